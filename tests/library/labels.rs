//! Labels in pictures: names of cells and regions are those of the text.

use std::collections::BTreeSet;

use pipsc::puzzle::{CellId, Fact, Puzzle, RegionId, Rule};
use pipsc::render::{Characters, Mark, Marks, Picture, TextStyle};

use crate::random;
use crate::reading;
use crate::shipped::EXAMPLES;
use crate::snapshot::assert_snapshot;

fn style(columns: Option<usize>) -> TextStyle {
    TextStyle {
        columns,
        ..TextStyle::default()
    }
}

/// The position of a word in a line, in characters.
fn column_of(line: &str, word: &str) -> Option<usize> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, char) in line.chars().chain([' ']).enumerate() {
        match (char == ' ', start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                words.push((
                    from,
                    line.chars().skip(from).take(at - from).collect::<String>(),
                ));
                start = None;
            }
            (true, None) | (false, Some(_)) => {}
        }
    }
    words
        .into_iter()
        .find(|(_, other)| other == word)
        .map(|(at, _)| at)
}

/// Checks that the mark of each cell is at the intersection of its row's and its column's labels.
fn inspect_text(puzzle: &Puzzle) {
    for cell in puzzle.cell_ids() {
        let marks = Marks::new().with_cells(Mark::Conclusion, [cell]);
        let picture = Picture::new(puzzle).with_labels(true).marking(&marks);
        let text = picture.text(style(None));
        let (row, column) = puzzle.cell(cell).at.expect("a grid");
        let lines: Vec<&str> = text.lines().collect();
        let heading = lines
            .iter()
            .find(|line| line.trim_start().starts_with('c') && column_of(line, "c0").is_some())
            .or_else(|| lines.iter().find(|line| line.trim_start().starts_with('c')))
            .expect("a line of columns");
        let across = column_of(heading, &format!("c{column}")).expect("the column");
        let down = lines
            .iter()
            .position(|line| line.trim_start().split(' ').next() == Some(&format!("r{row}")))
            .expect("the row");
        let marked: String = lines[down + 1].chars().skip(across - 1).take(4).collect();
        assert!(marked.contains('<'), "{row} {column}\n{text}");
    }
}

/// A labelled SVG names every row, column, node and region.
fn inspect_svg(puzzle: &Puzzle) {
    let svg = Picture::new(puzzle).with_labels(true).svg();
    let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{e}\n{svg}"));
    let named = document.descendants().filter_map(|node| {
        // A name is drawn with strokes of its own.
        let strokes = node
            .descendants()
            .filter(|n| n.attribute("class") == Some("sign"));
        Some((node.attribute("data-name")?.to_owned(), strokes.count()))
    });
    let named: BTreeSet<(String, usize)> = named.collect();
    let mut expected = BTreeSet::new();
    for cell in puzzle.cells() {
        let names = match cell.at {
            Some((row, column)) if puzzle.is_grid() => {
                vec![format!("r{row}"), format!("c{column}")]
            }
            _ => vec![cell.name.raw().to_owned()],
        };
        expected.extend(names.into_iter().map(|name| {
            // Names beyond ASCII need fonts.
            let drawn = name.chars().filter(|char| *char != ' ').count();
            let strokes = if name.is_ascii() { drawn } else { 0 };
            (name, strokes)
        }));
    }
    assert_eq!(named, expected);
    for region in puzzle
        .regions()
        .iter()
        .filter(|one| one.rule != Rule::Empty)
    {
        let badge = document.descendants().find(|node| {
            node.attribute("class")
                .is_some_and(|class| class.starts_with("badge "))
                && node.attribute("data-region") == Some(region.name.raw())
        });
        let letter = badge.and_then(|badge| {
            badge
                .children()
                .find(|node| node.attribute("class") == Some("letter"))
        });
        let letter = letter.unwrap_or_else(|| panic!("no letter for {}", region.name));
        let strokes = letter
            .descendants()
            .filter(|n| n.attribute("class") == Some("sign"));
        assert_eq!(strokes.count(), region.name.to_string().chars().count());
    }
    // No names without `--labels`.
    let bare = Picture::new(puzzle).svg();
    assert!(!bare.contains("data-name") && !bare.contains("class=\"letter\""));
}

#[test]
fn labels_resolve_to_their_cells() {
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        inspect_svg(&puzzle);
        if puzzle.is_grid() && puzzle.cells().len() < 30 {
            inspect_text(&puzzle);
        }
    }
    for number in 0..100 {
        let puzzle = random::puzzle(number);
        inspect_svg(&puzzle);
        if puzzle.is_grid() {
            inspect_text(&puzzle);
        }
    }
}

