//! `pipsc trace`: its lines against their description and against the search itself, its limits, and
//! the data of its page. `page_scripts.rs` tests the page in a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use pipsc::solver::search::Strategy;
use serde_json::Value;

use crate::command::{RunOutput, TestEnv};
use crate::documented::assert_documented;

/// Every line of a trace, each as docs/json.md describes it.
fn lines(output: &RunOutput) -> Vec<Value> {
    let lines: Vec<Value> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    for line in &lines {
        assert_documented("Trace", line);
    }
    lines
}

/// A node, according to its lines.
#[derive(Debug, Default)]
struct TraceNode {
    parent: Option<u64>,
    depth: u64,
    children: u64,
    choices: Option<u64>,
    laid: Vec<Value>,
    ends: usize,
}

/// Follows a trace, asserts that every line is consistent with the lines before it, and returns the
/// boards.
fn follow(lines: &[Value]) -> Vec<BTreeSet<String>> {
    let mut nodes: BTreeMap<u64, TraceNode> = BTreeMap::new();
    let mut boards = Vec::new();
    let mut failures = 0;
    let (first, rest) = lines.split_first().expect("a head");
    assert_eq!(first["event"], "search");
    let (last, events) = rest.split_last().expect("an end");
    assert_eq!(last["event"], "end");
    for event in events {
        let id = event["node"].as_u64().expect("a node");
        match event["event"].as_str().expect("a kind") {
            "node" => {
                assert_eq!(
                    id,
                    nodes.len() as u64,
                    "nodes are numbered as they are entered"
                );
                let parent = event["parent"].as_u64();
                let mut depth = 0;
                if let Some(parent) = parent {
                    let above = nodes.get_mut(&parent).expect("its parent");
                    assert_eq!(above.ends, 0, "the parent has ended: {event}");
                    above.children += 1;
                    assert_eq!(event["choice"], above.children, "{event}");
                    let choices = event["choices"].as_u64();
                    assert_eq!(
                        above.choices.get_or_insert(choices.expect("a count")),
                        &choices.expect("a count")
                    );
                    depth = above.depth + 1;
                }
                assert_eq!(event["depth"], depth);
                let laid = event.get("decision").into_iter().cloned().collect();
                let node = TraceNode {
                    parent,
                    depth,
                    laid,
                    ..TraceNode::default()
                };
                assert!(nodes.insert(id, node).is_none());
            }
            "propagated" => {
                assert_eq!(
                    id,
                    nodes.len() as u64 - 1,
                    "at the node that was entered last"
                );
                let laid = event.get("laid").into_iter().cloned();
                nodes.get_mut(&id).expect("the node").laid.extend(laid);
            }
            "failed" => {
                failures += 1;
                nodes.get_mut(&id).expect("the node").ends += 1;
                assert!(!event["words"].as_str().expect("words").is_empty());
            }
            "solution" => {
                nodes.get_mut(&id).expect("the node").ends += 1;
                let mut path = BTreeSet::new();
                let mut at = Some(id);
                while let Some(node) = at {
                    path.extend(nodes[&node].laid.iter().map(Value::to_string));
                    at = nodes[&node].parent;
                }
                let board = event["board"].as_array().expect("a board");
                let board: BTreeSet<String> = board.iter().map(Value::to_string).collect();
                assert_eq!(board, path, "what was laid on the way is the board");
                boards.push(board);
            }
            "exhausted" => {
                let node = nodes.get_mut(&id).expect("the node");
                node.ends += 1;
                assert_eq!(Some(node.children), node.choices, "all choices were tried");
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(last["statistics"]["nodes"], nodes.len());
    assert_eq!(last["statistics"]["failures"], failures);
    assert_eq!(last["solutions"], boards.len());
    let deepest = nodes.values().map(|node| node.depth).max();
    assert_eq!(last["statistics"]["depth"], deepest.expect("a root"));
    if last["why"] == "complete" {
        assert!(
            nodes.values().all(|node| node.ends == 1),
            "every node has one end"
        );
    }
    boards
}

#[test]
fn trace_lines_form_a_consistent_tree() {
    for puzzle in [
        "puzzles/small.board.json",
        "puzzles/triplets.txt",
        "puzzles/impossible.txt",
    ] {
        let mut found = Vec::new();
        for strategy in Strategy::ALL {
            let env = TestEnv::new();
            let output = env.run(format!("trace {puzzle} --strategy {strategy} --all"));
            output.assert_stderr(0, "");
            let lines = lines(&output);
            assert_eq!(lines[0]["strategy"], strategy.name());
            assert_eq!(lines[lines.len() - 1]["why"], "complete");
            assert_eq!(lines[lines.len() - 1]["exact"], true);
            let boards: BTreeSet<_> = follow(&lines).into_iter().collect();
            assert_eq!(boards.len() as u64, lines[lines.len() - 1]["solutions"]);
            found.push(boards);
        }
        assert!(found.iter().all(|boards| *boards == found[0]), "{puzzle}");
    }
}

#[test]
fn traces_are_deterministic() {
    let run = |more: &str| {
        let output = TestEnv::new().succeed(format!("trace puzzles/dozen.txt {more}"));
        let _ = follow(&lines(&output));
        output.stdout
    };
    let plain = run("");
    assert_eq!(plain, run("--strategy first-empty --checks broken"));
    assert_ne!(plain, run("--checks broken,bounds"));
    let all = run("--checks all");
    assert_eq!(all, run("--checks broken,bounds,supply,parity,tiling"));
    assert_ne!(plain, run("--seed 7"));
    assert_eq!(run("--seed 7"), run("--seed 7"));
}

#[test]
fn trace_size_is_limited() {
    let env = TestEnv::new();
    let output = env.run("trace puzzles/dozen.txt --nodes 20");
    output.assert_code(3);
    assert_eq!(
        output.stderr,
        "error: the search has more than 20 nodes, the maximum of --nodes; the trace contains \
         its beginning\n"
    );
    let shown = lines(&output);
    let nodes = shown.iter().filter(|line| line["event"] == "node");
    assert_eq!(nodes.count(), 20);
    assert_eq!(shown[shown.len() - 1]["why"], "node limit");
    assert_eq!(shown[shown.len() - 1]["exact"], false);
    // Files are not written, unless `--cut` keeps the beginning.
    for name in ["trace.jsonl", "trace.html"] {
        let path = env.file(name);
        let common = format!("trace puzzles/dozen.txt --nodes 20 -o {path}");
        env.run(&common)
            .assert_exit(3, "raise --nodes, or keep the beginning with --cut");
        assert!(!Path::new(&path).exists(), "{path}");
        let output = env.run(format!("{common} --cut"));
        output.assert_code(3);
        let text = fs::read_to_string(&path).expect("the beginning");
        let expected = if name.ends_with("jsonl") {
            "node limit"
        } else {
            "The trace ends before the search does"
        };
        assert!(text.contains(expected), "{name}");
    }
}

#[test]
fn a_time_limit_ends_a_trace() {
    let env = TestEnv::new();
    let path = env.file("big.html");
    let made = env.run("gen --family full --size 9 --seed 1 --to text");
    let puzzle = env.write("big.txt", &made.stdout);
    env.run(format!(
        "trace {puzzle} --all --nodes 100000000 --time-limit 300ms -o {path}"
    ))
    .assert_exit(3, "the time limit was reached before the end of the search");
    assert!(!Path::new(&path).exists());
}

/// The data of a page's script.
fn data(page: &str) -> Value {
    let start = "<script type=\"application/json\" id=\"data\">";
    let text = page.split(start).nth(1).expect("the data");
    let text = text.split("</script>").next().expect("its end");
    serde_json::from_str(text).expect("JSON")
}

fn page(arguments: &str) -> String {
    let env = TestEnv::new();
    let path = env.file("page.html");
    let output = env.run(format!("trace {arguments} -o {path}"));
    output.assert_stdout(0, "");
    fs::read_to_string(path).expect("the page")
}

#[test]
fn the_trace_page_has_every_node_and_mark() {
    let page = page("puzzles/dozen.txt --strategy first-empty,exact-cover");
    let data = data(&page);
    let searches = data["searches"].as_array().expect("searches");
    assert_eq!(searches.len(), 2);
    for (search, strategy) in searches.iter().zip(["first-empty", "exact-cover"]) {
        let lines =
            lines(&TestEnv::new().run(format!("trace puzzles/dozen.txt --strategy {strategy}")));
        let shown = lines.iter().filter(|line| line["event"] == "node").count();
        assert_eq!(search["nodes"], shown, "{strategy}");
        assert_eq!(search["parent"].as_array().map(Vec::len), Some(shown));
        assert_eq!(search["exact"], true);
        // Every placement and every mark that the script can show is drawn.
        for placed in search["placed"].as_array().expect("placements") {
            let number = placed.as_i64().expect("a number");
            assert!(
                number < 0 || page.contains(&format!("class=\"laid\" data-placement=\"{number}\""))
            );
        }
    }
    for reason in data["reasons"].as_array().expect("reasons") {
        for region in reason["regions"].as_array().expect("regions") {
            assert!(
                page.contains(&format!("data-region-mark=\"{region}\"")),
                "{reason}"
            );
        }
    }
}

#[test]
fn large_traces_are_sampled() {
    let page = page("puzzles/dozen.txt --all --shown 100");
    let data = data(&page);
    let search = &data["searches"][0];
    let (nodes, shown) = (
        search["nodes"].as_u64().expect("a count"),
        search["parent"].as_array().expect("nodes").len() as u64,
    );
    assert!(shown <= 100 && nodes > 100, "{shown} of {nodes}");
    assert!(page.contains(&format!("A sample: {shown} of ")), "{shown}");
    let hidden = search["hidden"].as_object().expect("counts").values();
    let hidden: u64 = hidden.map(|count| count.as_u64().expect("a count")).sum();
    assert_eq!(shown + hidden, nodes, "every node is shown or counted");
    // The parent of a shown node is shown before it.
    let parents = search["parent"].as_array().expect("parents");
    for (at, parent) in parents.iter().enumerate() {
        assert!(parent.as_i64().expect("a number") < at as i64);
    }
    let states = search["state"].as_array().expect("states");
    assert!(
        states.iter().any(|state| *state == 2),
        "the way to the solution is shown"
    );
}
