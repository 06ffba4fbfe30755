//! Transition plan of frontier search: the operations of each step on a state, for an order of the cells.
//!
//! A state is one 128-bit word. A field of it is live only while it matters: whether a cell ahead is
//! covered, from the first cell behind that can reach it; how often a kind is used, between its first and
//! its last placement; the values of a rule's cells, while the rule is partly covered. Before and after,
//! the field is zero and its bits are reused. So fields never move, and a step is a few bit operations.

use crate::model::{Relation, Rule};
use crate::puzzle::SumBounds;
use crate::solver::index::{CandidateId, ModelIndex, NONE};

/// Maximum number of different values: a set of them fits into a word.
const MAX_VALUES: usize = FrontierState::BITS as usize;

/// A state of frontier search.
pub(super) type FrontierState = u128;

/// A bit field of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct StateField {
    shift: u32,
    /// Mask of the field.
    mask: FrontierState,
}

impl StateField {
    fn get(self, state: FrontierState) -> u128 {
        (state & self.mask) >> self.shift
    }

    fn set(self, state: FrontierState, value: u128) -> FrontierState {
        (state & !self.mask) | (value << self.shift)
    }
}

/// The steps of frontier search, one for each cell.
#[derive(Debug)]
pub(super) struct FrontierPlan {
    pub(super) steps: Vec<CellStep>,
}

/// The step that covers one cell.
#[derive(Debug)]
pub(super) struct CellStep {
    /// Bit of the cell: it is already covered.
    covered: FrontierState,
    /// Placements on the cell and a cell ahead.
    choices: Vec<StepChoice>,
    /// Rules affected by the choices.
    rules: Vec<StepRule>,
    /// Kinds without later placements, each with its required count.
    last_call: Vec<(StateField, u128)>,
}

/// Effect of a placement on a state.
#[derive(Debug)]
struct StepChoice {
    candidate: CandidateId,
    /// Bit of the cell ahead.
    ahead: FrontierState,
    used: StateField,
    copies: u128,
    shows: [Option<PlacedValues>; 2],
}

/// The one or two values that a placement shows under one rule.
#[derive(Debug, Clone, Copy)]
struct PlacedValues {
    /// Index of the rule in [`CellStep::rules`].
    rule: usize,
    sum: i64,
    /// Set of the value numbers.
    values: FrontierState,
    /// Whether the placement shows the value twice.
    twice: bool,
}

/// A rule at one step.
#[derive(Debug)]
struct StepRule {
    field: StateField,
    rule: Rule,
    /// Its cells ahead.
    ahead: Vec<CellAhead>,
}

#[derive(Debug)]
struct CellAhead {
    /// Bit of the cell: it is already covered. Zero if it cannot be yet.
    covered: FrontierState,
    bounds: SumBounds,
    values: FrontierState,
}

impl CellStep {
    /// Calls `next` with every successor state and its placement; `None` if the cell is already
    /// covered.
    pub(super) fn advance(
        &self,
        state: FrontierState,
        mut next: impl FnMut(FrontierState, Option<CandidateId>),
    ) {
        if state & self.covered != 0 {
            if let Some(after) = self.close(state & !self.covered) {
                next(after, None);
            }
            return;
        }
        for choice in &self.choices {
            if let Some(after) = self.take(state, choice) {
                next(after, Some(choice.candidate));
            }
        }
    }

    fn take(&self, state: FrontierState, choice: &StepChoice) -> Option<FrontierState> {
        let used = choice.used.get(state);
        if state & choice.ahead != 0 || used == choice.copies {
            return None;
        }
        let mut after = choice.used.set(state, used + 1) | choice.ahead;
        for shows in choice.shows.iter().flatten() {
            after = self.rules[shows.rule].show(after, shows)?;
        }
        self.close(after)
    }

    /// Clears the fields of kinds without later placements. Fails if a copy is unused.
    fn close(&self, mut state: FrontierState) -> Option<FrontierState> {
        for &(used, copies) in &self.last_call {
            if used.get(state) != copies {
                return None;
            }
            state = used.set(state, 0);
        }
        Some(state)
    }
}

