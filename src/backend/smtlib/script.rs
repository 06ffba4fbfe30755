//! The pen of the SMT-LIB writers: commands go straight to the sink, and nothing is kept.

use std::collections::HashMap;
use std::fmt::{self, Display, Write as _};
use std::io;

use crate::backend::{ModelSink, Profile};
use crate::model::{Model, Origin};

/// No line of a list of symbols is longer, unless a symbol is.
const WIDTH: usize = 110;

/// A script in the making.
pub(super) struct Script<'a> {
    out: &'a mut dyn ModelSink,
    profile: Profile,
    /// How often each name was asked for.
    taken: HashMap<String, u32>,
    /// What the current block of constraints states.
    heading: &'static str,
}

impl<'a> Script<'a> {
    pub(super) fn new(profile: Profile, out: &'a mut dyn ModelSink) -> Self {
        Script {
            out,
            profile,
            taken: HashMap::new(),
            heading: "",
        }
    }

    /// Writes text as it is.
    pub(super) fn text(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    /// The lines from here on are about these parts of the puzzle.
    pub(super) fn about(&mut self, origins: &[Origin]) {
        self.out.about(origins);
    }

    /// Opens a block by saying what it states. Competition files have no comments.
    pub(super) fn comment(&mut self, text: &str) -> io::Result<()> {
        match self.profile {
            Profile::Run => {
                self.about(&[]);
                writeln!(self.out, "\n; {text}")
            }
            Profile::Submit | Profile::Count => Ok(()),
        }
    }

    /// Says what the next constraints state, if anything, and if it is not what the last did.
    pub(super) fn heading(&mut self, text: &'static str) -> io::Result<()> {
        if text.is_empty() || text == self.heading {
            return Ok(());
        }
        self.heading = text;
        self.comment(text)
    }

    pub(super) fn declare(&mut self, symbol: impl Display, sort: impl Display) -> io::Result<()> {
        writeln!(self.out, "(declare-const {symbol} {sort})")
    }

    /// Gives a term a name, without a variable of its own.
    pub(super) fn define(
        &mut self,
        symbol: impl Display,
        sort: &str,
        term: impl Display,
    ) -> io::Result<()> {
        writeln!(self.out, "(define-fun {symbol} () {sort} {term})")
    }

    /// States what has no name: definitions and what ties variables to each other.
    pub(super) fn assert(&mut self, term: impl Display) -> io::Result<()> {
        writeln!(self.out, "(assert {term})")
    }

    /// A name that no other assertion bears: two regions may have one name.
    pub(super) fn fresh(&mut self, name: String) -> String {
        let times = self.taken.entry(name.clone()).or_insert(0);
        *times += 1;
        match *times {
            1 => name,
            times => format!("{name}_{times}"),
        }
    }

    /// Opens an assertion that bears a name, so that an unsatisfiable core can speak of it. All
    /// its parts are one assertion. Without a name, as for what is part of no rule of the puzzle
    /// and as in competition files, each part is one.
    pub(super) fn rule(&mut self, name: impl Into<Option<String>>) -> Assertion<'_, 'a> {
        let name = match self.profile {
            Profile::Run => name.into(),
            Profile::Submit | Profile::Count => None,
        };
        Assertion {
            script: self,
            name,
            first: String::new(),
            parts: 0,
        }
    }

    /// States a rule of one part.
    pub(super) fn state(&mut self, name: String, term: impl Display) -> io::Result<()> {
        let mut rule = self.rule(name);
        rule.add(term)?;
        rule.end()
    }

    /// Writes words on as many lines as it takes, each line indented.
    pub(super) fn wrapped(&mut self, words: &[String]) -> io::Result<()> {
        let mut width = WIDTH;
        for word in words {
            if width + word.len() >= WIDTH {
                write!(self.out, "\n ")?;
                width = 1;
            }
            write!(self.out, " {word}")?;
            width += 1 + word.len();
        }
        Ok(())
    }
}

/// An assertion that is being written, part by part.
///
/// `and` takes two or more terms, so the first part waits for the second.
#[must_use = "an assertion is closed by `end`"]
pub(super) struct Assertion<'s, 'a> {
    script: &'s mut Script<'a>,
    name: Option<String>,
    first: String,
    parts: usize,
}

impl Assertion<'_, '_> {
    /// Adds a part that must hold.
    pub(super) fn add(&mut self, term: impl Display) -> io::Result<()> {
        if self.name.is_none() {
            return self.script.assert(term);
        }
        self.parts += 1;
        let out = &mut self.script.out;
        match self.parts {
            1 => write!(self.first, "{term}").map_err(io::Error::other),
            2 => write!(out, "(assert (! (and\n  {}\n  {term}", self.first),
            _ => write!(out, "\n  {term}"),
        }
    }

    /// Closes the assertion.
    pub(super) fn end(self) -> io::Result<()> {
        let Some(name) = self.name else {
            return Ok(());
        };
        let out = &mut self.script.out;
        match self.parts {
            0 => writeln!(out, "(assert (! true :named {name}))"),
            1 => writeln!(out, "(assert (! {} :named {name}))", self.first),
            _ => writeln!(out, ") :named {name}))"),
        }
    }
}

/// Not all of the terms.
pub(super) fn not_all<T: Display>(terms: &[T]) -> String {
    format!("(not {})", Apply("and", terms, "true"))
}

/// An operator on any number of terms: alone with one, its neutral element with none.
pub(super) struct Apply<'t, T>(&'static str, &'t [T], &'static str);

/// At least one of the terms.
pub(super) fn or<T: Display>(terms: &[T]) -> Apply<'_, T> {
    Apply("or", terms, "false")
}

/// The sum of the terms.
pub(super) fn plus<T: Display>(terms: &[T]) -> Apply<'_, T> {
    Apply("+", terms, "0")
}

impl<T: Display> Display for Apply<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Apply(operator, terms, neutral) = *self;
        match terms {
            [] => f.write_str(neutral),
            [only] => write!(f, "{only}"),
            terms => write!(f, "({operator}{})", Spaced(terms)),
        }
    }
}

/// Terms, each after a space.
pub(super) struct Spaced<'t, T>(pub(super) &'t [T]);

impl<T: Display> Display for Spaced<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|term| write!(f, " {term}"))
    }
}

/// The symbols of the placements, where these are variables or defined terms.
pub(super) fn placements(model: &Model) -> Vec<String> {
    let ids = model.placement_ids();
    ids.map(|id| model.placement_symbol(id)).collect()
}
