//! HTML pages of commands, mainly of `pipsc explain` and `pipsc hint`, as text.
//! `page_scripts.rs` tests them in a browser.

use crate::command::TestEnv;

/// Runs the program on a puzzle's text or on one of the examples.
fn page(puzzle: &str, command: &str, arguments: &str) -> String {
    let env = TestEnv::new();
    let file = if puzzle.starts_with("puzzles/") {
        puzzle.to_owned()
    } else {
        env.write("puzzle.txt", puzzle)
    };
    let html = env.file("page.html");
    let output = env.succeed(format!("{command} {file} -o {html} {arguments}"));
    assert_eq!(output.stdout, "");
    std::fs::read_to_string(html).expect("the page")
}

/// Every text between two marks.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Vec<&'t str> {
    let parts = text.split(start).skip(1);
    parts
        .map(|part| part.split(end).next().expect("its end"))
        .collect()
}

/// Asserts that a page loads no other file.
fn assert_self_contained(page: &str) {
    let rest = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["src=", "url(", "@import", "fetch(", "http", "<link"] {
        assert!(!rest.contains(word), "{word}");
    }
}

/// Asserts that a page is self-contained, its pictures are XML, and ids are unique.
fn inspect(page: &str) {
    assert_self_contained(page);
    for target in between(page, "href=\"", "\"") {
        assert!(target.starts_with('#'), "{target}");
        assert!(
            page.contains(&format!("id=\"{}\"", &target[1..])),
            "{target}"
        );
    }
    let mut ids = between(page, " id=\"", "\"");
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "a repeated id: {ids:?}");
    for svg in between(page, "<svg ", "</svg>") {
        let svg = format!("<svg {svg}</svg>");
        let parsed = roxmltree::Document::parse(&svg);
        assert!(parsed.is_ok(), "{parsed:?}\n{svg}");
    }
}

