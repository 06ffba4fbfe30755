//! Excluding solutions: the model again, with one more constraint for each answer seen.
//!
//! All solutions have the same number of placements, so it is enough to say that the placements
//! of an answer are not all there; what is not there need not be named.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use crate::backend::Target;

/// Writes the model `from` to `to` with each of the answers excluded.
pub(super) fn exclude(
    target: Target,
    from: &Path,
    to: &Path,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let mut model = BufReader::new(File::open(from)?);
    let mut out = BufWriter::new(File::create(to)?);
    match target {
        Target::Dimacs => dimacs(&mut model, &mut out, answers)?,
        Target::SmtLib => smtlib(&mut model, &mut out, answers)?,
        Target::MiniZinc => minizinc(&mut model, &mut out, answers)?,
        Target::CpSat => cpsat(&mut model, &mut out, answers)?,
        Target::Ir => return Err(io::ErrorKind::Unsupported.into()),
    }
    out.flush()
}

/// A clause each, and a header that counts them.
fn dimacs(model: &mut dyn BufRead, out: &mut dyn Write, answers: &[Vec<String>]) -> io::Result<()> {
    let mut line = String::new();
    loop {
        line.clear();
        if model.read_line(&mut line)? == 0 {
            return Err(io::Error::other("the CNF has no header"));
        }
        let Some(counts) = line.strip_prefix("p cnf ") else {
            out.write_all(line.as_bytes())?;
            continue;
        };
        let counted = counts.trim().split_once(' ');
        let (variables, clauses) = counted
            .and_then(|(variables, clauses)| Some((variables, clauses.parse::<usize>().ok()?)))
            .ok_or_else(|| io::Error::other("the header of the CNF is damaged"))?;
        writeln!(out, "p cnf {variables} {}", clauses + answers.len())?;
        break;
    }
    let _ = io::copy(model, out)?;
    for answer in answers {
        for variable in answer {
            write!(out, "-{variable} ")?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

/// A disjunction each, at the end. CP-SAT counts from 0 and writes `not v` as `-v - 1`, which is
/// the negative of the number that its launcher prints.
fn cpsat(model: &mut dyn BufRead, out: &mut dyn Write, answers: &[Vec<String>]) -> io::Result<()> {
    let _ = io::copy(model, out)?;
    for answer in answers {
        write!(out, "constraints {{ bool_or {{")?;
        for variable in answer {
            write!(out, " literals: -{variable}")?;
        }
        writeln!(out, " }} }}")?;
    }
    Ok(())
}

/// An assertion each, before the question.
fn smtlib(model: &mut dyn BufRead, out: &mut dyn Write, answers: &[Vec<String>]) -> io::Result<()> {
    let mut asked = false;
    for line in model.lines() {
        let line = line?;
        if line.starts_with("(check-sat") && !asked {
            asked = true;
            for answer in answers {
                writeln!(out, "(assert (not (and true {})))", answer.join(" "))?;
            }
        }
        writeln!(out, "{line}")?;
    }
    match asked {
        true => Ok(()),
        false => Err(io::Error::other("the script asks no question")),
    }
}

/// A constraint each; their order is free.
fn minizinc(
    model: &mut dyn BufRead,
    out: &mut dyn Write,
    answers: &[Vec<String>],
) -> io::Result<()> {
    let _ = io::copy(model, out)?;
    writeln!(out)?;
    for answer in answers {
        let count = answer.len();
        writeln!(out, "constraint sum([{}]) < {count};", answer.join(", "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers() -> Vec<Vec<String>> {
        vec![vec!["1".into(), "3".into()], vec!["2".into()]]
    }

    #[test]
    fn a_clause_each_and_a_header_that_counts_them() {
        let mut out = Vec::new();
        let model = "c name\np cnf 3 1\n1 2 3 0\n";
        dimacs(&mut model.as_bytes(), &mut out, &answers()).expect("written");
        assert_eq!(
            String::from_utf8(out).expect("text"),
            "c name\np cnf 3 3\n1 2 3 0\n-1 -3 0\n-2 0\n"
        );
    }

    #[test]
    fn an_assertion_each_before_the_question() {
        let mut out = Vec::new();
        let model = "(assert p)\n(check-sat)\n(get-value (p))\n";
        let one = [vec!["p".to_string(), "q".to_string()]];
        smtlib(&mut model.as_bytes(), &mut out, &one).expect("written");
        assert_eq!(
            String::from_utf8(out).expect("text"),
            "(assert p)\n(assert (not (and true p q)))\n(check-sat)\n(get-value (p))\n"
        );
    }
}
