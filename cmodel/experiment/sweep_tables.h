/* SPDX-License-Identifier: Apache-2.0
 *
 * The files of each experiment of a sweep: a table (.csv), the runs behind it (.runs.csv), and a figure drawn by
 * gnuplot with its data and script (.dat, .gnuplot).
 */
#ifndef STUDY_SWEEP_TABLES_H
#define STUDY_SWEEP_TABLES_H

#include "sweep_points.h"

/**
 * Write the tables and figures of all experiments of a sweep whose points have been run.
 * @param[out] drawn  number of figures; gnuplot may be missing
 * @return 0, or -1 with one sentence in error
 */
int sweep_tables(const struct sweep *s, unsigned *drawn, char *error, size_t size);

#endif
