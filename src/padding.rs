//! Pads text to columns, counted in characters.

/// The maximum width of a column. A long untrusted name must not widen every other line, nor exceed
/// the width that formatting supports (65,535).
const WIDEST: usize = 200;

/// Pads on the right.
pub(crate) fn left(text: &str, width: usize) -> String {
    format!("{text:<0$}", width.min(WIDEST))
}

/// Pads on the left.
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
