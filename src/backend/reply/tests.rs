//! Every reply format against replies as solvers print them, and against replies that must be rejected.

use proptest::prelude::*;

use super::clingo::CLINGO;
use super::lp::LP;
use super::minizinc::MINIZINC;
use super::sat::{COUNTING, DIMACS, OPB};
use super::smtlib::SMTLIB;
use super::xcsp3::XCSP3;
use super::{Reply, ReplyError, ReplyFormat, Status};

const SAT: Status = Status::Satisfiable;
const ALL: Status = Status::Exhausted;
const UNSAT: Status = Status::Unsatisfiable;
const UNKNOWN: Status = Status::Unknown;

const FORMATS: [ReplyFormat; 8] = [DIMACS, OPB, COUNTING, MINIZINC, CLINGO, LP, SMTLIB, XCSP3];

fn read(format: ReplyFormat, text: &str) -> Result<Reply, ReplyError> {
    format.read(text.as_bytes())
}

/// Asserts the status of replies, and the true names of each answer.
fn accepts(format: ReplyFormat, status: Status, answers: &[&str], texts: &[&str]) {
    for text in texts {
        let reply = read(format, text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let names = |answer: &super::Answer| {
            let names = answer.true_names.iter().map(String::as_str);
            names.collect::<Vec<_>>().join(" ")
        };
        let found: Vec<String> = reply.answers.iter().map(names).collect();
        assert_eq!(
            (reply.status, found.as_slice()),
            (
                status,
                &answers.iter().map(|a| a.to_string()).collect::<Vec<_>>()[..]
            ),
            "{text}"
        );
    }
}

/// Asserts that replies are rejected, with a message that contains a text.
fn rejects(format: ReplyFormat, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let problem = match read(format, text) {
            Ok(reply) => panic!("{text:?} is read as {reply:?}"),
            Err(problem) => problem.to_string(),
        };
        assert!(problem.contains(expected), "{text:?} gives {problem:?}");
    }
}

const ANNOUNCED: &str = "before the answer that it announces";
const SECOND: &str = "a second verdict that contradicts the first";
const AFTER_NONE: &str = "an answer after the verdict that there is none";
const NONE_AFTER: &str = "no solution after an answer";

#[test]
fn sat_solvers() {
    accepts(
        DIMACS,
        SAT,
        &["1 3"],
        &[
            "c kissat\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
            "SAT\n1 -2 3 0\n",
            "1 -2 3 0\n",
            "1\n-2\n3\n0\n",
            "c a tool\n1 -2\nc in between\n3 0\nc done\n",
            "s SATISFIABLE\n1 -2 3 0\n",
            "s SATISFIABLE\nv 1\n-2 3\nv 0\n",
            "s SATISFIABLE\r\nv\r\nv   1   -2\r\nc\r\nv 3\r\nv 0\r\n",
            "c comment\nSAT\nc comment\n1 -2 3\n0",
            "1 -2 3 0\ns SATISFIABLE\n",
        ],
    );
    accepts(
        DIMACS,
        SAT,
        &["1", "2"],
        &[
            "1 -2 0\n-1 2 0\n",
            "c Answer: 1\nv 1 -2 0\nc Answer: 2\nv -1 2 0\ns SATISFIABLE\n",
        ],
    );
    accepts(
        DIMACS,
        UNSAT,
        &[],
        &[
            "s UNSATISFIABLE\n",
            "UNSAT\n",
            "Solved by simplification\ns UNSATISFIABLE\n",
        ],
    );
    accepts(
        DIMACS,
        UNKNOWN,
        &[],
        &["s UNKNOWN\n", "s INDETERMINATE\n", "INDET\n"],
    );
    rejects(
        DIMACS,
        &[
            ("", "before any verdict"),
            ("c nothing else\n", "before any verdict"),
            ("v 1 0\n", "before any verdict"),
            ("v 1 0\n2 0\n", "before any verdict"),
            ("s SATISFIABLE\n", ANNOUNCED),
            ("s SATISFIABLE\nv 1 2\n", "before the 0"),
            ("1 0\n2\n", "before the 0"),
            ("s SATISFIABLE\nv 1 -1 0\n", "both true and false"),
            ("s SATISFIABLE\nv 1 0 2\n", "after the closing 0"),
            ("s SATISFIABLE\nv one 0\n", "expected literals"),
            ("s SATISFIABLE\nv 1 -\nv 2 0\n", "expected literals"),
            ("s SATISFIABLE\ns UNSATISFIABLE\nv 1 0\n", SECOND),
            ("s UNSATISFIABLE\nv 1 0\n", AFTER_NONE),
            ("UNSAT\n1 0\n", AFTER_NONE),
            ("v 1 0\ns UNSATISFIABLE\n", NONE_AFTER),
            ("v 1\ns UNSATISFIABLE\n", NONE_AFTER),
            ("s PROBABLY\n", "unknown verdict"),
            ("12 conflicts\n", "expected literals"),
            ("99999999999999999999 0\n", "expected a line"),
            ("segmentation fault\n", "expected a line"),
        ],
    );
}

