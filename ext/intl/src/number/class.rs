//! The class NumberFormatter.

use super::{attributes, format::DecimalFormat, functions as api, pattern::Pattern, rbnf::Rules, symbols};
use crate::{
    data::{Chain, Res, fact},
    error::ObjectError,
    known,
};
use phant_memory::{NativeData, Object, Str, Tracer};
use phant_native::{ClassPtr, Ctx, Number, ObjectHandlers, PhpResult, args::RefArg, php_class, ret::OrFalse};
use std::cell::RefCell;

/// What numbers are written by.
#[derive(Clone)]
pub(crate) enum Kind {
    Decimal(Box<DecimalFormat>),
    Rules { rules: Box<Rules>, rounding: i64, lenient: bool, valid: String },
}

/// The state of an object.
#[derive(Default)]
pub(crate) struct State {
    pub(super) kind: RefCell<Option<Kind>>,
    pub(super) error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
    fn outside(&self) -> Option<&'static str> {
        Some("a NumberFormatter")
    }
}

impl State {
    pub(crate) fn of(object: &Object) -> &State {
        object.native().expect("made by create")
    }
}

impl Kind {
    /// A formatter of a style; the error is ICU's code.
    pub(crate) fn new(locale: &str, style: i64, pattern: Option<&str>) -> Result<Kind, i64> {
        let kind = match style {
            0 => {
                let pattern = Pattern::parse(pattern.unwrap_or_default(), pattern.is_some_and(|text| text.contains('¤')))?;
                return Ok(Kind::Decimal(Box::new(DecimalFormat::new(locale, pattern))));
            }
            1 => "decimalFormat",
            2 | 10 | 16 => "currencyFormat",
            3 => "percentFormat",
            4 => "scientificFormat",
            12 => "accountingFormat",
            5..=7 => return Kind::by_rules(locale, ["SpelloutRules", "OrdinalRules", "DurationRules"][style as usize - 5]),
            9 => {
                let Some(text) = pattern else { return Err(7) };
                let rules = Rules::parse(text.split(';'), locale).ok_or(PARSE_ERROR)?;
                return Ok(Kind::of_rules(rules, locale));
            }
            _ => return Err(16),
        };
        let chain = Chain::new("", locale);
        let system = symbols::numbering_system(&chain, locale);
        if symbols::digits_of(&system).is_none() && style == 1 {
            if let Some(kind) = Kind::by_numbering_system(locale, &system) {
                return Ok(kind);
            }
        }
        let mut format = DecimalFormat::of_style(locale, kind);
        if style == 10 {
            format.pattern.prefix = format.pattern.prefix.replace('¤', "¤¤");
            format.pattern.suffix = format.pattern.suffix.replace('¤', "¤¤");
        }
        Ok(Kind::Decimal(Box::new(format)))
    }
    fn of_rules(rules: Rules, locale: &str) -> Kind {
        let valid = Chain::new("rbnf", locale).valid().to_owned();
        Kind::Rules { rules: Box::new(rules), rounding: 7, lenient: false, valid }
    }
    fn by_rules(locale: &str, style: &str) -> Result<Kind, i64> {
        let lines = Chain::new("rbnf", locale).texts(&["RBNFRules", style]);
        let rules = Rules::parse(lines, locale).ok_or(2)?;
        Ok(Kind::of_rules(rules, locale))
    }
    /// Numerals that are no digits: Roman, Hebrew, Chinese.
    fn by_numbering_system(locale: &str, system: &str) -> Option<Kind> {
        let text = fact("numberingSystems", &["numberingSystems", system, "desc"]).and_then(Res::text)?;
        let mut parts = text.rsplit('/');
        let set = parts.next()?;
        let (style, of) = (parts.next().unwrap_or("NumberingSystemRules"), parts.next().unwrap_or(locale));
        let lines = Chain::new("rbnf", of).texts(&["RBNFRules", style]);
        let mut rules = Rules::parse(lines, of)?;
        rules.set_default(set);
        Some(Kind::of_rules(rules, locale))
    }
}

const PARSE_ERROR: i64 = 9;

