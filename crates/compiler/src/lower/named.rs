//! Arguments that are named or unpacked.
//!
//! Arguments with names are evaluated into the window in the order they are written, behind those without. The call puts them
//! where their parameters are, and remembers where that is. What is unpacked, or given twice, is collected in an array.

use super::{
    Lower,
    call::{Known, bound_by, is_referenceable, is_result},
};
use crate::{
    builder::{Label, Operand},
    error::Result,
};
use phant_bytecode::{LiveKind, Op};
use phant_memory::{Array, Value};
use phant_syntax::ast::*;

/// What an argument is for.
#[derive(Clone, Copy)]
pub(super) enum Parameter {
    /// The parameter in that place.
    At(u16),
    /// The parameter whose name is a literal, behind so many arguments without names.
    Named { name: u16, positional: u16 },
}

/// What stands in the place of a parameter.
pub(super) enum Placed<'e> {
    Written(&'e Expr),
    Default(Value),
}

/// Arguments in the places where they are written.
pub(super) fn as_written(list: &[Argument]) -> Vec<Placed<'_>> {
    list.iter().map(|a| Placed::Written(&a.value)).collect()
}

/// Whether some arguments have names.
pub(super) fn has_names(list: &[Argument]) -> bool {
    list.iter().any(|a| matches!(a.kind, ArgumentKind::Named(_)))
}

/// Arguments in the places of their parameters, if they come in that order and the gaps between them have defaults that are known.
pub(super) fn place<'e>(params: &[(Vec<u8>, Option<Value>)], list: &'e [Argument]) -> Option<Vec<Placed<'e>>> {
    let mut placed = Vec::with_capacity(params.len());
    let mut named = false;
    for a in list {
        match &a.kind {
            ArgumentKind::Positional if !named && placed.len() < params.len() => {}
            ArgumentKind::Named(name) => {
                named = true;
                let at = params.iter().position(|p| *p.0 == *name.name)?;
                for (_, default) in params.get(placed.len()..at)? {
                    placed.push(Placed::Default(default.clone()?));
                }
            }
            _ => return None,
        }
        placed.push(Placed::Written(&a.value));
    }
    Some(placed)
}

/// Most arguments of a call that keeps where they go: the places are in one word.
const MOST: usize = 16;

