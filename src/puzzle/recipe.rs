//! Recipes of generated puzzles.
//!
//! A [`Recipe`] is everything that determines a generated puzzle: a [family](Family), its size and
//! parameters, and a seed. Every format stores it as one line of `key=value` words with a checksum of the
//! recipe and the puzzle. A puzzle keeps its recipe only while the checksum is right: an edited puzzle has
//! neither a seed nor a status.

mod family;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::Puzzle;
use super::digest::{canonical_text, digest};
pub use family::{
    Cut, Family, FamilyInfo, Level, Param, ParamChoices, RecipeStatus, Shape, Shortage,
};

/// The parameters that, with the version of the generator, determine a generated puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    pub(crate) family: Family,
    pub(crate) size: u32,
    pub(crate) seed: u64,
    /// The value of each parameter; 0 for parameters of other families.
    values: [u32; Param::ALL.len()],
}

/// Why a recipe is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RecipeError(String);

impl Recipe {
    /// A recipe with a size in the unit [`FamilyInfo::size_means`]. Missing parameters have their default values.
    pub fn new(
        family: Family,
        size: u32,
        seed: u64,
        params: impl IntoIterator<Item = (Param, u32)>,
    ) -> Result<Self, RecipeError> {
        let info = family.info();
        let mut values = [0; Param::ALL.len()];
        for &(param, default) in info.params {
            values[param as usize] = default;
        }
        for (param, value) in params {
            if !info.params.iter().any(|(other, _)| *other == param) {
                return Err(RecipeError(format!(
                    "the family {family} has no parameter `{param}`; {}",
                    family.params_in_words()
                )));
            }
            if !param.has(value) {
                let expected = param.choices();
                let problem = format!("{param} is {value}: expected {expected}");
                return Err(RecipeError(problem));
            }
            values[param as usize] = value;
        }
        let (least, most) = info.sizes.clone().into_inner();
        if !info.sizes.contains(&size) {
            return Err(RecipeError(format!(
                "there is no puzzle of size {size} in the family {family}: expected {least} to {most} ({})",
                info.size_means
            )));
        }
        let mut recipe = Recipe {
            family,
            size,
            seed,
            values,
        };
        if let Some(level) = recipe.level() {
            let (least, most) = level.sizes().into_inner();
            if !level.sizes().contains(&size) {
                return Err(RecipeError(format!(
                    "puzzles of level {level} are made with {least} to {most} dominoes, not with {size}"
                )));
            }
            // A level implies one solution: both spellings are the same recipe.
            recipe.values[Param::Unique as usize] = 0;
        }
        Ok(recipe)
    }

    /// The seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The recipe with another seed.
    pub fn with_seed(self, seed: u64) -> Self {
        Recipe { seed, ..self }
    }

    /// The value of a parameter.
    pub fn get(&self, param: Param) -> u32 {
        self.values[param as usize]
    }

    /// Whether a flag is set.
    pub fn is(&self, param: Param) -> bool {
        self.get(param) == 1
    }

    /// The value of [`Param::Level`]; `None` for `any`.
    pub fn level(&self) -> Option<Level> {
        let at = self.get(Param::Level).checked_sub(1)?;
        Some(Level::ALL[at as usize])
    }

    /// The outline of the board.
    pub fn shape(&self) -> Shape {
        Shape::ALL[self.get(Param::Shape) as usize]
    }

    /// The cells that are cut from the square.
    pub fn cut(&self) -> Cut {
        Cut::ALL[self.get(Param::Cut) as usize]
    }

    /// The resource that the dominoes lack.
    pub fn shortage(&self) -> Shortage {
        Shortage::ALL[self.get(Param::Ask) as usize]
    }

    /// What is known of the puzzle's solutions by construction.
    pub fn status(&self) -> RecipeStatus {
        if self.is(Param::Unique) || self.level().is_some() {
            RecipeStatus::Unique
        } else if self.is(Param::Planted) {
            RecipeStatus::Satisfiable
        } else {
            self.family.info().status
        }
    }

    /// The parameters whose values are not the defaults.
    fn changed(&self) -> impl Iterator<Item = (Param, u32)> {
        let params = self.family.info().params.iter();
        params
            .filter(|&&(param, default)| self.get(param) != default)
            .map(|&(param, _)| (param, self.get(param)))
    }

