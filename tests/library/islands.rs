//! Puzzles of several islands: the counts of the frontier DP against exact cover and products of counts.

use std::ops::ControlFlow;

use pipsc::limits::Budget;
use pipsc::puzzle::{Board, Cell, Domino, DraftRegion, Pips, Puzzle, PuzzleDraft, Relation, Rule};
use pipsc::solver::embedded::{Method, solve_until};
use pipsc::solver::{Goal, Outcome, Solver, Task};

use crate::random;

const COUNT: Goal = Goal::Count { limit: None };

/// One puzzle with several puzzles as islands. The values of each island are increased relative to the previous
/// one; if the increase is large, no domino fits on another island.
fn islands(puzzles: &[Puzzle], shift: Pips) -> Puzzle {
    let mut all = PuzzleDraft::default();
    for (number, puzzle) in puzzles.iter().enumerate() {
        let draft = PuzzleDraft::of(puzzle);
        let (first, more) = (all.cells.len(), shift * number as Pips);
        for cell in puzzle.cells() {
            let (row, column) = cell.at.expect("a grid");
            all.cells
                .push(Cell::on_grid(row, column + 100 * number as u32));
        }
        all.dominoes.extend(puzzle.dominoes().iter().map(|domino| {
            let [one, other] = domino.halves();
            Domino::new(one + more, other + more)
        }));
        all.regions.extend(draft.regions.into_iter().map(|region| {
            let cells: Vec<usize> = region.cells.iter().map(|cell| first + cell).collect();
            DraftRegion {
                name: None,
                rule: match region.rule {
                    Rule::Sum(relation, target) => {
                        let more = i64::from(more) * cells.len() as i64;
                        Rule::Sum(relation, target + more)
                    }
                    rule @ (Rule::Equal | Rule::Unequal | Rule::Empty) => rule,
                },
                cells,
            }
        }));
    }
    Puzzle::new(all).expect("a valid puzzle")
}

fn count(method: Method, puzzle: &Puzzle) -> Outcome {
    let ignore_board = &mut |_| ControlFlow::Continue(());
    solve_until(method, puzzle, COUNT, &Budget::default(), ignore_board).expect("no fault")
}

fn count_without(puzzle: &Puzzle, exclude: impl IntoIterator<Item = Board>) -> Outcome {
    let mut task = Task::new(puzzle);
    task.goal = COUNT;
    task.exclude = exclude.into_iter().collect();
    let solved = Solver::Embedded.solve(&task, &mut |_| ControlFlow::Continue(()));
    solved.expect("no fault").outcome
}

fn list(puzzle: &Puzzle) -> Vec<Board> {
    let mut boards = Vec::new();
    let goal = Goal::All { limit: None };
    let take = &mut |board| {
        boards.push(board);
        ControlFlow::Continue(())
    };
    let _ =
        solve_until(Method::Frontier, puzzle, goal, &Budget::default(), take).expect("no fault");
    boards
}

/// Random puzzles on grids.
fn random(numbers: std::ops::Range<u64>) -> Vec<Puzzle> {
    let puzzles = numbers.map(random::puzzle);
    puzzles.filter(Puzzle::is_grid).collect()
}

#[test]
fn components_are_counted_like_whole_boards() {
    let (mut several, mut none, mut apart) = (0, 0, 0);
    for (number, puzzles) in random(0..500).chunks_exact(2).enumerate() {
        // Increases with equal dominoes on all islands, some shared dominoes, and no shared dominoes.
        let shift = [0, 2, 1_000][number % 3];
        let puzzle = islands(puzzles, shift);
        let expected = count(Method::Frontier, &puzzle);
        if expected.found.count() > 5_000 {
            continue;
        }
        assert_eq!(count(Method::ExactCover, &puzzle), expected, "{number}");
        let boards = list(&puzzle);
        let listed = Outcome::complete(boards.len() as u128);
        assert_eq!(listed, expected, "{number}");
        several += usize::from(boards.len() > 1);
        none += usize::from(boards.is_empty());
        // If no domino fits on another island, the count is the product of the islands' counts.
        let stays = |board: &Board| {
            let mut halves = board.placements().iter().flat_map(|placed| placed.halves());
            halves.all(|(cell, pips)| {
                let (_, column) = puzzle.cell(cell).at.expect("a grid");
                pips / 1_000 == column / 100
            })
        };
        if shift == 1_000 && boards.iter().all(stays) {
            apart += usize::from(boards.len() > 1);
            let each = puzzles.iter().map(|puzzle| list(puzzle).len());
            assert_eq!(boards.len(), each.product::<usize>(), "{number}");
        }
        if let [first, .., last] = &boards[..] {
            let expected = Outcome::complete(boards.len() as u128 - 2);
            let exclude = [first.clone(), last.clone()];
            assert_eq!(count_without(&puzzle, exclude), expected, "{number}");
        }
    }
    assert!(
        several > 30 && none > 10 && apart > 5,
        "{several}, {none}, {apart}"
    );
}

/// Blocks of two by two cells, each with two dominoes of its own: sixteen solutions each.
fn blocks(count: u32) -> Puzzle {
    let block = |number: u32| {
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)];
        cells.map(|(row, column)| Cell::on_grid(row, column + 3 * number))
    };
    let dominoes = |number: u32| {
        [
            Domino::new(4 * number, 4 * number + 1),
            Domino::new(4 * number + 2, 4 * number + 3),
        ]
    };
    let regions = (0..count).map(|number| DraftRegion {
        name: None,
        rule: Rule::Sum(Relation::Equal, i64::from(16 * number + 6)),
        cells: (0..4).map(|cell| 4 * number as usize + cell).collect(),
    });
    Puzzle::new(PuzzleDraft {
        cells: (0..count).flat_map(block).collect(),
        dominoes: (0..count).flat_map(dominoes).collect(),
        regions: regions.collect(),
        ..PuzzleDraft::default()
    })
    .expect("a valid puzzle")
}

#[test]
fn components_multiply_without_enumeration() {
    // Two tilings of a block, two assignments of the dominoes, and two orientations of each domino.
    let solutions = |number: u32| 16_u128.checked_pow(number);
    for number in [1, 2, 20, 31] {
        let expected = Outcome::complete(solutions(number).expect("a number"));
        assert_eq!(
            count(Method::Frontier, &blocks(number)),
            expected,
            "{number}"
        );
    }
    // An excluded board reduces the count by one.
    let puzzle = blocks(20);
    let mut one = None;
    let take = &mut |board| {
        one = Some(board);
        ControlFlow::Break(())
    };
    let _ = solve_until(Method::Best, &puzzle, Goal::One, &Budget::default(), take);
    let expected = Outcome::complete(solutions(20).expect("a number") - 1);
    assert_eq!(count_without(&puzzle, one), expected);
}
