/* SPDX-License-Identifier: Apache-2.0
 *
 * Scenarios: every key with its default, bounds and text; YAML there and back; what
 * a file may not hold, with the exact error; precedence; the command line.
 */
#include "config/scenario.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "run/setup.h"
#include "base/value.h"
#include "fedx/bench/fedx_keys.h"
#include "../unit.h"

/* A file with that content; the caller unlinks it. */
static void write_file(char *path, const char *text, size_t length)
{
    strcpy(path, "/tmp/fedx_scenario_XXXXXX");
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, length), (ssize_t)length);
    close(fd);
}

static void set(struct scenario *s, const char *name, const char *text)
{
    char error[SCENARIO_ERROR];

    if (scenario_set(s, name, text, error, sizeof error) != 0)
        fail_msg("%s", error);
}

static void assert_same(const struct scenario *a, const struct scenario *b)
{
    for (int i = 0; i < SCENARIO_KEYS; i++)
        if (scenario_differ(a, b, i))
            fail_msg("%s differs", scenario_keys[i].name);
    /* To the last bit, which texts that are too short would hide. */
    assert_memory_equal(&a->traffic.load, &b->traffic.load, sizeof a->traffic.load);
    assert_memory_equal(&a->traffic.hot_load, &b->traffic.hot_load, sizeof a->traffic.hot_load);
}

TEST(test_defaults)
{
    struct scenario s;
    struct fedx_settings reset = fedx_settings_default();
    char text[SCENARIO_TEXT], option[2][SCENARIO_NAME];

    scenario_defaults(&s);
    for (int i = 0; i < SCENARIO_KEYS; i++) {
        scenario_get(&s, i, text);
        assert_string_equal(text, scenario_keys[i].fallback);
        assert_int_equal(s.line[i], FROM_DEFAULT);
        scenario_option(i, option[0]);
        for (int j = 0; j < i; j++) {
            scenario_option(j, option[1]);
            assert_string_not_equal(option[0], option[1]);
        }
    }
    COMPARED(SCENARIO_KEYS, "defaults");
    /* What the switch has after reset, unless the paper's section 6 says otherwise. */
    struct fedx_settings settings = fedx_keys_settings(&s);
    assert_int_equal(settings.throttle_timeout, reset.throttle_timeout);
    assert_int_equal(settings.class_rule, reset.class_rule);
    assert_int_equal(settings.latency, reset.latency);
    assert_int_equal(settings.random_seed, reset.random_seed);
    assert_int_equal(settings.backpressure, FEDX_BACKPRESSURE_MESSAGE);
    assert_int_equal(settings.limit_dest, 2);
    assert_int_equal(settings.limit_trans, 6);
    assert_int_equal(settings.limit_total, 0);
    assert_null(fedx_settings_check(&settings));
}

/* A text that a key takes as it is, or must refuse with what it must be and without a change. */
static void expect(int key, const char *text, int good)
{
    struct scenario s, before;
    char error[SCENARIO_ERROR] = "", got[SCENARIO_TEXT], must[SCENARIO_COMMENT];

    scenario_defaults(&s);
    before = s;
    int status = scenario_set_key(&s, key, text, error, sizeof error);
    if (status != (good ? 0 : -1))
        fail_msg("%s: '%.40s' is %s", scenario_keys[key].name, text, status ? "refused" : "taken");
    scenario_get(&s, key, got);
    if (good) {
        assert_string_equal(got, text);
        assert_int_equal(s.line[key], FROM_CALLER);
    } else {
        scenario_allowed(key, must);
        assert_ptr_equal(strstr(error, "must be "), error);
        assert_non_null(strstr(error, must));
        assert_memory_equal(&s, &before, sizeof s);
    }
}

