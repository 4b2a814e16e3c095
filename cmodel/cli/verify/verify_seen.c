/* SPDX-License-Identifier: Apache-2.0 */
#include "verify_seen.h"

#include <inttypes.h>
#include <stdio.h>

/* Nobody knows of a packet that may be dropped whether it is inside. */
static int is_counted(const struct blackbox *f)
{
    return !f->drops.allowed;
}

void verify_seen_print(const struct blackbox *f, const struct blackbox_extremes *seen)
{
    printf("%s%s%swaits of up to %" PRIu32 " cycles at an input and %" PRIu32 " inside while no output was held up",
           f->class_number ? "            " : "seen        ", f->class_name, *f->class_name ? ": " : "", seen->wait_in,
           seen->wait_inside);
    if (is_counted(f))
        printf("; up to %" PRIu32 " flits of an input inside", seen->fill);
    printf("\n");
    printf("            gaps of up to %" PRIu32 " cycles in a packet at an output; %" PRIu64
           " packets that began to come out before all was in",
           seen->gap, seen->early);
    if (blackbox_bench_grants(f))
        printf("; up to %" PRIu32 " packets of others before one that waited", seen->grants);
    printf("\n");
    if (seen->room != UINT32_MAX)
        printf("            full with %" PRIu32 " flits of an input inside, or more\n", seen->room);
}

json_t *verify_seen_json(const struct blackbox *f, const struct blackbox_extremes *seen)
{
    return json_pack("{s:I, s:I, s:o, s:o, s:I, s:I, s:I}", "wait_in", (json_int_t)seen->wait_in, "wait_inside",
                     (json_int_t)seen->wait_inside, "fill", is_counted(f) ? json_integer(seen->fill) : json_null(),
                     "full", seen->room == UINT32_MAX ? json_null() : json_integer(seen->room), "gap",
                     (json_int_t)seen->gap, "early", (json_int_t)seen->early, "grants", (json_int_t)seen->grants);
}
