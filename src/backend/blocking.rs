//! Blocking constraints: adds excluded boards to a written model.
//!
//! All boards have the same number of placements, so a constraint excludes a board by excluding the conjunction of
//! its placements.

use std::io::{self, Write};

/// Writes a constraint, given a number unique in the file and the terms of the board's placements.
type WriteConstraint = fn(&mut dyn Write, usize, &[String]) -> io::Result<()>;

/// The syntax of blocking constraints in a language.
#[derive(Debug, Clone, Copy)]
pub struct BlockingSyntax {
    place: BlockingPlace,
    write: WriteConstraint,
}

/// The place of blocking constraints in a file.
#[derive(Debug, Clone, Copy)]
pub(super) enum BlockingPlace {
    /// The end.
    End,
    /// The end; the second number of the line with this prefix is the number of constraints.
    Counted(&'static str),
    /// Before the line with this prefix.
    Before(&'static str),
}

impl BlockingSyntax {
    pub(super) const fn new(place: BlockingPlace, write: WriteConstraint) -> Self {
        BlockingSyntax { place, write }
    }

    /// Returns a model with a constraint for each board.
    ///
    /// # Errors
    /// If the model lacks the line that the constraints belong to.
    pub fn add(self, model: &str, boards: &[Vec<String>]) -> io::Result<String> {
        let mut constraints = Vec::new();
        for (number, board) in (model.lines().count()..).zip(boards) {
            (self.write)(&mut constraints, number, board)?;
        }
        let constraints = String::from_utf8_lossy(&constraints);
        match self.place {
            BlockingPlace::End => Ok(format!("{model}{constraints}")),
            BlockingPlace::Before(prefix) => {
                let (before, after) = model.split_at(line(model, prefix)?);
                Ok(format!("{before}{constraints}{after}"))
            }
            BlockingPlace::Counted(prefix) => {
                let (before, rest) = model.split_at(line(model, prefix)?);
                let (header, after) = rest.split_once('\n').unwrap_or((rest, ""));
                let mut words: Vec<String> = header.split(' ').map(String::from).collect();
                let mut numbers =
                    (words.iter_mut()).filter_map(|word| Some((word.parse::<usize>().ok()?, word)));
                let damaged = || io::Error::other("the header of the model is damaged");
                let (count, word) = numbers.nth(1).ok_or_else(damaged)?;
                *word = (count + boards.len()).to_string();
                let header = words.join(" ");
                Ok(format!("{before}{header}\n{after}{constraints}"))
            }
        }
    }
}

/// The beginning of the line with a prefix.
fn line(model: &str, prefix: &str) -> io::Result<usize> {
    let damaged = || {
        format!(
            "the model is damaged: no line begins with `{}`",
            prefix.trim()
        )
    };
    let later = || Some(model.find(&format!("\n{prefix}"))? + 1);
    let first = model.starts_with(prefix).then_some(0);
    first
        .or_else(later)
        .ok_or_else(|| io::Error::other(damaged()))
}

#[cfg(test)]
mod tests {
    use super::super::Language;

    /// Blocks `a` and `b` together and `c` alone.
    fn blocked(language: &str, model: &str) -> String {
        let language = Language::named(language).expect("a language");
        let boards = [
            vec!["a=1".to_owned(), "b=2".to_owned()],
            vec!["c=3".to_owned()],
        ];
        let blocking = language.protocol.expect("solvers").blocking;
        let blocked = blocking.add(model, &boards);
        blocked.unwrap_or_else(|problem| problem.to_string())
    }

    #[test]
    fn blocking_constraints_are_inserted_and_counted() {
        for (language, model, expected) in [
            (
                "dimacs",
                "c p\np cnf 3 1\n1 2 3 0\n",
                "c p\np cnf 3 3\n1 2 3 0\n-a=1 -b=2 0\n-c=3 0\n",
            ),
            (
                "opb",
                "* #variable= 3 #constraint= 9 #equal= 0 intsize= 3\n+1 x1 >= 1 ;\n",
                "* #variable= 3 #constraint= 11 #equal= 0 intsize= 3\n+1 x1 >= 1 ;\n-1 a=1 -1 b=2 >= -1 ;\n-1 c=3 >= 0 ;\n",
            ),
            (
                "smtlib",
                "(assert p)\n(check-sat)\n(get-value (p))\n",
                "(assert p)\n(assert (not (and a=1 b=2)))\n(assert (not c=3))\n(check-sat)\n(get-value (p))\n",
            ),
            (
                "lp",
                "Subject To\nBinary\n p\n",
                "Subject To\n answer_3: + a=1 + b=2 <= 1\n answer_4: + c=3 <= 0\nBinary\n p\n",
            ),
            (
                "xcsp3",
                "  <constraints>\n  </constraints>\n",
                "  <constraints>\n    <extension class=\"nogoods\"> <list> a b </list> <conflicts> (1,2) </conflicts> </extension>\n    <extension class=\"nogoods\"> <list> c </list> <conflicts> 3 </conflicts> </extension>\n  </constraints>\n",
            ),
            (
                "dimacs",
                "1 0\n",
                "the model is damaged: no line begins with `p cnf`",
            ),
            (
                "dimacs",
                "p cnf 1 many\n",
                "the header of the model is damaged",
            ),
            (
                "lp",
                "End\n",
                "the model is damaged: no line begins with `Binary`",
            ),
        ] {
            assert_eq!(blocked(language, model), expected);
        }
    }
}
