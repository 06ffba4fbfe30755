//! Every output format of clingo is decoded to checked boards.

use std::process::Command;

use crate::command::TestEnv;
use crate::tools;

#[test]
fn every_clingo_reply_format_is_decoded() {
    let Some(clingo) = tools::find("clingo") else {
        return;
    };
    let env = TestEnv::new();
    let folder = format!("{}/", env.path("submission").display());
    for (file, count) in [("impossible.txt", 0), ("dozen.txt", 1), ("loose.txt", 256)] {
        let puzzle = format!("puzzles/{file}");
        let map = format!("{folder}map");
        let submission = ["emit", &puzzle, "-t", "asp", "--profile", "submit"];
        let output = env.run([&submission[..], &["--map", &map, "-o", &folder]].concat());
        output.assert_code(0);
        let facts = std::fs::read_dir(&folder)
            .expect("a folder")
            .map(|entry| entry.expect("a file").path())
            .find(|path| path.to_string_lossy().ends_with(".facts.asp"))
            .expect("the puzzle's own file");
        for form in ["--outf=0", "--verbose=0", "--outf=2"] {
            let output = Command::new(&clingo)
                .args(["-n", "0", form])
                .arg(format!("{folder}pips.asp"))
                .arg(&facts)
                .output()
                .expect("clingo runs");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(stderr, "", "{file}: nothing to complain of");
            let reply = String::from_utf8(output.stdout).expect("text");
            let reply = env.write("reply", &reply);
            let model = facts.to_str().expect("a path");
            for way in [["--map", &map], ["--model", model]] {
                let decode = ["decode", &puzzle, "-t", "asp", "--format", "json"];
                let output = env.run([&decode[..], &way, &[&reply]].concat());
                let what = format!("{file}, {form}, {way:?}: {}", output.stderr);
                output.assert_code(0);
                let report = output.json();
                let boards = report["boards"].as_array().map(Vec::len);
                assert_eq!(boards, Some(count), "{what}");
                let all = count > 0 && form != "--verbose=0";
                assert_eq!(report["exhausted"], all, "{what}");
            }
        }
        std::fs::remove_file(facts).expect("a file of ours");
    }
}