static void expect_number(int key)
{
    const struct scenario_key *k = &scenario_keys[key];
    int whole = k->type == KEY_INTEGER;
    char text[64];

    for (int side = 0; side < 2; side++) {
        long long bound = side ? k->max : k->min;
        snprintf(text, sizeof text, "%lld", bound);
        expect(key, text, side || !k->over);
        /* The next number on the other side; unsigned, since no int64_t is over the largest. */
        if (side)
            snprintf(text, sizeof text, whole ? "%llu" : "%llu.001", (unsigned long long)bound + whole);
        else
            snprintf(text, sizeof text, whole ? "%lld" : "%lld.999", bound - 1);
        expect(key, text, 0);
    }
    const char *wrong[] = {"", "many", "1x", "0x", "nan", "--1", "true", "null"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect(key, wrong[i], 0);
    expect(key, k->max < 2 ? "0.5" : "1.5", !whole);
    if (k->word)
        expect(key, k->word, 1);
}

TEST(test_bounds)
{
    static char long_text[SCENARIO_TEXT + 1];
    int tried = 0;

    memset(long_text, 'a', SCENARIO_TEXT);
    for (int i = 0; i < SCENARIO_KEYS; i++, tried++) {
        const struct scenario_key *k = &scenario_keys[i];
        switch (k->type) {
        case KEY_INTEGER:
        case KEY_NUMBER:
        case KEY_THOUSANDTHS: expect_number(i); break;
        case KEY_FLAG:
            expect(i, "true", 1);
            expect(i, "false", 1);
            expect(i, "yes", 0);
            expect(i, "1", 0);
            expect(i, "", 0);
            break;
        case KEY_CHOICE:
            for (int c = 0; scenario_choice(i, c); c++)
                expect(i, scenario_choice(i, c), 1);
            expect(i, "0", 0);
            expect(i, "", 0);
            expect(i, "Uniform", 0);
            break;
        case KEY_TEXT:
            expect(i, "some text: \"quoted\" \xc3\xa4", 1);
            expect(i, long_text + 1, 1);
            expect(i, long_text, 0);
            expect(i, "two\nlines", 0);
            expect(i, "\x7f", 0);
            break;
        }
    }
    COMPARED(tried, "keys");
}

/* Nothing, and YAML's words for it, take a text back to its default. */
TEST(test_null)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};
    struct scenario s, defaults;

    scenario_defaults(&defaults);
    for (int i = 0; i < 5; i++) {
        scenario_defaults(&s);
        set(&s, "traffic.hot_senders", "0.5");
        set(&s, "traffic.hot_senders", words[i]);
        set(&s, "output.json", "file");
        set(&s, "output.json", words[i]);
        assert_same(&s, &defaults);
    }
}

TEST(test_names)
{
    struct {
        const char *assignment, *error;
    } cases[] = {
        {"traffic.load", "traffic.load must be key=value, such as traffic.load=0.5"},
        {"=1", "=1 must be key=value, such as traffic.load=0.5"},
        {"traffic.load=3", "traffic.load: 3 must be a number over 0, up to 2"},
        {"traffic.load=", "traffic.load: '' must be a number over 0, up to 2"},
        {"load=1", "load is not a key; did you mean traffic.load?"},
        {"fabric.load=1", "fabric.load is not a key; did you mean traffic.load?"},
        {"fabric.row=1", "fabric.row is not a key; did you mean fabric.rows?"},
        {"flow.limit_tarns=1", "flow.limit_tarns is not a key; did you mean flow.limit_trans?"},
        {"output.file=1",
         "output.file is not a key; output has json, csv, report, coverage, hops, trace, record, fault_record, checkpoint, checkpoint_every"},
        {"output=1",
         "output is not a key; output has json, csv, report, coverage, hops, trace, record, fault_record, checkpoint, checkpoint_every"},
        {"nothing.at_all=1",
         "nothing.at_all is neither a section nor a key; the sections are fabric, traffic, flow, channels, responses, sat, streams, fault, run, output"},
    };
    struct scenario s, before;
    char error[SCENARIO_ERROR];

    scenario_defaults(&s);
    before = s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(scenario_assign(&s, cases[i].assignment, error, sizeof error), -1);
        assert_string_equal(error, cases[i].error);
        assert_memory_equal(&s, &before, sizeof s);
    }
    assert_int_equal(scenario_assign(&s, "output.json=a=b", error, sizeof error), 0);
    assert_string_equal(s.output.json, "a=b");
    /* A name and a value of any length stay a sentence. */
    char endless[5000];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_int_equal(scenario_assign(&s, endless, error, sizeof error), -1);
    endless[2000] = '=';
    assert_int_equal(scenario_assign(&s, endless, error, sizeof error), -1);
    assert_int_equal(scenario_set(&s, "traffic.load", endless, error, sizeof error), -1);
    assert_non_null(strstr(error, "must be a number over 0, up to 2"));
}

