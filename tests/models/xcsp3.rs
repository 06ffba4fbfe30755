//! Every XCSP3 encoding, with every choice of lowering steps, has exactly the solutions that the
//! referee finds, on random puzzles: read and searched by a plain solver of the few constraints
//! that the models are made of. (`enumeration.rs` asks the real solvers.)

use std::collections::{BTreeMap, BTreeSet};

use pipsc::backend::reply::Answer;
use pipsc::backend::{Emission, Encoding, Plan, Profile, Provenance, xcsp3::LANGUAGE};
use pipsc::lower::{STEPS, Step, lower};
use pipsc::puzzle::{Board, Puzzle};
use pipsc::solver::decode;
use roxmltree::{Document, Node};

use crate::brute_force;
use crate::random;

/// How many random puzzles.
const PUZZLES: u64 = 1_000;

/// A puzzle with more assignments than this is left to the others.
const MOST: usize = 60;

/// An instance.
struct Instance {
    names: Vec<String>,
    domains: Vec<Vec<i64>>,
    constraints: Vec<Constraint>,
}

struct Constraint {
    scope: Vec<usize>,
    says: Says,
}

/// What a constraint says of its variables.
enum Says {
    /// They have one of these rows, in which anything may stand for nothing.
    Rows(Vec<Vec<Option<i64>>>),
    /// They do not have this row.
    NotRow(Vec<i64>),
    /// So many of them have one of the values.
    Count(Vec<i64>, usize),
    /// Each value occurs so often, and no others do.
    Occurs(Vec<(i64, usize)>),
    Sum(String, i64),
    Equal,
    Different,
    /// If the first is 1, the second has the value.
    Implies(i64),
    /// The only one has the value.
    Is(i64),
}

/// The words of a text.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn number(word: &str) -> i64 {
    word.parse().unwrap_or_else(|_| panic!("no number: {word}"))
}

/// The values of a domain.
fn domain(text: &str) -> Vec<i64> {
    let mut values = Vec::new();
    for word in words(text) {
        match word.split_once("..") {
            Some((first, last)) => values.extend(number(first)..=number(last)),
            None => values.push(number(word)),
        }
    }
    assert!(values.is_sorted_by(|one, next| one < next), "{text}");
    values
}

/// The rows of a table.
fn rows(text: &str) -> Vec<Vec<Option<i64>>> {
    let cell = |word: &str| (word != "*").then(|| number(word));
    let row = |row: &str| {
        let inside = row.strip_prefix('(').and_then(|row| row.strip_suffix(')'));
        let inside = inside.unwrap_or_else(|| panic!("no row: {row}"));
        inside.split(',').map(cell).collect()
    };
    words(text).into_iter().map(row).collect()
}

/// Reads an instance and insists on everything that the target promises.
fn read(text: &str) -> Instance {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "instance");
    assert_eq!(root.attribute("format"), Some("XCSP3"));
    assert_eq!(root.attribute("type"), Some("CSP"));
    let parts: Vec<Node<'_, '_>> = root.children().filter(Node::is_element).collect();
    let [variables, constraints] = parts[..] else {
        panic!("expected variables and constraints");
    };
    let mut instance = Instance {
        names: Vec::new(),
        domains: Vec::new(),
        constraints: Vec::new(),
    };
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for node in variables.children().filter(Node::is_element) {
        assert_eq!(node.tag_name().name(), "array");
        let name = node.attribute("id").expect("a name");
        let size = node.attribute("size").expect("a size");
        let size = number(size.trim_matches(['[', ']'])) as usize;
        let first = instance.names.len();
        for index in 0..size {
            let element = format!("{name}[{index}]");
            let before = known.insert(element.clone(), first + index);
            assert_eq!(before, None, "{element} twice");
            instance.names.push(element);
        }
        let one_for_all = node.text().filter(|text| !text.trim().is_empty());
        let domains = one_for_all.map(|text| vec![domain(text); size]);
        instance
            .domains
            .extend(domains.unwrap_or_else(|| vec![Vec::new(); size]));
        for node in node.children().filter(Node::is_element) {
            for element in words(node.attribute("for").expect("elements")) {
                instance.domains[known[element]] = domain(node.text().expect("values"));
            }
        }
        let is_filled = |domain: &Vec<i64>| !domain.is_empty();
        assert!(
            instance.domains[first..].iter().all(is_filled),
            "{name} has no value"
        );
    }
    assert_eq!(variables.tag_name().name(), "variables");
    assert_eq!(constraints.tag_name().name(), "constraints");
    let mut ids = known.keys().cloned().collect();
    members(constraints, &known, &mut ids, &mut instance.constraints);
    let used: BTreeSet<usize> = instance
        .constraints
        .iter()
        .flat_map(|c| c.scope.clone())
        .collect();
    assert_eq!(
        used.len(),
        instance.names.len(),
        "a variable without any constraint\n{text}"
    );
    instance
}

