//! What the extension remembers during a request, and the encodings that arguments name.

use crate::{
    codec::{self, Substitute},
    encoding::{self, EncodingRef},
};
use phant_memory::{PhpStr, Str, Value, View};
use phant_native::{Ctx, Level, PhpResult, Thrown, convert, ctx::Late, ini::Ini};
use std::cell::{Cell, RefCell};

/// A language: which encodings its texts are likely to have.
pub(crate) struct Language {
    pub(crate) name: &'static str,
    pub(crate) short: &'static str,
    pub(crate) detect: &'static [&'static str],
    pub(crate) mail: (&'static str, &'static str, &'static str),
}

const fn language(
    name: &'static str,
    short: &'static str,
    detect: &'static [&'static str],
    mail: (&'static str, &'static str, &'static str),
) -> Language {
    Language { name, short, detect, mail }
}

const PLAIN: &[&str] = &["ASCII", "UTF-8"];

/// Language, what `auto` is for it, and how it is mailed: character set, header encoding, body encoding.
#[rustfmt::skip]
static LANGUAGES: [Language; 12] = [
    language("neutral", "neutral", PLAIN, ("UTF-8", "BASE64", "BASE64")),
    language("uni", "universal", PLAIN, ("UTF-8", "BASE64", "BASE64")),
    language("Japanese", "ja", &["ASCII", "JIS", "UTF-8", "EUC-JP", "SJIS"], ("ISO-2022-JP", "BASE64", "7bit")),
    language("Korean", "ko", &["ASCII", "UTF-8", "EUC-KR", "UHC"], ("ISO-2022-KR", "BASE64", "7bit")),
    language("Simplified Chinese", "zh-cn", &["ASCII", "UTF-8", "EUC-CN", "CP936"], ("HZ", "BASE64", "7bit")),
    language("Traditional Chinese", "zh-tw", &["ASCII", "UTF-8", "EUC-TW", "BIG-5"], ("BIG-5", "BASE64", "8bit")),
    language("English", "en", PLAIN, ("ISO-8859-1", "Quoted-Printable", "8bit")),
    language("German", "de", PLAIN, ("ISO-8859-15", "Quoted-Printable", "8bit")),
    language("Russian", "ru", &["ASCII", "UTF-8", "KOI8-R", "Windows-1251", "CP866"], ("KOI8-R", "Quoted-Printable", "8bit")),
    language("Ukrainian", "ua", &["ASCII", "UTF-8", "KOI8-U"], ("KOI8-U", "Quoted-Printable", "8bit")),
    language("Armenian", "hy", &["ASCII", "UTF-8", "ArmSCII-8"], ("ArmSCII-8", "Quoted-Printable", "8bit")),
    language("Turkish", "tr", &["ASCII", "UTF-8", "Windows-1254", "ISO-8859-9"], ("ISO-8859-9", "Quoted-Printable", "8bit")),
];

pub(crate) fn find_language(name: &[u8]) -> Option<&'static Language> {
    let same = |s: &str| s.as_bytes().eq_ignore_ascii_case(name);
    LANGUAGES.iter().find(|l| same(l.name) || same(l.short))
}

/// State of the request.
pub(crate) struct State {
    pub(crate) internal: Cell<Option<EncodingRef>>,
    /// What `default_charset` names, as of a revision of the settings.
    charset: Cell<Option<(u32, EncodingRef)>>,
    pub(crate) http_output: Cell<Option<EncodingRef>>,
    /// What the settings say of it, as of a revision of them.
    output_charset: Cell<Option<(u32, EncodingRef)>>,
    pub(crate) substitute: Cell<Substitute>,
    pub(crate) language: Cell<&'static Language>,
    pub(crate) detect_order: RefCell<Option<phant_memory::HeapVec<EncodingRef>>>,
    pub(crate) illegal: Cell<usize>,
    /// The encoding that the parameters read last had.
    pub(crate) identified: Cell<Option<EncodingRef>>,
    /// What `mb_output_handler` converts to, if it does.
    pub(crate) converting: Cell<Option<EncodingRef>>,
    /// What an argument named last.
    named: Cell<Option<EncodingRef>>,
}

impl Default for State {
    fn default() -> State {
        State {
            internal: Cell::new(None),
            charset: Cell::new(None),
            http_output: Cell::new(None),
            output_charset: Cell::new(None),
            substitute: Cell::new(Substitute::Char(u32::from(b'?'))),
            language: Cell::new(&LANGUAGES[0]),
            detect_order: RefCell::new(None),
            illegal: Cell::new(0),
            identified: Cell::new(None),
            converting: Cell::new(None),
            named: Cell::new(None),
        }
    }
}

