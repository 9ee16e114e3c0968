//! Compiled functions and units.

use crate::{
    body::{Body, LazyBody},
    types::TypeDecl,
};
use phant_memory::{Literal, Name, permanent::Pool};
use std::{
    fmt,
    ops::{Deref, DerefMut},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// What a source file (or `eval` text) compiles to.
#[derive(Debug)]
pub struct Unit {
    /// Full path, or `… : eval()'d code`.
    pub file: Name,
    /// The top-level statements.
    pub main: Arc<Code>,
    /// Functions declared at top level, not under a condition: they exist before the first statement runs.
    pub functions: Box<[Arc<Code>]>,
    /// Offset of the data after `__halt_compiler();`.
    pub halt_offset: Option<u32>,
    /// Owns the literals. The last field: the others refer to it until they are dropped.
    pub memory: Arc<Pool>,
}

impl Unit {
    /// Calls `f` with all code of the unit, however deep, as far as it was made.
    pub fn each_code(&self, f: &mut dyn FnMut(&Code)) {
        self.main.each(f);
        self.functions.iter().for_each(|code| code.each(f));
    }
}

impl Code {
    /// Calls `f` with this code and all code in it, as far as it was made: a body that nobody has asked for ([`LazyBody`]) has no
    /// code in it yet.
    pub fn each(&self, f: &mut dyn FnMut(&Code)) {
        f(self);
        self.params.iter().for_each(|param| {
            param.default.iter().for_each(|expr| expr.each_code(f));
            param.attributes.iter().for_each(|attribute| attribute.each_code(f));
        });
        self.attributes.iter().for_each(|attribute| attribute.each_code(f));
        let Some(body) = self.body.made() else { return };
        body.functions.iter().for_each(|code| code.each(f));
        body.classes.iter().for_each(|class| class.each_code(f));
        body.statics.iter().filter_map(|s| s.init.as_ref()).for_each(|expr| expr.each_code(f));
        body.const_exprs.iter().for_each(|expr| expr.each_code(f));
    }
}

impl ConstExpr {
    /// Calls `f` with all code of the expression.
    pub(crate) fn each_code(&self, f: &mut dyn FnMut(&Code)) {
        self.code.iter().for_each(|code| code.each(f));
    }
}

impl Attribute {
    /// Calls `f` with all code of the attribute.
    pub(crate) fn each_code(&self, f: &mut dyn FnMut(&Code)) {
        self.args.iter().for_each(|arg| arg.value.each_code(f));
        self.site.iter().for_each(|code| code.each(f));
    }
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
    /// Calls something that may change its variables by name (`extract`).
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
    /// A constant expression that is the name of a constant and nothing more.
    pub const PLAIN_CONSTANT: u32 = 262_144;
    /// The instructions are as they will run: they have been improved, or run once and are not worth it.
    pub const FINAL: u32 = 524_288;
}

/// A compiled function, method, closure, constant expression, or the top level of a file: what declaring it and Reflection
/// ask for. What running it needs is its [`Body`], which the code stands for wherever one of its fields is named.
#[derive(Debug, Default)]
pub struct Code {
    /// Name as PHP shows it: `f`, `A\f`, `m`, `{closure:/x.php:3}`; empty for top-level code.
    pub name: Option<Name>,
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
    /// Attributes.
    pub attributes: Box<[Attribute]>,
    /// `/** */`
    pub doc_comment: Option<Name>,
    /// Full path of the file.
    pub file: Option<Name>,
    /// First line.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// For a hook: the property's name.
    pub hook_property: Option<Name>,
    /// What running it needs.
    pub body: LazyBody,
    /// Which code it is.
    pub id: CodeId,
}

/// Tells some code from all other code that the process ever has, also where one has taken the other's place in memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CodeId(u64);

/// Without the number: what code consists of is the same in a copy.
impl fmt::Debug for CodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CodeId")
    }
}

impl CodeId {
    /// The number, which is odd.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl Default for CodeId {
    fn default() -> CodeId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        CodeId(NEXT.fetch_add(2, Ordering::Relaxed))
    }
}

impl Deref for Code {
    type Target = Body;
    #[inline]
    fn deref(&self) -> &Body {
        self.body.get()
    }
}

impl DerefMut for Code {
    fn deref_mut(&mut self) -> &mut Body {
        self.body.get_mut()
    }
}

/// A variable captured by a closure.
#[derive(Debug)]
pub struct ClosureUse {
    /// Name without `$`.
    pub name: Name,
    /// `&$x`
    pub by_ref: bool,
    /// Slot in the closure's frame.
    pub slot: u16,
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// Name without `$`.
    pub name: Name,
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
    pub doc_comment: Option<Name>,
}

/// A constant expression: its value if it was known when compiling, else code that yields it.
#[derive(Debug)]
pub struct ConstExpr {
    /// The value, unless `code` is needed.
    pub value: Literal,
    /// Code that returns the value.
    pub code: Option<Arc<Code>>,
    /// The expression as PHP prints it, for Reflection.
    pub text: Option<Name>,
    /// The constant's name, if the expression is just a constant (`X`, `A::X`).
    pub constant: Option<Name>,
}

impl ConstExpr {
    /// A value that is known.
    pub fn known(value: Literal) -> ConstExpr {
        ConstExpr { value, code: None, text: None, constant: None }
    }
}

impl Clone for ConstExpr {
    fn clone(&self) -> ConstExpr {
        ConstExpr {
            value: self.value.copy(),
            code: self.code.clone(),
            text: self.text.as_ref().map(Name::copy),
            constant: self.constant.as_ref().map(Name::copy),
        }
    }
}

/// A `static` variable of a function.
#[derive(Debug)]
pub struct StaticVar {
    /// Name without `$`.
    pub name: Name,
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
    /// What a construct works on, in a variable of the compiler's.
    Kept,
    /// An argument in its place, whose call has not been made.
    Argument,
}

/// An attribute as written; evaluated by Reflection.
#[derive(Debug)]
pub struct Attribute {
    /// Resolved class name.
    pub name: Name,
    /// Lower-case name.
    pub lower: Name,
    /// Arguments.
    pub args: Box<[AttributeArg]>,
    /// Line.
    pub line: u32,
    /// Code that stands for the place: where the constructor is called from.
    pub site: Option<Arc<Code>>,
}

impl Clone for Attribute {
    fn clone(&self) -> Attribute {
        let args = self.args.iter().map(|a| AttributeArg { name: a.name.as_ref().map(Name::copy), value: a.value.clone() });
        Attribute {
            name: self.name.copy(),
            lower: self.lower.copy(),
            args: args.collect(),
            line: self.line,
            site: self.site.clone(),
        }
    }
}

/// An argument of an attribute.
#[derive(Debug)]
pub struct AttributeArg {
    /// Name, for a named argument.
    pub name: Option<Name>,
    /// Value.
    pub value: ConstExpr,
}

const fn shared<T: Send + Sync>() {}
const _: () = shared::<Unit>();
