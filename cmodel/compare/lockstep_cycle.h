/* SPDX-License-Identifier: Apache-2.0
 *
 * One cycle of a lockstep node, to be compiled with a kind's own operations and sizes in it; lockstep.c has what
 * happens seldom.
 */
#ifndef COMPARE_LOCKSTEP_CYCLE_H
#define COMPARE_LOCKSTEP_CYCLE_H

#include <string.h>

#include "../base/memory.h"
#include "lockstep.h"

/* What is kept of a cycle, from step to check. */
struct lockstep_seen {
    struct any_registers regs;  /* of the RTL */
    struct any_pins out;        /* of the RTL */
    struct any_status status;   /* likewise */
    struct any_pins in;         /* of both */
    struct any_control control; /* likewise */
};

struct lockstep {
    const struct lockstep_kind *kind;
    void *model;
    const struct node_ops *ops; /* of the RTL */
    void *rtl;
    unsigned lanes; /* register lanes that the RTL shows */
    unsigned pin_bits;
    int past;                  /* both sides go on past a difference */
    struct lockstep_seen *log; /* [logged] a ring: step is ahead of check; NULL: check follows each step */
    unsigned logged;
    struct lockstep_seen *log_room; /* [room] kept for the next time that step is ahead */
    unsigned room;
    uint8_t *log_stores;          /* with log: of the RTL, when they were to be compared last */
    char apart[MEMORY_ALIGNMENT]; /* with log, what follows is written by the thread that steps */
    struct lockstep_next {
        unsigned place; /* in the log, of the cycle that is stepped next */
        int was_reset;  /* this and the next two as below, of the cycle that was stepped last */
        int stores_zero;
        uint64_t cycles; /* compared */
    } next;
    struct lockstep_seen *last; /* the cycle that was stepped last */
    struct lockstep_seen seen;  /* without log: that one, from step to check; with it, when all is checked */
    /* With log, what follows is written by the thread that checks. */
    struct compared compared;
    int was_reset;   /* before the first reset nothing is defined */
    int stores_zero; /* both sides' stores started at zero, and both show them */
    int watch;
    int mismatched;
    struct mismatch mismatch;
    unsigned checked;               /* with log: where the cycle is that is checked next */
    const struct lockstep_seen *at; /* the cycle that is checked */
    /* Each as long as its kind says: */
    uint8_t *hidden;  /* ones in the registers that the RTL does not show; NULL: none */
    uint8_t *before;  /* with watch: the registers of the previous cycle */
    uint8_t *touched; /* one flag a register */
    void *legal;
};

static inline const void *lockstep_state_of(const struct lockstep *l)
{
    return l->kind->state(l->model);
}

/* Whether registers are compared where the RTL has them. */
static inline int lockstep_in_place(const struct lockstep *l)
{
    return !l->log && l->ops->differs;
}

/* A difference has been found, or what looks like one. @return 1, or 0 when there is none */
int lockstep_pins_differ(struct lockstep *l, const struct any_pins *model);
int lockstep_status_differs(struct lockstep *l, const struct any_status *model);
int lockstep_registers_differ(struct lockstep *l);
int lockstep_stores_differ(struct lockstep *l);
/* Both sides are in a state that breaks these clauses. @return 1 */
int lockstep_illegal(struct lockstep *l, uint32_t broken);
/* The RTL has no outputs to compare in this cycle. @return 1 */
int lockstep_note_end(struct lockstep *l, const char *why);
/* What the RTL does not show is as the model has it. */
void lockstep_fill_hidden(struct lockstep *l);
/* In place: take what the RTL shows. */
void lockstep_take_registers(struct lockstep *l);
/* With log: keep the RTL's stores of a cycle in which they will be compared. */
void lockstep_copy_stores(struct lockstep *l);
/* Note which registers have changed. */
void lockstep_note_touched(struct lockstep *l);

/* A place of the log, which goes around. */
static inline struct lockstep_seen *lockstep_place_in_log(struct lockstep *l, unsigned *place)
{
    struct lockstep_seen *s = &l->log[*place];

    *place = *place + 1 == l->logged ? 0 : *place + 1;
    return s;
}

/* Whether the stores are compared in a cycle, by the cycles compared so far. */
static inline int lockstep_stores_due(int stores_zero, uint64_t cycles)
{
    return stores_zero && cycles % LOCKSTEP_STORES_CYCLES == 0;
}

static inline void lockstep_log_stores(struct lockstep *l, int reset)
{
    l->next.was_reset = l->next.was_reset || reset;
    if (l->next.was_reset && lockstep_stores_due(l->next.stores_zero, ++l->next.cycles))
        lockstep_copy_stores(l);
}