#[test]
fn pseudo_boolean_solvers() {
    accepts(
        OPB,
        SAT,
        &["x1 x3"],
        &[
            "s SATISFIABLE\nv x1 -x2 x3 -x4\n",
            "c hello\ns SATISFIABLE\nv x1 -x2\nv x3 -x4 \n",
            "v x1 -x2\nv x3 -x4\ns SATISFIABLE\n",
            "o 0\ns OPTIMUM FOUND\nv x1 x3\n",
        ],
    );
    accepts(
        OPB,
        SAT,
        &["x3", "x2", "x1"],
        &["v -x1 -x2\nv x3\nv -x1 x2\nv -x3\nv x1 -x2\nv -x3\ns SATISFIABLE\n"],
    );
    accepts(OPB, UNSAT, &[], &["s UNSATISFIABLE\n"]);
    accepts(OPB, UNKNOWN, &[], &["s UNKNOWN\n"]);
    rejects(
        OPB,
        &[
            ("", "before any verdict"),
            ("v x1\n", "before any verdict"),
            ("s SATISFIABLE\n", ANNOUNCED),
            ("hello\n", "expected a line that starts with c, o, s or v"),
            ("s PERHAPS\n", "unknown verdict"),
            ("v 1 -2\n", "expected literals"),
            ("v x1 x\n", "expected literals"),
            ("v x+1\n", "expected literals"),
            ("v x1 -x2 x1\n", "has already"),
            ("v x1\ns UNSATISFIABLE\n", NONE_AFTER),
            ("s UNSATISFIABLE\nv x1\n", AFTER_NONE),
            ("s UNKNOWN\ns SATISFIABLE\n", SECOND),
        ],
    );
}

#[test]
fn model_counters() {
    let exact =
        "c o ganak\ns SATISFIABLE\nc s type pmc\nc s log10-estimate 2.4\nc s exact arb int 256\n";
    accepts(COUNTING, Status::Counted(256), &[], &[exact]);
    let many = format!("s SATISFIABLE\nc s exact arb int 9{}\n", "0".repeat(60));
    accepts(COUNTING, Status::Counted(u128::MAX), &[], &[&many]);
    accepts(
        COUNTING,
        UNSAT,
        &[],
        &[
            "s UNSATISFIABLE\nc s exact arb int 0\n",
            "s UNSATISFIABLE\n",
        ],
    );
    accepts(COUNTING, UNKNOWN, &[], &["s UNKNOWN\n"]);
    rejects(
        COUNTING,
        &[
            ("", "before any verdict"),
            ("c s exact arb int 3\n", "before any verdict"),
            ("s SATISFIABLE\n", "before the exact count"),
            (
                "s SATISFIABLE\nc s log10-estimate 2.4\n",
                "before the exact count",
            ),
            (
                "s SATISFIABLE\nc s exact arb int 25",
                "before the end of its last line",
            ),
            (
                "s SATISFIABLE\nc s exact arb int 0\n",
                "satisfiable, and no model",
            ),
            (
                "s SATISFIABLE\nc s exact arb int three\n",
                "expected a number",
            ),
            ("s SATISFIABLE\nc s exact arb int -3\n", "expected a number"),
            (
                "s SATISFIABLE\nc s exact arb int 3\nc s exact arb int 4\n",
                "a second count",
            ),
            (
                "s SATISFIABLE\nc s approx arb int 3\n",
                "an estimate, where the exact count is wanted",
            ),
            (
                "s UNSATISFIABLE\nc s exact arb int 3\n",
                "unsatisfiable, and a model",
            ),
            ("s UNKNOWN\nc s exact arb int 3\n", "unknown, and a count"),
            ("s SATISFIABLE\ns UNSATISFIABLE\n", SECOND),
            ("s PROBABLY\n", "unknown verdict"),
            ("v 1 2 0\n", "expected a line"),
            ("Traceback (most recent call last):\n", "expected a line"),
        ],
    );
}

