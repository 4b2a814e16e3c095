/* SPDX-License-Identifier: Apache-2.0
 *
 * How descriptions are read: mappings by tables of their keys, lists, and values, each error with its line. The parts of a
 * description have files of their own: foreign_fields.c, foreign_ports.c, foreign_links.c, foreign_destination.c and foreign_hostile.c;
 * foreign_load.c has the rest, and the order in which all is worked out.
 */
#ifndef FOREIGN_FOREIGN_YAML_H
#define FOREIGN_FOREIGN_YAML_H

#include <limits.h>

#include "../base/yaml.h"
#include "foreign.h"

/** Values that are not read at their place in the file, but when what they need is known. */
enum foreign_later {
    FOREIGN_LATER_DESTINATION, FOREIGN_LATER_FORBID, FOREIGN_LATER_NETWORK, FOREIGN_LATER_LINKS, FOREIGN_LATER_VALUE,
    FOREIGN_LATER_PARAMETERS, FOREIGN_LATER_SWEEP, /**< these sooner: numbers of all others may depend on them */
    FOREIGN_LATERS
};

/** Where a load stands. */
struct foreign_reading {
    struct foreign *f;
    struct yaml yaml;
    char folder[PATH_MAX]; /**< of the description, with its slash; paths are relative to it */
    /** The network, as it is written. */
    struct foreign_links {
        const char *topology; /**< or NULL */
        int rows, cols, routers, ports[FOREIGN_PORTS], port_count;
    } links;
    const yaml_node_t *later[FOREIGN_LATERS]; /**< or NULL */
};

typedef int foreign_take(struct foreign_reading *l, const yaml_node_t *value, void *context);

/** What a key's value is. */
enum foreign_key_kind {
    FOREIGN_KEY_INT,    /**< int from least to most */
    FOREIGN_KEY_LONG,   /**< int64_t from least to most */
    FOREIGN_KEY_CODE,   /**< uint64_t */
    FOREIGN_KEY_FLAG,   /**< int: yes or no */
    FOREIGN_KEY_CHOICE, /**< int: the place of a word among words */
    FOREIGN_KEY_NAME,   /**< struct foreign_text: a name of Verilog */
    FOREIGN_KEY_FIELD,  /**< int: the number of a field */
    FOREIGN_KEY_TAKE,   /**< what take makes of it */
    FOREIGN_KEY_ITEMS,  /**< what take makes of each item of a list, or of one by itself */
    FOREIGN_KEY_LATER   /**< kept: least says as which enum foreign_later */
};

/** A key of a mapping: its value goes to an offset in the struct that the mapping fills. */
struct foreign_key {
    const char *name; /**< NULL: the end of the table */
    enum foreign_key_kind kind;
    size_t offset;
    int64_t least, most;
    const char *const *words;
    foreign_take *take;
};

#define FOREIGN_INT(key, type, member, min, max) {key, FOREIGN_KEY_INT, offsetof(type, member), min, max, NULL, NULL}
#define FOREIGN_LONG(key, type, member, min, max) {key, FOREIGN_KEY_LONG, offsetof(type, member), min, max, NULL, NULL}
#define FOREIGN_CODE(key, type, member) {key, FOREIGN_KEY_CODE, offsetof(type, member), 0, INT64_MAX, NULL, NULL}
#define FOREIGN_FLAG(key, type, member) {key, FOREIGN_KEY_FLAG, offsetof(type, member), 0, 0, NULL, NULL}
#define FOREIGN_CHOICE(key, type, member, all) {key, FOREIGN_KEY_CHOICE, offsetof(type, member), 0, 0, all, NULL}
#define FOREIGN_NAME_OF(key, type, member) {key, FOREIGN_KEY_NAME, offsetof(type, member), 0, 0, NULL, NULL}
#define FOREIGN_TAKE(key, taker) {key, FOREIGN_KEY_TAKE, 0, 0, 0, NULL, taker}
#define FOREIGN_ITEMS(key, type, member, taker) {key, FOREIGN_KEY_ITEMS, offsetof(type, member), 0, 0, NULL, taker}
#define FOREIGN_LATER(key, which) {key, FOREIGN_KEY_LATER, 0, which, 0, NULL, NULL}
/** The keys of a struct foreign_slice. */
#define FOREIGN_SLICE(type, member)                                                                  \
    {"field", FOREIGN_KEY_FIELD, offsetof(type, member.field), 0, 0, NULL, NULL},                    \
    FOREIGN_INT("shift", type, member.shift, 0, FOREIGN_BITS), FOREIGN_INT("width", type, member.width, 1, 64)
