//! How likely the next decision is: the guesses of several contexts, mixed.
//!
//! A context is a number that stands for some of what came before: the last three instructions, say, or
//! the local that a pointer came from. Each remembers how decisions went the last times it was met, so each has
//! a guess. A small network that learns as it goes weighs the guesses, and a last step corrects what it
//! is regularly wrong about. That is how the PAQ family of packers works, by Matt Mahoney. All is done with whole numbers, or
//! with operations that give the same everywhere, so that both sides guess the same.

/// At most so many contexts guess.
pub(crate) const CONTEXTS: usize = 8;

/// There are fewer kinds of symbols.
const KINDS: usize = 16;

/// What goes into a mixture: the guesses, what a repetition suggests, and a constant.
const INPUTS: usize = CONTEXTS + 2;

/// A slot of memory: a check, and what is remembered at the seven forks of three decisions.
const SLOT: usize = 8;

/// There are two to the power of this many slots.
const SLOTS: u32 = 21;

/// A note of memory: a check, and what is remembered of one decision.
const NOTE: usize = 2;

/// There are two to the power of this many notes.
const NOTES: u32 = 22;

/// Nothing is known yet: the chance of a one in the upper twelve bits, how often it was met in the lower four.
const UNKNOWN: u16 = 2048 << 4;

/// Logarithms of odds are counted in steps of this part.
const STEPS: i32 = 256;

/// The greatest logarithm of odds.
const SURE: i32 = 2047;

/// There are two to the power of this many curves by short contexts.
const NEAR: u32 = 12;

/// As many points has the curve that corrects a guess; they are as far apart.
const POINTS: usize = 33;
const APART: i32 = 128;

/// What is about to be decided, and what is known of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Topic {
    /// What kind of symbol it is part of.
    pub(crate) kind: usize,
    /// Which part of several: at most 7.
    pub(crate) part: usize,
    contexts: Contexts,
    /// A short context, for the last step.
    pub(crate) near: u32,
}

impl Topic {
    /// The same context means something else at another place, and for another kind.
    pub(crate) fn new(kind: usize, part: usize, contexts: Contexts, near: u32) -> Self {
        let mut salt = (kind as u32).wrapping_mul(0x3c6e_f372);
        let contexts = contexts.map(|context| {
            salt = salt.wrapping_add(0x9e37_79b1);
            context.wrapping_add(salt)
        });
        Topic {
            kind,
            part: part.min(7),
            contexts,
            near,
        }
    }
}

/// A few contexts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contexts {
    list: [u32; CONTEXTS],
    count: usize,
}

impl<const N: usize> From<[u32; N]> for Contexts {
    fn from(some: [u32; N]) -> Self {
        let mut list = [0; CONTEXTS];
        list[..N].copy_from_slice(&some);
        Contexts { list, count: N }
    }
}

impl Contexts {
    pub(crate) fn map(mut self, mut change: impl FnMut(u32) -> u32) -> Self {
        for context in &mut self.list[..self.count] {
            *context = change(*context);
        }
        self
    }

    fn iter(&self) -> impl Iterator<Item = u32> {
        self.list[..self.count].iter().copied()
    }
}

/// Where contexts remember.
pub(crate) type Places = [usize; CONTEXTS];

/// What a repetition suggests: a decision, and how long it has been right.
pub(crate) type Repeated = Option<(bool, usize)>;

#[derive(Debug)]
pub(crate) struct Model {
    memory: Vec<u16>,
    /// For each kind, context and number of meetings: what a remembered chance is worth.
    worth: Vec<u16>,
    /// What a repetition is worth, by kind and length.
    trust: Vec<u16>,
    /// Weights by kind, part and repetition, and by kind and how many contexts are new.
    weights: [Vec<i32>; 2],
    /// Corrections by the way so far, and by a short context.
    curves: [Vec<u16>; 2],
    stretched: Vec<i16>,
    squashed: Vec<u16>,
    pace: [i32; 16],
    // The guess that waits for the truth.
    count: usize,
    inputs: [i32; INPUTS],
    cells: [usize; CONTEXTS],
    worths: [usize; CONTEXTS],
    trusted: usize,
    chosen: [usize; 2],
    guesses: [i32; 2],
    points: [usize; 2],
}

