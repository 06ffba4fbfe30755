//! The text format: a map of region letters, one rule per line, and the dominoes. It is designed for typing a
//! puzzle from a picture. `docs/formats.md` has the grammar.

mod map;
pub(super) mod rules;
mod write;

use std::collections::HashMap;

use super::lines::{LineToken, TextLine, lines};
use super::place::{self, CellIndex};
use super::{DocumentEntry, FormatError, Location, dominoes, placements, typed};
use crate::puzzle::{Board, CheckedRecipe, DraftPlace, DraftRegion, PuzzleDraft};
use map::{MapStyle, RegionMap};
pub(super) use write::write;

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Vec<DocumentEntry>, FormatError> {
    let text = typed::plain(text);
    let lines: Vec<TextLine<'_>> = lines(&text).collect();
    let last = lines.last().map_or(1, |line| line.number);
    let mut reader = TextReader::default();
    let rest = reader.header(&lines)?;
    let (rows, rest) = rest.split_at(map::height(rest));
    let map = map::read(rows, reader.style)?;
    let solution = rest.iter().position(|line| solution_head(line).is_some());
    let (body, solution) = rest.split_at(solution.unwrap_or(rest.len()));
    reader.body(body, &map)?;
    let TextReader {
        mut draft,
        dominoes_at,
        rules_at,
        ..
    } = reader;
    let solution_at = solution.first().map_or(last, |line| line.number);
    let most = draft.dominoes.iter().map(|domino| domino.high()).max();
    let solution = read_solution(solution, &CellIndex::new(&map.cells), most);
    draft.cells = map.cells;
    let puzzle = place::build(draft, solution, |place| {
        let (line, column) = match place {
            DraftPlace::Board | DraftPlace::Cell(_) | DraftPlace::Link(_) => map.start,
            DraftPlace::Dominoes => dominoes_at.unwrap_or((last, 1)),
            DraftPlace::Region(region) | DraftPlace::RegionCell(region, _) => rules_at[region],
            DraftPlace::Solution => (solution_at, 1),
        };
        Location::Text { line, column }
    })?;
    Ok(DocumentEntry::alone(puzzle))
}

/// The draft of a puzzle while it is read, with the lines and columns of its parts.
#[derive(Default)]
struct TextReader {
    draft: PuzzleDraft,
    style: MapStyle,
    dominoes_at: Option<(usize, usize)>,
    rules_at: Vec<(usize, usize)>,
}

