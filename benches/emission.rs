//! How fast and in how much memory models are written, from full double-six to double-eighteen
//! sets: throughput per target, the time per byte against double-six, and the memory that writing
//! takes beside the model itself.
//!
//!     cargo bench --bench emission
//!
//! Times are the best of several runs, so that ratios within one run can be believed on a noisy
//! machine.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use fastrand::Rng;
use peak_alloc::PeakAlloc;
use pipsc::lower::{STEPS, lower};
use pipsc::model::Model;
use pipsc::puzzle::{Cell, Domino, Draft, DraftRegion, Links, Puzzle, Relation, Rule};
use pipsc::target::{Emission, Encoding, Plan, Profile, Provenance, Target};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// How often each emission is timed.
const RUNS: usize = 7;

fn main() {
    println!(
        "target    encoding   set        placements      clauses         MB     MB/s  s/byte vs double-6  memory KB"
    );
    for (target, encoding) in [
        (Target::Dimacs, Encoding::Compact),
        (Target::SmtLib, Encoding::Lia),
        (Target::MiniZinc, Encoding::Native),
        (Target::Ir, Encoding::Native),
    ] {
        let plan = Plan {
            target,
            encoding,
            profile: Profile::Submit,
            provenance: Provenance::default(),
        };
        let mut smallest = None;
        for highest in [6, 9, 12, 15, 18] {
            let model = lower(&full_set(highest), &STEPS).model;
            let emission = Emission::new(&model, &plan);
            let (bytes, lines) = size(&emission);
            let time = best(|| {
                let _ = size(&emission);
            });
            let per_byte = time.as_secs_f64() / bytes as f64;
            let ratio = per_byte / *smallest.get_or_insert(per_byte);
            println!(
                "{:<9} {:<10} double-{highest:<3} {:>10} {:>12} {:>10.2} {:>8.0} {:>19.2} {:>10.0}",
                target.name(),
                encoding.name(),
                model.placements.len(),
                if target == Target::Dimacs {
                    lines.to_string()
                } else {
                    "-".into()
                },
                bytes as f64 / 1e6,
                1e-6 / per_byte,
                ratio,
                memory(&model, &plan) as f64 / 1024.0,
            );
        }
    }
}

/// The bytes and lines of an emission, of all its files.
fn size(emission: &Emission<'_>) -> (usize, usize) {
    let mut count = Counter::default();
    for file in 0..emission.extensions().len() {
        emission
            .write(file, &mut count)
            .expect("a counter takes all");
    }
    (count.bytes, count.lines)
}

fn best(mut run: impl FnMut()) -> Duration {
    (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// The most memory that writing took beyond what was there before.
fn memory(model: &Model, plan: &Plan) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let _ = size(&Emission::new(model, plan));
    MEMORY.peak_usage().saturating_sub(before)
}

#[derive(Default)]
struct Counter {
    bytes: usize,
    lines: usize,
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        self.lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A full double-n set on a rectangle, with regions of one to six cells along the rows.
fn full_set(highest: u32) -> Puzzle {
    let mut rng = Rng::with_seed(u64::from(highest));
    let mut dominoes: Vec<Domino> = (0..=highest)
        .flat_map(|low| (low..=highest).map(move |high| Domino::new(low, high)))
        .collect();
    rng.shuffle(&mut dominoes);
    // A double-n set has (n+1)(n+2)/2 dominoes: a rectangle of n+1 by n+2 cells. With an even
    // number of columns it is tiled by rows.
    let (rows, columns) = match highest % 2 {
        0 => (highest + 1, highest + 2),
        _ => (highest + 2, highest + 1),
    };
    let cells: Vec<Cell> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| Cell::on_grid(row, column)))
        .collect();
    let values: Vec<u32> = dominoes
        .iter()
        .flat_map(|domino| [domino.low(), domino.high()])
        .collect();
    let mut regions = Vec::new();
    let mut start = 0;
    while start < cells.len() {
        let end = (start + rng.usize(1..=6)).min(cells.len());
        let sum: i64 = values[start..end].iter().map(|&v| i64::from(v)).sum();
        let rule = match rng.u32(0..10) {
            0..=1 => None,
            2 => Some(Rule::Sum(Relation::Less, sum + 2)),
            3 => Some(Rule::Sum(Relation::Greater, sum - 2)),
            _ => Some(Rule::Sum(Relation::Equal, sum)),
        };
        regions.extend(rule.map(|rule| DraftRegion {
            name: None,
            rule,
            cells: (start..end).collect(),
        }));
        start = end;
    }
    Puzzle::new(Draft {
        title: None,
        cells,
        links: Links::Grid,
        dominoes,
        regions,
        solution: None,
    })
    .expect("a full set is a valid puzzle")
}
