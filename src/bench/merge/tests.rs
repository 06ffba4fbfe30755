//! What a merge comes to is the same for any number of threads, and wherever blocks begin and end.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::{Pace, Survey};
use crate::bench::results::{part_line, run_line};
use crate::bench::tests::{machine, run};
use crate::bench::{Record, Verdict};

/// One thread that reads a file at once, and others with blocks that no line fits into.
const PACES: [(usize, usize); 6] = [
    (1, 1 << 20),
    (1, 50),
    (2, 100),
    (3, 1000),
    (5, 7),
    (8, 1 << 20),
];

const NOW: u64 = 1_800_000_000_000;

struct Files {
    folder: tempfile::TempDir,
    paths: Vec<PathBuf>,
    plan: Option<PathBuf>,
}

impl Files {
    fn of(texts: &[&[u8]]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = texts.iter().zip(1..).map(|(text, number)| {
            let path = folder.path().join(format!("shard-{number}.jsonl"));
            fs::write(&path, text).expect("a file");
            path
        });
        Files {
            paths: paths.collect(),
            plan: None,
            folder,
        }
    }

    /// Everything that a merge says of them, and the lines that it hands on; or why it cannot be.
    fn merged(&self, (threads, block): (usize, usize)) -> Result<(Survey, String), String> {
        let pace = Pace { threads, block };
        let plan = self.plan.as_deref();
        let survey = Survey::of(&self.paths, plan, self.folder.path(), NOW, pace);
        let survey = survey.map_err(|problem| problem.to_string())?;
        let mut lines = Vec::new();
        for read in [false, true] {
            let mut count = 0;
            let all = survey.each(&self.paths, pace, read, |line, record| {
                // Lines of others are always read.
                assert!(record.is_some() || !read);
                count += 1;
                lines.extend_from_slice(line);
                ControlFlow::Continue(())
            });
            all.map_err(|problem| problem.to_string())?;
            assert_eq!(count, survey.different);
        }
        let lines = String::from_utf8(lines).expect("text");
        let (once, again) = lines.split_at(lines.len() / 2);
        assert_eq!(
            once, again,
            "what is handed on is the same whether or not it is read"
        );
        Ok((survey, once.to_owned()))
    }

    /// The same, by every pace.
    fn always(&self) -> Result<(Survey, String), String> {
        let usual = self.merged(PACES[0]);
        for pace in &PACES[1..] {
            let other = self.merged(*pace);
            assert_eq!(format!("{usual:?}"), format!("{other:?}"), "{pace:?}");
        }
        usual
    }

    fn fault(&self) -> String {
        let fault = self.always().expect_err("a fault");
        let folder = format!("{}/", self.folder.path().display());
        fault.replace(&folder, "")
    }
}

/// A run that began at a minute.
fn at(minute: u64, record: Record) -> Record {
    Record {
        started: NOW - 1_000_000_000 + minute * 60_000,
        ..record
    }
}

fn name(path: &Path) -> String {
    let name = path.file_name().expect("a name");
    name.to_string_lossy().into_owned()
}

