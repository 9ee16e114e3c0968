//! Inheritance from a parent class: the rules, and what the class gets.

use super::{draft::Draft, fatal_class, fatal_method, magic, variance, visibility_word};
use crate::Vm;
use phant_bytecode::ClassDecl;
use phant_memory::Str;
use phant_native::{
    ClassPtr, FunctionPtr, PhpResult,
    class::{ClassConstant, Property},
    descriptor::{ClassKind, modifiers},
};

/// Whether the class may extend the parent at all.
pub(crate) fn check_parent(vm: &Vm, decl: &'static ClassDecl, parent: Option<ClassPtr>) -> PhpResult<()> {
    let Some(parent) = parent else { return Ok(()) };
    let name = &decl.name;
    let text = if parent.modifiers & modifiers::FINAL != 0 || parent.kind == ClassKind::Enum {
        format!("Class {name} cannot extend final class {}", parent.name)
    } else if parent.kind == ClassKind::Interface {
        format!("Class {name} cannot extend interface {}", parent.name)
    } else if parent.kind == ClassKind::Trait {
        format!("Class {name} cannot extend trait {}", parent.name)
    } else if (decl.modifiers ^ parent.modifiers) & modifiers::READONLY_CLASS != 0 {
        let readonly = decl.modifiers & modifiers::READONLY_CLASS != 0;
        let (own, other) = if readonly { ("Readonly", "non-readonly") } else { ("Non-readonly", "readonly") };
        format!("{own} class {name} cannot extend {other} class {}", parent.name)
    } else {
        return Ok(());
    };
    Err(fatal_class(vm, decl, text))
}

/// Checks redeclared properties and adds the others.
pub(crate) fn properties(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    parent: ClassPtr,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    for (name, &inherited) in parent.properties.iter() {
        match draft.class().properties.get(name).copied() {
            Some(own) => property(vm, decl, own, inherited, pending)?,
            None => draft.edit().properties.insert(name.copy(), inherited),
        }
    }
    Ok(())
}

/// A property against the one it redeclares.
pub(crate) fn property(
    vm: &Vm,
    decl: &'static ClassDecl,
    own: &'static Property,
    inherited: &'static Property,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    if inherited.modifiers & modifiers::PRIVATE != 0 || std::ptr::eq(own, inherited) {
        return Ok(());
    }
    let (class, name) = (&decl.name, &own.name);
    let changed = (own.modifiers ^ inherited.modifiers) & (modifiers::STATIC | modifiers::READONLY);
    let text = if changed & modifiers::STATIC != 0 {
        let word = |p: &Property| if p.is_static() { "static" } else { "non static" };
        let (was, is) = (word(inherited), word(own));
        format!("Cannot redeclare {was} {}::${name} as {is} {class}::${name}", inherited.class.name)
    } else if changed & modifiers::READONLY != 0 && !is_demand(inherited) {
        let word = |p: &Property| if p.is_readonly() { "readonly" } else { "non-readonly" };
        let (was, is) = (word(inherited), word(own));
        format!("Cannot redeclare {was} property {}::${name} as {is} {class}::${name}", inherited.class.name)
    } else if inherited.modifiers & modifiers::FINAL != 0 {
        format!("Cannot override final property {}::${name}", inherited.class.name)
    } else if own.modifiers & modifiers::VISIBILITY > inherited.modifiers & modifiers::VISIBILITY {
        access_level(&format!("{class}::${name}"), inherited.modifiers, inherited.class)
    } else if is_writable(inherited) && set_rank(own.modifiers) > set_rank(inherited.modifiers) {
        let weaker =
            if inherited.modifiers & modifiers::SET_VISIBILITY & !modifiers::PUBLIC_SET == 0 { "" } else { " or weaker" };
        let wanted = set_word(inherited.modifiers);
        format!("Set access level of {class}::${name} must be {wanted} (as in class {}){weaker}", inherited.class.name)
    } else {
        String::new()
    };
    if !text.is_empty() {
        return Err(fatal_class(vm, decl, text));
    }
    hook(vm, decl, own.class, own.get_hook, inherited.get_hook, pending)?;
    hook(vm, decl, own.class, own.set_hook, inherited.set_hook, pending)?;
    variance::property(vm, decl, own, inherited, pending)
}

