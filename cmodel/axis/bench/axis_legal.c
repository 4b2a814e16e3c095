/* SPDX-License-Identifier: Apache-2.0
 *
 * See axis_legal.h.
 */
#include "axis_legal.h"

enum { INGRESS, EGRESS, NUMBERS, OWNERS, ACTIVE, DROPPING };

const char *const axis_clauses[AXIS_CLAUSES] = {"ingress", "egress", "numbers", "owners", "active", "dropping"};
const char *const axis_clause_words[AXIS_CLAUSES] = {
    "an input's spare place holds a beat behind its front only, and then it is not ready",
    "an output's spare place holds a beat behind its front only, and then it is not ready",
    "owner and turn are inputs",
    "two outputs have different owners",
    "an input whose packet is under way, and not dropped, owns an output; no other does",
    "a packet that is dropped is under way"};

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

    broken |= (uint32_t)!skid_good(&r->ingress, p->inputs) << INGRESS;
    broken |= (uint32_t)!skid_good(&r->egress, p->outputs) << EGRESS;
    broken |= (uint32_t)!numbers_good(p, &r->arbitrate) << NUMBERS;
    broken |= (uint32_t)(twice != 0) << OWNERS;
    broken |= (uint32_t)(owners != (d->active & ~(unsigned)d->dropping)) << ACTIVE;
    broken |= (uint32_t)((d->dropping & ~d->active) != 0) << DROPPING;
    return broken;
}
