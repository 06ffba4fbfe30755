//! How the program is linked.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |what: &str| env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default();
    // A program at a place of its own need not be relocated whenever it is started, which takes as
    // long as solving a puzzle: hundreds of pages of tables would have to be written to. Stack, heap
    // and libraries are placed at random all the same.
    if target("OS") == "linux" && target("ENV") == "gnu" && target("ARCH") == "x86_64" {
        println!("cargo::rustc-link-arg-bin=pipsc=-no-pie");
    }
}
