//! Packs the playground's module, and unpacks it in the browser.
//!
//! A module is gone through instruction by instruction (`walk`), the same way on both sides. At every step what is known
//! by then (`function`, `repeats`) makes contexts, these guess what comes next (`model`), and only how far
//! the guess was wrong has to be told (`coder`). It comes out a quarter smaller than with LZMA, and takes longer to
//! unpack: some seconds where LZMA takes a fifth of one, so the page keeps what came out.

mod coder;
mod function;
mod host;
mod model;
mod repeats;
mod tidy;
mod tree;
mod walk;

#[cfg(test)]
mod tests;

use coder::{Decoder, Encoder};
use model::{Model, Topic};
use tree::{Path, Tree};
use walk::{Channel, Walk};

/// It is no module that this program knows, or was not packed by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damaged;

/// Every kind of symbol has a tree for its first part and one for the others.
const TREES: usize = 32;

fn tree_of(topic: &Topic) -> usize {
    topic.kind * 2 + usize::from(topic.part > 0)
}

/// Reads a module, and counts its symbols.
struct Counting<'m> {
    rest: &'m [u8],
    counts: Vec<[u32; 256]>,
}

/// Reads a module, and tells its symbols.
struct Packing<'m> {
    rest: &'m [u8],
    trees: Vec<Tree>,
    model: Model,
    encoder: Encoder,
}

/// Hears symbols, and writes the module.
struct Unpacking<'p> {
    trees: Vec<Tree>,
    model: Model,
    decoder: Decoder<'p>,
    length: usize,
    module: Vec<u8>,
    /// Where what has its length before it begins.
    opened: Vec<usize>,
}

/// Passes over a number at the beginning of what is left.
fn skip_number(rest: &mut &[u8]) {
    while next(rest) > 127 {}
}

fn next(rest: &mut &[u8]) -> u8 {
    match rest {
        [byte, others @ ..] => {
            let byte = *byte;
            *rest = others;
            byte
        }
        [] => 0,
    }
}

impl Channel for Counting<'_> {
    fn next(&mut self) -> u8 {
        next(&mut self.rest)
    }

    fn is_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn symbol(&mut self, topic: &Topic, _: Option<(u8, usize)>, symbol: u8) -> u8 {
        self.counts[tree_of(topic)][usize::from(symbol)] += 1;
        symbol
    }

    fn answer(&mut self, _: &Topic, _: Option<(bool, usize)>, yes: bool) -> bool {
        yes
    }

    fn put(&mut self, _: u8) {}

    fn open(&mut self) {
        skip_number(&mut self.rest);
    }

    fn close(&mut self) {}
}

/// Goes down a tree, guessing at every fork; `turn` tells, or hears, which way it goes there.
fn descend(
    model: &mut Model,
    tree: &Tree,
    topic: &Topic,
    repeated: Option<(u8, usize)>,
    mut turn: impl FnMut(u8, u32) -> bool,
) -> Option<u8> {
    let suggested = repeated.map(|(symbol, run)| (tree.path(symbol), run));
    let mut suggested = suggested.filter(|(path, _)| path.length > 0);
    let mut path = Path::default();
    let mut places = Default::default();
    let mut fork = 1;
    loop {
        let way = 1 << path.length | u32::from(path.bits);
        if path.length % 3 == 0 {
            places = model.slots(topic, way);
            fork = 1;
        }
        let here = suggested.map(|(path_to, run)| (path_to.turn(path.length), run));
        let chance = model.guess(topic, &places, fork, way as usize, here);
        let bit = turn(path.length, chance);
        model.learn(here, bit);
        suggested = suggested.filter(|_| here.is_some_and(|(suggested, _)| suggested == bit));
        path.bits = path.bits << 1 | u16::from(bit);
        path.length += 1;
        fork = fork << 1 | usize::from(bit);
        if let Some(symbol) = tree.symbol(path) {
            return Some(symbol);
        }
        if path.length > tree::LONGEST {
            return None;
        }
    }
}

/// Guesses an answer; `turn` tells, or hears, what it is.
fn decide(
    model: &mut Model,
    topic: &Topic,
    repeated: Option<(bool, usize)>,
    mut turn: impl FnMut(u32) -> bool,
) -> bool {
    let places = model.notes(topic);
    let chance = model.guess(topic, &places, 1, topic.part, repeated);
    let yes = turn(chance);
    model.learn(repeated, yes);
    yes
}

