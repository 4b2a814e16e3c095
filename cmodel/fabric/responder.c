/* SPDX-License-Identifier: Apache-2.0 */
#include "responder.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

struct responder *responder_create(const struct responder_settings *settings, const struct schedule_settings *schedule)
{
    struct responder *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->settings = settings;
    schedule_init(&r->schedule, schedule);
    return r;
}

void responder_destroy(struct responder *r)
{
    if (!r)
        return;
    schedule_finish(&r->schedule);
    free(r->incoming);
    free(r->answer);
    free(r);
}

void responder_bare(struct responder *r)
{
    const struct schedule_settings settings = r->schedule.settings;

    schedule_finish(&r->schedule);
    schedule_init(&r->schedule, &settings);
}

static struct responder_incoming *find(const struct responder *r, const struct packet *p)
{
    for (size_t i = 0; i < r->incoming_count; i++)
        if (r->incoming[i].source == p->source && r->incoming[i].message == p->message)
            return &r->incoming[i];
    return NULL;
}

/* The message of a packet that is taken. @return NULL when out of memory */
static struct responder_incoming *incoming_of(struct responder *r, const struct packet *p)
{
    struct responder_incoming *m = find(r, p);

    if (m)
        return m;
    m = memory_grow(r->incoming, r->incoming_count, &r->incoming_size, 4, sizeof *m);
    if (!m)
        return NULL;
    r->incoming = m;
    m += r->incoming_count++;
    *m = (struct responder_incoming){.source = p->source, .message = p->message};
    return m;
}

/* Packets may overtake each other, so that the last one to come need not be the last one of its message. */
int responder_takes(struct responder *r, const struct packet *p)
{
    struct responder_incoming *m = find(r, p);
    unsigned packets = p->last ? p->number + 1u : m ? m->packets : 0, taken = m ? m->taken + 1u : 1;
    int whole = taken == packets && !(p->traffic_class & PACKET_RESPONSE);

    if (whole && r->held >= (uint32_t)r->settings->room)
        return 0;
    m = incoming_of(r, p);
    if (!m)
        return 0;
    m->taken++;
    m->packets = (uint8_t)packets;
    r->held += (uint32_t)whole;
    return 1;
}

int responder_delivered(struct responder *r, const struct packet *p)
{
    struct responder_incoming *m = find(r, p);

    if (!m || ++m->delivered != m->packets)
        return 0;
    *m = r->incoming[--r->incoming_count];
    return 1;
}

int responder_request(struct responder *r, uint64_t now, uint32_t source, uint64_t asked)
{
    struct responder_answer *a = memory_grow(r->answer, r->answer_count, &r->answer_size, 4, sizeof *a);

    if (!a)
        return -1;
    r->answer = a;
    r->answer[r->answer_count++] = (struct responder_answer){
        .release = now + 1 + (uint64_t)r->settings->service_time, .asked = asked, .destination = source};
    return 0;
}

int responder_release(struct responder *r, uint64_t now)
{
    int count = 0;

    for (; (size_t)count < r->answer_count && r->answer[count].release <= now; count++)
        if (schedule_add_job(&r->schedule, (struct schedule_job){.created = now,
                                                                 .asked = r->answer[count].asked,
                                                                 .destination = r->answer[count].destination,
                                                                 .packets = (uint8_t)r->settings->packets,
                                                                 .response = 1}) != 0)
            return -1;
    r->answer_count -= (size_t)count;
    memmove(r->answer, r->answer + count, r->answer_count * sizeof *r->answer);
    return count;
}

static void check(const struct responder *r, int endpoints, struct archive *a)
{
    archive_check(a, r->outstanding <= (uint32_t)r->settings->outstanding && r->held <= (uint32_t)r->settings->room);
    for (size_t i = 0; i < r->answer_count; i++)
        archive_check(a, r->answer[i].destination < (uint32_t)endpoints);
    for (size_t i = 0; i < r->incoming_count; i++)
        archive_check(a,
                      r->incoming[i].source < (uint32_t)endpoints && r->incoming[i].taken >= r->incoming[i].delivered);
}

void responder_archive(struct responder *r, int endpoints, struct archive *a)
{
    archive_section(a, "responder");
    schedule_archive(&r->schedule, a);
    ARCHIVE(a, r->outstanding);
    ARCHIVE(a, r->held);
    archive_array(a, "incoming", (void **)&r->incoming, &r->incoming_count, &r->incoming_size, sizeof *r->incoming);
    archive_array(a, "answer", (void **)&r->answer, &r->answer_count, &r->answer_size, sizeof *r->answer);
    if (a->loading)
        check(r, endpoints, a);
}
