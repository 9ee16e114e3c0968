//! Keys: arrays with a namespace, a set, and what names the record.

use crate::{
    instance::{Step, wrong},
    shapes,
};
use phant_aerospike_wire::digest::{Digest, Key as WireKey};
use phant_memory::{Array, KeyRef, Str, Value, View};
use phant_native::Ctx;

/// A key that was read.
pub struct Key {
    /// Namespace.
    pub namespace: Str,
    /// Set.
    pub set: Str,
    /// What names the record: a number, a text, or null if only the digest is known.
    pub primary: Value,
    /// The digest.
    pub digest: Digest,
}

/// The primary key as the wire has it.
pub fn wire(primary: &Value) -> Option<WireKey<'_>> {
    match (primary.as_int(), primary.own_str()) {
        (Some(number), _) => Some(WireKey::Int(number)),
        (_, Some(text)) => Some(WireKey::Str(text)),
        _ => None,
    }
}

/// The digest of the last key, since scripts tend to go on with the same record.
#[derive(Default)]
pub struct Known {
    set: Vec<u8>,
    kind: u8,
    primary: Vec<u8>,
    digest: Digest,
}

impl Known {
    /// The digest of a key.
    fn digest(&mut self, set: &[u8], key: &WireKey<'_>) -> Digest {
        let number;
        let (kind, bytes) = match key {
            WireKey::Int(int) => {
                number = int.to_be_bytes();
                (1, &number[..])
            }
            WireKey::Str(text) => (3, *text),
            WireKey::Blob(bytes) => (4, *bytes),
        };
        if self.kind != kind || self.primary != bytes || self.set != set {
            self.digest = key.digest(set);
            self.kind = kind;
            for (known, new) in [(&mut self.primary, bytes), (&mut self.set, set)] {
                known.clear();
                known.extend_from_slice(new);
            }
            if self.primary.capacity() > KEPT || self.set.capacity() > KEPT {
                *self = Known { digest: self.digest, ..Known::default() };
            }
        }
        self.digest
    }
}

/// Keys longer than this are not kept.
const KEPT: usize = 4096;

impl Key {
    /// Reads a key.
    pub fn read(array: &Array) -> Step<Key> {
        Key::read_known(array, &mut Known::default())
    }
    /// Reads a key, whose digest may be known.
    pub fn read_known(array: &Array, known: &mut Known) -> Step<Key> {
        let Entries { namespace, set, primary, digest } = Entries::of(array);
        let namespace = namespace.ok_or_else(|| wrong("Invalid key: ns must be a string"))?;
        let set = set.ok_or_else(|| wrong("Invalid key: set must be a string"))?;
        if let Some(primary) = primary {
            let digest = wire(&primary).map(|key| known.digest(&set, &key));
            let digest = digest.ok_or_else(|| wrong("Invalid key: key must be an integer or a string"))?;
            return Ok(Key { namespace, set, primary, digest });
        }
        let bytes = digest.ok_or_else(|| wrong("Invalid key: it has neither key nor digest"))?;
        let digest = bytes.as_bytes().try_into().map_err(|_| wrong("Invalid key: a digest has 20 bytes"))?;
        Ok(Key { namespace, set, primary: Value::NULL, digest })
    }
    /// The array that a result has of it.
    pub fn array(&self, ctx: &Ctx, with_primary: bool) -> Array {
        let primary = if with_primary { self.primary.clone() } else { Value::NULL };
        shapes::key(ctx, [self.namespace.clone().into(), self.set.clone().into(), primary, Value::str(self.digest)])
    }
}

/// The entries of a key's array. Such arrays are short, so that looking at each entry is faster than looking them up.
#[derive(Default)]
struct Entries {
    namespace: Option<Str>,
    set: Option<Str>,
    primary: Option<Value>,
    digest: Option<Str>,
}

impl Entries {
    fn of(array: &Array) -> Entries {
        let mut entries = Entries::default();
        let text = |value: &Value| value.as_str().map(|text| (*text).clone());
        for (name, value) in array.iter() {
            let KeyRef::Str(name) = name else { continue };
            match name.as_bytes() {
                b"ns" => entries.namespace = text(value),
                b"set" => entries.set = text(value),
                b"key" => entries.primary = Some(value.unref()).filter(|primary| !primary.is_null()),
                b"digest" => entries.digest = text(value),
                _ => {}
            }
        }
        entries
    }
}

/// The primary key of a field, as servers keep it.
pub fn of_field(field: Option<&[u8]>) -> Value {
    match field {
        Some([1, bytes @ ..]) => bytes.try_into().map_or(Value::NULL, |bytes| Value::int(i64::from_be_bytes(bytes))),
        Some([_, bytes @ ..]) => Value::str(bytes),
        _ => Value::NULL,
    }
}

/// Whether a value is a number or a text.
pub fn is_primary(value: &Value) -> bool {
    matches!(value.view(), View::Int(_) | View::Str(_))
}
