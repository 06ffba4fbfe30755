// A worker that answers calls with an instance of the module: JSON in, JSON out.
//
// The first message contains the compiled module. Each later one is a call with an id, which its reply repeats. A call is cancelled by
// ending the worker.
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
    self.postMessage({ id: data.id, fault: fault.message });
  }
};
