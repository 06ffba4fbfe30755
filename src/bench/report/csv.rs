//! Runs as comma-separated values (RFC 4180), for spreadsheets and data frames.

use serde_json::Value;

use crate::bench::record::RunRecord;
use crate::visible::csv_field;

/// The records as CSV, with a column for every field of the JSON record: `machine.cpu` is a field
/// of the object `machine`.
pub(crate) fn csv(records: &[RunRecord]) -> String {
    let rows = records.iter().map(|record| {
        let mut row = Vec::new();
        // A record can always be serialised.
        flatten(
            "",
            &serde_json::to_value(record).unwrap_or_default(),
            &mut row,
        );
        row
    });
    let rows: Vec<Vec<(String, String)>> = rows.collect();
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flatten() {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let header: Vec<String> = names.iter().map(|name| csv_field(name)).collect();
    let mut out = header.join(",") + "\r\n";
    for row in &rows {
        let field = |name: &&str| {
            let field = row.iter().find(|(other, _)| other == name);
            field.map_or("", |(_, value)| value.as_str())
        };
        let fields: Vec<&str> = names.iter().map(field).collect();
        out += &fields.join(",");
        out += "\r\n";
    }
    out
}

fn flatten(name: &str, value: &Value, row: &mut Vec<(String, String)>) {
    let text = match value {
        Value::Object(fields) => {
            for (field, value) in fields {
                let dot = if name.is_empty() { "" } else { "." };
                flatten(&format!("{name}{dot}{field}"), value, row);
            }
            return;
        }
        Value::Null => String::new(),
        Value::String(text) => csv_field(text),
        Value::Array(list) => {
            let words: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            csv_field(&words.join(" "))
        }
        Value::Number(_) | Value::Bool(_) => value.to_string(),
    };
    row.push((name.to_owned(), text));
}
