/* SPDX-License-Identifier: Apache-2.0
 *
 * What gem5 prints of Garnet with --debug-flags=RubyNetwork. Of its lines those count in which a network interface
 * schedules the head of a packet:
 *
 *     5000: system.ruby.network.netifs02: Scheduling at ... flit:[flit:: Id=0 Type=0 Size=5 Vnet=2 VC=8 Src NI=2 Src
 *     Router=2 Dest NI=7 Dest Router=7 Set Time=5500 Width=128 ] Message: ...
 *
 * Endpoints are Garnet's routers: all interfaces of a router are one.
 */
#include <inttypes.h>
#include <string.h>

#include "../base/lines.h"
#include "../base/text.h"
#include "../base/value.h"
#include "import.h"

/* The number behind a word of a line. @return 0, or -1: there is none */
static int number_of(const char *line, const char *word, uint64_t *number)
{
    const char *at = strstr(line, word);

    if (!at)
        return -1;
    at += strlen(word);
    return value_digits(&at, UINT64_MAX, number);
}

static int convert_line(void *context, char *line, char *reason, size_t size)
{
    struct import *i = context;
    const char *flit = strstr(line, "flit:[flit:: "), *at = line + strspn(line, " ");
    struct import_message m;
    uint64_t tick, id, network;

    if (!flit || !strstr(line, ": Scheduling at "))
        return 0;
    if (value_digits(&at, UINT64_MAX, &tick) != 0 || *at != ':' || number_of(flit, "Id=", &id) != 0 ||
        number_of(flit, " Size=", &m.size) != 0 || number_of(flit, " Vnet=", &network) != 0 ||
        number_of(flit, "Src Router=", &m.source) != 0 || number_of(flit, "Dest Router=", &m.destination) != 0)
        return text_fail(reason, size, "a flit must have its tick, Id, Size, Vnet, Src Router and Dest Router");
    m.time = tick / i->period;
    m.traffic_class = network == i->response_vnet;
    if (id != 0 || !import_takes(i, m.time))
        return 0;
    if (import_write(i, &m, reason, size) != 0)
        return -1;
    putc('\n', i->out);
    return 0;
}

static int convert(struct import *i, char *text, size_t size)
{
    fputs("# time source destination packets class\n", i->out);
    return lines_read(i->path, convert_line, i, text, size);
}

const struct import_format import_gem5 = {"gem5", "flits", convert};
