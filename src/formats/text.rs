//! The text form: a map of region letters, a line per rule, the dominoes. Made to be typed while
//! looking at a picture of the puzzle; the grammar stands in `docs/formats.md`.

mod map;
pub(super) mod rules;
mod write;

use std::collections::HashMap;

use super::lines::{Line, lines};
use super::place::{self, CellIndex};
use super::{Entry, FormatError, Location, dominoes, placements, recipe, typed};
use crate::puzzle::{Board, CheckedRecipe, Domino, DraftRegion, Label, Place, PuzzleDraft};
use map::{Map, Style};
pub(super) use write::write;

/// The puzzle of a text.
pub(super) fn read(text: &str) -> Result<Vec<Entry>, FormatError> {
    let text = typed::plain(text);
    let lines = lines(&text);
    let (header, rest) = read_header(&lines)?;
    let (rows, rest) = rest.split_at(map::height(rest));
    let map = map::read(rows, header.style)?;
    let solution = rest.iter().position(is_solution_head).unwrap_or(rest.len());
    let (body, solution) = rest.split_at(solution);
    let body = read_body(body, &map, header.dominoes, header.dominoes_at)?;
    let last = lines.last().map_or(1, |line| line.number);
    let solution_at = solution.first().map_or(last, |line| line.number);
    let solution = read_solution(solution, &map, &body.dominoes);
    let draft = PuzzleDraft {
        title: header.title,
        cells: map.cells,
        dominoes: body.dominoes,
        regions: body.regions,
        recipe: header.recipe,
        ..PuzzleDraft::default()
    };
    let puzzle = place::build(draft, solution, |place| {
        let (line, column) = match place {
            Place::Board | Place::Cell(_) | Place::Link(_) => map.start,
            Place::Dominoes => body.dominoes_at.unwrap_or((last, 1)),
            Place::Region(region) | Place::RegionCell(region, _) => body.rule_at[region],
            Place::Solution => (solution_at, 1),
        };
        Location::Text { line, column }
    })?;
    Ok(Entry::alone(puzzle))
}

struct Header {
    title: Option<Label>,
    recipe: Option<CheckedRecipe>,
    style: Style,
    dominoes: Vec<Domino>,
    dominoes_at: Option<(usize, usize)>,
}

/// The lines before the map: `title:`, `recipe:`, `map:`, `dominoes:` with the dominoes on this line and
/// the next ones, blank lines.
fn read_header<'a, 't>(lines: &'a [Line<'t>]) -> Result<(Header, &'a [Line<'t>]), FormatError> {
    let mut header = Header {
        title: None,
        recipe: None,
        style: Style::Guessed,
        dominoes: Vec::new(),
        dominoes_at: None,
    };
    for (at, line) in lines.iter().enumerate() {
        if line.is_blank() {
            continue;
        }
        if header.dominoes_at.is_some() && dominoes::begins(line) {
            dominoes::read(line, &mut header.dominoes)?;
            continue;
        }
        let Some((key, value)) = line.text.split_once(':') else {
            return Ok((header, &lines[at..]));
        };
        let error =
            |message: String| Err(FormatError::at_line(line.number, line.indent(), message));
        match key.trim() {
            "title" => {
                // A title may hold a `#`: everything behind the colon belongs to it.
                let title = line
                    .raw
                    .split_once(':')
                    .map_or(value, |(_, title)| title)
                    .trim();
                let quoted = quoted_title(title);
                header.title = Some(quoted.as_deref().unwrap_or(title).into());
            }
            "recipe" => {
                header.recipe = match recipe::read(value) {
                    Ok(recipe) => recipe,
                    Err(problem) => return error(format!("not a recipe: {problem}")),
                };
            }
            "map" => match value.trim() {
                "spaced" => header.style = Style::Spaced,
                "compact" => header.style = Style::Compact,
                other => {
                    return error(format!(
                        "unknown style of map `{other}`, expected spaced or compact"
                    ));
                }
            },
            "dominoes" | "dominos" => {
                let column = dominoes::behind_head(line).unwrap_or(1);
                let _ = header
                    .dominoes_at
                    .get_or_insert((line.number, line.indent()));
                dominoes::read_from(line, column, &mut header.dominoes)?;
            }
            "solution" => return error("the solution comes last, after the dominoes".into()),
            other => {
                return error(format!(
                    "unknown header `{other}:`, expected title:, map: or dominoes:"
                ));
            }
        }
    }
    let line = lines.last().map_or(1, |line| line.number);
    let message = "there is no map: expected rows of region letters, with `.` for no cell";
    Err(FormatError::at_line(line, 1, message))
}

