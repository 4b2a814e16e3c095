/* SPDX-License-Identifier: Apache-2.0
 *
 * A scenario: everything that determines the results of a run, and where they go.
 * Its keys, their defaults, bounds and units are the rows of fedx_scenario.def;
 * docs/config.md lists them. A scenario is a plain value: copy it, drop it.
 *
 * Every value is given as text and read in one way, whether it comes from a YAML
 * file, from an option or from --set; every error is one sentence.
 */
#ifndef FEDX_SCENARIO_H
#define FEDX_SCENARIO_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../base/yaml.h"

enum {
    FEDX_SCENARIO_TEXT = 1024,    /**< bytes of a text with its end */
    FEDX_SCENARIO_ERROR = YAML_ERROR, /**< bytes that hold every error */
    FEDX_SCENARIO_COMMENT = 512,  /**< bytes that hold what is allowed for a key */
    FEDX_SCENARIO_NAME = 64       /**< bytes that hold the name of a key or of its option */
};

/** How a value is written, and the C type of its field. */
enum fedx_key_type {
    FEDX_KEY_INTEGER,     /**< int64_t */
    FEDX_KEY_NUMBER,      /**< double */
    FEDX_KEY_THOUSANDTHS, /**< int64_t: a number with at most three decimals, kept exactly as thousandths */
    FEDX_KEY_FLAG,        /**< int: 1 true, 0 false */
    FEDX_KEY_CHOICE,      /**< int: index of the name in the key's list */
    FEDX_KEY_TEXT         /**< char[FEDX_SCENARIO_TEXT]: printable; empty = none */
};

/** Number of each key, FEDX_KEY_<name>. */
enum fedx_scenario_keys {
#define FEDX_SECTION(section, title)
#define FEDX_KEY(section, name, type, fallback, rule, form, unit, doc) FEDX_KEY_##name,
#define FEDX_SECTION_END(section)
#include "fedx_scenario.def"
    FEDX_SCENARIO_KEYS
};

/** What traffic.hot_load, traffic.alpha and run.warmup hold when they were given the word in place of a number. */
#define FEDX_KEY_WORD (-1)

/** Indices of names where code asks for them. */
enum { SOURCE_POISSON, SOURCE_ONOFF };
enum { FEDX_DRAIN_NONE, FEDX_DRAIN_PACKETS, FEDX_DRAIN_MESSAGES };
enum { FEDX_ENGINE_AUTO, FEDX_ENGINE_EVENT, FEDX_ENGINE_CYCLE };
enum { SCHEDULE_FIFO, SCHEDULE_ALPHA, SCHEDULE_AUTO };

/** The values, by section, as scenario.traffic.load. */
struct fedx_scenario {
#define FEDX_FIELD_INTEGER(name) int64_t name;
#define FEDX_FIELD_NUMBER(name) double name;
#define FEDX_FIELD_THOUSANDTHS(name) int64_t name;
#define FEDX_FIELD_FLAG(name) int name;
#define FEDX_FIELD_CHOICE(name) int name;
#define FEDX_FIELD_TEXT(name) char name[FEDX_SCENARIO_TEXT];
#define FEDX_SECTION(section, title) struct {
#define FEDX_KEY(section, name, type, fallback, rule, form, unit, doc) FEDX_FIELD_##type(name)
#define FEDX_SECTION_END(section) } section;
#include "fedx_scenario.def"
    char file[FEDX_SCENARIO_TEXT]; /**< the last file loaded, for errors */
    int line[FEDX_SCENARIO_KEYS];  /**< where a value comes from: its line in file, or FEDX_FROM_* */
};

enum {
    FEDX_FROM_DEFAULT = 0,
    FEDX_FROM_CALLER = -1 /**< fedx_scenario_set and what calls it */
};

/** A key. */
struct fedx_scenario_key {
    int section;             /**< its number */
    const char *name;
    enum fedx_key_type type;
    const char *fallback;    /**< the default, as text */
    const char *form;        /**< what stands for the value in --help */
    const char *unit;        /**< empty: none */
    const char *doc;         /**< what it is, a part of a sentence */
    int64_t min, max;        /**< INTEGER, NUMBER, THOUSANDTHS: bounds */
    int over;                /**< NUMBER: min itself is out of bounds */
    const char *word;        /**< what may stand for a number, or NULL */
    const char *(*choice)(int i); /**< CHOICE: name i, NULL after the last */
    const char *said;        /**< TEXT: what it may be, in words */
    size_t offset;           /**< of its field in struct fedx_scenario */
};

