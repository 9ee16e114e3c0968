//! Domain names in other than English letters, by UTS 46.

use crate::{idn_validity as validity, punycode};
use icu_normalizer::{ComposingNormalizerBorrowed, uts46::Uts46MapperBorrowed};
use phant_memory::{Array, PhpStr, Str, Value};
use phant_native::{Constant, ConstantValue, Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![idn_to_ascii, idn_to_utf8];

const UTS46: i64 = 1;

/// `IDNA_*` flags.
mod flag {
    pub const STD3_RULES: i64 = 2;
    pub const CHECK_BIDI: i64 = 4;
    pub const CHECK_JOINERS: i64 = 8;
    pub const NONTRANSITIONAL_TO_ASCII: i64 = 16;
    pub const NONTRANSITIONAL_TO_UNICODE: i64 = 32;
}

/// `IDNA_ERROR_*`
mod fault {
    pub const EMPTY_LABEL: i64 = 1;
    pub const LABEL_TOO_LONG: i64 = 2;
    pub const NAME_TOO_LONG: i64 = 4;
    pub const LEADING_HYPHEN: i64 = 8;
    pub const TRAILING_HYPHEN: i64 = 16;
    pub const HYPHEN_3_4: i64 = 32;
    pub const LEADING_MARK: i64 = 64;
    pub const DISALLOWED: i64 = 128;
    pub const PUNYCODE: i64 = 256;
    pub const LABEL_HAS_DOT: i64 = 512;
    pub const INVALID_ACE_LABEL: i64 = 1024;
    pub const BIDI: i64 = 2048;
    pub const JOINERS: i64 = 4096;
}

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

pub(crate) const CONSTANTS: &[Constant] = &[
    int("IDNA_DEFAULT", flag::NONTRANSITIONAL_TO_ASCII | flag::NONTRANSITIONAL_TO_UNICODE),
    int("IDNA_ALLOW_UNASSIGNED", 1),
    int("IDNA_USE_STD3_RULES", flag::STD3_RULES),
    int("IDNA_CHECK_BIDI", flag::CHECK_BIDI),
    int("IDNA_CHECK_CONTEXTJ", flag::CHECK_JOINERS),
    int("IDNA_NONTRANSITIONAL_TO_ASCII", flag::NONTRANSITIONAL_TO_ASCII),
    int("IDNA_NONTRANSITIONAL_TO_UNICODE", flag::NONTRANSITIONAL_TO_UNICODE),
    int("INTL_IDNA_VARIANT_UTS46", UTS46),
    int("IDNA_ERROR_EMPTY_LABEL", fault::EMPTY_LABEL),
    int("IDNA_ERROR_LABEL_TOO_LONG", fault::LABEL_TOO_LONG),
    int("IDNA_ERROR_DOMAIN_NAME_TOO_LONG", fault::NAME_TOO_LONG),
    int("IDNA_ERROR_LEADING_HYPHEN", fault::LEADING_HYPHEN),
    int("IDNA_ERROR_TRAILING_HYPHEN", fault::TRAILING_HYPHEN),
    int("IDNA_ERROR_HYPHEN_3_4", fault::HYPHEN_3_4),
    int("IDNA_ERROR_LEADING_COMBINING_MARK", fault::LEADING_MARK),
    int("IDNA_ERROR_DISALLOWED", fault::DISALLOWED),
    int("IDNA_ERROR_PUNYCODE", fault::PUNYCODE),
    int("IDNA_ERROR_LABEL_HAS_DOT", fault::LABEL_HAS_DOT),
    int("IDNA_ERROR_INVALID_ACE_LABEL", fault::INVALID_ACE_LABEL),
    int("IDNA_ERROR_BIDI", fault::BIDI),
    int("IDNA_ERROR_CONTEXTJ", fault::JOINERS),
];

/// The longest result PHP has room for, and one more.
const CAPACITY: usize = 255;
/// The longest name, without a dot at the end, and the longest label.
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;
const REPLACEMENT: char = '\u{fffd}';

/// The two directions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Ascii,
    Unicode,
}