/// A count that is wrong is reported by the format of counts, not overlooked by that of SAT solvers.
#[test]
fn the_format_that_reads_furthest_reports_the_mistake() {
    let protocol = crate::backend::dimacs::LANGUAGE
        .exchange()
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
            "none of the reply formats of this target, which are dimacs, counting; line 1",
        ),
    ] {
        let problem = protocol.read(text.as_bytes()).expect_err(text).to_string();
        assert!(problem.contains(expected), "{problem}");
    }
    let none = protocol.read(b"s UNSATISFIABLE\nc s exact arb int 0\n");
    assert_eq!(none.map(|reply| reply.status), Ok(UNSAT));
    let board = protocol
        .read(b"s SATISFIABLE\nv 1 -2 0\n")
        .expect("an answer");
    assert_eq!((board.status, board.answers.len()), (SAT, 1));
}

const JSON_SOLUTION: &str = r#"{"type": "solution", "output": {"default": "place[1,2,1] % 0-1 on a \"b\"\nplace[2,1,2] % x\n", "raw": "no"}, "sections": ["default", "raw"]}"#;

#[test]
fn minizinc() {
    accepts(
        MINIZINC,
        SAT,
        &["place[1,2,1] place[2,1,2]"],
        &[
            "place[1,2,1] % 0-1 on a b\nplace[2,1,2] % x\n----------\n",
            &format!("\n{JSON_SOLUTION}\n\n"),
        ],
    );
    accepts(
        MINIZINC,
        SAT,
        &["tile[12]=0-0 tile[3]=4-1"],
        &["tile[3]: 4-1 on r0c2 r1c2\ntile[12]: 0-0 on a b\n----------\n"],
    );
    accepts(
        MINIZINC,
        SAT,
        &["place(1,2,1,2,2)"],
        &["place(1,2,1,2,2) % 0-1 on a b\n----------\n"],
    );
    // A solver that then gave up has found a solution.
    accepts(
        MINIZINC,
        SAT,
        &["place[1,1,1]"],
        &["place[1,1,1]\n----------\n=====UNKNOWN=====\n"],
    );
    accepts(
        MINIZINC,
        ALL,
        &["place[1,1,1]", "place[1,1,2]"],
        &[
            "place[1,1,1]\r\n----------\nplace[1,1,2]\n----------\n==========\n%%%mzn-stat: nodes=3\n",
        ],
    );
    accepts(
        MINIZINC,
        ALL,
        &["place[1,2,1] place[2,1,2]"],
        &[&format!(
            "{{\"type\":\"warning\",\"message\":\"old\"}}\n{JSON_SOLUTION}\n{{\"type\":\"status\",\"status\":\"ALL_SOLUTIONS\"}}\n{{\"type\":\"statistics\",\"statistics\":{{}}}}\n"
        )],
    );
    accepts(
        MINIZINC,
        UNSAT,
        &[],
        &[
            "=====UNSATISFIABLE=====\n",
            "=====UNSATorUNBOUNDED=====",
            "{\"type\":\"status\",\"status\":\"UNSATISFIABLE\"}",
        ],
    );
    accepts(
        MINIZINC,
        UNKNOWN,
        &[],
        &[
            "=====UNKNOWN=====\n% Time limit exceeded!\n",
            "{\"type\":\"status\",\"status\":\"UNKNOWN\"}",
        ],
    );
    rejects(
        MINIZINC,
        &[
            ("", "before any verdict"),
            ("% only\n{\"type\":\"statistics\"}", "before any verdict"),
            ("place[1,1,1]\n", "before the line ----------"),
            ("==========", ANNOUNCED),
            (&JSON_SOLUTION[..60], "broken JSON"),
            (
                r#"{"type": "error", "what": "type error", "message": "undefined identifier"}"#,
                "reports an error: type error: undefined identifier",
            ),
            (
                "place[1,1,1]\n----------\n=====ERROR=====",
                "reports an error",
            ),
            (
                "place[1,1,1]\n----------\n=====UNSATISFIABLE=====",
                NONE_AFTER,
            ),
            (
                "=====UNSATISFIABLE=====\nplace[1,1,1]\n----------",
                AFTER_NONE,
            ),
            ("=====UNKNOWN=====\n=====UNSATISFIABLE=====", SECOND),
            ("place[1,1,1]\n==========", "in the middle of a solution"),
            ("place[1,1,1] place[1,1,2]\n", "or place[...]"),
            ("tile = [1, 2];\n----------", "or place[...]"),
            ("tile[1]: 4 on a b\n----------", "or place[...]"),
            ("place(1,2]", "or place[...]"),
            ("place(1,2", "or place[...]"),
            ("place()", "or place[...]"),
            (
                r#"{"type":"solution","output":{"checker":{}}}"#,
                "without the model's own output",
            ),
            (r#"{"type":"status","status":"GREAT"}"#, "unknown status"),
            ("{}", "without a type"),
        ],
    );
}

const CLINGO_TEXT: &str = "clingo version 5.4.1\nReading from p.asp\nSolving...\nAnswer: 1\n\
    tile(d0_1,r0c0,r0c1) tile(d2_2,\"A\",\"B\")\nAnswer: 2\ntile(d0_1,r0c1,r0c0)\nSATISFIABLE\n\n\
    Models       : 2\nCalls        : 1\n\
    Time         : 0.021s (Solving: 0.00s 1st Model: 0.00s Unsat: 0.00s)\nCPU Time     : 0.001s\n";
const CLINGO_JSON: &str = r#"{
  "Solver": "clingo version 5.4.1",
  "Call": [ { "Witnesses": [
    { "Value": [ "tile(d0_1,r0c0,r0c1)", "tile(d2_2,\"A\",\"B\")" ] },
    { "Value": [ "tile(d0_1,r0c1,r0c0)" ] }
  ] } ],
  "Result": "SATISFIABLE",
  "Models": { "Number": 2, "More": "no" }
}
"#;

