//! Declaring a class: its relatives are found, its members put together with theirs, the whole checked and published.

use super::{
    draft::Draft,
    enums, fatal_class, inherit, interfaces, is_native_name, kind_word,
    links::{self, Linked, Record, Relatives},
    members,
    shape::Shape,
    slots::INHERITED_FLAGS,
    traits, variance, verify,
};
use crate::{Vm, runtime::code};
use phant_bytecode::{ClassDecl, ClassName, class::DeclKind, types::is_reserved_class_name};
use phant_memory::Str;
use phant_native::{
    ClassPtr, Level, PhpResult, Thrown,
    class::class_flags,
    descriptor::{ClassKind, modifiers},
};
use std::sync::{Arc, atomic::Ordering::Relaxed};

/// Declares a class of PHP code.
pub fn declare_class(vm: &Vm, decl: &'static ClassDecl) -> PhpResult<ClassPtr> {
    match declare(vm, decl, false)? {
        Some(class) => Ok(class),
        None => Err(Thrown),
    }
}

/// Declares a top-level class before the code around it runs, if that is possible: it needs nothing but, at most, a
/// parent that is there already, and no check has to wait for another class.
pub fn declare_early(vm: &Vm, decl: &'static ClassDecl) -> PhpResult<()> {
    if is_early(vm, decl) && vm.classes.borrow().named(&decl.lower).is_none() && !is_native_name(&decl.lower) {
        declare(vm, decl, true)?;
    }
    Ok(())
}

fn declare(vm: &Vm, decl: &'static ClassDecl, early: bool) -> PhpResult<Option<ClassPtr>> {
    if let Some(class) = preloaded_as(vm, decl) {
        return Ok(Some(class));
    }
    vm.ctx.poll()?;
    if let Some(class) = declare_again(vm, decl) {
        return Ok(Some(class));
    }
    check_name(vm, decl)?;
    let depth = vm.linker.linking.borrow().len();
    vm.linker.linking.borrow_mut().push((decl, None));
    let result = declare_at(vm, decl, depth, early);
    vm.linker.linking.borrow_mut().truncate(depth);
    result
}

/// Declares a class as it was declared before, if that suits: nothing runs, and nothing is reported.
pub(crate) fn declare_again(vm: &Vm, decl: &ClassDecl) -> Option<ClassPtr> {
    let (class, last_place) = code::linked_before(vm, decl, |linked| linked.suits(vm))?;
    if vm.classes.borrow().named(&class.lower.to_str()).is_some() {
        return None;
    }
    note(vm, class, last_place);
    code::codes(vm).found.count_shared();
    Some(class)
}

/// The class of a declaration that is preloaded: its file may be included, too.
fn preloaded_as(vm: &Vm, decl: &ClassDecl) -> Option<ClassPtr> {
    crate::runtime::preloaded::get()?;
    let declared = vm.classes.borrow().named(&decl.lower).copied()?;
    declared.decl.is_some_and(|known| std::ptr::eq(known, decl)).then_some(declared)
}

fn declare_at(vm: &Vm, decl: &'static ClassDecl, depth: usize, early: bool) -> PhpResult<Option<ClassPtr>> {
    // A class takes tables as large as all that it inherits.
    vm.ctx.poll()?;
    let parent = match &decl.parent {
        Some(name) => Some(load(vm, name, "Class")?),
        None => None,
    };
    let traits = load_traits(vm, decl)?;
    let direct = load_interfaces(vm, decl)?;
    let relatives = Relatives { parent, traits, direct };
    if let Some(linked) = links::find(vm, decl, &relatives) {
        return declare_linked(vm, decl, &linked, &relatives, depth, early);
    }
    vm.linker.records.borrow_mut().push(Record::new());
    let result = link(vm, decl, &relatives, depth, early);
    let record = vm.linker.records.borrow_mut().pop().expect("pushed above");
    let Some(shape) = result? else { return Ok(None) };
    links::remember(vm, decl, &shape, relatives, record);
    Ok(Some(shape.class()))
}

