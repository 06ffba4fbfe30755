//! Parts of sentences: lists, counts, names, and the premises and conclusions of a step.

use std::fmt::Display;

use super::index::{PuzzleIndex, ValueId, ValueSet};
use super::state::State;
use super::statement::{PremiseSource, Statement};
use crate::puzzle::{
    CellId, Domino, Edge, EdgeId, Fact, Label, PlacedDomino, Puzzle, RegionId, Relation, Rule,
};

/// The most placements or dominoes that are listed one by one.
const LISTED: usize = 6;

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn and(items: &[impl Display]) -> String {
    listed(items, "and")
}

/// `a`, `a or b`, `a, b or c`.
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

/// Clauses joined by `and`; with a comma before it where a clause contains a list.
pub(super) fn and_clauses(clauses: &[String]) -> String {
    let long = clauses.len() > 2 || clauses.iter().any(|one| one.contains(" and "));
    match clauses {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] if long => format!("{}, and {last}", most.join(", ")),
        _ => and(clauses),
    }
}

/// A clause as a sentence: with a capital letter and a full stop.
pub(crate) fn sentence(clause: &str) -> String {
    let mut sentence = format!("{clause}.");
    // A clause begins with a word, never with a name.
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

/// A number alone, as a word if it is small.
pub(crate) fn number(number: usize) -> String {
    count(number, "", "").trim_end().to_owned()
}

/// `is` for one, `are` for none or several.
pub(super) fn is(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

pub(crate) fn cell_names(puzzle: &Puzzle, cells: &[CellId]) -> Vec<Label> {
    let name = |&cell: &CellId| puzzle.cell(cell).name.clone();
    cells.iter().map(name).collect()
}

pub(crate) fn region_names(puzzle: &Puzzle, regions: &[RegionId]) -> Vec<Label> {
    let name = |&region: &RegionId| puzzle.region(region).name.clone();
    regions.iter().map(name).collect()
}

/// A list of names; beyond a dozen, the number of the others.
pub(super) fn few(mut names: Vec<Label>) -> String {
    const LISTED: usize = 12;
    if names.len() > LISTED + 1 {
        let more = names.len() - LISTED;
        names.truncate(LISTED);
        names.push(format!("{more} more").into());
    }
    and(&names)
}

/// The demand of a region: `region C needs 18 from three cells`.
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
    let describe = |placed: PlacedDomino, lies: &str| {
        let [low, high] = low_half_first(placed);
        let domino = placed.domino();
        format!(
            "the domino {domino} {lies} on {} and {}",
            name(low),
            name(high)
        )
    };
    match fact {
        Fact::Rule(region) => rule(puzzle, region),
        Fact::Shows(cell, pips) => format!("{} shows {pips}", name(cell)),
        Fact::ShowsNot(cell, pips) => format!("{} does not show {pips}", name(cell)),
        Fact::Joined(edge) => format!("one domino lies on {}", ends(edge)),
        Fact::Apart(edge) => format!("no domino lies on {}", ends(edge)),
        Fact::Lies(placed) => describe(placed, "lies"),
        Fact::LiesNot(placed) => describe(placed, "does not lie"),
    }
}

/// The cells under a domino, that of the low half first, as in the domino's name.
fn low_half_first(placed: PlacedDomino) -> [CellId; 2] {
    let mut halves = placed.halves();
    halves.sort_by_key(|&(cell, pips)| (pips, cell));
    halves.map(|(cell, _)| cell)
}

/// The two cells of an edge: `r0c0 and r0c1`.
pub(super) fn ends(index: &PuzzleIndex<'_>, edge: EdgeId) -> String {
    cells(index, &index.ends(edge))
}

/// Some cells: `r0c0, r0c1 and r1c0`.
pub(super) fn cells(index: &PuzzleIndex<'_>, cells: &[CellId]) -> String {
    and(&cell_names(index.puzzle, cells))
}

/// A number of halves with a value: `two 6s`.
pub(super) fn halves(index: &PuzzleIndex<'_>, number: usize, value: ValueId) -> String {
    let pips = index.pips(value);
    count(number, &pips.to_string(), &format!("{pips}s"))
}

/// Some values as alternatives: `2, 3 or 5`.
pub(super) fn values(index: &PuzzleIndex<'_>, values: ValueSet) -> String {
    let pips = values.iter().map(|value| index.pips(value).to_string());
    or(&pips.collect::<Vec<_>>())
}

/// Some sorted values as a sum, the greatest first: `6 + 5 + 5`.
pub(super) fn sum(index: &PuzzleIndex<'_>, values: &[ValueId]) -> String {
    let pips = values.iter().rev();
    let pips = pips.map(|&value| index.pips(value).to_string());
    pips.collect::<Vec<_>>().join(" + ")
}

/// The distinct dominoes, if they are few.
pub(super) fn few_dominoes(dominoes: impl Iterator<Item = Domino>) -> Option<Vec<Domino>> {
    let mut all: Vec<Domino> = dominoes.collect();
    all.sort_unstable();
    all.dedup();
    (all.len() <= LISTED).then_some(all)
}

/// The premises and the conclusions of a step, as parts of its sentence.
pub(super) struct Phrases<'a> {
    /// A state with the premises alone.
    pub(super) state: &'a State<'a>,
    pub(super) concluded: &'a [Statement],
}

