//! To come.

use super::{Answer, ReplyError, ReplyReader, Status};

#[derive(Debug, Default)]
pub(super) struct Reader;

impl ReplyReader for Reader {
    fn line(&mut self, _: &str) -> Result<Option<Answer>, ReplyError> {
        Ok(None)
    }

    fn finish(&mut self) -> Result<Status, ReplyError> {
        Ok(Status::Unknown)
    }
}
