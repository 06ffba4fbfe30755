//! Prune: drop the values, placements and edges that no solution uses.
//!
//! Each rule below removes only what it can show to be impossible, so together they keep the set
//! of solutions whatever their order. They run until none finds anything more.

use std::slice::from_ref;

use crate::model::{
    Body, CellId, Domino, Edge, EdgeId, Kind, Label, Model, Pips, Placement, Relation, Rule,
};
use crate::puzzle::{Bounds, Graph, values_in_sum};

/// Pruning left nothing: the puzzle has no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// A cell, by name, has no value left.
    #[error("the puzzle has no solution: no value is possible in cell {0}")]
    NoValue(Label),
    /// A domino does not fit anywhere, or not often enough.
    #[error("the puzzle has no solution: domino {0} does not fit as often as it must")]
    NoPlace(Domino),
    /// What is left of the board cannot be tiled.
    #[error("the puzzle has no solution: no tiling is left that the dominoes and rules allow")]
    NoTiling,
    /// Too few cells can show a value.
    #[error("the puzzle has no solution: too few cells can show {0} for the dominoes there are")]
    ValueLeftOver(Pips),
    /// More cells must show a value than there are.
    #[error("the puzzle has no solution: more cells must show {0} than the dominoes do")]
    ValueShort(Pips),
}

/// Prunes a model, or shows that it has no solution.
pub fn prune(model: &Model) -> Result<Model, Contradiction> {
    let mut pruner = Pruner::new(model);
    loop {
        let before = pruner.size();
        pruner.drop_placements();
        pruner.drop_values()?;
        pruner.keep_rules()?;
        pruner.count_values()?;
        pruner.place_dominoes()?;
        pruner.keep_tilings()?;
        if pruner.size() == before {
            return Ok(pruner.finish());
        }
    }
}

struct Pruner<'a> {
    model: &'a Model,
    /// The rules of regions and what pins ask for, and the region's rule that a cell is under.
    rules: Vec<(&'a [CellId], Rule)>,
    rule_of: Vec<Option<usize>>,
    /// Every half of every domino, sorted.
    pips: Vec<Pips>,
    domains: Vec<Vec<Pips>>,
    placements: Vec<Placement>,
    /// How many edges carried a placement when tilings were last looked at.
    tiled_edges: usize,
}

impl<'a> Pruner<'a> {
    fn new(model: &'a Model) -> Self {
        let mut rules = Vec::new();
        let mut rule_of = vec![None; model.cells.len()];
        for constraint in &model.constraints {
            match &constraint.body {
                Body::Rule { cells, rule } => {
                    for cell in cells {
                        rule_of[cell.index()] = Some(rules.len());
                    }
                    rules.push((cells.as_slice(), *rule));
                }
                // A pinned cell stays under its region's rule.
                Body::Pinned { cell, pips } => rules.push((from_ref(cell), Rule::pin(*pips))),
                Body::Covered(_)
                | Body::Shows(_)
                | Body::Used { .. }
                | Body::NeverFlipped(_)
                | Body::Supply { .. } => {}
            }
        }
        let pips = model
            .supply()
            .into_iter()
            .flat_map(|(value, cells)| std::iter::repeat_n(value, cells as usize))
            .collect();
        Pruner {
            model,
            rules,
            rule_of,
            pips,
            domains: model.cells.iter().map(|cell| cell.domain.clone()).collect(),
            placements: model.placements.clone(),
            tiled_edges: usize::MAX,
        }
    }

    /// Shrinks with every removal.
    fn size(&self) -> usize {
        self.placements.len() + self.domains.iter().map(Vec::len).sum::<usize>()
    }

    /// Drops placements that show a value outside a cell's domain, or two values that the rule of
    /// the one region they lie in does not allow together.
    fn drop_placements(&mut self) {
        let all_cells = |(cells, _): &(&[CellId], Rule)| {
            let bounds = cells.iter().map(|&cell| self.bounds(cell));
            bounds.sum()
        };
        let bounds: Vec<Bounds> = self.rules.iter().map(all_cells).collect();
        let mut placements = std::mem::take(&mut self.placements);
        placements.retain(|&placement| {
            let [(a, at_a), (b, at_b)] = self.model.halves(placement);
            self.has_value(a, at_a)
                && self.has_value(b, at_b)
                && match (self.rule_of[a.index()], self.rule_of[b.index()]) {
                    (Some(one), Some(other)) if one == other => {
                        let others = bounds[one] - self.bounds(a) - self.bounds(b);
                        agree(self.rules[one].1, [at_a, at_b], others)
                    }
                    _ => true,
                }
        });
        self.placements = placements;
    }

