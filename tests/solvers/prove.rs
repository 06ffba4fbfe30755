//! `pipsc prove`: certificates, and everything that may be wrong with one.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{Did, Place};
use crate::tools;

/// A place with some programs and no others.
struct Desk {
    place: Place,
    /// The system's own programs are there, too.
    with_system: bool,
}

/// What the certificates of these tests are made with.
const USUAL: [&str; 3] = ["kissat", "rate", "veripb"];

/// Twelve cells, of which no dominoes cover the last rows and columns: the board less two corners.
const MUTILATED: &str = "\
.*****
******
******
******
******
*****.

00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
";

/// A free board of four by three: 11 tilings, in which six dominoes lie in any order and either way round.
const FREE: &str = "\
****
****
****

01 23 45 67 89 02
";

/// Four solutions: two ways to lay the dominoes, and two to turn one of them.
const FEW: &str = "\
AA
**

A 3

12 34
";

impl Desk {
    /// With these programs; nothing if one of them is not installed.
    fn with(programs: &[&str]) -> Option<Desk> {
        let desk = Desk {
            place: Place::new(),
            with_system: false,
        };
        fs::create_dir_all(desk.programs()).expect("a folder");
        for program in programs {
            let found = tools::find(program)?;
            symlink(found, desk.programs().join(program)).expect("a link");
        }
        Some(desk)
    }

    fn programs(&self) -> PathBuf {
        self.place.path("prefix/bin")
    }

    /// A program that is a script.
    fn script(&self, name: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt;
        let path = self.programs().join(name);
        let _ = fs::remove_file(&path);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    }

    fn without(&self, name: &str) {
        fs::remove_file(self.programs().join(name)).expect("it was there");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.place.command(arguments);
        let path = std::env::var_os("PATH").filter(|_| self.with_system);
        let _ = command
            .env("PATH", path.unwrap_or_else(|| self.programs().into()))
            .env("PIPSC_SOLVERS_PREFIX", self.place.path("prefix"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Did {
        self.place.finish(&mut self.command(arguments))
    }

    fn path(&self, name: &str) -> String {
        self.place.path(name).display().to_string()
    }

    /// Proves something about a puzzle.
    fn prove(&self, puzzle: &str, into: &str, more: &[&str]) -> Did {
        let into = self.path(into);
        let did = self.run(&[&["prove", puzzle, "-o", &into], more].concat());
        let beside = fs::read_dir(self.place.path("")).expect("the folder");
        for entry in beside {
            let name = entry.expect("an entry").file_name();
            assert!(!name.to_string_lossy().starts_with(".pipsc"), "{did:?}");
        }
        did
    }

    fn check(&self, folder: &str) -> Did {
        self.run(&["prove", "--check", &self.path(folder)])
    }

    /// What the script of a certificate says, as a stranger runs it.
    fn script_of(&self, folder: &str) -> Did {
        let path = std::env::join_paths([self.programs(), "/usr/bin".into(), "/bin".into()]);
        let output = Command::new("sh")
            .arg(self.place.path(folder).join("check.sh"))
            .env("PATH", path.expect("a path"))
            .output()
            .expect("sh");
        Did::new(output)
    }

    /// A certificate of four solutions.
    fn few(&self) -> String {
        let puzzle = self.place.write("few.txt", FEW).display().to_string();
        let did = self.prove(&puzzle, "good", &[]);
        assert_ends(&did, 0, "The puzzle has exactly 4 solutions.");
        puzzle
    }

    /// A copy of that certificate.
    fn copy(&self, name: &str) -> PathBuf {
        let (from, to) = (self.place.path("good"), self.place.path(name));
        for (name, text) in files(&from) {
            let path = to.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        to
    }
}

/// The files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            let inner = self::files(&path);
            files.extend(
                inner
                    .into_iter()
                    .map(|(file, text)| (format!("{name}/{file}"), text)),
            );
        } else {
            let _ = files.insert(name, fs::read(&path).expect("a file"));
        }
    }
    files
}

/// Changes a file.
fn change(folder: &Path, file: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) {
    let path = folder.join(file);
    let text = fs::read(&path).expect("a file");
    let changed = change(text.clone());
    assert!(changed != text, "{file} was not changed");
    fs::write(&path, changed).expect("a file");
}

fn replace(text: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(text).expect("text");
    text.replacen(from, to, 1).into_bytes()
}

/// Gives every file of a certificate the hash that it has now, as somebody would who wants to deceive.
fn mend(folder: &Path) {
    let sums = Command::new("sh")
        .args([
            "-c",
            "sha256sum $(cut -c67- SHA256SUMS) > new && mv new SHA256SUMS && cat SHA256SUMS",
        ])
        .current_dir(folder)
        .output()
        .expect("sha256sum");
    let text = fs::read(folder.join("certificate.json")).expect("a file");
    let mut certificate: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    for line in String::from_utf8_lossy(&sums.stdout).lines() {
        let (hash, name) = line.split_once("  ").expect("a line");
        let bytes = fs::metadata(folder.join(name)).expect("a file").len();
        certificate["files"][name] = serde_json::json!({"bytes": bytes, "sha256": hash});
    }
    fs::write(folder.join("certificate.json"), certificate.to_string()).expect("a file");
}

fn assert_ends(did: &Did, code: i32, message: &str) {
    assert_eq!(did.code, Some(code), "{did:?}");
    let said = format!("{}{}", did.stdout, did.stderr);
    assert!(said.contains(message), "no `{message}` in {did:?}");
}

#[test]
fn none_one_and_many_are_proved_and_checked() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    for (name, more, claim) in [
        (
            "puzzles/impossible.txt",
            &[][..],
            "The puzzle has no solution",
        ),
        (
            "puzzles/impossible.txt",
            &["--none"],
            "The puzzle has no solution",
        ),
        (
            "puzzles/dozen.txt",
            &[],
            "The puzzle has exactly one solution",
        ),
        (
            "puzzles/dozen.txt",
            &["--unique"],
            "The puzzle has exactly one solution",
        ),
        (
            "puzzles/2025-09-21-hard.graph.json",
            &["--count"],
            "The puzzle has exactly one solution",
        ),
        (
            "puzzles/loose.txt",
            &["--count"],
            "The puzzle has exactly 256 solutions",
        ),
    ] {
        let did = desk.prove(name, "proved", more);
        assert_ends(&did, 0, &format!("{claim}.\n"));
        assert!(
            did.stdout
                .contains("dimacs-compact/proof.drat: accepted by rate 0.3.0"),
            "{did:?}"
        );
        assert!(
            did.stdout
                .contains("dimacs-compact/proof.pbp: accepted by VeriPB 3.0.2"),
            "{did:?}"
        );
        assert!(
            did.stdout
                .contains("dimacs-compact/proof.lrat: not checked, because acl2 is not installed"),
            "{did:?}"
        );
        let did = desk.check("proved");
        assert_ends(&did, 0, &format!("{claim}: the certificate holds.\n"));
        assert!(
            did.stdout
                .contains("unseen   dimacs-compact/proof.lrat: acl2 is not installed"),
            "{did:?}"
        );
        fs::remove_dir_all(desk.place.path("proved")).expect("a folder");
    }
}

