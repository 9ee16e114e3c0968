//! Which transliterators there are. Those of CLDR are compiled when they are first asked for, and kept.

use super::{
    engine::{Kind, Transform},
    id::{self, Direction, Single},
    parser, special,
};
use crate::{
    char::{
        packed::{Reader, unpack},
        set::Set,
        tables::Tables,
    },
    normalizer::Form,
};
use icu_locale::LocaleExpander;
use icu_locale_core::LanguageIdentifier;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

static DATA: &[u8] = include_bytes!("../../tables/transforms.bin");

/// What a name is.
enum Entry {
    Alias(String),
    Rules { text: usize, direction: Direction },
}

struct Registry {
    entries: HashMap<String, Entry>,
    /// Names that are shown, in the order of the data.
    shown: Vec<String>,
    texts: Vec<String>,
    any_targets: HashSet<String>,
}

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        let data = unpack(DATA);
        let mut data = Reader::new(&data);
        let (mut entries, mut shown, mut any_targets, mut targets) = (HashMap::new(), Vec::new(), HashSet::new(), Vec::new());
        for _ in 0..data.number() {
            let name = data.text();
            let kind = data.byte();
            let entry = match kind {
                0 => Entry::Alias(data.text()),
                _ => {
                    let direction = if data.byte() == 0 { Direction::Forward } else { Direction::Reverse };
                    Entry::Rules { text: data.number() as usize, direction }
                }
            };
            if kind != 1 && !name.contains("-t-") {
                let (source, target) = name.split_once('-').unwrap_or_default();
                let known = script_of(target.split('/').next().unwrap_or_default()).is_some();
                if source != "Any" && known && any_targets.insert(target.to_ascii_lowercase()) {
                    targets.push(format!("Any-{target}"));
                }
                shown.push(name.clone());
            }
            entries.insert(name.to_ascii_lowercase(), entry);
        }
        let texts = (0..data.number()).map(|_| data.text()).collect();
        shown.extend(targets);
        shown.extend(BUILT_IN.iter().map(|name| (*name).to_owned()));
        Registry { entries, shown, texts, any_targets }
    })
}

const BUILT_IN: [&str; 28] = [
    "Any-Null",
    "Any-Lower",
    "Any-Upper",
    "Any-Title",
    "Any-Name",
    "Name-Any",
    "Any-Remove",
    "Any-Hex/Unicode",
    "Any-Hex/Java",
    "Any-Hex/C",
    "Any-Hex/XML",
    "Any-Hex/XML10",
    "Any-Hex/Perl",
    "Any-Hex",
    "Hex-Any/Unicode",
    "Hex-Any/Java",
    "Hex-Any/C",
    "Hex-Any/XML",
    "Hex-Any/XML10",
    "Hex-Any/Perl",
    "Hex-Any",
    "Any-NFC",
    "Any-NFD",
    "Any-NFKC",
    "Any-NFKD",
    "Any-FCD",
    "Any-FCC",
    "Any-BreakInternal",
];

fn built_in(name: &str) -> Option<Kind> {
    use special::{C, C_LONG, JAVA, PERL, UNICODE, XML, XML10};
    Some(match name {
        "any-null" => Kind::Null,
        "any-lower" => Kind::Lower,
        "any-upper" => Kind::Upper,
        "any-title" => Kind::Title,
        "any-name" => Kind::Name,
        "name-any" => Kind::Unname,
        "any-breakinternal" => Kind::Words,
        "any-remove" => Kind::Remove,
        "any-nfc" => Kind::Normalize(Form::C),
        "any-nfd" | "any-fcd" | "any-fcc" => Kind::Normalize(Form::D),
        "any-nfkc" => Kind::Normalize(Form::Kc),
        "any-nfkd" => Kind::Normalize(Form::Kd),
        "any-hex/unicode" => Kind::Hex(UNICODE),
        "any-hex" | "any-hex/java" => Kind::Hex(JAVA),
        "any-hex/c" => Kind::Hex(C),
        "any-hex/xml" => Kind::Hex(XML),
        "any-hex/xml10" => Kind::Hex(XML10),
        "any-hex/perl" => Kind::Hex(PERL),
        "hex-any/unicode" => Kind::Unhex(&[UNICODE]),
        "hex-any/java" => Kind::Unhex(&[JAVA]),
        "hex-any/c" => Kind::Unhex(&[JAVA, C_LONG]),
        "hex-any/xml" => Kind::Unhex(&[XML]),
        "hex-any/xml10" => Kind::Unhex(&[XML10]),
        "hex-any/perl" => Kind::Unhex(&[PERL]),
        "hex-any" => Kind::Unhex(&[UNICODE, JAVA, C_LONG, XML, XML10, PERL]),
        _ => return None,
    })
}

/// Whether every script has a transliterator to this target.
pub(super) fn is_any_target(target: &str) -> bool {
    registry().any_targets.contains(&target.to_ascii_lowercase())
}

