//! Control flow: conditions, loops, switch, try, jumps out of them.

use super::{
    Lower, Scope,
    place::is_globals,
    place::{Mode, Place},
};
use crate::{
    builder::{Label, Operand},
    error::Result,
    fold,
};
use phant_bytecode::{LiveKind, Op};
use phant_memory::Value;
use phant_syntax::ast::*;

impl Lower<'_> {
    /// Jumps to `target` unless the condition holds.
    pub fn jump_unless(&mut self, e: &Expr, target: Label) -> Result<()> {
        self.condition(e, target, false)
    }
    /// Jumps to `target` if the condition holds.
    pub fn jump_if(&mut self, e: &Expr, target: Label) -> Result<()> {
        self.condition(e, target, true)
    }
    fn condition(&mut self, e: &Expr, target: Label, when: bool) -> Result<()> {
        self.line(e.line);
        let mark = self.b().mark();
        if let Some(v) = self.try_const(e) {
            if fold::truth(&v) == when {
                self.b().jump(Op::Jmp, 0, target);
            }
            return Ok(());
        }
        match &e.kind {
            ExprKind::Unary(UnaryOp::Not, x) => return self.condition(x, target, !when),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                // `a && b` false-jumps from both; true-jumps only after both.
                if (*op == BinaryOp::And) != when {
                    self.condition(a, target, when)?;
                    self.condition(b, target, when)?;
                } else {
                    let skip = self.b().label();
                    self.condition(a, skip, !when)?;
                    self.condition(b, target, when)?;
                    self.b().place(skip);
                }
                return Ok(());
            }
            ExprKind::Binary(op, a, b) => {
                if let Some(()) = self.compare_jump(*op, a, b, target, when, mark)? {
                    return Ok(());
                }
            }
            _ => {}
        }
        let v = self.expr(e)?;
        let s = self.b().slot(&v);
        self.line(e.line);
        self.b().jump(if when { Op::JmpNz } else { Op::JmpZ }, s, target);
        self.b().consumed(&Operand::Temp(s));
        self.b().release_to(mark);
        Ok(())
    }
    fn compare_jump(&mut self, op: BinaryOp, a: &Expr, b: &Expr, target: Label, when: bool, mark: u16) -> Result<Option<()>> {
        use BinaryOp as B;
        let ops = |op: B, when: bool| -> Option<(Op, Op, Option<Op>)> {
            Some(match (op, when) {
                (B::Less, true) => (Op::JmpLessVV, Op::JmpLessVK, Some(Op::JmpLessKV)),
                (B::Less, false) => (Op::JmpNotLessVV, Op::JmpNotLessVK, Some(Op::JmpNotLessKV)),
                (B::LessEqual, true) => (Op::JmpLessEqualVV, Op::JmpLessEqualVK, Some(Op::JmpLessEqualKV)),
                (B::LessEqual, false) => (Op::JmpNotLessEqualVV, Op::JmpNotLessEqualVK, Some(Op::JmpNotLessEqualKV)),
                (B::Equal, true) | (B::NotEqual, false) => (Op::JmpEqualVV, Op::JmpEqualVK, None),
                (B::NotEqual, true) | (B::Equal, false) => (Op::JmpNotEqualVV, Op::JmpNotEqualVK, None),
                (B::Identical, true) | (B::NotIdentical, false) => (Op::JmpIdenticalVV, Op::JmpIdenticalVK, None),
                (B::NotIdentical, true) | (B::Identical, false) => (Op::JmpNotIdenticalVV, Op::JmpNotIdenticalVK, None),
                _ => return None,
            })
        };
        let swapped = matches!(op, B::Greater | B::GreaterEqual);
        let base = match op {
            B::Greater => B::Less,
            B::GreaterEqual => B::LessEqual,
            other => other,
        };
        let Some((vv, vk, kv)) = ops(base, when) else { return Ok(None) };
        let mut x = self.expr(a)?;
        let mut y = self.expr(b)?;
        // As in PHP, the operator is where its last operand is.
        if swapped || (kv.is_none() && x.is_const()) {
            std::mem::swap(&mut x, &mut y);
        }
        match (&x, &y) {
            (Operand::Var(s) | Operand::Temp(s), Operand::Const(k)) => {
                let k = self.b().literal(k);
                self.b().jump_short(vk, target, *s, k);
            }
            (Operand::Const(k), Operand::Var(s) | Operand::Temp(s)) if kv.is_some() => {
                let k = self.b().literal(k);
                self.b().jump_short(kv.expect("checked"), target, k, *s);
            }
            _ => {
                let sx = self.b().slot(&x);
                let sy = self.b().slot(&y);
                self.b().jump_short(vv, target, sx, sy);
                self.b().used(sx);
                self.b().used(sy);
            }
        }
        self.b().consumed(&x);
        self.b().consumed(&y);
        self.b().release_to(mark);
        Ok(Some(()))
    }

    pub fn if_(&mut self, clauses: &[IfClause], otherwise: Option<&Block>) -> Result<()> {
        let end = self.b().label();
        self.f().depth += 1;
        for (i, clause) in clauses.iter().enumerate() {
            let next = self.b().label();
            self.jump_unless(&clause.condition, next)?;
            self.statements(&clause.body)?;
            if i + 1 < clauses.len() || otherwise.is_some() {
                self.b().jump(Op::Jmp, 0, end);
            }
            self.b().place(next);
        }
        if let Some(block) = otherwise {
            self.statements(block)?;
        }
        self.f().depth -= 1;
        self.b().place(end);
        Ok(())
    }
    fn enter_scope(&mut self, scope: Scope) {
        let f = self.f();
        f.scope_count += 1;
        let kind = match scope {
            Scope::Loop { .. } => super::goto::Kind::Loop,
            Scope::Try { .. } => super::goto::Kind::Try,
            Scope::Finally { .. } => super::goto::Kind::Finally,
        };
        f.scope_path.push((f.scope_count, kind));
        f.scopes.push(scope);
    }
    fn exit_scope(&mut self) {
        let f = self.f();
        f.scopes.pop();
        f.scope_path.pop();
    }
    fn enter_loop(&mut self, iterator: Option<u16>, is_switch: bool) -> (Label, Label) {
        let end = self.b().label();
        let next = self.b().label();
        self.enter_scope(Scope::Loop { end, next, iterator, is_switch });
        self.f().depth += 1;
        (end, next)
    }
    fn leave_loop(&mut self) {
        self.exit_scope();
        self.f().depth -= 1;
    }
    pub fn while_(&mut self, condition: &Expr, body: &Block) -> Result<()> {
        let (end, next) = self.enter_loop(None, false);
        self.b().jump(Op::Jmp, 0, next);
        let top = self.b().here_label();
        self.statements(body)?;
        self.b().place(next);
        self.jump_if(condition, top)?;
        self.leave_loop();
        self.b().place(end);
        Ok(())
    }
    pub fn do_while(&mut self, body: &Block, condition: &Expr) -> Result<()> {
        let (end, next) = self.enter_loop(None, false);
        let top = self.b().here_label();
        self.statements(body)?;
        self.b().place(next);
        self.jump_if(condition, top)?;
        self.leave_loop();
        self.b().place(end);
        Ok(())
    }
    pub fn for_(&mut self, f: &For) -> Result<()> {
        for e in &f.init {
            self.expr_drop(e)?;
        }
        let (end, next) = self.enter_loop(None, false);
        let test = self.b().label();
        self.b().jump(Op::Jmp, 0, test);
        let top = self.b().here_label();
        self.statements(&f.body)?;
        self.b().place(next);
        for e in &f.step {
            self.expr_drop(e)?;
        }
        self.b().place(test);
        match f.condition.split_last() {
            None => {
                self.b().jump(Op::Jmp, 0, top);
            }
            Some((last, before)) => {
                for e in before {
                    self.expr_drop(e)?;
                }
                self.jump_if(last, top)?;
            }
        }
        self.leave_loop();
        self.b().place(end);
        Ok(())
    }
    pub fn foreach(&mut self, f: &Foreach, line: u32) -> Result<()> {
        let mark = self.b().mark();
        let pattern = match &f.value.kind {
            ExprKind::Array(p) => Some(p),
            _ => None,
        };
        self.check_foreach(f, pattern, line)?;
        let by_ref = f.by_ref || pattern.is_some_and(super::assign::pattern_has_ref);
        // Two slots: the array or object, and the position.
        let iter = self.b().window(2);
        let inner = self.b().mark();
        let done = self.b().label();
        let subject = &f.subject;
        // What a nullsafe operator gives is walked as a value.
        let short = super::assign::chain_has_nullsafe(subject);
        let referenceable = subject.is_variable() && !subject.is_call() && !subject.is_this() && !short;
        if by_ref && self.is_direct_call(subject) {
            return self.fail(subject.line, "Cannot use result of built-in function in write context");
        }
        if by_ref && referenceable {
            self.check_not_inlined(subject)?;
        }
        if by_ref && referenceable {
            let place = self.place(&f.subject)?;
            if let Place::Var(v) = place {
                self.report_unset_subject(v, iter, done, inner);
            }
            let r = self.fetch_ref(place, inner)?;
            let s = r.temp().expect("a temporary");
            self.line(line);
            self.b().jump_iter(Op::IterResetRef, iter, s, done);
            self.b().used(s);
        } else {
            let v = if by_ref && f.subject.is_call() { self.call_for_ref(&f.subject)? } else { self.expr(&f.subject)? };
            let s = self.b().slot(&v);
            // As in PHP, the walk begins where what is walked ends.
            self.line(super::expression::last_line(subject).max(line));
            self.b().jump_iter(if by_ref { Op::IterResetRef } else { Op::IterReset }, iter, s, done);
            self.b().consumed(&Operand::Temp(s));
        }
        self.b().release_to(inner);
        self.b().define_as(iter, LiveKind::Iterator);
        let (end, next) = self.enter_loop(Some(iter), false);
        self.b().place(next);
        let finished = self.b().label();
        // Values go straight into plain variables; anything else through a temporary.
        let value_var = match &f.value.kind {
            ExprKind::Variable(n) if !super::place::is_superglobal(n) => Some(self.b().var(n)),
            _ => None,
        };
        let key_temp = f.key.is_some().then(|| self.b().temp());
        let value_slot = match value_var {
            Some(v) => v,
            None => self.b().temp(),
        };
        self.line(line);
        let (plain, keyed) = if by_ref { (Op::IterNextRef, Op::IterNextRefKey) } else { (Op::IterNext, Op::IterNextKey) };
        match key_temp {
            Some(k) => {
                self.b().emit(keyed, iter, value_slot, k);
                self.b().ext_jump(u16::from(value_var.is_some()), 0, 0, finished);
                self.b().define(k);
            }
            None => {
                self.b().emit(plain, iter, value_slot, 0);
                self.b().ext_jump(u16::from(value_var.is_some()), 0, 0, finished);
            }
        }
        if value_var.is_none() {
            self.b().define(value_slot);
            self.foreach_value(f, pattern, by_ref, value_slot)?;
        }
        if let (Some(k), Some(key)) = (key_temp, &f.key) {
            let place = self.place(key)?;
            let m = self.b().mark();
            self.assign_place(place, Operand::Temp(k), false, m)?;
        }
        self.b().release_to(inner);
        self.statements(&f.body)?;
        // Going on, and what goes with what was walked, is where the loop begins.
        self.line(line);
        self.b().jump(Op::Jmp, 0, next);
        self.leave_loop();
        self.b().place(finished);
        self.b().place(end);
        self.b().jump(Op::IterFree, iter, end);
        self.b().used(iter);
        self.b().place(done);
        self.b().release_to(mark);
        Ok(())
    }
    /// What a loop may not assign to.
    fn check_foreach(&mut self, f: &Foreach, pattern: Option<&ArrayLiteral>, line: u32) -> Result<()> {
        if f.key_by_ref {
            return self.fail(line, "Key element cannot be a reference");
        }
        for target in f.key.iter().chain([&f.value]) {
            if is_globals(target) {
                return self.fail(target.line, super::assign::GLOBALS_AS_A_WHOLE);
            }
        }
        if f.by_ref && pattern.is_some() {
            return self.fail(f.value.line, "Cannot assign reference to non referenceable value");
        }
        if let Some(p) = pattern
            && p.elements.iter().all(Option::is_none)
        {
            return self.fail(f.value.line, "Cannot use empty list");
        }
        if f.value.is_this() || f.key.as_ref().is_some_and(Expr::is_this) {
            return self.fail(f.value.line, "Cannot re-assign $this");
        }
        if let Some(k) = &f.key
            && matches!(k.kind, ExprKind::Array(_))
        {
            return self.fail(k.line, "Cannot use list as key element");
        }
        Ok(())
    }
    /// In front of a walk by reference over a variable: one that is not set is reported, and stays as it is.
    fn report_unset_subject(&mut self, variable: u16, iter: u16, done: Label, mark: u16) {
        let (set, unset) = (self.b().label(), self.b().label());
        self.b().jump(Op::JmpUndefSlot, variable, unset);
        self.b().jump(Op::Jmp, 0, set);
        self.b().place(unset);
        let t = self.b().temp();
        self.b().emit(Op::CopyVar, t, variable, 0);
        self.b().define(t);
        self.b().jump_iter(Op::IterReset, iter, t, done);
        self.b().consumed(&Operand::Temp(t));
        self.b().place(set);
        self.b().release_to(mark);
    }
    /// Hands an element on to whatever is no plain variable.
    fn foreach_value(&mut self, f: &Foreach, pattern: Option<&ArrayLiteral>, by_ref: bool, value_slot: u16) -> Result<()> {
        let m = self.b().mark();
        match pattern {
            Some(p) if by_ref => {
                // The element is a reference; the pattern takes references inside it.
                let hidden = self.b().hidden_var();
                self.b().emit(Op::AssignRef, hidden, value_slot, 0);
                self.b().used(value_slot);
                self.destructure_ref_var(p, hidden)?;
                self.b().drop_hidden(hidden);
            }
            Some(p) => {
                self.destructure(p, value_slot)?;
                self.b().free(&Operand::Temp(value_slot));
            }
            None => {
                self.check_not_call(&f.value)?;
                let place = self.place(&f.value)?;
                if matches!(place, Place::Value(_)) {
                    return self.fail(f.value.line, "Cannot use temporary expression in write context");
                }
                if by_ref {
                    self.bind_ref(place, Operand::Temp(value_slot), None, m)?;
                } else {
                    self.assign_place(place, Operand::Temp(value_slot), false, m)?;
                }
            }
        }
        Ok(())
    }
    pub fn switch(&mut self, subject: &Expr, cases: &[SwitchCase], line: u32) -> Result<()> {
        if cases.iter().filter(|c| c.test.is_none()).count() > 1 {
            let second = cases.iter().filter(|c| c.test.is_none()).nth(1).expect("counted");
            return self.fail(second.line, "Switch statements may only contain one default clause");
        }
        let mark = self.b().mark();
        let v = self.expr(subject)?;
        let v = match v {
            Operand::Const(k) => self.load(&k),
            other => other,
        };
        let subject_line = self.b().line;
        let mut in_table = true;
        let kept = self.keep_operand(v);
        let Operand::Var(slot) = kept else { unreachable!("kept operands are variables") };
        self.b().release_to(mark);
        let (end, next) = self.enter_loop(None, true);
        self.jump_by_table(slot, cases.iter().filter_map(|case| case.test.as_ref()));
        let mut labels = Vec::new();
        let mut default = None;
        for case in cases {
            let label = self.b().label();
            labels.push(label);
            match &case.test {
                None => default = Some(label),
                Some(test) => {
                    let t = self.expr(test)?;
                    // PHP folds tests as long as a table of them is possible, and what it folds is where it did so. Calls and
                    // `print` have known results, too, but are not folded.
                    let is_literal = matches!(test.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_));
                    if in_table && t.is_const() && !is_literal && self.try_const(test).is_some() {
                        self.line(subject_line);
                    }
                    in_table &= matches!(&t, Operand::Const(k) if k.is_int() || k.is_str());
                    match &t {
                        Operand::Const(k) => {
                            let k = self.b().literal(k);
                            self.b().jump_short(Op::JmpEqualVK, label, slot, k);
                        }
                        _ => {
                            let s = self.b().slot(&t);
                            self.b().jump_short(Op::JmpEqualVV, label, slot, s);
                            self.b().used(s);
                        }
                    }
                    self.b().release_to(mark);
                }
            }
        }
        self.line(line);
        self.b().jump(Op::Jmp, 0, default.unwrap_or(end));
        for (case, label) in cases.iter().zip(labels) {
            self.b().place(label);
            self.statements(&case.body)?;
        }
        self.leave_loop();
        self.b().place(next);
        self.b().place(end);
        if self.is_hidden(slot) {
            self.b().drop_hidden(slot);
        }
        Ok(())
    }

    /// In front of a chain of comparisons with integers or with strings: what goes by a table instead.
    pub fn jump_by_table<'e>(&mut self, slot: u16, tests: impl Iterator<Item = &'e Expr>) {
        let (mut ints, mut strings) = (0, 0);
        for test in tests {
            match self.try_const(test) {
                Some(value) if value.is_int() => ints += 1,
                Some(value) if value.is_str() => strings += 1,
                _ => return,
            }
        }
        // Fewer are compared in less time.
        if ints >= 4 || strings >= 3 {
            let b = self.b();
            b.emit(Op::Switch, slot, 0, 0);
            b.ext(0, 0, 0);
        }
    }
    /// `break N` and `continue N`.
    pub fn break_(&mut self, operand: Option<&Expr>, is_break: bool, line: u32) -> Result<()> {
        let word = if is_break { "break" } else { "continue" };
        let levels = match operand {
            None => 1,
            Some(e) => match &e.kind {
                ExprKind::Int(n) if *n >= 1 => *n as usize,
                ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_) => {
                    return self.fail(line, format!("'{word}' operator accepts only positive integers"));
                }
                _ => return self.fail(line, format!("'{word}' operator with non-integer operand is no longer supported")),
            },
        };
        let depth = self.f().scopes.iter().filter(|s| matches!(s, Scope::Loop { .. })).count();
        let in_finally_body = self.f().scopes.iter().rposition(|s| matches!(s, Scope::Finally { .. }));
        if depth == 0 {
            return self.fail(line, format!("'{word}' not in the 'loop' or 'switch' context"));
        }
        if levels > depth {
            let plural = if levels == 1 { "" } else { "s" };
            return self.fail(line, format!("Cannot '{word}' {levels} level{plural}"));
        }
        let mut left = levels;
        let mut index = self.f().scopes.len();
        let (target, target_index) = loop {
            index -= 1;
            if let Scope::Loop { end, next, is_switch, .. } = &self.f().scopes[index] {
                left -= 1;
                if left == 0 {
                    let (end, next, is_switch) = (*end, *next, *is_switch);
                    if !is_break && is_switch {
                        let text = if levels == 1 {
                            if depth > levels {
                                format!(
                                    "\"continue\" targeting switch is equivalent to \"break\". Did you mean to use \"continue {}\"?",
                                    levels + 1
                                )
                            } else {
                                "\"continue\" targeting switch is equivalent to \"break\"".to_owned()
                            }
                        } else if depth > levels {
                            format!(
                                "\"continue {levels}\" targeting switch is equivalent to \"break {levels}\". Did you mean to use \"continue {}\"?",
                                levels + 1
                            )
                        } else {
                            format!("\"continue {levels}\" targeting switch is equivalent to \"break {levels}\"")
                        };
                        self.report(2, line, text);
                    }
                    break (if is_break { end } else { next }, index);
                }
            }
        };
        if in_finally_body.is_some_and(|i| i > target_index) {
            return self.fail(line, "jump out of a finally block is disallowed");
        }
        self.leave_scopes(target_index + 1);
        self.b().jump(Op::Jmp, 0, target);
        Ok(())
    }
    /// Emits what leaving every scope from the innermost to number `from` takes: frees iterations, runs finally blocks.
    pub fn leave_scopes(&mut self, from: usize) {
        for i in (from..self.f().scopes.len()).rev() {
            self.leave_scope(i);
        }
    }
    /// Emits what leaving one scope takes.
    pub fn leave_scope(&mut self, i: usize) {
        match self.f().scopes[i] {
            Scope::Loop { iterator: Some(t), end, .. } => {
                // What a destructor throws there is thrown at the loop's end.
                self.b().jump(Op::IterFree, t, end);
            }
            Scope::Loop { .. } => {}
            Scope::Try { finally, slot } => {
                self.b().jump(Op::FastCall, slot, finally);
            }
            Scope::Finally { slot } => {
                // A return that led here is forgotten too, with its value.
                let f = self.f();
                let forgotten: Vec<_> = f.returning.iter().filter(|(of, _)| *of == slot).map(|(_, value)| *value).collect();
                for value in forgotten {
                    self.b().emit(Op::UnsetVar, value, 0, 0);
                }
                self.b().emit(Op::DiscardException, slot, 0, 0);
            }
        }
    }
    pub fn try_(&mut self, t: &Try, line: u32) -> Result<()> {
        if t.catches.is_empty() && t.finally.is_none() {
            return self.fail(line, "Cannot use try without catch or finally");
        }
        let mark = self.b().mark();
        let slot = if t.finally.is_some() { self.b().hidden_var() } else { 0 };
        let finally = self.b().label();
        let start = self.b().here_label();
        let region = self.b().region(start, slot);
        if t.finally.is_some() {
            self.enter_scope(Scope::Try { finally, slot });
        }
        self.f().depth += 1;
        self.statements(&t.body)?;
        let end = self.b().label();
        let after = self.b().label();
        self.b().jump(Op::Jmp, 0, after);
        if !t.catches.is_empty() {
            let catch = self.b().here_label();
            self.b().regions[region][1] = Some(catch);
        }
        for (i, c) in t.catches.iter().enumerate() {
            let next = self.b().label();
            let body = self.b().label();
            let last_clause = i + 1 == t.catches.len();
            for (j, class) in c.classes.iter().enumerate() {
                if class.special_class().is_some() {
                    return self.fail(class.line, "Bad class name in the catch statement");
                }
                let full = self.names.class(class);
                let k = self.b().string(&full);
                let var = match &c.variable {
                    Some(v) if v.name == *"this" => return self.fail(v.line, "Cannot re-assign $this"),
                    Some(v) => self.b().var(&v.name),
                    None => 0,
                };
                self.line(c.line);
                self.b().emit(Op::Catch, var, k, 0);
                let last = j + 1 == c.classes.len();
                let miss = if last { next } else { self.b().label() };
                self.b().ext_jump(u16::from(last && last_clause), 0, 0, miss);
                if !last {
                    self.b().jump(Op::Jmp, 0, body);
                    self.b().place(miss);
                }
            }
            self.b().place(body);
            self.statements(&c.body)?;
            self.b().jump(Op::Jmp, 0, after);
            self.b().place(next);
        }
        if !t.catches.is_empty() {
            self.b().emit(Op::Rethrow, 0, 0, 0);
        }
        self.b().place(after);
        if let Some(body) = &t.finally {
            self.exit_scope();
            self.b().jump(Op::FastCall, slot, finally);
            self.b().jump(Op::Jmp, 0, end);
            self.b().place(finally);
            self.b().regions[region][2] = Some(finally);
            self.enter_scope(Scope::Finally { slot });
            self.statements(body)?;
            self.exit_scope();
            let finally_end = self.b().here_label();
            self.b().regions[region][3] = Some(finally_end);
            self.b().emit(Op::FastRet, slot, 0, 0);
            self.b().flags |= phant_bytecode::code_flags::HAS_FINALLY;
        }
        self.f().depth -= 1;
        self.b().place(end);
        self.b().release_to(mark);
        Ok(())
    }

    /// What a call returns is nothing that could be written.
    pub fn check_not_call(&self, e: &Expr) -> Result<()> {
        match e.kind {
            ExprKind::Call(_) => self.fail(e.line, "Can't use function return value in write context"),
            ExprKind::MethodCall(_) | ExprKind::StaticCall(_) => {
                self.fail(e.line, "Can't use method return value in write context")
            }
            _ => Ok(()),
        }
    }
    /// `unset(place)`
    pub fn unset(&mut self, e: &Expr) -> Result<()> {
        let mark = self.b().mark();
        self.line(e.line);
        self.check_not_call(e)?;
        if super::assign::chain_has_nullsafe(e) {
            return self.fail(e.line, "Can't use nullsafe operator in write context");
        }
        self.check_written_base(e)?;
        if matches!(&e.kind, ExprKind::Index(base, None) if super::place::is_globals(base)) {
            return self.fail(e.line, "Cannot use [] for unsetting");
        }
        match self.place(e)? {
            Place::Var(v) => {
                self.b().emit(Op::UnsetVar, v, 0, 0);
            }
            Place::This => return self.fail(e.line, "Cannot unset $this"),
            Place::Globals => {
                return self.fail(e.line, super::assign::GLOBALS_AS_A_WHOLE);
            }
            Place::VarDyn(n) => {
                let n = self.b().slot(&n);
                self.b().emit(Op::UnsetVarDyn, n, 0, 0);
                self.b().used(n);
            }
            Place::Global(n) => {
                let n = self.b().slot(&n);
                self.b().emit(Op::UnsetGlobal, n, 0, 0);
                self.b().used(n);
            }
            Place::Dim(base, Some(index), line) => {
                let i = self.b().slot(&index);
                let c = match *base {
                    Place::Value(v) => self.b().slot(&v),
                    other => self.fetch_write(other, Mode::Unset)?,
                };
                self.line(line);
                self.b().emit(Op::UnsetDim, c, i, 0);
                self.b().used(c);
                self.b().used(i);
            }
            Place::Dim(_, None, _) => return self.fail(e.line, "Cannot use [] for unsetting"),
            Place::Prop(object, name, line) => {
                let object = match *object {
                    // A variable that is not there has no property, which is nothing to tell.
                    Place::VarDyn(_) => Place::Value(self.read_place(*object, mark, true)),
                    other => other,
                };
                let o = self.object_slot(object, Mode::Unset)?;
                self.line(line);
                let n = self.b().slot(&name);
                self.b().emit(Op::UnsetProp, o, n, 0);
                self.b().used(o);
                self.b().used(n);
            }
            Place::Static(class, name, line) => {
                self.line(line);
                let c = self.class_slot(&class);
                let n = self.b().slot(&name);
                self.b().emit(Op::UnsetStatic, c, n, 0);
                self.b().used(n);
            }
            Place::Value(_) => return self.fail(e.line, "Cannot use temporary expression in write context"),
        }
        self.b().release_to(mark);
        Ok(())
    }
    /// `echo`, `return` and other statements need a value in a slot.
    pub fn return_(&mut self, e: Option<&Expr>, line: u32) -> Result<()> {
        let mark = self.b().mark();
        let f = self.f();
        let (generator, by_ref, has_type, void) = (f.is_generator, f.returns_ref, f.return_type, f.returns_void);
        self.check_return(e, line)?;
        let leaving = !self.f().scopes.is_empty();
        if by_ref
            && !generator
            && let Some(e) = e
            && e.is_variable()
            && !e.is_call()
            && super::assign::chain_has_nullsafe(e)
        {
            return self.fail(e.line, "Cannot take reference of a nullsafe chain");
        }
        if by_ref
            && !generator
            && let Some(e) = e
            && e.is_variable()
            && !e.is_this()
        {
            return self.return_reference(e, mark);
        }
        let v = match e {
            Some(e) => self.expr(e)?,
            None => Operand::Const(Value::NULL),
        };
        self.line(line);
        let own = e.is_some_and(Expr::is_this) && self.returns_own_object();
        let checked = has_type.is_some() && !void && !generator && !own;
        match v {
            Operand::Const(k) if !checked && !generator && !by_ref => {
                self.leave_scopes(0);
                let k = self.b().literal(&k);
                self.b().emit(Op::ReturnK, k, 0, 0);
            }
            v => {
                let s = match v {
                    // A variable is moved out of its frame, but those of top-level code live on.
                    Operand::Var(s) if !leaving && !checked && self.fns.len() > 1 => s,
                    other => self.into_temp(mark, other),
                };
                if checked {
                    self.b().verify_return(s, has_type.expect("checked"));
                }
                // A finally block on the way uses the same temporaries: the value waits in a variable.
                let through_finally = self.f().scopes.iter().any(|s| matches!(s, Scope::Try { .. }));
                let s = match through_finally.then(|| self.keep_operand(Operand::Temp(s))) {
                    Some(Operand::Var(v)) => {
                        let f = self.f();
                        for scope in &f.scopes {
                            if let Scope::Try { slot, .. } = scope {
                                f.returning.push((*slot, v));
                            }
                        }
                        v
                    }
                    _ => s,
                };
                self.leave_scopes(0);
                if generator {
                    self.b().emit(Op::GenReturn, s, 0, 0);
                } else if by_ref {
                    self.b().emit(Op::ReturnRef, s, 0, 2);
                } else {
                    self.b().emit(Op::Return, s, 0, 0);
                }
                self.b().used(s);
            }
        }
        self.b().release_to(mark);
        Ok(())
    }
    /// Whether a function may return this, by its declared type.
    fn check_return(&mut self, e: Option<&Expr>, line: u32) -> Result<()> {
        let f = self.f();
        let (generator, has_type, void, never) = (f.is_generator, f.return_type, f.returns_void, f.returns_never);
        let word = if self.class.is_some() { "method" } else { "function" };
        if never {
            return self.fail(line, format!("A never-returning {word} must not return"));
        }
        if void
            && !generator
            && let Some(e) = e
        {
            let text = if matches!(&e.kind, ExprKind::Constant(n) if n.text.eq_ignore_case(b"null")) {
                "A void function must not return a value (did you mean \"return;\" instead of \"return null;\"?)"
            } else {
                "A void function must not return a value"
            };
            return self.fail(line, text.replacen("function", word, 1));
        }
        if e.is_none() && has_type.is_some() && !void && !generator {
            let null_ok = self.return_allows_null();
            let text = if null_ok {
                "A function with return type must return a value (did you mean \"return null;\" instead of \"return;\"?)"
            } else {
                "A function with return type must return a value"
            };
            return self.fail(line, text.replacen("function", word, 1));
        }
        Ok(())
    }
    /// Returns a variable by reference.
    fn return_reference(&mut self, e: &Expr, mark: u16) -> Result<()> {
        let has_type = self.f().return_type;
        let v = if e.is_call() {
            self.call_for_ref(e)?
        } else {
            self.check_written_base(e)?;
            let place = self.place(e)?;
            self.fetch_ref(place, mark)?
        };
        let s = self.b().slot(&v);
        if let Some(ty) = has_type {
            self.b().verify_return(s, ty);
        }
        let through_finally = self.f().scopes.iter().any(|s| matches!(s, Scope::Try { .. }));
        let s = if through_finally {
            // As below; binding keeps the reference.
            let hidden = self.b().hidden_var();
            self.b().emit(Op::AssignRef, hidden, s, 0);
            self.b().used(s);
            hidden
        } else {
            s
        };
        self.leave_scopes(0);
        if through_finally && let Some(ty) = has_type {
            // What the finally blocks did to the variable counts.
            self.b().verify_return(s, ty);
        }
        self.b().emit(Op::ReturnRef, s, 0, u16::from(e.is_call()));
        self.b().used(s);
        self.b().release_to(mark);
        Ok(())
    }
    /// Whether the declared type is one that the object of the method is of in any case.
    fn returns_own_object(&mut self) -> bool {
        let f = self.f();
        let is_method = f.in_class_method && !f.is_static && f.b.flags & phant_bytecode::code_flags::CLOSURE == 0;
        let Some(ty) = f.return_type.filter(|_| is_method).map(|i| &f.b.types[i as usize]) else { return false };
        let names_self = |group: &phant_bytecode::ClassGroup| matches!(&*group.0, [name] if name.lower.as_bytes() == b"self");
        ty.mask.contains(phant_bytecode::TypeMask::STATIC) || ty.groups().iter().any(names_self)
    }
    fn return_allows_null(&mut self) -> bool {
        match self.f().return_type {
            Some(i) => self.b().types[i as usize].allows_null(),
            None => true,
        }
    }
}
