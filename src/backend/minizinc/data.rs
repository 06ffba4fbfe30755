//! The context of the templates: the puzzle in MiniZinc syntax, numbered from 1 in the order of the model.

use serde::Serialize;
use tera::Context;

use super::grid::CellTable;
use super::{COORDINATES, EDGES};
use crate::backend::{Emission, Encoding, OriginMarks, Profile, fill};
use crate::model::{
    CellId, Constraint, ConstraintKind, DominoKind, Edge, KindId, Model, Origin, Pips, Relation,
    Rule,
};

/// Maximal length of a line with several items.
const WIDTH: usize = 150;

/// The text of a region with its rule.
#[derive(Serialize)]
struct RegionText {
    /// `A: sum = 8`.
    name: String,
    /// `pips[r0c0] + pips[r0c1] = 8`.
    constraint: String,
    /// `{r0c0, r0c1}`.
    cells: String,
    /// The mark of its origin.
    mark: String,
}

/// The template context of a model file or a data file.
pub(super) fn context(emission: &Emission<'_>, file: usize, marks: &mut OriginMarks) -> Context {
    let Emission { model, plan, .. } = *emission;
    let encoding = plan.encoding;
    let provenance = &plan.provenance;
    let submit = plan.profile == Profile::Submit;
    // In a submission the model declares its parameters, and the data give them.
    let is_declared = submit && file == 0;
    let gives = |value: String| match is_declared {
        true => String::new(),
        false => format!(" = {value}"),
    };
    // The template declares an optional parameter if its value is not empty.
    let if_any = |value: Option<String>| {
        value.map(|value| match is_declared {
            true => " ".to_owned(),
            false => format!(" = {value}"),
        })
    };
    let cells = members(model);
    let member = |cell: CellId| cells[cell.index()].as_str();
    let (open, close) = match encoding == COORDINATES {
        false => ("pips[", "]"),
        true => ("value(", ")"),
    };
    let states_supply =
        (model.constraints.iter()).any(|one| matches!(one.body, ConstraintKind::ValueCount { .. }));
    let rules: Vec<(Origin, String, &[CellId], Rule)> = rules(model).collect();
    let regions = rules.iter().map(|(origin, name, cells, rule)| {
        let names: Vec<&str> = cells.iter().map(|&cell| member(cell)).collect();
        let shown: Vec<String> = names.iter().map(|n| format!("{open}{n}{close}")).collect();
        RegionText {
            name: format!("{name}{rule}"),
            constraint: constraint(&shown, *rule),
            cells: format!("{{{}}}", names.join(", ")),
            mark: marks.mark(&[*origin]),
        }
    });
    let regions: Vec<RegionText> = regions.collect();

    let mut context = Context::new();
    let title = model.title.as_ref().unwrap_or(&provenance.instance);
    let title = match title.raw() {
        "" => "A puzzle without a title".to_owned(),
        _ => title.to_string(),
    };
    context.insert("title", &title);
    context.insert("version", env!("CARGO_PKG_VERSION"));
    context.insert("encoding", plan.encoding.name());
    context.insert("terms", &provenance.terms(plan.encoding));
    context.insert("published", &plan.encoding.published());
    let signature = &provenance.signature;
    let author = signature.author.as_ref().map(ToString::to_string);
    context.insert("author", &author.as_deref().unwrap_or(signature.author()));
    let year: String = signature.day().chars().take(4).collect();
    context.insert("year", &year);
    context.insert("submit", &submit);
    context.insert("globals", &globals(encoding, states_supply, submit, &rules));
    context.insert("open", open);
    context.insert("close", close);
    context.insert("symmetry", &model.breaks_symmetry());
    context.insert("supply", &states_supply);

    let names = (model.cells.iter().zip(&cells))
        .filter(|(cell, _)| !is_declared && cell.name.raw() != cell.symbol)
        .map(|(cell, member)| format!("{member} is the cell {}", cell.name));
    context.insert("names", &names.collect::<Vec<_>>());
    context.insert("cells", &gives(wrapped("{ ", &cells, ", ", " }")));
    let mut ends = |edge: &Edge| {
        let mark = marks.mark(&edge.ends().map(Origin::Cell));
        format!("{mark}{}, {}", member(edge.a), member(edge.b))
    };
    // The parameter has another name in the baselines, so data files of different models are distinct.
    let edge = if encoding == EDGES { "edge" } else { "link" };
    context.insert("edge", edge);
    let edges: Vec<String> = model.edges.iter().map(&mut ends).collect();
    context.insert("edges", &gives(wrapped("[| ", &edges, " | ", " |]")));
    let row = |(index, kind): (usize, &DominoKind)| {
        let [low, high] = kind.domino.halves();
        let mark = marks.mark(&[Origin::Domino(KindId::at(index))]);
        format!("{mark}{low}, {high}, {}", kind.copies)
    };
    let dominoes: Vec<String> = model.kinds.iter().enumerate().map(row).collect();
    context.insert("dominoes", &gives(wrapped("[| ", &dominoes, " | ", " |]")));
    let board = (encoding == COORDINATES).then(|| table(model, &cells, marks));
    context.insert("board", &if_any(board));
    context.insert("lines", &lines(&regions));
    context.insert("regions", &regions);
    let words: Vec<&str> = rules.iter().map(|(.., rule)| rule_name(*rule)).collect();
    context.insert("rules", &words.join(", "));
    let targets: Vec<String> = rules.iter().map(|(.., rule)| target(*rule)).collect();
    context.insert("targets", &targets.join(", "));
    let sets = |sets: Vec<String>| wrapped("[", &sets, ", ", "]");
    context.insert("can_show", &if_any(can_show(model).map(sets)));
    let can_lie = can_lie(model).filter(|_| encoding == EDGES);
    context.insert("can_lie", &if_any(can_lie.map(sets)));
    context
}

