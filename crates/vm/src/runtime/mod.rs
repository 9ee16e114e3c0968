//! What PHP's values and code mean, whoever runs them: classes and their linking, objects and their properties, constants,
//! callables, operators, errors, frames as data. Nothing here runs an instruction: PHP code is called through
//! [`phant_native::Host`], and no file names one of the interpreter's or of the request's.

pub mod asking;
pub(crate) mod assign;
pub mod attribute;
pub(crate) mod blacklist;
pub mod cache;
pub mod callable;
pub(crate) mod checked;
pub mod class;
pub mod closure;
pub(crate) mod code;
pub mod constant;
pub mod dim;
pub mod disk;
pub mod errors;
pub(crate) mod expected;
pub(crate) mod file_functions;
pub mod frame;
pub(crate) mod function_places;
pub(crate) mod hold;
pub mod lookup;
pub(crate) mod member_cache;
pub(crate) mod name_table;
pub mod object;
pub mod operand;
pub mod operators;
pub(crate) mod outline;
pub(crate) mod own_functions;
pub(crate) mod preloaded;
pub mod promised;
pub(crate) mod shadows;
pub(crate) mod stacks;
pub(crate) mod switch;
pub(crate) mod texts;
pub mod throwable;
pub mod time_limit;
pub mod trace;
pub(crate) mod usual;
pub mod vm;
pub(crate) mod warm;

/// The handle in a value's slot, changed in place: appending to a string must not move it through a temporary.
///
/// # Safety
/// The slot's tag must say that its payload is such a handle.
pub(crate) unsafe fn value_handle<'a, T>(v: *mut phant_memory::Value) -> &'a mut T {
    // SAFETY: the payload is the second half of the sixteen bytes, and handles are transparent pointers.
    unsafe { &mut *v.cast::<u8>().add(8).cast::<T>() }
}
