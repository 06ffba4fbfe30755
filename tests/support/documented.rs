//! Checks JSON against the types in `docs/json.md`, which are written in TypeScript: unions,
//! intersections, object and tuple types, arrays, literals and names.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

const PAGE: &str = include_str!("../../docs/json.md");

#[derive(Debug, Clone)]
enum TsType {
    String,
    Number,
    Boolean,
    Literal(Value),
    Array(Box<TsType>),
    Tuple(Vec<TsType>),
    Object(Vec<TsField>),
    Union(Vec<TsType>),
    Intersection(Vec<TsType>),
    Named(String),
}

/// A field of an object, or the type of all fields that are not named.
#[derive(Debug, Clone)]
enum TsField {
    Named {
        name: String,
        optional: bool,
        value: TsType,
    },
    Index(TsType),
}

static TYPES: LazyLock<BTreeMap<String, TsType>> = LazyLock::new(|| {
    let blocks = PAGE.split("```ts\n").skip(1);
    let text: String = blocks
        .filter_map(|block| block.split("```").next())
        .collect();
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut parser = TypeParser { rest: &text };
    let mut types = BTreeMap::new();
    while parser.take("type") {
        let name = parser.word();
        parser.expect("=");
        let _ = types.insert(name, parser.union());
        parser.expect(";");
    }
    assert_eq!(parser.rest.trim(), "", "docs/json.md");
    types
});

struct TypeParser<'t> {
    rest: &'t str,
}

impl TypeParser<'_> {
    fn take(&mut self, token: &str) -> bool {
        let after = self.rest.trim_start().strip_prefix(token);
        if let Some(rest) = after {
            self.rest = rest;
        }
        after.is_some()
    }

    fn expect(&mut self, token: &str) {
        let near: String = self.rest.chars().take(60).collect();
        assert!(
            self.take(token),
            "docs/json.md: expected `{token}` at `{near}`"
        );
    }

    fn word(&mut self) -> String {
        let text = self.rest.trim_start();
        let is_part = |char: char| char.is_alphanumeric() || char == '_';
        let end = text.find(|char| !is_part(char)).unwrap_or(text.len());
        self.rest = &text[end..];
        text[..end].to_owned()
    }

    fn union(&mut self) -> TsType {
        let _ = self.take("|");
        let mut types = vec![self.intersection()];
        while self.take("|") {
            types.push(self.intersection());
        }
        TsType::Union(types)
    }

    fn intersection(&mut self) -> TsType {
        let mut types = vec![self.array()];
        while self.take("&") {
            types.push(self.array());
        }
        match types.len() {
            1 => types.remove(0),
            _ => TsType::Intersection(types),
        }
    }

    fn array(&mut self) -> TsType {
        let mut one = self.one();
        while self.take("[]") {
            one = TsType::Array(Box::new(one));
        }
        one
    }

    fn one(&mut self) -> TsType {
        if self.take("(") {
            let inner = self.union();
            self.expect(")");
            return inner;
        }
        if self.take("[") {
            let mut types = vec![self.union()];
            while self.take(",") {
                types.push(self.union());
            }
            self.expect("]");
            return TsType::Tuple(types);
        }
        if self.take("{") {
            return self.object();
        }
        if self.take("\"") {
            let (text, rest) = self.rest.split_once('"').expect("a quote");
            let literal = TsType::Literal(text.into());
            self.rest = rest;
            return literal;
        }
        match self.word().as_str() {
            "string" => TsType::String,
            "number" => TsType::Number,
            "boolean" => TsType::Boolean,
            "null" => TsType::Literal(Value::Null),
            "true" => TsType::Literal(true.into()),
            word => match word.parse::<u64>() {
                Ok(number) => TsType::Literal(number.into()),
                Err(_) => TsType::Named(word.to_owned()),
            },
        }
    }

    fn object(&mut self) -> TsType {
        let mut fields = Vec::new();
        while !self.take("}") {
            if self.take("[") {
                let _ = self.word();
                for token in [":", "string", "]", ":"] {
                    self.expect(token);
                }
                fields.push(TsField::Index(self.union()));
            } else {
                let name = self.word();
                let optional = self.take("?");
                self.expect(":");
                let value = self.union();
                fields.push(TsField::Named {
                    name,
                    optional,
                    value,
                });
            }
            let _ = self.take(",");
        }
        TsType::Object(fields)
    }
}

