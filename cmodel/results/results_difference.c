/* SPDX-License-Identifier: Apache-2.0 */
#include "results_difference.h"

#include <inttypes.h>
#include <string.h>

#include "results_rows.h"

static const char *kind_of(const struct mismatch *d)
{
    if (*d->ended)
        return "ended";
    if (mismatch_illegal(d->field))
        return "legal";
    if (strcmp(d->field, "store") == 0)
        return "store";
    return strchr(d->field, '.') ? "register" : "pin";
}

/* Up to 64 bits, more than numbers of JSON. An RTL that has ended has none. */
static json_t *value_json(const struct mismatch *d, uint64_t value)
{
    return *d->ended ? json_null() : json_sprintf("0x%" PRIx64, value);
}

json_t *results_difference(const struct results_found *f)
{
    const struct mismatch *d = f->mismatch;

    if (!d)
        return json_null();
    return json_pack("{s:s, s:s, s:s, s:o, s:i, s:I, s:o, s:o, s:s?, s:s?, s:s?, s:s?}", "kind", kind_of(d), "router",
                     f->kind->name, "field", d->field, "lane", d->lane < 0 ? json_null() : json_integer(d->lane),
                     "node", f->node, "cycle", (json_int_t)d->cycle, "model", value_json(d, d->model), "rtl",
                     value_json(d, d->rtl), "ended", *d->ended ? d->ended : NULL, "bundle", f->bundle, "confirmation",
                     f->confirmation, "repeat", f->repeat);
}

json_t *results_compared(const struct compared *c)
{
    return results_object(RESULTS_compared_of_switch, &(struct results_at){.compared = *c});
}
