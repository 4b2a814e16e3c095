/* SPDX-License-Identifier: Apache-2.0
 *
 * The words of templates that are of a kind of router alone: its names, and its pins.
 */
#ifndef GEN_GEN_KIND_FIELDS_H
#define GEN_GEN_KIND_FIELDS_H

#include "../kind/kind.h"
#include "gen.h"

/** Add them. The kind has gen. @param end  as of gen_pins_words */
void gen_kind_fields(struct gen_fields *w, const struct router_kind *kind, const char *end);

#endif