impl StepRule {
    /// Returns the state after more cells of a rule show values, if the rule can still be satisfied.
    ///
    /// Merges equivalent states: it keeps a sum only as far as the remaining cells can still break the
    /// rule, and a value only as long as it can occur again.
    fn show(&self, state: FrontierState, shows: &PlacedValues) -> Option<FrontierState> {
        let (mut ahead, mut values, mut open) = (SumBounds::exactly(0), 0, false);
        for cell in &self.ahead {
            if state & cell.covered == 0 {
                ahead = ahead + cell.bounds;
                values |= cell.values;
                open = true;
            }
        }
        let before = self.field.get(state);
        let stored = match self.rule {
            Rule::Sum(relation, target) => {
                let sum = before as i64 + shows.sum;
                let can = (SumBounds::exactly(sum) + ahead).can_keep(relation, target);
                can.then(|| match relation {
                    Relation::Equal => sum as u128,
                    Relation::Less => sum.max(target - 1 - ahead.greatest) as u128,
                    Relation::Greater => sum.min((target + 1 - ahead.least).max(0)) as u128,
                })
            }
            // Zero: no value is shown yet.
            Rule::Equal => {
                let value = u128::from(shows.values.trailing_zeros()) + 1;
                let one = shows.values.count_ones() == 1;
                (one && (before == 0 || before == value) && (!open || values & shows.values != 0))
                    .then_some(value)
            }
            Rule::Unequal => (!shows.twice && before & shows.values == 0)
                .then_some((before | shows.values) & values),
            Rule::Empty => Some(0),
        }?;
        Some(self.field.set(state, if open { stored } else { 0 }))
    }
}

/// Values that the candidates at a cell can show.
#[derive(Debug, Clone, Copy)]
struct CellValues {
    bounds: SumBounds,
    /// Set of value numbers.
    values: FrontierState,
}

/// Returns the possible values of each cell; `None` if there are more values than a set can hold.
fn shown(index: &ModelIndex) -> Option<Vec<CellValues>> {
    if index.pips.len() > MAX_VALUES {
        return None;
    }
    let none = CellValues {
        bounds: SumBounds {
            least: i64::MAX,
            greatest: i64::MIN,
        },
        values: 0,
    };
    let mut shown = vec![none; index.rule_of.len()];
    for candidate in &index.candidates {
        for (cell, number) in candidate.cells.into_iter().zip(candidate.shows) {
            let here = &mut shown[cell as usize];
            let value = index.value(number);
            here.bounds.least = value.min(here.bounds.least);
            here.bounds.greatest = value.max(here.bounds.greatest);
            here.values |= 1 << number;
        }
    }
    Some(shown)
}

/// Returns the step at which each cell is covered.
pub(super) fn positions(order: &[usize]) -> Vec<usize> {
    let mut position = vec![0; order.len()];
    for (at, &cell) in order.iter().enumerate() {
        position[cell] = at;
    }
    position
}

impl FrontierPlan {
    /// Creates the plan for an order of the cells; `None` if a state does not fit into a word, or a domino
    /// fits nowhere.
    pub(super) fn new(index: &ModelIndex, order: &[usize]) -> Option<FrontierPlan> {
        let shown = shown(index)?;
        let position = positions(order);
        let spans = StepSpans::new(index, &position);
        let fields = StateLayout::new(index, &spans)?;
        let mut steps: Vec<CellStep> = order
            .iter()
            .map(|&cell| CellStep {
                covered: fields.covered[cell].mask,
                choices: Vec::new(),
                rules: Vec::new(),
                last_call: Vec::new(),
            })
            .collect();
        for (kind, &copies) in index.copies.iter().enumerate() {
            let (_, last) = spans.kinds[kind]?;
            steps[last]
                .last_call
                .push((fields.used[kind], u128::from(copies)));
        }
        let rule_here = |number: u32, at: usize| {
            let rule = &index.rules[number as usize];
            let cells = rule.cells.iter().map(|&cell| cell as usize);
            let ahead = cells.filter(|&cell| position[cell] > at);
            StepRule {
                field: fields.rules[number as usize],
                rule: rule.rule,
                ahead: ahead
                    .map(|cell| CellAhead {
                        // Before its span, the bit can belong to another field.
                        covered: match spans.cells[cell] {
                            Some((first, _)) if first <= at => fields.covered[cell].mask,
                            _ => 0,
                        },
                        bounds: shown[cell].bounds,
                        values: shown[cell].values,
                    })
                    .collect(),
            }
        };
        let mut rules_at: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        for (id, candidate) in (0..).zip(&index.candidates) {
            let [one, other] = candidate.cells.map(|cell| cell as usize);
            let at = position[one].min(position[other]);
            let ahead = if position[one] == at { other } else { one };
            let mut shows: [Option<PlacedValues>; 2] = [None, None];
            for (slot, number) in candidate.shows.into_iter().enumerate() {
                let rule = index.rule_of[candidate.cells[slot] as usize];
                if rule == NONE {
                    continue;
                }
                let known = rules_at[at].iter().position(|&known| known == rule);
                let rule = known.unwrap_or_else(|| {
                    steps[at].rules.push(rule_here(rule, at));
                    rules_at[at].push(rule);
                    rules_at[at].len() - 1
                });
                let (sum, values) = (index.value(number), 1 << number);
                match &mut shows[0] {
                    Some(first) if first.rule == rule => {
                        first.sum += sum;
                        first.twice = first.values == values;
                        first.values |= values;
                    }
                    _ => {
                        shows[slot] = Some(PlacedValues {
                            rule,
                            sum,
                            values,
                            twice: false,
                        });
                    }
                }
            }
            steps[at].choices.push(StepChoice {
                candidate: id,
                ahead: fields.covered[ahead].mask,
                used: fields.used[candidate.kind as usize],
                copies: u128::from(index.copies[candidate.kind as usize]),
                shows,
            });
        }
        Some(FrontierPlan { steps })
    }
}

