//! The class `ResourceBundle` and its functions: ICU's resource files, read from folders, and ICU's own data.

mod bundle;
mod file;
mod own;

use crate::{
    error::{self, ILLEGAL_ARGUMENT, ObjectError},
    locale::default_name,
};
use bundle::{Bundle, Item, Source};
use file::{File, Kind};
use phant_memory::{Array, NativeData, Object, Str, Tracer, Value};
use phant_native::{
    ClassPtr, Ctx, ObjectHandlers, PhpResult, descriptor::FunctionGroup, functions, internal_iterator::internal_iterator, php,
    php_class, ret::OrFalse,
};
use std::cell::RefCell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    resourcebundle_create,
    resourcebundle_get,
    resourcebundle_count,
    resourcebundle_locales,
    resourcebundle_get_error_code,
    resourcebundle_get_error_message
];

/// The longest locale, and the longest name of a folder.
const LONGEST: usize = 156;
const LONGEST_PATH: usize = 4096;

#[derive(Default)]
struct State {
    item: RefCell<Option<Item>>,
    error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

/// Where the files are that a bundle's name means; `None` for a folder that may not be read.
fn source(ctx: &Ctx, name: &[u8]) -> Option<Source> {
    if let Some(own) = std::str::from_utf8(name).ok().and_then(Source::own) {
        return Some(own);
    }
    if name.contains(&0) {
        return None;
    }
    let path = phant_streams::path::absolute(name);
    phant_streams::path::permitted(ctx, &path).then(|| Source::Folder(phant_streams::path::os(&path).to_owned()))
}

impl State {
    /// Opens a bundle; `false` if there is none, which has been noted.
    fn open(&self, ctx: &Ctx, locale: Option<&Str>, name: Option<&Str>, fallback: bool) -> PhpResult<bool> {
        error::reset(ctx);
        if self.item.borrow().is_some() {
            return Err(ctx.throw_error("ResourceBundle object is already constructed"));
        }
        let locale = locale.map_or_else(|| default_name(ctx), |locale| String::from_utf8_lossy(locale.as_bytes()).into_owned());
        if locale.len() > LONGEST {
            error::set(ctx, ILLEGAL_ARGUMENT, "Locale string too long, should be no longer than 156 characters")?;
            return Ok(false);
        }
        let name = name.map(|name| name.as_bytes()).unwrap_or_default();
        if name.len() >= LONGEST_PATH {
            return Err(ctx.argument_error(2, "is too long"));
        }
        let opened = match source(ctx, name) {
            Some(source) => Bundle::open(source, &locale, crate::locale::standard_name(), fallback),
            None => Err(bundle::MISSING),
        };
        let opened = opened.and_then(|(bundle, status)| Ok((bundle.top().ok_or(bundle::INVALID_FORMAT)?, status)));
        match opened {
            Ok((top, status)) => {
                self.item.replace(Some(top));
                if status != 0 {
                    error::set_code(ctx, status);
                    self.error.note_code(status);
                }
                Ok(true)
            }
            Err(code) => {
                self.error.set(ctx, code, "resourcebundle_ctor: Cannot load libICU resource bundle")?;
                Ok(false)
            }
        }
    }
}

/// A resource as a PHP value.
fn value(ctx: &Ctx, item: &Item) -> PhpResult<Result<Value, i64>> {
    let bad = || Ok(Err(bundle::INVALID_FORMAT));
    let Some(kind) = item.kind() else { return bad() };
    Ok(match kind {
        Kind::Text => item.file.text(item.resource).map(Value::from),
        Kind::Binary => item.file.binary(item.resource).map(|bytes| Value::from(Str::from(bytes))),
        Kind::Int => Some(Value::from(File::int(item.resource))),
        Kind::IntVector => {
            item.file.ints(item.resource).map(|all| Value::from(all.into_iter().map(Value::from).collect::<Array>()))
        }
        Kind::Array | Kind::Table => {
            let object = ctx.allocate(ctx.known_class("ResourceBundle"))?;
            state(&object).item.replace(Some(item.clone()));
            Some(Value::from(object))
        }
        Kind::Alias => None,
    }
    .ok_or(bundle::INVALID_FORMAT))
}

/// What an offset or argument asks for.
enum Wanted<'a> {
    Number(i64),
    Key(&'a Str),
}

fn fetch(ctx: &Ctx, this: &Object, wanted: &Wanted<'_>, fallback: bool) -> PhpResult {
    let state = state(this);
    state.error.reset(ctx);
    let item = state.item.borrow().clone();
    let found = match (&item, wanted) {
        (None, _) => Err(ILLEGAL_ARGUMENT),
        (Some(item), Wanted::Number(number)) => item.at(*number),
        (Some(item), Wanted::Key(key)) => item.named(key.as_bytes()),
    };
    let shown = match wanted {
        Wanted::Number(number) => format!("{number}"),
        Wanted::Key(key) => format!("'{}'", String::from_utf8_lossy(key.as_bytes())),
    };
    let code = match found {
        Ok((_, status)) if status < 0 && !fallback => {
            let from = item.as_ref().map(|item| item.bundle.name()).unwrap_or_default();
            state.error.set(ctx, status, format!("Cannot load element {shown} without fallback from to {from}"))?;
            return Ok(Value::NULL);
        }
        Ok((item, _)) => match value(ctx, &item)? {
            Ok(value) => return Ok(value),
            Err(code) => code,
        },
        Err(code) => code,
    };
    state.error.set(ctx, code, format!("Cannot load resource element {shown}"))?;
    Ok(Value::NULL)
}

fn get(ctx: &Ctx, this: &Object, index: &Value, fallback: bool, argument: usize) -> PhpResult {
    state(this).error.reset(ctx);
    let index = index.unref();
    match (index.as_int(), index.as_str()) {
        (Some(number), _) if i32::try_from(number).is_err() => {
            let text = format!("index must be between {} and {}", i32::MIN, i32::MAX);
            Err(ctx.argument_error(argument, text))
        }
        (Some(number), _) => fetch(ctx, this, &Wanted::Number(number), fallback),
        (None, Some(key)) if key.is_empty() => Err(ctx.argument_error(argument, "must not be empty")),
        (None, Some(key)) => fetch(ctx, this, &Wanted::Key(&key), fallback),
        (None, None) => Ok(Value::NULL),
    }
}

fn read_dimension(ctx: &Ctx, this: &Object, offset: Option<&Value>) -> PhpResult {
    let Some(offset) = offset else { return Err(ctx.throw_error("Cannot apply [] to ResourceBundle object")) };
    let offset = offset.unref();
    if offset.as_int().is_some() || offset.as_str().is_some() {
        state(this).error.reset(ctx);
    }
    match (offset.as_int(), offset.as_str()) {
        (Some(number), _) if i32::try_from(number).is_err() => {
            Err(ctx.value_error(format!("Index must be between {} and {}", i32::MIN, i32::MAX)))
        }
        (Some(number), _) => fetch(ctx, this, &Wanted::Number(number), true),
        (None, Some(key)) if key.is_empty() => Err(ctx.value_error("Offset must not be empty")),
        (None, Some(key)) => fetch(ctx, this, &Wanted::Key(&key), true),
        (None, None) => {
            let kind = phant_native::convert::type_name(&offset);
            Err(ctx.type_error(format!("Cannot access offset of type {kind} on ResourceBundle")))
        }
    }
}

fn count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    let state = state(this);
    state.error.reset(ctx);
    let count = state.item.borrow().as_ref().map(Item::count);
    match count {
        Some(count) => Ok(count as i64),
        None => Err(ctx.throw_error("Found unconstructed ResourceBundle")),
    }
}

