//! Every step names what it rests on, and nothing else.
//!
//! For each step a formula is made of its premises alone: what cells show, where dominoes lie, and
//! each premise behind a switch. The premises and the opposite of the conclusions contradict each
//! other; without any one of the premises they do not. It shares no code with what finds the steps.

use std::collections::{BTreeMap, BTreeSet};

use pipsc::deduce::{Alternative, Premise, Proof, Source, Statement, Step};
use pipsc::explain::{Explanation, Options, Why, explain};
use pipsc::hint::Guide;
use pipsc::puzzle::{
    CellId, Domino, Edge, Fact, Partial, Pips, PlacedDomino, Puzzle, Region, RegionId, Relation,
    Rule,
};
use pipsc::solver::Limits;
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit};
use rustsat_batsat::BasicSolver;

use crate::random;
use crate::referee;

/// What the words of premises mean, as clauses.
struct Formula<'p> {
    puzzle: &'p Puzzle,
    solver: BasicSolver,
    next: u32,
    shows: Vec<BTreeMap<Pips, Lit>>,
    joined: BTreeMap<Edge, Lit>,
    lies: BTreeMap<PlacedDomino, Lit>,
    on: BTreeMap<(Edge, Domino), Lit>,
    copies: BTreeMap<Domino, usize>,
    /// What the cells of regions sum to.
    sums: BTreeMap<RegionId, Vec<(Lit, i64)>>,
}

impl<'p> Formula<'p> {
    /// A cell shows one of the pips that there are, a cell is under at most one domino, and a
    /// domino shows its halves. No domino lies on any other edges than these.
    fn new(puzzle: &'p Puzzle, edges: &BTreeSet<Edge>) -> Self {
        let mut formula = Formula {
            puzzle,
            solver: BasicSolver::default(),
            next: 0,
            shows: Vec::new(),
            joined: BTreeMap::new(),
            lies: BTreeMap::new(),
            on: BTreeMap::new(),
            copies: BTreeMap::new(),
            sums: BTreeMap::new(),
        };
        for &domino in puzzle.dominoes() {
            *formula.copies.entry(domino).or_default() += 1;
        }
        let mut pips = puzzle.halves();
        pips.dedup();
        for _ in puzzle.cells() {
            let shown: BTreeMap<Pips, Lit> = pips.iter().map(|&p| (p, formula.lit())).collect();
            let lits: Vec<Lit> = shown.values().copied().collect();
            formula.clause(&lits);
            formula.at_most_one(&lits);
            formula.shows.push(shown);
        }
        for &edge in edges {
            let joined = formula.lit();
            let _ = formula.joined.insert(edge, joined);
            for domino in formula.copies.keys().copied().collect::<Vec<_>>() {
                let on = formula.lit();
                let _ = formula.on.insert((edge, domino), on);
                let (low, high) = (domino.low(), domino.high());
                let mut ways = vec![PlacedDomino::new((edge.a, low), (edge.b, high))];
                if low != high {
                    ways.push(PlacedDomino::new((edge.a, high), (edge.b, low)));
                }
                let mut some = vec![!on];
                for placed in ways {
                    let lies = formula.lit();
                    let _ = formula.lies.insert(placed, lies);
                    formula.clause(&[!lies, on]);
                    some.push(lies);
                    for (cell, pips) in placed.halves() {
                        let shows = formula.shows[cell.index()][&pips];
                        formula.clause(&[!lies, shows]);
                    }
                }
                formula.clause(&some);
                formula.clause(&[!on, joined]);
            }
            let there: Vec<Lit> = formula.on_edge(edge);
            formula.at_most_one(&there);
        }
        for cell in puzzle.cell_ids() {
            let at = formula.joined_at(cell);
            formula.at_most_one(&at);
        }
        formula
    }

    fn lit(&mut self) -> Lit {
        self.next += 1;
        Lit::positive(self.next - 1)
    }

