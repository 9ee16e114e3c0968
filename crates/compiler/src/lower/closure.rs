//! Closures and arrow functions.

use super::{FnScope, Lower};
use crate::{builder::Operand, error::Result};
use phant_bytecode::{Op, code_flags};
use phant_memory::Str;
use phant_syntax::ast::*;
use std::{collections::BTreeSet, sync::Arc};

impl Lower<'_> {
    pub fn closure(&mut self, f: &Function, arrow: bool) -> Result<Operand> {
        let mut uses: Vec<(Str, bool)> = Vec::new();
        for u in &f.uses {
            if u.name.name == *"this" {
                return self.fail(u.name.line, "Cannot use $this as lexical variable");
            }
            if super::place::is_superglobal(&u.name.name) || u.name.name == *"GLOBALS" {
                return self.fail(u.name.line, "Cannot use auto-global as lexical variable");
            }
            if f.params().iter().any(|p| p.name.name == u.name.name) {
                return self.fail(u.name.line, format!("Cannot use lexical variable ${} as a parameter name", u.name.name));
            }
            let name = self.str(&u.name.name);
            if uses.iter().any(|(n, _)| *n == name) {
                return self.fail(u.name.line, format!("Cannot use variable ${} twice", u.name.name));
            }
            uses.push((name, u.by_ref));
        }
        if !f.is_static {
            self.b().flags |= code_flags::USES_THIS;
        }
        let outer_name = self.f().function_name.clone();
        let name = self.closure_name(&outer_name, f.line);
        let mut scope = FnScope::new();
        scope.function_name = name.clone();
        scope.is_static = f.is_static;
        scope.b.flags |= code_flags::CLOSURE;
        if arrow {
            scope.b.flags |= code_flags::ARROW;
        }
        if f.is_static || self.f().is_const_expr {
            scope.b.flags |= code_flags::STATIC_CLOSURE;
        }
        if arrow {
            // An arrow function captures by value every variable it reads that its surroundings have.
            let mut found = BTreeSet::new();
            let mut order = Vec::new();
            free_variables(f, &mut found, &mut order);
            for v in order {
                if !f.params().iter().any(|p| p.name.name == v)
                    && v != *"this"
                    && !super::place::is_superglobal(&v)
                    && v != *"GLOBALS"
                {
                    uses.push((self.str(&v), false));
                }
            }
        }
        scope.uses = uses.iter().map(|(name, _)| name.clone()).collect();
        let shown = self.str(&name);
        let outer_uses = uses.clone();
        scope.chains.clear();
        let code =
            if arrow { self.arrow_code(scope, f, shown, uses)? } else { self.function_in(scope, f, Some(shown), 0, uses, None)? };
        self.b().functions.push(Arc::new(code));
        let index = (self.b().functions.len() - 1) as u16;
        let t = self.b().temp();
        self.line(f.line);
        self.b().emit(Op::MakeClosure, t, index, 0);
        self.b().define(t);
        for (i, (n, by_ref)) in outer_uses.iter().enumerate() {
            let v = self.b().var(n);
            self.b().emit(if *by_ref { Op::BindUseRef } else { Op::BindUse }, t, v, i as u16 | if arrow { 0x8000 } else { 0 });
        }
        Ok(Operand::Temp(t))
    }
    fn arrow_code(&mut self, scope: FnScope, f: &Function, name: Str, uses: Vec<(Str, bool)>) -> Result<phant_bytecode::Code> {
        self.function_in(scope, f, Some(name), 0, uses, None)
    }
    /// `{closure:/file.php:12}` at top level, `{closure:f():12}` in functions.
    fn closure_name(&mut self, outer: &[u8], line: u32) -> Vec<u8> {
        let place = if outer.is_empty() {
            self.file.as_bytes().to_vec()
        } else if outer.starts_with(b"{closure:") {
            outer.to_vec()
        } else {
            match &self.class {
                Some(c) => {
                    let class: &[u8] = if c.anonymous { b"class@anonymous" } else { &c.name };
                    [class, b"::", outer, b"()"].concat()
                }
                None => [outer, b"()"].concat(),
            }
        };
        [b"{closure:", &place[..], b":", line.to_string().as_bytes(), b"}"].concat()
    }
}

