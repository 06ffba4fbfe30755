//! The recipe of a generated puzzle, as every format holds it: an object in JSON, a header in text,
//! with the same keys.

use std::fmt;

use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::nearest::{UnknownName, nearest};
use crate::puzzle::recipe::{Choices, Family, FamilyRecipe, Param, RecipeError};
use crate::puzzle::set::UnknownSet;
use crate::puzzle::{Puzzle, Recipe, SealedRecipe, SetRecipe};
use std::collections::BTreeMap;

/// What the recipe of a laid set says.
const OF_A_SET: [&str; 6] = ["generator", "set", "dominoes", "shape", "seed", "seal"];

/// What the recipe of a family's puzzle says, beside its params.
const OF_A_FAMILY: [&str; 5] = ["generator", "family", "size", "seed", "seal"];

/// How the value of a key is written in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Word,
    Flag,
}

/// The key as it is called here, and the kind of its value; none for what is no key of ours.
fn known(key: &str) -> Option<(&'static str, Kind)> {
    let mut fields = OF_A_SET.into_iter().chain(OF_A_FAMILY);
    if let Some(field) = fields.find(|field| *field == key) {
        let is_number = ["generator", "dominoes", "size", "seed"].contains(&field);
        return Some((field, if is_number { Kind::Number } else { Kind::Word }));
    }
    let param = Param::named(key)?;
    let kind = match param.choices() {
        Choices::Flag => Kind::Flag,
        Choices::Number(..) => Kind::Number,
        Choices::Words(_) => Kind::Word,
    };
    Some((param.name(), kind))
}

/// The newest generator that this version of the program has.
fn newest() -> u32 {
    let families = Family::ALL.into_iter().map(Family::generator);
    families.fold(SetRecipe::GENERATOR, u32::max)
}

/// A recipe without generator and seal, as lists of recipes have it: `family=mutilated size=16 seed=1`.
#[cfg(feature = "bundle")]
pub(crate) fn read_recipe(words: &str) -> Result<Recipe, String> {
    RecipeText::read_words(&format!("generator=any {words} seal=none"))?.recipe()
}

/// A recipe with its seal, as a text gives it: values in words by their keys, in the order in which
/// they are written.
#[derive(Debug, Default)]
pub(super) struct RecipeText {
    fields: Vec<(&'static str, String)>,
}

impl RecipeText {
    /// The recipe of a puzzle that has one.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        let recipe = puzzle.recipe()?;
        let mut fields = vec![("generator", recipe.generator().to_string())];
        fields.extend(recipe.fields());
        fields.push(("seal", recipe.seal(puzzle)));
        Some(RecipeText { fields })
    }

    /// What it says to this version of the program, or what is wrong with it. Another generator's
    /// recipe says nothing: whether it is true cannot be known.
    pub(super) fn understood(self) -> Result<Option<SealedRecipe>, String> {
        let generator = self.number("generator")?;
        let family = self.get("family").map(str::parse::<Family>);
        let ours = match family {
            None => SetRecipe::GENERATOR,
            Some(Ok(family)) => family.generator(),
            // Which generator made its puzzles cannot be known.
            Some(Err(_)) if generator > u64::from(newest()) => return Ok(None),
            Some(Err(unknown)) => return Err(unknown.to_string()),
        };
        if generator != u64::from(ours) {
            return Ok(None);
        }
        let recipe = self.recipe()?;
        let seal = self.word("seal")?.to_owned();
        Ok(Some(SealedRecipe { recipe, seal }))
    }

    /// The recipe alone.
    fn recipe(&self) -> Result<Recipe, String> {
        match self.get("family") {
            None => self.of_a_set(),
            Some(_) => self.of_a_family(),
        }
    }

    fn of_a_set(&self) -> Result<Recipe, String> {
        let set = self.word("set")?;
        let set = set
            .parse()
            .map_err(|unknown: UnknownSet| unknown.to_string())?;
        let shape = self.word("shape")?;
        let shape = shape
            .parse()
            .map_err(|unknown: UnknownName| unknown.to_string())?;
        let dominoes = u32::try_from(self.number("dominoes")?).unwrap_or(u32::MAX);
        let recipe = SetRecipe::new(set, Some(dominoes), shape, self.number("seed")?);
        recipe
            .map(Recipe::Set)
            .map_err(|problem| problem.to_string())
    }

    fn of_a_family(&self) -> Result<Recipe, String> {
        let family = self.word("family")?;
        let family: Family = family
            .parse()
            .map_err(|unknown: UnknownName| unknown.to_string())?;
        let mut turned = Vec::new();
        for &(param, _) in family.params() {
            if let Some(word) = self.get(param.name()) {
                let value = param.read(word);
                turned.push((
                    param,
                    value.map_err(|problem| format!("{param}: {problem}"))?,
                ));
            }
        }
        let asked = self.number("size")?;
        let seed = self.number("seed")?;
        u32::try_from(asked)
            .map_err(|_| RecipeError::Size { asked, family })
            .and_then(|size| FamilyRecipe::new(family, size, turned, seed))
            .map(Recipe::Family)
            .map_err(|problem| problem.to_string())
    }

    /// `generator=1 set=double-6 dominoes=28 shape=blob seed=7 seal=fnv-00c0ffee00c0ffee`.
    pub(super) fn words(&self) -> String {
        let fields = self.fields.iter();
        let words: Vec<String> = fields
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        words.join(" ")
    }

