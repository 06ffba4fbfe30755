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

/// Crossings are counted in smaller parts only.
const MAX_UNTANGLED: usize = 100;

/// The minimum distance of two nodes, relative to the length of a link.
const NODES_APART: f64 = 0.8;

/// The preferred minimum distance of a node from the links of others.
const NODE_FROM_LINK: f64 = 0.5;

/// A point for each cell, by cell number.
pub(super) fn lay_out(graph: &Graph, parts: &[Vec<CellId>]) -> Vec<Point> {
    let laid_out: Vec<Vec<Point>> = parts
        .iter()
        .map(|part| to_corner(lay_out_part(graph, part)))
        .collect();
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
    let number = |cell: CellId| part.binary_search(&cell).ok();
    let neighbours = |&cell: &CellId| graph.neighbours(cell).filter_map(number).collect();
    let neighbours: Vec<Vec<usize>> = part.iter().map(neighbours).collect();
    if part.len() > MAX_CELLS {
        let distance = distances(0, &neighbours);
        let mut order: Vec<usize> = (0..part.len()).collect();
        order.sort_by(|&a, &b| distance[a].total_cmp(&distance[b]));
        let width = part.len().isqrt() + 1;
        let mut points = vec![(0.0, 0.0); part.len()];
        for (place, cell) in order.into_iter().enumerate() {
            points[cell] = ((place % width) as f64, (place / width) as f64);
        }
        return points;
    }
    let distance: Vec<Vec<f64>> = (0..part.len())
        .map(|from| distances(from, &neighbours))
        .collect();
    let mut points = start(&distance);
    for _ in 0..ROUNDS {
        majorize(&mut points, &distance);
    }
    let links = neighbours.iter().enumerate();
    let links = links.flat_map(|(a, all)| all.iter().map(move |&b| (a, b)));
    let links: Vec<(usize, usize)> = links.filter(|(a, b)| a < b).collect();
    if part.len() <= MAX_UNTANGLED {
        untangle(&mut points, &neighbours, &links);
    }
    make_room(&mut points, &links);
    let pairs = (0..part.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let least = pairs.map(|(a, b)| towards(points[a], points[b]).1);
    let scale = (NODES_APART / least.fold(f64::INFINITY, f64::min)).clamp(1.0, 2.0);
    points.iter().map(|(x, y)| (x * scale, y * scale)).collect()
}

/// The number of links between a node and each other (breadth-first search).
fn distances(from: usize, neighbours: &[Vec<usize>]) -> Vec<f64> {
    let mut distance = vec![f64::INFINITY; neighbours.len()];
    distance[from] = 0.0;
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        for &next in &neighbours[node] {
            if distance[next].is_infinite() {
                distance[next] = distance[node] + 1.0;
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
            let wanted = distance[node][other];
            let weight = 1.0 / (wanted * wanted);
            let (direction, _) = towards(points[other], points[node]);
            x += weight * (points[other].0 + direction.0 * wanted);
            y += weight * (points[other].1 + direction.1 * wanted);
            weights += weight;
        }
        if weights > 0.0 {
            points[node] = (x / weights, y / weights);
        }
    }
}

/// Moves nodes to the mean of their neighbours where that leaves fewer crossings.
fn untangle(points: &mut [Point], neighbours: &[Vec<usize>], links: &[(usize, usize)]) {
    let mut fewest = crossings(points, links);
    for (node, around) in neighbours.iter().enumerate() {
        let sum = |(x, y): Point, &next: &usize| (x + points[next].0, y + points[next].1);
        let (x, y) = around.iter().fold((0.0, 0.0), sum);
        let count = around.len() as f64;
        let before = std::mem::replace(&mut points[node], (x / count, y / count));
        let now = crossings(points, links);
        if now < fewest {
            fewest = now;
        } else {
            points[node] = before;
        }
    }
}

fn crossings(points: &[Point], links: &[(usize, usize)]) -> usize {
    let is_left = |a: usize, b: usize, c: usize| {
        let (a, b, c) = (points[a], points[b], points[c]);
        (b.0 - a.0) * (c.1 - a.1) > (b.1 - a.1) * (c.0 - a.0)
    };
    let cross = |(a, b): (usize, usize), (c, d): (usize, usize)| {
        ![c, d].contains(&a)
            && ![c, d].contains(&b)
            && is_left(a, b, c) != is_left(a, b, d)
            && is_left(c, d, a) != is_left(c, d, b)
    };
    let pairs = links.iter().enumerate();
    let pairs = pairs.flat_map(|(at, &one)| links[..at].iter().map(move |&other| (one, other)));
    pairs.filter(|&(one, other)| cross(one, other)).count()
}

/// Pushes nodes and the links of others apart.
fn make_room(points: &mut [Point], links: &[(usize, usize)]) {
    for _ in 0..60 {
        let mut is_quiet = true;
        for &(a, b) in links {
            for node in (0..points.len()).filter(|&node| node != a && node != b) {
                let foot = nearest(points[node], points[a], points[b]);
                let ((x, y), apart) = towards(foot, points[node]);
                if apart >= NODE_FROM_LINK {
                    continue;
                }
                is_quiet = false;
                let push = (NODE_FROM_LINK - apart) / 3.0 + 0.005;
                for (node, push) in [(node, push), (a, -push / 2.0), (b, -push / 2.0)] {
                    points[node].0 += x * push;
                    points[node].1 += y * push;
                }
            }
        }
        if is_quiet {
            break;
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

/// The point of the line from `a` to `b` that is nearest to `point`.
fn nearest(point: Point, a: Point, b: Point) -> Point {
    let ((x, y), length) = towards(a, b);
    let along = ((point.0 - a.0) * x + (point.1 - a.1) * y).clamp(0.0, length);
    (a.0 + x * along, a.1 + y * along)
}

fn to_corner(points: Vec<Point>) -> Vec<Point> {
    let least = |(w, h): Point, &(x, y): &Point| (w.min(x), h.min(y));
    let corner = points.iter().fold((f64::INFINITY, f64::INFINITY), least);
    let moved = points.iter().map(|(x, y)| (x - corner.0, y - corner.1));
    moved.collect()
}
