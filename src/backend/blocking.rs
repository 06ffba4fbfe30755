//! Blocking constraints: adds excluded boards to a written model.
//!
//! All boards have the same number of placements, so a constraint excludes a board by excluding the conjunction of
//! its placements.

use std::io::{self, BufRead, Write};

/// The syntax of blocking constraints in a language.
#[derive(Debug, Clone, Copy)]
pub struct BlockingSyntax {
    /// The prefix of the line that the constraints precede. `None` appends them to the file.
    pub(super) before: Option<&'static str>,
    /// The prefix of the header line whose second number is the number of constraints, if there is one.
    pub(super) header: Option<&'static str>,
    /// Writes a constraint, given a number unique in the file and the terms of the board's placements.
    pub(super) write: fn(&mut dyn Write, usize, &[String]) -> io::Result<()>,
}

impl BlockingSyntax {
    /// Copies a model and adds a constraint for each board.
    pub fn add(
        self,
        model: &mut dyn BufRead,
        out: &mut dyn Write,
        boards: &[Vec<String>],
    ) -> io::Result<()> {
        let BlockingSyntax {
            mut before,
            mut header,
            write,
        } = self;
        let mut number = 0;
        let mut line = Vec::new();
        let block = |out: &mut dyn Write, number: &mut usize| {
            boards.iter().try_for_each(|board| {
                *number += 1;
                write(out, *number, board)
            })
        };
        while model.read_until(b'\n', &mut line)? > 0 {
            let begins = |beginning: &mut &str| line.starts_with(beginning.as_bytes());
            if before.take_if(begins).is_some() {
                block(out, &mut number)?;
            }
            let begins = |beginning: &mut &str| line.starts_with(beginning.as_bytes());
            match header.take_if(begins) {
                Some(_) => out.write_all(recounted(&line, boards.len())?.as_bytes())?,
                None => out.write_all(&line)?,
            }
            number += 1;
            line.clear();
        }
        match (self.before, before.or(header)) {
            (_, Some(missing)) => Err(io::Error::other(format!(
                "the model is damaged: no line begins with `{}`",
                missing.trim()
            ))),
            (Some(_), None) => Ok(()),
            (None, None) => block(out, &mut number),
        }
    }
}

/// Adds to the second number of a header.
fn recounted(line: &[u8], added: usize) -> io::Result<String> {
    let damaged = || io::Error::other("the header of the model is damaged");
    let line = std::str::from_utf8(line).map_err(|_| damaged())?;
    let mut words: Vec<String> = line.trim_end().split(' ').map(String::from).collect();
    let is_number = |word: &&mut String| word.parse::<usize>().is_ok();
    let constraints = words
        .iter_mut()
        .filter(is_number)
        .nth(1)
        .ok_or_else(damaged)?;
    let number: usize = constraints.parse().map_err(|_| damaged())?;
    *constraints = (number + added).to_string();
    Ok(words.join(" ") + "\n")
}

#[cfg(test)]
mod tests {
    use super::super::{Language, dimacs, lp, opb, smtlib, xcsp3};

    /// Blocks `a` and `b` together and `c` alone.
    fn blocked(language: &Language, model: &str) -> String {
        let boards = [
            vec!["a=1".to_owned(), "b=2".to_owned()],
            vec!["c=3".to_owned()],
        ];
        let blocking = language.protocol.expect("solvers").blocking;
        let mut out = Vec::new();
        match blocking.add(&mut model.as_bytes(), &mut out, &boards) {
            Ok(()) => String::from_utf8(out).expect("text"),
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn blocking_constraints_are_inserted_and_counted() {
        for (language, model, expected) in [
            (
                &dimacs::LANGUAGE,
                "c p\np cnf 3 1\n1 2 3 0\n",
                "c p\np cnf 3 3\n1 2 3 0\n-a=1 -b=2 0\n-c=3 0\n",
            ),
            (
                &opb::LANGUAGE,
                "* #variable= 3 #constraint= 9 #equal= 0 intsize= 3\n+1 x1 >= 1 ;\n",
                "* #variable= 3 #constraint= 11 #equal= 0 intsize= 3\n+1 x1 >= 1 ;\n-1 a=1 -1 b=2 >= -1 ;\n-1 c=3 >= 0 ;\n",
            ),
            (
                &smtlib::LANGUAGE,
                "(assert p)\n(check-sat)\n(get-value (p))\n",
                "(assert p)\n(assert (not (and a=1 b=2)))\n(assert (not c=3))\n(check-sat)\n(get-value (p))\n",
            ),
            (
                &lp::LANGUAGE,
                "Subject To\nBinary\n p\n",
                "Subject To\n answer_2: + a=1 + b=2 <= 1\n answer_3: + c=3 <= 0\nBinary\n p\n",
            ),
            (
                &xcsp3::LANGUAGE,
                "  <constraints>\n  </constraints>\n",
                "  <constraints>\n    <extension class=\"nogoods\">\n      <list> a b </list>\n      <conflicts> (1,2) </conflicts>\n    </extension>\n    <extension class=\"nogoods\">\n      <list> c </list>\n      <conflicts> 3 </conflicts>\n    </extension>\n  </constraints>\n",
            ),
            (
                &dimacs::LANGUAGE,
                "1 0\n",
                "the model is damaged: no line begins with `p cnf`",
            ),
            (
                &dimacs::LANGUAGE,
                "p cnf 1 many\n",
                "the header of the model is damaged",
            ),
            (
                &lp::LANGUAGE,
                "End\n",
                "the model is damaged: no line begins with `Binary`",
            ),
        ] {
            assert_eq!(blocked(language, model), expected);
        }
    }
}
