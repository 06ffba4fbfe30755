//! The IR and name maps match the types in docs/json.md.
//! (`library/round_trip.rs` does the same for puzzles and boards.)

use pipsc::backend::{ENCODINGS, Profile};
use pipsc::lower::{LoweringStep, STEPS, lower};

use crate::documented::assert_documented;
use crate::reading;
use crate::shipped::EXAMPLES;
use crate::{emission, texts};

#[test]
fn schemas_match_the_documented_types() {
    let assert_valid = |name: &str, text: &[u8]| {
        assert_documented(name, &serde_json::from_slice(text).expect("JSON"));
    };
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        for steps in [&STEPS[..], &[LoweringStep::Symmetry]] {
            let model = lower(&puzzle, steps).expect("a small puzzle").model;
            for encoding in ENCODINGS.into_iter().filter(|one| one.citation.is_none()) {
                let emission = emission(&model, encoding, Profile::Run);
                let mut map = Vec::new();
                emission.write_names(&mut map).expect("memory");
                assert_valid("NameMap", &map);
                if encoding.language.name == "ir" {
                    assert_valid("Ir", texts(&emission)[0].as_bytes());
                }
            }
        }
    }
}
