//! Walking the tree of a function's body.
//!
//! A walk goes into what a node evaluates, in the order of the source, and stops at functions and classes: what stands in
//! them is not evaluated with the node. A [`Visit`] that wants to see more of them does it in its own methods.

use super::*;

/// What is called for the nodes of a walk.
pub trait Visit<'a>: Sized {
    /// An expression. Unless it calls [`Expr::walk`], the walk does not go into it.
    fn expr(&mut self, expr: &'a Expr) {
        expr.walk(self);
    }

    /// A statement. Unless it calls [`Stmt::walk`], the walk does not go into it.
    fn stmt(&mut self, stmt: &'a Stmt) {
        stmt.walk(self);
    }
}

fn exprs<'a>(visit: &mut impl Visit<'a>, list: impl IntoIterator<Item = &'a Expr>) {
    list.into_iter().for_each(|e| visit.expr(e));
}

fn stmts<'a>(visit: &mut impl Visit<'a>, list: &'a [Stmt]) {
    list.iter().for_each(|s| visit.stmt(s));
}

fn args<'a>(visit: &mut impl Visit<'a>, args: &'a Arguments) {
    exprs(visit, args.list().iter().map(|a| &a.value));
}

fn class<'a>(visit: &mut impl Visit<'a>, class: &'a ClassRef) {
    if let ClassRef::Expr(e) = class {
        visit.expr(e);
    }
}

fn member<'a>(visit: &mut impl Visit<'a>, name: &'a MemberName) {
    if let MemberName::Expr(e) = name {
        visit.expr(e);
    }
}

impl Expr {
    /// Hands the expressions directly under this one to a visitor.
    pub fn walk<'a>(&'a self, visit: &mut impl Visit<'a>) {
        match &self.kind {
            ExprKind::Variable(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Constant(_)
            | ExprKind::MagicConstant(_)
            | ExprKind::Closure(_)
            | ExprKind::ArrowFunction(_) => {}
            ExprKind::Interpolated(parts) | ExprKind::ShellExec(parts) => {
                for part in parts {
                    if let StringPart::Expr(e, _) = part {
                        visit.expr(e);
                    }
                }
            }
            ExprKind::Array(array) => {
                for element in array.elements.iter().flatten() {
                    exprs(visit, &element.key);
                    visit.expr(&element.value);
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
            | ExprKind::Throw(x) => visit.expr(x),
            ExprKind::Index(base, index) => {
                visit.expr(base);
                exprs(visit, index.as_deref());
            }
            ExprKind::Property(p) => {
                visit.expr(&p.object);
                member(visit, &p.name);
            }
            ExprKind::StaticProperty(p) => {
                class(visit, &p.class);
                member(visit, &p.name);
            }
            ExprKind::ClassConstant(c) => {
                class(visit, &c.class);
                member(visit, &c.name);
            }
            ExprKind::ClassName(c) => class(visit, c),
            ExprKind::Call(c) => {
                if let Callee::Expr(x) = &c.callee {
                    visit.expr(x);
                }
                args(visit, &c.args);
            }
            ExprKind::MethodCall(m) => {
                visit.expr(&m.object);
                member(visit, &m.name);
                args(visit, &m.args);
            }
            ExprKind::StaticCall(c) => {
                class(visit, &c.class);
                member(visit, &c.name);
                args(visit, &c.args);
            }
            ExprKind::New(n) => {
                if let NewClass::Ref(c) = &n.class {
                    class(visit, c);
                }
                if let Some(a) = &n.args {
                    args(visit, a);
                }
            }
            ExprKind::CloneCall(a) | ExprKind::Exit(a) => args(visit, a),
            ExprKind::Binary(_, a, b) | ExprKind::Assign(a, b) | ExprKind::AssignRef(a, b) | ExprKind::AssignOp(_, a, b) => {
                visit.expr(a);
                visit.expr(b);
            }
            ExprKind::Ternary(t) => {
                visit.expr(&t.condition);
                exprs(visit, &t.then);
                visit.expr(&t.otherwise);
            }
            ExprKind::InstanceOf(x, c) => {
                visit.expr(x);
                class(visit, c);
            }
            ExprKind::Isset(list) => exprs(visit, list),
            ExprKind::Yield { key, value } => {
                exprs(visit, key.as_deref());
                exprs(visit, value.as_deref());
            }
            ExprKind::Match(m) => {
                visit.expr(&m.subject);
                for arm in &m.arms {
                    exprs(visit, arm.conditions.iter().flatten());
                    visit.expr(&arm.body);
                }
            }
        }
    }
}

impl Stmt {
    /// Hands the expressions and statements directly under this one to a visitor.
    pub fn walk<'a>(&'a self, visit: &mut impl Visit<'a>) {
        match &self.kind {
            StmtKind::InlineHtml(_)
            | StmtKind::Nop
            | StmtKind::Goto(_)
            | StmtKind::Label(_)
            | StmtKind::Use(_)
            | StmtKind::GroupUse { .. }
            | StmtKind::Function(_)
            | StmtKind::Class(_)
            | StmtKind::HaltCompiler(_) => {}
            StmtKind::Expr(e) => visit.expr(e),
            StmtKind::Echo(list) | StmtKind::Global(list) | StmtKind::Unset(list) => exprs(visit, list),
            StmtKind::Block(list) => stmts(visit, list),
            StmtKind::If { clauses, otherwise } => {
                for clause in clauses {
                    visit.expr(&clause.condition);
                    stmts(visit, &clause.body);
                }
                if let Some(block) = otherwise {
                    stmts(visit, block);
                }
            }
            StmtKind::While { condition, body } => {
                visit.expr(condition);
                stmts(visit, body);
            }
            StmtKind::DoWhile { body, condition } => {
                stmts(visit, body);
                visit.expr(condition);
            }
            StmtKind::For(f) => {
                exprs(visit, f.init.iter().chain(&f.condition).chain(&f.step));
                stmts(visit, &f.body);
            }
            StmtKind::Foreach(f) => {
                visit.expr(&f.subject);
                exprs(visit, &f.key);
                visit.expr(&f.value);
                stmts(visit, &f.body);
            }
            StmtKind::Switch { subject, cases } => {
                visit.expr(subject);
                for case in cases {
                    exprs(visit, &case.test);
                    stmts(visit, &case.body);
                }
            }
            StmtKind::Break(e) | StmtKind::Continue(e) | StmtKind::Return(e) => exprs(visit, e),
            StmtKind::Static(variables) => exprs(visit, variables.iter().flat_map(|v| &v.default)),
            StmtKind::Try(t) => {
                stmts(visit, &t.body);
                for catch in &t.catches {
                    stmts(visit, &catch.body);
                }
                stmts(visit, t.finally.as_deref().unwrap_or(&[]));
            }
            StmtKind::Declare { directives, body } => {
                exprs(visit, directives.iter().map(|d| &d.value));
                if let Some(block) = body {
                    stmts(visit, block);
                }
            }
            StmtKind::Namespace { body, .. } => stmts(visit, body.as_deref().unwrap_or(&[])),
            StmtKind::Const { items, .. } => exprs(visit, items.iter().map(|i| &i.value)),
        }
    }
}

impl FunctionBody {
    /// Hands what stands directly in a body to a visitor.
    pub fn walk<'a>(&'a self, visit: &mut impl Visit<'a>) {
        match self {
            FunctionBody::Absent => {}
            FunctionBody::Expr(e) => visit.expr(e),
            FunctionBody::Block(list) => stmts(visit, list),
        }
    }
}
