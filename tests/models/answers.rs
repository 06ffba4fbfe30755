//! Real solvers accept every model of every example, and their answers are solutions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pipsc::backend::reply::{Reply, ReplyFormat, ReplyStatus};
use pipsc::backend::{Emission, Encoding, NameMap, Profile};
use pipsc::backend::{dimacs, minizinc, smtlib, xcsp3};
use pipsc::lower::{AS_IT_STANDS, lower};
use pipsc::puzzle::{Board, Puzzle};
use pipsc::solver::decode;
use tempfile::TempDir;

use crate::reading;
use crate::shipped::{Count, EXAMPLES};
use crate::{plan, reply_format, tools, write_files};

/// The files of a model, with its name map.
struct ModelFiles {
    folder: TempDir,
    files: Vec<String>,
    names: NameMap,
}

impl ModelFiles {
    fn new(puzzle: &Puzzle, encoding: Encoding, profile: Profile) -> Self {
        let lowered = lower(puzzle, &AS_IT_STANDS).expect("a small puzzle");
        let plan = plan(encoding, profile);
        let emission = Emission::new(&lowered.model, &plan).expect("a board for it");
        let folder = tempfile::tempdir().expect("a folder");
        ModelFiles {
            files: write_files(&emission, folder.path()),
            folder,
            names: emission.names().expect("no limit"),
        }
    }

    /// Runs a program with the arguments and the model's files.
    fn run(&self, program: &Path, arguments: &[&str]) -> String {
        let files = self.files.iter().map(String::as_str);
        let all: Vec<&str> = arguments.iter().copied().chain(files).collect();
        let output = crate::run(program, &all, self.folder.path());
        String::from_utf8(output.stdout).expect("text")
    }
}

/// The boards of a reply, decoded and checked. Panics if two are equal.
fn boards(puzzle: &Puzzle, names: &NameMap, reply: &Reply, what: &str) -> BTreeSet<Board> {
    let boards: BTreeSet<Board> = reply
        .answers
        .iter()
        .map(|answer| decode(puzzle, names, answer).unwrap_or_else(|e| panic!("{what}: {e}")))
        .collect();
    assert_eq!(boards.len(), reply.answers.len(), "{what}: a board twice");
    boards
}

/// Asserts that a reply to a query for one solution is right.
fn assert_answer(
    puzzle: &Puzzle,
    model: &ModelFiles,
    reply_format: ReplyFormat,
    text: &str,
    count: Count,
    what: &str,
) {
    let reply = reply_format
        .read(text.as_bytes())
        .unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
    let boards = boards(puzzle, &model.names, &reply, what);
    match count {
        Count::Exactly(0) => {
            assert_eq!(reply.status, ReplyStatus::Unsatisfiable, "{what}");
            assert!(boards.is_empty(), "{what}");
        }
        Count::Exactly(_) | Count::Some => assert_eq!(boards.len(), 1, "{what}"),
    }
}

/// Whether a solver accepts a model of a full set but takes too long to solve it.
fn is_too_slow(program: &str, file: &str, encoding: Encoding) -> bool {
    match (program, file) {
        ("gecode", _) => file.starts_with("double"),
        ("chuffed", _) => file == "double-nine.txt",
        ("cvc5", "double-nine.txt") => true,
        ("cvc5", "double-six.txt") => encoding != smtlib::EDGES,
        ("z3", "double-nine.txt") => true,
        ("z3", "double-six.txt") => encoding.published().is_some(),
        _ => false,
    }
}

/// Whether a model is too large to test: all pairs of placements of a full set take up to half a gigabyte.
fn is_huge(file: &str, encoding: Encoding) -> bool {
    let full = if encoding.language() == &dimacs::LANGUAGE {
        file == "double-nine.txt"
    } else {
        file.starts_with("double")
    };
    full && encoding.name() == "placement"
}

#[test]
fn sat_solvers() {
    for (program, arguments) in [("kissat", ["-q"]), ("cadical", ["-q"])] {
        let Some(path) = tools::find(program) else {
            continue;
        };
        for (file, count) in EXAMPLES {
            let puzzle = reading::puzzle(file);
            for &encoding in dimacs::LANGUAGE.encodings {
                if is_huge(file, encoding) {
                    continue;
                }
                for profile in [Profile::Run, Profile::Submit] {
                    let what = format!("{program}, {file}, {encoding}, {profile:?}");
                    let model = ModelFiles::new(&puzzle, encoding, profile);
                    let text = model.run(&path, &arguments);
                    assert_answer(&puzzle, &model, reply_format("dimacs"), &text, count, &what);
                }
            }
        }
    }
}

