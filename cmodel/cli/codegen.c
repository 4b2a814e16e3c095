/* SPDX-License-Identifier: Apache-2.0
 *
 * fedx-codegen: what both languages need from the one source. KIND is a kind of router: fedx, if none is named, vcr, or
 * axis, which has no configuration map; or the terminal of vcr, vcr_terminal.
 *
 *   fedx-codegen params KIND   rtl/KIND/KIND_params.vh, from include/KIND/KIND_params.def
 *   fedx-codegen vlt KIND      tb/KIND/KIND_state.vlt: the registers that the Verilated RTL must expose, from
 *                              include/KIND/KIND_regs.def
 *   fedx-codegen pins KIND     "input|output BITS NAME [REGISTER]" of every pin, from include/KIND/KIND_pins.def: what
 *                              tests/generated_files.sh holds lists of pins to that are written by hand
 *   fedx-codegen rdl KIND      rtl/KIND/KIND_config.rdl: the configuration map in SystemRDL, from
 *                              include/KIND/KIND_config.def
 *   fedx-codegen map KIND      examples/KIND_regs.yaml: the registers of our RTL, for --dut and --map
 *   fedx-codegen config        the tables of docs/reference/config.md, from cmodel/config/scenario.def
 *   fedx-codegen figures       the tables of docs/reference/figures.md, from cmodel/results/results.def, and from those
 *                              of kinds of routers and of commands
 *   fedx-codegen schema        the first $defs of docs/reference/results.schema.json, from the same, and from what else
 *                              kinds of routers have tables of
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../base/output.h"
#include "../config/scenario.h"
#include "../results/results_rows.h"
#include "axis/switch.h"
#include "codegen_kinds.h"
#include "fedx/switch.h"
#include "vcr/router.h"

/* A constant. */
struct param {
    const char *name;
    unsigned long value;
    const char *unit, *source;
};

/* A register of the configuration map, or one of its fields. */
struct config_row {
    const char *name, *meaning, *sw, *hw; /* sw is NULL in a field */
    unsigned address, count;              /* of a register */
    unsigned high, low;
    unsigned long reset;
};

/* A block whose module has another name. */
struct instance {
    const char *block, *module; /* NULL: that of a block before */
};

/* A kind of router, or its terminal, as the tables have it. */
struct kind {
    const char *name, *folder, *prefix, *title;
    const struct param *params;
    int param_count;
    int rules; /* modules have rules at their ends */
    const struct config_row *config;
    int config_count;
    unsigned table;      /* address of the route table: a memory */
    const char *exposed; /* what else the Verilated RTL must expose; NULL: nothing */
    const struct reg_info *registers;
    int register_count;
    const struct pin_info *pins;
    int pin_count;
    const char *dut;                  /* the command that a mapping file of its own RTL is for; NULL: there is none */
    const char *stores;               /* ... and its lines for the memories */
    const char *own;                  /* ... and the block whose registers are in the module itself; NULL: none */
    const struct instance *instances; /* up to one without a block; NULL: none */
};

static const struct param fedx_params[] = {
#define FEDX_PARAM(name, value, unit, source) {#name, value, unit, source},
#include "fedx/fedx_params.def"
#undef FEDX_PARAM
};

static const struct config_row fedx_config[] = {
#define FEDX_CONFIG_REGISTER(name, count, sw, hw, meaning) {#name, meaning, sw, hw, FEDX_CFG_##name, count, 0, 0, 0},
#define FEDX_CONFIG_FIELD(reg, name, high, low, reset, meaning) {#name, meaning, NULL, NULL, 0, 0, high, low, reset},
#include "fedx/fedx_config.def"
#undef FEDX_CONFIG_REGISTER
#undef FEDX_CONFIG_FIELD
};

static const struct param axis_params[] = {
#define AXIS_PARAM(name, value, unit, source) {#name, value, unit, source},
#include "axis/axis_params.def"
#undef AXIS_PARAM
};

/* The parameters of rtl/axis/axis_switch.v when nothing is said, and its skid buffers. */
static const struct axis_parameters axis_usual = {.inputs = 4, .outputs = 4, .dest_bits = 4, .data_bits = 64};
static const struct instance axis_instances[] = {{"ingress", "skid"}, {"egress", NULL}, {NULL, NULL}};
static struct reg_info axis_reg_table[AXIS_REG_COUNT];
static struct pin_info axis_pin_table[AXIS_PIN_COUNT];

static const struct param vcr_params[] = {
#define VCR_PARAM(name, value, unit, source) {#name, value, unit, source},
#include "vcr/vcr_params.def"
#undef VCR_PARAM
};

