#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ir-verilog translates what LLVM makes of C: byte addresses, copies of one of two arrays, memories that nobody reads, places that are
# said to be unreachable.
# Yosys decides whether all outputs of the miter are 0. Each right function has a wrong twin that must be found.
. "$(dirname "$0")/common.sh"
cd "$FEDX_SOURCE"
. sim_scripts/proof_tools.sh
find_proof_tools || exit 77
proof_tools "$scratch/tools"

cat >"$scratch/harness.c" <<'E2'
#include "proof.h"

#include <string.h>

struct pairs {
    uint64_t first[4], last[2]; /* 3 pairs, 2 of them in first */
};

/* The bytes at 16 * i + 8 * j + 8 * extra, for i below count, against the element of that number + off, if there is one. */
static void pairs(unsigned count, unsigned extra, unsigned off)
{
    struct pairs p;
    uint64_t i = proof_input("i", 0, 2), j = proof_input("j", 0, 1), at = 2 * i + j + extra + off, here, want = 0;

    for (unsigned k = 0; k < 6; k++)
        ((uint64_t *)&p)[k] = proof_input("value", k, 64);
    proof_assume(i < count);
    here = *(uint64_t *)((char *)&p + 16 * i + 8 * j + 8 * extra);
    for (unsigned k = 0; k < 6; k++)
        if (k == at)
            want = proof_input("value", k, 64);
    proof_output_if("differs", 0, 64, here ^ want, at < 6);
}

void right_pairs(void) { pairs(3, 0, 0); }
void right_behind(void) { pairs(2, 1, 0); }
void wrong_outside(void) { pairs(4, 0, 0); }
void wrong_sum(void) { pairs(3, 1, 0); }
void wrong_element(void) { pairs(2, 1, 1); }

/* A copy of one of two arrays, against its elements. */
static inline __attribute__((always_inline)) void chosen(uint64_t other)
{
    uint64_t one[2], two[2], copy[2], pick = proof_input("pick", 0, 1);

    one[0] = proof_input("one", 0, 4), one[1] = proof_input("one", 1, 4);
    two[0] = proof_input("two", 0, 4), two[1] = proof_input("two", 1, 4);
    memcpy(copy, pick ? one : two, sizeof copy);
    proof_output("differs", 0, 4, copy[0] ^ (pick ^ other ? one[0] : two[0]));
    proof_output("differs", 1, 4, copy[1] ^ (pick ^ other ? one[1] : two[1]));
}

void right_chosen(void) { chosen(0); }
void wrong_chosen(void) { chosen(1); }

/* Memory, which nobody reads here */
static void memory(int written, int ended)
{
    uint32_t table[16];

    proof_memory("table", table, 1, 16, 4);
    if (written)
        table[proof_input("address", 0, 4)] = (uint32_t)proof_input("data", 0, 32);
    if (ended)
        proof_memory_end(table);
}

void kept_store(void) { memory(1, 1); }
void no_end(void) { memory(1, 0); }

/* Reached for x above most */
static inline __attribute__((always_inline)) void reach(unsigned most)
{
    unsigned x = (unsigned)proof_input("x", 0, 2), y = 0;

    switch (x) {
    case 0: y = 1; break;
    case 1: y = 2; break;
    case 2: y = 3; break;
    default: if (most == 3) { y = 4; break; } __builtin_unreachable();
    }
    proof_output("rest", 0, 1, y == 0); /* which y never is, whatever is reached */
}

void right_reached(void) { reach(3); }
void wrong_unreachable(void) { reach(2); }
E2
llvm=$("$llvm_config" --cflags | sed 's/-D[^ ]*//g') libraries=$("$llvm_config" --ldflags --libs core irreader)
# shellcheck disable=SC2086 # lists
"$here/kept_cc.sh" -std=gnu11 -O1 $llvm proofs/common/ir_verilog.c -o "$scratch/ir-verilog" $libraries

# translated FUNCTION [PASSES]: its Verilog, as $scratch/FUNCTION.v; the status is that of ir-verilog
translated() {
  "$opt" -passes="${2-$opt_passes}" "${opt_options[@]}" -internalize-public-api-list="$1" "$scratch/harness.bc" -S -o "$scratch/$1.ll"
  "$scratch/ir-verilog" "$scratch/$1.ll" "$1" - >"$scratch/$1.v" 2>"$scratch/err"
}

# all_zero FUNCTION: whether all outputs are 0 for all inputs
all_zero() {
  yosys -q -p "read_verilog -sv $scratch/$1.v; hierarchy -check -top miter; proc; flatten; opt; sat -verify -prove broken 0 miter" \
    >"$scratch/log" 2>&1 && return 0
  grep -q 'proof did fail\|called with -verify and proof' "$scratch/log" || { cat "$scratch/log" >&2; fail "Yosys does not decide $1"; }
  return 1
}

"$clang" -std=gnu11 -O2 -fno-strict-aliasing -Xclang -disable-llvm-optzns -Iproofs/common -c -emit-llvm "$scratch/harness.c" -o "$scratch/harness.bc"
for function in right_pairs right_behind right_reached; do
  translated $function || { cat "$scratch/err" >&2; fail "$function is not translated"; }
  all_zero $function || { cat "$scratch/log" >&2; fail "$function has outputs that are not 0"; }
done
for function in wrong_outside wrong_sum wrong_element; do
  translated $function || { cat "$scratch/err" >&2; fail "$function is not translated"; }
  ! all_zero $function || fail "$function is not found"
done
# All passes together would make it a copy of elements.
for function in right_chosen wrong_chosen; do
  translated $function "internalize,globaldce,always-inline,function(simplifycfg)" || { cat "$scratch/err" >&2; fail "$function is not translated"; }
  grep -q 'call void @llvm.memcpy' "$scratch/$function.ll" || fail "$function copies elements"
done
all_zero right_chosen || { cat "$scratch/log" >&2; fail "right_chosen has outputs that are not 0"; }
! all_zero wrong_chosen || fail "wrong_chosen is not found"
# All passes together would remove unreachable code. With few of them it stays, or becomes an assumption.
unreachable_stays() {
  translated wrong_unreachable "internalize,globaldce,always-inline,function($1)" || { cat "$scratch/err" >&2; fail "not translated: $2"; }
  grep -qE "$2" "$scratch/wrong_unreachable.ll" || fail "$2 is not in the IR"
  ! all_zero wrong_unreachable || fail "code that is reached, but declared unreachable, is not found: $2"
}
unreachable_stays sroa '^ *unreachable'
unreachable_stays sroa,simplifycfg '^ *(unreachable|.*call void @llvm[.]assume)'
translated kept_store || { cat "$scratch/err" >&2; fail "kept_store is not translated"; }
grep -q '\\data' "$scratch/kept_store.v" || fail "a store into a memory was left out"
! translated no_end || fail "a memory without an end is translated"
grep -q 'memory table has no end' "$scratch/err" || { cat "$scratch/err" >&2; fail "a memory without an end is not named"; }
echo "11 functions: 4 right, 5 wrong ones found, a store kept, a memory without an end refused"
