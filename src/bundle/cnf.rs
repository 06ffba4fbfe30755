//! A formula in DIMACS CNF, as the rules of competitions look at it: what is counted and what is wrong,
//! read from the text alone.

use std::collections::HashSet;

/// What there is to know of a formula.
#[derive(Debug, Default)]
pub(super) struct Cnf {
    /// The numbers of its header: variables and clauses.
    pub(super) header: Option<(u64, u64)>,
    /// How many clauses there are.
    pub(super) clauses: u64,
    /// How many different variables occur.
    pub(super) variables: u64,
    /// What `c t` says that the problem is.
    pub(super) kind: Option<String>,
    /// Whether `c t` comes before the clauses.
    pub(super) kind_comes_first: bool,
    /// The variables of `c p show`, which a count is projected on.
    pub(super) shown: Vec<u64>,
    /// The first line that is none of a formula, and why.
    pub(super) malformed: Option<String>,
    /// The first clause with a literal twice.
    pub(super) repeated: Option<String>,
    /// The first clause with a literal and its opposite.
    pub(super) tautology: Option<String>,
    /// The first clause without literals.
    pub(super) empty: Option<String>,
}

impl Cnf {
    pub(super) fn read(text: &str) -> Self {
        let mut cnf = Cnf::default();
        let mut seen = HashSet::new();
        for (number, line) in (1..).zip(text.lines()) {
            let read = match line.as_bytes().first() {
                Some(b'c') => cnf.comment(line),
                Some(b'p') => cnf.head(line),
                Some(_) | None => cnf.clause(number, line, &mut seen),
            };
            if let Err(problem) = read {
                let _ = cnf
                    .malformed
                    .get_or_insert(format!("line {number}: {problem}"));
            }
        }
        cnf.variables = seen.len() as u64;
        cnf
    }

