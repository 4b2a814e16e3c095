// SPDX-License-Identifier: Apache-2.0
//
// Plays a script at the ports of a network of routers, and checks what comes out: that each packet that goes in comes out once,
// where it was sent to, whole, unchanged, and behind those of its flow that went in before it. Verilog-2005 for any simulator.
//
// script.vh has the script and what the ports are like; network.v has the network, module fedx_dut_wrapper. Its inputs are set
// while the clock is low, and its outputs are looked at before the clock rises: ready and valid may depend on each other.
//
// A router with responses has a second bench of this text, responses.v: its inputs are those of targets, its outputs are those that
// requesters have for what targets answer. Each class of messages but the first one has benches of this text, too, class_NAME.v: in a
// chain from testbench on, whose clock and network they have.
//
// The last line begins with PASS: or FAIL:. Arguments: +vcd writes testbench.vcd, +fst testbench.fst (Verilator with --trace-fst); +cocotb leaves the end of the run to somebody else, who
// looks at ended and passed.
`timescale 1ns / 1ns
`default_nettype none

module @MODULE@;
    `include "@SCRIPT@"

    // The network ---------------------------------------------------------------------------------------------------------
    localparam HEADER_IN = SOURCES * (1 + WORDS) + SINKS, HEADER_OUT = SOURCES + SINKS * (1 + WORDS) + OPENS + WIRES;
    localparam SIDE_IN = HEADER_IN + (HEADERS ? SOURCES * (1 + WORDS) + SINKS : 0);
    localparam SIDE_OUT = HEADER_OUT + (HEADERS ? SOURCES + SINKS * (1 + WORDS) : 0);
    localparam CLOCK_WORD = SIDE_IN + SIDES, IN = CLOCK_WORD + (CLOCKS > 0), OUT = SIDE_OUT + SIDE_ROUTERS * SIDE_OUTS;
    localparam IN_WORDS = IN < 3 ? 3 : IN, OUT_WORDS = OUT < 3 ? 3 : OUT;
    localparam FLIT = 32 * WORDS;

    reg [32*IN_WORDS-1:0] in = 0;
    wire [32*OUT_WORDS-1:0] out;
`ifdef FEDX_IS_RESPONSES
    assign out = testbench.all_out[32*OUT_FROM +: 32*OUT_WORDS];
