//! Relaxing: the same puzzle with some of its rules left out, to ask which of them matter.

use super::{Puzzle, RegionId, Rule};

impl Puzzle {
    /// The same puzzle with only the rules of these regions; the others allow anything. Pins stay,
    /// and so does the solution that its text gives, which keeps fewer rules all the more.
    pub fn with_rules_of(&self, mut keep: impl FnMut(RegionId) -> bool) -> Puzzle {
        let mut relaxed = self.clone();
        for (index, region) in relaxed.regions.iter_mut().enumerate() {
            if !keep(RegionId(index as u32)) {
                region.rule = Rule::Empty;
                relaxed.recipe = None;
            }
        }
        relaxed
    }

    /// The same puzzle without its pins.
    pub fn unpinned(&self) -> Puzzle {
        let mut relaxed = self.clone();
        relaxed.pins.clear();
        relaxed
    }

    /// The numbers of all regions.
    pub fn region_ids(&self) -> impl Iterator<Item = RegionId> + use<> {
        (0..self.regions.len() as u32).map(RegionId)
    }

    /// One region.
    pub fn region(&self, id: RegionId) -> &super::Region {
        &self.regions[id.index()]
    }
}