/// With so many boards kissat would add variables of its own, whose clauses have no form for VeriPB.
#[test]
fn a_thousand_boards_have_every_form_of_proof() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let puzzle = desk.path("counting.txt");
    let recipe = "gen --family counting --size 4 --tightness 80 --seed 1 -o";
    let typed: Vec<&str> = recipe.split(' ').chain([&*puzzle]).collect();
    assert_ends(&desk.run(&typed), 0, "");
    let did = desk.prove(&puzzle, "proved", &["--count"]);
    assert_ends(&did, 0, "The puzzle has exactly 1245 solutions.\n");
    for accepted in ["drat: accepted by rate", "pbp: accepted by VeriPB"] {
        assert!(did.stdout.contains(accepted), "{accepted}: {did:?}");
    }
    assert_ends(&desk.check("proved"), 0, "the certificate holds");
}

#[test]
fn what_is_written_for_programs_is_what_the_schemas_say() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let schema = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
        let text = fs::read(folder.join(name)).expect("the schema");
        let schema: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        jsonschema::validator_for(&schema).expect("a schema")
    };
    let (certificate, printed) = (
        schema("certificate.schema.json"),
        schema("prove.schema.json"),
    );
    for (puzzle, solutions) in [("puzzles/impossible.txt", 0), ("puzzles/dozen.txt", 1)] {
        let did = desk.prove(puzzle, "proved", &["--format", "json", "--force"]);
        let said = did.json();
        assert!(printed.is_valid(&said), "{said:#}");
        assert_eq!(said["solutions"], solutions);
        assert_eq!(
            said["checked_by"].as_array().map(Vec::len),
            Some(2),
            "{said:#}"
        );
        let text = fs::read(desk.place.path("proved/certificate.json")).expect("a file");
        let file: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        assert!(certificate.is_valid(&file), "{file:#}");
        assert_eq!(file, said["certificate"]);
        let did = desk.run(&["prove", "--check", &desk.path("proved"), "--format", "json"]);
        assert!(printed.is_valid(&did.json()), "{did:?}");
        assert_eq!(did.json()["holds"], true, "{did:?}");
    }
}

#[test]
fn a_stranger_can_check_it_with_plain_commands() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    let did = desk.script_of("good");
    assert_ends(&did, 0, "accepted by every checker that is installed");
    assert!(did.stdout.contains("the hashes are right"), "{did:?}");
    change(&desk.copy("bad"), "dimacs-compact/proof.pbp", |text| {
        replace(text, "rup", "red")
    });
    assert_ends(&desk.script_of("bad"), 1, "NOT ACCEPTED");
}

