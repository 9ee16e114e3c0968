//! Variables by name: symbol tables of frames, global variables.
//!
//! A frame has its variables in slots. When somebody asks by name (`$$x`, `extract`, `include`, `eval`), it gets a
//! table whose entries point to the slots; further variables live in the table itself. The main script's table is the
//! table of globals; a file included inside a function works on the function's table.

use crate::{
    interpreter::call,
    runtime::{
        frame::{Frame, FrameAux, HEADER_SLOTS, flags, slot},
        promised::Make,
        vm::Vm,
    },
};
use phant_bytecode::{Code, code_flags};
use phant_memory::{Array, Key, KeyRef, PhpArray, PhpStr, Str, Value, array::LookedUp};

/// Whether a variable of that name is global everywhere.
pub fn is_superglobal(name: &[u8]) -> bool {
    matches!(name, b"_GET" | b"_POST" | b"_COOKIE" | b"_FILES" | b"_SERVER" | b"_ENV" | b"_REQUEST" | b"_SESSION")
}

/// The table a frame's names are looked up in.
fn table(vm: &Vm, fp: *mut Frame) -> *mut PhpArray {
    // SAFETY: a live frame of compiled code.
    unsafe {
        if (*fp).flags & flags::AUX != 0
            && let Some(symbols) = (*(*fp).aux).symbols.as_mut()
        {
            return std::ptr::from_mut(symbols.make_mut());
        }
        if is_global(vm, fp) {
            return std::ptr::from_mut(vm.globals.borrow_mut().make_mut());
        }
        // Included code works on the table of the code that included it.
        if (*fp).flags & flags::MAIN != 0 {
            let caller = crate::runtime::frame::user_frame((*fp).prev);
            if !caller.is_null() {
                return table(vm, caller);
            }
        }
        let code = (*(*fp).func).code().expect("compiled code");
        let mut symbols = Array::with_hash_capacity(code.vars.len());
        attach_into(symbols.make_mut(), fp, code);
        let aux = call::aux(fp);
        (*aux).symbols = Some(symbols);
        std::ptr::from_mut((*aux).symbols.as_mut().expect("just made").make_mut())
    }
}
/// Whether a frame works on the global variables.
fn is_global(vm: &Vm, fp: *mut Frame) -> bool {
    // SAFETY: a live frame.
    unsafe { (*fp).flags & flags::MAIN != 0 && (*fp).called.is_null() && vm.global_frames.borrow().contains(&fp) }
}
fn attach_into(symbols: &mut PhpArray, fp: *mut Frame, code: &Code) {
    for (i, name) in code.vars.iter().enumerate() {
        if name.as_bytes().first() == Some(&0) {
            continue;
        }
        // SAFETY: variables' slots of a live frame.
        unsafe {
            let place = slot(fp, HEADER_SLOTS + i as u16);
            symbols.set(Key::Str(name.to_str()), Value::indirect(place));
        }
    }
}

/// Top-level code starts: its variables take the values that the table has, and the table points to them.
///
/// # Safety
/// `fp` must be a frame of `code` whose variables are initialised.
pub unsafe fn attach(vm: &Vm, symbols: &mut PhpArray, fp: *mut Frame, code: &Code) {
    // SAFETY: by contract; what an entry points to is moved, so it is counted once.
    unsafe {
        for (i, name) in code.vars.iter().enumerate() {
            if name.as_bytes().first() == Some(&0) {
                continue;
            }
            let place = slot(fp, HEADER_SLOTS + i as u16);
            let known = symbols.get_mut(&KeyRef::Str(name)).is_some();
            let entry = symbols.get_or_insert(Key::Str(name.to_str())).as_ptr();
            let aux = (*entry).aux();
            match (*entry).indirect_target() {
                Some(p) if p != place => {
                    vm.promised.keep(&vm.ctx, p);
                    place.write(std::ptr::replace(p, Value::UNDEF));
                }
                Some(_) => {}
                None => {
                    let v = std::ptr::replace(entry, Value::NULL);
                    // A fresh entry stands for a variable that is not set.
                    place.write(if known { v } else { Value::UNDEF });
                }
            }
            entry.write(Value::indirect(place));
            (*entry).set_aux(aux);
        }
    }
}
/// What happens to the names of top-level code and of generators before their variables go.
///
/// # Safety
/// `fp` must be a frame of compiled code that ends, with its variables initialised.
#[cold]
#[inline(never)]
pub unsafe fn end(vm: &Vm, fp: *mut Frame) {
    // SAFETY: by contract; flags say what the frame has.
    unsafe {
        if (*fp).flags & flags::MAIN != 0 {
            give_back(vm, fp);
        } else if (*fp).flags & flags::AUX != 0 {
            // What only a generator's table has goes first; with functions it goes last. Destructors run later, if in this order.
            drop((*(*fp).aux).symbols.take());
        }
    }
}

