/* SPDX-License-Identifier: Apache-2.0 */
#include "axis_shape.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = AXIS_KIND_shape0, SHAPES = AXIS_KINDS - FIRST, NAME_SIZE = 48, USUAL_DEST = 4, USUAL_DATA = 64 };

static struct {
    unsigned next; /* the place that is given away */
    char name[SHAPES][NAME_SIZE];
} shapes;

/* A number behind a word. @return what follows it; NULL: the text does not begin so */
static const char *number_behind(const char *text, const char *word, int *value)
{
    size_t length = strlen(word);
    long number;
    char *end;

    if (!text || strncmp(text, word, length) != 0 || !isdigit((unsigned char)text[length]))
        return NULL;
    number = strtol(text + length, &end, 10);
    *value = number > INT_MAX ? INT_MAX : (int)number;
    return end;
}

/* Likewise, or else what the value is already. */
static const char *number_perhaps(const char *text, const char *word, int *value)
{
    const char *end = number_behind(text, word, value);

    return end ? end : text;
}

static int read_name(const char *name, struct axis_parameters *p)
{
    const char *rest = number_behind(number_behind(name, "axis-", &p->inputs), "x", &p->outputs);

    p->dest_bits = USUAL_DEST;
    p->data_bits = USUAL_DATA;
    rest = rest ? number_perhaps(rest, "-dest", &p->dest_bits) : NULL;
    rest = rest ? number_perhaps(rest, "-data", &p->data_bits) : NULL;
    return rest && !*rest ? 0 : -1;
}

/* The one name of these parameters. */
static void print_name(const struct axis_parameters *p, char name[NAME_SIZE])
{
    int length = snprintf(name, NAME_SIZE, "axis-%dx%d", p->inputs, p->outputs);

    if (p->dest_bits != USUAL_DEST)
        length += snprintf(name + length, NAME_SIZE - (size_t)length, "-dest%d", p->dest_bits);
    if (p->data_bits != USUAL_DATA)
        snprintf(name + length, NAME_SIZE - (size_t)length, "-data%d", p->data_bits);
}

static int check(const struct axis_parameters *p, char *error, size_t size)
{
    if (!axis_parameters_good(p))
        snprintf(error, size,
                 "inputs, outputs and bits of tdest must be 1 to 16, and bits of tdata 1 to 63 or a multiple of 64, of "
                 "all inputs or all outputs together at most %d words of 64 bits",
                 AXIS_MOST_WORDS);
    else if (p->data_bits < axis_widths(p).input_bits)
        snprintf(error, size, "tdata must have %d bits, by which the stimulus tells the inputs apart",
                 axis_widths(p).input_bits);
    return *error ? -1 : 0;
}

unsigned axis_shape_take(const char *name, char *error, size_t size)
{
    struct axis_parameters p;
    struct axis_kind *kind;
    char own[NAME_SIZE];
    unsigned place;

    *error = 0;
    if (read_name(name, &p) != 0 || check(&p, error, size) != 0)
        return AXIS_KINDS;
    print_name(&p, own);
    for (place = 0; place < SHAPES; place++)
        if (strcmp(shapes.name[place], own) == 0)
            return FIRST + place;
    place = shapes.next++ % SHAPES;
    memcpy(shapes.name[place], own, sizeof own);
    kind = axis_kinds[FIRST + place];
    kind->parameters = p;
    kind->router.name = shapes.name[place];
    *kind->rtl = 0;
    return FIRST + place;
}
