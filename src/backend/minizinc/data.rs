//! The puzzle in MiniZinc syntax, numbered from 1 in the order of the model.

use std::io::{self, Write};

use crate::backend::text::Item;
use crate::backend::{Emission, ModelWriter};
use crate::model::{CellId, ConstraintKind, KindId, Model, Origin, Pips, Relation, Rule};
use crate::puzzle::close_gaps;

/// Maximal length of a line with several items.
const WIDTH: usize = 150;

/// The parts of a puzzle in MiniZinc.
pub(super) struct PuzzleData<'m> {
    model: &'m Model,
    /// The members of the enumeration of cells.
    cells: Vec<String>,
    /// The texts before and after a cell in the term of its value.
    pub(super) shown: [&'static str; 2],
    /// The name of the edges. The baselines have another, so data files of different models are distinct.
    edge: &'static str,
    /// The rules with their cells.
    pub(super) rules: Vec<RegionRule<'m>>,
    /// By cell, its domain, if pruning has restricted any domain.
    pub(super) can_show: Option<Vec<Item>>,
    /// By edge, the dominoes that can lie on it, if pruning has removed any.
    pub(super) can_lie: Option<Vec<Item>>,
}

/// A rule, its cells, and a comment with its region.
pub(super) struct RegionRule<'m> {
    origin: Origin,
    cells: &'m [CellId],
    pub(super) rule: Rule,
}

/// By cell, its row and its column, counted from 1. The domains of coordinates have the size of the board, so
/// consecutive empty rows or columns are merged into one, which keeps cells apart that are not adjacent.
pub(super) fn grid(model: &Model) -> Vec<(u32, u32)> {
    let cells = model.cells.iter();
    let mut places: Vec<_> = cells.map(|cell| cell.at.unwrap_or_default()).collect();
    close_gaps(&mut places, 1);
    places
        .into_iter()
        .map(|(row, column)| (row + 1, column + 1))
        .collect()
}

impl<'m> PuzzleData<'m> {
    pub(super) fn of(emission: &Emission<'m>) -> Self {
        let (model, encoding) = (emission.model, emission.encoding.name);
        let rules = model.constraints.iter().filter_map(|one| match &one.body {
            ConstraintKind::Rule { cells, rule } => Some(RegionRule {
                origin: one.origin,
                cells,
                rule: *rule,
            }),
            _ => None,
        });
        PuzzleData {
            model,
            cells: members(model),
            shown: match encoding {
                "coordinates" => ["value(", ")"],
                _ => ["pips[", "]"],
            },
            edge: if encoding == "edges" { "edge" } else { "link" },
            rules: rules.collect(),
            can_show: can_show(model),
            can_lie: can_lie(model).filter(|_| encoding == "edges"),
        }
    }

    /// Writes the data file of a submission.
    pub(super) fn write(&self, out: &mut ModelWriter<'_>) -> io::Result<()> {
        self.write_names(out)?;
        self.write_parameters(["CELL", "board", self.edge, "domino"], out)?;
        writeln!(out, "region = [")?;
        for region in &self.rules {
            let cells = region
                .cells
                .iter()
                .map(|cell| self.cells[cell.index()].as_str());
            let cells = cells.collect::<Vec<_>>().join(", ");
            let note = self.model.rule_note(region.origin, region.rule);
            writeln!(out, "  {{{cells}}},  % {note}")?;
        }
        let rules = self.rules.iter().map(|region| match region.rule {
            Rule::Sum(Relation::Equal, target) => ("SumIs", target),
            Rule::Sum(Relation::Less, target) => ("SumBelow", target),
            Rule::Sum(Relation::Greater, target) => ("SumAbove", target),
            Rule::Equal => ("AllEqual", 0),
            Rule::Unequal | Rule::Empty => ("AllDifferent", 0),
        });
        let (rules, targets): (Vec<&str>, Vec<i64>) = rules.unzip();
        let targets: Vec<String> = targets.iter().map(i64::to_string).collect();
        writeln!(
            out,
            "];\nrule = [{}];\ntarget = [{}];",
            rules.join(", "),
            targets.join(", ")
        )?;
        for (name, sets) in [("can_show", &self.can_show), ("can_lie", &self.can_lie)] {
            if let Some(sets) = sets {
                list(out, &format!("{name} = ["), "];", sets.clone())?;
            }
        }
        Ok(())
    }

