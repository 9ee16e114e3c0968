//! The class `Collator` and its functions, on ICU4X's collator.

mod attributes;
mod locale;
mod sort;

use crate::{
    error::{self, ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND, ObjectError},
    locale as locales,
};
use attributes::Attributes;
use icu_collator::{CollatorBorrowed, CollatorPreferences};
use icu_locale_core::Locale;
use locale::Origin;
use phant_memory::{NativeData, Object, Str, Tracer};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php, php_class, ret::OrFalse};
use sort::Mode;
use std::{
    cell::{Cell, RefCell},
    cmp::Ordering,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    collator_create,
    collator_compare,
    collator_get_attribute,
    collator_set_attribute,
    collator_get_strength,
    collator_set_strength,
    collator_sort,
    collator_sort_with_sort_keys,
    collator_asort,
    collator_get_locale,
    collator_get_error_code,
    collator_get_error_message
];

/// What a collator is made of.
struct Open {
    actual: Str,
    valid: Str,
    tag: Str,
    usual: Attributes,
    attributes: Cell<Attributes>,
    collator: RefCell<CollatorBorrowed<'static>>,
}

#[derive(Default)]
struct State {
    open: RefCell<Option<Open>>,
    error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

/// The collator of a language tag.
fn make(tag: &str, attributes: &Attributes) -> Option<CollatorBorrowed<'static>> {
    // Accents from the end are part of the rules of Canadian French, which are the root's otherwise.
    let french = attributes.0[attributes::FRENCH] != attributes::OFF;
    let tag = if french && (tag == "und" || tag == "fr-CA") { "fr-CA" } else { tag };
    let locale = Locale::try_from_str(tag).or_else(|_| Locale::try_from_str("und")).ok()?;
    let mut preferences = CollatorPreferences::from(&locale);
    attributes.prefer(&mut preferences);
    icu_collator::Collator::try_new(preferences, attributes.options()).ok()
}

impl State {
    fn compare(&self, a: &Str, b: &Str) -> Ordering {
        let open = self.open.borrow();
        let Some(open) = &*open else { return Ordering::Equal };
        open.collator.borrow().compare_utf8(a.as_bytes(), b.as_bytes())
    }

    /// Opens the collator of a locale. `false` if there is none, which has been noted.
    fn open(&self, ctx: &Ctx, name: &Str) -> PhpResult<bool> {
        error::reset(ctx);
        if name.len() > 156 {
            let message = "Locale string too long, should be no longer than 156 characters";
            error::set(ctx, ILLEGAL_ARGUMENT, message)?;
            return Ok(false);
        }
        let text = String::from_utf8_lossy(name.as_bytes()).into_owned();
        let text = if text.is_empty() { locales::default_name(ctx) } else { text };
        let opened = Origin::new(&text).and_then(|origin| {
            let usual = Attributes::of_locale(&origin.actual, origin.normalized);
            let mut usual = usual;
            let known = origin.keywords.iter().all(|(key, value)| usual.keyword(key, value));
            let collator = make(&origin.tag, &usual).filter(|_| known)?;
            Some(Open {
                actual: Str::from(origin.actual.into_bytes()),
                valid: Str::from(origin.valid.into_bytes()),
                tag: Str::from(origin.tag.into_bytes()),
                usual,
                attributes: Cell::new(usual),
                collator: RefCell::new(collator),
            })
        });
        if opened.is_none() {
            self.error.set(ctx, ILLEGAL_ARGUMENT, "collator_create: unable to open ICU collator")?;
            return Ok(false);
        }
        self.open.replace(opened);
        Ok(true)
    }

    /// Does something with the open collator.
    fn with<T>(&self, ctx: &Ctx, act: impl FnOnce(&Open) -> T) -> PhpResult<T> {
        self.error.reset(ctx);
        match &*self.open.borrow() {
            Some(open) => Ok(act(open)),
            None => {
                self.error.note_both(ctx, 0, "Object not initialized");
                Err(ctx.throw_error("Object not initialized"))
            }
        }
    }
}

impl Open {
    fn set(&self, attribute: i64, value: i64) -> bool {
        let mut attributes = self.attributes.get();
        let set = attributes.set(attribute, value, &self.usual);
        let tag = String::from_utf8_lossy(self.tag.as_bytes()).into_owned();
        let Some(collator) = make(&tag, &attributes).filter(|_| set) else { return false };
        self.attributes.set(attributes);
        self.collator.replace(collator);
        true
    }
}

/// Opens a collator.
#[php("function collator_create(string $locale): ?Collator")]
fn collator_create(ctx: &Ctx, locale: &Str) -> PhpResult<Option<Object>> {
    let object = ctx.allocate(ctx.known_class("Collator"))?;
    Ok(Collator::state(&object).open(ctx, locale)?.then_some(object))
}

