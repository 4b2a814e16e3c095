/* SPDX-License-Identifier: Apache-2.0
 *
 * The build of a user's router: pins checked by Verilator's lint of a wrapper,
 * then Verilator, the compiler and its linker. See dut.h.
 */
#include "dut.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/install_paths.h"
#include "../base/output.h"
#include "../base/process.h"
#include "../base/scratch.h"
#include "../base/text.h"
#include "../verilator/verilator_list.h"
#include "../verilator/verilator_message.h"
#include "dut_cache.h"
#include "dut_internal.h"

#define OBJECT "fedx_dut.so"
/* What Verilator says of the design, in the temporary folder. */
#define DESIGN "design"

/* A build under way. */
struct work {
    const struct dut *dut;
    struct dut_build *build;
    struct dut_map *map;        /* NULL: pins only */
    struct dut_wrapper wrapper; /* with the mapped registers */
    char *command;              /* all that decides what is built, but for the files */
    struct verilator verilator;
    char runtime[PATH_MAX]; /* its runtime, compiled already; "": it is to be compiled */
    char headers[PATH_MAX]; /* folder of its headers, read already; "": they are to be read */
    char *error;
    size_t size;
};

static int fail(const struct work *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* @return -1 */
static int fail(const struct work *w, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(w->error, w->size, format, values);
    va_end(values);
    return -1;
}

/* Files ----------------------------------------------------------------------------------------------------------- */

static int path_in(const struct work *w, char path[PATH_MAX], const char *folder, const char *name)
{
    if ((size_t)snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX)
        return 0;
    return fail(w, "%s: the path is too long", folder);
}

/* Write a file of the temporary folder. */
static int write_text(const struct work *w, const char *name, const char *text)
{
    char path[PATH_MAX];
    FILE *file;
    int failed;

    if (path_in(w, path, w->build->scratch, name) != 0)
        return -1;
    file = fopen(path, "w");
    failed = !file || fputs(text, file) == EOF;
    if (file)
        failed |= fclose(file) != 0;
    return failed ? fail(w, "cannot write %s: %s", path, strerror(errno)) : 0;
}

/* @return text_of_file of a file of the temporary folder */
static char *read_scratch(const struct work *w, const char *name)
{
    char path[PATH_MAX];

    return path_in(w, path, w->build->scratch, name) == 0 ? text_of_file(path) : NULL;
}

static int make_kept(const struct work *w)
{
    const char *folder = w->dut->keep;

    if (output_folders(folder, w->error, w->size) != 0)
        return -1;
    return access(folder, W_OK | X_OK) == 0 ? 0 : fail(w, "cannot write into %s: %s", folder, strerror(errno));
}

/* What the user gave ---------------------------------------------------------------------------------------------- */

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    return length > tail && strcmp(text + length - tail, end) == 0;
}

/* A Verilog identifier, of this length. */
static int is_name(const char *text, size_t length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789$";

    return length && strchr(letters, *text) && strspn(text, all) >= length;
}

static int check_files(const struct work *w)
{
    const struct arguments *files = &w->dut->files;

    for (int i = 0; i < files->count; i++) {
        const char *file = files->text[i];
        struct stat is;
        char taken[PATH_MAX];
        if (stat(file, &is) != 0 || access(file, R_OK) != 0)
            return fail(w, "cannot read %s: %s", file, strerror(errno));
        if (!S_ISREG(is.st_mode) || !(ends_with(file, ".v") || ends_with(file, ".sv") || ends_with(file, ".f")))
            return fail(w, "%s: must be a Verilog source (.v, .sv) or a list of them (.f)", file);
        if (verilator_expand(file, taken) != 0 || strcmp(file, taken) != 0)
            return fail(
                w, "%s: Verilator puts an environment variable in the place of the $ and what follows: rename the file",
                file);
        if (ends_with(file, ".f") && verilator_list_check(file, w->error, w->size) != 0)
            return -1;
    }
    for (int i = 0; i < w->dut->includes.count; i++) {
        struct stat is;
        if (stat(w->dut->includes.text[i], &is) != 0 || !S_ISDIR(is.st_mode))
            return fail(w, "%s: no such folder to include from", w->dut->includes.text[i]);
    }
    return 0;
}

static int check_words(const struct work *w)
{
    const struct dut *dut = w->dut;

    if (!is_name(dut->top, strlen(dut->top)))
        return fail(w, "%s: must be the name of a Verilog module", dut->top);
    for (int i = 0; i < dut->defines.count; i++)
        if (!is_name(dut->defines.text[i], strcspn(dut->defines.text[i], "=")))
            return fail(w, "%s: a define must be NAME or NAME=VALUE", dut->defines.text[i]);
    for (int i = 0; i < dut->parameters.count; i++) {
        const char *text = dut->parameters.text[i], *value = strchr(text, '=');
        if (!value || !value[1] || !is_name(text, (size_t)(value - text)) || strpbrk(value, "();\n"))
            return fail(w, "%s: a parameter must be NAME=VALUE", text);
    }
    return 0;
}

