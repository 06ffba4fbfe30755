//! Telling: what a step rests on and what follows from it, as parts of a sentence.

use super::cases::Split;
use super::ground::{Ground, PlacementId, ValueId, ValueSet};
use super::knowledge::{Item, Source};
use super::look::{Given, View};
use super::wording::{self, and, count, ends, halves, is, or, values};
use crate::puzzle::{CellId, EdgeId, Fact};

/// The most dominoes that are listed one by one.
const LISTED: usize = 6;

/// Somebody who tells a step, with exactly what it rests on before the eyes.
pub(super) struct Telling<'a> {
    pub(super) view: View<'a>,
    concluded: &'a [Item],
    number: &'a dyn Fn(Source) -> Source,
}

/// Cells of which the same is said.
type Group<T> = (T, Vec<CellId>, Vec<Source>);

impl<'a> Telling<'a> {
    /// With what a step rests on, what it concludes (nothing is possible if that is nothing) and
    /// the numbers of the steps before it.
    pub(super) fn new(
        view: View<'a>,
        concluded: &'a [Item],
        number: &'a dyn Fn(Source) -> Source,
    ) -> Self {
        Telling {
            view,
            concluded,
            number,
        }
    }

    /// What the step concludes.
    pub(super) fn concluded(&self) -> &[Item] {
        self.concluded
    }

    /// Whether the step concludes that nothing is possible.
    pub(super) fn is_end(&self) -> bool {
        self.concluded.is_empty()
    }

    /// Which steps something is known from, if it is from steps: ` (step 2)`.
    fn from(&self, sources: &[Source]) -> String {
        let mut steps: Vec<usize> = Vec::new();
        let mut supposed = false;
        for &source in sources {
            match (self.number)(source) {
                Source::Step(number) => steps.push(number),
                Source::Supposed => supposed = true,
                Source::Given => {}
            }
        }
        steps.sort_unstable();
        steps.dedup();
        let numbers: Vec<String> = steps.iter().map(usize::to_string).collect();
        let mut notes = Vec::new();
        if supposed {
            notes.push("as supposed".to_owned());
        }
        match &numbers[..] {
            [] => {}
            [one] => notes.push(format!("step {one}")),
            _ => notes.push(format!("steps {}", and(&numbers))),
        }
        if notes.is_empty() {
            String::new()
        } else {
            format!(" ({})", notes.join("; "))
        }
    }

    /// Everything that is known, as clauses: `r0c0 and r0c1 show 0 or 4 (step 1)`.
    pub(super) fn facts(&self) -> Vec<String> {
        self.facts_about(|_| true)
    }

    /// Some of what is known, as clauses.
    pub(super) fn facts_about(&self, which: impl Fn(&Item) -> bool) -> Vec<String> {
        let ground = self.view.ground;
        let mut shown: Vec<Group<(ValueSet, Source)>> = Vec::new();
        let mut others = Vec::new();
        for (item, source) in self.view.knowledge.trail() {
            let from = self.from(&[*source]);
            match item {
                item if !which(item) => {}
                Item::Values(cell, values) => {
                    let key = (*values, (self.number)(*source));
                    add(&mut shown, key, *cell, *source);
                }
                Item::Joined(edge) => {
                    others.push(format!("{} share a domino{from}", ends(ground, *edge)));
                }
                Item::Apart(edge) => {
                    others.push(format!("no domino lies on {}{from}", ends(ground, *edge)));
                }
                Item::On(edge, kind) => {
                    let domino = ground.kind(*kind).0;
                    let ends = ends(ground, *edge);
                    others.push(format!("{ends} share the domino {domino}{from}"));
                }
                Item::Barred(edge, barred) => {
                    others.push(format!("{}{from}", left_on(ground, *edge, barred)));
                }
            }
        }
        let shown = shown.into_iter().map(|((set, _), mut cells, sources)| {
            cells.sort_unstable();
            let from = self.from(&sources);
            format!("{}{from}", shown_by(ground, &cells, set))
        });
        shown.chain(others).collect()
    }

