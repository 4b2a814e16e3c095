/* SPDX-License-Identifier: Apache-2.0
 *
 * See vcr_baseline.h. The bench drives and reads the vectors that it does of a built router (blackbox_bench.h). A flit
 * is 42 bits of data, 6 zeros, the number of the output, and two bits: first and last of its packet.
 */
#include "vcr_baseline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/text.h"
#include "../../blackbox/wrapper/blackbox_channel.h"
#include "../../blackbox/wrapper/blackbox_device.h"
#include "vcr/router.h"
#include "vcr_baseline_routes.h"

/* Fields of a flit, and bits of its last one. */
enum { DATA, ZERO, TO, KIND, FIELDS, FIRST = 1, LAST = 2 };
/* Cycles until links are up and settings are in, besides one for each setting. */
enum { SETTLED = 80 };
/* The parts of an entry of the route table, docs/spec/vcr.md section 5. */
#define ENTRY(port) (1u << 31 | (uint32_t)(port) << 22 | (uint32_t)(port) << 18 | 1u << (port))

/* The bench makes routers without saying of which network: it is this one. */
static struct {
    const struct blackbox *f;
    struct vcr_parameters parameters;
    int8_t *route;   /* [routers * sinks] */
    uint16_t *links; /* [routers] ports that lead to a router */
} network;

struct fabric {
    struct vcr_router **router;
    struct vcr_pins *in, *out; /* [routers] */
    uint32_t *given;           /* what the bench drives */
};

static void destroy(void *node)
{
    struct fabric *f = node;

    if (!f)
        return;
    for (int i = 0; f->router && i < network.f->routers; i++)
        vcr_router_destroy(f->router[i]);
    free(f->router);
    free(f->in);
    free(f->out);
    free(f->given);
    free(f);
}

/* A setting of each cycle behind the reset; nothing when all are in. */
static struct vcr_control setting(int router, int cycle)
{
    const int sinks = network.f->sinks;

    if (cycle < sinks) {
        int port = network.route[router * sinks + cycle];
        return (struct vcr_control){.cfg_we = port >= 0,
                                    .cfg_addr = (uint16_t)(VCR_CFG_TABLE + cycle),
                                    .cfg_wdata = port >= 0 ? ENTRY(port) : 0};
    }
    if (cycle == sinks) /* routes from the table, channels one flit at a time */
        return (struct vcr_control){.cfg_we = 1, .cfg_addr = VCR_CFG_MODE, .cfg_wdata = 1u << 8};
    return (struct vcr_control){
        .cfg_we = cycle == sinks + 1, .cfg_addr = VCR_CFG_PORTS, .cfg_wdata = network.links[router]};
}

static void boot(struct fabric *f)
{
    for (int i = 0; i < network.f->routers; i++) {
        for (int cycle = 0; cycle < network.f->sinks + SETTLED; cycle++) {
            const struct vcr_control control = setting(i, cycle);
            f->in[i].up = (uint16_t)((1u << network.parameters.ports) - 1);
            vcr_router_step(f->router[i], &f->in[i], &control);
        }
        vcr_router_pins(f->router[i], &f->out[i]);
    }
}

static void *create(const struct node_ops *inner, uint64_t seed)
{
    struct fabric *f = calloc(1, sizeof *f);
    size_t routers = (size_t)network.f->routers;
    int good;

    (void)inner;
    (void)seed; /* nothing of a model is random behind a reset */
    if (!f)
        return NULL;
    f->router = calloc(routers, sizeof(struct vcr_router *));
    f->in = calloc(routers, sizeof *f->in);
    f->out = calloc(routers, sizeof *f->out);
    f->given = calloc((size_t)blackbox_in_words(network.f), sizeof *f->given);
    good = f->router && f->in && f->out && f->given;
    for (size_t i = 0; good && i < routers; i++)
        good = (f->router[i] = vcr_router_create(&network.parameters)) != NULL;
    if (good)
        boot(f);
    else
        destroy(f);
    return good ? f : NULL;
}

/* A flit that comes, if one does. @param wires  its channels as a mask, then its words */
static void put_flit(struct vcr_pins *in, int port, uint32_t valid, uint64_t flit, uint32_t kind)
{
    const uint16_t bit = (uint16_t)(1u << port);

    if (!valid)
        return;
    in->valid |= bit;
    in->head |= kind & FIRST ? bit : 0;
    in->tail |= kind & LAST ? bit : 0;
    in->vc[port] = (uint8_t)__builtin_ctz(valid);
    in->flit[port] = flit;
}