/* Verilator ------------------------------------------------------------------------------------------------------- */

/* Run a tool whose output goes to a file of the temporary folder. @return its status, or -1 with the error */
static int run_tool(const struct work *w, const struct arguments *a, const char *log, const char *get)
{
    char path[PATH_MAX];
    int status;

    if (path_in(w, path, w->build->scratch, log) != 0)
        return -1;
    status = process_run(a, path, NULL);
    if (status < 0)
        process_failed(a->count ? a->text[0] : "a tool", get, w->error, w->size);
    return status;
}

static int find_verilator(struct work *w)
{
    return verilator_find(&w->verilator, w->build->scratch, w->error, w->size);
}

/* A parameter that is of a package is known behind the sources alone. */
static int needs_package(const struct dut *dut)
{
    for (int i = 0; i < dut->parameters.count; i++)
        if (strstr(dut->parameters.text[i], "::"))
            return 1;
    return 0;
}

/* The part of the command line that both runs of Verilator share. */
static void add_sources(const struct work *w, struct arguments *a, const char *wrapper)
{
    const struct dut *dut = w->dut;

    /* The comparison is by cycles: delays do not matter, and a cycle is a unit of time in all modules. */
    arguments_split(a, "--no-timing --timescale-override 1ns/1ns --top-module " DUT_WRAPPER);
    /* A file that a list names finds what is beside it, as the files of the command line do. */
    arguments_add(a, "--relative-includes");
    for (int i = 0; i < dut->includes.count; i++)
        arguments_add(a, "-I%s", dut->includes.text[i]);
    for (int i = 0; i < dut->files.count; i++) {
        const char *slash = strrchr(dut->files.text[i], '/');
        if (slash)
            arguments_add(a, "-I%.*s", (int)(slash - dut->files.text[i]) + (slash == dut->files.text[i]),
                          dut->files.text[i]);
    }
    for (int i = 0; i < dut->defines.count; i++)
        arguments_add(a, "-D%s", dut->defines.text[i]);
    if (!needs_package(dut))
        arguments_add(a, "%s", wrapper);
    for (int i = 0; i < dut->files.count; i++) {
        if (ends_with(dut->files.text[i], ".f"))
            arguments_add(a, "-F");
        arguments_add(a, "%s%s", *dut->files.text[i] == '-' ? "./" : "", dut->files.text[i]);
    }
    if (needs_package(dut))
        arguments_add(a, "%s", wrapper);
    /* Last, so that no list of the user's switches off what is looked for. */
    arguments_add(a, "-Wno-fatal");
    arguments_split(a, "-Wwarn-WIDTH -Wwarn-PINMISSING -Wwarn-UNDRIVEN -Wwarn-SELRANGE -Wwarn-STMTDLY "
                       "-Wwarn-ASSIGNDLY -Wwarn-INFINITELOOP");
}

/* A run of Verilator on a wrapper. All zero: none. */
struct run {
    struct dut_wrapper wrapper;
    char path[PATH_MAX]; /* of the wrapper */
    char *text;          /* what Verilator said */
    int status;          /* with which it ended */
};

/* @param a  the first arguments. @return 0 when Verilator ran, whatever it found */
static int verilate(const struct work *w, struct arguments *a, struct run *r)
{
    if (path_in(w, r->path, w->build->scratch, DUT_WRAPPER ".v") != 0 ||
        write_text(w, DUT_WRAPPER ".v", r->wrapper.text) != 0)
        return -1;
    add_sources(w, a, r->path);
    r->status = run_tool(w, a, "verilator.log", "install Verilator");
    r->text = r->status < 0 ? NULL : read_scratch(w, "verilator.log");
    return r->text ? 0 : r->status < 0 ? -1 : fail(w, "out of memory");
}

/* Look at pins and parameters only. */
static int lint(const struct work *w, struct run *r)
{
    struct arguments a = {0};
    int status;

    memset(r, 0, sizeof *r);
    if (dut_wrap(&r->wrapper, w->dut, NULL) != 0)
        return fail(w, "out of memory");
    /* Its optimisations say nothing of pins, and take as long as the rest. */
    arguments_split(&a, "verilator --lint-only -O0");
    status = verilate(w, &a, r);
    arguments_free(&a);
    return status;
}

static void forget(struct run *r)
{
    dut_unwrap(&r->wrapper);
    free(r->text);
}

static struct dut_log log_of(const struct work *w, const struct run *r)
{
    return (struct dut_log){.text = r->text, .wrapper = r->path, .dut = w->dut, .map = w->map, .lines = &r->wrapper};
}

/* A loop whose condition is always true, and that nothing leaves. @return 1 when there is one */
static int find_endless(const char *log, struct verilator_message *m)
{
    while (verilator_next_message(&log, "", m))
        if (strcmp(m->code, "INFINITELOOP") == 0)
            return 1;
    return 0;
}

