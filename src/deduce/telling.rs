//! Proofs for people, as numbered sentences, and for programs, as JSON.

use serde_json::{Value, json};

use super::cases::Proof;
use super::chain::{Chain, Step};
use super::wording::{count, fact, region_names};
use crate::puzzle::Puzzle;

/// A proof as lines: steps are numbered, cases are indented under what they assume.
pub fn lines(puzzle: &Puzzle, proof: &Proof) -> Vec<String> {
    match proof {
        Proof::Chain(chain) => numbered(chain),
        Proof::Cases { before, cases } => {
            let mut lines = numbered(before);
            for case in cases {
                let inner = self::lines(puzzle, &case.proof);
                let assumed = fact(puzzle, case.assumed);
                let at_once = if inner.is_empty() {
                    " that cannot be"
                } else {
                    ""
                };
                lines.push(format!("if {assumed}:{at_once}"));
                lines.extend(inner.into_iter().map(|line| format!("   {line}")));
            }
            lines
        }
        Proof::Search(ends) => vec![format!(
            "no short reason was found; trying everything comes to {}",
            count(*ends, "dead end", "dead ends")
        )],
        Proof::Solver => {
            vec!["no short reason was found; the solver's search says so".into()]
        }
    }
}

fn numbered(chain: &Chain) -> Vec<String> {
    let words = chain.steps.iter().map(|step| &step.words);
    let all: Vec<&String> = words.chain(&chain.so).collect();
    match all[..] {
        // One step needs no number.
        [only] => vec![only.clone()],
        _ => (1..)
            .zip(all)
            .map(|(number, words)| format!("{number}. {words}"))
            .collect(),
    }
}

/// A proof as JSON.
pub fn value(puzzle: &Puzzle, proof: &Proof) -> Value {
    match proof {
        Proof::Chain(chain) => {
            json!({"kind": "steps", "steps": steps(puzzle, chain), "so": chain.so})
        }
        Proof::Cases { before, cases } => {
            let cases: Vec<Value> = cases
                .iter()
                .map(|case| {
                    json!({
                        "if": fact(puzzle, case.assumed),
                        "because": value(puzzle, &case.proof),
                    })
                })
                .collect();
            json!({"kind": "cases", "steps": steps(puzzle, before), "cases": cases})
        }
        Proof::Search(ends) => json!({"kind": "search", "dead_ends": ends}),
        Proof::Solver => json!({"kind": "solver"}),
    }
}

fn steps(puzzle: &Puzzle, chain: &Chain) -> Vec<Value> {
    let step = |step: &Step| {
        json!({
            "technique": step.technique,
            "regions": region_names(puzzle, &step.rules),
            "words": step.words,
        })
    };
    chain.steps.iter().map(step).collect()
}
