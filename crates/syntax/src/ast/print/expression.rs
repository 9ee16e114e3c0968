//! Expressions.

use super::{Folded, NameRole, Printer, float};
use crate::ast::{
    ArrayElement, ArrayLiteral, BinaryOp, Callee, Cast, ClassRef, Expr, ExprKind, Function, FunctionBody, IncDec, Include,
    MagicConstant, Match, New, NewClass, StringPart, Ternary, UnaryOp,
};

impl Printer<'_> {
    pub(super) fn expr(&mut self, expr: &Expr, priority: u32) {
        match &expr.kind {
            ExprKind::Int(value) => self.text(&value.to_string()),
            ExprKind::Float(value) => self.text(&float(*value, self.precision, true)),
            ExprKind::String(value) => self.quoted(value),
            ExprKind::Interpolated(parts) => {
                self.text("\"");
                self.parts(parts, b'"');
                self.text("\"");
            }
            ExprKind::ShellExec(parts) => {
                self.text("`");
                match &parts[..] {
                    [StringPart::Literal(command)] => self.bytes(command),
                    _ => self.parts(parts, b'`'),
                }
                self.text("`");
            }
            ExprKind::Array(literal) => self.array(literal),
            ExprKind::Constant(name) => self.name_as(name, NameRole::Constant),
            ExprKind::MagicConstant(constant) => self.text(match constant {
                MagicConstant::Line => "__LINE__",
                MagicConstant::File => "__FILE__",
                MagicConstant::Dir => "__DIR__",
                MagicConstant::Function => "__FUNCTION__",
                MagicConstant::Class => "__CLASS__",
                MagicConstant::Method => "__METHOD__",
                MagicConstant::Namespace => "__NAMESPACE__",
                MagicConstant::Trait => "__TRAIT__",
                MagicConstant::Property => "__PROPERTY__",
            }),
            ExprKind::Variable(name) => self.variable_name(name),
            ExprKind::VariableVariable(inner) => {
                self.text("$");
                self.member_expr(inner);
            }
            ExprKind::Index(base, index) => {
                self.expr(base, 260);
                self.text("[");
                if let Some(index) = index {
                    self.expr(index, 0);
                }
                self.text("]");
            }
            ExprKind::Property(fetch) => {
                self.expr(&fetch.object, 0);
                self.text(if fetch.nullsafe { "?->" } else { "->" });
                self.member(&fetch.name);
            }
            ExprKind::StaticProperty(fetch) => {
                self.class_ref(&fetch.class);
                self.text("::$");
                self.member(&fetch.name);
            }
            ExprKind::ClassConstant(fetch) => {
                self.class_ref(&fetch.class);
                self.text("::");
                self.bare_member(&fetch.name);
            }
            ExprKind::ClassName(class) => {
                self.class_ref(class);
                self.text("::class");
            }
            ExprKind::Call(call) => {
                match &call.callee {
                    Callee::Name(name) => self.name(name),
                    Callee::Expr(callee) => self.name_or_expr(callee),
                }
                self.arguments(&call.args);
            }
            ExprKind::MethodCall(call) => {
                self.expr(&call.object, 0);
                self.text(if call.nullsafe { "?->" } else { "->" });
                self.member(&call.name);
                self.arguments(&call.args);
            }
            ExprKind::StaticCall(call) => {
                self.class_ref(&call.class);
                self.text("::");
                self.member(&call.name);
                self.arguments(&call.args);
            }
            ExprKind::New(new) => self.new_expr(new),
            ExprKind::Clone(operand) => self.prefix("clone ", operand, 270, 271, priority),
            ExprKind::CloneCall(args) => {
                self.text("\\clone");
                self.arguments(args);
            }
            ExprKind::Unary(op, operand) => {
                let op = match op {
                    UnaryOp::Plus => "+",
                    UnaryOp::Minus => "-",
                    UnaryOp::Not => "!",
                    UnaryOp::BitNot => "~",
                };
                self.prefix(op, operand, 240, 241, priority);
            }
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, left, right, priority),
            ExprKind::Assign(target, value) => self.infix(target, " = ", value, (90, 91, 90), priority),
            ExprKind::AssignRef(target, value) => self.infix(target, " =& ", value, (90, 91, 90), priority),
            ExprKind::AssignOp(op, target, value) => {
                let op = format!(" {}= ", binary_operator(*op).0);
                self.infix(target, &op, value, (90, 91, 90), priority);
            }
            ExprKind::IncDec(op, target) => match op {
                IncDec::PreInc => self.prefix("++", target, 240, 230, priority),
                IncDec::PreDec => self.prefix("--", target, 240, 230, priority),
                IncDec::PostInc => self.postfix(target, "++", priority),
                IncDec::PostDec => self.postfix(target, "--", priority),
            },
            ExprKind::Ternary(ternary) => self.ternary(ternary, priority),
            ExprKind::InstanceOf(operand, class) => {
                self.expr(operand, 0);
                self.text(" instanceof ");
                self.class_ref(class);
            }
            ExprKind::Cast(cast, operand) => {
                let cast = match cast {
                    Cast::Int => "(int)",
                    Cast::Float => "(double)",
                    Cast::String => "(string)",
                    Cast::Array => "(array)",
                    Cast::Object => "(object)",
                    Cast::Bool => "(bool)",
                    Cast::Unset => "(unset)",
                    Cast::Void => "(void)",
                };
                self.prefix(cast, operand, 240, 241, priority);
            }
            ExprKind::Silence(operand) => self.prefix("@", operand, 240, 241, priority),
            ExprKind::Isset(list) => self.isset(list, priority),
            ExprKind::Empty(operand) => self.function("empty", operand),
            ExprKind::Include(include, path) => {
                let name = match include {
                    Include::Include => "include",
                    Include::IncludeOnce => "include_once",
                    Include::Require => "require",
                    Include::RequireOnce => "require_once",
                };
                self.function(name, path);
            }
            ExprKind::Eval(code) => self.function("eval", code),
            ExprKind::Exit(args) => {
                self.text("\\exit");
                self.arguments(args);
            }
            ExprKind::Print(operand) => self.prefix("print ", operand, 60, 61, priority),
            ExprKind::Yield { key, value } => self.parenthesized(priority > 70, |printer| {
                printer.text("yield ");
                if let Some(key) = key {
                    printer.expr(key, 70);
                    printer.text(" => ");
                }
                if let Some(value) = value {
                    printer.expr(value, 70);
                }
            }),
            ExprKind::YieldFrom(operand) => self.prefix("yield from ", operand, 85, 86, priority),
            ExprKind::Throw(operand) => {
                self.text("throw ");
                self.expr(operand, 0);
            }
            ExprKind::Match(shape) => self.match_expr(shape),
            ExprKind::Closure(function) | ExprKind::ArrowFunction(function) => self.closure(function),
        }
    }

    fn parenthesized(&mut self, needed: bool, print: impl FnOnce(&mut Self)) {
        if needed {
            self.text("(");
        }
        print(self);
        if needed {
            self.text(")");
        }
    }

    fn prefix(&mut self, op: &str, operand: &Expr, own: u32, inner: u32, priority: u32) {
        self.parenthesized(priority > own, |printer| {
            printer.text(op);
            printer.expr(operand, inner);
        });
    }

    fn postfix(&mut self, target: &Expr, op: &str, priority: u32) {
        self.parenthesized(priority > 230, |printer| {
            printer.expr(target, 231);
            printer.text(op);
        });
    }

    /// `priorities`: of the operator itself, of its left and of its right operand.
    fn infix(&mut self, left: &Expr, op: &str, right: &Expr, priorities: (u32, u32, u32), priority: u32) {
        self.parenthesized(priority > priorities.0, |printer| {
            printer.expr(left, priorities.1);
            printer.text(op);
            printer.expr(right, priorities.2);
        });
    }

    fn binary(&mut self, expr: &Expr, op: BinaryOp, left: &Expr, right: &Expr, priority: u32) {
        if let Some(Folded::String(value)) = self.folded(expr) {
            return self.quoted(&value);
        }
        let (text, priorities) = binary_operator(op);
        self.infix(left, &format!(" {text} "), right, priorities, priority);
    }

    fn ternary(&mut self, ternary: &Ternary, priority: u32) {
        self.parenthesized(priority > 100, |printer| {
            printer.expr(&ternary.condition, 100);
            match &ternary.then {
                Some(then) => {
                    printer.text(" ? ");
                    printer.expr(then, 101);
                    printer.text(" : ");
                }
                None => printer.text(" ?: "),
            }
            printer.expr(&ternary.otherwise, 101);
        });
    }

    /// PHP turns `isset(a, b)` into `isset(a) && isset(b)` while it parses.
    fn isset(&mut self, list: &[Expr], priority: u32) {
        let Some((last, rest)) = list.split_last() else { return };
        if rest.is_empty() {
            return self.function("isset", last);
        }
        self.parenthesized(priority > 130, |printer| {
            printer.isset(rest, 130);
            printer.text(" && ");
            printer.function("isset", last);
        });
    }

    fn function(&mut self, name: &str, operand: &Expr) {
        self.text(name);
        self.text("(");
        self.expr(operand, 0);
        self.text(")");
    }

    fn parts(&mut self, parts: &[StringPart], quote: u8) {
        for (i, part) in parts.iter().enumerate() {
            match part {
                StringPart::Literal(text) => self.escaped(text, quote),
                StringPart::Expr(expr, _) => {
                    let named = match &expr.kind {
                        ExprKind::Variable(_) => true,
                        ExprKind::VariableVariable(name) => matches!(self.folded(name), Some(Folded::String(_))),
                        _ => false,
                    };
                    let bare = named && !extends_variable(parts.get(i + 1));
                    if !bare {
                        self.text("{");
                    }
                    self.expr(expr, 0);
                    if !bare {
                        self.text("}");
                    }
                }
            }
        }
    }

    fn array(&mut self, literal: &ArrayLiteral) {
        self.text("[");
        self.list(&literal.elements, |printer, element| {
            if let Some(element) = element {
                printer.element(element);
            }
        });
        self.text("]");
    }

    fn element(&mut self, element: &ArrayElement) {
        if element.spread {
            self.text("...");
            return self.expr(&element.value, 80);
        }
        if let Some(key) = &element.key {
            self.expr(key, 80);
            self.text(" => ");
        }
        if element.by_ref {
            self.text("&");
        }
        self.expr(&element.value, 80);
    }

    fn new_expr(&mut self, new: &New) {
        self.text("new ");
        let class = match &new.class {
            NewClass::Anonymous(class) => class,
            NewClass::Ref(class) => {
                match class {
                    ClassRef::Name(name) => self.name_as(name, NameRole::New),
                    ClassRef::Expr(expr) => self.name_or_expr(expr),
                }
                return match &new.args {
                    Some(args) => self.arguments(args),
                    None => self.text("()"),
                };
            }
        };
        self.attributes(&class.attributes, false);
        self.text("class");
        if let Some(args) = new.args.as_ref().filter(|args| args.is_placeholder() || !args.list().is_empty()) {
            self.arguments(args);
        }
        self.class_body(class);
    }

    fn match_expr(&mut self, shape: &Match) {
        self.text("match (");
        self.expr(&shape.subject, 0);
        self.text(") {\n");
        self.indent += 1;
        for arm in &shape.arms {
            self.indentation();
            match &arm.conditions {
                Some(conditions) => self.list(conditions, |printer, condition| printer.expr(condition, 0)),
                None => self.text("default"),
            }
            self.text(" => ");
            // PHP forgets the indentation here.
            let indent = std::mem::replace(&mut self.indent, 0);
            self.expr(&arm.body, 0);
            self.indent = indent;
            self.text(",\n");
        }
        self.indent -= 1;
        self.indentation();
        self.text("}");
    }

    fn closure(&mut self, function: &Function) {
        self.attributes(&function.attributes, false);
        if function.is_static {
            self.text("static ");
        }
        self.text(if matches!(function.body, FunctionBody::Expr(_)) { "fn" } else { "function " });
        self.signature(function);
        match &function.body {
            FunctionBody::Expr(body) => {
                self.text(" => ");
                self.expr(body, 0);
            }
            _ => self.function_block(function),
        }
    }
}

