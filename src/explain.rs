//! The explanation room: why a puzzle has no solution, or what its many solutions have in common.
//!
//! What can be left out, and so be blamed, is the rule of each region, each pin, the exclusion of
//! boards and everything that is on the board already. The board and
//! the dominoes, each of which is used, are given; if they exclude every board by themselves, the
//! conflict has no rules at all. `docs/explain.md` describes what is said.

mod conflicts;
mod freedom;
mod hitting;
mod json;
mod mend;
mod picture;
mod story;
mod text;
mod tour;

use crate::deduce::{Goal, Looker, Proof};
use crate::limits::{Limits, Stop};
use crate::puzzle::{Board, CellId, Fact, Partial, Puzzle, RegionId, Rule};
use crate::solver::embedded::{Oracle, Reply, Unanswered};

pub use crate::deduce::Untileable;
use conflicts::{Conflicts, Next};
pub(crate) use conflicts::{Question, minimise, rest};
pub use freedom::Freedom;
pub(crate) use hitting::hit;
pub use mend::{Mend, mends};
pub(crate) use tour::stops;

/// How many questions the search for a smallest conflict may take where one is known already.
const MOST_QUESTIONS: u64 = 4_000;

/// How many conflicts of the same size are compared by how easy their reasons are.
const MOST_COMPARED: usize = 6;

/// Everything that can be left out of a puzzle.
pub fn demands(puzzle: &Puzzle) -> Vec<Fact> {
    let ruled = |region: &RegionId| puzzle.region(*region).rule != Rule::Empty;
    let rules = puzzle.region_ids().filter(ruled).map(Fact::Rule);
    let pins = puzzle
        .pins()
        .iter()
        .map(|(&cell, &pips)| Fact::Shows(cell, pips));
    let exclusions = (!puzzle.excluded().is_empty()).then_some(Fact::NotExcluded);
    rules.chain(pins).chain(exclusions).collect()
}

/// Tells whether these demands contradict each other.
pub fn contradict(puzzle: &Puzzle, demands: &[Fact], limits: &Limits) -> Result<bool, Unanswered> {
    match Oracle::new(puzzle, limits).ask(demands)? {
        Reply::Board(_) => Ok(false),
        Reply::Conflict(_) => Ok(true),
    }
}

/// What is to be explained, and how far.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What is on the board already.
    pub board: Partial,
    /// At most so many conflicts; one if nothing is said.
    pub conflicts: Option<usize>,
    /// Demands known to contradict each other, to start from: another solver's core.
    pub core: Option<Vec<Fact>>,
    /// Take that core as it is, minimal or not.
    pub raw: bool,
    /// How long it may take.
    pub limits: Limits,
}

/// Demands that contradict each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The demands; leaving out any one of them, there is a board, if the conflict is `minimal`.
    pub demands: Vec<Fact>,
    /// It is known that none can be left out.
    pub minimal: bool,
    /// Why they contradict each other.
    pub why: Why,
}

/// Why demands contradict each other.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// Dominoes cannot cover the board, whatever the rules.
    Untileable(Untileable),
    /// By counting and looking.
    Proof(Proof),
    /// So many boards keep all rules and pins among them, and the puzzle excludes each of these.
    Excluded(usize),
    /// The board is too large to say more than that a solver says so.
    TooLarge,
}

impl Conflict {
    /// How hard it is to see.
    fn weight(&self) -> f64 {
        match &self.why {
            Why::Untileable(_) | Why::TooLarge => 0.0,
            Why::Proof(proof) => proof.weight(),
            Why::Excluded(_) => Proof::Solver.weight(),
        }
    }

    /// The regions to mark in a picture.
    pub fn regions(&self) -> Vec<RegionId> {
        let demands = self.demands.iter();
        demands.filter_map(|demand| demand.region()).collect()
    }

