//! Ini settings: declared by extensions, set by php.ini, the command line, the server, and `ini_set`.

use crate::{ctx::Ctx, descriptor::IniSetting, registry};
use phant_memory::{HeapMap, HeapVec, Name, Str, heap_map, heap_vec, string::literal};
use std::cell::{Cell, RefCell};

/// Where a change comes from; compared with what a setting permits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// php.ini, `-d`: everything is permitted.
    Startup,
    /// `ini_set`, `ini_restore`
    Runtime,
}

struct Entry {
    value: Option<Str>,
    /// The value at the start of the request, if it was changed since.
    original: Option<Option<Str>>,
    /// No script may change it, whatever the setting permits.
    fixed: bool,
}

/// Settings that are read often, kept as numbers.
#[derive(Debug)]
pub struct Hot {
    /// `precision`
    pub precision: Cell<i32>,
    /// `serialize_precision`
    pub serialize_precision: Cell<i32>,
    /// `error_reporting`
    pub error_reporting: Cell<i32>,
    /// `zend.assertions`
    pub assertions: Cell<i32>,
    /// Goes up with every change of any setting, so that what was made of settings can be kept.
    pub revision: Cell<u32>,
    /// Goes up with every change of one that says how code is compiled or kept.
    pub code_revision: Cell<u32>,
}

/// Whether a setting says how code is compiled, or how compiled code is kept.
fn is_of_code(name: &str) -> bool {
    name.starts_with("opcache.")
        || matches!(
            name,
            "short_open_tag" | "zend.assertions" | "precision" | "disable_functions" | "zend.multibyte" | "open_basedir"
        )
}

/// Settings of php.ini and the command line, made ready once for all requests that begin with them.
pub struct Prepared {
    entries: Vec<PreparedEntry>,
}

struct PreparedEntry {
    name: Name,
    value: Name,
    check: Option<fn(&Ctx, &[u8]) -> Result<(), ()>>,
    /// One of those that are kept as numbers.
    is_hot: bool,
}

impl Prepared {
    /// Makes settings ready. What they hold is kept as long as the process lives.
    pub fn new(settings: &[(String, Vec<u8>)]) -> Prepared {
        let mut sorted: Vec<_> = settings.iter().collect();
        // Settings that have something to say of their values say it in the order in which they are declared.
        sorted.sort_by_key(|(name, _)| registry::get().settings.position(name));
        let ready = sorted.into_iter().map(|(name, value)| PreparedEntry {
            name: Name::forever(name.as_bytes()),
            value: Name::forever(value),
            check: registry::get().ini(name).and_then(|setting| setting.on_change),
            is_hot: matches!(name.as_str(), "precision" | "serialize_precision" | "error_reporting" | "zend.assertions"),
        });
        Prepared { entries: ready.collect() }
    }
}

/// Settings as they were at some moment.
pub struct Mark {
    revision: u32,
    entries: HeapVec<(Str, Option<Str>, Option<Option<Str>>)>,
}

/// As what a setting is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Int,
    Bool,
    Size,
    Empty,
}

/// How many settings are remembered as they were read.
const KNOWN: usize = 64;

