/* SPDX-License-Identifier: Apache-2.0
 *
 * Random configurations of everything that a fabric of virtual-channel routers can be that their event engine runs.
 */
#ifndef FEDX_TESTS_VCR_SUBJECT_H
#define FEDX_TESTS_VCR_SUBJECT_H

#include "fabric/fabric.h"
#include "fedx/rng.h"
#include "traffic/traffic.h"
#include "vcr/kind/vcr_settings.h"

/** A random fabric with all that it refers to; it must stay where it is. */
struct vcr_subject {
    struct vcr_parameters parameters; /**< of the routers */
    struct topology *topology;
    struct traffic traffic;
    struct vcr_settings settings;
    struct fabric_config config;
};

/** Draw a fabric for a run of so many cycles, of up to 64 routers. */
void vcr_subject_draw(struct rng *r, struct vcr_subject *s, uint64_t cycles);
/** ... of more than 64 routers. */
void vcr_subject_draw_large(struct rng *r, struct vcr_subject *s, uint64_t cycles);
/** Short packets, a message each, so many that ids come round while some are under way. @param latency  extra stages of
 * cables */
void vcr_subject_crowd(struct vcr_subject *s, unsigned latency);
/**
 * Draw a fabric of a shape that is drawn, whose packets cannot wait for each other for ever.
 * @param events  1: one that the event engine runs
 */
void vcr_subject_draw_shape(struct rng *r, struct vcr_subject *s, uint64_t cycles, int events);
/** ... of a build. */
void vcr_subject_draw_build(struct rng *r, struct vcr_subject *s, uint64_t cycles, const struct router_kind *kind,
                            const struct vcr_parameters *parameters);
/** A shape. @param events  1: with bypass and speedup */
struct vcr_parameters vcr_subject_shape(struct rng *r, int events);
void vcr_subject_finish(struct vcr_subject *s);
/** Print a configuration in two lines. */
void vcr_subject_print(int number, const struct vcr_subject *s);

#endif