impl Channel for Packing<'_> {
    fn next(&mut self) -> u8 {
        next(&mut self.rest)
    }

    fn is_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn symbol(&mut self, topic: &Topic, repeated: Option<(u8, usize)>, symbol: u8) -> u8 {
        let Packing {
            trees,
            model,
            encoder,
            ..
        } = self;
        let tree = &trees[tree_of(topic)];
        let path = tree.path(symbol);
        let _ = descend(model, tree, topic, repeated, |depth, chance| {
            let bit = path.turn(depth);
            encoder.bit(chance, bit);
            bit
        });
        symbol
    }

    fn answer(&mut self, topic: &Topic, repeated: Option<(bool, usize)>, yes: bool) -> bool {
        let encoder = &mut self.encoder;
        decide(&mut self.model, topic, repeated, |chance| {
            encoder.bit(chance, yes);
            yes
        })
    }

    fn put(&mut self, _: u8) {}

    fn open(&mut self) {
        skip_number(&mut self.rest);
    }

    fn close(&mut self) {}
}

impl Channel for Unpacking<'_> {
    fn next(&mut self) -> u8 {
        0
    }

    fn is_end(&self) -> bool {
        self.module.len() >= self.length
    }

    fn symbol(&mut self, topic: &Topic, repeated: Option<(u8, usize)>, _: u8) -> u8 {
        let Unpacking {
            trees,
            model,
            decoder,
            ..
        } = self;
        let tree = &trees[tree_of(topic)];
        let symbol = descend(model, tree, topic, repeated, |_, chance| {
            decoder.bit(chance)
        });
        symbol.unwrap_or_default()
    }

    fn answer(&mut self, topic: &Topic, repeated: Option<(bool, usize)>, _: bool) -> bool {
        let decoder = &mut self.decoder;
        decide(&mut self.model, topic, repeated, |chance| {
            decoder.bit(chance)
        })
    }

    fn put(&mut self, byte: u8) {
        self.module.push(byte);
    }

    fn open(&mut self) {
        self.opened.push(self.module.len());
    }

    fn close(&mut self) {
        let from = self.opened.pop().unwrap_or_default();
        let mut left = self.module.len() - from;
        let mut length = Vec::new();
        while left > 127 {
            length.push(left as u8 | 128);
            left >>= 7;
        }
        length.push(left as u8);
        let _ = self.module.splice(from..from, length);
    }
}

/// The lengths of ways, four bits each; most symbols do not occur, and follow others that do not.
fn tell_lengths(mut bit: impl FnMut(u32, bool) -> bool, known: &[[u8; 256]]) -> Vec<[u8; 256]> {
    let mut chances = [[1_u32 << 15; 16]; 16];
    let mut all = Vec::new();
    for known in known {
        let (mut lengths, mut before) = ([0; 256], 0);
        for (place, known) in lengths.iter_mut().zip(known) {
            let mut length = 1;
            for depth in (0..4).rev() {
                let chance = &mut chances[before][length];
                let told = bit((*chance).clamp(64, 65472), known >> depth & 1 == 1);
                let truth = if told { 65536 } else { 0 };
                *chance = (*chance * 15 + truth) / 16;
                length = length << 1 | usize::from(told);
            }
            before = length & 15;
            *place = before as u8;
        }
        all.push(lengths);
    }
    all
}

/// A module with its locals in the order in which [`pack`] wants them; it does the same.
pub fn tidied(module: &[u8]) -> Result<Vec<u8>, Damaged> {
    tidy::tidied(module)
}

/// Packs a module whose locals are in order: its length in four bytes, and then what is not guessed.
pub fn pack(module: &[u8]) -> Result<Vec<u8>, Damaged> {
    let mut walk = Walk::new(Counting {
        rest: module,
        counts: vec![[0; 256]; TREES],
    });
    walk.module()?;
    let lengths: Vec<[u8; 256]> = walk.channel.counts.iter().map(tree::lengths).collect();
    let mut encoder = Encoder::new();
    let _ = tell_lengths(
        |chance, bit| {
            encoder.bit(chance, bit);
            bit
        },
        &lengths,
    );
    let mut walk = Walk::new(Packing {
        rest: module,
        trees: lengths.iter().map(Tree::of).collect(),
        model: Model::new(),
        encoder,
    });
    walk.module()?;
    let length = u32::try_from(module.len()).map_err(|_| Damaged)?;
    let mut packed = length.to_le_bytes().to_vec();
    packed.extend(walk.channel.encoder.finish());
    Ok(packed)
}

/// The module that was packed.
pub fn unpack(packed: &[u8]) -> Result<Vec<u8>, Damaged> {
    let (length, packed) = packed.split_first_chunk().ok_or(Damaged)?;
    let mut decoder = Decoder::new(packed);
    let lengths = tell_lengths(|chance, _| decoder.bit(chance), &[[0; 256]; TREES]);
    let mut walk = Walk::new(Unpacking {
        trees: lengths.iter().map(Tree::of).collect(),
        model: Model::new(),
        decoder,
        length: u32::from_le_bytes(*length) as usize,
        module: Vec::new(),
        opened: Vec::new(),
    });
    walk.module()?;
    Ok(walk.channel.module)
}
