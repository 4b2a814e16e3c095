#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The plugin of pytest: descriptions are tests that pass, fail with what is wrong and a bundle, or say what is wrong with themselves.
. "$(dirname "$0")/../common.sh"
says() { grep -qF -- "$1" out || { cat out >&2 && fail "not said: $1"; }; }
python=python3
"$python" -c "import pytest" 2>/dev/null || python=/usr/bin/python3
"$python" -c "import pytest" 2>/dev/null || skip "no pytest (apt-get install python3-pytest)"
cd "$scratch"
export FEDX PYTHONPATH=$FEDX_SOURCE/examples/pytest PYTHONDONTWRITEBYTECODE=1
mkdir descriptions
cp "$FEDX_SOURCE"/examples/your-router/stream_mux.{v,yaml} descriptions
printf 'name: no description\n' >descriptions/other.yaml
tests() { "$python" -m pytest -p pytest_fedx -p no:cacheprovider -o "fedx_args=--cycles 20000 --keep $scratch/kept $defines" "$@"; }
defines=''
expect 0 tests --fedx descriptions --fedx-seeds 1,3..4 --junitxml junit.xml
says "3 passed"
grep -q 'value="fedx' junit.xml || grep -q 'name="packets"' junit.xml || fail "no packets in $(cat junit.xml)"

sed 's/^top: .*/top: nothing/' descriptions/stream_mux.yaml >descriptions/missing.yaml
expect 1 tests --fedx descriptions -k missing
says "fedx ended with status 2: fedx blackbox: no module nothing in the sources"
defines='--define FAULT_PRIORITY'
expect 1 tests --fedx descriptions -k "stream_mux"
says "starvation: "
says "stream_mux.yaml::seed-1"
bundle=(fedx-bundles/*)
[ -e "${bundle[0]}/report.txt" ] || [ -e "${bundle[0]}/Makefile" ] || fail "no bundle in ${bundle[*]}"
expect 4 tests --fedx descriptions --fedx-seeds few
grep -qF "must be numbers and ranges" err || fail "$(cat err)"
expect 5 tests descriptions
echo "3 seeds passed, 1 description and 1 router failed"
