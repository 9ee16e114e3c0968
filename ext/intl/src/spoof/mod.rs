//! The class `Spoofchecker`: texts that look like others, by Unicode's UTS 39.

mod scripts;

use crate::char::{
    packed::{Reader, unpack},
    set::{self, Set},
    tables::{Tables, table},
};
use crate::{error, locale_id, normalizer::Form};
use phant_memory::{NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, RefArg, error::Level, php_class};
use scripts::Scripts;
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    sync::{Arc, OnceLock},
};

static DATA: &[u8] = include_bytes!("../../tables/confusables.bin");

mod check {
    pub const SINGLE_SCRIPT: i64 = 1;
    pub const MIXED_SCRIPT: i64 = 2;
    pub const WHOLE_SCRIPT: i64 = 4;
    pub const CONFUSABLE: i64 = 7;
    pub const RESTRICTION: i64 = 16;
    pub const INVISIBLE: i64 = 32;
    pub const CHAR_LIMIT: i64 = 64;
    pub const MIXED_NUMBERS: i64 = 128;
    pub const HIDDEN_OVERLAY: i64 = 256;
    pub const ALL: i64 = 0xffff;
}

const ASCII: i64 = 0x1000_0000;
const SINGLE: i64 = 0x2000_0000;
const HIGHLY: i64 = 0x3000_0000;
const MODERATELY: i64 = 0x4000_0000;
const MINIMALLY: i64 = 0x5000_0000;
const UNRESTRICTIVE: i64 = 0x6000_0000;

const ILLEGAL_ARGUMENT: i64 = 1;
const INVALID_STATE: i64 = 27;

struct State {
    checks: Cell<i64>,
    level: Cell<i64>,
    /// Which characters are allowed; all if there is none.
    allowed: RefCell<Option<Arc<Set>>>,
    open: Cell<bool>,
}

impl NativeData for State {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

/// What looks like a character, written with others.
fn confusables() -> &'static HashMap<char, String> {
    static ALL: OnceLock<HashMap<char, String>> = OnceLock::new();
    ALL.get_or_init(|| {
        let data = unpack(DATA);
        let mut data = Reader::new(&data);
        let mut from = 0;
        (0..data.number())
            .filter_map(|_| {
                from += data.number();
                let text = data.text();
                Some((char::from_u32(from)?, text))
            })
            .collect()
    })
}

/// The text by which texts that look alike are the same.
fn skeleton(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in Form::D.apply(text).chars() {
        match confusables().get(&c) {
            Some(other) => out.push_str(other),
            None => out.push(c),
        }
    }
    Form::D.apply(&out)
}

fn value(table: u32, c: char) -> i32 {
    Tables::get().value(table, u32::from(c))
}

/// Whether a dot above is not seen on it.
fn hides_dot(c: char) -> bool {
    const SOFT_DOTTED: u32 = 27;
    let plain = |c: char| matches!(c, 'i' | 'j' | 'ı' | 'ȷ' | 'l') || value(SOFT_DOTTED, c) != 0;
    plain(c) || confusables().get(&c).and_then(|other| other.chars().next_back()).is_some_and(plain)
}

fn has_hidden_overlay(text: &str) -> bool {
    const COMBINING_CLASS: u32 = 0x1002;
    let mut hides = false;
    for c in text.chars() {
        if hides && c == '\u{307}' {
            return true;
        }
        if matches!(value(COMBINING_CLASS, c), 0 | 230) {
            hides = hides_dot(c);
        }
    }
    false
}

/// Whether a mark follows itself on the same letter.
fn has_repeated_mark(text: &str) -> bool {
    const NONSPACING: i32 = 6;
    let mut marks: Vec<char> = Vec::new();
    for c in Form::D.apply(text).chars() {
        if value(table::GENERAL_CATEGORY, c) != NONSPACING {
            marks.clear();
        } else if marks.contains(&c) {
            return true;
        } else {
            marks.push(c);
        }
    }
    false
}

fn has_mixed_numbers(text: &str) -> bool {
    const DECIMAL: i32 = 9;
    let digits = text.chars().filter(|&c| value(table::GENERAL_CATEGORY, c) == DECIMAL);
    let mut zeros = digits.map(|c| i64::from(u32::from(c)) - i64::from(value(table::DIGIT, c)));
    let first = zeros.next();
    first.is_some_and(|first| zeros.any(|zero| zero != first))
}

impl State {
    fn allows(&self, text: &str) -> bool {
        self.allowed.borrow().as_ref().is_none_or(|allowed| text.chars().all(|c| allowed.has(c)))
    }

