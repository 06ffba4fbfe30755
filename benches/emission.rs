//! Benchmarks emission, from full double-six to double-eighteen sets: throughput per target, the time
//! per byte relative to double-six, and the memory that writing takes besides the model.
//!
//!     cargo bench --bench emission
//!
//! Times are the best of several runs, so that ratios within one run are reliable on a noisy
//! machine.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use pipsc::backend::{Emission, Encoding, Profile, Provenance};
use pipsc::generate::{Effort, Recipe};
use pipsc::limits::Budget;
use pipsc::lower::{STEPS, lower};
use pipsc::model::Model;
use pipsc::puzzle::Puzzle;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The number of timed emissions.
const RUNS: usize = 7;

fn main() {
    println!(
        "target    encoding   set        placements      clauses         MB     MB/s  s/byte vs double-6  memory KB"
    );
    for name in [
        "dimacs/compact",
        "smtlib/edges",
        "minizinc/edges",
        "ir/native",
    ] {
        let encoding = Encoding::named(name).expect("an encoding");
        let mut smallest = None;
        for highest in [6, 9, 12, 15, 18] {
            let model = lower(&full_set(highest), &STEPS)
                .expect("not too large")
                .model;
            let emission = emission(&model, encoding);
            let (bytes, lines) = size(&emission);
            let time = best(|| {
                let _ = size(&emission);
            });
            let per_byte = time.as_secs_f64() / bytes as f64;
            let ratio = per_byte / *smallest.get_or_insert(per_byte);
            println!(
                "{:<9} {:<10} double-{highest:<3} {:>10} {:>12} {:>10.2} {:>8.0} {:>19.2} {:>10.0}",
                encoding.language.name,
                encoding.name,
                model.placements.len(),
                if encoding.language.name == "dimacs" {
                    lines.to_string()
                } else {
                    "-".into()
                },
                bytes as f64 / 1e6,
                1e-6 / per_byte,
                ratio,
                memory(&model, encoding) as f64 / 1024.0,
            );
        }
    }
}

fn emission(model: &Model, encoding: Encoding) -> Emission<'_> {
    let provenance = Provenance::default();
    Emission::new(model, encoding, Profile::Submit, provenance).expect("any board")
}

/// The bytes and lines of an emission, of all its files.
fn size(emission: &Emission<'_>) -> (usize, usize) {
    let mut count = Counter::default();
    for file in 0..emission.extensions().len() {
        emission
            .write(file, &mut count)
            .expect("a counter accepts all bytes");
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

/// The peak memory that writing added.
fn memory(model: &Model, encoding: Encoding) -> usize {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let _ = size(&emission(model, encoding));
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

/// A full double-n set on a rectangle.
fn full_set(highest: u32) -> Puzzle {
    let words = format!("family=full size={highest} shape=rectangle seed=1");
    let recipe: Recipe = words.parse().expect("a recipe");
    let made = recipe.make(&Effort::until(&Budget::default()));
    made.expect("a puzzle")
}
