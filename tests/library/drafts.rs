//! Drafts: invalid ones are errors, and valid ones can be written and read again.

use fastrand::Rng;
use pipsc::formats;
use pipsc::puzzle::{
    Board, Cell, CellId, Domino, DraftLinks, DraftPlace, DraftRegion, Edge, MAX_PIPS, PartialBoard,
    PlacedDomino, Puzzle, PuzzleDraft, PuzzleErrorKind, Rule, warnings,
};

use crate::families::{made, recipe};
use crate::random;
use crate::reading::read;
use crate::round_trip::assert_round_trip;

fn pair() -> PuzzleDraft {
    PuzzleDraft::grid([(0, 0), (0, 1)]).domino(1, 2)
}

fn refused(draft: PuzzleDraft) -> (DraftPlace, PuzzleErrorKind) {
    let error = Puzzle::new(draft).expect_err("it is wrong");
    (error.place, error.kind)
}

fn named(name: &str, cells: &[usize]) -> DraftRegion {
    DraftRegion {
        name: Some(name.into()),
        rule: Rule::Equal,
        cells: cells.to_vec(),
    }
}

fn one(placed: PlacedDomino) -> Board {
    [placed].into_iter().collect()
}

#[test]
fn unknown_cells_are_errors() {
    let mut region = pair();
    region.regions.push(named("A", &[0, 2]));
    let unknown = PuzzleErrorKind::UnknownCell;
    assert_eq!(
        refused(region),
        (DraftPlace::RegionCell(0, 1), unknown.clone())
    );
    let by_place = pair().region(Rule::sum(3), [(0, 0), (7, 7)]);
    assert_eq!(
        refused(by_place),
        (DraftPlace::RegionCell(0, 1), unknown.clone())
    );
    let links = PuzzleDraft {
        links: DraftLinks::Given(vec![(0, 1), (0, 9)]),
        ..pair()
    };
    assert_eq!(refused(links), (DraftPlace::Link(1), unknown.clone()));
    let foreign = one(PlacedDomino::new((CellId(0), 1), (CellId(9), 2)));
    let solution = PuzzleDraft {
        solution: Some(foreign),
        ..pair()
    };
    assert_eq!(refused(solution), (DraftPlace::Solution, unknown));
}

#[test]
fn drafts_that_cannot_be_written_are_errors() {
    let pips = PuzzleDraft::grid([(0, 0), (0, 1)]).domino(1, MAX_PIPS + 1);
    let domino = Domino::new(1, MAX_PIPS + 1);
    let expected = (DraftPlace::Dominoes, PuzzleErrorKind::TooManyPips(domino));
    assert_eq!(refused(pips), expected);
    let mut twice = pair();
    twice.regions = vec![named("A", &[0]), named("A", &[1])];
    let expected = (
        DraftPlace::Region(1),
        PuzzleErrorKind::RepeatedRegion("A".into()),
    );
    assert_eq!(refused(twice), expected);
    let mut nowhere = pair();
    nowhere.cells[1].at = None;
    let expected = (DraftPlace::Cell(1), PuzzleErrorKind::NoPlace("r0c1".into()));
    assert_eq!(refused(nowhere), expected);
    let mut same = pair();
    same.cells[1].at = Some((0, 0));
    let expected = PuzzleErrorKind::SharedPlace("r0c0".into(), "r0c1".into());
    assert_eq!(refused(same), (DraftPlace::Cell(1), expected));
}

#[test]
fn pins_and_boards_of_another_puzzle_are_errors() {
    let puzzle = Puzzle::new(pair()).expect("a puzzle");
    let pinned = puzzle.clone().pinned([(CellId(9), 1)]);
    assert_eq!(
        pinned.expect_err("no cell").kind,
        PuzzleErrorKind::UnknownCell
    );
    let foreign = PartialBoard::from(&one(PlacedDomino::new((CellId(7), 1), (CellId(9), 2))));
    let extended = puzzle.clone().extending(&foreign);
    assert_eq!(
        extended.expect_err("no cell").kind,
        PuzzleErrorKind::UnknownCell
    );
    let square = PuzzleDraft::grid([(0, 0), (0, 1), (1, 0), (1, 1)]);
    let square = Puzzle::new(square.domino(1, 2).domino(3, 4)).expect("a puzzle");
    let mut across = PartialBoard::default();
    across.joined.push(Edge::between(CellId(0), CellId(3)));
    assert_eq!(
        square.extending(&across).expect_err("no edge").to_string(),
        "no domino can lie on r0c0 and r1c1, which are not neighbours"
    );
    // Cells of another puzzle are written by number.
    let text = formats::write_board(&puzzle, &foreign.laid());
    assert_eq!(text, "1-2 \"number 7\" \"number 9\"\n");
    let json = formats::board_value(&puzzle, &foreign.laid());
    assert_eq!(json["placements"][0][3], "number 9");
}

