/* SPDX-License-Identifier: Apache-2.0
 *
 * Functional coverage of virtual-channel routers and their terminals: hits are of cycles in which what they stand for
 * is on the pins, too.
 */
#include "../unit.h"

#include "kind/node.h"
#include "vcr/bench/vcr_coverage.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_terminal_kind.h"

/* How often flits are seen on the pins, and the points that stand for them. */
TEST(hits_of_routers)
{
    const struct router_kind *kind = &vcr_kind_noc;
    struct coverage *c = coverage_create(kind->parts->coverage);
    struct rng r = rng_stream(3, 1);
    struct vcr_regs regs;
    struct vcr_pins out, in = {0};
    uint64_t left = 0, hits = 0;
    void *node = kind->model->create(NULL, 0);

    for (int t = 0; t < 20000; t++) {
        struct vcr_control control = {.rst = t < 2,
                                      .cfg_we = t == 2 || t == 3,
                                      .cfg_addr = (uint16_t)(t == 2 ? VCR_CFG_PLACE : VCR_CFG_MODE),
                                      .cfg_wdata =
                                          t == 2 ? 5u | 2u << 16 | 2u << 20 : (uint32_t)VCR_ROUTE_MESH | 1u << 8};
        in.up = 31;
        in.valid = (uint16_t)(rng_next(&r) & rng_next(&r) & 31u);
        in.head = in.tail = in.valid;
        for (int p = 0; p < 5; p++) {
            in.vc[p] = (uint8_t)rng_below(&r, 4);
            in.credit[p] = (uint16_t)rng_below(&r, 16);
            in.flit[p] = rng_next(&r) >> 16 | (uint64_t)rng_below(&r, 16) << 48;
        }
        kind->model->state(node, &regs);
        coverage_sample(c, &regs, &in, &control);
        kind->model->step(node, &in, &control);
        kind->model->pins(node, &out);
        left += (uint64_t)__builtin_popcount(out.valid & out.head & out.tail);
    }
    for (int p = 0; p < 5; p++)
        hits += coverage_hits(
                    c, coverage_at(kind->parts->coverage, VCR_FAMILY_LEAVES, (int[]){VCR_COVER_LEAVES_SINGLE, p, 0}))
                    ->hits;
    assert_int_equal(hits, left);
    COMPARED(left, "packets of one flit");
    kind->model->destroy(node);
    coverage_destroy(c);
}

/* How often tails are seen on the pins, and the points that stand for them. */
TEST(hits_of_terminals)
{
    const struct router_kind *kind = &vcr_terminal_kind_wormhole;
    struct coverage *c = coverage_create(kind->parts->coverage);
    struct rng r = rng_stream(3, 1);
    struct vcr_terminal_regs regs;
    struct vcr_pins out, in = {0};
    uint64_t left = 0, hits = 0;
    void *node = kind->model->create(NULL, 0);

    for (int t = 0; t < 20000; t++) {
        struct vcr_terminal_control control = {.rst = t < 2, .put = (uint8_t)rng_below(&r, 2)};
        in.up = 15;
        for (int p = 0; p < 4; p++)
            in.credit[p] = (uint16_t)rng_below(&r, 16);
        kind->model->state(node, &regs);
        coverage_sample(c, &regs, &in, &control);
        kind->model->step(node, &in, &control);
        kind->model->pins(node, &out);
        left += (uint64_t)__builtin_popcount(out.tail);
    }
    for (int p = 0; p < 4; p++)
        hits += coverage_hits(c, coverage_at(kind->parts->coverage, VCR_TERMINAL_FAMILY_FLIT,
                                             (int[]){VCR_TERMINAL_COVER_FLIT_TAIL, p, 0}))
                    ->hits;
    assert_int_equal(hits, left);
    COMPARED(left, "tails");
    kind->model->destroy(node);
    coverage_destroy(c);
}

RUN_TESTS
