/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_parse.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/did_you_mean.h"
#include "../../base/value.h"
#include "cli.h"
#include "cli_help.h"

enum { MOST_OPTIONS = 256 };
enum { NARROWEST = 40, WIDEST = 200 }; /* columns of help */

/* All options of a command, in the order of its tables. */
struct table {
    const struct argp_option *option[MOST_OPTIONS];
    uint8_t given[MOST_OPTIONS];
    int count;
};

static void add_options(struct table *t, const struct argp_option *o)
{
    for (; o && (o->name || o->key || o->doc || o->group); o++)
        if (o->name && t->count < MOST_OPTIONS)
            t->option[t->count++] = o;
}

static void collect(struct table *t, const struct argp *argp)
{
    add_options(t, argp->options);
    for (const struct argp_child *child = argp->children; child && child->argp; child++)
        collect(t, child->argp);
}

/* Before argp ----------------------------------------------------------------------------------------------------- */

/* The option that a word means: its name, or the beginning of one. */
static const struct argp_option *find(const struct table *t, const char *name, size_t length)
{
    const struct argp_option *begins = NULL;

    for (int i = 0; i < t->count; i++) {
        if (strncmp(t->option[i]->name, name, length) != 0)
            continue;
        if (!t->option[i]->name[length])
            return t->option[i];
        begins = t->option[i];
    }
    return begins;
}

static void unknown(const struct table *t, const char *command, const char *name, size_t length)
{
    struct did_you_mean nearest = {.word = name, .length = length};

    for (int i = 0; i < t->count; i++)
        did_you_mean_consider(&nearest, t->option[i]->name, i);
    fprintf(stderr, "%s: unrecognized option '--%.*s': ", command, (int)length, name);
    if (nearest.name)
        fprintf(stderr, "did you mean --%s?\n", nearest.name);
    else
        fprintf(stderr, "%s --help lists them\n", command);
    exit(CLI_EXIT_BAD_INPUT);
}

/* The long form of a short option such as -o FILE or -oFILE, where the command has it: it stays as long as the program
 * runs. */
static char *lengthened(const struct table *t, char *word)
{
    const char *name = word[0] == '-' && isalpha((unsigned char)word[1]) ? cli_long(word[1]) : NULL;
    const struct argp_option *option = name ? find(t, name, strlen(name)) : NULL;
    size_t size = strlen(word) + (name ? strlen(name) : 0) + sizeof "--=";
    char *text;

    if (!option || strcmp(option->name, name) != 0 || (word[2] && !option->arg) || !(text = malloc(size)))
        return word;
    snprintf(text, size, "--%s%s%s", name, word[2] ? "=" : "", word + 2);
    return text;
}

static void note_given(struct table *t, const struct argp_option *option)
{
    for (int i = 0; i < t->count; i++)
        t->given[i] |= t->option[i] == option;
}

/* Unknown options end the program; short ones become long ones. */
static void check_words(struct table *t, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *name;
        const struct argp_option *option;
        size_t length;

        argv[i] = lengthened(t, argv[i]);
        name = argv[i] + 2;
        if (strncmp(argv[i], "--", 2) != 0)
            continue;
        length = strcspn(name, "=");
        option = find(t, name, length);
        if (!option)
            unknown(t, argv[0], name, length);
        note_given(t, option);
        if (option->arg && !name[length])
            i++; /* its value, whatever that looks like */
    }
}

/* The first of some names that is given, and its length; NULL: none is. */
static const char *first_given(const struct table *t, const char *names, size_t *length)
{
    for (; *names; names += *length + (names[*length] == ' ')) {
        const struct argp_option *option;
        *length = strcspn(names, " ");
        option = find(t, names, *length);
        for (int i = 0; i < t->count; i++)
            if (t->option[i] == option && t->given[i])
                return names;
    }
    return NULL;
}

static void check_rules(const struct table *t, const struct cli_rule *rules, const char *command)
{
    for (const struct cli_rule *r = rules; r && r->options; r++) {
        size_t length, other_length;
        const char *option = first_given(t, r->options, &length), *other = first_given(t, r->others, &other_length);
        if (!option || !other == (r->how == CLI_WITHOUT))
            continue;
        if (r->how == CLI_WITH)
            fprintf(stderr, "%s: --%.*s goes with --%s%s\n", command, (int)length, option, r->others,
                    r->why ? r->why : "");
        else
            fprintf(stderr, "%s: --%.*s does not go with --%.*s%s\n", command, (int)length, option, (int)other_length,
                    other, r->why ? r->why : "");
        exit(CLI_EXIT_BAD_INPUT);
    }
}

/* argp has a variable of its own for the width of help. */
static void set_width(void)
{
    const char *columns = getenv("COLUMNS");
    char format[32];
    int64_t width;

    if (!columns || getenv("ARGP_HELP_FMT") || value_integer(columns, 1, INT32_MAX, &width) != 0)
        return;
    width = width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width;
    snprintf(format, sizeof format, "rmargin=%d", (int)width - 1);
    setenv("ARGP_HELP_FMT", format, 1);
}

void cli_list(const char *name, const char *argument, const char *doc)
{
    printf("%s%s%s\t%s\n", name, argument ? "=" : "", argument ? argument : "", doc);
}

static void list(const struct table *t)
{
    char name[64];

    for (int i = 0; i < t->count; i++) {
        snprintf(name, sizeof name, "--%s", t->option[i]->name);
        cli_list(name, t->option[i]->arg, t->option[i]->doc);
    }
}

void cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    cli_parse_by_rules(argp, NULL, argc, argv, input);
}

void cli_parse_by_rules(const struct argp *argp, const struct cli_rule *rules, int argc, char **argv, void *input)
{
    /* Those that argp adds */
    static const struct argp_option own[] = {{.name = "help", .doc = "show the options"},
                                             {.name = "usage", .doc = "show a short summary of the options"},
                                             {.name = "version", .doc = "show the version"},
                                             {0}};
    struct table t = {.count = 0};

    collect(&t, argp);
    add_options(&t, own);
    if (argc == 2 && strcmp(argv[1], "--list-options") == 0) {
        list(&t);
        exit(CLI_EXIT_GOOD);
    }
    if (argc == 2 && strcmp(argv[1], "-h") == 0) {
        cli_help(argv[0], argp, t.option, t.count);
        exit(CLI_EXIT_GOOD);
    }
    check_words(&t, argc, argv);
    set_width();
    argp_parse(argp, argc, argv, 0, NULL, input);
    check_rules(&t, rules, argv[0]);
}
