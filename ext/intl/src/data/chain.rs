//! A locale and the ones it inherits from, in one folder of the data.

use super::{Kind, Memo, Res, bundle, exists};
use crate::locale_id::LocaleId;
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
};

/// The chains that were made last, since the same few are asked for again and again.
static KNOWN: LazyLock<Mutex<HashMap<(&'static str, String), Chain>>> = LazyLock::new(Default::default);
/// How many are kept.
const MOST_KNOWN: usize = 200;

/// How many aliases may lead to one another.
const ALIASES: usize = 16;
/// The locale that ICU falls back to for languages it knows nothing about.
const DEFAULT: &str = "en_US_POSIX";

/// A locale's bundles, its own first, the root's last.
#[derive(Clone)]
pub(crate) struct Chain {
    pub(crate) bundles: Arc<Vec<(String, Res)>>,
    /// What was looked for before: the value, and which bundle has it.
    found: Arc<Memo<(Res, usize)>>,
}

enum Step {
    Found(Res),
    Alias(Vec<String>),
    Missing,
}

/// The name of the locale that one inherits from.
fn parent(name: &str, res: Option<Res>) -> String {
    if let Some(parent) = res.and_then(|res| res.get("%%Parent")).and_then(Res::text) {
        return parent.to_owned();
    }
    if let Some(parents) = super::fact("supplementalData", &["parentLocales"]) {
        for (parent, children) in parents.entries() {
            let is_it = |child: Res| child.text() == Some(name);
            if parent != "root" && (is_it(children) || children.items().any(is_it)) {
                return parent.to_owned();
            }
        }
    }
    name.rfind('_').map_or("root", |at| name[..at].trim_end_matches('_')).to_owned()
}

/// A name without keywords, as bundles are called.
pub(crate) fn plain(locale: &str) -> String {
    let canonical = crate::locale_id::canonical(locale).unwrap_or_else(|| locale.to_owned());
    let id = LocaleId::new(canonical.split('@').next().unwrap_or_default());
    let mut name = id.language.clone();
    for part in [&id.script, &id.region].into_iter().chain(id.variants.iter()) {
        if !part.is_empty() {
            name.push('_');
            name.push_str(part);
        }
    }
    name
}

impl Chain {
    /// The chain of a locale, which may have keywords.
    pub(crate) fn new(folder: &'static str, locale: &str) -> Chain {
        let key = (folder, locale.to_owned());
        let known = || KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(chain) = known().get(&key) {
            return chain.clone();
        }
        let name = plain(locale);
        let mut bundles = Vec::new();
        Chain::extend(&mut bundles, folder, if name.is_empty() { "root" } else { &name });
        if bundles.is_empty() {
            Chain::extend(&mut bundles, folder, DEFAULT);
        }
        if let Some(root) = bundle(folder, "root") {
            bundles.push(("root".to_owned(), root));
        }
        let chain = Chain { bundles: Arc::new(bundles), found: Default::default() };
        let mut known = known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(key, chain.clone());
        chain
    }
    fn extend(bundles: &mut Vec<(String, Res)>, folder: &'static str, name: &str) {
        let mut name = name.to_owned();
        for _ in 0..ALIASES {
            if name == "root" || name.is_empty() {
                break;
            }
            let res = if exists(folder, &name) { bundle(folder, &name) } else { None };
            if let Some(target) = res.and_then(|res| res.get("%%ALIAS")).and_then(Res::text) {
                name = target.to_owned();
                continue;
            }
            let next = parent(&name, res);
            if let Some(res) = res {
                bundles.push((name, res));
            }
            name = next;
        }
    }
    /// The locale whose data are the nearest to what was asked for.
    pub(crate) fn valid(&self) -> &str {
        self.bundles.first().map_or("root", |(name, _)| name.as_str())
    }
    fn walk(from: Res, path: &[&str]) -> Step {
        let mut res = from;
        for (at, key) in path.iter().enumerate() {
            match res.get(key) {
                Some(found) if found.kind() == Kind::Alias => {
                    let target = found.text().unwrap_or_default();
                    let target = target.strip_prefix("/LOCALE/").unwrap_or(target);
                    let rest = path[at + 1..].iter().copied();
                    return Step::Alias(target.split('/').chain(rest).map(str::to_owned).collect());
                }
                Some(found) => res = found,
                None => return Step::Missing,
            }
        }
        Step::Found(res)
    }
    /// A value and the name of the locale that has it.
    pub(crate) fn find_with_locale(&self, path: &[&str]) -> Option<(Res, &str)> {
        let place = self.found.get(path, || self.find_again(path, 0));
        place.map(|(res, at)| (res, self.bundles[at].0.as_str()))
    }
    fn find_again(&self, path: &[&str], depth: usize) -> Option<(Res, usize)> {
        if depth > ALIASES {
            return None;
        }
        for (at, (_, res)) in self.bundles.iter().enumerate() {
            match Self::walk(*res, path) {
                Step::Found(found) => return Some((found, at)),
                Step::Alias(target) => {
                    let target: Vec<&str> = target.iter().map(String::as_str).collect();
                    return self.find_again(&target, depth + 1);
                }
                Step::Missing => {}
            }
        }
        None
    }
    /// A value.
    pub(crate) fn find(&self, path: &[&str]) -> Option<Res> {
        self.find_with_locale(path).map(|(res, _)| res)
    }
    /// A text.
    pub(crate) fn text(&self, path: &[&str]) -> Option<&'static str> {
        self.find(path)?.text()
    }
    /// The texts of a list.
    pub(crate) fn texts(&self, path: &[&str]) -> Vec<&'static str> {
        self.find(path).map(Res::texts).unwrap_or_default()
    }
    /// All tables at a path, the locale's own first.
    pub(crate) fn tables(&self, path: &[&str]) -> Vec<Res> {
        let (mut found, mut path) = (Vec::new(), path.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>());
        for _ in 0..ALIASES {
            let keys: Vec<&str> = path.iter().map(String::as_str).collect();
            let mut alias = None;
            for (_, res) in self.bundles.iter() {
                match Self::walk(*res, &keys) {
                    Step::Found(table) => found.push(table),
                    Step::Alias(target) => alias = alias.or(Some(target)),
                    Step::Missing => {}
                }
            }
            match alias {
                Some(target) => path = target,
                None => break,
            }
        }
        found
    }
}

/// The value of a keyword of a locale's name.
pub(crate) fn keyword(locale: &str, key: &str) -> Option<String> {
    let keywords = crate::locale_id::keywords(locale)?;
    keywords.into_iter().find(|(name, _)| name == key).map(|(_, value)| value)
}