/// What a title in quotation marks says, which is a JSON string: so a title can hold any character.
fn quoted_title(title: &str) -> Option<String> {
    let quoted = title.len() > 1 && title.starts_with('"') && title.ends_with('"');
    quoted.then(|| serde_json::from_str(title).ok()).flatten()
}

/// Whether the solution stands below this line.
fn is_solution_head(line: &Line<'_>) -> bool {
    let head = line.text.split_once(':');
    head.is_some_and(|(word, _)| word.trim() == "solution")
}

/// What stands between the map and the solution.
#[derive(Default)]
struct TextBody {
    regions: Vec<DraftRegion>,
    rule_at: Vec<(usize, usize)>,
    dominoes: Vec<Domino>,
    dominoes_at: Option<(usize, usize)>,
}

/// `dominoes` are those above the map; there may be more below it.
fn read_body(
    lines: &[Line<'_>],
    map: &Map<'_>,
    dominoes: Vec<Domino>,
    dominoes_at: Option<(usize, usize)>,
) -> Result<TextBody, FormatError> {
    let mut body = TextBody {
        dominoes,
        dominoes_at,
        ..TextBody::default()
    };
    let mut ruled: HashMap<&str, usize> = HashMap::new();
    for line in lines.iter().filter(|line| !line.is_blank()) {
        let first = line.text.trim_start().chars().next().unwrap_or(' ');
        let here = (line.number, line.indent());
        if dominoes::begins(line) {
            let _ = body.dominoes_at.get_or_insert(here);
            dominoes::read(line, &mut body.dominoes)?;
        } else if let Some(column) = dominoes::behind_head(line)
            && !["dominoes", "dominos"]
                .iter()
                .any(|head| map.regions.contains_key(head))
        {
            let _ = body.dominoes_at.get_or_insert(here);
            dominoes::read_from(line, column, &mut body.dominoes)?;
        } else if first.is_ascii_alphabetic() {
            let (label, rule) = rules::read(line, |label| map.regions.contains_key(label))?;
            let error = |message| Err(FormatError::at_line(here.0, here.1, message));
            let Some(cells) = map.regions.get(label) else {
                return error(format!(
                    "there is no region {label} on the map{}",
                    map.has(label)
                ));
            };
            if let Some(line) = ruled.insert(label, line.number) {
                return error(format!("region {label} already has a rule, on line {line}"));
            }
            body.rule_at.push(here);
            body.regions.push(DraftRegion {
                name: Some(label.into()),
                rule,
                cells: cells.cells.clone(),
            });
        } else {
            return Err(FormatError::at_line(
                here.0,
                here.1,
                format!(
                    "expected a rule, which begins with a region's letter, or dominoes, which \
                     begin with a digit, found `{first}`"
                ),
            ));
        }
    }
    let unruled = map
        .regions
        .iter()
        .filter(|(label, _)| !ruled.contains_key(*label));
    match unruled.min_by_key(|(_, region)| region.start) {
        None => Ok(body),
        Some((label, region)) => Err(FormatError::at_line(
            region.start.0,
            region.start.1,
            format!(
                "region {label} has no rule: expected a line such as `{label} 10` below the map, \
                 or `{label} *` for no rule{}{}",
                map.rule_hint(),
                if label.len() > 1 {
                    map.style_hint()
                } else {
                    String::new()
                }
            ),
        )),
    }
}

/// The board below the line `solution:`, if there is one.
fn read_solution(
    lines: &[Line<'_>],
    map: &Map<'_>,
    dominoes: &[Domino],
) -> Result<Option<Board>, FormatError> {
    let Some((head, drawing)) = lines.split_first() else {
        return Ok(None);
    };
    let rest = head.text.split_once(':').map_or("", |(_, rest)| rest);
    if !rest.trim().is_empty() {
        return Err(FormatError::at_line(
            head.number,
            1 + head.text.chars().take_while(|&char| char != ':').count(),
            "the solution begins on the line below `solution:`",
        ));
    }
    if let Some(again) = drawing.iter().find(|line| is_solution_head(line)) {
        let message = "there is a solution already";
        return Err(FormatError::at_line(again.number, again.indent(), message));
    }
    let most = dominoes.iter().map(|domino| domino.high()).max();
    let index = CellIndex::new(&map.cells);
    placements::read_lines(drawing, &index, most, head.number).map(Some)
}
