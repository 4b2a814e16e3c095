/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_quote.h.
 */
#include "fedx_quote.h"

#include <string.h>

/* ASCII; bytes of other letters are not. */
static int is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

static int any_control(const char *text)
{
    while (*text && !is_control(*text))
        text++;
    return *text != 0;
}

/* In single quotes, which a quote has to leave for a moment. */
static void quote_simply(const char *word, FILE *out)
{
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    fputc('\'', out);
}

void fedx_quote_shell(const char *word, FILE *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./,:@%";

    if (*word && word[strspn(word, plain)] == 0) {
        fputs(word, out);
        return;
    }
    if (!any_control(word)) {
        quote_simply(word, out);
        return;
    }
    fputs("$'", out);
    for (; *word; word++)
        if (is_control(*word))
            fprintf(out, "\\%03o", (unsigned char)*word);
        else
            fprintf(out, *word == '\'' || *word == '\\' ? "\\%c" : "%c", *word);
    fputc('\'', out);
}

void fedx_quote_gnuplot(const char *text, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("''", out);
        else
            fputc(is_control(*text) ? ' ' : *text, out);
    fputc('\'', out);
}

void fedx_quote_csv(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"')
            fputs("\"\"", out);
        else
            fputc(*text, out);
    fputc('"', out);
}

/* The second half of the control characters of ISO 8859, in UTF-8: U+0080 to U+009F. */
static int is_high_control(const char *text)
{
    return (unsigned char)text[0] == 0xc2 && (unsigned char)text[1] >= 0x80 && (unsigned char)text[1] <= 0x9f;
}

void fedx_quote_terminal(const char *text, FILE *out)
{
    for (; *text; text++)
        if (is_high_control(text))
            fprintf(out, "\\x%02x", (unsigned char)*++text);
        else if (is_control(*text) && *text != '\n' && *text != '\t')
            fprintf(out, "\\x%02x", (unsigned char)*text);
        else
            fputc(*text, out);
}
