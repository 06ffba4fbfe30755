//! Models of random puzzles have exactly the solutions of brute force, as enumerated by real solvers
//! of every language. (`cnf.rs` does the same for DIMACS, in process.)

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use pipsc::backend::reply::Answer;
use pipsc::backend::{Emission, EmissionPlan, Encoding, Profile, smtlib};
use pipsc::backend::{asp, cpsat, dimacs, minizinc, xcsp3};
use pipsc::lower::{Lowered, LoweringStep, STEPS, lower};
use pipsc::puzzle::{Board, Puzzle};
use pipsc::solver::decode;

use crate::brute_force;
use crate::random;
use crate::{plan, reply_format, texts, tools, write_files};

/// All steps for even puzzles; for odd ones none, or all but one.
fn steps(number: u64) -> Vec<LoweringStep> {
    let without = |off: LoweringStep| STEPS.into_iter().filter(|&step| step != off).collect();
    match number % 8 {
        1 => Vec::new(),
        3 => without(LoweringStep::Symmetry),
        5 => without(LoweringStep::Prune),
        7 => without(LoweringStep::Redundant),
        _ => STEPS.to_vec(),
    }
}

/// Random puzzles whose models have at most `most` assignments, with their solutions.
pub(crate) fn cases(numbers: std::ops::Range<u64>, most: usize) -> impl Iterator<Item = Case> {
    numbers.filter_map(move |number| {
        let puzzle = random::puzzle(number);
        let mut exclude = BTreeSet::new();
        let mut solutions = brute_force::solutions(&puzzle, most + 1);
        // In some puzzles every other solution is excluded.
        if number / 8 % 6 == 2 && solutions.len() <= most {
            let mut counts = false;
            solutions.retain(|board| {
                counts = !counts;
                if !counts {
                    let _ = exclude.insert(board.clone());
                }
                counts
            });
        }
        let steps = steps(number);
        let models = if steps.contains(&LoweringStep::Symmetry) {
            solutions.len()
        } else {
            solutions.len() * crate::symmetries(&puzzle)
        };
        (models <= most).then(|| Case {
            number,
            steps,
            puzzle,
            exclude,
            solutions: solutions.into_iter().collect(),
        })
    })
}

pub(crate) struct Case {
    pub(crate) number: u64,
    pub(crate) steps: Vec<LoweringStep>,
    pub(crate) puzzle: Puzzle,
    pub(crate) exclude: BTreeSet<Board>,
    pub(crate) solutions: BTreeSet<Board>,
}

impl Case {
    /// The steps, with symmetry breaking if the encoding requires it.
    pub(crate) fn steps(&self, encoding: Encoding) -> Vec<LoweringStep> {
        let is_taken = |step: &LoweringStep| {
            self.steps.contains(step)
                || *step == LoweringStep::Symmetry && !encoding.keeps_symmetry()
        };
        STEPS.into_iter().filter(is_taken).collect()
    }

    /// Whether the puzzle is in a sample of one in `of`, which has every choice of steps. Baselines are
    /// tested on a sample to save time.
    fn is_sampled(&self, of: u64) -> bool {
        (self.number / 8).is_multiple_of(of)
    }
}

/// An incremental SMT solver process.
struct SmtProcess {
    process: Child,
    input: ChildStdin,
    replies: BufReader<ChildStdout>,
}

impl SmtProcess {
    fn start(program: &Path, arguments: &[&str]) -> Self {
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the solver starts");
        let input = process.stdin.take().expect("a pipe");
        let replies = BufReader::new(process.stdout.take().expect("a pipe"));
        SmtProcess {
            process,
            input,
            replies,
        }
    }

    fn send(&mut self, commands: &str) {
        writeln!(self.input, "{commands}").expect("the solver reads");
        self.input.flush().expect("the solver reads");
    }