/* A legal value of a key, drawn. */
static void draw(struct rng *r, int key, char *text)
{
    static const char *const texts[] = {"0,3,5-9", "random:3:1", "-",   "a b",           "it's", "\"q\"\\", "#no",
                                        "a: b",    "- x",        "x:",  "\xc3\xa4.json", "true", "[1]",     "&a",
                                        "{load}",  "%x",         "no ", " no",           "@",    "`"};
    const struct scenario_key *k = &scenario_keys[key];
    uint64_t span = (uint64_t)k->max - (uint64_t)k->min;
    int64_t whole = k->min + (int64_t)(rng_next(r) % (span + !!(span + 1)));
    int names = 0;

    switch (k->type) {
    case KEY_INTEGER: sprintf(text, "%lld", (long long)whole); break;
    case KEY_NUMBER: sprintf(text, "%.17g", (double)k->max * (double)((rng_next(r) >> 11) + 1) * 0x1p-53); break;
    case KEY_THOUSANDTHS: sprintf(text, "%u.%03u", rng_below(r, (uint32_t)k->max), rng_below(r, 1000)); break;
    case KEY_FLAG: strcpy(text, rng_chance(r, 0.5) ? "true" : "false"); break;
    case KEY_CHOICE:
        while (scenario_choice(key, names))
            names++;
        strcpy(text, scenario_choice(key, (int)rng_below(r, (uint32_t)names)));
        break;
    case KEY_TEXT: strcpy(text, texts[rng_below(r, sizeof texts / sizeof *texts)]); break;
    }
    if (k->word && rng_chance(r, 0.3))
        strcpy(text, k->word);
}

static void reload(const struct scenario *s, struct scenario *again)
{
    char path[64] = "/tmp/fedx_scenario_XXXXXX", error[SCENARIO_ERROR];
    int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;

    assert_non_null(file);
    scenario_print(s, file);
    fclose(file);
    scenario_defaults(again);
    if (scenario_load(again, path, error, sizeof error) != 0)
        fail_msg("%s", error);
    unlink(path);
}

TEST(test_round_trip)
{
    struct rng r = rng_stream(5, 0);
    struct scenario s, again;
    char text[SCENARIO_TEXT], name[SCENARIO_NAME];
    int values = 0;

    for (int round = 0; round < 500; round++) {
        scenario_defaults(&s);
        for (int i = 0; i < SCENARIO_KEYS; i++)
            if (rng_chance(&r, 0.7)) {
                draw(&r, i, text);
                scenario_name(i, name);
                set(&s, name, text);
                values++;
            }
        reload(&s, &again);
        assert_same(&s, &again);
        for (int i = 0; i < SCENARIO_KEYS; i++)
            assert_true(again.line[i] > 1 || !scenario_lists(&s, i));
    }
    COMPARED(values, "values written and read");
}

