/* SPDX-License-Identifier: Apache-2.0
 *
 * What the keys of section channels mean to virtual-channel routers: at their defaults nothing but what
 * vcr_settings_usual says, each of them one field and no other, and a sentence for what makes no sense.
 */
#include <stdlib.h>
#include <string.h>

#include "../unit.h"
#include "../assigned.h"
#include "config/scenario_kind.h"
#include "run/session.h"
#include "vcr/kind/vcr_kind.h"
#include "vcr/kind/vcr_via.h"
#include "vcr/kind/vcr_settings.h"

static struct scenario scenario_of(const char *router, const char *topology, const char *assignments)
{
    char text[512];

    snprintf(text, sizeof text, "fabric.router=%s fabric.topology=%s %s", router, topology, assignments);
    return assigned(text);
}

static struct vcr_settings settings_of(const char *router, const char *topology, const char *assignments)
{
    const struct scenario s = scenario_of(router, topology, assignments);
    struct vcr_settings settings;

    setup_kind(&s)->parts->scenario->settings(setup_kind(&s), &s, &settings);
    return settings;
}

/* Builds on the topologies that they are for. */
static const struct {
    const char *router, *topology;
    const struct vcr_parameters *parameters;
} places[] = {{"vcr", "mesh", &vcr_parameters_noc},        {"vcr", "torus", &vcr_parameters_noc},
              {"vcr-tree", "tree", &vcr_parameters_tree},  {"vcr-mesh", "mesh", &vcr_parameters_mesh},
              {"vcr-mesh", "torus", &vcr_parameters_mesh}, {"vcr-wormhole", "mesh", &vcr_parameters_wormhole},
              {"vcr-tree", "mesh", &vcr_parameters_tree},  {"vcr-wormhole", "tree", &vcr_parameters_wormhole}};

TEST(nothing_said_is_as_usual)
{
    unsigned compared = 0;

    for (size_t i = 0; i < sizeof places / sizeof *places; i++, compared++) {
        struct vcr_settings is = settings_of(places[i].router, places[i].topology, ""), usual;
        vcr_settings_usual(places[i].parameters, topology_find(places[i].topology), &usual);
        assert_memory_equal(&is, &usual, sizeof is);
    }
    COMPARED(compared, "settings that are the usual ones");
}

/* A key, and the settings of vcr-mesh in a mesh that it leaves: fields that differ from the usual ones. */
static const struct {
    const char *assignment;
    struct vcr_class_settings class;
    uint8_t link_hold, oldest, alloc_credits;
} meant[] = {
#define CLASS(prefer_, select_, all, redraw_)                                                            \
    {                                                                                                    \
        .adaptive = 1, .select = (select_), .busy_too = (all), .redraw = (redraw_), .prefer = (prefer_), \
        .vc_mask = 0xfffe, .escape_low = 1, .escape_high = 1                                             \
    }
    {"channels.prefer=dimension", CLASS(VCR_PREFER_FIRST, 0, 0, 0), 1, 1, 16},
    {"channels.prefer=diagonal", CLASS(VCR_PREFER_DIAGONAL, 0, 0, 0), 1, 1, 16},
    {"channels.prefer=random", CLASS(VCR_PREFER_RANDOM, 0, 0, 0), 1, 1, 16},
    {"traffic.selection=random", CLASS(VCR_PREFER_RANDOM, 0, 0, 0), 1, 1, 16},
    {"channels.select=random", CLASS(VCR_PREFER_DIAGONAL, VCR_SELECT_RANDOM, 0, 0), 1, 1, 16},
    {"channels.select=credits", CLASS(VCR_PREFER_DIAGONAL, VCR_SELECT_CREDITS, 0, 0), 1, 1, 16},
    {"channels.candidates=all", CLASS(VCR_PREFER_DIAGONAL, 0, 1, 0), 1, 1, 16},
    {"channels.blocked=redraw", CLASS(VCR_PREFER_DIAGONAL, 0, 0, 1), 1, 1, 16},
    {"channels.link_hold=off", CLASS(VCR_PREFER_DIAGONAL, 0, 0, 0), 0, 1, 16},
    {"channels.arbitration=round-robin", CLASS(VCR_PREFER_DIAGONAL, 0, 0, 0), 1, 0, 16},
    {"channels.alloc_credits=depth", CLASS(VCR_PREFER_DIAGONAL, 0, 0, 0), 1, 1, 16},
    {"channels.alloc_credits=1", CLASS(VCR_PREFER_DIAGONAL, 0, 0, 0), 0, 1, 1},
    {"channels.escape=none", {.adaptive = 1, .prefer = VCR_PREFER_DIAGONAL, .vc_mask = 0xffff}, 1, 1, 16},
    {"channels.escape=only", {.prefer = VCR_PREFER_DIAGONAL, .escape_low = 0xffff, .escape_high = 0xffff}, 1, 1, 16},
    {"fabric.topology=torus channels.escape=only",
     {.prefer = VCR_PREFER_DIAGONAL, .escape_low = 0x00ff, .escape_high = 0xff00},
     1,
     1,
     16},
#undef CLASS
};

