//! What the JSON formats say in the same way: regions with a rule over cells, lists of dominoes, and
//! the recipe of a generated puzzle.

use super::{Halves, Target, Vocabulary, Word};
use crate::formats::FormatError;
use crate::formats::recipe::RecipeText;
use crate::puzzle::{Domino, DraftRegion, Puzzle, Region, Rule, SealedRecipe};

/// The regions of a puzzle, each given by the word for its rule, its target and its cells. `list` is
/// the path to all of them and `inside` the way from one to its cells, for messages; `number`
/// finds a cell or says what is wrong with it.
pub(in crate::formats) fn regions<'g, V: Vocabulary + 'g, C: 'g>(
    list: &str,
    inside: &str,
    given: impl IntoIterator<Item = (&'g Word<V>, Option<Target>, &'g [C])>,
    mut number: impl FnMut(&C) -> Result<usize, String>,
) -> Result<Vec<DraftRegion>, FormatError> {
    let mut regions = Vec::new();
    for (at, (word, target, cells)) in given.into_iter().enumerate() {
        let rule = word.with(target, || format!("{list}[{at}]"))?;
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
pub(in crate::formats) fn recipe(
    given: Option<RecipeText>,
    path: &str,
) -> Result<Option<SealedRecipe>, FormatError> {
    let understood = given.map_or(Ok(None), RecipeText::understood);
    understood.map_err(|problem| FormatError::at_path(path, problem))
}

/// The dominoes of a list.
pub(in crate::formats) fn dominoes(halves: &[Halves]) -> Vec<Domino> {
    let domino = |&Halves([one, other]): &Halves| Domino::new(one, other);
    halves.iter().map(domino).collect()
}

/// The regions that have a rule. Other programs know no others, and without a region a cell is free.
pub(in crate::formats) fn ruled(puzzle: &Puzzle) -> impl Iterator<Item = &Region> {
    let regions = puzzle.regions().iter();
    regions.filter(|region| region.rule != Rule::Empty)
}
