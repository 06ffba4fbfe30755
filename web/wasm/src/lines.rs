//! What each line of a model is about: cells, dominoes and regions of its puzzle.
//!
//! Every language calls things by names that say what they stand for (`cell_r0c2`, `p_4_1_r0c2_r1c2`, `region_A`), or
//! numbers its variables and says in comments what they stand for. The arrays of XCSP3 have cells (`pips[2]`) and edges
//! (`tile[5]`) in the order of the model. The name map gives the placements; values and edges of
//! a CNF are found by the placements that imply them. A line that names a region, a domino or a cell as
//! its subject is about that; any other is about what all things in it share, or about all of them if they are few.

use std::collections::{BTreeMap, HashMap};

use pipsc::model::Model;
use pipsc::puzzle::{CellId, Domino, PlacedDomino, Puzzle};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// How many lines are looked at, and how many things a line may have that share nothing.
const MAX_LINES: usize = 40_000;
const FEW: usize = 6;

/// What a name stands for.
#[derive(Debug, Clone, Default)]
struct Thing {
    cells: BTreeSet<CellId>,
    domino: Option<Domino>,
}

/// Maps the names in a model to parts of its puzzle.
#[derive(Debug)]
pub(crate) struct LineSubjects<'a> {
    puzzle: &'a Puzzle,
    things: HashMap<String, Thing>,
    cells: HashMap<String, CellId>,
    regions: HashMap<String, usize>,
    dominoes: HashMap<String, Domino>,
    /// In XCSP3, the cells and the edges as its arrays have them.
    arrays: Option<(Vec<CellId>, Vec<Thing>)>,
    /// The names of variables are numbers.
    numbered: bool,
}

/// The words of a line: letters, digits and underscores.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|char: char| !char.is_alphanumeric() && char != '_')
        .filter(|word| !word.is_empty())
}

/// The indices in a line at which elements of an array stand: 3 for `pips[3]`.
fn indices<'l>(line: &'l str, array: &'l str) -> impl Iterator<Item = usize> {
    line.match_indices(array).filter_map(move |(at, _)| {
        let rest = line[at + array.len()..].strip_prefix('[')?;
        rest.split_once(']')?.0.parse().ok()
    })
}

/// Whether a line is a comment in a language whose variables have no names of their own.
fn is_comment(line: &str) -> bool {
    line.starts_with("c ") || line.starts_with("* ") || line.starts_with("p ")
}

impl<'a> LineSubjects<'a> {
    pub(crate) fn new(
        puzzle: &'a Puzzle,
        model: &Model,
        placements: &BTreeMap<&str, PlacedDomino>,
        text: &str,
    ) -> Self {
        let things = placements.iter().map(|(name, placed)| {
            let thing = Thing {
                cells: placed.edge().ends().into_iter().collect(),
                domino: Some(placed.domino()),
            };
            ((*name).to_owned(), thing)
        });
        let is_number = |name: &&str| name.bytes().all(|byte| byte.is_ascii_digit());
        let symbols = puzzle
            .cell_ids()
            .map(|cell| (model.cell(cell).symbol.clone(), cell));
        let regions = puzzle.regions().iter().enumerate();
        let dominoes = puzzle.dominoes().iter();
        let arrays = text.starts_with("<?xml").then(|| {
            let edges = model.edges.iter().map(|edge| Thing {
                cells: edge.ends().into_iter().collect(),
                domino: None,
            });
            (puzzle.cell_ids().collect(), edges.collect())
        });
        let mut subjects = LineSubjects {
            puzzle,
            arrays,
            numbered: placements.keys().all(is_number),
            things: things.collect(),
            cells: symbols.collect(),
            regions: regions
                .map(|(at, region)| (region.name.raw().to_owned(), at))
                .collect(),
            dominoes: dominoes
                .map(|&domino| (domino.to_string(), domino))
                .collect(),
        };
        subjects.add_implied(text);
        subjects
    }

