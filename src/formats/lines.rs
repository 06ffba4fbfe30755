//! Lines of typed text, without comments, with the columns that error messages speak of.

/// One line. A comment, from `#` to the end, is cut off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// What it says.
    pub(super) text: &'t str,
    /// The same with its comment.
    pub(super) raw: &'t str,
}

/// A piece of a line between white space or other separators.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'t> {
    /// The column of its first character, from 1.
    pub(super) column: usize,
    /// What it says.
    pub(super) text: &'t str,
}

/// The lines of a text. A line that holds only a comment is not there at all, so that it does not
/// end a block as a blank line does.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    each_line(text).collect()
}

/// The same, one after the other.
pub(super) fn each_line(text: &str) -> impl Iterator<Item = Line<'_>> {
    // Very old files end their lines otherwise.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    (1..)
        .zip(text.split(end))
        .map(|(number, raw)| Line {
            number,
            text: raw.split('#').next().unwrap_or_default().trim_end(),
            raw: raw.trim_end(),
        })
        .filter(|line| !line.is_blank() || line.raw.is_empty())
}

impl<'t> Line<'t> {
    /// Whether there is nothing on it.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The column of its first character that is not white space.
    pub(super) fn indent(&self) -> usize {
        let blank = self.text.chars().take_while(|char| char.is_whitespace());
        1 + blank.count()
    }

    /// Its characters with their columns.
    pub(super) fn chars(&self) -> impl Iterator<Item = (usize, char)> + use<'t> {
        (1..).zip(self.text.chars())
    }

    /// Its pieces between characters that separate.
    pub(super) fn split(&self, separates: impl Fn(char) -> bool) -> Vec<Token<'t>> {
        let mut tokens = Vec::new();
        let mut start: Option<(usize, usize)> = None;
        let end = (self.text.len(), ' ');
        for (column, (at, char)) in (1..).zip(self.text.char_indices().chain([end])) {
            let ends = at == self.text.len() || separates(char);
            match start {
                None if !ends => start = Some((column, at)),
                Some((column, from)) if ends => {
                    let text = &self.text[from..at];
                    tokens.push(Token { column, text });
                    start = None;
                }
                _ => {}
            }
        }
        tokens
    }

    /// Its words.
    pub(super) fn words(&self) -> Vec<Token<'t>> {
        self.split(char::is_whitespace)
    }
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn columns_count_characters_and_comments_are_cut() {
        let found = lines("# only a comment\r\n\u{e9}\u{e9} bc  # d\r\n\r\n");
        let numbers: Vec<usize> = found.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [2, 3, 4]);
        let words = found[0].words();
        assert_eq!((words[1].column, words[1].text), (4, "bc"));
        assert_eq!(words.len(), 2);
    }
}
