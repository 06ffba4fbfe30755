//! Layout of graphs that do not fit on a grid: stress majorization (Gansner, Koren and North 2004).
//!
//! The distance of two nodes approximates the number of links between them. There are no random
//! numbers, and all floating-point operations are exactly specified by IEEE 754, so every machine
//! draws the same picture.

use std::collections::VecDeque;

use super::shelve;
use crate::puzzle::{CellId, Graph};

type Point = (f64, f64);

/// Larger parts are drawn in rows, because the time is quadratic in the number of cells.
const MAX_CELLS: usize = 600;

const ROUNDS: usize = 150;

/// The minimum distance of two nodes, relative to the length of a link.
const NODES_APART: f64 = 0.8;

/// A point for each cell, by cell number.
pub(super) fn lay_out(graph: &Graph, parts: &[Vec<CellId>]) -> Vec<Point> {
    let laid_out = parts.iter().map(|part| lay_out_part(graph, part));
    let laid_out: Vec<Vec<Point>> = laid_out.map(to_corner).collect();
    let size = |part: &Vec<Point>| {
        let larger = |(w, h): Point, &(x, y): &Point| (w.max(x), h.max(y));
        part.iter().fold((0.0, 0.0), larger)
    };
    let boxes: Vec<Point> = laid_out.iter().map(size).collect();
    let rounded = |value: f64| (value * 1000.0).round() / 1000.0;
    let mut points = vec![(0.0, 0.0); parts.iter().map(Vec::len).sum()];
    for ((part, at), corner) in parts.iter().zip(&laid_out).zip(shelve(&boxes, 1.0)) {
        for (cell, (x, y)) in part.iter().zip(at) {
            points[cell.index()] = (rounded(x + corner.0), rounded(y + corner.1));
        }
    }
    points
}

/// A point for each cell of a connected part.
fn lay_out_part(graph: &Graph, part: &[CellId]) -> Vec<Point> {
    if part.len() > MAX_CELLS {
        let width = part.len().isqrt() + 1;
        let point = |place: usize| ((place % width) as f64, (place / width) as f64);
        return (0..part.len()).map(point).collect();
    }
    let distance: Vec<Vec<f64>> = part
        .iter()
        .map(|&from| distances(graph, part, from))
        .collect();
    let mut points = start(&distance);
    for _ in 0..ROUNDS {
        majorize(&mut points, &distance);
    }
    let pairs = (0..part.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let least = pairs.map(|(a, b)| towards(points[a], points[b]).1);
    let scale = (NODES_APART / least.fold(f64::INFINITY, f64::min)).clamp(1.0, 2.0);
    points.iter().map(|(x, y)| (x * scale, y * scale)).collect()
}

/// The number of links between a cell and each cell of its part (breadth-first search).
fn distances(graph: &Graph, part: &[CellId], from: CellId) -> Vec<f64> {
    let number = |cell: CellId| part.binary_search(&cell).unwrap_or(0);
    let mut distance = vec![f64::INFINITY; part.len()];
    distance[number(from)] = 0.0;
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        for next in graph.neighbours(cell) {
            if distance[number(next)].is_infinite() {
                distance[number(next)] = distance[number(cell)] + 1.0;
                queue.push_back(next);
            }
        }
    }
    distance
}

/// The distances from two pivots as coordinates (Harel and Koren 2002): the first is an end of the longest extent, which
/// is level; the second is far from both ends. Small offsets keep nodes apart that are as far from both.
fn start(distance: &[Vec<f64>]) -> Vec<Point> {
    let farthest = |from: &dyn Fn(usize) -> f64| {
        let nodes = (0..distance.len()).rev();
        let last = nodes.max_by(|&a, &b| from(a).total_cmp(&from(b)));
        last.unwrap_or(0)
    };
    let left = farthest(&|node| distance[0][node]);
    let right = farthest(&|node| distance[left][node]);
    let top = farthest(&|node| distance[left][node].min(distance[right][node]));
    let offset = |node: usize, factor: usize, modulus: usize| (node * factor % modulus) as f64;
    let point = |node| {
        (
            distance[left][node] + offset(node, 7, 13) / 40.0,
            distance[top][node] + offset(node, 5, 11) / 40.0,
        )
    };
    (0..distance.len()).map(point).collect()
}

/// Moves each node to the mean of the positions at the ideal distance from each other node,
/// weighted by the inverse squares of the distances.
fn majorize(points: &mut [Point], distance: &[Vec<f64>]) {
    for node in 0..points.len() {
        let (mut x, mut y, mut weights) = (0.0, 0.0, 0.0);
        for other in (0..points.len()).filter(|&other| other != node) {
            let ideal = distance[node][other];
            let weight = 1.0 / (ideal * ideal);
            let (direction, _) = towards(points[other], points[node]);
            x += weight * (points[other].0 + direction.0 * ideal);
            y += weight * (points[other].1 + direction.1 * ideal);
            weights += weight;
        }
        if weights > 0.0 {
            points[node] = (x / weights, y / weights);
        }
    }
}

/// The direction from one point to another, and how far it is.
fn towards(one: Point, other: Point) -> (Point, f64) {
    let (x, y) = (other.0 - one.0, other.1 - one.1);
    let apart = (x * x + y * y).sqrt();
    match apart > 1e-9 {
        true => ((x / apart, y / apart), apart),
        false => ((1.0, 0.0), 0.0),
    }
}

fn to_corner(points: Vec<Point>) -> Vec<Point> {
    let least = |(w, h): Point, &(x, y): &Point| (w.min(x), h.min(y));
    let corner = points.iter().fold((f64::INFINITY, f64::INFINITY), least);
    let moved = points.iter().map(|(x, y)| (x - corner.0, y - corner.1));
    moved.collect()
}