/* Why sources do not build and what to do, as far as that is known. */
static const char *const reasons[] = {
    [VERILATOR_UNKNOWN] = " do not build",
    [VERILATOR_WAITS] =
        " wait within a block (@, wait or fork), and a router that is stepped by cycles cannot: write always "
        "@(posedge clk) instead, or leave the block out by a --define that the sources ask for",
    [VERILATOR_NO_VALUE] = " do not build: a parameter has no value, which --parameter NAME=VALUE gives it",
    [VERILATOR_INTERFACE] =
        " do not build: a port of it is an interface of SystemVerilog; write a module around it whose ports are the signals of the "
        "interface, and name that one",
    [VERILATOR_QUOTED] =
        " do not build: this Verilator reads no file whose name has a double quote: rename the file or its folder",
};

/* What a run said about the wrapper, or that it failed. */
static int judge(const struct work *w, const struct run *r)
{
    const struct dut_log log = log_of(w, r);
    struct verilator_message endless;
    char sentence[512];

    if (dut_explain(&log, w->error, w->size) != 0)
        return -1;
    if (find_endless(r->text, &endless))
        return fail(
            w,
            "the sources of module %.100s have a loop without an end, in which no time passes, and Verilator leaves some of these "
            "out: %.*s",
            w->dut->top, endless.length, endless.words);
    if (r->status == 0)
        return 0;
    snprintf(sentence, sizeof sentence, "the sources of module %.100s%s; Verilator says:", w->dut->top,
             reasons[verilator_reason_of(r->text)]);
    return dut_quote(&log, sentence, w->error, w->size);
}

/* Add a name to a list in words. */
static void list(char *names, size_t size, const char *name)
{
    size_t length = strlen(names);

    snprintf(names + length, size - length, "%s%s", length ? ", " : "", name);
}

/* Outputs that nobody asked for stay open; an input would have to be driven. */
static int check_extra(const struct work *w, const struct verilator_design *d)
{
    char inputs[1024] = "";

    for (int i = 0; i < d->port_count; i++)
        if (dut_is_pin(w->dut->kind, d->ports[i].name))
            continue;
        else if (strcmp(d->ports[i].direction, "input") == 0)
            list(inputs, sizeof inputs, d->ports[i].name);
        else
            list(w->build->unused, sizeof w->build->unused, d->ports[i].name);
    if (*inputs)
        return fail(w, "module %s has inputs that are not among the documented pins, and nothing drives them: %s",
                    w->dut->top, inputs);
    return 0;
}

/* What describe_design left. @param wanted  as verilator_design_read has it */
static int read_design(const struct work *w, const struct verilator_instance *wanted, struct verilator_design *d)
{
    char path[PATH_MAX];

    return path_in(w, path, w->build->scratch, DESIGN) != 0
               ? -1
               : verilator_design_read(d, &w->verilator, path, wanted, w->error, w->size);
}

/* Have the design described that is in the wrapper of r. @return 0 when Verilator ran, whatever it found */
static int describe_design(const struct work *w, struct run *r)
{
    struct arguments a = {0};
    int status = verilator_describe(&w->verilator, &a, w->build->scratch, DESIGN, w->error, w->size);

    if (status == 0)
        status = verilate(w, &a, r);
    arguments_free(&a);
    return status;
}

/* Ask for the module without connecting any of its pins. @return 0, and the design; or -1 with error */
static int ask_design(const struct work *w, struct verilator_design *d)
{
    static const struct verilator_instance wanted = {.top = DUT_WRAPPER, .name = "dut"};
    struct run r = {0};
    int status = dut_wrap_bare(&r.wrapper, w->dut) == 0 ? describe_design(w, &r) : fail(w, "out of memory");

    if (status == 0)
        status = judge(w, &r);
    if (status == 0)
        status = read_design(w, &wanted, d);
    forget(&r);
    return status;
}

/* What the module's pins and parameters are, and then what Verilator says of it between the documented pins. */
static int check_pins(const struct work *w)
{
    struct verilator_design d = {0};
    struct run r = {0};
    int status = w->dut->harness ? 0 : ask_design(w, &d);

    if (status == 0 && !w->dut->harness)
        status = dut_explain_design(&d, w->dut, w->error, w->size);
    if (status == 0)
        status = lint(w, &r);
    if (status == 0)
        status = judge(w, &r);
    if (status == 0) {
        const struct dut_log log = log_of(w, &r);
        w->build->delays = dut_delays(&log, w->build->delayed, sizeof w->build->delayed);
    }
    if (status == 0 && !w->dut->harness)
        status = check_extra(w, &d);
    forget(&r);
    verilator_design_free(&d);
    return status;
}

/* What cannot be set is left out of the wrapper. @return 1 when something was, 0, or -1 with error */
static int leave_out(struct work *w, const struct run *r)
{
    const struct dut_log log = log_of(w, r);

    if (!w->dut->inject || !w->map || dut_fix(&log, w->map) == 0)
        return 0;
    dut_unwrap(&w->wrapper);
    return dut_wrap(&w->wrapper, w->dut, w->map) == 0 ? 1 : fail(w, "out of memory");
}

