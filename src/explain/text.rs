//! Explanations for people.

use std::io::{self, Write};

use super::{Conflict, Explanation, Freedom, Why};
use crate::deduce::{self, and, cell_names, count, sentence};
use crate::puzzle::{Fact, Pips, Puzzle};
use crate::solver::Found;
use crate::visible::spaced;

impl Explanation {
    /// Writes the explanation as text, without the drawings.
    pub fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Explanation::NoSolution { conflicts, .. } => {
                for (index, conflict) in conflicts.iter().enumerate() {
                    if conflicts.len() > 1 {
                        let gap = if index == 0 { "" } else { "\n" };
                        writeln!(out, "{gap}Conflict {}", index + 1)?;
                    }
                    write_conflict(puzzle, conflict, out)?;
                }
                match self.close() {
                    close if close.is_empty() => Ok(()),
                    close => writeln!(out, "\n{close}"),
                }
            }
            Explanation::OneSolution { spare, .. } => {
                writeln!(out, "{}", uniqueness(puzzle, spare))
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
            (1, true, _) => "There is no other minimal conflict.".into(),
            (some, true, _) => {
                let these = number(some);
                format!("These {these} are all the minimal conflicts that there are.")
            }
            (1, false, _) => String::new(),
            (_, false, true) => "There may be others, but none is smaller than the first.".into(),
            (_, false, false) => "There may be others.".into(),
        }
    }
}

