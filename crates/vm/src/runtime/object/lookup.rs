//! Which property a name means for code of some class.

use super::errors;
use crate::Vm;
use phant_memory::Str;
use phant_native::{
    Class, ClassPtr, Thrown,
    class::{Property, class_flags},
    descriptor::modifiers,
};

/// What a name means.
#[derive(Clone, Copy)]
pub enum Lookup {
    /// A declared property that the scope may see.
    Declared(&'static Property),
    /// None: a dynamic property.
    Dynamic,
    /// A static property, which objects do not have: a dynamic one, with a notice.
    Static(&'static Property),
    /// A declared property that the scope may not see.
    Denied(&'static Property),
    /// A name that no property can have.
    BadName,
}

impl Lookup {
    /// The declared property, if it is one that can be used.
    pub fn declared(self) -> Option<&'static Property> {
        match self {
            Lookup::Declared(p) => Some(p),
            _ => None,
        }
    }
    /// Whether the property exists but cannot be used here.
    pub fn is_denied(self) -> bool {
        matches!(self, Lookup::Denied(_) | Lookup::BadName)
    }
}

/// What a name means on objects of `class`, for code of class `scope`.
#[inline]
pub fn find(class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> Lookup {
    let Some(&p) = class.properties.named(name) else {
        return if name.first() == Some(&0) { Lookup::BadName } else { Lookup::Dynamic };
    };
    if p.modifiers & modifiers::PUBLIC != 0 && p.modifiers & modifiers::STATIC == 0 && !p.hides_private {
        return Lookup::Declared(p);
    }
    find_restricted(class, p, name, scope)
}

fn find_restricted(class: ClassPtr, p: &'static Property, name: &Str, scope: Option<ClassPtr>) -> Lookup {
    let usable = |p: &'static Property| if p.is_static() { Lookup::Static(p) } else { Lookup::Declared(p) };
    if scope.is_some_and(|s| s.same(p.class)) {
        return usable(p);
    }
    if p.hides_private
        && let Some(hidden) = private_of(scope, class, name)
        && (!hidden.is_static() || p.is_static())
    {
        return usable(hidden);
    }
    if p.modifiers & modifiers::PRIVATE != 0 {
        return if p.class.same(class) { Lookup::Denied(p) } else { Lookup::Dynamic };
    }
    if p.modifiers & modifiers::PROTECTED != 0 && !is_related(p.prototype_class, scope) {
        return Lookup::Denied(p);
    }
    usable(p)
}

/// The private property of an ancestor, for code of that ancestor.
fn private_of(scope: Option<ClassPtr>, class: ClassPtr, name: &Str) -> Option<&'static Property> {
    let scope = scope?;
    if scope.same(class) || !class.is_subclass_or_same(scope) {
        return None;
    }
    let p = *scope.properties.named(name)?;
    (p.modifiers & modifiers::PRIVATE != 0 && p.class.same(scope)).then_some(p)
}

/// Whether protected members of `class` are for code of `scope`.
pub fn is_related(class: &Class, scope: Option<ClassPtr>) -> bool {
    scope.is_some_and(|s| s.is_subclass_or_same(class) || class.is_subclass_or_same(s))
}

/// The slot of a property that can be read, and written if its [`is_plain`], without further ado: declared, visible,
/// without hooks, on objects whose class does not handle properties itself. For inline caches.
pub fn lookup_slot(class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> Option<(u16, &'static Property)> {
    readable_slot(class, name, scope).filter(|_| class.handlers.write_property.is_none())
}

/// The same where the property is only read, of objects whose class handles writing itself.
pub fn readable_slot(class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> Option<(u16, &'static Property)> {
    if class.handlers.read_property.is_some() {
        return None;
    }
    let p = find(class, name, scope).declared()?;
    if class.has_flag(class_flags::HAS_HOOKS) && p.has_hooks() {
        return None;
    }
    Some((p.slot?, p))
}

/// The declared and visible property with hooks of which `wanted` is there. For inline caches.
pub fn hooked(class: ClassPtr, name: &Str, scope: Option<ClassPtr>, wanted: fn(&Property) -> bool) -> Option<&'static Property> {
    if !class.has_flag(class_flags::HAS_HOOKS)
        || class.handlers.read_property.is_some()
        || class.handlers.write_property.is_some()
        || class.handlers.has_property.is_some()
    {
        return None;
    }
    find(class, name, scope).declared().filter(|p| wanted(p))
}

/// Whether the name means a dynamic property.
pub fn is_dynamic(class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> bool {
    matches!(find(class, name, scope), Lookup::Dynamic)
}

/// Whether anything may be stored in the property's slot: no type, not readonly, writing not restricted.
#[inline]
pub fn is_plain(p: &Property) -> bool {
    p.ty.is_none() && p.modifiers & (modifiers::READONLY | modifiers::SET_VISIBILITY) == 0
}

/// Whether code of any scope may read the property, and means this one.
pub fn is_free_to_read(p: &Property) -> bool {
    p.modifiers & modifiers::PUBLIC != 0 && !p.hides_private
}

/// Whether code of any scope may write the property.
pub fn is_free_to_write(p: &Property) -> bool {
    is_free_to_read(p) && p.modifiers & modifiers::SET_VISIBILITY == 0
}

/// Whether the scope may write a property that it can read.
#[inline]
pub fn may_write(p: &Property, scope: Option<ClassPtr>) -> bool {
    let set = p.modifiers & modifiers::SET_VISIBILITY;
    if set == 0 || set == modifiers::PUBLIC_SET {
        return true;
    }
    if scope.is_some_and(|s| s.same(p.class)) {
        return true;
    }
    set & modifiers::PROTECTED_SET != 0 && is_related(p.prototype_class, scope)
}

/// Throws what a denied lookup means.
#[cold]
pub(crate) fn denied(vm: &Vm, lookup: Lookup, class: ClassPtr, name: &Str) -> Thrown {
    match lookup {
        Lookup::Denied(p) => errors::no_access(vm, p, class, name),
        _ => errors::bad_name(vm),
    }
}

/// The notice that an object has no static properties.
#[cold]
pub(crate) fn static_notice(vm: &Vm, class: ClassPtr, name: &Str) -> Result<(), Thrown> {
    let text = format!("Accessing static property {}::${name} as non static", class.name);
    vm.ctx.report(phant_native::Level::Notice, text);
    vm.ctx.check()
}