/// Runs of some solvers on some puzzles, in files that hold everything that a file may.
fn files() -> Files {
    let part = |shard| crate::bench::results::Part {
        plan: "0123456789abcdef".into(),
        runs: 100,
        shard,
        shards: 2,
        due: 50,
    };
    let mut first = part_line(&part(1));
    for puzzle in 0..20 {
        let digest = format!("{:016x}", 1000 + puzzle);
        for solver in ["a", "b", "a \"quoted\" \\ name", "größer"] {
            let record = Record {
                digest: digest.clone(),
                machine: (puzzle != 7).then(|| machine("Some CPU")),
                ..run(solver, &format!("puzzle {puzzle}"), 1, Some(1.0))
            };
            first += &run_line(&at(puzzle, record));
        }
    }
    // Nothing, and a line of Windows.
    first += "\n  \n";
    first += &run_line(&at(20, run("a", "windows", 1, Some(2.0)))).replace('\n', "\r\n");
    // A line that is longer than most blocks, and words that nobody asks for.
    let long = run_line(&at(21, run("long", "p", 1, Some(2.0))));
    first += &long.replacen(
        '{',
        &format!("{{\"more\":[{}{{}}],", "[1e5,\"\\u00e9\"],".repeat(500)),
        1,
    );
    // The same spelled otherwise: spaces, and another order.
    let spaced = run_line(&at(22, run("spaced", "p", 1, Some(2.0))));
    let spaced = spaced.replace("\"kind\":\"run\",", "");
    first += &spaced.replace("}\n", " , \"kind\" : \"run\" }\n");
    // A run in the form 1, which depends on the line before it.
    let old =
        "{\"kind\":\"machine\",\"pipsc\":\"0.0.9\",\"system\":\"old\",\"cores\":3,\"jobs\":2}\n";
    let form_1 = run_line(&at(23, run("old", "p", 1, None)));
    let (_, fields) = form_1.split_once(",\"puzzle\"").expect("a record");
    first += old;
    first += &format!("{{\"kind\":\"run\",\"puzzle\"{fields}");

    // The same again: one is wrong, one could not be made, and one was made elsewhere.
    let mut second = part_line(&part(2));
    for (solver, verdict) in [("a", Verdict::Wrong), ("b", Verdict::Failed)] {
        let record = Record {
            digest: format!("{:016x}", 1003),
            verdict,
            ..run(solver, "puzzle 3", 1, Some(1.0))
        };
        second += &run_line(&at(2, record));
    }
    let elsewhere = Record {
        digest: format!("{:016x}", 1004),
        machine: Some(machine("Another CPU")),
        program_sha256: Some("ab".repeat(32)),
        ..run("a", "puzzle 4", 1, Some(1.0))
    };
    second += &run_line(&at(3, elsewhere));
    // Another puzzle of the same name, made before those that were made earlier.
    let changed = Record {
        digest: format!("{:016x}", 5000),
        pipsc: Some("0.2.0".into()),
        ..run("a", "puzzle 5", 1, Some(1.0))
    };
    second += &run_line(&at(0, changed));
    // In the future, and cut off.
    second += &run_line(&at(1 << 20, run("a", "future", 1, Some(1.0))));
    second += &run_line(&run("a", "cut", 1, Some(1.0)))[..200];

    Files::of(&[first.as_bytes(), b"", second.as_bytes()])
}

#[test]
fn a_merge_comes_to_the_same_for_any_number_of_threads_and_any_blocks() {
    let mut files = files();
    let (survey, lines) = files.always().expect("a merge");
    assert_eq!((survey.runs, survey.different, survey.twice), (89, 87, 2));
    assert_eq!(lines.lines().count(), 87);
    let wrong = lines.lines().filter(|line| line.contains("\"wrong\""));
    assert_eq!(wrong.count(), 1, "a wrong answer counts before a right one");
    assert!(!lines.contains("\"failed\""));
    assert!(!lines.contains("\"cut\""));
    assert_eq!(survey.parts.len(), 2);
    let versions: Vec<_> = survey.pipsc.iter().collect();
    assert_eq!(
        format!("{versions:?}"),
        r#"[("0.0.9", 1), ("0.1.0", 87), ("0.2.0", 1)]"#
    );
    assert_eq!(survey.programs["a"].len(), 2);
    let [changed] = &survey.changed[..] else {
        panic!("{survey:?}");
    };
    assert_eq!(changed.puzzle, "puzzle 5");
    assert_eq!(name(&changed.then), "shard-3.jsonl");
    assert_eq!((survey.clocks.future, survey.clocks.past), (1, 0));
    let (path, line) = survey.clocks.backwards.expect("a clock");
    assert_eq!((name(&path).as_str(), line), ("shard-3.jsonl", 5));

    // Against a plan of every second run, and of two that nobody made.
    let plan = lines.lines().step_by(2).map(|line| {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        format!("{{\"run\":1,\"key\":{}}}\n", value["key"])
    });
    let plan = "{\"key\":\"nobody\"}\n".to_owned()
        + &plan.collect::<String>()
        + "\n{\"key\":\"no\\u0062ody 2\"}\n";
    let path = files.folder.path().join("plan.jsonl");
    fs::write(&path, plan).expect("a plan");
    files.plan = Some(path.clone());
    let (survey, _) = files.always().expect("a merge");
    assert_eq!(survey.missing, Some(2));
    assert!(survey.is_missing(1) && survey.is_missing(47), "{survey:?}");
    fs::write(&path, "{\"key\":\"a\"}\n\n{}\n").expect("a plan");
    assert!(
        files.fault().starts_with("plan.jsonl:3: "),
        "{}",
        files.fault()
    );
}