/* @return 0, 1 to try again with another wrapper, or -1 with error */
static int generate(struct work *w)
{
    struct arguments a = {0};
    struct run r = {.wrapper = w->wrapper};
    int status;

    arguments_split(&a, w->dut->plain ? "verilator --cc -O0" : "verilator --cc -O3");
    if (!w->dut->plain)
        arguments_split(&a, verilator_without_wrong(&w->verilator));
    arguments_split(&a, "--assert --savable --x-assign fast --x-initial unique --prefix Vfedx_dut --Mdir");
    arguments_add(&a, "%s/model", w->build->scratch);
    /* A network has many of one module, which are not to be compiled one by one. */
    if (w->dut->harness)
        arguments_split(&a, "--inline-mult 1");
    /* Registers are set in blocks of the wrapper's, where nothing else runs. */
    if (w->dut->inject)
        arguments_split(&a, "-Wno-BLKANDNBLK");
    status = verilate(w, &a, &r);
    if (status == 0)
        status = leave_out(w, &r);
    if (status == 0)
        status = judge(w, &r);
    free(r.text);
    arguments_free(&a);
    return status;
}

/* Each try leaves out more, so that they end. */
static int generate_all(struct work *w)
{
    int status;

    while ((status = generate(w)) > 0)
        ;
    return status;
}

/* The compiler ---------------------------------------------------------------------------------------------------- */

/* What ends a process, and then is one of tb/common/dut_ends.h. */
#define DUT_ENDS "-Wl,--wrap=exit,--wrap=_exit,--wrap=_Exit,--wrap=quick_exit"

/* How its code opens files, likewise. */
#define DUT_OPENS "-Wl,--wrap=fopen"

/* What is compiled, each into an object of its own, at the same time. */
static const char *const units[] = {"runtime", "fast", "slow", "shim"};
enum { UNITS = sizeof units / sizeof units[0] };

/* The runtime comes first, and may be there already. */
static int first_unit(const struct work *w)
{
    return *w->runtime ? 1 : 0;
}

/* What Verilator wrote goes into two units: what runs every cycle, and the rest. */
static int write_model_units(const struct work *w)
{
    char path[PATH_MAX], *text[2] = {NULL, NULL};
    size_t length[2];
    FILE *out[2] = {open_memstream(&text[0], &length[0]), open_memstream(&text[1], &length[1])};
    DIR *folder = path_in(w, path, w->build->scratch, "model") == 0 ? opendir(path) : NULL;
    int status = folder && out[0] && out[1] ? 0 : fail(w, "cannot read %s: %s", path, strerror(errno));

    for (struct dirent *entry; status == 0 && (entry = readdir(folder));)
        if (ends_with(entry->d_name, ".cpp"))
            fprintf(out[verilator_runs_once(entry->d_name)], "#include \"model/%s\"\n", entry->d_name);
    for (int i = 0; i < 2; i++)
        if (out[i] && fclose(out[i]) != 0 && status == 0)
            status = fail(w, "out of memory");
    for (int i = 0; i < 2 && status == 0; i++)
        status = write_text(w, i ? "slow.cpp" : "fast.cpp", text[i]);
    if (folder)
        closedir(folder);
    free(text[0]);
    free(text[1]);
    return status;
}

/* A unit that is a file of tb/. */
static int write_own_unit(const struct work *w, const char *unit, const char *file)
{
    char text[PATH_MAX + 64];

    snprintf(text, sizeof text, "#include \"%s/tb/%s\"\n", w->dut->support, file);
    return write_text(w, unit, text);
}

/* A folder in which the model looks for the files that it reads: by its whole name, in a C string. */
static void print_folder(const char *folder, int length, FILE *out)
{
    char name[PATH_MAX], whole[PATH_MAX];

    snprintf(name, sizeof name, "%.*s", length, folder);
    if (!realpath(name, whole))
        return;
    fputs("FOLDER(\"", out);
    for (const char *at = whole; *at; at++)
        fprintf(out, "\\%03o", (unsigned)(unsigned char)*at);
    fputs("\")\n", out);
}

/* Folders of the sources, and those that they include from. @return a new text, or NULL when out of memory */
static char *folders_of(const struct dut *dut)
{
    struct text text;
    FILE *out = text_open(&text);

    for (int i = 0; out && i < dut->files.count; i++) {
        const char *slash = strrchr(dut->files.text[i], '/');
        if (slash)
            print_folder(dut->files.text[i], (int)(slash - dut->files.text[i]) + 1, out);
    }
    for (int i = 0; out && i < dut->includes.count; i++)
        print_folder(dut->includes.text[i], PATH_MAX, out);
    return out ? text_close(&text) : NULL;
}

static int write_folders(const struct work *w)
{
    char *folders = folders_of(w->dut);
    int status = folders ? write_text(w, "fedx_dut_folders.def", folders) : fail(w, "out of memory");

    free(folders);
    return status;
}

