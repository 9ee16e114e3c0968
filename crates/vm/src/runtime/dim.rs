//! Elements: `$x[$k]` on arrays, strings, ArrayAccess objects and everything else, with PHP's messages.

use crate::runtime::{operators, vm::Vm};
use phant_memory::{self as memory, Array, Held, Key, KeyRef, Object, PhpArray, Pin, Str, Value, View, value::tag};
use phant_native::{
    Level, ObjectExt, PhpResult, Thrown,
    class::{self, Fetch, class_flags},
    convert,
};
use phant_numeric::{Number, Numeric, classify, float_to_int};

/// What a key or element is wanted for: it decides about messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Reading.
    Read,
    /// Reading by `list()`.
    List,
    /// `isset`, `??`
    Isset,
    /// Writing.
    Write,
    /// `unset`
    Unset,
}
/// What a place is fetched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Writing.
    Write,
    /// Reading and writing.
    ReadWrite,
    /// Unsetting inside it.
    Unset,
}
/// A fetched place.
pub enum Place {
    /// An element.
    At(memory::Place),
    /// The element of an object that hands out values.
    Value(Value),
}

/// A value as array key.
pub fn key(vm: &Vm, k: &Value, usage: Use) -> PhpResult<Key> {
    match k.view() {
        View::Int(i) => return Ok(Key::Int(i)),
        View::Str(s) => return Ok(Key::from(s)),
        _ => {}
    }
    match convert::to_key(&vm.ctx, k)? {
        Some(key) => Ok(key),
        None => {
            let shown = convert::value_name(k);
            Err(match usage {
                Use::Isset => vm.ctx.type_error(format!("Cannot access offset of type {shown} in isset or empty")),
                Use::Unset => vm.ctx.type_error(format!("Cannot unset offset of type {shown} on array")),
                _ => vm.ctx.type_error(format!("Cannot access offset of type {shown} on array")),
            })
        }
    }
}

fn undefined_key(vm: &Vm, k: &Key) {
    match k {
        Key::Int(i) => vm.ctx.report(Level::Warning, format!("Undefined array key {i}")),
        Key::Str(s) => vm.ctx.report(Level::Warning, [b"Undefined array key \"", s.as_bytes(), b"\""].concat()),
    }
}

/// Reads an element.
pub fn read(vm: &Vm, container: &Value, k: &Value, usage: Use) -> PhpResult {
    match container.view() {
        View::Array(a) => {
            let key = key(vm, k, if usage == Use::Isset { Use::Read } else { usage })?;
            match a.get(&key.as_ref()) {
                Some(v) => Ok(v.unref()),
                None => {
                    if usage != Use::Isset {
                        undefined_key(vm, &key);
                    }
                    Ok(Value::NULL)
                }
            }
        }
        View::Str(s) if usage != Use::List => read_string(vm, &s, k, usage),
        View::Object(o) => {
            let o = o.clone();
            if in_constant(vm) {
                return Err(vm.ctx.throw_error("Cannot use [] on objects in constant expression"));
            }
            // A class whose elements can be read, and nothing else, gives `null` for those that are not there.
            let handlers = o.class().handlers;
            let only_reads = handlers.read_dimension.is_some() && handlers.has_dimension.is_none();
            if usage == Use::Isset && !only_reads && !object_has(vm, &o, k, false)? {
                return Ok(Value::NULL);
            }
            object_read(vm, &o, Some(k))
        }
        _ => {
            if usage == Use::Isset {
                return Ok(Value::NULL);
            }
            // Taking anything but an array apart gives nulls, without a word.
            if usage == Use::List {
                return Ok(Value::NULL);
            }
            let name = convert::value_name(container);
            vm.ctx.report(Level::Warning, format!("Trying to access array offset on {name}"));
            Ok(Value::NULL)
        }
    }
}

/// Whether a constant expression is being evaluated.
pub(crate) fn in_constant(vm: &Vm) -> bool {
    // SAFETY: the frame that is running, if there is one, is live.
    let code = unsafe { vm.frame.get().as_ref().and_then(|f| (*f.func).code()) };
    code.is_some_and(|code| code.flags & phant_bytecode::code_flags::CONST_EXPR != 0)
}

