/* SPDX-License-Identifier: Apache-2.0
 *
 * The archive, and the state of nodes in it. A node is doubled by saving and
 * loading it, over and over, under all legal and illegal stimulus: original and
 * double then have equal pins and registers in every cycle, and equal stores.
 */
#include <stdlib.h>

#include "base/archive.h"
#include "../unit.h"
#include "fedx/bench/fedx_lockstep_node.h"
#include "fedx/bench/fedx_stimulus.h"
#include "../wrap.h"
#include "fedx/kind/fedx_model_node.h"

/* A node and its double ------------------------------------------------------------------------------------------- */

enum { EPOCH = 700 }; /* cycles that a double lives, at most */

struct twins {
    const struct node_ops *ops, *inner;
    void *original, *copy;
    struct archive archive;
    struct rng random;
    unsigned left; /* cycles until the next double */
};

/* What the twins are made of, as create takes no more arguments; and what they compared. */
static const struct node_ops *kind;
static uint64_t copies, cycles, stores, saved_bytes;

static void double_it(struct twins *t)
{
    t->ops->destroy(t->copy);
    /* Another power-up: nothing of it may shine through. */
    t->copy = t->ops->create(t->inner, 12345 + copies);
    assert_non_null(t->copy);
    archive_save(&t->archive);
    node_archive(t->ops, t->original, &t->archive);
    assert_int_equal(archive_end(&t->archive), 0);
    saved_bytes = t->archive.length;

    struct archive from;
    archive_load(&from, t->archive.bytes, t->archive.length);
    node_archive(t->ops, t->copy, &from);
    assert_int_equal(archive_end(&from), 0);
    copies++;
}

static void *twins_create(const struct node_ops *inner, uint64_t seed)
{
    struct twins *t = calloc(1, sizeof *t);

    assert_non_null(t);
    t->ops = kind;
    t->inner = inner;
    t->original = kind->create(inner, seed);
    t->copy = kind->create(inner, seed + 1);
    t->random = rng_stream(8, 0);
    double_it(t);
    return t;
}

static void twins_destroy(void *node)
{
    struct twins *t = node;

    t->ops->destroy(t->original);
    t->ops->destroy(t->copy);
    archive_finish(&t->archive);
    free(t);
}

static void twins_step(void *node, const void *in, const void *control)
{
    struct twins *t = node;

    if (t->left-- == 0) {
        double_it(t);
        t->left = rng_below(&t->random, EPOCH);
    }
    t->ops->step(t->original, in, control);
    t->ops->step(t->copy, in, control);
}

static void twins_pins(const void *node, void *out)
{
    const struct twins *t = node;

    t->ops->pins(t->original, out);
}

static void twins_status(const void *node, void *out)
{
    const struct twins *t = node;

    t->ops->status(t->original, out);
}

static void twins_state(const void *node, void *out)
{
    const struct twins *t = node;

    t->ops->state(t->original, out);
}

static void twins_store(const void *node, int buffer, uint8_t *out)
{
    const struct twins *t = node;

    t->ops->store(t->original, buffer, out);
}

static void compare_stores(const struct twins *t)
{
    uint8_t a[FEDX_PACKET_BYTES], b[FEDX_PACKET_BYTES];

    for (int i = 0; i < FEDX_BUFFERS; i++) {
        t->ops->store(t->original, i, a);
        t->ops->store(t->copy, i, b);
        assert_memory_equal(a, b, sizeof a);
        stores++;
    }
}

static int twins_check(void *node)
{
    struct twins *t = node;
    struct fedx_switch_regs a = {0}, b = {0};
    struct fedx_pins a_pins, b_pins;
    struct fedx_status a_status, b_status;
    int lane = 0;

    if (t->ops->check)
        assert_int_equal(t->ops->check(t->original) | t->ops->check(t->copy), 0);
    t->ops->pins(t->original, &a_pins);
    t->ops->pins(t->copy, &b_pins);
    assert_memory_equal(&a_pins, &b_pins, sizeof a_pins);
    t->ops->status(t->original, &a_status);
    t->ops->status(t->copy, &b_status);
    assert_memory_equal(&a_status, &b_status, sizeof a_status);
    t->ops->state(t->original, &a);
    t->ops->state(t->copy, &b);
    const struct reg_info *differs = fedx_regs_diff(&a, &b, &lane);
    if (differs)
        fail_msg("%s.%s differs in its lane %d", differs->block, differs->name, lane);
    cycles++;
    if (cycles % 1000 == 0)
        compare_stores(t);
    return 0;
}

