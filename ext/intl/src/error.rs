//! ICU's error codes, the last one of the request, and how it is told.

use phant_memory::Str;
use phant_native::{Constant, ConstantValue, Ctx, PhpResult, descriptor::FunctionGroup, error::Level, functions, php, php_class};
use std::cell::{Cell, RefCell};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![intl_get_error_code, intl_get_error_message, intl_is_failure, intl_error_name];

/// What failed, where `intl.use_exceptions` is set.
#[php_class("class IntlException extends Exception {}")]
pub(crate) struct IntlException;

pub(crate) const ILLEGAL_ARGUMENT: i64 = 1;
pub(crate) const INVALID_CHAR_FOUND: i64 = 10;
pub(crate) const ILLEGAL_CHAR_FOUND: i64 = 12;

/// Codes of what may be wrong with rules.
pub(crate) mod code {
    pub const BAD_VARIABLE_DEFINITION: i64 = 0x10000;
    pub const MALFORMED_RULE: i64 = 0x10001;
    pub const MALFORMED_SET: i64 = 0x10002;
    pub const MALFORMED_UNICODE_ESCAPE: i64 = 0x10004;
    pub const MALFORMED_VARIABLE_DEFINITION: i64 = 0x10005;
    pub const MALFORMED_VARIABLE_REFERENCE: i64 = 0x10006;
    pub const MISPLACED_ANCHOR_START: i64 = 0x10008;
    pub const MISPLACED_CURSOR_OFFSET: i64 = 0x10009;
    pub const MISPLACED_QUANTIFIER: i64 = 0x1000a;
    pub const MISSING_OPERATOR: i64 = 0x1000b;
    pub const MULTIPLE_ANTE_CONTEXTS: i64 = 0x1000d;
    pub const MULTIPLE_CURSORS: i64 = 0x1000e;
    pub const MULTIPLE_POST_CONTEXTS: i64 = 0x1000f;
    pub const TRAILING_BACKSLASH: i64 = 0x10010;
    pub const UNDEFINED_SEGMENT_REFERENCE: i64 = 0x10011;
    pub const UNDEFINED_VARIABLE: i64 = 0x10012;
    pub const UNQUOTED_SPECIAL: i64 = 0x10013;
    pub const UNTERMINATED_QUOTE: i64 = 0x10014;
    pub const RULE_MASK_ERROR: i64 = 0x10015;
    pub const MISPLACED_COMPOUND_FILTER: i64 = 0x10016;
    pub const MULTIPLE_COMPOUND_FILTERS: i64 = 0x10017;
    pub const MALFORMED_PRAGMA: i64 = 0x1001a;
    pub const UNCLOSED_SEGMENT: i64 = 0x1001b;
    pub const ILLEGAL_CHAR_IN_SEGMENT: i64 = 0x1001c;
    pub const INVALID_ID: i64 = 0x10021;
    pub const INVALID_FUNCTION: i64 = 0x10022;
    pub const BRK_INTERNAL_ERROR: i64 = 0x10200;
    pub const BRK_HEX_DIGITS_EXPECTED: i64 = 0x10201;
    pub const BRK_SEMICOLON_EXPECTED: i64 = 0x10202;
    pub const BRK_RULE_SYNTAX: i64 = 0x10203;
    pub const BRK_VARIABLE_REDFINITION: i64 = 0x10206;
    pub const BRK_MISMATCHED_PAREN: i64 = 0x10207;
    pub const BRK_NEW_LINE_IN_QUOTED_STRING: i64 = 0x10208;
    pub const BRK_UNDEFINED_VARIABLE: i64 = 0x10209;
    pub const BRK_RULE_EMPTY_SET: i64 = 0x1020b;
    pub const BRK_UNRECOGNIZED_OPTION: i64 = 0x1020c;
    pub const BRK_MALFORMED_RULE_TAG: i64 = 0x1020d;
}

/// The last error of the request.
#[derive(Default)]
struct LastError {
    code: Cell<i64>,
    message: RefCell<Option<Str>>,
}

