//! Compiled functions and units.

use crate::{class::ClassDecl, types::TypeDecl};
use phant_memory::{Str, Value, permanent::Permanent};
use std::sync::Arc;

/// What a source file (or `eval` text) compiles to.
#[derive(Debug)]
pub struct Unit {
    /// Full path, or `… : eval()'d code`.
    pub file: Str,
    /// The top-level statements.
    pub main: Arc<Code>,
    /// Functions declared at top level, not under a condition: they exist before the first statement runs.
    pub functions: Box<[Arc<Code>]>,
    /// Offset of the data after `__halt_compiler();`.
    pub halt_offset: Option<u32>,
    /// Owns the literals. The last field: the others refer to it until they are dropped.
    pub memory: Permanent,
}

/// Bits of [`Code::flags`].
pub mod code_flags {
    /// `function &f()`
    pub const RETURNS_REF: u32 = 1;
    /// Contains `yield`.
    pub const GENERATOR: u32 = 2;
    /// The last parameter is variadic.
    pub const VARIADIC: u32 = 4;
    /// `static function`, `static fn`
    pub const STATIC_CLOSURE: u32 = 8;
    /// Under `declare(strict_types=1)`.
    pub const STRICT_TYPES: u32 = 16;
    /// A closure or arrow function.
    pub const CLOSURE: u32 = 32;
    /// An arrow function.
    pub const ARROW: u32 = 64;
    /// The top-level code of a file or `eval`.
    pub const MAIN: u32 = 128;
    /// Contains `finally`.
    pub const HAS_FINALLY: u32 = 256;
    /// Uses variable variables, `extract`, `include` or the like: needs a symbol table on demand.
    pub const DYNAMIC_VARS: u32 = 512;
    /// Uses `$this`.
    pub const USES_THIS: u32 = 1024;
    /// `#[\Deprecated]`
    pub const DEPRECATED: u32 = 2048;
    /// `#[\NoDiscard]`
    pub const NO_DISCARD: u32 = 4096;
    /// Has a parameter with a type or by-reference: the entry sequence checks.
    pub const CHECKED_PARAMS: u32 = 8192;
    /// Evaluates one constant expression.
    pub const CONST_EXPR: u32 = 16384;
    /// A property hook.
    pub const HOOK: u32 = 32768;
    /// Under `declare(ticks=N)`.
    pub const TICKS: u32 = 65536;
    /// Calls `func_get_args` or a relative: extra arguments must be kept.
    pub const USES_ARGS: u32 = 131_072;
}

/// A compiled function, method, closure, constant expression, or the top level of a file.
#[derive(Debug, Default)]
pub struct Code {
    /// Name as PHP shows it: `f`, `A\f`, `m`, `{closure:/x.php:3}`; empty for top-level code.
    pub name: Option<Str>,
    /// See [`code_flags`].
    pub flags: u32,
    /// Method modifiers as Reflection numbers them.
    pub modifiers: u32,
    /// Parameters in order, a variadic one last.
    pub params: Box<[Param]>,
    /// How many parameters must be given.
    pub required: u16,
    /// Declared return type.
    pub returns: Option<TypeDecl>,
    /// Names of the variables with a slot; parameters first.
    pub vars: Box<[Str]>,
    /// How many of a closure's variables, right behind the parameters, come from its `use` list.
    pub uses: Box<[ClosureUse]>,
    /// Slots of a frame: header, variables, temporaries.
    pub frame_slots: u32,
    /// Instructions.
    pub insns: Box<[crate::insn::Insn]>,
    /// Line of every instruction.
    pub lines: Box<[u32]>,
    /// Constants that operands refer to.
    pub literals: Box<[Value]>,
    /// Inline-cache words the code needs.
    pub cache_words: u32,
    /// `try` regions, inner ones first.
    pub regions: Box<[TryRegion]>,
    /// Where temporaries are live, for unwinding.
    pub live: Box<[LiveRange]>,
    /// Functions and closures declared inside.
    pub functions: Box<[Arc<Code>]>,
    /// Classes declared inside.
    pub classes: Box<[Arc<ClassDecl>]>,
    /// `static` variables.
    pub statics: Box<[StaticVar]>,
    /// Types, messages and other odd constants that operands refer to.
    pub types: Box<[TypeDecl]>,
    /// Constant expressions that operands refer to.
    pub const_exprs: Box<[ConstExpr]>,
    /// Attributes.
    pub attributes: Box<[Attribute]>,
    /// `/** */`
    pub doc_comment: Option<Str>,
    /// Full path of the file.
    pub file: Option<Str>,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// For a hook: the property's name.
    pub hook_property: Option<Str>,
}