    fn comment(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace().skip(1);
        match (words.next(), words.next()) {
            (Some("t"), Some(kind)) => {
                self.kind_comes_first = self.clauses == 0;
                if self.kind.replace(kind.to_owned()).is_some() {
                    return Err("`c t` is there twice".into());
                }
            }
            (Some("p"), Some("show")) => {
                let rest: Vec<&str> = words.collect();
                let Some(("0", shown)) = rest.split_last().map(|(last, rest)| (*last, rest)) else {
                    return Err("`c p show` does not end with 0".into());
                };
                for word in shown {
                    let variable = word.parse().ok().filter(|&variable| variable > 0);
                    let variable: u64 = variable
                        .ok_or_else(|| format!("`c p show` has {word:?} for a variable"))?;
                    self.shown.push(variable);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn head(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let numbers = match words.as_slice() {
            ["p", "cnf", variables, clauses] => variables.parse().ok().zip(clauses.parse().ok()),
            _ => None,
        };
        let numbers = numbers.ok_or("expected `p cnf`, the variables and the clauses")?;
        if self.header.replace(numbers).is_some() {
            return Err("there is a second header".into());
        }
        if self.clauses > 0 {
            return Err("the header comes after a clause".into());
        }
        Ok(())
    }

    fn clause(&mut self, line: usize, text: &str, seen: &mut HashSet<i64>) -> Result<(), String> {
        let mut words = text.split_ascii_whitespace().peekable();
        if words.peek().is_none() {
            return Err("it is empty".into());
        }
        let mut literals = Vec::new();
        loop {
            let Some(word) = words.next() else {
                return Err("the clause does not end with 0 on its line".into());
            };
            match word.parse::<i64>() {
                Ok(0) => break,
                Ok(literal) => literals.push(literal),
                Err(_) => return Err(format!("{word:?} is no literal")),
            }
        }
        if words.next().is_some() {
            return Err("something follows the 0 of the clause".into());
        }
        self.clauses += 1;
        let most = self.header.map_or(0, |(variables, _)| variables);
        for literal in &literals {
            if literal.unsigned_abs() > most {
                return Err(format!(
                    "{literal} is beyond the {most} variables of the header"
                ));
            }
            let _ = seen.insert(literal.abs());
        }
        let place = || format!("the clause in line {line}");
        if literals.is_empty() {
            let _ = self.empty.get_or_insert_with(place);
        }
        literals.sort_unstable_by_key(|literal| (literal.abs(), *literal));
        for pair in literals.windows(2) {
            if pair[0] == pair[1] {
                let _ = self.repeated.get_or_insert_with(place);
            } else if pair[0] == -pair[1] {
                let _ = self.tautology.get_or_insert_with(place);
            }
        }
        Ok(())
    }

    /// Whether every line is one of a formula.
    pub(super) fn is_well_formed(&self) -> Result<(), String> {
        match (&self.malformed, self.header) {
            (Some(fault), _) => Err(fault.clone()),
            (None, None) => Err("there is no header `p cnf`".into()),
            (None, Some(_)) => Ok(()),
        }
    }

    /// Whether the header counts exactly what there is.
    pub(super) fn has_exact_header(&self) -> Result<(), String> {
        let (variables, clauses) = self.header.ok_or("there is no header `p cnf`")?;
        if (variables, clauses) == (self.variables, self.clauses) {
            return Ok(());
        }
        Err(format!(
            "the header says {variables} variables and {clauses} clauses, and the file has {} and {}",
            self.variables, self.clauses
        ))
    }

    /// Whether no clause has a literal twice, or with its opposite, or none at all.
    pub(super) fn is_sane(&self) -> Result<(), String> {
        let faults = [
            (&self.repeated, "has a literal twice"),
            (&self.tautology, "has a literal and its opposite"),
            (&self.empty, "has no literal"),
        ];
        match faults
            .into_iter()
            .find_map(|(place, what)| Some((place.as_ref()?, what)))
        {
            Some((place, what)) => Err(format!("{place} {what}")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_counted() {
        let cnf = Cnf::read("c t pmc\np cnf 3 2\nc p show 1 2 0\n1 -2 0\n2 3 0\n");
        assert_eq!(
            (cnf.header, cnf.variables, cnf.clauses),
            (Some((3, 2)), 3, 2)
        );
        assert_eq!(
            (cnf.kind.as_deref(), cnf.shown.as_slice()),
            (Some("pmc"), &[1, 2][..])
        );
        assert!(cnf.kind_comes_first);
        assert_eq!(cnf.is_well_formed(), Ok(()));
        assert_eq!(cnf.has_exact_header(), Ok(()));
        assert_eq!(cnf.is_sane(), Ok(()));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let malformed = |text| Cnf::read(text).is_well_formed().expect_err("wrong");
        assert_eq!(
            malformed("1 0\n"),
            "line 1: 1 is beyond the 0 variables of the header"
        );
        assert_eq!(
            malformed("c only a comment\n"),
            "there is no header `p cnf`"
        );
        assert_eq!(
            malformed("p cnf 2 1\n1 2\n"),
            "line 2: the clause does not end with 0 on its line"
        );
        assert_eq!(
            malformed("p cnf 2 1\n1 x 0\n"),
            "line 2: \"x\" is no literal"
        );
        assert_eq!(
            malformed("p cnf 1 1\n1 0\np cnf 1 1\n"),
            "line 3: there is a second header"
        );
        let sane = |clause: &str| Cnf::read(&format!("p cnf 2 1\n{clause}\n")).is_sane();
        assert_eq!(
            sane("1 2 1 0").expect_err("twice"),
            "the clause in line 2 has a literal twice"
        );
        assert!(
            sane("1 -2 -1 0")
                .expect_err("both")
                .contains("its opposite")
        );
        assert!(sane("0").expect_err("none").contains("no literal"));
        let exact = Cnf::read("p cnf 3 1\n1 2 0\n").has_exact_header();
        assert_eq!(
            exact.expect_err("one too many"),
            "the header says 3 variables and 1 clauses, and the file has 2 and 1"
        );
    }
}
