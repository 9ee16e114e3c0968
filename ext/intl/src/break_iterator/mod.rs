//! `IntlBreakIterator` and its kin: where texts may be broken.

mod iterator;
mod rules;
mod state;
mod tables;

pub(crate) use iterator::{IntlIterator, IntlPartsIterator, over};

use crate::{
    char::tables::{Tables, table},
    error::{self, ILLEGAL_ARGUMENT},
    locale as locales, locale_id,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, internal_iterator, php_class, ret::OrFalse};
use state::{DONE, Engine, State};
use std::sync::Arc;

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

fn create(_: &Ctx, object: &Object) {
    object.init_native(State::default());
}

/// The state of an iterator that has been made.
fn opened<'a>(ctx: &Ctx, object: &'a Object) -> PhpResult<&'a State> {
    let state = state(object);
    state.error.reset(ctx);
    if state.engine.borrow().is_none() {
        return Err(ctx.throw_error("Found unconstructed BreakIterator"));
    }
    Ok(state)
}

/// A text with spaces between words that follow each other without one.
pub(crate) fn words_within(text: &[char]) -> String {
    let units: Vec<tables::Unit> = text.iter().enumerate().map(|(i, &c)| (c, i as u32)).collect();
    let letter = |c: char| (1..=8).contains(&Tables::get().value(table::GENERAL_CATEGORY, u32::from(c)));
    let (mut out, mut from) = (String::new(), 0);
    if let Some(table) = tables::named("word") {
        table.each_break(&units, |at, _| {
            if at < text.len() && at > 0 && letter(text[at - 1]) && letter(text[at]) {
                out.extend(&text[from..at]);
                out.push(' ');
                from = at;
            }
        });
    }
    out.extend(&text[from..]);
    out
}

/// Locales that ICU has something for.
const LOCALES: [&str; 16] =
    ["de", "el", "en", "en_US", "en_US_POSIX", "es", "fi", "fr", "it", "ja", "ko", "pt", "ru", "sv", "zh", "zh_Hant"];

/// Kinds of iterators, with the locales that have rules of their own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Character,
    Line,
    Sentence,
    Title,
    Word,
}

impl Kind {
    fn rules(self, locale: &str) -> (&'static str, bool) {
        match (self, locale) {
            (Kind::Character, _) => ("char", false),
            (Kind::Line, "ja" | "ko" | "zh" | "zh_Hant") => ("line_cj", true),
            (Kind::Line, _) => ("line", false),
            (Kind::Sentence, "el") => ("sent_el", true),
            (Kind::Sentence, _) => ("sent", false),
            (Kind::Title, _) => ("title", false),
            (Kind::Word, "fi" | "sv") => ("word_fi_sv", true),
            (Kind::Word, "en_US_POSIX") => ("word_POSIX", true),
            (Kind::Word, _) => ("word", false),
        }
    }
}

/// The locale with rules that a name stands for; empty for the root.
fn find(name: &str) -> String {
    let mut name = locale_id::canonical(name).unwrap_or_default();
    name.truncate(name.find('@').unwrap_or(name.len()));
    if matches!(name.as_str(), "zh_TW" | "zh_HK" | "zh_MO") {
        return "zh_Hant".to_owned();
    }
    loop {
        if LOCALES.contains(&name.as_str()) {
            return name;
        }
        match name.rfind('_') {
            Some(at) => name.truncate(at),
            None => return String::new(),
        }
    }
}

fn make(ctx: &Ctx, locale: Option<&Str>, kind: Kind) -> PhpResult<Option<Object>> {
    error::reset(ctx);
    let given = locale.map(|locale| String::from_utf8_lossy(locale.as_bytes()).into_owned());
    let name = given.unwrap_or_else(|| locales::default_name(ctx));
    let valid = find(&name);
    let (rules, own) = kind.rules(&valid);
    let object = ctx.allocate(ctx.known_class("IntlRuleBasedBreakIterator"))?;
    let made = state(&object);
    made.engine.replace(Engine::named(rules));
    made.actual.replace(Some(Str::from(if own { valid.as_bytes() } else { b"" })));
    made.valid.replace(Some(Str::from(valid.into_bytes())));
    Ok(Some(object))
}

