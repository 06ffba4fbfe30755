//! The constraint IR that every backend writes.
//!
//! Variables: a Boolean per [`Placement`] (a domino kind on an edge in an orientation) and an integer per
//! cell. Constraints refer to cells, kinds and regions instead of long lists of Booleans; the model
//! provides the placements of each. Every constraint has an [`Origin`].

use std::ops::Range;
use std::sync::Arc;

use crate::puzzle::{Board, Graph, index_types};
pub(crate) use crate::puzzle::{
    CellId, Domino, Edge, EdgeId, Label, Pips, PlacedDomino, RegionId, Relation, Rule,
};
use std::collections::BTreeMap;

index_types! {
    /// Index of a domino kind in [`Model::kinds`].
    KindId,
    /// Index of a placement in [`Model::placements`].
    PlacementId,
}

/// The integer variable of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellVar {
    /// The name of the cell; any text.
    pub name: Label,
    /// Unique name of letters and digits that starts with a letter.
    pub symbol: String,
    /// Its row and column, if the board is a grid: exactly the orthogonal neighbours are adjacent. All
    /// cells have them or none. Pruning, which removes edges, does not change them.
    pub at: Option<(u32, u32)>,
    /// Its possible values, sorted. Cells can share a domain.
    pub domain: Arc<[Pips]>,
}

/// A domino kind with its number of copies, all of which are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DominoKind {
    /// The domino.
    pub domino: Domino,
    /// Number of copies.
    pub copies: u32,
}

/// A Boolean variable: this kind is on this edge in this orientation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    /// The edge.
    pub edge: EdgeId,
    /// The domino kind.
    pub kind: KindId,
    /// Whether the high half is on the edge's cell `a`.
    pub flipped: bool,
}

/// The part of the puzzle that a constraint states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// Each domino is used as often as there are copies.
    Domino(KindId),
    /// Each cell is covered once and shows the value of its placement.
    Cell(CellId),
    /// The rule of a region.
    Region(RegionId),
    /// The pin of a cell.
    Pin(CellId),
    /// An excluded board, by its index.
    Excluded(u32),
    /// Symmetry breaking.
    Symmetry,
    /// A redundant constraint, which helps solvers.
    Redundant,
}

/// A constraint with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The part of the puzzle that it states.
    pub origin: Origin,
    /// The constraint itself.
    pub body: ConstraintKind,
}

/// The kinds of constraints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConstraintKind {
    /// Exactly one placement covers the cell.
    Covered(CellId),
    /// The cell's value is that of the placement on it.
    Shows(CellId),
    /// Exactly this many placements are of the kind.
    Used {
        /// The kind.
        kind: KindId,
        /// Number of placements.
        times: u32,
    },
    /// The cells' values satisfy the rule. Trivial rules are not stated.
    Rule {
        /// The cells.
        cells: Vec<CellId>,
        /// The rule.
        rule: Rule,
    },
    /// The kind, a double, is never flipped. [`Model::placements`] satisfies this already; only a language
    /// that declares both orientations of every kind states it.
    NeverFlipped(KindId),
    /// Exactly this many cells of the board have the value.
    ValueCount {
        /// The value.
        value: Pips,
        /// Number of cells.
        cells: u32,
    },
    /// Blocking clause: at least one placement of this board is unused. All boards have the same number of
    /// placements, so the clause needs no others.
    Excluded(Board),
}

/// A constraint model of a puzzle, built by [`crate::lower`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// The puzzle's title.
    pub title: Option<Label>,
    /// The integer variables.
    pub cells: Vec<CellVar>,
    /// The domino kinds.
    pub kinds: Vec<DominoKind>,
    /// The edges that can carry a domino, sorted.
    pub edges: Vec<Edge>,
    /// The Boolean variables, sorted by edge, kind and orientation.
    pub placements: Vec<Placement>,
    /// The names of the puzzle's regions, by region number.
    pub regions: Vec<Label>,
    /// The constraints.
    pub constraints: Vec<Constraint>,
}

impl Model {
    /// Returns the values of a placement on the edge's two cells, `a` first.
    pub fn halves(&self, placement: Placement) -> [(CellId, Pips); 2] {
        let domino = self.kinds[placement.kind.index()].domino;
        let edge = self.edges[placement.edge.index()];
        if placement.flipped {
            [(edge.a, domino.high()), (edge.b, domino.low())]
        } else {
            [(edge.a, domino.low()), (edge.b, domino.high())]
        }
    }

    /// Returns a placement as a domino on the board.
    pub fn placed(&self, placement: Placement) -> PlacedDomino {
        let [one, other] = self.halves(placement);
        PlacedDomino::new(one, other)
    }

