# SPDX-License-Identifier: Apache-2.0
"""Mutants of the environment and monitor of proofs, for monitor_mutants.sh.

A mutant is seen when a right router fails with it, or when a router whose mistake is found without it passes. One that no router shows
is compared with the unchanged monitor, for all routers: it is the same, or it is reported.
  monitor_mutants.py DESIGN FOLDER COUNT SEED WRONG...   FOLDER: that of a proof, made by fedx blackbox DESIGN --prove --keep
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys

# Seconds of a question; frames that a mistake may need more with a mutant, that it may need at all, and of the right router, first and last.
SECONDS = 60
SEEN, SAME, LEFT = "seen", "the same with every router", "NOT SEEN"
WRONG = "input wire [5:0] WRONG"
SLACK, DEEPEST, SOON, RIGHT = 2, 22, 9, 14


def yosys(folder, *commands):
    done = subprocess.run(["yosys", "-q", "-p", "; ".join(commands)], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"yosys: {done.stderr or done.stdout}")


class Circuit:
    """Of the binary format of AIGER."""

    def __init__(self, path):
        self.data = open(path, "rb").read()
        self.at = 0
        _, self.inputs, self.latches, outputs, gates = map(int, self.line().split()[1:6])
        self.next = [int(self.line()) for _ in range(self.latches)]
        self.output = [int(self.line()) for _ in range(outputs)]
        self.gates = []
        for gate in range(gates):
            left = 2 * (self.inputs + self.latches + 1 + gate) - self.delta()
            self.gates.append((left, left - self.delta()))
        self.names = {}
        for line in self.data[self.at :].decode().split("\n"):
            found = re.fullmatch(r"([io]\d+) (.*)", line)
            if not found:
                continue
            self.names[found[1]] = found[2]

    def line(self):
        end = self.data.index(b"\n", self.at)
        text, self.at = self.data[self.at : end], end + 1
        return text

    def delta(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    def outputs(self, names):
        """Numbers of the outputs with these names, of a vector the bits."""
        return [i for i in range(len(self.output)) if self.names.get(f"o{i}", "").split("[")[0] in names]

    def write(self, path, chosen, outputs):
        """With these outputs alone, and the numbers that some inputs have."""
        tied = {}
        for i in range(self.inputs):
            found = re.fullmatch(r"(\w+)\[(\d+)\]", self.names.get(f"i{i}", ""))
            if found and found[1] in chosen:
                tied[i + 1] = chosen[found[1]] >> int(found[2]) & 1

        def of(literal):
            return tied[literal // 2] ^ (literal & 1) if literal // 2 in tied else literal

        out = bytearray()
        out += f"aig {self.inputs + self.latches + len(self.gates)} {self.inputs} {self.latches} {len(outputs)} {len(self.gates)}\n".encode()
        for literal in self.next + [self.output[i] for i in outputs]:
            out += f"{of(literal)}\n".encode()
        for gate, sides in enumerate(self.gates):
            high, low = sorted(map(of, sides), reverse=True)
            for delta in (2 * (self.inputs + self.latches + 1 + gate) - high, high - low):
                while delta > 0x7F:
                    out.append(delta & 0x7F | 0x80)
                    delta >>= 7
                out.append(delta)
        open(path, "wb").write(out)


def abc(folder, script):
    name = next(n for n in ("berkeley-abc", "yosys-abc", "abc") if any(os.access(f"{p}/{n}", os.X_OK) for p in os.environ["PATH"].split(":")))
    try:
        return subprocess.run([name, "-c", script], cwd=folder, capture_output=True, text=True, timeout=10 * SECONDS).stdout
    except subprocess.TimeoutExpired:
        return ""


class Bench:
    def __init__(self, folder, count, seed):
        self.folder = folder
        self.circuits = {}
        properties = json.load(open(f"{folder}/../../properties.json"))["properties"]
        self.bad = ["bad_" + name for name, of in properties.items() if of["verdict"] not in ("nothing to prove", "reachable")]
        self.found = []
        self.make_monitor(count, seed)

    def make_monitor(self, count, seed):
        """monitor.il: the top without the router, and with all mutants, of which the input mutsel chooses one."""
        top = open(f"{self.folder}/prove_top.v").read()
        pins = re.search(r"wire \[(\d+):0\] in;\s+wire \[(\d+):0\] out;", top)
        top = top.replace("module prove_top (", f"module prove_top ({WRONG}, ").replace("fedx_dut_wrapper network (", "fedx_dut_wrapper network (.WRONG(WRONG), ")
        # What is made of parts has them with each bound of idle cycles; those beside a larger one are not looked at.
        top = re.sub(r"(assign bad_(?:reset|illegal) = [^{]*{)(?:[^{}]*comes_out,){2}", r"\g<1>24'd0, ", top)
        with open(f"{self.folder}/top.v", "w") as file:
            file.write(top + f"(* blackbox *) module fedx_dut_wrapper ({WRONG}, input clk, rst, input [{pins[1]}:0] in, output [{pins[2]}:0] out); endmodule\n")
        first = ["read_verilog prove_source.v prove_sink.v prove_watch.v top.v", "hierarchy -top prove_top", "proc", "flatten"]
        unused = "delete -port prove_top/w:like_* prove_top/w:seen_* prove_top/w:pick_like"
        yosys(self.folder, *first, unused, "opt_expr", "opt_clean -purge", "wreduce", "opt -full", "memory_map", "opt_clean -purge", "write_ilang plain.il",
              f"mutate -list {2 * count} -seed {seed} -ctrl mutsel 10 1 -o all.ys prove_top")
        # A register keeps its first value: its input is mutated, and its output is not.
        self.mutants = [line for line in open(f"{self.folder}/all.ys").read().splitlines() if " -port Q " not in line and " -cell network " not in line][:count]
        with open(f"{self.folder}/mutants.ys", "w") as file:
            file.write("\n".join(self.mutants) + "\n")
        yosys(self.folder, "read_ilang plain.il", "script mutants.ys", "opt_clean", "write_ilang monitor.il")

    def circuit(self, kind):
        """With the router, whose mistake is an input; or alone, with the pins of the router as its own."""
        if kind not in self.circuits:
            rest = ["async2sync", "dffunmap", "opt_expr -fine", "opt_clean", "simplemap", "techmap", "opt_clean", "setundef -undriven -zero", "aigmap", "opt_clean -purge"]
            router = ["read_ilang monitor.il", "cd prove_top", "expose -evert network", "cd .."]
            if kind == "router":
                # The parameter WRONG becomes a pin of each module.
                text = open(f"{self.folder}/fedx_dut_wrapper.v").read()
                text = re.sub(r"(module \w+) #\(parameter WRONG = 0(, )?([^)]*)\) \(", rf"\1 #(parameter UNUSED = 0\2\3) ({WRONG}, ", text)
                text = re.sub(r"#\(\s*\.WRONG\([^)]*\)(,\s*)?((?:\.\w+\([^)]*\))?)\s*\) (\w+) \(", r"#(\2) \3 (.WRONG(WRONG), ", text)
                text = text.replace("module fedx_dut_wrapper (", f"module fedx_dut_wrapper ({WRONG}, ")
                open(f"{self.folder}/wrong.v", "w").write(text)
                router = ["read_verilog -sv wrong.v", "hierarchy -top fedx_dut_wrapper", "proc", "flatten", "opt -full", "memory_map -formal", "opt_clean",
                          "read_ilang -nooverwrite monitor.il", "hierarchy -top prove_top", "flatten", "opt_clean"]
            yosys(self.folder, *router, *rest, f"write_aiger -zinit -symbols {kind}.aig")
            self.circuits[kind] = Circuit(f"{self.folder}/{kind}.aig")
        return self.circuits[kind]

    def bads(self, circuit):
        # Of bounds of idle cycles the third one is slow to reach, and what is made of parts has all 12 of them with each. A right router may
        # not keep to the smaller bounds of waits.
        late = {"bad_lost[2]", "bad_stuck[2]", "bad_owed[2]", *(f"bad_{name}[{part}]" for name in ("reset", "illegal") for part in range(12, 36)),
                *(f"bad_starvation[{part}]" for part in range(4))}
        return [i for i in circuit.outputs(self.bad) if circuit.names[f"o{i}"] not in late]

    def hunt(self, wrong, mutant, frames, outputs=None):
        """@return which output of the monitor finds something first, and in how many frames; or None"""
        circuit = self.circuit("router")
        outputs = outputs or self.bads(circuit)
        path = f"hunt-{wrong}-{mutant}.aig"
        circuit.write(f"{self.folder}/{path}", {"mutsel": mutant, "WRONG": wrong}, outputs)
        said = abc(self.folder, f"read_aiger {path}; strash; scleanup; bmc3 -F {frames} -T {SECONDS}")
        found = re.search(r"Output (\d+) .*asserted in frame (\d+)", said)
        if found:
            return circuit.names[f"o{outputs[int(found[1])]}"], int(found[2]) + 1
        end = re.search(r"No output asserted in (\d+) frames", said)
        if not (end and int(end[1]) >= frames) and "combinational" not in said:  # a property that a mutant made constant
            raise TimeoutError
        return None

    def name(self, output):
        return self.circuit("router").names[f"o{output}"]

    def add(self, wrong, outputs):
        """A mistake that the unchanged monitor finds, by any output or by one of these."""
        found = self.hunt(wrong, 0, DEEPEST, outputs)
        if found:
            self.found.append((wrong, *found))
            print(f"mistake {wrong}: {found[0][4:]} in {found[1]} frames", flush=True)
        return found

    def begin(self, wrongs):
        for wrong in wrongs:
            if not self.add(wrong, None):
                sys.exit(f"mistake {wrong} is not found")
        known = {found[1] for found in self.found}
        for output in self.bads(self.circuit("router")):
            if self.name(output) not in known and not self.name(output).startswith("bad_corrupted"):
                any(self.add(wrong, [output]) for wrong in wrongs)
        if self.hunt(0, 0, RIGHT):
            sys.exit("the right router fails")
        self.circuit("alone")

    def who_sees(self, mutant):
        found = self.hunt(0, mutant, SOON)
        for wrong, name, depth in self.found if not found else []:
            outputs = [i for i in self.bads(self.circuit("router")) if self.name(i) == name]
            if not self.hunt(wrong, mutant, depth + SLACK, outputs):
                return f"mistake {wrong} passes {name[4:]}"
        found = found or self.hunt(0, mutant, RIGHT)
        return f"the right router fails in {found[0][4:]}" if found else None

    def is_same(self, mutant):
        """Whether it does the same with every router."""
        circuit = self.circuit("alone")
        outputs = list(range(len(circuit.output)))
        for number in 0, mutant:
            circuit.write(f"{self.folder}/alone-{mutant}-{number}.aig", {"mutsel": number}, outputs)
        said = abc(self.folder, f"miter alone-{mutant}-0.aig alone-{mutant}-{mutant}.aig; strash; scorr; dc2; scorr; pdr -T {SECONDS}; print_status")
        return "Networks are equivalent" in said or "Status = 1" in said or "Property proved" in said


def main():
    design, folder, count, seed, *wrongs = sys.argv[1:]
    bench = Bench(folder, int(count), int(seed))
    bench.begin([int(w) for w in wrongs])
    count = {SEEN: 0, SAME: 0, LEFT: 0}

    def judge(line):
        number = int(re.search(r"-ctrl mutsel 10 (\d+)", line)[1])
        try:
            who = bench.who_sees(number)
            verdict = SEEN if who else SAME if bench.is_same(number) else LEFT
        except TimeoutError:
            who, verdict = "no answer in time", LEFT
        print(f"{design} {number} {verdict}{f', {who}' if who else ''}: {line}", flush=True)
        return verdict

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for verdict in pool.map(judge, bench.mutants):
            count[verdict] += 1
    print(f"{design}: {len(bench.mutants)} mutants: " + ", ".join(f"{number} {verdict}" for verdict, number in count.items()))
    sys.exit(4 * count[LEFT] > len(bench.mutants))


if __name__ == "__main__":
    main()
