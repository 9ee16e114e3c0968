//! Declaring a class: its relatives are found, its members put together with theirs, the whole checked and published.

use super::{
    draft::Draft, enums, fatal_class, inherit, interfaces, is_native_name, kind_word, members, slots::INHERITED_FLAGS, traits,
    variance, verify,
};
use crate::Vm;
use phant_bytecode::{ClassDecl, ClassName, class::DeclKind, types::is_reserved_class_name};
use phant_memory::Str;
use phant_native::{
    ClassPtr, Level, PhpResult, Thrown,
    class::class_flags,
    descriptor::{ClassKind, modifiers},
};
use std::sync::atomic::Ordering::Relaxed;

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
    if !vm.classes.borrow().contains_key(decl.lower.as_bytes()) && !is_native_name(&decl.lower) && is_early(vm, decl) {
        declare(vm, decl, true)?;
    }
    Ok(())
}

fn declare(vm: &Vm, decl: &'static ClassDecl, early: bool) -> PhpResult<Option<ClassPtr>> {
    check_name(vm, decl)?;
    let depth = vm.linker.linking.borrow().len();
    vm.linker.linking.borrow_mut().push((decl, None));
    let result = link(vm, decl, depth, early);
    vm.linker.linking.borrow_mut().truncate(depth);
    result
}

fn link(vm: &Vm, decl: &'static ClassDecl, depth: usize, early: bool) -> PhpResult<Option<ClassPtr>> {
    // A class takes tables as large as all that it inherits.
    vm.ctx.poll()?;
    let parent = match &decl.parent {
        Some(name) => Some(load(vm, name, "Class")?),
        None => None,
    };
    let mut used = load_traits(vm, decl)?;
    let direct = load_interfaces(vm, decl)?;
    let mut draft = begin(decl, parent, &direct);
    vm.linker.linking.borrow_mut()[depth].1 = Some(draft.class());
    let filled = fill(vm, decl, &mut draft, &mut used, &direct, early);
    let class = draft.class();
    // Also if it failed: what has been evaluated meanwhile may refer to it.
    crate::code::hold_shape(vm, draft.finish());
    Ok(filled?.then_some(class))
}

fn is_early(vm: &Vm, decl: &ClassDecl) -> bool {
    let mut wants_interfaces = !decl.interfaces.is_empty() || decl.kind == DeclKind::Enum || !decl.traits.is_empty();
    wants_interfaces |= decl.kind != DeclKind::Trait && decl.methods.iter().any(|m| m.lower.as_bytes() == b"__tostring");
    if wants_interfaces {
        return false;
    }
    match &decl.parent {
        Some(parent) => vm.classes.borrow().contains_key(parent.lower.as_bytes()) || is_native_name(&parent.lower),
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
    let declared = vm.classes.borrow().get(decl.lower.as_bytes()).copied();
    let existing = declared.or_else(|| super::native_class(vm, &decl.lower));
    let Some(existing) = existing else { return Ok(()) };
    let text = redeclaration(existing, &existing.name);
    Err(fatal_class(vm, decl, text))
}

fn redeclaration(existing: ClassPtr, name: &Str) -> String {
    let place = existing.decl.and_then(|d| crate::errors::declared_at(d.file.as_deref(), d.line)).unwrap_or_default();
    format!("Cannot redeclare {} {name}{place}", kind_word(existing.kind))
}

/// A class by name, or the exception that it cannot be found.
fn load(vm: &Vm, name: &ClassName, kind: &str) -> PhpResult<ClassPtr> {
    if let Some(class) = vm.ctx.host.lookup_class(&vm.ctx, &name.name, true) {
        return Ok(class);
    }
    vm.ctx.check()?;
    Err(vm.ctx.throw_error(format!("{kind} \"{}\" not found", name.name)))
}

fn load_traits(vm: &Vm, decl: &'static ClassDecl) -> PhpResult<Vec<ClassPtr>> {
    let mut used = Vec::new();
    for name in decl.traits.iter().flat_map(|used| used.traits.iter()) {
        let Some(class) = vm.ctx.host.lookup_class(&vm.ctx, &name.name, true) else {
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
    let has_to_string = decl.methods.iter().any(|m| m.lower.as_bytes() == b"__tostring");
    let says_so = decl.interfaces.iter().any(|i| i.lower.as_bytes() == b"stringable");
    if has_to_string && !says_so && decl.kind != DeclKind::Trait {
        implied.push(b"stringable");
    }
    for name in implied {
        direct.extend(super::native_class(vm, name));
    }
    Ok(direct)
}

/// The class with everything that does not depend on members.
fn begin(decl: &'static ClassDecl, parent: Option<ClassPtr>, direct: &[ClassPtr]) -> Draft {
    let mut draft = Draft::new(decl.name.copy(), decl.lower.copy(), kind_of(decl), decl.modifiers);
    draft.set_parent(parent);
    let class = draft.edit();
    class.decl = Some(decl);
    class.backing = decl.backing;
    class.attributes = &decl.attributes;
    class.interfaces = interfaces::closure(parent, direct);
    draft
}

/// Puts the members together. False: it is too early for that.
fn fill(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    used: &mut Vec<ClassPtr>,
    direct: &[ClassPtr],
    early: bool,
) -> PhpResult<bool> {
    let parent = draft.class().parent;
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
    interfaces::implement(vm, decl, draft, direct, &mut pending)?;
    members::verify_hooks(vm, decl, draft)?;
    verify::abstract_methods(vm, decl, draft)?;
    if draft.class().kind == ClassKind::Enum {
        verify::enumeration(vm, decl, draft)?;
    }
    draft.edit().traits = used.clone();
    if early && !pending.is_empty() {
        return Ok(false);
    }
    set_flags(draft);
    publish(vm, decl, draft)?;
    // A parent that is still being settled may need the classes that it waits for first.
    let nearly = parent.is_some_and(|p| !p.has_flag(class_flags::LINKED));
    pending.settle(vm, decl, nearly)?;
    draft.class().set_flag(class_flags::LINKED);
    crate::cache::count_linked();
    verify::overrides(vm, draft.class())?;
    Ok(true)
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
fn publish(vm: &Vm, decl: &'static ClassDecl, draft: &Draft) -> PhpResult<()> {
    let class = draft.class();
    // An autoloader may have declared the class meanwhile.
    check_name(vm, decl)?;
    vm.places.reserve(draft.shape().last_place);
    vm.classes.borrow_mut().insert(class.lower.to_str(), class);
    vm.class_order.borrow_mut().push((class.lower.to_str(), class));
    Ok(())
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
    if vm.classes.borrow().contains_key(lower.as_bytes()) || is_native_name(&lower) {
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
        let text = format!("The \"{name}\" class is reserved for internal use and cannot be manually instantiated");
        return vm.ctx.throw_error(text);
    }
    let kind = match class.kind {
        ClassKind::Class => "abstract class",
        other => kind_word(other),
    };
    vm.ctx.throw_error(format!("Cannot instantiate {kind} {}", class.name))
}
