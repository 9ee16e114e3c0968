//! `mb_ereg` and its kind.

use crate::{
    encoding,
    encoding::EncodingRef,
    mbregex::{Match, Options, Search, compile},
    state,
};
use phant_memory::{Array, Key, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_pcre2::{Regex, match_options};
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    rc::Rc,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    mb_regex_encoding,
    mb_ereg,
    mb_eregi,
    mb_ereg_replace,
    mb_eregi_replace,
    mb_ereg_replace_callback,
    mb_split,
    mb_ereg_match,
    mb_ereg_search,
    mb_ereg_search_pos,
    mb_ereg_search_regs,
    mb_ereg_search_init,
    mb_ereg_search_getregs,
    mb_ereg_search_getpos,
    mb_ereg_search_setpos,
    mb_regex_set_options,
];

/// What a request remembers.
struct State {
    encoding: Cell<Option<EncodingRef>>,
    options: Cell<Options>,
    /// The text of a search, and where it goes on, in its own bytes.
    text: RefCell<Option<Str>>,
    place: Cell<usize>,
    /// The pattern of a search, with its options.
    pattern: RefCell<Option<(Str, Options)>>,
    /// What it found last.
    registers: RefCell<Option<Array>>,
}

/// The patterns that a worker compiled last, in UTF-8 with their options, oldest first.
#[derive(Default)]
struct Compiled(VecDeque<Pattern>);

struct Pattern {
    text: Box<str>,
    options: Options,
    regex: Rc<Regex>,
    /// Used once only, which machine code would not have been worth.
    new: bool,
}

thread_local! {
    static COMPILED: RefCell<Compiled> = RefCell::default();
}

impl Compiled {
    /// How many are kept, and the longest text of one that is.
    const MOST: usize = 32;
    const LONGEST: usize = 4096;

    fn find(&mut self, text: &str, options: Options) -> Option<Rc<Regex>> {
        let found = self.0.iter_mut().rev().find(|known| known.options == options && *known.text == *text)?;
        if std::mem::take(&mut found.new)
            && let Some(regex) = Rc::get_mut(&mut found.regex)
        {
            // Without machine code it does as well.
            let _ = regex.jit_compile();
        }
        Some(Rc::clone(&found.regex))
    }
    fn keep(&mut self, text: &str, options: Options, regex: &Rc<Regex>) {
        if text.len() > Compiled::LONGEST {
            return;
        }
        if self.0.len() == Compiled::MOST {
            self.0.pop_front();
        }
        self.0.push_back(Pattern { text: text.into(), options, regex: Rc::clone(regex), new: true });
    }
}

impl Default for State {
    fn default() -> State {
        State {
            encoding: Cell::new(None),
            options: Cell::new(Options::DEFAULT),
            text: RefCell::new(None),
            place: Cell::new(0),
            pattern: RefCell::new(None),
            registers: RefCell::new(None),
        }
    }
}

fn own(ctx: &Ctx) -> &'static State {
    ctx.state::<State>()
}

/// The encodings that Oniguruma has, by mbstring's names.
const KNOWN: &[&str] = &[
    "UTF-8",
    "ASCII",
    "EUC-JP",
    "eucJP-win",
    "SJIS",
    "SJIS-win",
    "CP932",
    "UTF-16",
    "UTF-16BE",
    "UTF-16LE",
    "UTF-32",
    "UTF-32BE",
    "UTF-32LE",
    "UCS-4",
    "UCS-4LE",
    "BIG-5",
    "EUC-CN",
    "EUC-TW",
    "EUC-KR",
    "KOI8-R",
];

fn can_search(encoding: EncodingRef) -> bool {
    KNOWN.contains(&encoding.name) || encoding.name.starts_with("ISO-8859-")
}