static const struct config_row vcr_config[] = {
#define VCR_CONFIG_REGISTER(name, count, sw, hw, meaning) {#name, meaning, sw, hw, VCR_CFG_##name, count, 0, 0, 0},
#define VCR_CONFIG_FIELD(reg, name, high, low, reset, meaning) {#name, meaning, NULL, NULL, 0, 0, high, low, reset},
#include "vcr/vcr_config.def"
#undef VCR_CONFIG_REGISTER
#undef VCR_CONFIG_FIELD
};

static const struct config_row vcr_terminal_config[] = {
#define VCR_CONFIG_REGISTER(name, count, sw, hw, meaning) {#name, meaning, sw, hw, VCR_CFG_##name, count, 0, 0, 0},
#define VCR_CONFIG_FIELD(reg, name, high, low, reset, meaning) {#name, meaning, NULL, NULL, 0, 0, high, low, reset},
#include "vcr/vcr_terminal_config.def"
#undef VCR_CONFIG_REGISTER
#undef VCR_CONFIG_FIELD
};

enum { NO_TABLE = 1 << 16 /* no address is that of a route table */ };

/* The build that the parameters of rtl/vcr/vcr_router.v have when nothing is said. */
static const struct vcr_parameters vcr_usual = {.ports = 5, .vcs = 4, .depth = 4, .words = 1};
static struct reg_info vcr_registers[VCR_REG_COUNT];
static struct pin_info vcr_pins[VCR_PIN_COUNT];
/* Likewise of rtl/vcr/vcr_terminal.v. */
static const struct vcr_terminal_parameters vcr_terminal_usual = {
    .ports = 1, .vcs = 4, .depth = 4, .words = 1, .length = 16, .buffer = 4, .queue = 4};
static struct reg_info vcr_terminal_registers[VCR_TERMINAL_REG_COUNT];
static struct pin_info vcr_terminal_pins[VCR_TERMINAL_PIN_COUNT];

#define COUNT(rows) (int)(sizeof(rows) / sizeof *(rows))

static const struct kind kinds[] = {
    {.name = "fedx",
     .folder = "fedx",
     .prefix = "FEDX",
     .title = "Fed-X",
     .params = fedx_params,
     .param_count = COUNT(fedx_params),
     .rules = 1,
     .config = fedx_config,
     .config_count = COUNT(fedx_config),
     .table = FEDX_CFG_TABLE,
     .exposed = "public_flat_rd -module \"fedx_buffer_store\" -var \"store\"",
     .registers = fedx_reg_table,
     .register_count = FEDX_REG_COUNT,
     .pins = fedx_pin_table,
     .pin_count = FEDX_PIN_COUNT,
     .dut = "fedx verify --dut rtl/fedx/fedx.f --top fedx_switch",
     .stores = "buffer_store.bytes: u_buffer_pool.buffer[%d].u_buffer_store.store\n"},
    {.name = "vcr",
     .folder = "vcr",
     .prefix = "VCR",
     .title = "Virtual-channel router",
     .params = vcr_params,
     .param_count = COUNT(vcr_params),
     .rules = 1,
     .config = vcr_config,
     .config_count = COUNT(vcr_config),
     .table = VCR_CFG_TABLE,
     .exposed = "public_flat_rd -module \"vcr_store\" -var \"store\"",
     .registers = vcr_registers,
     .register_count = VCR_REG_COUNT,
     .pins = vcr_pins,
     .pin_count = VCR_PIN_COUNT,
     .dut = "fedx run --router vcr --topology mesh --lockstep all --dut rtl/vcr/vcr.f --top vcr_router",
     .stores = "store.flit: u_input.lane[%d].u_store.store[%s][63:0]\n"
               "store.route: u_input.lane[%d].u_store.store[%s][84:64]\n"
               "store.head: u_input.lane[%d].u_store.store[%s][85]\n"
               "store.tail: u_input.lane[%d].u_store.store[%s][86]\n"},
    {.name = "vcr_terminal",
     .folder = "vcr",
     .prefix = "VCR",
     .title = "Terminal of the virtual-channel router",
     .params = vcr_params,
     .config = vcr_terminal_config,
     .config_count = COUNT(vcr_terminal_config),
     .table = NO_TABLE,
     .exposed = "public_flat_rd -module \"vcr_inject\" -var \"store\"",
     .registers = vcr_terminal_registers,
     .register_count = VCR_TERMINAL_REG_COUNT,
     .pins = vcr_terminal_pins,
     .pin_count = VCR_TERMINAL_PIN_COUNT,
     .dut = "fedx verify --router vcr --dut rtl/vcr/vcr.f --top vcr_terminal",
     .stores = "store.packet: u_inject.store[%d]\n",
     .own = "terminal"},
    {.name = "axis",
     .folder = "axis",
     .prefix = "AXIS",
     .title = "AXI4-Stream switch",
     .params = axis_params,
     .param_count = COUNT(axis_params),
     .table = NO_TABLE,
     .registers = axis_reg_table,
     .register_count = AXIS_REG_COUNT,
     .pins = axis_pin_table,
     .pin_count = AXIS_PIN_COUNT,
     .dut = "fedx verify --router axis --dut rtl/axis/axis.f --top axis_switch",
     .stores = "",
     .instances = axis_instances}};