impl<'a> Phrases<'a> {
    pub(super) fn new(state: &'a State<'a>, concluded: &'a [Statement]) -> Self {
        Phrases { state, concluded }
    }

    /// Whether the step concludes a contradiction.
    pub(super) fn is_end(&self) -> bool {
        self.concluded.contains(&Statement::Impossible)
    }

    /// Whether a premise states where a domino lies.
    pub(super) fn has_placement(&self) -> bool {
        let mut trail = self.state.trail().iter();
        trail.any(|premise| matches!(premise.statement, Statement::On(..)))
    }

    /// The cells whose values the premises restrict, with the values left and the source.
    fn shown(&self) -> impl Iterator<Item = (CellId, ValueSet, PremiseSource)> {
        let premises = self.state.trail().iter();
        premises.filter_map(|premise| match &premise.statement {
            Statement::Shows(cell, pips) => {
                Some((*cell, self.state.index.set(pips), premise.source))
            }
            _ => None,
        })
    }

    /// All premises as clauses: `r0c0 and r0c1 show 0 or 4 (step 1)`.
    pub(super) fn facts(&self) -> Vec<String> {
        self.facts_about(|_| true)
    }

    /// Some premises as clauses.
    pub(super) fn facts_about(&self, which: impl Fn(&Statement) -> bool) -> Vec<String> {
        let premises = self.state.trail().iter();
        let premises = premises.map(|premise| (&premise.statement, premise.source));
        self.clauses(premises.filter(|(statement, _)| which(statement)), false)
    }

    /// The conclusions: `r0c0 and r0c1 show 6`, `no domino lies on r0c0 and r1c0`.
    pub(super) fn conclusion(&self) -> String {
        let is_under = |cell: CellId| {
            let mut all = self.concluded.iter();
            all.any(|one| matches!(one, Statement::On(edge, _) if edge.ends().contains(&cell)))
        };
        // The clause for a domino includes its pips.
        let is_news =
            |one: &&Statement| !matches!(one, Statement::Shows(cell, _) if is_under(*cell));
        let news = self.concluded.iter().filter(is_news);
        and_clauses(&self.clauses(news.map(|one| (one, PremiseSource::Given)), true))
    }

