//! Manipulated certificates, and faulty checkers and solvers: each is detected and named.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::{MUTILATED, Prover, USUAL, assert_ends, change, rehash, replace};
use crate::command::RunOutput;
use crate::tools;

/// A proof by a rule that VeriPB does not check, which it accepts with a warning.
const FORGED: &str = "\
pseudo-Boolean proof version 3.0
a >= 1;
output NONE;
conclusion UNSAT;
end pseudo-Boolean proof;
";

/// A certificate of sums.
fn sums(prover: &Prover) -> (&'static str, &'static str) {
    let puzzle = prover.env.write("mutilated.txt", MUTILATED);
    let output = prover.prove(&puzzle, "sums", &[]);
    assert_ends(&output, 0, "The puzzle has no solution.");
    ("sums", "opb-native/proof.pbp")
}

#[test]
fn circular_proofs_are_refused() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let (folder, file) = sums(&prover);
    {
        let path = prover.env.path(folder);
        let model = ["--opb", "opb-native/model.opb"];
        for forged in [
            FORGED.to_owned(),
            FORGED.replace("a >=", "output NONE; a >="),
            FORGED.replace("a >=", "f; a >="),
        ] {
            change(&path, file, |_| forged.into_bytes());
            rehash(&path);
            let output = prover.check(folder);
            assert_ends(
                &output,
                5,
                &format!("WRONG     {file}: it is not what pipsc writes"),
            );
            output.stdout_has("The certificate does NOT hold.");
            assert_ends(
                &prover.script_of(folder),
                1,
                "NOT ACCEPTED: 1 of the checks failed",
            );
        }
        // VeriPB itself accepts it.
        change(&path, file, |_| FORGED.into());
        let output = Command::new(prover.programs().join("veripb"))
            .args(model)
            .args(["-u", file])
            .current_dir(&path)
            .output();
        let output = RunOutput::new(output.expect("veripb"));
        assert_ends(&output, 0, "s VERIFIED UNSATISFIABLE\nWarning: ");
    }
}

#[test]
fn checker_warnings_are_refusals() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let (folder, _) = sums(&prover);
    let found = tools::find("veripb").expect("it was there");
    symlink(found, prover.programs().join("veripb2")).expect("a link");
    prover.script(
        "veripb",
        "veripb2 \"$@\" || exit 1; echo 'Warning: I have not looked.'",
    );
    assert_ends(
        &prover.check(folder),
        5,
        "WRONG     opb-native/proof.pbp: it prints `s VERIFIED UNSATISFIABLE`, but also `Warning: I have not looked.`",
    );
    assert_ends(
        &prover.script_of(folder),
        1,
        "NOT ACCEPTED: 1 of the checks failed",
    );
}

#[test]
fn certificate_errors_are_named() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let _ = prover.few();
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
    type Change<'a> = &'a dyn Fn(Vec<u8>) -> Vec<u8>;
    let model = "dimacs-compact/model.cnf";
    let cases: [(&str, Change<'_>, &str); 8] = [
        (
            "dimacs-compact/proof.drat",
            &|_| Vec::new(),
            "WRONG     dimacs-compact/proof.drat",
        ),
        (
            "boards.txt",
            &wrong,
            "WRONG     boards.txt: board 1 is not a solution: ",
        ),
        (
            "boards.txt",
            &second,
            "WRONG     boards.txt: board 2 is the same as board 1",
        ),
        (
            "boards.txt",
            &last,
            "WRONG     boards.txt: it has 3 boards, and 4 are claimed",
        ),
        (
            model,
            &extra,
            "WRONG     dimacs-compact/model.cnf: it is not what pipsc writes",
        ),
        (
            model,
            &weaker,
            "WRONG     dimacs-compact/model.cnf: it is not what pipsc writes",
        ),
        (
            "puzzle.txt",
            &puzzle,
            "WRONG     puzzle.txt: this is not the puzzle",
        ),
        ("puzzle.txt", &cut, "WRONG     puzzle.txt"),
    ];
    for (number, (file, damage, message)) in cases.into_iter().enumerate() {
        let name = format!("bad{number}");
        let folder = prover.copy(&name);
        change(&folder, file, damage);
        let output = prover.check(&name);
        assert_ends(&output, 5, "The certificate does NOT hold.");
        output.stdout_has(format!("WRONG     {file}: it "));
        rehash(&folder);
        let output = prover.check(&name);
        assert_ends(&output, 5, message);
        output.stdout_lacks("SHA-256 differs");
    }
}

