//! Native classes: from the descriptors that extensions register to classes, made once in the process on first use.

use super::{
    draft::Draft,
    enums, interfaces, magic,
    shape::Shape,
    slots::{literal_default, uninitialized, unresolved},
};
use crate::Vm;
use phant_bytecode::code::{Attribute, AttributeArg, ConstExpr};
use phant_memory::{Literal, Name, Value, string::AddressState};
use phant_native::{
    ClassDescriptor, ClassPtr, Function,
    class::{ClassConstant, Property, class_flags},
    descriptor::{ClassKind, ConstantDescriptor, PropertyDescriptor, class_facts, modifiers},
    mirror::declared,
    registry,
};
use std::{
    collections::HashMap,
    sync::{LazyLock, OnceLock, RwLock, atomic::Ordering::Relaxed},
};

/// The native classes that somebody has asked for, by the address of the descriptor. They stay as long as the process.
static MADE: LazyLock<RwLock<HashMap<usize, ClassPtr, AddressState>>> = LazyLock::new(RwLock::default);

/// The native class of a lower-case name.
pub fn native_class(vm: &Vm, lower: &[u8]) -> Option<ClassPtr> {
    if let Some(&class) = vm.classes.borrow().get(lower) {
        return class.is_native().then_some(class);
    }
    new_native_class(vm, lower)
}

/// The native class of a lower-case name that the request has no class of.
pub(crate) fn new_native_class(vm: &Vm, lower: &[u8]) -> Option<ClassPtr> {
    let class = made(lower)?;
    note(vm, class);
    Some(class)
}

/// Puts a native class, and those that it is made of, where lookups of the request find them.
fn note(vm: &Vm, class: ClassPtr) {
    if vm.classes.borrow_mut().insert(class.lower.to_str(), class).is_none() {
        class.parent.iter().chain(&class.interfaces).for_each(|relative| note(vm, relative));
    }
}

/// The native class of a lower-case name, made on first use.
fn made(lower: &[u8]) -> Option<ClassPtr> {
    let registry = registry::get();
    let (lower, descriptor) = match registry.classes.of_bytes(lower) {
        Some(known) => (lower, known.item),
        None => {
            let lower = aliased(lower)?.as_bytes();
            (lower, registry.classes.of_bytes(lower)?.item)
        }
    };
    let key = std::ptr::from_ref(descriptor).addr();
    if let Some(class) = MADE.read().expect("no panics while classes are noted").get(&key) {
        return Some(class);
    }
    let fresh = build(descriptor, lower)?;
    let mut all = MADE.write().expect("no panics while classes are noted");
    // Another thread may have been first.
    let class = all.entry(key).or_insert_with(|| keep(fresh));
    Some(class)
}

/// The name, in small letters, of the native class that an alias in small letters stands for.
fn aliased(lower: &[u8]) -> Option<&'static str> {
    static ALL: LazyLock<Vec<(&str, &str)>> =
        LazyLock::new(|| registry::get().parts.iter().flat_map(|part| part.class_aliases).copied().collect());
    ALL.iter().find(|(alias, _)| alias.as_bytes() == lower).map(|(_, name)| *name)
}

/// Whether a lower-case name belongs to a native class.
pub fn is_native_name(lower: &[u8]) -> bool {
    registry::get().classes.of_bytes(lower).is_some()
}

/// All classes declared so far: native ones first, which are all made for that, then others in order of declaration.
pub fn declared_classes(vm: &Vm) -> Vec<ClassPtr> {
    static NATIVE: OnceLock<Vec<ClassPtr>> = OnceLock::new();
    let native = NATIVE.get_or_init(|| {
        let classes = registry::get().parts.iter().flat_map(|extension| extension.classes);
        classes.filter_map(|class| by_name(class.name)).collect()
    });
    let classes = vm.classes.borrow();
    // A request may have a class of its own under such a name.
    let hidden = |class: &ClassPtr| classes.get(class.lower.as_bytes()).is_some_and(|c| !c.is_native());
    let mut all: Vec<ClassPtr> = native.iter().copied().filter(|class| !hidden(class)).collect();
    all.extend(super::order(vm, 0).into_iter().map(|(_, class)| class).filter(|class| !class.is_native()));
    all
}

/// Keeps a class as long as the process.
fn keep(shape: Shape) -> ClassPtr {
    let class = shape.class();
    std::mem::forget(shape);
    class
}

fn by_name(name: &str) -> Option<ClassPtr> {
    made(name.to_ascii_lowercase().as_bytes())
}