/// ACE and Choco without the launcher, with their full logs.
#[test]
fn java_solvers() {
    let jars = tools::prefix().join("python/pycsp3/pycsp3/solvers");
    let ace = jars.join("ace/ACE-2.6.jar").display().to_string();
    let choco = jars.join("choco/choco-parsers-4.10.15-beta.jar");
    let choco = choco.display().to_string();
    let class = "org.chocosolver.parser.xcsp.ChocoXCSP";
    let ways: [(&str, &[&str]); 2] = [("ace", &["-jar", &ace]), ("choco", &["-cp", &choco, class])];
    for (solver, arguments) in ways {
        if !tools::is_installed(solver) {
            continue;
        }
        for (file, count) in EXAMPLES {
            // Start-up takes most of a second.
            if file.starts_with("double") || file.starts_with("2025") {
                continue;
            }
            let puzzle = reading::puzzle(file);
            let what = format!("{solver}, {file}");
            let encoding = xcsp3::EDGES;
            let model = ModelFiles::new(&puzzle, encoding, Profile::Submit);
            let text = model.run(Path::new("java"), arguments);
            assert_answer(&puzzle, &model, reply_format("xcsp3"), &text, count, &what);
        }
    }
}

#[test]
fn z3() {
    smt_solver("z3", &["sat.random_seed=1", "smt.random_seed=1"]);
}

#[test]
fn cvc5() {
    smt_solver("cvc5", &["--lang", "smt2"]);
}

/// A submission requests no values. Users request the whole model, which each solver prints in its own
/// format.
#[test]
fn smt_models_as_solvers_print_them() {
    let debian = || Some(PathBuf::from("/usr/bin/z3")).filter(|path| path.exists());
    let append_get_model = |model: &ModelFiles| {
        let path = model.folder.path().join(&model.files[0]);
        let text = fs::read_to_string(&path).expect("the model");
        fs::write(path, text.replace("(exit)", "(get-model)\n(exit)")).expect("a file");
    };
    let ways: [(Option<PathBuf>, &[&str], bool); 8] = [
        (tools::find("z3"), &["-model"], false),
        (tools::find("z3"), &[], true),
        (debian(), &["-model"], false),
        (debian(), &[], true),
        (
            tools::find("cvc5"),
            &["--lang", "smt2", "--produce-models", "--dump-models"],
            false,
        ),
        (
            tools::find("cvc5"),
            &["--lang", "smt2", "--produce-models"],
            true,
        ),
        (tools::find("yices-smt2"), &[], true),
        (tools::find("yices-smt2"), &["--smt2-model-format"], true),
    ];
    for file in [
        "small.board.json",
        "2025-10-05-easy.nyt.json",
        "impossible.txt",
    ] {
        let puzzle = reading::puzzle(file);
        let (_, count) = EXAMPLES
            .into_iter()
            .find(|(name, _)| *name == file)
            .expect("an example");
        for &encoding in smtlib::LANGUAGE.encodings {
            for (program, arguments, has_get_model) in &ways {
                let Some(program) = program else { continue };
                let profile = match encoding.is_standard() {
                    true => Profile::Submit,
                    false => Profile::Run,
                };
                let is_z3 = program.ends_with("z3");
                if !encoding.is_standard() && (!is_z3 || *has_get_model) {
                    continue;
                }
                let model = ModelFiles::new(&puzzle, encoding, profile);
                if *has_get_model {
                    append_get_model(&model);
                }
                let text = model.run(program, arguments);
                let what = format!("{}, {arguments:?}, {file}, {encoding}", program.display());
                assert_answer(&puzzle, &model, reply_format("smtlib"), &text, count, &what);
            }
        }
    }
}

fn smt_solver(program: &str, arguments: &[&str]) {
    let Some(path) = tools::find(program) else {
        return;
    };
    for (file, count) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        for &encoding in smtlib::LANGUAGE.encodings {
            // Other encodings have operators of z3.
            if !encoding.is_standard() && program != "z3" {
                continue;
            }
            if is_huge(file, encoding) {
                continue;
            }
            let what = format!("{program}, {file}, {encoding}");
            let model = ModelFiles::new(&puzzle, encoding, Profile::Run);
            if is_too_slow(program, file, encoding) {
                if program == "cvc5" {
                    let parsed = model.run(&path, &["--lang", "smt2", "--parse-only"]);
                    assert_eq!(parsed, "", "{what}");
                }
                continue;
            }
            let text = model.run(&path, arguments);
            assert_answer(&puzzle, &model, reply_format("smtlib"), &text, count, &what);

            // A submission requests only the verdict.
            if !encoding.is_standard() {
                continue;
            }
            let model = ModelFiles::new(&puzzle, encoding, Profile::Submit);
            let verdict = match count {
                Count::Exactly(0) => "unsat\n",
                _ => "sat\n",
            };
            assert_eq!(model.run(&path, arguments), verdict, "{what}, submit");
        }
    }
}

