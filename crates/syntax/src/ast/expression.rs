//! Expressions.

use super::{Bytes, Class, Function, Ident, Name, Span};

/// An expression.
#[derive(Debug)]
pub struct Expr {
    /// Which one.
    pub kind: ExprKind,
    /// The line PHP reports for it.
    pub line: u32,
    /// Its bytes, without surrounding parentheses.
    pub span: Span,
    /// Whether it stood in parentheses.
    pub parenthesized: bool,
}

/// The kinds of [`Expr`].
#[derive(Debug)]
pub enum ExprKind {
    /// An integer literal
    Int(i64),
    /// A float literal, or an integer literal that does not fit
    Float(f64),
    /// A string literal, escapes replaced
    String(Bytes),
    /// A string, heredoc or nowdoc with at least one variable
    Interpolated(Vec<StringPart>),
    /// `` `command` ``
    ShellExec(Vec<StringPart>),
    /// `[...]`, `array(...)`, `list(...)`; as the target of an assignment or `foreach`, or nested in one, a destructuring
    Array(ArrayLiteral),
    /// A constant, also `true`, `false` and `null`
    Constant(Name),
    /// `__CLASS__` and so on
    MagicConstant(MagicConstant),
    /// `$name`, without `$`
    Variable(Bytes),
    /// `$$name`, `${expr}`
    VariableVariable(Box<Expr>),
    /// `base[index]`, `base[]`
    Index(Box<Expr>, Option<Box<Expr>>),
    /// `object->name`, `object?->name`
    Property(Box<PropertyFetch>),
    /// `Class::$name`
    StaticProperty(Box<StaticPropertyFetch>),
    /// `Class::NAME`, `Class::{expr}`
    ClassConstant(Box<ClassConstantFetch>),
    /// `Class::class`
    ClassName(Box<ClassRef>),
    /// `name(args)`, `expr(args)`
    Call(Box<Call>),
    /// `object->name(args)`, `object?->name(args)`
    MethodCall(Box<MethodCall>),
    /// `Class::name(args)`
    StaticCall(Box<StaticCall>),
    /// `new Class(args)`, `new class(args) { }`
    New(Box<New>),
    /// `clone expr`, also `clone(expr)`
    Clone(Box<Expr>),
    /// `clone(...)` written as a call with other than one plain argument (8.5)
    CloneCall(Arguments),
    /// `+`, `-`, `!`, `~`
    Unary(UnaryOp, Box<Expr>),
    /// Any operator with two operands that is not an assignment
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `target = value`
    Assign(Box<Expr>, Box<Expr>),
    /// `target = &value`
    AssignRef(Box<Expr>, Box<Expr>),
    /// `target op= value`, with [`BinaryOp::Coalesce`] for `??=`
    AssignOp(BinaryOp, Box<Expr>, Box<Expr>),
    /// `++$a`, `$a--`
    IncDec(IncDec, Box<Expr>),
    /// `condition ? then : otherwise`, `condition ?: otherwise`
    Ternary(Box<Ternary>),
    /// `expr instanceof Class`
    InstanceOf(Box<Expr>, Box<ClassRef>),
    /// `(int) expr`
    Cast(Cast, Box<Expr>),
    /// `@expr`
    Silence(Box<Expr>),
    /// `isset(a, b)`
    Isset(Vec<Expr>),
    /// `empty(expr)`
    Empty(Box<Expr>),
    /// `include expr` and its relatives
    Include(Include, Box<Expr>),
    /// `eval(expr)`
    Eval(Box<Expr>),
    /// `exit`, `die`, with or without arguments: a call of the function `exit`
    Exit(Arguments),
    /// `print expr`
    Print(Box<Expr>),
    /// `yield`, `yield value`, `yield key => value`
    Yield {
        /// Key.
        key: Option<Box<Expr>>,
        /// Value.
        value: Option<Box<Expr>>,
    },
    /// `yield from expr`
    YieldFrom(Box<Expr>),
    /// `throw expr`
    Throw(Box<Expr>),
    /// `match`
    Match(Box<Match>),
    /// `function () use () { }`
    Closure(Box<Function>),
    /// `fn () => expr`
    ArrowFunction(Box<Function>),
}