/// A variable captured by a closure.
#[derive(Debug, Clone)]
pub struct ClosureUse {
    /// Name without `$`.
    pub name: Str,
    /// `&$x`
    pub by_ref: bool,
    /// Slot in the closure's frame.
    pub slot: u16,
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Param {
    /// Name without `$`.
    pub name: Str,
    /// Declared type.
    pub ty: Option<TypeDecl>,
    /// Default value.
    pub default: Option<ConstExpr>,
    /// `&$x`
    pub by_ref: bool,
    /// `...$x`
    pub variadic: bool,
    /// `#[\SensitiveParameter]`
    pub sensitive: bool,
    /// Constructor promotion modifiers, 0 if none.
    pub promoted: u32,
    /// Attributes.
    pub attributes: Box<[Attribute]>,
    /// `/** */`
    pub doc_comment: Option<Str>,
}

/// A constant expression: its value if it was known when compiling, else code that yields it.
#[derive(Debug, Clone)]
pub struct ConstExpr {
    /// The value, unless `code` is needed.
    pub value: Value,
    /// Code that returns the value.
    pub code: Option<Arc<Code>>,
    /// The expression as PHP prints it, for Reflection.
    pub text: Option<Str>,
    /// The constant's name, if the expression is just a constant (`X`, `A::X`).
    pub constant: Option<Str>,
}

/// A `static` variable of a function.
#[derive(Debug, Clone)]
pub struct StaticVar {
    /// Name without `$`.
    pub name: Str,
    /// Initial value if it is constant; otherwise `null` until its statement ran.
    pub init: Option<ConstExpr>,
}

/// A `try` statement's extent. Targets are instruction numbers; `NONE` where absent.
#[derive(Debug, Clone, Copy)]
pub struct TryRegion {
    /// First instruction of the body.
    pub start: u32,
    /// First instruction of the catch clauses (end of the body).
    pub catch: u32,
    /// First instruction of the finally block.
    pub finally: u32,
    /// The instruction that ends the finally block.
    pub finally_end: u32,
    /// The slot with the finally block's state (pending exception or return address).
    pub finally_slot: u16,
}

impl TryRegion {
    /// No such part.
    pub const NONE: u32 = u32::MAX;
}

/// Where a temporary must be freed when an exception passes.
#[derive(Debug, Clone, Copy)]
pub struct LiveRange {
    /// The frame slot.
    pub slot: u16,
    /// What is in it.
    pub kind: LiveKind,
    /// First instruction at which it is live.
    pub start: u32,
    /// First instruction at which it no longer is.
    pub end: u32,
}

/// What a live temporary holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiveKind {
    /// A value.
    Value,
    /// An iteration.
    Iterator,
    /// A call being prepared: the slot is the first of its frame header.
    Call,
    /// The error level saved by `@`.
    Silence,
    /// A string being built: a count of parts.
    Rope,
    /// An object being constructed.
    New,
}

/// An attribute as written; evaluated by Reflection.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// Resolved class name.
    pub name: Str,
    /// Lower-case name.
    pub lower: Str,
    /// Arguments.
    pub args: Box<[AttributeArg]>,
    /// Line.
    pub line: u32,
    /// Code that stands for the place: where the constructor is called from.
    pub site: Option<Arc<Code>>,
}

/// An argument of an attribute.
#[derive(Debug, Clone)]
pub struct AttributeArg {
    /// Name, for a named argument.
    pub name: Option<Str>,
    /// Value.
    pub value: ConstExpr,
}
