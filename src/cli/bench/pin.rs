//! Cores for runs: each of those that are made at the same time has its own, where the system allows that.

use crate::cli::Failure;

/// The cores of each of the jobs that run side by side.
///
/// # Errors
/// If this process may not use as many: whoever allots cores has decided otherwise.
pub(super) fn slots(cores: u32, jobs: u16) -> Result<Vec<Vec<usize>>, Failure> {
    let Some(allowed) = allowed() else {
        return Ok(vec![Vec::new(); jobs.into()]);
    };
    let needed = cores as usize * usize::from(jobs);
    if allowed.len() < needed {
        let plural = if allowed.len() == 1 { "" } else { "s" };
        return Err(Failure::Usage(format!(
            "--cores {cores} and --jobs {jobs} need {needed} cores, and this process may use {} core{plural}",
            allowed.len()
        )));
    }
    let each = allowed.chunks(cores as usize).take(jobs.into());
    Ok(each.map(<[usize]>::to_vec).collect())
}

/// The cores that this process may use; nothing where the system does not tell.
#[cfg(target_os = "linux")]
fn allowed() -> Option<Vec<usize>> {
    use nix::sched::{CpuSet, sched_getaffinity};
    use nix::unistd::Pid;

    let set = sched_getaffinity(Pid::from_raw(0)).ok()?;
    let is_allowed = |core: &usize| set.is_set(*core).unwrap_or(false);
    Some((0..CpuSet::count()).filter(is_allowed).collect())
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Option<Vec<usize>> {
    None
}

/// Keeps the current thread, and every process that it starts from now on, to some cores. Tells whether
/// the system does so.
#[cfg(target_os = "linux")]
pub(super) fn pin(cores: &[usize]) -> bool {
    use nix::sched::{CpuSet, sched_setaffinity};
    use nix::unistd::Pid;

    let mut set = CpuSet::new();
    let is_good = !cores.is_empty() && cores.iter().all(|&core| set.set(core).is_ok());
    is_good && sched_setaffinity(Pid::from_raw(0), &set).is_ok()
}

#[cfg(not(target_os = "linux"))]
pub(super) fn pin(_cores: &[usize]) -> bool {
    false
}