    /// Statements as clauses, one for all cells with the same values.
    fn clauses<'s>(
        &self,
        statements: impl Iterator<Item = (&'s Statement, PremiseSource)>,
        is_concluded: bool,
    ) -> Vec<String> {
        let index = self.state.index;
        let mut shown: Vec<((ValueSet, PremiseSource), Vec<CellId>)> = Vec::new();
        let mut others = Vec::new();
        for (statement, source) in statements {
            let clause = match statement {
                Statement::Shows(cell, pips) => {
                    let key = (index.set(pips), source);
                    match shown.iter_mut().find(|(other, _)| *other == key) {
                        Some((_, cells)) => cells.push(*cell),
                        None => shown.push((key, vec![*cell])),
                    }
                    continue;
                }
                Statement::Joined(edge) if is_concluded => {
                    format!("one domino lies on {}", self.ends(*edge))
                }
                Statement::Joined(edge) => format!("{} share a domino", self.ends(*edge)),
                Statement::Apart(edge) => format!("no domino lies on {}", self.ends(*edge)),
                Statement::On(edge, domino) if is_concluded => self.lying(*edge, *domino),
                Statement::On(edge, domino) => {
                    format!("{} share the domino {domino}", self.ends(*edge))
                }
                Statement::Not(placed) => self.excluded(placed),
                Statement::Rule(_) | Statement::Impossible => continue,
            };
            others.push(clause + &from(&[source]));
        }
        let shown = shown.into_iter().map(|((set, source), mut cells)| {
            cells.sort_unstable();
            shown_by(index, &cells, set) + &from(&[source])
        });
        shown.chain(others).collect()
    }

    fn ends(&self, edge: Edge) -> String {
        cells(self.state.index, &edge.ends())
    }

    /// Impossible placements on an edge: these, or the possible ones if that list is shorter.
    fn excluded(&self, placed: &[PlacedDomino]) -> String {
        let Some(edge) = placed.first().map(|placed| placed.edge()) else {
            return String::new();
        };
        let ends = self.ends(edge);
        // What the two cells show, in their order; a domino is named low half first.
        let orientation = |placed: &PlacedDomino| {
            let [(_, a), (_, b)] = placed.halves();
            format!("{a}|{b}")
        };
        let (index, state) = (self.state.index, self.state);
        let edge = index.edge_id(edge).into_iter();
        let left = edge.flat_map(|edge| state.placements_on(edge));
        let left = left.map(|one| index.placed(one));
        let left: Vec<PlacedDomino> = left.filter(|one| !placed.contains(one)).collect();
        if left.is_empty() {
            format!("no domino can lie on {ends}")
        } else if left.len() < placed.len() && left.len() <= LISTED {
            let left: Vec<String> = left.iter().map(orientation).collect();
            format!("{ends} can show only {}", or(&left))
        } else {
            let placed: Vec<String> = placed.iter().map(orientation).collect();
            format!("{ends} cannot show {}", or(&placed))
        }
    }

    /// The cells known not to show a value: `r0c0 and r1c1 do not show 3 (step 1)`.
    pub(super) fn without(&self, value: ValueId) -> Option<String> {
        let index = self.state.index;
        let known = self.shown().filter(|(_, left, _)| !left.contains(value));
        let known = known.map(|(cell, _, source)| (cell, source));
        let (mut cells_without, sources): (Vec<CellId>, Vec<PremiseSource>) = known.unzip();
        cells_without.sort_unstable();
        let do_not = match cells_without.len() {
            0 => return None,
            1 => "does not",
            _ => "do not",
        };
        let (names, pips) = (cells(index, &cells_without), index.pips(value));
        Some(format!("{names} {do_not} show {pips}{}", from(&sources)))
    }

    /// The reason for a shortage of halves with a value: `there is only one 2`, `the only 2 is on r1c1
    /// (step 1)`, `two of the three 2s are on r0c0 and r0c1`.
    pub(super) fn scarce(&self, value: ValueId, inside: &[CellId]) -> String {
        let index = self.state.index;
        let (supply, pips) = (index.supply(value), index.pips(value));
        let is_taken = |cell, left: ValueSet| left.only() == Some(value) && !inside.contains(&cell);
        let elsewhere = self.shown().filter(|&(cell, left, _)| is_taken(cell, left));
        let elsewhere = elsewhere.map(|(cell, _, source)| (cell, source));
        let (mut taken, sources): (Vec<CellId>, Vec<PremiseSource>) = elsewhere.unzip();
        taken.sort_unstable();
        let all = halves(index, supply, value);
        if taken.is_empty() {
            return format!("there {} only {all}", is(supply));
        }
        let whole = match (taken.len(), supply) {
            (1, 1) => format!("the only {pips} is"),
            (2, 2) => format!("both {pips}s are"),
            (many, supply) if many == supply => format!("all {all} are"),
            (many, _) => format!("{} of the {all} {}", number(many), is(many)),
        };
        format!("{whole} on {}{}", cells(index, &taken), from(&sources))
    }

