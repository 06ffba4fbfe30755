//! Every step follows from its premises, and its sentence names every relevant cell and region.
//!
//! Implication is decided by the embedded SAT solver, which shares no code with the techniques.

use std::collections::BTreeMap;

use pipsc::deduce::{Premise, PremiseSource, ProofStep, ProofTree, Statement};
use pipsc::explain::{ConflictReason, ExplainOptions, explain};
use pipsc::puzzle::{Domino, Edge, Fact, PartialBoard, Pips, PlacedDomino, Puzzle};
use pipsc::report::ReportVerdict;
use pipsc::solver::Limits;
use pipsc::solver::embedded::{IncrementalSolver, QueryReply};

use crate::brute_force;
use crate::hint::walked;
use crate::random;
use crate::reading;

/// Both orientations of a domino on an edge.
fn ways(edge: Edge, domino: Domino) -> [PlacedDomino; 2] {
    let (low, high) = (domino.low(), domino.high());
    [[low, high], [high, low]].map(|[a, b]| PlacedDomino::new((edge.a, a), (edge.b, b)))
}

struct Checker<'p> {
    puzzle: &'p Puzzle,
    solver: IncrementalSolver,
    what: String,
    known: Vec<Fact>,
    steps: usize,
    techniques: BTreeMap<&'static str, usize>,
}

impl<'p> Checker<'p> {
    fn new(puzzle: &'p Puzzle, what: &str) -> Self {
        Checker {
            puzzle,
            solver: IncrementalSolver::new(puzzle, &Limits::default()),
            what: what.to_owned(),
            known: Vec::new(),
            steps: 0,
            techniques: BTreeMap::new(),
        }
    }

    fn pips(&self) -> Vec<Pips> {
        let mut pips = self.puzzle.halves();
        pips.dedup();
        pips
    }

    /// Facts whose conjunction is equivalent to a statement.
    fn facts(&self, statement: &Statement) -> Vec<Fact> {
        match statement {
            Statement::Rule(region) => vec![Fact::Rule(*region)],
            Statement::Shows(cell, pips) => {
                let others = self.pips().into_iter().filter(|one| !pips.contains(one));
                others.map(|one| Fact::ShowsNot(*cell, one)).collect()
            }
            Statement::Joined(edge) => vec![Fact::Joined(*edge)],
            Statement::Apart(edge) => vec![Fact::Apart(*edge)],
            Statement::On(edge, domino) => {
                let others = self.puzzle.dominoes().iter().filter(|one| *one != domino);
                let others = others.flat_map(|&one| ways(*edge, one));
                let mut facts: Vec<Fact> = others.map(Fact::LiesNot).collect();
                facts.push(Fact::Joined(*edge));
                facts
            }
            Statement::Not(placed) => placed.iter().map(|&one| Fact::LiesNot(one)).collect(),
            Statement::Impossible => Vec::new(),
        }
    }

    fn premises(&self, premises: &[Premise]) -> Vec<Fact> {
        let facts = premises.iter();
        let facts = facts.flat_map(|premise| self.facts(&premise.statement));
        facts.collect()
    }

    fn is_possible(&mut self, premises: &[Fact], more: &[Fact]) -> bool {
        let reply = self.solver.query(&[premises, more].concat());
        matches!(reply.expect("an answer"), QueryReply::Board(_))
    }

    fn follows(&mut self, step: &ProofStep) {
        let premises = self.premises(&step.premises);
        for statement in &step.conclusions {
            let counterexamples: Vec<Vec<Fact>> = match statement {
                Statement::On(edge, domino) => {
                    vec![ways(*edge, *domino).map(Fact::LiesNot).to_vec()]
                }
                Statement::Impossible => vec![Vec::new()],
                other => {
                    let facts = self.facts(other).into_iter();
                    facts
                        .map(|fact| vec![fact.opposite().expect("a literal")])
                        .collect()
                }
            };
            for counterexample in counterexamples {
                assert!(
                    !self.is_possible(&premises, &counterexample),
                    "{}: {}\n{:?}\n{counterexample:?} is possible",
                    self.what,
                    step.words,
                    step.premises
                );
            }
        }
    }

    /// Every premise was given, assumed or concluded before.
    fn grounded(&mut self, step: &ProofStep, before: &[&ProofStep], assumed: Option<Fact>) {
        for Premise { statement, source } in &step.premises {
            if matches!(statement, Statement::Rule(_)) {
                continue;
            }
            let facts = match source {
                PremiseSource::Given => self.known.clone(),
                PremiseSource::Assumed => assumed.into_iter().collect(),
                PremiseSource::Step(number) => {
                    let source = before.iter().find(|one| one.number == *number);
                    let source = source.unwrap_or_else(|| panic!("{}: {}", self.what, step.words));
                    let is_concluded = source.conclusions.contains(statement);
                    assert!(is_concluded, "{}: {}\n{statement:?}", self.what, step.words);
                    continue;
                }
            };
            for fact in self.facts(statement) {
                let opposite = fact.opposite().expect("a literal");
                assert!(
                    !self.is_possible(&facts, &[opposite]),
                    "{}: {}\n{statement:?} is not given",
                    self.what,
                    step.words
                );
            }
        }
    }

