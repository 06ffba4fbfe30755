//! The machine of a run, as far as it determines times.

use std::fmt;
use std::fs;

use serde::{Deserialize, Serialize};

use crate::puzzle::Label;

/// A kind of machine. Only times of equal machines are compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The operating system and the processor's architecture: `linux x86_64`.
    pub system: Label,
    /// The processor's name.
    pub cpu: Label,
    /// The number of processors.
    pub cores: u32,
    /// The memory, rounded to gigabytes: machines of one kind differ by some megabytes. 0 if unknown.
    pub memory_gb: u64,
    /// The version of the kernel.
    pub kernel: Label,
}

impl Machine {
    /// The current machine, with `unknown` for unavailable fields.
    pub(crate) fn current() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let (processors, memory) = (read("/proc/cpuinfo"), read("/proc/meminfo"));
        let kernel = read("/proc/sys/kernel/osrelease");
        let known = |word: &str| Label::from(if word.is_empty() { "unknown" } else { word });
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let cores = fields(&processors, "processor").count().max(cores);
        let cpu = ["model name", "Model", "Hardware", "cpu"]
            .into_iter()
            .find_map(|name| fields(&processors, name).next());
        let kilobytes = fields(&memory, "MemTotal").next();
        let kilobytes = kilobytes.and_then(|text| text.split_whitespace().next()?.parse().ok());
        Machine {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH).into(),
            cpu: known(cpu.unwrap_or_default()),
            cores: u32::try_from(cores).unwrap_or(u32::MAX),
            memory_gb: (kilobytes.unwrap_or(0.0_f64) * 1024.0 / 1e9).round() as u64,
            kernel: known(kernel.trim()),
        }
    }
}

/// `AMD EPYC 7713, 64 cores, 512 GB, linux x86_64 6.1.0`.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.cores == 1 { "" } else { "s" };
        write!(
            f,
            "{}, {} core{plural}, {} GB, {} {}",
            self.cpu, self.cores, self.memory_gb, self.system, self.kernel
        )
    }
}

/// The values of a field in the format of `/proc/cpuinfo`.
fn fields<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(move |line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim())
    })
}
