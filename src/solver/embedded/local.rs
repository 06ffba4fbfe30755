//! A board by trial: all dominoes are laid at once, and then swapped, turned and moved at random
//! until every rule is kept.
//!
//! On a board with room for very many solutions, such as that of a full set, this is a hundred times
//! as fast as SAT: a move costs some dozens of nanoseconds, and a full double-24 set takes about a
//! million of them. It is simulated annealing at one temperature (Kirkpatrick, Gelatt and Vecchi,
//! 1983) that looks most of the time at rules that are broken, as local search for SAT does (Selman,
//! Kautz and Cohen, 1994). It proves nothing: whoever calls it goes on with SAT where it finds
//! nothing in so many moves. The moves are drawn from a generator with a fixed seed, and only whole
//! numbers are compared, so that the same puzzle gives the same board everywhere.
//!
//! [`tiling`] makes the first tiling, [`score`] says how far the rules are from being kept.

mod score;
mod tiling;

use std::ops::ControlFlow;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::{End, GaveUp};
use crate::limits::Watch;
use crate::model::{Body, Model, PlacementId, Relation, Rule};
use crate::puzzle::{CellId, Graph, Pips};
use score::{BROKEN, Score};

/// The fewest open placements for which it is tried: with fewer, SAT is as quick, and sure.
const FEWEST_PLACEMENTS: usize = 4_000;

/// How many times it begins anew, with another tiling.
const ROUNDS: u64 = 6;

/// How many moves a round has for each domino.
const MOVES_PER_DOMINO: u64 = 6_000;

/// After how many moves the watch is asked again.
const BETWEEN_ASKS: u64 = 1 << 10;

/// What makes a move a third as likely, nearly: the cost that is added is divided by it. A quarter
/// of a broken rule measured best, of 0.2 to 0.35 and of temperatures that fall.
const TEMPERATURE: i32 = BROKEN / 4;

/// Looks for one solution, which may be a board that the model excludes. It is complete only in that it calls `take` with what it finds.
pub(super) fn search(
    model: &Model,
    watch: &Watch,
    take: &mut dyn FnMut(&[PlacementId]) -> ControlFlow<()>,
) -> End {
    if model.placements.len() < FEWEST_PLACEMENTS {
        return End::GaveUp(GaveUp::TooMany);
    }
    let graph = model.graph();
    for round in 0..ROUNDS {
        let Some(mut trial) = Trial::new(model, &graph, Pcg32::seed_from_u64(round)) else {
            break;
        };
        let moves = MOVES_PER_DOMINO * model.cells.len() as u64 / 2;
        for number in 0..moves {
            if number.is_multiple_of(BETWEEN_ASKS)
                && let Some(why) = watch.stopped()
            {
                return End::GaveUp(GaveUp::Stopped(why.into()));
            }
            if trial.broken.is_empty() {
                break;
            }
            trial.try_a_move(&graph);
        }
        if trial.broken.is_empty()
            && let Some(solution) = trial.solution()
        {
            return match take(&solution) {
                ControlFlow::Break(()) => End::Enough,
                ControlFlow::Continue(()) => End::GaveUp(GaveUp::TooMany),
            };
        }
    }
    End::GaveUp(GaveUp::TooMany)
}

/// A number below `bound`, which is far below `u32::MAX`.
fn index(chance: &mut Pcg32, bound: usize) -> usize {
    ((u64::from(chance.next_u32()) * bound as u64) >> 32) as usize
}

/// True once in `in_so_many` times.
fn once(chance: &mut Pcg32, in_so_many: usize) -> bool {
    index(chance, in_so_many) == 0
}

/// Some cells with something new to show, and the cells that are paired anew.
#[derive(Debug, Default)]
struct Move {
    shows: [(usize, usize); 4],
    /// How many of these there are.
    length: usize,
    pairs: Option<[(usize, usize); 2]>,
}

impl Move {
    fn of(shows: [(usize, usize); 4]) -> Move {
        Move {
            shows,
            length: 4,
            pairs: None,
        }
    }
}

