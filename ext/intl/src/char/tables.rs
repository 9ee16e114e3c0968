//! What Unicode says of characters, in tables that `tables/unicode.php` makes.

use super::packed::Reader;
use std::sync::OnceLock;

static DATA: &[u8] = include_bytes!("../../tables/unicode.bin");

/// Numbers of tables: a property's own, or one of these.
pub(crate) mod table {
    pub const GENERAL_CATEGORY: u32 = 0x1005;
    pub const SCRIPT: u32 = 0x100a;
    pub const AGE: u32 = 0x8100;
    pub const DIGIT: u32 = 0x8101;
    pub const MIRROR: u32 = 0x8102;
    pub const FOLD: u32 = 0x8103;
    pub const FOLD_TURKIC: u32 = 0x8104;
    pub const BRACKET: u32 = 0x8105;
    pub const LOWER: u32 = 0x8106;
    pub const TITLE: u32 = 0x8107;
    pub const UPPER: u32 = 0x8108;
    pub const DIGIT36: u32 = 0x8109;
    pub const NUMBER: u32 = 0x810a;
}

/// A property's names and those of its values. The short name is first and may be empty, the long one is second.
pub(crate) struct Property {
    pub(crate) number: i64,
    pub(crate) least: i64,
    pub(crate) most: i64,
    pub(crate) names: Vec<String>,
    pub(crate) values: Vec<(i64, Vec<String>)>,
}

/// Where runs begin, and their values.
type Runs = Vec<(u32, i32)>;

/// All tables.
pub(crate) struct Tables {
    pub(crate) properties: Vec<Property>,
    /// By number, in order.
    runs: Vec<(u32, Runs)>,
    numbers: Vec<f64>,
    closures: Vec<(u32, String)>,
}

