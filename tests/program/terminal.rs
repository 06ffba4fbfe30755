//! Output on a terminal, emulated by `script`.

use std::process::{Command, Stdio};

use crate::command::{Arguments, TestEnv};

/// A terminal to run a command on.
struct Terminal<'p> {
    env: &'p TestEnv,
    columns: usize,
    /// The redirection of standard output; none if empty.
    to: &'p str,
    variables: &'p [(&'p str, &'p str)],
}

impl<'p> Terminal<'p> {
    fn new(env: &'p TestEnv, columns: usize) -> Self {
        Terminal {
            env,
            columns,
            to: "",
            variables: &[],
        }
    }

    /// The output to the terminal.
    fn run(&self, arguments: impl Arguments) -> String {
        let plain = self.env.command(arguments);
        let words: Vec<String> = std::iter::once(plain.get_program())
            .chain(plain.get_args())
            .map(|word| format!("'{}'", word.to_string_lossy()))
            .collect();
        let mut command = Command::new("script");
        for (name, value) in plain.get_envs() {
            let _ = match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        for (name, value) in self.variables {
            let _ = command.env(name, value);
        }
        let line = format!(
            "stty cols {} rows 24; {} {}",
            self.columns,
            words.join(" "),
            self.to
        );
        let output = command
            .args(["-qec", &line, "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the terminal");
        self.env.assert_clean("a command on a terminal");
        String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n")
    }
}

/// The terminal output of a command with redirected standard output.
fn on_terminal(env: &TestEnv, arguments: impl Arguments) -> String {
    Terminal {
        to: ">/dev/null",
        ..Terminal::new(env, 80)
    }
    .run(arguments)
}

/// The final text on the terminal, without colours.
fn without_colours(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        if char == '\u{1b}' {
            let _ = chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(char);
        }
    }
    plain
}

fn widest(text: &str) -> usize {
    let widths = text.lines().map(|line| line.chars().count());
    widths.max().unwrap_or(0)
}

#[test]
fn quick_tasks_show_no_progress() {
    let env = TestEnv::new();
    let drawn = on_terminal(&env, "run puzzles/small.board.json");
    assert_eq!(drawn, "");
}

/// Two puzzles with a solver that reaches its time limit.
fn slow(env: &TestEnv, command: &str) -> String {
    let solvers = env.hostile_solver("endless", "never-ends", "dimacs");
    format!(
        "{command} puzzles/small.board.json puzzles/2025-09-21-hard.graph.json --solver endless \
         --solver-file {solvers} --time-limit 1500ms"
    )
}

/// The states of the progress bar on a terminal with a number of columns.
fn bar(columns: usize, variables: &[(&str, &str)]) -> Vec<String> {
    let env = TestEnv::new();
    let terminal = Terminal {
        to: ">/dev/null",
        variables,
        ..Terminal::new(&env, columns)
    };
    let drawn = terminal.run(slow(&env, "run"));
    let lines = drawn.split(['\r', '\n']);
    let lines = lines.map(|line| without_colours(line).trim_end().to_owned());
    lines.filter(|line| line.contains("/2 ")).collect()
}

#[test]
fn the_bar_fits_the_terminal() {
    for columns in [40, 80, 200] {
        let lines = bar(columns, &[]);
        assert!(!lines.is_empty(), "{columns}: no bar");
        for line in &lines {
            assert!(line.chars().count() <= columns, "{columns}: {line:?}");
            // Bars of any length show the current step.
            assert!(line.contains("small") || line.contains("2025"), "{line:?}");
        }
    }
    let lines = bar(40, &[("LC_ALL", "C")]);
    assert!(
        !lines.is_empty() && lines.iter().all(|line| line.is_ascii()),
        "{lines:?}"
    );
}

#[test]
fn other_output_shows_no_bar() {
    let env = TestEnv::new();
    assert_eq!(env.run(slow(&env, "run")).stderr, "");
    let drawn = on_terminal(&env, slow(&env, "bench"));
    assert!(
        drawn.contains("endless") && drawn.contains("/5"),
        "{drawn:?}"
    );
}

#[test]
fn run_on_a_terminal_draws_like_show() {
    for puzzle in ["puzzles/dozen.txt", "puzzles/2025-09-16-easy.graph.json"] {
        for columns in [40, 80, 200] {
            let env = TestEnv::new();
            let terminal = Terminal::new(&env, columns);
            let shown = terminal.run(format!("show {puzzle} --solve"));
            let run = terminal.run(format!("run {puzzle}"));
            assert!(
                shown.contains("\u{1b}[48;5;") && shown.contains("┏━"),
                "{shown}"
            );
            assert_eq!(run, format!("{shown}\na solution, checked\n"), "{puzzle}");
            assert!(widest(&without_colours(&run)) <= columns);
        }
    }
    // Other output, and `--format text`, is text.
    let env = TestEnv::new();
    let text =
        "2-2 2 0 .\n    | |\n4-1 2 3 .\n. 1 1 2-1\n  | |\n. 2 2 0-3\n\n# a solution, checked\n";
    let triplets = "puzzles/triplets.txt";
    let terminal = Terminal::new(&env, 80);
    assert_eq!(terminal.run(format!("run {triplets} --format text")), text);
    assert_eq!(env.run(format!("run {triplets}")).stdout, text);
    let piped = Terminal {
        to: "| cat",
        ..Terminal::new(&env, 80)
    };
    assert_eq!(piped.run(format!("run {triplets}")), text);
}

#[test]
fn two_boards_are_marked_where_they_differ() {
    let env = TestEnv::new();
    let terminal = Terminal::new(&env, 80);
    let drawn = without_colours(&terminal.run("run puzzles/loose.txt --unique"));
    let marked: Vec<&str> = drawn.lines().filter(|line| line.contains("┃ [")).collect();
    assert_eq!(marked.len(), 2, "{drawn}");
    assert_ne!(marked[0], marked[1]);
    assert!(drawn.ends_with("\nnot unique\n"), "{drawn}");
    // The output to a pipe is unchanged.
    let piped = env.run("run puzzles/loose.txt --unique").stdout;
    assert!(piped.contains("\n# they differ at r"), "{piped}");
}

#[test]
fn boards_that_are_too_wide_are_listed() {
    let env = TestEnv::new();
    let row = "R".repeat(31);
    let puzzle = format!(
        "title: A wall\n\n{row}\n{row}\n\nR >3\n\n{}\n",
        vec!["01"; 31].join(" ")
    );
    let file = env.write("wall.txt", &puzzle);
    for (columns, is_listed) in [(40, true), (80, true), (200, false)] {
        let terminal = Terminal::new(&env, columns);
        for command in [
            &format!("show {file}"),
            &format!("show {file} --solve --labels"),
            &format!("run {file}"),
            &format!("hint {file}"),
        ] {
            let drawn = without_colours(&terminal.run(command));
            let (board, _) = drawn.split_once("\n\n").expect("a title");
            assert_eq!(board, "A wall");
            assert_eq!(
                !drawn.contains('┏'),
                is_listed,
                "{columns}, {command:?}: {drawn}"
            );
            assert!(
                drawn.lines().all(|line| line.chars().count() <= columns),
                "{drawn}"
            );
        }
        // Files and pipes have no maximum width.
        let piped = env.run(format!("show {file}")).stdout;
        assert!(piped.contains('┏') && widest(&piped) > 120);
    }
}

#[test]
fn colour_settings_are_respected() {
    let env = TestEnv::new();
    let coloured = |text: &str| text.contains('\u{1b}');
    let terminal = Terminal::new(&env, 80);
    let show = "show puzzles/dozen.txt";
    let with = |choice: &str| format!("{show} --color {choice}");
    assert!(coloured(&terminal.run(show)));
    assert!(coloured(&terminal.run(with("auto"))));
    assert!(!coloured(&terminal.run(with("never"))));
    assert!(coloured(&env.run(with("always")).stdout));
    assert!(!coloured(&env.run(show).stdout));
    // In front of the command, too, and in a run.
    assert!(coloured(
        &env.run("--color=always show puzzles/dozen.txt").stdout
    ));
    assert!(!coloured(
        &terminal.run("run puzzles/dozen.txt --color=never")
    ));
    // Environment variables apply, unless the option overrides them.
    let quiet = Terminal {
        variables: &[("NO_COLOR", "1")],
        ..Terminal::new(&env, 80)
    };
    assert!(!coloured(&quiet.run(show)));
    assert!(coloured(&quiet.run(with("always"))));
    for (arguments, no_color, expected) in [
        (show, false, true),
        (&with("never"), false, false),
        ("run nowhere.txt", false, true),
        ("run nowhere.txt", true, false),
    ] {
        let mut forced = env.command(arguments);
        let forced = forced.env("CLICOLOR_FORCE", "1");
        let output = env.finish(forced.envs(no_color.then_some(("NO_COLOR", "1"))));
        let text = format!("{}{}", output.stdout, output.stderr);
        assert_eq!(coloured(&text), expected, "{arguments}");
    }
    // Usage errors and help.
    for arguments in ["run --nonsense", "run --help", "run no-such-file"] {
        assert!(coloured(&terminal.run(arguments)), "{arguments:?}");
        let never = format!("{arguments} --color never");
        assert!(!coloured(&terminal.run(&never)), "{never:?}");
        let always = format!("{arguments} --color=always");
        let output = env.run(&always);
        assert!(
            coloured(&output.stdout) || coloured(&output.stderr),
            "{always:?}"
        );
    }
    // Words after `--` are no options.
    let output = terminal.run("run puzzles/dozen.txt -- --color=never");
    assert!(coloured(&output), "{output}");
    env.run(with("pink"))
        .assert_exit(2, "[possible values: auto, always, never]");
}

#[test]
fn a_locale_without_unicode_gets_ascii() {
    let env = TestEnv::new();
    let dozen = "puzzles/dozen.txt";
    let with = |name: &str, value: &str| {
        let mut command = env.command(format!("show {dozen}"));
        env.finish(command.env(name, value)).stdout
    };
    let ascii = env.run(format!("show {dozen} --ascii")).stdout;
    assert_eq!(with("LANG", "de_DE.ISO-8859-15"), ascii);
    assert!(with("LC_ALL", "C.UTF-8").contains('┏'));
    let terminal = Terminal {
        variables: &[("LC_ALL", "C")],
        ..Terminal::new(&env, 80)
    };
    for command in ["run", "hint", "explain"] {
        let drawn = terminal.run(format!("{command} {dozen}"));
        assert!(drawn.is_ascii(), "{command}: {drawn}");
    }
}

/// Sentences are wrapped on a terminal, drawings and piped output are not.
#[test]
fn sentences_fit_the_terminal() {
    let env = TestEnv::new();
    for arguments in [
        "explain puzzles/impossible.txt",
        "hint puzzles/small.board.json --steps",
        "hint puzzles/loose.txt --steps",
    ] {
        let plain = env.run(arguments).stdout;
        assert!(plain.lines().any(|line| line.chars().count() > 80));
        for columns in [80, 40] {
            let shown = Terminal::new(&env, columns).run(format!("{arguments} --color=never"));
            let longest = shown.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(columns), "{columns}: {longest:?}\n{shown}");
            let words = |text: &str| -> Vec<String> {
                let words = text.split_whitespace().map(str::to_owned);
                words
                    .filter(|word| word.starts_with(char::is_alphabetic))
                    .collect()
            };
            assert_eq!(words(&shown), words(&plain), "{columns}");
        }
    }
}

#[test]
fn explain_is_suggested_once_on_a_terminal() {
    let env = TestEnv::new();
    for arguments in [
        "run puzzles/impossible.txt",
        "run puzzles/impossible.txt --count",
    ] {
        let drawn = on_terminal(&env, arguments);
        assert_eq!(drawn.matches("pipsc explain").count(), 1, "{drawn}");
    }
}
