//! JSON gone through in one go, as far as it is spelled in the way this program spells it: without spaces
//! between words, and without escapes.
//!
//! Whoever asks gets an answer or nothing. An answer means that the text is whole and right; nothing means
//! that another reader has to be asked, who then says what is wrong, if anything is.
//!
//! By hand, because two thirds of a merge were spent in JSON. A line of 877 bytes takes 0.52 microseconds
//! here, and 1.05 with `serde_json`, 1.10 with `jiter`, and 1.02 with `simd-json` before a field is picked.
//! With `memchr` for the ends of texts it would be 0.70: they are so short that its calls cost more than
//! they save.

/// Deeper values than this are for others.
const DEEPEST: u32 = 16;

/// JSON, and how far it was gone through.
#[derive(Debug)]
pub(super) struct Scanner<'l> {
    text: &'l str,
    at: usize,
}

/// Goes through a line that is an object. For each field, somebody takes the value behind its name.
pub(super) fn object<'l>(
    line: &'l [u8],
    mut field: impl FnMut(&'l str, &mut Scanner<'l>) -> Option<()>,
) -> Option<()> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let text = std::str::from_utf8(line).ok()?;
    // Without these two, a text ends at the next quotation mark. All of them are looked at, whatever is
    // found: that way the compiler takes many at a time.
    let is_odd = |is_odd, byte| is_odd | (byte < b' ') | (byte == b'\\');
    if text.bytes().fold(false, is_odd) {
        return None;
    }
    let mut scanner = Scanner { text, at: 0 };
    scanner.pass(b'{')?;
    loop {
        let name = scanner.string()?;
        scanner.pass(b':')?;
        field(name, &mut scanner)?;
        if scanner.pass(b',').is_none() {
            break;
        }
    }
    scanner.pass(b'}')?;
    (scanner.at == text.len()).then_some(())
}

impl<'l> Scanner<'l> {
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
    pub(super) fn string(&mut self) -> Option<&'l str> {
        self.pass(b'"')?;
        let from = self.at;
        let end = from + quotation_mark(self.rest())?;
        self.at = end + 1;
        Some(&self.text[from..end])
    }

    /// A number that counts something.
    pub(super) fn count(&mut self) -> Option<u64> {
        let from = self.at;
        self.digits()?;
        let digits = &self.text[from..self.at];
        let is_usual = digits == "0" || !digits.starts_with('0');
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
        Some(&self.text[from..self.at])
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
            self.digits()?;
        }
        if self.pass(b'.').is_some() {
            self.digits()?;
        }
        if self.pass(b'e').or_else(|| self.pass(b'E')).is_some() {
            let _ = self.pass(b'+').or_else(|| self.pass(b'-'));
            self.digits()?;
        }
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let rest = self.rest();
        let end = rest.iter().position(|byte| !byte.is_ascii_digit());
        let length = end.unwrap_or(rest.len());
        self.at += length;
        (length > 0).then_some(())
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let is_there = self.rest().starts_with(word.as_bytes());
        is_there.then(|| self.at += word.len())
    }

    #[inline(always)]
    fn pass(&mut self, byte: u8) -> Option<()> {
        (*self.rest().first()? == byte).then(|| self.at += 1)
    }

    #[inline(always)]
    fn rest(&self) -> &'l [u8] {
        &self.text.as_bytes()[self.at..]
    }
}

/// Where the first quotation mark is, eight bytes at a time.
#[inline(always)]
fn quotation_mark(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 0xff;
    const MARKS: u64 = ONES * b'"' as u64;
    let (words, rest) = bytes.as_chunks::<8>();
    for (number, word) in words.iter().enumerate() {
        // Marks become zero, and the lowest zero is the lowest byte from which a one must be borrowed.
        let word = u64::from_le_bytes(*word) ^ MARKS;
        let zeros = word.wrapping_sub(ONES) & !word & (ONES << 7);
        if zeros != 0 {
            return Some(8 * number + zeros.trailing_zeros() as usize / 8);
        }
    }
    let last = rest.iter().position(|&byte| byte == b'"')?;
    Some(8 * words.len() + last)
}
