//! Functions about the engine: extensions, functions, included files, resources.

use crate::runtime::vm::Vm;
use phant_memory::{Array, Key, Resource, Str, Value, intern, string::literal};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, registry, resource, ret::OrFalse};

pub(crate) const CORE: FunctionGroup = functions![
    zend_version,
    function_exists,
    get_included_files,
    get_defined_functions,
    get_resource_type,
    get_resource_id,
    get_resources,
    get_loaded_extensions,
    extension_loaded,
    get_extension_funcs,
];

#[php("function zend_version(): string", pure)]
fn zend_version() -> &'static str {
    "4.4.24"
}

#[php("function function_exists(string $function): bool")]
fn function_exists(function: &Str) -> bool {
    Vm::current().is_some_and(|vm| vm.function_named(function).is_some())
}

#[php("function get_included_files(): array", alias = "get_required_files")]
fn get_included_files(ctx: &Ctx) -> Array {
    ctx.host.included_files(ctx)
}

#[php("function get_defined_functions(bool $exclude_disabled = true): array")]
fn get_defined_functions(ctx: &Ctx, exclude_disabled: bool) -> PhpResult<Array> {
    if !exclude_disabled {
        ctx.deprecated("Setting $exclude_disabled to false has no effect");
        ctx.check()?;
    }
    let native = functions_of(Vm::of(ctx), |_| true);
    let user = Array::list(Vm::of(ctx).all_user_functions().iter().map(|f| Value::from(f.name.to_lower())));
    let mut result = Array::with_hash_capacity(2);
    result.set_name("internal", Value::from(native));
    result.set_name("user", Value::from(user));
    Ok(result)
}

/// The names of native functions, by extension.
fn functions_of(vm: &Vm, wanted: impl Fn(&str) -> bool) -> Array {
    let mut names = Array::new();
    for extension in registry::get().parts.iter().filter(|e| wanted(e.name)) {
        for function in extension.functions.iter().copied().flatten().copied().flatten() {
            let name = function.name.to_ascii_lowercase();
            if !vm.is_disabled(name.as_bytes()) {
                let _ = names.push(Value::from(intern(name.as_bytes())));
            }
        }
    }
    names
}

/// A resource argument, which has no type to declare.
fn resource_argument<'a>(ctx: &Ctx, value: &'a Value) -> PhpResult<&'a Resource> {
    match value.own_resource() {
        Some(resource) => Ok(resource),
        None => {
            let given = convert::value_name(value);
            Err(ctx.argument_type_error(1, format!("must be of type resource, {given} given")))
        }
    }
}

#[php("function get_resource_type(resource $resource): string")]
fn get_resource_type(ctx: &Ctx, resource: &Value) -> PhpResult<&'static str> {
    let resource = resource_argument(ctx, resource)?;
    Ok(resource::type_name(resource).unwrap_or("Unknown"))
}

#[php("function get_resource_id(resource $resource): int")]
fn get_resource_id(ctx: &Ctx, resource: &Value) -> PhpResult<i64> {
    Ok(resource_argument(ctx, resource)?.id() as i64)
}

/// The types of resources that there are.
const RESOURCE_TYPES: &[&str] = &[
    "stream",
    "persistent stream",
    "stream-context",
    "stream filter",
    "userfilter.bucket brigade",
    "userfilter.bucket",
    "process",
];

#[php("function get_resources(?string $type = null): array")]
fn get_resources(ctx: &Ctx, wanted: Option<&Str>) -> PhpResult<Array> {
    let mut result = Array::new();
    if wanted.is_some_and(|t| t.as_bytes() == b"Unknown") {
        return Ok(result);
    }
    if let Some(wanted) = wanted
        && !RESOURCE_TYPES.contains(&&*wanted.to_text())
    {
        return Err(ctx.value_error("get_resources(): Argument #1 ($type) must be a valid resource type"));
    }
    for id in resource::open_ids() {
        let name = resource::type_name_of(id).unwrap_or("Unknown");
        if wanted.is_some_and(|t| t.as_bytes() != name.as_bytes()) {
            continue;
        }
        if let Some(resource) = Resource::by_id(id) {
            result.set(Key::Int(id as i64), Value::from(resource));
        }
    }
    ctx.check()?;
    Ok(result)
}

#[php("function get_loaded_extensions(bool $zend_extensions = false): array")]
fn get_loaded_extensions(zend_extensions: bool) -> Array {
    let listed = registry::get().extensions.iter().filter(|e| e.of_engine || !zend_extensions);
    Array::list(listed.map(|e| Value::from(literal(e.name))))
}

#[php("function extension_loaded(string $extension): bool")]
fn extension_loaded(extension: &Str) -> bool {
    registry::get().has_extension(&extension.to_text())
}

#[php("function get_extension_funcs(string $extension): array|false")]
fn get_extension_funcs(ctx: &Ctx, extension: &Str) -> OrFalse<Array> {
    // The old name of the engine is its name too.
    let wanted = if extension.eq_ignore_ascii_case(b"zend") { "core".into() } else { extension.to_text() };
    let names = functions_of(Vm::of(ctx), |name| name.eq_ignore_ascii_case(&wanted));
    OrFalse::from((!names.is_empty()).then_some(names))
}
