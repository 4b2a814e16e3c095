/* SPDX-License-Identifier: Apache-2.0
 *
 * The families of coverage points: what a point of each stands for, its axes, and
 * which points no input can bring about, with the reason. The order of the values is
 * that of fedx_coverage_internal.h.
 */
#include "../kind/fedx_reject_reasons.h"
#include "fedx_coverage_internal.h"

// clang-format off
#define VALUES(...) (const char *const[]){__VA_ARGS__}
#define NAMED(name, count, ...) {name, count, 0, VALUES(__VA_ARGS__)}
#define NUMBERS(name, from, to) {name, (to) - (from) + 1, from, NULL}
#define PORT NAMED("port", FEDX_PORTS, "0", "1", "2", "3", "4", "5", "PE")
#define BYTE NUMBERS("byte", 0, FEDX_PACKET_BYTES - 1)
#define REASONS(name, from) {name, FEDX_REJECT_BROKEN - (from), 0, reason_keys + (from)}
#define VERDICTS REASONS("verdict", FEDX_REJECT_NONE)
#define OFF_ON "off", "on"
#if FEDX_BUFFERS_MOST == 20
#define CLASSES \
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21-254", "255"
#define CLASS_AFTER "21"
// clang-format on
#else
#define CLASSES "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11-254", "255"
#define CLASS_AFTER "11"
#endif
_Static_assert(!FEDX_VERIFIED || sizeof VALUES(CLASSES) / sizeof *VALUES(CLASSES) == CLASS_VALUES, "a name a class");

static const char *const reason_keys[] = {
#define FEDX_REJECT(name, number, key, words, source) [number] = key,
#include "fedx/fedx_reject_reasons.def"
#undef FEDX_REJECT
};

static const char links_unthrottled[] = "the limits hold for the PE port only (section 9)";

static const char *why_verdict(const int *at)
{
    return at[0] != FEDX_PE_PORT && at[1] == FEDX_REJECT_THROTTLED ? links_unthrottled : NULL;
}

static const char *why_pair(const int *at)
{
    if (at[0] == FEDX_REJECT_THROTTLED && at[1] == FEDX_REJECT_THROTTLED)
        return "only one port, the PE's, can be throttled (section 9)";
    if (at[0] > FEDX_REJECT_NO_BUFFER && at[1] == FEDX_REJECT_NO_BUFFER)
        return "the first one found a free buffer and left it, and no more room is kept than before (section 9)";
    return at[0] == FEDX_REJECT_NO_BUFFER && at[1] == FEDX_REJECT_THROTTLED
               ? "room for the second one only is the room kept for it, and then the limits are lifted (section 9)"
               : NULL;
}

static const char *why_class_bound(const int *at)
{
    return at[0] == FEDX_BUFFERS - 2 && at[1] == BELOW
               ? "of the highest class one packet is held at most: none is at the limit"
               : NULL;
}

static const char *why_class(const int *at)
{
    if (at[0] == 0 && at[1] == RULE_REFUSED)
        return "class 0 needs a free buffer only (section 9)";
    return at[0] >= FEDX_BUFFERS && at[1] == RULE_ON_ADMITTED ? "the rule has no room for classes from B on (section 9)"
                                                              : NULL;
}

static const char *why_one_bit(const int *at)
{
    if (at[1] >= 40 && at[1] < 48)
        return "the flags, which hops and attempts may change, are not compared (section 9)";
    if (at[0] == WITH_WATCHED)
        return NULL;
    if (at[1] < 8)
        return "the number of the packet does not matter for backpressure (section 9)";
    return at[1] >= 56 ? "both have a route, so their destinations are in the table (section 10)" : NULL;
}

static const char *why_ownership(const int *at)
{
    return at[1] != FEDX_PE_PORT && at[0] == OWNER_KEEPS_PRIORITY ? "ejection priority is the PE port's (section 7)"
                                                                  : NULL;
}

static const char *why_next(const int *at)
{
    if (at[1] != THEN_START || at[0] == END_ACCEPTED || at[0] == END_SETTLED)
        return NULL;
    return at[0] == END_EXPIRED ? "after a time-out the port is idle for a cycle first (section 6: available)"
                                : "after a stop comes a gap first (section 6)";
}

