//! A free layout for graphs that fit on no grid.
//!
//! Each part is laid out so that cells are as far apart as they are in links, by moving one pair
//! at a time towards that (stochastic gradient descent on the stress). Several starts are tried and
//! the clearest result is taken. Only the operations that IEEE 754 defines to the last bit are
//! used, and the random numbers are our own, so every machine draws the same picture.

use std::collections::VecDeque;

use super::shelve;
use crate::puzzle::{CellId, Graph};

type Point = (f64, f64);

/// Larger parts are not worth the time: they are put in rows, in the order of a walk.
const LARGEST: usize = 600;

/// How far apart two nodes are at least, where a link is about 1 long.
const NODES_APART: f64 = 0.8;

/// How far a node is from a link that is not its own, if possible.
const NODE_FROM_LINK: f64 = 0.5;

/// A point for each cell.
pub(super) fn lay_out(graph: &Graph, parts: &[Vec<CellId>]) -> Vec<Point> {
    let mut points = vec![(0.0, 0.0); parts.iter().map(Vec::len).sum()];
    let mut laid = Vec::new();
    for part in parts {
        let laid_out = Part::new(part, graph);
        let at = if part.len() > LARGEST {
            laid_out.rows()
        } else {
            laid_out.clearest()
        };
        laid.push(to_corner(at));
    }
    let reach = |at: &Vec<Point>| {
        at.iter()
            .fold((0.0, 0.0), |(w, h): Point, &(x, y)| (w.max(x), h.max(y)))
    };
    let boxes: Vec<Point> = laid.iter().map(reach).collect();
    for ((part, at), corner) in parts.iter().zip(&laid).zip(shelve(&boxes, 1.0)) {
        for (cell, &(x, y)) in part.iter().zip(at) {
            points[cell.index()] = (rounded(x + corner.0), rounded(y + corner.1));
        }
    }
    points
}

/// A connected part, its cells numbered from 0.
struct Part {
    links: Vec<(usize, usize)>,
    /// How many links lie between two cells.
    distance: Vec<Vec<usize>>,
}

impl Part {
    fn new(part: &[CellId], graph: &Graph) -> Self {
        let number = |cell: CellId| part.binary_search(&cell).ok();
        let around: Vec<Vec<usize>> = part
            .iter()
            .map(|&cell| graph.neighbours(cell).filter_map(number).collect())
            .collect();
        let mut pairs = Vec::new();
        for (one, others) in around.iter().enumerate() {
            pairs.extend(
                others
                    .iter()
                    .filter(|&&other| one < other)
                    .map(|&other| (one, other)),
            );
        }
        let from = if part.len() > LARGEST { 1 } else { part.len() };
        Part {
            links: pairs,
            distance: (0..from).map(|first| walk(first, &around)).collect(),
        }
    }

    /// The first cells of a walk in the first row, and so on.
    fn rows(&self) -> Vec<Point> {
        let mut order: Vec<usize> = (0..self.distance[0].len()).collect();
        order.sort_by_key(|&cell| (self.distance[0][cell], cell));
        let width = (order.len() as f64).sqrt() as usize + 1;
        let mut at = vec![(0.0, 0.0); order.len()];
        for (place, &cell) in order.iter().enumerate() {
            at[cell] = ((place % width) as f64, (place / width) as f64);
        }
        at
    }

    fn clearest(&self) -> Vec<Point> {
        let starts = match self.distance.len() {
            0..=40 => 24,
            41..=120 => 8,
            _ => 2,
        };
        let tries = (0..starts).map(|seed| {
            let mut at = self.descend(seed);
            self.make_room(&mut at);
            let at = level(at);
            (self.faults(&at), at)
        });
        let best = tries.reduce(|best, next| if next.0 < best.0 { next } else { best });
        best.map(|(_, at)| at).unwrap_or_default()
    }

    /// Moves every pair towards its distance, first boldly, then gently.
    fn descend(&self, seed: u64) -> Vec<Point> {
        let count = self.distance.len();
        let mut random = Random(seed);
        let span = (count as f64).sqrt();
        let mut at: Vec<Point> = (0..count)
            .map(|_| (random.unit() * span, random.unit() * span))
            .collect();
        let mut pairs: Vec<(usize, usize)> = (0..count)
            .flat_map(|other| (0..other).map(move |one| (one, other)))
            .collect();
        let longest = self.distance.iter().flatten().max().copied().unwrap_or(1) as f64;
        let mut step = longest * longest;
        while step > 0.02 {
            random.shuffle(&mut pairs);
            for &(one, other) in &pairs {
                let wanted = self.distance[one][other] as f64;
                let ((x, y), apart) = between(at[one], at[other]);
                let pull = (step / (wanted * wanted)).min(1.0) * (apart - wanted) / 2.0;
                let (dx, dy) = (x * pull, y * pull);
                at[one] = (at[one].0 + dx, at[one].1 + dy);
                at[other] = (at[other].0 - dx, at[other].1 - dy);
            }
            step *= 0.88;
        }
        at
    }

