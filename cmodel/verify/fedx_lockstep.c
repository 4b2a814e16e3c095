/* SPDX-License-Identifier: Apache-2.0
 *
 * Golden model and RTL in lockstep. See fedx_lockstep.h.
 */
#include "fedx_lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "../switch/fedx_switch_internal.h"
#include "fedx_legal.h"

struct lockstep {
    struct fedx_switch *model;
    const struct fedx_node_ops *ops; /* of the RTL */
    void *rtl;
    unsigned lanes;                  /* register lanes that the RTL shows */
    struct fedx_switch_regs *hidden; /* ones in the registers that it does not show; NULL: none */
    int past;                        /* both sides go on past a difference */
    struct fedx_switch_regs regs;    /* of the RTL, this cycle */
    struct fedx_pins out;            /* of the RTL, this cycle */
    uint32_t rdata;
    struct fedx_pins in;             /* of both, from step to check */
    struct fedx_control control;
    struct fedx_compared compared;
    int was_reset;                   /* before the first reset nothing is defined */
    int stores_zero;                 /* both sides' stores started at zero, and both show them */
    int watch;
    struct fedx_switch_regs before;  /* with watch: the registers of the previous cycle */
    struct fedx_legal_watch legal;
    int diverged;
    struct fedx_divergence divergence;
    uint8_t *touched;
};

static void destroy(void *node)
{
    struct lockstep *l = node;

    if (!l)
        return;
    fedx_switch_destroy(l->model);
    if (l->ops)
        l->ops->destroy(l->rtl);
    free(l->touched);
    free(l->hidden);
    free(l);
}

/* Which registers are compared. @return 0, or -1 when out of memory */
static int choose_registers(struct lockstep *l)
{
    uint8_t *hidden;

    l->lanes = fedx_lockstep_registers();
    if (fedx_node_registers(l->ops) == fedx_reg_count)
        return 0;
    hidden = calloc(1, sizeof *l->hidden);
    l->hidden = (struct fedx_switch_regs *)(void *)hidden;
    for (int i = 0; i < fedx_reg_count && hidden; i++) {
        const struct fedx_reg_info *info = &fedx_reg_table[i];
        if (fedx_node_shows(l->ops, i))
            continue;
        memset(hidden + info->lanes.offset, 0xff, (size_t)info->lanes.bytes * info->lanes.count);
        l->lanes -= info->lanes.count;
    }
    return hidden ? 0 : -1;
}

static void *create(const struct fedx_node_ops *inner, uint64_t seed)
{
    struct lockstep *l = calloc(1, sizeof *l);

    if (!l)
        return NULL;
    l->model = fedx_switch_create();
    l->ops = inner;
    l->rtl = inner->create(NULL, seed);
    l->stores_zero = seed == 0 && inner->store;
    l->touched = calloc((size_t)fedx_reg_count, 1);
    if (!l->model || !l->rtl || !l->touched || choose_registers(l) != 0) {
        destroy(l);
        return NULL;
    }
    return l;
}

static int note(struct lockstep *l, const char *block, const char *field, int lane, uint64_t model, uint64_t rtl)
{
    struct fedx_divergence *d = &l->divergence;

    if (l->diverged)
        return 1;
    l->diverged = 1;
    d->cycle = l->compared.cycles;
    snprintf(d->field, sizeof d->field, "%s%s%s", block, *block ? "." : "", field);
    d->lane = lane;
    d->model = model;
    d->rtl = rtl;
    d->in = l->in;
    fedx_switch_pins(l->model, &d->model_out);
    d->rtl_out = l->out;
    d->model_regs = *fedx_switch_state(l->model);
    return 1;
}

#define TX(dimension, name, type, width, idle, shows, meaning) FEDX_PIN_tx_##name,

static int pins_differ(struct lockstep *l, const struct fedx_pins *model)
{
    /* Levels first: a byte without its valid says less. */
    static const uint8_t order[] = {FEDX_DRIVE_WIRES(TX) FEDX_LEVEL_WIRES(TX) FEDX_DATA_WIRES(TX)};

    for (size_t i = 0; i < sizeof order; i++) {
        const struct fedx_pin_info *pin = &fedx_pin_table[order[i]];
        for (int k = 0; k < pin->lanes.count; k++) {
            uint64_t right = fedx_lanes_value(&pin->lanes, model, k), shown = fedx_lanes_value(&pin->lanes, &l->out, k);
            if (right != shown)
                return note(l, "", pin->name, pin->lanes.count > 1 ? k : -1, right, shown);
        }
    }
    return note(l, "", "pins outside the ports", -1, 0, 1);
}