/// A proof by a rule that VeriPB does not check, which it accepts with a warning.
const FORGED: &str = "\
pseudo-Boolean proof version 3.0
a >= 1;
output NONE;
conclusion UNSAT;
end pseudo-Boolean proof;
";

#[test]
fn a_proof_that_assumes_what_it_shows_is_refused() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    let puzzle = desk.place.write("mutilated.txt", MUTILATED);
    let did = desk.prove(&puzzle.display().to_string(), "sums", &[]);
    assert_ends(&did, 0, "The puzzle has no solution.");
    for (folder, file) in [
        ("good", "dimacs-compact/proof.pbp"),
        ("sums", "opb-native/proof.pbp"),
    ] {
        let path = desk.place.path(folder);
        let model = if folder == "good" {
            ["--cnf", "dimacs-compact/model.cnf"]
        } else {
            ["--opb", "opb-native/model.opb"]
        };
        for forged in [
            FORGED.to_owned(),
            FORGED.replace("a >=", "output NONE; a >="),
            FORGED.replace("a >=", "f; a >="),
        ] {
            change(&path, file, |_| forged.into_bytes());
            mend(&path);
            let did = desk.check(folder);
            assert_ends(&did, 5, &format!("WRONG    {file}: line 2, `"));
            assert!(
                did.stdout.contains("The certificate does NOT hold."),
                "{did:?}"
            );
            assert_ends(
                &desk.script_of(folder),
                1,
                "NOT ACCEPTED: 1 of the checks failed",
            );
        }
        // VeriPB itself takes it.
        change(&path, file, |_| FORGED.into());
        let output = Command::new(desk.programs().join("veripb"))
            .args(model)
            .args(["-u", file])
            .current_dir(&path)
            .output();
        let did = Did::new(output.expect("veripb"));
        assert_ends(&did, 0, "s VERIFIED UNSATISFIABLE\nWarning: ");
    }
}

#[test]
fn a_checker_that_warns_of_what_it_accepts_refuses_it() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    let found = tools::find("veripb").expect("it was there");
    symlink(found, desk.programs().join("veripb2")).expect("a link");
    // One that does not tell that it has assumed something cannot be believed.
    desk.script("veripb", "exec veripb2 --hide-warnings \"$@\"");
    assert_ends(
        &desk.check("good"),
        5,
        "veripb cannot be believed: it accepts a proof that does not hold",
    );
    desk.script(
        "veripb",
        "veripb2 \"$@\" || exit 1; case $3 in */trial.cnf) ;; *) echo 'Warning: I have not looked.';; esac",
    );
    assert_ends(
        &desk.check("good"),
        5,
        "WRONG    dimacs-compact/proof.pbp: it says `s VERIFIED UNSATISFIABLE`, but also `Warning: I have not looked.`",
    );
    assert_ends(
        &desk.script_of("good"),
        1,
        "NOT ACCEPTED: 1 of the checks failed",
    );
}

#[test]
fn every_encoding_is_refuted_by_every_solver_that_writes_proofs() {
    let Some(desk) = Desk::with(&[&USUAL[..], &["cadical", "pumpkin-solver"]].concat()) else {
        return;
    };
    for solver in ["kissat", "cadical", "pumpkin"] {
        let more = ["--encodings", "all", "--solver", solver];
        let did = desk.prove("puzzles/small.board.json", solver, &more);
        assert_ends(&did, 0, "The puzzle has exactly one solution.");
        for encoding in ["compact", "placement", "links"] {
            for (form, by) in [("drat", "rate"), ("pbp", "VeriPB")] {
                let line = format!("dimacs-{encoding}/proof.{form}: accepted by {by}");
                assert!(did.stdout.contains(&line), "{line}: {did:?}");
            }
        }
        assert_ends(&desk.check(solver), 0, "the certificate holds");
    }
}

#[test]
fn that_dominoes_cannot_cover_a_board_is_a_few_sums() {
    let Some(desk) = Desk::with(&["veripb"]) else {
        return;
    };
    let puzzle = desk
        .place
        .write("mutilated.txt", MUTILATED)
        .display()
        .to_string();
    let did = desk.prove(&puzzle, "proved", &[]);
    assert_ends(&did, 0, "opb-native/proof.pbp: accepted by VeriPB");
    assert_ends(
        &desk.check("proved"),
        0,
        "The puzzle has no solution: the certificate holds.",
    );
    let proof =
        fs::read_to_string(desk.place.path("proved/opb-native/proof.pbp")).expect("a proof");
    assert_eq!(proof.lines().count(), 6, "{proof}");
    change(&desk.place.path("proved"), "opb-native/proof.pbp", |text| {
        replace(text, "pol ", "pol 1 + ")
    });
    mend(&desk.place.path("proved"));
    assert_ends(&desk.check("proved"), 5, "WRONG    opb-native/proof.pbp");
    let did = desk.prove(&puzzle, "unique", &["--unique"]);
    assert_ends(
        &did,
        2,
        "there is nothing to prove with --unique: the puzzle has no solution",
    );
}

