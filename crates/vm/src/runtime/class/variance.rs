//! Compatibility of what a class redefines: methods, property types, constant types.
//!
//! A check that needs a class which is not loaded is put off until the class is complete; then that class is loaded, and
//! the check must come to a result.

use super::{
    fatal_class, fatal_method,
    links::Deprecation,
    signature::{declaration, type_text},
    subtype::{Outcome, Scoped, is_same, is_subtype},
};
use crate::Vm;
use phant_bytecode::{ClassDecl, TypeDecl};
use phant_memory::{HeapVec, Object, Str, heap_vec};
use phant_native::{
    ClassPtr, FunctionPtr, PhpResult, Thrown,
    class::{ClassConstant, Property, class_flags},
    descriptor::{ByRef, modifiers},
    mirror::function,
};

/// Checks that wait for classes.
pub(crate) struct Pending(HeapVec<Check>);

#[derive(Clone, Copy)]
enum Check {
    Method { own: FunctionPtr, own_scope: Option<ClassPtr>, inherited: FunctionPtr, inherited_scope: Option<ClassPtr> },
    Property { decl: &'static ClassDecl, own: &'static Property, inherited: &'static Property },
    Constant { decl: &'static ClassDecl, own: &'static ClassConstant, inherited: &'static ClassConstant },
}

impl Pending {
    pub(crate) fn new() -> Pending {
        Pending(heap_vec())
    }
    /// Whether no check waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Loads the classes that the checks of a class wait for, and finishes the checks. `parent`: that is not through with its
    /// own.
    pub(crate) fn settle(self, vm: &Vm, decl: &'static ClassDecl, class: ClassPtr, parent: Option<ClassPtr>) -> PhpResult<()> {
        if self.0.is_empty() && parent.is_none() {
            return Ok(());
        }
        let record = vm.linker.records.borrow().len().checked_sub(1);
        vm.linker.unsettled.borrow_mut().push(Unsettled { class, parent, checks: self.0, record });
        // Loading a class may link others that wait for more, or that take over the rest of the list.
        while !vm.linker.awaited.borrow().is_empty() {
            let name = vm.linker.awaited.borrow_mut().remove(0);
            vm.ctx.host.lookup_class(&vm.ctx, &name, true);
            if let Some(exception) = vm.ctx.exception.take() {
                return Err(uncaught(vm, decl, &name, &exception));
            }
            vm.ctx.check()?;
        }
        finish(vm, class)
    }
    fn run(&mut self, vm: &Vm, check: Check) -> PhpResult<()> {
        match check.outcome(vm).0 {
            Outcome::Open(_) => {
                self.0.push(check);
                Ok(())
            }
            _ => check.finish(vm),
        }
    }
}

/// A class that is declared while checks of it wait, itself or those of its parent.
pub(crate) struct Unsettled {
    class: ClassPtr,
    parent: Option<ClassPtr>,
    checks: HeapVec<Check>,
    /// Where what its checks look at is noted.
    record: Option<usize>,
}

/// Finishes the checks of a class, those of its parent before: what a class inherits must be right before it is used. A
/// class that extends it may have done so already.
fn finish(vm: &Vm, class: ClassPtr) -> PhpResult<()> {
    let mut unsettled = vm.linker.unsettled.borrow_mut();
    let Some(at) = unsettled.iter().position(|u| u.class.same(class)) else { return Ok(()) };
    let Unsettled { parent, checks, record, .. } = unsettled.swap_remove(at);
    drop(unsettled);
    if let Some(parent) = parent {
        finish(vm, parent)?;
    }
    for check in checks {
        let outer = vm.linker.noting.replace(record);
        let outcome = check.outcome(vm).0;
        vm.linker.noting.set(outer);
        if let Outcome::Open(name) = outcome {
            vm.linker.awaited.borrow_mut().clear();
            return Err(check.unavailable(vm, &name));
        }
        check.finish(vm)?;
    }
    class.set_flag(class_flags::LINKED);
    Ok(())
}

/// An autoloader has thrown while a class was being linked, which cannot be undone.
pub(crate) fn uncaught(vm: &Vm, decl: &'static ClassDecl, name: &Str, exception: &Object) -> Thrown {
    let what = format!("During inheritance of {}, while autoloading {name}", decl.name);
    let text = crate::runtime::throwable::uncaught_text(vm, &what, exception);
    fatal_class(vm, decl, text)
}

/// An overriding method.
pub(crate) fn method(vm: &Vm, class: ClassPtr, own: FunctionPtr, inherited: FunctionPtr, pending: &mut Pending) -> PhpResult<()> {
    let scope = |f: FunctionPtr| match f.class {
        // A trait's members are checked as those of the class that uses it.
        Some(c) if c.kind == phant_native::descriptor::ClassKind::Trait => Some(class),
        other => other,
    };
    pending.run(vm, Check::Method { own, own_scope: scope(own), inherited, inherited_scope: scope(inherited) })
}

/// A redeclared property.
pub(crate) fn property(
    vm: &Vm,
    decl: &'static ClassDecl,
    own: &'static Property,
    inherited: &'static Property,
    pending: &mut Pending,
) -> PhpResult<()> {
    pending.run(vm, Check::Property { decl, own, inherited })
}

/// An overridden constant.
pub(crate) fn constant(
    vm: &Vm,
    decl: &'static ClassDecl,
    own: &'static ClassConstant,
    inherited: &'static ClassConstant,
    pending: &mut Pending,
) -> PhpResult<()> {
    pending.run(vm, Check::Constant { decl, own, inherited })
}

impl Check {
    /// The outcome, and whether a failure is only a deprecation.
    fn outcome(self, vm: &Vm) -> (Outcome, bool) {
        match self {
            Check::Method { own, own_scope, inherited, inherited_scope } => {
                method_outcome(vm, own, own_scope, inherited, inherited_scope)
            }
            Check::Property { own, inherited, .. } => (property_outcome(vm, own, inherited), false),
            Check::Constant { own, inherited, .. } => (constant_outcome(vm, own, inherited), false),
        }
    }
    fn finish(self, vm: &Vm) -> PhpResult<()> {
        match self.outcome(vm) {
            (Outcome::Yes, _) => Ok(()),
            (_, true) => self.deprecate(vm),
            _ => Err(self.fail(vm)),
        }
    }
    fn deprecate(self, vm: &Vm) -> PhpResult<()> {
        let Check::Method { own, own_scope, inherited, inherited_scope } = self else { return Ok(()) };
        let Some(code) = own.code() else { return Ok(()) };
        if code.attributes.iter().any(|a| a.lower.as_bytes() == b"returntypewillchange") {
            return Ok(());
        }
        let text = format!(
            "Return type of {} should either be compatible with {}, or the #[\\ReturnTypeWillChange] attribute should be used to temporarily suppress the notice",
            declaration(own, own_scope),
            declaration(inherited, inherited_scope)
        );
        let parent = inherited.class.map(|class| class.name.to_string()).unwrap_or_default();
        let deprecation = Deprecation {
            text: text.into_bytes().into(),
            file: code.file.as_deref().map(|file| file.as_bytes().into()),
            line: code.line,
            during: format!("During inheritance of {parent}"),
            // It is where the class is being declared.
            declared_at: own_scope.and_then(|class| class.decl).map_or(code.line, |decl| decl.line),
        };
        deprecation.note(vm)
    }
    fn fail(self, vm: &Vm) -> Thrown {
        match self {
            Check::Method { own, own_scope, inherited, inherited_scope } => {
                let (own_text, other) = (own_declaration(own, own_scope, inherited), declaration(inherited, inherited_scope));
                fatal_method(vm, own, format!("Declaration of {own_text} must be compatible with {other}"))
            }
            Check::Property { decl, own, inherited } => {
                let text = match (type_outcome(vm, own, inherited), taken_by_set(own, inherited)) {
                    (Outcome::Yes, Some(taken)) => set_text(own, inherited, taken),
                    _ => property_text(own, inherited),
                };
                fatal_class(vm, decl, text)
            }
            Check::Constant { decl, own, inherited } => {
                let ty = inherited.ty.map(|ty| type_text(ty, Some(inherited.class))).unwrap_or_default();
                let text = format!(
                    "Type of {}::{} must be compatible with {}::{} of type {ty}",
                    own.class.name, own.name, inherited.class.name, own.name
                );
                fatal_class(vm, decl, text)
            }
        }
    }
    fn unavailable(self, vm: &Vm, missing: &Str) -> Thrown {
        match self {
            Check::Method { own, own_scope, inherited, inherited_scope } => {
                let (own_text, other) = (own_declaration(own, own_scope, inherited), declaration(inherited, inherited_scope));
                let text = format!(
                    "Could not check compatibility between {own_text} and {other}, because class {missing} is not available"
                );
                fatal_method(vm, own, text)
            }
            other => other.fail(vm),
        }
    }
}

/// The declaration of an overriding method. One that a trait has brought is the trait's when it meets what a parent has.
fn own_declaration(own: FunctionPtr, own_scope: Option<ClassPtr>, inherited: FunctionPtr) -> String {
    let text = declaration(own, own_scope);
    match (own.class, super::inherit::origin_against(own, inherited)) {
        (Some(class), Some(origin)) => {
            let name = |c: ClassPtr| format!("{}::", String::from_utf8_lossy(c.short_name()));
            text.replacen(&name(class), &name(origin), 1)
        }
        _ => text,
    }
}

fn method_outcome(
    vm: &Vm,
    own: FunctionPtr,
    own_scope: Option<ClassPtr>,
    inherited: FunctionPtr,
    inherited_scope: Option<ClassPtr>,
) -> (Outcome, bool) {
    const NO: (Outcome, bool) = (Outcome::No, false);
    if own.required > inherited.required {
        return NO;
    }
    if function::returns_ref(inherited) && !function::returns_ref(own) {
        return NO;
    }
    let (theirs, ours) = (function::parameters(inherited), function::parameters(own));
    let their_rest = theirs.last().filter(|p| p.variadic);
    let our_rest = ours.last().filter(|p| p.variadic);
    if their_rest.is_some() && our_rest.is_none() {
        return NO;
    }
    let mut open = None;
    for i in 0..theirs.len().max(ours.len()) {
        let Some(their) = theirs.get(i).or(their_rest) else { continue };
        let Some(our) = ours.get(i).or(our_rest) else { return NO };
        match parameter_outcome(vm, our.ty, own_scope, their.ty, inherited_scope) {
            Outcome::Yes => {}
            Outcome::No => return NO,
            Outcome::Open(name) => open = open.or(Some(name)),
        }
        if (our.by_ref == ByRef::No) != (their.by_ref == ByRef::No) {
            return NO;
        }
    }
    let open = open.map_or(Outcome::Yes, Outcome::Open);
    let Some(promised) = function::returns(inherited) else { return (open, false) };
    let tentative = function::is_tentative(inherited);
    let Some(actual) = function::returns(own) else {
        return match open {
            Outcome::Yes => (Outcome::No, tentative),
            _ if tentative => (open, false),
            _ => NO,
        };
    };
    let sub = Scoped { ty: actual, scope: own_scope };
    let sup = Scoped { ty: promised, scope: inherited_scope };
    match is_subtype(vm, sub, sup) {
        Outcome::Yes => (open, false),
        Outcome::No => (Outcome::No, tentative),
        // The first class that is missing is named.
        other => (if matches!(open, Outcome::Yes) { other } else { open }, false),
    }
}

fn parameter_outcome(
    vm: &Vm,
    our: Option<&'static TypeDecl>,
    own_scope: Option<ClassPtr>,
    their: Option<&'static TypeDecl>,
    inherited_scope: Option<ClassPtr>,
) -> Outcome {
    match (our, their) {
        (None, _) => Outcome::Yes,
        (Some(our), _) if our.is_mixed() => Outcome::Yes,
        (Some(_), None) => Outcome::No,
        (Some(our), Some(their)) => {
            is_subtype(vm, Scoped { ty: their, scope: inherited_scope }, Scoped { ty: our, scope: own_scope })
        }
    }
}

/// How a property's type may change: only what code can do with the property matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variance {
    Invariant,
    Covariant,
    Contravariant,
}

fn variance_of(p: &Property) -> Variance {
    let is_virtual = p.slot.is_none();
    let abstract_ = p.modifiers & modifiers::ABSTRACT != 0;
    if !is_virtual && !abstract_ {
        return Variance::Invariant;
    }
    match (p.get_hook, p.set_hook) {
        (Some(_), None) => Variance::Covariant,
        (None, Some(_)) => Variance::Contravariant,
        _ => Variance::Invariant,
    }
}

fn property_outcome(vm: &Vm, own: &'static Property, inherited: &'static Property) -> Outcome {
    match type_outcome(vm, own, inherited) {
        Outcome::Yes => set_outcome(vm, own, inherited),
        other => other,
    }
}

/// What an abstract `set` hook takes, a property without such a hook must take too.
fn set_outcome(vm: &Vm, own: &'static Property, inherited: &'static Property) -> Outcome {
    let Some(taken) = taken_by_set(own, inherited) else { return Outcome::Yes };
    let Some(ty) = own.ty else { return Outcome::Yes };
    is_subtype(vm, Scoped { ty: taken, scope: Some(inherited.class) }, Scoped { ty, scope: Some(own.class) })
}

fn taken_by_set(own: &Property, inherited: &Property) -> Option<&'static TypeDecl> {
    if inherited.modifiers & modifiers::ABSTRACT == 0 || own.set_hook.is_some_and(|f| !f.is_abstract()) {
        return None;
    }
    inherited.set_hook?.code()?.params.first()?.ty.as_ref()
}