impl TsType {
    /// The fields of an object type, with those of intersections merged, for each alternative of a
    /// union.
    fn objects(&self) -> Vec<Vec<TsField>> {
        match self {
            TsType::Object(fields) => vec![fields.clone()],
            TsType::Union(types) => types.iter().flat_map(TsType::objects).collect(),
            TsType::Named(name) => named(name).objects(),
            TsType::Intersection(types) => types.iter().fold(vec![Vec::new()], |ways, one| {
                let ways = ways.iter().flat_map(|way| {
                    let more = one.objects().into_iter();
                    more.map(|fields| way.iter().cloned().chain(fields).collect())
                });
                ways.collect()
            }),
            _ => Vec::new(),
        }
    }

    /// The first type error of a value, if any.
    fn fault(&self, value: &Value, path: &str) -> Option<String> {
        let is = |holds: bool| (!holds).then(|| format!("{path}: {value} is not {self:?}"));
        match self {
            TsType::String => is(value.is_string()),
            TsType::Number => is(value.is_number()),
            TsType::Boolean => is(value.is_boolean()),
            TsType::Literal(literal) => is(value == literal),
            TsType::Named(name) => named(name).fault(value, path),
            TsType::Array(of) => match value {
                Value::Array(items) => {
                    let mut items = items.iter().enumerate();
                    items.find_map(|(at, item)| of.fault(item, &format!("{path}[{at}]")))
                }
                _ => is(false),
            },
            TsType::Tuple(types) => match value {
                Value::Array(items) if items.len() == types.len() => {
                    let mut both = types.iter().zip(items);
                    both.find_map(|(one, item)| one.fault(item, path))
                }
                _ => is(false),
            },
            TsType::Object(fields) => object_fault(fields, value, path),
            TsType::Union(types) => {
                let faults: Option<Vec<String>> =
                    types.iter().map(|one| one.fault(value, path)).collect();
                // The alternative with the longest path is the intended one.
                faults?
                    .into_iter()
                    .max_by_key(|fault| fault.find(": ").unwrap_or(0))
            }
            TsType::Intersection(_) => {
                let ways = self.objects();
                let faults: Option<Vec<String>> = ways
                    .iter()
                    .map(|fields| object_fault(fields, value, path))
                    .collect();
                faults?
                    .into_iter()
                    .max_by_key(|fault| fault.find(": ").unwrap_or(0))
            }
        }
    }
}

fn object_fault(fields: &[TsField], value: &Value, path: &str) -> Option<String> {
    let Value::Object(object) = value else {
        return Some(format!("{path}: {value} is not an object"));
    };
    let of = |key: &str| {
        let named = fields.iter().find_map(|field| match field {
            TsField::Named { name, value, .. } if name == key => Some(value),
            _ => None,
        });
        let index = fields.iter().find_map(|field| match field {
            TsField::Index(value) => Some(value),
            TsField::Named { .. } => None,
        });
        named.or(index)
    };
    let mut present = object.iter();
    let wrong = present.find_map(|(key, value)| match of(key) {
        Some(one) => one.fault(value, &format!("{path}.{key}")),
        None => Some(format!("{path}.{key}: not documented")),
    });
    let mut required = fields.iter();
    wrong.or_else(|| {
        required.find_map(|field| match field {
            TsField::Named {
                name,
                optional: false,
                ..
            } if !object.contains_key(name) => Some(format!("{path}.{name}: missing")),
            _ => None,
        })
    })
}

fn named(name: &str) -> &'static TsType {
    TYPES
        .get(name)
        .unwrap_or_else(|| panic!("docs/json.md has no type {name}"))
}

/// Asserts that a value has the named type.
#[track_caller]
pub(crate) fn assert_documented(name: &str, value: &Value) {
    if let Some(fault) = named(name).fault(value, name) {
        panic!("docs/json.md: {fault}");
    }
}
