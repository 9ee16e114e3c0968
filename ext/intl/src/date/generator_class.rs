//! The class IntlDatePatternGenerator.

use super::generator::Generator;
use crate::{
    calendar::actions::locale_named,
    error::{INVALID_CHAR_FOUND, ObjectError, reset},
    known,
};
use phant_memory::{NativeData, Object, Str, Tracer};
use phant_native::{Ctx, ObjectHandlers, PhpResult, php_class, ret::OrFalse};
use std::cell::RefCell;

/// The state of an object: the locale, whose patterns are looked at when there is something to find.
#[derive(Default)]
struct State {
    locale: RefCell<Option<Str>>,
    error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

/// The locale that is meant. `Ok(None)` if its name is too long, which has been noted.
fn locale_of(ctx: &Ctx, locale: Option<&Str>) -> PhpResult<Option<Str>> {
    let name = match locale {
        Some(locale) => known::named(ctx, locale)?,
        None => Some(locale_named(ctx, None)),
    };
    Ok(name.map(|name| Str::from(name.into_bytes())))
}

static HANDLERS: ObjectHandlers = ObjectHandlers { clone: Some(IntlDatePatternGenerator::copy), ..ObjectHandlers::DEFAULT };

/// Finds patterns of dates for lists of fields.
#[php_class("class IntlDatePatternGenerator {}", create = Self::create, handlers = HANDLERS, not_serializable, strict_return)]
impl IntlDatePatternGenerator {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        let (from, to) = (state(from), state(to));
        if from.locale.borrow().is_none() {
            return Err(ctx.throw_error("Cannot clone uninitialized IntlDatePatternGenerator"));
        }
        to.locale.replace(from.locale.borrow().clone());
        to.error.copy(&from.error);
        Ok(())
    }

    #[php("public function __construct(?string $locale = null)")]
    fn construct(ctx: &Ctx, this: &Object, locale: Option<&Str>) -> PhpResult<()> {
        let state = state(this);
        if state.locale.borrow().is_some() {
            return Err(ctx.throw_error("Cannot call constructor twice"));
        }
        reset(ctx);
        let found = ctx.throwing_warnings("IntlException", |ctx| locale_of(ctx, locale))?;
        ctx.check()?;
        match found {
            Some(locale) => {
                state.locale.replace(Some(locale));
                Ok(())
            }
            None => Err(crate::error::thrown(ctx)),
        }
    }

    #[php("public static function create(?string $locale = null): ?IntlDatePatternGenerator")]
    fn of(ctx: &Ctx, locale: Option<&Str>) -> PhpResult<Option<Object>> {
        reset(ctx);
        let Some(locale) = locale_of(ctx, locale)? else { return Ok(None) };
        let object = ctx.allocate(ctx.known_class("IntlDatePatternGenerator"))?;
        state(&object).locale.replace(Some(locale));
        Ok(Some(object))
    }

    #[php("public function getBestPattern(string $skeleton): string|false")]
    fn best(ctx: &Ctx, this: &Object, skeleton: &Str) -> PhpResult<OrFalse<String>> {
        let state = state(this);
        state.error.reset(ctx);
        let Some(locale) = state.locale.borrow().clone() else {
            return Err(ctx.throw_error("Found unconstructed IntlDatePatternGenerator"));
        };
        let Ok(skeleton) = std::str::from_utf8(skeleton.as_bytes()) else {
            state.error.set(ctx, INVALID_CHAR_FOUND, "Skeleton is not a valid UTF-8 string")?;
            return Ok(OrFalse::False);
        };
        Ok(OrFalse::Some(Generator::new(&String::from_utf8_lossy(locale.as_bytes())).best(skeleton)))
    }
}

/// The class.
pub(crate) struct IntlDatePatternGenerator;
