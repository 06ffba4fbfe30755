//! The rules that a proof for VeriPB may use: those that this program writes, and no others.
//!
//! VeriPB has rules that it does not check: `a` assumes whatever it is told, with a warning at the end
//! and the verdict of a proof. Here nothing is proved but by propagation (`rup`) and by sums (`pol`). A
//! proof that says anything else, or says it in another way, is refused before it is shown to VeriPB.

use std::io::{self, BufRead, Read};

use crate::limits::Budget;

/// What a proof begins with.
const HEADER: &[u8] = b"pseudo-Boolean proof version 3.0";

/// No line is longer.
const LONGEST: u64 = 1 << 28;

/// The first line of a proof that is not one of those that this program writes: its number, and how it
/// begins.
pub(super) fn foreign(proof: impl Read, budget: &Budget) -> io::Result<Option<(u64, String)>> {
    let mut proof = io::BufReader::with_capacity(1 << 16, proof);
    let mut line = Vec::new();
    for at in 1.. {
        budget.check().map_err(io::Error::other)?;
        line.clear();
        let read = proof.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        let whole = line.strip_suffix(b"\n");
        let is_known = match (at, whole) {
            (_, None) => false,
            (1, Some(line)) => line == HEADER,
            (_, Some(line)) => is_known(line),
        };
        if !is_known {
            let begin: Vec<u8> = line.iter().copied().take(40).collect();
            let begin = String::from_utf8_lossy(&begin).escape_debug().to_string();
            return Ok(Some((at, begin.trim_end_matches("\\n").to_owned())));
        }
    }
    Ok(None)
}

/// Tells whether a line is a step, or an end, as this program writes it.
fn is_known(line: &[u8]) -> bool {
    let Some(line) = line.strip_suffix(b";") else {
        return false;
    };
    let words: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
    match &words[..] {
        [b"f", count] => is_number(count),
        [b"del", b"id", ids @ ..] => ids.iter().all(|id| is_number(id)),
        [b"rup", step @ ..] => is_clause(step),
        [b"pol", sum @ ..] => sum.iter().all(|word| is_number(word) || is_operation(word)),
        [b"conclusion", b"UNSAT", b":", id] => is_number(id),
        [b"output", b"NONE"] | [b"end", b"pseudo-Boolean", b"proof"] => true,
        _ => false,
    }
}

/// `1 x1 1 ~x2 >= 1 : 3 4`: a clause and its reasons.
fn is_clause(words: &[&[u8]]) -> bool {
    let Some(at) = words.iter().position(|&word| word == b">=") else {
        return false;
    };
    let (literals, bound) = words.split_at(at);
    let are_literals = literals.chunks(2).all(|pair| match pair {
        [b"1", literal] => is_variable(literal.strip_prefix(b"~").unwrap_or(literal)),
        _ => false,
    });
    let is_bound = match bound {
        [b">=", b"1", b":", reasons @ ..] => reasons.iter().all(|reason| is_number(reason)),
        _ => false,
    };
    are_literals && is_bound
}

/// What is done with what stands before: added, multiplied, divided, or weakened by a variable.
fn is_operation(word: &[u8]) -> bool {
    matches!(word, b"+" | b"*" | b"d" | b"w") || is_variable(word)
}

fn is_variable(word: &[u8]) -> bool {
    word.strip_prefix(b"x").is_some_and(is_number)
}

fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn found(proof: &str) -> Option<(u64, String)> {
        let budget = Budget::new(&Limits::default());
        foreign(proof.as_bytes(), &budget).expect("it can be read")
    }

    const HEAD: &str = "pseudo-Boolean proof version 3.0\n";

    #[test]
    fn what_is_written_here_is_known() {
        let steps = "f 3;\ndel id 1 4;\nrup 1 ~x1 1 x22 >= 1 : 1 3;\nrup 1 x5 >= 1 :;\nrup >= 1 : 5 3;\n\
                     pol 1 2 3 * + x7 w 2 d;\noutput NONE;\nconclusion UNSAT : 6;\nend pseudo-Boolean proof;\n";
        assert_eq!(found(&format!("{HEAD}{steps}")), None);
    }

    #[test]
    fn every_other_line_is_foreign() {
        for line in [
            "a >= 1;",
            " a >= 1;",
            "a 1 x1 >= 1;",
            "f 3; a >= 1;",
            "rup >= 1 : 1; a >= 1;",
            "rup >= 1 : 1;a >= 1;",
            "rup >= 1;",
            "rup 2 x1 >= 1 : 1;",
            "rup 1 x1 1 >= 1 : 1;",
            "rup 1 x1 >= 2 : 1;",
            "red 1 x1 >= 1 : x1 -> 1;",
            "dom >= 1 : : subproof",
            "red >= 1;",
            "pol 1 2 s;",
            "pol 1\t2 +;",
            "pol 1 2 +;\r",
            "output DERIVABLE FILE;",
            "conclusion UNSAT;",
            "conclusion NONE;",
            "del spec >= 1;",
            "delc 1;",
            "@name rup >= 1 : 1;",
            "* a comment",
            "% a comment",
            "",
        ] {
            let proof = format!("{HEAD}f 3;\n{line}\noutput NONE;\n");
            let (at, _) = found(&proof).unwrap_or_else(|| panic!("`{line}` is taken"));
            assert_eq!(at, 3, "{line}");
        }
        let forged = format!("{HEAD}a >= 1;\noutput NONE;\n");
        assert_eq!(found(&forged), Some((2, "a >= 1;".into())));
        assert_eq!(
            found("pseudo-Boolean proof version 2.0\nf 1;\n"),
            Some((1, "pseudo-Boolean proof version 2.0".into()))
        );
        // A line that does not end.
        assert_eq!(found(&format!("{HEAD}f 3;")), Some((2, "f 3;".into())));
    }
}