/** Number of each section, FEDX_SECTION_<section>. */
enum fedx_scenario_sections {
#define FEDX_SECTION(section, title) FEDX_SECTION_##section,
#define FEDX_KEY(section, name, type, fallback, rule, form, unit, doc)
#define FEDX_SECTION_END(section)
#include "fedx_scenario.def"
    FEDX_SCENARIO_SECTIONS
};

/** A section; its keys follow each other in fedx_scenario_keys. */
struct fedx_scenario_section {
    const char *name, *title;
};

extern const struct fedx_scenario_key fedx_scenario_keys[FEDX_SCENARIO_KEYS];
extern const struct fedx_scenario_section fedx_scenario_sections[FEDX_SCENARIO_SECTIONS];

/** Names of routing, backpressure and what is drained, by value. */
extern const char *const fedx_routing_names[];
extern const char *const fedx_backpressure_names[];
extern const char *const fedx_drain_names[];

/* Functions that can fail return 0, or -1 with one sentence in error, which has `size` bytes: FEDX_SCENARIO_ERROR hold
 * every one. */

/** Every key at its default. */
void fedx_scenario_defaults(struct fedx_scenario *s);
/** Set a key, by its full name such as "traffic.load". Error: "traffic.load: 0 must be ...", or no such key. */
int fedx_scenario_set(struct fedx_scenario *s, const char *name, const char *text, char *error, size_t size);
/** Likewise from "traffic.load=0.5". */
int fedx_scenario_assign(struct fedx_scenario *s, const char *assignment, char *error, size_t size);
/** Likewise a key by number. Error: what it must be, "must be ..." */
int fedx_scenario_set_key(struct fedx_scenario *s, int key, const char *text, char *error, size_t size);
/** The value as text that sets it again. @param text  [FEDX_SCENARIO_TEXT] */
void fedx_scenario_get(const struct fedx_scenario *s, int key, char *text);
/** 1 when a key has different values in two scenarios. */
int fedx_scenario_differ(const struct fedx_scenario *a, const struct fedx_scenario *b, int key);
/** Take over the values that were set (FEDX_FROM_CALLER) in another scenario. */
void fedx_scenario_merge(struct fedx_scenario *s, const struct fedx_scenario *set);
/** The same scenario with numbers in place of words: warm-up, schedule and alpha as the run has them. */
struct fedx_scenario fedx_scenario_effective(const struct fedx_scenario *s);
/**
 * The shortest options of `fedx run` that give this scenario, quoted for a shell, with blanks in between.
 * @return to be freed; NULL when out of memory
 */
char *fedx_scenario_arguments(const struct fedx_scenario *s);
/** The full name of a key, such as "traffic.load". @param text  [FEDX_SCENARIO_NAME] */
void fedx_scenario_name(int key, char *text);
/** The name of the option of a key, without the leading --. @param text  [FEDX_SCENARIO_NAME] */
void fedx_scenario_option(int key, char *text);
/** What a key may be, the end of a sentence that begins with "must be". @param text  [FEDX_SCENARIO_COMMENT] */
void fedx_scenario_allowed(int key, char *text);
/** Why there is no key with that name, and which one may have been meant: the end of a sentence. */
void fedx_scenario_unknown(const char *name, char *text, size_t size);

/**
 * Check what concerns several keys: the scenario as a whole, against its fabric. No file is touched.
 * fedx_setup_init does the same. Errors begin with file and line where the value comes from a file.
 */
int fedx_scenario_check(const struct fedx_scenario *s, char *error, size_t size);
/**
 * Write the sentence of an error about a key, for checks of the scenario as a whole: in front of it file and line when
 * the value comes from a file.
 * @param blamed  number of the key that is to blame
 * @param format  as printf, with {name} for what the user calls a key and {name=} for that and its value; no other
 *                braces, so texts of the user go in by {name=} only
 * @return -1
 */
int fedx_scenario_blame(const struct fedx_scenario *s, int blamed, char *error, size_t size, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/**
 * Set what a YAML file says (fedx_scenario_yaml.c); keys that it does not name keep their values. On an error the
 * scenario is unchanged. Errors: "FILE:LINE: traffic.load: 0 must be ...", no such key, a key twice, not YAML, unreadable.
 */
int fedx_scenario_load(struct fedx_scenario *s, const char *path, char *error, size_t size);
/** Likewise from a text, which errors call `path`. */
int fedx_scenario_parse(struct fedx_scenario *s, const char *path, const char *text, size_t length, char *error, size_t size);
/** Write all keys as YAML that fedx_scenario_load reads, with unit and bounds as comments. Errors stay in the stream. */
void fedx_scenario_print(const struct fedx_scenario *s, FILE *out);

#endif
