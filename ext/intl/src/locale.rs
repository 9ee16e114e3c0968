//! Locales: their names, and choosing among them.

use crate::{
    error::{self, ILLEGAL_ARGUMENT},
    locale_id::{self, LocaleId, is_separator},
};
use phant_memory::{Array, Str, Value, View};
use phant_native::{
    Ctx, PhpResult,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage},
    php,
    ret::OrFalse,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    locale_get_default,
    locale_set_default,
    locale_get_primary_language,
    locale_get_script,
    locale_get_region,
    locale_get_keywords,
    locale_compose,
    locale_parse,
    locale_get_all_variants,
    locale_filter_matches,
    locale_canonicalize,
    locale_lookup
];

/// ICU's own where neither a setting nor the environment names one.
const ROOT: &str = "en_US_POSIX";
const LONGEST: usize = 156;

/// The locale that ICU takes where nothing says another.
pub(crate) fn standard_name() -> &'static str {
    ROOT
}

/// The locale that is meant when none is named.
pub(crate) fn default_name(ctx: &Ctx) -> String {
    let set = ctx.ini.text("intl.default_locale");
    if set.is_empty() { ROOT.to_owned() } else { String::from_utf8_lossy(set.as_bytes()).into_owned() }
}

/// A name that was given; the default for none. `None` if it is too long, which has been noted.
fn named(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
    error::reset(ctx);
    if name.len() > LONGEST {
        error::set(ctx, ILLEGAL_ARGUMENT, "Locale string too long, should be no longer than 156 characters")?;
        return Ok(None);
    }
    Ok(Some(if name.is_empty() { default_name(ctx) } else { String::from_utf8_lossy(name.as_bytes()).into_owned() }))
}

/// The default locale.
#[php("function locale_get_default(): string")]
pub(crate) fn locale_get_default(ctx: &Ctx) -> String {
    default_name(ctx)
}

/// Sets the default locale for the rest of the request.
#[php("function locale_set_default(string $locale): true")]
pub(crate) fn locale_set_default(ctx: &Ctx, name: &Str) -> bool {
    let name = if name.is_empty() { ROOT.as_bytes() } else { name.as_bytes() };
    Ini::set(ctx, "intl.default_locale", name, Stage::Runtime).is_ok()
}

/// The language of a locale.
#[php("function locale_get_primary_language(string $locale): ?string")]
pub(crate) fn locale_get_primary_language(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
    let Some(name) = named(ctx, name)? else { return Ok(None) };
    let whole = locale_id::is_grandfathered(&name) || name.starts_with("i-") || name.starts_with("x-");
    Ok(Some(if whole { name } else { LocaleId::new(&name).language }))
}

/// The script of a locale.
#[php("function locale_get_script(string $locale): ?string")]
pub(crate) fn locale_get_script(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
    let Some(name) = named(ctx, name)? else { return Ok(None) };
    if locale_id::is_grandfathered(&name) {
        error::set(ctx, 0, "locale_get_script : unable to get locale script")?;
        return Ok(None);
    }
    Ok(Some(LocaleId::new(&name).script))
}

/// The region of a locale.
#[php("function locale_get_region(string $locale): ?string")]
pub(crate) fn locale_get_region(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
    let Some(name) = named(ctx, name)? else { return Ok(None) };
    if locale_id::is_grandfathered(&name) {
        error::set(ctx, 0, "locale_get_region : unable to get locale region")?;
        return Ok(None);
    }
    Ok(Some(LocaleId::new(&name).region))
}

/// The keywords of a locale.
#[php("function locale_get_keywords(string $locale): array|false|null")]
pub(crate) fn locale_get_keywords(ctx: &Ctx, name: &Str) -> PhpResult<Option<Array>> {
    let Some(name) = named(ctx, name)? else { return Ok(None) };
    // Extensions of BCP 47 are keywords where the whole name is a tag.
    let has_keywords = name.contains('@') || !name.contains('_');
    let keywords = if has_keywords { locale_id::keywords(&name).unwrap_or_default() } else { Vec::new() };
    let mut array = Array::new();
    for (key, value) in keywords {
        array.set_text(&key, Value::from(value.as_str()));
    }
    Ok((!array.is_empty()).then_some(array))
}

