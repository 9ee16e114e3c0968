//! What is built in: every extension's functions, classes, constants and settings, by name. Filled once when the
//! process starts; requests materialise run-time objects from it on first use.

use crate::descriptor::{ClassDescriptor, Constant, ConstantOwned, ConstantValue, Extension, FunctionDescriptor, IniSetting};
use std::sync::OnceLock;

/// A built-in item and the extension it belongs to.
#[derive(Clone, Copy)]
pub struct Owned<T: 'static> {
    /// The item.
    pub item: &'static T,
    /// The extension.
    pub extension: &'static Extension,
}

/// See the [module documentation](self).
pub struct Registry {
    /// In order of registration.
    pub extensions: Vec<&'static Extension>,
    /// All parts of the extensions, in order of registration.
    pub parts: Vec<&'static Extension>,
    /// Functions; letter case does not matter.
    pub functions: Index<FunctionDescriptor>,
    /// Classes; letter case does not matter.
    pub classes: Index<ClassDescriptor>,
    /// Constants.
    pub constants: Index<Constant>,
    /// Settings.
    pub settings: Index<IniSetting>,
}

/// Built-in items by name. Every process has thousands of them and most use a few dozen, so this is small and quick to
/// fill: the items in order of registration, and an open-addressing table of their numbers.
pub struct Index<T: 'static> {
    items: Vec<Owned<T>>,
    /// Item number plus one, or 0; a power of two long and at most half full.
    table: Vec<u16>,
    name: fn(&'static T) -> &'static str,
    ignore_case: bool,
}

