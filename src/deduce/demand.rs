//! Demand: who takes the halves with a value.

use super::ground::ValueId;
use super::look::View;
use super::support::Support;
use crate::puzzle::{CellId, Domino, RegionId};

/// What some regions need of a value, and what cells elsewhere show.
#[derive(Debug)]
pub(super) struct Demand {
    /// How many halves each region takes at least.
    pub(super) needs: Vec<usize>,
    /// How many are left; nothing if there are too few.
    pub(super) spare: Option<usize>,
    /// The cells elsewhere that may take these.
    pub(super) others: Vec<CellId>,
}

impl Demand {
    /// What regions need, and what cells elsewhere show; nothing if one of the rules cannot be kept
    /// at all.
    pub(super) fn of(
        view: View<'_>,
        value: ValueId,
        regions: &[RegionId],
        is_elsewhere: &dyn Fn(CellId) -> bool,
    ) -> Option<Self> {
        let need = |&region: &RegionId| Support::of_region(view, region).need(value);
        let needs: Vec<usize> = regions.iter().map(need).collect::<Option<_>>()?;
        let (shown, others) = shown_on(view, is_elsewhere);
        let elsewhere = shown.iter().filter(|&&shown| shown == value).count();
        let needed = needs.iter().sum::<usize>() + elsewhere;
        Some(Demand {
            needs,
            spare: view.ground.supply(value).checked_sub(needed),
            others,
        })
    }
}

/// The halves that some cells are known to show, and those cells of which it is not known. Who is
/// patient thinks of the dominoes that lie on two of the cells, too: each takes its halves,
/// whichever way it lies.
pub(super) fn shown_on(
    view: View<'_>,
    is_one: &dyn Fn(CellId) -> bool,
) -> (Vec<ValueId>, Vec<CellId>) {
    let (ground, knowledge) = (view.ground, view.knowledge);
    let laid = ground.edge_ids().filter_map(|edge| {
        let among = ground.ends(edge).into_iter().all(is_one);
        let kind = knowledge.laid(edge).filter(|_| among && view.patient)?;
        Some((ground.ends(edge), ground.kind(kind).0))
    });
    let laid: Vec<([CellId; 2], Domino)> = laid.collect();
    let halves = laid
        .iter()
        .flat_map(|(_, domino)| [domino.low(), domino.high()]);
    let mut shown: Vec<ValueId> = halves.filter_map(|pips| ground.value(pips)).collect();
    let under = |cell: CellId| laid.iter().any(|(ends, _)| ends.contains(&cell));
    let cells = ground.puzzle.cell_ids();
    let mut open: Vec<CellId> = cells.filter(|&cell| is_one(cell) && !under(cell)).collect();
    open.retain(|&cell| {
        let only = view.values(cell).only();
        shown.extend(only);
        only.is_none()
    });
    (shown, open)
}
