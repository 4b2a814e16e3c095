/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 79, COLUMN = 28, EXAMPLES = 5 };

static const struct {
    char letter;
    const char *option;
} letters[] = {{'o', "out"}, {'j', "jobs"}, {'s', "seed"}, {'q', "quiet"}};

/* The options that most uses of a command need, ten at most. */
static const struct {
    const char *command, *options;
} needed[] = {
    {"run", "router topology rows load pattern cycles lockstep json quiet"},
    {"config", "print command set"},
    {"sweep", "out jobs set by claims report preview list any-build quiet"},
    {"report", "against data load pattern cycles report quiet"},
    {"verify", "router dut top map router-dut cycles seed inject json"},
    {"blackbox", "init files parameter cycles seeds jobs until-covered performance json keep"},
    {"prove", "inputs outputs dest-bits data-bits"},
    {"coverage", "out router points markdown complete"},
    {"replay", "rtl-object trust second-opinion json"},
    {"shrink", "bundle any start seconds trust quiet"},
    {"gen-tb", "node fabric verify vectors out router load cycles"},
    {"gen-fabric", "router topology rows cols out quiet"},
    {"import", "from out packet-size start delay"},
    {"model", "edge strategy overhead pe json csv"},
    {"bench", "size threads rounds instructions against json"},
};

const char *cli_long(char letter)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].letter == letter)
            return letters[i].option;
    return NULL;
}

static char letter_of(const char *option)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strcmp(letters[i].option, option) == 0)
            return letters[i].letter;
    return 0;
}

/* Length of the first sentence; all of a text without one. */
static size_t sentence(const char *text)
{
    size_t length = strcspn(text, "\v");

    for (size_t i = 0; i + 1 < length; i++)
        if (text[i] == '.' && isspace((unsigned char)text[i + 1]))
            return i + 1;
    return length;
}

/* A text in lines. */
static void print_wrapped(const char *text, size_t length)
{
    int column = 0;

    while (length > 0) {
        size_t word = 0;
        while (word < length && !isspace((unsigned char)text[word]))
            word++;
        if (column > 0 && column + 1 + (int)word > WIDTH) {
            putchar('\n');
            column = 0;
        }
        column += printf("%s%.*s", column > 0 ? " " : "", (int)word, text);
        text += word;
        length -= word;
        while (length > 0 && isspace((unsigned char)*text))
            text++, length--;
    }
    putchar('\n');
}

/* Commands on one line each, without the words around them. */
static void print_examples(const char *doc)
{
    const char *line = strchr(doc, '\v');
    int printed = 0;

    for (; line && printed < EXAMPLES; line = strchr(line + 1, '\n')) {
        size_t length = strcspn(line + 1, "\n");
        if (strncmp(line + 1, "  fedx ", 7) != 0 || line[length] == '\\')
            continue;
        printf("%s%.*s\n", printed++ == 0 ? "\nExamples:\n" : "", (int)length, line + 1);
    }
}

/* Length of a text without what it ends with there. */
static int trimmed(const char *text, int length)
{
    while (length > 0 && strchr(" ,", text[length - 1]))
        length--;
    return length;
}

/* What of a description there is room for: up to a mark of punctuation, or to the last comma, or whole words. */
static int first_words(const char *doc, int room)
{
    int words = 0, comma = 0;

    for (int i = 0; i <= room; i++) {
        if (!doc[i] || strchr(";:(", doc[i]))
            return trimmed(doc, i);
        if (doc[i] == ' ')
            words = i;
        if (doc[i] == ',')
            comma = i;
    }
    return trimmed(doc, comma ? comma : words);
}

static void print_option(const struct argp_option *o)
{
    char left[80], letter = letter_of(o->name), shortened[] = {'-', letter, ',', ' ', 0};
    int used = snprintf(left, sizeof left, "  %s--%s%s%s", letter ? shortened : "    ", o->name, o->arg ? "=" : "",
                        o->arg ? o->arg : "");

    used = used < COLUMN ? COLUMN : used;
    printf("%-*s %.*s\n", COLUMN, left, first_words(o->doc, WIDTH - used - 1), o->doc);
}

static void print_options(const char *names, const struct argp_option *const *options, int count)
{
    for (size_t length; *names; names += length + (names[length] == ' ')) {
        length = strcspn(names, " ");
        for (int i = 0; i < count; i++)
            if (strlen(options[i]->name) == length && strncmp(options[i]->name, names, length) == 0)
                print_option(options[i]);
    }
}

void cli_help(const char *command, const struct argp *argp, const struct argp_option *const *options, int count)
{
    const char *word = strrchr(command, ' ') ? strrchr(command, ' ') + 1 : command;

    printf("Usage: %s [OPTION...] %s\n", command, argp->args_doc ? argp->args_doc : "");
    print_wrapped(argp->doc, sentence(argp->doc));
    print_examples(argp->doc);
    printf("\nOptions:\n");
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (strcmp(needed[i].command, word) == 0)
            print_options(needed[i].options, options, count);
    printf("\n%s --help lists all options; `man fedx-%s`.\n" CLI_HELP_DOCUMENTS, command, word);
}