pub(crate) fn of(ctx: &Ctx) -> &'static State {
    ctx.state::<State>()
}

/// What functions reach the state by: the request, or [`Late`] in calls that have no frame.
pub(crate) trait Reach<'a>: Copy {
    fn state(self) -> &'static State;
    fn ini(self) -> &'a Ini;
    fn reserve(self, bytes: usize) -> PhpResult<()>;
    /// The request, for what has to be reported.
    fn ctx(self) -> PhpResult<&'a Ctx>;
}
impl<'a> Reach<'a> for &'a Ctx {
    #[inline]
    fn state(self) -> &'static State {
        of(self)
    }
    #[inline]
    fn ini(self) -> &'a Ini {
        &self.ini
    }
    #[inline]
    fn reserve(self, bytes: usize) -> PhpResult<()> {
        Ctx::reserve(self, bytes)
    }
    #[inline]
    fn ctx(self) -> PhpResult<&'a Ctx> {
        Ok(self)
    }
}
impl<'a> Reach<'a> for Late<'a> {
    #[inline]
    fn state(self) -> &'static State {
        Late::state(self)
    }
    #[inline]
    fn ini(self) -> &'a Ini {
        Late::ini(self)
    }
    #[inline]
    fn reserve(self, bytes: usize) -> PhpResult<()> {
        Late::reserve(self, bytes)
    }
    #[inline]
    fn ctx(self) -> PhpResult<&'a Ctx> {
        Late::ctx(self)
    }
}

/// The encoding of texts whose encoding nobody names.
#[inline]
pub(crate) fn internal<'a>(request: impl Reach<'a>) -> EncodingRef {
    let (state, ini) = (request.state(), request.ini());
    match (state.internal.get(), state.charset.get()) {
        (Some(encoding), _) => encoding,
        (None, Some((at, encoding))) if at == ini.hot.revision.get() => encoding,
        _ => internal_of_settings(state, ini),
    }
}
#[cold]
fn internal_of_settings(state: &State, ini: &Ini) -> EncodingRef {
    let configured = ini.get("internal_encoding").filter(|name| !name.is_empty());
    let named = configured.or_else(|| ini.get("default_charset")).and_then(|name| encoding::find(&name));
    let encoding = named.unwrap_or(encoding::utf8());
    state.charset.set(Some((ini.hot.revision.get(), encoding)));
    encoding
}

/// The encoding that argument `number` names, or the internal one.
#[inline]
pub(crate) fn argument<'a>(request: impl Reach<'a>, number: usize, name: Option<&PhpStr>) -> PhpResult<EncodingRef> {
    match name {
        None => Ok(internal(request)),
        Some(name) => named(request, number, name),
    }
}

/// The error for an argument that names no encoding; only what comes before a NUL byte is shown.
pub(crate) fn unknown(ctx: &Ctx, number: usize, name: &[u8]) -> Thrown {
    let shown = Str::new(name.split(|&b| b == 0).next().unwrap_or_default());
    ctx.argument_error(number, format!("must be a valid encoding, \"{shown}\" given"))
}

/// The encoding that argument `number` names; this build may have no tables for it.
pub(crate) fn named<'a>(request: impl Reach<'a>, number: usize, name: &PhpStr) -> PhpResult<EncodingRef> {
    let known = &request.state().named;
    if let Some(last) = known.get()
        && last.name.as_bytes() == name.as_bytes()
    {
        return Ok(last);
    }
    let Some(encoding) = encoding::find(name) else {
        return Err(unknown(request.ctx()?, number, name));
    };
    // Who names the same encoding again and again is told once.
    if known.get() == Some(encoding) {
        return Ok(encoding);
    }
    if let Some(text) = encoding.deprecation() {
        let ctx = request.ctx()?;
        known.set(Some(encoding));
        ctx.deprecated(text);
        ctx.check()?;
    }
    known.set(Some(encoding));
    Ok(encoding)
}

