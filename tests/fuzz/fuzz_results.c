/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tool writes for itself and others: coverage, data of reports, bundles
 * and their vectors, and the list of what a kept build was made of.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../cmodel/fedx/kind/fedx_model_node.h"
#include "../../cmodel/config/registry.h"
#include "../../cmodel/base/hash.h"
#include "../../cmodel/triage/bundle.h"
#include "../../cmodel/triage/bundle_parts.h"
#include "../../cmodel/cover/coverage_file.h"
#include "../../cmodel/results/report.h"
#include "../../cmodel/fedx/bench/fedx_coverage_points.h"
#include "../../cmodel/dut/dut_cache.h"
#include "../../cmodel/bench/vectors.h"
#include "fuzz.h"

const char *const fuzz_json_words[] = {"{",    "}",    "[",  "]",     ",",       ":",       "\"",
                                       "null", "true", "-1", "1e400", "\\u0000", "\\ud800", NULL};

static int write_json(json_t *value, FILE *out)
{
    int status = value ? json_dumpf(value, out, JSON_INDENT(1)) : -1;

    json_decref(value);
    return status;
}

/* Coverage */

static int seed_coverage(int number, FILE *out)
{
    struct coverage *c = number < 2 ? coverage_create(&fedx_kind_coverage) : NULL;

    if (!c)
        return -1;
    coverage_add_cycles(c, 5000);
    for (int i = number; i < coverage_points(&fedx_kind_coverage); i += 200)
        if (!coverage_unreachable(&fedx_kind_coverage, i))
            coverage_add(c, i, &(struct coverage_point){.hits = 3, .cycle = 700, .seed = 1, .place = 2});
    json_t *json = coverage_json(c), *family;
    size_t f;
    json_array_foreach(json_object_get(json, "families"), f, family)
    { /* what is not read, and most of the file */
        json_object_del(family, "holes");
        json_object_del(family, "unreachable");
    }
    coverage_destroy(c);
    return write_json(json, out);
}

static int read_coverage(const char *path, char *error, size_t size)
{
    struct coverage *c = coverage_create(&fedx_kind_coverage);
    int status = coverage_read(c, path, error, size);

    if (status == 0)
        json_decref(coverage_summary(c));
    coverage_destroy(c);
    return status;
}

/* Data of reports */

static int seed_report(int number, FILE *out)
{
    json_t *report = number == 0 ? report_create() : NULL;

    if (!report)
        return -1;
    report_add(report, "runs", json_pack("{s:i, s:[f, f], s:s}", "cycles", 5, "loads", 0.5, 0.7, "name", "a"));
    report_add(report, "sweeps", json_pack("{s:s}", "title", "t"));
    return write_json(report, out);
}

static int read_report(const char *path, char *error, size_t size)
{
    json_t *report = report_create();
    int status = report_load(report, path, error, size);

    json_decref(report);
    return status;
}

/* Vectors: of a few packets' worth of cycles; the second ones put the switch in a state. */

static const char *const vector_words[] = {
    "//= ", "store[0] ", "buffer_pool.used[0] 1\n", "admission.first 0\n", "_", "f", "-1", "\n", NULL};

/* @param settled  the cycle before which the switch is put in a state when there is to be one */
static void write_vectors(FILE *out, int cycles, int settled, int start)
{
    struct fedx_pins in = {.refuse = FEDX_ALL_PORTS};
    struct fedx_control control = {.rst = 1, .side = 21, .cfg_addr = FEDX_CFG_STATUS};
    struct vectors v = {.kind = &fedx_kind};

    for (int i = 0; i < cycles; i++) {
        control.rst = i < 2;
        if (i == settled && start)
            memset(initial_state_store(vectors_start(&v), 3), 0x5a, FEDX_PACKET_BYTES);
        in.data[2] = in.valid ? (uint8_t)i : 0;
        vectors_add(&v, &in, &control);
        in.valid = i > settled ? 4 : 0;
    }
    vectors_write(&v, out);
    vectors_finish(&v);
}

static int seed_vectors(int number, FILE *out)
{
    if (number > 1)
        return -1;
    write_vectors(out, 90, 70, number);
    return 0;
}

/* What can be read can be played. */
static void play(const struct vectors *v)
{
    void *node = fedx_node_model.create(NULL, 0);

    for (size_t i = 0; i < v->count && i < 1000; i++) {
        vectors_put(v, i, &fedx_node_model, node);
        fedx_node_model.step(node, vectors_in(v, i), vectors_control(v, i));
    }
    fedx_node_model.destroy(node);
}

static int read_vectors(const char *path, char *error, size_t size)
{
    struct vectors v = {.kind = &fedx_kind};
    int status = vectors_read(&v, path, error, size);

    if (status == 0)
        play(&v);
    vectors_finish(&v);
    return status;
}

/* Bundles: what is in their folder, with the hashes of both files at the end */

static const char hashes[] = BUNDLE_PARTS, json_name[] = "bundle.json", vectors_name[] = "vectors.hex";
static const char *const parts[] = {json_name, vectors_name, hashes};
enum { PARTS = sizeof parts / sizeof *parts, BUNDLE_CYCLES = 6, BUNDLE_SETTLED = 3 };

