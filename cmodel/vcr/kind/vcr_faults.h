/* SPDX-License-Identifier: Apache-2.0
 *
 * What both ends of a cable between virtual-channel routers make of a fault. Nothing is sent again here: a flit that is
 * lost is lost, but errors are sticky in the routers, and packets are checked where they arrive.
 * docs/reference/faults.md section 9.
 */
#ifndef VCR_FAULTS_H
#define VCR_FAULTS_H

#include "../../faults/faults.h"
#include "vcr/regs.h"

/**
 * What comes of a fault, beside nothing and timing: errors of section 6 and 8 of docs/spec/vcr.md, or the link fell.
 */
enum vcr_fault_outcome {
    VCR_FAULT_LINK = FAULT_TIMING + 1,
    VCR_FAULT_CREDIT,
    VCR_FAULT_FULL,
    VCR_FAULT_VC,
    VCR_FAULT_ORDER,
    VCR_FAULT_ROUTE
};
/** The names of all, as faults_kind.outcomes. */
#define VCR_FAULT_OUTCOMES                                                    \
    {                                                                         \
        "nothing", "timing", "link", "credit", "full", "vc", "order", "route" \
    }

/* As in struct faults_kind, of a build. */
void vcr_faults_port_state(const void *port, void *state);
void vcr_faults_step_router(const struct vcr_parameters *s, struct vcr_regs *r, const void *in, const void *control);
void vcr_faults_step_port(const struct vcr_parameters *s, void *state, const void *in, const void *port);
int vcr_faults_outputs_differ(const void *a, const void *b, int endpoint);
/** Of an endpoint's port alone. @param settings  of the routers @param cables  that an endpoint can have */
int vcr_faults_port_usable(const struct vcr_parameters *s, const void *settings, int cables, const void *state);
struct fault_look vcr_faults_look(const void *state, unsigned port, int endpoint);
unsigned vcr_faults_judge(const struct fault_look *was, const struct fault_look *is, const struct fault_look *far);
void vcr_faults_refuse(void *port, int refuses);
void vcr_faults_reset(void *control, const struct boot *b, int router, uint64_t since, uint32_t length);

#endif
