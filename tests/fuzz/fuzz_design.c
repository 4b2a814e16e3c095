/* SPDX-License-Identifier: Apache-2.0
 *
 * What Verilator says about a module, as XML and as JSON: descriptions that are made of
 * it (--init), and the pins of a switch of the user's own. Good files are of the modules
 * that descriptions among the examples are of.
 */
#include "fuzz_design.h"

#include <stdlib.h>
#include <string.h>

#include "../../cmodel/dut/dut_internal.h"
#include "../../cmodel/fedx/kind/fedx_kind.h"
#include "../../cmodel/blackbox/wrapper/blackbox_build.h"
#include "../../cmodel/blackbox/description/blackbox_pins.h"
#include "fuzz.h"

static const char tree[] = FUZZ_DESIGN, meta[] = FUZZ_DESIGN ".meta", made[] = "made.yaml";
static const char *const xml_words[] = {"<module name=\"dut\" origName=\"dut\">",
                                        "</module>",
                                        "<var ",
                                        "/>",
                                        "pinIndex=\"1\"",
                                        "&#27;",
                                        "&lt;",
                                        "<packarraydtype id=\"2\" sub_dtype_id=\"2\">",
                                        "-2147483648",
                                        "32&apos;shffffffff",
                                        "valid",
                                        "<!--",
                                        NULL};

static const char *const examples[] = {"examples/your-router/stream_switch",   "examples/your-router/mesh_router",
                                       "examples/your-router/credit_router",   "examples/your-router/vc_router",
                                       "examples/your-router/yummy_router",    "examples/your-router/stream_guard",
                                       "examples/your-router/lane_switch",     "examples/your-router/read_switch",
                                       "tests/cases/blackbox/sideband/pause",  "tests/cases/blackbox/computed/guard",
                                       "tests/cases/blackbox/classes/counter", "tests/cases/blackbox/classic/fan"};
enum { EXAMPLES = sizeof examples / sizeof *examples, CONSTANT_BITS = 4 };

/* Good files ------------------------------------------------------------------------------------------------------ */

void fuzz_example_path(int number, char *path, size_t size)
{
    snprintf(path, size, FUZZ_SOURCE "/%s.yaml", examples[number]);
}

static void add_port(struct verilator_design *d, const char *name, int output, int width)
{
    const struct verilator_port *old = verilator_port_of(d, name);
    struct verilator_port *port =
        old ? &d->ports[old - d->ports] : verilator_add_port(d, name, output ? "output" : "input", "");

    if (!port)
        abort();
    port->width = width > port->width ? width : port->width;
}

/* The ports that a description has of its module. */
static void describe(struct verilator_design *d, const struct blackbox *f)
{
    struct blackbox_bits *bits;
    int count = blackbox_pin_list(f, &bits);

    memset(d, 0, sizeof *d);
    add_port(d, f->clock.text, 0, 1);
    add_port(d, f->reset.text, 0, 1);
    for (int i = 0; i < f->pins.count; i++)
        add_port(d, f->pins.item[i].name, 0, CONSTANT_BITS);
    for (int i = 0; i < count; i++)
        add_port(d, bits[i].name, !bits[i].into, bits[i].low + bits[i].width);
    for (int i = 0; i < f->side.inputs; i++)
        add_port(d, f->side.input[i].pin.text, 0, f->side.input[i].width);
    for (int i = 0; i < f->side.outputs; i++)
        add_port(d, f->side.output[i].pin.text, 1, f->side.output[i].width);
    free(bits);
}

/* Types by turns: vectors, packed arrays, structures of two members; every other one counts upwards. */
static int parts_of(int width, int port)
{
    return width % 2 == 0 ? port % 3 : 0;
}

/* The type of port i, whose id is 10 * i; what it is made of has the next one. */
static void print_type_xml(int i, int width, FILE *out)
{
    int parts = parts_of(width, i), id = 10 * i;
    int last = (parts ? width / 2 : width) - 1;

    fprintf(out, "<basicdtype loc=\"b,%d,11,%d,12\" id=\"%d\" name=\"logic\" left=\"%d\" right=\"%d\"/>\n", i + 3,
            i + 3, parts ? id + 1 : id, i % 2 ? 0 : last, i % 2 ? last : 0);
    if (parts == 1)
        fprintf(
            out,
            "<packarraydtype id=\"%d\" sub_dtype_id=\"%d\"><range><const name=\"32&apos;sh1\"/><const name=\"32&apos;sh0\"/>"
            "</range></packarraydtype>\n",
            id, id + 1);
    if (parts == 2)
        fprintf(
            out,
            "<structdtype id=\"%d\"><memberdtype sub_dtype_id=\"%d\"/><memberdtype sub_dtype_id=\"%d\"/></structdtype>\n",
            id, id + 1, id + 1);
}

