//! What Reflection needs of objects beyond ordinary access, by name (see `Host::service`).
//!
//! | name | arguments | result |
//! |---|---|---|
//! | `lazy.new` | class, initializer, options, whether a proxy | object |
//! | `lazy.reset` | object, class, initializer, options, whether a proxy | null |
//! | `lazy.initialize` | object | the object with the properties |
//! | `lazy.mark_initialized` | object | the object with the properties |
//! | `lazy.is_uninitialized` | object | bool |
//! | `lazy.initializer` | object | callable or null |
//! | `lazy.instance` | object | the instance of an initialised proxy, or null |
//! | `lazy.skips_serialize` | object | bool |
//! | `lazy.skip_property` | object, class, property name | null |
//! | `lazy.set_raw` | object, class, property name, value | null |
//! | `lazy.is_lazy_property` | object, class, property name | bool |
//! | `property.get_raw` | object, class, property name | the stored value |
//! | `property.set_raw` | object, class, property name, value | null |
//! | `property.is_initialized` | object, class, property name | bool |

use super::{errors, lazy, reference, write};
use crate::Vm;
use phant_memory::{Object, Value};
use phant_native::{ClassPtr, PhpResult, class::Property, convert};

/// Serves a request; `None` if the name is none of these.
pub fn serve(vm: &mut Vm, name: &str, args: &[Value]) -> Option<PhpResult> {
    let known = name.starts_with("lazy.") || name.starts_with("property.");
    known.then(|| run(vm, name, args))
}

fn run(vm: &mut Vm, name: &str, args: &[Value]) -> PhpResult {
    if name == "lazy.new" {
        let class = class_arg(vm, args, 0)?;
        let (initializer, options) = (arg(args, 1), convert::to_int(&arg(args, 2)));
        return lazy::new_lazy(vm, class, initializer, options, convert::to_bool(&arg(args, 3))).map(Value::from);
    }
    let object = object_arg(vm, args)?;
    Ok(match name {
        "lazy.reset" => {
            let class = class_arg(vm, args, 1)?;
            let (initializer, options) = (arg(args, 2), convert::to_int(&arg(args, 3)));
            lazy::reset(vm, &object, class, initializer, options, convert::to_bool(&arg(args, 4)))?;
            Value::NULL
        }
        "lazy.initialize" => Value::from(lazy::initialize(vm, &object)?),
        "lazy.mark_initialized" => Value::from(lazy::mark_initialized(vm, &object)?),
        "lazy.is_uninitialized" => Value::bool(lazy::is_uninitialized(&object)),
        "lazy.initializer" => lazy::initializer(&object).unwrap_or_default(),
        "lazy.instance" => Value::from(lazy::instance(&object)),
        "lazy.skips_serialize" => Value::bool(lazy::skips_serialize(&object)),
        "lazy.skip_property" => {
            let p = property_arg(vm, args)?;
            lazy::skip_property(vm, &object, p, None)?;
            Value::NULL
        }
        "lazy.set_raw" => {
            let p = property_arg(vm, args)?;
            lazy::skip_property(vm, &object, p, Some(arg(args, 3)))?;
            Value::NULL
        }
        "lazy.is_lazy_property" => {
            let p = property_arg(vm, args)?;
            Value::bool(lazy::is_lazy_property(&object, p))
        }
        "property.get_raw" => {
            let p = property_arg(vm, args)?;
            get_raw(vm, &object, p)?
        }
        "property.set_raw" => {
            let p = property_arg(vm, args)?;
            set_raw(vm, &object, p, arg(args, 3))?;
            Value::NULL
        }
        "property.is_initialized" => {
            let p = property_arg(vm, args)?;
            let object = lazy::target(vm, &object)?.unwrap_or(object);
            Value::bool(p.slot.is_none_or(|slot| !object.slot(slot).is_undef()))
        }
        other => return Err(vm.ctx.throw_error(format!("The engine has no service {other}"))),
    })
}

fn arg(args: &[Value], i: usize) -> Value {
    args.get(i).cloned().unwrap_or_default()
}

fn object_arg(vm: &mut Vm, args: &[Value]) -> PhpResult<Object> {
    match args.first().and_then(Value::as_object) {
        Some(object) => Ok(object.clone()),
        None => Err(vm.ctx.throw_error("An engine service needs an object")),
    }
}

fn class_arg(vm: &mut Vm, args: &[Value], i: usize) -> PhpResult<ClassPtr> {
    let name = arg(args, i);
    let found = name.as_str().and_then(|name| vm.ctx.class(name));
    match found {
        Some(class) => Ok(class),
        None => Err(vm.ctx.throw_error("An engine service needs a class")),
    }
}

fn property_arg(vm: &mut Vm, args: &[Value]) -> PhpResult<&'static Property> {
    let class = class_arg(vm, args, 1)?;
    let name = arg(args, 2);
    match name.as_str().and_then(|name| class.properties.get(name)) {
        Some(p) => Ok(p),
        None => Err(vm.ctx.throw_error("An engine service needs a property")),
    }
}

/// What is stored in a property, hooks aside.
pub fn get_raw(vm: &mut Vm, object: &Object, p: &'static Property) -> PhpResult {
    let Some(slot) = p.slot else { return Err(super::read::must_not_read(vm, p)) };
    let object = lazy::target(vm, object)?.unwrap_or_else(|| object.clone());
    let value = object.slot(slot);
    if value.is_undef() && p.ty.is_some() {
        return Err(errors::uninitialized(vm, p));
    }
    Ok(value.unref())
}

/// Stores into a property, hooks aside.
pub fn set_raw(vm: &mut Vm, object: &Object, p: &'static Property, value: Value) -> PhpResult<()> {
    let Some(slot) = p.slot else { return Err(write::must_not_write(vm, p)) };
    let object = lazy::target(vm, object)?.unwrap_or_else(|| object.clone());
    let strict = reference::caller_strict(vm);
    write::store(vm, &object, p, slot, value, Some(p.class), strict).map(drop)
}
