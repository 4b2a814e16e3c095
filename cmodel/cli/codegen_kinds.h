/* SPDX-License-Identifier: Apache-2.0
 *
 * What docs/reference/results.schema.json has from the tables of kinds of routers and of black boxes, and from the keys
 * of runs.
 */
#ifndef CLI_CODEGEN_KINDS_H
#define CLI_CODEGEN_KINDS_H

/** Print the $defs: words of keys, names of routers, and each object whose keys are those of a kind or of black boxes.
 */
void codegen_kinds_schema(void);

#endif
