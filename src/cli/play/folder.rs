//! Finds the built page.

use std::env;
use std::path::{Path, PathBuf};

use crate::cli::CliError;
use crate::folders;
use crate::visible;

/// The file that every built page contains.
pub(super) const START: &str = "index.html";

/// The folder of the page: the named one, or the first default folder with a page.
pub(super) fn find(named: Option<&Path>) -> Result<PathBuf, CliError> {
    if let Some(folder) = named {
        if folder.join(START).is_file() {
            return Ok(folder.to_owned());
        }
        return Err(CliError::usage(format!(
            "{} contains no playground: it has no {START}; `scripts/build-web` in a clone of pipsc builds \
             one in target/web",
            visible::path(folder)
        )));
    }
    let usual = usual();
    if let Some(there) = usual.iter().find(|folder| folder.join(START).is_file()) {
        return Ok(there.clone());
    }
    let own = match folders::data() {
        Some(folder) => format!(", or copy it to {}", visible::path(&folder.join("web"))),
        None => String::new(),
    };
    Err(CliError::usage(format!(
        "cannot find the page of the playground, which is not part of the program. In a clone of pipsc, \
         `scripts/build-web` builds it in target/web; call `pipsc play` there, or name the folder with \
         --page{own}"
    )))
}

/// The default folders: beside a program built in a clone, in the current clone, in the data folder
/// of a package, and in the user's data folder.
fn usual() -> Vec<PathBuf> {
    let program = env::current_exe().ok();
    let program = program
        .as_deref()
        .and_then(Path::parent)
        .and_then(Path::parent);
    let beside = program.into_iter().flat_map(|folder| {
        // `target/release/pipsc` has `target/web`, `bin/pipsc` has `share/pipsc/web`.
        let is_target = folder.file_name().is_some_and(|name| name == "target");
        let built = is_target.then(|| folder.join("web"));
        built.into_iter().chain([folder.join("share/pipsc/web")])
    });
    let here = PathBuf::from("target/web");
    let own = folders::data().map(|folder| folder.join("web"));
    beside.chain([here]).chain(own).collect()
}
