//! The hint room: the next thing that can be known, and why, without giving the rest away.
//!
//! A hint is a fact (what a cell shows, which cells share a domino, how a domino lies) with the
//! fewest rules from which it follows, given what is on the board already. Fewest is exact: for
//! every smaller set of rules, and every fact, there is a board that keeps those rules and not the
//! fact. Among facts that need equally few rules, the one that is easiest to see comes first; how
//! easy says the deduction room. `docs/hints.md` describes the search and the score.

mod fewest;
mod json;
mod score;
mod text;
mod walk;

use crate::deduce::{Goal, Looker, Proof};
use crate::explain::{ExplainError, minimise};
use crate::puzzle::{Board, Fact, Partial, Puzzle, RegionId, Rule};
use crate::solver::embedded::{EmbeddedError, Oracle, Reply};
use crate::solver::task::{Limits, Stopped};

use fewest::Fewest;

pub use score::{Score, score};
pub use walk::{Walk, walk};

/// How many candidates are put into words to find the one that is easiest to see.
const COMPARED: usize = 4;

/// Why there is no hint.
#[derive(Debug, thiserror::Error)]
pub enum HintError {
    /// A fault of our own.
    #[error(transparent)]
    Embedded(#[from] EmbeddedError),
    /// The limits ended the search.
    #[error("no hint within the limits")]
    Stopped(Stopped),
}

impl From<ExplainError> for HintError {
    fn from(error: ExplainError) -> Self {
        match error {
            ExplainError::Embedded(fault) => HintError::Embedded(fault),
            ExplainError::Stopped(why) => HintError::Stopped(why),
        }
    }
}

/// Something that can be known next.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// What is so.
    pub fact: Fact,
    /// The regions whose rules it follows from, with what is on the board.
    pub rules: Vec<RegionId>,
    /// Why it follows.
    pub proof: Proof,
    /// How many facts follow from as few rules; the fewer, the longer one has to look for this one.
    pub among: usize,
    /// How many dominoes were not laid yet.
    pub open: usize,
}

