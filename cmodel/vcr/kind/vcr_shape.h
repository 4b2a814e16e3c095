/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of virtual-channel routers whose shape (struct vcr_parameters) is chosen at run time. The functions of the
 * model take the shape from memory; only a kind, whose operations know no shape, needs a place of its own
 * (vcr_shapes.def).
 */
#ifndef VCR_SHAPE_H
#define VCR_SHAPE_H

#include "../../kind/kind.h"
#include "vcr/params.h"

enum {
#define VCR_CONFIGURATION(name, ...) VCR_PLACE_##name,
#include "vcr_shapes.def"
#undef VCR_CONFIGURATION
    VCR_SHAPES, /**< places */
    VCR_SHAPE_NAME = 48
};

/**
 * The kind of a shape, which stays while it is held. Kinds of one shape are one. While others hold all places this
 * waits: a thread holds one at a time, or several of the same shape.
 * @param s  that vcr_parameters_wrong lets through
 */
const struct router_kind *vcr_shape_hold(const struct vcr_parameters *s);
/** Hold it once less. A kind that is not of a place is legal. It stays until other shapes have taken all places. */
void vcr_shape_release(const struct router_kind *kind);
/** Name of its kind, such as vcr-5p4v8d64f-bs-t1024: ports, channels, depth, bits of a flit, what is on, table. */
void vcr_shape_name(const struct vcr_parameters *s, char name[VCR_SHAPE_NAME]);
/** The shape of such a name. @return 0, or -1: no shape has that name */
int vcr_shape_of_name(const char *name, struct vcr_parameters *s);

/** Where the RTL of a kind was built, for as long as it stays. @param object  of the kind of a shape; it is copied */
void vcr_shape_set_rtl(const struct router_kind *kind, const char *object);
/** ... or NULL: it was not. */
const char *vcr_shape_rtl(const struct router_kind *kind);

/** What rooms above fill in when a shape takes a place. Set once, before the program begins. */
void vcr_shape_rooms(void (*fill)(unsigned place));

/** The kind and the parameters of a place. */
extern struct router_kind *const vcr_shape_kinds[VCR_SHAPES];
extern struct vcr_parameters *const vcr_shape_parameters[VCR_SHAPES];
/** Fill in the kind of a place, from its parameters. @param name  it stays */
void vcr_shape_fill_kind(unsigned place, const char *name);

#endif
