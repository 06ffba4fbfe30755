//! Launchers: scripts around solvers that come as libraries, and option files for others. They are
//! compiled in, so that the program needs no files beside it.

use crate::visible;
use std::fs;
use std::path::{Path, PathBuf};

/// The scripts by their names in `solvers.toml`.
const SCRIPTS: [(&str, &str); 6] = [
    (
        "minizinc-wasm.cjs",
        include_str!("../../scripts/minizinc-wasm.cjs"),
    ),
    ("cpsat.py", include_str!("../../scripts/cpsat.py")),
    ("xcsp3.py", include_str!("../../scripts/xcsp3.py")),
    ("highs.options", include_str!("../../scripts/highs.options")),
    ("scip.py", include_str!("../../scripts/scip.py")),
    ("ganak.py", include_str!("../../scripts/ganak.py")),
];

/// Writes a built-in launcher to a folder, or finds the user's own beside the registry file.
pub(crate) fn place(name: &str, file: &Path, folder: &Path) -> Result<PathBuf, String> {
    if let Some((_, text)) = SCRIPTS.iter().find(|(known, _)| *known == name) {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|problem| format!("{}: {problem}", visible::path(&path)))?;
        return Ok(path);
    }
    let path = file.parent().unwrap_or(Path::new("")).join(name);
    std::path::absolute(&path)
        .ok()
        .filter(|path| path.is_file())
        .ok_or_else(|| {
            format!(
                "there is no launcher {name}, built in or beside {}",
                visible::path(file)
            )
        })
}