/// Puts a class together, checks and publishes it. `None`: it is too early for that.
fn link(vm: &Vm, decl: &'static ClassDecl, relatives: &Relatives, depth: usize, early: bool) -> PhpResult<Option<Arc<Shape>>> {
    let mut draft = begin(decl, relatives);
    vm.linker.linking.borrow_mut()[depth].1 = Some(draft.class());
    let filled = fill(vm, decl, &mut draft, relatives);
    let mut shape = draft.finish();
    links::prepare(vm, decl, &mut shape, relatives);
    let shape = Arc::new(shape);
    // Also if it failed: what has been evaluated meanwhile may refer to it.
    code::hold_shape(vm, &shape);
    let pending = filled?;
    if early && !pending.is_empty() {
        code::keep_to_request(vm, &shape);
        return Ok(None);
    }
    publish(vm, decl, shape.class(), shape.last_place)?;
    // A parent that is still being settled may need the classes that it waits for first.
    let nearly = relatives.parent.filter(|p| !p.has_flag(class_flags::LINKED));
    pending.settle(vm, decl, shape.class(), nearly)?;
    shape.class().set_flag(class_flags::LINKED);
    crate::runtime::cache::count_linked();
    verify::overrides(vm, shape.class())?;
    Ok(Some(shape))
}

/// Declares a class that was linked before. `None`: it is too early, classes that it was checked against are not there.
fn declare_linked(
    vm: &Vm,
    decl: &'static ClassDecl,
    linked: &Arc<Linked>,
    relatives: &Relatives,
    depth: usize,
    early: bool,
) -> PhpResult<Option<ClassPtr>> {
    if early && linked.answers.iter().any(|answer| answer.is_awaited(vm)) {
        return Ok(None);
    }
    let class = linked.shape.class();
    vm.linker.linking.borrow_mut()[depth].1 = Some(class);
    code::hold_shape(vm, &linked.shape);
    linked.report(vm)?;
    publish(vm, decl, class, linked.shape.last_place)?;
    code::codes(vm).found.count_shared();
    code::note_linked(vm, decl, linked);
    for answer in &linked.answers {
        if !answer.is_awaited(vm) {
            continue;
        }
        let name = Str::new(&answer.name);
        vm.ctx.host.lookup_class(&vm.ctx, &name, true);
        if let Some(exception) = vm.ctx.exception.take() {
            return Err(variance::uncaught(vm, decl, &name, &exception));
        }
        if !answer.holds(vm) {
            check_again(vm, decl, relatives)?;
            break;
        }
    }
    Ok(Some(class))
}

/// Classes that a linked class is checked against are others than before. That does not change the class, but it may be
/// wrong now.
fn check_again(vm: &Vm, decl: &'static ClassDecl, relatives: &Relatives) -> PhpResult<()> {
    let mut draft = begin(decl, relatives);
    let filled = fill(vm, decl, &mut draft, relatives);
    let shape = Arc::new(draft.finish());
    code::hold_shape(vm, &shape);
    filled?.settle(vm, decl, shape.class(), None)
}

fn is_early(vm: &Vm, decl: &ClassDecl) -> bool {
    let mut wants_interfaces = !decl.interfaces.is_empty() || decl.kind == DeclKind::Enum || !decl.traits.is_empty();
    wants_interfaces |= decl.kind != DeclKind::Trait && decl.has_to_string;
    if wants_interfaces {
        return false;
    }
    match &decl.parent {
        Some(parent) => vm.classes.borrow().named(&parent.lower).is_some() || is_native_name(&parent.lower),
        None => true,
    }
}

fn kind_of(decl: &ClassDecl) -> ClassKind {
    match decl.kind {
        DeclKind::Class => ClassKind::Class,
        DeclKind::Interface => ClassKind::Interface,
        DeclKind::Trait => ClassKind::Trait,
        DeclKind::Enum => ClassKind::Enum,
    }
}

fn check_name(vm: &Vm, decl: &'static ClassDecl) -> PhpResult<()> {
    let declared = vm.classes.borrow().named(&decl.lower).copied();
    let existing = declared.or_else(|| super::materialize::new_native_class(vm, &decl.lower));
    existing.map_or(Ok(()), |existing| Err(redeclared(vm, decl, existing)))
}

#[cold]
fn redeclared(vm: &Vm, decl: &'static ClassDecl, existing: ClassPtr) -> Thrown {
    let text = redeclaration(existing, &existing.name);
    fatal_class(vm, decl, text)
}

fn redeclaration(existing: ClassPtr, name: &Str) -> String {
    let place = existing.decl.and_then(|d| crate::runtime::errors::declared_at(d.file.as_deref(), d.line)).unwrap_or_default();
    format!("Cannot redeclare {} {name}{place}", kind_word(existing.kind))
}

