//! Interfaces of a class: which, in which order, and what follows from them.

use super::{draft::Draft, fatal_class, inherit, kind_title, links::Deprecation, magic, variance};
use crate::Vm;
use phant_bytecode::ClassDecl;
use phant_native::{
    Class, ClassPtr, PhpResult,
    class::{ClassConstant, Property, class_flags},
    descriptor::{ClassKind, modifiers},
};

/// All interfaces of a class in PHP's order: the parent's, the direct ones, then those that each of the direct ones
/// extends, last ones first.
pub(crate) fn closure(parent: Option<ClassPtr>, direct: &[ClassPtr]) -> Vec<ClassPtr> {
    let mut all: Vec<ClassPtr> = Vec::new();
    let inherited = parent.iter().flat_map(|p| p.interfaces.iter());
    let extended = direct.iter().flat_map(|i| i.interfaces.iter().rev());
    for interface in inherited.chain(direct).chain(extended) {
        if !all.iter().any(|i| i.same(interface)) {
            all.push(interface);
        }
    }
    all
}

/// The same for a native class, which takes over one after the other: what its methods imply, the parent's last ones
/// first, then each direct one with what it extends.
pub(crate) fn native_closure(implied: &[ClassPtr], parent: Option<ClassPtr>, direct: &[ClassPtr]) -> Vec<ClassPtr> {
    let mut all: Vec<ClassPtr> = Vec::new();
    let inherited = parent.iter().flat_map(|p| p.interfaces.iter().rev());
    let own = direct.iter().flat_map(|i| std::iter::once(i).chain(i.interfaces.iter().rev()));
    for interface in implied.iter().chain(inherited).chain(own) {
        if !all.iter().any(|i| i.same(interface)) {
            all.push(interface);
        }
    }
    all
}

/// The class flags that follow from a class's interfaces.
pub(crate) fn flags_of(class: &Class) -> u32 {
    class.interfaces.iter().fold(flag_of(class), |flags, interface| flags | flag_of(interface))
}

fn flag_of(interface: &Class) -> u32 {
    if !interface.is_native() {
        return 0;
    }
    match interface.lower.as_bytes() {
        b"iterator" => class_flags::ITERATOR,
        b"iteratoraggregate" => class_flags::ITERATOR_AGGREGATE,
        b"arrayaccess" => class_flags::ARRAY_ACCESS,
        b"countable" => class_flags::COUNTABLE,
        b"throwable" => class_flags::THROWABLE,
        b"serializable" => class_flags::SERIALIZABLE,
        _ => 0,
    }
}

/// Implements the interfaces that the parent does not: constants, methods and properties that they demand.
pub(crate) fn implement(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    direct: &[ClassPtr],
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    check_list(vm, decl, draft.class(), direct)?;
    let inherited = draft.class().parent.map_or(0, |p| p.interfaces.len());
    for i in 0..inherited {
        let interface = draft.class().interfaces[i];
        check_native(vm, decl, draft.class(), interface)?;
    }
    let mut i = inherited;
    while i < draft.class().interfaces.len() {
        let interface = draft.class().interfaces[i];
        take_over(vm, decl, draft, interface, pending)?;
        check_native(vm, decl, draft.class(), interface)?;
        i += 1;
    }
    Ok(())
}

/// Whether what is named is interfaces, each once.
fn check_list(vm: &Vm, decl: &'static ClassDecl, class: ClassPtr, direct: &[ClassPtr]) -> PhpResult<()> {
    for (i, interface) in direct.iter().enumerate() {
        if interface.kind != ClassKind::Interface {
            let text = format!("{} cannot implement {} - it is not an interface", decl.name, interface.name);
            return Err(fatal_class(vm, decl, text));
        }
        if direct[..i].iter().any(|other| other.same(interface)) {
            let kind = kind_title(class.kind);
            let text = format!("{kind} {} cannot implement previously implemented interface {}", decl.name, interface.name);
            return Err(fatal_class(vm, decl, text));
        }
    }
    Ok(())
}

fn take_over(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    interface: ClassPtr,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    for (name, &inherited) in interface.constants.iter() {
        match draft.class().constants.get(name).copied() {
            Some(own) => constant(vm, decl, draft.class(), own, inherited, pending)?,
            None => draft.edit().constants.insert(name.copy(), inherited),
        }
    }
    for (lower, &inherited) in interface.methods.iter() {
        // What the interface has from another one that came before is settled.
        let settled =
            |other: &ClassPtr| !other.same(interface) && other.methods.get(lower).is_some_and(|&m| std::ptr::eq(m, inherited));
        let interfaces = &draft.class().interfaces;
        let before = interfaces.iter().position(|i| i.same(interface)).unwrap_or(0);
        let inherited_before = draft.class().parent.map_or(0, |p| p.interfaces.len());
        if interfaces[inherited_before.min(before)..before].iter().any(settled) {
            continue;
        }
        match draft.class().methods.get(lower).copied() {
            Some(own) => inherit::method(vm, draft, lower, own, inherited, pending)?,
            None => {
                draft.edit().methods.insert(lower.copy(), inherited);
                magic::note(&mut draft.edit().magic, lower, inherited);
            }
        }
    }
    for (name, &inherited) in interface.properties.iter() {
        match draft.class().properties.get(name).copied() {
            Some(own) => property(vm, decl, own, inherited, pending)?,
            None => draft.edit().properties.insert(name.copy(), inherited),
        }
    }
    Ok(())
}

