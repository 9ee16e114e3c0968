//! Autoloading classes.

use crate::{interpreter::callback, runtime::vm::Vm};
use phant_memory::{Object, Str, Value, header};
use phant_native::{Callable, ClassPtr};

/// The bytes that names of classes are made of.
const IN_NAMES: [bool; 256] = {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'\\' | 0x80..);
        byte += 1;
    }
    all
};

/// Asks the autoloaders for a class.
pub fn load(vm: &Vm, name: &[u8], lower: &[u8]) -> Option<ClassPtr> {
    if vm.autoloaders.borrow().is_empty() || name.is_empty() {
        return None;
    }
    // What earlier requests have had under this very name is the name of a class, unless it is one that has none of its own.
    let known = vm.members.class(name).filter(|class| class.lower.as_bytes() == lower && memchr::memchr(b'@', name).is_none());
    // Names that cannot be classes are not asked for.
    if known.is_none() && !name.iter().all(|&b| IN_NAMES[usize::from(b)]) {
        return None;
    }
    let key = known.map_or_else(|| Str::new(lower), |class| class.lower.to_str());
    if vm.autoloading.borrow().contains(&key) {
        return None;
    }
    vm.autoloading.borrow_mut().push(key.clone());
    let outer = vm.autoload_frame.replace(vm.frame.get());
    let mut found = None;
    // Mostly the name is asked for as the class has it.
    let asked =
        known.filter(|class| class.name.as_bytes() == name).map_or_else(|| Value::str(name), |class| Value::from(&class.name));
    let mut classes = vm.classes.borrow().len();
    let mut i = 0;
    while let Some(loader) = at(vm, i) {
        i += 1;
        let result = callback::call_taking(vm, &loader, &mut [asked.clone()]);
        let_go(loader);
        if result.is_err() {
            break;
        }
        let table = vm.classes.borrow();
        if table.len() != classes {
            classes = table.len();
            found = table.named(&key).copied();
            if found.is_some() {
                break;
            }
        }
    }
    vm.autoload_frame.set(outer);
    // Fibers may have left others behind or finished them.
    let autoloading = &mut *vm.autoloading.borrow_mut();
    if let Some(at) = autoloading.iter().rposition(|name| *name == key) {
        autoloading.remove(at);
    }
    found
}

/// The autoloader with this number.
fn at(vm: &Vm, i: usize) -> Option<Callable> {
    vm.autoloaders.borrow().get(i).cloned()
}

/// Gives back what a call of an autoloader had of it. Mostly the list still has its own, so that nothing of it became garbage.
#[inline]
fn let_go(loader: Callable) {
    let Callable { this, closure, .. } = loader;
    if let Some(object) = this {
        give_back(object);
    }
    if let Some(closure) = closure {
        give_back(closure);
    }
}
#[inline(always)]
fn give_back(object: Object) {
    let header = object.as_ptr().cast();
    // SAFETY: the object is live, and somebody else has a count of it, so that this one is given back by counting alone.
    unsafe {
        if header::is_shared(header) {
            (*header).refcount -= 1;
            std::mem::forget(object);
        }
    }
}