    fn clause(&mut self, lits: &[Lit]) {
        let clause: Clause = lits.iter().copied().collect();
        self.solver.add_clause(clause).expect("memory");
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        for (at, &one) in lits.iter().enumerate() {
            for &other in &lits[..at] {
                self.clause(&[!one, !other]);
            }
        }
    }

    fn on_edge(&self, edge: Edge) -> Vec<Lit> {
        let on = self.on.iter();
        on.filter(|((other, _), _)| *other == edge)
            .map(|(_, lit)| *lit)
            .collect()
    }

    fn joined_at(&self, cell: CellId) -> Vec<Lit> {
        let at = self.joined.iter();
        at.filter(|(edge, _)| edge.ends().contains(&cell))
            .map(|(_, lit)| *lit)
            .collect()
    }

    /// Literals with sums: that of the sum of one weight of each term is true. The literals of a
    /// term exclude each other; if none of them is true, the term weighs nothing.
    fn sums(&mut self, terms: &[Vec<(Lit, i64)>]) -> Vec<(Lit, i64)> {
        let mut sums: BTreeMap<i64, Lit> = BTreeMap::new();
        let start = self.lit();
        self.clause(&[start]);
        let _ = sums.insert(0, start);
        for term in terms {
            let mut next: BTreeMap<i64, Lit> = BTreeMap::new();
            for (sum, before) in sums {
                let mut none = vec![!before];
                for &(lit, weight) in term {
                    none.push(lit);
                    let after = match next.get(&(sum + weight)) {
                        Some(&after) => after,
                        None => self.lit(),
                    };
                    let _ = next.insert(sum + weight, after);
                    self.clause(&[!before, !lit, after]);
                }
                let after = match next.get(&sum) {
                    Some(&after) => after,
                    None => self.lit(),
                };
                let _ = next.insert(sum, after);
                none.push(after);
                self.clause(&none);
            }
            sums = next;
        }
        sums.into_iter().map(|(sum, lit)| (lit, sum)).collect()
    }

    /// If `switch`, a sum is allowed.
    fn allow(&mut self, switch: Lit, sums: &[(Lit, i64)], allowed: impl Fn(i64) -> bool) {
        for &(lit, sum) in sums {
            if !allowed(sum) {
                self.clause(&[!switch, !lit]);
            }
        }
    }

    /// If `switch`, the sum of one weight of each term is allowed.
    fn sum(&mut self, switch: Lit, terms: &[Vec<(Lit, i64)>], allowed: impl Fn(i64) -> bool) {
        let sums = self.sums(terms);
        self.allow(switch, &sums, allowed);
    }

    /// What the cells of a region sum to.
    fn sum_of(&mut self, region: RegionId) -> Vec<(Lit, i64)> {
        if let Some(sums) = self.sums.get(&region) {
            return sums.clone();
        }
        let terms = self.terms(&self.puzzle.region(region).cells);
        let sums = self.sums(&terms);
        let _ = self.sums.insert(region, sums.clone());
        sums
    }

    fn terms(&self, cells: &[CellId]) -> Vec<Vec<(Lit, i64)>> {
        let term = |cell: &CellId| {
            let shows = self.shows[cell.index()].iter();
            shows.map(|(&pips, &lit)| (lit, i64::from(pips))).collect()
        };
        cells.iter().map(term).collect()
    }

    /// How often pips are shown on the whole board.
    fn times(&self, pips: Pips) -> Vec<Vec<(Lit, i64)>> {
        let shown = self.shows.iter().map(|shows| vec![(shows[&pips], 1)]);
        shown.collect()
    }