    /// The parameters whose values are not the defaults, in words: `unique`, `tightness 80`.
    fn changed_words(&self) -> impl Iterator<Item = String> {
        self.changed().map(|(param, value)| match param.choices() {
            ParamChoices::Flag => param.to_string(),
            ParamChoices::Number(..) | ParamChoices::Words(_) => {
                format!("{param} {}", param.spell(value))
            }
        })
    }

    /// A file name for the puzzle: `full-6-1`, `newspaper-14-level-hard-1`.
    pub fn name(&self) -> String {
        let mut name = format!("{}-{}", self.family, self.size);
        for param in self.changed_words() {
            name += &format!("-{}", param.replace(' ', "-"));
        }
        format!("{name}-{}", self.seed)
    }

    /// The recipe in one line, without generator and checksum: `family=mutilated size=16 seed=1`.
    pub fn words(&self) -> String {
        let mut words = format!("family={} size={}", self.family, self.size);
        for (param, value) in self.changed() {
            words += &format!(" {param}={}", param.spell(value));
        }
        format!("{words} seed={}", self.seed)
    }

    /// A digest of the recipe and of the puzzle's definition: `fnv-00c0ffee00c0ffee`. It detects edits,
    /// not forgery.
    pub fn checksum(&self, puzzle: &Puzzle) -> String {
        let generator = self.family.info().generator;
        let words = self.words().replace('=', " ");
        let text = format!("generator {generator} {words}\n{}", canonical_text(puzzle));
        format!("fnv-{}", digest(&text))
    }
}

/// `full, size 6, tightness 80, seed 1`: the title of the puzzle.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, size {}, ", self.family, self.size)?;
        for param in self.changed_words() {
            write!(f, "{param}, ")?;
        }
        write!(f, "seed {}", self.seed)
    }
}

impl Recipe {
    /// Reads the line of [`Puzzle::recipe_line`]. Returns `None` if the checksum is not that of the puzzle, and for
    /// another version of the generator, whose recipes cannot be checked.
    pub(super) fn checked(line: &str, puzzle: &Puzzle) -> Result<Option<Recipe>, String> {
        let words = RecipeWords::read(line)?;
        let generator: u64 = words.number("generator")?;
        if generator != u64::from(words.family()?.info().generator) {
            return Ok(None);
        }
        let recipe = words.recipe()?;
        let is_right = words.get("checksum")? == recipe.checksum(puzzle);
        Ok(is_right.then_some(recipe))
    }
}

/// Reads [`Recipe::words`].
impl FromStr for Recipe {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        RecipeWords::read(words)?.recipe()
    }
}

/// The `key=value` words of a recipe.
struct RecipeWords<'t>(BTreeMap<&'t str, &'t str>);

impl<'t> RecipeWords<'t> {
    fn read(line: &'t str) -> Result<Self, String> {
        let mut words = BTreeMap::new();
        for word in line.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if value.is_empty() {
                return Err(format!("the {key} has no value: expected {key}=..."));
            }
            if words.insert(key, value).is_some() {
                return Err(format!("the {key} is given twice"));
            }
        }
        Ok(RecipeWords(words))
    }

    fn recipe(&self) -> Result<Recipe, String> {
        let family = self.family()?;
        let mut params = Vec::new();
        for &(param, _) in family.info().params {
            if let Some(word) = self.0.get(param.name()) {
                let value = param.read(word);
                params.push((
                    param,
                    value.map_err(|problem| format!("{param}: {problem}"))?,
                ));
            }
        }
        let (size, seed) = (self.number("size")?, self.number("seed")?);
        Recipe::new(family, size, seed, params).map_err(|problem| problem.to_string())
    }

    fn family(&self) -> Result<Family, String> {
        let name = self.get("family")?;
        name.parse().map_err(|unknown| format!("{unknown}"))
    }

    fn get(&self, key: &str) -> Result<&'t str, String> {
        let value = self.0.get(key).copied();
        value.ok_or_else(|| {
            format!("the {key} is missing: expected generator, family, size, seed, checksum")
        })
    }

    fn number<T: FromStr>(&self, key: &str) -> Result<T, String> {
        let text = self.get(key)?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number.ok_or_else(|| format!("the {key} is `{text}`: expected a whole number"))
    }
}

impl Puzzle {
    /// The recipe of a generated puzzle; `None` if the puzzle was edited.
    pub fn recipe(&self) -> Option<Recipe> {
        self.recipe
    }