    /// Writes the declarations of the puzzle.
    pub(super) fn write_puzzle(&self, out: &mut ModelWriter<'_>) -> io::Result<()> {
        self.write_names(out)?;
        let edge = format!("array[int, 1..2] of CELL: {}", self.edge);
        let board = "array[int, int] of opt CELL: board";
        let domino = "array[int, 1..3] of int: domino";
        self.write_parameters(["enum CELL", board, &edge, domino], out)
    }

    /// Comments on the cells that have other names.
    fn write_names(&self, out: &mut ModelWriter<'_>) -> io::Result<()> {
        let cells = self.model.cells.iter().zip(&self.cells);
        let renamed = cells.filter(|(cell, _)| cell.name.raw() != cell.symbol);
        let comments = renamed.map(|(cell, member)| format!("{member} is the cell {}", cell.name));
        out.comments("%", comments)
    }

    /// Writes the cells, the board or the edges, and the dominoes.
    fn write_parameters(
        &self,
        [cell, board, edge, domino]: [&str; 4],
        out: &mut ModelWriter<'_>,
    ) -> io::Result<()> {
        let model = self.model;
        let cells = self.cells.iter().map(|cell| (cell.clone(), Vec::new()));
        list(out, &format!("{cell} = {{ "), " };", cells)?;
        if self.shown[0] == "value(" {
            self.write_board(board, out)?;
        } else {
            let edges = model.edges.iter().map(|edge| {
                let [a, b] = edge.ends().map(|cell| &self.cells[cell.index()]);
                (format!("{a}, {b}"), edge.ends().map(Origin::Cell).to_vec())
            });
            rows(out, edge, edges)?;
        }
        let kinds = (0..).map(KindId::at).zip(&model.kinds);
        let kinds = kinds.map(|(id, kind)| {
            let [low, high] = kind.domino.halves();
            (
                format!("{low}, {high}, {}", kind.copies),
                vec![Origin::Domino(id)],
            )
        });
        rows(out, domino, kinds)
    }

    /// Writes the cells as a two-dimensional array, row by row.
    fn write_board(&self, name: &str, out: &mut ModelWriter<'_>) -> io::Result<()> {
        let grid = grid(self.model);
        let width = self.cells.iter().map(String::len).max().unwrap_or(0);
        let [rows, columns] = [|(row, _)| row, |(_, column)| column]
            .map(|part: fn((u32, u32)) -> u32| grid.iter().copied().map(part).max().unwrap_or(0));
        write!(out, "{name} = [|")?;
        for row in 1..=rows {
            let end = if row == 1 { "" } else { " |" };
            writeln!(out, "{end}")?;
            let here = |column| grid.iter().position(|&place| place == (row, column));
            let cells: Vec<Option<usize>> = (1..=columns).map(here).collect();
            let there: Vec<Origin> = cells
                .iter()
                .flatten()
                .map(|&at| Origin::Cell(CellId::at(at)))
                .collect();
            out.set_origins(&there);
            let names = cells
                .iter()
                .map(|cell| cell.map_or("<>", |at| &self.cells[at]));
            let names: Vec<String> = names.map(|name| format!("{name:>width$}")).collect();
            write!(out, "  {}", names.join(", "))?;
        }
        writeln!(out, " |];")?;
        out.set_origins(&[]);
        Ok(())
    }

