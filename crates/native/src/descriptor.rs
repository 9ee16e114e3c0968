//! Constant descriptions of native functions and classes, written by the `#[php]` and `#[php_class]` macros.
//!
//! Everything else is derived from them: argument checks, named arguments, Reflection, the API listing.

use crate::{args::Args, class::ObjectHandlers, ctx::Ctx, error::PhpResult, function::FunctionPtr};
pub use phant_bytecode::types::TypeMask;
use phant_memory::{Object, Value};
use std::any::Any;

/// The unpacking shim of a native function: arguments are already coerced to the declared types.
pub type NativeFn = fn(&Ctx, &mut Args<'_>) -> PhpResult<Value>;

/// The code of a function that needs nothing of its call but a few arguments by value, which it takes where they are: nobody has to
/// put them side by side, or to describe them. [`FunctionDescriptor::call`] does the same.
#[derive(Clone, Copy)]
pub enum Direct {
    /// It has no such code.
    None,
    /// One parameter.
    One(fn(&Ctx, FunctionPtr, &Value) -> PhpResult<Value>),
    /// Two parameters.
    Two(fn(&Ctx, FunctionPtr, &Value, &Value) -> PhpResult<Value>),
    /// Three parameters.
    Three(fn(&Ctx, FunctionPtr, &Value, &Value, &Value) -> PhpResult<Value>),
}

/// A native function or method.
pub struct FunctionDescriptor {
    /// Name as PHP shows it.
    pub name: &'static str,
    /// Parameters in order.
    pub params: &'static [ParamDescriptor],
    /// What a call looks at of each parameter; empty where a function takes its arguments raw.
    pub taken: &'static [Taken],
    /// How many must be given.
    pub required: u16,
    /// Return type; `None` if none is declared.
    pub returns: Option<TypeDescriptor>,
    /// Whether the return type is only tentative (methods of native classes): user overrides get a deprecation.
    pub tentative_return: bool,
    /// Facts, see [`facts`].
    pub facts: u32,
    /// Method modifiers, see [`modifiers`]; 0 for plain functions.
    pub modifiers: u32,
    /// Text of the deprecation notice behind "is deprecated", e.g. `" since 8.1"`; `None` if not deprecated.
    pub deprecated: Option<&'static str>,
    /// First paragraph of the doc comment.
    pub doc: &'static str,
    /// The code; abstract methods have a shim that is never called.
    pub call: NativeFn,
    /// The same code for arguments where they are.
    pub direct: Direct,
}

/// A parameter of a native function.
pub struct ParamDescriptor {
    /// Name without `$`.
    pub name: &'static str,
    /// The type that arguments must have. PHP has no name for `resource`: see [`Self::declared`].
    pub ty: Option<TypeDescriptor>,
    /// The default as PHP source text. `Some("UNKNOWN")` is an optional parameter with no default to show.
    pub default: Option<&'static str>,
    /// The default as far as it can be told from its text alone: always `Ready::of(default)`.
    pub ready: Ready,
    /// How the argument is passed.
    pub by_ref: ByRef,
    /// `...$rest`
    pub variadic: bool,
    /// `#[\SensitiveParameter]`
    pub sensitive: bool,
}

impl ParamDescriptor {
    /// The type as PHP code sees it: none where a resource is wanted.
    pub fn declared(&self) -> Option<&TypeDescriptor> {
        self.ty.as_ref().filter(|ty| !ty.wants_resource())
    }
}

/// A parameter's default, as a call fills it in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ready {
    /// `null`, or none to show.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A decimal integer.
    Int(i64),
    /// `[]`
    EmptyArray,
    /// Anything else: PHP source text.
    Evaluate(&'static str),
}

impl Ready {
    /// Reads a default. Evaluated when descriptors are made, at compile time.
    pub const fn of(default: Option<&'static str>) -> Ready {
        let Some(text) = default else { return Ready::Null };
        let bytes = text.as_bytes();
        match bytes {
            b"UNKNOWN" | b"null" | b"NULL" => return Ready::Null,
            b"true" => return Ready::Bool(true),
            b"false" => return Ready::Bool(false),
            b"[]" => return Ready::EmptyArray,
            _ => {}
        }
        let negative = !bytes.is_empty() && bytes[0] == b'-';
        let digits = if negative { bytes.len() - 1 } else { bytes.len() };
        let first = bytes.len() - digits;
        // A leading zero would be octal.
        if digits == 0 || digits > 18 || (digits > 1 && bytes[first] == b'0') {
            return Ready::Evaluate(text);
        }
        let (mut n, mut at) = (0, first);
        while at < bytes.len() {
            if !bytes[at].is_ascii_digit() {
                return Ready::Evaluate(text);
            }
            n = n * 10 + (bytes[at] - b'0') as i64;
            at += 1;
        }
        Ready::Int(if negative { -n } else { n })
    }
}

/// What every call looks at of a parameter: apart from names and texts, so that it is in few cache lines.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// The types that fit as they are; nothing is not among them.
    pub types: TypeMask,
    /// What stands for an argument that was not passed.
    pub fill: Ready,
    /// Whether a reference is wanted.
    pub by_ref: bool,
}