#[test]
fn that_rules_ask_for_too_much_is_a_few_sums() {
    let Some(desk) = Desk::with(&["veripb"]) else {
        return;
    };
    let generated = |arguments: &[&str]| {
        let all = [&["gen", "--family", "supply", "--seed", "1"][..], arguments].concat();
        desk.run(&all).stdout
    };
    let more = "AABB*\n*****\n\nA >9\nB 6\n\n15 15 12 11 11\n";
    let less = "AABB\nCCC*\n\nA <4\nB 2\nC 3\n\n01 12 22 33\n";
    let alike = "AABBB\nCCDDD\n\nA =\nB =\nC =\nD =\n\n00 00 00 12 34\n";
    for (name, text) in [
        ("more", more.into()),
        ("less", less.into()),
        ("alike", alike.into()),
        ("total", generated(&["--size", "40"])),
        ("value", generated(&["--size", "30", "--ask", "value"])),
    ] {
        let puzzle = desk.place.write(&format!("{name}.txt"), &text);
        let did = desk.prove(&puzzle.display().to_string(), name, &["--none"]);
        assert_ends(&did, 0, "opb-native/proof.pbp: accepted by VeriPB");
        let checked = desk.check(name);
        assert_ends(
            &checked,
            0,
            "The puzzle has no solution: the certificate holds.",
        );
    }
}

#[test]
fn odd_parts_of_a_graph_are_sums_too() {
    let Some(desk) = Desk::with(&["veripb"]) else {
        return;
    };
    // Three triangles around one node: no colouring shows it.
    let mut links = serde_json::Map::new();
    let mut link = |one: String, others: Vec<String>| {
        let _ = links.insert(one, serde_json::json!(others));
    };
    for triangle in ["a", "b", "c"] {
        let node = |number: u32| format!("{triangle}{number}");
        link(node(0), vec![node(1), node(2), "hub".into()]);
        link(node(1), vec![node(2)]);
        link(node(2), vec![]);
    }
    link("hub".into(), vec![]);
    let puzzle = serde_json::json!({
        "dominoes": [[0, 0], [0, 1], [1, 1], [2, 2], [0, 2]],
        "constraints": [],
        "links": links,
    });
    let puzzle = desk.place.write("graph.json", &puzzle.to_string());
    let did = desk.prove(&puzzle.display().to_string(), "proved", &[]);
    assert_ends(&did, 0, "opb-native/proof.pbp: accepted by VeriPB");
    assert_ends(
        &desk.check("proved"),
        0,
        "The puzzle has no solution: the certificate holds.",
    );
}

#[test]
fn a_diagram_is_counted_by_somebody_else() {
    let Some(mut desk) = Desk::with(&[]) else {
        return;
    };
    // Python may be a script that needs others.
    desk.with_system = true;
    if !tools::there("ddnnife") {
        return;
    }
    symlink(
        tools::prefix().join("python"),
        desk.place.path("prefix/python"),
    )
    .expect("a link");
    let puzzle = desk.place.write("free.txt", FREE).display().to_string();
    let did = desk.prove(&puzzle, "good", &["--diagram"]);
    // 11 tilings, 6! ways to deal, 2^6 to turn.
    assert_ends(
        &did,
        0,
        "The diagram of the puzzle's solutions has exactly 506880 models.",
    );
    assert!(
        did.stdout
            .contains("diagram/diagram.nnf: counted by ddnnife 0.10.0"),
        "{did:?}"
    );
    assert!(did.stdout.contains("is not proved"), "{did:?}");
    assert_ends(
        &desk.check("good"),
        0,
        "506880 models: the certificate holds.",
    );
    // An arc less is another diagram, with fewer models, whoever counts.
    let bad = desk.copy("bad");
    change(&bad, "diagram/diagram.nnf", |text| {
        let text = String::from_utf8(text).expect("text");
        text.trim_end()
            .rsplit_once('\n')
            .expect("lines")
            .0
            .to_owned()
            .into_bytes()
    });
    mend(&bad);
    let did = desk.check("bad");
    assert_ends(
        &did,
        5,
        "WRONG    diagram/diagram.nnf: it is not what pipsc draws for the puzzle",
    );
    assert!(
        did.stdout
            .contains("WRONG    diagram/diagram.nnf: it says `s NOT VERIFIED`"),
        "{did:?}"
    );
    let did = desk.prove("puzzles/impossible.txt", "never", &["--diagram"]);
    assert_ends(
        &did,
        3,
        "there is no diagram of the puzzle: it has no solution",
    );
    fs::remove_file(desk.place.path("prefix/python")).expect("a link");
    assert_ends(&desk.check("good"), 4, "ddnnife is not installed");
    assert_ends(
        &desk.prove(&puzzle, "never", &["--diagram"]),
        4,
        "ddnnife is not installed",
    );
}

