//! Reply formats with replies of real solvers, and with replies that must be rejected.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::clingo::CLINGO;
use super::lp::LP;
use super::minizinc::MINIZINC;
use super::sat::{COUNTING, DIMACS, OPB};
use super::smtlib::SMTLIB;
use super::xcsp3::XCSP3;
use super::{Reply, ReplyError, ReplyFormat, ReplyStatus};
use crate::backend::Language;

const FORMATS: [ReplyFormat; 8] = [DIMACS, OPB, COUNTING, MINIZINC, CLINGO, LP, SMTLIB, XCSP3];

/// A case of `replies.txt`: a reply and the expected result.
struct ReplyCase {
    format: ReplyFormat,
    expected: &'static str,
    text: String,
}

fn rows() -> impl Iterator<Item = ReplyCase> {
    let mut format = None;
    let lines = include_str!("replies.txt").lines();
    lines.filter_map(move |line| {
        if line.is_empty() || line.starts_with("# ") {
            return None;
        }
        if let Some(name) = line.strip_prefix('[') {
            format = ReplyFormat::named(name.trim_end_matches(']'));
            assert!(format.is_some(), "{line}");
            return None;
        }
        let (expected, text) = line.split_once(" <-").expect(line);
        let text = text.strip_prefix(' ').unwrap_or(text);
        let escapes = [('⏎', "\n"), ('␍', "\r"), ('⇥', "\t"), ('␛', "\u{1b}")];
        let text = (escapes.iter()).fold(text.to_owned(), |text, (c, with)| text.replace(*c, with));
        Some(ReplyCase {
            format: format.expect("a format before the first row"),
            expected,
            text,
        })
    })
}

fn read(format: ReplyFormat, text: &str) -> Result<Reply, ReplyError> {
    format.read(text.as_bytes())
}

/// Asserts the result of reading a reply: `sat a b; c`, or `! message` for one that is rejected.
fn assert_reads(format: ReplyFormat, expected: &str, text: &str) {
    let reply = match (read(format, text), expected.strip_prefix("! ")) {
        (Ok(reply), None) => reply,
        (Err(error), Some(message)) => {
            return assert!(error.to_string().contains(message), "{text:?}: {error}");
        }
        (read, _) => panic!("{text:?} is {expected}, not {read:?}"),
    };
    let status = match reply.status {
        ReplyStatus::Satisfiable => "sat".into(),
        ReplyStatus::Exhausted => "all".into(),
        ReplyStatus::Unsatisfiable => "unsat".into(),
        ReplyStatus::Unknown => "unknown".into(),
        ReplyStatus::Counted(number) => number.to_string(),
    };
    let names = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
    let answers = reply.answers.iter().map(|answer| names(&answer.true_names));
    let found = format!("{status} {}", answers.collect::<Vec<_>>().join("; "));
    assert_eq!(found.trim_end(), expected, "{text:?}");
}

#[test]
fn replies_match_the_table() {
    let read = rows().map(|row| {
        assert_reads(row.format, row.expected, &row.text);
        row.format.name
    });
    let read: BTreeSet<&str> = read.collect();
    assert_eq!(read, FORMATS.iter().map(|format| format.name).collect());
}

