//! The MiniZinc Challenge.
//!
//! One model, a data file an instance, about 20 of them from easy to hard, most of which take some solver one to
//! fifteen minutes, and a toy to try it out with. Both begin with the licence, MIT. The search is annotated
//! over all decisions, by the choices that every solver knows, and only standard globals are used.

use super::{DescriptionForm, Licence, Terms};
use crate::backend::{Profile, minizinc};
use crate::bundle::manifest::{Manifest, TimeOutcome};
use crate::bundle::rule::{self, Rule, Test, Weight};

pub(super) const TERMS: Terms = Terms {
    name: "minizinc-challenge",
    title: "MiniZinc Challenge",
    about: "one model and a .dzn an instance, with a toy, all under the MIT licence",
    language: &minizinc::LANGUAGE,
    profile: Profile::Submit,
    is_packed: false,
    licence: Licence::Mit,
    has_toy: true,
    asks_count: false,
    description: DescriptionForm::Markdown,
    path: |address| format!("pips/{}", address.file),
    rules: &[
        rule::PLAIN_NAME,
        rule::AS_IT_STANDS,
        LICENCE_OF_DATA,
        LICENCE_OF_MODEL,
        NO_ANSWER,
        GLOBALS,
        SEARCH,
        CHOICES,
        MARKED,
        TOY,
        TWENTY,
        SPREAD,
    ],
    shipped: include_str!("../../../templates/bundle/minizinc-challenge.toml"),
};

/// Whether a file begins with a comment that holds the licence.
fn has_licence(text: &str) -> Result<(), String> {
    let mut comment = text.lines().take_while(|line| line.starts_with('%'));
    if comment.any(|line| line == "% SPDX-License-Identifier: MIT") {
        Ok(())
    } else {
        Err("the comment at its beginning does not name the licence MIT".into())
    }
}

const LICENCE_OF_DATA: Rule = Rule {
    name: "licence-of-data",
    says: "data begin with a comment that holds the licence MIT",
    weight: Weight::Must,
    test: Test::Instance(|sheet| has_licence(sheet.text)),
};

const LICENCE_OF_MODEL: Rule = Rule {
    name: "licence-of-model",
    says: "the model begins with a comment that holds the licence MIT",
    weight: Weight::Must,
    test: Test::Model(has_licence),
};

const NO_ANSWER: Rule = Rule {
    name: "no-answer-in-data",
    says: "data do not say what cells may show beside the rules",
    weight: Weight::Must,
    test: Test::Instance(|sheet| {
        let says = |line: &&str| line.starts_with("can_show") || line.starts_with("can_lie");
        match sheet.text.lines().find(says) {
            None => Ok(()),
            Some(_) => {
                Err("the data say what cells can show: they carry a part of the answer".into())
            }
        }
    }),
};

/// The globals of the standard library that the models use; each has a file of its own there.
const STANDARD: [&str; 4] = [
    "table.mzn",
    "all_different.mzn",
    "all_equal.mzn",
    "global_cardinality.mzn",
];

const GLOBALS: Rule = Rule {
    name: "standard-globals",
    says: "only global constraints of the standard library are included",
    weight: Weight::Must,
    test: Test::Model(|model| {
        let code = code(model);
        let lines = code.lines().map(str::trim);
        let includes = lines.filter_map(|line| line.strip_prefix("include "));
        let names = includes.map(|rest| rest.trim_end_matches(';').trim_matches('"'));
        match names.into_iter().find(|name| !STANDARD.contains(name)) {
            Some(other) => Err(format!("it includes {other:?}")),
            None => Ok(()),
        }
    }),
};

/// A model without its comments.
fn code(model: &str) -> String {
    let lines = model.lines();
    let lines = lines.map(|line| line.split('%').next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_ascii_alphanumeric() && char != '_')
        .filter(|word| !word.is_empty())
}

/// The annotation of the solve item.
fn search(code: &str) -> Result<&str, String> {
    let (_, solve) = code.split_once("solve ").ok_or("there is no solve item")?;
    let (annotation, _) = solve
        .split_once(" satisfy")
        .ok_or("the solve item does not ask for a solution")?;
    if annotation.contains("_search(") {
        Ok(annotation)
    } else {
        Err("the solve item has no search annotation".into())
    }
}

