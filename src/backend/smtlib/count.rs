//! How many of some Booleans are true, in clauses of linear size.
//!
//! Exactly `k` of `n`: auxiliaries `c_i_j` say that at least `j` of the first `i + 1` are true,
//! `k(n - 1)` of them with four clauses each (for `k = 1` the ladder, three each). They are
//! defined in both directions, so that the terms decide them; the definitions always hold, and
//! only the rule proper is named. Definitions are clauses on purpose: written as equalities they
//! are substituted away by z3, which doubled its time on a full double-six set.
//! One of at most four terms is stated by pairs, without auxiliaries.

use std::fmt::Display;
use std::io;

use super::script::{Assertion, Script, Spaced, or};

/// In what terms it is said how many are true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counting {
    /// Clauses of the standard's own connectives.
    Clauses,
    /// z3's operators on weighted Booleans.
    PseudoBooleans,
}

/// Up to this many terms, pairs are shorter than a counter.
const PAIRWISE: usize = 4;

/// A bound on how many of some terms are true.
pub(super) struct Count<'n> {
    terms: Vec<&'n str>,
    times: usize,
    or_fewer: bool,
    how: How,
    /// What the auxiliaries are called.
    prefix: String,
}

enum How {
    Pairs,
    Counter,
    /// z3's own operators.
    PseudoBoolean,
}

impl<'n> Count<'n> {
    /// Exactly `times` of the terms are true.
    pub(super) fn exactly(
        counting: Counting,
        times: usize,
        terms: Vec<&'n str>,
        prefix: impl FnOnce() -> String,
    ) -> Self {
        let how = match counting {
            _ if times == 1 && terms.len() <= PAIRWISE => How::Pairs,
            Counting::PseudoBooleans => How::PseudoBoolean,
            Counting::Clauses => How::Counter,
        };
        let prefix = match how {
            How::Counter => prefix(),
            How::Pairs | How::PseudoBoolean => String::new(),
        };
        Count {
            terms,
            times,
            or_fewer: false,
            how,
            prefix,
        }
    }

    /// At most one of the terms is true.
    pub(super) fn at_most_one(
        counting: Counting,
        terms: Vec<&'n str>,
        prefix: impl FnOnce() -> String,
    ) -> Self {
        Count {
            or_fewer: true,
            ..Count::exactly(counting, 1, terms, prefix)
        }
    }

    /// Defines and states the bound.
    pub(super) fn assert(
        &self,
        name: impl Into<Option<String>>,
        script: &mut Script<'_>,
    ) -> io::Result<()> {
        self.define(script)?;
        let mut rule = script.rule(name);
        self.state(&mut rule)?;
        rule.end()
    }

    /// Declares and defines the auxiliaries.
    pub(super) fn define(&self, script: &mut Script<'_>) -> io::Result<()> {
        if !matches!(self.how, How::Counter) || self.times >= self.terms.len() {
            return Ok(());
        }
        for i in 1..self.terms.len() - 1 {
            for j in 1..=self.times.min(i + 1) {
                let (term, here) = (self.terms[i], self.at_least(j, i));
                script.declare(&here, "Bool")?;
                let before = (j <= i).then(|| self.at_least(j, i - 1));
                let fewer_before = (j > 1).then(|| self.at_least(j - 1, i - 1));
                match &before {
                    Some(before) => {
                        script.assert(format_args!("(=> {before} {here})"))?;
                        script.assert(format_args!("(=> {here} (or {before} {term}))"))?;
                    }
                    None => script.assert(format_args!("(=> {here} {term})"))?,
                }
                match &fewer_before {
                    Some(fewer) => {
                        script.assert(format_args!("(=> (and {fewer} {term}) {here})"))?;
                        script.assert(format_args!("(=> {here} {fewer})"))?;
                    }
                    None => script.assert(format_args!("(=> {term} {here})"))?,
                }
            }
        }
        Ok(())
    }

    /// States the bound.
    pub(super) fn state(&self, rule: &mut Assertion<'_, '_>) -> io::Result<()> {
        let (terms, times) = (&self.terms, self.times);
        if times > terms.len() && !self.or_fewer {
            return rule.add("false");
        }
        match self.how {
            How::Pairs => {
                if !self.or_fewer {
                    rule.add(or(terms))?;
                }
                pairs(terms, rule)
            }
            How::PseudoBoolean if self.or_fewer => {
                rule.add(format_args!("((_ at-most {times}){})", Spaced(terms)))
            }
            How::PseudoBoolean => rule.add(pbeq(times, terms)),
            How::Counter if times == 0 => terms
                .iter()
                .try_for_each(|term| rule.add(format_args!("(not {term})"))),
            How::Counter if times >= terms.len() && self.or_fewer => Ok(()),
            How::Counter if times >= terms.len() => {
                terms.iter().try_for_each(|term| rule.add(term))
            }
            How::Counter => {
                for (i, term) in terms.iter().enumerate().skip(times) {
                    let full = self.at_least(times, i - 1);
                    rule.add(format_args!("(not (and {full} {term}))"))?;
                }
                if !self.or_fewer {
                    let last = terms.len() - 1;
                    let full = self.at_least(times, last - 1);
                    rule.add(format_args!("(or {full} {})", terms[last]))?;
                    if times > 1 {
                        rule.add(self.at_least(times - 1, last - 1))?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The symbol for at least `j` of the first `i + 1` terms.
    fn at_least(&self, j: usize, i: usize) -> String {
        match (i, j) {
            (0, _) => self.terms[0].to_owned(),
            _ if self.times == 1 => format!("{}_{i}", self.prefix),
            _ => format!("{}_{i}_{j}", self.prefix),
        }
    }
}

/// So many of the terms are true, in z3's own operator.
pub(super) fn pbeq(times: usize, terms: &[impl Display]) -> String {
    let ones = vec!["1"; terms.len()];
    format!("((_ pbeq {times}{}){})", Spaced(&ones), Spaced(terms))
}

/// No two of the terms.
pub(super) fn pairs(terms: &[&str], rule: &mut Assertion<'_, '_>) -> io::Result<()> {
    for (index, one) in terms.iter().enumerate() {
        for other in &terms[index + 1..] {
            rule.add(format_args!("(not (and {one} {other}))"))?;
        }
    }
    Ok(())
}