/// A truncated reply is rejected, or has a prefix of the answers.
#[test]
fn truncated_replies_have_no_wrong_answers() {
    for ReplyCase {
        format,
        expected,
        text,
    } in rows()
    {
        let ends = (0..text.len()).filter(|&end| text.is_char_boundary(end));
        match (format.name, expected.split_once(' ')) {
            ("clingo", Some(("sat" | "all", _))) => {
                let verdict = text.find("SATISFIABLE").expect("a verdict");
                for end in ends.filter(|&end| end < verdict) {
                    assert!(read(format, &text[..end]).is_err(), "{:?}", &text[..end]);
                }
            }
            ("xcsp3", Some(("sat", _))) => {
                let all = read(format, &text).expect("a reply").answers;
                for end in ends {
                    if let Ok(part) = read(format, &text[..end]) {
                        assert_eq!(part.status, ReplyStatus::Satisfiable, "{:?}", &text[..end]);
                        assert!(all.starts_with(&part.answers), "{:?}", &text[..end]);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The error for a wrong count comes from the format of counts, not from that of SAT solvers.
#[test]
fn the_format_that_reads_furthest_reports_the_mistake() {
    let protocol = Language::named("dimacs")
        .expect("a language")
        .protocol
        .expect("solvers");
    for (text, expected) in [
        (
            "s UNSATISFIABLE\nc s exact arb int 5\n",
            "unsatisfiable, and a model",
        ),
        (
            "s SATISFIABLE\nc s exact arb int 25",
            "the reply ends before the end of its last line",
        ),
        (
            "s SATISF\n",
            "line 1 of the reply is invalid: unknown verdict",
        ),
    ] {
        let problem = protocol.read(text.as_bytes()).expect_err(text).to_string();
        assert!(problem.contains(expected), "{problem}");
    }
    let none = protocol.read(b"s UNSATISFIABLE\nc s exact arb int 0\n");
    assert_eq!(
        none.map(|reply| reply.status),
        Ok(ReplyStatus::Unsatisfiable)
    );
    let board = protocol
        .read(b"s SATISFIABLE\nv 1 -2 0\n")
        .expect("an answer");
    assert_eq!(
        (board.status, board.answers.len()),
        (ReplyStatus::Satisfiable, 1)
    );
}

const JSON_SOLUTION: &str = r#"{"type": "solution", "output": {"default": "place[1,2,1] % 0-1 on a \"b\"\nplace[2,1,2] % x\n", "raw": "no"}, "sections": ["default", "raw"]}"#;

/// A solution with p_1 and p_3, and an infeasible model, with the words for each verdict and for a time limit.
const LP_REPLIES: [[&str; 6]; 3] = [
    [
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 3\np_1 1\np_2 2e-09\np_3 0.9999999\n\
         # Rows 1\ncell 1\n\n# Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n",
        "Model status\nInfeasible\n\n# Primal solution values\nNone\n\n# Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n",
        "Optimal",
        "Time limit reached",
        "Infeasible",
        "Time limit reached",
    ],
    [
        "Optimal - objective value 0.00000000\n      0 p_1                     1\t                       0\n\
         \u{20}     2 p_3             0.9999999                       0\n",
        "Infeasible - objective value 0.00000000\n      0 p_1        0.25    0\n**    1 p_2                     1                      -1\n",
        "Optimal",
        "Stopped on time",
        "Infeasible",
        "Stopped on time (no integer solution - continuous used)",
    ],
    [
        "solution status: optimal solution found\nobjective value:     0\np_1                      1 \t(obj:0)\np_3      0.9999999 \t(obj:0)\n",
        "solution status: infeasible\nno solution available\n",
        "optimal solution found",
        "time limit reached",
        "infeasible",
        "time limit reached",
    ],
];

#[test]
fn solvers_of_mixed_integer_programs() {
    for [
        optimal,
        infeasible,
        is_optimal,
        stopped,
        is_infeasible,
        gave_up,
    ] in LP_REPLIES
    {
        assert_reads(LP, "sat p_1 p_3", optimal);
        assert_reads(LP, "unsat", infeasible);
        // At a limit there is a solution, or no verdict.
        assert_reads(LP, "sat p_1 p_3", &optimal.replacen(is_optimal, stopped, 1));
        assert_reads(
            LP,
            "unknown",
            &infeasible.replacen(is_infeasible, gave_up, 1),
        );
        for value in ["0.5", "2", "-1", "0.99999", "nan", "inf"] {
            assert_reads(
                LP,
                "! neither 0 nor 1",
                &optimal.replace("0.9999999", value),
            );
        }
        assert_reads(
            LP,
            "! expected a number",
            &optimal.replace("0.9999999", "one"),
        );
        assert_reads(LP, "! has already", &optimal.replace("p_3", "p_1"));
        assert_reads(
            LP,
            "! an unknown status",
            &optimal.replacen(is_optimal, "Fine", 1),
        );
    }
    // HiGHS prints the number of values: no line of them may be missing.
    let lines: Vec<&str> = LP_REPLIES[0][0].lines().collect();
    for end in 0..10 {
        assert_reads(LP, "! the reply ends before", &lines[..end].join("\n"));
    }
}

#[test]
fn deep_and_long_smt_replies_take_linear_time_and_no_stack() {
    let deep = 200_000;
    let nested = format!("sat\n((p {}{}))", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(
        read(SMTLIB, &nested).map(|reply| reply.status),
        Ok(ReplyStatus::Satisfiable)
    );
    assert!(read(SMTLIB, &"success ".repeat(deep)).is_err());
    assert!(read(SMTLIB, &"(".repeat(deep)).is_err());
}

proptest! {
    #[test]
    fn arbitrary_lines_do_not_panic(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "s ", "v ", "d ", "c ", "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN", "\n", " ", "1", "-2", "0", "x1", "-x2",
                "----------", "==========", "=====UNKNOWN=====", "place[1,2,1]", "tile[1]: 0-1", JSON_SOLUTION,
                "Answer: 1", "tile(a,b)", "Models : 1", "{\"Call\": ", "}", "Model status", "Optimal", "# Columns 1",
                "Optimal - objective value 0", "solution status: infeasible", "sat", "unsat", "(", ")", "((p true))",
                "\"", "|", "=", "model", "define-fun", "error", "<instantiation>", "</instantiation>", "<list>", "</list>",
                "<values>", "</values>", "*x3", "FOUND SOLUTIONS ", "COMPLETE EXPLORATION", "[]", "ü", "\u{1b}[",
                "c s exact arb int 5",
            ]),
            0..40,
        )
    ) {
        for format in FORMATS {
            if let Ok(reply) = read(format, &pieces.concat()) {
                let is_solved = matches!(reply.status, ReplyStatus::Satisfiable | ReplyStatus::Exhausted);
                prop_assert_eq!(is_solved, !reply.answers.is_empty());
            }
        }
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for format in FORMATS {
            let _ = format.read(&bytes);
        }
    }

    #[test]
    fn any_wrapping_gives_the_same_answers(
        values in prop::collection::vec(prop::collection::vec(any::<bool>(), 7), 1..4),
        width in 1_usize..9,
    ) {
        for (format, prefix, close) in [(OPB, "x", ""), (DIMACS, "", "0")] {
            let mut text = String::new();
            let mut expected = Vec::new();
            for answer in &values {
                let numbered = || answer.iter().zip(1..);
                let words = numbered().map(|(&value, n)| format!("{}{prefix}{n}", if value { "" } else { "-" }));
                let words: Vec<String> = words.chain([close.to_owned()]).filter(|word| !word.is_empty()).collect();
                for line in words.chunks(width) {
                    text += &format!("v {}\n", line.join(" "));
                }
                let holding = numbered().filter(|(value, _)| **value);
                expected.push(holding.map(|(_, n)| format!("{prefix}{n}")).collect::<Vec<_>>().join(" "));
            }
            let expected = format!("sat {}", expected.join("; "));
            assert_reads(format, expected.trim_end(), &format!("{text}s SATISFIABLE\n"));
        }
    }
}