    /// The sentence names every relevant region and cell.
    fn named(&self, step: &ProofStep) {
        let words = &step.words;
        let first = words.chars().next().expect("words");
        assert!(first.is_uppercase() && words.ends_with('.'), "{words}");
        assert!(!words.contains("  ") && !words.contains(" ,"), "{words}");
        if step.refuted.is_some() {
            return;
        }
        for cell in step.rests_on().into_iter().chain(step.concludes()) {
            let name = self.puzzle.cell(cell).name.to_string();
            assert!(words.contains(&name), "{}: {name} in {words}", self.what);
        }
        for region in step.regions() {
            let name = format!(" {}", self.puzzle.region(region).name);
            assert!(words.contains(&name), "{}: {name} in {words}", self.what);
        }
    }

    fn proof(&mut self, proof: &ProofTree, before: &[&ProofStep], assumed: Option<Fact>) {
        let mut before: Vec<&ProofStep> = before.to_vec();
        for step in &proof.steps {
            self.steps += 1;
            *self.techniques.entry(step.technique).or_default() += 1;
            if step.technique != "search" {
                self.follows(step);
                self.grounded(step, &before, assumed);
                self.named(step);
            }
            before.push(step);
            if let Some(refuted) = &step.refuted {
                self.proof(&refuted.proof, &before, Some(refuted.assumed));
                let last = refuted.proof.steps.last().expect("a step");
                assert_eq!(last.conclusions, [Statement::Impossible], "{}", self.what);
            }
        }
    }
}

/// Numbers of checked steps.
#[derive(Default)]
struct Checked {
    steps: usize,
    techniques: BTreeMap<&'static str, usize>,
}

impl Checked {
    fn add(&mut self, checker: Checker<'_>) {
        self.steps += checker.steps;
        for (technique, count) in checker.techniques {
            *self.techniques.entry(technique).or_default() += count;
        }
    }

    /// Checks every step of every hint, as far as anything is forced.
    fn walk(&mut self, puzzle: &Puzzle, what: &str) {
        let walked = walked(puzzle, &PartialBoard::default());
        let mut checker = Checker::new(puzzle, what);
        checker.known = PartialBoard::default().known(puzzle);
        for hint in walked.map(|walk| walk.hints).unwrap_or_default() {
            checker.proof(&hint.proof, &[], None);
            // The facts follow from the rules that the hint names and from earlier facts.
            let rules = hint.regions().into_iter().map(Fact::Rule);
            let premises: Vec<Fact> = checker.known.iter().copied().chain(rules).collect();
            for fact in &hint.facts {
                let opposite = fact.opposite().expect("a literal");
                assert!(
                    !checker.is_possible(&premises, &[opposite]),
                    "{what}: {hint:?}"
                );
            }
            checker.known.extend(&hint.facts);
            // Its last sentence is known too: it may name the domino on an edge, whichever way it lies.
            let last = hint.proof.steps.last().expect("a step");
            for statement in &last.conclusions {
                checker.known.extend(checker.facts(statement));
            }
        }
        self.add(checker);
    }

    /// Checks every step of every conflict.
    fn conflicts(&mut self, puzzle: &Puzzle, what: &str) {
        let options = ExplainOptions {
            conflicts: Some(20),
            ..ExplainOptions::default()
        };
        let report = explain(puzzle, &options).expect("an answer");
        let ReportVerdict::NoSolution { conflicts, .. } = report.verdict else {
            return;
        };
        for conflict in conflicts {
            if let ConflictReason::Proof(proof) = &conflict.why {
                let mut checker = Checker::new(puzzle, what);
                checker.known = conflict.known();
                checker.proof(proof, &[], None);
                let last = proof.steps.last().expect("a step");
                assert_eq!(last.conclusions, [Statement::Impossible], "{what}");
                self.add(checker);
            }
        }
    }
}

#[test]
fn hint_steps_follow_from_their_premises() {
    let mut checked = Checked::default();
    for number in 0..200 {
        checked.walk(&random::puzzle(number), &format!("puzzle {number}"));
    }
    assert!(checked.steps > 400, "{} steps", checked.steps);
    for technique in ["only neighbour", "only domino", "rule", "dominoes that fit"] {
        let count = checked.techniques[technique];
        assert!(count > 12, "{:?}", checked.techniques);
    }
}

#[test]
fn conflict_steps_follow_from_their_premises() {
    let mut checked = Checked::default();
    for number in 0..600 {
        let puzzle = random::puzzle(number);
        if puzzle.cells().len() <= 8 && brute_force::solutions(&puzzle, 1).is_empty() {
            checked.conflicts(&puzzle, &format!("puzzle {number}"));
        }
    }
    assert!(checked.steps > 60, "{} steps", checked.steps);
}

#[test]
fn example_steps_follow_from_their_premises() {
    let mut checked = Checked::default();
    for (file, _, puzzle) in crate::examples() {
        if !file.starts_with("double-") {
            checked.walk(&puzzle, &file);
            checked.conflicts(&puzzle, &file);
        }
    }
    assert!(checked.steps > 100, "{} steps", checked.steps);
}

#[test]
fn regressions_of_explanation_sentences() {
    let islands = "ABC...DE\nA.F...G*\nHHF...GI\n\nA 9\nB 0\nC 3\nD 2\nE 1\nF =\nG =\nH *\nI 6\n\n\
                   02 03 04 12 33 46 66\n";
    let double = "AAB\nCCB\n\nA 5\nB <9\nC *\n\n12 34 55\n";
    let gap = "AB\nCC\n\nA <2\nB 3\nC *\n\n03 04\n";
    for text in [islands, double, gap] {
        let puzzle = reading::read(text, None);
        let mut checked = Checked::default();
        checked.walk(&puzzle, text);
        checked.conflicts(&puzzle, text);
        assert!(checked.steps > 0, "{text}");
    }
}