TEST(each_key_is_a_field)
{
    unsigned compared = 0;

    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++, compared++) {
        struct vcr_settings is = settings_of("vcr-mesh", "mesh", meant[i].assignment);
        for (int k = 0; k < VCR_CLASSES; k++)
            assert_memory_equal(&is.class[k], &meant[i].class, sizeof is.class[k]);
        assert_int_equal(is.link_hold, meant[i].link_hold);
        assert_int_equal(is.oldest, meant[i].oldest);
        assert_int_equal(is.alloc_credits, meant[i].alloc_credits);
    }
    COMPARED(compared, "keys");
}

TEST(inputs_take_turns)
{
    struct vcr_settings usual = settings_of("vcr", "mesh", "channels.arbitration=round-robin"),
                        is = settings_of("vcr", "mesh", "channels.arbitration=input-round-robin");

    assert_int_equal(usual.by_input, 0);
    usual.by_input = 1;
    assert_memory_equal(&is, &usual, sizeof is);
    COMPARED(1, "settings");
}

TEST(senders_say_deflections)
{
    const struct scenario s = scenario_of("vcr-mesh", "torus", "channels.deflections=5");
    static struct setup setup;
    static struct endpoint endpoint;
    struct endpoint_message message = {.job = {.destination = 3, .packets = 1}};
    struct endpoint_slot slot = {.message = &message};
    char error[SCENARIO_ERROR];

    assert_int_equal(setup_init(&setup, &s, error, sizeof error), 0);
    assert_int_equal(endpoint_init(&endpoint, &setup.config.endpoint, 0, 64, NULL), 0);
    assert_int_equal(endpoint_packet(&endpoint, &slot).deroutes, 5);
    endpoint_finish(&endpoint);
    setup_finish(&setup);
    COMPARED(1, "packets");
}

#define TWO_TASKS "channels.second_load=0.1 channels.second_pattern=bit-reversal traffic.pattern=bit-complement "

/* Each has half of the channels: with one way, in dimension order, all of them, else the first one is for escape. */
TEST(two_tasks_have_halves)
{
    struct vcr_settings oblivious =
        settings_of("vcr-wormhole", "mesh",
                    TWO_TASKS "traffic.routing=deterministic channels.prefer=dimension "
                              "channels.second_routing=deterministic channels.second_prefer=dimension");
    struct vcr_settings tailored = settings_of("vcr-wormhole", "mesh",
                                               TWO_TASKS "traffic.routing=deterministic channels.prefer=dimension "
                                                         "channels.second_prefer=diagonal");
    const struct vcr_class_settings first = {.adaptive = 0, .prefer = VCR_PREFER_FIRST, .vc_mask = 0x3};
    const struct vcr_class_settings second = {.adaptive = 0, .prefer = VCR_PREFER_FIRST, .vc_mask = 0xc};
    const struct vcr_class_settings diagonal = {
        .adaptive = 1, .prefer = VCR_PREFER_DIAGONAL, .vc_mask = 0x8, .escape_low = 0x4, .escape_high = 0x4};

    assert_memory_equal(&oblivious.class[0], &first, sizeof first);
    assert_memory_equal(&oblivious.class[1], &second, sizeof second);
    assert_memory_equal(&tailored.class[0], &first, sizeof first);
    assert_memory_equal(&tailored.class[1], &diagonal, sizeof diagonal);
    COMPARED(4, "classes");
}

