/* SPDX-License-Identifier: Apache-2.0
 *
 * A scenario: everything that determines the results of a run, and where they go.
 * Its keys, their defaults, bounds and units are the rows of scenario.def, and of those that kinds of routers bring;
 * docs/reference/config.md lists them. A scenario is a plain value: copy it, drop it.
 *
 * Every value is given as text and read in one way, whether it comes from a YAML
 * file, from an option or from --set; every error is one sentence.
 */
#ifndef SCENARIO_SCENARIO_H
#define SCENARIO_SCENARIO_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../base/yaml.h"

enum {
    SCENARIO_TEXT = 1024,        /**< bytes of a text with its end */
    SCENARIO_ERROR = YAML_ERROR, /**< bytes that hold every error */
    SCENARIO_COMMENT = 512,      /**< bytes that hold what is allowed for a key */
    SCENARIO_NAME = 64           /**< bytes that hold the name of a key or of its option */
};

/** How a value is written, and the C type of its field. */
enum key_type {
    KEY_INTEGER,     /**< int64_t */
    KEY_NUMBER,      /**< double */
    KEY_THOUSANDTHS, /**< int64_t: a number with at most three decimals, kept exactly as thousandths */
    KEY_FLAG,        /**< int: 1 true, 0 false */
    KEY_CHOICE,      /**< int: index of the name in the key's list */
    KEY_TEXT         /**< char[SCENARIO_TEXT]: printable; empty = none */
};

/** Number of each key, KEY_<name>. */
enum scenario_keys {
#define SCENARIO_SECTION(section, title)
#define SCENARIO_KEY(section, name, type, fallback, rule, form, unit, doc) KEY_##name,
#define SCENARIO_SECTION_END(section)
#include "scenario.def"
    SCENARIO_KEYS
};

/** What keys with a word (RANGE_OR) hold when they were given it in place of a number. */
#define KEY_WORD (-1)

/** Indices of names where code asks for them. */
enum { SOURCE_POISSON, SOURCE_ONOFF, SOURCE_BERNOULLI };
/** traffic.routing. */
enum { ROUTING_DETERMINISTIC, ROUTING_ADAPTIVE, ROUTING_DEROUTING };
/** run.drain. */
enum { DRAIN_NONE, DRAIN_PACKETS, DRAIN_MESSAGES };
enum { ENGINE_AUTO, ENGINE_EVENT, ENGINE_CYCLE };
/** traffic.load_unit. */
enum { LOAD_DENSITY, LOAD_LINK };
enum { SCHEDULE_FIFO, SCHEDULE_ALPHA, SCHEDULE_AUTO };

struct scenario_box; /* setup.h */

/** The values, by section, as scenario.traffic.load. */
struct scenario {
#define FIELD_INTEGER(name) int64_t name;
#define FIELD_NUMBER(name) double name;
#define FIELD_THOUSANDTHS(name) int64_t name;
#define FIELD_FLAG(name) int name;
#define FIELD_CHOICE(name) int name;
#define FIELD_TEXT(name) char name[SCENARIO_TEXT];
#define SCENARIO_SECTION(section, title) struct {
#define SCENARIO_KEY(section, name, type, fallback, rule, form, unit, doc) FIELD_##type(name)
#define SCENARIO_SECTION_END(section) \
    }                                 \
    section;
#include "scenario.def"
    struct scenario_box *box; /**< what is built of fabric.blackbox; NULL: nothing */
    char file[SCENARIO_TEXT]; /**< the last file loaded, for errors */
    int line[SCENARIO_KEYS];  /**< where a value comes from: its line in file, or FROM_* */
};

enum {
    FROM_DEFAULT = 0,
    FROM_CALLER = -1 /**< scenario_set and what calls it */
};

/** A key. */
struct scenario_key {
    int section; /**< its number */
    const char *name;
    enum key_type type;
    const char *fallback;         /**< the default, as text */
    const char *form;             /**< what stands for the value in --help */
    const char *unit;             /**< empty: none */
    const char *doc;              /**< what it is, a part of a sentence */
    int64_t min, max;             /**< INTEGER, NUMBER, THOUSANDTHS: bounds */
    int over;                     /**< NUMBER: min itself is out of bounds */
    const char *word;             /**< what may stand for a number, or NULL */
    const char *const *names;     /**< CHOICE: the names, NULL after the last; NULL: choice gives them */
    const char *(*choice)(int i); /**< CHOICE: name i, NULL after the last */
    const char *said;             /**< TEXT: what it may be, in words */
    int seldom;                   /**< lists of all keys have it where it is not at its default */
    size_t offset;                /**< of its field in struct scenario */
};

