/* SPDX-License-Identifier: Apache-2.0
 *
 * SAT watch against docs/spec/vcr.md section 18: every case of its registers and wires for small counts, told by a
 * model of its own in words of the section; a token that is lost, in cycles; the ends of its counters.
 */
#include "vcr_unit.h"

/* What the watch sees in a cycle. */
struct seen {
    unsigned mode, quiet, sat, held, timeout;
};

static struct vcr_sat_watch cycle(struct vcr_sat_watch k, const struct seen *s)
{
    const struct vcr_terminal t = {.sat_mode = (uint8_t)s->mode, .quiet = (uint8_t)s->quiet, .sat_timeout = s->timeout};
    const struct vcr_sat_gate g = {.held = (uint8_t)s->held};
    struct vcr_pins in;

    memset(&in, 0, sizeof in);
    in.sat = (uint16_t)s->sat;
    vcr_sat_watch_commit(&k, &g, &t, &in);
    return k;
}

/* One case, by the words of the section. */
static void check(const struct vcr_sat_watch *k, const struct seen *s)
{
    struct vcr_sat_watch next = cycle(*k, s);
    int watches = s->mode != 0 && s->quiet == 0, token = watches && (s->sat & 1u);
    int waits = watches && s->timeout > 0 && !token && !s->held, over = waits && k->waited + 1 >= s->timeout;

    assert_int_equal(next.met, k->met || (token && s->held));
    assert_int_equal(next.timeouts, over && k->timeouts < 255 ? k->timeouts + 1 : k->timeouts);
    assert_int_equal(next.waited, waits && !over ? k->waited + 1 : 0);
}

TEST(every_case)
{
    unsigned cases = 0;

    for (unsigned c = 0; c < 1u << 14; c++, cases++) {
        const struct vcr_sat_watch k = {.waited = c & 7u,
                                        .timeouts = (uint8_t)(c >> 3 & 1u ? 254 + (c >> 4 & 1u) : c >> 4 & 1u),
                                        .met = c >> 5 & 1u};
        const struct seen s = {.mode = c >> 6 & 3u,
                               .quiet = c >> 8 & 1u,
                               .sat = c >> 9 & 3u,
                               .held = c >> 11 & 1u,
                               .timeout = c >> 12 & 3u};
        check(&k, &s);
    }
    COMPARED(cases, "cases");
}

/* Every 36 cycles there is one, up to a cycle; then none. */
TEST(a_lost_token_is_counted)
{
    struct vcr_sat_watch k = {0};
    unsigned compared = 0;

    for (unsigned now = 0; now < 2000; now++, compared++) {
        unsigned phase = now % 36, there = now < 1000;
        const struct seen s = {.mode = 1, .sat = there && phase == 0, .held = there && phase == 1, .timeout = 35};
        k = cycle(k, &s);
        /* Held last in cycle 973: 34 cycles until the next one, which is in time; then late every 35. */
        assert_int_equal(k.timeouts, now < 973 + 35 ? 0 : (now - 973) / 35);
        assert_int_equal(k.met, 0);
    }
    COMPARED(compared, "cycles");
}

TEST(counters_end)
{
    struct vcr_sat_watch k = {.waited = 0xfffffe};
    const struct seen s = {.mode = 2, .timeout = 0xffffff}, at_once = {.mode = 2, .timeout = 1};

    k = cycle(k, &s);
    assert_int_equal(k.waited, 0);
    assert_int_equal(k.timeouts, 1);
    for (unsigned i = 0; i < 300; i++)
        k = cycle(k, &at_once);
    assert_int_equal(k.timeouts, 255);
    assert_int_equal(k.waited, 0);
}

RUN_TESTS
