/* SPDX-License-Identifier: Apache-2.0
 *
 * The options that say what PEs send and in which order, for every subcommand
 * that runs a fabric. docs/workloads.md describes them.
 */
#ifndef FEDX_CLI_TRAFFIC_H
#define FEDX_CLI_TRAFFIC_H

#include "fedx_cli.h"

/** What the user asked for. */
struct fedx_cli_traffic {
    const struct fedx_workload *workload;
    double load;
    int schedule;      /**< index of the schedule's name, -1: not given */
    int64_t alpha;     /**< thousandths, -1: not given */
    int skip_blocked;
};

/** The options as an argp parser to be a child of a subcommand's; its input is a struct fedx_cli_traffic. */
extern const struct argp fedx_cli_traffic_argp;

/** What holds unless the user says otherwise. */
struct fedx_cli_traffic fedx_cli_traffic_defaults(void);
/** Check the options against each other and set up PEs with them. @return 0, or FEDX_EXIT_BAD_INPUT after saying why */
int fedx_cli_traffic_apply(const char *command, const struct fedx_cli_traffic *t, struct fedx_pe_settings *pe);
/** One line about the schedule, unless it is the usual one. */
void fedx_cli_traffic_print(const struct fedx_pe_settings *pe);
/** The schedule for the results. */
json_t *fedx_cli_schedule_json(const struct fedx_pe_settings *pe);

#endif
