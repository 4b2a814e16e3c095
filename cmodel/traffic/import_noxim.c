/* SPDX-License-Identifier: Apache-2.0
 *
 * Traffic tables of Noxim: lines of source, destination, pir (packets per cycle), por, t_on, t_off and t_period, those
 * behind por in cycles; % begins a comment. They become a matrix of mean rates.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/lines.h"
#include "../base/text.h"
#include "../base/value.h"
#include "import.h"

enum { SOURCE, DESTINATION, PIR, POR, ON, OFF, PERIOD, WORDS, MOST_NODES = 1 << 20, MOST_CYCLES = 1000000000 };

struct reader {
    struct import *i;
    double *sum; /* [nodes] of the rates of each */
    int64_t nodes;
    int64_t window[3]; /* on, off, period of all lines; period 0: always on */
    int lines;
};

/* A line whose words are numbers. */
struct line {
    int64_t node[2], window[3];
    double rate;
};

/* In a window all cycles count but its first and its last. */
static double share_on(const int64_t *window)
{
    return window[2] ? (double)(window[1] - window[0] - 1) / (double)window[2] : 1;
}

static int parse_window(char *const *word, int count, int64_t *window)
{
    for (int k = 0; k < 3; k++)
        if (count > ON && value_integer(word[ON + k], 0, MOST_CYCLES, &window[k]) != 0)
            return -1;
    return count <= ON || (window[0] + 1 < window[1] && window[1] <= window[2]) ? 0 : -1;
}

static int parse(char *text, struct line *line, char *reason, size_t size)
{
    static const char blanks[] = " \t\r\n";
    char *rest, *word[WORDS + 1];
    double por;
    int count = 0;

    for (char *at = strtok_r(text, blanks, &rest); at && count <= WORDS; at = strtok_r(NULL, blanks, &rest))
        word[count++] = at;
    *line = (struct line){0};
    if (count <= PIR || count > WORDS || (count > ON && count < WORDS) ||
        value_integer(word[SOURCE], 0, MOST_NODES - 1, &line->node[SOURCE]) != 0 ||
        value_integer(word[DESTINATION], 0, MOST_NODES - 1, &line->node[DESTINATION]) != 0 ||
        value_number(word[PIR], 0, 1, 0, &line->rate) != 0 ||
        (count > POR && value_number(word[POR], 0, 1, 0, &por) != 0) || parse_window(word, count, line->window) != 0)
        return text_fail(
            reason, size,
            "must be source destination pir [por [t_on t_off t_period]], rates up to 1, t_on + 1 < t_off <= t_period");
    if (line->node[SOURCE] == line->node[DESTINATION])
        return text_fail(reason, size, "node %" PRId64 " does not send to itself", line->node[SOURCE]);
    return 0;
}

static int add_rate(struct reader *r, int64_t node, double rate)
{
    if (node >= r->nodes) {
        double *sum = realloc(r->sum, (size_t)(node + 1) * sizeof *sum);
        if (!sum)
            return -1;
        memset(sum + r->nodes, 0, (size_t)(node + 1 - r->nodes) * sizeof *sum);
        r->sum = sum;
        r->nodes = node + 1;
    }
    r->sum[node] += rate;
    return 0;
}

static int convert_line(void *context, char *text, char *reason, size_t size)
{
    struct reader *r = context;
    struct line line;

    if (text[strspn(text, " \t\r\n")] == 0 || *text == '%')
        return 0;
    if (parse(text, &line, reason, size) != 0)
        return -1;
    if (r->lines++ == 0)
        memcpy(r->window, line.window, sizeof r->window);
    if (memcmp(r->window, line.window, sizeof r->window) != 0)
        return text_fail(reason, size,
                         "t_on, t_off and t_period are not those of the lines above: a matrix has one --source");
    line.rate *= share_on(line.window);
    if (add_rate(r, line.node[SOURCE], line.rate) != 0)
        return text_fail(reason, size, "out of memory");
    fprintf(r->i->out, "%" PRId64 " %" PRId64 " %.9g\n", line.node[SOURCE], line.node[DESTINATION], line.rate);
    r->i->messages++;
    return 0;
}

static void print_load(const struct reader *r)
{
    double busiest = 0;
    int64_t on = r->window[1] - r->window[0] - 1;

    for (int64_t n = 0; n < r->nodes; n++)
        busiest = r->sum[n] > busiest ? r->sum[n] : busiest;
    fprintf(r->i->out, "# The busiest PE sends %.9g packets per cycle: with packets of n cycles, --load %.9g x n\n",
            busiest, busiest);
    if (r->window[2])
        fprintf(r->i->out, "# --source onoff --on-mean %" PRId64 " --off-mean %" PRId64 "\n", on, r->window[2] - on);
}

static int convert(struct import *i, char *text, size_t size)
{
    struct reader r = {.i = i};
    int status;

    fputs("# source destination rate\n", i->out);
    status = lines_read(i->path, convert_line, &r, text, size);
    if (status == 0)
        print_load(&r);
    free(r.sum);
    return status;
}

const struct import_format import_noxim = {"noxim", "packets", convert};
