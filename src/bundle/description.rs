//! What a bundle says to people: the licence, the README, and a description in the competition's form.
//!
//! `templates/bundle/` has the texts.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use tera::{Context, Tera};

use super::competition::{Competition, DescriptionForm, Licence};
use super::error::BundleError;
use super::manifest::{Listed, Manifest, Role, TimeOutcome};
use super::{Order, certify};
use crate::backend::Language;
use crate::generate::Family;
use crate::shell;

const README: &str = include_str!("../../templates/bundle/README.md");
const MARKDOWN: &str = include_str!("../../templates/bundle/description.md");
const LATEX: &str = include_str!("../../templates/bundle/description.tex");
const MIT: &str = include_str!("../../LICENSE-MIT");

/// The licence of a bundle.
pub(super) fn licence(order: &Order) -> String {
    let signature = &order.signature;
    let (author, year) = (signature.author(), signature.day().split('-').next());
    let holder = format!("Copyright (c) {} {author}", year.unwrap_or_default());
    match order.competition.terms().licence {
        Licence::Mit => {
            let lines = MIT.lines().map(|line| {
                if line.starts_with("Copyright (c) ") {
                    holder.as_str()
                } else {
                    line
                }
            });
            lines.map(|line| format!("{line}\n")).collect()
        }
        Licence::CcBy => format!(
            "{holder}\n\nThis work is licensed under the Creative Commons Attribution 4.0 International License.\n\
             To view a copy of this license, visit https://creativecommons.org/licenses/by/4.0/\n"
        ),
    }
}

