//! The `pipsc` program, implemented in [`pipsc::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pipsc::cli::main()
}
