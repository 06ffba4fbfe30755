//! What a bench came to, and how it is reported.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::Bench;
use super::choices::BenchFormat;
use crate::bench::report;
use crate::bench::{Machine, Record, Summary, Tally};
use crate::cli::{Failure, output, say};
use crate::exit::Exit;
use crate::json;

/// What was measured, for the report.
#[derive(Debug)]
pub(super) struct Results {
    pub(super) tally: Tally,
    /// Every run as a line, if that is the report.
    pub(super) csv: Option<String>,
    /// There is to be a report.
    pub(super) is_wanted: bool,
}

impl Results {
    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    pub(super) fn add(&mut self, record: &Record) {
        self.tally.add(record);
        if let Some(csv) = &mut self.csv {
            csv.push_str(&report::csv(record));
        }
    }
}

impl Bench {
    /// Reports what was asked for, and tells what it means for the exit code.
    pub(super) fn report(&self, results: &Results) -> Result<Exit, Failure> {
        let tally = &results.tally;
        let kinds = tally.kinds();
        let is_apart = kinds.len() > 1 && !self.mix_machines;
        let mut summaries = if is_apart {
            tally.by_machine()
        } else {
            vec![tally.summary()]
        };
        if let Some(name) = &self.baseline {
            for summary in &mut summaries {
                summary.against(baseline(summary, name)?);
            }
        }
        if is_apart {
            let kinds = kinds.iter().map(|(machine, runs)| {
                let name = machine.map_or("an unknown machine".to_owned(), Machine::to_string);
                format!("  {name}: {runs} runs")
            });
            let kinds: Vec<String> = kinds.collect();
            if self.html.is_some() || self.plots.is_some() {
                return Err(Failure::Usage(format!(
                    "--html and --plots would compare times of different kinds of machines:\n{}\n\
                     --mix-machines does so all the same",
                    kinds.join("\n")
                )));
            }
            say::warning(&format_args!(
                "the runs were made on {} kinds of machines, whose times are not compared:\n{}\n\
                 --mix-machines compares them all the same",
                kinds.len(),
                kinds.join("\n")
            ));
        }
        if let (Some(path), [summary]) = (&self.html, &summaries[..]) {
            let page = report::html(summary).map_err(|problem| {
                Failure::Internal(format!("the report cannot be made: {problem}"))
            })?;
            output::to_path(path, |out| out.write_all(page.as_bytes()))?;
        }
        if let (Some(folder), [summary]) = (&self.plots, &summaries[..]) {
            self.plot(summary, folder)?;
        }
        let one_by_one = |form: &dyn Fn(&Summary) -> String| {
            let texts: Vec<String> = summaries.iter().map(form).collect();
            texts.join("\n")
        };
        let text = match self.format {
            BenchFormat::Text => one_by_one(&|summary| report::text(summary, self.each)),
            BenchFormat::Markdown => one_by_one(&report::markdown),
            BenchFormat::Json => json::document(&report::json(&summaries)) + "\n",
            BenchFormat::Csv => results.csv.clone().unwrap_or_default(),
            BenchFormat::None => String::new(),
        };
        anstream::stdout()
            .write_all(text.as_bytes())
            .map_err(|problem| Failure::writing(Path::new("standard output"), problem))?;
        let is_wrong = summaries.iter().any(Summary::is_wrong);
        let is_good = summaries.iter().all(|summary| summary.problems.is_empty());
        Ok(match (is_wrong, is_good) {
            (true, _) => Exit::Rejected,
            (false, false) => Exit::NoSolver,
            (false, true) => Exit::Done,
        })
    }

    fn plot(&self, summary: &Summary, folder: &Path) -> Result<(), Failure> {
        fs::create_dir_all(folder).map_err(|problem| Failure::writing(folder, problem))?;
        let mut plots = vec![
            ("cactus.svg", report::cactus(summary)),
            ("growth.svg", report::growth(summary)),
        ];
        if let Some(baseline) = summary.baseline {
            let other = usize::from(baseline == 0).min(summary.columns.len() - 1);
            plots.push(("scatter.svg", report::scatter(summary, other, baseline)));
        }
        for (name, svg) in plots {
            output::to_path(&folder.join(name), |out| out.write_all(svg.as_bytes()))?;
        }
        Ok(())
    }
}

/// The number of the column that is to be compared with.
pub(super) fn baseline(summary: &Summary, name: &str) -> Result<usize, Failure> {
    summary.find(name).ok_or_else(|| {
        let names: Vec<String> = summary
            .columns
            .iter()
            .map(|column| column.column.to_string())
            .collect();
        Failure::Usage(format!(
            "--baseline: no single column is called `{name}`; the columns are {}",
            names.join(", ")
        ))
    })
}
