/* SPDX-License-Identifier: Apache-2.0 */
#include "blackbox_prove_engine.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/hash.h"
#include "../../base/output.h"
#include "../../base/process.h"
#include "../../base/text.h"
#include "../../base/value.h"
#include "../../dut/dut.h"
#include "../wrapper/blackbox_build.h"
#include "blackbox_aiger.h"
#include "blackbox_prove_guess.h"
#include "blackbox_prove_known.h"
#include "blackbox_prove_once.h"
#include "blackbox_prove_top.h"

/* Cycles of a hunt, at most; of a look at what follows from any state, which takes so many seconds; seconds that Yosys
 * may take. */
enum { DEEPEST = 400, SHALLOW = 40, LOOK = 1, YOSYS_SECONDS = 300 };

const char *const blackbox_prove_ways[BLACKBOX_PROVE_WAYS] = {"bmc3", "cadical", "scorr, pdr", "scorr, pdr -nct"};

/* Programs -------------------------------------------------------------------------------------------------------- */

/* @return its name, or NULL */
static const char *find_abc(void)
{
    static const char *const names[] = {"berkeley-abc", "yosys-abc", "abc"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (blackbox_installed(names[i]))
            return names[i];
    return NULL;
}

int blackbox_prove_solves(void)
{
    return blackbox_installed("cadical");
}

int blackbox_prove_tools(char *error, size_t size)
{
    const char *missing = !blackbox_installed("yosys") ? "no yosys: install it (Debian: yosys)"
                          : !find_abc() ? "no berkeley-abc, yosys-abc or abc: install one (Debian: yosys-abc, or "
                                          "berkeley-abc until Debian 12)"
                          : !blackbox_installed("timeout") ? "no timeout: install GNU coreutils"
                                                           : NULL;

    if (missing)
        snprintf(error, size, "--prove: %s", missing);
    return missing ? -1 : 0;
}

/* Run a program with a limit of its own, for those of ABC are not kept to; what it has printed by then is in the log.
 * @return as process_run_in */
static int run_limited(const char *folder, double seconds, const char *const *words, const char *log)
{
    struct arguments a = {0};
    int status;

    arguments_add(&a, "timeout");
    arguments_add(&a, "--foreground"); /* in the process group by which it is ended with this program */
    arguments_add(&a, "-k");
    arguments_add(&a, "5");
    arguments_add(&a, "%.1f", seconds);
    arguments_add(&a, "stdbuf");
    arguments_add(&a, "-oL");
    for (; *words; words++)
        arguments_add(&a, "%s", *words);
    status = process_run_in(folder, &a, log, NULL);
    arguments_free(&a);
    return status;
}

/* Yosys ----------------------------------------------------------------------------------------------------------- */

/* The network as it is, without what nobody can prove. */
static const char flat_script[] = "read_verilog -sv fedx_dut_wrapper.v\n"
                                  "hierarchy -check -top " DUT_WRAPPER "\n"
                                  "proc\nflatten\nchformal -remove -live -fair -cover\nwrite_ilang flat.il\n";

/* The router alone, whose cells the third script goes on with. */
static const char router_script[] =
    "read_ilang dut.il\nread_verilog -sv prove_invariants.v\n"
    "hierarchy -check -top " DUT_WRAPPER "\n"
    "proc\nflatten\nopt_expr\nopt_clean\nwreduce\nopt -full\nwreduce\nopt_clean\n"
    "memory_collect\nmemory_map -formal\n"
    "techmap -autoproc -map prove_modulus.v t:$mod\nopt_clean\nwrite_ilang router.il\n"
    "async2sync\ndffunmap\nopt_expr -fine\nopt_clean\nsimplemap\ntechmap\nopt_clean\n"
    "setundef -undriven -zero\naigmap\nopt_clean -purge\nwrite_aiger -zinit -symbols router.aig\n";

/* With memory_map, for proc makes memories of tables. */
static const char top_script[] =
    "read_ilang router.il\n"
    "read_verilog prove_source.v prove_sink.v prove_watch.v " BLACKBOX_PROVE_TOP ".v\n"
    "hierarchy -check -top " BLACKBOX_PROVE_TOP "\n"
    "proc\nflatten\nopt_expr\nopt_clean\nwreduce\nopt -full\nwreduce\nopt_clean\n"
    "opt_clean\nwreduce\nmemory_collect\nmemory_map\nasync2sync\ndffunmap\nopt_expr -fine\nopt_clean\nsimplemap\ntechmap\nopt_clean\n"
    "setundef -undriven -zero\naigmap\nopt_clean -purge\n"
    "# Registers that the sources do not initialise begin as anything.\n"
    "write_aiger -zinit -symbols prove.aig\n";

/* What a circuit is made of, and by. */
struct recipe {
    const char *name, *script, *made; /* NAME.ys, NAME.hash, and the circuit */
    const char *const sources[6];
};

static const struct recipe flat_recipe = {"flat", flat_script, "flat.il", {"fedx_dut_wrapper.v"}},
                           router_recipe = {"router",
                                            router_script,
                                            "router.aig",
                                            {"dut.il", "prove_invariants.v", "prove_modulus.v"}},
                           top_recipe = {"prove",
                                         top_script,
                                         "prove.aig",
                                         {"router.hash", "prove_source.v", "prove_sink.v", "prove_watch.v",
                                          BLACKBOX_PROVE_TOP ".v"}};

/* The first line in which Yosys says what is wrong, with the place before it if there is one. */
static void read_error(const char *log, char *error, size_t size)
{
    char *text = text_of_file(log), *at = text ? strstr(text, "ERROR: ") : NULL, *line = at;

    while (line && line > text && line[-1] != '\n')
        line--;
    if (at)
        at[strcspn(at, "\n")] = 0;
    snprintf(error, size, "--prove: Yosys does not read the router: %.*s%.600s", (int)(at - line), line ? line : "",
             at ? at + 7 : "it does not come to an end");
    value_tame(error);
    free(text);
}

/* Of all that a circuit is made of. */
static int hash_sources(const char *folder, const struct recipe *r, char hash[HASH_SIZE])
{
    char all[7 * HASH_SIZE] = "", path[PATH_MAX];
    int i = 0;

    for (; r->sources[i]; i++) {
        snprintf(path, sizeof path, "%.3000s/%s", folder, r->sources[i]);
        if (hash_file(path, all + i * (HASH_SIZE - 1)) != 0)
            return -1;
    }
    hash_bytes(r->script, strlen(r->script), all + strlen(all));
    hash_bytes(all, strlen(all), hash);
    return 0;
}

/* A file of the folder as a text. */
static int write_file(const char *folder, const char *name, char *error, size_t size, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static int write_file(const char *folder, const char *name, char *error, size_t size, const char *format, ...)
{
    struct output out = {0};
    char path[PATH_MAX];
    va_list args;

    snprintf(path, sizeof path, "%.3000s/%s", folder, name);
    if (output_open(&out, path, error, size) != 0)
        return -1;
    va_start(args, format);
    vfprintf(out.file, format, args);
    va_end(args);
    return output_close(&out, error, size);
}

/* Whether the circuit that is there was made of these sources. */
static int is_made(const char *folder, const struct recipe *r, const char *hash)
{
    char path[PATH_MAX], *made;
    int same;

    snprintf(path, sizeof path, "%.3000s/%s.hash", folder, r->name);
    made = text_of_file(path);
    snprintf(path, sizeof path, "%.3000s/%s", folder, r->made);
    same = made && strcmp(made, hash) == 0 && access(path, R_OK) == 0;
    free(made);
    return same;
}

static int run_yosys(const char *folder, const struct recipe *r, char *error, size_t size)
{
    char log[PATH_MAX], name[64];
    const char *const words[] = {"yosys", "-q", "-s", name, NULL};
    int status;

    snprintf(name, sizeof name, "%s.ys", r->name);
    if (write_file(folder, name, error, size, "%s", r->script) != 0)
        return -1;
    snprintf(log, sizeof log, "%.3000s/%s.log", folder, r->name);
    status = run_limited(folder, YOSYS_SECONDS, words, log);
    if (status < 0)
        process_failed("yosys", "install Yosys", error, size);
    else if (status > 0)
        read_error(log, error, size);
    return status == 0 ? 0 : -1;
}

/* @return 0, 1 when it was there already, or -1 with error; then hash is what NAME.hash is to have */
static int make(const char *folder, const struct recipe *r, char hash[HASH_SIZE], char *error, size_t size)
{
    char name[64];

    if (hash_sources(folder, r, hash) != 0)
        return text_fail(error, size, "%s: %s", folder, strerror(errno));
    if (is_made(folder, r, hash))
        return 1;
    snprintf(name, sizeof name, "%s.hash", r->name);
    return write_file(folder, name, error, size, "-") != 0 ? -1 : run_yosys(folder, r, error, size);
}

static int make_whole(const char *folder, const struct recipe *r, char *error, size_t size)
{
    char hash[HASH_SIZE], name[64];
    int status = make(folder, r, hash, error, size);

    snprintf(name, sizeof name, "%s.hash", r->name);
    return status < 0 ? -1 : status ? 0 : write_file(folder, name, error, size, "%s", hash);
}

int blackbox_prove_flatten(const char *folder, char *error, size_t size)
{
    return make_whole(folder, &flat_recipe, error, size);
}

int blackbox_prove_router(const char *folder, char *error, size_t size)
{
    return make_whole(folder, &router_recipe, error, size);
}

/* The same circuit with fewer gates, small.aig, in which counterexamples are looked for. Inputs and outputs have their
 * places.
 */
static int reduce(const char *folder, char *error, size_t size)
{
    const char *const words[] = {find_abc(), "-f", "reduce.abc", NULL};
    char path[PATH_MAX];

    if (write_file(folder, "reduce.abc", error, size, "read_aiger plain.aig\nstrash\ndc2\nwrite_aiger small.aig\n") !=
        0)
        return -1;
    snprintf(path, sizeof path, "%.3000s/small.aig", folder);
    unlink(path);
    snprintf(path, sizeof path, "%.3000s/reduce.log", folder);
    if (run_limited(folder, YOSYS_SECONDS, words, path) < 0) {
        process_failed(words[0], "install ABC", error, size);
        return -1;
    }
    snprintf(path, sizeof path, "%.3000s/small.aig", folder);
    if (access(path, R_OK) == 0)
        return 0;
    return text_fail(error, size, "--prove: ABC does not reduce the circuit");
}

static const char *const split_names[BLACKBOX_PROVE_SPLITS] = {
    "whole",       "flow",  "from",   "open",   "hostile",     "hostile-flow", "abused",
    "abused-flow", "again", "behind", "ruined", "ruined-flow", "any-state",    "any-flow"};

/* The circuit of a part begins behind the cycles of the reset, in which nothing is looked at, and as that leaves its
 * registers: the reset comes first of all, or, where it comes in any state, what is tied and what is kept is known. */
static int open_part(const struct blackbox *f, const struct blackbox_aiger *a, enum blackbox_prove_split split,
                     const struct blackbox_aiger_tie *ties, struct blackbox_aiger *opened)
{
    struct blackbox_aiger_tie begin[BLACKBOX_PROVE_TIES + BLACKBOX_PROVE_KEPT] = {{NULL, 0}};
    uint8_t *start = malloc((size_t)a->latches + 1);
    int count = 0, status = -1;
    int rest = blackbox_prove_all(split) == BLACKBOX_PROVE_ANY ? BLACKBOX_AIGER_ANY : BLACKBOX_AIGER_ZERO;

    for (int i = 0; ties[i].name; i++)
        begin[count++] = ties[i];
    for (int i = 0; blackbox_prove_kept[i]; i++)
        begin[count++] = (struct blackbox_aiger_tie){blackbox_prove_kept[i], 0};
    if (start && blackbox_aiger_settle(a, begin, rest, f->reset_cycles, start) == 0)
        status = blackbox_aiger_open(a, start, ties, opened);
    free(start);
    return status;
}

static int write_part(const struct blackbox *f, const struct blackbox_aiger *a, const struct blackbox_aiger_tie *ties,
                      enum blackbox_prove_split split, const char *path, char *error, size_t size)
{
    static const struct blackbox_aiger_tie none[] = {{NULL, 0}};
    struct blackbox_aiger opened = {0};
    int status = open_part(f, a, split, ties, &opened) == 0 ? blackbox_aiger_write(&opened, none, path, error, size)
                                                            : text_fail(error, size, "out of memory");

    blackbox_aiger_free(&opened);
    return status;
}

/* Circuits of parts of the traffic. */
static int write_splits(const char *folder, const struct blackbox *f, const struct blackbox_aiger *a,
                        enum blackbox_prove_split split, char *error, size_t size)
{
    struct blackbox_aiger_tie ties[BLACKBOX_PROVE_TIES];
    int status = 0, parts = BLACKBOX_PROVE_POLES * blackbox_prove_splits(f, split);
    char path[PATH_MAX];

    for (int part = 0; part < parts && status == 0; part++) {
        snprintf(path, sizeof path, "%.3000s/%s-%d.aig", folder, split_names[split], part);
        if (blackbox_prove_ties(f, split, part, ties))
            status = write_part(f, a, ties, split, path, error, size);
    }
    return status;
}

/* Whether a description has such traffic. */
static int has_split(const struct blackbox *f, enum blackbox_prove_split split)
{
    if (blackbox_prove_all(split) == BLACKBOX_PROVE_HOSTILE)
        return blackbox_prove_hostile(f);
    if (blackbox_prove_abused(split))
        return blackbox_prove_behind(split) ? blackbox_prove_revives(f) : blackbox_prove_recovers(f);
    return f->reset.line || !blackbox_prove_behind(split);
}

/* For ABC, which refuses an output that has the name of a register: all traffic, that which the bench can play, and
 * parts of it. */
static int write_plain(const char *folder, const struct blackbox *f, char *error, size_t size)
{
    static const struct blackbox_aiger_tie none[] = {{NULL, 0}};
    static const struct blackbox_aiger_tie plain[] = {{"like", 0},    {"open", 0},   {"again", 0},
                                                      {"hostile", 0}, {"abused", 0}, {NULL, 0}};
    struct blackbox_aiger a;
    char path[PATH_MAX];
    int status;

    snprintf(path, sizeof path, "%.3000s/prove.aig", folder);
    status = blackbox_aiger_load(&a, path, error, size);
    snprintf(path, sizeof path, "%.3000s/plain.aig", folder);
    if (status == 0)
        status = blackbox_aiger_write(&a, plain, path, error, size);
    snprintf(path, sizeof path, "%.3000s/like.aig", folder);
    if (status == 0)
        status = blackbox_aiger_write(&a, none, path, error, size);
    for (int split = BLACKBOX_PROVE_WHOLE; split < BLACKBOX_PROVE_SPLITS && status == 0; split++)
        if (has_split(f, (enum blackbox_prove_split)split))
            status = write_splits(folder, f, &a, (enum blackbox_prove_split)split, error, size);
    blackbox_aiger_free(&a);
    return status;
}

int blackbox_prove_elaborate(const char *folder, const struct blackbox *f, char *error, size_t size)
{
    char hash[HASH_SIZE];
    int status = make(folder, &top_recipe, hash, error, size);

    if (status != 0)
        return status < 0 ? -1 : 0;
    if (write_plain(folder, f, error, size) != 0 || reduce(folder, error, size) != 0)
        return -1;
    return write_file(folder, "prove.hash", error, size, "%s", hash);
}

/* ABC ------------------------------------------------------------------------------------------------------------- */

static const char *circuit_of(const struct blackbox_prove_question *q)
{
    return q->like || blackbox_prove_alone(q->split) ? "like" : "small";
}

/* What is made of others is looked at part by part: the cone of one may be a tenth of that of all. */
static int hunts_of(const struct blackbox_prove_question *q)
{
    return q->count == BLACKBOX_PROVE_PARTS ? q->count : 1;
}

/* Whether all outputs of such a part are known to be never 1. */
static int is_never(const struct blackbox_prove_question *q, int hunt)
{
    int never = hunts_of(q) > 1;

    for (int split = 0; split < q->poles * q->splits && never; split++)
        never = q->never[split * q->count + hunt];
    return never;
}

/* Cycle by cycle, or all of them as a circuit for a solver. */
static void write_hunts(const struct blackbox_prove_question *q, FILE *out)
{
    int hunts = hunts_of(q), count = q->count / hunts, once = q->way == BLACKBOX_PROVE_ONCE;

    for (int hunt = 0; hunt < hunts; hunt++) {
        if (is_never(q, hunt))
            continue;
        fprintf(out, "read_aiger %s.aig\nstrash\ncone -s -a -O %d -R %d\n%s%s", circuit_of(q), q->first + hunt * count,
                count, count > 1 ? "orpos\n" : "", hunts > 1 || once ? "scleanup\nscorr\ndc2\n" : "");
        if (once)
            fprintf(out, "frames -F %d -i\norpos\ndc2\nwrite_aiger %s-%d.aig\n", q->cycles, q->name, hunt);
        else
            fprintf(out, "echo PART %d\nbmc3 -g -v -F %d -T %d\nprint_status\nwrite_cex -a %s-%d.cex\n", hunt, DEEPEST,
                    q->seconds, q->name, hunt);
    }
}

/* Names of circuits of a part of the traffic, of all of it, of guesses of that which are proved, and of the part with
 * what is known; the last one is its own for each property, two of which may be asked for at a time. */
struct names {
    char part[32], whole[32], sure[48], out[64];
};

/* What is alone is no part of what is called all traffic. */
static void name_whole(struct names *n, enum blackbox_prove_split split, int pole)
{
    snprintf(n->whole, sizeof n->whole, "%s-%d", split_names[blackbox_prove_all(split)], pole);
    snprintf(n->sure, sizeof n->sure, "sure-%s", n->whole);
}

static struct blackbox_prove_known known_of(const struct blackbox_prove_question *q, int split, struct names *n)
{
    int pole = split / q->splits;

    name_whole(n, q->split, pole);
    snprintf(n->part, sizeof n->part, "%s-%d", split_names[q->split], split);
    snprintf(n->out, sizeof n->out, "known-%d-%s", q->first, n->part);
    return (struct blackbox_prove_known){.folder = q->folder,
                                         .circuit = q->circuit,
                                         .part = n->part,
                                         .whole = n->whole,
                                         .out = n->out,
                                         .sure = q->sure[pole] ? n->sure : NULL,
                                         .first = q->first,
                                         .count = q->count};
}

/* What a bit of data needs is of little use to others, and so it is not kept. A router that does not come back from any
 * state mostly shows that after a few cycles. */
static void write_proof(const struct blackbox_prove_question *q, int split, int output, FILE *out)
{
    char file[160], keep[192] = "", look[96] = "";
    struct names n;
    const struct blackbox_prove_known known = known_of(q, split, &n);
    int part = split * q->count + output;

    blackbox_prove_known_name(&known, n.part, q->first + output, file, sizeof file);
    if (!blackbox_prove_is_data(q->count))
        snprintf(keep, sizeof keep, "-d -I %s ", file);
    if (q->split == BLACKBOX_PROVE_ANY)
        snprintf(look, sizeof look, "bmc3 -g -F %d -T %d\necho PART %d\nprint_status\n", SHALLOW, LOOK, part);
    fprintf(out,
            "read_aiger %s.aig\nstrash\ncone -s -O %d -R 1\nscleanup\n%sdc2\nscorr\ndc2\npdr %s%s-T %d\n"
            "echo PART %d\nprint_status\n",
            n.out, q->first + output, look, q->way == BLACKBOX_PROVE_PDR_NCT ? "-nct " : "", keep, q->seconds, part);
}

/* Each output by itself, with the part of the circuit that it needs, for each part of the traffic. */
static void write_proofs(const struct blackbox_prove_question *q, FILE *out)
{
    for (int split = 0; split < q->poles * q->splits; split++)
        for (int i = 0; i < q->count; i++)
            if (!q->never[split * q->count + i])
                write_proof(q, split, i, out);
}

/* "PART 3" and behind it "Status = 1  Frames = 14", for each output. */
static void read_proof(struct blackbox_prove_question *q, const char *line, int *part)
{
    int status, frames;

    sscanf(line, "PART %d", part);
    if (sscanf(line, "Status = %d Frames = %d", &status, &frames) != 2 || *part < 0 ||
        *part >= q->poles * q->splits * q->count)
        return;
    if (status == 0)
        q->status = BLACKBOX_PROVE_REACHED;
    else if (status == 1)
        q->never[*part] = 1;
}

static void read_proofs(struct blackbox_prove_question *q, char *text)
{
    char *line;
    int part = -1, never = 1;

    while ((line = strsep(&text, "\n")))
        read_proof(q, line, &part);
    for (int i = 0; i < q->poles * q->splits * q->count && never; i++)
        never = q->never[i];
    if (never && q->status == BLACKBOX_PROVE_OPEN)
        q->status = BLACKBOX_PROVE_NEVER;
}

/* The part of a hunt that is read: it was looked at for so many cycles, unless nothing is left of it, and is never 1,
 * is, or is open. */
struct hunt {
    int part, depth, empty;
    enum blackbox_prove_status status;
};

/* The one that was looked at least says how deep all were. */
static void end_hunt(struct blackbox_prove_question *q, const struct hunt *h, int *open)
{
    int count = q->count / hunts_of(q);

    if (h->part < 0 || h->part >= hunts_of(q) || h->status == BLACKBOX_PROVE_NEVER)
        return;
    (*open)++;
    if (!h->empty && h->depth < q->depth)
        q->depth = h->depth;
    if (h->status != BLACKBOX_PROVE_REACHED || q->status == BLACKBOX_PROVE_REACHED)
        return;
    q->status = BLACKBOX_PROVE_REACHED;
    q->reached = h->part;
    q->reached_first = q->first + h->part * count;
    q->reached_count = count;
}

/* " 17 + : ..." for each cycle, and then the status; of each part. */
static void read_hunts(struct blackbox_prove_question *q, char *text)
{
    struct hunt h = {.part = -1};
    int part, status, frames, open = 0, any = 0;
    char sign, *line;

    q->depth = DEEPEST;
    while ((line = strsep(&text, "\n"))) {
        if (sscanf(line, "PART %d", &part) == 1) {
            end_hunt(q, &h, &open);
            h = (struct hunt){.part = part};
            any = 1;
        }
        if (sscanf(line, "%d %c :", &frames, &sign) == 2 && sign == '+')
            h.depth = frames + 1;
        if (sscanf(line, "Status = %d Frames = %d", &status, &frames) == 2) {
            h.empty = status == -1 && frames == -1 && !h.depth;
            h.status = status == 0 ? BLACKBOX_PROVE_REACHED : status == 1 ? BLACKBOX_PROVE_NEVER : BLACKBOX_PROVE_OPEN;
        }
    }
    end_hunt(q, &h, &open);
    q->depth = open ? q->depth : 0;
    if (any && !open)
        q->status = BLACKBOX_PROVE_NEVER;
}

static void read_answers(struct blackbox_prove_question *q, const char *log)
{
    char *text = text_of_file(log);

    if (text && blackbox_prove_hunts(q->way))
        read_hunts(q, text);
    else if (text)
        read_proofs(q, text);
    free(text);
}

/* Ask ABC which outputs are never 1: it makes each of them 0 in the circuit that it writes. */
static int prove_guesses(const struct blackbox_prove_guesses *g, const char *sure)
{
    char path[PATH_MAX], name[64], error[512];
    const char *const words[] = {find_abc(), "-f", name, NULL};

    snprintf(path, sizeof path, "%.3000s/%s-proved.aig", g->folder, sure);
    unlink(path);
    snprintf(name, sizeof name, "%s.abc", sure);
    if (write_file(g->folder, name, error, sizeof error,
                   "read_aiger %s-asked.aig\nstrash\nscorr\nwrite_aiger %s-proved.aig\n", sure, sure) != 0)
        return -1;
    snprintf(path, sizeof path, "%.3000s/%s.log", g->folder, sure);
    return run_limited(g->folder, g->seconds, words, path);
}

/* Leave out what is not proved. @return guesses that are left, or -1 */
static int keep_proved(const char *folder, const char *sure, struct blackbox_aiger *guesses)
{
    struct blackbox_aiger proved;
    char path[PATH_MAX], error[512];
    int kept = 0;

    snprintf(path, sizeof path, "%.3000s/%s-proved.aig", folder, sure);
    if (blackbox_aiger_load(&proved, path, error, sizeof error) != 0 || proved.outputs != guesses->outputs)
        kept = -1;
    for (int i = 0; i < guesses->outputs && kept >= 0; i++)
        if (proved.output[i] == 0)
            guesses->output[kept++] = guesses->output[i];
    guesses->outputs = kept < 0 ? 0 : kept;
    blackbox_aiger_free(&proved);
    return kept;
}

/* The circuit whose outputs are 1 when a guess is wrong. */
static int write_guesses(const char *folder, const char *sure, const struct blackbox_aiger *guesses,
                         struct blackbox_aiger *all)
{
    static const struct blackbox_aiger_tie none[] = {{NULL, 0}};
    uint32_t *literal = calloc((size_t)guesses->outputs + 1, sizeof *literal);
    char path[PATH_MAX], error[512];
    int status = literal ? blackbox_aiger_join(all, guesses, literal) : -1;
    struct blackbox_aiger shown = *all;

    shown.output = literal;
    shown.outputs = guesses->outputs;
    snprintf(path, sizeof path, "%.3000s/%s-asked.aig", folder, sure);
    if (status == 0)
        status = blackbox_aiger_write(&shown, none, path, error, sizeof error);
    free(literal);
    return status;
}

static int suppose(const struct blackbox_prove_guesses *g, const char *sure, struct blackbox_aiger *all,
                   const struct blackbox_aiger *named)
{
    static const struct blackbox_aiger_tie none[] = {{NULL, 0}};
    struct blackbox_aiger guesses;
    char path[PATH_MAX], error[512];
    int kept = -1;

    snprintf(path, sizeof path, "%.3000s/%s.aig", g->folder, sure);
    if (blackbox_prove_guess(all, named, g->outputs, g->count, &guesses) == 0 &&
        write_guesses(g->folder, sure, &guesses, all) == 0 && prove_guesses(g, sure) == 0)
        kept = keep_proved(g->folder, sure, &guesses);
    if (kept >= 0 && blackbox_aiger_write(&guesses, none, path, error, sizeof error) != 0)
        kept = -1;
    blackbox_aiger_free(&guesses);
    return kept;
}

/* The circuit with names that one of all traffic was made of. */
static int load_named(const struct blackbox_prove_guesses *g, struct blackbox_aiger *named)
{
    struct blackbox_aiger_tie ties[BLACKBOX_PROVE_TIES];
    struct blackbox_aiger closed;
    char path[PATH_MAX], error[512];
    int status;

    snprintf(path, sizeof path, "%.3000s/prove.aig", g->folder);
    blackbox_prove_ties(g->f, g->split, g->pole, ties);
    status = blackbox_aiger_load(&closed, path, error, sizeof error);
    if (status == 0)
        status = open_part(g->f, &closed, g->split, ties, named);
    blackbox_aiger_free(&closed);
    return status;
}

int blackbox_prove_suppose(const struct blackbox_prove_guesses *g)
{
    struct blackbox_aiger all = {0}, named = {0};
    struct names n;
    char path[PATH_MAX], error[512];
    int kept = -1;

    name_whole(&n, g->split, g->pole);
    snprintf(path, sizeof path, "%.3000s/%s.aig", g->folder, n.whole);
    if (blackbox_aiger_load(&all, path, error, sizeof error) == 0 && load_named(g, &named) == 0)
        kept = suppose(g, n.sure, &all, &named);
    blackbox_aiger_free(&all);
    blackbox_aiger_free(&named);
    return kept;
}

/* The circuits of a proof. @return states that are known never to be reached, or -1 */
static int write_known(const struct blackbox_prove_question *q)
{
    struct names n;
    char error[512];
    int all = 0;

    for (int split = 0; split < q->poles * q->splits && !blackbox_prove_hunts(q->way); split++) {
        const struct blackbox_prove_known known = known_of(q, split, &n);
        int open = memchr(q->never + split * q->count, 0, (size_t)q->count) != NULL;
        int states = open ? blackbox_prove_known_write(&known, error, sizeof error) : 0;
        if (states < 0)
            return -1;
        all += states;
    }
    return all;
}

/* "hunt-whole-12-37-3.0f3a...": all that the answer depends on, as far as numbers tell: outputs and states that are
 * never there. */
static void set_name(struct blackbox_prove_question *q, int states)
{
    static const char *const words[BLACKBOX_PROVE_WAYS] = {"hunt", "once", "pdr", "pdr-nct"};
    int known = 0;

    for (int i = 0; i < q->poles * q->splits * q->count; i++)
        known += q->never[i];
    snprintf(q->name, sizeof q->name, "%s-%s-%d-%d-%d-%d-%d-%d-%d.%s", words[q->way], split_names[q->split], q->first,
             q->count, q->poles * q->splits, known, states, q->cycles, q->seconds, q->circuit);
}

/* The last thing that ABC is told to print. */
static int is_answered(const char *log)
{
    char *text = text_of_file(log);
    int ended = text && strstr(text, "\nTHE END");

    free(text);
    return ended;
}

static int run_abc(struct blackbox_prove_question *q, const char *log)
{
    char path[PATH_MAX], name[192], error[512];
    const char *const words[] = {find_abc(), "-f", name, NULL};
    struct output out = {0};

    snprintf(name, sizeof name, "%s.abc", q->name);
    snprintf(path, sizeof path, "%.3000s/%s", q->folder, name);
    if (!words[0] || output_open(&out, path, error, sizeof error) != 0)
        return -1;
    if (blackbox_prove_hunts(q->way))
        write_hunts(q, out.file);
    else
        write_proofs(q, out.file);
    fprintf(out.file, "echo THE END\n");
    if (output_close(&out, error, sizeof error) != 0)
        return -1;
    return run_limited(q->folder, q->limit, words, log) < 0 ? -1 : 0;
}

/* Conflicts that take the solver about a second of a processor: it has no limit for that but those of a clock. */
enum { CONFLICTS = 20000 };

/* The solver's answer to a part, in ABC's words. */
static void solve(const struct blackbox_prove_question *q, int hunt, FILE *log)
{
    char name[176], formula[192], conflicts[16], path[PATH_MAX], error[512];
    const char *const words[] = {"cadical", "-q", "-c", conflicts, formula, NULL};
    const struct blackbox_prove_once once = {
        .folder = q->folder, .name = name, .inputs = q->inputs, .cycles = q->cycles};
    int answer = -1;

    snprintf(name, sizeof name, "%s-%d", q->name, hunt);
    snprintf(formula, sizeof formula, "%s.cnf", name);
    snprintf(conflicts, sizeof conflicts, "%d", CONFLICTS * q->seconds);
    snprintf(path, sizeof path, "%.3000s/%s.solved", q->folder, name);
    if (blackbox_prove_once_write(&once, error, sizeof error) == 0 &&
        run_limited(q->folder, q->limit, words, path) >= 0)
        answer = blackbox_prove_once_read(&once);
    fprintf(log, "PART %d\n", hunt);
    if (answer == 0)
        fprintf(log, "%d + :\nStatus = -1 Frames = %d\n", q->cycles - 1, q->cycles - 1);
    else if (answer > 0)
        fprintf(log, "Status = 0 Frames = %d\n", q->cycles);
}

/* What ABC has made of each part, which is in the log until now, goes to the solver. */
static int run_solver(const struct blackbox_prove_question *q, const char *path)
{
    struct output log = {0};
    char error[512];

    if (output_open(&log, path, error, sizeof error) != 0)
        return -1;
    for (int hunt = 0; hunt < hunts_of(q); hunt++)
        if (!is_never(q, hunt))
            solve(q, hunt, log.file);
    fprintf(log.file, "\nTHE END\n");
    return output_close(&log, error, sizeof error);
}

/* What ABC found may be gone, and its answer still there. */
static int has_lost_trace(const struct blackbox_prove_question *q)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%.3000s/%s-%d.cex", q->folder, q->name, q->reached);
    return blackbox_prove_hunts(q->way) && q->status == BLACKBOX_PROVE_REACHED && access(path, R_OK) != 0;
}

/* @return 0, or -1: ABC could not be run */
static int answer(struct blackbox_prove_question *q, int anew)
{
    char log[PATH_MAX];

    q->status = BLACKBOX_PROVE_OPEN;
    q->depth = 0;
    snprintf(log, sizeof log, "%.3000s/%s.log", q->folder, q->name);
    if ((anew || !is_answered(log)) &&
        (run_abc(q, log) != 0 || (q->way == BLACKBOX_PROVE_ONCE && run_solver(q, log) != 0)))
        return -1;
    read_answers(q, log);
    return 0;
}

int blackbox_prove_ask(struct blackbox_prove_question *q)
{
    int states = write_known(q);

    if (states < 0)
        return -1;
    set_name(q, states);
    if (answer(q, 0) != 0)
        return -1;
    return has_lost_trace(q) ? answer(q, 1) : 0;
}
