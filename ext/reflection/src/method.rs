//! ReflectionMethod.

use crate::{
    function::split_arguments,
    function_abstract::to_text,
    member::Member,
    state::{State, What, asked_class, engine, exception, function_of, make_method, no_class, set_names},
};
use phant_memory::{Array, HeapBox, HeapMap, Held, Object, RequestHeap, Str, Value, heap_map};
use phant_native::{
    Args, Callable, ClassPtr, Ctx, FunctionPtr, Level, ObjectExt, PhpResult, Thrown,
    class::ClassKind,
    coerce,
    descriptor::modifiers,
    function::{FunctionKind, function_flags},
    php_class, php_methods,
};
use std::cell::RefCell;

/// A method.
pub struct ReflectionMethod;

/// The method of a class by name; for a closure's `__invoke`, the closure comes with it.
pub fn find(ctx: &Ctx, class: ClassPtr, object: Option<&Object>, name: &[u8]) -> Option<(FunctionPtr, Option<Object>)> {
    let lower = name.to_ascii_lowercase();
    if class.is_named("Closure") && lower == b"__invoke" {
        return object.and_then(|object| Some((closure_invoke(ctx, object)?, Some(object.clone()))));
    }
    class.method(&lower).map(|f| (f, None))
}

/// Whether a method is what `find` has for a closure's `__invoke`: it passes for a native one.
pub fn is_closure_invoke(f: FunctionPtr) -> bool {
    f.flags & function_flags::CLOSURE_INVOKE != 0
}

/// The method `__invoke` of a closure, with the closure's signature.
pub fn closure_invoke(ctx: &Ctx, closure: &Object) -> Option<FunctionPtr> {
    let parts = engine(ctx).closure(ctx, closure)?;
    let f = parts.function;
    let key = match f.kind {
        FunctionKind::User(code) => std::ptr::from_ref(code).addr(),
        FunctionKind::Native(descriptor) => std::ptr::from_ref(descriptor).addr(),
    };
    let known = ctx.state::<Invokes>();
    if let Some(method) = known.0.borrow().get(&key) {
        return Some(method);
    }
    let mut method = f.like();
    method.name = phant_memory::Name::forever(b"__invoke");
    method.class = Some(closure.class());
    method.modifiers = modifiers::PUBLIC;
    method.flags |= function_flags::CLOSURE_INVOKE;
    method.trait_origin = None;
    let method: FunctionPtr = HeapBox::leak(HeapBox::new_in(method.with_prototype(None), RequestHeap));
    known.0.borrow_mut().insert(key, method);
    Some(method)
}

/// The methods `__invoke` that were made so far, by what the closure runs.
struct Invokes(RefCell<HeapMap<usize, FunctionPtr>>);

impl Default for Invokes {
    fn default() -> Self {
        Invokes(RefCell::new(heap_map()))
    }
}

fn no_method(ctx: &Ctx, class: ClassPtr, name: &[u8]) -> phant_native::Thrown {
    exception(ctx, [b"Method ", class.name.as_bytes(), b"::", name, b"() does not exist"].concat())
}

/// Makes `this` stand for `Class::method`.
fn by_text(ctx: &Ctx, this: &Object, text: &[u8], argument: &str) -> PhpResult<()> {
    let Some(at) = text.windows(2).position(|w| w == b"::") else {
        let text = format!("ReflectionMethod::{argument} must be a valid method name");
        return Err(ctx.throw("ReflectionException", text));
    };
    let (class_name, name) = (&text[..at], &text[at + 2..]);
    let Some(class) = ctx.class(class_name) else { return Err(no_class(ctx, "Class", class_name)) };
    become_method(ctx, this, class, None, name)
}

fn become_method(ctx: &Ctx, this: &Object, class: ClassPtr, object: Option<&Object>, name: &[u8]) -> PhpResult<()> {
    let Some((function, closure)) = find(ctx, class, object, name) else { return Err(no_method(ctx, class, name)) };
    State::of(this).set(What::Function(function, Some(class)), closure);
    set_names(this, function.name.clone(), function.class);
    Ok(())
}