#[test]
fn missing_files_and_contradictions_are_named() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let _ = prover.few();
    for (number, file) in [
        "boards.txt",
        "puzzle.txt",
        "dimacs-compact/model.cnf",
        "dimacs-compact/proof.drat",
        "dimacs-compact/proof.lrat",
        "SHA256SUMS",
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("missing{number}");
        let folder = prover.copy(&name);
        fs::remove_file(folder.join(file)).expect("it was there");
        assert_ends(&prover.check(&name), 5, &format!("WRONG     {file}: "));
        if file == "SHA256SUMS" {
            continue;
        }
        // Also if there is no hash for it.
        change(&folder, "SHA256SUMS", |text| {
            let text = String::from_utf8(text).expect("text");
            let kept = text.lines().filter(|line| !line.ends_with(file));
            let kept: String = kept.map(|line| format!("{line}\n")).collect();
            kept.into_bytes()
        });
        let output = prover.check(&name);
        assert_ends(&output, 5, &format!("WRONG     {file}: "));
        output.stdout_has("there is no such file");
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
            "WRONG     the claim: it is `unique`, and the number of solutions is 4",
        ),
        (
            "\"puzzle\": \"puzzle.txt\"",
            "\"puzzle\": \"../few.txt\"",
            2,
            "names the puzzle ../few.txt, which is neither puzzle.txt nor puzzle.graph.json",
        ),
        (
            "\"encoding\": \"dimacs-compact\"",
            "\"encoding\": \"dimacs-links\"",
            5,
            "WRONG     dimacs-compact: this folder does not belong",
        ),
        (
            "\"encoding\": \"dimacs-compact\"",
            "\"encoding\": \"../few\"",
            2,
            "pipsc makes no proofs about the encoding `../few`",
        ),
        (
            "\"made_by\": \"kissat",
            "\"made_by\": \"minisat",
            5,
            "WRONG     certificate.json: it was changed",
        ),
        (
            "\"pipsc_certificate\": 1",
            "\"pipsc_certificate\": 9",
            2,
            "has version 9",
        ),
        ("{", "[", 2, "certificate.json cannot be read"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("other{number}");
        change(&prover.copy(&name), "certificate.json", |text| {
            replace(text, from, to)
        });
        assert_ends(&prover.check(&name), code, message);
    }
    assert_ends(
        &prover.check("prefix"),
        2,
        "is not a certificate: cannot read",
    );
    assert_ends(
        &prover.check("nowhere"),
        2,
        "is not a certificate: cannot read",
    );
}

#[test]
fn failing_checkers_are_named() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let puzzle = prover.few();
    for (script, message) in [
        (
            "echo 's NOT VERIFIED'; exit 1",
            "it prints `s NOT VERIFIED`",
        ),
        (
            "kill -SEGV $$",
            "it gives no verdict and ends with signal 11",
        ),
        (
            "echo 's VERIFIED'; exit 3",
            "it prints `s VERIFIED`, but ends with exit code 3",
        ),
        (
            "echo 's VERIFIED'; echo 's NOT VERIFIED'",
            "it prints s VERIFIED and s NOT VERIFIED",
        ),
    ] {
        prover.script("rate", script);
        let output = prover.check("good");
        assert_ends(&output, 5, message);
        output.stdout_has("WRONG     dimacs-compact/proof.drat");
        assert_ends(&prover.prove(&puzzle, "never", &[]), 5, message);
        assert!(!prover.env.path("never").exists());
    }
    prover.without("rate");
    let output = prover.check("good");
    assert_ends(
        &output,
        4,
        "no installed checker reads the proofs of dimacs-compact/model.cnf",
    );
    for name in ["rate", "acl2"] {
        output.stdout_has(format!("{name} is not installed; to install it: "));
    }
    assert_ends(
        &prover.prove(&puzzle, "never", &[]),
        4,
        "the proof is not checked: rate is not installed",
    );
    prover.without("kissat");
    assert_ends(
        &prover.prove(&puzzle, "never", &[]),
        4,
        "no solver that writes proofs is installed: pipsc knows kissat, cadical, pumpkin",
    );
}

