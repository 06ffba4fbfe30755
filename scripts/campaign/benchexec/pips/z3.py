"""BenchExec: z3 on emitted files."""
from pips.answers import Solver


class Tool(Solver):
    PROGRAM = "z3"
