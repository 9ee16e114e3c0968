//! Settings that hold for some folders or hosts: sections of php.ini, and `.user.ini` files.

use crate::variables::Request;
use phant_ini::{Item, Mode, Names, parse};
use phant_native::{
    Ctx,
    ini::{Ini, Stage, parse_bool, parse_int},
    registry,
};
use std::{
    cell::RefCell,
    collections::HashMap,
    ffi::OsStr,
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
    rc::Rc,
    time::{Duration, Instant},
};

/// Names and values, the last of a name counts.
pub type Values = Vec<(String, Vec<u8>)>;

/// For which requests a section of php.ini is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// `[HOST=name]`: where `SERVER_NAME` is this, in lower case.
    Host(Vec<u8>),
    /// `[PATH=folder]`: where the script is in this folder or below it.
    Folder(Vec<u8>),
}

impl Scope {
    /// What a section's name means; `None` for one that is for every request.
    pub fn of(section: &[u8]) -> Option<Scope> {
        let (kind, name) = (section.get(..5)?.to_ascii_uppercase(), section[5..].trim_ascii_start());
        match kind.as_slice() {
            b"HOST=" => Some(Scope::Host(name.to_ascii_lowercase())),
            b"PATH=" => {
                let end = name.iter().rposition(|&c| c != b'/').map_or(0, |at| at + 1);
                Some(Scope::Folder(name[..end].to_vec()))
            }
            _ => None,
        }
    }
}

/// The configuration of the process, with what is for some requests only.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What is for every request.
    pub common: Values,
    /// The sections, in the order they were read.
    pub sections: Vec<(Scope, Values)>,
}

/// What a setting's access must permit.
const PER_FOLDER: u8 = 2;
const SYSTEM: u8 = 4;

impl Settings {
    /// The value that php.ini gives a setting, or its default.
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        let given = self.common.iter().rfind(|(n, _)| n == name).map(|(_, value)| value.clone());
        given.or_else(|| registry::get().ini_default(name).flatten().map(|v| v.as_bytes().to_vec()))
    }
    /// The same as a truth value.
    pub fn bool(&self, name: &str) -> bool {
        self.text(name).is_some_and(|v| parse_bool(&v))
    }
    /// The same as text, if there is any.
    pub fn filled(&self, name: &str) -> Option<Vec<u8>> {
        self.text(name).filter(|v| !v.is_empty())
    }
    /// What a request has of its own: settings that its host and folder change.
    pub fn own(&self, request: &Request) -> Values {
        let mut own = Values::new();
        let host = request.get("SERVER_NAME").map(<[u8]>::to_ascii_lowercase);
        let script = request.script.as_deref().map(|script| Path::new(OsStr::from_bytes(script)));
        let Some(folder) = script.and_then(Path::parent) else { return own };
        let shown = folder.as_os_str().as_bytes();
        let mut sections: Vec<&(Scope, Values)> = self.sections.iter().filter(|(s, _)| applies(s, &host, shown)).collect();
        // Those of the host come first, and those of inner folders behind those of outer ones.
        sections.sort_by_key(|(scope, _)| match scope {
            Scope::Host(_) => 0,
            Scope::Folder(name) => 1 + name.len(),
        });
        for (_, values) in sections {
            own.extend(values.iter().filter(|(name, _)| permitted(name, SYSTEM)).cloned());
        }
        // What the server's own file says for a folder is not the folder's to change.
        let fixed: Vec<String> = own.iter().map(|(name, _)| name.clone()).collect();
        // Without a document root nobody knows whose files they are.
        let (Some(root), Some(name)) = (request.get("DOCUMENT_ROOT"), self.filled("user_ini.filename")) else { return own };
        let Ok(folder) = (if folder.is_absolute() { Ok(folder.to_owned()) } else { fs::canonicalize(folder) }) else {
            return own;
        };
        for file in user_files(folder.as_os_str().as_bytes(), root, &name) {
            let values = self.of_folder(file);
            own.extend(values.iter().filter(|(name, _)| !fixed.contains(name)).cloned());
        }
        own
    }
    /// What a file says for its folder. It is looked at again after `user_ini.cache_ttl` seconds.
    fn of_folder(&self, file: PathBuf) -> Rc<Values> {
        let patience = self.text("user_ini.cache_ttl").map_or(300, |text| parse_int(&text));
        let patience = Duration::from_secs(u64::try_from(patience).unwrap_or(0));
        USER_FILES.with_borrow_mut(|known| {
            if let Some((_, values)) = known.get(&file).filter(|(at, _)| at.elapsed() < patience) {
                return Rc::clone(values);
            }
            let values = fs::read(&file).map_or_else(|_| Values::new(), |text| read(&text, &file.to_string_lossy(), self));
            let values = Rc::new(values.into_iter().filter(|(name, _)| permitted(name, PER_FOLDER)).collect::<Values>());
            if known.len() >= MOST_USER_FILES {
                known.clear();
            }
            known.insert(file, (Instant::now(), Rc::clone(&values)));
            values
        })
    }
}

/// How many files of folders are remembered.
const MOST_USER_FILES: usize = 1024;