#[test]
fn compressed_gaps_keep_their_numbers() {
    let cells = r#"{"dominoes": [[1,2],[3,4]], "regions": [
        {"type": "sum", "target": 3, "indices": [[7,900],[7,901]]},
        {"type": "empty", "indices": [[4000000,3],[4000001,3]]}]}"#;
    let puzzle = reading::read(cells, None);
    inspect_text(&puzzle);
    inspect_svg(&puzzle);
    assert_snapshot(
        "labels",
        "far-apart.txt",
        &Picture::new(&puzzle).with_labels(true).text(style(None)),
    );
}

#[test]
fn labelled_pictures_match_snapshots() {
    for file in ["islands.txt", "2025-09-16-easy.graph.json", "dozen.txt"] {
        let puzzle = reading::puzzle(file);
        let cells: Vec<CellId> = puzzle.cell_ids().collect();
        let region = puzzle.region_of(cells[2]).expect("a region");
        let marks = Marks::new()
            .with_cells(Mark::Conclusion, [cells[0]])
            .with_cells(Mark::Conflict, [cells[1]])
            .with_regions(Mark::Premise, [region]);
        let edge = *puzzle.edges().last().expect("an edge");
        let picture = Picture::new(&puzzle)
            .with_facts([Fact::Shows(cells[0], 4), Fact::Joined(edge)])
            .marking(&marks)
            .with_labels(true);
        let ascii = TextStyle {
            characters: Characters::Ascii,
            ..style(None)
        };
        let text = format!("{}\n{}", picture.text(style(None)), picture.text(ascii));
        assert!(picture.text(ascii).is_ascii());
        assert_snapshot("labels", &format!("{}.txt", reading::name(file)), &text);
        let svg = picture.svg();
        assert!(
            svg.contains("class=\"mark conclusion\"") && svg.contains("class=\"mark premise\"")
        );
        assert!(svg.contains("class=\"blank\""), "{file}");
        for meaning in ["conflict", "conclusion", "premise"] {
            assert!(
                svg.contains(&format!("data-mark=\"{meaning}\"")),
                "{meaning}"
            );
        }
    }
}

#[test]
fn wide_characters_leave_the_lines_where_they_are() {
    let text = r#"{"dominoes": [[1,2],[3,4]], "constraints": [],
        "links": {"北": ["東京"], "東京": ["e\u0301"], "e\u0301": ["d"], "d": ["北"]}}"#;
    let puzzle = reading::read(text, None);
    let picture = Picture::new(&puzzle).with_labels(true);
    let drawn = picture.text(style(None));
    let board = drawn.lines().take_while(|line| !line.is_empty());
    let columns = |line: &str| -> usize {
        let wide = line.chars().filter(|char| "北東京".contains(*char)).count();
        line.chars().count() + wide
    };
    let widths: BTreeSet<usize> = board.map(columns).collect();
    assert_eq!(widths.len(), 1, "{drawn}");
    let ascii = TextStyle {
        characters: Characters::Ascii,
        ..style(None)
    };
    let drawn = picture.text(ascii);
    let board = drawn.lines().take_while(|line| !line.is_empty());
    assert_eq!(
        board.map(str::len).collect::<BTreeSet<_>>().len(),
        1,
        "{drawn}"
    );
}

#[test]
fn labels_beyond_ascii_are_svg_text() {
    let text = r#"{"dominoes": [[1,2]], "constraints": [], "links": {"α": ["b"], "b": []}}"#;
    let puzzle = reading::read(text, None);
    let picture = Picture::new(&puzzle).with_labels(true);
    let svg = picture.svg();
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    assert_eq!(
        texts.filter_map(|node| node.text()).collect::<Vec<_>>(),
        ["α"]
    );
    // A PNG has no fonts: the name is an empty plate.
    let png = picture
        .png(pipsc::render::PngSize::Scale(1.0))
        .expect("a PNG");
    let bare = Picture::new(&puzzle).png(pipsc::render::PngSize::Scale(1.0));
    assert_ne!(png, bare.expect("a PNG"));
}

