/* SPDX-License-Identifier: Apache-2.0
 *
 * ir-verilog: a C function as a combinational circuit. Reads LLVM IR, prints Verilog.
 *
 *   ir-verilog FILE.ll FUNCTION RTL_MODULE  the modules FUNCTION and miter
 *   ir-verilog FILE.ll FUNCTION -           likewise without RTL: each output is to be 0
 *   ir-verilog --ports FILE.ll FUNCTION     the ports: input, output (both sides), free (of the C side alone), link (an
 *                                           input of the RTL that the C drives), widths, names, lanes compared
 *
 * The function has no loop (all unrolled), takes nothing and returns nothing: its ports are the calls of proof.h.
 * Exactly one path through it is executed, so its blocks are put in an order in which each comes after those that lead
 * to it, every block gets a wire that says whether it is executed, and a store acts under the wire of its block: then
 * one picture of the memory, brought on from block to block, is that of the executed path. A phi picks by the edge that
 * was taken. Memory is bytes, each a slice of a wire; an element picked by a variable is a tree of multiplexers.
 *
 * Output undefined is 1 when the C text has no meaning for these inputs: a check that the compiler put in fails
 * (llvm.ubsantrap), an address is outside its object, unreachable code is reached, an assumption of the compiler does
 * not hold (llvm.assume), or an output does not fit its port. Values that C leaves open (undef, poison, bytes that were
 * never written) are inputs: they may be anything.
 *
 * The translation does not assume the flags that LLVM attaches to a value (nsw, nuw, exact, nneg, disjoint, samesign,
 * inbounds, range, noundef). It computes the value as if the flag were not there. Where a flag does not hold, the value
 * is poison, and LLVM lets poison be any value. No output depends on poison unless the C has undefined behaviour, which
 * the checks find.
 *
 * What is not known here ends the translation with a message; nothing is left out silently.
 */
#include <inttypes.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TERMS = 4, MAX_PORTS = 16384, MAX_OBJECTS = 256, MAX_MEMORIES = 4, TEXT = 96 };

/* Bits low to low + 7 of wire v<wire>; wire 0: never written. */
struct byte {
    unsigned wire, low;
};

/* An array of which one element a row is modelled. */
struct memory {
    char port[TEXT];
    uint64_t start; /* byte offset in its object */
    unsigned rows, columns, bytes;
    unsigned *cell; /* wire with the element of each row */
    int ended;      /* what it holds is compared already */
};

struct object {
    LLVMValueRef base; /* alloca or global */
    uint64_t size;
    struct byte *bytes;
    uint8_t *constant; /* the bytes of a constant; NULL: not one */
    struct memory memories[MAX_MEMORIES];
    unsigned memory_count;
};

/* A variable part of an address. */
struct term {
    LLVMValueRef index;
    uint64_t scale, count; /* bytes a step; index is below count */
};

struct place {
    struct object *object;
    int64_t offset;
    struct term terms[MAX_TERMS];
    unsigned term_count;
};

/* VALID: which lanes of an output mean something; ASSUMED: what is taken for granted. Both are of the C side alone. */
enum direction { INPUT, FREE, OUTPUT, LINK, VALID, ASSUMED };

struct port {
    char name[TEXT];
    enum direction direction;
    unsigned width; /* so far */
    unsigned lane;  /* bits of a lane */
};

/* A way into a block: from there, under that wire. */
struct edge {
    LLVMBasicBlockRef from;
    unsigned wire;
};

struct block {
    LLVMBasicBlockRef ref;
    struct edge *edges;
    unsigned edge_count;
    unsigned executed; /* wire; 0: always */
    enum { UNSEEN, OPEN, DONE } state;
};

static struct {
    FILE *body;
    LLVMTargetDataRef layout;
    struct block *blocks;
    unsigned block_count, wires;
    unsigned *order; /* blocks, each after those that lead to it */
    unsigned ordered;
    struct object objects[MAX_OBJECTS];
    unsigned object_count;
    struct port ports[MAX_PORTS];
    unsigned port_count, free_count;
} t;

static void __attribute__((noreturn, format(printf, 1, 2))) fail(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fputs("ir-verilog: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

static void __attribute__((noreturn)) fail_at(const char *what, LLVMValueRef value)
{
    fail("%s: %s", what, LLVMPrintValueToString(value));
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    if (!memory)
        fail("out of memory");
    return memory;
}

/* Wires ----------------------------------------------------------------------------------------------------------- */

/* The next wire: its declaration, then an expression in Verilog. */
static unsigned __attribute__((format(printf, 2, 3))) wire(unsigned width, const char *format, ...)
{
    unsigned number = ++t.wires;
    va_list args;

    va_start(args, format);
    fprintf(t.body, "    wire [%u:0] v%u = ", width - 1, number);
    vfprintf(t.body, format, args);
    fputs(";\n", t.body);
    va_end(args);
    return number;
}

static unsigned width_of_type(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        fail("a value of type %s", LLVMPrintTypeToString(type));
    return LLVMGetIntTypeWidth(type);
}

static unsigned width_of(LLVMValueRef value)
{
    return width_of_type(LLVMTypeOf(value));
}

static unsigned bytes_of(unsigned width)
{
    return (width + 7) / 8;
}

static struct port *port_of(const char *name, enum direction direction)
{
    struct port *port = t.ports;

    while (port < t.ports + t.port_count && strcmp(port->name, name) != 0)
        port++;
    if (port == t.ports + t.port_count) {
        if (t.port_count++ == MAX_PORTS)
            fail("over %d ports", MAX_PORTS);
        snprintf(port->name, sizeof port->name, "%s", name);
        port->direction = direction;
    }
    if (port->direction != direction)
        fail("port %s is both input and output", name);
    return port;
}

static void use_port(const char *name, enum direction direction, unsigned low, unsigned width)
{
    struct port *port = port_of(name, direction);

    if (low + width > port->width)
        port->width = low + width;
}

/* A value that C leaves open. */
static unsigned open_value(unsigned width)
{
    char name[TEXT];

    snprintf(name, sizeof name, "open_%u", t.free_count++);
    use_port(name, FREE, 0, width);
    return wire(width, "\\%s ", name);
}

static void declare_undefined(unsigned condition, unsigned executed)
{
    if (executed)
        wire(1, "v%u & v%u", condition, executed);
    else
        wire(1, "v%u", condition);
    fprintf(t.body, "    assign undefined_bits[%u] = v%u;\n", port_of("undefined", OUTPUT)->width++, t.wires);
}

/* The wire that holds a value. Instructions bear theirs as a name, v<number>. */
static unsigned wire_of(LLVMValueRef value)
{
    size_t length;
    unsigned width = width_of(value);

    if (LLVMIsAConstantInt(value)) {
        if (width > 64)
            fail_at("a constant of over 64 bits", value);
        uint64_t number = LLVMConstIntGetZExtValue(value);
        return wire(width, "%u'h%" PRIx64, width, number);
    }
    if (LLVMIsUndef(value))
        return open_value(width);
    if (!LLVMIsAInstruction(value))
        fail_at("operand", value);
    return (unsigned)strtoul(LLVMGetValueName2(value, &length) + 1, NULL, 10);
}

static void name_value(LLVMValueRef value, unsigned number)
{
    char name[TEXT];

    snprintf(name, sizeof name, "v%u", number);
    LLVMSetValueName2(value, name, strlen(name));
    if (strcmp(LLVMGetValueName(value), name) != 0)
        fail("the name %s is taken", name);
}

/* Memory ---------------------------------------------------------------------------------------------------------- */

static void fill_constant(struct object *object, LLVMValueRef value, uint64_t offset);

static void fill_elements(struct object *object, LLVMValueRef value, uint64_t offset, LLVMTypeRef element,
                          unsigned count)
{
    uint64_t size = LLVMABISizeOfType(t.layout, element);

    for (unsigned i = 0; i < count; i++)
        fill_constant(object,
                      LLVMIsAConstantDataSequential(value) ? LLVMGetElementAsConstant(value, i)
                                                           : LLVMGetOperand(value, i),
                      offset + i * size);
}

/* The bytes of an initialiser. */
static void fill_constant(struct object *object, LLVMValueRef value, uint64_t offset)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    uint64_t size = LLVMABISizeOfType(t.layout, type);

    if (LLVMIsAConstantInt(value) || LLVMIsAConstantAggregateZero(value)) {
        unsigned zero = LLVMIsAConstantInt(value) ? wire_of(value) : wire(8, "8'h0");
        for (uint64_t i = 0; i < size; i++) {
            object->bytes[offset + i] = (struct byte){zero, LLVMIsAConstantInt(value) ? 8 * (unsigned)i : 0};
            if (LLVMIsAConstantInt(value))
                object->constant[offset + i] = (uint8_t)(LLVMConstIntGetZExtValue(value) >> 8 * i);
        }
    } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        fill_elements(object, value, offset, LLVMGetElementType(type), LLVMGetArrayLength(type));
    } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            fill_constant(object, LLVMGetOperand(value, i), offset + LLVMOffsetOfElement(t.layout, type, i));
    } else {
        fail_at("initialiser", value);
    }
}

