//! `pipsc bench`: what it measures is complete, checked, resumed and merged. Nothing here looks at
//! how long anything took.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::command::Place;

const TWO: [&str; 2] = ["puzzles/small.board.json", "puzzles/impossible.txt"];

/// The lines of a results file.
fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("the file");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a whole line"))
        .collect()
}

fn runs(path: &Path) -> Vec<Value> {
    let mut lines = lines(path);
    lines.retain(|line| line["kind"] == "run");
    lines
}

/// A registry with one of the scripts in `tests/hostile` as a SAT solver.
pub(crate) fn hostile(place: &Place, script: &str) -> String {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let text = format!(
        r#"
[hostile]
target = "dimacs"
install = "do not"
exit = {{ satisfiable = [10], unsatisfiable = [20], unknown = [0] }}
[[hostile.via]]
programs = ["{}"]
arguments = ["{{model}}", "{{options}}"]
"#,
        program.join(script).display()
    );
    place.write("hostile.toml", &text).display().to_string()
}

#[test]
fn a_summary_is_what_its_schema_says_and_counts_every_run() {
    let place = Place::new();
    let mut arguments = vec!["bench"];
    arguments.extend(TWO);
    arguments.extend(["--solver", "embedded", "--goal", "one,unique,count"]);
    arguments.push("--yardstick");
    arguments.extend(["--emit", "minizinc,dimacs", "--repeat", "2", "--jobs", "2"]);
    arguments.extend(["--baseline", "pipsc --version", "--format", "json"]);
    let did = place.run(&arguments);
    assert_eq!(did.code, Some(0), "{did:?}");
    let summary = did.json();
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema/bench.schema.json");
    let schema: Value = serde_json::from_slice(&fs::read(schema).expect("it")).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    if let Err(error) = schema.validate(&summary) {
        panic!("{error} at {}", error.instance_path());
    }
    let columns = summary["columns"].as_array().expect("columns");
    let names: Vec<&str> = columns
        .iter()
        .map(|column| column["column"].as_str().expect("a name"))
        .collect();
    let expected = [
        "embedded",
        "embedded unique",
        "embedded count",
        "pipsc emit minizinc",
        "pipsc emit dimacs",
        "true",
        "pipsc --version",
    ];
    assert_eq!(names, expected);
    for column in columns {
        assert_eq!(
            (&column["tried"], &column["solved"]),
            (&2.into(), &2.into())
        );
        assert!(column["start_up"].is_number() && column["ratio"].is_object());
    }
    assert_eq!(summary["puzzles"][0]["puzzle"], "small");
    assert_eq!(summary["puzzles"].as_array().map(Vec::len), Some(2));
    assert_eq!(summary["problems"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_run_that_was_cut_off_is_resumed_where_it_stopped() {
    let place = Place::new();
    let out = place.path("results.jsonl");
    let file = out.display().to_string();
    let arguments = ["bench", TWO[0], TWO[1], "--repeat", "2", "--out", &file];
    assert_eq!(place.run(&arguments).code, Some(0));
    let first = runs(&out);
    // Two puzzles twice, and three start-ups.
    assert_eq!(first.len(), 7);

    // The same again would overwrite; it is refused and changes nothing.
    let did = place.run(&arguments);
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(did.stderr.contains("--resume"), "{did:?}");
    assert_eq!(runs(&out), first);

    // Cut off in the middle of the sixth run.
    let text = fs::read_to_string(&out).expect("the file");
    let keep: usize = text.split_inclusive('\n').take(6).map(str::len).sum();
    fs::write(&out, &text[..keep + 40]).expect("the file");
    let mut resumed = arguments.to_vec();
    resumed.push("--resume");
    assert_eq!(place.run(&resumed).code, Some(0));
    let second = runs(&out);
    assert_eq!(second.len(), 7);
    assert_eq!(second[..5], first[..5], "what was there stays");
    for (one, other) in first.iter().zip(&second) {
        for key in ["puzzle", "repeat", "solver", "verdict", "solutions"] {
            assert_eq!(one[key], other[key], "the same plan");
        }
    }
    // There is nothing left to do.
    assert_eq!(place.run(&resumed).code, Some(0));
    assert_eq!(runs(&out), second);
    assert_eq!(lines(&out).len(), 8, "one plan");
}

#[test]
fn files_are_merged_and_the_same_line_counts_once() {
    let place = Place::new();
    let mut files = Vec::new();
    for (number, puzzle) in TWO.into_iter().enumerate() {
        let file = place.path(&format!("{number}.jsonl")).display().to_string();
        assert_eq!(place.run(&["bench", puzzle, "--out", &file]).code, Some(0));
        files.push(file);
    }
    let did = place.run(&[
        "bench", "--merge", &files[0], &files[1], &files[0], "--format", "csv",
    ]);
    assert_eq!(did.code, Some(0), "{did:?}");
    // A heading, two puzzles, and three start-ups, which both files have: they are the same runs.
    assert_eq!(did.stdout.lines().count(), 1 + 2 + 3, "{}", did.stdout);
    let did = place.run(&["bench", "--merge", &files[0], &files[1], "--format", "json"]);
    assert_eq!(did.json()["columns"][0]["solved"], 2);
    assert_eq!(did.json()["machines"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_liar_is_found_out() {
    let place = Place::new();
    let solvers = hostile(&place, "liar");
    let did = place.run(&[
        "bench",
        TWO[0],
        TWO[1],
        "--solver",
        "embedded,hostile",
        "--solvers",
        &solvers,
    ]);
    assert_eq!(did.code, Some(5), "{did:?}");
    let wrong =
        "WRONG: hostile/compact on small: finds 0 solutions and no more, embedded finds at least 1";
    assert!(did.stdout.contains(wrong), "{}", did.stdout);
    // On the puzzle that really has no solution both are right.
    assert!(!did.stdout.contains("on impossible:"), "{}", did.stdout);
    let row = did.stdout.lines().find(|line| line.starts_with("hostile"));
    let solved = row.and_then(|row| row.split_whitespace().nth(1));
    assert_eq!(solved, Some("1/2"), "{}", did.stdout);
}

#[test]
fn a_liar_is_found_out_by_the_solution_that_the_puzzle_has() {
    let place = Place::new();
    let solvers = hostile(&place, "liar");
    let did = place.run(&[
        "bench",
        "puzzles/dozen.txt",
        "--solver",
        "hostile",
        "--solvers",
        &solvers,
    ]);
    assert_eq!(did.code, Some(5), "{did:?}");
    assert!(did.stdout.contains("the puzzle's text has one"), "{did:?}");
}

#[test]
fn a_board_that_is_none_is_wrong_and_red() {
    let place = Place::new();
    let solvers = hostile(&place, "breaks-a-rule");
    let arguments = [
        "bench",
        TWO[0],
        "--solver",
        "hostile",
        "--solvers",
        &solvers,
    ];
    let output = place
        .command(&arguments)
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .output()
        .expect("the program");
    assert_eq!(output.status.code(), Some(5));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\u{1b}[31mhostile/compact"), "{text}");
    assert!(text.contains("WRONG: hostile/compact on small:"), "{text}");
}

#[test]
fn one_that_never_ends_counts_twice_its_limit() {
    let place = Place::new();
    let solvers = hostile(&place, "never-ends");
    let did = place.run(&[
        "bench",
        TWO[0],
        "--solver",
        "hostile",
        "--solvers",
        &solvers,
        "--time-limit",
        "100ms",
        "--format",
        "json",
    ]);
    assert_eq!(did.code, Some(0), "{did:?}");
    let column = &did.json()["columns"][0];
    assert_eq!(column["solved"], 0);
    assert_eq!(column["median"], 0.1);
    assert_eq!(column["par2"], 0.2);
}

/// The limit is on what all processes of a run take together, and a run that reaches it counts with it. The
/// solver that the smallest puzzle is tried with first takes as long, so there are four runs.
#[test]
fn processor_time_has_a_limit_of_its_own() {
    let place = Place::new();
    let solvers = hostile(&place, "burns");
    let results = place.path("results.jsonl");
    let out = results.display().to_string();
    let mut arguments = vec![
        "bench",
        TWO[0],
        "--solver",
        "hostile",
        "--solvers",
        &solvers,
    ];
    arguments.extend(["--cpu-limit", "200ms", "--clock", "cpu", "--format", "json"]);
    arguments.extend(["--out", &out]);
    let did = place.run(&arguments);
    assert_eq!(did.code, Some(0), "{did:?}");
    let column = &did.json()["columns"][0];
    assert_eq!(column["solved"], 0);
    assert_eq!(column["median"], 0.2);
    assert_eq!(column["par2"], 0.4);
    let made = runs(&results);
    assert_eq!(made.len(), 4);
    for run in &made {
        assert_eq!(run["verdict"], "unanswered", "{run}");
        assert_eq!(run["cpu_limit"], 0.2, "{run}");
        assert_eq!(run["time_limit"], 3600.0, "{run}");
        assert!(run["cpu"].as_f64().is_some_and(|cpu| cpu >= 0.1), "{run}");
    }
    // The same limit is not tried again, another one is.
    arguments.push("--resume");
    assert_eq!(place.run(&arguments).code, Some(0));
    assert_eq!(runs(&results).len(), 4);
    let at = arguments
        .iter()
        .position(|word| *word == "200ms")
        .expect("the limit");
    arguments[at] = "100ms";
    assert_eq!(place.run(&arguments).code, Some(0));
    assert_eq!(runs(&results).len(), 8);
}

#[test]
fn the_report_is_one_page_that_needs_nothing_else() {
    let place = Place::new();
    let (page, plots) = (place.path("report.html"), place.path("plots"));
    let did = place.run(&[
        "bench",
        TWO[0],
        TWO[1],
        "--goal",
        "one,count",
        "--baseline",
        "embedded count",
        "--html",
        &page.display().to_string(),
        "--plots",
        &plots.display().to_string(),
    ]);
    assert_eq!(did.code, Some(0), "{did:?}");
    let html = fs::read_to_string(&page).expect("the page");
    for word in [
        "embedded count",
        "small",
        "impossible",
        "id=\"cactus\"",
        "id=\"scatter\"",
    ] {
        assert!(html.contains(word), "no {word}");
    }
    let elsewhere = html.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(!elsewhere.contains(word), "{word}");
    }
    for name in ["cactus.svg", "growth.svg", "scatter.svg"] {
        let svg = fs::read_to_string(plots.join(name)).expect("the plot");
        assert!(
            svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
            "{name}"
        );
    }
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_run() {
    let place = Place::new();
    let bad = place.write("bad.jsonl", "{\"kind\":\"machine\"}\n");
    let bad = bad.display().to_string();
    let cases: [(&[&str], &str); 8] = [
        (&["--solver", "nobody"], "there is no solver `nobody`"),
        (&["--baseline", "nobody"], "the columns are embedded"),
        (
            &["--encoding", "halves"],
            "none of the solvers takes the encoding `halves`",
        ),
        (
            &["--solver", "kissat", "--encoding", "halves"],
            "kissat takes none of the encodings halves",
        ),
        (&["--resume"], "--out"),
        (&["--html", "no/such/folder/report.html"], "no folder"),
        (&["--time-limit", "soon"], "does not begin with a number"),
        (
            &["--merge", &bad],
            "bad.jsonl:1: column 18: the field `pipsc` is missing",
        ),
    ];
    for (arguments, message) in cases {
        let mut all = vec!["bench"];
        if !arguments.contains(&"--merge") {
            all.push(TWO[0]);
        }
        all.extend(arguments);
        let did = place.run(&all);
        assert_eq!(did.code, Some(2), "{did:?}");
        assert!(did.stderr.contains(message), "no `{message}` in {did:?}");
    }
}

#[test]
fn an_interrupt_leaves_whole_lines_and_nothing_else() {
    let place = Place::new();
    let solvers = hostile(&place, "never-ends");
    let out = place.path("results.jsonl");
    let file = out.display().to_string();
    let arguments = [
        "bench",
        TWO[0],
        "--solver",
        "embedded,hostile",
        "--solvers",
        &solvers,
        "--out",
        &file,
        "--time-limit",
        "10m",
    ];
    let mut child = place
        .command(&arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    place.wait_until("the solver runs", |place| {
        place
            .processes()
            .iter()
            .any(|line| line.contains("never-ends"))
    });
    let pid = nix::unistd::Pid::from_raw(child.id().cast_signed());
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).expect("a signal");
    assert_eq!(child.wait().expect("its end").code(), Some(130));
    place.assert_clean("an interrupted bench");
    assert!(runs(&out).iter().all(|run| run["solver"] == "embedded"));
}

#[test]
fn a_puzzle_from_standard_input_is_measured_too() {
    let place = Place::new();
    let puzzle = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(TWO[0]);
    let output = place
        .command(&["bench", "-", "--format", "json"])
        .stdin(fs::File::open(puzzle).expect("the puzzle"))
        .output()
        .expect("the program");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["columns"][0]["solved"], 1);
}

#[test]
fn records_are_checked_like_any_input() {
    let place = Place::new();
    let good = serde_json::json!({
        "kind": "run", "puzzle": "p", "digest": "d", "dominoes": 1, "solver": "s",
        "encoding": null, "question": "one", "version": null, "repeat": 1, "started": 1,
        "time_limit": 1.0, "verdict": "answered", "solutions": "1", "wall": 0.5, "cpu": 0.5,
        "emit": 0.5, "memory": 1, "model_bytes": 1,
    });
    let merge = |text: &str| {
        let path = place.write("r.jsonl", text);
        place.run(&["bench", "--merge", path.to_str().expect("a path")])
    };
    assert_eq!(merge(&format!("{good}\n")).code, Some(0));
    let long = format!("\"{}\"", "x".repeat(100_000));
    for (field, value, expected) in [
        (
            "wall",
            "1e308",
            "wall: found 1e308, expected seconds from 0 to 1000000000",
        ),
        (
            "wall",
            "-1",
            "wall: found -1.0, expected seconds from 0 to 1000000000",
        ),
        ("cpu", "-0.5", "cpu: found -0.5, expected seconds from 0"),
        ("emit", "NaN", "found `N`, expected a value"),
        ("time_limit", "1e999", "time_limit: this is not valid JSON"),
        ("wall", "\"1\"", "wall: found \"1\", expected a number"),
        (
            "dominoes",
            "0",
            "dominoes: found 0, expected a number from 1 to 100000000",
        ),
        (
            "dominoes",
            "18446744073709551615",
            "dominoes: found 18446744073709551615",
        ),
        ("repeat", "0", "repeat: found 0, expected a number from 1"),
        (
            "memory",
            "18446744073709551615",
            "memory: found 18446744073709551615",
        ),
        (
            "solutions",
            "\"-1\"",
            "solutions: found \"-1\", expected a number in digits",
        ),
        ("solver", "\"\"", "solver: found nothing, expected a name"),
        ("puzzle", "\"\"", "puzzle: found nothing, expected a name"),
        (
            "verdict",
            "\"maybe\"",
            "`maybe` is not known here, expected one of",
        ),
        (
            "kind",
            "\"ran\"",
            "kind: found \"ran\", expected \"plan\" or \"run\"",
        ),
        ("wall", "", "the field `wall` is missing"),
        ("time_limit", "-0.0", "time_limit: found -0.0, expected"),
        (
            "question",
            "null",
            "found null, expected a string in quotation marks",
        ),
        (
            "verdict",
            "null",
            ":2: verdict: found null, expected a string in quotation marks",
        ),
        (
            "puzzle",
            &long,
            "puzzle: found a name of 100000 characters, expected at most 1000",
        ),
        ("solver", &long, "solver: found a name of 100000 characters"),
        (
            "version",
            &long,
            "version: found a name of 100000 characters",
        ),
        (
            "encoding",
            &long,
            "encoding: found a name of 100000 characters",
        ),
    ] {
        let mut fields = good.as_object().expect("an object").clone();
        let _ = fields.remove(field);
        let mut text = serde_json::to_string(&fields).expect("JSON");
        if !value.is_empty() {
            text = text.replacen('{', &format!("{{\"{field}\": {value},"), 1);
        }
        let did = merge(&format!("{good}\n{text}\n"));
        assert_eq!(did.code, Some(2), "{field} {value}: {did:?}");
        let start = format!("error: {}:2: ", place.path("r.jsonl").display());
        assert!(did.stderr.starts_with(&start), "{field} {value}: {did:?}");
        assert!(did.stderr.contains(expected), "{field} {value}: {did:?}");
    }
    let machine = r#"{"kind": "machine", "pipsc": "0", "system": "s", "cores": 0, "jobs": 1}"#;
    assert!(
        merge(&format!("{machine}\n"))
            .stderr
            .contains("cores: found 0")
    );
}

#[test]
fn terms_stand_side_by_side_and_are_never_mixed() {
    let place = Place::new();
    let puzzle = "puzzles/dozen.txt";
    let out = place.path("results.jsonl");
    let file = out.display().to_string();
    let emit = ["bench", puzzle, "--emit", "dimacs", "--out", &file];
    // All columns of one name and two terms, in two calls.
    let did = place.run(&[&emit[..], &["--format", "csv"]].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(did.stdout.contains(",symmetry prune redundant,"), "{did:?}");
    let pruned = runs(&out);
    let both = ["--resume", "--terms", "whole,pruned", "--format", "json"];
    let did = place.run(&[&emit[..], &both].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    let all = runs(&out);
    // The runs that were there are not made again, and the others are.
    assert_eq!(all.len(), 2 * pruned.len());
    assert_eq!(all[..pruned.len()], pruned);
    let columns = did.json()["columns"].clone();
    assert_eq!(columns[0]["column"], "pipsc emit dimacs whole");
    assert_eq!(columns[1]["column"], "pipsc emit dimacs");
    let steps = ["symmetry", "prune", "redundant"].map(Value::from).to_vec();
    assert_eq!(columns[1]["steps"], Value::from(steps));
    let bytes = |at: usize| columns[at]["model_bytes"].as_u64().expect("a size");
    assert!(bytes(1) < bytes(0), "{columns}");

    // A page shows them side by side, and compares like with like.
    let merged = ["bench", "--merge", &file, "--format", "markdown"];
    let baseline = ["--baseline", "pipsc emit dimacs whole"];
    let did = place.run(&[&merged[..], &baseline].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    let table: Vec<&str> = did
        .stdout
        .lines()
        .filter(|line| line.starts_with('|'))
        .collect();
    assert_eq!(table.len(), 3, "{did:?}");
    assert!(table[0].contains("| pruned: median |"), "{did:?}");
    assert!(table[0].contains("| whole: median |"), "{did:?}");
    assert_eq!(
        table[2].matches("1.0x (1.0x to 1.0x)").count(),
        2,
        "{did:?}"
    );
    assert!(
        did.stdout.contains(
            "every encoding is given the puzzle pruned (steps symmetry prune redundant), and whole \
             (steps symmetry redundant)"
        ),
        "{did:?}"
    );

    // A line that cannot be true.
    let text = fs::read_to_string(&out).expect("the file");
    let wrong = text.replace(r#"["symmetry","prune""#, r#"["prune","prune""#);
    let wrong = place.write("wrong.jsonl", &wrong).display().to_string();
    let did = place.run(&["bench", "--merge", &wrong]);
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(did.stderr.contains("steps: found prune prune"), "{did:?}");
}

#[test]
fn all_solvers_are_those_that_are_there_with_all_their_encodings() {
    let place = Place::new();
    let mut command = place.command(&["bench", TWO[0], "--solver", "all", "--format", "json"]);
    let nowhere = place.path("nowhere");
    let _ = command
        .env("PATH", &nowhere)
        .env("PIPSC_SOLVERS_PREFIX", &nowhere);
    let did = place.finish(&mut command);
    assert_eq!(did.code, Some(0), "{did:?}");
    let columns = did.json()["columns"].clone();
    assert_eq!(columns[0]["column"], "embedded", "{columns}");
    assert_eq!(columns.as_array().map(Vec::len), Some(1), "{columns}");
    assert!(did.stderr.contains("kissat is not installed"), "{did:?}");

    let solvers = hostile(&place, "silent");
    let mut arguments = vec![
        "bench",
        TWO[0],
        "--solver",
        "hostile",
        "--solvers",
        &solvers,
    ];
    arguments.extend(["--encoding", "all", "--terms", "whole,pruned"]);
    arguments.extend(["--format", "json"]);
    let did = place.run(&arguments);
    let columns = did.json()["columns"].clone();
    let columns: Vec<&str> = columns
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|column| column["column"].as_str())
        .collect();
    for encoding in ["compact", "placement", "links"] {
        for terms in ["", " whole"] {
            let column = format!("hostile/{encoding}{terms}");
            assert!(columns.contains(&column.as_str()), "{column}: {columns:?}");
        }
    }
}
