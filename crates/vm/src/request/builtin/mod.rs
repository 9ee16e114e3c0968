//! What is built into the engine: the classes and functions of PHP's core, and functions of other extensions that need
//! the engine's own state.

pub(crate) mod attributes;
pub(crate) mod autoload_functions;
pub(crate) mod call_functions;
pub(crate) mod caller;
pub(crate) mod class_functions;
pub(crate) mod constant_functions;
pub(crate) mod error_functions;
pub mod exceptions;
pub(crate) mod gc_functions;
pub(crate) mod info_functions;
pub(crate) mod interfaces;
pub(crate) mod string_functions;
pub(crate) mod variable_functions;
pub(crate) mod weak;

pub use call_functions::run_shutdown_functions;
pub use weak::{entries_of as weak_entries_of, gone as weak_gone};

use phant_native::{Extension, internal_iterator::InternalIterator};

/// The extension Core: its functions and classes.
pub static EXTENSION: Extension = Extension {
    name: "Core",
    functions: &[
        info_functions::CORE,
        call_functions::CORE,
        string_functions::CORE,
        error_functions::CORE,
        constant_functions::CORE,
        class_functions::CORE,
        variable_functions::CORE,
        gc_functions::CORE,
    ],
    classes: &[
        interfaces::StdClass::PHP,
        interfaces::Traversable::PHP,
        interfaces::IteratorAggregate::PHP,
        interfaces::Iterator::PHP,
        interfaces::Serializable::PHP,
        interfaces::ArrayAccess::PHP,
        interfaces::Countable::PHP,
        interfaces::Stringable::PHP,
        interfaces::UnitEnum::PHP,
        interfaces::BackedEnum::PHP,
        InternalIterator::PHP,
        exceptions::Throwable::PHP,
        exceptions::Exception::PHP,
        exceptions::ErrorException::PHP,
        exceptions::Error::PHP,
        exceptions::CompileError::PHP,
        exceptions::ParseError::PHP,
        exceptions::TypeError::PHP,
        exceptions::ArgumentCountError::PHP,
        exceptions::ValueError::PHP,
        exceptions::ArithmeticError::PHP,
        exceptions::DivisionByZeroError::PHP,
        exceptions::UnhandledMatchError::PHP,
        exceptions::RequestParseBodyException::PHP,
        crate::runtime::closure::Closure::PHP,
        crate::interpreter::generator::Generator::PHP,
        crate::interpreter::generator::ClosedGeneratorException::PHP,
        crate::interpreter::fiber::Fiber::PHP,
        crate::interpreter::fiber::FiberError::PHP,
        weak::WeakReference::PHP,
        weak::WeakMap::PHP,
        attributes::Attribute::PHP,
        attributes::ReturnTypeWillChange::PHP,
        attributes::AllowDynamicProperties::PHP,
        attributes::SensitiveParameter::PHP,
        attributes::SensitiveParameterValue::PHP,
        attributes::Override::PHP,
        attributes::Deprecated::PHP,
        attributes::NoDiscard::PHP,
    ],
    ..Extension::EMPTY
};

/// Functions of the extension standard that the engine has.
pub static STANDARD: Extension = Extension {
    name: "standard",
    functions: &[call_functions::STANDARD, variable_functions::STANDARD, constant_functions::STANDARD],
    ..Extension::EMPTY
};

/// Functions of the extension SPL that the engine has.
pub static SPL: Extension = Extension { name: "SPL", functions: &[autoload_functions::SPL], ..Extension::EMPTY };
