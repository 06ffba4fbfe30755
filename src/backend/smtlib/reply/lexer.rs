//! The words of a reply, line by line: a list, a quoted symbol or a string may go on over lines.

/// A word of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    /// A symbol, a keyword or a number; `|a b|` without its bars.
    Atom(String),
    /// A string without its quotes.
    Text(String),
}

/// Takes lines apart and remembers what is still open at a line's end.
#[derive(Debug, Default)]
pub(super) struct Lexer {
    /// What is quoted, and by what.
    open: Option<(char, String)>,
}

impl Lexer {
    /// Adds the tokens of a line.
    pub(super) fn line(&mut self, line: &str, tokens: &mut Vec<Token>) {
        let mut rest = line;
        if let Some((quote, text)) = self.open.take() {
            // The line's end before this line was part of it.
            rest = self.quoted(quote, text + "\n", rest, tokens);
        }
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            rest = match c {
                '(' => {
                    tokens.push(Token::Open);
                    after
                }
                ')' => {
                    tokens.push(Token::Close);
                    after
                }
                ';' => "",
                '|' | '"' => self.quoted(c, String::new(), after, tokens),
                c if c.is_whitespace() => after,
                _ => {
                    let ends = |c: char| c.is_whitespace() || "()|\";".contains(c);
                    let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                    tokens.push(Token::Atom(word.into()));
                    after
                }
            };
        }
    }

    /// Tells whether a quoted symbol or a string is not closed yet.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Reads on in a quoted symbol or a string; returns what follows it on the line.
    fn quoted<'l>(
        &mut self,
        quote: char,
        mut text: String,
        mut rest: &'l str,
        tokens: &mut Vec<Token>,
    ) -> &'l str {
        loop {
            let Some((inside, after)) = rest.split_once(quote) else {
                self.open = Some((quote, text + rest));
                return "";
            };
            text.push_str(inside);
            rest = after;
            if quote == '|' {
                tokens.push(Token::Atom(text));
                return rest;
            }
            // A quote inside a string is doubled.
            match rest.strip_prefix('"') {
                Some(after) => {
                    text.push('"');
                    rest = after;
                }
                None => {
                    tokens.push(Token::Text(text));
                    return rest;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lexer, Token};

    #[test]
    fn quoted_things_go_on_over_lines() {
        let mut lexer = Lexer::default();
        let mut tokens = Vec::new();
        lexer.line("(error \"a \"\"b\"\"", &mut tokens);
        assert!(lexer.is_open());
        lexer.line("(c\") |x", &mut tokens);
        lexer.line("y|z ; (((", &mut tokens);
        let expected = [
            Token::Open,
            Token::Atom("error".into()),
            Token::Text("a \"b\"\n(c".into()),
            Token::Close,
            Token::Atom("x\ny".into()),
            Token::Atom("z".into()),
        ];
        assert_eq!(tokens, expected);
        assert!(!lexer.is_open());
    }
}
