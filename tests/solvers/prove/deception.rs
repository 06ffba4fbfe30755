//! Certificates that were changed, and checkers and solvers that lie: each is found out and named.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::{Desk, MUTILATED, USUAL, assert_ends, change, rehash, replace};
use crate::command::Did;
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
fn sums(desk: &Desk) -> (&'static str, &'static str) {
    let puzzle = desk.place.write("mutilated.txt", MUTILATED);
    let did = desk.prove(&puzzle, "sums", &[]);
    assert_ends(&did, 0, "The puzzle has no solution.");
    ("sums", "opb-native/proof.pbp")
}

#[test]
fn a_proof_that_assumes_what_it_shows_is_refused() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let (folder, file) = sums(&desk);
    {
        let path = desk.place.path(folder);
        let model = ["--opb", "opb-native/model.opb"];
        for forged in [
            FORGED.to_owned(),
            FORGED.replace("a >=", "output NONE; a >="),
            FORGED.replace("a >=", "f; a >="),
        ] {
            change(&path, file, |_| forged.into_bytes());
            rehash(&path);
            let did = desk.check(folder);
            assert_ends(
                &did,
                5,
                &format!("WRONG    {file}: it is not what pipsc writes"),
            );
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
    let (folder, _) = sums(&desk);
    let found = tools::find("veripb").expect("it was there");
    symlink(found, desk.programs().join("veripb2")).expect("a link");
    desk.script(
        "veripb",
        "veripb2 \"$@\" || exit 1; echo 'Warning: I have not looked.'",
    );
    assert_ends(
        &desk.check(folder),
        5,
        "WRONG    opb-native/proof.pbp: it says `s VERIFIED UNSATISFIABLE`, but also `Warning: I have not looked.`",
    );
    assert_ends(
        &desk.script_of(folder),
        1,
        "NOT ACCEPTED: 1 of the checks failed",
    );
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
    type Change<'a> = &'a dyn Fn(Vec<u8>) -> Vec<u8>;
    let model = "dimacs-compact/model.cnf";
    let cases: [(&str, Change<'_>, &str); 8] = [
        (
            "dimacs-compact/proof.drat",
            &|_| Vec::new(),
            "WRONG    dimacs-compact/proof.drat",
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
        rehash(&folder);
        let did = desk.check(&name);
        assert_ends(&did, 5, message);
        assert!(!did.stdout.contains("SHA-256 differs"), "{did:?}");
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
        "dimacs-compact/proof.lrat",
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
            "\"puzzle\": \"puzzle.txt\"",
            "\"puzzle\": \"../few.txt\"",
            2,
            "names the puzzle ../few.txt, which is neither puzzle.txt nor puzzle.graph.json",
        ),
        (
            "\"encoding\": \"dimacs-compact\"",
            "\"encoding\": \"dimacs-links\"",
            5,
            "WRONG    dimacs-compact: this folder does not belong",
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
            "WRONG    certificate.json: it was changed",
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
        ("echo 's NOT VERIFIED'; exit 1", "it says `s NOT VERIFIED`"),
        (
            "kill -SEGV $$",
            "it gives no verdict and ends with signal 11",
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
        assert_ends(&desk.prove(&puzzle, "never", &[]), 5, message);
        assert!(!desk.place.path("never").exists());
    }
    desk.without("rate");
    let did = desk.check("good");
    assert_ends(
        &did,
        4,
        "no installed checker reads the proofs of dimacs-compact/model.cnf",
    );
    for name in ["rate", "acl2"] {
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
        "case $1 in --version) echo 4.0.4; exit 0;; --help) exit 1;; esac\nfor proof; do :; done\n: > \"$proof\"\necho 's UNSATISFIABLE'; exit 20",
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

/// Removes a proof from a certificate, and from its hashes.
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
}

#[test]
fn a_proof_that_was_taken_out_is_missed() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    let _ = desk.few();
    for (number, forms) in [&["drat"][..], &["lrat"], &["drat", "lrat"]]
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
            let line = format!("WRONG    dimacs-compact/proof.{form}: it cannot be read");
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
    rehash(&folder);
    assert_ends(
        &desk.check("listed"),
        5,
        "WRONG    notes.txt: SHA256SUMS has a hash for it, but it does not belong",
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
        rehash(&folder);
        assert_ends(
            &desk.check(file),
            5,
            &format!("WRONG    {file}: it is not what pipsc writes for the certificate"),
        );
    }
    let folder = desk.copy("made");
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
    let did = desk.check("made");
    assert_ends(
        &did,
        5,
        "WRONG    the claim: certificate.json says that another made it",
    );
    assert!(did.stdout.contains("good     README.md"), "{did:?}");
}