/// Other names that Oniguruma knows them by; it does not know all of mbstring's.
const OTHER_NAMES: &[&str] = &[
    "utf8",
    "US-ASCII",
    "eucJP",
    "x-euc-jp",
    "MS932",
    "Windows-31J",
    "SHIFT_JIS",
    "EUC_CN",
    "eucCN",
    "gb2312",
    "EUC_TW",
    "eucTW",
    "BIG5",
    "CN-BIG5",
    "BIG-FIVE",
    "BIGFIVE",
    "EUC_KR",
    "eucKR",
    "KOI8R",
];

fn is_known_name(name: &[u8]) -> bool {
    KNOWN.iter().chain(OTHER_NAMES).any(|known| known.as_bytes().eq_ignore_ascii_case(name))
        || name.len() > 7 && (name[..7].eq_ignore_ascii_case(b"ISO8859") || name[..8].eq_ignore_ascii_case(b"ISO-8859"))
}

fn current(ctx: &Ctx) -> EncodingRef {
    own(ctx).encoding.get().unwrap_or_else(|| {
        let internal = state::internal(ctx);
        if can_search(internal) { internal } else { encoding::utf8() }
    })
}

#[php("function mb_regex_encoding(?string $encoding = null): string|bool")]
fn mb_regex_encoding(ctx: &Ctx, name: Option<&PhpStr>) -> PhpResult<Value> {
    let Some(name) = name else {
        // Oniguruma's names.
        return Ok(Value::from(match current(ctx).name {
            "UTF-32" | "UTF-32BE" => "UCS-4",
            "UTF-32LE" => "UCS-4LE",
            "UTF-16BE" => "UTF-16",
            "eucJP-win" => "EUC-JP",
            "CP932" | "SJIS-win" => "SJIS",
            "BIG-5" => "BIG5",
            "KOI8-R" => "KOI8R",
            name => name,
        }));
    };
    match encoding::find(name).filter(|&encoding| can_search(encoding) && is_known_name(name)) {
        Some(encoding) => {
            own(ctx).encoding.set(Some(encoding));
            Ok(Value::TRUE)
        }
        None => Err(crate::state::unknown(ctx, 1, name)),
    }
}

/// A text in UTF-8; `None` if it is not valid in the encoding of patterns.
fn valid(ctx: &Ctx, text: &Str) -> PhpResult<Option<Str>> {
    let encoding = current(ctx);
    if encoding.is_utf8() {
        return Ok(text.as_utf8().map(|_| text.clone()));
    }
    let chars = state::chars(ctx, encoding, text)?;
    if chars.iter().any(|&c| char::from_u32(c).is_none()) {
        return Ok(None);
    }
    state::to_utf8(ctx, encoding, text).map(Some)
}
/// A part of a text in UTF-8, in the encoding of patterns.
fn back(ctx: &Ctx, part: &str) -> Str {
    let encoding = current(ctx);
    if encoding.is_utf8() {
        return Str::new(part);
    }
    let chars: Vec<u32> = part.chars().map(u32::from).collect();
    state::text(ctx, encoding, &chars)
}

/// The options of an argument, or those that hold.
fn options(ctx: &Ctx, letters: Option<&PhpStr>) -> PhpResult<Options> {
    match letters {
        None => Ok(own(ctx).options.get()),
        Some(letters) => Options::parse(letters)
            .map_err(|letter| ctx.value_error(format!("Option \"{}\" is not supported", char::from(letter)))),
    }
}

/// The compiled pattern; `None` if it is none, which was reported.
fn pattern(ctx: &Ctx, pattern: &Str, options: Options) -> PhpResult<Option<Rc<Regex>>> {
    let Some(text) = valid(ctx, pattern)? else {
        ctx.warning(format!("Pattern is not valid under {} encoding", current(ctx).name));
        ctx.check()?;
        return Ok(None);
    };
    let text = text.as_utf8().unwrap_or_default();
    if let Some(regex) = COMPILED.with_borrow_mut(|compiled| compiled.find(text, options)) {
        return Ok(Some(regex));
    }
    match compile(text, options) {
        Ok(regex) => {
            let regex = Rc::new(regex);
            COMPILED.with_borrow_mut(|compiled| compiled.keep(text, options, &regex));
            Ok(Some(regex))
        }
        Err(why) => {
            ctx.warning(format!("mbregex compile err: {why}"));
            ctx.check()?;
            Ok(None)
        }
    }
}