#define ANSWERED "responses.responses=2 "

/* Requests have the lower half of the channels, responses the upper one, escape channels in either. */
TEST(message_classes_have_halves)
{
    struct vcr_settings shared =
                            settings_of("vcr-wormhole", "mesh", ANSWERED "responses.classes=1 channels.packet_flits=2"),
                        apart = settings_of("vcr-wormhole", "mesh", ANSWERED "channels.packet_flits=2"),
                        ways = settings_of("vcr-mesh", "mesh", ANSWERED "channels.routes=o1turn");
    const struct vcr_class_settings request = {
        .adaptive = 1, .prefer = VCR_PREFER_DIAGONAL, .vc_mask = 0x2, .escape_low = 0x1, .escape_high = 0x1};
    const struct vcr_class_settings response = {
        .adaptive = 1, .prefer = VCR_PREFER_DIAGONAL, .vc_mask = 0x8, .escape_low = 0x4, .escape_high = 0x4};

    assert_memory_equal(&shared.class[0], &shared.class[PACKET_RESPONSE], sizeof request);
    assert_memory_equal(&apart.class[0], &request, sizeof request);
    assert_memory_equal(&apart.class[PACKET_RESPONSE], &response, sizeof response);
    assert_int_equal(ways.class[0].vc_mask, 0x000f);
    assert_int_equal(ways.class[1].escape_low, 0x00f0);
    assert_int_equal(ways.class[2].vc_mask, 0x0f00);
    assert_int_equal(ways.class[3].escape_low, 0xf000);
    assert_int_equal(shared.classes, 1);
    assert_int_equal(apart.classes, 2);
    COMPARED(7, "classes");
}

/* Before and behind an intermediate router, requests and responses: a part of the channels for each. */
TEST(parts_of_ways_have_halves)
{
    struct vcr_settings whole = settings_of("vcr-mesh", "torus", "channels.via=valiant"),
                        answered = settings_of("vcr-mesh", "mesh", ANSWERED "channels.via=romm");
    const struct vcr_class_settings first = {
        .adaptive = 1, .prefer = VCR_PREFER_DIAGONAL, .vc_mask = 0x00fc, .escape_low = 0x0001, .escape_high = 0x0002};
    const struct vcr_class_settings second = {
        .adaptive = 1, .prefer = VCR_PREFER_DIAGONAL, .vc_mask = 0xfc00, .escape_low = 0x0100, .escape_high = 0x0200};

    assert_memory_equal(&whole.class[0], &first, sizeof first);
    assert_memory_equal(&whole.class[1], &second, sizeof second);
    assert_int_equal(whole.via, VCR_VIA_VALIANT);
    for (unsigned k = 0; k < VCR_CLASSES; k++) {
        assert_int_equal(answered.class[k].escape_low, 1u << 4 * k);
        assert_int_equal(answered.class[k].vc_mask, 0xeu << 4 * k);
    }
    assert_int_equal(answered.via, VCR_VIA_ROMM);
    COMPARED(6, "classes");
}

