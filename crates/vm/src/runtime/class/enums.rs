//! Enums: the properties and methods that every enum has.

use super::{draft::Draft, slots::uninitialized};
use crate::Vm;
use phant_bytecode::{ClassDecl, TypeMask};
use phant_memory::{Array, Held, Key, KeyRef, Name, Str, Value, View};
use phant_native::{
    Args, ClassPtr, Ctx, Function, FunctionDescriptor, PhpResult,
    class::Property,
    convert,
    descriptor::{ByRef, Direct, NativeFn, ParamDescriptor, Ready, Taken, TypeDescriptor, facts, modifiers},
    mirror::declared,
};

static STRING: TypeDescriptor = TypeDescriptor { mask: TypeMask::STRING, classes: &[] };
static INT: TypeDescriptor = TypeDescriptor { mask: TypeMask::INT, classes: &[] };

/// `name`, and `value` of a backed enum.
pub(crate) fn add_properties(draft: &mut Draft) {
    property(draft, "name", &STRING);
    if let Some(backing) = draft.class().backing {
        property(draft, "value", if backing == TypeMask::INT { &INT } else { &STRING });
    }
}

fn property(draft: &mut Draft, name: &str, ty: &'static TypeDescriptor) {
    let class = draft.class();
    let slot = draft.add_slot(uninitialized());
    let property = draft.add_property(Property {
        name: Name::forever(name.as_bytes()),
        mangled: Name::default(),
        class,
        modifiers: modifiers::PUBLIC | modifiers::READONLY | modifiers::PROTECTED_SET,
        ty: Some(declared::type_decl(ty)),
        slot: Some(slot),
        default: None,
        native_default: None,
        get_hook: None,
        set_hook: None,
        promoted: false,
        hides_private: false,
        prototype_class: class,
        attributes: &[],
        doc_comment: None,
    });
    super::slots::set_slot_owner(draft.edit(), slot, property);
}

const fn method(
    name: &'static str,
    params: &'static [ParamDescriptor],
    taken: &'static [Taken],
    returns: TypeDescriptor,
    call: NativeFn,
) -> FunctionDescriptor {
    FunctionDescriptor {
        name,
        params,
        taken,
        required: params.len() as u16,
        returns: Some(returns),
        tentative_return: false,
        facts: facts::CALLS_PHP | facts::UNTYPED,
        modifiers: modifiers::PUBLIC | modifiers::STATIC,
        deprecated: None,
        doc: "",
        call,
        direct: Direct::None,
    }
}

const INT_OR_STRING: TypeDescriptor = TypeDescriptor { mask: TypeMask::INT.union(TypeMask::STRING), classes: &[] };
static VALUE: [ParamDescriptor; 1] = [ParamDescriptor {
    name: "value",
    ty: Some(INT_OR_STRING),
    default: None,
    ready: Ready::Null,
    by_ref: ByRef::No,
    variadic: false,
    sensitive: false,
}];
/// `from` and `tryFrom` convert to the backing type themselves.
static ANY: [Taken; 1] = [Taken::of(None, None, ByRef::No)];
static CASES: FunctionDescriptor = method("cases", &[], &[], TypeDescriptor { mask: TypeMask::ARRAY, classes: &[] }, cases);
static FROM: FunctionDescriptor = method("from", &VALUE, &ANY, TypeDescriptor { mask: TypeMask::STATIC, classes: &[] }, from);
static TRY_FROM: FunctionDescriptor =
    method("tryFrom", &VALUE, &ANY, TypeDescriptor { mask: TypeMask::STATIC.union(TypeMask::NULL), classes: &[] }, try_from);

/// `cases`, and `from` and `tryFrom` of a backed enum.
pub(crate) fn add_methods(draft: &mut Draft) {
    let class = draft.class();
    draft.add_method(Name::forever(b"cases"), Function::native(&CASES, Some(class)));
    if class.backing.is_some() {
        draft.add_method(Name::forever(b"from"), Function::native(&FROM, Some(class)));
        draft.add_method(Name::forever(b"tryfrom"), Function::native(&TRY_FROM, Some(class)));
    }
}

/// The methods of an enum in PHP code, which may not declare them itself.
pub(crate) fn add_user_methods(vm: &Vm, decl: &'static ClassDecl, draft: &mut Draft) -> PhpResult<()> {
    let backed = draft.class().backing.is_some();
    for (lower, wanted) in [("cases", true), ("from", backed), ("tryfrom", backed)] {
        if wanted && let Some(own) = draft.class().method(lower.as_bytes()) {
            let text = format!("Cannot redeclare {}::{}()", decl.name, own.name.to_lower());
            return Err(super::fatal_method(vm, own, text));
        }
    }
    add_methods(draft);
    Ok(())
}

/// The enum whose method is running.
fn enum_of(args: &Args<'_>) -> ClassPtr {
    args.function.class.expect("methods have a class")
}

fn cases(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
    let class = enum_of(args);
    let mut list = Array::with_capacity(class.constants.len());
    let cases = list.make_mut();
    for constant in class.constants.values().filter(|c| c.is_case) {
        let case = super::constants::value(Vm::of(ctx), constant)?;
        let _ = cases.push(case);
    }
    Ok(Value::from(list))
}

