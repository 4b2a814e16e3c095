/* SPDX-License-Identifier: Apache-2.0
 *
 * One build of the router as a kind: the body of it, to be included once for each row of vcr_configurations.def with
 * BUILD, its name, defined. What a build is comes from its parameters: constants, and FIXED is const, WHOLE compiles
 * for them and AT_START fills tables in. For rows of vcr_shapes.def these are empty, and vcr_shape_fill_kind fills in.
 */
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define OWN(name) PASTE(PASTE(name, _), BUILD)
#define PARAMETERS (&PASTE(vcr_parameters_, BUILD))

/* Tables ---------------------------------------------------------------------------------------------------------- */

static struct reg_info OWN(registers)[VCR_REG_COUNT];
static struct pin_info OWN(pin_rows)[VCR_PIN_COUNT];

/* The tables follow from the parameters. */
static void AT_START OWN(fill_tables)(void)
{
    vcr_reg_rows(PARAMETERS, OWN(registers));
    vcr_pin_rows(PARAMETERS, OWN(pin_rows));
}

/* The golden model as a node -------------------------------------------------------------------------------------- */

static void *OWN(create)(const struct node_ops *inner, uint64_t seed)
{
    (void)inner;
    (void)seed;
    return vcr_router_create(PARAMETERS);
}

static void WHOLE OWN(model_step)(void *node, const void *in, const void *control)
{
    vcr_router_advance(PARAMETERS, node, in, control);
}

static void WHOLE OWN(model_pins)(const void *node, void *out)
{
    vcr_router_show(PARAMETERS, node, out);
}

static void OWN(archive)(void *node, struct archive *a)
{
    struct vcr_router *router = node;

    ARCHIVE(a, router->regs);
    a->visit(a, "memory", router->memory, vcr_router_bytes(PARAMETERS) - sizeof *router);
    archive_check(a, vcr_legal(PARAMETERS, &router->regs) == 0);
}

static void OWN(copy)(void *node, const void *other)
{
    memcpy(node, other, vcr_router_bytes(PARAMETERS));
}

static const struct node_ops OWN(model) = {
    .version = VCR_NODE_VERSION,
    .name = "model",
    .create = OWN(create),
    .destroy = model_destroy,
    .step = OWN(model_step),
    .pins = OWN(model_pins),
    .status = model_status,
    .state = model_state,
    .store = model_store,
    .archive = OWN(archive),
    .inject = model_inject,
    .inject_store = model_inject_store,
    .copy = OWN(copy),
};

/* Cables ---------------------------------------------------------------------------------------------------------- */

static const struct vcr_pins *OWN(far_end)(const struct cable_view *view, const struct cable_source *from,
                                           unsigned latency)
{
    return (const void *)(view->out[latency] + (size_t)from->unit * pins_bytes(PARAMETERS));
}

/* What comes in by all cables. @param apart  credits may have another latency */
static inline __attribute__((always_inline)) unsigned OWN(gather_cables)(const struct cable_view *view,
                                                                         const struct cable_source *from, void *inputs,
                                                                         int apart)
{
    struct vcr_pins *in = inputs;
    struct levels levels = {0};

#pragma GCC unroll 12
    for (unsigned p = 0; p < PARAMETERS->ports; p++) {
        const struct vcr_pins *far = OWN(far_end)(view, &from[p], from[p].latency);
        gather_port(far, apart ? OWN(far_end)(view, &from[p], from[p].credit_latency) : far, from[p].port, &levels, in,
                    p, PARAMETERS->words);
    }
    put_levels(&levels, in);
    return 0;
}

static inline __attribute__((always_inline)) unsigned OWN(gather)(const struct cable_view *view,
                                                                  const struct cable_source *from, const void *own,
                                                                  void *in)
{
    (void)own;
    return OWN(gather_cables)(view, from, in, 1);
}

static inline __attribute__((always_inline)) unsigned OWN(gather_at_once)(const struct cable_view *view,
                                                                          const struct cable_source *from,
                                                                          const void *own, void *in)
{
    (void)own;
    return OWN(gather_cables)(view, from, in, 0);
}

static void OWN(step)(struct router *r, int count, const struct cable_view *view, const uint8_t *own, uint8_t *next)
{
    if (view->credits_apart)
        step_routers(r, count, view, own, next, pins_bytes(PARAMETERS), OWN(gather));
    else
        step_routers(r, count, view, own, next, pins_bytes(PARAMETERS), OWN(gather_at_once));
}

static void OWN(gather_end)(const struct cable_view *view, const struct cable_source *from, int cables, const void *own,
                            void *in)
{
    const struct vcr_pins *far = OWN(far_end)(view, from, from->latency),
                          *credits = OWN(far_end)(view, from, from->credit_latency);
    struct levels levels = {0};

    (void)own;
    for (unsigned c = 0; c < (unsigned)cables; c++)
        gather_port(far, credits, from->port + c, &levels, in, c, PARAMETERS->words);
    put_levels(&levels, in);
}

