//! What MiniZinc prints: solutions between markers, or a JSON object a line.
//!
//! The model's own output of a solution is a line for each domino: `tile[3]: 4-1 on r0c2 r1c2`, and in the
//! published formulations `place[3,5,2] % 4-1 on r0c2 r1c2` or `place(3,1,3,2,3) % ...`. `----------`
//! ends a solution, `==========` says that there are no more, and a word between `=====` is the status of a
//! run without solutions. With `--json-stream` the same comes as objects with a `type`. In both forms a run that
//! stops at a solution, or at a time limit after one, prints the solution and no status at all.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyFormat, Status};

/// How they reply.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "minizinc",
    reader: || Box::<Reader>::default(),
    core_reader: None,
    counts: false,
};

/// Reads the replies of MiniZinc.
#[derive(Debug, Default)]
struct Reader {
    verdict: Option<Status>,
    /// The placements of a plain solution whose end has not come.
    open: Option<BTreeSet<String>>,
    answers: usize,
}

impl ReadLines for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal> {
        let text = line.trim();
        let marker = |name: &str| text == format!("====={name}=====");
        match text {
            "----------" => {
                let true_names = self.open.take().unwrap_or_default();
                self.answer(true_names).map(Some)
            }
            "==========" => self.status(Status::Exhausted),
            _ if marker("UNSATISFIABLE") => self.status(Status::Unsatisfiable),
            // Nothing is to be minimised, so nothing can be unbounded.
            _ if marker("UNSATorUNBOUNDED") => self.status(Status::Unsatisfiable),
            _ if marker("UNKNOWN") => self.status(Status::Unknown),
            _ if marker("ERROR") => Err(Refusal::Solver("it does not say which".into())),
            _ if text.starts_with('%') => Ok(None),
            "" => Ok(None),
            _ if self.open.is_none() && text.starts_with('{') => self.message(text),
            _ => {
                let open = self.open.get_or_insert_default();
                open.extend(placement(text)?);
                Ok(None)
            }
        }
    }

    fn finish(&mut self) -> Result<Status, &'static str> {
        let missing = if self.open.is_some() {
            "the line ---------- that ends a solution"
        } else {
            match (self.verdict, self.answers) {
                (None, 0) => "any solution or status",
                (Some(Status::Satisfiable | Status::Exhausted), 0) => {
                    "the solution that it announces"
                }
                // A solver that then gave up has found a solution all the same.
                (None | Some(Status::Unknown), 1..) => return Ok(Status::Satisfiable),
                (Some(status), _) => return Ok(status),
            }
        };
        Err(missing)
    }
}

/// The placement that a line of a solution names; a blank line or a comment names none.
fn placement(text: &str) -> Result<Option<String>, Refusal> {
    let name = text.split('%').next().unwrap_or_default().trim_end();
    if name.is_empty() {
        return Ok(None);
    }
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let tile = || {
        let (edge, rest) = name.strip_prefix("tile[")?.split_once("]: ")?;
        let pips = rest.split(' ').next()?;
        let (a, b) = pips.split_once('-')?;
        [edge, a, b]
            .into_iter()
            .all(is_number)
            .then(|| format!("tile[{edge}]={pips}"))
    };
    let bracketed = |open, close| {
        let inside = name.strip_prefix("place")?.strip_prefix(open)?;
        let inside = inside.strip_suffix(close)?;
        inside.split(',').all(is_number).then(|| name.to_owned())
    };
    let name = tile()
        .or_else(|| bracketed('[', ']'))
        .or_else(|| bracketed('(', ')'));
    match name {
        Some(name) => Ok(Some(name)),
        None => Err("expected tile[...]: or place[...], a marker or a comment".into()),
    }
}

