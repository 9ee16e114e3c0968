//! The data of locales: ICU's resource bundles, as `data/generate.py` packs them, and ICU's ways of looking things up in them.
//!
//! A bundle is unpacked on its first use and stays for the life of the process, like time zones do; what is found in it is a
//! [`Res`], a place in the unpacked bytes. [`Chain`] is a locale with those it inherits from.

mod chain;
mod memo;

pub(crate) use chain::{Chain, keyword, plain};
use memo::Memo;

use std::{
    collections::{BTreeMap, HashMap},
    sync::{LazyLock, OnceLock},
};
use zlib_rs::{Inflate, InflateFlush};

static PACKED: &[u8] = include_bytes!("../../data/locales.bin");

struct Entry {
    packed: &'static [u8],
    length: usize,
    /// What the bundle has not is not looked for in others.
    is_without_fallback: bool,
    loaded: OnceLock<&'static [u8]>,
}

type Folder = BTreeMap<&'static str, Entry>;

/// Facts that were asked for before, by folder, bundle and keys.
static FACTS: LazyLock<Memo<Res>> = LazyLock::new(Memo::default);

static INDEX: LazyLock<HashMap<&'static str, Folder>> = LazyLock::new(|| index().unwrap_or_default());

fn index() -> Option<HashMap<&'static str, Folder>> {
    let word = |at: usize| Some(u32::from_be_bytes(PACKED.get(at..at + 4)?.try_into().ok()?) as usize);
    let (short, long) = (word(4)?, word(8)?);
    let text = std::str::from_utf8(unpack(PACKED.get(12..12 + short)?, long, &[])).ok()?;
    let body = &PACKED[12 + short..];
    let mut index: HashMap<&'static str, Folder> = HashMap::new();
    for line in text.lines() {
        let mut parts = line.split('\t');
        let (folder, name) = (parts.next()?, parts.next()?);
        let mut number = || parts.next()?.parse::<usize>().ok();
        let (flags, at, packed, length) = (number()?, number()?, number()?, number()?);
        let is_without_fallback = flags & 1 != 0;
        let entry = Entry { packed: body.get(at..at + packed)?, length, is_without_fallback, loaded: OnceLock::new() };
        index.entry(folder).or_default().insert(name, entry);
    }
    Some(index)
}

/// Unpacks for good.
fn unpack(packed: &[u8], length: usize, dictionary: &[u8]) -> &'static [u8] {
    let mut out = vec![0; length];
    let mut inflate = Inflate::new(false, 15);
    if !dictionary.is_empty() {
        let _ = inflate.set_dictionary(dictionary);
    }
    let _ = inflate.decompress(packed, &mut out, InflateFlush::Finish);
    Vec::leak(out)
}

fn load(folder: &str, name: &str) -> Option<&'static [u8]> {
    let entry = INDEX.get(folder)?.get(name)?;
    if let Some(bytes) = entry.loaded.get() {
        return Some(bytes);
    }
    let dictionary = if name == "%" { &[][..] } else { load(folder, "%")? };
    Some(entry.loaded.get_or_init(|| unpack(entry.packed, entry.length, dictionary)))
}

/// Whether there is a bundle.
pub(crate) fn exists(folder: &str, name: &str) -> bool {
    name != "%" && INDEX.get(folder).is_some_and(|bundles| bundles.contains_key(name))
}

/// Whether a bundle says that what it has not is not looked for in others.
pub(crate) fn is_without_fallback(folder: &str, name: &str) -> bool {
    INDEX.get(folder).and_then(|bundles| bundles.get(name)).is_some_and(|entry| entry.is_without_fallback)
}

/// The names of the bundles in a folder, sorted.
pub(crate) fn names(folder: &str) -> impl Iterator<Item = &'static str> {
    INDEX.get(folder).into_iter().flat_map(|bundles| bundles.keys().copied()).filter(|name| *name != "%")
}

/// The locales of a folder: not other data, nor names for other locales.
pub(crate) fn locales(folder: &str) -> impl Iterator<Item = &'static str> {
    names(folder).filter(move |name| names_locale(folder, name))
}

/// Whether a folder has a bundle for a locale of this name, which is not another name of one.
pub(crate) fn has_locale(folder: &str, name: &str) -> bool {
    exists(folder, name) && names_locale(folder, name)
}

fn names_locale(folder: &str, name: &str) -> bool {
    let is_locale = name.len() <= 3 || name.contains('_');
    is_locale && name != "root" && !name.ends_with("_TRADITIONAL") && !is_alias(folder, name) && !name.starts_with("res_")
}

/// What is longer when it is unpacked is no mere name for another locale.
const LONGEST_ALIAS: usize = 64;

/// Whether a bundle says nothing but that another locale is meant.
fn is_alias(folder: &str, name: &str) -> bool {
    let length = INDEX.get(folder).and_then(|bundles| bundles.get(name)).map_or(0, |entry| entry.length);
    length <= LONGEST_ALIAS && bundle(folder, name).is_some_and(|res| res.get("%%ALIAS").is_some())
}

/// A bundle.
pub(crate) fn bundle(folder: &str, name: &str) -> Option<Res> {
    if name == "%" { None } else { load(folder, name).map(Res) }
}

/// A value in a bundle that is not a locale's.
pub(crate) fn fact(name: &str, path: &[&str]) -> Option<Res> {
    fact_of("", name, path)
}

