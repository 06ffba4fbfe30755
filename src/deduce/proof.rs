//! Proofs: steps with their premises, made from what was found.
//!
//! What was found is gone through from the end. Of each finding only what is needed later is a
//! conclusion, and what these conclusions rest on is needed in turn; a finding of which nothing is
//! needed is left out. Then the steps are numbered and put into words.

use std::cell::Cell;
use std::rc::Rc;

use super::basis::{Basis, Whole};
use super::cases::{Alternatives, Sketch, Split, of_cases, of_search};
use super::chain::{Found, Goal};
use super::ground::KindId;
use super::knowledge::{Item, Knowledge, Source};
use super::look::{Finding, Given, Technique, View};
use super::looker::Reasoner;
use super::step::{Premise, Statement, Step};
use super::telling::Telling;
use super::wording;
use crate::puzzle::{CellId, Fact};

/// Why something is so.
#[derive(Debug, Clone, PartialEq)]
pub enum Proof {
    /// It can be seen, step by step.
    Chain(Vec<Step>),
    /// All but one of the alternatives break down, or all of them.
    Cases {
        /// The steps that leave these alternatives.
        before: Vec<Step>,
        /// Why there are no others.
        split: Alternative,
        /// The alternatives that break down.
        cases: Vec<Case>,
    },
    /// A search through so many dead ends says so.
    Search(usize),
    /// Only the solver says so.
    Solver,
}

/// The alternatives that there are.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// What they rest on, and nothing else.
    pub premises: Vec<Premise>,
    /// One of these is so.
    pub options: Vec<Fact>,
    /// Both in a sentence.
    pub words: String,
}

/// An alternative that breaks down.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// What is supposed.
    pub supposed: Fact,
    /// Why that cannot be.
    pub proof: Proof,
}

impl Proof {
    /// Every step, in the order in which it is told, those of the cases among them.
    pub fn steps(&self) -> Vec<&Step> {
        match self {
            Proof::Chain(steps) => steps.iter().collect(),
            Proof::Cases { before, cases, .. } => {
                let inner = cases.iter().flat_map(|case| case.proof.steps());
                before.iter().chain(inner).collect()
            }
            Proof::Search(_) | Proof::Solver => Vec::new(),
        }
    }

    /// How hard it is to find.
    pub fn weight(&self) -> f64 {
        let weight = |steps: &[Step]| steps.iter().map(|step| step.weight).sum::<f64>();
        match self {
            Proof::Chain(steps) => weight(steps),
            Proof::Cases { before, cases, .. } => {
                let cases = cases.iter().map(|case| case.proof.weight());
                of_cases(weight(before), cases)
            }
            Proof::Search(ends) => of_search(*ends),
            Proof::Solver => Sketch::Solver.weight(),
        }
    }
}

/// A finding with what it rests on, before it is put into words.
struct Draft<'a> {
    /// Tells the findings of one proof apart.
    id: usize,
    technique: &'a Technique,
    /// As it is seen from the basis.
    finding: Rc<Finding>,
    basis: Basis<'a>,
    /// What follows; nothing is possible if there is nothing here.
    concluded: Vec<Item>,
}

enum DraftProof<'a> {
    Chain(Vec<Draft<'a>>),
    Cases {
        before: Vec<Draft<'a>>,
        split: Split,
        basis: Box<Basis<'a>>,
        options: Vec<Fact>,
        cases: Vec<(Fact, DraftProof<'a>)>,
    },
    Search(usize),
    Solver,
}

/// Findings in the order in which they were made, with what is known after them.
struct Made<'a> {
    knowledge: Knowledge<'a>,
    /// Each with where what it adds to the trail begins.
    found: Vec<(usize, &'a Found<'a>, usize)>,
}