    /// A switch for a premise.
    fn premise(&mut self, premise: &Premise) -> Lit {
        let switch = self.lit();
        match premise {
            Premise::Rule(region) => self.rule(switch, *region),
            Premise::AtMost(pips, halves) => {
                let times = self.times(*pips);
                self.sum(switch, &times, |sum| sum <= *halves as i64);
            }
            Premise::AtLeast(pips, halves) => {
                let times = self.times(*pips);
                self.sum(switch, &times, |sum| sum >= *halves as i64);
            }
            Premise::Total(total) => {
                // Region by region, or else a solver looks for it for minutes.
                let free = |cell: &CellId| self.puzzle.region_of(*cell).is_none();
                let cells: Vec<CellId> = self.puzzle.cell_ids().filter(free).collect();
                let mut terms = self.terms(&cells);
                for region in self.puzzle.region_ids() {
                    terms.push(self.sum_of(region));
                }
                self.sum(switch, &terms, |sum| sum == *total);
            }
            Premise::Dominoes => {
                for (edge, joined) in self.joined.clone() {
                    let mut some = self.on_edge(edge);
                    some.extend([!switch, !joined]);
                    self.clause(&some);
                }
                for (domino, copies) in self.copies.clone() {
                    let on = self.on.iter().filter(|((_, other), _)| *other == domino);
                    let on: Vec<_> = on.map(|(_, &lit)| vec![(lit, 1)]).collect();
                    self.sum(switch, &on, |sum| sum <= copies as i64);
                }
            }
            Premise::Used(domino, copies) => {
                let on = self.on.iter().filter(|((_, other), _)| other == domino);
                let on: Vec<_> = on.map(|(_, &lit)| vec![(lit, 1)]).collect();
                self.sum(switch, &on, |sum| sum >= *copies as i64);
            }
            Premise::Cover(cell) => {
                let mut some = self.joined_at(*cell);
                some.push(!switch);
                self.clause(&some);
            }
            Premise::Known(statement, _) => {
                let opposite = self.opposite(statement);
                for lit in opposite {
                    self.clause(&[!switch, !lit]);
                }
            }
        }
        switch
    }

    fn rule(&mut self, switch: Lit, region: RegionId) {
        let Region { rule, cells, .. } = self.puzzle.region(region);
        match *rule {
            Rule::Sum(relation, target) => {
                let sums = self.sum_of(region);
                self.allow(switch, &sums, |sum| match relation {
                    Relation::Equal => sum == target,
                    Relation::Less => sum < target,
                    Relation::Greater => sum > target,
                });
            }
            Rule::Equal | Rule::Unequal => {
                for (at, one) in cells.iter().enumerate() {
                    for other in &cells[..at] {
                        for (pips, shows) in self.shows[one.index()].clone() {
                            let also = self.shows[other.index()][&pips];
                            let also = if *rule == Rule::Equal { also } else { !also };
                            self.clause(&[!switch, !shows, also]);
                        }
                    }
                }
            }
            Rule::Empty => {}
        }
    }

    /// Literals of which one is true exactly if a statement is false.
    fn opposite(&self, statement: &Statement) -> Vec<Lit> {
        match statement {
            Statement::Shows(cell, pips) => {
                let shows = self.shows[cell.index()].iter();
                shows
                    .filter(|(other, _)| !pips.contains(other))
                    .map(|(_, lit)| *lit)
                    .collect()
            }
            Statement::Joined(edge) => vec![!self.joined[edge]],
            Statement::Apart(edge) => vec![self.joined[edge]],
            Statement::On(edge, domino) => vec![!self.on[&(*edge, *domino)]],
            Statement::Not(placed) => placed.iter().map(|one| self.lies[one]).collect(),
            Statement::Impossible => vec![],
        }
    }

    fn fact(&self, fact: Fact) -> Lit {
        match fact {
            Fact::Shows(cell, pips) => self.shows[cell.index()][&pips],
            Fact::ShowsNot(cell, pips) => !self.shows[cell.index()][&pips],
            Fact::Joined(edge) => self.joined[&edge],
            Fact::Apart(edge) => !self.joined[&edge],
            Fact::Lies(placed) => self.lies[&placed],
            Fact::LiesNot(placed) => !self.lies[&placed],
            Fact::Rule(_) | Fact::NotExcluded => panic!("no alternative"),
        }
    }

    fn is_possible(&mut self, assumed: &[Lit]) -> bool {
        let result = self.solver.solve_assumps(assumed).expect("an answer");
        assert!(result != SolverResult::Interrupted);
        result == SolverResult::Sat
    }
}

