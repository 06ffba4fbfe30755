//! Columns of text: what is shorter than its column is filled with blanks.

/// No column is wider. What comes from outside can be longer than any screen, and neither makes
/// every other line of its column as long, nor goes beyond the widths that formatting knows.
const WIDEST: usize = 200;

/// A text at the left of a column of so many characters.
pub(crate) fn left(text: &str, width: usize) -> String {
    format!("{text:<0$}", width.min(WIDEST))
}

/// A text at the right of a column of so many characters.
#[cfg(any(feature = "cli", test))]
pub(crate) fn right(text: &str, width: usize) -> String {
    format!("{text:>0$}", width.min(WIDEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_filled_and_never_endless() {
        assert_eq!(left("é", 3), "é  ");
        assert_eq!(right("é", 3), "  é");
        assert_eq!(left("long", 3), "long");
        let long = "x".repeat(100_000);
        assert_eq!(left(&long, 100_000), long);
        assert_eq!(right(&long, 100_000), long);
        assert_eq!(left("x", 100_000).len(), WIDEST);
        assert_eq!(right("x", usize::MAX).len(), WIDEST);
    }
}
