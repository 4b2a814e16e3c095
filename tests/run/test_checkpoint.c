/* SPDX-License-Identifier: Apache-2.0
 *
 * Fabrics that are interrupted, saved, destroyed, made anew and loaded, at any
 * cycle, several times in a row: they end in the very state, to the last byte, of
 * the same fabric that was not interrupted, and have written the same files.
 *
 *   test_checkpoint [CONFIGURATIONS [CYCLES]]
 */
#include <stdlib.h>
#include <unistd.h>

#include "fedx/speed/fedx_engine_event.h"
#include "run/checkpoint.h"
#include "../subject.h"
#include "../unit.h"
#include "../built.h"
#include "../damaged_sources.h"
#include "compare/engines.h"
#include "fedx/bench/fedx_lockstep_node.h"
#include "fedx/kind/fedx_model_node.h"

static int configurations = 120;
static uint64_t cycles = 5000;

enum { DRAIN = 20000, DRAIN_PERIOD = 64, FILES = 3, INTERRUPTIONS = 5 };

/* How a fabric is run. */
enum kind { EVENT, MODEL, RTL, MIXED, LOCKSTEP, KINDS };
static const char *const kind_names[] = {"event engine", "cycle engine", "RTL", "mixed", "lockstep"};

/* A run, and what it wrote. */
struct run {
    struct fabric_config config;
    const struct engine_ops *engine;
    struct fabric *fabric;
    char *text[FILES];
    size_t length[FILES];
    FILE *file[FILES];
    struct archive end; /* its last state */
    int messages;       /* 1: all messages are sent before it ends */
};

static const struct node_ops *rtl;
static uint64_t interruptions, saved_bytes, text_bytes;
static unsigned runs[KINDS], stalls, in_drain, with_faults;

static void make(struct run *run)
{
    run->fabric = built(&run->config);
}

static void begin(struct run *run, const struct subject *s, enum kind kind)
{
    memset(run, 0, sizeof *run);
    run->config = s->config;
    run->engine = kind == EVENT ? &fedx_engine_event : &engine_cycle;
    for (int i = 0; i < FILES; i++)
        run->file[i] = open_memstream(&run->text[i], &run->length[i]);
    run->config.trace = run->file[0];
    run->config.hops = run->file[1];
    run->config.record = run->file[2];
    make(run);
}

static void finish(struct run *run)
{
    fabric_destroy(run->fabric);
    archive_finish(&run->end);
    for (int i = 0; i < FILES; i++) {
        fclose(run->file[i]);
        free(run->text[i]);
    }
}

static void save(struct run *run, struct archive *a)
{
    archive_save(a);
    run->engine->archive(run->fabric, a);
    assert_int_equal(archive_end(a), 0);
}

/* The fabric is gone, and comes back from the archive. */
static void interrupt(struct run *run)
{
    struct archive saved = {0}, from;

    save(run, &saved);
    fabric_destroy(run->fabric);
    make(run);
    archive_load(&from, saved.bytes, saved.length);
    run->engine->archive(run->fabric, &from);
    if (archive_end(&from) != 0)
        fail_msg("rejected: %s", from.reason);
    interruptions++;
    saved_bytes += saved.length;
    archive_finish(&saved);
}

static int fault(const struct run *run)
{
    const char *text;
    int node;

    return fabric_fault(run->fabric, &node, &text) != FABRIC_FAULT_NONE;
}

static void run_for(struct run *run, uint64_t count, int threads, engine_watch watch)
{
    assert_int_equal(run->engine->run(run->fabric, count, threads, watch, NULL, DRAIN_PERIOD), 0);
}

static int done(const struct run *run)
{
    return fault(run) || fabric_in_flight(run->fabric) == 0;
}

/* What is drained is what is under way, or of every other run all that was to be sent. */
static void stop_sources(const struct run *run)
{
    if (run->messages)
        fabric_stop_messages(run->fabric);
    else
        fabric_stop_injection(run->fabric);
}

static void uninterrupted(struct run *run)
{
    run_for(run, cycles, 1, NULL);
    stop_sources(run);
    if (!done(run))
        run_for(run, DRAIN, 1, drained);
    save(run, &run->end);
}

/* Interrupted at random, with other numbers of threads, and at least once while it drains if that takes long enough. */
static void interrupted(struct run *run, struct rng *r)
{
    for (int left = INTERRUPTIONS; left > 0 && !fault(run); left--) {
        uint64_t now = fabric_cycle(run->fabric);
        run_for(run, rng_below(r, (uint32_t)(2 * (cycles - now) / (uint64_t)left + 1)) % (cycles - now + 1),
                1 + (int)rng_below(r, 3), NULL);
        interrupt(run);
    }
    run_for(run, fault(run) ? 0 : cycles - fabric_cycle(run->fabric), 2, NULL);
    stop_sources(run);
    while (!done(run) && fabric_cycle(run->fabric) < cycles + DRAIN) {
        uint64_t left = cycles + DRAIN - fabric_cycle(run->fabric), some = DRAIN_PERIOD * (1 + rng_below(r, 8));
        run_for(run, some < left ? some : left, 1, drained);
        interrupt(run);
        in_drain++;
    }
    save(run, &run->end);
}