impl Reader {
    /// Takes a message of `--json-stream`.
    fn message(&mut self, text: &str) -> Result<Option<Answer>, Refusal> {
        let message: Value = serde_json::from_str(text).map_err(|_| "broken JSON")?;
        match message["type"].as_str() {
            Some("solution") => {
                let output = &message["output"];
                let shown = (output["default"].as_str()).or_else(|| output["raw"].as_str());
                let shown = shown.ok_or("a solution without the model's own output")?;
                let mut true_names = BTreeSet::new();
                for line in shown.lines() {
                    true_names.extend(placement(line.trim())?);
                }
                self.answer(true_names).map(Some)
            }
            Some("status") => match message["status"].as_str() {
                Some("ALL_SOLUTIONS") => self.status(Status::Exhausted),
                // Of what is best, or good enough, there may be more.
                Some("SATISFIED" | "OPTIMAL_SOLUTION") => self.status(Status::Satisfiable),
                Some("UNSATISFIABLE" | "UNSAT_OR_UNBOUNDED") => self.status(Status::Unsatisfiable),
                Some("UNKNOWN") => self.status(Status::Unknown),
                Some("ERROR") => Err(Refusal::Solver("it does not say which".into())),
                _ => Err("unknown status".into()),
            },
            Some("error") => {
                let what = message["what"].as_str().unwrap_or("error");
                let why = message["message"]
                    .as_str()
                    .unwrap_or("it does not say which");
                Err(Refusal::Solver(format!("{what}: {why}")))
            }
            // Warnings, statistics, comments, progress and whatever comes to be added.
            Some(_) => Ok(None),
            None => Err("a message without a type".into()),
        }
    }

    fn answer(&mut self, true_names: BTreeSet<String>) -> Result<Answer, Refusal> {
        if matches!(
            self.verdict,
            Some(Status::Unsatisfiable | Status::Exhausted)
        ) {
            return Err("a solution after the last".into());
        }
        self.answers += 1;
        Ok(Answer { true_names })
    }