fn constant(
    vm: &Vm,
    decl: &'static ClassDecl,
    class: ClassPtr,
    own: &'static ClassConstant,
    inherited: &'static ClassConstant,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    if own.class.same(inherited.class) {
        return Ok(());
    }
    if inherited.modifiers & modifiers::FINAL != 0 {
        return Err(inherit::final_constant(vm, decl, own, inherited));
    }
    if !own.class.same(class) {
        let name = &own.name;
        let text = format!(
            "{} {} inherits both {}::{name} and {}::{name}, which is ambiguous",
            kind_title(class.kind),
            class.name,
            own.class.name,
            inherited.class.name
        );
        return Err(fatal_class(vm, decl, text));
    }
    if own.modifiers & modifiers::VISIBILITY > inherited.modifiers & modifiers::VISIBILITY {
        let text =
            format!("Access level to {}::{} must be public (as in interface {})", class.name, own.name, inherited.class.name);
        return Err(fatal_class(vm, decl, text));
    }
    variance::constant(vm, decl, own, inherited, pending)
}

/// A property against the one that an interface demands: it must be readable and writable as demanded.
fn property(
    vm: &Vm,
    decl: &'static ClassDecl,
    own: &'static Property,
    inherited: &'static Property,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    if std::ptr::eq(own, inherited) {
        return Ok(());
    }
    inherit::property(vm, decl, own, inherited, pending)
}

/// What native interfaces demand of those who implement them.
fn check_native(vm: &Vm, decl: &'static ClassDecl, class: ClassPtr, interface: ClassPtr) -> PhpResult<()> {
    if !interface.is_native() || class.kind == ClassKind::Interface {
        return Ok(());
    }
    let implements = |name: &[u8]| class.interfaces.iter().any(|i| i.lower.as_bytes() == name);
    let kind = kind_title(class.kind);
    let text = match interface.lower.as_bytes() {
        b"traversable" if class.is_abstract() => return Ok(()),
        b"traversable" if !implements(b"iterator") && !implements(b"iteratoraggregate") => {
            format!("{kind} {} must implement interface Traversable as part of either Iterator or IteratorAggregate", class.name)
        }
        b"iterator" | b"iteratoraggregate" if implements(b"iterator") && implements(b"iteratoraggregate") => {
            format!("{kind} {} cannot implement both Iterator and IteratorAggregate at the same time", class.name)
        }
        b"throwable" if class.kind == ClassKind::Enum => {
            format!("Enum {} cannot implement interface Throwable", class.name)
        }
        b"throwable" if !is_exception(class) => {
            format!("{kind} {} cannot implement interface Throwable, extend Exception or Error instead", class.name)
        }
        b"datetimeinterface" if !class.ancestors.iter().any(|&a| is_date(a)) => {
            "DateTimeInterface can't be implemented by user classes".to_owned()
        }
        b"unitenum" | b"backedenum" if class.kind != ClassKind::Enum => {
            format!("Non-enum class {} cannot implement interface {}", class.name, interface.name)
        }
        b"backedenum" if class.backing.is_none() => {
            format!("Non-backed enum {} cannot implement interface BackedEnum", class.name)
        }
        b"serializable" => return check_serializable(vm, decl, class),
        _ => return Ok(()),
    };
    if interface.lower.as_bytes() == b"traversable" {
        // The reference reports this one without a place.
        let unknown = phant_memory::intern(b"Unknown");
        return Err(super::fatal(vm, text, Some(&unknown), 0));
    }
    Err(fatal_class(vm, decl, text))
}

fn is_exception(class: ClassPtr) -> bool {
    class.ancestors.iter().any(|a| a.is_native() && matches!(a.lower.as_bytes(), b"exception" | b"error"))
}

fn is_date(class: ClassPtr) -> bool {
    class.is_native() && matches!(class.lower.as_bytes(), b"datetime" | b"datetimeimmutable")
}

fn check_serializable(vm: &Vm, decl: &'static ClassDecl, class: ClassPtr) -> PhpResult<()> {
    let abstract_ = decl.modifiers & modifiers::ABSTRACT != 0;
    if abstract_ || (class.magic.serialize.is_some() && class.magic.unserialize.is_some()) {
        return Ok(());
    }
    let text = format!(
        "{} implements the Serializable interface, which is deprecated. Implement __serialize() and __unserialize() instead (or in addition, if support for old PHP versions is necessary)",
        class.name
    );
    let deprecation = Deprecation {
        text: text.into_bytes().into(),
        file: decl.file.as_deref().map(|file| file.as_bytes().into()),
        line: decl.line,
        during: format!("During inheritance of {}, while implementing Serializable", class.name),
        declared_at: decl.line,
    };
    deprecation.note(vm)
}
