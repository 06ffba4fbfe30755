//! The outline of grid cells as a shape with round corners.

use super::num;
use std::collections::{BTreeMap, BTreeSet};

/// A corner of cells: column and row.
type Corner = (i64, i64);

/// Corners of a shape.
#[derive(Debug, Clone, Copy)]
pub(super) struct OutlineShape {
    /// The distance of the outline from the edge of the cells, inwards.
    pub(super) inset: f64,
    /// The radius of corners that point outwards.
    pub(super) outer: f64,
    /// The radius of corners that point inwards.
    pub(super) inner: f64,
}

/// The outline of cells (row, column) of this size, as the data of a path. Holes are part of it.
pub(super) fn path(cells: &BTreeSet<(i64, i64)>, size: f64, shape: OutlineShape) -> String {
    let mut path = String::new();
    for line in loops(cells) {
        let count = line.len();
        let mut command = 'M';
        for at in 0..count {
            let here = line[at];
            let came = direction(line[(at + count - 1) % count], here);
            let goes = direction(here, line[(at + 1) % count]);
            if came == goes {
                continue;
            }
            // The cells are on the right, so a right turn is a convex corner.
            let outwards = came.0 * goes.1 - came.1 * goes.0 > 0.0;
            let radius = if outwards { shape.outer } else { shape.inner };
            let x = here.0 as f64 * size + shape.inset * (-came.1 - goes.1);
            let y = here.1 as f64 * size + shape.inset * (came.0 + goes.0);
            path += &format!(
                "{command}{} {}A{r} {r} 0 0 {} {} {}",
                num(x - came.0 * radius),
                num(y - came.1 * radius),
                u8::from(outwards),
                num(x + goes.0 * radius),
                num(y + goes.1 * radius),
                r = num(radius),
            );
            command = 'L';
        }
        path.push('Z');
    }
    path
}

fn direction(from: Corner, to: Corner) -> (f64, f64) {
    (
        (to.0 - from.0).signum() as f64,
        (to.1 - from.1).signum() as f64,
    )
}

/// The corners of every closed line around the cells, with the cells on the right.
fn loops(cells: &BTreeSet<(i64, i64)>) -> Vec<Vec<Corner>> {
    let mut sides: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(row, column) in cells {
        let (left, right, top, bottom) = (column, column + 1, row, row + 1);
        for (beside, from, to) in [
            ((row - 1, column), (left, top), (right, top)),
            ((row, column + 1), (right, top), (right, bottom)),
            ((row + 1, column), (right, bottom), (left, bottom)),
            ((row, column - 1), (left, bottom), (left, top)),
        ] {
            if !cells.contains(&beside) {
                sides.entry(from).or_default().push(to);
            }
        }
    }
    let mut loops = Vec::new();
    let open = |(&from, ahead): (&Corner, &Vec<Corner>)| (!ahead.is_empty()).then_some(from);
    while let Some(start) = sides.iter().find_map(open) {
        let mut line = vec![start];
        let mut came = None;
        let mut here = start;
        while let Some(ahead) = sides.get_mut(&here) {
            // Where two cells touch at a corner, the right turn separates them.
            let turn = |to: &Corner| {
                let goes = direction(here, *to);
                came.map_or(0.0, |came: (f64, f64)| came.0 * goes.1 - came.1 * goes.0)
            };
            let best =
                (0..ahead.len()).max_by(|&a, &b| turn(&ahead[a]).total_cmp(&turn(&ahead[b])));
            let Some(next) = best.map(|best| ahead.swap_remove(best)) else {
                break;
            };
            came = Some(direction(here, next));
            here = next;
            if here == start {
                break;
            }
            line.push(here);
        }
        loops.push(line);
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: OutlineShape = OutlineShape {
        inset: 1.0,
        outer: 2.0,
        inner: 1.0,
    };

    /// The number of corners of each line.
    fn corners_of(cells: &[(i64, i64)]) -> Vec<usize> {
        let path = path(&cells.iter().copied().collect(), 10.0, SHAPE);
        let lines = path.split_terminator('Z');
        lines.map(|line| line.matches('A').count()).collect()
    }

    #[test]
    fn outlines() {
        assert_eq!(corners_of(&[(0, 0)]), [4]);
        assert_eq!(corners_of(&[(0, 0), (0, 1), (0, 2)]), [4]);
        assert_eq!(corners_of(&[(0, 0), (1, 0), (1, 1)]), [6]);
        // Two cells that touch at a corner are two shapes.
        assert_eq!(corners_of(&[(0, 0), (1, 1)]), [4, 4]);
        assert_eq!(corners_of(&[(0, 1), (1, 0)]), [4, 4]);
        // A ring has a hole.
        let ring: Vec<(i64, i64)> = (0..9).filter(|n| *n != 4).map(|n| (n / 3, n % 3)).collect();
        assert_eq!(corners_of(&ring), [4, 4]);
    }

    #[test]
    fn a_single_cell_is_a_round_square() {
        assert_eq!(
            path(&BTreeSet::from_iter([(0, 0)]), 10.0, SHAPE),
            "M1 3A2 2 0 0 1 3 1L7 1A2 2 0 0 1 9 3L9 7A2 2 0 0 1 7 9L3 9A2 2 0 0 1 1 7Z"
        );
    }
}