static void OWN(port_pins)(const void *pins, int port, void *out)
{
    struct levels levels = {0};

    memset(out, 0, pins_bytes(PARAMETERS));
    gather_port(pins, pins, (unsigned)port, &levels, out, 0, PARAMETERS->words);
    put_levels(&levels, out);
}

static uint64_t OWN(hash)(const void *pins, uint64_t seed)
{
    return XXH3_64bits_withSeed(pins, pins_bytes(PARAMETERS), seed);
}

/* What an endpoint sends by --------------------------------------------------------------------------------------- */

static void OWN(port_ready)(void *port, int place, const struct packet *packet)
{
    vcr_port_ready(PARAMETERS, port, place, packet);
}

static void OWN(port_out)(const void *port, void *out)
{
    memcpy(out, &((const struct vcr_port *)port)->out, pins_bytes(PARAMETERS));
}

static unsigned WHOLE OWN(port_step)(void *port, const void *in, int offer, struct packet *received, void *out)
{
    unsigned what = vcr_port_step(PARAMETERS, port, in, offer, received);

    OWN(port_out)(port, out);
    return what;
}

static int OWN(port_init)(void *port, const struct port_place *place)
{
    return vcr_port_init(PARAMETERS, port, place);
}

static const struct port_ops OWN(port) = {
    .bytes = sizeof(struct vcr_port),
    .init = OWN(port_init),
    .finish = vcr_port_finish,
    .ready = OWN(port_ready),
    .step = OWN(port_step),
    .pins = OWN(port_out),
    .archive = port_archive,
    .counters = port_counters,
    .marks = port_marks,
    .differs = vcr_port_differs,
    .lockstep = vcr_port_lockstep,
};

/* Facts ----------------------------------------------------------------------------------------------------------- */

static void OWN(each_held)(const void *state, const struct node_ops *ops, const void *node, held_visit visit,
                           void *context)
{
    vcr_each_held(PARAMETERS, state, ops, node, visit, context);
}

static unsigned OWN(held)(const void *state)
{
    return vcr_held(PARAMETERS, state);
}

static int OWN(goes_on)(const void *state, int port)
{
    return vcr_goes_on(PARAMETERS, state, (unsigned)port);
}

static void OWN(fullness)(const struct node_ops *ops, const void *node, uint16_t *full)
{
    struct vcr_regs copy;

    if (ops != &OWN(model))
        ops->state(node, &copy);
    vcr_fullness(PARAMETERS, ops == &OWN(model) ? vcr_router_state(node) : &copy, full);
}

static unsigned OWN(probe)(void *probe, uint64_t now, const void *was, const void *is, const struct node_ops *ops,
                           void *node)
{
    (void)is;
    (void)ops;
    (void)node;
    return vcr_probe_step(PARAMETERS, probe, now, was);
}

static struct kind_parts OWN(parts);

FIXED struct router_kind PASTE(vcr_kind_, BUILD) = {
    .name = OWN(NAME),
    .parameters = PARAMETERS,
    .reasons = reasons,
    .reason_count = sizeof reasons / sizeof *reasons,
    .attributes = vcr_attributes,
    .attribute_count = VCR_HOP_ATTRIBUTES,
    .ports = OWN(PORTS),
    .endpoint_port = VCR_GRID_ENDPOINT,
    .endpoint_cables = OWN(PORTS) - VCR_GRID_ENDPOINT,
    .standard_buffers = OWN(PORTS) * OWN(VCS),
    .most_buffers = OWN(PORTS) * OWN(VCS),
    .cable_ways = 2,
    .settings_bytes = sizeof(struct vcr_settings),
    .pins_bytes = PINS_BYTES(OWN(PORTS), OWN(WORDS)),
    .control_bytes = sizeof(struct vcr_control),
    .status_bytes = sizeof(struct vcr_status),
    .state_bytes = sizeof(struct vcr_regs),
    .probe_bytes = sizeof(struct vcr_probe),
    .registers = OWN(registers),
    .register_count = VCR_REG_COUNT,
    .pins = OWN(pin_rows),
    .pin_count = VCR_PIN_COUNT,
    .model = &OWN(model),
    .print = print,
    .latency = latency,
    .router_stages = router_stages,
    .credit_stages = credit_stages,
    .buffers = OWN(buffers),
    .packet_cycles = packet_cycles,
    .cycle_bytes = 8 * OWN(WORDS),
    .idle = &idle_pins,
    .gather = OWN(gather),
    .step = OWN(step),
    .gather_end = OWN(gather_end),
    .port_pins = OWN(port_pins),
    .hash = OWN(hash),
    .boot = boot,
    .port = &OWN(port),
    .marks = &marks,
    .each_held = OWN(each_held),
    .held = OWN(held),
    .port_places = OWN(VCS),
    .goes_on = OWN(goes_on),
    .reason = reason,
    .probe = OWN(probe),
    .fullness = OWN(fullness),
    .attempt = attempt,
    .attribute = attribute,
    .archive_probe = archive_probe,
    .faults = &vcr_faults,
    .parts = &OWN(parts),
};

#undef PASTE_
#undef PASTE
#undef OWN
#undef PARAMETERS
#undef BUILD