/// An offset, which has to be one of 32 bits.
fn offset(ctx: &Ctx, offset: i64) -> PhpResult<i64> {
    if i32::try_from(offset).is_err() {
        return Err(ctx.argument_error(1, "must be between -2147483648 and 2147483647"));
    }
    Ok(offset)
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(|_, from, to| {
        state(to).copy(state(from));
        Ok(())
    }),
    compare: Some(|_, a, b| {
        let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else { return Ok(1) };
        Ok(match (a.native::<State>(), b.native::<State>()) {
            (Some(a), Some(b)) if a.is_equal(b) => 0,
            _ => 1,
        })
    }),
    walk: Some(walk),
    debug_info: Some(debug_info),
    ..ObjectHandlers::DEFAULT
};

fn walk(ctx: &Ctx, this: &Object, step: &mut u64, by_reference: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_reference {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    let state = opened(ctx, this)?;
    let place = if *step == 0 { state.first() } else { state.advance() };
    ctx.poll()?;
    if place == DONE {
        return Ok(None);
    }
    *step += 1;
    Ok(Some((Value::from(*step as i64 - 1), Value::from(place))))
}

fn debug_info(_: &Ctx, this: &Object) -> PhpResult<Array> {
    let state = state(this);
    let mut all = Array::new();
    let engine = state.engine.borrow();
    all.set_name("valid", Value::from(engine.is_some()));
    if let Some(engine) = &*engine {
        all.set_name("text", state.text.borrow().as_ref().map_or(Value::NULL, |text| Value::from(text.clone())));
        let kind = match engine {
            Engine::Characters => "22CodePointBreakIterator",
            _ => "N6icu_7622RuleBasedBreakIteratorE",
        };
        all.set_name("type", Value::str(kind));
    }
    Ok(all)
}

/// Finds where a text may be broken.
#[php_class(
    "class IntlBreakIterator implements IteratorAggregate {
        public const int DONE = -1;
        public const int WORD_NONE = 0;
        public const int WORD_NONE_LIMIT = 100;
        public const int WORD_NUMBER = 100;
        public const int WORD_NUMBER_LIMIT = 200;
        public const int WORD_LETTER = 200;
        public const int WORD_LETTER_LIMIT = 300;
        public const int WORD_KANA = 300;
        public const int WORD_KANA_LIMIT = 400;
        public const int WORD_IDEO = 400;
        public const int WORD_IDEO_LIMIT = 500;
        public const int LINE_SOFT = 0;
        public const int LINE_SOFT_LIMIT = 100;
        public const int LINE_HARD = 100;
        public const int LINE_HARD_LIMIT = 200;
        public const int SENTENCE_TERM = 0;
        public const int SENTENCE_TERM_LIMIT = 100;
        public const int SENTENCE_SEP = 100;
        public const int SENTENCE_SEP_LIMIT = 200;
    }",
    create = create,
    handlers = HANDLERS,
    not_serializable
)]
impl IntlBreakIterator {
    #[php("public static function createCharacterInstance(?string $locale = null): ?IntlBreakIterator")]
    fn create_character_instance(ctx: &Ctx, locale: Option<&Str>) -> PhpResult<Option<Object>> {
        make(ctx, locale, Kind::Character)
    }

    #[php("public static function createCodePointInstance(): IntlCodePointBreakIterator")]
    fn create_code_point_instance(ctx: &Ctx) -> PhpResult<Object> {
        error::reset(ctx);
        let object = ctx.allocate(ctx.known_class("IntlCodePointBreakIterator"))?;
        state(&object).engine.replace(Some(Engine::Characters));
        state(&object).last.set(DONE);
        Ok(object)
    }

