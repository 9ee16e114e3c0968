//! Constants by name, and constant expressions.

use crate::runtime::{callable, class::constants, code, vm::Vm};
use phant_bytecode::{Code, ConstExpr};
use phant_memory::{Array, HeapBox, RequestHeap, Str, Value, intern};
use phant_native::{
    ClassPtr, Function, FunctionPtr, Level, PhpResult, Thrown,
    class::ClassConstant,
    descriptor::{Constant, ConstantOwned, ConstantValue},
    registry,
};

/// The value of a constant expression in the scope of a class.
pub fn evaluate(vm: &Vm, expr: &ConstExpr, scope: Option<ClassPtr>) -> PhpResult {
    let Some(code) = code_of(expr) else { return Ok(expr.value.clone()) };
    vm.ctx.host.call_function(&vm.ctx, function_of(vm, code, scope), None, scope, &[])
}

/// The default of a parameter, where `static` means another class than `self`. It is evaluated once for the request if the value
/// has no count, as PHP does: what its evaluation reports is reported once, too.
pub fn evaluate_called(vm: &Vm, expr: &ConstExpr, scope: Option<ClassPtr>, called: Option<ClassPtr>) -> PhpResult {
    let Some(code) = code_of(expr) else { return Ok(expr.value.clone()) };
    if let Some(known) = code::known_value(vm, code, scope) {
        return Ok(known);
    }
    let value = vm.ctx.host.call_function(&vm.ctx, function_of(vm, code, scope), None, called.or(scope), &[])?;
    if !value.is_counted() {
        code::note_value(vm, code, scope, &value);
    }
    Ok(value)
}

fn code_of(expr: &ConstExpr) -> Option<&'static Code> {
    // SAFETY: compiled units, and the code in them, live as long as the request.
    expr.code.as_ref().map(|code| unsafe { &*std::sync::Arc::as_ptr(code) })
}

pub(crate) fn function_of(vm: &Vm, code: &'static Code, scope: Option<ClassPtr>) -> FunctionPtr {
    code::expression(vm, code, scope, || HeapBox::leak(HeapBox::new_in(Function::user(code, scope), RequestHeap)))
}

/// The value of a constant: the request's own ones, then native ones. `None` if there is no such constant.
pub fn lookup(vm: &Vm, name: &Str) -> PhpResult<Option<Value>> {
    match known(vm, name) {
        Some(value) => Ok(Some(value)),
        None => lookup_slow(vm, name),
    }
}

/// The value of a constant that the request's table has under this very name.
#[inline]
fn known(vm: &Vm, name: &Str) -> Option<Value> {
    vm.constants.borrow().get_str(name).cloned()
}

/// The same without notices.
pub fn lookup_quiet(vm: &Vm, name: &[u8]) -> PhpResult<Option<Value>> {
    let plain = name.strip_prefix(b"\\").unwrap_or(name);
    match native(plain) {
        Some(constant) => Ok(Some(value_of(constant.value))),
        None => lookup(vm, &Str::new(name)),
    }
}

#[cold]
#[inline(never)]
fn lookup_slow(vm: &Vm, name: &[u8]) -> PhpResult<Option<Value>> {
    let name = name.strip_prefix(b"\\").unwrap_or(name);
    let key = key(name);
    if let Some(value) = vm.constants.borrow().get_bytes(&key) {
        return Ok(Some(value.clone()));
    }
    if let Some(value) = special(name) {
        return Ok(Some(value));
    }
    if name == HALT_OFFSET {
        let (file, _) = crate::runtime::trace::location(vm);
        return Ok(vm.constants.borrow().get_bytes(&halt_key(&file)).cloned());
    }
    if name == SID {
        let value = vm.constants.borrow().get_bytes(SID_KEY).cloned();
        if value.is_some() {
            vm.ctx.report(Level::Deprecated, "Constant SID is deprecated");
            vm.ctx.check()?;
        }
        return Ok(value);
    }
    let Some(constant) = native(&key) else { return Ok(None) };
    let value = materialised(vm, &key, constant);
    if DEPRECATED.contains(&constant.name) {
        vm.ctx.report(Level::Deprecated, format!("Constant {} is deprecated", constant.name));
        vm.ctx.check()?;
    }
    Ok(Some(value))
}

