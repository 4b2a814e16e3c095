/* SPDX-License-Identifier: Apache-2.0
 *
 * Bundles. See bundle.h.
 */
#include "bundle.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/json_file.h"
#include "../base/output.h"
#include "../base/regular.h"
#include "../base/scratch.h"
#include "../base/text.h"
#include "../base/value.h"
#include "../config/registry.h"
#include "../gen/gen.h"
#include "../kind/file_buffers.h"
#include "bundle_parts.h"
#include "bundle_replay.h"

static const char vectors_name[] = "vectors.hex", report_name[] = "report.txt", view_name[] = "waveform.gtkw",
                  object_name[] = "switch.so", json_name[] = "bundle.json";
static const char testbench_name[] = BUNDLE_TESTBENCH;

static int path_of(const char *folder, const char *name, char *path, char *error, size_t size)
{
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX)
        return 0;
    return text_fail(error, size, "the path of the bundle is too long: %s", folder);
}

static int is_there(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0;
}

static int part_of(const char *folder, char part[PATH_MAX], char *error, size_t size)
{
    if (snprintf(part, PATH_MAX, "%s.part", folder) < PATH_MAX)
        return 0;
    return text_fail(error, size, "the path of the bundle is too long: %.200s", folder);
}

/* Another run writes it, or did and was stopped: it is not ours to remove. */
static void part_error(const char *folder, const char *part, char *error, size_t size)
{
    snprintf(error, size,
             "cannot write a bundle to %s: %s is there, of a run that was stopped or that is writing it: remove it, "
             "or name another folder",
             folder, part);
}

int bundle_check(const char *folder, char *error, size_t size)
{
    char parent[PATH_MAX], part[PATH_MAX];

    if (snprintf(parent, sizeof parent, "%s", folder) >= (int)sizeof parent || *folder == 0)
        return text_fail(error, size, "cannot write a bundle to '%.100s': the path is %s", folder,
                         *folder ? "too long" : "empty");
    if (is_there(folder))
        return text_fail(error, size,
                         "cannot write a bundle to %s: it is there already; name another folder, or remove it", folder);
    if (part_of(folder, part, error, size) != 0)
        return -1;
    if (is_there(part)) {
        part_error(folder, part, error, size);
        return -1;
    }
    char *slash = strrchr(parent, '/');
    if (!slash)
        strcpy(parent, ".");
    else
        slash[slash == parent] = 0;
    if (access(parent, W_OK | X_OK) == 0)
        return 0;
    return text_fail(error, size, "cannot write a bundle to %s: %s: %s", folder, parent, strerror(errno));
}

/* Make the folder under its name until it is whole. */
static int claim(struct bundle *b, const char *folder, char part[PATH_MAX], char *error, size_t size)
{
    if (part_of(folder, part, error, size) != 0)
        return -1;
    if (mkdir(part, 0777) == 0) {
        memcpy(b->part, part, PATH_MAX);
        scratch_add(part);
        return 0;
    }
    if (errno == EEXIST)
        part_error(folder, part, error, size);
    else
        snprintf(error, size, "cannot write %s: %s", part, strerror(errno));
    return -1;
}

/* The folder that was claimed is not completed. */
static void drop_part(struct bundle *b)
{
    if (*b->part)
        output_remove(b->part);
    scratch_drop(b->part);
    *b->part = 0;
}

/* Writing --------------------------------------------------------------------------------------------------------- */

/* What a router of a kind is called. */
static const char *unit_of(const struct router_kind *kind)
{
    return kind->parts->gen ? kind->parts->gen->unit : "router";
}

static void report_start(const struct initial_state *s, FILE *file)
{
    fprintf(
        file,
        "\nBefore cycle %zu both sides are put in a state, as they had it here in that run but for what the difference\n"
        "does without. What of it is not as in an idle %s (hexadecimal):\n\n",
        s->at, unit_of(s->kind));
    initial_state_write(s, "  ", file);
}

static void report_history(const struct bundle *b, FILE *file)
{
    const struct history_ops *history = b->vectors.kind->parts->triage->history;

    fprintf(file,
            "\nPackets in the %s, and those that left it in the last %d cycles\n"
            "(cycle n has the inputs of vector n, counted from 0; the registers show in cycle n+1 what came of it)\n\n",
            unit_of(b->vectors.kind), history->recent);
    history->print(b->history, file);
}

