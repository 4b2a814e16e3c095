/* SPDX-License-Identifier: Apache-2.0
 *
 * What states near a difference (near.h) ask of the Fed-X switch.
 */
#ifndef FEDX_NEAR_H
#define FEDX_NEAR_H

#include "../../triage/triage.h"

extern const struct near_ops fedx_near;

#endif