/// A string offset; `None` where a read by `isset` finds nothing.
fn string_offset(vm: &Vm, k: &Value, usage: Use) -> PhpResult<Option<i64>> {
    Ok(Some(match k.view() {
        View::Int(i) => i,
        View::Str(s) => match classify(&s) {
            Numeric::Int(i) => i,
            n => match n.leading() {
                Some(Number::Int(i)) if usage == Use::Unset => i,
                Some(Number::Int(i)) => {
                    vm.ctx.report(Level::Warning, [b"Illegal string offset \"", s.as_bytes(), b"\""].concat());
                    vm.ctx.check()?;
                    i
                }
                _ if usage == Use::Isset => return Ok(None),
                _ if usage == Use::Unset => return Err(vm.ctx.throw_error("Cannot unset string offsets")),
                _ => return Err(illegal_offset(vm, k)),
            },
        },
        View::Null | View::Bool(_) | View::Float(_) => {
            if usage != Use::Isset {
                vm.ctx.report(Level::Warning, "String offset cast occurred");
                vm.ctx.check()?;
            }
            match k.view() {
                View::Float(f) => float_to_int(f),
                _ => convert::to_int(k),
            }
        }
        _ if usage == Use::Unset => return Err(vm.ctx.throw_error("Cannot unset string offsets")),
        _ => return Err(illegal_offset(vm, k)),
    }))
}
fn illegal_offset(vm: &Vm, k: &Value) -> Thrown {
    let name = convert::value_name(k);
    vm.ctx.type_error(format!("Cannot access offset of type {name} on string"))
}

fn read_string(vm: &Vm, s: &Str, k: &Value, usage: Use) -> PhpResult {
    let s = s.clone();
    let Some(offset) = string_offset(vm, k, usage)? else { return Ok(Value::NULL) };
    let at = if offset < 0 { offset + s.len() as i64 } else { offset };
    match usize::try_from(at).ok().and_then(|i| s.as_bytes().get(i)) {
        Some(&byte) => Ok(Value::from(phant_memory::string::single_byte(byte))),
        None => {
            if usage == Use::Isset {
                return Ok(Value::NULL);
            }
            vm.ctx.report(Level::Warning, format!("Uninitialized string offset {offset}"));
            Ok(Value::from(Str::default()))
        }
    }
}

/// `isset($c[$k])` or `empty($c[$k])`.
pub fn test(vm: &Vm, container: &Value, k: &Value, empty: bool) -> PhpResult<bool> {
    match container.view() {
        View::Array(a) => {
            let key = key(vm, k, Use::Isset)?;
            let v = a.get(&key.as_ref()).map_or(Value::NULL, Value::unref);
            Ok(if empty { !convert::boolean(&vm.ctx, &v)? } else { !v.is_null() })
        }
        View::Str(s) => {
            let found = match k.view() {
                View::Str(t) => match classify(&t) {
                    Numeric::Int(_) => read_string(vm, &s, k, Use::Isset)?,
                    _ => Value::NULL,
                },
                View::Float(f) => read_string(vm, &s, &Value::int(convert::float_to_offset(&vm.ctx, f)?), Use::Isset)?,
                View::Int(_) | View::Bool(_) | View::Null => read_string(vm, &s, k, Use::Isset)?,
                _ => Value::NULL,
            };
            Ok(if empty { !convert::to_bool(&found) } else { !found.is_null() })
        }
        View::Object(o) => {
            let o = o.clone();
            let has = object_has(vm, &o, k, empty)?;
            Ok(if empty { !has } else { has })
        }
        _ => Ok(empty),
    }
}

// Objects.

