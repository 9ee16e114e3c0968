//! Whether one declared type is a subtype of another.
//!
//! Types are in disjunctive normal form: built-in types, and alternatives that are intersections of classes. `A` is a
//! subtype of `B` if every alternative of `A` is one of some alternative of `B`. Classes that are not loaded leave the
//! answer open, unless names alone decide.

use super::native_class;
use crate::Vm;
use phant_bytecode::{ClassGroup, ClassName, TypeDecl, TypeMask};
use phant_memory::Str;
use phant_native::{Class, ClassPtr};

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// It depends on a class that is not loaded.
    Open(Str),
}

/// A type and the class that `self` and `parent` in it refer to.
#[derive(Clone, Copy)]
pub struct Scoped<'a> {
    /// The type.
    pub ty: &'a TypeDecl,
    /// The class it was declared in (or, for a trait's member, the class that uses the trait).
    pub scope: Option<ClassPtr>,
}

/// Whether `sub` is a subtype of `sup`.
pub fn is_subtype(vm: &mut Vm, sub: Scoped<'_>, sup: Scoped<'_>) -> Outcome {
    if sup.ty.is_mixed() && !sub.ty.mask.contains(TypeMask::VOID) {
        return Outcome::Yes;
    }
    let marker = TypeMask::ITERABLE;
    let mut added = sub.ty.mask.without(sup.ty.mask).without(marker);
    if added.contains(TypeMask::STATIC) && permits_self(vm, sup, sub.scope) {
        added = added.without(TypeMask::STATIC);
    }
    if added == TypeMask::NEVER && sub.ty.groups().is_empty() {
        return Outcome::Yes;
    }
    if added != TypeMask::NONE {
        return Outcome::No;
    }
    let mut open = None;
    for group in sub.ty.groups() {
        match group_fits(vm, group, sub.scope, sup) {
            Outcome::Yes => {}
            Outcome::No => return Outcome::No,
            Outcome::Open(name) => open = open.or(Some(name)),
        }
    }
    open.map_or(Outcome::Yes, Outcome::Open)
}

/// Whether both are the same type.
pub fn is_same(vm: &mut Vm, a: Scoped<'_>, b: Scoped<'_>) -> Outcome {
    match (is_subtype(vm, a, b), is_subtype(vm, b, a)) {
        (Outcome::Yes, Outcome::Yes) => Outcome::Yes,
        (Outcome::No, _) | (_, Outcome::No) => Outcome::No,
        (Outcome::Open(name), _) | (_, Outcome::Open(name)) => Outcome::Open(name),
    }
}

/// Whether a type takes any object of class `scope`, so that `static` may replace it.
fn permits_self(vm: &mut Vm, ty: Scoped<'_>, scope: Option<ClassPtr>) -> bool {
    let Some(scope) = scope else { return false };
    if ty.ty.mask.contains(TypeMask::OBJECT) {
        return true;
    }
    ty.ty.groups().iter().any(|group| {
        group.0.iter().all(|name| find(vm, name, ty.scope).is_some_and(|class| scope.is_subclass_or_same(class)))
    })
}

/// Whether an intersection of classes is a subtype of some alternative.
fn group_fits(vm: &mut Vm, sub: &ClassGroup, sub_scope: Option<ClassPtr>, sup: Scoped<'_>) -> Outcome {
    let mut open = None;
    if sup.ty.mask.intersects(TypeMask::OBJECT.union(TypeMask::CALLABLE)) {
        for name in &sub.0 {
            match find(vm, name, sub_scope) {
                Some(_) if sup.ty.mask.contains(TypeMask::OBJECT) => return Outcome::Yes,
                Some(class) if class.lower.as_bytes() == b"closure" => return Outcome::Yes,
                Some(_) => {}
                None => open = open.or_else(|| Some(resolve(name, sub_scope))),
            }
        }
    }
    for alternative in sup.ty.groups() {
        match meets_all(vm, sub, sub_scope, alternative, sup.scope) {
            Outcome::Yes => return Outcome::Yes,
            Outcome::No => {}
            Outcome::Open(name) => open = open.or(Some(name)),
        }
    }
    open.map_or(Outcome::No, Outcome::Open)
}

/// Whether for every class of `sup` some class of `sub` is a subclass.
fn meets_all(vm: &mut Vm, sub: &ClassGroup, sub_scope: Option<ClassPtr>, sup: &ClassGroup, sup_scope: Option<ClassPtr>) -> Outcome {
    let mut open = None;
    for wanted in &sup.0 {
        let mut best = Outcome::No;
        for name in &sub.0 {
            match is_subclass(vm, name, sub_scope, wanted, sup_scope) {
                Outcome::Yes => {
                    best = Outcome::Yes;
                    break;
                }
                Outcome::No => {}
                other => best = other,
            }
        }
        match best {
            Outcome::Yes => {}
            Outcome::No => return Outcome::No,
            Outcome::Open(name) => open = open.or(Some(name)),
        }
    }
    open.map_or(Outcome::Yes, Outcome::Open)
}

fn is_subclass(vm: &mut Vm, sub: &ClassName, sub_scope: Option<ClassPtr>, sup: &ClassName, sup_scope: Option<ClassPtr>) -> Outcome {
    let (sub_name, sup_name) = (resolve(sub, sub_scope), resolve(sup, sup_scope));
    if sub_name.eq_ignore_ascii_case(&sup_name) {
        return Outcome::Yes;
    }
    match (find(vm, sub, sub_scope), find(vm, sup, sup_scope)) {
        (Some(a), Some(b)) if a.is_subclass_or_same(b) => Outcome::Yes,
        (Some(_), Some(_)) => Outcome::No,
        (None, _) => Outcome::Open(sub_name),
        (_, None) => Outcome::Open(sup_name),
    }
}

/// A class name with `self` and `parent` replaced.
fn resolve(name: &ClassName, scope: Option<&Class>) -> Str {
    let class = match name.lower.as_bytes() {
        b"self" => scope,
        b"parent" => scope.and_then(|s| s.parent),
        _ => None,
    };
    class.map_or_else(|| name.name.clone(), |c| c.name.clone())
}

/// A class of a type, if it is there: declared, native, or being linked.
fn find(vm: &mut Vm, name: &ClassName, scope: Option<ClassPtr>) -> Option<ClassPtr> {
    match name.lower.as_bytes() {
        b"self" => return scope,
        b"parent" => return scope?.parent,
        _ => {}
    }
    if let Some(&class) = vm.classes.get(name.lower.as_bytes()) {
        return Some(class);
    }
    if let Some(class) = vm.linker.linking.iter().rev().find(|c| c.lower == name.lower) {
        return Some(class);
    }
    native_class(vm, &name.lower)
}
