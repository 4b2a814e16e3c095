/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the specification of this switch rules about what.
 */
#ifndef FEDX_SPEC_H
#define FEDX_SPEC_H

/**
 * Section of docs/spec/fedx.md that rules about a pin (tx_turn ...) or a named register (block.register), whatever
 * follows it.
 * @param[out] title  of that section
 * @return its number, or 0
 */
int fedx_spec_section(const char *field, const char **title);

#endif