/* Where there is no explanation: which section of the specification says what is right. */
static void report_rule(const struct bundle *b, FILE *file)
{
    const struct triage_kind *kind = b->vectors.kind->parts->triage;
    const char *title;
    int section = section_find(b->vectors.kind, b->mismatch.field, &title);

    if (section)
        fprintf(file, "\nWhat is right: %s section %d, %s\n", kind->specification, section, title);
}

void bundle_report(const struct bundle *b, FILE *file)
{
    fprintf(file,
            "found by  %s\nin cycle  %" PRIu64 " as that command counts; below, cycles are those of vectors.hex\n",
            b->command, b->cycle);
    if (!b->reproduced)
        fprintf(
            file,
            "\nNOT REPRODUCED: the vectors alone do not show this difference. It depends on what was before them.\n");
    fputc('\n', file);
    b->vectors.kind->parts->lockstep->print(b->vectors.kind, &b->mismatch, b->node, file);
    if (b->vectors.start)
        report_start(b->vectors.start, file);
    if (b->explanation)
        fprintf(file, "\n%s", b->explanation);
    else
        report_rule(b, file);
    if (b->recent)
        fputs(b->recent, file);
    if (b->history)
        report_history(b, file);
    if (b->hops)
        fprintf(file, "\nWhat these packets did in the fabric before\n\n%s", b->hops);
}

static json_t *counts_json(const struct history_counts *c)
{
    return json_pack("{s:I, s:I, s:I}", "packets", (json_int_t)c->packets, "ports", (json_int_t)c->ports, "cycles",
                     (json_int_t)c->cycles);
}

static json_t *value_json(uint64_t value)
{
    char text[32];

    snprintf(text, sizeof text, "0x%" PRIx64, value);
    return json_string(text);
}

static int version_of(const struct bundle *b)
{
    return b->vectors.start ? BUNDLE_STARTED : BUNDLE_VERSION;
}

static json_t *bundle_json(const struct bundle *b)
{
    const struct mismatch *d = &b->mismatch;

    return json_pack("{s:s, s:i, s:s*, s:s, s:I, s:s?, s:I, s:i, s:I, s:b, s:{s:s, s:i, s:o, s:o, s:I}, s:o, s:o?}",
                     "format", "fedx-bundle", "version", version_of(b), "router", b->router, "command", b->command,
                     "seed", (json_int_t)b->seed, "rtl_object", b->own_object ? object_name : b->rtl_object, "power_up",
                     (json_int_t)b->power_up, "node", b->node, "found_in_cycle", (json_int_t)b->cycle, "reproduced",
                     b->reproduced, "difference", "field", d->field, "lane", d->lane, "model", value_json(d->model),
                     "rtl", value_json(d->rtl), "cycle", (json_int_t)d->cycle, "holds", counts_json(&b->counts),
                     "shrunk_from", b->from.cycles ? counts_json(&b->from) : NULL);
}

static void write_json(const struct bundle *b, FILE *file)
{
    json_t *json = bundle_json(b);

    file_buffers_set(json, b->vectors.kind->most_buffers, b->vectors.kind->standard_buffers);
    json_dumpf(json, file, JSON_INDENT(2) | JSON_FILE_NUMBERS);
    fputc('\n', file);
    json_decref(json);
}

static void write_vectors(const struct bundle *b, FILE *file)
{
    vectors_write(&b->vectors, file);
}

static void write_view(const struct bundle *b, FILE *file)
{
    waveform_view(b->vectors.kind, &b->mismatch, BUNDLE_WAVEFORM, signals_first(&b->vectors, b->window), file);
}

static int write_file(const struct bundle *b, const char *name, void (*write)(const struct bundle *b, FILE *file),
                      char *error, size_t size)
{
    char path[PATH_MAX];
    struct output output;

    if (path_of(b->part, name, path, error, size) != 0 || output_open(&output, path, error, size) != 0)
        return -1;
    write(b, output.file); /* an error stays with the stream */
    return output_close(&output, error, size);
}