/* The error of a file, FILE in place of its name. */
static void expect_error(const char *text, size_t length, const char *want)
{
    char path[64], error[SCENARIO_ERROR], line[SCENARIO_ERROR + 64];
    struct scenario s, before;

    write_file(path, text, length);
    scenario_defaults(&s);
    set(&s, "traffic.load", "0.25");
    before = s;
    int status = scenario_load(&s, path, error, sizeof error);
    if (status == 0)
        status = scenario_check(&s, error, sizeof error);
    else
        assert_memory_equal(&s, &before, sizeof s);
    assert_int_equal(status, -1);
    snprintf(line, sizeof line, "%s%s", path, want);
    assert_string_equal(error, line);
    unlink(path);
}

static const struct {
    const char *text, *error;
} bad_files[] = {
    {"fabric:\n  row: 3\n", ":2: fabric.row is not a key; did you mean fabric.rows?"},
    {"fabrik:\n  rows: 3\n",
     ":1: fabrik is neither a section nor a key; the sections are fabric, traffic, flow, channels, responses, sat, streams, fault, run, output"},
    {"load: 0.5\n", ":1: load is not a key; did you mean traffic.load?"},
    {"\n\nfabric:\n  load: 0.5\n", ":4: fabric.load is not a key; did you mean traffic.load?"},
    {"fabric:\n  rows: 3\n  cols: 3\n  rows: 4\n", ":4: fabric.rows is a second time here: line 2 has it"},
    {"fabric:\n  rows: 3\nfabric:\n  cols: 3\n", ":3: section fabric is a second time here: line 1 has it"},
    {"fabric:\n  rows: three\n", ":2: fabric.rows: three must be a whole number from 1 to 32768"},
    {"fabric:\n  rows: 3.5\n", ":2: fabric.rows: 3.5 must be a whole number from 1 to 32768"},
    {"fabric:\n  rows: 010x\n", ":2: fabric.rows: 010x must be a whole number from 1 to 32768"},
    {"fabric:\n  rows:\n", ":2: fabric.rows: '' must be a whole number from 1 to 32768"},
    {"fabric:\n  rows: [3]\n", ":2: fabric.rows must be one value, not a list or more keys"},
    {"fabric:\n  rows: {a: 3}\n", ":2: fabric.rows must be one value, not a list or more keys"},
    {"traffic:\n  load: 3\n", ":2: traffic.load: 3 must be a number over 0, up to 2"},
    {"traffic:\n  source: fractal\n", ":2: traffic.source: fractal must be one of poisson, onoff, bernoulli"},
    {"traffic:\n  alpha: 0.1234\n",
     ":2: traffic.alpha: 0.1234 must be from 0 to 1000000 with at most three decimals, or auto"},
    {"run:\n  digest: yes\n", ":2: run.digest: yes must be true or false"},
    {"output:\n  json: \"a\\nb\"\n",
     ":2: output.json: a?b must be a file, or - for standard output, printable, of less than 1024 bytes"},
    {"fabric: 3\n", ":1: fabric is a section: it must have keys below it, such as \"topology: xmesh\""},
    {"fabric: [rows]\n", ":1: fabric is a section: it must have keys below it, such as \"topology: xmesh\""},
    {"hello\n", ":1: a configuration must be sections with keys below them"},
    {"# list\n- 1\n", ":2: a configuration must be sections with keys below them"},
    {"? [a]\n: 3\n", ":1: a section must be a name"},
    {"run:\n  ? [a]\n  : 3\n", ":2: run: a key must be a name"},
    {"fabric: {rows: 3\n", ":2: not YAML: did not find expected ',' or '}'"},
    {"fabric:\n\trows: 3\n", ":2: not YAML: found character that cannot start any token"},
    {"fabric:\n  rows: *a\n", ":2: not YAML: found undefined alias"},
    {"fabric:\n  rows: \x01\n", ":2: not YAML: control characters are not allowed"},
    {"fabric:\n  rows: \xff\n", ":2: not YAML: invalid leading UTF-8 octet"},
    {"fabric:\n  rows: 3\n---\nfabric:\n  rows: 4\n", ":4: a second document: a file holds one configuration"},
    {"fabric:\n  rows: 3\n...\n}\n", ":4: not YAML: did not find expected <document start>"},
    /* What must fit together. */
    {"run:\n  warmup: 10\n  cycles: 10\n", ":2: run.warmup must be less than run.cycles"},
    {"fabric:\n  rows: 4\ntraffic:\n  pattern: transpose\n", ":4: traffic.pattern: transpose needs a square fabric"},
    {"fabric:\n  cols: 2\n  rows: 1\n", ":3: 1 x 2 xmesh: an X-mesh needs at least 2 rows and 2 columns"},
    {"fabric:\n  rtl: 64\n", ":2: fabric.rtl: 64 names a node that is not in the fabric"},
    {"fabric:\n  lockstep: some\n",
     ":2: fabric.lockstep: some must be all, none, random:SEED, or node numbers such as 0,3,5-9"},
    {"traffic:\n  off_mean: 5\n", ":2: traffic.off_mean goes with traffic.source onoff"},
    {"traffic:\n  hot_load: 1\n", ":2: traffic.hot_load goes with traffic.hot_spots"},
    {"traffic:\n  hot_spots: 3\n  pattern: shuffle\n", ":3: traffic.pattern does not go with traffic.hot_spots"},
    {"traffic:\n  hot_spots: random:64:1\n",
     ":2: traffic.hot_spots: random:64:1 must be random:COUNT:SEED with a COUNT from 1 to 63"},
    {"traffic:\n  hot_spots: 3\n  hot_senders: 1-4\n", ":3: traffic.hot_senders: 1-4: node 3 is a hot spot"},
    {"traffic:\n  schedule: fifo\n  alpha: 8\n", ":3: traffic.alpha goes with traffic.schedule alpha"},
    {"traffic:\n  replay: a\n  load: 0.5\n",
     ":3: traffic.load does not go with traffic.replay, which brings its own messages"},
};