static int write_units(const struct work *w)
{
    char *rows = dut_rows(w->map), *lanes = dut_lanes(w->dut->kind, w->map);
    int status = rows && lanes ? write_text(w, "fedx_dut_regs.def", rows) : fail(w, "out of memory");

    if (status == 0)
        status = write_text(w, "fedx_dut_lanes.def", lanes);
    free(rows);
    free(lanes);
    if (status == 0)
        status = write_folders(w);
    if (status == 0)
        status = write_model_units(w);
    if (status == 0)
        status = write_own_unit(w, "runtime.cpp", "common/dut_runtime.cpp");
    return status == 0
               ? write_own_unit(w, "shim.cpp", w->dut->harness ? w->dut->harness->shim : w->dut->kind->parts->dut->shim)
               : status;
}

/* NULL: the user names none */
static const char *named_compiler(void)
{
    const char *named = getenv("CXX");

    return named && *named ? named : NULL;
}

static const char *compiler(void)
{
    const char *named = named_compiler();

    return named ? named : "g++";
}

static const char *compiler_flags(void)
{
    const char *flags = getenv("CXXFLAGS");

    return flags ? flags : "";
}

/* 1 when the flags change how fast the code is, and nothing else. */
static int only_speed(const char *flags)
{
    const char *word = flags + strspn(flags, " ");

    while (*word && (strncmp(word, "-O", 2) == 0 || strncmp(word, "-march=", 7) == 0)) {
        word += strcspn(word, " ");
        word += strspn(word, " ");
    }
    return !*word;
}

/* A file that was made with the program, for this version of Verilator. @param path  "": there is none */
static void find_made(const struct work *w, const char *format, char path[PATH_MAX])
    __attribute__((format(printf, 2, 0)));
static void find_made(const struct work *w, const char *format, char path[PATH_MAX])
{
    char name[64], folder[PATH_MAX];

    snprintf(name, sizeof name, format, w->verilator.version);
    if (install_path_folder(name, folder) != 0 || path_in(w, path, folder, name) != 0)
        *path = 0;
}

/* Whether the compiler is the one that read the headers, by its own words: others may not even read them anew. */
static int has_read(const struct work *w)
{
    struct arguments a = {0};
    char path[PATH_MAX], log[PATH_MAX], *made = NULL, *now = NULL;
    int same;

    arguments_split(&a, compiler());
    arguments_add(&a, "--version");
    if (path_in(w, path, w->headers, "compiler") == 0)
        made = text_of_file(path);
    if (made && path_in(w, log, w->build->scratch, "compiler.log") == 0 && process_run(&a, log, NULL) == 0)
        now = text_of_file(log);
    same = now && strcmp(made, now) == 0;
    arguments_free(&a);
    free(made);
    free(now);
    return same;
}

/* Verilator's runtime is the same for every router, and a third of the work; its headers are half of what is left. They
 * are taken as they were compiled with the program, unless Verilator is another one, or the user has a compiler or
 * flags of his own. */
static void find_runtime(struct work *w)
{
    if (named_compiler() || !only_speed(compiler_flags()))
        return;
    find_made(w, "libfedx_dut_runtime-%s.a", w->runtime);
    find_made(w, "fedx_dut_headers-%s", w->headers);
    if (*w->headers && !has_read(w))
        *w->headers = 0;
}

static int is_slow(const char *unit)
{
    return strcmp(unit, "slow") == 0;
}

static void add_compile(const struct work *w, struct arguments *a, const char *unit)
{
    const char *scratch = w->build->scratch;

    arguments_split(a, compiler());
    arguments_split(a, FEDX_DUT_FLAGS " -MMD -c");
    /* What runs at the start only is not worth the compiler's time. */
    arguments_add(a, is_slow(unit) ? "-O0" : "-O2");
    arguments_split(a, compiler_flags());
    if (w->dut->kind && w->dut->kind->parts->dut->flag)
        arguments_add(a, "%s", w->dut->kind->parts->dut->flag);
    if (w->map && w->dut->inject)
        arguments_add(a, "-DFEDX_DUT_INJECT");
    if (w->map && w->map->stores[0].line)
        arguments_add(a, "-DFEDX_DUT_STORES=%d", w->dut->kind->parts->dut->stores.bytes);
    if (*w->headers) {
        arguments_add(a, "-include");
        arguments_add(a, "%s/%s/fedx_headers.h", w->headers, is_slow(unit) ? "O0" : "O2");
    }
    arguments_add(a, "-I%s", scratch);
    arguments_add(a, "-I%s/model", scratch);
    arguments_add(a, "-I%s/include", w->dut->support);
    arguments_add(a, "-I%s/include", w->verilator.root);
    arguments_add(a, "-I%s/include/vltstd", w->verilator.root);
    arguments_add(a, "%s/%s.cpp", scratch, unit);
    arguments_add(a, "-o");
    arguments_add(a, "%s/%s.o", scratch, unit);
}

/* It did not start, or not end. */
static void report_compiler(const struct work *w)
{
    char name[200];

    snprintf(name, sizeof name, "the compiler %.150s", compiler());
    process_failed(name, "install g++, or set CXX", w->error, w->size);
}

