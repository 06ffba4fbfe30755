//! The table of what solvers counted, for all reports that are read by people.

use crate::bench::summary::Summary;

/// What the numbers are.
pub(super) const WORDS: &str =
    "what the solvers counted, as far as they tell, in the mean over their runs";

/// The heading and a row for each column that told anything; nothing if none did.
pub(super) fn table(summary: &Summary) -> Option<Vec<Vec<String>>> {
    if summary.counted.is_empty() {
        return None;
    }
    let names = summary.counted.names();
    let mut heading = vec!["solver".to_owned()];
    heading.extend(names.iter().map(|&name| name.to_owned()));
    let mut rows = vec![heading];
    for (number, column) in summary.columns.iter().enumerate() {
        let means: Vec<Option<f64>> = names
            .iter()
            .map(|name| summary.counted.mean(number, name))
            .collect();
        if means.iter().any(Option::is_some) {
            let mut row = vec![column.column.to_string()];
            row.extend(
                means
                    .into_iter()
                    .map(|mean| mean.map_or("-".into(), rounded)),
            );
            rows.push(row);
        }
    }
    Some(rows)
}

/// A mean for people: whole, or with a digit where it is small.
fn rounded(mean: f64) -> String {
    if mean < 100.0 && mean.fract() != 0.0 {
        format!("{mean:.1}")
    } else {
        format!("{mean:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn numbers_for_people() {
        assert_eq!(rounded(0.0), "0");
        assert_eq!(rounded(12.0), "12");
        assert_eq!(rounded(12.34), "12.3");
        assert_eq!(rounded(1234.5), "1234");
        assert_eq!(rounded(98_765.4), "98765");
    }
}
