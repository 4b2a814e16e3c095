/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts that a user could have chosen, as the language that they are written in
 * takes them for one word or text, whatever is in them.
 */
#ifndef BASE_QUOTE_H
#define BASE_QUOTE_H

#include <stdio.h>

/* Errors stay in the stream. */

/**
 * One word as a POSIX shell reads it: as it is when no letter of it means anything there, or in quotes. A word with
 * control characters is written as $'...', so that it is harmless on a terminal, too.
 */
void quote_shell(const char *word, FILE *out);
/** An option and its value for a shell, as " --OPTION VALUE". */
void quote_option(const char *option, const char *value, FILE *out);
/**
 * A string of gnuplot, in which neither `commands` nor @macros are looked for. It has no lines: those become blanks.
 */
void quote_gnuplot(const char *text, FILE *out);
/** A field of a CSV file (RFC 4180), in quotes whether it needs them or not. */
void quote_csv(const char *text, FILE *out);
/** A string of YAML in double quotes. @return how many bytes that is */
int quote_yaml(const char *text, FILE *out);
/**
 * Text or the value of an attribute in XML 1.0, the first `length` bytes of it; most control characters have no place
 * there and become question marks.
 */
void quote_xml(const char *text, size_t length, FILE *out);
/**
 * A text on a terminal: control characters but for tabs and ends of lines become \xNN, so that what a file holds cannot
 * send commands to the terminal.
 */
void quote_terminal(const char *text, FILE *out);

#endif
