//! Small ordered sets and maps: sorted vectors.
//!
//! A tree of the standard library is better where there are very many things, and is far more code, once for each type.
//! What is kept here is mostly a handful of things, and some thousand at most.

use std::slice;
use std::vec;

/// A set, in order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<T>(Vec<T>);

/// A map, in the order of its keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map<K, V>(Vec<(K, V)>);

impl<T> Default for Set<T> {
    fn default() -> Self {
        Set(Vec::new())
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map(Vec::new())
    }
}

impl<T: Ord> Set<T> {
    /// An empty set.
    pub fn new() -> Self {
        Set::default()
    }

    /// Adds a thing; tells whether it is new.
    pub fn insert(&mut self, thing: T) -> bool {
        match self.0.binary_search(&thing) {
            Ok(_) => false,
            Err(at) => {
                self.0.insert(at, thing);
                true
            }
        }
    }

    /// Whether a thing is there.
    pub fn contains(&self, thing: &T) -> bool {
        self.0.binary_search(thing).is_ok()
    }

    /// Keeps only some things.
    pub fn retain(&mut self, is_kept: impl FnMut(&T) -> bool) {
        self.0.retain(is_kept);
    }
}

/// All of it, in order.
impl<T> std::ops::Deref for Set<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<K: Ord, V> Map<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        Map::default()
    }

    fn find(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(there, _)| there.cmp(key))
    }

    /// What a key has.
    pub fn get(&self, key: &K) -> Option<&V> {
        let at = self.find(key).ok()?;
        Some(&self.0[at].1)
    }

    /// What a key has, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let at = self.find(key).ok()?;
        Some(&mut self.0[at].1)
    }

    /// Whether a key has something.
    pub fn contains_key(&self, key: &K) -> bool {
        self.find(key).is_ok()
    }

    /// Gives a key something, in the place of what it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// What a key has; what it gets here if it has nothing.
    pub fn or_insert_with(&mut self, key: K, value: impl FnOnce() -> V) -> &mut V {
        let at = match self.find(&key) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (key, value()));
                at
            }
        };
        &mut self.0[at].1
    }

    /// What a key has; nothing much if it has nothing.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }

    /// Takes out what a key has.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.find(key).ok()?;
        Some(self.0.remove(at).1)
    }

    /// All keys with what they have.
    pub fn iter(&self) -> Entries<'_, K, V> {
        Entries(self.0.iter())
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The entries of a map.
#[derive(Debug, Clone)]
pub struct Entries<'a, K, V>(slice::Iter<'a, (K, V)>);

impl<'a, K, V> Iterator for Entries<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key, value))
    }
}

impl<'a, K: Ord, V> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Entries<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, things: I) {
        for thing in things {
            let _ = self.insert(thing);
        }
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut set = Set::new();
        set.extend(things);
        set
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<K: Ord, V> Extend<(K, V)> for Map<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            let _ = self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Map::new();
        map.extend(entries);
        map
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{Map, Set};

    #[test]
    fn a_set_is_in_order_and_has_everything_once() {
        let mut set: Set<u32> = [3, 1, 2, 3].into_iter().collect();
        assert!(set.insert(0) && !set.insert(2));
        assert!(set.contains(&3) && !set.contains(&4));
        assert_eq!(*set, [0, 1, 2, 3]);
        set.retain(|one| one % 2 == 1);
        assert_eq!(*set, [1, 3]);
    }

    #[test]
    fn a_map_is_in_the_order_of_its_keys_and_keeps_what_was_said_last() {
        let mut map: Map<&str, u32> = [("b", 1), ("a", 2), ("b", 3)].into_iter().collect();
        *map.or_default("c") += 4;
        *map.or_default("a") += 4;
        let all: Vec<(&str, u32)> = map.iter().map(|(key, value)| (*key, *value)).collect();
        assert_eq!(all, [("a", 6), ("b", 3), ("c", 4)]);
        assert_eq!(map.insert("b", 5), Some(3));
        assert_eq!(map.get(&"b"), Some(&5));
        assert_eq!(map.remove(&"a"), Some(6));
        assert!(!map.contains_key(&"a"));
        assert_eq!(map.len(), 2);
    }
}
