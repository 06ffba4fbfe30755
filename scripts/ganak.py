#!/usr/bin/env python3
"""Runs the model counter ganak on a CNF, with the output format of the model counting competition.

    ganak.py MODEL [--seed N]
    ganak.py --package        print the package's name and version

The CNF may have the header of the Model Counting Competition: with `c t pmc` the count is projected
onto the variables that `c p show` lines name, otherwise all variables count. The reply is an
`s` line with the verdict and, if there is a model, `c s exact arb int N`. Exit codes: 10 counted, 20
unsatisfiable, 1 for a model that cannot be read.

The Python package `pyganak` is found in Python's search path or in $PIPSC_SOLVERS_PREFIX/python.
"""

import argparse
import glob
import math
import os
import sys

prefix = os.environ.get("PIPSC_SOLVERS_PREFIX")
if prefix:
    sys.path[:0] = sorted(glob.glob(os.path.join(glob.escape(prefix), "python", "pyganak==*")))

try:
    import pyganak
except ImportError as error:
    sys.exit(f"ganak: the Python package pyganak is not installed ({error})")


class Formula:
    """A CNF with its projection set."""

    def __init__(self, path):
        self.kind = "mc"
        self.shown = []
        self.clauses = [[]]
        with open(path, encoding="utf-8") as text:
            for words in map(str.split, text):
                if words[:2] == ["c", "t"]:
                    self.kind = words[2]
                elif words[:3] == ["c", "p", "show"]:
                    self.shown += [int(word) for word in words[3:-1]]
                elif words[:2] == ["p", "cnf"]:
                    self.variables, expected = int(words[2]), int(words[3])
                elif words[:1] != ["c"]:
                    for literal in map(int, words):
                        if literal != 0:
                            self.clauses[-1].append(literal)
                        else:
                            self.clauses.append([])
        if self.clauses.pop() or len(self.clauses) != expected:
            sys.exit(f"ganak: the CNF has {len(self.clauses)} clauses, but its header states {expected}")
        if self.kind not in ("mc", "pmc"):
            sys.exit(f"ganak: this is a problem of the type {self.kind}; only mc and pmc are counted")

    def count(self, seed):
        """The projected model count."""
        # The library does not accept empty clauses.
        if not all(self.clauses):
            return 0
        counter = pyganak.Counter(seed=seed)
        counter.new_vars(self.variables)
        counter.add_clauses(self.clauses)
        counter.set_sampling_set(self.shown if self.kind == "pmc" else list(range(1, self.variables + 1)))
        return counter.count()


def main():
    if sys.argv[1:] == ["--package"]:
        print("pyganak", pyganak.__version__)
        return 0
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    formula = Formula(arguments.model)
    count = formula.count(arguments.seed)
    if count == 0:
        print("s UNSATISFIABLE")
        return 20
    print("s SATISFIABLE")
    print(f"c s type {formula.kind}")
    print(f"c s log10-estimate {math.log10(count)}")
    print(f"c s exact arb int {count}")
    return 10


if __name__ == "__main__":
    sys.exit(main())