/// Reads what is inside `constraints` or a block.
fn members(
    node: Node<'_, '_>,
    known: &BTreeMap<String, usize>,
    ids: &mut BTreeSet<String>,
    out: &mut Vec<Constraint>,
) {
    let inside: Vec<Node<'_, '_>> = node.children().filter(Node::is_element).collect();
    assert!(!inside.is_empty(), "an empty {}", node.tag_name().name());
    for node in inside {
        if let Some(id) = node.attribute("id") {
            assert!(ids.insert(id.to_owned()), "{id} twice");
        }
        match node.tag_name().name() {
            "block" => members(node, known, ids, out),
            "group" => {
                let mut inside = node.children().filter(Node::is_element);
                let template = inside.next().expect("a template");
                let mut count = 0;
                for arguments in inside {
                    assert_eq!(arguments.tag_name().name(), "args");
                    let arguments = words(arguments.text().expect("arguments"));
                    out.push(constraint(template, &arguments, known));
                    count += 1;
                }
                assert!(count > 0, "a group of nothing");
            }
            _ => out.push(constraint(node, &[], known)),
        }
    }
}

/// A text with its parameters replaced.
fn filled(text: &str, arguments: &[&str]) -> String {
    let mut text = text.replace("%...", &arguments.join(" "));
    for (index, argument) in arguments.iter().enumerate().rev() {
        text = text.replace(&format!("%{index}"), argument);
    }
    assert!(!text.contains('%'), "{text}");
    text
}

fn constraint(
    node: Node<'_, '_>,
    arguments: &[&str],
    known: &BTreeMap<String, usize>,
) -> Constraint {
    let own = || filled(node.text().expect("text"), arguments);
    let find = |name: &str| {
        node.children()
            .find(|child| child.has_tag_name(name))
            .map(|child| filled(child.text().unwrap_or_default(), arguments))
    };
    let part = |name: &str| find(name).unwrap_or_else(|| panic!("no {name}"));
    let variables = |text: &str| -> Vec<usize> {
        let elements = |name: &str| match name.strip_suffix(']') {
            Some(array) if array.ends_with('[') => {
                let all = (0..).map_while(|index| known.get(&format!("{array}{index}]")));
                all.copied().collect()
            }
            _ => vec![known[name]],
        };
        words(text).into_iter().flat_map(elements).collect()
    };
    let condition = || -> (String, i64) {
        let text = part("condition");
        let inside = text.trim().trim_start_matches('(').trim_end_matches(')');
        let (relation, operand) = inside.split_once(',').expect("a condition");
        (relation.to_owned(), number(operand))
    };
    let (scope, says) = match node.tag_name().name() {
        "extension" => {
            let scope = variables(&part("list"));
            let says = match find("supports") {
                Some(supports) => {
                    let rows = rows(&supports);
                    let distinct: BTreeSet<_> = rows.iter().cloned().collect();
                    assert_eq!(distinct.len(), rows.len(), "a row twice");
                    Says::Rows(rows)
                }
                None if scope.len() == 1 => Says::NotRow(vec![number(part("conflicts").trim())]),
                None => {
                    let rows = rows(&part("conflicts"));
                    assert_eq!(rows.len(), 1);
                    Says::NotRow(
                        rows[0]
                            .iter()
                            .map(|value| value.expect("a value"))
                            .collect(),
                    )
                }
            };
            (scope, says)
        }
        "count" => {
            let (relation, times) = condition();
            assert_eq!(relation, "eq");
            let scope = variables(&part("list"));
            let times = usize::try_from(times).expect("a count");
            // ACE refuses to count more than there are.
            assert!(times <= scope.len());
            let values = words(&part("values")).into_iter().map(number).collect();
            (scope, Says::Count(values, times))
        }
        "cardinality" => {
            let values = node.children().find(|child| child.has_tag_name("values"));
            assert_eq!(
                values.and_then(|node| node.attribute("closed")),
                Some("true")
            );
            let (values, occurs) = (part("values"), part("occurs"));
            let (values, occurs) = (words(&values), words(&occurs));
            assert_eq!(values.len(), occurs.len());
            let pairs = values.into_iter().zip(occurs);
            let pairs = pairs.map(|(value, times)| (number(value), number(times) as usize));
            (variables(&part("list")), Says::Occurs(pairs.collect()))
        }
        "sum" => {
            let (relation, target) = condition();
            (variables(&part("list")), Says::Sum(relation, target))
        }
        "allEqual" => (variables(&own()), Says::Equal),
        "allDifferent" => (variables(&own()), Says::Different),
        "intension" => {
            let text = own().trim().to_owned();
            let names: Vec<&str> = text
                .split(['(', ',', ')'])
                .filter(|word| !word.is_empty())
                .collect();
            match names[..] {
                ["eq", variable, value] => {
                    assert_eq!(text, format!("eq({variable},{value})"));
                    (vec![known[variable]], Says::Is(number(value)))
                }
                ["imp", "eq", one, "1", "eq", other, value] => {
                    assert_eq!(text, format!("imp(eq({one},1),eq({other},{value}))"));
                    (vec![known[one], known[other]], Says::Implies(number(value)))
                }
                _ => panic!("an expression of another form: {text}"),
            }
        }
        other => panic!("no constraint that the target promises: {other}"),
    };
    let distinct: BTreeSet<usize> = scope.iter().copied().collect();
    assert!(
        !scope.is_empty() && distinct.len() == scope.len(),
        "{}",
        node.tag_name().name()
    );
    Constraint { scope, says }
}

