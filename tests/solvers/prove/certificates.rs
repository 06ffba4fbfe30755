//! Claims, checkers and folders of certificates.

use crate::documented::assert_documented;
use std::fs;

use super::{MUTILATED, Prover, USUAL, assert_ends, change, files, rehash, replace};

#[test]
fn none_one_and_many_are_proved_and_checked() {
    let Some(prover) = Prover::with(&USUAL) else {
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
        let output = prover.prove(name, "proved", more);
        assert_ends(&output, 0, &format!("{claim}.\n"));
        output.stdout_has("dimacs-compact/proof.drat: accepted by rate 0.3.0");
        output.stdout_has("dimacs-compact/proof.lrat: not checked, because acl2 is not installed");
        let output = prover.check("proved");
        assert_ends(&output, 0, &format!("{claim}: the certificate holds.\n"));
        output.stdout_has("unchecked dimacs-compact/proof.lrat: acl2 is not installed");
        fs::remove_dir_all(prover.env.path("proved")).expect("a folder");
    }
}

#[test]
fn certificate_json_matches_the_documented_types() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    for (puzzle, solutions) in [("puzzles/impossible.txt", 0), ("puzzles/dozen.txt", 1)] {
        let output = prover.prove(puzzle, "proved", &["--format", "json", "--force"]);
        let said = output.json();
        assert_documented("Prove", &said);
        assert_eq!(said["solutions"], solutions);
        assert_eq!(
            said["checked_by"].as_array().map(Vec::len),
            Some(1),
            "{said:#}"
        );
        let text = fs::read(prover.env.path("proved/certificate.json")).expect("a file");
        let file: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        assert_documented("Certificate", &file);
        assert_eq!(file, said["certificate"]);
        let output = prover.run(&[
            "prove",
            "--check",
            &prover.path("proved"),
            "--format",
            "json",
        ]);
        assert_documented("Prove", &output.json());
        assert_eq!(output.json()["holds"], true, "{output:?}");
    }
}

#[test]
fn certificates_can_be_checked_with_plain_commands() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let _ = prover.few();
    let output = prover.script_of("good");
    assert_ends(&output, 0, "accepted by every checker that is installed");
    output.stdout_has("the hashes are right");
    change(&prover.copy("bad"), "dimacs-compact/proof.drat", |_| {
        Vec::new()
    });
    assert_ends(&prover.script_of("bad"), 1, "NOT ACCEPTED");
}

#[test]
fn every_encoding_is_refuted_by_every_solver_that_writes_proofs() {
    let Some(prover) = Prover::with(&[&USUAL[..], &["cadical", "pumpkin-solver"]].concat()) else {
        return;
    };
    for solver in ["kissat", "cadical", "pumpkin"] {
        let more = ["--encoding", "all", "--solver", solver];
        let output = prover.prove("puzzles/small.board.json", solver, &more);
        assert_ends(&output, 0, "The puzzle has exactly one solution.");
        for encoding in ["compact", "placement", "links"] {
            let line = format!("dimacs-{encoding}/proof.drat: accepted by rate");
            output.stdout_has(&line);
        }
        assert_ends(&prover.check(solver), 0, "the certificate holds");
    }
}

#[test]
fn untileable_boards_have_short_cutting_planes_proofs() {
    let Some(prover) = Prover::with(&["veripb"]) else {
        return;
    };
    let puzzle = prover.env.write("mutilated.txt", MUTILATED);
    let output = prover.prove(&puzzle, "proved", &[]);
    assert_ends(&output, 0, "opb-native/proof.pbp: accepted by VeriPB");
    assert_ends(
        &prover.check("proved"),
        0,
        "The puzzle has no solution: the certificate holds.",
    );
    let proof =
        fs::read_to_string(prover.env.path("proved/opb-native/proof.pbp")).expect("a proof");
    assert_eq!(proof.lines().count(), 6, "{proof}");
    change(&prover.env.path("proved"), "opb-native/proof.pbp", |text| {
        replace(text, "pol ", "pol 1 + ")
    });
    rehash(&prover.env.path("proved"));
    assert_ends(&prover.check("proved"), 5, "WRONG     opb-native/proof.pbp");
    let output = prover.prove(&puzzle, "unique", &["--unique"]);
    assert_ends(
        &output,
        2,
        "there is nothing to prove with --unique: the puzzle has no solution",
    );
}

