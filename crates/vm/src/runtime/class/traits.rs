//! Traits: their methods, constants and properties become those of the class that uses them.

use super::{
    draft::Draft,
    fatal_class, inherit, links,
    members::{self, NewProperty},
    subtype::{Outcome, Scoped, is_same},
    variance,
};
use crate::Vm;
use phant_bytecode::{ClassDecl, ClassName, TraitRuleDecl};
use phant_memory::{Literal, Name, Str, Value};
use phant_native::{
    ClassPtr, Function, FunctionPtr, PhpResult,
    class::{ClassConstant, Property},
    descriptor::{ClassKind, modifiers},
    function::FunctionKind,
};

/// `A::f as protected g`, looked up.
struct Alias {
    class: ClassPtr,
    method: Str,
    modifiers: u32,
    alias: Option<Str>,
}

/// What the rules of all `use` statements say.
#[derive(Default)]
pub(crate) struct Rules {
    aliases: Vec<Alias>,
    /// Methods that a trait does not contribute.
    excluded: Vec<(ClassPtr, Str)>,
}

/// Adds the traits' methods, except for abstract ones.
pub(crate) fn methods(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    used: &[ClassPtr],
    pending: &mut variance::Pending,
) -> PhpResult<Rules> {
    if used.is_empty() {
        return Ok(Rules::default());
    }
    let rules = read_rules(vm, decl, used)?;
    for alias in &rules.aliases {
        if let Some(name) = &alias.alias {
            let method = alias.class.method(&alias.method).map_or_else(|| alias.method.clone(), |m| m.name.clone());
            let target = Str::concat(&Str::concat(&alias.class.name, b"::"), &method);
            let alias = (draft.name(name), draft.name(&target));
            draft.edit().trait_aliases.push(alias);
        }
    }
    each(vm, decl, draft, used, &rules, pending, false)?;
    Ok(rules)
}

/// Adds the traits' abstract methods, or checks that they are met: by then the parent's methods are there.
pub(crate) fn abstract_methods(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    used: &[ClassPtr],
    rules: &Rules,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    each(vm, decl, draft, used, rules, pending, true)
}

fn each(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    used: &[ClassPtr],
    rules: &Rules,
    pending: &mut variance::Pending,
    abstract_: bool,
) -> PhpResult<()> {
    for &from in used {
        for (lower, &method) in from.methods.iter().filter(|(_, m)| m.is_abstract() == abstract_) {
            contribute(vm, decl, draft, from, lower, method, rules, pending)?;
        }
    }
    Ok(())
}

#[allow(clippy::too_many_arguments)]
fn contribute(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    from: ClassPtr,
    lower: &Str,
    method: FunctionPtr,
    rules: &Rules,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    let meant = |alias: &&Alias| alias.class.same(from) && alias.method == *lower;
    for alias in rules.aliases.iter().filter(meant) {
        if let Some(name) = &alias.alias {
            add(vm, decl, draft, from, name, method, alias.modifiers, pending)?;
        }
    }
    if rules.excluded.iter().any(|(class, name)| class.same(from) && name == lower) {
        return Ok(());
    }
    let mut changed = 0;
    for alias in rules.aliases.iter().filter(meant).filter(|a| a.alias.is_none()) {
        changed |= alias.modifiers;
    }
    add(vm, decl, draft, from, &method.name.clone(), method, changed, pending)
}

/// Adds one method under a name, unless the class has its own.
#[allow(clippy::too_many_arguments)]
fn add(
    vm: &Vm,
    decl: &'static ClassDecl,
    draft: &mut Draft,
    from: ClassPtr,
    name: &Str,
    method: FunctionPtr,
    changed: u32,
    pending: &mut variance::Pending,
) -> PhpResult<()> {
    let class = draft.class();
    let lower = draft.name(&name.to_lower());
    let mut copy = copy_of(method, class, from);
    copy.name = draft.name(name);
    if changed & modifiers::VISIBILITY != 0 {
        copy.modifiers = (copy.modifiers & !modifiers::VISIBILITY) | changed;
    } else {
        copy.modifiers |= changed;
    }
    if changed & modifiers::FINAL != 0 && copy.modifiers & modifiers::PRIVATE != 0 && lower.as_bytes() != b"__construct" {
        let text = b"Private methods cannot be final as they are never overridden by other classes";
        let file = decl.file.as_deref().cloned().unwrap_or_default();
        links::note_dependence(vm);
        crate::runtime::errors::report_at(vm, phant_native::Level::CompileWarning, text, &file, decl.line);
        vm.ctx.check()?;
    }
    let Some(existing) = class.method(&lower) else {
        members::add_method(draft, lower, copy);
        return Ok(());
    };
    let same_code = match (existing.kind, copy.kind) {
        (FunctionKind::User(a), FunctionKind::User(b)) => std::ptr::eq(a, b),
        _ => false,
    };
    if same_code && (existing.modifiers ^ copy.modifiers) & modifiers::VISIBILITY == 0 {
        return Ok(());
    }
    if copy.is_abstract() {
        // The class, or another trait, must meet the demand.
        return demand(vm, draft, existing, method, pending);
    }
    let Some(origin) = existing.trait_origin else { return Ok(()) };
    if !existing.is_abstract() {
        let text = format!(
            "Trait method {}::{} has not been applied as {}::{name}, because of collision with {}::{}",
            from.name, method.name, class.name, origin.name, existing.name
        );
        return Err(fatal_class(vm, decl, text));
    }
    let function = members::add_method(draft, lower, copy);
    let demanded = origin.method(&original_name(existing).to_lower()).unwrap_or(existing);
    demand(vm, draft, function, demanded, pending)
}