impl Taken {
    /// What is looked at of a parameter with this type and default.
    pub const fn of(ty: Option<TypeDescriptor>, default: Option<&'static str>, by_ref: ByRef) -> Taken {
        let types = match ty {
            Some(ty) => ty.mask,
            // References have a type of their own, and are looked at more closely.
            None => TypeMask::MIXED,
        };
        Taken { types, fill: Ready::of(default), by_ref: matches!(by_ref, ByRef::Yes) }
    }
}

/// How a parameter takes its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByRef {
    /// By value.
    No,
    /// By reference: `&$x`.
    Yes,
    /// By reference if the argument can be referenced, else by value (`array_multisort`).
    Prefer,
}

/// A type in a descriptor.
#[derive(Clone, Copy)]
pub struct TypeDescriptor {
    /// Built-in types.
    pub mask: TypeMask,
    /// Classes, any of which will do.
    pub classes: &'static [&'static str],
}

impl TypeDescriptor {
    /// `resource` or `?resource`, which only native code can ask for.
    pub const fn wants_resource(&self) -> bool {
        self.mask.without(TypeMask::NULL).0 == TypeMask::RESOURCE.0
    }
}

/// Facts beside a signature.
pub mod facts {
    /// Same arguments, same result, no effects: calls with constant arguments are folded.
    pub const PURE: u32 = 1;
    /// Reads the caller's variables or arguments (`compact`, `func_get_args`).
    pub const READS_VARS: u32 = 2;
    /// Writes the caller's variables (`extract`). `$http_response_header` is no matter of this: whatever opens a stream may.
    pub const WRITES_VARS: u32 = 4;
    /// May call PHP code: callbacks, magic methods, iterators, stream wrappers, autoloaders. The macros state it of every
    /// function that takes `ctx`, since nothing else can. Destructors are no matter of this, nor are conversions of
    /// arguments to the types of parameters: any native may lead to those.
    pub const CALLS_PHP: u32 = 8;
    /// Wants the raw arguments: no coercion, no arity check by the engine.
    pub const RAW: u32 = 16;
    /// `#[\NoDiscard]`
    pub const NO_DISCARD: u32 = 64;
    /// A method that can be called but that the class does not show.
    pub const HIDDEN: u32 = 128;
    /// A static method that is given the object it is called on, if it is called on one.
    pub const ON_OBJECTS: u32 = 256;
    /// Takes [`Late`](crate::ctx::Late): calls are made without a frame, and again with one when the function asks.
    pub const LATE_FRAME: u32 = 512;
    /// The types of the parameters are only shown: the function looks at its arguments itself.
    pub const UNTYPED: u32 = 1024;
    /// Changes the array in its first argument and leaves it one; no PHP code runs meanwhile. The array is moved out of its variable
    /// and back, which need not become a reference.
    pub const IN_PLACE: u32 = 2048;
    /// What its parameters by reference refer to is an array afterwards, or was not changed. Functions that run PHP code before they
    /// assign do so by `RefArg::set_array`.
    pub const LEAVES_ARRAYS: u32 = 4096;
}

/// Modifier bits of methods, properties, constants and classes, as Reflection numbers them.
pub mod modifiers {
    /// `public`
    pub const PUBLIC: u32 = 1;
    /// `protected`
    pub const PROTECTED: u32 = 2;
    /// `private`
    pub const PRIVATE: u32 = 4;
    /// Mask over the three above.
    pub const VISIBILITY: u32 = 7;
    /// `static`
    pub const STATIC: u32 = 16;
    /// `final`
    pub const FINAL: u32 = 32;
    /// `abstract`
    pub const ABSTRACT: u32 = 64;
    /// `readonly` property
    pub const READONLY: u32 = 128;
    /// `readonly` class
    pub const READONLY_CLASS: u32 = 65536;
    /// Virtual property (hooks without storage).
    pub const VIRTUAL: u32 = 512;
    /// `public(set)`
    pub const PUBLIC_SET: u32 = 1024;
    /// `protected(set)`
    pub const PROTECTED_SET: u32 = 2048;
    /// `private(set)`
    pub const PRIVATE_SET: u32 = 4096;
    /// Mask over the three above.
    pub const SET_VISIBILITY: u32 = 1024 | 2048 | 4096;
}