/* What the RTL does not show is as the model has it. */
static void fill_hidden(struct lockstep *l)
{
    const uint8_t *model = (const uint8_t *)fedx_switch_state(l->model), *hidden = (const uint8_t *)l->hidden;
    uint8_t *rtl = (uint8_t *)&l->regs;

    for (size_t i = 0; i < sizeof l->regs; i++)
        rtl[i] = (uint8_t)((rtl[i] & ~hidden[i]) | (model[i] & hidden[i]));
}

static int registers_differ(struct lockstep *l)
{
    const struct fedx_switch_regs *model = fedx_switch_state(l->model);
    int lane = 0;
    const struct fedx_reg_info *info = fedx_regs_diff(model, &l->regs, &lane);

    if (!info) /* only padding differs */
        return 0;
    return note(l, info->block, info->name, info->lanes.count > 1 ? lane : -1, fedx_reg_value(model, info, lane),
                fedx_reg_value(&l->regs, info, lane));
}

static int stores_differ(struct lockstep *l)
{
    for (int b = 0; b < FEDX_BUFFERS; b++) {
        const uint8_t *model = fedx_switch_store(l->model, b);
        uint8_t rtl[FEDX_PACKET_BYTES];
        char name[16];

        l->ops->store(l->rtl, b, rtl);
        l->compared.stores += FEDX_PACKET_BYTES;
        for (int i = 0; i < FEDX_PACKET_BYTES; i++)
            if (model[i] != rtl[i]) {
                snprintf(name, sizeof name, "store[%d]", b);
                return note(l, "", name, i, model[i], rtl[i]);
            }
    }
    return 0;
}

/* Equal they are; are they legal, too? */
static int illegal(struct lockstep *l)
{
    uint32_t broken = fedx_legal_next(&l->legal, fedx_switch_state(l->model));

    return broken && note(l, "legal", fedx_legal_names[__builtin_ctz(broken)], -1, broken, broken);
}

static void watch(struct lockstep *l)
{
    const struct fedx_switch_regs *now = fedx_switch_state(l->model);

    for (int i = 0; i < fedx_reg_count; i++) {
        const struct fedx_reg_info *info = &fedx_reg_table[i];
        for (int k = 0; k < info->lanes.count && !l->touched[i]; k++)
            l->touched[i] = fedx_reg_value(now, info, k) != fedx_reg_value(&l->before, info, k);
    }
    l->before = *now;
}

/* The RTL has no outputs to compare in this cycle. */
static int note_end(struct lockstep *l, const char *why)
{
    l->compared.cycles++;
    note(l, "", "ended", -1, 0, 1);
    snprintf(l->divergence.ended, sizeof l->divergence.ended, "%s", why);
    return 1;
}

static int compare(struct lockstep *l)
{
    struct fedx_pins model;
    uint32_t rdata = fedx_switch_cfg_rdata(l->model);

    fedx_switch_pins(l->model, &model);
    l->compared.cycles++;
    if (memcmp(&model, &l->out, sizeof model) != 0)
        return pins_differ(l, &model);
    if (rdata != l->rdata)
        return note(l, "", "cfg_rdata", -1, rdata, l->rdata);
    if (l->hidden)
        fill_hidden(l);
    if (memcmp(fedx_switch_state(l->model), &l->regs, sizeof l->regs) != 0 && registers_differ(l))
        return 1;
    if (illegal(l))
        return 1;
    if (l->watch)
        watch(l);
    if (l->stores_zero && l->compared.cycles % FEDX_CHECKPOINT_CYCLES == 0)
        return stores_differ(l);
    return 0;
}

/* The RTL's half of a cycle. */
static void step(void *node, const void *wires, const void *inputs)
{
    const struct fedx_pins *in = wires;
    const struct fedx_control *control = inputs;
    struct lockstep *l = node;

    if (l->diverged && !l->past)
        return;
    l->ops->step(l->rtl, in, control);
    l->ops->pins(l->rtl, &l->out);
    /* Here rather than in check: the RTL's registers are in the processor's cache now. */
    l->rdata = l->ops->cfg_rdata(l->rtl);
    if (l->ops->state)
        l->ops->state(l->rtl, &l->regs);
    l->in = *in;
    l->control = *control;
}

/* The model's half, and the comparison. */
static int check(void *node)
{
    struct lockstep *l = node;
    const char *why;

    if (l->diverged && !l->past)
        return 1;
    fedx_switch_step(l->model, &l->in, &l->control);
    if (l->diverged)
        return 1;
    l->was_reset |= l->control.rst;
    if ((why = fedx_node_ended(l->ops, l->rtl)))
        return note_end(l, why);
    return l->was_reset && compare(l);
}

static void pins(const void *node, void *wires)
{
    struct fedx_pins *out = wires;

    *out = ((const struct lockstep *)node)->out;
}

static uint32_t cfg_rdata(const void *node)
{
    return fedx_switch_cfg_rdata(((const struct lockstep *)node)->model);
}