static struct object *object_of(LLVMValueRef base)
{
    for (unsigned i = 0; i < t.object_count; i++)
        if (t.objects[i].base == base)
            return &t.objects[i];
    if (t.object_count == MAX_OBJECTS)
        fail("over %d objects", MAX_OBJECTS);
    struct object *object = &t.objects[t.object_count++];
    int local = LLVMIsAAllocaInst(base) != NULL;
    if (!local && !LLVMIsAGlobalVariable(base))
        fail_at("object", base);
    object->base = base;
    object->size = LLVMABISizeOfType(t.layout, local ? LLVMGetAllocatedType(base) : LLVMGlobalGetValueType(base));
    object->bytes = allocate(object->size, sizeof *object->bytes);
    if (local) {
        if (!LLVMIsAConstantInt(LLVMGetOperand(base, 0)) || LLVMConstIntGetZExtValue(LLVMGetOperand(base, 0)) != 1)
            fail_at("array of variable length", base);
    } else {
        if (!LLVMIsGlobalConstant(base) || !LLVMGetInitializer(base))
            fail_at("object", base);
        object->constant = allocate(object->size, 1);
        fill_constant(object, LLVMGetInitializer(base), 0);
    }
    return object;
}

static void add_index(struct place *place, LLVMValueRef index, uint64_t scale, uint64_t count)
{
    if (LLVMIsAConstantInt(index)) {
        place->offset += LLVMConstIntGetSExtValue(index) * (int64_t)scale;
        return;
    }
    if (place->term_count == MAX_TERMS)
        fail_at("address with too many variable parts", index);
    place->terms[place->term_count++] = (struct term){index, scale, count};
}

/* The number of which an index is a multiple, and the factor. Newer LLVM counts bytes where older LLVM counted
 * elements. */
static LLVMValueRef unscaled(LLVMValueRef index, uint64_t *times)
{
    LLVMOpcode opcode = LLVMIsAInstruction(index) ? LLVMGetInstructionOpcode(index) : 0;
    LLVMValueRef factor = opcode == LLVMMul || opcode == LLVMShl ? LLVMGetOperand(index, 1) : NULL;

    if (!factor || !LLVMIsAConstantInt(factor))
        return index;
    uint64_t number = LLVMConstIntGetZExtValue(factor);
    if (opcode == LLVMShl ? number >= 32 : number == 0 || number > UINT32_MAX)
        return index;
    *times = opcode == LLVMShl ? UINT64_C(1) << number : number;
    return LLVMGetOperand(index, 0);
}

static struct place place_of(LLVMValueRef pointer);