/// A board with all of its dominoes, which may break rules.
#[derive(Debug)]
struct Trial<'a> {
    model: &'a Model,
    chance: Pcg32,
    /// All values, in order; a value's number is its place here.
    values: Vec<Pips>,
    /// The cell that shares a domino with each cell.
    mate: Vec<usize>,
    /// The number of the value that each cell shows.
    shows: Vec<usize>,
    /// The cells that show each value, and the place of each cell in that list.
    showing: Vec<Vec<usize>>,
    place: Vec<usize>,
    scores: Vec<Score>,
    /// The rules that each cell is under: its region's and its pin.
    rules_of: Vec<Vec<usize>>,
    /// What each rule costs now.
    costs: Vec<i32>,
    /// The rules that are broken, and the place of each in that list.
    broken: Vec<usize>,
    place_broken: Vec<usize>,
    /// How likely a cost is accepted, of `u32::MAX`.
    likely: Vec<u32>,
}

impl<'a> Trial<'a> {
    /// A tiling with the dominoes in any order.
    fn new(model: &'a Model, graph: &Graph, mut chance: Pcg32) -> Option<Trial<'a>> {
        let cells = model.cells.len();
        let halves = model.kinds.iter().flat_map(|kind| kind.domino.halves());
        let mut values: Vec<Pips> = halves.collect();
        values.sort_unstable();
        values.dedup();
        let mut scores: Vec<Score> = Vec::new();
        let mut rules_of = vec![Vec::new(); cells];
        let mut equal = vec![None; cells];
        for constraint in &model.constraints {
            let (of, rule): (Vec<usize>, Rule) = match &constraint.body {
                Body::Rule { cells, rule } => (cells.iter().map(|c| c.index()).collect(), *rule),
                Body::Pinned { cell, pips } => (vec![cell.index()], Rule::pin(*pips)),
                // These are kept by every move, or follow.
                Body::Covered(_)
                | Body::Shows(_)
                | Body::Used { .. }
                | Body::NeverFlipped(_)
                | Body::Supply { .. } => continue,
                // Whoever takes the board knows those that do not count.
                Body::Excluded(_) => continue,
            };
            for &cell in &of {
                rules_of[cell].push(scores.len());
                if rule == Rule::Equal {
                    equal[cell] = Some(scores.len());
                }
            }
            scores.push(Score::new(rule, of, values.len()));
        }
        let mate = tiling::tiling(graph, &equal, &mut chance)?;
        let copies = model.kinds.iter();
        let copies = copies.flat_map(|kind| (0..kind.copies).map(|_| kind.domino));
        let mut dominoes: Vec<_> = copies.collect();
        if dominoes.len() * 2 != cells {
            return None;
        }
        tiling::shuffle(&mut dominoes, &mut chance);
        let mut likely = vec![u32::MAX];
        // One by one: e to the minus one by the temperature is 0.7788 for four.
        const { assert!(TEMPERATURE == 4, "the factor is for this one") };
        while let Some(&last) = likely.last().filter(|&&last| last > 0) {
            likely.push((u64::from(last) * 7_788 / 10_000) as u32);
        }
        let mut trial = Trial {
            model,
            chance,
            mate,
            shows: vec![0; cells],
            showing: vec![Vec::new(); values.len()],
            place: vec![0; cells],
            costs: vec![0; scores.len()],
            place_broken: vec![0; scores.len()],
            broken: Vec::new(),
            values,
            scores,
            rules_of,
            likely,
        };
        for cell in 0..cells {
            if cell > trial.mate[cell] {
                continue;
            }
            let Some(domino) = dominoes.pop() else {
                break;
            };
            for (cell, value) in [cell, trial.mate[cell]].into_iter().zip(domino.halves()) {
                let number = trial.values.partition_point(|&other| other < value);
                trial.shows[cell] = number;
                trial.place[cell] = trial.showing[number].len();
                trial.showing[number].push(cell);
                for &rule in &trial.rules_of[cell] {
                    trial.scores[rule].show(number, i64::from(value));
                }
            }
        }
        for rule in 0..trial.scores.len() {
            let cost = trial.scores[rule].cost(&trial.shows);
            trial.settle(rule, cost);
        }
        Some(trial)
    }

    /// Makes a random move, unless chance is against it.
    fn try_a_move(&mut self, graph: &Graph) {
        let Some(tried) = self.propose(graph) else {
            return;
        };
        let shows = &tried.shows[..tried.length];
        let before: [usize; 4] = std::array::from_fn(|at| self.shows[tried.shows[at].0]);
        for &(cell, number) in shows {
            self.show(cell, number);
        }
        // Four cells are under eight rules at most, counting pins.
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
        let cost = |rule: usize| self.scores[rule].cost(&self.shows);
        let added: i32 = touched.iter().map(|&r| cost(r) - self.costs[r]).sum();
        let is_accepted = added <= 0 || {
            let likely = self.likely.get(added as usize).copied().unwrap_or(0);
            self.chance.next_u32() < likely
        };
        if !is_accepted {
            for (&(cell, _), number) in shows.iter().zip(before).rev() {
                self.show(cell, number);
            }
            return;
        }
        for &rule in touched {
            let cost = self.scores[rule].cost(&self.shows);
            self.settle(rule, cost);
        }
        for (&(cell, number), before) in shows.iter().zip(before) {
            if number != before {
                self.list(cell, before, number);
            }
        }
        for (one, other) in tried.pairs.into_iter().flatten() {
            self.mate[one] = other;
            self.mate[other] = one;
        }
    }

    /// A random move. Half of them begin at a rule that is broken, and most of these bring a value
    /// there that it wants.
    fn propose(&mut self, graph: &Graph) -> Option<Move> {
        let cells = self.mate.len();
        let mut wanted = None;
        let cell = if once(&mut self.chance, 2) {
            let broken = self.broken[index(&mut self.chance, self.broken.len())];
            let of = &self.scores[broken].cells;
            let cell = of[index(&mut self.chance, of.len())];
            if !once(&mut self.chance, 3) {
                wanted = Some(self.wanted(broken, cell)?);
            }
            cell
        } else {
            index(&mut self.chance, cells)
        };
        let mate = self.mate[cell];
        let kind = index(&mut self.chance, 8);
        match (wanted, kind) {
            (None, 0) => {
                // Turn a domino.
                let mut turned = Move::default();
                turned.shows[..2]
                    .copy_from_slice(&[(cell, self.shows[mate]), (mate, self.shows[cell])]);
                turned.length = 2;
                Some(turned)
            }
            (None, 1 | 2) => self.turn_two(cell, graph),
            (Some(number), _) => {
                let showing = &self.showing[number];
                let other = *showing.get(index(&mut self.chance, showing.len()))?;
                self.swap(cell, other)
            }
            (None, _) => {
                let other = index(&mut self.chance, cells);
                self.swap(cell, other)
            }
        }
    }

    /// The number of a value that would bring a broken rule nearer to being kept, shown at a cell.
    fn wanted(&mut self, rule: usize, cell: usize) -> Option<usize> {
        let score = &self.scores[rule];
        let off = match score.rule {
            Rule::Sum(relation, target) => {
                let more = index(&mut self.chance, 3) as i64;
                match relation {
                    Relation::Equal => target - score.sum,
                    Relation::Less => target - 1 - score.sum - more,
                    Relation::Greater => target + 1 - score.sum + more,
                }
            }
            Rule::Equal => {
                let other = score.cells[index(&mut self.chance, score.cells.len())];
                let number = self.shows[other];
                return (number != self.shows[cell]).then_some(number);
            }
            Rule::Unequal | Rule::Empty => return Some(index(&mut self.chance, self.values.len())),
        };
        let value = i64::from(self.values[self.shows[cell]]) + off;
        let at_least = self.values.partition_point(|&v| i64::from(v) < value);
        Some(at_least.min(self.values.len() - 1))
    }

    /// Two dominoes change places, so that a cell shows what the other one does.
    fn swap(&mut self, cell: usize, other: usize) -> Option<Move> {
        let [mate, others_mate] = [cell, other].map(|cell| self.mate[cell]);
        if other == cell || other == mate {
            return None;
        }
        let shows = |cell: usize| self.shows[cell];
        let mut there = [shows(cell), shows(mate)];
        if once(&mut self.chance, 4) {
            there.reverse();
        }
        let shows = |cell: usize| self.shows[cell];
        Some(Move::of([
            (cell, shows(other)),
            (mate, shows(others_mate)),
            (other, there[0]),
            (others_mate, there[1]),
        ]))
    }

    /// Two dominoes side by side are laid the other way across the same four cells.
    fn turn_two(&mut self, cell: usize, graph: &Graph) -> Option<Move> {
        let at = CellId::at(cell);
        let beside = index(&mut self.chance, graph.edges_at(at).len());
        let beside = graph.neighbours(at).nth(beside)?.index();
        let mate = self.mate[cell];
        if beside == mate {
            return None;
        }
        let corner = self.mate[beside];
        let meets = |one: usize, other: usize| {
            let mut neighbours = graph.neighbours(CellId::at(one));
            neighbours.any(|neighbour| neighbour.index() == other)
        };
        if !meets(mate, corner) {
            return None;
        }
        let mut dominoes = [
            [self.shows[cell], self.shows[mate]],
            [self.shows[beside], self.shows[corner]],
        ];
        if once(&mut self.chance, 2) {
            dominoes.reverse();
        }
        for domino in &mut dominoes {
            if once(&mut self.chance, 2) {
                domino.reverse();
            }
        }
        let [[a, b], [c, d]] = dominoes;
        Some(Move {
            pairs: Some([(cell, beside), (mate, corner)]),
            ..Move::of([(cell, a), (beside, b), (mate, c), (corner, d)])
        })
    }

    /// A cell shows another value from now on.
    fn show(&mut self, cell: usize, number: usize) {
        let before = std::mem::replace(&mut self.shows[cell], number);
        for &rule in &self.rules_of[cell] {
            let score = &mut self.scores[rule];
            score.hide(before, i64::from(self.values[before]));
            score.show(number, i64::from(self.values[number]));
        }
    }

    /// Moves a cell from the list of one value to that of another.
    fn list(&mut self, cell: usize, from: usize, to: usize) {
        let place = self.place[cell];
        let _ = self.showing[from].swap_remove(place);
        if let Some(&moved) = self.showing[from].get(place) {
            self.place[moved] = place;
        }
        self.place[cell] = self.showing[to].len();
        self.showing[to].push(cell);
    }

    /// Takes note of what a rule costs now.
    fn settle(&mut self, rule: usize, cost: i32) {
        let before = std::mem::replace(&mut self.costs[rule], cost);
        if before == 0 && cost > 0 {
            self.place_broken[rule] = self.broken.len();
            self.broken.push(rule);
        } else if before > 0 && cost == 0 {
            let place = self.place_broken[rule];
            let _ = self.broken.swap_remove(place);
            if let Some(&moved) = self.broken.get(place) {
                self.place_broken[moved] = place;
            }
        }
    }

    /// The placements of the board, in order, if the model has them all.
    fn solution(&self) -> Option<Vec<PlacementId>> {
        let mut solution = Vec::with_capacity(self.mate.len() / 2);
        for range in self.model.placements_by_edge() {
            let shown = range.map(PlacementId).find(|id| {
                let halves = self.model.halves(self.model.placements[id.index()]);
                let [one, other] = halves.map(|(cell, _)| cell.index());
                let is_shown =
                    |(cell, value): (CellId, Pips)| self.values[self.shows[cell.index()]] == value;
                self.mate[one] == other && halves.into_iter().all(is_shown)
            });
            solution.extend(shown);
        }
        (solution.len() * 2 == self.mate.len()).then_some(solution)
    }
}
