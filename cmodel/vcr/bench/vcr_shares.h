/* SPDX-License-Identifier: Apache-2.0
 *
 * Where packets that have one way each go: the preferred port of a router, with the share of what it draws.
 */
#ifndef VCR_SHARES_H
#define VCR_SHARES_H

#include "../../config/scenario_kind.h"
#include "../kind/vcr_settings.h"

/** As scenario_kind.shares, of a build: over all random bits that the draw of docs/spec/vcr.md section 5 may have. */
void vcr_shares(const struct vcr_parameters *parameters, const struct vcr_settings *settings, const struct topology *t,
                const struct scenario_packets *packets, double *share);

#endif
