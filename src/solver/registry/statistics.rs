//! How the numbers that a solver counts are read from what it prints.
//!
//! A pattern is the words of a line around a number, `c conflicts {number}`. White space and the
//! signs that solvers put between words and numbers (`: = " ( ) { } [ ] , ; |`) do not count, so that
//! the same pattern reads `c conflicts:   704`, `c conflicts = 704` and a member of a JSON object.
//! The words may stand anywhere in a line, next to each other; the last line that has them counts.

use crate::solver::statistics::{NAMES, Statistics};

/// What stands for the number in a pattern.
const HOLE: &str = "{number}";

/// The numbers of a solver that can be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StatisticsReading {
    patterns: Vec<Pattern>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Pattern {
    /// What the number is called here.
    name: &'static str,
    /// The words in front of the number, and behind it.
    before: Vec<String>,
    behind: Vec<String>,
}

impl StatisticsReading {
    /// Adds a pattern for the number of a name.
    pub(super) fn add(&mut self, name: &str, pattern: &str) -> Result<(), String> {
        let Some(&name) = NAMES.iter().find(|known| **known == name) else {
            return Err(format!(
                "there is no statistic `{name}`, expected one of {}",
                NAMES.join(", ")
            ));
        };
        let Some((before, behind)) = pattern.split_once(HOLE) else {
            return Err(format!("the pattern `{pattern}` lacks {HOLE}"));
        };
        let owned = |text| words(text).map(str::to_owned).collect();
        let (before, behind): (Vec<String>, Vec<String>) = (owned(before), owned(behind));
        if before.is_empty() && behind.is_empty() {
            return Err(format!(
                "the pattern `{pattern}` has no word beside {HOLE}, so that any number would do"
            ));
        }
        self.patterns.push(Pattern {
            name,
            before,
            behind,
        });
        Ok(())
    }

    /// Begins to read what a solver prints.
    pub(in crate::solver) fn tally(&self) -> Tally<'_> {
        Tally {
            patterns: &self.patterns,
            numbers: vec![None; self.patterns.len()],
        }
    }
}

/// The numbers of one run, as they come.
#[derive(Debug)]
pub(in crate::solver) struct Tally<'a> {
    patterns: &'a [Pattern],
    numbers: Vec<Option<u64>>,
}

impl Tally<'_> {
    /// Looks at a line that the solver printed.
    pub(in crate::solver) fn line(&mut self, line: &str) {
        for (pattern, number) in self.patterns.iter().zip(&mut self.numbers) {
            *number = pattern.read(line).or(*number);
        }
    }

    /// Adds the numbers of this run to those of others. Of several patterns for one name the first
    /// that was seen counts.
    pub(in crate::solver) fn add_to(&self, statistics: &mut Statistics) {
        let mut told: Vec<&str> = Vec::new();
        for (pattern, number) in self.patterns.iter().zip(&self.numbers) {
            if let Some(number) = number
                && !told.contains(&pattern.name)
            {
                told.push(pattern.name);
                statistics.include(pattern.name, *number);
            }
        }
    }
}

impl Pattern {
    fn read(&self, line: &str) -> Option<u64> {
        let rarest = self.before.last().or(self.behind.first())?;
        // Most lines are none of ours: this is quicker than taking them apart.
        if !line.contains(rarest.as_str()) {
            return None;
        }
        let words: Vec<&str> = words(line).collect();
        let place = self.before.len();
        words
            .windows(place + 1 + self.behind.len())
            .filter(|window| {
                let (before, behind) = (&window[..place], &window[place + 1..]);
                before == self.before && behind == self.behind
            })
            .find_map(|window| window[place].parse().ok())
    }
}

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || ":=\"(){}[],;|".contains(c))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(patterns: &[(&str, &str)], text: &str) -> Vec<(String, u64)> {
        let mut reading = StatisticsReading::default();
        for (name, pattern) in patterns {
            reading.add(name, pattern).expect("a pattern");
        }
        let mut tally = reading.tally();
        text.lines().for_each(|line| tally.line(line));
        let mut statistics = Statistics::default();
        tally.add_to(&mut statistics);
        let all = statistics.iter();
        all.map(|(name, number)| (name.to_owned(), number))
            .collect()
    }

    fn numbers(numbers: &[(&str, u64)]) -> Vec<(String, u64)> {
        let owned = numbers.iter();
        owned.map(|&(name, n)| (name.to_owned(), n)).collect()
    }

    #[test]
    fn each_solver_has_its_own_way_to_say_the_same() {
        let three = numbers(&[("conflicts", 704), ("restarts", 68)]);
        let tagged = [
            ("conflicts", "c conflicts {number}"),
            ("restarts", "c restarts {number}"),
        ];
        let kissat =
            "c conflicts:      704    95032.40 per second\nc restarts:   68    10 interval";
        assert_eq!(read(&tagged, kissat), three);
        let glucose = "c restarts              : 68 (466 conflicts in avg)\n\
                       c blocked restarts      : 0 (multiple: 0)\n\
                       c conflicts             : 704            (231783 /sec)";
        assert_eq!(read(&tagged, glucose), three);
        let bare = [
            ("conflicts", "conflicts {number}"),
            ("restarts", "restarts {number}"),
        ];
        assert_eq!(read(&bare, "(:conflicts   704\n :restarts 68)"), three);
        let json = r#"{"type":"statistics","statistics":{"conflicts":704,"restarts": 68}}"#;
        assert_eq!(read(&bare, json), three);
        let picosat = [
            ("conflicts", "c {number} conflicts"),
            ("restarts", "c {number} restarts"),
        ];
        assert_eq!(read(&picosat, "c 68 restarts\nc 704 conflicts"), three);
        assert_eq!(
            read(&[("nodes", "STAT nodes {number}")], "c STAT nodes=777"),
            numbers(&[("nodes", 777)])
        );
    }

    #[test]
    fn the_last_line_counts_and_what_is_no_number_does_not() {
        let pattern = [("nodes", "nodes {number}")];
        assert_eq!(
            read(&pattern, "nodes: 1\nnodes: 5\nnodes: many\nnodes\n"),
            numbers(&[("nodes", 5)])
        );
        assert_eq!(read(&pattern, "nodes: -3\nnodes: 1.5\nothernodes: 4"), []);
        // The first of several patterns that is seen at all.
        let two = [("nodes", "sat nodes {number}"), ("nodes", "nodes {number}")];
        assert_eq!(
            read(&two, "nodes 1\nsat nodes 2\nnodes 3"),
            numbers(&[("nodes", 2)])
        );
    }

    #[test]
    fn mistakes_in_patterns() {
        let mut reading = StatisticsReading::default();
        let problem = reading.add("conflict", "x {number}").expect_err("no name");
        assert!(
            problem.starts_with("there is no statistic `conflict`, expected one of nodes,"),
            "{problem}"
        );
        assert!(reading.add("nodes", "nodes").is_err());
        assert!(reading.add("nodes", " : {number}").is_err());
    }
}
