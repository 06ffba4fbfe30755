//! Pseudo-Boolean constraints in OPB, as the rules of the competition look at them: what is counted and what
//! is wrong, read from the text alone.

use std::collections::HashSet;

/// What there is to know of the constraints.
#[derive(Debug, Default)]
pub(super) struct Opb {
    /// What the first line says.
    pub(super) header: Option<Counts>,
    /// What there is.
    pub(super) counts: Counts,
    /// The greatest number of a variable.
    pub(super) greatest: u64,
    /// The first line that is not linear OPB of the decision track, and why.
    pub(super) malformed: Option<String>,
}

/// What a header counts.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) variables: u64,
    pub(super) constraints: u64,
    pub(super) equations: u64,
    /// The bits of the greatest sum of a constraint's numbers, without their signs.
    pub(super) bits: u32,
}

impl Opb {
    pub(super) fn read(text: &str) -> Self {
        let mut opb = Opb::default();
        let mut seen = HashSet::new();
        let mut greatest_sum = 0;
        for (number, line) in (1..).zip(text.lines()) {
            if number == 1 {
                opb.header = header(line);
            }
            if line.starts_with('*') {
                continue;
            }
            match constraint(line, &mut seen) {
                Ok((is_equation, sum)) => {
                    opb.counts.constraints += 1;
                    opb.counts.equations += u64::from(is_equation);
                    greatest_sum = greatest_sum.max(sum);
                }
                Err(problem) => {
                    let _ = opb
                        .malformed
                        .get_or_insert(format!("line {number}: {problem}"));
                }
            }
        }
        opb.counts.variables = seen.len() as u64;
        opb.greatest = seen.into_iter().max().unwrap_or(0);
        opb.counts.bits = u64::BITS - greatest_sum.leading_zeros();
        opb
    }
}

/// `* #variable= 3 #constraint= 2 #equal= 1 intsize= 4`.
fn header(line: &str) -> Option<Counts> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words.as_slice() {
        [
            "*",
            "#variable=",
            variables,
            "#constraint=",
            constraints,
            "#equal=",
            equations,
            "intsize=",
            bits,
        ] => Some(Counts {
            variables: variables.parse().ok()?,
            constraints: constraints.parse().ok()?,
            equations: equations.parse().ok()?,
            bits: bits.parse().ok()?,
        }),
        _ => None,
    }
}

/// Whether a constraint is an equation, and the sum of its numbers without their signs.
fn constraint(line: &str, seen: &mut HashSet<u64>) -> Result<(bool, u64), String> {
    let words: Vec<&str> = line.split(' ').collect();
    let [terms @ .., relation, bound, ";"] = words.as_slice() else {
        return Err("a constraint ends with its bound and ` ;`".into());
    };
    let is_equation = match *relation {
        "=" => true,
        ">=" => false,
        other => return Err(format!("{other:?} is no relation: expected `>=` or `=`")),
    };
    let bound: i64 = bound
        .parse()
        .map_err(|_| format!("{bound:?} is no bound"))?;
    let mut sum = bound.unsigned_abs();
    if terms.is_empty() || !terms.len().is_multiple_of(2) {
        return Err("a term is a coefficient and a variable".into());
    }
    let mut here = HashSet::new();
    for pair in terms.chunks(2) {
        let (coefficient, variable) = (pair[0], pair[1]);
        let is_explicit = coefficient.starts_with(['+', '-']);
        let times: i64 = coefficient
            .parse()
            .ok()
            .filter(|_| is_explicit)
            .ok_or_else(|| format!("{coefficient:?} is no coefficient with its sign"))?;
        sum = sum.saturating_add(times.unsigned_abs());
        let number = variable
            .strip_prefix('x')
            .and_then(|rest| rest.parse().ok());
        let number: u64 = number
            .filter(|&number| number > 0)
            .ok_or_else(|| format!("{variable:?} is no variable: expected x1, x2, ..."))?;
        if !here.insert(number) {
            return Err(format!("{variable} is there twice"));
        }
        let _ = seen.insert(number);
    }
    Ok((is_equation, sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_are_counted() {
        let text = "* #variable= 3 #constraint= 2 #equal= 1 intsize= 4\n* a comment\n\
                    +1 x1 -2 x2 >= -1 ;\n+1 x1 +5 x3 = 6 ;\n";
        let opb = Opb::read(text);
        assert_eq!(opb.header, Some(opb.counts));
        assert_eq!((opb.greatest, opb.malformed), (3, None));
    }

    #[test]
    fn what_is_not_linear_opb_is_told() {
        for (line, says) in [
            ("+1 x1 <= 1 ;", "no relation"),
            ("+1 x1 >= 1;", "ends with its bound and ` ;`"),
            ("+1 ~x1 >= 1 ;", "no variable"),
            ("1 x1 >= 1 ;", "no coefficient with its sign"),
            ("+1 x1 x2 >= 1 ;", "a term is a coefficient and a variable"),
            ("+1 x1 +1 x1 >= 1 ;", "x1 is there twice"),
            ("min: +1 x1 ;", "no relation"),
        ] {
            let malformed = Opb::read(line).malformed.unwrap_or_default();
            assert!(malformed.contains(says), "{line}: {malformed}");
        }
    }
}
