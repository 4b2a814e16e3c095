/* SPDX-License-Identifier: Apache-2.0
 *
 * Questions to the registers of a set of buffers (model/fedx_sets.h): whatever answers them at once, against one buffer
 * after the other, over random pools and all sets.
 */
#include "../unit.h"

enum { POOLS = 200 };

static uint64_t answers;

/* Few bits and few different heads, so that both answers to each question come up. */
static void draw(struct rng *r, struct fedx_buffer_pool *b)
{
    for (unsigned i = 0; i < FEDX_BUFFERS; i++) {
        b->allowed[i] = (uint8_t)(rng_next(r) & rng_next(r));
        b->ahead[i] = (fedx_buffer_set)(rng_next(r) & rng_next(r) & ALL_BUFFERS);
        b->head[i] = rng_below(r, 2) ? rng_next(r) : UINT64_C(1) << rng_below(r, 64);
    }
}

static void check_bytes(const struct fedx_buffer_pool *b, fedx_buffer_word set, unsigned bits)
{
    fedx_buffer_word with = 0;
    unsigned together = 0;

    for (unsigned i = 0; i < FEDX_BUFFERS; i++)
        if (set >> i & 1u) {
            with |= (b->allowed[i] & bits) ? 1u << i : 0;
            together |= b->allowed[i];
        }
    assert_int_equal(fedx_buffers_with(b->allowed, set, bits), with);
    assert_int_equal(fedx_buffers_together(b->allowed, set), together);
}

static void check_sets(const struct fedx_buffer_pool *b, fedx_buffer_word set)
{
    fedx_buffer_word without = 0;

    for (unsigned i = 0; i < FEDX_BUFFERS; i++)
        without |= (set >> i & 1u) && (b->ahead[i] & set) == 0 ? 1u << i : 0;
    assert_int_equal(fedx_buffers_without(b->ahead, set), without);
}

static void check_heads(const struct fedx_buffer_pool *b, fedx_buffer_word set, uint64_t other, uint64_t bits)
{
    int alike = 0;

    for (unsigned i = 0; i < FEDX_BUFFERS; i++)
        alike |= (set >> i & 1u) && (b->head[i] & bits) == (other & bits);
    assert_int_equal(fedx_buffers_alike(b->head, set, other, bits), alike);
}

TEST(one_buffer_after_the_other)
{
    struct rng r = rng_stream(7, 0);
    struct fedx_buffer_pool b = {0};

    for (int i = 0; i < POOLS; i++) {
        draw(&r, &b);
        for (fedx_buffer_word set = 0; set <= ALL_BUFFERS; set++) {
            uint64_t other = rng_below(&r, 2) ? b.head[rng_below(&r, FEDX_BUFFERS)] : rng_next(&r);
            check_bytes(&b, set, 1u << rng_below(&r, 8) | 1u << rng_below(&r, 8));
            check_sets(&b, set);
            check_heads(&b, set, other, rng_next(&r) & rng_next(&r) & rng_next(&r) & rng_next(&r));
            answers += 4;
        }
    }
    COMPARED(answers, "answers about sets of buffers");
}

/* Classes of a tally: all that a pool can hold, beside the loop over its packets. */
TEST(tally_of_packets)
{
    struct rng r = rng_stream(8, 0);
    uint64_t compared = 0;

    for (int i = 0; i < POOLS * 100; i++) {
        struct fedx_buffer_pool b = {.used = (fedx_buffer_set)(rng_next(&r) & ALL_BUFFERS)};
        unsigned buffers = 2 + rng_below(&r, FEDX_BUFFERS - 1), level = rng_below(&r, rng_below(&r, 2) ? 256 : 12);

        for (unsigned k = 0; k < FEDX_BUFFERS; k++)
            b.level[k] = (uint8_t)rng_below(&r, rng_below(&r, 8) ? 12 : 256);
        struct fedx_tally tally = fedx_tally_count(&b);
        int full = level >= buffers;
        for (unsigned c = 0; c < FEDX_BUFFERS; c++) {
            unsigned held = 0;
            for (unsigned k = 0; k < FEDX_BUFFERS; k++)
                held += (b.used >> k & 1u) && b.level[k] >= c;
            assert_int_equal(tally.at_least[c], held);
            full |= c >= 1 && c <= level && held + 1 > buffers - c && c < buffers;
        }
        assert_int_equal(fedx_admission_class_full(&tally, buffers, level) != 0, full);
        fedx_tally_add(&tally, level);
        fedx_tally_remove(&tally, level);
        struct fedx_tally again = fedx_tally_count(&b);
        assert_memory_equal(&tally, &again, sizeof tally);
        compared++;
    }
    COMPARED(compared, "tallies");
}

int main(void)
{
    return test_all(NULL, NULL);
}