/// Processes a name.
struct Process {
    to: To,
    flags: i64,
    errors: i64,
    /// Whether a label is written from right to left.
    right_to_left: bool,
    /// Whether every label agrees with that.
    directions_agree: bool,
}

/// Whether what older versions of the standard mapped away occurs.
fn has_deviations(text: &str) -> bool {
    text.contains(['ß', 'ς', '\u{200c}', '\u{200d}'])
}

/// The mapping of the older standard, for after the newer one's.
fn map_deviations(text: &str) -> String {
    let kept: String = text.chars().filter(|c| !matches!(c, '\u{200c}' | '\u{200d}')).collect();
    let mapped = kept.replace('ß', "ss").replace('ς', "σ");
    ComposingNormalizerBorrowed::new_nfc().normalize(&mapped).into_owned()
}

impl Process {
    fn name(&mut self, name: &str) -> (String, bool) {
        let mut mapped: String = Uts46MapperBorrowed::new().map_normalize(name.chars()).collect();
        let different = has_deviations(&mapped);
        let keep = match self.to {
            To::Ascii => flag::NONTRANSITIONAL_TO_ASCII,
            To::Unicode => flag::NONTRANSITIONAL_TO_UNICODE,
        };
        if different && self.flags & keep == 0 {
            mapped = map_deviations(&mapped);
        }
        let labels: Vec<&str> = mapped.split('.').collect();
        let mut out = String::new();
        for (i, label) in labels.iter().enumerate() {
            if i > 0 {
                out.push('.');
            }
            if !label.is_empty() {
                out.push_str(&self.label(label));
            } else if i == 0 || i + 1 < labels.len() {
                self.errors |= fault::EMPTY_LABEL;
            }
        }
        // Directions are not looked at in a name that something worse is wrong with.
        let severe = fault::LEADING_MARK | fault::DISALLOWED | fault::PUNYCODE | fault::LABEL_HAS_DOT | fault::INVALID_ACE_LABEL;
        let sound = self.errors & severe == 0;
        if sound && self.right_to_left && !self.directions_agree && self.flags & flag::CHECK_BIDI != 0 {
            self.errors |= fault::BIDI;
        }
        let length = out.strip_suffix('.').unwrap_or(&out).len();
        if self.to == To::Ascii && out.is_ascii() && length > LONGEST_NAME {
            self.errors |= fault::NAME_TOO_LONG;
        }
        (out, different)
    }

    /// A label, mapped and not empty.
    fn label(&mut self, label: &str) -> String {
        let Some(encoded) = label.strip_prefix("xn--") else {
            let (checked, sound) = self.checked(label);
            return if self.to == To::Ascii { self.ascii(checked, sound) } else { checked };
        };
        if !label.is_ascii() {
            self.errors |= fault::PUNYCODE;
            return label.to_owned();
        }
        let Some(decoded) = punycode::decode(encoded.as_bytes()) else {
            self.errors |= fault::PUNYCODE;
            return format!("{label}{REPLACEMENT}");
        };
        let same = Uts46MapperBorrowed::new().normalize_validate(decoded.chars()).eq(decoded.chars());
        if !same || decoded.is_ascii() {
            self.errors |= fault::INVALID_ACE_LABEL;
            return format!("{label}{REPLACEMENT}");
        }
        let (checked, sound) = self.checked(&decoded);
        match self.to {
            To::Unicode => checked,
            To::Ascii if sound => self.ascii(label.to_owned(), true),
            To::Ascii => checked,
        }
    }

