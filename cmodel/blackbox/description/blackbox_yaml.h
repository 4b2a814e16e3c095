/* SPDX-License-Identifier: Apache-2.0
 *
 * How descriptions are read: mappings by tables of their keys, lists, and values, each error with its line. The parts
 * of a description have files of their own: blackbox_fields.c, blackbox_ports.c, blackbox_depth.c, blackbox_links.c,
 * blackbox_destination.c, blackbox_cast_load.c, blackbox_drops.c,
 * blackbox_illegal.c, blackbox_computed.c, blackbox_side_load.c, blackbox_property_load.c, blackbox_join_load.c,
 * blackbox_setup_load.c, * blackbox_responses.c and blackbox_classes.c; blackbox_load.c has the rest, and the order in
 * which all is worked out.
 */
#ifndef BLACKBOX_BLACKBOX_YAML_H
#define BLACKBOX_BLACKBOX_YAML_H

#include <limits.h>

#include "../../base/yaml.h"
#include "blackbox.h"

/** Values that are not read at their place in the file, but when what they need is known. */
enum blackbox_later {
    BLACKBOX_LATER_DESTINATION,
    BLACKBOX_LATER_RESPONSES,
    BLACKBOX_LATER_FORBID,
    BLACKBOX_LATER_NETWORK,
    BLACKBOX_LATER_LINKS,
    BLACKBOX_LATER_VALUE,
    BLACKBOX_LATER_OUTPUTS,
    BLACKBOX_LATER_CLASSES,
    BLACKBOX_LATER_PARAMETERS,
    BLACKBOX_LATER_SWEEP, /**< these sooner: numbers of all others may depend on them */
    BLACKBOX_LATERS
};

/** Where a load stands. */
struct blackbox_reading {
    struct blackbox *f;
    struct yaml yaml;
    char folder[PATH_MAX]; /**< of the description, with its slash; paths are relative to it */
    /** The network, as it is written. */
    struct blackbox_links {
        const char *topology; /**< or NULL */
        int rows, cols, routers, ports[BLACKBOX_PORTS], port_count;
    } links;
    const yaml_node_t *later[BLACKBOX_LATERS]; /**< or NULL */
    struct blackbox_responses *responses;      /**< whose mapping is read, f is that of their flits; or NULL */
};

typedef int blackbox_take(struct blackbox_reading *l, const yaml_node_t *value, void *context);

/** What a key's value is. */
enum blackbox_key_kind {
    BLACKBOX_KEY_INT,    /**< int from least to most */
    BLACKBOX_KEY_LONG,   /**< int64_t from least to most */
    BLACKBOX_KEY_CODE,   /**< uint64_t */
    BLACKBOX_KEY_FLAG,   /**< int: yes or no */
    BLACKBOX_KEY_CHOICE, /**< int: the place of a word among words */
    BLACKBOX_KEY_NAME,   /**< struct blackbox_text: a name of Verilog */
    BLACKBOX_KEY_FIELD,  /**< int: the number of a field */
    BLACKBOX_KEY_TAKE,   /**< what take makes of it */
    BLACKBOX_KEY_ITEMS,  /**< what take makes of each item of a list, or of one by itself */
    BLACKBOX_KEY_LATER   /**< kept: least says as which enum blackbox_later */
};

/** A key of a mapping: its value goes to an offset in the struct that the mapping fills. */
struct blackbox_key {
    const char *name; /**< NULL: the end of the table */
    enum blackbox_key_kind kind;
    size_t offset;
    int64_t least, most;
    const char *const *words;
    blackbox_take *take;
};

#define BLACKBOX_INT(key, type, member, min, max)                           \
    {                                                                       \
        key, BLACKBOX_KEY_INT, offsetof(type, member), min, max, NULL, NULL \
    }
#define BLACKBOX_LONG(key, type, member, min, max)                           \
    {                                                                        \
        key, BLACKBOX_KEY_LONG, offsetof(type, member), min, max, NULL, NULL \
    }
#define BLACKBOX_CODE(key, type, member)                                         \
    {                                                                            \
        key, BLACKBOX_KEY_CODE, offsetof(type, member), 0, INT64_MAX, NULL, NULL \
    }
#define BLACKBOX_FLAG(key, type, member)                                 \
    {                                                                    \
        key, BLACKBOX_KEY_FLAG, offsetof(type, member), 0, 0, NULL, NULL \
    }
#define BLACKBOX_CHOICE(key, type, member, all)                           \
    {                                                                     \
        key, BLACKBOX_KEY_CHOICE, offsetof(type, member), 0, 0, all, NULL \
    }
#define BLACKBOX_NAME_OF(key, type, member)                              \
    {                                                                    \
        key, BLACKBOX_KEY_NAME, offsetof(type, member), 0, 0, NULL, NULL \
    }