/* @param status  with which it ended */
static int compiler_failed(const struct work *w, int status, const char *log)
{
    const struct dut_log said = {.text = read_scratch(w, log)};
    char path[PATH_MAX];

    if (path_in(w, path, w->build->scratch, log) == 0 && process_starved(status, path)) {
        errno = ENOMEM;
        report_compiler(w);
        free((char *)said.text);
        return -1;
    }

    if (said.text)
        dut_quote(&said, "what Verilator made of the sources does not compile; the compiler says:", w->error, w->size);
    else
        fail(w, "the compiler fails");
    free((char *)said.text);
    return -1;
}

static pid_t start_compile(const struct work *w, const char *unit)
{
    struct arguments a = {0};
    char name[32], log[PATH_MAX];
    pid_t process = -1;

    snprintf(name, sizeof name, "%s.log", unit);
    add_compile(w, &a, unit);
    if (path_in(w, log, w->build->scratch, name) == 0) {
        process = process_start(&a, log, NULL);
        if (process < 0)
            report_compiler(w);
    }
    arguments_free(&a);
    return process;
}

/* As many at a time as there are processors; the longest come first. */
static int compile(const struct work *w)
{
    pid_t process[UNITS];
    int status = 0, started = first_unit(w), most = process_processors();

    for (int done = started; done < UNITS && (status == 0 || done < started); done++) {
        char log[32];
        for (; status == 0 && started < UNITS && started - done < most; started++)
            if ((process[started] = start_compile(w, units[started])) < 0) {
                status = -1;
                break;
            }
        snprintf(log, sizeof log, "%s.log", units[done]);
        int ended = done < started ? process_wait(process[done]) : 0;
        if (ended < 0 && status == 0)
            report_compiler(w);
        if (ended != 0 && status == 0)
            status = ended < 0 ? -1 : compiler_failed(w, ended, log);
    }
    return status;
}

/* In the folder where it stays, under a name that no other build uses. */
static int link_object(const struct work *w)
{
    struct arguments a = {0};
    char name[64];
    int status;

    snprintf(name, sizeof name, OBJECT ".%ld.part", (long)getpid());
    if (path_in(w, w->build->object, w->dut->keep ? w->dut->keep : w->build->scratch, w->dut->keep ? name : OBJECT) !=
        0)
        return -1;
    if (w->dut->keep)
        scratch_add(w->build->object);

    arguments_split(&a, compiler());
    arguments_split(&a, "-shared -pthread " DUT_ENDS " " DUT_OPENS);
    for (int i = first_unit(w); i < UNITS; i++)
        arguments_add(&a, "%s/%s.o", w->build->scratch, units[i]);
    if (*w->runtime)
        arguments_add(&a, "%s", w->runtime);
    arguments_add(&a, "-o");
    arguments_add(&a, "%s", w->build->object);
    if (strstr(compiler(), "clang"))
        arguments_add(&a, "-latomic");
    status = run_tool(w, &a, "link.log", "install g++, or set CXX");
    arguments_free(&a);
    return status > 0 ? compiler_failed(w, status, "link.log") : status;
}

/* Other simulators ------------------------------------------------------------------------------------------------ */

/* Run verilator -E on the wrapper, the sources and more files, into a file. */
static int preprocess(const struct work *w, const char *options, const struct arguments *more, const char *flat)
{
    struct arguments a = {0};
    char wrapper[PATH_MAX], log[PATH_MAX];
    int status = -1;

    arguments_split(&a, options);
    if (path_in(w, wrapper, w->build->scratch, DUT_WRAPPER ".v") == 0 &&
        path_in(w, log, w->build->scratch, "verilator.log") == 0 &&
        write_text(w, DUT_WRAPPER ".v", w->wrapper.text) == 0) {
        add_sources(w, &a, wrapper);
        for (int i = 0; i < more->count; i++)
            arguments_add(&a, "%s", more->text[i]);
        status = process_run(&a, flat, log);
        if (status < 0)
            process_failed("verilator", NULL, w->error, w->size);
        else if (status > 0)
            fail(w, "verilator -E fails on the sources of module %s, or %s cannot be written", w->dut->top, flat);
    }
    arguments_free(&a);
    return status == 0 ? 0 : -1;
}

/* The files of modules that a list has Verilator look for in folders, by -y: the preprocessor does not read them. */
static int find_library(const struct work *w, struct arguments *files)
{
    static const struct arguments none;
    struct verilator_design d = {0};
    struct run r = {.wrapper = w->wrapper};
    char path[PATH_MAX], *lines = NULL;
    int status = path_in(w, path, w->build->scratch, "lines.v");

    if (status == 0)
        status = preprocess(w, "verilator -E", &none, path);
    if (status == 0)
        status = describe_design(w, &r);
    if (status == 0)
        status = judge(w, &r);
    if (status == 0)
        status = read_design(w, NULL, &d);
    if (status == 0 && !(lines = read_scratch(w, "lines.v")))
        status = fail(w, "out of memory");
    if (status == 0)
        dut_library(&d.files, lines, files);
    free(lines);
    free(r.text);
    verilator_design_free(&d);
    return status;
}