/// Mixes two numbers well.
#[inline]
pub(crate) fn hash(a: u32, b: u32) -> u32 {
    let mut hash = a
        .wrapping_mul(0x2c1b_3c6d)
        .wrapping_add(b.wrapping_mul(0x297a_2d39));
    hash ^= hash >> 15;
    hash.wrapping_mul(0x85eb_ca6b)
}

#[inline]
fn spread(context: u32) -> u32 {
    let mut hash = context.wrapping_mul(0x2545_f491);
    hash ^= hash >> 15;
    hash.wrapping_mul(0x045d_9f3b)
}

/// The chances of 16 bits for logarithms of odds from -2048 to 2047. Multiplication and division give the same on every
/// machine; the functions that would be shorter do not.
fn squashed() -> Vec<u16> {
    // e to the power of 1 / 256.
    let step: f64 = 1.003_913_889_338_347_6;
    let mut odds = 1.0;
    let mut upper = Vec::new();
    for _ in 0..=2048 {
        upper.push((odds / (1.0 + odds) * 65536.0) as i32);
        odds *= step;
    }
    let lower = upper[1..].iter().rev().map(|chance| 65536 - chance);
    let all = lower.chain(upper[..2048].iter().copied());
    all.map(|chance| chance.clamp(16, 65520) as u16).collect()
}

/// The logarithm of odds for each chance of 12 bits: the inverse.
fn stretched(squashed: &[u16]) -> Vec<i16> {
    let mut stretched = Vec::new();
    for (at, &chance) in squashed.iter().enumerate() {
        while stretched.len() <= usize::from(chance >> 4) {
            stretched.push(at as i16 - 2048);
        }
    }
    stretched.resize(4096, SURE as i16);
    stretched
}

/// Comes nearer to the truth by a part that is a power of two.
#[inline]
fn approach(chance: &mut u16, bit: bool, slowness: u32) {
    let truth = if bit { 65535 } else { 0 };
    *chance = (i32::from(*chance) + ((truth - i32::from(*chance)) >> slowness)) as u16;
}

impl Model {
    pub(crate) fn new() -> Self {
        let memory = vec![UNKNOWN; (SLOT << SLOTS) + (NOTE << NOTES)];
        let squashed = squashed();
        let curve = (0..POINTS).map(|point| squashed[(point * APART as usize).min(4095)]);
        let curve: Vec<u16> = curve.collect();
        let worth = (0..64).map(|chance| chance * 1024 + 512);
        let worth: Vec<u16> = worth.collect();
        Model {
            memory,
            worth: worth.repeat(KINDS * CONTEXTS * 16),
            trust: vec![49152; KINDS * 32],
            weights: [
                vec![1 << 14; KINDS * 8 * 8 * INPUTS],
                vec![1 << 14; KINDS * 16 * INPUTS],
            ],
            curves: [curve.repeat(KINDS << 10), curve.repeat(1 << NEAR)],
            stretched: stretched(&squashed),
            squashed,
            pace: std::array::from_fn(|met| (655_360 / (10 * met + 16)) as i32),
            count: 0,
            inputs: [0; INPUTS],
            cells: [0; CONTEXTS],
            worths: [0; CONTEXTS],
            trusted: 0,
            chosen: [0; 2],
            guesses: [0; 2],
            points: [0; 2],
        }
    }

    /// Looks up where each context remembers the next three decisions of a way.
    #[inline]
    pub(crate) fn slots(&mut self, topic: &Topic, way: u32) -> Places {
        let salt = way.wrapping_mul(0x9e37_79b1);
        let mut places = [0; CONTEXTS];
        for (place, context) in places.iter_mut().zip(topic.contexts.iter()) {
            let hash = spread(context.wrapping_add(salt));
            let at = (hash >> (32 - SLOTS)) as usize * SLOT;
            let slot = &mut self.memory[at..at + SLOT];
            if slot[0] != hash as u16 {
                slot.fill(UNKNOWN);
                slot[0] = hash as u16;
            }
            *place = at;
        }
        places
    }

    /// Looks up where each context remembers a single decision.
    #[inline]
    pub(crate) fn notes(&mut self, topic: &Topic) -> Places {
        let mut places = [0; CONTEXTS];
        for (place, context) in places.iter_mut().zip(topic.contexts.iter()) {
            let hash = spread(context);
            let at = (SLOT << SLOTS) + (hash >> (32 - NOTES)) as usize * NOTE;
            if self.memory[at] != hash as u16 {
                self.memory[at] = hash as u16;
                self.memory[at + 1] = UNKNOWN;
            }
            *place = at;
        }
        places
    }

