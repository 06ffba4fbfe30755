//! Cells as members of an enumeration: what they are called in MiniZinc.
//!
//! A cell keeps its name where MiniZinc can say it: as an identifier, or in quotes. A name can be any
//! text, though, and if one of a puzzle cannot be said, or means something else already, the cells of
//! that puzzle are numbered. A comment then says which is which.

use super::Encoding;
use crate::model::Model;
use crate::puzzle::Label;
use std::collections::BTreeSet;

/// Words of the language.
const LANGUAGE: &str = "ann annotation any anyfun array bool case constraint default diff div \
    else elseif endif enum exists false float forall function if in include infinity int intersect \
    let list maximize minimize mod not of op opt output par predicate record satisfy set solve \
    string subset superset symdiff test then true tuple type union var where xor";

/// Annotations of the library. A cell can be called like a function, but not like one of these.
const ANNOTATIONS: &str = "add_to_output anti_first_fail bounds cache_result complete ctx_mix \
    ctx_neg ctx_pos ctx_root dom_w_deg domain domain_change_constraint domain_propagation \
    empty_annotation first_fail impact indomain indomain_interval indomain_max indomain_median \
    indomain_middle indomain_min indomain_random indomain_reverse_split indomain_split \
    indomain_split_random input_order is_defined_var is_reverse_map largest max_regret \
    maybe_partial most_constrained mzn_add_annotated_expression mzn_break_here mzn_check_var \
    mzn_internal_representation mzn_rhs_from_assignment mzn_was_undefined no_cse no_output \
    occurrence on_restart outdomain_max outdomain_median outdomain_min outdomain_random \
    output_only output_var promise_ctx_antitone promise_ctx_monotone promise_total \
    restart_none smallest value_propagation var_is_introduced";

/// What a model declares for all to see.
pub(super) fn declared(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Native => {
            "AllDifferent AllEqual Anything CELL EDGE HALF KIND PIPS REGION RULE SumAbove SumBelow \
             SumIs barred copies domino edge edges_at excluded excluded_pips place possible region rule taken target value"
        }
        Encoding::Placement => {
            "AllDifferent AllEqual Anything CELL EDGE HALF KIND PIPS REGION RULE SumAbove SumBelow \
             SumIs barred copies domino edge edges_at excluded excluded_pips place possible region rule target value"
        }
        Encoding::Coordinates => {
            "AllDifferent AllEqual Anything CELL COLUMN DOMINO HALF KIND PIPS REGION ROW RULE SumAbove \
             SumBelow SumIs barred board columns_of copies domino dominogrid excluded excluded_pips kind_of pips placed possible region \
             rows_of rule spots target x y"
        }
    }
}

/// What the parts of a model call what they range over, and functions their arguments: a cell of
/// that name would be hidden there, of which MiniZinc warns.
pub(super) fn bound(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Native => "area cell half kind link number other shown_first shown_second spot",
        Encoding::Placement => "area cell former half kind latter link number options other spot",
        Encoding::Coordinates => {
            "area axis cell column column_1 column_2 copy field half kind number other piece row \
             row_1 row_2 spot"
        }
    }
}

/// What no cell can be called.
pub(super) fn reserved(encoding: Encoding) -> BTreeSet<&'static str> {
    [LANGUAGE, ANNOTATIONS, declared(encoding), bound(encoding)]
        .into_iter()
        .flat_map(str::split_whitespace)
        .collect()
}

/// Characters that a name in quotes may have beside letters and digits.
const SAFE: [char; 10] = [' ', '_', '-', '.', ',', ':', '/', '#', '(', ')'];

/// What the cells are called.
pub(super) struct Members {
    /// By cell: its name in MiniZinc.
    pub(super) names: Vec<String>,
    /// Whether these are numbers in the place of their own names.
    pub(super) are_numbered: bool,
}

/// What each cell is called, in the model's order.
pub(super) fn members(model: &Model, encoding: Encoding) -> Members {
    let reserved = reserved(encoding);
    let cells = model.cells.iter();
    let named = cells.map(|cell| member(&cell.name).filter(|name| !reserved.contains(&&**name)));
    match named.collect() {
        Some(names) => Members {
            names,
            are_numbered: false,
        },
        None => Members {
            names: (1..=model.cells.len())
                .map(|n| format!("cell_{n}"))
                .collect(),
            are_numbered: true,
        },
    }
}

/// A name as MiniZinc says it, if it can.
fn member(name: &Label) -> Option<String> {
    let name = name.raw();
    let is_identifier = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_safe = |c: char| c.is_alphanumeric() || SAFE.contains(&c);
    let is_quotable = name.starts_with(char::is_alphanumeric) && name.chars().all(is_safe);
    if is_identifier {
        Some(name.to_owned())
    } else if is_quotable {
        Some(format!("'{name}'"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_said_as_it_is_or_in_quotes_or_not_at_all() {
        for (name, said) in [
            ("r0c2", Some("r0c2")),
            ("top_left", Some("top_left")),
            ("top left", Some("'top left'")),
            ("3", Some("'3'")),
            ("1..2", Some("'1..2'")),
            ("é", Some("'é'")),
            ("", None),
            ("'", None),
            ("a'b", None),
            ("a\nb", None),
            ("a\\b", None),
            ("+", None),
            ("_", None),
            ("%", None),
        ] {
            assert_eq!(member(&name.into()).as_deref(), said, "{name:?}");
        }
    }
}
