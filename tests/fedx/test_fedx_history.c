/* SPDX-License-Identifier: Apache-2.0
 *
 * Lives of packets: those told are those that the switch holds, and the times told are
 * those of the specification.
 */
#include "../observe.h"

#include <stdlib.h>

#include "fedx/bench/fedx_stimulus.h"
#include "fedx/kind/fedx_model_node.h"

/* Registers of the model after some vectors. */
static struct fedx_switch_regs registers(const struct vectors *v)
{
    struct fedx_switch *sw = fedx_switch_create();

    for (size_t i = 0; i < v->count; i++)
        fedx_switch_step(sw, vectors_in(v, i), vectors_control(v, i));
    struct fedx_switch_regs regs = *fedx_switch_state(sw);
    fedx_switch_destroy(sw);
    return regs;
}

/* The cycle of the first line of one history that has these words, or 0. */
static long when(const char *history, const char *words)
{
    const char *end = strstr(history + 1, "\npacket "), *at = strstr(history, words);

    if (!at || (end && at > end))
        return 0;
    while (*at != '\n')
        at--;
    return strtol(strstr(at, "cycle ") + 6, NULL, 10);
}

static void check_times(const char *history, unsigned latency, unsigned *checked)
{
    long first = when(history, "first byte comes"), admitted = when(history, "admitted to buffer");
    long whole = when(history, "whole, acknowledged"), leaves = when(history, "first byte leaves");
    long out = when(history, "last byte has left"), accepted = when(history, "buffer released");

    assert_true(first > 0);
    if (admitted && !when(history, "refused: ")) {
        assert_int_equal(admitted, first + 10);
        (*checked)++;
    }
    if (whole)
        assert_int_equal(whole, when(history, "admitted to buffer") + 149);
    if (leaves) {
        assert_true(leaves >= admitted + 2);
        (*checked)++;
    }
    if (out && !when(history, "queued again"))
        assert_int_equal(out, leaves + 159);
    if (accepted && out && !when(history, "queued again") && !strstr(history, "more events")) {
        assert_true(accepted >= out + 2 + 2 * (long)latency);
        (*checked)++;
    }
}

/* Every packet in a buffer is told of, at that place, and no other one. */
static void told_is_held(const char *text, const struct fedx_switch_regs *regs)
{
    char name[32], want[128];
    unsigned held = 0, told = 0;

    for (int b = 0; b < FEDX_BUFFERS; b++)
        if (regs->buffer_pool.used >> b & 1u) {
            uint64_t head = regs->buffer_pool.head[b];
            snprintf(want, sizeof want, "packet %s to node %u, ", fedx_history_name(head, name, sizeof name),
                     (unsigned)(head >> 48));
            assert_non_null(strstr(text, want));
            held++;
        }
    for (const char *at = text; (at = strstr(at, ": in buffer ")) != NULL; at++)
        told++;
    assert_int_equal(told, held);
}

/* The lives after these vectors, against the registers. @return how many there are */
static unsigned check_lives(const struct vectors *v, unsigned *checked)
{
    struct fedx_switch_regs regs = registers(v);
    struct fedx_history *history = observe_history(v);
    unsigned lives = 0;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    fedx_history.print(history, out);
    fclose(out);
    assert_int_equal(fedx_history.count(history).cycles, v->count);
    fedx_history.destroy(history);
    told_is_held(text, &regs);
    for (const char *at = strncmp(text, "packet ", 7) == 0 ? text : strstr(text, "\npacket "); at;
         at = strstr(at + 1, "\npacket "), lives++)
        check_times(at, regs.config.latency, checked);
    free(text);
    return lives;
}

TEST(what_is_told_is_what_is_held)
{
    unsigned lives = 0, checked = 0;

    for (int profile = FEDX_PROFILE_LEGAL; profile <= FEDX_PROFILE_DAMAGED; profile++) {
        struct stimulus_config config = {
            .ops = &fedx_node_recorder, .inner = &fedx_node_model, .seed = 5, .cycles = 1, .profile = profile};
        struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
        fedx_kind_stimulus.episode(s);
        struct vectors v = *recorder_vectors(s->node);
        for (size_t cycles = 400; cycles < v.count; cycles += 97) {
            struct vectors some = {.kind = v.kind, .cycle = v.cycle, .count = cycles};
            lives += check_lives(&some, &checked);
        }
        stimulus_destroy(s);
    }
    assert_true(checked > lives);
    COMPARED(lives, "lives");
}

TEST(what_comes_is_counted)
{
    struct stimulus_config config = {
        .ops = &fedx_node_recorder, .inner = &fedx_node_model, .seed = 2, .cycles = 1, .profile = FEDX_PROFILE_LEGAL};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);

    fedx_kind_stimulus.episode(s);
    struct history_counts counts = observe_counts(recorder_vectors(s->node));
    assert_true(counts.packets >= s->result.accepted);
    assert_int_equal(counts.cycles, s->result.cycles);
    assert_int_equal(counts.ports, FEDX_PORTS);
    COMPARED(counts.packets, "packets");
    stimulus_destroy(s);
}

RUN_TESTS
