/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of sources. See verilator_list.h. Comments, quotes and variables are those of Verilator's own reader: what it
 * would take for an option must not be taken for a comment here.
 */
#include "verilator_list.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/lines.h"
#include "../base/process.h"
#include "../base/regular.h"
#include "../base/text.h"
#include "../base/value.h"

/* Lists within lists, at most. */
enum { MOST_DEPTH = 16 };

/* Options --------------------------------------------------------------------------------------------------------- */

/* What follows the name of an option. */
enum operand {
    ALONE,    /* nothing */
    ATTACHED, /* its value, without a blank */
    WORD,     /* its value, as the next word */
    LIBRARY,  /* a source, as the next word */
    LIST,     /* a list, whose paths are relative to the current folder */
    LIST_AT,  /* a list, whose paths are relative to itself */
};

/* All that a list may have besides names of files; two dashes are as good as one. */
static const struct option {
    const char *name;
    enum operand operand;
} options[] = {
    {"-f", LIST},
    {"-F", LIST_AT},
    {"-v", LIBRARY},
    {"-y", WORD},
    {"-I", ATTACHED},
    {"+incdir+", ATTACHED},
    {"+libext+", ATTACHED},
    {"+librescan", ALONE},
    {"-relative-includes", ALONE},
    {"-D", ATTACHED},
    {"+define+", ATTACHED},
    {"-U", ATTACHED},
    {"-G", ATTACHED},
    {"-pvalue+", ATTACHED},
    {"-sv", ALONE},
    {"-language", WORD},
    {"-default-language", WORD},
    {"+1364-1995ext+", ATTACHED},
    {"+1364-2001ext+", ATTACHED},
    {"+1364-2005ext+", ATTACHED},
    {"+1800-2005ext+", ATTACHED},
    {"+1800-2009ext+", ATTACHED},
    {"+1800-2012ext+", ATTACHED},
    {"+1800-2017ext+", ATTACHED},
    {"+1800-2023ext+", ATTACHED},
    {"+systemverilogext+", ATTACHED},
    {"+verilog1995ext+", ATTACHED},
    {"+verilog2001ext+", ATTACHED},
    {"+notimingchecks", ALONE},
    {"-timescale", WORD},
    {"-assert", ALONE},
    {"-bbox-sys", ALONE},
    {"-bbox-unsup", ALONE},
    {"-structs-packed", ALONE},
    {"-max-num-width", WORD},
    {"-unroll-count", WORD},
    {"-unroll-stmts", WORD},
    {"-error-limit", WORD},
    {"-if-depth", WORD},
    {"-unused-regexp", WORD},
    {"-W", ATTACHED},
};

static const struct option *find_option(const char *word)
{
    const char *name = word[0] == '-' && word[1] == '-' ? word + 1 : word;

    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].operand == ATTACHED ? strncmp(name, options[i].name, strlen(options[i].name)) == 0
                                           : strcmp(name, options[i].name) == 0)
            return &options[i];
    return NULL;
}

/* Words ----------------------------------------------------------------------------------------------------------- */

enum state { PLAIN, AFTER_QUOTE, SINGLE, DOUBLE };

/* The words of a list while it is read. */
struct reader {
    struct arguments words;
    int *lines; /* of each word */
    char *word; /* the one under way, room for all of the list's line with it */
    size_t length, room;
    int line, begins; /* that is read, where the word began */
    int comment;      /* within one that may go on in the next line */
    int escaped;      /* after a backslash */
    enum state state;
};

static int add_letter(struct reader *r, char c)
{
    if (r->length + 1 >= r->room) {
        size_t room = r->room ? 2 * r->room : 256;
        char *more = realloc(r->word, room);
        if (!more)
            return -1;
        r->word = more;
        r->room = room;
    }
    if (r->length == 0)
        r->begins = r->line;
    r->word[r->length++] = c;
    r->word[r->length] = 0;
    return 0;
}

static int end_word(struct reader *r)
{
    int *lines;

    if (r->length == 0)
        return 0;
    lines = realloc(r->lines, ((size_t)r->words.count + 1) * sizeof *lines);
    if (!lines)
        return -1;
    r->lines = lines;
    lines[r->words.count] = r->begins;
    arguments_add(&r->words, "%s", r->word);
    r->length = 0;
    return r->words.failed ? -1 : 0;
}