    fn has_value(&self, cell: CellId, value: Pips) -> bool {
        self.domains[cell.index()].binary_search(&value).is_ok()
    }

    fn bounds(&self, cell: CellId) -> Bounds {
        Bounds::of(self.domains[cell.index()].iter().copied())
    }

    /// Drops values that no placement shows.
    fn drop_values(&mut self) -> Result<(), Contradiction> {
        let mut shown: Vec<Vec<bool>> = self
            .domains
            .iter()
            .map(|domain| vec![false; domain.len()])
            .collect();
        for &placement in &self.placements {
            for (cell, value) in self.model.halves(placement) {
                if let Ok(at) = self.domains[cell.index()].binary_search(&value) {
                    shown[cell.index()][at] = true;
                }
            }
        }
        let mut cells = self.model.cell_ids().zip(&shown);
        cells.try_for_each(|(cell, shown)| self.filter(cell, shown))
    }

    /// Keeps the values of a cell that are marked.
    fn filter(&mut self, cell: CellId, keep: &[bool]) -> Result<(), Contradiction> {
        let mut marks = keep.iter();
        let domain = &mut self.domains[cell.index()];
        domain.retain(|_| marks.next() == Some(&true));
        if domain.is_empty() {
            return Err(Contradiction::NoValue(self.model.cell(cell).name.clone()));
        }
        Ok(())
    }

    /// Drops values that a region's rule does not allow.
    fn keep_rules(&mut self) -> Result<(), Contradiction> {
        for (cells, rule) in self.rules.clone() {
            match rule {
                Rule::Sum(relation, target) => self.keep_sum(cells, relation, target)?,
                Rule::Equal => self.keep_equal(cells)?,
                Rule::Unequal => self.keep_different(cells)?,
                Rule::Empty => {}
            }
        }
        Ok(())
    }

    fn keep_sum(
        &mut self,
        cells: &[CellId],
        relation: Relation,
        target: i64,
    ) -> Result<(), Contradiction> {
        let domains: Vec<&[Pips]> = cells
            .iter()
            .map(|cell| self.domains[cell.index()].as_slice())
            .collect();
        let mut keep = values_in_sum(&domains, relation, target);
        for (domain, keep) in domains.iter().zip(&mut keep) {
            for (&value, keep) in domain.iter().zip(keep) {
                let others = Bounds::of_others(&self.pips, value, cells.len() - 1);
                let here = Bounds::exactly(i64::from(value));
                *keep &= (here + others).can_keep(relation, target);
            }
        }
        for (&cell, keep) in cells.iter().zip(&keep) {
            self.filter(cell, keep)?;
        }
        Ok(())
    }

    fn keep_equal(&mut self, cells: &[CellId]) -> Result<(), Contradiction> {
        let enough = |value: Pips| {
            let from = self.pips.partition_point(|&pips| pips < value);
            let to = self.pips.partition_point(|&pips| pips <= value);
            to - from >= cells.len()
        };
        let common: Vec<Pips> = self.domains[cells[0].index()]
            .iter()
            .copied()
            .filter(|&value| enough(value) && cells.iter().all(|&cell| self.has_value(cell, value)))
            .collect();
        for &cell in cells {
            let keep: Vec<bool> = self.domains[cell.index()]
                .iter()
                .map(|value| common.binary_search(value).is_ok())
                .collect();
            self.filter(cell, &keep)?;
        }
        Ok(())
    }

    fn keep_different(&mut self, cells: &[CellId]) -> Result<(), Contradiction> {
        for &fixed in cells {
            let &[value] = self.domains[fixed.index()].as_slice() else {
                continue;
            };
            for &cell in cells.iter().filter(|&&cell| cell != fixed) {
                let keep: Vec<bool> = self.domains[cell.index()]
                    .iter()
                    .map(|&other| other != value)
                    .collect();
                self.filter(cell, &keep)?;
            }
        }
        Ok(())
    }

    /// Every value is on the board as often as the dominoes show it.
    fn count_values(&mut self) -> Result<(), Contradiction> {
        let halves = std::mem::take(&mut self.pips);
        for chunk in halves.chunk_by(|one, other| one == other) {
            let (value, there) = (chunk[0], chunk.len());
            let cells = self.model.cell_ids();
            let holders: Vec<CellId> = cells.filter(|&cell| self.has_value(cell, value)).collect();
            let fixed = |cell: &CellId| self.domains[cell.index()].len() == 1;
            let must = holders.iter().filter(|cell| fixed(cell)).count();
            if must > there {
                return Err(Contradiction::ValueShort(value));
            }
            if holders.len() < there {
                return Err(Contradiction::ValueLeftOver(value));
            }
            if must == there {
                let others: Vec<CellId> = holders.into_iter().filter(|c| !fixed(c)).collect();
                for cell in others {
                    self.domains[cell.index()].retain(|&other| other != value);
                }
            } else if holders.len() == there {
                for cell in holders {
                    self.domains[cell.index()].retain(|&other| other == value);
                }
            }
        }
        self.pips = halves;
        Ok(())
    }