/// What was seen in a test.
#[derive(Default)]
struct Seen {
    steps: usize,
    cases: usize,
    techniques: BTreeMap<&'static str, usize>,
    /// What does not follow from its premises, or follows from fewer.
    wrong: Vec<String>,
    /// What follows from fewer premises only if several regions are thought of at once, where the
    /// technique takes one after the other.
    roundabout: usize,
}

impl Seen {
    fn assert_right(&self) {
        assert!(
            self.roundabout * 500 <= self.steps,
            "{} of {} steps are roundabout",
            self.roundabout,
            self.steps
        );
        let some: Vec<&String> = self.wrong.iter().take(20).collect();
        assert!(
            some.is_empty(),
            "{} are wrong, such as {some:#?}",
            self.wrong.len()
        );
    }
}

struct Checker<'a> {
    puzzle: &'a Puzzle,
    what: String,
    /// What is known before.
    known: &'a [Fact],
    seen: &'a mut Seen,
}

/// What may be referred to where a step stands.
#[derive(Clone, Default)]
struct Scope {
    steps: Vec<(usize, Vec<Statement>)>,
    supposed: Vec<Fact>,
}

impl Checker<'_> {
    /// Premises imply what they are said to imply about some edges; without any one of them they
    /// do not.
    fn imply(
        &mut self,
        premises: &[Premise],
        about: Vec<Edge>,
        against: &dyn Fn(&Formula<'_>) -> Vec<Vec<Lit>>,
        words: &str,
    ) {
        // Where nobody speaks of a domino, none need lie.
        let mut edges = BTreeSet::from_iter(about);
        for premise in premises {
            edges.extend(self.edges_of_premise(premise));
        }
        let mut formula = Formula::new(self.puzzle, &edges);
        let switches: Vec<Lit> = premises.iter().map(|one| formula.premise(one)).collect();
        for clause in against(&formula) {
            formula.clause(&clause);
        }
        let what = format!("{}: {words}\n{premises:?}", self.what);
        if formula.is_possible(&switches) {
            self.seen.wrong.push(format!("{what}\ndoes not follow"));
        }
        let spare = (0..switches.len()).filter(|&left_out| {
            let mut fewer = switches.clone();
            let _ = fewer.remove(left_out);
            !formula.is_possible(&fewer)
        });
        let spare: Vec<&Premise> = spare.map(|left_out| &premises[left_out]).collect();
        let regions = premises
            .iter()
            .filter(|one| matches!(one, Premise::Rule(_)));
        if spare.is_empty() {
        } else if regions.count() > 1 {
            self.seen.roundabout += 1;
        } else {
            let wrong = format!("{what}\nfollows without any one of {spare:?}");
            self.seen.wrong.push(wrong);
        }
    }

    /// The edges that a premise speaks of.
    fn edges_of_premise(&self, premise: &Premise) -> Vec<Edge> {
        let edges = self.puzzle.edges().iter().copied();
        match premise {
            Premise::Cover(cell) => edges.filter(|edge| edge.ends().contains(cell)).collect(),
            Premise::Used(..) => edges.collect(),
            Premise::Known(statement, _) => edges_of(statement),
            // That there are no other dominoes says nothing about where one lies.
            Premise::Dominoes
            | Premise::Rule(_)
            | Premise::AtMost(..)
            | Premise::AtLeast(..)
            | Premise::Total(_) => Vec::new(),
        }
    }

    /// Every premise was given or shown before.
    fn grounded(&self, premises: &[Premise], scope: &Scope, words: &str) {
        for premise in premises {
            let Premise::Known(statement, source) = premise else {
                continue;
            };
            let facts = match source {
                Source::Given => self.known,
                Source::Supposed => &scope.supposed,
                Source::Step(number) => {
                    let step = scope.steps.iter().find(|(other, _)| other == number);
                    let (_, said) = step.unwrap_or_else(|| panic!("{}: {words}", self.what));
                    assert!(
                        said.contains(statement),
                        "{}: {words}\n{statement:?}",
                        self.what
                    );
                    continue;
                }
            };
            assert!(
                stated(facts, statement),
                "{}: {words}\n{statement:?}",
                self.what
            );
        }
    }

    /// The words name every region and every cell that matters.
    fn named(&self, premises: &[Premise], conclusions: &[Statement], words: &str) {
        let first = words.chars().next().expect("words");
        assert!(first.is_uppercase() && words.ends_with('.'), "{words}");
        assert!(!words.contains("  ") && !words.contains(" ,"), "{words}");
        let statements = premises.iter().filter_map(|premise| match premise {
            Premise::Known(statement, _) => Some(statement),
            _ => None,
        });
        for cell in statements.chain(conclusions).flat_map(Statement::cells) {
            let name = &self.puzzle.cell(cell).name;
            assert!(
                words.contains(&name.to_string()),
                "{}: {name} in {words}",
                self.what
            );
        }
        for premise in premises {
            let said = match premise {
                Premise::Rule(region) => {
                    let name = &self.puzzle.region(*region).name;
                    words.contains(&format!("egion {name}")) || words.contains(&format!(" {name}"))
                }
                Premise::AtMost(pips, _) | Premise::AtLeast(pips, _) => {
                    words.contains(&pips.to_string())
                        || words.contains("only")
                        || words.contains("no value")
                        || words.contains("halves sum to")
                }
                Premise::Total(sum) => words.contains(&format!("sum to {sum}")),
                Premise::Dominoes => {
                    let says = ["domino", "can cover", "fit"];
                    says.iter().any(|one| words.contains(one))
                }
                Premise::Used(domino, _) => words.contains(&domino.to_string()),
                Premise::Cover(_) => {
                    let says = ["neighbour", "cover", "share", "domino"];
                    says.iter().any(|one| words.contains(one))
                }
                Premise::Known(..) => true,
            };
            assert!(said, "{}: {premise:?} in {words}", self.what);
        }
    }

    fn step(&mut self, step: &Step, scope: &mut Scope) {
        let words = format!("{}. {}", step.number, step.words);
        self.imply(
            &step.premises,
            step.conclusions.iter().flat_map(edges_of).collect(),
            &|formula| {
                if step.conclusions == [Statement::Impossible] {
                    return Vec::new();
                }
                let conclusions = step.conclusions.iter();
                vec![conclusions.flat_map(|one| formula.opposite(one)).collect()]
            },
            &words,
        );
        self.grounded(&step.premises, scope, &words);
        self.named(&step.premises, &step.conclusions, &step.words);
        assert!(scope.steps.iter().all(|(number, _)| *number < step.number));
        scope.steps.push((step.number, step.conclusions.clone()));
        self.seen.steps += 1;
        *self.seen.techniques.entry(step.technique).or_default() += 1;
    }

    fn split(&mut self, split: &Alternative, scope: &Scope) {
        let against = |formula: &Formula<'_>| {
            let options = split.options.iter();
            options.map(|&option| vec![!formula.fact(option)]).collect()
        };
        let about = split.options.iter().filter_map(|option| match option {
            Fact::Joined(edge) | Fact::Apart(edge) => Some(*edge),
            Fact::Lies(placed) | Fact::LiesNot(placed) => Some(placed.edge()),
            Fact::Shows(..) | Fact::ShowsNot(..) | _ => None,
        });
        self.imply(&split.premises, about.collect(), &against, &split.words);
        self.grounded(&split.premises, scope, &split.words);
        self.named(&split.premises, &[], &split.words);
        self.seen.cases += 1;
    }

    /// A proof that some facts are so, or that nothing is possible if there are none.
    fn proof(&mut self, proof: &Proof, facts: &[Fact], scope: &Scope) {
        let mut scope = scope.clone();
        match proof {
            Proof::Chain(steps) => {
                for step in steps {
                    self.step(step, &mut scope);
                }
                let last = steps.last().expect("a step");
                if facts.is_empty() {
                    assert_eq!(last.conclusions, [Statement::Impossible], "{}", self.what);
                }
                let said: Vec<&Statement> = scope.steps.iter().flat_map(|(_, said)| said).collect();
                for &fact in facts {
                    let known = |fact| self.known.contains(&fact) || says(&said, fact);
                    let so = match fact {
                        Fact::Lies(placed) => {
                            let mut halves = placed.halves().into_iter();
                            let shown = |(cell, pips)| {
                                let lies = |one: &Fact| matches!(one, Fact::Lies(p) if p.halves().contains(&(cell, pips)));
                                known(Fact::Shows(cell, pips)) || self.known.iter().any(lies)
                            };
                            let on = Statement::On(placed.edge(), placed.domino());
                            halves.all(shown) && said.contains(&&on)
                        }
                        other => known(other),
                    };
                    assert!(so, "{}: {fact:?} is not said in {proof:#?}", self.what);
                }
            }
            Proof::Cases {
                before,
                split,
                cases,
            } => {
                for step in before {
                    self.step(step, &mut scope);
                }
                self.split(split, &scope);
                let open = split.options.iter();
                let open: Vec<&Fact> = open
                    .filter(|option| !cases.iter().any(|case| case.supposed == **option))
                    .collect();
                assert_eq!(open, facts.iter().collect::<Vec<_>>(), "{}", self.what);
                for case in cases {
                    let mut inside = scope.clone();
                    inside.supposed.push(case.supposed);
                    self.proof(&case.proof, &[], &inside);
                }
            }
            Proof::Search(_) | Proof::Solver => {}
        }
    }
}