/// What a native class-like is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// `class`
    Class,
    /// `interface`
    Interface,
    /// `trait`
    Trait,
    /// `enum`
    Enum,
}

/// A native class, interface or enum.
pub struct ClassDescriptor {
    /// Name as PHP shows it.
    pub name: &'static str,
    /// Class, interface or enum.
    pub kind: ClassKind,
    /// `abstract`, `final`, `readonly` bits of [`modifiers`].
    pub modifiers: u32,
    /// Parent class.
    pub parent: Option<&'static str>,
    /// Interfaces (for an interface: what it extends).
    pub interfaces: &'static [&'static str],
    /// Constants and enum cases, in order.
    pub constants: &'static [ConstantDescriptor],
    /// Declared properties, in order.
    pub properties: &'static [PropertyDescriptor],
    /// Methods, in order.
    pub methods: &'static [&'static FunctionDescriptor],
    /// Backing type of an enum, if any.
    pub backing: Option<TypeMask>,
    /// Facts, see [`class_facts`].
    pub facts: u32,
    /// Gives a new object its native state.
    pub create: Option<fn(&Ctx, &Object)>,
    /// Behaviour that differs from a plain object's.
    pub handlers: Option<&'static ObjectHandlers>,
    /// Attributes such as `#[Attribute(Attribute::TARGET_CLASS)]`, as source text without `#[` and `]`.
    pub attributes: &'static [&'static str],
    /// First paragraph of the doc comment.
    pub doc: &'static str,
}

/// Facts about native classes.
pub mod class_facts {
    /// Objects can be neither serialized nor unserialized.
    pub const NOT_SERIALIZABLE: u32 = 1;
    /// No dynamic properties.
    pub const NO_DYNAMIC_PROPERTIES: u32 = 2;
    /// `new` is refused by the class's own handler (Closure, Generator).
    pub const NOT_INSTANTIABLE: u32 = 4;
    /// Objects cannot be cloned.
    pub const NOT_CLONEABLE: u32 = 8;
    /// Dynamic properties without the deprecation (stdClass).
    pub const ALLOW_DYNAMIC_PROPERTIES: u32 = 16;
}

/// A constant or enum case of a native class.
pub struct ConstantDescriptor {
    /// Name.
    pub name: &'static str,
    /// Value as PHP source text (literals, other constants, `|`, `self::X`, arrays). For an enum case without value: `""`.
    pub value: &'static str,
    /// Declared type.
    pub ty: Option<TypeDescriptor>,
    /// Visibility and `final`.
    pub modifiers: u32,
    /// Whether it is an enum case.
    pub is_case: bool,
}

/// A declared property of a native class.
pub struct PropertyDescriptor {
    /// Name without `$`.
    pub name: &'static str,
    /// Declared type.
    pub ty: Option<TypeDescriptor>,
    /// Default as PHP source text; `None`: no default (uninitialised if typed, null otherwise).
    pub default: Option<&'static str>,
    /// Visibility, `static`, `readonly`, asymmetric visibility.
    pub modifiers: u32,
}

/// A constant that an extension defines.
pub struct Constant {
    /// Name.
    pub name: &'static str,
    /// Value.
    pub value: ConstantValue,
}

