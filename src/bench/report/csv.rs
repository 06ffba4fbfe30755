//! Every run as a line of comma-separated values (RFC 4180), for spreadsheets and data frames.

use serde_json::Value;

use crate::bench::key::Key;
use crate::bench::record::Record;
use crate::solver::statistics::NAMES;
use crate::visible::Visible;

/// The columns, called as in a file of results; `cpu_model` and what follows it are the machine. What solvers
/// counted comes behind these.
const HEADING: &str = "puzzle,digest,dominoes,solver,version,encoding,question,steps,start_up,repeat,\
time_limit,verdict,solutions,exact,wall,cpu,emit,memory,model_bytes,problem,key,memory_limit,cores,pinned,\
jobs,model_sha256,program_sha256,command,pipsc,system,cpu_model,machine_cores,machine_memory,kernel";

/// The heading, with the end of its line.
pub(crate) fn csv_heading() -> String {
    let counted = NAMES.map(|name| format!("statistics.{name}")).join(",");
    format!("{HEADING},{counted}\r\n")
}

/// A run, with the end of its line.
pub(crate) fn csv(record: &Record) -> String {
    line(record) + "\r\n"
}

fn line(record: &Record) -> String {
    // A record holds nothing that JSON does not.
    let mut value = serde_json::to_value(record).unwrap_or_default();
    value["key"] = Key::of(record).to_string().into();
    let field = |name: &str| match find(&value, name) {
        Value::Null => String::new(),
        Value::String(text) => csv_field(text),
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        Value::Array(list) => {
            let words: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            csv_field(&words.join(" "))
        }
        other => other.to_string(),
    };
    let counted = |name: &&str| match &value["statistics"][*name] {
        Value::Null => String::new(),
        number => number.to_string(),
    };
    let fields = HEADING.split(',').map(field);
    let fields: Vec<String> = fields.chain(NAMES.iter().map(counted)).collect();
    fields.join(",")
}

/// What stands in a column.
fn find<'v>(record: &'v Value, name: &str) -> &'v Value {
    let machine = &record["machine"];
    match name {
        "system" | "kernel" => &machine[name],
        "cpu_model" => &machine["cpu"],
        "machine_cores" => &machine["cores"],
        "machine_memory" => &machine["memory"],
        name => &record[name],
    }
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
