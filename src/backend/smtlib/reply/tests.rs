use proptest::prelude::*;

use super::{DIALECT, Reader};
use crate::backend::reply::{ReadLines, Reply, ReplyError, Status};

fn read(text: &str) -> Result<Reply, ReplyError> {
    DIALECT.read(text.as_bytes())
}

fn answers(reply: &Reply) -> Vec<Vec<&str>> {
    reply
        .answers
        .iter()
        .map(|answer| answer.true_names.iter().map(String::as_str).collect())
        .collect()
}

#[test]
fn each_solver_lays_values_out_in_its_own_way() {
    // z3 and yices: a pair a line. cvc5: all in one. Other programs: anything between.
    for text in [
        "sat\n((p_1_2_r0c0_r0c1 true)\n (p_2_1_r0c0_r0c1 false)\n (|b c| true))\n",
        "sat\n((p_1_2_r0c0_r0c1 true) (p_2_1_r0c0_r0c1 false) (|b c| true))\n",
        "success\nsat\r\n(\n(\np_1_2_r0c0_r0c1\ntrue)(p_2_1_r0c0_r0c1 false)\n\n(|b c| true)\n)",
        "sat ((p_1_2_r0c0_r0c1 true) (p_2_1_r0c0_r0c1 false) (|b c| true) (|b c| true))",
    ] {
        let reply = read(text).unwrap();
        assert_eq!(reply.status, Status::Satisfiable);
        assert_eq!(answers(&reply), [["b c", "p_1_2_r0c0_r0c1"]], "{text}");
    }
}

#[test]
fn models_are_read_in_every_form() {
    for text in [
        // z3 5 and cvc5.
        "sat\n(\n  (define-fun p () Bool\n    true)\n  (define-fun |b c| () Bool\n    true)\n  \
         (define-fun q () Bool\n    false)\n)\n",
        "sat\n(\n(define-fun p () Bool true)\n(define-fun q () Bool false)\n(define-fun |b c| () Bool true)\n)\n",
        // Older versions of z3, and yices with --smt2-model-format.
        "sat\n(model \n  (define-fun p () Bool true)\n  (define-fun |b c| () Bool true))\n",
        // yices without.
        "sat\n(= p true)\n(= q false)\n(= |b c| true)\n",
        "sat\n(= p true) (= |b c|\n true)\n(= w #b01)\n",
        // Sorts and values that are lists, and functions.
        "sat\n((define-fun v () (_ BitVec 3) (_ bv4 3)) (define-fun p () Bool true) \
         (define-fun f ((x Int)) Int (ite (= x 1) 2 3)) (define-fun |b c| () Bool true))",
        // A model and the values that were asked for.
        "sat\n((define-fun p () Bool true) (define-fun |b c| () Bool true))\n((p true) (|b c| true))\n",
        "sat\n((p true) (|b c| true))\n(model (define-fun p () Bool true) (define-fun v () Int 3))\n",
        "sat\n((p true) (|b c| true) (q false))\n(= p true)\n(= q false)\n",
        // z3 lists defined terms as they are defined.
        "sat\n((p true) (|b c| true))\n((define-fun p () Bool (and (= h 1) (= i 2))))\n",
    ] {
        let reply = read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(reply.status, Status::Satisfiable);
        assert_eq!(answers(&reply), [["b c", "p"]], "{text}");
    }
}

#[test]
fn rounds_of_equations_enumerate() {
    let text = "sat\n(= p true)\n(= q false)\nsat\n(= p false)\n(= q true)\nunsat\n";
    let reply = read(text).unwrap();
    assert_eq!(reply.status, Status::Exhausted);
    assert_eq!(answers(&reply), [["p"], ["q"]]);
    let mut reader = Reader::default();
    for line in ["sat", "(= p true)", "(= q false)"] {
        assert_eq!(reader.line(line).unwrap(), None);
    }
    let answer = reader.line("sat").unwrap().unwrap();
    assert!(answer.true_names.contains("p"));
    assert_eq!(reader.line("(= q true)").unwrap(), None);
    assert_eq!(reader.rest().map(|answers| answers.len()), Ok(1));
    assert_eq!(reader.rest(), Ok(Vec::new()));
    assert_eq!(reader.finish(), Ok(Status::Satisfiable));
}

#[test]
fn a_number_is_the_equation_that_it_makes_true() {
    for text in [
        "sat\n((h_a 7) (h_b 0) (n (- 3)))\n",
        "sat\n(model (define-fun h_a () Int 7) (define-fun h_b () Int 0) (define-fun n () Int (- 3)))",
        "sat\n(= h_a 7)\n(= h_b 0)\n(= n (- 3))\n",
    ] {
        assert_eq!(answers(&read(text).unwrap()), [["(= h_a 7)", "(= h_b 0)"]]);
    }
}

#[test]
fn values_of_auxiliary_variables_say_nothing() {
    let reply = read("sat\n((v (- 3)) (p true) (w (_ bv3 4)) (u #b101) (z ((x) \"y\")))").unwrap();
    assert_eq!(answers(&reply), [["p"]]);
}

#[test]
fn rounds_enumerate() {
    let first = "sat\n((p true)\n (q false))\n";
    let second = "sat\n((p false)\n (q true))\n";
    let rounds = format!("{first}{second}");
    let reply = read(&rounds).unwrap();
    assert_eq!(reply.status, Status::Satisfiable);
    assert_eq!(answers(&reply), [["p"], ["q"]]);
    let end = "unsat\n(error \"line 12 column 36: model is not available\")\n";
    let reply = read(&format!("{rounds}{end}")).unwrap();
    assert_eq!(reply.status, Status::Exhausted);
    let reply = read(&format!("{rounds}unknown\n")).unwrap();
    assert_eq!(reply.status, Status::Satisfiable);
    assert_eq!(reply.answers.len(), 2);
}

