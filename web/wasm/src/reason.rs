//! Hints and explanations: those of the library, as pages of words and boards.

use pipsc::explain::{self, Options};
use pipsc::formats::partial_value;
use pipsc::hint::{Extent, Hint, hint as next_hint};
use pipsc::puzzle::{Fact, PartialBoard, Pips, Puzzle, Relation, Rule};
use pipsc::render::{Picture, StoryFrame};
use pipsc::report::{Report, Verdict};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::request::Request;

/// What a picture shows, as data.
fn moment(picture: &Picture<'_>) -> Value {
    let puzzle = picture.puzzle;
    let placements = picture
        .board
        .as_ref()
        .map(|board| board.placements().to_vec());
    let mut board = PartialBoard {
        placements: placements.unwrap_or_default(),
        ..PartialBoard::default()
    };
    let laid: Vec<_> = board.shown().collect();
    let loose = picture.values.iter().map(|(&cell, &pips)| (cell, pips));
    let loose = loose.filter(|(cell, _)| laid.iter().all(|(covered, _)| covered != cell));
    let loose: Vec<_> = loose.collect();
    board.values = loose;
    let covers = |edge: &pipsc::puzzle::Edge| {
        let mut ends = edge.ends().into_iter();
        ends.any(|end| laid.iter().any(|(covered, _)| *covered == end))
    };
    board.joined = picture
        .joined
        .iter()
        .copied()
        .filter(|edge| !covers(edge))
        .collect();
    let candidates = picture.candidates.iter();
    let candidates: Map<String, Value> = candidates
        .map(|(&cell, pips)| (puzzle.cell(cell).name.raw().to_owned(), json!(pips)))
        .collect();
    json!({
        "board": partial_value(puzzle, &board),
        "candidates": candidates,
        "marks": picture.marks.to_json(puzzle),
    })
}

/// A page of a story: a moment with its words.
fn page(frame: &StoryFrame<'_>, title: &str) -> Value {
    let mut value = moment(&frame.picture);
    value["title"] = json!(title);
    value["number"] = json!(frame.number);
    value["depth"] = json!(frame.depth);
    value["words"] = json!(frame.words);
    value
}

/// The story of a report, page after page: each chapter begins with what was found.
fn pages(report: &Report, puzzle: &Puzzle) -> Vec<Value> {
    let story = report.story(puzzle);
    let mut pages = Vec::new();
    for chapter in &story.chapters {
        let found = StoryFrame {
            number: None,
            depth: 0,
            words: chapter.findings.clone(),
            picture: chapter.picture.clone(),
        };
        pages.push(page(&found, &chapter.title));
        pages.extend(chapter.stops.iter().map(|stop| page(stop, "")));
    }
    if let Some(mut last) = pages.last().cloned().filter(|_| !story.close.is_empty()) {
        last["title"] = json!("");
        last["number"] = Value::Null;
        last["depth"] = json!(0);
        last["words"] = json!(story.close);
        pages.push(last);
    }
    // Cells that vary are no mistakes.
    if matches!(report.verdict, Verdict::ManySolutions(_)) {
        let marks = pages
            .iter_mut()
            .flat_map(|page| page["marks"].as_array_mut());
        for mark in marks.flatten() {
            mark["kind"] = json!("conclusion");
        }
    }
    pages
}

/// The steps of a hint's reason, a page each; the last has what follows.
fn reason(puzzle: &Puzzle, known: &[Fact], hint: &Hint, title: &str) -> Vec<Value> {
    let verdict = Verdict::Hint(hint.clone());
    let known = known.to_vec();
    let story = Report { known, verdict }.story(puzzle);
    let Some(chapter) = story.chapters.first() else {
        return Vec::new();
    };
    let mut pages: Vec<Value> = chapter.stops.iter().map(|stop| page(stop, title)).collect();
    match &mut pages[..] {
        [] => pages.push(page(
            &StoryFrame {
                number: None,
                depth: 0,
                words: String::new(),
                picture: chapter.picture.clone(),
            },
            title,
        )),
        [only] => only["number"] = Value::Null,
        _ => {}
    }
    pages
}