fn array_access(vm: &Vm, o: &Object) -> PhpResult<()> {
    if o.class().has_flag(class_flags::ARRAY_ACCESS) {
        return Ok(());
    }
    Err(not_an_array(vm, o))
}
fn not_an_array(vm: &Vm, o: &Object) -> Thrown {
    vm.ctx.throw_error([b"Cannot use object of type ", o.class().short_name(), b" as array"].concat())
}
/// Calls a method of an interface that the class is known to implement.
pub(crate) fn known_method(
    vm: &Vm,
    o: &Object,
    method: fn(&phant_native::class::Magic) -> Option<phant_native::FunctionPtr>,
    name: &str,
    args: &[Value],
) -> PhpResult {
    let class = o.class();
    match method(&class.magic) {
        Some(f) => vm.ctx.host.call_function(&vm.ctx, f, Some(o), Some(class), args),
        None => vm.ctx.call_method(o, name, args),
    }
}
fn object_read(vm: &Vm, o: &Object, k: Option<&Value>) -> PhpResult {
    if let Some(handler) = o.class().handlers.read_dimension {
        return handler(&vm.ctx, o, k);
    }
    array_access(vm, o)?;
    let k = k.cloned().unwrap_or(Value::NULL);
    known_method(vm, o, |m| m.offset_get, "offsetGet", &[k])
}
fn object_write(vm: &Vm, o: &Object, k: Option<&Value>, v: &Value) -> PhpResult<()> {
    if let Some(handler) = o.class().handlers.write_dimension {
        return handler(&vm.ctx, o, k, v);
    }
    array_access(vm, o)?;
    let k = k.cloned().unwrap_or(Value::NULL);
    known_method(vm, o, |m| m.offset_set, "offsetSet", &[k, v.clone()])?;
    Ok(())
}
fn object_has(vm: &Vm, o: &Object, k: &Value, check_empty: bool) -> PhpResult<bool> {
    if let Some(handler) = o.class().handlers.has_dimension {
        return handler(&vm.ctx, o, k, check_empty);
    }
    array_access(vm, o)?;
    let r = known_method(vm, o, |m| m.offset_exists, "offsetExists", std::slice::from_ref(k))?;
    if !convert::boolean(&vm.ctx, &r)? {
        return Ok(false);
    }
    if check_empty {
        let v = known_method(vm, o, |m| m.offset_get, "offsetGet", std::slice::from_ref(k))?;
        return convert::boolean(&vm.ctx, &v);
    }
    Ok(true)
}

// Writing.

/// What a container that is no array becomes when it is written into.
/// Of `false` that is reported, unless it is to be done quietly.
fn vivify(vm: &Vm, place: *mut Value, quiet: bool) -> PhpResult<()> {
    // SAFETY: the caller's live place.
    unsafe {
        if let Some(r) = (*place).as_ref().filter(|r| !r.sources().is_null() && !convert::to_bool(&r.get())).cloned() {
            crate::runtime::object::property::check_vivified_reference(vm, &r)?;
        }
        let v = (*place).deref();
        match v.tag() {
            tag::UNDEF | tag::NULL => {}
            tag::FALSE => {}
            _ => return Err(vm.ctx.throw_error("Cannot use a scalar value as an array")),
        }
        let was_false = v.tag() == tag::FALSE;
        drop(v);
        let target: *mut Value = (*place).deref_mut();
        let empty = Value::empty_array().with_aux((*target).aux());
        let old = std::ptr::replace(target, empty);
        drop(old);
        // The instruction goes on even if an error handler throws.
        if was_false && !quiet {
            vm.ctx.report(Level::Deprecated, "Automatic conversion of false to array is deprecated");
        }
        Ok(())
    }
}
/// Whether a container is none, and nothing that becomes one: a number, `true`, a resource.
pub fn is_scalar(container: &memory::Place) -> bool {
    // SAFETY: a live place.
    unsafe {
        !matches!((*container.at()).view(), View::Null | View::Bool(false) | View::Str(_) | View::Array(_) | View::Object(_))
    }
}
/// What PHP does with a container before it looks at the key: nothing becomes an array, and what cannot hold elements,
/// or a string without a key, is an error.
pub fn prepare(vm: &Vm, container: &memory::Place, keyed: bool, mode: Mode, quiet: bool) -> PhpResult<()> {
    let place = container.at();
    // SAFETY: the container stays where it is.
    unsafe {
        match (*place).view() {
            View::Array(_) | View::Object(_) => Ok(()),
            View::Str(_) if keyed => Ok(()),
            View::Str(_) => Err(vm.ctx.throw_error("[] operator not supported for strings")),
            View::Null | View::Bool(false) if mode == Mode::Unset => Ok(()),
            _ if mode == Mode::Unset => Err(vm.ctx.throw_error("Cannot unset offset in a non-array variable")),
            _ => vivify(vm, place, quiet),
        }
    }
}