static void copy_object(const struct bundle *b, FILE *file)
{
    FILE *from = fopen(b->rtl_object, "rb");
    char bytes[1 << 14];

    for (size_t n; from && (n = fread(bytes, 1, sizeof bytes, from)) > 0;)
        fwrite(bytes, 1, n, file);
    if (from)
        fclose(from);
}

static int write_object(const struct bundle *b, char *error, size_t size)
{
    if (b->rtl_object && access(b->rtl_object, R_OK) == 0)
        return write_file(b, object_name, copy_object, error, size);
    return text_fail(error, size, "cannot read %s: %s", b->rtl_object ? b->rtl_object : "the router", strerror(errno));
}

/* The largest file comes before all others: without room for it nothing else is begun. */
static int write_first(struct bundle *b, char *error, size_t size)
{
    if (write_file(b, vectors_name, write_vectors, error, size) == 0)
        return 0;
    drop_part(b);
    return -1;
}

int bundle_begin(struct bundle *b, const char *folder, char *error, size_t size)
{
    char part[PATH_MAX];

    if (bundle_check(folder, error, size) != 0 || claim(b, folder, part, error, size) != 0)
        return -1;
    return write_first(b, error, size);
}

int bundle_begin_next(struct bundle *b, char *folder, size_t length, char *error, size_t size)
{
    char part[PATH_MAX];

    snprintf(folder, length, "fedx-bundle");
    for (int n = 2; !*b->part; n++) {
        if (n > 2)
            snprintf(folder, length, "fedx-bundle-%d", n - 1);
        if (is_there(folder))
            continue;
        if (claim(b, folder, part, error, size) != 0 && !is_there(part))
            return -1;
        if (*b->part && is_there(folder)) /* somebody has completed one meanwhile */
            drop_part(b);
    }
    return write_first(b, error, size);
}

static int write_files(struct bundle *b, char *error, size_t size)
{
    int with_waveform = b->waveform != NULL;

    if (write_file(b, report_name, bundle_report, error, size) != 0 || bundle_replay_waveform(b, error, size) != 0 ||
        (with_waveform && write_file(b, view_name, write_view, error, size) != 0) ||
        (b->own_object && write_object(b, error, size) != 0))
        return -1;
    bundle_replay_testbench(b);
    if (write_file(b, json_name, write_json, error, size) != 0)
        return -1;
    return bundle_parts_write(b->part, error, size);
}

int bundle_write(struct bundle *b, const char *folder, char *error, size_t size)
{
    json_t *json = bundle_json(b);
    int writable = json != NULL;

    json_decref(json);
    if (!writable) {
        snprintf(error, size, "cannot write %s: out of memory, or a name in the command is not UTF-8", folder);
    } else if (write_files(b, error, size) == 0) {
        if (rename(b->part, folder) == 0) {
            scratch_drop(b->part);
            *b->part = 0;
            return 0;
        }
        snprintf(error, size, "cannot write %s: %s", folder, strerror(errno));
    }
    drop_part(b);
    return -1;
}

int bundle_unknown(const struct bundle *b)
{
    return b->rtl_object && !b->own_object;
}

int bundle_testbench(const char *folder, char path[PATH_MAX], char *error, size_t size)
{
    static const char *const needed[] = {NULL};

    if (path_of(folder, testbench_name, path, error, size) != 0)
        return -1;
    if (access(path, R_OK | X_OK) == 0)
        return bundle_parts_check(folder, 1, needed, error, size);
    return text_fail(error, size, "%.200s has no testbench in it", folder);
}

/* Reading --------------------------------------------------------------------------------------------------------- */

/* Where in bundle.json, for messages. */
struct reader {
    const char *path;
    char *error;
    size_t size;
    int failed;
};

static void bad_key(struct reader *r, const char *key, const char *what)
{
    if (!r->failed)
        snprintf(r->error, r->size, "%s: %s: must be %s", r->path, key, what);
    r->failed = 1;
}

