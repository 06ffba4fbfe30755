//! The solver room: what solvers are asked and reply, and what it means.

pub mod decode;
pub mod embedded;
pub mod external;
mod launchers;
pub mod portfolio;
pub mod process;
pub mod registry;
pub mod task;
