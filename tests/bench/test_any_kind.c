/* SPDX-License-Identifier: Apache-2.0
 *
 * Work with one router knows no kind: a relay (kind/relay.h), whose only wire is a word, whose seven words are more
 * than fit into a number, and which has no output but those, is recorded, written to files and read again, replayed in
 * lockstep with one that is wrong, from power-up and from a state, and drawn.
 */
#include <stdlib.h>
#include <unistd.h>

#include "../kind/relay.h"
#include "../unit.h"
#include "base/output.h"
#include "bench/bench.h"
#include "bench/recorder.h"
#include "bench/replay.h"
#include "gen/expected.h"
#include "gen/gen_pins.h"
#include "kind/bus.h"
#include "triage/bundle.h"
#include "triage/late_start.h"

enum { PORTS = 7, DESTINATIONS = 64, CYCLES = 3000, WRONG_AT = 2500, WRONG_PORT = 3, LAST = 200 };

/* A relay one of whose queues has a word more than it should, from a cycle on. */
struct wrong {
    void *relay;
    int cycles;
};

static void *wrong_create(const struct node_ops *inner, uint64_t seed)
{
    struct wrong *w = calloc(1, sizeof *w);

    assert_non_null(w);
    w->relay = relay_node.create(inner, seed);
    return w;
}

static void wrong_destroy(void *node)
{
    struct wrong *w = node;

    relay_node.destroy(w->relay);
    free(w);
}

static void wrong_step(void *node, const void *in, const void *control)
{
    const struct reg_info *count = kind_register_find(&relay_kind, "queue.count");
    struct any_registers registers;
    struct wrong *w = node;

    relay_node.step(w->relay, in, control);
    if (++w->cycles < WRONG_AT)
        return;
    relay_node.state(w->relay, &registers);
    lane_set(&count->lanes, &registers, WRONG_PORT, lane_get(&count->lanes, &registers, WRONG_PORT) + 1);
    relay_node.inject(w->relay, &registers);
}

static void wrong_pins(const void *node, void *out)
{
    relay_node.pins(((const struct wrong *)node)->relay, out);
}

static void wrong_state(const void *node, void *out)
{
    relay_node.state(((const struct wrong *)node)->relay, out);
}

static void wrong_store(const void *node, int queue, uint8_t *out)
{
    relay_node.store(((const struct wrong *)node)->relay, queue, out);
}

/* From a state that it is put in it is wrong as many cycles later as from the state before the LAST cycles. */
static void wrong_inject(void *node, const void *registers)
{
    struct wrong *w = node;

    relay_node.inject(w->relay, registers);
    w->cycles = WRONG_AT - LAST;
}

static void wrong_inject_store(void *node, int queue, const uint8_t *bytes)
{
    relay_node.inject_store(((struct wrong *)node)->relay, queue, bytes);
}

static const struct node_ops mutant_relay = {.version = 1,
                                             .name = "wrong",
                                             .create = wrong_create,
                                             .destroy = wrong_destroy,
                                             .step = wrong_step,
                                             .pins = wrong_pins,
                                             .state = wrong_state,
                                             .store = wrong_store,
                                             .inject = wrong_inject,
                                             .inject_store = wrong_inject_store};

/* What a relay reads: its table, and then words on one wire in four. */
static void inputs_of(struct rng *r, int cycle, struct any_pins *in, struct any_control *control)
{
    const struct pin_info *word = kind_pin_find(&relay_kind, "rx_word");

    memset(in, 0, sizeof *in);
    memset(control, 0, sizeof *control);
    if (cycle < DESTINATIONS) {
        lane_set(&kind_pin_find(&relay_kind, "write")->lanes, control, 0, 1);
        lane_set(&kind_pin_find(&relay_kind, "destination")->lanes, control, 0, (uint64_t)cycle);
        lane_set(&kind_pin_find(&relay_kind, "port")->lanes, control, 0, rng_below(r, PORTS));
        return;
    }
    for (int p = 0; p < PORTS; p++)
        if (rng_below(r, 4) == 0)
            lane_set(&word->lanes, in, p,
                     UINT64_C(1) << 63 | (uint64_t)rng_below(r, DESTINATIONS) << 40 | (rng_next(r) & 0xffffffffff));
}