static uint64_t get_integer(struct reader *r, const json_t *object, const char *key, int64_t min)
{
    const json_t *value = json_object_get(object, key);

    if (json_is_integer(value) && json_integer_value(value) >= min)
        return (uint64_t)json_integer_value(value);
    bad_key(r, key,
            min < 0   ? "a whole number, -1 or more"
            : min > 0 ? "a whole number, 1 or more"
                      : "a whole number, 0 or more");
    return 0;
}

/* One that is kept as an int. */
static int get_int(struct reader *r, const json_t *object, const char *key, int min)
{
    int64_t value = (int64_t)get_integer(r, object, key, min);

    if (value <= INT_MAX)
        return (int)value;
    bad_key(r, key, "a whole number of less than 2^31");
    return 0;
}

static uint64_t get_value(struct reader *r, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    const char *at = text && strncmp(text, "0x", 2) == 0 ? text + 2 : "";
    uint64_t value;

    if (value_hex(&at, 16, &value) == 0 && *at == 0)
        return value;
    bad_key(r, key, "a text of 0x and up to 16 hexadecimal digits");
    return 0;
}

/* A text that will be printed on a terminal. */
static const char *get_text(struct reader *r, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    if (!text || value_has_control(text))
        bad_key(r, key, "a text without control characters");
    return text ? text : "";
}

static void get_counts(struct reader *r, const json_t *object, struct history_counts *c)
{
    *c = (struct history_counts){
        .packets = get_integer(r, object, "packets", 0),
        .ports = get_integer(r, object, "ports", 0),
        .cycles = get_integer(r, object, "cycles", 1),
    };
}

static void get_difference(struct reader *r, const json_t *object, struct mismatch *d)
{
    if (!json_is_object(object))
        bad_key(r, "difference", "an object");
    if (snprintf(d->field, sizeof d->field, "%s", get_text(r, object, "field")) >= (int)sizeof d->field)
        bad_key(r, "field", "the name of a pin, register or store");
    d->lane = get_int(r, object, "lane", -1);
    d->model = get_value(r, object, "model");
    d->rtl = get_value(r, object, "rtl");
    d->cycle = get_integer(r, object, "cycle", 1);
}

static void get_bundle(struct reader *r, const json_t *json, struct bundle *b)
{
    const json_t *object = json_object_get(json, "rtl_object");

    if (strcmp(get_text(r, json, "format"), "fedx-bundle") != 0)
        bad_key(r, "format", "\"fedx-bundle\"");
    int version = get_int(r, json, "version", 1);
    if (version != BUNDLE_VERSION && version != BUNDLE_STARTED)
        bad_key(r, "version", "3 or 4: it was written by another version of this program");
    b->command = strdup(get_text(r, json, "command"));
    b->seed = get_integer(r, json, "seed", 0);
    if (!json_is_null(object))
        b->rtl_object = strdup(get_text(r, json, "rtl_object"));
    b->own_object = b->rtl_object && strcmp(b->rtl_object, object_name) == 0;
    b->power_up = get_integer(r, json, "power_up", 0);
    b->node = get_int(r, json, "node", 0);
    b->cycle = get_integer(r, json, "found_in_cycle", 0);
    b->reproduced = json_is_true(json_object_get(json, "reproduced"));
    get_difference(r, json_object_get(json, "difference"), &b->mismatch);
    get_counts(r, json_object_get(json, "holds"), &b->counts);
    if (!json_is_null(json_object_get(json, "shrunk_from")))
        get_counts(r, json_object_get(json, "shrunk_from"), &b->from);
}

/* The first of the kinds is meant where none is named. */
static void get_kind(struct reader *r, const json_t *json, const struct router_kind *const *kinds, struct bundle *b)
{
    const json_t *name = json_object_get(json, "router");
    char words[256] = "";

    b->vectors.kind = kinds[0];
    if (!name)
        return;
    const struct router_kind *kind =
        json_is_string(name) ? registry_named(kinds, json_string_value(name), words, sizeof words) : NULL;
    if (kind) {
        b->vectors.kind = kind;
        b->router = kind->name;
        return;
    }
    snprintf(words, sizeof words, "one of");
    for (; *kinds; kinds++)
        snprintf(words + strlen(words), sizeof words - strlen(words), " %s", (*kinds)->name);
    bad_key(r, "router", words);
}