    /// Every domino lies somewhere: a domino that covers a cell wherever it lies keeps the others
    /// off that cell.
    fn place_dominoes(&mut self) -> Result<(), Contradiction> {
        let mut by_kind: Vec<Vec<Edge>> = vec![Vec::new(); self.model.kinds.len()];
        for placement in &self.placements {
            let edges = &mut by_kind[placement.kind.index()];
            let edge = self.model.edges[placement.edge.index()];
            // Both orientations on one edge stand side by side.
            if edges.last() != Some(&edge) {
                edges.push(edge);
            }
        }
        let mut owner: Vec<Option<usize>> = vec![None; self.model.cells.len()];
        for (kind, (&Kind { domino, copies }, edges)) in
            self.model.kinds.iter().zip(&by_kind).enumerate()
        {
            if edges.len() < copies as usize {
                return Err(Contradiction::NoPlace(domino));
            }
            let mut claim = |cell: CellId| match owner[cell.index()].replace(kind) {
                Some(other) if other != kind => Err(Contradiction::NoPlace(domino)),
                _ => Ok(()),
            };
            if edges.len() == copies as usize {
                edges
                    .iter()
                    .flat_map(|edge| edge.ends())
                    .try_for_each(claim)?;
            } else if copies == 1 {
                let first = edges[0];
                for cell in first.ends() {
                    if edges.iter().all(|edge| edge.ends().contains(&cell)) {
                        claim(cell)?;
                    }
                }
            }
        }
        let model = self.model;
        self.placements.retain(|placement| {
            let mut ends = model.edges[placement.edge.index()].ends().into_iter();
            ends.all(|cell| owner[cell.index()].is_none_or(|owner| owner == placement.kind.index()))
        });
        Ok(())
    }

    /// Drops the placements on edges that no tiling uses.
    fn keep_tilings(&mut self) -> Result<(), Contradiction> {
        let carrying = self.carrying();
        if carrying.len() == self.tiled_edges {
            return Ok(());
        }
        let edges: Vec<Edge> = carrying
            .iter()
            .map(|edge| self.model.edges[edge.index()])
            .collect();
        let graph = Graph::new(self.model.cells.len(), edges);
        let usable = graph.tileable_edges().ok_or(Contradiction::NoTiling)?;
        let mut keep = vec![false; self.model.edges.len()];
        for (edge, usable) in carrying.iter().zip(usable) {
            keep[edge.index()] = usable;
        }
        self.placements
            .retain(|placement| keep[placement.edge.index()]);
        self.tiled_edges = self.carrying().len();
        Ok(())
    }

    /// The edges that some placement lies on, in order.
    fn carrying(&self) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> = self.placements.iter().map(|p| p.edge).collect();
        edges.dedup();
        edges
    }

    /// The model with what is left.
    fn finish(self) -> Model {
        let carrying = self.carrying();
        let mut new_id = vec![EdgeId(0); self.model.edges.len()];
        for (new, old) in carrying.iter().enumerate() {
            new_id[old.index()] = EdgeId::at(new);
        }
        let mut model = Model {
            edges: carrying
                .iter()
                .map(|edge| self.model.edges[edge.index()])
                .collect(),
            placements: self
                .placements
                .into_iter()
                .map(|placement| Placement {
                    edge: new_id[placement.edge.index()],
                    ..placement
                })
                .collect(),
            title: self.model.title.clone(),
            cells: self.model.cells.clone(),
            kinds: self.model.kinds.clone(),
            regions: self.model.regions.clone(),
            constraints: self.model.constraints.clone(),
        };
        for (cell, domain) in model.cells.iter_mut().zip(self.domains) {
            cell.domain = domain;
        }
        model
    }
}

/// Whether two cells of a region can show these values together, given the sum of the others.
fn agree(rule: Rule, [one, other]: [Pips; 2], others: Bounds) -> bool {
    match rule {
        Rule::Equal => one == other,
        Rule::Unequal => one != other,
        Rule::Sum(relation, target) => {
            let here = Bounds::exactly(i64::from(one) + i64::from(other));
            (here + others).can_keep(relation, target)
        }
        Rule::Empty => true,
    }
}