impl Lower<'_> {
    /// The names at the end of a list of arguments, if there are some, and nothing else behind the first of them.
    pub(super) fn names_of(list: &[Argument]) -> Option<Vec<&[u8]>> {
        let positional = list.iter().take_while(|a| matches!(a.kind, ArgumentKind::Positional)).count();
        let mut names: Vec<&[u8]> = Vec::with_capacity(list.len() - positional);
        for a in &list[positional..] {
            let ArgumentKind::Named(name) = &a.kind else { return None };
            if names.contains(&&name.name[..]) {
                return None;
            }
            names.push(&name.name);
        }
        (!names.is_empty() && list.len() <= MOST).then_some(names)
    }
    /// A call whose last arguments have these names.
    pub(super) fn finish_named(
        &mut self,
        w: u16,
        list: &[Argument],
        names: &[&[u8]],
        known: Known,
        mark: u16,
        line: u32,
    ) -> Result<Operand> {
        let positional = list.len() - names.len();
        let mut slots = self.plain_args(w, &as_written(&list[..positional]), known)?;
        for (a, name) in list[positional..].iter().zip(names) {
            slots.push(self.named_arg(w, name, positional as u16, &a.value)?);
        }
        Ok(self.call_named(w, slots, names, mark, line))
    }
    fn call_named(&mut self, w: u16, slots: Vec<u16>, names: &[&[u8]], mark: u16, line: u32) -> Operand {
        let names: Array = names.iter().map(|name| Value::from(self.str(name))).collect();
        let names = self.b().literal(&Value::from(names));
        let at = self.emit_at(line, Op::CallNamed, w, slots.len() as u16);
        let cache = self.b().cache(Op::CallNamed);
        self.b().ext(cache, names, 0);
        for t in slots {
            self.b().used(t);
        }
        let result = self.call_result(w, at, mark);
        if let Operand::Temp(t) = result {
            // The callee returns to the extension word.
            self.b().define_from(t, at + 1);
        }
        result
    }
    /// An argument with a name, in the next temporary.
    fn named_arg(&mut self, w: u16, name: &[u8], positional: u16, mut e: &Expr) -> Result<u16> {
        let m = self.b().mark();
        let name = self.b().string(name);
        if let Some(bound) = bound_by(e) {
            self.expr_drop(e)?;
            e = bound;
        }
        if is_referenceable(e) || self.uses_this(e) {
            return self.unknown_arg(w, Parameter::Named { name, positional }, e, m);
        }
        if is_result(e) && !self.is_direct_call(e) {
            let v = self.result_for_ref(e)?;
            let t = self.into_temp(m, v);
            self.b().emit(Op::SendNamedResult, w, name, t);
            let cache = self.b().cache(Op::SendNamedResult);
            self.b().ext(cache, positional, 0);
            return Ok(t);
        }
        let v = self.expr(e)?;
        let t = self.into_temp(m, v);
        self.check_named(w, name, t, positional);
        Ok(t)
    }
    fn check_named(&mut self, w: u16, name: u16, value: u16, positional: u16) {
        self.b().emit(Op::CheckNamedArg, w, name, value);
        let cache = self.b().cache(Op::CheckNamedArg);
        self.b().ext(cache, positional, 0);
    }
    /// Jumps if a parameter of a callee that is not known yet is a reference.
    pub(super) fn jump_if_by_ref(&mut self, w: u16, parameter: Parameter, target: Label) {
        match parameter {
            Parameter::At(i) => {
                self.b().emit(Op::JmpArgByRef, i, 0, 0);
                self.b().ext_jump(w, 0, 0, target);
            }
            Parameter::Named { name, positional } => {
                self.b().emit(Op::JmpNamedByRef, w, name, positional);
                let cache = self.b().cache(Op::JmpNamedByRef);
                self.b().ext_jump(cache, 0, 0, target);
            }
        }
    }
    /// `assert(assertion: …)`: what it says goes along, by name too.
    pub(super) fn named_assertion(
        &mut self,
        w: u16,
        list: &[Argument],
        parameter: &Ident,
        mark: u16,
        line: u32,
    ) -> Result<Operand> {
        self.b().define_as(w, LiveKind::Call);
        let written = phant_syntax::ast::print::print_expr(&list[0].value, self.env.precision());
        let text = [b"assert(", &parameter.name[..], b": ", &written[..], b")"].concat();
        let text = Value::from(self.str(&text));
        // Collected, since the text is refused if it has been given already.
        let array = self.array_args(w, list)?;
        if let Operand::Temp(t) = self.load(&text) {
            let name = self.b().string(b"description");
            self.b().emit(Op::ArgsNamed, array, name, t);
            self.b().ext(w, 0, 0);
            self.b().used(t);
        }
        self.line(line);
        let at = self.b().emit(Op::CallArray, 0, w, array);
        self.b().used(array);
        Ok(self.call_result(w, at, mark))
    }
    /// Arguments with names or spreads: collected in an array first.
    pub(super) fn array_args(&mut self, w: u16, list: &[Argument]) -> Result<u16> {
        let array = self.b().temp();
        self.b().emit(Op::ArgsInit, array, 0, 0);
        self.b().define(array);
        let mut spread = false;
        let mut named = false;
        for (i, a) in list.iter().enumerate() {
            let m = self.b().mark();
            let e = &a.value;
            let referenceable = is_referenceable(e);
            match &a.kind {
                ArgumentKind::Spread => {
                    if named {
                        return self.fail_here("Cannot use argument unpacking after named arguments");
                    }
                    spread = true;
                    let v = self.expr(e)?;
                    let s = self.b().slot(&v);
                    self.line(e.line);
                    self.b().emit(Op::ArgsSpread, array, s, w);
                    self.b().consumed(&Operand::Temp(s));
                }
                ArgumentKind::Positional => {
                    if spread {
                        return self.fail(e.line, "Cannot use positional argument after argument unpacking");
                    }
                    if named {
                        return self.fail(e.line, "Cannot use positional argument after named argument");
                    }
                    let t = if referenceable {
                        self.b().temp();
                        let m = self.b().mark();
                        self.unknown_arg_anywhere(w, Parameter::At(i as u16), e, m)?
                    } else {
                        let result = is_result(e) && !self.is_direct_call(e);
                        let v = self.expr(e)?;
                        let t = self.into_temp(m, v);
                        if !result {
                            self.b().emit(Op::CheckValArg, w, i as u16, 0);
                        }
                        t
                    };
                    self.b().emit(Op::ArgsPush, array, t, w);
                    self.b().used(t);
                }
                ArgumentKind::Named(name) => {
                    named = true;
                    let k = self.b().string(&name.name);
                    let t = if referenceable {
                        self.b().temp();
                        let m = self.b().mark();
                        self.unknown_arg_anywhere(w, Parameter::Named { name: k, positional: 0 }, e, m)?
                    } else {
                        let result = is_result(e) && !self.is_direct_call(e);
                        let v = self.expr(e)?;
                        let t = self.into_temp(m, v);
                        if !result {
                            self.check_named(w, k, t, 0);
                        }
                        t
                    };
                    self.b().emit(Op::ArgsNamed, array, k, t);
                    self.b().ext(w, 0, 0);
                    self.b().used(t);
                }
            }
            self.b().release_to(m);
        }
        Ok(array)
    }
    fn unknown_arg_anywhere(&mut self, w: u16, parameter: Parameter, e: &Expr, m: u16) -> Result<u16> {
        let by_ref = self.b().label();
        let end = self.b().label();
        self.jump_if_by_ref(w, parameter, by_ref);
        let v = if matches!(e.kind, ExprKind::Index(_, None)) { Operand::Const(Value::NULL) } else { self.expr(e)? };
        let t = self.into_temp(m, v);
        self.b().used(t);
        self.b().jump(Op::Jmp, 0, end);
        self.b().place(by_ref);
        self.b().release_to(m);
        if !self.write_error(e)? {
            let place = self.place(e)?;
            let r = self.fetch_ref(place, m)?;
            let t2 = r.temp().expect("a temporary");
            self.b().used(t2);
        }
        self.b().place(end);
        self.b().define(t);
        Ok(t)
    }
}