    #[php("public static function createLineInstance(?string $locale = null): ?IntlBreakIterator")]
    fn create_line_instance(ctx: &Ctx, locale: Option<&Str>) -> PhpResult<Option<Object>> {
        make(ctx, locale, Kind::Line)
    }

    #[php("public static function createSentenceInstance(?string $locale = null): ?IntlBreakIterator")]
    fn create_sentence_instance(ctx: &Ctx, locale: Option<&Str>) -> PhpResult<Option<Object>> {
        make(ctx, locale, Kind::Sentence)
    }

    #[php("public static function createTitleInstance(?string $locale = null): ?IntlBreakIterator")]
    fn create_title_instance(ctx: &Ctx, locale: Option<&Str>) -> PhpResult<Option<Object>> {
        make(ctx, locale, Kind::Title)
    }

    #[php("public static function createWordInstance(?string $locale = null): ?IntlBreakIterator")]
    fn create_word_instance(ctx: &Ctx, locale: Option<&Str>) -> PhpResult<Option<Object>> {
        make(ctx, locale, Kind::Word)
    }

    #[php("private function __construct()")]
    fn construct() {}

    #[php("public function current(): int")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(opened(ctx, this)?.current())
    }

    #[php("public function first(): int")]
    fn first(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(opened(ctx, this)?.first())
    }

    #[php("public function following(int $offset): int")]
    fn following(ctx: &Ctx, this: &Object, at: i64) -> PhpResult<i64> {
        let at = offset(ctx, at)?;
        Ok(opened(ctx, this)?.following(at))
    }

    #[php("public function getErrorCode(): int")]
    fn error_code(this: &Object) -> i64 {
        state(this).error.code()
    }

    #[php("public function getErrorMessage(): string")]
    fn error_message(this: &Object) -> Str {
        state(this).error.text()
    }

    #[php("public function getLocale(int $type): string|false")]
    fn get_locale(ctx: &Ctx, this: &Object, kind: i64) -> PhpResult<OrFalse<Str>> {
        if !matches!(kind, 0 | 1) {
            error::set(ctx, ILLEGAL_ARGUMENT, "breakiter_get_locale: invalid locale type")?;
            return Ok(None.into());
        }
        let state = opened(ctx, this)?;
        let name = if kind == 0 { state.actual.borrow().clone() } else { state.valid.borrow().clone() };
        Ok(Some(name.unwrap_or_default()).into())
    }

    #[php("public function getPartsIterator(string $type = IntlPartsIterator::KEY_SEQUENTIAL): IntlPartsIterator")]
    fn get_parts_iterator(ctx: &Ctx, this: &Object, kind: &Value) -> PhpResult<Object> {
        let Some(keys) = iterator::Keys::new(kind) else {
            let message = "must be one of IntlPartsIterator::KEY_SEQUENTIAL, IntlPartsIterator::KEY_LEFT, or \
                           IntlPartsIterator::KEY_RIGHT";
            return Err(ctx.argument_error(1, message));
        };
        opened(ctx, this)?;
        iterator::parts(ctx, this, keys)
    }

    #[php("public function getText(): ?string")]
    fn get_text(ctx: &Ctx, this: &Object) -> PhpResult<Option<Str>> {
        Ok(opened(ctx, this)?.text.borrow().clone())
    }

    #[php("public function isBoundary(int $offset): bool")]
    fn is_boundary(ctx: &Ctx, this: &Object, at: i64) -> PhpResult<bool> {
        let at = offset(ctx, at)?;
        Ok(opened(ctx, this)?.is_boundary(at))
    }

    #[php("public function last(): int")]
    fn last(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(opened(ctx, this)?.end())
    }

    #[php("public function next(?int $offset = null): int")]
    fn next(ctx: &Ctx, this: &Object, count: Option<i64>) -> PhpResult<i64> {
        let Some(count) = count else { return Ok(opened(ctx, this)?.advance()) };
        let count = offset(ctx, count)?;
        Ok(opened(ctx, this)?.step(count))
    }

    #[php("public function preceding(int $offset): int")]
    fn preceding(ctx: &Ctx, this: &Object, at: i64) -> PhpResult<i64> {
        let at = offset(ctx, at)?;
        Ok(opened(ctx, this)?.preceding(at))
    }

    #[php("public function previous(): int")]
    fn previous(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(opened(ctx, this)?.back())
    }

    #[php("public function setText(string $text): bool")]
    fn set_text(ctx: &Ctx, this: &Object, text: &Str) -> PhpResult<bool> {
        let state = opened(ctx, this)?;
        ctx.reserve(text.len().saturating_mul(16))?;
        state.set_text(Some(text.clone()));
        Ok(true)
    }

    #[php("public function getIterator(): Iterator", strict_return)]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator::internal_iterator(ctx, this)
    }
}

