#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# --html: a page that browsers read, of a run that passes and of one that fails; the wires and packets of the failure are those of the
# bundle, in the JSON, too.
. "$(dirname "$0")/../../case.sh"
# From the 20th flit on, bit 9 of the flit behind one that had to wait is inverted.
module stuck 'reg waits; reg [5:0] flits;
    always @(posedge clk) begin
      waits <= out_valid & ~out_ready & ~rst;
      flits <= rst ? 6'"'"'d0 : flits + {5'"'"'d0, out_valid & out_ready & ~&flits};
    end' | sed "s/assign out_data = in_data;/assign out_data = in_data ^ {6'd0, WRONG != 0 \&\& waits \&\& flits > 6'd20, 9'd0};/; s/module stuck (/module stuck #(parameter WRONG = 0) (/" >stuck.v
description stuck stuck.v >stuck.yaml
sed -i 's/^checks:.*//; $a checks: {stable: no}' stuck.yaml

# page FILE: it is read without an error, every tag is closed, and nothing is loaded from elsewhere
page() {
  python3 - "$1" <<'P' || fail "$1 is no page"
import html.parser, sys
class Reader(html.parser.HTMLParser):
    open = []
    def handle_starttag(self, tag, attributes):
        assert not {"src", "href"} & {name for name, _ in attributes}, attributes
        if tag != "meta":
            self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        pass
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
reader = Reader()
reader.feed(open(sys.argv[1]).read())
assert not reader.open, reader.open
P
}
expect 0 "${verify[@]}" stuck.yaml --cycles 20000 --html good.html
page good.html
grep -q '<span class="good">Passed</span>: stuck' good.html || fail "the verdict is not on the page"
grep -q '<tr><td>corrupted</td><td class="n">[1-9][0-9]*</td><td>bits</td><td class="good">good</td></tr>' good.html ||
  fail "the checks are not on the page"
expect 1 "${verify[@]}" stuck.yaml --cycles 20000 --parameter WRONG=1 --html bad.html --json bad.json
page bad.html
for word in '<span class="bad">Failed</span>: stuck' '<svg ' 'make -C fedx-router wave' '<td class="bad">failed</td>'; do
  grep -qF "$word" bad.html || fail "not on the page: $word"
done
python3 - <<'P' || fail "the wires are not those of the failure"
import json
failure = json.load(open("bad.json"))["failure"]
waves, history = failure["waves"], failure["history"]
assert len(history) == failure["packets"] > 20
assert waves["to"] - waves["from"] <= 32 and waves["from"] <= waves["wrong"] < waves["to"]
at = waves["wrong"] - waves["from"]
source, sink = waves["ends"]
assert (source["end"], sink["end"]) == ("input 0", "output 0")
assert int(source["fields"]["data"][at], 16) ^ int(sink["fields"]["data"][at], 16) == 1 << 9
assert source["valid"][at] == sink["valid"][at] == "1" and sink["ready"][at - 1] == "0"
for packet in history[:-2]:
    assert packet["in"] == packet["out"] == packet["done"] and packet["came_out_of"] == 0, packet
P
refused_first "fedx blackbox: --html needs a file" "${verify[@]}" stuck.yaml --html -
refused_first "fedx blackbox: --html does not go with --seeds" "${verify[@]}" stuck.yaml --html x.html --seeds 1..2
echo "2 pages"