impl Expr {
    /// Whether this is a variable in the sense of PHP's grammar: something that can be read through and
    /// perhaps written to, which includes calls.
    pub fn is_variable(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Variable(_)
                | ExprKind::VariableVariable(_)
                | ExprKind::Index(..)
                | ExprKind::Property(_)
                | ExprKind::StaticProperty(_)
        ) || self.is_call()
    }

    /// Whether this is a call of a function or method.
    pub fn is_call(&self) -> bool {
        matches!(self.kind, ExprKind::Call(_) | ExprKind::MethodCall(_) | ExprKind::StaticCall(_))
    }

    /// Whether this makes a closure of what it names: `f(...)`.
    pub fn is_first_class_callable(&self) -> bool {
        match &self.kind {
            ExprKind::Call(c) => c.args.is_placeholder(),
            ExprKind::MethodCall(c) => c.args.is_placeholder(),
            ExprKind::StaticCall(c) => c.args.is_placeholder(),
            _ => false,
        }
    }

    /// Whether this is `$this`.
    pub fn is_this(&self) -> bool {
        matches!(&self.kind, ExprKind::Variable(name) if *name == "this")
    }
}

/// A piece of an interpolated string.
#[derive(Debug)]
pub enum StringPart {
    /// Text, escapes replaced
    Literal(Bytes),
    /// A value to insert
    Expr(Expr, Interpolation),
}

/// How a value was written inside a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// `$a`, `$a[0]`, `$a->b`
    Simple,
    /// `{$expr}`
    Braced,
    /// `${name}`, `${name[expr]}`: deprecated
    DollarBrace,
    /// `${expr}`, a variable variable: deprecated
    DollarBraceExpr,
}

/// An array literal or a destructuring pattern.
#[derive(Debug)]
pub struct ArrayLiteral {
    /// Elements; `None` is a skipped one, `[, $a]`, which only a destructuring allows.
    pub elements: Vec<Option<ArrayElement>>,
    /// How it was written.
    pub syntax: ArraySyntax,
}

/// How an [`ArrayLiteral`] was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArraySyntax {
    /// `[...]`
    Short,
    /// `array(...)`
    Long,
    /// `list(...)`
    List,
}

/// An element of an [`ArrayLiteral`].
#[derive(Debug)]
pub struct ArrayElement {
    /// Key.
    pub key: Option<Expr>,
    /// Value, or the target in a destructuring.
    pub value: Expr,
    /// `&$value`
    pub by_ref: bool,
    /// `...expr`
    pub spread: bool,
    /// Its line.
    pub line: u32,
}

/// What names a class in an expression.
#[derive(Debug)]
pub enum ClassRef {
    /// A name, also `self`, `parent`, `static`
    Name(Name),
    /// An expression whose value is an object or a class name
    Expr(Box<Expr>),
}

/// What names a property, method or class constant.
#[derive(Debug)]
pub enum MemberName {
    /// `name`
    Ident(Ident),
    /// `$name`, `{expr}`
    Expr(Expr),
}

/// `object->name`
#[derive(Debug)]
pub struct PropertyFetch {
    /// Object.
    pub object: Expr,
    /// Property.
    pub name: MemberName,
    /// `?->`
    pub nullsafe: bool,
}

/// `Class::$name`
#[derive(Debug)]
pub struct StaticPropertyFetch {
    /// Class.
    pub class: ClassRef,
    /// Property without `$`, or the expression that gives it, `Class::$$name`.
    pub name: MemberName,
}

/// `Class::NAME`
#[derive(Debug)]
pub struct ClassConstantFetch {
    /// Class.
    pub class: ClassRef,
    /// Constant.
    pub name: MemberName,
}

/// A function call.
#[derive(Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// Arguments.
    pub args: Arguments,
}

/// What a [`Call`] calls.
#[derive(Debug)]
pub enum Callee {
    /// A function by name
    Name(Name),
    /// A value
    Expr(Expr),
}

/// A method call.
#[derive(Debug)]
pub struct MethodCall {
    /// Object.
    pub object: Expr,
    /// Method.
    pub name: MemberName,
    /// Arguments.
    pub args: Arguments,
    /// `?->`
    pub nullsafe: bool,
}

