/* SPDX-License-Identifier: Apache-2.0
 *
 * A difference between model and RTL as an explanation: what was decided at the edge
 * that led to it, by which rule of which section of docs/spec/fedx.md, from which values,
 * on both sides. The values are those of the golden model's own functions, asked
 * about the registers of the cycle before and its inputs.
 */
#ifndef FEDX_EXPLAIN_H
#define FEDX_EXPLAIN_H

#include "../../triage/explain.h"

extern const struct explain_ops fedx_explain;

#endif