/// Forgets the last error, as most functions do when they begin.
pub(crate) fn reset(ctx: &Ctx) {
    let last = ctx.state::<LastError>();
    last.code.set(0);
    last.message.take();
}

/// Notes an error, and reports it as the settings say. The error is an exception that is pending.
pub(crate) fn set(ctx: &Ctx, code: i64, message: impl AsRef<str>) -> PhpResult<()> {
    let message = message.as_ref();
    let last = ctx.state::<LastError>();
    last.code.set(code);
    last.message.replace(Some(Str::from(message.as_bytes())));
    if let Some(level) = level(ctx.ini.int("intl.error_level")) {
        ctx.report_here(level, message);
        ctx.check()?;
    }
    if ctx.ini.bool("intl.use_exceptions") {
        return Err(ctx.throw("IntlException", message));
    }
    Ok(())
}

/// What the last error of the request was.
pub(crate) fn last_text(ctx: &Ctx) -> Str {
    intl_get_error_message(ctx)
}

/// Notes the code of an error that nobody is told of.
pub(crate) fn set_code(ctx: &Ctx, code: i64) {
    let last = ctx.state::<LastError>();
    last.code.set(code);
    last.message.take();
}

/// The last error of an object.
#[derive(Default)]
pub(crate) struct ObjectError {
    code: Cell<i64>,
    message: RefCell<Option<Str>>,
}

impl ObjectError {
    pub(crate) fn code(&self) -> i64 {
        self.code.get()
    }
    pub(crate) fn text(&self) -> Str {
        text(self.code.get(), self.message.borrow().as_ref())
    }
    /// Forgets this error and the request's, as most methods do when they begin.
    pub(crate) fn reset(&self, ctx: &Ctx) {
        self.code.set(0);
        self.message.take();
        reset(ctx);
    }
    /// Notes an error of this object and of the request.
    pub(crate) fn set(&self, ctx: &Ctx, code: i64, message: impl AsRef<str>) -> PhpResult<()> {
        self.note(code, message.as_ref());
        set(ctx, code, message)
    }
    /// Notes an error of this object and of the request, and tells nobody.
    pub(crate) fn note_both(&self, ctx: &Ctx, code: i64, message: &str) {
        self.note(code, message);
        let last = ctx.state::<LastError>();
        last.code.set(code);
        last.message.replace(Some(Str::from(message.as_bytes())));
    }
    /// Notes an error of this object alone.
    pub(crate) fn note(&self, code: i64, message: &str) {
        self.code.set(code);
        self.message.replace(Some(Str::from(message.as_bytes())));
    }
    /// Notes a code of this object alone, without a text.
    pub(crate) fn note_code(&self, code: i64) {
        self.code.set(code);
        self.message.take();
    }
    /// Takes over another object's error, as a copy of it does.
    pub(crate) fn copy(&self, from: &ObjectError) {
        self.code.set(from.code.get());
        self.message.replace(from.message.borrow().clone());
    }
}

fn text(code: i64, message: Option<&Str>) -> Str {
    let name = name(code);
    match message {
        Some(message) => Str::from([message.as_bytes(), b": ", name.as_bytes()].concat()),
        None => Str::from(name.as_bytes()),
    }
}

fn level(number: i64) -> Option<Level> {
    use Level::*;
    [Error, Warning, Notice, UserError, UserWarning, UserNotice, RecoverableError, Deprecated, UserDeprecated]
        .into_iter()
        .find(|level| *level as i64 == number)
}

