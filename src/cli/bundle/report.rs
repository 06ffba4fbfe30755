//! Reports of `pipsc bundle`.

use std::path::Path;

use serde_json::{Value, json};

use crate::bundle::{Bundle, CompetitionSpec, FileDifference, Manifest, TimeRecord, instances};
use crate::cli::args::ReportArguments;
use crate::cli::{CliError, log};
use crate::exit::Exit;
use crate::limits::Budget;
use crate::visible;

/// Reports a new bundle.
pub(super) fn made(
    report: &ReportArguments,
    competition: &CompetitionSpec,
    folder: &Path,
    bundle: &Bundle,
) -> Result<Exit, CliError> {
    for missing in &bundle.missing {
        log::warning(&format_args!("not yet a full submission: {missing}"));
    }
    report.print(
        || json!({ "missing": bundle.missing, "manifest": bundle.manifest }),
        |out| {
            let folder = visible::path(folder);
            let count = instances(bundle.manifest.instances.len());
            writeln!(out, "{folder}: {count} for {}", competition.title)?;
            if log::is_quiet() {
                return Ok(());
            }
            writeln!(
                out,
                "Read README.md and the description, then: pipsc bundle --check {folder} && sh {folder}/check.sh"
            )
        },
    )?;
    Ok(Exit::Done)
}

/// Reports the comparison of a bundle with its regenerated files.
pub(super) fn checked(
    report: &ReportArguments,
    folder: &Path,
    manifest: &Manifest,
    differences: &[FileDifference],
) -> Result<Exit, CliError> {
    let is_same = differences.iter().all(|one| one.is_text);
    report.print(
        || {
            let rows = differences.iter();
            let rows =
                rows.map(|one| json!({ "path": one.path, "what": one.what, "text": one.is_text }));
            json!({
                "competition": manifest.competition,
                "instances": manifest.instances.len(),
                "same": is_same,
                "differences": rows.collect::<Vec<Value>>(),
            })
        },
        |out| {
            for one in differences {
                let what = if one.is_text {
                    "it was edited"
                } else {
                    one.what
                };
                writeln!(out, "{}: {what}", visible::Visible(&one.path))?;
            }
            let (folder, count) = (visible::path(folder), instances(manifest.instances.len()));
            match is_same {
                true => writeln!(
                    out,
                    "{folder}: {count}, equal to the regenerated files; sh {folder}/check.sh runs third-party checkers"
                ),
                false => writeln!(
                    out,
                    "{folder}: {count}; the bundle differs from the regenerated files"
                ),
            }
        },
    )?;
    Ok(if is_same { Exit::Done } else { Exit::Rejected })
}

/// Lists the shipped recipes.
pub(super) fn list(
    report: &ReportArguments,
    competitions: impl Iterator<Item = &'static CompetitionSpec>,
    budget: &Budget,
) -> Result<Exit, CliError> {
    let mut text = String::new();
    let mut values = Vec::new();
    for competition in competitions {
        text += &format!(
            "{} ({}), {}\n",
            competition.title, competition.name, competition.about
        );
        let mut rows = Vec::new();
        for shipped in competition.recipes().map_err(CliError::usage)? {
            let recipe = shipped.recipe;
            let puzzle = super::generate(&recipe, budget)?;
            let (cells, dominoes) = (puzzle.cells().len(), puzzle.dominoes().len());
            let times: Vec<String> = shipped.times.iter().map(time).collect();
            let name = recipe.name();
            text += &format!("  {name:<34} {cells:>4} cells  {}\n", times.join(", "));
            rows.push(json!({
                "name": name, "recipe": recipe.words(), "cells": cells, "dominoes": dominoes, "times": shipped.times,
            }));
        }
        values.push(json!({ "competition": competition.name, "recipes": rows }));
    }
    report.print(|| Value::Array(values), |out| write!(out, "{text}"))?;
    Ok(Exit::Done)
}

/// `kissat 9.7 s`, `minisat > 62 s`.
fn time(time: &TimeRecord) -> String {
    let limit = if time.solved { "" } else { "> " };
    format!("{} {limit}{} s", time.solver, time.cpu_s)
}
