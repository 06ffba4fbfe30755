//! Who published the formulations that are here to compare with.

use std::fmt;

/// Where a formulation was published. Models, help and docs name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Publication {
    /// Who published it, by the name that stands there.
    pub people: &'static str,
    /// What it is called, if it has a title.
    pub title: Option<&'static str>,
    /// The year, or the day.
    pub when: &'static str,
    /// Where it is to be found, if that is known.
    pub place: Option<&'static str>,
}

/// The half of a domino on each cell, as an integer, for z3.
pub(super) const HALVES: Publication = Publication {
    people: "joek13",
    title: Some("Solving NYT Pips with SMT"),
    when: "2025",
    place: Some("kerrigan.dev/blog/nyt-pips, repository joek13/nyt-pips-solver"),
};

/// A Boolean for each placement, exactly one of them by pairs.
pub(super) const PLACEMENT: Publication = Publication {
    people: "Nicholas Hernandez and Kai Gowers",
    title: Some("Pips Solver"),
    when: "2025",
    place: None,
};

/// Row and column of each half of a domino, in MiniZinc.
pub(super) const COORDINATES: Publication = Publication {
    people: "Ken Shirriff",
    title: Some("Solving the NYTimes Pips puzzle with a constraint solver"),
    when: "2025",
    place: Some("repository shirriff/pips"),
};

/// A tiling and values, joined.
pub(super) const LINKS: Publication = Publication {
    people: "Adrian A. Drăgulescu",
    title: None,
    when: "3 October 2025",
    place: Some("repository thumbert/scales"),
};

/// The citation: `Ken Shirriff, "Solving the ...", 2025 (repository shirriff/pips)`.
impl fmt::Display for Publication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.people)?;
        if let Some(title) = self.title {
            write!(f, ", \"{title}\"")?;
        }
        write!(f, ", {}", self.when)?;
        match self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_has_what_is_known() {
        assert_eq!(
            COORDINATES.to_string(),
            "Ken Shirriff, \"Solving the NYTimes Pips puzzle with a constraint solver\", 2025 \
             (repository shirriff/pips)"
        );
        assert_eq!(
            LINKS.to_string(),
            "Adrian A. Drăgulescu, 3 October 2025 (repository thumbert/scales)"
        );
        assert_eq!(
            PLACEMENT.to_string(),
            "Nicholas Hernandez and Kai Gowers, \"Pips Solver\", 2025"
        );
    }
}
