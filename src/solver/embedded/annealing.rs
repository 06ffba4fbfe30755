//! Finds a first board of a large set by simulated annealing at one temperature (Kirkpatrick,
//! Gelatt and Vecchi 1983).
//!
//! All dominoes are placed at once, then swapped, turned and moved at random until every rule holds.
//! Half of the moves start at a broken rule, as in WalkSAT (Selman, Kautz and Cohen 1994). On boards
//! with very many solutions this is a hundred times as fast as SAT: a full double-24 set takes about
//! a million moves of some dozens of nanoseconds. It proves nothing. The generator has a fixed seed
//! and only whole numbers are compared, so the same puzzle gives the same board everywhere.

mod rule_state;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use crate::limits::{Budget, StopReason};
use crate::model::{Constraint, ConstraintKind, Model, Origin, Relation, Rule};
use crate::puzzle::{Board, CellId, Graph};
use crate::solver::index::ModelIndex;
use crate::solver::matching::{Matching, NO_CELL};
use rule_state::RuleState;

/// Minimum number of placements: with fewer, SAT is as fast, and complete.
const MIN_PLACEMENTS: usize = 4_000;

/// Number of restarts, each from another tiling.
const ROUNDS: u64 = 6;

/// Moves per domino in a round.
const MOVES_PER_DOMINO: u64 = 6_000;

/// Moves between two checks of the budget.
const MOVES_PER_CHECK: u64 = 1 << 10;

/// Acceptance probability per unit of cost, in 1/10,000: exp(-1/4). A constant temperature of a quarter
/// of a broken rule was the fastest among 0.2 to 0.35 and falling schedules.
const ACCEPTANCE: u64 = 7_788;

/// Searches for one board that satisfies every rule. The model may exclude that board.
pub(super) fn find(model: &Model, budget: &Budget) -> Result<Board, StopReason> {
    if model.placements.len() < MIN_PLACEMENTS {
        return Err(StopReason::GaveUp);
    }
    let (graph, index) = (model.graph(), ModelIndex::new(model));
    for round in 0..ROUNDS {
        let annealing = Annealing::new(model, &index, &graph, Pcg32::seed_from_u64(round));
        let mut annealing = annealing.ok_or(StopReason::GaveUp)?;
        for number in 0..MOVES_PER_DOMINO * model.cells.len() as u64 / 2 {
            if number.is_multiple_of(MOVES_PER_CHECK) {
                budget.check()?;
            }
            if annealing.broken.items.is_empty() {
                return annealing.board().ok_or(StopReason::GaveUp);
            }
            annealing.step();
        }
    }
    Err(StopReason::GaveUp)
}

/// Returns a random number below `bound`, which is far below `u32::MAX`.
fn below(rng: &mut Pcg32, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// Returns true with probability `1 / times`.
fn once_in(rng: &mut Pcg32, times: usize) -> bool {
    below(rng, times) == 0
}

fn shuffle<T>(items: &mut [T], rng: &mut Pcg32) {
    for end in (1..items.len()).rev() {
        items.swap(end, below(rng, end + 1));
    }
}

/// A set of small numbers with constant-time random draws.
#[derive(Debug, Clone)]
struct DrawSet {
    items: Vec<usize>,
    /// Position of each number in the list.
    place: Vec<usize>,
}

impl DrawSet {
    fn new(bound: usize) -> DrawSet {
        DrawSet {
            items: Vec::new(),
            place: vec![0; bound],
        }
    }

    fn insert(&mut self, item: usize) {
        self.place[item] = self.items.len();
        self.items.push(item);
    }

    fn remove(&mut self, item: usize) {
        let place = self.place[item];
        let _ = self.items.swap_remove(place);
        if let Some(&moved) = self.items.get(place) {
            self.place[moved] = place;
        }
    }

    fn draw(&self, rng: &mut Pcg32) -> Option<usize> {
        self.items.get(below(rng, self.items.len())).copied()
    }
}

/// A move: the new value number of some cells, and the new pairs of cells.
#[derive(Debug, Default)]
struct AnnealingMove {
    shows: [(usize, usize); 4],
    length: usize,
    pairs: Option<[(usize, usize); 2]>,
}

impl AnnealingMove {
    fn of(shows: [(usize, usize); 4]) -> AnnealingMove {
        AnnealingMove {
            shows,
            length: 4,
            pairs: None,
        }
    }
}

/// A complete board that may break rules.
#[derive(Debug)]
struct Annealing<'a> {
    index: &'a ModelIndex,
    graph: &'a Graph,
    rng: Pcg32,
    /// For each cell, the other cell of its domino.
    mate: Vec<usize>,
    /// The value number of each cell, and the cells of each value number.
    shows: Vec<usize>,
    showing: Vec<DrawSet>,
    rules: Vec<RuleState>,
    /// The rules of each cell: that of its region, and its pin.
    rules_of: Vec<Vec<usize>>,
    broken: DrawSet,
    /// Acceptance probability of each cost, in `1 / u32::MAX`.
    acceptance: Vec<u32>,
}

