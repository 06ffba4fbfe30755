//! The recipe of a generated puzzle, as every format holds it: an object in JSON, a header in text,
//! with the same keys.

use serde::de::value::MapDeserializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::puzzle::{DoubleSet, GENERATOR, Puzzle, Recipe, Seal, SealedRecipe, Shape};

/// A recipe with its seal.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(expecting = "a recipe, an object with generator, set, dominoes, shape, seed and seal")]
pub(super) struct RecipeText {
    generator: u64,
    #[serde(with = "word")]
    set: DoubleSet,
    dominoes: u64,
    #[serde(with = "word")]
    shape: Shape,
    seed: u64,
    #[serde(with = "word")]
    seal: Seal,
}

impl RecipeText {
    /// The recipe of a puzzle that has one.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        let recipe = puzzle.recipe()?;
        Some(RecipeText {
            generator: GENERATOR.into(),
            set: recipe.set(),
            dominoes: recipe.dominoes().into(),
            shape: recipe.shape(),
            seed: recipe.seed(),
            seal: Seal::of(&recipe, puzzle),
        })
    }

    /// What it says to this version of the program, or what is wrong with it. Another generator's
    /// recipe says nothing: whether it is true cannot be known.
    pub(super) fn understood(self) -> Result<Option<SealedRecipe>, String> {
        if self.generator != u64::from(GENERATOR) {
            return Ok(None);
        }
        let dominoes = u32::try_from(self.dominoes).unwrap_or(u32::MAX);
        let recipe = Recipe::new(self.set, Some(dominoes), self.shape, self.seed)
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
        let fields = words.split_whitespace().map(|word| {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = value.parse::<u64>();
            (key, number.map_or_else(|_| Value::from(value), Value::from))
        });
        RecipeText::deserialize(MapDeserializer::new(fields))
            .map_err(|problem: serde_json::Error| problem.to_string())
    }
}

/// Values that are known by their words.
mod word {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}