static void compare(struct run *a, struct run *b)
{
    struct stats x = fabric_stats(a->fabric), y = fabric_stats(b->fabric);

    assert_int_equal(fabric_cycle(a->fabric), fabric_cycle(b->fabric));
    assert_memory_equal(&x, &y, sizeof x);
    assert_int_equal(fabric_digest(a->fabric), fabric_digest(b->fabric));
    assert_int_equal(fabric_event_digest(a->fabric), fabric_event_digest(b->fabric));
    for (int i = 0; i < FILES; i++) {
        fflush(a->file[i]);
        fflush(b->file[i]);
        assert_int_equal(a->length[i], b->length[i]);
        assert_memory_equal(a->text[i], b->text[i], a->length[i]);
        text_bytes += a->length[i];
    }
    assert_int_equal(a->end.length, b->end.length);
    assert_memory_equal(a->end.bytes, b->end.bytes, a->end.length);
    assert_int_equal(a->end.layout, b->end.layout);
    stalls += fault(a);
}

/* What the nodes of a fabric are. */
static void choose(struct rng *r, struct subject *s, enum kind kind, const struct node_ops **nodes)
{
    const struct node_ops *const kinds[] = {&fedx_node_model, rtl, &fedx_node_lockstep};

    for (int n = 0; n < s->topology->nodes; n++)
        nodes[n] = kind == MIXED      ? kinds[rng_below(r, 3)]
                   : kind == LOCKSTEP ? &fedx_node_lockstep
                   : kind == RTL      ? rtl
                                      : &fedx_node_model;
    s->config.nodes = kind == EVENT ? NULL : nodes;
    s->config.inner = rtl;
    s->config.digest = kind != EVENT;
    s->config.power_up = kind == RTL ? 77 : 0;
}

static enum kind draw_kind(struct rng *r, const struct subject *s)
{
    enum kind kind = (enum kind)rng_below(r, KINDS);

    /* RTL has ten buffers, and takes its time. */
    if (kind > MODEL && (!rtl || s->settings.buffers != FEDX_STANDARD_BUFFERS || s->topology->nodes > 25))
        kind = EVENT;
    return kind == MODEL && s->topology->nodes > FEDX_TABLE_SIZE ? EVENT : kind;
}

/* Half of the fabrics that have wires get faults of all kinds on them, many of them under way at an interruption. */
static void draw_faults(struct rng *r, struct subject *s, enum kind kind, struct fault_plan *plan)
{
    if (kind == EVENT || rng_below(r, 2))
        return;
    subject_faults(r, s, cycles, plan);
    with_faults++;
}

TEST(random_fabrics)
{
    struct rng r = rng_stream(21, 0);
    char error[512];

    rtl = fedx_node_open(NULL, error, sizeof error);
    for (int i = 0; i < configurations; i++) {
        static const struct node_ops *nodes[1024];
        struct fault_plan plan = {0};
        struct subject s;
        struct run a, b;

        subject_draw(&r, &s, cycles);
        enum kind kind = draw_kind(&r, &s);
        choose(&r, &s, kind, nodes);
        s.config.measure = 1;
        s.config.end = cycles;
        s.config.timeline = rng_below(&r, 2) == 0;
        s.config.spread = s.config.timeline;
        s.config.detect_warmup = rng_below(&r, 4) == 0;
        draw_faults(&r, &s, kind, &plan);
        begin(&a, &s, kind);
        begin(&b, &s, kind);
        a.messages = b.messages = i % 2;
        uninterrupted(&a);
        interrupted(&b, &r);
        compare(&a, &b);
        finish(&a);
        finish(&b);
        fault_finish(&plan);
        subject_finish(&s);
        runs[kind]++;
    }
    for (int k = 0; k < KINDS; k++)
        printf("           %u fabrics %s\n", runs[k], kind_names[k]);
    printf("           %u ended in deadlock, %u interruptions while draining, %llu bytes saved\n", stalls, in_drain,
           (unsigned long long)saved_bytes);
    printf("           %u with faults\n", with_faults);
    assert_true(runs[EVENT] && (!FEDX_VERIFIED || runs[MODEL]) && (!rtl || runs[LOCKSTEP]) && in_drain);
    COMPARED(text_bytes, "bytes of traces, hops and records");
    COMPARED(interruptions, "interruptions");
}

