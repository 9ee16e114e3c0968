//! ArrayObject, ArrayIterator and RecursiveArrayIterator.
//!
//! The elements are an array of the object's own, the properties of some object, or the elements of another
//! ArrayObject. [`Target`] is what that comes down to; [`storage`] reads and changes it. A walk remembers slot and key
//! of its element: when the elements have moved meanwhile, the key finds it again.

mod handlers;
mod methods;
mod recursive;
mod storage;

pub use methods::{ArrayIterator, ArrayObject, append};
pub use recursive::RecursiveArrayIterator;
pub use storage::{Target, run_through};

use crate::util;
use phant_memory::{Array, Key, NativeData, Object, Tracer, Value};
use phant_native::{ClassPtr, Ctx, FunctionPtr, ObjectExt, PhpResult, Thrown};
use std::cell::{Cell, RefCell};

/// `STD_PROP_LIST`
pub const STD_PROP_LIST: i64 = 1;
/// `ARRAY_AS_PROPS`
pub const ARRAY_AS_PROPS: i64 = 2;
/// `CHILD_ARRAYS_ONLY`
pub const CHILD_ARRAYS_ONLY: i64 = 4;
/// The elements are the object's own properties.
pub const IS_SELF: i64 = 0x0100_0000;
/// The elements are those of another ArrayObject or ArrayIterator.
pub const USE_OTHER: i64 = 0x0200_0000;
/// Flags that PHP code does not see.
pub const INTERNAL: i64 = 0xffff_0000;
/// Flags that iterators and clones inherit.
pub const INHERITED: i64 = 0x0100_ffff;

/// Methods that PHP code has overridden.
#[derive(Clone, Copy, Default)]
pub struct Overrides {
    pub get: Option<FunctionPtr>,
    pub set: Option<FunctionPtr>,
    pub exists: Option<FunctionPtr>,
    pub unset: Option<FunctionPtr>,
    /// Any of Iterator's, for cursors.
    pub iterator: bool,
}

/// Where a walk stands.
pub struct Position {
    pub slot: Cell<u32>,
    /// The key in that slot; `None` at the end.
    pub key: RefCell<Option<Key>>,
    /// The storage this is about: when another one takes its place, the walk starts over.
    pub storage: Cell<(u32, u32)>,
}

/// Native state of all three classes.
pub struct State {
    /// An array, the object whose elements or properties these are, or UNDEF with [`IS_SELF`].
    pub elements: RefCell<Value>,
    pub flags: Cell<i64>,
    /// Counts exchanges of the array.
    pub generation: Cell<u32>,
    pub position: Position,
    pub iterator_class: Cell<Option<ClassPtr>>,
    pub overrides: Cell<Overrides>,
    /// How many sorts are running: meanwhile changes are refused.
    pub sorting: Cell<u32>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Ok(value) = self.elements.try_borrow() {
            tracer.value(&value);
        }
    }
}

/// The state of an ArrayObject or ArrayIterator.
pub fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

/// Whether an object is an ArrayObject or ArrayIterator.
pub fn is_array_like(object: &Object) -> bool {
    object.native::<State>().is_some()
}

fn create(_ctx: &Ctx, object: &Object) {
    let overrides = if object.class().is_native() {
        Overrides::default()
    } else {
        let magic = &object.class().magic;
        let user = |method: Option<FunctionPtr>| method.filter(|f| f.code().is_some());
        Overrides {
            get: user(magic.offset_get),
            set: user(magic.offset_set),
            exists: user(magic.offset_exists),
            unset: user(magic.offset_unset),
            iterator: [magic.rewind, magic.valid, magic.current, magic.key, magic.next].into_iter().any(|m| user(m).is_some()),
        }
    };
    object.init_native(State {
        elements: RefCell::new(Value::from(Array::new())),
        flags: Cell::new(0),
        generation: Cell::new(0),
        position: Position { slot: Cell::new(0), key: RefCell::new(None), storage: Cell::new((0, 0)) },
        iterator_class: Cell::new(None),
        overrides: Cell::new(overrides),
        sorting: Cell::new(0),
    });
}

/// Whether the class is ArrayIterator or descends from it (rather than from ArrayObject).
pub fn is_iterator(object: &Object) -> bool {
    util::descends(object.class(), "ArrayIterator")
}

/// Refuses a change while the elements are being sorted.
pub fn check_not_sorting(ctx: &Ctx, object: &Object) -> PhpResult<()> {
    if state(object).sorting.get() == 0 {
        return Ok(());
    }
    Err(ctx.throw_error("Modification of ArrayObject during sorting is prohibited"))
}

/// Gives the object other elements. `inherit` takes the flags of another ArrayObject.
pub fn set_elements(ctx: &Ctx, object: &Object, elements: &Value, flags: i64, inherit: bool) -> PhpResult<()> {
    check_not_sorting(ctx, object)?;
    let state = state(object);
    let mut flags = flags;
    let mut new = elements.unref();
    if let Some(other) = elements.as_object() {
        if let Some(inner) = other.native::<State>() {
            if inherit {
                flags = inner.flags.get() & !INTERNAL;
            }
            flags |= USE_OTHER;
        } else if other.class().handlers.properties.is_some() {
            let text = format!("Overloaded object of type {} is not compatible with {}", other.class().name, object.class().name);
            return Err(ctx.throw("InvalidArgumentException", text));
        }
        if other.same(object) {
            flags = flags & !USE_OTHER | IS_SELF;
            new = Value::UNDEF;
        }
    }
    let kept = state.flags.get() & !(IS_SELF | USE_OTHER);
    state.flags.set(kept | flags);
    replace_elements(object, new);
    Ok(())
}

/// Puts other elements in place; walks start over.
pub fn replace_elements(object: &Object, elements: Value) {
    let state = state(object);
    state.generation.set(state.generation.get().wrapping_add(1));
    let old = state.elements.replace(elements);
    drop(old);
}

/// Throws what PHP throws if a value is no key.
pub fn illegal_offset(ctx: &Ctx, object: &Object, offset: &Value, what: &str) -> Thrown {
    let (ty, class) = (phant_native::convert::type_name(offset), &object.class().name);
    let text = match what {
        "isset" => format!("Cannot access offset of type {ty} in isset or empty"),
        "unset" => format!("Cannot unset offset of type {ty} on {class}"),
        _ => format!("Cannot access offset of type {ty} on {class}"),
    };
    ctx.type_error(text)
}