static struct place place_of_element(LLVMValueRef element)
{
    struct place place = place_of(LLVMGetOperand(element, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(element);
    unsigned operands = (unsigned)LLVMGetNumOperands(element);
    uint64_t size = LLVMABISizeOfType(t.layout, type), times = 1;
    LLVMValueRef first = unscaled(LLVMGetOperand(element, 1), &times);

    /*
     * The first index steps over whole objects of this type: as many as there is room for. If the product of index and
     * factor wraps round, there is no room for the index.
     */
    size *= times;
    uint64_t room = place.offset < 0 ? 0 : (place.object->size - (uint64_t)place.offset + size - 1) / size;
    add_index(&place, first, size, room);
    for (unsigned i = 2; i < operands; i++) {
        LLVMValueRef index = LLVMGetOperand(element, i);
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            place.offset += (int64_t)LLVMOffsetOfElement(t.layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
            unsigned length = LLVMGetArrayLength(type);
            type = LLVMGetElementType(type);
            add_index(&place, index, LLVMABISizeOfType(t.layout, type), length);
        } else {
            fail_at("address", element);
        }
    }
    return place;
}

/* Where a pointer points to. */
static struct place place_of(LLVMValueRef pointer)
{
    LLVMOpcode opcode = 0;

    if (LLVMIsAInstruction(pointer))
        opcode = LLVMGetInstructionOpcode(pointer);
    else if (LLVMIsAConstantExpr(pointer))
        opcode = LLVMGetConstOpcode(pointer);
    if (opcode == LLVMBitCast)
        return place_of(LLVMGetOperand(pointer, 0));
    if (opcode == LLVMGetElementPtr)
        return place_of_element(pointer);
    return (struct place){.object = object_of(pointer)};
}

/* The text of so many bytes at an offset, highest first, as a Verilog concatenation. */
static unsigned join_bytes(struct object *object, uint64_t offset, unsigned width)
{
    unsigned bytes = bytes_of(width), number;
    char *text, *at;
    struct byte first = object->bytes[offset];
    int slice = 1;

    for (unsigned i = 0; i < bytes; i++) {
        struct byte *byte = &object->bytes[offset + i];
        if (byte->wire == 0)
            byte->wire = open_value(8);
        slice &= byte->wire == first.wire && byte->low == first.low + 8 * i;
    }
    if (slice)
        return wire(width, "v%u[%u:%u]", first.wire, first.low + width - 1, first.low);
    at = text = allocate(bytes, 40);
    for (unsigned i = bytes; i-- > 0;) {
        struct byte byte = object->bytes[offset + i];
        at += sprintf(at, "%sv%u[%u:%u]", i == bytes - 1 ? "" : ", ", byte.wire, byte.low + 7, byte.low);
    }
    number = wire(width, "{%s}", text);
    free(text);
    return number;
}

static unsigned index_wire(LLVMValueRef index)
{
    unsigned width = width_of(index);

    if (width != 64)
        fail_at("index that is not of 64 bits", index);
    return wire_of(index);
}

struct access {
    struct place place;
    unsigned width;
    unsigned executed; /* wire of its block */
};

/* How far index i of a term goes from an offset; 0 when that is outside the object. */
static int reach(const struct access *a, const struct term *term, int64_t offset, uint64_t i)
{
    int64_t at = offset + (int64_t)(i * term->scale);
    return at >= 0 && (uint64_t)at + bytes_of(a->width) <= a->place.object->size;
}

static unsigned load_terms(const struct access *a, unsigned k, int64_t offset);

/* Elements first to first + 2^bits - 1 of a term, as a tree; 0 when all are out of bounds. */
static unsigned load_tree(const struct access *a, unsigned k, int64_t offset, unsigned index, unsigned bits,
                          uint64_t first)
{
    const struct term *term = &a->place.terms[k];

    if (first >= term->count)
        return 0;
    if (bits == 0)
        return reach(a, term, offset, first) ? load_terms(a, k + 1, offset + (int64_t)(first * term->scale)) : 0;
    unsigned low = load_tree(a, k, offset, index, bits - 1, first);
    unsigned high = load_tree(a, k, offset, index, bits - 1, first + (UINT64_C(1) << (bits - 1)));
    if (!low || !high || low == high)
        return low ? low : high;
    return wire(a->width, "v%u[%u] ? v%u : v%u", index, bits - 1, high, low);
}

/* Element i of a table of constants. */
static uint64_t element_of(const struct access *a, const struct term *term, int64_t offset, uint64_t i)
{
    uint64_t value = 0;

    memcpy(&value, &a->place.object->constant[offset + (int64_t)(i * term->scale)], bytes_of(a->width));
    return value;
}

/*
 * Is every element the first one, changed by what each set bit of its number adds, without carry? The tables of
 * checksums are. Such a table is a sum of eight terms, where a tree would have 255.
 */
static int is_linear(const struct access *a, const struct term *term, int64_t offset)
{
    if (!a->place.object->constant || a->width > 64 || term->count < 4 || (term->count & (term->count - 1)) != 0 ||
        offset < 0 || (uint64_t)offset + term->count * term->scale > a->place.object->size)
        return 0;
    for (uint64_t i = 0; i < term->count; i++) {
        uint64_t low = i & -i; /* the rest has one bit less: by induction */
        if (element_of(a, term, offset, i) !=
            (element_of(a, term, offset, i ^ low) ^ element_of(a, term, offset, low) ^ element_of(a, term, offset, 0)))
            return 0;
    }
    return 1;
}

static unsigned load_linear(const struct access *a, const struct term *term, int64_t offset, unsigned index)
{
    uint64_t first = element_of(a, term, offset, 0);
    unsigned sum = wire(a->width, "%u'h%" PRIx64, a->width, first);

    for (unsigned k = 0; UINT64_C(1) << k < term->count; k++) {
        uint64_t adds = element_of(a, term, offset, UINT64_C(1) << k) ^ first;
        sum = wire(a->width, "v%u ^ (v%u[%u] ? %u'h%" PRIx64 " : %u'h0)", sum, index, k, a->width, adds, a->width);
    }
    return sum;
}

static unsigned load_terms(const struct access *a, unsigned k, int64_t offset)
{
    unsigned bits = 0, index, value;

    if (k == a->place.term_count)
        return join_bytes(a->place.object, (uint64_t)offset, a->width);
    index = index_wire(a->place.terms[k].index);
    if (k + 1 == a->place.term_count && is_linear(a, &a->place.terms[k], offset))
        return load_linear(a, &a->place.terms[k], offset, index);
    while (UINT64_C(1) << bits < a->place.terms[k].count)
        bits++;
    value = load_tree(a, k, offset, index, bits, 0);
    return value ? value : wire(a->width, "%u'h0", a->width);
}

static void store_byte_range(struct object *object, uint64_t offset, unsigned width, unsigned number)
{
    for (unsigned i = 0; i < bytes_of(width); i++)
        object->bytes[offset + i] = (struct byte){number, 8 * i};
}

static void store_terms(const struct access *a, unsigned k, int64_t offset, unsigned condition, unsigned value)
{
    struct object *object = a->place.object;
    const struct term *term = &a->place.terms[k];

    if (k == a->place.term_count) {
        if (condition) {
            unsigned old = join_bytes(object, (uint64_t)offset, a->width);
            value = wire(a->width, "v%u ? v%u : v%u", condition, value, old);
        }
        store_byte_range(object, (uint64_t)offset, a->width, value);
        return;
    }
    unsigned index = index_wire(term->index);
    for (uint64_t i = 0; i < term->count; i++)
        if (reach(a, term, offset, i)) {
            unsigned here = condition ? wire(1, "v%u & v%u == 64'd%" PRIu64, condition, index, i)
                                      : wire(1, "v%u == 64'd%" PRIu64, index, i);
            store_terms(a, k + 1, offset + (int64_t)(i * term->scale), here, value);
        }
}

/* Each part is in its bounds, but their sum may leave the object. The sum does not wrap round. */
static void check_sum(const struct access *a)
{
    const struct place *place = &a->place;
    unsigned sum = wire(64, "64'd%" PRId64, place->offset);

    for (unsigned k = 0; k < place->term_count; k++)
        sum = wire(64, "v%u + v%u * 64'd%" PRIu64, sum, index_wire(place->terms[k].index), place->terms[k].scale);
    declare_undefined(wire(1, "v%u > 64'd%" PRIu64, sum, place->object->size - bytes_of(a->width)), a->executed);
}

/* Every variable part in its bounds, the constant one, and all together. */
static void check_bounds(const struct access *a)
{
    const struct place *place = &a->place;
    int64_t last = place->offset;

    for (unsigned k = 0; k < place->term_count; k++) {
        const struct term *term = &place->terms[k];
        declare_undefined(wire(1, "v%u >= 64'd%" PRIu64, index_wire(term->index), term->count), a->executed);
        last += (int64_t)((term->count ? term->count - 1 : 0) * term->scale);
    }
    if (place->offset < 0 || (uint64_t)place->offset + bytes_of(a->width) > place->object->size)
        fail("address outside its object: offset %" PRId64 " of %s", place->offset,
             LLVMPrintValueToString(place->object->base));
    if ((uint64_t)last + bytes_of(a->width) > place->object->size)
        check_sum(a);
}

/* Modelled memories */

static struct memory *memory_at(const struct place *place)
{
    for (unsigned i = 0; i < place->object->memory_count; i++) {
        struct memory *m = &place->object->memories[i];
        if (place->offset >= (int64_t)m->start &&
            place->offset < (int64_t)(m->start + (uint64_t)m->rows * m->columns * m->bytes))
            return m;
    }
    return NULL;
}

/* Row and column of an access, as wires of 64 bits. */
static void cell_address(const struct access *a, const struct memory *m, unsigned *row, unsigned *column)
{
    uint64_t row_bytes = (uint64_t)m->columns * m->bytes, rest = (uint64_t)a->place.offset - m->start;

    if (m->ended)
        fail("%s is accessed behind its end", m->port);
    if (a->width != 8 * m->bytes || rest % m->bytes != 0)
        fail("part of an element of %s is accessed", m->port);
    *row = wire(64, "64'd%" PRIu64, rest / row_bytes);
    *column = wire(64, "64'd%" PRIu64, rest % row_bytes / m->bytes);
    for (unsigned k = 0; k < a->place.term_count; k++) {
        const struct term *term = &a->place.terms[k];
        unsigned index = index_wire(term->index);
        if (term->scale == row_bytes && m->rows > 1)
            *row = wire(64, "v%u + v%u", *row, index);
        else if (term->scale == m->bytes)
            *column = wire(64, "v%u + v%u", *column, index);
        else
            fail("address in %s that is not row and column", m->port);
    }
    declare_undefined(wire(1, "v%u >= 64'd%u || v%u >= 64'd%u", *row, m->rows, *column, m->columns), a->executed);
}

static void row_name(const char *pattern, unsigned row, const char *suffix, char name[TEXT])
{
    const char *mark = strstr(pattern, "%u");

    if (mark)
        snprintf(name, TEXT, "%.*s%u%s%s", (int)(mark - pattern), pattern, row, mark + 2, suffix);
    else
        snprintf(name, TEXT, "%s%s", pattern, suffix);
}

static unsigned address_bits(const struct memory *m)
{
    unsigned bits = 1;

    while (1u << bits < m->columns)
        bits++;
    return bits;
}

/* Is this the element of that row which is modelled? */
static unsigned cell_hit(const struct memory *m, unsigned g, unsigned row, unsigned column)
{
    char sample[TEXT];

    row_name(m->port, g, ".sample_reg.q", sample);
    return wire(1, "v%u == 64'd%u && v%u == \\%s ", row, g, column, sample);
}

static unsigned load_memory(const struct access *a, struct memory *m)
{
    unsigned row, column, value = wire(a->width, "%u'h0", a->width);

    cell_address(a, m, &row, &column);
    for (unsigned g = 0; g < m->rows; g++) {
        unsigned hit = cell_hit(m, g, row, column);
        value = wire(a->width, "v%u ? v%u : v%u", hit, m->cell[g], value);
    }
    return value;
}

static void store_memory(const struct access *a, struct memory *m, unsigned value)
{
    unsigned row, column;

    cell_address(a, m, &row, &column);
    for (unsigned g = 0; g < m->rows; g++) {
        unsigned hit = cell_hit(m, g, row, column);
        if (a->executed)
            hit = wire(1, "v%u & v%u", hit, a->executed);
        m->cell[g] = wire(a->width, "v%u ? v%u : v%u", hit, value, m->cell[g]);
    }
}

static unsigned load(const struct access *a)
{
    struct memory *m = memory_at(&a->place);

    if (m)
        return load_memory(a, m);
    check_bounds(a);
    return load_terms(a, 0, a->place.offset);
}

static void store(const struct access *a, unsigned value)
{
    struct memory *m = memory_at(&a->place);

    if (m) {
        store_memory(a, m, value);
        return;
    }
    check_bounds(a);
    store_terms(a, 0, a->place.offset, a->executed, value);
}

/* A pointer that is one of several: which, and the wire under which it is that one. */
struct choice {
    LLVMValueRef pointer;
    unsigned when;
};

static struct block *block_of(LLVMBasicBlockRef ref);
static unsigned under(unsigned executed, unsigned condition);
static unsigned taken_from(const struct block *block, LLVMBasicBlockRef from);

static unsigned select_choices(LLVMValueRef select, unsigned executed, struct choice *choices)
{
    unsigned condition = wire_of(LLVMGetOperand(select, 0));

    choices[0] = (struct choice){LLVMGetOperand(select, 1), under(executed, condition)};
    choices[1] = (struct choice){LLVMGetOperand(select, 2), under(executed, wire(1, "~v%u", condition))};
    return 2;
}

static unsigned phi_choices(LLVMValueRef phi, unsigned executed, struct choice *choices)
{
    const struct block *block = block_of(LLVMGetInstructionParent(phi));
    unsigned count = 0;

    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        unsigned taken = taken_from(block, LLVMGetIncomingBlock(phi, i));
        if (taken)
            choices[count++] = (struct choice){LLVMGetIncomingValue(phi, i), under(executed, taken)};
    }
    return count;
}

/* Those that a pointer is one of, for the caller to free; NULL: it is a place itself. */
static struct choice *choices_of(LLVMValueRef pointer, unsigned executed, unsigned *count)
{
    struct choice *choices;

