/* SPDX-License-Identifier: Apache-2.0
 *
 * What looking into a difference shows of the Fed-X switch (triage/triage.h).
 */
#ifndef FEDX_TRIAGE_H
#define FEDX_TRIAGE_H

#include "../../triage/explain.h"
#include "../bench/fedx_script.h"

/** Packets that are told of. */
struct fedx_history_counts {
    unsigned count;
    uint64_t head[FEDX_BUFFERS + FEDX_PORTS + 16]; /**< header bytes 1 to 8, without the stop-and-wait bit */
};

/** The lives in one replay. */
struct fedx_history;

/**
 * The history of packets in one switch, worked out from the golden model: when each came, by which port, what admission
 * said to its headers, which buffer it got, every attempt to send it, and how it left. Printed are the lives of the
 * packets in buffers and at ports after the last cycle, and of those that left the switch within FEDX_HISTORY_RECENT
 * cycles before. Cycle n is the one with the inputs of vector n, counted from 0; registers show what came of it in
 * cycle n + 1.
 */
extern const struct history_ops fedx_history;
/** The packets that are printed. */
void fedx_history_report(const struct fedx_history *history, struct fedx_history_counts *told);
enum { FEDX_HISTORY_RECENT = 200 };

/** A packet as it is called in words: source.message.packet. @param head  header bytes 1 to 8 */
const char *fedx_history_name(uint64_t head, char *text, size_t size);

/**
 * The way of every packet that is printed (fedx_history_report) in the fabric before, in words.
 * @param hops  the hop trace of the fabric, as far as it went
 * @return a text to be freed, or NULL when out of memory
 */
char *fedx_hops_print(const void *history, FILE *hops);

/**
 * What was decided at the edge that led to a difference, by which rule of which section of docs/spec/fedx.md, from
 * which values, on both sides. The values are those of the golden model's own functions, asked about the registers of
 * the cycle before and its inputs.
 */
extern const struct explain_ops fedx_explain;

/** States near a difference (triage/late_start.h). */
extern const struct late_start_ops fedx_late_start;

/**
 * Leave out all units of a script that the difference does without, move what is left together, put settings back to
 * their defaults, and end it at the difference.
 * @return 0, or -1 with one sentence in error: out of memory, or the script does not show the difference
 */
int fedx_shrink(struct fedx_script *s, const struct shrink_config *config, struct shrink_result *result, char *error,
                size_t size);
/** That of the script of vectors, as triage_kind.shrink. */
int fedx_shrink_vectors(struct vectors *v, const struct shrink_config *config, struct replay *shown,
                        struct shrink_result *result, char *error, size_t size);

#endif
