//! Models keep to the standard of their language and the rules of its competition.
//! (`challenge.rs` has those of the MiniZinc Challenge.)

use std::collections::BTreeSet;

use pipsc::backend::{ENCODINGS, Encoding, Profile};
use pipsc::lower::{AS_IT_STANDS, LoweringStep, STEPS, lower};
use pipsc::puzzle::Puzzle;
use roxmltree::{Document, Node};

use crate::random;
use crate::reading;
use crate::shipped::EXAMPLES;
use crate::{emission, encodings, texts};

/// The text of a model's first file.
fn model(puzzle: &Puzzle, steps: &[LoweringStep], encoding: Encoding, profile: Profile) -> String {
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    texts(&emission(&lowered.model, encoding, profile)).remove(0)
}

/// The models of random puzzles, whole and pruned, in every profile that the encodings of a language support.
fn models(language: &str, mut check: impl FnMut(Encoding, Profile, &str)) {
    for number in 0..60 {
        let puzzle = random::puzzle(number);
        for (&encoding, profile) in
            (encodings(language).iter()).flat_map(|one| Profile::ALL.map(|profile| (one, profile)))
        {
            if encoding.check_profile(profile).is_ok() {
                for steps in [&AS_IT_STANDS[..], &STEPS, &[LoweringStep::Symmetry]] {
                    check(encoding, profile, &model(&puzzle, steps, encoding, profile));
                }
            }
        }
    }
}

#[test]
fn the_smt_logic_is_the_smallest_that_fits() {
    const COMMANDS: [&str; 9] = [
        "set-option",
        "set-info",
        "set-logic",
        "declare-const",
        "define-fun",
        "assert",
        "check-sat",
        "get-value",
        "exit",
    ];
    const CORE: [&str; 7] = ["not", "and", "or", "=>", "=", "distinct", "ite"];
    const INTEGERS: [&str; 5] = ["+", "-", "<", ">", "<="];
    models("smtlib", |encoding, _, text| {
        let lines = text.lines().filter_map(|line| line.split(';').next());
        let code = lines.collect::<Vec<_>>().join("\n");
        let code = code.split('|').step_by(2).collect::<String>();
        let mut needs_z3 = false;
        for rest in code.split('(').skip(1) {
            let head = rest.split([' ', ')', '\n']).next().unwrap_or_default();
            // `is_1_4` and `at_0` are defined; `a` and `b` are arguments.
            let is_defined = ["", "a", "b"].contains(&head) || head.starts_with("is_");
            needs_z3 |= head == "_";
            let known = COMMANDS.iter().chain(&CORE).chain(&INTEGERS);
            let is_known = is_defined || head == "_" || known.copied().any(|word| word == head);
            assert!(is_known, "{encoding}: ({head}");
        }
        // Integers are compared with numerals, so difference logic is too small.
        let needed = match (needs_z3, code.contains(" Int)")) {
            (true, _) => "ALL",
            (false, true) => "QF_LIA",
            (false, false) => "QF_UF",
        };
        assert!(
            code.contains(&format!("\n(set-logic {needed})\n")),
            "{encoding}: {needed}"
        );
    });
}

/// The models of a hard NYT puzzle are short enough to read, and so are the rules of ASP.
#[test]
fn models_of_a_hard_nyt_puzzle_fit_on_a_page() {
    let puzzle = reading::puzzle("2025-09-21-hard.graph.json");
    for (language, profile, most) in [
        ("minizinc", Profile::Run, 50),
        ("smtlib", Profile::Run, 250),
        ("asp", Profile::Submit, 40),
    ] {
        let text = model(&puzzle, &AS_IT_STANDS, encodings(language)[0], profile);
        assert!(text.lines().count() <= most, "{language}: {text}");
    }
}

/// The variables that the constraints below a node name, without whole arrays.
fn variables(node: Node<'_, '_>) -> BTreeSet<String> {
    let texts = node.descendants().filter_map(|node| node.text());
    let words = texts.flat_map(|text| text.split(|c: char| c.is_whitespace() || "(),".contains(c)));
    let names = words.filter(|word| word.ends_with(']') && !word.ends_with("[]"));
    names.map(str::to_owned).collect()
}

