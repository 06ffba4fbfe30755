//! Snapshots of pictures of all examples, and properties of all pictures.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pipsc::puzzle::{Board, CellId, PlacedDomino, Puzzle, RegionId, check};
use pipsc::render::{Characters, Picture, TextStyle, sheet_svg};

use crate::random;
use crate::reading;
use crate::shipped::EXAMPLES;
use crate::snapshot::assert_snapshot;

const UNICODE: TextStyle = TextStyle {
    characters: Characters::Unicode,
    colour: false,
    columns: None,
};

const ASCII: TextStyle = TextStyle {
    characters: Characters::Ascii,
    colour: false,
    columns: None,
};

/// The examples with a snapshot of their SVG: a grid, islands and a graph.
const SVG_EXAMPLES: [&str; 3] = [
    "small.board.json",
    "islands.txt",
    "2025-09-16-easy.graph.json",
];

/// The given solution, or one found by the embedded solver, if there is one.
fn solution(puzzle: &Puzzle) -> Option<Board> {
    use pipsc::solver::{Goal, Limits, embedded};
    let mut found = puzzle.solution().cloned();
    if found.is_none() {
        let limits = Limits::default();
        let _ = embedded::solve(puzzle, Goal::One, &limits, &mut |board| {
            found = Some(board);
            std::ops::ControlFlow::Break(())
        })
        .expect("no fault");
    }
    found
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/pictures")
}

/// An SVG without its style sheet, which is a separate file.
fn without_style(svg: &str) -> String {
    let (head, rest) = svg.split_once("<style>").expect("a style");
    let (_, tail) = rest.split_once("</style>\n").expect("its end");
    format!("{head}{tail}")
}

#[test]
fn text_pictures_match_snapshots() {
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        let solution = solution(&puzzle);
        let mut text = Picture::new(&puzzle).text(UNICODE);
        if let Some(board) = &solution {
            let solved = Picture::new(&puzzle).with_board(board);
            text += &format!("\n{}", solved.text(UNICODE));
            text += &format!("\n{}", solved.text(ASCII));
        }
        assert_snapshot("pictures", &format!("{}.txt", reading::name(file)), &text);
    }
}

#[test]
fn svg_pictures_match_snapshots() {
    for file in SVG_EXAMPLES {
        let puzzle = reading::puzzle(file);
        let name = reading::name(file);
        assert_snapshot(
            "pictures",
            &format!("{name}.svg"),
            &without_style(&Picture::new(&puzzle).svg()),
        );
        let board = solution(&puzzle).expect("a solution");
        let solved = Picture::new(&puzzle).with_board(&board);
        assert_snapshot(
            "pictures",
            &format!("{name}-solved.svg"),
            &without_style(&solved.svg()),
        );
    }
}

#[test]
fn every_snapshot_is_used() {
    let others = [
        "a-legend.txt",
        "a-wheel.svg",
        "a-wheel.txt",
        "a-wrong-board.txt",
        "what-is-known.txt",
    ];
    let mut expected: BTreeSet<String> = others.map(|name| format!("{name}.snap")).into();
    for (file, _) in EXAMPLES {
        let _ = expected.insert(format!("{}.txt.snap", reading::name(file)));
    }
    for file in SVG_EXAMPLES {
        let name = reading::name(file);
        expected.extend([
            format!("{name}.svg.snap"),
            format!("{name}-solved.svg.snap"),
        ]);
    }
    let there: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert_eq!(there, expected);
}

#[test]
fn the_pictures_of_the_documentation_are_up_to_date() {
    let puzzle = reading::puzzle("dozen.txt");
    let board = solution(&puzzle).expect("a solution");
    for (file, option, picture) in [
        ("dozen.svg", "", Picture::new(&puzzle)),
        (
            "dozen-solved.svg",
            " --solve",
            Picture::new(&puzzle).with_board(&board),
        ),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("docs/pictures")
            .join(file);
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            there == picture.svg(),
            "out of date: pipsc show puzzles/dozen.txt{option} -o docs/pictures/{file}"
        );
    }
}

