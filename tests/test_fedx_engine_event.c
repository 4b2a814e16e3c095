/* SPDX-License-Identifier: Apache-2.0
 *
 * The event engine is the cycle engine: equal events in every cycle and equal
 * registers, over random configurations of everything that a fabric can be.
 *
 *   test_fedx_engine_event [CONFIGURATIONS [CYCLES]]
 */
#include <stdlib.h>

#include "unit.h"
#include "verify/fedx_check_engine.h"

static int configurations = 500;
static uint64_t cycles = 6000;

/* Rows and columns; from 15 on an X-mesh needs more than ten buffers. */
enum { LARGEST = FEDX_BUILT_FOR(8, 20) };

/* A random fabric with all that it refers to. */
struct subject {
    struct fedx_topology *topology;
    struct fedx_traffic traffic;
    struct fedx_fabric_config config;
};

static unsigned draw(struct fedx_random *r, unsigned bound)
{
    return (unsigned)(fedx_random_next(r) % bound);
}

/* One of these in half of the draws, anything up to max in the others. */
static int draw_limit(struct fedx_random *r, int usual, int max)
{
    return draw(r, 2) ? usual : (int)draw(r, (unsigned)max + 1);
}

static void draw_settings(struct fedx_random *r, struct fedx_settings *s, int buffers)
{
    static const int timeouts[] = {0, 30, 60, 500, 4000};

    *s = fedx_settings_default();
    s->buffers = buffers;
    s->backpressure = (int)draw(r, 3);
    s->class_rule = draw(r, 16) != 0;
    s->random_select = (int)draw(r, 2);
    s->latency = draw_limit(r, 0, FEDX_MAX_LATENCY);
    s->limit_dest = draw_limit(r, 2, buffers);
    s->limit_trans = draw_limit(r, buffers < 6 ? buffers : 6, buffers);
    s->eject_priority = draw_limit(r, 2, buffers);
    s->throttle_timeout = timeouts[draw(r, 5)];
    s->random_seed = 1 + draw(r, 65535);
    assert_null(fedx_settings_check(s));
}

static const struct fedx_pattern *draw_pattern(struct fedx_random *r, struct fedx_shape shape)
{
    unsigned patterns = 0, chosen;

    while (fedx_patterns[patterns].name)
        patterns++;
    do
        chosen = draw(r, patterns);
    while (!fedx_patterns[chosen].fits(shape));
    return &fedx_patterns[chosen];
}

static void draw_hot_spots(struct fedx_random *r, struct fedx_traffic *t, int nodes)
{
    uint8_t roles[LARGEST * LARGEST] = {0};
    double loads[] = {FEDX_BACKLOG, 0, 0.5, 1.5};

    fedx_traffic_draw_roles(roles, nodes, FEDX_ROLE_HOT, 1 + (int)draw(r, 2), r);
    fedx_traffic_draw_roles(roles, nodes, FEDX_ROLE_SENDER, 1 + (int)draw(r, (unsigned)nodes / 2), r);
    assert_int_equal(fedx_traffic_hot_spots(t, roles, loads[draw(r, 4)]), 0);
}

static void draw_traffic(struct fedx_random *r, struct subject *s, int rows, int cols)
{
    struct fedx_pe_settings *pe = &s->config.pe;
    unsigned workloads = 0;

    while (fedx_workloads[workloads].name)
        workloads++;
    fedx_traffic_init(&s->traffic, rows, cols);
    s->traffic.pattern = draw_pattern(r, s->traffic.shape);
    if (draw(r, 4) == 0) {
        s->traffic.on_mean = 1 + draw(r, 3000);
        s->traffic.off_mean = 1 + draw(r, 3000);
    }
    if (rows * cols >= 6 && draw(r, 3) == 0)
        draw_hot_spots(r, &s->traffic, rows * cols);
    pe->traffic = &s->traffic;
    pe->workload = &fedx_workloads[draw(r, workloads)];
    pe->load = 0.05 + 0.01 * draw(r, 150);
    pe->adaptive = draw(r, 4) != 0;
    pe->seed = fedx_random_next(r);
    if (draw(r, 2)) {
        pe->schedule.alpha = draw(r, 2) ? 8000 : draw(r, 300000);
        pe->schedule.clock_limit = draw(r, 2) ? 0 : 1 + draw(r, 20);
    }
    pe->schedule.skip_blocked = draw(r, 3) == 0;
}

