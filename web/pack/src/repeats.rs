//! What came before and seems to come again.

use crate::model::hash;

/// An instruction with its operands, or a byte of what is no code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) op: u32,
    pub(crate) operands: [u32; 2],
}

impl Token {
    pub(crate) fn of(op: u32) -> Self {
        Token {
            op,
            operands: [0; 2],
        }
    }
}

/// Everything so far, and the place where the same was met before.
#[derive(Debug)]
pub(crate) struct Repeats {
    tokens: Vec<Token>,
    /// Where the last few tokens were met last, by their hash.
    met: Vec<u32>,
    /// What follows where the same was met, and for how long it has been the same.
    place: usize,
    run: usize,
}

/// There are two to the power of this many places for hashes.
const PLACES: u32 = 18;

/// Of a repetition that is found, at most so many tokens are compared.
const COMPARED: usize = 32;

impl Repeats {
    pub(crate) fn new() -> Self {
        Repeats {
            tokens: Vec::new(),
            met: vec![0; 1 << PLACES],
            place: 0,
            run: 0,
        }
    }

    /// What comes next if it is a repetition, and how long it has been one.
    pub(crate) fn next(&self) -> Option<(Token, usize)> {
        let token = self.tokens.get(self.place).filter(|_| self.run > 0)?;
        Some((*token, self.run))
    }

    /// Takes note of a token. Repetitions begin with at least so many.
    pub(crate) fn push(&mut self, token: Token, least: usize) {
        let repeated = self.next().is_some_and(|(next, _)| next == token);
        self.run = if repeated { self.run + 1 } else { 0 };
        self.place += usize::from(repeated);
        self.tokens.push(token);
        let count = self.tokens.len();
        if count < least {
            return;
        }
        let last = &self.tokens[count - least..];
        let hash = last.iter().fold(least as u32, |before, token| {
            let [first, second] = token.operands;
            hash(hash(before, token.op), first ^ second << 7)
        });
        let met = &mut self.met[(hash >> (32 - PLACES)) as usize];
        if self.run == 0 {
            let place = *met as usize;
            let back = self.tokens[..place].iter().rev();
            let same = back.zip(self.tokens.iter().rev()).take(COMPARED);
            let run = same.take_while(|(before, now)| before == now).count();
            if run >= least {
                (self.place, self.run) = (place, run);
            }
        }
        *met = count as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::{Repeats, Token};

    #[test]
    fn a_repetition_is_found_followed_and_left() {
        let mut repeats = Repeats::new();
        for op in [1, 2, 3, 4, 5, 9, 1, 2] {
            repeats.push(Token::of(op), 3);
            assert_eq!(repeats.next(), None);
        }
        for (op, run) in [(3, 3), (4, 4)] {
            repeats.push(Token::of(op), 3);
            assert_eq!(repeats.next(), Some((Token::of(op + 1), run)));
        }
        repeats.push(Token::of(7), 3);
        assert_eq!(repeats.next(), None);
    }
}