fn search<'a>(ctx: &Ctx, regex: &'a Regex, text: &'a str, options: Options) -> Search<'a> {
    let limit = |name: &'static str| ctx.ini.int(name);
    Search::new(regex, text, options, limit("mbstring.regex_retry_limit"), limit("mbstring.regex_stack_limit"))
}

/// The groups of a match by number, then by name. A group that took no part is `false`, and so may be an empty one.
fn groups(ctx: &Ctx, regex: &Regex, text: &str, found: &Match, empty_is_false: bool) -> Array {
    let value = |group: &Option<(usize, usize)>| match *group {
        Some((from, to)) if from < to || !empty_is_false => Value::from(back(ctx, &text[from..to])),
        _ => Value::FALSE,
    };
    let mut out = Array::list(found.0.iter().map(value));
    let mut names = regex.names();
    names.sort_by_key(|(number, _)| *number);
    for (number, name) in names {
        // Of several groups of one name, the last one that took part.
        let group = found.0.get(number).copied().flatten();
        let key = Key::from(&Str::new(&name));
        if group.is_some() || !out.contains(&phant_memory::KeyRef::from_str(&Str::new(&name))) {
            out.set(key, value(&group));
        }
    }
    out
}

fn ereg(ctx: &Ctx, text: &Str, string: &Str, matches: Option<RefArg<'_>>, ignore_case: bool) -> PhpResult<bool> {
    let options = Options { ignore_case: ignore_case || own(ctx).options.get().ignore_case, ..own(ctx).options.get() };
    let mut found = (false, Array::new());
    let nothing = |ctx: &Ctx| if text.is_empty() { Err(ctx.argument_error(1, "must not be empty")) } else { Ok(()) };
    if let Some(string) = valid(ctx, string)? {
        nothing(ctx)?;
        if let Some(regex) = pattern(ctx, text, options)? {
            let string = string.as_utf8().unwrap_or_default();
            if let Ok(Some(one)) = search(ctx, &regex, string, options).from(0, 0) {
                found = (true, groups(ctx, &regex, string, &one, true));
            }
        }
    }
    if let Some(mut matches) = matches {
        matches.set(found.1);
    }
    Ok(found.0)
}

#[php("function mb_ereg(string $pattern, string $string, &$matches = null): bool")]
fn mb_ereg(ctx: &Ctx, pattern: &Str, string: &Str, matches: RefArg<'_>, passed: usize) -> PhpResult<bool> {
    ereg(ctx, pattern, string, (passed > 2).then_some(matches), false)
}

#[php("function mb_eregi(string $pattern, string $string, &$matches = null): bool")]
fn mb_eregi(ctx: &Ctx, pattern: &Str, string: &Str, matches: RefArg<'_>, passed: usize) -> PhpResult<bool> {
    ereg(ctx, pattern, string, (passed > 2).then_some(matches), true)
}

/// What stands for a match: `\0` to `\9`, `\k<name>` and `\k'name'` are groups.
fn expand(replacement: &str, regex: &Regex, text: &str, found: &Match, out: &mut String) {
    let group = |number: usize| found.0.get(number).map(|place| place.map_or("", |(from, to)| &text[from..to]));
    let mut rest = replacement;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let bytes = rest.as_bytes();
        let mut taken = 0;
        match bytes.get(1) {
            Some(digit @ b'0'..=b'9') => {
                if let Some(text) = group(usize::from(digit - b'0')) {
                    out.push_str(text);
                    taken = 2;
                }
            }
            Some(b'k') if matches!(bytes.get(2), Some(b'<' | b'\'')) => {
                let close = if bytes[2] == b'<' { '>' } else { '\'' };
                if let Some(end) = rest[3..].find(close) {
                    let name = &rest[3..3 + end];
                    let named = || {
                        let mut numbers =
                            regex.names().into_iter().filter(|(_, known)| **known == *name.as_bytes()).map(|(n, _)| n);
                        numbers.rfind(|&n| found.0.get(n).copied().flatten().is_some())
                    };
                    let number = name.parse().ok().or_else(named);
                    if let Some(text) = number.and_then(group) {
                        out.push_str(text);
                        taken = 4 + end;
                    }
                }
            }
            _ => {}
        }
        if taken == 0 {
            out.push('\\');
            taken = 1;
        }
        rest = &rest[taken..];
    }
    out.push_str(rest);
}