/// The value of a native constant, which goes into the table of the request. A deprecated one does not: it must be looked up, and
/// reported, each time.
fn materialised(vm: &Vm, key: &[u8], constant: &Constant) -> Value {
    let value = value_of(constant.value);
    if !DEPRECATED.contains(&constant.name) {
        insert(vm, intern(key), value.clone());
    }
    value
}

fn insert(vm: &Vm, key: Str, value: Value) {
    vm.constants.borrow_mut().make_mut().set_str(key, value);
}

/// The name as tables have it: namespaces in lower case.
fn key(name: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    match name.iter().rposition(|&b| b == b'\\') {
        Some(at) if name[..at].iter().any(u8::is_ascii_uppercase) => {
            let mut key = name.to_vec();
            key[..at].make_ascii_lowercase();
            key.into()
        }
        _ => name.into(),
    }
}

/// Constants whose names may be written in any case of letters.
fn special(name: &[u8]) -> Option<Value> {
    match name {
        _ if name.eq_ignore_ascii_case(b"true") => Some(Value::TRUE),
        _ if name.eq_ignore_ascii_case(b"false") => Some(Value::FALSE),
        _ if name.eq_ignore_ascii_case(b"null") => Some(Value::NULL),
        _ => None,
    }
}

fn native(name: &[u8]) -> Option<&'static Constant> {
    registry::get().constants.get(std::str::from_utf8(name).ok()?).map(|c| c.item)
}

fn value_of(value: ConstantValue) -> Value {
    match value {
        ConstantValue::Null => Value::NULL,
        ConstantValue::Bool(b) => Value::bool(b),
        ConstantValue::Int(i) => Value::int(i),
        ConstantValue::Float(f) => Value::float(f),
        ConstantValue::Str(s) => Value::from(intern(s.as_bytes())),
        ConstantValue::Computed(compute) => match compute() {
            ConstantOwned::Int(i) => Value::int(i),
            ConstantOwned::Float(f) => Value::float(f),
            ConstantOwned::Str(s) => Value::str(s),
        },
    }
}

/// Native constants whose use is reported.
const DEPRECATED: &[&str] = &[
    "CURLOPT_BINARYTRANSFER",
    "E_STRICT",
    "SUNFUNCS_RET_TIMESTAMP",
    "SUNFUNCS_RET_STRING",
    "SUNFUNCS_RET_DOUBLE",
    "FILTER_SANITIZE_STRING",
    "FILTER_SANITIZE_STRIPPED",
    "MT_RAND_PHP",
    "ASSERT_ACTIVE",
    "ASSERT_CALLBACK",
    "ASSERT_BAIL",
    "ASSERT_WARNING",
    "ASSERT_EXCEPTION",
    "FILE_TEXT",
    "FILE_BINARY",
    "DOM_PHP_ERR",
    "U_MULTIPLE_DECIMAL_SEPERATORS",
    "MYSQLI_DATA_TRUNCATED",
    "MYSQLI_IS_MARIADB",
    "MYSQLI_NO_DATA",
    "MYSQLI_REFRESH_BACKUP_LOG",
    "MYSQLI_REFRESH_GRANT",
    "MYSQLI_REFRESH_HOSTS",
    "MYSQLI_REFRESH_LOG",
    "MYSQLI_REFRESH_MASTER",
    "MYSQLI_REFRESH_REPLICA",
    "MYSQLI_REFRESH_SLAVE",
    "MYSQLI_REFRESH_STATUS",
    "MYSQLI_REFRESH_TABLES",
    "MYSQLI_REFRESH_THREADS",
    "MYSQLI_SERVER_PS_OUT_PARAMS",
    "MYSQLI_SERVER_QUERY_NO_GOOD_INDEX_USED",
    "MYSQLI_SERVER_QUERY_NO_INDEX_USED",
    "MYSQLI_SERVER_QUERY_WAS_SLOW",
    "MYSQLI_STORE_RESULT_COPY_DATA",
];

/// Whether the use of a constant is reported.
pub fn is_deprecated(name: &[u8]) -> bool {
    DEPRECATED.iter().any(|d| d.as_bytes() == name)
}

/// Defines a constant; false if it exists already.
pub fn define(vm: &Vm, name: &Str, value: Value) -> bool {
    let key = key(name);
    if vm.constants.borrow().get_bytes(&key).is_some()
        || special(name).is_some()
        || name.as_bytes() == HALT_OFFSET
        || name.as_bytes() == SID && vm.constants.borrow().get_bytes(SID_KEY).is_some()
        || native(&key).is_some()
    {
        return false;
    }
    insert(vm, Str::new(&*key), value.into_unref());
    vm.user_constants.borrow_mut().push(name.clone());
    true
}

