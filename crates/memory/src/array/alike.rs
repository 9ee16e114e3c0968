//! Arrays with the keys of another array, in the same order: the records that decoders meet one after another. Their keys are
//! not hashed, looked up or allocated again, and the index is copied.

use super::{Array, KeyRef, PhpArray, hash::Bucket};
use crate::{heap, value::Value};
use std::ptr;

impl PhpArray {
    /// The most elements that a model may have.
    const MOST_ALIKE: u32 = 64;

    /// Whether an array can be a model: it has keys, and nothing was removed from it.
    #[inline]
    pub fn is_model(&self) -> bool {
        !self.is_packed() && self.used == self.len && (1..=PhpArray::MOST_ALIKE).contains(&self.len)
    }

    /// An array with the keys of this model and the values that `next` gives for them, until it gives none. An error of
    /// `next` is the result. `next` gets the number of the key and the key.
    #[inline(always)]
    pub fn alike<E>(&self, mut next: impl FnMut(usize, KeyRef<'_>) -> Result<Option<Value>, E>) -> Result<Array, E> {
        assert!(self.is_model(), "a table without holes");
        let mut array = Array::unshared();
        let a = array.raw_mut();
        a.init_like(self);
        let mut failed = None;
        while a.used < self.used {
            // SAFETY: below the model's `used`, so below both capacities; keys of buckets are live. The index of the new array
            // is that of the model, and nothing is looked up in it before all elements are there or it is made anew.
            unsafe {
                let like = &*self.bucket(a.used);
                let key = if like.key.is_null() { KeyRef::Int(like.hash as i64) } else { KeyRef::Str(&*like.key) };
                let value = match next(a.used as usize, key) {
                    Ok(Some(value)) => value,
                    Ok(None) => break,
                    Err(error) => {
                        failed = Some(error);
                        break;
                    }
                };
                let key = if like.key.is_null() {
                    a.next_free = a.next_free.max((like.hash as i64).saturating_add(1));
                    ptr::null_mut()
                } else {
                    (*like.key).to_handle().into_raw()
                };
                a.bucket(a.used).write(Bucket { value: value.with_aux(like.value.aux()), hash: like.hash, key });
            }
            a.used += 1;
        }
        a.len = a.used;
        match failed {
            Some(error) => Err(error),
            None => {
                if a.used < self.used {
                    a.rebuild_index();
                }
                Ok(array)
            }
        }
    }

    /// Makes an empty table with the index of a model.
    #[inline]
    fn init_like(&mut self, model: &PhpArray) {
        debug_assert!(self.data.is_null());
        self.header.flags &= !super::PACKED;
        self.capacity = model.capacity;
        let (offset, size) = self.block();
        let block = heap::alloc(size).as_ptr();
        debug_assert!(offset.is_multiple_of(16));
        // SAFETY: the index table is the first `offset` bytes of both blocks, a word for each of eight slots or more. A model's
        // is so short that a call would take longer than the copy.
        unsafe {
            let from = model.data.sub(offset);
            for at in (0..offset).step_by(16) {
                block.add(at).cast::<[u64; 2]>().write_unaligned(from.add(at).cast::<[u64; 2]>().read_unaligned());
            }
            self.data = block.add(offset);
        }
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

    fn filled(model: &Array, values: &[i64]) -> Array {
        let next = |at: usize, _: KeyRef<'_>| Ok::<_, ()>(values.get(at).map(|&i| Value::int(i)));
        model.alike(next).expect("no error")
    }

    #[test]
    fn all_keys() {
        let mut array = filled(&record(), &[0, 1, 2]);
        assert!(array.is_linked());
        assert_eq!(array.get_bytes(b"name").and_then(|v| v.as_int()), Some(1));
        assert_eq!(array.get_int(7).and_then(|v| v.as_int()), Some(2));
        array.push(Value::TRUE).expect("a free key");
        assert!(array.get_int(8).is_some());
    }

    #[test]
    fn some_keys_and_others() {
        let mut array = filled(&record(), &[5]);
        assert!(array.is_linked());
        assert!(array.get_bytes(b"name").is_none());
        array.set(Key::from("other"), Value::int(6));
        array.set(Key::from("id"), Value::int(7));
        assert_eq!(array.len(), 2);
        assert_eq!(array.get_bytes(b"id").and_then(|v| v.as_int()), Some(7));
    }

    #[test]
    fn an_error_is_the_result() {
        let next = |at: usize, _: KeyRef<'_>| if at < 2 { Ok(Some(Value::from(Str::from("text")))) } else { Err(at) };
        assert_eq!(record().alike(next).err(), Some(2));
    }
}