    /// How mixed the scripts of a text are.
    fn level(&self, text: &str) -> i64 {
        if !self.allows(text) {
            return UNRESTRICTIVE;
        }
        if text.is_ascii() {
            return ASCII;
        }
        if !Scripts::of(text).is_empty() {
            return SINGLE;
        }
        let others = Scripts::of_others_than_latin(text);
        if others.has_east_asian_mix() {
            HIGHLY
        } else if !others.is_empty() && !others.has_lookalike() {
            MODERATELY
        } else {
            MINIMALLY
        }
    }

    /// What is suspicious in a text.
    fn check(&self, text: &str) -> i64 {
        let checks = self.checks.get();
        let mut found = 0;
        let mut look = |check: i64, holds: &dyn Fn() -> bool| {
            if checks & check != 0 && holds() {
                found |= check;
            }
        };
        look(check::RESTRICTION, &|| self.level(text) > self.level.get());
        look(check::MIXED_NUMBERS, &|| has_mixed_numbers(text));
        look(check::HIDDEN_OVERLAY, &|| has_hidden_overlay(text));
        look(check::CHAR_LIMIT, &|| !self.allows(text));
        look(check::INVISIBLE, &|| has_repeated_mark(text));
        found
    }

    /// In what way two texts look alike; 0 if they do not.
    fn confusable(&self, a: &str, b: &str) -> i64 {
        if skeleton(a) != skeleton(b) {
            return 0;
        }
        let (first, second) = (Scripts::of(a), Scripts::of(b));
        let found = if first.shares(&second) {
            check::SINGLE_SCRIPT
        } else if first.is_empty() || second.is_empty() {
            check::MIXED_SCRIPT
        } else {
            check::MIXED_SCRIPT | check::WHOLE_SCRIPT
        };
        found & self.checks.get()
    }
}

/// Tells of an error that ICU would have.
fn warn(ctx: &Ctx, code: i64) -> PhpResult<()> {
    ctx.report_here(Level::Warning, format!("({code}) {}", error::name(code)));
    ctx.check()
}

fn opened<'a>(ctx: &Ctx, object: &'a Object) -> PhpResult<&'a State> {
    let state = Spoofchecker::state(object);
    error::reset(ctx);
    if !state.open.get() {
        return Err(ctx.throw_error("Found unconstructed Spoofchecker"));
    }
    Ok(state)
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(|_, from, to| {
        let (from, to) = (Spoofchecker::state(from), Spoofchecker::state(to));
        to.checks.set(from.checks.get());
        to.level.set(from.level.get());
        to.allowed.replace(from.allowed.borrow().clone());
        to.open.set(from.open.get());
        Ok(())
    }),
    ..ObjectHandlers::DEFAULT
};

/// Finds texts that look like others.
#[php_class(
    "class Spoofchecker {
        public const int SINGLE_SCRIPT_CONFUSABLE = 1;
        public const int MIXED_SCRIPT_CONFUSABLE = 2;
        public const int WHOLE_SCRIPT_CONFUSABLE = 4;
        public const int ANY_CASE = 8;
        public const int SINGLE_SCRIPT = 16;
        public const int INVISIBLE = 32;
        public const int CHAR_LIMIT = 64;
        public const int ASCII = 268435456;
        public const int HIGHLY_RESTRICTIVE = 805306368;
        public const int MODERATELY_RESTRICTIVE = 1073741824;
        public const int MINIMALLY_RESTRICTIVE = 1342177280;
        public const int UNRESTRICTIVE = 1610612736;
        public const int SINGLE_SCRIPT_RESTRICTIVE = 536870912;
        public const int MIXED_NUMBERS = 128;
        public const int HIDDEN_OVERLAY = 256;
        public const int IGNORE_SPACE = 1;
        public const int CASE_INSENSITIVE = 2;
        public const int ADD_CASE_MAPPINGS = 4;
        public const int SIMPLE_CASE_INSENSITIVE = 6;
    }",
    create = Self::make,
    handlers = HANDLERS,
    not_serializable
)]
impl Spoofchecker {
    fn make(_: &Ctx, object: &Object) {
        object.init_native(State {
            checks: Cell::new(check::ALL),
            level: Cell::new(HIGHLY),
            allowed: RefCell::new(None),
            open: Cell::new(false),
        });
    }
    fn state(object: &Object) -> &State {
        object.native().expect("made by make")
    }

    #[php("public function __construct()")]
    fn construct(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        error::reset(ctx);
        if Self::state(this).open.replace(true) {
            return Err(ctx.throw_error("Spoofchecker object is already constructed"));
        }
        Ok(())
    }

    #[php("public function isSuspicious(string $string, &$errorCode = null): bool")]
    fn is_suspicious(ctx: &Ctx, this: &Object, text: &Str, mut code: RefArg<'_>) -> PhpResult<bool> {
        let state = opened(ctx, this)?;
        let found = state.check(&String::from_utf8_lossy(text.as_bytes()));
        code.set(Value::from(found));
        Ok(found != 0)
    }

