//! Rules: small named checks of what is handed in.

use std::cell::OnceCell;

use super::cnf::Cnf;
use super::manifest::{Listed, Manifest};
use super::opb::Opb;

/// Something that a competition asks for.
#[derive(Debug)]
pub(super) struct Rule {
    /// What it is called, in a word.
    pub(super) name: &'static str,
    /// What it asks for, as a statement.
    pub(super) says: &'static str,
    /// What becomes of a submission that does not keep it.
    pub(super) weight: Weight,
    /// How it is checked.
    pub(super) test: Test,
}

/// What becomes of a submission that does not keep a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    /// It is refused.
    Must,
    /// Somebody will ask about it.
    Should,
}

/// How a rule is checked: each gives what is wrong.
#[derive(Debug)]
pub(super) enum Test {
    /// The file of an instance.
    Instance(fn(&Sheet<'_>) -> Result<(), String>),
    /// The model that all instances share.
    Model(fn(&str) -> Result<(), String>),
    /// The whole bundle, by its manifest.
    Whole(fn(&Manifest) -> Result<(), String>),
}

/// The file of an instance, as rules look at it.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    /// Where it is in the bundle.
    pub(super) path: &'a str,
    /// Its text, unpacked.
    pub(super) text: &'a str,
    /// What the manifest says of it.
    pub(super) listed: &'a Listed,
    cnf: OnceCell<Cnf>,
    opb: OnceCell<Opb>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(listed: &'a Listed, text: &'a str) -> Self {
        Sheet {
            path: &listed.file.path,
            text,
            listed,
            cnf: OnceCell::new(),
            opb: OnceCell::new(),
        }
    }

    /// The text as a formula in CNF; read once.
    pub(super) fn cnf(&self) -> &Cnf {
        self.cnf.get_or_init(|| Cnf::read(self.text))
    }

    /// The text as pseudo-Boolean constraints; read once.
    pub(super) fn opb(&self) -> &Opb {
        self.opb.get_or_init(|| Opb::read(self.text))
    }

    /// The first of the rules that must be kept and is not, with what is wrong.
    pub(super) fn refused_by(&self, rules: &'static [Rule]) -> Option<(&'static Rule, String)> {
        let musts = rules.iter().filter(|rule| rule.weight == Weight::Must);
        musts
            .filter_map(|rule| match rule.test {
                Test::Instance(test) => Some((rule, test(self).err()?)),
                Test::Model(_) | Test::Whole(_) => None,
            })
            .next()
    }
}

/// What every competition wants: the puzzle as it stands. Every file that is made here says what was done to it.
pub(super) const AS_IT_STANDS: Rule = Rule {
    name: "as-it-stands",
    says: "nothing of an instance was pruned before",
    weight: Weight::Must,
    test: Test::Instance(|sheet| {
        let head = sheet.text.lines().take(40);
        let said: Vec<&str> = head
            .filter(|line| line.contains("Pruned: ") || line.contains("nothing was pruned"))
            .collect();
        match said.as_slice() {
            [] => Err("its head does not say that nothing was pruned".into()),
            lines if lines.iter().any(|line| line.contains("Pruned: ")) => Err(
                "it is pruned, and a competition takes the problem as it stands: one that a presolver \
                 has shrunk already is rejected"
                    .into(),
            ),
            _ => Ok(()),
        }
    }),
};

/// A file that can be handed from system to system.
pub(super) const PLAIN_NAME: Rule = Rule {
    name: "plain-name",
    says: "names are letters, digits, `-`, `_` and `.`",
    weight: Weight::Must,
    test: Test::Instance(|sheet| match name_fault(&sheet.listed.name) {
        Some(fault) => Err(fault),
        None => Ok(()),
    }),
};

/// The longest name of an instance: with what competitions put before and behind, it stays a file's name
/// everywhere.
const LONGEST_NAME: usize = 100;

/// What is wrong with the name of an instance.
pub(super) fn name_fault(name: &str) -> Option<String> {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_.".contains(char);
    if name.is_empty() {
        Some("the name is empty".into())
    } else if let Some(char) = name.chars().find(|&char| !is_plain(char)) {
        Some(format!(
            "the name has `{}` in it: expected letters of ASCII, digits, `-`, `_` and `.`",
            char.escape_default()
        ))
    } else if name.starts_with(['-', '.']) {
        Some("the name begins with `-` or `.`: expected a letter or a digit".into())
    } else if name.len() > LONGEST_NAME {
        Some(format!(
            "the name has {} characters: expected at most {LONGEST_NAME}",
            name.len()
        ))
    } else {
        None
    }
}

/// So many instances at least, in the words of what is expected.
pub(super) fn number(manifest: &Manifest, fewest: usize, expected: &str) -> Result<(), String> {
    let count = manifest.instances.iter().filter(|one| !one.toy).count();
    if count >= fewest {
        return Ok(());
    }
    let are = if count == 1 { "is" } else { "are" };
    Err(format!(
        "there {are} {}: expected {expected}",
        instances(count)
    ))
}

/// So many instances, in words.
pub(crate) fn instances(count: usize) -> String {
    match count {
        1 => "1 instance".into(),
        _ => format!("{count} instances"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_none_are_told() {
        for good in ["dozen", "mutilated-16-1", "2025-10-05-easy", "a.b_c"] {
            assert_eq!(name_fault(good), None, "{good}");
        }
        for (bad, says) in [
            ("", "empty"),
            ("a b", "has ` ` in it"),
            ("Übung", "has `\\u{dc}` in it"),
            ("-rf", "begins with"),
            (".hidden", "begins with"),
            ("../up", "has `/` in it"),
        ] {
            let fault = name_fault(bad).unwrap_or_default();
            assert!(fault.contains(says), "{bad}: {fault}");
        }
        assert!(name_fault(&"x".repeat(101)).is_some());
    }
}