/// The encodings of a list such as `ASCII, UTF-8` or an array of names. `auto` is what the language suggests. The
/// error is the name that is none.
pub(crate) fn list(ctx: &Ctx, names: &Value) -> PhpResult<Result<Vec<EncodingRef>, Str>> {
    if let Some(name) = names.own_str() {
        if name.eq_ignore_ascii_case(b"auto") {
            return Ok(Ok(usual(ctx).collect()));
        }
        if let Some(only) = encoding::find(name) {
            return Ok(Ok(vec![only]));
        }
    }
    let mut texts = Vec::new();
    match names.view() {
        View::Array(names) => {
            for name in names.clone().values() {
                let name = convert::to_str(ctx, &name.unref())?;
                // The first wrong name ends the reading of the list.
                let wrong = !name.eq_ignore_ascii_case(b"auto") && encoding::find(&name).is_none();
                texts.push(name);
                if wrong {
                    break;
                }
            }
        }
        _ => {
            let text = convert::to_str(ctx, names)?;
            let text = text.strip_prefix(b"\"").and_then(|t| t.strip_suffix(b"\"")).unwrap_or(&text);
            if !text.is_empty() {
                texts.extend(text.split(|&b| b == b',').map(|t| Str::new(t.trim_ascii())));
            }
        }
    }
    Ok(encodings(ctx, &texts))
}

/// The encodings that texts in the language have, `auto` in lists.
fn usual(ctx: &Ctx) -> impl Iterator<Item = EncodingRef> {
    of(ctx).language.get().detect.iter().filter_map(|name| encoding::find(name.as_bytes()))
}

fn encodings(ctx: &Ctx, names: &[Str]) -> Result<Vec<EncodingRef>, Str> {
    let mut found = Vec::new();
    for name in names {
        if name.eq_ignore_ascii_case(b"auto") {
            found.extend(usual(ctx));
        } else {
            let shown = || Str::new(name.split(|&b| b == 0).next().unwrap_or_default());
            found.push(encoding::find(name).ok_or_else(shown)?);
        }
    }
    Ok(found)
}

/// The encodings that argument `number` lists; there must be one at least.
pub(crate) fn list_argument(ctx: &Ctx, number: usize, names: &Value) -> PhpResult<Vec<EncodingRef>> {
    match list(ctx, names)? {
        Err(name) => Err(ctx.argument_error(number, format!("contains invalid encoding \"{name}\""))),
        Ok(list) if list.is_empty() => Err(ctx.argument_error(number, "must specify at least one encoding")),
        Ok(list) => Ok(list),
    }
}

/// What `mb_detect_order` says.
pub(crate) fn detect_order(ctx: &Ctx) -> Vec<EncodingRef> {
    let state = of(ctx);
    match &*state.detect_order.borrow() {
        Some(list) => list.iter().copied().collect(),
        None => usual(ctx).collect(),
    }
}

pub(crate) fn remember_detect_order(ctx: &Ctx, list: &[EncodingRef]) {
    let mut order = phant_memory::heap_vec();
    order.extend_from_slice(list);
    *of(ctx).detect_order.borrow_mut() = Some(order);
}

/// The characters of a text.
pub(crate) fn chars<'a>(request: impl Reach<'a>, encoding: EncodingRef, text: &PhpStr) -> PhpResult<Vec<u32>> {
    request.reserve(text.len().saturating_mul(4) / encoding.unit().unwrap_or(1))?;
    if encoding.is_utf8()
        && let Some(text) = crate::utf8::valid(text)
    {
        let mut chars = Vec::with_capacity(text.len());
        chars.extend(text.chars().map(u32::from));
        return Ok(chars);
    }
    Ok(codec::decode(encoding, text.as_bytes()))
}

/// Characters as a text.
pub(crate) fn text<'a>(request: impl Reach<'a>, encoding: EncodingRef, chars: &[u32]) -> Str {
    if encoding.is_utf8()
        && let Some(text) = codec::all_as_utf8(chars)
    {
        return Str::new(text);
    }
    let state = request.state();
    let (bytes, illegal) = codec::encode_counted(encoding, chars, state.substitute.get());
    state.illegal.set(state.illegal.get() + illegal);
    Str::from(bytes)
}

/// A text as UTF-8: itself, if that is what it is.
pub(crate) fn to_utf8<'a>(request: impl Reach<'a>, encoding: EncodingRef, text: &Str) -> PhpResult<Str> {
    if encoding.is_utf8() {
        return Ok(text.clone());
    }
    let chars = chars(request, encoding, text)?;
    Ok(Str::from(codec::encode(encoding::utf8(), &chars, Substitute::Char(u32::from(b'?')))))
}

/// What a substitute character's name or number means.
pub(crate) fn substitute(text: &[u8], now: Substitute) -> Option<Substitute> {
    let with = match now {
        Substitute::None => u32::from(b'?'),
        Substitute::Char(c) | Substitute::Long(c) | Substitute::Entity(c) => c,
    };
    match text.to_ascii_lowercase().as_slice() {
        b"none" => Some(Substitute::None),
        b"long" => Some(Substitute::Long(with)),
        b"entity" => Some(Substitute::Entity(with)),
        _ => None,
    }
}