impl Reasoner<'_> {
    /// Why a goal follows, as simply as can be found. It must be known that it does follow.
    pub fn prove(&self, known: &Knowledge<'_>, goal: &Goal) -> Proof {
        self.tell(known, &self.sketch(known, goal), goal)
    }

    /// Of some facts, those that the last finding of a sketch comes to.
    pub fn at_once(&self, known: &Knowledge<'_>, sketch: &Sketch<'_>, facts: &[Fact]) -> Vec<Fact> {
        let Sketch::Steps(steps) = sketch else {
            return Vec::new();
        };
        let Some((last, before)) = steps.0.split_last() else {
            let knows = |fact: &Fact| known.knows(*fact);
            return facts.iter().copied().filter(knows).collect();
        };
        let mut knowledge = known.clone();
        for found in before {
            knowledge.learn(&found.finding.excluded, Source::Given);
        }
        let news: Vec<Item> = last.finding.excluded.items(&knowledge);
        knowledge.learn(&last.finding.excluded, Source::Given);
        let ground = self.ground();
        let is_new = |&fact: &Fact| {
            let stated = |item: &Item| match (item, fact) {
                (Item::Values(cell, _), Fact::Shows(other, _)) => *cell == other,
                (Item::Joined(edge), Fact::Joined(other)) => ground.edge(*edge) == other,
                (Item::On(edge, _), Fact::Lies(placed)) => ground.edge(*edge) == placed.edge(),
                _ => false,
            };
            knowledge.knows(fact) && news.iter().any(stated)
        };
        facts.iter().copied().filter(is_new).collect()
    }

    /// Puts a reason into words.
    pub fn tell(&self, known: &Knowledge<'_>, sketch: &Sketch<'_>, goal: &Goal) -> Proof {
        let mut ids = 0;
        let (draft, _) = self.draft(known.clone(), sketch, goal, &mut ids);
        // What was not looked at to the end is nothing to rely on.
        if self.is_stopped() {
            return Proof::Solver;
        }
        let mut numbers = Numbers(vec![0; ids], 0);
        match self.worded(draft, &mut numbers) {
            Proof::Chain(steps) if steps.is_empty() => Proof::Chain(vec![self.evident(goal)]),
            proof => proof,
        }
    }

    /// What takes no look at all: with one value alone every cell shows it.
    fn evident(&self, goal: &Goal) -> Step {
        let facts = match goal {
            Goal::Facts(facts) => &facts[..],
            Goal::Contradiction => &[],
        };
        let shown = facts.iter().filter_map(|fact| match fact {
            Fact::Shows(cell, pips) => Some(Statement::Shows(*cell, vec![*pips])),
            Fact::Rule(_)
            | Fact::NotExcluded
            | Fact::ShowsNot(..)
            | Fact::Joined(_)
            | Fact::Apart(_)
            | Fact::Lies(_)
            | Fact::LiesNot(_) => None,
        });
        let ground = self.ground();
        let shown: Vec<Statement> = shown.collect();
        let cells: Vec<CellId> = shown.iter().flat_map(Statement::cells).collect();
        let all = wording::values(ground, ground.all_values());
        let verb = if cells.len() == 1 { "shows" } else { "show" };
        let names = wording::cells(ground, &cells);
        let words = format!("Every half shows {all}, so {names} {verb} {all}.");
        Step::new(("supply", 0.5), 1, Vec::new(), shown, words)
    }

    /// What a sketch rests on, with which of what is known it needs.
    fn draft<'a>(
        &'a self,
        known: Knowledge<'a>,
        sketch: &'a Sketch<'a>,
        goal: &Goal,
        ids: &mut usize,
    ) -> (DraftProof<'a>, Vec<bool>) {
        let start = known.trail().len();
        match sketch {
            Sketch::Steps(steps) => {
                let made = made(known, &steps.0, ids);
                let mut needed = vec![false; made.knowledge.trail().len()];
                if let Goal::Facts(facts) = goal {
                    for &fact in facts {
                        need(&made.knowledge, fact, &mut needed);
                    }
                }
                let drafts = self.backwards(&made, &mut needed);
                needed.truncate(start);
                (DraftProof::Chain(drafts), needed)
            }
            Sketch::Cases(all) => self.draft_cases(known, all, ids),
            Sketch::Search(ends) => (DraftProof::Search(*ends), vec![false; start]),
            Sketch::Solver => (DraftProof::Solver, vec![false; start]),
        }
    }

    fn draft_cases<'a>(
        &'a self,
        known: Knowledge<'a>,
        all: &'a Alternatives<'a>,
        ids: &mut usize,
    ) -> (DraftProof<'a>, Vec<bool>) {
        let start = known.trail().len();
        let made = made(known, &all.before, ids);
        let mut needed = vec![false; made.knowledge.trail().len()];
        let mut cases = Vec::new();
        for (supposed, case) in &all.cases {
            let mut inside = made.knowledge.clone();
            inside.assume(&[*supposed], Source::Supposed);
            let (draft, also) = self.draft(inside, case, &Goal::Contradiction, ids);
            for (needed, also) in needed.iter_mut().zip(also) {
                *needed |= also;
            }
            cases.push((*supposed, draft));
        }
        let (split, options) = (all.split, all.options.clone());
        let whole = Whole {
            ground: self.ground(),
            trail: made.knowledge.trail(),
            rules: &[],
            given: &split.uses(),
            is_stopped: &|| self.is_stopped(),
        };
        let basis = whole.basis(&|view| {
            let mut open = split.options(view.knowledge).into_iter();
            split.is_all(view) && open.all(|option| options.contains(&option))
        });
        for &place in &basis.places {
            needed[place] = true;
        }
        let before = self.backwards(&made, &mut needed);
        needed.truncate(start);
        let draft = DraftProof::Cases {
            before,
            split,
            basis: Box::new(basis),
            options,
            cases,
        };
        (draft, needed)
    }

    /// What findings rest on, from the last to the first, as far as they are needed.
    fn backwards<'a>(&'a self, made: &Made<'a>, needed: &mut [bool]) -> Vec<Draft<'a>> {
        let trail = made.knowledge.trail();
        let mut until = trail.len();
        let mut drafts = Vec::new();
        for &(id, found, from) in made.found.iter().rev() {
            let places = from..until;
            until = from;
            // Which domino lies somewhere is said as a whole.
            let whole = places.clone().any(|place| needed[place])
                && !found.finding.excluded.laid.is_empty();
            let concluded = places.filter(|&place| whole || needed[place]);
            let concluded: Vec<Item> = concluded.map(|place| trail[place].0.clone()).collect();
            let end = found.finding.excluded.everything;
            if concluded.is_empty() && !end {
                continue;
            }
            let known = &trail[..from];
            let whole = Whole {
                ground: self.ground(),
                trail: known,
                rules: &found.finding.rules,
                given: &found.finding.uses,
                is_stopped: &|| self.is_stopped(),
            };
            let (basis, finding) = whole.of_finding(found.technique, &concluded);
            for &place in &basis.places {
                needed[place] = true;
            }
            drafts.push(Draft {
                id,
                technique: found.technique,
                finding: finding.unwrap_or_else(|| Rc::clone(&found.finding)),
                basis,
                concluded,
            });
        }
        drafts.reverse();
        drafts
    }

    fn worded(&self, draft: DraftProof<'_>, numbers: &mut Numbers) -> Proof {
        match draft {
            DraftProof::Chain(drafts) => Proof::Chain(self.steps(drafts, numbers)),
            DraftProof::Cases {
                before,
                split,
                basis,
                options,
                cases,
            } => {
                let before = self.steps(before, numbers);
                let supposed: Vec<Fact> = cases.iter().map(|(fact, _)| *fact).collect();
                let split = Alternative {
                    premises: self.premises(&basis, numbers),
                    words: self.told(&basis, &[], numbers, |telling| {
                        split.say(telling, &options, &supposed)
                    }),
                    options,
                };
                let case = |(supposed, draft)| Case {
                    supposed,
                    proof: self.worded(draft, numbers),
                };
                let cases = cases.into_iter().map(case).collect();
                Proof::Cases {
                    before,
                    split,
                    cases,
                }
            }
            DraftProof::Search(ends) => Proof::Search(ends),
            DraftProof::Solver => Proof::Solver,
        }
    }

    fn steps(&self, drafts: Vec<Draft<'_>>, numbers: &mut Numbers) -> Vec<Step> {
        let mut steps = Vec::new();
        for draft in drafts {
            let concluded = draft.concluded.iter();
            let concluded = concluded.map(|item| Statement::of(self.ground(), item));
            let mut conclusions: Vec<Statement> = concluded.collect();
            if conclusions.is_empty() {
                conclusions.push(Statement::Impossible);
            }
            let words = self.told(&draft.basis, &draft.concluded, numbers, |telling| {
                draft.finding.say(telling)
            });
            steps.push(Step::new(
                (draft.technique.name, draft.technique.weight),
                numbers.give(draft.id),
                self.premises(&draft.basis, numbers),
                conclusions,
                words,
            ));
        }
        steps
    }

    fn told(
        &self,
        basis: &Basis<'_>,
        concluded: &[Item],
        numbers: &Numbers,
        say: impl Fn(&Telling<'_>) -> String,
    ) -> String {
        basis.view(self.ground(), &Cell::default(), |view| {
            let number = |source| numbers.of(source);
            let view = View {
                patient: true,
                ..view
            };
            say(&Telling::new(view, concluded, &number))
        })
    }

    /// Everything that a basis has, as premises.
    fn premises(&self, basis: &Basis<'_>, numbers: &Numbers) -> Vec<Premise> {
        let ground = self.ground();
        let Given {
            at_most,
            at_least,
            total,
            dominoes,
            used,
            cover,
        } = &basis.given;
        let mut premises: Vec<Premise> = Vec::new();
        premises.extend(basis.rules.iter().copied().map(Premise::Rule));
        let known = basis.knowledge.trail().iter();
        premises.extend(known.map(|(item, source)| {
            Premise::Known(Statement::of(ground, item), numbers.of(*source))
        }));
        let supply = |value| (ground.pips(value), ground.supply(value));
        let most = at_most.iter().map(supply);
        premises.extend(most.map(|(pips, halves)| Premise::AtMost(pips, halves)));
        let least = at_least.iter().map(supply);
        premises.extend(least.map(|(pips, halves)| Premise::AtLeast(pips, halves)));
        premises.extend(total.then(|| Premise::Total(ground.halves().sum())));
        premises.extend(dominoes.then_some(Premise::Dominoes));
        let used = used.ones().map(|kind| ground.kind(KindId(kind)));
        premises.extend(used.map(|(domino, copies)| Premise::Used(domino, copies)));
        premises.extend(cover.ones().map(|cell| Premise::Cover(CellId::at(cell))));
        premises
    }
}

