/* SPDX-License-Identifier: Apache-2.0
 *
 * What the proof harnesses share: ports of masks and of arrays, and what the RTL makes of route entries.
 * Included after the switch, or a mechanism of it.
 */
#ifndef FEDX_PORTS_H
#define FEDX_PORTS_H

#include "../common/proof.h"

/* Values of a register, and bits of each: of its lanes, or all of a set. */
#define VALUES(field, type) ((unsigned)(sizeof(field) / sizeof(type)))
#define BITS(dimension, type, width) ((unsigned)FEDX_FIELD_BITS(dimension, type, width))

/* Lanes of an array, or a single value, by port. The processor is little-endian. */
static inline void take_lanes(const char *port, void *field, unsigned bytes, unsigned lanes, unsigned bits)
{
    for (unsigned i = 0; i < lanes; i++) {
        uint64_t value = proof_input(port, i, bits);
        memcpy((uint8_t *)field + i * bytes, &value, bytes);
    }
}

static inline void put_lanes(const char *port, const void *field, unsigned bytes, unsigned lanes, unsigned bits)
{
    for (unsigned i = 0; i < lanes; i++) {
        uint64_t value = 0;
        memcpy(&value, (const uint8_t *)field + i * bytes, bytes);
        proof_output(port, i, bits, value);
    }
}

static inline void take_lanes_of(unsigned mask, const char *port, void *field, unsigned bytes, unsigned bits)
{
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        uint64_t value = proof_input(port, p, bits);
        if (mask >> p & 1u)
            memcpy((uint8_t *)field + p * bytes, &value, bytes);
    }
}

static inline void put_lanes_of(unsigned mask, const char *port, const void *field, unsigned bytes, unsigned bits)
{
    for (unsigned p = 0; p < FEDX_PORTS; p++) {
        uint64_t value = 0;
        if (mask >> p & 1u)
            memcpy(&value, (const uint8_t *)field + p * bytes, bytes);
        proof_output(port, p, bits, value);
    }
}

/* A port of one bit, of one bit a port of the switch (a mask), of one bit a buffer. */
#define INPUT(port) (unsigned)proof_input(port, 0, 1)
#define INPUT_MASK(port) (unsigned)proof_input(port, 0, FEDX_PORTS)
#define OUTPUT_MASK(port, value) proof_output(port, 0, FEDX_PORTS, value)
#define INPUT_BUFFERS(port) (unsigned)proof_input(port, 0, FEDX_BUFFERS)
#define OUTPUT_BUFFERS(port, value) proof_output(port, 0, FEDX_BUFFERS, value)
/* One lane a port, or a buffer, of an array. */
#define INPUT_LANES(port, array, bits) take_lanes(port, array, sizeof *(array), FEDX_PORTS, bits)
#define OUTPUT_LANES(port, array, bits) put_lanes(port, array, sizeof *(array), FEDX_PORTS, bits)
/* Likewise where the lanes of the mask alone mean something: the others are 0 on the wire, and anything in the C. */
#define OUTPUT_LANES_OF(mask, port, array, bits) put_lanes_of(mask, port, array, sizeof *(array), bits)
#define INPUT_LANES_OF(mask, port, array, bits) take_lanes_of(mask, port, array, sizeof *(array), bits)
#define INPUT_BUFFER_LANES(port, array, bits) take_lanes(port, array, sizeof *(array), FEDX_BUFFERS, bits)
#define OUTPUT_BUFFER_LANES(port, array, bits) put_lanes(port, array, sizeof *(array), FEDX_BUFFERS, bits)

enum { BUFFER_BITS = FEDX_BUFFER_BITS };

/* What route entries mean, a wire each as in the RTL. */
struct choices {
    uint8_t level[FEDX_PORTS], allowed[FEDX_PORTS], best[FEDX_PORTS], preferred[FEDX_PORTS], second[FEDX_PORTS];
    unsigned valid;
};

