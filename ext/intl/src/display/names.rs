//! The names of languages, scripts, regions and variants, and of locales as a whole.

use crate::{
    data::{Chain, Res, bundle, exists},
    error::{self, ILLEGAL_ARGUMENT},
    locale::default_name,
    locale_id::{self, LocaleId},
};
use phant_memory::Str;
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    locale_get_display_script,
    locale_get_display_region,
    locale_get_display_name,
    locale_get_display_language,
    locale_get_display_variant,
    locale_accept_from_http
];

const LONGEST: usize = 156;

/// The names that one locale has for others.
struct Names {
    languages: Chain,
    regions: Chain,
    display: String,
}

impl Names {
    fn new(display: &str) -> Names {
        Names { languages: Chain::new("lang", display), regions: Chain::new("region", display), display: display.to_owned() }
    }
    fn language(&self, code: &str) -> String {
        let code = CURRENT.iter().find(|(old, _)| *old == code).map_or(code, |(_, new)| new);
        let code = if code.is_empty() { "und" } else { code };
        self.languages.text(&["Languages", code]).unwrap_or(code).to_owned()
    }
    fn script(&self, code: &str, alone: bool) -> String {
        let own = if alone { self.languages.text(&["Scripts%stand-alone", code]) } else { None };
        own.or_else(|| self.languages.text(&["Scripts", code])).unwrap_or(code).to_owned()
    }
    fn region(&self, code: &str) -> String {
        let code = CURRENT.iter().find(|(old, _)| *old == code).map_or(code, |(_, new)| new);
        self.regions.text(&["Countries", code]).unwrap_or(code).to_owned()
    }
    /// Variants as a whole: several have no name.
    fn variant(&self, variants: &[String]) -> String {
        let code = variants.join("_");
        self.languages.text(&["Variants", &code]).unwrap_or(&code).to_owned()
    }
    fn keyword(&self, key: &str, value: &str) -> String {
        let name = self.languages.text(&["Keys", key]).unwrap_or(key);
        let value_name = if key == "currency" {
            Chain::new("curr", &self.display)
                .find(&["Currencies", &value.to_ascii_uppercase()])
                .and_then(|names| names.at(1)?.text())
        } else {
            self.languages.text(&["Types", key, value])
        };
        format!("{name}={}", value_name.unwrap_or(value))
    }
    fn pattern(&self, key: &str, default: &'static str) -> &'static str {
        self.languages.text(&["localeDisplayPattern", key]).unwrap_or(default)
    }
    /// The name of a locale as a whole.
    fn locale(&self, name: &str) -> String {
        let is_old = locale_id::is_grandfathered(name) && !name.starts_with("i-");
        let id = if is_old { LocaleId::new(name) } else { parts_of(name) };
        let mut rest = Vec::new();
        if !id.script.is_empty() {
            rest.push(self.script(&id.script, false));
        }
        if !id.region.is_empty() {
            rest.push(self.region(&id.region));
        }
        if !id.variants.is_empty() {
            rest.push(self.variant(&id.variants));
        }
        let has_keywords = !is_old && (name.contains('@') || !name.contains('_'));
        for (key, value) in locale_id::keywords(name).filter(|_| has_keywords).unwrap_or_default() {
            rest.push(self.keyword(&key, &value));
        }
        let nameless = id.language.is_empty() && locale_id::is_grandfathered(name);
        let language = if nameless { name.to_owned() } else { self.language(&id.language) };
        let pattern = self.pattern("pattern", "{0} ({1})");
        let (open, close, instead_open, instead_close) =
            if pattern.contains('（') { ('（', '）', "［", "］") } else { ('(', ')', "[", "]") };
        let inside = |text: &String| text.replace(open, instead_open).replace(close, instead_close);
        let separator = self.pattern("separator", "{0}, {1}");
        let joined = rest.iter().map(inside).reduce(|all, next| separator.replace("{0}", &all).replace("{1}", &next));
        match joined {
            Some(joined) => pattern.replace("{0}", &language).replace("{1}", &joined),
            None => language,
        }
    }
}

/// The locale that is asked about and the names it is told in. `None` if a name is too long, which has been noted.
fn asked(ctx: &Ctx, name: &Str, display: Option<&Str>, what: &str) -> PhpResult<Option<(String, Names)>> {
    error::reset(ctx);
    let display = display.filter(|display| !display.is_empty());
    if name.len() > LONGEST || display.is_some_and(|display| display.len() > LONGEST) {
        error::set(ctx, ILLEGAL_ARGUMENT, format!("locale_get_display_{what} : name too long"))?;
        return Ok(None);
    }
    let text = |text: &Str| String::from_utf8_lossy(text.as_bytes()).into_owned();
    let name = if name.is_empty() { default_name(ctx) } else { text(name) };
    let display = display.map_or_else(|| default_name(ctx), text);
    Ok(Some((name, Names::new(&display))))
}

/// A locale's parts. Names with underlines are no tags of BCP 47, so they have no extensions.
fn parts_of(name: &str) -> LocaleId {
    if name.contains('_') {
        return LocaleId::new(name);
    }
    let canonical = locale_id::canonical(name).unwrap_or_else(|| name.to_owned());
    LocaleId::new(canonical.split('@').next().unwrap_or_default())
}

/// One part's name. Tags from before BCP 47 have none but the language's.
fn part(
    ctx: &Ctx,
    name: &Str,
    display: Option<&Str>,
    what: &str,
    of: impl FnOnce(&Names, &LocaleId) -> String,
) -> PhpResult<OrFalse<String>> {
    let Some((name, names)) = asked(ctx, name, display, what)? else { return Ok(OrFalse::False) };
    if locale_id::is_grandfathered(&name) {
        return Ok(OrFalse::False);
    }
    Ok(OrFalse::Some(of(&names, &parts_of(&name))))
}

/// Codes of languages and countries that have others now.
const CURRENT: [(&str, &str); 21] = [
    ("in", "id"),
    ("iw", "he"),
    ("ji", "yi"),
    ("jw", "jv"),
    ("mo", "ro"),
    ("AN", "CW"),
    ("BU", "MM"),
    ("CS", "RS"),
    ("DD", "DE"),
    ("DY", "BJ"),
    ("FX", "FR"),
    ("HV", "BF"),
    ("NH", "VU"),
    ("RH", "ZW"),
    ("SU", "RU"),
    ("TP", "TL"),
    ("UK", "GB"),
    ("VD", "VN"),
    ("YD", "YE"),
    ("YU", "RS"),
    ("ZR", "CD"),
];

/// What tags from before BCP 47 are called today.
const PREFERRED: [(&str, &str); 6] = [
    ("art-lojban", "jbo"),
    ("i-klingon", "tlh"),
    ("zh-min-nan", "nan"),
    ("zh-guoyu", "zh"),
    ("zh-hakka", "hak"),
    ("zh-xiang", "hsn"),
];

/// The name of a locale's language.
#[php("function locale_get_display_language(string $locale, ?string $displayLocale = null): string|false")]
pub(crate) fn locale_get_display_language(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
    let Some((name, names)) = asked(ctx, name, display, "language")? else { return Ok(OrFalse::False) };
    if locale_id::is_grandfathered(&name) {
        let preferred = PREFERRED.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(&name)).map(|(_, code)| (*code).to_owned());
        let canonical = locale_id::canonical(&name).filter(|modern| !modern.contains('@'));
        let modern = preferred.or_else(|| canonical.map(|modern| LocaleId::new(&modern).language));
        return Ok(OrFalse::Some(names.language(&modern.unwrap_or(name))));
    }
    Ok(OrFalse::Some(names.language(&parts_of(&name).language)))
}

