//! Commands from arguments.

use crate::{pack, reply::Note, settings::Settings};
use phant_memory::{Array, Str, Value, View};
use phant_native::{Ctx, PhpResult, convert};
use phant_redis_wire::{Command, slot};

/// The form of one argument.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A key.
    Key,
    /// Text, or whatever becomes text.
    Text,
    /// A value.
    Value,
    /// An integer.
    Int,
    /// A float.
    Float,
    /// A truth, as 1 or 0.
    Truth,
    /// Text, if it was given.
    MaybeText,
    /// All that are left, as keys.
    Keys,
    /// All that are left, as text.
    Texts,
    /// All that are left, as values.
    Values,
    /// An array of keys, or a key and all that are left.
    KeysOrKey,
    /// An array of texts.
    EachText,
    /// An array of keys.
    EachKey,
    /// An array of values.
    EachValue,
    /// A word of its own, for which there is no argument.
    Word(&'static str),
}

/// A command in the making.
pub struct Build<'a> {
    /// The request.
    pub ctx: &'a Ctx,
    /// How values are written.
    pub settings: &'a Settings,
    /// The command so far.
    pub command: &'a mut Command,
    /// What its reader will be told.
    pub note: Note,
    /// The slot of the first key.
    pub slot: Option<u16>,
    /// Keys are in several slots.
    pub crosses: bool,
    /// For a cluster.
    pub cluster: bool,
}

/// Whether a command could be built. If not, why was told, and the method returns `false`.
pub type Built = PhpResult<bool>;

impl Build<'_> {
    /// Begins.
    pub fn begin(&mut self, name: &str) {
        self.command.begin(name.as_bytes());
    }
    /// Adds a key.
    pub fn key(&mut self, key: &[u8]) {
        let prefix = self.settings.prefix();
        if self.cluster {
            let slot = if prefix.is_empty() { slot::of(key) } else { slot::of(&[prefix, key].concat()) };
            self.crosses |= self.slot.is_some_and(|first| first != slot);
            self.slot.get_or_insert(slot);
        }
        if prefix.is_empty() { self.command.text(key) } else { self.command.text_of(&[prefix, key]) }
    }
    /// Adds a key that may be of any type.
    pub fn key_value(&mut self, key: &Value) -> PhpResult<()> {
        match key.own_str() {
            Some(key) => self.key(key),
            None => {
                let key = convert::to_str(self.ctx, key)?;
                self.key(&key);
            }
        }
        Ok(())
    }
    /// Adds text.
    pub fn text(&mut self, text: impl AsRef<[u8]>) {
        self.command.text(text.as_ref());
    }
    /// Adds what becomes text.
    pub fn text_value(&mut self, value: &Value) -> PhpResult<()> {
        match value.own_str() {
            Some(text) => self.command.text(text),
            None => self.command.text(&convert::to_str(self.ctx, value)?),
        }
        Ok(())
    }
    /// Adds a value.
    pub fn value(&mut self, value: &Value) -> PhpResult<()> {
        if self.settings.is_plain() {
            match value.view() {
                View::Str(text) => {
                    return {
                        self.command.text(&text);
                        Ok(())
                    };
                }
                View::Int(number) => {
                    return {
                        self.command.int(number);
                        Ok(())
                    };
                }
                _ => {}
            }
        }
        let text = pack::pack(self.ctx, self.settings, value)?;
        self.command.text(&text);
        Ok(())
    }
    /// Adds an integer.
    pub fn int(&mut self, number: i64) {
        self.command.int(number);
    }
    /// Adds a float.
    pub fn float(&mut self, number: f64) {
        self.command.text(&float_text(number));
    }
    /// The elements of an array, references followed.
    pub fn each(&mut self, array: &Array, mut add: impl FnMut(&mut Self, &Value) -> PhpResult<()>) -> PhpResult<()> {
        // A conversion may change the variable that the array is in.
        for value in array.clone().values() {
            add(self, &value.deref())?;
        }
        Ok(())
    }
    /// Adds arguments in their forms; those that are not there end the command.
    pub fn forms(&mut self, forms: &[Form], values: &[Value]) -> Built {
        let mut at = 0;
        for form in forms {
            if let Form::Word(word) = form {
                self.text(word);
                continue;
            }
            let rest = &values[at.min(values.len())..];
            match form {
                Form::Keys => rest.iter().try_for_each(|v| self.key_value(v))?,
                Form::Texts => rest.iter().try_for_each(|v| self.text_value(v))?,
                Form::Values => rest.iter().try_for_each(|v| self.value(v))?,
                Form::KeysOrKey => {
                    if !self.keys_or_key(rest)? {
                        return Ok(false);
                    }
                }
                _ => {
                    let Some(value) = rest.first() else { return Ok(true) };
                    self.form(*form, value)?;
                }
            }
            at += 1;
        }
        Ok(true)
    }
    fn form(&mut self, form: Form, value: &Value) -> PhpResult<()> {
        let array = || value.own_array().cloned().unwrap_or_default();
        match form {
            Form::Key => self.key_value(value),
            Form::Value => self.value(value),
            Form::Int => {
                self.int(convert::to_int(value));
                Ok(())
            }
            Form::Float => {
                self.float(convert::to_float(value));
                Ok(())
            }
            Form::Truth => {
                self.text(if convert::to_bool(value) { "1" } else { "0" });
                Ok(())
            }
            Form::MaybeText if value.is_null() => Ok(()),
            Form::EachText => self.each(&array(), |b, v| b.text_value(v)),
            Form::EachKey => self.each(&array(), |b, v| b.key_value(v)),
            Form::EachValue => self.each(&array(), |b, v| b.value(v)),
            _ => self.text_value(value),
        }
    }
    /// An array of keys, or a key and further ones. Nothing is refused.
    fn keys_or_key(&mut self, values: &[Value]) -> Built {
        let alone = if values.len() == 1 { values[0].own_array() } else { None };
        match alone {
            Some(keys) if keys.is_empty() => Ok(false),
            Some(keys) => self.each(&keys.clone(), |b, v| b.key_value(v)).map(|()| true),
            None => {
                for value in values {
                    self.key_value(value)?;
                    // The rest is not looked at any more.
                    if self.crosses {
                        break;
                    }
                }
                Ok(true)
            }
        }
    }
}

/// A float as commands have it.
pub fn float_text(number: f64) -> Str {
    let mut text = Vec::with_capacity(24);
    phant_numeric::float_text::append_double(&mut text, number, 17, false);
    Str::from(text)
}
