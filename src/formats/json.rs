//! Shared parts of the JSON formats: objects, dominoes, cells, names of keys and rules, and writing with one
//! element per line.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::place;
use crate::json::LineStyle;
pub(super) use crate::json::{ObjectWriter, read};
use crate::parse::ParseError;
use crate::puzzle::{
    Board, Domino, DraftPlace, DraftRegion, MAX_PIPS, Pips, Puzzle, PuzzleDraft, PuzzleErrorKind,
    Relation, Rule,
};

/// An object with its keys in the order of the text. Repeated keys are an error.
#[derive(Debug)]
pub(super) struct JsonObject<T>(pub(super) Vec<(String, T)>);

/// An object whose values have not been read yet.
pub(super) type Fields<'t> = JsonObject<&'t RawValue>;

impl<'t> Fields<'t> {
    /// The JSON text of the value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&'t str> {
        let (_, value) = self.0.iter().find(|(found, _)| found == key)?;
        Some(value.get())
    }

    /// Whether the object has a key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for JsonObject<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = JsonObject<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonObject<T>, A::Error> {
                let mut seen = HashSet::new();
                let mut entries = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    if !seen.insert(key.clone()) {
                        return Err(A::Error::custom(format!("the key `{key}` is given twice")));
                    }
                    entries.push((key, map.next_value()?));
                }
                Ok(JsonObject(entries))
            }
        }

        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

/// A domino with its halves in the order of the text, on which a solution in the nyt format depends.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(expecting = "a domino, two pip counts such as [1, 4]")]
pub(super) struct DominoHalves(pub(super) Pips, pub(super) Pips);

/// A cell of a grid, by row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(expecting = "a cell, its row and column such as [0, 2]")]
pub(super) struct GridCell(pub(super) u32, pub(super) u32);

/// `r0c2`, the name of the cell.
impl fmt::Display for GridCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.0, self.1)
    }
}

/// The keys and names of a JSON format.
#[derive(Debug)]
pub(super) struct JsonNames {
    /// The key of the field that defines the cells.
    pub(super) board: &'static str,
    pub(super) dominoes: &'static str,
    pub(super) regions: &'static str,
    pub(super) solution: &'static str,
    /// The path from a region to its rule, and to its cells.
    pub(super) rule: &'static str,
    pub(super) cells: &'static str,
    /// The names of rules: sum, less, greater, equal, unequal, none.
    pub(super) rules: [&'static str; 6],
}

impl JsonNames {
    /// The rules by name. Sums have the target 0.
    fn named_rules(&self) -> impl Iterator<Item = (&'static str, Rule)> {
        let sums = [Rule::sum(0), Rule::less(0), Rule::greater(0)];
        let others = [Rule::Equal, Rule::Unequal, Rule::Empty];
        self.rules.into_iter().zip(sums.into_iter().chain(others))
    }

    /// The name of a rule and its target, if it has one.
    pub(super) fn name(&self, rule: Rule) -> (String, Option<i64>) {
        let (rule, target) = match rule {
            Rule::Sum(relation, target) => (Rule::Sum(relation, 0), Some(target)),
            Rule::Equal | Rule::Unequal | Rule::Empty => (rule, None),
        };
        let found = self.named_rules().find(|(_, named)| *named == rule);
        let name = found.map(|(name, _)| name.to_owned());
        (name.unwrap_or_default(), target)
    }

    /// The rule with a name and a target. The error is a path relative to the region, and a message. Rules without
    /// a target ignore it.
    fn rule(&self, name: &str, target: Option<i64>) -> Result<Rule, (&'static str, String)> {
        let found = self.named_rules().find(|(other, _)| *other == name);
        match found {
            Some((_, Rule::Sum(relation, _))) => {
                let verb = match relation {
                    Relation::Equal => "equal",
                    Relation::Less => "stay below",
                    Relation::Greater => "exceed",
                };
                let missing = format!(
                    "the rule \"{name}\" needs a target, the whole number that the sum is to {verb}"
                );
                Ok(Rule::Sum(relation, target.ok_or(("", missing))?))
            }
            Some((_, rule)) => Ok(rule),
            None => {
                let known = self.rules.join("`, `");
                let message = format!("unknown rule `{name}`: expected one of `{known}`");
                Err((self.rule, message))
            }
        }
    }