void fuzz_print_xml(const struct verilator_design *d, FILE *out)
{
    fprintf(
        out,
        "<?xml version=\"1.0\" ?>\n<verilator_xml>\n<module_files><file id=\"b\" filename=\"dut.v\"/></module_files>\n<netlist>\n"
        "<module name=\"" DUT_WRAPPER "\" origName=\"" DUT_WRAPPER
        "\">\n<instance name=\"dut\" defName=\"dut\" origName=\"dut\"/>\n"
        "</module>\n<module name=\"dut\" origName=\"dut\">\n");
    for (int i = 0; i < d->port_count; i++) {
        const struct verilator_port *port = &d->ports[i];
        fprintf(out,
                "<var loc=\"b,%d,5,%d,19\" name=\"%s\" dtype_id=\"%d\" dir=\"%s\" pinIndex=\"%d\" vartype=\"logic\" "
                "origName=\"%s\"/>\n",
                i + 3, i + 3, port->name, 10 * i, port->direction, i + 1, port->name);
    }
    fprintf(
        out,
        "<var name=\"WIDTH\" dtype_id=\"0\" param=\"true\"><const name=\"32&apos;sh20\"/></var>\n</module>\n<typetable>\n");
    for (int i = 0; i < d->port_count; i++)
        print_type_xml(i, d->ports[i].width, out);
    fprintf(out, "</typetable>\n</netlist>\n</verilator_xml>\n");
}

static void print_type_json(int i, int width, FILE *out)
{
    int parts = parts_of(width, i), id = 10 * i;
    int last = (parts ? width / 2 : width) - 1;

    fprintf(out, ",\n{\"type\":\"BASICDTYPE\",\"addr\":\"(%d)\",\"keyword\":\"logic\",\"range\":\"%d:%d\"}",
            parts ? id + 1 : id, i % 2 ? 0 : last, i % 2 ? last : 0);
    if (parts == 1)
        fprintf(out,
                ",\n{\"type\":\"PACKARRAYDTYPE\",\"addr\":\"(%d)\",\"declRange\":\"[1:0]\",\"refDTypep\":\"(%d)\"}", id,
                id + 1);
    if (parts == 2)
        fprintf(
            out,
            ",\n{\"type\":\"STRUCTDTYPE\",\"addr\":\"(%d)\",\"membersp\":[\n{\"type\":\"MEMBERDTYPE\",\"refDTypep\":\"(%d)\"},\n"
            "{\"type\":\"MEMBERDTYPE\",\"refDTypep\":\"(%d)\"}]}",
            id, id + 1, id + 1);
}

static void print_json(const struct verilator_design *d, FILE *out)
{
    fprintf(
        out,
        "{\"type\":\"NETLIST\",\"typeTablep\":\"(T)\",\"modulesp\":[\n{\"type\":\"MODULE\",\"name\":\"" DUT_WRAPPER
        "\","
        "\"addr\":\"(A)\",\"loc\":\"e,1:8,1:9\",\"stmtsp\":[{\"type\":\"CELL\",\"name\":\"dut\",\"modp\":\"(G)\"}]},\n"
        "{\"type\":\"MODULE\",\"name\":\"dut\",\"addr\":\"(G)\",\"loc\":\"f,2:8,2:9\",\"stmtsp\":[\n"
        "{\"type\":\"VAR\",\"name\":\"WIDTH\",\"varType\":\"GPARAM\",\"valuep\":[{\"type\":\"CONST\",\"name\":\"32'sh20\"}]}");
    for (int i = 0; i < d->port_count; i++)
        fprintf(out,
                ",\n{\"type\":\"VAR\",\"name\":\"%s\",\"direction\":\"%s\",\"varType\":\"PORT\",\"dtypep\":\"(%d)\"}",
                d->ports[i].name, strcmp(d->ports[i].direction, "input") == 0 ? "INPUT" : "OUTPUT", 10 * i);
    fprintf(out, "]}],\n\"miscsp\":[{\"type\":\"TYPETABLE\",\"addr\":\"(T)\",\"typesp\":[\n"
                 "{\"type\":\"BASICDTYPE\",\"addr\":\"(9)\",\"keyword\":\"real\"}");
    for (int i = 0; i < d->port_count; i++)
        print_type_json(i, d->ports[i].width, out);
    fprintf(out, "]}]}\n");
}

int fuzz_example(int number, struct blackbox **f, struct verilator_design *d)
{
    char path[1024], error[BLACKBOX_ERROR];

    if (number >= EXAMPLES)
        return -1;
    fuzz_example_path(number, path, sizeof path);
    *f = blackbox_load(path, NULL, error, sizeof error);
    if (!*f) {
        fprintf(stderr, "%s\n", error);
        abort();
    }
    describe(d, *f);
    return 0;
}