/// Adjacent regions have different colours, each region has a badge, and all pips are drawn.
fn inspect(puzzle: &Puzzle, picture: &Picture<'_>) {
    let svg = picture.svg();
    let document =
        roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = document.root_element();
    let class = |node: &roxmltree::Node<'_, '_>, class: &str| {
        node.attribute("class")
            .is_some_and(|all| all.split(' ').any(|one| one == class))
    };
    let all = |name: &'static str| root.descendants().filter(move |node| class(node, name));

    // A description for screen readers.
    assert_eq!(root.attribute("role"), Some("img"));
    for id in root
        .attribute("aria-labelledby")
        .expect("a label")
        .split(' ')
    {
        let label = root
            .children()
            .find(|node| node.attribute("id") == Some(id));
        assert!(
            label
                .and_then(|label| label.text())
                .is_some_and(|text| !text.is_empty())
        );
    }
    // No external resources.
    let attributes = root.descendants().flat_map(|node| node.attributes());
    for attribute in attributes {
        assert_ne!(attribute.name(), "href");
        assert!(!attribute.value().contains("url("));
    }

    let ruled: Vec<_> = puzzle
        .regions()
        .iter()
        .filter(|region| region.rule != pipsc::puzzle::Rule::Empty)
        .collect();
    assert_eq!(all("region").count(), ruled.len());
    for region in &ruled {
        let mut badges =
            all("badge").filter(|badge| badge.attribute("data-region") == Some(region.name.raw()));
        let badge = badges.next().expect("a badge");
        let rule = badge.attribute("data-rule").expect("a rule");
        assert_eq!(signs(region.rule), rule);
        let drawn = badge
            .descendants()
            .filter(|node| class(node, "sign"))
            .count();
        assert_eq!(drawn, rule.chars().count(), "{rule}");
    }

    let mut dominoes: Vec<String> = puzzle.dominoes().iter().map(ToString::to_string).collect();
    let mut tiles: Vec<String> = Vec::new();
    for tile in all("tile") {
        let name = tile.attribute("data-domino").expect("a domino");
        tiles.push(name.to_owned());
        let halves: Vec<_> = tile
            .descendants()
            .filter(|node| class(node, "half"))
            .collect();
        assert_eq!(halves.len(), 2);
        let mut shown: Vec<u32> = Vec::new();
        for half in halves {
            let pips: u32 = half
                .attribute("data-pips")
                .expect("pips")
                .parse()
                .expect("a number");
            let count = |what: &str| half.descendants().filter(|node| class(node, what)).count();
            match pips {
                0..=20 => assert_eq!((count("pip"), count("sign")), (pips as usize, 0)),
                _ => assert_eq!((count("pip"), count("sign")), (0, pips.to_string().len())),
            }
            shown.push(pips);
        }
        shown.sort_unstable();
        assert_eq!(format!("{}-{}", shown[0], shown[1]), name);
    }
    if picture
        .board
        .as_ref()
        .is_none_or(|board| check(puzzle, board).is_empty())
    {
        dominoes.sort();
        tiles.sort();
        assert_eq!(tiles, dominoes);
    }
}

fn signs(rule: pipsc::puzzle::Rule) -> String {
    match rule.to_string().as_str() {
        "all equal" => "=".into(),
        "all different" => "≠".into(),
        sum => sum
            .trim_start_matches("sum ")
            .trim_start_matches("= ")
            .replace(' ', ""),
    }
}

#[test]
fn drawings_show_every_rule_and_every_pip() {
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        inspect(&puzzle, &Picture::new(&puzzle));
        if let Some(board) = &solution(&puzzle) {
            inspect(&puzzle, &Picture::new(&puzzle).with_board(board));
        }
    }
}

#[test]
fn every_random_puzzle_can_be_drawn() {
    for number in 0..300 {
        let puzzle = random::puzzle(number);
        let board = solution(&puzzle);
        let mut picture = Picture::new(&puzzle);
        picture.board = board.as_ref().map(std::borrow::Cow::Borrowed);
        inspect(&puzzle, &picture);
        assert!(picture.text(ASCII).is_ascii());
        assert!(!picture.text(UNICODE).contains('\u{1b}'));
        // The same with half of the dominoes placed, and with marks.
        let half: Board = board
            .iter()
            .flat_map(|board| board.placements().iter().copied().step_by(2))
            .collect();
        let marked = Picture::new(&puzzle)
            .with_board(&half)
            .with_values(puzzle.cell_ids().map(|cell| (cell, 3)).take(2))
            .marking_cells(puzzle.cell_ids().take(1))
            .marking_regions((0..puzzle.regions().len() as u32).map(RegionId).take(1));
        inspect(&puzzle, &marked);
        let _ = marked.text(ASCII);
    }
}

