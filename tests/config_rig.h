/* SPDX-License-Identifier: Apache-2.0
 *
 * The configuration port of a router alone, for the test of each kind, which defines RIG_ROUTER, RIG_CONTROL,
 * RIG_STEP(router, control) and RIG_RDATA(router).
 */
#ifndef CONFIG_RIG_H
#define CONFIG_RIG_H

#include "unit.h"

/** A router whose only traffic is its configuration port. */
struct rig {
    RIG_ROUTER *router;
    RIG_CONTROL control;
};

static void step(struct rig *rig)
{
    RIG_STEP(rig->router, &rig->control);
    rig->control.cfg_we = 0;
}

static void write_word(struct rig *rig, unsigned address, uint32_t word)
{
    rig->control.cfg_we = 1;
    rig->control.cfg_addr = (uint16_t)address;
    rig->control.cfg_wdata = word;
    step(rig);
    step(rig);
}

/** The address in cycle t, the value in t + 2. */
static uint32_t read_word(struct rig *rig, unsigned address)
{
    rig->control.cfg_addr = (uint16_t)address;
    step(rig);
    step(rig);
    return RIG_RDATA(rig->router);
}

/** A word that keeps what is written: reset value, bits that there are. */
struct word {
    unsigned address;
    uint32_t reset, mask;
};

enum { MOST_WORDS = 16 };

/** What is written to words is read back (unused bits as 0), and nowhere else. */
static void check_read_back(struct rig *rig, const struct word *words, int count, int turns)
{
    struct rng r = rng_stream(61, 0);
    uint32_t now[MOST_WORDS];

    for (int i = 0; i < count; i++)
        assert_int_equal(now[i] = read_word(rig, words[i].address), words[i].reset);
    for (int n = 0; n < turns; n++) {
        int i = n % count;
        uint32_t word = n < 2 * count ? 0xffffffffu : (uint32_t)rng_next(&r);
        write_word(rig, words[i].address, word);
        now[i] = word & words[i].mask;
        for (int k = 0; k < count; k++)
            assert_int_equal(read_word(rig, words[k].address), now[k]);
    }
    COMPARED(turns * count, "words read back");
}

/** A row of the configuration map; sw is NULL in a field. */
struct map_row {
    const char *name, *sw;
    unsigned address, count, high, low;
    uint64_t reset;
};

#endif