/// A setting by its own name, or the ones that stand for it in all extensions.
fn configured(ctx: &Ctx, names: [&str; 3]) -> Option<Str> {
    names.into_iter().find_map(|name| ctx.ini.get(name).filter(|value| !value.is_empty()))
}

/// The encoding that output is converted to.
pub(crate) fn http_output(ctx: &Ctx) -> EncodingRef {
    let (state, revision) = (of(ctx), ctx.ini.hot.revision.get());
    match (state.http_output.get(), state.output_charset.get()) {
        (Some(encoding), _) => return encoding,
        (None, Some((at, encoding))) if at == revision => return encoding,
        _ => {}
    }
    let encoding = match configured(ctx, ["mbstring.http_output", "output_encoding", "default_charset"]) {
        Some(name) if name.eq_ignore_ascii_case(b"pass") => &encoding::PASS,
        name => name.and_then(|name| encoding::find(&name)).unwrap_or(encoding::utf8()),
    };
    state.output_charset.set(Some((revision, encoding)));
    encoding
}

/// The encodings that a request's parameters may have.
pub(crate) fn http_input(ctx: &Ctx) -> Vec<EncodingRef> {
    let names = configured(ctx, ["mbstring.http_input", "input_encoding", "default_charset"]).unwrap_or_default();
    let names: Vec<Str> = names.split(|&b| b == b',').map(|t| Str::new(t.trim_ascii())).collect();
    encodings(ctx, &names).unwrap_or_default()
}

/// Says that one of the extension's own settings should not be used.
fn deprecated(ctx: &Ctx, name: &str, value: &[u8]) {
    if !value.is_empty() {
        report(ctx, Level::Deprecated, format!("Use of {name} is deprecated"));
    }
}
/// The setting itself is to blame, not the function that sets it.
fn report(ctx: &Ctx, level: Level, text: String) {
    match (ctx.current.get(), level) {
        (Some(_), Level::Deprecated) => ctx.report_here(level, text),
        (Some(_), _) => ctx.warning(text),
        (None, _) => ctx.report(level, format!("PHP Startup: {text}")),
    }
}
/// Reports the first name of a list that is no encoding.
fn check_list(ctx: &Ctx, value: &[u8]) -> Result<Vec<EncodingRef>, ()> {
    let names: Vec<Str> = value.split(|&b| b == b',').map(|t| Str::new(t.trim_ascii())).collect();
    encodings(ctx, &names)
        .map_err(|name| report(ctx, Level::Warning, format!("INI setting contains invalid encoding \"{name}\"")))
}

pub(crate) fn set_http_input(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    deprecated(ctx, "mbstring.http_input", value);
    if !value.is_empty() && check_list(ctx, value).is_err() && ctx.current.get().is_some() {
        return Err(());
    }
    Ok(())
}
pub(crate) fn set_http_output(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    deprecated(ctx, "mbstring.http_output", value);
    of(ctx).http_output.set(None);
    Ok(())
}

pub(crate) fn set_internal_encoding(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    deprecated(ctx, "mbstring.internal_encoding", value);
    let encoding = if value.is_empty() { None } else { encoding::find(value) };
    if !value.is_empty() && encoding.is_none() {
        report(ctx, Level::Warning, format!("Unknown encoding \"{}\" in ini setting", String::from_utf8_lossy(value)));
    }
    of(ctx).internal.set(encoding.or(if value.is_empty() { None } else { Some(encoding::utf8()) }));
    Ok(())
}
pub(crate) fn set_language(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    of(ctx).language.set(find_language(value).ok_or(())?);
    Ok(())
}
pub(crate) fn set_detect_order(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    if value.is_empty() {
        *of(ctx).detect_order.borrow_mut() = None;
        return Ok(());
    }
    let list = check_list(ctx, value)?;
    remember_detect_order(ctx, &list);
    Ok(())
}
pub(crate) fn set_substitute_character(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    let number = phant_native::ini::parse_int(value);
    let with = match substitute(value, of(ctx).substitute.get()) {
        Some(substitute) => substitute,
        None if value.is_empty() => Substitute::Char(u32::from(b'?')),
        None => Substitute::Char(u32::try_from(number).ok().filter(|&c| char::from_u32(c).is_some()).ok_or(())?),
    };
    of(ctx).substitute.set(with);
    Ok(())
}
