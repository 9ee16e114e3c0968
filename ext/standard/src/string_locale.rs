//! Locales: `setlocale`, `localeconv`, `nl_langinfo`. There is the C locale, with or without UTF-8; nothing in the
//! runtime depends on a locale otherwise.

use phant_memory::{Array, Name, Str, Value, string::literal};
use phant_native::{
    Constant, ConstantValue, Ctx, Late, PhpResult, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse,
};
use std::{cell::Cell, sync::OnceLock};

pub(crate) const FUNCTIONS: FunctionGroup = functions![setlocale, localeconv, nl_langinfo];

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

/// Categories as glibc numbers them.
const LC_ALL: i64 = 6;
const CATEGORIES: [&str; 12] = [
    "LC_CTYPE",
    "LC_NUMERIC",
    "LC_TIME",
    "LC_COLLATE",
    "LC_MONETARY",
    "LC_MESSAGES",
    "LC_PAPER",
    "LC_NAME",
    "LC_ADDRESS",
    "LC_TELEPHONE",
    "LC_MEASUREMENT",
    "LC_IDENTIFICATION",
];
/// The number of each of [`CATEGORIES`].
const NUMBERS: [i64; 12] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12];

/// The locales that there are, by the names that `setlocale` reports.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Locale {
    C,
    Utf8,
    Utf8Short,
}

impl Locale {
    fn name(self) -> &'static str {
        match self {
            Locale::C => "C",
            Locale::Utf8 => "C.UTF-8",
            Locale::Utf8Short => "C.utf8",
        }
    }
}

/// PHP starts with UTF-8 character types.
const AT_START: [Locale; 12] = {
    let mut locales = [Locale::C; 12];
    locales[0] = Locale::Utf8;
    locales
};

/// The locale of every category.
struct Locales(Cell<[Locale; 12]>);

impl Default for Locales {
    fn default() -> Locales {
        Locales(Cell::new(AT_START))
    }
}

/// A locale that there is.
fn known(name: &[u8]) -> Option<Locale> {
    match name {
        b"C" | b"POSIX" => Some(Locale::C),
        b"C.UTF-8" => Some(Locale::Utf8),
        b"C.utf8" => Some(Locale::Utf8Short),
        _ => None,
    }
}

/// The name of a category's locale; of all, if they differ, a list.
fn current(locales: [Locale; 12], category: i64) -> Option<Str> {
    if category != LC_ALL {
        let at = NUMBERS.iter().position(|&n| n == category)?;
        return Some(literal(locales[at].name()));
    }
    if locales == [locales[0]; 12] {
        return Some(literal(locales[0].name()));
    }
    if locales == AT_START {
        static LIST: OnceLock<Name> = OnceLock::new();
        return Some(LIST.get_or_init(|| Name::forever(list_of(&locales).as_bytes())).to_str());
    }
    Some(Str::from(list_of(&locales)))
}

fn list_of(locales: &[Locale; 12]) -> String {
    let mut list = String::with_capacity(256);
    for (category, locale) in CATEGORIES.iter().zip(locales) {
        let parts = [if list.is_empty() { "" } else { ";" }, category, "=", locale.name()];
        parts.iter().for_each(|part| list.push_str(part));
    }
    list
}

/// The environment's wish for a category.
fn from_environment(category: &str) -> String {
    let set = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
    set("LC_ALL").or_else(|| set(category)).or_else(|| set("LANG")).unwrap_or_else(|| "C".into())
}

/// What `setlocale($category, 0)` is to tell.
fn asked(late: Late<'_>, category: i64, locales: &Value) -> Option<Str> {
    let is_question = locales.as_int() == Some(0) || locales.own_str().is_some_and(|name| name.as_bytes() == b"0");
    if is_question { current(late.state::<Locales>().0.get(), category) } else { None }
}

