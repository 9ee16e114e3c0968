//! SplFixedArray: a list of a size that only changes on request.

use crate::util;
use phant_memory::{Array, HeapVec, KeyRef, NativeData, Object, Tracer, Value, View, heap_vec};
use phant_native::{
    ClassPtr, Ctx, Level, ObjectHandlers, PhpResult, Thrown, convert, host::PropertyView, internal_iterator::internal_iterator,
    php_class,
};
use std::cell::{Cell, RefCell};

#[derive(Default)]
struct State {
    elements: RefCell<Elements>,
    /// The size wanted while elements are being dropped.
    resizing: Cell<Option<usize>>,
}

struct Elements(HeapVec<Value>);

impl Default for Elements {
    fn default() -> Self {
        Elements(heap_vec())
    }
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Ok(elements) = self.elements.try_borrow() {
            elements.0.iter().for_each(|v| tracer.value(v));
        }
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(SplFixedArray::copy),
    properties: Some(SplFixedArray::properties),
    properties_are_a_view: true,
    walk: Some(SplFixedArray::walk),
    read_dimension: Some(read_dimension),
    peek_dimension: Some(peek),
    put_dimension: Some(put),
    write_dimension: Some(write_dimension),
    has_dimension: Some(has_dimension),
    len: Some(SplFixedArray::len),
    ..ObjectHandlers::DEFAULT
};

fn peek(this: &Object, offset: &Value) -> Option<Value> {
    let at = usize::try_from(offset.as_int()?).ok()?;
    SplFixedArray::state(this).elements.borrow().0.get(at).cloned()
}

fn put(this: &Object, offset: Option<&Value>, value: &Value) -> bool {
    let Some(at) = offset.and_then(Value::as_int).and_then(|at| usize::try_from(at).ok()) else { return false };
    let mut elements = SplFixedArray::state(this).elements.borrow_mut();
    let Some(place) = elements.0.get_mut(at) else { return false };
    let old = std::mem::replace(place, value.unref());
    drop(elements);
    drop(old);
    true
}

fn read_dimension(ctx: &Ctx, this: &Object, offset: Option<&Value>) -> PhpResult {
    if let Some(method) = util::overridden(this, |magic| magic.offset_get) {
        return util::call(ctx, this, method, &[offset.map_or(Value::NULL, Value::unref)]);
    }
    let Some(offset) = offset else { return Err(no_append(ctx)) };
    Ok(SplFixedArray::offset_get(ctx, this, offset)?.unwrap_or_default())
}

fn write_dimension(ctx: &Ctx, this: &Object, offset: Option<&Value>, value: &Value) -> PhpResult<()> {
    if let Some(method) = util::overridden(this, |magic| magic.offset_set) {
        util::call(ctx, this, method, &[offset.map_or(Value::NULL, Value::unref), value.unref()])?;
        return Ok(());
    }
    let Some(offset) = offset else { return Err(no_append(ctx)) };
    SplFixedArray::offset_set(ctx, this, offset, value.unref())
}

fn has_dimension(ctx: &Ctx, this: &Object, offset: &Value, not_empty: bool) -> PhpResult<bool> {
    if let Some(method) = util::overridden(this, |magic| magic.offset_exists) {
        return Ok(convert::to_bool(&util::call(ctx, this, method, &[offset.unref()])?));
    }
    let Some(i) = SplFixedArray::index(ctx, this, offset, true)? else { return Ok(false) };
    let value = SplFixedArray::state(this).elements.borrow().0.get(i).cloned().unwrap_or_default();
    Ok(if not_empty { convert::to_bool(&value) } else { !value.is_null() })
}

fn no_append(ctx: &Ctx) -> Thrown {
    ctx.throw_error("[] operator not supported for SplFixedArray")
}

pub struct SplFixedArray;