static void print_license(const struct kind *k, const char *table)
{
    printf("// SPDX-License-Identifier: Apache-2.0\n"
           "// Generated by fedx-codegen from include/%s/%s_%s.def: do not edit.\n",
           k->folder, k->name, table);
}

/* The macros of rules: they begin with the first reset, and a formal tool with a state as after one. */
static void print_rules(const char *prefix, const char *folder)
{
    printf(
        "`ifdef %s_RULES\n"
        "`ifdef SYNTHESIS\n"
        "`undef %s_RULES\n"
        "`elsif FORMAL\n"
        "`define %s_RULED initial assume (rst);\n"
        "`define %s_CHECK always @*\n"
        "`define %s_RULE(in_section, with_number, holds, in_words) if (!rst) assert (holds);\n"
        "`else\n"
        "`define %s_RULED reg ruled_reg = 1'b0; always @(posedge clk) ruled_reg <= ruled_reg | rst;\n"
        "`define %s_CHECK always @(posedge clk) if (ruled_reg && !rst)\n"
        "`define %s_RULE(in_section, with_number, holds, in_words) if ((holds) !== 1'b1) begin \\\n"
        "    $display(\"%%m: rule %%0d of section %%0d of docs/spec/%s.md is broken: %%0s\", with_number, in_section, in_words); "
        "\\\n"
        "    $stop; \\\n"
        "    end\n"
        "`endif\n"
        "`endif\n",
        prefix, prefix, prefix, prefix, prefix, prefix, prefix, prefix, folder);
}

static void print_params(const struct kind *k)
{
    char number[24];

    print_license(k, "params");
    printf("`ifndef %s_PARAMS_VH\n`define %s_PARAMS_VH\n", k->prefix, k->prefix);
    for (const struct param *p = k->params; p < k->params + k->param_count; p++) {
        snprintf(number, sizeof number, p->value > 0x7fffffff ? "32'd%lu" : "%lu", p->value);
        printf("`define %s_%s %s  // %s; %s\n", k->prefix, p->name, number, *p->unit ? p->unit : "-", p->source);
    }
    if (k->rules)
        print_rules(k->prefix, k->folder);
    printf("`endif\n");
}

/* The module of a block; NULL: its registers have been listed. */
static const char *module_of(const struct kind *k, const char *block)
{
    for (const struct instance *i = k->instances; i && i->block; i++)
        if (strcmp(i->block, block) == 0)
            return i->module;
    return block;
}

static void print_vlt(const struct kind *k)
{
    print_license(k, "regs");
    printf("`verilator_config\n");
    for (const struct reg_info *r = k->registers; r < k->registers + k->register_count; r++)
        if (module_of(k, r->block))
            printf("public_flat_rd -module \"%s_%s\" -var \"%s_reg\"\n", k->folder, module_of(k, r->block), r->name);
    if (k->exposed)
        printf("%s\n", k->exposed);
}

static void print_pins(const struct kind *k)
{
    printf("input 1 clk\n");
    for (const struct pin_info *pin = k->pins; pin < k->pins + k->pin_count; pin++) {
        int output = pin->place == PIN_TX || pin->place == PIN_STATUS;
        printf("%s %u %s%s%s\n", output ? "output" : "input", lane_bits(&pin->lanes), pin->name, *pin->shows ? " " : "",
               pin->shows);
    }
}

