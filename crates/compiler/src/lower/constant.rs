//! Constant expressions: their value when it is known now, code otherwise.

use super::{FnScope, Lower};
use crate::{
    builder::{Operand, Signature},
    error::Result,
    fold,
};
use phant_bytecode::{ConstExpr, Op, code_flags};
use phant_memory::{Array, Key, Value, View};
use phant_syntax::ast::{
    print::{NameRole, print_resolved},
    *,
};
use std::sync::Arc;

impl Lower<'_> {
    /// The value of an expression, if it is known when compiling.
    pub fn try_const(&mut self, e: &Expr) -> Option<Value> {
        Some(match &e.kind {
            ExprKind::Int(i) => Value::int(*i),
            ExprKind::Float(f) => Value::float(*f),
            ExprKind::String(s) => Value::from(self.str(s)),
            ExprKind::Constant(name) => return self.try_named_constant(name),
            ExprKind::MagicConstant(m) => return self.magic(*m, e.line),
            ExprKind::Unary(op, a) => fold::unary(*op, &self.try_const(a)?)?,
            ExprKind::Binary(op, a, b) => {
                if self.unknown_chains.contains(&(&raw const *e)) {
                    return None;
                }
                let Some(x) = self.try_const(a) else {
                    self.note_unknown(e);
                    return None;
                };
                // Short-circuit operators decide on their left side.
                match op {
                    BinaryOp::And if !fold::truth(&x) => return Some(Value::FALSE),
                    BinaryOp::Or if fold::truth(&x) => return Some(Value::TRUE),
                    BinaryOp::Coalesce if !x.is_null() => return Some(x),
                    _ => {}
                }
                fold::binary(*op, &x, &self.try_const(b)?)?
            }
            ExprKind::Ternary(t) => {
                let c = self.try_const(&t.condition)?;
                if fold::truth(&c) {
                    match &t.then {
                        Some(then) => self.try_const(then)?,
                        None => c,
                    }
                } else {
                    self.try_const(&t.otherwise)?
                }
            }
            ExprKind::Array(a) if a.syntax != ArraySyntax::List => return self.try_array(a),
            ExprKind::ClassConstant(c) => return self.try_own_constant(c),
            ExprKind::ClassName(class) => match &**class {
                ClassRef::Name(name) => match names_special(name) {
                    None => Value::from(self.str(&self.names.class(name))),
                    Some(SpecialClass::SelfClass) => match &self.class {
                        Some(c) if !c.is_trait && !c.anonymous => Value::from(self.str(&c.name)),
                        _ => return None,
                    },
                    _ => return None,
                },
                ClassRef::Expr(_) => return None,
            },
            _ => return None,
        })
    }
    /// Notes that the first operand of a chain of operators has no known value, so that the operators in it need not go
    /// down the chain once more each when they are lowered themselves.
    fn note_unknown(&mut self, e: &Expr) {
        fn left(e: &Expr) -> Option<&Expr> {
            match &e.kind {
                ExprKind::Binary(_, a, _) => Some(a),
                _ => None,
            }
        }
        // Short chains are cheaper walked than noted.
        let is_long = left(e).and_then(left).and_then(left).and_then(left).is_some();
        if is_long && !self.without_constants {
            self.unknown_chains.insert(e);
        }
    }
    /// `self::NAME` of a constant that the class has given a known value before. In closures `self` may be another class.
    fn try_own_constant(&self, c: &ClassConstantFetch) -> Option<Value> {
        let (ClassRef::Name(class), MemberName::Ident(name)) = (&c.class, &c.name) else { return None };
        let class = self.class.as_ref().filter(|own| !own.is_trait && names_special(class) == Some(SpecialClass::SelfClass))?;
        let is_settled = !self.without_constants && self.fns.iter().all(|f| f.b.flags & code_flags::CLOSURE == 0);
        class.constants.get(&name.name[..]).filter(|_| is_settled).cloned()
    }
    fn try_named_constant(&mut self, name: &Name) -> Option<Value> {
        let resolved = self.names.constant(name);
        let plain = resolved.fallback.as_deref().unwrap_or(&resolved.name);
        match plain.to_ascii_lowercase().as_slice() {
            b"true" => return Some(Value::TRUE),
            b"false" => return Some(Value::FALSE),
            b"null" => return Some(Value::NULL),
            _ => {}
        }
        if resolved.name.eq_ignore_ascii_case(b"__COMPILER_HALT_OFFSET__") {
            return self.halt_offset.map(|o| Value::int(i64::from(o)));
        }
        // A namespaced constant of that name could still be defined: only names that cannot be shadowed fold.
        if resolved.fallback.is_some() || self.without_constants {
            return None;
        }
        self.env.constant(&resolved.name)
    }
    pub fn magic(&mut self, m: MagicConstant, line: u32) -> Option<Value> {
        let text: Vec<u8> = match m {
            MagicConstant::Line => return Some(Value::int(i64::from(line))),
            MagicConstant::File => self.file.as_bytes().to_vec(),
            MagicConstant::Dir => {
                let file = self.file.as_bytes();
                match file.iter().rposition(|&b| b == b'/') {
                    Some(0) => b"/".to_vec(),
                    Some(i) => file[..i].to_vec(),
                    None => b".".to_vec(),
                }
            }
            MagicConstant::Function => self.f().function_name.clone(),
            MagicConstant::Class => match &self.class {
                Some(c) if c.is_trait || c.anonymous => return None,
                Some(c) => c.name.clone(),
                None => {
                    // In closures outside a class the class is only known at run time.
                    return if self.fns.last().is_some_and(|f| f.b.flags & code_flags::CLOSURE != 0) {
                        None
                    } else {
                        Some(Value::from(self.str(b"")))
                    };
                }
            },
            MagicConstant::Trait => match &self.class {
                Some(c) if c.is_trait => c.name.clone(),
                _ => Vec::new(),
            },
            MagicConstant::Method => self.method_name(),
            MagicConstant::Namespace => self.names.namespace.clone(),
            MagicConstant::Property => self.f().property.clone().unwrap_or_default(),
        };
        Some(Value::from(self.str(&text)))
    }
    /// What `__METHOD__` is here.
    pub fn method_name(&mut self) -> Vec<u8> {
        if let Some(name) = &self.f().method_name {
            return name.clone();
        }
        let function = self.f().function_name.clone();
        match &self.class {
            Some(c) if !function.is_empty() && !function.starts_with(b"{closure") => [&c.name[..], b"::", &function].concat(),
            _ => function,
        }
    }
    fn try_array(&mut self, a: &ArrayLiteral) -> Option<Value> {
        let mut array = Array::with_capacity(a.elements.len());
        for element in &a.elements {
            let element = element.as_ref()?;
            if element.by_ref || element.spread {
                return None;
            }
            let value = self.try_const(&element.value)?;
            match &element.key {
                None => array.push(value).ok()?,
                Some(key) => {
                    let key = self.try_const(key)?;
                    let key = match key.view() {
                        View::Int(i) => Key::Int(i),
                        View::Str(s) => Key::from(s),
                        View::Null => Key::Str(phant_memory::Str::default()),
                        View::Bool(b) => Key::Int(i64::from(b)),
                        View::Float(f) if f.fract() == 0.0 && f.abs() < 9e15 => Key::Int(f as i64),
                        _ => return None,
                    };
                    array.make_mut().set(key, value);
                }
            }
        }
        Some(crate::builder::literal(&Value::from(array)).clone())
    }

    /// A constant expression: default values, class constants, static variables, attribute arguments.
    pub fn const_expr(&mut self, e: &Expr) -> Result<ConstExpr> {
        self.constant_expression(e, true)
    }
    /// The same where `new` cannot stand: class constants and properties.
    pub fn const_expr_without_new(&mut self, e: &Expr) -> Result<ConstExpr> {
        self.constant_expression(e, false)
    }
    fn constant_expression(&mut self, e: &Expr, allow_new: bool) -> Result<ConstExpr> {
        let outer = std::mem::replace(&mut self.new_allowed, allow_new);
        let checked = self.check_const_expr(e);
        self.new_allowed = outer;
        checked?;
        if let Some(value) = self.try_const(e) {
            return Ok(ConstExpr { value: crate::builder::literal(&value), code: None, text: None, constant: None });
        }
        self.written(e)
    }

    /// The same for the default of a parameter, of which Reflection tells the constants that it is made of.
    pub fn parameter_default(&mut self, e: &Expr) -> Result<ConstExpr> {
        self.check_const_expr(e)?;
        self.without_constants = true;
        let plain = self.try_const(e);
        self.without_constants = false;
        if let Some(value) = plain {
            return Ok(ConstExpr { value: crate::builder::literal(&value), code: None, text: None, constant: None });
        }
        self.written(e)
    }

    /// How PHP prints the names in a constant expression: as they are resolved.
    fn shown_name(&self, name: &Name, role: NameRole) -> Option<Vec<u8>> {
        if name.special_class().is_some() {
            return None;
        }
        if role == NameRole::Constant {
            let plain = self.names.constant(name);
            let known = plain.fallback.as_deref().unwrap_or(&plain.name).to_ascii_lowercase();
            let literal = matches!(known.as_slice(), b"true" | b"false" | b"null");
            return (!literal).then_some(plain.name);
        }
        let full = self.names.class(name);
        let same = role == NameRole::Class && name.form == NameForm::Unqualified && full == name.text.to_vec();
        Some(if same { full } else { [b"\\", &full[..]].concat() })
    }

    /// A constant expression that is more than a value.
    fn written(&mut self, e: &Expr) -> Result<ConstExpr> {
        let text = print_resolved(e, self.env.precision(), &|name, role| self.shown_name(name, role));
        let text = Some(phant_memory::Name::new(&text));
        let constant = match &e.kind {
            ExprKind::Constant(name) => Some(self.str(&self.names.constant(name).name)),
            ExprKind::ClassConstant(c) => match (&c.class, &c.name) {
                (ClassRef::Name(class), MemberName::Ident(name)) => {
                    let class = self.names.class(class);
                    Some(self.str(&[&class[..], b"::", &name.name].concat()))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(value) = self.try_const(e) {
            return Ok(ConstExpr { value: crate::builder::literal(&value), code: None, text, constant });
        }
        let mut f = FnScope::new();
        f.is_const_expr = true;
        f.function_name = self.fns.last().map(|f| f.function_name.clone()).unwrap_or_default();
        f.method_name = self.fns.last().and_then(|f| f.method_name.clone());
        f.property = self.fns.last().and_then(|f| f.property.clone());
        f.b.flags |= code_flags::CONST_EXPR;
        if matches!(e.kind, ExprKind::Constant(_)) {
            f.b.flags |= code_flags::PLAIN_CONSTANT;
        }
        self.push_function(f);
        self.line(e.line);
        let mark = self.b().mark();
        let result = self.expr(e)?;
        let t = self.into_temp(mark, result);
        self.b().emit(Op::Return, t, 0, 0);
        self.b().consumed(&Operand::Temp(t));
        let file = self.file.copy();
        let signature = Signature {
            name: Some(self.str(b"[constant expression]")),
            file: Some(file),
            line: e.line,
            end_line: e.line,
            ..Signature::default()
        };
        let code = self.pop_function(signature, e.line)?;
        Ok(ConstExpr { value: crate::builder::literal(&Value::UNDEF), code: Some(Arc::new(code)), text, constant })
    }

    fn check_const_expr(&mut self, e: &Expr) -> Result<()> {
        const INVALID: &str = "Constant expression contains invalid operations";
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) | ExprKind::Constant(_) | ExprKind::MagicConstant(_) => {
                Ok(())
            }
            ExprKind::Unary(_, a) => self.check_const_expr(a),
            ExprKind::Binary(op, a, b) => {
                if *op == BinaryOp::Pipe {
                    return self.fail_here(INVALID);
                }
                self.check_const_expr(a)?;
                self.check_const_expr(b)
            }
            ExprKind::Ternary(t) => {
                self.check_const_expr(&t.condition)?;
                if let Some(then) = &t.then {
                    self.check_const_expr(then)?;
                }
                self.check_const_expr(&t.otherwise)
            }
            ExprKind::Array(a) => {
                if super::expression::has_array_key(a) && self.has_illegal_constant_key(a) {
                    return self.fail_here("Illegal offset type");
                }
                for element in a.elements.iter() {
                    let Some(element) = element else { return self.fail_here("Cannot use empty array elements in arrays") };
                    if element.by_ref {
                        return self.fail_here(INVALID);
                    }
                    if let Some(key) = &element.key {
                        self.check_const_expr(key)?;
                    }
                    self.check_const_expr(&element.value)?;
                }
                Ok(())
            }
            ExprKind::Index(base, Some(index)) => {
                self.check_const_expr(base)?;
                self.check_const_expr(index)
            }
            ExprKind::Index(_, None) => self.fail_here("Cannot use [] for reading"),
            ExprKind::ClassConstant(c) => {
                match &c.class {
                    ClassRef::Name(n) if names_special(n) == Some(SpecialClass::Static) => {
                        return self.fail_here("\"static::\" is not allowed in compile-time constants");
                    }
                    ClassRef::Name(_) => {}
                    ClassRef::Expr(e) => {
                        let text = match (self.try_const(e), &c.name) {
                            (Some(v), _) if v.is_str() => None,
                            (Some(_), MemberName::Ident(_)) => Some("Illegal class name"),
                            (Some(_), MemberName::Expr(_)) => Some("Class name must be a valid object or a string"),
                            (None, _) => Some("Dynamic class names are not allowed in compile-time class constant references"),
                        };
                        if let Some(text) = text {
                            return self.fail_here(text);
                        }
                    }
                }
                match &c.name {
                    MemberName::Ident(_) => Ok(()),
                    MemberName::Expr(x) => self.check_const_expr(x),
                }
            }
            ExprKind::ClassName(r) => match &**r {
                ClassRef::Name(n) if names_special(n) == Some(SpecialClass::Static) => {
                    self.fail_here("static::class cannot be used for compile-time class name resolution")
                }
                ClassRef::Name(_) => Ok(()),
                ClassRef::Expr(name) if matches!(name.kind, ExprKind::String(_)) => Ok(()),
                ClassRef::Expr(_) => self.fail_here("(expression)::class cannot be used in constant expressions"),
            },
            ExprKind::Property(p) => {
                self.check_const_expr(&p.object)?;
                match &p.name {
                    MemberName::Ident(_) => Ok(()),
                    MemberName::Expr(x) => self.check_const_expr(x),
                }
            }
            ExprKind::Cast(_, a) => self.check_const_expr(a),
            ExprKind::New(n) => self.check_const_new(n),
            ExprKind::Closure(f) => {
                if !f.is_static {
                    return self.fail_here("Closures in constant expressions must be static");
                }
                if !f.uses.is_empty() {
                    return self.fail_here("Cannot use(...) variables in constant expression");
                }
                Ok(())
            }
            ExprKind::Call(c) if c.args.is_placeholder() && matches!(c.callee, Callee::Name(_)) => Ok(()),
            ExprKind::StaticCall(c) if c.args.is_placeholder() => Ok(()),
            _ => self.fail_here(INVALID),
        }
    }
    fn check_const_new(&mut self, n: &New) -> Result<()> {
        if !self.new_allowed {
            return self.fail_here("New expressions are not supported in this context");
        }
        match &n.class {
            NewClass::Anonymous(_) => return self.fail_here("Cannot use anonymous class in constant expression"),
            NewClass::Ref(ClassRef::Expr(_)) => {
                return self.fail_here("Cannot use dynamic class name in constant expression");
            }
            NewClass::Ref(ClassRef::Name(name)) => {
                if names_special(name) == Some(SpecialClass::Static) {
                    return self.fail_here("\"static\" is not allowed in compile-time constants");
                }
            }
        }
        if let Some(args) = &n.args {
            self.check_const_args(args)?;
        }
        Ok(())
    }
    fn check_const_args(&mut self, args: &Arguments) -> Result<()> {
        if args.is_placeholder() {
            return self.fail_here("Cannot create Closure for new expression");
        }
        for a in args.list() {
            if matches!(a.kind, ArgumentKind::Spread) {
                return self.fail_here("Argument unpacking in constant expressions is not supported");
            }
            self.check_const_expr(&a.value)?;
        }
        Ok(())
    }
}

/// Which special class a name is.
pub(super) fn names_special(name: &Name) -> Option<SpecialClass> {
    crate::names::special(name)
}
