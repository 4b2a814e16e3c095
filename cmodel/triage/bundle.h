/* SPDX-License-Identifier: Apache-2.0
 *
 * Bundles: all about one difference between model and RTL, in a folder that can be
 * kept, sent and replayed. docs/reference/bundles.md tells what is in it.
 */
#ifndef TRIAGE_BUNDLE_H
#define TRIAGE_BUNDLE_H

#include <limits.h>

#include "../gen/expected.h"
#include "triage.h"
#include "waveform.h"

/** Versions of the format: of bundles that set a state, and of all others. Those of another one are not read. */
enum { BUNDLE_STARTED = 4, BUNDLE_VERSION = 3 };

/** Cycles of the waveform, at most, unless the user says otherwise. */
enum { BUNDLE_WINDOW = 500 };

struct bundle {
    const char *router;       /**< name of the kind, for bundle.json; NULL: the usual one, of which it says nothing */
    char *command;            /**< that found the difference */
    uint64_t seed;            /**< of that run */
    char *rtl_object;         /**< path of the RTL, or NULL for the usual one */
    int own_object;           /**< a router of the user's whose Verilog is known: a copy of it is in the bundle */
    char *sources;            /**< folder with its Verilog, as its wrapper has it when it is the user's;
                                   NULL: the RTL of this project */
    char no_testbench[256];   /**< after writing: why there is none, or "" */
    uint64_t power_up;        /**< seed of the RTL's power-up values, 0 = zero */
    int node;                 /**< number of the router in the fabric, 0 of a router alone */
    uint64_t cycle;           /**< of the difference in that run, as the command counts it */
    struct mismatch mismatch; /**< its cycle counts the vectors from 1 */
    int reproduced;           /**< the vectors alone show it */
    struct vectors vectors;
    struct history_counts counts; /**< of the vectors */
    struct history_counts from;   /**< of the bundle it was shrunk from; cycles 0: it was not */
    char *explanation;            /**< of the difference, when the vectors show it (triage_kind.explain), or NULL */
    char *recent;                 /**< likewise: wires of the last cycles, and writes to the configuration (recent.h) */
    char *hops;                   /**< what the packets did in the fabric before, or NULL */
    uint64_t window;              /**< cycles of the waveform, at most */
    char part[PATH_MAX];          /**< folder that it is written to until it is whole; "": none was begun */
    /* What bundle_replay found. */
    void *history;             /**< triage_kind.history; NULL: it has none */
    struct waveform *waveform; /**< of a bundle that was begun: NULL: it has none */
    struct expected *expected; /**< likewise; of its testbench */
};

/** Bytes that hold every error: two paths and two hashes. */
enum { BUNDLE_ERROR = 2 * PATH_MAX + 512 };

/* Functions that can fail return 0, or -1 with one sentence in error. */

/** A bundle can be written to this folder: its parent is there, and it is not. */
int bundle_check(const char *folder, char *error, size_t size);
/** Begin to write this folder, which bundle_write completes; until then it has another name. */
int bundle_begin(struct bundle *b, const char *folder, char *error, size_t size);
/** Likewise the first of fedx-bundle, fedx-bundle-2 ... that is not there yet. @param[out] folder  its name */
int bundle_begin_next(struct bundle *b, char *folder, size_t length, char *error, size_t size);
/**
 * Run the vectors once more through model and RTL, for all that a bundle says about them: whether they show the
 * mismatch, which then counts their cycles; its explanation; the lives of the packets; how much they hold. Of a bundle
 * that was begun also the waveform, and what the testbench expects.
 * @param also  who else looks at this replay, or NULL
 * @return 0, or -1 when out of memory
 */
int bundle_replay(struct bundle *b, const struct node_ops *rtl, const struct observer *also);
/** After the replay, complete a folder that was begun. It appears whole or not at all. */
int bundle_write(struct bundle *b, const char *folder, char *error, size_t size);
/** After the replay, print all about the difference in words: the wrong field, ports, buffers, the packets' lives. */
void bundle_report(const struct bundle *b, FILE *file);
/** Whether the router is an object of which no Verilog is known; then the testbench has none either. */
int bundle_unknown(const struct bundle *b);
/** Path of the testbench of a bundle, undamaged: a folder as testbench_write makes it. */
int bundle_testbench(const char *folder, char path[PATH_MAX], char *error, size_t size);
/**
 * Buffers of the routers of a bundle, if they are not `standard`: it is read, and replayed, by the instance for them.
 */
int bundle_buffers(const char *folder, int standard);
/**
 * Read a folder that is as it was written, of a router of one of these kinds; the mismatch has field, lane, values and
 * cycle only. Then bundle_finish is due in any case.
 */
int bundle_read(struct bundle *b, const struct router_kind *const *kinds, const char *folder, char *error, size_t size);
/** The bundle is of an object; a copy of it belongs in the bundle if a build with --keep left it beside its Verilog. */
void bundle_object(struct bundle *b, const char *object);
/**
 * Load the RTL to replay a bundle with.
 * @param object  as the user named it, and the bundle's from then on; NULL: that of the bundle
 * @param trust   the user trusts who made the bundle: its own object may be loaded
 * @return NULL with one sentence in error
 */
const struct node_ops *bundle_open(struct bundle *b, const char *folder, const char *object, int trust, char *error,
                                   size_t size);
/** Write the options, each after a space, with which fedx replay loads the same RTL again. */
void bundle_options(const struct bundle *b, FILE *out);
/** An RTL can replay the bundle: if a state is set in it, the RTL can be put in one. */
int bundle_replayable(const struct bundle *b, const struct node_ops *rtl, char *error, size_t size);
/** Free what a bundle holds; a folder that was begun and not completed is removed. */
void bundle_finish(struct bundle *b);

#endif
