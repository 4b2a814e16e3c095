/* SPDX-License-Identifier: Apache-2.0
 *
 * The options that say what PEs send and in which order, for every subcommand
 * that runs a fabric. docs/workloads.md describes them.
 */
#ifndef FEDX_CLI_TRAFFIC_H
#define FEDX_CLI_TRAFFIC_H

#include "fedx_cli.h"

/** What the user asked for; texts NULL and numbers negative when not given. */
struct fedx_cli_traffic {
    const struct fedx_workload *workload;
    double load;
    int schedule;      /**< index of the schedule's name */
    int64_t alpha;     /**< thousandths */
    int skip_blocked;
    const struct fedx_pattern *pattern;
    int source;        /**< index of the source's name */
    double on_mean, off_mean;
    const char *hot_spots, *hot_senders, *hot_load, *replay, *record;
};

/** What comes of it for a fabric. Clear it first; it must outlive the fabric. */
struct fedx_cli_sources {
    struct fedx_traffic traffic;
    struct fedx_trace *trace;
    FILE *record;
};

/** The options as an argp parser to be a child of a subcommand's; its input is a struct fedx_cli_traffic. */
extern const struct argp fedx_cli_traffic_argp;

/** What holds unless the user says otherwise. */
struct fedx_cli_traffic fedx_cli_traffic_defaults(void);
/**
 * Check the options, against each other and against the fabric, and set up PEs with them.
 * @param pe  its seed is read
 * @return 0, or FEDX_EXIT_BAD_INPUT after saying why
 */
int fedx_cli_traffic_apply(const char *command, const struct fedx_cli_traffic *t, const struct fedx_topology *topology,
                           struct fedx_cli_sources *sources, struct fedx_pe_settings *pe);
/** @return 0 when what was recorded is in its file, or FEDX_EXIT_BAD_INPUT after saying why */
int fedx_cli_traffic_check_record(const char *command, const struct fedx_cli_traffic *t,
                                  const struct fedx_cli_sources *sources);
/** Close the record and free the rest. */
void fedx_cli_traffic_finish(struct fedx_cli_sources *sources);
/** What PEs send, a part of a line such as "wk-mixture at load 0.7". */
void fedx_cli_traffic_print(const struct fedx_cli_traffic *t, const struct fedx_pe_settings *pe);
/** Lines about hot spots and schedule, where they are not the usual ones. */
void fedx_cli_traffic_print_more(const struct fedx_pe_settings *pe);
/** Add destinations, sources and hot spots to the JSON of traffic. @return 0, or -1 when out of memory */
int fedx_cli_traffic_json(const struct fedx_cli_traffic *t, const struct fedx_pe_settings *pe, json_t *traffic);
/** The schedule for the JSON results. */
json_t *fedx_cli_schedule_json(const struct fedx_pe_settings *pe);

#endif
