/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of an endpoint that answers: what it takes, when a message is whole, and when a response is due.
 */
#include "../unit.h"

#include "fabric/responder.h"

static const struct schedule_settings fifo;

static struct packet packet_of(unsigned source, unsigned message, unsigned number, unsigned packets)
{
    return (struct packet){.source = source,
                           .message = (uint16_t)message,
                           .number = (uint8_t)number,
                           .last = (number + 1 == packets) & 1u};
}

/* Only the packet with which a request is whole needs room, whichever that is. */
TEST(takes_while_there_is_room)
{
    const struct responder_settings settings = {.packets = 1, .outstanding = 4, .room = 1, .service_time = 0};
    struct responder *r = responder_create(&settings, &fifo);
    struct packet first = packet_of(3, 7, 0, 1), head = packet_of(4, 7, 0, 2), tail = packet_of(4, 7, 1, 2),
                  other = tail;

    assert_int_equal(responder_takes(r, &first), 1);
    assert_int_equal(r->held, 1);
    assert_int_equal(responder_takes(r, &tail), 1);
    assert_int_equal(responder_takes(r, &head), 0);
    other.traffic_class = PACKET_RESPONSE;
    other.source = 9;
    other.number = 0;
    assert_int_equal(responder_takes(r, &other), 1);
    assert_int_equal(responder_delivered(r, &first), 1);
    assert_int_equal(responder_delivered(r, &tail), 0);
    assert_int_equal(responder_delivered(r, &other), 1);
    r->held = 0;
    assert_int_equal(responder_takes(r, &head), 1);
    assert_int_equal(responder_delivered(r, &head), 1);
    assert_int_equal(responder_delivered(r, &head), 0);
    assert_int_equal(r->incoming_count, 0);
    responder_destroy(r);
}

/* A request that is whole after cycle 99 with a service time of 5 is answered in cycle 105, and those behind it later.
 */
TEST(answers_in_time)
{
    const struct responder_settings settings = {.packets = 3, .outstanding = 4, .room = 4, .service_time = 5};
    struct responder *r = responder_create(&settings, &fifo);

    assert_int_equal(responder_request(r, 99, 2, 40), 0);
    assert_int_equal(responder_request(r, 100, 1, 50), 0);
    assert_int_equal(responder_release(r, 104), 0);
    assert_int_equal(responder_release(r, 105), 1);
    assert_int_equal(responder_release(r, 120), 1);
    assert_int_equal(r->schedule.waiting, 2);
    const struct schedule_job *job = schedule_first(&r->schedule);
    assert_int_equal(job->destination, 2);
    assert_int_equal(job->created, 105);
    assert_int_equal(job->asked, 40);
    assert_int_equal(job->packets, 3);
    assert_int_equal(job->left, 3);
    assert_int_equal(job->response, 1);
    responder_destroy(r);
}

/* What goes on from an archive is the same; one that cannot be is rejected. */
TEST(goes_on_from_an_archive)
{
    const struct responder_settings settings = {.packets = 3, .outstanding = 4, .room = 4, .service_time = 5};
    struct responder *r = responder_create(&settings, &fifo), *again = responder_create(&settings, &fifo);
    struct packet p = packet_of(5, 1, 0, 2);
    struct archive saved = {0}, loaded;

    assert_int_equal(responder_takes(r, &p), 1);
    assert_int_equal(responder_request(r, 99, 2, 40), 0);
    r->outstanding = 3;
    archive_save(&saved);
    responder_archive(r, 8, &saved);
    assert_int_equal(archive_end(&saved), 0);
    archive_load(&loaded, saved.bytes, saved.length);
    responder_archive(again, 8, &loaded);
    assert_int_equal(archive_end(&loaded), 0);
    assert_int_equal(again->outstanding, 3);
    assert_memory_equal(again->answer, r->answer, sizeof *r->answer);
    assert_memory_equal(again->incoming, r->incoming, sizeof *r->incoming);
    r->outstanding = 5;
    archive_save(&saved);
    responder_archive(r, 8, &saved);
    archive_load(&loaded, saved.bytes, saved.length);
    responder_archive(again, 8, &loaded);
    assert_int_equal(archive_end(&loaded), -1);
    archive_finish(&saved);
    responder_destroy(r);
    responder_destroy(again);
}

RUN_TESTS
