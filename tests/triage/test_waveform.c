/* SPDX-License-Identifier: Apache-2.0
 *
 * Waveforms: the file is read back with the reader of the same library, and every
 * value of every signal in every cycle is that of the switch.
 */
#include "../unit.h"

#include <fstapi.h>
#include <stdlib.h>
#include <unistd.h>

#include "../observe.h"
#include "fedx/bench/fedx_stimulus.h"
#include "triage/waveform.h"
#include "../wrap.h"
#include "fedx/kind/fedx_model_node.h"

enum { WINDOW = 300, MOST_HANDLES = 2000 };

/* A file as it is read: the name and the present value of every signal. */
struct reading {
    uint64_t cycle;              /* of the values */
    char name[MOST_HANDLES][64]; /* full names, by handle */
    char value[MOST_HANDLES][80];
    unsigned handles;
    const struct vectors *v;
    struct fedx_switch *sw; /* runs along */
    uint64_t at;            /* its cycle */
    uint64_t compared, wrong_field;
};

static uint64_t number(const char *bits)
{
    uint64_t value = 0;

    for (; *bits; bits++) {
        assert_true(*bits == '0' || *bits == '1');
        value = value << 1 | (uint64_t)(*bits - '0');
    }
    return value;
}

static const char *value_of(const struct reading *r, const char *name)
{
    for (unsigned i = 1; i <= r->handles; i++)
        if (strcmp(r->name[i], name) == 0)
            return r->value[i];
    fail_msg("no signal %s", name);
    return NULL;
}

/* All that one cycle shows, against the model. */
static void check_cycle(struct reading *r)
{
    const struct fedx_switch_regs *regs;
    struct fedx_pins out;
    char name[64];

    for (; r->at < r->cycle; r->at++)
        fedx_switch_step(r->sw, vectors_in(r->v, r->at), vectors_control(r->v, r->at));
    regs = fedx_switch_state(r->sw);
    fedx_switch_pins(r->sw, &out);
    for (int i = 0; i < fedx_reg_count; i++) {
        const struct reg_info *info = &fedx_reg_table[i];
        int word = info->lanes.dimension == FEDX_OF_WORD, mask = !word && info->lanes.width == 1,
            lanes = word                                    ? 1
                    : info->lanes.dimension == FEDX_OF_PORT ? FEDX_PORTS
                                                            : FEDX_BUFFERS;
        for (int k = 0; k < lanes; k++) {
            uint64_t want = mask ? fedx_reg_value(regs, info, 0) >> k & 1 : fedx_reg_value(regs, info, k);
            snprintf(name, sizeof name, word ? "fedx.model.%s.%s" : "fedx.model.%s.%s_%d", info->block, info->name, k);
            assert_int_equal(number(value_of(r, name)), want);
            r->compared++;
        }
    }
    for (int p = 0; p < FEDX_PORTS; p++) {
        snprintf(name, sizeof name, "fedx.rtl.out.valid_%d", p);
        assert_int_equal(number(value_of(r, name)), out.valid >> p & 1);
        snprintf(name, sizeof name, "fedx.rtl.out.data_%d", p);
        assert_int_equal(number(value_of(r, name)), out.data[p]);
        if (r->cycle < r->v->count) {
            snprintf(name, sizeof name, "fedx.in.data_%d", p);
            assert_int_equal(number(value_of(r, name)), fedx_vectors_cycles(r->v)[r->cycle].in.data[p]);
            snprintf(name, sizeof name, "fedx.in.refuse_%d", p);
            assert_int_equal(number(value_of(r, name)), fedx_vectors_cycles(r->v)[r->cycle].in.refuse >> p & 1);
        }
    }
    int differs = *value_of(r, "fedx.differs") == '1';
    assert_int_equal(differs, r->cycle == r->v->count);
    r->wrong_field +=
        (uint64_t)(strcmp(value_of(r, "fedx.rtl.admission.first"), value_of(r, "fedx.model.admission.first")) != 0);
}

static void changed(void *context, uint64_t time, fstHandle handle, const unsigned char *value)
{
    struct reading *r = context;

    if (time != r->cycle) {
        if (r->cycle != UINT64_MAX)
            check_cycle(r);
        r->cycle = time;
    }
    assert_true(handle < MOST_HANDLES);
    snprintf(r->value[handle], sizeof r->value[handle], "%s", (const char *)value);
}

