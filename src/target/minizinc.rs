//! MiniZinc.

use std::io::{self, Write};

use super::Plan;
use crate::model::{Model, PlacementId};

pub(super) fn write(_: &Model, _: &Plan, _: usize, _: &mut dyn Write) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn variable(model: &Model, id: PlacementId) -> String {
    model.placement_symbol(id)
}