    /// Writes one line for each region of several cells; regions of one cell share lines.
    pub(super) fn write_regions(&self, out: &mut ModelWriter<'_>) -> io::Result<()> {
        let constraint = |region: &RegionRule<'_>| {
            let [open, close] = self.shown;
            let cells = region.cells.iter().map(|cell| &self.cells[cell.index()]);
            let shown: Vec<String> = cells.map(|cell| format!("{open}{cell}{close}")).collect();
            match region.rule {
                Rule::Sum(relation, target) => {
                    format!("{} {} {target}", shown.join(" + "), relation.sign())
                }
                Rule::Equal => format!("all_equal([{}])", shown.join(", ")),
                Rule::Unequal => format!("all_different([{}])", shown.join(", ")),
                Rule::Empty => "true".into(),
            }
        };
        let (single, others): (Vec<_>, Vec<_>) = self
            .rules
            .iter()
            .partition(|region| region.cells.len() == 1);
        for region in others {
            let note = self.model.rule_note(region.origin, region.rule);
            out.set_origins(&[region.origin]);
            writeln!(out, "constraint {};  % {note}", constraint(region))?;
        }
        if single.is_empty() {
            return Ok(());
        }
        let names = single.iter().map(|region| {
            let note = self.model.rule_note(region.origin, region.rule);
            note.rsplit_once(": ")
                .map(|(name, _)| name.to_owned())
                .unwrap_or_default()
        });
        let close = format!(";  % {}", names.collect::<Vec<_>>().join(", "));
        let single = single
            .iter()
            .map(|region| (constraint(region), vec![region.origin]));
        out.items(["constraint ", " /\\ ", &close], "  ", WIDTH, single)
    }

    /// Writes the domains of the cells.
    pub(super) fn write_can_show(&self, out: &mut ModelWriter<'_>) -> io::Result<()> {
        let sets = self.can_show.clone().unwrap_or_default();
        list(out, "array[CELL] of set of int: can_show = [", "];", sets)
    }

    /// Writes the dominoes that each edge can carry.
    pub(super) fn write_can_lie(&self, out: &mut ModelWriter<'_>) -> io::Result<()> {
        let sets = self.can_lie.clone().unwrap_or_default();
        list(out, "array[EDGE] of set of int: can_lie = [", "];", sets)
    }
}

/// Writes a wrapped list.
fn list(
    out: &mut ModelWriter<'_>,
    open: &str,
    close: &str,
    items: impl IntoIterator<Item = Item>,
) -> io::Result<()> {
    out.items([open, ", ", close], "  ", WIDTH, items)
}

/// Writes the rows of a two-dimensional array, several on a line.
fn rows(
    out: &mut ModelWriter<'_>,
    name: &str,
    rows: impl IntoIterator<Item = Item>,
) -> io::Result<()> {
    out.items([&format!("{name} = [| "), " | ", " |];"], "  ", WIDTH, rows)
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

/// A set literal, in the given order.
fn set<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("{{{}}}", items.join(", "))
}

fn can_show(model: &Model) -> Option<Vec<Item>> {
    let domains = model.cells.iter().map(|cell| cell.domain.to_vec());
    let domains: Vec<Vec<Pips>> = domains.collect();
    let values = model.value_counts().len();
    let is_restricted = domains.iter().any(|domain| domain.len() < values);
    let sets = model.cell_ids().zip(&domains);
    let sets = sets.map(|(cell, domain)| (set(domain), vec![Origin::Cell(cell)]));
    is_restricted.then(|| sets.collect())
}

fn can_lie(model: &Model) -> Option<Vec<Item>> {
    let edges = model.placements_by_edge();
    let kinds = edges.into_iter().map(|range| {
        let placements = &model.placements[range.start as usize..range.end as usize];
        let mut kinds: Vec<u32> = placements.iter().map(|one| one.kind.0 + 1).collect();
        kinds.dedup();
        kinds
    });
    let kinds: Vec<Vec<u32>> = kinds.collect();
    let is_restricted = kinds.iter().any(|kinds| kinds.len() < model.kinds.len());
    let sets = model.edges.iter().zip(&kinds).map(|(edge, kinds)| {
        let set = set([0].iter().chain(kinds));
        (set, edge.ends().map(Origin::Cell).to_vec())
    });
    is_restricted.then(|| sets.collect())
}