#[rustfmt::skip]
const ERRORS: [&str; 32] = [
    "U_ZERO_ERROR", "U_ILLEGAL_ARGUMENT_ERROR", "U_MISSING_RESOURCE_ERROR", "U_INVALID_FORMAT_ERROR",
    "U_FILE_ACCESS_ERROR", "U_INTERNAL_PROGRAM_ERROR", "U_MESSAGE_PARSE_ERROR", "U_MEMORY_ALLOCATION_ERROR",
    "U_INDEX_OUTOFBOUNDS_ERROR", "U_PARSE_ERROR", "U_INVALID_CHAR_FOUND", "U_TRUNCATED_CHAR_FOUND",
    "U_ILLEGAL_CHAR_FOUND", "U_INVALID_TABLE_FORMAT", "U_INVALID_TABLE_FILE", "U_BUFFER_OVERFLOW_ERROR",
    "U_UNSUPPORTED_ERROR", "U_RESOURCE_TYPE_MISMATCH", "U_ILLEGAL_ESCAPE_SEQUENCE", "U_UNSUPPORTED_ESCAPE_SEQUENCE",
    "U_NO_SPACE_AVAILABLE", "U_CE_NOT_FOUND_ERROR", "U_PRIMARY_TOO_LONG_ERROR", "U_STATE_TOO_OLD_ERROR",
    "U_TOO_MANY_ALIASES_ERROR", "U_ENUM_OUT_OF_SYNC_ERROR", "U_INVARIANT_CONVERSION_ERROR", "U_INVALID_STATE_ERROR",
    "U_COLLATOR_VERSION_MISMATCH", "U_USELESS_COLLATOR_ERROR", "U_NO_WRITE_PERMISSION", "U_INPUT_TOO_LONG_ERROR",
];
#[rustfmt::skip]
const WARNINGS: [&str; 9] = [
    "U_USING_FALLBACK_WARNING", "U_USING_DEFAULT_WARNING", "U_SAFECLONE_ALLOCATED_WARNING", "U_STATE_OLD_WARNING",
    "U_STRING_NOT_TERMINATED_WARNING", "U_SORT_KEY_TOO_SHORT_WARNING", "U_AMBIGUOUS_ALIAS_WARNING",
    "U_DIFFERENT_UCA_VERSION", "U_PLUGIN_CHANGED_LEVEL_WARNING",
];
#[rustfmt::skip]
const ERRORS_10000: [&str; 35] = [
    "U_BAD_VARIABLE_DEFINITION", "U_MALFORMED_RULE", "U_MALFORMED_SET", "U_MALFORMED_SYMBOL_REFERENCE",
    "U_MALFORMED_UNICODE_ESCAPE", "U_MALFORMED_VARIABLE_DEFINITION", "U_MALFORMED_VARIABLE_REFERENCE",
    "U_MISMATCHED_SEGMENT_DELIMITERS", "U_MISPLACED_ANCHOR_START", "U_MISPLACED_CURSOR_OFFSET",
    "U_MISPLACED_QUANTIFIER", "U_MISSING_OPERATOR", "U_MISSING_SEGMENT_CLOSE", "U_MULTIPLE_ANTE_CONTEXTS",
    "U_MULTIPLE_CURSORS", "U_MULTIPLE_POST_CONTEXTS", "U_TRAILING_BACKSLASH", "U_UNDEFINED_SEGMENT_REFERENCE",
    "U_UNDEFINED_VARIABLE", "U_UNQUOTED_SPECIAL", "U_UNTERMINATED_QUOTE", "U_RULE_MASK_ERROR",
    "U_MISPLACED_COMPOUND_FILTER", "U_MULTIPLE_COMPOUND_FILTERS", "U_INVALID_RBT_SYNTAX",
    "U_INVALID_PROPERTY_PATTERN", "U_MALFORMED_PRAGMA", "U_UNCLOSED_SEGMENT", "U_ILLEGAL_CHAR_IN_SEGMENT",
    "U_VARIABLE_RANGE_EXHAUSTED", "U_VARIABLE_RANGE_OVERLAP", "U_ILLEGAL_CHARACTER",
    "U_INTERNAL_TRANSLITERATOR_ERROR", "U_INVALID_ID", "U_INVALID_FUNCTION",
];
#[rustfmt::skip]
const ERRORS_10100: [&str; 32] = [
    "U_UNEXPECTED_TOKEN", "U_MULTIPLE_DECIMAL_SEPARATORS", "U_MULTIPLE_EXPONENTIAL_SYMBOLS",
    "U_MALFORMED_EXPONENTIAL_PATTERN", "U_MULTIPLE_PERCENT_SYMBOLS", "U_MULTIPLE_PERMILL_SYMBOLS",
    "U_MULTIPLE_PAD_SPECIFIERS", "U_PATTERN_SYNTAX_ERROR", "U_ILLEGAL_PAD_POSITION", "U_UNMATCHED_BRACES",
    "U_UNSUPPORTED_PROPERTY", "U_UNSUPPORTED_ATTRIBUTE", "U_ARGUMENT_TYPE_MISMATCH", "U_DUPLICATE_KEYWORD",
    "U_UNDEFINED_KEYWORD", "U_DEFAULT_KEYWORD_MISSING", "U_DECIMAL_NUMBER_SYNTAX_ERROR", "U_FORMAT_INEXACT_ERROR",
    "U_NUMBER_ARG_OUTOFBOUNDS_ERROR", "U_NUMBER_SKELETON_SYNTAX_ERROR", "U_MF_UNRESOLVED_VARIABLE_ERROR",
    "U_MF_SYNTAX_ERROR", "U_MF_UNKNOWN_FUNCTION_ERROR", "U_MF_VARIANT_KEY_MISMATCH_ERROR", "U_MF_FORMATTING_ERROR",
    "U_MF_NONEXHAUSTIVE_PATTERN_ERROR", "U_MF_DUPLICATE_OPTION_NAME_ERROR", "U_MF_SELECTOR_ERROR",
    "U_MF_MISSING_SELECTOR_ANNOTATION_ERROR", "U_MF_DUPLICATE_DECLARATION_ERROR", "U_MF_OPERAND_MISMATCH_ERROR",
    "U_MF_DUPLICATE_VARIANT_ERROR",
];
#[rustfmt::skip]
const ERRORS_10200: [&str; 14] = [
    "U_BRK_INTERNAL_ERROR", "U_BRK_HEX_DIGITS_EXPECTED", "U_BRK_SEMICOLON_EXPECTED", "U_BRK_RULE_SYNTAX",
    "U_BRK_UNCLOSED_SET", "U_BRK_ASSIGN_ERROR", "U_BRK_VARIABLE_REDFINITION", "U_BRK_MISMATCHED_PAREN",
    "U_BRK_NEW_LINE_IN_QUOTED_STRING", "U_BRK_UNDEFINED_VARIABLE", "U_BRK_INIT_ERROR", "U_BRK_RULE_EMPTY_SET",
    "U_BRK_UNRECOGNIZED_OPTION", "U_BRK_MALFORMED_RULE_TAG",
];
#[rustfmt::skip]
const ERRORS_10300: [&str; 22] = [
    "U_REGEX_INTERNAL_ERROR", "U_REGEX_RULE_SYNTAX", "U_REGEX_INVALID_STATE", "U_REGEX_BAD_ESCAPE_SEQUENCE",
    "U_REGEX_PROPERTY_SYNTAX", "U_REGEX_UNIMPLEMENTED", "U_REGEX_MISMATCHED_PAREN", "U_REGEX_NUMBER_TOO_BIG",
    "U_REGEX_BAD_INTERVAL", "U_REGEX_MAX_LT_MIN", "U_REGEX_INVALID_BACK_REF", "U_REGEX_INVALID_FLAG",
    "U_REGEX_LOOK_BEHIND_LIMIT", "U_REGEX_SET_CONTAINS_STRING", "U_REGEX_OCTAL_TOO_BIG",
    "U_REGEX_MISSING_CLOSE_BRACKET", "U_REGEX_INVALID_RANGE", "U_REGEX_STACK_OVERFLOW", "U_REGEX_TIME_OUT",
    "U_REGEX_STOPPED_BY_CALLER", "U_REGEX_PATTERN_TOO_BIG", "U_REGEX_INVALID_CAPTURE_GROUP_NAME",
];
#[rustfmt::skip]
const ERRORS_10400: [&str; 9] = [
    "U_STRINGPREP_PROHIBITED_ERROR", "U_STRINGPREP_UNASSIGNED_ERROR", "U_STRINGPREP_CHECK_BIDI_ERROR",
    "U_IDNA_STD3_ASCII_RULES_ERROR", "U_IDNA_ACE_PREFIX_ERROR", "U_IDNA_VERIFICATION_ERROR",
    "U_IDNA_LABEL_TOO_LONG_ERROR", "U_IDNA_ZERO_LENGTH_LABEL_ERROR", "U_IDNA_DOMAIN_NAME_TOO_LONG_ERROR",
];
#[rustfmt::skip]
const ERRORS_10500: [&str; 2] = [
    "U_PLUGIN_TOO_HIGH", "U_PLUGIN_DIDNT_SET_LEVEL",
];
const FIRST_WARNING: i64 = -128;