static void draw_subject(struct fedx_random *r, struct subject *s)
{
    int rows = 2 + (int)draw(r, LARGEST - 1), cols = 2 + (int)draw(r, LARGEST - 1), buffers;
    const char *error = "";

    memset(s, 0, sizeof *s);
    s->topology = fedx_topology_create(&fedx_xmesh, rows, cols, &error);
    assert_non_null(s->topology);
    s->config.topology = s->topology;
    buffers = fedx_topology_buffers(s->topology);
    buffers = draw(r, 2) && buffers <= FEDX_STANDARD_BUFFERS ? FEDX_STANDARD_BUFFERS
                                                             : buffers + (int)draw(r, 1 + (unsigned)(FEDX_BUFFERS - buffers));
    draw_settings(r, &s->config.settings, buffers);
    draw_traffic(r, s, rows, cols);
    s->config.stall_cycles = 3000;
    s->config.warmup = cycles / 10;
}

static void finish_subject(struct subject *s)
{
    fedx_traffic_finish(&s->traffic);
    fedx_topology_destroy(s->topology);
}

static void say(int number, const struct subject *s)
{
    const struct fedx_settings *c = &s->config.settings;

    printf("configuration %d: %d x %d, %d buffers, %s at %.2f, %s, backpressure %d, class rule %d, random %d, latency %d, limits %d %d, "
           "ejection %d, time-out %d, hot spots %d\n",
           number, s->topology->rows, s->topology->cols, c->buffers, s->config.pe.workload->name, s->config.pe.load,
           s->traffic.pattern->name, c->backpressure, c->class_rule, c->random_select, c->latency, c->limit_dest,
           c->limit_trans, c->eject_priority, c->throttle_timeout, s->traffic.hot_count);
}

static int drained(void *context, const struct fedx_fabric *f)
{
    (void)context;
    return fedx_fabric_in_flight(f) == 0;
}

static struct fedx_engine_compared check(int number, struct subject *s, unsigned *faults)
{
    struct fedx_check_engine *c = fedx_check_engine_create(&s->config, 64);
    int status;

    assert_non_null(c);
    status = fedx_check_engine_run(c, cycles, NULL, NULL, 0);
    if (status == 0) {
        fedx_check_engine_stop_injection(c);
        status = fedx_check_engine_run(c, 100000, drained, NULL, 64);
    }
    if (status == 1) {
        say(number, s);
        fedx_engine_difference_print(fedx_check_engine_difference(c), stdout);
    }
    assert_in_range(status == 2 ? 0 : status, 0, 0);
    *faults += status == 2;
    struct fedx_engine_compared compared = fedx_check_engine_compared(c);
    fedx_check_engine_destroy(c);
    return compared;
}

static void random_configurations(void **state)
{
    struct fedx_random r = fedx_random_stream(3, 0);
    struct fedx_engine_compared sum = {0};
    unsigned stalled = 0;

    (void)state;
    for (int i = 0; i < configurations; i++) {
        struct subject s;
        draw_subject(&r, &s);
        struct fedx_engine_compared c = check(i, &s, &stalled);
        sum.switch_cycles += c.switch_cycles;
        sum.events += c.events;
        sum.states += c.states;
        sum.overdue += c.overdue;
        finish_subject(&s);
    }
    printf("           %d configurations, %llu switch-cycles, %u ended in deadlock\n", configurations,
           (unsigned long long)sum.switch_cycles, stalled);
    COMPARED(sum.events, "events, 0 differences");
    COMPARED(sum.states, "states of switches, 0 differences");
    COMPARED(sum.overdue, "of them with an overdue watched packet");
}

/* A message that one fabric has and the other has not must be found, at the cycle in which it appears. */
static void finds_a_difference(void **state)
{
    struct fedx_random r = fedx_random_stream(4, 0);
    struct subject s;
    struct fedx_check_engine *c;

    (void)state;
    draw_subject(&r, &s);
    c = fedx_check_engine_create(&s.config, 1);
    assert_int_equal(fedx_check_engine_run(c, 500, NULL, NULL, 0), 0);
    fedx_pe_send(fedx_fabric_pe(fedx_check_engine_fabric(c), 1), 500, 0, 3);
    assert_int_equal(fedx_check_engine_run(c, 20000, NULL, NULL, 0), 1);
    assert_in_range(fedx_check_engine_difference(c)->cycle, 501, 20000);
    fedx_check_engine_destroy(c);
    finish_subject(&s);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_configurations),
        cmocka_unit_test(finds_a_difference),
    };

    if (argc > 1)
        configurations = atoi(argv[1]);
    if (argc > 2)
        cycles = strtoull(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
