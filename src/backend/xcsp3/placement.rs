//! The baseline: a variable per placement, and exactly one of those of a cell and of a kind.
//!
//! P + C variables, C + K counts and 2P implications from a placement to the pips that it shows.
//! Redundant facts are left out.

use std::io;

use super::page::{Page, value_name};
use crate::model::{Body, PlacementId};
use crate::puzzle::CellId;

pub(super) fn write(page: &mut Page<'_>) -> io::Result<()> {
    let model = page.model;
    let symbol = |id: PlacementId| model.placement_symbol(id);
    let by_cell = model.placements_by_cell();
    let by_kind = model.placements_by_kind();
    page.instance(
        |page| {
            page.values()?;
            if model.placements.is_empty() {
                return Ok(());
            }
            page.comment("1 if the domino with these pips lies on these two cells.")?;
            let first = symbol(PlacementId(0));
            page.element(&format!(r#"var id="{first}""#), "0 1")?;
            for id in model.placement_ids().skip(1) {
                page.line(format_args!(r#"<var id="{}" as="{first}"/>"#, symbol(id)))?;
            }
            Ok(())
        },
        |page| {
            page.block(
                None,
                "Every cell is covered by exactly one domino.",
                |page| {
                    let mut lists = Vec::new();
                    for (cell, placements) in model.cell_ids().zip(&by_cell) {
                        if placements.is_empty() {
                            page.impossible(cell, "No domino can cover this cell.")?;
                        } else {
                            lists.push(placements.iter().map(|&(id, _)| symbol(id)).collect());
                        }
                    }
                    exactly(page, 1, lists)
                },
            )?;
            page.block(None, "Every domino is used.", |page| {
                for constraint in &model.constraints {
                    let Body::Used { kind, times } = constraint.body else {
                        continue;
                    };
                    let placements = &by_kind[kind.index()];
                    if placements.len() < times as usize {
                        let note = "There are more copies than places for them.";
                        page.impossible(CellId(0), note)?;
                    } else {
                        let list = placements.iter().map(|&id| symbol(id)).collect();
                        exactly(page, times, vec![list])?;
                    }
                }
                Ok(())
            })?;
            page.block(None, "A domino shows its pips on its two cells.", |page| {
                let shows = model
                    .cell_ids()
                    .zip(&by_cell)
                    .flat_map(|(cell, placements)| {
                        let value = value_name(model, cell);
                        let words = move |&(id, pips): &(PlacementId, u32)| {
                            format!("{} {value} {pips}", symbol(id))
                        };
                        placements.iter().map(words)
                    });
                let mut shows = shows.peekable();
                if shows.peek().is_none() {
                    return Ok(());
                }
                let template =
                    |page: &mut Page<'_>| page.element("intension", "imp(eq(%0,1),eq(%1,%2))");
                page.group(
                    "The placement, a cell of it, the pips there.",
                    template,
                    shows,
                )
            })?;
            page.rules()?;
            page.excluded(|page, id, placements| {
                let laid = placements.iter().flatten().map(|&id| symbol(id));
                if placements.iter().all(|alike| alike.len() == 1) {
                    return page.not_all(id, laid.map(|name| (name, 1)));
                }
                // Of those that look alike one is there at most, so that each domino counts once.
                page.within(&format!(r#"sum id="{id}""#), |page| {
                    page.list("list", laid)?;
                    page.element("condition", format_args!("(lt,{})", placements.len()))
                })
            })
        },
    )
}

/// In each of the lists so many variables are 1.
fn exactly(page: &mut Page<'_>, times: u32, lists: Vec<Vec<String>>) -> io::Result<()> {
    for list in lists {
        page.count(list, "1", &times.to_string())?;
    }
    Ok(())
}