impl ReflectionMethod {
    /// Refuses an abstract method, which comes before anything about the arguments.
    fn check_invocable(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<()> {
        let f = function_of(ctx, args.this())?;
        if f.is_abstract() {
            let class = f.class.unwrap_or_else(|| args.this().class());
            let text = format!("Trying to invoke abstract method {}::{}()", class.name, f.name);
            return Err(exception(ctx, text));
        }
        coerce::arguments(ctx, args.function, args.values, args.passed)
    }

    fn call(ctx: &Ctx, this: &Object, object: Option<&Object>, args: &[Value], named: Option<&Array>) -> PhpResult {
        let f = function_of(ctx, this)?;
        let class = f.class.unwrap_or_else(|| this.class());
        if let Some(closure) = State::of(this).object() {
            let target = object.unwrap_or(&closure);
            let Some(callable) = ctx.host.closure_callable(ctx, target) else {
                return Err(exception(ctx, "Given object is not an instance of the class this method was declared in"));
            };
            return ctx.call_named(&Callable { through_invoke: true, ..callable }, args, named);
        }
        if f.is_static() {
            let called_class = asked_class(ctx, this)?.or(Some(class));
            let callable =
                Callable { function: f, this: None, called_class, closure: None, magic_name: None, through_invoke: false };
            return ctx.call_named(&callable, args, named);
        }
        let Some(object) = object else {
            let text = format!("Trying to invoke non static method {}::{}() without an object", class.name, f.name);
            return Err(exception(ctx, text));
        };
        if !object.is_instance_of(class) {
            return Err(exception(ctx, "Given object is not an instance of the class this method was declared in"));
        }
        let callable = Callable {
            function: f,
            this: Some(object.clone()),
            called_class: Some(object.class()),
            closure: None,
            magic_name: None,
            through_invoke: false,
        };
        ctx.call_named(&callable, args, named)
    }
}

#[php_class(
    "class ReflectionMethod extends ReflectionFunctionAbstract {
        public const int IS_STATIC = 16;
        public const int IS_PUBLIC = 1;
        public const int IS_PROTECTED = 2;
        public const int IS_PRIVATE = 4;
        public const int IS_ABSTRACT = 64;
        public const int IS_FINAL = 32;
        public string $class;
    }",
    methods = [Member::VISIBILITY, Self::FACTS],
    not_serializable,
    not_cloneable
)]
impl ReflectionMethod {
    #[php("public function __construct(object|string $objectOrMethod, ?string $method = null)")]
    fn construct(ctx: &Ctx, this: &Object, target: &Value, method: Option<Str>, passed: usize) -> PhpResult<()> {
        if let Some(object) = target.as_object() {
            let Some(method) = method else {
                return Err(ctx.argument_error(2, "cannot be null when argument #1 ($objectOrMethod) is an object"));
            };
            return become_method(ctx, this, object.class(), Some(&object), &method);
        }
        let text = target.as_str().map(Held::into_owned).unwrap_or_default();
        match method {
            Some(method) => {
                let Some(class) = ctx.class(&text) else { return Err(no_class(ctx, "Class", &text)) };
                become_method(ctx, this, class, None, &method)
            }
            None => {
                if passed < 2 {
                    let text = "Calling ReflectionMethod::__construct() with 1 argument is deprecated, use ReflectionMethod::createFromMethodName() instead";
                    ctx.report(Level::Deprecated, text);
                    ctx.check()?;
                }
                by_text(ctx, this, &text, "__construct(): Argument #1 ($objectOrMethod)")
            }
        }
    }

    #[php("public static function createFromMethodName(string $method): static", strict_return)]
    fn create_from_method_name(ctx: &Ctx, class: ClassPtr, method: &Str) -> PhpResult<Object> {
        let object = ctx.allocate(class)?;
        by_text(ctx, &object, method, "createFromMethodName(): Argument #1 ($method)")?;
        Ok(object)
    }

    #[php("public function __toString(): string", strict_return)]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        to_text(ctx, this)
    }
}

