/* SPDX-License-Identifier: Apache-2.0
 *
 * Mends what Verilator writes. See verilator_text.h.
 */
#include "verilator_text.h"

#include <stdlib.h>
#include <string.h>

#include "../base/value.h"

static int is_octal(char c)
{
    return c >= '0' && c <= '7';
}

/* Sources may be of any encoding; libraries take UTF-8. */
static void mend_encoding(char *text)
{
    while (*text) {
        const char *next = text;
        if (value_character(&next) >= 0)
            text += next - text;
        else
            *text++ = '?';
    }
}

static int is_forbidden(long byte)
{
    return byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r';
}

void verilator_mend_xml(char *text)
{
    char *to = text;

    for (const char *from = text; *from;) {
        char *end;
        long byte = strncmp(from, "&#", 2) == 0 ? strtol(from + 2, &end, 10) : -1;
        if (byte < 0 || *end != ';' || byte > 255 || (byte < 0x80 && !is_forbidden(byte))) {
            *to++ = *from++;
        } else {
            *to++ = is_forbidden(byte) ? '?' : (char)byte;
            from = end + 1;
        }
    }
    *to = 0;
    mend_encoding(text);
}

void verilator_mend_json(char *text)
{
    char *to = text;

    for (const char *from = text; *from;) {
        if (from[0] == '\\' && is_octal(from[1]) && is_octal(from[2]) && is_octal(from[3])) {
            int byte = (from[1] - '0') * 64 + (from[2] - '0') * 8 + from[3] - '0';
            *to++ = byte < ' ' || byte > 255 || byte == '"' || byte == '\\' ? '?' : (char)byte;
            from += 4;
        } else {
            if (from[0] == '\\' && from[1])
                *to++ = *from++;
            *to++ = *from++;
        }
    }
    *to = 0;
    mend_encoding(text);
}