    /// The placement of a domino, as far as its orientation is known.
    fn lying(&self, edge: Edge, domino: Domino) -> String {
        let index = self.state.index;
        let concluded = |cell: CellId| {
            let mut statements = self.concluded.iter();
            statements.find_map(|one| match one {
                Statement::Shows(other, pips) if *other == cell => index.set(pips).only(),
                _ => None,
            })
        };
        let known = |cell: CellId| concluded(cell).or(self.state.shown(cell));
        let ends = self.ends(edge);
        match edge.ends().map(known) {
            [Some(a), Some(b)] => {
                let [a, b] = [a, b].map(|value| index.pips(value));
                let placed = PlacedDomino::new((edge.a, a), (edge.b, b));
                fact(index.puzzle, Fact::Lies(placed))
            }
            _ => format!("{ends} share the domino {domino}"),
        }
    }

    /// A sentence: since facts, a reason, so the conclusion.
    pub(super) fn since(&self, facts: &[String], reason: &str) -> String {
        let reason = if facts.is_empty() {
            reason.to_owned()
        } else {
            format!("since {}, {reason}", and_clauses(facts))
        };
        self.so(&reason)
    }

    /// A sentence: a reason, so the conclusion.
    pub(super) fn so(&self, reason: &str) -> String {
        let so = if self.is_end() {
            String::new()
        } else {
            format!(", so {}", self.conclusion())
        };
        sentence(&format!("{reason}{so}"))
    }
}

/// A reference to the steps of some sources: ` (step 2)`.
fn from(sources: &[PremiseSource]) -> String {
    let mut steps: Vec<usize> = Vec::new();
    let mut notes = Vec::new();
    for &source in sources {
        match source {
            PremiseSource::Step(number) => steps.push(number),
            PremiseSource::Assumed if notes.is_empty() => notes.push("as assumed".to_owned()),
            PremiseSource::Assumed | PremiseSource::Given => {}
        }
    }
    steps.sort_unstable();
    steps.dedup();
    match &steps[..] {
        [] => {}
        [one] => notes.push(format!("step {one}")),
        _ => notes.push(format!("steps {}", and(&steps))),
    }
    if notes.is_empty() {
        String::new()
    } else {
        format!(" ({})", notes.join("; "))
    }
}

/// The values of some cells, or the excluded values if these are fewer: `r0c0 and r0c1 show 6`.
fn shown_by(index: &PuzzleIndex<'_>, shown: &[CellId], left: ValueSet) -> String {
    if left.is_empty() {
        return format!("{} would show what no domino has", cells(index, shown));
    }
    let excluded = index.all_values().without(left);
    let shows = left.len() <= 3 || excluded.len() > 2;
    let verb = match (shows, shown.len()) {
        (true, 1) => "shows",
        (true, _) => "show",
        (false, _) => "cannot show",
    };
    let what = values(index, if shows { left } else { excluded });
    format!("{} {verb} {what}", cells(index, shown))
}

#[cfg(test)]
mod tests {
    use super::{and, count, or};

    #[test]
    fn lists_and_counts() {
        let items = ["a", "b", "c"];
        assert_eq!((and(&items[..0]), or(&items[..1])), ("".into(), "a".into()));
        let lists = (and(&items[..2]), or(&items));
        assert_eq!(lists, ("a and b".into(), "a, b or c".into()));
        let halves = [0, 1, 2, 11].map(|number| count(number, "half", "halves"));
        assert_eq!(halves, ["no halves", "one half", "two halves", "11 halves"]);
    }
}
