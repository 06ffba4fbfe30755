#!/usr/bin/env python3
"""Runs OR-Tools CP-SAT on a CpModelProto in text form, like a SAT solver.

    cpsat.py MODEL [--time SECONDS] [--seed N] [--threads N] [--all]
    cpsat.py --package        print the package's name and version

The answer is printed the way SAT solvers print theirs: an `s` line with the verdict, and `v` lines
with a literal for each variable of the model that is 0 or 1, numbered from 1 in the model's order.
What the solver counted goes to standard error.
Exit codes: 10 satisfiable, 20 unsatisfiable, 30 satisfiable and every solution printed, 0 unknown.

The Python package `ortools` is looked for as Python does, and below $PIPSC_SOLVERS_PREFIX/python.
"""

import argparse
import glob
import os
import sys

prefix = os.environ.get("PIPSC_SOLVERS_PREFIX")
if prefix:
    sys.path[:0] = sorted(glob.glob(os.path.join(glob.escape(prefix), "python", "ortools==*")))

try:
    import ortools
    from ortools.sat.python import cp_model
except ImportError as error:
    sys.exit(f"cpsat: the Python package ortools is not installed ({error})")


class Printer(cp_model.CpSolverSolutionCallback):
    """Prints each solution as it is found."""

    def __init__(self, booleans):
        super().__init__()
        self.booleans = booleans

    def on_solution_callback(self):
        values = self.response_proto.solution
        words = [f"{index + 1}" if values[index] else f"-{index + 1}" for index in self.booleans]
        for start in range(0, len(words), 16):
            print("v", *words[start : start + 16])
        print("v 0", flush=True)


def main():
    if sys.argv[1:] == ["--package"]:
        print("ortools", ortools.__version__)
        return 0
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--time", type=float)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()

    model = cp_model.CpModel()
    with open(arguments.model, encoding="utf-8") as text:
        if model.Proto().parse_text_format(text.read()) is False:
            sys.exit("cpsat: the model is not a CpModelProto in text form")
    problem = model.validate()
    if problem:
        sys.exit(f"cpsat: the model is not valid: {problem}")
    booleans = [
        index
        for index, variable in enumerate(model.Proto().variables)
        if list(variable.domain) == [0, 1] and variable.name.startswith("p_")
    ]

    solver = cp_model.CpSolver()
    if arguments.time is not None:
        solver.parameters.max_time_in_seconds = arguments.time
    if arguments.seed is not None:
        solver.parameters.random_seed = arguments.seed
    # Enumeration works on one thread only.
    solver.parameters.num_workers = 1 if arguments.all else arguments.threads or 1
    solver.parameters.enumerate_all_solutions = arguments.all
    status = solver.solve(model, Printer(booleans))
    # Statistics go to stderr; standard output has only the reply.
    response = solver.response_proto
    print("conflicts:", response.num_conflicts, file=sys.stderr)
    print("branches:", response.num_branches, file=sys.stderr)
    print("propagations:", response.num_binary_propagations + response.num_integer_propagations, file=sys.stderr)
    print("restarts:", response.num_restarts, file=sys.stderr)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        print("s SATISFIABLE")
        # With enumeration, OPTIMAL means that the search was complete.
        return 30 if arguments.all and status == cp_model.OPTIMAL else 10
    if status == cp_model.INFEASIBLE:
        print("s UNSATISFIABLE")
        return 20
    if status == cp_model.MODEL_INVALID:
        sys.exit("cpsat: the model is not valid")
    print("s UNKNOWN")
    return 0


if __name__ == "__main__":
    sys.exit(main())