#[test]
fn xcsp3_models_have_core_elements_and_constrain_every_variable() {
    const STRUCTURE: [&str; 8] = [
        "instance",
        "variables",
        "array",
        "domain",
        "constraints",
        "block",
        "group",
        "args",
    ];
    const CORE: [&str; 13] = [
        "count",
        "cardinality",
        "extension",
        "sum",
        "allEqual",
        "allDifferent",
        "intension",
        "list",
        "values",
        "occurs",
        "condition",
        "supports",
        "conflicts",
    ];
    models("xcsp3", |_, _, text| {
        let document = Document::parse(text).expect("XML");
        let elements = || document.descendants().filter(Node::is_element);
        for element in elements() {
            let name = element.tag_name().name();
            assert!(STRUCTURE.contains(&name) || CORE.contains(&name), "{name}");
        }
        let named = |name| move |node: &Node<'_, '_>| node.has_tag_name(name);
        // An unsolvable puzzle may have cells without neighbours.
        if elements().any(|element| element.has_tag_name("intension")) {
            return;
        }
        let constraints = elements().find(named("constraints")).expect("constraints");
        let constrained = variables(constraints);
        for array in elements().filter(named("array")) {
            let size = array.attribute("size").expect("a size");
            let size: usize = size.trim_matches(['[', ']']).parse().expect("a number");
            let id = array.attribute("id").expect("a name");
            for index in 0..size {
                let variable = format!("{id}[{index}]");
                assert!(constrained.contains(&variable), "{variable} in\n{text}");
            }
        }
    });
}

#[test]
fn the_counting_header_follows_the_competition_format() {
    for number in 0..50 {
        let puzzle = random::puzzle(number);
        for &encoding in encodings("dimacs") {
            let text = model(&puzzle, &STEPS, encoding, Profile::Count);
            assert!(text.starts_with("c t mc\n"), "{number}, {encoding}");
            // Otherwise it equals the submission to a SAT competition.
            let submission = model(&puzzle, &STEPS, encoding, Profile::Submit);
            assert_eq!(
                text,
                format!("c t mc\n{submission}"),
                "{number}, {encoding}"
            );
        }
    }
}

#[test]
fn only_dimacs_supports_counters() {
    for encoding in ENCODINGS {
        let refused = encoding.check_profile(Profile::Count).err();
        let language = encoding.language.name;
        assert_eq!(refused.is_none(), language == "dimacs", "{encoding:?}");
        if let Some(refused) = refused {
            let expected =
                format!("{language} does not support the profile `count`: only dimacs does");
            assert_eq!(refused.to_string(), expected);
        }
    }
}

/// The rules of the Pseudo-Boolean Competition for a linear decision problem.
#[test]
fn opb_follows_the_competition_format() {
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        for &encoding in encodings("opb") {
            for profile in [Profile::Run, Profile::Submit] {
                let text = model(&puzzle, &AS_IT_STANDS, encoding, profile);
                assert_is_opb(&text, profile, &format!("{file}, {profile:?}"));
            }
        }
    }
}

fn assert_is_opb(text: &str, profile: Profile, what: &str) {
    let (header, rest) = text.split_once('\n').expect("lines");
    let (mut constraints, mut equations, mut greatest) = (0, 0, 0);
    let mut variables = BTreeSet::new();
    for line in rest.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [terms @ .., relation, bound, ";"] = &words[..] else {
            panic!("{what}: {line}");
        };
        assert!(["=", ">="].contains(relation), "{what}: {line}");
        let mut sum = bound.parse::<i64>().expect("a number").unsigned_abs();
        assert!(!terms.is_empty() && terms.len() % 2 == 0, "{what}: {line}");
        for term in terms.chunks(2) {
            assert!(term[0].starts_with(['+', '-']), "{what}: {line}");
            let times = term[0].parse::<i64>().expect("a number").unsigned_abs();
            assert_ne!(times, 0, "{what}: {line}");
            sum += times;
            let number = term[1].strip_prefix('x').expect("a variable");
            let _ = variables.insert(number.parse::<u64>().expect("a number"));
        }
        constraints += 1;
        equations += usize::from(*relation == "=");
        greatest = greatest.max(sum);
    }
    let most = variables.last().copied().expect("a variable");
    assert_eq!(variables, (1..=most).collect(), "{what}");
    let counts = format!("* #variable= {most} #constraint= {constraints}");
    let bits = (1..).find(|bits| greatest >> bits == 0).expect("a width");
    assert_eq!(
        header,
        match profile {
            Profile::Run | Profile::Count => counts,
            Profile::Submit => format!("{counts} #equal= {equations} intsize= {bits}"),
        },
        "{what}"
    );
}