/** Number of each section, SCENARIO_SECTION_<section>. */
enum scenario_sections {
#define SCENARIO_SECTION(section, title) SCENARIO_SECTION_##section,
#define SCENARIO_KEY(section, name, type, fallback, rule, form, unit, doc)
#define SCENARIO_SECTION_END(section)
#include "scenario.def"
    SCENARIO_SECTIONS
};

/** A section; its keys follow each other in scenario_keys. */
struct scenario_section {
    const char *name, *title;
};

extern const struct scenario_key scenario_keys[SCENARIO_KEYS];
extern const struct scenario_section scenario_sections[SCENARIO_SECTIONS];

/** Names of routing and what is drained, by value. */
extern const char *const routing_names[];
extern const char *const drain_names[];

/* Functions that can fail return 0, or -1 with one sentence in error, which has `size` bytes: SCENARIO_ERROR hold
 * every one. */

/** Every key at its default. */
void scenario_defaults(struct scenario *s);
/** Set a key, by its full name such as "traffic.load". Error: "traffic.load: 0 must be ...", or no such key. */
int scenario_set(struct scenario *s, const char *name, const char *text, char *error, size_t size);
/** Likewise from "traffic.load=0.5". */
int scenario_assign(struct scenario *s, const char *assignment, char *error, size_t size);
/** Likewise a key by number. Error: what it must be, "must be ..." */
int scenario_set_key(struct scenario *s, int key, const char *text, char *error, size_t size);
/** The value as text that sets it again. @param text  [SCENARIO_TEXT] */
void scenario_get(const struct scenario *s, int key, char *text);
/** Name i of a CHOICE, NULL after the last. */
const char *scenario_choice(int key, int i);
/** The value of a CHOICE, by its name. */
const char *scenario_chosen(const struct scenario *s, int key);
/** The value of a FLAG. */
int scenario_flag(const struct scenario *s, int key);
/** The value of an INTEGER. */
int64_t scenario_integer(const struct scenario *s, int key);
/** The value of a TEXT. */
const char *scenario_text(const struct scenario *s, int key);
/** 1 when a key has different values in two scenarios. */
int scenario_differ(const struct scenario *a, const struct scenario *b, int key);
/** Whether a list of all keys has this one: some it has with routers whose settings they are, or where they are not at
 * their defaults. */
int scenario_lists(const struct scenario *s, int key);
/** Take over the values that were set (FROM_CALLER) in another scenario. */
void scenario_merge(struct scenario *s, const struct scenario *set);
/** The same scenario with numbers in place of words: warm-up, schedule and alpha as the run has them. */
struct scenario scenario_effective(const struct scenario *s);
/**
 * The shortest options of `fedx run` that give this scenario, quoted for a shell, with blanks in between.
 * @return to be freed; NULL when out of memory
 */
char *scenario_arguments(const struct scenario *s);
/** The full name of a key, such as "traffic.load". @param text  [SCENARIO_NAME] */
void scenario_name(int key, char *text);
/** The name of the option of a key, without the leading --. @param text  [SCENARIO_NAME] */
void scenario_option(int key, char *text);
/** What a key may be, the end of a sentence that begins with "must be". @param text  [SCENARIO_COMMENT] */
void scenario_allowed(int key, char *text);
/** Why there is no key with that name, and which one may have been meant: the end of a sentence. */
void scenario_unknown(const char *name, char *text, size_t size);

/**
 * Check what concerns several keys: the scenario as a whole, against its fabric. No file is touched.
 * setup_init does the same. Errors begin with file and line where the value comes from a file.
 */
int scenario_check(const struct scenario *s, char *error, size_t size);
/**
 * Write the sentence of an error about a key, for checks of the scenario as a whole: in front of it file and line when
 * the value comes from a file.
 * @param blamed  number of the key that is to blame
 * @param format  as printf, with {name} for what the user calls a key and {name=} for that and its value; no other
 *                braces, so texts of the user go in by {name=} only
 * @return -1
 */
int scenario_blame(const struct scenario *s, int blamed, char *error, size_t size, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/**
 * Set what a YAML file says (scenario_yaml.c); keys that it does not name keep their values. On an error the
 * scenario is unchanged. Errors: "FILE:LINE: traffic.load: 0 must be ...", no such key, a key twice, not YAML,
 * unreadable.
 */
int scenario_load(struct scenario *s, const char *path, char *error, size_t size);
/** Likewise from a text, which errors call `path`. */
int scenario_parse(struct scenario *s, const char *path, const char *text, size_t length, char *error, size_t size);
/** Write all keys as YAML that scenario_load reads, with unit and bounds as comments. Errors stay in the stream. */
void scenario_print(const struct scenario *s, FILE *out);

#endif