fn build(d: &'static ClassDescriptor, lower: &[u8]) -> Option<Shape> {
    let parent = match d.parent {
        Some(name) => Some(by_name(name)?),
        None => None,
    };
    let implied: Vec<ClassPtr> = implied_interfaces(d).iter().filter_map(|name| by_name(name)).collect();
    let direct: Vec<ClassPtr> = d.interfaces.iter().filter_map(|name| by_name(name)).collect();

    let mut draft = Draft::new(Name::forever(d.name.as_bytes()), Name::forever(lower), d.kind, d.modifiers);
    draft.set_parent(parent);
    let class = draft.edit();
    class.native = Some(d);
    class.backing = d.backing;
    class.attributes = declared::attributes(d);
    class.interfaces = interfaces::native_closure(&implied, parent, &direct);
    class.handlers = d.handlers.unwrap_or(class.handlers);
    class.create = d.create.or(class.create);
    if let Some(parent) = parent {
        class.magic = parent.magic;
        class.constants = parent.constants.clone();
        class.properties = parent.properties.clone();
        class.slots = parent.slots.clone();
        class.defaults = parent.defaults.iter().map(Literal::copy).collect();
        class.shared_statics = parent.shared_statics + parent.statics.len() as u32;
    }
    if d.kind == ClassKind::Enum {
        enums::add_properties(&mut draft);
        enums::add_methods(&mut draft);
    }
    own_methods(&mut draft, d);
    if let Some(parent) = parent {
        for (lower, &method) in parent.methods.iter() {
            if !draft.class().methods.contains(lower) {
                draft.edit().methods.insert(lower.copy(), method);
            }
        }
    }
    interface_methods(&mut draft);
    constants(&mut draft, d);
    properties(&mut draft, d);
    flags(&mut draft, d);
    Some(draft.finish())
}

/// Interfaces that need not be named.
fn implied_interfaces(d: &ClassDescriptor) -> &'static [&'static str] {
    if d.kind == ClassKind::Enum {
        return if d.backing.is_some() { &["BackedEnum", "UnitEnum"] } else { &["UnitEnum"] };
    }
    let is_stringable = d.name.eq_ignore_ascii_case("Stringable");
    let has_to_string = d.methods.iter().any(|m| m.name.eq_ignore_ascii_case("__tostring"));
    if has_to_string && !is_stringable { &["Stringable"] } else { &[] }
}

fn own_methods(draft: &mut Draft, d: &'static ClassDescriptor) {
    let class = draft.class();
    for &method in d.methods {
        let lower = Name::forever(method.name.to_ascii_lowercase().as_bytes());
        let function = Function::native(method, Some(class));
        if let Some(overridden) = class.parent.and_then(|p| p.method(&lower))
            && overridden.modifiers & modifiers::PRIVATE == 0
        {
            function.set_prototype(overridden.prototype().unwrap_or(overridden));
        }
        let function = draft.add_method(lower.copy(), function);
        magic::note(&mut draft.edit().magic, &lower, function);
    }
}

/// Methods of interfaces: prototypes of own ones, and abstract ones for what is missing.
fn interface_methods(draft: &mut Draft) {
    let class = draft.class();
    let interfaces: Vec<ClassPtr> = class.interfaces.to_vec();
    for interface in interfaces {
        for (lower, &method) in interface.methods.iter() {
            match class.methods.get(lower) {
                Some(own) => {
                    if own.class.is_some_and(|c| c.same(class)) && !std::ptr::eq(*own, method) {
                        own.set_prototype(method);
                    }
                }
                None => {
                    draft.edit().methods.insert(lower.copy(), method);
                    magic::note(&mut draft.edit().magic, lower, method);
                }
            }
        }
        for (name, &constant) in interface.constants.iter() {
            if !class.constants.contains(name) {
                draft.edit().constants.insert(name.copy(), constant);
            }
        }
    }
}

fn constants(draft: &mut Draft, d: &'static ClassDescriptor) {
    let class = draft.class();
    for constant in d.constants {
        draft.add_constant(native_constant(class, constant));
    }
}

/// Native constants of classes whose use is reported.
fn is_deprecated(class: &[u8], constant: &str) -> bool {
    matches!((class, constant), (b"NumberFormatter", "TYPE_CURRENCY") | (b"ZipArchive", "FL_RECOMPRESS"))
}

