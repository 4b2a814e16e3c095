/* SPDX-License-Identifier: Apache-2.0 */
#include "report_verify.h"

static json_t *registers_json(const struct router_kind *kind, const uint8_t *touched)
{
    json_t *registers = json_array();

    for (int i = 0; i < kind->register_count; i++)
        json_array_append_new(registers,
                              json_pack("{s:s, s:s, s:i, s:b, s:s}", "block", kind->registers[i].block, "name",
                                        kind->registers[i].name, "lanes", kind->registers[i].lanes.count, "changed",
                                        touched[i], "meaning", kind->registers[i].meaning));
    return registers;
}

json_t *report_verify(const struct router_kind *kind, const char *command, json_t *results, const char *failure,
                      json_t *difference, const uint8_t *touched)
{
    return json_pack("{s:s, s:o, s:s?, s:O?, s:o}", "command", command, "results", results, "failure", failure,
                     "difference", difference, "registers", registers_json(kind, touched));
}
