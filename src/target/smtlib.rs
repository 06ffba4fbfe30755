//! SMT-LIB 2.

use std::io::{self, Write};

use super::Plan;
use crate::model::Model;

pub(super) fn write(_: &Model, _: &Plan, _: &mut dyn Write) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
