#!/usr/bin/env python3
"""Runs SCIP on a model in OPB, LP or MPS.

    scip.py MODEL [--time SECONDS] [--seed N]
    scip.py --package        print the package's name and version

The answer to an OPB file has the format of the Pseudo-Boolean Competition, an `s` line with the
verdict and `v` lines with a literal for each variable; the answer to any other file that of SCIP's
solution files. The number of nodes of the search tree is printed to standard error.
Exit codes: 10 satisfiable, 20 unsatisfiable, 0 unknown.

The Python package `pyscipopt` is searched for in Python's path and below $PIPSC_SOLVERS_PREFIX/python.
"""

import argparse
import glob
import os
import sys

prefix = os.environ.get("PIPSC_SOLVERS_PREFIX")
if prefix:
    sys.path[:0] = sorted(glob.glob(os.path.join(glob.escape(prefix), "python", "pyscipopt==*")))

try:
    import pyscipopt
except ImportError as error:
    sys.exit(f"scip: the Python package pyscipopt is not installed ({error})")

# SCIP's status messages by the status names of the package.
STATUSES = {
    "optimal": "optimal solution found",
    "infeasible": "infeasible",
    "timelimit": "time limit reached",
    "memlimit": "memory limit reached",
    "userinterrupt": "user interrupt",
    "inforunbd": "infeasible or unbounded",
}


def print_literals(status, values):
    """The reply of a pseudo-Boolean solver."""
    if values is not None:
        print("s SATISFIABLE")
        words = [name if value > 0.5 else f"-{name}" for name, value in values]
        for start in range(0, len(words), 16):
            print("v", *words[start : start + 16])
    else:
        print("s UNSATISFIABLE" if status == "infeasible" else "s UNKNOWN")


def print_solution(status, values):
    """A solution file."""
    print("solution status:", STATUSES.get(status, "unknown"))
    if values is None:
        print("no solution available")
        return
    print("objective value: 0")
    for name, value in values:
        if value != 0:
            print(f"{name} {value:.15g} \t(obj:0)")


def main():
    if sys.argv[1:] == ["--package"]:
        print("pyscipopt", pyscipopt.__version__)
        return 0
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--time", type=float)
    parser.add_argument("--seed", type=int)
    arguments = parser.parse_args()

    model = pyscipopt.Model()
    model.hideOutput()
    try:
        model.readProblem(arguments.model)
    except OSError as error:
        sys.exit(f"scip: the model cannot be read: {error}")
    if arguments.time is not None:
        model.setParam("limits/time", arguments.time)
    if arguments.seed is not None:
        model.setParam("randomization/randomseedshift", arguments.seed % 2**31)
    model.optimize()
    # Statistics go to stderr; standard output has only the reply.
    print("nodes:", model.getNTotalNodes(), file=sys.stderr)
    status = model.getStatus()
    values = None
    if model.getNSols() > 0:
        best = model.getBestSol()
        values = [(variable.name, best[variable]) for variable in model.getVars()]
    if arguments.model.endswith(".opb"):
        print_literals(status, values)
    else:
        print_solution(status, values)
    if values is not None:
        return 10
    return 20 if status == "infeasible" else 0


if __name__ == "__main__":
    sys.exit(main())