fn walk(ctx: &Ctx, this: &Object, step: &mut u64, by_reference: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_reference {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    let Some(item) = state(this).item.borrow().clone() else { return Ok(None) };
    let number = *step as usize;
    if number >= item.count() {
        return Ok(None);
    }
    ctx.poll()?;
    *step += 1;
    let key = match item.kind() {
        Some(Kind::Table) => Value::from(Str::from(item.key(number).unwrap_or_default())),
        _ => Value::from(number as i64),
    };
    let value = fetch(ctx, this, &Wanted::Number(number as i64), true)?;
    Ok(Some((key, value)))
}

static HANDLERS: ObjectHandlers =
    ObjectHandlers { walk: Some(walk), count: Some(count), read_dimension: Some(read_dimension), ..ObjectHandlers::DEFAULT };

fn create(ctx: &Ctx, class: ClassPtr, locale: Option<&Str>, name: Option<&Str>, fallback: bool) -> PhpResult<Option<Object>> {
    let object = ctx.allocate(class)?;
    let opened = state(&object).open(ctx, locale, name, fallback)?;
    Ok(opened.then_some(object))
}

fn locales(ctx: &Ctx, name: &Str) -> PhpResult<OrFalse<Array>> {
    error::reset(ctx);
    if name.len() >= LONGEST_PATH {
        return Err(ctx.argument_error(1, "is too long"));
    }
    let index = match source(ctx, name.as_bytes()) {
        Some(Source::Own(folder)) => {
            let all: Array = crate::data::locales(&folder).map(Value::from).collect();
            if !all.is_empty() {
                return Ok(Some(all).into());
            }
            None
        }
        Some(Source::Folder(folder)) => File::read(&folder, "res_index"),
        None => None,
    };
    let found = index.as_ref().and_then(|file| Some((file, file.find(file.root()?, b"InstalledLocales")?)));
    let Some((file, table)) = found else {
        error::set(ctx, bundle::MISSING, "Cannot fetch locales list")?;
        return Ok(None.into());
    };
    let keys = (0..file.count(table)).map_while(|number| file.key(table, number));
    Ok(Some(keys.map(|key| Value::from(Str::from(key))).collect::<Array>()).into())
}

/// Opens a bundle.
#[php("function resourcebundle_create(?string $locale, ?string $bundle, bool $fallback = true): ?ResourceBundle")]
fn resourcebundle_create(ctx: &Ctx, locale: Option<&Str>, name: Option<&Str>, fallback: bool) -> PhpResult<Option<Object>> {
    create(ctx, ctx.known_class("ResourceBundle"), locale, name, fallback)
}

/// A resource of a bundle, by number or key.
#[php(
    "function resourcebundle_get(ResourceBundle $bundle, string|int $index, bool $fallback = true): ResourceBundle|array|string|int|null"
)]
fn resourcebundle_get(ctx: &Ctx, object: &Object, index: &Value, fallback: bool) -> PhpResult {
    get(ctx, object, index, fallback, 2)
}

