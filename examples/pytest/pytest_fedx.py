# SPDX-License-Identifier: Apache-2.0
"""Descriptions of routers as tests of pytest: python3 -m pytest -p pytest_fedx --fedx FOLDER

Each description (a .yaml with inputs and outputs, or with the routers of a network) is a test per seed, NAME.yaml::seed-N.
It passes when `fedx blackbox` finds no fault, fails with the lines that tell the fault, and is an error when the
description, its sources or a tool are wrong. A failure keeps its bundle in a folder of its own.
"""
import os
import pathlib
import re
import shutil
import subprocess

import pytest


def pytest_addoption(parser):
    group = parser.getgroup("fedx", "verification of routers by Fed-X")
    group.addoption("--fedx", action="store_true", help="collect descriptions of routers (*.yaml) as tests")
    group.addoption("--fedx-program", metavar="FILE", help="the program (default: $FEDX, or fedx in the PATH)")
    group.addoption("--fedx-seeds", metavar="LIST", default="1", help="seeds, such as 1, 3,7 or 1..20 (default: 1)")
    group.addoption("--fedx-bundles", metavar="DIR", default="fedx-bundles", help="where bundles of failures go (default: %(default)s)")
    parser.addini("fedx_args", type="args", default=[], help="more options of fedx blackbox, such as --cycles 1M --keep .cache/router")


def pytest_configure(config):
    config.addinivalue_line("markers", "fedx: a description of a router")
    if config.getoption("--fedx"):
        config.fedx_seeds = seeds_of(config.getoption("--fedx-seeds"))
        config.fedx_program = program_of(config)


def pytest_collect_file(file_path, parent):
    if parent.config.getoption("--fedx") and file_path.suffix in (".yaml", ".yml") and is_description(file_path):
        return Description.from_parent(parent, path=file_path)
    return None


def is_description(path):
    """Other YAML files may be in the folder: a description has these keys on its top level."""
    keys = set(re.findall(r"^([a-z_]+):", path.read_text(encoding="utf-8", errors="replace"), re.M))
    return {"inputs", "outputs"} <= keys or "routers" in keys


def seeds_of(text):
    seeds = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", part.strip())
        if not match:
            raise pytest.UsageError(f"--fedx-seeds {text}: must be numbers and ranges, such as 1, 3,7 or 1..20")
        seeds += range(int(match[1]), int(match[2] or match[1]) + 1)
    return seeds


def program_of(config):
    name = config.getoption("--fedx-program") or os.environ.get("FEDX") or "fedx"
    program = shutil.which(name)
    if not program:
        raise pytest.UsageError(f"no program {name}: give it by --fedx-program, $FEDX or the PATH")
    return os.path.abspath(program)


class Description(pytest.File):
    def collect(self):
        for seed in self.config.fedx_seeds:
            yield Verification.from_parent(self, name=f"seed-{seed}", seed=seed)


class Fault(Exception):
    """The router failed a check."""


class Verification(pytest.Item):
    def __init__(self, *, seed, **kwargs):
        super().__init__(**kwargs)
        self.seed = seed
        self.add_marker("fedx")

    def bundle(self):
        name = re.sub(r"[^A-Za-z0-9_.]+", "-", self.nodeid)
        return pathlib.Path(self.config.invocation_params.dir, self.config.getoption("--fedx-bundles"), name)

    def runtest(self):
        bundle = self.bundle()
        bundle.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(bundle, ignore_errors=True)  # of an earlier run
        command = [self.config.fedx_program, "blackbox", str(self.path), "--seed", str(self.seed), "--quiet",
                   "--bundle", str(bundle), *self.config.getini("fedx_args")]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        self.add_report_section("call", "fedx", run.stdout + run.stderr)
        packets = re.search(r"^packets +(.*)", run.stdout, re.M)
        self.user_properties += [("command", " ".join(command))] + ([("packets", packets[1])] if packets else [])
        if run.returncode == 1:
            raise Fault(told(run.stdout))
        if run.returncode != 0:
            pytest.fail(f"fedx ended with status {run.returncode}: {(run.stderr or run.stdout).strip()}", pytrace=False)

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, Fault):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, f"{self.path.name} seed {self.seed}"


def told(output):
    """What a run prints from its failure on: the check, the packets, how to repeat it, the bundle."""
    at = output.find("\nfailed in ")
    return output[at + 1:].strip() if at >= 0 else output.strip()
