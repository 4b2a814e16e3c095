/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts in quotes: of shells, gnuplot, CSV, XML, and harmless on a terminal.
 */
#include "base/quote.h"

#include <stdlib.h>

#include "../unit.h"

/* What one of the functions writes of a text. */
static void expect(void (*quote)(const char *text, FILE *out), const char *text, const char *want)
{
    char *got = NULL;
    size_t size;
    FILE *out = open_memstream(&got, &size);

    assert_non_null(out);
    quote(text, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(got, want);
    free(got);
}

static void quote_whole_yaml(const char *text, FILE *out)
{
    int count = quote_yaml(text, out);

    assert_int_equal(count, ftell(out));
}

static void quote_whole_xml(const char *text, FILE *out)
{
    quote_xml(text, strlen(text), out);
}

static const struct {
    void (*quote)(const char *text, FILE *out);
    const char *text, *want;
} rows[] = {
    {quote_shell, "a/b-c_1.so,x=2", "a/b-c_1.so,x=2"},
    {quote_shell, "", "''"},
    {quote_shell, "a b", "'a b'"},
    {quote_shell, "it's", "'it'\\''s'"},
    {quote_shell, "`a`$(b)\"\\", "'`a`$(b)\"\\'"},
    {quote_shell, "~", "'~'"},
    {quote_shell, "a\n\033[1m'\\0", "$'a\\012\\033[1m\\'\\\\0'"},
    {quote_shell, "\303\274", "'\303\274'"},
    {quote_gnuplot, "a", "'a'"},
    {quote_gnuplot, "it's `a` \\\"", "'it''s `a` \\\"'"},
    {quote_gnuplot, "a\n!b\r\t", "'a !b  '"},
    {quote_whole_yaml, "a\"b\\c: #\n", "\"a\\\"b\\\\c: #\\x0a\""},
    {quote_csv, "a", "\"a\""},
    {quote_csv, "a,\"b\"\n", "\"a,\"\"b\"\"\n\""},
    {quote_whole_yaml, "it's \"a\\b\"", "\"it's \\\"a\\\\b\\\"\""},
    {quote_whole_yaml, "\033\n\303\274", "\"\\x1b\\x0a\303\274\""},
    {quote_whole_xml, "a\t<b c=\"&\">\n\033", "a\t&lt;b c=&quot;&amp;&quot;&gt;\n?"},
    {quote_terminal, "a\tb\n", "a\tb\n"},
    {quote_terminal, "\033]0;x\007\b\177", "\\x1b]0;x\\x07\\x08\\x7f"},
    {quote_terminal, "\302\2331m\303\274\302\240", "\\x9b1m\303\274\302\240"},
};

TEST(test_texts)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect(rows[i].quote, rows[i].text, rows[i].want);
    COMPARED(sizeof rows / sizeof *rows, "texts");
}

RUN_TESTS