    /// A label with what it may not contain replaced, and whether nothing was.
    fn checked(&mut self, label: &str) -> (String, bool) {
        let before = self.errors;
        let bytes = label.as_bytes();
        self.errors = 0;
        if bytes.get(2..4) == Some(b"--") {
            self.errors |= fault::HYPHEN_3_4;
        }
        if bytes.first() == Some(&b'-') {
            self.errors |= fault::LEADING_HYPHEN;
        }
        if bytes.last() == Some(&b'-') {
            self.errors |= fault::TRAILING_HYPHEN;
        }
        let mut checked = String::with_capacity(label.len());
        for c in label.chars() {
            let ldh = c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            match c {
                '.' => self.errors |= fault::LABEL_HAS_DOT,
                REPLACEMENT => self.errors |= fault::DISALLOWED,
                _ if c.is_ascii() && !ldh && self.flags & flag::STD3_RULES != 0 => self.errors |= fault::DISALLOWED,
                _ => {
                    checked.push(c);
                    continue;
                }
            }
            checked.push(REPLACEMENT);
        }
        if validity::begins_with_mark(&checked) {
            self.errors |= fault::LEADING_MARK;
            let first = checked.chars().next().map_or(0, char::len_utf8);
            checked.replace_range(..first, REPLACEMENT.encode_utf8(&mut [0; 4]));
        }
        let sound = self.errors & (fault::LABEL_HAS_DOT | fault::DISALLOWED | fault::LEADING_MARK) == 0;
        if sound {
            self.right_to_left |= validity::has_right_to_left(&checked);
            self.directions_agree &= validity::directions_agree(&checked);
            if self.flags & flag::CHECK_JOINERS != 0 && !validity::joiners_fit(&checked) {
                self.errors |= fault::JOINERS;
            }
        }
        self.errors |= before;
        (checked, sound)
    }

    /// A label as it goes into the domain name system, where it can.
    fn ascii(&mut self, label: String, sound: bool) -> String {
        let written = match label.is_ascii() || !sound {
            true => label,
            // Nobody reads what comes of a label so long that its encoding has no number for a place.
            false => punycode::encode(&label).map_or(label, |encoded| format!("xn--{encoded}")),
        };
        if written.is_ascii() && written.len() > LONGEST_LABEL {
            self.errors |= fault::LABEL_TOO_LONG;
        }
        written
    }
}

fn convert(
    ctx: &Ctx,
    passed: usize,
    domain: &PhpStr,
    flags: i64,
    variant: i64,
    mut info: RefArg<'_>,
    to: To,
) -> PhpResult<OrFalse<Str>> {
    if variant != UTS46 {
        return Err(ctx.argument_error(2, "must be INTL_IDNA_VARIANT_UTS46"));
    }
    if domain.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if i32::try_from(domain.len()).is_err() {
        return Err(ctx.argument_error(1, format!("must be less than {} bytes", i32::MAX)));
    }
    // Mapping and encoding need some copies in which a character is longer.
    ctx.reserve(domain.len().saturating_mul(24))?;
    let mut process = Process { to, flags, errors: 0, right_to_left: false, directions_agree: true };
    let (result, different) = process.name(&String::from_utf8_lossy(domain.as_bytes()));
    let fits = result.len() < CAPACITY;
    if passed > 3 {
        let mut array = Array::new();
        if fits {
            array.set_name("result", Value::from(Str::from(result.as_bytes())));
            array.set_name("isTransitionalDifferent", Value::from(different));
            array.set_name("errors", Value::from(process.errors));
        }
        info.set(array);
    }
    Ok((fits && process.errors == 0).then(|| Str::from(result.as_bytes())).into())
}

/// A domain name as the domain name system has it.
#[php(
    "function idn_to_ascii(string $domain, int $flags = IDNA_DEFAULT, int $variant = INTL_IDNA_VARIANT_UTS46, &$idna_info = null): string|false"
)]
fn idn_to_ascii(
    ctx: &Ctx,
    passed: usize,
    domain: &PhpStr,
    flags: i64,
    variant: i64,
    info: RefArg<'_>,
) -> PhpResult<OrFalse<Str>> {
    convert(ctx, passed, domain, flags, variant, info, To::Ascii)
}

/// A domain name as it is shown.
#[php(
    "function idn_to_utf8(string $domain, int $flags = IDNA_DEFAULT, int $variant = INTL_IDNA_VARIANT_UTS46, &$idna_info = null): string|false"
)]
fn idn_to_utf8(ctx: &Ctx, passed: usize, domain: &PhpStr, flags: i64, variant: i64, info: RefArg<'_>) -> PhpResult<OrFalse<Str>> {
    convert(ctx, passed, domain, flags, variant, info, To::Unicode)
}
