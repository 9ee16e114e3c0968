//! As little of `phant_native` as the generated code touches.

pub mod ctx {
    pub struct Ctx;
}
pub mod error {
    use crate::{args::Args, ctx::Ctx};
    use phant_memory::Value;
    pub struct Thrown;
    pub type PhpResult<T = Value> = Result<T, Thrown>;
    pub fn abstract_called(_ctx: &mut Ctx, _args: &mut Args<'_>) -> PhpResult {
        Err(Thrown)
    }
}
pub mod class {
    pub struct ObjectHandlers;
    pub struct Class;
    pub type ClassPtr = &'static Class;
}
pub mod ret {
    use crate::error::PhpResult;
    use phant_memory::Value;
    pub trait IntoReturn {
        fn into_return(self) -> PhpResult;
    }
    macro_rules! into_return {
        ($($ty:ty),*) => { $(impl IntoReturn for $ty { fn into_return(self) -> PhpResult { Ok(Value::from(self)) } })* };
    }
    into_return!((), bool, i64);
    impl<T: IntoReturn> IntoReturn for PhpResult<T> {
        fn into_return(self) -> PhpResult {
            self?.into_return()
        }
    }
}
pub mod args {
    use crate::class::ClassPtr;
    use phant_bytecode::types::TypeMask;
    use phant_memory::{Object, PhpStr, Type, Value};
    pub struct Args<'a> {
        pub values: &'a mut [Value],
        pub this: Option<&'a Object>,
        pub class: Option<ClassPtr>,
    }
    impl<'a> Args<'a> {
        pub fn this(&self) -> &'a Object {
            self.this.expect("a method")
        }
        pub fn static_class(&self) -> ClassPtr {
            self.class.expect("a method")
        }
        pub fn split<const N: usize>(&mut self) -> ([&mut Value; N], &mut [Value]) {
            let (fixed, rest) = self.values.split_at_mut(N);
            let mut fixed = fixed.iter_mut();
            (std::array::from_fn(|_| fixed.next().expect("split to N values")), rest)
        }
    }
    pub trait FromArg<'a>: Sized {
        const ACCEPTS: TypeMask;
        fn from_arg(value: &'a Value) -> Self;
    }
    pub trait FromRefArg<'a>: Sized {
        fn from_ref_arg(value: &'a mut Value) -> Self;
    }
    impl<'a> FromRefArg<'a> for &'a mut Value {
        fn from_ref_arg(value: &'a mut Value) -> Self {
            value
        }
    }
    macro_rules! from_arg {
        ($ty:ty, $mask:expr, $value:ident => $body:expr) => {
            impl<'a> FromArg<'a> for $ty {
                const ACCEPTS: TypeMask = $mask;
                fn from_arg($value: &'a Value) -> Self {
                    $body
                }
            }
        };
    }
    from_arg!(i64, TypeMask::INT, v => v.as_int().expect("an int"));
    from_arg!(bool, TypeMask::BOOL, v => v.as_bool().expect("a bool"));
    from_arg!(&'a PhpStr, TypeMask::STRING, v => v.as_str().expect("a string"));
    from_arg!(&'a Object, TypeMask::OBJECT, v => v.as_object().expect("an object"));
    from_arg!(&'a Value, TypeMask(!0), v => v);
    impl<'a, T: FromArg<'a>> FromArg<'a> for Option<T> {
        const ACCEPTS: TypeMask = T::ACCEPTS.union(TypeMask::NULL);
        fn from_arg(value: &'a Value) -> Self {
            (value.type_of() != Type::Null).then(|| T::from_arg(value))
        }
    }
}
