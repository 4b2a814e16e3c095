/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_sweep.h"

int blackbox_sweep_count(const struct blackbox *f)
{
    int count = 1;

    for (int i = 0; i < f->sweeps; i++)
        count *= f->sweep[i].values.count;
    return count;
}

void blackbox_sweep_take(const struct blackbox *f, int combination, struct arguments *out)
{
    int each = blackbox_sweep_count(f);

    for (int i = 0; i < f->sweeps; i++) {
        const struct blackbox_sweep *s = &f->sweep[i];
        each /= s->values.count;
        arguments_add(out, "%s=%s", s->name, s->values.text[combination / each % s->values.count]);
    }
}
