//! `pipsc run` and `pipsc solvers`.

use crate::command::{RunOutput, TestEnv};
use crate::tools::is_installed;

fn run(arguments: &str) -> RunOutput {
    TestEnv::new().run(format!("run {arguments}"))
}

#[test]
fn a_proof_is_written_and_checked() {
    if !is_installed("kissat") || !is_installed("cadical") || !is_installed("rate") {
        return;
    }
    for solver in ["kissat", "cadical"] {
        let env = TestEnv::new();
        let proof = env.file("proof");
        // Pruning alone would solve it, without work for the solver.
        env.run(format!(
            "run puzzles/impossible.txt -s {solver} --no-prune --proof {proof}"
        ))
        .assert_exit(0, "The proof is verified");
        assert!(env.path("proof").exists());
    }
    let output = run("puzzles/impossible.txt -s minisat --proof p");
    assert!(
        output.code == Some(2) || output.code == Some(4),
        "{output:?}"
    );
}

#[test]
fn two_solutions_are_printed_with_their_differences() {
    if !is_installed("clasp") {
        return;
    }
    let output = run("puzzles/small.board.json -s clasp --unique");
    output.stdout_ends("unique, according to clasp\n");
    let output = run("puzzles/loose.txt -s clasp --unique");
    output.stdout_has("\n# they differ at r");
    output.stdout_ends("not unique\n");
    output.assert_code(0);
}

#[test]
fn counts_and_limits_in_text() {
    if !is_installed("clasp") {
        return;
    }
    let output = run("puzzles/loose.txt -s clasp --count");
    assert_eq!(output.stdout, "256\n");
    let output = run("puzzles/loose.txt -s clasp --count --limit 100");
    assert_eq!(output.stdout, "at least 100\n");
    if !is_installed("gecode") {
        return;
    }
    // Without symmetry breaking there are more assignments, but not more solutions.
    let output = run("puzzles/triplets.txt -s gecode --count --no-symmetry");
    assert_eq!(output.stdout, "1\n", "{output:?}");
}

#[test]
fn exit_codes_follow_sat_solvers() {
    for (file, code) in [("small.board.json", 10), ("impossible.txt", 20)] {
        run(&format!("puzzles/{file} --exit-code sat")).assert_code(code);
    }
}

#[test]
fn pins_partition_the_solutions() {
    let count = |pin: &str| {
        let output = run(&format!("puzzles/loose.txt --count {pin}"));
        output.assert_code(0);
        output.stdout.trim().parse::<u32>().expect("a number")
    };
    let pinned = (0..=6).map(|pips| count(&format!("--fix 0,0={pips}")));
    assert_eq!(pinned.sum::<u32>(), count(""));
}

#[test]
fn kept_files_can_be_decoded() {
    if !is_installed("cadical") {
        return;
    }
    let env = TestEnv::new();
    let keep = env.file("kept");
    let puzzle = "puzzles/small.board.json";
    let _ = env.succeed(format!("run {puzzle} -s cadical --keep {keep} -- --unsat"));
    assert_eq!(
        env.names("kept"),
        ["command", "model.cnf", "model.map", "reply", "stderr"]
    );
    let command = env.read("kept/command");
    assert!(command.trim_end().ends_with("--unsat"), "{command}");
    let (map, reply) = (format!("{keep}/model.map"), format!("{keep}/reply"));
    let output = env.run(format!(
        "decode {puzzle} --target dimacs --map {map} {reply}"
    ));
    output.stdout_ends("a solution, checked\n");
}

#[test]
fn solvers_are_listed_and_tested() {
    let env = TestEnv::new();
    let file = env.write(
        "mine.toml",
        r#"
[mine]
target = "dimacs"
install = "make it yourself"
exit = { satisfiable = [10], unsatisfiable = [20] }
[[mine.via]]
programs = ["no-such-program"]
arguments = ["{model}"]
"#,
    );
    // `solvers/conformance.rs` tests every installed solver.
    let output = env.succeed(format!(
        "solvers embedded search mine --format json --solver-file {file}"
    ));
    let json = output.json();
    let listed = json["solvers"].as_array().expect("a list");
    let find = |name: &str| listed.iter().find(|one| one["name"] == name).expect(name);
    assert_eq!(find("mine")["installed"], false);
    assert_eq!(find("mine")["install"], "make it yourself");
    for name in ["embedded", "search"] {
        assert_eq!(find(name)["works"], true);
    }
}

#[test]
fn the_list_of_solvers_fits_a_terminal() {
    let env = TestEnv::new();
    let programs = env.file("programs");
    let entry = |name: &str| {
        format!(
            "[{name}]\ntarget = \"dimacs\"\n\
             exit = {{ satisfiable = [10], unsatisfiable = [20], unknown = [0] }}\n\
             [[{name}.via]]\nprograms = [\"{programs}/that/are/nowhere/to/be/found/{name}\"]\n\
             arguments = [\"{{model}}\"]\n"
        )
    };
    let long = "a-solver-with-a-name-that-is-far-too-long-for-one-column-of-a-table-on-a-terminal";
    let registry = entry("mine") + &entry(long);
    let file = env.write("mine.toml", &registry);
    // Without external solvers, no program is started.
    let run = |arguments: &str| {
        let mut command = env.command(arguments);
        let _ = command
            .env("PATH", "/nowhere")
            .env_remove("PIPSC_SOLVERS_PREFIX");
        env.finish(&mut command)
    };
    let list = run(&format!("solvers --solver-file {file}"));
    list.assert_stderr(0, "");
    for line in list.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    list.stdout_starts("embedded ");
    let line = list.stdout.lines().find(|line| line.starts_with("mine "));
    assert_eq!(
        line,
        Some("mine           dimacs                 is not installed")
    );
    list.stdout_has("`pipsc solvers NAME`");

    // Details on demand, for these alone.
    let one = run(&format!("solvers --solver-file {file} mine embedded"));
    one.assert_code(0);
    one.stdout_starts("mine\n");
    one.stdout_has("it is not installed: pipsc cannot find");
    one.stdout_has("/nowhere/to/be/found/mine");
    one.stdout_has("\nembedded\n");
    // The entry has no install instructions, so the message has none.
    one.stdout_lacks("install:");
    let missing = run(&format!(
        "run puzzles/dozen.txt --solver-file {file} -s mine"
    ));
    missing.assert_code(4);
    missing.stderr_lacks("to install it");
    let all = run(&format!("solvers --long --solver-file {file}"));
    all.stdout_has("\nkissat\n");
    all.stdout_has("\nmine\n");
}
