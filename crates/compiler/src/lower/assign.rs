//! Assignments, compound assignments, increments, destructuring.

use super::{
    Lower,
    place::{Mode, Place},
};
use crate::{builder::Operand, error::Result};
use phant_bytecode::Op;
use phant_memory::Value;
use phant_syntax::ast::*;

/// What PHP says of `$GLOBALS` where a variable is written.
pub(crate) const GLOBALS_AS_A_WHOLE: &str = "$GLOBALS can only be modified using the $GLOBALS[$name] = $value syntax";

/// Number of a binary operator in `AssignOp`-like instructions.
pub(crate) fn op_number(op: BinaryOp) -> u16 {
    use BinaryOp as B;
    match op {
        B::Add => 0,
        B::Sub => 1,
        B::Mul => 2,
        B::Div => 3,
        B::Mod => 4,
        B::Pow => 5,
        B::Concat => 6,
        B::BitAnd => 7,
        B::BitOr => 8,
        B::BitXor => 9,
        B::ShiftLeft => 10,
        _ => 11,
    }
}

/// Whether `$GLOBALS[]` is what something is written into.
fn appends_to_globals(target: &Expr) -> bool {
    match &target.kind {
        ExprKind::Index(inner, None) if super::place::is_globals(inner) => true,
        ExprKind::Index(inner, _) => appends_to_globals(inner),
        ExprKind::Property(p) => appends_to_globals(&p.object),
        _ => false,
    }
}

