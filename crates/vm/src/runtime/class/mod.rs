//! Classes: declaring, linking, inheritance, native classes, constants.
//!
//! A class comes from a compiled declaration ([`link::declare_class`]) or from a native descriptor
//! ([`materialize::native_class`]). Both fill a draft and publish it in [`crate::Vm::classes`]; from then on a class does
//! not change. Values that are evaluated on first use ([`constants`]) are the request's (`state`). Classes of cached files
//! are linked once and shared by all requests (`links`).

pub mod constants;
pub(crate) mod draft;
pub mod enums;
pub(crate) mod inherit;
pub(crate) mod interfaces;
pub mod link;
pub(crate) mod links;
pub(crate) mod magic;
pub mod materialize;
pub(crate) mod members;
pub(crate) mod shape;
pub mod signature;
pub(crate) mod slots;
pub(crate) mod state;
pub mod subtype;
mod table;
pub(crate) mod traits;
pub(crate) mod variance;
pub(crate) mod verify;

pub use link::{declare_alias, declare_class};
pub use materialize::{declared_classes, is_native_name, native_class};
pub(crate) use table::{ClassTable, order};

use crate::Vm;
use phant_bytecode::ClassDecl;
use phant_memory::{HeapBox, HeapVec, RequestHeap, Str, heap_vec};
use phant_native::{ClassPtr, FunctionPtr, Level, Thrown, descriptor::ClassKind, descriptor::modifiers};
use std::cell::{Cell, RefCell};

/// What linking classes needs to remember during a request.
pub struct Linker {
    /// Classes being linked, with the class once it has its relatives: variance checks see them before they are declared.
    pub(crate) linking: RefCell<HeapVec<(&'static ClassDecl, Option<ClassPtr>)>>,
    /// What the classes being linked have asked for, innermost last.
    pub(crate) records: RefCell<HeapVec<links::Record>>,
    /// The record that answers go to, if it is not the innermost one.
    pub(crate) noting: Cell<Option<usize>>,
    /// Classes that variance checks wait for, to be loaded.
    pub(crate) awaited: RefCell<HeapVec<Str>>,
    /// Classes that are declared but have checks to finish.
    pub(crate) unsettled: RefCell<HeapVec<variance::Unsettled>>,
    /// Constants whose deprecation is being reported.
    pub(crate) deprecating: RefCell<HeapVec<*const phant_native::class::ClassConstant>>,
    /// Constants being evaluated for the sake of others: finding one so again is a self-reference.
    pub(crate) marked: RefCell<HeapVec<*const phant_native::class::ClassConstant>>,
    /// How many constants are being evaluated, one for the sake of another.
    pub(crate) evaluating: Cell<u32>,
    /// What is wrong with classes is kept here, and is no error: preloading does without them.
    pub(crate) trying: Cell<bool>,
    /// Message, file and line of that.
    pub(crate) failure: RefCell<Option<(Str, Str, u32)>>,
}

/// What a line of execution that does not run is linking.
pub(crate) struct Suspended {
    linking: HeapVec<(&'static ClassDecl, Option<ClassPtr>)>,
    records: HeapVec<links::Record>,
    awaited: HeapVec<Str>,
    unsettled: HeapVec<variance::Unsettled>,
}

impl Default for Suspended {
    fn default() -> Self {
        Suspended { linking: heap_vec(), records: heap_vec(), awaited: heap_vec(), unsettled: heap_vec() }
    }
}

impl Linker {
    /// Exchanges the classes being linked with those of another line of execution: an autoloader may suspend a fiber in the
    /// middle of one, and what is begun afterwards need not end before it.
    #[inline(always)]
    pub(crate) fn exchange(&self, other: &mut Option<HeapBox<Suspended>>) {
        if other.is_some() || !self.linking.borrow().is_empty() {
            self.exchange_all(other);
        }
    }
    #[cold]
    #[inline(never)]
    fn exchange_all(&self, other: &mut Option<HeapBox<Suspended>>) {
        let Suspended { linking, records, awaited, unsettled } =
            other.take().map_or_else(Suspended::default, HeapBox::into_inner);
        let suspended = Suspended {
            linking: self.linking.replace(linking),
            records: self.records.replace(records),
            awaited: self.awaited.replace(awaited),
            unsettled: self.unsettled.replace(unsettled),
        };
        *other = (!suspended.linking.is_empty()).then(|| HeapBox::new_in(suspended, RequestHeap));
    }
    /// Whether a constant is being evaluated because another one refers to it.
    pub(crate) fn is_evaluating(&self, constant: &phant_native::class::ClassConstant) -> bool {
        self.marked.borrow().iter().any(|&c| std::ptr::eq(c, constant))
    }
}

impl Default for Linker {
    fn default() -> Self {
        Linker {
            linking: RefCell::new(heap_vec()),
            records: RefCell::new(heap_vec()),
            noting: Cell::new(None),
            awaited: RefCell::new(heap_vec()),
            unsettled: RefCell::new(heap_vec()),
            deprecating: RefCell::new(heap_vec()),
            marked: RefCell::new(heap_vec()),
            evaluating: Cell::new(0),
            trying: Cell::new(false),
            failure: RefCell::new(None),
        }
    }
}

/// Reports a fatal error at a place in the source, and ends the request.
pub fn fatal(vm: &Vm, message: impl AsRef<[u8]>, file: Option<&Str>, line: u32) -> Thrown {
    links::note_dependence(vm);
    if vm.linker.trying.get() {
        vm.linker.failure.replace(Some((Str::new(message), file.cloned().unwrap_or_default(), line)));
        return Thrown;
    }
    report_at(vm, Level::CompileError, message, file, line);
    Thrown
}

/// Reports an error at a place in the source.
fn report_at(vm: &Vm, level: Level, message: impl AsRef<[u8]>, file: Option<&Str>, line: u32) {
    let at = file.map(|file| (file.clone(), line));
    let outer = vm.errors.at.replace(at);
    vm.ctx.report(level, message);
    vm.errors.at.set(outer);
}

/// A fatal error at a class declaration.
pub(crate) fn fatal_class(vm: &Vm, decl: &ClassDecl, message: impl AsRef<[u8]>) -> Thrown {
    fatal(vm, message, decl.file.as_deref(), decl.line)
}

/// A fatal error at a method's declaration, or where execution is for a native method.
pub(crate) fn fatal_method(vm: &Vm, method: FunctionPtr, message: impl AsRef<[u8]>) -> Thrown {
    match method.code() {
        Some(code) => fatal(vm, message, code.file.as_deref(), code.line),
        None => fatal(vm, message, None, 0),
    }
}

/// `class`, `interface`, `trait`, `enum`
pub fn kind_word(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::Class => "class",
        ClassKind::Interface => "interface",
        ClassKind::Trait => "trait",
        ClassKind::Enum => "enum",
    }
}

/// `Class`, `Interface`, `Trait`, `Enum`
pub(crate) fn kind_title(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::Class => "Class",
        ClassKind::Interface => "Interface",
        ClassKind::Trait => "Trait",
        ClassKind::Enum => "Enum",
    }
}

/// `public`, `protected`, `private`
pub fn visibility_word(modifiers: u32) -> &'static str {
    if modifiers & modifiers::PRIVATE != 0 {
        "private"
    } else if modifiers & modifiers::PROTECTED != 0 {
        "protected"
    } else {
        "public"
    }
}
