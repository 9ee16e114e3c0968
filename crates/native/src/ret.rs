//! Rust results as PHP values.

use crate::{
    args::Number,
    error::{PhpResult, Thrown},
};
use phant_memory::{Array, Object, Resource, Str, Value, string::literal};

/// A Rust type that a native function may return.
pub trait IntoReturn {
    /// The PHP value, or the pending exception.
    fn into_return(self) -> PhpResult;
}

impl<T: IntoReturn> IntoReturn for Result<T, Thrown> {
    #[inline(always)]
    fn into_return(self) -> PhpResult {
        self?.into_return()
    }
}

macro_rules! into_return {
    ($($ty:ty),* $(,)?) => {
        $(impl IntoReturn for $ty {
            #[inline(always)]
            fn into_return(self) -> PhpResult {
                Ok(Value::from(self))
            }
        })*
    };
}

into_return!((), bool, i64, usize, f64, Str, &[u8], String, Vec<u8>, Array, Object, Resource, Number);

/// A text of the program's own, of which there is one shared string.
impl IntoReturn for &'static str {
    #[inline(always)]
    fn into_return(self) -> PhpResult {
        Ok(Value::from(literal(self)))
    }
}

impl IntoReturn for Value {
    #[inline(always)]
    fn into_return(self) -> PhpResult {
        Ok(self)
    }
}
impl<T: IntoReturn> IntoReturn for Option<T> {
    #[inline(always)]
    fn into_return(self) -> PhpResult {
        match self {
            Some(v) => v.into_return(),
            None => Ok(Value::NULL),
        }
    }
}

/// A result or `false`: for signatures such as `string|false`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrFalse<T> {
    /// The result.
    Some(T),
    /// `false`
    False,
}

impl<T> From<Option<T>> for OrFalse<T> {
    fn from(option: Option<T>) -> Self {
        option.map_or(OrFalse::False, OrFalse::Some)
    }
}
impl<T: IntoReturn> IntoReturn for OrFalse<T> {
    #[inline(always)]
    fn into_return(self) -> PhpResult {
        match self {
            OrFalse::Some(v) => v.into_return(),
            OrFalse::False => Ok(Value::FALSE),
        }
    }
}