/// The name a method has in the trait that it comes from.
fn original_name(f: FunctionPtr) -> Str {
    f.code().and_then(|c| c.name.as_deref().cloned()).unwrap_or_else(|| f.name.clone())
}

/// A trait's abstract method against the method that meets it.
fn demand(vm: &Vm, draft: &mut Draft, own: FunctionPtr, demanded: FunctionPtr, pending: &mut variance::Pending) -> PhpResult<()> {
    // Both are shown as members of their traits.
    let own = own.trait_origin.and_then(|t| t.method(&original_name(own).to_lower())).unwrap_or(own);
    inherit::rules(vm, own, demanded, false)?;
    variance::method(vm, draft.class(), own, demanded, pending)
}

/// A trait's method as a method of the class.
fn copy_of(method: FunctionPtr, class: ClassPtr, from: ClassPtr) -> Function {
    let mut copy = match method.kind {
        FunctionKind::User(code) => Function::user(code, Some(class)),
        FunctionKind::Native(descriptor) => Function::native(descriptor, Some(class)),
    };
    copy.modifiers = method.modifiers;
    copy.trait_origin = Some(from);
    copy
}

fn read_rules(vm: &Vm, decl: &'static ClassDecl, used: &[ClassPtr]) -> PhpResult<Rules> {
    let mut rules = Rules::default();
    for rule in decl.traits.iter().flat_map(|t| t.rules.iter()) {
        match rule {
            TraitRuleDecl::InsteadOf { class, method, excluded } => {
                insteadof(vm, decl, used, class, method, excluded, &mut rules)?;
            }
            TraitRuleDecl::Alias { class, method, modifiers, alias } => {
                let lower = method.to_lower();
                let class = match class {
                    Some(name) => {
                        let class = find_trait(vm, decl, used, name)?;
                        if class.method(&lower).is_none() {
                            let text =
                                format!("An alias was defined for {}::{method} but this method does not exist", class.name);
                            return Err(fatal_class(vm, decl, text));
                        }
                        class
                    }
                    None => only_trait(vm, decl, used, method, alias.as_deref())?,
                };
                rules.aliases.push(Alias {
                    class,
                    method: lower,
                    modifiers: *modifiers,
                    alias: alias.as_ref().map(Name::to_str),
                });
            }
        }
    }
    Ok(rules)
}

fn insteadof(
    vm: &Vm,
    decl: &'static ClassDecl,
    used: &[ClassPtr],
    class: &ClassName,
    method: &Str,
    excluded: &'static [ClassName],
    rules: &mut Rules,
) -> PhpResult<()> {
    let from = find_trait(vm, decl, used, class)?;
    let lower = method.to_lower();
    if from.method(&lower).is_none() {
        let text = format!("A precedence rule was defined for {}::{method} but this method does not exist", from.name);
        return Err(fatal_class(vm, decl, text));
    }
    for name in excluded {
        let other = find_trait(vm, decl, used, name)?;
        if rules.excluded.iter().any(|(class, m)| class.same(other) && *m == lower) {
            let text = format!(
                "Failed to evaluate a trait precedence ({method}). Method of trait {} was defined to be excluded multiple times",
                other.name
            );
            return Err(fatal_class(vm, decl, text));
        }
        if other.same(from) {
            let text = format!(
                "Inconsistent insteadof definition. The method {method} is to be used from {0}, but {0} is also on the exclude list",
                from.name
            );
            return Err(fatal_class(vm, decl, text));
        }
        rules.excluded.push((other, lower.clone()));
    }
    Ok(())
}

