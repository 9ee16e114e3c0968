//! Arguments of native functions, after coercion, and their unpacking into Rust types.

use crate::{
    class::ClassPtr,
    ctx::Ctx,
    error::{PhpResult, Thrown},
    function::FunctionPtr,
};
use phant_bytecode::types::TypeMask;
use phant_memory::{Array, Object, PhpStr, Reference, Str, Type, Value, View};

/// The arguments of one native call.
pub struct Args<'a> {
    /// One value per declared parameter (defaults filled in), then the variadic rest. By-reference arguments are
    /// reference values. For functions with the fact `raw`: just what was passed.
    pub values: &'a mut [Value],
    /// How many arguments the caller passed.
    pub passed: usize,
    /// Unknown named arguments collected by a variadic function.
    pub named: Option<Array>,
    /// The object of a method call.
    pub this: Option<&'a Object>,
    /// The class of a static call (late static binding).
    pub called_class: Option<ClassPtr>,
    /// What is being called.
    pub function: FunctionPtr,
}

impl<'a> Args<'a> {
    /// The object of a method call. Methods that are not static always have one.
    pub fn this(&self) -> &'a Object {
        self.this.expect("instance methods are called with an object")
    }
    /// The class a static method was called on, or the object's class.
    pub fn static_class(&self) -> ClassPtr {
        self.called_class.or(self.function.class()).expect("methods have a class")
    }
    /// The function's name as in messages: `strlen` or `Closure::bind`.
    pub fn function_name(&self) -> String {
        self.function.display_name()
    }
    /// The first `N` values and the rest.
    #[inline(always)]
    pub fn split<const N: usize>(&mut self) -> ([&mut Value; N], &mut [Value]) {
        let (fixed, rest) = self.values.split_at_mut(N);
        let mut fixed = fixed.iter_mut();
        (std::array::from_fn(|_| fixed.next().expect("split to N values")), rest)
    }
    /// The error of a variadic function that does nothing with unknown named arguments.
    #[inline(always)]
    pub fn refuse_named(&self, ctx: &Ctx) -> PhpResult<()> {
        match self.named {
            None => Ok(()),
            Some(_) => Err(self.named_refused(ctx)),
        }
    }
    #[cold]
    fn named_refused(&self, ctx: &Ctx) -> Thrown {
        let text = format!("{}() does not accept unknown named parameters", self.function_name());
        ctx.throw("ArgumentCountError", text)
    }
    /// Whether the caller passed the parameter (rather than its default being used).
    pub fn was_passed(&self, index: usize) -> bool {
        index < self.passed
    }
}

/// A Rust type that an argument unpacks into. Coercion has happened: the value is one of `ACCEPTS`, and no reference.
pub trait FromArg<'a>: Sized {
    /// The types it can hold.
    const ACCEPTS: TypeMask;
    /// Unpacks.
    fn from_arg(value: &'a Value) -> Self;
}

/// A Rust type that a by-reference argument unpacks into.
pub trait FromRefArg<'a>: Sized {
    /// Unpacks.
    fn from_ref_arg(value: &'a mut Value) -> Self;
}

/// A by-reference argument: the caller's variable.
pub struct RefArg<'a>(&'a mut Value);

impl RefArg<'_> {
    /// The variable's value.
    pub fn get(&self) -> Value {
        self.0.unref()
    }
    /// Assigns to the variable. The old value is dropped last. Typed references are checked by the engine when the
    /// native function returns.
    pub fn set(&mut self, value: impl Into<Value>) {
        let value = value.into();
        match self.0.as_ref() {
            Some(r) => r.set(value),
            None => self.0.assign(value),
        }
    }
    /// Assigns an array where one was passed. Where PHP code has put something else since that a property's type allows, that stays:
    /// the type need not allow arrays any more.
    pub fn set_array(&mut self, array: Array) {
        let is_bound = self.0.as_ref().is_some_and(|r| !r.sources().is_null());
        if !is_bound || self.get().is_array() {
            self.set(array);
        }
    }
    /// Takes the value out for changing, leaving `null`: an array that only the variable held is then unshared.
    pub fn take(&mut self) -> Value {
        self.update(std::mem::take)
    }
    /// Changes the value in place; run no PHP code meanwhile, which would see `null` in the variable.
    pub fn update<R>(&mut self, change: impl FnOnce(&mut Value) -> R) -> R {
        self.0.update(change)
    }
    /// The reference itself.
    pub fn reference(&mut self) -> Reference {
        self.0.make_ref()
    }
}

impl<'a> FromRefArg<'a> for RefArg<'a> {
    #[inline]
    fn from_ref_arg(value: &'a mut Value) -> Self {
        RefArg(value)
    }
}

/// An `int|float` argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
}

impl Number {
    /// As a float.
    pub fn to_f64(self) -> f64 {
        match self {
            Number::Int(i) => i as f64,
            Number::Float(f) => f,
        }
    }
}
impl From<Number> for Value {
    fn from(n: Number) -> Value {
        match n {
            Number::Int(i) => Value::int(i),
            Number::Float(f) => Value::float(f),
        }
    }
}

/// What an unpacking finds when coercion and declaration disagree: a defect of the engine.
#[cold]
fn mismatch(wanted: &str, value: &Value) -> ! {
    panic!("argument of type {:?} where coercion promised {wanted}", value.type_of())
}

macro_rules! from_arg {
    ($ty:ty, $mask:expr, $value:ident => $body:expr) => {
        impl<'a> FromArg<'a> for $ty {
            const ACCEPTS: TypeMask = $mask;
            #[inline(always)]
            fn from_arg($value: &'a Value) -> Self {
                match $body {
                    Some(v) => v,
                    None => mismatch(stringify!($ty), $value),
                }
            }
        }
    };
}

from_arg!(i64, TypeMask::INT, v => v.as_int());
from_arg!(f64, TypeMask::FLOAT, v => v.as_float());
from_arg!(bool, TypeMask::BOOL, v => v.as_bool());
from_arg!(&'a PhpStr, TypeMask::STRING, v => v.own_str().map(|s| &**s));
from_arg!(&'a Str, TypeMask::STRING, v => v.own_str());
from_arg!(Str, TypeMask::STRING, v => v.own_str().cloned());
from_arg!(&'a Array, TypeMask::ARRAY, v => v.own_array());
from_arg!(Array, TypeMask::ARRAY, v => v.own_array().cloned());
from_arg!(&'a Object, TypeMask::OBJECT, v => v.own_object());
from_arg!(Object, TypeMask::OBJECT, v => v.own_object().cloned());
from_arg!(Number, TypeMask::INT.union(TypeMask::FLOAT), v => match v.view() {
    View::Int(i) => Some(Number::Int(i)),
    View::Float(f) => Some(Number::Float(f)),
    _ => None,
});

/// Everything a PHP type can say.
const ANY: TypeMask = TypeMask(!0);

impl<'a> FromArg<'a> for &'a Value {
    const ACCEPTS: TypeMask = ANY;
    #[inline(always)]
    fn from_arg(value: &'a Value) -> Self {
        value
    }
}
impl FromArg<'_> for Value {
    const ACCEPTS: TypeMask = ANY;
    #[inline(always)]
    fn from_arg(value: &Value) -> Self {
        value.clone()
    }
}
impl<'a, T: FromArg<'a>> FromArg<'a> for Option<T> {
    const ACCEPTS: TypeMask = T::ACCEPTS.union(TypeMask::NULL);
    #[inline(always)]
    fn from_arg(value: &'a Value) -> Self {
        (value.type_of() != Type::Null).then(|| T::from_arg(value))
    }
}
