/* SPDX-License-Identifier: Apache-2.0
 *
 * Golden model and RTL in lockstep. See lockstep.h.
 */
#include "lockstep_cycle.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../base/memory.h"

static void free_log(struct lockstep *l)
{
    free(l->log_room);
    free(l->log_stores);
    l->log_room = NULL;
    l->log_stores = NULL;
    l->room = 0;
}

void lockstep_destroy(void *node)
{
    struct lockstep *l = node;

    if (!l)
        return;
    l->kind->router->model->destroy(l->model);
    l->ops->destroy(l->rtl);
    free_log(l);
    free(l->hidden);
    free(l->before);
    free(l->touched);
    free(l->legal);
    free(l);
}

/* Which registers are compared. @return 0, or -1 when out of memory */
static int choose_registers(struct lockstep *l)
{
    const struct router_kind *kind = l->kind->router;

    l->lanes = kind_register_lanes(kind);
    if (kind_registers_shown(kind, l->ops) == kind->register_count)
        return 0;
    l->hidden = calloc(1, kind->state_bytes);
    for (int i = 0; i < kind->register_count && l->hidden; i++) {
        const struct lanes *lanes = &kind->registers[i].lanes;
        if (kind_shows(l->ops, i))
            continue;
        memset(l->hidden + lanes->offset, 0xff, (size_t)lanes->bytes * lanes->count);
        l->lanes -= lanes->count;
    }
    return l->hidden ? 0 : -1;
}

void *lockstep_create(const struct lockstep_kind *kind, const struct node_ops *rtl, uint64_t seed)
{
    struct lockstep *l = calloc(1, sizeof *l);

    if (!l)
        return NULL;
    l->kind = kind;
    l->model = kind->router->model->create(NULL, 0);
    l->ops = rtl;
    l->rtl = rtl->create(NULL, seed);
    l->pin_bits = kind_output_bits(kind->router);
    l->last = &l->seen;
    l->at = &l->seen;
    l->stores_zero = seed == 0 && rtl->store;
    l->before = calloc(1, kind->router->state_bytes);
    l->touched = calloc((size_t)kind->router->register_count + 1, 1);
    l->legal = calloc(1, kind->legal_bytes + 1);
    if (!l->model || !l->rtl || !l->before || !l->touched || !l->legal || choose_registers(l) != 0) {
        lockstep_destroy(l);
        return NULL;
    }
    return l;
}

static int note(struct lockstep *l, const char *block, const char *field, int lane, uint64_t model, uint64_t rtl)
{
    struct mismatch *d = &l->mismatch;

    if (l->mismatched)
        return 1;
    l->mismatched = 1;
    d->cycle = l->compared.cycles;
    snprintf(d->field, sizeof d->field, "%s%s%s", block, *block ? "." : "", field);
    d->lane = lane;
    d->model = model;
    d->rtl = rtl;
    d->in = l->at->in;
    l->kind->router->model->pins(l->model, &d->model_out);
    d->rtl_out = l->at->out;
    memcpy(&d->state, lockstep_state_of(l), l->kind->router->state_bytes);
    return 1;
}

static int pin_differs(struct lockstep *l, const struct pin_info *pin, const void *model, const void *rtl)
{
    for (int k = 0; k < pin->lanes.count; k++) {
        uint64_t right = lane_value(&pin->lanes, model, k), shown = lane_value(&pin->lanes, rtl, k);
        if (right != shown)
            return note(l, "", pin->name, pin->lanes.count > 1 ? k : -1, right, shown);
    }
    return 0;
}

/* Levels first: a byte without its valid says less. */
int lockstep_pins_differ(struct lockstep *l, const struct any_pins *model)
{
    const struct router_kind *kind = l->kind->router;

    for (int wide = 0; wide < 2; wide++)
        for (int i = 0; i < kind->pin_count; i++)
            if (kind->pins[i].place == PIN_TX && (kind->pins[i].lanes.width > 1) == wide &&
                pin_differs(l, &kind->pins[i], model, &l->at->out))
                return 1;
    return note(l, "", "pins outside the ports", -1, 0, 1);
}