    while (LLVMIsABitCastInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    if (!LLVMIsASelectInst(pointer) && !LLVMIsAPHINode(pointer))
        return NULL;
    choices = allocate(LLVMIsAPHINode(pointer) ? LLVMCountIncoming(pointer) : 2, sizeof *choices);
    *count =
        LLVMIsAPHINode(pointer) ? phi_choices(pointer, executed, choices) : select_choices(pointer, executed, choices);
    return choices;
}

/* The place so many bytes behind a pointer that is one. */
static struct place place_behind(LLVMValueRef pointer, unsigned at)
{
    struct place place = place_of(pointer);

    place.offset += at;
    return place;
}

/* What is so many bytes behind a pointer, which may be one of several. */
static unsigned load_from(LLVMValueRef pointer, unsigned at, unsigned width, unsigned executed)
{
    unsigned count = 0, value = 0;
    struct choice *choices = choices_of(pointer, executed, &count);

    if (!choices) {
        struct access a = {place_behind(pointer, at), width, executed};
        return load(&a);
    }
    for (unsigned k = 0; k < count; k++) {
        unsigned here = load_from(choices[k].pointer, at, width, choices[k].when);
        value = value ? wire(width, "v%u ? v%u : v%u", choices[k].when, here, value) : here;
    }
    free(choices);
    return value;
}

static void store_to(LLVMValueRef pointer, unsigned at, unsigned width, unsigned executed, unsigned value)
{
    unsigned count = 0;
    struct choice *choices = choices_of(pointer, executed, &count);

    if (!choices) {
        struct access a = {place_behind(pointer, at), width, executed};
        store(&a, value);
        return;
    }
    for (unsigned k = 0; k < count; k++)
        store_to(choices[k].pointer, at, width, choices[k].when, value);
    free(choices);
}

/* Calls ----------------------------------------------------------------------------------------------------------- */

static LLVMValueRef argument(LLVMValueRef call, unsigned i)
{
    return LLVMGetArgOperand(call, i);
}

static unsigned constant_argument(LLVMValueRef call, unsigned i)
{
    if (!LLVMIsAConstantInt(argument(call, i)))
        fail_at("an argument that is not constant", call);
    return (unsigned)LLVMConstIntGetZExtValue(argument(call, i));
}

static const char *string_argument(LLVMValueRef call)
{
    LLVMValueRef value = argument(call, 0);
    size_t length;

    while (LLVMIsAConstantExpr(value))
        value = LLVMGetOperand(value, 0);
    if (!LLVMIsAGlobalVariable(value) || !LLVMIsConstantString(LLVMGetInitializer(value)))
        fail_at("a port that is not named by a string", call);
    return LLVMGetAsString(LLVMGetInitializer(value), &length);
}

/* A lane of a port, or of ports that bear its number. */
struct slice {
    char port[TEXT];
    unsigned lane, low, width;
};

static struct slice slice_argument(LLVMValueRef call)
{
    const char *pattern = string_argument(call);
    unsigned lane = constant_argument(call, 1);
    struct slice slice = {.lane = strstr(pattern, "%u") ? 0 : lane, .width = constant_argument(call, 2)};

