//! The link cache: classes of cached files are linked once and then declared as they are.
//!
//! What linking makes of a declaration depends on the shapes of its parent, interfaces and traits, and whether it succeeds
//! also on the classes that checks of variance asked for. All of that is noted with the shape, in the file's entry of the
//! code cache; a request in which it is the same declares the shape, and reports what linking it has found deprecated. A class is
//! not kept if linking it did anything that depends on the request: evaluated an expression, needed a class that is not cached
//! itself.

use super::shape::Shape;
use crate::{
    Vm,
    runtime::{cache::Entry, code, throwable},
};
use phant_bytecode::{ClassDecl, ClassName};
use phant_memory::{HeapVec, Str, heap_vec};
use phant_native::{Class, ClassPtr, Level, PhpResult};
use std::sync::{Arc, Mutex, MutexGuard};

/// How many shapes of one declaration are kept: with other parents, or other classes to be checked against.
const MOST: usize = 8;

/// The linked classes of a file with the addresses of their declarations. Most files declare one class.
#[derive(Default)]
pub(crate) struct Links(Mutex<Vec<(usize, Arc<Linked>)>>);

impl Links {
    fn all(&self) -> MutexGuard<'_, Vec<(usize, Arc<Linked>)>> {
        self.0.lock().expect("no panics while links are noted")
    }
    /// The file is not current any more.
    pub(crate) fn retire(&self) {
        let all = std::mem::take(&mut *self.all());
        all.iter().for_each(|(_, linked)| linked.shape.retire());
    }
}

/// The classes that a class is made of.
pub(crate) struct Relatives {
    pub(crate) parent: Option<ClassPtr>,
    pub(crate) traits: Vec<ClassPtr>,
    /// Interfaces that it names, or that its members imply.
    pub(crate) direct: Vec<ClassPtr>,
}

impl Relatives {
    fn all(&self) -> impl Iterator<Item = ClassPtr> {
        self.parent.iter().chain(&self.traits).chain(&self.direct).copied()
    }
    /// Whether a declaration names them by their own names.
    fn are_named(&self, decl: &ClassDecl) -> bool {
        let is = |name: &ClassName, class: &ClassPtr| class.lower.as_bytes() == name.lower.as_bytes();
        let mut traits = decl.traits.iter().flat_map(|used| used.traits.iter());
        self.parent.iter().zip(&decl.parent).all(|(class, name)| is(name, class))
            && decl.interfaces.iter().zip(&self.direct).all(|(name, class)| is(name, class))
            && traits.all(|name| self.traits.iter().any(|class| is(name, class)))
    }
    fn same(&self, other: &Relatives) -> bool {
        let same = |a: &[ClassPtr], b: &[ClassPtr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b));
        same(self.parent.as_slice(), other.parent.as_slice())
            && same(&self.traits, &other.traits)
            && same(&self.direct, &other.direct)
    }
}

/// A class that was asked for by name, and what was found.
pub(crate) struct Answer {
    pub(crate) name: Box<[u8]>,
    lower: Box<[u8]>,
    pub(crate) class: Option<ClassPtr>,
}

impl Answer {
    /// Whether the class is still to be loaded.
    pub(crate) fn is_awaited(&self, vm: &Vm) -> bool {
        self.class.is_some() && current(vm, &self.lower).is_none()
    }
    /// Whether the class is the one that was found.
    pub(crate) fn holds(&self, vm: &Vm) -> bool {
        match (self.class, current(vm, &self.lower)) {
            (Some(then), Some(now)) => then.same(now),
            (None, None) => true,
            _ => false,
        }
    }
}

/// What linking a class finds deprecated: each request that declares the class is told.
#[derive(Clone)]
pub(crate) struct Deprecation {
    pub(crate) text: Box<[u8]>,
    pub(crate) file: Option<Box<[u8]>>,
    pub(crate) line: u32,
    /// What was going on, for the error that an exception from an error handler becomes, and the line of that.
    pub(crate) during: String,
    pub(crate) declared_at: u32,
}

impl Deprecation {
    /// Reports it while the class is linked.
    pub(crate) fn note(self, vm: &Vm) -> PhpResult<()> {
        with_record(vm, |record| record.deprecations.push(self.clone()));
        self.report(vm)
    }
    fn report(&self, vm: &Vm) -> PhpResult<()> {
        let file = self.file.as_deref().map(Str::new);
        super::report_at(vm, Level::Deprecated, &*self.text, file.as_ref(), self.line);
        match vm.ctx.exception.take() {
            None => vm.ctx.check(),
            Some(exception) => {
                let text = throwable::uncaught_text(vm, &self.during, &exception);
                Err(super::fatal(vm, text, file.as_ref(), self.declared_at))
            }
        }
    }
}

/// A class with all that its linking depended on.
pub(crate) struct Linked {
    pub(crate) shape: Arc<Shape>,
    relatives: Relatives,
    pub(crate) answers: Vec<Answer>,
    deprecations: Vec<Deprecation>,
    /// The declaration names its relatives as they are called, not by aliases.
    by_own_names: bool,
    /// So that no other class gets the address of an answer.
    _found: Vec<Arc<Shape>>,
}

impl Linked {
    /// Reports what is deprecated, if anything is.
    pub(crate) fn report(&self, vm: &Vm) -> PhpResult<()> {
        self.deprecations.iter().try_for_each(|deprecation| deprecation.report(vm))
    }
    /// Whether declaring it reports nothing.
    pub(crate) fn is_silent(&self) -> bool {
        self.deprecations.is_empty()
    }
    /// Whether a class may be declared as it is here: all that it is made of is there already and what it was, and so is what it
    /// was checked against.
    pub(crate) fn suits(&self, vm: &Vm) -> bool {
        let classes = vm.classes.borrow();
        let is_there = |class: ClassPtr| class.is_native() || classes.is_declared(class);
        self.by_own_names && self.relatives.all().all(is_there) && self.answers.iter().all(|answer| answer.holds(vm))
    }
}

