//! Lowering: one pass over the tree, one [`Builder`] per function.

mod assign;
mod attributes;
mod call;
mod class;
mod closure;
mod constant;
mod control;
mod direct;
mod expression;
mod function;
mod goto;
mod inlined;
mod magic;
mod named;
mod place;
mod rope;
mod statement;
mod types;

use crate::{
    Compiled, Diagnostic, Environment, Options,
    builder::{Builder, Label, Operand, Signature},
    error::{CompileError, Result, error},
    names::Names,
};
use phant_bytecode::{Code, Op, Unit, code_flags};
use phant_memory::{Name, Value, permanent::Pool, string::SeededState};
use phant_syntax::ast::{Bytes, Expr, Program};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// A surrounding construct that `break`, `continue`, `return` and `goto` must leave properly.
pub(crate) enum Scope {
    /// A loop or switch.
    Loop {
        /// Where `break` goes.
        end: Label,
        /// Where `continue` goes.
        next: Label,
        /// The iteration to free when leaving.
        iterator: Option<u16>,
        /// A `switch`, for which `continue` acts like `break`.
        is_switch: bool,
    },
    /// The protected part of a `try` with `finally`.
    Try {
        /// The finally block.
        finally: Label,
        /// Its state slot.
        slot: u16,
    },
    /// Inside a finally block: leaving it early forgets the pending exception.
    Finally {
        /// Its state slot.
        slot: u16,
    },
}

/// A function being lowered.
pub(crate) struct FnScope {
    pub b: Builder,
    pub scopes: Vec<Scope>,
    /// The state slots of finally blocks, and variables in which what is returned waits for them.
    pub returning: Vec<(u16, u16)>,
    /// The numbers of the scopes, and how many there have been.
    pub scope_path: goto::Path,
    pub scope_count: u32,
    pub labels: HashMap<Bytes, goto::Target, SeededState>,
    pub gotos: Vec<goto::Goto>,
    /// The variables a closure takes with it.
    pub uses: Vec<Name>,
    /// `__FUNCTION__`
    pub function_name: Vec<u8>,
    /// `__METHOD__`, where it is not made of the class and the function: in members of a class, outside its methods.
    pub method_name: Option<Vec<u8>>,
    /// Slots below this one are parameters.
    pub params_end: u16,
    pub is_generator: bool,
    pub returns_ref: bool,
    pub return_type: Option<u16>,
    pub returns_void: bool,
    pub returns_never: bool,
    pub is_main: bool,
    pub in_class_method: bool,
    /// The property's type, which a `get` hook returns.
    pub hook_type: Option<phant_bytecode::TypeDecl>,
    /// A static function has no `$this`.
    pub is_static: bool,
    pub is_const_expr: bool,
    /// `__PROPERTY__`
    pub property: Option<Vec<u8>>,
    /// Targets that a null in a nullsafe chain jumps to, innermost chain last.
    pub chains: Vec<(Label, bool)>,
    /// Inside `if` and the like: declarations are conditional.
    pub depth: u32,
}

/// The class being lowered.
#[derive(Clone)]
pub(crate) struct ClassScope {
    /// Full name; that of an anonymous class has its place behind a NUL byte.
    pub name: Vec<u8>,
    pub parent: Option<Vec<u8>>,
    pub is_trait: bool,
    pub anonymous: bool,
    /// Its own constants so far whose values are known, by name.
    pub constants: HashMap<Vec<u8>, Value, SeededState>,
    /// The members so far.
    pub members: HashSet<(MemberKind, Vec<u8>), SeededState>,
}

/// What a name within a class belongs to: names of one kind are declared once.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MemberKind {
    /// Constants and cases.
    Constant,
    Property,
    /// By its name in lower case.
    Method,
}

