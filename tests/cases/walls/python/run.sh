#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The models in Python: an object that owns a model cannot be copied, and no number is cut off to fit.
. "$(dirname "$0")/../../../common.sh"
command -v python3 >/dev/null || fail "no python3"
export FEDX_MODEL=$FEDX_BUILD/libfedx_model.so VCR_MODEL=$FEDX_BUILD/libvcr_model.so PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH=$FEDX_SOURCE/examples/bindings/python:$FEDX_SOURCE/examples/bindings/vcr/python
python3 - <<'P'
import copy, pickle
import fedx, vcr

count = 0
def refused(error, words, act):
    global count
    try:
        result = act()
    except error as e:
        assert words in str(e), (words, e)
        count += 1
        return
    raise SystemExit(f"not refused: {words}: {result}")

for thing in (fedx.Switch(), vcr.Router()):
    for act in (copy.copy, copy.deepcopy, pickle.dumps):
        refused(TypeError, "cannot be copied or pickled", lambda: act(thing))
refused(ValueError, "buffers", lambda: fedx.Switch(fedx.Settings()))
refused(ValueError, "latency cannot be", lambda: fedx.settings(latency=(1 << 40) + 3))
refused(ValueError, "link latency must be", lambda: fedx.settings(latency=8))
refused(ValueError, "no setting _fields_", lambda: fedx.settings(_fields_=1))
route = fedx.Route(0, 64, 6, 6, 0)
for destination in ((1 << 32) + 5, -1, 256):
    refused(ValueError, "outside the route table", lambda: fedx.Switch(None, {destination: route}))
refused(ValueError, "deterministic of a route is 7", lambda: fedx.Switch(None, {0: fedx.Route(0, 64, 7, 6, 0)}))
refused(ValueError, "best of a route is -1", lambda: fedx.Switch(None, {0: fedx.Route(0, -1, 6, 6, 0)}))
refused(ValueError, "distance cannot be", lambda: fedx.Route(distance=1 << 32))
refused(ValueError, "valid cannot be 256", lambda: fedx.Pins(valid=256))
refused(ValueError, "does not fit", lambda: fedx.Pins(data=[256]))
refused(ValueError, "9 values", lambda: fedx.Pins(data=[0] * 9))
refused(AttributeError, "no field vaild", lambda: fedx.Pins(vaild=1))
pins = fedx.Pins()
refused(ValueError, "does not fit", lambda: pins.data.__setitem__(0, -1))
refused(ValueError, "destination cannot be 65536", lambda: fedx.Header(destination=1 << 16))
refused(ValueError, "cfg_addr cannot be 65536", lambda: vcr.Router().configure(1 << 16, 0))
refused(ValueError, "ports cannot be 261", lambda: vcr.Router(vcr.Shape(ports=261, vcs=4, depth=4, words=1)))
refused(ValueError, "2 to 12 ports", lambda: vcr.Router(vcr.Shape()))
# What is right stays right.
pins = fedx.Pins((fedx.c_uint8 * 8)(1, 2), valid=127)
assert list(pins.data)[:3] == [1, 2, 0] and pins.valid == 127
pins.data[:2] = [7, 8]
assert list(pins.data)[:3] == [7, 8, 0]
one, two = fedx.Switch(fedx.settings(latency=3), {5: route}), fedx.Switch()
two.copy_from(one)
assert one.hash() == two.hash()
# The functions themselves: nothing is done with what the check refuses.
assert fedx._library.fedx_switch_configure(one._switch, fedx.byref(fedx.Settings(buffers=99))) == -1 and one.hash() == two.hash()
assert not vcr._library.vcr_router_create(vcr.byref(vcr.Shape()))
print(f"{count} refused")
P
