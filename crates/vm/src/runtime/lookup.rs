//! Functions and classes by name.

use crate::runtime::{file_functions::FileFunctions, preloaded, shadows, vm::Vm};
use phant_bytecode::{ClassDecl, Code};
use phant_memory::{HeapBox, RequestHeap, Str, string::Letters};
use phant_native::{ClassPtr, Function, FunctionPtr, Level, PhpResult, registry};

impl Vm {
    /// A function by a string: mostly one of compiled code, in small letters, whose hash is known.
    #[inline]
    pub fn function_named(&self, name: &Str) -> Option<FunctionPtr> {
        let known = self.functions.borrow().named(name).copied();
        known.or_else(|| {
            let is_key = !name.iter().any(|&b| b.is_ascii_uppercase() || b == b'\\');
            if is_key { self.function_made_now(name) } else { self.lookup_function(name) }
        })
    }
    /// A function by name in any case of letters; native ones are made on first use.
    pub fn lookup_function(&self, name: &[u8]) -> Option<FunctionPtr> {
        let name = name.strip_prefix(b"\\").unwrap_or(name);
        let (mut short, mut long) = ([0; 64], Vec::new());
        let key: &[u8] = if Letters::Upper.are_in(name) { lowered(name, &mut short, &mut long) } else { name };
        if let Some(&f) = self.functions.borrow().get(key) {
            return Some(f);
        }
        self.function_made_now(key)
    }
    /// A function that the request has not used yet, by its name in small letters.
    fn function_made_now(&self, key: &[u8]) -> Option<FunctionPtr> {
        if let Some(code) = preloaded::get().and_then(|preloaded| preloaded.function(key)) {
            let f: FunctionPtr = HeapBox::leak(HeapBox::new_in(Function::user(code, None), RequestHeap));
            self.functions.borrow_mut().insert(Str::new(key), f);
            return Some(f);
        }
        let d = registry::get().functions.of_bytes(key)?.item;
        if self.is_disabled(key) {
            return None;
        }
        let f = crate::runtime::code::native_function(self, d);
        self.functions.borrow_mut().insert(Str::new(key), f);
        Some(f)
    }
    /// User functions in order of declaration.
    pub(crate) fn all_user_functions(&self) -> Vec<FunctionPtr> {
        let preloaded = preloaded::get().into_iter().flat_map(|preloaded| preloaded.function_names());
        let mut all: Vec<FunctionPtr> = preloaded.filter_map(|name| self.lookup_function(name)).collect();
        all.extend(self.user_functions.borrow().iter());
        all
    }
    /// Whether `disable_functions` names a function, by lower-case name.
    pub(crate) fn is_disabled(&self, name: &[u8]) -> bool {
        let list = self.ctx.ini.get("disable_functions").unwrap_or_default();
        crate::runtime::cache::is_disabled(&list, name)
    }
    /// A class by name; native ones are made on first use, others may be autoloaded.
    pub fn lookup_class(&self, name: &[u8], autoload: bool) -> Option<ClassPtr> {
        let name = name.strip_prefix(b"\\").unwrap_or(name);
        let classes = self.classes.borrow();
        // What an earlier request has declared under a name tells the name in small letters, and that it is no native class's.
        if let Some(known) = self.members.class(name) {
            let declared = classes.named(&known.lower).copied();
            if declared.is_some() {
                return declared;
            }
            if !known.is_native() {
                drop(classes);
                return self.autoloaded(name, &known.lower, autoload);
            }
        }
        let (mut short, mut long) = ([0; 64], Vec::new());
        let lower = lowered(name, &mut short, &mut long);
        if let Some(&c) = classes.get(lower) {
            self.members.note_class(c, name);
            return Some(c);
        }
        drop(classes);
        if let Some(c) = crate::runtime::class::materialize::new_native_class(self, lower) {
            return Some(c);
        }
        self.autoloaded(name, lower, autoload)
    }
    fn autoloaded(&self, name: &[u8], lower: &[u8], autoload: bool) -> Option<ClassPtr> {
        if !autoload || self.ctx.has_exception() {
            return None;
        }
        let class = self.ctx.host.autoload(&self.ctx, name, lower)?;
        self.members.note_class(class, name);
        Some(class)
    }
    /// A class that is there already, without autoloading.
    pub fn lookup_class_quiet(&self, name: &[u8]) -> Option<ClassPtr> {
        self.lookup_class(name, false)
    }
}

/// A name in small letters: in the short buffer, if it fits.
fn lowered<'a>(name: &[u8], short: &'a mut [u8; 64], long: &'a mut Vec<u8>) -> &'a [u8] {
    let lower: &mut [u8] = match short.get_mut(..name.len()) {
        Some(short) => {
            short.copy_from_slice(name);
            short
        }
        None => {
            long.extend_from_slice(name);
            long
        }
    };
    lower.make_ascii_lowercase();
    lower
}

/// Declares the functions of a file of the code cache, whose names are known to be no native functions'.
pub(crate) fn declare_file_functions(vm: &Vm, functions: &FileFunctions) -> PhpResult<()> {
    vm.places.reserve(functions.last_place);
    for (lower, function) in functions.each() {
        let lower = lower.to_str();
        let is_preloaded = preloaded::get().is_some_and(|preloaded| preloaded.function(&lower).is_some());
        if is_preloaded || vm.functions.borrow().named(&lower).is_some() {
            declare_function(vm, function.code().expect("compiled code"))?;
            continue;
        }
        vm.functions.borrow_mut().insert(lower, function);
        vm.user_functions.borrow_mut().push(function);
    }
    Ok(())
}

fn add_function(vm: &Vm, code: &'static Code, lower: Str) {
    let f = HeapBox::leak(HeapBox::new_in(Function::user(code, None), RequestHeap));
    vm.functions.borrow_mut().insert(lower, f);
    vm.user_functions.borrow_mut().push(f);
}

/// Declares a function.
pub fn declare_function(vm: &Vm, code: &'static Code) -> PhpResult<()> {
    let name = code.name.as_deref().cloned().unwrap_or_default();
    let lower = name.to_lower();
    if let Some(existing) = vm.lookup_function(&lower) {
        // A preloaded file may be included, too.
        let same = existing.code().is_some_and(|known| std::ptr::eq(known, code));
        if same && preloaded::get().is_some_and(|preloaded| preloaded.function(&lower).is_some()) {
            return Ok(());
        }
        let place =
            existing.code().and_then(|c| crate::runtime::errors::declared_at(c.file.as_deref(), c.line)).unwrap_or_default();
        let text = format!("Cannot redeclare function {name}(){place}");
        let file = code.file.as_deref().cloned().unwrap_or_default();
        return Err(crate::runtime::errors::fatal_at(vm, Level::CompileError, text.as_bytes(), &file, code.line));
    }
    if let Some(number) = shadows::note(&lower) {
        crate::runtime::code::codes(vm).forget_shadowed(vm, &lower, number);
    }
    add_function(vm, code, lower);
    Ok(())
}

/// Whether a class was declared before its statement is reached.
pub fn declared_early(vm: &Vm, decl: &'static ClassDecl) -> bool {
    vm.classes.borrow().named(&decl.lower).is_some_and(|c| c.decl.is_some_and(|d| std::ptr::eq(d, decl)))
}
