/* SPDX-License-Identifier: Apache-2.0
 *
 * Mends what Verilator writes. See verilator_text.h.
 */
#include "verilator_text.h"

#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
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

/* Whether an ampersand stands for itself. */
static int is_lone(const char *at)
{
    static const char *const references[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};

    if (at[1] == '#')
        return at[2 + strspn(at + 2, "0123456789")] != ';';
    for (size_t i = 0; i < sizeof references / sizeof *references; i++)
        if (strncmp(at, references[i], strlen(references[i])) == 0)
            return 0;
    return 1;
}

/* A reference by number. @return what is behind it, or NULL when it is none or stays as it is */
static const char *take_number(const char *from, char *byte)
{
    char *end;
    long number = strncmp(from, "&#", 2) == 0 ? strtol(from + 2, &end, 10) : -1;

    if (number < 0 || *end != ';' || number > 255 || (number < 0x80 && !is_forbidden(number)))
        return NULL;
    *byte = is_forbidden(number) ? '?' : (char)number;
    return end + 1;
}

/* Close what was mended. @return to be freed, or NULL without memory */
static char *finish(struct text *t)
{
    char *mended = text_close(t);

    if (mended)
        mend_encoding(mended);
    return mended;
}

char *verilator_mend_xml(const char *text)
{
    struct text mended;
    FILE *out = text_open(&mended);
    int in_tag = 0, in_value = 0;

    if (!out)
        return NULL;
    while (*text) {
        char c = *text;
        const char *behind = take_number(text, &c);
        in_value ^= in_tag && *text == '"';
        if (!in_value && (*text == '<' || *text == '>'))
            in_tag = *text == '<';
        if (*text == '&' && is_lone(text))
            fputs("&amp;", out);
        else if (in_value && *text == '<')
            fputs("&lt;", out);
        else
            putc(c, out);
        text = behind ? behind : text + 1;
    }
    return finish(&mended);
}

/* A byte as an octal number. @return what is behind it, or NULL when it is none */
static const char *take_octal(const char *from, char *byte)
{
    int number;

    if (from[0] != '\\' || !is_octal(from[1]) || !is_octal(from[2]) || !is_octal(from[3]))
        return NULL;
    number = (from[1] - '0') * 64 + (from[2] - '0') * 8 + from[3] - '0';
    *byte = number < ' ' || number > 255 || number == '"' || number == '\\' ? '?' : (char)number;
    return from + 4;
}

char *verilator_mend_json(const char *text)
{
    struct text mended;
    FILE *out = text_open(&mended);

    if (!out)
        return NULL;
    while (*text) {
        char c = *text;
        const char *behind = take_octal(text, &c);
        int escapes = !behind && c == '\\' && text[1] && strchr("\"\\/bfnrtu", text[1]);
        putc(c, out);
        if (escapes)
            putc(text[1], out);
        else if (!behind && c == '\\')
            putc(c, out);
        text = behind ? behind : text + 1 + escapes;
    }
    return finish(&mended);
}