impl TextReader {
    /// Reads the lines above the map: `title:`, `recipe:`, `map:`, `dominoes:` with dominoes on this line and the
    /// next ones, and blank lines. Returns the lines from the map on.
    fn header<'a, 't>(
        &mut self,
        lines: &'a [TextLine<'t>],
    ) -> Result<&'a [TextLine<'t>], FormatError> {
        for (at, line) in lines.iter().enumerate() {
            let token = line.token();
            if line.is_blank() {
                continue;
            }
            if self.dominoes_at.is_some() && dominoes::begins(line) {
                self.dominoes(token, token)?;
                continue;
            }
            let Some((key, value)) = token.split_once(':') else {
                return Ok(&lines[at..]);
            };
            match key.text {
                "title" => {
                    // A title may contain `#`, so comments are not removed from it.
                    let (_, title) = line.raw.split_once(':').unwrap_or_default();
                    let title = title.trim();
                    let quoted = quoted_title(title);
                    self.draft.title = Some(quoted.as_deref().unwrap_or(title).into());
                }
                "recipe" => {
                    let recipe = CheckedRecipe::read(value.text);
                    self.draft.recipe = recipe
                        .map_err(|problem| token.error(format!("not a recipe: {problem}")))?;
                }
                "map" => match value.text {
                    "spaced" => self.style = MapStyle::Spaced,
                    "compact" => self.style = MapStyle::Compact,
                    other => {
                        return Err(token.error(format!(
                            "unknown style of map `{other}`, expected spaced or compact"
                        )));
                    }
                },
                head if dominoes::is_head(head) => self.dominoes(token, value)?,
                "solution" => {
                    return Err(token.error("the solution comes last, after the dominoes"));
                }
                other => {
                    return Err(token.error(format!(
                        "unknown header `{other}:`, expected title:, map: or dominoes:"
                    )));
                }
            }
        }
        let line = lines.last().map_or(1, |line| line.number);
        let message = "there is no map: expected rows of region letters, with `.` for no cell";
        Err(FormatError::at_line(line, 1, message))
    }

    /// Adds dominoes; `start` is the token at the start of their line.
    fn dominoes(&mut self, start: LineToken<'_>, given: LineToken<'_>) -> Result<(), FormatError> {
        let _ = self.dominoes_at.get_or_insert((start.line, start.column));
        dominoes::read(given, &mut self.draft.dominoes)
    }

    /// Reads the lines between the map and the solution: rules and dominoes.
    fn body(&mut self, lines: &[TextLine<'_>], map: &RegionMap<'_>) -> Result<(), FormatError> {
        let mut ruled: HashMap<&str, usize> = HashMap::new();
        for line in lines.iter().filter(|line| !line.is_blank()) {
            let token = line.token();
            if dominoes::begins(line) {
                self.dominoes(token, token)?;
                continue;
            }
            if let Some((head, given)) = token.split_once(':')
                && dominoes::is_head(head.text)
                && !map.regions.contains_key(head.text)
            {
                self.dominoes(token, given)?;
                continue;
            }
            if !token
                .text
                .starts_with(|first: char| first.is_ascii_alphabetic())
            {
                let first = token.text.chars().next().unwrap_or(' ');
                return Err(token.error(format!(
                    "expected a rule, which begins with a region's letter, or dominoes, which \
                     begin with a digit, found `{first}`"
                )));
            }
            let (label, rule) = rules::read(line, |label| map.regions.contains_key(label))?;
            let Some(region) = map.regions.get(label) else {
                let has = map.has(label);
                return Err(token.error(format!("there is no region {label} on the map{has}")));
            };
            if let Some(line) = ruled.insert(label, line.number) {
                let message = format!("region {label} already has a rule, on line {line}");
                return Err(token.error(message));
            }
            self.rules_at.push((token.line, token.column));
            self.draft.regions.push(DraftRegion {
                name: Some(label.into()),
                rule,
                cells: region.cells.clone(),
            });
        }
        let regions = map.regions.iter();
        let unruled = regions.filter(|(label, _)| !ruled.contains_key(*label));
        let first = unruled.min_by_key(|(_, region)| (region.start.line, region.start.column));
        let Some((label, region)) = first else {
            return Ok(());
        };
        let style = match label.len() {
            1 => String::new(),
            _ => map.style_hint(),
        };
        Err(region.start.error(format!(
            "region {label} has no rule: expected a line such as `{label} 10` below the map, or \
             `{label} *` for no rule{}{style}",
            map.rule_hint()
        )))
    }
}

/// The title in a JSON string, which can contain any character.
fn quoted_title(title: &str) -> Option<String> {
    let quoted = title.len() > 1 && title.starts_with('"') && title.ends_with('"');
    quoted.then(|| serde_json::from_str(title).ok()).flatten()
}

/// The part of a line after `solution:`.
fn solution_head<'t>(line: &TextLine<'t>) -> Option<LineToken<'t>> {
    let (head, rest) = line.token().split_once(':')?;
    (head.text == "solution").then_some(rest)
}

/// The board below the line `solution:`, if there is one. `most` is the highest value of the dominoes.
fn read_solution(
    lines: &[TextLine<'_>],
    index: &CellIndex<'_>,
    most: Option<u32>,
) -> Result<Option<Board>, FormatError> {
    let Some((head, drawing)) = lines.split_first() else {
        return Ok(None);
    };
    if let Some(rest) = solution_head(head).filter(|rest| !rest.text.is_empty()) {
        return Err(rest.error("the solution begins on the line below `solution:`"));
    }
    if let Some(again) = drawing.iter().find(|line| solution_head(line).is_some()) {
        return Err(again.error("there is a solution already"));
    }
    placements::read_lines(drawing, index, most, head.number).map(Some)
}
