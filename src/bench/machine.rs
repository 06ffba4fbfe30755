//! The machine that a run was made on, as far as it decides how long things take.

use std::fmt;
use std::fs;

use serde::{Deserialize, Serialize};

use super::faults::{MOST_BYTES, wrong_count, wrong_name};
use crate::puzzle::Label;

/// A kind of machine. Times of one kind can be compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The system and the processor's architecture: `linux x86_64`.
    pub system: Label,
    /// The processor's name, as the system tells it.
    pub cpu: Label,
    /// How many processors there are, whoever may use them.
    pub cores: u32,
    /// The memory in bytes; 0 where the system does not tell.
    pub memory: u64,
    /// The version of the system's kernel.
    pub kernel: Label,
}

impl Machine {
    /// This one. What the system does not tell is `unknown`.
    pub(crate) fn here() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let (processors, memory) = (read("/proc/cpuinfo"), read("/proc/meminfo"));
        let kernel = read("/proc/sys/kernel/osrelease");
        let known = |word: &str| Label::from(if word.is_empty() { "unknown" } else { word });
        let cores = fields(&processors, "processor").count();
        let cores = match u32::try_from(cores) {
            Ok(0) | Err(_) => std::thread::available_parallelism()
                .map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX)),
            Ok(cores) => cores,
        };
        let cpu = ["model name", "Model", "Hardware", "cpu"]
            .into_iter()
            .find_map(|name| fields(&processors, name).next());
        let kilobytes = fields(&memory, "MemTotal").next();
        let kilobytes = kilobytes.and_then(|text| text.split_whitespace().next()?.parse().ok());
        Machine {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH).into(),
            cpu: known(cpu.unwrap_or_default()),
            cores,
            memory: kilobytes.unwrap_or(0_u64).saturating_mul(1024),
            kernel: known(kernel.trim()),
        }
    }

    /// Tells whether times taken on both can be compared. Two machines that were bought together
    /// differ by some megabytes of memory, which is nothing.
    pub(crate) fn is_like(&self, other: &Machine) -> bool {
        let same_memory = self.memory.abs_diff(other.memory) <= self.memory.max(other.memory) / 64;
        let alike = (&self.system, &self.cpu, self.cores, &self.kernel)
            == (&other.system, &other.cpu, other.cores, &other.kernel);
        alike && same_memory
    }

    /// What cannot be true of a machine.
    pub(super) fn fault(&self) -> Option<String> {
        let names = [
            ("machine.system", Some(self.system.raw())),
            ("machine.cpu", Some(self.cpu.raw())),
            ("machine.kernel", Some(self.kernel.raw())),
        ];
        let counts = [
            ("machine.cores", self.cores.into(), 1, 1 << 20),
            ("machine.memory", self.memory, 0, MOST_BYTES),
        ];
        names
            .iter()
            .find_map(wrong_name)
            .or_else(|| counts.iter().find_map(wrong_count))
    }
}

/// `AMD EPYC 7713, 64 cores, 512 GB, linux x86_64 6.1.0`.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine {
            system,
            cpu,
            cores,
            memory,
            kernel,
        } = self;
        let plural = if *cores == 1 { "" } else { "s" };
        let gigabytes = *memory as f64 / 1e9;
        write!(
            f,
            "{cpu}, {cores} core{plural}, {gigabytes:.0} GB, {system} {kernel}"
        )
    }
}

/// What stands after the colon in the lines of a name.
fn fields<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(move |line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_can_be_described_and_is_like_itself() {
        let here = Machine::here();
        assert_eq!(here.fault(), None);
        assert!(here.is_like(&here));
        assert!(here.cores >= 1);
    }

    #[test]
    fn a_little_memory_more_makes_no_other_kind_and_another_processor_does() {
        let one = Machine {
            system: "linux x86_64".into(),
            cpu: "Some CPU".into(),
            cores: 64,
            memory: 512_000_000_000,
            kernel: "6.1.0".into(),
        };
        let more = Machine {
            memory: one.memory + 4_000_000,
            ..one.clone()
        };
        let double = Machine {
            memory: 2 * one.memory,
            ..one.clone()
        };
        let other = Machine {
            cpu: "Another CPU".into(),
            ..one.clone()
        };
        assert!(one.is_like(&more));
        assert!(!one.is_like(&double) && !one.is_like(&other));
        assert_eq!(
            one.to_string(),
            "Some CPU, 64 cores, 512 GB, linux x86_64 6.1.0"
        );
    }
}
