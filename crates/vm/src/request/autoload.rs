//! Autoloading classes.

use crate::{interpreter::call, runtime::vm::Vm};
use phant_memory::{Str, Value};
use phant_native::ClassPtr;

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
    let mut i = 0;
    while i < vm.autoloaders.borrow().len() {
        let loader = vm.autoloaders.borrow()[i].clone();
        i += 1;
        // Mostly the name is asked for as the class has it.
        let asked = known
            .filter(|class| class.name.as_bytes() == name)
            .map_or_else(|| Value::str(name), |class| Value::from(&class.name));
        let result = call::call_callable(vm, &loader, &[asked], None);
        if result.is_err() {
            break;
        }
        if let Some(&c) = vm.classes.borrow().named(&key) {
            found = Some(c);
            break;
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