/** The RTL's half of a cycle. */
static inline __attribute__((always_inline)) void lockstep_step_as(struct lockstep *l, const struct lockstep_kind *kind,
                                                                   const void *in, const void *control)
{
    struct lockstep_seen *s = &l->seen;

    if (l->log)
        s = l->last = lockstep_place_in_log(l, &l->next.place);
    else if (l->mismatched && !l->past)
        return;
    l->ops->step(l->rtl, in, control);
    l->ops->pins(l->rtl, &s->out);
    /* Here rather than in check: the RTL's registers are in the processor's cache now. */
    if (kind->router->status_bytes)
        l->ops->status(l->rtl, &s->status);
    if (l->ops->state && !lockstep_in_place(l))
        l->ops->state(l->rtl, &s->regs);
    memcpy(&s->in, in, kind->router->pins_bytes);
    memcpy(&s->control, control, kind->router->control_bytes);
    if (l->log)
        lockstep_log_stores(l, kind->resets(control));
}

static inline __attribute__((always_inline)) uint32_t lockstep_broken_as(struct lockstep *l,
                                                                         const struct lockstep_kind *kind)
{
    if (kind->legal)
        return kind->legal(l->legal, kind->state(l->model));
    l->compared.legal++;
    return kind->broken(kind->router, kind->state(l->model));
}

/* What the build has not, but the model may write, is looked at as seldom as the stores. */
static inline __attribute__((always_inline)) int lockstep_registers_as(struct lockstep *l,
                                                                       const struct lockstep_kind *kind)
{
    const void *model = kind->state(l->model);

    if (lockstep_in_place(l) && l->compared.cycles % LOCKSTEP_STORES_CYCLES != 0 && !l->ops->differs(l->rtl, model))
        return 0;
    if (lockstep_in_place(l))
        lockstep_take_registers(l);
    if (l->hidden)
        lockstep_fill_hidden(l);
    return memcmp(model, &l->at->regs, kind->router->state_bytes) != 0 && lockstep_registers_differ(l);
}

static inline __attribute__((always_inline)) int lockstep_compare_as(struct lockstep *l,
                                                                     const struct lockstep_kind *kind)
{
    struct any_pins model;
    struct any_status status;
    uint32_t broken;

    kind->router->model->pins(l->model, &model);
    if (kind->router->status_bytes)
        kind->router->model->status(l->model, &status);
    l->compared.cycles++;
    if (memcmp(&model, &l->at->out, kind->router->pins_bytes) != 0)
        return lockstep_pins_differ(l, &model);
    if (memcmp(&status, &l->at->status, kind->router->status_bytes) != 0 && lockstep_status_differs(l, &status))
        return 1;
    if (lockstep_registers_as(l, kind))
        return 1;
    /* Model and RTL are equal; both may be wrong alike. */
    if ((broken = lockstep_broken_as(l, kind)))
        return lockstep_illegal(l, broken);
    if (l->watch)
        lockstep_note_touched(l);
    if (lockstep_stores_due(l->stores_zero, l->compared.cycles))
        return lockstep_stores_differ(l);
    return 0;
}

/** The model's half, and the comparison. */
static inline __attribute__((always_inline)) int lockstep_check_as(struct lockstep *l, const struct lockstep_kind *kind)
{
    const char *why;

    if (l->mismatched && !l->past)
        return 1;
    l->at = l->log ? lockstep_place_in_log(l, &l->checked) : &l->seen;
    kind->router->model->step(l->model, &l->at->in, &l->at->control);
    if (l->mismatched)
        return 1;
    l->was_reset = l->was_reset || kind->resets(&l->at->control);
    if ((why = node_ended(l->ops, l->rtl)))
        return lockstep_note_end(l, why);
    return l->was_reset && lockstep_compare_as(l, kind);
}

/**
 * Operations of the lockstep nodes of a kind; one can inject if its RTL can.
 * @param storage  static, or nothing
 * @param name_    of the operations
 * @param number   node_ops.version
 * @param kind     its struct lockstep_kind
 */
#define LOCKSTEP_NODE(storage, name_, number, kind)                            \
    static void *name_##_create(const struct node_ops *inner, uint64_t seed)   \
    {                                                                          \
        return lockstep_create(&(kind), inner, seed);                          \
    }                                                                          \
    static void name_##_step(void *node, const void *in, const void *control)  \
    {                                                                          \
        lockstep_step_as(node, &(kind), in, control);                          \
    }                                                                          \
    static int name_##_check(void *node)                                       \
    {                                                                          \
        return lockstep_check_as(node, &(kind));                               \
    }                                                                          \
    storage const struct node_ops name_ = {.version = (number),                \
                                           .name = "lockstep",                 \
                                           .create = name_##_create,           \
                                           .destroy = lockstep_destroy,        \
                                           .step = name_##_step,               \
                                           .check = name_##_check,             \
                                           .pins = lockstep_pins,              \
                                           .status = lockstep_status,          \
                                           .state = lockstep_state,            \
                                           .store = lockstep_store,            \
                                           .archive = lockstep_archive,        \
                                           .inject = lockstep_put,             \
                                           .inject_store = lockstep_put_store, \
                                           .ended = lockstep_ended,            \
                                           .place = lockstep_place,            \
                                           .ahead = lockstep_ahead}

#endif
