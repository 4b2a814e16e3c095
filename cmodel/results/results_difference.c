/* SPDX-License-Identifier: Apache-2.0 */
#include "results_difference.h"

#include <string.h>

#include "results_rows.h"

const char *results_difference_kind(const struct mismatch *d)
{
    if (*d->ended)
        return "ended";
    if (mismatch_illegal(d->field))
        return "legal";
    if (strcmp(d->field, "store") == 0)
        return "store";
    return strchr(d->field, '.') ? "register" : "pin";
}

json_t *results_difference(const struct results_found *f)
{
    return f->mismatch ? results_object(RESULTS_difference, &(struct results_at){.found = f}) : json_null();
}

json_t *results_compared(const struct compared *c)
{
    return results_object(RESULTS_compared_of_switch, &(struct results_at){.compared = *c});
}
