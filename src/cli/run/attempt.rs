//! One solver on one puzzle.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::sys::resource::UsageWho;

use super::{Run, unknown_solver};
use crate::backend::{Encoding, Provenance};
use crate::cli::emit::{StepArguments, encoding};
use crate::cli::{Failure, say};
use crate::lower::{self, Lowered, STEPS, Step, step_names};
use crate::puzzle::{Board, Puzzle};
use crate::solver::embedded::{self, Method};
use crate::solver::external::{self, Request, SolverError, Stats};
use crate::solver::process::Usage;
use crate::solver::registry::{Found, Registry, SearchPath};
use crate::solver::task::{Cancel, Limits, Outcome};

/// The name of the solver that needs nothing installed.
pub(crate) const EMBEDDED: &str = embedded::NAME;

/// A solver that is there.
#[derive(Debug)]
pub(super) enum Solver<'a> {
    /// Our own.
    Embedded,
    /// Somebody else's program.
    External {
        found: Box<Found<'a>>,
        encoding: Encoding,
    },
}

impl<'a> Solver<'a> {
    pub(super) fn find(
        name: &str,
        registry: &'a Registry,
        search: &SearchPath,
        run: &Run,
    ) -> Result<Self, Failure> {
        // An entry of the user's may even take the place of our own solver.
        let Some(entry) = registry.get(name) else {
            if name == EMBEDDED {
                return Solver::embedded(run);
            }
            return Err(unknown_solver(name, registry));
        };
        let encoding = match &run.encoding {
            None => entry.encoding,
            name => encoding(entry.encoding.language(), name.as_deref())?,
        };
        let found = search.find(entry).map_err(SolverError::from)?;
        if let Some(doubt) = found.doubt() {
            say::warning(&doubt);
        }
        for (asked, templates, what) in [
            (run.seed.is_some(), &found.via.seed, "seed"),
            (
                run.threads.is_some(),
                &found.via.threads,
                "number of threads",
            ),
        ] {
            if asked && templates.is_empty() {
                say::warning(&format!("{name} takes no {what}"));
            }
        }
        say::detail(&format_args!(
            "{name}: {}{}, encoding {encoding}",
            found.program.display(),
            match &found.version {
                Some(version) => format!(" {version}"),
                None => String::new(),
            }
        ));
        Ok(Solver::External {
            found: Box::new(found),
            encoding,
        })
    }

    /// Our own solver, for which some wishes mean nothing.
    fn embedded(run: &Run) -> Result<Self, Failure> {
        if run.proof.is_some() {
            return Err(Failure::Usage(format!("{EMBEDDED}: it writes no proof")));
        }
        for (asked, what) in [
            (run.encoding.is_some(), "an encoding"),
            (run.seed.is_some(), "a seed"),
            (run.threads.is_some(), "a number of threads"),
            (run.keep.is_some(), "files to keep"),
            (!run.extra.is_empty(), "arguments of its own"),
        ] {
            if asked {
                say::warning(&format!("{EMBEDDED} does not have {what}"));
            }
        }
        Ok(Solver::Embedded)
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Solver::Embedded => EMBEDDED,
            Solver::External { found, .. } => &found.entry.name,
        }
    }

    /// The lowering steps before what it is given. Our own solver wants them all.
    fn steps(&self, arguments: &StepArguments) -> Vec<Step> {
        match self {
            Solver::Embedded => STEPS.to_vec(),
            Solver::External { encoding, .. } => arguments.chosen(*encoding),
        }
    }
}

/// A puzzle that is read and lowered.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) puzzle: Puzzle,
    pub(super) name: String,
    pub(super) read: Duration,
    /// As the solvers need it: their encodings may ask for different steps.
    lowerings: BTreeMap<Vec<Step>, Lowering>,
}

/// A puzzle after some lowering steps.
#[derive(Debug)]
pub(super) struct Lowering {
    pub(super) lowered: Lowered,
    provenance: Provenance,
    pub(super) time: Duration,
}

impl Prepared {
    pub(super) fn new(
        puzzle: Puzzle,
        name: String,
        read: Duration,
        solvers: &[Solver<'_>],
        arguments: &StepArguments,
    ) -> Self {
        let choices: BTreeSet<Vec<Step>> = solvers
            .iter()
            .map(|solver| solver.steps(arguments))
            .collect();
        let lowerings = choices
            .into_iter()
            .map(|steps| {
                let lowering = Lowering::new(&puzzle, &name, &steps);
                (steps, lowering)
            })
            .collect();
        Prepared {
            puzzle,
            name,
            read,
            lowerings,
        }
    }

    /// The puzzle as one of the solvers needs it.
    pub(super) fn lowering(&self, solver: &Solver<'_>, run: &Run) -> &Lowering {
        &self.lowerings[&solver.steps(&run.steps)]
    }
}

impl Lowering {
    fn new(puzzle: &Puzzle, name: &str, steps: &[Step]) -> Self {
        let started = Instant::now();
        let lowered = lower::lower(puzzle, steps);
        let provenance = Provenance::of(puzzle, name, steps, &lowered);
        let time = started.elapsed();
        say::detail(&format_args!(
            "{name}: {} placements after the steps {} in {time:.1?}",
            lowered.model.placements.len(),
            step_names(steps)
        ));
        Lowering {
            lowered,
            provenance,
            time,
        }
    }
}

/// What a solver came to.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) outcome: Outcome,
    pub(super) stats: Stats,
}

