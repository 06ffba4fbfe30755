//! Tests of the program `pipsc` on the command line.

#[path = "../support/command.rs"]
mod command;
#[path = "../support/documented.rs"]
mod documented;
#[path = "../support/shipped.rs"]
mod shipped;
#[path = "../support/snapshot.rs"]
mod snapshot;
#[path = "../support/tools.rs"]
mod tools;

mod bench;
mod boards;
mod bundle;
mod campaign;
mod completions;
mod config;
mod decode;
mod emit;
mod exclude;
mod explain_and_hint;
mod families;
mod fetch;
mod generate;
mod html_pages;
mod mistakes;
mod output;
mod page_scripts;
mod play;
mod puzzle_server;
mod runner;
mod scripts;
mod search;
mod show;
mod stopping;
mod stream;
mod terminal;
mod trace;
mod tutorial;
mod untrusted_input;
mod usability;
