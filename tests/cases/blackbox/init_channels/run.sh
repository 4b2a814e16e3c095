#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --init groups the channels of a module: AW, W and B of AXI are a header, flits and responses, AR and R requests and responses, each
# of the two a class; channels with words for headers and responses in their names likewise. What is written is verified
# with few edits of the lines that say CHECK.
. "$(dirname "$0")/../../case.sh"

# A module of wires: MODULE LETTER:NAME:BITS..., each from s to m, or back with <
wires() {
  local module=$1 pin letter name bits from to
  echo "module $module (input aclk, aresetn"
  for pin in "${@:2}"; do
    IFS=: read -r letter name bits <<<"$pin"
    from=input to=output
    [ "$letter" = '>' ] || { from=output to=input; }
    echo "  , $from [$((bits - 1)):0] s_$name, $to [$((bits - 1)):0] m_$name"
  done
  echo ');'
  for pin in "${@:2}"; do
    IFS=: read -r letter name bits <<<"$pin"
    if [ "$letter" = '>' ]; then echo "  assign m_$name = s_$name;"; else echo "  assign s_$name = m_$name;"; fi
  done
  echo endmodule
}
# written MODULE LINE...: the description has these lines, and the run says nothing on standard error
written() {
  expect 0 "$FEDX" blackbox "$1.yaml" --init "$1" "$1.sv"
  [ ! -s err ] || { cat err "$1.yaml"; fail "$1: what is written does not load"; }
  for line in "${@:2}"; do grep -qF -- "$line" "$1.yaml" || { cat "$1.yaml"; fail "$1: no line $line"; }; done
}

aw='>:axi_awvalid:1 <:axi_awready:1 >:axi_awaddr:16 >:axi_awid:3 >:axi_awlen:8 >:axi_awuser:2 >:axi_awprot:3'
w='>:axi_wvalid:1 <:axi_wready:1 >:axi_wdata:32 >:axi_wstrb:4 >:axi_wlast:1 >:axi_wuser:1'
b='<:axi_bvalid:1 >:axi_bready:1 <:axi_bid:3 <:axi_bresp:2'
ar='>:axi_arvalid:1 <:axi_arready:1 >:axi_araddr:16 >:axi_arid:3 >:axi_arlen:8'
r='<:axi_rvalid:1 >:axi_rready:1 <:axi_rdata:32 <:axi_rid:3 <:axi_rlast:1 <:axi_rresp:2'
# shellcheck disable=SC2086 # lists of pins
wires full $aw $w $b $ar $r >full.sv
written full '  hdr_user: 2' '      valid: s_axi_awvalid' '      valid: m_axi_bvalid' 'length: {field: len, offset: -1}}' '  match: {id: id}' \
  '  unroutable: {field: resp, value: 3}' 'classes:' '  write:' '  read:' '      valid: s_axi_arvalid'
! grep -q '^constants\|^ignore' full.yaml || fail "a channel of the other class is left over"
expect 0 "${verify[@]}" full.yaml --cycles 5000
said '^responses +write: [1-9]'
said '^responses +read: [1-9]'
sed 's/m_axi_rdata;/m_axi_rdata ^ (m_axi_rid == 5);/' full.sv >wrong.sv
expect 1 "${verify[@]}" full.yaml --files wrong.sv --no-bundle
said '^corrupted: cycle [0-9]+: read responses: '
refused_first "full.yaml: is there already" "$FEDX" blackbox full.yaml --init full full.sv
# AXI4-Lite
# shellcheck disable=SC2086
wires lite '>:awvalid:1' '<:awready:1' '>:awaddr:8' '>:wvalid:1' '<:wready:1' '>:wdata:32' '>:wstrb:4' '<:bvalid:1' '>:bready:1' '<:bresp:2' >lite.sv
written lite '  order: all' '      valid: s_awvalid'
expect 0 "${verify[@]}" lite.yaml --cycles 5000
# Names
wires frames '>:eth_hdr_valid:1' '<:eth_hdr_ready:1' '>:eth_dest_mac:48' '>:eth_type:16' '>:eth_payload_axis_tvalid:1' '<:eth_payload_axis_tready:1' \
  '>:eth_payload_axis_tdata:8' '>:eth_payload_axis_tlast:1' >frames.sv
