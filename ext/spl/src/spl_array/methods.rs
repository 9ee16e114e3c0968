//! The methods of ArrayObject and ArrayIterator.

use super::{
    ARRAY_AS_PROPS, INHERITED, INTERNAL, IS_SELF, Target, USE_OTHER, check_not_sorting, create, handlers, is_iterator,
    replace_elements, set_elements, state, storage,
};
use crate::util;
use phant_ext_standard::{
    serialize,
    unserialize::{self, Pieces},
};
use phant_memory::{Array, Held, Object, PhpArray, Reference, Str, Value};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, Thrown, php_class, php_methods};

/// What both classes have.
struct Elements;

#[php_methods(METHODS)]
impl Elements {
    #[php("public function offsetExists(mixed $key): bool")]
    fn offset_exists(ctx: &Ctx, this: &Object, key: &Value) -> PhpResult<bool> {
        handlers::exists(ctx, this, key)
    }

    #[php("public function offsetGet(mixed $key): mixed")]
    fn offset_get(ctx: &Ctx, this: &Object, key: &Value) -> PhpResult {
        handlers::get(ctx, this, key)
    }

    #[php("public function offsetSet(mixed $key, mixed $value): void")]
    fn offset_set(ctx: &Ctx, this: &Object, key: &Value, value: &Value) -> PhpResult<()> {
        handlers::set(ctx, this, Some(key), value)
    }

    #[php("public function offsetUnset(mixed $key): void")]
    fn offset_unset(ctx: &Ctx, this: &Object, key: &Value) -> PhpResult<()> {
        handlers::unset(ctx, this, key)
    }

    /// Appends a value.
    #[php("public function append(mixed $value): void")]
    fn append(ctx: &Ctx, this: &Object, value: &Value) -> PhpResult<()> {
        append(ctx, this, value)
    }

    /// The elements as an array.
    #[php("public function getArrayCopy(): array")]
    fn get_array_copy(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        Ok(Target::ready(ctx, this)?.to_array())
    }

    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        Ok(Target::ready(ctx, this)?.len())
    }

    #[php("public function getFlags(): int")]
    fn get_flags(this: &Object) -> i64 {
        state(this).flags.get() & !INTERNAL
    }

    #[php("public function setFlags(int $flags): void")]
    fn set_flags(this: &Object, flags: i64) {
        let old = state(this).flags.get();
        state(this).flags.set(old & INTERNAL | flags & !INTERNAL);
    }

    #[php("public function asort(int $flags = SORT_REGULAR): true")]
    fn asort(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult {
        sort(ctx, this, "asort", Some(Value::int(flags)))
    }

    #[php("public function ksort(int $flags = SORT_REGULAR): true")]
    fn ksort(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult {
        sort(ctx, this, "ksort", Some(Value::int(flags)))
    }

    #[php("public function uasort(callable $callback): true", raw)]
    fn uasort(ctx: &Ctx, args: &mut phant_native::Args<'_>) -> PhpResult {
        user_sort(ctx, args, "uasort")
    }

    #[php("public function uksort(callable $callback): true", raw)]
    fn uksort(ctx: &Ctx, args: &mut phant_native::Args<'_>) -> PhpResult {
        user_sort(ctx, args, "uksort")
    }

    #[php("public function natsort(): true")]
    fn natsort(ctx: &Ctx, this: &Object) -> PhpResult {
        sort(ctx, this, "natsort", None)
    }

    #[php("public function natcasesort(): true")]
    fn natcasesort(ctx: &Ctx, this: &Object) -> PhpResult {
        sort(ctx, this, "natcasesort", None)
    }

    #[php("public function unserialize(string $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Str) -> PhpResult<()> {
        unserialize(ctx, this, data)
    }

    #[php("public function serialize(): string")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        serialize(ctx, this)
    }

    #[php("public function __serialize(): array")]
    fn to_serialized(this: &Object) -> Array {
        let state = state(this);
        let flags = state.flags.get() & INHERITED;
        let elements = state.elements.borrow().clone();
        let elements = if elements.is_undef() { Value::NULL } else { elements };
        let class = state.iterator_class.get().map(|class| class.name.clone());
        Array::list([Value::int(flags), elements, Value::from(util::members(this)), Value::from(class)])
    }

    #[php("public function __unserialize(array $data): void")]
    fn from_serialized(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        from_serialized(ctx, this, data)
    }
}

