//! The solver room: what solvers are asked and reply, and what it means.

pub mod decode;
pub mod embedded;
#[cfg(feature = "external")]
pub mod external;
#[cfg(feature = "external")]
mod launchers;
#[cfg(feature = "external")]
pub mod portfolio;
#[cfg(feature = "external")]
pub mod process;
#[cfg(feature = "external")]
pub mod registry;
pub mod task;
