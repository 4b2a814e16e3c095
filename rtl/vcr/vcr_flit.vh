// SPDX-License-Identifier: Apache-2.0
//
// Flits: the head's fields, and the one that a hop changes. For inclusion in a module, behind vcr_params.vh.
//
// docs/spec/vcr.md section 3; C twin cmodel/vcr/model/vcr_flit.c

// The head of a packet that goes on where it does not come nearer; it has deflections left.
function automatic [63:0] flit_deflected(input [63:0] head);
    begin
        flit_deflected = head;
        flit_deflected[`VCR_HEAD_DEFLECTIONS +: 3] = head[`VCR_HEAD_DEFLECTIONS +: 3] - 3'd1;
    end
endfunction
