//! `pipsc emit` on several puzzles and folders, and what the heads of submissions say.

use std::collections::BTreeSet;
use std::fs;

use crate::command::{Did, Place};

/// What is in a folder, by name.
fn files(place: &Place, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(place.path(folder)).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names: BTreeSet<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.into_iter().collect()
}

fn read(place: &Place, file: &str) -> String {
    fs::read_to_string(place.path(file)).expect("a file")
}

/// Runs `pipsc emit` with what was typed; `OUT/` and `MAPS/` are folders of the place.
fn emit(place: &Place, typed: &str) -> Did {
    let folder = |name: &str| place.file(name) + "/";
    let typed = typed.replace("OUT/", &folder("out"));
    let typed = typed.replace("MAPS/", &folder("maps"));
    place.run(format!("emit {typed}"))
}

#[test]
fn several_puzzles_are_files_by_instance_with_their_maps() {
    let place = Place::new();
    let did = emit(
        &place,
        "puzzles/dozen.txt puzzles/small.board.json puzzles/2025-10-05-easy.nyt.json \
         -t dimacs -o OUT/ --map MAPS/",
    );
    assert_eq!(did.code, Some(0), "{did:?}");
    assert_eq!((did.stdout.as_str(), did.stderr.as_str()), ("", ""));
    assert_eq!(
        files(&place, "out"),
        ["2025-10-05-easy.cnf", "dozen.cnf", "small.cnf"]
    );
    assert_eq!(
        files(&place, "maps"),
        ["2025-10-05-easy.map", "dozen.map", "small.map"]
    );
    // Each is what it would be alone.
    let alone = emit(&place, "puzzles/dozen.txt -t dimacs");
    assert_eq!(alone.stdout, read(&place, "out/dozen.cnf"));
    alone.stdout_has("c instance: dozen\n");
}

#[test]
fn a_folder_is_every_puzzle_in_it_and_a_shared_model_is_written_once() {
    let place = Place::new();
    let did = emit(&place, "puzzles/ -t minizinc --profile submit -o OUT/");
    assert_eq!(did.code, Some(0), "{did:?}");
    let written = files(&place, "out");
    let puzzles = fs::read_dir("puzzles").expect("the puzzles").count();
    let data = written.iter().filter(|name| name.ends_with(".dzn")).count();
    assert_eq!(data, puzzles, "{written:?}");
    let models: Vec<&String> = written
        .iter()
        .filter(|name| name.ends_with(".mzn"))
        .collect();
    assert_eq!(models, ["pips.mzn"]);
}

#[test]
fn two_of_one_name_are_told_apart() {
    let place = Place::new();
    for folder in ["a", "b"] {
        fs::create_dir(place.path(folder)).expect("a folder");
    }
    let _ = place.write("a/same.txt", "**\n\n01\n");
    let _ = place.write("b/same.txt", "**\n\n23\n");
    let typed = format!("{} -t dimacs -o OUT/", place.path("a").display());
    let typed = format!("{} {typed}", place.path("b").display());
    let did = emit(&place, &typed);
    assert_eq!(did.code, Some(0), "{did:?}");
    assert_eq!(files(&place, "out"), ["same-2.cnf", "same.cnf"]);
    did.stderr_has("this one becomes `same-2`");
    assert!(read(&place, "out/same.cnf").contains("c 1: 2-3 on"));
    let second = read(&place, "out/same-2.cnf");
    assert!(second.contains("c instance: same-2\n"), "{second}");
    assert!(second.contains("c 1: 0-1 on"), "{second}");
}

#[test]
fn a_bad_puzzle_does_not_stop_the_others() {
    let place = Place::new();
    let bad = place.write("bad.txt", "**\n\n0\n");
    let graph = "puzzles/2025-09-21-hard.graph.json";
    let did = emit(
        &place,
        &format!("{bad} {graph} puzzles/dozen.txt -t minizinc --encoding coordinates -o OUT/"),
    );
    assert_eq!(did.code, Some(2), "{did:?}");
    assert_eq!(files(&place, "out"), ["dozen.mzn"]);
    did.stderr_has("bad.txt");
    let no_grid = "2025-09-21-hard: the encoding `coordinates` places";
    did.stderr_has(no_grid);
}

#[test]
fn several_puzzles_need_folders() {
    let place = Place::new();
    for (typed, message) in [
        (
            "puzzles/ -t dimacs",
            "puzzles need a folder: name one with -o, such as `-o models/`",
        ),
        (
            "puzzles/ -t dimacs -o OUT/ --map README.md",
            "name maps need a folder: name one with --map, such as `--map maps/`",
        ),
    ] {
        let did = emit(&place, typed);
        assert_eq!(did.code, Some(2), "{did:?}");
        assert_eq!(did.stdout, "");
        did.stderr_has(message);
    }
    assert!(!place.path("out").exists());
}

#[test]
fn a_folder_that_is_not_there_needs_no_slash() {
    let place = Place::new();
    let (out, maps) = (place.path("new"), place.path("names"));
    let (out, maps) = (out.display(), maps.display());
    let two = "puzzles/dozen.txt puzzles/small.board.json";
    let did = emit(&place, &format!("{two} -t dimacs -o {out} --map {maps}"));
    assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
    assert_eq!(files(&place, "new"), ["dozen.cnf", "small.cnf"]);
    assert_eq!(files(&place, "names"), ["dozen.map", "small.map"]);
    let submission = place.file("submission");
    let typed = format!("puzzles/dozen.txt -t minizinc --profile submit -o {submission}");
    assert_eq!(emit(&place, &typed).code, Some(0));
    assert_eq!(files(&place, "submission"), ["dozen.dzn", "pips.mzn"]);
    // A file that is there is none.
    let file = place.write("file", "mine");
    let did = emit(&place, &format!("{two} -t dimacs -o {file}"));
    did.assert_exit(2, "2 puzzles need a folder");
    assert_eq!(read(&place, "file"), "mine");
}

