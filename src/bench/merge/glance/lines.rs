//! Lines that are spelled much like those before them.
//!
//! A file of results is written by one program, and most of a line is what stood in the line before: the
//! machine, the limits, the puzzle or the solver. So a line is laid beside the last one, field by field.
//! What is the same need not be gone through again, and still says the same.
//!
//! By hand, because two thirds of a merge were spent in JSON.

use super::scan::Scanner;
use super::{Field, Glance};

/// Lines with more fields are for others: where they differ, every field is looked for among all.
const MOST_FIELDS: usize = 100;

/// Goes through lines, one after the other.
#[derive(Debug, Default)]
pub(in crate::bench::merge) struct Lines<'l> {
    /// The last one.
    last: &'l [u8],
    /// Its fields.
    fields: Vec<Spelled>,
    /// What they say.
    said: Glance<'l>,
}

/// A field as it is spelled, with the comma or the brace behind it.
#[derive(Debug, Clone, Copy)]
struct Spelled {
    /// Which one it is, if it is looked at.
    field: Option<Field>,
    /// Where the value begins.
    value: usize,
    /// How many bytes it has in all.
    length: usize,
}

impl<'l> Lines<'l> {
    /// What the next line says; nothing where somebody else has to be asked.
    pub(super) fn next(&mut self, line: &'l [u8]) -> Option<Glance<'l>> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let said = self.compare(line).map(|()| self.said);
        match said {
            Some(_) => self.last = line,
            None => *self = Lines::default(),
        }
        said
    }

    /// Lays a line beside the last one.
    fn compare(&mut self, line: &'l [u8]) -> Option<()> {
        let mut scanner = Scanner::new(line);
        scanner.pass(b'{')?;
        // Which field of the last line is next, and where it begins.
        let (mut number, mut begin) = (0, scanner.at().min(self.last.len()));
        let is_whole = |scanner: &Scanner<'_>| line[scanner.at() - 1] == b'}';
        while !is_whole(&scanner) {
            let mut same = common(&self.last[begin..], scanner.rest());
            while let Some(spelled) = self.fields.get(number)
                && spelled.length <= same
            {
                number += 1;
                begin += spelled.length;
                same -= spelled.length;
                scanner.pass_over(spelled.length);
            }
            if is_whole(&scanner) {
                break;
            }
            let from = scanner.at();
            match self.fields.get(number) {
                Some(spelled) if spelled.value <= same => scanner.pass_over(spelled.value),
                Some(_) | None => {
                    let name = scanner.string()?;
                    scanner.pass(b':')?;
                    begin = self.rearrange(number, begin, name)?;
                }
            }
            let value = scanner.at() - from;
            let spelled = self.fields.get_mut(number)?;
            match spelled.field {
                Some(field) => self.said.take(field, &mut scanner)?,
                None => scanner.skip()?,
            }
            scanner.pass(b',').or_else(|| scanner.pass(b'}'))?;
            begin += spelled.length;
            spelled.value = value;
            spelled.length = scanner.at() - from;
            number += 1;
        }
        for gone in self.fields.drain(number..).filter_map(|gone| gone.field) {
            self.said.forget(gone)?;
        }
        (scanner.at() == line.len()).then_some(())
    }

    /// Makes a field of some name the next one, although in the last line another begins here. Gives where
    /// it begins there. That a field comes again is for others to judge.
    fn rearrange(&mut self, number: usize, begin: usize, name: &[u8]) -> Option<usize> {
        let is_named = |begin: usize, spelled: &Spelled| {
            let quoted = &self.last[begin..begin + spelled.value];
            &quoted[1..quoted.len() - 2] == name
        };
        let mut there = begin;
        let next = self.fields[number..].iter().position(|spelled| {
            let is_named = is_named(there, spelled);
            there += if is_named { 0 } else { spelled.length };
            is_named
        });
        if let Some(next) = next {
            // Those in between are not in this line, or not here.
            for gone in self.fields.drain(number..number + next) {
                if let Some(gone) = gone.field {
                    self.said.forget(gone)?;
                }
            }
            return Some(there);
        }
        let field = Field::named(name);
        let is_new = |spelled: &Spelled| field.is_none() || spelled.field != field;
        let spelled = Spelled {
            field,
            value: 0,
            length: 0,
        };
        let is_short = self.fields.len() < MOST_FIELDS;
        (is_short && self.fields.iter().all(is_new)).then(|| {
            self.fields.insert(number, spelled);
            begin
        })
    }
}

/// With how many bytes both begin.
#[inline(always)]
fn common(one: &[u8], other: &[u8]) -> usize {
    let (words, _) = one.as_chunks::<16>();
    let (others, _) = other.as_chunks::<16>();
    let equal = words.iter().zip(others).take_while(|(a, b)| a == b);
    let whole = 16 * equal.count();
    let rest = one[whole..].iter().zip(&other[whole..]);
    whole + rest.take_while(|(a, b)| a == b).count()
}
