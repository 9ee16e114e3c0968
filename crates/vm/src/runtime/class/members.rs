//! A class's own members, as its declaration lists them.

use super::{
    draft::Draft,
    fatal_class, magic,
    slots::{self, uninitialized, unresolved},
    subtype::{Outcome, Scoped, is_subtype},
};
use crate::Vm;
use phant_bytecode::{ClassDecl, Code, ConstExpr, ConstantDecl, PropertyDecl, TypeDecl, TypeMask, code_flags};
use phant_memory::{Literal, Name, Value, value::tag};
use phant_native::{
    Class, ClassPtr, Function, FunctionPtr, PhpResult,
    class::{ClassConstant, Property},
    descriptor::{ClassKind, modifiers},
    function::function_flags,
};
use std::sync::Arc;

/// Starts a subclass with the parent's property slots.
pub(crate) fn take_slots(draft: &mut Draft, parent: ClassPtr) {
    let class = draft.edit();
    class.slots = parent.slots.clone();
    class.defaults = parent.defaults.iter().map(Literal::copy).collect();
    class.shared_statics = parent.shared_statics + parent.statics.len() as u32;
}

/// Adds constants, properties and methods of the declaration.
pub(crate) fn own(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft) -> PhpResult<()> {
    draft.reserve(decl);
    for constant in &decl.constants {
        let class = draft.class();
        draft.add_constant(own_constant(class, constant));
    }
    for property in &decl.properties {
        own_property(vm, decl, draft, property)?;
    }
    for method in &decl.methods {
        let function = method_of(draft.class(), code_of(&method.code));
        add_method(draft, method.lower.copy(), function);
    }
    Ok(())
}

