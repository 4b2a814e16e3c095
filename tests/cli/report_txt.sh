#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# report.txt of a bundle leads to the mutant: of three mutants it gives the rule, its section, the values and both
# verdicts, and with them settings, accesses, counters and limits; and of what is left of one after shrinking.
. "$(dirname "$0")/../common.sh"
cd "$scratch"
checked=0
# of MUTANT: its report
of() {
  mutant=$1
  FEDX=$FEDX "$FEDX_SOURCE/tests/mutants/run.sh" --object "$mutant.so" "$mutant"
  expect 1 "$FEDX" verify --quiet --waveform 0 --rtl-object "$mutant.so" --bundle "$mutant"
  for part in '^The edge that ends cycle [0-9]+ of vectors.hex:' '^What differs after that edge$' '^In short$' \
    '^Settings in force in that cycle' '^  THROTTLE  throttle_timeout T = [1-9]' '^  LIMITS    limit_dest [0-9]' \
    '^Configuration accesses ' '^  cycle +[0-9]+  write 0x0000, MODE: 0x' '^Counts against their limits' '^  watch     watched [01]'; do
    tells "$part"
  done
}
tells() {
  grep -qE -- "$1" "$mutant/report.txt" || { cat "$mutant/report.txt" >&2 && fail "$mutant: no line like '$1'"; }
  checked=$((checked + 1))
}

of admission_class_full
tells '^  section 9: the switch admits the header of port [0-5PE]+, which fails test 5 CLASS$'
tells '^    test 5 CLASS +FAILS : n\(i\) \+ 1 <= B - i for i = 1 to [0-9]+: .*n\([0-9]\) \+ 1 = [0-9]+ > [0-9]'
tells '^    model : REFUSED, reason 5 class full$'
tells '^    switch: ADMITTED to buffer [0-9], reason 0 admitted$'
of switch_turn_kept_after_refusal
tells '^  section 7: port [0-5PE]+: flip is 1, the switch keeps the turn$'
tells 'rule: stopped = not last and not abort and \(rx_refuse 1 .*: 1$'
tells '^  register turn +before [01] +model [01] +switch [01] +DIFFERS$'
of transmit_window_short
tells '^  section 6, port [0-5PE]+ sends byte ([0-9]+) of buffer [0-9], and the window for a refusal closes with byte 11 \+ R = [0-9]+: passed 0$'
tells '^  buffer_pool.waiting \(section 8\): counts as waiting for backpressure$'
expect 0 "$FEDX" shrink --quiet --rtl-object "$mutant.so" "$mutant" --bundle small
mutant=small
tells '^The edge that ends cycle [0-9]+ of vectors.hex:'
tells '^  section 6, port [0-5PE]+ sends byte ([0-9]+) of buffer [0-9], and the window for a refusal closes with byte 11 \+ R = [0-9]+: passed 0$'
tells '^Counts against their limits'
echo "$checked lines of 4 reports"