/// A static method call.
#[derive(Debug)]
pub struct StaticCall {
    /// Class.
    pub class: ClassRef,
    /// Method.
    pub name: MemberName,
    /// Arguments.
    pub args: Arguments,
}

/// `new`
#[derive(Debug)]
pub struct New {
    /// What is created.
    pub class: NewClass,
    /// Arguments, `None` without parentheses, which is the same as none.
    pub args: Option<Arguments>,
}

/// What [`New`] creates.
#[derive(Debug)]
pub enum NewClass {
    /// A declared class
    Ref(ClassRef),
    /// A class declared here
    Anonymous(Box<Class>),
}

/// What stands in the parentheses of a call.
#[derive(Debug)]
pub enum Arguments {
    /// Arguments
    List(Vec<Argument>),
    /// `(...)`: create a closure instead of calling
    Placeholder,
}

impl Arguments {
    /// The arguments, none for a placeholder.
    pub fn list(&self) -> &[Argument] {
        match self {
            Arguments::List(list) => list,
            Arguments::Placeholder => &[],
        }
    }

    /// Whether this is `(...)`.
    pub fn is_placeholder(&self) -> bool {
        matches!(self, Arguments::Placeholder)
    }
}

/// One argument.
#[derive(Debug)]
pub struct Argument {
    /// Positional, named or spread.
    pub kind: ArgumentKind,
    /// Its value.
    pub value: Expr,
}

/// How an [`Argument`] is passed.
#[derive(Debug)]
pub enum ArgumentKind {
    /// `value`
    Positional,
    /// `name: value`
    Named(Ident),
    /// `...value`
    Spread,
}

/// `condition ? then : otherwise`
#[derive(Debug)]
pub struct Ternary {
    /// What decides.
    pub condition: Expr,
    /// `None` for `?:`, where the condition is the value.
    pub then: Option<Expr>,
    /// The other value.
    pub otherwise: Expr,
}

/// `match (subject) { ... }`
#[derive(Debug)]
pub struct Match {
    /// What is compared.
    pub subject: Expr,
    /// Arms, with `default` where it stands.
    pub arms: Vec<MatchArm>,
}

/// `a, b => value`
#[derive(Debug)]
pub struct MatchArm {
    /// What to compare with, `None` for `default`.
    pub conditions: Option<Vec<Expr>>,
    /// The value.
    pub body: Expr,
    /// Its line.
    pub line: u32,
}

/// A constant whose value depends on where it stands. `__LINE__` is [`Expr::line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MagicConstant {
    /// `__LINE__`
    Line,
    /// `__FILE__`
    File,
    /// `__DIR__`
    Dir,
    /// `__FUNCTION__`
    Function,
    /// `__CLASS__`
    Class,
    /// `__METHOD__`
    Method,
    /// `__NAMESPACE__`
    Namespace,
    /// `__TRAIT__`
    Trait,
    /// `__PROPERTY__`
    Property,
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `!`
    Not,
    /// `~`
    BitNot,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
    /// `**`
    Pow,
    /// `.`
    Concat,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&&`, `and`
    And,
    /// `||`, `or`
    Or,
    /// `xor`
    Xor,
    /// `??`
    Coalesce,
    /// `==`
    Equal,
    /// `!=`, `<>`
    NotEqual,
    /// `===`
    Identical,
    /// `!==`
    NotIdentical,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<=>`
    Spaceship,
    /// `|>`
    Pipe,
}

/// `++` and `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncDec {
    /// `++$a`
    PreInc,
    /// `--$a`
    PreDec,
    /// `$a++`
    PostInc,
    /// `$a--`
    PostDec,
}

/// The type of a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// `(int)`, `(integer)`
    Int,
    /// `(float)`, `(double)`
    Float,
    /// `(string)`, `(binary)`
    String,
    /// `(array)`
    Array,
    /// `(object)`
    Object,
    /// `(bool)`, `(boolean)`
    Bool,
    /// `(unset)`, which the compiler rejects
    Unset,
    /// `(void)` (8.5)
    Void,
}

/// Which file is run by an include.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Include {
    /// `include`
    Include,
    /// `include_once`
    IncludeOnce,
    /// `require`
    Require,
    /// `require_once`
    RequireOnce,
}