    fn status(&mut self, status: Status) -> Result<Option<Answer>, Refusal> {
        if self.open.is_some() {
            return Err("a status in the middle of a solution".into());
        }
        if status == Status::Unsatisfiable && self.answers > 0 {
            return Err("no solution after a solution".into());
        }
        if self.verdict.is_some_and(|before| before != status) {
            return Err("a second status that contradicts the first".into());
        }
        self.verdict = Some(status);
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::backend::reply::{Reply, ReplyError};

    fn read(text: &str) -> Result<Reply, ReplyError> {
        DIALECT.read(text.as_bytes())
    }

    fn status(text: &str) -> Status {
        read(text).unwrap().status
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    fn answer(names: &[&str]) -> Answer {
        Answer {
            true_names: names.iter().map(|&name| name.into()).collect(),
        }
    }

    const JSON_SOLUTION: &str = r#"{"type": "solution", "output": {"default": "place[1,2,1] % 0-1 on a \"b\"\nplace[2,1,2] % x\n", "raw": "no"}, "sections": ["default", "raw"]}"#;

    #[test]
    fn a_first_solution_has_no_status() {
        let reply = read("place[1,2,1] % 0-1 on a b\nplace[2,1,2] % x\n----------\n").unwrap();
        assert_eq!(reply.status, Status::Satisfiable);
        assert_eq!(reply.answers, [answer(&["place[1,2,1]", "place[2,1,2]"])]);
        assert_eq!(read(&format!("\n{JSON_SOLUTION}\n\n")).unwrap(), reply);
    }

    #[test]
    fn an_edge_carries_what_its_cells_show() {
        let reply = read("tile[3]: 4-1 on r0c2 r1c2\ntile[12]: 0-0 on a b\n----------\n").unwrap();
        assert_eq!(reply.answers, [answer(&["tile[12]=0-0", "tile[3]=4-1"])]);
    }

    #[test]
    fn a_placement_may_have_coordinates() {
        let reply = read("place(1,2,1,2,2) % 0-1 on a b\n----------\n").unwrap();
        assert_eq!(reply.answers, [answer(&["place(1,2,1,2,2)"])]);
        for wrong in [
            "place(1,2]",
            "place[1,2)",
            "place(1,2",
            "place()",
            "place 1",
        ] {
            assert!(error(wrong).contains("or place[...]"), "{wrong}");
        }
    }

    #[test]
    fn all_solutions_end_in_a_status() {
        let plain = "place[1,1,1]\r\n----------\nplace[1,1,2]\n----------\n==========\n%%%mzn-stat: nodes=3\n";
        let reply = read(plain).unwrap();
        assert_eq!(reply.status, Status::Exhausted);
        assert_eq!(
            reply.answers,
            [answer(&["place[1,1,1]"]), answer(&["place[1,1,2]"])]
        );

        let json = format!(
            "{{\"type\":\"warning\",\"message\":\"old\"}}\n{JSON_SOLUTION}\n{{\"type\":\"status\",\"status\":\"ALL_SOLUTIONS\"}}\n{{\"type\":\"statistics\",\"statistics\":{{}}}}\n"
        );
        assert_eq!(status(&json), Status::Exhausted);
    }

    #[test]
    fn no_solution_and_no_verdict() {
        assert_eq!(status("=====UNSATISFIABLE=====\n"), Status::Unsatisfiable);
        assert_eq!(status("=====UNSATorUNBOUNDED====="), Status::Unsatisfiable);
        assert_eq!(
            status("=====UNKNOWN=====\n% Time limit exceeded!\n"),
            Status::Unknown
        );
        for (word, meaning) in [
            ("UNSATISFIABLE", Status::Unsatisfiable),
            ("UNKNOWN", Status::Unknown),
        ] {
            let message = format!("{{\"type\":\"status\",\"status\":\"{word}\"}}");
            assert_eq!(status(&message), meaning);
        }
        let after_one = "place[1,1,1]\n----------\n=====UNKNOWN=====\n";
        assert_eq!(status(after_one), Status::Satisfiable);
    }

    #[test]
    fn errors_are_the_solvers() {
        let message =
            r#"{"type": "error", "what": "type error", "message": "undefined identifier"}"#;
        assert_eq!(
            error(message),
            "the solver reports an error: type error: undefined identifier"
        );
        assert!(matches!(
            read("place[1,1,1]\n----------\n=====ERROR====="),
            Err(ReplyError::Solver(_))
        ));
    }

    #[test]
    fn a_reply_cut_short_is_no_reply() {
        assert_eq!(error(""), "the reply ends before any solution or status");
        assert_eq!(error("% only\n{\"type\":\"statistics\"}"), error(""));
        assert_eq!(
            error("place[1,1,1]\n"),
            "the reply ends before the line ---------- that ends a solution"
        );
        assert_eq!(
            error("=========="),
            "the reply ends before the solution that it announces"
        );
        assert!(error(&JSON_SOLUTION[..60]).contains("broken JSON"));
    }

    #[test]
    fn contradictions_are_errors() {
        for (text, problem) in [
            (
                "place[1,1,1]\n----------\n=====UNSATISFIABLE=====",
                "no solution after a solution",
            ),
            (
                "=====UNSATISFIABLE=====\nplace[1,1,1]\n----------",
                "a solution after the last",
            ),
            (
                "=====UNKNOWN=====\n=====UNSATISFIABLE=====",
                "contradicts the first",
            ),
            ("place[1,1,1]\n==========", "in the middle of a solution"),
            ("place[1,1,1] place[1,1,2]\n", "or place[...]"),
            ("tile = [1, 2];\n----------", "or place[...]"),
            ("tile[1]: 4 on a b\n----------", "or place[...]"),
            (
                r#"{"type":"solution","output":{"checker":{}}}"#,
                "without the model's own output",
            ),
            (r#"{"type":"status","status":"GREAT"}"#, "unknown status"),
            ("{}", "without a type"),
        ] {
            let found = error(text);
            assert!(found.contains(problem), "{text:?} gives {found:?}");
        }
    }

    /// Lines of every sort, in any order.
    fn any_lines() -> impl Strategy<Value = String> {
        let line = prop_oneof![
            Just("----------".to_owned()),
            Just("==========".to_owned()),
            Just("=====UNKNOWN=====".to_owned()),
            Just("=====UNSATISFIABLE=====".to_owned()),
            Just("place[1,2,1] % 0-1".to_owned()),
            "tile[0-9:\\[\\] -]{0,12}",
            Just(JSON_SOLUTION.to_owned()),
            "\\{\"type\":\"(status|error|solution)\"(,\"status\":\"(ERROR|ALL_SOLUTIONS|[A-Z]*)\")?\\}?",
            "[{}\\[\\]\":=%place,0-9-]{0,30}",
            ".*",
        ];
        prop::collection::vec(line, 0..8).prop_map(|lines| lines.join("\n"))
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any_lines()) {
            if let Ok(reply) = read(&text) {
                let solved = matches!(reply.status, Status::Satisfiable | Status::Exhausted);
                prop_assert_eq!(solved, !reply.answers.is_empty());
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = DIALECT.read(&bytes);
        }
    }
}