const HALT_OFFSET: &[u8] = b"__COMPILER_HALT_OFFSET__";

fn halt_key(file: &[u8]) -> Vec<u8> {
    [b"\0", HALT_OFFSET, b"\0", file].concat()
}

/// Defines `__COMPILER_HALT_OFFSET__` for code of a file.
pub fn define_halt_offset(vm: &Vm, file: &Str, offset: u32) {
    insert(vm, Str::from(halt_key(file)), Value::int(i64::from(offset)));
}

/// The session's name and id, which change with the session: nothing may remember its value.
const SID: &[u8] = b"SID";
const SID_KEY: &[u8] = b"\0SID";

/// Gives `SID` another value, whoever defined it before.
pub fn set_sid(vm: &Vm, value: Value) {
    let old = vm.constants.borrow().get_bytes(SID).cloned();
    match old {
        // A script's own constant may be remembered by instructions, which have no count of its value: it stays.
        Some(own) => {
            let key = format!("\0own SID {}", vm.constants.borrow().len());
            insert(vm, Str::from(SID), value);
            insert(vm, Str::from(key), own);
        }
        None => insert(vm, Str::new(SID_KEY), value),
    }
}

/// All constants with the extension they belong to, native ones first, the script's own ones under `user`.
pub fn all(vm: &Vm) -> Vec<(Str, Value, &'static str)> {
    let mut list = Vec::new();
    for extension in &registry::get().extensions {
        let parts = registry::get().parts.iter().filter(|part| part.name == extension.name);
        for constant in parts.flat_map(|part| part.constants).flat_map(|group| group.iter()) {
            let name = intern(constant.name.as_bytes());
            let value =
                vm.constants.borrow().get_bytes(constant.name.as_bytes()).cloned().unwrap_or_else(|| value_of(constant.value));
            list.push((name, value, extension.name));
        }
        if extension.name == "session"
            && let Some(sid) = vm.constants.borrow().get_bytes(SID_KEY)
        {
            list.push((Str::new(SID), sid.clone(), extension.name));
        }
        if extension.name == "Core" {
            for (name, value) in [("TRUE", Value::TRUE), ("FALSE", Value::FALSE), ("NULL", Value::NULL)] {
                list.push((intern(name.as_bytes()), value, extension.name));
            }
        }
    }
    for name in vm.user_constants.borrow().iter() {
        if let Some(value) = vm.constants.borrow().get_bytes(&key(name)) {
            list.push((name.clone(), value.clone(), "user"));
        }
    }
    list
}

/// A class and the name of its constant.
fn split(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut end = name.len();
    loop {
        let at = memchr::memrchr(b':', &name[..end])?;
        if at > 0 && name[at - 1] == b':' {
            return Some((&name[..at - 1], &name[at + 1..]));
        }
        end = at;
    }
}

/// What `constant()` finds for a name: a constant or, for `Class::NAME`, a class constant.
pub fn by_text(vm: &Vm, name: &Str) -> PhpResult<Option<Value>> {
    let Some((class, member)) = split(name) else { return lookup(vm, name) };
    let written = class.strip_prefix(b"\\").unwrap_or(class);
    let Some(class) = class_of(vm, written, false)? else { return Ok(None) };
    // `::class` is no constant, it only looks like one.
    let Some(&constant) = class.constants.get(member) else {
        return Err(vm.ctx.throw_error([b"Undefined constant ", written, b"::", member].concat()));
    };
    constants::checked(vm, class, written, Some(constant), member, callable::calling_scope(vm)).map(Some)
}

/// Whether `constant()` would find a name, if that can be told without the class that it names or the place of the call.
pub fn exists_plainly(vm: &Vm, name: &Str) -> Option<bool> {
    if vm.constants.borrow().get_str(name).is_some() {
        return Some(true);
    }
    if split(name).is_some() {
        return None;
    }
    let bare = name.strip_prefix(b"\\").unwrap_or(name);
    let key = key(bare);
    // That very name was asked for above.
    let is_other = key.len() != name.len() || matches!(key, std::borrow::Cow::Owned(_));
    if is_other && vm.constants.borrow().get_bytes(&key).is_some() || special(bare).is_some() {
        return Some(true);
    }
    if let Some(constant) = native(&key) {
        materialised(vm, &key, constant);
        return Some(true);
    }
    if bare == SID {
        return Some(vm.constants.borrow().get_bytes(SID_KEY).is_some());
    }
    if bare == HALT_OFFSET { None } else { Some(false) }
}

