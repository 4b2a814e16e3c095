/* SPDX-License-Identifier: Apache-2.0
 *
 * Options of traffic. See fedx_cli_traffic.h.
 */
#include "fedx_cli_traffic.h"

#include <string.h>

enum { SCHEDULE_FIFO, SCHEDULE_ALPHA };
static const char *const schedule_names[] = {"fifo", "alpha", NULL};

/* The paper's value. */
enum { ALPHA_DEFAULT = 8 };

enum { KEY_WORKLOAD = 1, KEY_LOAD, KEY_SCHEDULE, KEY_ALPHA, KEY_SKIP };

static const struct argp_option argp_options[] = {
    {0, 0, 0, 0, "Messages:", 0},
    {"workload", KEY_WORKLOAD, "NAME", 0, "wk-mixture (default), wk1-5, wk30, wk-long, single", 0},
    {"load", KEY_LOAD, "U", 0, "traffic density of each PE, over 0, up to 2 (default 0.7)", 0},
    {"schedule", KEY_SCHEDULE, "KIND", 0, "order of a PE's messages: fifo (default) or alpha", 0},
    {"alpha", KEY_ALPHA, "A", 0, "weight of the packets left, 0 to 1000000, at most three decimals (default 8)", 0},
    {"skip-blocked", KEY_SKIP, 0, 0, "after a refused packet try that of the next message", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct fedx_cli_traffic *t = state->input;

    switch (key) {
    case KEY_WORKLOAD:
        t->workload = fedx_workload_find(text);
        if (!t->workload)
            argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "--workload %s: fedx run --help lists the workloads", text);
        return 0;
    case KEY_LOAD: t->load = fedx_cli_number(state, "load", text, 0, 2); return 0;
    case KEY_SCHEDULE: t->schedule = fedx_cli_choice(state, "schedule", text, schedule_names); return 0;
    case KEY_ALPHA: t->alpha = fedx_cli_thousandths(state, "alpha", text, FEDX_ALPHA_MAX); return 0;
    case KEY_SKIP: t->skip_blocked = 1; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct argp fedx_cli_traffic_argp = {.options = argp_options, .parser = parse};

struct fedx_cli_traffic fedx_cli_traffic_defaults(void)
{
    return (struct fedx_cli_traffic){
        .workload = fedx_workload_find("wk-mixture"),
        .load = 0.7,
        .schedule = -1,
        .alpha = -1,
    };
}

static int apply_schedule(const char *command, const struct fedx_cli_traffic *t,
                          struct fedx_schedule_settings *schedule)
{
    if (t->schedule == SCHEDULE_FIFO && t->alpha >= 0)
        return fedx_cli_bad(command, "--alpha goes with --schedule alpha");
    schedule->skip_blocked = t->skip_blocked;
    if (t->alpha >= 0)
        schedule->alpha = t->alpha;
    else if (t->schedule == SCHEDULE_ALPHA)
        schedule->alpha = ALPHA_DEFAULT * FEDX_ALPHA_ONE;
    return 0;
}

int fedx_cli_traffic_apply(const char *command, const struct fedx_cli_traffic *t, struct fedx_pe_settings *pe)
{
    pe->workload = t->workload;
    pe->load = t->load;
    return apply_schedule(command, t, &pe->schedule);
}

void fedx_cli_traffic_print(const struct fedx_pe_settings *pe)
{
    static const char skipping[] = ", blocked messages are skipped";
    const struct fedx_schedule_settings *s = &pe->schedule;

    if (s->alpha > 0)
        printf("schedule    alpha %g%s\n", (double)s->alpha / FEDX_ALPHA_ONE, s->skip_blocked ? skipping : "");
    else if (s->skip_blocked)
        printf("schedule    fifo%s\n", skipping);
}

json_t *fedx_cli_schedule_json(const struct fedx_pe_settings *pe)
{
    return json_pack("{s:f, s:b}", "alpha", (double)pe->schedule.alpha / FEDX_ALPHA_ONE, "skip_blocked",
                     pe->schedule.skip_blocked);
}