#[test]
fn an_answer_comes_with_the_line_that_closes_it() {
    let mut reader = Reader::default();
    assert_eq!(reader.line("sat").unwrap(), None);
    assert_eq!(reader.line("((p true)").unwrap(), None);
    let answer = reader.line(" (q false))").unwrap().unwrap();
    assert!(answer.true_names.contains("p"));
    assert_eq!(reader.line("unsat").unwrap(), None);
    assert_eq!(reader.finish(), Ok(Status::Exhausted));
}

#[test]
fn no_values_after_unsat_is_no_fault() {
    for text in [
        // z3, cvc5, yices; then a core.
        "unsat\n(error \"line 213 column 26: model is not available\")\n",
        "unsat\n(error \"Cannot get value unless after a SAT or UNKNOWN response.\")\n",
        "unsat\n(error \"the context is unsatisfiable\")\n",
        "unsat\n(region_A cell_r0c1)\n",
        "unsat\n()\nunsat\n",
    ] {
        assert_eq!(read(text).unwrap().status, Status::Unsatisfiable, "{text}");
    }
}

#[test]
fn values_after_unknown_are_not_an_answer() {
    for text in [
        "timeout\n",
        "unknown\n(error \"line 9 column 26: model is not available\")\n",
        "unknown\n((p true) (q false))\n",
    ] {
        let reply = read(text).unwrap();
        assert_eq!(reply.status, Status::Unknown, "{text}");
        assert!(reply.answers.is_empty());
    }
}

#[test]
fn an_error_before_the_verdict_voids_it() {
    // z3 goes on after an error.
    let text = "(error \"line 7 column 11: unknown constant w\")\nsat\n((p true))\n";
    let problem = "line 7 column 11: unknown constant w";
    assert_eq!(read(text), Err(ReplyError::Solver(problem.into())));
    // cvc5 shows the place over several lines.
    let text = "(error \"Parse Error: m.smt2:7.12: Symbol w is not declared.\n\n  (assert (= w 3))\n             ^\n\")\n";
    assert!(matches!(read(text), Err(ReplyError::Solver(text)) if text.starts_with("Parse Error")));
    let text = "sat\n(error \"line 9 column 3: unknown constant p\")\n";
    assert!(matches!(read(text), Err(ReplyError::Solver(_))));
    let text = "sat\n((p true))\n(error \"line 9 column 3: bad\")\nunsat\n";
    assert!(matches!(read(text), Err(ReplyError::Solver(_))));
}

#[test]
fn half_a_reply_is_an_error() {
    for text in [
        "",
        "\n\n",
        "sat\n",
        "sat\n((p true)\n (q fal",
        "sat\n((p true) (|q",
        "(error \"Parse",
        "success\n",
        "sat\n(model (define-fun p () Bool true)\n",
        "sat\n(= p true)\n(= q\n",
    ] {
        assert!(
            matches!(read(text), Err(ReplyError::Truncated(_))),
            "{text}"
        );
    }
}

#[test]
fn nonsense_is_an_error() {
    for text in [
        "maybe\n",
        "sat)\n",
        "\"sat\"\n",
        "sat\nsat\n",
        "unsat\nsat\n",
        "((p true))\n",
        "unsat\n((p true))\n",
        "sat\n((p true))\n((p true))\n",
        "sat\n((p true) (p false))\n",
        "sat\n((p true) (p 3))\n",
        "sat\n((p true false))\n",
        "sat\n((p))\n",
        "sat\n(p true)\n",
        "sat\n(((= v 3) true))\n",
        "sat\n((define-fun p () Bool))\n",
        "sat\n((define-fun p Bool true))\n",
        "sat\n((define-fun p () Bool true false))\n",
        "sat\n((define-fun p () Bool true) (q true))\n",
        "sat\n((define-sort p () Bool) (define-fun p () Bool true))\n",
        "sat\n(model (define-fun p () Bool true) (define-fun p () Bool false))\n",
        "sat\n(model p true)\n",
        "sat\n(= p)\n",
        "sat\n(= p true false)\n",
        "sat\n(= p true)\n(= p false)\n",
        "sat\n((p true))\n((define-fun p () Bool false))\n",
        "sat\n((define-fun p () Bool true))\n((define-fun p () Bool true))\n",
        "unsat\n(= p true)\n",
        "unsat\n(model (define-fun p () Bool true))\n",
        "Segmentation fault\n",
    ] {
        assert!(
            matches!(read(text), Err(ReplyError::Unreadable { .. })),
            "{text}"
        );
    }
}

#[test]
fn deep_and_long_replies_take_linear_time() {
    let deep = 200_000;
    let text = format!("sat\n((p {}{}))", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(read(&text).unwrap().status, Status::Satisfiable);
    let text = "success ".repeat(deep);
    assert!(matches!(read(&text), Err(ReplyError::Truncated(_))));
    assert!(matches!(
        read(&"(".repeat(deep)),
        Err(ReplyError::Truncated(_))
    ));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = read(&text);
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "sat", "unsat", "unknown", "(", ")", "p", "true", "false", "error", "\"", "|",
                " ", "\n", ";", "((p true)", "((p true))", "é", "=", "model", "define-fun", "(= p true)",
                "(define-fun p () Bool true)", "7",
            ]),
            0..40,
        )
    ) {
        let _ = read(&words.join(" "));
    }
}