#[test]
fn the_first_fault_in_the_order_of_the_files_is_told() {
    let good = run_line(&at(1, run("a", "p", 1, Some(1.0)))).repeat(30);
    let line = run_line(&at(1, run("b", "p", 1, Some(1.0))));
    let broken = |text: &[u8]| {
        let middle = [good.as_bytes(), b"\n", text, good.as_bytes()].concat();
        Files::of(&[good.as_bytes(), &middle, b"{\n", good.as_bytes()]).fault()
    };
    let told = |text: &str| broken(text.as_bytes());
    for text in [
        "{\"kind\":\"run\"\n",
        "nonsense\n",
        // The end of a line is missing, so that the next one is part of it.
        line.trim_end(),
        &line.replacen("\"wall\":1.0", "\"wall\":01.0", 1),
        &line.replacen("\"form\":2", "\"form\":2,\"form\":2", 1),
        &line.replacen("\"puzzle\"", "\"puzzle\":\"p\",\"puzzle\"", 1),
        &line.replacen("solver model.cnf", "solver\tmodel.cnf", 1),
        &line.replacen("solver model.cnf", "solver \\x model.cnf", 1),
        &line.replacen("\"verdict\":\"answered\"", "\"verdict\":\"maybe\"", 1),
        // Read whole because of its escape, and then its key does not fit.
        &line.replacen("\"solver\":\"b\"", "\"solver\":\"\\u0061\"", 1),
        &line.replacen("\"form\":2", "\"form\":3", 1),
        &line.replacen("\"kind\":\"run\"", "\"kind\":\"walk\"", 1),
    ] {
        assert!(
            told(text).starts_with("shard-2.jsonl:32: "),
            "{}",
            told(text)
        );
    }
    let text = [
        &line.as_bytes()[..300],
        b"\xff".as_slice(),
        &line.as_bytes()[300..],
    ]
    .concat();
    assert!(broken(&text).starts_with("shard-2.jsonl:32: this is not text in UTF-8"));
    let long = format!("{}\n", " ".repeat(1 << 20));
    assert!(told(&long).starts_with("shard-2.jsonl:32: this line has more than"));
    let endless = [good.as_bytes(), &b" ".repeat(1 << 21)].concat();
    let fault = Files::of(&[good.as_bytes(), &endless]).fault();
    assert!(
        fault.starts_with("shard-2.jsonl:31: this line has more than"),
        "{fault}"
    );
}

#[test]
fn a_key_that_does_not_fit_is_told_when_the_run_is_read() {
    let line = run_line(&at(1, run("a", "p", 1, Some(1.0))));
    let changed = line.replacen("\"repeat\":1", "\"repeat\":2", 1);
    let fault = Files::of(&[line.as_bytes(), changed.as_bytes()]).fault();
    assert!(fault.starts_with("shard-2.jsonl:1: key: found"), "{fault}");
}

#[test]
fn a_file_that_is_not_there_comes_after_the_faults_of_those_before_it() {
    let line = run_line(&at(1, run("a", "p", 1, Some(1.0))));
    let mut files = Files::of(&[line.as_bytes(), b"{\n"]);
    files.paths.insert(1, files.folder.path().join("nothing"));
    assert!(
        files.fault().contains("cannot read nothing"),
        "{}",
        files.fault()
    );
    files.paths.swap(1, 2);
    assert!(
        files.fault().starts_with("shard-2.jsonl:1: "),
        "{}",
        files.fault()
    );
    files.paths = vec![files.folder.path().to_owned()];
    assert!(
        files.fault().starts_with("cannot read "),
        "{}",
        files.fault()
    );
}
