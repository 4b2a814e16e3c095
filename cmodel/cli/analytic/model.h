/* SPDX-License-Identifier: Apache-2.0
 *
 * The models of fedx model that have options of their own. Only for fedx_model*.c.
 */
#ifndef MODEL_H
#define MODEL_H

#include "../common/cli_scenario.h"

/** fedx model links, fedx model routes. @param argv  as of fedx model. @return exit status */
int model_links(int argc, char **argv);
int model_routes(int argc, char **argv);

/** What is worked out of a fabric, which does not run. */
struct model_of_fabric {
    const struct argp *argp;                    /**< its parser is model_parse */
    void (*choose)(struct scenario *set);       /**< what holds if nobody says otherwise */
    int (*work_out)(const struct setup *setup); /**< @return exit status */
};
/** Do that, with the options of fedx run. */
int model_of_fabric(int argc, char **argv, const struct model_of_fabric *m);
/** Parser of these options. */
error_t model_parse(int key, char *text, struct argp_state *state);

#endif
