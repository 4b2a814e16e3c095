/* SPDX-License-Identifier: Apache-2.0
 *
 * The key router: a scenario runs with routers of another kind, a relay (kind/relay.h), which are in its list of keys
 * then; what that kind does not have is refused.
 */
#include <stdlib.h>

#include "../kind/relay.h"
#include "../unit.h"
#include "fedx/kind/fedx_kind.h"
#include "config/registry.h"
#include "run/session.h"

/* In place of those of the program. */
static const struct router_kind *const kinds[] = {&fedx_kind, &relay_kind, NULL};

static struct scenario scenario_of(const char *const *assignment)
{
    char error[SCENARIO_ERROR];
    struct scenario s;

    scenario_defaults(&s);
    for (; *assignment; assignment++)
        if (scenario_assign(&s, *assignment, error, sizeof error) != 0)
            fail_msg("%s", error);
    return s;
}

TEST(a_scenario_runs_with_relays)
{
    static const char *const given[] = {
        "fabric.router=relay",           "fabric.rows=4",   "fabric.cols=4",     "traffic.load=0.2",
        "traffic.routing=deterministic", "run.cycles=5000", "run.drain=packets", NULL};
    const struct scenario s = scenario_of(given);
    static struct session session;
    char error[SCENARIO_ERROR];

    if (session_prepare(&session, &s, error, sizeof error) != 0 ||
        session_run(&session, NULL, NULL, error, sizeof error) != 0)
        fail_msg("%s", error);
    assert_ptr_equal(session.setup.kind, &relay_kind);
    assert_ptr_equal(session.engine, &engine_cycle);
    assert_true(fabric_drained(session.fabric));
    COMPARED(fabric_stats(session.fabric).delivered, "packets delivered by relays");
    session_finish(&session);
}

TEST(it_is_listed_when_it_is_named)
{
    static const char *const usual[] = {"fabric.router=fedx", NULL}, *const relay[] = {"fabric.router=relay", NULL};
    const char *const *const given[] = {usual, relay};
    char error[SCENARIO_ERROR];

    for (int i = 0; i < 2; i++) {
        const struct scenario s = scenario_of(given[i]);
        struct scenario again;
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        scenario_print(&s, out);
        fclose(out);
        assert_int_equal(strstr(text, "router: ") != NULL, i);
        scenario_defaults(&again);
        assert_int_equal(scenario_parse(&again, "printed", text, size, error, sizeof error), 0);
        assert_ptr_equal(setup_kind(&again), router_kinds[i]);
        free(text);
    }
    COMPARED(2, "kinds printed and read");
}

TEST(what_a_kind_has_not_is_refused)
{
    static const struct {
        const char *assignment, *error;
    } wrong[] = {
        {"fabric.rtl=all", "there is no RTL of --router relay"},
        {"fabric.lockstep=0", "there is no RTL of --router relay"},
        {"run.engine=event", "--router relay: there is no event engine for it"},
        {"run.check_engine=true", "--router relay: there is no event engine for it"},
        {"fault.faults=random:0.01", "--faults cannot be had with --router relay"},
        {"fabric.rows=9", "a relay knows the ways to 64 endpoints"},
    };
    char error[SCENARIO_ERROR];

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *const given[] = {"fabric.router=relay", wrong[i].assignment, "run.drain=packets", NULL};
        const struct scenario s = scenario_of(given);
        assert_int_equal(scenario_check(&s, error, sizeof error), -1);
        assert_string_equal(error, wrong[i].error);
    }
    assert_int_equal(scenario_assign(&(struct scenario){.file = ""}, "fabric.router=vax", error, sizeof error), -1);
    assert_string_equal(error, "fabric.router: vax must be one of fedx, relay");
    COMPARED(sizeof wrong / sizeof *wrong + 1, "scenarios refused");
}

int main(void)
{
    router_kinds = kinds;
    return test_all(NULL, NULL);
}
