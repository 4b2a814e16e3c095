/* SPDX-License-Identifier: Apache-2.0
 *
 * SAT watch: whether the token comes in time, and is one. docs/spec/vcr.md section 18; RTL twin
 * rtl/vcr/vcr_sat_watch.v.
 */
#include "vcr_internal.h"

void vcr_sat_watch_commit(struct vcr_sat_watch *k, const struct vcr_sat_gate *g, const struct vcr_terminal *t,
                          const struct vcr_pins *in)
{
    unsigned on = t->sat_mode != VCR_SAT_OFF && !t->quiet, comes = on && (in->sat & 1u);
    unsigned away = on && t->sat_timeout != 0 && !comes && !g->held, late = away && k->waited + 1u >= t->sat_timeout;

    k->met |= comes && g->held;
    k->timeouts = (uint8_t)(k->timeouts + (late && k->timeouts != 0xffu));
    k->waited = away && !late ? k->waited + 1u : 0u;
}
