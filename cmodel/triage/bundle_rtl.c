/* SPDX-License-Identifier: Apache-2.0
 *
 * The RTL of a bundle: what it was made with, and whether that may be loaded. An
 * object is code, so one that comes with a bundle, or that a bundle names, is not
 * loaded on the bundle's word. docs/reference/bundles.md says against whom this helps.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/quote.h"
#include "../config/scenario_kind.h"
#include "bundle.h"
#include "bundle_parts.h"

static void forget_sources(struct bundle *b)
{
    free(b->sources);
    b->sources = NULL;
}

void bundle_object(struct bundle *b, const char *object)
{
    char sources[PATH_MAX];

    free(b->rtl_object);
    forget_sources(b);
    b->rtl_object = object && *object ? realpath(object, NULL) : NULL;
    b->own_object = b->rtl_object && b->vectors.kind->parts->triage->sources(b->rtl_object, sources) == 0;
    if (b->own_object)
        b->sources = strdup(sources);
}

/* The object that the bundle holds or names. */
static int may_load(const struct bundle *b, const char *folder, int trust, char *error, size_t size)
{
    if (!b->rtl_object || (b->own_object && trust))
        return 0;
    if (b->own_object)
        snprintf(error, size,
                 "%s: its router, switch.so, is code, and is loaded only with --trust: give that if you made the "
                 "bundle yourself or would run any program of who did, or name another build by --rtl-object FILE",
                 folder);
    else
        snprintf(error, size, "%s: it was made with %s, which is not in it: name a build by --rtl-object FILE", folder,
                 b->rtl_object);
    return -1;
}

const struct node_ops *bundle_open(struct bundle *b, const char *folder, const char *object, int trust, char *error,
                                   size_t size)
{
    static const char *const needed[] = {NULL};

    if (object)
        bundle_object(b, object);
    else if (may_load(b, folder, trust, error, size) != 0)
        return NULL;
    if (!object && !trust)
        forget_sources(b); /* they would be run by who runs the testbench of what is made of this bundle */
    if (!object && b->sources && bundle_parts_check(folder, 1, needed, error, size) != 0)
        return NULL;
    return b->vectors.kind->parts->scenario->open(b->vectors.kind, object ? object : b->rtl_object, error, size);
}

void bundle_options(const struct bundle *b, FILE *out)
{
    if (b->own_object)
        fputs(" --trust", out);
    else if (b->rtl_object)
        quote_option("rtl-object", b->rtl_object, out);
}