#[test]
fn clingo() {
    let two = [
        "tile(d0_1,r0c0,r0c1) tile(d2_2,\"A\",\"B\")",
        "tile(d0_1,r0c1,r0c0)",
    ];
    // clingo 5.8 prints the time of each answer.
    let timed = CLINGO_TEXT.replace("Answer: 1", "Answer: 1 (Time: 0.212s)");
    accepts(
        CLINGO,
        ALL,
        &two,
        &[
            CLINGO_TEXT,
            &timed,
            CLINGO_JSON,
            &CLINGO_JSON.replace('\n', ""),
        ],
    );
    let stopped = CLINGO_TEXT.replace("Models       : 2", "TIME LIMIT   : 1\nModels       : 2+");
    accepts(
        CLINGO,
        SAT,
        &two,
        &[&stopped, &CLINGO_JSON.replace("\"no\"", "\"yes\"")],
    );
    accepts(
        CLINGO,
        SAT,
        &["tile(x)", "tile(y)"],
        &["tile(x)\ntile(y)\nSATISFIABLE\n"],
    );
    let none =
        r#"{"Call": [{}], "Result": "UNSATISFIABLE", "Models": {"Number": 0, "More": "no"}}"#;
    accepts(
        CLINGO,
        UNSAT,
        &[],
        &[
            "clingo version 5.4.1\nSolving...\nUNSATISFIABLE\n\nModels : 0\n",
            none,
        ],
    );
    accepts(
        CLINGO,
        UNKNOWN,
        &[],
        &[
            "*** Info : (clingo): INTERRUPTED by signal!\nUNKNOWN\n\nINTERRUPTED  : 1\nModels       : 0+\n",
            &none.replace("UNSATISFIABLE", "UNKNOWN"),
        ],
    );
    for text in [CLINGO_TEXT, CLINGO_JSON] {
        let verdict = text.find("SATISFIABLE").expect("a verdict");
        for end in 0..verdict {
            assert!(read(CLINGO, &text[..end]).is_err(), "{:?}", &text[..end]);
        }
    }
    rejects(
        CLINGO,
        &[
            ("", "before any verdict"),
            ("\n\n", "before any verdict"),
            ("clingo version 5.4.1\n", "before any verdict"),
            ("Answer: 1\n", ANNOUNCED),
            ("SATISFIABLE\n", ANNOUNCED),
            ("{\"Result\": \"SATISFIABLE\"}", ANNOUNCED),
            (&CLINGO_JSON[..100], "before the end of its JSON"),
            ("{\"Result\": \"SATISFIABLE\"} and more", "broken JSON"),
            (
                "Answer: 1\ntile(d0_1,r0c0\nSATISFIABLE\n",
                "expected the atoms",
            ),
            ("Answer: 1\nTile(x)\nSATISFIABLE\n", "expected the atoms"),
            ("Answer: one\ntile(x)\nSATISFIABLE\n", "expected the atoms"),
            ("Segmentation fault\n", "expected the atoms"),
            (
                "{\"Call\": [{\"Witnesses\": [{\"Value\": [1]}]}], \"Result\": \"SATISFIABLE\"}",
                "expected the atoms",
            ),
            ("Answer: 1\ntile(x)\nUNSATISFIABLE\n", NONE_AFTER),
            (
                "{\"Call\": [{\"Witnesses\": [{\"Value\": [\"a\"]}]}], \"Result\": \"UNSATISFIABLE\"}",
                NONE_AFTER,
            ),
            ("Answer: 1\ntile(x)\nSATISFIABLE\nUNSATISFIABLE\n", SECOND),
            ("Answer: 1\ntile(x)\nOPTIMUM FOUND\n", "an optimum"),
            ("UNSATISFIABLE\nAnswer: 1\ntile(x)\n", AFTER_NONE),
            (
                "Answer: 1\ntile(x)\nSATISFIABLE\nModels : many\n",
                "expected a number of models",
            ),
            (
                "Answer: 1\ntile(x)\nSATISFIABLE\ntile(y)\n",
                "nothing but statistics",
            ),
            (
                "*** ERROR: (clingo): parsing failed\nUNKNOWN\n",
                "reports an error: (clingo): parsing failed",
            ),
            ("{\"Result\": \"PROBABLY\"}", "unknown verdict"),
            ("{}", "unknown verdict"),
        ],
    );
}

