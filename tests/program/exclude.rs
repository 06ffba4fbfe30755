//! Excluded boards: `--exclude`.

use std::fs;

use pipsc::backend::Language;

use crate::command::TestEnv;

/// A puzzle with one solution.
const SMALL: &str = "puzzles/small.board.json";

/// A puzzle with 256 solutions.
const LOOSE: &str = "puzzles/loose.txt";

/// The solution of [`SMALL`].
const SOLUTION: &str = ". . 4\n    |\n4-3 1\n. 3-1\n. 3-5\n";

/// Standard output of a command that succeeds without warnings.
fn good(env: &TestEnv, typed: &str) -> String {
    let output = env.run(typed);
    let note = "`pipsc explain FILE` shows why there is no solution.\n";
    let stderr = output.stderr.replace(note, "");
    assert_eq!((output.code, stderr.as_str()), (Some(0), ""), "{typed}");
    output.stdout
}

#[test]
fn a_puzzle_without_its_solution_has_none() {
    let env = TestEnv::new();
    let _ = env.write("solution.txt", SOLUTION);
    for question in ["", " --all", " --unique"] {
        let typed = format!("run {SMALL} --exclude @solution.txt{question}");
        assert_eq!(good(&env, &typed), "no solution\n", "{typed}");
    }
    let counted = format!("run {SMALL} --exclude @solution.txt --count");
    assert_eq!(good(&env, &counted), "0\n");
}

#[test]
fn many_boards_of_a_file_are_excluded_each_once() {
    let env = TestEnv::new();
    let all = good(&env, &format!("run {LOOSE} --all"));
    let _ = env.write("all.txt", &all);
    let some = good(&env, &format!("run {LOOSE} --all --limit 100"));
    let _ = env.write("some.txt", &some);
    let count = |exclude: &str| good(&env, &format!("run {LOOSE} --count{exclude}"));
    assert_eq!(count(" --exclude @some.txt"), "156\n");
    assert_eq!(count(" --exclude @all.txt:7"), "255\n");
    // Equal boards count once.
    let twice = " --exclude @all.txt:7 --exclude @all.txt:7 --exclude @some.txt:3";
    assert_eq!(count(twice), "254\n");
    assert_eq!(count(" --exclude @all.txt"), "0\n");
    let listed = good(
        &env,
        &format!("run {LOOSE} --all --format jsonl --exclude @some.txt"),
    );
    assert_eq!(listed.matches("\"placements\":[").count(), 156);
}

#[test]
fn heads_state_the_number_of_excluded_boards() {
    let env = TestEnv::new();
    let _ = env.write("solution.txt", SOLUTION);
    for target in Language::ALL {
        let typed = format!("emit {SMALL} -t {target} --exclude @solution.txt");
        let model = good(&env, &typed);
        assert!(
            model.contains(" One board does not count as a solution."),
            "{target}: {model}"
        );
        let plain = good(&env, &format!("emit {SMALL} -t {target}"));
        assert!(!plain.contains("One board does not count"), "{target}");
        assert!(model.len() > plain.len() + 40, "{target}");
    }
    let sizes = good(
        &env,
        &format!("emit {SMALL} -t dimacs --encoding compact --sizes --exclude @solution.txt"),
    );
    assert!(sizes.contains("727"), "{sizes}");
}

