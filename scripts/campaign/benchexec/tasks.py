#!/usr/bin/env python3
"""Writes tasks and benchmark definitions for BenchExec, with expected verdicts.

    tasks.py FOLDER --bundle DIR --solver NAME,...      solvers on the instances of `pipsc bundle`

Then, with this file's folder in PYTHONPATH: `benchexec FOLDER/NAME.xml` for each solver.
The expected verdict is `true` for a satisfiable and `false` for an unsatisfiable instance; unknown ones have none.
"""
import argparse
import json
import lzma
import os
import shutil
from pathlib import Path
from xml.sax.saxutils import quoteattr, escape

PROPERTY = "pips.prp"


def write_task(folder, name, file, verdict):
    """A task file: JSON is YAML."""
    proper = {"property_file": f"../{PROPERTY}"} | ({} if verdict is None else {"expected_verdict": verdict})
    task = {"format_version": "2.0", "input_files": os.path.relpath(file, folder / "tasks"), "properties": [proper]}
    (folder / "tasks" / f"{name}.yml").write_text(json.dumps(task, indent=2) + "\n")


def write_definition(folder, name, limits, runs):
    """A benchmark definition: a run definition for each name, with its options."""
    text = '<?xml version="1.0"?>\n<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN"'
    text += ' "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">\n'
    text += f"<benchmark tool={quoteattr('pips.' + name)}"
    text += "".join(f" {key}={quoteattr(value)}" for key, value in limits.items() if value) + ">\n"
    for run, options in runs.items():
        text += f"  <rundefinition name={quoteattr(run)}>\n"
        for option, value in options:
            text += f"    <option name={quoteattr(option)}>{escape(value)}</option>\n"
        text += "  </rundefinition>\n"
    text += f'  <tasks name="pips"><include>tasks/*.yml</include></tasks>\n  <propertyfile>{PROPERTY}</propertyfile>\n'
    (folder / f"{name}.xml").write_text(text + "</benchmark>\n")


def of_bundle(folder, bundle, solvers, limit):
    """Solvers on the instances of a bundle, unpacked."""
    manifest = json.loads((bundle / "manifest.json").read_text())
    (folder / "instances").mkdir(exist_ok=True)
    for instance in manifest["instances"]:
        packed = bundle / instance["file"]
        file = folder / "instances" / packed.name.removesuffix(".xz")
        with (lzma.open(packed) if packed.suffix == ".xz" else open(packed, "rb")) as source, open(file, "wb") as out:
            shutil.copyfileobj(source, out)
        verdict = {"satisfiable": True, "unsatisfiable": False, "unknown": None}[instance["status"]]
        write_task(folder, instance["name"], file, verdict)
    for solver in solvers:
        write_definition(folder, solver, {"timelimit": limit}, {solver: []})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--solver", default="", help="solvers, with commas between them")
    parser.add_argument("--time-limit", default="60 s", help="for the instances of a bundle")
    typed = parser.parse_args()
    solvers = [name for name in typed.solver.split(",") if name]
    unknown = [name for name in solvers if not (Path(__file__).parent / "pips" / f"{name}.py").exists()]
    if unknown or not solvers:
        parser.error(f"--solver: expected some of {', '.join(sorted(modules()))}, found {typed.solver or 'none'}")
    (typed.folder / "tasks").mkdir(parents=True, exist_ok=True)
    (typed.folder / PROPERTY).write_text("A board satisfies every rule.\n")
    of_bundle(typed.folder, typed.bundle, solvers, typed.time_limit)


def modules():
    """The solvers with a tool-info module."""
    files = (Path(__file__).parent / "pips").glob("*.py")
    return {file.stem for file in files} - {"answers"}


if __name__ == "__main__":
    main()
