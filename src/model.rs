//! The constraint IR that every language renders.
//!
//! Variables: a Boolean per [`Placement`] (a domino kind on an edge in an orientation) and an
//! integer per cell. Constraints speak of cells, kinds and regions rather than of long lists of
//! Booleans; the model gives the placements behind them. Every constraint carries its
//! [`Origin`].

use std::ops::Range;
use std::sync::Arc;

use crate::puzzle::{Board, Graph, index_types};
pub(crate) use crate::puzzle::{
    CellId, Domino, Edge, EdgeId, Label, Pips, PlacedDomino, RegionId, Relation, Rule,
};
use std::collections::BTreeMap;

index_types! {
    /// The place of a domino kind in [`Model::kinds`].
    KindId,
    /// The place of a placement in [`Model::placements`].
    PlacementId,
}

/// The integer variable of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellVar {
    /// The name of the cell; any text.
    pub name: Label,
    /// A name of letters, digits and `_` that starts with a letter and is the cell's alone.
    pub symbol: String,
    /// Its row and column, if the board is a grid: if exactly the orthogonal neighbours are linked.
    /// All cells have them or none; pruning, which drops edges, leaves them alone.
    pub at: Option<(u32, u32)>,
    /// The values it can take, sorted. Cells that can take the same may share them.
    pub domain: Arc<[Pips]>,
}

/// A domino kind and how often it must be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DominoKind {
    /// The domino.
    pub domino: Domino,
    /// How many copies of it there are.
    pub copies: u32,
}

/// A Boolean: this kind lies on this edge, this way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    /// Where it lies.
    pub edge: EdgeId,
    /// What lies there.
    pub kind: KindId,
    /// Not flipped: the low half on the edge's cell `a`. Flipped: the high half there.
    pub flipped: bool,
}

/// Where a constraint comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// Each domino is used as often as there are copies.
    Domino(KindId),
    /// Each cell is covered once and shows what covers it.
    Cell(CellId),
    /// The rule of a region.
    Region(RegionId),
    /// What a cell is pinned to.
    Pin(CellId),
    /// A board that does not count as a solution, by its place among those of the puzzle.
    Excluded(u32),
    /// Excludes what only looks like another solution.
    Symmetry,
    /// Follows from the others; states it to help the solver.
    Redundant,
}

/// A constraint with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// Where it comes from.
    pub origin: Origin,
    /// The constraint itself.
    pub body: ConstraintKind,
}

/// The kinds of constraints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConstraintKind {
    /// Exactly one placement covers the cell.
    Covered(CellId),
    /// The cell's value is what the placement that covers it shows there.
    Shows(CellId),
    /// Exactly this many placements are of the kind.
    Used {
        /// The kind.
        kind: KindId,
        /// How many placements.
        times: u32,
    },
    /// The cells' values satisfy the rule. Rules that allow everything are not stated.
    Rule {
        /// The cells.
        cells: Vec<CellId>,
        /// The rule.
        rule: Rule,
    },
    /// The cell has this value.
    Pinned {
        /// The cell.
        cell: CellId,
        /// The value; one that no domino shows where the pin cannot be kept.
        pips: Pips,
    },
    /// The kind, a double, is never flipped. This is already true of [`Model::placements`]; only
    /// a language that declares both orientations of every kind has to say it.
    NeverFlipped(KindId),
    /// Exactly this many cells of the board have the value.
    Supply {
        /// The value.
        value: Pips,
        /// How many cells.
        cells: u32,
    },
    /// Not all of the board's placements are there, of which the model has each. All boards have
    /// equally many, so that nothing need be said of those that are not on it.
    Excluded(Board),
}

