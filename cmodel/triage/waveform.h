/* SPDX-License-Identifier: Apache-2.0
 *
 * Waveforms of model and RTL side by side, as FST files, and what GTKWave shows of
 * them first. Drawn in a replay of vectors, so that they cost nothing before.
 *
 * One unit of time is one cycle: unit n has the inputs of cycle n (vector n,
 * from 0) and the registers before its edge. Scopes:
 *
 *     fedx.in.rst, side, cfg_we, cfg_addr, cfg_wdata; valid_3, data_3 ... of each port
 *     fedx.model.out.valid_3 ...   fedx.model.port_receive.cut_3, count_3 ...   fedx.model.buffer_pool.level_9 ...
 *     fedx.rtl.                    the same
 *     fedx.differs                 1 while any of them differs
 *
 * of kind fedx; other kinds have their name there. The number is that of the port or the buffer; a register
 * without one has one value.
 */
#ifndef TRIAGE_WAVEFORM_H
#define TRIAGE_WAVEFORM_H

#include "signals.h"

/** 1 when this build can write waveforms: Verilator was there, whose FST writer it takes. */
int waveform_able(void);
/** An FST file that a replay is drawn in. */
struct waveform;

/**
 * Begin the file; what goes wrong with it is said by waveform_close.
 * @param first  cycle that is shown; all up to that after the last vector are
 * @return NULL when out of memory
 */
struct waveform *waveform_open(const char *path, const struct router_kind *kind, uint64_t first);
/** That draws; both sides are there. */
struct observer waveform_observer(struct waveform *w);
/** Complete the file, and free w. NULL is legal. @return 0, or -1 with one sentence in error */
int waveform_close(struct waveform *w, char *error, size_t size);
/**
 * Write a GTKWave save file: the field of a mismatch on both sides, then the pins of its port. The kind has triage.
 * Errors stay with the stream.
 * @return 0, or -1 when out of memory
 */
int waveform_view(const struct router_kind *kind, const struct mismatch *d, const char *waveform, uint64_t first,
                  FILE *file);

#endif
