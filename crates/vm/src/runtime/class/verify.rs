//! Checks of a complete class: abstract methods, what enums may not have, `#[\Override]`.

use super::{draft::Draft, fatal_class, fatal_method, kind_title};
use crate::Vm;
use phant_bytecode::ClassDecl;
use phant_native::{
    ClassPtr, FunctionPtr, PhpResult,
    class::Property,
    descriptor::{ClassKind, modifiers},
};

/// A class that can be instantiated has no abstract methods; private ones must be implemented even by abstract classes.
pub(crate) fn abstract_methods(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft) -> PhpResult<()> {
    let class = draft.class();
    if matches!(class.kind, ClassKind::Interface | ClassKind::Trait) {
        return Ok(());
    }
    let explicit = class.modifiers & modifiers::ABSTRACT != 0;
    let mut missing: Vec<FunctionPtr> = Vec::new();
    let demanded = |f: FunctionPtr| f.is_abstract() && (!explicit || f.modifiers & modifiers::PRIVATE != 0);
    missing.extend(class.methods.values().copied().filter(|f| demanded(f)));
    if !explicit {
        for property in class.properties.values() {
            missing.extend([property.get_hook, property.set_hook].into_iter().flatten().filter(|f| f.is_abstract()));
            missing.extend(hooks_left_out(class, property));
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let shown: Vec<String> = missing.iter().take(3).map(|f| f.display_name()).collect();
    let mut list = shown.join(", ");
    if missing.len() > 3 {
        list.push_str(", ...");
    }
    let (kind, name, count) = (kind_title(class.kind), &class.name, missing.len());
    let plural = if count > 1 { "s" } else { "" };
    let text = if !explicit && class.kind != ClassKind::Enum {
        format!(
            "{kind} {name} contains {count} abstract method{plural} and must therefore be declared abstract or implement the remaining methods ({list})"
        )
    } else {
        format!("{kind} {name} must implement {count} abstract private method{plural} ({list})")
    };
    Err(fatal_class(vm, decl, text))
}

/// The hooks that interfaces demand of a property that has no value of its own, and neither them. What the parent implements
/// is as it is.
fn hooks_left_out(class: ClassPtr, property: &Property) -> impl Iterator<Item = FunctionPtr> {
    let demanded = |own: Option<FunctionPtr>, hook: fn(&Property) -> Option<FunctionPtr>| {
        let open = own.is_none() && property.slot.is_none();
        let new = |i: &ClassPtr| open && class.parent.is_none_or(|p| !p.interfaces.iter().any(|known| known.same(i)));
        let mut above = class.interfaces.iter().filter(|i| new(i)).filter_map(|i| i.properties.get(&property.name));
        above.find_map(|p| hook(p))
    };
    [demanded(property.get_hook, |p| p.get_hook), demanded(property.set_hook, |p| p.set_hook)].into_iter().flatten()
}

/// What enums may not have.
pub(crate) fn enumeration(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft) -> PhpResult<()> {
    let class = draft.class();
    let name = &class.name;
    for property in class.properties.values() {
        if property.class.same(class) && !matches!(property.name.as_bytes(), b"name" | b"value") || property.is_static() {
            return Err(fatal_class(vm, decl, format!("Enum {name} cannot include properties")));
        }
    }
    let forbidden: [&[u8]; 13] = [
        b"__construct",
        b"__destruct",
        b"__clone",
        b"__sleep",
        b"__wakeup",
        b"__set_state",
        b"__get",
        b"__set",
        b"__unset",
        b"__isset",
        b"__tostring",
        b"__debuginfo",
        b"__serialize",
    ];
    let unserialize: &[u8] = b"__unserialize";
    for lower in forbidden.iter().chain([&unserialize]) {
        if let Some(method) = class.method(lower) {
            return Err(fatal_class(vm, decl, format!("Enum {name} cannot include magic method {}", method.name)));
        }
    }
    if class.interfaces.iter().any(|i| i.is_native() && i.lower.as_bytes() == b"serializable") {
        return Err(fatal_class(vm, decl, format!("Enum {name} cannot implement the Serializable interface")));
    }
    Ok(())
}

/// Methods that say they override something must.
pub(crate) fn overrides(vm: &Vm, class: ClassPtr) -> PhpResult<()> {
    for &method in class.methods.values() {
        let own = method.class.is_some_and(|c| c.same(class));
        let Some(code) = method.code().filter(|_| own && class.kind != ClassKind::Trait) else { continue };
        if !code.attributes.iter().any(|a| a.lower.as_bytes() == b"override") || meets(class, method) {
            continue;
        }
        let text = format!("{}::{}() has #[\\Override] attribute, but no matching parent method exists", class.name, method.name);
        return Err(fatal_method(vm, method, text));
    }
    for property in class.properties.values().filter(|p| p.class.same(class)) {
        for hook in [property.get_hook, property.set_hook].into_iter().flatten() {
            let own = hook.class.is_some_and(|c| c.same(class)) && class.kind != ClassKind::Trait;
            let is_set = property.set_hook.is_some_and(|set| std::ptr::eq(set, hook));
            let Some(code) = hook.code().filter(|_| own && !overrides_hook(class, property, is_set)) else { continue };
            if code.attributes.iter().any(|a| a.lower.as_bytes() == b"override") {
                let name = hook.display_name();
                let text = format!("{name}() has #[\\Override] attribute, but no matching parent method exists");
                return Err(fatal_method(vm, hook, text));
            }
        }
    }
    Ok(())
}

/// Whether a hook takes the place of one of the parent's property (or of that property's own value), or is one that an
/// interface demands.
fn overrides_hook(class: ClassPtr, property: &Property, is_set: bool) -> bool {
    let has = |p: &Property| p.slot.is_some() || if is_set { p.set_hook.is_some() } else { p.get_hook.is_some() };
    let in_parent = class
        .parent
        .and_then(|p| p.properties.get(&property.name))
        .is_some_and(|p| p.modifiers & modifiers::PRIVATE == 0 && has(p));
    in_parent || class.interfaces.iter().any(|i| i.properties.get(&property.name).is_some_and(|p| has(p)))
}

/// Whether a method overrides or implements something.
fn meets(class: ClassPtr, method: FunctionPtr) -> bool {
    let lower = method.name.to_lower();
    // Constructors only count against abstract ones and those of interfaces.
    let counts = |f: FunctionPtr| match lower.as_bytes() {
        b"__construct" => f.prototype().unwrap_or(f).is_abstract(),
        _ => f.modifiers & modifiers::PRIVATE == 0 || f.is_abstract(),
    };
    let in_parent = class.parent.and_then(|p| p.method(&lower)).is_some_and(counts);
    in_parent
        || class.interfaces.iter().any(|i| i.method(&lower).is_some())
        || class.traits.iter().any(|t| t.method(&lower).is_some_and(|f| f.is_abstract()))
}