fn hook(
    vm: &Vm,
    decl: &'static ClassDecl,
    class: ClassPtr,
    own: Option<FunctionPtr>,
    inherited: Option<FunctionPtr>,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    let (Some(own), Some(inherited)) = (own, inherited) else { return Ok(()) };
    if std::ptr::eq(own, inherited) || inherited.modifiers & modifiers::PRIVATE != 0 {
        return Ok(());
    }
    if inherited.modifiers & modifiers::FINAL != 0 {
        let text = format!("Cannot override final property hook {}()", inherited.display_name());
        return Err(fatal_class(vm, decl, text));
    }
    rules(vm, own, inherited, false)?;
    if own.class.is_some_and(|c| c.same(class)) {
        own.set_prototype(inherited.prototype().unwrap_or(inherited));
    }
    variance::method(vm, class, own, inherited, pending)
}

/// Whether the property only says what others must have.
fn is_demand(p: &Property) -> bool {
    p.modifiers & modifiers::ABSTRACT != 0
}

/// Whether a property can be written at all.
fn is_writable(p: &Property) -> bool {
    p.slot.is_some() || p.set_hook.is_some()
}

/// How restricted writing is: like the visibility of reading, but by the stricter of the two.
fn set_rank(m: u32) -> u32 {
    let set = (m & modifiers::SET_VISIBILITY) >> 10;
    if set == 0 { m & modifiers::VISIBILITY } else { set }
}

fn set_word(m: u32) -> &'static str {
    if m & modifiers::PRIVATE_SET != 0 {
        "private(set)"
    } else if m & modifiers::PROTECTED_SET != 0 {
        "protected(set)"
    } else if m & modifiers::PUBLIC_SET != 0 {
        "public(set)"
    } else {
        "omitted"
    }
}

fn access_level(member: &str, inherited: u32, class: ClassPtr) -> String {
    let word = visibility_word(inherited);
    let weaker = if inherited & modifiers::PUBLIC != 0 { "" } else { " or weaker" };
    format!("Access level to {member} must be {word} (as in class {}){weaker}", class.name)
}

/// Checks overridden constants and adds the others.
pub(crate) fn constants(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    parent: ClassPtr,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    for (name, &inherited) in parent.constants.iter() {
        match draft.class().constants.get(name).copied() {
            Some(own) => constant(vm, decl, own, inherited, pending)?,
            None if inherited.modifiers & modifiers::PRIVATE != 0 => {}
            None => draft.edit().constants.insert(name.copy(), inherited),
        }
    }
    Ok(())
}

fn constant(
    vm: &Vm,
    decl: &'static ClassDecl,
    own: &'static ClassConstant,
    inherited: &'static ClassConstant,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    if inherited.modifiers & modifiers::PRIVATE != 0 {
        return Ok(());
    }
    let name = &own.name;
    if own.modifiers & modifiers::VISIBILITY > inherited.modifiers & modifiers::VISIBILITY {
        let text = access_level(&format!("{}::{name}", decl.name), inherited.modifiers, inherited.class);
        return Err(fatal_class(vm, decl, text));
    }
    if inherited.modifiers & modifiers::FINAL != 0 {
        return Err(final_constant(vm, decl, own, inherited));
    }
    variance::constant(vm, decl, own, inherited, pending)
}

pub(crate) fn final_constant(
    vm: &Vm,
    decl: &'static ClassDecl,
    own: &'static ClassConstant,
    inherited: &'static ClassConstant,
) -> phant_native::Thrown {
    let name: &Str = &own.name;
    let text = format!("{}::{name} cannot override final constant {}::{name}", own.class.name, inherited.class.name);
    fatal_class(vm, decl, text)
}