/// Makes what a new object formats by. `Ok(None)` if that failed, which has been noted.
pub(super) fn open(ctx: &Ctx, first: usize, locale: &Str, style: i64, pattern: Option<&Str>) -> PhpResult<Option<Kind>> {
    let Some(name) = known::locale(ctx, first, locale)? else { return Ok(None) };
    let pattern = match pattern.map(|text| std::str::from_utf8(text.as_bytes())) {
        Some(Err(_)) => {
            crate::error::set(ctx, crate::error::INVALID_CHAR_FOUND, "numfmt_create: error converting pattern to UTF-16")?;
            return Ok(None);
        }
        Some(Ok(text)) => Some(text),
        None => None,
    };
    match Kind::new(&name, style, pattern) {
        Ok(kind) => Ok(Some(kind)),
        Err(code) => {
            crate::error::set(ctx, code, "numfmt_create: number formatter creation failed")?;
            Ok(None)
        }
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers { clone: Some(NumberFormatter::copy), ..ObjectHandlers::DEFAULT };

/// Writes and reads numbers.
#[php_class(
    "class NumberFormatter {
        public const int PATTERN_DECIMAL = 0;
        public const int DECIMAL = 1;
        public const int CURRENCY = 2;
        public const int PERCENT = 3;
        public const int SCIENTIFIC = 4;
        public const int SPELLOUT = 5;
        public const int ORDINAL = 6;
        public const int DURATION = 7;
        public const int PATTERN_RULEBASED = 9;
        public const int IGNORE = 0;
        public const int CURRENCY_ACCOUNTING = 12;
        public const int DEFAULT_STYLE = 1;
        public const int ROUND_CEILING = 0;
        public const int ROUND_FLOOR = 1;
        public const int ROUND_DOWN = 2;
        public const int ROUND_UP = 3;
        public const int ROUND_TOWARD_ZERO = 2;
        public const int ROUND_AWAY_FROM_ZERO = 3;
        public const int ROUND_HALFEVEN = 4;
        public const int ROUND_HALFODD = 8;
        public const int ROUND_HALFDOWN = 5;
        public const int ROUND_HALFUP = 6;
        public const int PAD_BEFORE_PREFIX = 0;
        public const int PAD_AFTER_PREFIX = 1;
        public const int PAD_BEFORE_SUFFIX = 2;
        public const int PAD_AFTER_SUFFIX = 3;
        public const int PARSE_INT_ONLY = 0;
        public const int GROUPING_USED = 1;
        public const int DECIMAL_ALWAYS_SHOWN = 2;
        public const int MAX_INTEGER_DIGITS = 3;
        public const int MIN_INTEGER_DIGITS = 4;
        public const int INTEGER_DIGITS = 5;
        public const int MAX_FRACTION_DIGITS = 6;
        public const int MIN_FRACTION_DIGITS = 7;
        public const int FRACTION_DIGITS = 8;
        public const int MULTIPLIER = 9;
        public const int GROUPING_SIZE = 10;
        public const int ROUNDING_MODE = 11;
        public const int ROUNDING_INCREMENT = 12;
        public const int FORMAT_WIDTH = 13;
        public const int PADDING_POSITION = 14;
        public const int SECONDARY_GROUPING_SIZE = 15;
        public const int SIGNIFICANT_DIGITS_USED = 16;
        public const int MIN_SIGNIFICANT_DIGITS = 17;
        public const int MAX_SIGNIFICANT_DIGITS = 18;
        public const int LENIENT_PARSE = 19;
        public const int POSITIVE_PREFIX = 0;
        public const int POSITIVE_SUFFIX = 1;
        public const int NEGATIVE_PREFIX = 2;
        public const int NEGATIVE_SUFFIX = 3;
        public const int PADDING_CHARACTER = 4;
        public const int CURRENCY_CODE = 5;
        public const int DEFAULT_RULESET = 6;
        public const int PUBLIC_RULESETS = 7;
        public const int DECIMAL_SEPARATOR_SYMBOL = 0;
        public const int GROUPING_SEPARATOR_SYMBOL = 1;
        public const int PATTERN_SEPARATOR_SYMBOL = 2;
        public const int PERCENT_SYMBOL = 3;
        public const int ZERO_DIGIT_SYMBOL = 4;
        public const int DIGIT_SYMBOL = 5;
        public const int MINUS_SIGN_SYMBOL = 6;
        public const int PLUS_SIGN_SYMBOL = 7;
        public const int CURRENCY_SYMBOL = 8;
        public const int INTL_CURRENCY_SYMBOL = 9;
        public const int MONETARY_SEPARATOR_SYMBOL = 10;
        public const int EXPONENTIAL_SYMBOL = 11;
        public const int PERMILL_SYMBOL = 12;
        public const int PAD_ESCAPE_SYMBOL = 13;
        public const int INFINITY_SYMBOL = 14;
        public const int NAN_SYMBOL = 15;
        public const int SIGNIFICANT_DIGIT_SYMBOL = 16;
        public const int MONETARY_GROUPING_SEPARATOR_SYMBOL = 17;
        public const int TYPE_DEFAULT = 0;
        public const int TYPE_INT32 = 1;
        public const int TYPE_INT64 = 2;
        public const int TYPE_DOUBLE = 3;
        public const int TYPE_CURRENCY = 4;
    }",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable
)]
impl NumberFormatter {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        let (from, to) = (State::of(from), State::of(to));
        if from.kind.borrow().is_none() {
            return Err(ctx.throw_error("Cannot clone uninitialized NumberFormatter"));
        }
        to.kind.replace(from.kind.borrow().clone());
        to.error.copy(&from.error);
        Ok(())
    }

    #[php("public function __construct(string $locale, int $style, ?string $pattern = null)")]
    fn construct(ctx: &Ctx, this: &Object, locale: &Str, style: i64, pattern: Option<&Str>) -> PhpResult<()> {
        let state = State::of(this);
        if state.kind.borrow().is_some() {
            return Err(ctx.throw_error("NumberFormatter object is already constructed"));
        }
        state.error.reset(ctx);
        match open(ctx, 1, locale, style, pattern)? {
            Some(kind) => {
                state.kind.replace(Some(kind));
                Ok(())
            }
            None => Err(ctx.throw("IntlException", "Constructor failed")),
        }
    }

    #[php("public static function create(string $locale, int $style, ?string $pattern = null): ?NumberFormatter")]
    fn of(ctx: &Ctx, class: ClassPtr, locale: &Str, style: i64, pattern: Option<&Str>) -> PhpResult<Option<Object>> {
        api::create(ctx, class, locale, style, pattern)
    }

    #[php("public function format(int|float $num, int $type = NumberFormatter::TYPE_DEFAULT): string|false")]
    fn format(ctx: &Ctx, this: &Object, number: Number, kind: i64) -> PhpResult<OrFalse<String>> {
        api::format(ctx, this, number, kind, 1)
    }

    #[php("public function parse(string $string, int $type = NumberFormatter::TYPE_DOUBLE, &$offset = null): int|float|false")]
    fn parse(ctx: &Ctx, this: &Object, text: &Str, kind: i64, offset: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<Number>> {
        api::parse(ctx, this, text, kind, (passed > 2).then_some(offset), 1)
    }

    #[php("public function formatCurrency(float $amount, string $currency): string|false")]
    fn format_currency(ctx: &Ctx, this: &Object, amount: f64, currency: &Str) -> PhpResult<OrFalse<String>> {
        api::format_currency(ctx, this, amount, currency)
    }

    #[php("public function parseCurrency(string $string, &$currency, &$offset = null): float|false")]
    fn parse_currency(
        ctx: &Ctx,
        this: &Object,
        text: &Str,
        currency: RefArg<'_>,
        offset: RefArg<'_>,
        passed: usize,
    ) -> PhpResult<OrFalse<f64>> {
        api::parse_currency(ctx, this, text, currency, (passed > 2).then_some(offset))
    }

    #[php("public function setAttribute(int $attribute, int|float $value): bool")]
    fn set_attribute(ctx: &Ctx, this: &Object, attribute: i64, value: Number) -> PhpResult<bool> {
        api::set_attribute(ctx, this, attribute, value)
    }

    #[php("public function getAttribute(int $attribute): int|float|false")]
    fn get_attribute(ctx: &Ctx, this: &Object, attribute: i64) -> PhpResult<OrFalse<Number>> {
        api::get_attribute(ctx, this, attribute)
    }

    #[php("public function setTextAttribute(int $attribute, string $value): bool")]
    fn set_text_attribute(ctx: &Ctx, this: &Object, attribute: i64, value: &Str) -> PhpResult<bool> {
        api::set_text_attribute(ctx, this, attribute, value)
    }

    #[php("public function getTextAttribute(int $attribute): string|false")]
    fn get_text_attribute(ctx: &Ctx, this: &Object, attribute: i64) -> PhpResult<OrFalse<String>> {
        api::get_text_attribute(ctx, this, attribute)
    }

    #[php("public function setSymbol(int $symbol, string $value): bool")]
    fn set_symbol(ctx: &Ctx, this: &Object, symbol: i64, value: &Str) -> PhpResult<bool> {
        api::set_symbol(ctx, this, symbol, value)
    }

    #[php("public function getSymbol(int $symbol): string|false")]
    fn get_symbol(ctx: &Ctx, this: &Object, symbol: i64) -> PhpResult<OrFalse<String>> {
        api::get_symbol(ctx, this, symbol)
    }

    #[php("public function setPattern(string $pattern): bool")]
    fn set_pattern(ctx: &Ctx, this: &Object, pattern: &Str) -> PhpResult<bool> {
        api::set_pattern(ctx, this, pattern)
    }

    #[php("public function getPattern(): string|false")]
    fn get_pattern(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<String>> {
        api::get_pattern(ctx, this)
    }

    #[php("public function getLocale(int $type = ULOC_ACTUAL_LOCALE): string|false")]
    fn get_locale(ctx: &Ctx, this: &Object, kind: i64) -> PhpResult<OrFalse<String>> {
        api::get_locale(ctx, this, kind)
    }

    #[php("public function getErrorCode(): int")]
    fn error_code(this: &Object) -> i64 {
        State::of(this).error.code()
    }

    #[php("public function getErrorMessage(): string")]
    fn error_message(this: &Object) -> Str {
        State::of(this).error.text()
    }
}

/// The class.
pub(crate) struct NumberFormatter;

/// The locale that a formatter's data are from.
pub(super) fn valid_locale(kind: &Kind) -> String {
    match kind {
        Kind::Decimal(format) => Chain::new("", &format.locale).valid().to_owned(),
        Kind::Rules { valid, .. } => valid.clone(),
    }
}

/// How many of the attributes there are, for the checks of their numbers.
pub(super) fn symbol_is_known(symbol: i64) -> bool {
    (0..attributes::SYMBOLS).contains(&symbol)
}