#[test]
fn a_puzzle_with_joined_cells_is_not_the_one_that_a_recipe_makes() {
    let puzzle = made(recipe("family=newspaper size=4 seed=1"));
    assert!(puzzle.recipe().is_some());
    let mut board = PartialBoard::default();
    board.joined.push(puzzle.edges()[0]);
    let extended = puzzle.extending(&board).expect("an edge");
    assert_eq!(extended.recipe(), None);
}

/// A random draft: the draft of a valid puzzle with up to three random changes.
fn draft(number: u64) -> PuzzleDraft {
    let mut rng = Rng::with_seed(number);
    let mut draft = PuzzleDraft::of(&random::puzzle(number));
    for _ in 0..rng.usize(0..=3) {
        let cells = draft.cells.len();
        let any = |rng: &mut Rng| rng.usize(..cells + 2);
        match rng.u32(0..14) {
            0 => draft.regions.push(DraftRegion {
                name: None,
                rule: Rule::Unequal,
                cells: vec![any(&mut rng), any(&mut rng)],
            }),
            1 => draft
                .regions
                .iter_mut()
                .for_each(|region| region.name = Some("A".into())),
            2 => draft.links = DraftLinks::Given(vec![(any(&mut rng), any(&mut rng))]),
            3 => draft.links = DraftLinks::Grid,
            4 => {
                let at = rng.usize(..cells);
                draft.cells[at].at = rng.bool().then(|| (rng.u32(..), rng.u32(..3)));
            }
            5 => draft.dominoes.push(Domino::new(rng.u32(..), 1)),
            6 => draft.dominoes.clear(),
            7 => draft
                .cells
                .push(Cell::on_grid(rng.u32(..50), rng.u32(..50))),
            8 => {
                let half = |rng: &mut Rng| (CellId(rng.u32(..20)), rng.u32(..9));
                draft.solution = Some(one(PlacedDomino::new(half(&mut rng), half(&mut rng))));
            }
            9 => draft.solution = Some(Board::default()),
            10 => {
                let titles = ["", "  ", " a\nb ", "\"q\"", "#"];
                let any: String = (0..4).map(|_| rng.char(..)).collect();
                let title = titles.get(rng.usize(..9)).copied();
                draft.title = Some(title.unwrap_or(&any).into());
            }
            11 => {
                let names = ["", "a b", "A", "\u{1b}", "#", "r0c0", "\"", "dominoes"];
                let name = names[rng.usize(..names.len())];
                draft.cells[rng.usize(..cells)].name = name.into();
                if let Some(region) = draft.regions.first_mut() {
                    region.name = Some(name.into());
                }
            }
            12 => draft
                .regions
                .iter_mut()
                .for_each(|region| region.rule = Rule::sum(i64::MIN)),
            _ => draft
                .regions
                .iter_mut()
                .for_each(|region| region.rule = Rule::less(i64::MAX)),
        }
    }
    draft
}

#[test]
fn accepted_drafts_round_trip() {
    let (mut accepted, mut broken) = (0, 0);
    for number in 0..3_000 {
        match Puzzle::new(draft(number)) {
            Ok(puzzle) => {
                assert_round_trip(&puzzle);
                accepted += 1;
            }
            Err(_) => broken += 1,
        }
    }
    assert!(accepted > 1_000 && broken > 500, "{accepted} {broken}");
}

#[test]
fn one_letter_for_two_regions_is_a_warning() {
    let puzzle = read("AABA\n****\n\nA 6\nB *\n\n12 34 00 01\n", None);
    let message: Vec<String> = warnings(&puzzle).iter().map(ToString::to_string).collect();
    assert_eq!(
        message,
        ["region A is in two parts (r0c0 r0c1 and r0c3): is one letter used twice?"]
    );
}

#[test]
fn dominoes_may_have_a_head_above_the_map_and_below_it() {
    let plain = read("AAB\nAAB\n\nA 6\nB =\n\n12 34 00\n", None);
    for text in [
        "dominoes: 12 34 00\n\nAAB\nAAB\n\nA 6\nB =\n",
        "dominoes:\n12 34\n00\n\nAAB\nAAB\n\nA 6\nB =\n",
        "AAB\nAAB\n\nA 6\nB =\n\ndominoes: 12 34 00\n",
        "AAB\nAAB\n\ndominoes:\n12 34\n00\n\nA 6\nB =\n",
        "AAB\nAAB\n\nA 6\nB =\ndominos: 1|2, 3|4; 00\n",
    ] {
        assert_eq!(read(text, None), plain, "{text}");
    }
    // A region may have that name.
    let named = "dominoes dominoes\n* *\n\ndominoes: 4\n\n12 34\n";
    assert_eq!(read(named, None).regions()[0].rule, Rule::sum(4));
    let wrong = formats::read(b"AA\n\nA 3\ndominoes: 1x\n", None).expect_err("no domino");
    assert!(
        wrong.to_string().starts_with("line 4, column 11: "),
        "{wrong}"
    );
}