/// The value of a [`Constant`].
#[derive(Clone, Copy, Debug)]
pub enum ConstantValue {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string.
    Str(&'static str),
    /// Computed when the process starts (resources such as `STDIN` are made by the command line instead).
    Computed(fn() -> ConstantOwned),
}

/// A computed constant's value.
#[derive(Clone, Debug)]
pub enum ConstantOwned {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A string.
    Str(String),
}

/// An ini setting that an extension declares.
pub struct IniSetting {
    /// Name, as in php.ini.
    pub name: &'static str,
    /// Built-in default, as text; `None` is unset.
    pub default: Option<&'static str>,
    /// Who may change it: 1 user, 2 per directory, 4 system, 7 all; as `ini_get_all` shows.
    pub access: u8,
    /// Checks a new value; an error refuses it (`ini_set` returns false).
    pub on_change: Option<fn(&Ctx, &[u8]) -> Result<(), ()>>,
}

/// The functions of one module, each with its aliases: what `functions!` makes.
pub type FunctionGroup = &'static [&'static [&'static FunctionDescriptor]];

/// How many methods the groups have together.
pub const fn count_methods(groups: &[&[&'static FunctionDescriptor]]) -> usize {
    let (mut count, mut group) = (0, 0);
    while group < groups.len() {
        count += groups[group].len();
        group += 1;
    }
    count
}

/// The methods of several `impl` blocks as one list of `N`, as [`count_methods`] has counted.
pub const fn join_methods<const N: usize>(groups: &[&[&'static FunctionDescriptor]]) -> [&'static FunctionDescriptor; N] {
    let mut joined = [groups[groups.len() - 1][0]; N];
    let (mut at, mut group) = (0, 0);
    while group < groups.len() {
        let mut i = 0;
        while i < groups[group].len() {
            joined[at] = groups[group][i];
            at += 1;
            i += 1;
        }
        group += 1;
    }
    joined
}

/// A library of native functions and classes: one crate under `ext/`.
pub struct Extension {
    /// Name as `extension_loaded` knows it.
    pub name: &'static str,
    /// Functions, in groups as the crate's modules list them.
    pub functions: &'static [FunctionGroup],
    /// Classes; parents and interfaces may come in any order.
    pub classes: &'static [&'static ClassDescriptor],
    /// Other names of classes: alias and name, both in small letters.
    pub class_aliases: &'static [(&'static str, &'static str)],
    /// Constants, in groups.
    pub constants: &'static [&'static [Constant]],
    /// Ini settings.
    pub ini: &'static [IniSetting],
    /// Called when a request's variables are set, before its script runs.
    pub request_begin: Option<fn(&Ctx)>,
    /// Called at the end of every request while PHP code can still run and resources are open: after destructors and
    /// the end of output buffers.
    pub request_shutdown: Option<fn(&Ctx)>,
    /// Called at the end of every request, before the heap goes.
    pub request_end: Option<fn(&Ctx)>,
    /// It is one of the engine's own (PHP's `zend_extension`), which are listed by themselves too.
    pub of_engine: bool,
    /// Its version; `None` is PHP's.
    pub version: Option<&'static str>,
    /// Extensions that it works with, and how: `Required`, `Optional`, `Conflicts`.
    pub dependencies: &'static [(&'static str, &'static str)],
    /// Called before a snapshot of the heap is taken: the place to forget what every run must make for itself, such as
    /// seeds. The error says what cannot be in a snapshot.
    pub before_snapshot: Option<fn(&Ctx) -> Result<(), String>>,
    /// Rows for `phpinfo()` and `--ri`.
    pub info: &'static [(&'static str, &'static str)],
    /// What it brings to layers above this contract, each in a type that the layer defines and asks for
    /// ([`crate::registry::provided`]): stream wrappers, filters and transports, for one.
    pub provides: &'static [&'static (dyn Any + Send + Sync)],
    /// What it knows about encodings of source text.
    pub source_encodings: Option<&'static SourceEncodings>,
}

/// What the engine asks about encodings of source text. They go by numbers.
pub struct SourceEncodings {
    /// The encoding with a name.
    pub find: fn(&[u8]) -> Option<u32>,
    /// A text in another encoding.
    pub convert: fn(&[u8], u32, u32) -> Vec<u8>,
    /// Whether bytes below 128 always stand for ASCII.
    pub compatible: fn(u32) -> bool,
    /// The encoding that strings have at run time.
    pub internal: fn(&Ctx) -> u32,
    /// Which of several encodings a text has.
    pub guess: fn(&[u8], &[u32]) -> Option<u32>,
}

impl Extension {
    /// An extension with nothing in it, to be filled by struct update.
    pub const EMPTY: Extension = Extension {
        name: "",
        functions: &[],
        classes: &[],
        class_aliases: &[],
        constants: &[],
        ini: &[],
        request_begin: None,
        request_shutdown: None,
        request_end: None,
        of_engine: false,
        version: None,
        dependencies: &[],
        before_snapshot: None,
        info: &[],
        provides: &[],
        source_encodings: None,
    };
}
