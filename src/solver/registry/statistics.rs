//! Reads statistics from the output of a solver.
//!
//! A pattern has the words of a line around a number, `c conflicts {number}`. White space and the
//! characters `: = " ( ) { } [ ] , ; |` separate words, so that one pattern matches
//! `c conflicts:   704`, `c conflicts = 704` and a member of a JSON object. The words must be adjacent,
//! anywhere in a line. The last line that matches counts.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::template::one_or_many;
use crate::solver::statistics::{NAMES, Statistics};

/// Placeholder of the number in a pattern.
const PLACEHOLDER: &str = "{number}";

/// The patterns of all statistics of a solver.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "BTreeMap<String, PatternAlternatives>")]
pub(crate) struct StatisticsPatterns(Vec<NumberPattern>);

#[derive(Debug, Clone)]
struct NumberPattern {
    name: &'static str,
    /// The words, with [`PLACEHOLDER`] in place of the number.
    words: Vec<String>,
    /// The index of the number.
    hole: usize,
}

/// Patterns of a name. The first that matches counts.
#[derive(Deserialize)]
#[serde(transparent)]
struct PatternAlternatives(#[serde(deserialize_with = "one_or_many")] Vec<String>);

impl TryFrom<BTreeMap<String, PatternAlternatives>> for StatisticsPatterns {
    type Error = String;

    fn try_from(raw: BTreeMap<String, PatternAlternatives>) -> Result<Self, String> {
        let mut patterns = Vec::new();
        for (name, PatternAlternatives(texts)) in raw {
            for text in texts {
                patterns.push(NumberPattern::new(&name, &text)?);
            }
        }
        Ok(StatisticsPatterns(patterns))
    }
}

impl NumberPattern {
    fn new(name: &str, text: &str) -> Result<Self, String> {
        let known = NAMES.iter().find(|known| **known == name);
        let name = known.ok_or_else(|| {
            let names = NAMES.join(", ");
            format!("there is no statistic `{name}`, expected one of {names}")
        })?;
        let (before, after) = text
            .split_once(PLACEHOLDER)
            .ok_or_else(|| format!("the pattern `{text}` lacks {PLACEHOLDER}"))?;
        let before: Vec<&str> = words(before).collect();
        let all = before
            .iter()
            .copied()
            .chain([PLACEHOLDER])
            .chain(words(after));
        let pattern = NumberPattern {
            name,
            words: all.map(str::to_owned).collect(),
            hole: before.len(),
        };
        match pattern.words.len() {
            1 => Err(format!(
                "the pattern `{text}` has no word beside {PLACEHOLDER}: it would match any number"
            )),
            _ => Ok(pattern),
        }
    }

    /// Returns the number in a line.
    fn find(&self, line: &str) -> Option<u64> {
        // Fast path: most lines have none of the words, and some lines are megabytes long.
        let beside = self.hole.checked_sub(1).unwrap_or(1);
        if !line.contains(&self.words[beside]) {
            return None;
        }
        let found: Vec<&str> = words(line).collect();
        found.windows(self.words.len()).find_map(|window| {
            let mut pairs = window.iter().zip(&self.words).enumerate();
            let fits = pairs.all(|(at, (word, wanted))| at == self.hole || word == wanted);
            fits.then(|| window[self.hole].parse().ok()).flatten()
        })
    }
}

/// Splits a text into words.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || ":=\"(){}[],;|".contains(c);
    text.split(is_between).filter(|word| !word.is_empty())
}

/// Reads the statistics of one run.
#[derive(Debug)]
pub(in crate::solver) struct StatisticsReader<'a> {
    patterns: &'a [NumberPattern],
    numbers: Vec<Option<u64>>,
}

impl<'a> StatisticsReader<'a> {
    pub(in crate::solver) fn new(patterns: &'a StatisticsPatterns) -> Self {
        StatisticsReader {
            patterns: &patterns.0,
            numbers: vec![None; patterns.0.len()],
        }
    }

    pub(in crate::solver) fn line(&mut self, line: &str) {
        for (pattern, number) in self.patterns.iter().zip(&mut self.numbers) {
            *number = pattern.find(line).or(*number);
        }
    }

    /// Returns the numbers: for each name, that of its first pattern that matched.
    pub(in crate::solver) fn finish(self) -> Statistics {
        let mut statistics = Statistics::default();
        for (pattern, number) in self.patterns.iter().zip(self.numbers) {
            if let Some(number) = number
                && statistics.get(pattern.name).is_none()
            {
                statistics.add(pattern.name, number);
            }
        }
        statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(patterns: &[(&str, &str)], text: &str) -> Vec<(String, u64)> {
        let pattern = |&(name, text): &(&str, &str)| NumberPattern::new(name, text);
        let patterns = patterns.iter().map(pattern).collect::<Result<_, _>>();
        let patterns = StatisticsPatterns(patterns.expect("valid"));
        let mut reader = StatisticsReader::new(&patterns);
        text.lines().for_each(|line| reader.line(line));
        let statistics = reader.finish();
        let numbers = statistics.iter();
        numbers
            .map(|(name, number)| (name.to_owned(), number))
            .collect()
    }

    fn numbers(numbers: &[(&str, u64)]) -> Vec<(String, u64)> {
        numbers
            .iter()
            .map(|&(name, number)| (name.to_owned(), number))
            .collect()
    }

    #[test]
    fn one_pattern_reads_several_ways_to_print_a_number() {
        let both = numbers(&[("conflicts", 704), ("restarts", 68)]);
        let tagged = [
            ("conflicts", "c conflicts {number}"),
            ("restarts", "c restarts {number}"),
        ];
        let kissat =
            "c conflicts:      704    95032.40 per second\nc restarts:   68    10 interval";
        assert_eq!(read(&tagged, kissat), both);
        let glucose = "c restarts              : 68 (466 conflicts in avg)\n\
                       c blocked restarts      : 0 (multiple: 0)\n\
                       c conflicts             : 704            (231783 /sec)";
        assert_eq!(read(&tagged, glucose), both);
        let bare = [
            ("conflicts", "conflicts {number}"),
            ("restarts", "restarts {number}"),
        ];
        assert_eq!(read(&bare, "(:conflicts   704\n :restarts 68)"), both);
        let json = r#"{"type":"statistics","statistics":{"conflicts":704,"restarts": 68}}"#;
        assert_eq!(read(&bare, json), both);
        let picosat = [
            ("conflicts", "c {number} conflicts"),
            ("restarts", "c {number} restarts"),
        ];
        assert_eq!(read(&picosat, "c 68 restarts\nc 704 conflicts"), both);
    }

    #[test]
    fn the_last_number_of_a_pattern_is_read() {
        let pattern = [("nodes", "nodes {number}")];
        let text = "nodes: 1\nnodes: 5\nnodes: many\nnodes\n";
        assert_eq!(read(&pattern, text), numbers(&[("nodes", 5)]));
        assert_eq!(read(&pattern, "nodes: -3\nnodes: 1.5\nothernodes: 4"), []);
        // The first pattern that matches any line.
        let two = [("nodes", "sat nodes {number}"), ("nodes", "nodes {number}")];
        let text = "nodes 1\nsat nodes 2\nnodes 3";
        assert_eq!(read(&two, text), numbers(&[("nodes", 2)]));
    }

    #[test]
    fn a_pattern_needs_a_word() {
        assert!(NumberPattern::new("nodes", " : {number}").is_err());
    }
}