static const struct node_ops twins = {
    .version = FEDX_NODE_VERSION,
    .name = "twins",
    .create = twins_create,
    .destroy = twins_destroy,
    .step = twins_step,
    .check = twins_check,
    .pins = twins_pins,
    .status = twins_status,
    .state = twins_state,
    .store = twins_store,
};

static void doubled(const struct node_ops *ops, const struct node_ops *inner, uint64_t power_up)
{
    struct stimulus_config config = {
        .ops = &twins, .inner = inner, .seed = 5, .power_up = power_up, .cycles = 400000, .profile = -1};
    struct stimulus *s;

    kind = ops;
    copies = cycles = stores = 0;
    s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
    while (!fedx_kind_stimulus.episode(s))
        continue;
    assert_string_equal(s->result.text, "");
    stimulus_destroy(s);
    printf("           %s: %llu doubles of %llu bytes, %llu stores\n", ops->name, (unsigned long long)copies,
           (unsigned long long)saved_bytes, (unsigned long long)stores);
    assert_true(copies > 800 && stores > 0);
    COMPARED(cycles, "cycles with equal pins and registers");
}

TEST(model_nodes)
{
    doubled(&fedx_node_model, NULL, 0);
}

static const struct node_ops *rtl_or_skip(void)
{
    char error[512];
    const struct node_ops *rtl = fedx_node_open(NULL, error, sizeof error);

    if (!rtl)
        skip();
    return rtl;
}

TEST(rtl_nodes)
{
    const struct node_ops *rtl = rtl_or_skip();

    doubled(rtl, NULL, 0);
    doubled(rtl, NULL, 99);
}

TEST(lockstep_nodes)
{
    doubled(&fedx_node_lockstep, rtl_or_skip(), 0);
}

/* What a lockstep node has compared goes on counting. */
TEST(lockstep_counts_on)
{
    const struct node_ops *rtl = rtl_or_skip();
    struct fedx_control control = {.rst = 1};
    struct archive saved = {0}, from;
    void *a = fedx_node_lockstep.create(rtl, 0), *b = fedx_node_lockstep.create(rtl, 0);

    lockstep_watch_registers(a);
    for (int i = 0; i < 5000; i++, control.rst = 0)
        assert_int_equal(node_step(&fedx_node_lockstep, a, &fedx_idle_pins, &control), 0);
    archive_save(&saved);
    node_archive(&fedx_node_lockstep, a, &saved);
    archive_load(&from, saved.bytes, saved.length);
    node_archive(&fedx_node_lockstep, b, &from);
    assert_null(from.reason);
    assert_int_equal(lockstep_compared(b).cycles, 5000);
    assert_int_equal(lockstep_compared(b).stores, lockstep_compared(a).stores);
    assert_memory_equal(lockstep_touched(a), lockstep_touched(b), (size_t)fedx_reg_count);
    archive_finish(&saved);
    fedx_node_lockstep.destroy(a);
    fedx_node_lockstep.destroy(b);
}

/* The archive itself ---------------------------------------------------------------------------------------------- */

struct thing {
    uint32_t a, b;
    double c;
};

static void visit(struct thing *t, struct archive *a)
{
    archive_section(a, "thing");
    ARCHIVE(a, t->a);
    ARCHIVE_SPAN(a, t, b, c);
    ARCHIVE(a, t->c);
}

/* The same fields, one of them with another name. */
static void visit_renamed(struct thing *other, struct archive *a)
{
    archive_section(a, "thing");
    ARCHIVE(a, other->a);
    ARCHIVE_SPAN(a, other, b, c);
    ARCHIVE(a, other->c);
}

static struct archive saved_thing(void)
{
    struct archive a = {0};
    struct thing t = {1, 2, 0.5};

    archive_save(&a);
    visit(&t, &a);
    assert_int_equal(archive_end(&a), 0);
    return a;
}

TEST(what_was_saved_comes_back)
{
    struct archive saved = saved_thing(), from;
    struct thing t = {0};

    archive_load(&from, saved.bytes, saved.length);
    visit(&t, &from);
    assert_int_equal(archive_end(&from), 0);
    assert_int_equal(t.a, 1);
    assert_int_equal(t.b, 2);
    assert_true(t.c == 0.5);
    archive_finish(&from);
    archive_finish(&saved);
}