    row_name(pattern, lane, "", slice.port);
    slice.low = slice.lane * slice.width;
    return slice;
}

static void call_input(LLVMValueRef call, enum direction direction)
{
    struct slice a = slice_argument(call);

    use_port(a.port, direction, a.low, a.width);
    name_value(call, wire(64, "\\%s [%u:%u]", a.port, a.low + a.width - 1, a.low));
}

static void put_output(const struct slice *a, enum direction direction, unsigned value, unsigned executed)
{
    /* All that can keep an output from being reached is a check that failed. */
    if (executed)
        declare_undefined(wire(1, "~v%u", executed), 0);
    use_port(a->port, direction, a->low, a->width);
    port_of(a->port, direction)->lane = a->width;
    fprintf(t.body, "    assign \\%s [%u:%u] = v%u[%u:0];\n", a->port, a->low + a->width - 1, a->low, value,
            a->width - 1);
    if (a->width < 64)
        declare_undefined(wire(1, "|v%u[63:%u]", value, a->width), 0);
}

static void call_output(LLVMValueRef call, enum direction direction, unsigned executed)
{
    struct slice a = slice_argument(call);

    put_output(&a, direction, wire_of(argument(call, 3)), executed);
}

static void valid_name(const char *port, char name[TEXT])
{
    if (snprintf(name, TEXT, "valid:%s", port) >= TEXT)
        fail("the name of port %s is too long", port);
}

/* An output that is 0 on both sides where it means nothing. */
static void call_output_if(LLVMValueRef call, unsigned executed)
{
    struct slice a = slice_argument(call);
    unsigned valid = wire(1, "|v%u", wire_of(argument(call, 4)));
    char name[TEXT];

    put_output(&a, OUTPUT, wire(64, "v%u ? v%u : 64'd0", valid, wire_of(argument(call, 3))), executed);
    valid_name(a.port, name);
    use_port(name, VALID, a.lane, 1);
    fprintf(t.body, "    assign \\%s [%u] = v%u;\n", name, a.lane, valid);
}

/* A path that is not taken assumes nothing. */
static void call_assume(LLVMValueRef call, unsigned executed)
{
    unsigned holds = wire(1, "|v%u", wire_of(argument(call, 0)));

    if (executed)
        holds = wire(1, "v%u | ~v%u", holds, executed);
    fprintf(t.body, "    assign assumed_bits[%u] = v%u;\n", port_of("assumed", ASSUMED)->width++, holds);
}

static void call_memory(LLVMValueRef call)
{
    struct place place = place_of(argument(call, 1));
    struct object *object = place.object;
    char name[TEXT];

    if (object->memory_count == MAX_MEMORIES || place.term_count)
        fail_at("memory", call);
    struct memory *m = &object->memories[object->memory_count++];
    snprintf(m->port, sizeof m->port, "%s", string_argument(call));
    m->start = (uint64_t)place.offset;
    m->rows = constant_argument(call, 2);
    m->columns = constant_argument(call, 3);
    m->bytes = constant_argument(call, 4);
    m->cell = allocate(m->rows, sizeof *m->cell);
    for (unsigned g = 0; g < m->rows; g++) {
        row_name(m->port, g, ".sample_reg.q", name);
        use_port(name, INPUT, 0, address_bits(m));
        row_name(m->port, g, ".cell_reg.q", name);
        use_port(name, INPUT, 0, 8 * m->bytes);
        m->cell[g] = wire(8 * m->bytes, "\\%s ", name);
    }
}

static void memory_output(struct memory *m)
{
    char name[TEXT], sample[TEXT];

    for (unsigned g = 0; g < m->rows; g++) {
        row_name(m->port, g, ".cell_reg.d", name);
        use_port(name, OUTPUT, 0, 8 * m->bytes);
        port_of(name, OUTPUT)->lane = 8 * m->bytes;
        fprintf(t.body, "    assign \\%s = v%u;\n", name, m->cell[g]);
        row_name(m->port, g, ".sample_reg.q", sample);
        row_name(m->port, g, ".sample_reg.d", name);
        use_port(name, OUTPUT, 0, address_bits(m));
        port_of(name, OUTPUT)->lane = address_bits(m);
        fprintf(t.body, "    assign \\%s = \\%s ;\n", name, sample);
    }
    m->ended = 1;
}

/* The elements as they are from here on. */
static void call_memory_end(LLVMValueRef call, unsigned executed)
{
    struct object *object = place_of(argument(call, 0)).object;

    if (object->memory_count == 0)
        fail_at("the end of no memory", call);
    if (executed)
        declare_undefined(wire(1, "~v%u", executed), 0);
    for (unsigned i = 0; i < object->memory_count; i++)
        memory_output(&object->memories[i]);
}

/* Without its end the state of a memory would not be compared. */
static void check_ends(void)
{
    for (unsigned i = 0; i < t.object_count; i++)
        for (unsigned j = 0; j < t.objects[i].memory_count; j++)
            if (!t.objects[i].memories[j].ended)
                fail("memory %s has no end", t.objects[i].memories[j].port);
}

static void copy_memory(LLVMValueRef call, unsigned executed)
{
    unsigned length = constant_argument(call, 2), *bytes = allocate(length, sizeof *bytes);

    for (unsigned i = 0; i < length; i++)
        bytes[i] = load_from(argument(call, 1), i, 8, executed);
    for (unsigned i = 0; i < length; i++)
        store_to(argument(call, 0), i, 8, executed, bytes[i]);
    free(bytes);
}

static void set_memory(LLVMValueRef call, unsigned executed)
{
    unsigned length = constant_argument(call, 2), value = wire_of(argument(call, 1));

    for (unsigned i = 0; i < length; i++)
        store_to(argument(call, 0), i, 8, executed, value);
}

static unsigned count_ones(unsigned value, unsigned width)
{
    unsigned sum = wire(width, "v%u[0]", value);

    for (unsigned i = 1; i < width; i++)
        sum = wire(width, "v%u + v%u[%u]", sum, value, i);
    return sum;
}

static unsigned trailing_zeros(unsigned value, unsigned width)
{
    unsigned result = wire(width, "%u'd%u", width, width);

    for (unsigned i = width; i-- > 0;)
        result = wire(width, "v%u[%u] ? %u'd%u : v%u", value, i, width, i, result);
    return result;
}

static unsigned compare_select(unsigned width, unsigned a, unsigned b, const char *sign, const char *operator)
{
    return wire(width, "%s(v%u) %s %s(v%u) ? v%u : v%u", sign, a, operator, sign, b, a, b);
}

static int starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* Intrinsics that give a value. */
static unsigned intrinsic(LLVMValueRef call, const char *name)
{
    unsigned width = width_of(call), a = wire_of(argument(call, 0));
    unsigned b = LLVMGetNumArgOperands(call) > 1 ? wire_of(argument(call, 1)) : 0;

    if (starts_with(name, "llvm.ctpop."))
        return count_ones(a, width);
    if (starts_with(name, "llvm.cttz."))
        return trailing_zeros(a, width);
    if (starts_with(name, "llvm.umin."))
        return compare_select(width, a, b, "", "<");
    if (starts_with(name, "llvm.umax."))
        return compare_select(width, a, b, "", ">");
    if (starts_with(name, "llvm.smin."))
        return compare_select(width, a, b, "$signed", "<");
    if (starts_with(name, "llvm.smax."))
        return compare_select(width, a, b, "$signed", ">");
    if (starts_with(name, "llvm.usub.sat."))
        return wire(width, "v%u < v%u ? %u'd0 : v%u - v%u", a, b, width, a, b);
    if (starts_with(name, "llvm.uadd.sat.")) {
        unsigned sum = wire(width, "v%u + v%u", a, b);
        return wire(width, "v%u < v%u ? ~%u'd0 : v%u", sum, a, width, sum);
    }
    if (starts_with(name, "llvm.expect."))
        return a;
    if (starts_with(name, "llvm.fshl.") || starts_with(name, "llvm.fshr.")) {
        unsigned c = wire_of(argument(call, 2)), both = wire(2 * width, "{v%u, v%u}", a, b);
        if (starts_with(name, "llvm.fshl."))
            both = wire(2 * width, "v%u << (v%u %% %u)", both, c, width);
        else
            both = wire(2 * width, "v%u >> (v%u %% %u)", both, c, width);
        return starts_with(name, "llvm.fshl.") ? wire(width, "v%u[%u:%u]", both, 2 * width - 1, width)
                                               : wire(width, "v%u[%u:0]", both, width - 1);
    }
    fail_at("call", call);
}

static void translate_call(LLVMValueRef call, unsigned executed)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";

