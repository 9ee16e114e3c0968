//! Names of locales, as ICU reads them: `language_Script_REGION_VARIANT@key=value`, with hyphens too, and tags of BCP 47.

/// Tags from before BCP 47 had a grammar, and what ICU's canonical names for those with another one are.
const GRANDFATHERED: [(&str, &str); 31] = [
    ("art-lojban", "jbo"),
    ("cel-gaulish", ""),
    ("en-GB-oed", ""),
    ("i-ami", "ami"),
    ("i-bnn", "bnn"),
    ("i-default", "en@x=i-default"),
    ("i-enochian", "@x=i-enochian"),
    ("i-hak", "hak"),
    ("i-klingon", "tlh"),
    ("i-lux", "lb"),
    ("i-mingo", "see@x=i-mingo"),
    ("i-navajo", "nv"),
    ("i-pwn", "pwn"),
    ("i-tao", "tao"),
    ("i-tay", "tay"),
    ("i-tsu", "tsu"),
    ("no-bok", ""),
    ("no-nyn", ""),
    ("sgn-BE-fr", ""),
    ("sgn-BE-nl", ""),
    ("sgn-CH-de", ""),
    ("zh-cmn", ""),
    ("zh-cmn-Hans", ""),
    ("zh-cmn-Hant", ""),
    ("zh-gan", "gan"),
    ("zh-guoyu", "zh"),
    ("zh-hakka", "hak"),
    ("zh-min", ""),
    ("zh-min-nan", "nan"),
    ("zh-wuu", "wuu"),
    ("zh-xiang", "hsn"),
];

/// Keys of BCP 47's extension `u` with longer names, and values that have those.
const KEYS: [(&str, &str); 14] = [
    ("ca", "calendar"),
    ("co", "collation"),
    ("cu", "currency"),
    ("hc", "hours"),
    ("ka", "colalternate"),
    ("kb", "colbackwards"),
    ("kc", "colcaselevel"),
    ("kf", "colcasefirst"),
    ("kk", "colnormalization"),
    ("kn", "colnumeric"),
    ("ks", "colstrength"),
    ("nu", "numbers"),
    ("tz", "timezone"),
    ("va", "va"),
];
const VALUES: [(&str, &str, &str); 12] = [
    ("ca", "gregory", "gregorian"),
    ("ca", "ethioaa", "ethiopic-amete-alem"),
    ("co", "phonebk", "phonebook"),
    ("co", "trad", "traditional"),
    ("co", "dict", "dictionary"),
    ("co", "gb2312", "gb2312han"),
    ("ka", "noignore", "non-ignorable"),
    ("ks", "level1", "primary"),
    ("ks", "level2", "secondary"),
    ("ks", "level3", "tertiary"),
    ("ks", "level4", "quaternary"),
    ("ks", "identic", "identical"),
];

pub(crate) fn is_separator(c: char) -> bool {
    matches!(c, '-' | '_')
}

/// Whether a tag is one of those without parts.
pub(crate) fn is_grandfathered(name: &str) -> bool {
    GRANDFATHERED.iter().any(|(tag, _)| tag.eq_ignore_ascii_case(name))
}

/// Where a part of a single character begins, which opens an extension.
pub(crate) fn singleton(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    let separates = |at: usize| bytes.get(at).is_some_and(|&b| is_separator(b as char));
    if separates(1) {
        return Some(0);
    }
    (0..bytes.len()).find(|&at| separates(at) && separates(at + 2)).map(|at| at + 1)
}

/// Where the first extension begins, if a part of a single character opens one.
pub(crate) fn extension(name: &str) -> Option<usize> {
    singleton(name).filter(|&at| name.as_bytes()[at].is_ascii_alphanumeric())
}

/// A name in its parts.
#[derive(Default)]
pub(crate) struct LocaleId {
    pub(crate) language: String,
    pub(crate) script: String,
    pub(crate) region: String,
    /// What follows the region, in capitals.
    pub(crate) variants: Vec<String>,
}

impl LocaleId {
    /// Reads the parts before any keywords and any name of an encoding.
    pub(crate) fn new(name: &str) -> LocaleId {
        let end = name.find(['@', '.', '\0']).unwrap_or(name.len());
        let mut parts = name[..end].split(is_separator).peekable();
        let mut id = LocaleId { language: parts.next().unwrap_or_default().to_ascii_lowercase(), ..LocaleId::default() };
        if matches!(id.language.as_str(), "root" | "und") {
            id.language.clear();
        }
        if let Some(script) = parts.next_if(|part| part.len() == 4 && part.bytes().all(|b| b.is_ascii_alphabetic())) {
            id.script = script[..1].to_ascii_uppercase() + &script[1..].to_ascii_lowercase();
        }
        if let Some(region) = parts.next_if(|part| matches!(part.len(), 0 | 2 | 3)) {
            id.region = region.to_ascii_uppercase();
        } else if parts.peek().is_some_and(|part| part.len() == 1) {
            return id;
        }
        id.variants = parts.filter(|part| !part.is_empty()).map(str::to_ascii_uppercase).collect();
        id
    }

