//! Names of characters, in a table that `tables/unicode.php` makes: a name is a list of numbers of words.

use super::{
    packed::{Reader, unpack},
    tables::{Tables, table},
};
use std::{collections::HashMap, sync::OnceLock};

static DATA: &[u8] = include_bytes!("../../tables/names.bin");

/// Which name of a character is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    /// Of Unicode 1.0, which ICU has none of any more.
    Old,
    /// Characters without one have a made-up name that says what they are.
    Extended,
    Alias,
}

impl Kind {
    pub(crate) fn new(number: i64) -> Option<Kind> {
        [Kind::Name, Kind::Old, Kind::Extended, Kind::Alias].get(usize::try_from(number).ok()?).copied()
    }
}

struct Names {
    /// From here on names are this text and the number, or not if it is empty.
    made: Vec<(u32, String)>,
    words: Vec<String>,
    names: Vec<(u32, Vec<u16>)>,
    aliases: Vec<(u32, Vec<u16>)>,
    /// The characters of names, made when it is asked for the first time.
    by_name: OnceLock<HashMap<String, u32>>,
}

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let data = unpack(DATA);
        let mut data = Reader::new(&data);
        let made = (0..data.number()).map(|_| (data.number(), data.text())).collect();
        let words = (0..data.number()).map(|_| data.text()).collect();
        let mut list = || {
            let mut from = 0;
            let mut list = Vec::new();
            for _ in 0..data.number() {
                from += data.number();
                list.push((from, (0..data.number()).map(|_| data.number() as u16).collect()));
            }
            list
        };
        Names { made, words, names: list(), aliases: list(), by_name: OnceLock::new() }
    })
}

const SYLLABLES: std::ops::RangeInclusive<u32> = 0xac00..=0xd7a3;
const LEADS: [&str; 19] = ["G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P", "H"];
#[rustfmt::skip]
const VOWELS: [&str; 21] = [
    "A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO", "WE", "WI", "YU", "EU", "YI", "I",
];
#[rustfmt::skip]
const TRAILS: [&str; 28] = [
    "", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH", "M", "B", "BS", "S", "SS", "NG", "J",
    "C", "K", "T", "P", "H",
];

impl Names {
    fn listed(&self, list: &[(u32, Vec<u16>)], c: u32) -> String {
        let Ok(at) = list.binary_search_by_key(&c, |entry| entry.0) else { return String::new() };
        self.join(&list[at].1)
    }
    fn join(&self, words: &[u16]) -> String {
        let words: Vec<&str> = words.iter().map(|&word| self.words[usize::from(word)].as_str()).collect();
        words.join(" ")
    }
    fn name(&self, c: u32) -> String {
        if SYLLABLES.contains(&c) {
            let index = (c - SYLLABLES.start()) as usize;
            return format!("HANGUL SYLLABLE {}{}{}", LEADS[index / 588], VOWELS[index / 28 % 21], TRAILS[index % 28]);
        }
        let at = self.made.partition_point(|made| made.0 <= c);
        match at.checked_sub(1).map(|at| &self.made[at].1) {
            Some(prefix) if !prefix.is_empty() => format!("{prefix}{c:04X}"),
            _ => self.listed(&self.names, c),
        }
    }
    fn by_name(&self) -> &HashMap<String, u32> {
        self.by_name.get_or_init(|| self.names.iter().map(|(c, words)| (self.join(words), *c)).collect())
    }
}

/// A character's name; empty if it has none of that kind.
pub(crate) fn of(c: u32, kind: Kind) -> String {
    match kind {
        Kind::Old => String::new(),
        Kind::Alias => names().listed(&names().aliases, c),
        Kind::Name => names().name(c),
        Kind::Extended => {
            let name = names().name(c);
            if name.is_empty() { format!("<{}-{c:04X}>", category(c)) } else { name }
        }
    }
}

/// What made-up names call a character.
fn category(c: u32) -> &'static str {
    const CATEGORIES: [&str; 30] = [
        "unassigned",
        "uppercase letter",
        "lowercase letter",
        "titlecase letter",
        "modifier letter",
        "other letter",
        "non spacing mark",
        "enclosing mark",
        "combining spacing mark",
        "decimal digit number",
        "letter number",
        "other number",
        "space separator",
        "line separator",
        "paragraph separator",
        "control",
        "format",
        "private use area",
        "surrogate",
        "dash punctuation",
        "start punctuation",
        "end punctuation",
        "connector punctuation",
        "other punctuation",
        "math symbol",
        "currency symbol",
        "modifier symbol",
        "other symbol",
        "initial punctuation",
        "final punctuation",
    ];
    match c {
        0xd800..=0xdbff => "lead surrogate",
        0xdc00..=0xdfff => "trail surrogate",
        0xfdd0..=0xfdef => "noncharacter",
        _ if c & 0xfffe == 0xfffe => "noncharacter",
        _ => CATEGORIES.get(Tables::get().value(table::GENERAL_CATEGORY, c) as usize).copied().unwrap_or("unassigned"),
    }
}

/// The character of a name, which may be in small letters.
pub(crate) fn find(name: &[u8], kind: Kind) -> Option<u32> {
    let name = String::from_utf8(name.to_ascii_uppercase()).ok()?;
    if kind == Kind::Extended && name.starts_with('<') {
        let (kind, digits) = name[1..].strip_suffix('>')?.rsplit_once('-')?;
        let c = number(digits).filter(|_| digits.len() <= 6)?;
        return kind.eq_ignore_ascii_case(category(c)).then_some(c);
    }
    if matches!(kind, Kind::Name | Kind::Extended) {
        if let Some(&c) = names().by_name().get(&name) {
            return Some(c);
        }
        if let Some(syllable) = name.strip_prefix("HANGUL SYLLABLE ") {
            return find_syllable(syllable);
        }
        if let Some(c) = name.rsplit_once('-').and_then(|(_, digits)| number(digits)) {
            if names().name(c) == name {
                return Some(c);
            }
        }
    }
    let alias = |entry: &&(u32, Vec<u16>)| names().join(&entry.1) == name;
    (kind == Kind::Alias).then(|| names().aliases.iter().find(alias).map(|entry| entry.0))?
}

fn number(digits: &str) -> Option<u32> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|&c| plain && c <= 0x10ffff)
}

fn find_syllable(name: &str) -> Option<u32> {
    // The longest that fits is the right one, as vowels begin with no consonant.
    let longest = |parts: &[&str], text: &str| -> Option<(usize, usize)> {
        let fits = parts.iter().enumerate().filter(|(_, part)| text.starts_with(**part));
        fits.max_by_key(|(_, part)| part.len()).map(|(i, part)| (i, part.len()))
    };
    let (lead, length) = longest(&LEADS, name)?;
    let rest = &name[length..];
    let (vowel, length) = longest(&VOWELS, rest).filter(|found| found.1 > 0)?;
    let trail = TRAILS.iter().position(|trail| *trail == &rest[length..])?;
    Some(SYLLABLES.start() + (lead * 588 + vowel * 28 + trail) as u32)
}
