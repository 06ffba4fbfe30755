//! Hints and explanations: the program's own, with the stops of their stories to walk along.

use pipsc::explain::{self, Options};
use pipsc::formats::partial_value;
use pipsc::hint::{Answer, answer, on_board};
use pipsc::puzzle::Partial;
use pipsc::render::{Picture, Stop, Story};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::request::Request;

/// A text line by line.
pub(crate) fn lines(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Vec<String> {
    let mut text = Vec::new();
    // A vector takes everything.
    let _ = write(&mut text);
    let text = String::from_utf8_lossy(&text);
    text.lines().map(str::to_owned).collect()
}

/// What a picture shows, as data.
fn moment(picture: &Picture<'_>) -> Value {
    let puzzle = picture.puzzle;
    let placements = picture
        .board
        .as_ref()
        .map(|board| board.placements().to_vec());
    let mut board = Partial {
        placements: placements.unwrap_or_default(),
        ..Partial::default()
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

fn stop(stop: &Stop<'_>) -> Value {
    let mut value = moment(&stop.picture);
    value["number"] = json!(stop.number);
    value["depth"] = json!(stop.depth);
    value["words"] = json!(stop.words);
    value
}

/// The parts of a story.
fn chapters(story: &Story<'_>) -> Vec<Value> {
    let chapters = story.chapters.iter().map(|chapter| {
        json!({
            "title": chapter.title,
            "words": chapter.findings,
            "moment": moment(&chapter.picture),
            "stops": chapter.stops.iter().map(stop).collect::<Vec<_>>(),
        })
    });
    chapters.collect()
}

fn printed(value: &Value) -> Value {
    json!(format!("{}\n", pipsc::json::document(value)))
}

/// What can be known next.
pub(crate) fn hint(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let board = request.board(&puzzle)?;
    let answer = answer(&puzzle, &board, false, &request.limits())?;
    let known = on_board(&puzzle, &board);
    let mut next = board;
    for fact in answer.facts() {
        next.learn(fact);
    }
    let value = answer.to_json(&puzzle);
    let mut reply = json!({
        "words": lines(|out| answer.write_text(&puzzle, out)),
        "marks": answer.picture(&puzzle, &known).marks.to_json(&puzzle),
        "board": partial_value(&puzzle, &next),
    });
    if request.print {
        reply["printed"] = printed(&value);
    }
    reply["answer"] = value;
    Ok(reply)
}

/// Everything that can be known, hint by hint.
pub(crate) fn walk(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let board = request.board(&puzzle)?;
    let answer: Answer = answer(&puzzle, &board, true, &request.limits())?;
    let known = on_board(&puzzle, &board);
    let story = answer.story(&puzzle, &known);
    let mut reply = told(&story);
    reply["stops"] = reply["chapters"][0]["stops"].take();
    let value = answer.to_json(&puzzle);
    if request.print {
        reply["printed"] = printed(&value);
    }
    reply["answer"] = value;
    Ok(reply)
}

fn told(story: &Story<'_>) -> Value {
    json!({
        "title": story.heading,
        "chapters": chapters(story),
        "close": story.close,
    })
}

/// Why there is no solution, one, or many.
pub(crate) fn explain(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let board = request.board(&puzzle)?;
    let options = Options {
        board,
        limits: request.limits(),
        ..Options::default()
    };
    let explanation = explain::explain(&puzzle, &options)?;
    let value = explanation.to_json(&puzzle);
    let mut reply = told(&explanation.story(&puzzle));
    reply["words"] = json!(lines(|out| explanation.write_text(&puzzle, out)));
    if request.print {
        reply["printed"] = printed(&value);
    }
    reply["answer"] = value;
    Ok(reply)
}
