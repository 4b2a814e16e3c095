/* SPDX-License-Identifier: Apache-2.0
 *
 * A module as Verilator elaborated it, with its parameters set: its ports with their types, values of parameters, and
 * the files of all modules. Read from XML by expat or from JSON by jansson, whichever verilator_describe had it write.
 */
#ifndef VERILATOR_VERILATOR_DESIGN_H
#define VERILATOR_VERILATOR_DESIGN_H

#include <stddef.h>

#include "verilator.h"

enum { VERILATOR_NAME = 128, VERILATOR_TYPE = 64, VERILATOR_PLACE = 256 };

/** A port of the module, in the order of its declaration. */
struct verilator_port {
    char name[VERILATOR_NAME];
    char direction[12]; /**< input, output, inout, or interface: its signals are ports behind it, as in[0].valid */
    int width; /**< bits, of packed arrays and structures, too; 0: an unpacked array, -1: nothing that has a number of
                  bits */
    char type[VERILATOR_TYPE];
    char undriven_bits[64];         /**< which of its bits that is, as [7,5:4]; "": all of them */
    char undriven[VERILATOR_PLACE]; /**< of an output that nothing in the module drives: FILE:LINE; "": something does,
                                       or none asked */
    int left, right;                /**< its range, in a packed array that of its elements; 0 and 0: it has none */
    int elements;                   /**< of a packed array; 0: it is none */
    char unpacked[48]; /**< ranges of an unpacked array, as [0:1][3:0]; "": it is none, or no parts were looked for */
    int part_of; /**< the port that it is a part of, counted from 1; 0: it is a port. Its name is as in data_i[1].last
                  */
    int low;     /**< of a part: its first bit; elements of unpacked arrays follow one another by their numbers */
    int element; /**< 1: a part that is an element of an unpacked array, and no array of that kind itself */
    int ascending_bits; /**< 1: the range of its vector, or of the vectors that its elements are, counts upwards */
    int signal_of;      /**< the interface that it is a signal of, counted from 1; 0: it is none */
    int shared;         /**< 1: such a signal that is a port of the interface itself */
};

/** A signal of an interface, a port of it, or what a modport says of either. */
struct verilator_signal {
    char interface[VERILATOR_NAME]; /**< as elaborated */
    char modport[VERILATOR_NAME];   /**< "": the signal itself */
    char name[VERILATOR_NAME];
    char direction[12];        /**< for the modport, or of a port of the interface; "": neither */
    char type[VERILATOR_TYPE]; /**< of the signal itself */
};

/** An instance in the module at the top. */
struct verilator_cell {
    char name[VERILATOR_NAME];
    char module[VERILATOR_NAME]; /**< or interface, as elaborated */
};

/** A parameter of the module, local ones included. */
struct verilator_parameter {
    char name[VERILATOR_NAME];
    long value; /**< by its default or as it was set; -1: no number */
};

/** What a type is. */
enum verilator_type_kind {
    VERILATOR_BITS,     /**< count bits */
    VERILATOR_PACKED,   /**< a packed array of count elements of another type */
    VERILATOR_UNPACKED, /**< an unpacked one */
    VERILATOR_STRUCT,   /**< a packed structure of members */
    VERILATOR_UNION,    /**< a packed union, whose members are of one width */
    VERILATOR_SAME,     /**< another name of a type, or an enumeration of one */
    VERILATOR_MODPORT,  /**< an interface, by the modport that `of` names; "": all of it */
    VERILATOR_OTHER,    /**< what has no number of bits */
};

struct verilator_type {
    enum verilator_type_kind kind;
    char id[VERILATOR_TYPE];
    char of[VERILATOR_TYPE]; /**< of an element, or what it is the same as */
    int count;
    int left, right; /**< the range of the bits or elements */
};

/** A member of the type in types[owner]. */
struct verilator_member {
    int owner;
    char name[VERILATOR_NAME];
    char of[VERILATOR_TYPE];
};

/** All zero: nothing. */
struct verilator_design {
    struct verilator_port *ports;
    struct verilator_parameter *parameters;
    struct verilator_type *types;
    struct verilator_member *members;
    struct verilator_signal *signals; /**< of all interfaces */
    struct verilator_cell *cells;     /**< of the module at the top */
    int port_count, parameter_count, type_count, member_count, signal_count, cell_count;
    struct arguments files;        /**< that hold modules, as Verilator names them */
    char too_long[VERILATOR_NAME]; /**< the beginning of a port's name that is too long for name, "": there is none */
};

/** What is looked for. */
struct verilator_instance {
    const char *top;  /**< the module at the top */
    const char *name; /**< of the instance in it whose module is wanted */
};

/**
 * Read what the command line of verilator_describe has written.
 * @param path    the file
 * @param wanted  NULL: of the design only the files
 * @return 0, to be freed; or -1 with error when it cannot be read or the instance is not there
 */
int verilator_design_read(struct verilator_design *d, const struct verilator *v, const char *path,
                          const struct verilator_instance *wanted, char *error, size_t size);
void verilator_design_free(struct verilator_design *d);
/**
 * Add, behind all ports, their parts: members of structures and elements of arrays, packed or not. Ports that are
 * unpacked arrays have a width from then on.
 * @return 0, or -1 when out of memory
 */
int verilator_find_parts(struct verilator_design *d);
/** A port or parameter by its name, or NULL. */
const struct verilator_port *verilator_port_of(const struct verilator_design *d, const char *name);
const struct verilator_parameter *verilator_parameter_of(const struct verilator_design *d, const char *name);

/* For the readers: add one; NULL when out of memory. */
struct verilator_port *verilator_add_port(struct verilator_design *d, const char *name, const char *direction,
                                          const char *type);
struct verilator_parameter *verilator_add_parameter(struct verilator_design *d, const char *name);
struct verilator_type *verilator_add_type(struct verilator_design *d, enum verilator_type_kind kind, const char *id,
                                          const char *of);
struct verilator_member *verilator_add_member(struct verilator_design *d, const char *name, const char *of);
struct verilator_signal *verilator_add_signal(struct verilator_design *d, const char *interface, const char *modport,
                                              const char *name);
struct verilator_cell *verilator_add_cell(struct verilator_design *d, const char *name, const char *module);
/** A type by its id, behind all names of it, or NULL. */
const struct verilator_type *verilator_type_of(const struct verilator_design *d, const char *id);
/** The number in a constant such as 32'sh1f, or -1. */
long verilator_constant(const char *text);
/** Set the range of a type, and how many bits or elements that is. */
void verilator_set_range(struct verilator_type *type, long left, long right);

/** The readers. @return as verilator_design_read; an instance that is missing leaves no error */
int verilator_read_xml(struct verilator_design *d, const char *path, const struct verilator_instance *wanted,
                       char *error, size_t size);
int verilator_read_json(struct verilator_design *d, const char *path, const struct verilator_instance *wanted,
                        char *error, size_t size);

#endif
