//! Calls of native functions that are known when code is compiled.
//!
//! In a namespace, `strlen()` is the native function unless the namespace has one of that name when the call is first made. Such a
//! call is compiled twice, with a jump in front that looks once in a request: as one of the native function, which takes its
//! arguments as it wants them, and as one of what is found by name.

use super::{
    Lower,
    call::{Known, is_referenceable},
    named::{Placed, as_written, has_names, place},
    place::Place,
};
use crate::{
    builder::Operand,
    error::Result,
    names::{Resolved, lower},
};
use phant_bytecode::Op;
use phant_memory::Value;
use phant_syntax::ast::*;

/// A call that was compiled in two ways.
#[derive(Clone, Copy)]
pub(crate) struct TwoCalls {
    /// How deep the function is that it is in.
    pub function: usize,
    /// The call by name.
    pub by_name: usize,
    /// The last instruction.
    pub end: usize,
}

/// Most expressions in the arguments of a call that is compiled twice.
const MOST: usize = 40;

/// Counts the expressions in arguments that may be compiled twice.
struct Size(usize);

impl<'a> Visit<'a> for Size {
    fn expr(&mut self, e: &'a Expr) {
        let is_declaration = match &e.kind {
            ExprKind::Closure(_) | ExprKind::ArrowFunction(_) | ExprKind::Yield { .. } | ExprKind::YieldFrom(_) => true,
            ExprKind::New(new) => matches!(new.class, NewClass::Anonymous(_)),
            _ => false,
        };
        self.0 += if is_declaration { MOST } else { 1 };
        if self.0 <= MOST {
            e.walk(self);
        }
    }
}

/// Whether arguments are few and declare nothing.
fn is_small(list: &[Argument]) -> bool {
    let mut size = Size(0);
    list.iter().for_each(|a| size.expr(&a.value));
    size.0 <= MOST
}

/// Whether an expression can be written to wherever it stands.
fn is_plain_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Variable(_) | ExprKind::StaticProperty(_) => true,
        ExprKind::Index(base, _) => is_plain_place(base),
        ExprKind::Property(p) => is_plain_place(&p.object),
        _ => false,
    }
}

