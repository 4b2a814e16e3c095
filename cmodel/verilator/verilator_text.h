/* SPDX-License-Identifier: Apache-2.0
 *
 * What Verilator writes is not always well-formed: control characters of a $display are in its XML as references that XML
 * forbids, bytes of a path in its JSON as octal numbers. Mended here before a library reads it.
 */
#ifndef VERILATOR_VERILATOR_TEXT_H
#define VERILATOR_VERILATOR_TEXT_H

/** References such as &#233; to bytes: they become the bytes, in place; what XML forbids becomes a question mark. */
void verilator_mend_xml(char *text);
/** Octal numbers such as \303 in strings become the bytes, in place. */
void verilator_mend_json(char *text);

#endif