`else
    // What this class drives, and those behind it
    wire [32*ALL_IN-1:0] all_in;
    `ifdef FEDX_RESPONSES
    @ANSWERS@ answers ();
        `ifdef FEDX_ALSO
    @NEXT@ also ();
    assign all_in = {also.all_in, answers.in, in};
        `else
    assign all_in = {answers.in, in};
        `endif
    `elsif FEDX_ALSO
    @NEXT@ also ();
    assign all_in = {also.all_in, in};
    `else
    assign all_in = in;
    `endif
    `ifdef FEDX_IS_CLASS
    assign out = testbench.all_out[32*OUT_FROM +: 32*OUT_WORDS];
    `else
    reg clk = 1, rst = 1, tick = 0, drive = 0, sample = 0;
    wire [32*ALL_OUT-1:0] all_out;
    assign out = all_out[32*OUT_WORDS-1:0];
    fedx_dut_wrapper dut (.clk(clk), .tick(tick), .rst(rst), .in(all_in), .out(all_out));
    `endif
`endif

    // The bench -----------------------------------------------------------------------------------------------------------
    // of sources
    integer at [0:SOURCES*CHANNELS-1];               // next flit of the script in each virtual channel; its end: none
    integer offers [0:SOURCES-1];               // the flit that is on the wires; -1: none
    integer credit [0:SOURCES*CHANNELS-1];
    integer since [0:SOURCES-1], waits_for [0:SOURCES-1]; // cycle from which on its flit waits, and which one
    integer amid [0:SOURCES-1];               // the lane whose packet others must wait for; -1: none
    integer hidden [0:SOURCES-1];               // cycle before which it shows nothing
    integer end_of [0:SOURCES-1];               // of its part of the script
    integer open_requests [0:SOURCES-1];        // without a response
    // of packets
    integer taken [0:PACKETS], came [0:PACKETS], place [0:PACKETS], whole_at [0:PACKETS], shown [0:PACKETS], went [0:PACKETS];
    integer copy_came [0:(PACKETS+1)*COPIES-1]; // flits that came out of each output
    reg     lost [0:PACKETS], alone [0:PACKETS], began [0:PACKETS], through [0:PACKETS];
    // of sinks
    integer under [0:SINKS*CHANNELS-1];              // packet under way, -1: none
    integer held [0:SINKS*CHANNELS-1];
    integer owed [0:SINKS-1];                        // responses
    integer latest [0:SINKS-1];                      // packet + 1 that began to come out last; 0: none
    reg     waited [0:SINKS-1];
    reg [FLIT-1:0] last [0:SINKS-1];

    // of clocks: a cycle is an edge of any of them
    reg [31:0] ticks, resets;                        // those that rise in this cycle, and those that are under reset
    integer gap = 0;                                 // time until the clock falls, besides that of one unit
    integer instant, c;                              // cycles since the beginning, with those of the reset
    integer own [0:31];                              // cycles of each clock
    integer went_in [0:PACKETS], went_out [0:PACKETS]; // ... of its input, and of its output, when a packet went in

    integer now, moved, quiet, waits, on_way, failed, s, k, v, i, p, q, found, resetting;
    localparam SERIES = IS_RESPONSES ? SINKS : SOURCES; // of packets whose numbers follow each other
    integer oldest [0:SERIES-1], newest [0:SERIES-1]; // packets of a series that may be inside: those before are through
    integer lone;                                    // the packet that went in last while there was no other one
    integer window, window_flits;                    // cycles in which all inputs had a flit, -1: it is over; flits that came out in them
    // of properties, since the last reset: flits of an input that are inside, and cycles for which it has no room
    integer stored [0:SOURCES-1], blocked_for [0:SOURCES-1];
    integer next_out [0:SOURCES*CHANNELS-1], grants [0:SOURCES*CHANNELS-1]; // the packet that is to come out next; those of others before it
    reg     could [0:SINKS-1], all_held;
    integer j, shared;                               // shared: virtual channel of an output whose flit is taken
    // of pins beside the ports, since the last reset
    integer side_at [0:SIDES];                       // move that is under way, or next
    integer selected, chosen;                        // the input that has its turn, and its packet; -1: none
    integer pulses [0:SIDE_OUTS], count, shows, phase, still; // still: cycles in which nothing moved
    reg     takes, begun, ended, passed, stirred;
    // of headers: the packet whose header is next at an input, and the cycle from which on it is offered, -1: it is not
    integer header_of [0:SOURCES-1], header_since [0:SOURCES-1];
    integer headers_out [0:SINKS-1], begun_out [0:SINKS-1]; // that came out of an output, and packets that began to
    localparam HEADER_LOG = HEADERS ? SINKS * (PACKETS + 1) : 1;
    reg [FLIT-1:0] header_log [0:HEADER_LOG-1], header_last [0:SINKS-1];
    integer begun_log [0:HEADER_LOG-1];
    reg     headed [0:PACKETS], header_waited [0:SINKS-1];
    reg [31:0] valid, back;
    reg [FLIT-1:0] flit, asking; // asking: what has bits of a request, as its target gets them

    // What a router does while it is treated in ways that none can be right in is not looked at: that is before cycle ABUSED.
    task fail;
        begin
            if (now >= ABUSED) failed = failed + 1;
        end
    endtask

    // packet_kind: 0 legal; of the others 1 nothing is expected, 2 it is dropped, 3 perhaps, 4 it needs no credits, 5 its valid is
    // taken back once, 6 it may be dropped, whole.
    function automatic awaited;
        input integer packet;
        awaited = packet_kind[packet] == 0;
    endfunction

    // It has a place where it must come out.
    function automatic led;
        input integer packet;
        led = packet_kind[packet] == 0 || packet_kind[packet] == 6;
    endfunction

    // A requester has its responses in the order of its requests.
    function automatic integer series;
        input integer packet;
        series = IS_RESPONSES ? packet_to[packet] : packet_from[packet];
    endfunction

    function automatic goes;
        input integer packet, sink;
        goes = CAST ? packet_outputs[packet][sink % 64] : packet_to[packet] == sink;
    endfunction

    // Its first flit may come out: of several outputs one may take it before the input does.
    function automatic there;
        input integer packet;
        there = taken[packet] > 0 || (WIDTHS && went[packet] >= 0) || (SHOWS && shown[packet] >= 0);
    endfunction

    // Where copy_came has what came of a packet out of an output.
    function automatic integer copy_of;
        input integer packet, sink;
        copy_of = packet*COPIES + (CAST ? sink : 0);
    endfunction

    // Nothing is under way.
    task clear;
        begin
            for (s = 0; s < SOURCES; s = s + 1) begin
                offers[s] = -1;
                hidden[s] = 0;
                amid[s] = -1;
                waits_for[s] = -1;
                header_since[s] = -1;
                header_of[s] = 0;
                seek_header;
                open_requests[s] = 0;
                stored[s] = 0;
                blocked_for[s] = 0;
                for (v = 0; v < CHANNELS; v = v + 1) next_out[s*CHANNELS+v] = -1;
                for (v = 0; v < CHANNELS; v = v + 1) credit[s*CHANNELS+v] = in_depth[s*CHANNELS+v];
            end
            for (k = 0; k < SINKS; k = k + 1) begin
                owed[k] = 0;
                latest[k] = 0;
                waited[k] = 0;
                header_waited[k] = 0;
                headers_out[k] = 0;
                begun_out[k] = 0;
                could[k] = 0;
                for (v = 0; v < CHANNELS; v = v + 1) begin
                    under[k*CHANNELS+v] = -1;
                    held[k*CHANNELS+v] = 0;
                end
            end
            on_way = 0;
            for (i = 0; i < SIDE_OUTS; i = i + 1) pulses[i] = 0;
            still = 0;
        end
    endtask

    // Headers -------------------------------------------------------------------------------------------------------------
    // Past those of other inputs, of packets that a reset took away, and of those that went in.
    task seek_header;
        begin
            found = !HEADERS;
            while (!found && header_of[s] < PACKETS)
                if (packet_from[header_of[s]] != s || lost[header_of[s]] || (header_since[s] < 0 && taken[header_of[s]] > 0)) header_of[s] = header_of[s] + 1;
                else found = 1;
        end
    endtask

    // Whether the first flit of packet p may be offered: packet_order 0 behind its header, 1 some cycles after it is offered.
    function automatic header_lets;
        input integer source, packet;
        header_lets = !HEADERS || header_of[source] > packet ||
                      (header_of[source] == packet && (packet_order[packet] > 1 || (packet_order[packet] == 1 && header_since[source] >= 0 &&
                                                                                     now > header_since[source] + packet_lag[packet])));
    endfunction

    // A requester has as many open requests as it may.
    function automatic source_full;
        input integer source;
        source_full = OUTSTANDING > 0 && open_requests[source] >= OUTSTANDING;
    endfunction

    // A header may be sent while packets before its own go in.
    function automatic goes_ahead;
        input integer packet, other;
        goes_ahead = packet - other <= packet_ahead[packet] && packet_phase[packet] == packet_phase[other] &&
                     !source_full(packet_from[packet]);
    endfunction

    function automatic header_taken;
        input integer packet;
        header_taken = HEADERS && header_of[packet_from[packet]] > packet;
    endfunction

    // 2 in the cycle of the first flit, 3 some cycles later.
    task drive_header;
        begin
            p = header_of[s];
            i = at[s*CHANNELS];
            found = i < first[s+1];
            if (found) found = release_cycle[i] <= now && !held_back(i);
            if (header_since[s] < 0 && resetting == 0 && p < PACKETS) begin
                if (packet_order[p] < 2 ? found && (release_packet[found ? i : 0] == p || goes_ahead(p, release_packet[found ? i : 0]))
                                        : shown[p] >= 0 && (packet_order[p] == 2 || now > shown[p] + packet_lag[p])) header_since[s] = now;
            end
            in[32*(HEADER_IN + s*(1+WORDS)) +: 32] = header_since[s] >= 0;
            in[32*(HEADER_IN + s*(1+WORDS) + 1) +: FLIT] = header_since[s] >= 0 ? word[base[p]] : {WORDS{32'ha5a5a5a5}};
            if (header_since[s] >= 0 && !found) waits = waits + 1;
        end
    endtask

    task sample_header;
        if (header_since[s] >= 0 && out[32*(HEADER_OUT+s)] !== 1'b0) begin
            moved = now;
            $display("@KIND@cycle %0d: the header of packet %0d goes in at input %0d", now, header_of[s], s);
            if (out[32*(HEADER_OUT+s)] === 1'bx) begin
                $display("@KIND@cycle %0d: input %0d: what comes back for its header is unknown", now, s);
                fail;
            end
            p = header_of[s];
            header_of[s] = p + 1;
            seek_header;
            header_since[s] = -1;
            note_header;
        end
    endtask

    // The header and the packet with the same number of output k: a header is that of its packet.
    task match_header;
        input integer number;
        begin
            q = begun_log[k*(PACKETS+1)+number];
            if (CHECK_HEADER && ((word[base[q]] ^ header_log[k*(PACKETS+1)+number]) & HEADER_LOOK) !== {FLIT{1'b0}}) begin
                $display("@KIND@cycle %0d: packet %0d comes out of output %0d with header %h, must be %h", now, q, k,
                         header_log[k*(PACKETS+1)+number] & HEADER_LOOK, word[base[q]] & HEADER_LOOK);
                fail;
            end
            headed[q] = 1;
            asking = header_log[k*(PACKETS+1)+number];
            note_headed;
        end
    endtask

    // Packet p begins to come out of output k.
    task begin_header;
        if (begun_out[k] < PACKETS) begin
            begun_log[k*(PACKETS+1)+begun_out[k]] = p;
            begun_out[k] = begun_out[k] + 1;
            if (begun_out[k] <= headers_out[k]) match_header(begun_out[k] - 1);
        end
    endtask

    task observe_header;
        begin
            valid = out[32*(HEADER_OUT + SOURCES + k*(1+WORDS)) +: 32];
            flit = out[32*(HEADER_OUT + SOURCES + k*(1+WORDS) + 1) +: FLIT];
            if (^valid === 1'bx) begin
                $display("@KIND@cycle %0d: output %0d: the valid of its header is unknown", now, k);
                fail;
            end
            if (CHECK_STABLE && header_waited[k] && (valid == 0 || flit !== header_last[k])) begin
                $display("@KIND@cycle %0d: output %0d changes its header before it was taken, or takes it back", now, k);
                fail;
            end
            back = in[32*(HEADER_IN + SOURCES*(1+WORDS) + k) +: 32];
            header_waited[k] = valid != 0 && back == 0;
            header_last[k] = flit;
            if (valid != 0 && back != 0) begin
                moved = now;
                $display("@KIND@cycle %0d: a header comes out of output %0d", now, k);
                if (headers_out[k] >= PACKETS) begin
                    $display("@KIND@cycle %0d: output %0d sends more headers than there are packets", now, k);
                    if (CHECK_HEADER) fail;
                end else begin
                    header_log[k*(PACKETS+1)+headers_out[k]] = flit;
                    headers_out[k] = headers_out[k] + 1;
                    if (headers_out[k] <= begun_out[k]) begin
                        match_header(headers_out[k] - 1);
                        p = q;
                        if (through[p]) finish_packet;
                    end
                end
            end
        end
    endtask

    // Sources -------------------------------------------------------------------------------------------------------------
    // Past other virtual channels, and what a reset took away.
    task seek;
        begin
            found = 0;
            while (!found && at[s*CHANNELS+v] < end_of[s])
                if (packet_vc[release_packet[at[s*CHANNELS+v]]] != v || lost[release_packet[at[s*CHANNELS+v]]]) at[s*CHANNELS+v] = at[s*CHANNELS+v] + 1;
                else found = 1;
        end
    endtask

    // A request that must not go before a response comes.
    function automatic held_back;
        input integer due;
        held_back = release_flit[due] == 0 && !header_taken(release_packet[due]) && source_full(packet_from[release_packet[due]]);
    endfunction

    // A flit that is due waits no longer than was promised, while no output is held up; looked at when it goes in.
    task check_wait;
        begin
            q = -1;
            for (k = 0; k < IN_CHANNELS; k = k + 1) begin
                i = at[s*CHANNELS+k];
                if (i < end_of[s])
                    if (release_cycle[i] <= now && !held_back(i) && (q < 0 || release_cycle[i] < release_cycle[q < 0 ? 0 : q])) q = i;
            end
            if (STARVATION > 0 && waits_for[s] >= 0 && q != waits_for[s] && own[in_clock[s]] - 1 - since[s] > STARVATION) begin
                $display("@KIND@cycle %0d: input %0d waited for %0d cycles with flit %0d of packet %0d", now, s, own[in_clock[s]] - 1 - since[s],
                         release_flit[waits_for[s]], release_packet[waits_for[s]]);
                fail;
            end
            if (q != waits_for[s]) since[s] = own[in_clock[s]];
            waits_for[s] = q;
        end
    endtask

    // Virtual channels take turns, so that one of them does not hold up another.
    // A flit is due, whether its clock rises or not.
    task count_wait;
        begin
            found = 0;
            for (v = 0; v < IN_CHANNELS; v = v + 1) begin
                i = at[s*CHANNELS+v];
                if (i < end_of[s]) if (release_cycle[i] <= now && !held_back(i)) found = 1;
            end
            waits = waits + found;
        end
    endtask

    task drive_source;
        begin
            if (offers[s] >= 0 && now < ABUSED)
                if (packet_kind[release_packet[offers[s]]] == 5 && release_flit[offers[s]] == 0 && shown[release_packet[offers[s]]] + 1 == own[in_clock[s]])
                    hidden[s] = now + 1 + packet_hidden[release_packet[offers[s]]];
            if (LANES == 0 || resetting != 0 || now < hidden[s]) offers[s] = -1; // what lanes share stays until it is taken
            for (k = 0; k < IN_CHANNELS; k = k + 1) begin
                v = amid[s] >= 0 ? amid[s] : (own[in_clock[s]] + k) % IN_CHANNELS;
                i = at[s*CHANNELS+v];
                if (i < end_of[s] ? release_cycle[i] <= now && !held_back(i) : 0) begin
                    if (offers[s] < 0 && (release_flit[i] > 0 || header_lets(s, release_packet[i])) && resetting == 0 && now >= hidden[s] &&
                        (IN_CREDITS == 0 || credit[s*CHANNELS+v] > (packet_kind[release_packet[i]] == 4 ? -OVERRUN : 0))) offers[s] = i;
                end
            end
            check_wait;
            i = offers[s] < 0 ? 0 : offers[s];
            p = offers[s] < 0 ? 0 : release_packet[i];
            if (offers[s] >= 0 && shown[p] < 0) shown[p] = own[in_clock[s]];
            if (offers[s] >= 0 && p > newest[series(p)]) newest[series(p)] = p;
            in[32*s*(1+WORDS) +: 32] = offers[s] < 0 ? 32'd0 : LANES > 0 ? 32'd1 : 32'd1 << packet_vc[p];
            in[32*(s*(1+WORDS)+1) +: FLIT] = offers[s] < 0 ? {WORDS{32'ha5a5a5a5}} : word[base[p] + release_flit[i]];
            if (offers[s] >= 0) put_match;
        end
    endtask

    // Cycles since packet p went in, of the slower one of the clocks of its input and its output.
    function automatic integer inside_for;
        input dummy;
        integer at_output;
        begin
            inside_for = own[in_clock[packet_from[p]]] - went_in[p];
            at_output = own[out_clock[packet_to[p]]] - went_out[p];
            if (at_output < inside_for) inside_for = at_output;
        end
    endfunction

    // Packet p begins to go in.
    task note_first;
        begin
            went[p] = now;
            went_in[p] = own[in_clock[packet_from[p]]];
            went_out[p] = own[out_clock[packet_to[p]]];
            if (awaited(p)) begin
                alone[p] = on_way == 0;
                if (on_way == 0) lone = p;
                else alone[lone] = 0;
                on_way = on_way + 1;
            end
        end
    endtask

    task take_in;
        begin
            p = release_packet[offers[s]];
            v = packet_vc[p];
            if (IN_CREDITS != 0) credit[s*CHANNELS+v] = credit[s*CHANNELS+v] - 1;
            if (release_flit[offers[s]] == 0 && went[p] < 0) note_first;
            if (release_flit[offers[s]] == 0)
                $display("@KIND@cycle %0d: packet %0d goes in at input %0d, for output %0d, %0d flits", now, p, s, packet_to[p], packet_flits[p]);
            taken[p] = taken[p] + 1;
            note_in;
            stirred = 1;
            if (taken[p] > gone(came[p])) stored[s] = stored[s] + 1; // else it came out already
            if (SHOWS && taken[p] == packet_flits[p] && through[p]) finish_packet;
            if (taken[p] == packet_flits[p]) whole_at[p] = now;
            if (taken[p] == packet_flits[p] && (packet_kind[p] == 2 || packet_kind[p] == 3) && came[p] == 0) stored[s] = stored[s] - packet_flits[p];
            amid[s] = LANES > 0 && !LANE_INPUTS && release_flit[offers[s]] < packet_flits[p] - 1 ? v : -1;
            at[s*CHANNELS+v] = offers[s] + 1;
            offers[s] = -1;
            seek;
            moved = now;
        end
    endtask

    task sample_source;
        begin
            back = out[32*s +: 32];
            if (^back === 1'bx) begin
                $display("@KIND@cycle %0d: input %0d: what comes back is unknown: %b", now, s, back[VCS-1:0]);
                fail;
            end
            if (IN_YUMI && CHECK_HANDSHAKE && back != 0 && in[32*s*(1+WORDS) +: 32] == 0) begin
                $display("@KIND@cycle %0d: input %0d says yumi while valid is 0", now, s);
                fail;
            end
            if (offers[s] >= 0) begin
                // A router that parts flits may send the first parts of one that it takes with the last part.
                p = release_packet[offers[s]];
                if (WIDTHS && release_flit[offers[s]] == 0 && went[p] < 0) note_first;
                if (IN_CREDITS != 0 || back[LANES > 0 ? 0 : packet_vc[release_packet[offers[s]]]]) take_in;
            end
            for (v = 0; v < VCS; v = v + 1)
                if (IN_CREDITS != 0 && back[v] === 1'b1) begin
                    moved = now;
                    credit[s*CHANNELS+v] = credit[s*CHANNELS+v] + 1;
                    if (CHECK_CREDITS && credit[s*CHANNELS+v] > in_depth[s*CHANNELS+v]) begin
                        $display("@KIND@cycle %0d: input %0d gives back a credit that nothing took", now, s);
                        fail;
                    end
                end
        end
    endtask

    // Sinks ---------------------------------------------------------------------------------------------------------------
    task drive_sink;
        begin
            takes = resetting == 0 && (TARGET == 0 || under[k*CHANNELS] >= 0 || headers_out[k] > begun_out[k] || owed[k] < TARGET) && (now >= ACTIVE || !stalled[k*(ACTIVE+1) + (now < ACTIVE ? now : ACTIVE)]);
            in[32*(SOURCES*(1+WORDS)+k) +: 32] = OUT_CREDITS == 0 && takes ? {32{1'b1}} >> (32 - VCS) : 32'd0;
            found = 0;
            for (i = 0; i < VCS && OUT_CREDITS != 0 && takes; i = i + 1) begin
                v = (own[out_clock[k]] + i) % VCS;
                if (!found && held[k*CHANNELS+v] > 0) begin
                    found = 1;
                    held[k*CHANNELS+v] = held[k*CHANNELS+v] - 1;
                    in[32*(SOURCES*(1+WORDS)+k) +: 32] = 32'd1 << v;
                    moved = now;
                end
            end
        end
    endtask

    // The packet on its way that begins with this flit; -1: none.
    task find_packet;
        begin
            found = -1;
            for (i = 0; i < SERIES && found < 0; i = i + 1) begin
                s = IS_RESPONSES ? (k + i) % SERIES : i; // those that this requester waits for come first
                q = 0; // an older one is not through
                for (p = oldest[s]; p <= newest[s] && found < 0; p = p + 1) begin
                    if (BY_ORDER ? goes(p, k) && awaited(p) : ((word[base_out[p]] ^ flit) & look[base_out[p]]) === {FLIT{1'b0}})
                        if (there(p) && copy_came[copy_of(p, k)] == 0 && !lost[p] && (ABUSED == 0 || led(p))) found = p;
                    if (!lost[p] && !through[p]) q = 1;
                    if (q == 0) oldest[s] = p + 1;
                end
            end
            if (BY_ORDER && found >= 0)
                if (((word[base_out[found]] ^ flit) & look[base_out[found]]) !== {FLIT{1'b0}}) begin
                    $display("@KIND@cycle %0d: output %0d: flit 0 of packet %0d is %h, must be %h", now, k, found, flit & look[base_out[found]],
                             word[base_out[found]] & look[base_out[found]]);
                    fail;
                end
            if (found < 0 && ABUSED == 0) begin
                for (p = 0; p < PACKETS; p = p + 1)
                    if (copy_came[copy_of(p, k)] > 0 && ((word[base_out[p]] ^ flit) & look[base_out[p]]) === {FLIT{1'b0}})
                        $display("@KIND@cycle %0d: packet %0d comes out of output %0d, and came out of output %0d already", now, p, k, CAST ? k : place[p]);
                    else if (lost[p] && ((word[base_out[p]] ^ flit) & look[base_out[p]]) === {FLIT{1'b0}})
                        $display("@KIND@cycle %0d: packet %0d, from before the reset, comes out of output %0d", now, p, k);
                $display("@KIND@cycle %0d: output %0d: no packet on its way begins with %h", now, k, flit);
                fail;
            end
        end
    endtask

    // Properties ----------------------------------------------------------------------------------------------------------
    // An input that takes nothing for long while all outputs are held up is full.
    task check_room;
        begin
            all_held = now < ACTIVE;
            for (k = 0; k < SINKS && all_held; k = k + 1) all_held = stalled[k*(ACTIVE+1) + now];
            for (s = 0; s < SOURCES; s = s + 1) begin
                back = out[32*s +: 32] & in[32*s*(1+WORDS) +: 32];
                found = IN_CREDITS == 0 && offers[s] >= 0 && back == 0;
                for (v = 0; v < CHANNELS; v = v + 1)
                    if (IN_CREDITS != 0 && offers[s] < 0 && at[s*CHANNELS+v] < end_of[s])
                        if (release_cycle[at[s*CHANNELS+v]] <= now) found = 1;
                if (ticks[in_clock[s]]) blocked_for[s] = all_held && found ? blocked_for[s] + 1 : 0;
                if (ticks[in_clock[s]] && blocked_for[s] == BLOCKED && stored[s] < CAPACITY) begin
                    $display("@KIND@cycle %0d: input %0d takes no more with %0d of its flits inside, must take %0d", now, s, stored[s], CAPACITY);
                    fail;
                end
            end
        end
    endtask

    // A flit of a packet is at its input, and does not go in.
    function automatic is_blocked;
        input integer packet;
        integer due, of;
        begin
            of = packet_from[packet];
            due = at[of*CHANNELS + packet_vc[packet]];
            is_blocked = due < end_of[of];
            if (is_blocked) begin
                if (release_packet[due] != packet) is_blocked = 0;
                else is_blocked = IN_CREDITS == 0 ? offers[of] == due : release_cycle[due] <= now && credit[of*CHANNELS + packet_vc[packet]] <= 0;
            end
        end
    endfunction

    // A packet begins at output k before those that are to come out next of other inputs.
    task check_fair;
        for (s = 0; s < SOURCES; s = s + 1)
            for (j = 0; j < CHANNELS && s != packet_from[found]; j = j + 1) begin
                q = 0;
                while (q < PACKETS && (packet_from[q] != s || packet_vc[q] != j || lost[q] || through[q] || !awaited(q))) q = q + 1;
                if (next_out[s*CHANNELS+j] != q) grants[s*CHANNELS+j] = 0;
                next_out[s*CHANNELS+j] = q;
                if (q < PACKETS)
                    if (packet_to[q] == k && came[q] == 0 && (taken[q] == packet_flits[q] ? whole_at[q] < now : is_blocked(q))) begin
                        grants[s*CHANNELS+j] = grants[s*CHANNELS+j] + 1;
                        if (grants[s*CHANNELS+j] > FAIR) begin
                            $display("@KIND@cycle %0d: %0d packets of other inputs begin before packet %0d, must be %0d at most", now, grants[s*CHANNELS+j],
                                     q, FAIR);
                            fail;
                        end
                    end
            end
    endtask

    // A first flit is on the wires of output k before all of its packet is in.
    task check_whole;
        for (p = 0; p < PACKETS; p = p + 1)
            if (taken[p] > 0 && taken[p] < packet_flits[p] && copy_came[copy_of(p, k)] == 0 && !lost[p] && ((word[base_out[p]] ^ flit) & look[base_out[p]]) === {FLIT{1'b0}}) begin
                $display("@KIND@cycle %0d: packet %0d begins to come out of output %0d when %0d of its flits are in", now, p, k, taken[p]);
                fail;
            end
    endtask

    // Output k takes flits within a packet, and none comes. With credits it can when there was one in the cycle before, too.
    task check_gap;
        begin
            found = -1;
            takes = OUT_CREDITS == 0 ? back != 0 : could[k];
            could[k] = 0;
            for (v = 0; v < CHANNELS; v = v + 1)
                if (under[k*CHANNELS+v] >= 0) begin
                    found = under[k*CHANNELS+v];
                    if (held[k*CHANNELS+v] < out_depth[k*CHANNELS+v]) could[k] = 1;
                end
            if (found >= 0 && valid == 0 && takes && (OUT_CREDITS == 0 || could[k])) begin
                $display("@KIND@cycle %0d: packet %0d has a gap behind its flit %0d at output %0d", now, found, copy_came[copy_of(found, k)] - 1, k);
                fail;
            end
        end
    endtask

    task check_head;
        begin
            p = found;
            if (FAIR >= 0) check_fair;
            $display("@KIND@cycle %0d: packet %0d comes out of output %0d", now, p, k);
            if (!awaited(p) && !began[p]) on_way = on_way + 1; // from here on it must come whole, everywhere
            began[p] = 1;
            if (packet_kind[p] == 2) begin
                $display("@KIND@cycle %0d: packet %0d must be dropped, and comes out of output %0d", now, p, k);
                fail;
            end
            if (CHECK_MISDELIVERED && led(p) && !goes(p, k)) begin
                $display("@KIND@cycle %0d: packet %0d was sent to output %0d, and comes out of output %0d", now, p, packet_to[p], k);
                fail;
            end
            if (CHECK_MISDELIVERED && VC_KEPT && led(p) && packet_vc[p] != v) begin
                $display("@KIND@cycle %0d: packet %0d comes out in virtual channel %0d", now, p, v);
                fail;
            end
            check_response;
            s = series(p);
            for (q = p + 1; q <= newest[s]; q = q + 1)
                if (CHECK_ORDER && !IS_RESPONSES && led(p) && led(q) && packet_from[q] == packet_from[p] && goes(q, k) && packet_vc[q] == packet_vc[p] &&
                    copy_came[copy_of(q, k)] > 0) begin
                    $display("@KIND@cycle %0d: packet %0d comes out behind packet %0d, which went in after it", now, p, q);
                    fail;
                end
            if (CHECK_ORDER && packet_behind[p] > 0 && latest[k] != packet_behind[p]) begin
                $display("@KIND@cycle %0d: packet %0d comes out of output %0d where packet %0d is due before it", now, p, k, packet_behind[p] - 1);
                fail;
            end
            latest[k] = p + 1;
            place[p] = k;
            note_out;
            if (HEADERS) begin_header;
            if (STARVATION > 0 && taken[p] > 0 && (CAST ? now - went[p] > STARVATION : inside_for(0) > STARVATION)) begin
                $display("@KIND@cycle %0d: packet %0d was inside for %0d cycles before it begins to come out", now, p, inside_for(0));
                fail;
            end
        end
    endtask

    task check_latency;
        if (LATENCY > 0 && awaited(p) && alone[p] && inside_for(0) > LATENCY + (packet_out[p] > packet_flits[p] ? packet_out[p] : packet_flits[p])) begin
            $display("@KIND@cycle %0d: packet %0d took %0d cycles through an idle network", now, p, inside_for(0));
            fail;
        end
    endtask

    // All of it came out.
    task finish_packet;
        begin
            on_way = on_way - 1;
            note_done;
            check_latency;
        end
    endtask

    // Input flits of packet p that are out with all their bits, when so many output flits are.
    function automatic integer gone;
        input integer flits;
        begin
            gone = flits * OUT_GRAINS / IN_GRAINS;
            if (flits >= packet_out[p] || gone > packet_flits[p]) gone = packet_flits[p];
        end
    endfunction

    // Input flits that the next output flit of packet p has bits of, with all before it.
    function automatic integer needs;
        input integer flits;
        begin
            needs = ((flits + 1) * OUT_GRAINS + IN_GRAINS - 1) / IN_GRAINS;
            if (needs > packet_flits[p]) needs = packet_flits[p];
        end
    endfunction

    // Where flits are parted, one comes out of which something neither went in nor waits to.
    task check_early;
        begin
            q = offers[packet_from[p]];
            if (needs(came[p]) > taken[p] + (q >= 0 && release_packet[q < 0 ? 0 : q] == p)) begin
                $display("@KIND@cycle %0d: output %0d: flit %0d of packet %0d comes out before it went in", now, k, came[p], p);
                fail;
            end
        end
    endtask

    // A flit of packet p came out of output k: it is out when it came out everywhere.
    task count_flit;
        begin
            copy_came[copy_of(p, k)] = copy_came[copy_of(p, k)] + 1;
            q = copy_came[copy_of(p, k)];
            // Flits without valid bytes may be the last ones.
            under[k*CHANNELS+v] = q >= packet_out[p] && (!NULLS || flit[FRAME_LOW] === 1'b1) ? -1 : p;
            found = q;
            for (j = 0; j < SINKS && CAST; j = j + 1)
                if (goes(p, j) && copy_came[copy_of(p, j)] < found) found = copy_came[copy_of(p, j)];
            if (CAST) begin
                if (found > came[p] && found <= taken[p]) stored[packet_from[p]] = stored[packet_from[p]] - 1;
            end else if (gone(found) <= taken[p])
                stored[packet_from[p]] = stored[packet_from[p]] - gone(found) + gone(found - 1);
            came[p] = found;
            through[p] = CAST ? found == packet_flits[p] : under[k*CHANNELS+v] < 0;
        end
    endtask

    task take_flit;
        begin
            if (under[k*CHANNELS+v] < 0) begin
                find_packet;
                if (found >= 0) check_head;
                p = found;
            end else begin
                p = under[k*CHANNELS+v];
                q = copy_came[copy_of(p, k)];
                if (((word[base_out[p]+q] ^ flit) & look[base_out[p]+q]) !== {FLIT{1'b0}}) begin
                    $display("@KIND@cycle %0d: output %0d: flit %0d of packet %0d is %h, must be %h", now, k, q, p, flit & look[base_out[p]+q],
                             word[base_out[p]+q] & look[base_out[p]+q]);
                    fail;
                end
            end
            if (p >= 0) begin
                moved = now;
                if (WIDTHS) check_early;
                stirred = 1;
                count_flit;
                if (through[p] && (!HEADERS || headed[p]) && (!SHOWS || taken[p] == packet_flits[p])) finish_packet;
            end
        end
    endtask

    task sample_sink;
        begin
            valid = out[32*(SOURCES + k*(1+WORDS)) +: 32];
            flit = out[32*(SOURCES + k*(1+WORDS) + 1) +: FLIT];
            back = in[32*(SOURCES*(1+WORDS)+k) +: 32];
            if (^valid === 1'bx) begin
                $display("@KIND@cycle %0d: output %0d: its valid is unknown: %b", now, k, valid[VCS-1:0]);
                fail;
            end
            if (OUT_ACKNOWLEDGED) begin
                if (CHECK_STABLE && valid[1]) begin
                    $display("@KIND@cycle %0d: output %0d takes its request back, or changes it, before it was acknowledged", now, k);
                    fail;
                end
                valid = valid & 1;
            end
            v = LANES > 0 ? flit[LANE_LOW +: LANE_WIDTH] : 0;
            for (i = 0; i < VCS && LANES == 0; i = i + 1) if (valid[i] === 1'b1) v = i;
            if (WHOLE && valid != 0 && v < CHANNELS)
                if (under[k*CHANNELS+v] < 0) check_whole;
            if (GAPLESS) check_gap;
            if (CHECK_STABLE && waited[k] && valid == 0) begin
                $display("@KIND@cycle %0d: output %0d takes its valid back before the flit was taken", now, k);
                fail;
            end
            if (CHECK_STABLE && waited[k] && valid != 0 && flit !== last[k]) begin
                $display("@KIND@cycle %0d: output %0d changes the flit before it was taken", now, k);
                fail;
            end
            if (OUT_VALID_WAITS && CHECK_HANDSHAKE && valid != 0 && back == 0) begin
                $display("@KIND@cycle %0d: output %0d has valid while ready is 0", now, k);
                fail;
            end
            waited[k] = OUT_CREDITS == 0 && OUT_VALID_WAITS == 0 && VCS == 1 && valid != 0 && (valid & back) == 0;
            last[k] = flit;
            if (valid & (valid - 1)) begin
                $display("@KIND@cycle %0d: output %0d has a flit of two virtual channels at once", now, k);
                fail;
            end
            if (OUT_CREDITS == 0) valid = valid & back;
            for (shared = 0; shared < VCS; shared = shared + 1) // what takes a flit counts in i
                if (valid[shared] === 1'b1 && failed == 0) begin
                    v = LANES > 0 ? flit[LANE_LOW +: LANE_WIDTH] : shared;
                    if (LANES > 0 && v >= LANES) begin
                        $display("@KIND@cycle %0d: output %0d sends a flit of lane %0d, which nobody uses", now, k, v);
                        fail;
                        v = 0;
                    end
                    held[k*CHANNELS+v] = held[k*CHANNELS+v] + (OUT_CREDITS != 0);
                    if (CHECK_CREDITS && OUT_CREDITS != 0 && held[k*CHANNELS+v] > out_depth[k*CHANNELS+v]) begin
                        $display("@KIND@cycle %0d: output %0d sends a flit of virtual channel %0d without a credit", now, k, v);
                        fail;
                    end
                    take_flit;
                end
        end
    endtask

    // Beside the ports ----------------------------------------------------------------------------------------------------
    // A select stays from the first flit that an input offers of a packet to its last one; then the next input has its turn.
    task choose_input;
        begin
            if (chosen >= 0)
                if (lost[chosen] || taken[chosen] == packet_flits[chosen]) chosen = -1;
            k = selected;
            for (s = 1; s <= SOURCES; s = s + 1) begin
                p = (k + s) % SOURCES;
                if (chosen < 0 && offers[p] >= 0) begin
                    selected = p;
                    chosen = release_packet[offers[p]];
                end
            end
        end
    endtask

    task drive_side;
        begin
            while (side_at[i] < side_first[i+1] && move_to[side_at[i]] <= now) side_at[i] = side_at[i] + 1;
            in[32*(SIDE_IN+i) +: 32] = side_idle[i];
            if (side_select[i]) begin
                choose_input;
                in[32*(SIDE_IN+i) +: 32] = select_value[i*SOURCES+selected];
            end else if (side_period[i] > 0) begin
                if (now % (side_period[i] > 0 ? side_period[i] : 1) < side_hold[i]) in[32*(SIDE_IN+i) +: 32] = side_active[i];
            end else if (side_at[i] < side_first[i+1] && now < ACTIVE && move_from[side_at[i]] <= now)
                in[32*(SIDE_IN+i) +: 32] = move_value[side_at[i]];
        end
    endtask

    // What an output counts: 0 packets that were dropped, 1 that came out, 2 packets that are inside, 3 of these that are whole, 4 flits.
    task count_event;
        input integer event_of;
        begin
            count = 0;
            for (p = 0; p < PACKETS; p = p + 1)
                if (taken[p] > 0 && packet_phase[p] >= phase && !lost[p]) begin
                    found = taken[p] == packet_flits[p] && !began[p] && !awaited(p);
                    case (event_of)
                        0: count = count + found;
                        1: count = count + through[p];
                        2: count = count + (!found && taken[p] > gone(came[p]));
                        3: count = count + (!found && taken[p] == packet_flits[p] && taken[p] > gone(came[p]));
                        default: if (!found) count = count + taken[p] - came[p];
                    endcase
                end
        end
    endtask

    // There is no pulse before its packet went in.
    task check_pulse;
        begin
            count = 0;
            for (p = 0; p < PACKETS; p = p + 1)
                if (taken[p] > 0 && packet_phase[p] >= phase && !lost[p])
                    count = count + (side_event[i] == 0 ? !awaited(p) && !began[p] : taken[p] == packet_flits[p] && packet_kind[p] != 2);
            if (pulses[i] > count) begin
                $display("@KIND@cycle %0d: output %0d beside the ports pulses for the %0dth time, %0d at most are due", now, i, pulses[i], count);
                fail;
            end
        end
    endtask

    task check_count;
        begin
            count_event(side_event[i]);
            if (((shows ^ count) & side_mask[i]) != 0) begin
                $display("@KIND@cycle %0d: output %0d beside the ports counts %0d, must be %0d", now, i, shows & side_mask[i], count & side_mask[i]);
                fail;
            end
        end
    endtask

    // Outputs of all routers together: but for a value, which each of them has.
    task check_side;
        begin
            shows = 0;
            for (k = 0; k < SIDE_ROUTERS; k = k + 1) begin
                back = out[32*(SIDE_OUT + k*SIDE_OUTS + i) +: 32];
                if (^back === 1'bx || (side_rule[i] == 0 && back != side_value[i])) begin
                    $display("@KIND@cycle %0d: output %0d beside the ports of router %0d is %0h", now, i, k, back);
                    fail;
                end
                shows = shows + back;
            end
        end
    endtask

    task check_sides;
        begin
            still = stirred ? 0 : still + 1;
            stirred = 0;
            for (i = 0; i < SIDE_OUTS && CHECK_SIDEBAND && failed == 0; i = i + 1) begin
                shows = 0;
                if (ticks[side_out_clock[i]]) check_side;
                if (side_rule[i] == 1 && shows != 0) begin
                    pulses[i] = pulses[i] + shows;
                    check_pulse;
                end
                if (side_rule[i] == 2 && still == STILL && SIDE_COUNTED) begin
                    check_side;
                    check_count;
                end
            end
        end
    endtask

    // When nothing moves any more.
    task end_sides;
        for (i = 0; i < SIDE_OUTS && CHECK_SIDEBAND; i = i + 1) begin
            check_side;
            if (side_rule[i] == 2) check_count;
            if (side_rule[i] == 1) begin
                count_event(side_event[i]);
                if (pulses[i] != count) begin
                    $display("@KIND@cycle %0d: output %0d beside the ports pulsed %0d times, must be %0d", now, i, pulses[i], count);
                    fail;
                end
            end
        end
    endtask

    // Flits that came out as long as all inputs had one, from cycle WARM on; judged when one has none.
    task check_throughput;
        if (THROUGHPUT > 0 && window >= 0 && now >= WARM) begin
            if (waits == SENDERS) begin
                window = window + 1;
                for (k = 0; k < SINKS; k = k + 1)
                    if (out[32*(SOURCES + k*(1+WORDS)) +: 32] & (OUT_CREDITS != 0 ? 32'hffffffff : in[32*(SOURCES*(1+WORDS)+k) +: 32]))
                        window_flits = window_flits + 1;
            end else begin
                if (window >= WINDOW && window_flits*100 < THROUGHPUT*window*SINKS) begin
                    $display("@KIND@cycle %0d: %0d flits came out in %0d cycles in which all inputs had one", now, window_flits, window);
                    fail;
                end
                window = -1;
            end
        end
    endtask

    // Responses -----------------------------------------------------------------------------------------------------------
`ifdef FEDX_IS_RESPONSES
    reg [63:0] asked [0:PACKETS], bits;              // bits of the request as its target got them
    integer m, to, due;

    task note_header; begin end endtask

    task note_headed; begin end endtask

    // A target answers with the bits of the request as it got them.
    task put_match;
        begin
            bits = asked[p];
            for (m = 0; m < MATCHES; m = m + 1)
                for (j = 0; j < match_width[m]; j = j + 1) begin
                    in[32*(s*(1+WORDS)+1) + match_to[m] + j] = bits[0];
                    bits = bits >> 1;
                end
        end
    endtask

    // The first flit of a request comes out, or its header.
    task ask;
        input integer packet;
        input is_header;
        begin
            due = 0;
            bits = asked[packet];
            for (m = 0; m < MATCHES; m = m + 1)
                for (j = 0; j < match_width[m]; j = j + 1) begin
                    if (match_headed[m] == is_header) bits[due] = @PARENT@.asking[match_from[m] + j];
                    due = due + 1;
                end
            asked[packet] = bits;
        end
    endtask

    // A target may not answer the second request before the first one.
    function automatic is_behind;
        input integer first_one, second_one;
        is_behind = ORDER == 0 || asked[first_one] == asked[second_one];
    endfunction

    // A request came out whole: its response is due in some cycles, behind all that are due before it.
    task answer;
        input integer packet, source;
        begin
            due = now + 1 + packet_delay[packet];
            to = at[source*CHANNELS];
            if (to < end_of[source])
                if (offers[source] >= 0 || (release_flit[to] > 0 && !LANE_INPUTS)) to = to + 1;
            while (to < end_of[source] && !LANE_INPUTS ? release_flit[to] > 0 : 0) to = to + 1;
            for (i = to; i < end_of[source]; i = i + 1)
                if (is_behind(release_packet[i], packet)) begin
                    if (release_cycle[i] > due) due = release_cycle[i];
                    to = i + 1;
                end
            while (to < end_of[source] ? release_cycle[to] <= due || (release_flit[to] > 0 && !LANE_INPUTS) : 0) to = to + 1;
            // Flits that are mixed with others leave some of these between them.
            for (j = 0; j < packet_flits[packet]; j = j + 1) begin
                for (i = end_of[source] - 1; i >= to; i = i - 1) begin
                    release_cycle[i+1] = release_cycle[i];
                    release_packet[i+1] = release_packet[i];
                    release_flit[i+1] = release_flit[i];
                end
                release_cycle[to] = due + pause[base[packet]+j];
                release_packet[to] = packet;
                release_flit[to] = j;
                end_of[source] = end_of[source] + 1;
                to = to + 1 + skip[base[packet]+j];
                if (to > end_of[source]) to = end_of[source];
            end
        end
    endtask

    // The router answers a request by itself.
    task refuse;
        input integer packet;
        begin
            taken[packet] = packet_flits[packet];
            went[packet] = now;
            if (packet > newest[packet_to[packet]]) newest[packet_to[packet]] = packet;
            on_way = on_way + 1;
        end
    endtask

    task note_in; if (taken[p] == packet_flits[p]) @PARENT@.owed[s] = @PARENT@.owed[s] - 1; endtask

    task note_out; begin end endtask

    task note_done; @PARENT@.open_requests[packet_to[p]] = @PARENT@.open_requests[packet_to[p]] - 1; endtask

    // No request that was sent before waits for its target, and none that was sent after has its response.
    task check_response;
        for (q = 0; q < PACKETS; q = q + 1)
            if (CHECK_ORDER && ORDER != 2 && packet_to[q] == packet_to[p] && packet_key[q] == packet_key[p] && @PARENT@.taken[q] > 0 &&
                @PARENT@.packet_asks[q] != 0 && !lost[q] && (q < p ? taken[q] == 0 : q > p && came[q] > 0)) begin
                $display("@KIND@cycle %0d: packet %0d comes out of output %0d, out of order with packet %0d", now, p, k, q);
                fail;
            end
    endtask
`else
    task put_match; begin end endtask

    task check_response; begin end endtask

    // What targets and requesters get to know.
    `ifdef FEDX_RESPONSES
    // The router itself answers once all of packet p went in.
    task note_whole;
        if (taken[p] == packet_flits[p] && packet_asks[p] != 0 && packet_kind[p] == 2 && (!HEADERS || header_taken(p))) answers.refuse(p);
    endtask

    task note_in;
        begin
            if (taken[p] == 1 && !header_taken(p)) open_requests[s] = open_requests[s] + packet_asks[p];
            note_whole;
        end
    endtask

    // The header of packet p went in.
    task note_header;
        begin
            if (taken[p] == 0) open_requests[s] = open_requests[s] + packet_asks[p];
            note_whole;
        end
    endtask

    // That of packet q came out.
    task note_headed; answers.ask(q, 1); endtask

    task note_out;
        begin
            owed[k] = owed[k] + 1;
            asking = flit;
            answers.ask(p, 0);
        end
    endtask

    task note_done; answers.answer(p, k); endtask
    `else
    task note_header; begin end endtask

    task note_headed; begin end endtask

    task note_in; begin end endtask

    task note_out; begin end endtask

    task note_done; begin end endtask
    `endif
`endif

    // Cycles --------------------------------------------------------------------------------------------------------------
    // Packets of before a reset in the middle are gone.
    task forget;
        begin
            for (p = 0; p < PACKETS; p = p + 1) lost[p] = lost[p] || (packet_phase[p] == 0 && !through[p]);
            for (s = 0; s < SOURCES; s = s + 1)
                for (v = 0; v < IN_CHANNELS; v = v + 1) seek;
            clear;
            phase = 1;
            resetting = RESET_CYCLES + RESET_IDLE;
        end
    endtask

    task judge_end;
        begin
            for (p = 0; p < PACKETS; p = p + 1)
                if (taken[p] > 0 && !through[p] && !lost[p] && (awaited(p) || began[p])) begin
                    $display("@KIND@cycle %0d: packet %0d: %0d of its %0d flits went in, and %0d came out%0s", now, p, taken[p], packet_flits[p],
                             came[p], CAST ? " everywhere" : "");
                    for (k = 0; k < SINKS && CAST; k = k + 1)
                        if (goes(p, k) && copy_came[copy_of(p, k)] < packet_flits[p])
                            $display("    %0d of output %0d", copy_came[copy_of(p, k)], k);
                    if (CHECK_LOST || CHECK_PROGRESS) fail;
                end
            for (k = 0; k < SINKS && HEADERS; k = k + 1)
                if (headers_out[k] != begun_out[k]) begin
                    $display("@KIND@cycle %0d: %0d packets and %0d headers came out of output %0d", now, begun_out[k], headers_out[k], k);
                    if (CHECK_HEADER) fail;
                end
            for (s = 0; s < SOURCES && HEADERS; s = s + 1)
                if (header_since[s] >= 0) begin
                    $display("@KIND@cycle %0d: input %0d waits with the header of packet %0d", now, s, header_of[s]);
                    if (CHECK_HEADER) fail;
                end
            for (s = 0; s < SOURCES; s = s + 1)
                for (v = 0; v < IN_CHANNELS; v = v + 1) begin
                    i = at[s*CHANNELS+v];
                    if (i < end_of[s] && CHECK_PROGRESS) begin
                        $display("@KIND@cycle %0d: input %0d waits with flit %0d of packet %0d", now, s, release_flit[i], release_packet[i]);
                        failed = failed + 1; // whatever came before: it goes on
                    end
                    if (CHECK_CREDITS && IN_CREDITS != 0 && i == end_of[s] && on_way == 0 && credit[s*CHANNELS+v] < in_depth[s*CHANNELS+v]) begin
                        $display("@KIND@cycle %0d: input %0d keeps %0d credits", now, s, in_depth[s*CHANNELS+v] - credit[s*CHANNELS+v]);
                        fail;
                    end
                end
        end
    endtask

    task set_up;
        begin
            for (p = 0; p <= PACKETS; p = p + 1) begin
                taken[p] = 0;
                came[p] = 0;
                began[p] = 0;
                headed[p] = 0;
`ifdef FEDX_IS_RESPONSES
                asked[p] = 0;
`endif
                for (k = 0; k < COPIES; k = k + 1) copy_came[p*COPIES+k] = 0;
                place[p] = -1;
                shown[p] = -1;
                went[p] = -1;
                through[p] = 0;
                lost[p] = 0;
                alone[p] = 0;
            end
            for (s = 0; s < SERIES; s = s + 1) begin
                oldest[s] = 0;
                newest[s] = -1;
            end
            for (p = PACKETS - 1; p >= 0; p = p - 1) begin
                oldest[series(p)] = p;
                newest[series(p)] = p - 1;
            end
            for (s = 0; s < SOURCES; s = s + 1)
                for (v = 0; v < CHANNELS; v = v + 1) begin
                    at[s*CHANNELS+v] = first[s];
                    end_of[s] = IS_RESPONSES ? first[s] : first[s+1];
                    seek;
                end
            clear;
            for (i = 0; i < SIDES; i = i + 1) side_at[i] = side_first[i];
            phase = 0;
            selected = 0;
            chosen = -1;
            stirred = 0;
            now = 0;
            moved = 0;
            lone = 0;
            window = 0;
            window_flits = 0;
            quiet = 0;
            failed = 0;
            begun = 0;
            ended = 0;
            passed = 0;
            instant = 0;
            resets = 0;
            for (c = 0; c < 32; c = c + 1) own[c] = 0;
            resetting = RESET_CYCLES + RESET_IDLE;
        end
    endtask

    // A flit is still to come.
    function automatic is_due;
        input dummy;
        integer at_source;
        begin
            is_due = 0;
            for (at_source = 0; at_source < SOURCES*CHANNELS; at_source = at_source + 1)
                if (at_source % CHANNELS < IN_CHANNELS && at[at_source] < end_of[at_source/CHANNELS]) is_due = 1;
        end
    endfunction

    task drive_ends;
        begin
            waits = 0;
            for (s = 0; s < SOURCES; s = s + 1) begin
                count_wait;
                if (ticks[in_clock[s]]) drive_source;
            end
            for (s = 0; s < SOURCES && HEADERS; s = s + 1) drive_header;
            for (k = 0; k < SINKS; k = k + 1) if (ticks[out_clock[k]]) drive_sink;
            for (k = 0; k < SINKS && HEADERS; k = k + 1)
                in[32*(HEADER_IN + SOURCES*(1+WORDS) + k) +: 32] =
                    resetting == 0 && (TARGET == 0 || headers_out[k] < begun_out[k] || owed[k] + headers_out[k] - begun_out[k] < TARGET) &&
                    (now >= ACTIVE || !header_stalled[k*(ACTIVE+1) + (now < ACTIVE ? now : ACTIVE)]);
        end
    endtask

    task sample_all;
        begin
            check_throughput;
            if (CAPACITY > 0) check_room;
            for (s = 0; s < SOURCES; s = s + 1) if (ticks[in_clock[s]]) sample_source;
            for (s = 0; s < SOURCES && HEADERS; s = s + 1) sample_header;
            for (k = 0; k < SINKS && failed == 0; k = k + 1) begin
                if (ticks[out_clock[k]]) sample_sink;
                if (HEADERS) observe_header;
            end
            check_sides;
            for (k = 0; k < OPENS; k = k + 1)
                if (out[32*(SOURCES + SINKS*(1+WORDS) + k) +: 32] !== 32'd0 && CHECK_MISDELIVERED) begin
                    $display("@KIND@cycle %0d: a flit leaves the network where it leads nowhere", now);
                    fail;
                end
        end
    endtask

`ifndef FEDX_IS_RESPONSES
    // All kinds of packets ------------------------------------------------------------------------------------------------
    // Responses and the next class are in the cycle of this one, and find nothing wrong behind what it found.
    task lead;
        begin
    `ifdef FEDX_RESPONSES
            answers.now = now;
            answers.resetting = resetting;
            answers.ticks = ticks;
            answers.failed = failed;
    `endif
    `ifdef FEDX_ALSO
            also.now = now;
            also.resetting = resetting;
            also.ticks = ticks;
            also.failed = failed;
            also.begun = begun;
    `endif
        end
    endtask

    // What they found, and when something moved.
    task follow;
        begin
    `ifdef FEDX_RESPONSES
            if (answers.failed > failed) failed = answers.failed;
            if (answers.moved > moved) moved = answers.moved;
    `endif
    `ifdef FEDX_ALSO
            if (also.failed > failed) failed = also.failed;
            if (also.moved > moved) moved = also.moved;
    `endif
        end
    endtask

    task set_up_kinds;
        begin
            load;
            set_up;
    `ifdef FEDX_RESPONSES
            answers.load;
            answers.set_up;
    `endif
    `ifdef FEDX_ALSO
            also.set_up_kinds;
    `endif
        end
    endtask

    task drive_kinds;
        begin
            drive_ends;
            lead;
    `ifdef FEDX_RESPONSES
            answers.drive_ends;
    `endif
    `ifdef FEDX_ALSO
            also.drive_kinds;
    `endif
            follow;
        end
    endtask

    task sample_kinds;
        begin
            sample_all;
            lead;
    `ifdef FEDX_RESPONSES
            answers.sample_all;
            follow;
            lead;
    `endif
    `ifdef FEDX_ALSO
            also.sample_kinds;
    `endif
            follow;
        end
    endtask

    task forget_kinds;
        begin
            forget;
    `ifdef FEDX_RESPONSES
            answers.forget;
    `endif
    `ifdef FEDX_ALSO
            also.forget_kinds;
    `endif
        end
    endtask

    task judge_kinds;
        begin
            if (failed == 0) judge_end;
            lead;
    `ifdef FEDX_RESPONSES
            if (failed == 0) answers.judge_end;
            follow;
            lead;
    `endif
    `ifdef FEDX_ALSO
            also.judge_kinds;
    `endif
            follow;
        end
    endtask

    task count_cycle;
        begin
            for (c = 0; c < CLOCKS || c < 1; c = c + 1) if (begun && ticks[c]) own[c] = own[c] + 1;
    `ifdef FEDX_ALSO
            also.count_cycle;
    `endif
        end
    endtask

    // Nothing is on its way, and nothing waits to go in.
    function automatic is_idle;
        input dummy;
        begin
            is_idle = waits == 0 && on_way == 0;
    `ifdef FEDX_RESPONSES
            if (answers.waits != 0 || answers.on_way != 0) is_idle = 0;
    `endif
    `ifdef FEDX_ALSO
            if (!also.is_idle(0)) is_idle = 0;
    `endif
        end
    endfunction

    function automatic any_due;
        input dummy;
        begin
            any_due = is_due(0);
    `ifdef FEDX_RESPONSES
            if (answers.is_due(0)) any_due = 1;
    `endif
    `ifdef FEDX_ALSO
            if (also.any_due(0)) any_due = 1;
    `endif
        end
    endfunction

    `ifndef FEDX_IS_CLASS
    // The run -------------------------------------------------------------------------------------------------------------
    task finish;
        begin
            ended = 1;
            judge_kinds;
            if (failed == 0) end_sides;
            passed = failed == 0;
            if (passed) $display("PASS: %0d packets came through as they should, %0d cycles", ALL_PACKETS, now);
            else $display("FAIL: cycle %0d: see above", now);
            if (!$test$plusargs("cocotb")) $finish;
        end
    endtask

    // The reset at the beginning is over when it has begun.
    task check_end;
        begin
            if (!begun && resetting == 0) begin
                begun = 1;
                quiet = 0;
            end
            if (begun && (failed != 0 || (quiet >= QUIET && !any_due(0) && !(DROPS && now <= ALL_ACTIVE + QUIET)) || (now > ALL_ACTIVE && now - moved > PROGRESS)))
                finish;
        end
    endtask

    task drive_all;
        begin
            rst = resetting > RESET_IDLE;
            ticks = rises[instant % EDGES];
            resets = rst ? resets | ticks : resets & ~ticks;
            if (CLOCKS > 0) in[32*CLOCK_WORD +: 32] = resets << RESETS_AT | ticks;
            drive_kinds;
            for (i = 0; i < SIDES; i = i + 1) if (ticks[side_clock[i]]) drive_side;
        end
    endtask

    initial begin
        set_up_kinds;
        if ($test$plusargs("vcd")) $dumpfile("testbench.vcd");
        if ($test$plusargs("fst")) $dumpfile("testbench.fst");
        if ($test$plusargs("vcd") || $test$plusargs("fst")) $dumpvars(0, testbench);
    end

    // A cycle: the clock falls, inputs change and count from tick on, outputs settle and are sampled, the clock rises. This process
    // sets the four and nothing else: Verilator 5.006 does not see that what it sets changes outputs without a clock.
    always begin
        #(5 + gap) clk = 0;
        drive = 1;
        #1 tick = 1;
        #1 drive = 0;
        tick = 0;
        #2 sample = 1;
        #1 sample = 0;
        clk = 1;
        gap = 10 * (passes[instant % EDGES] - 1);
    end

    always @(posedge drive) begin
        if (!ended) check_end;
        if (begun && !ended && RESET_AT > 0 && now == RESET_AT) forget_kinds;
        if (!ended) drive_all;
    end

    always @(posedge sample) if (!ended) begin
        if (resetting == 0) sample_kinds;
        else resetting = resetting - 1;
        if (is_idle(0)) begin
            quiet = quiet + 1;
            moved = now;
        end else
            quiet = 0;
        instant = instant + 1;
        count_cycle;
        if (begun) now = now + 1;
    end
    `endif
`endif
endmodule

`default_nettype wire