/// The number of a script by its name, or of the script that a locale is usually written in.
pub(super) fn script_of(name: &str) -> Option<i32> {
    let scripts = Tables::get().property(0x100a)?;
    if let Some(script) = scripts.value(name.as_bytes()) {
        return Some(script as i32);
    }
    let mut locale = LanguageIdentifier::try_from_str(&name.replace('_', "-")).ok()?;
    locale.variants.clear();
    LocaleExpander::new_extended().maximize(&mut locale);
    // Locales of several scripts count as of the first one.
    let script = match locale.script?.as_str() {
        "Kore" => "Hang",
        "Jpan" => "Kana",
        "Hans" | "Hant" => "Hani",
        other => other,
    }
    .to_owned();
    scripts.value(script.as_bytes()).map(|script| script as i32)
}
/// A script's name by its number.
pub(super) fn script_name(script: i32) -> Option<&'static str> {
    let (_, names) = Tables::get().property(0x100a)?.values.iter().find(|value| value.0 == i64::from(script))?;
    names.get(1).map(String::as_str)
}

/// The names of all that can be made.
pub(super) fn names() -> &'static [String] {
    &registry().shown
}

/// A transliterator that is made once. `None` is remembered too.
pub(super) fn shared(name: &str) -> Option<Arc<Transform>> {
    type Made = HashMap<String, Option<Arc<Transform>>>;
    static MADE: OnceLock<Mutex<Made>> = OnceLock::new();
    let made = MADE.get_or_init(Mutex::default);
    if let Some(known) = made.lock().unwrap_or_else(PoisonError::into_inner).get(name) {
        return known.clone();
    }
    let new = create(name, Direction::Forward, 0).map(|(_, transform)| Arc::new(transform));
    made.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), new.clone());
    new
}

/// How deep names may stand for others.
const DEEPEST: usize = 24;

/// Makes what a list of names says, and the list as it is shown.
pub(super) fn create(name: &str, direction: Direction, depth: usize) -> Option<(String, Transform)> {
    let compound = id::compound(name, direction)?;
    let transform = sequence(&compound.list, compound.filter, depth)?;
    Some((compound.shown, transform))
}

/// A sequence of transliterators.
pub(super) fn sequence(list: &[Single], filter: Option<Set>, depth: usize) -> Option<Transform> {
    let mut parts = Vec::new();
    for single in list.iter().filter(|single| !single.basic.is_empty()) {
        let mut part = basic(&single.basic, depth)?;
        part.filter = single.filter.clone().map(Arc::new);
        parts.push(part);
    }
    let mut transform = match parts.len() {
        0 => Transform::new(Kind::Null),
        1 if filter.is_none() => parts.remove(0),
        _ => Transform::new(Kind::Sequence(parts)),
    };
    if let Some(filter) = filter {
        transform.filter = Some(Arc::new(filter));
    }
    Some(transform)
}

/// The transliterator of one name.
pub(super) fn basic(name: &str, depth: usize) -> Option<Transform> {
    if depth > DEEPEST {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    if let Some(kind) = built_in(&lower) {
        return Some(Transform::new(kind));
    }
    if let Some(found) = registered(&lower, depth) {
        return Some(found);
    }
    let (source, rest) = lower.split_once('-')?;
    let (target, variant) = rest.split_once('/').unwrap_or((rest, ""));
    if source == "any" && registry().any_targets.contains(rest) {
        return Some(Transform::new(Kind::Any(rest.to_owned())));
    }
    // Without the variant, and with what source and target are kinds of.
    for target in kinds_of(target) {
        for source in kinds_of(source) {
            let plain = format!("{source}-{target}");
            if plain == lower {
                continue;
            }
            if let Some(kind) = built_in(&plain) {
                return Some(Transform::new(kind));
            }
            if let Some(found) = registered(&plain, depth) {
                return Some(found);
            }
            if source == "any" && variant.is_empty() && registry().any_targets.contains(&target) {
                return Some(Transform::new(Kind::Any(target)));
            }
        }
    }
    None
}

/// A name, the shorter ones that it is a kind of, and the script that goes with it.
fn kinds_of(name: &str) -> Vec<String> {
    let mut kinds = vec![name.to_owned()];
    let mut shorter = name;
    while let Some((front, _)) = shorter.rsplit_once('_').filter(|_| script_of(name).is_some()) {
        kinds.push(front.to_owned());
        shorter = front;
    }
    if let Some(script) = script_of(name).and_then(script_name).map(str::to_ascii_lowercase) {
        if script != name {
            kinds.push(script);
        }
    }
    kinds
}

fn registered(name: &str, depth: usize) -> Option<Transform> {
    match registry().entries.get(name)? {
        Entry::Alias(alias) => create(alias, Direction::Forward, depth + 1).map(|(_, transform)| transform),
        Entry::Rules { text, direction } => {
            type Compiled = HashMap<(usize, Direction), Arc<Transform>>;
            static COMPILED: OnceLock<Mutex<Compiled>> = OnceLock::new();
            let compiled = COMPILED.get_or_init(Mutex::default);
            let key = (*text, *direction);
            let known = compiled.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
            let transform = match known {
                Some(known) => known,
                None => {
                    let rules = registry().texts.get(*text)?;
                    let new = Arc::new(parser::compile(rules, *direction, false, depth + 1).ok()?);
                    compiled.lock().unwrap_or_else(PoisonError::into_inner).insert(key, new.clone());
                    new
                }
            };
            Some(Transform::new(Kind::Shared(transform)))
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_transforms_of_the_data_compile() {
        let mut failed = Vec::new();
        for (name, entry) in &super::registry().entries {
            if let super::Entry::Rules { text, direction } = entry {
                let result = super::parser::compile(&super::registry().texts[*text], *direction, false, 0);
                failed.extend(result.err().map(|fault| (name, fault)));
            }
        }
        assert!(failed.is_empty(), "{failed:?}");
    }
}
