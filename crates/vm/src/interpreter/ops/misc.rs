//! Output, constants, classes, closures, includes, declarations.

use super::*;
use crate::runtime::closure;
use phant_bytecode::cache::NamedClassCache;
use phant_memory::{Held, View};
use phant_native::{ObjectExt, convert};

#[inline(never)]
unsafe fn echo(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).a, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        match v.view() {
            View::Str(s) => vm.ctx.echo(s.as_bytes()),
            View::Int(i) => vm.ctx.echo(phant_memory::string::decimal(i, &mut [0; 20])),
            _ => match convert::to_str(&vm.ctx, &v) {
                Ok(s) => vm.ctx.echo(s.as_bytes()),
                Err(_) => {
                    // An array's warning may throw, but there is a text for it.
                    if v.is_array() && vm.ctx.ending.get().is_none() {
                        vm.ctx.echo(b"Array");
                    }
                    return false;
                }
            },
        }
        !vm.ctx.has_exception()
    }
}
op!(Echo(pc, fp, vm) {
    if (*slot(fp, (*pc).a)).raw_type() == tag::STRING {
        return echo_text_tail(pc, fp, vm);
    }
    otherwise!(echo(pc, fp, vm), pc, fp, vm)
});
/// Writes text, as the rest of `Echo`.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn echo_text_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `Echo` with its own instruction, whose operand is text. A variable's text is held for as long as it is
    // written, since what takes the output may be PHP code.
    unsafe {
        leave(pc, fp, vm);
        let v = slot(fp, (*pc).a);
        let text = if is_temp(fp, (*pc).a) { v.read() } else { (*v).clone() };
        vm.ctx.echo(text.own_str().expect("text").as_bytes());
        drop(text);
        next_if!(!vm.ctx.has_exception(), pc, fp, vm)
    }
}
#[inline(never)]
unsafe fn echo_k(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = (*lit(fp, (*pc).a)).clone();
        match convert::to_str(&vm.ctx, &v) {
            Ok(s) => vm.ctx.echo(s.as_bytes()),
            Err(_) => {
                if v.is_array() && vm.ctx.ending.get().is_none() {
                    vm.ctx.echo(b"Array");
                }
                return false;
            }
        }
        !vm.ctx.has_exception()
    }
}
op!(EchoK(pc, fp, vm) { next_if!(echo_k(pc, fp, vm), pc, fp, vm) });

/// The error levels `@` leaves on: those that cannot be silenced.
const UNSILENCED: i32 = 4437;
op!(Silence(pc, fp, vm) {
    let old = vm.ctx.ini.hot.error_reporting.get();
    slot(fp, (*pc).a).write(Value::word(old as u32 as u64));
    vm.ctx.ini.hot.error_reporting.set(old & UNSILENCED);
    next!(pc, fp, vm)
});
/// Restores the error level a silenced expression began with, unless it was changed inside to one that shows more than
/// fatal errors.
pub(crate) unsafe fn end_silence(vm: &Vm, saved: *mut Value) {
    // SAFETY: the slot of the silenced expression.
    unsafe {
        if (*saved).raw_type() != tag::WORD {
            return;
        }
        let old = (*saved).payload() as u32 as i32;
        if vm.ctx.ini.hot.error_reporting.get() & !UNSILENCED == 0 && old & !UNSILENCED != 0 {
            vm.ctx.ini.hot.error_reporting.set(old);
        }
        saved.write(Value::UNDEF);
    }
}
op!(EndSilence(pc, fp, vm) {
    end_silence(vm, slot(fp, (*pc).a));
    next!(pc, fp, vm)
});

// Constants.