/// The edges that a statement speaks of.
fn edges_of(statement: &Statement) -> Vec<Edge> {
    match statement {
        Statement::Joined(edge) | Statement::Apart(edge) | Statement::On(edge, _) => vec![*edge],
        Statement::Not(placed) => placed.iter().map(|one| one.edge()).collect(),
        Statement::Shows(..) | Statement::Impossible => Vec::new(),
    }
}

/// Whether a statement says a fact.
fn says(said: &[&Statement], fact: Fact) -> bool {
    said.iter().any(|statement| match (statement, fact) {
        (Statement::Shows(cell, pips), Fact::Shows(other, only)) => {
            *cell == other && *pips == [only]
        }
        (Statement::Joined(edge) | Statement::On(edge, _), Fact::Joined(other)) => *edge == other,
        _ => false,
    })
}

/// Whether facts state something, by what their words mean.
fn stated(facts: &[Fact], statement: &Statement) -> bool {
    let shown = |cell: CellId| {
        facts.iter().find_map(|fact| match fact {
            Fact::Shows(other, pips) => (*other == cell).then_some(*pips),
            Fact::Lies(placed) => {
                let mut halves = placed.halves().into_iter();
                halves
                    .find(|(other, _)| *other == cell)
                    .map(|(_, pips)| pips)
            }
            _ => None,
        })
    };
    let joined = |edge: Edge| {
        facts.iter().any(|fact| match fact {
            Fact::Joined(other) => *other == edge,
            Fact::Lies(placed) => placed.edge() == edge,
            _ => false,
        })
    };
    match statement {
        Statement::Shows(cell, pips) => {
            let not = |pips: &Pips| facts.contains(&Fact::ShowsNot(*cell, *pips));
            match shown(*cell) {
                Some(only) => *pips == [only],
                None => {
                    facts.iter().any(|fact| match fact {
                        Fact::ShowsNot(other, gone) => other == cell && !pips.contains(gone),
                        _ => false,
                    }) && !pips.iter().any(not)
                }
            }
        }
        Statement::Joined(edge) => joined(*edge),
        Statement::On(edge, domino) => {
            let halves = edge.ends().map(shown);
            let [Some(a), Some(b)] = halves else {
                return false;
            };
            joined(*edge) && Domino::new(a, b) == *domino
        }
        Statement::Apart(edge) => facts.contains(&Fact::Apart(*edge)),
        Statement::Not(placed) => {
            let mut placed = placed.iter();
            placed.all(|&one| facts.contains(&Fact::LiesNot(one)))
        }
        Statement::Impossible => false,
    }
}

