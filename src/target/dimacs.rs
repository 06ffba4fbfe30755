//! DIMACS CNF.

use std::io::{self, Write};

use super::Plan;
use crate::model::{Model, PlacementId};

pub(super) fn write(_: &Model, _: &Plan, _: &mut dyn Write) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn variable(id: PlacementId) -> String {
    (id.0 + 1).to_string()
}