/// Top-level code ends: its variables go back to the table that it shares with the code that included it.
///
/// # Safety
/// `fp` must be a frame of top-level code whose variables are initialised.
unsafe fn give_back(vm: &Vm, fp: *mut Frame) {
    // SAFETY: by contract; frames in the chain are live.
    unsafe {
        let Some(code) = (*(*fp).func).code() else { return };
        if code.vars.is_empty() {
            return;
        }
        let table = if is_global(vm, fp) {
            std::ptr::from_mut(vm.globals.borrow_mut().make_mut())
        } else {
            let caller = crate::runtime::frame::user_frame((*fp).prev);
            if caller.is_null() {
                return;
            }
            for_include(vm, caller)
        };
        detach(&mut *table, fp, code);
    }
}
/// Top-level code ends: the table takes the variables' values back.
///
/// # Safety
/// As for [`attach`].
pub unsafe fn detach(symbols: &mut PhpArray, fp: *mut Frame, code: &Code) {
    // SAFETY: by contract.
    unsafe {
        for (i, name) in code.vars.iter().enumerate() {
            if name.as_bytes().first() == Some(&0) {
                continue;
            }
            let place = slot(fp, HEADER_SLOTS + i as u16);
            let Some(entry) = symbols.get_mut(&KeyRef::Str(name)) else { continue };
            let entry = entry.as_ptr();
            if (*entry).indirect_target() != Some(place) {
                continue;
            }
            let v = std::ptr::replace(place, Value::UNDEF);
            if v.is_undef() {
                let pos = symbols.position_of(&KeyRef::Str(name)).expect("just found");
                let removed = symbols.remove_at(pos);
                std::mem::forget(removed);
            } else {
                let aux = (*entry).aux();
                entry.write(v);
                (*entry).set_aux(aux);
            }
        }
    }
}
/// A frame's table goes with the frame; entries that point to slots own nothing.
pub fn drop_table(_aux: &FrameAux) {}

/// The table for code included by `fp`: its own if it has one, or the globals.
pub fn for_include(vm: &Vm, fp: *mut Frame) -> *mut PhpArray {
    if fp.is_null() {
        return std::ptr::from_mut(vm.globals.borrow_mut().make_mut());
    }
    table(vm, fp)
}

fn resolve(entry: *mut Value) -> *mut Value {
    // SAFETY: entries point to live slots.
    unsafe { (*entry).indirect_target().unwrap_or(entry) }
}