#[test]
fn infeasible_sums_have_short_cutting_planes_proofs() {
    let Some(prover) = Prover::with(&["veripb"]) else {
        return;
    };
    let generated = |arguments: &[&str]| {
        let all = [&["gen", "--family", "supply", "--seed", "1"][..], arguments].concat();
        prover.run(&all).stdout
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
        let puzzle = prover.env.write(&format!("{name}.txt"), &text);
        let output = prover.prove(&puzzle, name, &["--none"]);
        assert_ends(&output, 0, "opb-native/proof.pbp: accepted by VeriPB");
        let checked = prover.check(name);
        assert_ends(
            &checked,
            0,
            "The puzzle has no solution: the certificate holds.",
        );
    }
}

#[test]
fn odd_components_have_short_cutting_planes_proofs() {
    let Some(prover) = Prover::with(&["veripb"]) else {
        return;
    };
    // Three triangles around one node: not bipartite.
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
    let puzzle = prover.env.write("graph.json", &puzzle.to_string());
    let output = prover.prove(&puzzle, "proved", &[]);
    assert_ends(&output, 0, "opb-native/proof.pbp: accepted by VeriPB");
    assert_ends(
        &prover.check("proved"),
        0,
        "The puzzle has no solution: the certificate holds.",
    );
}

#[test]
fn acl2_checks_where_it_is_installed() {
    if which::which("acl2").is_err() {
        return;
    }
    let Some(prover) = Prover::with(&[&USUAL[..], &["acl2"]].concat()) else {
        return;
    };
    let _ = prover.few();
    let output = prover.check("good");
    assert_ends(
        &output,
        0,
        "good      dimacs-compact/proof.lrat: `s VERIFIED` (ACL2",
    );
    let cut = prover.copy("cut");
    change(&cut, "dimacs-compact/proof.lrat", |mut text| {
        text.truncate(text.len() / 2);
        text
    });
    rehash(&cut);
    let output = prover.check("cut");
    assert_ends(&output, 5, "WRONG     dimacs-compact/proof.lrat");
    output.stdout_has("good      dimacs-compact/proof.drat");
}

#[test]
fn the_same_puzzle_gives_the_same_bytes() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let puzzle = prover.few();
    assert_ends(&prover.prove(&puzzle, "again", &[]), 0, "4 solutions");
    let [one, other] = ["good", "again"].map(|folder| files(&prover.env.path(folder)));
    assert_eq!(
        one.keys().collect::<Vec<_>>(),
        other.keys().collect::<Vec<_>>()
    );
    for (name, text) in one {
        assert!(text == other[&name], "{name} differs");
    }
}

#[test]
fn a_folder_is_replaced_only_if_it_is_a_certificate_of_the_same_puzzle() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let puzzle = prover.few();
    assert_ends(
        &prover.prove(&puzzle, "good", &["--count"]),
        0,
        "4 solutions",
    );
    let before = files(&prover.env.path("good"));
    let output = prover.prove("puzzles/dozen.txt", "good", &[]);
    assert_ends(
        &output,
        2,
        "is the certificate of another puzzle; name another folder with -o, or replace it with --force",
    );
    assert!(before == files(&prover.env.path("good")));
    assert_ends(
        &prover.prove("puzzles/dozen.txt", "good", &["--force"]),
        0,
        "exactly one solution",
    );
    assert_ends(&prover.check("good"), 0, "exactly one solution");
    // A folder that is not a certificate is never replaced.
    let own = prover.env.path("own");
    fs::create_dir(&own).expect("a folder");
    assert_ends(&prover.prove(&puzzle, "own", &[]), 0, "4 solutions");
    fs::remove_file(own.join("certificate.json")).expect("it was there");
    for more in [&["--force"][..], &[]] {
        let output = prover.prove(&puzzle, "own", more);
        assert_ends(&output, 2, "is neither empty nor a certificate");
        output.stderr_lacks("--force");
    }
    assert_ends(&prover.prove(&puzzle, "few.txt", &[]), 1, "few.txt");
}