/// The state of lowering a file.
pub(crate) struct Lower<'a> {
    pub env: &'a dyn Environment,
    pub file: Name,
    pub pool: Arc<Pool>,
    pub optimize: bool,
    pub direct: bool,
    pub is_eval: bool,
    pub names: Names,
    pub diagnostics: Vec<Diagnostic>,
    pub fns: Vec<FnScope>,
    pub class: Option<ClassScope>,
    pub strict: bool,
    pub ticks: bool,
    pub first_statement: bool,
    /// Whether an empty statement has come before, which `strict_types` may not follow.
    pub after_nothing: bool,
    /// Functions that this file declares unconditionally, by lower-case full name.
    pub local_functions: HashMap<Vec<u8>, call::LocalFunction, SeededState>,
    pub top_functions: Vec<Arc<Code>>,
    /// Their lines, by lower-case full name.
    pub function_lines: HashMap<Vec<u8>, u32, SeededState>,
    /// While set, calls by name are not compiled as ones of native functions too.
    pub by_name_only: bool,
    /// The last call that was compiled in two ways.
    pub by_name_call: Option<direct::TwoCalls>,
    /// Chains of operators whose first operand has no known value, by the address of each operator's expression.
    pub unknown_chains: HashSet<*const Expr, SeededState>,
    pub halt_offset: Option<u32>,
    /// While set, constants by name have no known value.
    pub without_constants: bool,
    pub namespace_kind: Option<bool>,
    pub seen_symbols: HashMap<(u8, Vec<u8>), (), SeededState>,
    /// Whether types are those of a plain function: not a method, not a closure.
    pub plain_types: bool,
    /// Whether types are those of a closure, which can get another class than the one around it.
    pub closure_types: bool,
    /// Hidden variables with operands that are needed twice.
    pub kept: Vec<u16>,
    /// Whether the constant expression being checked may have `new` in it.
    pub new_allowed: bool,
}

/// Lowers a whole file.
pub(crate) fn unit(program: &Program, options: &Options, env: &dyn Environment) -> Compiled {
    let mut l = Lower {
        env,
        file: Name::new(&options.file),
        pool: options.pool.clone(),
        optimize: options.optimize,
        direct: options.direct,
        is_eval: options.is_eval,
        names: Names::default(),
        diagnostics: Vec::new(),
        fns: Vec::new(),
        class: None,
        strict: false,
        ticks: false,
        first_statement: true,
        after_nothing: false,
        local_functions: HashMap::default(),
        top_functions: Vec::new(),
        function_lines: HashMap::default(),
        by_name_only: false,
        by_name_call: None,
        unknown_chains: HashSet::default(),
        halt_offset: program.halt_offset,
        without_constants: false,
        namespace_kind: None,
        seen_symbols: HashMap::default(),
        plain_types: false,
        closure_types: false,
        kept: Vec::new(),
        new_allowed: true,
    };
    for d in &program.diagnostics {
        let level = match d.level {
            phant_syntax::ast::DiagnosticLevel::Deprecated => 8192,
            phant_syntax::ast::DiagnosticLevel::CompileWarning => 128,
        };
        l.diagnostics.push(Diagnostic { level, message: d.message.clone(), line: d.line });
    }
    l.scan_functions(&program.statements);
    let unit = l.file(program, options.is_eval);
    Compiled { unit, diagnostics: l.diagnostics }
}

impl Lower<'_> {
    fn file(&mut self, program: &Program, is_eval: bool) -> Result<Unit> {
        let l = self;
        l.push_function(FnScope::new());
        l.f().is_main = true;
        l.b().flags |= code_flags::MAIN | code_flags::DYNAMIC_VARS;
        l.statements_top(&program.statements)?;
        let end = if is_eval { Value::NULL } else { Value::int(1) };
        let k = l.b().literal(&end);
        l.b().emit(Op::ReturnK, k, 0, 0);
        let file = l.file.copy();
        let signature = Signature { file: Some(file), line: 1, ..Signature::default() };
        let main = l.pop_function(signature, 0)?;
        let functions = std::mem::take(&mut l.top_functions).into();
        let halt_offset = program.halt_offset;
        Ok(Unit { file: l.file.copy(), main: Arc::new(main), functions, halt_offset, memory: l.pool.clone() })
    }
}