    /// The cells to mark in a picture: those of its regions and its pins, or those that cannot be
    /// covered.
    pub fn cells(&self, puzzle: &Puzzle) -> Vec<CellId> {
        let mut cells: Vec<CellId> = Vec::new();
        for demand in &self.demands {
            cells.extend(demand.cells(puzzle));
        }
        if let Why::Untileable(untileable) = &self.why {
            cells.extend(untileable.parts.iter().flatten());
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// What there is to say about a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub enum Explanation {
    /// It has no solution.
    NoSolution {
        /// Why not; at least one conflict, the smallest first.
        conflicts: Vec<Conflict>,
        /// These are all minimal conflicts that there are.
        complete: bool,
        /// No conflict is smaller than the first.
        smallest: bool,
    },
    /// It has exactly one.
    OneSolution {
        /// The solution.
        board: Board,
        /// The rules and pins each of which can be left out, alone, without a second solution.
        spare: Vec<Fact>,
    },
    /// It has more than one.
    ManySolutions(Freedom),
}

/// Explains a puzzle.
pub fn explain(puzzle: &Puzzle, options: &Options) -> Result<Explanation, Unanswered> {
    explain_by(puzzle, options, &mut Oracle::new(puzzle, &options.limits))
}

fn explain_by(
    puzzle: &Puzzle,
    options: &Options,
    oracle: &mut Oracle,
) -> Result<Explanation, Unanswered> {
    let demanded = demands(puzzle);
    let premises: Vec<Fact> = demanded
        .iter()
        .copied()
        .chain(options.board.facts())
        .collect();
    if let Some(core) = &options.core {
        return of_core(puzzle, core, options, oracle);
    }
    // Where one reason is enough, the one that is seen without any search is.
    if options.conflicts.is_none()
        && let Some(rule) = oracle.hopeless(&premises)
        && oracle.can_cover()
    {
        return Ok(Explanation::NoSolution {
            conflicts: vec![described(puzzle, vec![rule], true, oracle)?],
            complete: false,
            smallest: true,
        });
    }
    match oracle.ask(&premises)? {
        Reply::Conflict(core) => conflicting(puzzle, &premises, core, options, oracle),
        Reply::Board(board) => match oracle.ask_other(&premises, std::slice::from_ref(&board))? {
            Reply::Conflict(_) => one_solution(&premises, &demanded, board, oracle),
            Reply::Board(other) => {
                let boards = vec![board, other];
                // A solution extends the board, so the board is one of this puzzle.
                let rest = puzzle.clone().extending(&options.board);
                let rest = rest.unwrap_or_else(|_| puzzle.clone());
                freedom::explore(&rest, &premises, boards, oracle).map(Explanation::ManySolutions)
            }
        },
    }
}

/// No solution: conflicts, starting from one that is known.
fn conflicting(
    puzzle: &Puzzle,
    premises: &[Fact],
    core: Vec<Fact>,
    options: &Options,
    oracle: &mut Oracle,
) -> Result<Explanation, Unanswered> {
    let known = minimise(oracle, core)?;
    let Some(most) = options.conflicts else {
        return easiest(puzzle, premises, known, oracle);
    };
    let mut search = Conflicts::new(oracle, premises, None);
    let mut found: Vec<Vec<Fact>> = Vec::new();
    let complete = loop {
        match search.find() {
            Ok(Next::Conflict(conflict)) if found.len() < most => found.push(conflict),
            Ok(Next::Conflict(_) | Next::GaveUp) | Err(Unanswered::Stopped(_)) => break false,
            Ok(Next::Complete) => break true,
            Err(fault) => return Err(fault),
        }
    };
    let smallest = !found.is_empty();
    // The search may have given up before it came to the conflict that is known.
    if !complete && found.len() < most && !found.contains(&known) {
        found.push(known);
    }
    let conflicts = found
        .into_iter()
        .map(|conflict| described(puzzle, conflict, true, oracle));
    Ok(Explanation::NoSolution {
        conflicts: conflicts.collect::<Result<_, _>>()?,
        complete,
        smallest,
    })
}

/// No solution: of the smallest conflicts the one whose reason is the easiest, or the one that is
/// known if none is found in time.
fn easiest(
    puzzle: &Puzzle,
    premises: &[Fact],
    known: Vec<Fact>,
    oracle: &mut Oracle,
) -> Result<Explanation, Unanswered> {
    let mut search = Conflicts::new(oracle, premises, Some(MOST_QUESTIONS));
    let mut found: Vec<Vec<Fact>> = Vec::new();
    while found.len() < MOST_COMPARED {
        let size = found.first().map_or(known.len(), Vec::len);
        match search.find_of(size) {
            Ok(Next::Conflict(conflict)) => found.push(conflict),
            Ok(Next::Complete | Next::GaveUp) | Err(Unanswered::Stopped(_)) => break,
            Err(fault) => return Err(fault),
        }
    }
    let smallest = !found.is_empty();
    if found.is_empty() {
        found.push(known);
    }
    let mut conflicts = Vec::new();
    for conflict in found {
        conflicts.push(described(puzzle, conflict, true, oracle)?);
    }
    // The first of those that are equally easy.
    let easiest = conflicts
        .into_iter()
        .min_by(|one, other| one.weight().total_cmp(&other.weight()));
    Ok(Explanation::NoSolution {
        conflicts: easiest.into_iter().collect(),
        complete: false,
        smallest,
    })
}

/// No solution, says another solver, because of these demands.
fn of_core(
    puzzle: &Puzzle,
    core: &[Fact],
    options: &Options,
    oracle: &mut Oracle,
) -> Result<Explanation, Unanswered> {
    let mut demands = core.to_vec();
    if !options.raw {
        demands = minimise(oracle, demands)?;
    }
    demands.sort_unstable();
    demands.dedup();
    Ok(Explanation::NoSolution {
        conflicts: vec![described(puzzle, demands, !options.raw, oracle)?],
        complete: false,
        smallest: false,
    })
}

/// A conflict with the reason why it is one.
fn described(
    puzzle: &Puzzle,
    demands: Vec<Fact>,
    minimal: bool,
    oracle: &Oracle,
) -> Result<Conflict, Unanswered> {
    let why = match Untileable::of(puzzle, oracle.watch()) {
        Ok(Some(untileable)) => Why::Untileable(untileable),
        // Where the time is up, the conflict is known and the reason is left to the solver.
        Err(Stop::Time | Stop::Memory) => Why::Proof(Proof::Solver),
        Err(stop @ Stop::Cancelled) => return Err(stop.into()),
        Ok(None) if excluded_among(puzzle, &demands) > 0 => {
            Why::Excluded(excluded_among(puzzle, &demands))
        }
        Ok(None) => match Looker::new(puzzle) {
            None => Why::TooLarge,
            Some(looker) => {
                let looker = looker.until(oracle.watch());
                let rules: Vec<RegionId> = demands.iter().filter_map(|one| one.region()).collect();
                let reasoner = looker.with_rules(&rules);
                Why::Proof(reasoner.prove(&looker.knowing(&demands), &Goal::Contradiction))
            }
        },
    };
    Ok(Conflict {
        demands,
        minimal,
        why,
    })
}

/// How many of the boards that keep these rules and pins are excluded, where that is demanded. If the
/// demands contradict each other, these are all there are.
fn excluded_among(puzzle: &Puzzle, demands: &[Fact]) -> usize {
    if !demands.contains(&Fact::NotExcluded) {
        return 0;
    }
    let kept = |board: &&Board| {
        let mut others = demands.iter().filter(|one| **one != Fact::NotExcluded);
        others.all(|one| one.holds(puzzle, board))
    };
    puzzle.excluded().iter().filter(kept).count()
}

/// One solution: what could be left out.
fn one_solution(
    premises: &[Fact],
    demanded: &[Fact],
    board: Board,
    oracle: &mut Oracle,
) -> Result<Explanation, Unanswered> {
    let mut spare = Vec::new();
    for &demand in demanded {
        let others = premises.iter().copied().filter(|&other| other != demand);
        let others: Vec<Fact> = others.collect();
        match oracle.ask_other(&others, std::slice::from_ref(&board))? {
            Reply::Conflict(_) => spare.push(demand),
            Reply::Board(_) => {}
        }
    }
    Ok(Explanation::OneSolution { board, spare })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Watch;
    use crate::solver::{Found, Stopped};

    fn puzzle(text: &str) -> Puzzle {
        let document = crate::formats::read(text.as_bytes(), None).expect("a puzzle");
        document.pick(None).expect("one puzzle").clone()
    }

    #[test]
    fn explaining_asks_often_and_ends_when_it_is_told_to() {
        let many = "AAB\nACB\n\nA 3\nB > 2\nC < 5\n\n12 13 04\n";
        let none = "AAB\nACB\n\nA 3\nB > 7\nC < 1\n\n12 13 04\n";
        let uncoverable = "AA..\n.AAA\n.A..\n\nA > 3\n\n12 13 04\n";
        for text in [many, none, uncoverable] {
            let puzzle = puzzle(text);
            let options = Options {
                conflicts: Some(9),
                ..Options::default()
            };
            let (watch, asks) = Watch::stopping_at(u64::MAX);
            let mut oracle = Oracle::until(&puzzle, watch);
            let _ = explain_by(&puzzle, &options, &mut oracle).expect("nobody says stop");
            let whole = asks.count();
            assert!(whole > 10, "{whole}: {text}");
            for ask in (1..whole).step_by(1 + whole as usize / 50) {
                let (watch, asks) = Watch::stopping_at(ask);
                let mut oracle = Oracle::until(&puzzle, watch);
                match explain_by(&puzzle, &options, &mut oracle) {
                    Err(Unanswered::Stopped(Stopped::Cancelled)) => {}
                    // Conflicts that are known, or how many solutions there are at least.
                    Ok(
                        Explanation::NoSolution { .. }
                        | Explanation::ManySolutions(Freedom {
                            solutions: Found::AtLeast(2..),
                            ..
                        }),
                    ) => {}
                    other => panic!("stopped at {ask} of {whole}, it says {other:?}"),
                }
                let after = asks.after_the_stop();
                assert!(
                    after < 10,
                    "stopped at {ask} of {whole}, it asks {after} times more"
                );
            }
        }
    }

    #[test]
    fn a_sum_out_of_reach_needs_no_question() {
        let text = format!("{}\n\nA 5000\n\n{}\n", "A".repeat(200), "12 ".repeat(100));
        let puzzle = puzzle(&text);
        let mut oracle = Oracle::new(&puzzle, &Limits::default());
        let explained = explain_by(&puzzle, &Options::default(), &mut oracle).expect("no limit");
        let Explanation::NoSolution { conflicts, .. } = explained else {
            panic!("{explained:?}");
        };
        assert_eq!(conflicts[0].demands, [Fact::Rule(RegionId(0))]);
        assert!(conflicts[0].minimal && !matches!(conflicts[0].why, Why::TooLarge));
        assert_eq!(oracle.asked(), 0);
    }
}
