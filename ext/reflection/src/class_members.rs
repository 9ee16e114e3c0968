//! ReflectionClass: properties and constants.

use crate::{
    class::ReflectionClass,
    property,
    state::{PropertyRef, State, class_of, engine, exception, make_class_constant, make_property},
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{
    ClassPtr, Ctx, PhpResult,
    class::{ClassConstant, Property},
    descriptor::modifiers,
    php_methods,
};

/// Whether a member is an ancestor's own.
fn is_hidden(modifiers: u32, declaring: ClassPtr, class: ClassPtr) -> bool {
    modifiers & modifiers::PRIVATE != 0 && !declaring.same(class)
}

/// The properties that belong to a class.
pub fn properties(class: ClassPtr) -> impl Iterator<Item = &'static Property> {
    class.properties.values().copied().filter(move |p| !is_hidden(p.modifiers, p.class, class))
}

/// The constants that belong to a class.
pub fn constants(class: ClassPtr) -> impl Iterator<Item = &'static ClassConstant> {
    class.constants.values().copied().filter(move |c| !is_hidden(c.modifiers, c.class, class))
}

/// The names of an object's dynamic properties.
pub fn dynamic_names(class: ClassPtr, object: Option<&Object>) -> Vec<Str> {
    let Some(dynamic) = object.and_then(Object::dynamic) else { return Vec::new() };
    let is_declared = |name: &Str| class.properties.get(name).is_some_and(|p| !is_hidden(p.modifiers, p.class, class));
    dynamic.keys().map(|key| key.to_str()).filter(|name| !is_declared(name)).collect()
}

#[php_methods(MEMBERS)]
impl ReflectionClass {
    #[php("public function hasProperty(string $name): bool")]
    fn has_property(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        let class = class_of(ctx, this)?;
        if class.properties.get(name).is_some_and(|p| !is_hidden(p.modifiers, p.class, class)) {
            return Ok(true);
        }
        match State::of(this).object() {
            Some(object) => engine(ctx).has_property(ctx, &object, name, Some(class)),
            None => Ok(false),
        }
    }

    #[php("public function getProperty(string $name): ReflectionProperty")]
    fn property(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<Object> {
        let class = class_of(ctx, this)?;
        let object = State::of(this).object();
        if let Some(found) = property::find(class, object.as_ref(), name) {
            return make_property(ctx, found);
        }
        if let Some(at) = name.windows(2).position(|w| w == b"::") {
            let (class_name, rest) = (&name[..at], Str::new(&name[at + 2..]));
            let Some(base) = ctx.class(class_name) else {
                return Err(crate::state::no_class_with_code(ctx, "Class", class_name, -1));
            };
            if !class.is_subclass_or_same(base) {
                let text = format!(
                    "Fully qualified property name {}::${rest} does not specify a base class of {}",
                    base.name, class.name
                );
                return Err(ctx.throw_with_code("ReflectionException", text, -1));
            }
            if let Some(found) = property::find(base, None, &rest) {
                return make_property(ctx, found);
            }
        }
        Err(exception(ctx, format!("Property {}::${name} does not exist", class.name)))
    }

    #[php("public function getProperties(?int $filter = null): array")]
    fn properties(ctx: &Ctx, this: &Object, filter: Option<i64>) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        let object = State::of(this).object();
        let filter = filter.map_or(u32::MAX, |f| f as u32);
        let mut list = Array::new();
        for p in properties(class).filter(|p| p.modifiers & filter != 0) {
            let object = make_property(ctx, PropertyRef::declared(p, class))?;
            let _ = list.push(Value::from(object));
        }
        if filter & modifiers::PUBLIC != 0 {
            for name in dynamic_names(class, object.as_ref()) {
                let object = make_property(ctx, PropertyRef::dynamic(name, class))?;
                let _ = list.push(Value::from(object));
            }
        }
        Ok(list)
    }

    #[php("public function hasConstant(string $name): bool")]
    fn has_constant(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        Ok(class_of(ctx, this)?.constants.contains(name))
    }

