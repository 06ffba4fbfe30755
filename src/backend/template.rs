//! Templates of models: the few words of Tera that they need, so that a page which emits models need not
//! carry all of it.
//!
//! `{{ name }}` gives a value, `{% if a or not b %}`, `{% else %}` and `{% endif %}` choose, `{% include "name" %}`
//! takes in another template, `{# ... #}` is a remark, and a `-` beside the percent sign takes the white space
//! away on that side. A test compares what comes out with what Tera makes of the same.

use std::io;

/// What a template can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Word {
    Text(String),
    Flag(bool),
    Nothing,
}

/// The values of a template, by name. What is said last counts.
#[derive(Debug, Clone, Default)]
pub(super) struct Words(Vec<(&'static str, Word)>);

impl Words {
    /// Adds a text.
    pub(super) fn text(&mut self, name: &'static str, text: impl Into<String>) {
        self.0.push((name, Word::Text(text.into())));
    }

    /// Adds a text that may be missing.
    pub(super) fn optional(&mut self, name: &'static str, text: Option<String>) {
        self.0.push((name, text.map_or(Word::Nothing, Word::Text)));
    }

    /// Adds something that is so or not.
    pub(super) fn flag(&mut self, name: &'static str, flag: bool) {
        self.0.push((name, Word::Flag(flag)));
    }

    fn get(&self, name: &str) -> io::Result<&Word> {
        let word = self.0.iter().rev().find(|(there, _)| *there == name);
        let word = word.map(|(_, word)| word);
        word.ok_or_else(|| fault(format_args!("nobody says what `{name}` is")))
    }

    /// Whether a condition holds: names, with `not` before them and `or` between them.
    fn holds(&self, condition: &str) -> io::Result<bool> {
        let mut holds = false;
        for part in condition.split(" or ") {
            let (is_negated, name) = match part.trim().strip_prefix("not ") {
                Some(name) => (true, name.trim()),
                None => (false, part.trim()),
            };
            let is_so = match self.get(name)? {
                Word::Text(text) => !text.is_empty(),
                Word::Flag(flag) => *flag,
                Word::Nothing => false,
            };
            holds |= is_so != is_negated;
        }
        Ok(holds)
    }
}

fn fault(what: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("a template is wrong: {what}"))
}

/// A piece of a template.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'t> {
    Text(&'t str),
    Value(&'t str),
    Tag(&'t str),
}

/// Renders one of some templates that may include each other.
pub(super) fn render(name: &str, templates: &[(&str, &str)], words: &Words) -> io::Result<String> {
    let mut out = String::new();
    render_into(&mut out, name, templates, words)?;
    Ok(out)
}

fn render_into(
    out: &mut String,
    name: &str,
    templates: &[(&str, &str)],
    words: &Words,
) -> io::Result<()> {
    let template = templates.iter().find(|(other, _)| *other == name);
    let (_, template) = template.ok_or_else(|| fault(format_args!("there is no `{name}`")))?;
    // For each condition around: whether it is to be shown, and whether its other side is.
    let mut shown: Vec<(bool, bool)> = Vec::new();
    for piece in pieces(template)? {
        let is_shown = shown.iter().all(|(here, _)| *here);
        match piece {
            Piece::Text(text) if is_shown => *out += text,
            Piece::Value(name) if is_shown => match words.get(name)? {
                Word::Text(text) => *out += text,
                Word::Flag(flag) => *out += if *flag { "true" } else { "false" },
                Word::Nothing => {}
            },
            Piece::Text(_) | Piece::Value(_) => {}
            Piece::Tag("else") => {
                let last = shown
                    .last_mut()
                    .ok_or_else(|| fault("an `else` is alone"))?;
                *last = (last.1, last.0);
            }
            Piece::Tag("endif") => {
                let _ = shown.pop().ok_or_else(|| fault("an `endif` is alone"))?;
            }
            Piece::Tag(tag) => {
                if let Some(condition) = tag.strip_prefix("if ") {
                    let holds = words.holds(condition)?;
                    shown.push((holds, !holds));
                } else if let Some(included) = tag.strip_prefix("include ") {
                    if is_shown {
                        render_into(out, included.trim().trim_matches('"'), templates, words)?;
                    }
                } else {
                    return Err(fault(format_args!("nobody knows `{tag}`")));
                }
            }
        }
    }
    match shown.is_empty() {
        true => Ok(()),
        false => Err(fault("an `endif` is missing")),
    }
}

/// A template in pieces, with the white space taken away where it says so.
fn pieces(template: &str) -> io::Result<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    let mut rest = template;
    let mut trims = false;
    loop {
        let begins = rest
            .match_indices('{')
            .find(|(at, _)| rest[at + 1..].starts_with(['{', '%', '#']));
        let (text, inside) = match begins {
            Some((at, _)) => (&rest[..at], Some(&rest[at..])),
            None => (rest, None),
        };
        let text = if trims { text.trim_start() } else { text };
        let Some(inside) = inside else {
            pieces.push(Piece::Text(text));
            return Ok(pieces);
        };
        let close = match inside.as_bytes()[1] {
            b'{' => "}}",
            b'%' => "%}",
            _ => "#}",
        };
        let end = inside
            .find(close)
            .ok_or_else(|| fault("a tag has no end"))?;
        let tag = &inside[2..end];
        rest = &inside[end + 2..];
        let (tag, trims_before) = match tag.strip_prefix('-') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let tag = match tag.strip_suffix('-') {
            Some(tag) => {
                trims = true;
                tag
            }
            None => {
                trims = false;
                tag
            }
        };
        pieces.push(Piece::Text(if trims_before {
            text.trim_end()
        } else {
            text
        }));
        match close {
            "}}" => pieces.push(Piece::Value(tag.trim())),
            "%}" => pieces.push(Piece::Tag(tag.trim())),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tera::{Context, Tera};

    /// What Tera makes of a template.
    fn by_tera(name: &str, templates: &[(&str, &str)], words: &Words) -> String {
        let mut context = Context::new();
        for (name, word) in &words.0 {
            match word {
                Word::Text(text) => context.insert(*name, text),
                Word::Flag(flag) => context.insert(*name, flag),
                Word::Nothing => context.insert(*name, &None::<String>),
            }
        }
        let mut tera = Tera::default();
        let templates = templates.iter().copied();
        tera.add_raw_templates(templates).expect("templates");
        tera.render(name, &context).expect("a text")
    }

    #[test]
    fn every_model_is_rendered_as_tera_does() {
        let mut templates = crate::backend::minizinc::TEMPLATES.to_vec();
        templates.extend(crate::backend::smtlib::TEMPLATES);
        let mut flags = Vec::new();
        let mut texts = Vec::new();
        for (_, template) in &templates {
            for piece in pieces(template).expect("pieces") {
                match piece {
                    Piece::Value(name) => texts.push(name),
                    Piece::Tag(tag) => {
                        let condition = tag.strip_prefix("if ").unwrap_or_default();
                        let names = condition.split([' ']).filter(|word| !word.is_empty());
                        flags.extend(names.filter(|word| !["or", "not"].contains(word)));
                    }
                    Piece::Text(_) => {}
                }
            }
        }
        flags.sort_unstable();
        flags.dedup();
        flags.retain(|flag| !texts.contains(flag));
        assert!(flags.len() > 3 && texts.len() > 20, "{flags:?} {texts:?}");
        // The names of a test need not outlive it, but those of the program do.
        let leak = |name: &str| -> &'static str { Box::leak(name.to_owned().into_boxed_str()) };
        for case in 0..1_u32 << flags.len() {
            let mut words = Words::default();
            for (bit, flag) in flags.iter().enumerate() {
                words.flag(leak(flag), case >> bit & 1 == 1);
            }
            for (place, text) in texts.iter().enumerate() {
                match (case as usize + place) % 3 {
                    0 => words.optional(leak(text), None),
                    _ => words.text(leak(text), format!("<{text} & more>")),
                }
            }
            // Tera does not print what is missing, so only conditions may ask for it.
            for (name, _) in &templates {
                let mut told = words.clone();
                for text in &texts {
                    let is_asked = templates
                        .iter()
                        .any(|(_, one)| one.contains(&format!("if {text} ")));
                    if !is_asked {
                        told.text(leak(text), format!("<{text} & more>"));
                    }
                }
                let ours = render(name, &templates, &told).expect("a text");
                assert_eq!(ours, by_tera(name, &templates, &told), "{name} {case}");
            }
        }
    }

    #[test]
    fn a_wrong_template_is_refused() {
        for wrong in [
            "{{ x",
            "{% if x %}",
            "{% endif %}",
            "{% else %}",
            "{{ y }}",
            "{% for x %}",
        ] {
            let mut words = Words::default();
            words.flag("x", true);
            assert!(render("a", &[("a", wrong)], &words).is_err(), "{wrong}");
        }
    }
}
