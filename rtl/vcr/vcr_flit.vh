// SPDX-License-Identifier: Apache-2.0
//
// Flits: the head's fields, and those that a hop changes. For inclusion in a module, behind vcr_params.vh.
//
// docs/spec/vcr.md section 3; C twin cmodel/vcr/model/vcr_flit.c

// The head of a packet that goes on where it does not come nearer; it has deflections left.
function automatic [63:0] flit_deflected(input [63:0] head);
    begin
        flit_deflected = head;
        flit_deflected[`VCR_HEAD_DEFLECTIONS +: 3] = head[`VCR_HEAD_DEFLECTIONS +: 3] - 3'd1;
    end
endfunction

// The head of a packet at its intermediate router: from here on it goes to its destination, in a class of its own.
function automatic [63:0] flit_turned(input [63:0] head);
    begin
        flit_turned = head;
        flit_turned[`VCR_HEAD_VIA_TERMINAL +: 8] = 8'd0;
        flit_turned[`VCR_HEAD_VIA]   = 1'b0;
        flit_turned[`VCR_HEAD_CLASS] = 1'b1;
    end
endfunction

// As a head whose destination is where it is on its way to: a terminal of its intermediate router, or its own.
function automatic [63:0] flit_aimed(input [63:0] head);
    begin
        flit_aimed = head;
        if (head[`VCR_HEAD_VIA])
            flit_aimed[`VCR_HEAD_DESTINATION +: 16] = {8'd0, head[`VCR_HEAD_VIA_TERMINAL +: 8]};
    end
endfunction