/// The numbers of steps, by the ids of what was found, and the last number.
struct Numbers(Vec<usize>, usize);

impl Numbers {
    fn give(&mut self, id: usize) -> usize {
        self.1 += 1;
        self.0[id] = self.1;
        self.1
    }

    fn of(&self, source: Source) -> Source {
        match source {
            Source::Step(id) => Source::Step(self.0[id]),
            Source::Given | Source::Supposed => source,
        }
    }
}

/// Goes through findings again, and notes what is known from which.
fn made<'a>(known: Knowledge<'a>, found: &'a [Found<'a>], ids: &mut usize) -> Made<'a> {
    let mut knowledge = known;
    let mut made = Vec::new();
    for one in found {
        let (id, from) = (*ids, knowledge.trail().len());
        *ids += 1;
        made.push((id, one, from));
        if !one.finding.excluded.everything {
            knowledge.learn(&one.finding.excluded, Source::Step(id));
        }
    }
    Made {
        knowledge,
        found: made,
    }
}

/// Notes which of what is known states a fact.
fn need(knowledge: &Knowledge<'_>, fact: Fact, needed: &mut [bool]) {
    let ground = knowledge.ground;
    let trail = knowledge.trail();
    let last = |test: &dyn Fn(&Item) -> bool| trail.iter().rposition(|(item, _)| test(item));
    let mut places = Vec::new();
    match fact {
        Fact::Shows(cell, _) => {
            places.push(last(
                &|item| matches!(item, Item::Values(other, _) if *other == cell),
            ));
        }
        Fact::Joined(edge) => {
            let edge = ground.edge_id(edge);
            let states = |item: &Item| match item {
                Item::Joined(other) | Item::On(other, _) => Some(*other) == edge,
                Item::Values(..) | Item::Apart(_) | Item::Barred(..) => false,
            };
            places.push(trail.iter().position(|(item, _)| states(item)));
        }
        Fact::Lies(placed) => {
            let edge = ground.edge_id(placed.edge());
            places.push(last(
                &|item| matches!(item, Item::On(other, _) if Some(*other) == edge),
            ));
            for (cell, pips) in placed.halves() {
                need(knowledge, Fact::Shows(cell, pips), needed);
            }
        }
        Fact::Rule(_)
        | Fact::NotExcluded
        | Fact::ShowsNot(..)
        | Fact::Apart(_)
        | Fact::LiesNot(_) => {}
    }
    for place in places.into_iter().flatten() {
        needed[place] = true;
    }
}
