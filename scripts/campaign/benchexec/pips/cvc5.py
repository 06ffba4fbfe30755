"""BenchExec: cvc5 on emitted files."""
from pips.answers import Solver


class Tool(Solver):
    PROGRAM = "cvc5"
