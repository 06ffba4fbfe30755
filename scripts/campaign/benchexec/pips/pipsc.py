"""BenchExec: how `pipsc run` is called, and what its exit code says."""
import benchexec.result as result
from benchexec.tools.template import BaseTool2

VERDICTS = {10: result.RESULT_TRUE_PROP, 20: result.RESULT_FALSE_PROP, 3: result.RESULT_UNKNOWN}


class Tool(BaseTool2):
    """Puzzles for `pipsc run`; true is a solution that was checked, false the proof that there is none."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("pipsc")

    def name(self):
        return "pipsc"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="pipsc ")

    def cmdline(self, executable, options, task, rlimits):
        level = ["--level", task.options["level"]] if task.options else []
        limit = ["--time-limit", f"{rlimits.cputime}s"] if rlimits.cputime else []
        run = [executable, "--no-config", "run", task.single_input_file, "--exit-code", "sat"]
        return [*run, *level, *limit, *options]

    def determine_result(self, run):
        return VERDICTS.get(run.exit_code.value, result.RESULT_ERROR)
