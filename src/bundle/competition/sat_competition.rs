//! The SAT Competition, main track.
//!
//! A team that takes part hands in 20 new instances. At least 10 of them are neither solved by MiniSat within a
//! minute nor beyond the team's own solver within an hour. With them comes a description of one or
//! two pages in IEEE's style. Rules of 2024 to 2026.

use super::{DescriptionForm, Licence, Terms};
use crate::backend::{Profile, dimacs};
use crate::bundle::manifest::{Listed, Manifest, TimeOutcome};
use crate::bundle::rule::{self, Rule, Test, Weight};

pub(super) const TERMS: Terms = Terms {
    name: "sat-competition",
    title: "SAT Competition",
    about: "20 formulas as .cnf.xz, of which 10 are hard for MiniSat, and a description in IEEE's style",
    language: &dimacs::LANGUAGE,
    profile: Profile::Submit,
    is_packed: true,
    licence: Licence::Mit,
    has_toy: false,
    asks_count: false,
    description: DescriptionForm::Ieee,
    path: |address| format!("pips/pips-{}", address.file),
    rules: &[
        rule::PLAIN_NAME,
        rule::AS_IT_STANDS,
        WELL_FORMED,
        EXACT_HEADER,
        SANE,
        TWENTY,
        INTERESTING,
    ],
    shipped: include_str!("../../../templates/bundle/sat-competition.toml"),
};

/// Every line is a comment, the header or a clause.
pub(super) const WELL_FORMED: Rule = Rule {
    name: "well-formed",
    says: "comments, one header, then a clause a line, each ended by 0",
    weight: Weight::Must,
    test: Test::Instance(|sheet| sheet.cnf().is_well_formed()),
};

/// The header counts exactly what there is.
pub(super) const EXACT_HEADER: Rule = Rule {
    name: "exact-header",
    says: "`p cnf` counts the variables and the clauses of the file exactly",
    weight: Weight::Must,
    test: Test::Instance(|sheet| sheet.cnf().has_exact_header()),
};

/// What the organisers would take out.
pub(super) const SANE: Rule = Rule {
    name: "sane-clauses",
    says: "no clause is empty, has a literal twice, or with its opposite",
    weight: Weight::Must,
    test: Test::Instance(|sheet| sheet.cnf().is_sane()),
};

const TWENTY: Rule = Rule {
    name: "twenty",
    says: "a team hands in 20 instances",
    weight: Weight::Should,
    test: Test::Whole(|manifest| rule::number(manifest, 20, "20")),
};

/// What MiniSat solves in this many seconds is too easy.
const TOO_EASY: f64 = 60.0;

/// What takes longer than this many seconds is too hard.
const TOO_HARD: f64 = 3600.0;

const INTERESTING: Rule = Rule {
    name: "ten-interesting",
    says: "ten instances take MiniSat over a minute and some solver under an hour",
    weight: Weight::Should,
    test: Test::Whole(|manifest: &Manifest| {
        let count =
            |test: fn(&Listed) -> bool| manifest.instances.iter().filter(|one| test(one)).count();
        let measured = count(|one| of_minisat(one).is_some());
        if measured == 0 {
            return Err("no times of MiniSat are given: measure them with `pipsc bench`, and give them with --times".into());
        }
        match count(is_interesting) {
            10.. => Ok(()),
            few => Err(format!(
                "of the {measured} instances that MiniSat was measured on, {few} are so: expected 10"
            )),
        }
    }),
};

/// The least time that MiniSat takes, solved or not, in seconds.
fn of_minisat(listed: &Listed) -> Option<(f64, TimeOutcome)> {
    let times = listed.times.iter().filter(|time| time.solver == "minisat");
    times
        .map(|time| (time.cpu_s, time.outcome))
        .min_by(|one, other| one.0.total_cmp(&other.0))
}

fn is_interesting(listed: &Listed) -> bool {
    let is_hard = of_minisat(listed).is_some_and(|(seconds, _)| seconds > TOO_EASY);
    let is_solved = listed
        .times
        .iter()
        .any(|time| time.outcome == TimeOutcome::Solved && time.cpu_s <= TOO_HARD);
    is_hard && is_solved
}