/// A trait that a rule names.
fn find_trait(vm: &Vm, decl: &'static ClassDecl, used: &[ClassPtr], name: &ClassName) -> PhpResult<ClassPtr> {
    let found = vm.ctx.host.lookup_class(&vm.ctx, &name.name, false);
    links::note(vm, &name.name, found);
    let text = match found {
        None => format!("Could not find trait {}", name.name),
        Some(class) if class.kind != ClassKind::Trait => {
            format!("Class {} is not a trait, Only traits may be used in 'as' and 'insteadof' statements", class.name)
        }
        Some(class) if !used.iter().any(|t| t.same(class)) => {
            format!("Required Trait {} wasn't added to {}", class.name, decl.name)
        }
        Some(class) => return Ok(class),
    };
    Err(fatal_class(vm, decl, text))
}

/// The one trait that has a method an alias names without trait.
fn only_trait(vm: &Vm, decl: &'static ClassDecl, used: &[ClassPtr], method: &Str, alias: Option<&Str>) -> PhpResult<ClassPtr> {
    let lower = method.to_lower();
    let mut found = used.iter().filter(|t| t.method(&lower).is_some());
    let text = match (found.next(), found.next()) {
        (Some(first), None) => return Ok(first),
        (Some(first), Some(second)) => format!(
            "An alias was defined for method {method}(), which exists in both {0} and {1}. Use {0}::{method} or {1}::{method} to resolve the ambiguity",
            first.name, second.name
        ),
        (None, _) => match alias {
            Some(alias) => format!("An alias ({alias}) was defined for method {method}(), but this method does not exist"),
            None => format!("The modifiers of the trait method {method}() are changed, but this method does not exist. Error"),
        },
    };
    Err(fatal_class(vm, decl, text))
}

/// Whether members agree. Values that cannot be evaluated do not; the exception is told before the error.
fn decided(vm: &Vm, compatible: PhpResult<bool>) -> PhpResult<bool> {
    match compatible {
        Err(_) if vm.ctx.ending.get().is_none() => Ok(false),
        known => known,
    }
}

/// Adds the traits' constants.
pub(crate) fn constants(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft, used: &[ClassPtr]) -> PhpResult<()> {
    for (i, &from) in used.iter().enumerate() {
        for (name, &constant) in from.constants.iter() {
            let class = draft.class();
            let Some(existing) = class.constants.get(name).copied() else {
                draft.add_constant(copy_constant(constant, class));
                continue;
            };
            if existing.is_case {
                let from = &constant.class.name;
                let text =
                    format!("Cannot use trait {from}, because {from}::{name} conflicts with enum case {}::{name}", class.name);
                return Err(fatal_class(vm, decl, text));
            }
            if !decided(vm, compatible_constants(vm, existing, constant))? {
                let first = first_with(class, used, i, existing.class, |t| t.constants.contains(name));
                let text = format!(
                    "{first} and {} define the same constant ({name}) in the composition of {}. However, the definition differs and is considered incompatible. Class was composed",
                    constant.class.name, class.name
                );
                return Err(fatal_class(vm, decl, text));
            }
        }
    }
    Ok(())
}

fn copy_constant(constant: &'static ClassConstant, class: ClassPtr) -> ClassConstant {
    ClassConstant {
        name: constant.name.copy(),
        class,
        index: 0,
        modifiers: constant.modifiers,
        ty: constant.ty,
        literal: constant.literal.as_ref().map(Literal::copy),
        expr: constant.expr,
        native_text: constant.native_text,
        is_case: constant.is_case,
        attributes: constant.attributes,
        doc_comment: constant.doc_comment.as_ref().map(Name::copy),
    }
}

fn compatible_constants(vm: &Vm, a: &'static ClassConstant, b: &'static ClassConstant) -> PhpResult<bool> {
    let mask = modifiers::VISIBILITY | modifiers::FINAL;
    if (a.modifiers ^ b.modifiers) & mask != 0 {
        return Ok(false);
    }
    let types = match (a.ty, b.ty) {
        (None, None) => Outcome::Yes,
        (Some(x), Some(y)) => is_same(vm, Scoped { ty: x, scope: Some(a.class) }, Scoped { ty: y, scope: Some(b.class) }),
        _ => Outcome::No,
    };
    if types != Outcome::Yes {
        return Ok(false);
    }
    let same_expr = match (a.expr, b.expr) {
        (Some(x), Some(y)) => std::ptr::eq(x, y),
        _ => false,
    };
    if same_expr {
        return Ok(true);
    }
    if a.literal.is_none() || b.literal.is_none() {
        links::note_dependence(vm);
    }
    let (x, y) = (super::constants::value(vm, a)?, super::constants::value(vm, b)?);
    phant_native::compare::identical(&vm.ctx, &x, &y)
}

