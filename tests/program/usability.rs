//! Manual pages, suggestions, verbosity, and closed pipes.

use std::fs;
use std::process::Stdio;

use crate::command::TestEnv;

/// The names of all commands, from the help.
pub(crate) fn commands(env: &TestEnv) -> Vec<String> {
    let help = env.run("--help").stdout;
    let (_, list) = help.split_once("Commands:\n").expect("commands");
    let lines = list.lines().take_while(|line| !line.trim().is_empty());
    let named = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let words = named.map(|line| line.split_whitespace().next().expect("a word").to_string());
    let words: Vec<String> = words.filter(|word| word != "help").collect();
    assert!(
        words.len() > 10 && words.contains(&"run".to_string()),
        "{words:?}"
    );
    words
}

#[test]
fn every_command_has_help_with_examples_and_a_manual_page() {
    let env = TestEnv::new();
    let page = env.run("man");
    page.assert_stderr(0, "");
    let output = env.run("man @man1");
    output.assert_stdout(0, "");
    assert_eq!(env.read("man1/pipsc.1"), page.stdout);
    let commands = commands(&env);
    assert_eq!(env.names("man1").len(), commands.len() + 1);
    for command in &commands {
        let own = env.read(&format!("man1/pipsc-{command}.1"));
        assert!(
            own.contains(".TH pipsc") && own.contains("Examples:"),
            "{command}"
        );
        page.stdout_has(format!("pipsc\\-{command}"));
        // Help begins with one sentence.
        let help = env.run(format!("{command} -h")).stdout;
        let first = help.lines().next().expect("a line");
        assert!(
            first.len() <= 90 && !first.ends_with('.'),
            "{command}: {first}"
        );
        assert!(
            help.contains("--help` describes everything"),
            "{command}: {help}"
        );
        let help = env.run(format!("{command} --help")).stdout;
        let (_, examples) = help.split_once("Examples:\n").expect("examples");
        assert!(examples.contains(&format!("pipsc {command}")), "{command}");
    }
}

#[test]
fn quiet_and_verbose_change_only_standard_error() {
    let env = TestEnv::new();
    let impossible = env.write("reach.txt", "AA\n\nA 70\n\n3-4\n");
    let run = |more: &str| env.run(format!("run {impossible} {more}"));
    let usual = run("");
    usual.stderr_has("warning: the puzzle has no solution");
    let quiet = run("-q");
    assert_eq!((quiet.stderr.as_str(), &quiet.stdout), ("", &usual.stdout));
    let verbose = run("--verbose");
    assert_eq!(verbose.stdout, usual.stdout);
    for message in [
        "warning: ",
        "reach.txt: format text\n",
        "placements after the steps",
        "solved in",
    ] {
        verbose.stderr_has(message);
    }
    // The options are also accepted before the command, and exclude each other.
    assert_eq!(env.run(format!("--quiet run {impossible}")).stderr, "");
    assert_eq!(run("-q -v").code, Some(2));
    // Errors are always printed.
    let error = env.run("-q run nowhere.txt");
    error.stderr_starts("error: ");

    let emitted = env.run(format!("-v emit {impossible} -t dimacs"));
    emitted.stderr_has("dimacs in encoding compact");
}

#[test]
fn verbose_shows_the_solver_command_line() {
    let env = TestEnv::new();
    let program = format!("{}/tests/hostile/silent", env!("CARGO_MANIFEST_DIR"));
    let registry = format!(
        r#"
[silent]
target = "dimacs"
install = "do not"
exit = {{ satisfiable = [10], unsatisfiable = [20], unknown = [0] }}
[[silent.via]]
programs = ["{program}"]
arguments = ["--quickly", "{{model}}", "{{options}}"]
"#
    );
    let solvers = env.write("solvers.toml", &registry);
    let output = env.run(format!(
        "run puzzles/small.board.json --solver silent --solver-file {solvers} -v"
    ));
    output.assert_exit(5, format!("silent: {program}, encoding compact\n"));
    output.stderr_has(format!("\n{program} --quickly /"));
}