/// The error for a byte of a string that is used as a place: its text depends on what the place was fetched for.
#[cold]
fn wrong_string_offset(vm: &Vm) -> Thrown {
    use phant_bytecode::Op as O;
    // SAFETY: the frame that is running, at its current instruction.
    let (code, fetch) = unsafe { ((*(*vm.frame.get()).func).code().expect("compiled code"), (*vm.frame.get()).pc) };
    // SAFETY: the instruction is one of the function's.
    let at = unsafe { fetch.offset_from(crate::runtime::frame::first_insn(vm.frame.get())) } as usize;
    let pointer = code.insns[at].a;
    let mut next = at + O::from_number(code.insns[at].op).map_or(1, O::words);
    let user = loop {
        let Some(op) = code.insns.get(next).and_then(|insn| O::from_number(insn.op)) else { break None };
        if op.row().values(&code.insns, next).any(|(operand, slot)| operand.kind.is_slot() && slot == pointer) {
            break Some(op);
        }
        next += op.words();
    };
    vm.ctx.throw_error(match user {
        Some(O::IncDecPtr) => "Cannot increment/decrement string offsets",
        Some(O::AssignPtrOp) => "Cannot use assign-op operators with string offsets",
        Some(O::RefPtr | O::AssignPtrRef) => "Cannot create references to/from string offsets",
        Some(
            O::FetchPropW
            | O::FetchPropRef
            | O::LendProp
            | O::AssignPropV
            | O::AssignPropK
            | O::AssignPropDyn
            | O::AssignPropOp
            | O::IncDecProp
            | O::UnsetProp,
        ) => "Cannot use string offset as an object",
        _ => "Cannot use string offset as an array",
    })
}

/// The place of an element that is made if it is missing.
fn made(array: &mut PhpArray, key: Key) -> memory::Place {
    let at = array.get_or_insert(key).as_ptr();
    // SAFETY: an element stays where it is while its array is held: whoever writes to it separates it.
    unsafe { memory::Place::new(at, Pin::array(array)) }
}

/// The reference that a container is, if a handler may hear of the key: that one may unset the variable, and what others
/// refer to as well is written to all the same.
///
/// # Safety
/// `container` must point to a live value.
unsafe fn held_behind(container: *const Value, k: &Value) -> Option<Value> {
    // SAFETY: by contract.
    let container = unsafe { &*container };
    let told = matches!(k.view(), View::Float(_) | View::Resource(_));
    (told && container.is_ref()).then(|| container.clone())
}

/// The place of an element, for writing into it.
pub fn place(vm: &Vm, container: &memory::Place, k: Option<&Value>, mode: Mode) -> PhpResult<Place> {
    let container = container.at();
    // SAFETY: the container stays where it is; what is in it is looked at anew after anything that may run PHP code.
    unsafe {
        match (*container).view() {
            View::Array(_) => {}
            View::Object(o) => {
                let o = o.clone();
                if let Some(handler) = o.class().handlers.dimension_place {
                    let fetch = match mode {
                        Mode::Write => Fetch::Write,
                        Mode::ReadWrite => Fetch::ReadWrite,
                        Mode::Unset => Fetch::Unset,
                    };
                    match handler(&vm.ctx, &o, k, fetch)? {
                        class::Place::At(place) => return Ok(Place::At(place)),
                        class::Place::Temporary(v) => return Ok(Place::Value(v)),
                        class::Place::Unknown => {}
                    }
                }
                let v = object_read(vm, &o, k)?;
                if !v.is_object() && !v.is_ref() {
                    let text = format!("Indirect modification of overloaded element of {} has no effect", o.class().name);
                    vm.ctx.report(Level::Notice, text);
                    vm.ctx.check()?;
                }
                return Ok(Place::Value(v));
            }
            View::Str(_) => {
                let Some(k) = k else { return Err(vm.ctx.throw_error("[] operator not supported for strings")) };
                string_offset(vm, k, if mode == Mode::Unset { Use::Unset } else { Use::Write })?;
                return Err(wrong_string_offset(vm));
            }
            _ => {
                if mode == Mode::Unset {
                    if (*container).raw_type_behind() == tag::FALSE {
                        if (*container).is_ref() {
                            return Ok(Place::Value(Value::NULL));
                        }
                        vm.ctx.report(Level::Deprecated, "Automatic conversion of false to array is deprecated");
                    } else if !(*container).is_null() {
                        return Err(vm.ctx.throw_error("Cannot unset offset in a non-array variable"));
                    }
                    return Ok(Place::Value(Value::NULL));
                }
                // What is behind a reference becomes one without a word: PHP tells it of the last element of an assignment only.
                vivify(vm, container, (*container).is_ref())?;
            }
        }
        let Some(k) = k else {
            // A handler that was told of the conversion may have put something else there.
            let Some(array) = (*container).deref_mut().own_array_mut() else { return Ok(Place::Value(Value::NULL)) };
            let array = array.make_mut();
            if array.push(Value::NULL).is_err() {
                return Err(vm.ctx.throw_error("Cannot add element to the array as the next element is already occupied"));
            }
            let last = array.last_pos().expect("just pushed");
            let at = array.slot_at(last).as_ptr();
            return Ok(Place::At(memory::Place::new(at, Pin::array(array))));
        };
        let mut held = held_behind(container, k);
        let container = held.as_mut().map_or(container, std::ptr::from_mut);
        let key = key(vm, k, Use::Write)?;
        let Some(array) = (*container).deref_mut().own_array_mut() else { return Ok(Place::Value(Value::NULL)) };
        let array = array.make_mut();
        if let Some(place) = memory::Place::element(array, &key.as_ref()) {
            return Ok(Place::At(place));
        }
        match mode {
            Mode::Unset => Ok(Place::Value(Value::NULL)),
            Mode::Write => Ok(Place::At(made(array, key))),
            Mode::ReadWrite => {
                let before = (*container).as_array().map(Held::into_owned);
                undefined_key(vm, &key);
                vm.ctx.check()?;
                // A handler that wrote to the array has separated it from the one that is meant here.
                match ((*container).deref_mut().own_array_mut(), before) {
                    (Some(array), Some(before)) if array.same(&before) => {
                        drop(before);
                        Ok(Place::At(made(array.make_mut(), key)))
                    }
                    _ => Ok(Place::Value(Value::NULL)),
                }
            }
        }
    }
}