/* A quote begins a text, or the base of a number such as 4'd1. */
static int after_quote(struct reader *r, char c)
{
    r->state = c == '"' ? SINGLE : PLAIN;
    if (c != '"' && add_letter(r, '\'') != 0)
        return -1;
    return add_letter(r, c);
}

/* One letter that is in no comment. */
static int take_letter(struct reader *r, char c)
{
    if (r->escaped) {
        r->escaped = 0;
        return add_letter(r, c);
    }
    if (r->state == AFTER_QUOTE)
        return after_quote(r, c);
    if (c == '\\' && r->state != SINGLE) {
        r->escaped = 1;
        return 0;
    }
    if (c == '\'' && r->state != DOUBLE) {
        r->state = r->state == SINGLE ? PLAIN : AFTER_QUOTE;
        return 0;
    }
    if (c == '"' && r->state != SINGLE) {
        r->state = r->state == DOUBLE ? PLAIN : DOUBLE;
        return 0;
    }
    return r->state == PLAIN && isspace((unsigned char)c) ? end_word(r) : add_letter(r, c);
}

/* Newer versions take the words of such a comment for the list, and nothing else. @param at  behind its first two
 * letters */
static int is_arguments(const char *at)
{
    at += strspn(at, " \t\v\f\r\n");
    if (strncmp(at, "verilator", 9) != 0 || !isspace((unsigned char)at[9]))
        return 0;
    at += 9 + strspn(at + 9, " \t\v\f\r\n");
    return strncmp(at, "fargs", 5) == 0;
}

/* Comments begin at // after a blank, at # with nothing but blanks before, and at / and *; also within quotes. */
static int read_line(void *context, char *line, char *text, size_t size)
{
    struct reader *r = context;
    char last = ' ';
    int begins = 1, status = 0;

    r->line++;
    line[strcspn(line, "\n")] = 0;
    for (const char *at = line; *at && status == 0; last = *at++) {
        int open = !r->comment && at[0] == '/' && (at[1] == '*' || (at[1] == '/' && isspace((unsigned char)last)));
        if (open && is_arguments(at + 2))
            return text_fail(text, size, "a comment of Verilator's that replaces the list: leave it out");
        if (r->comment) {
            if (at[0] == '*' && at[1] == '/') {
                r->comment = 0;
                at++;
            }
        } else if ((open && at[1] == '/') || (*at == '#' && begins)) {
            break;
        } else if (open) {
            r->comment = 1;
            begins = 0;
            at++;
        } else {
            begins &= isspace((unsigned char)*at) != 0;
            status = take_letter(r, *at);
        }
    }
    if (status == 0)
        status = take_letter(r, ' ');
    if (status != 0)
        snprintf(text, size, "out of memory");
    return status;
}

static void free_reader(struct reader *r)
{
    arguments_free(&r->words);
    free(r->lines);
    free(r->word);
}

/* Variables ------------------------------------------------------------------------------------------------------- */

/* The last letter of a variable's name that begins at name, where a bracket is closed by end; 0: there is none. */
static const char *name_end(const char *name, char end)
{
    const char *at = name;

    while (*at && at[1] && (end ? at[1] != end : isalnum((unsigned char)at[1]) || at[1] == '_'))
        at++;
    return at;
}

int verilator_expand(const char *name, char path[PATH_MAX])
{
    size_t length = 0;

    for (const char *at = name; *at; at++) {
        const char *value = NULL, *last = at;
        if (*at == '$' && at[1]) {
            char end = at[1] == '{' ? '}' : at[1] == '(' ? ')' : 0;
            const char *begin = at + 1 + (end != 0);
            char variable[PATH_MAX];
            last = name_end(begin, end);
            if (*last && snprintf(variable, sizeof variable, "%.*s", (int)(last - begin) + 1, begin) < PATH_MAX)
                value = getenv(variable);
            last += end && *last && last[1] == end;
        }
        if (!value || !*value) {
            value = NULL;
            last = at;
        }
        length += (size_t)snprintf(path + length, PATH_MAX - length, "%.*s", value ? PATH_MAX : 1, value ? value : at);
        if (length >= PATH_MAX)
            return -1;
        at = last;
    }
    path[length] = 0;
    return 0;
}

/* Lists ----------------------------------------------------------------------------------------------------------- */

