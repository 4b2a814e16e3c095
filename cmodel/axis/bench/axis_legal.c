/* SPDX-License-Identifier: Apache-2.0 */
#include "axis_legal.h"

const char *const axis_clauses[AXIS_CLAUSES] = {
#define CLAUSE(name, words) #name,
    AXIS_LEGAL_CLAUSES(CLAUSE)
#undef CLAUSE
};
const char *const axis_clause_words[AXIS_CLAUSES] = {
#define CLAUSE(name, words) words,
    AXIS_LEGAL_CLAUSES(CLAUSE)
#undef CLAUSE
};

static int skid_good(const struct axis_skid *s, int lanes)
{
    unsigned others = ~((1u << lanes) - 1);

    return !(s->spare & ~s->valid) && !(s->spare & s->ready) && !((s->valid | s->ready) & others);
}

static int numbers_good(const struct axis_parameters *p, const struct axis_arbitrate *a)
{
    int good = 1;

    for (int j = 0; j < p->outputs; j++)
        good &= a->owner[j] < p->inputs && a->turn[j] < p->inputs;
    return good;
}

/* Inputs that own an output. @param[out] twice  those that own two */
static unsigned owners_of(const struct axis_parameters *p, const struct axis_arbitrate *a, unsigned *twice)
{
    unsigned owners = 0;

    *twice = 0;
    for (int j = 0; j < p->outputs; j++)
        if (a->locked >> j & 1) {
            *twice |= owners & 1u << a->owner[j];
            owners |= 1u << a->owner[j];
        }
    return owners;
}

uint32_t axis_legal(const struct axis_parameters *p, const struct axis_regs *r)
{
    const struct axis_decode *d = &r->decode;
    unsigned twice, owners = owners_of(p, &r->arbitrate, &twice);
    uint32_t broken = 0;

    broken |= (uint32_t)!skid_good(&r->ingress, p->inputs) << AXIS_LEGAL_ingress;
    broken |= (uint32_t)!skid_good(&r->egress, p->outputs) << AXIS_LEGAL_egress;
    broken |= (uint32_t)!numbers_good(p, &r->arbitrate) << AXIS_LEGAL_numbers;
    broken |= (uint32_t)(twice != 0) << AXIS_LEGAL_owners;
    broken |= (uint32_t)(owners != (d->active & ~(unsigned)d->dropping)) << AXIS_LEGAL_active;
    broken |= (uint32_t)((d->dropping & ~d->active) != 0) << AXIS_LEGAL_dropping;
    return broken;
}
