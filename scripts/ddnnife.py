#!/usr/bin/env python3
"""Has the d-DNNF reasoner ddnnife count the models of a diagram, and compares.

    ddnnife.py EXPECTED DIAGRAM    EXPECTED is a file with a line `models VARIABLES NUMBER`
    ddnnife.py --package           print the package's name and version

Prints the number and `s VERIFIED` if it is the expected one, `s NOT VERIFIED` with exit code 1 if not.

The Python package `ddnnife` is looked for as Python does, and below $PIPSC_SOLVERS_PREFIX/python.
"""

import glob
import os
import sys
from importlib import metadata

prefix = os.environ.get("PIPSC_SOLVERS_PREFIX")
if prefix:
    sys.path[:0] = sorted(glob.glob(os.path.join(glob.escape(prefix), "python", "ddnnife==*")))

try:
    import ddnnife
except ImportError as error:
    sys.exit(f"ddnnife: the Python package ddnnife is not installed ({error})")


def main():
    if sys.argv[1:] == ["--package"]:
        print("ddnnife", metadata.version("ddnnife"))
        return 0
    expected, diagram = sys.argv[1:]
    with open(expected, encoding="utf-8") as text:
        word, variables, number = text.read().split()
    if word != "models":
        sys.exit(f"ddnnife: {expected} does not say how many models there are")
    counted = int(ddnnife.Ddnnf.from_file(diagram, int(variables)).rc())
    print("models", counted)
    if counted != int(number):
        print("s NOT VERIFIED")
        return 1
    print("s VERIFIED")
    return 0


if __name__ == "__main__":
    sys.exit(main())