/// How a match is replaced.
enum With<'a> {
    Text(&'a Str),
    Callback(&'a Value),
}

fn replace(ctx: &Ctx, text: &Str, with: With<'_>, string: &Str, options: Options) -> PhpResult<Value> {
    let Some(string) = valid(ctx, string)? else { return Ok(Value::NULL) };
    let Some(regex) = pattern(ctx, text, options)? else { return Ok(Value::FALSE) };
    let string = string.as_utf8().unwrap_or_default();
    let replacement = match with {
        With::Text(replacement) => valid(ctx, replacement)?,
        With::Callback(_) => None,
    };
    let mut out = String::new();
    let mut search = search(ctx, &regex, string, options);
    let (mut at, mut copied) = (0, 0);
    loop {
        ctx.poll()?;
        let found = match search.from(at, 0) {
            Ok(Some(found)) => found,
            Ok(None) => break,
            Err(error) => {
                ctx.warning(format!("mbregex search failure in php_mbereg_replace_exec(): {}", failure(error)));
                return Ok(Value::FALSE);
            }
        };
        let (from, to) = found.whole();
        out.push_str(&string[copied..from]);
        match (&with, &replacement) {
            (With::Callback(callback), _) => {
                let groups = groups(ctx, &regex, string, &found, false);
                let result = ctx.call_value(callback, &[Value::from(groups)])?;
                let text = convert::to_str(ctx, &result.deref())?;
                let text = valid(ctx, &text)?.unwrap_or(text);
                out.push_str(&String::from_utf8_lossy(&text));
            }
            (_, Some(replacement)) => expand(replacement.as_utf8().unwrap_or_default(), &regex, string, &found, &mut out),
            (With::Text(replacement), None) => out.push_str(&String::from_utf8_lossy(replacement)),
        }
        copied = to;
        // An empty match goes on behind the next character.
        at = if from == to {
            match search.step(to) {
                Some(next) => next,
                None => break,
            }
        } else {
            to
        };
    }
    out.push_str(&string[copied..]);
    Ok(Value::from(back(ctx, &out)))
}

fn failure(error: i32) -> &'static str {
    match error {
        phant_pcre2::errors::MATCHLIMIT => "retry-limit-in-match over",
        _ => "match-stack limit over",
    }
}

#[php(
    "function mb_ereg_replace(string $pattern, string $replacement, string $string, ?string $options = null): string|false|null"
)]
fn mb_ereg_replace(ctx: &Ctx, pattern: &Str, replacement: &Str, string: &Str, letters: Option<&PhpStr>) -> PhpResult<Value> {
    let options = options(ctx, letters)?;
    replace(ctx, pattern, With::Text(replacement), string, options)
}

#[php(
    "function mb_eregi_replace(string $pattern, string $replacement, string $string, ?string $options = null): string|false|null"
)]
fn mb_eregi_replace(ctx: &Ctx, pattern: &Str, replacement: &Str, string: &Str, letters: Option<&PhpStr>) -> PhpResult<Value> {
    let options = Options { ignore_case: true, ..options(ctx, letters)? };
    replace(ctx, pattern, With::Text(replacement), string, options)
}

#[php(
    "function mb_ereg_replace_callback(string $pattern, callable $callback, string $string, ?string $options = null): string|false|null"
)]
fn mb_ereg_replace_callback(
    ctx: &Ctx,
    pattern: &Str,
    callback: &Value,
    string: &Str,
    letters: Option<&PhpStr>,
) -> PhpResult<Value> {
    let options = options(ctx, letters)?;
    replace(ctx, pattern, With::Callback(callback), string, options)
}

