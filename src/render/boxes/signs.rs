//! The signs of regions and marks in boxes, and the legends that explain them.

use unicode_width::UnicodeWidthStr;

use super::{TextStyle, plain};
use crate::puzzle::{CellId, RegionId};
use crate::render::{Mark, Picture, words};

/// The longest sign that a labelled picture widens its boxes for.
const MAX_SIGN: usize = 12;

/// The text in the first box of each connected piece of a region.
#[derive(Debug)]
pub(super) struct Sign {
    id: RegionId,
    pub(super) text: String,
    pub(super) mark: Option<Mark>,
    pub(super) pieces: Vec<Vec<CellId>>,
}

/// The mark of a cell. With labels, a marked region marks each of its cells.
pub(super) fn mark(picture: &Picture<'_>, cell: CellId) -> Option<Mark> {
    let of_region = || {
        let region = picture.area(cell).filter(|_| picture.labels);
        picture.marks.region(region?)
    };
    picture.marks.cell(cell).or_else(of_region)
}

/// A text with brackets for its mark.
pub(super) fn marked(text: &str, mark: Option<Mark>) -> String {
    match mark {
        None => text.to_owned(),
        Some(Mark::Conflict) => format!("[{text}]"),
        Some(Mark::Conclusion) => format!("<{text}>"),
        Some(Mark::Premise) => format!("({text})"),
    }
}

/// The sign or name of a region with a star or brackets for its mark.
pub(super) fn starred(text: &str, mark: Option<Mark>) -> String {
    match mark {
        Some(Mark::Conflict) => format!("{text}*"),
        None | Some(Mark::Conclusion | Mark::Premise) => marked(text, mark),
    }
}

/// The signs of all regions for boxes that are at least so wide inside, the width that they need, and
/// a legend of the regions whose sign does not fit or whose cells are not connected.
pub(super) fn signs(
    picture: &Picture<'_>,
    style: TextStyle,
    mut width: usize,
) -> (Vec<Sign>, usize, String) {
    let mut signs: Vec<Sign> = Vec::new();
    for (id, pieces) in picture.areas_in_parts() {
        let region = picture.puzzle.region(id);
        let rule = plain(&words::sign(region.rule), style);
        let text = match picture.labels {
            true => format!("{} {rule}", region.name),
            false => rule,
        };
        let mark = picture.marks.region(id);
        let length = starred(&text, mark).width();
        if picture.labels && pieces.len() == 1 && length <= MAX_SIGN {
            width = width.max(length);
        }
        signs.push(Sign {
            id,
            text,
            mark,
            pieces,
        });
    }
    let mut legend = String::new();
    let mut numbers = 1..;
    for sign in &mut signs {
        let mark = sign.mark;
        let fits = |text: &str| starred(text, mark).width() <= width;
        if sign.pieces.len() > 1 || !fits(&sign.text) {
            let region = picture.puzzle.region(sign.id);
            let name = region.name.to_string();
            let is_named = fits(&name);
            sign.text = match is_named {
                true => name,
                false => format!("#{}", numbers.next().unwrap_or(0)),
            };
            legend += &format!("{}: {}", sign.text, region.rule);
            if !is_named {
                legend += &format!(" (region {})", region.name);
            }
            if sign.pieces.len() > 1 {
                legend += &format!(", over {} places", sign.pieces.len());
            }
            legend.push('\n');
        }
        sign.text = starred(&sign.text, mark);
    }
    (signs, width, legend)
}

/// A legend of the marks in a picture.
pub(super) fn legend(picture: &Picture<'_>) -> String {
    let mut legend = String::new();
    for mark in Mark::ALL {
        let mut cells = picture.puzzle.cell_ids();
        let cells = cells.any(|cell| self::mark(picture, cell) == Some(mark));
        let regions = picture.marks.regions_with(mark).next().is_some();
        match mark {
            Mark::Conflict => {
                if regions {
                    legend += "*: the regions that this is about\n";
                }
                if cells {
                    legend += "[ ]: the cells that this is about\n";
                }
            }
            Mark::Conclusion | Mark::Premise => {
                if cells || regions {
                    legend += &format!("{}: {}\n", marked(" ", Some(mark)), mark.meaning());
                }
            }
        }
    }
    legend
}
