//! Hints and explanations: the program's own, with the stops of their stories to walk along.

use pipsc::explain::{self, Options};
use pipsc::formats::partial_value;
use pipsc::hint::{Extent, hint as next_hint};
use pipsc::puzzle::Partial;
use pipsc::render::{Picture, Story, StoryFrame};
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

fn stop(stop: &StoryFrame<'_>) -> Value {
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
    let report = next_hint(&puzzle, &board, Extent::Step, &request.limits())?;
    let mut next = board;
    for fact in report.facts() {
        next.learn(fact);
    }
    let pictures = report.pictures(&puzzle);
    let marks = pictures
        .first()
        .map(|picture| picture.marks.to_json(&puzzle));
    let reply = json!({
        "words": report.lines(&puzzle),
        "marks": marks,
        "board": partial_value(&puzzle, &next),
    });
    Ok(with_answer(request, reply, report.to_json(&puzzle)))
}

/// Everything that can be known, hint by hint.
pub(crate) fn walk(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let board = request.board(&puzzle)?;
    let report = next_hint(&puzzle, &board, Extent::Walk, &request.limits())?;
    let mut reply = told(&report.story(&puzzle));
    reply["stops"] = reply["chapters"][0]["stops"].take();
    Ok(with_answer(request, reply, report.to_json(&puzzle)))
}

fn told(story: &Story<'_>) -> Value {
    json!({
        "title": story.heading,
        "chapters": chapters(story),
        "close": story.close,
    })
}

/// A reply with the report, and as the program prints it if that is asked for.
fn with_answer(request: &Request, mut reply: Value, value: Value) -> Value {
    if request.print {
        reply["printed"] = printed(&value);
    }
    reply["answer"] = value;
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
    let mut reply = told(&report.story(&puzzle));
    reply["words"] = json!(report.lines(&puzzle));
    Ok(with_answer(request, reply, report.to_json(&puzzle)))
}