/// A class by name, which may have to be loaded.
fn find(vm: &Vm, name: &ClassName) -> Option<ClassPtr> {
    let declared = vm.classes.borrow().named(&name.lower).copied();
    declared.or_else(|| vm.ctx.host.lookup_class(&vm.ctx, &name.name, true))
}

/// A class by name, or the exception that it cannot be found.
fn load(vm: &Vm, name: &ClassName, kind: &str) -> PhpResult<ClassPtr> {
    if let Some(class) = find(vm, name) {
        return Ok(class);
    }
    vm.ctx.check()?;
    Err(vm.ctx.throw_error(format!("{kind} \"{}\" not found", name.name)))
}

fn load_traits(vm: &Vm, decl: &'static ClassDecl) -> PhpResult<Vec<ClassPtr>> {
    let mut used = Vec::new();
    for name in decl.traits.iter().flat_map(|used| used.traits.iter()) {
        let Some(class) = find(vm, name) else {
            if let Some(exception) = vm.ctx.exception.take() {
                let text = crate::runtime::throwable::uncaught_text(vm, "During class fetch", &exception);
                return Err(fatal_class(vm, decl, text));
            }
            vm.ctx.check()?;
            return Err(fatal_class(vm, decl, format!("Trait \"{}\" not found", name.name)));
        };
        if class.kind != ClassKind::Trait {
            let text = format!("{} cannot use {} - it is not a trait", decl.name, class.name);
            return Err(fatal_class(vm, decl, text));
        }
        // A trait named twice is used once.
        if !used.iter().any(|t: &ClassPtr| t.same(class)) {
            used.push(class);
        }
    }
    Ok(used)
}

fn load_interfaces(vm: &Vm, decl: &'static ClassDecl) -> PhpResult<Vec<ClassPtr>> {
    let mut direct = Vec::new();
    for name in &decl.interfaces {
        direct.push(load(vm, name, "Interface")?);
    }
    let mut implied: Vec<&[u8]> = Vec::new();
    if decl.kind == DeclKind::Enum {
        implied.push(b"unitenum");
        if decl.backing.is_some() {
            implied.push(b"backedenum");
        }
    }
    let says_so = || decl.interfaces.iter().any(|i| i.lower.as_bytes() == b"stringable");
    if decl.has_to_string && decl.kind != DeclKind::Trait && !says_so() {
        implied.push(b"stringable");
    }
    for name in implied {
        direct.extend(super::native_class(vm, name));
    }
    Ok(direct)
}

/// The class with everything that does not depend on members.
fn begin(decl: &'static ClassDecl, relatives: &Relatives) -> Draft {
    let mut draft = Draft::new(decl.name.copy(), decl.lower.copy(), kind_of(decl), decl.modifiers);
    draft.set_parent(relatives.parent);
    let class = draft.edit();
    class.decl = Some(decl);
    class.backing = decl.backing;
    class.attributes = &decl.attributes;
    class.interfaces = interfaces::closure(relatives.parent, &relatives.direct);
    class.traits = relatives.traits.clone();
    draft
}

/// Puts the members together. The result is the checks that wait for classes.
fn fill(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft, relatives: &Relatives) -> PhpResult<variance::Pending> {
    let (parent, used) = (relatives.parent, &relatives.traits[..]);
    inherit::check_parent(vm, decl, parent)?;
    let mut pending = variance::Pending::new();
    if let Some(parent) = parent {
        members::take_slots(draft, parent);
    }
    if draft.class().kind == ClassKind::Enum {
        enums::add_properties(draft);
    }
    members::own(vm, decl, draft)?;
    if draft.class().kind == ClassKind::Enum {
        enums::add_user_methods(vm, decl, draft)?;
    }
    let rules = traits::methods(vm, decl, draft, used, &mut pending)?;
    if let Some(parent) = parent {
        inherit::properties(vm, decl, draft, parent, &mut pending)?;
        inherit::constants(vm, decl, draft, parent, &mut pending)?;
        inherit::methods(vm, draft, parent, &mut pending)?;
    }
    traits::abstract_methods(vm, decl, draft, used, &rules, &mut pending)?;
    traits::constants(vm, decl, draft, used)?;
    traits::properties(vm, decl, draft, used)?;
    implied_by_traits(vm, draft);
    interfaces::implement(vm, decl, draft, &relatives.direct, &mut pending)?;
    members::verify_hooks(vm, decl, draft)?;
    verify::abstract_methods(vm, decl, draft)?;
    if draft.class().kind == ClassKind::Enum {
        verify::enumeration(vm, decl, draft)?;
    }
    set_flags(draft);
    Ok(pending)
}

