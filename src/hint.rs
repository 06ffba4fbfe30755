//! The hint room: the next thing that can be known, and why, without giving the rest away.
//!
//! A hint is a fact (what a cell shows, which cells share a domino, how a domino lies) with the
//! fewest rules from which it follows, given what is on the board already. Fewest is exact: for
//! every smaller set of rules, and every fact, there is a board that keeps those rules and not the
//! fact. Among facts that need equally few rules, the one that is easiest to see comes first; how
//! easy says the deduction room. `docs/hints.md` describes the search and the score.

mod answer;
mod fewest;
mod level;
mod picture;
mod story;
mod telling;
mod walk;

use crate::deduce::{Depth, Goal, Looker, Proof};
use crate::explain::minimise;
use crate::limits::Watch;
use crate::puzzle::{Board, Fact, Partial, PlacedDomino, Puzzle, RegionId, Rule};
use crate::solver::Limits;
use crate::solver::embedded::{Oracle, Reply, Unanswered};
use std::collections::BTreeMap;

use fewest::Fewest;

pub use answer::{Answer, answer, score_value};
pub use level::Level;
pub use picture::{board, on_board};
pub use story::remark;
pub use telling::{COMPLETE, NOTHING_FORCED};
pub use walk::{Score, Walk, score, walk};
pub(crate) use walk::{compare_score, depth};

/// How many candidates are put into words to find the one that is easiest to see.
const COMPARED: usize = 4;

/// How hard it is to read off which domino lies on two cells.
const READ_OFF: f64 = 0.5;

/// Something that can be known next.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    facts: Vec<Fact>,
    /// The regions whose rules it follows from, with what is on the board.
    pub rules: Vec<RegionId>,
    /// It follows from these only because some boards are excluded.
    pub excluded: bool,
    /// Why it follows.
    pub proof: Proof,
    /// How many facts follow from as few rules; the fewer, the longer one has to look for this one.
    pub among: usize,
    /// How many dominoes were not laid yet.
    pub open: usize,
}

impl Hint {
    /// What is so, by one and the same thought: one fact, or several that are seen at once.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// How hard it is to see; `docs/hints.md` explains the scale.
    pub fn weight(&self) -> f64 {
        self.proof.weight()
    }
}

/// What is on the board and what the rules demand cannot both be.
#[derive(Debug, Clone, PartialEq)]
pub struct Impossible {
    /// What is on the board, of which nothing can be left out of the contradiction.
    pub known: Vec<Fact>,
    /// The regions whose rules it contradicts, of which none can be left out either.
    pub rules: Vec<RegionId>,
    /// It contradicts these only because some boards are excluded.
    pub excluded: bool,
    /// Why; nothing if the board is too large for a reason in words.
    pub proof: Option<Box<Proof>>,
}

/// Somebody who knows what follows from a board as it stands.
#[derive(Debug)]
pub struct Guide<'p> {
    puzzle: &'p Puzzle,
    looker: Option<Looker<'p>>,
    oracle: Oracle,
    fewest: Fewest,
    /// What is known.
    known: Vec<Fact>,
    /// A solution that has all that.
    solution: Board,
    /// What every such solution has, and is not known yet.
    open: Vec<Fact>,
}

