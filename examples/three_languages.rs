//! Emits a puzzle as a model in three languages.
//!
//! ```text
//! cargo run --example three_languages -- puzzles/dozen.txt
//! ```

use std::error::Error;

use pipsc::backend::{Emission, Language, Profile, Provenance};
use pipsc::formats;
use pipsc::lower::{AS_IT_STANDS, lower};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let file = file.as_deref().unwrap_or("puzzles/dozen.txt");
    let document = formats::read(&std::fs::read(file)?, None)?;
    let puzzle = document.pick(None)?;

    for name in ["minizinc", "smtlib", "dimacs"] {
        let language = Language::named(name).ok_or("no such language")?;
        // The first encoding is the default.
        let encoding = language.encodings()[0];
        let lowered = lower(puzzle, &AS_IT_STANDS)?;
        let provenance = Provenance::of(puzzle, file, &lowered);
        let emission = Emission::new(&lowered.model, encoding, Profile::Run, provenance)?;
        let mut model = Vec::new();
        emission.write(0, &mut model)?;

        let model = String::from_utf8(model)?;
        println!("{} in {} lines:", language.title, model.lines().count());
        for line in model.lines().take(8) {
            println!("    {line}");
        }
        println!("    ...\n");
    }
    Ok(())
}
