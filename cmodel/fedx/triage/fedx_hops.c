/* SPDX-License-Identifier: Apache-2.0 */
#include "fedx_triage.h"

#include <stdlib.h>

#include "../../base/text.h"
#include "../kind/fedx_reject_reasons.h"
#include "../model/fedx_switch_internal.h"

/* Packets whose way through the fabric is told. */
struct way {
    uint64_t head;
    struct text text;
};

static int same_packet(uint64_t head, const unsigned long *field)
{
    struct fedx_header h = fedx_header_fields(head);

    return h.source == field[4] && h.destination == field[5] && h.message == field[6] && h.packet == field[7];
}

/* One line of the hop trace, in words. */
static void print_attempt(const unsigned long *f, FILE *out)
{
    unsigned reason = (unsigned)f[3] < FEDX_REJECT_REASONS ? (unsigned)f[3] : FEDX_REJECT_BROKEN;

    fprintf(out, "  cycle %8lu  node %lu ", f[8], f[1]);
    if (f[2] == FEDX_PORTS)
        fprintf(out, "from its PE");
    else if (f[2] == FEDX_PE_PORT)
        fprintf(out, "to its PE");
    else
        fprintf(out, "by link %lu", f[2]);
    fprintf(out, ": %s%s, known in cycle %lu\n",
            reason == FEDX_REJECT_NONE || reason == FEDX_REJECT_BROKEN ? "" : "refused: ",
            reason == FEDX_REJECT_NONE ? "accepted" : fedx_reject_reasons[reason].words, f[0]);
}

static void sort_hops(FILE *hops, struct way *way, int ways)
{
    unsigned long f[9];

    rewind(hops);
    while (fscanf(hops, "%lu %lu %lu %lu %lu %lu %lu %lu %lu", &f[0], &f[1], &f[2], &f[3], &f[4], &f[5], &f[6], &f[7],
                  &f[8]) == 9)
        for (int i = 0; i < ways; i++)
            if (same_packet(way[i].head, f))
                print_attempt(f, way[i].text.out);
}

char *fedx_hops_print(const void *history, FILE *hops)
{
    struct fedx_history_counts told;
    struct way way[sizeof told.head / sizeof told.head[0]];
    int ways = 0;
    char name[32];
    struct text text;
    FILE *out = text_open(&text);

    fedx_history_report(history, &told);
    for (unsigned i = 0; i < told.count; i++) {
        way[ways].head = told.head[i];
        ways += text_open(&way[ways].text) != NULL;
    }
    sort_hops(hops, way, ways);
    for (int i = 0; i < ways; i++) {
        char *attempts = text_close(&way[i].text);
        if (out)
            fprintf(out, "packet %s to node %u\n%s", fedx_history_name(way[i].head, name, sizeof name),
                    fedx_head_destination(way[i].head),
                    attempts && *attempts ? attempts : "  no attempt has ended yet\n");
        free(attempts);
    }
    if (out)
        fprintf(out, "(cycles of the fabric, from the first of traffic on)\n");
    return out ? text_close(&text) : NULL;
}