    if (strcmp(name, "proof_input") == 0)
        call_input(call, INPUT);
    else if (strcmp(name, "proof_free") == 0)
        call_input(call, FREE);
    else if (strcmp(name, "proof_output") == 0)
        call_output(call, OUTPUT, executed);
    else if (strcmp(name, "proof_link") == 0)
        call_output(call, LINK, executed);
    else if (strcmp(name, "proof_output_if") == 0)
        call_output_if(call, executed);
    else if (strcmp(name, "proof_assume") == 0)
        call_assume(call, executed);
    else if (strcmp(name, "proof_memory") == 0)
        call_memory(call);
    else if (strcmp(name, "proof_memory_end") == 0)
        call_memory_end(call, executed);
    else if (starts_with(name, "llvm.memcpy.") || starts_with(name, "llvm.memmove."))
        copy_memory(call, executed);
    else if (starts_with(name, "llvm.memset."))
        set_memory(call, executed);
    else if (strcmp(name, "llvm.ubsantrap") == 0)
        declare_undefined(wire(1, "1'b1"), executed);
    else if (strcmp(name, "llvm.assume") == 0)
        declare_undefined(wire(1, "~v%u", wire_of(argument(call, 0))), executed);
    else if (starts_with(name, "llvm.lifetime.") || starts_with(name, "llvm.experimental.noalias.scope.decl"))
        ; /* no effect on values that are defined */
    else if (strstr(name, ".with.overflow.") && starts_with(name, "llvm."))
        ; /* when its parts are taken: translate_extract() */
    else
        name_value(call, intrinsic(call, name));
}

/* Sum, difference or product of a checked operation, or whether it overflows. */
static unsigned translate_extract(LLVMValueRef extract)
{
    LLVMValueRef call = LLVMGetOperand(extract, 0);
    size_t length;
    const char *name = LLVMIsACallInst(call) ? LLVMGetValueName2(LLVMGetCalledValue(call), &length) : "";

    if (!starts_with(name, "llvm.") || !strstr(name, ".with.overflow."))
        fail_at("part of an aggregate", extract);
    unsigned width = width_of(argument(call, 0)), a = wire_of(argument(call, 0)), b = wire_of(argument(call, 1));
    char operator= strncmp(name + 6, "add", 3) == 0 ? '+' : strncmp(name + 6, "sub", 3) == 0 ? '-' : '*';
    int is_signed = name[5] == 's';
    unsigned sign_a = is_signed ? wire(1, "v%u[%u]", a, width - 1) : wire(1, "1'b0");
    unsigned sign_b = is_signed ? wire(1, "v%u[%u]", b, width - 1) : wire(1, "1'b0");
    unsigned full =
        wire(2 * width, "{{%u{v%u}}, v%u} %c {{%u{v%u}}, v%u}", width, sign_a, a, operator, width, sign_b, b);

    if (LLVMGetIndices(extract)[0] == 0)
        return wire(width, "v%u[%u:0]", full, width - 1);
    if (is_signed)
        return wire(1, "v%u[%u:%u] != {%u{v%u[%u]}}", full, 2 * width - 1, width, width, full, width - 1);
    return wire(1, "|v%u[%u:%u]", full, 2 * width - 1, width);
}

/* Instructions ---------------------------------------------------------------------------------------------------- */

static const char *comparison(LLVMIntPredicate predicate, int *is_signed)
{
    *is_signed = predicate >= LLVMIntSGT;
    switch (predicate) {
    case LLVMIntEQ: return "==";
    case LLVMIntNE: return "!=";
    case LLVMIntUGT:
    case LLVMIntSGT: return ">";
    case LLVMIntUGE:
    case LLVMIntSGE: return ">=";
    case LLVMIntULT:
    case LLVMIntSLT: return "<";
    default: return "<=";
    }
}

static unsigned translate_compare(LLVMValueRef instruction)
{
    int is_signed;
    const char *operator= comparison(LLVMGetICmpPredicate(instruction), &is_signed);
    unsigned a = wire_of(LLVMGetOperand(instruction, 0)), b = wire_of(LLVMGetOperand(instruction, 1));

    return wire(1, is_signed ? "$signed(v%u) %s $signed(v%u)" : "v%u %s v%u", a, operator, b);
}

static unsigned translate_binary(LLVMValueRef instruction, const char *operator)
{
    unsigned a = wire_of(LLVMGetOperand(instruction, 0)), b = wire_of(LLVMGetOperand(instruction, 1));

    return wire(width_of(instruction), "v%u %s v%u", a, operator, b);
}

/* The wire of the edge from one block to another; 0: it is never taken. */
static unsigned taken_from(const struct block *block, LLVMBasicBlockRef from)
{
    for (unsigned k = 0; k < block->edge_count; k++)
        if (block->edges[k].from == from)
            return block->edges[k].wire;
    return 0;
}

/* The value that came along the edge taken. */
static unsigned translate_phi(LLVMValueRef phi)
{
    const struct block *block = block_of(LLVMGetInstructionParent(phi));
    unsigned width = width_of(phi), value = 0;

    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        unsigned incoming = wire_of(LLVMGetIncomingValue(phi, i)),
                 taken = taken_from(block, LLVMGetIncomingBlock(phi, i));
        if (!taken)
            continue; /* from a block that is never reached */
        value = value ? wire(width, "v%u ? v%u : v%u", taken, incoming, value) : incoming;
    }
    return wire(width, "v%u", value);
}

