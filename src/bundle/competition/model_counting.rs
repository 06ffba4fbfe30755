//! The Model Counting Competition, projected track.
//!
//! A formula begins with `c t pmc`, and `c p show` lists the variables that the count is projected on, here the
//! placements of dominoes: an assignment of them is a solution of the puzzle. Beside each formula stands the
//! answer that is expected, in the words in which solvers give it.

use super::sat_competition::{EXACT_HEADER, SANE, WELL_FORMED};
use super::{DescriptionForm, Licence, Terms};
use crate::backend::{Profile, dimacs};
use crate::bundle::rule::{self, Rule, Test, Weight};

pub(super) const TERMS: Terms = Terms {
    name: "model-counting",
    title: "Model Counting Competition",
    about: "formulas with `c t pmc` and the variables to count by, and the expected answer of each",
    language: &dimacs::LANGUAGE,
    profile: Profile::Count,
    is_packed: false,
    licence: Licence::Mit,
    has_toy: false,
    asks_count: true,
    description: DescriptionForm::Latex,
    path: |address| format!("pips/pips-{}", address.file),
    rules: &[
        rule::PLAIN_NAME,
        rule::AS_IT_STANDS,
        WELL_FORMED,
        EXACT_HEADER,
        SANE,
        KIND,
        SHOWN,
        EXPECTED,
    ],
    shipped: include_str!("../../../templates/bundle/model-counting.toml"),
};

const KIND: Rule = Rule {
    name: "kind-of-count",
    says: "`c t pmc` stands before the clauses",
    weight: Weight::Must,
    test: Test::Instance(|sheet| {
        let cnf = sheet.cnf();
        match cnf.kind.as_deref() {
            Some("pmc") if cnf.kind_comes_first => Ok(()),
            Some("pmc") => Err("`c t pmc` comes after a clause".into()),
            Some(kind) => Err(format!(
                "it is of the kind `c t {kind}`: expected `c t pmc`"
            )),
            None => Err("there is no line `c t pmc`".into()),
        }
    }),
};

const SHOWN: Rule = Rule {
    name: "shown-variables",
    says: "`c p show` names variables of the formula, each once",
    weight: Weight::Must,
    test: Test::Instance(|sheet| {
        let cnf = sheet.cnf();
        let most = cnf.header.map_or(0, |(variables, _)| variables);
        let mut shown = cnf.shown.clone();
        shown.sort_unstable();
        if shown.is_empty() {
            return Err("there is no line `c p show`".into());
        }
        if let Some(pair) = shown.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("variable {} is shown twice", pair[0]));
        }
        match shown.last() {
            Some(&last) if last > most => Err(format!(
                "variable {last} is shown, and the header has {most} variables"
            )),
            _ => Ok(()),
        }
    }),
};

const EXPECTED: Rule = Rule {
    name: "expected-answer",
    says: "the number of solutions of every instance is known",
    weight: Weight::Must,
    test: Test::Instance(|sheet| match &sheet.listed.solutions {
        Some(_) => Ok(()),
        None => Err("the number of its solutions is not known".into()),
    }),
};

/// The answer that is expected of a solver, in the competition's words.
pub(in crate::bundle) fn expected(count: u128) -> String {
    if count == 0 {
        return "s UNSATISFIABLE\nc s type pmc\nc s log10-estimate -inf\nc s exact arb int 0\n"
            .into();
    }
    // Machines may differ in the last bits of a logarithm, not in six places.
    let log = (count as f64).log10();
    format!("s SATISFIABLE\nc s type pmc\nc s log10-estimate {log:.6}\nc s exact arb int {count}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_as_solvers_give_it() {
        assert_eq!(
            expected(1_000_000_000_000),
            "s SATISFIABLE\nc s type pmc\nc s log10-estimate 12.000000\n\
             c s exact arb int 1000000000000\n"
        );
        assert!(expected(0).starts_with("s UNSATISFIABLE\n"));
    }
}