#[test]
fn conflicts_are_marked_with_their_steps() {
    let page = page("puzzles/impossible.txt", "explain", "--all");
    inspect(&page);
    assert_eq!(page.matches("class=\"found\"").count(), 3);
    assert_eq!(page.matches("class=\"walk\"").count(), 3);
    // There is no button for a solution.
    assert!(!page.contains("Show the"));
    // Every step of the text is a frame with the same words.
    let text = TestEnv::new().run("explain puzzles/impossible.txt --all");
    let steps = text.stdout.lines().filter(|line| {
        let line = line.trim_start();
        line.split_once(". ")
            .is_some_and(|(number, _)| number.parse::<usize>().is_ok())
    });
    let steps: Vec<&str> = steps
        .map(|line| line.split_once(". ").expect("a number").1)
        .collect();
    let shown: Vec<String> = between(&page, "class=\"frame", "<figure>")
        .iter()
        .flat_map(|frame| between(frame, "<p>", "</p>"))
        .map(|words| {
            words
                .replace("&#x27;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
        })
        .collect();
    for step in &steps {
        assert!(
            shown.iter().any(|words| words == step),
            "{step:?}: {shown:#?}"
        );
    }
    let figures = page.matches("<figure>").count();
    assert!(figures >= steps.len() && steps.len() > 10);
    // Each figure has its own marks, and describes them for screen readers.
    for figure in between(&page, "<figure>", "</figure>") {
        assert!(figure.contains("class=\"marks\""), "{figure}");
        assert!(figure.contains("aria-label=\"Board at step"), "{figure}");
        assert!(figure.contains("arked "), "{figure}");
    }
    assert!(page.contains("minimal conflicts"));
    // The conclusions of a step remain on the board, or as candidates if a cell has several values.
    let figures = between(&page, "<figure>", "</figure>");
    assert!(
        figures
            .iter()
            .any(|figure| figure.contains("<title>3 on r1c1</title>"))
    );
    assert!(
        figures
            .iter()
            .any(|figure| figure.contains("class=\"note\""))
    );
}

#[test]
fn every_verdict_has_a_page() {
    // The only solution is hidden until a click.
    let one = page("puzzles/dozen.txt", "explain", "");
    inspect(&one);
    assert!(one.contains("Exactly one solution"));
    assert!(one.contains("<details") && one.contains("id=\"solution-1-picture\""));
    let before = one.split("<details").next().expect("the page");
    assert!(!before.contains("with dominoes laid"));
    // With several solutions, the cells where they differ are marked.
    let many = page("puzzles/loose.txt", "explain", "");
    inspect(&many);
    assert!(many.contains("More than one solution") && many.contains("class=\"mark\""));
    assert!(!many.contains("<details") && !many.contains("class=\"walk\""));
    // A board that dominoes cannot cover.
    let tee = "ABC\n.D.\n\nA 1\nB 2\nC 3\nD 4\n\n12 34\n";
    let none = page(tee, "explain", "");
    inspect(&none);
    assert!(none.contains("No solution") && none.contains("class=\"frame\""));
    assert!(
        none.contains("class=\"mark premise\""),
        "the cells that would have to be shared"
    );
    // A pin is part of the conflict and is drawn on the board.
    let pinned = page("puzzles/dozen.txt", "explain", "--fix 0,0=4");
    inspect(&pinned);
    assert!(pinned.contains("class=\"loose\"") && pinned.contains("r0c0 = 4"));
    // A graph has names in its cells.
    let graph = page("puzzles/2025-09-21-hard.graph.json", "explain", "");
    inspect(&graph);
    assert!(graph.contains("class=\"name\""));
}

#[test]
fn walkthroughs_have_a_page() {
    let walk = page("puzzles/small.board.json", "hint", "--steps");
    inspect(&walk);
    let answer = TestEnv::new()
        .run("hint puzzles/small.board.json --steps --format json")
        .json();
    let hints = answer["hints"].as_array().expect("hints");
    // Every hint, and the board in the end.
    assert_eq!(walk.matches("<figure>").count(), hints.len() + 1);
    for hint in hints {
        let words = hint["words"].as_str().expect("words");
        assert!(walk.contains(&format!("<p>{words}</p>")), "{words}");
    }
    let figures = between(&walk, "<figure>", "</figure>");
    let tiles = |figure: &str| figure.matches("class=\"tile\"").count();
    let laid: Vec<usize> = figures.iter().map(|figure| tiles(figure)).collect();
    assert!(
        laid.is_sorted() && laid[0] == 0 && laid[laid.len() - 1] == 4,
        "{laid:?}"
    );
    // A single hint, and boards without hints.
    let hint = page("puzzles/small.board.json", "hint", "");
    inspect(&hint);
    assert!(hint.contains("class=\"mark conclusion\""));
    let env = TestEnv::new();
    let full = env.write("full.txt", ". . 4\n    |\n4-3 1\n. 3-1\n. 3-5\n");
    let complete = page(
        "puzzles/small.board.json",
        "hint",
        &format!("--board {full}"),
    );
    inspect(&complete);
    assert!(complete.contains("board is complete"));
    let wrong = env.write("wrong.txt", "1 r2c1\n");
    let wrong = page(
        "puzzles/small.board.json",
        "hint",
        &format!("--board {wrong}"),
    );
    inspect(&wrong);
    assert!(wrong.contains("No solution") && wrong.contains("class=\"mark\""));
}

#[test]
fn every_page_is_self_contained_and_escapes_its_input() {
    let title = "</script><script>alert(1)</script> & \"more\"";
    let impossible = format!("title: {title}\n\nAA\n\nA 9\n\n3-4\n");
    let possible = impossible.replace("A 9", "A 7");
    for (puzzle, command, arguments) in [
        (&impossible, "explain", ""),
        (&possible, "hint", "--steps"),
        (&possible, "show", "--solve"),
        (&possible, "run", "--all"),
        (&possible, "trace", ""),
        (&possible, "bench", "--goal one,count"),
    ] {
        let page = page(puzzle, command, arguments);
        assert_self_contained(&page);
        assert!(!page.contains("<script>alert"), "{command}");
        if ["explain", "hint", "show"].contains(&command) {
            assert!(page.contains("&lt;script&gt;alert(1)"), "{command}");
        }
    }
    let graph = r#"{"dominoes": [[1,2]], "constraints": [{"type": "sum", "cells": ["<b>x", "y\"&"], "target": 9}],
        "links": {"<b>x": ["y\"&"], "y\"&": []}}"#;
    let page = page(graph, "explain", "");
    inspect(&page);
    assert!(
        !page.contains("<b>") && page.contains("&lt;b&gt;x"),
        "{page}"
    );
}

#[test]
fn walkthrough_pages_number_their_pictures() {
    let page = page("puzzles/triplets.txt", "hint", "--steps");
    let frames = page.matches("<li class=\"frame").count();
    let steps = page.matches("data-number=").count();
    assert_eq!(frames, steps + 1, "the end has a picture of its own");
    let message = format!("The walk has {steps} steps. The last of the {frames} pictures below");
    assert!(page.contains(&message), "{message}");
    assert!(page.contains(&format!(">1 of {frames}<")), "{frames}");
}
