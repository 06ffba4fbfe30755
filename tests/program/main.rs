//! The program as it is typed: what it prints, writes, draws and refuses.

#[path = "../support/command.rs"]
mod command;
#[path = "../support/documented.rs"]
mod documented;
#[path = "../support/shipped.rs"]
mod shipped;
#[path = "../support/tools.rs"]
mod tools;

mod bench;
mod boards;
mod bundle;
mod campaign;
mod cli;
mod comfort;
mod completions;
mod config;
mod emit;
mod exclude;
mod families;
mod fetch;
mod generate;
mod mistakes;
mod newsstand;
mod output;
mod outside;
mod pages;
mod play;
mod runner;
mod scripts;
mod search;
mod show;
mod stopping;
mod stories;
mod stream;
mod terminal;
mod trace;
mod tutorial;
mod why;