/// The place of a variable of a frame, if it exists (it may be UNDEF).
pub fn find(vm: &Vm, fp: *mut Frame, name: &Str) -> Option<*mut Value> {
    crate::runtime::checked::reaches_variables(false);
    // SAFETY: a live frame of compiled code.
    unsafe {
        let code = (*(*fp).func).code().expect("compiled code");
        let bytes = name.as_bytes();
        // Names of code that was compiled together are the same strings.
        let is_it = |v: &[u8]| v.len() == bytes.len() && (std::ptr::eq(v.as_ptr(), bytes.as_ptr()) || v == bytes);
        if let Some(i) = code.vars.iter().position(|v| is_it(v.as_bytes())) {
            return Some(slot(fp, HEADER_SLOTS + i as u16));
        }
        let t = table(vm, fp);
        let found = (*t).get_mut(&Key::from(name).as_ref()).map(|s| resolve(s.as_ptr()));
        found.inspect(|&place| vm.promised.keep(&vm.ctx, place))
    }
}
/// The place of a variable of a frame, made if need be.
pub fn make(vm: &Vm, fp: *mut Frame, name: &Str) -> *mut Value {
    crate::runtime::checked::reaches_variables(true);
    check_foreseen(fp, name);
    if let Some(p) = find(vm, fp, name) {
        return p;
    }
    // SAFETY: a live frame.
    unsafe { resolve((*table(vm, fp)).get_or_insert(Key::from(name)).as_ptr()) }
}
/// In checked builds: type inference must have known that the frame's code has its variables changed by name.
fn check_foreseen(fp: *mut Frame, name: &Str) {
    if cfg!(any(debug_assertions, feature = "checked")) {
        // SAFETY: a live frame of compiled code.
        let code = unsafe { (*(*fp).func).code() }.expect("compiled code");
        assert!(phant_analysis::flow::may_change_by_name(code, name), "${name} is changed by name behind inference");
    }
}
/// Removes a variable of a frame.
pub fn unset(vm: &Vm, fp: *mut Frame, name: &Str) {
    crate::runtime::checked::reaches_variables(true);
    check_foreseen(fp, name);
    // SAFETY: a live frame of compiled code.
    unsafe {
        let code = (*(*fp).func).code().expect("compiled code");
        if let Some(i) = code.vars.iter().position(|v| v == name) {
            drop(std::ptr::replace(slot(fp, HEADER_SLOTS + i as u16), Value::UNDEF));
            return;
        }
        let removed = (*table(vm, fp)).remove(&Key::from(name).as_ref());
        drop(removed);
    }
}
/// The place of a global variable, if it exists.
pub fn find_global(vm: &Vm, name: &Str) -> Option<*mut Value> {
    let p = place_of_global(vm, name)?;
    vm.promised.keep(&vm.ctx, p);
    // SAFETY: a live place.
    if unsafe { (*p).is_undef() } { None } else { Some(p) }
}
/// The same, but for one that is promised and that nobody has asked for.
pub fn find_made_global(vm: &Vm, name: &Str) -> Option<*mut Value> {
    // SAFETY: a live place.
    place_of_global(vm, name).filter(|&p| unsafe { !(*p).is_undef() })
}
fn place_of_global(vm: &Vm, name: &Str) -> Option<*mut Value> {
    vm.globals.borrow_mut().make_mut().get_mut(&Key::from(name).as_ref()).map(|s| resolve(s.as_ptr()))
}
/// Promises a global variable, which `make` makes when somebody asks for it, by its number. `false`: somebody has a reference to
/// what it was, and is to see what it becomes.
pub fn promise_global(vm: &Vm, name: &Str, number: usize, make: Make) -> bool {
    // SAFETY: a live place.
    if place_of_global(vm, name).is_some_and(|p| unsafe { (*p).is_ref() }) {
        return false;
    }
    let place = vm.promised.open(number, make);
    let entry = vm.globals.borrow_mut().make_mut().get_or_insert(Key::from(name)).as_ptr();
    // SAFETY: a live entry, which keeps what the table keeps beside it. What it held goes when the place is in it.
    unsafe {
        let aux = (*entry).aux();
        let before = std::ptr::replace(entry, Value::indirect(place));
        (*entry).set_aux(aux);
        drop(before);
    }
    true
}
/// The place of a global variable of a literal name, as far as it can be told without a call; null says nothing.
///
/// # Safety
/// `name` must be a literal string.
#[inline(always)]
pub unsafe fn known_global(vm: &Vm, name: *const Value) -> *mut Value {
    // SAFETY: by contract; nobody holds a borrow of the table while instructions run, and its entries point to live places.
    unsafe {
        let name = &*((*name).payload() as *const PhpStr);
        let LookedUp::Found(v) = (*vm.globals.as_ptr()).look_up(name) else { return std::ptr::null_mut() };
        let place = v.indirect_target().unwrap_or(std::ptr::from_ref(v).cast_mut());
        if (*place).is_undef() { std::ptr::null_mut() } else { place }
    }
}
/// The place of a global variable, made if need be.
pub fn make_global(vm: &Vm, name: &Str) -> *mut Value {
    let p = resolve(vm.globals.borrow_mut().make_mut().get_or_insert(Key::from(name)).as_ptr());
    vm.promised.keep(&vm.ctx, p);
    // SAFETY: a live place.
    unsafe {
        if (*p).is_undef() {
            // In the table itself, the place carries the chain of its hash.
            (*p).assign(Value::NULL);
        }
    }
    p
}
/// Removes a global variable.
pub fn unset_global(vm: &Vm, name: &Str) {
    let Some(p) = find_global(vm, name) else { return };
    // SAFETY: a live place; a slot's variable becomes unset, another entry is removed.
    unsafe {
        let key = Key::from(name);
        let entry = vm.globals.borrow_mut().make_mut().get_mut(&key.as_ref()).expect("found").as_ptr();
        if (*entry).indirect_target().is_some() {
            drop(std::ptr::replace(p, Value::UNDEF));
        } else {
            let removed = vm.globals.borrow_mut().make_mut().remove(&key.as_ref());
            drop(removed);
        }
    }
}
/// `$GLOBALS` as a value: a copy of the table.
pub fn globals_copy(vm: &Vm) -> Array {
    vm.promised.keep_all(&vm.ctx);
    copy(&vm.globals.borrow())
}
/// A table as a plain array: pointers followed, unset variables left out, references kept.
pub fn copy(table: &PhpArray) -> Array {
    let mut out = Array::with_hash_capacity(table.len());
    for (k, v) in table.iter() {
        // SAFETY: entries point to live slots.
        let v = match v.indirect_target() {
            // SAFETY: see above.
            Some(p) => unsafe { &*p },
            None => v,
        };
        if !v.is_undef() {
            out.make_mut().add_new_key(k, v.copied());
        }
    }
    out
}
/// All variables of a frame, as `get_defined_vars` shows them.
pub fn defined(vm: &Vm, fp: *mut Frame) -> Array {
    crate::runtime::checked::reaches_variables(false);
    let t = table(vm, fp);
    if std::ptr::eq(t, &raw const **vm.globals.borrow()) {
        vm.promised.keep_all(&vm.ctx);
    }
    // SAFETY: the table is not changed meanwhile.
    unsafe { copy(&*t) }
}
/// Whether code keeps its variables in a table of somebody else.
pub fn is_main(code: &Code) -> bool {
    code.flags & code_flags::MAIN != 0
}
