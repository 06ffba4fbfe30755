//! Sums whose total differs from that of the dominoes.
//!
//! A filled board is cut into regions, and each region gets its sum as its rule; then one sum is changed by one.
//! Every cell is in a region, so the total of the sums differs from that of all halves. **Without any one of the
//! rules there is a solution**: dominoes whose halves differ by one lie across borders of regions and form a
//! spanning tree of the regions with its root in the changed one. Flipping those on a path from the root moves the
//! missing pip to any other region. There are at least three regions, so that no two are all.

use super::parcels;
use crate::generate::layout::{Layout, total};
use crate::generate::rng::Rng;
use crate::generate::tiling::Tiling;
use crate::generate::{Effort, GenerateError, Shape, shape};
use crate::puzzle::{Domino, DoubleSet, DraftRegion, Pips, Puzzle, Rule};

/// Usual number of cells of a region.
const CELLS: usize = 5;

/// Minimum number of cells of a region; smaller parts are joined to a neighbour if there is one.
const FEWEST: usize = 3;

/// Generates a puzzle with `size` dominoes of up to `pips` pips.
pub(super) fn make(
    size: u32,
    pips: Pips,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let set = DoubleSet::new(pips).filter(|_| pips > 0);
    let set = set.ok_or_else(|| {
        GenerateError::Impossible(
            "with blank dominoes alone every total is 0: expected `--pips` of 1 or more".into(),
        )
    })?;
    effort.attempt(
        || format!("a board of {size} dominoes with three regions or more"),
        || {
            let tiling = shape::tiling(Shape::Blob, size, rng);
            let mut regions = cut(&tiling, rng);
            while regions.len() > 2 {
                match spanning_tree(&tiling, &regions, rng) {
                    Ok(tree) => return Ok(Some(fill(tiling, regions, &tree, set, rng))),
                    Err(is_reached) => join(&tiling, &mut regions, &is_reached),
                }
            }
            Ok(None)
        },
    )
}

/// Cuts the board into regions. Parts that are too small join a neighbour.
fn cut(tiling: &Tiling, rng: &mut Rng) -> Vec<Vec<usize>> {
    let (mut regions, crumbs): (Vec<_>, Vec<_>) = parcels(tiling, CELLS, rng)
        .into_iter()
        .partition(|parcel| parcel.len() >= FEWEST);
    for crumb in crumbs {
        let touches = |region: &Vec<usize>| {
            let mut beside = crumb.iter().flat_map(|&cell| tiling.neighbours(cell));
            beside.any(|next| region.contains(next))
        };
        match regions
            .iter_mut()
            .filter(|region| touches(region))
            .min_by_key(|r| r.len())
        {
            Some(region) => region.extend(crumb),
            None => regions.push(crumb),
        }
    }
    for region in &mut regions {
        region.sort_unstable();
    }
    rng.shuffle(&mut regions);
    regions
}

/// A domino across a border: the cell in the region nearer to the root, and the other one.
type TreeEdge = [usize; 2];

/// A spanning tree of the regions from the first one, made of dominoes across borders, or else which regions such
/// a tree reaches.
fn spanning_tree(
    tiling: &Tiling,
    regions: &[Vec<usize>],
    rng: &mut Rng,
) -> Result<Vec<TreeEdge>, Vec<bool>> {
    let mut of = vec![0; tiling.size()];
    for (region, cells) in regions.iter().enumerate() {
        for &cell in cells {
            of[cell] = region;
        }
    }
    let across = tiling
        .dominoes()
        .filter(|&[one, other]| of[one] != of[other]);
    let mut across: Vec<[usize; 2]> = across.collect();
    rng.shuffle(&mut across);
    let mut is_reached = vec![false; regions.len()];
    is_reached[0] = true;
    let mut tree = Vec::new();
    while tree.len() + 1 < regions.len() {
        let next = across.iter().find_map(|&[one, other]| {
            let mut ways = [[one, other], [other, one]].into_iter();
            ways.find(|&[from, to]| is_reached[of[from]] && !is_reached[of[to]])
        });
        let Some([from, to]) = next else {
            return Err(is_reached);
        };
        is_reached[of[to]] = true;
        tree.push([from, to]);
    }
    Ok(tree)
}

/// Joins an unreached region with a reached neighbour, which exists because the board is connected.
fn join(tiling: &Tiling, regions: &mut Vec<Vec<usize>>, is_reached: &[bool]) {
    let touching = (0..regions.len()).find_map(|lone| {
        let mut beside = regions[lone]
            .iter()
            .flat_map(|&cell| tiling.neighbours(cell));
        let reached = beside.find_map(|next| {
            let mut others = (0..regions.len()).filter(|&other| is_reached[other]);
            others.find(|&other| regions[other].contains(next))
        });
        reached
            .filter(|_| !is_reached[lone])
            .map(|reached| (lone, reached))
    });
    if let Some((lone, reached)) = touching {
        let cells = std::mem::take(&mut regions[lone]);
        regions[reached].extend(cells);
        regions[reached].sort_unstable();
        let _ = regions.remove(lone);
    } else {
        unreachable!("a blob is connected");
    }
}

/// Fills the board with dominoes of repeated sets, with the sums as rules, the first of which is changed.
fn fill(
    tiling: Tiling,
    regions: Vec<Vec<usize>>,
    tree: &[TreeEdge],
    set: DoubleSet,
    rng: &mut Rng,
) -> Puzzle {
    let is_raised = rng.below(2) == 0;
    let mut shown: Vec<Option<Pips>> = vec![None; tiling.size()];
    let mut stock = Vec::new();
    for &[from, to] in tree {
        let domino = take(
            &mut stock,
            set,
            |domino| domino.high() == domino.low() + 1,
            rng,
        );
        // If the sum of the root increases, flipping must move the larger half towards the root.
        let halves = if is_raised {
            [domino.low(), domino.high()]
        } else {
            [domino.high(), domino.low()]
        };
        shown[from] = Some(halves[0]);
        shown[to] = Some(halves[1]);
    }
    for [one, other] in tiling.dominoes() {
        if shown[one].is_none() {
            let domino = take(&mut stock, set, |_| true, rng);
            let mut halves = domino.halves();
            rng.shuffle(&mut halves);
            shown[one] = Some(halves[0]);
            shown[other] = Some(halves[1]);
        }
    }
    let shown: Vec<Pips> = shown.into_iter().flatten().collect();
    let changed = if is_raised { 1 } else { -1 };
    let regions = regions.into_iter().enumerate().map(|(at, cells)| {
        let target = total(&cells, &shown) + if at == 0 { changed } else { 0 };
        DraftRegion::new(cells, Rule::sum(target))
    });
    let regions = regions.collect();
    Layout { tiling, shown }.unsolved_puzzle(regions)
}

/// Takes a domino with a property that some domino of the set has. The stock is refilled with a full set in random
/// order.
fn take(
    stock: &mut Vec<Domino>,
    set: DoubleSet,
    is_wanted: impl Fn(&Domino) -> bool,
    rng: &mut Rng,
) -> Domino {
    loop {
        if let Some(at) = stock.iter().rposition(&is_wanted) {
            return stock.remove(at);
        }
        let mut all: Vec<Domino> = set.dominoes().collect();
        rng.shuffle(&mut all);
        all.append(stock);
        *stock = all;
    }
}
