//! Unicode's normalization forms.

use crate::error::{self, ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND};
use icu_casemap::CaseMapperBorrowed;
use icu_normalizer::{
    ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed,
    properties::{CanonicalDecompositionBorrowed, Decomposed},
};
use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};
use phant_memory::{PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, php_class, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![normalizer_normalize, normalizer_is_normalized, normalizer_get_raw_decomposition];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    D,
    Kd,
    C,
    Kc,
    /// Composed for compatibility, with case folded and what is ignorable left out.
    KcFolded,
}

impl Form {
    fn new(number: i64) -> Option<Form> {
        [(4, Form::D), (8, Form::Kd), (16, Form::C), (32, Form::Kc), (48, Form::KcFolded)]
            .into_iter()
            .find_map(|(n, form)| (n == number).then_some(form))
    }
    fn argument(ctx: &Ctx, number: i64) -> PhpResult<Form> {
        Form::new(number).ok_or_else(|| ctx.argument_error(2, "must be a a valid normalization form"))
    }
    pub(crate) fn apply(self, text: &str) -> String {
        match self {
            Form::D => DecomposingNormalizerBorrowed::new_nfd().normalize(text),
            Form::Kd => DecomposingNormalizerBorrowed::new_nfkd().normalize(text),
            Form::C => ComposingNormalizerBorrowed::new_nfc().normalize(text),
            Form::Kc => ComposingNormalizerBorrowed::new_nfkc().normalize(text),
            Form::KcFolded => return fold_compatibly(text),
        }
        .into_owned()
    }
    fn is_applied(self, text: &str) -> bool {
        match self {
            Form::D => DecomposingNormalizerBorrowed::new_nfd().is_normalized(text),
            Form::Kd => DecomposingNormalizerBorrowed::new_nfkd().is_normalized(text),
            Form::C => ComposingNormalizerBorrowed::new_nfc().is_normalized(text),
            Form::Kc => ComposingNormalizerBorrowed::new_nfkc().is_normalized(text),
            Form::KcFolded => fold_compatibly(text) == text,
        }
    }
}

/// Unicode's toNFKC_Casefold: every character by itself, and the result composed.
fn fold_compatibly(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    Form::C.apply(&text.chars().map(fold_character).collect::<String>())
}

/// Folding may make characters that normalization takes apart and the other way round, which ends with the second round.
fn fold_character(c: char) -> String {
    let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
    let mut text = Form::D.apply(c.encode_utf8(&mut [0; 4]));
    for _ in 0..2 {
        let folded = CaseMapperBorrowed::new().fold_string(&text).into_owned();
        let kept: String = Form::Kc.apply(&folded).chars().filter(|&c| !ignorable.contains(c)).collect();
        text = Form::Kc.apply(&kept);
    }
    text
}

/// What a canonical decomposition mapping says, which is one step only.
fn canonical_mapping(c: char) -> Option<String> {
    match CanonicalDecompositionBorrowed::new().decompose(c) {
        Decomposed::Default => None,
        Decomposed::Singleton(one) => Some(one.to_string()),
        Decomposed::Expansion(first, second) => Some(String::from_iter([first, second])),
    }
}

/// Compatibility mappings to characters that are taken apart further: what is written for the last step is here.
fn unfinished_mapping(c: char) -> Option<String> {
    let text = match c {
        '\u{f77}' => "\u{fb2}\u{f81}",
        '\u{f79}' => "\u{fb3}\u{f81}",
        '\u{fb05}' => "\u{17f}t",
        '\u{fbdd}' => "\u{677}",
        '\u{fe19}' => "\u{2026}",
        '\u{fe30}' => "\u{2025}",
        '\u{fe49}'..='\u{fe4c}' => "\u{203e}",
        '\u{ffe3}' => "\u{af}",
        '\u{3378}' => "dm\u{b2}",
        '\u{3379}' => "dm\u{b3}",
        '\u{3395}' => "\u{3bc}\u{2113}",
        '\u{3396}' => "m\u{2113}",
        '\u{3397}' => "d\u{2113}",
        '\u{3398}' => "k\u{2113}",
        '\u{339f}' => "mm\u{b2}",
        '\u{33a0}' => "cm\u{b2}",
        '\u{33a1}' => "m\u{b2}",
        '\u{33a2}' => "km\u{b2}",
        '\u{33a3}' => "mm\u{b3}",
        '\u{33a4}' => "cm\u{b3}",
        '\u{33a5}' => "m\u{b3}",
        '\u{33a6}' => "km\u{b3}",
        '\u{33a8}' => "m\u{2215}s\u{b2}",
        '\u{33af}' => "rad\u{2215}s\u{b2}",
        // Korean syllables in circles and parentheses are written as letters.
        '\u{320e}'..='\u{321e}' | '\u{326e}'..='\u{327e}' => return Some(Form::Kd.apply(&c.to_string())),
        // The five mathematical Greek alphabets have variants of letters.
        '\u{1d6a8}'..='\u{1d7c9}' => match (u32::from(c) - 0x1d6a8) % 58 {
            17 => "\u{3f4}",
            52 => "\u{3f5}",
            53 => "\u{3d1}",
            54 => "\u{3f0}",
            55 => "\u{3d5}",
            56 => "\u{3f1}",
            57 => "\u{3d6}",
            _ => return None,
        },
        // Half-width Korean letters, in columns of six, have wide ones in a row.
        '\u{ffa0}' => "\u{3164}",
        '\u{ffa1}'..='\u{ffdc}' => {
            let at = u32::from(c) - 0xffa1;
            let wide = if at < 30 {
                0x3131 + at
            } else {
                let at = at.checked_sub(33).filter(|at| at % 8 < 6)?;
                0x314f + at / 8 * 6 + at % 8
            };
            return char::from_u32(wide).map(String::from);
        }
        _ => return None,
    };
    Some(text.into())
}