#define BLACKBOX_TAKE(key, taker)                    \
    {                                                \
        key, BLACKBOX_KEY_TAKE, 0, 0, 0, NULL, taker \
    }
#define BLACKBOX_ITEMS(key, type, member, taker)                           \
    {                                                                      \
        key, BLACKBOX_KEY_ITEMS, offsetof(type, member), 0, 0, NULL, taker \
    }
#define BLACKBOX_LATER(key, which)                       \
    {                                                    \
        key, BLACKBOX_KEY_LATER, 0, which, 0, NULL, NULL \
    }
/** The keys of a struct blackbox_slice. */
#define BLACKBOX_SLICE(type, member)                                               \
    {"field", BLACKBOX_KEY_FIELD, offsetof(type, member.field), 0, 0, NULL, NULL}, \
        BLACKBOX_INT("shift", type, member.shift, 0, BLACKBOX_BITS), BLACKBOX_INT("width", type, member.width, 1, 64)
#define BLACKBOX_KEYS_END                           \
    {                                               \
        NULL, BLACKBOX_KEY_INT, 0, 0, 0, NULL, NULL \
    }

/** A node of the document by its number. */
const yaml_node_t *blackbox_yaml_node(struct blackbox_reading *l, int number);
/** @return -1, with error */
int blackbox_yaml_memory(const struct blackbox_reading *l);
/** Read a mapping by the table of its keys. @param what  it is called in errors @param context  struct that it fills
 * @return 0 or -1 */
int blackbox_yaml_mapping(struct blackbox_reading *l, const yaml_node_t *node, const char *what,
                          const struct blackbox_key *keys, void *context);
/** Read two mappings as one: first what of `rest` is called so, then all of `own`, then what `rest` has besides.
 * @param rest  or NULL */
struct blackbox_overlay {
    const yaml_node_t *own, *rest;
    const char *first;
};
int blackbox_yaml_overlay(struct blackbox_reading *l, const struct blackbox_overlay *o, const char *what,
                          const struct blackbox_key *keys, void *context);
/** Read a mapping whose keys are the user's own. @param what  it must be, for errors @return 0 or -1 */
int blackbox_yaml_pairs(struct blackbox_reading *l, const yaml_node_t *node, const char *what,
                        int (*take)(struct blackbox_reading *l, const yaml_node_t *key, const yaml_node_t *value,
                                    void *context),
                        void *context);
/** The value of a key of a mapping, or NULL. */
const yaml_node_t *blackbox_yaml_find(struct blackbox_reading *l, const yaml_node_t *node, const char *name);
/** A list, or one item by itself. @return 0 or -1 */
int blackbox_yaml_items(struct blackbox_reading *l, const yaml_node_t *node, blackbox_take *take, void *context);
/** Items of a list; 0 when it is none. */
int blackbox_yaml_count(const yaml_node_t *node);
/** Values; the name is for errors. Whole numbers may be made of parameters (blackbox_number.h). @return 0 or -1 */
int blackbox_yaml_integer(const struct blackbox_reading *l, const yaml_node_t *node, const char *name, int64_t min,
                          int64_t max, int64_t *value);
int blackbox_yaml_int(const struct blackbox_reading *l, const yaml_node_t *node, const char *name, int min, int max,
                      int *value);
int blackbox_yaml_flag(const struct blackbox_reading *l, const yaml_node_t *node, const char *name, int *flag);
int blackbox_yaml_name(const struct blackbox_reading *l, const yaml_node_t *node, const char *name,
                       char text[BLACKBOX_NAME]);
/** A clock or a reset: a pin of the module, or of an interface, s.clk. @param text  it, or NULL */
int blackbox_yaml_pin(const struct blackbox_reading *l, const yaml_node_t *node, const char *text, const char *name,
                      struct blackbox_text *pin);
int blackbox_yaml_constant(const struct blackbox_reading *l, const yaml_node_t *node, const char *name,
                           struct blackbox_text *value);
/** Numbers of a list of so many, each from 0 on. @return 0 or -1 */
int blackbox_yaml_numbers(struct blackbox_reading *l, const yaml_node_t *node, const char *what, int count,
                          int *numbers);
/** @return the place of a word in a list that ends with NULL, or -1 */
int blackbox_yaml_choice(const struct blackbox_reading *l, const yaml_node_t *node, const char *name,
                         const char *const *words);
/** Add a name with its constant to a list. @return 0, or -1 when out of memory */
int blackbox_constants_add(struct blackbox_constants *list, const struct blackbox_constant *c);
/** The constant of a name, or NULL. */
struct blackbox_constant *blackbox_constant_of(const struct blackbox_constants *list, const char *name);
/** Whether a text is a name of Verilog, or a constant of it. */
int blackbox_is_identifier(const char *text);
int blackbox_is_constant(const char *text);

