//! The recipe of a generated puzzle, as every format holds it: an object in JSON, a header in text,
//! with the same keys.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::nearest::{UnknownName, nearest};
use crate::puzzle::set::UnknownSet;
use crate::puzzle::{GENERATOR, Puzzle, Recipe, SealedRecipe};

/// What a recipe says, in the order of its words.
const FIELDS: [&str; 6] = ["generator", "set", "dominoes", "shape", "seed", "seal"];

/// A recipe with its seal.
#[derive(Debug, Serialize, Deserialize)]
#[serde(expecting = "a recipe, an object with generator, set, dominoes, shape, seed and seal")]
pub(super) struct RecipeText {
    generator: u64,
    set: String,
    dominoes: u64,
    shape: String,
    seed: u64,
    seal: String,
}

impl RecipeText {
    /// The recipe of a puzzle that has one.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        let recipe = puzzle.recipe()?;
        Some(RecipeText {
            generator: GENERATOR.into(),
            set: recipe.set().to_string(),
            dominoes: recipe.dominoes().into(),
            shape: recipe.shape().to_string(),
            seed: recipe.seed(),
            seal: recipe.seal(puzzle),
        })
    }

    /// What it says to this version of the program, or what is wrong with it. Another generator's
    /// recipe says nothing: whether it is true cannot be known.
    pub(super) fn understood(self) -> Result<Option<SealedRecipe>, String> {
        if self.generator != u64::from(GENERATOR) {
            return Ok(None);
        }
        let set = self
            .set
            .parse()
            .map_err(|unknown: UnknownSet| unknown.to_string())?;
        let shape = self
            .shape
            .parse()
            .map_err(|unknown: UnknownName| unknown.to_string())?;
        let dominoes = u32::try_from(self.dominoes).unwrap_or(u32::MAX);
        let recipe = Recipe::new(set, Some(dominoes), shape, self.seed)
            .map_err(|problem| problem.to_string())?;
        Ok(Some(SealedRecipe {
            recipe,
            seal: self.seal,
        }))
    }

    /// `generator=1 set=double-6 dominoes=28 shape=blob seed=7 seal=fnv-00c0ffee00c0ffee`.
    pub(super) fn words(&self) -> String {
        let RecipeText {
            generator,
            set,
            dominoes,
            shape,
            seed,
            seal,
        } = self;
        format!(
            "generator={generator} set={set} dominoes={dominoes} shape={shape} seed={seed} \
             seal={seal}"
        )
    }

    /// Reads what [`RecipeText::words`] writes.
    pub(super) fn read_words(words: &str) -> Result<Self, String> {
        let mut given: BTreeMap<&str, &str> = BTreeMap::new();
        for word in words.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if given.insert(key, value).is_some() && FIELDS.contains(&key) {
                return Err(format!("the {key} is there twice"));
            }
        }
        let text = |key: &str| match given.get(key) {
            Some(&"") => Err(format!("the {key} has no value: expected {key}=...")),
            Some(value) => Ok((*value).to_owned()),
            // What is no field of ours says nothing, unless one is missing that it looks like.
            None => {
                let others = given
                    .keys()
                    .copied()
                    .filter(|other| !FIELDS.contains(other));
                Err(match nearest(key, others) {
                    Some(other) => format!("the {key} is missing; is it what `{other}` gives?"),
                    None => format!("the {key} is missing: expected {key}=..."),
                })
            }
        };
        let number = |key: &str| {
            let text = text(key)?;
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u64>().ok().filter(|_| digits).ok_or_else(|| {
                format!(
                    "the {key} is `{text}`: expected a whole number from 0 to {}",
                    u64::MAX
                )
            })
        };
        Ok(RecipeText {
            generator: number("generator")?,
            set: text("set")?,
            dominoes: number("dominoes")?,
            shape: text("shape")?,
            seed: number("seed")?,
            seal: text("seal")?,
        })
    }
}