static void state(const void *node, void *registers)
{
    struct fedx_switch_regs *out = registers;

    *out = *fedx_switch_state(((const struct lockstep *)node)->model);
}

static void store(const void *node, int buffer, uint8_t *out)
{
    memcpy(out, fedx_switch_store(((const struct lockstep *)node)->model, buffer), FEDX_PACKET_BYTES);
}

static void archive(void *node, struct archive *a)
{
    struct lockstep *l = node;

    fedx_node_archive_switch(l->model, a);
    fedx_node_archive(l->ops, l->rtl, a);
    ARCHIVE_SPAN(a, l, regs, touched);
    a->visit(a, "touched", l->touched, (size_t)fedx_reg_count);
    if (!a->loading)
        return;
    l->divergence.field[sizeof l->divergence.field - 1] = '\0';
    l->divergence.ended[sizeof l->divergence.ended - 1] = '\0';
}

int fedx_lockstep_inject(void *node, const struct fedx_switch_regs *regs)
{
    struct lockstep *l = node;
    struct fedx_switch_regs now = *regs;

    l->ops->inject(l->rtl, regs);
    /* A switch of the user's has the last word on what it shows: some of it may be worked out. */
    if (l->ops->registers && l->ops->state)
        l->ops->state(l->rtl, &now);
    if (memcmp(&now, regs, sizeof now) != 0 && !(fedx_regs_usable(&now) && fedx_legal(&now, NULL))) {
        l->ops->inject(l->rtl, fedx_switch_state(l->model));
        return -1;
    }
    fedx_node_model.inject(l->model, &now);
    /* What was remembered of the states before does not hold any more. */
    fedx_legal_begin(&l->legal, &now);
    return 0;
}

static void inject(void *node, const void *regs)
{
    fedx_lockstep_inject(node, regs);
}

static void inject_store(void *node, int buffer, const uint8_t *bytes)
{
    struct lockstep *l = node;

    fedx_node_model.inject_store(l->model, buffer, bytes);
    l->ops->inject_store(l->rtl, buffer, bytes);
}

static const char *ended(const void *node)
{
    const struct lockstep *l = node;

    return fedx_node_ended(l->ops, l->rtl);
}

static void place(void *node, int index)
{
    struct lockstep *l = node;

    if (l->ops->place)
        l->ops->place(l->rtl, index);
}

const struct fedx_node_ops fedx_node_lockstep = {
    .version = FEDX_NODE_VERSION,
    .name = "lockstep",
    .create = create,
    .destroy = destroy,
    .step = step,
    .check = check,
    .pins = pins,
    .cfg_rdata = cfg_rdata,
    .state = state,
    .store = store,
    .archive = archive,
    .inject = inject,
    .inject_store = inject_store,
    .ended = ended,
    .place = place,
};

unsigned fedx_lockstep_pin_bits(void)
{
    return FEDX_OUTPUT_BITS;
}

unsigned fedx_lockstep_registers(void)
{
    unsigned lanes = 0;

    for (int i = 0; i < fedx_reg_count; i++)
        lanes += fedx_reg_table[i].lanes.count;
    return lanes;
}

const struct fedx_divergence *fedx_lockstep_divergence(const void *node)
{
    const struct lockstep *l = node;

    return l->diverged ? &l->divergence : NULL;
}

void fedx_compared_add(struct fedx_compared *sum, const struct fedx_compared *c)
{
    sum->cycles += c->cycles;
    sum->pin_bits += c->pin_bits;
    sum->registers += c->registers;
    sum->stores += c->stores;
    sum->legal += c->legal;
}

struct fedx_compared fedx_lockstep_compared(const void *node)
{
    const struct lockstep *l = node;
    struct fedx_compared c = l->compared;

    c.pin_bits = c.cycles * fedx_lockstep_pin_bits();
    c.registers = c.cycles * l->lanes;
    c.legal = l->legal.checks;
    return c;
}

const struct fedx_switch *fedx_lockstep_model(const void *node)
{
    return ((const struct lockstep *)node)->model;
}

const void *fedx_lockstep_rtl(const void *node)
{
    return ((const struct lockstep *)node)->rtl;
}

void fedx_lockstep_go_past(void *node)
{
    ((struct lockstep *)node)->past = 1;
}

int fedx_lockstep_check_stores(void *node)
{
    struct lockstep *l = node;

    return l->diverged || (l->stores_zero && l->was_reset && stores_differ(l));
}

const uint8_t *fedx_lockstep_touched(const void *node)
{
    return ((const struct lockstep *)node)->touched;
}

void fedx_lockstep_watch_registers(void *node)
{
    struct lockstep *l = node;

    l->watch = 1;
    l->before = *fedx_switch_state(l->model);
}