TEST(test_bad_files)
{
    for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++)
        expect_error(bad_files[i].text, strlen(bad_files[i].text), bad_files[i].error);
    expect_error("fabric:\n  rows: 3\n\0run", 22, ":3: not YAML: control characters are not allowed");
    COMPARED(sizeof bad_files / sizeof *bad_files, "bad files");
}

/* A hundred kilobytes that libyaml would take long for, or much memory: refused at once. */
TEST(test_bounds_of_files)
{
    static const struct {
        const char *head, *piece, *error;
    } cases[] = {
        {"fabric: ", "[", ":1: lists and keys are more than 16 deep: no configuration is"},
        {"", "- ", ":1: lists and keys are more than 16 deep: no configuration is"},
        {"", "? ", ":1: lists and keys are more than 16 deep: no configuration is"},
        {"", "{a: ", ":1: lists and keys are more than 16 deep: no configuration is"},
        {"", "- &a x\n", ":65: more than 64 names (& and *): write out what they stand for"},
        {"- &a x\n", "- *a\n", ":65: more than 64 names (& and *): write out what they stand for"},
        {"- &a [x, x]\n- &b ", "[*a, *a]\n",
         ":2: a name (*) within what has a name itself (&): write out what it stands for"},
        {"", "%TAG ! b\n", ":65: more than 64 lines with %: no configuration needs any"},
        {"fabric:\n  rows: \"4\\0\"\n", "#", ":2: a byte that is zero within a value"},
    };
    static char text[100000];
    clock_t start = clock();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t piece = strlen(cases[i].piece), length = strlen(cases[i].head);
        memcpy(text, cases[i].head, length);
        for (; length + piece <= sizeof text; length += piece)
            memcpy(text + length, cases[i].piece, piece);
        expect_error(text, length, cases[i].error);
    }
    /* Without bounds it is minutes. */
    assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
    COMPARED(sizeof cases / sizeof *cases, "files out of bounds");
}

