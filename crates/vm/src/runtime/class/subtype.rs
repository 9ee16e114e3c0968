//! Whether one declared type is a subtype of another.
//!
//! Types are in disjunctive normal form: built-in types, and alternatives that are intersections of classes. `A` is a
//! subtype of `B` if every alternative of `A` is one of some alternative of `B`. Classes that are not loaded leave the
//! answer open, unless names alone decide.

use super::{links, native_class};
use crate::Vm;
use phant_bytecode::{ClassDecl, ClassGroup, ClassName, TypeDecl, TypeMask};
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

/// Whether `sub` is a subtype of `sup`. If that is open, the classes in question are noted, to be loaded.
pub fn is_subtype(vm: &Vm, sub: Scoped<'_>, sup: Scoped<'_>) -> Outcome {
    let outcome = compare(vm, sub, sup);
    if let Outcome::Open(_) = outcome {
        for ty in [sub, sup] {
            await_classes(vm, ty);
        }
    }
    outcome
}

/// Notes the classes of a type that are not there.
fn await_classes(vm: &Vm, ty: Scoped<'_>) {
    for name in ty.ty.groups().iter().flat_map(|g| g.0.iter()) {
        if let Known::No = find(vm, name, ty.scope) {
            let name = resolve(name, ty.scope);
            if !vm.linker.awaited.borrow().iter().any(|n| n.eq_ignore_ascii_case(&name)) {
                vm.linker.awaited.borrow_mut().push(name);
            }
        }
    }
}

fn compare(vm: &Vm, sub: Scoped<'_>, sup: Scoped<'_>) -> Outcome {
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
pub fn is_same(vm: &Vm, a: Scoped<'_>, b: Scoped<'_>) -> Outcome {
    // One class in the same words is the same type, whatever `self` stands for: PHP compares the words first.
    if let ([x], [y]) = (a.ty.groups(), b.ty.groups())
        && let ([x], [y]) = (&x.0[..], &y.0[..])
        && a.ty.mask == b.ty.mask
        && x.name == y.name
    {
        return Outcome::Yes;
    }
    match (is_subtype(vm, a, b), is_subtype(vm, b, a)) {
        (Outcome::Yes, Outcome::Yes) => Outcome::Yes,
        (Outcome::No, _) | (_, Outcome::No) => Outcome::No,
        (Outcome::Open(name), _) | (_, Outcome::Open(name)) => Outcome::Open(name),
    }
}

/// Whether a type takes any object of class `scope`, so that `static` may replace it.
fn permits_self(vm: &Vm, ty: Scoped<'_>, scope: Option<ClassPtr>) -> bool {
    let Some(scope) = scope else { return false };
    if ty.ty.mask.contains(TypeMask::OBJECT) {
        return true;
    }
    ty.ty.groups().iter().any(|group| {
        group.0.iter().all(|name| match find(vm, name, ty.scope) {
            Known::Class(class) => scope.is_subclass_or_same(class),
            _ => false,
        })
    })
}

/// Whether an intersection of classes is a subtype of some alternative.
fn group_fits(vm: &Vm, sub: &ClassGroup, sub_scope: Option<ClassPtr>, sup: Scoped<'_>) -> Outcome {
    let mut open = None;
    if sup.ty.mask.contains(TypeMask::OBJECT) {
        for name in &sub.0 {
            match find(vm, name, sub_scope) {
                Known::Class(_) | Known::Declaration(_) => return Outcome::Yes,
                Known::No => open = open.or_else(|| Some(resolve(name, sub_scope))),
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
fn meets_all(vm: &Vm, sub: &ClassGroup, sub_scope: Option<ClassPtr>, sup: &ClassGroup, sup_scope: Option<ClassPtr>) -> Outcome {
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
                open if best == Outcome::No => best = open,
                _ => {}
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

fn is_subclass(vm: &Vm, sub: &ClassName, sub_scope: Option<ClassPtr>, sup: &ClassName, sup_scope: Option<ClassPtr>) -> Outcome {
    let (sub_name, sup_name) = (resolve(sub, sub_scope), resolve(sup, sup_scope));
    if sub_name.eq_ignore_ascii_case(&sup_name) {
        return Outcome::Yes;
    }
    let holds = |yes: bool| if yes { Outcome::Yes } else { Outcome::No };
    match (find(vm, sub, sub_scope), find(vm, sup, sup_scope)) {
        (Known::No, _) => Outcome::Open(sub_name),
        (_, Known::No) => Outcome::Open(sup_name),
        (Known::Class(a), Known::Class(b)) => holds(a.is_subclass_or_same(b)),
        (Known::Declaration(d), _) => holds(declares(vm, d, &sup_name.to_lower(), 0)),
        (Known::Class(_), Known::Declaration(_)) => Outcome::No,
    }
}

/// Whether a class that is being linked will be a subclass of the one with this lower-case name, as far as names tell.
fn declares(vm: &Vm, decl: &'static ClassDecl, wanted: &Str, depth: u32) -> bool {
    if depth > 64 {
        return false;
    }
    for name in decl.parent.iter().chain(decl.interfaces.iter()) {
        if name.lower == *wanted {
            return true;
        }
        let found = match find(vm, name, None) {
            Known::Class(class) => match vm.classes.borrow().get(wanted.as_bytes()) {
                Some(wanted) => class.is_subclass_or_same(wanted),
                None => false,
            },
            Known::Declaration(d) if !std::ptr::eq(d, decl) => declares(vm, d, wanted, depth + 1),
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// A class name with `self` and `parent` replaced.
fn resolve(name: &ClassName, scope: Option<&Class>) -> Str {
    let class = match name.lower.as_bytes() {
        b"self" => scope,
        b"parent" => scope.and_then(|s| s.parent),
        // Words that the compiler has resolved already.
        _ if matches!(&name.name.to_ascii_lowercase()[..], b"self" | b"parent") => return name.lower.clone(),
        _ => None,
    };
    class.map_or_else(|| name.name.clone(), |c| c.name.clone())
}

/// What is known of a class.
enum Known {
    /// It is declared, native, or being linked with its relatives in place.
    Class(ClassPtr),
    /// It is being linked; its relatives are being loaded.
    Declaration(&'static ClassDecl),
    /// Nothing.
    No,
}

fn find(vm: &Vm, name: &ClassName, scope: Option<ClassPtr>) -> Known {
    let known = |class: Option<ClassPtr>| class.map_or(Known::No, Known::Class);
    match name.lower.as_bytes() {
        b"self" => return known(scope),
        b"parent" => return known(scope.and_then(|s| s.parent)),
        _ => {}
    }
    let declared = vm.classes.borrow().named(&name.lower).copied();
    let linking = || vm.linker.linking.borrow().iter().rev().find(|(decl, _)| decl.lower == name.lower).copied();
    let class = match (declared, linking()) {
        (Some(class), _) | (None, Some((_, Some(class)))) => Some(class),
        (None, Some((decl, None))) => {
            links::note_dependence(vm);
            return Known::Declaration(decl);
        }
        (None, None) => native_class(vm, &name.lower),
    };
    links::note(vm, &name.name, class);
    known(class)
}
