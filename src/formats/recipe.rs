//! The recipe of a generated puzzle in all formats: one line of `key=value` words.
//!
//! `generator=2 family=full size=6 seed=1 checksum=fnv-00c0ffee00c0ffee`

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use crate::puzzle::recipe::{Family, FamilyRecipe};
use crate::puzzle::{CheckedRecipe, Puzzle, Recipe, SetRecipe};

/// The keys of the recipe of a set.
const OF_A_SET: [&str; 6] = ["generator", "set", "dominoes", "shape", "seed", "checksum"];

/// The keys of the recipe of a family, besides its parameters.
const OF_A_FAMILY: [&str; 5] = ["generator", "family", "size", "seed", "checksum"];

/// The recipe of a puzzle that has one.
pub(super) fn write(puzzle: &Puzzle) -> Option<String> {
    let recipe = puzzle.recipe()?;
    let (generator, words) = (recipe.generator(), recipe.words());
    let checksum = recipe.checksum(puzzle);
    Some(format!("generator={generator} {words} checksum={checksum}"))
}

/// Reads the output of [`write`]. Returns `None` for another version of the generator, whose recipes cannot be
/// checked.
pub(super) fn read(text: &str) -> Result<Option<CheckedRecipe>, String> {
    let words = RecipeWords::read(text)?;
    let generator: u64 = words.number("generator")?;
    let ours = match words.get("family").map(str::parse::<Family>) {
        None => SetRecipe::GENERATOR,
        Some(Ok(family)) => family.info().generator,
        // A family of a later version of the program.
        Some(Err(_)) if generator > u64::from(newest()) => return Ok(None),
        Some(Err(unknown)) => return Err(unknown.to_string()),
    };
    if generator != u64::from(ours) {
        return Ok(None);
    }
    let recipe = words.recipe()?;
    let checksum = words.word("checksum")?.to_owned();
    Ok(Some(CheckedRecipe { recipe, checksum }))
}

/// A recipe without generator and checksum: `family=mutilated size=16 seed=1`.
impl FromStr for Recipe {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        RecipeWords::read(&format!("generator=any {words} checksum=none"))?.recipe()
    }
}

/// The newest generator of this version of the program.
fn newest() -> u32 {
    let families = Family::ALL
        .into_iter()
        .map(|family| family.info().generator);
    families.fold(SetRecipe::GENERATOR, u32::max)
}

/// The words of a recipe, by their keys.
struct RecipeWords<'t>(BTreeMap<&'t str, &'t str>);

impl<'t> RecipeWords<'t> {
    fn read(text: &'t str) -> Result<Self, String> {
        let mut words = RecipeWords(BTreeMap::new());
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if value.is_empty() {
                return Err(format!("the {key} has no value: expected {key}=..."));
            }
            if words.0.insert(key, value).is_some() {
                return Err(format!("the {key} is given twice"));
            }
        }
        Ok(words)
    }

    fn recipe(&self) -> Result<Recipe, String> {
        let recipe = match self.get("family") {
            None => {
                let dominoes = Some(self.number("dominoes")?);
                let (set, shape) = (self.parsed("set")?, self.parsed("shape")?);
                SetRecipe::new(set, dominoes, shape, self.number("seed")?).map(Recipe::Set)
            }
            Some(_) => {
                let family: Family = self.parsed("family")?;
                let mut params = Vec::new();
                for &(param, _) in family.info().params {
                    if let Some(word) = self.get(param.name()) {
                        let value = param.read(word);
                        let value = value.map_err(|problem| format!("{param}: {problem}"))?;
                        params.push((param, value));
                    }
                }
                let (size, seed) = (self.number("size")?, self.number("seed")?);
                FamilyRecipe::new(family, size, seed, params).map(Recipe::Family)
            }
        };
        recipe.map_err(|problem| problem.to_string())
    }

    /// The keys that a recipe of this kind must have.
    fn expected(&self) -> &'static [&'static str] {
        match self.get("family") {
            None => &OF_A_SET,
            Some(_) => &OF_A_FAMILY,
        }
    }

    fn get(&self, key: &str) -> Option<&'t str> {
        self.0.get(key).copied()
    }

    fn word(&self, key: &str) -> Result<&'t str, String> {
        self.get(key).ok_or_else(|| {
            let keys = self.expected().join(", ");
            format!("the {key} is missing: expected {keys}")
        })
    }

    fn parsed<T: FromStr<Err: Display>>(&self, key: &str) -> Result<T, String> {
        let word = self.word(key)?;
        word.parse().map_err(|problem: T::Err| problem.to_string())
    }

    fn number<T: FromStr>(&self, key: &str) -> Result<T, String> {
        let text = self.word(key)?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number.ok_or_else(|| format!("the {key} is `{text}`: expected a whole number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{self, Format};
    use crate::puzzle::recipe::Param;
    use crate::puzzle::{PuzzleDraft, Shape};

    #[test]
    fn the_recipe_of_a_family_round_trips() {
        let params = [
            (Param::Unique, 1),
            (Param::Shape, Shape::Islands as u32),
            (Param::Tightness, 80),
        ];
        let recipe = FamilyRecipe::new(Family::Full, 6, u64::MAX, params).expect("a recipe");
        let puzzle = Puzzle::new(PuzzleDraft::grid([(0, 0), (0, 1)]).domino(1, 2));
        let puzzle = puzzle.expect("a puzzle").with_recipe(recipe);
        for format in Format::WRITTEN {
            let text = formats::write(&puzzle, format).expect("a grid");
            let read = |text: &str| {
                formats::read(text.as_bytes(), None)
                    .and_then(|mut document| document.entries.remove(0).puzzle)
                    .map(|puzzle| puzzle.recipe())
                    .map_err(|problem| problem.to_string())
            };
            assert_eq!(read(&text), Ok(Some(recipe.into())), "{format}");
            let changed = |from: &str, to: &str| {
                assert!(text.contains(from), "{text}");
                read(&text.replacen(from, to, 1))
            };
            assert!(text.contains("unique=yes shape=islands tightness=80 seed="));
            assert_eq!(changed("unique=yes ", ""), Ok(None));
            // Another version of the generator makes another puzzle for the same words.
            assert_eq!(changed("generator=2", "generator=1"), Ok(None));
            for (from, to, part) in [
                (
                    "tightness=80",
                    "tightness=x",
                    "tightness: `x` is not a whole number",
                ),
                ("unique=yes", "unique=1", "unique: `1` is not yes or no"),
                ("size=6", "size=100", "there is no puzzle of size 100"),
                (
                    "size=6",
                    "size=5000000000",
                    "the size is `5000000000`: expected a whole number",
                ),
                (
                    "size=6 ",
                    "",
                    "the size is missing: expected generator, family, size",
                ),
                ("family=full", "family=ful", "did you mean `full`?"),
            ] {
                let problem = changed(from, to).expect_err("a mistake");
                assert!(problem.contains(part), "{problem}");
            }
        }
    }
}