/// How many resources a bundle has.
#[php("function resourcebundle_count(ResourceBundle $bundle): int")]
fn resourcebundle_count(ctx: &Ctx, object: &Object) -> PhpResult<i64> {
    count(ctx, object)
}

/// The locales that a folder's index names.
#[php("function resourcebundle_locales(string $bundle): array|false")]
fn resourcebundle_locales(ctx: &Ctx, name: &Str) -> PhpResult<OrFalse<Array>> {
    locales(ctx, name)
}

/// The code of a bundle's last error.
#[php("function resourcebundle_get_error_code(ResourceBundle $bundle): int")]
fn resourcebundle_get_error_code(ctx: &Ctx, object: &Object) -> i64 {
    error::reset(ctx);
    state(object).error.code()
}

/// What a bundle's last error was.
#[php("function resourcebundle_get_error_message(ResourceBundle $bundle): string")]
fn resourcebundle_get_error_message(ctx: &Ctx, object: &Object) -> Str {
    error::reset(ctx);
    state(object).error.text()
}

/// Texts and other data of a locale, from a folder of ICU's resource files.
#[php_class(
    "class ResourceBundle implements IteratorAggregate, Countable {}",
    create = Self::make,
    handlers = HANDLERS,
    not_cloneable,
    not_serializable
)]
impl ResourceBundle {
    fn make(_: &Ctx, object: &Object) {
        object.init_native(State::default());
    }

    #[php("public function __construct(?string $locale, ?string $bundle, bool $fallback = true)")]
    fn construct(ctx: &Ctx, this: &Object, locale: Option<&Str>, bundle: Option<&Str>, fallback: bool) -> PhpResult<()> {
        if state(this).open(ctx, locale, bundle, fallback)? {
            return Ok(());
        }
        Err(ctx.throw("IntlException", "Constructor failed"))
    }

    /// Opens a bundle.
    #[php("public static function create(?string $locale, ?string $bundle, bool $fallback = true): ?ResourceBundle")]
    fn create(ctx: &Ctx, locale: Option<&Str>, bundle: Option<&Str>, fallback: bool) -> PhpResult<Option<Object>> {
        resourcebundle_create(ctx, locale, bundle, fallback)
    }

    /// A resource by number or key.
    #[php("public function get(string|int $index, bool $fallback = true): ResourceBundle|array|string|int|null")]
    fn get(ctx: &Ctx, this: &Object, index: &Value, fallback: bool) -> PhpResult {
        get(ctx, this, index, fallback, 1)
    }

    /// How many resources there are.
    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        count(ctx, this)
    }

    /// The locales that a folder's index names.
    #[php("public static function getLocales(string $bundle): array|false")]
    fn locales(ctx: &Ctx, bundle: &Str) -> PhpResult<OrFalse<Array>> {
        locales(ctx, bundle)
    }

    /// The code of the last error.
    #[php("public function getErrorCode(): int")]
    fn error_code(ctx: &Ctx, this: &Object) -> i64 {
        resourcebundle_get_error_code(ctx, this)
    }

    /// What the last error was.
    #[php("public function getErrorMessage(): string")]
    fn error_message(ctx: &Ctx, this: &Object) -> Str {
        resourcebundle_get_error_message(ctx, this)
    }

    /// Walks over the resources.
    #[php("public function getIterator(): Iterator", strict_return)]
    fn iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }
}

/// The class.
pub(crate) struct ResourceBundle;
