/* SPDX-License-Identifier: Apache-2.0
 *
 * See text.h.
 */
#include "text.h"

#include <stdlib.h>

FILE *text_open(struct text *t)
{
    t->text = NULL;
    t->out = open_memstream(&t->text, &t->size);
    return t->out;
}

char *text_close(struct text *t)
{
    if (fclose(t->out) == 0)
        return t->text;
    free(t->text);
    return NULL;
}
