//! Plans: which runs a campaign has, and which of its shards makes each.
//!
//! Every node works out the same plan from the same puzzles and options, so that nobody has to hand
//! one out. Runs are dealt to the shards by what they are expected to take: the longest first, each to
//! the shard that has the least to do so far. No shard then takes longer than the others by more than one
//! run.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt;
use std::hash::Hasher;
use std::str::FromStr;

use fnv::FnvHasher;

use super::key::Key;
use super::record::{Column, Record, Verdict};

/// One of the shards that a plan is cut into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Counted from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

/// The most shards that a plan is cut into.
const MOST_SHARDS: u32 = 1_000_000;

impl Shard {
    /// Everything.
    pub(crate) const WHOLE: Shard = Shard { number: 1, of: 1 };
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// `3/8`, the third of eight.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let number = number.trim().parse().ok()?;
            Some((number, of.trim().parse().ok()?))
        });
        match numbers {
            Some((number, of)) if (1..=MOST_SHARDS).contains(&of) && (1..=of).contains(&number) => {
                Ok(Shard { number, of })
            }
            Some((number, of)) if number > of && of > 0 => {
                Err(format!("there is no shard {number} of {of}"))
            }
            Some(_) | None => Err(format!(
                "expected a shard such as 3/8, the third of eight, of at most {MOST_SHARDS}"
            )),
        }
    }
}

/// What tells a plan from others: 64 bits of FNV-1a over the keys of its runs, in ascending order, a line
/// each, in hex.
pub(crate) fn digest<'k>(keys: impl Iterator<Item = &'k Key>) -> String {
    let mut keys: Vec<&Key> = keys.collect();
    keys.sort_unstable();
    let mut hasher = FnvHasher::default();
    for key in keys {
        hasher.write(key.to_string().as_bytes());
        hasher.write(b"\n");
    }
    format!("{:016x}", hasher.finish())
}

/// The shard of each run, counted from 1; what is expected of it is in seconds. The order of the runs does
/// not matter, because those that are expected to take the same are told apart by their keys.
pub(crate) fn deal(runs: &[(&Key, f64)], shards: u32) -> Vec<u32> {
    if shards == 1 {
        return vec![1; runs.len()];
    }
    // Whole nanoseconds add up to the same on every machine.
    let cost = |index: usize| (runs[index].1.clamp(0.0, 1e9) * 1e9) as u128;
    let mut order: Vec<usize> = (0..runs.len()).collect();
    order.sort_unstable_by_key(|&index| (Reverse(cost(index)), runs[index].0));
    let mut loads: BinaryHeap<Reverse<(u128, u32)>> =
        (1..=shards).map(|shard| Reverse((0, shard))).collect();
    let mut dealt = vec![1; runs.len()];
    for index in order {
        if let Some(Reverse((load, shard))) = loads.pop() {
            dealt[index] = shard;
            // What takes no time to speak of still has to be started.
            loads.push(Reverse((load + cost(index).max(1), shard)));
        }
    }
    dealt
}

/// What runs are expected to take, from those that were made before.
#[derive(Debug, Default)]
pub(crate) struct Costs {
    by_run: HashMap<(String, Column), Vec<f64>>,
    by_puzzle: HashMap<String, Vec<f64>>,
    by_column: HashMap<Column, Vec<f64>>,
    all: Vec<f64>,
}

impl Costs {
    /// Takes note of a run.
    pub(crate) fn add(&mut self, record: &Record) {
        if record.start_up {
            return;
        }
        let time = match record.verdict {
            Verdict::Answered => record.wall,
            Verdict::Unanswered => record.wall.max(record.time_limit),
            Verdict::Failed | Verdict::Wrong => return,
        } + record.emit;
        let (digest, column) = (&record.digest, &record.column);
        let run = self.by_run.entry((digest.clone(), column.clone()));
        run.or_default().push(time);
        self.by_puzzle.entry(digest.clone()).or_default().push(time);
        self.by_column.entry(column.clone()).or_default().push(time);
        self.all.push(time);
    }

    /// What a run will take, in seconds: what the same took; or else what others took on the puzzle, or the
    /// column on others; or else it is guessed from the size.
    pub(crate) fn expect(&self, digest: &str, column: &Column, dominoes: usize) -> f64 {
        let run = (digest.to_owned(), column.clone());
        let known = self.by_run.get(&run);
        let known = known.or_else(|| self.by_puzzle.get(digest));
        let known = known.or_else(|| self.by_column.get(column));
        match known.unwrap_or(&self.all).as_slice() {
            [] => by_size(dominoes),
            times => times.iter().sum::<f64>() / times.len() as f64,
        }
    }
}

/// A guess at what a puzzle takes that nobody has run: the start of a process, and a model that grows with
/// the square of the number of dominoes.
fn by_size(dominoes: usize) -> f64 {
    0.01 + 0.000_1 * (dominoes as f64).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::key::Conditions;
    use crate::bench::record::Question;

    fn keys(count: u32) -> Vec<Key> {
        let column = Column {
            solver: "s".into(),
            encoding: None,
            question: Question::One,
            steps: None,
        };
        let conditions = Conditions {
            start_up: false,
            time_limit: 1.0,
            cpu_limit: None,
            memory_limit: None,
            cores: None,
        };
        (1..=count)
            .map(|repeat| Key::new("p", &column, &conditions, repeat))
            .collect()
    }

    #[test]
    fn shards_are_told_in_a_fraction() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        assert_eq!(
            "9/8".parse::<Shard>(),
            Err("there is no shard 9 of 8".into())
        );
        for text in ["", "3", "0/8", "3/0", "0/0", "-1/2", "1/2000000", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn no_shard_has_more_than_a_run_more_to_do() {
        let keys = keys(100);
        let costs: Vec<f64> = (0..100).map(|n| f64::from(n * n % 37)).collect();
        let runs: Vec<(&Key, f64)> = keys.iter().zip(costs.iter().copied()).collect();
        let dealt = deal(&runs, 7);
        let loads: Vec<f64> = (1..=7)
            .map(|shard| {
                let own = dealt.iter().zip(&costs).filter(|(of, _)| **of == shard);
                own.map(|(_, cost)| cost).sum()
            })
            .collect();
        let most = loads.iter().copied().fold(0.0, f64::max);
        let least = loads.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(most - least <= 36.0, "{loads:?}");

        // In another order every run has the same shard.
        let backwards: Vec<(&Key, f64)> = runs.iter().rev().copied().collect();
        let mut again = deal(&backwards, 7);
        again.reverse();
        assert_eq!(again, dealt);
        let digests = [&runs, &backwards].map(|runs| digest(runs.iter().map(|(key, _)| *key)));
        assert_eq!(digests[0], digests[1]);
        assert_ne!(digests[0], digest(keys[1..].iter()));
    }

    #[test]
    fn runs_that_take_nothing_are_dealt_out_too() {
        let keys = keys(9);
        let runs: Vec<(&Key, f64)> = keys.iter().map(|key| (key, 0.0)).collect();
        let dealt = deal(&runs, 3);
        for shard in 1..=3 {
            assert_eq!(dealt.iter().filter(|&&of| of == shard).count(), 3);
        }
    }
}
