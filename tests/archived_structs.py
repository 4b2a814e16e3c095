#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No struct with padding is saved whole: archived, hashed, compared or written, as bytes that nobody has set differ from run to run.

    archived_structs.py COMPILER SOURCES    gcc, and the folder of the project

Of parts of structs (ARCHIVE_SPAN) nothing is said. The compiler names the types that are given to ARCHIVE, memcmp, hashes and fwrite, and (-Wpadded) the structs that have padding.
"""
import os
import re
import subprocess
import sys
import tempfile

PROBE = """
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <xxhash.h>
#include "base/archive.h"
struct probe_of_types;
void probe(struct probe_of_types *);
#undef ARCHIVE
#define ARCHIVE(a, field) ((void)(a), probe(&(field)))
#define memcmp(x, y, size) (probe(x), probe(y), (int)(size))
#define fwrite(x, size, count, file) (probe(x), (void)(file), (size_t)(size))
#undef XXH3_64bits
#define XXH3_64bits(x, size) (probe(x), (XXH64_hash_t)(size))
"""
#: Structs with padding whose padding is never looked at, each with the reason.
KNOWN = {
    "fedx_switch": "the hash ends before it",
    "vcr_regs": "made of zeros, and written field by field: include/vcr/regs.h",
}


def compile_one(compiler, root, options, file):
    """What the compiler says of a file."""
    folders = ["-I" + os.path.join(root, "include"), "-I" + os.path.join(root, "cmodel")]
    command = [compiler, "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE", "-fsyntax-only", "-Wno-all", *folders, *options, file]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"}, check=False).stderr


def struct_at(path, line):
    """The named struct whose definition a line is in, or ends."""
    inside, name = [], None
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            text = re.sub(r"/\*.*?\*/", "", text)
            if number == line:
                break
            for word in re.findall(r"struct \w+(?=[^;{}()]*\{)|[{}]", text):
                if word == "}" and inside:
                    inside.pop()
                elif word == "{":
                    inside.append(name)
                name = word[7:] if word.startswith("struct") else None
    return next((name for name in reversed(inside) if name), None)


def main():
    compiler, root = sys.argv[1:]
    files = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(root, "cmodel")) for name in sorted(names)
             if name.endswith(".c") and "/mpi" not in folder]
    saved, padded, wrong, at = set(), set(), set(), {}
    with tempfile.TemporaryDirectory() as folder:
        probe = os.path.join(folder, "probe.h")
        with open(probe, "w", encoding="utf-8") as file:
            file.write(PROBE)
        for file in files:
            types = compile_one(compiler, root, ["-Wincompatible-pointer-types", "-include", probe], file)
            here = set(re.findall(r"is of type '(?:const )?struct (\w+)", types))
            if not here:
                continue
            with_padding = set()
            for place in re.findall(r"^([^\n:]+):(\d+):\d+: warning: padding struct", compile_one(compiler, root, ["-Wpadded"], file), re.M):
                if place not in at:
                    at[place] = struct_at(place[0], int(place[1]))
                with_padding.add(at[place])
            saved |= here
            padded |= with_padding
            wrong |= here & with_padding - set(KNOWN)
    if len(saved) < 20 or len(padded) < 20:
        sys.exit(f"FAIL: the search finds {len(saved)} structs that are saved, and {len(padded)} with padding")
    if wrong:
        sys.exit("FAIL: saved whole, and has padding: struct " + ", struct ".join(sorted(wrong)))
    print(f"{len(saved)} structs are saved whole, and have no padding, as {len(padded)} others have")


if __name__ == "__main__":
    main()
