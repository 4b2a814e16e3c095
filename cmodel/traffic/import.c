/* SPDX-License-Identifier: Apache-2.0 */
#include "import.h"

#include <inttypes.h>

#include "../base/text.h"
#include "schedule.h"
#include "trace.h"

static uint64_t packets_of(const struct import *i, uint64_t size)
{
    return i->packet_size == 0 || size == 0 ? 1 : (size - 1) / i->packet_size + 1;
}

int import_write(struct import *i, const struct import_message *m, char *reason, size_t size)
{
    uint64_t time = m->time - i->start, packets = packets_of(i, m->size);

    if (packets > SCHEDULE_MAX_MESSAGE)
        return text_fail(reason, size,
                         "a message of %" PRIu64 " packets, and %d is the most: give a larger --packet-size", packets,
                         SCHEDULE_MAX_MESSAGE);
    if (time < i->last || time > TRACE_LAST)
        return text_fail(reason, size, "time %" PRIu64 " is before that of the message above, or over 2^53", m->time);
    i->last = time;
    i->messages++;
    fprintf(i->out, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u", time, m->source, m->destination, packets,
            m->traffic_class);
    return 0;
}
