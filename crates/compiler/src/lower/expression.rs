//! Expressions.

use super::{Lower, constant::names_special, place::Place};
use crate::{
    builder::{Label, Operand},
    error::Result,
    fold,
};
use phant_bytecode::{LiveKind, Op, code_flags};
use phant_memory::{Array, Key, Value};
use phant_syntax::ast::*;

impl Lower<'_> {
    /// Evaluates an expression. The result is a constant, a variable that still has to be read, or a temporary.
    pub fn expr(&mut self, e: &Expr) -> Result<Operand> {
        self.line(e.line);
        if let Some(v) = self.try_const(e) {
            self.check_folded(e)?;
            return Ok(Operand::Const(v));
        }
        let mark = self.b().mark();
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) => unreachable!("constants are folded"),
            ExprKind::Interpolated(parts) => self.interpolated(parts, mark),
            ExprKind::ShellExec(parts) => {
                let command = self.interpolated(parts, mark)?;
                self.call_helper(b"shell_exec", command, mark)
            }
            ExprKind::Array(a) => self.array_literal(a, e.line),
            ExprKind::Constant(name) => Ok(self.named_constant(name)),
            ExprKind::MagicConstant(_) => {
                // `__CLASS__` in a trait or closure: the class at run time.
                let b = self.b();
                let t = b.temp();
                let cache = b.cache(Op::LoadClass);
                b.emit(Op::LoadClass, t, 0, 1 | 32);
                b.ext(cache, 0, 0);
                let cache = b.cache(Op::ClassNameOf);
                b.emit(Op::ClassNameOf, t, t, 2);
                b.ext(cache, 0, 0);
                b.define(t);
                Ok(Operand::Temp(t))
            }
            ExprKind::Variable(_) | ExprKind::VariableVariable(_) => {
                let place = self.place(e)?;
                Ok(self.read_place(place, mark, false))
            }
            ExprKind::Index(..)
            | ExprKind::Property(_)
            | ExprKind::StaticProperty(_)
            | ExprKind::MethodCall(_)
            | ExprKind::StaticCall(_) => self.chain(e, false),
            ExprKind::Call(_) => self.call(e),
            ExprKind::ClassConstant(c) => self.class_constant(c),
            ExprKind::ClassName(class) => self.class_name_of(class),
            ExprKind::New(n) => self.new_object(n, e),
            ExprKind::Clone(x) => {
                let v = self.expr(x)?;
                Ok(self.emit_result(mark, Op::Clone, &v, None))
            }
            ExprKind::CloneCall(args) => self.clone_call(args, e.line),
            ExprKind::Unary(op, x) => self.unary(*op, x, mark),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.line),
            ExprKind::Assign(target, value) => Ok(self.assign(target, value, true, e.line)?.expect("wanted")),
            ExprKind::AssignRef(target, value) => Ok(self.assign_ref(target, value, Some(Op::ReadPtr))?.expect("wanted")),
            ExprKind::AssignOp(op, target, value) => Ok(self.assign_op(*op, target, value, true, e.line)?.expect("wanted")),
            ExprKind::IncDec(kind, target) => Ok(self.inc_dec(*kind, target, true)?.expect("wanted")),
            ExprKind::Ternary(t) => self.ternary(t, mark),
            ExprKind::InstanceOf(x, class) => {
                if self.try_const(x).is_some() {
                    return Ok(Operand::Const(Value::FALSE));
                }
                let v = self.expr(x)?;
                let v = if v.is_const() { Operand::Temp(self.b().slot(&v)) } else { v };
                let c = self.class_operand_mode(class, 16)?;
                Ok(self.emit_result(mark, Op::InstanceOf, &v, Some(&c)))
            }
            ExprKind::Cast(kind, x) => self.cast(*kind, x, e.line, mark),
            ExprKind::Silence(x) => {
                let s = self.b().hidden_var();
                self.b().emit(Op::Silence, s, 0, 0);
                let m = self.b().mark();
                let start = self.b().here();
                // `@$this` looks it up by name, which is no error where there is no object.
                let v = if x.is_this() {
                    let name = Operand::Const(Value::from(self.str(b"this")));
                    self.read_place(Place::VarDyn(name), m, false)
                } else {
                    self.expr(x)?
                };
                let v = match v {
                    Operand::Var(_) => Operand::Temp(self.into_temp(m, v)),
                    other => other,
                };
                self.b().live_range(s, LiveKind::Silence, start);
                self.b().emit(Op::EndSilence, s, 0, 0);
                Ok(self.b().keep(mark, v))
            }
            ExprKind::Isset(items) => self.isset(items, mark),
            ExprKind::Empty(x) => self.empty(x, mark),
            ExprKind::Include(kind, x) => {
                let v = self.expr(x)?;
                let s = self.b().slot(&v);
                let n = match kind {
                    Include::Include => 0,
                    Include::IncludeOnce => 1,
                    Include::Require => 2,
                    Include::RequireOnce => 3,
                };
                Ok(self.include(s, n, mark))
            }
            ExprKind::Eval(x) => {
                let v = self.expr(x)?;
                let s = self.b().slot(&v);
                Ok(self.include(s, 4, mark))
            }
            ExprKind::Exit(args) => self.exit(args, e.line),
            ExprKind::Print(x) => {
                let v = self.expr(x)?;
                self.echo(v);
                self.b().release_to(mark);
                Ok(Operand::Const(Value::int(1)))
            }
            ExprKind::Yield { key, value } => self.yield_(key.as_deref(), value.as_deref(), mark, e.line),
            ExprKind::YieldFrom(x) => {
                self.check_generator(e.line)?;
                if self.f().returns_ref {
                    return self.fail(e.line, "Cannot use \"yield from\" inside a by-reference generator");
                }
                let v = self.expr(x)?;
                Ok(self.emit_result(mark, Op::YieldFrom, &v, None))
            }
            ExprKind::Throw(x) => {
                let v = self.expr(x)?;
                let s = self.b().slot(&v);
                self.b().emit(Op::Throw, s, 0, 0);
                self.b().consumed(&Operand::Temp(s));
                self.b().release_to(mark);
                Ok(Operand::Const(Value::NULL))
            }
            ExprKind::Match(m) => self.match_(m, mark, e.line),
            ExprKind::Closure(f) | ExprKind::ArrowFunction(f) => self.closure(f, matches!(e.kind, ExprKind::ArrowFunction(_))),
        }
    }

    /// Things that are errors even where the result is known.
    fn check_folded(&mut self, e: &Expr) -> Result<()> {
        if let ExprKind::ClassName(class) = &e.kind
            && let ClassRef::Name(name) = &**class
            && let Some(special) = names_special(name)
        {
            self.check_special_class(special, name.line)?;
        }
        Ok(())
    }

    /// Evaluates for the effects only.
    pub fn expr_drop(&mut self, e: &Expr) -> Result<()> {
        self.line(e.line);
        let mark = self.b().mark();
        match &e.kind {
            ExprKind::Assign(target, value) => {
                self.assign(target, value, false, e.line)?;
            }
            ExprKind::AssignRef(target, value) => {
                self.assign_ref(target, value, None)?;
            }
            ExprKind::AssignOp(op, target, value) => {
                self.assign_op(*op, target, value, false, e.line)?;
            }
            ExprKind::IncDec(kind, target) => {
                self.inc_dec(*kind, target, false)?;
            }
            ExprKind::Array(a) if a.syntax == ArraySyntax::List => {
                return self.fail(e.line, "Cannot use list() as standalone expression");
            }
            _ => {
                let start = self.b().here();
                let v = self.expr(e)?;
                match v {
                    // A variable alone is not even read.
                    Operand::Var(_) => {}
                    Operand::Temp(t) => {
                        let last = start.max(self.b().consumer() as usize);
                        let insn = if last < self.b().here() { Some(self.b().insn(last)) } else { None };
                        let without =
                            [Op::DoCall, Op::CallNamed, Op::CallNative, Op::CallInPlace, Op::CallArray, Op::Yield, Op::YieldRef];
                        if insn.is_some_and(|i| i.a == t && without.iter().any(|&op| i.op == op as u16)) {
                            self.b().set_a(last, 0);
                            self.b().used(t);
                        } else {
                            self.b().free(&v);
                        }
                    }
                    Operand::Const(_) => {}
                }
            }
        }
        self.b().release_to(mark);
        Ok(())
    }

    fn call_helper(&mut self, name: &[u8], arg: Operand, mark: u16) -> Result<Operand> {
        let arg = match arg {
            Operand::Const(v) => self.load(&v),
            other => other,
        };
        let hidden = self.keep_operand(arg);
        self.b().release_to(mark);
        let w = self.b().window(5);
        let k = self.b().string(name);
        let cache = self.b().cache(Op::InitCall);
        self.b().emit(Op::InitCall, w, k, k);
        self.b().ext(cache, 0, 0);
        self.b().define_as(w, LiveKind::Call);
        let t = self.b().temp();
        if let Operand::Var(v) = hidden {
            self.b().emit(Op::CopyVar, t, v, 0);
            if self.is_hidden(v) {
                self.b().drop_hidden(v);
            }
        }
        self.b().used(w);
        let at = self.b().emit(Op::DoCall, 0, w, 1);
        self.b().release_to(mark);
        let r = self.b().temp();
        self.b().set_a(at, r);
        self.b().define(r);
        Ok(Operand::Temp(r))
    }

    /// Reads a chain of fetches and calls; a `?->` in it leaves the whole chain with null.
    pub fn chain(&mut self, e: &Expr, quiet: bool) -> Result<Operand> {
        if !super::assign::chain_has_nullsafe(e) {
            return self.chain_link(e, quiet);
        }
        let mark = self.b().mark();
        let null = self.b().label();
        let end = self.b().label();
        self.f().chains.push((null, quiet));
        let v = self.chain_link(e, quiet)?;
        self.f().chains.pop();
        let t = self.into_temp(mark, v);
        self.b().used(t);
        self.b().jump(Op::Jmp, 0, end);
        self.b().place(null);
        self.b().emit(Op::NullsafeEnd, t, 0, 0);
        self.b().place(end);
        self.b().define(t);
        Ok(Operand::Temp(t))
    }
    /// The object or array a chain link is applied to.
    pub fn chain_base(&mut self, e: &Expr, quiet: bool) -> Result<Operand> {
        match &e.kind {
            // Parentheses do not end a nullsafe chain.
            ExprKind::Index(..)
            | ExprKind::Property(_)
            | ExprKind::StaticProperty(_)
            | ExprKind::MethodCall(_)
            | ExprKind::StaticCall(_) => self.chain_link(e, quiet),
            // What follows reads it without a notice.
            ExprKind::Variable(n) if quiet && !super::place::is_superglobal(n) && *n != "GLOBALS" && *n != "this" => {
                Ok(Operand::Var(self.b().var(n)))
            }
            _ if quiet && !e.is_this() => self.expr_quiet(e),
            _ => self.expr(e),
        }
    }
    fn chain_link(&mut self, e: &Expr, quiet: bool) -> Result<Operand> {
        let mark = self.b().mark();
        if is_delayed(e) {
            // All offsets and names are evaluated before the first fetch.
            let place = self.place(e)?;
            return Ok(self.read_place(place, mark, quiet));
        }
        match &e.kind {
            ExprKind::Index(base, index) => {
                let globals = super::place::is_globals(base);
                let Some(index) = index else {
                    let text = if globals { "Cannot append to $GLOBALS" } else { "Cannot use [] for reading" };
                    return self.fail(e.line, text);
                };
                if globals {
                    let name = self.expr(index)?;
                    return Ok(self.read_global(&name, mark, quiet));
                }
                let base = self.chain_base(base, quiet)?;
                let index = self.expr(index)?;
                Ok(self.fetch_dim(mark, base, index, quiet))
            }
            ExprKind::Property(p) => {
                let object = if self.uses_this(&p.object) { None } else { Some(self.chain_base(&p.object, quiet)?) };
                if p.nullsafe
                    && let Some(o) = &object
                {
                    let s = self.b().slot(o);
                    self.nullsafe_jump(s, quiet);
                    let name = self.member_name(&p.name)?;
                    let o = if matches!(o, Operand::Var(_)) { o.clone() } else { Operand::Temp(s) };
                    return Ok(self.fetch_prop(mark, Some(o), name, quiet));
                }
                let name = self.member_name(&p.name)?;
                Ok(self.fetch_prop(mark, object, name, quiet))
            }
            ExprKind::StaticProperty(_) => {
                let place = self.place(e)?;
                Ok(self.read_place(place, mark, quiet))
            }
            ExprKind::MethodCall(_) | ExprKind::StaticCall(_) => self.call(e),
            _ => self.expr(e),
        }
    }
    pub fn nullsafe_jump(&mut self, slot: u16, _quiet: bool) {
        let (null, quiet) = *self.f().chains.last().expect("inside a nullsafe chain");
        if quiet {
            // An undefined variable is not reported under isset().
            self.b().jump(Op::JmpUndefSlot, slot, null);
        }
        self.b().jump(Op::JmpNullsafe, slot, null);
    }
    /// Reads without notices for what is not there (`isset`, `??`).
    pub fn expr_quiet(&mut self, e: &Expr) -> Result<Operand> {
        self.line(e.line);
        let mark = self.b().mark();
        match &e.kind {
            ExprKind::Variable(_) | ExprKind::VariableVariable(_) => {
                let place = self.place(e)?;
                match place {
                    Place::Var(v) => {
                        let t = self.b().temp();
                        self.b().emit(Op::CopyVarQuiet, t, v, 0);
                        self.b().define(t);
                        Ok(Operand::Temp(t))
                    }
                    other => Ok(self.read_place(other, mark, true)),
                }
            }
            ExprKind::Index(..) | ExprKind::Property(_) | ExprKind::StaticProperty(_) | ExprKind::MethodCall(_) => {
                self.chain(e, true)
            }
            ExprKind::ClassConstant(_) => self.expr(e),
            _ => self.expr(e),
        }
    }

    fn named_constant(&mut self, name: &Name) -> Operand {
        let resolved = self.names.constant(name);
        let b = self.b();
        let full = b.string(&resolved.name);
        let fallback = match &resolved.fallback {
            Some(f) => b.string(f),
            None => full,
        };
        let t = b.temp();
        let cache = b.cache(Op::FetchConst);
        b.emit(Op::FetchConst, t, full, fallback);
        b.ext(cache, 0, 0);
        b.define(t);
        Operand::Temp(t)
    }
    fn class_constant(&mut self, c: &ClassConstantFetch) -> Result<Operand> {
        let mark = self.b().mark();
        // A class given by name is looked up after a computed name is known.
        if let (MemberName::Expr(x), ClassRef::Name(_)) = (&c.name, &c.class) {
            let name = self.expr(x)?;
            let class = self.class_operand(&c.class)?;
            return Ok(self.emit_result(mark, Op::FetchClassConstDyn, &class, Some(&name)));
        }
        // A class given by name is looked up where the member is.
        if let (MemberName::Ident(i), ClassRef::Name(_)) = (&c.name, &c.class) {
            self.line(i.line);
        }
        let class = self.class_operand(&c.class)?;
        let s = self.b().slot(&class);
        match &c.name {
            MemberName::Ident(i) => {
                self.line(i.line);
                let b = self.b();
                let k = b.string(&i.name);
                let cache = b.cache(Op::FetchClassConst);
                let at = b.emit(Op::FetchClassConst, 0, s, k);
                b.ext(cache, 0, 0);
                b.release_to(mark);
                let t = b.temp();
                b.set_a(at, t);
                b.define(t);
                Ok(Operand::Temp(t))
            }
            MemberName::Expr(x) => {
                let name = self.expr(x)?;
                Ok(self.emit_result(mark, Op::FetchClassConstDyn, &class, Some(&name)))
            }
        }
    }
    fn class_name_of(&mut self, class: &ClassRef) -> Result<Operand> {
        let mark = self.b().mark();
        match class {
            ClassRef::Expr(e) => {
                if matches!(e.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
                    return self.fail(e.line, "Illegal class name");
                }
                let v = self.expr(e)?;
                if let Operand::Const(name) = &v
                    && name.is_str()
                {
                    return Ok(v);
                }
                if v.is_const() {
                    let shown = match &v {
                        Operand::Const(c) => fold::value_name(c),
                        _ => "null",
                    };
                    return self.fail(e.line, format!("Cannot use \"::class\" on {shown}"));
                }
                let s = self.b().slot(&v);
                let b = self.b();
                let cache = b.cache(Op::ClassNameOf);
                let at = b.emit(Op::ClassNameOf, 0, s, 0);
                b.ext(cache, 0, 0);
                b.consumed(&v);
                b.release_to(mark);
                let t = b.temp();
                b.set_a(at, t);
                b.define(t);
                Ok(Operand::Temp(t))
            }
            ClassRef::Name(name) => {
                // Constant expressions look their class up when they run; its name is known to be missing now.
                if super::constant::names_special(name) == Some(SpecialClass::Parent)
                    && self.f().b.flags & code_flags::CLOSURE == 0
                    && self.class.as_ref().is_some_and(|c| c.parent.is_none() && !c.is_trait)
                {
                    return self.fail(name.line, "Cannot use \"parent\" when current class scope has no parent");
                }
                let c = self.class_operand_mode(class, 64)?;
                let t = c.temp().expect("a temporary");
                let cache = self.b().cache(Op::ClassNameOf);
                self.b().emit(Op::ClassNameOf, t, t, 2);
                self.b().ext(cache, 0, 0);
                self.b().define(t);
                Ok(Operand::Temp(t))
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, x: &Expr, mark: u16) -> Result<Operand> {
        let v = self.expr(x)?;
        match op {
            UnaryOp::Not => Ok(self.emit_result(mark, Op::Not, &v, None)),
            UnaryOp::BitNot => Ok(self.emit_result(mark, Op::BitNot, &v, None)),
            UnaryOp::Minus | UnaryOp::Plus => {
                let int = |int| Operand::Const(Value::int(int));
                // Errors show how PHP computes these in constant expressions, and elsewhere.
                let (op, a, b) = match (op, self.f().is_const_expr) {
                    (UnaryOp::Minus, true) => (BinaryOp::Mul, int(-1), v),
                    (UnaryOp::Minus, false) => (BinaryOp::Mul, v, int(-1)),
                    (_, true) => (BinaryOp::Add, int(0), v),
                    _ => (BinaryOp::Mul, v, int(1)),
                };
                Ok(self.emit_binary(mark, op, a, b))
            }
        }
    }
    pub fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, line: u32) -> Result<Operand> {
        let mark = self.b().mark();
        match op {
            BinaryOp::And | BinaryOp::Or => {
                // The result is a bool in one temporary, set on both paths.
                let x = self.expr(a)?;
                let s = self.b().slot(&x);
                let at = self.b().emit(Op::ToBool, 0, s, 0);
                self.b().consumed(&Operand::Temp(s));
                self.b().release_to(mark);
                let t = self.b().temp();
                self.b().set_a(at, t);
                let end = self.b().label();
                self.b().jump(if op == BinaryOp::And { Op::JmpZ } else { Op::JmpNz }, t, end);
                self.b().release_to(mark);
                let inner = self.b().mark();
                let y = self.expr(b)?;
                let s = self.b().slot(&y);
                let at = self.b().emit(Op::ToBool, 0, s, 0);
                self.b().consumed(&Operand::Temp(s));
                self.b().release_to(inner);
                let t2 = self.b().temp();
                self.b().set_a(at, t2);
                debug_assert_eq!(t, t2);
                self.b().place(end);
                Ok(Operand::Temp(t))
            }
            BinaryOp::Coalesce => {
                let x = self.expr_quiet(a)?;
                let t = match x {
                    Operand::Temp(_) => self.b().keep(mark, x).temp().expect("a temporary"),
                    other => self.into_temp(mark, other),
                };
                let end = self.b().label();
                self.b().jump(Op::JmpNotNull, t, end);
                self.b().used(t);
                self.b().release_to(mark);
                let y = self.expr(b)?;
                let t2 = self.into_temp(mark, y);
                debug_assert_eq!(t, t2);
                self.b().used(t2);
                self.b().place(end);
                self.b().define(t);
                Ok(Operand::Temp(t))
            }
            BinaryOp::Pipe => self.pipe(a, b, line),
            BinaryOp::Concat => self.concatenation(a, b),
            _ => {
                let x = self.expr(a)?;
                let y = self.expr(b)?;
                let commutes = matches!(op, BinaryOp::Mul | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor);
                // Messages show which one comes first.
                let exchanged = commutes && !self.f().is_const_expr && self.php_place(a, &x) < self.php_place(b, &y);
                let (x, y) = if exchanged { (y, x) } else { (x, y) };
                // As in PHP, the operator is where its last operand is.
                Ok(self.emit_binary(mark, op, x, y))
            }
        }
    }
    /// Emits a binary operator in the variant that fits its operands.
    pub fn emit_binary(&mut self, mark: u16, op: BinaryOp, x: Operand, y: Operand) -> Operand {
        use BinaryOp as B;
        if let (Operand::Const(a), Operand::Const(b)) = (&x, &y)
            && let Some(known) = crate::fold::binary(op, a, b)
        {
            return Operand::Const(known);
        }
        let (op, x, y) = match op {
            B::Greater => (B::Less, y, x),
            B::GreaterEqual => (B::LessEqual, y, x),
            other => (other, x, y),
        };
        let (vv, vk, kv) = match op {
            B::Add => (Op::AddVV, Some(Op::AddVK), Some(Op::AddKV)),
            B::Sub => (Op::SubVV, Some(Op::SubVK), Some(Op::SubKV)),
            B::Mul => (Op::MulVV, Some(Op::MulVK), Some(Op::MulKV)),
            B::Div => (Op::DivVV, Some(Op::DivVK), Some(Op::DivKV)),
            B::Mod => (Op::ModVV, Some(Op::ModVK), Some(Op::ModKV)),
            B::Pow => (Op::PowVV, Some(Op::PowVK), Some(Op::PowKV)),
            B::Concat => (Op::ConcatVV, Some(Op::ConcatVK), Some(Op::ConcatKV)),
            B::BitAnd => (Op::BitAndVV, Some(Op::BitAndVK), Some(Op::BitAndKV)),
            B::BitOr => (Op::BitOrVV, Some(Op::BitOrVK), Some(Op::BitOrKV)),
            B::BitXor => (Op::BitXorVV, Some(Op::BitXorVK), Some(Op::BitXorKV)),
            B::ShiftLeft => (Op::ShlVV, Some(Op::ShlVK), Some(Op::ShlKV)),
            B::ShiftRight => (Op::ShrVV, Some(Op::ShrVK), Some(Op::ShrKV)),
            B::Equal => (Op::EqualVV, Some(Op::EqualVK), None),
            B::NotEqual => (Op::NotEqualVV, Some(Op::NotEqualVK), None),
            B::Identical => (Op::IdenticalVV, Some(Op::IdenticalVK), None),
            B::NotIdentical => (Op::NotIdenticalVV, Some(Op::NotIdenticalVK), None),
            B::Less => (Op::LessVV, Some(Op::LessVK), Some(Op::LessKV)),
            B::LessEqual => (Op::LessEqualVV, Some(Op::LessEqualVK), Some(Op::LessEqualKV)),
            B::Spaceship => (Op::SpaceshipVV, None, None),
            _ => (Op::BoolXor, None, None),
        };
        // Equality does not care about sides.
        let (x, y) = match (&x, &y, op) {
            (Operand::Const(_), Operand::Var(_) | Operand::Temp(_), B::Equal | B::NotEqual | B::Identical | B::NotIdentical) => {
                (y, x)
            }
            _ => (x, y),
        };
        let emit = |l: &mut Self, op: Op, b: u16, c: u16| {
            let at = l.b().emit(op, 0, b, c);
            l.b().consumed(&x);
            l.b().consumed(&y);
            l.b().release_to(mark);
            let t = l.b().temp();
            l.b().set_a(at, t);
            l.b().define(t);
            Operand::Temp(t)
        };
        match (&x, &y, vk, kv) {
            (Operand::Var(s) | Operand::Temp(s), Operand::Const(k), Some(op), _) => {
                let k = self.b().literal(k);
                emit(self, op, *s, k)
            }
            (Operand::Const(k), Operand::Var(s) | Operand::Temp(s), _, Some(op)) => {
                let k = self.b().literal(k);
                emit(self, op, k, *s)
            }
            _ => self.emit_result(mark, vv, &x, Some(&y)),
        }
    }

    /// The side of a ternary that a constant as condition chooses.
    fn chosen<'t>(&mut self, t: &'t Ternary) -> Option<&'t Expr> {
        let condition = self.try_const(&t.condition)?;
        Some(match (&t.then, crate::fold::truth(&condition)) {
            (Some(then), true) => then,
            (None, true) => &t.condition,
            (_, false) => &t.otherwise,
        })
    }

    fn ternary(&mut self, t: &Ternary, mark: u16) -> Result<Operand> {
        // With a constant as condition there is but the side that it chooses. A variable there is read at once, as otherwise.
        if let Some(chosen) = self.chosen(t) {
            return match self.expr(chosen)? {
                v @ Operand::Var(_) => Ok(Operand::Temp(self.into_temp(mark, v))),
                v => Ok(v),
            };
        }
        let end = self.b().label();
        match &t.then {
            None => {
                let v = self.expr(&t.condition)?;
                let r = self.into_temp(mark, v);
                self.b().jump(Op::JmpSet, r, end);
                self.b().used(r);
                self.b().release_to(mark);
                let v = self.expr(&t.otherwise)?;
                let r2 = self.into_temp(mark, v);
                self.b().used(r2);
                self.b().place(end);
                self.b().define(r);
                Ok(Operand::Temp(r))
            }
            Some(then) => {
                let otherwise = self.b().label();
                self.jump_unless(&t.condition, otherwise)?;
                self.b().release_to(mark);
                let v = self.expr(then)?;
                let r = self.into_temp(mark, v);
                self.b().used(r);
                self.b().jump(Op::Jmp, 0, end);
                self.b().place(otherwise);
                self.b().release_to(mark);
                let v = self.expr(&t.otherwise)?;
                let r2 = self.into_temp(mark, v);
                debug_assert_eq!(r, r2);
                self.b().used(r2);
                self.b().place(end);
                self.b().define(r);
                Ok(Operand::Temp(r))
            }
        }
    }

    pub(super) fn cast(&mut self, kind: Cast, x: &Expr, line: u32, mark: u16) -> Result<Operand> {
        let n = match kind {
            Cast::Int => 4,
            Cast::Float => 5,
            Cast::String => 6,
            Cast::Array => 7,
            Cast::Object => 8,
            Cast::Bool => {
                let v = self.expr(x)?;
                return Ok(self.emit_result(mark, Op::ToBool, &v, None));
            }
            Cast::Void => {
                // The result is wanted, if only to be dropped.
                if let Operand::Temp(t) = self.expr(x)? {
                    self.b().emit(Op::Free, t, 0, 0);
                    self.b().used(t);
                }
                self.b().release_to(mark);
                return Ok(Operand::Const(Value::NULL));
            }
            Cast::Unset => return self.fail(line, "The (unset) cast is no longer supported"),
        };
        let v = self.expr(x)?;
        if let Operand::Const(known) = &v
            && let Some(result) = self.known_cast(kind, known)
        {
            return Ok(Operand::Const(result));
        }
        let s = self.b().slot(&v);
        let b = self.b();
        let at = b.emit(Op::Cast, 0, s, n);
        b.consumed(&Operand::Temp(s));
        b.release_to(mark);
        let t = b.temp();
        b.set_a(at, t);
        b.define(t);
        Ok(Operand::Temp(t))
    }

    /// The result of a cast of a scalar that nothing is reported about. Texts of floats depend on a setting.
    fn known_cast(&mut self, kind: Cast, value: &Value) -> Option<Value> {
        let function: &[u8] = match kind {
            Cast::Int => b"intval",
            Cast::Float => b"floatval",
            Cast::String if !value.is_float() => b"strval",
            _ => return None,
        };
        let is_plain = value.is_scalar() || value.is_str();
        let result = is_plain.then(|| self.env.fold_call(function, std::slice::from_ref(value)))??;
        Some(crate::builder::literal(&result).clone())
    }

    /// A constant array with a key that cannot be one is refused, with all that is inside it.
    fn check_constant_keys(&mut self, a: &ArrayLiteral) -> Result<()> {
        if has_array_key(a) && self.has_illegal_constant_key(a) {
            return self.fail(first_value_line(a), "Illegal offset type");
        }
        Ok(())
    }
    /// Whether PHP evaluates the array while it compiles, and fails: it goes through the elements up to the first one that
    /// is not constant.
    pub fn has_illegal_constant_key(&mut self, a: &ArrayLiteral) -> bool {
        let (mut illegal, mut constant) = (false, true);
        for element in a.elements.iter() {
            let Some(e) = element else { return false };
            if let ExprKind::Array(inner) = &e.value.kind
                && !e.by_ref
                && self.has_illegal_constant_key(inner)
            {
                return true;
            }
            if e.by_ref || e.spread || self.try_const(&e.value).is_none() {
                constant = false;
            }
            match e.key.as_ref().map(|key| self.try_const(key)) {
                None => {}
                Some(None) => constant = false,
                Some(Some(key)) => illegal |= key.is_array(),
            }
        }
        illegal && constant
    }
    /// Whether all elements have known values, so that PHP makes the array while it compiles.
    fn is_all_constant(&mut self, a: &ArrayLiteral) -> bool {
        a.elements.iter().flatten().all(|e| {
            let has_key = e.key.as_ref().is_none_or(|key| self.try_const(key).is_some());
            has_key && !e.by_ref && self.try_const(&e.value).is_some()
        })
    }
    fn array_literal(&mut self, a: &ArrayLiteral, line: u32) -> Result<Operand> {
        if a.syntax == ArraySyntax::List {
            return self.fail(line, "Cannot use list() as standalone expression");
        }
        self.check_constant_keys(a)?;
        if let Some(keys) = self.shape(a) {
            return self.shaped_literal(a, keys);
        }
        let array = self.b().temp();
        let first_key = a.elements.first().and_then(|e| e.as_ref()?.key.as_ref());
        let named = first_key.and_then(|key| self.try_const(key)).is_some_and(|key| key.is_str());
        self.b().emit(Op::NewArray, array, a.elements.len().min(60_000) as u16, u16::from(named));
        self.b().define(array);
        let mut last_line = line;
        for element in &a.elements {
            let Some(e) = element else { return self.fail(last_line, "Cannot use empty array elements in arrays") };
            last_line = e.line;
            let mark = self.b().mark();
            self.line(e.line);
            if e.spread {
                let v = self.expr(&e.value)?;
                if let Operand::Const(k) = &v
                    && !k.is_array()
                    && self.is_all_constant(a)
                {
                    let given = fold::value_name(k);
                    return self.fail(e.line, format!("Only arrays and Traversables can be unpacked, {given} given"));
                }
                let s = self.b().slot(&v);
                let constant = u16::from(self.f().is_const_expr);
                self.b().emit(Op::AddSpread, array, s, constant);
                self.b().consumed(&Operand::Temp(s));
                self.b().release_to(mark);
                continue;
            }
            let key = match &e.key {
                Some(k) => Some(super::place::normalise_offset(self.expr(k)?)),
                None => None,
            };
            if e.by_ref {
                let m = self.b().mark();
                self.check_not_call(&e.value)?;
                if !e.value.is_variable() {
                    return self.fail(e.line, "Cannot use temporary expression in write context");
                }
                if super::place::is_globals(&e.value) {
                    return self.fail(e.line, super::assign::GLOBALS_AS_A_WHOLE);
                }
                // PHP tries whether the array is a constant, and says so of what it cannot read.
                if appends(&e.value) {
                    return self.fail(e.line, "Cannot use [] for reading");
                }
                if !e.value.is_call() {
                    self.check_written_base(&e.value)?;
                }
                let place = self.place(&e.value)?;
                let r = self.fetch_ref(place, m)?;
                let s = self.b().slot(&r);
                match key {
                    Some(k) => {
                        let k = self.b().slot(&k);
                        self.b().emit(Op::AddElemRef, array, s, k);
                        self.b().consumed(&Operand::Temp(k));
                    }
                    None => {
                        self.b().emit(Op::AddElemRefN, array, s, 0);
                    }
                }
                self.b().consumed(&Operand::Temp(s));
                self.b().release_to(mark);
                continue;
            }
            // PHP folds what stands in an array first: a variable that a constant chooses is read where it is added.
            let mut value = &e.value;
            while let ExprKind::Ternary(t) = &value.kind
                && let Some(chosen) = self.chosen(t)
            {
                value = chosen;
            }
            let v = self.expr(value)?;
            let s = self.b().slot(&v);
            match key {
                None => {
                    self.b().emit(Op::AddElemN, array, s, 0);
                }
                Some(Operand::Const(k)) => {
                    let k = self.b().literal(&k);
                    self.b().emit(Op::AddElemK, array, s, k);
                }
                Some(Operand::Var(k) | Operand::Temp(k)) => {
                    self.b().emit(Op::AddElem, array, s, k);
                    self.b().consumed(&Operand::Temp(k));
                }
            }
            self.b().consumed(&Operand::Temp(s));
            self.b().release_to(mark);
        }
        Ok(Operand::Temp(array))
    }

    /// The keys of an array literal, if it can begin with all of them: they are different names that look like no numbers, or
    /// there are none.
    fn shape(&mut self, a: &ArrayLiteral) -> Option<Vec<Key>> {
        const MOST: usize = 256;
        if a.elements.is_empty() || a.elements.len() > MOST {
            return None;
        }
        let is_list = a.elements[0].as_ref()?.key.is_none();
        let mut keys = Vec::with_capacity(a.elements.len());
        for (i, element) in a.elements.iter().enumerate() {
            let e = element.as_ref()?;
            if e.spread || e.by_ref || e.key.is_none() != is_list {
                return None;
            }
            let key = match &e.key {
                None => Key::Int(i as i64),
                Some(key) => Key::from(self.try_const(key)?.into_str()?),
            };
            if !is_list && (matches!(key, Key::Int(_)) || keys.contains(&key)) {
                return None;
            }
            keys.push(key);
        }
        Some(keys)
    }
    fn shaped_literal(&mut self, a: &ArrayLiteral, keys: Vec<Key>) -> Result<Operand> {
        let array = self.b().temp();
        let at = self.b().emit(Op::NewShaped, array, 0, 0);
        self.b().define(array);
        let mut shape = Array::new();
        for (position, (e, key)) in a.elements.iter().flatten().zip(keys).enumerate() {
            let mark = self.b().mark();
            self.line(e.line);
            let v = self.expr(&e.value)?;
            if let Operand::Const(constant) = v {
                shape.set(key, constant);
            } else {
                shape.set(key, Value::NULL);
                let s = self.b().slot(&v);
                self.b().emit(Op::FillElem, array, s, position as u16);
                self.b().consumed(&Operand::Temp(s));
            }
            self.b().release_to(mark);
        }
        let shape = self.b().literal(&Value::from(shape));
        self.b().set_b(at, shape);
        Ok(Operand::Temp(array))
    }

    fn isset(&mut self, items: &[Expr], mark: u16) -> Result<Operand> {
        let end = self.b().label();
        let mut result = None;
        for (i, item) in items.iter().enumerate() {
            self.b().release_to(mark);
            let t = self.isset_one(item)?;
            result = Some(t);
            if i + 1 < items.len() {
                self.b().jump(Op::JmpZ, t, end);
            }
        }
        self.b().place(end);
        self.b().release_to(mark);
        let t = self.b().temp();
        debug_assert_eq!(Some(t), result);
        Ok(Operand::Temp(t))
    }
    fn isset_one(&mut self, e: &Expr) -> Result<u16> {
        let mark = self.b().mark();
        if !e.is_variable() || e.is_call() {
            return self
                .fail(e.line, "Cannot use isset() on the result of an expression (you can use \"null !== expression\" instead)");
        }
        self.test_place(e, mark, false)
    }
    fn empty(&mut self, e: &Expr, mark: u16) -> Result<Operand> {
        if !e.is_variable() || e.is_call() {
            let v = self.expr(e)?;
            return Ok(self.emit_result(mark, Op::Not, &v, None));
        }
        let t = self.test_place(e, mark, true)?;
        Ok(Operand::Temp(t))
    }
    /// `isset` or `empty` of a place that is read quietly.
    fn test_read(&mut self, place: super::place::Place, mark: u16, empty: bool) -> usize {
        let v = self.read_place(place, mark, true);
        let s = self.b().slot(&v);
        let at = self.b().emit(if empty { Op::Not } else { Op::TypeIs }, 0, s, if empty { 0 } else { 0x8002 });
        self.b().consumed(&Operand::Temp(s));
        at
    }
    /// `isset` or `empty` of an element; where the instruction is.
    fn test_dim(&mut self, base: &Operand, index: &Operand, empty: bool) -> usize {
        let b = self.b().slot(base);
        let i = self.b().slot(index);
        let at = self.b().emit(if empty { Op::EmptyDim } else { Op::IssetDim }, 0, b, i);
        self.b().consumed(base);
        self.b().consumed(&Operand::Temp(i));
        at
    }
    /// `isset` or `empty` of a place; the result is a bool in the temporary at `mark`.
    fn test_place(&mut self, e: &Expr, mark: u16, empty: bool) -> Result<u16> {
        let nullsafe = super::assign::chain_has_nullsafe(e);
        let null: Option<Label> = nullsafe.then(|| self.b().label());
        if let Some(null) = null {
            self.f().chains.push((null, true));
        }
        self.line(e.line);
        let at = match &e.kind {
            ExprKind::Variable(_) | ExprKind::VariableVariable(_) => match self.place(e)? {
                Place::Var(v) => self.b().emit(if empty { Op::EmptyVar } else { Op::IssetVar }, 0, v, 0),
                Place::This => {
                    let t = self.b().temp();
                    self.b().emit(Op::LoadThisQuiet, t, 0, 0);
                    let at = self.b().emit(Op::ToBool, 0, t, 0);
                    if empty {
                        self.b().release_to(mark);
                        let r = self.b().temp();
                        self.b().set_a(at, r);
                        self.b().emit(Op::Not, r, r, 0)
                    } else {
                        at
                    }
                }
                Place::VarDyn(n) => {
                    let n = self.b().slot(&n);
                    let at = self.b().emit(Op::IssetVarDyn, 0, n, u16::from(empty));
                    self.b().consumed(&Operand::Temp(n));
                    at
                }
                other => self.test_read(other, mark, empty),
            },
            ExprKind::Index(base, Some(_)) if super::place::is_globals(base) => {
                let global = self.place(e)?;
                self.test_read(global, mark, empty)
            }
            ExprKind::Index(..) if is_delayed(e) => match self.place(e)? {
                Place::Dim(base, Some(index), line) => {
                    let base_mark = self.b().mark();
                    let base = self.read_place(*base, base_mark, true);
                    self.line(line);
                    self.test_dim(&base, &index, empty)
                }
                other => self.test_read(other, mark, empty),
            },
            ExprKind::Index(base, index) => {
                let Some(index) = index else { return self.fail(e.line, "Cannot use [] for reading") };
                let base = self.chain_base(base, true)?;
                let base = if base.is_const() { Operand::Temp(self.b().slot(&base)) } else { base };
                let index = self.expr(index)?;
                self.test_dim(&base, &index, empty)
            }
            ExprKind::Property(p) => {
                let o = if self.uses_this(&p.object) {
                    0
                } else {
                    let o = self.chain_base(&p.object, true)?;
                    self.b().slot(&o)
                };
                if p.nullsafe && o != 0 {
                    self.nullsafe_jump(o, true);
                }
                let name = self.member_name(&p.name)?;
                let n = self.b().slot(&name);
                let op = if empty { Op::EmptyProp } else { Op::IssetProp };
                let at = self.b().emit(op, 0, o, n);
                let cache = self.b().cache(op);
                self.b().ext(cache, 0, 0);
                self.b().consumed(&Operand::Temp(o));
                self.b().consumed(&Operand::Temp(n));
                at
            }
            ExprKind::StaticProperty(p) => {
                let class = self.class_in_chain(&p.class)?;
                let name = self.member_name(&p.name)?;
                let c = self.b().slot(&class);
                let n = self.b().slot(&name);
                let at = self.b().emit(Op::IssetStatic, 0, c, n);
                let cache = self.b().cache(Op::IssetStatic);
                self.b().ext(u16::from(empty), cache, 0);
                self.b().consumed(&Operand::Temp(n));
                at
            }
            _ => unreachable!("checked by the callers"),
        };
        self.b().release_to(mark);
        let t = self.b().temp();
        self.b().set_a(at, t);
        if let Some(null) = null {
            self.f().chains.pop();
            let end = self.b().label();
            self.b().jump(Op::Jmp, 0, end);
            self.b().place(null);
            let k = self.b().literal(&Value::bool(empty));
            self.b().emit(Op::LoadK, t, k, 0);
            self.b().place(end);
        }
        Ok(t)
    }

    fn include(&mut self, slot: u16, kind: u16, mark: u16) -> Operand {
        let b = self.b();
        b.flags |= code_flags::DYNAMIC_VARS;
        let at = b.emit(Op::Include, 0, slot, kind);
        b.consumed(&Operand::Temp(slot));
        b.release_to(mark);
        let t = b.temp();
        b.set_a(at, t);
        b.define(t);
        Operand::Temp(t)
    }
    /// Emits `echo`.
    pub fn echo(&mut self, v: Operand) {
        match &v {
            Operand::Const(c) => {
                let text = fold::text(c).map(Value::from).unwrap_or_else(|| c.clone());
                let k = self.b().literal(&text);
                self.b().emit(Op::EchoK, k, 0, 0);
            }
            Operand::Var(s) | Operand::Temp(s) => {
                self.b().emit(Op::Echo, *s, 0, 0);
                self.b().consumed(&v);
            }
        }
    }
    fn check_generator(&mut self, line: u32) -> Result<()> {
        if self.f().is_main || self.f().is_const_expr || self.fns.len() == 1 {
            return self.fail(line, "The \"yield\" expression can only be used inside a function");
        }
        Ok(())
    }
    fn yield_(&mut self, key: Option<&Expr>, value: Option<&Expr>, mark: u16, line: u32) -> Result<Operand> {
        self.check_generator(line)?;
        let key = match key {
            Some(k) => Some(self.expr(k)?),
            None => None,
        };
        let by_ref = self.f().returns_ref;
        if by_ref && value.is_some_and(|v| v.is_variable() && !v.is_call() && super::assign::chain_has_nullsafe(v)) {
            return self.fail(line, "Cannot take reference of a nullsafe chain");
        }
        let (op, v) = match value {
            None => (Op::Yield, None),
            Some(v) if by_ref && v.is_variable() && !v.is_call() => {
                self.check_written_base(v)?;
                let m = self.b().mark();
                let place = self.place(v)?;
                (Op::YieldRef, Some(self.fetch_ref(place, m)?))
            }
            Some(v) if by_ref && v.is_call() => (Op::YieldRef, Some(self.call_for_ref(v)?)),
            // The result of `new` and its kind becomes a reference without a word.
            Some(v) if by_ref && super::call::is_silent_result(v) => {
                let value = self.result_for_ref(v)?;
                let t = self.b().slot(&value);
                self.b().emit(Op::RefPtr, t, t, 0);
                (Op::YieldRef, Some(Operand::Temp(t)))
            }
            Some(v) if by_ref => (Op::YieldRef, Some(self.expr(v)?)),
            Some(v) => (Op::Yield, Some(self.expr(v)?)),
        };
        self.line(line);
        let vs = v.as_ref().map_or(0, |v| self.b().slot(v));
        let ks = key.as_ref().map_or(0, |k| self.b().slot(k));
        let b = self.b();
        let at = b.emit(op, 0, vs, ks);
        b.consumed(&Operand::Temp(vs));
        b.consumed(&Operand::Temp(ks));
        b.release_to(mark);
        let t = b.temp();
        b.set_a(at, t);
        b.define(t);
        Ok(Operand::Temp(t))
    }
    /// A jump for a variable that is not defined, where nothing but integers and texts are compared with: it is reported
    /// once, and like none of them.
    fn undefined_subject(&mut self, subject: &Operand, by_table: bool) -> Option<(Label, u16)> {
        let &Operand::Var(variable) = subject else { return None };
        if self.is_hidden(variable) || variable < self.f().params_end || !by_table {
            return None;
        }
        let label = self.b().label();
        self.b().jump(Op::JmpUndefSlot, variable, label);
        Some((label, variable))
    }
    /// Whether PHP makes a table of the conditions: they are all integers or strings, and not just one.
    fn matches_by_table(&mut self, m: &Match) -> bool {
        let conditions: Vec<&Expr> = m.arms.iter().flat_map(|arm| arm.conditions.iter().flatten()).collect();
        conditions.len() > 1 && conditions.iter().all(|c| self.try_const(c).is_some_and(|v| v.is_int() || v.is_str()))
    }
    fn match_(&mut self, m: &Match, mark: u16, line: u32) -> Result<Operand> {
        let default_count = m.arms.iter().filter(|a| a.conditions.is_none()).count();
        if default_count > 1 {
            let arm = m.arms.iter().filter(|a| a.conditions.is_none()).nth(1).expect("counted");
            return self.fail(arm.line, "Match expressions may only contain one default arm");
        }
        let subject = self.expr(&m.subject)?;
        let subject_line = self.b().line;
        let mut last = if m.arms.is_empty() { line } else { subject_line };
        let subject = match subject {
            Operand::Const(v) if m.arms.is_empty() => self.load(&v),
            other => other,
        };
        let kept = self.keep_operand(subject);
        self.b().release_to(mark);
        let end = self.b().label();
        let mut bodies = Vec::new();
        let mut default = None;
        let by_table = self.matches_by_table(m);
        let undefined = self.undefined_subject(&kept, by_table);
        let mut in_table = true;
        if let Operand::Var(slot) = kept {
            self.jump_by_table(slot, m.arms.iter().flat_map(|arm| arm.conditions.iter().flatten()));
        }
        for arm in &m.arms {
            let label = self.b().label();
            bodies.push(label);
            let Some(conditions) = &arm.conditions else {
                default = Some(label);
                continue;
            };
            for c in conditions {
                // Of a folded condition, that is where it was asked whether a table will do.
                let folded = in_table && !matches!(c.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_));
                let value = if in_table { self.try_const(c) } else { None };
                let line = if folded && value.is_some() { subject_line } else { c.line };
                self.match_condition(c, &kept, label, line)?;
                in_table = value.as_ref().is_some_and(|v| v.is_int() || v.is_str());
                if !(by_table || folded && value.is_some() && !in_table) {
                    last = self.b().line;
                }
            }
        }
        if let Some((undefined, variable)) = undefined {
            let none = self.b().label();
            self.b().jump(Op::Jmp, 0, none);
            self.b().place(undefined);
            self.line(line);
            let t = self.b().temp();
            self.b().emit(Op::CopyVar, t, variable, 0);
            self.b().define(t);
            self.b().free(&Operand::Temp(t));
            self.b().release_to(mark);
            self.b().place(none);
        }
        match default {
            Some(label) => {
                self.b().jump(Op::Jmp, 0, label);
            }
            None => {
                // PHP's place of this is where it has compiled an operand last.
                self.line(last);
                let s = self.b().slot(&kept);
                self.b().emit(Op::MatchError, s, 0, 0);
                self.b().consumed(&Operand::Temp(s));
                self.b().release_to(mark);
            }
        }
        let mut result = None;
        for (arm, label) in m.arms.iter().zip(bodies) {
            self.b().place(label);
            self.b().release_to(mark);
            let v = self.expr(&arm.body)?;
            let t = self.into_temp(mark, v);
            self.b().used(t);
            result = Some(t);
            self.b().jump(Op::Jmp, 0, end);
        }
        self.b().place(end);
        self.b().release_to(mark);
        let t = self.b().temp();
        debug_assert!(result.is_none_or(|r| r == t));
        if result.is_none() {
            let k = self.b().literal(&Value::NULL);
            self.b().emit(Op::LoadK, t, k, 0);
        }
        if let Operand::Var(v) = kept
            && self.is_hidden(v)
        {
            self.b().drop_hidden(v);
        }
        self.b().define(t);
        Ok(Operand::Temp(t))
    }
    /// Jumps to an arm if one of its conditions is the subject.
    fn match_condition(&mut self, c: &Expr, kept: &Operand, label: Label, line: u32) -> Result<()> {
        let inner = self.b().mark();
        // `match (true)` is a chain of conditions.
        let is_true = matches!(kept, Operand::Const(v) if v.as_bool() == Some(true));
        if is_true
            && matches!(
                c.kind,
                ExprKind::Binary(
                    BinaryOp::Identical
                        | BinaryOp::NotIdentical
                        | BinaryOp::Less
                        | BinaryOp::LessEqual
                        | BinaryOp::Greater
                        | BinaryOp::GreaterEqual
                        | BinaryOp::Equal
                        | BinaryOp::NotEqual,
                    ..
                ) | ExprKind::Unary(UnaryOp::Not, _)
                    | ExprKind::InstanceOf(..)
                    | ExprKind::Isset(_)
                    | ExprKind::Empty(_)
            )
        {
            self.jump_if(c, label)?;
            self.b().release_to(inner);
            return Ok(());
        }
        let v = self.expr(c)?;
        self.line(line);
        match (kept, &v) {
            (Operand::Const(x), Operand::Const(y)) => {
                let same = fold::binary(BinaryOp::Identical, x, y).is_some_and(|r| r.as_bool() == Some(true));
                if same {
                    self.b().jump(Op::Jmp, 0, label);
                } else if fold::binary(BinaryOp::Identical, x, y).is_none() {
                    let sx = self.b().slot(kept);
                    let t = self.emit_result(inner, Op::IdenticalVV, &Operand::Temp(sx), Some(&v));
                    let s = self.b().slot(&t);
                    self.b().jump(Op::JmpNz, s, label);
                    self.b().used(s);
                }
            }
            (&Operand::Var(slot), Operand::Const(k)) => {
                let k = self.b().literal(k);
                self.b().jump_short(Op::JmpIdenticalVK, label, slot, k);
            }
            (&Operand::Var(slot), _) => {
                let s = self.b().slot(&v);
                self.b().jump_short(Op::JmpIdenticalVV, label, slot, s);
                self.b().used(s);
            }
            _ => {
                let t = self.emit_binary(inner, BinaryOp::Identical, kept.clone(), v.clone());
                let s = self.b().slot(&t);
                self.b().jump(Op::JmpNz, s, label);
                self.b().used(s);
            }
        }
        self.b().release_to(inner);
        Ok(())
    }
    /// Whether a slot is a variable without a name.
    pub fn is_hidden(&mut self, slot: u16) -> bool {
        self.b().var_name(slot).starts_with(b"\0")
    }
    fn pipe(&mut self, a: &Expr, b: &Expr, line: u32) -> Result<Operand> {
        let mark = self.b().mark();
        let value = self.expr(a)?;
        let value = match value {
            Operand::Const(v) => self.load(&v),
            Operand::Var(_) => {
                let m = self.b().mark();
                Operand::Temp(self.into_temp(m, value))
            }
            t => t,
        };
        let kept = self.keep_operand(value);
        self.b().release_to(mark);
        let callee = self.expr(b)?;
        let s = self.b().slot(&callee);
        let keep = self.keep_operand(Operand::Temp(s));
        let s = match keep {
            Operand::Var(v) => v,
            _ => s,
        };
        self.b().release_to(mark);
        self.line(line);
        let w = self.b().window(5);
        let cache = self.b().cache(Op::InitCallDyn);
        self.b().emit(Op::InitCallDyn, w, s, cache);
        self.b().define_as(w, LiveKind::Call);
        let t = self.b().temp();
        if let Operand::Var(v) = kept {
            self.b().emit(Op::CopyVar, t, v, 0);
            self.b().drop_hidden(v);
        }
        self.b().used(w);
        let at = self.b().emit(Op::DoCall, 0, w, 1);
        self.b().release_to(mark);
        let r = self.b().temp();
        self.b().set_a(at, r);
        self.b().define(r);
        if let Operand::Var(v) = keep {
            self.b().drop_hidden(v);
        }
        Ok(Operand::Temp(r))
    }
}