static void print_map(const struct kind *k)
{
    printf("# SPDX-License-Identifier: Apache-2.0\n"
           "# Generated by fedx-codegen from include/%s/%s_regs.def: do not edit.\n"
           "# The named registers of rtl/%s/, for %s --map examples/%s_regs.yaml\n",
           k->folder, k->name, k->folder, k->dut, k->name);
    for (const struct reg_info *r = k->registers; r < k->registers + k->register_count; r++)
        if (k->own && strcmp(r->block, k->own) == 0)
            printf("%s.%s: %s_reg\n", r->block, r->name, r->name);
        else
            printf("%s.%s: u_%s.%s_reg\n", r->block, r->name, r->block, r->name);
    fputs(k->stores, stdout);
}

/* SystemRDL counts bytes. Of many routes none has a reset value: they are a memory. */
static void print_rdl_register(const struct kind *k, const struct config_row *r)
{
    const struct config_row *f = r + 1;
    int memory = r->address == k->table;

    printf("\n    %sreg {\n        desc = \"%s\";\n        default sw = %s;\n        default hw = %s;\n",
           memory ? "external " : "", r->meaning, r->sw, r->hw);
    for (; f < k->config + k->config_count && !f->sw; f++) {
        printf("        field { desc = \"%s\"; } %s[%u:%u]", f->meaning, f->name, f->high, f->low);
        if (!memory)
            printf(" = 0x%lx", f->reset);
        printf(";\n");
    }
    printf("    } %s", r->name);
    if (r->count > 1)
        printf("[%u]", r->count);
    printf(" @ 0x%x", 4 * r->address);
    printf(r->count > 1 ? " += 4;\n" : ";\n");
}

static void print_rdl(const struct kind *k)
{
    print_license(k, "config");
    printf(
        "// The configuration port counts words of 32 bits, SystemRDL bytes: cfg_addr is an address of this file / 4.\n"
        "addrmap %s_config {\n"
        "    name = \"%s configuration map\";\n"
        "    default regwidth = 32;\n"
        "    default accesswidth = 32;\n",
        k->name, k->title);
    for (const struct config_row *r = k->config; r < k->config + k->config_count; r++)
        if (r->sw)
            print_rdl_register(k, r);
    printf("};\n");
}

static void print_config_key(int key)
{
    const struct scenario_key *k = &scenario_keys[key];
    char option[SCENARIO_NAME], allowed[SCENARIO_COMMENT];
    int flag = k->type == KEY_FLAG;

    scenario_option(key, option);
    scenario_allowed(key, allowed);
    printf("| %s | `--%s%s%s` | %s | %s | %s | %s |\n", k->name, option, flag ? "" : " ", flag ? "" : k->form, k->doc,
           *k->unit ? k->unit : "-", *k->fallback ? k->fallback : "null", allowed);
}

static void print_config(void)
{
    for (int i = 0, section = -1; i < SCENARIO_KEYS; i++) {
        if (scenario_keys[i].section != section) {
            section = scenario_keys[i].section;
            printf("%s### %s\n\n| key | option | what | unit | default | must be |\n|---|---|---|---|---|---|\n",
                   section ? "\n" : "", scenario_sections[section].name);
        }
        print_config_key(i);
    }
}

/* Statistics (cmodel/results/results.def) ------------------------------------------------------------------------- */

static const struct statistics {
    const char *name, *table, *per, *meaning;
    int form;
} objects[] = {
#define RESULTS_OBJECT(name, form, table, per, meaning) {#name, table, per, meaning, form},
#define RESULTS_WORDS(...)
#define RESULT(...)
#include "../results/results.def"
#include "../kinds/kind_results.def"
#include "command_results.def"
#undef RESULTS_OBJECT
#undef RESULT
};

static const struct statistic {
    const char *object, *key, *type, *meaning;
    int where;
} statistics[] = {
#define RESULTS_OBJECT(...)
#define RESULT(object, key, type, where, value, meaning) {#object, #key, #type, meaning, where},
#include "../results/results.def"
#include "../kinds/kind_results.def"
#include "command_results.def"
#undef RESULTS_OBJECT
#undef RESULTS_WORDS
#undef RESULT
    {NULL, NULL, NULL, NULL, 0}};

static const struct statistic *next_statistic(const struct statistics *o, const struct statistic *s)
{
    for (s = s ? s + 1 : statistics; s->object; s++)
        if (strcmp(s->object, o->name) == 0)
            return s;
    return NULL;
}

static void print_properties(const struct statistics *o)
{
    const char *before = "\n";

    for (const struct statistic *s = NULL; (s = next_statistic(o, s));)
        if (s->where & JSON) {
            printf("%s        \"%s\": {\"$ref\": \"#/$defs/%s\", \"description\": \"%s\"}", before, s->key, s->type,
                   s->meaning);
            before = ",\n";
        }
}

