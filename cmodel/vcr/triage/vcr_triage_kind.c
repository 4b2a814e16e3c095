/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference has to know of the virtual-channel router, of each build.
 */
#include "../../dut/dut_cache.h"
#include "../../triage/section.h"
#include "../../triage/triage.h"
#include "../kind/vcr_kind.h"
#include "vcr_explain.h"
#include "vcr_history.h"
#include "vcr_late_start.h"

/* Sections of docs/spec/vcr.md by what begins the name of a register. */
static const struct section_rule rules[] = {
    {"route.", 5, "Route"},
    {"input.", 6, "Input"},
    {"store[", 6, "Input"},
    {"output.", 8, "Output"},
    {"allocate.", 9, "Allocation"},
    {"crossbar.", 10, "Crossbar"},
    {"sat_switch.", 11, "SAT"},
    {"config.", 12, "Configuration and reset"},
    {NULL, 0, NULL},
};

/* The first input that holds something. */
static int busy_port(const struct vcr_parameters *s, const struct vcr_regs *r)
{
    for (int p = 0; p < s->ports; p++)
        if (r->input.stored[p] | r->input.active[p])
            return p;
    return 0;
}

static int port_of(const struct router_kind *kind, const struct vcr_parameters *s, const struct mismatch *d)
{
    const struct reg_info *info = kind_register_find(kind, d->field);
    const struct pin_info *pin = kind_pin_find(kind, d->field);
    const struct lanes *l = info ? &info->lanes : pin ? &pin->lanes : NULL;
    int lane = d->lane >= 0 ? d->lane : d->model != d->rtl ? __builtin_ctzll(d->model ^ d->rtl) : 0;
    int port = l && lane < l->each ? vcr_explain_port(s, l, lane) : -1;

    return port >= 0 ? port : busy_port(s, (const struct vcr_regs *)(const void *)&d->state);
}

static const char *port_name(int port)
{
    static const char *const names[VCR_MOST_PORTS] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"};

    return names[port];
}

static const char *const port_blocks[] = {"input", "output", "route", "allocate", "crossbar", NULL};

#define VCR_CONFIGURATION(name_, ...)                                                                    \
    static int port_##name_(const struct mismatch *d)                                                    \
    {                                                                                                    \
        return port_of(&vcr_kind_##name_, &vcr_parameters_##name_, d);                                   \
    }                                                                                                    \
    static int section_##name_(const char *field, const char **title)                                    \
    {                                                                                                    \
        return section_find(&vcr_kind_##name_, rules, field, title);                                     \
    }                                                                                                    \
    static const char *address_##name_(unsigned address, char text[TRIAGE_ADDRESS])                      \
    {                                                                                                    \
        return vcr_explain_address(&vcr_parameters_##name_, address, text);                              \
    }                                                                                                    \
    static void *create_history_##name_(void)                                                            \
    {                                                                                                    \
        return vcr_history_create(&vcr_parameters_##name_);                                              \
    }                                                                                                    \
    static const struct history_ops history_##name_ = {create_history_##name_,                           \
                                                       vcr_history_destroy,                              \
                                                       vcr_history_observer,                             \
                                                       vcr_history_count,                                \
                                                       vcr_history_print,                                \
                                                       VCR_HISTORY_RECENT,                               \
                                                       NULL};                                            \
    static void *create_explain_##name_(const struct vectors *v)                                         \
    {                                                                                                    \
        return vcr_explain_create(&vcr_kind_##name_, &vcr_parameters_##name_, v);                        \
    }                                                                                                    \
    static const struct explain_ops explain_##name_ = {create_explain_##name_, vcr_explain_destroy,      \
                                                       vcr_explain_observer, vcr_explain_print};         \
    static int preamble_##name_(struct vectors *v, const void *model, const struct initial_state *start, \
                                const struct vectors *window)                                            \
    {                                                                                                    \
        (void)start;                                                                                     \
        return vcr_late_start_preamble(&vcr_parameters_##name_, v, model, window);                       \
    }                                                                                                    \
    static int without_##name_(void *registers, const void *idle, int part)                              \
    {                                                                                                    \
        return vcr_late_start_without(&vcr_parameters_##name_, registers, idle, part);                   \
    }                                                                                                    \
    static const struct late_start_ops near_##name_ = {preamble_##name_, without_##name_};               \
    const struct triage_kind vcr_triage_##name_ = {                                                      \
        .port = port_##name_,                                                                            \
        .port_name = port_name,                                                                          \
        .address = address_##name_,                                                                      \
        .port_blocks = port_blocks,                                                                      \
        .section = section_##name_,                                                                      \
        .specification = "docs/spec/vcr.md",                                                             \
        .history = &history_##name_,                                                                     \
        .explain = &explain_##name_,                                                                     \
        .late_start = &near_##name_,                                                                     \
        .sources = dut_cache_sources,                                                                    \
    };
#include "../kind/vcr_configurations.def"
#include "../kind/vcr_shapes.def"
#undef VCR_CONFIGURATION