#[test]
fn gecode() {
    let Some(path) = tools::find("minizinc") else {
        return;
    };
    for (file, count) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        for &encoding in minizinc::LANGUAGE.encodings {
            if encoding == minizinc::COORDINATES && !puzzle.is_grid() {
                continue;
            }
            for profile in [Profile::Run, Profile::Submit] {
                let what = format!("gecode, {file}, {encoding}, {profile:?}");
                let model = ModelFiles::new(&puzzle, encoding, profile);
                if is_too_slow("gecode", file, encoding) {
                    assert_compiles(&model, &path, &["--solver", "gecode"], &what);
                    continue;
                }
                // Baselines: one solution in one profile and all solutions in the other.
                if encoding.published().is_none() || profile == Profile::Run {
                    let one = model.run(&path, &["--solver", "gecode"]);
                    assert_answer(
                        &puzzle,
                        &model,
                        reply_format("minizinc"),
                        &one,
                        count,
                        &what,
                    );
                }
                let Count::Exactly(count) = count else {
                    continue;
                };
                let streams: &[&[&str]] = match (encoding.published().is_some(), profile) {
                    (false, _) => &[
                        &["--solver", "gecode", "-a"],
                        &["--solver", "gecode", "-a", "--json-stream"],
                    ],
                    (true, Profile::Run | Profile::Count) => &[],
                    (true, Profile::Submit) => &[&["--solver", "gecode", "-a"]],
                };
                for stream in streams {
                    let all = model.run(&path, stream);
                    let reply = reply_format("minizinc")
                        .read(all.as_bytes())
                        .unwrap_or_else(|error| panic!("{what}: {error}\n{all}"));
                    let boards = boards(&puzzle, &model.names, &reply, &what);
                    assert_eq!(boards.len(), count, "{what}");
                }
            }
        }
    }
}

/// Asserts that MiniZinc compiles a model without messages.
fn assert_compiles(model: &ModelFiles, program: &Path, arguments: &[&str], what: &str) {
    let check = [arguments, &["--model-check-only"]].concat();
    assert_eq!(model.run(program, &check), "", "{what}");
}

/// MiniZinc 2.10 and Chuffed, which come as WebAssembly and run under Node.
fn launcher() -> Option<(PathBuf, String)> {
    let node = tools::find("node")?;
    let package = tools::prefix().join("node/node_modules/minizinc");
    if !package.exists() {
        return tools::missing("the npm package minizinc");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/minizinc-wasm.cjs");
    Some((node, script.to_string_lossy().into_owned()))
}

#[test]
fn chuffed() {
    let Some((node, script)) = launcher() else {
        return;
    };
    for (file, count) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        for profile in [Profile::Run, Profile::Submit] {
            let native = minizinc::EDGES;
            let what = format!("chuffed, {file}, {profile:?}");
            let model = ModelFiles::new(&puzzle, native, profile);
            let arguments = ["--liftoff-only", &script, "--solver", "chuffed"];
            if is_too_slow("chuffed", file, native) {
                assert_compiles(&model, &node, &arguments, &what);
                continue;
            }
            let text = model.run(&node, &arguments);
            assert_answer(
                &puzzle,
                &model,
                reply_format("minizinc"),
                &text,
                count,
                &what,
            );
        }
    }
}

#[test]
fn the_web_assembly_gecode_is_refused() {
    let Some(node) = tools::find("node") else {
        return;
    };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = here.join("scripts/minizinc-wasm.cjs").display().to_string();
    for arguments in [
        &["--solver", "gecode"] as &[&str],
        &["--solver=org.minizinc.gecode_presolver"],
        &["--solver", "chuffed", "-G", "gecode_presolver"],
        &[],
    ] {
        let mut all = vec![script.as_str()];
        all.extend(arguments);
        all.push("model.mzn");
        let output = crate::run(&node, &all, here);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(output.stdout, b"");
    }
}