    /// Reads what [`RecipeText::words`] writes.
    pub(super) fn read_words(words: &str) -> Result<Self, String> {
        let mut given: BTreeMap<&str, &str> = BTreeMap::new();
        for word in words.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if given.insert(key, value).is_some() && known(key).is_some() {
                return Err(format!("the {key} is there twice"));
            }
        }
        let mut read = RecipeText::default();
        for (key, value) in &given {
            match known(key) {
                Some((key, _)) if value.is_empty() => {
                    return Err(format!("the {key} has no value: expected {key}=..."));
                }
                Some((key, _)) => read.fields.push((key, (*value).to_owned())),
                None => {}
            }
        }
        // What is no key of ours says nothing, unless one is missing that it looks like.
        let others: Vec<&str> = given
            .keys()
            .copied()
            .filter(|key| known(key).is_none())
            .collect();
        for key in read.expected() {
            if read.get(key).is_none()
                && let Some(other) = nearest(key, others.iter().copied())
            {
                return Err(format!("the {key} is missing; is it what `{other}` gives?"));
            }
        }
        Ok(read)
    }

    /// What a recipe of its kind says.
    fn expected(&self) -> &'static [&'static str] {
        match self.get("family") {
            None => &OF_A_SET,
            Some(_) => &OF_A_FAMILY,
        }
    }

    fn get(&self, key: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        fields
            .find(|(other, _)| *other == key)
            .map(|(_, value)| value.as_str())
    }

    fn word(&self, key: &str) -> Result<&str, String> {
        self.get(key).ok_or_else(|| {
            let [start @ .., last] = self.expected() else {
                unreachable!("a recipe says something")
            };
            let start = start.join(", ");
            format!("the {key} is missing: expected {start} and {last}")
        })
    }

    fn number(&self, key: &str) -> Result<u64, String> {
        let text = self.word(key)?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|_| digits).ok_or_else(|| {
            format!(
                "the {key} is `{text}`: expected a whole number from 0 to {}",
                u64::MAX
            )
        })
    }
}

impl Serialize for RecipeText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.fields.len()))?;
        for (key, value) in &self.fields {
            let number = value.parse::<u64>();
            match (known(key).map(|(_, kind)| kind), number) {
                (Some(Kind::Number), Ok(number)) => object.serialize_entry(key, &number)?,
                (Some(Kind::Flag), _) => object.serialize_entry(key, &(value == "yes"))?,
                (Some(Kind::Number | Kind::Word) | None, _) => {
                    object.serialize_entry(key, value)?
                }
            }
        }
        object.end()
    }
}

impl<'de> Deserialize<'de> for RecipeText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = RecipeText;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let [start @ .., last] = OF_A_SET;
                write!(
                    f,
                    "a recipe, an object with {} and {last}",
                    start.join(", ")
                )
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<RecipeText, A::Error> {
                let mut read = RecipeText::default();
                while let Some(key) = object.next_key::<String>()? {
                    let Some((key, kind)) = known(&key) else {
                        let _: IgnoredAny = object.next_value()?;
                        continue;
                    };
                    if read.get(key).is_some() {
                        return Err(A::Error::duplicate_field(key));
                    }
                    let value = match kind {
                        Kind::Number => object.next_value::<u64>()?.to_string(),
                        Kind::Word => object.next_value::<String>()?,
                        Kind::Flag if object.next_value::<bool>()? => "yes".into(),
                        Kind::Flag => "no".into(),
                    };
                    read.fields.push((key, value));
                }
                Ok(read)
            }
        }

        deserializer.deserialize_map(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{self, Format};
    use crate::puzzle::{Cell, Domino, PuzzleDraft};

    #[test]
    fn a_familys_recipe_is_read_as_it_is_written() {
        let turned = [
            (Param::Unique, 1),
            (Param::Tightness, 80),
            (Param::Shape, 2),
        ];
        let recipe = FamilyRecipe::new(Family::Full, 6, turned, u64::MAX).expect("a recipe");
        let puzzle = Puzzle::new(PuzzleDraft {
            cells: vec![Cell::on_grid(0, 0), Cell::on_grid(0, 1)],
            dominoes: vec![Domino::new(1, 2)],
            ..PuzzleDraft::default()
        });
        let puzzle = puzzle.expect("a puzzle").made_from(recipe);
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
            if format == Format::Text {
                assert!(text.contains("unique=yes shape=islands tightness=80 seed="));
                assert_eq!(changed("unique=yes ", ""), Ok(None));
                // What an older generator made is not what this one would make of the same words.
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
                        "size=6 ",
                        "",
                        "the size is missing: expected generator, family, size",
                    ),
                    ("family=full", "family=ful", "did you mean `full`?"),
                ] {
                    let problem = changed(from, to).expect_err("a mistake");
                    assert!(problem.contains(part), "{problem}");
                }
            } else {
                assert_eq!(changed("\"unique\": true, ", ""), Ok(None));
                assert_eq!(changed("\"generator\": 2", "\"generator\": 1"), Ok(None));
                let problem = changed("\"unique\": true", "\"unique\": 1").expect_err("a mistake");
                assert!(problem.contains("recipe.unique"), "{problem}");
                let problem =
                    changed("\"size\": 6", "\"size\": 5000000000").expect_err("a mistake");
                assert!(problem.contains("of size 5000000000"), "{problem}");
            }
        }
    }
}
