//! A picture as PNG: its SVG in light colours.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::Picture;
use super::svg::sheet_svg;

/// The maximum number of pixels of a picture. Each takes four bytes.
const MAX_PIXELS: u64 = 100_000_000;

/// The size of a PNG.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PngSize {
    /// Pixels for each unit of the SVG, in which a cell is 64 wide.
    Scale(f32),
    /// The width in pixels.
    Width(u32),
}

/// A picture that cannot be drawn as PNG.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PngError {
    /// The picture would be too large, or have no pixels.
    #[error("a picture of {width} x {height} pixels cannot be drawn; choose another size")]
    Size {
        /// Its width.
        width: u64,
        /// Its height.
        height: u64,
    },
    /// A bug in pipsc.
    #[error("internal fault: the picture cannot be drawn ({0})")]
    Drawing(String),
}

impl Picture<'_> {
    /// The picture as PNG.
    pub fn png(&self, size: PngSize) -> Result<Vec<u8>, PngError> {
        sheet_png(std::slice::from_ref(self), size)
    }
}

/// Several pictures in one PNG, laid out like [`super::sheet_svg`].
pub fn sheet_png(pictures: &[Picture<'_>], size: PngSize) -> Result<Vec<u8>, PngError> {
    let drawing = |problem: &dyn std::fmt::Display| PngError::Drawing(problem.to_string());
    let tree = Tree::from_str(&sheet_svg(pictures), &Options::default())
        .map_err(|problem| drawing(&problem))?;
    let own = tree.size();
    let scale = match size {
        PngSize::Scale(scale) => scale,
        PngSize::Width(width) => width as f32 / own.width(),
    };
    // The cast saturates, so that overflowing sizes remain too large.
    let pixels = |length: f32| (length * scale).round() as u64;
    let (width, height) = (pixels(own.width()), pixels(own.height()));
    let refused = PngError::Size { width, height };
    if width.saturating_mul(height) > MAX_PIXELS {
        return Err(refused);
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(refused)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    pixmap.encode_png().map_err(|problem| drawing(&problem))
}
