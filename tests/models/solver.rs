//! Solvers by their command lines.

use std::fs;
use std::path::{Path, PathBuf};

use pipsc::backend::Emission;

use crate::{texts, tools};

/// A program with arguments: `{model}` is the files of the model, and `{result}` the file of the reply, if that is not
/// standard output.
pub(crate) struct Solver {
    program: PathBuf,
    arguments: Vec<String>,
}

impl Solver {
    /// The solver with this name, with more arguments before its own; `None` if it is not installed.
    pub(crate) fn find(name: &str, more: &[&str]) -> Option<Solver> {
        let installed = name.strip_prefix("xcsp3.py ").unwrap_or(name);
        if !tools::is_installed(installed) {
            return None;
        }
        let script = |name: &str| {
            let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
            scripts.join(name).display().to_string()
        };
        let jars = "/usr/share/java/org.sat4j.core.jar:/usr/share/java/org.sat4j.pb.jar";
        let pycsp3 = tools::prefix().join("python/pycsp3/pycsp3/solvers");
        let ace = pycsp3.join("ace/ACE-2.6.jar").display().to_string();
        let choco = pycsp3.join("choco/choco-parsers-4.10.15-beta.jar");
        let choco = choco.display().to_string();
        let [cpsat, scip, xcsp3] = ["cpsat.py", "scip.py", "xcsp3.py"].map(script);
        let wasm = script("minizinc-wasm.cjs");
        let (program, arguments) = match name {
            "kissat" | "cadical" => (name, vec!["-q", "{model}"]),
            "z3" | "yices-smt2" | "clasp" | "clingo" => (name, vec!["{model}"]),
            "cpsat" => ("python3", vec![&cpsat, "{model}"]),
            "cvc5" => (name, vec!["--lang", "smt2", "{model}"]),
            "gecode" => ("minizinc", vec!["--solver", "gecode", "{model}"]),
            "chuffed" => (
                "node",
                vec!["--liftoff-only", &wasm, "--solver", "chuffed", "{model}"],
            ),
            "xcsp3.py ace" | "xcsp3.py choco" => ("python3", vec![&xcsp3, installed, "{model}"]),
            // ACE and Choco without the launcher, with their full logs.
            "ace" => ("java", vec!["-jar", &ace, "{model}"]),
            "choco" => {
                let class = "org.chocosolver.parser.xcsp.ChocoXCSP";
                ("java", vec!["-cp", &choco, class, "{model}"])
            }
            "minisat+" => (name, vec!["-v0", "{model}"]),
            "sat4j" => {
                let class = "org.sat4j.pb.LanceurPseudo2007";
                ("java", vec!["-cp", jars, class, "{model}"])
            }
            "scip" | "scip-lp" => ("python3", vec![&scip, "{model}"]),
            "highs" => (name, vec!["--solution_file", "{result}", "{model}"]),
            "cbc" => (name, vec!["{model}", "solve", "solution", "{result}"]),
            other => panic!("no command line for {other}"),
        };
        let last = arguments.len() - 1;
        let mut arguments: Vec<String> = arguments.into_iter().map(String::from).collect();
        let _ = arguments.splice(last..last, more.iter().map(|&word| word.to_owned()));
        let program = tools::find(program)?;
        Some(Solver { program, arguments })
    }

    /// The reply to a model.
    pub(crate) fn reply(&self, emission: &Emission<'_>) -> String {
        let names = emission.file_names("model").into_iter();
        let files: Vec<(String, String)> = names.zip(texts(emission)).collect();
        self.reply_to(&files)
    }

    /// The reply to a model in files.
    pub(crate) fn reply_to(&self, files: &[(String, String)]) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let mut arguments: Vec<&str> = Vec::new();
        for word in &self.arguments {
            match word.as_str() {
                "{model}" => arguments.extend(files.iter().map(|(name, _)| name.as_str())),
                "{result}" => arguments.push("result"),
                word => arguments.push(word),
            }
        }
        let output = crate::run(&self.program, &arguments, folder.path());
        let text = match arguments.contains(&"result") {
            true => fs::read(folder.path().join("result")).expect("a result"),
            false => output.stdout,
        };
        String::from_utf8(text).expect("text")
    }
}
