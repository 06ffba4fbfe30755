"""BenchExec: solvers that read a file and print their verdict as SAT, SMT or MiniZinc solvers."""
import benchexec.result as result
from benchexec.tools.template import BaseTool2

ANSWERS = {
    "s SATISFIABLE": result.RESULT_TRUE_PROP,
    "sat": result.RESULT_TRUE_PROP,
    "----------": result.RESULT_TRUE_PROP,
    "s UNSATISFIABLE": result.RESULT_FALSE_PROP,
    "unsat": result.RESULT_FALSE_PROP,
    "=====UNSATISFIABLE=====": result.RESULT_FALSE_PROP,
}


class Solver(BaseTool2):
    """A solver whose program is called PROGRAM. Output after an error is ignored."""

    def executable(self, tool_locator):
        return tool_locator.find_executable(self.PROGRAM)

    def name(self):
        return self.PROGRAM

    def version(self, executable):
        return self._version_from_tool(executable)

    def cmdline(self, executable, options, task, rlimits):
        return [executable, *options, *task.input_files]

    def determine_result(self, run):
        for line in map(str.strip, run.output):
            if line.startswith("(error"):
                return result.RESULT_ERROR
            if line in ANSWERS:
                return ANSWERS[line]
        return result.RESULT_UNKNOWN
