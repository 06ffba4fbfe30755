//! The text format: a map of region letters, one rule per line, and the dominoes. It is designed for typing a
//! puzzle from a picture. `docs/formats.md` has the grammar.

mod map;
pub(super) mod rules;
mod write;

use std::collections::HashMap;

use super::lines::{TextLine, lines, split_trimmed};
use super::place::{self, CellIndex};
use super::{DocumentEntry, dominoes, placements, typed};
use crate::parse::{ParseError, PartError};
use crate::puzzle::{Board, DraftPlace, DraftRegion, Puzzle, PuzzleDraft};
use map::{MapStyle, RegionMap};
pub(super) use write::write;

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Vec<DocumentEntry>, ParseError> {
    let plain = typed::plain(text);
    let puzzle = read_plain(&plain);
    let puzzle = puzzle.map_err(|error| error.in_original(text, &plain))?;
    Ok(DocumentEntry::alone(puzzle))
}

fn read_plain(text: &str) -> Result<Puzzle, PartError<'_>> {
    let lines: Vec<TextLine<'_>> = lines(text).collect();
    let mut reader = TextReader::default();
    let Some(rest) = reader.header(&lines)? else {
        let message = "there is no map: expected rows of region letters, with `.` for no cell";
        return Err(PartError::new(last(text, &lines), message));
    };
    let (rows, rest) = rest.split_at(map::height(rest));
    let map = map::read(rows, reader.style)?;
    let solution = rest.iter().position(|line| solution_head(line).is_some());
    let (body, solution) = rest.split_at(solution.unwrap_or(rest.len()));
    reader.body(body, &map)?;
    let TextReader {
        mut draft,
        recipe_at,
        dominoes_at,
        rules_at,
        ..
    } = reader;
    let most = draft.dominoes.iter().map(|domino| domino.high()).max();
    let board = read_solution(solution, &CellIndex::new(&map.cells), most);
    draft.cells = map.cells;
    place::build(draft, board, |error| {
        let part = match error.place {
            DraftPlace::Board | DraftPlace::Cell(_) | DraftPlace::Link(_) => Some(map.first),
            DraftPlace::Dominoes => dominoes_at,
            DraftPlace::Recipe => recipe_at,
            DraftPlace::Region(region) | DraftPlace::RegionCell(region, _) => {
                Some(rules_at[region])
            }
            DraftPlace::Solution => solution.first().map(TextLine::trimmed),
        };
        let part = part.unwrap_or_else(|| last(text, &lines));
        PartError::new(part, error.kind.to_string())
    })
}

/// The last line of a text.
fn last<'t>(text: &'t str, lines: &[TextLine<'t>]) -> &'t str {
    lines.last().map_or(&text[..0], |line| &line.text[..0])
}

/// The draft of a puzzle while it is read, with the lines of its parts.
#[derive(Default)]
struct TextReader<'t> {
    draft: PuzzleDraft,
    style: MapStyle,
    recipe_at: Option<&'t str>,
    dominoes_at: Option<&'t str>,
    rules_at: Vec<&'t str>,
}