impl Tables {
    /// The tables, unpacked when they are first needed.
    pub(crate) fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(|| Tables::read(&mut Reader::new(&super::packed::unpack(DATA))))
    }

    fn read(data: &mut Reader<'_>) -> Tables {
        let properties = (0..data.number()).map(|_| property(data)).collect();
        let mut runs: Vec<(u32, Runs)> = (0..data.number()).map(|_| table_of(data)).collect();
        runs.sort_by_key(|(number, _)| *number);
        let numbers = (0..data.number()).map(|_| data.float()).collect();
        let mut from = 0;
        let closures = (0..data.number())
            .map(|_| {
                from += data.number();
                (from, data.text())
            })
            .collect();
        Tables { properties, runs, numbers, closures }
    }

    fn table(&self, number: u32) -> Option<&Runs> {
        let at = self.runs.binary_search_by_key(&number, |(known, _)| *known).ok()?;
        Some(&self.runs[at].1)
    }
    /// What a table has for a character; 0 if there is no such table.
    pub(crate) fn value(&self, table: u32, c: u32) -> i32 {
        let Some(runs) = self.table(table) else { return 0 };
        let at = runs.partition_point(|&(from, _)| from <= c);
        at.checked_sub(1).map_or(0, |at| runs[at].1)
    }
    /// The ranges of characters for which a table has values that are wanted.
    pub(crate) fn ranges(&self, table: u32, wanted: impl Fn(i32) -> bool) -> Vec<(u32, u32)> {
        let Some(runs) = self.table(table) else { return Vec::new() };
        let mut found: Vec<(u32, u32)> = Vec::new();
        let first = [(0, 0)].into_iter().filter(|_| runs.first().is_none_or(|run| run.0 > 0));
        let all: Vec<(u32, i32)> = first.chain(runs.iter().copied()).collect();
        for (i, &(from, value)) in all.iter().enumerate() {
            if !wanted(value) {
                continue;
            }
            let to = all.get(i + 1).map_or(0x10ffff, |next| next.0 - 1);
            match found.last_mut() {
                Some(last) if last.1 + 1 == from => last.1 = to,
                _ => found.push((from, to)),
            }
        }
        found
    }
    /// Runs of equal values, for all of Unicode.
    pub(crate) fn each_run(&self, table: u32) -> Vec<(u32, u32, i32)> {
        let Some(runs) = self.table(table) else { return Vec::new() };
        let ends = runs.iter().skip(1).map(|run| run.0).chain([0x110000]);
        let first = runs.first().filter(|run| run.0 > 0).map(|run| (0, run.0, 0));
        first.into_iter().chain(runs.iter().zip(ends).map(|(&(from, value), to)| (from, to, value))).collect()
    }
    /// What a character counts for, if it is a number.
    pub(crate) fn numeric(&self, c: u32) -> Option<f64> {
        let at = usize::try_from(self.value(table::NUMBER, c)).ok()?.checked_sub(1)?;
        self.numbers.get(at).copied()
    }
    pub(crate) fn numeric_at(&self, index: i32) -> Option<f64> {
        self.numbers.get(usize::try_from(index).ok()?.checked_sub(1)?).copied()
    }
    /// Whether a character has other cases.
    pub(crate) fn has_case(&self, c: u32) -> bool {
        [table::LOWER, table::UPPER, table::TITLE, table::FOLD].iter().any(|&table| self.value(table, c) != 0)
    }
    /// All characters that have other cases.
    pub(crate) fn each_cased(&self) -> impl Iterator<Item = u32> {
        let tables = [table::LOWER, table::UPPER, table::TITLE, table::FOLD];
        tables.into_iter().flat_map(|table| self.each_run(table)).filter(|run| run.2 != 0).flat_map(|run| run.0..run.1)
    }
    /// What folding and normalizing a character gives, where that is something else than one after the other.
    pub(crate) fn closure(&self, c: u32) -> &str {
        self.closures.binary_search_by_key(&c, |closure| closure.0).map_or("", |at| &self.closures[at].1)
    }
    /// A character under a table of differences.
    pub(crate) fn mapped(&self, table: u32, c: u32) -> u32 {
        c.wrapping_add_signed(self.value(table, c))
    }
    pub(crate) fn map_char(&self, table: u32, c: char) -> char {
        char::from_u32(self.mapped(table, u32::from(c))).unwrap_or(c)
    }
    pub(crate) fn property(&self, number: i64) -> Option<&Property> {
        self.properties.iter().find(|property| property.number == number)
    }
    /// The property of a name, in which case, spaces, hyphens and underscores do not matter.
    pub(crate) fn named(&self, name: &[u8]) -> Option<&Property> {
        self.properties.iter().find(|property| property.names.iter().any(|known| same_name(known.as_bytes(), name)))
    }
}

impl Property {
    /// The value of a name.
    pub(crate) fn value(&self, name: &[u8]) -> Option<i64> {
        let names = |(_, names): &&(i64, Vec<String>)| names.iter().any(|known| same_name(known.as_bytes(), name));
        self.values.iter().find(names).map(|value| value.0)
    }
}

/// Whether two names of properties or values are taken for the same.
fn same_name(known: &[u8], given: &[u8]) -> bool {
    let plain = |name: &[u8]| -> Vec<u8> {
        let skipped = |b: &u8| matches!(b, b' ' | b'-' | b'_' | 9..=13);
        name.iter().filter(|b| !skipped(b)).map(u8::to_ascii_lowercase).collect()
    };
    !known.is_empty() && plain(known) == plain(given)
}

fn property(data: &mut Reader<'_>) -> Property {
    let number = i64::from(data.number());
    let (least, most) = (i64::from(data.number()) - 1, i64::from(data.number()) - 1);
    let names = (0..data.number()).map(|_| data.text()).collect();
    let values = (0..data.number())
        .map(|_| {
            let value = i64::from(data.number());
            (value, (0..data.number()).map(|_| data.text()).collect())
        })
        .collect();
    Property { number, least, most, names, values }
}

fn table_of(data: &mut Reader<'_>) -> (u32, Runs) {
    let number = data.number();
    let (mut from, mut value) = (0, 0i32);
    let runs = (0..data.number())
        .map(|_| {
            from += data.number();
            value = value.wrapping_add(data.folded());
            (from, value)
        })
        .collect();
    (number, runs)
}
