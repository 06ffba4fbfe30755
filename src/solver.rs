//! The solver room: what solvers reply, and what it means.

pub mod decode;
pub mod embedded;
pub mod reply;
pub mod task;