#define FOREIGN_KEYS_END {NULL, FOREIGN_KEY_INT, 0, 0, 0, NULL, NULL}

/** A node of the document by its number. */
const yaml_node_t *foreign_yaml_node(struct foreign_reading *l, int number);
/** @return -1, with error */
int foreign_yaml_memory(const struct foreign_reading *l);
/** Read a mapping by the table of its keys. @param what  it is called in errors @param context  struct that it fills @return 0 or -1 */
int foreign_yaml_mapping(struct foreign_reading *l, const yaml_node_t *node, const char *what, const struct foreign_key *keys, void *context);
/** Read a mapping whose keys are the user's own. @param what  it must be, for errors @return 0 or -1 */
int foreign_yaml_pairs(struct foreign_reading *l, const yaml_node_t *node, const char *what,
                       int (*take)(struct foreign_reading *l, const yaml_node_t *key, const yaml_node_t *value, void *context), void *context);
/** The value of a key of a mapping, or NULL. */
const yaml_node_t *foreign_yaml_find(struct foreign_reading *l, const yaml_node_t *node, const char *name);
/** A list, or one item by itself. @return 0 or -1 */
int foreign_yaml_items(struct foreign_reading *l, const yaml_node_t *node, foreign_take *take, void *context);
/** Items of a list; 0 when it is none. */
int foreign_yaml_count(const yaml_node_t *node);
/** Values; the name is for errors. Whole numbers may be made of parameters (foreign_number.h). @return 0 or -1 */
int foreign_yaml_integer(const struct foreign_reading *l, const yaml_node_t *node, const char *name, int64_t min, int64_t max, int64_t *value);
int foreign_yaml_int(const struct foreign_reading *l, const yaml_node_t *node, const char *name, int min, int max, int *value);
int foreign_yaml_flag(const struct foreign_reading *l, const yaml_node_t *node, const char *name, int *flag);
int foreign_yaml_name(const struct foreign_reading *l, const yaml_node_t *node, const char *name, char text[FOREIGN_NAME]);
int foreign_yaml_constant(const struct foreign_reading *l, const yaml_node_t *node, const char *name, struct foreign_text *value);
/** Numbers of a list of so many, each from 0 on. @return 0 or -1 */
int foreign_yaml_numbers(struct foreign_reading *l, const yaml_node_t *node, const char *what, int count, int *numbers);
/** @return the place of a word in a list that ends with NULL, or -1 */
int foreign_yaml_choice(const struct foreign_reading *l, const yaml_node_t *node, const char *name, const char *const *words);
/** Whether a text is a name of Verilog, or a constant of it. */
int foreign_is_identifier(const char *text);
int foreign_is_constant(const char *text);

/* The parts of a description */
/** @return the number of a field, or -1 */
int foreign_field_of(const struct foreign *f, const char *name);
/** Check that the bits are within their field; all that are left of it when no width is said. @return 0 or -1 */
int foreign_slice_close(const struct foreign_reading *l, const yaml_node_t *node, const char *what, struct foreign_slice *s);
foreign_take foreign_take_fields, foreign_take_framing, foreign_take_packets, foreign_take_vcs, foreign_take_lanes, foreign_take_keep;
foreign_take foreign_take_inputs, foreign_take_outputs, foreign_take_network, foreign_add_rewritten, foreign_take_hostile;
/** What can be read when inputs and outputs are known: sources, sinks and wires; then forbidden pairs and destinations. */
int foreign_load_network(struct foreign_reading *l);
int foreign_load_forbidden(struct foreign_reading *l);
int foreign_load_destination(struct foreign_reading *l);
/** Check what is hostile against all else. */
int foreign_load_hostile(struct foreign_reading *l);

#endif