/// Code lives as long as the declaration that owns it, which is as long as the process.
pub(crate) fn code_of(code: &'static Arc<Code>) -> &'static Code {
    code
}

fn own_constant(class: ClassPtr, d: &'static ConstantDecl) -> ClassConstant {
    let known = d.case.is_none() && d.value.code.is_none();
    ClassConstant {
        name: d.name.copy(),
        class,
        index: 0,
        modifiers: with_visibility(d.modifiers),
        ty: d.ty.as_ref(),
        literal: if known { fit_literal(&d.value.value, d.ty.as_ref()) } else { None },
        expr: Some(&d.value),
        native_text: None,
        is_case: d.case.is_some(),
        attributes: &d.attributes,
        doc_comment: d.doc_comment.as_ref().map(Name::copy),
    }
}

/// Modifiers with a visibility: `public` if there is none.
pub(crate) fn with_visibility(m: u32) -> u32 {
    if m & modifiers::VISIBILITY == 0 { m | modifiers::PUBLIC } else { m }
}

/// The visibility of writing that matters: none where it is that of reading, `protected` for public readonly properties.
fn property_modifiers(class: &Class, d: &PropertyDecl) -> u32 {
    let mut m = with_visibility(d.modifiers);
    if class.modifiers & modifiers::READONLY_CLASS != 0 && m & modifiers::STATIC == 0 {
        m |= modifiers::READONLY;
    }
    if class.kind == ClassKind::Interface {
        m |= modifiers::ABSTRACT;
    }
    if m & modifiers::READONLY != 0 && m & modifiers::PUBLIC != 0 && m & modifiers::SET_VISIBILITY == 0 {
        m |= modifiers::PROTECTED_SET;
    }
    let (get, set) = (m & modifiers::VISIBILITY, (m & modifiers::SET_VISIBILITY) >> 10);
    if get == set {
        m &= !modifiers::SET_VISIBILITY;
    }
    if m & modifiers::PRIVATE_SET != 0 {
        m |= modifiers::FINAL;
    }
    m
}

fn own_property(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft, d: &'static PropertyDecl) -> PhpResult<()> {
    let class = draft.class();
    let hook = |is_set: bool| -> Option<&'static Code> { d.hooks.iter().find(|h| h.is_set == is_set).map(|h| code_of(&h.code)) };
    let new = NewProperty {
        name: d.name.copy(),
        modifiers: property_modifiers(class, d),
        ty: d.ty.as_ref(),
        default: d.default.as_ref(),
        get_hook: hook(false),
        set_hook: hook(true),
        promoted: d.promoted,
        attributes: &d.attributes,
        doc_comment: d.doc_comment.as_ref().map(Name::copy),
        hook_modifiers: [
            d.hooks.iter().find(|h| !h.is_set).map_or(0, |h| h.modifiers),
            d.hooks.iter().find(|h| h.is_set).map_or(0, |h| h.modifiers),
        ],
    };
    add_property(vm, decl, draft, new)
}

/// A property to be declared by a class: its own, or one that it takes from a trait.
pub(crate) struct NewProperty {
    pub(crate) name: Name,
    pub(crate) modifiers: u32,
    pub(crate) ty: Option<&'static TypeDecl>,
    pub(crate) default: Option<&'static ConstExpr>,
    pub(crate) get_hook: Option<&'static Code>,
    pub(crate) set_hook: Option<&'static Code>,
    pub(crate) promoted: bool,
    pub(crate) attributes: &'static [phant_bytecode::Attribute],
    pub(crate) doc_comment: Option<Name>,
    pub(crate) hook_modifiers: [u32; 2],
}

/// Adds a property to a class under construction. Where it redeclares one of the parent's, it takes over its slot, and
/// the hooks that it does not redefine.
pub(crate) fn add_property(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft, new: NewProperty) -> PhpResult<()> {
    let class = draft.class();
    let overridden = class.parent.and_then(|p| p.properties.get(&new.name).copied());
    let visible = overridden.filter(|p| p.modifiers & modifiers::PRIVATE == 0);
    let is_static = new.modifiers & modifiers::STATIC != 0;
    let redeclared = visible.filter(|p| p.is_static() == is_static);
    let mut m = new.modifiers;
    let mut virtual_ = m & modifiers::VIRTUAL != 0;
    if virtual_ && redeclared.is_some_and(|p| p.slot.is_some()) {
        virtual_ = false;
        m &= !modifiers::VIRTUAL;
    }
    if virtual_ && new.default.is_some() {
        let text = format!("Cannot specify default value for virtual hooked property {}::${}", class.name, new.name);
        return Err(fatal_after_hooks(vm, decl, new.get_hook, new.set_hook, text));
    }
    let initial = initial_value(new.ty, new.default, m);
    let slot = if virtual_ {
        None
    } else if is_static {
        Some(draft.add_static(initial))
    } else {
        match redeclared.and_then(|p| p.slot) {
            Some(slot) => {
                draft.edit().defaults[slot as usize] = initial;
                Some(slot)
            }
            None => Some(draft.add_slot(initial)),
        }
    };
    let readonly = m & modifiers::READONLY != 0;
    let mut hook = |code: Option<&'static Code>, inherited: Option<FunctionPtr>, extra: u32, is_set: bool| match code {
        Some(code) => {
            let mut function = Function::user(code, Some(class));
            function.modifiers = with_visibility(function.modifiers | extra);
            let prototype = inherited.map(|f| f.prototype().unwrap_or(f));
            Some(draft.function(function.with_prototype(prototype)))
        }
        // What is stored can be read, and, unless it is readonly, written: that meets what is demanded.
        None => inherited.filter(|f| !f.is_abstract() || virtual_ || is_set && readonly),
    };
    let get_hook = hook(new.get_hook, redeclared.and_then(|p| p.get_hook), new.hook_modifiers[0], false);
    let set_hook = hook(new.set_hook, redeclared.and_then(|p| p.set_hook), new.hook_modifiers[1], true);
    let property = draft.add_property(Property {
        name: new.name,
        mangled: Name::default(),
        class,
        modifiers: m,
        ty: new.ty,
        slot,
        default: new.default,
        native_default: None,
        get_hook,
        set_hook,
        promoted: new.promoted,
        hides_private: overridden.is_some_and(|p| p.modifiers & modifiers::PRIVATE != 0 || p.hides_private),
        prototype_class: redeclared.map_or(class, |p| p.prototype_class),
        attributes: new.attributes,
        doc_comment: new.doc_comment,
    });
    if let Some(slot) = slot
        && !is_static
    {
        slots::set_slot_owner(draft.edit(), slot, property);
    }
    Ok(())
}

/// What a slot starts with.
fn initial_value(ty: Option<&'static TypeDecl>, default: Option<&ConstExpr>, modifiers: u32) -> Literal {
    match default {
        Some(expr) if expr.code.is_some() => unresolved(),
        Some(expr) => fit_literal(&expr.value, ty).unwrap_or_else(unresolved),
        None if ty.is_some() => uninitialized(),
        None if modifiers & modifiers::VIRTUAL != 0 => Literal::marked_undef(0),
        None => Literal::default(),
    }
}

/// A literal as a value of the declared type: an integer becomes a float where only that is declared. `None`: it does
/// not fit, which is found when the class is used first.
pub(crate) fn fit_literal(value: &Literal, ty: Option<&TypeDecl>) -> Option<Literal> {
    let Some(ty) = ty else { return Some(value.copy()) };
    if ty.mask.intersects(TypeMask::of_tag(value.raw_type())) {
        return Some(value.copy());
    }
    match value.as_int() {
        Some(i) if ty.mask.contains(TypeMask::FLOAT) && value.tag() == tag::INT => Literal::new(&Value::float(i as f64)),
        _ => None,
    }
}