impl<'a> Annealing<'a> {
    /// Creates a random tiling with the dominoes in random order; `None` if there is no tiling or the
    /// board has odd cycles.
    fn new(model: &Model, index: &'a ModelIndex, graph: &'a Graph, mut rng: Pcg32) -> Option<Self> {
        let cells = model.cells.len();
        let numbers = index.pips.len();
        let regions = index.rules.iter().map(|rule| {
            let cells = rule.cells.iter().map(|&cell| cell as usize);
            (cells.collect::<Vec<_>>(), rule.rule)
        });
        let pins = model.constraints.iter().filter_map(|one| match one {
            Constraint {
                origin: Origin::Pin(cell),
                body: ConstraintKind::Rule { rule, .. },
            } => Some((vec![cell.index()], *rule)),
            _ => None,
        });
        let mut rules = Vec::new();
        let mut rules_of = vec![Vec::new(); cells];
        let mut equal = vec![None; cells];
        for (number, (of, rule)) in regions.chain(pins).enumerate() {
            for &cell in &of {
                rules_of[cell].push(number);
                if rule == Rule::Equal {
                    equal[cell] = Some(number);
                }
            }
            rules.push(RuleState::new(rule, of, numbers));
        }
        let mate = random_tiling(graph, &equal, &mut rng)?;
        let copies = index.halves.iter().zip(&index.copies);
        let copies = copies.flat_map(|(&halves, &copies)| (0..copies).map(move |_| halves));
        let mut dominoes: Vec<[u32; 2]> = copies.collect();
        if dominoes.len() * 2 != cells {
            return None;
        }
        shuffle(&mut dominoes, &mut rng);
        let mut acceptance = vec![u32::MAX];
        while let Some(&last) = acceptance.last().filter(|&&last| last > 0) {
            acceptance.push((u64::from(last) * ACCEPTANCE / 10_000) as u32);
        }
        let mut annealing = Annealing {
            index,
            graph,
            rng,
            mate,
            shows: vec![0; cells],
            showing: vec![DrawSet::new(cells); numbers],
            broken: DrawSet::new(rules.len()),
            rules,
            rules_of,
            acceptance,
        };
        let firsts: Vec<usize> = (0..cells)
            .filter(|&cell| cell < annealing.mate[cell])
            .collect();
        for (cell, halves) in firsts.into_iter().zip(dominoes) {
            for (cell, number) in [cell, annealing.mate[cell]].into_iter().zip(halves) {
                annealing.shows[cell] = number as usize;
                annealing.showing[number as usize].insert(cell);
                for &rule in &annealing.rules_of[cell] {
                    annealing.rules[rule].show(number as usize, index.value(number));
                }
            }
        }
        for rule in 0..annealing.rules.len() {
            annealing.update(rule);
        }
        Some(annealing)
    }

    /// Makes a random move, or rejects it.
    fn step(&mut self) {
        let Some(tried) = self.propose() else {
            return;
        };
        let shows = &tried.shows[..tried.length];
        let before: [usize; 4] = std::array::from_fn(|at| self.shows[tried.shows[at].0]);
        for &(cell, number) in shows {
            self.show(cell, number);
        }
        // Four cells have at most eight rules, counting pins.
        let mut touched = [usize::MAX; 8];
        let mut count = 0;
        for &(cell, _) in shows {
            for &rule in &self.rules_of[cell] {
                if count < touched.len() && !touched[..count].contains(&rule) {
                    touched[count] = rule;
                    count += 1;
                }
            }
        }
        let touched = &touched[..count];
        let added = |&rule: &usize| self.rules[rule].distance(&self.shows) - self.rules[rule].cost;
        let added: i32 = touched.iter().map(added).sum();
        let is_accepted = added <= 0 || {
            let likely = self.acceptance.get(added as usize).copied().unwrap_or(0);
            self.rng.next_u32() < likely
        };
        if !is_accepted {
            for (&(cell, _), number) in shows.iter().zip(before).rev() {
                self.show(cell, number);
            }
            return;
        }
        for &rule in touched {
            self.update(rule);
        }
        for (&(cell, number), before) in shows.iter().zip(before) {
            if number != before {
                self.showing[before].remove(cell);
                self.showing[number].insert(cell);
            }
        }
        for (one, other) in tried.pairs.into_iter().flatten() {
            self.mate[one] = other;
            self.mate[other] = one;
        }
    }