#[cold]
#[inline(never)]
unsafe fn fetch_const(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = (*lit(fp, (*pc).b)).as_str().expect("a name").clone();
        let mut found = match crate::runtime::constant::lookup(vm, &name) {
            Ok(v) => v,
            Err(_) => return false,
        };
        if found.is_none() && (*pc).b != (*pc).c {
            let fallback = (*lit(fp, (*pc).c)).as_str().expect("a name").clone();
            found = match crate::runtime::constant::lookup(vm, &fallback) {
                Ok(v) => v,
                Err(_) => return false,
            };
        }
        match found {
            Some(v) => {
                // What is in the table under this name stays there; deprecated constants are not, and are looked up again.
                let fallback = (*lit(fp, (*pc).c)).as_str().expect("a name");
                let is_there = |name: &phant_memory::Str| vm.constants.borrow().get_str(name).is_some();
                if is_there(&name) || is_there(&fallback) {
                    remember_constant(words::<rows::FetchConst>(pc, fp), &v);
                }
                set(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            None => {
                vm.ctx.throw_error(format!("Undefined constant \"{name}\""));
                false
            }
        }
    }
}
/// Keeps a constant's value. The words own no count: the table of constants does.
unsafe fn remember_constant(words: *mut ConstantCache, v: &Value) {
    // SAFETY: called with the cache words of an instruction.
    unsafe { *words = ConstantCache { tag: u64::from(v.tag()), payload: v.payload() } }
}
/// The value that the cache holds; UNDEF if none.
#[inline(always)]
pub(super) unsafe fn cached_constant(words: *const ConstantCache) -> Value {
    // SAFETY: the words were written for a constant that the request keeps.
    unsafe { (*std::mem::ManuallyDrop::new(Value::from_parts((*words).tag as u32, (*words).payload))).clone() }
}
op!(FetchConst(pc, fp, vm) {
    let words = words::<rows::FetchConst>(pc, fp);
    if (*words).tag != 0 {
        let v = cached_constant(words);
        set(fp, (*pc).a, v);
        next!(pc, fp, vm, ext);
    }
    otherwise!(fetch_const(pc, fp, vm), pc, fp, vm, ext) });
/// What is wrong with a constant that a constant expression names, in the words of the source.
unsafe fn constant_error(
    vm: &Vm,
    pc: *const Insn,
    fp: *mut Frame,
    class: phant_native::ClassPtr,
    name: &phant_memory::Str,
) -> Option<String> {
    // SAFETY: called with a fetch of a class constant, which the load of its class comes before.
    unsafe {
        let load = pc.sub(2);
        if (*load).op != phant_bytecode::Op::LoadClass as u16 {
            return None;
        }
        let written = match (*load).c.number() & 3 {
            0 => (*lit(fp, (*load).b)).as_str().map(|s| s.to_text().into_owned())?,
            kind => ["", "self", "parent", "static"][kind as usize].to_owned(),
        };
        match class.constants.get(name.as_bytes()) {
            None if name.as_bytes() != b"class" => Some(format!("Undefined constant {written}::{name}")),
            Some(&c) if vm.linker.is_evaluating(c) => Some(format!("Cannot declare self-referencing constant {written}::{name}")),
            _ => None,
        }
    }
}
#[inline(never)]
unsafe fn class_const(pc: *const Insn, fp: *mut Frame, vm: &Vm, dynamic: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        // A name that the error handler has thrown about is no string, which is an error in addition.
        let (class, name) = class_and_member(pc, fp, vm, dynamic);
        let Some(name) = name.as_str().map(Held::into_owned) else {
            let given = if name.is_object() { "object".to_owned() } else { convert::type_name(&name) };
            vm.ctx.type_error(format!("Cannot use value of type {given} as class constant name"));
            return false;
        };
        if !dynamic
            && (*(*fp).func).code().is_some_and(|c| c.flags & phant_bytecode::code_flags::CONST_EXPR != 0)
            && let Some(text) = constant_error(vm, pc, fp, class, &name)
        {
            vm.ctx.throw_error(text);
            return false;
        }
        match crate::runtime::class::constants::class_constant(vm, class, &name, crate::runtime::frame::scope_of(fp)) {
            Ok(v) => {
                // A constant's value never changes, and the class keeps it.
                if !dynamic
                    && let Some(c) = class.constants.named(&name)
                    && c.attributes.is_empty()
                    && !v.is_undef()
                    && !vm.ctx.has_exception()
                {
                    let words = words::<rows::FetchClassConst>(pc, fp);
                    (*words).class = std::ptr::from_ref(class) as u64;
                    remember_constant(&raw mut (*words).value, &v);
                    quick::class_constant_form(pc);
                }
                set(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(FetchClassConst(pc, fp, vm) {
    let words = words::<rows::FetchClassConst>(pc, fp);
    if (*words).class == (*slot(fp, (*pc).b)).payload() && (*words).class != 0 {
        let v = cached_constant(&raw const (*words).value);
        set(fp, (*pc).a, v);
        next!(pc, fp, vm, ext);
    }
    otherwise!(class_const(pc, fp, vm, false), pc, fp, vm, ext)
});
op!(FetchClassConstDyn(pc, fp, vm) { next_if!(class_const(pc, fp, vm, true), pc, fp, vm) });
#[inline(never)]
unsafe fn const_expr(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: phant_native::FunctionPtr = &*(*fp).func;
        let expr = &func.code().expect("compiled").const_exprs[(*pc).b.count()];
        match crate::runtime::constant::evaluate(vm, expr, func.class) {
            Ok(v) => {
                set(fp, (*pc).a, v);
                true
            }
            Err(_) => false,
        }
    }
}
op!(ConstExpr(pc, fp, vm) { next_if!(const_expr(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn declare_const(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = (*lit(fp, (*pc).a)).as_str().expect("a name").clone();
        let v = take(fp, (*pc).b, vm);
        if !crate::runtime::constant::define(vm, &name, v) {
            vm.ctx.report(phant_native::Level::Warning, format!("Constant {name} already defined"));
        }
        !vm.ctx.has_exception()
    }
}
op!(DeclareConst(pc, fp, vm) { next_if!(declare_const(pc, fp, vm), pc, fp, vm) });

// Classes.

/// What a `LoadClass` notes that finds nothing: another number once a class is declared.
#[inline(always)]
pub(super) fn declared(vm: &Vm) -> u64 {
    vm.classes.borrow().len() as u64 + 1
}
/// Modes of `LoadClass`: by name, `self`, `parent`, `static`; 16: a missing class is no error; 32: a missing scope is
/// no error.
#[cold]
#[inline(never)]
unsafe fn load_class(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let mode = (*pc).c.number();
        let scope = crate::runtime::frame::scope_of(fp);
        let class = match mode & 3 {
            0 => {
                let words = words::<rows::LoadClass>(pc, fp);
                let there = declared(vm);
                let name = (*lit(fp, (*pc).b)).as_str().expect("a name").clone();
                let found = match mode & 16 {
                    0 => vm.lookup_class(&name, true),
                    // Nothing was declared since.
                    _ if (*words).missed == there => {
                        quick::absent_form(pc);
                        None
                    }
                    _ => vm.lookup_class_quiet(&name),
                };
                match found {
                    Some(c) => {
                        (*words).class = std::ptr::from_ref(c) as u64;
                        Some(c)
                    }
                    None => {
                        if vm.ctx.has_exception() {
                            return false;
                        }
                        if mode & 16 == 0 {
                            vm.ctx.throw_error(format!("Class \"{name}\" not found"));
                            return false;
                        }
                        (*words).missed = there;
                        None
                    }
                }
            }
            kind => {
                let word = ["", "self", "parent", "static"][kind as usize];
                match (kind, scope) {
                    (_, None) => {
                        if mode & 32 != 0 {
                            None
                        } else {
                            let constant =
                                (*(*fp).func).code().is_some_and(|c| c.flags & phant_bytecode::code_flags::CONST_EXPR != 0);
                            vm.ctx.throw_error(if mode & 64 != 0 && constant {
                                format!("Cannot use \"{word}\" when no class scope is active")
                            } else if mode & 64 != 0 {
                                format!("Cannot use \"{word}\" in the global scope")
                            } else {
                                format!("Cannot access \"{word}\" when no class scope is active")
                            });
                            return false;
                        }
                    }
                    (1, Some(c)) => Some(c),
                    (2, Some(c)) => match c.parent {
                        Some(p) => Some(p),
                        None => {
                            let verb = if mode & 64 != 0 { "use" } else { "access" };
                            let text = format!("Cannot {verb} \"parent\" when current class scope has no parent");
                            vm.ctx.throw_error(text);
                            return false;
                        }
                    },
                    (_, Some(_)) => crate::runtime::frame::called_of(fp),
                }
            }
        };
        set(fp, (*pc).a, Value::word(class.map_or(0, |c| std::ptr::from_ref(c) as u64)));
        true
    }
}
op!(LoadClass(pc, fp, vm) {
    let known = match (*pc).c.number() & 3 {
        0 => (*words::<rows::LoadClass>(pc, fp)).class,
        1 => (*(*fp).func).class.map_or(0, |c| std::ptr::from_ref(c) as u64),
        3 if (*fp).this.is_null() => (*fp).called as u64,
        3 => std::mem::ManuallyDrop::new(phant_memory::Object::from_raw((*fp).this)).class_ptr() as u64,
        _ => 0,
    };
    if known != 0 {
        set(fp, (*pc).a, Value::word(known));
        next!(pc, fp, vm, ext);
    }
    otherwise!(load_class(pc, fp, vm), pc, fp, vm, ext)
});
/// Modes of `ClassNameOf`: 0 `$object::class`; 1 a class (pointer) from an object or name, 16 quietly; 2 the name of a
/// class pointer.
#[inline(never)]
unsafe fn class_name_of(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let mode = (*pc).c.number();
        if mode == 2 {
            let name = class_at(fp, (*pc).b).map_or(Value::str(b""), |c| Value::from(c.name.clone()));
            set(fp, (*pc).a, name);
            return true;
        }
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() && mode != 0 {
            return false;
        }
        if mode == 0 {
            return match v.as_object() {
                Some(o) => {
                    set(fp, (*pc).a, Value::from(o.class().name.clone()));
                    true
                }
                None => {
                    let given = convert::value_name(&v);
                    vm.ctx.type_error(format!("Cannot use \"::class\" on {given}"));
                    false
                }
            };
        }
        let class = match v.view() {
            View::Object(o) => Some(o.class()),
            View::Str(name) => {
                let name = name.clone();
                let scope = crate::runtime::frame::scope_of(fp);
                // Names of other lengths are none of these.
                let keyword = matches!(name.len(), 4 | 6).then(|| name.to_lower());
                let found = match keyword.as_ref().map_or(&b""[..], |keyword| keyword.as_bytes()) {
                    b"self" if scope.is_some() => scope,
                    b"parent" if scope.is_some_and(|s| s.parent.is_some()) => scope.and_then(|s| s.parent),
                    b"static" if scope.is_some() => crate::runtime::frame::called_of(fp),
                    _ => {
                        let found = vm.lookup_class(&name, mode & 16 == 0);
                        // The address of a literal stands for it.
                        if let Some(class) = found
                            && !v.is_counted()
                        {
                            let class = std::ptr::from_ref(class) as u64;
                            *words::<rows::ClassNameOf>(pc, fp) = NamedClassCache { name: name.as_ptr() as u64, class };
                        }
                        found
                    }
                };
                if found.is_none() {
                    if vm.ctx.has_exception() {
                        return false;
                    }
                    if mode & 16 == 0 {
                        vm.ctx.throw_error(format!("Class \"{name}\" not found"));
                        return false;
                    }
                }
                found
            }
            _ => {
                vm.ctx.throw_error(if mode & 16 != 0 {
                    "Class name must be a valid object or a string"
                } else {
                    "Class name must be a valid object or a string"
                });
                return false;
            }
        };
        set(fp, (*pc).a, Value::word(class.map_or(0, |c| std::ptr::from_ref(c) as u64)));
        true
    }
}
op!(ClassNameOf(pc, fp, vm) {
    let v = slot(fp, (*pc).b);
    let words = words::<rows::ClassNameOf>(pc, fp);
    if (*v).tag() == tag::STRING && (*v).payload() == (*words).name && (*words).name != 0 {
        set(fp, (*pc).a, Value::word((*words).class));
        next!(pc, fp, vm, ext);
    }
    otherwise_go!(pc, fp, vm, {
        let v = &*slot(fp, (*pc).b);
        if (*pc).c.number() & 3 != 2 && v.tag() == tag::OBJECT && !is_temp(fp, (*pc).b) {
            let class = object_class(v);
            let found = if (*pc).c.is_none() { Value::from((*class).name.clone()) } else { Value::word(class as u64) };
            set(fp, (*pc).a, found);
            next!(pc, fp, vm, ext);
        }
        next_if!(class_name_of(pc, fp, vm), pc, fp, vm, ext)
    })
});
/// Whether an operand is an object of a class, if nothing else is to be done. Without a class it is none of it.
#[inline(always)]
pub(super) unsafe fn is_instance(fp: *mut Frame, i: Operand, class: *const phant_native::Class) -> Option<bool> {
    // SAFETY: an operand of the instruction being executed; classes live as long as the request.
    unsafe {
        let v = &*slot(fp, i);
        if v.is_undef() || !is_free(fp, i) {
            return None;
        }
        let v = v.deref_lent();
        Some(v.tag() == tag::OBJECT && !class.is_null() && (*object_class(v)).is_subclass_or_same(&*class))
    }
}
op!(InstanceOf(pc, fp, vm) {
    let class = (*slot(fp, (*pc).c)).payload() as *const phant_native::Class;
    if let Some(is) = is_instance(fp, (*pc).b, class) {
        if !class.is_null() {
            quick::instance_of_form(pc);
        }
        give_truth!((*pc).a, pc.add(1), fp, vm, is);
    }
    otherwise!(instance_of(pc, fp, vm), pc, fp, vm)
});
#[inline(never)]
unsafe fn instance_of(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = &*slot(fp, (*pc).b);
        if v.is_undef() && !is_temp(fp, (*pc).b) {
            undefined(fp, (*pc).b, vm);
        }
        let is = match (v.as_object(), class_at(fp, (*pc).c)) {
            (Some(o), Some(c)) => o.is_instance_of(c),
            _ => false,
        };
        consume(fp, (*pc).b);
        set(fp, (*pc).a, Value::bool(is));
        !vm.ctx.has_exception()
    }
}
#[inline(never)]
unsafe fn clone_value(pc: *const Insn, fp: *mut Frame, vm: &Vm, with: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        let properties = if with { take(fp, (*pc).c, vm) } else { Value::NULL };
        if vm.ctx.has_exception() {
            return false;
        }
        let Some(o) = v.as_object() else {
            if with {
                let given = convert::value_name(&v);
                vm.ctx.type_error(format!("clone(): Argument #1 ($object) must be of type object, {given} given"));
            } else {
                vm.ctx.throw_error("__clone method called on non-object");
            }
            return false;
        };
        let changes = if with {
            let Some(list) = properties.as_array() else {
                let given = convert::value_name(&properties);
                vm.ctx.type_error(format!("clone(): Argument #2 ($withProperties) must be of type array, {given} given"));
                return false;
            };
            Some(list)
        } else {
            None
        };
        let scope = crate::runtime::frame::scope_of(fp);
        match crate::runtime::object::property::clone_checked(vm, &o, changes.as_deref(), scope) {
            Ok(copy) => {
                set(fp, (*pc).a, Value::from(copy));
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(Clone(pc, fp, vm) { next_if!(clone_value(pc, fp, vm, false), pc, fp, vm) });
op!(CloneWith(pc, fp, vm) { next_if!(clone_value(pc, fp, vm, true), pc, fp, vm) });

// Closures and declarations.

op!(MakeClosure(pc, fp, vm) {
    let vm = leave(pc, fp, vm);
    let func: phant_native::FunctionPtr = &*(*fp).func;
    let this = crate::runtime::frame::this_of(fp);
    let made = closure::make(vm, (*pc).b.count(), func, this, crate::runtime::frame::called_of(fp));
    set(fp, (*pc).a, Value::from(made));
    next!(pc, fp, vm)
});
#[inline(never)]
unsafe fn bind_use(pc: *const Insn, fp: *mut Frame, vm: &Vm, by_ref: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let from = slot(fp, (*pc).b);
        let index = ((*pc).c.number() & 0x7fff) as usize;
        let v = if by_ref {
            Value::from((*from).make_ref())
        } else if (*from).is_undef() {
            if (*pc).c.number() & 0x8000 != 0 {
                Value::UNDEF
            } else {
                undefined(fp, (*pc).b, vm);
                Value::NULL
            }
        } else {
            (*from).unref()
        };
        let o = (*slot(fp, (*pc).a)).as_object().expect("a closure").clone();
        closure::capture(&o, index, v);
        !vm.ctx.has_exception()
    }
}
op!(BindUse(pc, fp, vm) { next_if!(bind_use(pc, fp, vm, false), pc, fp, vm) });
op!(BindUseRef(pc, fp, vm) { next_if!(bind_use(pc, fp, vm, true), pc, fp, vm) });
#[inline(never)]
unsafe fn declare_function(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; nested code lives as long as the code around it.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: phant_native::FunctionPtr = &*(*fp).func;
        let code = &func.code().expect("compiled").functions[(*pc).a.count()];
        let code: &'static phant_bytecode::Code = &*std::sync::Arc::as_ptr(code);
        crate::runtime::own_functions::keep_unit(func);
        crate::runtime::lookup::declare_function(vm, code).is_ok()
    }
}
op!(DeclareFunction(pc, fp, vm) { next_if!(declare_function(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn declare_class(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; nested declarations live as long as the code around them.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: phant_native::FunctionPtr = &*(*fp).func;
        crate::runtime::own_functions::keep_unit(func);
        let decl = &func.code().expect("compiled").classes[(*pc).b.count()];
        let decl: &'static phant_bytecode::ClassDecl = &*std::sync::Arc::as_ptr(decl);
        if (*pc).c.number() == 1 && crate::runtime::lookup::declared_early(vm, decl) {
            return true;
        }
        if decl.anonymous
            && let Some(c) = vm.classes.borrow().named(&decl.lower).copied()
        {
            set_wanted(fp, (*pc).a, Value::word(std::ptr::from_ref(c) as u64));
            return true;
        }
        match crate::runtime::class::declare_class(vm, decl) {
            Ok(c) => {
                set_wanted(fp, (*pc).a, Value::word(std::ptr::from_ref(c) as u64));
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(DeclareClass(pc, fp, vm) { next_if!(declare_class(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn include_op(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        let kind = (*pc).c.number();
        // An undefined variable is an empty path, which is an error of its own even if the error handler has thrown.
        if vm.ctx.has_exception() && kind == 4 {
            return false;
        }
        let Ok(text) = convert::to_str(&vm.ctx, &v) else { return false };
        let result = if kind == 4 { vm.ctx.host.eval(&vm.ctx, &text) } else { vm.ctx.host.include(&vm.ctx, &text, kind) };
        vm.frame.set(fp);
        match result {
            Ok(v) => {
                set(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(Include(pc, fp, vm) { next_if!(include_op(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn ticks(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        if (*pc).a.number() == 1 {
            vm.tick_every.set((*lit(fp, (*pc).b)).as_int().unwrap_or(0).max(0) as u32);
            vm.tick_count.set(0);
            return true;
        }
        vm.tick_count.set(vm.tick_count.get() + 1);
        if vm.tick_every.get() != 0 && vm.tick_count.get() >= vm.tick_every.get() {
            vm.tick_count.set(0);
            crate::interpreter::ticks::run_ticks(vm);
            if !vm.ctx.has_exception() {
                phant_native::signals::dispatch(&vm.ctx);
            }
        }
        !vm.ctx.has_exception()
    }
}
op!(Ticks(pc, fp, vm) { next_if!(ticks(pc, fp, vm), pc, fp, vm) });
