//! Reports as text.

use super::{Report, ReportVerdict};
use crate::deduce::{self, ProofTree, and, cell_names, count, number, region_names, sentence};
use crate::explain::{Conflict, ConflictReason, SolutionSpace};
use crate::formats::{self, BoardForm};
use crate::hint::{Hint, Walk};
use crate::puzzle::{CellId, Fact, PartialBoard, Pips, Puzzle, Region, Rule};
use crate::solver::SolutionCount;
use crate::visible::spaced;

/// The text of a board with nothing more forced.
pub(super) const NOTHING_FORCED: &str = "Nothing more is forced: there are several solutions, and \
`pipsc explain` shows where they differ.";

/// The text of a complete board.
pub(super) const COMPLETE: &str = "The board is complete.";

/// The end of a walk to the only solution.
pub(super) const SOLVED: &str = "This is the only solution.";

/// The reason of a conflict without a proof.
pub(super) const TOO_LARGE: &str = "The board is too large for a written reason.";

impl Report {
    /// The report as text, without drawings.
    pub fn text(&self, puzzle: &Puzzle) -> String {
        match &self.verdict {
            ReportVerdict::Hint(hint) => hint.text(puzzle, "  "),
            ReportVerdict::Where(hint) => hint.where_to_look(puzzle) + "\n",
            ReportVerdict::Walk(walk) => walk.text(puzzle),
            ReportVerdict::Complete => format!("{COMPLETE}\n"),
            ReportVerdict::NothingForced => format!("{NOTHING_FORCED}\n"),
            ReportVerdict::NoSolution { conflicts, .. } => {
                let numbered = (1..).zip(conflicts).map(|(number, conflict)| {
                    let title = match conflicts.len() {
                        1 => String::new(),
                        _ => format!("Conflict {number}\n"),
                    };
                    title + &conflict.text(puzzle)
                });
                let mut parts: Vec<String> = numbered.collect();
                let close = self.close();
                parts.extend((!close.is_empty()).then(|| close + "\n"));
                parts.join("\n")
            }
            ReportVerdict::OneSolution { spare, .. } => uniqueness(puzzle, spare) + "\n",
            ReportVerdict::ManySolutions(space) => several(puzzle, space),
        }
    }

    /// The sentence on whether there are other conflicts.
    pub(super) fn close(&self) -> String {
        let ReportVerdict::NoSolution {
            conflicts,
            complete,
            smallest,
        } = &self.verdict
        else {
            return String::new();
        };
        match (conflicts.len(), complete, smallest) {
            (1, true, _) => "There is no other minimal conflict.".into(),
            (some, true, _) => format!("There are only these {} minimal conflicts.", number(some)),
            (1, false, _) => String::new(),
            (_, false, true) => "There may be others, but none is smaller than the first.".into(),
            (_, false, false) => "There may be others.".into(),
        }
    }
}

/// The steps of a proof, one line each.
fn steps(proof: &ProofTree, indent: &str) -> String {
    let lines = proof.lines().into_iter();
    lines.map(|line| format!("{indent}{line}\n")).collect()
}

impl Walk {
    fn text(&self, puzzle: &Puzzle) -> String {
        let hints = (1..).zip(&self.hints);
        let hints = hints.map(|(number, hint)| format!("{number}. {}", hint.text(puzzle, "     ")));
        let mut text: String = hints.collect();
        if self.board != PartialBoard::default() {
            let board = formats::write_partial(puzzle, &self.board, BoardForm::Drawing);
            text += &format!("\n{board}\n");
        }
        format!("{text}{}\n", self.end())
    }

    /// The last line.
    pub(super) fn end(&self) -> &'static str {
        if self.is_solved {
            SOLVED
        } else {
            NOTHING_FORCED
        }
    }
}

impl Hint {
    /// The sentence, with the steps below it.
    pub(super) fn text(&self, puzzle: &Puzzle, indent: &str) -> String {
        format!("{}\n{}", self.sentence(puzzle), steps(&self.proof, indent))
    }

