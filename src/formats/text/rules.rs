//! Rule lines: `A 10`, `B =`, `C >6`, `D <3`, `E !=`, `F *`, read and written.

use crate::formats::FormatError;
use crate::formats::lines::Line;
use crate::puzzle::{Relation, Rule};

/// The region and the rule of a line that begins with a letter.
pub(super) fn read<'t>(line: &Line<'t>) -> Result<(&'t str, Rule), FormatError> {
    let text = line.text.trim_start();
    let end = text
        .find(|char: char| !char.is_ascii_alphanumeric())
        .unwrap_or(text.len());
    let (label, rest) = text.split_at(end);
    let said = rest.trim();
    if said.starts_with(':') {
        return Err(FormatError::at_line(
            line.number,
            line.indent(),
            format!("a header such as `{label}:` stands above the map"),
        ));
    }
    match rule(said) {
        Some(rule) => Ok((label, rule)),
        None => {
            let blank = rest.chars().take_while(|char| char.is_whitespace()).count();
            let found = match said {
                "" => "found nothing".to_string(),
                said => format!("found `{said}`"),
            };
            Err(FormatError::at_line(
                line.number,
                line.indent() + label.len() + blank,
                format!(
                    "expected the rule of region {label}, one of `10` (sum), `>6`, `<3`, `=` (all \
                     equal), `!=` (all different), `*` (no rule), {found}"
                ),
            ))
        }
    }
}

fn rule(said: &str) -> Option<Rule> {
    match said {
        "=" => return Some(Rule::Equal),
        "!=" | "\u{2260}" => return Some(Rule::Unequal),
        "*" => return Some(Rule::Empty),
        _ => {}
    }
    let (relation, number) = match said.split_at_checked(1)? {
        ("<", number) => (Relation::Less, number),
        (">", number) => (Relation::Greater, number),
        ("=", number) => (Relation::Equal, number),
        _ => (Relation::Equal, said),
    };
    let number = number.trim();
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let target = is_number.then(|| number.parse().ok()).flatten()?;
    Some(Rule::Sum(relation, target))
}

/// What a rule line says of a rule.
pub(super) fn spelling(rule: Rule) -> String {
    match rule {
        Rule::Sum(Relation::Equal, target) => target.to_string(),
        Rule::Sum(relation @ (Relation::Less | Relation::Greater), target) => {
            format!("{}{target}", relation.sign())
        }
        Rule::Equal => "=".to_string(),
        Rule::Unequal => "!=".to_string(),
        Rule::Empty => "*".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{rule, spelling};
    use crate::puzzle::{Relation, Rule};

    #[test]
    fn what_is_written_is_read_back() {
        let relations = [Relation::Equal, Relation::Less, Relation::Greater];
        let sums = relations.map(|relation| Rule::Sum(relation, -12));
        for said in sums
            .into_iter()
            .chain([Rule::Equal, Rule::Unequal, Rule::Empty])
        {
            assert_eq!(rule(&spelling(said)), Some(said));
        }
    }

    #[test]
    fn every_spelling_of_a_rule() {
        assert_eq!(rule("="), Some(Rule::Equal));
        assert_eq!(rule("!="), Some(Rule::Unequal));
        assert_eq!(rule("\u{2260}"), Some(Rule::Unequal));
        assert_eq!(rule("*"), Some(Rule::Empty));
        assert_eq!(rule("10"), Some(Rule::Sum(Relation::Equal, 10)));
        assert_eq!(rule("= 10"), Some(Rule::Sum(Relation::Equal, 10)));
        assert_eq!(rule(">6"), Some(Rule::Sum(Relation::Greater, 6)));
        assert_eq!(rule("< -3"), Some(Rule::Sum(Relation::Less, -3)));
        for wrong in [
            "",
            "+1",
            "1.5",
            "<=3",
            ">",
            "ten",
            "99999999999999999999",
            "é",
        ] {
            assert_eq!(rule(wrong), None, "{wrong}");
        }
    }
}
