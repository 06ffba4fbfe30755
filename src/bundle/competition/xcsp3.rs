//! The XCSP3 Competition, main track of decision problems.
//!
//! Instances are XCSP3-core: integer variables and 24 kinds of constraints. Organisers pick some of each
//! series of instances of one problem, from those that are easy to those that are not.

use std::collections::{BTreeMap, BTreeSet};

use super::{DescriptionForm, Licence, Terms};
use crate::backend::{Profile, xcsp3};
use crate::bundle::manifest::Manifest;
use crate::bundle::rule::{self, Rule, Test, Weight};

pub(super) const TERMS: Terms = Terms {
    name: "xcsp3",
    title: "XCSP3 Competition",
    about: "decision problems in XCSP3-core as .xml, in series that scale",
    language: &xcsp3::LANGUAGE,
    profile: Profile::Submit,
    is_packed: false,
    licence: Licence::Mit,
    has_toy: false,
    asks_count: false,
    description: DescriptionForm::Markdown,
    path: |address| format!("Pips-{}/Pips-{}", address.family, address.file),
    rules: &[rule::PLAIN_NAME, rule::AS_IT_STANDS, DECISION, CORE, SERIES],
    shipped: include_str!("../../../templates/bundle/xcsp3.toml"),
};

const DECISION: Rule = Rule {
    name: "decision-problem",
    says: "an instance is of the format XCSP3 and the type CSP",
    weight: Weight::Must,
    test: Test::Instance(|sheet| {
        let found = sheet
            .text
            .lines()
            .find(|line| line.starts_with("<instance"));
        match found {
            Some(r#"<instance format="XCSP3" type="CSP">"#) => Ok(()),
            Some(other) => Err(format!(
                "the instance begins with {other:?}: expected the format XCSP3 and the type CSP"
            )),
            None => Err("there is no line `<instance ...>`".into()),
        }
    }),
};

/// The 24 constraints of XCSP3-core, and meta-constraints that it has.
const CONSTRAINTS: [&str; 27] = [
    "intension",
    "extension",
    "regular",
    "mdd",
    "allDifferent",
    "allEqual",
    "ordered",
    "lex",
    "precedence",
    "sum",
    "count",
    "nValues",
    "cardinality",
    "minimum",
    "maximum",
    "element",
    "channel",
    "noOverlap",
    "cumulative",
    "binPacking",
    "knapsack",
    "circuit",
    "instantiation",
    "slide",
    "group",
    "block",
    "allDifferentList",
];

/// What instances and constraints are made of.
const PARTS: [&str; 33] = [
    "instance",
    "variables",
    "constraints",
    "var",
    "array",
    "domain",
    "list",
    "supports",
    "conflicts",
    "condition",
    "coeffs",
    "values",
    "occurs",
    "args",
    "index",
    "value",
    "matrix",
    "origins",
    "lengths",
    "heights",
    "transitions",
    "start",
    "final",
    "operator",
    "rank",
    "limits",
    "loads",
    "sizes",
    "weights",
    "profits",
    "except",
    "size",
    "function",
];

const CORE: Rule = Rule {
    name: "core",
    says: "only constraints of XCSP3-core",
    weight: Weight::Must,
    test: Test::Instance(|sheet| {
        let known = |name: &&str| CONSTRAINTS.contains(name) || PARTS.contains(name);
        match elements(sheet.text).into_iter().find(|name| !known(name)) {
            Some(other) => Err(format!("<{other}> is no element of XCSP3-core")),
            None => Ok(()),
        }
    }),
};

/// The names of the elements of a text, comments left out.
fn elements(text: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let end = rest
            .find(|char: char| !char.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        if end > 0 {
            let _ = names.insert(&rest[..end]);
        }
    }
    names
}

/// A series has at least so many instances.
const SHORTEST_SERIES: usize = 5;

const SERIES: Rule = Rule {
    name: "series",
    says: "instances come in series of at least 5, of different sizes",
    weight: Weight::Should,
    test: Test::Whole(|manifest: &Manifest| {
        let mut series: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for listed in &manifest.instances {
            series.entry(&listed.family).or_default().push(listed.cells);
        }
        for (family, mut cells) in series {
            let length = cells.len();
            cells.sort_unstable();
            cells.dedup();
            if length < SHORTEST_SERIES {
                return Err(format!(
                    "the series Pips-{family} has {}: expected {SHORTEST_SERIES}",
                    rule::instances(length)
                ));
            }
            if cells.len() == 1 {
                return Err(format!("all of the series Pips-{family} are of one size"));
            }
        }
        Ok(())
    }),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_told_from_comments() {
        let text =
            "<?xml version=\"1.0\"?>\n<!-- <not> this -->\n<instance>\n<sum id=\"a\"/></instance>";
        assert_eq!(elements(text), BTreeSet::from(["instance", "sum"]));
    }
}