static int read_json(struct bundle *b, const struct router_kind *const *kinds, const char *path, char *error,
                     size_t size)
{
    struct reader r = {path, error, size, 0};
    json_t *json = json_file_read(path, JSON_FILE_MOST, JSON_REJECT_DUPLICATES, error, size);

    if (!json)
        return -1;
    get_kind(&r, json, kinds, b);
    get_bundle(&r, json, b);
    json_decref(json);
    return r.failed ? -1 : 0;
}

/* The Verilog that its testbench has, for those made of it. */
static void find_sources(struct bundle *b, const char *folder)
{
    char testbench[PATH_MAX], path[PATH_MAX], error[64];

    if (path_of(folder, testbench_name, testbench, error, sizeof error) == 0 &&
        path_of(testbench, "rtl", path, error, sizeof error) == 0 && access(path, R_OK | X_OK) == 0)
        b->sources = strdup(path);
}

/* The copy of the RTL, from wherever the bundle is now. */
static int find_object(struct bundle *b, const char *folder, char *error, size_t size)
{
    static const char *const needed[] = {object_name, NULL};
    char path[PATH_MAX];

    if (bundle_parts_check(folder, 0, needed, error, size) != 0 || path_of(folder, object_name, path, error, size) != 0)
        return -1;
    free(b->rtl_object);
    b->rtl_object = realpath(path, NULL);
    if (b->rtl_object)
        return 0;
    return text_fail(error, size, "%s: no bundle: %s", path, strerror(errno));
}

int bundle_buffers(const char *folder, int standard)
{
    char path[PATH_MAX], error[64];

    return path_of(folder, json_name, path, error, sizeof error) == 0 && regular_check(path, error, sizeof error) == 0
               ? file_buffers_at(path, standard)
               : standard;
}

/* Of a router that there is no model of (fedx blackbox): what is in it is no vectors, but packets. */
static int is_blackbox(const char *folder)
{
    char path[PATH_MAX], error[64];
    int has_json = path_of(folder, json_name, path, error, sizeof error) != 0 || is_there(path);

    return !has_json && path_of(folder, "network.v", path, error, sizeof error) == 0 && is_there(path);
}

int bundle_read(struct bundle *b, const struct router_kind *const *kinds, const char *folder, char *error, size_t size)
{
    static const char *const needed[] = {json_name, vectors_name, NULL};
    char path[PATH_MAX];

    memset(b, 0, sizeof *b);
    b->window = BUNDLE_WINDOW;
    if (is_blackbox(folder)) {
        snprintf(
            error, size,
            "%.1000s is of a router that there is no model of: its own testbench plays it again, by make -C %.1000s icarus, "
            "which runs what is in the bundle; report.txt says what to expect",
            folder, folder);
        return -1;
    }
    if (bundle_parts_check(folder, 0, needed, error, size) != 0 || path_of(folder, json_name, path, error, size) != 0 ||
        read_json(b, kinds, path, error, size) != 0 || path_of(folder, vectors_name, path, error, size) != 0 ||
        vectors_read(&b->vectors, path, error, size) != 0)
        return -1;
    if (b->vectors.count != b->counts.cycles)
        return text_fail(error, size, "%s: %zu cycles in it, where bundle.json says %" PRIu64, path, b->vectors.count,
                         b->counts.cycles);
    find_sources(b, folder);
    return b->own_object ? find_object(b, folder, error, size) : 0;
}

int bundle_replayable(const struct bundle *b, const struct node_ops *rtl, char *error, size_t size)
{
    if (!b->vectors.start || rtl->inject)
        return 0;
    snprintf(
        error, size,
        "the bundle puts model and RTL in a state before cycle %zu, and the registers of this RTL cannot be set: replay "
        "the bundle that it was shrunk from, or shrink that with --start reset",
        b->vectors.start->at);
    return -1;
}

void bundle_finish(struct bundle *b)
{
    bundle_replay_finish(b);
    drop_part(b);
    vectors_finish(&b->vectors);
    free(b->command);
    free(b->rtl_object);
    free(b->explanation);
    free(b->recent);
    free(b->hops);
    free(b->sources);
    memset(b, 0, sizeof *b);
}
