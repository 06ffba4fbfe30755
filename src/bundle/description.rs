//! The texts of a bundle: the licence, the README, `check.sh`, and the description, in Markdown or LaTeX.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use tera::{Context, Tera};

use super::manifest::{BundleInstance, Manifest};
use super::{BundleError, BundleOptions, STATUS_LIMIT, TimeRecord};
use crate::backend::ENCODINGS;
use crate::generate::Family;
use crate::shell;

const MIT: &str = include_str!("../../LICENSE-MIT");

#[derive(Debug, Serialize)]
struct FamilyRow<'a> {
    name: &'a str,
    count: usize,
    about: &'static str,
}

#[derive(Debug, Serialize)]
struct InstanceRow<'a> {
    instance: &'a BundleInstance,
    times: Vec<String>,
}

/// Renders the texts, each with its file name.
pub(super) fn texts(
    options: &BundleOptions,
    manifest: &Manifest,
) -> Result<[(&'static str, String); 4], BundleError> {
    let competition = options.competition;
    let solvers: BTreeSet<&str> = (manifest.instances.iter().flat_map(|one| &one.times))
        .map(|time| time.solver.as_str())
        .collect();
    let rows: Vec<InstanceRow<'_>> = (manifest.instances.iter())
        .map(|instance| InstanceRow {
            instance,
            times: solvers
                .iter()
                .map(|solver| best(instance, solver))
                .collect(),
        })
        .collect();
    let measured: BTreeSet<&str> = (manifest.instances.iter().flat_map(|one| &one.times))
        .map(|time| time.from.as_str())
        .collect();
    let published: BTreeSet<String> = (ENCODINGS.iter())
        .filter_map(|encoding| encoding.citation.map(ToString::to_string))
        .collect();
    let is_default = options.encoding == competition.language.encodings()[0];
    let model = match options.encoding.citation {
        _ if is_default => competition.model.clone(),
        Some(published) => format!("The formulation is that of {published}."),
        None => format!(
            "`docs/encodings.md` of pipsc describes the encoding `{}`.",
            options.encoding
        ),
    };
    let description = if competition.latex {
        "description.tex"
    } else {
        "DESCRIPTION.md"
    };
    let mut context = Context::new();
    context.insert("title", &competition.title);
    context.insert("language", competition.language.title);
    context.insert("description", description);
    context.insert("manifest", manifest);
    context.insert("author", options.signature.author());
    context.insert("date", options.signature.day());
    context.insert("families", &families(manifest));
    context.insert("rows", &rows);
    context.insert("solvers", &solvers);
    context.insert("measured", &measured);
    context.insert("published", &published);
    context.insert("model", &model);
    context.insert("origins", &origins(manifest));
    context.insert("command", &command(options, manifest));
    context.insert("check", competition.check.trim());
    let filled = |template| {
        Tera::one_off(template, &context, false)
            .map_err(|problem| BundleError::Internal(format!("{problem:?}")))
    };
    let page = filled(include_str!("../../templates/bundle/description.md"))?;
    let page = match competition.latex {
        true => latex(&page),
        false => page,
    };
    Ok([
        ("LICENSE", licence(options, manifest)),
        (
            "README.md",
            filled(include_str!("../../templates/bundle/README.md"))?,
        ),
        (description, page),
        (
            "check.sh",
            filled(include_str!("../../templates/bundle/check.sh"))?,
        ),
    ])
}

fn licence(options: &BundleOptions, manifest: &Manifest) -> String {
    let holder = options.signature.copyright();
    let mut text = match options.competition.licence.as_str() {
        "MIT" => {
            let lines = MIT.lines();
            let line = |line: &'static str| match line.starts_with("Copyright (c) ") {
                true => format!("{holder}\n"),
                false => format!("{line}\n"),
            };
            lines.map(line).collect()
        }
        _ => format!(
            "{holder}\n\nThis work is licensed under the Creative Commons Attribution 4.0 International License.\n\
             To view a copy of this license, visit https://creativecommons.org/licenses/by/4.0/\n"
        ),
    };
    for origin in origins(manifest) {
        text += &format!("\n{origin}\n");
    }
    text
}

/// Attributes the puzzles that pipsc has not generated, a sentence for each source.
fn origins(manifest: &Manifest) -> Vec<String> {
    let mut names: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for instance in &manifest.instances {
        if let Some(origin) = &instance.origin {
            let key = (origin.source.as_str(), origin.licence.as_str());
            names.entry(key).or_default().push(&instance.name);
        }
    }
    let sentence = |((source, licence), names): ((&str, &str), Vec<&str>)| {
        format!("From {source}, under {licence}: {}.", names.join(", "))
    };
    names.into_iter().map(sentence).collect()
}

fn families(manifest: &Manifest) -> Vec<FamilyRow<'_>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for instance in &manifest.instances {
        *counts.entry(&instance.family).or_default() += 1;
    }
    let about = |name: &str| match name.parse::<Family>() {
        Ok(family) => family.info().about,
        Err(_) => "Puzzles that were given as files.",
    };
    let rows = counts.into_iter();
    rows.map(|(name, count)| FamilyRow {
        name,
        count,
        about: about(name),
    })
    .collect()
}

