//! What is proved, by whom it is checked, and what becomes of the folder.

use crate::documented::assert_documented;
use std::fs;
use std::process::Command;

use super::{Desk, MUTILATED, USUAL, assert_ends, change, files, rehash, replace};

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

#[test]
fn what_is_written_for_programs_is_what_the_page_says() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    for (puzzle, solutions) in [("puzzles/impossible.txt", 0), ("puzzles/dozen.txt", 1)] {
        let did = desk.prove(puzzle, "proved", &["--format", "json", "--force"]);
        let said = did.json();
        assert_documented("Prove", &said);
        assert_eq!(said["solutions"], solutions);
        assert_eq!(
            said["checked_by"].as_array().map(Vec::len),
            Some(1),
            "{said:#}"
        );
        let text = fs::read(desk.place.path("proved/certificate.json")).expect("a file");
        let file: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        assert_documented("Certificate", &file);
        assert_eq!(file, said["certificate"]);
        let did = desk.run(&["prove", "--check", &desk.path("proved"), "--format", "json"]);
        assert_documented("Prove", &did.json());
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
    change(&desk.copy("bad"), "dimacs-compact/proof.drat", |_| {
        Vec::new()
    });
    assert_ends(&desk.script_of("bad"), 1, "NOT ACCEPTED");
}

#[test]
fn every_encoding_is_refuted_by_every_solver_that_writes_proofs() {
    let Some(desk) = Desk::with(&[&USUAL[..], &["cadical", "pumpkin-solver"]].concat()) else {
        return;
    };
    for solver in ["kissat", "cadical", "pumpkin"] {
        let more = ["--encoding", "all", "--solver", solver];
        let did = desk.prove("puzzles/small.board.json", solver, &more);
        assert_ends(&did, 0, "The puzzle has exactly one solution.");
        for encoding in ["compact", "placement", "links"] {
            let line = format!("dimacs-{encoding}/proof.drat: accepted by rate");
            assert!(did.stdout.contains(&line), "{line}: {did:?}");
        }
        assert_ends(&desk.check(solver), 0, "the certificate holds");
    }
}

#[test]
fn that_dominoes_cannot_cover_a_board_is_a_few_sums() {
    let Some(desk) = Desk::with(&["veripb"]) else {
        return;
    };
    let puzzle = desk.place.write("mutilated.txt", MUTILATED);
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
    rehash(&desk.place.path("proved"));
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
        let did = desk.prove(&puzzle, name, &["--none"]);
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
    let did = desk.prove(&puzzle, "proved", &[]);
    assert_ends(&did, 0, "opb-native/proof.pbp: accepted by VeriPB");
    assert_ends(
        &desk.check("proved"),
        0,
        "The puzzle has no solution: the certificate holds.",
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
        "good     dimacs-compact/proof.lrat: `s VERIFIED` (ACL2",
    );
    let cut = desk.copy("cut");
    change(&cut, "dimacs-compact/proof.lrat", |mut text| {
        text.truncate(text.len() / 2);
        text
    });
    rehash(&cut);
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
    let [one, other] = ["good", "again"].map(|folder| files(&desk.place.path(folder)));
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
    desk.script("rate", "while :; do :; done");
    let did = desk.run(&["prove", "--check", &desk.path("good"), "--time-limit", "2s"]);
    assert_ends(&did, 3, "it was stopped");
}

/// A checker that the table has and this machine has not: what it says counts like that of the others.
#[test]
fn every_installed_checker_of_a_format_is_asked() {
    let Some(desk) = Desk::with(&USUAL) else {
        return;
    };
    desk.script("drat-trim", "echo 's VERIFIED'");
    desk.script("cake_lpr", "echo 's VERIFIED UNSAT'");
    let puzzle = desk.few();
    let did = desk.prove(&puzzle, "good", &[]);
    assert_ends(&did, 0, "proof.drat: accepted by rate 0.3.0, drat-trim");
    assert_ends(&did, 0, "proof.lrat: accepted by cake_lpr");
    desk.script("drat-trim", "echo 's NOT VERIFIED'; exit 1");
    let did = desk.check("good");
    assert_ends(&did, 5, "proof.drat: it says `s NOT VERIFIED` (drat-trim)");
    assert!(
        did.stdout.contains("proof.drat: `s VERIFIED` (rate 0.3.0)"),
        "{did:?}"
    );
}
