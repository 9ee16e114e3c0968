//! A PHP callable that has been looked up once and can be called many times.

use crate::{class::ClassPtr, function::FunctionPtr};
use phant_memory::Object;

/// A resolved callable.
#[derive(Clone)]
pub struct Callable {
    /// What to call.
    pub function: FunctionPtr,
    /// The object of an instance method or bound closure.
    pub this: Option<Object>,
    /// The class for late static binding.
    pub called_class: Option<ClassPtr>,
    /// The closure object, which must outlive the call.
    pub closure: Option<Object>,
    /// For `__call` and `__callStatic`: the name that was asked for.
    pub magic_name: Option<phant_memory::Str>,
    /// A closure called through its method `__invoke`, which traces show.
    pub through_invoke: bool,
}