/// Whether `constant()` would find the name.
pub fn exists(vm: &Vm, name: &Str) -> PhpResult<bool> {
    if let Some(exists) = exists_plainly(vm, name) {
        return Ok(exists);
    }
    let Some((class, member)) = split(name) else { return Ok(lookup_slow(vm, name)?.is_some()) };
    let class = class.strip_prefix(b"\\").unwrap_or(class);
    let Some(class) = class_of(vm, class, true)? else { return Ok(false) };
    let scope = callable::calling_scope(vm);
    // Those of traits are only there in the classes that use them.
    if class.kind == phant_native::descriptor::ClassKind::Trait {
        return Ok(false);
    }
    let Some(&constant) = class.constants.get(member) else { return Ok(false) };
    if !constants::is_visible(constant, scope) {
        return Ok(false);
    }
    constants::value(vm, constant).map(|_| true)
}

/// The class in front of `::`. With `quiet` one that is not there is no error; a word that means none always is.
fn class_of(vm: &Vm, name: &[u8], quiet: bool) -> PhpResult<Option<ClassPtr>> {
    let word = ["self", "parent", "static"].into_iter().find(|word| name.eq_ignore_ascii_case(word.as_bytes()));
    let class = match word {
        Some(word) => {
            let Some(scope) = callable::calling_scope(vm) else {
                return Err(vm.ctx.throw_error(format!("Cannot access \"{word}\" when no class scope is active")));
            };
            match word {
                "self" => Some(scope),
                "parent" => match scope.parent {
                    Some(parent) => Some(parent),
                    None => {
                        let text = "Cannot access \"parent\" when current class scope has no parent";
                        return Err(vm.ctx.throw_error(text));
                    }
                },
                _ => {
                    let frame = crate::runtime::frame::user_frame(vm.frame.get());
                    // SAFETY: the frames of the chain are live.
                    if frame.is_null() { None } else { unsafe { crate::runtime::frame::called_of(frame) } }
                }
            }
        }
        None => named_class(vm, name),
    };
    if class.is_none() {
        vm.ctx.check()?;
        if !quiet {
            return Err(no_class(vm, name));
        }
    }
    Ok(class)
}

/// A class by its name. Programs ask for many constants of one class, and a class that there is once stays.
fn named_class(vm: &Vm, name: &[u8]) -> Option<ClassPtr> {
    if let Some((known, class)) = &*vm.named_class.borrow()
        && known.as_bytes() == name
    {
        return Some(class);
    }
    let class = vm.lookup_class(name, true)?;
    vm.named_class.replace(Some((Str::new(name), class)));
    Some(class)
}

fn no_class(vm: &Vm, name: &[u8]) -> Thrown {
    let name = name.strip_prefix(b"\\").unwrap_or(name);
    let text = [b"Class \"", name, b"\" not found"].concat();
    vm.ctx.throw_error(text)
}

/// Whether a value may be a constant's: arrays may not contain themselves.
pub fn is_acyclic(vm: &Vm, value: &Value) -> PhpResult<bool> {
    let Some(array) = value.as_array() else { return Ok(true) };
    vm.ctx.check_stack()?;
    if !array.protect() {
        return Ok(false);
    }
    let mut good = Ok(true);
    for value in array.values() {
        good = is_acyclic(vm, value);
        if !matches!(good, Ok(true)) {
            break;
        }
    }
    array.unprotect();
    good
}

/// A copy of an array without references, as constants keep it.
pub fn without_references(vm: &Vm, array: &Array) -> PhpResult<Array> {
    vm.ctx.check_stack()?;
    let mut copy = Array::with_capacity(array.len());
    for (key, value) in array.iter() {
        let value = match value.as_array() {
            Some(inner) => Value::from(without_references(vm, &inner)?),
            None => value.unref(),
        };
        copy.set(key.to_key(), value);
    }
    Ok(copy)
}

/// The constant of a class by name, whatever its visibility.
pub fn of_class(class: ClassPtr, name: &[u8]) -> Option<&'static ClassConstant> {
    class.constants.get(name).copied()
}