    /// Returns the board of some placements.
    pub fn board(&self, ids: impl IntoIterator<Item = PlacementId>) -> Board {
        let ids = ids.into_iter();
        ids.map(|id| self.placed(self.placements[id.index()]))
            .collect()
    }

    /// Returns the placements that represent a domino on a board: none, one, or, without symmetry
    /// breaking, one for each copy and each orientation of a double.
    pub fn placements_of(&self, placed: PlacedDomino) -> impl Iterator<Item = PlacementId> + '_ {
        let edge = self.edges.binary_search(&placed.edge());
        let domino = placed.domino();
        let first = self.kinds.partition_point(|kind| kind.domino < domino);
        let copies = self.kinds[first..].iter();
        let copies = copies.take_while(move |kind| kind.domino == domino).count();
        let [(_, at_a), (_, at_b)] = placed.halves();
        let ways = [(false, at_a <= at_b), (true, at_a >= at_b)];
        let ways = ways
            .into_iter()
            .filter_map(|(way, is_so)| is_so.then_some(way));
        let kinds = (first..first + copies).map(KindId::at);
        let placements =
            kinds.flat_map(move |kind| ways.clone().map(move |flipped| (kind, flipped)));
        placements.filter_map(move |(kind, flipped)| {
            let edge = EdgeId::at(edge.ok()?);
            let placement = Placement {
                edge,
                kind,
                flipped,
            };
            let at = self.placements.binary_search(&placement).ok()?;
            Some(PlacementId::at(at))
        })
    }

    /// Returns the excluded boards.
    pub fn excluded_boards(&self) -> impl Iterator<Item = &Board> {
        self.exclusions().map(|(_, board)| board)
    }

    fn exclusions(&self) -> impl Iterator<Item = (Origin, &Board)> {
        self.constraints.iter().filter_map(|one| match &one.body {
            ConstraintKind::Excluded(board) => Some((one.origin, board)),
            _ => None,
        })
    }

    /// Returns, for each domino of each excluded board, the placements that represent it. At most one of
    /// these is true in a solution.
    pub(crate) fn excluded(&self) -> impl Iterator<Item = (Origin, Vec<Vec<PlacementId>>)> + '_ {
        self.exclusions().map(|(origin, board)| {
            let placements = board.placements().iter();
            let alike = placements.map(|&placed| self.placements_of(placed).collect());
            (origin, alike.collect())
        })
    }

    /// Returns the IDs of all cells.
    pub fn cell_ids(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.cells.len()).map(CellId::at)
    }

    /// Returns the IDs of all placements.
    pub fn placement_ids(&self) -> impl Iterator<Item = PlacementId> + use<> {
        (0..self.placements.len()).map(PlacementId::at)
    }

    /// Returns the range of the placements on each edge. Placements are sorted by edge.
    pub fn placements_by_edge(&self) -> Vec<Range<u32>> {
        let mut ranges = vec![0..0; self.edges.len()];
        let mut start = 0;
        for chunk in self
            .placements
            .chunk_by(|one, other| one.edge == other.edge)
        {
            let end = start + chunk.len() as u32;
            ranges[chunk[0].edge.index()] = start..end;
            start = end;
        }
        ranges
    }

    /// Returns the placements of each kind, in order.
    pub fn placements_by_kind(&self) -> Vec<Vec<PlacementId>> {
        let mut lists = vec![Vec::new(); self.kinds.len()];
        for (id, placement) in self.placement_ids().zip(&self.placements) {
            lists[placement.kind.index()].push(id);
        }
        lists
    }

    /// Returns the placements on each cell, in order, with their values there.
    pub fn placements_by_cell(&self) -> Vec<Vec<(PlacementId, Pips)>> {
        let mut lists = vec![Vec::new(); self.cells.len()];
        for (id, &placement) in self.placement_ids().zip(&self.placements) {
            for (cell, pips) in self.halves(placement) {
                lists[cell.index()].push((id, pips));
            }
        }
        lists
    }

    /// Returns the graph of the edges.
    pub(crate) fn graph(&self) -> Graph {
        Graph::new(self.cells.len(), self.edges.clone())
    }

    /// Whether symmetry is broken: copies are merged, and doubles have one orientation.
    pub fn breaks_symmetry(&self) -> bool {
        let doubles = self.kinds.iter().filter(|kind| kind.domino.is_double());
        let one_way = |one: &&Constraint| matches!(one.body, ConstraintKind::NeverFlipped(_));
        let never_flipped = self.constraints.iter().filter(one_way).count();
        let is_copy = |pair: &[DominoKind]| pair[0].domino == pair[1].domino;
        never_flipped == doubles.count() && !self.kinds.windows(2).any(is_copy)
    }

    /// Returns the number of halves of each value, in order.
    pub fn value_counts(&self) -> Vec<(Pips, u32)> {
        let mut counts: BTreeMap<Pips, u32> = BTreeMap::new();
        for kind in &self.kinds {
            for value in kind.domino.halves() {
                *counts.entry(value).or_default() += kind.copies;
            }
        }
        counts.into_iter().collect()
    }

    /// Returns how many cells have each value, if it states that.
    pub(crate) fn stated_value_counts(&self) -> impl Iterator<Item = (Pips, u32)> {
        self.constraints.iter().filter_map(|one| match one.body {
            ConstraintKind::ValueCount { value, cells } => Some((value, cells)),
            _ => None,
        })
    }

    /// Whether it states how many cells have each value.
    pub(crate) fn has_value_counts(&self) -> bool {
        self.stated_value_counts().next().is_some()
    }

    /// Returns the constraints in the order of a model's sections: coverage and dominoes, value counts, regions,
    /// excluded boards.
    pub(crate) fn in_sections(&self) -> Vec<&Constraint> {
        let mut constraints: Vec<&Constraint> = self.constraints.iter().collect();
        constraints.sort_by_key(|one| match one.body {
            ConstraintKind::Covered(_) => 0,
            ConstraintKind::Shows(_) => 1,
            ConstraintKind::Used { .. } => 2,
            ConstraintKind::NeverFlipped(_) => 3,
            ConstraintKind::ValueCount { .. } => 4,
            ConstraintKind::Rule { .. } => 5,
            ConstraintKind::Excluded(_) => 6,
        });
        constraints
    }

    /// Returns the region or the cell of a rule, with the rule: `A: sum = 8`.
    pub(crate) fn rule_note(&self, origin: Origin, rule: Rule) -> String {
        match origin {
            Origin::Region(region) => format!("{}: {rule}", self.regions[region.index()]),
            Origin::Pin(cell) | Origin::Cell(cell) => format!("{}: {rule}", self.cell(cell).name),
            _ => rule.to_string(),
        }
    }

    /// Returns the origins of a placement: its two cells and its domino.
    pub(crate) fn placement_origins(&self, id: PlacementId) -> [Origin; 3] {
        let placement = self.placements[id.index()];
        let [a, b] = self.edges[placement.edge.index()].ends();
        [
            Origin::Cell(a),
            Origin::Cell(b),
            Origin::Domino(placement.kind),
        ]
    }

    /// Returns the variable of a cell.
    pub fn cell(&self, id: CellId) -> &CellVar {
        &self.cells[id.index()]
    }

    /// Returns a name for an origin that is valid in every language: `region_A`, `cell_r0c1`, ...
    /// Regions without a plain name have their number; repeated names have a numeric suffix.
    pub fn origin_symbol(&self, origin: Origin) -> String {
        match origin {
            Origin::Domino(kind) => {
                let domino = self.kinds[kind.index()].domino;
                let copy = self.copy_suffix(kind);
                format!("domino_{}_{}{copy}", domino.low(), domino.high())
            }
            Origin::Cell(cell) => format!("cell_{}", self.cell(cell).symbol),
            Origin::Region(region) => {
                let name = &self.regions[region.index()];
                let before = self.regions[..region.index()].iter();
                match before.filter(|other| *other == name).count() {
                    _ if !is_plain(name.raw()) => format!("region_{}", region.0),
                    0 => format!("region_{name}"),
                    times => format!("region_{name}_{}", times + 1),
                }
            }
            Origin::Pin(cell) => format!("pin_{}", self.cell(cell).symbol),
            Origin::Excluded(number) => format!("excluded_{}", number + 1),
            Origin::Symmetry => "symmetry".into(),
            Origin::Redundant => "redundant".into(),
        }
    }

    /// Returns a name for a placement that is valid in every language: `p_4_1_r0c2_r1c2` has 4 pips on
    /// r0c2 and 1 on r1c2.
    pub fn placement_symbol(&self, id: PlacementId) -> String {
        let placement = self.placements[id.index()];
        let [(a, at_a), (b, at_b)] = self.halves(placement);
        let copy = self.copy_suffix(placement.kind);
        let turned = if placement.flipped && at_a == at_b {
            "_flipped"
        } else {
            ""
        };
        format!(
            "p_{at_a}_{at_b}_{}_{}{copy}{turned}",
            self.cell(a).symbol,
            self.cell(b).symbol
        )
    }

    /// Returns the suffix that distinguishes copies in a model without symmetry breaking.
    pub(crate) fn copy_suffix(&self, kind: KindId) -> String {
        let domino = self.kinds[kind.index()].domino;
        let before = self.kinds[..kind.index()]
            .iter()
            .rev()
            .take_while(|other| other.domino == domino)
            .count();
        match before {
            0 => String::new(),
            _ => format!("_copy{}", before + 1),
        }
    }
}

/// Whether a name has only letters and digits and starts with a letter: valid in every language, and
/// joinable by `_`.
pub(crate) fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
}