/* Texts that a checkpoint could not give back are refused; others come back as they were. */
TEST(test_characters)
{
    static const char *const bad[] = {"a\xff",
                                      "\xc3",
                                      "\xc0\xaf",
                                      "\xed\xa0\x80",
                                      "\xf5\x80\x80\x80",
                                      "a\xc2\x85"
                                      "b",
                                      "\xe2\x80\xa8",
                                      "\xef\xbb\xbf"
                                      "a"};
    static const char *const good[] = {"\xc3\xa4", "\xe2\x82\xac.txt", "\xf0\x9f\x98\x80", "a: b #c 'd' \"e\" \\f"};
    char error[SCENARIO_ERROR], *text;
    struct scenario s, back;
    size_t length;

    scenario_defaults(&s);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(scenario_set(&s, "output.json", bad[i], error, sizeof error), -1);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        set(&s, "output.json", good[i]);
        FILE *out = open_memstream(&text, &length);
        scenario_print(&s, out);
        fclose(out);
        scenario_defaults(&back);
        assert_int_equal(scenario_parse(&back, "printed", text, length, error, sizeof error), 0);
        assert_string_equal(back.output.json, good[i]);
        free(text);
    }
    COMPARED(sizeof bad / sizeof *bad + sizeof good / sizeof *good, "texts");
}

TEST(test_unreadable)
{
    static char big[(1 << 20) + 1];
    char path[64], error[SCENARIO_ERROR], want[128];
    struct scenario s;

    scenario_defaults(&s);
    assert_int_equal(scenario_load(&s, "/nowhere/x.yaml", error, sizeof error), -1);
    assert_string_equal(error, "cannot read /nowhere/x.yaml: No such file or directory");
    assert_int_equal(scenario_load(&s, "/tmp", error, sizeof error), -1);
    assert_string_equal(error, "cannot read /tmp: Is a directory");
    memset(big, '#', sizeof big);
    write_file(path, big, sizeof big);
    assert_int_equal(scenario_load(&s, path, error, sizeof error), -1);
    snprintf(want, sizeof want, "cannot read %s: no configuration has 1048576 bytes or more", path);
    assert_string_equal(error, want);
    unlink(path);
}

/* Files that change nothing, and ways to write the same. */
TEST(test_good_files)
{
    static const char *const empty[] = {"",
                                        "\n",
                                        "# words\n",
                                        "---\n",
                                        "null\n",
                                        "fabric:\n",
                                        "fabric: ~\nrun: {}\n",
                                        "output:\n  json: null\n  trace:\n"};
    static const char *const same[] = {"traffic:\n  load: 0.5\nfabric:\n  rows: 4\n",
                                       "{fabric: {rows: 4}, traffic: {load: 5e-1}}\n",
                                       "%YAML 1.1\n---\nfabric: {\"rows\": '4'}\ntraffic:\n  load: &u 0.5\n...\n",
                                       "fabric:\r\n  rows: 4\r\ntraffic:\r\n  load: 0.50 # words\r\n"};
    struct scenario s, want;
    char path[64], error[SCENARIO_ERROR];

    scenario_defaults(&want);
    for (size_t i = 0; i < sizeof empty / sizeof *empty + sizeof same / sizeof *same; i++) {
        const char *text = i < sizeof empty / sizeof *empty ? empty[i] : same[i - sizeof empty / sizeof *empty];
        if (text == same[0]) {
            set(&want, "fabric.rows", "4");
            set(&want, "traffic.load", "0.5");
        }
        write_file(path, text, strlen(text));
        scenario_defaults(&s);
        if (scenario_load(&s, path, error, sizeof error) != 0)
            fail_msg("%s: %s", text, error);
        assert_same(&s, &want);
        unlink(path);
    }
}

