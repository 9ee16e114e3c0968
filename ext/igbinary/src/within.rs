//! Arrays that lead back to themselves, through an object or a reference: their number is met while they are being read.
//!
//! Until everything was read, an array of its own stands there. Then each place that has such a stand-in gets the array.

use crate::decode::{Bad, Delayed, Numbered, Read, warn};
use phant_memory::{Array, HeapAddressMap, HeapVec, Key, Object, RequestHeap, Value, heap_vec, string::AddressState};
use phant_native::{Ctx, ObjectExt};

/// Stand-ins by the number of the array that they stand for.
pub(crate) struct StandIns(HeapAddressMap<StandIn>);

struct StandIn {
    array: Array,
    /// What it stands for, when that was read.
    whole: Option<Array>,
}

impl Default for StandIns {
    fn default() -> Self {
        StandIns(HeapAddressMap::with_hasher_in(AddressState, RequestHeap))
    }
}

impl StandIns {
    /// What stands for the array with this number. It differs from all others by its address.
    pub(crate) fn of(&mut self, number: usize) -> Array {
        let make = || StandIn { array: Array::list([Value::NULL]), whole: None };
        self.0.entry(number).or_insert_with(make).array.clone()
    }

    /// The array with this number was read.
    pub(crate) fn complete(&mut self, number: usize, whole: &Array) {
        if let Some(stand_in) = self.0.get_mut(&number) {
            stand_in.whole = Some(whole.clone());
        }
    }

    /// Puts the arrays in place of their stand-ins. Whatever may hold one has a number, or is data of a delayed call, or is in
    /// the value itself.
    pub(crate) fn replace(self, ctx: &Ctx, value: Value, numbered: &mut [Numbered], delayed: &mut [Delayed]) -> Read<Value> {
        let mut filler = Filler {
            wholes: HeapAddressMap::with_hasher_in(AddressState, RequestHeap),
            looked_at: HeapAddressMap::with_hasher_in(AddressState, RequestHeap),
            kept: heap_vec(),
        };
        for (&number, stand_in) in &self.0 {
            if let Some(whole) = &stand_in.whole {
                filler.wholes.insert(stand_in.array.as_ptr().addr(), (number, whole.clone()));
            }
        }
        for known in numbered {
            match known {
                Numbered::Shared(cell) => {
                    if let Some(filled) = filler.numbered(ctx, &cell.get())? {
                        cell.set(filled);
                    }
                }
                Numbered::Value(value) => {
                    if let Some(filled) = filler.numbered(ctx, value)? {
                        *value = filled;
                    }
                }
                Numbered::Open => {}
            }
        }
        for data in delayed.iter_mut().filter_map(|call| call.data.as_mut()) {
            if let Some(filled) = filler.array(ctx, data)? {
                *data = filled;
            }
        }
        Ok(filler.value(ctx, &value)?.unwrap_or(value))
    }
}

/// An array that was looked at.
enum LookedAt {
    /// It still is: what leads to it by value alone would be in itself.
    Now,
    /// What takes its place, if something does.
    Before(Option<Array>),
}

struct Filler {
    /// Arrays by the addresses of their stand-ins, with their numbers.
    wholes: HeapAddressMap<(usize, Array)>,
    looked_at: HeapAddressMap<LookedAt>,
    /// Keeps what was looked at, so that its address stays its own.
    kept: HeapVec<Array>,
}

impl Filler {
    /// What takes the place of something that has a number, or of what is in it if that is an object.
    fn numbered(&mut self, ctx: &Ctx, value: &Value) -> Read<Option<Value>> {
        match value.as_object() {
            Some(object) => self.object(ctx, &object).map(|()| None),
            None => self.value(ctx, value),
        }
    }

    /// What takes the place of a value, if something does. What is behind objects and references has numbers of its own.
    fn value(&mut self, ctx: &Ctx, value: &Value) -> Read<Option<Value>> {
        match value.as_array() {
            Some(array) if !value.is_ref() => Ok(self.array(ctx, &array)?.map(Value::from)),
            _ => Ok(None),
        }
    }

    fn array(&mut self, ctx: &Ctx, array: &Array) -> Read<Option<Array>> {
        let address = array.as_ptr().addr();
        if let Some((number, whole)) = self.wholes.get(&address) {
            let (number, whole) = (*number, whole.clone());
            if let Some(LookedAt::Now) = self.looked_at.get(&whole.as_ptr().addr()) {
                return Err(within_itself(ctx, number));
            }
            return Ok(Some(self.array(ctx, &whole)?.unwrap_or(whole)));
        }
        if let Some(LookedAt::Before(filled)) = self.looked_at.get(&address) {
            return Ok(filled.clone());
        }
        ctx.check_stack()?;
        self.looked_at.insert(address, LookedAt::Now);
        let mut filled: Option<Array> = None;
        for (key, value) in array.iter() {
            if let Some(value) = self.value(ctx, value)? {
                filled.get_or_insert_with(|| array.clone()).set(Key::from(key), value);
            }
        }
        self.looked_at.insert(address, LookedAt::Before(filled.clone()));
        self.kept.push(array.clone());
        Ok(filled)
    }

    fn object(&mut self, ctx: &Ctx, object: &Object) -> Read<()> {
        if object.class().is_enum() {
            return Ok(());
        }
        for slot in 0..object.slot_count() {
            if let Some(filled) = self.value(ctx, &object.slot(slot))? {
                object.set_slot(slot, filled);
            }
        }
        if let Some(properties) = object.dynamic() {
            if let Some(filled) = self.array(ctx, &properties)? {
                object.replace_dynamic(Some(filled));
            }
        }
        Ok(())
    }
}

/// Only references and objects make cycles; what claims to be an array in itself is damaged.
#[cold]
fn within_itself(ctx: &Ctx, number: usize) -> Bad {
    warn(ctx, format!("igbinary_unserialize_ref: reference {number} is to an array that is not complete"))
}
