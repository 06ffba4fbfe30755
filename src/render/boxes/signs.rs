//! What is written into the boxes of regions, and the legend that explains it.

use unicode_width::UnicodeWidthStr;

use super::{TextStyle, plain};
use crate::puzzle::CellId;
use crate::render::{Mark, Picture, words};

/// The longest sign that a labelled picture makes its boxes wide enough for.
const LONGEST: usize = 12;

/// What stands in the first box of each part of a region.
#[derive(Debug)]
pub(super) struct Sign {
    pub(super) text: String,
    pub(super) mark: Option<Mark>,
    pub(super) parts: Vec<Vec<CellId>>,
}

/// The mark of a cell. Where there are names, a region is marked in each of its cells.
pub(super) fn mark(picture: &Picture<'_>, cell: CellId) -> Option<Mark> {
    let of_region = || {
        let region = picture.area(cell).filter(|_| picture.labels);
        picture.marks.region(region?)
    };
    picture.marks.cell(cell).or_else(of_region)
}

/// What a mark looks like where there is no colour.
pub(super) fn marked(text: &str, mark: Option<Mark>) -> String {
    match mark {
        None => text.to_owned(),
        Some(Mark::Conflict) => format!("[{text}]"),
        Some(Mark::Conclusion) => format!("<{text}>"),
        Some(Mark::Premise) => format!("({text})"),
    }
}

/// The same for what a region is called: a star is enough where a whole region is meant.
pub(super) fn starred(text: &str, mark: Option<Mark>) -> String {
    match mark {
        Some(Mark::Conflict) => format!("{text}*"),
        None | Some(Mark::Conclusion | Mark::Premise) => marked(text, mark),
    }
}

/// The signs of all regions, for boxes that are at least so wide inside; how wide they must be; and
/// a line for each region whose sign does not say all.
pub(super) fn signs(
    picture: &Picture<'_>,
    style: TextStyle,
    width: usize,
) -> (Vec<Sign>, usize, String) {
    let short = |region: crate::puzzle::RegionId| {
        let region = picture.puzzle.region(region);
        let sign = plain(&words::sign(region.rule), style);
        if picture.labels {
            format!("{} {sign}", region.name)
        } else {
            sign
        }
    };
    let long = |text: &str| text.width();
    let regions: Vec<_> = picture.areas_in_parts().collect();
    let mut width = width;
    if picture.labels {
        let lengths = regions
            .iter()
            .filter(|(_, parts)| parts.len() == 1)
            .map(|&(region, _)| long(&starred(&short(region), picture.marks.region(region))));
        let longest = lengths.filter(|&length| length <= LONGEST).max();
        width = width.max(longest.unwrap_or(0));
    }
    let mut legend = String::new();
    let mut numbers = 1..;
    let mut signs = Vec::new();
    for (region, parts) in regions {
        let named = picture.puzzle.region(region);
        let mark = picture.marks.region(region);
        let mut text = short(region);
        if parts.len() > 1 || long(&starred(&text, mark)) > width {
            let whole = named.name.to_string();
            text = if long(&starred(&whole, mark)) <= width {
                whole.clone()
            } else {
                format!("#{}", numbers.next().unwrap_or(0))
            };
            legend += &format!("{text}: {}", named.rule);
            if text != whole {
                legend += &format!(" (region {})", named.name);
            }
            if parts.len() > 1 {
                legend += &format!(", over {} places", parts.len());
            }
            legend.push('\n');
        }
        signs.push(Sign {
            text: starred(&text, mark),
            mark,
            parts,
        });
    }
    (signs, width, legend)
}

/// A line for each mark that there is.
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