/// Checks every step of every hint, as far as anything is forced.
fn check_walk(puzzle: &Puzzle, what: &str, seen: &mut Seen) {
    let guide = Guide::new(puzzle, &Partial::default(), &Limits::default());
    let Ok(mut guide) = guide.unwrap_or_else(|error| panic!("{error}")) else {
        return;
    };
    while let Some(hint) = guide.hint().unwrap_or_else(|error| panic!("{error}")) {
        let known = guide.known().to_vec();
        let mut checker = Checker {
            puzzle,
            what: format!("{what}, {:?}", hint.facts()),
            known: &known,
            seen,
        };
        checker.proof(&hint.proof, hint.facts(), &Scope::default());
        guide.learn_all(hint.facts());
    }
}

/// Checks every step of every conflict.
fn check_conflicts(puzzle: &Puzzle, what: &str, seen: &mut Seen) {
    let options = Options {
        conflicts: Some(20),
        ..Options::default()
    };
    let explained = explain(puzzle, &options).unwrap_or_else(|error| panic!("{error}"));
    let Explanation::NoSolution { conflicts, .. } = explained else {
        return;
    };
    for conflict in conflicts {
        let Why::Proof(proof) = &conflict.why else {
            continue;
        };
        let pins = conflict.demands.iter().filter_map(|demand| match demand {
            Fact::Shows(cell, pips) => Some(Fact::Shows(*cell, *pips)),
            _ => None,
        });
        let mut checker = Checker {
            puzzle,
            what: what.to_owned(),
            known: &pins.collect::<Vec<_>>(),
            seen,
        };
        checker.proof(proof, &[], &Scope::default());
    }
}