/* Both engines, and how much they compared. */
TEST(both_engines)
{
    struct rng r = rng_stream(22, 0);
    struct archive saved = {0}, end[2] = {{0}};
    struct engines *c;
    struct subject s;

    subject_draw(&r, &s, cycles);
    s.config.measure = s.config.spread = 1;
    s.config.end = cycles;
    for (int round = 0; round < 2; round++) {
        c = engines_create(&s.config, 64);
        for (uint64_t done_cycles = 0; done_cycles < cycles; done_cycles += 640) {
            assert_int_equal(engines_run(c, 640, NULL, NULL, 0), 0);
            if (round == 0)
                continue;
            struct archive from;
            archive_save(&saved);
            engines_archive(c, &saved);
            assert_int_equal(archive_end(&saved), 0);
            engines_destroy(c);
            c = engines_create(&s.config, 64);
            archive_load(&from, saved.bytes, saved.length);
            engines_archive(c, &from);
            assert_int_equal(archive_end(&from), 0);
        }
        archive_save(&end[round]);
        engines_archive(c, &end[round]);
        engines_destroy(c);
    }
    assert_int_equal(end[0].length, end[1].length);
    assert_memory_equal(end[0].bytes, end[1].bytes, end[0].length);
    COMPARED(end[0].length, "bytes of state");
    archive_finish(&saved);
    archive_finish(&end[0]);
    archive_finish(&end[1]);
    subject_finish(&s);
}

/* An archive of another fabric, or one cut short anywhere, is rejected, and the fabric can still be destroyed. */
TEST(other_fabrics_are_rejected)
{
    struct rng r = rng_stream(23, 0);
    struct archive from;
    unsigned rejected = 0;

    for (int i = 0; i < 12; i++) {
        static const struct node_ops *nodes[1024];
        struct subject s, other;
        struct run a, b;
        subject_draw(&r, &s, cycles);
        subject_draw(&r, &other, cycles);
        enum kind kind = i % 2 && s.topology->nodes <= FEDX_TABLE_SIZE ? MODEL : EVENT;
        choose(&r, &s, kind, nodes);
        begin(&a, &s, kind);
        uninterrupted(&a);
        begin(&b, &other, EVENT);
        archive_load(&from, a.end.bytes, a.end.length);
        b.engine->archive(b.fabric, &from);
        assert_int_equal(archive_end(&from), -1);
        finish(&b);
        begin(&b, &s, kind);
        archive_load(&from, a.end.bytes, rng_below(&r, (uint32_t)a.end.length));
        b.engine->archive(b.fabric, &from);
        assert_int_equal(archive_end(&from), -1);
        rejected += 2;
        finish(&a);
        finish(&b);
        subject_finish(&s);
        subject_finish(&other);
    }
    COMPARED(rejected, "archives rejected");
}

/* Nor is one in which a wire that no router has is driven. */
TEST(wires_out_of_bounds)
{
    struct rng r = rng_stream(25, 0);
    const struct node_ops *nodes[1024];
    unsigned rejected = 0;

    while (rejected < 4) {
        struct subject s;
        struct run run, again;
        struct archive from;
        subject_draw(&r, &s, cycles);
        if (!s.config.hooks && s.topology->nodes <= FEDX_TABLE_SIZE) {
            choose(&r, &s, MODEL, nodes);
            begin(&run, &s, MODEL);
            uninterrupted(&run);
            /* Pins are the last of the archive, but for the mark of its end. */
            struct fedx_pins *pins = (void *)(run.end.bytes + run.end.length - sizeof(uint64_t) - sizeof *pins);
            uint8_t *valid = &pins->valid;
            assert_int_equal(*valid & ~FEDX_ALL_PORTS, 0);
            *valid |= 0x80;
            begin(&again, &s, MODEL);
            archive_load(&from, run.end.bytes, run.end.length);
            again.engine->archive(again.fabric, &from);
            assert_int_equal(archive_end(&from), -1);
            rejected++;
            finish(&run);
            finish(&again);
        }
        subject_finish(&s);
    }
    COMPARED(rejected, "archives rejected for their wires");
}

/* A damaged archive can hold such packets; they end the run, with one thread and with two. */
TEST(sources_that_are_nowhere)
{
    struct rng r = rng_stream(26, 0);
    unsigned found = 0, tried = 0;

    while (tried < 6) {
        struct subject s;
        struct run run;
        subject_draw(&r, &s, cycles);
        if (!s.config.hooks && s.config.endpoint.eject_overhead > 20) {
            begin(&run, &s, EVENT);
            run_for(&run, cycles, 1, NULL);
            unsigned damaged = fault(&run) ? 0 : damage_sources(run.fabric);
            run_for(&run, fault(&run) ? 0 : (uint64_t)s.config.endpoint.eject_overhead + 1, 1 + (int)(tried & 1), NULL);
            if (damaged) {
                assert_damaged_packet(run.fabric);
                found += damaged;
                tried++;
            }
            finish(&run);
        }
        subject_finish(&s);
    }
    COMPARED(found, "packets from nowhere found");
}