    /// The chance of a one, of 16 bits. `from` is where contexts remember, `fork` which decision there; `way`
    /// stands for the decisions before.
    #[inline]
    pub(crate) fn guess(
        &mut self,
        topic: &Topic,
        from: &Places,
        fork: usize,
        way: usize,
        repeated: Repeated,
    ) -> u32 {
        let mut new = 0;
        self.count = topic.contexts.count;
        for (context, place) in from.iter().enumerate().take(self.count) {
            let cell = place + fork;
            let remembered = usize::from(self.memory[cell]);
            let met = remembered & 15;
            let worth = ((topic.kind * CONTEXTS + context) * 16 + met) * 64 + (remembered >> 10);
            self.cells[context] = cell;
            self.worths[context] = worth;
            new += usize::from(met == 0);
            self.inputs[context] = match met {
                0 => 0,
                _ => self.stretch(self.worth[worth]),
            };
        }
        let (suggested, sort) = match repeated {
            None => (0, 0),
            Some((bit, length)) => {
                let long = length.min(15) + (length.saturating_sub(16) / 8).min(15);
                self.trusted = topic.kind * 32 + long;
                let stretched = self.stretch(self.trust[self.trusted]);
                let sort = 1 + (length / 4).min(6);
                (if bit { stretched } else { -stretched }, sort)
            }
        };
        self.inputs[self.count] = suggested;
        self.inputs[self.count + 1] = STEPS;
        let inputs = self.count + 2;
        self.chosen = [
            ((topic.kind * 8 + topic.part) * 8 + sort) * INPUTS,
            (topic.kind * 16 + new) * INPUTS,
        ];
        let mut sum = 0;
        for set in 0..2 {
            let weights = &self.weights[set][self.chosen[set]..self.chosen[set] + inputs];
            let products = weights.iter().zip(&self.inputs);
            let mixed: i64 = products
                .map(|(&weight, &input)| i64::from(weight) * i64::from(input))
                .sum();
            let mixed = ((mixed >> 16) as i32).clamp(-SURE, SURE);
            self.guesses[set] = self.squash(mixed);
            sum += mixed;
        }
        let mixed = sum / 2;
        let (left, share) = ((mixed + 2048) / APART, (mixed + 2048) % APART);
        let near = (hash(topic.near, way as u32) >> (32 - NEAR)) as usize;
        let kinds = topic.kind << 10 | usize::from(topic.part > 0) << 9 | way & 511;
        let mut chance = 2 * self.squash(mixed);
        for (set, curve) in [kinds, near].into_iter().enumerate() {
            let at = curve * POINTS + left as usize;
            let [low, high] = [at, at + 1].map(|at| i32::from(self.curves[set][at]));
            chance += (low * (APART - share) + high * share) / APART;
            self.points[set] = at + usize::from(share * 2 >= APART);
        }
        (chance / 4).clamp(8, 65528) as u32
    }

    /// Learns how the decision went that was guessed last.
    #[inline]
    pub(crate) fn learn(&mut self, repeated: Repeated, bit: bool) {
        for set in 0..2 {
            let error = ((i32::from(bit) << 16) - self.guesses[set]) >> 2;
            let weights =
                &mut self.weights[set][self.chosen[set]..self.chosen[set] + self.count + 2];
            for (weight, input) in weights.iter_mut().zip(&self.inputs) {
                *weight += (error * input + (1 << 14)) >> 15;
            }
            approach(&mut self.curves[set][self.points[set]], bit, 6);
        }
        for context in 0..self.count {
            approach(&mut self.worth[self.worths[context]], bit, 6);
            let cell = &mut self.memory[self.cells[context]];
            let (chance, met) = (i32::from(*cell >> 4), *cell & 15);
            let truth = if bit { 4095 } else { 0 };
            let chance = chance + (((truth - chance) * self.pace[usize::from(met)]) >> 16);
            *cell = (chance.max(0) << 4) as u16 | (met + 1).min(15);
        }
        if let Some((suggested, _)) = repeated {
            approach(&mut self.trust[self.trusted], suggested == bit, 7);
        }
    }

    #[inline]
    fn stretch(&self, chance: u16) -> i32 {
        i32::from(self.stretched[usize::from(chance >> 4)])
    }

    #[inline]
    fn squash(&self, mixed: i32) -> i32 {
        i32::from(self.squashed[(mixed + 2048) as usize])
    }
}
