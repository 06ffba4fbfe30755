//! Every run as a line of comma-separated values (RFC 4180), for spreadsheets and data frames.

use crate::bench::record::{Question, Record, Verdict};
use crate::bench::results::Results;

const HEADING: &str = "puzzle,digest,dominoes,solver,version,encoding,question,start_up,repeat,\
time_limit,verdict,solutions,exact,wall,cpu,emit,memory,model_bytes,problem\r\n";

/// The runs, with a heading.
pub(crate) fn csv(results: &Results) -> String {
    results
        .records
        .iter()
        .fold(HEADING.to_owned(), |mut out, record| {
            let fields = fields(record).map(|field| csv_field(&field));
            out.push_str(&fields.join(","));
            out.push_str("\r\n");
            out
        })
}

fn fields(record: &Record) -> [String; 19] {
    let column = &record.column;
    [
        record.puzzle.clone(),
        record.digest.clone(),
        record.dominoes.to_string(),
        column.solver.clone(),
        record.version.clone().unwrap_or_default(),
        column.encoding.clone().unwrap_or_default(),
        match column.question {
            Question::One => "one",
            Question::Unique => "unique",
            Question::Count => "count",
            Question::Nothing => "nothing",
        }
        .into(),
        record.start_up.to_string(),
        record.repeat.to_string(),
        record.time_limit.to_string(),
        match record.verdict {
            Verdict::Answered => "answered",
            Verdict::Unanswered => "unanswered",
            Verdict::Failed => "failed",
            Verdict::Wrong => "wrong",
        }
        .into(),
        record.solutions.clone().unwrap_or_default(),
        record.exact.to_string(),
        record.wall.to_string(),
        record.cpu.to_string(),
        record.emit.to_string(),
        record.memory.to_string(),
        record.model_bytes.to_string(),
        record.problem.clone().unwrap_or_default(),
    ]
}

/// A field, in quotes where it needs them.
pub(crate) fn csv_field(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