    /// The recipe in one line, with the version of the generator and the checksum:
    /// `generator=2 family=full size=6 seed=1 checksum=fnv-00c0ffee00c0ffee`.
    pub(crate) fn recipe_line(&self) -> Option<String> {
        let recipe = self.recipe?;
        let generator = recipe.family.info().generator;
        let (words, checksum) = (recipe.words(), recipe.checksum(self));
        Some(format!("generator={generator} {words} checksum={checksum}"))
    }

    /// The puzzle with its recipe and with the recipe as its title.
    pub(crate) fn with_recipe(mut self, recipe: Recipe) -> Puzzle {
        self.title = Some(recipe.to_string().into());
        self.recipe = Some(recipe);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{self, Format};
    use crate::puzzle::{CellId, PuzzleDraft, Rule};

    fn recipe(words: &str) -> Recipe {
        words.parse().expect("a recipe")
    }

    fn draft(rule: Rule) -> PuzzleDraft {
        let cells = [(0, 0), (0, 1)];
        PuzzleDraft::grid(cells).domino(1, 2).region(rule, cells)
    }

    #[test]
    fn a_recipe_lists_the_parameters_that_are_not_defaults() {
        let unique = recipe("family=newspaper size=14 unique=yes seed=7");
        assert_eq!(unique.name(), "newspaper-14-unique-7");
        assert_eq!(unique.to_string(), "newspaper, size 14, unique, seed 7");
        assert_eq!(unique.status(), RecipeStatus::Unique);
        // A puzzle of a level has one solution, with and without `unique`.
        let hard = recipe("family=newspaper size=14 level=hard seed=7");
        assert_eq!(hard.name(), "newspaper-14-level-hard-7");
        assert_eq!(hard.status(), RecipeStatus::Unique);
        assert_eq!(
            recipe("family=newspaper size=14 unique=yes level=hard seed=7"),
            hard
        );
        let default = recipe("family=full size=6 tightness=50 seed=1");
        assert_eq!(default.name(), "full-6-1");
    }

    #[test]
    fn sizes_and_parameters_that_a_family_does_not_have_are_refused() {
        let problem = |family, size, params: &[(Param, u32)]| {
            let recipe = Recipe::new(family, size, 1, params.iter().copied());
            recipe.expect_err("no such puzzle").to_string()
        };
        let newspaper = Family::Newspaper;
        assert_eq!(
            problem(newspaper, 29, &[]),
            "there is no puzzle of size 29 in the family newspaper: expected 1 to 28 (the number of \
             dominoes)"
        );
        assert_eq!(
            problem(newspaper, 6, &[(Param::Tightness, 5)]),
            "the family newspaper has no parameter `tightness`; its parameters are unique and level"
        );
        assert_eq!(
            problem(newspaper, 6, &[(Param::Level, 5)]),
            "level is 5: expected any, easy, medium, hard or expert"
        );
        assert_eq!(
            problem(Family::Counting, 4, &[(Param::Tightness, 101)]),
            "tightness is 101: expected a whole number from 0 to 100"
        );
    }

    #[test]
    fn definitions_are_complete() {
        for family in Family::ALL {
            let info = family.info();
            assert!(info.about.ends_with('.'), "{family}");
            for (param, default) in info.params {
                assert!(param.has(*default), "{family} {param}");
            }
            let recipe = Recipe::new(family, *info.sizes.end(), 1, []).expect("a recipe");
            assert_eq!(recipe.status(), info.status);
        }
        for (place, param) in Param::ALL.into_iter().enumerate() {
            assert_eq!(param as usize, place, "{param}");
            for value in (0..200).filter(|&value| param.has(value)) {
                assert_eq!(param.read(&param.spell(value)), Ok(value), "{param}");
            }
            for word in ["", "+1", "x", "999999999999"] {
                assert!(param.read(word).is_err(), "{param} {word}");
            }
        }
        for (level, size) in Level::ALL.into_iter().zip([5, 11, 11, 11]) {
            let named = recipe(&format!(
                "family=newspaper size={size} level={level} seed=1"
            ));
            let numbered = Recipe::new(Family::Newspaper, size, 1, [level.param()]);
            assert_eq!(numbered, Ok(named));
            assert_eq!(named.level(), Some(level));
        }
    }

    #[test]
    fn a_changed_puzzle_loses_its_recipe() {
        let own = recipe("family=full size=0 seed=5");
        let puzzle = Puzzle::new(draft(Rule::Unequal)).expect("a puzzle");
        // Another checksum would invalidate the recipes of all stored puzzles.
        assert_eq!(own.checksum(&puzzle), "fnv-4f613899e681bd06");
        let made = puzzle.with_recipe(own);
        let line = made.recipe_line().expect("a recipe");
        let recipe_of = |rule| {
            let draft = PuzzleDraft {
                recipe: Some(line.clone()),
                ..draft(rule)
            };
            Puzzle::new(draft).expect("a puzzle").recipe()
        };
        assert_eq!(recipe_of(Rule::Unequal), Some(own));
        for other in [Rule::Empty, Rule::Equal, Rule::less(9)] {
            assert_eq!(recipe_of(other), None);
        }
        assert_eq!(made.with_rules_of(|_| true).recipe(), Some(own));
        assert_eq!(made.with_rules_of(|_| false).recipe(), None);
        let pinned = |pins: &[_]| made.clone().pinned(pins.iter().copied());
        assert_eq!(pinned(&[]).expect("cells").recipe(), Some(own));
        assert_eq!(pinned(&[(CellId(0), 1)]).expect("a cell").recipe(), None);
    }

    #[test]
    fn recipes_in_files_are_read_or_refused() {
        let own = recipe(
            "family=full size=6 unique=yes shape=islands tightness=80 seed=18446744073709551615",
        );
        let puzzle = Puzzle::new(draft(Rule::Unequal)).expect("a puzzle");
        let puzzle = puzzle.with_recipe(own);
        for format in Format::WRITTEN {
            let text = formats::write(&puzzle, format).expect("a grid");
            let read = |text: &str| {
                formats::read(text.as_bytes(), None)
                    .and_then(|mut document| document.entries.remove(0).puzzle)
                    .map(|puzzle| puzzle.recipe())
                    .map_err(|problem| problem.to_string())
            };
            assert_eq!(read(&text), Ok(Some(own)), "{format}");
            assert!(text.contains("unique=yes shape=islands tightness=80 seed="));
            for (from, to, expected) in [
                // White space and unknown keys are ignored.
                ("size=6", "  size=6  more=7", Ok(Some(own))),
                ("size=6", "size=5", Ok(None)),
                ("unique=yes ", "", Ok(None)),
                // Another version of the generator makes another puzzle for the same words.
                ("generator=2", "generator=1", Ok(None)),
                ("checksum=fnv-", "checksum=fnv-0", Ok(None)),
                (
                    "tightness=80",
                    "tightness=x",
                    Err("tightness: `x` is not a whole number"),
                ),
                (
                    "unique=yes",
                    "unique=1",
                    Err("unique: `1` is not yes or no"),
                ),
                (
                    "shape=islands",
                    "shape=island",
                    Err("did you mean `islands`?"),
                ),
                ("size=6", "size=100", Err("there is no puzzle of size 100")),
                (
                    "size=6",
                    "size=-6",
                    Err("the size is `-6`: expected a whole number"),
                ),
                (
                    "size=6",
                    "size=5000000000",
                    Err("the size is `5000000000`: expected a whole number"),
                ),
                (
                    "size=6",
                    "size",
                    Err("the size has no value: expected size=..."),
                ),
                ("size=6", "size=6 size=6", Err("the size is given twice")),
                (
                    "size=6 ",
                    "",
                    Err("the size is missing: expected generator, family, size"),
                ),
                ("family=full", "family=ful", Err("did you mean `full`?")),
            ] {
                assert!(text.contains(from), "{text}");
                match (read(&text.replacen(from, to, 1)), expected) {
                    (Err(problem), Err(part)) => {
                        let place = match format {
                            Format::Text => "line 2, column 1: not a recipe: ",
                            _ => "recipe (line 3, column 13): not a recipe: ",
                        };
                        assert!(problem.starts_with(place), "{problem}");
                        assert!(problem.contains(part), "{problem}");
                    }
                    (found, Ok(expected)) => assert_eq!(found, Ok(expected), "{from} to {to}"),
                    (found, expected) => panic!("{from} to {to}: {found:?}, not {expected:?}"),
                }
            }
        }
    }
}
