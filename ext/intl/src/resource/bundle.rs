//! Bundles: the files that hold a locale's resources, and what they fall back to.

use super::{
    file::{File, Kind, Resource},
    own,
};
use crate::locale_id::LocaleId;
use std::{path::PathBuf, sync::Arc};

pub(super) const MISSING: i64 = 2;
pub(super) const INVALID_FORMAT: i64 = 3;
pub(super) const TYPE_MISMATCH: i64 = 17;
const TOO_MANY_ALIASES: i64 = 24;
pub(super) const FALLBACK: i64 = -128;
pub(super) const DEFAULT: i64 = -127;
const ROOT: &str = "root";
/// How many aliases lead to others, and how many parents a locale has.
const DEEPEST: usize = 32;

/// Where the files of a bundle are.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Folder(PathBuf),
    /// A folder of ICU's own data.
    Own(String),
}

impl Source {
    /// The folder of ICU's own data that a bundle's name means, if it means one.
    pub(super) fn own(name: &str) -> Option<Source> {
        let folder = if name.is_empty() { "" } else { name.strip_prefix("ICUDATA")? };
        let folder = if folder.is_empty() { folder } else { folder.strip_prefix('-')? };
        Some(Source::Own(folder.to_owned()))
    }
    fn read(&self, name: &str) -> Option<File> {
        match self {
            Source::Folder(folder) => File::read(folder, name),
            Source::Own(folder) => File::parse(own::bytes(folder, name)?),
        }
    }
}

/// The files of a locale, the most special one first.
#[derive(Debug)]
pub(super) struct Bundle {
    source: Source,
    files: Vec<(String, Arc<File>)>,
    falls_back: bool,
}

/// A resource, and where it is from.
#[derive(Clone)]
pub(super) struct Item {
    pub bundle: Arc<Bundle>,
    pub file: Arc<File>,
    pub resource: Resource,
    is_top: bool,
}

/// The language, script, region and variants of a locale.
fn base_name(locale: &str) -> String {
    let locale = locale.split('@').next().unwrap_or_default();
    let id = LocaleId::new(locale);
    let parts = [&id.language, &id.script, &id.region].into_iter().chain(&id.variants);
    let named: Vec<&str> = parts.map(String::as_str).filter(|part| !part.is_empty()).collect();
    named.join("_")
}

/// A locale's parent by its name.
fn chopped(name: &str) -> Option<&str> {
    name.rfind('_').map(|at| name[..at].trim_end_matches('_'))
}

impl Bundle {
    /// Opens what a locale has, or falls back to. The number beside it is ICU's status; an error's alone.
    pub(super) fn open(source: Source, locale: &str, default: &str, fallback: bool) -> Result<(Arc<Bundle>, i64), i64> {
        let mut bundle = Bundle { source, files: Vec::new(), falls_back: fallback };
        if !fallback {
            let file = bundle.load(if locale.is_empty() { ROOT } else { locale }).ok_or(MISSING)?;
            bundle.files.push(file);
            return Ok((Arc::new(bundle), 0));
        }
        let name = base_name(locale);
        let name = if name.is_empty() { ROOT.to_owned() } else { name };
        let mut status = 0;
        let mut found = bundle.first(&name, FALLBACK, &mut status);
        if found.is_none() && name != ROOT && !default.starts_with(&name) {
            found = bundle.first(default, DEFAULT, &mut status);
            status = DEFAULT;
        }
        let found = match found {
            Some(found) => found,
            None => {
                status = if name == ROOT { 0 } else { DEFAULT };
                bundle.load(ROOT).ok_or(MISSING)?
            }
        };
        bundle.files.push(found);
        bundle.load_parents();
        Ok((Arc::new(bundle), status))
    }
    /// The file of a locale or of what its name is cut down to.
    fn first(&self, name: &str, when_cut: i64, status: &mut i64) -> Option<(String, Arc<File>)> {
        let mut at = Some(name);
        while let Some(now) = at {
            if let Some(found) = self.load(now) {
                return Some(found);
            }
            *status = when_cut;
            at = chopped(now);
        }
        None
    }
    fn load(&self, name: &str) -> Option<(String, Arc<File>)> {
        // A name is one of a file in the folder.
        if name.contains(['/', '\0']) || name.starts_with('.') {
            return None;
        }
        let file = self.source.read(name)?;
        let alias = file.root().and_then(|root| file.find(root, b"%%ALIAS")).and_then(|alias| file.text(alias));
        if let Some(alias) = alias.filter(|alias| alias != name && !alias.contains(['/', '\0']))
            && let Some(other) = self.source.read(&alias)
        {
            return Some((alias, Arc::new(other)));
        }
        Some((name.to_owned(), Arc::new(file)))
    }
    fn load_parents(&mut self) {
        while let Some((name, file)) = self.files.last()
            && name != ROOT
            && self.files.len() < DEEPEST
            && !file.is_without_fallback()
        {
            let told = |key: &[u8]| file.root().and_then(|root| file.find(root, key));
            let explicit = told(b"%%Parent").and_then(|parent| file.text(parent));
            let next = match (explicit, told(b"%%ParentIsRoot")) {
                (Some(parent), _) => parent,
                (None, Some(_)) => ROOT.to_owned(),
                (None, None) => chopped(name).unwrap_or(ROOT).to_owned(),
            };
            match self.load(&next) {
                Some(found) => self.files.push(found),
                // What is between two locales that have files may be missing.
                None if next != ROOT => match self.first(&next, 0, &mut 0).or_else(|| self.load(ROOT)) {
                    Some(found) => self.files.push(found),
                    None => return,
                },
                None => return,
            }
        }
    }
    /// The locale whose file was found.
    pub(super) fn name(&self) -> &str {
        self.files.first().map(|(name, _)| name.as_str()).unwrap_or_default()
    }
    /// All that the bundle's first file has.
    pub(super) fn top(self: &Arc<Self>) -> Option<Item> {
        let file = self.files.first()?.1.clone();
        let resource = file.root()?;
        Some(Item { bundle: self.clone(), file, resource, is_top: true })
    }
}

