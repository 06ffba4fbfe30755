//! The signs of regions and marks in boxes, and the legends that explain them.

use std::ops::RangeInclusive;

use unicode_width::UnicodeWidthStr;

use super::{TextStyle, plain};
use crate::puzzle::CellId;
use crate::render::{Mark, Picture, words};

/// The maximum length of a sign for which a labelled picture widens its boxes.
const MAX_SIGN: usize = 12;

/// The text in the first box of each connected piece of a region.
#[derive(Debug)]
pub(super) struct RegionSign {
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
        _ => marked(text, mark),
    }
}

/// The signs of all regions for boxes whose width is in a range, the width that they need, and a legend of the regions
/// whose sign does not fit or whose cells are not connected.
pub(super) fn signs(
    picture: &Picture<'_>,
    style: TextStyle,
    widths: RangeInclusive<usize>,
) -> (Vec<RegionSign>, usize, String) {
    let (mut width, most) = (*widths.start(), MAX_SIGN.min(*widths.end()));
    let puzzle = picture.puzzle;
    let text = |id| {
        let region = puzzle.region(id);
        let rule = plain(&words::sign(region.rule), style);
        let text = match picture.labels {
            true => format!("{} {rule}", region.name),
            false => rule,
        };
        starred(&text, picture.marks.region(id))
    };
    for (id, pieces) in picture.areas_in_parts().filter(|_| picture.labels) {
        let length = text(id).width();
        if pieces.len() == 1 && length <= most {
            width = width.max(length);
        }
    }
    let (mut signs, mut legend, mut numbers) = (Vec::new(), String::new(), 1..);
    for (id, pieces) in picture.areas_in_parts() {
        let (region, mark) = (puzzle.region(id), picture.marks.region(id));
        let mut text = text(id);
        if pieces.len() > 1 || text.width() > width {
            let name = region.name.to_string();
            let is_named = starred(&name, mark).width() <= width;
            let sign = match is_named {
                true => name,
                false => format!("#{}", numbers.next().unwrap_or(0)),
            };
            legend += &format!("{sign}: {}", region.rule);
            if !is_named {
                legend += &format!(" (region {})", region.name);
            }
            if pieces.len() > 1 {
                legend += &format!(", over {} places", pieces.len());
            }
            legend.push('\n');
            text = starred(&sign, mark);
        }
        signs.push(RegionSign { text, mark, pieces });
    }
    (signs, width, legend)
}

/// A legend of the marks in a picture.
pub(super) fn legend(picture: &Picture<'_>) -> String {
    let mut legend = String::new();
    for kind in picture.marks.kinds() {
        let has_regions = picture.marks.regions_with(kind).next().is_some();
        let mut cells = picture.puzzle.cell_ids();
        let has_cells = cells.any(|cell| mark(picture, cell) == Some(kind));
        if kind != Mark::Conflict {
            legend += &format!("{}: {}\n", marked(" ", Some(kind)), kind.meaning());
            continue;
        }
        if has_regions {
            legend += "*: a region involved\n";
        }
        if has_cells {
            legend += "[ ]: a cell involved\n";
        }
    }
    legend
}
