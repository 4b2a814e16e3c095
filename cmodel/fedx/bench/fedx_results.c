/* SPDX-License-Identifier: Apache-2.0
 *
 * What results have of the settings of Fed-X switches.
 */
#include "../../config/scenario_kind.h"
#include "../../results/result_value.h"
#include "../../results/results_kind.h"
#include "../kind/fedx_kind.h"

#define RESULTS_DEF "../fedx/bench/fedx_results.def" /* from cmodel/results */
#include "../../results/results_objects_of.h"

static const struct scenario *scenario_of(const struct results_at *x)
{
    return &x->session->setup.scenario;
}

#include "../../results/results_rows_of.h"

const struct results_kind fedx_kind_results = {.rows = rows, .settings = RESULTS_settings_of_fedx};