thread_local! {
    /// What files of folders say, and when they were read.
    static USER_FILES: RefCell<HashMap<PathBuf, (Instant, Rc<Values>)>> = RefCell::default();
}

/// Changes the settings of a request; what they are for others is remembered.
pub fn apply(ctx: &Ctx, values: &Values) {
    ctx.ini.starting.set(true);
    for (name, value) in values {
        let check = registry::get().ini(name).and_then(|setting| setting.on_change);
        if check.is_none_or(|check| check(ctx, value).is_ok()) {
            Ini::store(ctx, name, value, Stage::Runtime);
        }
    }
    ctx.ini.starting.set(false);
}

/// Whether a setting may be changed from there. What is taken away from all scripts cannot be given back to some.
fn permitted(name: &str, by: u8) -> bool {
    !matches!(name, "disable_functions" | "disable_classes")
        && registry::get().ini(name).is_some_and(|setting| setting.access & by != 0)
}

fn applies(scope: &Scope, host: &Option<Vec<u8>>, folder: &[u8]) -> bool {
    match scope {
        Scope::Host(name) => host.as_ref() == Some(name),
        Scope::Folder(name) => folder.starts_with(b"/") && is_within(folder, name),
    }
}

/// Whether a folder is another one, or below it.
fn is_within(folder: &[u8], outer: &[u8]) -> bool {
    folder.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
}

/// The `.user.ini` files for a folder: below the document root those of all folders on the way, else the folder's own.
fn user_files(folder: &[u8], root: &[u8], name: &[u8]) -> Vec<PathBuf> {
    let file = |folder: &[u8]| PathBuf::from(OsStr::from_bytes(folder)).join(OsStr::from_bytes(name));
    let root = root.strip_suffix(b"/").unwrap_or(root);
    if !is_within(folder, root) {
        return vec![file(folder)];
    }
    let ends = folder.iter().enumerate().filter(|(at, c)| **c == b'/' && *at >= root.len().max(1)).map(|(at, _)| at);
    let mut files: Vec<PathBuf> = ends.map(|end| file(&folder[..end])).collect();
    files.push(file(folder));
    files
}

/// What names mean in a `.user.ini`.
struct Known<'a>(&'a Settings);

impl Names for Known<'_> {
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        registry::get().constant_text(std::str::from_utf8(name).ok()?)
    }
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let known = std::str::from_utf8(name).ok().and_then(|name| self.0.common.iter().rfind(|(n, _)| n == name));
        known.map(|(_, v)| v.clone()).or_else(|| std::env::var_os(OsStr::from_bytes(name)).map(OsStringExt::into_vec))
    }
}

/// Settings in the syntax of php.ini. A complaint about them is printed to standard error.
pub fn read(text: &[u8], file: &str, known: &Settings) -> Values {
    let mut values = Values::new();
    let mut elsewhere = false;
    let result = parse(text, Mode::Normal, &mut Known(known), &mut |item| match item {
        // As in php.ini, no other section ends one that is for some requests.
        Item::Section(name) => elsewhere |= Scope::of(&name).is_some(),
        Item::Entry(name, value) if !elsewhere => {
            if let Ok(name) = String::from_utf8(name) {
                values.push((name, value.into_text()));
            }
        }
        _ => {}
    });
    if let Err(error) = result {
        eprintln!("PHP:  {} in {file} on line {}", error.message, error.line);
    }
    values
}

/// How often `-T` runs a script: before time counts, and while it does.
pub fn repeats(text: &[u8]) -> (u64, u64) {
    let count = |text: &[u8]| u64::try_from(parse_int(text)).unwrap_or(0);
    match text.iter().position(|&c| c == b',') {
        Some(comma) => (count(&text[..comma]), count(&text[comma + 1..]).max(1)),
        None => (0, count(text).max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes() {
        assert_eq!(Scope::of(b"HOST=A.example"), Some(Scope::Host(b"a.example".to_vec())));
        assert_eq!(Scope::of(b"path=/srv/a//"), Some(Scope::Folder(b"/srv/a".to_vec())));
        assert_eq!(Scope::of(b"PHP"), None);
        assert!(is_within(b"/srv/a", b"/srv/a") && is_within(b"/srv/a/b", b"/srv/a") && is_within(b"/srv", b""));
        assert!(!is_within(b"/srv/ab", b"/srv/a") && !is_within(b"/srv", b"/srv/a"));
    }

    #[test]
    fn files() {
        let names = |folder: &str, root: &str| -> Vec<String> {
            let files = user_files(folder.as_bytes(), root.as_bytes(), b"u");
            files.iter().map(|f| f.display().to_string()).collect()
        };
        assert_eq!(names("/srv/a/b", "/srv/"), ["/srv/u", "/srv/a/u", "/srv/a/b/u"]);
        assert_eq!(names("/srv", "/srv"), ["/srv/u"]);
        assert_eq!(names("/srv/a", "/other"), ["/srv/a/u"]);
    }

    #[test]
    fn measuring() {
        assert_eq!([repeats(b"3"), repeats(b"2,5"), repeats(b"x")], [(0, 3), (2, 5), (0, 1)]);
    }
}
