/* SPDX-License-Identifier: Apache-2.0
 *
 * The analytic model of the PO2 paper (section 4): how busy the ports of a hexagonal mesh E_n are under uniform traffic
 * of single packets, and how busy its PE ports can get. docs/papers/po2.md section 2.
 */
#ifndef STUDY_PO2_H
#define STUDY_PO2_H

enum { PO2_MOST_EDGE = 1000 };

/** A fabric, and how its packets find their way. */
struct po2 {
    int edge;      /**< n, from 2 to PO2_MOST_EDGE */
    double ratio;  /**< s, over 0: time that a packet takes of two PE ports, over that of the two ports of a link */
    int derouting; /**< 1: Derouting; 0: Best Paths or Deterministic, whose ways are shortest ones */
};

/** The ratio of PE ports with so many cycles of overhead a packet, into the fabric and out of it together. */
double po2_ratio(int overhead);
/** Mean hops of a packet when internal ports are busy for this share of the time. */
double po2_path(const struct po2 *m, double busy);
/** Share of the time that internal ports are busy, up to 1, when PE ports are for the share `pe`. */
double po2_internal(const struct po2 *m, double pe);
/** The largest share of the time that PE ports can be busy. */
double po2_attainable(const struct po2 *m);

#endif
