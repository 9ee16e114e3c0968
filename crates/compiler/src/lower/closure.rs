//! Closures and arrow functions.

use super::{FnScope, Lower};
use crate::{builder::Operand, error::Result};
use phant_bytecode::{Op, code_flags};
use phant_syntax::ast::*;
use std::{collections::BTreeSet, sync::Arc};

impl Lower<'_> {
    pub fn closure(&mut self, f: &Function, arrow: bool) -> Result<Operand> {
        let mut uses: Vec<(phant_memory::Name, bool)> = Vec::new();
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
            for v in FreeVariables::of(f) {
                if !f.params().iter().any(|p| p.name.name == v)
                    && v != *"this"
                    && !super::place::is_superglobal(&v)
                    && v != *"GLOBALS"
                {
                    uses.push((self.str(&v), false));
                }
            }
        }
        scope.uses = uses.iter().map(|(name, _)| name.copy()).collect();
        let shown = self.str(&name);
        let outer_uses: Vec<_> = uses.iter().map(|(name, by_ref)| (name.copy(), *by_ref)).collect();
        scope.chains.clear();
        let code =
            if arrow { self.arrow_code(scope, f, shown, uses)? } else { self.function_in(scope, f, Some(shown), 0, uses, None)? };
        self.b().functions.push(Arc::new(code));
        let index = (self.b().functions.len() - 1) as u16;
        let t = self.b().temp();
        self.b().emit(Op::MakeClosure, t, index, 0);
        self.b().define(t);
        for (i, (n, by_ref)) in outer_uses.iter().enumerate() {
            let v = self.b().var(n);
            if let Some(u) = f.uses.get(i) {
                self.line(u.name.line);
            }
            self.b().emit(if *by_ref { Op::BindUseRef } else { Op::BindUse }, t, v, i as u16 | if arrow { 0x8000 } else { 0 });
        }
        // What it is an operand of is where it ends.
        self.line(f.end_line);
        Ok(Operand::Temp(t))
    }
    fn arrow_code(
        &mut self,
        scope: FnScope,
        f: &Function,
        name: phant_memory::Name,
        uses: Vec<(phant_memory::Name, bool)>,
    ) -> Result<phant_bytecode::Code> {
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
                Some(c) => [&c.name[..], b"::", outer, b"()"].concat(),
                None => [outer, b"()"].concat(),
            }
        };
        [b"{closure:", &place[..], b":", line.to_string().as_bytes(), b"}"].concat()
    }
}

/// The variables that an arrow function uses, those of arrow functions and closures in it included, in order of appearance.
#[derive(Default)]
struct FreeVariables {
    found: BTreeSet<Bytes>,
    order: Vec<Bytes>,
}

impl FreeVariables {
    fn of(f: &Function) -> Vec<Bytes> {
        let mut free = FreeVariables::default();
        f.params().iter().filter_map(|p| p.default.as_ref()).for_each(|d| free.expr(d));
        f.body.walk(&mut free);
        free.order
    }
    fn add(&mut self, name: &Bytes) {
        if self.found.insert(name.clone()) {
            self.order.push(name.clone());
        }
    }
}

impl Visit<'_> for FreeVariables {
    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Variable(name) => self.add(name),
            ExprKind::Closure(f) => f.uses.iter().for_each(|u| self.add(&u.name.name)),
            ExprKind::ArrowFunction(f) => {
                let inner = FreeVariables::of(f);
                inner.iter().filter(|v| !f.params().iter().any(|p| p.name.name == **v)).for_each(|v| self.add(v));
            }
            _ => e.walk(self),
        }
    }
}