    /// The conclusions and the rules behind them, in two sentences.
    pub fn sentence(&self, puzzle: &Puzzle) -> String {
        let facts = sentence(&together(puzzle, &self.facts));
        let rules = match &region_names(puzzle, &self.regions())[..] {
            [] => None,
            [only] => Some(format!("the rule of region {only}")),
            names => Some(format!("the rules of regions {}", and(names))),
        };
        let from = rules.unwrap_or_else(|| "the board and the dominoes alone".into());
        format!("{facts} That follows from {from}.")
    }

    /// The regions of the step, without its conclusions.
    pub fn where_to_look(&self, puzzle: &Puzzle) -> String {
        let cells: Vec<CellId> = self
            .facts
            .iter()
            .flat_map(|one| one.cells(puzzle))
            .collect();
        match &region_names(puzzle, &self.regions())[..] {
            [] => match cells.iter().find_map(|&cell| rule_region(puzzle, cell)) {
                Some(region) => format!(
                    "Look at region {}: the step follows from where dominoes fit, without its rule.",
                    region.name
                ),
                None => "Look at the cells without a rule.".into(),
            },
            [only] => format!("Look at region {only}."),
            names => format!("Look at regions {}.", and(names)),
        }
    }
}

/// The region of a cell, if it has a rule.
fn rule_region(puzzle: &Puzzle, cell: CellId) -> Option<&Region> {
    let region = puzzle.region(puzzle.region_of(cell)?);
    (region.rule != Rule::Empty).then_some(region)
}

/// Facts in one clause, cells with the same pips together: `cells r0c0 and r0c1 show 6`.
fn together(puzzle: &Puzzle, facts: &[Fact]) -> String {
    let mut shown: Vec<(Pips, Vec<CellId>)> = Vec::new();
    let mut clauses: Vec<String> = Vec::new();
    for &one in facts {
        let Fact::Shows(cell, pips) = one else {
            clauses.push(deduce::fact(puzzle, one));
            continue;
        };
        match shown.iter_mut().find(|(other, _)| *other == pips) {
            Some((_, cells)) => cells.push(cell),
            None => shown.push((pips, vec![cell])),
        }
    }
    clauses.extend(shown.into_iter().map(|(pips, mut cells)| {
        cells.sort_unstable();
        let names = and(&cell_names(puzzle, &cells));
        match cells.len() {
            1 => format!("cell {names} shows {pips}"),
            _ => format!("cells {names} show {pips}"),
        }
    }));
    clauses.join("; ")
}

/// The text for one solution, with its redundant demands.
pub(super) fn uniqueness(puzzle: &Puzzle, spare: &[Fact]) -> String {
    let names: Vec<String> = spare.iter().map(|&one| named(puzzle, one)).collect();
    let needed = match &names[..] {
        [] => "Every rule is needed for that.".into(),
        [only] => sentence(&format!(
            "{only} could be left out, and there would still be only this solution"
        )),
        _ => format!(
            "Any one of these could be left out, and there would still be only this solution: {}.",
            and(&names)
        ),
    };
    format!("There is exactly one solution.\n{needed}")
}

/// The name of a demand: `region A`, `the pin r0c0 = 4`.
fn named(puzzle: &Puzzle, demand: Fact) -> String {
    match demand {
        Fact::Rule(region) => format!("region {}", puzzle.region(region).name),
        Fact::Shows(cell, pips) if is_pin(puzzle, demand) => {
            format!("the pin {} = {pips}", puzzle.cell(cell).name)
        }
        other => format!("on the board, {}", deduce::fact(puzzle, other)),
    }
}

fn is_pin(puzzle: &Puzzle, demand: Fact) -> bool {
    matches!(demand, Fact::Shows(cell, pips) if puzzle.pins().get(&cell) == Some(&pips))
}

impl Conflict {
    fn text(&self, puzzle: &Puzzle) -> String {
        let why = match self.sentence(puzzle) {
            Err(proof) => steps(proof, "  "),
            Ok(sentence) => format!("  {sentence}\n"),
        };
        format!("{}Reason:\n{why}", self.heading(puzzle))
    }