    /// The variants that are told: up to one of a single character.
    pub(crate) fn told_variants(&self) -> &[String] {
        told(&self.variants)
    }

    fn text(&self) -> String {
        let mut text = self.language.clone();
        for part in [&self.script, &self.region] {
            if !part.is_empty() {
                text.push('_');
                text.push_str(part);
            }
        }
        if self.region.is_empty() && !self.variants.is_empty() {
            text.push('_');
        }
        for variant in &self.variants {
            text.push('_');
            text.push_str(variant);
        }
        text
    }
}

/// A list up to its second or later part of a single character.
pub(crate) fn told<T: AsRef<str>>(parts: &[T]) -> &[T] {
    let end = parts.iter().skip(1).position(|part| part.as_ref().len() < 2).map_or(parts.len(), |at| at + 1);
    &parts[..end]
}

/// The keywords behind `@`, or those that extensions of BCP 47 stand for, by key. `None` if they make no sense.
pub(crate) fn keywords(name: &str) -> Option<Vec<(String, String)>> {
    let mut found: Vec<(String, String)> = Vec::new();
    if let Some((_, list)) = name.split_once('@') {
        for item in list.split(';').filter(|item| !item.trim().is_empty()) {
            let (key, value) = item.split_once('=')?;
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim().to_owned());
            if key.is_empty() || value.is_empty() || !key.bytes().all(|b| b.is_ascii_alphanumeric()) {
                return None;
            }
            if !found.iter().any(|(known, _)| *known == key) {
                found.push((key, value));
            }
        }
    } else if let Some((_, canonical)) = GRANDFATHERED.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
        return canonical.split_once('@').map_or(Some(found), |(_, list)| keywords_of_text(list));
    } else if let Some(at) = extension(name) {
        extensions(&name[at..], &mut found);
    }
    found.sort();
    Some(found)
}

fn keywords_of_text(list: &str) -> Option<Vec<(String, String)>> {
    list.split_once('=').map(|(key, value)| vec![(key.to_owned(), value.to_owned())])
}

/// Extensions, from the character that opens the first one.
fn extensions(text: &str, found: &mut Vec<(String, String)>) {
    let parts: Vec<String> = text.split(is_separator).map(str::to_ascii_lowercase).collect();
    let mut at = 0;
    while at < parts.len() {
        let kind = parts[at].as_str();
        let end = match kind {
            "x" => parts.len(),
            _ => parts[at + 1..].iter().position(|part| part.len() == 1).map_or(parts.len(), |next| at + 1 + next),
        };
        let inside = &parts[at + 1..end];
        if kind == "u" {
            unicode_keywords(inside, found);
        } else if !inside.is_empty() {
            found.push((kind.to_owned(), inside.join("-")));
        }
        at = end;
    }
}

fn unicode_keywords(parts: &[String], found: &mut Vec<(String, String)>) {
    for run in parts.chunk_by(|_, next| next.len() != 2).filter(|run| run[0].len() == 2) {
        let (short, value) = (run[0].as_str(), run[1..].join("-"));
        let key = KEYS.iter().find(|(key, _)| *key == short).map_or(short, |(_, long)| long);
        let long = VALUES.iter().find(|(of, short_value, _)| *of == short && *short_value == value);
        let value = match long {
            Some((.., long)) => (*long).to_owned(),
            None if value.is_empty() || value == "true" => "yes".to_owned(),
            None => value,
        };
        found.push((key.to_owned(), value));
    }
}

/// The canonical form of a name. `None` if it makes no sense.
pub(crate) fn canonical(name: &str) -> Option<String> {
    if let Some((_, canonical)) =
        GRANDFATHERED.iter().find(|(tag, canonical)| !canonical.is_empty() && tag.eq_ignore_ascii_case(name))
    {
        return Some((*canonical).to_owned());
    }
    let keywords = keywords(name)?;
    let extended = if is_grandfathered(name) || name.contains('@') { None } else { extension(name) };
    let mut id = match extended {
        Some(0) => LocaleId::default(),
        Some(at) => LocaleId::new(&name[..at - 1]),
        None => LocaleId::new(name),
    };
    if extended.is_some() {
        id.variants.sort();
    }
    let mut text = id.text();
    for (i, (key, value)) in keywords.iter().enumerate() {
        text.push(if i == 0 { '@' } else { ';' });
        text.push_str(key);
        text.push('=');
        text.push_str(value);
    }
    Some(text)
}