/// The same in a folder.
pub(crate) fn fact_of(folder: &str, name: &str, path: &[&str]) -> Option<Res> {
    FACTS.get(&[&[folder, name], path].concat(), || path.iter().try_fold(bundle(folder, name)?, |res, key| res.get(key)))
}

/// A value: the bytes from its beginning on.
#[derive(Clone, Copy)]
pub(crate) struct Res(&'static [u8]);

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Text,
    Alias,
    Table,
    List,
    Int,
    Ints,
    Bytes,
}

#[inline]
fn number(bytes: &mut &'static [u8]) -> usize {
    // Most numbers are lengths of short texts.
    if let [byte @ 0..128, rest @ ..] = *bytes {
        *bytes = rest;
        return usize::from(*byte);
    }
    let (mut value, mut shift) = (0usize, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        value |= usize::from(byte & 127).wrapping_shl(shift);
        shift += 7;
        if byte < 128 || shift > 56 {
            break;
        }
    }
    value
}

fn signed(bytes: &mut &'static [u8]) -> i64 {
    let value = number(bytes) as u64;
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

fn run(bytes: &mut &'static [u8]) -> &'static [u8] {
    let length = number(bytes).min(bytes.len());
    let (head, rest) = bytes.split_at(length);
    *bytes = rest;
    head
}

fn text(bytes: &'static [u8]) -> &'static str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

impl Res {
    pub(crate) fn kind(self) -> Kind {
        match self.0.first() {
            Some(b's') => Kind::Text,
            Some(b'a') => Kind::Alias,
            Some(b't') => Kind::Table,
            Some(b'l') => Kind::List,
            Some(b'i') => Kind::Int,
            Some(b'v') => Kind::Ints,
            _ => Kind::Bytes,
        }
    }
    fn inside(self) -> &'static [u8] {
        self.0.get(1..).unwrap_or_default()
    }
    /// The bytes behind this value.
    fn after(self) -> &'static [u8] {
        let mut rest = self.inside();
        match self.kind() {
            Kind::Int => {
                number(&mut rest);
            }
            Kind::Ints => {
                for _ in 0..number(&mut rest) {
                    number(&mut rest);
                }
            }
            _ => {
                run(&mut rest);
            }
        }
        rest
    }
    /// A text, of an alias its path.
    pub(crate) fn text(self) -> Option<&'static str> {
        matches!(self.kind(), Kind::Text | Kind::Alias).then(|| text(run(&mut self.inside())))
    }
    pub(crate) fn int(self) -> Option<i64> {
        (self.kind() == Kind::Int).then(|| signed(&mut self.inside()))
    }
    pub(crate) fn ints(self) -> Vec<i64> {
        let mut rest = self.inside();
        match self.kind() {
            Kind::Ints => (0..number(&mut rest)).map(|_| signed(&mut rest)).collect(),
            _ => Vec::new(),
        }
    }
    pub(crate) fn bytes(self) -> &'static [u8] {
        if self.kind() == Kind::Bytes { run(&mut self.inside()) } else { &[] }
    }
    /// The number of values inside.
    pub(crate) fn len(self) -> usize {
        match self.kind() {
            Kind::Table | Kind::List => number(&mut run(&mut self.inside())),
            _ => 1,
        }
    }
    /// The entries of a table, or of a list, whose keys are empty. Most of them are passed over, so keys are bytes here.
    fn raw_entries(self) -> impl Iterator<Item = (&'static [u8], Res)> {
        let kind = self.kind();
        let mut rest = if matches!(kind, Kind::Table | Kind::List) { run(&mut self.inside()) } else { &[] };
        let count = number(&mut rest);
        (0..count).map(move |_| {
            let key = if kind == Kind::Table { run(&mut rest) } else { &[] };
            let res = Res(rest);
            rest = res.after();
            (key, res)
        })
    }
    /// The entries of a table, or of a list, whose keys are empty.
    pub(crate) fn entries(self) -> impl Iterator<Item = (&'static str, Res)> {
        self.raw_entries().map(|(key, res)| (text(key), res))
    }
    pub(crate) fn items(self) -> impl Iterator<Item = Res> {
        self.raw_entries().map(|(_, res)| res)
    }
    /// The texts of a list.
    pub(crate) fn texts(self) -> Vec<&'static str> {
        self.items().filter_map(Res::text).collect()
    }
    /// A value of a table by its key, of a list by its number.
    pub(crate) fn get(self, key: &str) -> Option<Res> {
        match self.kind() {
            Kind::Table => self.raw_entries().find(|(name, _)| *name == key.as_bytes()).map(|(_, res)| res),
            Kind::List => self.at(key.parse().ok()?),
            _ => None,
        }
    }
    pub(crate) fn at(self, index: usize) -> Option<Res> {
        self.items().nth(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_are_short() {
        let all =
            || INDEX.iter().flat_map(|(folder, bundles)| bundles.iter().map(move |(name, entry)| (*folder, *name, entry.length)));
        let is_alias = |folder: &str, name: &str| bundle(folder, name).is_some_and(|res| res.get("%%ALIAS").is_some());
        let longest = all().filter(|(folder, name, _)| is_alias(folder, name)).map(|(.., length)| length).max();
        assert!(longest.is_some_and(|longest| longest <= LONGEST_ALIAS), "{longest:?}");
    }
}