/* Run a node of the kind on that until it differs. @return it */
static void *run(const struct node_ops *ops, const struct node_ops *inner)
{
    struct rng r = rng_stream(7, 1);
    struct any_pins in;
    struct any_control control;
    void *node = ops->create(inner, 0);

    assert_non_null(node);
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        inputs_of(&r, cycle, &in, &control);
        if (node_step(ops, node, &in, &control))
            break;
    }
    return node;
}

static void same_vectors(const struct vectors *a, const struct vectors *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_memory_equal(vectors_in(a, i), vectors_in(b, i), relay_kind.pins_bytes);
        assert_memory_equal(vectors_control(a, i), vectors_control(b, i), relay_kind.control_bytes);
    }
}

/* Write vectors to a file, and read them again. */
static void written_and_read(const struct vectors *v, struct vectors *again)
{
    char path[] = "/tmp/fedx-any-kind-XXXXXX", error[256];
    FILE *file = fdopen(mkstemp(path), "w");

    assert_non_null(file);
    vectors_write(v, file);
    assert_int_equal(fclose(file), 0);
    if (vectors_read(again, path, error, sizeof error) != 0)
        fail_msg("%s", error);
    unlink(path);
    same_vectors(v, again);
}

/* Bit i of a bus is bit i % width of lane i / width, whatever the width. */
TEST(a_bus_has_lanes_of_any_width)
{
    struct rng r = rng_stream(3, 1);
    unsigned bits = 0;

    for (unsigned width = 1; width <= 64; width++) {
        const struct lanes l = {.dimension = 1,
                                .each = PORTS,
                                .width = (uint8_t)width,
                                .count = PORTS,
                                .bytes = sizeof(uint64_t),
                                .stride = sizeof(uint64_t)};
        uint64_t lane[PORTS], again[PORTS];
        struct bus bus;
        for (int p = 0; p < PORTS; p++)
            lane[p] = rng_next(&r) >> (64 - width);
        bus_get(&bus, &l, lane);
        for (unsigned i = 0; i < PORTS * width; i++, bits++)
            assert_int_equal(bus_digit(&bus, (int)i / 4) >> i % 4 & 1, lane[i / width] >> i % width & 1);
        bus_put(&bus, &l, again);
        assert_memory_equal(again, lane, sizeof lane);
    }
    COMPARED(bits, "bits of buses");
}

/* A tap keeps what it is given, and so does a file; wires are as wide as they are. */
TEST(what_is_read_is_kept)
{
    struct vectors again = {.kind = &relay_kind};
    char line[256] = "";
    void *tap = run(relay_kind.parts->bench->tap, NULL);
    const struct vectors *v = recorder_vectors(tap);
    FILE *text = fmemopen(line, sizeof line, "w");

    assert_int_equal(v->count, CYCLES);
    written_and_read(v, &again);
    vectors_clear(&again);
    assert_int_equal(vectors_add(&again, relay_kind.idle, vectors_control(v, 1)), 0);
    vectors_write(&again, text);
    fclose(text);
    assert_memory_equal(line, "// write destination port rx_word\n1_01_", 38);
    for (const char *at = strrchr(line, '_') + 1; *at != '\n'; at++)
        assert_int_equal(*at, '0');
    assert_int_equal(strlen(strrchr(line, '_')), 1 + PORTS * 16 + 1);
    COMPARED(v->count, "cycles kept, written and read");
    vectors_finish(&again);
    relay_kind.parts->bench->tap->destroy(tap);
}