impl<'p> Guide<'p> {
    /// A guide from a partial board on; or why that cannot be completed.
    pub fn new(
        puzzle: &'p Puzzle,
        partial: &Partial,
        limits: &Limits,
    ) -> Result<Result<Guide<'p>, Impossible>, Unanswered> {
        Guide::until(puzzle, partial, Watch::new(limits))
    }

    /// The same, until a watch says stop.
    fn until(
        puzzle: &'p Puzzle,
        partial: &Partial,
        watch: Watch,
    ) -> Result<Result<Guide<'p>, Impossible>, Unanswered> {
        let mut oracle = Oracle::until(puzzle, watch);
        let known = on_board(puzzle, partial);
        let ruled = |region: &RegionId| puzzle.region(*region).rule != Rule::Empty;
        let rules = puzzle.region_ids().filter(ruled).map(Fact::Rule);
        let excluded = (!puzzle.excluded().is_empty()).then_some(Fact::NotExcluded);
        let rules: Vec<Fact> = rules.chain(excluded).collect();
        let premises = [&known[..], &rules].concat();
        let looker = Looker::new(puzzle).map(|looker| looker.until(oracle.watch()));
        let solution = match oracle.ask(&premises)? {
            Reply::Board(board) => board,
            Reply::Conflict(core) => {
                let conflict = minimise(&mut oracle, core)?;
                let impossible = impossible(looker.as_ref(), conflict);
                oracle.watch().check()?;
                return Ok(Err(impossible));
            }
        };
        let mut guide = Guide {
            puzzle,
            looker,
            oracle,
            fewest: Fewest::new(rules),
            known: Vec::new(),
            solution,
            open: Vec::new(),
        };
        for fact in known {
            guide.learn(fact);
        }
        guide.look_ahead()?;
        Ok(Ok(guide))
    }

    /// What is known.
    pub fn known(&self) -> &[Fact] {
        &self.known
    }

    /// The dominoes that are known to lie on the board.
    pub fn laid(&self) -> Board {
        let all = self.solution.placements().iter().copied();
        all.filter(|&placed| self.knows(Fact::Lies(placed)))
            .collect()
    }

    /// Whether all dominoes are known to lie on the board.
    pub fn is_solved(&self) -> bool {
        self.unlaid() == 0
    }

    /// How many dominoes are not known to lie on the board.
    fn unlaid(&self) -> usize {
        self.puzzle.dominoes().len() - self.laid().placements().len()
    }

    /// The next hint; nothing if nothing more is forced.
    pub fn hint(&mut self) -> Result<Option<Hint>, Unanswered> {
        let candidates = self
            .fewest
            .candidates(&mut self.oracle, &self.known, &self.open)?;
        let facts = candidates.chunk_by(|(one, _), (other, _)| one == other);
        let among = facts.count();
        let open = self.unlaid();
        let found = self.easiest(candidates);
        // What was not looked at to the end need not be the easiest.
        self.oracle.watch().check()?;
        Ok(found.map(|(facts, rules, proof)| Hint {
            facts,
            excluded: rules.contains(&Fact::NotExcluded),
            rules: regions(&rules),
            proof,
            among,
            open,
        }))
    }

    /// Of facts with the rules that they follow from, the one that is easiest to see.
    fn easiest(
        &self,
        mut candidates: Vec<(Fact, Vec<Fact>)>,
    ) -> Option<(Vec<Fact>, Vec<Fact>, Proof)> {
        // What says more comes first where it is as easy to see.
        candidates.sort_by_key(|(fact, rules)| (rank(*fact), *fact, rules.clone()));
        // No look rests on the exclusion of boards: what needs it comes last, without words.
        let in_words = |(_, rules): &(Fact, Vec<Fact>)| !rules.contains(&Fact::NotExcluded);
        if candidates.iter().any(in_words) {
            candidates.retain(in_words);
        }
        let looker = match &self.looker {
            Some(looker) if candidates.iter().any(in_words) => looker,
            Some(_) | None => {
                let (fact, rules) = candidates.into_iter().next()?;
                return Some((vec![fact], rules, Proof::Solver));
            }
        };
        let known = looker.knowing(&self.known);
        let mut by_rules: BTreeMap<&[Fact], Vec<usize>> = BTreeMap::new();
        for (place, (_, rules)) in candidates.iter().enumerate() {
            by_rules.entry(rules).or_default().push(place);
        }
        let mut nearest: Vec<(usize, usize)> = Vec::new();
        for (rules, places) in by_rules {
            let facts: Vec<Fact> = places.iter().map(|&place| candidates[place].0).collect();
            let steps = looker.with_rules(&regions(rules)).reach(&known, &facts);
            let reached = steps.into_iter().zip(places);
            nearest.extend(reached.filter_map(|(steps, place)| {
                let read_off = usize::from(self.is_read_off(candidates[place].0));
                Some((steps?.saturating_sub(read_off), place))
            }));
        }
        if nearest.is_empty() {
            nearest = (0..candidates.len()).map(|place| (0, place)).collect();
        }
        nearest.sort_unstable();
        nearest.truncate(COMPARED);
        let mut best: Option<(bool, f64, usize)> = None;
        for (_, place) in nearest {
            let (fact, rules) = &candidates[place];
            let goal = Goal::Facts(vec![*fact]);
            let read_off = if self.is_read_off(*fact) {
                READ_OFF
            } else {
                0.0
            };
            let regions = regions(rules);
            let reasoner = looker.with_rules(&regions);
            let sketch = reasoner.sketch(&known, &goal);
            // A reason in words is better than none.
            let trial = (!sketch.has_words(), sketch.weight() - read_off, place);
            if best.is_none_or(|best| trial < best) {
                best = Some(trial);
            }
        }
        let (_, _, place) = best?;
        let (fact, rules) = candidates.swap_remove(place);
        let regions = regions(&rules);
        let reasoner = looker.with_rules(&regions);
        let sketch = reasoner.sketch(&known, &Goal::Facts(vec![fact]));
        let facts = self.with_as_much(fact, reasoner.at_once(&known, &sketch, &self.open));
        let proof = reasoner.tell(&known, &sketch, &Goal::Facts(facts.clone()));
        Some((facts, rules, proof))
    }

    /// A fact with others that are seen at once, without those that the others say already.
    fn with_as_much(&self, fact: Fact, others: Vec<Fact>) -> Vec<Fact> {
        let mut facts = vec![fact];
        let mut others = others;
        others.sort_by_key(|&fact| (rank(fact), fact));
        for other in others {
            if !facts.iter().any(|&fact| says(fact, other)) {
                facts.push(other);
            }
        }
        facts
    }

    /// Whether it says which domino lies on two cells that are not known to share one: to read
    /// that off, once they are, is no thought that is worth a hint.
    fn is_read_off(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Lies(placed) if !self.knows(Fact::Joined(placed.edge())))
    }

    /// Whether it is known.
    fn knows(&self, fact: Fact) -> bool {
        let lies = |test: &dyn Fn(PlacedDomino) -> bool| {
            let mut known = self.known.iter();
            known.any(|known| matches!(known, Fact::Lies(placed) if test(*placed)))
        };
        let knows_more = match fact {
            Fact::Shows(cell, pips) => lies(&|placed| placed.halves().contains(&(cell, pips))),
            Fact::Joined(edge) => lies(&|placed| placed.edge() == edge),
            Fact::Lies(placed) => {
                let mut halves = placed.halves().into_iter();
                self.knows(Fact::Joined(placed.edge()))
                    && halves.all(|(cell, pips)| self.knows(Fact::Shows(cell, pips)))
            }
            Fact::Rule(_)
            | Fact::NotExcluded
            | Fact::ShowsNot(..)
            | Fact::Apart(_)
            | Fact::LiesNot(_) => false,
        };
        knows_more || self.known.contains(&fact)
    }

    /// Takes note of facts that follow.
    pub fn learn_all(&mut self, facts: &[Fact]) {
        facts.iter().for_each(|&fact| self.learn(fact));
    }

    /// Takes note of a fact that follows, or that somebody has chosen.
    pub fn learn(&mut self, fact: Fact) {
        self.fewest.learn(fact);
        self.known.push(fact);
        let open = std::mem::take(&mut self.open);
        self.open = open.into_iter().filter(|&fact| !self.knows(fact)).collect();
    }

    /// Where nothing is forced: lays a domino as one of the solutions does, and looks what follows.
    pub fn choose(&mut self) -> Result<Option<Fact>, Unanswered> {
        let laid = self.solution.placements().iter();
        let open = laid
            .map(|&placed| Fact::Lies(placed))
            .find(|&fact| !self.knows(fact));
        if let Some(fact) = open {
            self.learn(fact);
            self.look_ahead()?;
        }
        Ok(open)
    }

    /// How far one has to think ahead to know everything that is forced now.
    fn depth(&self) -> Depth {
        let Some(looker) = &self.looker else {
            return Depth::Nested;
        };
        let rules: Vec<RegionId> = self.puzzle.region_ids().collect();
        let known = looker.knowing(&self.known);
        looker.with_rules(&rules).depth(&known, &self.open)
    }

    /// Finds what every solution has.
    fn look_ahead(&mut self) -> Result<(), Unanswered> {
        let mut facts = Vec::new();
        for &placed in self.solution.placements() {
            facts.push(Fact::Lies(placed));
            facts.push(Fact::Joined(placed.edge()));
            facts.extend(placed.halves().map(|(cell, pips)| Fact::Shows(cell, pips)));
        }
        facts.retain(|&fact| !self.knows(fact));
        self.open = self.fewest.forced(&mut self.oracle, &self.known, facts)?;
        Ok(())
    }
}

