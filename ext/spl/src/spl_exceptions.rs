//! The exception classes. What they do is the engine's `Exception`.

use phant_native::php_class;

/// An error in the program's logic that code review or a static check would find.
#[php_class("class LogicException extends Exception {}")]
pub struct LogicException;

/// A callback refers to an undefined function, or arguments are missing.
#[php_class("class BadFunctionCallException extends LogicException {}")]
pub struct BadFunctionCallException;

/// A callback refers to an undefined method, or arguments are missing.
#[php_class("class BadMethodCallException extends BadFunctionCallException {}")]
pub struct BadMethodCallException;

/// A value does not adhere to a valid data domain.
#[php_class("class DomainException extends LogicException {}")]
pub struct DomainException;

/// An argument is not of the expected type or range.
#[php_class("class InvalidArgumentException extends LogicException {}")]
pub struct InvalidArgumentException;

/// A length is invalid.
#[php_class("class LengthException extends LogicException {}")]
pub struct LengthException;

/// An illegal index was requested, which the program should have known.
#[php_class("class OutOfRangeException extends LogicException {}")]
pub struct OutOfRangeException;

/// An error that can only be found while the program runs.
#[php_class("class RuntimeException extends Exception {}")]
pub struct RuntimeException;

/// A value is not a valid key.
#[php_class("class OutOfBoundsException extends RuntimeException {}")]
pub struct OutOfBoundsException;

/// An element was added to a full container.
#[php_class("class OverflowException extends RuntimeException {}")]
pub struct OverflowException;

/// A range error during execution.
#[php_class("class RangeException extends RuntimeException {}")]
pub struct RangeException;

/// An invalid operation on an empty container.
#[php_class("class UnderflowException extends RuntimeException {}")]
pub struct UnderflowException;

/// A value does not match a set of values.
#[php_class("class UnexpectedValueException extends RuntimeException {}")]
pub struct UnexpectedValueException;