impl Lower<'_> {
    /// `target = value`; `wanted`: whether the result is used.
    pub fn assign(&mut self, target: &Expr, value: &Expr, wanted: bool, line: u32) -> Result<Option<Operand>> {
        let mark = self.b().mark();
        match &target.kind {
            ExprKind::Array(pattern) => return self.destructure_assign(pattern, value, wanted, mark),
            ExprKind::Variable(name) if *name == "this" => return self.fail(target.line, "Cannot re-assign $this"),
            ExprKind::Variable(name) if !super::place::is_superglobal(name) && *name != "GLOBALS" => {
                // The order of variables, in which they are listed and destroyed, is that of their first mention.
                let var = self.b().var(name);
                let v = self.expr(value)?;
                self.line(line);
                return Ok(self.assign_var(var, v, wanted, mark));
            }
            _ => {}
        }
        self.check_writable(target)?;
        // An array may be assigned into itself: `$a[0] = $a` must copy first.
        let place = self.place(target)?;
        let mut v = self.expr(value)?;
        if let (Operand::Var(x), Some(root)) = (&v, root_var(&place))
            && *x == root
        {
            let m = self.b().mark();
            let t = self.into_temp(m, v);
            v = Operand::Temp(t);
        }
        self.line(line);
        self.assign_place(place, v, wanted, mark)
    }
    fn check_writable(&mut self, target: &Expr) -> Result<()> {
        match &target.kind {
            ExprKind::Variable(n) if *n == "GLOBALS" => self.fail(target.line, GLOBALS_AS_A_WHOLE),
            ExprKind::Index(base, None) if matches!(&base.kind, ExprKind::Variable(n) if *n == "GLOBALS") => {
                self.fail(target.line, "Cannot append to $GLOBALS")
            }
            ExprKind::Call(_) => self.fail(target.line, "Can't use function return value in write context"),
            ExprKind::MethodCall(_) | ExprKind::StaticCall(_) => {
                self.fail(target.line, "Can't use method return value in write context")
            }
            ExprKind::Property(p) => {
                if chain_has_nullsafe(target) || p.nullsafe {
                    return self.fail(target.line, "Can't use nullsafe operator in write context");
                }
                Ok(())
            }
            ExprKind::Index(..) | ExprKind::StaticProperty(_) if chain_has_nullsafe(target) => {
                self.fail(target.line, "Can't use nullsafe operator in write context")
            }
            _ if !target.is_variable() => self.fail(target.line, "Cannot use temporary expression in write context"),
            _ => Ok(()),
        }?;
        if appends_to_globals(target) {
            return self.fail(target.line, "Cannot append to $GLOBALS");
        }
        self.check_written_base(target)
    }
    /// What elements and properties are written into must be a variable or the result of a call.
    pub fn check_written_base(&mut self, target: &Expr) -> Result<()> {
        let mut base = target;
        loop {
            base = match &base.kind {
                ExprKind::Index(inner, _) => inner,
                ExprKind::Property(p) => &p.object,
                ExprKind::Call(_) if self.is_inlined_call(base) && !is_folded(base) => {
                    return self.fail(base.line, "Cannot use result of built-in function in write context");
                }
                _ if base.is_variable() => return Ok(()),
                _ => return self.fail(base.line, "Cannot use temporary expression in write context"),
            };
        }
    }
    /// What has the result of a function in it that PHP has an instruction for is never written to.
    pub fn check_not_inlined(&mut self, target: &Expr) -> Result<()> {
        let mut base = target;
        while let ExprKind::Index(inner, _) = &base.kind {
            base = inner;
        }
        if let ExprKind::Property(p) = &base.kind {
            return self.check_not_inlined(&p.object);
        }
        if self.is_inlined_call(base) && !is_folded(base) {
            return self.fail(base.line, "Cannot use result of built-in function in write context");
        }
        Ok(())
    }
    fn result(
        &mut self,
        wanted: bool,
        mark: u16,
        at: usize,
        set: fn(&mut crate::builder::Builder, usize, u16),
    ) -> Option<Operand> {
        let b = self.b();
        b.release_to(mark);
        if !wanted {
            return None;
        }
        let t = b.temp();
        set(b, at, t);
        b.define(t);
        Some(Operand::Temp(t))
    }
    pub fn assign_var(&mut self, var: u16, v: Operand, wanted: bool, mark: u16) -> Option<Operand> {
        let b = self.b();
        if !wanted
            && let Operand::Temp(t) = v
            && b.redirect(t, var)
        {
            b.release_to(mark);
            return None;
        }
        let at = match &v {
            Operand::Const(k) => {
                let k = b.literal(k);
                b.emit(Op::AssignK, var, k, 0)
            }
            Operand::Var(s) | Operand::Temp(s) => b.emit(Op::AssignV, var, *s, 0),
        };
        b.consumed(&v);
        self.result(wanted, mark, at, |b, at, t| b.set_c(at, t))
    }
    /// Assigns to a prepared place.
    pub fn assign_place(&mut self, place: Place, v: Operand, wanted: bool, mark: u16) -> Result<Option<Operand>> {
        match place {
            Place::Var(var) => Ok(self.assign_var(var, v, wanted, mark)),
            Place::This => self.fail(0, "Cannot re-assign $this"),
            Place::Dim(base, index, line) => {
                let container = match *base {
                    Place::Value(v) => self.b().slot(&v),
                    other => self.fetch_write(other, Mode::Write)?,
                };
                self.line(line);
                let b = self.b();
                let (op, i) = match (&index, v.is_const()) {
                    (None, false) => (Op::AssignDimNV, 0),
                    (None, true) => (Op::AssignDimNK, 0),
                    (Some(Operand::Const(k)), constant) => {
                        let k = b.literal(k);
                        (if constant { Op::AssignDimKK } else { Op::AssignDimKV }, k)
                    }
                    (Some(Operand::Var(s) | Operand::Temp(s)), constant) => {
                        (if constant { Op::AssignDimVK } else { Op::AssignDimVV }, *s)
                    }
                };
                let value = match &v {
                    Operand::Const(k) => b.literal(k),
                    Operand::Var(s) | Operand::Temp(s) => *s,
                };
                b.emit(op, container, i, value);
                let at = b.here();
                b.ext(0, 0, 0);
                b.used(container);
                if let Some(index) = &index {
                    b.consumed(index);
                }
                b.consumed(&v);
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_a(at, t)))
            }
            Place::Prop(object, name, line) => self.assign_prop(*object, &name, v, wanted, mark, line),
            Place::Static(class, name, line) => {
                self.line(line);
                let c = self.class_slot(&class);
                let b = self.b();
                let n = b.slot(&name);
                let s = b.slot(&v);
                let cache = b.cache(Op::AssignStatic);
                let at = b.emit(Op::AssignStatic, 0, c, n);
                b.ext(s, cache, 0);
                b.consumed(&Operand::Temp(n));
                b.consumed(&Operand::Temp(s));
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_a(at, t)))
            }
            Place::VarDyn(name) => {
                let b = self.b();
                let n = b.slot(&name);
                let s = b.slot(&v);
                let at = b.emit(Op::AssignVarDyn, n, 0, s);
                // Operands: name, result, value.
                b.set_b(at, 0);
                b.consumed(&Operand::Temp(n));
                b.consumed(&Operand::Temp(s));
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_b(at, t)))
            }
            other => {
                let p = self.fetch_write(other, Mode::Write)?;
                let s = self.b().slot(&v);
                let b = self.b();
                let at = b.emit(Op::AssignPtr, p, s, 0);
                b.used(p);
                b.consumed(&Operand::Temp(s));
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_c(at, t)))
            }
        }
    }
    fn assign_prop(
        &mut self,
        object: Place,
        name: &Operand,
        v: Operand,
        wanted: bool,
        mark: u16,
        line: u32,
    ) -> Result<Option<Operand>> {
        let o = self.object_slot(object, Mode::Write)?;
        self.line(line);
        let b = self.b();
        let at;
        match name {
            Operand::Const(n) if n.as_str().is_some() => {
                let n = b.literal(n);
                let cache = b.cache(Op::AssignPropV);
                match &v {
                    Operand::Const(k) => {
                        let k = b.literal(k);
                        b.emit(Op::AssignPropK, o, n, k);
                    }
                    Operand::Var(s) | Operand::Temp(s) => {
                        b.emit(Op::AssignPropV, o, n, *s);
                    }
                }
                at = b.here();
                b.ext(0, cache, 0);
            }
            _ => {
                let n = b.slot(name);
                let s = b.slot(&v);
                let cache = b.cache(Op::AssignPropDyn);
                b.emit(Op::AssignPropDyn, o, n, s);
                at = b.here();
                b.ext(0, cache, 0);
                b.consumed(&Operand::Temp(n));
                b.consumed(&Operand::Temp(s));
            }
        }
        b.used(o);
        b.consumed(&v);
        Ok(self.result(wanted, mark, at, |b, at, t| b.set_a(at, t)))
    }

    /// `target = &value`. A result is made with the instruction `wanted`: `ReadPtr` for the value, `MakeRef` for the
    /// reference.
    pub fn assign_ref(&mut self, target: &Expr, value: &Expr, wanted: Option<Op>) -> Result<Option<Operand>> {
        let mark = self.b().mark();
        if target.is_this() {
            return self.fail(target.line, "Cannot re-assign $this");
        }
        if matches!(target.kind, ExprKind::Array(_)) {
            return self.fail(target.line, "Cannot assign reference to non referenceable value");
        }
        self.check_writable(target)?;
        if chain_has_nullsafe(value) {
            return self.fail(value.line, "Cannot take reference of a nullsafe chain");
        }
        if super::place::is_globals(value) {
            return self.fail(value.line, "Cannot acquire reference to $GLOBALS");
        }
        let place = self.place(target)?;
        let is_new = matches!(value.kind, ExprKind::New(_));
        if is_new || !value.is_variable() {
            if is_new {
                return self.fail(value.line, "syntax error, unexpected token \"new\"");
            }
            return self.fail(value.line, "Cannot assign reference to non referenceable value");
        }
        if !value.is_call() || matches!(value.kind, ExprKind::Call(_)) {
            self.check_written_base(value)?;
        }
        if value.is_first_class_callable() {
            return self.fail(value.line, "Cannot use result of built-in function in write context");
        }
        let reference = if value.is_call() {
            // Functions may return references; others give a notice.
            let m = self.b().mark();
            let r = self.call_for_ref(value)?;
            let s = self.b().slot(&r);
            let at = self.b().emit(Op::RefPtr, 0, s, 1);
            self.b().consumed(&Operand::Temp(s));
            self.b().release_to(m);
            let t = self.b().temp();
            self.b().set_a(at, t);
            self.b().define(t);
            Operand::Temp(t)
        } else {
            let m = self.b().mark();
            let source = self.place(value)?;
            self.fetch_ref(source, m)?
        };
        self.bind_ref(place, reference, wanted, mark)
    }
    /// Makes a place share a reference that is in a temporary; `wanted` as in [`Lower::assign_ref`].
    pub fn bind_ref(&mut self, place: Place, reference: Operand, wanted: Option<Op>, mark: u16) -> Result<Option<Operand>> {
        let r = reference.temp().expect("references are in temporaries");
        let keep = wanted.map(|op| {
            let t = self.b().temp();
            // The reference itself, which is read when nothing more happens to its value.
            self.b().emit(Op::ReadPtr, t, r, 1);
            self.b().define(t);
            (t, op)
        });
        match place {
            Place::Var(var) => {
                self.b().emit(Op::AssignRef, var, r, 0);
                self.b().used(r);
            }
            Place::Prop(object, name, line) => {
                // Property references go through a pointer that knows the property's type.
                let o = self.object_slot(*object, Mode::Write)?;
                self.line(line);
                let n = self.b().slot(&name);
                let t = self.b().temp();
                let cache = self.b().cache(Op::FetchPropW);
                self.b().emit(Op::FetchPropW, t, o, n);
                self.b().ext(3, cache, 0);
                self.b().used(o);
                self.b().consumed(&Operand::Temp(n));
                self.b().define(t);
                self.b().emit(Op::AssignPtrRef, t, r, 0);
                self.b().used(t);
                self.b().used(r);
            }
            Place::Static(class, name, line) => {
                self.line(line);
                let c = self.class_slot(&class);
                let n = self.b().slot(&name);
                let t = self.b().temp();
                self.b().emit(Op::FetchStaticW, t, c, n);
                let cache = self.b().cache(Op::FetchStaticW);
                self.b().ext(cache, 1, 0);
                self.b().consumed(&Operand::Temp(n));
                self.b().define(t);
                self.b().emit(Op::AssignPtrRef, t, r, 0);
                self.b().used(t);
                self.b().used(r);
            }
            other => {
                let p = self.fetch_write(other, Mode::Write)?;
                self.b().emit(Op::AssignPtrRef, p, r, 0);
                self.b().used(p);
                self.b().used(r);
            }
        }
        match keep {
            Some((t, op)) => {
                if op == Op::ReadPtr {
                    self.b().emit(Op::ReadPtr, t, t, 2);
                }
                let kept = self.b().keep(mark, Operand::Temp(t));
                Ok(Some(kept))
            }
            None => {
                self.b().release_to(mark);
                Ok(None)
            }
        }
    }

    /// `target op= value`
    pub fn assign_op(&mut self, op: BinaryOp, target: &Expr, value: &Expr, wanted: bool, line: u32) -> Result<Option<Operand>> {
        if op == BinaryOp::Coalesce {
            return self.assign_coalesce(target, value, wanted);
        }
        let mark = self.b().mark();
        if target.is_this() {
            // The operator works on a copy of `$this`.
            let result = self.binary(op, target, value, line)?;
            if !wanted {
                self.b().free(&result);
                self.b().release_to(mark);
            }
            return Ok(wanted.then_some(result));
        }
        if matches!(target.kind, ExprKind::Array(_)) {
            return self.fail(target.line, "Cannot use temporary expression in write context");
        }
        self.check_writable(target)?;
        let place = self.place(target)?;
        let mut v = self.expr(value)?;
        // What becomes an array with this is read before.
        if let (Place::Dim(..), Operand::Var(x), Some(root)) = (&place, &v, root_var(&place))
            && *x == root
        {
            let m = self.b().mark();
            v = Operand::Temp(self.into_temp(m, v));
        }
        // As in PHP, the operator is where its operand ends, if that is of several lines.
        self.line(super::expression::last_line(value).max(line));
        let number = op_number(op);
        match place {
            Place::Var(var) => Ok(self.assign_op_var(op, var, &v, wanted, mark)),
            Place::Dim(base, index, line) => {
                let container = match *base {
                    Place::Value(v) => self.b().slot(&v),
                    other => self.fetch_write(other, Mode::ReadWrite)?,
                };
                self.line(line);
                let i = index.as_ref().map(|i| self.b().slot(i));
                let s = self.b().slot(&v);
                let b = self.b();
                b.emit(if i.is_some() { Op::AssignDimOp } else { Op::AssignDimOpN }, container, i.unwrap_or(0), s);
                let at = b.here();
                b.ext(0, number, 0);
                b.used(container);
                if let Some(i) = i {
                    b.consumed(&Operand::Temp(i));
                }
                b.consumed(&Operand::Temp(s));
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_a(at, t)))
            }
            Place::Prop(object, name, line) => {
                let o = self.object_slot(*object, Mode::ReadWrite)?;
                self.line(line);
                let n = self.b().slot(&name);
                let s = self.b().slot(&v);
                let b = self.b();
                b.emit(Op::AssignPropOp, o, n, s);
                let at = b.here();
                let cache = b.cache(Op::AssignPropOp);
                b.ext(0, number, cache);
                b.used(o);
                b.consumed(&Operand::Temp(n));
                b.consumed(&Operand::Temp(s));
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_a(at, t)))
            }
            Place::Static(class, name, line) => {
                self.line(line);
                let c = self.class_slot(&class);
                let n = self.b().slot(&name);
                let s = self.b().slot(&v);
                let b = self.b();
                let cache = b.cache(Op::AssignStaticOp);
                let at = b.emit(Op::AssignStaticOp, 0, c, n);
                b.ext(s, number, cache);
                b.consumed(&Operand::Temp(n));
                b.consumed(&Operand::Temp(s));
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_a(at, t)))
            }
            other => {
                let p = self.fetch_write(other, Mode::ReadWrite)?;
                let s = self.b().slot(&v);
                let b = self.b();
                let at = b.emit(Op::AssignPtrOp, p, s, 0);
                b.ext(number, 0, 0);
                b.used(p);
                b.consumed(&Operand::Temp(s));
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_c(at, t)))
            }
        }
    }
    fn assign_op_var(&mut self, op: BinaryOp, var: u16, v: &Operand, wanted: bool, mark: u16) -> Option<Operand> {
        let number = op_number(op);
        let b = self.b();
        let at = match v {
            Operand::Const(k) => {
                let k = b.literal(k);
                match op {
                    BinaryOp::Add => b.emit(Op::AddAssignK, var, k, 0),
                    BinaryOp::Sub => b.emit(Op::SubAssignK, var, k, 0),
                    BinaryOp::Concat => b.emit(Op::ConcatAssignK, var, k, 0),
                    _ => {
                        let at = b.emit(Op::AssignOpK, var, k, 0);
                        b.ext(number, 0, 0);
                        at
                    }
                }
            }
            Operand::Var(s) | Operand::Temp(s) => match op {
                BinaryOp::Add => b.emit(Op::AddAssignV, var, *s, 0),
                BinaryOp::Sub => b.emit(Op::SubAssignV, var, *s, 0),
                BinaryOp::Mul => b.emit(Op::MulAssignV, var, *s, 0),
                BinaryOp::Concat => b.emit(Op::ConcatAssignV, var, *s, 0),
                _ => {
                    let at = b.emit(Op::AssignOpV, var, *s, 0);
                    b.ext(number, 0, 0);
                    at
                }
            },
        };
        b.consumed(v);
        self.result(wanted, mark, at, |b, at, t| b.set_c(at, t))
    }
    /// `target ??= value`
    fn assign_coalesce(&mut self, target: &Expr, value: &Expr, wanted: bool) -> Result<Option<Operand>> {
        if target.is_this() {
            return self.fail(target.line, "Cannot re-assign $this");
        }
        self.check_writable(target)?;
        // Offsets and objects are evaluated once: constants and variables are used twice, computed ones are kept in
        // hidden variables.
        let mark = self.b().mark();
        let end = self.b().label();
        let isset = self.b().label();
        if appends(target) {
            return self.fail(target.line, "Cannot use [] for reading");
        }
        let place = self.place(target)?;
        let outer_kept = std::mem::take(&mut self.kept);
        let place = self.keep_place(place);
        let kept = std::mem::replace(&mut self.kept, outer_kept);
        let inner = self.b().mark();
        let current = self.read_place(copy_place(&place), inner, true);
        let s = self.b().slot(&current);
        self.b().jump(Op::JmpNotNull, s, isset);
        let was_temp = current.temp();
        if let Some(t) = was_temp {
            self.b().emit(Op::Free, t, 0, 0);
            self.b().used(t);
        }
        self.b().release_to(inner);
        let mut v = self.expr(value)?;
        if let (Place::Dim(..), Operand::Var(x), Some(root)) = (&place, &v, root_var(&place))
            && *x == root
        {
            let m = self.b().mark();
            v = Operand::Temp(self.into_temp(m, v));
        }
        let assigned = self.assign_place(place, v, true, inner)?;
        let result = assigned.expect("wanted");
        let r = result.temp().expect("results are temporaries");
        let out = self.b().keep(mark, Operand::Temp(r)).temp().expect("a temporary");
        self.b().used(out);
        self.b().jump(Op::Jmp, 0, end);
        self.b().place(isset);
        match (was_temp, &current) {
            (Some(t), _) => {
                self.b().emit(Op::Move, out, t, 0);
            }
            (None, Operand::Var(v)) => {
                let v = *v;
                self.b().emit(Op::CopyVar, out, v, 0);
            }
            _ => {}
        }
        self.b().place(end);
        self.b().release_to(mark);
        let out = self.b().temp();
        self.b().define(out);
        for hidden in kept {
            self.b().drop_hidden(hidden);
        }
        if !wanted {
            self.b().free(&Operand::Temp(out));
            self.b().release_to(mark);
            return Ok(None);
        }
        Ok(Some(Operand::Temp(out)))
    }
    /// Moves computed operands of a place into hidden variables, so that the place can be used twice.
    fn keep_place(&mut self, place: Place) -> Place {
        match place {
            Place::Dim(base, index, line) => {
                let base = self.keep_place(*base);
                let index = index.map(|i| self.keep_operand(i));
                Place::Dim(Box::new(base), index, line)
            }
            Place::Prop(object, name, line) => {
                let object = self.keep_place(*object);
                let name = self.keep_operand(name);
                Place::Prop(Box::new(object), name, line)
            }
            Place::Static(class, name, line) => {
                let class = self.keep_class(class);
                let name = self.keep_operand(name);
                Place::Static(class, name, line)
            }
            Place::VarDyn(name) => Place::VarDyn(self.keep_operand(name)),
            Place::Global(name) => Place::Global(self.keep_operand(name)),
            Place::Value(Operand::Temp(t)) => {
                // It may be a reference that a function returned.
                let hidden = self.b().hidden_var();
                self.b().emit(Op::RefPtr, t, t, 0);
                self.b().emit(Op::AssignRef, hidden, t, 0);
                self.b().used(t);
                self.kept.push(hidden);
                Place::Value(Operand::Var(hidden))
            }
            other => other,
        }
    }
    pub fn keep_operand(&mut self, operand: Operand) -> Operand {
        let kept = self.keep_class(operand.clone());
        if operand.temp().is_some()
            && let Operand::Var(hidden) = kept
        {
            self.kept.push(hidden);
        }
        kept
    }
    fn keep_class(&mut self, operand: Operand) -> Operand {
        let Operand::Temp(t) = operand else { return operand };
        let hidden = self.b().hidden_var();
        self.b().emit(Op::AssignV, hidden, t, 0);
        self.b().used(t);
        Operand::Var(hidden)
    }

    /// `++$a` and its relatives.
    pub fn inc_dec(&mut self, kind: IncDec, target: &Expr, wanted: bool) -> Result<Option<Operand>> {
        let mark = self.b().mark();
        self.check_writable(target)?;
        let place = self.place(target)?;
        let number = match kind {
            IncDec::PreInc => 0,
            IncDec::PreDec => 1,
            IncDec::PostInc => 2,
            IncDec::PostDec => 3,
        };
        match place {
            Place::Var(var) => {
                let b = self.b();
                if !wanted {
                    b.emit(Op::IncDecDrop, var, number & 1, 0);
                    b.release_to(mark);
                    return Ok(None);
                }
                let op = [Op::PreInc, Op::PreDec, Op::PostInc, Op::PostDec][number as usize];
                let at = b.emit(op, var, 0, 0);
                Ok(self.result(true, mark, at, |b, at, t| b.set_b(at, t)))
            }
            Place::Prop(object, name, line) => {
                let o = self.object_slot(*object, Mode::ReadWrite)?;
                self.line(line);
                let n = self.b().slot(&name);
                let b = self.b();
                let at = b.emit(Op::IncDecProp, 0, o, n);
                let cache = b.cache(Op::IncDecProp);
                b.ext(number, cache, 0);
                b.used(o);
                b.consumed(&Operand::Temp(n));
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_a(at, t)))
            }
            Place::Static(class, name, line) => {
                self.line(line);
                let c = self.class_slot(&class);
                let n = self.b().slot(&name);
                let b = self.b();
                let cache = b.cache(Op::IncDecStatic);
                let at = b.emit(Op::IncDecStatic, 0, c, n);
                b.ext(number, cache, 0);
                b.consumed(&Operand::Temp(n));
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_a(at, t)))
            }
            other => {
                let p = self.fetch_write(other, Mode::ReadWrite)?;
                let b = self.b();
                let at = b.emit(Op::IncDecPtr, p, 0, number);
                b.used(p);
                Ok(self.result(wanted, mark, at, |b, at, t| b.set_b(at, t)))
            }
        }
    }

    fn destructure_assign(&mut self, pattern: &ArrayLiteral, value: &Expr, wanted: bool, mark: u16) -> Result<Option<Operand>> {
        let by_ref = pattern_has_ref(pattern);
        if by_ref {
            if !value.is_variable() {
                return self.fail(value.line, "Cannot assign reference to non referenceable value");
            }
            if chain_has_nullsafe(value) {
                return self.fail(value.line, "Cannot take reference of a nullsafe chain");
            }
            let reference = if value.is_call() {
                let t = self.call_for_ref(value)?.temp().expect("results of calls are temporaries");
                self.b().emit(Op::RefPtr, t, t, 2);
                Operand::Temp(t)
            } else {
                let source = self.place(value)?;
                let m = self.b().mark();
                self.fetch_ref(source, m)?
            };
            let hidden = self.destructure_reference(pattern, reference)?;
            self.b().release_to(mark);
            let result = wanted.then(|| {
                let t = self.b().temp();
                self.b().emit(Op::CopyVar, t, hidden, 0);
                self.b().define(t);
                Operand::Temp(t)
            });
            self.b().drop_hidden(hidden);
            return Ok(result);
        }
        // PHP looks for the whole value as a variable, and there is none of the name `this`.
        let v = if value.is_this() { Operand::Var(self.b().var(b"this")) } else { self.expr(value)? };
        // A variable may be one that the pattern assigns to, itself or through a reference: it is read from a copy.
        let v = match v {
            Operand::Var(x) => {
                let m = self.b().mark();
                Operand::Temp(self.into_temp(m, Operand::Var(x)))
            }
            Operand::Const(k) => self.load(&k),
            temp => temp,
        };
        let slot = self.b().slot(&v);
        self.destructure(pattern, slot)?;
        if wanted {
            return Ok(Some(self.b().keep(mark, v)));
        }
        self.b().free(&v);
        self.b().release_to(mark);
        Ok(None)
    }
    /// Assigns the elements of the array in `source` (which is not consumed) to a pattern.
    pub fn destructure(&mut self, pattern: &ArrayLiteral, source: u16) -> Result<()> {
        self.check_pattern(pattern)?;
        let mut next = 0;
        for element in &pattern.elements {
            let Some(element) = element else {
                next += 1;
                continue;
            };
            let mark = self.b().mark();
            let key = match &element.key {
                Some(k) => self.expr(k)?,
                None => {
                    next += 1;
                    Operand::Const(Value::int(next - 1))
                }
            };
            // PHP fetches the element before it looks at where it goes.
            let b = self.b();
            let t = match &key {
                Operand::Const(k) => {
                    let k = b.literal(k);
                    let t = b.temp();
                    b.emit(Op::FetchListVK, t, source, k);
                    t
                }
                Operand::Var(s) | Operand::Temp(s) => {
                    let t = b.temp();
                    b.emit(Op::FetchListVV, t, source, *s);
                    t
                }
            };
            b.consumed(&key);
            b.define(t);
            if let ExprKind::Array(inner) = &element.value.kind {
                self.destructure(inner, t)?;
                self.b().free(&Operand::Temp(t));
            } else {
                if element.value.is_this() {
                    return self.fail(element.value.line, "Cannot re-assign $this");
                }
                if !can_be_written(&element.value) {
                    return self.fail(element.value.line, "Assignments can only happen to writable values");
                }
                self.check_writable(&element.value)?;
                let place = self.place(&element.value)?;
                self.assign_place(place, Operand::Temp(t), false, mark)?;
            }
            self.b().release_to(mark);
        }
        Ok(())
    }
    fn check_pattern(&mut self, pattern: &ArrayLiteral) -> Result<()> {
        let line = self.b().line;
        if pattern.syntax == ArraySyntax::Long {
            return self.fail(line, "Cannot assign to array(), use [] instead");
        }
        if pattern.elements.iter().all(Option::is_none) {
            return self.fail(line, "Cannot use empty list");
        }
        let mut keyed = None;
        let is_keyed = pattern.elements.iter().flatten().next().is_some_and(|e| e.key.is_some());
        for element in &pattern.elements {
            let Some(e) = element else {
                if is_keyed {
                    return self.fail(line, "Cannot use empty array entries in keyed array assignment");
                }
                continue;
            };
            if e.spread {
                return self.fail(e.line, "Spread operator is not supported in assignments");
            }
            if chain_has_nullsafe(&e.value) {
                return self.fail(e.line, "Assignments can only happen to writable values");
            }
            let has_key = e.key.is_some();
            if keyed.is_some_and(|k| k != has_key) {
                return self.fail(e.line, "Cannot mix keyed and unkeyed array entries in assignments");
            }
            keyed = Some(has_key);
            if let ExprKind::Array(inner) = &e.value.kind
                && (inner.syntax == ArraySyntax::List) != (pattern.syntax == ArraySyntax::List)
            {
                return self.fail(e.line, "Cannot mix [] and list()");
            }
        }
        Ok(())
    }
    /// The same with references to elements. The array is reached through a reference, as the pattern may assign to the
    /// variable that it is in; the hidden variable with the reference is returned.
    fn destructure_reference(&mut self, pattern: &ArrayLiteral, reference: Operand) -> Result<u16> {
        let r = reference.temp().expect("references are in temporaries");
        let hidden = self.b().hidden_var();
        self.b().emit(Op::AssignRef, hidden, r, 0);
        self.b().used(r);
        self.destructure_ref(pattern, &Place::Var(hidden))?;
        Ok(hidden)
    }
    /// An element of a variable as patterns take it: of what is no array without a word.
    fn fetch_listed(&mut self, place: Place) -> Operand {
        match place {
            Place::Dim(base, Some(key), _) if matches!(*base, Place::Var(_)) => {
                let Place::Var(source) = *base else { unreachable!("just looked at") };
                let b = self.b();
                let (op, k) = match &key {
                    Operand::Const(k) => (Op::FetchListVK, b.literal(k)),
                    Operand::Var(s) | Operand::Temp(s) => (Op::FetchListVV, *s),
                };
                b.consumed(&key);
                let t = b.temp();
                b.emit(op, t, source, k);
                b.define(t);
                Operand::Temp(t)
            }
            other => {
                let m = self.b().mark();
                self.read_place(other, m, false)
            }
        }
    }
    fn destructure_ref(&mut self, pattern: &ArrayLiteral, source: &Place) -> Result<()> {
        self.check_pattern(pattern)?;
        let mut next = 0;
        for element in &pattern.elements {
            let Some(element) = element else {
                next += 1;
                continue;
            };
            let mark = self.b().mark();
            let key = match &element.key {
                Some(k) => {
                    let k = self.expr(k)?;
                    self.keep_operand(k)
                }
                None => {
                    next += 1;
                    Operand::Const(Value::int(next - 1))
                }
            };
            let line = self.b().line;
            let inner = Place::Dim(Box::new(copy_place(source)), Some(key), line);
            match &element.value.kind {
                ExprKind::Array(p) if element.by_ref || pattern_has_ref(p) => {
                    let m = self.b().mark();
                    let reference = self.fetch_ref(inner, m)?;
                    let hidden = self.destructure_reference(p, reference)?;
                    self.b().drop_hidden(hidden);
                }
                ExprKind::Array(p) => {
                    let v = self.fetch_listed(inner);
                    let s = self.b().slot(&v);
                    self.destructure(p, s)?;
                    self.b().free(&v);
                }
                // PHP fetches the element before it looks at where it goes.
                _ if element.by_ref => {
                    let m = self.b().mark();
                    let r = self.fetch_ref(inner, m)?;
                    let target = self.place(&element.value)?;
                    self.bind_ref(target, r, None, mark)?;
                }
                _ => {
                    let v = self.fetch_listed(inner);
                    let target = self.place(&element.value)?;
                    self.assign_place(target, v, false, mark)?;
                }
            }
            self.b().release_to(mark);
        }
        Ok(())
    }
}

