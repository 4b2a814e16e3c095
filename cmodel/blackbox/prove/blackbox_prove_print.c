/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>

#include "blackbox_prove_internal.h"

void blackbox_prove_line(const struct blackbox_prove_writing *w, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fputs("    ", w->out);
    vfprintf(w->out, format, args);
    fputc('\n', w->out);
    va_end(args);
}