/* Of these ports; 0 for others, as the RTL has it. */
static inline struct choices choices_of(const struct fedx_wires *w, unsigned ports)
{
    struct choices all = {.valid = 0};

    for (unsigned p = 0; p < FEDX_PORTS; p++)
        if (ports >> p & 1u) {
            all.valid |= (unsigned)w->choice[p].valid << p;
            all.level[p] = w->choice[p].level;
            all.allowed[p] = w->choice[p].allowed;
            all.best[p] = w->choice[p].best;
            all.preferred[p] = w->choice[p].preferred;
            all.second[p] = w->choice[p].second;
        }
    return all;
}

/* One field of the choices of these ports. */
#define INPUT_CHOICES_OF(mask, name, bits)                              \
    for (unsigned p = 0; p < FEDX_PORTS; p++) {                         \
        uint8_t value = (uint8_t)proof_input("choice_" #name, p, bits); \
        if ((mask) >> p & 1u)                                           \
            w.choice[p].name = value;                                   \
    }

/* All of them. */
#define INPUT_ALL_CHOICES_OF(mask)       \
    INPUT_CHOICES_OF(mask, level, 8)     \
    INPUT_CHOICES_OF(mask, allowed, 8)   \
    INPUT_CHOICES_OF(mask, best, 8)      \
    INPUT_CHOICES_OF(mask, preferred, 8) \
    INPUT_CHOICES_OF(mask, second, 8)

/*
 * The wires that each function gives. The proof of its block shows that it leaves all others alone (LEAVES_OTHERS), and
 * the proof of the wiring takes nothing else of them for granted (ANY_OF).
 */
#define OWNERSHIP_EVAL_OUTPUTS(X) X(own_now)
#define OWNERSHIP_FLIP_OUTPUTS(X) X(flip)
#define PORT_RECEIVE_EVAL_OUTPUTS(X) X(rx_valid) X(abort_buffers)
#define ROUTE_EVAL_OUTPUTS(X) X(choice) X(header_want)
#define BUFFER_POOL_EVAL_OUTPUTS(X) X(ready) X(want)
#define BUFFER_POOL_BYTES_OUTPUTS(X) X(next_byte)
#define PORT_TRANSMIT_EVAL_OUTPUTS(X) X(available) X(accepted_candidate) X(passed) X(last) X(settled) X(late) X(abort)
#define PORT_TRANSMIT_EVENTS_OUTPUTS(X) X(start) X(accepted) X(stopped) X(expired) X(ended) X(keep)
#define ARBITRATION_EVAL_OUTPUTS(X) X(grant) X(grant_buf)
#define ADMISSION_OUTPUTS(X) \
    X(admit) X(admit_buf) X(admit_draw) X(admit_reason) X(throttle_set) X(watch) X(watch_level) X(random_next)

/* A check that the compiler puts in, and the proof shows not to fail. */
static inline void same(uint64_t a, uint64_t b)
{
    if (a != b)
        __builtin_unreachable();
}

static inline void same_bytes(const void *a, const void *b, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        same(((const uint8_t *)a)[i], ((const uint8_t *)b)[i]);
}

#define GIVEN(name) memcpy(&others.name, &w.name, sizeof w.name);
#define LEAVES_OTHERS(GIVES, call)         \
    do {                                   \
        struct fedx_wires others;          \
        memcpy(&others, &w, sizeof w);     \
        call;                              \
        GIVES(GIVEN)                       \
        same_bytes(&others, &w, sizeof w); \
    } while (0)

static inline void anything(const char *name, void *at, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        ((uint8_t *)at)[i] = (uint8_t)proof_free(name, i, 8);
}

#define ANY(name) anything("any." #name, &w->name, sizeof w->name);
#define ANY_OF(GIVES) GIVES(ANY)

/* Wires hold anything before a cycle. */
static inline void take_old_wires(struct fedx_wires *w)
{
    anything("wires_before", w, sizeof *w);
}

#endif
