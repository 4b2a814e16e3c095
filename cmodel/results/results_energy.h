/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run cost by the table of --energy, and loads in flits, as the field has them. docs/reference/statistics.md.
 */
#ifndef RESULTS_RESULTS_ENERGY_H
#define RESULTS_RESULTS_ENERGY_H

#include "results_rows.h"

/** What was counted of each event, and what that costs. */
struct results_account {
    double count[ENERGY_EVENTS], energy[ENERGY_EVENTS], all;
};
struct results_account results_account(const struct session *session);
/** As JSON, by event; and in words, the share of each, NULL when nothing costs anything. */
json_t *results_energy_events(const struct results_at *x);
json_t *results_energy_shares(const struct session *session);

/** Flits of a packet; of each endpoint in a cycle, of what it created with `offered`, else of what was delivered. */
double results_packet_flits(const struct session *session);
double results_flits(const struct session *session, int offered);
/** How busy cables between routers are, each direction by itself, with refused attempts. */
struct results_directions {
    double all, most; /**< all together, and the busiest */
};
struct results_directions results_directions(const struct session *session);

#endif
