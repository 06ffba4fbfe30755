//! Lookup of names that users type, with "did you mean" for unknown ones (optimal string alignment
//! distance).

use strsim::osa_distance;

use crate::puzzle::Label;

/// A word that is not a known name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} `{word}`, expected {}{}", either(.known), did_you_mean(.word.raw(), .known.iter().copied()))]
pub struct UnknownName {
    what: &'static str,
    word: Label,
    known: Vec<&'static str>,
}

/// Finds the item with a name; `what` is the noun for messages.
pub(crate) fn choose<T: Copy>(
    what: &'static str,
    all: impl IntoIterator<Item = T>,
    name: impl Fn(T) -> &'static str,
    word: &str,
) -> Result<T, UnknownName> {
    let mut known = Vec::new();
    for thing in all {
        if name(thing) == word {
            return Ok(thing);
        }
        known.push(name(thing));
    }
    Err(UnknownName {
        what,
        word: word.into(),
        known,
    })
}

/// Implements `ALL`, `name`, `Display` and `FromStr` for an enum whose variants users type.
macro_rules! named_enum {
    ($what:literal, $type:ident { $($variant:ident = $name:literal,)+ }) => {
        impl $type {
            /// Every variant, in order.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// Every name, in order.
            pub const NAMES: [&'static str; $type::ALL.len()] = [$($name),+];

            /// The name, as users type it.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::nearest::UnknownName;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                $crate::nearest::choose($what, $type::ALL, $type::name, word)
            }
        }
    };
}
pub(crate) use named_enum;

/// A disjunction of names: `one, another or a third`.
pub(crate) fn either<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => "nothing".into(),
        [only] => (*only).to_owned(),
        [start @ .., last] => format!("{} or {last}", start.join(", ")),
    }
}

/// The suggestion in a message about an unknown word: `; did you mean ...?`. Empty if no known word
/// is similar, or several are equally similar.
pub(crate) fn did_you_mean<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    match nearest(word, known) {
        Some(known) => format!("; did you mean `{known}`?"),
        None => String::new(),
    }
}

/// The unique known word with the smallest edit distance. The distance is at most 1, or a third of
/// the length of a longer word, and less than the whole word.
pub(crate) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let small = |word: &str| -> String { word.chars().flat_map(char::to_lowercase).collect() };
    let lower = small(word);
    let mut best: Option<(usize, &str)> = None;
    let mut is_single = false;
    for known in known {
        let distance = osa_distance(&lower, &small(known));
        match best {
            Some((least, _)) if distance > least => {}
            Some((least, _)) if distance == least => is_single = false,
            _ => (best, is_single) = (Some((distance, known)), true),
        }
    }
    let letters = word.chars().count();
    let bound = (letters / 3).max(1).min(letters.saturating_sub(1));
    best.filter(|&(distance, _)| is_single && distance <= bound)
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_suggested() {
        let solvers = ["kissat", "cadical", "z3", "gecode", "clasp"];
        for (word, meant) in [
            ("kisat", Some("kissat")),
            ("ksisat", Some("kissat")),
            ("CaDiCaL", Some("cadical")),
            ("z4", Some("z3")),
            ("gcode", Some("gecode")),
            ("minisat", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(nearest(word, solvers), meant, "{word}");
        }
    }

    #[test]
    fn equally_similar_names_are_not_suggested() {
        assert_eq!(nearest("r9c1", ["r0c1", "r1c1", "r0c0"]), None);
        assert_eq!(did_you_mean("a", []), "");
        assert_eq!(
            did_you_mean("noth", ["north", "south"]),
            "; did you mean `north`?"
        );
    }
}