static void cross_wire(struct fabric *f, const struct blackbox_wire *w)
{
    const struct vcr_pins *from = &f->out[w->from.router];
    const uint32_t bit = 1u << w->from.port;

    if (from->valid & bit)
        put_flit(&f->in[w->to.router], w->to.port, 1u << from->vc[w->from.port], from->flit[w->from.port],
                 (from->head & bit ? FIRST : 0) | (from->tail & bit ? LAST : 0));
    f->in[w->from.router].credit[w->from.port] = f->out[w->to.router].credit[w->to.port];
}

/* What the routers read in this cycle, of each other and of the bench. */
static void gather(struct fabric *f)
{
    const struct blackbox *n = network.f;
    const uint32_t *given = f->given;

    for (int i = 0; i < n->routers; i++) {
        memset(&f->in[i], 0, sizeof f->in[i]);
        f->in[i].up = (uint16_t)((1u << network.parameters.ports) - 1);
    }
    for (int i = 0; i < n->wires; i++)
        cross_wire(f, &n->wire[i]);
    for (int i = 0; i < n->sources; i++, given += 1 + n->words)
        put_flit(&f->in[n->source[i].router], n->source[i].port, given[0], given[1] | (uint64_t)given[2] << 32,
                 given[3]);
    for (int i = 0; i < n->sinks; i++)
        f->in[n->sink[i].router].credit[n->sink[i].port] = (uint16_t)*given++;
}

/* A reset is that of power-up: it was over when the fabric was made. */
static void step(void *node, const void *in, const void *inputs)
{
    static const struct vcr_control none;
    const struct blackbox_control *control = inputs;
    struct fabric *f = node;

    if (!control->edge) {
        memcpy(f->given, in, (size_t)blackbox_in_words(network.f) * sizeof *f->given);
        return;
    }
    gather(f);
    for (int i = 0; i < network.f->routers; i++) {
        vcr_router_step(f->router[i], &f->in[i], &none);
        vcr_router_pins(f->router[i], &f->out[i]);
    }
}

static void show_sink(const struct vcr_pins *p, int port, uint32_t *out)
{
    const uint32_t bit = 1u << port;

    out[0] = p->valid & bit ? 1u << p->vc[port] : 0;
    out[1] = (uint32_t)p->flit[port];
    out[2] = (uint32_t)(p->flit[port] >> 32);
    out[3] = (p->head & bit ? FIRST : 0) | (p->tail & bit ? LAST : 0);
}

static void pins(const void *node, void *outputs)
{
    const struct fabric *f = node;
    const struct blackbox *n = network.f;
    uint32_t *out = outputs;

    for (int i = 0; i < n->sources; i++)
        *out++ = f->out[n->source[i].router].credit[n->source[i].port];
    for (int i = 0; i < n->sinks; i++, out += 1 + n->words)
        show_sink(&f->out[n->sink[i].router], n->sink[i].port, out);
    for (int i = 0; i < n->opens; i++)
        *out++ = f->out[n->open[i].router].valid >> n->open[i].port & 1;
}

static const struct node_ops operations = {.version = BLACKBOX_DEVICE_VERSION,
                                           .name = "vcr",
                                           .create = create,
                                           .destroy = destroy,
                                           .step = step,
                                           .pins = pins};

/* What the bench knows of it -------------------------------------------------------------------------------------- */

static void describe_fields(struct blackbox *f)
{
    static const struct blackbox_field fields[FIELDS] = {
        [DATA] = {.name = "data", .width = 42},
        [ZERO] = {.name = "zero", .width = 6, .offset = 42, .constant = 1},
        [TO] = {.name = "to", .width = 16, .offset = 48},
        [KIND] = {.name = "kind", .width = 2, .offset = 64}};

    memcpy(f->field, fields, sizeof fields);
    f->fields = FIELDS;
    f->bits = 66;
    f->words = 3;
    for (int i = 0; i < FIELDS; i++)
        f->inputs.fields[i].count = f->outputs.fields[i].count = 1;
    f->framing = BLACKBOX_TYPE;
    f->frame = (struct blackbox_slice){.field = KIND, .width = 2, .every = 1};
    f->code_head = FIRST;
    f->code_body = 0;
    f->code_tail = LAST;
    f->code_single = FIRST | LAST;
    f->part[0] = (struct blackbox_part){.slice = {.field = TO, .width = 16}, .value = BLACKBOX_NUMBER};
    f->parts = 1;
    f->rewrites = 0;
}