/* Where in a list, for what is refused. */
struct place {
    const char *list;
    int line, depth;
    char *error;
    size_t size;
};

static int refuse(const struct place *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* @return -1 */
static int refuse(const struct place *p, const char *format, ...)
{
    char sentence[PATH_MAX + 512];
    va_list values;

    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    value_tame(sentence);
    return text_fail(p->error, p->size, "%s:%d: %s", p->list, p->line, sentence);
}

/* The path of a file that a list names. @param folder  that it is relative to */
static int path_of(const struct place *p, const char *folder, const char *name, char path[PATH_MAX])
{
    char expanded[PATH_MAX];

    if (verilator_expand(name, expanded) != 0 ||
        snprintf(path, PATH_MAX, "%s%s%s", *expanded == '/' ? "" : folder, *expanded == '/' || !*folder ? "" : "/",
                 expanded) >= PATH_MAX)
        return refuse(p, "%.100s: the path is too long", name);
    return 0;
}

/* What is not there, Verilator looks for elsewhere, and says so when it does not find it. */
static int check_source(const struct place *p, const char *folder, const char *name)
{
    char path[PATH_MAX], error[PATH_MAX + 100];
    struct stat is;

    if (path_of(p, folder, name, path) != 0)
        return -1;
    return stat(path, &is) != 0 || regular_check(path, error, sizeof error) == 0 ? 0 : refuse(p, "%s", error);
}

static int check_list(const char *path, const char *folder, int depth, char *error, size_t size);

static int check_inner(const struct place *p, const char *folder, const char *name, int beside)
{
    char path[PATH_MAX], error[PATH_MAX + 100], own[PATH_MAX] = "";
    const char *slash;

    if (path_of(p, folder, name, path) != 0)
        return -1;
    if (p->depth == MOST_DEPTH)
        return refuse(p, "%s: more than %d lists within lists: does one name itself?", name, MOST_DEPTH);
    if (regular_check(path, error, sizeof error) != 0)
        return refuse(p, "%s", error);
    slash = strrchr(path, '/');
    if (beside && slash)
        snprintf(own, sizeof own, "%.*s", (int)(slash - path) + (slash == path), path);
    return check_list(path, own, p->depth + 1, p->error, p->size);
}

/* @param word  an option @param value  the word behind it, or NULL. @return how many words it is, or -1 with error */
static int check_option(const struct place *p, const char *folder, const char *word, const char *value)
{
    const struct option *option = find_option(word);
    int status = 0;

    if (!option)
        return refuse(
            p,
            "%s: not allowed in a list, which may say where sources are and in which language, and nothing else: leave it out",
            word);
    if (option->operand <= ATTACHED)
        return 1;
    if (!value)
        return refuse(p, "%s: nothing follows it", word);
    if (option->operand == LIBRARY)
        status = check_source(p, folder, value);
    else if (option->operand >= LIST)
        status = check_inner(p, folder, value, option->operand == LIST_AT);
    return status == 0 ? 2 : -1;
}

static int check_words(const struct reader *r, struct place *p, const char *folder)
{
    for (int i = 0, count; i < r->words.count; i += count) {
        const char *word = r->words.text[i];
        p->line = r->lines[i];
        if (*word == '-' || *word == '+')
            count = check_option(p, folder, word, i + 1 < r->words.count ? r->words.text[i + 1] : NULL);
        else
            count = check_source(p, folder, word) == 0 ? 1 : -1;
        if (count < 0)
            return -1;
    }
    return 0;
}

static int check_list(const char *path, const char *folder, int depth, char *error, size_t size)
{
    struct reader r = {0};
    struct place p = {.list = path, .depth = depth, .error = error, .size = size};
    int status = lines_read(path, read_line, &r, error, size);

    if (status == 0 && end_word(&r) != 0)
        status = text_fail(error, size, "out of memory");
    if (status == 0)
        status = check_words(&r, &p, folder);
    free_reader(&r);
    return status;
}

int verilator_list_check(const char *path, char *error, size_t size)
{
    char folder[PATH_MAX] = "";
    const char *slash = strrchr(path, '/');

    if (slash &&
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path) + (slash == path), path) >= (int)sizeof folder)
        return text_fail(error, size, "%.100s: the path is too long", path);
    return check_list(path, folder, 0, error, size);
}
