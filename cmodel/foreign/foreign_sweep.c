/* SPDX-License-Identifier: Apache-2.0
 *
 * See foreign_sweep.h.
 */
#include "foreign_sweep.h"

int foreign_sweep_count(const struct foreign *f)
{
    int count = 1;

    for (int i = 0; i < f->sweeps; i++)
        count *= f->sweep[i].values.count;
    return count;
}

void foreign_sweep_take(const struct foreign *f, int combination, struct arguments *out)
{
    int each = foreign_sweep_count(f);

    for (int i = 0; i < f->sweeps; i++) {
        const struct foreign_sweep *s = &f->sweep[i];
        each /= s->values.count;
        arguments_add(out, "%s=%s", s->name, s->values.text[combination / each % s->values.count]);
    }
}
