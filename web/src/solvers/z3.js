// A worker that runs z3 once: it is given the addresses of the package's script and module, and a model. It needs threads, and
// so a page that is isolated from other origins.
self.onmessage = async ({ data: { script, address, text } }) => {
  try {
    importScripts(script);
    const z3 = await self.initZ3({ locateFile: () => address, mainScriptUrlOrBlob: script });
    const context = z3._Z3_mk_context(z3._Z3_mk_config());
    z3._set_noop_error_handler(context);
    const reply = await z3.async_call(() => z3.ccall("async_Z3_eval_smtlib2_string", "void", ["number", "string"], [context, text]));
    const error = /\(error "[^"]*"\)/.exec(reply)?.[0];
    self.postMessage(error ? { print: reply, error } : { print: reply, reply });
  } catch (problem) {
    self.postMessage({ error: String(problem?.message ?? problem) });
  }
};
