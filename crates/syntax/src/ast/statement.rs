//! Statements.

use std::ops::Deref;

use super::{AttributeGroup, Bytes, Class, ConstItem, Expr, Function, Ident, Name, Span};

/// A statement.
#[derive(Debug)]
pub struct Stmt {
    /// Which one.
    pub kind: StmtKind,
    /// The line PHP reports for it.
    pub line: u32,
    /// Its bytes, including `;` or `}`.
    pub span: Span,
}

/// The statements under a control structure.
#[derive(Debug, Default)]
pub struct Block {
    /// The statements, in order.
    pub statements: Vec<Stmt>,
    /// Whether they stand in braces (or between `:` and `endif`), rather than being one bare statement.
    pub braced: bool,
}

impl Deref for Block {
    type Target = [Stmt];

    fn deref(&self) -> &[Stmt] {
        &self.statements
    }
}

/// The kinds of [`Stmt`].
#[derive(Debug)]
pub enum StmtKind {
    /// `expr;`
    Expr(Expr),
    /// `echo a, b;`, also `<?= a ?>`
    Echo(Vec<Expr>),
    /// Text outside `<?php ... ?>`
    InlineHtml(Bytes),
    /// `{ ... }`
    Block(Vec<Stmt>),
    /// `;`
    Nop,
    /// `if`, with all its `elseif`
    If {
        /// `if` and `elseif` in order.
        clauses: Vec<IfClause>,
        /// `else`
        otherwise: Option<Block>,
    },
    /// `while`
    While {
        /// Tested before each turn.
        condition: Expr,
        /// What is repeated.
        body: Block,
    },
    /// `do ... while`
    DoWhile {
        /// What is repeated.
        body: Block,
        /// Tested after each turn.
        condition: Expr,
    },
    /// `for`
    For(Box<For>),
    /// `foreach`
    Foreach(Box<Foreach>),
    /// `switch`
    Switch {
        /// What is compared.
        subject: Expr,
        /// Cases, with `default` where it stands.
        cases: Vec<SwitchCase>,
    },
    /// `break` with its unchecked operand
    Break(Option<Expr>),
    /// `continue` with its unchecked operand
    Continue(Option<Expr>),
    /// `return`
    Return(Option<Expr>),
    /// `global $a, $$b;`, each one an [`super::ExprKind::Variable`] or [`super::ExprKind::VariableVariable`]
    Global(Vec<Expr>),
    /// `static $a = 1;`
    Static(Vec<StaticVar>),
    /// `unset($a, $b);`
    Unset(Vec<Expr>),
    /// `try`
    Try(Box<Try>),
    /// `declare(...)`
    Declare {
        /// `name = value`, in order.
        directives: Vec<ConstItem>,
        /// `None` for `declare(...);`
        body: Option<Block>,
    },
    /// `goto label;`
    Goto(Ident),
    /// `label:`
    Label(Ident),
    /// `namespace A;`, `namespace A { }`, `namespace { }`
    Namespace {
        /// The name, none for the global namespace.
        name: Option<Name>,
        /// Statements of the braced form.
        body: Option<Vec<Stmt>>,
    },
    /// `use A\B as C, D;`
    Use(Vec<UseItem>),
    /// `use A\{B, function c};`
    GroupUse {
        /// The part before the brace, without `\` at either end.
        prefix: Name,
        /// Items, with the kind already spread over them.
        items: Vec<UseItem>,
    },
    /// `const A = 1;`
    Const {
        /// `#[...]` before it (8.5).
        attributes: Vec<AttributeGroup>,
        /// The constants, at least one.
        items: Vec<ConstItem>,
    },
    /// A function declaration
    Function(Box<Function>),
    /// A class, interface, trait or enum declaration
    Class(Box<Class>),
    /// `__halt_compiler();`, with the offset of the first data byte
    HaltCompiler(u32),
}

/// `if (condition) body`
#[derive(Debug)]
pub struct IfClause {
    /// What is tested.
    pub condition: Expr,
    /// What is run.
    pub body: Block,
}

/// `for (init; condition; step) body`
#[derive(Debug)]
pub struct For {
    /// Evaluated once.
    pub init: Vec<Expr>,
    /// All are evaluated, the last one decides; none means true.
    pub condition: Vec<Expr>,
    /// Evaluated after each turn.
    pub step: Vec<Expr>,
    /// What is repeated.
    pub body: Block,
}

/// `foreach (subject as key => value) body`
#[derive(Debug)]
pub struct Foreach {
    /// What is iterated.
    pub subject: Expr,
    /// Where the key goes.
    pub key: Option<Expr>,
    /// `&$key`, which the compiler rejects
    pub key_by_ref: bool,
    /// Where the value goes: a variable, or an [`super::ExprKind::Array`] to destructure into.
    pub value: Expr,
    /// `&$value`
    pub by_ref: bool,
    /// What is repeated.
    pub body: Block,
}

/// `case test:` or `default:`
#[derive(Debug)]
pub struct SwitchCase {
    /// What to compare with, `None` for `default`.
    pub test: Option<Expr>,
    /// Statements up to the next case.
    pub body: Vec<Stmt>,
    /// Its line.
    pub line: u32,
}

/// One variable of a `static` statement.
#[derive(Debug)]
pub struct StaticVar {
    /// Name without `$`.
    pub name: Ident,
    /// Initial value.
    pub default: Option<Expr>,
}

/// `try { } catch { } finally { }`
#[derive(Debug)]
pub struct Try {
    /// What is tried.
    pub body: Vec<Stmt>,
    /// Catch clauses in order.
    pub catches: Vec<Catch>,
    /// `finally`
    pub finally: Option<Vec<Stmt>>,
}

/// `catch (A|B $e) { }`
#[derive(Debug)]
pub struct Catch {
    /// Classes, at least one.
    pub classes: Vec<Name>,
    /// Variable without `$`.
    pub variable: Option<Ident>,
    /// What is run.
    pub body: Vec<Stmt>,
    /// Its line.
    pub line: u32,
}

/// What a `use` imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// `use A;`
    Class,
    /// `use function a;`
    Function,
    /// `use const A;`
    Const,
}

/// One import.
#[derive(Debug)]
pub struct UseItem {
    /// Class (or namespace), function or constant.
    pub kind: UseKind,
    /// What is imported, relative to the prefix in a group.
    pub name: Name,
    /// `as alias`
    pub alias: Option<Ident>,
}
