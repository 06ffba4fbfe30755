//! Every run as a line of comma-separated values (RFC 4180), for spreadsheets and data frames.

use serde_json::Value;

use crate::bench::record::Record;
use crate::bench::results::Results;
use crate::visible::Visible;

/// The columns, called as in a file of results.
const HEADING: &str = "puzzle,digest,dominoes,solver,version,encoding,question,steps,start_up,repeat,\
time_limit,verdict,solutions,exact,wall,cpu,emit,memory,model_bytes,problem";

/// The runs, with a heading.
pub(crate) fn csv(results: &Results) -> String {
    let mut out = format!("{HEADING}\r\n");
    for record in &results.records {
        out += &line(record);
        out += "\r\n";
    }
    out
}

fn line(record: &Record) -> String {
    // A record holds nothing that JSON does not.
    let record = serde_json::to_value(record).unwrap_or_default();
    let field = |name: &str| match &record[name] {
        Value::Null => String::new(),
        Value::String(text) => csv_field(text),
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        Value::Array(list) => {
            let words: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            csv_field(&words.join(" "))
        }
        other => other.to_string(),
    };
    HEADING.split(',').map(field).collect::<Vec<_>>().join(",")
}

/// A field, in quotes where it needs them.
pub(crate) fn csv_field(field: &str) -> String {
    let field = &Visible(field).to_string();
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
