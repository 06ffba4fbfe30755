// A worker that answers calls with a module of its own: JSON in, JSON out.
//
// The first message brings the compiled module, or the packed one, which is then unpacked and sent back. Each later one is a call,
// answered under its number. Whoever no longer wants an answer ends the worker.
import { connect } from "./module.js";
import { unpacked } from "./unpack.js";

let answer;

self.onmessage = async ({ data }) => {
  if (data.engine) {
    try {
      const bytes = await unpacked(data.engine);
      self.postMessage({ bytes }, [bytes.buffer]);
    } catch (fault) {
      self.postMessage({ fault: String(fault) });
    }
    return;
  }
  if (data.module) {
    answer = connect(data.module, (progress) => self.postMessage({ progress }));
    return;
  }
  try {
    self.postMessage({ id: data.id, reply: answer(data.request) });
  } catch (fault) {
    // The module is gone after a fault: its memory may be half changed.
    self.postMessage({ id: data.id, fault: String(fault) });
  }
};
