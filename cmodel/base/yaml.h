/* SPDX-License-Identifier: Apache-2.0
 *
 * A YAML file as libyaml's document, whose nodes know their lines: what files of
 * configurations, faults, experiments and registers share. Every error is one
 * sentence with file and line.
 */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include <stddef.h>
#include <yaml.h>

/** Bytes that hold every error: a path, a value and all that is allowed. */
enum { YAML_ERROR = 2560 };

/** A file being read. */
struct yaml {
    const char *path; /**< as errors call it */
    const char *what; /**< what a file holds one of, for errors: "configuration" */
    const char *bytes;
    size_t length;
    yaml_document_t document; /**< within take of yaml_parse and yaml_load */
    char *error;              /**< where the sentence goes */
    size_t size;              /**< bytes of it */
};

/** Write the error, with the line when it is not 0. @return -1 */
int yaml_fail(const struct yaml *y, size_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));
/**
 * Parse the only document of the bytes and call take, which finds it in y->document; it is freed afterwards.
 * @return what take returned, or -1 when it is not YAML, more than one document, or so deep, so large or so full of
 * names
 *         (& and *) that it cannot be one of these files
 */
int yaml_parse(struct yaml *y, int (*take)(void *context), void *context);
/**
 * The same of the file at y->path, whose bytes are freed, too.
 * @param max  bytes that it must be shorter than
 * @return as yaml_parse, and -1 when it cannot be read
 */
int yaml_load(struct yaml *y, size_t max, int (*take)(void *context), void *context);
/** The text of a scalar, or NULL. */
const char *yaml_scalar(const yaml_node_t *node);
/** 1 for a scalar that stands for nothing. */
int yaml_null(const yaml_node_t *node);
/** The line in which a node begins, from 1. */
size_t yaml_line(const yaml_node_t *node);

#endif
