//! The page of an XCSP3 file: what all encodings write alike.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};

use crate::backend::{Emission, Profile};
use crate::model::{
    CellId, Constraint, ConstraintKind, Model, Origin, Pips, PlacementId, Relation, Rule,
};

/// As many characters of names stand on a line of a long list.
const WIDTH: usize = 90;

/// A file on its way out.
pub(super) struct Page<'a> {
    pub(super) model: &'a Model,
    emission: &'a Emission<'a>,
    out: &'a mut dyn Write,
    depth: usize,
}

impl<'a> Page<'a> {
    pub(super) fn new(emission: &'a Emission<'a>, out: &'a mut dyn Write) -> Self {
        Page {
            model: emission.model,
            emission,
            out,
            depth: 0,
        }
    }

    /// The whole instance: its head, its variables and its constraints.
    pub(super) fn instance(
        &mut self,
        variables: impl FnOnce(&mut Self) -> io::Result<()>,
        constraints: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.line(r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        self.head()?;
        self.within(r#"instance format="XCSP3" type="CSP""#, |page| {
            page.within("variables", variables)?;
            page.within("constraints", constraints)
        })
    }

    fn head(&mut self) -> io::Result<()> {
        let plan = self.emission.plan;
        let provenance = &plan.provenance;
        self.comment("Pips: cover the board with the dominoes, so that the pips keep the rule of every region.")?;
        self.comment(format_args!(
            "Written by pipsc {}; encoding {}.",
            env!("CARGO_PKG_VERSION"),
            plan.encoding
        ))?;
        if let Some(published) = plan.encoding.published() {
            self.comment(format_args!("Formulation: {published}"))?;
        }
        self.comment(provenance.terms(plan.encoding))?;
        if !provenance.instance.raw().is_empty() {
            self.comment(format_args!("Instance: {}", provenance.instance))?;
        }
        if let Some(title) = &self.model.title {
            self.comment(format_args!("Title: {title}"))?;
        }
        if let Some(seed) = provenance.seed {
            self.comment(format_args!("Seed: {seed}"))?;
        }
        Ok(())
    }

    /// A comment on a line of its own.
    pub(super) fn comment(&mut self, text: impl Display) -> io::Result<()> {
        self.line(format_args!("<!-- {} -->", in_comment(&text)))
    }