const SEARCH: Rule = Rule {
    name: "search-over-all",
    says: "the solve item has a search annotation over all decision variables",
    weight: Weight::Must,
    test: Test::Model(|model| {
        let code = code(model);
        let search = search(&code)?;
        // A decision is declared with `of var`, and has no value of its own.
        for line in code.lines().filter(|line| line.starts_with("array")) {
            if !line.contains("] of var ") || line.contains('=') {
                continue;
            }
            let name = line.rsplit(": ").next().and_then(|rest| words(rest).next());
            if let Some(name) = name
                && !words(search).any(|word| word == name)
            {
                return Err(format!("the search does not say when to decide `{name}`"));
            }
        }
        Ok(())
    }),
};

/// How variables may be chosen.
const VARIABLES: [&str; 5] = [
    "input_order",
    "first_fail",
    "anti_first_fail",
    "smallest",
    "largest",
];

/// How values may be chosen.
const VALUES: [&str; 6] = [
    "indomain_min",
    "indomain_max",
    "indomain_median",
    "indomain_random",
    "indomain_split",
    "indomain_reverse_split",
];

const CHOICES: Rule = Rule {
    name: "search-choices",
    says: "variables and values are chosen in the ways that every solver knows",
    weight: Weight::Must,
    test: Test::Model(|model| {
        let code = code(model);
        let search = search(&code)?;
        let searches =
            search.matches("int_search(").count() + search.matches("bool_search(").count();
        let chosen = |list: &[&str]| words(search).filter(|word| list.contains(word)).count();
        let (variables, values) = (chosen(&VARIABLES), chosen(&VALUES));
        if (variables, values) == (searches, searches) {
            return Ok(());
        }
        Err(format!(
            "of {searches} searches, {variables} choose variables by {} and {values} choose values by {}",
            VARIABLES.join(", "),
            VALUES.join(", ")
        ))
    }),
};

const MARKED: Rule = Rule {
    name: "marked-constraints",
    says: "what is redundant is marked so",
    weight: Weight::Must,
    test: Test::Model(|model| {
        let code = code(model);
        match code.contains("redundant_constraint(") {
            true => Ok(()),
            false => Err("there is no redundant_constraint()".into()),
        }
    }),
};

const TOY: Rule = Rule {
    name: "toy",
    says: "one instance is a toy",
    weight: Weight::Must,
    test: Test::Whole(
        |manifest| match manifest.instances.iter().filter(|one| one.toy).count() {
            1 => Ok(()),
            count => Err(format!("there are {count} toys: expected 1")),
        },
    ),
};

const TWENTY: Rule = Rule {
    name: "twenty",
    says: "there are about 20 instances, from easy to hard",
    weight: Weight::Should,
    test: Test::Whole(|manifest| rule::number(manifest, 15, "about 20, and 15 at least")),
};

/// What takes some solver as long as this, in seconds, is neither too easy nor too hard.
const WANTED: std::ops::RangeInclusive<f64> = 1.0..=900.0;

const SPREAD: Rule = Rule {
    name: "spread",
    says: "most instances take some solver between a second and fifteen minutes",
    weight: Weight::Should,
    test: Test::Whole(|manifest: &Manifest| {
        let instances: Vec<_> = manifest.instances.iter().filter(|one| !one.toy).collect();
        if instances.iter().all(|one| one.times.is_empty()) {
            return Err(
                "no times are given: measure them with `pipsc bench`, and give them with --times"
                    .into(),
            );
        }
        let is_good = |one: &&&crate::bundle::manifest::Listed| {
            one.times
                .iter()
                .any(|time| time.outcome == TimeOutcome::Solved && WANTED.contains(&time.cpu_s))
        };
        let good = instances.iter().filter(is_good).count();
        if 2 * good > instances.len() {
            Ok(())
        } else {
            Err(format!("{good} of {} instances do so", instances.len()))
        }
    }),
};
