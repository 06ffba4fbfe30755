//! Rule lines: `A 10`, `B =`, `C >6`, `D <3`, `E !=`, `F *`, read and written.

use crate::formats::lines::{TextLine, split_trimmed};
use crate::formats::typed::{as_digits, letters_for_digits, with_digits};
use crate::parse::PartError;
use crate::puzzle::{Relation, Rule};

/// Whether a line is a region's label and its rule.
pub(super) fn is_rule(line: &TextLine<'_>) -> bool {
    let (label, notation, _) = split(line);
    !label.is_empty() && rule(notation).is_some()
}

/// The label at the start of a line, the rest, and whether a colon separates them.
fn split<'t>(line: &TextLine<'t>) -> (&'t str, &'t str, bool) {
    let text = line.trimmed();
    let end = text.find(|char: char| !char.is_ascii_alphanumeric());
    let (label, rest) = text.split_at(end.unwrap_or(text.len()));
    match split_trimmed(rest, ':') {
        Some(("", notation)) => (label, notation, true),
        Some(_) | None => (label, rest.trim(), false),
    }
}

/// Reads the region and the rule of a line that begins with a letter.
pub(super) fn read<'t>(
    line: &TextLine<'t>,
    is_region: impl Fn(&str) -> bool,
) -> Result<(&'t str, Rule), PartError<'t>> {
    let (label, notation, has_colon) = split(line);
    let found = rule(notation);
    if !is_region(label) {
        // `A10` for `A 10`.
        let digits = label.find(|char: char| char.is_ascii_digit());
        if let Some((letters, number)) = digits.map(|start| label.split_at(start))
            && notation.is_empty()
            && is_region(letters)
            && let Some(rule) = rule(number)
        {
            return Ok((letters, rule));
        }
        let is_letters = label.bytes().all(|byte| byte.is_ascii_alphabetic());
        if notation.is_empty() && is_letters && with_digits(label).is_none() {
            let message = format!(
                "there is no region {label} on the map: if this is a row of the map, no blank line may \
                 stand above it; if it is a rule, its condition is missing"
            );
            return Err(PartError::new(label, message));
        }
        let words = line
            .text
            .split(|char: char| char.is_whitespace() || char == ',');
        let mut words = words.filter(|word| !word.is_empty());
        let mistyped = words
            .clone()
            .find_map(|word| Some((word, with_digits(word)?)));
        if let Some((word, meant)) = mistyped
            && words.all(could_be_domino)
        {
            return Err(PartError::new(word, letters_for_digits(word, &meant)));
        }
        if has_colon && found.is_none() {
            let message = format!("a header such as `{label}:` stands above the map");
            return Err(PartError::new(label, message));
        }
    }
    let rule = found.ok_or_else(|| PartError::new(notation, unknown_rule(label, notation)))?;
    Ok((label, rule))
}

/// Reads a rule without its region's label; `label` is the name of the region for the error message.
pub(in crate::formats) fn read_bare(notation: &str, label: &str) -> Result<Rule, String> {
    let notation = notation.trim();
    rule(notation).ok_or_else(|| unknown_rule(label, notation))
}

/// The error message for an unknown rule, with the correct notation if it can be guessed.
fn unknown_rule(label: &str, notation: &str) -> String {
    let (sign, number) = notation.split_at(
        notation
            .find(|char: char| char.is_alphanumeric() || char == '-')
            .unwrap_or(notation.len()),
    );
    if let Some(digits) = as_digits(number.trim())
        && rule(&format!("{sign}{digits}")).is_some()
    {
        return letters_for_digits(notation, &format!("{}{digits}", sign.trim_end()));
    }
    let other = match (sign.trim_end(), number.trim().parse::<i64>()) {
        ("<=" | "=<" | "\u{2264}", Ok(number)) => {
            number.checked_add(1).map(|most| format!("<{most}"))
        }
        (">=" | "=>" | "\u{2265}", Ok(number)) => {
            number.checked_sub(1).map(|least| format!(">{least}"))
        }
        ("==", Ok(number)) => Some(number.to_string()),
        ("==", Err(_)) => Some("=".into()),
        ("<>", _) => Some("!=".into()),
        _ => None,
    };
    if let Some(other) = other {
        return format!("there is no rule `{notation}`: write `{label} {other}`");
    }
    let first = notation.split([',', ';']).next().unwrap_or_default();
    if first.len() < notation.len() && rule(first.trim()).is_some() {
        return format!(
            "`{notation}` is more than the rule of region {label}: each rule belongs on a separate line"
        );
    }
    let found = match notation {
        "" => "found nothing".to_string(),
        notation => format!("found `{notation}`"),
    };
    format!(
        "expected the rule of region {label}, one of `10` (sum), `>6`, `<3`, `=` (all equal), `!=` \
         (all different), `*` (no rule), {found}"
    )
}

/// Whether a word is a domino, possibly with letters in place of similar digits.
fn could_be_domino(word: &str) -> bool {
    let digits = with_digits(word).unwrap_or_else(|| word.to_owned());
    digits.len() > 1
        && digits
            .chars()
            .all(|char| char.is_ascii_digit() || "-|/".contains(char))
}

/// Parses a rule.
fn rule(notation: &str) -> Option<Rule> {
    match notation {
        "=" => return Some(Rule::Equal),
        "!=" | "\u{2260}" => return Some(Rule::Unequal),
        "*" => return Some(Rule::Empty),
        _ => {}
    }
    let (relation, number) = match notation.split_at_checked(1)? {
        ("<", number) => (Relation::Less, number),
        (">", number) => (Relation::Greater, number),
        ("=", number) => (Relation::Equal, number),
        _ => (Relation::Equal, notation),
    };
    let number = number.trim();
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let target = is_number.then(|| number.parse().ok()).flatten()?;
    Some(Rule::Sum(relation, target))
}

/// The notation of a rule.
pub(in crate::formats) fn write(rule: Rule) -> String {
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
    use super::{rule, write};
    use crate::puzzle::{Relation, Rule};

    #[test]
    fn rules_round_trip() {
        let relations = [Relation::Equal, Relation::Less, Relation::Greater];
        let sums = relations.map(|relation| Rule::Sum(relation, -12));
        for notation in sums
            .into_iter()
            .chain([Rule::Equal, Rule::Unequal, Rule::Empty])
        {
            assert_eq!(rule(&write(notation)), Some(notation));
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
