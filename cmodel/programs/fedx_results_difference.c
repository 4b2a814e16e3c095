/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_results_difference.h.
 */
#include "fedx_results_difference.h"

#include <inttypes.h>
#include <string.h>

static const char *kind_of(const struct fedx_divergence *d)
{
    if (*d->ended)
        return "ended";
    if (fedx_divergence_illegal(d->field))
        return "legal";
    if (strcmp(d->field, "store") == 0)
        return "store";
    return strchr(d->field, '.') ? "register" : "pin";
}

/* Up to 64 bits, more than numbers of JSON. An RTL that has ended has none. */
static json_t *value_json(const struct fedx_divergence *d, uint64_t value)
{
    return *d->ended ? json_null() : json_sprintf("0x%" PRIx64, value);
}

json_t *fedx_results_difference(const struct fedx_divergence *d, int node, const char *bundle, const char *repeat)
{
    if (!d)
        return json_null();
    return json_pack("{s:s, s:s, s:o, s:i, s:I, s:o, s:o, s:s?, s:s?, s:s?}", "kind", kind_of(d), "field", d->field, "lane",
                     d->lane < 0 ? json_null() : json_integer(d->lane), "node", node, "cycle", (json_int_t)d->cycle, "model",
                     value_json(d, d->model), "rtl", value_json(d, d->rtl), "ended", *d->ended ? d->ended : NULL, "bundle", bundle,
                     "repeat", repeat);
}

json_t *fedx_results_compared(const struct fedx_compared *c)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "cycles", (json_int_t)c->cycles, "pin_bits", (json_int_t)c->pin_bits, "registers",
                     (json_int_t)c->registers, "store_bytes", (json_int_t)c->stores);
}
