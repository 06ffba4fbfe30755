//! LRAT as a proof of VeriPB's: each clause as the constraint that one of its literals is 1, with the
//! same reasons.
//!
//! A clause that follows by unit propagation is a `rup` step with the hints of its line. A clause that is
//! blocked (RAT) has no translation here: VeriPB wants a witness that respects everything that is still there,
//! and the reasons of LRAT do not say enough for it.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// Translates a proof of a formula with so many clauses; tells whether it can be translated.
pub(super) fn translate(
    clauses: u64,
    lrat: &mut dyn BufRead,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let damaged = |line: u64| io::Error::other(format!("line {line} of the LRAT proof is damaged"));
    writeln!(out, "pseudo-Boolean proof version 3.0")?;
    writeln!(out, "f {clauses};")?;
    // The numbers of the formula's clauses are the same in both; later ones are counted anew.
    let mut numbers: HashMap<u64, u64> = HashMap::new();
    let mut last = clauses;
    let number = |numbers: &HashMap<u64, u64>, id: u64| match numbers.get(&id) {
        Some(&number) => Some(number),
        None => (1..=clauses).contains(&id).then_some(id),
    };
    let mut empty = None;
    let mut text = String::new();
    for at in 1.. {
        text.clear();
        if lrat.read_line(&mut text)? == 0 {
            break;
        }
        let mut words = text.split_ascii_whitespace();
        let Some(id) = words.next() else {
            continue;
        };
        let id: u64 = id.parse().map_err(|_| damaged(at))?;
        let words: Vec<&str> = words.collect();
        if let Some((&"d", ids)) = words.split_first() {
            let Some((&"0", ids)) = ids.split_last() else {
                return Err(damaged(at));
            };
            if ids.is_empty() {
                continue;
            }
            write!(out, "del id")?;
            for id in ids {
                let id: u64 = id.parse().map_err(|_| damaged(at))?;
                let id = number(&numbers, id).ok_or_else(|| damaged(at))?;
                write!(out, " {id}")?;
            }
            writeln!(out, ";")?;
            continue;
        }
        let numbered = words.iter().map(|word| word.parse::<i64>());
        let words: Vec<i64> = numbered
            .collect::<Result<_, _>>()
            .map_err(|_| damaged(at))?;
        let mut parts = words.split(|&word| word == 0);
        let (Some(literals), Some(hints), Some([]), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(damaged(at));
        };
        if hints.iter().any(|&hint| hint < 0) {
            return Ok(false);
        }
        write!(out, "rup")?;
        for literal in literals {
            let sign = if *literal < 0 { "~" } else { "" };
            write!(out, " 1 {sign}x{}", literal.unsigned_abs())?;
        }
        write!(out, " >= 1 :")?;
        for &hint in hints {
            let hint = number(&numbers, hint.unsigned_abs()).ok_or_else(|| damaged(at))?;
            write!(out, " {hint}")?;
        }
        writeln!(out, ";")?;
        last += 1;
        let _ = numbers.insert(id, last);
        if literals.is_empty() {
            empty = Some(last);
            break;
        }
    }
    let Some(empty) = empty else {
        return Err(io::Error::other(
            "the LRAT proof ends without the empty clause",
        ));
    };
    writeln!(out, "output NONE;")?;
    writeln!(out, "conclusion UNSAT : {empty};")?;
    writeln!(out, "end pseudo-Boolean proof;")?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(clauses: u64, lrat: &str) -> io::Result<String> {
        let mut out = Vec::new();
        let translated = translate(clauses, &mut lrat.as_bytes(), &mut out)?;
        assert!(translated, "{lrat}");
        Ok(String::from_utf8(out).expect("text"))
    }

    #[test]
    fn clauses_keep_their_reasons_and_get_new_numbers() {
        let lrat = "4 d 2 0\n7 -1 2 0 1 3 0\n9 5 1 0 3 7 0\n9 d 1 7 0\n12 0 9 3 0\n";
        let text = translated(3, lrat).expect("a proof");
        assert_eq!(
            text,
            "pseudo-Boolean proof version 3.0\nf 3;\ndel id 2;\nrup 1 ~x1 1 x2 >= 1 : 1 3;\n\
             rup 1 x5 1 x1 >= 1 : 3 4;\ndel id 1 4;\nrup >= 1 : 5 3;\noutput NONE;\n\
             conclusion UNSAT : 6;\nend pseudo-Boolean proof;\n"
        );
    }

    #[test]
    fn a_blocked_clause_has_no_translation() {
        let lrat = "4 5 1 0 -3 2 0\n5 0 4 3 0\n";
        let translated = translate(3, &mut lrat.as_bytes(), &mut Vec::new());
        assert!(!translated.expect("a proof"));
    }

    #[test]
    fn a_damaged_proof_is_none() {
        for (lrat, problem) in [
            ("", "the LRAT proof ends without the empty clause"),
            (
                "4 1 0 2 0\n",
                "the LRAT proof ends without the empty clause",
            ),
            ("4 1 0 2 3\n", "line 1 of the LRAT proof is damaged"),
            ("4 1 0 9 0\n", "line 1 of the LRAT proof is damaged"),
            ("4 d 1\n", "line 1 of the LRAT proof is damaged"),
            ("4 0 1 2 0\nx", ""),
        ] {
            match translated(3, lrat) {
                Ok(_) => assert_eq!(problem, "", "{lrat}"),
                Err(error) => assert_eq!(error.to_string(), problem, "{lrat}"),
            }
        }
    }
}
