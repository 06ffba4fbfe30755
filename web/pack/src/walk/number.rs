//! Numbers as modules write them.

/// The most digits that a number can have.
pub(super) const MOST_DIGITS: usize = 10;

/// A number as it is written: digits of seven bits, the lowest first.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Number {
    pub(super) digits: [u8; MOST_DIGITS],
    pub(super) count: usize,
}

impl Number {
    pub(super) fn of(mut value: u64) -> Self {
        let mut number = Number::default();
        loop {
            number.push((value & 127) as u8);
            value >>= 7;
            if value == 0 {
                return number;
            }
        }
    }

    pub(super) fn push(&mut self, digit: u8) {
        if self.count < MOST_DIGITS {
            self.digits[self.count] = digit;
            self.count += 1;
        }
    }

    pub(super) fn value(&self) -> u64 {
        let digits = self.digits[..self.count].iter().rev();
        digits.fold(0, |value, &digit| value << 7 | u64::from(digit))
    }

    /// A number of one digit is told by it; of others the count comes first.
    pub(super) fn first(&self) -> u8 {
        match self.count {
            1 => self.digits[0],
            count => 126 + count as u8,
        }
    }
}
