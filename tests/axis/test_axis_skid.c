/* SPDX-License-Identifier: Apache-2.0
 *
 * Skid buffers alone against docs/spec/axis.md section 5: each lane is a queue of two beats whose ready says that there
 * is room.
 */
#include "axis_unit.h"

enum { CYCLES = 3000, WORDS = 2 };

struct beat {
    uint64_t data[WORDS];
    unsigned dest, last;
};

struct queue {
    struct beat beat[3];
    unsigned count, ready;
};

static struct beat beat_of(const struct axis_pins *in, int lane, int words)
{
    struct beat b = {.dest = in->dest[lane], .last = in->last >> lane & 1};

    memcpy(b.data, &in->data[lane * words], (size_t)words * sizeof *b.data);
    return b;
}

static void draw(struct rng *r, struct axis_pins *in, int lanes, int words)
{
    in->valid = (uint16_t)(rng_next(r) & axis_ones(lanes));
    in->last = (uint16_t)(rng_next(r) & axis_ones(lanes));
    for (int i = 0; i < lanes; i++)
        in->dest[i] = (uint16_t)rng_next(r);
    for (int w = 0; w < lanes * words; w++)
        in->data[w] = rng_next(r);
}

static void advance(struct queue *q, const struct axis_pins *in, unsigned taken, int lane, int words)
{
    int comes = (in->valid >> lane & 1) && q->ready, leaves = (taken >> lane & 1) && q->count > 0;

    if (comes)
        q->beat[q->count++] = beat_of(in, lane, words);
    if (leaves)
        memmove(q->beat, q->beat + 1, --q->count * sizeof *q->beat);
    q->ready = q->count < 2;
}

static void same(const struct axis_skid *s, const struct queue *q, int lane, int words)
{
    assert_int_equal(s->valid >> lane & 1, q->count > 0);
    assert_int_equal(s->spare >> lane & 1, q->count > 1);
    assert_int_equal(s->ready >> lane & 1, q->ready);
    if (q->count == 0)
        return;
    assert_int_equal(s->last >> lane & 1, q->beat[0].last);
    assert_int_equal(s->dest[lane], q->beat[0].dest);
    assert_memory_equal(&s->data[lane * words], q->beat[0].data, (size_t)words * sizeof(uint64_t));
}

TEST(is_a_queue)
{
    struct rng r = rng_stream(1, 0);
    uint64_t compared = 0;

    for (int lanes = 1; lanes <= AXIS_MOST_PORTS; lanes++) {
        struct axis_skid s = {.ready = 0};
        struct queue q[AXIS_MOST_PORTS] = {0};
        const int words = 1 + lanes % WORDS;
        for (int t = 0; t < CYCLES; t++) {
            struct axis_pins in = {.valid = 0};
            unsigned taken = (unsigned)rng_next(&r) & axis_ones(lanes);
            draw(&r, &in, lanes, words);
            axis_skid_commit(&s, &in, taken, lanes, words);
            for (int i = 0; i < lanes; i++, compared++) {
                advance(&q[i], &in, taken, i, words);
                same(&s, &q[i], i, words);
            }
        }
    }
    COMPARED(compared, "lanes");
}

/* What is in no lane stays 0, and a front that nothing follows keeps its beat. */
TEST(keeps_the_rest)
{
    struct axis_pins in = {.valid = 1, .last = 1, .dest = {5}, .data = {77}}, none = {.valid = 0};
    struct axis_skid s = {.ready = 1};

    axis_skid_commit(&s, &in, 0, 1, 1);
    axis_skid_commit(&s, &none, 1, 1, 1);
    assert_int_equal(s.valid, 0);
    assert_int_equal(s.dest[0], 5);
    assert_int_equal(s.data[0], 77);
    assert_int_equal(s.last, 1);
    assert_int_equal(s.valid | s.spare | (s.ready & ~1), 0);
}

RUN_TESTS
