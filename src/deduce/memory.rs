//! Memory: the same look at the same things shows the same.
//!
//! To leave steps out of a chain, and to compare chains, the same looks are taken again and again.
//! What an angle depends on is its key, whole and not as a hash.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::Angle;
use super::ground::Ground;
use super::knowledge::Knowledge;
use super::look::Excluded;
use crate::puzzle::RegionId;

/// The most looks that are remembered.
const MOST: usize = 100_000;

/// Everything that a look from some angle depends on.
type Key = (Angle, Vec<u128>);

/// What was seen before.
#[derive(Debug, Default)]
pub(super) struct Memory(RefCell<FxHashMap<Key, Excluded>>);

impl Memory {
    /// What is seen from an angle, from memory or by looking.
    pub(super) fn recall(
        &self,
        ground: &Ground<'_>,
        knowledge: &Knowledge,
        angle: Angle,
        rules: &[RegionId],
        look: impl FnOnce() -> Excluded,
    ) -> Excluded {
        let key = match angle {
            Angle::Rule(region) => {
                let mut key = Vec::new();
                stock(ground, knowledge, &mut key);
                inside(ground, knowledge, region, &mut key);
                key
            }
            Angle::Share(_) => {
                let mut key = Vec::new();
                for &region in rules {
                    key.push(region.index() as u128);
                    inside(ground, knowledge, region, &mut key);
                }
                key.extend(&knowledge.values);
                key
            }
            Angle::Tiling => packed(knowledge.open.iter().copied()).collect(),
            _ => return look(),
        };
        let key = (angle, key);
        if let Some(excluded) = self.0.borrow().get(&key) {
            return excluded.clone();
        }
        let excluded = look();
        let mut memory = self.0.borrow_mut();
        if memory.len() >= MOST {
            memory.clear();
        }
        let _ = memory.insert(key, excluded.clone());
        excluded
    }
}

/// The values that are taken for certain, wherever.
fn stock(ground: &Ground<'_>, knowledge: &Knowledge, key: &mut Vec<u128>) {
    let mut taken = vec![0_u32; ground.values.len()];
    for cell in ground.puzzle.cell_ids() {
        if let Some(at) = knowledge.shown(cell) {
            taken[at] += 1;
        }
    }
    key.extend(taken.chunks(4).map(|four| {
        let shifted = four.iter().enumerate();
        shifted.fold(0, |word, (at, &count)| {
            word | u128::from(count) << (32 * at)
        })
    }));
}

/// The values of a region's cells, and what can lie inside the region.
fn inside(ground: &Ground<'_>, knowledge: &Knowledge, region: RegionId, key: &mut Vec<u128>) {
    let cells = ground.cells_of(region);
    key.extend(cells.iter().map(|cell| knowledge.values[cell.index()]));
    for (number, edge) in ground.puzzle.edges().iter().enumerate() {
        if cells.contains(&edge.a) && cells.contains(&edge.b) {
            key.push(u128::from(knowledge.is_joined(ground, number)));
            key.push(u128::from(knowledge.open[number]));
            let range = ground.on_edge[number].clone();
            key.extend(packed(knowledge.live[range].iter().copied()));
        }
    }
}

/// Bits, 128 a word.
fn packed(bits: impl Iterator<Item = bool>) -> impl Iterator<Item = u128> {
    let bits: Vec<bool> = bits.collect();
    let words: Vec<u128> = bits
        .chunks(128)
        .map(|chunk| {
            chunk
                .iter()
                .fold(0, |word, &bit| word << 1 | u128::from(bit))
        })
        .collect();
    words.into_iter()
}