TEST(test_precedence)
{
    static const char text[] = "fabric:\n  rows: 4\n  cols: 5\ntraffic:\n  pattern: transpose\n";
    struct scenario s, over;
    char path[64], error[SCENARIO_ERROR];

    write_file(path, text, sizeof text - 1);
    scenario_defaults(&s);
    memset(&over, 0, sizeof over);
    set(&over, "fabric.rows", "7");
    set(&over, "fabric.rows", "6");
    set(&over, "output.json", "-");
    assert_int_equal(scenario_load(&s, path, error, sizeof error), 0);
    scenario_merge(&s, &over);
    assert_int_equal(s.fabric.rows, 6);
    assert_int_equal(s.fabric.cols, 5);
    assert_int_equal(s.traffic.seed, 1);
    assert_string_equal(s.output.json, "-");
    assert_int_equal(s.line[KEY_cols], 3);
    assert_int_equal(s.line[KEY_rows], FROM_CALLER);
    /* Set on the command line, a key is called by its option. */
    set(&s, "traffic.pattern", "transpose");
    assert_int_equal(scenario_check(&s, error, sizeof error), -1);
    assert_string_equal(error, "--pattern transpose needs a square fabric");
    unlink(path);
}

TEST(test_effective)
{
    struct scenario s, e;

    scenario_defaults(&s);
    e = scenario_effective(&s);
    assert_int_equal(e.run.warmup, 400000);
    assert_int_equal(e.traffic.schedule, SCHEDULE_FIFO);
    set(&s, "run.cycles", "5");
    set(&s, "traffic.alpha", "0.125");
    e = scenario_effective(&s);
    assert_int_equal(e.run.warmup, 0);
    assert_int_equal(e.traffic.schedule, SCHEDULE_ALPHA);
    assert_int_equal(e.traffic.alpha, 125);
    set(&s, "traffic.alpha", "auto");
    set(&s, "traffic.schedule", "alpha");
    set(&s, "run.warmup", "4");
    e = scenario_effective(&s);
    assert_int_equal(e.run.warmup, 4);
    assert_int_equal(e.traffic.alpha, 8000);
}

TEST(test_arguments)
{
    static const char want[] = "--rtl-object 'it'\\''s' --load 0.1 --alpha 1.5 --no-class-rule --digest --json -";
    struct scenario s;
    char *text;

    scenario_defaults(&s);
    text = scenario_arguments(&s);
    assert_string_equal(text, "");
    free(text);
    set(&s, "output.json", "-");
    set(&s, "run.digest", "true");
    set(&s, "flow.class_rule", "false");
    set(&s, "run.drain", "messages");
    set(&s, "traffic.load", "0.1");
    set(&s, "traffic.alpha", "1.500");
    set(&s, "fabric.rtl_object", "it's");
    text = scenario_arguments(&s);
    assert_string_equal(text, want);
    free(text);
}

TEST(test_thousandths)
{
    int64_t value;

    for (int64_t i = 0; i <= 20000; i += 7) {
        struct scenario s;
        char text[32], got[SCENARIO_TEXT];
        snprintf(text, sizeof text, "%d.%03d", (int)(i / 1000), (int)(i % 1000));
        assert_int_equal(value_thousandths(text, 0, 20, &value), 0);
        assert_int_equal(value, i);
        scenario_defaults(&s);
        set(&s, "traffic.alpha", text);
        scenario_get(&s, KEY_alpha, got);
        set(&s, "traffic.alpha", got);
        assert_int_equal(s.traffic.alpha, i);
    }
    assert_int_equal(value_thousandths("20.001", 0, 20, &value), -1);
    assert_int_equal(value_thousandths(".", 0, 20, &value), -1);
    assert_int_equal(value_thousandths("1.2.3", 0, 20, &value), -1);
    assert_int_equal(value_thousandths("99999999999999999999999999", 0, 20, &value), -1);
}

RUN_TESTS
