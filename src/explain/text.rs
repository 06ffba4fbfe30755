//! Explanations for people.

use std::io::{self, Write};

use super::{Conflict, Demand, Explanation, Freedom, Why};
use crate::deduce::{self, cell_names, count};
use crate::formats;
use crate::puzzle::{Fact, Pips, Puzzle};
use crate::solver::Found;
use crate::visible::spaced;

impl Explanation {
    /// Writes the explanation as text.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Explanation::NoSolution { conflicts, .. } => {
                for (index, conflict) in conflicts.iter().enumerate() {
                    if conflicts.len() > 1 {
                        let gap = if index == 0 { "" } else { "\n" };
                        writeln!(out, "{gap}conflict {}", index + 1)?;
                    }
                    write_conflict(puzzle, conflict, out)?;
                }
                match self.close() {
                    close if close.is_empty() => Ok(()),
                    close => writeln!(out, "\n{close}"),
                }
            }
            Explanation::OneSolution { board, spare } => {
                write!(out, "{}", formats::write_board(puzzle, board))?;
                writeln!(out, "\n{}", uniqueness(puzzle, spare))
            }
            Explanation::ManySolutions(freedom) => write_freedom(puzzle, freedom, out),
        }
    }

    /// Whether there is more to be found than what was told; nothing where nobody asked.
    pub(super) fn close(&self) -> String {
        let Explanation::NoSolution {
            conflicts,
            complete,
            smallest,
        } = self
        else {
            return String::new();
        };
        match (conflicts.len(), complete, smallest) {
            (1, true, _) => "there is no other minimal conflict".into(),
            (some, true, _) => format!("these {some} are all the minimal conflicts there are"),
            (1, false, _) => String::new(),
            (_, false, true) => "there may be others, none smaller than the first".into(),
            (_, false, false) => "there may be others".into(),
        }
    }
}

/// That there is one solution, and what could be left out.
pub(super) fn uniqueness(puzzle: &Puzzle, spare: &[Demand]) -> String {
    let mut text = "exactly one solution\n".to_owned();
    if spare.is_empty() {
        text += "every rule is needed for that";
    } else {
        let spare: Vec<String> = spare.iter().map(|&one| named(puzzle, one)).collect();
        text += &format!("any one of these could be left out: {}", spare.join(", "));
    }
    text
}

/// What varies and what is forced.
pub(super) fn freedom(puzzle: &Puzzle, freedom: &Freedom) -> String {
    let mut text = Vec::new();
    // A vector takes everything.
    let _ = write_freedom(puzzle, freedom, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// What a demand is called: `region A`, `the pin r0c0 = 4`.
fn named(puzzle: &Puzzle, demand: Demand) -> String {
    match demand {
        Demand::Rule(region) => format!("region {}", puzzle.region(region).name),
        Demand::Pin(cell, pips) => format!("the pin {} = {pips}", puzzle.cell(cell).name),
    }
}

/// The demands that contradict each other.
pub(super) fn conflict(puzzle: &Puzzle, conflict: &Conflict) -> String {
    let mut text = Vec::new();
    // A vector takes everything.
    let _ = write_demands(puzzle, conflict, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

fn write_conflict(puzzle: &Puzzle, conflict: &Conflict, out: &mut dyn Write) -> io::Result<()> {
    write_demands(puzzle, conflict, out)?;
    writeln!(out, "because")?;
    match &conflict.why {
        Why::Untileable(untileable) => writeln!(out, "  {}", untileable.words(puzzle)),
        Why::TooLarge => writeln!(out, "  {TOO_LARGE}"),
        Why::Proof(proof) => proof.write_text(puzzle, "  ", out),
    }
}

/// What is said where there is no reason in words.
pub(super) const TOO_LARGE: &str = "the board is too large for a reason in words";

fn write_demands(puzzle: &Puzzle, conflict: &Conflict, out: &mut dyn Write) -> io::Result<()> {
    let rules = conflict.regions().len();
    let pins = conflict.demands.len() - rules;
    let what = match (rules, pins) {
        (rules, 0) => format!("these {rules} rules"),
        (0, pins) => format!("these {pins} pins"),
        _ => format!(
            "{} and {}",
            count(rules, "rule", "rules"),
            count(pins, "pin", "pins")
        ),
    };
    match (conflict.demands.len(), conflict.minimal) {
        (0, _) => writeln!(out, "no solution, whatever the rules")?,
        (1, true) => writeln!(out, "no solution: this cannot be, whatever the other rules")?,
        (_, true) => writeln!(
            out,
            "no solution: {what} contradict each other, and without any one of them the others do not"
        )?,
        (_, false) => writeln!(
            out,
            "no solution: {what} contradict each other; perhaps fewer of them do"
        )?,
    }
    for &demand in &conflict.demands {
        write!(out, "  {}", named(puzzle, demand))?;
        if let Some(region) = demand.region() {
            let region = puzzle.region(region);
            let cells = spaced(&cell_names(puzzle, &region.cells));
            write!(out, ": {} ({cells})", region.rule)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_freedom(puzzle: &Puzzle, freedom: &Freedom, out: &mut dyn Write) -> io::Result<()> {
    match freedom.solutions {
        Found::Exactly(count) => writeln!(out, "{count} solutions")?,
        Found::AtLeast(count) => writeln!(out, "at least {count} solutions")?,
    }
    let show = |pips: &[Pips]| {
        let pips: Vec<String> = pips.iter().map(Pips::to_string).collect();
        pips.join(" ")
    };
    let varying = freedom.varying();
    if varying.is_empty() {
        writeln!(
            out,
            "\nevery cell shows the same in all of them; only dominoes lie differently"
        )?;
    } else {
        writeln!(out, "\ncells that vary, with everything that they show")?;
        for cell in &varying {
            let name = &puzzle.cell(*cell).name;
            writeln!(out, "  {name}: {}", show(&freedom.values[cell.index()]))?;
        }
    }
    let forced = freedom.forced();
    if !forced.is_empty() && !varying.is_empty() {
        writeln!(out, "\ncells that show the same in every solution")?;
        let cells: Vec<String> = forced
            .iter()
            .map(|(cell, pips)| format!("{}={pips}", puzzle.cell(*cell).name))
            .collect();
        writeln!(out, "  {}", cells.join(" "))?;
    }
    if !freedom.fixed.is_empty() {
        writeln!(out, "\ndominoes that lie the same in every solution")?;
        for &placed in &freedom.fixed {
            writeln!(out, "  {}", deduce::fact(puzzle, Fact::Lies(placed)))?;
        }
    }
    let facts = match &freedom.facts[..] {
        [] => {
            let together = freedom.together.len();
            writeln!(
                out,
                "\nno single fact leaves one solution; these {together} do together"
            )?;
            &freedom.together
        }
        [only] => {
            let only = deduce::fact(puzzle, *only);
            return writeln!(out, "\nthis fact would leave one solution: {only}");
        }
        some => {
            let some = some.len();
            writeln!(
                out,
                "\nany one of these {some} facts would leave one solution"
            )?;
            &freedom.facts
        }
    };
    let mut facts = facts.iter();
    facts.try_for_each(|&fact| writeln!(out, "  {}", deduce::fact(puzzle, fact)))
}
