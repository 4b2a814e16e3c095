/* SPDX-License-Identifier: Apache-2.0
 *
 * SAT: the token passes through. docs/spec/vcr.md section 11; RTL twin rtl/vcr/vcr_sat_switch.v.
 */
#include "vcr_internal.h"

/* Ring: a token goes on from the port that it came on to the next one of the tour. */
static unsigned along_ring(const struct vcr_config *c, unsigned came)
{
    unsigned leaves = 0;

    VCR_FOR_EACH(p, came)
    leaves |= c->sat_next[p] == VCR_SAT_NOWHERE ? 0u : 1u << c->sat_next[p];
    return leaves;
}

/* Spanning tree: from the parent to all children; back when the last of them has replied; the root begins again. */
static unsigned along_tree(struct vcr_sat_switch *t, const struct vcr_config *c, unsigned came)
{
    unsigned got = t->got | (came & c->sat_children), all = got == c->sat_children && got != 0;
    unsigned down = c->sat_root ? all || !t->started : came >> c->sat_parent & 1u;

    t->got = (uint16_t)(all || down ? 0 : got);
    t->started = c->sat_root;
    if (down)
        return c->sat_children;
    return all ? 1u << c->sat_parent : 0;
}

void vcr_sat_switch_commit(const struct vcr_parameters *s, struct vcr_sat_switch *t, const struct vcr_config *c,
                           const struct vcr_pins *in)
{
    unsigned came = in->sat & vcr_all_ports(s), leaves = 0;

    if (c->quiet == 0 && c->sat_mode == VCR_SAT_RING)
        leaves = along_ring(c, came);
    else if (c->quiet == 0 && c->sat_mode == VCR_SAT_TREE)
        leaves = along_tree(t, c, came);
    t->sat = (uint16_t)(leaves & vcr_all_ports(s));
}