impl Constraint {
    /// Tells whether values for some of its variables may be part of values for all.
    fn may_hold(&self, values: &[Option<i64>], domains: &[Vec<i64>]) -> bool {
        let given = || self.scope.iter().filter_map(|&variable| values[variable]);
        let left = self.scope.len() - given().count();
        match &self.says {
            Says::Rows(rows) => rows.iter().any(|row| {
                let pairs = row.iter().zip(&self.scope);
                pairs
                    .into_iter()
                    .all(|(cell, &variable)| match (cell, values[variable]) {
                        (Some(cell), Some(value)) => *cell == value,
                        _ => true,
                    })
            }),
            Says::NotRow(row) => left > 0 || !given().eq(row.iter().copied()),
            Says::Count(wanted, times) => {
                let count = given().filter(|value| wanted.contains(value)).count();
                count <= *times && *times <= count + left
            }
            Says::Occurs(pairs) => {
                let counted = pairs.iter().map(|&(value, times)| {
                    (given().filter(|other| *other == value).count(), times)
                });
                let missing = counted.map(|(count, times)| times.checked_sub(count));
                missing.sum::<Option<usize>>() == Some(left)
            }
            Says::Sum(relation, target) => {
                let sum: i64 = given().sum();
                let open = || {
                    self.scope
                        .iter()
                        .filter(|&&variable| values[variable].is_none())
                };
                let least = sum + open().map(|&variable| domains[variable][0]).sum::<i64>();
                let most = open().filter_map(|&variable| domains[variable].last());
                let most = sum + most.sum::<i64>();
                match relation.as_str() {
                    "eq" => least <= *target && *target <= most,
                    "lt" => least < *target,
                    "gt" => most > *target,
                    other => panic!("no relation: {other}"),
                }
            }
            Says::Equal => given().collect::<BTreeSet<_>>().len() <= 1,
            Says::Different => given().collect::<BTreeSet<_>>().len() == given().count(),
            Says::Implies(value) => {
                let [one, other] = [self.scope[0], self.scope[1]].map(|variable| values[variable]);
                one != Some(1) || other.is_none_or(|other| other == *value)
            }
            Says::Is(value) => given().all(|given| given == *value),
        }
    }
}

/// All assignments of an instance.
struct Search<'i> {
    instance: &'i Instance,
    order: Vec<usize>,
    by_variable: Vec<Vec<&'i Constraint>>,
    values: Vec<Option<i64>>,
    found: Vec<Vec<i64>>,
}

impl<'i> Search<'i> {
    fn new(instance: &'i Instance) -> Self {
        let mut by_variable: Vec<Vec<&Constraint>> = vec![Vec::new(); instance.names.len()];
        for constraint in &instance.constraints {
            for &variable in &constraint.scope {
                by_variable[variable].push(constraint);
            }
        }
        // A cell's value comes right after what decides it, so that rules are met early.
        let mut order: Vec<usize> = Vec::new();
        let mut is_ordered = vec![false; instance.names.len()];
        let is_value = |variable: usize| instance.names[variable].starts_with("pips[");
        for cell in (0..instance.names.len()).filter(|&variable| is_value(variable)) {
            let deciding = by_variable[cell].iter();
            let deciding = deciding.filter(|c| matches!(c.says, Says::Rows(_) | Says::Implies(_)));
            let others = deciding.flat_map(|c| c.scope.iter().copied());
            let others = others.filter(|&variable| !is_value(variable));
            for variable in others.chain([cell]) {
                if !std::mem::replace(&mut is_ordered[variable], true) {
                    order.push(variable);
                }
            }
        }
        assert_eq!(order.len(), instance.names.len());
        Search {
            instance,
            order,
            by_variable,
            values: vec![None; instance.names.len()],
            found: Vec::new(),
        }
    }

