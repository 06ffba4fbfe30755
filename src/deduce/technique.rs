//! The techniques, one file each: where it looks, what it sees, how that is said, how hard it is.
//! A new technique is a file and a line in [`all`].

mod fit;
mod no_domino;
mod only_domino;
mod only_neighbour;
mod only_place;
mod remainder;
mod rule;
mod share;
mod supply;
mod tiling;
mod together;

use super::ground::Ground;
use super::look::Technique;
use crate::puzzle::RegionId;

/// Every technique wherever it can look, by the rules of some regions, from the easiest to the
/// hardest.
pub(super) fn all(ground: &Ground<'_>, rules: &[RegionId]) -> Vec<Technique> {
    let techniques = [
        only_neighbour::everywhere,
        only_domino::everywhere,
        rule::everywhere,
        fit::everywhere,
        no_domino::everywhere,
        supply::everywhere,
        only_place::everywhere,
        tiling::everywhere,
        remainder::everywhere,
        together::everywhere,
        share::everywhere,
    ];
    let each = techniques.iter();
    each.flat_map(|everywhere| everywhere(ground, rules))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeSet;
    use std::path::Path;

    use serde_json::Value;

    use super::all;
    use crate::deduce::basis::Whole;
    use crate::deduce::ground::Ground;
    use crate::deduce::knowledge::{Knowledge, Source};
    use crate::deduce::look::{Given, Technique, View};
    use crate::deduce::telling::Telling;
    use crate::formats;
    use crate::puzzle::{Fact, Pips, Puzzle, RegionId};

    fn puzzle(text: &str) -> Puzzle {
        let document = formats::read(text.as_bytes(), None).expect("a puzzle");
        document.pick(None).expect("one puzzle").clone()
    }

    /// What a technique says wherever it sees something, by all rules, if some cells show these
    /// pips.
    pub(super) fn said(technique: &str, text: &str, shown: &[(&str, Pips)]) -> Vec<String> {
        said_after(technique, &[], text, shown)
    }

    /// The same after other techniques have been used wherever they can be.
    pub(super) fn said_after(
        technique: &str,
        before: &[&str],
        text: &str,
        shown: &[(&str, Pips)],
    ) -> Vec<String> {
        let puzzle = puzzle(text);
        let ground = Ground::new(&puzzle).expect("a small puzzle");
        let mut knowledge = Knowledge::new(&ground);
        let shown = shown.iter().map(|(name, pips)| {
            let cell = puzzle.find_cell(name).expect("a cell");
            Fact::Shows(cell, *pips)
        });
        knowledge.assume(&shown.collect::<Vec<_>>(), Source::Given);
        let rules: Vec<RegionId> = puzzle.region_ids().collect();
        let given = Given::all(&ground);
        let look = |technique: &Technique, knowledge: &Knowledge<'_>| {
            (technique.look)(View {
                ground: &ground,
                knowledge,
                rules: &rules,
                given: &given,
                patient: false,
                effort: &Cell::default(),
            })
        };
        let techniques = all(&ground, &rules);
        for one in techniques.iter().filter(|one| before.contains(&one.name)) {
            if let Some(finding) = look(one, &knowledge) {
                knowledge.learn(&finding.excluded, Source::Given);
            }
        }
        let here = techniques.iter().filter(|one| one.name == technique);
        let tell = |one: &Technique| {
            let finding = look(one, &knowledge)?;
            let concluded = if finding.excluded.everything {
                Vec::new()
            } else {
                finding.excluded.items(&knowledge)
            };
            let whole = Whole {
                ground: &ground,
                trail: knowledge.trail(),
                rules: &finding.rules,
                given: &finding.uses,
                is_stopped: &|| false,
            };
            let (basis, seen) = whole.of_finding(one, &concluded);
            let seen = seen.expect("what the basis is enough for");
            Some(basis.view(&ground, &Cell::default(), |view| {
                let view = View {
                    patient: true,
                    ..view
                };
                seen.say(&Telling::new(view, &concluded, &|source| source))
            }))
        };
        here.filter_map(tell).collect()
    }

    /// The names that a schema lists as techniques.
    fn listed(schema: &Value, names: &mut BTreeSet<String>) {
        match schema {
            Value::Array(items) => items.iter().for_each(|item| listed(item, names)),
            Value::Object(members) => {
                let these = members.get("technique").map(|technique| &technique["enum"]);
                let these = these.and_then(Value::as_array).into_iter().flatten();
                names.extend(these.filter_map(Value::as_str).map(str::to_owned));
                members.values().for_each(|member| listed(member, names));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    #[test]
    fn schemas_list_the_techniques() {
        let puzzle = puzzle("AB\n\nA 1\nB 2\n\n12\n");
        let ground = Ground::new(&puzzle).expect("a small puzzle");
        let rules: Vec<RegionId> = puzzle.region_ids().collect();
        let techniques = all(&ground, &rules);
        let names: BTreeSet<String> = techniques.iter().map(|one| one.name.into()).collect();
        for schema in ["hint.schema.json", "explain.schema.json"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
            let text = std::fs::read(folder.join(schema)).expect("a schema");
            let schema: Value = serde_json::from_slice(&text).expect("JSON");
            let mut there = BTreeSet::new();
            listed(&schema, &mut there);
            assert_eq!(there, names);
        }
    }
}