/// `$object[$k] = $v`; no key stands for `[]`.
pub fn assign_in_object(vm: &Vm, object: &Object, k: Option<&Value>, v: Value) -> PhpResult {
    object_write(vm, object, k, &v)?;
    Ok(v)
}
/// `$container[$k] = $v`
pub fn assign(vm: &Vm, container: &memory::Place, k: Option<&Value>, v: Value, wanted: bool) -> PhpResult {
    let container = container.at();
    // SAFETY: as in `place`.
    unsafe {
        match (*container).view() {
            View::Array(_) => {}
            View::Object(o) => return assign_in_object(vm, &o.clone(), k, v),
            View::Str(s) => {
                return match k {
                    None => Err(vm.ctx.throw_error("[] operator not supported for strings")),
                    Some(k) => {
                        let s = s.clone();
                        assign_string(vm, container, s, k, v)
                    }
                };
            }
            _ => vivify(vm, container, false)?,
        }
        let result = if wanted { v.clone() } else { Value::NULL };
        match k {
            None => {
                let Some(array) = (*container).deref_mut().own_array_mut() else { return Ok(result) };
                if array.push(v).is_err() {
                    return Err(vm.ctx.throw_error("Cannot add element to the array as the next element is already occupied"));
                }
            }
            Some(k) => {
                let mut held = held_behind(container, k);
                let container = held.as_mut().map_or(container, std::ptr::from_mut);
                let key = key(vm, k, Use::Write)?;
                let Some(array) = (*container).deref_mut().own_array_mut() else { return Ok(result) };
                let slot = array.make_mut().get_or_insert(key).as_ptr();
                if (*slot).is_ref() {
                    crate::runtime::assign::assign_place(vm, slot, v)?;
                } else {
                    let aux = (*slot).aux();
                    let old = std::ptr::replace(slot, v);
                    (*slot).set_aux(aux);
                    drop(old);
                }
            }
        }
        Ok(result)
    }
}

fn assign_string(vm: &Vm, container: *mut Value, s: Str, k: &Value, v: Value) -> PhpResult {
    let offset = string_offset(vm, k, Use::Write)?.unwrap_or(0);
    let at = if offset < 0 { offset + s.len() as i64 } else { offset };
    if at < 0 {
        vm.ctx.report(Level::Warning, format!("Illegal string offset {offset}"));
        return Ok(Value::NULL);
    }
    let text = convert::to_str(&vm.ctx, &v)?;
    if text.is_empty() {
        return Err(vm.ctx.throw_error("Cannot assign an empty string to a string offset"));
    }
    if text.len() > 1 {
        vm.ctx.report(Level::Warning, "Only the first byte will be assigned to the string offset");
        vm.ctx.check()?;
    }
    let byte = text[0];
    drop(s);
    operators::check_size(&vm.ctx, at as usize + 1)?;
    // SAFETY: the caller's live place.
    unsafe {
        let target = (*container).deref_mut();
        if !target.is_str() {
            // A handler or a conversion has put something else there.
            return Ok(Value::NULL);
        }
        let aux = target.aux();
        let Some(mut s) = std::mem::take(target).into_str() else { return Ok(Value::NULL) };
        let at = at as usize;
        if at >= s.len() {
            let pad = vec![b' '; at - s.len()];
            s.append(&pad);
            s.append(&[byte]);
        } else {
            s.make_mut()[at] = byte;
        }
        *target = Value::from(s);
        target.set_aux(aux);
    }
    Ok(Value::from(phant_memory::string::single_byte(byte)))
}