    /// Which cells are known not to show a value: `r0c0 and r1c1 do not show 3 (step 1)`.
    pub(super) fn without(&self, value: ValueId) -> Option<String> {
        let trail = self.view.knowledge.trail().iter();
        let known = trail.filter_map(|(item, source)| match item {
            Item::Values(cell, values) if !values.contains(value) => Some((*cell, *source)),
            Item::Values(..)
            | Item::Joined(_)
            | Item::Apart(_)
            | Item::On(..)
            | Item::Barred(..) => None,
        });
        let (mut cells, sources): (Vec<CellId>, Vec<Source>) = known.unzip();
        cells.sort_unstable();
        let do_not = match cells.len() {
            0 => return None,
            1 => "does not",
            _ => "do not",
        };
        let (ground, from) = (self.view.ground, self.from(&sources));
        let (cells, pips) = (wording::cells(ground, &cells), ground.pips(value));
        Some(format!("{cells} {do_not} show {pips}{from}"))
    }

    /// Why there are too few halves with a value for some cells: `there is only one 2`, `the only
    /// 2 is on r1c1 (step 1)`, `two of the three 2s are on r0c0 and r0c1`.
    pub(super) fn scarce(&self, value: ValueId, inside: &[CellId]) -> String {
        let ground = self.view.ground;
        let (there, pips) = (ground.supply(value), ground.pips(value));
        let trail = self.view.knowledge.trail().iter();
        let elsewhere = trail.filter_map(|(item, source)| match item {
            Item::Values(cell, values) if values.only() == Some(value) => {
                (!inside.contains(cell)).then_some((*cell, *source))
            }
            Item::Values(..)
            | Item::Joined(_)
            | Item::Apart(_)
            | Item::On(..)
            | Item::Barred(..) => None,
        });
        let (mut cells, sources): (Vec<CellId>, Vec<Source>) = elsewhere.unzip();
        cells.sort_unstable();
        let all = halves(ground, there, value);
        if cells.is_empty() {
            return format!("there {} only {all}", is(there));
        }
        let (taken, from) = (cells.len(), self.from(&sources));
        let whole = match (taken, there) {
            (1, 1) => format!("the only {pips} is"),
            (2, 2) => format!("both {pips}s are"),
            (taken, there) if taken == there => format!("all {all} are"),
            _ => format!("{} of the {all} {}", count(taken, "", "").trim(), is(taken)),
        };
        format!("{whole} on {}{from}", wording::cells(ground, &cells))
    }

    /// What cells elsewhere show of the values whose halves are counted: `2 on r0c0 and r0c1`.
    pub(super) fn taken(&self, inside: &[CellId]) -> Vec<String> {
        let ground = self.view.ground;
        let mut taken: Vec<Group<ValueId>> = Vec::new();
        for (item, source) in self.view.knowledge.trail() {
            if let Item::Values(cell, values) = item
                && let Some(value) = values.only()
                && self.view.given.at_most.contains(value)
                && !inside.contains(cell)
            {
                add(&mut taken, value, *cell, *source);
            }
        }
        taken.sort_unstable_by_key(|(value, ..)| *value);
        let taken = taken.into_iter().map(|(value, mut cells, sources)| {
            cells.sort_unstable();
            let (pips, from) = (ground.pips(value), self.from(&sources));
            format!("{pips} on {}{from}", wording::cells(ground, &cells))
        });
        taken.collect()
    }

    /// Every value of which the number of halves matters, said as [`Telling::scarce`] does.
    pub(super) fn scarcities(&self, inside: &[CellId]) -> Vec<String> {
        let values = self.view.given.at_most.iter();
        values.map(|value| self.scarce(value, inside)).collect()
    }

    /// What follows: `r0c0 and r0c1 show 6`, `no domino lies on r0c0 and r1c0`.
    pub(super) fn conclusion(&self) -> String {
        let ground = self.view.ground;
        let mut shown: Vec<Group<ValueSet>> = Vec::new();
        let mut clauses = Vec::new();
        for item in self.concluded {
            match item {
                Item::Values(cell, left) => {
                    let on = |(item, laid): (&Item, &CellId)| match item {
                        Item::On(edge, _) => ground.ends(*edge).contains(laid),
                        _ => false,
                    };
                    // How a domino lies says what it shows.
                    if self.concluded.iter().any(|item| on((item, cell))) {
                        continue;
                    }
                    add(&mut shown, *left, *cell, Source::Given);
                }
                Item::Joined(edge) => {
                    clauses.push(format!("one domino lies on {}", ends(ground, *edge)));
                }
                Item::Apart(edge) => {
                    clauses.push(format!("no domino lies on {}", ends(ground, *edge)));
                }
                Item::On(edge, kind) => clauses.push(self.lying(*edge, ground.kind(*kind).0)),
                Item::Barred(edge, barred) => clauses.push(left_on(ground, *edge, barred)),
            }
        }
        let shown = shown.into_iter().map(|(left, mut cells, _)| {
            cells.sort_unstable();
            shown_by(ground, &cells, left)
        });
        let clauses: Vec<String> = shown.chain(clauses).collect();
        and_clauses(&clauses)
    }