/// What all attempts of one call share.
#[derive(Debug)]
pub(super) struct Session<'a> {
    pub(super) run: &'a Run,
    pub(super) guard: &'a Path,
    pub(super) checker: Option<PathBuf>,
    pub(super) one_solver: bool,
    pub(super) one_puzzle: bool,
}

impl Session<'_> {
    pub(super) fn attempt(
        &self,
        solver: &Solver<'_>,
        prepared: &Prepared,
        cancel: &Cancel,
        on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<Attempt, Failure> {
        let limits = Limits {
            time: self.run.time_limit,
            memory: self.run.memory_limit,
            cancel: cancel.clone(),
        };
        let attempt = match solver {
            Solver::Embedded => {
                let lowered = &prepared.lowering(solver, self.run).lowered;
                self.embedded(prepared, lowered, &limits, on_board)?
            }
            Solver::External { found, encoding } => {
                let keep = self.keep(prepared, &found.entry.name);
                let lowering = prepared.lowering(solver, self.run);
                let request = Request {
                    puzzle: &prepared.puzzle,
                    model: &lowering.lowered.model,
                    provenance: &lowering.provenance,
                    solver: found,
                    encoding: *encoding,
                    goal: self.run.goal(),
                    limits: &limits,
                    seed: self.run.seed,
                    threads: self.run.threads,
                    extra: &self.run.extra,
                    guard: self.guard,
                    keep: keep.as_deref(),
                    proof: self.run.proof.as_deref(),
                    checker: self.checker.as_deref(),
                    announce: say::detail,
                };
                let (outcome, stats) = external::solve(&request, on_board)?;
                Attempt { outcome, stats }
            }
        };
        tell(prepared, solver, &attempt.stats);
        Ok(attempt)
    }

    /// In process: everything from encoding to checking is inside.
    fn embedded(
        &self,
        prepared: &Prepared,
        lowered: &Lowered,
        limits: &Limits,
        on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<Attempt, Failure> {
        let before = used();
        let started = Instant::now();
        let outcome = embedded::solve_lowered(
            Method::Best,
            &prepared.puzzle,
            lowered,
            self.run.goal(),
            limits,
            on_board,
        )
        .map_err(|fault| Failure::Internal(fault.to_string()))?;
        let after = used();
        let stats = Stats {
            runs: 1,
            solve: started.elapsed(),
            cpu: after.cpu.saturating_sub(before.cpu),
            peak_memory: after.peak_memory,
            ..Stats::default()
        };
        Ok(Attempt { outcome, stats })
    }

    /// The folder to keep; one for each of several.
    fn keep(&self, prepared: &Prepared, solver: &str) -> Option<PathBuf> {
        let folder = self.run.keep.as_ref()?;
        let plain = |c: char| match c.is_alphanumeric() || "-_.".contains(c) {
            true => c,
            false => '_',
        };
        let name: String = prepared.name.chars().map(plain).collect();
        Some(match (self.one_puzzle, self.one_solver) {
            (true, true) => folder.clone(),
            (true, false) => folder.join(solver),
            (false, true) => folder.join(name),
            (false, false) => folder.join(name).join(solver),
        })
    }
}

/// Says how long everything took.
fn tell(prepared: &Prepared, solver: &Solver<'_>, stats: &Stats) {
    let (name, solve) = (&prepared.name, stats.solve);
    if let Solver::Embedded = solver {
        say::detail(&format_args!("{name}: solved in {solve:.1?}"));
        return;
    }
    say::detail(&format_args!(
        "{name}: wrote {} bytes in {:.1?}, {} took {solve:.1?} in {} run{}, read back in {:.1?}, \
         checked in {:.1?}",
        stats.model_bytes,
        stats.emit,
        solver.name(),
        stats.runs,
        if stats.runs == 1 { "" } else { "s" },
        stats.decode,
        stats.check
    ));
}

/// What this process has taken so far.
fn used() -> Usage {
    Usage::of(UsageWho::RUSAGE_SELF)
}
