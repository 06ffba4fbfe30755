//! The `pipsc` program. Everything it does is in the library; see [`pipsc::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    pipsc::cli::main()
}