/// The variants of a locale.
#[php("function locale_get_all_variants(string $locale): ?array")]
pub(crate) fn locale_get_all_variants(ctx: &Ctx, name: &Str) -> PhpResult<Option<Array>> {
    let Some(name) = named(ctx, name)? else { return Ok(None) };
    if locale_id::is_grandfathered(&name) || locale_id::extension(&name) == Some(0) {
        return Ok(Some(Array::new()));
    }
    let id = LocaleId::new(&name);
    Ok(Some(Array::list(id.told_variants().iter().map(|variant| Value::from(variant.as_str())))))
}

/// The canonical form of a locale's name.
#[php("function locale_canonicalize(string $locale): ?string")]
pub(crate) fn locale_canonicalize(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
    let Some(name) = named(ctx, name)? else { return Ok(None) };
    let canonical = locale_id::canonical(&name);
    if canonical.is_none() {
        error::set(ctx, 0, "locale_get_canonicalize : unable to get locale canonicalize")?;
    }
    Ok(canonical)
}

/// A locale's name in its parts.
#[php("function locale_parse(string $locale): ?array")]
pub(crate) fn locale_parse(ctx: &Ctx, name: &Str) -> PhpResult<Option<Array>> {
    let Some(name) = named(ctx, name)? else { return Ok(None) };
    let mut array = Array::new();
    if locale_id::is_grandfathered(&name) {
        array.set_name("grandfathered", Value::from(name.as_str()));
        return Ok(Some(array));
    }
    let extension = locale_id::singleton(&name);
    if extension != Some(0) {
        let id = LocaleId::new(&name[..extension.map_or(name.len(), |at| at - 1)]);
        for (key, part) in [("language", &id.language), ("script", &id.script), ("region", &id.region)] {
            if !part.is_empty() {
                array.set_name(key, Value::from(part.as_str()));
            }
        }
        for (i, variant) in id.told_variants().iter().enumerate() {
            array.set_text(&format!("variant{i}"), Value::from(variant.as_str()));
        }
    }
    for (i, part) in locale_id::told(&private_parts(&name)).iter().enumerate() {
        array.set_text(&format!("private{i}"), Value::from(*part));
    }
    Ok(Some(array))
}

/// What stands behind an `x`.
fn private_parts(name: &str) -> Vec<&str> {
    let mut parts = name.split(is_separator);
    match parts.find(|part| part.eq_ignore_ascii_case("x")) {
        Some(_) => parts.collect(),
        None => Vec::new(),
    }
}

/// Puts the parts of a locale's name together.
#[php("function locale_compose(array $subtags): string|false")]
pub(crate) fn locale_compose(ctx: &Ctx, subtags: &Array) -> PhpResult<OrFalse<String>> {
    error::reset(ctx);
    if subtags.is_empty() {
        return Ok(OrFalse::False);
    }
    if let Some(View::Str(tag)) = subtags.get_bytes(b"grandfathered").map(Value::view) {
        return Ok(Some(String::from_utf8_lossy(tag.as_bytes()).into_owned()).into());
    }
    if subtags.get_bytes(b"language").is_none() {
        return Err(ctx.argument_error(1, "must contain a \"language\" key"));
    }
    let mut name = String::new();
    let groups = [
        ("language", 0, ""),
        ("extlang", 3, "_"),
        ("script", 0, "_"),
        ("region", 0, "_"),
        ("variant", 15, "_"),
        ("private", 15, "_x_"),
    ];
    for (key, numbered, before) in groups {
        let Some(parts) = parts(subtags, key, numbered) else {
            error::set(ctx, ILLEGAL_ARGUMENT, "locale_compose: parameter array element is not a string")?;
            return Ok(OrFalse::False);
        };
        for (i, part) in parts.iter().enumerate() {
            name.push_str(if i == 0 { before } else { "_" });
            name.push_str(part);
        }
    }
    Ok(Some(name).into())
}

/// The parts under a key: a text, a list of texts, or texts under numbered keys. `None` if one is not a text.
fn parts(subtags: &Array, key: &str, numbered: usize) -> Option<Vec<String>> {
    let text = |value: &Value| match value.view() {
        View::Str(text) => Some(String::from_utf8_lossy(text.as_bytes()).into_owned()),
        _ => None,
    };
    match subtags.get_bytes(key.as_bytes()) {
        Some(value) => match value.view() {
            View::Array(list) if numbered > 0 => list.values().map(text).collect(),
            _ => Some(vec![text(value)?]),
        },
        None => {
            let keys = (0..numbered).map(|i| format!("{key}{i}"));
            keys.filter_map(|key| subtags.get_bytes(key.as_bytes())).map(text).collect()
        }
    }
}