static int flatten(const struct work *w, const char *folder)
{
    struct arguments library = {0};
    char flat[PATH_MAX];
    int status = path_in(w, flat, folder, DUT_WRAPPER ".v");

    if (status == 0)
        status = find_library(w, &library);
    if (status == 0)
        status = preprocess(w, "verilator -E -P", &library, flat);
    arguments_free(&library);
    return status;
}

/* The kept folder ------------------------------------------------------------------------------------------------- */

static int all_absolute(const struct arguments *list)
{
    int count = 0;

    while (count < list->count && *list->text[count] == '/')
        count++;
    return count == list->count;
}

/* All that decides what is built, but for the files. */
static int describe(struct work *w)
{
    const struct dut *dut = w->dut;
    const struct arguments *lists[] = {&dut->files, &dut->includes, &dut->defines};
    char here[PATH_MAX];
    size_t length;
    FILE *out;

    if (!getcwd(here, sizeof here))
        return fail(w, "cannot tell the current folder: %s", strerror(errno));
    out = open_memstream(&w->command, &length);
    if (!out)
        return fail(w, "out of memory");
    if (all_absolute(&dut->files) && all_absolute(&dut->includes))
        *here = 0;
    fprintf(out, "%s\n%s\n%s\n%s\n%s\n%s\n%s\n", here, dut->support, w->verilator.tool, compiler(), compiler_flags(),
            dut->kind ? dut->kind->name : dut->harness->shim,
            dut->kind && dut->kind->parts->dut->flag ? dut->kind->parts->dut->flag : "");
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int k = 0; k <= lists[i]->count; k++)
            fprintf(out, "%s\n", k < lists[i]->count ? lists[i]->text[k] : "");
    fputs(w->wrapper.text, out);
    return fclose(out) == 0 ? 0 : fail(w, "out of memory");
}

/* The Verilog of the object, for bundles of it. @param[out] path  its file */
static int save_sources(const struct work *w, char path[PATH_MAX])
{
    char folder[PATH_MAX];

    if (path_in(w, folder, w->dut->keep, DUT_SOURCES) != 0 || path_in(w, path, folder, DUT_WRAPPER ".v") != 0)
        return -1;
    return output_folder(folder, w->error, w->size) == 0 ? flatten(w, folder) : -1;
}

/* Give the object its name, and write down what it was made of. */
static int save_build(const struct work *w)
{
    static const char *const rules[] = {"runtime.d", "shim.d"};
    struct arguments files = {0};
    char rule[PATH_MAX], object[PATH_MAX], sources[PATH_MAX];
    int status = path_in(w, object, w->dut->keep, OBJECT);

    if (status == 0 && rename(w->build->object, object) != 0)
        status = fail(w, "cannot write %s: %s", object, strerror(errno));
    else if (status == 0)
        scratch_drop(w->build->object);
    if (*w->runtime)
        arguments_add(&files, "%s", w->runtime);
    for (size_t i = (size_t)first_unit(w); i < sizeof rules / sizeof *rules && status == 0; i++)
        if ((status = path_in(w, rule, w->build->scratch, rules[i])) == 0)
            dut_cache_rule(rule, w->build->scratch, &files);
    if (status == 0 && (status = path_in(w, rule, w->build->scratch, "model/" VERILATOR_FILES("Vfedx_dut"))) == 0)
        dut_cache_verilated(rule, w->build->scratch, &files);
    if (status == 0 && realpath(object, rule))
        arguments_add(&files, "%s", rule);
    if (status == 0)
        status = save_sources(w, sources);
    if (status == 0 && realpath(sources, rule))
        arguments_add(&files, "%s", rule);
    /* Without the list the next build is a new one; this one is good all the same. */
    if (status == 0 && !files.failed)
        status = dut_cache_store(w->dut->keep, w->command, &files, w->error, w->size);
    if (status == 0)
        memcpy(w->build->object, object, sizeof object);
    arguments_free(&files);
    return status;
}

static int is_kept(const struct work *w)
{
    return w->dut->keep && dut_cache_valid(w->dut->keep, w->command);
}

/* All of it ------------------------------------------------------------------------------------------------------- */

/* The wrapper, and a folder to work in. */
static int wrap(struct work *w)
{
    if (check_words(w) != 0 || check_files(w) != 0)
        return -1;
    if (w->dut->map) {
        w->map = dut_map_load(w->dut->map, w->dut->kind, w->error, w->size);
        if (!w->map)
            return -1;
        w->build->registers = w->map->count;
    }
    if (dut_wrap(&w->wrapper, w->dut, w->map) != 0)
        return fail(w, "out of memory");
    return scratch_make("fedx-dut", w->build->scratch, w->error, w->size);
}

static int prepare(struct work *w)
{
    if (wrap(w) != 0 || (w->dut->keep && make_kept(w) != 0))
        return -1;
    if (find_verilator(w) != 0)
        return -1;
    memcpy(w->build->tool, w->verilator.tool, sizeof w->build->tool);
    return describe(w);
}