#[test]
fn a_reply_is_decoded_by_a_model_with_excluded_boards() {
    let env = TestEnv::new();
    let first = good(&env, &format!("run {LOOSE} --all --limit 2"));
    let _ = env.write("two.txt", &first);
    let emit = format!("emit {LOOSE} -t dimacs -o @m.cnf --map @m.map --exclude @two.txt:1");
    let _ = good(&env, &emit);
    // The reply of a solver with the second solution, in the names of the map.
    let map = fs::read_to_string(env.path("m.map")).expect("the map");
    let map: serde_json::Value = serde_json::from_str(&map).expect("JSON");
    let boards = good(&env, &format!("run {LOOSE} --all --limit 2 --format jsonl"));
    let boards: Vec<serde_json::Value> = boards
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|line: &serde_json::Value| line.get("placements").is_some())
        .collect();
    let reply = |board: &serde_json::Value| {
        let variables = map["variables"].as_object().expect("variables").iter();
        let lies = |variable: &serde_json::Value| {
            let placed = board["placements"].as_array().expect("placements");
            placed.iter().any(|one| {
                [&one[0], &one[1]] == [&variable["pips"][0], &variable["pips"][1]]
                    && [&one[2], &one[3]] == [&variable["cells"][0], &variable["cells"][1]]
            })
        };
        let literals = variables.map(|(name, variable)| match lies(variable) {
            true => name.clone(),
            false => format!("-{name}"),
        });
        format!(
            "s SATISFIABLE\nv {} 0\n",
            literals.collect::<Vec<_>>().join(" ")
        )
    };
    let _ = env.write("other.reply", &reply(&boards[1]));
    let _ = env.write("excluded.reply", &reply(&boards[0]));
    for names in ["--model @m.cnf", "--map @m.map"] {
        let decode = format!("decode {LOOSE} -t dimacs {names} --exclude @two.txt:1 @");
        let message = good(&env, &format!("{decode}other.reply"));
        assert!(message.ends_with("\n# a solution, checked\n"), "{message}");
        let refused = env.run(format!("{decode}excluded.reply"));
        refused.assert_exit(5, "the solver's board is excluded by --exclude");
    }
}

#[test]
fn boards_that_are_none_of_the_puzzle_are_refused() {
    let env = TestEnv::new();
    let _ = env.write("solution.txt", SOLUTION);
    let _ = env.write("open.txt", &SOLUTION.replace("3-5", "? ?"));
    let _ = env.write("loose.txt", &SOLUTION.replace("3-5", "3 5"));
    let _ = env.write("other.txt", &SOLUTION.replace("3-5", "3-6"));
    let _ = env.write("breaking.txt", &SOLUTION.replace("3-5", "5-3"));
    let _ = env.write("words.txt", "Nothing is here.\n");
    let name = |file: &str| env.file(file);
    for (typed, code, message) in [
        (
            format!("emit {SMALL} -t ir --exclude @open.txt"),
            2,
            format!(
                "error: {}: line 1, column 1: not a board of this puzzle: cell r3c1 is \
                 not covered; cell r3c2 is not covered; domino 3-5 is not used, but there is 1 copy\n",
                name("open.txt")
            ),
        ),
        (
            format!("emit {SMALL} -t ir --exclude @other.txt"),
            2,
            format!(
                "error: {}: line 1, column 1: not a board of this puzzle: domino 3-5 is \
                 not used, but there is 1 copy; domino 3-6 is not in the puzzle, but is used once\n",
                name("other.txt")
            ),
        ),
        (
            format!("run {SMALL} --exclude @words.txt"),
            2,
            format!(
                "error: {}: line 1, column 1: expected a domino and two cells, such as `4-1 r0c2 \
                 r1c2`, or pips and a cell, such as `4 r0c2`, found 3 words\n  |\n1 | Nothing is \
                 here.\n  | ^^^^^^^^^^^^^^^^\n",
                name("words.txt")
            ),
        ),
        (
            format!("emit {SMALL} -t ir --exclude @solution.txt:2"),
            2,
            format!(
                "error: {}: there is no board 2 of this puzzle here: expected 1\n",
                name("solution.txt")
            ),
        ),
        (
            format!("emit {SMALL} {LOOSE} -t dimacs -o @models/ --exclude @solution.txt"),
            2,
            "error: --exclude is for one puzzle: name one, and its level, such as \
             `today.json:easy`\n"
                .into(),
        ),
        (
            format!("run {SMALL} --count --exclude @breaking.txt"),
            0,
            "warning: one of the excluded boards breaks a rule: excluding it has no effect\n"
                .into(),
        ),
    ] {
        let output = env.run(&typed);
        assert_eq!(
            (output.code, output.stderr),
            (Some(code), message),
            "{typed}"
        );
    }
    let output = env.run(format!("emit {SMALL} -t ir --exclude @loose.txt"));
    output.assert_exit(2, "this value is joined to no other");
}