    /// The demands that conflict.
    pub(super) fn heading(&self, puzzle: &Puzzle) -> String {
        let rules = self.regions().len();
        let pins = self.demands.iter();
        let pins = pins.filter(|&&one| is_pin(puzzle, one)).count();
        let known = self.known().len() - pins;
        let what = [
            (rules > 0).then(|| count(rules, "rule", "rules")),
            (pins > 0).then(|| count(pins, "pin", "pins")),
            (known > 0).then(|| count(known, "fact on the board", "facts on the board")),
        ];
        let what: Vec<String> = what.into_iter().flatten().collect();
        let what = match &what[..] {
            [only] => format!("these {only}"),
            all => and(all),
        };
        let mut text = match self.demands.len() {
            0 => "No solution, even without rules and pins.\n".to_owned(),
            1 => "No solution: this cannot be satisfied, even alone:\n".to_owned(),
            2 => format!("No solution: {what} conflict (each can be satisfied alone):\n"),
            _ => format!(
                "No solution: {what} conflict (without any one of them, the others can be \
                 satisfied):\n"
            ),
        };
        for &demand in &self.demands {
            text += &format!("  {}", named(puzzle, demand));
            if let Some(region) = demand.region() {
                let region = puzzle.region(region);
                let cells = spaced(&cell_names(puzzle, &region.cells));
                text += &format!(": {} ({cells})", region.rule);
            }
            text += "\n";
        }
        text
    }

    /// The reason, if it is one sentence; otherwise the proof.
    pub(super) fn sentence(&self, puzzle: &Puzzle) -> Result<String, &ProofTree> {
        match &self.why {
            ConflictReason::Proof(proof) => Err(proof),
            ConflictReason::Untileable(untileable) => Ok(untileable.sentence(puzzle)),
            ConflictReason::TooLarge => Ok(TOO_LARGE.into()),
        }
    }
}

/// The text of a solution space.
pub(super) fn several(puzzle: &Puzzle, space: &SolutionSpace) -> String {
    let mut text = match space.solutions {
        SolutionCount::Exactly(count) => format!("There are {count} solutions.\n"),
        SolutionCount::AtLeast(count) => format!("There are at least {count} solutions.\n"),
    };
    if space.stopped.is_some() {
        text += "A limit was reached before their common cells and dominoes were determined.\n";
    }
    let name = |cell: CellId| &puzzle.cell(cell).name;
    let varying = space.varying();
    if !varying.is_empty() {
        text += "\nThese cells vary; each is listed with all its values:\n";
        for &cell in &varying {
            let values = space.values[cell.index()].iter();
            let values: Vec<String> = values.map(Pips::to_string).collect();
            text += &format!("  {}: {}\n", name(cell), values.join(" "));
        }
    } else if space.stopped.is_none() {
        text += "\nEvery cell shows the same in all of them; only dominoes lie differently.\n";
    }
    if space.stopped.is_some() {
        return text;
    }
    let forced = space.forced();
    if !forced.is_empty() && !varying.is_empty() {
        let cells = forced.iter();
        let cells = cells.map(|(cell, pips)| format!("{}={pips}", name(*cell)));
        let cells: Vec<String> = cells.collect();
        let cells = cells.join(" ");
        text += &format!("\nThese cells show the same in every solution:\n  {cells}\n");
    }
    if !space.fixed.is_empty() {
        text += "\nThese dominoes lie the same in every solution:\n";
        for &placed in &space.fixed {
            text += &format!("  {}\n", deduce::fact(puzzle, Fact::Lies(placed)));
        }
    }
    let facts = match (&space.facts[..], &space.together[..]) {
        ([], [only]) => {
            let only = deduce::fact(puzzle, *only);
            return text
                + &format!("\nNo value of a single cell leaves one solution, but {only} does.\n");
        }
        ([], together) => {
            let all = count(together.len(), "fact", "facts");
            text += &format!(
                "\nNo value of a single cell leaves one solution, but these {all} do together:\n"
            );
            together
        }
        ([only], _) => {
            let only = deduce::fact(puzzle, *only);
            return text + &format!("\nThis fact would leave one solution: {only}.\n");
        }
        (some, _) => {
            let many = count(some.len(), "fact", "facts");
            text += &format!("\nAny one of these {many} would leave one solution:\n");
            some
        }
    };
    for &fact in facts {
        text += &format!("  {}\n", deduce::fact(puzzle, fact));
    }
    text
}