/// The settings of a request.
pub struct Ini {
    /// Settings that differ from their declared default.
    entries: RefCell<HeapMap<Str, Entry>>,
    /// Settings as they were read, with the [`Hot::revision`] of that.
    known: [Cell<Option<(&'static str, Reading, u32, i64)>>; KNOWN],
    /// Declared settings that were asked for and have their default, by their address, with the [`Hot::revision`] of that.
    unset: [Cell<(usize, u32)>; KNOWN],
    /// Frequently read ones.
    pub hot: Hot,
    /// Whether any entry is fixed.
    has_fixed: Cell<bool>,
    /// Whether php.ini and the command line are being applied: what is said of their values has no place in a script.
    pub starting: Cell<bool>,
    /// Whether somebody had something to say of those values: then each request that begins with them has to hear it.
    pub told: Cell<bool>,
}

impl Ini {
    /// All settings at their defaults.
    pub fn new() -> Ini {
        Ini {
            entries: RefCell::new(heap_map()),
            known: [const { Cell::new(None) }; KNOWN],
            unset: [const { Cell::new((0, 0)) }; KNOWN],
            hot: Hot {
                precision: Cell::new(14),
                serialize_precision: Cell::new(-1),
                error_reporting: Cell::new(32767),
                assertions: Cell::new(1),
                revision: Cell::new(0),
                code_revision: Cell::new(0),
            },
            has_fixed: Cell::new(false),
            starting: Cell::new(false),
            told: Cell::new(false),
        }
    }
    /// The current text of a setting; `None` if unset or unknown.
    pub fn get(&self, name: &str) -> Option<Str> {
        match self.entries.borrow().get(name.as_bytes()) {
            Some(e) => e.value.clone(),
            None => registry::get().ini_default(name).flatten().map(literal),
        }
    }
    /// The current text of a declared setting; `None` if unset.
    pub fn of_declared(&self, setting: &'static IniSetting) -> Option<Str> {
        let at = std::ptr::from_ref(setting).addr();
        let known = &self.unset[(at ^ at >> 6) % KNOWN];
        let revision = self.hot.revision.get();
        if known.get() == (at, revision) {
            return setting.default.map(literal);
        }
        match self.entries.borrow().get(setting.name.as_bytes()) {
            Some(e) => e.value.clone(),
            None => {
                known.set((at, revision));
                setting.default.map(literal)
            }
        }
    }
    /// The value at the start of the request.
    pub fn original(&self, name: &str) -> Option<Str> {
        match self.entries.borrow().get(name.as_bytes()) {
            Some(Entry { original: Some(original), .. }) => original.clone(),
            _ => self.get(name),
        }
    }
    /// Whether the request has changed a setting, if only to the same value.
    pub fn is_changed(&self, name: &str) -> bool {
        self.entries.borrow().get(name.as_bytes()).is_some_and(|entry| entry.original.is_some())
    }
    /// Whether a setting is known.
    pub fn exists(&self, name: &str) -> bool {
        self.entries.borrow().contains_key(name.as_bytes()) || registry::get().ini_default(name).is_some()
    }
    /// The setting as an integer: leading digits, `K`, `M`, `G` suffixes not applied; 0 if unset.
    pub fn int(&self, name: &'static str) -> i64 {
        self.read(name, Reading::Int)
    }
    /// The setting as a truth value: `1`, `on`, `yes`, `true` and non-zero numbers.
    pub fn bool(&self, name: &'static str) -> bool {
        self.read(name, Reading::Bool) != 0
    }
    /// The setting as a size, with `K`, `M`, `G` applied.
    pub fn size(&self, name: &'static str) -> i64 {
        self.read(name, Reading::Size)
    }
    /// Whether the setting is unset or an empty text.
    pub fn is_empty(&self, name: &'static str) -> bool {
        self.read(name, Reading::Empty) != 0
    }
    /// What a setting means, which is kept until any setting changes. Its name is part of the program, so that its address
    /// says which.
    fn read(&self, name: &'static str, reading: Reading) -> i64 {
        let revision = self.hot.revision.get();
        // Settings are read together whose names fall into one place: each has two.
        let at = name.as_ptr() as usize;
        let places = [&self.known[(at ^ at >> 6) % KNOWN], &self.known[(at >> 3 ^ at >> 12 ^ 1) % KNOWN]];
        for known in places {
            if let Some((text, how, when, value)) = known.get()
                && std::ptr::eq(text, name)
                && how == reading
                && when == revision
            {
                return value;
            }
        }
        let text = self.get(name);
        let value = match reading {
            Reading::Int => text.map_or(0, |v| parse_int(&v)),
            Reading::Bool => i64::from(text.is_some_and(|v| parse_bool(&v))),
            Reading::Size => text.map_or(0, |v| parse_size(&v)),
            Reading::Empty => i64::from(text.is_none_or(|v| v.is_empty())),
        };
        let is_free = |known: &&Cell<Option<(_, _, u32, _)>>| known.get().is_none_or(|(_, _, when, _)| when != revision);
        let known = places.into_iter().find(is_free).unwrap_or(places[0]);
        known.set(Some((name, reading, revision, value)));
        value
    }
    /// The setting as text; empty if unset.
    pub fn text(&self, name: &str) -> Str {
        self.get(name).unwrap_or_default()
    }
    /// Changes a setting. `Err` if it may not be changed or the value is refused.
    pub fn set(ctx: &Ctx, name: &str, value: &[u8], stage: Stage) -> Result<(), ()> {
        Ini::set_found(ctx, name, registry::get().ini(name), value, stage)
    }
    /// As [`set`](Self::set), of a setting that was looked up; `None` is one that nobody declares.
    pub fn set_found(ctx: &Ctx, name: &str, setting: Option<&'static IniSetting>, value: &[u8], stage: Stage) -> Result<(), ()> {
        if stage == Stage::Runtime {
            match setting {
                Some(s) if s.access & 1 == 0 => return Err(()),
                None => return Err(()),
                _ => {}
            }
            if ctx.ini.is_fixed(name) {
                return Err(());
            }
        }
        if let Some(check) = setting.and_then(|s| s.on_change) {
            check(ctx, value)?;
        }
        Ini::store(ctx, name, value, stage);
        Ok(())
    }
    /// A script changes a declared setting: the text that it had. `Err` if it may not be changed or the value is refused.
    pub fn change(ctx: &Ctx, setting: &'static IniSetting, value: &Str) -> Result<Option<Str>, ()> {
        if setting.access & 1 == 0 || ctx.ini.is_fixed(setting.name) {
            return Err(());
        }
        if let Some(check) = setting.on_change {
            check(ctx, value)?;
        }
        Ok(ctx.ini.put(setting.name, value.clone(), Stage::Runtime))
    }
    /// Changes a setting without asking whoever checks it.
    pub fn store(ctx: &Ctx, name: &str, value: &[u8], stage: Stage) {
        ctx.ini.put(name, Str::new(value), stage);
    }
    /// Changes a setting; the text that it had.
    fn put(&self, name: &str, value: Str, stage: Stage) -> Option<Str> {
        let mut entries = self.entries.borrow_mut();
        let old = if let Some(entry) = entries.get_mut(name.as_bytes()) {
            let old = entry.value.replace(value.clone());
            if stage == Stage::Runtime && entry.original.is_none() {
                entry.original = Some(old.clone());
            }
            old
        } else {
            let old = registry::get().ini_default(name).flatten().map(literal);
            let original = (stage == Stage::Runtime).then(|| old.clone());
            entries.insert(Str::new(name), Entry { value: Some(value.clone()), original, fixed: false });
            old
        };
        drop(entries);
        self.refresh(name, Some(&value));
        old
    }
    /// Whether whoever runs the server has set a setting for good.
    fn is_fixed(&self, name: &str) -> bool {
        self.has_fixed.get() && self.entries.borrow().get(name.as_bytes()).is_some_and(|entry| entry.fixed)
    }
    /// Takes settings from scripts: whoever runs the server has set them for good.
    pub fn fix(&self, name: &str) {
        if let Some(entry) = self.entries.borrow_mut().get_mut(name.as_bytes()) {
            entry.fixed = true;
            self.has_fixed.set(true);
        }
    }
    /// Applies what was prepared, in the heap of a new request.
    pub fn begin(ctx: &Ctx, prepared: &Prepared) {
        ctx.ini.entries.borrow_mut().reserve(prepared.entries.len());
        for entry in &prepared.entries {
            if entry.check.is_some_and(|check| check(ctx, entry.value.as_bytes()).is_err()) {
                ctx.ini.told.set(true);
                continue;
            }
            let value = Entry { value: Some(entry.value.to_str()), original: None, fixed: false };
            ctx.ini.entries.borrow_mut().insert(entry.name.to_str(), value);
            if entry.is_hot {
                let name = entry.name.to_text();
                ctx.ini.refresh(&name, ctx.ini.get(&name).as_ref());
            } else {
                ctx.ini.hot.revision.set(ctx.ini.hot.revision.get().wrapping_add(1));
            }
        }
    }
    /// All settings as they are now, for [`Ini::go_back`].
    pub fn mark(&self) -> Mark {
        let mut entries = heap_vec();
        entries.extend(self.entries.borrow().iter().map(|(name, e)| (name.clone(), e.value.clone(), e.original.clone())));
        Mark { revision: self.hot.revision.get(), entries }
    }
    /// Makes all settings what they were at a mark, which may be used again.
    pub fn go_back(ctx: &Ctx, mark: &mut Mark) {
        if ctx.ini.hot.revision.get() == mark.revision {
            return;
        }
        let differs = |name: &Str, entry: &Entry| {
            let was = mark.entries.iter().find(|(known, ..)| known == name);
            was.map_or(entry.original.is_some(), |(_, value, original)| *value != entry.value || *original != entry.original)
        };
        let entries = ctx.ini.entries.borrow();
        let changed: Vec<Str> = entries.iter().filter(|(name, e)| differs(name, e)).map(|(name, _)| name.clone()).collect();
        drop(entries);
        for name in changed {
            let was = mark.entries.iter().find(|(known, ..)| *known == name);
            let text = name.to_text();
            let value = match was {
                Some((_, value, _)) => value.clone(),
                None => registry::get().ini_default(&text).flatten().map(Str::from),
            };
            if let Some(check) = registry::get().ini(&text).and_then(|s| s.on_change) {
                // It was accepted before.
                let _ = check(ctx, value.as_ref().map_or(&[][..], |v| v.as_bytes()));
            }
            let entry = was.map(|(_, value, original)| {
                let fixed = ctx.ini.entries.borrow().get(&name).is_some_and(|entry| entry.fixed);
                Entry { value: value.clone(), original: original.clone(), fixed }
            });
            match entry {
                Some(entry) => drop(ctx.ini.entries.borrow_mut().insert(name.clone(), entry)),
                None => drop(ctx.ini.entries.borrow_mut().remove(&name)),
            }
            ctx.ini.refresh(&text, ctx.ini.get(&text).as_ref());
        }
        mark.revision = ctx.ini.hot.revision.get();
    }
    /// Sets a setting back to its value at the start of the request, unless who checks it refuses that one now.
    pub fn restore(ctx: &Ctx, name: &str) {
        let changed = ctx.ini.entries.borrow().get(name.as_bytes()).and_then(|entry| entry.original.clone());
        let Some(original) = changed else { return };
        if let Some(check) = registry::get().ini(name).and_then(|s| s.on_change)
            && check(ctx, original.as_ref().map_or(&[][..], |v| v.as_bytes())).is_err()
        {
            return;
        }
        if let Some(entry) = ctx.ini.entries.borrow_mut().get_mut(name.as_bytes()) {
            entry.original = None;
            entry.value = original;
        }
        ctx.ini.refresh(name, ctx.ini.get(name).as_ref());
    }
    /// What php.ini or the command line gave a setting, declared or not.
    pub fn configured(&self, name: &str) -> Option<Str> {
        let entries = self.entries.borrow();
        let entry = entries.get(name.as_bytes())?;
        match &entry.original {
            Some(original) => original.clone(),
            None => entry.value.clone(),
        }
    }
    /// Settings that were set but that no extension declares, by name.
    pub fn undeclared(&self) -> Vec<Str> {
        let registry = registry::get();
        self.entries.borrow().keys().filter(|k| registry.ini(&k.to_text()).is_none()).cloned().collect()
    }
    /// A setting has a value now, which whoever remembers it has to see.
    fn refresh(&self, name: &str, value: Option<&Str>) {
        self.hot.revision.set(self.hot.revision.get().wrapping_add(1));
        if is_of_code(name) {
            self.hot.code_revision.set(self.hot.code_revision.get().wrapping_add(1));
        }
        let int = || value.map_or(0, |v| parse_int(v)) as i32;
        match name {
            "precision" => self.hot.precision.set(int()),
            "serialize_precision" => self.hot.serialize_precision.set(int()),
            "error_reporting" => self.hot.error_reporting.set(if value.is_none_or(|v| v.is_empty()) { 32767 } else { int() }),
            "zend.assertions" => self.hot.assertions.set(int()),
            _ => {}
        }
    }
}

impl Default for Ini {
    fn default() -> Self {
        Ini::new()
    }
}

/// The integer at the start of a setting's text.
pub fn parse_int(text: &[u8]) -> i64 {
    phant_numeric::parse::to_int(text)
}
/// A setting's text as a truth value.
pub fn parse_bool(text: &[u8]) -> bool {
    text.eq_ignore_ascii_case(b"true")
        || text.eq_ignore_ascii_case(b"yes")
        || text.eq_ignore_ascii_case(b"on")
        || parse_int(text) != 0
}
/// A setting's text as a size: `128M`.
pub fn parse_size(text: &[u8]) -> i64 {
    let text = text.trim_ascii();
    let factor = match text.last() {
        Some(b'k' | b'K') => 1 << 10,
        Some(b'm' | b'M') => 1 << 20,
        Some(b'g' | b'G') => 1 << 30,
        _ => 1,
    };
    parse_int(text).wrapping_mul(factor)
}
