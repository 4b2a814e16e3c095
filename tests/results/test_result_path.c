/* SPDX-License-Identifier: Apache-2.0
 *
 * Paths in results: a figure is found, and one that is not there is answered with
 * what there is at that place.
 */
#include "../unit.h"
#include "results/result_path.h"

static json_t *results(void)
{
    return json_pack("{s:f, s:b, s:{s:f, s:n, s:s}, s:{s:b, s:{s:i}}, s:b, s:[i]}", "throughput", 0.5, "steady", 1,
                     "packet_latency", "mean_cycles", 300.0, "ci95_half_width", "interval", "few", "independent",
                     "saturated", 1, "packets", "count", 7, "saturated", 0, "samples", 1);
}

TEST(figures)
{
    json_t *r = results();

    assert_true(json_number_value(result_at(r, "packet_latency.mean_cycles")) == 300);
    assert_true(json_integer_value(result_at(r, "independent.packets.count")) == 7);
    assert_null(result_at(r, "independent.packet"));
    assert_true(json_integer_value(result_at(r, "samples.0")) == 1);
    assert_null(result_at(r, "samples.1"));
    assert_null(result_at(r, "samples.x"));
    assert_true(json_is_false(json_object_get(result_group(r, "packet_latency.mean_cycles"), "saturated")));
    assert_true(json_is_true(json_object_get(result_group(r, "independent.packets.count"), "saturated")));
    json_decref(r);
    COMPARED(8, "look-ups");
}

TEST(answers)
{
    static const struct {
        const char *path, *answer; /* NULL: it is a figure */
    } cases[] = {
        {"throughput", NULL},
        {"packet_latency.ci95_half_width", NULL},
        {"packet_latency.mean", "no such figure `packet_latency.mean`; packet_latency has mean_cycles, "
                                "ci95_half_width"},
        {"packet_latency.interval", "no such figure `packet_latency.interval`; packet_latency has mean_cycles, "
                                    "ci95_half_width"},
        {"packet_latency", "no such figure `packet_latency`; packet_latency has mean_cycles, ci95_half_width"},
        {"packet", "no such figure `packet`; there are throughput, packet_latency, independent"},
        {"steady", "no such figure `steady`; there are throughput, packet_latency, independent"},
        {"independent.packets.mean.x", "no such figure `independent.packets.mean.x`; independent.packets has count"},
        {"throughput.mean", "no such figure `throughput.mean`; there are throughput, packet_latency, independent"}};
    enum { CASES = sizeof cases / sizeof *cases };
    json_t *r = results();

    for (int i = 0; i < CASES; i++) {
        char reason[400] = "";
        assert_int_equal(result_check(r, cases[i].path, reason, sizeof reason), cases[i].answer ? -1 : 0);
        assert_string_equal(reason, cases[i].answer ? cases[i].answer : "");
    }
    json_decref(r);
    COMPARED(CASES, "paths");
}

RUN_TESTS