/// Formats the best time of a solver, `-` without one.
fn best(instance: &BundleInstance, solver: &str) -> String {
    let times = instance.times.iter().filter(|time| time.solver == solver);
    let key = |time: &&TimeRecord| (!time.solved, (time.cpu_s * 1e6) as u64);
    match times.min_by_key(key) {
        None => "-".into(),
        Some(time) => {
            let limit = if time.solved { "" } else { ">" };
            match time.cpu_s {
                ..10.0 => format!("{limit}{:.2}", time.cpu_s),
                _ => format!("{limit}{:.0}", time.cpu_s),
            }
        }
    }
}

/// Returns the command that makes the bundle again, in its folder.
fn command(options: &BundleOptions, manifest: &Manifest) -> String {
    let mut words = vec![format!("pipsc bundle --for {}", options.competition.name)];
    if options.encoding != options.competition.language.encodings()[0] {
        words.push(format!("--encoding {}", options.encoding));
    }
    let signature = [
        ("--author", &options.signature.author),
        ("--date", &options.signature.day),
    ];
    for (option, value) in signature {
        if let Some(value) = value {
            words.push(format!("{option} {}", shell::quoted(value.raw())));
        }
    }
    if options.status_limit != STATUS_LIMIT {
        words.push(format!(
            "--status-limit {}s",
            options.status_limit.as_secs_f64()
        ));
    }
    if let Some(origin) = manifest
        .instances
        .iter()
        .find_map(|one| one.origin.as_ref())
    {
        let [source, licence] = [&origin.source, &origin.licence].map(|word| shell::quoted(word));
        words.push(format!("--source {source} --licence {licence}"));
    }
    words.push("puzzles/ --times manifest.json -o ../again/".into());
    words.join(" ")
}

/// Converts the Markdown of the description to LaTeX in IEEE style: a title, sections, lists, one table,
/// paragraphs.
fn latex(markdown: &str) -> String {
    let mut out = String::from(
        "\\documentclass[conference]{IEEEtran}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\begin{document}\n",
    );
    let mut open = "";
    for line in markdown.lines() {
        let environment = match line.get(..2) {
            Some("- ") => "itemize",
            Some("| ") => "tabular",
            _ => "",
        };
        if environment != open {
            out += match open {
                "itemize" => "\\end{itemize}\n",
                "tabular" => "\\end{tabular}\n\\end{table*}\n",
                _ => "",
            };
            if environment == "itemize" {
                out += "\\begin{itemize}\n";
            } else if environment == "tabular" {
                let columns = "l".repeat(line.matches('|').count() - 1);
                out += &format!(
                    "\\begin{{table*}}[!t]\n\\centering\\scriptsize\\setlength{{\\tabcolsep}}{{3pt}}\n\\begin{{tabular}}{{{columns}}}\n"
                );
            }
            open = environment;
        }
        out += &match (line.split_once(' '), environment) {
            (Some(("#", title)), _) => format!("\\title{{{}}}\n", tex(title)),
            (Some(("by", author)), _) => {
                format!(
                    "\\author{{\\IEEEauthorblockN{{{}}}}}\n\\maketitle\n",
                    tex(author)
                )
            }
            (Some(("##", section)), _) => format!("\\section{{{}}}\n", tex(section)),
            (_, "tabular") if line.starts_with("| ---") => "\\hline\n".into(),
            (_, "tabular") => {
                let cells = line.trim_matches(['|', ' ']).split(" | ").map(tex);
                format!("{} \\\\\n", cells.collect::<Vec<_>>().join(" & "))
            }
            (_, "itemize") => format!("\\item {}\n", tex(&line[2..])),
            _ => format!("{}\n", tex(line)),
        };
    }
    out + "\\end{document}\n"
}

/// Escapes a text for LaTeX. A backquote starts or ends typewriter type.
fn tex(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let (mut is_code, mut is_quoted) = (false, false);
    for char in text.chars() {
        match char {
            '\\' => shown.push_str("\\textbackslash{}"),
            '~' => shown.push_str("\\textasciitilde{}"),
            '^' => shown.push_str("\\textasciicircum{}"),
            '<' => shown.push_str("$<$"),
            '>' => shown.push_str("$>$"),
            '`' => {
                shown.push_str(if is_code { "}" } else { "\\texttt{" });
                is_code = !is_code;
            }
            '"' => {
                shown.push_str(if is_quoted { "''" } else { "``" });
                is_quoted = !is_quoted;
            }
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
    fn latex_is_escaped_and_balanced() {
        assert_eq!(
            tex("a_b & 100% of {x} \\ ~ \"Solving\" `tile[e]` >60"),
            "a\\_b \\& 100\\% of \\{x\\} \\textbackslash{} \\textasciitilde{} ``Solving'' \\texttt{tile[e]} $>$60"
        );
        let text = latex(
            "# Pips\nby Ada\n## Table\n- one\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nend\n",
        );
        for environment in ["itemize", "tabular", "table*", "document"] {
            let count = |word: &str| text.matches(&format!("\\{word}{{{environment}}}")).count();
            assert_eq!((count("begin"), count("end")), (1, 1), "{text}");
        }
        assert!(text.contains("a & b \\\\\n\\hline\n1 & 2 \\\\\n"), "{text}");
    }
}