#[test]
fn acl2_checks_where_it_is_installed() {
    if which::which("acl2").is_err() {
        return;
    }
    let Some(desk) = Desk::with(&[&USUAL[..], &["acl2"]].concat()) else {
        return;
    };
    let _ = desk.few();
    let did = desk.check("good");
    assert_ends(
        &did,
        0,
        "good     dimacs-compact/proof.lrat: `s VERIFIED` (ACL2 8",
    );
    let cut = desk.copy("cut");
    change(&cut, "dimacs-compact/proof.lrat", |mut text| {
        text.truncate(text.len() / 2);
        text
    });
    mend(&cut);
    let did = desk.check("cut");
    assert_ends(&did, 5, "WRONG    dimacs-compact/proof.lrat");
    assert!(
        did.stdout.contains("good     dimacs-compact/proof.drat"),
        "{did:?}"
    );
}

#[test]
fn the_same_puzzle_gives_the_same_bytes() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let puzzle = desk.few();
    assert_ends(&desk.prove(&puzzle, "again", &[]), 0, "4 solutions");
    let evidence = |folder: &str| {
        let mut files = files(&desk.place.path(folder));
        files.retain(|name, _| !name.ends_with(".out"));
        files
    };
    let (one, other) = (evidence("good"), evidence("again"));
    assert_eq!(
        one.keys().collect::<Vec<_>>(),
        other.keys().collect::<Vec<_>>()
    );
    for (name, text) in one {
        assert!(text == other[&name], "{name} differs");
    }
}

#[test]
fn what_is_wrong_with_a_certificate_is_named() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    let cut = |mut text: Vec<u8>| {
        text.truncate(text.len() / 2);
        text
    };
    let second = |text: Vec<u8>| {
        let text = String::from_utf8(text).expect("text");
        let boards: Vec<&str> = text.split_terminator("\n\n").collect();
        assert_eq!(boards.len(), 4, "{text}");
        let boards = [boards[0], boards[0], boards[2], boards[3]];
        (boards.join("\n\n") + "\n\n").into_bytes()
    };
    let last = |text: Vec<u8>| {
        let text = String::from_utf8(text).expect("text");
        let boards: Vec<&str> = text.split_terminator("\n\n").collect();
        (boards[..3].join("\n\n") + "\n\n").into_bytes()
    };
    let extra = |text: Vec<u8>| replace(text, "p cnf", "c more\np cnf");
    let weaker = |text: Vec<u8>| {
        let text = String::from_utf8(text).expect("text");
        let kept = text.trim_end().rsplit_once('\n').expect("lines").0;
        format!("{kept}\n1 -1 0\n").into_bytes()
    };
    let wrong = |text: Vec<u8>| replace(text, "3", "4");
    let puzzle = |text: Vec<u8>| replace(text, "A 3", "A 7");
    let names = |text: Vec<u8>| replace(text, "r0c0", "r1c0");
    type Change<'a> = &'a dyn Fn(Vec<u8>) -> Vec<u8>;
    let model = "dimacs-compact/model.cnf";
    let cases: [(&str, Change<'_>, &str); 10] = [
        (
            "dimacs-compact/proof.drat",
            &|_| Vec::new(),
            "WRONG    dimacs-compact/proof.drat",
        ),
        (
            "dimacs-compact/proof.pbp",
            &cut,
            "WRONG    dimacs-compact/proof.pbp",
        ),
        (
            "boards.txt",
            &wrong,
            "WRONG    boards.txt: board 1 is not a solution: ",
        ),
        (
            "boards.txt",
            &second,
            "WRONG    boards.txt: board 2 is the same as board 1",
        ),
        (
            "boards.txt",
            &last,
            "WRONG    boards.txt: it has 3 boards, and 4 are claimed",
        ),
        (
            model,
            &extra,
            "WRONG    dimacs-compact/model.cnf: it is not what pipsc writes",
        ),
        (
            model,
            &weaker,
            "WRONG    dimacs-compact/model.cnf: it is not what pipsc writes",
        ),
        (
            "puzzle.txt",
            &puzzle,
            "WRONG    puzzle.txt: this is another puzzle",
        ),
        ("puzzle.txt", &cut, "WRONG    puzzle.txt"),
        (
            "dimacs-compact/names.json",
            &names,
            "WRONG    dimacs-compact/names.json: it is not what",
        ),
    ];
    for (number, (file, damage, message)) in cases.into_iter().enumerate() {
        let name = format!("bad{number}");
        let folder = desk.copy(&name);
        change(&folder, file, damage);
        let did = desk.check(&name);
        assert_ends(&did, 5, "The certificate does NOT hold.");
        assert!(
            did.stdout.contains(&format!("WRONG    {file}: it ")),
            "{file}: {did:?}"
        );
        mend(&folder);
        let did = desk.check(&name);
        assert_ends(&did, 5, message);
        assert!(!did.stdout.contains("SHA-256 is another"), "{did:?}");
    }
}