    /// A line of its own.
    pub(super) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{:1$}{text}", "", 2 * self.depth)
    }

    /// An element around others. What opens it may have attributes.
    pub(super) fn within(
        &mut self,
        opening: &str,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let name = opening.split(' ').next().unwrap_or(opening);
        self.line(format_args!("<{opening}>"))?;
        self.depth += 1;
        inside(self)?;
        self.depth -= 1;
        self.line(format_args!("</{name}>"))
    }

    /// An element on one line.
    pub(super) fn element(&mut self, opening: &str, text: impl Display) -> io::Result<()> {
        let name = opening.split(' ').next().unwrap_or(opening);
        self.line(format_args!("<{opening}> {text} </{name}>"))
    }

    /// An element with a list of words, on as many lines as it takes.
    pub(super) fn list(
        &mut self,
        opening: &str,
        words: impl IntoIterator<Item = String>,
    ) -> io::Result<()> {
        let mut lines = vec![String::new()];
        for word in words {
            let full = |line: &String| !line.is_empty() && line.len() + word.len() >= WIDTH;
            if lines.last().is_some_and(full) {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(&word);
            }
        }
        match lines.as_slice() {
            [line] => self.element(opening, line),
            lines => self.within(opening, |page| {
                lines.iter().try_for_each(|line| page.line(line))
            }),
        }
    }

    /// Constraints that belong together.
    pub(super) fn block(
        &mut self,
        class: Option<&str>,
        note: &str,
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let class = class.map_or(String::new(), |class| format!(r#" class="{class}""#));
        let opening = format!("block{class}{}", self.note(note));
        self.within(&opening, inside)
    }

    /// A note as an attribute, with a blank before it; nothing in a file for a competition.
    pub(super) fn note(&self, text: &str) -> String {
        match self.emission.plan.profile {
            Profile::Run | Profile::Count => format!(r#" note="{}""#, in_attribute(text)),
            Profile::Submit => String::new(),
        }
    }

    /// The same constraint for several lists of arguments.
    pub(super) fn group(
        &mut self,
        note: &str,
        template: impl FnOnce(&mut Self) -> io::Result<()>,
        arguments: impl IntoIterator<Item = String>,
    ) -> io::Result<()> {
        let opening = format!("group{}", self.note(note));
        self.within(&opening, |page| {
            template(page)?;
            let mut arguments = arguments.into_iter();
            arguments.try_for_each(|words| page.element("args", words))
        })
    }

    /// A count of values in a list of variables.
    pub(super) fn count(
        &mut self,
        list: impl IntoIterator<Item = String>,
        values: &str,
        times: &str,
    ) -> io::Result<()> {
        self.within("count", |page| {
            page.list("list", list)?;
            page.element("values", values)?;
            page.element("condition", format_args!("(eq,{times})"))
        })
    }

    /// Something that cannot be: some cell shows more pips than any half has. Solvers differ on
    /// constraints without variables or without supports; this one they all read alike.
    pub(super) fn impossible(&mut self, cell: CellId, note: &str) -> io::Result<()> {
        let most = self.model.supply().last().map_or(0, |(most, _)| most + 1);
        let opening = format!("intension{}", self.note(note));
        let name = value_name(self.model, cell);
        self.element(&opening, format_args!("eq({name},{most})"))
    }

    /// The variables of the cells.
    pub(super) fn values(&mut self) -> io::Result<()> {
        self.comment("The pips that each cell shows.")?;
        let mut first: Option<(CellId, &[Pips])> = None;
        for cell in self.model.cell_ids() {
            let name = value_name(self.model, cell);
            let domain = &*self.model.cell(cell).domain;
            match first {
                Some((like, same)) if same == domain => {
                    let like = value_name(self.model, like);
                    self.line(format_args!(r#"<var id="{name}" as="{like}"/>"#))?;
                }
                _ => {
                    first = Some((cell, domain));
                    let values = intervals(domain.iter().map(|&pips| i64::from(pips)));
                    self.element(&format!(r#"var id="{name}""#), values)?;
                }
            }
        }
        Ok(())
    }

    /// The rules of the regions and the pins, in blocks of their own.
    pub(super) fn rules(&mut self) -> io::Result<()> {
        let model = self.model;
        let of = |wanted: fn(&Constraint) -> bool| -> Vec<&'a Constraint> {
            model.constraints.iter().filter(|c| wanted(c)).collect()
        };
        let rules = of(|constraint| matches!(constraint.body, ConstraintKind::Rule { .. }));
        if !rules.is_empty() {
            self.block(None, "The rules of the regions.", |page| {
                rules
                    .iter()
                    .try_for_each(|constraint| page.rule(constraint))
            })?;
        }
        let pins = of(|constraint| matches!(constraint.body, ConstraintKind::Pinned { .. }));
        if !pins.is_empty() {
            self.block(Some("clues"), "What cells are pinned to.", |page| {
                pins.iter().try_for_each(|constraint| page.rule(constraint))
            })?;
        }
        Ok(())
    }

    /// The boards that do not count as solutions, in a block of their own: for each the name of its
    /// constraint, and for each of its dominoes the placements that look like it.
    pub(super) fn excluded(
        &mut self,
        mut exclude: impl FnMut(&mut Self, &str, &[Vec<PlacementId>]) -> io::Result<()>,
    ) -> io::Result<()> {
        let model = self.model;
        let mut excluded = model.excluded().peekable();
        if excluded.peek().is_none() {
            return Ok(());
        }
        self.block(
            Some("nogoods"),
            "Boards that do not count as solutions.",
            |page| {
                excluded.try_for_each(|(origin, placements)| {
                    exclude(page, &model.origin_symbol(origin), &placements)
                })
            },
        )
    }

    /// The variables do not all have these values: a table of one forbidden row.
    pub(super) fn not_all(
        &mut self,
        id: &str,
        values: impl IntoIterator<Item = (String, i64)>,
    ) -> io::Result<()> {
        let (names, values): (Vec<String>, Vec<String>) = values
            .into_iter()
            .map(|(name, value)| (name, value.to_string()))
            .unzip();
        self.within(&format!(r#"extension id="{id}""#), |page| {
            page.list("list", names)?;
            page.element("conflicts", row(&values))
        })
    }

    /// What a region or a pin says of its cells' values.
    fn rule(&mut self, constraint: &Constraint) -> io::Result<()> {
        let symbol = self.model.origin_symbol(constraint.origin);
        let note = match constraint.origin {
            Origin::Region(region) => {
                let name = &self.model.regions[region.index()];
                match &constraint.body {
                    ConstraintKind::Rule { rule, .. } => format!("region {name}: {rule}"),
                    _ => format!("region {name}"),
                }
            }
            Origin::Pin(cell) => format!("cell {}", self.model.cell(cell).name),
            Origin::Domino(_)
            | Origin::Cell(_)
            | Origin::Excluded(_)
            | Origin::Symmetry
            | Origin::Redundant => String::new(),
        };
        let attributes = format!(r#" id="{symbol}"{}"#, self.note(&note));
        match &constraint.body {
            ConstraintKind::Rule { cells, rule } => {
                let names = cells.iter().map(|&cell| value_name(self.model, cell));
                match *rule {
                    Rule::Sum(relation, target) => {
                        let relation = match relation {
                            Relation::Equal => "eq",
                            Relation::Less => "lt",
                            Relation::Greater => "gt",
                        };
                        self.within(&format!("sum{attributes}"), |page| {
                            page.list("list", names)?;
                            page.element("condition", format_args!("({relation},{target})"))
                        })
                    }
                    Rule::Equal => self.list(&format!("allEqual{attributes}"), names),
                    Rule::Unequal => self.list(&format!("allDifferent{attributes}"), names),
                    Rule::Empty => Ok(()),
                }
            }
            ConstraintKind::Pinned { cell, pips } => {
                let name = value_name(self.model, *cell);
                let opening = format!("intension{attributes}");
                self.element(&opening, format_args!("eq({name},{pips})"))
            }
            ConstraintKind::Covered(_)
            | ConstraintKind::Shows(_)
            | ConstraintKind::Used { .. }
            | ConstraintKind::NeverFlipped(_)
            | ConstraintKind::Supply { .. }
            | ConstraintKind::Excluded(_) => Ok(()),
        }
    }
}

/// A row of a table. One of a single value has no brackets.
pub(super) fn row(values: &[impl AsRef<str>]) -> String {
    match values {
        [value] => value.as_ref().to_owned(),
        values => {
            let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
            format!("({})", values.join(","))
        }
    }
}

/// The variable of a cell's pips.
pub(super) fn value_name(model: &Model, cell: CellId) -> String {
    format!("pips_{}", model.cell(cell).symbol)
}

/// Sorted values, neighbours as intervals.
pub(super) fn intervals(values: impl IntoIterator<Item = i64>) -> String {
    let values: Vec<i64> = values.into_iter().collect();
    let mut words = Vec::new();
    for run in values.chunk_by(|one, next| one + 1 == *next) {
        match run {
            [first, .., last] => words.push(format!("{first}..{last}")),
            run => words.extend(run.iter().map(i64::to_string)),
        }
    }
    words.join(" ")
}

/// Text from outside as part of a comment, in which XML allows no two hyphens side by side.
pub(super) fn in_comment(text: &impl Display) -> String {
    let mut safe = String::new();
    for char in text.to_string().chars().map(in_xml) {
        if char == '-' && safe.ends_with('-') {
            safe.push(' ');
        }
        safe.push(char);
    }
    if safe.ends_with('-') {
        safe.push(' ');
    }
    safe
}

/// Text from outside as the value of an attribute.
pub(super) fn in_attribute(text: &str) -> String {
    let mut safe = String::new();
    for char in text.chars().map(in_xml) {
        safe.push_str(&match char {
            '&' => Cow::Borrowed("&amp;"),
            '<' => "&lt;".into(),
            '>' => "&gt;".into(),
            '"' => "&quot;".into(),
            char => char.to_string().into(),
        });
    }
    safe
}

/// The character, or a question mark for one that no XML file may have.
fn in_xml(char: char) -> char {
    match char {
        '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => '?',
        char => char,
    }
}
