//! What a Reflection object stands for.

use phant_bytecode::{Attribute, TypeDecl, TypeMask};
use phant_memory::{Held, NativeData, Object, Str, Tracer, Value};
use phant_native::{
    Args, ClassPtr, Ctx, FunctionPtr, ObjectExt, ObjectHandlers, PhpResult, Thrown,
    class::{ClassConstant, Fetch, Place, Property},
    coerce, convert,
    mirror::{Engine, Parameter, function},
};
use std::cell::{Ref, RefCell};

/// The native state of every Reflection object.
pub struct State {
    what: RefCell<What>,
    /// The object that belongs to it: a closure, the object of a ReflectionObject, the generator.
    object: RefCell<Value>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.object.borrow());
        if let What::Constant { value, .. } | What::Reference(value) = &*self.what.borrow() {
            tracer.value(value);
        }
    }
}

/// What is reflected.
#[derive(Clone, Default)]
pub enum What {
    /// Nothing yet: the constructor has not run.
    #[default]
    Nothing,
    /// A class.
    Class(ClassPtr),
    /// A function or method, and the class that the method was asked of.
    Function(FunctionPtr, Option<ClassPtr>),
    /// A parameter, by position.
    Parameter(FunctionPtr, usize),
    /// A type.
    Type(TypeRef),
    /// A property, or a dynamic property of an object.
    Property(PropertyRef),
    /// A class constant.
    ClassConstant(&'static ClassConstant),
    /// A constant: its name and value.
    Constant { name: Str, value: Value },
    /// An attribute.
    Attribute(AttributeRef),
    /// An extension, by name.
    Extension(&'static str),
    /// A generator or fiber, which is the object.
    Running,
    /// A reference in an array.
    Reference(Value),
}

/// A type, or a member of one.
#[derive(Clone, Copy)]
pub enum TypeRef {
    /// As declared.
    Whole(&'static TypeDecl),
    /// One of its groups of classes.
    Group(&'static TypeDecl, usize),
    /// One class of a group.
    Class(&'static TypeDecl, usize, usize),
    /// A built-in type.
    Builtin(TypeMask),
}

/// A property.
#[derive(Clone)]
pub struct PropertyRef {
    /// The declaration; none for a dynamic property.
    pub declared: Option<&'static Property>,
    /// Name without `$`.
    pub name: Str,
    /// The class that declares it, or the class of the object that has it.
    pub class: ClassPtr,
    /// The class it was looked up in.
    pub asked: ClassPtr,
}

/// An attribute where it stands.
#[derive(Clone)]
pub struct AttributeRef {
    /// The attribute.
    pub attribute: &'static Attribute,
    /// What `self` means in its arguments.
    pub scope: Option<ClassPtr>,
    /// What it stands on, as `Attribute::TARGET_*` numbers it.
    pub target: u32,
    /// Whether another of the same name stands there.
    pub repeated: bool,
}

/// Makes the state of a fresh object.
pub fn create(_ctx: &Ctx, object: &Object) {
    object.init_native(State { what: RefCell::default(), object: RefCell::default() });
}

/// How Reflection objects behave: name and class are for reading.
pub static HANDLERS: ObjectHandlers =
    ObjectHandlers { write_property: Some(write_property), property_place: Some(property_place), ..ObjectHandlers::DEFAULT };

fn is_fixed(object: &Object, name: &Str) -> bool {
    matches!(name.as_bytes(), b"name" | b"class") && object.class().properties.named(name).is_some_and(|p| p.class.is_native())
}

fn refuse(ctx: &Ctx, object: &Object, name: &Str) -> Thrown {
    let text = format!("Cannot set read-only property {}::${name}", object.class().name);
    exception(ctx, text)
}

fn write_property(ctx: &Ctx, object: &Object, name: &Str, _value: &Value) -> PhpResult<bool> {
    if is_fixed(object, name) { Err(refuse(ctx, object, name)) } else { Ok(false) }
}

fn property_place(ctx: &Ctx, object: &Object, name: &Str, fetch: Fetch) -> PhpResult<Place> {
    if matches!(fetch, Fetch::Write | Fetch::ReadWrite) && is_fixed(object, name) {
        return Err(refuse(ctx, object, name));
    }
    Ok(Place::Unknown)
}

/// Throws a ReflectionException.
pub fn exception(ctx: &Ctx, message: impl AsRef<[u8]>) -> Thrown {
    ctx.throw("ReflectionException", message)
}

/// Throws a ReflectionException that says a class is missing, unless autoloading threw.
pub fn no_class(ctx: &Ctx, kind: &str, name: &[u8]) -> Thrown {
    no_class_with_code(ctx, kind, name, 0)
}
/// As [`no_class`]; what makes objects for classes, and `getProperty`, have the code -1.
pub fn no_class_with_code(ctx: &Ctx, kind: &str, name: &[u8], code: i64) -> Thrown {
    if ctx.has_exception() {
        return Thrown;
    }
    let text = [kind.as_bytes(), b" \"", name, b"\" does not exist"].concat();
    ctx.throw_with_code("ReflectionException", text, code)
}

/// What Reflection asks of the engine.
pub fn engine(ctx: &Ctx) -> &'static dyn Engine {
    ctx.host.mirror()
}

impl State {
    /// The state of a Reflection object.
    pub fn of(object: &Object) -> &State {
        object.native().expect("made by create")
    }
    /// What it stands for.
    pub fn what(&self) -> Ref<'_, What> {
        self.what.borrow()
    }
    /// Sets what it stands for.
    pub fn set(&self, what: What, object: Option<Object>) {
        let old = (self.what.replace(what), self.object.replace(Value::from(object)));
        drop(old);
    }
    /// The object that belongs to it.
    pub fn object(&self) -> Option<Object> {
        self.object.borrow().as_object().map(Held::into_owned)
    }
}

/// What is thrown where an object stands for nothing, or for something else.
#[cold]
pub fn missing(ctx: &Ctx) -> Thrown {
    if ctx.has_exception() {
        return Thrown;
    }
    ctx.throw_error("Internal error: Failed to retrieve the reflection object")
}

macro_rules! accessor {
    ($(#[$doc:meta])* $name:ident, $ty:ty, $pattern:pat => $result:expr) => {
        $(#[$doc])*
        pub fn $name(ctx: &Ctx, object: &Object) -> PhpResult<$ty> {
            let found = match &*State::of(object).what() {
                $pattern => Some($result),
                _ => None,
            };
            found.ok_or_else(|| missing(ctx))
        }
    };
}

accessor!(
    /// The class that an object stands for.
    class_of, ClassPtr, What::Class(class) => *class
);
accessor!(
    /// The function that an object stands for.
    function_of, FunctionPtr, What::Function(function, _) => *function
);
accessor!(
    /// The class that the method which an object stands for was asked of.
    asked_class, Option<ClassPtr>, What::Function(function, asked) => asked.or(function.class)
);
accessor!(
    /// The parameter that an object stands for.
    parameter_of, (FunctionPtr, usize), What::Parameter(function, index) => (*function, *index)
);
accessor!(
    /// The type that an object stands for.
    type_of, TypeRef, What::Type(ty) => *ty
);
accessor!(
    /// The property that an object stands for.
    property_of, PropertyRef, What::Property(property) => property.clone()
);
accessor!(
    /// The class constant that an object stands for.
    class_constant_of, &'static ClassConstant, What::ClassConstant(constant) => *constant
);
accessor!(
    /// The constant that an object stands for.
    constant_of, (Str, Value), What::Constant { name, value } => (name.clone(), value.clone())
);
accessor!(
    /// The attribute that an object stands for.
    attribute_of, AttributeRef, What::Attribute(attribute) => attribute.clone()
);
accessor!(
    /// The extension that an object stands for.
    extension_of, &'static str, What::Extension(name) => *name
);

/// The parameter that an object stands for, described.
pub fn described_parameter(ctx: &Ctx, object: &Object) -> PhpResult<(FunctionPtr, usize, Parameter)> {
    let (function, index) = parameter_of(ctx, object)?;
    match function::parameter(function, index) {
        Some(parameter) => Ok((function, index, parameter)),
        None => Err(missing(ctx)),
    }
}

/// The names of a Reflection object, in its first properties.
pub fn set_names(object: &Object, name: impl Into<Value>, class: Option<ClassPtr>) {
    object.set_slot(0, name.into());
    if let Some(class) = class {
        object.set_slot(1, Value::from(class.name.clone()));
    }
}

/// A Reflection object of a native class.
pub fn make(ctx: &Ctx, class: &'static str, what: What, owner: Option<Object>) -> PhpResult<Object> {
    let class = ctx.known_class(class);
    let object = ctx.allocate(class)?;
    State::of(&object).set(what, owner);
    Ok(object)
}

/// A ReflectionClass, or ReflectionEnum for an enum where `as_enum`.
pub fn make_class(ctx: &Ctx, class: ClassPtr) -> PhpResult<Object> {
    let object = make(ctx, "ReflectionClass", What::Class(class), None)?;
    set_names(&object, class.name.clone(), None);
    Ok(object)
}

/// A ReflectionMethod of what a class has. `closure` is the object of a closure's `__invoke`.
pub fn make_method_of(ctx: &Ctx, function: FunctionPtr, asked: Option<ClassPtr>, closure: Option<Object>) -> PhpResult<Object> {
    let object = make(ctx, "ReflectionMethod", What::Function(function, asked), closure)?;
    set_names(&object, function.name.clone(), function.class);
    Ok(object)
}

/// A ReflectionMethod.
pub fn make_method(ctx: &Ctx, function: FunctionPtr, closure: Option<Object>) -> PhpResult<Object> {
    make_method_of(ctx, function, None, closure)
}

/// A ReflectionFunction.
pub fn make_function(ctx: &Ctx, function: FunctionPtr, owner: Option<Object>) -> PhpResult<Object> {
    let object = make(ctx, "ReflectionFunction", What::Function(function, None), owner)?;
    set_names(&object, function.name.clone(), None);
    Ok(object)
}

/// A ReflectionParameter.
pub fn make_parameter(ctx: &Ctx, function: FunctionPtr, index: usize, owner: Option<Object>) -> PhpResult<Object> {
    let object = make(ctx, "ReflectionParameter", What::Parameter(function, index), owner)?;
    let name = function::parameter(function, index).map(|p| p.name).unwrap_or_default();
    set_names(&object, name, None);
    Ok(object)
}

/// A ReflectionProperty.
pub fn make_property(ctx: &Ctx, property: PropertyRef) -> PhpResult<Object> {
    let (name, class) = (property.name.clone(), property.class);
    let object = make(ctx, "ReflectionProperty", What::Property(property), None)?;
    set_names(&object, name, Some(class));
    Ok(object)
}

/// A ReflectionClassConstant, or one of its children.
pub fn make_class_constant(ctx: &Ctx, kind: &'static str, constant: &'static ClassConstant) -> PhpResult<Object> {
    let object = make(ctx, kind, What::ClassConstant(constant), None)?;
    set_names(&object, constant.name.clone(), Some(constant.class));
    Ok(object)
}

/// The class that an argument names or is an object of; the code of the exception, if there is none.
pub fn class_argument(ctx: &Ctx, value: &Value, code: i64) -> PhpResult<ClassPtr> {
    if let Some(object) = value.as_object() {
        return Ok(object.class());
    }
    let name = value.as_str().map(Held::into_owned).unwrap_or_default();
    match ctx.class(&name) {
        Some(class) => Ok(class),
        None => Err(no_class_with_code(ctx, "Class", &name, code)),
    }
}

/// The first argument of a method that takes an object of a class: what is none is told with the class's name, once the
/// arguments have been counted. The others are checked.
pub fn instance_argument(ctx: &Ctx, args: &mut Args<'_>, class: ClassPtr) -> PhpResult<Object> {
    let counts = args.function.descriptor().map_or(0..=0, |d| usize::from(d.required)..=d.params.len());
    if counts.contains(&args.passed)
        && let Some(first) = args.values.first()
        && !first.as_object().is_some_and(|object| object.is_instance_of(class))
    {
        let given = convert::value_name(first);
        return Err(ctx.argument_type_error(1, format!("must be of type {}, {given} given", class.name)));
    }
    coerce::arguments(ctx, args.function, args.values, args.passed)?;
    args.values.first().and_then(Value::as_object).map(Held::into_owned).ok_or(Thrown)
}