/// Whether what follows a variable in a string would be read as part of it.
fn extends_variable(next: Option<&StringPart>) -> bool {
    let Some(StringPart::Literal(text)) = next else { return false };
    match text.first() {
        Some(&c) => c == b'_' || c == b'[' || c >= 0x7f || c.is_ascii_alphanumeric() || text.starts_with(b"->"),
        None => false,
    }
}

/// An operator's text and the priorities of itself, its left and its right operand.
fn binary_operator(op: BinaryOp) -> (&'static str, (u32, u32, u32)) {
    match op {
        BinaryOp::Add => ("+", (200, 200, 201)),
        BinaryOp::Sub => ("-", (200, 200, 201)),
        BinaryOp::Mul => ("*", (210, 210, 211)),
        BinaryOp::Div => ("/", (210, 210, 211)),
        BinaryOp::Mod => ("%", (210, 210, 211)),
        BinaryOp::Pow => ("**", (250, 251, 250)),
        BinaryOp::Concat => (".", (185, 185, 186)),
        BinaryOp::ShiftLeft => ("<<", (190, 190, 191)),
        BinaryOp::ShiftRight => (">>", (190, 190, 191)),
        BinaryOp::BitAnd => ("&", (160, 160, 161)),
        BinaryOp::BitOr => ("|", (140, 140, 141)),
        BinaryOp::BitXor => ("^", (150, 150, 151)),
        BinaryOp::And => ("&&", (130, 130, 131)),
        BinaryOp::Or => ("||", (120, 120, 121)),
        BinaryOp::Xor => ("xor", (40, 40, 41)),
        BinaryOp::Coalesce => ("??", (110, 111, 110)),
        BinaryOp::Equal => ("==", (170, 171, 171)),
        BinaryOp::NotEqual => ("!=", (170, 171, 171)),
        BinaryOp::Identical => ("===", (170, 171, 171)),
        BinaryOp::NotIdentical => ("!==", (170, 171, 171)),
        BinaryOp::Less => ("<", (180, 181, 181)),
        BinaryOp::LessEqual => ("<=", (180, 181, 181)),
        BinaryOp::Greater => (">", (180, 181, 181)),
        BinaryOp::GreaterEqual => (">=", (180, 181, 181)),
        BinaryOp::Spaceship => ("<=>", (180, 181, 181)),
        BinaryOp::Pipe => ("|>", (183, 183, 184)),
    }
}
