#!/usr/bin/env python3
"""Lets packages of others read instances, and says what they find, one JSON object a line.

    readers.py gbdc cnf|opb FILE...             GBD's `checksani` and hash
    readers.py cpmpy cnf|opb|xcsp3 FILE...      CPMpy's readers (`cpmpy.tools.io`)
    readers.py gbdc|cpmpy --package             print the package's name and version

A line is {"file": ..., "hash": ..., "faults": [...], "constraints": ...}, each but the file only where the
package tells it; a file that it cannot read has {"file": ..., "problem": ...}. Files may be packed (.xz).
Exit codes: 0 for all that was read or not, 3 if the package is not installed.

The Python packages are looked for as Python does, and below $PIPSC_SOLVERS_PREFIX/python.
"""

import glob
import importlib.metadata
import json
import lzma
import os
import sys

prefix = os.environ.get("PIPSC_SOLVERS_PREFIX")
if prefix:
    for name in ("gbdc", "cpmpy", "pycsp3", "ortools"):
        sys.path[:0] = sorted(glob.glob(os.path.join(glob.escape(prefix), "python", name + "==*")))

# What GBD calls a formula that is as it should be. Comments are allowed.
SANE = (
    "header_consistent",
    "whitespace_normalised",
    "no_tautological_clause",
    "no_duplicate_literals",
    "no_empty_clause",
)


def missing(package, error):
    print(f"readers: the Python package {package} is not installed ({error})", file=sys.stderr)
    sys.exit(3)


def with_gbdc(kind):
    """Reads by GBD: its hash, and what it would have to mend."""
    try:
        import gbdc
    except ImportError as error:
        missing("gbdc", error)

    def read(path):
        if kind == "opb":
            features = gbdc.extract_opb_base_features(path)
            return {"hash": gbdc.opbhash(path), "constraints": int(features["constraints"])}
        found = gbdc.checksani(path)
        faults = [word for word in SANE if found.get(word) != "yes"]
        return {"hash": gbdc.gbdhash(path), "faults": faults}

    return read, "gbdc " + importlib.metadata.version("gbdc")


def with_cpmpy(kind):
    """Reads by CPMpy: how many constraints it sees."""
    # The reader of XCSP3 has arguments of its own, and does not want ours.
    sys.argv = sys.argv[:1]
    try:
        import cpmpy
        from cpmpy.tools import io
    except ImportError as error:
        missing("cpmpy", error)

    def opened(path, mode="rt"):
        return lzma.open(path, mode) if str(path).endswith(".xz") else open(path, mode)

    def read(path):
        if kind == "opb":
            # CPMpy 1.1 takes a constraint with one term of weight 1 for a mistake of its own.
            io.opb._add_constraint = lambda model, line, names: model.add(
                io.opb._parse_constraint(line, names)
            )
            model = io.load_opb(path, open=opened)
        elif kind == "cnf":
            model = io.load_dimacs(path, open=opened)
        else:
            # It says more than it is asked; only the line below is ours.
            model = io.load_xcsp3(path)
            return {"read": bool(model.constraints)}
        return {"constraints": len(model.constraints)}

    return read, "cpmpy " + cpmpy.__version__


def main():
    package, kind, *files = sys.argv[1:]
    reader = {"gbdc": with_gbdc, "cpmpy": with_cpmpy}[package]
    read, version = reader(kind)
    if kind == "--package":
        print(version)
        return 0
    for path in files:
        # What the packages print by themselves is not for us.
        saved = os.dup(1)
        os.dup2(2, 1)
        try:
            found = read(path)
        except Exception as error:  # pylint: disable=broad-except
            found = {"problem": f"{type(error).__name__}: {error}"[:500]}
        finally:
            sys.stdout.flush()
            os.dup2(saved, 1)
            os.close(saved)
        print(json.dumps({"file": path, **found}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
