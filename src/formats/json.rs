//! What the JSON formats share: typed reading with the place of every mistake, the small values
//! that all of them are made of, and writing with one item a line.

mod parse;
mod placements;
mod values;
mod words;
mod write;

pub(super) use parse::{keys, read, read_under};
pub(super) use placements::{Placement, place_all, placements_of};
pub(super) use values::{At, Count, Halves, NoCellOrNumber, Target, clean_title};
pub(super) use words::{Word, Words, rule, target};
pub(super) use write::{Object, line};