/// A name for comparing.
fn comparable(name: &str) -> String {
    name.to_ascii_lowercase().replace('-', "_")
}

/// A name for comparing; `None` if it should be canonical and makes no sense, which has been noted.
fn prepared(ctx: &Ctx, name: &str, canonicalize: bool, code: i64, error: &'static str) -> PhpResult<Option<String>> {
    /// How long ICU lets a language be.
    const LONGEST_LANGUAGE: usize = 11;
    if !canonicalize {
        return Ok(Some(comparable(name)));
    }
    let makes_sense = |name: &String| !name.is_empty() && LocaleId::new(name).language.len() <= LONGEST_LANGUAGE;
    let canonical = locale_id::canonical(name).filter(makes_sense);
    if canonical.is_none() {
        error::set(ctx, code, error)?;
    }
    Ok(canonical.map(|name| comparable(&name)))
}

/// Whether a tag begins with the parts of a range.
#[php("function locale_filter_matches(string $languageTag, string $locale, bool $canonicalize = false): ?bool")]
pub(crate) fn locale_filter_matches(ctx: &Ctx, tag: &Str, range: &Str, canonicalize: bool) -> PhpResult<Option<bool>> {
    if range.as_bytes() == b"*" {
        error::reset(ctx);
        return Ok(Some(true));
    }
    let Some(range) = named(ctx, range)? else { return Ok(None) };
    let tag = match tag.is_empty() {
        true => String::new(),
        false => match named(ctx, tag)? {
            Some(tag) => tag,
            None => return Ok(None),
        },
    };
    // The text says that something is wrong, the code does not.
    let error = "locale_filter_matches : unable to canonicalize loc_range";
    let Some(range) = prepared(ctx, &range, canonicalize, 0, error)? else { return Ok(Some(false)) };
    let error = "locale_filter_matches : unable to canonicalize lang_tag";
    let Some(tag) = prepared(ctx, &tag, canonicalize, 0, error)? else { return Ok(Some(false)) };
    let rest = tag.strip_prefix(&range);
    Ok(Some(rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '@']))))
}

/// The tag of a list that suits a locale best.
#[php(
    "function locale_lookup(array $languageTag, string $locale, bool $canonicalize = false, ?string $defaultLocale = null): ?string"
)]
pub(crate) fn locale_lookup(
    ctx: &Ctx,
    tags: &Array,
    name: &Str,
    canonicalize: bool,
    default: Option<&Str>,
) -> PhpResult<Option<Str>> {
    let Some(name) = named(ctx, name)? else { return Ok(None) };
    if tags.is_empty() {
        return Ok(Some(Str::new(b"")));
    }
    let mut choices = Vec::with_capacity(tags.len());
    for tag in tags.values() {
        let View::Str(text) = tag.view() else {
            return Err(ctx.argument_type_error(2, "must only contain string values"));
        };
        let error = "lookup_loc_range: unable to canonicalize lang_tag";
        let tag = String::from_utf8_lossy(text.as_bytes());
        let Some(prepared) = prepared(ctx, &tag, canonicalize || tag.is_empty(), ILLEGAL_ARGUMENT, error)? else {
            return Ok(None);
        };
        let told = if canonicalize { Str::new(prepared.as_bytes()) } else { text.into_owned() };
        choices.push((prepared, told));
    }
    let error = "lookup_loc_range: unable to canonicalize loc_range";
    let Some(mut range) = prepared(ctx, &name, canonicalize, ILLEGAL_ARGUMENT, error)? else { return Ok(None) };
    loop {
        if let Some((_, told)) = choices.iter().find(|(choice, _)| *choice == range) {
            return Ok(Some(told.clone()));
        }
        let Some(end) = range.rfind('_') else { break };
        range.truncate(end);
        // What opened the extension that was cut off goes with it.
        if range.len() > 1 && range.as_bytes()[range.len() - 2] == b'_' {
            range.truncate(range.len() - 2);
        }
    }
    Ok(Some(default.cloned().unwrap_or_else(|| Str::new(b""))))
}
