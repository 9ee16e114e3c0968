//! PHP's values on their way to the wire.
//!
//! Numbers, texts, lists and maps are native; everything else goes through the serializer and arrives as bytes.

use crate::{
    instance::{Callbacks, Step, Stop, wrong},
    objects,
};
use phant_aerospike_wire::{pack, particle};
use phant_ext_standard::serialize;
use phant_memory::{Array, KeyRef, Str, Value, View};
use phant_native::{Ctx, ObjectExt, convert};

/// Arrays nested deeper than this go through the serializer, since servers do not take what is nested without end.
const DEEPEST: usize = 64;

/// What values become on the wire.
#[derive(Clone, Copy)]
pub struct Encoder<'a> {
    /// The request.
    pub ctx: &'a Ctx,
    /// The serializer.
    pub serializer: i64,
}

/// A value that is not native, made native.
enum Made {
    Bytes(u8, Str),
    Geo(Str),
}

impl Encoder<'_> {
    /// Appends a bin's value; gives its kind.
    pub fn bin(&self, out: &mut Vec<u8>, value: &Value) -> Step<u8> {
        match value.view() {
            View::Int(number) => {
                out.extend_from_slice(&number.to_be_bytes());
                Ok(particle::INTEGER)
            }
            View::Float(number) => {
                out.extend_from_slice(&number.to_be_bytes());
                Ok(particle::DOUBLE)
            }
            View::Str(text) => {
                out.extend_from_slice(&text);
                Ok(particle::STRING)
            }
            View::Array(array) => self.array(out, &array, 1),
            _ => match self.made(value)? {
                Made::Bytes(kind, bytes) => {
                    out.extend_from_slice(&bytes);
                    Ok(kind)
                }
                Made::Geo(text) => {
                    out.extend_from_slice(&[0, 0, 0]);
                    out.extend_from_slice(&text);
                    Ok(particle::GEOJSON)
                }
            },
        }
    }
    /// Appends a list or map; gives which it is.
    fn array(&self, out: &mut Vec<u8>, array: &Array, deep: usize) -> Step<u8> {
        if array.is_list() {
            pack::list(out, array.len());
            for value in array.values() {
                self.element(out, value, deep).map_err(|stop| reworded(stop, "Failed to convert item to a list"))?;
            }
            return Ok(particle::LIST);
        }
        self.entries(out, array, deep)?;
        Ok(particle::MAP)
    }
    /// Appends an array as a map, even if it is a list.
    pub fn map(&self, out: &mut Vec<u8>, value: &Value) -> Step<()> {
        match value.as_array() {
            Some(array) => self.entries(out, &array, 1),
            None => Err(wrong("Failed to convert value to aerospike map")),
        }
    }
    fn entries(&self, out: &mut Vec<u8>, array: &Array, deep: usize) -> Step<()> {
        pack::map(out, array.len());
        for (key, value) in array.iter() {
            match key {
                KeyRef::Int(number) => pack::int(out, number),
                KeyRef::Str(text) => pack::bytes(out, particle::STRING, text.as_bytes()),
            }
            self.element(out, value, deep).map_err(|stop| reworded(stop, "Failed to convert value to aerospike map"))?;
        }
        Ok(())
    }
    fn element(&self, out: &mut Vec<u8>, value: &Value, deep: usize) -> Step<()> {
        let is_plain = !value.is_ref();
        match value.view() {
            View::Int(number) if is_plain => pack::int(out, number),
            View::Float(number) if is_plain => pack::double(out, number),
            View::Str(text) if is_plain => pack::bytes(out, particle::STRING, &text),
            View::Array(array) if is_plain && deep < DEEPEST => drop(self.array(out, &array, deep + 1)?),
            _ => match self.made(value)? {
                Made::Bytes(kind, bytes) => pack::bytes(out, kind, &bytes),
                Made::Geo(text) => pack::bytes(out, particle::GEOJSON, &text),
            },
        }
        Ok(())
    }
    /// Appends a value as arguments of list and map operations have it.
    pub fn packed(&self, out: &mut Vec<u8>, value: &Value) -> Step<()> {
        self.element(out, &value.unref(), 1)
    }

    fn made(&self, value: &Value) -> Step<Made> {
        if let Some(object) = value.as_object().filter(|_| !value.is_ref()) {
            let class = object.class();
            if class.is_named(objects::BYTES) {
                return match self.ctx.get_property(&object, "s")?.as_str() {
                    Some(bytes) => Ok(Made::Bytes(particle::BLOB, (*bytes).clone())),
                    None => Err(wrong("Type of bytes is non string")),
                };
            }
            if class.is_named(objects::GEO) {
                return Ok(Made::Geo(convert::to_str(self.ctx, value)?));
            }
        }
        match self.serializer {
            1 => match serialize::to_text(self.ctx, value) {
                Ok(text) => Ok(Made::Bytes(particle::PHP, text)),
                Err(thrown) => Err(Stop::Thrown(thrown)),
            },
            2 => {
                let callback = self.ctx.state::<Callbacks>().serialize.borrow().clone();
                let callback = callback.ok_or_else(|| wrong("No serializer callback is set"))?;
                match self.ctx.call(&callback, &[value.unref()])?.as_str() {
                    Some(text) => Ok(Made::Bytes(particle::BLOB, (*text).clone())),
                    None => Err(wrong("The serializer callback must return a string")),
                }
            }
            _ => Err(wrong("Unable to convert value to as type")),
        }
    }
}

/// A refusal in the words of the container; the outermost one's are seen.
fn reworded(stop: Stop, words: &str) -> Stop {
    match stop {
        Stop::Failed(_) => wrong(words),
        thrown => thrown,
    }
}
