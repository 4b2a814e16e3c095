/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_channel.h"

#include <string.h>

void blackbox_channel_wire(int router, const char *pin, char name[BLACKBOX_NAME + 32])
{
    size_t length = (size_t)sprintf(name, "r%d_", router);

    for (; *pin && length < BLACKBOX_NAME + 31; pin++)
        if (*pin != ']')
            name[length++] = strchr("[.", *pin) ? '_' : *pin;
    name[length] = 0;
}

int blackbox_clock_word(const struct blackbox *f)
{
    return f->sources * (1 + f->words) + f->sinks + blackbox_header_words_in(f) + f->side.inputs;
}

int blackbox_in_words(const struct blackbox *f)
{
    int words = blackbox_clock_word(f) + (f->clocks > 0);

    return words < 3 ? 3 : words;
}

int blackbox_out_words(const struct blackbox *f)
{
    int words = f->sources + f->sinks * (1 + f->words) + f->opens + f->wires + blackbox_header_words_out(f) +
                f->routers * f->side.outputs;

    return words < 3 ? 3 : words;
}

int blackbox_all_in(const struct blackbox *f)
{
    int words = 0;

    for (; f; f = f->also)
        words += blackbox_in_words(f) + (f->responses.f ? blackbox_in_words(f->responses.f) : 0);
    return words;
}

int blackbox_all_out(const struct blackbox *f)
{
    int words = 0;

    for (; f; f = f->also)
        words += blackbox_out_words(f) + (f->responses.f ? blackbox_out_words(f->responses.f) : 0);
    return words;
}