/// `#[\Deprecated(since: '8.3')]`
static DEPRECATED: LazyLock<[Attribute; 1]> = LazyLock::new(|| {
    let since = ConstExpr::known(Literal::forever(&Value::str("8.3")).unwrap_or_default());
    [Attribute {
        name: Name::forever(b"Deprecated"),
        lower: Name::forever(b"deprecated"),
        args: Box::new([AttributeArg { name: Some(Name::forever(b"since")), value: since }]),
        line: 0,
        site: None,
    }]
});

fn native_constant(class: ClassPtr, d: &'static ConstantDescriptor) -> ClassConstant {
    ClassConstant {
        name: Name::forever(d.name.as_bytes()),
        class,
        index: 0,
        modifiers: if d.modifiers & modifiers::VISIBILITY == 0 { d.modifiers | modifiers::PUBLIC } else { d.modifiers },
        ty: d.ty.as_ref().map(declared::type_decl),
        literal: None,
        expr: None,
        native_text: Some(d.value),
        is_case: d.is_case,
        attributes: if is_deprecated(&class.name, d.name) { &*DEPRECATED } else { &[] },
        doc_comment: None,
    }
}

fn properties(draft: &mut Draft, d: &'static ClassDescriptor) {
    for property in d.properties {
        native_property(draft, property, d.modifiers);
    }
}

fn native_property(draft: &mut Draft, d: &'static PropertyDescriptor, class_modifiers: u32) {
    let class = draft.class();
    let name = Name::forever(d.name.as_bytes());
    let mut modifiers = d.modifiers;
    if modifiers & modifiers::VISIBILITY == 0 {
        modifiers |= modifiers::PUBLIC;
    }
    if class_modifiers & modifiers::READONLY_CLASS != 0 {
        modifiers |= modifiers::READONLY;
    }
    let default = match d.default {
        Some(text) => literal_default(text).unwrap_or_else(unresolved),
        None if d.ty.is_some() => uninitialized(),
        None => Literal::default(),
    };
    let parent = class.properties.get(&name).copied();
    let inherited =
        parent.filter(|p| p.modifiers & modifiers::PRIVATE == 0 && p.is_static() == (modifiers & modifiers::STATIC != 0));
    let slot = if modifiers & modifiers::VIRTUAL != 0 {
        None
    } else if modifiers & modifiers::STATIC != 0 {
        Some(draft.add_static(default))
    } else {
        match inherited.and_then(|p| p.slot) {
            Some(slot) => {
                draft.edit().defaults[slot as usize] = default;
                Some(slot)
            }
            None => Some(draft.add_slot(default)),
        }
    };
    let property = draft.add_property(Property {
        name,
        mangled: Name::default(),
        class,
        modifiers,
        ty: d.ty.as_ref().map(declared::type_decl),
        slot,
        default: None,
        native_default: d.default,
        get_hook: None,
        set_hook: None,
        promoted: false,
        hides_private: parent.is_some_and(|p| p.modifiers & modifiers::PRIVATE != 0 || p.hides_private),
        prototype_class: inherited.map_or(class, |p| p.prototype_class),
        attributes: &[],
        doc_comment: None,
    });
    if let Some(slot) = slot
        && !property.is_static()
    {
        super::slots::set_slot_owner(draft.edit(), slot, property);
    }
}

fn flags(draft: &mut Draft, d: &'static ClassDescriptor) {
    let class = draft.class();
    let mut flags = class_flags::LINKED | interfaces::flags_of(class);
    for (fact, flag) in [
        (class_facts::NOT_SERIALIZABLE, class_flags::NOT_SERIALIZABLE),
        (class_facts::NO_DYNAMIC_PROPERTIES, class_flags::NO_DYNAMIC_PROPERTIES),
        (class_facts::NOT_INSTANTIABLE, class_flags::NOT_INSTANTIABLE),
        (class_facts::NOT_CLONEABLE, class_flags::NOT_CLONEABLE),
        (class_facts::ALLOW_DYNAMIC_PROPERTIES, class_flags::ALLOW_DYNAMIC_PROPERTIES),
    ] {
        if d.facts & fact != 0 {
            flags |= flag;
        }
    }
    if d.kind == ClassKind::Enum {
        flags |= class_flags::NO_DYNAMIC_PROPERTIES;
    }
    if let Some(parent) = class.parent {
        flags |= parent.flags.load(Relaxed) & super::slots::INHERITED_FLAGS;
    }
    flags |= super::slots::flags_of(class);
    class.flags.store(flags, Relaxed);
}