/// The cells as members of an enumeration. No identifier of MiniZinc or of the models contains a digit; if
/// the symbol of any cell has no digit, all cells have a prefix.
fn members(model: &Model) -> Vec<String> {
    let has_digit = |symbol: &str| symbol.contains(|c: char| c.is_ascii_digit());
    let cells = model.cells.iter().map(|cell| &cell.symbol);
    match cells.clone().all(|symbol| has_digit(symbol)) {
        true => cells.cloned().collect(),
        false => cells.map(|symbol| format!("cell_{symbol}")).collect(),
    }
}

/// A list of items, wrapped.
fn wrapped(open: &str, items: &[String], between: &str, close: &str) -> String {
    let lines = fill(items.iter().cloned(), between, [40, 2, WIDTH]);
    open.to_owned() + &lines.join(&format!("{}\n  ", between.trim_end())) + close
}

/// The cells as a two-dimensional array, row by row.
fn table(model: &Model, cells: &[String], marks: &mut OriginMarks) -> String {
    let width = cells.iter().map(String::len).max().unwrap_or(0);
    let member = |cell: &Option<CellId>| {
        let name = cell.map_or("<>", |cell| &cells[cell.index()]);
        format!("{name:>width$}")
    };
    let table = CellTable::of(model).table();
    let rows = table.iter().map(|row| {
        let origins: Vec<Origin> = row.iter().flatten().copied().map(Origin::Cell).collect();
        marks.mark(&origins) + &row.iter().map(member).collect::<Vec<_>>().join(", ")
    });
    format!("[|\n  {} |]", rows.collect::<Vec<_>>().join(" |\n  "))
}

/// The rules, each with its region and its cells.
fn rules(model: &Model) -> impl Iterator<Item = (Origin, String, &[CellId], Rule)> {
    model.constraints.iter().filter_map(|one| match &one.body {
        ConstraintKind::Rule { cells, rule } => {
            let region = match one.origin {
                Origin::Region(region) => format!("{}: ", model.regions[region.index()]),
                _ => String::new(),
            };
            Some((one.origin, region, cells.as_slice(), *rule))
        }
        _ => None,
    })
}