#[php_methods(FACTS)]
impl ReflectionMethod {
    #[php("public function isAbstract(): bool")]
    fn is_abstract(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::ABSTRACT)
    }

    #[php("public function isFinal(): bool")]
    fn is_final(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::FINAL)
    }

    #[php("public function isConstructor(): bool")]
    fn is_constructor(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(is_constructor(function_of(ctx, this)?))
    }

    #[php("public function isDestructor(): bool")]
    fn is_destructor(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(function_of(ctx, this)?.name.eq_ignore_ascii_case(b"__destruct"))
    }

    #[php("public function getClosure(?object $object = null): Closure")]
    fn closure(ctx: &Ctx, this: &Object, object: Option<&Object>) -> PhpResult<Object> {
        let f = function_of(ctx, this)?;
        let class = f.class.unwrap_or_else(|| this.class());
        if f.is_static() {
            let callable = Callable {
                function: f,
                this: None,
                called_class: Some(class),
                closure: None,
                magic_name: None,
                through_invoke: false,
            };
            return ctx.host.make_closure(ctx, &callable);
        }
        let Some(object) = object else {
            return Err(ctx.argument_error(1, "cannot be null for non-static methods"));
        };
        if !object.is_instance_of(class) {
            return Err(exception(ctx, "Given object is not an instance of the class this method was declared in"));
        }
        if State::of(this).object().is_some() {
            return Ok(object.clone());
        }
        let callable = Callable {
            function: f,
            this: Some(object.clone()),
            called_class: Some(object.class()),
            closure: None,
            magic_name: None,
            through_invoke: false,
        };
        ctx.host.make_closure(ctx, &callable)
    }

    #[php("public function getModifiers(): int")]
    fn modifiers(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Member::modifiers(ctx, this)
    }

    #[php("public function invoke(?object $object, mixed ...$args): mixed", raw)]
    fn invoke(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        Self::check_invocable(ctx, args)?;
        let (object, rest) = args.values.split_first().ok_or(Thrown)?;
        Self::call(ctx, args.this(), object.as_object().as_deref(), rest, args.named.as_ref())
    }

    #[php("public function invokeArgs(?object $object, array $args): mixed", raw)]
    fn invoke_args(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        Self::check_invocable(ctx, args)?;
        let this = args.this();
        let [object, list] = args.values else { return Err(Thrown) };
        let list = list.unref();
        let (positional, named) = split_arguments(list.own_array().ok_or(Thrown)?);
        Self::call(ctx, this, object.as_object().as_deref(), &positional, named.as_ref())
    }

    #[php("public function getDeclaringClass(): ReflectionClass")]
    fn declaring_class(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        Member::class(ctx, this)
    }

    #[php("public function getPrototype(): ReflectionMethod")]
    fn prototype(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let f = function_of(ctx, this)?;
        let class = asked_class(ctx, this)?;
        match prototype(f, class) {
            Some(prototype) => make_method(ctx, prototype, None),
            None => {
                let class = class.map(|c| c.name.clone()).unwrap_or_default();
                Err(exception(ctx, format!("Method {class}::{} does not have a prototype", f.name)))
            }
        }
    }

    #[php("public function hasPrototype(): bool", strict_return)]
    fn has_prototype(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(prototype(function_of(ctx, this)?, asked_class(ctx, this)?).is_some())
    }

    #[php("public function setAccessible(bool $accessible): void")]
    fn set_accessible(_this: &Object, _accessible: bool) {}
}

/// The method that one of a class overrides or implements first. Constructors have one only where they must be as it says.
pub fn prototype(f: FunctionPtr, class: Option<ClassPtr>) -> Option<FunctionPtr> {
    if f.flags & function_flags::TRAMPOLINE != 0 {
        return None;
    }
    let lower = f.name.to_lower();
    let found = match class {
        Some(class) if class.method(&lower).is_some_and(|own| std::ptr::eq(own, f)) => prototype_in(class, &lower, f),
        _ => f.prototype(),
    };
    found.filter(|p| p.is_abstract() || !is_constructor(f))
}

/// The same, by what the class says: the last interface that it adds has it, before what its parent knows.
fn prototype_in(class: ClassPtr, lower: &[u8], f: FunctionPtr) -> Option<FunctionPtr> {
    if class.is_native() || f.modifiers & (modifiers::PRIVATE | modifiers::ABSTRACT) == modifiers::PRIVATE {
        return f.prototype();
    }
    if class.kind == ClassKind::Interface {
        return None;
    }
    let parent = class.parent;
    let added: Vec<ClassPtr> =
        class.interfaces.iter().copied().filter(|i| !parent.is_some_and(|p| p.is_subclass_or_same(i))).collect();
    // What an interface has of another is the interface's.
    let is_inherited = |i: ClassPtr| added.iter().any(|other| !other.same(i) && other.is_subclass_or_same(i));
    let demanded = added.iter().rev().filter(|i| !is_inherited(**i)).find_map(|i| i.method(lower));
    if let Some(demanded) = demanded {
        return Some(demanded).filter(|demanded| !std::ptr::eq(*demanded, f));
    }
    let overridden = parent?.method(lower)?;
    if overridden.modifiers & (modifiers::PRIVATE | modifiers::ABSTRACT) == modifiers::PRIVATE {
        return None;
    }
    let earlier = prototype_in(parent?, lower, overridden);
    if std::ptr::eq(overridden, f) { earlier } else { earlier.or(Some(overridden)) }
}

/// Whether a method is a constructor.
pub fn is_constructor(f: FunctionPtr) -> bool {
    f.class.is_some() && f.name.eq_ignore_ascii_case(b"__construct")
}