#[test]
fn wrong_solvers_prove_nothing() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    // It replies UNSATISFIABLE with an invalid proof.
    prover.script(
        "kissat",
        "case $1 in --version) echo 4.0.4; exit 0;; --help) exit 1;; esac\nfor proof; do :; done\n: > \"$proof\"\necho 's UNSATISFIABLE'; exit 20",
    );
    let output = prover.prove("puzzles/dozen.txt", "never", &[]);
    assert_ends(&output, 5, "rate 0.3.0 refuses the proof of dimacs-compact");
    // It replies UNSATISFIABLE without a proof.
    prover.script(
        "kissat",
        "case $1 in --version) echo 4.0.4; exit 0;; esac\necho 's UNSATISFIABLE'; exit 20",
    );
    assert_ends(
        &prover.prove("puzzles/dozen.txt", "never", &[]),
        1,
        "proof.drat",
    );
    assert!(!prover.env.path("never").exists());
}

#[test]
fn extra_files_are_named() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let _ = prover.few();
    let folder = prover.copy("more");
    for file in ["notes.txt", "dimacs-compact/core", "rate.out"] {
        fs::write(folder.join(file), "more").expect("a file");
    }
    fs::create_dir(folder.join("dimacs-links")).expect("a folder");
    let output = prover.check("more");
    for line in [
        "WRONG     notes.txt: this file does not belong",
        "WRONG     dimacs-compact/core: this file does not belong",
        "WRONG     rate.out: this file does not belong",
        "WRONG     dimacs-links: this folder does not belong",
    ] {
        assert_ends(&output, 5, line);
    }
    // Also if there is a hash for it.
    let folder = prover.copy("listed");
    fs::write(folder.join("notes.txt"), "more").expect("a file");
    change(&folder, "SHA256SUMS", |mut text| {
        text.extend(format!("{}  notes.txt\n", "0".repeat(64)).into_bytes());
        text
    });
    rehash(&folder);
    assert_ends(
        &prover.check("listed"),
        5,
        "WRONG     notes.txt: SHA256SUMS has a hash for it, but it does not belong",
    );
    // Links and pipes.
    let model = "dimacs-compact/model.cnf";
    let line = format!("WRONG     {model}: it is a link or a device");
    let linked = prover.copy("linked").join(model);
    fs::remove_file(&linked).expect("it was there");
    symlink(prover.env.path("good").join(model), &linked).expect("a link");
    assert_ends(&prover.check("linked"), 5, &line);
    let piped = prover.copy("piped").join(model);
    fs::remove_file(&piped).expect("it was there");
    let made = Command::new("mkfifo").arg(&piped).status();
    assert!(made.expect("mkfifo").success());
    assert_ends(&prover.check("piped"), 5, &line);
}

#[test]
fn the_readable_report_matches_the_certificate() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let _ = prover.few();
    for (file, more) in [
        ("README.md", "Trust me.\n"),
        ("check.sh", "echo accepted\n"),
    ] {
        let folder = prover.copy(file);
        change(&folder, file, |mut text| {
            text.extend(more.bytes());
            text
        });
        rehash(&folder);
        assert_ends(
            &prover.check(file),
            5,
            &format!("WRONG     {file}: it is not what pipsc writes for the certificate"),
        );
    }
    let folder = prover.copy("made");
    change(&folder, "README.md", |text| {
        let text = String::from_utf8(text).expect("text");
        text.replace(concat!("pipsc ", env!("CARGO_PKG_VERSION")), "another")
            .into()
    });
    change(&folder, "certificate.json", |text| {
        replace(
            text,
            concat!("\"pipsc ", env!("CARGO_PKG_VERSION"), "\""),
            "\"another\"",
        )
    });
    rehash(&folder);
    let output = prover.check("made");
    assert_ends(
        &output,
        5,
        "WRONG     the claim: certificate.json was made by another",
    );
    output.stdout_has("good      README.md");
}