#[test]
fn a_file_that_is_missing_and_a_certificate_that_says_otherwise_are_named() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    for (number, file) in [
        "boards.txt",
        "puzzle.txt",
        "dimacs-compact/model.cnf",
        "dimacs-compact/proof.pbp",
        "SHA256SUMS",
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("missing{number}");
        fs::remove_file(desk.copy(&name).join(file)).expect("it was there");
        let did = desk.check(&name);
        assert_ends(&did, 5, &format!("WRONG    {file}: "));
        assert!(did.stdout.contains("there is no such file"), "{did:?}");
    }
    for (number, (from, to, code, message)) in [
        (
            "\"solutions\": 4",
            "\"solutions\": 5",
            5,
            "it has 4 boards, and 5 are claimed",
        ),
        (
            "\"claim\": \"count\"",
            "\"claim\": \"unique\"",
            5,
            "WRONG    the claim: it is `unique`, and the number of solutions is 4",
        ),
        (
            "\"boards\": \"boards.txt\"",
            "\"boards\": \"../few.txt\"",
            2,
            "names ../few.txt, which is not a file of the folder",
        ),
        (
            "\"encoding\": \"compact\"",
            "\"encoding\": \"links\"",
            5,
            "WRONG    dimacs-compact/model.cnf",
        ),
        (
            "\"pipsc_certificate\": 1",
            "\"pipsc_certificate\": 9",
            2,
            "has the form 9",
        ),
        ("{", "[", 2, "certificate.json cannot be read"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("other{number}");
        change(&desk.copy(&name), "certificate.json", |text| {
            replace(text, from, to)
        });
        assert_ends(&desk.check(&name), code, message);
    }
    assert_ends(
        &desk.check("prefix"),
        2,
        "is not a certificate: cannot read",
    );
    assert_ends(
        &desk.check("nowhere"),
        2,
        "is not a certificate: cannot read",
    );
}

#[test]
fn checkers_that_crash_lie_or_are_missing_are_named() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let puzzle = desk.few();
    for (script, message) in [
        (
            "echo 's VERIFIED'",
            "rate cannot be believed: it accepts a proof that does not hold",
        ),
        (
            "echo 's NOT VERIFIED'; exit 1",
            "rate cannot be believed: it refuses a proof that holds: it says `s NOT VERIFIED`",
        ),
        (
            "kill -SEGV $$",
            "rate cannot be believed: it refuses a proof that holds: it gives no verdict and ends with signal 11",
        ),
        (
            "echo 's VERIFIED'; exit 3",
            "it says `s VERIFIED`, but ends with exit code 3",
        ),
        (
            "echo 's VERIFIED'; echo 's NOT VERIFIED'",
            "it says s VERIFIED and s NOT VERIFIED",
        ),
    ] {
        desk.script("rate", script);
        let did = desk.check("good");
        assert_ends(&did, 5, message);
        assert!(
            did.stdout.contains("WRONG    dimacs-compact/proof.drat"),
            "{did:?}"
        );
        // What the others say still stands.
        assert!(
            did.stdout.contains("good     dimacs-compact/proof.pbp"),
            "{did:?}"
        );
        assert_ends(&desk.prove(&puzzle, "never", &[]), 5, message);
        assert!(!desk.place.path("never").exists());
    }
    // One that is right about small proofs, and crashes with others.
    desk.script(
        "veripb",
        "case $3 in */trial.cnf) exec veripb2 \"$@\";; esac; kill -ABRT $$",
    );
    let found = tools::find("veripb").expect("it was there");
    symlink(found, desk.programs().join("veripb2")).expect("a link");
    let did = desk.check("good");
    assert_ends(
        &did,
        5,
        "WRONG    dimacs-compact/proof.pbp: it gives no verdict and ends with signal 6",
    );
    desk.without("rate");
    desk.without("veripb");
    let did = desk.check("good");
    assert_ends(&did, 4, "nobody is here to check dimacs-compact/model.cnf");
    for name in ["rate", "veripb", "acl2"] {
        assert!(
            did.stdout
                .contains(&format!("{name} is not installed; to install it: ")),
            "{did:?}"
        );
    }
    assert_ends(
        &desk.prove(&puzzle, "never", &[]),
        4,
        "the proof is not checked: rate is not installed",
    );
    desk.without("kissat");
    assert_ends(
        &desk.prove(&puzzle, "never", &[]),
        4,
        "no solver that writes proofs is installed: pipsc knows kissat, cadical, pumpkin",
    );
}