/// ICU's name of an error code.
pub(crate) fn name(code: i64) -> &'static str {
    let groups: [(i64, &[&'static str]); 8] = [
        (FIRST_WARNING, &WARNINGS),
        (0, &ERRORS),
        (0x10000, &ERRORS_10000),
        (0x10100, &ERRORS_10100),
        (0x10200, &ERRORS_10200),
        (0x10300, &ERRORS_10300),
        (0x10400, &ERRORS_10400),
        (0x10500, &ERRORS_10500),
    ];
    let found = groups.iter().find_map(|(first, names)| names.get(usize::try_from(code.checked_sub(*first)?).ok()?));
    found.copied().unwrap_or("[BOGUS UErrorCode]")
}

/// The code of the last error.
#[php("function intl_get_error_code(): int")]
fn intl_get_error_code(ctx: &Ctx) -> i64 {
    ctx.state::<LastError>().code.get()
}

/// What the last error was.
#[php("function intl_get_error_message(): string")]
fn intl_get_error_message(ctx: &Ctx) -> Str {
    let last = ctx.state::<LastError>();
    text(last.code.get(), last.message.borrow().as_ref())
}

/// Whether a code is an error's, rather than success or a warning.
#[php("function intl_is_failure(int $errorCode): bool", pure)]
fn intl_is_failure(code: i64) -> bool {
    code as i32 > 0
}

/// ICU's name of an error code.
#[php("function intl_error_name(int $errorCode): string", pure)]
fn intl_error_name(code: i64) -> &'static str {
    name(i64::from(code as i32))
}