static const char *why_receive_abort(const int *at)
{
    return at[0] == FEDX_PACKET_BYTES - 1 ? "after the last byte the frame is whole" : NULL;
}

static const char *why_transmit_abort(const int *at)
{
    if (at[0] == ABORT_CUT)
        return at[1] > FEDX_PACKET_BYTES - 12
                   ? "the arriving frame is 12 bytes ahead or more, and was whole then (section 4)"
                   : NULL;
    if (at[1] == FEDX_PACKET_BYTES - 1)
        return "in the cycle of the last byte the attempt is not stopped any more (section 6)";
    return at[0] == ABORT_LOST && at[1] == 0
               ? "a frame starts in a cycle of ownership, and it takes two without (section 6)"
               : NULL;
}

static const char *why_watch_begin(const int *at)
{
    return at[0] != FEDX_PE_PORT && at[1] == FEDX_REJECT_THROTTLED - FEDX_REJECT_NO_BUFFER ? links_unthrottled : NULL;
}

static const char *why_watch(const int *at)
{
    return at[0] == WATCH_LIFTS && at[1] != FEDX_PE_PORT ? links_unthrottled : NULL;
}

static const char *why_config(const int *at)
{
    return at[1] == ACCESS_WRITE_RACE && (at[0] == CONFIG_STATUS || at[0] == CONFIG_ELSEWHERE)
               ? "writes there do nothing (section 12)"
               : NULL;
}

static const char *why_address_bit(const int *at)
{
    if (at[0] == ADDRESS_TABLE)
        return at[1] < 8 ? "that is another entry (section 12)" : NULL;
    if (at[1] < 2)
        return "that is another setting (section 12)";
    return at[1] == 15 ? "that is an entry of the table (section 12)" : NULL;
}

static const char *why_deroutes(const int *at)
{
    return at[1] == HOP_ABOUT && at[2] == 0 ? "without any a packet keeps to shortest paths (section 10)" : NULL;
}

