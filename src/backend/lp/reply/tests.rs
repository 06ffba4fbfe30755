use super::{CBC, HIGHS, SCIP};
use crate::backend::lp::LANGUAGE;
use crate::backend::reply::{Reply, ReplyError, ReplyFormat, Status};

const HIGHS_OPTIMAL: &str = "Model status\nOptimal\n\n# Primal solution values\nFeasible\n\
    Objective 0\n# Columns 3\np_1 1\np_2 2e-09\np_3 0.9999999\n# Rows 1\ncell 1\n\n\
    # Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n";
const HIGHS_INFEASIBLE: &str = "Model status\nInfeasible\n\n# Primal solution values\nNone\n\n\
    # Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n";
const CBC_OPTIMAL: &str = "Optimal - objective value 0.00000000\n      0 p_1                     1\
    \t                       0\n      2 p_3             0.9999999                       0\n";
const CBC_INFEASIBLE: &str = "Infeasible - objective value 0.00000000\n      0 p_1        0.25    0\n\
    **    1 p_2                     1                      -1\n";
const SCIP_OPTIMAL: &str = "solution status: optimal solution found\nobjective value:     0\n\
    p_1                      1 \t(obj:0)\np_3      0.9999999 \t(obj:0)\n";
const SCIP_INFEASIBLE: &str = "solution status: infeasible\nno solution available\n";

/// The status and the true variables of each answer.
fn summary(reply: Reply) -> (Status, Vec<Vec<String>>) {
    let answers = reply.answers.into_iter();
    let names = answers.map(|answer| answer.true_names.into_iter().collect());
    (reply.status, names.collect())
}

fn read(reply_format: ReplyFormat, text: &str) -> (Status, Vec<Vec<String>>) {
    let reply = reply_format.read(text.as_bytes());
    summary(reply.unwrap_or_else(|problem| panic!("{problem}: {text}")))
}

fn problem(reply_format: ReplyFormat, text: &str) -> String {
    match reply_format.read(text.as_bytes()) {
        Ok(reply) => panic!("{reply:?}: {text}"),
        Err(problem) => problem.to_string(),
    }
}

fn solution() -> (Status, Vec<Vec<String>>) {
    let names = ["p_1", "p_3"].map(String::from).to_vec();
    (Status::Satisfiable, vec![names])
}

#[test]
fn each_solver_is_understood_and_none_is_taken_for_another() {
    let exchange = LANGUAGE.exchange().expect("solvers");
    for (reply_format, optimal, infeasible) in [
        (HIGHS, HIGHS_OPTIMAL, HIGHS_INFEASIBLE),
        (CBC, CBC_OPTIMAL, CBC_INFEASIBLE),
        (SCIP, SCIP_OPTIMAL, SCIP_INFEASIBLE),
    ] {
        let none = (Status::Unsatisfiable, Vec::new());
        assert_eq!(read(reply_format, optimal), solution());
        assert_eq!(read(reply_format, infeasible), none);
        let whoever = |text: &str| summary(exchange.read(text.as_bytes()).expect("a reply"));
        assert_eq!(whoever(optimal), solution());
        assert_eq!(whoever(infeasible), none);
        for other in exchange
            .replies
            .iter()
            .filter(|other| other.name != reply_format.name)
        {
            let _ = problem(*other, optimal);
            let _ = problem(*other, infeasible);
        }
    }
}

#[test]
fn a_limit_is_no_verdict_unless_there_is_a_solution() {
    let unknown = (Status::Unknown, Vec::new());
    let limit = "Time limit reached";
    let highs = HIGHS_INFEASIBLE.replace("Infeasible", limit);
    assert_eq!(read(HIGHS, &highs), unknown);
    let highs = HIGHS_OPTIMAL.replace("Optimal", limit);
    assert_eq!(read(HIGHS, &highs), solution());
    let cbc = CBC_INFEASIBLE.replace(
        "Infeasible",
        "Stopped on time (no integer solution - continuous used)",
    );
    assert_eq!(read(CBC, &cbc), unknown);
    let cbc = CBC_OPTIMAL.replace("Optimal", "Stopped on time");
    assert_eq!(read(CBC, &cbc), solution());
    let scip = SCIP_INFEASIBLE.replace("infeasible", "time limit reached");
    assert_eq!(read(SCIP, &scip), unknown);
    let scip = SCIP_OPTIMAL.replace("optimal solution found", "time limit reached");
    assert_eq!(read(SCIP, &scip), solution());
}

