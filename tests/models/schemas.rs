//! The IR and the name maps that we write are what their JSON Schemas say.
//! (`library/round_trip.rs` does the same for puzzles and boards.)

use std::path::Path;

use pipsc::backend::{Emission, Language, Plan, Profile, Provenance, ir};
use pipsc::lower::{STEPS, Step, lower};
use serde_json::Value;

use crate::reading;
use crate::shipped::EXAMPLES;

fn schema(name: &str) -> jsonschema::Validator {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
    let text = std::fs::read(folder.join(name)).expect("the schema");
    let schema: Value = serde_json::from_slice(&text).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn assert_valid(schema: &jsonschema::Validator, text: &[u8], what: &str) {
    let value: Value = serde_json::from_slice(text).unwrap_or_else(|e| panic!("{what}: {e}"));
    if let Err(error) = schema.validate(&value) {
        panic!("{what}: {error} at {}", error.instance_path());
    }
}

#[test]
fn what_we_write_is_what_the_schemas_say() {
    let (ir, names) = (schema("ir.schema.json"), schema("names.schema.json"));
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        for steps in [&STEPS[..], &[Step::Symmetry]] {
            let model = lower(&puzzle, steps).expect("a small puzzle").model;
            for target in Language::ALL {
                let plan = Plan {
                    encoding: target.encodings[0],
                    profile: Profile::Run,
                    provenance: Provenance::default(),
                };
                let emission = Emission::new(&model, &plan).expect("any board");
                let mut map = Vec::new();
                emission.write_names(&mut map).expect("memory");
                assert_valid(&names, &map, &format!("{file}, {target}"));
                if target == &ir::LANGUAGE {
                    let mut text = Vec::new();
                    emission.write(0, &mut text).expect("memory");
                    assert_valid(&ir, &text, file);
                }
            }
        }
    }
}