static unsigned translate_value(LLVMValueRef i, unsigned executed)
{
    unsigned width = width_of(i);

    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd: return translate_binary(i, "+");
    case LLVMSub: return translate_binary(i, "-");
    case LLVMMul: return translate_binary(i, "*");
    case LLVMAnd: return translate_binary(i, "&");
    case LLVMOr: return translate_binary(i, "|");
    case LLVMXor: return translate_binary(i, "^");
    case LLVMShl: return translate_binary(i, "<<");
    case LLVMLShr: return translate_binary(i, ">>");
    case LLVMAShr:
        return wire(width, "$signed(v%u) >>> v%u", wire_of(LLVMGetOperand(i, 0)), wire_of(LLVMGetOperand(i, 1)));
    case LLVMICmp: return translate_compare(i);
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMFreeze: return wire(width, "v%u", wire_of(LLVMGetOperand(i, 0)));
    case LLVMSExt: return wire(width, "$signed(v%u)", wire_of(LLVMGetOperand(i, 0)));
    case LLVMSelect: {
        unsigned condition = wire_of(LLVMGetOperand(i, 0)), a = wire_of(LLVMGetOperand(i, 1));
        return wire(width, "v%u ? v%u : v%u", condition, a, wire_of(LLVMGetOperand(i, 2)));
    }
    case LLVMPHI: return translate_phi(i);
    case LLVMLoad: return load_from(LLVMGetOperand(i, 0), 0, width, executed);
    case LLVMExtractValue: return translate_extract(i);
    default: fail_at("instruction", i);
    }
}

static void add_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to, unsigned number)
{
    struct block *block = block_of(to);

    /* Several cases of a switch may go to one block. */
    for (unsigned k = 0; k < block->edge_count; k++)
        if (block->edges[k].from == from) {
            block->edges[k].wire = wire(1, "v%u | v%u", block->edges[k].wire, number);
            return;
        }
    block->edges = realloc(block->edges, (block->edge_count + 1) * sizeof *block->edges);
    if (!block->edges)
        fail("out of memory");
    block->edges[block->edge_count++] = (struct edge){from, number};
}

static unsigned under(unsigned executed, unsigned condition)
{
    return executed ? wire(1, "v%u & v%u", executed, condition) : condition;
}

static void translate_branch(LLVMValueRef branch, unsigned executed)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);

    if (!LLVMIsConditional(branch)) {
        add_edge(from, LLVMGetSuccessor(branch, 0), executed ? executed : wire(1, "1'b1"));
        return;
    }
    unsigned condition = wire_of(LLVMGetCondition(branch));
    add_edge(from, LLVMGetSuccessor(branch, 0), under(executed, condition));
    add_edge(from, LLVMGetSuccessor(branch, 1), under(executed, wire(1, "~v%u", condition)));
}

static void translate_switch(LLVMValueRef instruction, unsigned executed)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(instruction);
    unsigned value = wire_of(LLVMGetOperand(instruction, 0)), other = wire(1, "1'b1");

    for (unsigned i = 1; i < LLVMGetNumSuccessors(instruction); i++) {
        unsigned is = wire(1, "v%u == v%u", value, wire_of(LLVMGetOperand(instruction, (unsigned)(2 * i))));
        add_edge(from, LLVMGetSuccessor(instruction, i), under(executed, is));
        other = wire(1, "v%u & ~v%u", other, is);
    }
    add_edge(from, LLVMGetSwitchDefaultDest(instruction), under(executed, other));
}

static void translate_instruction(LLVMValueRef i, unsigned executed)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca:
    case LLVMGetElementPtr:
    case LLVMBitCast: break; /* place_of() */
    case LLVMStore: {
        LLVMValueRef value = LLVMGetOperand(i, 0);
        unsigned width = width_of(value), padded = 8 * bytes_of(width), number = wire_of(value);
        store_to(LLVMGetOperand(i, 1), 0, width, executed, padded == width ? number : wire(padded, "v%u", number));
        break;
    }
    case LLVMCall: translate_call(i, executed); break;
    case LLVMBr: translate_branch(i, executed); break;
    case LLVMSwitch: translate_switch(i, executed); break;
    case LLVMRet: break;
    case LLVMUnreachable: declare_undefined(wire(1, "1'b1"), executed); break; /* most are behind a check that failed */
    case LLVMSelect:
    case LLVMPHI:
        if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind)
            break; /* choices_of() */
        name_value(i, translate_value(i, executed));
        break;
    default: name_value(i, translate_value(i, executed)); break;
    }
}

/* Blocks ---------------------------------------------------------------------------------------------------------- */

static struct block *block_of(LLVMBasicBlockRef ref)
{
    return &t.blocks[strtoul(LLVMGetBasicBlockName(ref) + 1, NULL, 10)];
}

static void order_from(unsigned number)
{
    struct block *block = &t.blocks[number];
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block->ref);

    if (block->state == OPEN)
        fail("a loop is left; it must be unrolled");
    if (block->state == DONE)
        return;
    block->state = OPEN;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++)
        order_from((unsigned)(block_of(LLVMGetSuccessor(last, i)) - t.blocks));
    block->state = DONE;
    t.order[t.ordered++] = number;
}

static void number_blocks(LLVMValueRef function)
{
    unsigned count = LLVMCountBasicBlocks(function);
    char name[TEXT];

    t.blocks = allocate(count, sizeof *t.blocks);
    t.order = allocate(count, sizeof *t.order);
    for (LLVMBasicBlockRef ref = LLVMGetFirstBasicBlock(function); ref; ref = LLVMGetNextBasicBlock(ref)) {
        t.blocks[t.block_count].ref = ref;
        snprintf(name, sizeof name, "b%u", t.block_count++);
        LLVMSetValueName2(LLVMBasicBlockAsValue(ref), name, strlen(name));
        if (strcmp(LLVMGetBasicBlockName(ref), name) != 0)
            fail("the name %s is taken", name);
    }
}

static void forget_names(LLVMValueRef function)
{
    for (LLVMBasicBlockRef ref = LLVMGetFirstBasicBlock(function); ref; ref = LLVMGetNextBasicBlock(ref)) {
        LLVMSetValueName2(LLVMBasicBlockAsValue(ref), "", 0);
        for (LLVMValueRef i = LLVMGetFirstInstruction(ref); i; i = LLVMGetNextInstruction(i))
            LLVMSetValueName2(i, "", 0);
    }
}

static void translate_block(struct block *block)
{
    unsigned executed = 0;

    for (unsigned k = 0; k < block->edge_count; k++)
        executed = executed ? wire(1, "v%u | v%u", executed, block->edges[k].wire) : block->edges[k].wire;
    /* The last block of a function that returns is executed always, or the output undefined is 1. */
    if (LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(block->ref)) == LLVMRet)
        executed = 0;
    block->executed = executed;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block->ref); i; i = LLVMGetNextInstruction(i))
        translate_instruction(i, executed);
}

static void translate(LLVMValueRef function)
{
    forget_names(function);
    number_blocks(function);
    order_from(0);
    for (unsigned k = t.ordered; k-- > 0;)
        translate_block(&t.blocks[t.order[k]]);
    check_ends();
}

/* Modules --------------------------------------------------------------------------------------------------------- */