TEST(every_shorter_archive_is_rejected)
{
    struct archive saved = saved_thing(), from;
    struct thing t;

    for (size_t length = 0; length < saved.length; length++) {
        t = (struct thing){7, 7, 7};
        archive_load(&from, saved.bytes, length);
        visit(&t, &from);
        assert_int_equal(archive_end(&from), -1);
        assert_non_null(from.reason);
    }
    archive_load(&from, saved.bytes, 0);
    visit(&t, &from);
    assert_int_equal(t.a, 0);
    COMPARED(saved.length, "lengths rejected");
    archive_finish(&saved);
}

TEST(other_fields_are_rejected)
{
    struct archive saved = saved_thing(), from;
    struct thing t;

    archive_load(&from, saved.bytes, saved.length);
    visit_renamed(&t, &from);
    assert_int_equal(archive_end(&from), -1);
    archive_load(&from, saved.bytes, saved.length);
    archive_section(&from, "another thing");
    assert_non_null(from.reason);
    archive_finish(&saved);
}

TEST(what_is_left_over_is_rejected)
{
    struct archive a = {0}, from;
    struct thing t = {0};

    archive_save(&a);
    visit(&t, &a);
    archive_end(&a);
    ARCHIVE(&a, t.a);
    archive_load(&from, a.bytes, a.length);
    visit(&t, &from);
    assert_int_equal(archive_end(&from), -1);
    archive_finish(&a);
}

TEST(counts_are_bounded)
{
    struct archive a = {0}, from;

    archive_save(&a);
    assert_int_equal(archive_count(&a, 10, 10), 10);
    archive_load(&from, a.bytes, a.length);
    assert_int_equal(archive_count(&from, 0, 10), 10);
    assert_null(from.reason);
    archive_load(&from, a.bytes, a.length);
    assert_int_equal(archive_count(&from, 0, 9), 0);
    assert_non_null(from.reason);
    archive_finish(&a);
}

/* Saving grows; saving again begins anew in the same memory. */
TEST(saving_again)
{
    struct archive a = {0};
    uint64_t word = 0;

    for (int round = 0; round < 2; round++) {
        archive_save(&a);
        for (word = 0; word < 100000; word++)
            ARCHIVE(&a, word);
        assert_int_equal(a.length, 100000 * sizeof word);
        memcpy(&word, a.bytes + 99999 * sizeof word, sizeof word);
        assert_int_equal(word, 99999);
    }
    archive_finish(&a);
    archive_finish(&a);
}

TEST(a_node_that_cannot_be_saved)
{
    struct archive a = {0};
    void *node;

    wrap_plan = (struct wrap_plan){0};
    node = wrap_node.create(NULL, 0);
    archive_save(&a);
    node_archive(&wrap_node, node, &a);
    assert_int_equal(archive_end(&a), -1);
    assert_string_equal(a.reason, "a node is of a kind that cannot be saved");
    wrap_node.destroy(node);
    archive_finish(&a);
}

/* A switch whose archive has this byte. @return 1: it is rejected; what is not can be stepped */
static unsigned with_byte(struct fedx_switch *sw, struct archive *saved, size_t at, uint8_t byte)
{
    uint8_t was = saved->bytes[at];
    struct archive from;

    saved->bytes[at] = byte;
    archive_load(&from, saved->bytes, saved->length);
    fedx_node_archive_switch(sw, &from);
    saved->bytes[at] = was;
    if (from.reason)
        return 1;
    assert_in_range(sw->buffers, 1, FEDX_BUFFERS);
    for (int i = 0; i < 300; i++)
        fedx_switch_step(sw, &(struct fedx_pins){.refuse = FEDX_ALL_PORTS, .valid = (uint8_t)(i & 0x7f)},
                         &(struct fedx_control){0});
    return 0;
}

/* No register or setting that comes out of an archive is used as an index or a shift before it is checked. */
TEST(registers_out_of_bounds)
{
    struct fedx_switch *sw = fedx_switch_create();
    struct archive saved = {0};
    unsigned rejected = 0;

    archive_save(&saved);
    fedx_node_archive_switch(sw, &saved);
    for (size_t at = 0; at < saved.length; at++)
        rejected += with_byte(sw, &saved, at, 0xff) + with_byte(sw, &saved, at, 0);
    fedx_switch_destroy(sw);
    archive_finish(&saved);
    COMPARED(rejected, "wrong bytes rejected");
}

RUN_TESTS