    fn from(&mut self, depth: usize) {
        let Some(&variable) = self.order.get(depth) else {
            let values = self.values.iter();
            self.found
                .push(values.map(|value| value.expect("all")).collect());
            return;
        };
        let instance = self.instance;
        for &value in &instance.domains[variable] {
            self.values[variable] = Some(value);
            let mut constraints = self.by_variable[variable].iter();
            if constraints.all(|c| c.may_hold(&self.values, &instance.domains)) {
                self.from(depth + 1);
            }
        }
        self.values[variable] = None;
    }
}

/// The names of what is assigned, as replies tell it.
fn assignments(instance: &Instance) -> Vec<Answer> {
    let mut search = Search::new(instance);
    search.from(0);
    let answer = |values: Vec<i64>| {
        let pairs = instance.names.iter().zip(values);
        let true_names = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        Answer { true_names }
    };
    search.found.into_iter().map(answer).collect()
}

fn emitted(
    puzzle: &Puzzle,
    encoding: Encoding,
    steps: &[Step],
    profile: Profile,
) -> (String, BTreeSet<Board>) {
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    let plan = Plan {
        encoding,
        profile,
        provenance: Provenance::default(),
    };
    let emission = Emission::new(&lowered.model, &plan).expect("any board");
    let mut text = Vec::new();
    emission.write(0, &mut text).expect("memory never fails");
    let text = String::from_utf8(text).expect("text");
    let names = emission.names().expect("no limit");
    let answers = assignments(&read(&text));
    let boards: BTreeSet<Board> = answers
        .iter()
        .map(|answer| decode(puzzle, &names, answer).expect("every assignment is a solution"))
        .collect();
    assert_eq!(
        answers.len(),
        boards.len(),
        "{encoding}: every variable is determined"
    );
    // What an answer is excluded with takes away that answer and no other.
    if let Some(answer) = answers.first() {
        let placed = names.resolve(puzzle).expect("its own names");
        let named = answer
            .true_names
            .iter()
            .filter(|name| placed.contains_key(name.as_str()));
        let exclude = LANGUAGE.exchange().expect("solvers").exclude;
        let mut without = Vec::new();
        exclude(
            &mut text.as_bytes(),
            &mut without,
            &[named.cloned().collect()],
        )
        .expect("memory");
        let without = String::from_utf8(without).expect("text");
        let left = assignments(&read(&without));
        assert!(left == answers[1..], "{encoding}: an answer is excluded");
    }
    (text, boards)
}

/// With pruning and redundant facts, with either, and without.
fn choices() -> [&'static [Step]; 4] {
    [
        &STEPS,
        &[Step::Symmetry, Step::Prune],
        &[Step::Symmetry, Step::Redundant],
        &[Step::Symmetry],
    ]
}

fn every_encoding_agrees(numbers: impl Iterator<Item = u64>) -> [usize; 3] {
    let mut sorts = [0; 3];
    for number in numbers {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, MOST + 1);
        if solutions.len() > MOST {
            continue;
        }
        sorts[solutions.len().min(2)] += 1;
        let solutions: BTreeSet<Board> = solutions.into_iter().collect();
        for steps in choices() {
            for &encoding in LANGUAGE.encodings {
                let profile = Profile::ALL[number as usize % 2];
                let (text, found) = emitted(&puzzle, encoding, steps, profile);
                assert_eq!(
                    found, solutions,
                    "puzzle {number}, {encoding}, {steps:?}\n{text}"
                );
                assert_eq!(
                    text.contains(" note="),
                    profile == Profile::Run,
                    "puzzle {number}"
                );
            }
        }
    }
    sorts
}

#[test]
fn every_encoding_and_step_keeps_the_solutions() {
    let (even, odd) = std::thread::scope(|scope| {
        let even = scope.spawn(|| every_encoding_agrees((0..PUZZLES).step_by(2)));
        let odd = every_encoding_agrees((1..PUZZLES).step_by(2));
        (even.join().expect("the other half"), odd)
    });
    // The random puzzles are worth something only if there are some of every sort.
    for sort in 0..3 {
        let count = even[sort] + odd[sort];
        assert!(
            count > 50,
            "only {count} puzzles with {sort} solutions (2: or more)"
        );
    }
}