/// An array of fixed size.
#[php_class(
    "class SplFixedArray implements IteratorAggregate, ArrayAccess, Countable, JsonSerializable {}",
    create = Self::create,
    handlers = HANDLERS
)]
impl SplFixedArray {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn state(object: &Object) -> &State {
        object.native().expect("made by create")
    }
    fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        let elements = Self::state(from).elements.borrow().0.clone();
        Self::state(to).elements.replace(Elements(elements));
        Ok(())
    }
    fn properties(_ctx: &Ctx, object: &Object) -> PhpResult<Array> {
        let mut all = Array::new();
        for value in &Self::state(object).elements.borrow().0 {
            let _ = all.push(value.clone());
        }
        for (key, value) in util::members(object).iter() {
            all.set(key.to_key(), value.clone());
        }
        Ok(all)
    }
    fn walk(ctx: &Ctx, object: &Object, at: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
        if by_ref {
            return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
        }
        let elements = Self::state(object).elements.borrow();
        let entry = elements.0.get(*at as usize).map(|value| (Value::int(*at as i64), value.clone()));
        *at = at.saturating_add(1);
        Ok(entry)
    }
    fn len(this: &Object) -> usize {
        Self::state(this).elements.borrow().0.len()
    }
    /// An index in range.
    fn index(ctx: &Ctx, this: &Object, offset: &Value, quiet: bool) -> PhpResult<Option<usize>> {
        let index = match offset.view() {
            View::Int(i) => i,
            View::Str(s) => match phant_numeric::parse::array_key(&s) {
                Some(i) => i,
                None => return Err(Self::illegal_offset(ctx, offset)),
            },
            View::Bool(b) => i64::from(b),
            View::Float(f) => convert::float_to_offset(ctx, f)?,
            View::Resource(r) => {
                let id = r.id() as i64;
                ctx.report(Level::Warning, format!("Resource ID#{id} used as offset, casting to integer ({id})"));
                ctx.check()?;
                id
            }
            View::Null | View::Array(_) | View::Object(_) => return Err(Self::illegal_offset(ctx, offset)),
        };
        let len = Self::len(this);
        match usize::try_from(index) {
            Ok(i) if i < len => Ok(Some(i)),
            _ if quiet => Ok(None),
            _ => Err(ctx.throw("OutOfBoundsException", "Index invalid or out of range")),
        }
    }
    fn illegal_offset(ctx: &Ctx, offset: &Value) -> Thrown {
        let text = format!("Cannot access offset of type {} on SplFixedArray", convert::type_name(offset));
        ctx.type_error(text)
    }
    fn resize(ctx: &Ctx, this: &Object, size: i64) -> PhpResult<()> {
        let Ok(size) = usize::try_from(size) else {
            return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
        };
        let state = Self::state(this);
        if state.resizing.get().is_some() {
            // A destructor of the elements that just go: its turn comes after them.
            state.resizing.set(Some(size));
            return Ok(());
        }
        let old = Self::len(this);
        if size > old {
            util::reserve(ctx, size)?;
            let elements = &mut state.elements.borrow_mut().0;
            elements.reserve_exact(size - old);
            elements.resize_with(size, || Value::NULL);
            return Ok(());
        }
        state.resizing.set(Some(size));
        let mut gone = heap_vec();
        gone.extend(state.elements.borrow_mut().0.drain(size..));
        drop(gone);
        let settled = ctx.settle();
        let wanted = state.resizing.take().unwrap_or(size);
        settled?;
        if wanted == size { Ok(()) } else { Self::resize(ctx, this, wanted as i64) }
    }
    fn set_all(this: &Object, values: HeapVec<Value>) {
        let old = Self::state(this).elements.replace(Elements(values));
        drop(old);
    }

    #[php("public function __construct(int $size = 0)")]
    fn construct(ctx: &Ctx, this: &Object, size: i64) -> PhpResult<()> {
        if size >= 0 && Self::len(this) > 0 {
            return Ok(());
        }
        Self::resize(ctx, this, size)
    }

    #[php(
        "public function __wakeup(): void",
        deprecated = " since 8.4, this method is obsolete, as serialization hooks are provided by __unserialize() and __serialize()"
    )]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        if Self::len(this) > 0 {
            return Ok(());
        }
        // Old texts have the elements as properties.
        let properties = ctx.properties(this, PropertyView::Raw)?;
        let mut values = heap_vec();
        values.extend(properties.values().map(Value::unref));
        this.replace_dynamic(None);
        Self::set_all(this, values);
        Ok(())
    }

    #[php("public function __serialize(): array", strict_return)]
    fn to_serialized(this: &Object) -> Array {
        let mut all = Array::new();
        for value in &Self::state(this).elements.borrow().0 {
            let _ = all.push(value.clone());
        }
        for (key, value) in util::members(this).iter() {
            all.set(key.to_key(), value.clone());
        }
        all
    }

    #[php("public function __unserialize(array $data): void", strict_return)]
    fn from_serialized(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        if Self::len(this) > 0 {
            return Ok(());
        }
        let mut values = heap_vec();
        let mut members = Array::new();
        for (key, value) in data.iter() {
            match key {
                KeyRef::Int(_) => values.push(value.unref()),
                KeyRef::Str(_) => members.set(key.to_key(), value.clone()),
            }
        }
        Self::set_all(this, values);
        util::load_members(ctx, this, &members)
    }

    #[php("public function count(): int")]
    fn count(this: &Object) -> usize {
        Self::len(this)
    }

    /// The elements as an array.
    #[php("public function toArray(): array")]
    fn to_array(this: &Object) -> Array {
        Array::list(Self::state(this).elements.borrow().0.iter().cloned())
    }

    /// A fixed array of an array's elements.
    #[php("public static function fromArray(array $array, bool $preserveKeys = true): SplFixedArray")]
    fn from_array(ctx: &Ctx, array: &Array, preserve_keys: bool) -> PhpResult<Object> {
        let class: ClassPtr = ctx.known_class("SplFixedArray");
        let mut values = heap_vec();
        if preserve_keys && !array.is_empty() {
            let mut max = 0;
            for key in array.keys() {
                match key {
                    KeyRef::Int(i) if i >= 0 => max = max.max(i),
                    _ => return Err(ctx.throw("InvalidArgumentException", "array must contain only positive integer keys")),
                }
            }
            let Some(len) = max.checked_add(1) else {
                return Err(ctx.throw("InvalidArgumentException", "integer overflow detected"));
            };
            util::reserve(ctx, len as usize)?;
            values.resize_with(len as usize, || Value::NULL);
            for (key, value) in array.iter() {
                if let KeyRef::Int(i) = key {
                    values[i as usize] = value.unref();
                }
            }
        } else {
            values.extend(array.values().map(Value::unref));
        }
        let fixed = ctx.allocate(class)?;
        Self::set_all(&fixed, values);
        Ok(fixed)
    }

    #[php("public function getSize(): int")]
    fn get_size(this: &Object) -> usize {
        Self::len(this)
    }

    /// Changes the size; new elements are `null`.
    #[php("public function setSize(int $size): true")]
    fn set_size(ctx: &Ctx, this: &Object, size: i64) -> PhpResult<bool> {
        Self::resize(ctx, this, size)?;
        Ok(true)
    }

    #[php("public function offsetExists($index): bool")]
    fn offset_exists(ctx: &Ctx, this: &Object, index: &Value) -> PhpResult<bool> {
        let Some(i) = Self::index(ctx, this, index, true)? else { return Ok(false) };
        Ok(Self::state(this).elements.borrow().0.get(i).is_some_and(|value| !value.is_null()))
    }

    #[php("public function offsetGet($index): mixed")]
    fn offset_get(ctx: &Ctx, this: &Object, index: &Value) -> PhpResult<Option<Value>> {
        let Some(i) = Self::index(ctx, this, index, false)? else { return Ok(None) };
        Ok(Self::state(this).elements.borrow().0.get(i).cloned())
    }

    #[php("public function offsetSet($index, mixed $value): void")]
    fn offset_set(ctx: &Ctx, this: &Object, index: &Value, value: Value) -> PhpResult<()> {
        let i = Self::index(ctx, this, index, false)?;
        Self::put(this, i, value);
        Ok(())
    }
    fn put(this: &Object, at: Option<usize>, value: Value) {
        let elements = &Self::state(this).elements;
        let old = at.and_then(|i| Some(std::mem::replace(elements.borrow_mut().0.get_mut(i)?, value)));
        drop(old);
    }

    #[php("public function offsetUnset($index): void")]
    fn offset_unset(ctx: &Ctx, this: &Object, index: &Value) -> PhpResult<()> {
        let i = Self::index(ctx, this, index, false)?;
        Self::put(this, i, Value::NULL);
        Ok(())
    }

    #[php("public function getIterator(): Iterator", strict_return)]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }

    #[php("public function jsonSerialize(): array", strict_return)]
    fn json_serialize(this: &Object) -> Array {
        Self::to_array(this)
    }
}
