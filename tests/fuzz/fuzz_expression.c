/* SPDX-License-Identifier: Apache-2.0
 *
 * Expressions of a description: parameters, a line each, and one number that follows
 * from them.
 */
#include <stdlib.h>
#include <string.h>

#include "../../cmodel/base/text.h"
#include "../../cmodel/blackbox/description/blackbox_number.h"
#include "fuzz.h"

enum { PARAMETERS = 8 };
static const char *const words[] = {"(",   ")",  "clog2(", " + ", " - ",           " * ", " / ",
                                    "4'd", "'h", "'b",     "-",   "1099511627775", "\n",  NULL};

static int seed_expression(int number, FILE *out)
{
    static const char *const seeds[] = {
        "INPUTS=4\nWIDTH=32\nclog2(INPUTS) + WIDTH / 8",
        "A=8'h1f\nB=2 * 3\n((A + B) * (A - B)) / -2 + 4'd3",
        "FLITS=9\nclog2(clog2(FLITS * FLITS) * 12'o17) * 100 - 'b101",
        "N=5\nP_2=N\n- - N * (1 + 2 * (3 + 4 * (5 - 6 / (7 + N)))) + 1000000 / N",
        "17",
    };

    return number < (int)(sizeof seeds / sizeof *seeds) ? fprintf(out, "%s", seeds[number]) < 0 : -1;
}

/* @return 1 when a line is a parameter, which is added */
static int take_parameter(struct blackbox_constants *list, const char *line)
{
    const char *value = strchr(line, '=');

    if (!value)
        return 0;
    if (list->count < PARAMETERS) {
        struct blackbox_constant *c = &list->item[list->count++];
        snprintf(c->name, sizeof c->name, "%.*s", (int)(value - line), line);
        snprintf(c->value.text, sizeof c->value.text, "%s", value + 1);
    }
    return 1;
}

static int read_expression(const char *path, char *error, size_t size)
{
    struct blackbox_constant item[PARAMETERS] = {0};
    struct blackbox_constants list = {item, 0};
    char *text = text_of_file(path), *rest = text, *line = text ? strsep(&rest, "\n") : NULL;
    int64_t value;

    while (line && take_parameter(&list, line))
        line = strsep(&rest, "\n");
    int status = line ? blackbox_number(&list, line, &value) : -1;
    free(text);
    if (status == 0 && (value <= -BLACKBOX_NUMBER_MOST || value >= BLACKBOX_NUMBER_MOST))
        abort();
    return status == 0 ? 0 : fuzz_refuse(path, "no number", error, size);
}

const struct fuzz_format fuzz_expression = {"expression", seed_expression, read_expression, NULL, words, NULL};