/// A board with what single cells must show because their badge says so.
fn with_badges(puzzle: &Puzzle, board: &PartialBoard) -> PartialBoard {
    let mut known = board.clone();
    for region in puzzle.regions() {
        if let ([cell], Rule::Sum(Relation::Equal, target)) = (&region.cells[..], region.rule)
            && let Ok(pips) = Pips::try_from(target)
            && board.shown().all(|(shown, _)| shown != *cell)
        {
            known.learn(Fact::Shows(*cell, pips));
        }
    }
    known
}

/// What can be known next of the board of a request. With `badges`, badges of single cells are taken for known, unless
/// there is no solution: then they are among the reasons.
fn next(
    request: &Request,
    puzzle: &Puzzle,
    board: &PartialBoard,
    extent: Extent,
) -> Result<Report, Failure> {
    if request.badges {
        let known = with_badges(puzzle, board);
        let report = next_hint(puzzle, &known, extent, &request.limits())?;
        if !matches!(report.verdict, Verdict::NoSolution { .. }) {
            return Ok(report);
        }
    }
    Ok(next_hint(puzzle, board, extent, &request.limits())?)
}

/// What can be known next.
pub(crate) fn hint(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let board = request.board(&puzzle)?;
    let report = next(request, &puzzle, &board, Extent::Step)?;
    let steps = match &report.verdict {
        Verdict::Hint(hint) => reason(&puzzle, &report.known, hint, ""),
        _ => Vec::new(),
    };
    let mut next = board;
    for fact in report.known.iter().copied().chain(report.facts()) {
        next.learn(fact);
    }
    let pictures = report.pictures(&puzzle);
    let marks = pictures
        .first()
        .map(|picture| picture.marks.to_json(&puzzle));
    let reply = json!({
        "words": report.lines(&puzzle),
        "marks": marks,
        "steps": steps,
        "board": partial_value(&puzzle, &next),
    });
    Ok(with_answer(request, reply, &report, &puzzle))
}

/// Everything that can be known, hint by hint, and the reason of each step by step.
pub(crate) fn walk(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let board = request.board(&puzzle)?;
    let report = next(request, &puzzle, &board, Extent::Walk)?;
    let mut all = pages(&report, &puzzle);
    if let Verdict::Walk(walk) = &report.verdict {
        let first = &mut all[0];
        let badges = report.known.len() - board.facts().count() - puzzle.pins().len();
        first["words"] = json!(start(badges, walk.hints.len()));
        let last = all.pop();
        all.truncate(1);
        let mut known = report.known.clone();
        for (number, hint) in (1..).zip(&walk.hints) {
            let title = format!("{number}. {}", hint.sentence(&puzzle));
            all.extend(reason(&puzzle, &known, hint, &title));
            known.extend(&hint.facts);
        }
        all.extend(last);
    }
    let reply = json!({"title": report.story(&puzzle).heading, "pages": all});
    Ok(with_answer(request, reply, &report, &puzzle))
}

/// How a walk starts.
fn start(badges: usize, hints: usize) -> String {
    let steps = match hints {
        1 => "One step follows.".to_owned(),
        _ => format!("{hints} steps follow."),
    };
    match badges {
        0 => steps,
        1 => format!("One cell is a region of its own and shows the number on its badge. {steps}"),
        _ => format!(
            "{badges} cells are regions of their own and show the number on their badge. {steps}"
        ),
    }
}

/// A reply with the report, and as the program prints it if that is asked for.
fn with_answer(request: &Request, mut reply: Value, report: &Report, puzzle: &Puzzle) -> Value {
    let answer = report.to_json(puzzle);
    if request.print {
        reply["printed"] = json!(format!("{}\n", pipsc::json::document(&answer)));
    }
    reply["answer"] = answer;
    reply
}

/// Why there is no solution, one, or many.
pub(crate) fn explain(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let options = Options {
        board: request.board(&puzzle)?,
        limits: request.limits(),
        ..Options::default()
    };
    let report = explain::explain(&puzzle, &options)?;
    let reply = json!({
        "title": report.story(&puzzle).heading,
        "pages": pages(&report, &puzzle),
    });
    Ok(with_answer(request, reply, &report, &puzzle))
}