static const struct coverage_family_info families[FEDX_COVER_FAMILIES] = {
    [FEDX_COVER_VERDICT] =
        {"verdict", "9", "a header of this port gets this verdict", COVER_GRID, {PORT, VERDICTS}, why_verdict},
    [FEDX_COVER_TEST_ORDER] = {"test-order",
                               "9",
                               "a header fails both tests: the first one is the verdict",
                               COVER_LATER,
                               {REASONS("test", FEDX_REJECT_BAD_HEADER)},
                               NULL},
    [FEDX_COVER_PAIR] = {"pair",
                         "9",
                         "two headers of one cycle, served one right after the other: their verdicts",
                         COVER_GRID,
                         {VERDICTS, VERDICTS},
                         why_pair},
    [FEDX_COVER_PAIR_PORTS] = {"pair-ports",
                               "9",
                               "two headers of one cycle: the first port is served before the second",
                               COVER_DISTINCT,
                               {PORT},
                               NULL},
    [FEDX_COVER_DECIDING] =
        {"deciding", "9", "so many headers decide in one cycle", COVER_GRID, {NUMBERS("headers", 1, FEDX_PORTS)}, NULL},
    [FEDX_COVER_FREE] =
        {"free",
         "9",
         "a header reaches test 4 with so many buffers free; of one or two, one kept for the watched packet",
         COVER_GRID,
         {NAMED("free", FREE_SITUATIONS, "0", "1", "1-kept", "2", "2-one-kept"), PORT},
         NULL},
    [FEDX_COVER_CLASS_BOUND] = {"class-bound",
                                "9",
                                "n(i) + 1 against B - i for a header of class i or higher: one below, equal, one over",
                                COVER_GRID,
                                {NUMBERS("i", 1, FEDX_BUFFERS - 1), NAMED("margin", MARGINS, "below", "at", "over")},
                                why_class_bound},
    [FEDX_COVER_CLASS] = {"class",
                          "9",
                          "a header of this distance class comes to test 5 (" CLASS_AFTER ": up to 254)",
                          COVER_GRID,
                          {NAMED("class", CLASS_VALUES, CLASSES),
                           NAMED("outcome", CLASS_OUTCOMES, "rule-off", "passed", "refused")},
                          why_class},
    [FEDX_COVER_SIMILAR] = {"similar",
                            "9",
                            "a header comes to test 6: what similar packets there are",
                            COVER_GRID,
                            {NAMED("mode", 2, "message", "destination"),
                             NAMED("similar", SIMILARITIES, "none", "one-waits", "more-wait", "admitted-in-this-cycle",
                                   "kept-for"),
                             PORT},
                            NULL},
    [FEDX_COVER_SIMILAR_CLASS] =
        {"similar-class",
         "9",
         "a header comes to test 6, and a packet waits that its mode finds similar but for the class, which is so",
         COVER_GRID,
         {NAMED("mode", 2, "message", "destination"), NAMED("backpressure-class", 2, "0", "1"),
          NAMED("class", CLASS_RELATIONS, "lower", "same", "higher")},
         NULL},
    [FEDX_COVER_ONE_BIT] =
        {"one-bit",
         "9",
         "of what is compared a header differs from a waiting packet, the watched one (its own, or that room is kept for), or one admitted "
         "in the cycle, or the watched one from a waiting one, in this bit of the word only",
         COVER_GRID,
         {NAMED("with", COMPARISONS, "waiting", "watched", "admitted", "kept-for", "watched-waiting"),
          NUMBERS("bit", 0, 63)},
         why_one_bit},
    [FEDX_COVER_LIMIT] =
        {"limit",
         "9",
         "a packet of the PE comes to test 7 with so many held; whether the limit is lifted, and by what",
         COVER_GRID,
         {NAMED("limit", 3, "dest", "trans", "total"), NAMED("held", MARGINS, "one-below", "at", "one-above"),
          NAMED("lifted", LIFTS, "no", "overdue", "watch")},
         NULL},
    [FEDX_COVER_MODE] =
        {"mode",
         "12",
         "a packet is admitted at this port in this mode; the middle number: class rule, random selection",
         COVER_GRID,
         {NAMED("backpressure", 4, "none", "message", "destination", "reserved"),
          NAMED("rules", 4, "neither", "class", "random", "both"), PORT},
         NULL},
    [FEDX_COVER_BALANCE] = {"balance",
                            "9",
                            "a packet is admitted at this port with these limits set",
                            COVER_GRID,
                            {NAMED("limits", 8, "none", "dest", "trans", "dest-trans", "total", "dest-total",
                                   "trans-total", "all"),
                             NAMED("ejection-priority", 2, OFF_ON), PORT},
                            NULL},
    [FEDX_COVER_LATENCY] = {"latency",
                            "4",
                            "a whole packet over this port at link latency L",
                            COVER_GRID,
                            {NUMBERS("L", 0, FEDX_MAX_LATENCY), NAMED("way", TRAFFICS, "received", "sent"), PORT},
                            NULL},
    [FEDX_COVER_OWNERSHIP] = {"ownership",
                              "7",
                              "whose turn it is: races, turns given and kept, and grants that come to nothing",
                              COVER_GRID,
                              {NAMED("event", OWNER_EVENTS, "both-ask", "both-ask-other-owns", "gives-after-acceptance",
                                     "gives-after-stop", "gives-after-abort", "gives-after-time-out", "gives-idle",
                                     "gives-as-header-wants", "gives-as-packet-returns", "keeps-unasked",
                                     "keeps-by-priority", "turn-comes-unwanted", "withdraws-request", "one-cycle-loss",
                                     "lost-in-frame", "no-go-turn-lost", "no-go-refuse", "no-go-acc", "no-go-gives-way",
                                     "asked-in-hold"),
                               PORT},
                              why_ownership},
    [FEDX_COVER_NEXT] = {"next",
                         "6",
                         "what follows the end of an attempt or a gap at the same edge",
                         COVER_GRID,
                         {NAMED("end", ENDS, "accepted", "time-out", "stopped", "aborted", "gap-over"),
                          NAMED("then", THENS, "start", "flip", "neither"), PORT},
                         why_next},
    [FEDX_COVER_RECEIVE_ABORT] = {"receive-abort",
                                  "5",
                                  "a frame breaks off on its way in after this byte",
                                  COVER_GRID,
                                  {BYTE},
                                  why_receive_abort},
    [FEDX_COVER_TRANSMIT_ABORT] = {"transmit-abort",
                                   "6",
                                   "a frame on its way out ends with this byte on the wire",
                                   COVER_GRID,
                                   {NAMED("reason", ABORTS, "refused", "ownership-lost", "broken"), BYTE},
                                   why_transmit_abort},
    [FEDX_COVER_DUPLICATE] = {"duplicate",
                              "5, 6",
                              "stop and wait: headers with the old bit, and bits taken over",
                              COVER_GRID,
                              {NAMED("event", DUPLICATES, "same-packet", "other-packet", "take-over",
                                     "take-over-in-hold", "counter-full", "sent-again-after-time-out"),
                               PORT},
                              NULL},
    [FEDX_COVER_RESPONSE] = {"response",
                             "6",
                             "the wait for an acceptance: when it comes, or what holds it back",
                             COVER_GRID,
                             {NAMED("when", RESPONSES, "first-cycle", "second-cycle", "between", "last-cycle-but-one",
                                    "with-time-out", "time-out", "acc-gone-at-second-reading",
                                    "refuse-at-second-reading"),
                              PORT},
                             NULL},
    [FEDX_COVER_THROTTLE] = {"throttle",
                             "9",
                             "the throttle time-out of injections",
                             COVER_GRID,
                             {NAMED("event", THROTTLES, "held-by-limits", "held-by-priority", "admitted-before",
                                    "held-one-before", "passes-at-once", "passes-later", "refused-all-the-same",
                                    "priority-suspended", "time-out-0", "admitted-as-turn-is-kept",
                                    "time-out-lowered-below-count")},
                             NULL},
    [FEDX_COVER_WATCH_BEGIN] = {"watch-begin",
                                "9",
                                "a packet of this port begins to be watched, refused for this",
                                COVER_GRID,
                                {PORT, REASONS("reason", FEDX_REJECT_NO_BUFFER)},
                                why_watch_begin},
    [FEDX_COVER_WATCH] = {"watch",
                          "9",
                          "the watch, by the port that is watched",
                          COVER_GRID,
                          {NAMED("event", WATCHES, "refused-again", "ends-admitted", "ends-away", "ends-128-time-outs",
                                 "one-cycle-before-kept", "first-cycle-kept", "kept-from-another", "new-round",
                                 "next-port", "lifts-limits", "time-out-lowered-below-count"),
                           PORT},
                          why_watch},
    [FEDX_COVER_OCCUPANCY] = {"occupancy",
                              "8",
                              "so many buffers are in this state",
                              COVER_GRID,
                              {NAMED("state", OCCUPANCIES, "used", "queued", "waiting"),
                               NUMBERS("buffers", 0, FEDX_BUFFERS)},
                              NULL},
    [FEDX_COVER_EDGE] = {"edge",
                         "8",
                         "two ports have these effects on the pool, or turns, at one edge",
                         COVER_PAIRS,
                         {NAMED("effect", EDGES, "passed", "accepted", "stopped", "time-out", "start", "admit",
                                "refuse", "abort", "flip")},
                         NULL},
    [FEDX_COVER_STARTS] = {"starts",
                           "11",
                           "so many ports start a frame at one edge",
                           COVER_GRID,
                           {NUMBERS("ports", 1, FEDX_PORTS)},
                           NULL},
    [FEDX_COVER_DEPARTURE] = {"departure",
                              "10, 11",
                              "how the port that a frame starts on was chosen",
                              COVER_GRID,
                              {NAMED("choice", DEPARTURES, "deterministic", "preferred", "another-best",
                                     "round-about-preferred", "round-about"),
                               PORT},
                              NULL},
    [FEDX_COVER_OPEN] = {"open",
                         "10",
                         "this port could start a packet with deroutes left, off its shortest paths, and those are so",
                         COVER_GRID,
                         {NAMED("best", 2, "not-all-occupied", "occupied"), PORT},
                         NULL},
    [FEDX_COVER_DEROUTES] =
        {"deroutes",
         "6, 10",
         "an adaptive packet starts with so many deroutes left: on a shortest path or round about",
         COVER_GRID,
         {NAMED("deroute-hops", 2, "0", "1"), NAMED("hop", HOPS, "best", "round-about"),
          NUMBERS("left", 0, FEDX_MOST_DEROUTES)},
         why_deroutes},
    [FEDX_COVER_DRAW] = {"draw",
                         "10",
                         "random selection for a packet that is admitted",
                         COVER_GRID,
                         {NAMED("draw", DRAWS, "0", "0-stands-still", "1-next-above", "1-around", "1-only-one",
                                "1-none-preferred")},
                         NULL},
    [FEDX_COVER_NO_ROUTE] = {"no-route",
                             "10",
                             "why there is no route for a header of this port",
                             COVER_GRID,
                             {NAMED("reason", NO_ROUTES, "outside-table", "entry-not-valid", "no-allowed-port"), PORT},
                             NULL},
    [FEDX_COVER_RESET] = {"reset",
                          "12",
                          "reset in this state of the port",
                          COVER_GRID,
                          {NAMED("state", RESETS, "idle", "header", "decide", "body", "refusing", "drain", "sending",
                                 "await", "gap"),
                           PORT},
                          NULL},
    [FEDX_COVER_CONFIG] =
        {"config",
         "12",
         "an access to the configuration; race: a header decides on it, looks it up or draws from it in that cycle",
         COVER_GRID,
         {NAMED("address", CONFIG_ADDRESSES, "mode", "limits", "throttle", "random", "status", "table", "elsewhere"),
          NAMED("access", ACCESSES, "read", "write", "write-in-reset", "write-in-last-reset-cycle", "write-race")},
         why_config},
    [FEDX_COVER_PACKET_CHECK_BIT] = {"packet-check-bit",
                                     "5",
                                     "a packet whose check comes out wrong in this bit only",
                                     COVER_GRID,
                                     {NUMBERS("bit", 0, 31), PORT},
                                     NULL},
    [FEDX_COVER_HEADER_BIT] = {"header-bit",
                               "5",
                               "a header whose start code, or check, is wrong in this bit only",
                               COVER_GRID,
                               {NAMED("what", HEADER_BITS, "start-code", "check"), NUMBERS("bit", 0, 7), PORT},
                               NULL},
    [FEDX_COVER_OUTSIDE_BIT] = {"outside-bit",
                                "10",
                                "a header whose destination is outside the table by this bit only",
                                COVER_GRID,
                                {NUMBERS("bit", 8, 15)},
                                NULL},
    [FEDX_COVER_CLASS_BIT] = {"class-bit",
                              "9",
                              "a header is refused at test 5; without this bit its class would not be",
                              COVER_GRID,
                              {NUMBERS("bit", 3, 7)},
                              NULL},
    [FEDX_COVER_LIMIT_BIT] =
        {"limit-bit",
         "9",
         "a packet of the PE comes to test 7; without this bit of a limit the verdict would be another",
         COVER_GRID,
         {NAMED("limit", 3, "dest", "trans", "total"), NUMBERS("bit", 0, 7)},
         NULL},
    [FEDX_COVER_PRIORITY_BIT] =
        {"priority-bit",
         "7",
         "an ejection ends; without this bit of the ejection priority the turn would go the other way",
         COVER_GRID,
         {NUMBERS("bit", 0, 7)},
         NULL},
    [FEDX_COVER_TIME_OUT_BIT] =
        {"time-out-bit",
         "9",
         "a header decides; without this bit a count would be on the other side of its time-out. 128: that a watch may last",
         COVER_GRID,
         {NAMED("of", TIME_OUT_BITS, "throttle-time-out", "throttle-count", "watch-time-out", "watch-age",
                "away-time-out", "away-count", "128-time-outs"),
          NUMBERS("bit", 0, 15)},
         NULL},
    [FEDX_COVER_ADDRESS_BIT] = {"address-bit",
                                "12",
                                "a write one bit away from this address, where nothing can be written",
                                COVER_GRID,
                                {NAMED("address", ADDRESSES, "mode", "limits", "throttle", "random", "table"),
                                 NUMBERS("bit", 0, 15)},
                                why_address_bit},
};

const struct coverage_kind fedx_kind_coverage = {
    .router = &fedx_kind,
    .buffers = FEDX_BUFFERS,
    .family = families,
    .families = FEDX_COVER_FAMILIES,
    .memory_bytes = sizeof(struct fedx_coverage_memory),
    .sample = fedx_coverage_sample_switch,
};