/// The class that had a member first: the class itself, or the first trait with it.
fn first_with(class: ClassPtr, used: &[ClassPtr], upto: usize, declared: ClassPtr, has: impl Fn(ClassPtr) -> bool) -> Str {
    if declared.same(class) {
        let own = class.decl;
        let first = used[..upto].iter().find(|t| has(t));
        if let (Some(_), Some(first)) = (own, first) {
            return first.name.clone();
        }
    }
    declared.name.clone()
}

/// Adds the traits' properties.
pub(crate) fn properties(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft, used: &[ClassPtr]) -> PhpResult<()> {
    for (i, &from) in used.iter().enumerate() {
        for (name, &property) in from.properties.iter() {
            let class = draft.class();
            if let Some(existing) = class.properties.get(name).copied() {
                let hidden = existing.modifiers & modifiers::PRIVATE != 0 && !existing.class.same(class);
                if !hidden {
                    if existing.has_hooks() || property.has_hooks() {
                        let first = first_with(class, used, i, existing.class, |t| t.properties.contains(name));
                        let text = format!(
                            "{first} and {} define the same hooked property (${name}) in the composition of {}. Conflict resolution between hooked properties is currently not supported. Class was composed",
                            property.class.name, class.name
                        );
                        return Err(fatal_class(vm, decl, text));
                    }
                    if !decided(vm, compatible_properties(vm, class, existing, property))? {
                        let first = first_with(class, used, i, existing.class, |t| t.properties.contains(name));
                        let text = format!(
                            "{first} and {} define the same property (${name}) in the composition of {}. However, the definition differs and is considered incompatible. Class was composed",
                            property.class.name, class.name
                        );
                        return Err(fatal_class(vm, decl, text));
                    }
                    let redeclare_static = property.is_static() && !existing.class.same(class);
                    if !redeclare_static {
                        continue;
                    }
                }
            }
            if class.modifiers & modifiers::READONLY_CLASS != 0 && !property.is_readonly() {
                let text = format!(
                    "Readonly class {} cannot use trait with a non-readonly property {}::${name}",
                    class.name, property.class.name
                );
                return Err(fatal_class(vm, decl, text));
            }
            let hook = |f: Option<FunctionPtr>| f.and_then(|f| f.code());
            let hook_modifiers = [property.get_hook, property.set_hook].map(|f| f.map_or(0, |f| f.modifiers));
            let new = NewProperty {
                name: name.copy(),
                modifiers: property.modifiers,
                ty: property.ty,
                default: property.default,
                get_hook: hook(property.get_hook),
                set_hook: hook(property.set_hook),
                promoted: property.promoted,
                attributes: property.attributes,
                doc_comment: property.doc_comment.as_ref().map(Name::copy),
                hook_modifiers,
            };
            members::add_property(vm, decl, draft, new)?;
        }
    }
    Ok(())
}

fn compatible_properties(vm: &Vm, class: ClassPtr, a: &'static Property, b: &'static Property) -> PhpResult<bool> {
    let mask = modifiers::VISIBILITY | modifiers::STATIC | modifiers::READONLY;
    if (a.modifiers ^ b.modifiers) & mask != 0 {
        return Ok(false);
    }
    let types = match (a.ty, b.ty) {
        (None, None) => Outcome::Yes,
        (Some(x), Some(y)) => is_same(vm, Scoped { ty: x, scope: Some(class) }, Scoped { ty: y, scope: Some(class) }),
        _ => Outcome::No,
    };
    if types != Outcome::Yes {
        return Ok(false);
    }
    let (x, y) = (default_of(vm, class, a)?, default_of(vm, class, b)?);
    Ok(x.is_undef() == y.is_undef() && phant_native::compare::identical(&vm.ctx, &x, &y)?)
}

fn evaluated(vm: &Vm, expr: &phant_bytecode::ConstExpr, class: ClassPtr) -> PhpResult {
    links::note_dependence(vm);
    vm.ctx.host.evaluate(&vm.ctx, expr, Some(class))
}

fn default_of(vm: &Vm, class: ClassPtr, p: &'static Property) -> PhpResult {
    match p.default {
        Some(expr) if expr.code.is_some() => evaluated(vm, expr, class),
        Some(expr) => Ok(expr.value.clone()),
        None if p.ty.is_some() => Ok(Value::UNDEF),
        None => Ok(Value::NULL),
    }
}
