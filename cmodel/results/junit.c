/* SPDX-License-Identifier: Apache-2.0 */
#include "junit.h"

#include <stdio.h>
#include <string.h>

#include "../base/output.h"
#include "../base/quote.h"

static void put_case(const struct junit_case *c, const char *suite, FILE *out)
{
    fprintf(out, "  <testcase classname=\"%s\" name=\"", suite);
    quote_xml(c->name, strlen(c->name), out);
    fprintf(out, "\" time=\"%.3f\"", c->seconds);
    if (c->skipped) {
        fprintf(out, ">\n    <skipped message=\"%s\"/>\n  </testcase>\n", c->skipped);
    } else if (c->failure) {
        fprintf(out, ">\n    <failure type=\"%s\" message=\"", c->failure);
        quote_xml(c->text, strcspn(c->text, "\n"), out);
        fprintf(out, "\">");
        quote_xml(c->text, strlen(c->text), out);
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
        skipped += cases[i].skipped != NULL;
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

int junit_write(const char *path, const char *suite, const struct junit_case *cases, int count, char *error,
                size_t size)
{
    struct output output;

    if (output_open(&output, path, error, size) != 0)
        return -1;
    put_suite(suite, cases, count, output.file);
    return output_close(&output, error, size);
}