/// First and last step at which a field is live.
type StepSpan = Option<(usize, usize)>;

/// Spans of all fields.
#[derive(Debug)]
pub(super) struct StepSpans {
    /// Spans of the bits of cells.
    pub(super) cells: Vec<StepSpan>,
    /// Spans of the counts of kinds.
    pub(super) kinds: Vec<StepSpan>,
    /// Spans of the rules' values.
    pub(super) rules: Vec<StepSpan>,
}

impl StepSpans {
    pub(super) fn new(index: &ModelIndex, position: &[usize]) -> StepSpans {
        let mut spans = StepSpans {
            cells: vec![None; index.rule_of.len()],
            kinds: vec![None; index.copies.len()],
            rules: vec![None; index.rules.len()],
        };
        fn widen(span: &mut StepSpan, to: usize) {
            *span = Some(span.map_or((to, to), |(first, last)| (first.min(to), last.max(to))));
        }
        for candidate in &index.candidates {
            let cells = candidate.cells.map(|cell| cell as usize);
            let [one, other] = cells.map(|cell| (position[cell], cell));
            let (behind, ahead) = (one.min(other), one.max(other));
            widen(&mut spans.cells[ahead.1], behind.0);
            widen(&mut spans.cells[ahead.1], ahead.0);
            widen(&mut spans.kinds[candidate.kind as usize], behind.0);
            for cell in cells {
                let rule = index.rule_of[cell];
                if rule != NONE {
                    widen(&mut spans.rules[rule as usize], behind.0);
                    widen(&mut spans.rules[rule as usize], position[cell]);
                }
            }
        }
        spans
    }
}

/// Positions of all fields in a state.
#[derive(Debug)]
struct StateLayout {
    covered: Vec<StateField>,
    used: Vec<StateField>,
    rules: Vec<StateField>,
}

impl StateLayout {
    fn new(index: &ModelIndex, spans: &StepSpans) -> Option<StateLayout> {
        let mut fields = StateLayout {
            covered: vec![StateField::default(); index.rule_of.len()],
            used: vec![StateField::default(); index.copies.len()],
            rules: vec![StateField::default(); index.rules.len()],
        };
        let cells = spans.cells.iter().zip(&mut fields.covered);
        let kinds = spans.kinds.iter().zip(&mut fields.used).zip(&index.copies);
        let rules = spans.rules.iter().zip(&mut fields.rules).zip(&index.rules);
        let mut wanted: Vec<((usize, usize), u32, &mut StateField)> = Vec::new();
        wanted.extend(cells.filter_map(|(span, field)| Some(((*span)?, 1, field))));
        wanted.extend(kinds.filter_map(|((span, field), &copies)| {
            Some(((*span)?, bits(u128::from(copies)), field))
        }));
        wanted.extend(rules.filter_map(|((span, field), rule)| {
            Some(((*span)?, rule_bits(index, rule.rule), field))
        }));
        // First fit, the widest first among fields with the same start.
        wanted.sort_by_key(|((first, _), width, _)| (*first, u32::MAX - width));
        let mut taken: Vec<(usize, FrontierState)> = Vec::new();
        for ((first, last), width, field) in wanted {
            taken.retain(|(end, _)| *end >= first);
            let busy = taken.iter().fold(0, |busy, (_, mask)| busy | mask);
            let low = FrontierState::MAX >> (FrontierState::BITS - width);
            let shift =
                (0..=FrontierState::BITS - width).find(|shift| busy & (low << shift) == 0)?;
            let mask = low << shift;
            taken.push((last, mask));
            *field = StateField { shift, mask };
        }
        Some(fields)
    }
}

/// Returns the number of bits for values up to `most`.
fn bits(most: u128) -> u32 {
    (u128::BITS - most.leading_zeros()).max(1)
}

/// Returns the number of bits of a rule's field.
pub(super) fn rule_bits(index: &ModelIndex, rule: Rule) -> u32 {
    let values = index.pips.len() as u32;
    match rule {
        Rule::Sum(_, target) => bits((target + 1).max(0) as u128),
        Rule::Equal => bits(u128::from(values)),
        Rule::Unequal => values.max(1),
        Rule::Empty => 1,
    }
}
