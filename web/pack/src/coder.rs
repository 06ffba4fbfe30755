//! Arithmetic coding: a bit that was expected costs little, a surprise costs much.
//!
//! Both sides narrow the same range by the same chances. Chances have 16 bits and are never 0 or 1.

/// Writes bits.
#[derive(Debug)]
pub(crate) struct Encoder {
    low: u32,
    high: u32,
    packed: Vec<u8>,
}

/// Reads them back.
#[derive(Debug)]
pub(crate) struct Decoder<'p> {
    low: u32,
    high: u32,
    code: u32,
    rest: &'p [u8],
}

/// The last number of the range that stands for a one.
fn middle(low: u32, high: u32, chance: u32) -> u32 {
    let range = high - low;
    low + (range >> 16) * chance + (((range & 0xffff) * chance) >> 16)
}

/// The first byte is settled as soon as both ends of the range agree on it.
fn is_settled(low: u32, high: u32) -> bool {
    (low ^ high) >> 24 == 0
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Encoder {
            low: 0,
            high: u32::MAX,
            packed: Vec::new(),
        }
    }

    pub(crate) fn bit(&mut self, chance: u32, bit: bool) {
        let middle = middle(self.low, self.high, chance);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while is_settled(self.low, self.high) {
            self.packed.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        // Any number in the range will do, and one is enough of it: what is missing reads as zeros.
        self.packed.push((self.low >> 24) as u8 + 1);
        self.packed
    }
}

impl<'p> Decoder<'p> {
    pub(crate) fn new(packed: &'p [u8]) -> Self {
        let mut decoder = Decoder {
            low: 0,
            high: u32::MAX,
            code: 0,
            rest: packed,
        };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    fn shift(&mut self) {
        let (byte, rest) = match self.rest {
            [byte, rest @ ..] => (*byte, rest),
            [] => (0, self.rest),
        };
        self.rest = rest;
        self.code = self.code << 8 | u32::from(byte);
    }

    pub(crate) fn bit(&mut self, chance: u32) -> bool {
        let middle = middle(self.low, self.high, chance);
        let bit = self.code <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while is_settled(self.low, self.high) {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            self.shift();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::{Decoder, Encoder};

    /// Numbers that look random, the same in every run.
    fn numbers(count: usize) -> impl Iterator<Item = u32> {
        let mut state = 1_u32;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        })
        .take(count)
    }

    #[test]
    fn bits_come_back_whatever_was_expected() {
        let bits: Vec<(u32, bool)> = numbers(200_000)
            .map(|number| ((number & 0xffff).clamp(1, 0xffff), number >> 16 & 1 == 1))
            .collect();
        let mut encoder = Encoder::new();
        for &(chance, bit) in &bits {
            encoder.bit(chance, bit);
        }
        let packed = encoder.finish();
        let mut decoder = Decoder::new(&packed);
        for &(chance, bit) in &bits {
            assert_eq!(decoder.bit(chance), bit);
        }
    }

    #[test]
    fn what_is_expected_costs_next_to_nothing() {
        let mut encoder = Encoder::new();
        for _ in 0..100_000 {
            encoder.bit(65_500, true);
        }
        let packed = encoder.finish();
        assert!(packed.len() < 20, "{} bytes", packed.len());
    }
}