    /// Proposes a random move. Half of the moves start at a broken rule, and most of these bring it closer
    /// to its target.
    fn propose(&mut self) -> Option<AnnealingMove> {
        let cells = self.mate.len();
        let mut needed = None;
        let cell = if once_in(&mut self.rng, 2) {
            let broken = self.broken.draw(&mut self.rng)?;
            let of = &self.rules[broken].cells;
            let cell = of[below(&mut self.rng, of.len())];
            if !once_in(&mut self.rng, 3) {
                needed = Some(self.needed(broken, cell)?);
            }
            cell
        } else {
            below(&mut self.rng, cells)
        };
        let kind = below(&mut self.rng, 8);
        match (needed, kind) {
            (None, 0) => {
                let mate = self.mate[cell];
                let mut turned = AnnealingMove::default();
                turned.shows[..2]
                    .copy_from_slice(&[(cell, self.shows[mate]), (mate, self.shows[cell])]);
                turned.length = 2;
                Some(turned)
            }
            (None, 1 | 2) => self.turn_two(cell),
            (Some(number), _) => {
                let other = self.showing[number].draw(&mut self.rng)?;
                self.swap(cell, other)
            }
            (None, _) => {
                let other = below(&mut self.rng, cells);
                self.swap(cell, other)
            }
        }
    }

    /// Returns a value number that would bring a broken rule closer if a cell showed it.
    fn needed(&mut self, rule: usize, cell: usize) -> Option<usize> {
        let state = &self.rules[rule];
        let off = match state.rule {
            Rule::Sum(relation, target) => {
                let more = below(&mut self.rng, 3) as i64;
                match relation {
                    Relation::Equal => target - state.sum,
                    Relation::Less => target - 1 - state.sum - more,
                    Relation::Greater => target + 1 - state.sum + more,
                }
            }
            Rule::Equal => {
                let other = state.cells[below(&mut self.rng, state.cells.len())];
                let number = self.shows[other];
                return (number != self.shows[cell]).then_some(number);
            }
            Rule::Unequal | Rule::Empty => return Some(below(&mut self.rng, self.showing.len())),
        };
        let value = self.index.value(self.shows[cell] as u32) + off;
        let at_least = self
            .index
            .pips
            .partition_point(|&pips| i64::from(pips) < value);
        Some(at_least.min(self.showing.len() - 1))
    }

    /// Swaps two dominoes, so that `cell` shows the value of `other`.
    fn swap(&mut self, cell: usize, other: usize) -> Option<AnnealingMove> {
        let [mate, others_mate] = [cell, other].map(|cell| self.mate[cell]);
        if other == cell || other == mate {
            return None;
        }
        let mut there = [self.shows[cell], self.shows[mate]];
        if once_in(&mut self.rng, 4) {
            there.reverse();
        }
        Some(AnnealingMove::of([
            (cell, self.shows[other]),
            (mate, self.shows[others_mate]),
            (other, there[0]),
            (others_mate, there[1]),
        ]))
    }

    /// Turns two parallel adjacent dominoes by 90 degrees.
    fn turn_two(&mut self, cell: usize) -> Option<AnnealingMove> {
        let at = CellId::at(cell);
        let beside = below(&mut self.rng, self.graph.edges_at(at).len());
        let beside = self.graph.neighbours(at).nth(beside)?.index();
        let mate = self.mate[cell];
        if beside == mate {
            return None;
        }
        let corner = self.mate[beside];
        let mut around = self.graph.neighbours(CellId::at(mate));
        if !around.any(|neighbour| neighbour.index() == corner) {
            return None;
        }
        let mut dominoes = [
            [self.shows[cell], self.shows[mate]],
            [self.shows[beside], self.shows[corner]],
        ];
        if once_in(&mut self.rng, 2) {
            dominoes.reverse();
        }
        for domino in &mut dominoes {
            if once_in(&mut self.rng, 2) {
                domino.reverse();
            }
        }
        let [[a, b], [c, d]] = dominoes;
        Some(AnnealingMove {
            pairs: Some([(cell, beside), (mate, corner)]),
            ..AnnealingMove::of([(cell, a), (beside, b), (mate, c), (corner, d)])
        })
    }

    /// Changes the value of a cell.
    fn show(&mut self, cell: usize, number: usize) {
        let before = std::mem::replace(&mut self.shows[cell], number);
        for &rule in &self.rules_of[cell] {
            let state = &mut self.rules[rule];
            state.hide(before, self.index.value(before as u32));
            state.show(number, self.index.value(number as u32));
        }
    }

    /// Updates the cost of a rule.
    fn update(&mut self, rule: usize) {
        let state = &mut self.rules[rule];
        let cost = state.distance(&self.shows);
        let before = std::mem::replace(&mut state.cost, cost);
        if before == 0 && cost > 0 {
            self.broken.insert(rule);
        } else if before > 0 && cost == 0 {
            self.broken.remove(rule);
        }
    }

