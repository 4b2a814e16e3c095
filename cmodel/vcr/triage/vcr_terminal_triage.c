/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference has to know of the terminal, of each build.
 */
#include "../../dut/dut_cache.h"
#include "../../triage/section.h"
#include "../../triage/triage.h"
#include "../kind/vcr_terminal_kind.h"
#include "vcr_explain.h"
#include "vcr_terminal_explain.h"
#include "vcr_terminal_history.h"

/* Sections of docs/spec/vcr.md by what begins the name of a register. */
static const struct section_rule rules[] = {
    {"inject.", 15, "Injection"},  {"store[", 15, "Injection"},     {"sat_gate.", 16, "SAT gate"},
    {"terminal.", 17, "Terminal"}, {"sat_watch.", 18, "SAT watch"}, {NULL, 0, NULL},
};

/* The port of what differs; else the first. */
static int port_of(const struct router_kind *kind, const struct vcr_terminal_parameters *s, const struct mismatch *d)
{
    const struct vcr_parameters alike = vcr_terminal_alike(s);
    const struct reg_info *info = kind_register_find(kind, d->field);
    const struct pin_info *pin = kind_pin_find(kind, d->field);
    const struct lanes *l = info ? &info->lanes : pin ? &pin->lanes : NULL;
    int lane = d->lane >= 0 ? d->lane : d->model != d->rtl ? __builtin_ctzll(d->model ^ d->rtl) : 0;
    int port = l && lane < l->each ? vcr_explain_port(&alike, l, lane) : -1;

    return port >= 0 ? port : 0;
}

static const char *port_name(int port)
{
    static const char *const names[VCR_MOST_LOCAL] = {"0", "1", "2", "3"};

    return names[port];
}

static const char *const port_blocks[] = {"inject", "terminal", NULL};

#define VCR_TERMINAL_BUILD(name_, ...)                                                                             \
    static int port_##name_(const struct mismatch *d)                                                              \
    {                                                                                                              \
        return port_of(&vcr_terminal_kind_##name_, &vcr_terminal_parameters_##name_, d);                           \
    }                                                                                                              \
    static int section_##name_(const char *field, const char **title)                                              \
    {                                                                                                              \
        return section_find(&vcr_terminal_kind_##name_, rules, field, title);                                      \
    }                                                                                                              \
    static void *create_history_##name_(void)                                                                      \
    {                                                                                                              \
        return vcr_terminal_history_create(&vcr_terminal_parameters_##name_);                                      \
    }                                                                                                              \
    static const struct history_ops history_##name_ = {create_history_##name_,                                     \
                                                       vcr_terminal_history_destroy,                               \
                                                       vcr_terminal_history_observer,                              \
                                                       vcr_terminal_history_count,                                 \
                                                       vcr_terminal_history_print,                                 \
                                                       VCR_TERMINAL_HISTORY_RECENT,                                \
                                                       NULL};                                                      \
    static void *create_explain_##name_(const struct vectors *v)                                                   \
    {                                                                                                              \
        return vcr_terminal_explain_create(&vcr_terminal_kind_##name_, &vcr_terminal_parameters_##name_, v);       \
    }                                                                                                              \
    static const struct explain_ops explain_##name_ = {create_explain_##name_, vcr_terminal_explain_destroy,       \
                                                       vcr_terminal_explain_observer, vcr_terminal_explain_print}; \
    const struct triage_kind vcr_terminal_triage_##name_ = {                                                       \
        .port = port_##name_,                                                                                      \
        .port_name = port_name,                                                                                    \
        .address = vcr_terminal_explain_address,                                                                   \
        .port_blocks = port_blocks,                                                                                \
        .section = section_##name_,                                                                                \
        .specification = "docs/spec/vcr.md",                                                                       \
        .history = &history_##name_,                                                                               \
        .explain = &explain_##name_,                                                                               \
        .sources = dut_cache_sources,                                                                              \
    };
#include "../kind/vcr_terminals.def"
#undef VCR_TERMINAL_BUILD