#[test]
fn parent_folders_are_created_for_certificates_only() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let output = prover.prove("puzzles/dozen.txt", "a/b/c", &["--none"]);
    assert_ends(&output, 2, "there is nothing to prove with --none");
    assert!(!prover.env.path("a").exists());
    let output = prover.prove("puzzles/dozen.txt", "a/b/c", &[]);
    assert_ends(&output, 0, "exactly one solution");
    assert_ends(&prover.check("a/b/c"), 0, "the certificate holds");
}

#[test]
fn false_claims_are_not_proved() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    for (puzzle, claim, found) in [
        ("puzzles/dozen.txt", "--none", "a solution"),
        ("puzzles/loose.txt", "--unique", "more than one solution"),
        ("puzzles/impossible.txt", "--unique", "no solution"),
    ] {
        let output = prover.prove(puzzle, "never", &[claim]);
        let message = format!("there is nothing to prove with {claim}: the puzzle has {found}");
        assert_ends(&output, 2, &message);
        assert!(!prover.env.path("never").exists());
    }
    let output = prover.prove("puzzles/dozen.txt", "never", &["--solver", "rate"]);
    assert_ends(&output, 2, "there is no solver `rate`");
    let output = prover.prove("puzzles/dozen.txt", "never", &["--solver", "embedded"]);
    assert_ends(&output, 2, "it writes no proofs");
}

#[test]
fn a_limit_and_an_interrupt_leave_no_files() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let wait = "case $1 in --version) echo 4.0.4; exit 0;; esac\nwhile :; do :; done";
    prover.script("kissat", wait);
    let output = prover.prove("puzzles/dozen.txt", "never", &["--time-limit", "2s"]);
    assert_ends(
        &output,
        3,
        "there is no certificate: the time limit was reached",
    );
    assert!(!prover.env.path("never").exists());
    let into = prover.path("never");
    let mut command = prover.command(&["prove", "puzzles/dozen.txt", "-o", &into]);
    let _ = prover.env.interrupt(&mut command, |env| {
        let is_solver = |line: &String| line.contains("kissat") && line.contains("model.cnf");
        env.processes().iter().any(is_solver)
    });
    let left = prover.env.names("");
    assert!(
        !left.iter().any(|name| name.starts_with(".pipsc")),
        "{left:?}"
    );
    // A checker that never ends is stopped, too.
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    let _ = prover.few();
    prover.script("rate", "while :; do :; done");
    let output = prover.run(&[
        "prove",
        "--check",
        &prover.path("good"),
        "--time-limit",
        "2s",
    ]);
    assert_ends(&output, 3, "the check was stopped");
}

/// A fake of a checker that is not installed: its verdict counts like those of the others.
#[test]
fn every_installed_checker_is_run() {
    let Some(prover) = Prover::with(&USUAL) else {
        return;
    };
    prover.script("drat-trim", "printf '\\rs VERIFIED\\n'");
    prover.script("cake_lpr", "echo 's VERIFIED UNSAT'");
    let puzzle = prover.few();
    let output = prover.prove(&puzzle, "good", &[]);
    assert_ends(&output, 0, "proof.drat: accepted by rate 0.3.0, drat-trim");
    assert_ends(&output, 0, "proof.lrat: accepted by cake_lpr");
    prover.script("drat-trim", "echo 's NOT VERIFIED'; exit 1");
    let output = prover.check("good");
    assert_ends(
        &output,
        5,
        "proof.drat: it prints `s NOT VERIFIED` (drat-trim)",
    );
    output.stdout_has("proof.drat: `s VERIFIED` (rate 0.3.0)");
}
