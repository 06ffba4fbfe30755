//! The render room: what a board looks like to people and to programs.

mod text;

pub use text::{board_json, board_text};