/* Packets are of the class of their task, from beside each other to the nodes of their pattern, and arrive. */
TEST(two_tasks_run)
{
    const struct scenario s =
        scenario_of("vcr-wormhole", "mesh",
                    TWO_TASKS "traffic.load=0.1 traffic.workload=single fabric.rows=4 fabric.cols=4 "
                              "run.cycles=4000 run.warmup=0 run.drain=messages channels.second_routing=deterministic");
    static struct session session;
    char error[SCENARIO_ERROR];

    if (session_prepare(&session, &s, error, sizeof error) != 0 ||
        session_run(&session, NULL, NULL, error, sizeof error) != 0)
        fail_msg("%s", error);
    assert_int_equal(session.setup.topology->endpoints, 32);
    for (int e = 0; e < 32; e++) {
        struct endpoint *pe = fabric_endpoint(session.fabric, e);
        struct source_message m;
        struct endpoint_message message = {.job = {.packets = 1}};
        struct endpoint_slot slot = {.message = &message};
        assert_int_equal(endpoint_packet(pe, &slot).traffic_class, e % 2);
        assert_int_equal(endpoint_packet(pe, &slot).adaptive, e % 2 == 0);
        if (traffic_sends(&session.setup.traffic, e) && source_take(&pe->source, &m))
            assert_int_equal(m.destination, 2 * (e % 2 ? pattern_find("bit-reversal") : pattern_find("bit-complement"))
                                                        ->destination(NULL, (struct topology_shape){4, 4}, e / 2) +
                                                e % 2);
    }
    struct stats stats = fabric_stats(session.fabric);
    assert_true(stats.independent.messages > 100 && stats.hot.messages > 100);
    assert_int_equal(stats.independent.messages + stats.hot.messages, stats.messages);
    assert_true(fabric_drained(session.fabric));
    COMPARED(stats.delivered, "packets of two tasks");
    session_finish(&session);
}