    /// How a domino lies, as far as that is concluded.
    fn lying(&self, edge: EdgeId, domino: crate::puzzle::Domino) -> String {
        let ground = self.view.ground;
        let concluded = |cell: CellId| {
            let mut items = self.concluded.iter();
            items.find_map(|item| match item {
                Item::Values(other, values) if *other == cell => values.only(),
                Item::Values(..)
                | Item::Joined(_)
                | Item::Apart(_)
                | Item::On(..)
                | Item::Barred(..) => None,
            })
        };
        let known = |cell: CellId| concluded(cell).or(self.view.knowledge.shown(cell));
        let shown = ground.ends(edge).map(known);
        let ends = ends(ground, edge);
        match shown {
            [Some(a), Some(b)] => {
                let [a, b] = [a, b].map(|value| ground.pips(value));
                format!("the domino {a}-{b} lies on {ends}")
            }
            _ => format!("{ends} share the domino {domino}"),
        }
    }

    /// A sentence: since some facts are so, something is seen, so something follows.
    pub(super) fn since(&self, facts: &[String], seen: &str) -> String {
        let seen = if facts.is_empty() {
            seen.to_owned()
        } else {
            format!("since {}, {seen}", and_clauses(facts))
        };
        self.so(&seen)
    }

    /// A sentence: since some facts are so, something follows.
    pub(super) fn follows(&self, facts: &[String]) -> String {
        let facts = and_clauses(facts);
        wording::sentence(&format!("since {facts}, {}", self.conclusion()))
    }

    /// A sentence: something is seen, so something follows.
    pub(super) fn so(&self, seen: &str) -> String {
        let so = if self.is_end() {
            String::new()
        } else {
            format!(", so {}", self.conclusion())
        };
        wording::sentence(&format!("{seen}{so}"))
    }
}

fn add<T: PartialEq>(groups: &mut Vec<Group<T>>, key: T, cell: CellId, source: Source) {
    match groups.iter_mut().find(|(other, ..)| *other == key) {
        Some((_, cells, sources)) => {
            cells.push(cell);
            sources.push(source);
        }
        None => groups.push((key, vec![cell], vec![source])),
    }
}

/// What some cells show, or what they cannot show where that is shorter: `r0c0 and r0c1 show 6`.
fn shown_by(ground: &Ground<'_>, cells: &[CellId], left: ValueSet) -> String {
    let gone = ground.all_values().without(left);
    let shows = left.len() <= 3 || gone.len() > 2;
    let verb = match (shows, cells.len()) {
        (true, 1) => "shows",
        (true, _) => "show",
        (false, _) => "cannot show",
    };
    let what = values(ground, if shows { left } else { gone });
    format!("{} {verb} {what}", wording::cells(ground, cells))
}

/// Clauses in a row; those with a list inside are set apart.
pub(super) fn and_clauses(clauses: &[String]) -> String {
    let long = clauses.len() > 2 || clauses.iter().any(|one| one.contains(" and "));
    match clauses {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] if long => format!("{}, and {last}", most.join(", ")),
        _ => and(clauses),
    }
}

/// What can still lie on an edge where some placements cannot, or what cannot, whichever is
/// shorter.
fn left_on(ground: &Ground<'_>, edge: EdgeId, barred: &[PlacementId]) -> String {
    let ends = ends(ground, edge);
    let way = |placement: PlacementId| {
        let [a, b] = ground.placement(placement).values;
        format!("{}-{}", ground.pips(a), ground.pips(b))
    };
    let left = ground.on_edge(edge).filter(|one| !barred.contains(one));
    let left: Vec<PlacementId> = left.collect();
    let is_double = |one: &PlacementId| {
        let [a, b] = ground.placement(*one).values;
        a == b
    };
    let doubles = ground.on_edge(edge).filter(is_double).count();
    if left.is_empty() {
        format!("no domino can lie on {ends}")
    } else if left.len() == doubles && left.iter().all(is_double) {
        format!("only a double can lie on {ends}")
    } else if barred.len() == doubles && barred.iter().all(is_double) {
        format!("no double can lie on {ends}")
    } else if left.len() < barred.len() {
        let left: Vec<String> = left.into_iter().map(way).collect();
        format!("only {} can lie on {ends}", or(&left))
    } else {
        let barred: Vec<String> = barred.iter().map(|&one| way(one)).collect();
        format!("{ends} do not show {}", or(&barred))
    }
}