static int build(struct work *w)
{
    if (prepare(w) != 0)
        return -1;
    if (is_kept(w)) {
        w->build->reused = 1;
        return path_in(w, w->build->object, w->dut->keep, OBJECT);
    }
    find_runtime(w);
    if (check_pins(w) != 0 || generate_all(w) != 0 || write_units(w) != 0 || compile(w) != 0 || link_object(w) != 0)
        return -1;
    return w->dut->keep ? save_build(w) : 0;
}

void dut_finish(struct dut_build *b)
{
    scratch_remove(b->scratch);
}

static void forget_work(struct work *w)
{
    dut_map_free(w->map);
    dut_unwrap(&w->wrapper);
    free(w->command);
}

int dut_build(const struct dut *dut, struct dut_build *b, char *error, size_t size)
{
    struct work w = {.dut = dut, .build = b, .error = error, .size = size};
    int status;

    memset(b, 0, sizeof *b);
    status = build(&w);
    if (status != 0 && dut->keep && *b->object) {
        unlink(b->object);
        scratch_drop(b->object);
    }
    if (status != 0 || dut->keep)
        dut_finish(b);
    forget_work(&w);
    return status;
}

void dut_make_plain(struct dut *dut, char folder[PATH_MAX])
{
    dut->plain = 1;
    if (dut->keep && snprintf(folder, PATH_MAX, "%s/" DUT_PLAIN, dut->keep) < PATH_MAX)
        dut->keep = folder;
    else
        dut->keep = NULL;
}

/* What Verilator said when it was asked for the module. */
static int find_undriven(const struct work *w, struct verilator_design *d)
{
    char *log = read_scratch(w, "verilator.log");
    int status = log ? 0 : fail(w, "out of memory");

    if (log)
        verilator_find_undriven(log, DUT_WRAPPER ".dut", d);
    free(log);
    return status;
}

/* @param parts  1: with the parts of the ports @return as dut_ports */
static int find_ports(const struct dut *dut, int parts, struct verilator_port **ports, char *error, size_t size)
{
    struct dut_build b = {0};
    struct work w = {.dut = dut, .build = &b, .error = error, .size = size};
    struct verilator_design d = {0};
    int status = check_words(&w) != 0 || check_files(&w) != 0 ? -1 : scratch_make("fedx-dut", b.scratch, error, size);
    int count;

    if (status == 0)
        status = find_verilator(&w);
    if (status == 0)
        status = ask_design(&w, &d);
    if (status == 0)
        status = find_undriven(&w, &d);
    if (status == 0 && parts && verilator_find_parts(&d) != 0)
        status = fail(&w, "out of memory");
    count = d.port_count;
    *ports = d.ports;
    d.ports = NULL;
    verilator_design_free(&d);
    dut_finish(&b);
    return status == 0 ? count : -1;
}

/* Verilator fails on them, and says where they are. */
static int find_interfaces(const struct work *w, struct verilator_interface **found)
{
    struct run r = {0};
    int status = dut_wrap_bare(&r.wrapper, w->dut) == 0 ? describe_design(w, &r) : fail(w, "out of memory"), count = 0;

    if (status == 0 && r.status != 0 && (count = verilator_find_interfaces(r.text, found)) < 0)
        status = fail(w, "out of memory");
    forget(&r);
    return status == 0 ? count : -1;
}

int dut_interfaces(const struct dut *dut, struct verilator_interface **found, char *error, size_t size)
{
    struct dut_build b = {0};
    struct work w = {.dut = dut, .build = &b, .error = error, .size = size};
    int status = check_words(&w) != 0 || check_files(&w) != 0 ? -1 : scratch_make("fedx-dut", b.scratch, error, size);
    int count = 0;

    *found = NULL;
    if (status == 0)
        status = find_verilator(&w);
    if (status == 0)
        count = find_interfaces(&w, found);
    dut_finish(&b);
    return status == 0 ? count : -1;
}

int dut_ports(const struct dut *dut, struct verilator_port **ports, char *error, size_t size)
{
    return find_ports(dut, 0, ports, error, size);
}

int dut_parts(const struct dut *dut, struct verilator_port **ports, char *error, size_t size)
{
    return find_ports(dut, 1, ports, error, size);
}

static const struct verilator_port *port_named(const struct verilator_port *ports, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(ports[i].name, name) == 0)
            return &ports[i];
    return NULL;
}

int dut_has_pins(const struct router_kind *kind, const struct verilator_port *ports, int count, int widths)
{
    int pin = 0;

    for (; pin < dut_pin_count(kind); pin++) {
        const struct dut_pin wanted = dut_pin_of(kind, pin);
        const struct verilator_port *port = port_named(ports, count, wanted.name);
        if (!port || (widths && port->width != wanted.width))
            break;
    }
    return pin == dut_pin_count(kind);
}

int dut_flatten(const struct dut *dut, const char *folder, char *error, size_t size)
{
    struct dut_build b = {0};
    struct work w = {.dut = dut, .build = &b, .error = error, .size = size};
    int status = wrap(&w) == 0 && find_verilator(&w) == 0 ? flatten(&w, folder) : -1;

    dut_finish(&b);
    forget_work(&w);
    return status;
}