/// Variables an arrow function (and arrow functions and closures in it) uses, in order of appearance.
fn free_variables(f: &Function, found: &mut BTreeSet<Bytes>, order: &mut Vec<Bytes>) {
    for p in f.params() {
        if let Some(d) = &p.default {
            expr(d, found, order);
        }
    }
    if let FunctionBody::Expr(e) = &f.body {
        expr(e, found, order);
    }
}
fn add(name: &Bytes, found: &mut BTreeSet<Bytes>, order: &mut Vec<Bytes>) {
    if found.insert(name.clone()) {
        order.push(name.clone());
    }
}
fn args(a: &Arguments, found: &mut BTreeSet<Bytes>, order: &mut Vec<Bytes>) {
    for x in a.list() {
        expr(&x.value, found, order);
    }
}
fn class(c: &ClassRef, found: &mut BTreeSet<Bytes>, order: &mut Vec<Bytes>) {
    if let ClassRef::Expr(e) = c {
        expr(e, found, order);
    }
}
fn member(m: &MemberName, found: &mut BTreeSet<Bytes>, order: &mut Vec<Bytes>) {
    if let MemberName::Expr(e) = m {
        expr(e, found, order);
    }
}
fn expr(e: &Expr, found: &mut BTreeSet<Bytes>, order: &mut Vec<Bytes>) {
    match &e.kind {
        ExprKind::Variable(name) => add(name, found, order),
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) | ExprKind::Constant(_) | ExprKind::MagicConstant(_) => {}
        ExprKind::Interpolated(parts) | ExprKind::ShellExec(parts) => {
            for p in parts {
                if let StringPart::Expr(e, _) = p {
                    expr(e, found, order);
                }
            }
        }
        ExprKind::Array(a) => {
            for el in a.elements.iter().flatten() {
                if let Some(k) = &el.key {
                    expr(k, found, order);
                }
                expr(&el.value, found, order);
            }
        }
        ExprKind::VariableVariable(x)
        | ExprKind::Clone(x)
        | ExprKind::Unary(_, x)
        | ExprKind::IncDec(_, x)
        | ExprKind::Cast(_, x)
        | ExprKind::Silence(x)
        | ExprKind::Empty(x)
        | ExprKind::Include(_, x)
        | ExprKind::Eval(x)
        | ExprKind::Print(x)
        | ExprKind::YieldFrom(x)
        | ExprKind::Throw(x) => expr(x, found, order),
        ExprKind::Index(b, i) => {
            expr(b, found, order);
            if let Some(i) = i {
                expr(i, found, order);
            }
        }
        ExprKind::Property(p) => {
            expr(&p.object, found, order);
            member(&p.name, found, order);
        }
        ExprKind::StaticProperty(p) => {
            class(&p.class, found, order);
            member(&p.name, found, order);
        }
        ExprKind::ClassConstant(c) => {
            class(&c.class, found, order);
            member(&c.name, found, order);
        }
        ExprKind::ClassName(c) => class(c, found, order),
        ExprKind::Call(c) => {
            if let Callee::Expr(x) = &c.callee {
                expr(x, found, order);
            }
            args(&c.args, found, order);
        }
        ExprKind::MethodCall(m) => {
            expr(&m.object, found, order);
            member(&m.name, found, order);
            args(&m.args, found, order);
        }
        ExprKind::StaticCall(c) => {
            class(&c.class, found, order);
            member(&c.name, found, order);
            args(&c.args, found, order);
        }
        ExprKind::New(n) => {
            if let NewClass::Ref(c) = &n.class {
                class(c, found, order);
            }
            if let Some(a) = &n.args {
                args(a, found, order);
            }
        }
        ExprKind::CloneCall(a) | ExprKind::Exit(a) => args(a, found, order),
        ExprKind::Binary(_, a, b) | ExprKind::Assign(a, b) | ExprKind::AssignRef(a, b) | ExprKind::AssignOp(_, a, b) => {
            expr(a, found, order);
            expr(b, found, order);
        }
        ExprKind::Ternary(t) => {
            expr(&t.condition, found, order);
            if let Some(x) = &t.then {
                expr(x, found, order);
            }
            expr(&t.otherwise, found, order);
        }
        ExprKind::InstanceOf(x, c) => {
            expr(x, found, order);
            class(c, found, order);
        }
        ExprKind::Isset(list) => list.iter().for_each(|x| expr(x, found, order)),
        ExprKind::Yield { key, value } => {
            for x in [key, value].into_iter().flatten() {
                expr(x, found, order);
            }
        }
        ExprKind::Match(m) => {
            expr(&m.subject, found, order);
            for arm in &m.arms {
                for c in arm.conditions.iter().flatten() {
                    expr(c, found, order);
                }
                expr(&arm.body, found, order);
            }
        }
        ExprKind::Closure(f) => f.uses.iter().for_each(|u| add(&u.name.name, found, order)),
        ExprKind::ArrowFunction(f) => {
            let mut inner_found = BTreeSet::new();
            let mut inner = Vec::new();
            free_variables(f, &mut inner_found, &mut inner);
            for v in inner {
                if !f.params().iter().any(|p| p.name.name == v) {
                    add(&v, found, order);
                }
            }
        }
    }
}