/* The network of a description, with routers of this project. */
static int describe(struct blackbox *f, int vcs, int depth, char *error, size_t size)
{
    describe_fields(f);
    f->vcs = vcs;
    f->vc_kept = 0;
    f->gaps = 1;
    f->reset_cycles = f->reset_idle = 0;
    f->inputs.credits = f->outputs.credits = 1;
    blackbox_depth_fill(&f->inputs, depth);
    blackbox_depth_fill(&f->outputs, depth);
    f->latency = f->starvation = f->throughput = 0; /* what the user's router promises */
    memset(&f->drops, 0, sizeof f->drops);
    memset(&f->side, 0, sizeof f->side);
    f->computeds = f->holds = 0;
    f->properties = (struct blackbox_properties){.fair = -1};
    memset(&f->illegal, 0, sizeof f->illegal);
    memset(&f->lanes, 0, sizeof f->lanes);
    memset(&f->byte_enable, 0, sizeof f->byte_enable);
    memset(&f->widths, 0, sizeof f->widths);
    f->clocks = 0;
    f->channels = vcs;
    f->tag_bits = f->source_bits = 0;
    for (int i = 0; i < BLACKBOX_CHECK_COUNT; i++)
        f->checked[i] =
            i != BLACKBOX_ORDER || vcs == 1; /* packets of a flow may change channels, and overtake each other */
    return blackbox_tags(f, error, size);
}

static int find_links(const struct blackbox *f)
{
    network.links = calloc((size_t)f->routers, sizeof *network.links);
    for (int i = 0; network.links && i < f->wires; i++)
        network.links[f->wire[i].from.router] |= (uint16_t)(1u << f->wire[i].from.port);
    return network.links ? 0 : -1;
}

static int fail(char *error, size_t size, const char *text)
{
    return text_fail(error, size, "%s", text);
}

static int check_size(const struct blackbox *f, int vcs, int depth, char *error, size_t size)
{
    int ports = f->inputs.count > f->outputs.count ? f->inputs.count : f->outputs.count;

    if (ports < 2 || ports > VCR_MOST_PORTS || vcs > VCR_MOST_VCS || depth < 2 || depth > VCR_MOST_DEPTH)
        return text_fail(error, size, "there is no vcr of %d ports and %d virtual channels of %d flits", ports, vcs,
                         depth);
    if (f->routers > VCR_BASELINE_ROUTERS || f->sinks > VCR_MOST_TABLE)
        return fail(error, size, "there are too many routers or outputs for vcr");
    network.parameters = (struct vcr_parameters){.ports = (uint8_t)ports,
                                                 .vcs = (uint8_t)vcs,
                                                 .depth = (uint8_t)depth,
                                                 .words = 1,
                                                 .bypass = 1,
                                                 .route_stage = 1,
                                                 .table_size = (uint16_t)f->sinks};
    return 0;
}

int vcr_baseline_create(struct vcr_baseline *beside, const struct blackbox *f, int vcs, int depth, char *error,
                        size_t size)
{
    static const char *const words[VCR_BASELINE_CHOICES] = {
        [VCR_BASELINE_DIMENSIONS] = "dimension order: along the row first, then along the column",
        [VCR_BASELINE_SPREAD] = "shortest ways, spread over destinations",
        [VCR_BASELINE_LOWEST] = "shortest ways, by the neighbour with the lowest number"};
    enum vcr_baseline_choice choice;
    int found;

    memset(beside, 0, sizeof *beside);
    if (check_size(f, vcs, depth, error, size) != 0)
        return -1;
    network.route = calloc((size_t)(f->routers * f->sinks), 1);
    beside->f = calloc(1, sizeof *beside->f);
    if (!network.route || !beside->f || find_links(f) != 0)
        return fail(error, size, "out of memory");
    *beside->f = *f;
    blackbox_tags_forget(beside->f); /* its own, when flits are described */
    network.f = beside->f;
    beside->ops = &operations;
    found = vcr_baseline_routes(f, network.route, &choice);
    if (found <= 0)
        return fail(error, size,
                    found ? "out of memory"
                          : "on the shortest ways of this network packets of vcr could wait for each other");
    beside->routes = f->routers > 1 ? words[choice] : "one router";
    return describe(beside->f, vcs, depth, error, size);
}

void vcr_baseline_destroy(struct vcr_baseline *beside)
{
    if (beside->f) {
        blackbox_tags_free(beside->f);
        free(beside->f);
    }
    free(network.route);
    free(network.links);
    memset(&network, 0, sizeof network);
    memset(beside, 0, sizeof *beside);
}
