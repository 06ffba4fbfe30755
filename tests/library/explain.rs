//! Explanations against brute force: conflicts are minimal, and statements about several solutions
//! are true.

use std::collections::BTreeSet;

use pipsc::deduce::Engine;
use pipsc::explain::{Conflict, ConflictReason, ExplainOptions, SolutionSpace, demands, explain};
use pipsc::limits::Budget;
use pipsc::puzzle::{Board, CellId, Fact, PartialBoard, Pips, PlacedDomino, Puzzle, RegionId};
use pipsc::report::ReportVerdict;
use pipsc::solver::SolutionCount;

use crate::brute_force;
use crate::random;

/// Puzzles with more solutions are skipped.
const MANY: usize = 2_000;

fn explained(puzzle: &Puzzle, all: bool) -> ReportVerdict {
    let options = ExplainOptions {
        conflicts: all.then_some(1_000),
        ..ExplainOptions::default()
    };
    let report = explain(puzzle, &options).unwrap_or_else(|error| panic!("{error}"));
    report.verdict
}

/// Whether some board satisfies these demands.
fn satisfiable(puzzle: &Puzzle, demands: &[Fact]) -> bool {
    let relaxed = puzzle
        .unpinned()
        .with_rules_of(|region| demands.contains(&Fact::Rule(region)));
    let rules_alone = demands.iter().all(|demand| demand.region().is_some());
    let boards = brute_force::solutions(&relaxed, if rules_alone { 1 } else { 200_000 });
    !with(puzzle, &boards, demands).is_empty()
}

/// All minimal conflicts, by testing all sets of demands.
fn minimal_conflicts(puzzle: &Puzzle) -> BTreeSet<Vec<Fact>> {
    let demands = demands(puzzle);
    let mut conflicts: BTreeSet<Vec<Fact>> = BTreeSet::new();
    let mut sets: Vec<u32> = (0..1 << demands.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    for set in sets {
        let chosen = (0..demands.len()).filter(|at| set >> at & 1 == 1);
        let chosen: Vec<Fact> = chosen.map(|at| demands[at]).collect();
        let known = |conflict: &Vec<Fact>| conflict.iter().all(|one| chosen.contains(one));
        if !conflicts.iter().any(known) && !satisfiable(puzzle, &chosen) {
            let _ = conflicts.insert(chosen);
        }
    }
    conflicts
}

pub(crate) fn assert_minimal(puzzle: &Puzzle, conflict: &Conflict, what: &str) {
    let demands = &conflict.demands;
    assert!(!satisfiable(puzzle, demands), "{what}: {demands:?}");
    for left_out in 0..demands.len() {
        let mut fewer = demands.clone();
        let _ = fewer.remove(left_out);
        assert!(
            satisfiable(puzzle, &fewer),
            "{what}: {demands:?} without {left_out}"
        );
    }
}

#[test]
fn conflicts_are_minimal_and_complete() {
    let (mut unsolvable, mut several, mut untileable) = (0, 0, 0);
    for number in 0..2_000 {
        let puzzle = random::puzzle(number);
        if puzzle.cells().len() > 8 || !brute_force::solutions(&puzzle, 1).is_empty() {
            continue;
        }
        unsolvable += 1;
        let what = format!("puzzle {number}");
        let ReportVerdict::NoSolution {
            conflicts,
            complete,
            smallest,
        } = explained(&puzzle, true)
        else {
            panic!("{what} has no solution");
        };
        assert!(complete && smallest, "{what}");
        let found: BTreeSet<Vec<Fact>> = conflicts.iter().map(|c| c.demands.clone()).collect();
        assert_eq!(found.len(), conflicts.len(), "{what}");
        assert_eq!(found, minimal_conflicts(&puzzle), "{what}");
        let sizes: Vec<usize> = conflicts.iter().map(|c| c.demands.len()).collect();
        assert!(sizes.is_sorted(), "{what}: {sizes:?}");
        several += usize::from(conflicts.len() > 1);
        for conflict in &conflicts {
            assert_minimal(&puzzle, conflict, &what);
            match &conflict.why {
                ConflictReason::Untileable(why) => {
                    assert_eq!(crate::tilings(&puzzle), 0, "{what}");
                    assert!(why.parts.len() > why.between.len(), "{what}");
                    assert!(why.parts.iter().all(|part| part.len() % 2 == 1), "{what}");
                    assert_cut_off(&puzzle, &why.parts, &why.between);
                    untileable += 1;
                }
                ConflictReason::Proof(_) => {
                    assert!(!conflict.demands.is_empty(), "{what}")
                }
                ConflictReason::TooLarge => panic!("{what} is small"),
            }
        }
        // Without `all`, the conflict is one of the smallest.
        let ReportVerdict::NoSolution { conflicts, .. } = explained(&puzzle, false) else {
            panic!("{what} has no solution");
        };
        assert_eq!(conflicts.len(), 1);
        assert_eq!(conflicts[0].demands.len(), sizes[0], "{what}");
        assert_minimal(&puzzle, &conflicts[0], &what);
    }
    assert!(unsolvable > 60, "only {unsolvable}");
    assert!(several > 2, "only {several} with several conflicts");
    assert!(untileable < unsolvable);
}

/// The cells of a part have only neighbours in the part and in the shared cells.
fn assert_cut_off(puzzle: &Puzzle, parts: &[Vec<CellId>], between: &[CellId]) {
    for part in parts {
        for edge in puzzle.edges() {
            for (cell, other) in [(edge.a, edge.b), (edge.b, edge.a)] {
                if part.contains(&cell) {
                    assert!(part.contains(&other) || between.contains(&other));
                }
            }
        }
    }
}

#[test]
fn pins_take_part_in_conflicts() {
    let mut conflicts_with_pins = 0;
    for number in 0..600 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, MANY);
        if solutions.is_empty() || solutions.len() == MANY || puzzle.cells().len() > 6 {
            continue;
        }
        let cell = CellId(number as u32 % puzzle.cells().len() as u32);
        let pips = puzzle.dominoes()[0].high();
        let pinned = puzzle.clone().pinned([(cell, pips)]).expect("a cell");
        if let ReportVerdict::NoSolution { conflicts, .. } = explained(&pinned, false) {
            assert_minimal(&pinned, &conflicts[0], &format!("puzzle {number}"));
            assert!(conflicts[0].demands.contains(&Fact::Shows(cell, pips)));
            conflicts_with_pins += 1;
        }
    }
    assert!(conflicts_with_pins > 15, "only {conflicts_with_pins}");
}