#[test]
fn steps_that_do_not_fit_are_told() {
    let place = Place::new();
    let count = "puzzles/dozen.txt -t dimacs --profile count";
    assert_eq!(emit(&place, count).code, Some(0));
    let did = emit(&place, &format!("{count} --no-symmetry"));
    assert_eq!((did.code, did.stdout.as_str()), (Some(2), ""), "{did:?}");
    did.stderr_has("a solution has several");
    for (encoding, warns) in [("links", true), ("compact", false)] {
        let typed = format!("puzzles/dozen.txt -t dimacs --encoding {encoding} --no-redundant");
        let did = emit(&place, &typed);
        assert_eq!(did.code, Some(0), "{}", did.stderr);
        let warned = did.stderr.contains("--no-redundant changes nothing");
        assert_eq!(warned, warns, "{}", did.stderr);
    }
}

#[test]
fn sizes_are_one_table_of_names_that_differ() {
    let place = Place::new();
    let did = emit(&place, "puzzles/dozen.txt --sizes -o OUT/");
    did.assert_exit(2, "--sizes prints one table");
    let did = emit(&place, "puzzles/dozen.txt puzzles/dozen.txt --sizes -t ir");
    assert_eq!(did.code, Some(0), "{did:?}");
    for name in ["| dozen |", "| dozen-2 |"] {
        let rows = did.stdout.lines().filter(|line| line.starts_with(name));
        assert_eq!(rows.count(), 1, "{did:?}");
    }
}

#[test]
fn a_submission_knows_its_status() {
    let place = Place::new();
    let puzzle = |name: &str| {
        // Without the solution that stands in the file.
        let text = fs::read_to_string(format!("puzzles/{name}.txt")).expect("a puzzle");
        let text = text.split("solution:").next().expect("a part").to_owned();
        place.write(&format!("{name}.txt"), &text)
    };
    let dozen = puzzle("dozen");
    let did = emit(&place, &format!("{dozen} -t smtlib --profile submit"));
    assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
    did.stdout_has("(set-info :status sat)\n");
    let did = emit(&place, "puzzles/impossible.txt -t smtlib --profile submit");
    did.stdout_has("(set-info :status unsat)\n");
    did.stderr_has("the puzzle has no solution");
    // Where the time is too short, the status is unknown.
    let large = puzzle("double-nine");
    let short = "--profile submit --status-limit 0.001ms";
    let did = emit(&place, &format!("{large} -t smtlib {short}"));
    assert_eq!(did.code, Some(0), "{}", did.stderr);
    let head: Vec<&str> = did.stdout.lines().take(30).collect();
    let said = "Status: unknown, and pipsc's own solver did not settle it within 0.000001 s";
    assert!(head.contains(&said), "{head:#?}");
    did.stderr_has("--status-limit");
    // Formats without a field for it state no status.
    for target in ["dimacs", "opb", "xcsp3", "minizinc"] {
        let did = emit(
            &place,
            &format!("puzzles/impossible.txt -t {target} --profile submit"),
        );
        assert!(
            !did.stdout.to_lowercase().contains("satisfiable"),
            "{did:?}"
        );
    }
}

#[test]
fn sizes_are_those_of_the_models() {
    let place = Place::new();
    let did = emit(&place, "puzzles/dozen.txt --sizes");
    assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
    let heading =
        "| puzzle | encoding | whole: placements | variables | constraints | bytes | pruned: ";
    assert!(did.stdout.starts_with(heading), "{did:?}");
    // In each language that counts, a row has what its files say of themselves.
    for (target, encoding) in [
        ("dimacs", "compact"),
        ("dimacs", "links"),
        ("smtlib", "placement"),
        ("cpsat", "native"),
        ("opb", "native"),
        ("minizinc", "edges"),
    ] {
        let name = format!("| dozen | {target}/{encoding} |");
        let row = did.stdout.lines().find(|line| line.starts_with(&name));
        let row = row.unwrap_or_else(|| panic!("no {name} in {}", did.stdout));
        let mut expected = name;
        for (prune, placements) in [("--no-prune", 266), ("--prune", 7)] {
            expected += &format!(" {placements} |");
            let typed = format!("puzzles/dozen.txt -t {target} --encoding {encoding} {prune}");
            let text = emit(&place, &typed).stdout;
            let starting = |with: &str| text.lines().filter(|line| line.starts_with(with)).count();
            let header = |with: &str| {
                let line = text.lines().find(|line| line.starts_with(with));
                let words = line.expect("a header").split(' ').map(str::parse::<usize>);
                let numbers: Vec<usize> = words.filter_map(Result::ok).collect();
                (numbers[0], numbers[1])
            };
            let (variables, constraints) = match target {
                "dimacs" => header("p cnf"),
                "opb" => header("* #variable="),
                "smtlib" => (starting("(declare-const"), starting("(assert")),
                "cpsat" => (starting("variables {"), starting("constraints {")),
                _ => {
                    expected += &format!(" - | - | {} |", text.len());
                    continue;
                }
            };
            assert!(variables > 0 && constraints > 0, "{typed}");
            expected += &format!(" {variables} | {constraints} | {} |", text.len());
        }
        assert_eq!(row, expected);
    }
}