/// What linking a class has asked for so far.
pub(crate) struct Record {
    answers: HeapVec<(Str, Option<ClassPtr>)>,
    deprecations: Vec<Deprecation>,
    /// Something depended on the request.
    dependent: bool,
}

impl Record {
    pub(crate) fn new() -> Record {
        Record { answers: heap_vec(), deprecations: Vec::new(), dependent: false }
    }
}

/// A class by lower-case name, as checks see it.
fn current(vm: &Vm, lower: &[u8]) -> Option<ClassPtr> {
    if let Some(&class) = vm.classes.borrow().get(lower) {
        return Some(class);
    }
    vm.linker.linking.borrow().iter().rev().find(|(decl, _)| decl.lower.as_bytes() == lower).and_then(|(_, class)| *class)
}

/// The class being linked depends on what a name means. Native classes are always the same.
pub(crate) fn note(vm: &Vm, name: &Str, class: Option<ClassPtr>) {
    if class.is_some_and(Class::is_native) {
        return;
    }
    with_record(vm, |record| match record.answers.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
        Some((_, answer)) => *answer = class,
        None => record.answers.push((name.clone(), class)),
    });
}

/// Notes something of the class that is being linked, if one is.
fn with_record(vm: &Vm, f: impl FnOnce(&mut Record)) {
    let mut records = vm.linker.records.borrow_mut();
    let Some(innermost) = records.len().checked_sub(1) else { return };
    f(&mut records[vm.linker.noting.get().unwrap_or(innermost)]);
}

/// The class being linked depends on something that may differ from request to request.
pub(crate) fn note_dependence(vm: &Vm) {
    if let Some(record) = vm.linker.records.borrow_mut().last_mut() {
        record.dependent = true;
    }
}

/// The class as it was linked before from the same relatives.
pub(crate) fn find(vm: &Vm, decl: &ClassDecl, relatives: &Relatives) -> Option<Arc<Linked>> {
    let entry = code::entry_of(vm, decl)?;
    let all = entry.links.all();
    let address = std::ptr::from_ref(decl).addr();
    let suits = |linked: &Linked| {
        linked.relatives.same(relatives) && linked.answers.iter().all(|answer| answer.holds(vm) || answer.is_awaited(vm))
    };
    all.iter().find(|(of, linked)| *of == address && suits(linked)).map(|(_, linked)| linked.clone())
}

/// Makes a shape one that may be shared, if its file is cached and its relatives may be shared too.
pub(crate) fn prepare(vm: &Vm, decl: &ClassDecl, shape: &mut Shape, relatives: &Relatives) {
    let Some(entry) = code::entry_of(vm, decl) else { return };
    let needed = relatives.all().filter(|class| !class.is_native());
    let Some(needed) = needed.map(|class| code::shared_shape(vm, class)).collect() else { return };
    shape.relatives = needed;
    shape.unit = Some(entry.unit.clone());
}

/// Notes a class that has been linked.
pub(crate) fn remember(vm: &Vm, decl: &ClassDecl, shape: &Arc<Shape>, relatives: Relatives, record: Record) {
    if !keep(vm, decl, shape, relatives, record) {
        // Nor may classes be kept that are made of it.
        code::keep_to_request(vm, shape);
    }
}

fn keep(vm: &Vm, decl: &ClassDecl, shape: &Arc<Shape>, relatives: Relatives, record: Record) -> bool {
    let Some(entry) = code::entry_of(vm, decl) else { return false };
    if record.dependent || !shape.is_shared() {
        return false;
    }
    let mut found = Vec::new();
    let mut answers = Vec::new();
    for (name, class) in &record.answers {
        if let Some(class) = class {
            if class.same(shape.class()) {
                continue;
            }
            let Some(shape) = code::shared_shape(vm, class) else { return false };
            found.push(shape);
        }
        let lower = name.to_ascii_lowercase().into_boxed_slice();
        answers.push(Answer { name: name.as_bytes().into(), lower, class: *class });
    }
    let by_own_names = relatives.are_named(decl);
    let deprecations = record.deprecations;
    insert(&entry, decl, Linked { shape: shape.clone(), relatives, answers, deprecations, by_own_names, _found: found })
}

fn insert(entry: &Entry, decl: &ClassDecl, linked: Linked) -> bool {
    let mut all = entry.links.all();
    if entry.is_retired() {
        return false;
    }
    let address = std::ptr::from_ref(decl).addr();
    all.retain(|(of, other)| *of != address || !other.shape.is_stale());
    let known = || all.iter().filter(|(of, _)| *of == address).map(|(_, other)| other);
    let same = |a: &Answer, b: &Answer| a.lower == b.lower && a.class.map(std::ptr::from_ref) == b.class.map(std::ptr::from_ref);
    // Another worker may have linked it meanwhile.
    let is_known = known().any(|other| {
        other.relatives.same(&linked.relatives)
            && other.answers.len() == linked.answers.len()
            && other.answers.iter().zip(&linked.answers).all(|(a, b)| same(a, b))
    });
    if is_known {
        return false;
    }
    if known().count() == MOST
        && let Some(first) = all.iter().position(|(of, _)| *of == address)
    {
        all.remove(first).1.shape.retire();
    }
    all.push((address, Arc::new(linked)));
    true
}