/// The solutions with a fact.
fn with<'b>(puzzle: &Puzzle, boards: &'b [Board], facts: &[Fact]) -> Vec<&'b Board> {
    let fits = |board: &&Board| facts.iter().all(|fact| fact.holds(puzzle, board));
    boards.iter().filter(fits).collect()
}

fn assert_true(puzzle: &Puzzle, boards: &[Board], space: &SolutionSpace, what: &str) {
    assert_eq!(
        space.solutions,
        SolutionCount::Exactly(boards.len() as u128),
        "{what}"
    );
    let mut values: Vec<BTreeSet<Pips>> = vec![BTreeSet::new(); puzzle.cells().len()];
    let mut placements: BTreeSet<PlacedDomino> = BTreeSet::new();
    for placed in boards.iter().flat_map(|board| board.placements()) {
        let _ = placements.insert(*placed);
        for (cell, pips) in placed.halves() {
            let _ = values[cell.index()].insert(pips);
        }
    }
    let expected: Vec<Vec<Pips>> = values
        .into_iter()
        .map(|v| v.into_iter().collect())
        .collect();
    assert_eq!(space.values, expected, "{what}");
    let everywhere = |placed: &PlacedDomino| {
        let mut boards = boards.iter();
        boards.all(|board| board.placements().contains(placed))
    };
    let fixed: Vec<PlacedDomino> = placements.iter().copied().filter(everywhere).collect();
    assert_eq!(space.fixed, fixed, "{what}");

    // Exactly the facts that leave one solution.
    let one = |fact: &Fact| with(puzzle, boards, &[*fact]).len() == 1;
    let mut facts: BTreeSet<Fact> = BTreeSet::new();
    for cell in puzzle.cell_ids() {
        let values = &expected[cell.index()];
        facts.extend(
            values
                .iter()
                .map(|&pips| Fact::Shows(cell, pips))
                .filter(one),
        );
    }
    assert_eq!(
        space.facts.iter().copied().collect::<BTreeSet<_>>(),
        facts,
        "{what}"
    );
    assert_eq!(space.facts.len(), facts.len(), "{what}");
    assert_eq!(space.facts.is_empty(), !space.together.is_empty(), "{what}");
    if !space.together.is_empty() {
        assert_eq!(with(puzzle, boards, &space.together).len(), 1, "{what}");
        for left_out in 0..space.together.len() {
            let mut fewer = space.together.clone();
            let _ = fewer.remove(left_out);
            assert!(with(puzzle, boards, &fewer).len() > 1, "{what}");
        }
    }
}

#[test]
fn statements_about_solutions_are_true() {
    let (mut many, mut one, mut no_single_fact) = (0, 0, 0);
    for number in 0..250 {
        let puzzle = random::puzzle(number);
        let boards = brute_force::solutions(&puzzle, MANY);
        let what = format!("puzzle {number}");
        match (boards.len(), explained(&puzzle, false)) {
            (MANY, _) => continue,
            (0, ReportVerdict::NoSolution { .. }) => {}
            (1, ReportVerdict::OneSolution { board, spare }) => {
                assert_eq!(board, boards[0], "{what}");
                for demand in demands(&puzzle) {
                    let rest = puzzle.with_rules_of(|region| demand != Fact::Rule(region));
                    let still = brute_force::solutions(&rest, 2).len() == 1;
                    assert_eq!(spare.contains(&demand), still, "{what}: {demand:?}");
                }
                one += 1;
            }
            (_, ReportVerdict::ManySolutions(space)) => {
                assert_true(&puzzle, &boards, &space, &what);
                no_single_fact += usize::from(space.facts.is_empty());
                many += 1;
            }
            (count, other) => panic!("{what} has {count} solutions: {other:?}"),
        }
    }
    assert!(
        many > 50 && one > 10 && no_single_fact > 5,
        "{many} {one} {no_single_fact}"
    );
}