/* The parts of a description */
/** @return the number of a field, or -1 */
int blackbox_field_of(const struct blackbox *f, const char *name);
/** Check that the bits are within their field; all that are left of it when no width is said. @return 0 or -1 */
int blackbox_slice_close(const struct blackbox_reading *l, const yaml_node_t *node, const char *what,
                         struct blackbox_slice *s);
blackbox_take blackbox_take_fields, blackbox_take_framing, blackbox_take_packets, blackbox_take_vcs,
    blackbox_take_lanes, blackbox_take_byte_enable;
blackbox_take blackbox_take_clock, blackbox_take_reset, blackbox_take_clocks, blackbox_add_clock_name;
blackbox_take blackbox_take_inputs, blackbox_take_outputs, blackbox_take_depth, blackbox_take_network,
    blackbox_add_rewritten, blackbox_take_illegal, blackbox_take_drops, blackbox_take_sideband, blackbox_take_computed,
    blackbox_take_properties, blackbox_take_interfaces, blackbox_take_join, blackbox_add_step;
/** Check credits against the number of ports and of virtual channels. @return 0 or -1 */
int blackbox_check_depth(const struct blackbox_reading *l, const char *what, const struct blackbox_ports *ports);
/**
 * What can be read when inputs and outputs are known: sources, sinks and wires; then forbidden pairs and destinations.
 */
int blackbox_load_network(struct blackbox_reading *l);
int blackbox_load_forbidden(struct blackbox_reading *l);
int blackbox_load_destination(struct blackbox_reading *l);
/** The sets of outputs that a part of the destination has a value for. @return 0 or -1 */
int blackbox_read_sets(struct blackbox_reading *l, const yaml_node_t *value, struct blackbox_part *part);
/** Check packets for several outputs, and headers, against all else. */
int blackbox_check_cast(struct blackbox_reading *l);
int blackbox_check_header(struct blackbox_reading *l);
/** Check what is illegal against all else. */
int blackbox_load_illegal(struct blackbox_reading *l);
/** Check which packets must be dropped, and in which flits fields count, against all else. */
int blackbox_load_drops(struct blackbox_reading *l);
/** Check what is promised of the way in which packets come out. */
int blackbox_check_properties(const struct blackbox_reading *l);
/** ... and which packets are joined (blackbox_join_load.c). */
int blackbox_check_join(const struct blackbox_reading *l);
/** ... and what is computed. */
int blackbox_check_computed(const struct blackbox_reading *l);
int blackbox_check_scopes(const struct blackbox_reading *l);
/** ... and which inputs select (blackbox_select_load.c). */
int blackbox_check_selects(const struct blackbox_reading *l);
/** Find whose clocks are which, and check what is said of them (blackbox_clocks_load.c). */
int blackbox_load_clocks(struct blackbox_reading *l);
/** Check what is written after a reset, and count its cycles (blackbox_setup_load.c). */
int blackbox_load_setup(struct blackbox_reading *l);
void blackbox_setup_free(struct blackbox_setup *setup);
/** Work out how flits of fields with two widths are made (blackbox_width_load.c). */
int blackbox_load_widths(struct blackbox_reading *l);
/** Read what answers requests, once all of them is known. @return 0 or -1 */
int blackbox_load_responses(struct blackbox_reading *l);
/** NULL is legal. */
void blackbox_responses_destroy(struct blackbox *f);
/** A field called last tells the end of packets, unless something else is said. */
void blackbox_default_framing(struct blackbox *f);
/** Whether some of these bits have a part of the destination. */
int blackbox_has_destination(const struct blackbox *f, const struct blackbox_slice *s);
/** Check the length of packets that something else ends, against all else. @return 0 or -1 */
int blackbox_check_beats(const struct blackbox_reading *l);
/** Check ports of packets that are mixed. @return 0 or -1 */
int blackbox_check_lanes(const struct blackbox_reading *l);
/** Check that the end of packets is told. @return 0 or -1 */
int blackbox_check_framing(const struct blackbox_reading *l);
/** Read the classes of a description, each by read_class: of the keys of the description what a class does not have
 * itself (blackbox_classes.c). The reading stands at the first class, before and after. @return 0 or -1 */
int blackbox_load_classes(struct blackbox_reading *l, const yaml_node_t *root, const yaml_node_t *classes,
                          int (*read_class)(struct blackbox_reading *l, const struct blackbox_overlay *o));
/** Free the classes behind the first one. */
void blackbox_classes_destroy(struct blackbox *first);
/** What a description is before anything is read. */
void blackbox_set_defaults(struct blackbox *f);
/** Free what a description has, but for itself. */
void blackbox_free(struct blackbox *f);

#endif