#[test]
fn a_value_between_0_and_1_is_refused() {
    for (reply_format, text) in [
        (HIGHS, HIGHS_OPTIMAL),
        (CBC, CBC_OPTIMAL),
        (SCIP, SCIP_OPTIMAL),
    ] {
        for value in ["0.5", "2", "-1", "0.99999", "nan", "inf"] {
            let found = problem(reply_format, &text.replace("0.9999999", value));
            assert!(found.contains("neither 0 nor 1"), "{value}: {found}");
        }
        let found = problem(reply_format, &text.replace("0.9999999", "one"));
        assert!(found.contains("expected a number"), "{found}");
        let found = problem(reply_format, &text.replace("p_3", "p_1"));
        assert!(found.contains("has already"), "{found}");
    }
}

#[test]
fn half_a_reply_is_an_error() {
    assert_eq!(problem(HIGHS, ""), "the reply ends before any status");
    assert_eq!(problem(CBC, ""), "the reply ends before any status");
    assert_eq!(problem(SCIP, ""), "the reply ends before any status");
    // HiGHS says how many values there are: no line of them may be missing.
    let lines: Vec<&str> = HIGHS_OPTIMAL.lines().collect();
    for end in 0..10 {
        let _ = problem(HIGHS, &lines[..end].join("\n"));
    }
    let announces = "the reply ends before the answer that it announces";
    assert_eq!(problem(CBC, "Optimal - objective value 0\n"), announces);
    let none = "solution status: optimal solution found\n";
    assert_eq!(problem(SCIP, none), announces);
    assert_eq!(
        problem(SCIP, "solution status: infeasible\n"),
        "the reply ends before `no solution available`"
    );
}

#[test]
fn what_is_not_understood_is_named() {
    for (reply_format, text, expected) in [
        (
            HIGHS,
            "Hello\n",
            "line 1 of the reply is not what it should be: expected the line `Model status`: \"Hello\"",
        ),
        (
            HIGHS,
            "Model status\nFine\n",
            "line 2 of the reply is not what it should be: an unknown status: \"Fine\"",
        ),
        (
            CBC,
            "Fine - objective value 0\n",
            "line 1 of the reply is not what it should be: an unknown status: \"Fine - objective value 0\"",
        ),
        (
            CBC,
            "Optimal - objective value 0\n 1 p_1 1\n",
            "line 2 of the reply is not what it should be: expected a number, a variable, its value and its cost: \" 1 p_1 1\"",
        ),
        (
            SCIP,
            "solution status: fine\n",
            "line 1 of the reply is not what it should be: an unknown status: \"solution status: fine\"",
        ),
        (
            SCIP,
            "solution status: infeasible\nobjective value: 0\n",
            "line 2 of the reply is not what it should be: an answer after the verdict that there is none: \"objective value: 0\"",
        ),
    ] {
        assert_eq!(problem(reply_format, text), expected);
    }
    let exchange = LANGUAGE.exchange().expect("solvers");
    let nobody = exchange.read(b"Hello\n").expect_err("no reply").to_string();
    assert_eq!(
        nobody,
        format!(
            "the reply is in none of the reply formats of this target, which are highs, cbc, scip; {}",
            problem(exchange.replies[0], "Hello\n")
        )
    );
    // Whoever came furthest tells what is wrong.
    let text = CBC_OPTIMAL.replace("0.9999999", "0.5");
    let Err(ReplyError::Unreadable { line, .. }) = exchange.read(text.as_bytes()) else {
        panic!("a half is read");
    };
    assert_eq!(line, 3);
}
