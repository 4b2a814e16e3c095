/* SPDX-License-Identifier: Apache-2.0
 *
 * A timeline of a run: what every router and link did over time, in a number of frames
 * that does not grow with the length of the run, and the paths of the packets that
 * are seen in it. For the report (docs/reference/report.md).
 *
 * A frame is an equal part of the run. Occupancy is its mean over the samples in
 * it; the buffers are as in its last cycle; attempts count as a whole in the frame
 * in which they end. Marks of endpoints (kind.h) are looked at TIMELINE_GLANCES times a frame. A timeline is fed with
 * the facts that feed the metrics, by scoreboard.c, so that it is the same from every engine.
 */
#ifndef MEASURE_TIMELINE_H
#define MEASURE_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "metrics.h"

enum {
    TIMELINE_FRAMES = 150,     /**< of a timeline at most */
    TIMELINE_LEAST_FRAMES = 6, /**< fewer make no timeline */
    TIMELINE_VIEWS = 24000,    /**< routers times frames, about */
    TIMELINE_GLANCES = 20, /**< at marks in a frame, its last cycle among them; in each cycle of one that has fewer */
    TIMELINE_WAYS = 10000  /**< packets whose way is kept; when there are more, every second one, and so on */
};

/** Frames of a timeline of so many routers and cycles; 0: no timeline, there are too many routers or too few cycles. */
int timeline_frames(int nodes, uint64_t cycles);

struct timeline_settings {
    int nodes;         /**< routers */
    int ports;         /**< of a router */
    int frames;        /**< as timeline_frames gives them */
    int buffers;       /**< of a router */
    int packet_cycles; /**< that a packet takes on a cable */
    uint64_t end;      /**< cycles of the timeline */
    int marked;        /**< endpoints whose marks it has; 0: none */
};

/** What one sender of a router (a port, or its endpoints together) did in a frame. */
struct timeline_sender {
    uint32_t accepted, refused; /**< attempts */
    uint32_t bytes;             /**< on the wire, of both */
};

/** One router in one frame. */
struct timeline_view {
    uint32_t held;        /**< packets, sum over the samples */
    uint32_t first_sight; /**< of its buffers; they end where those of the next view begin */
    struct timeline_sender sender[HOP_SENDERS];
};

/** The marks of an endpoint in one frame. */
struct timeline_marks {
    uint32_t count[KIND_MOST_MARKS]; /**< glances that found each */
};

/** The fabric in one frame. */
struct timeline_frame {
    uint32_t samples; /**< of each router */
    uint32_t crowded; /**< routers with four fifths of their buffers used, in the last cycle */
    uint64_t refused[KIND_MOST_REJECT_REASONS]; /**< attempts */
    uint64_t delivered[GROUPS], cycles[GROUPS]; /**< packets by group, and the sum of their latencies */
    uint32_t glances;                           /**< at each endpoint */
    int32_t
        last; /**< endpoint that something came to last (port_marks.last), as of the end; -1: none yet, or no marks */
};

/** A buffer in use at the end of a frame. */
struct timeline_sight {
    uint32_t packet; /**< its number */
    uint8_t buffer;
    uint8_t waiting;   /**< held_packet.waiting */
    uint8_t unused[2]; /**< zero, so that equal sights are equal bytes */
};

/** A stay of a packet: in a router, or in the endpoint of its source. */
struct timeline_stay {
    int node;
    int in_endpoint; /**< 1: node is its source; 0: a router */
    int port;        /**< by which it left; -1: it did not */
    uint32_t refused[KIND_MOST_REJECT_REASONS];
    uint64_t first; /**< cycle of the first byte of the first attempt to send it on */
    uint64_t sent;  /**< likewise of the attempt that was accepted */
    uint64_t done;  /**< cycle in which the sender knew */
};

/** A packet that was seen in a buffer. */
struct timeline_packet {
    uint16_t source, destination, message;
    uint8_t packet;             /**< number in its message */
    struct timeline_stay *stay; /**< its way, in the order of time; NULL: not kept */
    uint32_t stays;
};

struct timeline;

/** @return NULL when out of memory */
struct timeline *timeline_create(const struct timeline_settings *settings);
/** NULL is legal. */
void timeline_destroy(struct timeline *f);

/* Facts. Those that return int: 0, or -1 when out of memory. */

/** As metrics_attempt. */
int timeline_attempt(struct timeline *f, const struct attempt *attempt, uint64_t now);
/**
 * A packet was delivered in cycle `now` after so many cycles. @param group  all packets, and one of the others at most
 */
void timeline_delivered(struct timeline *f, enum metrics_group group, uint64_t cycles, uint64_t now);
/** A node held `used` packets at the end of cycle `now`: in the cycles of the metrics. */
void timeline_sample(struct timeline *f, int node, unsigned used, uint64_t now);
/** 1 when cycle `now` is the last one of a frame: then all packets are seen, node by node in ascending order. */
int timeline_frame_time(const struct timeline *f, uint64_t now);
/** A packet of the node in turn, by ascending buffers. */
int timeline_see(struct timeline *f, const struct held_packet *held);
/** All packets of a node were seen; the next node is in turn. */
void timeline_seen(struct timeline *f, int node, uint64_t now);

/** 1 when marks are looked at in cycle `now`. */
int timeline_glances(const struct timeline *f, uint64_t now);
/** All were looked at in cycle `now`; timeline_marked of each endpoint follows. @param last  as in struct
 * timeline_frame */
void timeline_glance(struct timeline *f, int last, uint64_t now);
/** @param marks  of an endpoint: port_ops.marks */
void timeline_marked(struct timeline *f, int endpoint, unsigned marks, uint64_t now);

/** Save or load what was seen so far, into a timeline with the same settings. */
void timeline_archive(struct timeline *f, struct archive *a);

/* What there is to see. */

/** The settings it was made with. */
const struct timeline_settings *timeline_settings(const struct timeline *f);
/** Frames that are complete: all, unless the run ended early. */
int timeline_shown(const struct timeline *f);
/** First cycle of a frame; of frame `frames`: the end. */
uint64_t timeline_begin(const struct timeline *f, int frame);
const struct timeline_frame *timeline_frame(const struct timeline *f, int frame);
const struct timeline_view *timeline_view(const struct timeline *f, int frame, int node);
/** NULL without marks. */
const struct timeline_marks *timeline_marks_of(const struct timeline *f, int frame, int endpoint);
/** The used buffers of a router at the end of a frame, in ascending order. @param[out] count  how many */
const struct timeline_sight *timeline_sights(const struct timeline *f, int frame, int node, unsigned *count);
/** The run is over: packets that are still under way have the way that they made so far. */
void timeline_end(struct timeline *f);
/** The packets that were seen; sights have their numbers. @param[out] count  how many */
const struct timeline_packet *timeline_packets(const struct timeline *f, uint32_t *count);
/** Of how many packets that were seen one has its way kept: 1, 2, 4, ... */
unsigned timeline_one_in(const struct timeline *f);

#endif
