//! Statements and functions.

use super::Printer;
use crate::ast::{
    Block, Expr, Foreach, Function, FunctionBody, IfClause, Param, Stmt, StmtKind, SwitchCase, Try, UseItem, UseKind,
};

impl Printer<'_> {
    /// Statements one level deeper.
    pub(super) fn indented(&mut self, statements: &[Stmt]) {
        self.indent += 1;
        self.statements(statements);
        self.indent -= 1;
    }

    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// A statement that ends in `;`.
    fn line(&mut self, print: impl FnOnce(&mut Self)) {
        self.indentation();
        print(self);
        self.text(";\n");
    }

    fn keyword(&mut self, keyword: &str, operand: Option<&Expr>) {
        self.line(|printer| {
            printer.text(keyword);
            if let Some(operand) = operand {
                printer.text(" ");
                printer.expr(operand, 0);
            }
        });
    }

    pub(super) fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Block(statements) => return self.statements(statements),
            StmtKind::Nop => return,
            StmtKind::Expr(expr) => return self.line(|printer| printer.expr(expr, 0)),
            StmtKind::Echo(list) => return list.iter().for_each(|expr| self.keyword("echo", Some(expr))),
            StmtKind::InlineHtml(text) => {
                return self.line(|printer| {
                    printer.text("echo ");
                    printer.quoted(text);
                });
            }
            StmtKind::Break(operand) => return self.keyword("break", operand.as_ref()),
            StmtKind::Continue(operand) => return self.keyword("continue", operand.as_ref()),
            StmtKind::Return(operand) => return self.keyword("return", operand.as_ref()),
            StmtKind::Global(variables) => return variables.iter().for_each(|v| self.keyword("global", Some(v))),
            StmtKind::Static(variables) => {
                for variable in variables {
                    self.line(|printer| {
                        printer.text("static ");
                        printer.variable_name(&variable.name.name);
                        if let Some(default) = &variable.default {
                            printer.text(" = ");
                            printer.expr(default, 90);
                        }
                    });
                }
                return;
            }
            StmtKind::Unset(targets) => {
                for target in targets {
                    self.line(|printer| {
                        printer.text("unset(");
                        printer.expr(target, 0);
                        printer.text(")");
                    });
                }
                return;
            }
            StmtKind::Goto(label) => {
                return self.line(|printer| {
                    printer.text("goto ");
                    printer.bytes(&label.name);
                });
            }
            _ => {}
        }
        self.indentation();
        match &statement.kind {
            StmtKind::If { clauses, otherwise } => self.if_statement(clauses, otherwise.as_ref()),
            StmtKind::While { condition, body } => {
                self.text("while (");
                self.expr(condition, 0);
                self.text(") {\n");
                self.close_block(body);
            }
            StmtKind::DoWhile { body, condition } => {
                self.text("do {\n");
                self.indented(body);
                self.indentation();
                self.text("} while (");
                self.expr(condition, 0);
                self.text(");\n");
            }
            StmtKind::For(node) => {
                self.text("for (");
                self.exprs(&node.init);
                self.text(";");
                if !node.condition.is_empty() {
                    self.text(" ");
                    self.exprs(&node.condition);
                }
                self.text(";");
                if !node.step.is_empty() {
                    self.text(" ");
                    self.exprs(&node.step);
                }
                self.text(") {\n");
                self.close_block(&node.body);
            }
            StmtKind::Foreach(node) => self.foreach(node),
            StmtKind::Switch { subject, cases } => self.switch(subject, cases),
            StmtKind::Try(node) => self.try_statement(node),
            StmtKind::Label(label) => {
                self.bytes(&label.name);
                self.text(":\n");
            }
            StmtKind::Declare { directives, body } => {
                self.text("declare(");
                self.list(directives, |printer, directive| {
                    printer.bytes(&directive.name.name);
                    printer.text(" = ");
                    printer.expr(&directive.value, 90);
                });
                self.text(")");
                match body {
                    Some(body) => {
                        self.text(" {\n");
                        self.close_block(body);
                    }
                    None => self.text(";\n"),
                }
            }
            StmtKind::Namespace { name, body } => {
                self.text("namespace");
                if let Some(name) = name {
                    self.text(" ");
                    self.name(name);
                }
                match body {
                    Some(body) => {
                        self.text(" {\n");
                        self.indented(body);
                        self.indentation();
                        self.text("}\n");
                    }
                    None => self.text(";\n"),
                }
            }
            StmtKind::Use(items) => {
                self.text("use ");
                self.use_items(items);
                self.text(";\n");
            }
            StmtKind::GroupUse { prefix, items } => {
                self.text("use ");
                self.name(prefix);
                self.text("\\{");
                self.use_items(items);
                self.text("};\n");
            }
            StmtKind::Const { items, .. } => {
                self.text("const ");
                self.const_items(items);
                self.text(";\n");
            }
            StmtKind::Function(function) => {
                self.attributes(&function.attributes, true);
                self.text("function ");
                self.signature(function);
                self.function_block(function);
                self.text("\n\n");
            }
            StmtKind::Class(class) => self.class_declaration(class),
            StmtKind::HaltCompiler(_) => self.text("__HALT_COMPILER();\n"),
            _ => {}
        }
    }

    fn exprs(&mut self, list: &[Expr]) {
        self.list(list, |printer, expr| printer.expr(expr, 0));
    }

    fn close_block(&mut self, body: &[Stmt]) {
        self.indented(body);
        self.indentation();
        self.text("}\n");
    }

    fn if_statement(&mut self, clauses: &[IfClause], otherwise: Option<&Block>) {
        for (i, clause) in clauses.iter().enumerate() {
            if i > 0 {
                self.indentation();
            }
            self.text(if i == 0 { "if (" } else { "} elseif (" });
            self.expr(&clause.condition, 0);
            self.text(") {\n");
            self.indented(&clause.body);
        }
        if let Some(otherwise) = otherwise {
            self.indentation();
            self.text("} else ");
            if let ([Stmt { kind: StmtKind::If { clauses, otherwise }, .. }], false) = (&otherwise[..], otherwise.braced) {
                return self.if_statement(clauses, otherwise.as_ref());
            }
            self.text("{\n");
            self.indented(otherwise);
        }
        self.indentation();
        self.text("}\n");
    }

    fn foreach(&mut self, node: &Foreach) {
        self.text("foreach (");
        self.expr(&node.subject, 0);
        self.text(" as ");
        if let Some(key) = &node.key {
            if node.key_by_ref {
                self.text("&");
            }
            self.expr(key, 0);
            self.text(" => ");
        }
        if node.by_ref {
            self.text("&");
        }
        self.expr(&node.value, 0);
        self.text(") {\n");
        self.close_block(&node.body);
    }

    fn switch(&mut self, subject: &Expr, cases: &[SwitchCase]) {
        self.text("switch (");
        self.expr(subject, 0);
        self.text(") {\n");
        self.indent += 1;
        for case in cases {
            self.indentation();
            match &case.test {
                Some(test) => {
                    self.text("case ");
                    self.expr(test, 0);
                    self.text(":\n");
                }
                None => self.text("default:\n"),
            }
            self.indented(&case.body);
        }
        self.indent -= 1;
        self.indentation();
        self.text("}\n");
    }

    fn try_statement(&mut self, node: &Try) {
        self.text("try {\n");
        self.indented(&node.body);
        for catch in &node.catches {
            self.indentation();
            self.text("} catch (");
            self.names(&catch.classes, "|");
            if let Some(variable) = &catch.variable {
                self.text(" $");
                self.bytes(&variable.name);
            }
            self.text(") {\n");
            self.indented(&catch.body);
        }
        if let Some(finally) = &node.finally {
            self.indentation();
            self.text("} finally {\n");
            self.indented(finally);
        }
        self.indentation();
        self.text("}\n");
    }

    fn use_items(&mut self, items: &[UseItem]) {
        self.list(items, |printer, item| {
            match item.kind {
                UseKind::Class => {}
                UseKind::Function => printer.text("function "),
                UseKind::Const => printer.text("const "),
            }
            printer.name(&item.name);
            if let Some(alias) = &item.alias {
                printer.text(" as ");
                printer.bytes(&alias.name);
            }
        });
    }

    /// `&name(parameters) use(variables): type`
    pub(super) fn signature(&mut self, function: &Function) {
        if function.returns_ref {
            self.text("&");
        }
        if let Some(name) = &function.name {
            self.bytes(&name.name);
        }
        self.text("(");
        self.list(function.params(), Printer::param);
        self.text(")");
        if !function.uses.is_empty() {
            self.text(" use(");
            self.list(&function.uses, |printer, variable| {
                if variable.by_ref {
                    printer.text("&");
                }
                printer.text("$");
                printer.bytes(&variable.name.name);
            });
            self.text(")");
        }
        if let Some(ty) = &function.return_type {
            self.text(": ");
            self.ty(ty);
        }
    }

    fn param(&mut self, param: &Param) {
        self.attributes(&param.attributes, false);
        self.visibility(param.modifiers);
        if let Some(ty) = &param.ty {
            self.ty(ty);
            self.text(" ");
        }
        if param.by_ref {
            self.text("&");
        }
        if param.variadic {
            self.text("...");
        }
        self.text("$");
        self.bytes(&param.name.name);
        if let Some(default) = &param.default {
            self.text(" = ");
            self.expr(default, 0);
        }
        if let Some(hooks) = param.hooks.as_ref().filter(|hooks| !hooks.is_empty()) {
            self.hooks(hooks);
        }
    }

    /// ` { ... }` or `;` after a signature, without a newline after it.
    pub(super) fn function_block(&mut self, function: &Function) {
        match &function.body {
            FunctionBody::Block(statements) => {
                self.text(" {\n");
                self.indented(statements);
                self.indentation();
                self.text("}");
            }
            _ => self.text(";"),
        }
    }
}