    /// Pushes nodes away from each other and from links that pass too close.
    fn make_room(&self, at: &mut [Point]) {
        let rounds = match at.len() {
            0..=150 => 120,
            _ => 30,
        };
        for _ in 0..rounds {
            let mut quiet = true;
            for other in 0..at.len() {
                for one in 0..other {
                    let ((x, y), apart) = between(at[one], at[other]);
                    if apart < NODES_APART {
                        quiet = false;
                        let push = (NODES_APART - apart) / 2.0 + 0.01;
                        at[one] = (at[one].0 - x * push, at[one].1 - y * push);
                        at[other] = (at[other].0 + x * push, at[other].1 + y * push);
                    }
                }
            }
            for &(a, b) in &self.links {
                for node in (0..at.len()).filter(|&node| node != a && node != b) {
                    let foot = nearest(at[node], at[a], at[b]);
                    let ((x, y), apart) = between(foot, at[node]);
                    if apart < NODE_FROM_LINK {
                        quiet = false;
                        let push = (NODE_FROM_LINK - apart) / 3.0 + 0.005;
                        at[node] = (at[node].0 + x * push, at[node].1 + y * push);
                        for end in [a, b] {
                            at[end] = (at[end].0 - x * push / 2.0, at[end].1 - y * push / 2.0);
                        }
                    }
                }
            }
            if quiet {
                break;
            }
        }
    }

    /// What makes a layout hard to read, the worst first: nodes on each other, nodes on links,
    /// crossings, and how far it is from the wanted distances.
    fn faults(&self, at: &[Point]) -> (usize, usize, usize, i64) {
        let mut faults = (0, 0, 0, 0);
        let mut stress = 0.0;
        for other in 0..at.len() {
            for one in 0..other {
                let (_, apart) = between(at[one], at[other]);
                let wanted = self.distance[one][other] as f64;
                faults.0 += usize::from(apart < NODES_APART * 0.95);
                stress += (apart - wanted) * (apart - wanted) / (wanted * wanted);
            }
        }
        for (index, &(a, b)) in self.links.iter().enumerate() {
            let close = |node: &usize| {
                let foot = nearest(at[*node], at[a], at[b]);
                between(foot, at[*node]).1 < NODE_FROM_LINK * 0.9
            };
            let others = (0..at.len()).filter(|&node| node != a && node != b);
            faults.1 += others.filter(close).count();
            for &(c, d) in &self.links[..index] {
                let apart = a != c && a != d && b != c && b != d;
                faults.2 += usize::from(apart && cross(at[a], at[b], at[c], at[d]));
            }
        }
        faults.3 = (stress * 1000.0) as i64;
        faults
    }
}

/// How many links each cell is away from the first.
fn walk(first: usize, around: &[Vec<usize>]) -> Vec<usize> {
    let mut distance = vec![usize::MAX; around.len()];
    distance[first] = 0;
    let mut queue = VecDeque::from([first]);
    while let Some(cell) = queue.pop_front() {
        for &next in &around[cell] {
            if distance[next] == usize::MAX {
                distance[next] = distance[cell] + 1;
                queue.push_back(next);
            }
        }
    }
    distance
}

/// The direction from one point to another, and how far it is.
fn between(one: Point, other: Point) -> (Point, f64) {
    let (x, y) = (other.0 - one.0, other.1 - one.1);
    let apart = (x * x + y * y).sqrt();
    if apart > 1e-9 {
        ((x / apart, y / apart), apart)
    } else {
        ((1.0, 0.0), 0.0)
    }
}

/// The point of a line from `a` to `b` that is nearest to `point`.
fn nearest(point: Point, a: Point, b: Point) -> Point {
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    let length = x * x + y * y;
    let along = if length > 1e-9 {
        ((point.0 - a.0) * x + (point.1 - a.1) * y) / length
    } else {
        0.0
    };
    let along = along.clamp(0.0, 1.0);
    (a.0 + x * along, a.1 + y * along)
}

fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side =
        |p: Point, q: Point, r: Point| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0) > 0.0;
    side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

/// Turns a layout so that its longest extent is level, as pages are.
fn level(at: Vec<Point>) -> Vec<Point> {
    let count = at.len().max(1) as f64;
    let (x, y) = at.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0, y + p.1));
    let middle = (x / count, y / count);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for point in &at {
        let (x, y) = (point.0 - middle.0, point.1 - middle.1);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
    }
    // The eigenvector of the larger eigenvalue of [[xx, xy], [xy, yy]].
    let half = (xx - yy) / 2.0;
    let root = (half * half + xy * xy).sqrt();
    let along = if half >= 0.0 {
        (half + root, xy)
    } else {
        (xy, root - half)
    };
    let ((ux, uy), length) = between((0.0, 0.0), along);
    if length == 0.0 {
        return at;
    }
    at.into_iter()
        .map(|(x, y)| (x * ux + y * uy, y * ux - x * uy))
        .collect()
}

fn to_corner(mut at: Vec<Point>) -> Vec<Point> {
    let left = at.iter().fold(f64::INFINITY, |least, p| least.min(p.0));
    let top = at.iter().fold(f64::INFINITY, |least, p| least.min(p.1));
    for point in &mut at {
        *point = (point.0 - left, point.1 - top);
    }
    at
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// Numbers that look random and are the same everywhere (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// From 0 up to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}
