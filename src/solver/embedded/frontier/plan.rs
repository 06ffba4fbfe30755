//! The plan of a sweep: for an order of the cells, what each step does to a state.
//!
//! A state is one 128-bit word. A field of it exists only while it can matter: whether a cell
//! ahead is covered, from the first cell behind that can reach it; how often a kind is used,
//! between its first and its last placement; what a rule's cells have shown, while some are
//! covered and some are not. Before and after, the field is zero and its bits belong to others.
//! So no field ever moves, and a step is a handful of bit operations.

use crate::model::{Relation, Rule};
use crate::puzzle::SumBounds;
use crate::solver::index::{CandidateId, ModelIndex, NONE};

/// The most different values: a set of them fits into a word.
const MAX_VALUES: usize = FrontierState::BITS as usize;

/// A state of the sweep.
pub(super) type FrontierState = u128;

/// Some bits of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct StateField {
    shift: u32,
    /// All bits of the field, at its place.
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

/// The steps of a sweep, one for each cell.
#[derive(Debug)]
pub(super) struct FrontierPlan {
    pub(super) steps: Vec<CellStep>,
}

/// The step that makes sure that one cell is covered.
#[derive(Debug)]
pub(super) struct CellStep {
    /// The bit that says that the cell is covered from behind.
    covered: FrontierState,
    /// The placements that cover it together with a cell ahead.
    choices: Vec<StepChoice>,
    /// The rules that the choices touch.
    rules: Vec<StepRule>,
    /// The kinds that cannot be placed after this step, each with the count it must have reached.
    last_call: Vec<(StateField, u128)>,
}

/// A placement, as what it does to a state.
#[derive(Debug)]
struct StepChoice {
    candidate: CandidateId,
    /// The bit of the cell ahead.
    ahead: FrontierState,
    used: StateField,
    copies: u128,
    shows: [Option<PlacedValues>; 2],
}

/// What a placement shows under one rule: one value, or two.
#[derive(Debug, Clone, Copy)]
struct PlacedValues {
    /// The rule's place in [`CellStep::rules`].
    rule: usize,
    sum: i64,
    /// The values as bits of their numbers.
    values: FrontierState,
    /// Two equal values.
    twice: bool,
}

/// A rule as one step sees it.
#[derive(Debug)]
struct StepRule {
    field: StateField,
    rule: Rule,
    /// Its cells ahead.
    ahead: Vec<CellAhead>,
}

#[derive(Debug)]
struct CellAhead {
    /// The bit that says that it is covered already; zero if it cannot be yet.
    covered: FrontierState,
    bounds: SumBounds,
    values: FrontierState,
}

impl CellStep {
    /// Calls `next` with every state that the step leads to, and the placement that it takes;
    /// none if the cell was covered from behind.
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

    /// Lets go of the kinds that cannot be placed any more, if all their copies lie.
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
    /// The state after the rule's cells show more, if the rule can still be kept.
    ///
    /// What no longer matters is not remembered: a sum below or above its target is kept only as
    /// far as what is left can still break the rule, a value only as long as it can come again.
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
            // Zero says that nothing has been shown yet.
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

/// What the candidates at a cell can show.
#[derive(Debug, Clone, Copy)]
struct CellValues {
    bounds: SumBounds,
    /// As bits of the values' numbers.
    values: FrontierState,
}

/// What each cell can show. Nothing if there are more values than a rule's state can hold.
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

/// The step at which each cell is covered.
pub(super) fn positions(order: &[usize]) -> Vec<usize> {
    let mut position = vec![0; order.len()];
    for (at, &cell) in order.iter().enumerate() {
        position[cell] = at;
    }
    position
}

impl FrontierPlan {
    /// The plan for an order of the cells. Nothing if some state would not fit into a word, or a
    /// domino fits nowhere.
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
                        // Before its span the bit may belong to another field.
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

/// Between which steps, both included, something must be remembered.
type StepSpan = Option<(usize, usize)>;

/// The spans of all fields.
#[derive(Debug)]
pub(super) struct StepSpans {
    /// The bit of each cell.
    pub(super) cells: Vec<StepSpan>,
    /// The count of each kind.
    pub(super) kinds: Vec<StepSpan>,
    /// What each rule's cells have shown.
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

/// Where everything stands in a state.
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
        // First fit, widest first among those that start together.
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

/// How many bits hold values up to `most`.
fn bits(most: u128) -> u32 {
    (u128::BITS - most.leading_zeros()).max(1)
}

/// How many bits a rule's state takes.
pub(super) fn rule_bits(index: &ModelIndex, rule: Rule) -> u32 {
    let values = index.pips.len() as u32;
    match rule {
        Rule::Sum(_, target) => bits((target + 1).max(0) as u128),
        Rule::Equal => bits(u128::from(values)),
        Rule::Unequal => values.max(1),
        Rule::Empty => 1,
    }
}
