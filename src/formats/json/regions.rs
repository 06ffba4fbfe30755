//! What the JSON formats say in the same way: regions with a rule over cells, lists of dominoes, and
//! the recipe of a generated puzzle.

use super::rules::rule_of;
use super::{Halves, RuleName, Target};
use crate::formats::{FormatError, recipe};
use crate::puzzle::{CheckedRecipe, Domino, DraftRegion};

/// The regions of a puzzle, each given by the name of its rule, its target and its cells. `list` is
/// the path to all of them and `inside` the way from one to its cells, for messages; `number`
/// finds a cell or says what is wrong with it.
pub(in crate::formats) fn regions<'g, N: RuleName, C: 'g>(
    list: &str,
    inside: &str,
    given: impl IntoIterator<Item = (N, Option<Target>, &'g [C])>,
    mut number: impl FnMut(&C) -> Result<usize, String>,
) -> Result<Vec<DraftRegion>, FormatError> {
    let mut regions = Vec::new();
    for (at, (name, target, cells)) in given.into_iter().enumerate() {
        let rule = rule_of(name, target, || format!("{list}[{at}]"))?;
        let numbered = |(place, cell)| {
            number(cell).map_err(|problem| {
                FormatError::at_path(format!("{list}[{at}]{inside}[{place}]"), problem)
            })
        };
        regions.push(DraftRegion {
            name: None,
            rule,
            cells: cells
                .iter()
                .enumerate()
                .map(numbered)
                .collect::<Result<_, _>>()?,
        });
    }
    Ok(regions)
}

/// The recipe that a puzzle's object gives; `path` leads to it.
pub(in crate::formats) fn read_recipe(
    given: Option<String>,
    path: &str,
) -> Result<Option<CheckedRecipe>, FormatError> {
    let read = given.map_or(Ok(None), |text| recipe::read(&text));
    read.map_err(|problem| FormatError::at_path(path, format!("not a recipe: {problem}")))
}

/// The dominoes of a list.
pub(in crate::formats) fn dominoes(halves: &[Halves]) -> Vec<Domino> {
    let domino = |&Halves([one, other]): &Halves| Domino::new(one, other);
    halves.iter().map(domino).collect()
}
