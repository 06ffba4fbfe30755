//! The models of a page: every target's, as long as it can be read there.

use std::io::{self, Write};

use super::interrupt;
use crate::backend::{Emission, Language, Plan, Profile, Provenance};
use crate::lower::{AS_IT_STANDS, lower};
use crate::puzzle::{Label, Puzzle};
use crate::render::PageModel;

/// The longest model that a page shows, in bytes.
const LONGEST: usize = 1_000_000;

/// A puzzle's model for each target. `typed` is how one names the puzzle on the command line.
pub(super) fn models(puzzle: &Puzzle, name: &Label, typed: &str) -> Vec<PageModel> {
    // A page can do without a model that is too large for one.
    let Ok(lowered) = interrupt::may_cut_off(|| lower(puzzle, &AS_IT_STANDS)) else {
        return Vec::new();
    };
    let provenance = Provenance::of(puzzle, name.raw(), &lowered);
    let model = |target: &Language| {
        let plan = Plan {
            encoding: target.encodings[0],
            profile: Profile::Run,
            provenance: provenance.clone(),
        };
        let mut text = Text::default();
        let emission = Emission::new(&lowered.model, &plan).ok()?;
        emission.write(0, &mut text).ok()?;
        Some(PageModel {
            name: target.title.into(),
            command: format!("pipsc emit {typed} --target {target}"),
            bytes: text.bytes,
            text: text.whole(),
        })
    };
    Language::ALL.into_iter().filter_map(model).collect()
}

/// Takes a text of any length, and keeps it if it is not too long.
#[derive(Default)]
struct Text {
    kept: Vec<u8>,
    bytes: usize,
}

impl Text {
    fn whole(self) -> Option<String> {
        if self.bytes > LONGEST {
            return None;
        }
        String::from_utf8(self.kept).ok()
    }
}

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        if self.bytes > LONGEST {
            self.kept = Vec::new();
        } else {
            self.kept.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_is_only_measured() {
        let mut text = Text::default();
        let part = vec![b'x'; LONGEST];
        text.write_all(&part).expect("it takes all");
        assert_eq!(text.kept.len(), LONGEST);
        text.write_all(b"y").expect("it takes all");
        assert_eq!(text.bytes, LONGEST + 1);
        assert_eq!(text.whole(), None);
    }
}
