"""BenchExec: MiniZinc on emitted files."""
from pips.answers import Solver


class Tool(Solver):
    PROGRAM = "minizinc"
