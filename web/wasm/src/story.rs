//! Hints and explanations as pages of words and boards.
//!
//! A story is `answer`, as in `docs/json.md`, `title` and `pages`. A page is `title`, `words`, `number` (or `null`), `depth`,
//! and what a picture shows: `board`, `candidates` and `marks`.

use pipsc::explain::{self, ExplainOptions};
use pipsc::formats::partial_value;
use pipsc::hint::{Hint, HintExtent, hint as next_hint};
use pipsc::limits::Limits;
use pipsc::puzzle::{Fact, PartialBoard, Pips, Puzzle, Relation, Rule};
use pipsc::render::{Picture, StoryFrame};
use pipsc::report::{Report, ReportVerdict};
use serde_json::{Map, Value, json};

use crate::board;
use crate::failure::Failure;

fn page(puzzle: &Puzzle, frame: &StoryFrame<'_>, title: &str) -> Value {
    let Picture {
        board: laid,
        values,
        joined,
        candidates,
        marks,
        ..
    } = &frame.picture;
    let mut board = PartialBoard::default();
    if let Some(laid) = laid {
        board.placements = laid.placements().to_vec();
    }
    let placements = board.placements.iter();
    let covered: Vec<_> = placements
        .flat_map(|placed| placed.halves())
        .map(|(cell, _)| cell)
        .collect();
    let values = values.iter().map(|(&cell, &pips)| (cell, pips));
    board.values = values.filter(|(cell, _)| !covered.contains(cell)).collect();
    let joined = joined.iter().copied();
    let is_open = |edge: &pipsc::puzzle::Edge| !edge.ends().iter().any(|end| covered.contains(end));
    board.joined = joined.filter(is_open).collect();
    let candidates = candidates.iter();
    let candidates: Map<String, Value> = candidates
        .map(|(&cell, pips)| (puzzle.cell(cell).name.raw().to_owned(), json!(pips)))
        .collect();
    json!({
        "title": title,
        "number": frame.number,
        "depth": frame.depth,
        "words": frame.words,
        "board": partial_value(puzzle, &board),
        "candidates": candidates,
        "marks": marks.to_json(puzzle),
    })
}

/// The story of a report: each chapter begins with its findings.
fn story(report: &Report, puzzle: &Puzzle) -> Value {
    let story = report.story(puzzle);
    let mut pages = Vec::new();
    for chapter in &story.chapters {
        let found = StoryFrame {
            number: None,
            depth: 0,
            words: chapter.findings.clone(),
            picture: chapter.picture.clone(),
        };
        pages.push(page(puzzle, &found, &chapter.title));
        pages.extend(chapter.frames.iter().map(|frame| page(puzzle, frame, "")));
    }
    if let Some(mut last) = pages.last().cloned().filter(|_| !story.close.is_empty()) {
        last["title"] = json!("");
        last["number"] = Value::Null;
        last["depth"] = json!(0);
        last["words"] = json!(story.close);
        pages.push(last);
    }
    // Cells that vary are no errors.
    if matches!(report.verdict, ReportVerdict::ManySolutions(_)) {
        let marks = pages
            .iter_mut()
            .flat_map(|page| page["marks"].as_array_mut());
        for mark in marks.flatten() {
            mark["kind"] = json!("conclusion");
        }
    }
    json!({"answer": report.to_json(puzzle), "title": story.heading, "pages": pages})
}

/// The steps of a hint's reason, one page each; the last has the conclusion.
fn reason(puzzle: &Puzzle, known: &[Fact], hint: &Hint, title: &str) -> Vec<Value> {
    let verdict = ReportVerdict::Hint(hint.clone());
    let known = known.to_vec();
    let story = Report { known, verdict }.story(puzzle);
    let chapters = story.chapters.iter();
    let frames = chapters.flat_map(|chapter| &chapter.frames);
    let mut pages: Vec<Value> = frames.map(|frame| page(puzzle, frame, title)).collect();
    if let [only] = &mut pages[..] {
        only["number"] = Value::Null;
    }
    if let ([], [chapter, ..]) = (&pages[..], &story.chapters[..]) {
        let frame = StoryFrame {
            number: None,
            depth: 0,
            words: String::new(),
            picture: chapter.picture.clone(),
        };
        pages.push(page(puzzle, &frame, title));
    }
    pages
}

