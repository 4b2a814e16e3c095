/* SPDX-License-Identifier: Apache-2.0 */
#include "quote.h"

#include <string.h>

#include "value.h"

/* Between quotes, with something else for those in it. */
static void put_quoted(const char *text, char quote, const char *instead, FILE *out)
{
    fputc(quote, out);
    for (; *text; text++)
        if (*text == quote)
            fputs(instead, out);
        else
            fputc(*text, out);
    fputc(quote, out);
}

void quote_shell(const char *word, FILE *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./,:@%";

    if (*word && word[strspn(word, plain)] == 0) {
        fputs(word, out);
        return;
    }
    if (!value_has_control(word)) {
        put_quoted(word, '\'', "'\\''", out);
        return;
    }
    fputs("$'", out);
    for (; *word; word++)
        if (value_is_control(*word))
            fprintf(out, "\\%03o", (unsigned char)*word);
        else
            fprintf(out, *word == '\'' || *word == '\\' ? "\\%c" : "%c", *word);
    fputc('\'', out);
}

void quote_option(const char *option, const char *value, FILE *out)
{
    fprintf(out, " --%s ", option);
    quote_shell(value, out);
}

void quote_gnuplot(const char *text, FILE *out)
{
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("''", out);
        else
            fputc(value_is_control(*text) ? ' ' : *text, out);
    fputc('\'', out);
}

void quote_csv(const char *text, FILE *out)
{
    put_quoted(text, '"', "\"\"", out);
}

int quote_yaml(const char *text, FILE *out)
{
    int length = 2;

    fputc('"', out);
    for (; *text; text++)
        length += value_is_control(*text) ? fprintf(out, "\\x%02x", (unsigned char)*text)
                                          : fprintf(out, strchr("\"\\", *text) ? "\\%c" : "%c", *text);
    fputc('"', out);
    return length;
}

/* The second half of the control characters of ISO 8859, in UTF-8: U+0080 to U+009F. */
static int is_high_control(const char *text)
{
    return (unsigned char)text[0] == 0xc2 && (unsigned char)text[1] >= 0x80 && (unsigned char)text[1] <= 0x9f;
}

void quote_xml(const char *text, size_t length, FILE *out)
{
    for (size_t i = 0; i < length; i++)
        switch (text[i]) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc((unsigned char)text[i] < ' ' && !strchr("\t\n", text[i]) ? '?' : text[i], out);
        }
}

void quote_terminal(const char *text, FILE *out)
{
    for (; *text; text++)
        if (is_high_control(text))
            fprintf(out, "\\x%02x", (unsigned char)*++text);
        else if (value_is_control(*text) && *text != '\n' && *text != '\t')
            fprintf(out, "\\x%02x", (unsigned char)*text);
        else
            fputc(*text, out);
}