/// Some dominoes, if they are few: `0-9 and 4-9`.
pub(super) fn few_dominoes(
    ground: &Ground<'_>,
    kinds: impl Iterator<Item = super::ground::KindId>,
    word: fn(&[String]) -> String,
) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for kind in kinds {
        let name = ground.kind(kind).0.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (names.len() <= LISTED).then(|| word(&names))
}

impl Split {
    /// What the alternatives rest on, beside what is known.
    pub(super) fn uses(self) -> Given {
        match self {
            Split::Values(_) | Split::Whether(_) => Given::default(),
            Split::Neighbours(cell) => Given::default().and_cover(cell),
            Split::Dominoes(cell) => Given::dominoes().and_cover(cell),
        }
    }

    /// Whether what is possible is known to be all that there is.
    pub(super) fn is_all(self, view: View<'_>) -> bool {
        match self {
            Split::Values(_) | Split::Whether(_) => true,
            Split::Neighbours(cell) => view.covers(cell),
            Split::Dominoes(cell) => view.has_domino_on(cell),
        }
    }

    /// The alternatives, of which some are supposed, one after the other.
    pub(super) fn say(self, telling: &Telling<'_>, options: &[Fact], supposed: &[Fact]) -> String {
        let ground = telling.view.ground;
        let name = |cell: CellId| ground.name(cell);
        let listed = match self {
            Split::Values(cell) => {
                let shown = options.iter().filter_map(|fact| match fact {
                    Fact::Shows(_, pips) => Some(pips.to_string()),
                    _ => None,
                });
                let shown: Vec<String> = shown.collect();
                format!("{} can show only {}", name(cell), or(&shown))
            }
            Split::Neighbours(cell) => {
                let mates = options.iter().filter_map(|fact| match fact {
                    Fact::Joined(edge) => Some(name(edge.other(cell)).to_string()),
                    _ => None,
                });
                let mates: Vec<String> = mates.collect();
                format!("{} can share a domino only with {}", name(cell), or(&mates))
            }
            Split::Dominoes(cell) => {
                let lying = options.iter().filter_map(|fact| match fact {
                    Fact::Lies(placed) => {
                        let ([a, b], mate) = (placed.halves(), placed.edge().other(cell));
                        Some(format!("{}-{} with {}", a.1, b.1, name(mate)))
                    }
                    _ => None,
                });
                let lying: Vec<String> = lying.collect();
                format!("{} can be covered only by {}", name(cell), or(&lying))
            }
            Split::Whether(_) => return "The opposite leads nowhere.".into(),
        };
        let which = match options.iter().find(|option| !supposed.contains(option)) {
            None => "none of these is possible".to_owned(),
            Some(&left) => {
                let left = wording::fact(ground.puzzle, left);
                format!("all but one of these lead nowhere, so {left}")
            }
        };
        let facts = telling.facts();
        let seen = match self {
            // What is known of the cell is what the cases are.
            Split::Values(_) => {
                let sources = telling.view.knowledge.trail().iter();
                let sources: Vec<Source> = sources.map(|(_, source)| *source).collect();
                format!("cell {listed}{}", telling.from(&sources))
            }
            _ if facts.is_empty() => format!("cell {listed}"),
            _ => format!("since {}, {listed}", and_clauses(&facts)),
        };
        wording::sentence(&format!("{seen}, and {which}"))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::deduce::Looker;
    use crate::puzzle::PlacedDomino;

    /// Which dominoes there are does not matter where it is known which one lies there.
    #[test]
    fn a_domino_that_lies_there_is_all_that_there_is() {
        let document = crate::formats::read(b"****\n\n01 23\n", None).expect("a puzzle");
        let puzzle = document.pick(None).expect("one puzzle");
        let looker = Looker::new(puzzle).expect("a small puzzle");
        let [a, b, c, _] = [0, 1, 2, 3].map(CellId::at);
        let known = looker.knowing(&[Fact::Lies(PlacedDomino::new((a, 0), (b, 1)))]);
        let view = View {
            ground: known.ground,
            knowledge: &known,
            rules: &[],
            given: &Given::default(),
            patient: false,
            effort: &Cell::default(),
        };
        assert!(Split::Dominoes(b).is_all(view));
        assert!(!Split::Dominoes(c).is_all(view));
    }
}
