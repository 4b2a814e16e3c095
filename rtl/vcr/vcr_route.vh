// SPDX-License-Identifier: Apache-2.0
//
// What route and selection have in common. For inclusion in a module.
//
// docs/spec/vcr.md section 5; C twin cmodel/vcr/model/vcr_route.c

// One of a set's members by random bits, lowest first. The set is not empty. Verilator would repeat it for each of its uses.
function automatic [3:0] route_pick(input [11:0] members, input [7:0] draw); // verilator no_inline_task
    integer i;
    reg [4:0] count;
    reg [4:0] skip; // draw * count / 256, a bit of draw at a time
    begin
        count = 5'd0;
        for (i = 0; i < 12; i = i + 1)
            count = count + {4'd0, members[i]};
        skip = 5'd0;
        for (i = 0; i < 8; i = i + 1)
            skip = (skip + (draw[i] ? count : 5'd0)) >> 1;
        route_pick = 4'd0;
        count      = 5'd0;
        for (i = 0; i < 12; i = i + 1)
            if (members[i]) begin
                if (count == skip)
                    route_pick = i[3:0];
                count = count + 5'd1;
            end
    end
endfunction

// The lowest member of a set.
function automatic [3:0] route_lowest(input [11:0] set);
    integer i;
    begin
        route_lowest = 4'd0;
        for (i = 11; i >= 0; i = i - 1)
            if (set[i])
                route_lowest = i[3:0];
    end
endfunction
