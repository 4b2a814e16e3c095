/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx: the command line. Parses, calls the library, prints.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/did_you_mean.h"
#include "../base/platform.h"
#include "../base/value.h"
#include "common/cli.h"
#include "common/cli_help.h"
#include "common/cli_parse.h"
#include "common/instances.h"
#include "fedx/params.h"

/* The numbers of buffers, ascending. Programs of tests have one alone. */
#ifdef ONE_INSTANCE
#define INSTANCES(INSTANCE) INSTANCE(10)
#else
#define INSTANCES(INSTANCE) INSTANCE(10) INSTANCE(20) INSTANCE(128)
#endif

#define INSTANCE(number) extern const struct instance instance_##number;
INSTANCES(INSTANCE)
#undef INSTANCE

#define INSTANCE(number) &instance_##number,
static const struct instance *const instances[] = {INSTANCES(INSTANCE)};
#undef INSTANCE

static void usage(FILE *out)
{
    const struct instance *all = instance_first();

    fprintf(
        out,
        "Usage: fedx COMMAND [OPTION...]\n\nThe Fed-X switch and a virtual-channel router, each as C golden model and as RTL, in lockstep.\n\n");
    for (int i = 0; i < all->count; i++)
        fprintf(out, "  %-11s %s\n", all->commands[i].name, all->commands[i].summary);
    fprintf(out, "\nfedx COMMAND -h is help on one screen, --help or fedx help COMMAND all of it; fedx --version.\n"
                 "Exit status: 0 good, 1 mismatch or failed check, 2 bad input, 3 interrupted and saved,\n"
                 "4 a failure that only one simulator shows.\n" CLI_HELP_DOCUMENTS);
}

/* Files that are opened later must not get the numbers of the standard ones, and what is printed into a closed one must
 * fail: so each is opened the wrong way round. */
static void open_standard_files(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file)
            _exit(CLI_EXIT_BAD_INPUT);
}

/* However the program ends, --help included: words that were lost are no success. */
static void end(int status, void *context)
{
    (void)context;
    if (cli_flush() != 0)
        _exit(status ? status : CLI_EXIT_BAD_INPUT);
}

/* All that is written says by which command: JSON, YAML and HTML know no other text. */
static int check_arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!value_utf8(argv[i])) {
            fprintf(stderr, "fedx: argument %d is not UTF-8, and results could not name it: rename the file\n", i);
            return -1;
        }
    return 0;
}

static int unknown(const char *word)
{
    const struct instance *all = instance_first();
    struct did_you_mean nearest = {.word = word, .length = strlen(word)};

    for (int i = 0; i < all->count; i++)
        did_you_mean_consider(&nearest, all->commands[i].name, i);
    fprintf(stderr, "fedx: unknown command '%s': ", word);
    if (nearest.name)
        fprintf(stderr, "did you mean fedx %s?\n", nearest.name);
    else
        fprintf(stderr, "fedx --help lists them\n");
    return CLI_EXIT_BAD_INPUT;
}

/* @param argv  the command and what follows it */
static int run_command(int argc, char **argv)
{
    const struct instance *all = instance_first();
    char name[32];

    for (int i = 0; i < all->count; i++)
        if (strcmp(argv[0], all->commands[i].name) == 0) {
            snprintf(name, sizeof name, "fedx %s", all->commands[i].name);
            argv[0] = name;
            return all->commands[i].main(argc, argv);
        }
    return unknown(argv[0]);
}

/* @param argv  "help" and the command to explain, if one is named */
static int explain(int argc, char **argv)
{
    static char option[] = "--help";
    char *arguments[] = {argv[1], option, NULL};

    if (argc > 2) {
        fprintf(stderr, "fedx help: unexpected argument '%s'\n", argv[2]);
        return CLI_EXIT_BAD_INPUT;
    }
    if (argc == 2)
        return run_command(2, arguments);
    usage(stdout);
    return CLI_EXIT_GOOD;
}

static int list_commands(void)
{
    const struct instance *all = instance_first();

    for (int i = 0; i < all->count; i++)
        cli_list(all->commands[i].name, NULL, all->commands[i].summary);
    cli_list("help", NULL, "explain a command");
    return CLI_EXIT_GOOD;
}

/* "--instance N" comes before the command. @return how many words that is, or -1 after saying what is wrong */
static int insist(int argc, char **argv)
{
    int64_t buffers;

    if (argc < 2 || strcmp(argv[1], "--instance") != 0)
        return 0;
    if (argc > 2 && value_integer(argv[2], 2, FEDX_WIDE_BUFFERS, &buffers) == 0 && instance_insist((int)buffers) == 0)
        return 2;
    fprintf(stderr, "fedx: --instance: must be 10, 20 or 128, the buffers that the program is compiled for\n");
    return -1;
}

static int is_one_of(const char *word, const char *a, const char *b)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

int main(int argc, char **argv)
{
    open_standard_files();
    platform_at_exit(end, NULL);
    instances_are(instances, sizeof instances / sizeof instances[0]);
    argp_err_exit_status = CLI_EXIT_BAD_INPUT;
    argp_program_version = "fedx " FEDX_VERSION;
    int words = insist(argc, argv);
    if (words < 0)
        return CLI_EXIT_BAD_INPUT;
    argc -= words;
    argv += words;
    if (argc < 2) {
        usage(stderr);
        return CLI_EXIT_BAD_INPUT;
    }
    if (strcmp(argv[1], "help") == 0)
        return explain(argc - 1, argv + 1);
    if (is_one_of(argv[1], "--help", "-h")) {
        usage(stdout);
        return CLI_EXIT_GOOD;
    }
    if (is_one_of(argv[1], "--version", "-V")) {
        printf("%s\n", argp_program_version);
        return CLI_EXIT_GOOD;
    }
    if (strcmp(argv[1], "--list-options") == 0)
        return list_commands();
    return check_arguments(argc, argv) == 0 ? run_command(argc - 1, argv + 1) : CLI_EXIT_BAD_INPUT;
}