static json_t *bundle_json(int number)
{
    json_t *difference = json_pack("{s:s, s:i, s:s, s:s, s:i}", "field", "buffer_pool.used", "lane", -1, "model", "0x1",
                                   "rtl", "0xffffffffffffffff", "cycle", 80);
    json_t *holds = json_pack("{s:i, s:i, s:i}", "packets", 1, "ports", 1, "cycles", BUNDLE_CYCLES);

    return json_pack("{s:s, s:i, s:s, s:i, s:s?, s:i, s:i, s:i, s:b, s:o, s:o, s:n}", "format", "fedx-bundle",
                     "version", number ? BUNDLE_STARTED : BUNDLE_VERSION, "command", "fedx verify", "seed", 1,
                     "rtl_object", number ? "rtl.so" : NULL, "power_up", 0, "node", 0, "found_in_cycle", 700,
                     "reproduced", 1, "difference", difference, "holds", holds, "shrunk_from");
}

/* The hashes of an input's first parts, in the place of what it ends with. */
static void seal_bundle(struct fuzz_input *in)
{
    char list[PARTS * (HASH_SIZE + 32)], hash[HASH_SIZE];
    size_t length = 0, room;
    uint8_t *at = (uint8_t *)(uintptr_t)fuzz_part_of(in, hashes, &room);

    for (int i = 0; at && parts[i] != hashes; i++) {
        size_t size;
        const uint8_t *part = fuzz_part_of(in, parts[i], &size);
        if (part) {
            hash_bytes(part, size, hash);
            length += (size_t)sprintf(list + length, "%s  %s\n", hash, parts[i]);
        }
    }
    if (!at || length > (size_t)(in->bytes + FUZZ_MAX - at))
        return;
    memcpy(at, list, length);
    in->length = (size_t)(at - in->bytes) + length;
}

/* Of what is in the files: damage can put a stretch between them that belongs to none. */
static int bundle_changed(const struct fuzz_input *now, const struct fuzz_input *before)
{
    size_t length, was;

    for (int i = 0; i < PARTS; i++) {
        const uint8_t *part = fuzz_part_of(now, parts[i], &length), *good = fuzz_part_of(before, parts[i], &was);
        if (!part || (parts[i] != hashes && fuzz_differs(part, length, good, was)))
            return 1;
    }
    return 0;
}

static int seed_bundle(int number, FILE *out)
{
    if (number > 1)
        return -1;
    fuzz_part(out, json_name);
    write_json(bundle_json(number), out);
    fputc('\n', out);
    fuzz_part(out, vectors_name);
    write_vectors(out, BUNDLE_CYCLES, BUNDLE_SETTLED, number);
    fuzz_part(out, hashes);
    return 0;
}

static int read_bundle(const char *path, char *error, size_t size)
{
    static struct bundle b;
    char reason[BUNDLE_ERROR];

    fuzz_take_apart(path, parts, PARTS);
    int status = bundle_read(&b, unit_kinds, fuzz_folder(), reason, sizeof reason);
    bundle_finish(&b);
    return status == 0 ? 0 : fuzz_refuse(path, reason, error, size);
}

/* What a kept build was made of: our list, a compiler's rule, Verilator's times. Whatever is in them, they may only be
 * wrong. */

static const char *const list_words[] = {"\\ ", "\\\n", "$$", ": ", "\"", "S ", "T ", "\n", NULL};

static int seed_cache(int number, FILE *out)
{
    static const char *const seeds[] = {
        "o.o: /etc/passwd /usr/include/stdio.h \\\n /usr/include/a\\ b.h /usr/include/string.h\n",
        "C \"--cc\"\nS 1 2 3 4 5 6 \"/etc/passwd\"\nS 0 0 0 0 1 0 \"/none\"\nT 1 2 3 4 5 6 \"made\"\n",
        "0a6c4e4fba6dd4b5c2e6a2cf1a8f4b59 the command\n0a6c4e4fba6dd4b5c2e6a2cf1a8f4b59 /etc/passwd\n",
    };

    return number < 3 ? fprintf(out, "%s", seeds[number]) < 0 : -1;
}

static int read_cache(const char *path, char *error, size_t size)
{
    struct arguments rule = {0}, times = {0};

    char name[PATH_MAX];

    fuzz_path(DUT_LIST, name, sizeof name);
    if (access(name, F_OK) != 0 && symlink(path, name) != 0)
        abort();
    int valid = dut_cache_valid(fuzz_folder(), "command");
    dut_cache_rule(path, "/tmp", &rule);
    dut_cache_verilated(path, "/tmp", &times);
    int status = valid || !rule.failed || !times.failed ? 0 : -1;
    arguments_free(&rule);
    arguments_free(&times);
    snprintf(error, size, "%s: none of the three", path);
    return status;
}

const struct fuzz_format fuzz_coverage = {"coverage", seed_coverage, read_coverage, NULL, fuzz_json_words, NULL};
const struct fuzz_format fuzz_report = {"report", seed_report, read_report, NULL, fuzz_json_words, NULL};
const struct fuzz_format fuzz_vectors = {"vectors", seed_vectors, read_vectors, NULL, vector_words, NULL};
const struct fuzz_format fuzz_bundle = {"bundle",    seed_bundle,     read_bundle,
                                        seal_bundle, fuzz_json_words, bundle_changed};
const struct fuzz_format fuzz_cache = {"cache", seed_cache, read_cache, NULL, list_words, NULL};
