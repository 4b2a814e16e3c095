/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the files of a fabric that several ranks run: who has what, and the pins at cut cables (split.c); what ranks
 * tell each other of a cycle (split_update.c); the whole fabric (split_whole.c).
 */
#ifndef FABRIC_SPLIT_INTERNAL_H
#define FABRIC_SPLIT_INTERNAL_H

#include "split.h"

/* Routers whose pins go to another rank, or come from it, ascending. */
struct cut {
    int *unit;
    int count;
};

/* An endpoint at which the timeline glances. */
struct glance {
    int known; /* its kind counts something */
    unsigned marks;
    struct any_counters counters;
};

struct report;
struct reason;

struct fabric_split {
    struct ranks *ranks;
    struct cut *sent, *heard; /* [ranks] */
    struct report *report;
    size_t reports, report_room;
    struct reason *asked, *answer; /* of this rank; for the scoreboard of this one */
    size_t questions, asked_room, answers, answer_room;
    int again;             /* a second exchange is wanted in this cycle */
    const char *differs;   /* of the endpoint that is entered */
    uint16_t *used;        /* [routers] of a sample */
    const uint8_t **held;  /* [routers] a uint16_t, how many, and so many packets */
    struct glance *glance; /* [endpoints] */
};

/* Put what has changed of the pins that a rank reads into its message, or take those that it drives out of its own.
 * @param was  NULL: all */
void split_put_pins(const struct fabric *f, int rank, const uint8_t *was, const uint8_t *is);
void split_get_pins(const struct fabric *f, int rank, const uint8_t *was, uint8_t *is);

#endif
