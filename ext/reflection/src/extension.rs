//! ReflectionExtension and ReflectionZendExtension.

use crate::{
    state::{self, State, What, exception, extension_of, make_class, set_names},
    text,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{ClassPtr, Ctx, Extension, FunctionPtr, PhpResult, convert, php_class, registry};

/// The parts that an extension is registered in.
pub fn parts(name: &str) -> impl Iterator<Item = &'static Extension> {
    registry::get().parts.iter().copied().filter(move |part| part.name == name)
}

/// The number of an extension, in order of registration.
pub fn number(name: &str) -> usize {
    registry::get().extensions.iter().position(|e| e.name == name).map_or(0, |i| i + 1)
}

/// The functions of an extension.
pub fn functions(ctx: &Ctx, name: &str) -> Vec<FunctionPtr> {
    let all = parts(name).flat_map(|part| part.functions.iter().copied().flatten().copied().flatten());
    all.filter_map(|f| ctx.host.lookup_function(ctx, f.name.as_bytes())).collect()
}

/// The classes of an extension.
pub fn classes(ctx: &Ctx, name: &str) -> Vec<ClassPtr> {
    let all = parts(name).flat_map(|part| part.classes.iter());
    all.filter_map(|c| ctx.host.lookup_class(ctx, c.name.as_bytes(), false)).collect()
}

/// The constants of an extension.
pub fn constants(ctx: &Ctx, name: &str) -> Vec<(Str, Value)> {
    let all = ctx.host.defined_constants(ctx);
    all.into_iter().filter(|(_, _, extension)| *extension == name).map(|(name, value, _)| (name, value)).collect()
}

/// The version of an extension.
pub fn version(ctx: &Ctx, name: &str) -> PhpResult {
    match parts(name).find_map(|part| part.version) {
        Some(version) => Ok(Value::str(version)),
        None => Ok(ctx.constant("PHP_VERSION")?.unwrap_or_default()),
    }
}

/// The object for an extension.
pub fn make(ctx: &Ctx, name: &'static str) -> PhpResult<Object> {
    let object = state::make(ctx, "ReflectionExtension", What::Extension(name), None)?;
    set_names(&object, name, None);
    Ok(object)
}

/// An extension.
pub struct ReflectionExtension;

#[php_class(
    "class ReflectionExtension implements Reflector { public string $name; }",
    create = state::create,
    handlers = state::HANDLERS,
    not_serializable,
    not_cloneable
)]
impl ReflectionExtension {
    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("public function __construct(string $name)")]
    fn construct(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<()> {
        let found = registry::get().extensions.iter().find(|e| e.name.as_bytes().eq_ignore_ascii_case(name));
        let Some(extension) = found else {
            return Err(exception(ctx, format!("Extension \"{name}\" does not exist")));
        };
        State::of(this).set(What::Extension(extension.name), None);
        set_names(this, extension.name, None);
        Ok(())
    }

    #[php("public function __toString(): string", strict_return)]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let name = extension_of(ctx, this)?;
        text::extension(ctx, name)
    }

    #[php("public function getName(): string")]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<&'static str> {
        extension_of(ctx, this)
    }

    #[php("public function getVersion(): ?string")]
    fn version(ctx: &Ctx, this: &Object) -> PhpResult {
        let name = extension_of(ctx, this)?;
        version(ctx, name)
    }

    #[php("public function getFunctions(): array")]
    fn functions(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let name = extension_of(ctx, this)?;
        let mut list = Array::new();
        for function in functions(ctx, name) {
            let object = state::make_function(ctx, function, None)?;
            list.set(&function.name, Value::from(object));
        }
        Ok(list)
    }

    #[php("public function getConstants(): array")]
    fn constants(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let name = extension_of(ctx, this)?;
        let mut list = Array::new();
        for (name, value) in constants(ctx, name) {
            list.set(&name, value);
        }
        Ok(list)
    }

    #[php("public function getINIEntries(): array")]
    fn ini_entries(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let name = extension_of(ctx, this)?;
        let mut list = Array::new();
        for setting in parts(name).flat_map(|part| part.ini) {
            list.set_name(setting.name, Value::from(ctx.ini.get(setting.name)));
        }
        Ok(list)
    }

    #[php("public function getClasses(): array")]
    fn classes(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let name = extension_of(ctx, this)?;
        let mut list = Array::new();
        for class in classes(ctx, name) {
            let object = make_class(ctx, class)?;
            list.set(&class.name, Value::from(object));
        }
        Ok(list)
    }

    #[php("public function getClassNames(): array")]
    fn class_names(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let name = extension_of(ctx, this)?;
        Ok(Array::list(parts(name).flat_map(|part| part.classes).map(|c| Value::str(c.name))))
    }

    #[php("public function getDependencies(): array")]
    fn dependencies(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let name = extension_of(ctx, this)?;
        let mut list = Array::new();
        for (other, kind) in parts(name).flat_map(|part| part.dependencies) {
            list.set_name(other, Value::str(kind));
        }
        Ok(list)
    }

    #[php("public function info(): void")]
    fn info(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let name = extension_of(ctx, this)?;
        let text = text::extension_info(ctx, name);
        ctx.echo(text);
        Ok(())
    }

    #[php("public function isPersistent(): bool")]
    fn is_persistent(_this: &Object) -> bool {
        true
    }

    #[php("public function isTemporary(): bool")]
    fn is_temporary(_this: &Object) -> bool {
        false
    }
}

/// An extension of PHP's engine: one that is listed as such.
pub struct ReflectionZendExtension;

#[php_class(
    "class ReflectionZendExtension implements Reflector { public string $name; }",
    create = state::create,
    handlers = state::HANDLERS,
    not_serializable,
    not_cloneable
)]
impl ReflectionZendExtension {
    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("public function __construct(string $name)")]
    fn construct(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<()> {
        let mut found = registry::get().extensions.iter().filter(|e| e.of_engine);
        let Some(e) = found.find(|e| e.name.as_bytes() == name.as_bytes()) else {
            return Err(exception(ctx, format!("Zend Extension \"{name}\" does not exist")));
        };
        State::of(this).set(What::Extension(e.name), None);
        set_names(this, e.name, None);
        Ok(())
    }

    #[php("public function __toString(): string", strict_return)]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        let name = extension_of(ctx, this)?;
        let version = convert::to_str(ctx, &version(ctx, name)?)?;
        Ok(format!("Zend Extension [ {name} {version} ]\n"))
    }

    #[php("public function getName(): string")]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<&'static str> {
        extension_of(ctx, this)
    }

    #[php("public function getVersion(): string")]
    fn version(ctx: &Ctx, this: &Object) -> PhpResult {
        version(ctx, extension_of(ctx, this)?)
    }

    // Who made PHP's is not who made this.
    #[php("public function getAuthor(): string")]
    fn author(ctx: &Ctx, this: &Object) -> PhpResult<&'static str> {
        extension_of(ctx, this).map(|_| "")
    }

    #[php("public function getURL(): string")]
    fn url(ctx: &Ctx, this: &Object) -> PhpResult<&'static str> {
        extension_of(ctx, this).map(|_| "")
    }

    #[php("public function getCopyright(): string")]
    fn copyright(ctx: &Ctx, this: &Object) -> PhpResult<&'static str> {
        extension_of(ctx, this).map(|_| "")
    }
}