fn try_locale(ctx: &Ctx, category: i64, name: &[u8]) -> PhpResult<Option<Str>> {
    let state = ctx.state::<Locales>();
    if name == b"0" {
        return Ok(current(state.0.get(), category));
    }
    if name.len() >= 255 {
        ctx.warning("Specified locale name is too long");
        ctx.check()?;
        return Ok(None);
    }
    let mut locales = state.0.get();
    let list = std::str::from_utf8(name).ok().filter(|n| n.contains('='));
    for (i, slot) in locales.iter_mut().enumerate() {
        if category != LC_ALL && NUMBERS[i] != category {
            continue;
        }
        let wanted = if name.is_empty() {
            from_environment(CATEGORIES[i])
        } else if let (Some(list), LC_ALL) = (list, category) {
            // As `setlocale(LC_ALL, 0)` has shown it.
            let entry = list.split(';').find_map(|part| part.strip_prefix(CATEGORIES[i])?.strip_prefix('='));
            entry.unwrap_or_default().to_owned()
        } else {
            String::from_utf8_lossy(name).into_owned()
        };
        match known(wanted.as_bytes()) {
            Some(locale) => *slot = locale,
            None => return Ok(None),
        }
    }
    state.0.set(locales);
    Ok(current(locales, category))
}

/// Sets the locale of a category to the first of the names that there is.
#[php("function setlocale(int $category, $locales, ...$rest): string|false")]
fn setlocale(late: Late<'_>, category: i64, locales: &Value, rest: &[Value]) -> PhpResult<OrFalse<Str>> {
    if let Some(name) = asked(late, category, locales) {
        return Ok(OrFalse::Some(name));
    }
    let ctx = late.ctx()?;
    for candidate in std::iter::once(locales).chain(rest) {
        let candidates = match candidate.as_array() {
            Some(list) => list.values().map(Value::unref).collect(),
            None => vec![candidate.unref()],
        };
        for candidate in candidates {
            let name = if candidate.is_null() { Str::default() } else { convert::to_str(ctx, &candidate)? };
            if let Some(result) = try_locale(ctx, category, &name)? {
                return Ok(OrFalse::Some(result));
            }
        }
    }
    Ok(OrFalse::False)
}

/// How the locale writes numbers and money.
#[php("function localeconv(): array")]
fn localeconv() -> Array {
    const CHAR_MAX: i64 = 127;
    let mut result = Array::with_hash_capacity(18);
    result.set_name("decimal_point", Value::str("."));
    for name in [
        "thousands_sep",
        "int_curr_symbol",
        "currency_symbol",
        "mon_decimal_point",
        "mon_thousands_sep",
        "positive_sign",
        "negative_sign",
    ] {
        result.set_name(name, Value::str(""));
    }
    for name in [
        "int_frac_digits",
        "frac_digits",
        "p_cs_precedes",
        "p_sep_by_space",
        "n_cs_precedes",
        "n_sep_by_space",
        "p_sign_posn",
        "n_sign_posn",
    ] {
        result.set_name(name, Value::int(CHAR_MAX));
    }
    result.set_name("grouping", Value::empty_array());
    result.set_name("mon_grouping", Value::empty_array());
    result
}