/// The next hint. The value of a cell with its own sum region counts as known, unless there is no
/// solution: then such rules can be among the reasons.
fn next(
    puzzle: &Puzzle,
    board: &PartialBoard,
    extent: HintExtent,
    limits: &Limits,
) -> Result<Report, Failure> {
    let mut known = board.clone();
    for region in puzzle.regions() {
        if let ([cell], Rule::Sum(Relation::Equal, target)) = (&region.cells[..], region.rule)
            && let Ok(pips) = Pips::try_from(target)
            && board.shown().all(|(shown, _)| shown != *cell)
        {
            known.learn(Fact::Shows(*cell, pips));
        }
    }
    let report = next_hint(puzzle, &known, extent, limits)?;
    match report.verdict {
        ReportVerdict::NoSolution { .. } => Ok(next_hint(puzzle, board, extent, limits)?),
        _ => Ok(report),
    }
}

/// The next hint; its pages are the steps of its reason. In addition to the story it has `words` (lines), `marks`, and the
/// resulting `board`.
pub(crate) fn hint(puzzle: &Puzzle, board: &Value, limits: &Limits) -> Result<Value, Failure> {
    let mut board = board::read(board, puzzle)?;
    let report = next(puzzle, &board, HintExtent::Step, limits)?;
    let mut reply = story(&report, puzzle);
    if let ReportVerdict::Hint(hint) = &report.verdict {
        reply["pages"] = json!(reason(puzzle, &report.known, hint, ""));
    }
    for fact in report.known.iter().copied().chain(report.facts()) {
        board.learn(fact);
    }
    let pictures = report.pictures(puzzle);
    let marks = pictures
        .first()
        .map(|picture| picture.marks.to_json(puzzle));
    reply["words"] = json!(report.lines(puzzle));
    reply["marks"] = json!(marks);
    reply["board"] = partial_value(puzzle, &board);
    Ok(reply)
}

/// All hints, each with the steps of its reason.
pub(crate) fn walk(puzzle: &Puzzle, limits: &Limits) -> Result<Value, Failure> {
    let report = next(puzzle, &PartialBoard::default(), HintExtent::Walk, limits)?;
    let mut reply = story(&report, puzzle);
    if let ReportVerdict::Walk(walk) = &report.verdict
        && let Some(Value::Array(pages)) = reply.get_mut("pages")
    {
        let last = pages.pop();
        pages.truncate(1);
        let badges = report.known.len() - puzzle.pins().len();
        pages[0]["words"] = json!(start(badges, walk.hints.len()));
        let mut known = report.known.clone();
        for (number, hint) in (1..).zip(&walk.hints) {
            let title = format!("{number}. {}", hint.sentence(puzzle));
            pages.extend(reason(puzzle, &known, hint, &title));
            known.extend(&hint.facts);
        }
        pages.extend(last);
    }
    Ok(reply)
}

/// The first sentences of a walk.
fn start(badges: usize, hints: usize) -> String {
    let badges = match badges {
        0 => String::new(),
        1 => "One cell is a separate region and shows the number on its badge. ".into(),
        _ => {
            format!("{badges} cells are regions of their own and show the number on their badge. ")
        }
    };
    match hints {
        1 => format!("{badges}One step follows."),
        _ => format!("{badges}{hints} steps follow."),
    }
}

pub(crate) fn explain(puzzle: &Puzzle, limits: Limits) -> Result<Value, Failure> {
    let options = ExplainOptions {
        limits,
        ..ExplainOptions::default()
    };
    Ok(story(&explain::explain(puzzle, &options)?, puzzle))
}
