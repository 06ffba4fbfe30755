//! `pipsc gen`.

use std::fs;

use crate::command::TestEnv;

#[test]
fn without_arguments_the_puzzle_is_like_nyt() {
    let env = TestEnv::new();
    let output = env.succeed("gen --seed 1");
    let named = env.run("gen --family newspaper --size 12 --seed 1");
    assert_eq!(output.stdout, named.stdout);
}

#[test]
fn output_options_select_the_file() {
    let env = TestEnv::new();
    let set = "gen --family full --size 3 --seed 2";
    let run = |more: &str| {
        let output = env.run(format!("{set} {more}"));
        output.assert_stderr(0, "");
        output.stdout
    };
    let text = run("");
    assert!(text.starts_with("title: full, size 3, seed 2\n"), "{text}");
    let file = env.path("puzzle.txt");
    let path = file.display().to_string();
    assert_eq!(run(&format!("-o {path}")), "");
    assert_eq!(fs::read_to_string(&file).expect("the file"), text);

    let json = run("--to nyt");
    assert!(
        json.starts_with('{') && json.contains("\"solution\""),
        "{json}"
    );
    let _ = run(&format!("--solution -o {path}"));
    let _ = env.succeed(format!("check {path}"));
}

#[test]
fn a_family_is_a_folder_of_files() {
    let env = TestEnv::new();
    let folder = env.file("family/");
    for more in ["--count 3", "--shape rectangle --tightness 80 --to graph"] {
        let family = format!("gen --family full --size 3 --seed 9 -o {folder}");
        let output = env.run(format!("{family} {more}"));
        output.assert_stdout(0, "");
        output.assert_stderr(0, "");
    }
    assert_eq!(
        env.names("family"),
        [
            "full-3-10.txt",
            "full-3-11.txt",
            "full-3-9.txt",
            "full-3-shape-rectangle-tightness-80-9.graph.json",
        ]
    );
    let alone = env.run("gen --family full --size 3 --seed 10");
    let file = fs::read_to_string(format!("{folder}full-3-10.txt")).expect("the file");
    assert_eq!(alone.stdout, file);
}

#[test]
fn a_submission_names_the_seed() {
    let env = TestEnv::new();
    let path = env.file("puzzle.txt");
    let _ = env.succeed(format!("gen --family full --size 3 --seed 17 -o {path}"));
    let header = |path: &str, target: &str| {
        env.run(format!("emit {path} --target {target} --profile submit"))
            .stdout
    };
    assert!(header(&path, "dimacs").contains("\nc Seed: 17\n"));
    assert!(header(&path, "dimacs").contains("\nc Title: full, size 3, seed 17\n"));
    assert!(header(&path, "smtlib").contains("\nSeed: 17\n"));

    // The puzzle differs from the generated one.
    let text = fs::read_to_string(&path).expect("the file");
    assert!(!text.contains("solution:"), "{text}");
    let puzzle = text.as_str();
    for (from, to) in [("seed=17", "seed=18"), ("recipe:", "# recipe:")] {
        assert!(puzzle.contains(from), "{puzzle}");
        let other = env.write("other.txt", &puzzle.replace(from, to));
        assert!(!header(&other, "dimacs").contains("\nc Seed: "));
    }
}

#[test]
fn the_documented_example_is_reproduced() {
    let env = TestEnv::new();
    let docs = include_str!("../../docs/generate.md");
    let (_, example) = docs.split_once("$ pipsc ").expect("an example");
    let (line, rest) = example.split_once('\n').expect("a line");
    let (shown, _) = rest.split_once("```").expect("an end");
    assert_eq!(env.run(line).stdout, shown);
}

#[test]
fn a_random_seed_is_reported() {
    let env = TestEnv::new();
    let set = "gen --family newspaper --size 4";
    let mut seeds = Vec::new();
    for _ in 0..3 {
        let made = env.succeed(set);
        let message = made.stderr.strip_prefix("The seed is ").expect("a seed");
        let (seed, _) = message.split_once(';').expect("a sentence");
        made.stdout_has(format!(" seed={seed} "));
        let again = env.run(format!("{set} --seed {seed}"));
        assert_eq!((again.stdout, again.stderr.as_str()), (made.stdout, ""));
        seeds.push(seed.to_owned());
    }
    seeds.dedup();
    assert!(seeds.len() > 1, "{seeds:?}");
    let quiet = env.run(format!("{set} -q"));
    quiet.assert_stderr(0, "");
}
