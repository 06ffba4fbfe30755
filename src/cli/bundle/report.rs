//! What is said of a bundle that was made or checked.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::bundle::{Competition, Fault, Inspection, Manifest, Outcome, instances};
use crate::cli::output::{self, ReportFormat};
use crate::cli::{CliError, say};
use crate::exit::Exit;
use crate::json::document;
use crate::visible;

/// What became of the instances that are asked for, and of those that were there.
#[derive(Debug)]
pub(super) struct Changes {
    /// How many were written.
    pub(super) new: usize,
    /// How many were there already.
    pub(super) kept: usize,
    /// Those that are not asked for any more.
    pub(super) removed: Vec<String>,
}

/// A bundle is there.
pub(super) fn made(
    format: ReportFormat,
    competition: Competition,
    folder: &Path,
    manifest: &Manifest,
    changes: &Changes,
) -> Result<Exit, CliError> {
    let Changes { new, kept, removed } = changes;
    output::to_stdout(|out| match format {
        ReportFormat::Json => {
            let value =
                json!({ "made": new, "kept": kept, "removed": removed, "manifest": manifest });
            writeln!(out, "{}", document(&value))
        }
        ReportFormat::Text => {
            let folder = visible::path(folder);
            let gone = match removed.len() {
                0 => String::new(),
                count => format!(", {count} removed"),
            };
            writeln!(
                out,
                "{folder}: {} for {} ({new} written, {kept} kept{gone})",
                instances(manifest.instances.len()),
                competition.title()
            )?;
            if say::is_quiet() {
                return Ok(());
            }
            writeln!(
                out,
                "Read the description and README.md, then: pipsc bundle --check {folder}"
            )
        }
    })?;
    Ok(Exit::Done)
}

/// What was checked by whom, and what came of it.
pub(super) fn inspected(
    format: ReportFormat,
    folder: &Path,
    inspection: &Inspection,
) -> Result<Exit, CliError> {
    output::to_stdout(|out| match format {
        ReportFormat::Json => writeln!(out, "{}", document(&value(inspection))),
        ReportFormat::Text => text(out, folder, inspection),
    })?;
    Ok(match inspection.is_accepted() {
        true => Exit::Done,
        false => Exit::Rejected,
    })
}

fn text(out: &mut dyn Write, folder: &Path, inspection: &Inspection) -> io::Result<()> {
    let (title, count) = (inspection.competition.title(), inspection.instances);
    writeln!(
        out,
        "{}: {} for {title}\n",
        visible::path(folder),
        instances(count)
    )?;
    for finding in &inspection.findings {
        let (word, faults, why): (_, &[Fault], _) = match &finding.outcome {
            Outcome::Passed(_) => ("ok", &[], None),
            Outcome::Doubted(faults) => ("doubtful", faults.as_slice(), None),
            Outcome::Failed(faults) => ("WRONG", faults.as_slice(), None),
            Outcome::Unchecked(why) => ("unchecked", &[], Some(why)),
        };
        writeln!(
            out,
            "{word:<9}  {:<18}  {} ({})",
            finding.check, finding.says, finding.by
        )?;
        for fault in faults {
            writeln!(out, "             {fault}")?;
        }
        if let Some(why) = why {
            writeln!(out, "             {why}")?;
        }
    }
    let number = |test: fn(&Outcome) -> bool| {
        let outcomes = inspection.findings.iter().map(|finding| &finding.outcome);
        outcomes.filter(|outcome| test(outcome)).count()
    };
    let wrong = number(|outcome| matches!(outcome, Outcome::Failed(_)));
    let doubtful = number(|outcome| matches!(outcome, Outcome::Doubted(_)));
    let unchecked = number(|outcome| matches!(outcome, Outcome::Unchecked(_)));
    let verdict = match wrong {
        0 => format!(
            "Nothing is wrong with it, as far as it could be checked; {title} should accept it."
        ),
        _ => format!("{title} would refuse it."),
    };
    writeln!(
        out,
        "\n{verdict} Of {} checks, {wrong} found it wrong and {doubtful} doubtful; {unchecked} could not be made.",
        inspection.findings.len()
    )
}

fn value(inspection: &Inspection) -> Value {
    let faults = |faults: &[Fault]| -> Vec<Value> {
        let faults = faults.iter();
        faults
            .map(|fault| json!({ "place": fault.place, "what": fault.what }))
            .collect()
    };
    let checks: Vec<Value> = (inspection.findings.iter())
        .map(|finding| {
            let (outcome, found) = match &finding.outcome {
                Outcome::Passed(count) => ("passed", json!({ "count": count })),
                Outcome::Doubted(doubts) => ("doubted", json!({ "faults": faults(doubts) })),
                Outcome::Failed(wrong) => ("failed", json!({ "faults": faults(wrong) })),
                Outcome::Unchecked(why) => ("unchecked", json!({ "why": why })),
            };
            let mut check = json!({
                "check": finding.check,
                "says": finding.says,
                "by": finding.by,
                "outcome": outcome,
            });
            if let (Value::Object(check), Value::Object(found)) = (&mut check, found) {
                check.extend(found);
            }
            check
        })
        .collect();
    json!({
        "competition": inspection.competition.name(),
        "instances": inspection.instances,
        "accepted": inspection.is_accepted(),
        "checks": checks,
    })
}