/// Compares two texts.
#[php("function collator_compare(Collator $object, string $string1, string $string2): int|false")]
fn collator_compare(ctx: &Ctx, object: &Object, a: &Str, b: &Str) -> PhpResult<OrFalse<i64>> {
    let state = Collator::state(object);
    state.with(ctx, |_| ())?;
    for (text, which) in [(a, "first"), (b, "second")] {
        if text.as_utf8().is_none() {
            state.error.set(ctx, INVALID_CHAR_FOUND, format!("Error converting {which} argument to UTF-16"))?;
            return Ok(None.into());
        }
    }
    Ok(Some(state.compare(a, b) as i64).into())
}

/// What is set for an attribute.
#[php("function collator_get_attribute(Collator $object, int $attribute): int|false")]
fn collator_get_attribute(ctx: &Ctx, object: &Object, attribute: i64) -> PhpResult<OrFalse<i64>> {
    let state = Collator::state(object);
    let all = state.with(ctx, |open| open.attributes.get().0)?;
    let value = usize::try_from(attribute).ok().and_then(|attribute| all.get(attribute).copied());
    if value.is_none() {
        state.error.set(ctx, ILLEGAL_ARGUMENT, "Error getting attribute value")?;
    }
    Ok(value.into())
}

/// Sets an attribute.
#[php("function collator_set_attribute(Collator $object, int $attribute, int $value): bool")]
fn collator_set_attribute(ctx: &Ctx, object: &Object, attribute: i64, value: i64) -> PhpResult<bool> {
    let state = Collator::state(object);
    let set = state.with(ctx, |open| open.set(attribute, value))?;
    if !set {
        state.error.set(ctx, ILLEGAL_ARGUMENT, "Error setting attribute value")?;
    }
    Ok(set)
}

/// Which differences count.
#[php("function collator_get_strength(Collator $object): int")]
fn collator_get_strength(ctx: &Ctx, object: &Object) -> PhpResult<i64> {
    Collator::state(object).with(ctx, |open| open.attributes.get().0[attributes::STRENGTH])
}

/// Sets which differences count.
#[php("function collator_set_strength(Collator $object, int $strength): true")]
fn collator_set_strength(ctx: &Ctx, object: &Object, strength: i64) -> PhpResult<bool> {
    Collator::state(object).with(ctx, |open| open.set(attributes::STRENGTH as i64, strength))?;
    Ok(true)
}

fn sort_array(ctx: &Ctx, object: &Object, array: &mut RefArg<'_>, mode: Mode, keys: bool) -> PhpResult<bool> {
    let state = Collator::state(object);
    state.with(ctx, |_| ())?;
    let whole = array.get().into_array().unwrap_or_default();
    if !sort::is_text(&whole) {
        let message = match mode {
            Mode::Keys => "Sort with sort keys failed",
            _ => "Error converting hash from UTF-8 to UTF-16",
        };
        state.error.set(ctx, INVALID_CHAR_FOUND, message)?;
        return Ok(false);
    }
    let sorted = sort::sorted(ctx, state, &whole, mode, keys)?;
    array.set(sorted);
    Ok(true)
}

fn mode(flags: i64) -> Mode {
    match flags {
        1 => Mode::Text,
        2 => Mode::Number,
        _ => Mode::Regular,
    }
}

/// Sorts an array.
#[php("function collator_sort(Collator $object, array &$array, int $flags = Collator::SORT_REGULAR): bool")]
fn collator_sort(ctx: &Ctx, object: &Object, mut array: RefArg<'_>, flags: i64) -> PhpResult<bool> {
    sort_array(ctx, object, &mut array, mode(flags), false)
}

/// Sorts an array by what its texts are for the collator.
#[php("function collator_sort_with_sort_keys(Collator $object, array &$array): bool")]
fn collator_sort_with_sort_keys(ctx: &Ctx, object: &Object, mut array: RefArg<'_>) -> PhpResult<bool> {
    sort_array(ctx, object, &mut array, Mode::Keys, false)
}

/// Sorts an array, whose keys stay with their values.
#[php("function collator_asort(Collator $object, array &$array, int $flags = Collator::SORT_REGULAR): bool")]
fn collator_asort(ctx: &Ctx, object: &Object, mut array: RefArg<'_>, flags: i64) -> PhpResult<bool> {
    sort_array(ctx, object, &mut array, mode(flags), true)
}

/// Which locale the rules are of, or was found.
#[php("function collator_get_locale(Collator $object, int $type): string|false")]
fn collator_get_locale(ctx: &Ctx, object: &Object, kind: i64) -> PhpResult<OrFalse<Str>> {
    let state = Collator::state(object);
    let name = state.with(ctx, |open| match kind {
        0 => Some(open.actual.clone()),
        1 => Some(open.valid.clone()),
        _ => None,
    })?;
    if name.is_none() {
        state.error.set(ctx, ILLEGAL_ARGUMENT, "Error getting locale by type")?;
    }
    Ok(name.into())
}

/// The code of a collator's last error.
#[php("function collator_get_error_code(Collator $object): int|false")]
fn collator_get_error_code(ctx: &Ctx, object: &Object) -> i64 {
    error::reset(ctx);
    Collator::state(object).error.code()
}