#[test]
fn closed_pipes_are_no_error() {
    let env = TestEnv::new();
    let loose = "puzzles/loose.txt";
    let large = "puzzles/double-six.txt";
    let cases = [
        "--help",
        "run --help",
        &format!("run {loose} --all"),
        &format!("run {loose} --all --format json"),
        "run puzzles --count",
        &format!("run {loose} --unique"),
        &format!("emit {large} -t smtlib"),
        &format!("emit {large} -t dimacs -o /dev/null --map -"),
        &format!("convert {large} --to nyt"),
        "gen --family full --size 12 --seed 1",
        "explain puzzles/impossible.txt",
        "hint puzzles/2025-10-05-easy.nyt.json --steps",
        "completions bash",
        "man",
        "check puzzles/double-six.txt",
    ];
    for arguments in cases {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = env
            .command(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), message.as_ref()),
            (Some(0), ""),
            "{arguments:?}"
        );
        env.assert_clean(&format!("{arguments:?}"));
    }
}

#[test]
fn a_puzzle_alone_is_run() {
    let env = TestEnv::new();
    let dozen = "puzzles/dozen.txt";
    env.run(format!("--count {dozen}")).assert_stdout(0, "1\n");
    let output = env.feed("- --count", fs::read(dozen).expect("a file"));
    output.assert_stdout(0, "1\n");
    // The name of a command takes precedence over a file; `./run` is the file.
    let _ = env.write("run", "AA\n\nA 7\n\n3-4\n");
    env.run_inside("run")
        .assert_exit(2, "required arguments were not provided");
    env.run_inside("./run --count").assert_stdout(0, "2\n");
}

#[test]
fn formats_are_described_with_usable_examples() {
    let env = TestEnv::new();
    let list = env.run("formats");
    list.assert_stderr(0, "");
    for line in list.stdout.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let json = env.run("formats --format json").json();
    let forms = json["forms"].as_array().expect("a list");
    assert_eq!(forms.len(), 9);
    let mut puzzle = String::new();
    for form in forms {
        let name = form["name"].as_str().expect("a name");
        let example = form["example"].as_str().expect("an example");
        list.stdout_has(format!("\n  {name} "));
        let described = env.run(format!("formats {name}"));
        described.assert_stderr(0, "");
        // The printed example, the first block of code, can be used.
        let shown: String = described
            .stdout
            .lines()
            .skip_while(|line| !line.starts_with("```"))
            .skip(1)
            .take(example.lines().count())
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(shown, example, "{name}");
        let file = env.write(&format!("example.{name}"), &shown);
        if form["of"] == "puzzles" {
            // They are the same puzzle.
            let count = env.run(format!("run {file} --count"));
            assert_eq!(count.stdout, "1\n", "{name}");
            puzzle = file;
        } else {
            let checked = env.run(format!("check {puzzle} {file}"));
            let expected = match name {
                "unfinished" => Some(6),
                _ => Some(0),
            };
            assert_eq!(checked.code, expected, "{name}: {checked:?}");
        }
    }
    let two = env.run("formats nyt list").stdout;
    assert!(
        two.starts_with("nyt\n\n") && two.contains("\n\nlist\n\n"),
        "{two}"
    );
    env.run("formats grahp")
        .assert_exit(2, "did you mean `graph`?");
}

#[test]
fn the_program_without_arguments_suggests_commands() {
    let env = TestEnv::new();
    let output = env.run("");
    output.assert_stdout(2, "");
    for word in [
        "Try these:",
        "pipsc today:easy",
        "pipsc puzzle.txt",
        "pipsc help",
    ] {
        output.stderr_has(word);
    }
    assert!(
        output.stderr.lines().all(|line| line.len() <= 80),
        "{}",
        output.stderr
    );
}