impl Lower<'_> {
    /// A call of a name that may be a native function's or one's of the namespace; `None` for one that is only looked up.
    pub(super) fn call_either(
        &mut self,
        name: &Name,
        resolved: &Resolved,
        full: &[u8],
        args: &Arguments,
        e: &Expr,
        mark: u16,
    ) -> Result<Option<Operand>> {
        let Some(fallback) = &resolved.fallback else { return Ok(None) };
        if !self.direct || self.by_name_only || self.names.namespace.is_empty() || args.is_placeholder() {
            return Ok(None);
        }
        let (short, list) = (lower(fallback), args.list());
        if self.local_functions.contains_key(full) || !is_small(list) {
            return Ok(None);
        }
        let Some((placed, known)) = self.takes_directly(&short, list) else { return Ok(None) };
        let is_plain = |a: &Placed| matches!(a, Placed::Written(e) if is_plain_place(e));
        if placed.iter().enumerate().any(|(i, a)| known.is_ref(i) != Some(false) && !is_plain(a)) {
            return Ok(None);
        }

        let (direct, end) = (self.b().label(), self.b().label());
        let (full, fallback) = (self.b().string(&resolved.name), self.b().string(fallback));
        self.line(e.line);
        let cache = self.b().cache(Op::JmpNative);
        self.b().emit(Op::JmpNative, cache, full, fallback);
        self.b().ext_jump(0, 0, 0, direct);

        self.by_name_only = true;
        let looked_up = self.call_by_name(name, args, e, mark);
        self.by_name_only = false;
        let result = self.into_temp(mark, looked_up?);
        let by_name = self.b().here() - 1;
        self.b().used(result);
        self.b().jump(Op::Jmp, 0, end);

        self.b().place(direct);
        self.b().release_to(mark);
        let found = match self.quiet_function(&short, list, e, mark)? {
            Some(found) => found,
            None => match self.folded(&short, list) {
                Some(found) => found,
                None => self.call_native(&short, &placed, known, mark, e.line)?,
            },
        };
        let same = self.into_temp(mark, found);
        debug_assert_eq!(result, same);
        self.b().used(same);
        self.by_name_call = Some(TwoCalls { function: self.fns.len(), by_name, end: self.b().here() - 1 });
        self.b().place(end);
        self.b().define(result);
        Ok(Some(Operand::Temp(result)))
    }
    /// What is known of a native function, if it can be called with these arguments as they are, and what it is called with.
    pub(super) fn takes_directly<'e>(&mut self, lower: &[u8], list: &'e [Argument]) -> Option<(Vec<Placed<'e>>, Known)> {
        let native = self.env.native_function(lower)?;
        let (least, most) = native.direct?;
        let known = Known { by_ref: Some(native.by_ref), prefers: native.prefers, native: true, looked_at: 0 };
        let placed = if has_names(list) {
            place(&self.env.native_parameters(lower), list)?
        } else if list.iter().all(|a| matches!(a.kind, ArgumentKind::Positional)) {
            as_written(list)
        } else {
            return None;
        };
        let can_be_referenced = |a: &Placed| matches!(a, Placed::Written(e) if is_referenceable(e));
        let fits = (usize::from(least)..=usize::from(most).min(0x3fff)).contains(&placed.len())
            && placed.iter().enumerate().all(|(i, a)| known.is_ref(i) == Some(false) || can_be_referenced(a));
        fits.then_some((placed, known))
    }
    /// The result of a native function that gives the same for the same arguments, if they are known.
    pub(super) fn folded(&mut self, lower: &[u8], list: &[Argument]) -> Option<Operand> {
        if self.asks_for_built_in(lower, list) {
            return Some(Operand::Const(Value::TRUE));
        }
        let pure = self.env.native_function(lower)?.pure;
        if !pure || !list.iter().all(|a| matches!(a.kind, ArgumentKind::Positional)) {
            return None;
        }
        if !list.iter().all(|a| self.is_written_out(&a.value)) {
            return None;
        }
        let values: Option<Vec<_>> = list.iter().map(|a| self.known_value(&a.value)).collect();
        let result = self.env.fold_call(lower, &values?)?;
        Some(Operand::Const(crate::builder::literal(&result).clone()))
    }
    /// Whether an expression has no parts that are known at run time only, as far as that can be told without looking at values.
    fn is_written_out(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Call(call) => {
                let certain = self.native_callee(call).is_some();
                certain && call.args.list().iter().all(|a| self.is_written_out(&a.value))
            }
            ExprKind::Variable(_) => false,
            _ => true,
        }
    }
    /// The lower-case name of the native function that a call by name is certain to call, if it only depends on its arguments.
    fn native_callee(&self, call: &Call) -> Option<Vec<u8>> {
        let Callee::Name(name) = &call.callee else { return None };
        let resolved = self.names.function(name);
        let lower_name = lower(&resolved.name);
        let certain = (resolved.fallback.is_none() || self.names.namespace.is_empty())
            && !self.local_functions.contains_key(&lower_name)
            && !call.args.is_placeholder();
        (certain && self.env.native_function(&lower_name)?.pure).then_some(lower_name)
    }
    /// The value of an expression that is constant, or a call whose result is known.
    fn known_value(&mut self, e: &Expr) -> Option<Value> {
        if let Some(value) = self.try_const(e) {
            return Some(value);
        }
        let ExprKind::Call(call) = &e.kind else { return None };
        let lower_name = self.native_callee(call)?;
        match self.folded(&lower_name, call.args.list())? {
            Operand::Const(value) => Some(value),
            _ => None,
        }
    }
    /// Whether a call asks if something is there that is built in, and cannot go: a function, an extension or a constant.
    fn asks_for_built_in(&self, lower_name: &[u8], list: &[Argument]) -> bool {
        let [Argument { value: Expr { kind: ExprKind::String(name), .. }, kind: ArgumentKind::Positional, .. }] = list else {
            return false;
        };
        match lower_name {
            b"function_exists" | b"is_callable" => self.env.native_function(&lower(name)).is_some(),
            b"extension_loaded" => self.env.has_extension(name),
            b"defined" => self.env.constant(name).is_some(),
            _ => false,
        }
    }
    /// A call of a native function that is known and takes these arguments as they are.
    pub(super) fn call_native(&mut self, lower: &[u8], list: &[Placed], known: Known, mark: u16, line: u32) -> Result<Operand> {
        let name = self.b().string(lower);
        self.b().release_to(mark);
        let w = self.b().window(5);
        let in_place = self.env.native_function(lower).is_some_and(|native| native.in_place);
        let (op, slots) = match if in_place { self.lent(list)? } else { None } {
            Some(place) => (Op::CallInPlace, self.lent_args(place, &list[1..])?),
            None => (Op::CallNative, self.plain_args(w, list, known)?),
        };
        let at = self.emit_at(line, op, w, slots.len() as u16);
        let cache = self.b().cache(op);
        self.b().ext(cache, name, 0);
        for t in slots {
            self.b().used(t);
        }
        Ok(self.result_at(at, mark))
    }
    /// The first of these arguments if it is a variable, or a property of one, and nothing happens when the others are evaluated: then
    /// it does not matter that it is looked at last.
    fn lent(&mut self, list: &[Placed]) -> Result<Option<Place>> {
        let [Placed::Written(first), rest @ ..] = list else { return Ok(None) };
        let is_variable = |e: &Expr| matches!(e.kind, ExprKind::Variable(_));
        let is_place = match &first.kind {
            ExprKind::Property(p) => is_variable(&p.object) && !p.nullsafe && matches!(p.name, MemberName::Ident(_)),
            _ => is_variable(first) && !first.is_this(),
        };
        let is_quiet = |e: &Expr| is_variable(e) || matches!(e.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::String(_));
        let rest_is_quiet = rest.iter().all(|a| matches!(a, Placed::Written(e) if is_quiet(e)));
        if !is_place || rest.len() > 3 || !rest_is_quiet {
            return Ok(None);
        }
        Ok(match self.place(first)? {
            place @ Place::Var(_) => Some(place),
            Place::Prop(object, name, line) if matches!(*object, Place::This | Place::Var(_)) => {
                Some(Place::Prop(object, name, line))
            }
            _ => None,
        })
    }
    /// Arguments of which the first is lent.
    fn lent_args(&mut self, place: Place, rest: &[Placed]) -> Result<Vec<u16>> {
        let lent = self.b().temp();
        let mut slots = vec![lent];
        for a in rest {
            let m = self.b().mark();
            let v = match a {
                Placed::Written(e) => self.expr(e)?,
                Placed::Default(value) => Operand::Const(value.clone()),
            };
            slots.push(self.into_temp(m, v));
        }
        let m = self.b().mark();
        self.lend(place, lent)?;
        self.b().release_to(m);
        Ok(slots)
    }
}