    /// Adds what other variables stand for, from comments and from what placements imply.
    fn add_implied(&mut self, text: &str) {
        let mut implied: HashMap<&str, Vec<&Thing>> = HashMap::new();
        let mut said: Vec<(&str, BTreeSet<CellId>)> = Vec::new();
        for line in text.lines().take(MAX_LINES) {
            if is_comment(line) {
                let rest = line.get(2..).unwrap_or_default();
                if let Some((name, meaning)) = rest.split_once(": ")
                    && !name.contains(' ')
                    && !self.things.contains_key(name)
                {
                    let cells = words(meaning).filter_map(|word| self.cells.get(word).copied());
                    said.push((name, cells.collect()));
                }
                continue;
            }
            if !self.numbered {
                continue;
            }
            // `-12 80 0`: where the placement 12 lies, 80 is true.
            let mut literals = line.split(' ');
            if let (Some(placement), Some(other), Some("0"), None) = (
                literals.next(),
                literals.next(),
                literals.next(),
                literals.next(),
            ) && let Some(thing) = placement
                .strip_prefix('-')
                .and_then(|one| self.things.get(one))
                && !self.things.contains_key(other)
            {
                implied.entry(other).or_default().push(thing);
            }
        }
        let implied = implied.into_iter().map(|(name, things)| {
            let mut cells = things[0].cells.clone();
            for thing in &things {
                cells.retain(|cell| thing.cells.contains(cell));
            }
            if cells.is_empty() {
                // Cells that are equal share what says so.
                let touches = |region: &&pipsc::puzzle::Region| {
                    let has =
                        |thing: &&Thing| region.cells.iter().any(|cell| thing.cells.contains(cell));
                    things.iter().all(has)
                };
                let region = self.puzzle.regions().iter().find(touches);
                cells = region.map_or_else(BTreeSet::new, |region| {
                    region.cells.iter().copied().collect()
                });
            }
            (name, cells)
        });
        let known: Vec<(&str, BTreeSet<CellId>)> = implied.chain(said).collect();
        for (name, cells) in known {
            let thing = Thing {
                cells,
                domino: None,
            };
            let _ = self.things.insert(name.to_owned(), thing);
        }
    }

    /// The lines that are about something, with what.
    pub(crate) fn lines(&self, text: &str) -> Vec<Value> {
        let mut lines = Vec::new();
        let mut last: Option<Value> = None;
        let mut in_table = false;
        for (number, line) in text.lines().take(MAX_LINES).enumerate() {
            // A line that goes on has the subject of the one before.
            let goes_on = line.starts_with("   +") || line.starts_with("   -");
            in_table |= line.contains(": domino = [|");
            let subject = match (goes_on, &last) {
                (true, Some(last)) => Some(last.clone()),
                _ if in_table => self.value(&BTreeSet::new(), &self.tabled(line), &BTreeSet::new()),
                _ => self.about(line),
            };
            in_table &= !line.contains("|]");
            last.clone_from(&subject);
            if let Some(mut subject) = subject {
                subject["line"] = json!(number);
                lines.push(subject);
            }
        }
        lines
    }

    /// What a line is about.
    fn about(&self, line: &str) -> Option<Value> {
        let subjects = self.subjects(line);
        if subjects.is_some() {
            return subjects;
        }
        let comment = is_comment(line);
        let mut things: Vec<&Thing> = Vec::new();
        let mut cells: BTreeSet<CellId> = BTreeSet::new();
        let mut dominoes: BTreeSet<Domino> = BTreeSet::new();
        for word in words(line) {
            if let Some(&cell) = self.cells.get(word) {
                let _ = cells.insert(cell);
            } else if let Some(thing) = self.things.get(word).filter(|_| !comment || !self.numbered)
            {
                things.push(thing);
            } else if word.contains('_') {
                cells.extend(
                    word.split('_')
                        .filter_map(|part| self.cells.get(part).copied()),
                );
            }
        }
        if let Some((pips, tiles)) = &self.arrays {
            cells.extend(indices(line, "pips").filter_map(|at| pips.get(at)));
            things.extend(indices(line, "tile").filter_map(|at| tiles.get(at)));
        }
        if comment || line.trim_start().starts_with(['%', ';', '\\', '#']) {
            let named = line
                .split(' ')
                .filter_map(|word| self.dominoes.get(word.trim_end_matches([',', ':'])));
            dominoes.extend(named.copied());
            // `4-1` is the domino 1-4, this way round.
            let turned = line.split(' ').filter_map(|word| {
                let (one, other) = word.split_once('-')?;
                let domino = Domino::new(one.parse().ok()?, other.parse().ok()?);
                self.dominoes
                    .contains_key(&domino.to_string())
                    .then_some(domino)
            });
            dominoes.extend(turned);
        }
        if cells.is_empty()
            && let Some((first, rest)) = things.split_first()
        {
            let mut shared = first.cells.clone();
            shared.retain(|cell| rest.iter().all(|thing| thing.cells.contains(cell)));
            let domino = first.domino;
            if domino.is_some() && rest.iter().all(|thing| thing.domino == domino) {
                dominoes.extend(domino);
            }
            if !shared.is_empty() {
                cells = shared;
            } else if dominoes.is_empty() && things.len() <= FEW {
                cells = things
                    .iter()
                    .flat_map(|thing| thing.cells.iter().copied())
                    .collect();
            }
        }
        self.value(&cells, &dominoes, &BTreeSet::new())
    }