    #[php("public function getConstants(?int $filter = null): array")]
    fn constants(ctx: &Ctx, this: &Object, filter: Option<i64>) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        let filter = filter.map_or(u32::MAX, |f| f as u32);
        let mut list = Array::new();
        for constant in constants(class).filter(|c| c.modifiers & filter != 0) {
            let value = engine(ctx).constant_value(ctx, constant)?;
            list.set(&constant.name, value);
        }
        Ok(list)
    }

    #[php("public function getReflectionConstants(?int $filter = null): array")]
    fn reflection_constants(ctx: &Ctx, this: &Object, filter: Option<i64>) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        let filter = filter.map_or(u32::MAX, |f| f as u32);
        let mut list = Array::new();
        for constant in constants(class).filter(|c| c.modifiers & filter != 0) {
            let object = make_class_constant(ctx, "ReflectionClassConstant", constant)?;
            let _ = list.push(Value::from(object));
        }
        Ok(list)
    }

    #[php("public function getConstant(string $name): mixed")]
    fn constant(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult {
        let class = class_of(ctx, this)?;
        // Constants are evaluated together, up to the first that cannot be.
        for &constant in class.constants.values() {
            engine(ctx).constant_value(ctx, constant)?;
        }
        match class.constants.get(name) {
            Some(&constant) => engine(ctx).constant_value(ctx, constant),
            None => Ok(Value::FALSE),
        }
    }

    #[php("public function getReflectionConstant(string $name): ReflectionClassConstant|false")]
    fn reflection_constant(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult {
        let class = class_of(ctx, this)?;
        match class.constants.get(name) {
            Some(&constant) => make_class_constant(ctx, "ReflectionClassConstant", constant).map(Value::from),
            None => Ok(Value::FALSE),
        }
    }
}

#[php_methods(STATICS)]
impl ReflectionClass {
    #[php("public function getStaticProperties(): array")]
    fn static_properties(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        ctx.host.resolve_class_constants(ctx, class)?;
        let mut list = Array::new();
        for p in properties(class).filter(|p| p.is_static()) {
            if let Some(value) = engine(ctx).static_value(ctx, class, p)? {
                list.set(&p.name, value);
            }
        }
        Ok(list)
    }

    #[php("public function getStaticPropertyValue(string $name, mixed $default = UNKNOWN): mixed")]
    fn static_property_value(ctx: &Ctx, this: &Object, name: &Str, default: &Value, passed: usize) -> PhpResult {
        let class = class_of(ctx, this)?;
        ctx.host.resolve_class_constants(ctx, class)?;
        if let Some(p) = class.properties.get(name).filter(|p| p.is_static()) {
            return match engine(ctx).static_value(ctx, class, p)? {
                Some(value) => Ok(value),
                None => ctx.host.static_property(ctx, class, name, Some(p.class)),
            };
        }
        if passed > 1 {
            return Ok(default.clone());
        }
        Err(exception(ctx, format!("Property {}::${name} does not exist", class.name)))
    }

    #[php("public function setStaticPropertyValue(string $name, mixed $value): void")]
    fn set_static_property_value(ctx: &Ctx, this: &Object, name: &Str, value: &Value) -> PhpResult<()> {
        let class = class_of(ctx, this)?;
        ctx.host.resolve_class_constants(ctx, class)?;
        let Some(p) = class.properties.get(name).filter(|p| p.is_static()) else {
            let text = format!("Class {} does not have a property named {name}", class.name);
            return Err(exception(ctx, text));
        };
        ctx.host.set_static_property(ctx, class, name, value.clone(), Some(p.class))
    }

    #[php("public function getDefaultProperties(): array")]
    fn default_properties(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        ctx.host.resolve_class_constants(ctx, class)?;
        let mut list = Array::new();
        for wanted in [true, false] {
            for p in properties(class).filter(|p| p.is_static() == wanted) {
                if let Some(value) = engine(ctx).default_value(ctx, p)? {
                    list.set(&p.name, value);
                }
            }
        }
        Ok(list)
    }
}