impl FnScope {
    pub fn new() -> FnScope {
        FnScope {
            b: Builder::new(),
            scopes: Vec::new(),
            returning: Vec::new(),
            labels: HashMap::default(),
            scope_path: Vec::new(),
            scope_count: 0,
            uses: Vec::new(),
            gotos: Vec::new(),
            function_name: Vec::new(),
            method_name: None,
            params_end: 0,
            is_generator: false,
            returns_ref: false,
            return_type: None,
            returns_void: false,
            returns_never: false,
            is_main: false,
            in_class_method: false,
            hook_type: None,
            is_static: false,
            is_const_expr: false,
            property: None,
            chains: Vec::new(),
            depth: 0,
        }
    }
}

impl Lower<'_> {
    /// The function being lowered.
    pub fn f(&mut self) -> &mut FnScope {
        self.fns.last_mut().expect("inside a function")
    }
    /// Its builder.
    pub fn b(&mut self) -> &mut Builder {
        &mut self.fns.last_mut().expect("inside a function").b
    }
    pub fn push_function(&mut self, f: FnScope) {
        let line = self.fns.last().map_or(1, |f| f.b.line);
        self.fns.push(f);
        self.b().line = line;
    }
    pub fn pop_function(&mut self, signature: Signature, line: u32) -> Result<Code> {
        let mut f = self.fns.pop().expect("inside a function");
        if self.strict {
            f.b.flags |= code_flags::STRICT_TYPES;
        }
        if self.ticks {
            f.b.flags |= code_flags::TICKS;
        }
        // The program of a file begins nowhere: what it is when it ends up too large stands at its last line.
        let line = if line == 0 { f.b.line } else { line };
        f.b.finish(signature, self.optimize, self.is_eval).map_err(|m| CompileError { message: m.into(), line, thrown: false })
    }
    /// A warning or deprecation.
    pub fn report(&mut self, level: u32, line: u32, message: impl Into<Vec<u8>>) {
        self.diagnostics.push(Diagnostic { level, message: message.into(), line });
    }
    pub fn line(&mut self, line: u32) {
        if line != 0 {
            self.b().line = line;
        }
    }
    /// Loads a constant into a new temporary.
    pub fn load(&mut self, value: &Value) -> Operand {
        let b = self.b();
        let k = b.literal(value);
        let t = b.temp();
        b.emit(Op::LoadK, t, k, 0);
        b.define(t);
        Operand::Temp(t)
    }
    /// Puts an operand into the next temporary, whose slot must follow on `mark`.
    pub fn into_temp(&mut self, mark: u16, operand: Operand) -> u16 {
        let b = self.b();
        match b.keep(mark, operand) {
            Operand::Temp(t) => t,
            Operand::Var(v) => {
                let t = b.temp();
                b.emit(Op::CopyVar, t, v, 0);
                b.define(t);
                t
            }
            Operand::Const(v) => {
                let t = b.temp();
                let k = b.literal(&v);
                b.emit(Op::LoadK, t, k, 0);
                b.define(t);
                t
            }
        }
    }
    /// Emits an instruction with operands in `b` and `c`, result in a new temporary at `mark`.
    pub fn emit_result(&mut self, mark: u16, op: Op, b: &Operand, c: Option<&Operand>) -> Operand {
        let sb = self.b().slot(b);
        let sc = c.map_or(0, |c| self.b().slot(c));
        let builder = self.b();
        let at = builder.emit(op, 0, sb, sc);
        builder.consumed(&Operand::Temp(sb));
        if c.is_some() {
            builder.consumed(&Operand::Temp(sc));
        }
        builder.release_to(mark);
        let t = builder.temp();
        builder.set_a(at, t);
        builder.define(t);
        Operand::Temp(t)
    }
    pub fn str(&self, bytes: &[u8]) -> Name {
        Name::new(bytes)
    }
    /// A compile error where code is being made: at the last expression or statement.
    pub fn fail_here<T>(&mut self, message: impl Into<Vec<u8>>) -> Result<T> {
        let line = self.b().line;
        error(line, message)
    }
    /// A compile error.
    pub fn fail<T>(&self, line: u32, message: impl Into<Vec<u8>>) -> Result<T> {
        error(line, message)
    }
}
