#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hold the rooms of cmodel (rooms.txt) against the symbols of the objects in a build.

    room_symbols.py BUILD ROOMS PICTURE

No symbol of a higher room is used, and circles of files are those of ROOMS. The rooms and their arrows go to PICTURE, for Graphviz.
"""
import collections
import os
import re
import shutil
import subprocess
import sys

DEFINED, UNDEFINED = set("TDRBCVW"), "U"


def read_rooms(path):
    """Places of rooms, lowest first; circles, each a set of files."""
    places, circles = {}, {}
    with open(path) as lines:
        for line in lines:
            words = line.split()
            if words[:1] == ["room"]:
                places[words[1]] = len(places)
            elif words[:1] == ["circle"]:
                room, files = re.fullmatch(r"circle (\S+): (.*?) - .*\n", line).groups()
                circles[frozenset(f"{room}/{file}" for file in files.split())] = line
    return places, circles


def objects_of(build):
    """File of cmodel without its suffix: its objects in the targets that there are, since a target that is gone leaves its own."""
    found = collections.defaultdict(list)
    with open(f"{build}/CMakeFiles/TargetDirectories.txt") as targets:
        folders = [line.strip() + "/" for line in targets]
    for target in folders:
        for folder, _, names in os.walk(target):
            inside = folder + "/"
            for name in names:
                file = (inside + name).removesuffix(".c.o").split("/cmodel/")[-1]
                if name.endswith(".c.o") and os.path.exists(f"cmodel/{file}.c"):
                    found[file].append(inside + name)
    return found


def symbols_of(paths):
    """What the objects of a file define and use; an instance for other sizes has names of its own."""
    nm = next(tool for tool in ("gcc-nm", "llvm-nm", "nm") if shutil.which(tool))
    listed = subprocess.run([nm, *paths], capture_output=True, text=True, check=True).stdout
    words = [line.split() for line in listed.splitlines()]
    defined = {w[2] for w in words if len(w) == 3 and w[1] in DEFINED}
    return defined, {w[1] for w in words if len(w) == 2 and w[0] == UNDEFINED}


def arrows_of(objects):
    """File: files whose symbols it uses, each with one of them."""
    symbols = {file: symbols_of(paths) for file, paths in objects.items()}
    owner = {name: file for file, (defined, _) in symbols.items() for name in defined}
    arrows = {}
    for file, (_, used) in symbols.items():
        arrows[file] = {owner[name]: name for name in sorted(used) if owner.get(name, file) != file}
    return arrows


def reachable(arrows, start):
    seen, left = set(), [start]
    while left:
        for to in arrows.get(left.pop(), ()):
            if to not in seen:
                seen.add(to)
                left.append(to)
    return seen


def circles_of(arrows):
    """Sets of two and more files that all lead to one another."""
    reach = {file: reachable(arrows, file) for file in arrows}
    circles = {frozenset(other for other in reach[file] if file in reach[other]) for file in arrows}
    return {circle for circle in circles if len(circle) > 1}


def room_of(file):
    return file.rsplit("/", 1)[0]


def check(places, known, arrows):
    bad = []
    for file, targets in arrows.items():
        for to, symbol in targets.items():
            if places[room_of(to)] > places[room_of(file)]:
                bad.append(f"{file} uses {symbol} of {to}, but room {room_of(file)} is below {room_of(to)}")
    found = circles_of(arrows)
    bad += ["a circle that rooms.txt does not have: " + " ".join(sorted(c)) for c in found - set(known)]
    bad += ["not a circle: " + known[c].strip() for c in set(known) - found]
    return bad, found


def picture(places, arrows, path):
    """Rooms from the lowest up, and an arrow where no way over other rooms stands for it."""
    rooms = collections.defaultdict(set)
    for file, targets in arrows.items():
        rooms[room_of(file)] |= {room_of(to) for to in targets} - {room_of(file)}
    direct = []
    for room in sorted(rooms, key=places.get):
        for to in sorted(rooms[room], key=places.get):
            if not any(to in reachable(rooms, over) for over in rooms[room] - {to}):
                direct.append((room, to))
    with open(path, "w") as out:
        out.write("// Rooms of cmodel, and which uses symbols of which: tests/room_symbols.py. The target generated makes it.\n")
        out.write('digraph rooms {\n  node [shape=box, fontname="sans-serif", fontsize=11, height=0.3, style=rounded];\n')
        for room in sorted(places, key=places.get):
            out.write(f'  "{room}";\n')
        for room, to in direct:
            out.write(f'  "{room}" -> "{to}";\n')
        out.write("}\n")


def main():
    build, rooms, path = sys.argv[1:]
    places, known = read_rooms(rooms)
    objects = objects_of(build)
    arrows = arrows_of(objects)
    bad, found = check(places, known, arrows)
    count = sum(len(targets) for targets in arrows.values())
    if len(objects) < 300 or count < 1000:
        bad.append(f"only {len(objects)} objects and {count} arrows between them: the search has lost its way")
    if bad:
        sys.exit("\n".join(bad))
    picture(places, arrows, path)
    print(f"{len(objects)} objects, {count} arrows between files by symbol, none upward; {len(found)} circles inside rooms, all with a reason")


main()