const HIGHS: [&str; 2] = [
    "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 3\np_1 1\np_2 2e-09\np_3 0.9999999\n\
     # Rows 1\ncell 1\n\n# Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n",
    "Model status\nInfeasible\n\n# Primal solution values\nNone\n\n# Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n",
];
const CBC: [&str; 2] = [
    "Optimal - objective value 0.00000000\n      0 p_1                     1\t                       0\n\
     \u{20}     2 p_3             0.9999999                       0\n",
    "Infeasible - objective value 0.00000000\n      0 p_1        0.25    0\n**    1 p_2                     1                      -1\n",
];
const SCIP: [&str; 2] = [
    "solution status: optimal solution found\nobjective value:     0\np_1                      1 \t(obj:0)\np_3      0.9999999 \t(obj:0)\n",
    "solution status: infeasible\nno solution available\n",
];

#[test]
fn solvers_of_mixed_integer_programs() {
    for ([optimal, infeasible], words, limit) in [
        (
            HIGHS,
            ["Optimal", "Infeasible"],
            ["Time limit reached", "Time limit reached"],
        ),
        (
            CBC,
            ["Optimal", "Infeasible"],
            [
                "Stopped on time",
                "Stopped on time (no integer solution - continuous used)",
            ],
        ),
        (
            SCIP,
            ["optimal solution found", "infeasible"],
            ["time limit reached", "time limit reached"],
        ),
    ] {
        // At a limit there is a solution, or no verdict.
        accepts(
            LP,
            SAT,
            &["p_1 p_3"],
            &[optimal, &optimal.replacen(words[0], limit[0], 1)],
        );
        accepts(LP, UNSAT, &[], &[infeasible]);
        accepts(
            LP,
            UNKNOWN,
            &[],
            &[&infeasible.replacen(words[1], limit[1], 1)],
        );
        for value in ["0.5", "2", "-1", "0.99999", "nan", "inf"] {
            rejects(
                LP,
                &[(&optimal.replace("0.9999999", value), "neither 0 nor 1")],
            );
        }
        rejects(
            LP,
            &[
                (&optimal.replace("0.9999999", "one"), "expected a number"),
                (&optimal.replace("p_3", "p_1"), "has already"),
                (&optimal.replacen(words[0], "Fine", 1), "an unknown status"),
            ],
        );
    }
    // HiGHS says how many values there are: no line of them may be missing.
    let lines: Vec<&str> = HIGHS[0].lines().collect();
    for end in 0..10 {
        rejects(LP, &[(&lines[..end].join("\n"), "the reply ends before")]);
    }
    rejects(
        LP,
        &[
            ("", "before any status"),
            (
                "Hello\n",
                "line 1 of the reply is not what it should be: expected `Model status`",
            ),
            ("Optimal - objective value 0\n", ANNOUNCED),
            (
                "Optimal - objective value 0\n 1 p_1 1\n",
                "expected a number, a variable, its value and its cost",
            ),
            (
                "Optimal - objective value 0\n** 1 p_1 1 0\n",
                "breaks a row",
            ),
            ("solution status: optimal solution found\n", ANNOUNCED),
            (
                "solution status: infeasible\n",
                "before `no solution available`",
            ),
            (
                "solution status: infeasible\nobjective value: 0\n",
                AFTER_NONE,
            ),
            (&HIGHS[0].replacen("Optimal", "Infeasible", 1), AFTER_NONE),
        ],
    );
}