static void print_schema(void)
{
    for (const struct statistics *o = objects; o < objects + COUNT(objects); o++) {
        const char *before = "";
        if (o->form & NOT_JSON)
            continue;
        printf("    \"%s\": {\n      \"description\": \"%s\",\n", o->name, o->meaning);
        if (o->form & RULES)
            printf("      \"allOf\": [{\"$ref\": \"#/$defs/%s_rules\"}],\n", o->name);
        printf("      \"type\": %s,\n      \"required\": [",
               o->form & OBJECT_OR_NULL ? "[\"object\", \"null\"]" : "\"object\"");
        for (const struct statistic *s = NULL; (s = next_statistic(o, s));)
            if ((s->where & (JSON | OPTIONAL)) == JSON) {
                printf("%s\"%s\"", before, s->key);
                before = ", ";
            }
        printf("],\n%s      \"properties\": {", o->form & PART ? "" : "      \"additionalProperties\": false,\n");
        print_properties(o);
        printf("\n      }\n    },\n");
    }
    codegen_kinds_schema();
}

/* Whether an object has anything but words. */
static int is_documented(const struct statistics *o)
{
    const struct statistic *s = NULL;

    while ((s = next_statistic(o, s)))
        if (s->where & (JSON | TABLE))
            return 1;
    return 0;
}

static void print_figures(void)
{
    for (const struct statistics *o = objects; o < objects + COUNT(objects); o++) {
        if (!is_documented(o))
            continue;
        printf("%s### %s\n\n", o == objects ? "" : "\n", o->name);
        if (*o->meaning)
            printf("%c%s.\n\n", toupper(*o->meaning), o->meaning + 1);
        if (*o->table)
            printf("`%s` has one line per %s.\n\n", o->table, o->per);
        printf("| %s | what |\n|---|---|\n", o->form & NOT_JSON ? "column" : *o->table ? "key, column" : "key");
        for (const struct statistic *s = NULL; (s = next_statistic(o, s));)
            if (s->where & (JSON | TABLE))
                printf("| `%s`%s | %s |\n", s->key,
                       !*o->table || o->form & NOT_JSON ? ""
                       : !(s->where & JSON)             ? " (column)"
                       : !(s->where & TABLE)            ? " (key)"
                                                        : "",
                       s->meaning);
    }
}

/* What is printed for a kind of router. */
static const struct of_kind {
    const char *what;
    void (*print)(const struct kind *k);
} of_kind[] = {
    {"params", print_params}, {"vlt", print_vlt}, {"pins", print_pins}, {"rdl", print_rdl}, {"map", print_map}};

static const struct {
    const char *what;
    void (*print)(void);
} of_all[] = {{"config", print_config}, {"figures", print_figures}, {"schema", print_schema}};

static int has(const struct kind *k, void (*print)(const struct kind *k))
{
    return (print != print_rdl || k->config) && (print != print_map || k->dut);
}

/* @return 0, or -1 when there is no such thing */
static int print(const char *what, const char *name)
{
    for (int i = 0; i < COUNT(of_kind); i++)
        for (int k = 0; k < COUNT(kinds); k++)
            if (strcmp(what, of_kind[i].what) == 0 && strcmp(name, kinds[k].name) == 0 &&
                has(&kinds[k], of_kind[i].print)) {
                of_kind[i].print(&kinds[k]);
                return 0;
            }
    return -1;
}

int main(int argc, char **argv)
{
    char error[128];

    vcr_reg_rows(&vcr_usual, vcr_registers);
    vcr_pin_rows(&vcr_usual, vcr_pins);
    vcr_terminal_reg_rows(&vcr_terminal_usual, vcr_terminal_registers);
    vcr_terminal_pin_rows(&vcr_terminal_usual, vcr_terminal_pins);
    axis_reg_rows(&axis_usual, axis_reg_table);
    axis_pin_rows(&axis_usual, axis_pin_table);
    for (int i = 0; argc == 2 && i < COUNT(of_all); i++)
        if (strcmp(argv[1], of_all[i].what) == 0) {
            of_all[i].print();
            argc = 0;
        }
    if (argc && (argc < 2 || argc > 3 || print(argv[1], argc == 3 ? argv[2] : "fedx") != 0)) {
        fprintf(stderr,
                "usage: fedx-codegen params|vlt|pins|rdl|map [fedx|axis|vcr|vcr_terminal], or config|figures|schema\n");
        return 2;
    }
    if (output_printed(error, sizeof error) != 0) {
        fprintf(stderr, "fedx-codegen: %s\n", error);
        return 2;
    }
    return 0;
}