/// One line for each region of several cells; regions of one cell share lines.
fn lines(regions: &[RegionText]) -> Vec<String> {
    let (single, others): (Vec<&RegionText>, _) = regions
        .iter()
        .partition(|region| !region.cells.contains(','));
    let mut groups: Vec<Vec<&RegionText>> = others.into_iter().map(|one| vec![one]).collect();
    let mut width = WIDTH;
    for region in single {
        let added = region.constraint.len() + region.name.len();
        match groups.last_mut().filter(|_| width + added <= WIDTH) {
            Some(group) => group.push(region),
            None => {
                width = 20;
                groups.push(vec![region]);
            }
        }
        width += added;
    }
    let line = |group: &Vec<&RegionText>| {
        let join = |part: fn(&RegionText) -> &str, between| {
            let parts: Vec<&str> = group.iter().map(|region| part(region)).collect();
            parts.join(between)
        };
        let names = match group[..] {
            [only] => only.name.clone(),
            // The constraints show the rules.
            _ => join(
                |region| region.name.split(": ").next().unwrap_or_default(),
                ", ",
            ),
        };
        let rules = join(|region| &region.constraint, " /\\ ");
        format!(
            "{}constraint {rules};  % {names}",
            join(|region| &region.mark, "")
        )
    };
    groups.iter().map(line).collect()
}

/// The constraint of a rule.
fn constraint(shown: &[String], rule: Rule) -> String {
    match rule {
        Rule::Sum(relation, target) => {
            format!("{} {} {target}", shown.join(" + "), relation.sign())
        }
        Rule::Equal => format!("all_equal([{}])", shown.join(", ")),
        Rule::Unequal => format!("all_different([{}])", shown.join(", ")),
        Rule::Empty => "true".into(),
    }
}

/// The member of the models' enumeration `RULE`.
fn rule_name(rule: Rule) -> &'static str {
    match rule {
        Rule::Sum(Relation::Equal, _) => "SumIs",
        Rule::Sum(Relation::Less, _) => "SumBelow",
        Rule::Sum(Relation::Greater, _) => "SumAbove",
        Rule::Equal => "AllEqual",
        Rule::Unequal | Rule::Empty => "AllDifferent",
    }
}

/// The target of a sum; 0 for other rules.
fn target(rule: Rule) -> String {
    match rule {
        Rule::Sum(_, target) => target.to_string(),
        Rule::Equal | Rule::Unequal | Rule::Empty => "0".into(),
    }
}

/// The global constraints that a model uses; a model for all puzzles uses those of all rules.
fn globals(
    encoding: Encoding,
    states_supply: bool,
    submit: bool,
    rules: &[(Origin, String, &[CellId], Rule)],
) -> Vec<&'static str> {
    let uses = |rule: Rule| submit || rules.iter().any(|(.., one)| *one == rule);
    let is_edges = encoding == EDGES;
    let globals = [
        ("table", is_edges),
        ("global_cardinality", is_edges || states_supply),
        ("all_equal", uses(Rule::Equal)),
        ("all_different", uses(Rule::Unequal)),
    ];
    let used = globals.into_iter().filter(|(_, is_used)| *is_used);
    used.map(|(name, _)| name).collect()
}

/// A set literal, in the given order.
fn set<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("{{{}}}", items.join(", "))
}

/// By cell, its domain, if pins or pruning have restricted any domain.
fn can_show(model: &Model) -> Option<Vec<String>> {
    let mut domains: Vec<Vec<Pips>> = (model.cells.iter())
        .map(|cell| cell.domain.to_vec())
        .collect();
    for Constraint { body, .. } in &model.constraints {
        if let ConstraintKind::Pinned { cell, pips } = body {
            domains[cell.index()].retain(|value| value == pips);
        }
    }
    let values = model.value_counts().len();
    let is_known = domains.iter().any(|domain| domain.len() < values);
    is_known.then(|| domains.iter().map(set).collect())
}

/// By edge, the dominoes that can lie on it, if pruning has removed any.
fn can_lie(model: &Model) -> Option<Vec<String>> {
    let edges = model.placements_by_edge();
    let kinds = edges.into_iter().map(|range| {
        let placements = &model.placements[range.start as usize..range.end as usize];
        let mut kinds: Vec<u32> = placements.iter().map(|one| one.kind.0 + 1).collect();
        kinds.dedup();
        kinds
    });
    let kinds: Vec<Vec<u32>> = kinds.collect();
    let is_known = kinds.iter().any(|kinds| kinds.len() < model.kinds.len());
    is_known.then(|| {
        let with_none = |kinds: &Vec<u32>| set([0].iter().chain(kinds));
        kinds.iter().map(with_none).collect()
    })
}