    /// Returns the board, if the model has all of its placements.
    fn board(&self) -> Option<Board> {
        let firsts = (0..self.mate.len()).filter(|&cell| cell < self.mate[cell]);
        let placed = firsts.map(|cell| {
            let mut around = self.index.neighbours[cell].iter();
            let (_, range) = around.find(|(other, _)| *other as usize == self.mate[cell])?;
            let is_shown = |&id: &u32| {
                let candidate = self.index.candidate(id);
                let shown = candidate.cells.map(|cell| self.shows[cell as usize] as u32);
                candidate.shows == shown
            };
            Some(self.index.placed(range.clone().find(is_shown)?))
        });
        placed.collect::<Option<_>>()
    }
}

/// Returns the mate of each cell in a random tiling. Only a double fits inside an `equal` region, and a
/// set has one of each value. So edges inside `equal` regions are used only where the tiling needs them,
/// first in regions that contain no other such edge.
fn random_tiling(graph: &Graph, equal: &[Option<usize>], rng: &mut Pcg32) -> Option<Vec<usize>> {
    let dark = graph.two_colours()?;
    let neighbours = graph.cells().map(|cell| {
        let mut neighbours: Vec<u32> = graph.neighbours(cell).map(|cell| cell.0).collect();
        shuffle(&mut neighbours, rng);
        neighbours
    });
    let neighbours: Vec<Vec<u32>> = neighbours.collect();
    let mut starts: Vec<u32> = (0..dark.len() as u32)
        .filter(|&c| dark[c as usize])
        .collect();
    shuffle(&mut starts, rng);
    let mut matching = Matching::new(dark.len());
    let inside_of = |one: u32, other: u32| {
        let region = equal[one as usize];
        region.filter(|_| region == equal[other as usize])
    };
    for most_inside in [0, 1, usize::MAX] {
        starts.retain(|&start| {
            let mut inside = vec![0; equal.iter().flatten().max().map_or(0, |most| most + 1)];
            let pairs = (0..).zip(&matching.mate).filter(|_| most_inside == 1);
            for (cell, &mate) in pairs.filter(|&(cell, &mate)| cell < mate && mate != NO_CELL) {
                if let Some(region) = inside_of(cell, mate) {
                    inside[region] += 1;
                }
            }
            let is_usable = |one: u32, other: u32| match inside_of(one, other) {
                Some(region) => inside[region] < most_inside,
                None => true,
            };
            let usable = |cell: u32| {
                let beside = neighbours[cell as usize].iter().copied();
                beside.filter(move |&other| is_usable(cell, other))
            };
            matching.augment(start, usable).is_err()
        });
    }
    let mates = matching.mate.into_iter();
    let mates = mates.map(|mate| (mate != NO_CELL).then_some(mate as usize));
    mates.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::tests::full_set;
    use crate::lower::{STEPS, lower};
    use crate::puzzle::{Edge, check};

    #[test]
    fn a_tiling_covers_every_cell_and_avoids_equal_regions() {
        let at = |row: u32, column: u32| CellId(row * 6 + column);
        let beside = (0..6).flat_map(|row| (0..5).map(move |c| (at(row, c), at(row, c + 1))));
        let below = (0..5).flat_map(|row| (0..6).map(move |c| (at(row, c), at(row + 1, c))));
        let edges = beside
            .chain(below)
            .map(|(one, other)| Edge::between(one, other));
        let graph = Graph::new(36, edges.collect());
        // Two rows of three in the middle of the board: all six can be tiled outwards.
        let region: Vec<Option<usize>> = (0..36)
            .map(|cell| ((2..4).contains(&(cell / 6)) && (1..4).contains(&(cell % 6))).then_some(0))
            .collect();
        for seed in 0..50 {
            let mut rng = Pcg32::seed_from_u64(seed);
            let mates = random_tiling(&graph, &region, &mut rng).expect("a tiling");
            for (cell, &mate) in mates.iter().enumerate() {
                assert_eq!(mates[mate], cell);
                let mut beside = graph.neighbours(CellId::at(cell));
                assert!(beside.any(|other| other.index() == mate));
                assert!(region[cell].is_none() || region[mate].is_none(), "{seed}");
            }
        }
    }

    #[test]
    fn the_board_is_a_solution_and_deterministic() {
        for seed in 1..4 {
            let puzzle = full_set(9, seed);
            let model = lower(&puzzle, &STEPS).expect("a model").model;
            let board = find(&model, &Budget::default()).expect("a board");
            assert_eq!(check(&puzzle, &board), []);
            assert_eq!(find(&model, &Budget::default()), Ok(board));
        }
    }
}
