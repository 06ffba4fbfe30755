#!/usr/bin/env python3
"""Writes tasks and benchmark definitions for BenchExec, with the verdicts that are expected.

    tasks.py FOLDER --plan PLAN [--results FILE...]     pipsc on the puzzles of `pipsc bench --plan`
    tasks.py FOLDER --bundle DIR --solver NAME,...      solvers on the instances of `pipsc bundle`

Then, with this file's folder in PYTHONPATH: `benchexec FOLDER/pipsc.xml`, or FOLDER/NAME.xml for each solver.
`true` is a solution, `false` the proof that there is none; a verdict that nobody knows is not expected.
"""
import argparse
import json
import lzma
import os
import shutil
from pathlib import Path
from xml.sax.saxutils import quoteattr, escape

KINDS = ["dimacs", "smtlib"]
PROPERTY = "pips.prp"


def lines(path):
    with open(path) as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def write_task(folder, name, file, verdict, level=None):
    """A task file: JSON is YAML."""
    proper = {"property_file": f"../{PROPERTY}"} | ({} if verdict is None else {"expected_verdict": verdict})
    task = {"format_version": "2.0", "input_files": os.path.relpath(file, folder / "tasks"), "properties": [proper]}
    if level:
        task["options"] = {"level": level}
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


def of_plan(folder, plan, results):
    """`pipsc run` on the puzzles of a plan, a run definition for each column."""
    verdicts = {}
    for run in (line for file in results for line in lines(file)):
        if run["kind"] == "run" and run["verdict"] == "answered" and run["solutions"] is not None:
            if run["solutions"] != "0" or run["exact"]:
                verdicts[run["digest"]] = run["solutions"] != "0"
    runs, limits, tasks = {}, {}, {}
    for run in lines(plan):
        if run["start_up"] or run["question"] == "nothing" or not run["file"]:
            continue
        verdict = True if run["known"] else verdicts.get(run["digest"])
        tasks[run["digest"]] = (f"{run['puzzle']}-{run['digest']}", run["file"], verdict, run["level"])
        options = [("--solver", run["solver"])]
        options += [("--encoding", run["encoding"])] if run["encoding"] else []
        options += [(f"--{run['question']}", "")] if run["question"] != "one" else []
        if run["encoding"] and run["steps"] is not None:
            options += [(f"--no-{step}", "") for step in ["symmetry", "prune", "redundant"] if step not in run["steps"]]
        runs[run["column"].replace("/", "-").replace(" ", "-")] = options
        limits = {
            "timelimit": f"{run['time_limit']:g} s",
            "memlimit": run["memory_limit"] and f"{run['memory_limit']} B",
            "cpuCores": run["cores"] and str(run["cores"]),
        }
    for name, file, verdict, level in tasks.values():
        write_task(folder, name, file, verdict, level)
    write_definition(folder, "pipsc", limits, runs)


def of_bundle(folder, bundle, solvers, limit):
    """Solvers on the instances of a bundle, unpacked."""
    manifest = json.loads((bundle / "manifest.json").read_text())
    if manifest["language"] not in KINDS:
        raise SystemExit(f"tasks.py: {bundle} is in {manifest['language']}, and there are solvers for {', '.join(KINDS)}")
    (folder / "instances").mkdir(exist_ok=True)
    for instance in manifest["instances"]:
        packed = bundle / instance["file"]["path"]
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
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--plan", type=Path)
    source.add_argument("--bundle", type=Path)
    parser.add_argument("--results", type=Path, action="append", default=[], help="verdicts that were found before")
    parser.add_argument("--solver", default="", help="solvers of a bundle, with commas between them")
    parser.add_argument("--time-limit", default="60 s", help="for the instances of a bundle")
    typed = parser.parse_args()
    solvers = [name for name in typed.solver.split(",") if name]
    unknown = [name for name in solvers if not (Path(__file__).parent / "pips" / f"{name}.py").exists()]
    if unknown or (typed.bundle and not solvers):
        parser.error(f"--solver: expected some of {', '.join(sorted(modules()))}, found {typed.solver or 'none'}")
    (typed.folder / "tasks").mkdir(parents=True, exist_ok=True)
    (typed.folder / PROPERTY).write_text("There is a board that keeps every rule.\n")
    if typed.plan:
        of_plan(typed.folder, typed.plan, typed.results)
    else:
        of_bundle(typed.folder, typed.bundle, solvers, typed.time_limit)


def modules():
    """The solvers that there are modules for."""
    files = (Path(__file__).parent / "pips").glob("*.py")
    return {file.stem for file in files} - {"answers", "pipsc"}


if __name__ == "__main__":
    main()