static int is_input(const struct port *port)
{
    return port->direction == INPUT || port->direction == FREE;
}

/* An output of both sides. */
static int is_compared(const struct port *port)
{
    return port->direction == OUTPUT && strcmp(port->name, "undefined") != 0;
}

static int has_port(const char *name)
{
    for (unsigned i = 0; i < t.port_count; i++)
        if (strcmp(t.ports[i].name, name) == 0)
            return 1;
    return 0;
}

/* One bit that is put together of many. */
static int is_verdict(const struct port *port)
{
    return strcmp(port->name, "undefined") == 0 || port->direction == ASSUMED;
}

static unsigned lanes_of(const struct port *port)
{
    return port->width / port->lane;
}

static void print_function(const char *function, const char *body)
{
    printf("module %s (\n", function);
    for (unsigned i = 0; i < t.port_count; i++)
        printf("    %s wire [%u:0] \\%s %s\n", is_input(&t.ports[i]) ? "input" : "output",
               is_verdict(&t.ports[i]) ? 0 : t.ports[i].width - 1, t.ports[i].name, i + 1 < t.port_count ? "," : "");
    printf(");\n    wire [%u:0] undefined_bits;\n", port_of("undefined", OUTPUT)->width - 1);
    if (has_port("assumed"))
        printf("    wire [%u:0] assumed_bits;\n    assign assumed = &assumed_bits;\n",
               port_of("assumed", ASSUMED)->width - 1);
    printf("%s    assign undefined = |undefined_bits;\nendmodule\n", body);
}

/* What the miter has of an output: both sides' values, the RTL's as it is and where it means something. */
static void print_output_wires(const struct port *port, int with_rtl)
{
    char valid[TEXT];

    valid_name(port->name, valid);
    if (!with_rtl) {
        printf("    wire [%u:0] \\c:%s , \\rtl:%s = 0;\n", port->width - 1, port->name, port->name);
    } else if (!has_port(valid)) {
        printf("    wire [%u:0] \\c:%s , \\rtl:%s ;\n", port->width - 1, port->name, port->name);
    } else {
        printf("    wire [%u:0] \\c:%s , \\raw:%s ;\n    wire [%u:0] \\rtl:%s = \\raw:%s & {", port->width - 1,
               port->name, port->name, port->width - 1, port->name, port->name);
        for (unsigned k = lanes_of(port); k-- > 0;)
            printf("{%u{\\%s [%u]}}%s", port->lane, valid, k, k ? ", " : "};\n");
    }
}

static void print_rtl(const char *rtl)
{
    const char *comma = "";
    char valid[TEXT];

    printf("    %s rtl (", rtl);
    for (unsigned i = 0; i < t.port_count; i++) {
        const struct port *port = &t.ports[i];
        if (port->direction == FREE || port->direction == VALID || is_verdict(port))
            continue;
        valid_name(port->name, valid);
        printf("%s.\\%s (\\%s%s )", comma, port->name,
               port->direction != OUTPUT ? ""
               : has_port(valid)         ? "raw:"
                                         : "rtl:",
               port->name);
        comma = ", ";
    }
    printf(");\n");
}

static void print_miter_wires(int with_rtl)
{
    printf("    wire assumed;\n");
    for (unsigned i = 0; i < t.port_count; i++) {
        const struct port *port = &t.ports[i];
        if (port->direction == LINK || port->direction == VALID)
            printf("    wire [%u:0] \\%s ;\n", port->width - 1, port->name);
    }
    printf("    wire undefined;\n");
    for (unsigned i = 0; i < t.port_count; i++)
        if (is_compared(&t.ports[i]))
            print_output_wires(&t.ports[i], with_rtl);
}

static void print_miter(const char *function, const char *rtl)
{
    const char *comma = "";
    unsigned outputs = 0;
    int with_rtl = strcmp(rtl, "-") != 0;

    printf("module miter (\n");
    for (unsigned i = 0; i < t.port_count; i++)
        if (is_input(&t.ports[i]))
            printf("    input wire [%u:0] \\%s ,\n", t.ports[i].width - 1, t.ports[i].name);
    for (unsigned i = 0; i < t.port_count; i++)
        if (is_compared(&t.ports[i]))
            outputs += lanes_of(&t.ports[i]);
    printf("    output wire [%u:0] broken\n);\n", outputs);
    print_miter_wires(with_rtl);
    printf("    %s c (", function);
    for (unsigned i = 0; i < t.port_count; i++, comma = ", ")
        printf("%s.\\%s (\\%s%s )", comma, t.ports[i].name, is_compared(&t.ports[i]) ? "c:" : "", t.ports[i].name);
    printf(");\n");
    if (with_rtl)
        print_rtl(rtl);
    if (!has_port("assumed"))
        printf("    assign assumed = 1'b1;\n");
    /* One bit a lane of an output, undefined first, then in the order of --ports. */
    printf("    assign broken = {%u{assumed}} & {", outputs + 1);
    for (unsigned i = t.port_count; i-- > 0;)
        for (unsigned k = is_compared(&t.ports[i]) ? lanes_of(&t.ports[i]) : 0; k-- > 0;)
            printf("\\c:%s [%u+:%u] != \\rtl:%s [%u+:%u], ", t.ports[i].name, k * t.ports[i].lane, t.ports[i].lane,
                   t.ports[i].name, k * t.ports[i].lane, t.ports[i].lane);
    printf("undefined};\nendmodule\n");
}

static void print_ports(void)
{
    static const char *const names[] = {[INPUT] = "input", [FREE] = "free", [OUTPUT] = "output", [LINK] = "link"};

    for (unsigned i = 0; i < t.port_count; i++)
        if (!is_verdict(&t.ports[i]) && t.ports[i].direction != VALID)
            printf("%s [%u:0] %s %u\n", names[t.ports[i].direction], t.ports[i].width - 1, t.ports[i].name,
                   is_compared(&t.ports[i]) ? lanes_of(&t.ports[i]) : 1);
}

static LLVMValueRef read_function(const char *file, const char *function)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module;
    char *message;

    if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message) ||
        LLVMParseIRInContext(context, buffer, &module, &message))
        fail("%s: %s", file, message);
    LLVMValueRef value = LLVMGetNamedFunction(module, function);
    if (!value || LLVMIsDeclaration(value))
        fail("%s has no function %s", file, function);
    t.layout = LLVMGetModuleDataLayout(module);
    return value;
}

int main(int argc, char **argv)
{
    int ports = argc == 4 && strcmp(argv[1], "--ports") == 0;
    char *body;
    size_t length;

    if (!ports && argc != 4) {
        fprintf(stderr, "usage: ir-verilog [--ports] FILE.ll FUNCTION [RTL_MODULE]\n");
        return 2;
    }
    LLVMValueRef function = read_function(argv[1 + ports], argv[2 + ports]);
    t.body = open_memstream(&body, &length);
    if (!t.body)
        fail("out of memory");
    port_of("undefined", OUTPUT)->width = 0;
    translate(function);
    declare_undefined(wire(1, "1'b0"), 0);
    fclose(t.body);
    if (ports) {
        print_ports();
    } else {
        print_function(argv[2], body);
        print_miter(argv[2], argv[3]);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        fail("cannot write to standard output");
    return 0;
}