/// The class.
pub(crate) struct IntlBreakIterator;

/// Finds where a text may be broken by rules.
#[php_class("class IntlRuleBasedBreakIterator extends IntlBreakIterator {}", create = create, handlers = HANDLERS, not_serializable)]
impl IntlRuleBasedBreakIterator {
    #[php("public function __construct(string $rules, bool $compiled = false)")]
    fn construct(ctx: &Ctx, this: &Object, rules: &Str, compiled: bool) -> PhpResult<()> {
        error::reset(ctx);
        let failed = |what: &str| Err(ctx.throw("IntlException", format!("IntlRuleBasedBreakIterator::__construct(): {what}")));
        let made = state(this);
        if made.engine.borrow().is_some() {
            return Err(ctx.throw_error("IntlRuleBasedBreakIterator object is already constructed"));
        }
        // Nothing compiles rules to bytes here, so no bytes can be compiled rules.
        if compiled {
            return failed("unable to create instance from compiled rules");
        }
        let Some(text) = rules.as_utf8() else { return failed("rules were not a valid UTF-8 string") };
        ctx.reserve(text.len().saturating_mul(64))?;
        match rules::compile(text) {
            Ok(rules) => {
                made.engine.replace(Some(Engine::Rules(Arc::new(rules))));
                Ok(())
            }
            Err(fault) => {
                error::set_code(ctx, fault.code);
                let place = format!("parse error on line {}, offset {}", fault.line, fault.offset);
                failed(&format!("unable to create RuleBasedBreakIterator from rules ({place})"))
            }
        }
    }

    #[php("public function getRules(): string|false")]
    fn get_rules(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        let state = opened(ctx, this)?;
        Ok(match &*state.engine.borrow() {
            Some(Engine::Table(table)) => table.source.clone(),
            Some(Engine::Rules(rules)) => rules.source.clone(),
            _ => String::new(),
        })
    }

    #[php("public function getRuleStatus(): int")]
    fn get_rule_status(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(opened(ctx, this)?.statuses().last().map_or(0, |&value| i64::from(value)))
    }

    #[php("public function getRuleStatusVec(): array|false")]
    fn get_rule_status_vec(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        Ok(opened(ctx, this)?.statuses().into_iter().map(|value| Value::from(i64::from(value))).collect())
    }
}

/// The class.
pub(crate) struct IntlRuleBasedBreakIterator;

/// Breaks a text behind every character.
#[php_class("class IntlCodePointBreakIterator extends IntlBreakIterator {}", create = create, handlers = HANDLERS, not_serializable)]
impl IntlCodePointBreakIterator {
    #[php("public function getLastCodePoint(): int")]
    fn get_last_code_point(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(opened(ctx, this)?.last.get())
    }
}

/// The class.
pub(crate) struct IntlCodePointBreakIterator;