int lockstep_status_differs(struct lockstep *l, const struct any_status *model)
{
    const struct router_kind *kind = l->kind->router;

    for (int i = 0; i < kind->pin_count; i++)
        if (kind->pins[i].place == PIN_STATUS && pin_differs(l, &kind->pins[i], model, &l->at->status))
            return 1;
    return 0; /* only padding differs */
}

void lockstep_fill_hidden(struct lockstep *l)
{
    const uint8_t *model = lockstep_state_of(l);

    for (size_t i = 0; i < l->kind->router->state_bytes; i++)
        l->seen.regs.byte[i] = (uint8_t)((l->seen.regs.byte[i] & ~l->hidden[i]) | (model[i] & l->hidden[i]));
}

void lockstep_take_registers(struct lockstep *l)
{
    l->ops->state(l->rtl, &l->seen.regs);
}

int lockstep_registers_differ(struct lockstep *l)
{
    const void *model = lockstep_state_of(l);
    int lane = 0;
    const struct reg_info *info = kind_registers_differ(l->kind->router, model, &l->at->regs, &lane);

    if (!info) /* only padding differs */
        return 0;
    return note(l, info->block, info->name, info->lanes.count > 1 ? lane : -1, lane_value(&info->lanes, model, lane),
                lane_value(&info->lanes, &l->at->regs, lane));
}

static int store_differs(struct lockstep *l, int buffer, uint8_t *model, const uint8_t *rtl)
{
    char name[24];

    l->kind->router->model->store(l->model, buffer, model);
    l->compared.stores += (unsigned)l->kind->store_bytes;
    for (int i = 0; i < l->kind->store_bytes; i++)
        if (model[i] != rtl[i]) {
            snprintf(name, sizeof name, "store[%d]", buffer);
            return note(l, "", name, i, model[i], rtl[i]);
        }
    return 0;
}

int lockstep_stores_differ(struct lockstep *l)
{
    const size_t bytes = (size_t)l->kind->store_bytes;
    uint8_t model[bytes], rtl[bytes];

    for (int b = 0; b < l->kind->stores; b++) {
        if (!l->log)
            l->ops->store(l->rtl, b, rtl);
        if (store_differs(l, b, model, l->log ? l->log_stores + (size_t)b * bytes : rtl))
            return 1;
    }
    return 0;
}

void lockstep_copy_stores(struct lockstep *l)
{
    for (int b = 0; b < l->kind->stores; b++)
        l->ops->store(l->rtl, b, l->log_stores + (size_t)b * (size_t)l->kind->store_bytes);
}

int lockstep_illegal(struct lockstep *l, uint32_t broken)
{
    return note(l, "legal", l->kind->clauses[__builtin_ctz(broken)], -1, broken, broken);
}

void lockstep_note_touched(struct lockstep *l)
{
    const struct router_kind *kind = l->kind->router;
    const void *now = lockstep_state_of(l);

    for (int i = 0; i < kind->register_count; i++) {
        const struct lanes *lanes = &kind->registers[i].lanes;
        for (int k = 0; k < lanes->count && !l->touched[i]; k++)
            l->touched[i] = lane_value(lanes, now, k) != lane_value(lanes, l->before, k);
    }
    memcpy(l->before, now, kind->state_bytes);
}

int lockstep_note_end(struct lockstep *l, const char *why)
{
    l->compared.cycles++;
    note(l, "", "ended", -1, 0, 1);
    snprintf(l->mismatch.ended, sizeof l->mismatch.ended, "%s", why);
    return 1;
}

void lockstep_pins(const void *node, void *out)
{
    const struct lockstep *l = node;

    memcpy(out, &l->last->out, l->kind->router->pins_bytes);
}

void lockstep_status(const void *node, void *out)
{
    const struct lockstep *l = node;

    if (l->log)
        memcpy(out, &l->last->status, l->kind->router->status_bytes);
    else
        l->kind->router->model->status(l->model, out);
}

void lockstep_state(const void *node, void *out)
{
    const struct lockstep *l = node;

    memcpy(out, l->log ? &l->last->regs : lockstep_state_of(l), l->kind->router->state_bytes);
}

