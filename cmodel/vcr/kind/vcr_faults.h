/* SPDX-License-Identifier: Apache-2.0
 *
 * What both ends of a cable between virtual-channel routers make of a fault. Nothing is sent again here: a flit that is
 * lost is lost, but errors are sticky in the routers, and packets are checked where they arrive.
 * docs/reference/faults.md section 9.
 */
#ifndef VCR_FAULTS_H
#define VCR_FAULTS_H

#include "../../faults/faults.h"

extern const struct faults_kind vcr_faults;

#endif