/// The same for names that differ only in the case of letters.
#[inline]
fn hash(name: &[u8]) -> u64 {
    const LETTER: u64 = 0x2020_2020_2020_2020;
    let step = |hash: u64, word: u64| {
        let product = (hash ^ (word | LETTER)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 29
    };
    let (words, rest) = name.as_chunks::<8>();
    let mut hash = words.iter().fold(name.len() as u64, |hash, word| step(hash, u64::from_le_bytes(*word)));
    if !rest.is_empty() {
        hash = step(hash, rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    }
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl<T> Index<T> {
    fn new(capacity: usize, name: fn(&'static T) -> &'static str, ignore_case: bool) -> Index<T> {
        let slots = if capacity == 0 { 0 } else { (capacity * 2).next_power_of_two() };
        Index { items: Vec::with_capacity(capacity), table: vec![0; slots], name, ignore_case }
    }
    /// Where the name is or belongs in the table.
    fn slot(&self, name: &[u8]) -> usize {
        let hash = hash(name);
        let mut at = (hash ^ hash >> 32) as usize & (self.table.len() - 1);
        while let Some(item) = usize::from(self.table[at]).checked_sub(1) {
            let other = (self.name)(self.items[item].item).as_bytes();
            if other.len() == name.len() && (other == name || self.ignore_case && other.eq_ignore_ascii_case(name)) {
                break;
            }
            at = (at + 1) & (self.table.len() - 1);
        }
        at
    }
    /// Adds an item; one of the same name is replaced.
    fn insert(&mut self, owned: Owned<T>) {
        let at = self.slot((self.name)(owned.item).as_bytes());
        match usize::from(self.table[at]).checked_sub(1) {
            Some(old) => self.items[old] = owned,
            None => {
                self.items.push(owned);
                self.table[at] = u16::try_from(self.items.len()).expect("fewer than 65,536 built-in items of a kind");
            }
        }
    }
    /// The item of that name.
    pub fn get(&self, name: &str) -> Option<&Owned<T>> {
        self.of_bytes(name.as_bytes())
    }
    /// The item whose name these bytes are.
    pub fn of_bytes(&self, name: &[u8]) -> Option<&Owned<T>> {
        if self.table.is_empty() {
            return None;
        }
        let item = usize::from(self.table[self.slot(name)]).checked_sub(1)?;
        Some(&self.items[item])
    }
    /// The item's place in the order of registration; items that do not exist are behind all others.
    pub fn position(&self, name: &str) -> usize {
        match self.table.is_empty() {
            true => usize::MAX,
            false => usize::from(self.table[self.slot(name.as_bytes())]).checked_sub(1).unwrap_or(usize::MAX),
        }
    }
    /// Whether there is an item of that name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
    /// The items in order of registration.
    pub fn values(&self) -> impl Iterator<Item = &Owned<T>> {
        self.items.iter()
    }
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// Registers all extensions. Called once, before the first request.
pub fn install(extensions: &[&'static Extension]) {
    let count = |f: fn(&Extension) -> usize| extensions.iter().map(|e| f(e)).sum::<usize>();
    let functions = |e: &Extension| e.functions.iter().copied().flatten().copied().flatten().count();
    let constants = |e: &Extension| e.constants.iter().map(|g| g.len()).sum();
    let mut r = Registry {
        extensions: Vec::with_capacity(extensions.len()),
        parts: extensions.to_vec(),
        functions: Index::new(count(functions), |f| f.name, true),
        classes: Index::new(count(|e| e.classes.len()), |c| c.name, true),
        constants: Index::new(count(constants), |c| c.name, false),
        settings: Index::new(count(|e| e.ini.len()), |s| s.name, false),
    };
    for &extension in extensions {
        // An extension may come in parts: Core is the engine's classes and functions, and constants and settings.
        if !r.extensions.iter().any(|e| e.name == extension.name) {
            r.extensions.push(extension);
        }
        for &item in extension.functions.iter().copied().flatten().copied().flatten() {
            r.functions.insert(Owned { item, extension });
        }
        for &item in extension.classes {
            r.classes.insert(Owned { item, extension });
        }
        for item in extension.constants.iter().flat_map(|g| g.iter()) {
            r.constants.insert(Owned { item, extension });
        }
        for item in extension.ini {
            r.settings.insert(Owned { item, extension });
        }
    }
    assert!(REGISTRY.set(r).is_ok(), "extensions are registered once");
}

/// What is built in. Before [`install`] there is nothing.
pub fn get() -> &'static Registry {
    REGISTRY.get_or_init(|| Registry {
        extensions: Vec::new(),
        parts: Vec::new(),
        functions: Index::new(0, |f| f.name, true),
        classes: Index::new(0, |c| c.name, true),
        constants: Index::new(0, |c| c.name, false),
        settings: Index::new(0, |s| s.name, false),
    })
}

/// What the extensions provide of one kind, see [`Extension::provides`], in order of registration.
pub fn provided<T: 'static>() -> impl Iterator<Item = &'static T> {
    get().parts.iter().flat_map(|e| e.provides).filter_map(|any| any.downcast_ref())
}

impl Registry {
    /// The name of the class, in small letters, that an alias in small letters stands for.
    pub fn class_alias(&self, lower: &[u8]) -> Option<&'static str> {
        let all = self.parts.iter().flat_map(|part| part.class_aliases);
        all.copied().find(|(alias, _)| alias.as_bytes() == lower).map(|(_, name)| name)
    }
    /// A setting's declaration.
    pub fn ini(&self, name: &str) -> Option<&'static IniSetting> {
        self.settings.get(name).map(|s| s.item)
    }
    /// A setting's default; `None` if the setting is unknown.
    pub fn ini_default(&self, name: &str) -> Option<Option<&'static str>> {
        self.ini(name).map(|s| s.default)
    }
    /// A constant's value as text, as php.ini sees it.
    pub fn constant_text(&self, name: &str) -> Option<Vec<u8>> {
        Some(match self.constants.get(name)?.item.value {
            ConstantValue::Null | ConstantValue::Bool(false) => Vec::new(),
            ConstantValue::Bool(true) => b"1".to_vec(),
            ConstantValue::Int(i) => i.to_string().into_bytes(),
            ConstantValue::Float(f) => phant_numeric::FloatText::new(f, 14).as_bytes().to_vec(),
            ConstantValue::Str(s) => s.as_bytes().to_vec(),
            ConstantValue::Computed(compute) => match compute() {
                ConstantOwned::Int(i) => i.to_string().into_bytes(),
                ConstantOwned::Float(f) => phant_numeric::FloatText::new(f, 14).as_bytes().to_vec(),
                ConstantOwned::Str(s) => s.into_bytes(),
            },
        })
    }
    /// Whether an extension is built in.
    pub fn has_extension(&self, name: &str) -> bool {
        self.extensions.iter().any(|e| e.name.eq_ignore_ascii_case(name))
    }
}
