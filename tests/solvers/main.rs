//! Tests with external solvers: real ones, and hostile ones with any fault.

#[path = "../support/command.rs"]
#[allow(dead_code, reason = "the tests of the program use more of it")]
mod command;
#[path = "../support/documented.rs"]
mod documented;
#[path = "../support/graphs.rs"]
mod graphs;
#[path = "../support/shipped.rs"]
mod shipped;
#[path = "../support/tools.rs"]
mod tools;

mod asp;
mod baselines;
mod conformance;
mod counting;
mod generated;
mod hostile;
mod prove;
mod statistics;