/// Whether a fetch from what another fetch gives has an offset or name that does something.
fn is_delayed(e: &Expr) -> bool {
    let (base, acts) = match &e.kind {
        ExprKind::Index(base, Some(index)) => (base.as_ref(), acts(index)),
        ExprKind::Property(p) => (&p.object, matches!(&p.name, MemberName::Expr(name) if acts(name))),
        _ => return false,
    };
    acts && matches!(base.kind, ExprKind::Index(..) | ExprKind::Property(_))
        && !super::assign::chain_has_nullsafe(e)
        && !super::assign::appends(e)
}

/// Whether evaluating an expression may run code or report something.
fn acts(e: &Expr) -> bool {
    !matches!(
        e.kind,
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) | ExprKind::Variable(_) | ExprKind::ClassConstant(_)
    )
}

/// Whether a key, at any depth, is written as an array.
pub(super) fn has_array_key(a: &ArrayLiteral) -> bool {
    let is_array = |e: &Expr| matches!(e.kind, ExprKind::Array(_));
    a.elements
        .iter()
        .flatten()
        .any(|e| e.key.as_ref().is_some_and(is_array) || matches!(&e.value.kind, ExprKind::Array(inner) if has_array_key(inner)))
}

/// The line of an array's first value, which is where PHP's tree has the array.
fn first_value_line(a: &ArrayLiteral) -> u32 {
    match a.elements.first() {
        Some(Some(e)) => match &e.value.kind {
            ExprKind::Array(inner) if !inner.elements.is_empty() => first_value_line(inner),
            _ => e.value.line,
        },
        _ => 0,
    }
}

/// The line that PHP has compiled last when it is done with an operand.
pub(super) fn last_line(e: &Expr) -> u32 {
    match &e.kind {
        ExprKind::Array(a) => first_value_line(a),
        ExprKind::Closure(f) | ExprKind::ArrowFunction(f) => f.end_line,
        ExprKind::Call(c) => last_argument_line(&c.args, e.line),
        ExprKind::MethodCall(c) => last_argument_line(&c.args, e.line),
        ExprKind::StaticCall(c) => last_argument_line(&c.args, e.line),
        _ => e.line,
    }
}

fn last_argument_line(args: &Arguments, line: u32) -> u32 {
    if args.is_placeholder() { line } else { args.list().last().map_or(line, |a| last_line(&a.value)) }
}

/// Whether a place is in an element that does not exist yet: `$a[]`, `$a[]->b`.
fn appends(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Index(_, None) => true,
        ExprKind::Index(base, _) => appends(base),
        ExprKind::Property(p) => appends(&p.object),
        _ => false,
    }
}
