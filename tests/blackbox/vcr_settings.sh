# SPDX-License-Identifier: Apache-2.0
# Sourced after common.sh: the virtual-channel router of this project as a router of any other make (own/vcr.yaml), with other settings.
# What a description of one router with one way for each packet cannot show is in these.

# settings_of_vcr FOLDER: from vcr.yaml in it
#   vcr_torus.yaml             one router of a 16x16 torus: ways round it, half-way round, none round it
#   vcr_deflect_0 to _3.yaml   one of whose links one is down: what wants to go there is deflected to this port. Packets of four classes:
#                              one of dimension order, three adaptive, which choose at random, where most credits are, and by preference
#   vcr_mesh.yaml              four in a mesh, with such packets, and an escape channel. They overtake each other.
settings_of_vcr() {
  local to torus='[[212, 213, 92, 108, 220], [29, 235, 236, 204, 220], [240, 8, 12, 156, 220], [127, 86, 252, 124, 220], [194, 218, 60, 172, 220]]'
  sed -E "/^parameters:/s/\}/, MODE: \"32'h00000102\"}/; /^destination:/s/value: .*/value: $torus}/" "$1/vcr.yaml" >"$1/vcr_torus.yaml"
  for to in 0 1 2 3; do deflecting_vcr $to "$1/vcr.yaml" >"$1/vcr_deflect_$to.yaml"; done
  { sed -E "/^parameters:/d; /^constants:/s/4'd12(.*)4'd13/4'd{x}\14'd{y}/; /^destination:/s/value: .*/value: number}/
      /^packets:/s/9/4/; /^fields:/s/\{width: 3, value: 0\}/3/; /^forbid:/d" "$1/vcr.yaml"
    echo "parameters: {X_BITS: 1, Y_BITS: 1, MODE: \"32'h00000401\", $(classes_of_vcr 0), ESCAPE: \"32'h00010001\"}"
    echo "rewritten: {field: deflections, every: no}"
    echo "checks: {order: no}"
    echo "network: {topology: mesh, rows: 2, cols: 2, ports: [0, 1, 2, 3, 4]}"; } >"$1/vcr_mesh.yaml"
}

# classes_of_vcr REDRAW: four of them as parameters. REDRAW 1: no packet commits itself to an output.
classes_of_vcr() {
  echo "CLASS_0: \"32'hffff00${1}0\", CLASS_1: \"32'hffff00${1}3\", CLASS_2: \"32'hffff00$((2 + $1))5\", CLASS_3: \"32'hfffe00$((4 + $1))1\""
}

# deflecting_vcr TO VCR.YAML: that, with the link that is the other one of port TO's dimension down. There is one shortest way to each
# destination, so that it does not matter how it is chosen. Heads without a deflection would never leave: vcr_box.v gives them seven, and says
# so in the highest bit of the class, which the router leaves alone.
deflecting_vcr() {
  local down=$(($1 ^ 1)) number=(221 219 236 204 220) i
  number[$1]=${number[down]}
  sed -E "/^parameters:/s/\}/, $(classes_of_vcr 1), LINKS: $((1 << $1 | 1 << down)), UP: $((31 ^ 1 << down)), DEFLECTED: $((1 << $1))}/
    /^destination:/s/value: .*/value: [$(echo "${number[*]}" | tr ' ' ',')]}/
    /^fields:/s/class: 3, deflections: \{width: 3, value: 0\}/class: 2, spare: {width: 1, value: 0}, deflections: 3/
    s/class: \"(in|out)_class\[\]\"/$(slices_of_vcr)/; /^forbid:/d" "$2"
  echo "forbid: [$(for i in 0 1 2 3 4; do echo "[$i, $down]"; [ $i = $down ] || echo "[$i, $i]"; done | paste -sd,)]"
}

# slices_of_vcr: of the three bits of each port, two are of field `class`, and one is spare
slices_of_vcr() {
  local p class='' spare=''
  for p in 0 3 6 9 12; do
    class+=", \"\\1_class[$((p + 1)):$p]\"" spare+=", \"\\1_class[$((p + 2))]\""
  done
  echo "class: [${class#, }], spare: [${spare#, }]"
}