/* What is wrong is found, and found again in a replay, from power-up and from a state near it that was in a file. */
TEST(a_difference_is_replayed)
{
    struct vectors near = {.kind = &relay_kind}, again = {.kind = &relay_kind};
    void *recorder = run(relay_kind.parts->bench->recorder, &mutant_relay), *model = relay_node.create(NULL, 0);
    const struct mismatch *d = lockstep_mismatch(recorder_inside(recorder));
    const struct vectors *v = recorder_vectors(recorder);
    struct replay found;
    size_t i;
    int lane;

    assert_non_null(d);
    assert_string_equal(d->field, "queue.count");
    assert_int_equal(d->lane, WRONG_PORT);
    assert_int_equal(d->cycle, WRONG_AT);
    assert_int_equal(v->count, WRONG_AT);
    assert_int_equal(replay_run(v, &mutant_relay, 0, &found), 0);
    assert_true(found.differs && mismatch_same(&found.mismatch, d) && found.mismatch.cycle == d->cycle);
    for (i = 0; i + LAST < v->count; i++)
        relay_node.step(model, vectors_in(v, i), vectors_control(v, i));
    for (size_t k = 0; k < DESTINATIONS; k++)
        assert_int_equal(vectors_add(&near, vectors_in(v, k), vectors_control(v, k)), 0);
    struct initial_state *start = vectors_start(&near);
    initial_state_take(start, model);
    for (; i < v->count; i++)
        assert_int_equal(vectors_add(&near, vectors_in(v, i), vectors_control(v, i)), 0);
    written_and_read(&near, &again);
    assert_null(kind_registers_differ(&relay_kind, &again.start->registers, &start->registers, &lane));
    assert_memory_equal(again.start->stores, start->stores, (size_t)(PORTS * relay_kind.parts->lockstep->store_bytes));
    assert_int_equal(replay_run(&again, &mutant_relay, 0, &found), 0);
    assert_true(found.differs && mismatch_same(&found.mismatch, d) && found.mismatch.cycle == DESTINATIONS + LAST);
    COMPARED(found.compared.registers, "register lanes compared from a state on");
    vectors_finish(&near);
    vectors_finish(&again);
    relay_node.destroy(model);
    relay_kind.parts->bench->recorder->destroy(recorder);
}

/* Signals are what the tables name, with the values that both sides have. */
struct look {
    struct signals_show show;
    uint64_t compared, wrong;
};

static void see_signals(void *context, const struct signals_cycle *c)
{
    struct look *l = context;
    char name[64];

    assert_int_equal(c->model->count, PORTS + DESTINATIONS + 3 * PORTS);
    if (c->in)
        assert_int_equal(c->in->count, 3 + PORTS);
    for (int i = 0; i < c->model->count; i++, l->compared++)
        if (c->model->list[i].value != c->rtl->list[i].value) {
            assert_string_equal(signal_name(&c->model->list[i], name, sizeof name), "count_3");
            assert_int_equal(c->number, WRONG_AT);
            l->wrong++;
        }
}

TEST(signals_are_by_the_tables)
{
    void *recorder = run(relay_kind.parts->bench->recorder, &mutant_relay);
    const struct vectors *v = recorder_vectors(recorder);
    struct look l = {.compared = 0};
    struct observer observer;
    struct replay found;

    assert_int_equal(signals_show_init(&l.show, &relay_kind, signals_first(v, LAST), see_signals, &l), 0);
    observer = signals_observer(&l.show);
    const struct replay_config config = {.vectors = v, .rtl = &mutant_relay, .observer = &observer, .observers = 1};
    assert_int_equal(replay_observed(&config, &found), 0);
    assert_int_equal(l.wrong, 1);
    COMPARED(l.compared, "values of signals");
    signals_show_finish(&l.show);
    relay_kind.parts->bench->recorder->destroy(recorder);
}