/// Checks overriding methods and adds the others.
pub(crate) fn methods(vm: &Vm, draft: &mut Draft, parent: ClassPtr, pending: &mut variance::Pending) -> PhpResult<()> {
    for (lower, &inherited) in parent.methods.iter() {
        match draft.class().methods.get(lower).copied() {
            Some(own) => method(vm, draft, lower, own, inherited, pending)?,
            None => draft.edit().methods.insert(lower.copy(), inherited),
        }
    }
    magic::inherit(&mut draft.edit().magic, &parent.magic);
    Ok(())
}

/// The name of the class that declares a method.
pub(crate) fn scope_name(f: FunctionPtr) -> Str {
    f.class.map(|c| c.name.to_str()).unwrap_or_default()
}
/// The same for a method of a class that is being put together.
fn own_scope_name(f: FunctionPtr, inherited: FunctionPtr) -> Str {
    origin_against(f, inherited).map_or_else(|| scope_name(f), |origin| origin.name.to_str())
}
/// The trait that a method of a class being put together counts as belonging to: it is still the trait's when what the parent
/// has comes, be it of an interface, and the class's own when what the class's interfaces demand does.
pub(crate) fn origin_against(own: FunctionPtr, inherited: FunctionPtr) -> Option<ClassPtr> {
    let demanded_by = inherited.class.filter(|class| class.kind == ClassKind::Interface);
    let parent = own.class.and_then(|class| class.parent);
    let with_parent = demanded_by.is_none_or(|interface| parent.is_some_and(|parent| parent.is_subclass_or_same(interface)));
    own.trait_origin.filter(|_| with_parent)
}

fn is_constructor(lower: &[u8]) -> bool {
    lower == b"__construct"
}

/// A class's method against the one it overrides or implements.
pub(crate) fn method(
    vm: &Vm,
    draft: &mut Draft,
    lower: &Str,
    own: FunctionPtr,
    inherited: FunctionPtr,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    if std::ptr::eq(own, inherited) {
        return Ok(());
    }
    let hidden = modifiers::PRIVATE | modifiers::ABSTRACT;
    let constructor = is_constructor(lower);
    if inherited.modifiers & hidden == modifiers::PRIVATE && !constructor {
        return Ok(());
    }
    rules(vm, own, inherited, true)?;
    let prototype = inherited.prototype().unwrap_or(inherited);
    let mut against = inherited;
    if constructor {
        // Constructors are only bound by abstract ones and those of interfaces.
        if !prototype.is_abstract() {
            return Ok(());
        }
        against = prototype;
    }
    if own.class.is_some_and(|c| c.same(draft.class())) {
        own.set_prototype(prototype);
    }
    if own.modifiers & modifiers::VISIBILITY > inherited.modifiers & modifiers::VISIBILITY {
        let member = format!("{}::{}()", own_scope_name(own, inherited), own.name);
        let text = match inherited.class {
            // A constructor is bound by the abstract one.
            Some(class) if own.name.eq_ignore_ascii_case(b"__construct") => {
                access_level(&member, inherited.modifiers, prototype.class.unwrap_or(class))
            }
            Some(class) => access_level(&member, inherited.modifiers, class),
            None => return Ok(()),
        };
        return Err(fatal_method(vm, own, text));
    }
    variance::method(vm, draft.class(), own, against, pending)
}

/// Rules about modifiers that hold for overriding, implementing, and meeting a trait's abstract method.
pub(crate) fn rules(vm: &Vm, own: FunctionPtr, inherited: FunctionPtr, check_final: bool) -> PhpResult<()> {
    let (there, here) = (scope_name(inherited), own_scope_name(own, inherited));
    let name = &own.name;
    let text = if check_final && inherited.modifiers & modifiers::FINAL != 0 {
        format!("Cannot override final method {there}::{name}()")
    } else if inherited.is_static() && !own.is_static() {
        format!("Cannot make static method {there}::{name}() non static in class {here}")
    } else if !inherited.is_static() && own.is_static() {
        format!("Cannot make non static method {there}::{name}() static in class {here}")
    } else if own.is_abstract() && !inherited.is_abstract() {
        format!("Cannot make non abstract method {there}::{name}() abstract in class {here}")
    } else {
        return Ok(());
    };
    Err(fatal_method(vm, own, text))
}
