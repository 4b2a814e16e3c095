/* SPDX-License-Identifier: Apache-2.0
 *
 * States to start from. See fedx_start.h.
 */
#include "fedx_start.h"

#include <inttypes.h>
#include <string.h>

#include "../../base/value.h"
#include "../model/fedx_switch_internal.h"
#include "fedx_legal.h"

/* Cycles of a reset, and from then on until nothing moves. */
enum { RESET_CYCLES = 2, SETTLED = RESET_CYCLES + FEDX_HOLD_CYCLES + 8 };

int fedx_start_idle(struct fedx_switch_regs *regs)
{
    static const struct fedx_pins silent = {0};
    struct fedx_switch *sw = fedx_switch_create();

    for (int i = 0; sw && i < SETTLED; i++)
        fedx_switch_step(sw, &silent, &(struct fedx_control){.rst = i < RESET_CYCLES, .cfg_addr = FEDX_CFG_STATUS});
    if (sw)
        *regs = *fedx_switch_state(sw);
    fedx_switch_destroy(sw);
    return sw ? 0 : -1;
}

void fedx_start_take(struct fedx_start *s, const struct fedx_switch *sw)
{
    s->regs = *fedx_switch_state(sw);
    for (int b = 0; b < FEDX_BUFFERS; b++)
        memcpy(s->store[b], fedx_switch_store(sw, b), FEDX_PACKET_BYTES);
}

void fedx_start_put(const struct fedx_start *s, const struct node_ops *ops, void *node)
{
    for (int b = 0; b < FEDX_BUFFERS; b++)
        ops->inject_store(node, b, s->store[b]);
    ops->inject(node, &s->regs);
}

void fedx_start_copy_lane(struct fedx_switch_regs *to, const struct fedx_switch_regs *from,
                          const struct fedx_reg_info *info, int lane)
{
    fedx_lanes_set(&info->lanes, to, lane, fedx_lanes_get(&info->lanes, from, lane));
}

/* Text ---------------------------------------------------------------------------------------- */

static int write_registers(const struct fedx_start *s, const struct fedx_switch_regs *idle, const char *prefix,
                           FILE *file)
{
    int lines = 0;

    for (int i = 0; i < fedx_reg_count; i++) {
        const struct fedx_reg_info *info = &fedx_reg_table[i];
        for (int k = 0; k < info->lanes.count; k++) {
            uint64_t value = fedx_reg_value(&s->regs, info, k);
            if (value == fedx_reg_value(idle, info, k))
                continue;
            fprintf(file, info->lanes.count > 1 ? "%s%s.%s[%d]" : "%s%s.%s", prefix, info->block, info->name, k);
            fprintf(file, " %" PRIx64 "\n", value);
            lines++;
        }
    }
    return lines;
}

static int write_store(const uint8_t *store, int buffer, const char *prefix, FILE *file)
{
    static const uint8_t zero[FEDX_PACKET_BYTES];

    if (memcmp(store, zero, sizeof zero) == 0)
        return 0;
    fprintf(file, "%sstore[%d] ", prefix, buffer);
    for (int i = 0; i < FEDX_PACKET_BYTES; i++)
        fprintf(file, "%02x", store[i]);
    fputc('\n', file);
    return 1;
}

int fedx_start_write(const struct fedx_start *s, const char *prefix, FILE *file)
{
    struct fedx_switch_regs idle;
    int lines;

    if (fedx_start_idle(&idle) != 0)
        return -1;
    lines = write_registers(s, &idle, prefix, file);
    for (int b = 0; b < FEDX_BUFFERS; b++)
        lines += write_store(s->store[b], b, prefix, file);
    return lines;
}

static int read_store(uint8_t *store, const char *digits)
{
    const char *at = digits;

    for (int i = 0; i < FEDX_PACKET_BYTES; i++) {
        uint64_t byte;
        if (value_hex(&at, 2, &byte) != 0 || at != digits + 2 * (i + 1))
            return -1;
        store[i] = (uint8_t)byte;
    }
    return *at == 0 ? 0 : -1;
}

/* A number below count in brackets. @param[in,out] at  behind them afterwards */
static int read_lane(const char **at, unsigned count, uint64_t *lane)
{
    return *(*at)++ == '[' && value_digits(at, count - 1, lane) == 0 && *(*at)++ == ']' ? 0 : -1;
}

static int read_register(struct fedx_switch_regs *regs, const char *line)
{
    const struct fedx_reg_info *info;
    char name[64];
    uint64_t value, lane = 0;
    int at = 0;

    if (sscanf(line, "%63[a-z_.]%n", name, &at) != 1 || !(info = fedx_reg_find(name)))
        return -1;
    line += at;
    if (info->lanes.count > 1 && read_lane(&line, info->lanes.count, &lane) != 0)
        return -1;
    if (*line++ != ' ' || value_hex(&line, 16, &value) != 0 || *line)
        return -1;
    fedx_lanes_set_value(&info->lanes, regs, (int)lane, value);
    return fedx_reg_value(regs, info, (int)lane) == value ? 0 : -1;
}

int fedx_start_read_line(struct fedx_start *s, const char *line, char *text, size_t size)
{
    static const char word[] = "store";
    uint64_t buffer;

    if (strncmp(line, word, strlen(word)) == 0) {
        line += strlen(word);
        if (read_lane(&line, FEDX_BUFFERS, &buffer) == 0 && *line == ' ' && read_store(s->store[buffer], line + 1) == 0)
            return 0;
    } else if (read_register(&s->regs, line) == 0) {
        return 0;
    }
    snprintf(text, size, "must be a named register, or store[0] to store[%d], and its value", FEDX_BUFFERS - 1);
    return -1;
}

int fedx_start_check(const struct fedx_start *s, char *text, size_t size)
{
    /* The class bound holds only if its rule has been on since the pool was empty. */
    uint32_t broken = fedx_legal_broken(&s->regs, 0);

    if (!broken && fedx_regs_usable(&s->regs))
        return 0;
    snprintf(text, size, "no switch can be in the state that is set: %s",
             broken ? fedx_legal_words[__builtin_ctz(broken)] : "a value has more bits than its register");
    return -1;
}