/// Calls that are folded to a string.
fn is_folded(call: &Expr) -> bool {
    let ExprKind::Call(call) = &call.kind else { return false };
    matches!(&call.callee, Callee::Name(name) if name.last_segment().eq_ignore_ascii_case(b"chr"))
}
/// A place made only of variables and constants, again.
pub(crate) fn copy_place(place: &Place) -> Place {
    match place {
        Place::Var(v) => Place::Var(*v),
        Place::This => Place::This,
        Place::Globals => Place::Globals,
        Place::VarDyn(n) => Place::VarDyn(n.clone()),
        Place::Global(n) => Place::Global(n.clone()),
        Place::Dim(b, i, line) => Place::Dim(Box::new(copy_place(b)), i.clone(), *line),
        Place::Prop(o, n, line) => Place::Prop(Box::new(copy_place(o)), n.clone(), *line),
        Place::Static(c, n, line) => Place::Static(c.clone(), n.clone(), *line),
        Place::Value(v) => Place::Value(v.clone()),
    }
}
fn root_var(place: &Place) -> Option<u16> {
    match place {
        Place::Var(v) => Some(*v),
        Place::Dim(b, ..) => root_var(b),
        _ => None,
    }
}
/// Whether there is a `[]` in a chain of fetches.
pub(crate) fn appends(target: &Expr) -> bool {
    match &target.kind {
        ExprKind::Index(base, index) => index.is_none() || appends(base),
        ExprKind::Property(p) => appends(&p.object),
        _ => false,
    }
}
/// Whether a chain of fetches begins at a variable.
fn can_be_written(target: &Expr) -> bool {
    match &target.kind {
        ExprKind::Index(base, _) => can_be_written(base),
        ExprKind::Property(p) => can_be_written(&p.object),
        ExprKind::Variable(_) | ExprKind::VariableVariable(_) | ExprKind::StaticProperty(_) => true,
        ExprKind::Call(_) | ExprKind::MethodCall(_) | ExprKind::StaticCall(_) => true,
        _ => false,
    }
}
/// Whether a pattern has a `&` anywhere.
pub(crate) fn pattern_has_ref(pattern: &ArrayLiteral) -> bool {
    pattern.elements.iter().flatten().any(|e| {
        e.by_ref
            || match &e.value.kind {
                ExprKind::Array(inner) => pattern_has_ref(inner),
                _ => false,
            }
    })
}
/// Whether a class is named by a chain of fetches with a `?->` in it.
pub(crate) fn class_has_nullsafe(class: &ClassRef) -> bool {
    matches!(class, ClassRef::Expr(e) if chain_has_nullsafe(e))
}
/// Whether a chain of fetches has a `?->` in it. Neither a call of its value nor a class constant is part of the chain.
pub(crate) fn chain_has_nullsafe(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Property(p) => p.nullsafe || chain_has_nullsafe(&p.object),
        ExprKind::MethodCall(m) => m.nullsafe || chain_has_nullsafe(&m.object),
        ExprKind::Index(base, _) => chain_has_nullsafe(base),
        ExprKind::StaticProperty(p) => class_has_nullsafe(&p.class),
        ExprKind::StaticCall(c) => class_has_nullsafe(&c.class),
        _ => false,
    }
}

impl Lower<'_> {
    /// Destructures by reference from a variable.
    pub fn destructure_ref_var(&mut self, pattern: &ArrayLiteral, var: u16) -> Result<()> {
        self.destructure_ref(pattern, &Place::Var(var))
    }
}