fn from(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
    let class = enum_of(args);
    if let Some(Some(case)) = found_at_once(ctx, args, class) {
        return Ok(case);
    }
    let key = backing_argument(ctx, args, class)?;
    if let Some(case) = find(ctx, class, &key)? {
        return Ok(case);
    }
    let shown = match (&key, class.backing) {
        (Key::Int(i), Some(TypeMask::INT)) => i.to_string(),
        (key, _) => format!("\"{}\"", key.as_ref().to_str()),
    };
    Err(ctx.value_error(format!("{shown} is not a valid backing value for enum {}", class.name)))
}

fn try_from(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
    let class = enum_of(args);
    if let Some(case) = found_at_once(ctx, args, class) {
        return Ok(case.unwrap_or(Value::NULL));
    }
    let key = backing_argument(ctx, args, class)?;
    Ok(find(ctx, class, &key)?.unwrap_or(Value::NULL))
}

/// The argument of `from` and `tryFrom`, converted to the backing type. String keys that look like integers are
/// integers, as in the table of cases.
fn backing_argument(ctx: &Ctx, args: &Args<'_>, class: ClassPtr) -> PhpResult<Key> {
    let backing = class.backing.unwrap_or(TypeMask::STRING);
    let given = args.values.first().map(Value::unref).unwrap_or_default();
    let fits = backing.intersects(TypeMask::of_tag(given.raw_type()));
    let value = if fits { Some(given.clone()) } else { convert_argument(ctx, args, &given, backing)? };
    match value.as_ref().map(Value::view) {
        Some(View::Int(i)) => Ok(Key::Int(i)),
        Some(View::Str(s)) => Ok(Key::from(s)),
        _ => {
            let weak = !ctx.host.caller_is_strict(ctx);
            let ty = match backing {
                TypeMask::INT => "int",
                _ if weak => "string|int",
                _ => "string",
            };
            Err(ctx.argument_type_error(1, format!("must be of type {ty}, {} given", convert::value_name(&given))))
        }
    }
}

fn convert_argument(ctx: &Ctx, args: &Args<'_>, given: &Value, backing: TypeMask) -> PhpResult<Option<Value>> {
    let strict = ctx.host.caller_is_strict(ctx);
    if !given.is_null() || strict {
        // Without strict types `string|int` is what the argument may be, whatever the cases are backed by.
        let integral = match given.view() {
            View::Bool(_) => true,
            View::Float(f) => (-9.2e18..9.2e18).contains(&f),
            _ => false,
        };
        if !strict && backing == TypeMask::STRING && integral {
            let number = phant_native::coerce::scalar_to(ctx, given, TypeMask::INT, false)?;
            return Ok(number.map(|n| Value::from(Str::from(convert::to_int(&n)))));
        }
        return phant_native::coerce::scalar_to(ctx, given, backing, strict);
    }
    let name = args.function_name();
    let text = format!("{name}(): Passing null to parameter #1 ($value) of type string|int is deprecated");
    ctx.report(phant_native::Level::Deprecated, text);
    ctx.check()?;
    Ok(Some(if backing == TypeMask::INT { Value::int(0) } else { Value::str(b"0") }))
}

/// The case of an argument of the backing type, if it has been asked for before; `Some(None)` where there is known to be none.
fn found_at_once(ctx: &Ctx, args: &Args<'_>, class: ClassPtr) -> Option<Option<Value>> {
    let given = args.values.first()?;
    let key = match (class.backing, given.as_int(), given.own_str()) {
        (Some(TypeMask::INT), Some(i), _) => KeyRef::Int(i),
        (Some(TypeMask::STRING), _, Some(s)) => KeyRef::from_str(s),
        _ => return None,
    };
    let table = super::state::known(Vm::of(ctx), class)?.backed_cases.borrow();
    match table.as_ref()?.get(&key) {
        None => Some(None),
        Some(case) => case.is_object().then(|| Some(case.clone())),
    }
}

/// The case with a backing value.
fn find(ctx: &Ctx, class: ClassPtr, key: &Key) -> PhpResult<Option<Value>> {
    let vm = Vm::of(ctx);
    let name = {
        super::constants::backed_cases(vm, class)?;
        let table = super::state::of(vm, class).backed_cases.borrow();
        let found = table.as_ref().and_then(|t| t.get(&key.as_ref()));
        if let Some(case) = found.filter(|case| case.is_object()) {
            return Ok(Some(case.clone()));
        }
        found.and_then(|v| v.as_str().map(Held::into_owned))
    };
    match name.and_then(|name| class.constants.named(&name).copied()) {
        Some(constant) => {
            let case = super::constants::value(vm, constant)?;
            // From now on it is found at once.
            if let Some(table) = &mut *super::state::of(vm, class).backed_cases.borrow_mut() {
                table.set(key.clone(), case.clone());
            }
            Ok(Some(case))
        }
        None => Ok(None),
    }
}
