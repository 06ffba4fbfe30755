#!/usr/bin/env python3
"""Runs one of the XCSP3 solvers in Java of the Python package pycsp3.

    xcsp3.py ace|choco MODEL [--time MILLISECONDS] [--seed N] [--all] [OPTION OF THE SOLVER...]
    xcsp3.py ace|choco --package        print the solver's name and version

The output of the solver is unchanged: `s`, `v` and `d` lines by the rules of the XCSP3
competitions.

Choco does not report whether it has printed every solution. With --all it therefore gets no time
limit, and if it ends without an interrupt this script adds ACE's line `d COMPLETE EXPLORATION`.

The package is searched for in Python's path and below $PIPSC_SOLVERS_PREFIX/python. It is not
imported: only its files are used. Java 17 or later is searched for in PATH.
"""

import argparse
import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys

prefix = os.environ.get("PIPSC_SOLVERS_PREFIX")
if prefix:
    sys.path[:0] = sorted(glob.glob(os.path.join(glob.escape(prefix), "python", "pycsp3==*")))

# For each solver its name, its jar in the package, and its main class if the jar has no manifest entry.
SOLVERS = {
    "ace": ("ACE", "ace/ACE-*.jar", []),
    "choco": ("Choco", "choco/choco-parsers-*.jar", ["org.chocosolver.parser.xcsp.ChocoXCSP"]),
}

# Limits JIT compilation, which does not pay off in runs of a second or two.
JAVA_OPTIONS = ["-XX:TieredStopAtLevel=1"]


def jar(solver):
    """The solver's jar."""
    package = importlib.util.find_spec("pycsp3")
    if package is None or not package.submodule_search_locations:
        sys.exit(f"{solver}: the Python package pycsp3 is not installed")
    for folder in package.submodule_search_locations:
        pattern = os.path.join(glob.escape(folder), "solvers", SOLVERS[solver][1])
        found = sorted(glob.glob(pattern))
        if found:
            return found[-1]
    sys.exit(f"{solver}: the Python package pycsp3 has no {SOLVERS[solver][1]}")


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("solver", choices=sorted(SOLVERS))
    parser.add_argument("model", nargs="?")
    parser.add_argument("--package", action="store_true")
    parser.add_argument("--time", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--all", action="store_true")
    arguments, own = parser.parse_known_intermixed_args()
    name, _, main_class = SOLVERS[arguments.solver]
    path = jar(arguments.solver)
    java = shutil.which("java")
    if java is None:
        sys.exit(f"{arguments.solver}: Java is not installed")
    if arguments.package:
        version = re.search(r"-(\d[^-]*(?:-.*)?)\.jar$", os.path.basename(path))
        print(name, version.group(1) if version else "of an unknown version")
        return 0
    if arguments.model is None:
        parser.error("a model is missing")

    command = [java, *JAVA_OPTIONS]
    command += ["-cp", path, *main_class] if main_class else ["-jar", path]
    command.append(arguments.model)
    if arguments.solver == "ace":
        # Print each solution as it is found, without colours and banner.
        command += ["-s=all", "-xe"] if arguments.all else ["-s=1"]
        command += ["-npc", "-v=-1"]
        if arguments.time is not None:
            command.append(f"-t={arguments.time}")
        if arguments.seed is not None:
            command.append(f"-seed={arguments.seed}")
    else:
        if arguments.seed is not None:
            command += ["-seed", str(arguments.seed)]
        if arguments.all:
            command.append("-a")
        elif arguments.time is not None:
            command.append(f"-limit=[{-(-arguments.time // 1000)}s]")
    command += own
    # pipsc stops the process group, and so both processes.
    code = subprocess.run(command).returncode
    if arguments.solver == "choco" and arguments.all and code == 0:
        print("d COMPLETE EXPLORATION")
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