    /// The next line but `success`.
    fn line(&mut self) -> String {
        loop {
            let mut line = String::new();
            let read = self.replies.read_line(&mut line).expect("a reply");
            if read == 0 || line.trim_end() != "success" {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Every model of a puzzle, distinct in the placements.
    fn models(&mut self, lowered: &Lowered, encoding: Encoding) -> Vec<Answer> {
        let plan = plan(encoding, Profile::Run);
        let emission = Emission::new(&lowered.model, &plan).expect("any board");
        let text = texts(&emission).remove(0);
        let (statements, questions) = text.split_once("(check-sat)").expect("a question");
        self.send(statements);
        let mut answers = Vec::new();
        loop {
            self.send("(check-sat)");
            let verdict = self.line();
            if verdict == "unsat" {
                self.send("(reset)");
                return answers;
            }
            assert_eq!(verdict, "sat");
            self.send(questions.trim());
            let mut reader = reply_format("smtlib").reader();
            let _ = reader.line("sat").expect("a verdict");
            let mut open = 0;
            loop {
                let line = self.line();
                let _ = reader.line(&line).expect("values");
                open += line.matches('(').count() as i64 - line.matches(')').count() as i64;
                if open == 0 {
                    break;
                }
            }
            let mut values = reader.rest().expect("the end of a list");
            let answer = values.pop().expect("an answer");
            let placed: Vec<&str> = answer.true_names.iter().map(String::as_str).collect();
            self.send(&format!("(assert (not (and true {})))", placed.join(" ")));
            answers.push(answer);
        }
    }
}

impl Drop for SmtProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn decoded(
    case: &Case,
    lowered: &Lowered,
    plan: &EmissionPlan,
    answers: &[Answer],
) -> BTreeSet<Board> {
    let names = Emission::new(&lowered.model, plan)
        .expect("a board for it")
        .names()
        .expect("no limit");
    let boards: BTreeSet<Board> = answers
        .iter()
        .map(|answer| decode(&case.puzzle, &names, answer).expect("every model is a solution"))
        .collect();
    if case.steps.contains(&LoweringStep::Symmetry) {
        assert_eq!(boards.len(), answers.len(), "one model for each solution");
    }
    boards
}

fn smt_solver_agrees(program: &str, arguments: &[&str], encodings: &[Encoding], puzzles: u64) {
    let Some(path) = tools::find(program) else {
        return;
    };
    let mut solver = SmtProcess::start(&path, arguments);
    let mut done = 0;
    for case in cases(0..puzzles, 12) {
        for &encoding in encodings {
            let lowered = lower(&case.puzzle, &case.steps(encoding)).expect("a small puzzle");
            let lowered = lowered.excluding(&case.exclude);
            if encoding.name().starts_with("halves") && !case.is_sampled(3) {
                continue;
            }
            let answers = solver.models(&lowered, encoding);
            let plan = plan(encoding, Profile::Run);
            assert_eq!(
                decoded(&case, &lowered, &plan, &answers),
                case.solutions,
                "{program}, puzzle {}, {encoding}, {:?}",
                case.number,
                case.steps
            );
        }
        done += 1;
    }
    assert!(done > puzzles / 2, "only {done} puzzles had few solutions");
}

#[test]
fn z3_matches_brute_force() {
    let all = smtlib::LANGUAGE.encodings;
    smt_solver_agrees("z3", &["-in"], all, 2_000);
}

#[test]
fn cvc5_matches_brute_force() {
    let all = smtlib::LANGUAGE.encodings.iter().copied();
    let standard: Vec<Encoding> = all.filter(|encoding| encoding.is_standard()).collect();
    let arguments = ["--lang", "smt2", "--incremental", "--quiet"];
    smt_solver_agrees("cvc5", &arguments, &standard, 300);
}

#[test]
fn yices_matches_brute_force() {
    let all = smtlib::LANGUAGE.encodings.iter().copied();
    let standard: Vec<Encoding> = all.filter(|encoding| encoding.is_standard()).collect();
    smt_solver_agrees(
        "yices-smt2",
        &["--incremental", "--interactive"],
        &standard,
        300,
    );
}

#[test]
fn gecode_matches_brute_force() {
    let Some(program) = tools::find("minizinc") else {
        return;
    };
    // MiniZinc takes 0.2 s to compile a model.
    std::thread::scope(|scope| {
        for half in [0..250, 250..500] {
            let program = &program;
            let _ = scope.spawn(move || {
                for case in cases(half, 150) {
                    gecode_agrees(program, &case);
                }
            });
        }
    });
}

fn gecode_agrees(program: &Path, case: &Case) {
    let profile = match case.number % 3 {
        0 => Profile::Submit,
        _ => Profile::Run,
    };
    for (encoding, turn) in [
        (minizinc::EDGES, true),
        (minizinc::PLACEMENT, case.is_sampled(10)),
        (
            minizinc::COORDINATES,
            case.puzzle.is_grid() && case.is_sampled(4),
        ),
    ] {
        if turn {
            let plan = plan(encoding, profile);
            let arguments = ["--solver", "gecode", "-a"];
            agrees(program, &arguments, &plan, case);
        }
    }
}

#[test]
fn clasp_matches_brute_force() {
    let Some(program) = tools::find("clasp") else {
        return;
    };
    for case in cases(0..600, 150) {
        for &encoding in dimacs::LANGUAGE.encodings {
            let plan = plan(encoding, Profile::Run);
            let arguments = ["-n", "0", "--verbose=0"];
            agrees(&program, &arguments, &plan, &case);
        }
    }
}

#[test]
fn clingo_matches_brute_force() {
    let Some(program) = tools::find("clingo") else {
        return;
    };
    for case in cases(0..600, 150) {
        let profile = match case.number % 3 {
            0 => Profile::Submit,
            _ => Profile::Run,
        };
        // Every reply format for every choice of steps.
        let form = match case.number / 8 % 4 {
            0 => "--outf=2",
            1 => "--verbose=0",
            _ => "--verbose=1",
        };
        for &encoding in asp::LANGUAGE.encodings {
            let plan = plan(encoding, profile);
            agrees(&program, &["--models=0", form], &plan, &case);
        }
    }
}

#[test]
fn cpsat_matches_brute_force() {
    if !tools::is_installed("cpsat") {
        return;
    }
    let program = Path::new("python3");
    let launcher = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cpsat.py");
    let arguments = [launcher.to_str().expect("a path"), "--all"];
    // Python takes almost a second to start.
    for case in cases(0..16, 150) {
        for &encoding in cpsat::LANGUAGE.encodings {
            let plan = plan(encoding, Profile::Run);
            agrees(program, &arguments, &plan, &case);
        }
    }
}

/// Tests ACE or Choco, which start slowly, on this number of puzzles for each choice of steps.
fn java_agrees(solver: &str, puzzles: usize) {
    if !tools::is_installed(solver) {
        return;
    }
    let launcher = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/xcsp3.py");
    let arguments = [launcher.to_str().expect("a path"), solver, "--all"];
    let mut turns = [0; 5];
    for case in cases(0..400, 60) {
        let choice = match case.number % 8 {
            1 => 0,
            3 => 1,
            5 => 2,
            7 => 3,
            _ => 4,
        };
        if turns[choice] < puzzles {
            let encoding = xcsp3::LANGUAGE.encodings[0];
            let plan = plan(encoding, Profile::ALL[turns[choice] % 2]);
            agrees(Path::new("python3"), &arguments, &plan, &case);
            turns[choice] += 1;
        }
    }
    assert_eq!(turns, [puzzles; 5]);
}

#[test]
fn ace_matches_brute_force() {
    java_agrees("ace", 10);
}

#[test]
fn choco_matches_brute_force() {
    java_agrees("choco", 8);
}

/// Asserts that an enumerating solver finds exactly the solutions.
pub(crate) fn agrees(program: &Path, arguments: &[&str], plan: &EmissionPlan, case: &Case) {
    let steps = case.steps(plan.encoding);
    let lowered = lower(&case.puzzle, &steps).expect("a small puzzle");
    let lowered = lowered.excluding(&case.exclude);
    let emission = Emission::new(&lowered.model, plan).expect("a board for it");
    let folder = tempfile::tempdir().expect("a folder");
    let files = write_files(&emission, folder.path());
    let mut arguments = arguments.to_vec();
    arguments.extend(files.iter().map(String::as_str));
    let output = crate::run(program, &arguments, folder.path());
    let what = format!("{}, puzzle {}, {plan:?}", program.display(), case.number);
    let exchange = plan.encoding.language().protocol.expect("a solver");
    let reply = exchange.read(&output.stdout).unwrap_or_else(|error| {
        let stderr = String::from_utf8_lossy(&output.stderr);
        panic!("{what}: {error}\n{stderr}")
    });
    let boards = decoded(case, &lowered, plan, &reply.answers);
    assert_eq!(boards, case.solutions, "{what}, {:?}", case.steps);
}