    #[php("public function areConfusable(string $string1, string $string2, &$errorCode = null): bool")]
    fn are_confusable(ctx: &Ctx, this: &Object, a: &Str, b: &Str, mut code: RefArg<'_>) -> PhpResult<bool> {
        let state = opened(ctx, this)?;
        if state.checks.get() & check::CONFUSABLE == 0 {
            warn(ctx, INVALID_STATE)?;
            return Ok(true);
        }
        let found = state.confusable(&String::from_utf8_lossy(a.as_bytes()), &String::from_utf8_lossy(b.as_bytes()));
        code.set(Value::from(found));
        Ok(found != 0)
    }

    #[php("public function setAllowedLocales(string $locales): void")]
    fn set_allowed_locales(ctx: &Ctx, this: &Object, locales: &Str) -> PhpResult<()> {
        let state = opened(ctx, this)?;
        let text = String::from_utf8_lossy(locales.as_bytes()).into_owned();
        let names: Vec<&str> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        if names.iter().any(|name| name.len() > 156) {
            return warn(ctx, ILLEGAL_ARGUMENT);
        }
        if names.is_empty() {
            state.allowed.take();
            state.checks.set(state.checks.get() & !check::CHAR_LIMIT);
            return Ok(());
        }
        let canonical = |name: &&str| locale_id::canonical(name).unwrap_or_default();
        let allowed = scripts::characters(&names.iter().map(canonical).collect::<Vec<_>>());
        state.allowed.replace(Some(Arc::new(allowed)));
        state.checks.set(state.checks.get() | check::CHAR_LIMIT);
        Ok(())
    }

    #[php("public function setChecks(int $checks): void")]
    fn set_checks(ctx: &Ctx, this: &Object, checks: i64) -> PhpResult<()> {
        let state = opened(ctx, this)?;
        if checks & !check::ALL != 0 {
            return warn(ctx, ILLEGAL_ARGUMENT);
        }
        state.checks.set(checks);
        Ok(())
    }

    #[php("public function setRestrictionLevel(int $level): void")]
    fn set_restriction_level(ctx: &Ctx, this: &Object, level: i64) -> PhpResult<()> {
        let state = opened(ctx, this)?;
        if ![ASCII, SINGLE, HIGHLY, MODERATELY, MINIMALLY, UNRESTRICTIVE].contains(&level) {
            let message = "must be one of Spoofchecker::ASCII, Spoofchecker::SINGLE_SCRIPT_RESTRICTIVE, \
                           Spoofchecker::HIGHLY_RESTRICTIVE, Spoofchecker::MODERATELY_RESTRICTIVE, \
                           Spoofchecker::MINIMALLY_RESTRICTIVE, or Spoofchecker::UNRESTRICTIVE";
            return Err(ctx.argument_error(1, message));
        }
        state.level.set(level);
        state.checks.set(state.checks.get() | check::RESTRICTION);
        Ok(())
    }

    #[php("public function setAllowedChars(string $pattern, int $patternOptions = 0): void", strict_return)]
    fn set_allowed_chars(ctx: &Ctx, this: &Object, pattern: &Str, options: i64) -> PhpResult<()> {
        const SPACE: i64 = 1;
        let state = opened(ctx, this)?;
        let bytes = pattern.as_bytes();
        if bytes.first() != Some(&b'[') || bytes.last() != Some(&b']') {
            return Err(ctx.argument_error(1, "must be a valid regular expression character set pattern"));
        }
        if !matches!(options, 0 | 1 | 3 | 5 | 7) {
            let message = "must be a valid pattern option, 0 or (SpoofChecker::IGNORE_SPACE|(<none> or \
                           SpoofChecker::CASE_INSENSITIVE or SpoofChecker::ADD_CASE_MAPPINGS or \
                           SpoofChecker::SIMPLE_CASE_INSENSITIVE))";
            return Err(ctx.argument_error(2, message));
        }
        let Some(text) = pattern.as_utf8() else {
            let message = "string conversion to unicode encoding failed (10) U_INVALID_CHAR_FOUND";
            return Err(ctx.argument_error(1, message));
        };
        let spaced = options & SPACE == 0 && text.chars().any(set::is_white);
        let Some(allowed) = set::whole(text).ok().filter(|_| !spaced) else {
            let code = error::code::MALFORMED_SET;
            let message = format!("must be a valid regular expression character set pattern ({code}) {}", error::name(code));
            return Err(ctx.argument_error(1, message));
        };
        let allowed = if options > SPACE { allowed.with_cases() } else { allowed };
        state.allowed.replace(Some(Arc::new(allowed)));
        state.checks.set(state.checks.get() | check::CHAR_LIMIT);
        Ok(())
    }
}

/// The class.
pub(crate) struct Spoofchecker;