#[test]
fn solvers_that_lie_prove_nothing() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    // It says no, and its proof is none.
    desk.script(
        "kissat",
        "case $1 in --version) echo 4.0.4; exit 0;; esac\nfor proof; do :; done\n: > \"$proof\"\necho 's UNSATISFIABLE'; exit 20",
    );
    let did = desk.prove("puzzles/dozen.txt", "never", &[]);
    assert_ends(&did, 5, "rate 0.3.0 refuses the proof of dimacs-compact");
    // It says no, and writes none.
    desk.script(
        "kissat",
        "case $1 in --version) echo 4.0.4; exit 0;; esac\necho 's UNSATISFIABLE'; exit 20",
    );
    assert_ends(
        &desk.prove("puzzles/dozen.txt", "never", &[]),
        1,
        "proof.drat",
    );
    assert!(!desk.place.path("never").exists());
}

#[test]
fn a_folder_is_replaced_only_if_it_is_a_certificate_of_the_same_puzzle() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let puzzle = desk.few();
    assert_ends(&desk.prove(&puzzle, "good", &["--count"]), 0, "4 solutions");
    let before = files(&desk.place.path("good"));
    let did = desk.prove("puzzles/dozen.txt", "good", &[]);
    assert_ends(
        &did,
        2,
        "is there already and is the certificate of another puzzle; name another folder with -o, or say --force",
    );
    assert!(before == files(&desk.place.path("good")));
    assert_ends(
        &desk.prove("puzzles/dozen.txt", "good", &["--force"]),
        0,
        "exactly one solution",
    );
    assert_ends(&desk.check("good"), 0, "exactly one solution");
    // What is no certificate is never replaced.
    let own = desk.place.path("own");
    fs::create_dir(&own).expect("a folder");
    assert_ends(&desk.prove(&puzzle, "own", &[]), 0, "4 solutions");
    fs::remove_file(own.join("certificate.json")).expect("it was there");
    for more in [&["--force"][..], &[]] {
        let did = desk.prove(&puzzle, "own", more);
        assert_ends(&did, 2, "is no certificate that could be replaced");
        assert!(!did.stderr.contains("--force"), "{did:?}");
    }
    assert_ends(&desk.prove(&puzzle, "few.txt", &[]), 1, "few.txt");
}

#[test]
fn folders_on_the_way_are_made_for_a_certificate_and_for_nothing_less() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let did = desk.prove("puzzles/dozen.txt", "a/b/c", &["--none"]);
    assert_ends(&did, 2, "there is nothing to prove with --none");
    assert!(!desk.place.path("a").exists());
    let did = desk.prove("puzzles/dozen.txt", "a/b/c", &[]);
    assert_ends(&did, 0, "exactly one solution");
    assert_ends(&desk.check("a/b/c"), 0, "the certificate holds");
}

/// Changes what `certificate.json` says.
fn edit(folder: &Path, change: impl FnOnce(&mut serde_json::Value)) {
    let path = folder.join("certificate.json");
    let text = fs::read(&path).expect("a file");
    let mut certificate = serde_json::from_slice(&text).expect("JSON");
    change(&mut certificate);
    fs::write(path, certificate.to_string()).expect("a file");
}

/// Takes a proof out of a certificate of four solutions, and out of its list and its hashes.
fn take_out(folder: &Path, form: &str) {
    let file = format!("dimacs-compact/proof.{form}");
    fs::remove_file(folder.join(&file)).expect("it was there");
    change(folder, "SHA256SUMS", |text| {
        let text = String::from_utf8(text).expect("text");
        let kept = text.lines().filter(|line| !line.ends_with(&file));
        kept.map(|line| format!("{line}\n"))
            .collect::<String>()
            .into()
    });
    edit(folder, |certificate| {
        let files = certificate["files"].as_object_mut().expect("files");
        let _ = files.remove(&file);
        let proofs = &mut certificate["refutations"][0]["proofs"];
        let proofs = proofs.as_array_mut().expect("proofs");
        proofs.retain(|proof| proof["form"] != form);
    });
}

#[test]
fn a_proof_that_was_taken_out_is_missed() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    for (number, forms) in [&["drat"][..], &["lrat"], &["pbp"], &["drat", "pbp"]]
        .into_iter()
        .enumerate()
    {
        let name = format!("cut{number}");
        let folder = desk.copy(&name);
        for form in forms {
            take_out(&folder, form);
        }
        let did = desk.check(&name);
        for form in forms {
            let line =
                format!("WRONG    dimacs-compact/model.cnf: there is no proof.{form} about it");
            assert_ends(&did, 5, &line);
        }
    }
}