/// A trait's `__toString` makes the class Stringable.
fn implied_by_traits(vm: &Vm, draft: &mut Draft) {
    let class = draft.class();
    let named = class.lower.as_bytes() == b"stringable";
    if class.magic.to_string.is_none() || class.kind == ClassKind::Trait || named {
        return;
    }
    if let Some(stringable) = super::native_class(vm, b"stringable")
        && !class.interfaces.iter().any(|i| i.same(stringable))
    {
        draft.edit().interfaces.push(stringable);
    }
}

fn set_flags(draft: &mut Draft) {
    let class = draft.class();
    let decl = class.decl.expect("user class");
    let mut flags = interfaces::flags_of(class) | super::slots::flags_of(class);
    if let Some(parent) = class.parent {
        flags |= parent.flags.load(Relaxed) & INHERITED_FLAGS;
    }
    if decl.anonymous {
        flags |= class_flags::ANONYMOUS;
    }
    if class.kind == ClassKind::Enum || class.modifiers & modifiers::READONLY_CLASS != 0 {
        flags |= class_flags::NO_DYNAMIC_PROPERTIES;
    }
    if class.attributes.iter().any(|a| a.lower.as_bytes() == b"allowdynamicproperties") {
        flags |= class_flags::ALLOW_DYNAMIC_PROPERTIES;
    }
    class.flags.store(flags, Relaxed);
}

/// Puts the class where lookups find it.
fn publish(vm: &Vm, decl: &'static ClassDecl, class: ClassPtr, last_place: isize) -> PhpResult<()> {
    // An autoloader may have declared the class meanwhile.
    let existing = vm.classes.borrow().named(&decl.lower).copied();
    if let Some(existing) = existing {
        return Err(redeclared(vm, decl, existing));
    }
    note(vm, class, last_place);
    Ok(())
}

fn note(vm: &Vm, class: ClassPtr, last_place: isize) {
    vm.places.reserve(last_place);
    vm.classes.borrow_mut().insert(class.lower.to_str(), class);
    vm.class_order.borrow_mut().push((class.lower.to_str(), class));
}

/// Gives a class another name. False, after a warning, if the name is taken.
pub fn declare_alias(vm: &Vm, class: ClassPtr, alias: &Str) -> PhpResult<bool> {
    let name = alias.strip_prefix(b"\\").map_or_else(|| alias.clone(), Str::new);
    let lower = name.to_lower();
    if name.as_bytes() == b"_" {
        vm.ctx.report(Level::Deprecated, "Using \"_\" as a class alias is deprecated since 8.4");
        vm.ctx.check()?;
    }
    let last = lower.rsplit(|&b| b == b'\\').next().unwrap_or(&lower);
    if is_reserved_class_name(last) {
        vm.ctx.report(Level::CompileError, format!("Cannot use \"{name}\" as a class alias as it is reserved"));
        return Err(Thrown);
    }
    if vm.classes.borrow().contains(lower.as_bytes()) || is_native_name(&lower) {
        vm.ctx.report(Level::Warning, redeclaration(class, &name));
        return Ok(false);
    }
    vm.classes.borrow_mut().insert(lower.clone(), class);
    vm.class_order.borrow_mut().push((lower, class));
    Ok(true)
}

/// The error for instantiating what is not a class, or an abstract one.
pub fn not_instantiable(vm: &Vm, class: ClassPtr) -> Thrown {
    if class.has_flag(class_flags::NOT_INSTANTIABLE) {
        let name = &class.name;
        if let Some(maker) = class.handlers.made_by {
            return vm.ctx.throw_error(format!("Cannot directly construct {name}, use {maker} instead"));
        }
        let text = format!("The \"{name}\" class is reserved for internal use and cannot be manually instantiated");
        return vm.ctx.throw_error(text);
    }
    let kind = match class.kind {
        ClassKind::Class => "abstract class",
        other => kind_word(other),
    };
    vm.ctx.throw_error(format!("Cannot instantiate {kind} {}", class.name))
}