/// What a collator's last error was.
#[php("function collator_get_error_message(Collator $object): string|false")]
fn collator_get_error_message(ctx: &Ctx, object: &Object) -> Str {
    error::reset(ctx);
    Collator::state(object).error.text()
}

/// Compares and sorts texts as people of a place do.
#[php_class(
    "class Collator {
        public const int DEFAULT_VALUE = -1;
        public const int PRIMARY = 0;
        public const int SECONDARY = 1;
        public const int TERTIARY = 2;
        public const int DEFAULT_STRENGTH = 2;
        public const int QUATERNARY = 3;
        public const int IDENTICAL = 15;
        public const int OFF = 16;
        public const int ON = 17;
        public const int SHIFTED = 20;
        public const int NON_IGNORABLE = 21;
        public const int LOWER_FIRST = 24;
        public const int UPPER_FIRST = 25;
        public const int FRENCH_COLLATION = 0;
        public const int ALTERNATE_HANDLING = 1;
        public const int CASE_FIRST = 2;
        public const int CASE_LEVEL = 3;
        public const int NORMALIZATION_MODE = 4;
        public const int STRENGTH = 5;
        public const int HIRAGANA_QUATERNARY_MODE = 6;
        public const int NUMERIC_COLLATION = 7;
        public const int SORT_REGULAR = 0;
        public const int SORT_STRING = 1;
        public const int SORT_NUMERIC = 2;
    }",
    create = Self::make,
    not_serializable,
    not_cloneable
)]
impl Collator {
    fn make(_: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn state(object: &Object) -> &State {
        object.native().expect("made by make")
    }

    #[php("public function __construct(string $locale)")]
    fn construct(ctx: &Ctx, this: &Object, locale: &Str) -> PhpResult<()> {
        let state = Self::state(this);
        if state.open.borrow().is_some() {
            return Err(ctx.throw_error("Collator object is already constructed"));
        }
        if state.open(ctx, locale)? {
            return Ok(());
        }
        Err(ctx.throw("IntlException", "Constructor failed"))
    }

    #[php("public static function create(string $locale): ?Collator")]
    fn create(ctx: &Ctx, locale: &Str) -> PhpResult<Option<Object>> {
        collator_create(ctx, locale)
    }

    #[php("public function compare(string $string1, string $string2): int|false")]
    fn compare(ctx: &Ctx, this: &Object, a: &Str, b: &Str) -> PhpResult<OrFalse<i64>> {
        collator_compare(ctx, this, a, b)
    }

    #[php("public function sort(array &$array, int $flags = Collator::SORT_REGULAR): bool")]
    fn sort(ctx: &Ctx, this: &Object, mut array: RefArg<'_>, flags: i64) -> PhpResult<bool> {
        sort_array(ctx, this, &mut array, mode(flags), false)
    }

    #[php("public function sortWithSortKeys(array &$array): bool")]
    fn sort_with_sort_keys(ctx: &Ctx, this: &Object, mut array: RefArg<'_>) -> PhpResult<bool> {
        sort_array(ctx, this, &mut array, Mode::Keys, false)
    }

    #[php("public function asort(array &$array, int $flags = Collator::SORT_REGULAR): bool")]
    fn asort(ctx: &Ctx, this: &Object, mut array: RefArg<'_>, flags: i64) -> PhpResult<bool> {
        sort_array(ctx, this, &mut array, mode(flags), true)
    }

    #[php("public function getAttribute(int $attribute): int|false")]
    fn get_attribute(ctx: &Ctx, this: &Object, attribute: i64) -> PhpResult<OrFalse<i64>> {
        collator_get_attribute(ctx, this, attribute)
    }

    #[php("public function setAttribute(int $attribute, int $value): bool")]
    fn set_attribute(ctx: &Ctx, this: &Object, attribute: i64, value: i64) -> PhpResult<bool> {
        collator_set_attribute(ctx, this, attribute, value)
    }

    #[php("public function getStrength(): int")]
    fn get_strength(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        collator_get_strength(ctx, this)
    }

    #[php("public function setStrength(int $strength): true")]
    fn set_strength(ctx: &Ctx, this: &Object, strength: i64) -> PhpResult<bool> {
        collator_set_strength(ctx, this, strength)
    }

    #[php("public function getLocale(int $type): string|false")]
    fn get_locale(ctx: &Ctx, this: &Object, kind: i64) -> PhpResult<OrFalse<Str>> {
        collator_get_locale(ctx, this, kind)
    }

    #[php("public function getErrorCode(): int|false")]
    fn error_code(ctx: &Ctx, this: &Object) -> i64 {
        collator_get_error_code(ctx, this)
    }

    #[php("public function getErrorMessage(): string|false")]
    fn error_message(ctx: &Ctx, this: &Object) -> Str {
        collator_get_error_message(ctx, this)
    }
}

/// The class.
pub(crate) struct Collator;