/// The name of a locale's script.
#[php("function locale_get_display_script(string $locale, ?string $displayLocale = null): string|false")]
pub(crate) fn locale_get_display_script(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
    let of = |names: &Names, id: &LocaleId| if id.script.is_empty() { String::new() } else { names.script(&id.script, true) };
    part(ctx, name, display, "script", of)
}

/// The name of a locale's region.
#[php("function locale_get_display_region(string $locale, ?string $displayLocale = null): string|false")]
pub(crate) fn locale_get_display_region(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
    let of = |names: &Names, id: &LocaleId| if id.region.is_empty() { String::new() } else { names.region(&id.region) };
    part(ctx, name, display, "region", of)
}

/// The name of a locale's variants.
#[php("function locale_get_display_variant(string $locale, ?string $displayLocale = null): string|false")]
pub(crate) fn locale_get_display_variant(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
    let of = |names: &Names, id: &LocaleId| if id.variants.is_empty() { String::new() } else { names.variant(&id.variants) };
    part(ctx, name, display, "variant", of)
}

/// The name of a locale.
#[php("function locale_get_display_name(string $locale, ?string $displayLocale = null): string|false")]
pub(crate) fn locale_get_display_name(ctx: &Ctx, name: &Str, display: Option<&Str>) -> PhpResult<OrFalse<String>> {
    let Some((name, names)) = asked(ctx, name, display, "name")? else { return Ok(OrFalse::False) };
    Ok(OrFalse::Some(names.locale(&name)))
}

/// The locale that a browser would like best.
#[php("function locale_accept_from_http(string $header): string|false")]
pub(crate) fn locale_accept_from_http(ctx: &Ctx, header: &Str) -> PhpResult<OrFalse<String>> {
    error::reset(ctx);
    let header = String::from_utf8_lossy(header.as_bytes()).into_owned();
    if header.split(',').any(|item| item.split(';').next().unwrap_or_default().trim().len() > LONGEST) {
        error::set(ctx, ILLEGAL_ARGUMENT, "locale_accept_from_http: locale string too long")?;
        return Ok(OrFalse::False);
    }
    let mut wanted: Vec<(f64, String)> = Vec::new();
    for item in header.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let (name, quality) = item.split_once(';').unwrap_or((item, ""));
        let quality = quality.trim().strip_prefix("q=").map_or(1.0, |text| text.trim().parse().unwrap_or(0.0));
        let Some(canonical) = locale_id::canonical(name.trim()) else { continue };
        wanted.push((quality, canonical.split('@').next().unwrap_or_default().to_owned()));
    }
    wanted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let available = |name: &str| crate::data::has_locale("", name);
    let mut names = Vec::with_capacity(wanted.len());
    for (_, name) in wanted {
        ctx.poll()?;
        names.push(aliased(name));
    }
    if let Some(exact) = names.iter().find(|name| available(name)) {
        return Ok(OrFalse::Some(exact.clone()));
    }
    let mut shorter: Vec<String> = names.iter().filter_map(|name| name.rfind('_').map(|at| name[..at].to_owned())).collect();
    shorter.sort_by_key(|name| std::cmp::Reverse(name.len()));
    Ok(OrFalse::from(shorter.into_iter().find(|name| available(name))))
}

/// The locale that another name stands for.
fn aliased(name: String) -> String {
    let target = if exists("", &name) { bundle("", &name) } else { None };
    target.and_then(|res| res.get("%%ALIAS")).and_then(Res::text).map_or(name, str::to_owned)
}
