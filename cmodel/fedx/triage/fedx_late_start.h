/* SPDX-License-Identifier: Apache-2.0
 *
 * What states near a difference (late_start.h) ask of the Fed-X switch.
 */
#ifndef FEDX_LATE_START_H
#define FEDX_LATE_START_H

#include "../../triage/triage.h"

extern const struct late_start_ops fedx_late_start;

#endif