/// Whether one fact says another.
fn says(fact: Fact, other: Fact) -> bool {
    let within = match (fact, other) {
        (Fact::Lies(placed), Fact::Shows(cell, pips)) => placed.halves().contains(&(cell, pips)),
        (Fact::Lies(placed), Fact::Joined(edge)) => placed.edge() == edge,
        _ => false,
    };
    within || fact == other
}

/// How much a fact says: a domino's place most, that two cells share one least.
fn rank(fact: Fact) -> u32 {
    match fact {
        Fact::Lies(_) => 0,
        Fact::Shows(..) => 1,
        Fact::Joined(_)
        | Fact::Rule(_)
        | Fact::NotExcluded
        | Fact::ShowsNot(..)
        | Fact::Apart(_)
        | Fact::LiesNot(_) => 2,
    }
}

/// A contradiction between what is on the board and the rules.
fn impossible(looker: Option<&Looker<'_>>, conflict: Vec<Fact>) -> Impossible {
    let rules = regions(&conflict);
    let excluded = conflict.contains(&Fact::NotExcluded);
    let mut known = conflict;
    known.retain(|&one| one.region().is_none() && one != Fact::NotExcluded);
    let proof = looker.map(|looker| {
        if excluded {
            return Box::new(Proof::Solver);
        }
        let reasoner = looker.with_rules(&rules);
        Box::new(reasoner.prove(&looker.knowing(&known), &Goal::Contradiction))
    });
    Impossible {
        known,
        rules,
        excluded,
        proof,
    }
}

/// The regions whose rules are among some facts.
fn regions(facts: &[Fact]) -> Vec<RegionId> {
    facts.iter().filter_map(|fact| fact.region()).collect()
}