#[rustfmt::skip]
pub(crate) const CONSTANTS: &[Constant] = &[
    int("U_USING_FALLBACK_WARNING", -128),
    int("U_ERROR_WARNING_START", -128),
    int("U_USING_DEFAULT_WARNING", -127),
    int("U_SAFECLONE_ALLOCATED_WARNING", -126),
    int("U_STATE_OLD_WARNING", -125),
    int("U_STRING_NOT_TERMINATED_WARNING", -124),
    int("U_SORT_KEY_TOO_SHORT_WARNING", -123),
    int("U_AMBIGUOUS_ALIAS_WARNING", -122),
    int("U_DIFFERENT_UCA_VERSION", -121),
    int("U_ERROR_WARNING_LIMIT", -119),
    int("U_ZERO_ERROR", 0),
    int("U_ILLEGAL_ARGUMENT_ERROR", 1),
    int("U_MISSING_RESOURCE_ERROR", 2),
    int("U_INVALID_FORMAT_ERROR", 3),
    int("U_FILE_ACCESS_ERROR", 4),
    int("U_INTERNAL_PROGRAM_ERROR", 5),
    int("U_MESSAGE_PARSE_ERROR", 6),
    int("U_MEMORY_ALLOCATION_ERROR", 7),
    int("U_INDEX_OUTOFBOUNDS_ERROR", 8),
    int("U_PARSE_ERROR", 9),
    int("U_INVALID_CHAR_FOUND", 10),
    int("U_TRUNCATED_CHAR_FOUND", 11),
    int("U_ILLEGAL_CHAR_FOUND", 12),
    int("U_INVALID_TABLE_FORMAT", 13),
    int("U_INVALID_TABLE_FILE", 14),
    int("U_BUFFER_OVERFLOW_ERROR", 15),
    int("U_UNSUPPORTED_ERROR", 16),
    int("U_RESOURCE_TYPE_MISMATCH", 17),
    int("U_ILLEGAL_ESCAPE_SEQUENCE", 18),
    int("U_UNSUPPORTED_ESCAPE_SEQUENCE", 19),
    int("U_NO_SPACE_AVAILABLE", 20),
    int("U_CE_NOT_FOUND_ERROR", 21),
    int("U_PRIMARY_TOO_LONG_ERROR", 22),
    int("U_STATE_TOO_OLD_ERROR", 23),
    int("U_TOO_MANY_ALIASES_ERROR", 24),
    int("U_ENUM_OUT_OF_SYNC_ERROR", 25),
    int("U_INVARIANT_CONVERSION_ERROR", 26),
    int("U_INVALID_STATE_ERROR", 27),
    int("U_COLLATOR_VERSION_MISMATCH", 28),
    int("U_USELESS_COLLATOR_ERROR", 29),
    int("U_NO_WRITE_PERMISSION", 30),
    int("U_STANDARD_ERROR_LIMIT", 32),
    int("U_BAD_VARIABLE_DEFINITION", 65536),
    int("U_PARSE_ERROR_START", 65536),
    int("U_MALFORMED_RULE", 65537),
    int("U_MALFORMED_SET", 65538),
    int("U_MALFORMED_SYMBOL_REFERENCE", 65539),
    int("U_MALFORMED_UNICODE_ESCAPE", 65540),
    int("U_MALFORMED_VARIABLE_DEFINITION", 65541),
    int("U_MALFORMED_VARIABLE_REFERENCE", 65542),
    int("U_MISMATCHED_SEGMENT_DELIMITERS", 65543),
    int("U_MISPLACED_ANCHOR_START", 65544),
    int("U_MISPLACED_CURSOR_OFFSET", 65545),
    int("U_MISPLACED_QUANTIFIER", 65546),
    int("U_MISSING_OPERATOR", 65547),
    int("U_MISSING_SEGMENT_CLOSE", 65548),
    int("U_MULTIPLE_ANTE_CONTEXTS", 65549),
    int("U_MULTIPLE_CURSORS", 65550),
    int("U_MULTIPLE_POST_CONTEXTS", 65551),
    int("U_TRAILING_BACKSLASH", 65552),
    int("U_UNDEFINED_SEGMENT_REFERENCE", 65553),
    int("U_UNDEFINED_VARIABLE", 65554),
    int("U_UNQUOTED_SPECIAL", 65555),
    int("U_UNTERMINATED_QUOTE", 65556),
    int("U_RULE_MASK_ERROR", 65557),
    int("U_MISPLACED_COMPOUND_FILTER", 65558),
    int("U_MULTIPLE_COMPOUND_FILTERS", 65559),
    int("U_INVALID_RBT_SYNTAX", 65560),
    int("U_INVALID_PROPERTY_PATTERN", 65561),
    int("U_MALFORMED_PRAGMA", 65562),
    int("U_UNCLOSED_SEGMENT", 65563),
    int("U_ILLEGAL_CHAR_IN_SEGMENT", 65564),
    int("U_VARIABLE_RANGE_EXHAUSTED", 65565),
    int("U_VARIABLE_RANGE_OVERLAP", 65566),
    int("U_ILLEGAL_CHARACTER", 65567),
    int("U_INTERNAL_TRANSLITERATOR_ERROR", 65568),
    int("U_INVALID_ID", 65569),
    int("U_INVALID_FUNCTION", 65570),
    int("U_PARSE_ERROR_LIMIT", 65571),
    int("U_UNEXPECTED_TOKEN", 65792),
    int("U_FMT_PARSE_ERROR_START", 65792),
    int("U_MULTIPLE_DECIMAL_SEPARATORS", 65793),
    int("U_MULTIPLE_DECIMAL_SEPERATORS", 65793),
    int("U_MULTIPLE_EXPONENTIAL_SYMBOLS", 65794),
    int("U_MALFORMED_EXPONENTIAL_PATTERN", 65795),
    int("U_MULTIPLE_PERCENT_SYMBOLS", 65796),
    int("U_MULTIPLE_PERMILL_SYMBOLS", 65797),
    int("U_MULTIPLE_PAD_SPECIFIERS", 65798),
    int("U_PATTERN_SYNTAX_ERROR", 65799),
    int("U_ILLEGAL_PAD_POSITION", 65800),
    int("U_UNMATCHED_BRACES", 65801),
    int("U_UNSUPPORTED_PROPERTY", 65802),
    int("U_UNSUPPORTED_ATTRIBUTE", 65803),
    int("U_FMT_PARSE_ERROR_LIMIT", 65824),
    int("U_BRK_INTERNAL_ERROR", 66048),
    int("U_BRK_ERROR_START", 66048),
    int("U_BRK_HEX_DIGITS_EXPECTED", 66049),
    int("U_BRK_SEMICOLON_EXPECTED", 66050),
    int("U_BRK_RULE_SYNTAX", 66051),
    int("U_BRK_UNCLOSED_SET", 66052),
    int("U_BRK_ASSIGN_ERROR", 66053),
    int("U_BRK_VARIABLE_REDFINITION", 66054),
    int("U_BRK_MISMATCHED_PAREN", 66055),
    int("U_BRK_NEW_LINE_IN_QUOTED_STRING", 66056),
    int("U_BRK_UNDEFINED_VARIABLE", 66057),
    int("U_BRK_INIT_ERROR", 66058),
    int("U_BRK_RULE_EMPTY_SET", 66059),
    int("U_BRK_UNRECOGNIZED_OPTION", 66060),
    int("U_BRK_MALFORMED_RULE_TAG", 66061),
    int("U_BRK_ERROR_LIMIT", 66062),
    int("U_REGEX_INTERNAL_ERROR", 66304),
    int("U_REGEX_ERROR_START", 66304),
    int("U_REGEX_RULE_SYNTAX", 66305),
    int("U_REGEX_INVALID_STATE", 66306),
    int("U_REGEX_BAD_ESCAPE_SEQUENCE", 66307),
    int("U_REGEX_PROPERTY_SYNTAX", 66308),
    int("U_REGEX_UNIMPLEMENTED", 66309),
    int("U_REGEX_MISMATCHED_PAREN", 66310),
    int("U_REGEX_NUMBER_TOO_BIG", 66311),
    int("U_REGEX_BAD_INTERVAL", 66312),
    int("U_REGEX_MAX_LT_MIN", 66313),
    int("U_REGEX_INVALID_BACK_REF", 66314),
    int("U_REGEX_INVALID_FLAG", 66315),
    int("U_REGEX_LOOK_BEHIND_LIMIT", 66316),
    int("U_REGEX_SET_CONTAINS_STRING", 66317),
    int("U_REGEX_ERROR_LIMIT", 66326),
    int("U_IDNA_PROHIBITED_ERROR", 66560),
    int("U_IDNA_ERROR_START", 66560),
    int("U_IDNA_UNASSIGNED_ERROR", 66561),
    int("U_IDNA_CHECK_BIDI_ERROR", 66562),
    int("U_IDNA_STD3_ASCII_RULES_ERROR", 66563),
    int("U_IDNA_ACE_PREFIX_ERROR", 66564),
    int("U_IDNA_VERIFICATION_ERROR", 66565),
    int("U_IDNA_LABEL_TOO_LONG_ERROR", 66566),
    int("U_IDNA_ZERO_LENGTH_LABEL_ERROR", 66567),
    int("U_IDNA_DOMAIN_NAME_TOO_LONG_ERROR", 66568),
    int("U_IDNA_ERROR_LIMIT", 66569),
    int("U_STRINGPREP_PROHIBITED_ERROR", 66560),
    int("U_STRINGPREP_UNASSIGNED_ERROR", 66561),
    int("U_STRINGPREP_CHECK_BIDI_ERROR", 66562),
    int("U_ERROR_LIMIT", 66818),
];

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

/// The exception that says what the request's last error was, as constructors throw it.
pub(crate) fn thrown(ctx: &Ctx) -> phant_native::Thrown {
    let text = intl_get_error_message(ctx);
    ctx.throw_with_code("IntlException", text.as_bytes(), intl_get_error_code(ctx))
}