#[test]
fn what_does_not_belong_to_a_certificate_is_named() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    let folder = desk.copy("more");
    for file in ["notes.txt", "dimacs-compact/core", "rate.out"] {
        fs::write(folder.join(file), "more").expect("a file");
    }
    fs::create_dir(folder.join("dimacs-links")).expect("a folder");
    let did = desk.check("more");
    for line in [
        "WRONG    notes.txt: this file does not belong",
        "WRONG    dimacs-compact/core: this file does not belong",
        "WRONG    rate.out: this file does not belong",
        "WRONG    dimacs-links: this folder does not belong",
    ] {
        assert_ends(&did, 5, line);
    }
    // Not even if there is a hash for it.
    let folder = desk.copy("listed");
    fs::write(folder.join("notes.txt"), "more").expect("a file");
    change(&folder, "SHA256SUMS", |mut text| {
        text.extend(format!("{}  notes.txt\n", "0".repeat(64)).into_bytes());
        text
    });
    mend(&folder);
    assert_ends(
        &desk.check("listed"),
        5,
        "WRONG    notes.txt: no part of the certificate is in it",
    );
    // A link, wherever it leads, and what never ends.
    let model = "dimacs-compact/model.cnf";
    let line = format!("WRONG    {model}: it is a link or a device");
    let linked = desk.copy("linked").join(model);
    fs::remove_file(&linked).expect("it was there");
    symlink(desk.place.path("good").join(model), &linked).expect("a link");
    assert_ends(&desk.check("linked"), 5, &line);
    let piped = desk.copy("piped").join(model);
    fs::remove_file(&piped).expect("it was there");
    let made = Command::new("mkfifo").arg(&piped).status();
    assert!(made.expect("mkfifo").success());
    assert_ends(&desk.check("piped"), 5, &line);
}

#[test]
fn what_people_read_is_what_the_certificate_says() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    for (file, more) in [
        ("README.md", "Trust me.\n"),
        ("check.sh", "echo accepted\n"),
    ] {
        let folder = desk.copy(file);
        change(&folder, file, |mut text| {
            text.extend(more.bytes());
            text
        });
        mend(&folder);
        assert_ends(
            &desk.check(file),
            5,
            &format!("WRONG    {file}: it is not what pipsc writes for the certificate"),
        );
    }
    let folder = desk.copy("made");
    change(&folder, "README.md", |text| {
        let text = String::from_utf8(text).expect("text");
        text.replace("pipsc 0.1.0", "somebody").into()
    });
    mend(&folder);
    edit(&folder, |certificate| {
        certificate["made_by"] = "somebody".into();
        certificate["refutations"][0]["proofs"][2]["made_by"] = "somebody".into();
    });
    let did = desk.check("made");
    assert_ends(
        &did,
        5,
        "WRONG    certificate.json: it says that somebody made it",
    );
    assert_ends(
        &did,
        5,
        "WRONG    dimacs-compact/proof.pbp: it says that somebody made it",
    );
    assert!(did.stdout.contains("good     README.md"), "{did:?}");
}

#[test]
fn what_is_not_true_is_not_proved() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    for (puzzle, claim, found) in [
        ("puzzles/dozen.txt", "--none", "a solution"),
        ("puzzles/loose.txt", "--unique", "more than one solution"),
        ("puzzles/impossible.txt", "--unique", "no solution"),
    ] {
        let did = desk.prove(puzzle, "never", &[claim]);
        let message = format!("there is nothing to prove with {claim}: the puzzle has {found}");
        assert_ends(&did, 2, &message);
        assert!(!desk.place.path("never").exists());
    }
    let did = desk.prove("puzzles/dozen.txt", "never", &["--solver", "rate"]);
    assert_ends(&did, 2, "there is no solver `rate`");
    let did = desk.prove("puzzles/dozen.txt", "never", &["--solver", "embedded"]);
    assert_ends(&did, 2, "it writes no proof");
}

#[test]
fn a_limit_and_an_interrupt_leave_nothing() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let wait = "case $1 in --version) echo 4.0.4; exit 0;; esac\nwhile :; do :; done";
    desk.script("kissat", wait);
    let did = desk.prove("puzzles/dozen.txt", "never", &["--time-limit", "2s"]);
    assert_ends(
        &did,
        3,
        "there is no certificate: the time limit was reached",
    );
    assert!(!desk.place.path("never").exists());
    let into = desk.path("never");
    let mut child = desk
        .command(&["prove", "puzzles/dozen.txt", "-o", &into])
        .spawn()
        .expect("it starts");
    desk.place.wait_until("the solver works", |place| {
        place
            .processes()
            .iter()
            .any(|process| process.contains("kissat") && process.contains("model.cnf"))
    });
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    desk.place.assert_clean("after an interrupt");
    let left = fs::read_dir(desk.place.path("")).expect("the folder");
    let left: Vec<_> = left
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert!(
        left.iter()
            .all(|name| !name.to_string_lossy().starts_with(".pipsc")),
        "{left:?}"
    );
    // A checker that never ends is stopped, too.
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    desk.script("veripb", "while :; do :; done");
    let did = desk.run(&["prove", "--check", &desk.path("good"), "--time-limit", "2s"]);
    assert_ends(&did, 3, "it was stopped");
}