#[php("function mb_split(string $pattern, string $string, int $limit = -1): array|false")]
fn mb_split(ctx: &Ctx, text: &Str, string: &Str, limit: i64) -> PhpResult<OrFalse<Array>> {
    let Some(string) = valid(ctx, string)? else { return Ok(OrFalse::False) };
    let options = own(ctx).options.get();
    let Some(regex) = pattern(ctx, text, options)? else { return Ok(OrFalse::False) };
    let string = string.as_utf8().unwrap_or_default();
    let mut left = if limit < 0 { i64::MAX } else { (limit - 1).max(0) };
    let mut search = search(ctx, &regex, string, options);
    let mut out = Array::new();
    let (mut start, mut at) = (0, 0);
    while left > 0 && at < string.len() {
        ctx.poll()?;
        let found = match search.from(at, 0) {
            Ok(Some(found)) => found,
            Ok(None) => break,
            Err(error) => {
                ctx.warning(format!("mbregex search failure in mbsplit(): {}", failure(error)));
                return Ok(OrFalse::False);
            }
        };
        let (from, to) = found.whole();
        // A match of nothing splits behind where the search began only.
        if to == at {
            match search.step(at) {
                Some(next) => at = next,
                None => break,
            }
            continue;
        }
        if from == string.len() {
            break;
        }
        let _ = out.push(Value::from(back(ctx, &string[start..from])));
        (start, at) = (to, to);
        left -= 1;
    }
    let _ = out.push(Value::from(back(ctx, &string[start..])));
    Ok(OrFalse::Some(out))
}

#[php("function mb_ereg_match(string $pattern, string $string, ?string $options = null): bool")]
fn mb_ereg_match(ctx: &Ctx, text: &Str, string: &Str, letters: Option<&PhpStr>) -> PhpResult<bool> {
    let options = options(ctx, letters)?;
    let Some(string) = valid(ctx, string)? else { return Ok(false) };
    let Some(regex) = pattern(ctx, text, options)? else { return Ok(false) };
    let found = search(ctx, &regex, string.as_utf8().unwrap_or_default(), options).from(0, match_options::ANCHORED);
    Ok(matches!(found, Ok(Some(_))))
}

/// What a search gives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Whether,
    Place,
    Groups,
}

fn go_on(ctx: &Ctx, given: Option<&Str>, letters: Option<&PhpStr>, wanted: Wanted) -> PhpResult<Value> {
    let state = own(ctx);
    let options = options(ctx, letters)?;
    if let Some(given) = given {
        if pattern(ctx, given, options)?.is_none() {
            state.registers.take();
            return Ok(Value::FALSE);
        }
        state.pattern.replace(Some((given.clone(), options)));
    }
    let Some((text, options)) = state.pattern.borrow().clone() else {
        return Err(ctx.throw_error("No pattern was provided"));
    };
    let Some(own_text) = state.text.borrow().clone() else { return Err(ctx.throw_error("No string was provided")) };
    let (Some(string), Some(regex)) = (valid(ctx, &own_text)?, pattern(ctx, &text, options)?) else {
        return Ok(Value::FALSE);
    };
    let string = string.as_utf8().unwrap_or_default();
    let start = state.place.get().min(own_text.len());
    // The place in UTF-8 of one in the text's own bytes.
    let start = valid(ctx, &Str::new(&own_text[..start]))?.map_or(string.len(), |head| head.len()).min(string.len());
    let start = (start..=string.len()).find(|&at| string.is_char_boundary(at)).unwrap_or(string.len());
    let found = search(ctx, &regex, string, options).from(start, 0);
    let old = state.registers.take();
    drop(old);
    match found {
        Ok(Some(found)) => {
            let (from, to) = found.whole();
            let bytes = |at: usize| back(ctx, &string[..at]).len();
            state.place.set(bytes(to));
            let all = groups(ctx, &regex, string, &found, true);
            state.registers.replace(Some(all.clone()));
            Ok(match wanted {
                Wanted::Whether => Value::TRUE,
                Wanted::Place => {
                    let (from, to) = (bytes(from), bytes(to));
                    Value::from(Array::list([Value::from(from), Value::from(to - from)]))
                }
                Wanted::Groups => Value::from(all),
            })
        }
        Ok(None) => {
            state.place.set(own_text.len());
            Ok(Value::FALSE)
        }
        Err(error) => {
            ctx.warning(format!("mbregex search failure in mbregex_search(): {}", failure(error)));
            Ok(Value::FALSE)
        }
    }
}

