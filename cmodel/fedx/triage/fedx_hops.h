/* SPDX-License-Identifier: Apache-2.0
 *
 * What the packets of a switch did in the fabric before, from a hop trace.
 */
#ifndef FEDX_HOPS_H
#define FEDX_HOPS_H

#include "fedx_history.h"

/**
 * The way of every packet that lives print_decisions of (fedx_history_report), in words.
 * @param hops  the hop trace of the fabric, as far as it went
 * @return a text to be freed, or NULL when out of memory
 */
char *fedx_hops_print(const void *history, FILE *hops);

#endif
