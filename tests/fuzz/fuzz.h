/* SPDX-License-Identifier: Apache-2.0
 *
 * Damaged files, given to every reader of the tool. A format says how good files
 * are made and how one is read; fuzz.c damages and judges, fuzz_libfuzzer.c lets
 * libFuzzer do the damage. README.md says how both are run.
 */
#ifndef FEDX_TESTS_FUZZ_H
#define FEDX_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fedx/rng.h"

/** Bytes that an input has at most; good files of a format. */
enum { FUZZ_MAX = 1 << 18, FUZZ_SEEDS = 64 };

/** A file in memory, in FUZZ_MAX bytes. */
struct fuzz_input {
    uint8_t *bytes;
    size_t length;
};

struct fuzz_format {
    const char *name;
    /** Write good file `number`, from 0. @return 0, or -1 when there is none any more */
    int (*seed)(int number, FILE *out);
    /** Read a file, and use what was read. @return 0, or -1 with one sentence in error */
    int (*read)(const char *path, char *error, size_t size);
    /** Make the checksums good again; NULL when the format has none. */
    void (*seal)(struct fuzz_input *in);
    /** What the format is written with, for damage to be found in it; ends with NULL. */
    const char *const *words;
    /** Whether what the checksums are of is another one in two inputs; NULL: they are of every byte. */
    int (*changed)(const struct fuzz_input *now, const struct fuzz_input *before);
};

/* fuzz_text.c */
extern const struct fuzz_format fuzz_config, fuzz_experiment, fuzz_faults, fuzz_map, fuzz_router, fuzz_trace,
    fuzz_lists;
extern const char *const fuzz_yaml_words[];
/* fuzz_design.c */
extern const struct fuzz_format fuzz_init_xml, fuzz_init_json, fuzz_pins, fuzz_wrapper;
/* fuzz_import.c */
extern const struct fuzz_format fuzz_import;
/* fuzz_expression.c */
extern const struct fuzz_format fuzz_expression;
/* fuzz_results.c */
extern const char *const fuzz_json_words[];
extern const struct fuzz_format fuzz_coverage, fuzz_report, fuzz_vectors, fuzz_bundle, fuzz_cache;
/* fuzz_checkpoint.c */
extern const struct fuzz_format fuzz_checkpoint;

/** The format of that name, or NULL. */
const struct fuzz_format *fuzz_format_called(const char *name);
/** Format `number`, or NULL behind the last one. */
const struct fuzz_format *fuzz_format(unsigned number);
/** Write the good files of a format to a folder. @return 0 or -1 */
int fuzz_write_seeds(const char *folder, const struct fuzz_format *format);

/** Copy a file that is there. @return 0 or -1 */
int fuzz_copy(const char *path, FILE *out);
/** Damage an input, by one to four of the ways that fuzz_damage.c knows. @param other  another good file, to splice
 * with */
void fuzz_damage(struct fuzz_input *in, const struct fuzz_input *other, const char *const *words, struct rng *r);
/** Change one number of the processor's: in a file of many such numbers each is to be wrong alone, too. */
void fuzz_damage_number(struct fuzz_input *in, struct rng *r);
/** Damage an input once and little: of text one number, word, letter, blank or line; else one byte. Most readers take
 * some of it. */
void fuzz_damage_little(struct fuzz_input *in, const struct fuzz_input *other, struct rng *r);

/*
 * An input that stands for several files: each begins behind a line with its name. Readers that must have names get
 * them in a folder that is removed when the process ends which was the first to ask for it.
 */
/** The folder, which is empty at first. */
const char *fuzz_folder(void);
/** The path of a name in it. */
void fuzz_path(const char *name, char *path, size_t size);
/** Begin a part of a good file. */
void fuzz_part(FILE *out, const char *name);
/** Whether two stretches of bytes differ, in length or in a byte. */
int fuzz_differs(const uint8_t *a, size_t a_length, const uint8_t *b, size_t b_length);
/** Where part `name` is in an input: its first byte. @return NULL when there is no such part */
const uint8_t *fuzz_part_of(const struct fuzz_input *in, const char *name, size_t *length);
/** Write the parts of an input to the folder; those that are missing are not there. */
void fuzz_take_apart(const char *path, const char *const *names, int count);
/** A reader's sentence about a part: in one line, and with the name of the input, as those of one file. @return -1 */
int fuzz_refuse(const char *path, const char *reason, char *error, size_t size);

#endif