/// The texts for people, each with its file.
pub(super) fn texts(
    order: &Order,
    manifest: &Manifest,
) -> Result<[(&'static str, String); 2], BundleError> {
    let terms = order.competition.terms();
    let form = terms.description;
    let say: fn(&str) -> String = match form {
        DescriptionForm::Markdown => str::to_owned,
        DescriptionForm::Ieee | DescriptionForm::Latex => tex,
    };
    let mut context = Context::new();
    let solvers = solvers(manifest);
    context.insert("title", terms.title);
    context.insert("version", env!("CARGO_PKG_VERSION"));
    context.insert("language", terms.language.title);
    context.insert("encoding", order.encoding.name());
    context.insert("licence", terms.licence.spdx());
    context.insert("author", &say(order.signature.author()));
    context.insert("date", &say(order.signature.day()));
    context.insert("description", &format!("`{}`", form.file()));
    context.insert("layout", &layout(order.competition));
    let beside = manifest.instances.iter().flat_map(|listed| &listed.beside);
    let certificates: Vec<&str> = beside
        .filter(|stored| stored.role == Role::Certificate)
        .map(|stored| stored.path.as_str())
        .collect();
    let is_proved = certificates
        .iter()
        .any(|path| certify::folder(path).is_some());
    let is_shown = certificates
        .iter()
        .any(|path| certify::folder(path).is_none());
    context.insert("proved", &is_proved);
    context.insert("shown", &is_shown);
    context.insert("command", &command(order, is_proved));
    context.insert("publications", &publications(say));
    context.insert("model", &say(&model(order)));
    context.insert("families", &families(manifest, say));
    let is_sized = |listed: &Listed| listed.variables.is_some() || listed.constraints.is_some();
    context.insert("sized", &manifest.instances.iter().any(is_sized));
    context.insert("units", &units(order.competition));
    context.insert("counts", &terms.asks_count);
    context.insert("ieee", &(form == DescriptionForm::Ieee));
    let columns: Vec<String> = solvers.iter().map(|solver| say(solver)).collect();
    context.insert("solvers", &columns);
    let rows = manifest
        .instances
        .iter()
        .map(|listed| row(listed, &solvers, say));
    context.insert("instances", &rows.collect::<Vec<_>>());
    let measured = manifest.instances.iter().flat_map(|listed| &listed.times);
    let measured: BTreeSet<String> = measured
        .map(|time| {
            let from = time.from.as_str();
            // What a figure is scaled from is said of the figure.
            let from = from.split_once("; ").map_or(from, |(_, measured)| measured);
            say(&format!("Measured: {from}."))
        })
        .collect();
    context.insert("measured", &measured);
    let template = match form {
        DescriptionForm::Markdown => MARKDOWN,
        DescriptionForm::Ieee | DescriptionForm::Latex => LATEX,
    };
    let filled = |template| {
        Tera::one_off(template, &context, false)
            .map_err(|problem| BundleError::Internal(format!("internal fault: {problem:?}")))
    };
    Ok([
        ("README.md", filled(README)?),
        (form.file(), filled(template)?),
    ])
}

/// Where things are in the folder.
fn layout(competition: Competition) -> Vec<Place> {
    let places: &[[&'static str; 2]] = match competition {
        Competition::MiniZincChallenge => &[
            ["the model", "`pips/*.mzn`"],
            ["the instances, and a toy", "`pips/*.dzn`, `pips/toy.dzn`"],
        ],
        Competition::SatCompetition => &[["the instances", "`pips/*.cnf.xz`"]],
        Competition::SmtLib => &[["the instances, by logic", "`non-incremental/`"]],
        Competition::PbCompetition => &[["the instances, a folder a domain", "`pips-*/`"]],
        Competition::Xcsp3 => &[["the instances, a folder a series", "`Pips-*/`"]],
        Competition::ModelCounting => &[
            ["the instances", "`pips/*.cnf`"],
            ["the answers that are expected", "`expected/`"],
        ],
    };
    places
        .iter()
        .map(|&[what, place]| Place { what, place })
        .collect()
}

#[derive(Debug, Serialize)]
struct Place {
    what: &'static str,
    place: &'static str,
}

/// The command that makes the bundle again, in its folder.
fn command(order: &Order, is_proved: bool) -> String {
    let Order {
        competition,
        encoding,
        signature,
        ..
    } = order;
    let mut words = vec!["pipsc bundle --for".into(), competition.to_string()];
    if *encoding != competition.language().encodings[0] {
        words.extend(["--encoding".into(), encoding.to_string()]);
    }
    let options = [("--author", &signature.author), ("--date", &signature.day)];
    for (option, value) in options {
        if let Some(value) = value {
            words.extend([option.into(), shell::quoted(value.raw())]);
        }
    }
    if order.status_limit != super::STATUS_LIMIT {
        let limit = format!("{}s", order.status_limit.as_secs_f64());
        words.extend(["--status-limit".into(), limit]);
    }
    if is_proved {
        words.push("--certify".into());
    }
    words.extend(["puzzles/ --times manifest.json -o ../again/".into()]);
    words.join(" ")
}

/// Who published formulations.
fn publications(say: fn(&str) -> String) -> Vec<String> {
    let encodings = Language::ALL
        .into_iter()
        .flat_map(|language| language.encodings);
    let published = encodings.filter_map(|encoding| encoding.published());
    let all: BTreeSet<String> = published.map(|one| say(&one.to_string())).collect();
    all.into_iter().collect()
}

/// What the instances are made of, in words.
fn model(order: &Order) -> String {
    let written = match order.encoding.published() {
        Some(published) => format!(" as published by {published}"),
        None => String::new(),
    };
    format!(
        "Each instance is written in the encoding `{}` of pipsc{written}; the documentation of pipsc, `docs/encodings.md`, explains it. A \
         Boolean for each placement of a kind of domino on an edge of the board, one way round, is its core. Equal dominoes \
         are one kind with a count, so that a solution is one assignment of the placements.",
        order.encoding
    )
}

#[derive(Debug, Serialize)]
struct FamilyRow {
    name: String,
    count: usize,
    about: String,
}

fn families(manifest: &Manifest, say: fn(&str) -> String) -> Vec<FamilyRow> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for listed in &manifest.instances {
        *counts.entry(&listed.family).or_default() += 1;
    }
    let about = |name: &str| match name.parse::<Family>() {
        Ok(family) => family.about(),
        Err(_) if name == "set" => {
            "Dominoes of a set, laid on a board that is cut into regions like the newspaper's; built from a solution."
        }
        Err(_) => "Puzzles that were given as files.",
    };
    let rows = counts.into_iter().map(|(name, count)| FamilyRow {
        name: say(name),
        count,
        about: say(about(name)),
    });
    rows.collect()
}

#[derive(Debug, Serialize)]
struct Units {
    variables: &'static str,
    constraints: &'static str,
}

fn units(competition: Competition) -> Units {
    let constraints = match competition {
        Competition::SatCompetition | Competition::ModelCounting => "clauses",
        Competition::SmtLib => "assertions",
        Competition::MiniZincChallenge | Competition::PbCompetition | Competition::Xcsp3 => {
            "constraints"
        }
    };
    Units {
        variables: "variables",
        constraints,
    }
}

/// The solvers that were measured, by the names of their columns.
fn solvers(manifest: &Manifest) -> Vec<String> {
    let times = manifest.instances.iter().flat_map(|listed| &listed.times);
    let names: BTreeSet<String> = times.map(|time| time.solver.clone()).collect();
    names.into_iter().collect()
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    toy: bool,
    status: String,
    solutions: String,
    variables: String,
    constraints: String,
    bytes: u64,
    times: Vec<String>,
}

fn row(listed: &Listed, solvers: &[String], say: fn(&str) -> String) -> Row {
    let number = |number: Option<u64>| number.map_or("-".into(), |number| number.to_string());
    let time = |solver: &String| {
        let times = listed.times.iter().filter(|time| time.solver == *solver);
        // The best that the solver does, in whichever encoding.
        let best = times.min_by(|one, other| {
            let key = |time: &super::Time| (time.outcome == TimeOutcome::Unsolved, time.cpu_s);
            key(one)
                .partial_cmp(&key(other))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        match best {
            None => "-".into(),
            Some(time) => {
                let seconds = seconds(time.cpu_s);
                let scaled = if time.from.starts_with("scaled") {
                    "about "
                } else {
                    ""
                };
                match time.outcome {
                    TimeOutcome::Solved => format!("{scaled}{seconds}"),
                    TimeOutcome::Unsolved => say(&format!(">{seconds}")),
                }
            }
        }
    };
    Row {
        name: say(&listed.name),
        toy: listed.toy,
        status: listed.status.to_string(),
        solutions: listed.solutions.clone().unwrap_or_else(|| "-".into()),
        variables: number(listed.variables),
        constraints: number(listed.constraints),
        bytes: listed.file.bytes,
        times: solvers.iter().map(time).collect(),
    }
}

/// Seconds with as many places as mean something; nothing takes no time at all.
fn seconds(seconds: f64) -> String {
    match seconds {
        ..0.001 => "0.001".into(),
        ..0.01 => format!("{seconds:.3}"),
        ..10.0 => format!("{seconds:.2}"),
        _ => format!("{seconds:.0}"),
    }
}

/// A text as LaTeX shows it.
fn tex(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut before = ' ';
    for char in text.chars() {
        // A quotation mark opens what comes after it, unless it ends a word.
        let opens = before.is_whitespace() || "([{-".contains(before);
        before = char;
        match char {
            '\\' => shown.push_str("\\textbackslash{}"),
            '~' => shown.push_str("\\textasciitilde{}"),
            '^' => shown.push_str("\\textasciicircum{}"),
            '<' => shown.push_str("$<$"),
            '>' => shown.push_str("$>$"),
            '`' if opens => shown.push('`'),
            '`' => shown.push('\''),
            '"' if opens => shown.push_str("``"),
            '"' => shown.push_str("''"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => shown.extend(['\\', char]),
            char => shown.push(char),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_places_that_mean_something() {
        let shown = [0.0, 0.0042, 0.04, 1.234, 64.2].map(seconds);
        assert_eq!(shown, ["0.001", "0.004", "0.04", "1.23", "64"]);
    }

    #[test]
    fn latex_is_shown_what_it_would_take_for_commands() {
        assert_eq!(
            tex("a_b & 100% of {x} \\ ~^"),
            "a\\_b \\& 100\\% of \\{x\\} \\textbackslash{} \\textasciitilde{}\\textasciicircum{}"
        );
        assert_eq!(
            tex("\"Solving it\", (\"twice\") in `compact`, or `lia`."),
            "``Solving it'', (``twice'') in `compact', or `lia'."
        );
    }
}
