//! `pipsc gen --family`: listing, generation, rejected options, and failures.

use std::time::{Duration, Instant};

use crate::command::{RunOutput, TestEnv};

/// A small puzzle of every family.
const SMALL: [(&str, &str); 6] = [
    ("newspaper", "6"),
    ("full", "4"),
    ("mutilated", "8"),
    ("supply", "8"),
    ("threshold", "8"),
    ("counting", "4"),
];

fn run(env: &TestEnv, typed: &str) -> RunOutput {
    let arguments: Vec<&str> = typed.split(' ').collect();
    env.run(&arguments)
}

#[test]
fn the_list_describes_every_family() {
    let env = TestEnv::new();
    let text = run(&env, "gen --families");
    text.assert_stderr(0, "");
    let text_words = text.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let json = run(&env, "gen --families --format json").json();
    let families = json["families"].as_array().expect("a list");
    let names: Vec<&str> = families
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, SMALL.map(|(name, _)| name));
    for family in families {
        for key in ["name", "about", "status"] {
            let word = family[key].as_str().expect("a text");
            assert!(text_words.contains(word), "{word}");
        }
        let size = &family["size"];
        let of = size["of"].as_str().expect("a text");
        let sizes = format!("--size {} to {}: {of}", size["least"], size["most"]);
        assert!(text_words.contains(&sizes), "{sizes}");
        for param in family["params"].as_array().expect("a list") {
            let option = format!("--{}", param["name"].as_str().expect("a text"));
            assert!(text_words.contains(&option), "{option}");
        }
    }
    // docs/generate.md contains the same description.
    let page = include_str!("../../docs/generate.md");
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, family) in names.iter().zip(families) {
        let about = family["about"].as_str().expect("a text");
        assert!(page.contains(&format!("\n### {name}\n")), "{name}");
        assert!(words.contains(about), "{about}");
    }
}

#[test]
fn searches_without_result_end() {
    let env = TestEnv::new();
    let folder = format!("{}/", env.path("made").display());
    for (typed, expected) in [
        // Eleven dominoes seldom suffice for the level.
        (
            "gen --family newspaper --size 11 --level expert --seed 1 --tries 2",
            "was not found in 2 tries; --tries gives it more, and another --seed may do better",
        ),
        (
            "gen --family full --size 24 --unique --seed 1 --time-limit 300ms",
            "no puzzle was found before it had to stop: the time limit was reached; --time-limit \
             gives it more",
        ),
    ] {
        let output = run(&env, &format!("{typed} -o {folder}"));
        output.assert_stdout(3, "");
        output.stderr_has(expected);
        assert!(!env.path("made").exists(), "{typed}");
    }
    // The other seeds are still tried.
    let typed = "gen --family newspaper --size 11 --level expert --seed 1 --tries 1 --count 3";
    let output = run(&env, &format!("{typed} -o {folder}"));
    output.assert_code(3);
    for seed in 1..=3 {
        output.stderr_has(format!("seed {seed}: "));
    }
    env.assert_clean("what was given up");
}

#[test]
fn an_interrupt_ends_the_search_and_leaves_nothing() {
    let env = TestEnv::new();
    let typed = "gen --family full --size 24 --unique --seed 1 --count 9 -o @made/";
    let started = Instant::now();
    let is_searching = |_: &TestEnv| started.elapsed() > Duration::from_millis(500);
    let output = env.interrupt(&mut env.command(typed), is_searching);
    // Seeds that were not tried are not mentioned.
    assert_eq!(output.stderr, "");
    assert!(!env.path("made").exists());
}

/// A submission states the status by construction without a search, if the checksum is right.
#[test]
fn a_submission_states_what_is_known_by_construction() {
    let env = TestEnv::new();
    let header = |puzzle: &str, target: &str| {
        let file = env.write("puzzle.txt", puzzle);
        let output = run(
            &env,
            &format!("emit {file} --target {target} --profile submit --status-limit 1ms"),
        );
        output.assert_code(0);
        output.stdout
    };
    for (family, size) in SMALL {
        let json = run(&env, "gen --families --format json").json();
        let families = json["families"].as_array().expect("a list");
        let info = families.iter().find(|one| one["name"] == family);
        let status = info.and_then(|one| one["status"].as_str());
        let made = run(
            &env,
            &format!("gen --family {family} --size {size} --seed 1"),
        );
        made.assert_code(0);
        let (puzzle, _) = made
            .stdout
            .split_once("\nsolution:")
            .unwrap_or((&made.stdout, ""));
        let smtlib = header(puzzle, "smtlib");
        let expected = match status {
            Some("open") => continue,
            Some(status @ ("satisfiable" | "unsatisfiable")) => {
                format!("{status}, by construction")
            }
            Some(status) => format!("satisfiable, {status} by construction"),
            None => panic!("{family} has no description"),
        };
        assert!(
            smtlib.contains(&format!("\nStatus: {expected}\n")),
            "{smtlib}"
        );
        let word = if expected.starts_with("un") {
            "unsat"
        } else {
            "sat"
        };
        assert!(smtlib.contains(&format!("(set-info :status {word})")));
        // A seed that does not match the checksum.
        let forged = puzzle.replace(" seed=1 ", " seed=2 ");
        assert!(
            !header(&forged, "dimacs").contains("by construction"),
            "{family}"
        );
    }
}
