/* SPDX-License-Identifier: Apache-2.0
 *
 * See junit.h.
 */
#include "junit.h"

#include <stdio.h>
#include <string.h>

#include "../base/output.h"

/* Text of XML 1.0, which has no room for most control characters. */
static void put_text(const char *text, size_t length, FILE *out)
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

static void put_case(const struct junit_case *c, const char *suite, FILE *out)
{
    fprintf(out, "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"", suite, c->name, c->seconds);
    if (c->skipped) {
        fprintf(out, ">\n    <skipped message=\"one before it failed\"/>\n  </testcase>\n");
    } else if (c->failure) {
        fprintf(out, ">\n    <failure type=\"%s\" message=\"", c->failure);
        put_text(c->text, strcspn(c->text, "\n"), out);
        fprintf(out, "\">");
        put_text(c->text, strlen(c->text), out);
        fprintf(out, "</failure>\n  </testcase>\n");
    } else {
        fprintf(out, "/>\n");
    }
}

static void put_suite(const char *suite, const struct junit_case *cases, int count, FILE *out)
{
    int failures = 0, skipped = 0;
    double seconds = 0;

    for (int i = 0; i < count; i++) {
        skipped += cases[i].skipped;
        failures += !cases[i].skipped && cases[i].failure;
        seconds += cases[i].seconds;
    }
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\" time=\"%.3f\">\n",
            suite, count, failures, skipped, seconds);
    for (int i = 0; i < count; i++)
        put_case(&cases[i], suite, out);
    fprintf(out, "</testsuite>\n");
}

int junit_write(const char *path, const char *suite, const struct junit_case *cases, int count, char *error, size_t size)
{
    struct output output;

    if (output_open(&output, path, error, size) != 0)
        return -1;
    put_suite(suite, cases, count, output.file);
    return output_close(&output, error, size);
}