/// `$container[$k] op= $v`
pub fn assign_op(vm: &Vm, container: &memory::Place, k: Option<&Value>, number: u16, value: impl FnOnce() -> Value) -> PhpResult {
    // SAFETY: as in `place`; the element is held while the operator runs.
    unsafe {
        if let View::Object(o) = (*container.at()).view() {
            let o = o.clone();
            let v = value();
            let old = object_read(vm, &o, k).map_err(|thrown| {
                // PHP takes an object that gives no element for one that has none, in addition to what was thrown.
                if vm.ctx.exception.is_some() { not_an_array(vm, &o) } else { thrown }
            })?;
            let new = operators::binary(&vm.ctx, number, &old, &v)?;
            object_write(vm, &o, k, &new)?;
            return Ok(new);
        }
        if let View::Str(_) = (*container.at()).view() {
            return Err(match k {
                None => vm.ctx.throw_error("[] operator not supported for strings"),
                Some(k) => {
                    string_offset(vm, k, Use::Write)?;
                    vm.ctx.throw_error("Cannot use assign-op operators with string offsets")
                }
            });
        }
        let found = match place(vm, container, k, Mode::ReadWrite)? {
            Place::At(place) => place,
            Place::Value(v) => return Ok(v),
        };
        let v = value();
        let thrown = vm.ctx.has_exception();
        if number == 6
            && !thrown
            && let Some(ok) = crate::runtime::assign::append_place(vm, found.at(), &v)
        {
            return if ok { Ok((*found.at()).unref()) } else { Err(Thrown) };
        }
        let old = (*found.at()).unref();
        let new = operators::binary(&vm.ctx, number, &old, &v)?;
        drop(old);
        if !thrown {
            vm.ctx.check()?;
        }
        let found = if found.owner().is_last() || found.owner().is_shared() {
            drop(found);
            match place(vm, container, k, Mode::Write)? {
                Place::At(place) => place,
                Place::Value(v) => return Ok(v),
            }
        } else {
            found
        };
        crate::runtime::assign::assign_place(vm, found.at(), new.clone())?;
        Ok(new)
    }
}

/// `unset($container[$k])`
pub fn unset(vm: &Vm, container: &memory::Place, k: &Value) -> PhpResult<()> {
    let container = container.at();
    // SAFETY: as in `place`.
    unsafe {
        match (*container).view() {
            View::Array(a) => {
                let a = a.clone();
                let key = match (key(vm, k, Use::Unset), k.view()) {
                    (Ok(key), _) => key,
                    // Whatever is thrown about what was lost of the key, the element goes.
                    (Err(_), View::Float(f)) => Key::Int(phant_numeric::cast::float_to_int(f)),
                    (Err(_), View::Resource(r)) => Key::Int(r.id() as i64),
                    (Err(thrown), _) => return Err(thrown),
                };
                if a.contains(&key.as_ref()) {
                    drop(a);
                    let removed = (*container).deref_mut().own_array_mut().and_then(|a| a.make_mut().remove(&key.as_ref()));
                    drop(removed);
                }
                vm.ctx.check()
            }
            View::Object(o) => {
                let o = o.clone();
                if let Some(handler) = o.class().handlers.unset_dimension {
                    return handler(&vm.ctx, &o, k);
                }
                array_access(vm, &o)?;
                known_method(vm, &o, |m| m.offset_unset, "offsetUnset", std::slice::from_ref(k))?;
                Ok(())
            }
            View::Str(_) => Err(vm.ctx.throw_error("Cannot unset string offsets")),
            View::Null => Ok(()),
            View::Bool(false) => {
                vm.ctx.report(Level::Deprecated, "Automatic conversion of false to array is deprecated");
                Ok(())
            }
            _ => Err(vm.ctx.throw_error("Cannot unset offset in a non-array variable")),
        }
    }
}

/// A key as it shows in messages.
pub fn show(key: KeyRef<'_>) -> String {
    match key {
        KeyRef::Int(i) => i.to_string(),
        KeyRef::Str(s) => s.to_text().into_owned(),
    }
}

/// The elements of an array, references followed, as a fresh list.
pub fn values(array: &Array) -> Vec<Value> {
    array.values().map(Value::unref).collect()
}
