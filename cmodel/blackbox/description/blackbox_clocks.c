/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_clocks.h"

#include <string.h>

int blackbox_clocks_swept(const struct blackbox *f)
{
    return f->clocks > 1 && !f->clock_of[0].period;
}

static int64_t gcd(int64_t a, int64_t b)
{
    return b ? gcd(b, a % b) : a;
}

int64_t blackbox_clocks_span(const int *period, int clocks)
{
    int64_t span = 1;

    for (int i = 0; i < clocks; i++)
        span = span / gcd(span, period[i]) * period[i];
    return span;
}

const struct blackbox_text *blackbox_clock_pin(const struct blackbox *f, int number)
{
    const struct blackbox_text *all[2 + 2 * BLACKBOX_CLOCKS] = {NULL};
    int count = 0;

    if (f->clock.line)
        all[count++] = &f->clock;
    if (f->reset.line)
        all[count++] = &f->reset;
    for (int i = 0; i < f->clocks; i++) {
        all[count++] = &f->clock_of[i].pin;
        if (f->clock_of[i].reset.line)
            all[count++] = &f->clock_of[i].reset;
    }
    return number < count ? all[number] : NULL;
}

const char *blackbox_clock_use(const struct blackbox *f, const char *name)
{
    const struct blackbox_text *pin;

    for (int i = 0; (pin = blackbox_clock_pin(f, i)); i++)
        if (strcmp(pin->text, name) == 0)
            break;
    if (!pin)
        return NULL;
    if (pin == &f->clock)
        return "clock";
    for (int i = 0; i < f->clocks; i++)
        if (pin == &f->clock_of[i].pin)
            return "clock";
    return "reset";
}