/* An archive can be loaded into the fabric that it came from, and the same window run again. */
TEST(the_same_window_again)
{
    struct rng r = rng_stream(24, 0);
    uint64_t digest[3];

    for (enum kind kind = EVENT; kind <= MODEL; kind++) {
        static const struct node_ops *nodes[1024];
        struct archive saved = {0}, from;
        struct subject s;
        struct run run;
        subject_draw(&r, &s, cycles);
        s.config.endpoint.traffic = NULL; /* all send */
        s.config.endpoint.workload = workload_find("single");
        s.config.endpoint.load = 0.8;
        choose(&r, &s, s.topology->nodes <= FEDX_TABLE_SIZE ? kind : EVENT, nodes);
        begin(&run, &s, kind);
        run_for(&run, cycles / 2, 1, NULL);
        save(&run, &saved);
        for (int i = 0; i < 3; i++) {
            run_for(&run, 1000, 1, NULL);
            digest[i] = fabric_event_digest(run.fabric);
            archive_load(&from, saved.bytes, saved.length);
            run.engine->archive(run.fabric, &from);
            assert_int_equal(archive_end(&from), 0);
        }
        assert_int_equal(digest[0], digest[1]);
        assert_int_equal(digest[0], digest[2]);
        assert_int_not_equal(digest[0], fabric_event_digest(run.fabric));
        archive_finish(&saved);
        finish(&run);
        subject_finish(&s);
    }
}

/* Files ----------------------------------------------------------------------------------------------------------- */

static const char *const path = FEDX_VERIFIED ? "test_checkpoint.ckpt" : "test_fedx_checkpoint_wide.ckpt";

/* A checkpoint with a scenario and a small archive. */
static void write_file(struct scenario *s, struct archive *a)
{
    uint64_t word = 7;
    char error[SCENARIO_ERROR];

    scenario_defaults(s);
    assert_int_equal(scenario_set(s, "traffic.load", "0.123456789", error, sizeof error), 0);
    assert_int_equal(scenario_set(s, "output.trace", "a \"quoted\" name: with # and '", error, sizeof error), 0);
    archive_save(a);
    ARCHIVE(a, word);
    assert_int_equal(archive_end(a), 0);
    assert_int_equal(checkpoint_write(path, s, a, error, sizeof error), 0);
}

TEST(a_file_comes_back)
{
    struct scenario s, read;
    struct archive a = {0};
    struct checkpoint c;
    char error[SCENARIO_ERROR];
    uint64_t word = 0;

    write_file(&s, &a);
    assert_int_equal(checkpoint_read(&c, path, &read, error, sizeof error), 0);
    for (int key = 0; key < SCENARIO_KEYS; key++) {
        assert_int_equal(scenario_differ(&s, &read, key), 0);
        assert_int_equal(read.line[key], FROM_DEFAULT);
    }
    ARCHIVE(&c.archive, word);
    assert_int_equal(archive_end(&c.archive), 0);
    assert_int_equal(word, 7);
    checkpoint_finish(&c);
    checkpoint_finish(&c);
    archive_finish(&a);
    unlink(path);
}

/* Write `length` bytes, one of them another one. @return the error of reading them */
static const char *reading(const char *bytes, size_t length, size_t wrong, char *error)
{
    struct scenario s;
    struct checkpoint c;
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    for (size_t i = 0; i < length; i++)
        fputc(i == wrong ? bytes[i] ^ 0x10 : bytes[i], file);
    fclose(file);
    assert_int_equal(checkpoint_read(&c, path, &s, error, SCENARIO_ERROR), -1);
    return error;
}

TEST(no_damage_passes)
{
    struct scenario s;
    struct archive a = {0};
    char error[SCENARIO_ERROR], bytes[1 << 14];
    FILE *file;

    write_file(&s, &a);
    file = fopen(path, "r");
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_in_range(length, 100, sizeof bytes - 1);
    for (size_t wrong = 0; wrong < length; wrong++) {
        reading(bytes, length, wrong, error);
        assert_true(strstr(error, "not a checkpoint") || strstr(error, "damaged"));
    }
    for (size_t shorter = 0; shorter < length; shorter++) {
        reading(bytes, shorter, length, error);
        assert_true(strstr(error, "not a checkpoint") || strstr(error, "cut short"));
    }
    archive_finish(&a);
    unlink(path);
    COMPARED(2 * length, "damaged files refused");
}

int main(int argc, char **argv)
{
    if (argc > 1)
        configurations = atoi(argv[1]);
    if (argc > 2)
        cycles = strtoull(argv[2], NULL, 10);
    return test_all(NULL, NULL);
}