#[test]
fn placed_dominoes_take_part_in_conflicts() {
    let puzzle = crate::reading::read("AAB\nCCB\n\nA 5\nB <9\nC *\n\n12 23 55\n", None);
    let cell = |name: &str| puzzle.find_cell(name).expect(name);
    let placed = PlacedDomino::new((cell("r0c0"), 1), (cell("r0c1"), 2));
    let options = ExplainOptions {
        board: PartialBoard {
            placements: vec![placed],
            ..PartialBoard::default()
        },
        ..ExplainOptions::default()
    };
    let ReportVerdict::NoSolution { conflicts, .. } =
        explain(&puzzle, &options).expect("an answer").verdict
    else {
        panic!("there is a solution");
    };
    let region = puzzle.region_ids().next().expect("a region");
    assert_eq!(
        conflicts[0].demands,
        [Fact::Rule(region), Fact::Lies(placed)]
    );
    let text = explain(&puzzle, &options).expect("an answer").text(&puzzle);
    assert!(
        text.contains("on the board, the domino 1-2 lies on r0c0 and r0c1"),
        "{text}"
    );
}

/// Conclusions of propagation hold on every board that satisfies the given rules.
#[test]
fn propagation_is_sound() {
    let (mut derived, mut missed) = (0, 0);
    for number in 0..300 {
        let puzzle = random::puzzle(number);
        let all: Vec<RegionId> = puzzle.region_ids().collect();
        let mut rng = fastrand::Rng::with_seed(number);
        let rules: Vec<RegionId> = all.into_iter().filter(|_| rng.u32(0..3) > 0).collect();
        let relaxed = puzzle.with_rules_of(|region| rules.contains(&region));
        let boards = brute_force::solutions(&relaxed, MANY);
        if boards.len() == MANY {
            continue;
        }
        // Some facts may be given.
        let mut given = Vec::new();
        if let Some(board) = boards.first()
            && rng.bool()
        {
            given.push(Fact::Lies(board.placements()[0]));
        }
        let engine = Engine::new(&puzzle, &Budget::default()).expect("small");
        let premises = rules.iter().copied().map(Fact::Rule);
        let premises: Vec<Fact> = premises.chain(given.iter().copied()).collect();
        let mut propagation = engine.start(&premises);
        propagation.propagate();
        let boards: Vec<&Board> = with(&puzzle, &boards, &given);
        if propagation.is_contradictory() {
            assert_eq!(boards.len(), 0, "puzzle {number}");
            continue;
        }
        let mut goals: Vec<Fact> = Vec::new();
        for edge in puzzle.edges() {
            goals.extend([Fact::Joined(*edge), Fact::Apart(*edge)]);
            for domino in puzzle.dominoes() {
                let placed = PlacedDomino::new((edge.a, domino.low()), (edge.b, domino.high()));
                goals.extend([Fact::Lies(placed), Fact::LiesNot(placed)]);
                for cell in [edge.a, edge.b] {
                    let pips = domino.low();
                    goals.extend([Fact::Shows(cell, pips), Fact::ShowsNot(cell, pips)]);
                }
            }
        }
        for goal in goals {
            let truth = boards.iter().all(|board| goal.holds(&puzzle, board));
            match (propagation.is_known(goal), truth) {
                (true, true) => derived += 1,
                (true, false) => panic!("puzzle {number}, {goal:?}"),
                (false, true) => missed += usize::from(!boards.is_empty()),
                (false, false) => {}
            }
        }
    }
    assert!(derived > 5 * missed, "{derived} inferred, {missed} not");
}

/// A proof names every rule that it needs: the conflict is minimal, so none can be missing.
#[test]
fn proofs_name_the_rules_they_need() {
    let mut contradictions = 0;
    for number in 0..700 {
        let puzzle = random::puzzle(number);
        let ReportVerdict::NoSolution { conflicts, .. } = explained(&puzzle, false) else {
            continue;
        };
        if let ConflictReason::Proof(proof) = &conflicts[0].why
            && proof.steps.iter().all(|step| step.technique != "search")
        {
            let regions = conflicts[0].regions();
            assert_eq!(proof.regions(), regions, "puzzle {number}: {proof:#?}");
            contradictions += 1;
        }
    }
    assert!(contradictions > 30, "only {contradictions}");
}
