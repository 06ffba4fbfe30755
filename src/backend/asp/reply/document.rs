//! clingo's reply as a JSON document.

use serde_json::Value;

use crate::backend::reply::{Answer, ReplyError, Status};

/// A document on its way in, and then what it says.
#[derive(Debug, Default)]
pub(super) struct Document {
    text: String,
    status: Option<Status>,
}

impl Document {
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Reads the document, whose end has come.
    pub(super) fn answers(&mut self) -> Result<Vec<Answer>, ReplyError> {
        let text = std::mem::take(&mut self.text);
        let reply: Value = serde_json::from_str(&text).map_err(|error| {
            if error.is_eof() {
                return ReplyError::Truncated("the end of its JSON");
            }
            let line = text.lines().nth(error.line().saturating_sub(1));
            ReplyError::Unreadable {
                line: error.line(),
                problem: "broken JSON",
                text: line.unwrap_or_default().chars().take(80).collect(),
            }
        })?;
        let wrong = |problem: &'static str, value: &Value| ReplyError::Unreadable {
            line: text.lines().count(),
            problem,
            text: value.to_string().chars().take(80).collect(),
        };
        let mut answers = Vec::new();
        for call in reply["Call"].as_array().into_iter().flatten() {
            for witness in call["Witnesses"].as_array().into_iter().flatten() {
                let atoms = witness["Value"].as_array().into_iter().flatten();
                let names = atoms.map(|atom| atom.as_str().map(String::from));
                let true_names = names.collect::<Option<_>>();
                let true_names =
                    true_names.ok_or_else(|| wrong("expected the atoms of an answer", witness))?;
                answers.push(Answer { true_names });
            }
        }
        let models = &reply["Models"];
        let is_all =
            models["More"] == "no" && models["Number"].as_u64() == Some(answers.len() as u64);
        self.status = Some(match (reply["Result"].as_str(), answers.is_empty()) {
            (Some("SATISFIABLE"), true) => {
                return Err(ReplyError::Truncated("the answer that it announces"));
            }
            (Some("SATISFIABLE"), false) if is_all => Status::Exhausted,
            (Some("SATISFIABLE"), false) => Status::Satisfiable,
            (Some("UNSATISFIABLE"), true) => Status::Unsatisfiable,
            (Some("UNKNOWN"), true) => Status::Unknown,
            (Some("UNSATISFIABLE" | "UNKNOWN"), false) => {
                return Err(wrong("answers beside this verdict", &reply["Result"]));
            }
            (Some(_) | None, _) => return Err(wrong("unknown verdict", &reply["Result"])),
        });
        Ok(answers)
    }

    pub(super) fn status(&self) -> Result<Status, &'static str> {
        self.status.ok_or("any verdict")
    }
}