void lockstep_store(const void *node, int buffer, uint8_t *out)
{
    const struct lockstep *l = node;

    if (l->log)
        l->ops->store(l->rtl, buffer, out);
    else
        l->kind->router->model->store(l->model, buffer, out);
}

/* All that was stepped is checked: the cycle that was last is where it is without a log. */
static void level(struct lockstep *l)
{
    if (l->last != &l->seen)
        l->seen = *l->last;
    l->last = &l->seen;
    l->at = &l->seen;
}

/* The next cycle is the first in the log. */
static void begin_log(struct lockstep *l)
{
    l->next =
        (struct lockstep_next){.was_reset = l->was_reset, .stores_zero = l->stores_zero, .cycles = l->compared.cycles};
    l->checked = 0;
}

/* What the RTL does not show would have to come from the model, and one that ends has nothing more to show. */
static int can_be_ahead(const struct lockstep *l, unsigned cycles)
{
    return !l->hidden && l->ops->state && (l->ops->store || l->kind->stores == 0) && !l->ops->ended && !l->past &&
           !l->mismatched && cycles < LOCKSTEP_STORES_CYCLES;
}

/* @return 0, or -1 when out of memory: there is no log then */
static int room_for(struct lockstep *l, unsigned cycles)
{
    if (l->room >= cycles)
        return 0;
    free_log(l);
    l->log_room = memory_zero(cycles, sizeof *l->log_room);
    l->log_stores = calloc((size_t)l->kind->stores + 1, (size_t)l->kind->store_bytes);
    l->room = cycles;
    if (l->log_room && l->log_stores)
        return 0;
    free_log(l);
    return -1;
}

int lockstep_ahead(void *node, unsigned cycles)
{
    struct lockstep *l = node;

    if (cycles > 0 && !can_be_ahead(l, cycles))
        return -1;
    level(l);
    l->log = NULL;
    if (cycles == 0)
        return 0;
    if (room_for(l, cycles) != 0)
        return -1;
    l->log = l->log_room;
    l->logged = cycles;
    begin_log(l);
    return 0;
}

static void archive_mismatch(struct lockstep *l, struct archive *a)
{
    struct mismatch *d = &l->mismatch;

    ARCHIVE(a, l->mismatched);
    ARCHIVE_SPAN(a, d, cycle, state);
    a->visit(a, "state", &d->state, l->kind->router->state_bytes);
    ARCHIVE(a, d->ended);
    if (!a->loading)
        return;
    d->field[sizeof d->field - 1] = '\0';
    d->ended[sizeof d->ended - 1] = '\0';
}

void lockstep_archive(void *node, struct archive *a)
{
    struct lockstep *l = node;
    const struct router_kind *kind = l->kind->router;

    node_archive(kind->model, l->model, a);
    node_archive(l->ops, l->rtl, a);
    level(l);
    if (lockstep_in_place(l))
        lockstep_take_registers(l);
    a->visit(a, "regs", &l->seen.regs, kind->state_bytes);
    a->visit(a, "out..mismatched", &l->seen.out,
             offsetof(struct lockstep, mismatched) - offsetof(struct lockstep, seen.out));
    archive_mismatch(l, a);
    a->visit(a, "before", l->before, kind->state_bytes);
    a->visit(a, "touched", l->touched, (size_t)kind->register_count);
    a->visit(a, "legal", l->legal, l->kind->legal_bytes);
    begin_log(l);
}

int lockstep_inject(void *node, const void *registers)
{
    struct lockstep *l = node;
    struct any_registers now;

    memcpy(&now, registers, l->kind->router->state_bytes);
    l->ops->inject(l->rtl, registers);
    /* A router of the user's has the last word on what it shows: some of it may be worked out. */
    if (l->ops->registers && l->ops->state)
        l->ops->state(l->rtl, &now);
    if (memcmp(&now, registers, l->kind->router->state_bytes) != 0 && l->kind->broken(l->kind->router, &now)) {
        l->ops->inject(l->rtl, lockstep_state_of(l));
        return -1;
    }
    l->kind->router->model->inject(l->model, &now);
    /* What was remembered of the states before does not hold any more. */
    if (l->kind->legal)
        l->kind->legal_begin(l->legal, &now);
    return 0;
}