fn raw_decomposition(form: Form, c: char) -> Option<String> {
    let itself = c.to_string();
    let canonical = canonical_mapping(c);
    let mapped = match form {
        Form::D | Form::C => return canonical,
        Form::Kd | Form::Kc => canonical.or_else(|| unfinished_mapping(c)).unwrap_or_else(|| Form::Kc.apply(&itself)),
        Form::KcFolded => {
            let folded = fold_compatibly(&itself);
            let composed = Form::C.apply(&itself);
            match canonical {
                Some(canonical) if folded == composed && (composed == itself || canonical.chars().count() == 1) => canonical,
                Some(_) if folded == composed => Form::D.apply(&itself),
                _ => folded,
            }
        }
    };
    (mapped != itself).then_some(mapped)
}

/// Brings a text into a normalization form.
#[php("function normalizer_normalize(string $string, int $form = Normalizer::FORM_C): string|false")]
fn normalizer_normalize(ctx: &Ctx, string: &Str, form: i64) -> PhpResult<OrFalse<Str>> {
    error::reset(ctx);
    let form = Form::argument(ctx, form)?;
    let Some(text) = string.as_utf8() else {
        error::set(ctx, INVALID_CHAR_FOUND, "Error converting input string to UTF-16")?;
        return Ok(None.into());
    };
    if form.is_applied(text) {
        return Ok(Some(string.clone()).into());
    }
    // The longest mappings make 18 characters of one.
    ctx.reserve(text.len().saturating_mul(if matches!(form, Form::C) { 3 } else { 12 }))?;
    Ok(Some(Str::from(form.apply(text).into_bytes())).into())
}

/// Whether a text is in a normalization form.
#[php("function normalizer_is_normalized(string $string, int $form = Normalizer::FORM_C): bool")]
fn normalizer_is_normalized(ctx: &Ctx, string: &PhpStr, form: i64) -> PhpResult<bool> {
    error::reset(ctx);
    let form = Form::argument(ctx, form)?;
    let Some(text) = string.as_utf8() else {
        error::set(ctx, INVALID_CHAR_FOUND, "Error converting string to UTF-16.")?;
        return Ok(false);
    };
    Ok(form.is_applied(text))
}

/// What the mapping of a single character says, without following it further.
#[php("function normalizer_get_raw_decomposition(string $string, int $form = Normalizer::FORM_C): ?string")]
fn normalizer_get_raw_decomposition(ctx: &Ctx, string: &PhpStr, form: i64) -> PhpResult<Option<String>> {
    error::reset(ctx);
    let first = string.as_bytes().utf8_chunks().next();
    let mut chars = first.as_ref().map(|chunk| chunk.valid()).unwrap_or_default().chars();
    let c = match (chars.next(), first) {
        (Some(c), _) if c.len_utf8() == string.len() => c,
        (None, Some(chunk)) if chunk.invalid().len() == string.len() => {
            error::set(ctx, ILLEGAL_ARGUMENT, "Code point out of range")?;
            return Ok(None);
        }
        _ => {
            error::set(ctx, ILLEGAL_ARGUMENT, "Input string must be exactly one UTF-8 encoded code point long.")?;
            return Ok(None);
        }
    };
    // PHP says nothing about a form that does not exist.
    let Some(form) = Form::new(form) else { return Ok(Some(String::new())) };
    Ok(raw_decomposition(form, c))
}

/// Unicode's normalization forms.
#[php_class(
    "class Normalizer {
        public const int FORM_D = 4;
        public const int NFD = 4;
        public const int FORM_KD = 8;
        public const int NFKD = 8;
        public const int FORM_C = 16;
        public const int NFC = 16;
        public const int FORM_KC = 32;
        public const int NFKC = 32;
        public const int FORM_KC_CF = 48;
        public const int NFKC_CF = 48;
    }"
)]
impl Normalizer {
    #[php("public static function normalize(string $string, int $form = Normalizer::FORM_C): string|false")]
    fn normalize(ctx: &Ctx, string: &Str, form: i64) -> PhpResult<OrFalse<Str>> {
        normalizer_normalize(ctx, string, form)
    }

    #[php("public static function isNormalized(string $string, int $form = Normalizer::FORM_C): bool")]
    fn is_normalized(ctx: &Ctx, string: &PhpStr, form: i64) -> PhpResult<bool> {
        normalizer_is_normalized(ctx, string, form)
    }

    #[php("public static function getRawDecomposition(string $string, int $form = Normalizer::FORM_C): ?string")]
    fn raw_decomposition(ctx: &Ctx, string: &PhpStr, form: i64) -> PhpResult<Option<String>> {
        normalizer_get_raw_decomposition(ctx, string, form)
    }
}

/// The class.
pub(crate) struct Normalizer;
