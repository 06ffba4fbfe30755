//! JSON gone through in one go, as far as it is spelled in the way this program spells it: without spaces
//! between words, and without escapes.
//!
//! Whoever asks gets an answer or nothing. An answer means that the text is whole and right; nothing means
//! that another reader has to be asked, who then says what is wrong, if anything is.

/// Deeper values than this are for others.
const DEEPEST: u32 = 16;

/// JSON, and how far it was gone through.
#[derive(Debug)]
pub(super) struct Scanner<'l> {
    json: &'l [u8],
    at: usize,
}

impl<'l> Scanner<'l> {
    /// At the beginning of some JSON.
    pub(super) fn new(json: &'l [u8]) -> Self {
        Scanner { json, at: 0 }
    }

    /// How far it was gone through.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes past what is known already.
    pub(super) fn pass_over(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// A value that may be missing.
    #[inline(always)]
    pub(super) fn optional<T>(
        &mut self,
        value: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.rest().first()? {
            b'n' => self.word("null").map(|()| None),
            _ => value(self).map(Some),
        }
    }

    /// A text.
    #[inline(always)]
    pub(super) fn text(&mut self) -> Option<&'l str> {
        std::str::from_utf8(self.string()?).ok()
    }

    /// What stands between quotation marks.
    #[inline(always)]
    pub(super) fn string(&mut self) -> Option<&'l [u8]> {
        self.pass(b'"')?;
        let rest = self.rest();
        let string = &rest[..end_of_string(rest)?];
        self.at += string.len() + 1;
        Some(string)
    }

    /// A number that counts something.
    pub(super) fn count(&mut self) -> Option<u64> {
        let digits = self.digits()?;
        let is_usual = digits == b"0" || !digits.starts_with(b"0");
        let digits = std::str::from_utf8(digits).ok()?;
        is_usual.then(|| digits.parse().ok())?
    }

    /// Yes or no.
    pub(super) fn flag(&mut self) -> Option<bool> {
        match self.rest().first()? {
            b't' => self.word("true").map(|()| true),
            _ => self.word("false").map(|()| false),
        }
    }

    /// The text of any value.
    pub(super) fn raw(&mut self) -> Option<&'l str> {
        let from = self.at;
        self.skip()?;
        std::str::from_utf8(&self.json[from..self.at]).ok()
    }

    /// Goes past any value.
    pub(super) fn skip(&mut self) -> Option<()> {
        self.value(DEEPEST)
    }

    #[inline(always)]
    fn value(&mut self, depth: u32) -> Option<()> {
        match self.rest().first()? {
            b'"' => self.string().map(|_| ()),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            b'[' => self.list(depth.checked_sub(1)?),
            b'{' => self.fields(depth.checked_sub(1)?),
            _ => None,
        }
    }

    fn list(&mut self, depth: u32) -> Option<()> {
        self.pass(b'[')?;
        if self.pass(b']').is_some() {
            return Some(());
        }
        loop {
            self.value(depth)?;
            if self.pass(b',').is_none() {
                return self.pass(b']');
            }
        }
    }

    fn fields(&mut self, depth: u32) -> Option<()> {
        self.pass(b'{')?;
        if self.pass(b'}').is_some() {
            return Some(());
        }
        loop {
            let _ = self.string()?;
            self.pass(b':')?;
            self.value(depth)?;
            if self.pass(b',').is_none() {
                return self.pass(b'}');
            }
        }
    }

    fn number(&mut self) -> Option<()> {
        let _ = self.pass(b'-');
        // A zero has no digits behind it, which whoever looks for a comma finds out.
        if self.pass(b'0').is_none() {
            let _ = self.digits()?;
        }
        if self.pass(b'.').is_some() {
            let _ = self.digits()?;
        }
        if self.pass(b'e').or_else(|| self.pass(b'E')).is_some() {
            let _ = self.pass(b'+').or_else(|| self.pass(b'-'));
            let _ = self.digits()?;
        }
        Some(())
    }

    fn digits(&mut self) -> Option<&'l [u8]> {
        let rest = self.rest();
        let end = rest.iter().position(|byte| !byte.is_ascii_digit());
        let digits = &rest[..end.unwrap_or(rest.len())];
        self.at += digits.len();
        (!digits.is_empty()).then_some(digits)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let is_there = self.rest().starts_with(word.as_bytes());
        is_there.then(|| self.at += word.len())
    }

    /// Goes past a byte, if it is there.
    #[inline(always)]
    pub(super) fn pass(&mut self, byte: u8) -> Option<()> {
        (*self.rest().first()? == byte).then(|| self.at += 1)
    }

    /// What is still to be gone through.
    #[inline(always)]
    pub(super) fn rest(&self) -> &'l [u8] {
        &self.json[self.at..]
    }
}

/// Where the quotation mark is that ends a string, eight bytes at a time; nothing if there is an escape or
/// a byte that no string may hold before it.
#[inline(always)]
fn end_of_string(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGHEST: u64 = ONES << 7;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut before = 0;
    for word in words {
        let word = u64::from_le_bytes(*word);
        // The highest bit of a byte is set where it is less than `than`, or else only above such a byte: the
        // lowest is always right.
        let less = |word: u64, than: u8| word.wrapping_sub(ONES * u64::from(than)) & !word;
        let is = |byte: u8| less(word ^ (ONES * u64::from(byte)), 1);
        let odd = (is(b'"') | is(b'\\') | less(word, b' ') | word) & HIGHEST;
        if odd != 0 {
            before += odd.trailing_zeros() as usize / 8;
            return match bytes[before] {
                b'"' => Some(before),
                0x80.. => end_of_foreign_string(bytes),
                _ => None,
            };
        }
        before += 8;
    }
    let odd = |byte: &u8| matches!(byte, b'"' | b'\\' | ..b' ' | 0x80..);
    let end = rest.iter().position(odd)?;
    match rest[end] {
        b'"' => Some(before + end),
        0x80.. => end_of_foreign_string(bytes),
        _ => None,
    }
}

/// The same of a string that is not of ASCII alone.
#[cold]
fn end_of_foreign_string(bytes: &[u8]) -> Option<usize> {
    let end = bytes.iter().position(|&byte| byte == b'"')?;
    let is_odd = |byte: &u8| matches!(byte, b'\\' | ..b' ');
    let string = &bytes[..end];
    let is_right = !string.iter().any(is_odd) && std::str::from_utf8(string).is_ok();
    is_right.then_some(end)
}
