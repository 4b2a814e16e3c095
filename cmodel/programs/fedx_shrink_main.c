/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx shrink: the bundle of a difference made small.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../verify/fedx_shrink.h"
#include "fedx_triage.h"

enum { KEY_OBJECT = 256, KEY_BUNDLE, KEY_ANY, KEY_SECONDS, KEY_QUIET };
enum { SECONDS = 30, MOST_SECONDS = 1000000 };

static const struct argp_option argp_options[] = {
    {"bundle", KEY_BUNDLE, "FOLDER", 0, "where the small bundle goes (default: BUNDLE-small)", 0},
    {"any", KEY_ANY, 0, 0, "any difference will do (default: the same field, at any port or buffer)", 0},
    {"seconds", KEY_SECONDS, "N", 0, "try no further parts after this much processor time (default 30)", 0},
    {"rtl-object", KEY_OBJECT, "FILE", 0, "the Verilated RTL (default: the one that the bundle was made with)", 0},
    {"quiet", KEY_QUIET, 0, 0, "no progress line", 0},
    {0},
};

struct options {
    const char *folder, *object, *to;
    int any, quiet;
    int64_t seconds;
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_OBJECT: o->object = text; return 0;
    case KEY_BUNDLE: o->to = text; return 0;
    case KEY_ANY: o->any = 1; return 0;
    case KEY_SECONDS: o->seconds = fedx_cli_integer(state, "seconds", text, 1, MOST_SECONDS); return 0;
    case KEY_QUIET: o->quiet = 1; return 0;
    case ARGP_KEY_ARG: fedx_cli_argument(state, text, &o->folder); return 0;
    case ARGP_KEY_END:
        if (!o->folder)
            argp_failure(state, FEDX_EXIT_BAD_INPUT, 0, "name the bundle: fedx shrink FOLDER");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = argp_options,
    .parser = parse,
    .args_doc = "BUNDLE",
    .doc = "Leave out of a bundle what its difference does without: ports, packets, what the neighbours did, settings, "
           "routes, idle time; and write what is left as a bundle of its own.\vExamples:\n"
           "  fedx shrink fedx-bundle\n"
           "  fedx shrink fedx-bundle --any --bundle smaller\n",
};

struct progress {
    struct fedx_cli_progress line;
};

/* At most four times a second, on a terminal. */
static void show(void *context, const struct fedx_script *s, uint64_t trials)
{
    struct progress *p = context;
    unsigned packets = 0;
    double now = fedx_cli_wall();

    if (!p->line.active || now - p->line.last < 0.25)
        return;
    for (size_t i = 0; i < s->units; i++)
        packets += s->unit[i].kind == FEDX_UNIT_PACKET && !s->unit[i].off;
    p->line.last = now;
    p->line.shown = 1;
    fprintf(stderr, "\r%" PRIu64 " trials, %u packets, %u cycles ", trials, packets, s->cycles);
}

/* The script as it is now becomes the bundle. @return 0, or -1 with one sentence in error */
static int take_script(struct fedx_bundle *b, const struct fedx_script *s, const struct fedx_node_ops *rtl, char *error,
                       size_t size)
{
    struct fedx_replay r;

    fedx_vectors_clear(&b->vectors);
    snprintf(error, size, "out of memory");
    if (fedx_script_play(s, rtl, b->power_up, &b->vectors, &r) != 0)
        return -1;
    b->from = b->from.cycles ? b->from : b->counts;
    b->divergence = r.divergence;
    return fedx_triage_reproduce(b, rtl);
}

static int shrink_script(struct fedx_bundle *b, struct fedx_script *s, const struct fedx_node_ops *rtl,
                         const struct options *o, char *error, size_t size)
{
    struct progress progress;
    double start = fedx_cli_user();
    struct fedx_shrink_config config = {.rtl = rtl,
                                        .power_up = b->power_up,
                                        .field = o->any ? NULL : b->divergence.field,
                                        .seconds = (double)o->seconds,
                                        .on_trial = show,
                                        .context = &progress};
    struct fedx_shrink_result result;

    fedx_cli_progress_init(&progress.line, 0, o->quiet);
    int status = fedx_shrink(s, &config, &result, error, size);
    fedx_cli_progress_end(&progress.line);
    if (status == 0)
        printf("shrunk      %" PRIu64 " trials in %.1f s%s\n", result.trials, fedx_cli_user() - start,
               result.complete ? "" : "; time was up, more could be left out (--seconds)");
    return status == 0 ? take_script(b, s, rtl, error, size) : status;
}

static int shrink(struct fedx_bundle *b, const struct options *o, const char *to)
{
    char error[512];
    const struct fedx_node_ops *rtl = fedx_node_open(o->object ? o->object : b->rtl_object, error, sizeof error);
    struct fedx_script s = {0};
    int status = rtl && fedx_bundle_check(to, error, sizeof error) == 0 &&
                         fedx_script_lift(&s, &b->vectors, error, sizeof error) == 0 &&
                         shrink_script(b, &s, rtl, o, error, sizeof error) == 0 &&
                         fedx_bundle_write(b, rtl, to, error, sizeof error) == 0
                     ? 0
                     : -1;

    fedx_script_finish(&s);
    if (status != 0)
        return fedx_cli_bad("shrink", "%s: %s", o->folder, error);
    fedx_triage_print(b, to);
    fedx_divergence_print(&b->divergence, b->node, stdout);
    return FEDX_EXIT_GOOD;
}

/* Where the small bundle goes: BUNDLE-small, whether BUNDLE ends with a slash or not. */
static void destination(const struct options *o, char *to, size_t size)
{
    int length = (int)strlen(o->folder);

    while (length > 1 && o->folder[length - 1] == '/')
        length--;
    if (o->to)
        snprintf(to, size, "%s", o->to);
    else
        snprintf(to, size, "%.*s-small", length, o->folder);
}

int fedx_shrink_main(int argc, char **argv)
{
    struct options o = {.seconds = SECONDS};
    struct fedx_bundle b;
    char error[512], to[PATH_MAX];
    int status;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    destination(&o, to, sizeof to);
    status = fedx_bundle_read(&b, o.folder, error, sizeof error) == 0 ? shrink(&b, &o, to)
                                                                      : fedx_cli_bad("shrink", "%s", error);
    fedx_bundle_finish(&b);
    return status;
}