/// A puzzle as constraints. Made by [`crate::lower`].
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
    /// What the placement shows on the edge's two cells, `a` first.
    pub fn halves(&self, placement: Placement) -> [(CellId, Pips); 2] {
        let domino = self.kinds[placement.kind.index()].domino;
        let edge = self.edges[placement.edge.index()];
        if placement.flipped {
            [(edge.a, domino.high()), (edge.b, domino.low())]
        } else {
            [(edge.a, domino.low()), (edge.b, domino.high())]
        }
    }

    /// The domino as it lies on a board.
    pub fn placed(&self, placement: Placement) -> PlacedDomino {
        let [one, other] = self.halves(placement);
        PlacedDomino::new(one, other)
    }

    /// The board that some placements make.
    pub fn board(&self, ids: impl IntoIterator<Item = PlacementId>) -> Board {
        let ids = ids.into_iter();
        ids.map(|id| self.placed(self.placements[id.index()]))
            .collect()
    }

    /// The placements that look like a domino on a board: one, or several where symmetry is not
    /// broken and copies and the ends of a double have names of their own. None if nothing can lie
    /// there like that.
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

    /// The boards that do not count as solutions.
    pub fn excluded_boards(&self) -> impl Iterator<Item = &Board> {
        self.exclusions().map(|(_, board)| board)
    }

    fn exclusions(&self) -> impl Iterator<Item = (Origin, &Board)> {
        self.constraints.iter().filter_map(|one| match &one.body {
            ConstraintKind::Excluded(board) => Some((one.origin, board)),
            _ => None,
        })
    }

    /// The boards that do not count as solutions: for each of its dominoes on each, the placements
    /// that look like it. At most one of these can be there at a time.
    pub(crate) fn excluded(&self) -> impl Iterator<Item = (Origin, Vec<Vec<PlacementId>>)> + '_ {
        self.exclusions().map(|(origin, board)| {
            let placements = board.placements().iter();
            let alike = placements.map(|&placed| self.placements_of(placed).collect());
            (origin, alike.collect())
        })
    }

    /// The numbers of all cells.
    pub fn cell_ids(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.cells.len()).map(CellId::at)
    }

    /// The numbers of all placements.
    pub fn placement_ids(&self) -> impl Iterator<Item = PlacementId> + use<> {
        (0..self.placements.len()).map(PlacementId::at)
    }

    /// The numbers of the placements on each edge: a range, because placements are sorted.
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

    /// The numbers of the placements of each kind, in order.
    pub fn placements_by_kind(&self) -> Vec<Vec<PlacementId>> {
        let mut lists = vec![Vec::new(); self.kinds.len()];
        for (id, placement) in self.placement_ids().zip(&self.placements) {
            lists[placement.kind.index()].push(id);
        }
        lists
    }

    /// The numbers of the placements on each cell, in order, with what they show there.
    pub fn placements_by_cell(&self) -> Vec<Vec<(PlacementId, Pips)>> {
        let mut lists = vec![Vec::new(); self.cells.len()];
        for (id, &placement) in self.placement_ids().zip(&self.placements) {
            for (cell, pips) in self.halves(placement) {
                lists[cell.index()].push((id, pips));
            }
        }
        lists
    }

    /// The edges that can carry a domino, as a graph.
    pub(crate) fn graph(&self) -> Graph {
        Graph::new(self.cells.len(), self.edges.clone())
    }

    /// Tells if symmetry is broken: copies are merged, and no double is free to lie either way.
    pub fn breaks_symmetry(&self) -> bool {
        let doubles = self.kinds.iter().filter(|kind| kind.domino.is_double());
        let one_way = |one: &&Constraint| matches!(one.body, ConstraintKind::NeverFlipped(_));
        let never_flipped = self.constraints.iter().filter(one_way).count();
        let is_copy = |pair: &[DominoKind]| pair[0].domino == pair[1].domino;
        never_flipped == doubles.count() && !self.kinds.windows(2).any(is_copy)
    }

    /// How often the dominoes show each value, in order.
    pub fn supply(&self) -> Vec<(Pips, u32)> {
        let mut supply: BTreeMap<Pips, u32> = BTreeMap::new();
        for kind in &self.kinds {
            for value in kind.domino.halves() {
                *supply.entry(value).or_default() += kind.copies;
            }
        }
        supply.into_iter().collect()
    }

    /// The parts of the puzzle that a placement speaks of: its two cells and its domino.
    pub(crate) fn placement_origins(&self, id: PlacementId) -> [Origin; 3] {
        let placement = self.placements[id.index()];
        let [a, b] = self.edges[placement.edge.index()].ends();
        [
            Origin::Cell(a),
            Origin::Cell(b),
            Origin::Domino(placement.kind),
        ]
    }

    /// One cell's variable.
    pub fn cell(&self, id: CellId) -> &CellVar {
        &self.cells[id.index()]
    }

    /// A name for an origin that is safe in every language: `region_A`, `cell_r0c1`, ...
    /// Regions with names that are not plain go by their number; of several with one name, all but
    /// the first have a number behind it.
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

    /// A name for a placement that is safe in every language: `p_4_1_r0c2_r1c2` has 4 pips on r0c2
    /// and 1 on r1c2.
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

    /// Tells copies apart where symmetry breaking was switched off and each is a kind of its own.
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

/// Letters and digits, starting with a letter: a name that every language accepts as it is, and
/// that can be joined with others by `_`.
pub(crate) fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
}