/// A method from its code.
pub(crate) fn method_of(class: ClassPtr, code: &'static Code) -> Function {
    let mut function = Function::user(code, Some(class));
    function.modifiers = with_visibility(function.modifiers);
    if class.kind == ClassKind::Interface {
        function.modifiers |= modifiers::ABSTRACT;
    }
    function
}

/// Adds a method, noting it if it is magic.
pub(crate) fn add_method(draft: &mut Draft, lower: Name, mut function: Function) -> FunctionPtr {
    // Code of an ancestor must go on calling its private method of the same name.
    let hidden = draft.class().parent.and_then(|p| p.method(&lower));
    if hidden.is_some_and(|f| f.modifiers & modifiers::PRIVATE != 0 || f.flags & function_flags::HIDES_PRIVATE != 0) {
        function.flags |= function_flags::HIDES_PRIVATE;
    }
    let function = draft.add_method(lower.copy(), function);
    magic::note(&mut draft.edit().magic, &lower, function);
    function
}

/// A fatal error about a property's hooks, which is where the last of them ends.
fn fatal_after_hooks(
    vm: &Vm,
    decl: &'static ClassDecl,
    get: Option<&'static Code>,
    set: Option<&'static Code>,
    text: String,
) -> phant_native::Thrown {
    match get.iter().chain(&set).map(|code| code.end_line).max() {
        Some(line) => super::fatal(vm, text, decl.file.as_deref(), line),
        None => fatal_class(vm, decl, text),
    }
}

/// Checks hooked properties once inheritance is settled.
pub(crate) fn verify_hooks(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft) -> PhpResult<()> {
    let class = draft.class();
    let own: Vec<&'static Property> = class.properties.values().copied().filter(|p| p.class.same(class)).collect();
    for p in own {
        let (get, set) = (p.get_hook, p.set_hook);
        if get.is_none() && set.is_none() {
            continue;
        }
        let name = format!("{}::${}", class.name, p.name);
        let is_virtual = p.slot.is_none();
        if let Some(set) = set.filter(|f| f.class.is_some_and(|c| c.same(class))) {
            check_set_type(vm, p, set)?;
        }
        if !is_virtual && get.is_some_and(returns_ref) && set.is_some() {
            let text =
                format!("Get hook of backed property {}::{} with set hook may not return by reference", class.name, p.name);
            return Err(fatal_class(vm, decl, text));
        }
        let has_abstract_hook = get.is_some_and(|f| f.is_abstract()) || set.is_some_and(|f| f.is_abstract());
        if p.modifiers & modifiers::ABSTRACT != 0 && !has_abstract_hook {
            let text = format!("Abstract property {name} must specify at least one abstract hook");
            return Err(fatal_after_hooks(vm, decl, get.and_then(|f| f.code()), set.and_then(|f| f.code()), text));
        }
        if is_virtual && p.modifiers & modifiers::SET_VISIBILITY != 0 && (get.is_none() || set.is_none()) {
            let prefix = if get.is_none() { "Write-only" } else { "Read-only" };
            let text = format!("{prefix} virtual property {name} must not specify asymmetric visibility");
            return Err(fatal_after_hooks(vm, decl, get.and_then(|f| f.code()), set.and_then(|f| f.code()), text));
        }
    }
    Ok(())
}

/// What a `set` hook takes is at least what the property has.
fn check_set_type(vm: &Vm, p: &'static Property, set: FunctionPtr) -> PhpResult<()> {
    let Some(param) = set.code().and_then(|c| c.params.first()) else { return Ok(()) };
    let (Some(ty), Some(taken)) = (p.ty, param.ty.as_ref()) else { return Ok(()) };
    let scope = Some(p.class);
    loop {
        match is_subtype(vm, Scoped { ty, scope }, Scoped { ty: taken, scope }) {
            Outcome::Yes => return Ok(()),
            Outcome::Open(name) if vm.ctx.host.lookup_class(&vm.ctx, &name, true).is_some() => {}
            _ => break,
        }
    }
    vm.ctx.check()?;
    let text = format!(
        "Type of parameter ${} of hook {}::${}::set must be compatible with property type",
        param.name, p.class.name, p.name
    );
    Err(super::fatal_method(vm, set, text))
}

fn returns_ref(f: FunctionPtr) -> bool {
    f.code().is_some_and(|c| c.flags & code_flags::RETURNS_REF != 0)
}
