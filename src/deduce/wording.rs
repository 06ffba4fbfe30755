//! The words that sentences about a puzzle share: lists, counts, and what cells, regions and facts
//! are called.

use std::fmt::Display;

use super::ground::{Ground, ValueId, ValueSet};
use crate::puzzle::{
    CellId, Edge, EdgeId, Fact, Label, PlacedDomino, Puzzle, RegionId, Relation, Rule,
};

/// Things in a row: `a`, `a and b`, `a, b and c`.
pub(crate) fn and(items: &[impl Display]) -> String {
    listed(items, "and")
}

/// Alternatives: `a`, `a or b`, `a, b or c`.
pub(super) fn or(items: &[impl Display]) -> String {
    listed(items, "or")
}

fn listed(items: &[impl Display], word: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// A clause as a sentence: with a capital letter and a full stop.
pub(crate) fn sentence(clause: &str) -> String {
    let mut sentence = format!("{clause}.");
    // A clause begins with a word of ours, never with a name.
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// A count with its noun: `one half`, `two halves`, `12 halves`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    const WORDS: [&str; 11] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let noun = if number == 1 { one } else { many };
    match WORDS.get(number) {
        Some(word) => format!("{word} {noun}"),
        None => format!("{number} {noun}"),
    }
}

/// `is` for one thing, `are` for none or several.
pub(super) fn is(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// The names of some cells.
pub(crate) fn cell_names(puzzle: &Puzzle, cells: &[CellId]) -> Vec<Label> {
    let name = |&cell: &CellId| puzzle.cell(cell).name.clone();
    cells.iter().map(name).collect()
}

/// The names of some regions.
pub(crate) fn region_names(puzzle: &Puzzle, regions: &[RegionId]) -> Vec<Label> {
    let name = |&region: &RegionId| puzzle.region(region).name.clone();
    regions.iter().map(name).collect()
}

/// What a region needs: `region C needs 18 from 3 cells`.
pub(super) fn rule(puzzle: &Puzzle, region: RegionId) -> String {
    let region = puzzle.region(region);
    let name = &region.name;
    let cells = count(region.cells.len(), "cell", "cells");
    match region.rule {
        Rule::Sum(relation, target) => {
            let than = match relation {
                Relation::Equal => "",
                Relation::Less => "less than ",
                Relation::Greater => "more than ",
            };
            let from = match region.cells[..] {
                [cell] => format!("{} alone", puzzle.cell(cell).name),
                _ => cells,
            };
            format!("region {name} needs {than}{target} from {from}")
        }
        Rule::Equal => format!("the {cells} of region {name} show the same"),
        Rule::Unequal => format!("the {cells} of region {name} all differ"),
        Rule::Empty => format!("region {name} has no rule"),
    }
}

/// A fact in words: `r0c0 shows 3`.
pub(crate) fn fact(puzzle: &Puzzle, fact: Fact) -> String {
    let name = |cell: CellId| &puzzle.cell(cell).name;
    let ends = |edge: Edge| format!("{} and {}", name(edge.a), name(edge.b));
    let lying = |placed: PlacedDomino, lies: &str| {
        let [(a, at_a), (b, at_b)] = placed.halves();
        format!("{at_a}-{at_b} {lies} on {} and {}", name(a), name(b))
    };
    match fact {
        Fact::Rule(region) => rule(puzzle, region),
        Fact::NotExcluded => "the board is not excluded".into(),
        Fact::Shows(cell, pips) => format!("{} shows {pips}", name(cell)),
        Fact::ShowsNot(cell, pips) => format!("{} does not show {pips}", name(cell)),
        Fact::Joined(edge) => format!("one domino lies on {}", ends(edge)),
        Fact::Apart(edge) => format!("no domino lies on {}", ends(edge)),
        Fact::Lies(placed) => format!("the domino {}", lying(placed, "lies")),
        Fact::LiesNot(placed) => format!("the domino {}", lying(placed, "does not lie")),
    }
}

/// The two cells of an edge: `r0c0 and r0c1`.
pub(super) fn ends(ground: &Ground<'_>, edge: EdgeId) -> String {
    let [a, b] = ground.ends(edge);
    format!("{} and {}", ground.name(a), ground.name(b))
}

/// Some cells: `r0c0, r0c1 and r1c0`.
pub(super) fn cells(ground: &Ground<'_>, cells: &[CellId]) -> String {
    and(&cell_names(ground.puzzle, cells))
}

/// So many halves with a value: `two 6s`.
pub(super) fn halves(ground: &Ground<'_>, number: usize, value: ValueId) -> String {
    let pips = ground.pips(value);
    count(number, &pips.to_string(), &format!("{pips}s"))
}

/// Some values as alternatives: `2, 3 or 5`.
pub(super) fn values(ground: &Ground<'_>, values: ValueSet) -> String {
    let pips = values.iter().map(|value| ground.pips(value).to_string());
    or(&pips.collect::<Vec<_>>())
}

/// Some sorted values as a sum, the greatest first: `6 + 5 + 5`.
pub(super) fn sum(ground: &Ground<'_>, values: &[ValueId]) -> String {
    let pips = values
        .iter()
        .rev()
        .map(|&value| ground.pips(value).to_string());
    pips.collect::<Vec<_>>().join(" + ")
}

#[cfg(test)]
mod tests {
    use super::{and, count, or};

    #[test]
    fn lists_and_counts() {
        let items: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!((and(&items[..0]), or(&items[..1])), ("".into(), "a".into()));
        assert_eq!(
            (and(&items[..2]), or(&items)),
            ("a and b".into(), "a, b or c".into())
        );
        let halves = [0, 1, 2, 11].map(|number| count(number, "half", "halves"));
        assert_eq!(halves, ["no halves", "one half", "two halves", "11 halves"]);
    }
}