fn type_outcome(vm: &Vm, own: &'static Property, inherited: &'static Property) -> Outcome {
    let (our, their) = match (own.ty, inherited.ty) {
        (None, None) => return Outcome::Yes,
        (Some(our), Some(their)) => (our, their),
        _ => return Outcome::No,
    };
    let our = Scoped { ty: our, scope: Some(own.class) };
    let their = Scoped { ty: their, scope: Some(inherited.class) };
    match variance_of(inherited) {
        Variance::Invariant => is_same(vm, our, their),
        Variance::Covariant => is_subtype(vm, our, their),
        Variance::Contravariant => is_subtype(vm, their, our),
    }
}

fn set_text(own: &Property, inherited: &Property, taken: &TypeDecl) -> String {
    format!(
        "Set type of {}::${} must be supertype of {} (as in {} {})",
        own.class.name,
        own.name,
        type_text(taken, Some(inherited.class)),
        super::kind_word(inherited.class.kind),
        inherited.class.name
    )
}

fn property_text(own: &'static Property, inherited: &'static Property) -> String {
    let (ours, theirs) = (&own.class.name, &inherited.class.name);
    let Some(ty) = inherited.ty else {
        return format!("Type of {ours}::${} must not be defined (as in class {theirs})", own.name);
    };
    let variance = match variance_of(inherited) {
        Variance::Invariant => "",
        Variance::Covariant => "subtype of ",
        Variance::Contravariant => "supertype of ",
    };
    let ty = type_text(ty, Some(inherited.class));
    format!("Type of {ours}::${} must be {variance}{ty} (as in class {theirs})", own.name)
}

fn constant_outcome(vm: &Vm, own: &'static ClassConstant, inherited: &'static ClassConstant) -> Outcome {
    match (own.ty, inherited.ty) {
        (_, None) => Outcome::Yes,
        (None, Some(_)) => Outcome::No,
        (Some(our), Some(their)) => {
            is_subtype(vm, Scoped { ty: our, scope: Some(own.class) }, Scoped { ty: their, scope: Some(inherited.class) })
        }
    }
}
