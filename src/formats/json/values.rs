//! The values that puzzles in JSON are made of, each with its own words for what it should be.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::puzzle::{MAX_PIPS, Pips};

/// A whole number between bounds, with a name for the error message.
trait Bounded {
    const LOW: i64;
    const HIGH: i64;
    const EXPECTED: &'static str;
}

struct Number<B>(std::marker::PhantomData<B>);

impl<B: Bounded> Number<B> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
        deserializer.deserialize_i64(Number::<B>(std::marker::PhantomData))
    }
}

impl<B: Bounded> Visitor<'_> for Number<B> {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(B::EXPECTED)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i64, E> {
        if (B::LOW..=B::HIGH).contains(&number) {
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

/// Gives a type a `Deserialize` as a bounded number.
macro_rules! number {
    ($name:ident($inner:ty), $low:expr, $high:expr, $expected:literal) => {
        impl Bounded for $name {
            const LOW: i64 = $low;
            const HIGH: i64 = $high;
            const EXPECTED: &'static str = $expected;
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // The bounds are those of the inner type or narrower.
                Number::<Self>::read(deserializer).map(|number| $name(number as $inner))
            }
        }
    };
}

/// What one half of a domino shows.
struct Half(Pips);
number!(
    Half(Pips),
    0,
    MAX_PIPS as i64,
    "a pip count, a whole number from 0 to 10000"
);

/// A row or a column.
struct Line(u32);
number!(
    Line(u32),
    0,
    u32::MAX as i64,
    "a row or a column, a whole number from 0 up"
);

/// The target of a rule about sums.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct Target(pub(in crate::formats) i64);
number!(
    Target(i64),
    i64::MIN,
    i64::MAX,
    "a target, which is a whole number"
);

/// How many copies of a domino there are.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct Count(pub(in crate::formats) u64);
number!(
    Count(u64),
    0,
    i64::MAX,
    "how many copies there are, a whole number from 0 up"
);

/// An entry of a matrix of cell numbers: -1 where there is no cell.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct NoCellOrNumber(pub(in crate::formats) i64);
number!(
    NoCellOrNumber(i64),
    -1,
    i64::MAX,
    "a cell number from 0 up, or -1 for no cell"
);

/// A domino with its halves in the order of the text, which the newspaper's solution needs.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct Halves(pub(in crate::formats) [Pips; 2]);

impl<'de> Deserialize<'de> for Halves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = Pair("a domino, two pip counts such as [1, 4]", |half: Half| {
            half.0
        });
        Ok(Halves(deserializer.deserialize_seq(visitor)?))
    }
}

/// A cell of a grid, by row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::formats) struct At(pub(in crate::formats) u32, pub(in crate::formats) u32);

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = Pair("a cell, its row and column such as [0, 2]", |line: Line| {
            line.0
        });
        let [row, column] = deserializer.deserialize_seq(visitor)?;
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

/// A list of exactly two numbers.
struct Pair<T>(&'static str, fn(T) -> u32);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Pair<T> {
    type Value = [u32; 2];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<[u32; 2], A::Error> {
        let mut pair = [0; 2];
        for (length, number) in pair.iter_mut().enumerate() {
            *number = match seq.next_element()? {
                Some(value) => self.1(value),
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

/// A title without the white space around it; one without words is none.
pub(in crate::formats) fn clean_title(title: Option<String>) -> Option<String> {
    let title = title?;
    let title = title.trim();
    (!title.is_empty()).then(|| title.to_string())
}