#[php("function mb_ereg_search(?string $pattern = null, ?string $options = null): bool")]
fn mb_ereg_search(ctx: &Ctx, pattern: Option<&Str>, letters: Option<&PhpStr>) -> PhpResult<Value> {
    go_on(ctx, pattern, letters, Wanted::Whether)
}

#[php("function mb_ereg_search_pos(?string $pattern = null, ?string $options = null): array|false")]
fn mb_ereg_search_pos(ctx: &Ctx, pattern: Option<&Str>, letters: Option<&PhpStr>) -> PhpResult<Value> {
    go_on(ctx, pattern, letters, Wanted::Place)
}

#[php("function mb_ereg_search_regs(?string $pattern = null, ?string $options = null): array|false")]
fn mb_ereg_search_regs(ctx: &Ctx, pattern: Option<&Str>, letters: Option<&PhpStr>) -> PhpResult<Value> {
    go_on(ctx, pattern, letters, Wanted::Groups)
}

#[php("function mb_ereg_search_init(string $string, ?string $pattern = null, ?string $options = null): bool")]
fn mb_ereg_search_init(ctx: &Ctx, string: &Str, given: Option<&Str>, letters: Option<&PhpStr>) -> PhpResult<bool> {
    let state = own(ctx);
    if given.is_some_and(|given| given.is_empty()) {
        return Err(ctx.argument_error(2, "must not be empty"));
    }
    let options = options(ctx, letters)?;
    if let Some(given) = given {
        if pattern(ctx, given, options)?.is_none() {
            return Ok(false);
        }
        state.pattern.replace(Some((given.clone(), options)));
    }
    state.registers.take();
    let good = valid(ctx, string)?.is_some();
    // A text that is none has nothing to be found.
    state.place.set(if good { 0 } else { string.len() });
    state.text.replace(Some(string.clone()));
    Ok(good)
}

#[php("function mb_ereg_search_getregs(): array|false")]
fn mb_ereg_search_getregs(ctx: &Ctx) -> OrFalse<Array> {
    OrFalse::from(own(ctx).registers.borrow().clone())
}

#[php("function mb_ereg_search_getpos(): int")]
fn mb_ereg_search_getpos(ctx: &Ctx) -> usize {
    own(ctx).place.get()
}

#[php("function mb_ereg_search_setpos(int $offset): bool")]
fn mb_ereg_search_setpos(ctx: &Ctx, offset: i64) -> PhpResult<bool> {
    let state = own(ctx);
    let length = state.text.borrow().as_ref().map(|text| text.len() as i64);
    let at = if offset < 0 { offset + length.unwrap_or(0) } else { offset };
    match usize::try_from(at).ok().filter(|_| length.is_none_or(|length| at <= length)) {
        Some(at) => {
            state.place.set(at);
            Ok(true)
        }
        None => Err(ctx.argument_error(1, "is out of range")),
    }
}

#[php("function mb_regex_set_options(?string $options = null): string")]
fn mb_regex_set_options(ctx: &Ctx, letters: Option<&PhpStr>) -> PhpResult<String> {
    let state = own(ctx);
    let before = state.options.get();
    if letters.is_some() {
        state.options.set(options(ctx, letters)?);
    }
    Ok(before.text())
}