void lockstep_put(void *node, const void *registers)
{
    lockstep_inject(node, registers);
}

void lockstep_put_store(void *node, int buffer, const uint8_t *bytes)
{
    struct lockstep *l = node;

    l->kind->router->model->inject_store(l->model, buffer, bytes);
    l->ops->inject_store(l->rtl, buffer, bytes);
}

const char *lockstep_ended(const void *node)
{
    const struct lockstep *l = node;

    return node_ended(l->ops, l->rtl);
}

void lockstep_place(void *node, int index)
{
    struct lockstep *l = node;

    if (l->ops->place)
        l->ops->place(l->rtl, index);
}

int lockstep_is(const struct node_ops *ops)
{
    return ops->pins == lockstep_pins;
}

const struct mismatch *lockstep_mismatch(const void *node)
{
    const struct lockstep *l = node;

    return l->mismatched ? &l->mismatch : NULL;
}

const struct router_kind *lockstep_router(const void *node)
{
    return ((const struct lockstep *)node)->kind->router;
}

int mismatch_illegal(const char *field)
{
    return strncmp(field, "legal.", strlen("legal.")) == 0;
}

/* The meaning of a register, or of a clause of the invariant. */
static const char *meaning_of(const struct lockstep_kind *kind, const char *field)
{
    const struct reg_info *info = kind_register_find(kind->router, field);

    if (info)
        return info->meaning;
    for (int i = 0; i < kind->clause_count && kind->clause_words && mismatch_illegal(field); i++)
        if (strcmp(field + strlen("legal."), kind->clauses[i]) == 0)
            return kind->clause_words[i];
    return NULL;
}

void mismatch_headline(const struct router_kind *kind, const struct mismatch *d, int node, FILE *out)
{
    const char *meaning = meaning_of(kind->parts->lockstep, d->field);

    if (*d->ended) {
        fprintf(out, "ended: cycle %" PRIu64 ", node %d: %s\n", d->cycle, node, d->ended);
        return;
    }
    fprintf(out, "mismatch: cycle %" PRIu64 ", node %d, %s", d->cycle, node, d->field);
    if (d->lane >= 0)
        fprintf(out, "[%d]", d->lane);
    if (mismatch_illegal(d->field))
        fprintf(out, ": broken, in model and RTL alike\n");
    else
        fprintf(out, ": model 0x%" PRIx64 ", RTL 0x%" PRIx64 "\n", d->model, d->rtl);
    if (meaning)
        fprintf(out, "  %s: %s\n", d->field, meaning);
}

void compared_add(struct compared *sum, const struct compared *c)
{
    sum->cycles += c->cycles;
    sum->pin_bits += c->pin_bits;
    sum->registers += c->registers;
    sum->stores += c->stores;
    sum->legal += c->legal;
}

struct compared lockstep_compared(const void *node)
{
    const struct lockstep *l = node;
    struct compared c = l->compared;

    c.pin_bits = c.cycles * l->pin_bits;
    c.registers = c.cycles * l->lanes;
    if (l->kind->legal)
        c.legal = l->kind->legal_checks(l->legal);
    return c;
}

const void *lockstep_model(const void *node)
{
    return ((const struct lockstep *)node)->model;
}

const void *lockstep_rtl(const void *node)
{
    return ((const struct lockstep *)node)->rtl;
}

void lockstep_go_past(void *node)
{
    ((struct lockstep *)node)->past = 1;
}

int lockstep_check_stores(void *node)
{
    struct lockstep *l = node;

    return l->mismatched || (l->stores_zero && l->was_reset && lockstep_stores_differ(l));
}

const uint8_t *lockstep_touched(const void *node)
{
    return ((const struct lockstep *)node)->touched;
}

void lockstep_watch_registers(void *node)
{
    struct lockstep *l = node;

    l->watch = 1;
    memcpy(l->before, lockstep_state_of(l), l->kind->router->state_bytes);
}
