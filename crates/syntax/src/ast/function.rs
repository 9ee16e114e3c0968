//! Everything with parameters and a body: functions, methods, closures, arrow functions, property hooks.

use super::{Arguments, Bytes, Expr, Ident, Modifiers, Name, PropertyHook, Span, Stmt, Type};

/// A function-like declaration. Which fields can be set depends on where it stands in the tree.
#[derive(Debug)]
pub struct Function {
    /// Declared name; none for closures and arrow functions. For a hook `get` or `set` as written.
    pub name: Option<Ident>,
    /// `static function`, `static fn`. A method has it in its modifiers instead.
    pub is_static: bool,
    /// `function &name`
    pub returns_ref: bool,
    /// Whether the body itself (not a nested function) contains `yield`.
    pub is_generator: bool,
    /// Parameters; for a `set` hook without a parameter list `None`.
    pub params: Option<Vec<Param>>,
    /// `use (...)` of a closure.
    pub uses: Vec<ClosureUse>,
    /// Declared return type.
    pub return_type: Option<Type>,
    /// What it does.
    pub body: FunctionBody,
    /// `#[...]` before it.
    pub attributes: Vec<AttributeGroup>,
    /// `/** */` before it.
    pub doc_comment: Option<Bytes>,
    /// Line of the `function` or `fn` keyword.
    pub line: u32,
    /// Last line, as `ReflectionFunction::getEndLine()` has it.
    pub end_line: u32,
    /// From the `function` or `fn` keyword (or `static` before it) to the end of the body.
    pub span: Span,
}

impl Function {
    /// The parameters, none if there is no list.
    pub fn params(&self) -> &[Param] {
        self.params.as_deref().unwrap_or(&[])
    }
}

/// The body of a [`Function`].
#[derive(Debug)]
pub enum FunctionBody {
    /// `;`, as abstract and interface methods have
    Absent,
    /// `{ ... }`
    Block(Vec<Stmt>),
    /// `=> expr`, of an arrow function or a short hook
    Expr(Box<Expr>),
}

/// A parameter.
#[derive(Debug)]
pub struct Param {
    /// Name without `$`.
    pub name: Ident,
    /// Declared type.
    pub ty: Option<Type>,
    /// Default value.
    pub default: Option<Expr>,
    /// `&$x`
    pub by_ref: bool,
    /// `...$x`
    pub variadic: bool,
    /// Constructor promotion, empty if the parameter is not promoted.
    pub modifiers: Modifiers,
    /// Hooks of a promoted property; `None` if there are no braces.
    pub hooks: Option<Vec<PropertyHook>>,
    /// `#[...]` before it.
    pub attributes: Vec<AttributeGroup>,
    /// `/** */` before it.
    pub doc_comment: Option<Bytes>,
    /// Line of the parameter.
    pub line: u32,
    /// From type or modifiers to default or hooks.
    pub span: Span,
}

/// A variable in the `use` list of a closure.
#[derive(Debug)]
pub struct ClosureUse {
    /// Name without `$`.
    pub name: Ident,
    /// `&$x`
    pub by_ref: bool,
}

/// One `#[A, B(1)]`.
#[derive(Debug)]
pub struct AttributeGroup {
    /// Attributes in order, at least one.
    pub attributes: Vec<Attribute>,
    /// From `#[` to `]`.
    pub span: Span,
}

/// One attribute.
#[derive(Debug)]
pub struct Attribute {
    /// Class name.
    pub name: Name,
    /// Arguments, `None` without parentheses.
    pub args: Option<Arguments>,
    /// Its line.
    pub line: u32,
}
