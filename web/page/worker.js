// A worker that answers calls with a module of its own: JSON in, JSON out.
//
// The first message brings the compiled module. Each later one is a call, answered under its number. Whoever no longer
// wants an answer ends the worker.
import { connect } from "./module.js";

let answer;

self.onmessage = ({ data }) => {
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
