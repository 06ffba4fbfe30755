//! Pictures of puzzles and boards: text, SVG, PNG and HTML pages.
//!
//! A [`Picture`] holds a puzzle and optionally dominoes, [`Marks`] and labels. It can be drawn as text
//! ([`Picture::text`]), as SVG ([`Picture::svg`], [`sheet_svg`], and as an element of a page
//! [`Picture::plate`]), as PNG ([`Picture::png`]) and in pages: [`PuzzlePage`] for solutions, [`Story`] for reasons. This
//! module does not depend on solvers or targets: a page receives the texts of its models.

mod boxes;
mod layout;
mod marks;
mod page;
mod palette;
mod picture;
#[cfg(feature = "png")]
mod png;
mod skeleton;
mod stage;
mod story;
mod svg;
mod words;

pub use boxes::{Characters, TextStyle};
pub use marks::{Mark, Marks};
pub(crate) use page::facts;
pub use page::{PageModel, PuzzlePage};
pub use picture::Picture;
#[cfg(feature = "png")]
pub use png::{PngError, PngSize, sheet_png};
pub(crate) use skeleton::PageSkeleton;
pub(crate) use stage::SearchStage;
pub use story::{Chapter, Story, StoryFrame};
pub use svg::{Plate, sheet_svg};
pub(crate) use words::heading;
pub use words::sign;
