//! Models: the text of one language and encoding, the command that writes it, and what its lines are about.

use std::io::{self, Write};

use pipsc::backend::{Emission, Encoding, Language, NameMap, Plan, Profile, Provenance};
use pipsc::limits::Budget;
use pipsc::lower::{AS_IT_STANDS, lower_until};
use pipsc::puzzle::Puzzle;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::lines;
use crate::request::Request;

/// The longest model that a page is given, in bytes.
const LONGEST: usize = 8 << 20;

/// The encoding that a request names.
pub(crate) fn asked(request: &Request) -> Result<Encoding, Failure> {
    let target = request.target.as_deref();
    let target = target.ok_or_else(|| request.missing("target"))?;
    let Some(language) = Language::named(target) else {
        return Err(Failure::Request(format!("there is no language `{target}`")));
    };
    match request.encoding.as_deref() {
        None => Ok(language.encodings[0]),
        Some(encoding) => language
            .encoding(encoding)
            .ok_or_else(|| Failure::Request(format!("{target} has no encoding `{encoding}`"))),
    }
}

/// What the variables of a puzzle's model stand for.
pub(crate) fn names(
    request: &Request,
    puzzle: &Puzzle,
    encoding: Encoding,
) -> Result<NameMap, Failure> {
    let budget = Budget::new(&request.limits());
    let lowered = lower_until(puzzle, &AS_IT_STANDS, &budget)?;
    let plan = Plan {
        encoding,
        profile: Profile::Run,
        provenance: Provenance::of(puzzle, request.name().raw(), &lowered),
    };
    let emission = Emission::new(&lowered.model, &plan);
    let emission = emission.map_err(|problem| Failure::Impossible(problem.to_string()))?;
    Ok(emission.until(&budget).names()?)
}

/// A model of a puzzle.
pub(crate) fn model(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let name = request.name();
    let encoding = asked(request)?;
    let language = encoding.language();
    let budget = Budget::new(&request.limits());
    let lowered = lower_until(&puzzle, &AS_IT_STANDS, &budget)?;
    let plan = Plan {
        encoding,
        profile: Profile::Run,
        provenance: Provenance::of(&puzzle, name.raw(), &lowered),
    };
    let emission = Emission::new(&lowered.model, &plan);
    let emission = emission.map_err(|problem| Failure::Impossible(problem.to_string()))?;
    let emission = emission.until(&budget);
    let mut text = Bounded(Vec::new());
    let origins = match emission.write_lines(0, &mut text) {
        Ok(origins) => origins,
        Err(problem) => {
            budget.check()?;
            return Err(Failure::TooLarge(problem.to_string()));
        }
    };
    let text =
        String::from_utf8(text.0).map_err(|_| Failure::Internal("the model is no text".into()))?;
    let lines = lines::subjects(&lowered.model, &origins);
    let mut command = format!("pipsc emit {name}.txt --target {}", language.name);
    if encoding != language.encodings[0] {
        command += &format!(" --encoding {encoding}");
    }
    let files = emission.file_names(name.raw());
    Ok(json!({
        "file": files.first(),
        "text": text,
        "command": command,
        "encoding": encoding.name(),
        "lines": lines,
    }))
}

/// A text that does not grow beyond what a page can hold.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::Error::other(format!(
                "the model has more than {} MB, which is more than this page shows; the command line \
                 writes it",
                LONGEST >> 20
            )));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
