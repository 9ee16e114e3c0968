//! Arrays with the keys of another array, in the same order: the records that decoders meet one after another. Their keys are
//! not hashed, looked up or allocated again, and the index is copied.

use super::{Array, KeyRef, PhpArray, hash::Bucket};
use crate::value::Value;
use std::ptr;

/// An array in the making, with the keys of a model for as long as they are the next ones.
pub struct Alike<'a> {
    /// Its index is that of the model, so nothing may be looked up in it before [`Alike::finish`].
    array: Array,
    model: &'a PhpArray,
}

impl<'a> Alike<'a> {
    /// The most elements that a model may have.
    pub const MOST: usize = 64;

    /// Whether an array can be a model: it has keys, and nothing was removed from it.
    #[inline]
    pub fn fits(model: &PhpArray) -> bool {
        !model.is_packed() && model.used == model.len && (1..=Alike::MOST as u32).contains(&model.len)
    }
    /// An empty array like a model.
    #[inline]
    pub fn new(model: &'a PhpArray) -> Alike<'a> {
        assert!(Alike::fits(model), "a table without holes");
        let mut array = Array::unshared();
        let a = array.raw_mut();
        a.init_hash(model.capacity);
        let (offset, _) = model.block();
        // SAFETY: both have the same capacity, which is a power of two that is not too small, so the same layout.
        unsafe {
            debug_assert!(a.capacity == model.capacity);
            ptr::copy_nonoverlapping(model.data.sub(offset), a.data.sub(offset), offset);
        }
        Alike { array, model }
    }
    /// The next key of the model, if there is one.
    #[inline(always)]
    pub fn next_key(&self) -> Option<KeyRef<'a>> {
        if self.array.used == self.model.used {
            return None;
        }
        // SAFETY: below the model's `used`, and no hole.
        let bucket = unsafe { &*self.model.bucket(self.array.used) };
        Some(match bucket.key.is_null() {
            true => KeyRef::Int(bucket.hash as i64),
            // SAFETY: keys of buckets are live.
            false => KeyRef::Str(unsafe { &*bucket.key }),
        })
    }
    /// Appends a value at the next key of the model, which must have one.
    #[inline(always)]
    pub fn push(&mut self, value: Value) {
        let model = self.model;
        let a = self.array.raw_mut();
        assert!(a.used < model.used, "a next key");
        let slot = a.used;
        // SAFETY: below the model's `used`, so below both capacities.
        unsafe {
            let like = &*model.bucket(slot);
            let key = if like.key.is_null() { ptr::null_mut() } else { (*like.key).to_handle().into_raw() };
            a.bucket(slot).write(Bucket { value: value.with_aux(like.value.aux()), hash: like.hash, key });
            if key.is_null() {
                a.next_free = a.next_free.max((like.hash as i64).saturating_add(1));
            }
        }
        a.used += 1;
        a.len += 1;
    }
    /// The array, which may have fewer elements than the model.
    #[inline]
    pub fn finish(mut self) -> Array {
        if self.array.used < self.model.used {
            self.array.raw_mut().rebuild_index();
        }
        self.array
    }
}

impl PhpArray {
    /// Whether all links lead to elements; for tests.
    #[cfg(test)]
    fn is_linked(&self) -> bool {
        (0..self.capacity).all(|at| {
            // SAFETY: the index has a word for each.
            let slot = unsafe { *self.index(u64::from(at)) };
            slot == super::NO_SLOT || slot < self.used
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Key, Str};

    fn record() -> Array {
        let mut array = Array::with_hash_capacity(3);
        array.set(Key::from("id"), Value::int(1));
        array.set(Key::from("name"), Value::from(Str::from("Anna")));
        array.set(Key::Int(7), Value::NULL);
        array
    }

    #[test]
    fn all_keys() {
        let model = record();
        let mut alike = Alike::new(&model);
        for i in 0..3 {
            assert!(alike.next_key().is_some());
            alike.push(Value::int(i));
        }
        assert!(alike.next_key().is_none());
        let mut array = alike.finish();
        assert!(array.is_linked());
        assert_eq!(array.get_bytes(b"name").and_then(|v| v.as_int()), Some(1));
        assert_eq!(array.get_int(7).and_then(|v| v.as_int()), Some(2));
        array.push(Value::TRUE).expect("a free key");
        assert!(array.get_int(8).is_some());
    }

    #[test]
    fn some_keys_and_others() {
        let model = record();
        let mut alike = Alike::new(&model);
        alike.push(Value::int(5));
        let mut array = alike.finish();
        assert!(array.is_linked());
        assert!(array.get_bytes(b"name").is_none());
        array.set(Key::from("other"), Value::int(6));
        array.set(Key::from("id"), Value::int(7));
        assert_eq!(array.len(), 2);
        assert_eq!(array.get_bytes(b"id").and_then(|v| v.as_int()), Some(7));
        drop(Alike::new(&model));
    }
}
