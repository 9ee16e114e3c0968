//! Statements.

use super::{Lower, call::LocalFunction};
use crate::{builder::Operand, error::Result, names::lower};
use phant_bytecode::{Op, StaticVar, types::is_reserved_class_name};
use phant_memory::Value;
use phant_syntax::ast::*;

impl Lower<'_> {
    pub fn statements(&mut self, list: &[Stmt]) -> Result<()> {
        for s in list {
            self.statement(s)?;
        }
        Ok(())
    }
    /// The statements of a file.
    pub fn statements_top(&mut self, list: &[Stmt]) -> Result<()> {
        for s in list {
            self.statement(s)?;
            self.unknown_chains.clear();
            match s.kind {
                StmtKind::Declare { .. } => {}
                StmtKind::Nop => self.after_nothing = true,
                _ => self.first_statement = false,
            }
            if matches!(s.kind, StmtKind::HaltCompiler(_)) {
                break;
            }
        }
        self.resolve_gotos()
    }
    pub fn statement(&mut self, s: &Stmt) -> Result<()> {
        self.line(s.line);
        let mark = self.b().mark();
        match &s.kind {
            StmtKind::Expr(e) => self.expr_drop(e)?,
            StmtKind::Echo(list) => {
                for e in list {
                    let v = self.expr(e)?;
                    self.echo(v);
                    self.b().release_to(mark);
                }
            }
            StmtKind::InlineHtml(text) => {
                let k = self.b().literal(&Value::from(phant_memory::Name::new(text).to_str()));
                self.b().emit(Op::EchoK, k, 0, 0);
            }
            StmtKind::Block(list) => self.statements(list)?,
            StmtKind::Nop => {}
            StmtKind::If { clauses, otherwise } => self.if_(clauses, otherwise.as_ref())?,
            StmtKind::While { condition, body } => self.while_(condition, body)?,
            StmtKind::DoWhile { body, condition } => self.do_while(body, condition)?,
            StmtKind::For(f) => self.for_(f)?,
            StmtKind::Foreach(f) => self.foreach(f, s.line)?,
            StmtKind::Switch { subject, cases } => self.switch(subject, cases, s.line)?,
            StmtKind::Break(e) => self.break_(e.as_ref(), true, s.line)?,
            StmtKind::Continue(e) => self.break_(e.as_ref(), false, s.line)?,
            StmtKind::Return(e) => self.return_(e.as_ref(), s.line)?,
            StmtKind::Global(list) => self.global(list)?,
            StmtKind::Static(list) => self.static_vars(list, s.line)?,
            StmtKind::Unset(list) => {
                for e in list {
                    self.unset(e)?;
                }
            }
            StmtKind::Try(t) => self.try_(t, s.line)?,
            StmtKind::Declare { directives, body } => self.declare(directives, body.as_ref(), s.line)?,
            StmtKind::Goto(label) => self.goto(label),
            StmtKind::Label(ident) => self.label(ident)?,
            StmtKind::Namespace { name, body } => self.namespace(name.as_ref(), body.as_deref(), s.line)?,
            StmtKind::Use(items) => {
                for item in items {
                    self.use_item(item, None)?;
                }
            }
            StmtKind::GroupUse { prefix, items } => {
                for item in items {
                    self.use_item(item, Some(prefix))?;
                }
            }
            StmtKind::Const { items, .. } => {
                for item in items {
                    let name = self.names.declare(&item.name.name);
                    let plain = lower(&item.name.name);
                    if matches!(plain.as_slice(), b"true" | b"false" | b"null") {
                        return self.fail(item.line, format!("Cannot redeclare constant '{}'", item.name.name));
                    }
                    if item.name.name == *"__COMPILER_HALT_OFFSET__" {
                        return self.fail(item.line, "Cannot redeclare constant '__COMPILER_HALT_OFFSET__'");
                    }
                    if self.names.imported_constant(&item.name.name).is_some_and(|i| i != name.as_slice()) {
                        return self.fail(
                            item.line,
                            format!("Cannot declare const {} because the name is already in use", String::from_utf8_lossy(&name)),
                        );
                    }
                    self.seen_symbols.insert((b'k', name.clone()), ());
                    let v = self.const_expr(&item.value)?;
                    let k = self.b().string(&name);
                    let t = self.b().temp();
                    let index = self.b().const_expr(v);
                    self.b().emit(Op::ConstExpr, t, index, 0);
                    self.b().define(t);
                    self.b().emit(Op::DeclareConst, k, t, 0);
                    self.b().used(t);
                    self.b().release_to(mark);
                }
            }
            StmtKind::Function(f) => {
                self.function_statement(f)?;
                self.line(f.end_line);
            }
            StmtKind::Class(c) => {
                self.class_statement(c)?;
                self.line(c.end_line);
            }
            StmtKind::HaltCompiler(_) => {
                if self.fns.len() > 1 || self.f().depth > 0 {
                    return self.fail(s.line, "__HALT_COMPILER() can only be used from the outermost scope");
                }
                let k = self.b().literal(&Value::int(1));
                self.b().emit(Op::ReturnK, k, 0, 0);
            }
        }
        self.b().release_to(mark);
        if self.namespace_kind == Some(true)
            && self.fns.len() == 1
            && self.f().depth == 0
            && !self.in_braced_namespace()
            && !matches!(s.kind, StmtKind::Namespace { .. } | StmtKind::Nop | StmtKind::HaltCompiler(_))
        {
            return self.fail_here("No code may exist outside of namespace {}");
        }
        if self.ticks
            && !matches!(
                s.kind,
                StmtKind::Nop | StmtKind::Function(_) | StmtKind::Class(_) | StmtKind::Use(_) | StmtKind::Label(_)
            )
        {
            let here = self.b().here();
            let ticked = here > 0 && matches!(self.b().insn(here - 1), i if i.op == Op::Ticks as u16 && i.a == 0);
            if !ticked {
                self.b().emit(Op::Ticks, 0, 0, 0);
            }
        }
        Ok(())
    }
    fn in_braced_namespace(&mut self) -> bool {
        self.seen_symbols.contains_key(&(b'{', Vec::new()))
    }
    fn global(&mut self, list: &[Expr]) -> Result<()> {
        for e in list {
            match &e.kind {
                ExprKind::Variable(name) => {
                    if *name == "this" {
                        return self.fail(e.line, "Cannot use $this as global variable");
                    }
                    if super::place::is_superglobal(name) {
                        return self.fail(e.line, "Cannot use auto-global as global variable");
                    }
                    let v = self.b().var(name);
                    let k = self.b().string(name);
                    self.b().emit(Op::BindGlobal, v, k, 0);
                }
                ExprKind::VariableVariable(x) => {
                    // `global $$name`: a reference to the global bound to the local of that name.
                    let mark = self.b().mark();
                    let n = self.expr(x)?;
                    let n = match n {
                        Operand::Temp(_) => self.keep_operand(n),
                        other => other,
                    };
                    let p = self.fetch_global_place(&n, 2);
                    let r = self.b().temp();
                    self.b().emit(Op::RefPtr, r, p, 0);
                    self.b().define(r);
                    self.bind_ref(super::place::Place::VarDyn(n), Operand::Temp(r), None, mark)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
    fn static_vars(&mut self, list: &[StaticVar_], line: u32) -> Result<()> {
        for item in list {
            let name = &item.name.name;
            if *name == "this" {
                return self.fail(item.name.line, "Cannot use $this as static variable");
            }
            let interned = self.str(name);
            if self.b().statics.iter().any(|s| s.name == interned) || self.f().uses.contains(&interned) {
                return self.fail(item.name.line, format!("Duplicate declaration of static variable ${name}"));
            }
            let v = self.b().var(name);
            let init = match &item.default {
                Some(e) => self.try_const(e),
                None => Some(Value::NULL),
            };
            let constant = init.map(|value| phant_bytecode::ConstExpr {
                value: crate::builder::literal(&value),
                code: None,
                text: None,
                constant: None,
            });
            let has_init = constant.is_none();
            self.b().statics.push(StaticVar { name: interned, init: constant });
            let index = (self.b().statics.len() - 1) as u16;
            if has_init {
                // The initial value is computed when the statement runs first. Until then the variable keeps its value.
                let mark = self.b().mark();
                let done = self.b().label();
                self.line(line);
                self.b().emit(Op::JmpStaticReady, v, index, 0);
                self.b().ext_jump(0, 0, 0, done);
                let value = self.expr(item.default.as_ref().expect("checked"))?;
                let s = self.b().slot(&value);
                self.b().emit(Op::InitStatic, v, index, s);
                self.b().consumed(&Operand::Temp(s));
                self.b().release_to(mark);
                self.b().place(done);
            } else {
                self.b().emit(Op::BindStatic, v, index, 0);
            }
        }
        Ok(())
    }
    fn declare(&mut self, directives: &[ConstItem], body: Option<&Block>, line: u32) -> Result<()> {
        for d in directives {
            let name = lower(&d.name.name);
            if name == b"encoding" && !matches!(d.value.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_)) {
                return Err(crate::CompileError { message: b"Encoding must be a literal".to_vec(), line, thrown: true });
            }
            let Some(value) = self.try_const(&d.value) else {
                return self.fail(line, "declare(".to_owned() + &d.name.name.to_string() + ") value must be a literal");
            };
            let literal = matches!(d.value.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_));
            match name.as_slice() {
                b"ticks" => {
                    if !literal {
                        return self.fail(line, "declare(ticks) value must be a literal");
                    }
                    self.ticks = value.as_int().unwrap_or(0) != 0;
                    let n = self.b().int(value.as_int().unwrap_or(0).max(0));
                    self.b().emit(Op::Ticks, 1, n, 0);
                }
                b"encoding" => {
                    // The parser has reported that it is ignored.
                    if !self.first_statement || self.fns.len() > 1 {
                        return self.fail(line, "Encoding declaration pragma must be the very first statement in the script");
                    }
                }
                b"strict_types" => {
                    if !literal {
                        return self.fail(line, "declare(strict_types) value must be a literal");
                    }
                    if !self.first_statement || self.after_nothing || self.fns.len() > 1 {
                        return self.fail(line, "strict_types declaration must be the very first statement in the script");
                    }
                    if body.is_some() {
                        return self.fail(line, "strict_types declaration must not use block mode");
                    }
                    match value.as_int() {
                        Some(n @ 0..=1) => self.strict = n == 1,
                        _ => return self.fail(line, "strict_types declaration must have 0 or 1 as its value"),
                    }
                }
                _ => self.report(128, line, format!("Unsupported declare '{}'", d.name.name)),
            }
        }
        if let Some(body) = body {
            self.statements(body)?;
            self.ticks = false;
        }
        Ok(())
    }

    fn namespace(&mut self, name: Option<&Name>, body: Option<&[Stmt]>, line: u32) -> Result<()> {
        if self.fns.len() > 1 || self.f().depth > 0 {
            return self.fail(line, "Namespace declarations cannot be nested");
        }
        let braced = body.is_some();
        if self.in_braced_namespace() {
            return self.fail(line, "Namespace declarations cannot be nested");
        }
        match self.namespace_kind {
            Some(k) if k != braced => {
                return self.fail(line, "Cannot mix bracketed namespace declarations with unbracketed namespace declarations");
            }
            None if !self.first_statement => {
                return self.fail(
                    line,
                    "Namespace declaration statement has to be the very first statement or after any declare call in the script",
                );
            }
            _ => {}
        }
        self.namespace_kind = Some(braced);
        if let Some(n) = name
            && n.text.eq_ignore_case(b"namespace")
        {
            return self.fail(line, "Cannot use 'namespace' as namespace name");
        }
        self.names.enter(name.map_or(&[][..], |n| &n.text));
        self.seen_symbols.clear();
        if let Some(body) = body {
            self.seen_symbols.insert((b'{', Vec::new()), ());
            self.statements(body)?;
            self.seen_symbols.clear();
            self.names.enter(b"");
        }
        Ok(())
    }
    /// Reports an import that changes nothing.
    fn check_compound(&mut self, item: &UseItem, full: &[u8]) {
        if item.alias.is_none() && !full.contains(&b'\\') && self.names.namespace.is_empty() {
            let shown = String::from_utf8_lossy(full);
            self.report(2, item.name.line, format!("The use statement with non-compound name '{shown}' has no effect"));
        }
    }
    fn use_item(&mut self, item: &UseItem, prefix: Option<&Name>) -> Result<()> {
        let line = item.name.line;
        if self.fns.len() > 1 || self.f().depth > 0 {
            return self.fail(line, "The use statement is only allowed at the top level");
        }
        let full = match prefix {
            Some(p) => [&p.text[..], b"\\", &item.name.text].concat(),
            None => item.name.text.to_vec(),
        };
        let alias: Vec<u8> = match &item.alias {
            Some(a) => a.name.to_vec(),
            None => item.name.last_segment().to_vec(),
        };
        let shown = String::from_utf8_lossy(&full).into_owned();
        let alias_text = String::from_utf8_lossy(&alias).into_owned();
        match item.kind {
            UseKind::Class => {
                if is_reserved_class_name(&lower(&alias)) {
                    return self.fail(
                        line,
                        format!("Cannot use {shown} as {alias_text} because '{alias_text}' is a special class name"),
                    );
                }
                self.check_compound(item, &full);
                let declared = self.names.declare(&alias);
                let clash = self.seen_symbols.contains_key(&(b'c', lower(&declared))) && lower(&declared) != lower(&full);
                if clash || !self.names.import_class(&alias, &full) {
                    return self.fail(line, format!("Cannot use {shown} as {alias_text} because the name is already in use"));
                }
            }
            UseKind::Function => {
                self.check_compound(item, &full);
                let declared = self.names.declare(&alias);
                let clash = self.seen_symbols.contains_key(&(b'f', lower(&declared))) && lower(&declared) != lower(&full);
                if clash || !self.names.import_function(&alias, &full) {
                    return self
                        .fail(line, format!("Cannot use function {shown} as {alias_text} because the name is already in use"));
                }
            }
            UseKind::Const => {
                self.check_compound(item, &full);
                let declared = self.names.declare(&alias);
                // PHP looks for the namespace in lower case among names as they were written.
                let at = declared.iter().rposition(|&b| b == b'\\').unwrap_or(0);
                let mut key = declared.clone();
                key[..at].make_ascii_lowercase();
                let clash = self.seen_symbols.contains_key(&(b'k', key)) && declared != full;
                if clash || !self.names.import_constant(&alias, &full) {
                    return self
                        .fail(line, format!("Cannot use const {shown} as {alias_text} because the name is already in use"));
                }
            }
        }
        Ok(())
    }
    /// Notes the unconditional functions of a file, for by-reference arguments.
    pub fn scan_functions(&mut self, list: &[Stmt]) {
        let mut namespace: Vec<u8> = Vec::new();
        for s in list {
            match &s.kind {
                StmtKind::Namespace { name, body } => {
                    namespace = name.as_ref().map_or(Vec::new(), |n| n.text.to_vec());
                    if let Some(body) = body {
                        for s in body {
                            self.scan_function(s, &namespace);
                        }
                        namespace.clear();
                    }
                }
                _ => self.scan_function(s, &namespace),
            }
        }
    }
    fn scan_function(&mut self, s: &Stmt, namespace: &[u8]) {
        let StmtKind::Function(f) = &s.kind else { return };
        let Some(name) = &f.name else { return };
        let full = if namespace.is_empty() { name.name.to_vec() } else { [namespace, b"\\", &name.name].concat() };
        let mut mask = 0u32;
        for (i, p) in f.params().iter().enumerate() {
            if p.by_ref {
                if p.variadic {
                    mask |= u32::MAX << i.min(31);
                } else {
                    mask |= 1 << i.min(31);
                }
            }
        }
        let params = f.params().iter().filter(|p| !p.variadic);
        // A default before a required parameter is none.
        let required = f.params().iter().rposition(|p| p.default.is_none() && !p.variadic).map_or(0, |i| i + 1);
        let default = |i: usize, p: &Param| p.default.as_ref().filter(|_| i >= required).and_then(literal_default);
        let params = params.enumerate().map(|(i, p)| (p.name.name.to_vec(), default(i, p))).collect();
        self.local_functions.insert(lower(&full), LocalFunction { by_ref: mask, params });
    }
    fn function_statement(&mut self, f: &Function) -> Result<()> {
        let ident = f.name.as_ref().expect("declared functions have names");
        let name = self.names.declare(&ident.name);
        let low = lower(&name);
        if low == b"__autoload" {
            return self.fail(f.line, "__autoload() is no longer supported, use spl_autoload_register() instead");
        }
        if lower(&ident.name) == b"assert" {
            return self
                .fail(f.line, "Defining a custom assert() function is not allowed, as the function has special semantics");
        }
        if let Some(import) = self.names.imported_function(&ident.name)
            && lower(import) != low
        {
            return self.fail(
                f.line,
                format!("Cannot redeclare function {}() (previously declared as local import)", String::from_utf8_lossy(&name)),
            );
        }
        let top = self.fns.len() == 1 && self.f().depth == 0;
        self.seen_symbols.insert((b'f', low.clone()), ());
        if self.env.native_function(&low).is_some() && top {
            return self.fail(f.line, format!("Cannot redeclare function {}()", String::from_utf8_lossy(&name)));
        }
        let saved_class = self.class.take();
        let code = self.function(f, &name, 0);
        self.class = saved_class;
        let code = std::sync::Arc::new(code?);
        if top {
            if let Some(previous) = self.function_lines.insert(low, code.line) {
                let text = format!(
                    "Cannot redeclare function {}() (previously declared in {}:{})",
                    String::from_utf8_lossy(&name),
                    self.file,
                    previous
                );
                return self.fail(f.line, text);
            }
            self.top_functions.push(code);
        } else {
            self.b().functions.push(code);
            let index = (self.b().functions.len() - 1) as u16;
            self.b().emit(Op::DeclareFunction, index, 0, 0);
        }
        Ok(())
    }
}

use phant_syntax::ast::StaticVar as StaticVar_;

/// The value of a default that is a plain literal.
fn literal_default(e: &Expr) -> Option<Value> {
    Some(match &e.kind {
        ExprKind::Int(i) => Value::int(*i),
        ExprKind::Float(f) => Value::float(*f),
        ExprKind::String(s) => Value::from(phant_memory::intern(s)),
        ExprKind::Constant(name) => match lower(&name.text).as_slice() {
            b"null" => Value::NULL,
            b"true" => Value::TRUE,
            b"false" => Value::FALSE,
            _ => return None,
        },
        _ => return None,
    })
}
