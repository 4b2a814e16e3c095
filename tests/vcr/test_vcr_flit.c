/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of the head flit against docs/spec/vcr.md section 3: every bit by itself, and the head word of the Fed-X
 * switch, whose places they are.
 */
#include "vcr_unit.h"

/* What the router reads, one field behind the other: destination, class, deflections, adaptive. */
static uint64_t fields_of(uint64_t head)
{
    return (uint64_t)vcr_flit_destination(head) << 6 | vcr_flit_class(head) << 4 | vcr_flit_deflections(head) << 1 |
           vcr_flit_adaptive(head);
}

/* The table of section 3: what fields_of has of a bit of the word alone. */
static uint64_t expected_of(int bit)
{
    static const int first[] = {48, 45, 42, 40}, last[] = {63, 46, 44, 40}, place[] = {6, 4, 1, 0};

    for (int i = 0; i < 4; i++)
        if (bit >= first[i] && bit <= last[i])
            return UINT64_C(1) << (bit - first[i] + place[i]);
    return 0;
}

TEST(every_bit)
{
    unsigned read = 0;

    for (int bit = 0; bit < 64; bit++) {
        uint64_t expected = expected_of(bit);
        assert_int_equal(fields_of(UINT64_C(1) << bit), expected);
        assert_int_equal(fields_of(~(UINT64_C(1) << bit)), expected ^ 0x3fffff);
        read += expected != 0;
    }
    assert_int_equal(read, 22);
    COMPARED(128, "words");
}

/* Deflections are the one field that a hop may change: one less, every other bit as it was. */
TEST(deflected)
{
    struct rng r = rng_stream(201, 0);
    unsigned words = 0;

    for (int n = 0; n < 2000; n++) {
        uint64_t head = rng_next(&r), rest = ~(UINT64_C(7) << 42);
        for (uint64_t left = 1; left < 8; left++, words++)
            assert_int_equal(vcr_flit_deflected((head & rest) | left << 42), (head & rest) | (left - 1) << 42);
    }
    COMPARED(words, "words");
}

/* At its intermediate router a head has its destination alone, in an odd class; until then it goes to the terminal in
 * its highest byte, in builds that know of it. */
TEST(turned)
{
    static const struct vcr_parameters build = {.via = 1}, other = {.via = 0};
    struct rng r = rng_stream(203, 0);

    for (int n = 0; n < 2000; n++) {
        uint64_t head = rng_next(&r), via = head >> 56, flag = UINT64_C(1) << 47,
                 low = head & ((UINT64_C(1) << 48) - 1);
        assert_int_equal(vcr_flit_turned(head), (head & 0x00ff7fffffffffff) | UINT64_C(1) << 45);
        assert_int_equal(vcr_flit_aimed(&build, head), head & flag ? via << 48 | low : head);
        assert_int_equal(vcr_flit_aimed(&other, head), head);
        assert_int_equal(vcr_flit_via(head), (head & flag) != 0);
    }
    COMPARED(8000, "words");
}

/* The head word of the Fed-X switch has the same fields in the same places, with up to seven deroutes: class 0. */
TEST(as_the_other_kind)
{
    struct rng r = rng_stream(202, 0);

    for (int n = 0; n < 2000; n++) {
        struct fedx_header h = {.destination = (uint16_t)rng_next(&r),
                                .source = (uint16_t)rng_next(&r),
                                .adaptive = (uint8_t)vcr_unit_upto(&r, 1),
                                .last = (uint8_t)vcr_unit_upto(&r, 1),
                                .deroutes = (uint8_t)vcr_unit_upto(&r, 7)};
        uint64_t head = fedx_header_word(&h);
        assert_int_equal(vcr_flit_destination(head), h.destination);
        assert_int_equal(vcr_flit_class(head), 0);
        assert_int_equal(vcr_flit_deflections(head), h.deroutes);
        assert_int_equal(vcr_flit_adaptive(head), h.adaptive);
    }
    COMPARED(8000, "fields");
}

RUN_TESTS