    /// The dominoes in the rows of a table of MiniZinc: `| 0, 6, 1 |` is 0-6, once.
    fn tabled(&self, line: &str) -> BTreeSet<Domino> {
        let domino = |row: &str| {
            let mut numbers = row.split(',').map(|number| number.trim().parse().ok());
            let domino = Domino::new(numbers.next()??, numbers.next()??);
            let is_there = self.dominoes.contains_key(&domino.to_string());
            is_there.then_some(domino)
        };
        line.split('|').filter_map(domino).collect()
    }

    /// The regions, dominoes and cells that a line names as its subject.
    fn subjects(&self, line: &str) -> Option<Value> {
        let mut regions = BTreeSet::new();
        let mut cells = BTreeSet::new();
        let mut dominoes = BTreeSet::new();
        let mut before = ["", ""];
        for word in words(line) {
            if before[1] == "region" {
                regions.extend(self.regions.get(word).copied());
            }
            if before[0] == "domino" {
                dominoes.extend(self.dominoes.get(&format!("{}-{word}", before[1])).copied());
            }
            if let Some(rest) = word.strip_prefix("region_") {
                let name = rest.split("_pips").next().unwrap_or(rest);
                regions.extend(
                    self.regions
                        .get(name)
                        .or_else(|| self.regions.get(rest))
                        .copied(),
                );
            } else if let Some(rest) = word.strip_prefix("cell_") {
                cells.extend(self.cells.get(rest).copied());
            } else if let Some(rest) = word
                .strip_prefix("domino_")
                .or_else(|| word.strip_prefix('d'))
            {
                dominoes.extend(self.dominoes.get(&rest.replacen('_', "-", 1)).copied());
            }
            before = [before[1], word];
        }
        // `constraint pips[r0c0] = 4;  % A: sum = 4`: in MiniZinc a comment names the region, or `% A, C` those of a cell each.
        if line.starts_with("constraint ")
            && let Some((_, comment)) = line.split_once(" % ")
        {
            let names = match comment.split_once(": ") {
                Some((name, _)) => name,
                None => comment,
            };
            match self.regions.get(names) {
                Some(&region) => regions.extend([region]),
                None => regions.extend(names.split(", ").filter_map(|name| self.regions.get(name))),
            }
        }
        // The cells of a region are lit with it.
        if !regions.is_empty() {
            cells = BTreeSet::new();
        }
        self.value(&cells, &dominoes, &regions)
    }

    fn value(
        &self,
        cells: &BTreeSet<CellId>,
        dominoes: &BTreeSet<Domino>,
        regions: &BTreeSet<usize>,
    ) -> Option<Value> {
        if cells.is_empty() && dominoes.is_empty() && regions.is_empty() {
            return None;
        }
        // A line about every cell says nothing about any of them.
        if cells.len() == self.puzzle.cells().len() && dominoes.is_empty() && cells.len() > 2 {
            return None;
        }
        let cells: Vec<&str> = cells
            .iter()
            .map(|&cell| self.puzzle.cell(cell).name.raw())
            .collect();
        let dominoes: Vec<_> = dominoes.iter().map(|domino| domino.halves()).collect();
        let regions = regions
            .iter()
            .map(|&at| self.puzzle.regions()[at].name.raw());
        let regions: Vec<&str> = regions.collect();
        Some(json!({"cells": cells, "dominoes": dominoes, "regions": regions}))
    }
}
