//! What the JSON formats share: an object cut into its fields, typed reading with the place of
//! every mistake, the small values and the rules that all of them are made of, and writing with one
//! item a line.

mod object;
mod regions;
mod rules;
mod values;
mod write;

pub(super) use object::Object;
pub(super) use regions::{dominoes, read_recipe, regions};
pub(super) use rules::{BoardRule, CellsRule, GraphRule, NytRule, RuleName, Target};
pub(super) use values::{At, Halves, NoCellOrNumber, Whole, clean_title};
pub(super) use write::{ObjectWriter, line};