#[test]
fn smt_solvers() {
    accepts(
        SMTLIB,
        SAT,
        &["b c p"],
        &[
            // Values that were asked for: z3 and yices print a pair per line, cvc5 all in one.
            "sat\n((p true)\n (q false)\n (|b c| true))\n",
            "success\nsat\r\n(\n(\np\ntrue)(q false)\n\n(|b c| true)\n)",
            "sat ((p true) (q false) (|b c| true) (|b c| true))",
            // Models: z3 5 and cvc5, older versions, yices.
            "sat\n(\n  (define-fun p () Bool\n    true)\n  (define-fun |b c| () Bool\n    true)\n  (define-fun q () Bool\n    false)\n)\n",
            "sat\n(model \n  (define-fun p () Bool true)\n  (define-fun |b c| () Bool true))\n",
            "sat\n(= p true)\n(= q false)\n(= |b c| true)\n",
            "sat\n(= p true) (= |b c|\n true)\n(= w #b01)\n",
            // Sorts and values that are lists, and functions.
            "sat\n((define-fun v () (_ BitVec 3) (_ bv4 3)) (define-fun p () Bool true) \
         (define-fun f ((x Int)) Int (ite (= x 1) 2 3)) (define-fun |b c| () Bool true))",
            // A model and the values that were asked for.
            "sat\n((define-fun p () Bool true) (define-fun |b c| () Bool true))\n((p true) (|b c| true))\n",
            "sat\n((p true) (|b c| true) (q false))\n(= p true)\n(= q false)\n",
            // z3 lists defined terms as they are defined.
            "sat\n((p true) (|b c| true))\n((define-fun p () Bool (and (= h 1) (= i 2))))\n",
            // Values that do not matter.
            "sat\n((v (- 3)) (p true) (w (_ bv3 4)) (u #b101) (z ((x) \"y\")) (|b c| true))",
        ],
    );
    // A number is the equation that it makes true.
    accepts(
        SMTLIB,
        SAT,
        &["(= h_a 7) (= h_b 0)"],
        &[
            "sat\n((h_a 7) (h_b 0) (n (- 3)))\n",
            "sat\n(model (define-fun h_a () Int 7) (define-fun h_b () Int 0) (define-fun n () Int (- 3)))",
            "sat\n(= h_a 7)\n(= h_b 0)\n(= n (- 3))\n",
        ],
    );
    let rounds = "sat\n((p true)\n (q false))\nsat\n((p false)\n (q true))\n";
    accepts(
        SMTLIB,
        SAT,
        &["p", "q"],
        &[rounds, &format!("{rounds}unknown\n")],
    );
    accepts(
        SMTLIB,
        ALL,
        &["p", "q"],
        &[
            &format!("{rounds}unsat\n(error \"line 12 column 36: model is not available\")\n"),
            "sat\n(= p true)\n(= q false)\nsat\n(= p false)\n(= q true)\nunsat\n",
        ],
    );
    accepts(
        SMTLIB,
        UNSAT,
        &[],
        &[
            "unsat\n(error \"line 213 column 26: model is not available\")\n",
            "unsat\n(error \"the context is unsatisfiable\")\n",
            "unsat\n(region_A cell_r0c1)\n",
            "unsat\n()\nunsat\n(:conflicts 3)\n",
        ],
    );
    accepts(
        SMTLIB,
        UNKNOWN,
        &[],
        &[
            "timeout\n",
            "unknown\n(error \"line 9 column 26: model is not available\")\n",
            "unknown\n((p true) (q false))\n",
        ],
    );
    for text in [
        "",
        "\n\n",
        "sat\n",
        "sat\n((p true)\n (q fal",
        "sat\n((p true) (|q",
        "(error \"Parse",
        "success\n",
        "sat\n(= p true)\n(= q\n",
    ] {
        assert!(
            matches!(read(SMTLIB, text), Err(ReplyError::Truncated(_))),
            "{text}"
        );
    }
    // An error before the verdict voids it; cvc5 shows the place over several lines.
    for text in [
        "(error \"line 7 column 11: unknown constant w\")\nsat\n((p true))\n",
        "(error \"Parse Error: m.smt2:7.12: Symbol w is not declared.\n\n  (assert (= w 3))\n             ^\n\")\n",
        "sat\n(error \"line 9 column 3: unknown constant p\")\n",
        "sat\n((p true))\n(error \"line 9 column 3: bad\")\nunsat\n",
    ] {
        assert!(
            matches!(read(SMTLIB, text), Err(ReplyError::Solver(_))),
            "{text}"
        );
    }
    for text in [
        "maybe\n",
        "sat)\n",
        "\"sat\"\n",
        "sat\nsat\n",
        "unsat\nsat\n",
        "((p true))\n",
        "unsat\n((p true))\n",
        "sat\n((p true) (p false))\n",
        "sat\n((p true) (p 3))\n",
        "sat\n((p true false))\n",
        "sat\n((p))\n",
        "sat\n(p true)\n",
        "sat\n(((= v 3) true))\n",
        "sat\n((define-fun p () Bool))\n",
        "sat\n((define-fun p Bool true))\n",
        "sat\n((define-fun p () Bool true) (q true))\n",
        "sat\n(model (define-fun p () Bool true) (define-fun p () Bool false))\n",
        "sat\n(model p true)\n",
        "sat\n(= p)\n",
        "sat\n(= p true)\n(= p false)\n",
        "sat\n((p true))\n((define-fun p () Bool false))\n",
        "unsat\n(= p true)\n",
        "Segmentation fault\n",
    ] {
        assert!(
            matches!(read(SMTLIB, text), Err(ReplyError::Unreadable { .. })),
            "{text}"
        );
    }
    // Deep and long replies take linear time and no stack.
    let deep = 200_000;
    let nested = format!("sat\n((p {}{}))", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(read(SMTLIB, &nested).map(|reply| reply.status), Ok(SAT));
    assert!(read(SMTLIB, &"success ".repeat(deep)).is_err());
    assert!(read(SMTLIB, &"(".repeat(deep)).is_err());
}

#[test]
fn unsatisfiable_cores() {
    let core = |lines: &[&str]| {
        let mut reader = SMTLIB.core_reader().expect("SMT solvers have cores");
        let mut names = Vec::new();
        for line in lines {
            names.extend(reader.line(line)?);
        }
        names.extend(reader.rest()?);
        let names: Vec<String> = names
            .into_iter()
            .flat_map(|answer| answer.true_names)
            .collect();
        Ok::<_, ReplyError>((reader.finish()?, names))
    };
    let found = core(&["unsat", "(region_A cell_r0c1)"]).expect("a core");
    assert_eq!(
        found,
        (UNSAT, vec!["cell_r0c1".to_owned(), "region_A".to_owned()])
    );
    let none = core(&["sat", "(error \"there is no core\")"]).expect("no core");
    assert_eq!(none, (SAT, Vec::new()));
    assert!(core(&["unsat"]).is_err());
    assert!(core(&["unsat", "(error \"no core\")"]).is_err());
}

const ACE: &str = "
ACE v2.6

  Solution 1 in JSON-like format:
   {
    tile: [41, -1],
   }

\u{1b}[92ms SATISFIABLE\u{1b}[0m

v  <instantiation id='sol1' type='solution'> <list> pips[] tile[] </list> <values> 4  1  41  -1 </values> </instantiation>

d FOUND SOLUTIONS  1

d WRONG DECISIONS  38  (65.63 wrg/s)
d INCOMPLETE EXPLORATION
";
const CHOCO: &str = "c Choco 231113
v <instantiation id='sol1' type='solution' >
v \t<list>pips[0] tile[0] </list>
v \t<values>4 41 </values>
v </instantiation>

v <instantiation id='sol2' type='solution' >
v \t<list>pips[0] tile[0] </list>
v \t<values>1 14 </values>
v </instantiation>

s SATISFIABLE
v <instantiation id='sol2' type='solution' >
v \t<list>pips[0] tile[0] </list>
v \t<values>1 14 </values>
v </instantiation>
d FOUND SOLUTIONS 2
";

#[test]
fn xcsp3_solvers() {
    // ACE lists arrays whole, Choco their elements; Choco repeats its last solution.
    accepts(XCSP3, SAT, &["#0=4 #1=1 #2=41 #3=-1"], &[ACE]);
    let two = ["pips[0]=4 tile[0]=41", "pips[0]=1 tile[0]=14"];
    accepts(XCSP3, SAT, &two, &[CHOCO]);
    accepts(
        XCSP3,
        ALL,
        &two,
        &[&format!("{CHOCO}\nd COMPLETE EXPLORATION\n")],
    );
    accepts(
        XCSP3,
        UNSAT,
        &[],
        &["s UNSATISFIABLE\nd FOUND SOLUTIONS  0\nd COMPLETE EXPLORATION\n"],
    );
    accepts(XCSP3, UNKNOWN, &[], &["s UNKNOWN\n"]);
    let of = |inside: &str| format!("s SATISFIABLE\nv <instantiation>{inside}</instantiation>");
    let one = of("<list> a </list> <values> 1 </values>");
    accepts(
        XCSP3,
        SAT,
        &["a=3 b=-1 c=-1 f=0"],
        &[
            "s SATISFIABLE\n<instantiation>\n  <list> a b c d e f </list>\n  <values> 3 -1x2 *x2 0 </values>\n</instantiation>",
        ],
    );
    // A complete search is believed if every solution was printed.
    for (found, exploration, status) in [
        ("1", "COMPLETE", ALL),
        ("2", "COMPLETE", SAT),
        ("1,001", "COMPLETE", SAT),
        ("1", "INCOMPLETE", SAT),
    ] {
        let text = format!("{one}\nd FOUND SOLUTIONS {found}\nd {exploration} EXPLORATION\n");
        accepts(XCSP3, status, &["a=1"], &[&text]);
    }
    let values = "as many values";
    let missing = "expected one <list> and one <values>";
    rejects(
        XCSP3,
        &[
            ("", "before any verdict"),
            ("rubbish\n", "before any verdict"),
            ("s SATISFIABLE\n", ANNOUNCED),
            ("s MAYBE\n", "unknown verdict"),
            ("s UNSUPPORTED\n", "does not support"),
            ("s SATISFIABLE\ns UNSATISFIABLE\n", SECOND),
            ("v e=1\ns SATISFIABLE\n", "expected an <instantiation>"),
            (
                "s SATISFIABLE\nv <instantiation> <list> a </list> <values> 1\n",
                "before the end of an instantiation",
            ),
            ("d FOUND SOLUTIONS many\n", "expected a number of solutions"),
            (&of(""), missing),
            (&of("<list> a </list>"), missing),
            (
                &of("<list> a </list> <values> 1 </values> <list> b </list>"),
                missing,
            ),
            (&of("<list> a <b/> </list> <values> 1 </values>"), missing),
            (&of("<list> a b </list> <values> 1 </values>"), values),
            (&of("<list> a </list> <values> 1 2 </values>"), values),
            (
                &of("<list> a a </list> <values> 1 2 </values>"),
                "listed twice",
            ),
            (
                &of("<list> a[] b </list> <values> 1 2 </values>"),
                "an array among variables",
            ),
            (
                &of("<list> a </list> <values> one </values>"),
                "expected values",
            ),
            (
                &of("<list> a </list> <values> 1x </values>"),
                "expected values",
            ),
            (
                &of("<list> a </list> <values> 1x99999999999 </values>"),
                "more values",
            ),
            (&format!("{one} and more"), "something after the end"),
            (&format!("s UNSATISFIABLE\n{}", &one[14..]), AFTER_NONE),
            (&format!("{}\ns UNSATISFIABLE\n", &one[14..]), NONE_AFTER),
        ],
    );
    // Where a reply is cut off, either nothing is read or nothing wrong.
    for whole in [ACE, CHOCO] {
        let all = read(XCSP3, whole).expect("a reply").answers;
        for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
            if let Ok(part) = read(XCSP3, &whole[..end]) {
                assert_eq!(part.status, SAT, "{:?}", &whole[..end]);
                assert!(all.starts_with(&part.answers), "{:?}", &whole[..end]);
            }
        }
    }
}

proptest! {
    #[test]
    fn any_lines_are_read_or_refused(
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
                let is_solved = matches!(reply.status, Status::Satisfiable | Status::Exhausted);
                prop_assert_eq!(is_solved, !reply.answers.is_empty());
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
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
            let answers: Vec<&str> = expected.iter().map(String::as_str).collect();
            accepts(format, SAT, &answers, &[&format!("{text}s SATISFIABLE\n")]);
        }
    }
}