impl<'t> TextReader<'t> {
    /// Reads the lines above the map: `title:`, `recipe:`, `map:`, `dominoes:` with dominoes on this line and the
    /// next ones, and blank lines. Returns the lines from the map on.
    fn header<'a>(
        &mut self,
        lines: &'a [TextLine<'t>],
    ) -> Result<Option<&'a [TextLine<'t>]>, PartError<'t>> {
        for (at, line) in lines.iter().enumerate() {
            if line.is_blank() {
                continue;
            }
            if self.dominoes_at.is_some() && dominoes::begins(line) {
                self.dominoes(line, line.text)?;
                continue;
            }
            let Some((key, value)) = split_trimmed(line.text, ':') else {
                return Ok(Some(&lines[at..]));
            };
            match key {
                "title" => {
                    // A title may contain `#`, so comments are not removed from it.
                    let (_, title) = line.raw.split_once(':').unwrap_or_default();
                    let title = title.trim();
                    let quoted = quoted_title(title);
                    self.draft.title = Some(quoted.as_deref().unwrap_or(title).into());
                }
                "recipe" => {
                    self.draft.recipe = Some(value.to_owned());
                    self.recipe_at = Some(line.trimmed());
                }
                "map" => match value {
                    "spaced" => self.style = MapStyle::Spaced,
                    "compact" => self.style = MapStyle::Compact,
                    other => {
                        return Err(line.error(format!(
                            "unknown style of map `{other}`, expected spaced or compact"
                        )));
                    }
                },
                head if dominoes::is_head(head) => self.dominoes(line, value)?,
                "solution" => {
                    return Err(line.error("the solution comes last, after the dominoes"));
                }
                other => {
                    return Err(line.error(format!(
                        "unknown header `{other}:`, expected title:, map: or dominoes:"
                    )));
                }
            }
        }
        Ok(None)
    }

    /// Adds the dominoes of a part of a line.
    fn dominoes(&mut self, line: &TextLine<'t>, given: &'t str) -> Result<(), PartError<'t>> {
        let _ = self.dominoes_at.get_or_insert(line.trimmed());
        dominoes::read(given, &mut self.draft.dominoes)
    }

    /// Reads the lines between the map and the solution: rules and dominoes.
    fn body(&mut self, lines: &[TextLine<'t>], map: &RegionMap<'t>) -> Result<(), PartError<'t>> {
        let mut ruled: HashMap<&str, usize> = HashMap::new();
        for line in lines.iter().filter(|line| !line.is_blank()) {
            if dominoes::begins(line) {
                self.dominoes(line, line.text)?;
                continue;
            }
            if let Some((head, given)) = split_trimmed(line.text, ':')
                && dominoes::is_head(head)
                && !map.regions.contains_key(head)
            {
                self.dominoes(line, given)?;
                continue;
            }
            let first = line.trimmed().chars().next().unwrap_or(' ');
            if !first.is_ascii_alphabetic() {
                return Err(line.error(format!(
                    "expected a rule, which begins with a region's letter, or dominoes, which \
                     begin with a digit, found `{first}`"
                )));
            }
            let (label, rule) = rules::read(line, |label| map.regions.contains_key(label))?;
            let Some(region) = map.regions.get(label) else {
                let has = map.has(label);
                return Err(line.error(format!("there is no region {label} on the map{has}")));
            };
            if let Some(other) = ruled.insert(label, line.number) {
                let message = format!("region {label} already has a rule, on line {other}");
                return Err(line.error(message));
            }
            self.rules_at.push(line.trimmed());
            self.draft.regions.push(DraftRegion {
                name: Some(label.into()),
                rule,
                cells: region.cells.clone(),
            });
        }
        let regions = map.regions.iter();
        let unruled = regions.filter(|(label, _)| !ruled.contains_key(*label));
        let first = unruled.min_by_key(|(_, region)| region.first.as_ptr());
        let Some((label, region)) = first else {
            return Ok(());
        };
        let style = match label.len() {
            1 => String::new(),
            _ => map.style_hint(),
        };
        let message = format!(
            "region {label} has no rule: expected a line such as `{label} 10` below the map, or \
             `{label} *` for no rule{}{style}",
            map.rule_hint()
        );
        Err(PartError::new(region.first, message))
    }
}

/// The title in a JSON string, which can contain any character.
fn quoted_title(title: &str) -> Option<String> {
    let quoted = title.len() > 1 && title.starts_with('"') && title.ends_with('"');
    quoted.then(|| serde_json::from_str(title).ok()).flatten()
}

/// The part of a line after `solution:`.
fn solution_head<'t>(line: &TextLine<'t>) -> Option<&'t str> {
    let (head, rest) = split_trimmed(line.text, ':')?;
    (head == "solution").then_some(rest)
}

/// The board below the line `solution:`, if there is one. `most` is the highest value of the dominoes.
fn read_solution<'t>(
    lines: &[TextLine<'t>],
    index: &CellIndex<'_>,
    most: Option<u32>,
) -> Result<Option<Board>, PartError<'t>> {
    let Some((head, drawing)) = lines.split_first() else {
        return Ok(None);
    };
    if let Some(rest) = solution_head(head).filter(|rest| !rest.is_empty()) {
        let message = "the solution begins on the line below `solution:`";
        return Err(PartError::new(rest, message));
    }
    if let Some(again) = drawing.iter().find(|line| solution_head(line).is_some()) {
        return Err(again.error("there is a solution already"));
    }
    if drawing.iter().all(TextLine::is_blank) {
        return Err(head.error("there is no board here"));
    }
    placements::read_lines(drawing, index, most).map(Some)
}