#[php_methods(DEBUG)]
impl Elements {
    #[php("public function __debugInfo(): array")]
    fn debug_info(this: &Object) -> Array {
        let state = state(this);
        let mut info = util::members(this);
        if state.flags.get() & IS_SELF == 0 {
            let class = if is_iterator(this) { "ArrayIterator" } else { "ArrayObject" };
            info.set(util::private_name(class, "storage"), state.elements.borrow().clone());
        }
        info
    }
}

/// As `append()`, which calls an overridden `offsetSet()`.
pub fn append(ctx: &Ctx, this: &Object, value: &Value) -> PhpResult<()> {
    if Target::of(this).is_object() {
        let text = format!("Cannot append properties to objects, use {}::offsetSet() instead", this.class().name);
        return Err(ctx.throw_error(text));
    }
    handlers::write_dimension(ctx, this, None, value)
}

/// Sorts with a function of the standard extension.
fn sort(ctx: &Ctx, this: &Object, function: &str, argument: Option<Value>) -> PhpResult {
    let target = Target::of(this);
    let elements = Reference::new(Value::from(target.to_array()));
    let state = state(this);
    state.sorting.set(state.sorting.get() + 1);
    let mut args = vec![Value::from(elements.clone())];
    args.extend(argument);
    let result = util::call_named(ctx, function, &args);
    state.sorting.set(state.sorting.get() - 1);
    drop(args);
    let sorted = elements.get().as_array().map(Held::into_owned).unwrap_or_default();
    drop(elements);
    match &target {
        Target::Array(holder) => replace_elements(holder, Value::from(sorted)),
        // Declared properties have their places; only the dynamic ones can be put in order.
        Target::Properties(object) if object.dynamic().is_some() => {
            let dynamic = object.dynamic().unwrap_or_default();
            let mut ordered = Array::with_hash_capacity(dynamic.len());
            for (key, value) in sorted.iter() {
                let name = key.to_str();
                if dynamic.contains(&phant_memory::KeyRef::Str(&name)) {
                    ordered.set(phant_memory::Key::Str(name), value.clone());
                }
            }
            object.replace_dynamic(Some(ordered));
        }
        Target::Properties(_) => {}
    }
    result
}

fn user_sort(ctx: &Ctx, args: &mut phant_native::Args<'_>, function: &str) -> PhpResult {
    let this = args.this().clone();
    if args.passed != 1 {
        let text = format!("{}() expects exactly 1 argument, {} given", args.function_name(), args.passed);
        return Err(ctx.throw("ArgumentCountError", text));
    }
    // The callback is checked by the function, which is the one that messages name.
    let callback = args.values[0].unref();
    sort(ctx, &this, function, Some(callback))
}

fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
    let state = state(this);
    let flags = state.flags.get();
    let elements = (flags & IS_SELF == 0).then(|| state.elements.borrow().clone());
    serialize::pieces(ctx, |ctx, text| {
        text.raw("x:");
        text.put(ctx, &Value::int(flags & INHERITED))?;
        if let Some(elements) = elements {
            text.put(ctx, &elements)?;
            text.raw(";");
        }
        text.raw("m:");
        text.put(ctx, &Value::from(util::members(this)))
    })
}

fn unserialize(ctx: &Ctx, this: &Object, data: &Str) -> PhpResult<()> {
    if data.is_empty() {
        return Ok(());
    }
    check_not_sorting(ctx, this)?;
    unserialize::pieces(ctx, data, |ctx, text| read_pieces(ctx, this, text))
}

fn read_pieces(ctx: &Ctx, this: &Object, text: &mut Pieces<'_>) -> PhpResult<()> {
    if !text.eat(b"x:") {
        return Err(text.error(ctx));
    }
    let Some(flags) = text.value(ctx)?.and_then(|flags| flags.as_int()) else { return Err(text.error(ctx)) };
    let state = state(this);
    if flags & IS_SELF != 0 {
        state.flags.set(state.flags.get() & !INHERITED | flags & INHERITED);
        replace_elements(this, Value::UNDEF);
    } else {
        if !matches!(text.rest().first(), Some(b'a' | b'O' | b'C' | b'r')) {
            return Err(text.error(ctx));
        }
        let elements = text.value(ctx)?.filter(|value| value.is_array() || value.is_object());
        let Some(elements) = elements else { return Err(text.error(ctx)) };
        state.flags.set(state.flags.get() & !INHERITED | flags & INHERITED);
        if elements.is_array() {
            replace_elements(this, elements);
        } else {
            set_elements(ctx, this, &elements, 0, true)?;
        }
        if !text.eat(b";") {
            return Err(text.error(ctx));
        }
    }
    if !text.eat(b"m:") {
        return Err(text.error(ctx));
    }
    match text.value(ctx)?.and_then(Value::into_array) {
        Some(members) => load_members(ctx, this, &members),
        None => Err(text.error(ctx)),
    }
}

