/* SPDX-License-Identifier: Apache-2.0
 *
 * What Verilator writes is not always well-formed: control characters of a $display are in its XML as references that
 * XML forbids, & and < of a path as they are, bytes of a path in its JSON as octal numbers and backslashes as they are.
 * Mended here before a library reads it.
 */
#ifndef VERILATOR_VERILATOR_TEXT_H
#define VERILATOR_VERILATOR_TEXT_H

/**
 * References such as &#233; to bytes become the bytes, what XML forbids becomes a question mark, & and < that stand for
 * themselves become references.
 * @return to be freed, or NULL without memory
 */
char *verilator_mend_xml(const char *text);
/** Octal numbers such as \303 in strings become the bytes, a backslash that begins nothing becomes two. @return as
 * above */
char *verilator_mend_json(const char *text);

#endif
