//! What was looked up before.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// How many lookups are remembered: formatters ask for some thirty, scripts can ask for any.
const MOST: usize = 500;
/// Longer paths are what scripts make up, and would keep their memory.
const LONGEST: usize = 200;

/// Values that paths of keys lead to; `None` where they lead nowhere.
pub(super) struct Memo<T>(Mutex<HashMap<String, Option<T>>>);

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo(Mutex::default())
    }
}

impl<T: Copy> Memo<T> {
    /// What the path leads to, found by `find` the first time.
    pub(super) fn get(&self, path: &[&str], find: impl FnOnce() -> Option<T>) -> Option<T> {
        if path.iter().map(|key| key.len()).sum::<usize>() > LONGEST {
            return find();
        }
        let key = path.join("\0");
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&value) = known().get(&key) {
            return value;
        }
        let value = find();
        let mut known = known();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, value);
        value
    }
}