/// What `nl_langinfo` knows: name, number, text in the C locale.
const ITEMS: &[(&str, i64, &[u8])] = &[
    ("ABDAY_1", 131072, b"Sun"),
    ("ABDAY_2", 131073, b"Mon"),
    ("ABDAY_3", 131074, b"Tue"),
    ("ABDAY_4", 131075, b"Wed"),
    ("ABDAY_5", 131076, b"Thu"),
    ("ABDAY_6", 131077, b"Fri"),
    ("ABDAY_7", 131078, b"Sat"),
    ("DAY_1", 131079, b"Sunday"),
    ("DAY_2", 131080, b"Monday"),
    ("DAY_3", 131081, b"Tuesday"),
    ("DAY_4", 131082, b"Wednesday"),
    ("DAY_5", 131083, b"Thursday"),
    ("DAY_6", 131084, b"Friday"),
    ("DAY_7", 131085, b"Saturday"),
    ("ABMON_1", 131086, b"Jan"),
    ("ABMON_2", 131087, b"Feb"),
    ("ABMON_3", 131088, b"Mar"),
    ("ABMON_4", 131089, b"Apr"),
    ("ABMON_5", 131090, b"May"),
    ("ABMON_6", 131091, b"Jun"),
    ("ABMON_7", 131092, b"Jul"),
    ("ABMON_8", 131093, b"Aug"),
    ("ABMON_9", 131094, b"Sep"),
    ("ABMON_10", 131095, b"Oct"),
    ("ABMON_11", 131096, b"Nov"),
    ("ABMON_12", 131097, b"Dec"),
    ("MON_1", 131098, b"January"),
    ("MON_2", 131099, b"February"),
    ("MON_3", 131100, b"March"),
    ("MON_4", 131101, b"April"),
    ("MON_5", 131102, b"May"),
    ("MON_6", 131103, b"June"),
    ("MON_7", 131104, b"July"),
    ("MON_8", 131105, b"August"),
    ("MON_9", 131106, b"September"),
    ("MON_10", 131107, b"October"),
    ("MON_11", 131108, b"November"),
    ("MON_12", 131109, b"December"),
    ("AM_STR", 131110, b"AM"),
    ("PM_STR", 131111, b"PM"),
    ("D_T_FMT", 131112, b"%a %b %e %H:%M:%S %Y"),
    ("D_FMT", 131113, b"%m/%d/%y"),
    ("T_FMT", 131114, b"%H:%M:%S"),
    ("T_FMT_AMPM", 131115, b"%I:%M:%S %p"),
    ("ERA", 131116, b""),
    ("ERA_YEAR", 131117, b""),
    ("ERA_D_T_FMT", 131120, b""),
    ("ERA_D_FMT", 131118, b""),
    ("ERA_T_FMT", 131121, b""),
    ("ALT_DIGITS", 131119, b""),
    ("INT_CURR_SYMBOL", 262144, b""),
    ("CURRENCY_SYMBOL", 262145, b""),
    ("CRNCYSTR", 262159, b"-"),
    ("MON_DECIMAL_POINT", 262146, b""),
    ("MON_THOUSANDS_SEP", 262147, b""),
    ("MON_GROUPING", 262148, b""),
    ("POSITIVE_SIGN", 262149, b""),
    ("NEGATIVE_SIGN", 262150, b""),
    ("INT_FRAC_DIGITS", 262151, b"\xff"),
    ("FRAC_DIGITS", 262152, b"\xff"),
    ("P_CS_PRECEDES", 262153, b"\xff"),
    ("P_SEP_BY_SPACE", 262154, b"\xff"),
    ("N_CS_PRECEDES", 262155, b"\xff"),
    ("N_SEP_BY_SPACE", 262156, b"\xff"),
    ("P_SIGN_POSN", 262157, b"\xff"),
    ("N_SIGN_POSN", 262158, b"\xff"),
    ("DECIMAL_POINT", 65536, b"."),
    ("RADIXCHAR", 65536, b"."),
    ("THOUSANDS_SEP", 65537, b""),
    ("THOUSEP", 65537, b""),
    ("GROUPING", 65538, b""),
    ("YESEXPR", 327680, b"^[yY]"),
    ("NOEXPR", 327681, b"^[nN]"),
    ("YESSTR", 327682, b""),
    ("NOSTR", 327683, b""),
    ("CODESET", 14, b"UTF-8"),
];

/// The constants of [`ITEMS`] and the locale categories.
pub(crate) const CONSTANTS: &[Constant] = &[
    int("CHAR_MAX", 127),
    int("LC_CTYPE", 0),
    int("LC_NUMERIC", 1),
    int("LC_TIME", 2),
    int("LC_COLLATE", 3),
    int("LC_MONETARY", 4),
    int("LC_MESSAGES", 5),
    int("LC_ALL", LC_ALL),
];

pub(crate) const ITEM_CONSTANTS: &[Constant] = &{
    let mut constants = [const { int("", 0) }; ITEMS.len()];
    let mut i = 0;
    while i < ITEMS.len() {
        constants[i] = int(ITEMS[i].0, ITEMS[i].1);
        i += 1;
    }
    constants
};

/// A detail of the locale.
#[php("function nl_langinfo(int $item): string|false")]
fn nl_langinfo(ctx: &Ctx, item: i64) -> OrFalse<Str> {
    const CODESET: i64 = 14;
    if item == CODESET {
        let ctype = ctx.state::<Locales>().0.get()[0];
        return OrFalse::Some(Str::from(if ctype == Locale::C { "ANSI_X3.4-1968" } else { "UTF-8" }));
    }
    match ITEMS.iter().find(|i| i.1 == item) {
        Some((_, _, text)) => OrFalse::Some(Str::new(text)),
        None => {
            ctx.warning(format!("Item '{item}' is not valid"));
            OrFalse::False
        }
    }
}