    /// The regions of a puzzle, each from the name of its rule, its target and its cells. `under` is the path
    /// to the puzzle; `number` returns the index of a cell, or an error message.
    pub(super) fn regions<'g, C: 'g>(
        &self,
        under: &str,
        given: impl IntoIterator<Item = (&'g str, Option<i64>, &'g [C])>,
        mut number: impl FnMut(&C) -> Result<usize, String>,
    ) -> Result<Vec<DraftRegion>, ParseError> {
        let mut regions = Vec::new();
        for (at, (rule, target, cells)) in given.into_iter().enumerate() {
            let path = format!("{under}{}[{at}]", self.regions);
            let wrong = |(inside, problem)| ParseError::at_path(format!("{path}{inside}"), problem);
            let numbered = |(place, cell)| {
                let inside = || format!("{path}{}[{place}]", self.cells);
                number(cell).map_err(|problem| ParseError::at_path(inside(), problem))
            };
            regions.push(DraftRegion {
                name: None,
                rule: self.rule(rule, target).map_err(wrong)?,
                cells: cells
                    .iter()
                    .enumerate()
                    .map(numbered)
                    .collect::<Result<_, _>>()?,
            });
        }
        Ok(regions)
    }

    /// The dominoes of a list.
    pub(super) fn dominoes(
        &self,
        under: &str,
        halves: &[DominoHalves],
    ) -> Result<Vec<Domino>, ParseError> {
        let domino = |(at, &DominoHalves(one, other)): (usize, &DominoHalves)| {
            let domino = Domino::new(one, other);
            if domino.high() <= MAX_PIPS {
                return Ok(domino);
            }
            let path = format!("{under}{}[{at}]", self.dominoes);
            let problem = PuzzleErrorKind::TooManyPips(domino).to_string();
            Err(ParseError::at_path(path, problem))
        };
        halves.iter().enumerate().map(domino).collect()
    }

    /// Builds the puzzle at the path `under`. `locate` overrides the path of a part of the draft.
    pub(super) fn build(
        &self,
        under: &str,
        draft: PuzzleDraft,
        solution: Result<Option<Board>, ParseError>,
        locate: impl Fn(DraftPlace) -> Option<String>,
    ) -> Result<Puzzle, ParseError> {
        place::build(draft, solution, |error| {
            let path = locate(error.place).unwrap_or_else(|| match error.place {
                DraftPlace::Board | DraftPlace::Cell(_) | DraftPlace::Link(_) => {
                    self.board.to_owned()
                }
                DraftPlace::Dominoes => self.dominoes.to_owned(),
                DraftPlace::Region(region) => format!("{}[{region}]{}", self.regions, self.cells),
                DraftPlace::RegionCell(region, cell) => {
                    format!("{}[{region}]{}[{cell}]", self.regions, self.cells)
                }
                DraftPlace::Solution => self.solution.to_owned(),
                DraftPlace::Recipe => "recipe".to_owned(),
            });
            ParseError::at_path(format!("{under}{path}"), error.kind.to_string())
        })
    }
}

impl ObjectWriter {
    /// An object that begins with a puzzle's title, recipe and dominoes.
    pub(super) fn of(puzzle: &Puzzle) -> Self {
        let mut object = ObjectWriter::new(LineStyle::Spaced);
        if let Some(title) = puzzle.title() {
            object.field("title", title);
        }
        if let Some(recipe) = puzzle.recipe_line() {
            object.field("recipe", &recipe);
        }
        let dominoes = puzzle.dominoes().iter();
        let halves: Vec<[Pips; 2]> = dominoes.map(|domino| domino.halves()).collect();
        object.field("dominoes", &halves);
        object
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{board, cells, graph, nyt};

    #[test]
    fn rule_names_round_trip() {
        let sums = [Rule::sum(7), Rule::less(7), Rule::greater(7)];
        let others = [Rule::Equal, Rule::Unequal, Rule::Empty];
        for names in [nyt::NAMES, graph::NAMES, cells::NAMES, board::NAMES] {
            for rule in sums.into_iter().chain(others) {
                let (name, target) = names.name(rule);
                assert_eq!(names.rule(&name, target), Ok(rule));
            }
        }
    }
}
