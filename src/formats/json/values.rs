//! The values that puzzles in JSON are made of, each with its own words for what it should be.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Unexpected, Visitor,
};
use serde::ser::{Serialize, Serializer};

use crate::puzzle::{Label, MAX_PIPS, Pips};

/// A whole number between bounds, with what a message calls it.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct Whole {
    pub(in crate::formats) least: i64,
    pub(in crate::formats) most: i64,
    pub(in crate::formats) expected: &'static str,
}

impl<'de> DeserializeSeed<'de> for Whole {
    type Value = i64;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<i64, D::Error> {
        deserializer.deserialize_i64(self)
    }
}

impl Visitor<'_> for Whole {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
        if (self.least..=self.most).contains(&number) {
            Ok(number)
        } else {
            Err(E::invalid_value(Unexpected::Signed(number), &self))
        }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<i64, E> {
        match i64::try_from(number) {
            Ok(number) => self.visit_i64(number),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }
}

/// A list of exactly two numbers, none of which is negative.
struct Pair {
    number: Whole,
    expected: &'static str,
}

impl<'de> Visitor<'de> for Pair {
    type Value = [u32; 2];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<[u32; 2], A::Error> {
        let mut pair = [0; 2];
        for (length, half) in pair.iter_mut().enumerate() {
            *half = match seq.next_element_seed(self.number)? {
                // The bounds are those of the type or narrower.
                Some(number) => number as u32,
                None => return Err(A::Error::invalid_length(length, &self)),
            };
        }
        let mut length = 2;
        while let Some(IgnoredAny) = seq.next_element()? {
            length += 1;
        }
        match length {
            2 => Ok(pair),
            _ => Err(A::Error::invalid_length(length, &self)),
        }
    }
}

/// A domino with its halves in the order of the text, which the newspaper's solution needs.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct Halves(pub(in crate::formats) [Pips; 2]);

impl<'de> Deserialize<'de> for Halves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const DOMINO: Pair = Pair {
            number: Whole {
                least: 0,
                most: MAX_PIPS as i64,
                expected: "a pip count, a whole number from 0 to 10000",
            },
            expected: "a domino, two pip counts such as [1, 4]",
        };
        deserializer.deserialize_seq(DOMINO).map(Halves)
    }
}

/// A cell of a grid, by row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::formats) struct At(pub(in crate::formats) u32, pub(in crate::formats) u32);

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const CELL: Pair = Pair {
            number: Whole {
                least: 0,
                most: u32::MAX as i64,
                expected: "a row or a column, a whole number from 0 up",
            },
            expected: "a cell, its row and column such as [0, 2]",
        };
        let [row, column] = deserializer.deserialize_seq(CELL)?;
        Ok(At(row, column))
    }
}

impl Serialize for At {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.0, self.1].serialize(serializer)
    }
}

/// `r0c2`, as the cell is called.
impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.0, self.1)
    }
}

/// An entry of a matrix of cell numbers: -1 where there is no cell.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct NoCellOrNumber(pub(in crate::formats) i64);

impl<'de> Deserialize<'de> for NoCellOrNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const NUMBER: Whole = Whole {
            least: -1,
            most: i64::MAX,
            expected: "a cell number from 0 up, or -1 for no cell",
        };
        deserializer.deserialize_i64(NUMBER).map(NoCellOrNumber)
    }
}

/// A title without the white space around it; one without words is none.
pub(in crate::formats) fn clean_title(title: Option<String>) -> Option<Label> {
    let title = title?;
    let title = title.trim();
    (!title.is_empty()).then(|| title.into())
}
