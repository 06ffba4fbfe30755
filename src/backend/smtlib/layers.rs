//! A sum as layers of partial sums: a Boolean for each sum that the first cells of a region can
//! have and that the others can still make good, a small decision diagram.
//!
//! With `n` cells of `d` values and `s` useful sums a layer, at most `(n - 2)s` Booleans, each
//! defined by up to `d` conjunctions. One cell and two cells need none.

use std::io;

use super::script::{Assertion, Script, or};
use crate::puzzle::{Bounds, Pips};
use std::collections::{BTreeMap, BTreeSet};

/// The most steps from a sum to the next, over all layers. A region with more is added in binary.
const STEPS: usize = 50_000;

/// The partial sums of a region.
pub(super) struct Layers<'o, 'n> {
    /// What each cell can show, with the symbols.
    options: &'o [Vec<(Pips, &'n str)>],
    /// After each cell but the last: the sums so far that can still be made good.
    layers: Vec<BTreeMap<i64, String>>,
    /// The sums of all cells that keep the rule.
    keeping: Bounds,
}

impl<'o, 'n> Layers<'o, 'n> {
    /// The layers of a rule, or nothing if there are too many sums.
    pub(super) fn new(
        options: &'o [Vec<(Pips, &'n str)>],
        keeping: Bounds,
        name: &str,
    ) -> Option<Self> {
        let mut reached = vec![BTreeSet::from_iter([0i64])];
        let mut steps = 0;
        for cell in options {
            let before = reached.last()?;
            steps += before.len() * cell.len();
            if steps > STEPS {
                return None;
            }
            let values = || cell.iter().map(|(value, _)| i64::from(*value));
            let after = before
                .iter()
                .flat_map(|sum| values().map(move |value| sum + value))
                .collect();
            reached.push(after);
        }
        let mut useful = reached.pop()?;
        useful.retain(|&sum| keeping.contain(sum));
        let mut layers = Vec::with_capacity(options.len());
        for (index, cell) in options.iter().enumerate().skip(1).rev() {
            let mut before = reached.pop()?;
            before.retain(|sum| {
                cell.iter()
                    .any(|(value, _)| useful.contains(&(sum + i64::from(*value))))
            });
            useful = before;
            layers.push(
                useful
                    .iter()
                    .map(|&sum| (sum, format!("sum_{name}_{index}_{sum}")))
                    .collect::<BTreeMap<_, _>>(),
            );
        }
        layers.reverse();
        // The sums after one cell are its values.
        if let (Some(first), Some(cell)) = (layers.first_mut(), options.first()) {
            for (value, symbol) in cell {
                if let Some(sum) = first.get_mut(&i64::from(*value)) {
                    *sum = (*symbol).to_owned();
                }
            }
        }
        Some(Layers {
            options,
            layers,
            keeping,
        })
    }

    /// Declares the partial sums and says what they are.
    pub(super) fn define(&self, script: &mut Script<'_>) -> io::Result<()> {
        for (index, pair) in self.layers.windows(2).enumerate() {
            let cell = &self.options[index + 1];
            for (sum, symbol) in &pair[1] {
                let ways: Vec<String> = cell
                    .iter()
                    .filter_map(|(value, shows)| {
                        let before = pair[0].get(&(sum - i64::from(*value)))?;
                        Some(format!("(and {before} {shows})"))
                    })
                    .collect();
                script.declare(symbol, "Bool")?;
                script.assert(format_args!("(= {symbol} {})", or(&ways)))?;
            }
        }
        Ok(())
    }

    /// States the rule: no step leads out of the layers, and the last cell makes the sum good.
    pub(super) fn state(&self, rule: &mut Assertion<'_, '_>) -> io::Result<()> {
        let Some((last, others)) = self.options.split_last() else {
            return Ok(());
        };
        if let (Some(first), Some(layer)) = (others.first(), self.layers.first()) {
            for (value, shows) in first {
                if !layer.contains_key(&i64::from(*value)) {
                    rule.add(format_args!("(not {shows})"))?;
                }
            }
        }
        for (cell, pair) in others.iter().skip(1).zip(self.layers.windows(2)) {
            for (sum, symbol) in &pair[0] {
                for (value, shows) in cell {
                    if !pair[1].contains_key(&(sum + i64::from(*value))) {
                        rule.add(format_args!("(not (and {symbol} {shows}))"))?;
                    }
                }
            }
        }
        let Some(layer) = self.layers.last() else {
            return last
                .iter()
                .filter(|(value, _)| !self.good(0, *value))
                .try_for_each(|(_, shows)| rule.add(format_args!("(not {shows})")));
        };
        for (&sum, symbol) in layer {
            let fits: Vec<&str> = last
                .iter()
                .filter(|(value, _)| self.good(sum, *value))
                .map(|(_, shows)| *shows)
                .collect();
            if fits.len() < last.len() {
                rule.add(format_args!("(=> {symbol} {})", or(&fits)))?;
            }
        }
        for (value, shows) in last {
            let fits: Vec<&str> = layer
                .iter()
                .filter(|(sum, _)| self.good(**sum, *value))
                .map(|(_, symbol)| symbol.as_str())
                .collect();
            if fits.len() < layer.len() {
                rule.add(format_args!("(=> {shows} {})", or(&fits)))?;
            }
        }
        Ok(())
    }

    fn good(&self, sum: i64, value: Pips) -> bool {
        self.keeping.contain(sum + i64::from(value))
    }
}