#[test]
fn steps_of_hints_follow_from_their_premises_and_from_no_fewer() {
    let mut seen = Seen::default();
    for number in 0..1_500 {
        let puzzle = random::puzzle(number);
        check_walk(&puzzle, &format!("puzzle {number}"), &mut seen);
    }
    seen.assert_right();
    assert!(seen.steps > 3_000, "{} steps", seen.steps);
    for technique in ["only neighbour", "only domino", "rule", "dominoes that fit"] {
        assert!(seen.techniques[technique] > 100, "{:?}", seen.techniques);
    }
}

#[test]
fn steps_of_conflicts_follow_from_their_premises_and_from_no_fewer() {
    let mut seen = Seen::default();
    for number in 0..4_000 {
        let puzzle = random::puzzle(number);
        if puzzle.cells().len() <= 8 && referee::solutions(&puzzle, 1).is_empty() {
            check_conflicts(&puzzle, &format!("puzzle {number}"), &mut seen);
        }
    }
    seen.assert_right();
    assert!(
        seen.steps > 500 && seen.cases > 0,
        "{} steps, {} cases",
        seen.steps,
        seen.cases
    );
}

#[test]
fn steps_of_the_examples_follow_from_their_premises_and_from_no_fewer() {
    let mut seen = Seen::default();
    for (file, _, puzzle) in crate::examples() {
        if file.starts_with("double-") {
            continue;
        }
        check_walk(&puzzle, &file, &mut seen);
        check_conflicts(&puzzle, &file, &mut seen);
    }
    seen.assert_right();
    assert!(seen.steps > 100, "{} steps", seen.steps);
}

/// The walks through the newspaper's puzzles, if they are there.
#[test]
fn steps_of_all_newspapers_follow_from_their_premises() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/nyt");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("NOT TESTED: the newspaper's puzzles are not there");
        return;
    };
    let mut seen = Seen::default();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.display().to_string();
        if !name.ends_with(".json") {
            continue;
        }
        let text = std::fs::read(&path).expect("a file");
        let document = pipsc::formats::read(&text, None).expect("a day");
        for level in document.levels() {
            let puzzle = document.pick(Some(level)).expect("a level");
            check_walk(puzzle, &format!("{name} {level}"), &mut seen);
        }
    }
    seen.assert_right();
    assert!(seen.steps > 50, "{} steps", seen.steps);
}
