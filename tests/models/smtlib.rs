//! What the header of an SMT-LIB script says is what the script is made of.

use std::collections::BTreeSet;

use pipsc::backend::{Emission, Plan, Profile, Provenance, smtlib};
use pipsc::lower::{STEPS, Step, lower};
use pipsc::puzzle::Puzzle;

use crate::random;
use crate::reading;
use crate::shipped::EXAMPLES;

/// The words of a script, parentheses among them; no comments, no quoted text.
fn words(script: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = script;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '|' | '"' => 2 + rest[1..].find(c).expect("a closing quote"),
            '(' | ')' => 1,
            c if c.is_whitespace() => 1,
            _ => rest
                .find(|c: char| c.is_whitespace() || "()|\";".contains(c))
                .unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(length);
        if !(c.is_whitespace() || ";|\"".contains(c)) {
            words.push(word.to_owned());
        }
        rest = after;
    }
    words
}

/// The logic that a script says it is in.
fn declared(script: &str) -> &str {
    let (_, rest) = script.split_once("\n(set-logic ").expect("a logic");
    rest.split_once(')').expect("the end of it").0
}

const COMMANDS: [&str; 10] = [
    "set-option",
    "set-info",
    "set-logic",
    "declare-const",
    "define-fun",
    "assert",
    "check-sat",
    "get-value",
    "exit",
    "!",
];
const CORE: [&str; 8] = ["not", "and", "or", "xor", "=>", "=", "distinct", "ite"];
const INTEGERS: [&str; 5] = ["+", "-", "<", ">", "<="];
const BIT_VECTORS: [&str; 3] = ["bvadd", "bvult", "bvugt"];
const PSEUDO_BOOLEANS: [&str; 4] = ["pbeq", "pble", "pbge", "at-most"];

/// The smallest logic that has everything a script is made of. Panics at what no logic here has.
fn needed(script: &str) -> &'static str {
    let words = words(script);
    let sorts: BTreeSet<&str> = ["Int", "BitVec"]
        .into_iter()
        .filter(|sort| words.iter().any(|word| word == sort))
        .collect();
    let mut theories = BTreeSet::new();
    // The first words of the lists that are open, and whether the values of a list are asked for.
    let mut heads: Vec<&str> = Vec::new();
    for pair in words.windows(2) {
        let (before, word) = (pair[0].as_str(), pair[1].as_str());
        let asked = heads.first() == Some(&"get-value");
        match before {
            "(" => heads.push(word),
            ")" => drop(heads.pop()),
            _ => {}
        }
        let asserted = ["assert", "define-fun"].contains(heads.first().unwrap_or(&""));
        if before == "_" {
            // An indexed identifier: `(_ BitVec 3)`, `(_ bv4 3)`, `(_ zero_extend 2)`, `(_ pbeq 1 1)`.
            let of_z3 = PSEUDO_BOOLEANS.contains(&word);
            let of_bits = word == "BitVec" || word == "zero_extend" || word.starts_with("bv");
            assert!(of_z3 || of_bits, "{word}");
            let _ = theories.insert(if of_z3 { "z3" } else { "bits" });
        } else if before == "(" && !["(", ")", "_"].contains(&word) && !asked {
            if INTEGERS.contains(&word) {
                let _ = theories.insert("integers");
            } else if BIT_VECTORS.contains(&word) {
                let _ = theories.insert("bits");
            } else {
                // `is_1_4` is defined, over `a` and `b`.
                let is_defined = ["a", "b"].contains(&word) || word.starts_with("is_");
                let is_known = CORE.contains(&word) || COMMANDS.contains(&word);
                assert!(is_defined || is_known, "({word}");
            }
        } else if asserted && word.bytes().all(|byte| byte.is_ascii_digit()) {
            // A numeral that is no index is an integer.
            if heads.last() != Some(&"_") {
                let _ = theories.insert("integers");
            }
        }
    }
    if theories.contains("z3") {
        return "ALL";
    }
    let theories: Vec<&str> = theories.into_iter().collect();
    match (&*sorts.into_iter().collect::<Vec<_>>(), &*theories) {
        ([], []) => "QF_UF",
        // Numbers are compared with numerals: no difference logic.
        (["Int"], ["integers"]) => "QF_LIA",
        (["BitVec"], ["bits"]) => "QF_BV",
        mixed => panic!("{mixed:?}"),
    }
}

fn scripts(puzzle: &Puzzle, steps: &[Step]) -> Vec<(String, String)> {
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    let mut scripts = Vec::new();
    for &encoding in smtlib::LANGUAGE.encodings {
        for profile in [Profile::Run, Profile::Submit] {
            if profile == Profile::Submit && !encoding.is_standard() {
                continue;
            }
            let plan = Plan {
                encoding,
                profile,
                provenance: Provenance::default(),
            };
            let mut text = Vec::new();
            let emission = Emission::new(&lowered.model, &plan).expect("any board");
            emission.write(0, &mut text).expect("memory");
            let text = String::from_utf8(text).expect("text");
            scripts.push((format!("{encoding}, {profile:?}, {steps:?}"), text));
        }
    }
    scripts
}

#[test]
fn the_declared_logic_is_the_smallest_that_fits() {
    let mut seen = BTreeSet::new();
    let mut judge = |what: &str, puzzle: &Puzzle, steps: &[Step]| {
        for (plan, script) in scripts(puzzle, steps) {
            let (logic, needed) = (declared(&script), needed(&script));
            if logic == "ALL" {
                // What z3 alone reads is in no logic of the standard, and not submitted.
                assert_eq!(needed, "ALL", "{what}, {plan}");
                assert!(!plan.contains("Submit"), "{what}, {plan}");
            } else {
                assert_eq!(logic, needed, "{what}, {plan}");
            }
            let _ = seen.insert(logic.to_owned());
        }
    };
    for (file, _) in EXAMPLES {
        // The baselines of full sets are large, and no different.
        if !file.starts_with("double") {
            judge(file, &reading::puzzle(file), &STEPS);
            judge(file, &reading::puzzle(file), &[Step::Symmetry]);
        }
    }
    for number in 0..160 {
        let steps: &[Step] = match number % 4 {
            0 => &STEPS,
            1 => &[Step::Symmetry, Step::Prune],
            2 => &[Step::Symmetry],
            _ => &[Step::Symmetry, Step::Redundant],
        };
        let what = format!("puzzle {number}");
        judge(&what, &random::puzzle(number), steps);
    }
    let all = ["ALL", "QF_LIA"].map(String::from);
    assert_eq!(seen, BTreeSet::from(all));
}

#[test]
fn the_logic_checker_detects_wrong_logics() {
    let script = |logic: &str, body: &str| format!(";\n(set-logic {logic})\n{body}\n(check-sat)\n");
    let booleans = script("QF_LIA", "(declare-const p Bool)\n(assert (or p (not p)))");
    assert_eq!(
        (declared(&booleans), needed(&booleans)),
        ("QF_LIA", "QF_UF")
    );
    let integers = script("QF_BV", "(declare-const v Int)\n(assert (= v 4))");
    assert_eq!(needed(&integers), "QF_LIA");
    let bits = "(declare-const v (_ BitVec 3))\n(assert (= v (_ bv4 3)))";
    assert_eq!(needed(&script("QF_BV", bits)), "QF_BV");
    let of_z3 = "(declare-const p Bool)\n(assert ((_ pbeq 1 1) p))";
    assert_eq!(needed(&script("QF_BV", of_z3)), "ALL");
}