written frames '  dest_mac: 48' '      dest_mac: s_eth_dest_mac' '      type: m_eth_type'
expect 0 "${verify[@]}" frames.yaml --cycles 5000
wires calls '>:req_valid:1' '<:req_ready:1' '>:req_addr:16' '>:req_id:4' '<:rsp_valid:1' '>:rsp_ready:1' '<:rsp_data:16' '<:rsp_id:4' >calls.sv
written calls '      valid: m_rsp_valid' '      valid: s_rsp_valid' '  match: {id: id}'
expect 0 "${verify[@]}" calls.yaml --cycles 5000
# The switches of the examples need one line more: which bits of an address are the target.
for name in read_switch write_switch; do
  cp "$FEDX_SOURCE/examples/your-router/$name.v" "$name.sv"
  written "$name" '  from: {width: 2, value: input}' '      id: ["m_'
  sed -i 's/^destination: .*/destination: {field: addr, shift: 12, width: 4, value: number}/' "$name.yaml"
  expect 0 "${verify[@]}" "$name.yaml" --cycles 10000
done
# Channels A and D of TileLink, credits that name their channel, and the bits of Chisel
wires tile '>:a_valid:1' '<:a_ready:1' '>:a_opcode:3' '>:a_size:2' '>:a_source:8' '>:a_address:32' '>:a_data:32' \
  '<:d_valid:1' '>:d_ready:1' '<:d_opcode:3' '<:d_size:2' '<:d_source:8' '<:d_data:32' '<:d_error:1' >tile.sv
written tile '    id: s_a_source' '    addr: m_a_address' '      id: m_d_source' '  match: {id: id}'
wires slots '>:valid:1' '>:data:16' '>:last:1' '>:vc:2' '<:credit_valid:1' '<:credit_vc:2' >slots.sv
written slots '  interface: credit' '    credit: s_credit_valid' '    credit_vc: m_credit_vc' 'vcs: 4'
wires chisel '>:valid:1' '<:ready:1' '>:bits_data:32' '>:bits_last:1' >chisel.sv
written chisel '    data: s_bits_data' '    last: m_bits_last'
for name in tile slots chisel; do expect 0 "${verify[@]}" $name.yaml --cycles 3000; done
# The pin of credits alone tells how many channels there are: a flit has its own in some of its bits.
wires within_flit '>:valid:1' '>:flit:16' '<:credit:1' '<:credit_vc:2' >within_flit.sv
"$FEDX" blackbox within_flit.yaml --init within_flit within_flit.sv >out 2>err || true
grep -q 'CHECK stands for a pin that --init did not find: name the channel, vc, of inputs' err || { cat err; fail "what to name is not said"; }
grep -q '^vcs: 4' within_flit.yaml || { cat within_flit.yaml; fail "not four channels"; }
sed -i 's/data: 16/data: 14/; /^inputs/,/^outputs/s/vc: CHECK.*/vc: "s_flit[1:0]"/; s/vc: CHECK.*/vc: "m_flit[1:0]"/; s/data: \([sm]_flit\)$/data: "\1[15:2]"/' within_flit.yaml
expect 0 "${verify[@]}" within_flit.yaml --cycles 3000
# What no description can say
wires bus '>:haddr:32' '>:htrans:2' '>:hwdata:32' '<:hready:1' >bus.sv
refused "s_htrans is a port of AHB" "$FEDX" blackbox bus.yaml --init bus bus.sv
[ ! -e bus.yaml ] || fail "a description is written all the same"
echo "11 modules"