impl Hint {
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
    ) -> Result<Result<Guide<'p>, Impossible>, HintError> {
        let mut oracle = Oracle::new(puzzle, limits);
        let laid = partial.placements.iter().map(|&placed| Fact::Lies(placed));
        let mut known: Vec<Fact> = laid.collect();
        let values = partial.values.iter().copied();
        let pins = puzzle.pins().iter().map(|(&cell, &pips)| (cell, pips));
        known.extend(
            values
                .chain(pins)
                .map(|(cell, pips)| Fact::Shows(cell, pips)),
        );
        let ruled = |region: &RegionId| puzzle.region(*region).rule != Rule::Empty;
        let rules: Vec<RegionId> = puzzle.region_ids().filter(ruled).collect();
        let demands = rules.iter().map(|&region| Fact::Rule(region));
        let premises: Vec<Fact> = known.iter().copied().chain(demands).collect();
        let looker = Looker::new(puzzle);
        let solution = match oracle.ask(&premises)? {
            Reply::Stopped(why) => return Err(HintError::Stopped(why)),
            Reply::Board(board) => board,
            Reply::Conflict(core) => {
                let conflict = minimise(&mut oracle, &[], core)?;
                return Ok(Err(impossible(looker.as_ref(), conflict)));
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

    /// The next hint; nothing if nothing more is forced.
    pub fn hint(&mut self) -> Result<Option<Hint>, HintError> {
        let facts: Vec<Fact> = self.open.clone();
        let candidates = self
            .fewest
            .candidates(&mut self.oracle, &self.known, &facts)?;
        let mut different: Vec<Fact> = candidates.iter().map(|(fact, _)| *fact).collect();
        different.dedup();
        let among = different.len();
        let open = self.puzzle.dominoes().len() - self.laid().placements().len();
        let found = self.easiest(candidates);
        Ok(found.map(|(fact, rules, proof)| Hint {
            fact,
            rules,
            proof,
            among,
            open,
        }))
    }

    /// Of facts with the rules that they follow from, the one that is easiest to see.
    fn easiest(
        &self,
        mut candidates: Vec<(Fact, Vec<RegionId>)>,
    ) -> Option<(Fact, Vec<RegionId>, Proof)> {
        if candidates.is_empty() {
            return None;
        }
        // What says more comes first where it is as easy to see.
        candidates.sort_by_key(|(fact, rules)| (rank(*fact), *fact, rules.clone()));
        let Some(looker) = &self.looker else {
            let (fact, rules) = candidates.swap_remove(0);
            return Some((fact, rules, Proof::Solver));
        };
        let known = looker.knowing(&self.known);
        let mut reached: Vec<(usize, usize)> = Vec::new();
        let mut sets: Vec<&Vec<RegionId>> = candidates.iter().map(|(_, rules)| rules).collect();
        sets.sort_unstable();
        sets.dedup();
        for rules in sets {
            let with = |(_, (_, other)): &(usize, &(Fact, Vec<RegionId>))| other == rules;
            let numbered: Vec<usize> = candidates
                .iter()
                .enumerate()
                .filter(with)
                .map(|(at, _)| at)
                .collect();
            let facts: Vec<Fact> = numbered.iter().map(|&at| candidates[at].0).collect();
            let steps = looker.with_rules(rules).reach(&known, &facts);
            for (at, steps) in numbered.into_iter().zip(steps) {
                reached.extend(steps.map(|steps| (steps, at)));
            }
        }
        reached.sort_unstable();
        let nearest: Vec<usize> = match reached.is_empty() {
            true => (0..candidates.len().min(COMPARED)).collect(),
            false => reached.iter().take(COMPARED).map(|(_, at)| *at).collect(),
        };
        let hints = nearest.into_iter().map(|at| {
            let (fact, rules) = candidates[at].clone();
            let goal = Goal::Facts(vec![fact]);
            let proof = looker.with_rules(&rules).prove(&known, &goal);
            (at, (fact, rules, proof))
        });
        let weigh = |(at, (_, _, proof)): &(usize, (_, _, Proof))| (proof.weight(), *at);
        let best = hints.min_by(|one, other| {
            weigh(one)
                .partial_cmp(&weigh(other))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        best.map(|(_, hint)| hint)
    }

    /// Is it known?
    fn knows(&self, fact: Fact) -> bool {
        let lies = |test: &dyn Fn(crate::puzzle::Placed) -> bool| {
            self.known
                .iter()
                .any(|known| matches!(known, Fact::Lies(placed) if test(*placed)))
        };
        match fact {
            Fact::Shows(cell, pips) => {
                self.known.contains(&fact)
                    || lies(&|placed| placed.halves().contains(&(cell, pips)))
            }
            Fact::Joined(edge) => {
                self.known.contains(&fact) || lies(&|placed| placed.edge() == edge)
            }
            Fact::Lies(placed) => {
                self.known.contains(&fact)
                    || (self.knows(Fact::Joined(placed.edge()))
                        && placed
                            .halves()
                            .into_iter()
                            .all(|(cell, pips)| self.knows(Fact::Shows(cell, pips))))
            }
            _ => self.known.contains(&fact),
        }
    }

    /// Takes note of a fact that follows, or that somebody has chosen.
    pub fn learn(&mut self, fact: Fact) {
        self.fewest.learn(fact);
        self.known.push(fact);
        let open = std::mem::take(&mut self.open);
        self.open = open.into_iter().filter(|&fact| !self.knows(fact)).collect();
    }

    /// Where nothing is forced: lays a domino as one of the solutions does, and looks what follows.
    pub fn choose(&mut self) -> Result<Option<Fact>, HintError> {
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

    /// Finds what every solution has.
    fn look_ahead(&mut self) -> Result<(), HintError> {
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

/// How much a fact says: a domino's place most, that two cells share one least.
fn rank(fact: Fact) -> u32 {
    match fact {
        Fact::Lies(_) => 0,
        Fact::Shows(..) => 1,
        _ => 2,
    }
}

/// A contradiction between what is on the board and the rules.
fn impossible(looker: Option<&Looker<'_>>, conflict: Vec<Fact>) -> Impossible {
    let rules: Vec<RegionId> = conflict
        .iter()
        .filter_map(|premise| match premise {
            Fact::Rule(region) => Some(*region),
            _ => None,
        })
        .collect();
    let is_rule = |premise: &Fact| matches!(premise, Fact::Rule(_));
    let known: Vec<Fact> = conflict.into_iter().filter(|one| !is_rule(one)).collect();
    let proof = looker.map(|looker| {
        let reasoner = looker.with_rules(&rules);
        Box::new(reasoner.prove(&looker.knowing(&known), &Goal::Contradiction))
    });
    Impossible {
        known,
        rules,
        proof,
    }
}
