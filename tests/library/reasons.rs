//! Every step follows from its premises, and every domino and every count that its sentence names is true.
//!
//! What follows is decided by the embedded SAT solver, which shares no code with the techniques.

use std::collections::BTreeMap;

use pipsc::deduce::{Premise, ProofTree, Source, Statement, Step};
use pipsc::explain::{Options, Why, explain};
use pipsc::hint::walk;
use pipsc::puzzle::{
    CellId, Domino, Edge, Fact, Partial, Pips, PlacedDomino, Puzzle, RegionId, Relation, Rule,
};
use pipsc::report::Verdict;
use pipsc::solver::Limits;
use pipsc::solver::embedded::{IncrementalSolver, Reply};

use crate::random;
use crate::reading;
use crate::referee;

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

    /// Facts that are true together exactly if a statement is.
    fn facts(&self, statement: &Statement) -> Vec<Fact> {
        match statement {
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
        let facts = premises.iter().flat_map(|premise| match premise {
            Premise::Rule(region) => vec![Fact::Rule(*region)],
            Premise::Known(statement, _) => self.facts(statement),
        });
        facts.collect()
    }

    fn is_possible(&mut self, premises: &[Fact], more: &[Fact]) -> bool {
        let reply = self.solver.ask(&[premises, more].concat());
        matches!(reply.expect("an answer"), Reply::Board(_))
    }

    fn follows(&mut self, step: &Step) {
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
    fn grounded(&mut self, step: &Step, before: &[&Step], assumed: Option<Fact>) {
        for premise in &step.premises {
            let Premise::Known(statement, source) = premise else {
                continue;
            };
            let facts = match source {
                Source::Given => self.known.clone(),
                Source::Assumed => assumed.into_iter().collect(),
                Source::Step(number) => {
                    let source = before.iter().find(|one| one.number == *number);
                    let source = source.unwrap_or_else(|| panic!("{}: {}", self.what, step.words));
                    let said = source.conclusions.contains(statement);
                    assert!(said, "{}: {}\n{statement:?}", self.what, step.words);
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

    /// The words name every region and every cell that matters.
    fn named(&self, step: &Step) {
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

    fn proof(&mut self, proof: &ProofTree, before: &[&Step], assumed: Option<Fact>) {
        let mut before: Vec<&Step> = before.to_vec();
        for step in &proof.steps {
            self.steps += 1;
            *self.techniques.entry(step.technique).or_default() += 1;
            if step.technique != "search" {
                self.follows(step);
                self.grounded(step, &before, assumed);
                self.named(step);
                self.claims(step);
            }
            before.push(step);
            if let Some(refuted) = &step.refuted {
                self.proof(&refuted.proof, &before, Some(refuted.assumed));
                let last = refuted.proof.steps.last().expect("a step");
                assert_eq!(last.conclusions, [Statement::Impossible], "{}", self.what);
            }
        }
    }

    // ---- What a sentence claims beside its conclusion.

    fn fail(&self, step: &Step, claim: &str) -> ! {
        panic!(
            "{}: \"{claim}\" is wrong\n{}\n{:?}",
            self.what, step.words, step.premises
        )
    }

    fn supply(&self, pips: Pips) -> usize {
        self.puzzle
            .halves()
            .iter()
            .filter(|&&one| one == pips)
            .count()
    }

    /// How many cells outside of some are known to show pips, by the premises.
    fn shown(&self, step: &Step, pips: Pips, inside: &[CellId]) -> usize {
        let known = step.premises.iter().filter(|premise| match premise {
            Premise::Known(Statement::Shows(cell, shown), _) => {
                *shown == [pips] && !inside.contains(cell)
            }
            _ => false,
        });
        known.count()
    }

    fn claims(&mut self, step: &Step) {
        let words = step.words.clone();
        let clauses = words.split([';', ',']).flat_map(|one| one.split(" and "));
        let clauses: Vec<&str> = clauses.map(str::trim).collect();
        // `there are only three 6s`.
        for claim in after(&words, "there is only ").chain(after(&words, "there are only ")) {
            let mut parts = claim.split([' ', ',', '.', ';']);
            let (number, pips) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
            let pips: Pips = pips.trim_end_matches('s').parse().expect(claim);
            if word_of(self.supply(pips)) != number {
                self.fail(step, claim);
            }
        }
        // `two of the three 6s are on r0c0 and r0c1`, `the only 6 is on r0c0`.
        for (mark, all) in [(" of the ", false), ("he only ", true), ("oth ", true)] {
            for claim in after(&words, mark) {
                let Some((head, _)) = claim.split_once(" on ") else {
                    continue;
                };
                let head = head.trim_end_matches(" is").trim_end_matches(" are");
                let Some(pips) = head.split(' ').next_back() else {
                    continue;
                };
                let Ok(pips) = pips.trim_end_matches('s').parse::<Pips>() else {
                    continue;
                };
                let supply = self.supply(pips);
                let is_right = match (mark, all) {
                    (" of the ", _) => head.starts_with(&word_of(supply)),
                    ("oth ", _) => supply == 2 && self.shown(step, pips, &[]) >= 2,
                    _ => supply == 1,
                };
                if !is_right || self.shown(step, pips, &[]) == 0 {
                    self.fail(step, claim);
                }
            }
        }
        // `no domino has a 1 or 4`.
        for claim in after(&words, "no domino has a ") {
            for pips in numbers(claim) {
                if self.supply(pips) > 0 {
                    self.fail(step, claim);
                }
            }
        }
        // `there is no 3-6`, `1-1 is used`, `6-6 is excluded`.
        for claim in after(&words, "there is no ") {
            let claim = claim.split(" and ").next().unwrap_or(claim);
            if dominoes(claim)
                .iter()
                .any(|one| self.puzzle.dominoes().contains(one))
            {
                self.fail(step, claim);
            }
        }
        for clause in clauses {
            let is_used = clause.ends_with(" used");
            if is_used || clause.ends_with(" excluded") {
                for domino in dominoes(clause) {
                    let copies = self.puzzle.dominoes().iter();
                    let copies = copies.filter(|&&one| one == domino).count();
                    let used = step.premises.iter().filter(|premise| {
                        matches!(premise, Premise::Known(Statement::On(_, on), _) if *on == domino)
                    });
                    if copies == 0 || (is_used && used.count() < copies) {
                        self.fail(step, clause);
                    }
                }
            }
        }
        self.claims_of_dominoes(step, &words);
        self.claims_of_rules(step, &words);
    }

    /// `only 0-1 and 0-2 can cover r0c1`, `only 0-1 fits on r0c0 and r0c1`, `the domino 1-2 covers ...`.
    fn claims_of_dominoes(&mut self, step: &Step, words: &str) {
        let premises = self.premises(&step.premises);
        for claim in after(words, "only ") {
            let Some((listed, cell)) = claim.split_once(" can cover ") else {
                continue;
            };
            let starts = listed.starts_with(|one: char| one.is_ascii_digit());
            // The list of a later `only` is checked on its own.
            if !starts || listed.contains("only ") {
                continue;
            }
            let cell = cell.split([',', '.']).next().unwrap_or("");
            let cell = self.puzzle.find_cell(cell).expect(claim);
            let edges = self.puzzle.edges().iter().copied();
            let edges: Vec<Edge> = edges.filter(|edge| edge.ends().contains(&cell)).collect();
            self.only(step, claim, &premises, &edges, &dominoes(listed));
        }
        for (mark, there) in [
            (" fits on ", true),
            (" fit on ", true),
            (" fits there", false),
        ] {
            for claim in after(words, "only ") {
                let Some((listed, ends)) = claim.split_once(mark) else {
                    continue;
                };
                // `only 0-1 would fit on both` is about dominoes that are not there.
                if listed.contains("would") || listed.contains("only ") {
                    continue;
                }
                let listed = dominoes(listed);
                let starts = claim.starts_with(|one: char| one.is_ascii_digit());
                if listed.is_empty() || !starts {
                    continue;
                }
                let edges: Vec<Edge> = if there {
                    let mut names = ends.split(" and ");
                    let names = [names.next(), names.next()].map(|name| {
                        let name = name.and_then(|name| name.split([',', '.']).next());
                        name.and_then(|name| self.puzzle.find_cell(name))
                    });
                    let [Some(a), Some(b)] = names else {
                        self.fail(step, claim);
                    };
                    vec![Edge::between(a, b)]
                } else {
                    let edges = step.conclusions.iter().filter_map(|one| match one {
                        Statement::On(edge, _) => Some(*edge),
                        _ => None,
                    });
                    edges.collect()
                };
                self.only(step, claim, &premises, &edges, &listed);
            }
        }
    }

    /// No other domino than these can lie on some edges.
    fn only(
        &mut self,
        step: &Step,
        claim: &str,
        premises: &[Fact],
        edges: &[Edge],
        listed: &[Domino],
    ) {
        if listed
            .iter()
            .any(|one| !self.puzzle.dominoes().contains(one))
        {
            self.fail(step, claim);
        }
        let mut others = self.puzzle.dominoes().to_vec();
        others.sort_unstable();
        others.dedup();
        others.retain(|one| !listed.contains(one));
        for &edge in edges {
            for placed in others.iter().flat_map(|&domino| ways(edge, domino)) {
                if self.is_possible(premises, &[Fact::Lies(placed)]) {
                    self.fail(step, claim);
                }
            }
        }
    }

    /// What a region needs, what it takes and how far it reaches, and what all halves sum to.
    fn claims_of_rules(&mut self, step: &Step, words: &str) {
        for claim in after(words, "egion ") {
            let Some((name, rest)) = claim.split_once(" needs ") else {
                continue;
            };
            let Some(region) = self.region(name) else {
                continue;
            };
            let region = self.puzzle.region(region);
            let Rule::Sum(relation, target) = region.rule else {
                self.fail(step, claim);
            };
            let than = match relation {
                Relation::Equal => "",
                Relation::Less => "less than ",
                Relation::Greater => "more than ",
            };
            if !rest.starts_with(&format!("{than}{target} from ")) {
                self.fail(step, claim);
            }
            for sum in after(rest, "takes ").chain(after(rest, "leaves only ")) {
                let terms = terms(sum);
                let is_sum = terms.iter().sum::<i64>() == target;
                if sum.contains(" + ") && (!is_sum || terms.len() != region.cells.len()) {
                    self.fail(step, sum);
                }
            }
        }
        for claim in after(words, "at most ").chain(after(words, "at least ")) {
            if let Some((sum, total)) = claim.split_once(" = ") {
                let total = numbers(total).first().copied().map(i64::from);
                if terms(sum).iter().sum::<i64>() != total.unwrap_or(-1) {
                    self.fail(step, claim);
                }
            }
        }
        for claim in after(words, "halves sum to ") {
            let total: i64 = self.puzzle.halves().iter().map(|&one| i64::from(one)).sum();
            let is_all = words.starts_with("All halves");
            if is_all && numbers(claim).first().map(|&one| i64::from(one)) != Some(total) {
                self.fail(step, claim);
            }
        }
        // `only 5 and 6 are there at least four times`, `no value is left twice`.
        if let [region] = step.regions()[..]
            && self.puzzle.region(region).rule == Rule::Equal
        {
            let cells = &self.puzzle.region(region).cells;
            let enough = self.pips().into_iter().filter(|&pips| {
                self.supply(pips) - self.shown(step, pips, cells).min(self.supply(pips))
                    >= cells.len()
            });
            let enough: Vec<Pips> = enough.collect();
            for claim in after(words, "only ") {
                for there in [
                    " is there at",
                    " are there at",
                    " is left at",
                    " are left at",
                ] {
                    if let Some((listed, _)) = claim.split_once(there)
                        && numbers(listed) != enough
                    {
                        self.fail(step, claim);
                    }
                }
            }
            if words.contains("no value is there") || words.contains("no value is left") {
                assert!(enough.is_empty(), "{}: {words}", self.what);
            }
        }
    }

    fn region(&self, name: &str) -> Option<RegionId> {
        let mut regions = self.puzzle.region_ids();
        regions.find(|&one| self.puzzle.region(one).name == *name)
    }
}

/// What follows a mark, each time.
fn after<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(mark)
        .map(move |(at, _)| &text[at + mark.len()..])
}

fn word_of(number: usize) -> String {
    const WORDS: [&str; 11] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    WORDS
        .get(number)
        .map_or(number.to_string(), |word| (*word).to_owned())
}

/// The numbers of a list such as `1, 2 or 4`.
fn numbers(text: &str) -> Vec<Pips> {
    let mut numbers = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        match word.trim_end_matches(['.', ';']).parse() {
            Ok(number) => numbers.push(number),
            Err(_) if word == "or" || word == "and" => {}
            Err(_) => break,
        }
    }
    numbers
}

/// The terms of a sum such as `6 + 5`.
fn terms(text: &str) -> Vec<i64> {
    let mut terms = Vec::new();
    for word in text.split(' ') {
        match word.trim_end_matches(['.', ',', ';']).parse() {
            Ok(term) => terms.push(term),
            Err(_) if word == "+" => {}
            Err(_) => break,
        }
        if word.ends_with([',', '.', ';']) {
            break;
        }
    }
    terms
}

/// The dominoes of a list such as `1-2, 3-4 or 5-5`.
fn dominoes(text: &str) -> Vec<Domino> {
    let mut dominoes = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let halves = word.trim_end_matches(['.', ';']).split_once('-');
        let halves = halves.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match halves {
            Some((a, b)) => dominoes.push(Domino::new(a, b)),
            None if word == "or" || word == "and" || dominoes.is_empty() => {}
            None => break,
        }
    }
    dominoes
}

/// What was checked.
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
        let walked = walk(puzzle, &Partial::default(), &Limits::default()).expect("an answer");
        let mut checker = Checker::new(puzzle, what);
        checker.known = pipsc::hint::on_board(puzzle, &Partial::default());
        for hint in walked.map(|walk| walk.hints).unwrap_or_default() {
            checker.proof(&hint.proof, &[], None);
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
        let options = Options {
            conflicts: Some(20),
            ..Options::default()
        };
        let report = explain(puzzle, &options).expect("an answer");
        let Verdict::NoSolution { conflicts, .. } = report.verdict else {
            return;
        };
        for conflict in conflicts {
            if let Why::Proof(proof) = &conflict.why {
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
fn steps_of_hints_follow_and_say_what_is_true() {
    let mut checked = Checked::default();
    for number in 0..1_500 {
        checked.walk(&random::puzzle(number), &format!("puzzle {number}"));
    }
    assert!(checked.steps > 3_000, "{} steps", checked.steps);
    for technique in ["only neighbour", "only domino", "rule", "dominoes that fit"] {
        let count = checked.techniques[technique];
        assert!(count > 100, "{:?}", checked.techniques);
    }
}

#[test]
fn steps_of_conflicts_follow_and_say_what_is_true() {
    let mut checked = Checked::default();
    for number in 0..4_000 {
        let puzzle = random::puzzle(number);
        if puzzle.cells().len() <= 8 && referee::solutions(&puzzle, 1).is_empty() {
            checked.conflicts(&puzzle, &format!("puzzle {number}"));
        }
    }
    assert!(checked.steps > 500, "{} steps", checked.steps);
}

#[test]
fn steps_of_the_examples_follow_and_say_what_is_true() {
    let mut checked = Checked::default();
    for (file, _, puzzle) in crate::examples() {
        if !file.starts_with("double-") {
            checked.walk(&puzzle, &file);
            checked.conflicts(&puzzle, &file);
        }
    }
    assert!(checked.steps > 100, "{} steps", checked.steps);
}

/// A sentence said that there is neither 3-3 nor 6-6, which were there; one that only a double could lie
/// where the rule excluded the only one; one that a cell shows 0 because it shows less than 2.
#[test]
fn sentences_that_were_wrong_once() {
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