static void read_names(struct reading *r, void *fst)
{
    struct fstHier *h;

    fstReaderResetScope(fst);
    while ((h = fstReaderIterateHier(fst)) != NULL) {
        if (h->htyp == FST_HT_SCOPE) {
            fstReaderPushScope(fst, h->u.scope.name, NULL);
        } else if (h->htyp == FST_HT_UPSCOPE) {
            fstReaderPopScope(fst);
        } else if (h->htyp == FST_HT_VAR) {
            char *name = r->name[h->u.var.handle];
            snprintf(name, sizeof r->name[0], "%s.%.*s", fstReaderGetCurrentFlatScope(fst),
                     (int)strcspn(h->u.var.name, " "), h->u.var.name);
            r->handles++;
        }
    }
}

/* Draw vectors. @return as waveform_close */
static int draw(const struct vectors *v, const struct node_ops *rtl, uint64_t cycles, const char *path, char error[256])
{
    struct waveform *w = waveform_open(path, v->kind, signals_first(v, cycles));

    assert_non_null(w);
    observe(v, rtl, waveform_observer(w));
    return waveform_close(w, error, 256);
}

/* The whole file, every value in it against a switch that runs along. */
static void *read_all(struct reading *r, const char *path, const struct vectors *v)
{
    void *fst = fstReaderOpen(path);

    assert_non_null(fst);
    assert_int_equal(fstReaderGetStartTime(fst), v->count - WINDOW);
    r->v = v;
    r->sw = fedx_switch_create();
    r->cycle = UINT64_MAX;
    read_names(r, fst);
    fstReaderSetFacProcessMaskAll(fst);
    fstReaderIterBlocks(fst, changed, r, NULL);
    check_cycle(r);
    assert_int_equal(r->cycle, v->count);
    assert_int_equal(r->wrong_field, 1);
    return fst;
}

/* All that GTKWave is told to show is there, the wrong field first. */
static void view_is_there(struct reading *r, const struct mismatch *d)
{
    static const char *const first[] = {"fedx.differs", "fedx.model.admission.first", "fedx.rtl.admission.first"};
    char view[16384] = "";
    FILE *file = fmemopen(view, sizeof view, "w");
    unsigned shown = 0;

    assert_int_equal(waveform_view(&fedx_kind, d, "waveform.fst", r->v->count - WINDOW, file), 0);
    fclose(file);
    for (char *line = strtok(view, "\n"); line; line = strtok(NULL, "\n")) {
        const char *name = *line == '+' ? strchr(line, '}') + 2 : line; /* +{shown as} name */
        if (strncmp(name, "fedx.", 5) != 0)
            continue;
        line[strcspn(line, "[")] = 0;
        value_of(r, name);
        if (shown < 3)
            assert_string_equal(name, first[shown]);
        shown++;
    }
    assert_true(shown > 40);
}

TEST(every_value_is_that_of_the_switch)
{
    struct stimulus_config config = {
        .ops = &fedx_node_recorder, .inner = &wrap_node, .seed = 1, .cycles = 1, .profile = 0};
    struct reading *r = calloc(1, sizeof *r);
    char path[] = "/tmp/fedx-waveform-XXXXXX", error[256];

    /* The register first of admission becomes wrong in the last cycle. */
    wrap_plan = (struct wrap_plan){
        .fault = WRAP_STATE, .from = 1200, .offset = offsetof(struct fedx_switch_regs, admission.first)};
    struct stimulus *s = stimulus_create(&fedx_kind_stimulus, &fedx_kind, &config);
    assert_int_equal(fedx_kind_stimulus.episode(s), 1);
    const struct mismatch *d = lockstep_mismatch(recorder_inside(s->node));
    const struct vectors *v = recorder_vectors(s->node);
    assert_int_equal(v->count, 1201);

    close(mkstemp(path));
    assert_int_equal(waveform_able(), 1);
    assert_int_equal(draw(v, &wrap_node, WINDOW, path, error), 0);
    void *fst = read_all(r, path, v);
    view_is_there(r, d);
    fstReaderClose(fst);
    unlink(path);
    COMPARED(r->compared, "register values read back");
    fedx_switch_destroy(r->sw);
    stimulus_destroy(s);
    free(r);
}

TEST(a_full_disk_is_an_error)
{
    struct vectors v = {.kind = &fedx_kind};
    char error[256];

    assert_int_equal(vectors_add(&v, &fedx_idle_pins, &(struct fedx_control){.rst = 1}), 0);
    assert_int_equal(draw(&v, &fedx_node_model, 10, "/nowhere/waveform.fst", error), -1);
    assert_string_equal(error, "cannot write /nowhere/waveform.fst: No such file or directory");
    vectors_finish(&v);
}

RUN_TESTS