/// Sets the members that were written: properties, whatever the flags say of elements.
fn load_members(ctx: &Ctx, this: &Object, members: &Array) -> PhpResult<()> {
    let flags = &state(this).flags;
    let as_props = flags.get() & ARRAY_AS_PROPS;
    flags.set(flags.get() & !ARRAY_AS_PROPS);
    let loaded = util::load_members(ctx, this, members);
    flags.set(flags.get() | as_props);
    loaded
}

fn from_serialized(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
    let part = |i| data.get_int(i).map(Value::unref);
    let iterator_class = part(3);
    let typed = iterator_class.as_ref().is_none_or(|class| class.is_null() || class.is_str());
    let (Some(flags), Some(elements), Some(members), true) =
        (part(0).and_then(|v| v.as_int()), part(1), part(2).and_then(Value::into_array), typed)
    else {
        return Err(util::ill_typed(ctx));
    };
    let state = state(this);
    state.flags.set(state.flags.get() & !INHERITED | flags & INHERITED);
    if flags & IS_SELF != 0 {
        replace_elements(this, Value::UNDEF);
    } else {
        if !elements.is_array() && !elements.is_object() {
            return Err(ctx.throw("InvalidArgumentException", "Passed variable is not an array or object"));
        }
        set_elements(ctx, this, &elements, 0, true)?;
    }
    load_members(ctx, this, &members)?;
    let Some(name) = iterator_class.and_then(Value::into_str) else { return Ok(()) };
    let Some(class) = ctx.class(&name) else {
        ctx.check()?;
        let text = format!("Cannot deserialize ArrayObject with iterator class '{name}'; no such class exists");
        return Err(ctx.throw("UnexpectedValueException", text));
    };
    if !util::descends(class, "Iterator") {
        let text = format!(
            "Cannot deserialize ArrayObject with iterator class '{name}'; this class does not implement the Iterator interface"
        );
        return Err(ctx.throw("UnexpectedValueException", text));
    }
    state.iterator_class.set(Some(class));
    Ok(())
}

/// The class of an argument that must name ArrayIterator or a subclass.
fn iterator_class(ctx: &Ctx, name: &Str, number: usize) -> PhpResult<ClassPtr> {
    match ctx.class(name) {
        Some(class) if util::descends(class, "ArrayIterator") => Ok(class),
        _ => {
            ctx.check()?;
            let text = format!("must be a class name derived from ArrayIterator, {name} given");
            Err(ctx.argument_type_error(number, text))
        }
    }
}

pub struct ArrayObject;

/// An array as an object.
#[php_class(
    "class ArrayObject implements IteratorAggregate, ArrayAccess, Serializable, Countable {
        public const int STD_PROP_LIST = 1;
        public const int ARRAY_AS_PROPS = 2;
    }",
    create = create,
    handlers = handlers::HANDLERS,
    methods = [Elements::METHODS, Self::MORE, Elements::DEBUG]
)]
impl ArrayObject {
    #[php("public function __construct(array|object $array = [], int $flags = 0, string $iteratorClass = ArrayIterator::class)")]
    fn construct(ctx: &Ctx, this: &Object, passed: usize, array: &Value, flags: i64, class: &Str) -> PhpResult<()> {
        if passed == 0 {
            return Ok(());
        }
        if passed > 2 {
            let class = iterator_class(ctx, class, 3)?;
            state(this).iterator_class.set(own_iterator_class(class));
        }
        set_elements(ctx, this, array, flags & !INTERNAL, passed == 1)
    }
}