/// That there is one solution, and what could be left out.
pub(super) fn uniqueness(puzzle: &Puzzle, spare: &[Fact]) -> String {
    let mut text = "There is exactly one solution.\n".to_owned();
    if spare.is_empty() {
        text += "Every rule is needed for that.";
    } else {
        let names: Vec<String> = spare.iter().map(|&one| named(puzzle, one)).collect();
        text += &match &names[..] {
            [only] => sentence(&format!(
                "{only} could be left out, and there would still be only this solution"
            )),
            _ => format!(
                "Any one of these could be left out, and there would still be only this solution: \
                 {}.",
                and(&names)
            ),
        };
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
fn named(puzzle: &Puzzle, demand: Fact) -> String {
    match demand {
        Fact::Rule(region) => format!("region {}", puzzle.region(region).name),
        Fact::Shows(cell, pips) if puzzle.pins().get(&cell) == Some(&pips) => {
            format!("the pin {} = {pips}", puzzle.cell(cell).name)
        }
        Fact::NotExcluded => exclusions(puzzle),
        other => format!("on the board, {}", deduce::fact(puzzle, other)),
    }
}

/// The boards that a puzzle excludes: `the excluded board`, `the 3 excluded boards`.
fn exclusions(puzzle: &Puzzle) -> String {
    match puzzle.excluded().len() {
        1 => "the excluded board".into(),
        many => format!("the {many} excluded boards"),
    }
}

/// Why there is no solution where so many boards keep the other demands of a conflict.
pub(super) fn all_excluded(conflict: &Conflict, boards: usize) -> String {
    let keep = match (conflict.demands.len(), boards) {
        (1, 1) => "There is only one board".into(),
        (1, _) => format!("There are only {boards} boards"),
        (_, 1) => "Only one board keeps the others".into(),
        (_, _) => format!("Only {boards} boards keep the others"),
    };
    match boards {
        1 => format!("{keep}, and that one is excluded."),
        _ => format!("{keep}, and all of them are excluded."),
    }
}

/// The demands that contradict each other.
pub(super) fn conflict(puzzle: &Puzzle, conflict: &Conflict) -> String {
    let mut text = Vec::new();
    // A vector takes everything.
    let _ = write_demands(puzzle, conflict, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// A number alone, as a word if it is small.
fn number(number: usize) -> String {
    count(number, "", "").trim_end().to_owned()
}

fn write_conflict(puzzle: &Puzzle, conflict: &Conflict, out: &mut dyn Write) -> io::Result<()> {
    write_demands(puzzle, conflict, out)?;
    writeln!(out, "This is why:")?;
    match &conflict.why {
        Why::Untileable(untileable) => writeln!(out, "  {}", untileable.sentence(puzzle)),
        Why::TooLarge => writeln!(out, "  {TOO_LARGE}"),
        Why::Excluded(boards) => writeln!(out, "  {}", all_excluded(conflict, *boards)),
        Why::Proof(proof) => proof.write_text(puzzle, "  ", out),
    }
}

/// What is said where there is no reason in words.
pub(super) const TOO_LARGE: &str = "The board is too large for a reason in words.";

fn write_demands(puzzle: &Puzzle, conflict: &Conflict, out: &mut dyn Write) -> io::Result<()> {
    let rules = conflict.regions().len();
    let is_excluded = conflict.demands.contains(&Fact::NotExcluded);
    let is_pin = |fact: &&Fact| match fact {
        Fact::Shows(cell, pips) => puzzle.pins().get(cell) == Some(pips),
        _ => false,
    };
    let pins = conflict.demands.iter().filter(is_pin).count();
    let known = conflict.demands.len() - rules - pins - usize::from(is_excluded);
    let what: Vec<String> = [
        (rules > 0).then(|| count(rules, "rule", "rules")),
        (pins > 0).then(|| count(pins, "pin", "pins")),
        (known > 0).then(|| count(known, "thing on the board", "things on the board")),
        is_excluded.then(|| exclusions(puzzle)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let what = match &what[..] {
        [only] if !is_excluded => format!("these {only}"),
        all => and(all),
    };
    match (conflict.demands.len(), conflict.minimal) {
        (0, _) => writeln!(out, "There is no solution, whatever the rules.")?,
        (1, true) => writeln!(
            out,
            "There is no solution, because this alone cannot be, whatever the other rules:"
        )?,
        (2, true) => writeln!(
            out,
            "There is no solution, because {what} contradict each other; either alone does no \
             harm:"
        )?,
        (_, true) => writeln!(
            out,
            "There is no solution, because {what} contradict each other; without any one of them \
             the others do not:"
        )?,
        (_, false) => writeln!(
            out,
            "There is no solution, because {what} contradict each other, or perhaps fewer of them:"
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
        Found::Exactly(count) => writeln!(out, "There are {count} solutions.")?,
        Found::AtLeast(count) => writeln!(out, "There are at least {count} solutions.")?,
    }
    if freedom.stopped.is_some() {
        return writeln!(
            out,
            "A limit was reached before it was known what they have in common."
        );
    }
    let show = |pips: &[Pips]| {
        let pips: Vec<String> = pips.iter().map(Pips::to_string).collect();
        pips.join(" ")
    };
    let varying = freedom.varying();
    if varying.is_empty() {
        writeln!(
            out,
            "\nEvery cell shows the same in all of them; only dominoes lie differently."
        )?;
    } else {
        writeln!(
            out,
            "\nThese cells vary; each is listed with everything that it shows:"
        )?;
        for cell in &varying {
            let name = &puzzle.cell(*cell).name;
            writeln!(out, "  {name}: {}", show(&freedom.values[cell.index()]))?;
        }
    }
    let forced = freedom.forced();
    if !forced.is_empty() && !varying.is_empty() {
        writeln!(out, "\nThese cells show the same in every solution:")?;
        let cells: Vec<String> = forced
            .iter()
            .map(|(cell, pips)| format!("{}={pips}", puzzle.cell(*cell).name))
            .collect();
        writeln!(out, "  {}", cells.join(" "))?;
    }
    if !freedom.fixed.is_empty() {
        writeln!(out, "\nThese dominoes lie the same in every solution:")?;
        for &placed in &freedom.fixed {
            writeln!(out, "  {}", deduce::fact(puzzle, Fact::Lies(placed)))?;
        }
    }
    let facts = match &freedom.facts[..] {
        [] => {
            let together = number(freedom.together.len());
            writeln!(
                out,
                "\nNo single fact leaves one solution, but these {together} do together:"
            )?;
            &freedom.together
        }
        [only] => {
            let only = deduce::fact(puzzle, *only);
            return writeln!(out, "\nThis fact would leave one solution: {only}.");
        }
        some => {
            let some = count(some.len(), "fact", "facts");
            writeln!(out, "\nAny one of these {some} would leave one solution:")?;
            &freedom.facts
        }
    };
    let mut facts = facts.iter();
    facts.try_for_each(|&fact| writeln!(out, "  {}", deduce::fact(puzzle, fact)))
}
