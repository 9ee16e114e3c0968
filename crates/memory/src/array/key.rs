//! Array keys: integers and byte strings; decimal integer strings are integers.

use crate::Held;
use crate::string::{PhpStr, Str};
use phant_numeric::parse::array_key;
use std::fmt;

/// An owned key. `Key::from` a string turns `"12"` into the integer 12, as `$a["12"]` does.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Key {
    /// An integer key.
    Int(i64),
    /// A string key.
    Str(Str),
}

/// A borrowed key.
#[derive(Clone, Copy)]
pub enum KeyRef<'a> {
    /// An integer key.
    Int(i64),
    /// A string key.
    Str(&'a PhpStr),
}

impl Key {
    /// The key borrowed.
    #[inline]
    pub fn as_ref(&self) -> KeyRef<'_> {
        match self {
            Key::Int(i) => KeyRef::Int(*i),
            Key::Str(s) => KeyRef::Str(s),
        }
    }
    /// The key as a PHP value.
    pub fn to_value(&self) -> crate::Value {
        self.as_ref().to_value()
    }
}

impl<'a> KeyRef<'a> {
    /// An owned copy.
    #[inline]
    pub fn to_key(self) -> Key {
        match self {
            KeyRef::Int(i) => Key::Int(i),
            KeyRef::Str(s) => Key::Str(s.to_handle()),
        }
    }
    /// The key as a PHP value.
    #[inline]
    pub fn to_value(self) -> crate::Value {
        match self {
            KeyRef::Int(i) => crate::Value::int(i),
            KeyRef::Str(s) => crate::Value::from(s),
        }
    }
    /// The key as a string.
    pub fn to_str(self) -> Str {
        match self {
            KeyRef::Int(i) => Str::from(i),
            KeyRef::Str(s) => s.to_handle(),
        }
    }
    /// The key for a string as PHP code would write it.
    #[inline]
    pub fn from_str(s: &'a PhpStr) -> KeyRef<'a> {
        match array_key(s.as_bytes()) {
            Some(i) => KeyRef::Int(i),
            None => KeyRef::Str(s),
        }
    }
}

impl PartialEq for KeyRef<'_> {
    fn eq(&self, other: &KeyRef<'_>) -> bool {
        match (self, other) {
            (KeyRef::Int(a), KeyRef::Int(b)) => a == b,
            (KeyRef::Str(a), KeyRef::Str(b)) => a.same_bytes(b),
            _ => false,
        }
    }
}
impl Eq for KeyRef<'_> {}
impl From<i64> for Key {
    fn from(i: i64) -> Key {
        Key::Int(i)
    }
}
impl From<usize> for Key {
    fn from(i: usize) -> Key {
        Key::Int(i as i64)
    }
}
impl From<Str> for Key {
    #[inline]
    fn from(s: Str) -> Key {
        match array_key(s.as_bytes()) {
            Some(i) => Key::Int(i),
            None => Key::Str(s),
        }
    }
}
impl From<&Str> for Key {
    #[inline]
    fn from(s: &Str) -> Key {
        Key::from(s.clone())
    }
}
impl From<Held<'_, Str>> for Key {
    fn from(s: Held<'_, Str>) -> Key {
        Key::from(s.into_owned())
    }
}
impl From<&[u8]> for Key {
    fn from(s: &[u8]) -> Key {
        match array_key(s) {
            Some(i) => Key::Int(i),
            None => Key::Str(Str::new(s)),
        }
    }
}
impl From<&str> for Key {
    fn from(s: &str) -> Key {
        Key::from(s.as_bytes())
    }
}
impl From<KeyRef<'_>> for Key {
    fn from(k: KeyRef<'_>) -> Key {
        k.to_key()
    }
}
impl fmt::Debug for KeyRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyRef::Int(i) => i.fmt(f),
            KeyRef::Str(s) => s.fmt(f),
        }
    }
}
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}