#[php_methods(MORE)]
impl ArrayObject {
    #[php("public function getIterator(): Iterator")]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let class = match state(this).iterator_class.get() {
            Some(class) => class,
            None => ctx.known_class("ArrayIterator"),
        };
        let iterator = ctx.allocate(class)?;
        let flags = state(this).flags.get() & INHERITED | USE_OTHER;
        if !super::is_array_like(&iterator) {
            return Ok(iterator);
        }
        state(&iterator).flags.set(flags);
        state(&iterator).elements.replace(Value::from(this.clone()));
        Ok(iterator)
    }

    /// Gives the object another array and returns the elements it had.
    #[php("public function exchangeArray(array|object $array): array")]
    fn exchange_array(ctx: &Ctx, this: &Object, array: &Value) -> PhpResult<Array> {
        check_not_sorting(ctx, this)?;
        let old = Target::of(this).to_array();
        set_elements(ctx, this, array, 0, true)?;
        Ok(old)
    }

    #[php("public function setIteratorClass(string $iteratorClass): void")]
    fn set_iterator_class(ctx: &Ctx, this: &Object, class: &Str) -> PhpResult<()> {
        let class = iterator_class(ctx, class, 1)?;
        state(this).iterator_class.set(own_iterator_class(class));
        Ok(())
    }

    #[php("public function getIteratorClass(): string")]
    fn get_iterator_class(this: &Object) -> Str {
        state(this).iterator_class.get().map_or_else(|| Str::from("ArrayIterator"), |class| class.name.clone())
    }
}

/// ArrayIterator itself is no choice: serialized objects do not name it.
fn own_iterator_class(class: ClassPtr) -> Option<ClassPtr> {
    (!class.is_named("ArrayIterator")).then_some(class)
}

pub struct ArrayIterator;

/// Walks an array, or the properties of an object, that may be changed meanwhile.
#[php_class(
    "class ArrayIterator implements SeekableIterator, ArrayAccess, Serializable, Countable {
        public const int STD_PROP_LIST = 1;
        public const int ARRAY_AS_PROPS = 2;
    }",
    create = create,
    handlers = handlers::ITERATOR_HANDLERS,
    methods = [Elements::METHODS, Self::WALK, Elements::DEBUG]
)]
impl ArrayIterator {
    #[php("public function __construct(array|object $array = [], int $flags = 0)")]
    fn construct(ctx: &Ctx, this: &Object, passed: usize, array: &Value, flags: i64) -> PhpResult<()> {
        if passed == 0 {
            return Ok(());
        }
        set_elements(ctx, this, array, flags & !INTERNAL, passed == 1)
    }
}

impl ArrayIterator {
    /// Key and value of the element that it stands on.
    pub fn entry(this: &Object) -> Option<(Value, Value)> {
        let at_slot = |array: &PhpArray, slot| (array.key_at(slot).to_value(), array.value_at(slot).unref());
        storage::standing(this, |_, array, slot| at_slot(array, slot)).or_else(|| {
            let target = Target::of(this);
            target.entry(target.locate(state(this))).map(|(key, value)| (key.to_value(), value.into_unref()))
        })
    }
}

#[php_methods(WALK)]
impl ArrayIterator {
    #[php("public function rewind(): void")]
    pub fn rewind(this: &Object) {
        Target::of(this).stand(state(this), 0);
    }

    #[php("public function current(): mixed")]
    pub fn current(this: &Object) -> Option<Value> {
        if let Some(value) = storage::standing(this, |_, array, slot| array.value_at(slot).unref()) {
            return Some(value);
        }
        let target = Target::of(this);
        target.entry(target.locate(state(this))).map(|(_, value)| value.into_unref())
    }

    #[php("public function key(): string|int|null")]
    pub fn key(this: &Object) -> Value {
        if let Some(key) = storage::standing(this, |_, array, slot| array.key_at(slot).to_value()) {
            return key;
        }
        let target = Target::of(this);
        target.entry(target.locate(state(this))).map_or(Value::NULL, |(key, _)| key.to_value())
    }

    #[php("public function next(): void")]
    pub fn next(this: &Object) {
        if storage::standing(this, |position, array, slot| position.advance(array, slot)).is_some() {
            return;
        }
        let target = Target::of(this);
        let at = target.locate(state(this));
        target.stand(state(this), at.saturating_add(1));
    }

    #[php("public function valid(): bool")]
    pub fn valid(this: &Object) -> bool {
        if storage::standing(this, |_, _, _| ()).is_some() {
            return true;
        }
        let target = Target::of(this);
        target.is_live(target.locate(state(this)))
    }

    /// Goes to an element by its number.
    #[php("public function seek(int $offset): void")]
    fn seek(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult<()> {
        let target = Target::of(this);
        let count = target.len();
        let out_of_range =
            |ctx: &Ctx| -> Thrown { ctx.throw("OutOfBoundsException", format!("Seek position {offset} is out of range")) };
        let Some(steps) = usize::try_from(offset).ok().filter(|&n| n < count) else {
            return Err(out_of_range(ctx));
        };
        let mut at = target.next_from(0);
        for _ in 0..steps {
            at = target.next_from(at.saturating_add(1));
        }
        target.stand(state(this), at);
        Ok(())
    }
}