/* Settings of a kind of router on a topology, and the sentence that refuses them. */
static const struct {
    const char *router, *topology, *assignments, *error;
} wrong[] = {
    {"fedx", "xmesh", "channels.prefer=random",
     "--prefer random goes with --router vcr, vcr-tree, vcr-mesh, vcr-deep, vcr-wormhole, not with --router fedx"},
    {"fedx", "xmesh", "channels.deflections=1",
     "--deflections 1 goes with --router vcr, vcr-tree, vcr-mesh, vcr-deep, vcr-wormhole, not with --router fedx"},
    {"vcr-tree", "tree", "channels.prefer=random",
     "--prefer random is of meshes and tori: in a tree straight up is preferred"},
    {"vcr-tree", "tree", "channels.escape=none", "--escape none: a tree has no escape channels"},
    {"vcr-tree", "torus", "channels.escape=only",
     "--escape only needs two channels in a torus, and --router vcr-tree has one"},
    {"vcr-tree", "tree", "channels.deflections=1",
     "--deflections can lock up a tree, which has no escape channels (--no-deadlock-check)"},
    {"vcr-mesh", "mesh", "channels.prefer=diagonal traffic.selection=random",
     "--prefer diagonal does not go with --selection random, which prefers a way that is drawn"},
    {"vcr-mesh", "mesh", "channels.prefer=diagonal fabric.rows=3",
     "3 x 8 mesh: --prefer diagonal is found where sizes are powers of two alone: route tables have one preferred way"},
    {"vcr-mesh", "mesh", "channels.deflections=2 traffic.routing=deterministic",
     "--deflections goes with --routing adaptive"},
    {"vcr-wormhole", "mesh", "channels.deflections=2",
     "--deflections: packets that turn back can lock up where channels do not hold a packet: use --alloc-credits packet "
     "(--no-deadlock-check)"},
    {"vcr", "mesh", "channels.alloc_credits=packet",
     "--alloc-credits packet needs channels that hold a packet of 16 flits; those of --router vcr hold 4"},
    {"vcr-wormhole", "mesh", "channels.link_hold=on",
     "--link-hold on needs room for a whole packet: --alloc-credits packet (--no-deadlock-check)"},
    {"vcr-mesh", "mesh", "channels.arbitration=input-round-robin",
     "--arbitration input-round-robin is for routers where one channel of an input asks at a time: use --speedup off, or "
     "--arbitration round-robin"},
    {"vcr-mesh", "mesh", "channels.iterations=2",
     "--iterations 2 is for routers where one channel of an input asks at a time: use --speedup off"},
    {"vcr", "mesh", TWO_TASKS, "--second-load 0.1: --router vcr has no port for a second endpoint"},
    {"vcr-wormhole", "tree", TWO_TASKS, "--second-load 0.1: --topology tree says itself where endpoints are"},
    {"vcr-wormhole", "torus", TWO_TASKS, "--second-load 0.1: two tasks have their channels in a mesh alone"},
    {"vcr-wormhole", "mesh", TWO_TASKS "channels.escape=none", "--escape does not go with --second-load"},
    {"vcr-wormhole", "mesh", "channels.second_pattern=transpose", "--second-pattern goes with --second-load"},
    {"vcr-wormhole", "mesh", "channels.alloc_credits=1",
     "--alloc-credits 1 can lock up where packets have several ways, or go round a ring: use packet or depth, or in a mesh --routing "
     "deterministic with --prefer dimension (--no-deadlock-check)"},
    {"vcr-wormhole", "torus", "channels.alloc_credits=1 traffic.routing=deterministic channels.prefer=dimension",
     "--alloc-credits 1 can lock up where packets have several ways, or go round a ring: use packet or depth, or in a mesh --routing "
     "deterministic with --prefer dimension (--no-deadlock-check)"},
    {"vcr-mesh", "mesh", "channels.packet_flits=17 channels.alloc_credits=packet",
     "--alloc-credits packet needs channels that hold a packet of 17 flits; those of --router vcr-mesh hold 16"},
    {"vcr-mesh", "mesh", "channels.packet_flits=8 sat.lockstep_terminals=true",
     "--lockstep-terminals: there is no RTL of a terminal with 4 cables to --router vcr-mesh, for packets of 8 flits"},
    {"fedx", "xmesh", "responses.responses=1",
     "--responses 1 goes with --router vcr, vcr-tree, vcr-mesh, vcr-deep, vcr-wormhole, not with --router fedx"},
    {"vcr-mesh", "mesh", "responses.outstanding=4", "--outstanding goes with --responses"},
    {"vcr-mesh", "mesh", "responses.classes=1", "--classes goes with --responses"},
    {"vcr-mesh", "mesh", ANSWERED "traffic.hot_spots=3", "--responses does not go with --hot-spots"},
    {"vcr-mesh", "mesh", ANSWERED "sat.terminal_queue=true", "--responses does not go with --terminal-queue"},
    {"vcr-mesh", "mesh", ANSWERED "fault.faults=single:0.1", "--responses does not go with --faults"},
    {"vcr-wormhole", "mesh", ANSWERED TWO_TASKS "channels.packet_flits=2",
     "--responses does not go with --second-load"},
    {"vcr", "mesh", ANSWERED,
     "--responses needs virtual cut-through: --packet-flits of --depth at most, and --alloc-credits for all of a packet"},
    {"vcr-tree", "tree", ANSWERED, "--classes 2 needs two channels, and --router vcr-tree has one"},
    {"vcr-deep", "mesh", ANSWERED "channels.alloc_credits=packet",
     "--classes 2 needs channels that a packet has for itself: --alloc-credits depth"},
    {"vcr-mesh", "mesh",
     ANSWERED "responses.classes=1 fabric.rows=2 fabric.cols=1 channels.packet_flits=4 channels.depth=4",
     "--classes 1: 2 x 1 mesh: packets can wait for each other for ever, for router 0 port 2 channel 0, then router 1 port 4 "
     "channel 0, then a response of PE 1, then router 1 port 3 channel 0, then router 0 port 4 channel 0, then a response of PE "
     "0, and again: use --classes 2, or --response-room 16, which all outstanding requests cannot fill (--no-deadlock-check)"},
    {"vcr-mesh", "tree", "channels.via=valiant", "--via valiant is not for trees: 4-ary 3-tree"},
    {"vcr-mesh", "hexmesh", "channels.via=romm", "--via romm is for meshes and tori alone: E6 hexmesh"},
    {"vcr-mesh", "mesh", "channels.via=valiant fabric.rows=33",
     "--via valiant is for up to 256 PEs: 33 x 8 mesh has 264"},
    {"vcr-tree", "mesh", "channels.via=valiant", "--via valiant needs 2 channels, and --router vcr-tree has 1"},
    {"vcr-mesh", "mesh", "channels.via=valiant channels.vcs=3 " ANSWERED,
     "--via valiant needs 4 channels, and --router vcr-mesh has 3"},
    {"vcr-mesh", "mesh", "channels.via=valiant channels.deflections=1", "--deflections does not go with --via"},
    {"vcr-wormhole", "mesh", "channels.via=valiant " TWO_TASKS, "--via does not go with --second-load"},
    {"vcr-mesh", "mesh", "channels.via=valiant channels.routes=o1turn",
     "--via valiant does not go with --routes o1turn"},
    {"vcr", "torus", "channels.via=valiant fabric.rows=4 fabric.cols=4",
     "--via valiant: 4 x 4 torus: packets can wait for each other for ever, for router 0 port 0 channel 1, then 1 port 0 "
     "channel 0, then 2 port 0 channel 0, then 3 port 0 channel 0, and again: each half of the way has 2 channels "
     "(--no-deadlock-check)"},
    {"fedx", "xmesh", "channels.packet_flits=8",
     "--packet-flits 8 goes with --router vcr, vcr-tree, vcr-mesh, vcr-deep, vcr-wormhole, not with --router fedx"},
};

