/* SPDX-License-Identifier: Apache-2.0
 *
 * Windows of so many delivered packets each, one after the other from the end of the warm-up on: what every source got
 * through in each, and what it sent. A length in packets makes windows of fast and of slow fabrics say as much of each
 * source ("batches" of *Throughput Fairness in Indirect Networks*, section III B, which has the mean of the former and
 * the matrix of the latter).
 */
#ifndef MEASURE_WINDOWS_H
#define MEASURE_WINDOWS_H

#include <stdint.h>

#include "../base/archive.h"

enum { WINDOWS_MOST = 1000 /**< of a run */ };

/** What is counted of a source. */
enum windows_what {
    WINDOWS_DELIVERED, /**< its packets that arrived */
    WINDOWS_INJECTED,  /**< ... that the router took */
    WINDOWS_WHATS
};

struct windows_settings {
    int endpoints;    /**< that send */
    int count;        /**< windows, 1 to WINDOWS_MOST */
    uint64_t packets; /**< delivered in each, 1 at least */
    uint64_t begin;   /**< cycle in which the first one begins */
};

struct windows;

/** @return NULL when out of memory */
struct windows *windows_create(const struct windows_settings *settings);
/** NULL is legal. */
void windows_destroy(struct windows *w);

/** A packet of endpoint `source` was delivered in cycle `now`. Cycles come in order; a window ends with the last packet
 * of a cycle. */
void windows_delivered(struct windows *w, int source, uint64_t now);
/** The router took a packet of it in cycle `now`, which belongs to the window of that cycle. */
void windows_injected(struct windows *w, int source, uint64_t now);
/** Save or load what was counted so far, into windows with the same settings. */
void windows_archive(struct windows *w, struct archive *a);

/** Windows that are over, between two cycles. */
int windows_complete(const struct windows *w);
/** First cycle of a window, of those that are over or of the one behind them. */
uint64_t windows_begin(const struct windows *w, int window);
/** Packets of a source that were counted in a window. */
uint64_t windows_from(const struct windows *w, enum windows_what what, int window, int source);
/** What was asked for. */
struct windows_settings windows_settings_of(const struct windows *w);

#endif