TEST(waveforms_have_the_name_of_the_kind)
{
    char path[] = "/tmp/fedx-any-kind-XXXXXX", error[256], view[4096] = "";
    void *recorder = run(relay_kind.parts->bench->recorder, &mutant_relay);
    const struct vectors *v = recorder_vectors(recorder);
    FILE *file = fmemopen(view, sizeof view, "w");
    unsigned shown = 0;

    if (!waveform_able())
        skip();
    close(mkstemp(path));
    struct waveform *w = waveform_open(path, &relay_kind, signals_first(v, LAST));
    assert_non_null(w);
    const struct observer observer = waveform_observer(w);
    const struct replay_config config = {.vectors = v, .rtl = &mutant_relay, .observer = &observer, .observers = 1};
    struct replay found;
    assert_int_equal(replay_observed(&config, &found), 0);
    assert_int_equal(waveform_close(w, error, sizeof error), 0);
    assert_int_equal(waveform_view(&relay_kind, &found.mismatch, "waveform.fst", signals_first(v, LAST), file), 0);
    fclose(file);
    static const char *const lines[] = {"relay.differs\n", "+{model count_3} relay.model.queue.count_3[6:0]\n",
                                        "-port 3, inputs\n", "relay.in.word_3[63:0]\n", "relay.rtl.out.word_3[63:0]\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++, shown++)
        if (!strstr(view, lines[i]))
            fail_msg("no %s in\n%s", lines[i], view);
    COMPARED(shown, "lines of what is shown first");
    unlink(path);
    relay_kind.parts->bench->recorder->destroy(recorder);
}

/* What a testbench expects is what the model shows: its outputs, and a byte of a store. */
TEST(a_testbench_expects_what_the_model_shows)
{
    void *tap = run(relay_kind.parts->bench->tap, NULL), *model = relay_node.create(NULL, 0);
    const struct vectors *v = recorder_vectors(tap);
    uint8_t out[KIND_MOST_PINS], store[4096];
    char error[256];
    struct expected *e = expected_create(v, "store[2]", 8, 0, error, sizeof error);
    const struct observer observer = expected_observer(e);
    const struct replay_config config = {.vectors = v, .observer = &observer, .observers = 1};

    assert_non_null(e);
    assert_int_equal(replay_observed(&config, NULL), 0);
    for (size_t i = 0; i < v->count; i++) {
        relay_node.pins(model, out);
        relay_node.store(model, 2, store);
        assert_memory_equal(expected_out(e, i), out, relay_kind.pins_bytes);
        assert_int_equal(e->value[i].value, store[8]);
        relay_node.step(model, vectors_in(v, i), vectors_control(v, i));
    }
    assert_null(expected_create(v, "queue.none", 0, 0, error, sizeof error));
    COMPARED(expected_compared(e), "cycles expected");
    expected_destroy(e);
    relay_node.destroy(model);
    relay_kind.parts->bench->tap->destroy(tap);
}

/* Verilog has its pins as the table does. */
TEST(pins_of_verilog_are_by_the_table)
{
    static const struct gen_field words[] = {{"cable_bits", "64"},
                                             {"stimulus_msb", "463"}, /* of 1, 2, 1 and 112 digits */
                                             {"output_pins", "0 * PORTS + 64 * PORTS + 0"},
                                             {"rx_of_port", "rx_word[64*p +: 64]"},
                                             {"field_places", "    localparam WORD = 64 * NODES;"},
                                             {"router_declarations",
                                              "    reg         write;\n    reg  [447:0] rx_word;\n"
                                              "    wire [447:0] tx_word;\n    reg  [5:0]  destination;\n"
                                              "    reg  [2:0]  port;"}};
    struct gen_fields pins = {.count = 0};
    size_t found = 0;

    gen_pins_words(&pins, &relay_kind, "node");
    assert_int_equal(pins.missing, 0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const struct gen_field *w = pins.word; w->name; w++)
            if (strcmp(w->name, words[i].name) == 0) {
                assert_string_equal(w->text, words[i].text);
                found++;
            }
    assert_int_equal(found, sizeof words / sizeof *words);
    COMPARED(found, "words of templates");
    gen_fields_finish(&pins);
}

/* The fewest cycles from a state that show a difference: as many as it takes to go wrong, from an idle relay. */
TEST(a_state_near_a_difference_is_found)
{
    struct vectors near = {.kind = &relay_kind};
    void *recorder = run(relay_kind.parts->bench->recorder, &mutant_relay);
    const struct late_start_config config = {.rtl = &mutant_relay, .field = "queue.count"};
    struct any_registers idle;
    struct replay shown;
    uint64_t trials;
    int lane;

    assert_int_equal(late_start_find(recorder_vectors(recorder), &config, &near, &shown, &trials), 1);
    assert_int_equal(near.count - near.start->at, LAST);
    assert_int_equal(shown.mismatch.lane, WRONG_PORT);
    assert_int_equal(relay_kind.parts->bench->idle(&relay_kind, &idle), 0);
    assert_null(kind_registers_differ(&relay_kind, &near.start->registers, &idle, &lane));
    for (size_t i = near.start->at; i < near.count; i++)
        assert_memory_equal(vectors_in(&near, i), relay_kind.idle, relay_kind.pins_bytes);
    COMPARED(trials, "trials");
    vectors_finish(&near);
    relay_kind.parts->bench->recorder->destroy(recorder);
}

/* A bundle says which kind it is of, and is read and replayed again; a kind that does not tell of packets, and has no
   testbenches, has bundles without them. */
TEST(bundles_are_of_any_kind)
{
    static const struct router_kind *const kinds[] = {&relay_kind, NULL};
    static const struct router_kind other = {.name = "other"};
    static const struct router_kind *const others[] = {&other, NULL};
    char scratch[] = "/tmp/fedx-any-kind-XXXXXX", folder[64], error[BUNDLE_ERROR];
    void *recorder = run(relay_kind.parts->bench->recorder, &mutant_relay);
    struct bundle b = {.vectors.kind = &relay_kind, .router = "relay", .command = strdup("test"), .window = LAST};
    struct bundle again;
    struct replay found;

    assert_non_null(mkdtemp(scratch));
    snprintf(folder, sizeof folder, "%s/bundle", scratch);
    b.mismatch = *lockstep_mismatch(recorder_inside(recorder));
    assert_int_equal(vectors_append(&b.vectors, recorder_vectors(recorder), recorder_vectors(recorder)->count), 0);
    if (bundle_begin(&b, folder, error, sizeof error) != 0)
        fail_msg("%s", error);
    assert_int_equal(bundle_replay(&b, &mutant_relay, NULL), 0);
    assert_int_equal(b.reproduced, 1);
    if (bundle_write(&b, folder, error, sizeof error) != 0)
        fail_msg("%s", error);
    assert_string_equal(b.no_testbench, "there are none for routers of kind relay");
    if (bundle_read(&again, kinds, folder, error, sizeof error) != 0)
        fail_msg("%s", error);
    assert_ptr_equal(again.vectors.kind, &relay_kind);
    same_vectors(&again.vectors, &b.vectors);
    assert_int_equal(replay_run(&again.vectors, &mutant_relay, again.power_up, &found), 0);
    assert_true(found.differs && mismatch_same(&found.mismatch, &again.mismatch));
    COMPARED(found.compared.registers, "register lanes compared of a bundle");
    bundle_finish(&again);
    assert_int_equal(bundle_read(&again, others, folder, error, sizeof error), -1);
    assert_non_null(strstr(error, "bundle.json: router: must be one of other"));
    bundle_finish(&again);
    bundle_finish(&b);
    output_remove(scratch);
    relay_kind.parts->bench->recorder->destroy(recorder);
}

RUN_TESTS