#[test]
fn a_wrong_board_can_be_drawn() {
    let puzzle = reading::puzzle("dozen.txt");
    let cell = |name: &str| puzzle.find_cell(name).expect("a cell");
    // Cells that are not neighbours, a cell covered twice, an unknown domino.
    let board: Board = [
        PlacedDomino::new((cell("r0c0"), 1), (cell("r3c1"), 7)),
        PlacedDomino::new((cell("r0c1"), 4), (cell("r0c2"), 8)),
        PlacedDomino::new((cell("r0c2"), 40), (cell("r1c2"), 8)),
    ]
    .into_iter()
    .collect();
    let faults = check(&puzzle, &board);
    let picture = Picture::new(&puzzle)
        .with_board(&board)
        .marking_faults(&faults);
    for name in ["r0c0", "r3c1", "r0c2", "r1c2", "r2c4"] {
        assert!(picture.marks.cell(cell(name)).is_some(), "{name}");
    }
    inspect(&puzzle, &picture);
    assert_snapshot("pictures", "a-wrong-board.txt", &picture.text(UNICODE));
}

#[test]
fn known_pips_are_drawn_without_dominoes() {
    let puzzle = reading::puzzle("triplets.txt");
    let region = |name: &str| {
        let at = puzzle
            .regions()
            .iter()
            .position(|region| region.name == name);
        RegionId(at.expect("a region") as u32)
    };
    let picture = Picture::new(&puzzle)
        .with_values([(CellId(0), 2), (CellId(1), 2)])
        .marking_cells([CellId(1), CellId(2)])
        .marking_regions([region("A"), region("E")]);
    assert_snapshot("pictures", "what-is-known.txt", &picture.text(UNICODE));
    let svg = picture.svg();
    assert_eq!(svg.matches("class=\"loose\"").count(), 2);
    assert_eq!(svg.matches("class=\"mark\"").count(), 4);
    assert!(svg.contains("Known: r0c0 shows 2, r0c1 shows 2."));
    assert!(svg.contains("Marked cells: r0c1 r0c2. Marked regions: A E."));
}

#[test]
fn a_graph_that_fits_on_no_grid_has_nodes_and_links() {
    let text = r#"{
        "title": "A wheel", "dominoes": [[1, 2], [3, 30]],
        "constraints": [{"type": "less", "cells": ["n", "e", "hub"], "target": 40}],
        "links": {"n": ["e"], "e": ["s"], "s": ["n"], "hub": ["n", "e", "s"]}
    }"#;
    let puzzle = reading::read(text, None);
    let board = solution(&puzzle).expect("a solution");
    let picture = Picture::new(&puzzle).with_board(&board);
    inspect(&puzzle, &picture);
    assert_snapshot("pictures", "a-wheel.svg", &without_style(&picture.svg()));
    assert_snapshot("pictures", "a-wheel.txt", &picture.text(UNICODE));
}

#[test]
fn a_wide_board_is_not_broken() {
    let row = |pips: &str, count: usize| vec![pips; count].join(" ");
    let text = format!("{}\n\nA 12\n\n{}\n", "A".repeat(60), row("01", 30));
    let puzzle = reading::read(&text, None);
    let drawn = Picture::new(&puzzle).text(ASCII);
    let lines: Vec<&str> = drawn.lines().take(4).collect();
    assert!(lines.iter().all(|line| line.len() == 60 * 4 + 1), "{drawn}");
    // If a board fits into 80 columns, so do all other lines.
    let text = format!("{}\n\nA 12\n\n{}\n", "A".repeat(12), row("01", 6));
    let narrow = Picture::new(&reading::read(&text, None)).text(ASCII);
    assert!(narrow.lines().all(|line| line.len() <= 80), "{narrow}");
}

#[test]
fn long_rules_are_in_the_legend() {
    let text = "A*\n*A\n\nA <100000\n\n1-2 3-4\n";
    let puzzle = reading::read(text, None);
    assert_snapshot(
        "pictures",
        "a-legend.txt",
        &Picture::new(&puzzle).text(UNICODE),
    );
}

#[test]
fn several_boards_on_one_sheet() {
    let puzzle = reading::puzzle("dozen.txt");
    let picture = Picture::new(&puzzle);
    let sheet = sheet_svg(&vec![picture; 5]);
    let document = roxmltree::Document::parse(&sheet).expect("XML");
    let boards = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("board"));
    assert_eq!(boards.count(), 5);
    assert!(sheet.contains("By the dozen: 5 boards"));
}