static int seed_init(int number, int json, FILE *out)
{
    struct verilator_design d;
    struct blackbox *f;

    if (fuzz_example(number, &f, &d) != 0)
        return -1;
    fuzz_part(out, tree);
    if (json) {
        print_json(&d, out);
        fuzz_part(out, meta);
        fprintf(out, "{\"files\": {\n \"e\": {\"filename\":\"w.v\"},\n \"f\": {\"filename\":\"dut.v\"}\n}}\n");
    } else {
        fuzz_print_xml(&d, out);
    }
    verilator_design_free(&d);
    blackbox_destroy(f);
    return 0;
}

static int seed_init_xml(int number, FILE *out)
{
    return seed_init(number, 0, out);
}

static int seed_init_json(int number, FILE *out)
{
    return seed_init(number, 1, out);
}

static int seed_pins(int number, FILE *out)
{
    struct verilator_design d = {0};

    if (number > 0)
        return -1;
    for (int i = 0; i < dut_pin_count(&fedx_kind); i++) {
        const struct dut_pin pin = dut_pin_of(&fedx_kind, i);
        add_port(&d, pin.name, pin.output, pin.width);
    }
    fuzz_part(out, tree);
    fuzz_print_xml(&d, out);
    verilator_design_free(&d);
    return 0;
}

/* Reading --------------------------------------------------------------------------------------------------------- */

int fuzz_read_design(struct verilator_design *d, enum verilator_description description, char *error, size_t size)
{
    static const struct verilator_instance wanted = {.top = DUT_WRAPPER, .name = "dut"};
    const struct verilator v = {.tool = "Verilator", .description = description};
    char path[256];

    fuzz_path(tree, path, sizeof path);
    return verilator_design_read(d, &v, path, &wanted, error, size);
}

/* A description that was made must be good YAML; what it says CHECK of may be wrong. Those that are right are taken on
 * to the pins. */
static void use_made(const char *path, const struct verilator_design *d)
{
    char error[BLACKBOX_ERROR];
    struct blackbox *f = blackbox_load(path, NULL, error, sizeof error);

    if (!f && strstr(error, "not YAML")) {
        fprintf(stderr, "%s\n", error);
        abort();
    }
    if (f)
        blackbox_pins_check(f, d->ports, d->port_count, error, sizeof error);
    blackbox_destroy(f);
}

static int read_init(const char *path, enum verilator_description description, char *error, size_t size)
{
    static const char *const parts[] = {tree, meta};
    char reason[BLACKBOX_ERROR], file[256], to[256];
    struct verilator_design d;
    struct dut dut = {.top = "dut", .files = {.text = (char *[]){file, NULL}, .count = 1}};

    fuzz_take_apart(path, parts, 2);
    fuzz_path(tree, file, sizeof file);
    fuzz_path(made, to, sizeof to);
    int status = fuzz_read_design(&d, description, reason, sizeof reason);
    if (status == 0)
        status = blackbox_init_of(to, &(struct blackbox_module){.dut = &dut, .ports = d.ports, .count = d.port_count},
                                  reason, sizeof reason);
    if (status == 0)
        use_made(to, &d);
    verilator_design_free(&d);
    return status == 0 ? 0 : fuzz_refuse(path, reason, error, size);
}

static int read_init_xml(const char *path, char *error, size_t size)
{
    return read_init(path, VERILATOR_XML, error, size);
}

static int read_init_json(const char *path, char *error, size_t size)
{
    return read_init(path, VERILATOR_JSON, error, size);
}

static int read_pins(const char *path, char *error, size_t size)
{
    const struct dut dut = {.kind = &fedx_kind, .top = "dut"};
    static const char *const parts[] = {tree};
    char reason[DUT_ERROR];
    struct verilator_design d;

    fuzz_take_apart(path, parts, 1);
    int status = fuzz_read_design(&d, VERILATOR_XML, reason, sizeof reason);
    if (status == 0)
        status = dut_explain_design(&d, &dut, reason, sizeof reason);
    verilator_design_free(&d);
    return status == 0 ? 0 : fuzz_refuse(path, reason, error, size);
}

const struct fuzz_format fuzz_init_xml = {"init-xml", seed_init_xml, read_init_xml, NULL, xml_words, NULL};
const struct fuzz_format fuzz_init_json = {"init-json", seed_init_json, read_init_json, NULL, fuzz_json_words, NULL};
const struct fuzz_format fuzz_pins = {"pins", seed_pins, read_pins, NULL, xml_words, NULL};