impl Item {
    pub(super) fn kind(&self) -> Option<Kind> {
        self.file.kind(self.resource)
    }
    pub(super) fn count(&self) -> usize {
        self.file.count(self.resource)
    }
    /// The key of a resource in it; an alias has the key that it leads to.
    pub(super) fn key(&self, number: usize) -> Option<Vec<u8>> {
        let inside = self.file.at(self.resource, number)?;
        if self.file.kind(inside) == Some(Kind::Alias)
            && let Some(path) = self.file.text(inside)
        {
            return path.rsplit('/').next().map(|key| key.as_bytes().to_vec());
        }
        self.file.key(self.resource, number).map(<[u8]>::to_vec)
    }
    fn of(&self, resource: Resource) -> Item {
        Item { resource, is_top: false, ..self.clone() }
    }
    /// A resource in it by its number.
    pub(super) fn at(&self, number: i64) -> Result<(Item, i64), i64> {
        let number = usize::try_from(number).map_err(|_| MISSING)?;
        let found = self.file.at(self.resource, number).ok_or(MISSING)?;
        self.of(found).resolved(0).map(|item| (item, 0))
    }
    /// A resource in it by its key, with ICU's status.
    pub(super) fn named(&self, key: &[u8]) -> Result<(Item, i64), i64> {
        if self.kind() != Some(Kind::Table) {
            return Err(TYPE_MISMATCH);
        }
        if let Some(found) = self.file.find(self.resource, key) {
            return self.of(found).resolved(0).map(|item| (item, 0));
        }
        if self.is_top && self.bundle.falls_back && !self.file.is_without_fallback() {
            for (name, file) in self.bundle.files.iter().skip(1) {
                let Some(found) = file.root().and_then(|root| file.find(root, key)) else { continue };
                let item = Item { file: file.clone(), ..self.of(found) };
                let status = if name == ROOT { DEFAULT } else { FALLBACK };
                return item.resolved(0).map(|item| (item, status));
            }
        }
        Err(MISSING)
    }
    /// What an alias leads to: `/LOCALE/key/…` in the same bundle, `locale/key/…` in one of the same folder,
    /// `/ICUDATA-…/locale/key/…` in one of ICU's own.
    fn resolved(self, depth: usize) -> Result<Item, i64> {
        if self.kind() != Some(Kind::Alias) {
            return Ok(self);
        }
        if depth > DEEPEST {
            return Err(TOO_MANY_ALIASES);
        }
        let path = self.file.text(self.resource).ok_or(INVALID_FORMAT)?;
        let (bundle, keys) = match path.strip_prefix("/LOCALE/") {
            Some(keys) => (self.bundle.clone(), keys),
            None => {
                let (source, path) = match path.strip_prefix('/') {
                    None => (Some(self.bundle.source.clone()), path.as_str()),
                    Some(path) => {
                        let (name, path) = path.split_once('/').unwrap_or((path, ""));
                        (Source::own(name), path)
                    }
                };
                let (locale, keys) = path.split_once('/').unwrap_or((path, ""));
                (Bundle::open(source.ok_or(MISSING)?, locale, ROOT, true)?.0, keys)
            }
        };
        let keys: Vec<&str> = keys.split('/').filter(|key| !key.is_empty()).collect();
        // Every file is asked for the whole path, as with the keys of a bundle.
        for (_, file) in &bundle.files {
            let Some(resource) = file.root() else { continue };
            let mut at = Item { bundle: bundle.clone(), file: file.clone(), resource, is_top: keys.is_empty() };
            let mut fits = true;
            for key in &keys {
                let file = &at.file;
                let number = || key.parse().ok().and_then(|number| file.at(at.resource, number));
                match file.find(at.resource, key.as_bytes()).or_else(number) {
                    Some(next) => at = at.of(next).resolved(depth + 1)?,
                    None => {
                        fits = false;
                        break;
                    }
                }
            }
            if fits {
                return Ok(at);
            }
        }
        Err(MISSING)
    }
}