TEST(what_makes_no_sense_is_refused)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct scenario s = scenario_of(wrong[i].router, wrong[i].topology, wrong[i].assignments);
        char error[SCENARIO_ERROR] = "";
        assert_int_equal(scenario_check(&s, error, sizeof error), -1);
        assert_string_equal(error, wrong[i].error);
    }
    COMPARED(sizeof wrong / sizeof *wrong, "scenarios refused");
}

/* What the check for deadlock refuses, and nobody else, can be had without it. */
TEST(what_can_lock_up_can_be_had)
{
    static const struct {
        const char *router, *topology, *assignments;
        int refused; /* with the check */
    } given[] = {
        {"vcr-tree", "tree", "channels.deflections=1", 1},
        {"vcr-wormhole", "mesh", "channels.deflections=2", 1},
        {"vcr-wormhole", "mesh", "channels.link_hold=on", 1},
        {"vcr-wormhole", "mesh", "channels.alloc_credits=1", 1},
        {"vcr-mesh", "mesh", "channels.packet_flits=17 channels.deflections=2", 1},
        {"vcr-mesh", "mesh", "channels.packet_flits=17", 0},
        {"vcr-wormhole", "mesh", "channels.alloc_credits=1 traffic.routing=deterministic channels.prefer=dimension", 0},
        {"vcr", "mesh",
         "channels.alloc_credits=1 traffic.routing=deterministic channels.prefer=dimension channels.escape=none", 0},
    };
    unsigned refused = 0;

    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct scenario s = scenario_of(given[i].router, given[i].topology, given[i].assignments);
        char error[SCENARIO_ERROR] = "";
        assert_int_equal(scenario_check(&s, error, sizeof error), given[i].refused ? -1 : 0);
        s.fabric.deadlock_check = 0;
        assert_int_equal(scenario_check(&s, error, sizeof error), 0);
        refused += (unsigned)given[i].refused;
    }
    COMPARED(refused, "scenarios that the check alone refuses");
}

/* What follows from the length of packets: room, the unit of loads, and terminals. */
TEST(packets_have_a_length)
{
    static const struct {
        const char *router, *flits;
        uint8_t alloc_credits, link_hold;
    } given[] = {{"vcr-mesh", "2", 2, 1},   {"vcr-mesh", "15", 15, 1}, {"vcr-mesh", "17", 16, 0},
                 {"vcr-tree", "64", 64, 1}, {"vcr", "4", 4, 0},        {"vcr", "64", 4, 0}};

    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        char assignment[64];
        snprintf(assignment, sizeof assignment, "channels.packet_flits=%s", given[i].flits);
        const struct scenario s = scenario_of(given[i].router, "mesh", assignment);
        struct vcr_settings is = settings_of(given[i].router, "mesh", assignment);
        assert_int_equal(is.packet_flits, atoi(given[i].flits));
        assert_int_equal(is.alloc_credits, given[i].alloc_credits);
        assert_int_equal(is.link_hold, given[i].link_hold);
        assert_int_equal(setup_kind(&s)->packet_cycles(&is), atoi(given[i].flits));
        assert_int_equal(vcr_settings_terminal(&vcr_parameters_mesh, &is, 1).length, atoi(given[i].flits));
    }
    COMPARED(sizeof given / sizeof *given, "lengths");
}

RUN_TESTS
