//! The keys of arrays that decoders meet again and again: records.
//!
//! An array with the keys of one that was read before needs no look-up of a key, and its index is a copy
//! ([`phant_memory::PhpArray::alike`]). The shapes belong to the request, as [`KeyCache`](crate::KeyCache) does, so that a store
//! of small values gains as a list of records does. Only keys are kept, never values.

use crate::slot;
use phant_memory::{Array, CountedCell, KeyRef, Value};
use std::cell::Cell;

const PLACES: usize = 64;
/// Larger arrays are rarely met again.
const MOST: usize = 32;

/// The shapes met last, each in the place that its first key and its number of keys lead to.
pub struct Shapes {
    shapes: [CountedCell<Option<Array>>; PLACES],
    /// What stands for all keys of the array that was noted last for this place: one that is met once is not worth keeping.
    noted: [Cell<u64>; PLACES],
}

impl Shapes {
    /// An array with so many keys, all of them strings that are no numbers, the first of which is this one. Its values are null.
    #[inline]
    pub fn get(&self, count: usize, first: &[u8]) -> Option<Array> {
        let shape = self.shapes[place(count, first)].get()?;
        (shape.len() == count).then_some(shape)
    }

    /// Notes an array that was read without the help of its shape.
    pub fn note(&self, array: &Array) {
        if array.len() > MOST || !array.is_model() {
            return;
        }
        let mut sign = array.len() as u64;
        for key in array.keys() {
            // Formats differ in what they make of a number that is written as a string.
            let KeyRef::Str(key) = key else { return };
            if matches!(key.first(), Some(b'0'..=b'9' | b'-')) {
                return;
            }
            sign = (sign.rotate_left(7) ^ key.hash()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let Some(KeyRef::Str(first)) = array.keys().next() else { return };
        let place = place(array.len(), first);
        if self.noted[place].replace(sign) == sign {
            let keys = array.alike(|_, _| Ok::<_, ()>(Some(Value::NULL)));
            self.shapes[place].set(keys.ok());
        }
    }
}

impl Default for Shapes {
    fn default() -> Self {
        Shapes { shapes: [const { CountedCell::new(None) }; PLACES], noted: [const { Cell::new(0) }; PLACES] }
    }
}

#[inline(always)]
fn place(count: usize, first: &[u8]) -> usize {
    let key = if first.len() < 2 { 0 } else { slot(first) };
    (key ^ count) % PLACES
}

#[cfg(test)]
mod tests {
    use super::Shapes;
    use phant_memory::{Array, Key, Str, Value};

    fn record(keys: &[&str]) -> Array {
        let mut array = Array::with_hash_capacity(keys.len());
        for key in keys {
            array.set(Key::Str(Str::from(*key)), Value::from(*key));
        }
        array
    }

    #[test]
    fn what_is_met_twice_is_kept_without_its_values() {
        let shapes = Shapes::default();
        let array = record(&["id", "name"]);
        assert!(shapes.get(2, b"id").is_none());
        shapes.note(&array);
        assert!(shapes.get(2, b"id").is_none());
        shapes.note(&array);
        let shape = shapes.get(2, b"id").expect("a shape");
        assert!(shape.values().all(Value::is_null));
        assert_eq!(shape.keys().count(), 2);
        assert!(shapes.get(3, b"id").is_none());
    }

    #[test]
    fn other_keys_take_the_place_when_they_are_met_twice() {
        let shapes = Shapes::default();
        for keys in [["id", "name"], ["id", "title"]] {
            let array = record(&keys);
            shapes.note(&array);
            shapes.note(&array);
            assert!(shapes.get(2, b"id").is_some_and(|shape| shape.contains(&phant_memory::KeyRef::Str(&Str::from(keys[1])))));
        }
    }

    #[test]
    fn lists_and_mixed_keys_have_none() {
        let shapes = Shapes::default();
        let mut mixed = record(&["a"]);
        mixed.set(Key::Int(5), Value::NULL);
        for array in [mixed, record(&["a", "5"]), Array::list([Value::NULL]), Array::new()] {
            shapes.note(&array);
            shapes.note(&array);
        }
        assert!(shapes.get(2, b"a").is_none() && shapes.get(1, b"").is_none());
    }
}