#[test]
fn remaining_values_are_noted() {
    let puzzle = reading::puzzle("dozen.txt");
    let cells: Vec<CellId> = puzzle.cell_ids().collect();
    let picture = Picture::new(&puzzle)
        .with_values([(cells[1], 4)])
        .with_candidates([
            (cells[0], vec![0, 4]),
            (cells[1], vec![4, 8]),
            (cells[2], vec![0, 1, 3, 11]),
            (cells[3], (0..9).collect()),
        ]);
    let svg = picture.svg();
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let notes = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("note"));
    // A value that is known is shown itself; nine numbers would be too small to read.
    let titles: Vec<&str> = notes
        .clone()
        .filter_map(|note| {
            note.children()
                .find(|node| node.has_tag_name("title"))?
                .text()
        })
        .collect();
    assert_eq!(titles, ["r0c0 shows 0 or 4", "r0c2 shows 0, 1, 3 or 11"]);
    let strokes = notes.map(|note| {
        note.descendants()
            .filter(|n| n.has_tag_name("path"))
            .count()
    });
    assert_eq!(strokes.collect::<Vec<_>>(), [2, 5]);
    assert!(svg.contains("r0c0 shows 0 or 4."));
}

#[test]
fn marks_are_in_json() {
    let puzzle = reading::puzzle("dozen.txt");
    let marks = Marks::new()
        .with_cells(Mark::Conclusion, [CellId(0)])
        .with_regions(Mark::Premise, [RegionId(0)]);
    assert_eq!(
        marks.to_json(&puzzle),
        serde_json::json!([
            {"kind": "conclusion", "cells": ["r0c0"], "regions": []},
            {"kind": "premise", "cells": [], "regions": ["A"]},
        ])
    );
}

#[test]
fn marks_have_distinct_colours() {
    let puzzle = reading::puzzle("dozen.txt");
    let coloured = TextStyle {
        colour: true,
        ..style(None)
    };
    let with = |mark: Mark| {
        let marks = Marks::new().with_cells(mark, [CellId(0)]);
        let picture = Picture::new(&puzzle).marking(&marks).with_labels(true);
        let text = picture.text(coloured);
        text.lines()
            .nth(5)
            .expect("the values of the first row")
            .to_owned()
    };
    let lines = Mark::ALL.map(with);
    assert!(lines[0].contains("\u{1b}[48;5;160m"), "{:?}", lines[0]);
    assert!(lines[1].contains("\u{1b}[48;5;25m"), "{:?}", lines[1]);
    assert!(lines[2].contains("\u{1b}[4m"), "{:?}", lines[2]);
    // The same without colour.
    for (line, brackets) in lines.iter().zip(["[ ]", "< >", "( )"]) {
        assert!(line.contains(brackets), "{line:?}");
    }
}

/// Two rows of cells, with a region over every two columns but the first.
fn wide(columns: usize) -> Puzzle {
    let letters: Vec<String> = (0..columns)
        .map(|at| format!("R{}", at.div_ceil(2)))
        .collect();
    let rules: Vec<String> = (0..=columns / 2).map(|at| format!("R{at} >0")).collect();
    let dominoes = vec!["01"; columns];
    let row = letters.join(" ");
    let text = format!(
        "{row}\n{row}\n\n{}\n\n{}\n",
        rules.join("\n"),
        dominoes.join(" ")
    );
    reading::read(&text, None)
}

#[test]
fn boards_fit_into_the_columns_or_are_listed() {
    for (cells, columns, labels, is_board) in [
        (9, 40, false, true),
        (9, 40, true, true),
        (19, 80, true, true),
        (27, 200, true, true),
        (27, 80, false, false),
        (27, 40, true, false),
    ] {
        let puzzle = wide(cells);
        let picture = Picture::new(&puzzle).with_labels(labels);
        let text = picture.text(style(Some(columns)));
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(columns), "{columns}: {widest:?}\n{text}");
        assert_eq!(text.contains('┏'), is_board, "{cells} in {columns}\n{text}");
        // Every region has its name, on the board or below it.
        if labels || !is_board {
            for region in puzzle.regions() {
                assert!(text.contains(&region.name.to_string()), "{text}");
            }
        }
    }
    // Without a limit every board is drawn.
    assert!(Picture::new(&wide(27)).text(style(None)).contains('┏'));
}

#[test]
fn lists_wrap_at_the_width() {
    let text = r#"{
        "dominoes": [[1, 2], [3, 30], [1, 1]],
        "constraints": [{"type": "less", "cells": ["north", "east", "hub", "south"], "target": 40}],
        "links": {"north": ["east"], "east": ["south"], "south": ["north"],
                  "hub": ["north", "east", "south", "one", "two"], "one": [], "two": []}
    }"#;
    let puzzle = reading::read(text, None);
    let picture = Picture::new(&puzzle).with_labels(true);
    let narrow = picture.text(style(Some(30)));
    assert!(
        narrow.lines().all(|line| line.chars().count() <= 30),
        "{narrow}"
    );
    let marked = picture.marking(&Marks::new().with_cells(Mark::Premise, [CellId(1)]));
    assert!(marked.text(style(None)).contains("(east)"));
    assert!(marked.text(style(None)).contains("( ): premise"));
}
