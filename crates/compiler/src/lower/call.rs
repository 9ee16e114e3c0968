//! Calls: functions, methods, constructors.
//!
//! A call reserves a window of temporaries laid out as the callee's frame: five header slots, then the arguments,
//! each evaluated straight into its slot. An `Init…` instruction resolves the callee into the header before the
//! arguments are evaluated, because whether an argument is passed by reference depends on it.

use super::{
    Lower,
    constant::names_special,
    inlined::{is_frameless, is_inlined},
    named::{Parameter, Placed, as_written, has_names, place},
    place::is_globals,
};
use crate::{builder::Operand, error::Result, names::lower};
use phant_bytecode::{LiveKind, Op, code_flags};
use phant_memory::Value;
use phant_syntax::ast::*;

/// What is known of the callee when compiling.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// By-reference mask, if the callee is known.
    pub by_ref: Option<u32>,
    pub prefers: u32,
    pub native: bool,
    /// Where the callee is not known: the values that the instruction looks at which finds it (bit i: argument i).
    pub looked_at: u16,
}

/// What is known of a function that the file declares unconditionally.
pub struct LocalFunction {
    /// Bit i: parameter i is by reference, the last bit for all from there on.
    pub by_ref: u32,
    /// Names of the parameters without a variadic one, with the defaults that are plain literals.
    pub params: Vec<(Vec<u8>, Option<Value>)>,
}

/// Where PHP keeps a value. What comes later here stands first in its commutative operators.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PhpPlace {
    Literal,
    Temporary,
    /// What calls give.
    Result,
    Variable,
}

impl Known {
    pub(super) fn is_ref(self, i: usize) -> Option<bool> {
        self.by_ref.map(|m| m >> i.min(31) & 1 != 0)
    }
    /// Whether argument `i` must be looked at when it is a value that cannot be referenced.
    fn refuses_values(self, i: usize) -> bool {
        match self.is_ref(i) {
            Some(by_ref) => by_ref && self.prefers >> i.min(31) & 1 == 0,
            None => i >= 16 || self.looked_at >> i & 1 == 0,
        }
    }
}

impl Lower<'_> {
    pub fn call(&mut self, e: &Expr) -> Result<Operand> {
        self.line(e.line);
        let mark = self.b().mark();
        match &e.kind {
            ExprKind::Call(c) => match &c.callee {
                Callee::Name(name) => self.call_by_name(name, &c.args, e, mark),
                Callee::Expr(callee) => {
                    if let Some(name) = self.named_by_text(callee) {
                        return self.call_by_name(&name, &c.args, e, mark);
                    }
                    let v = self.expr(callee)?;
                    let s = self.b().slot(&v);
                    self.b().release_to(mark);
                    let w = self.b().window(5);
                    // A name that is written as text is looked up as one that is not.
                    if matches!(callee.kind, ExprKind::String(_)) {
                        self.line(e.line);
                    }
                    let cache = self.b().cache(Op::InitCallDyn);
                    self.b().emit(Op::InitCallDyn, w, s, cache);
                    self.b().consumed(&v);
                    self.b().used(s);
                    self.finish_call(w, &c.args, Known::default(), mark, e.line)
                }
            },
            ExprKind::MethodCall(m) => self.method_call(m, e, mark),
            ExprKind::StaticCall(c) => self.static_call(c, e, mark),
            _ => self.expr(e),
        }
    }
    /// The function that a literal names in the place of a callee. Those that are known by then PHP calls as it calls
    /// functions by their names.
    fn named_by_text(&self, callee: &Expr) -> Option<Name> {
        let ExprKind::String(text) = &callee.kind else { return None };
        let text = text.strip_prefix(b"\\").unwrap_or(text);
        let known = lower(text);
        if !self.local_functions.contains_key(&known) && self.env.native_function(&known).is_none() {
            return None;
        }
        Some(Name { text: text.into(), form: NameForm::FullyQualified, line: callee.line, span: callee.span })
    }
    fn method_call(&mut self, m: &MethodCall, e: &Expr, mark: u16) -> Result<Operand> {
        self.check_method_name(&m.name)?;
        if m.args.is_placeholder() && super::assign::chain_has_nullsafe(e) {
            return self.fail(e.line, "Cannot combine nullsafe operator with Closure creation");
        }
        let o = if self.uses_this(&m.object) {
            0
        } else {
            let o = self.chain_base(&m.object, false)?;
            self.b().slot(&o)
        };
        if m.nullsafe && o != 0 {
            self.nullsafe_jump(o, false);
        }
        let w;
        let mut known = Known::default();
        match &m.name {
            MemberName::Ident(i) => {
                self.b().release_to(mark);
                w = self.b().window(5);
                let k = self.b().string(&i.name);
                let cache = self.b().cache(Op::InitMethod);
                self.line(i.line);
                self.b().emit(Op::InitMethod, w, o, k);
                let (values, results) = self.arg_masks(&m.args);
                self.b().ext(cache, values, results);
                known.looked_at = values;
            }
            MemberName::Expr(x) => {
                let n = self.expr(x)?;
                let n = self.b().slot(&n);
                self.b().release_to(mark);
                w = self.b().window(5);
                let cache = self.b().cache(Op::InitMethodDyn);
                self.b().emit(Op::InitMethodDyn, w, o, n);
                self.b().ext(cache, 0, 0);
                self.b().used(n);
            }
        }
        self.b().used(o);
        self.finish_call(w, &m.args, known, mark, name_line(&m.name))
    }
    fn static_call(&mut self, c: &StaticCall, e: &Expr, mark: u16) -> Result<Operand> {
        if let Some((property, hook)) = parent_hook(c) {
            return self.parent_hook_call(&property, &hook, c, mark, e.line);
        }
        self.check_method_name(&c.name)?;
        let kind = match &c.class {
            ClassRef::Name(n) => match names_special(n) {
                Some(SpecialClass::SelfClass) => 1,
                Some(SpecialClass::Parent) => 2,
                Some(SpecialClass::Static) => 3,
                None => 0,
            },
            ClassRef::Expr(_) => 0,
        };
        // A class given by name is looked up where the member is.
        if let (MemberName::Ident(i), ClassRef::Name(_)) = (&c.name, &c.class) {
            self.line(i.line);
        }
        let class = self.class_in_chain(&c.class)?;
        let s = self.b().slot(&class);
        let w;
        let mut known = Known::default();
        match &c.name {
            MemberName::Ident(i) => {
                self.b().release_to(mark);
                w = self.b().window(5);
                let k = self.b().string(&i.name);
                let cache = self.b().cache(Op::InitStaticCall);
                self.line(i.line);
                self.b().emit(Op::InitStaticCall, w, s, k);
                let (values, _) = self.arg_masks(&c.args);
                self.b().ext(cache, kind, values);
                known.looked_at = values;
            }
            MemberName::Expr(x) => {
                let n = self.expr(x)?;
                let n = self.b().slot(&n);
                self.b().release_to(mark);
                w = self.b().window(5);
                self.b().emit(Op::InitStaticCallDyn, w, s, n);
                self.b().used(n);
            }
        }
        self.finish_call(w, &c.args, known, mark, name_line(&c.name))
    }
    /// `parent::$name::get()` in a hook: a call of a method that is named like the hook.
    fn parent_hook_call(&mut self, property: &[u8], hook: &[u8], c: &StaticCall, mark: u16, line: u32) -> Result<Operand> {
        let shown = format!("parent::${}::{}()", String::from_utf8_lossy(property), String::from_utf8_lossy(hook));
        if self.class.is_none() {
            return self.fail(line, "Cannot use \"parent\" when no class scope is active");
        }
        let kind = crate::names::lower(hook);
        let Some(own) = self.f().property.clone() else {
            return self.fail(line, format!("Must not use {shown} outside a property hook"));
        };
        if own != property {
            let own = String::from_utf8_lossy(&own).into_owned();
            return self.fail(line, format!("Must not use {shown} in a different property (${own})"));
        }
        let running = if self.f().function_name.ends_with(b"::set") { "set" } else { "get" };
        if kind != running.as_bytes() {
            return self.fail(line, format!("Must not use {shown} in a different property hook ({running})"));
        }
        let b = self.b();
        let class = b.temp();
        let cache = b.cache(Op::LoadClass);
        b.emit(Op::LoadClass, class, 0, 2 | 64);
        b.ext(cache, 0, 0);
        let class = Operand::Temp(class);
        let s = self.b().slot(&class);
        self.b().release_to(mark);
        let w = self.b().window(5);
        let k = self.b().string(&[b"$", property, b"::", &kind].concat());
        let cache = self.b().cache(Op::InitStaticCall);
        self.line(line);
        self.b().emit(Op::InitStaticCall, w, s, k);
        self.b().ext(cache, 2, 0);
        self.finish_call(w, &c.args, Known::default(), mark, line)
    }
    /// A call whose result may be a reference that is wanted as such.
    pub fn call_for_ref(&mut self, e: &Expr) -> Result<Operand> {
        let before = self.b().here();
        self.by_name_call = None;
        let v = self.expr(e)?;
        // A call that was folded left no instruction.
        if self.b().here() > before {
            let last = self.b().here() - 1;
            // Bit 15 of the argument count keeps a returned reference; native functions known by name return none.
            let at = self
                .by_name_call
                .filter(|both| both.function == self.fns.len() && both.end == last)
                .map_or_else(|| self.b().consumer() as usize, |both| both.by_name);
            let insn = self.b().insn(at);
            if [Op::DoCall as u16, Op::CallNamed as u16].contains(&insn.op) {
                self.b().set_c(at, insn.c | 0x8000);
            }
        }
        Ok(v)
    }

    /// The same for everything that PHP takes for the result of a call where a reference is wanted ([`is_result`]).
    pub(super) fn result_for_ref(&mut self, e: &Expr) -> Result<Operand> {
        match &e.kind {
            ExprKind::AssignRef(target, value) => {
                Ok(self.assign_ref(target, value, Some(Op::MakeRef))?.expect("a result is wanted"))
            }
            _ if e.is_call() => self.call_for_ref(e),
            _ => self.expr(e),
        }
    }

    pub(super) fn call_by_name(&mut self, name: &Name, args: &Arguments, e: &Expr, mark: u16) -> Result<Operand> {
        let resolved = self.names.function(name);
        let lower_name = lower(&resolved.name);
        if let Some(native) = self.env.native_function(&lower(resolved.fallback.as_ref().unwrap_or(&resolved.name))) {
            if native.reads_vars || native.writes_vars {
                self.b().flags |= code_flags::USES_ARGS;
            }
            if native.writes_vars {
                self.b().flags |= code_flags::DYNAMIC_VARS;
            }
        }
        if (resolved.fallback.is_none() || self.names.namespace.is_empty())
            && let Some(v) = self.special_function(&lower_name, args, e, mark)?
        {
            return Ok(v);
        }
        if lower(name.last_segment()) == b"assert" && !args.is_placeholder() {
            return self.assert(name, args, e, mark);
        }
        if let Some(v) = self.call_either(name, &resolved, &lower_name, args, e, mark)? {
            return Ok(v);
        }
        let mut known = Known::default();
        let mut placed = None;
        if let Some(f) = self.local_functions.get(&lower_name) {
            known.by_ref = Some(f.by_ref);
            if f.by_ref == 0 && has_names(args.list()) {
                placed = place(&f.params, args.list());
            }
        } else if resolved.fallback.is_none()
            && let Some(native) = self.env.native_function(&lower_name)
        {
            known = Known { by_ref: Some(native.by_ref), prefers: native.prefers, native: true, looked_at: 0 };
            if !args.is_placeholder() {
                if let Some(result) = self.folded(&lower_name, args.list()) {
                    return Ok(result);
                }
                if let Some((list, known)) = self.takes_directly(&lower_name, args.list()) {
                    return self.call_native(&lower_name, &list, known, mark, e.line);
                }
            }
        }
        let full = self.b().string(&resolved.name);
        let fallback = match &resolved.fallback {
            Some(f) => self.b().string(f),
            None => full,
        };
        self.b().release_to(mark);
        let w = self.b().window(5);
        let cache = self.b().cache(Op::InitCall);
        self.line(e.line);
        self.b().emit(Op::InitCall, w, full, fallback);
        let (mut values, results) = if known.by_ref == Some(0) { (0, 0) } else { self.arg_masks(args) };
        if known.by_ref.is_some() && args.list().iter().all(|a| matches!(a.kind, ArgumentKind::Positional)) {
            // Each is refused when it has been evaluated.
            values = (0..16).filter(|&i| known.is_ref(i).is_none()).fold(0, |mask, i| mask | values & 1 << i);
        }
        self.b().ext(cache, values, results);
        known.looked_at = values;
        if let Some(placed) = placed {
            self.b().define_as(w, LiveKind::Call);
            let slots = self.plain_args(w, &placed, known)?;
            return Ok(self.do_call(w, slots, mark, e.line));
        }
        self.finish_call(w, args, known, mark, e.line)
    }
    /// Which of the first 16 arguments are plain values, and which are results of calls: neither can be referenced. Values
    /// behind something with effects are not among them, since they are refused when that has been evaluated.
    fn arg_masks(&mut self, args: &Arguments) -> (u16, u16) {
        let (mut values, mut results) = (0, 0);
        for (i, a) in args.list().iter().enumerate().take(16) {
            if !matches!(a.kind, ArgumentKind::Positional) {
                break;
            }
            if !is_quiet(&a.value) {
                break;
            }
            if is_result(&a.value) && !self.is_direct_call(&a.value) {
                results |= 1 << i;
            } else if !a.value.is_variable() || is_globals(&a.value) {
                values |= 1 << i;
            }
        }
        (values, results)
    }

    /// Arguments and the call itself; the header has just been initialised.
    fn finish_call(&mut self, w: u16, args: &Arguments, known: Known, mark: u16, line: u32) -> Result<Operand> {
        self.b().define_as(w, LiveKind::Call);
        if args.is_placeholder() {
            self.b().used(w);
            let at = self.b().emit(Op::CallableClosure, 0, w, 0);
            return Ok(self.result_at(at, mark));
        }
        let list = args.list();
        let plain = list.iter().all(|a| matches!(a.kind, ArgumentKind::Positional));
        if plain && list.len() < 0x4000 {
            let slots = self.plain_args(w, &as_written(list), known)?;
            return Ok(self.do_call(w, slots, mark, line));
        }
        if let Some(names) = Self::names_of(list) {
            return self.finish_named(w, list, &names, known, mark, line);
        }
        let array = self.array_args(w, list)?;
        let at = self.emit_at(line, Op::CallArray, w, array);
        self.b().used(array);
        Ok(self.call_result(w, at, mark))
    }
    /// An instruction of a line before the one where its last operand is. As in PHP, what comes next is where that is.
    pub(super) fn emit_at(&mut self, line: u32, op: Op, b: u16, c: u16) -> usize {
        let last = self.b().line;
        self.line(line);
        let at = self.b().emit(op, 0, b, c);
        self.b().line = last;
        at
    }
    /// The call of a window whose arguments are in place.
    fn do_call(&mut self, w: u16, slots: Vec<u16>, mark: u16, line: u32) -> Operand {
        let at = self.emit_at(line, Op::DoCall, w, slots.len() as u16);
        for t in slots {
            self.b().used(t);
        }
        self.call_result(w, at, mark)
    }
    pub(super) fn call_result(&mut self, w: u16, at: usize, mark: u16) -> Operand {
        self.b().used(w);
        self.result_at(at, mark)
    }
    /// The result of the instruction at `at`, in the first temporary that is free once those since `mark` are given back.
    pub(super) fn result_at(&mut self, at: usize, mark: u16) -> Operand {
        self.b().release_to(mark);
        let t = self.b().temp();
        self.b().set_a(at, t);
        self.b().define(t);
        Operand::Temp(t)
    }
    /// Arguments in the order of the parameters; a default stands where none was given.
    pub(super) fn plain_args(&mut self, w: u16, list: &[Placed], known: Known) -> Result<Vec<u16>> {
        let mut slots = Vec::with_capacity(list.len());
        for (i, a) in list.iter().enumerate() {
            let m = self.b().mark();
            let mut e = match a {
                Placed::Written(e) => *e,
                Placed::Default(default) => {
                    slots.push(self.into_temp(m, Operand::Const(default.clone())));
                    continue;
                }
            };
            if let Some(bound) = bound_by(e) {
                self.expr_drop(e)?;
                e = bound;
            }
            // `$this` is taken by parameters that want a reference, which is one to a copy.
            let referenceable = is_referenceable(e) || self.uses_this(e);
            let slot = if referenceable {
                match known.is_ref(i) {
                    Some(false) => {
                        let v = self.expr(e)?;
                        self.into_temp(m, v)
                    }
                    Some(true) => {
                        if known.native {
                            self.check_written_base(e)?;
                        } else if self.write_error(e)? {
                            let t = self.b().temp();
                            self.b().define(t);
                            slots.push(t);
                            continue;
                        }
                        let place = self.place(e)?;
                        let r = self.fetch_ref(place, m)?;
                        r.temp().expect("a temporary")
                    }
                    None => self.unknown_arg(w, Parameter::At(i as u16), e, m)?,
                }
            } else {
                let result = is_result(e) && !self.is_direct_call(e);
                if !result && known.refuses_values(i) {
                    // Reported when the call is made, with the function's name.
                    let v = self.expr(e)?;
                    let t = self.into_temp(m, v);
                    self.b().emit(Op::CheckValArg, w, i as u16, 0);
                    t
                } else if result && known.is_ref(i) != Some(false) {
                    let v = self.result_for_ref(e)?;
                    let t = self.into_temp(m, v);
                    self.b().emit(Op::SendFuncResult, w, i as u16, t);
                    t
                } else {
                    let v = self.expr(e)?;
                    self.into_temp(m, v)
                }
            };
            debug_assert_eq!(slot, w + 5 + i as u16);
            self.b().becomes(slot, LiveKind::Argument);
            slots.push(slot);
        }
        Ok(slots)
    }
    /// A variable argument of a callee that is not known yet.
    pub(super) fn unknown_arg(&mut self, w: u16, parameter: Parameter, e: &Expr, m: u16) -> Result<u16> {
        if let ExprKind::Variable(n) = &e.kind
            && let Parameter::At(i) = parameter
            && !e.is_this()
            && !super::place::is_superglobal(n)
            && *n != "GLOBALS"
        {
            let v = self.b().var(n);
            let t = self.b().temp();
            self.line(e.line);
            self.b().emit(Op::SendVarEx, w, i, v);
            self.b().define(t);
            return Ok(t);
        }
        let by_ref = self.b().label();
        let end = self.b().label();
        self.jump_if_by_ref(w, parameter, by_ref);
        let t = if let ExprKind::Index(base, None) = &e.kind {
            let v = self.expr(base)?;
            self.b().free(&v);
            self.b().emit(Op::TemporaryWritten, 1, 0, 0);
            self.b().release_to(m);
            self.b().temp()
        } else {
            let v = self.expr(e)?;
            let t = self.into_temp(m, v);
            self.b().used(t);
            self.b().jump(Op::Jmp, 0, end);
            t
        };
        self.b().place(by_ref);
        self.b().release_to(m);
        if self.write_error(e)? {
            // The argument has its slot, although nothing comes here.
            self.b().release_to(m);
            let t2 = self.b().temp();
            debug_assert_eq!(t, t2);
        } else {
            let place = self.place(e)?;
            let r = self.fetch_ref(place, m)?;
            let t2 = r.temp().expect("a temporary");
            debug_assert_eq!(t, t2);
            self.b().used(t2);
        }
        self.b().place(end);
        self.b().define(t);
        Ok(t)
    }
    /// Where a reference to a part of a temporary value is wanted: evaluates that and throws. False if it is none.
    pub(super) fn write_error(&mut self, e: &Expr) -> Result<bool> {
        let mut base = e;
        loop {
            base = match &base.kind {
                ExprKind::Index(inner, _) => inner,
                ExprKind::Property(p) => &p.object,
                _ => break,
            };
        }
        if base.is_variable() && !base.is_call() || is_result(base) && !self.is_inlined_call(base) {
            return Ok(false);
        }
        let v = self.expr(base)?;
        self.b().free(&v);
        self.b().emit(Op::TemporaryWritten, 0, 0, 0);
        Ok(true)
    }

    /// Whether an expression is a call that PHP has an instruction for.
    pub fn is_inlined_call(&mut self, e: &Expr) -> bool {
        let ExprKind::Call(call) = &e.kind else { return false };
        let Callee::Name(name) = &call.callee else { return false };
        let resolved = self.names.function(name);
        (resolved.fallback.is_none() || self.names.namespace.is_empty()) && is_inlined(&lower(&resolved.name), &call.args)
    }
    /// Whether the result of a call is a value that nothing refers to: PHP has an instruction for the function, or makes calls
    /// of it without a frame.
    pub fn is_direct_call(&mut self, e: &Expr) -> bool {
        let ExprKind::Call(call) = &e.kind else { return false };
        let Callee::Name(name) = &call.callee else { return false };
        let resolved = self.names.function(name);
        let certain = resolved.fallback.is_none() || self.names.namespace.is_empty();
        certain && (is_inlined(&lower(&resolved.name), &call.args) || is_frameless(&lower(&resolved.name), &call.args))
    }
    /// Whether PHP takes an expression's result for a variable rather than a temporary.
    pub fn is_call_result(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Call(c) => !c.args.is_placeholder() && !self.is_direct_call(e),
            ExprKind::MethodCall(c) => !c.args.is_placeholder(),
            ExprKind::StaticCall(c) => !c.args.is_placeholder(),
            ExprKind::New(_) | ExprKind::Eval(_) | ExprKind::Include(..) | ExprKind::AssignRef(..) | ExprKind::Yield { .. } => {
                true
            }
            ExprKind::Silence(inner) => self.is_call_result(inner),
            _ => false,
        }
    }
    /// Whether PHP knows an expression's value when it compiles, without an optimiser.
    fn is_php_literal(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::InstanceOf(inner, _) | ExprKind::Unary(UnaryOp::Not, inner) | ExprKind::Silence(inner) => {
                self.is_php_literal(inner)
            }
            ExprKind::Assign(target, value) => matches!(target.kind, ExprKind::Array(_)) && self.is_php_literal(value),
            ExprKind::Call(call) => {
                let (Callee::Name(name), Arguments::List(list)) = (&call.callee, &call.args) else { return false };
                let name = lower(&self.names.function(name).name);
                matches!(&name[..], b"strlen" | b"ord" | b"chr") && list.iter().all(|a| self.try_const(&a.value).is_some())
            }
            _ => self.try_const(e).is_some(),
        }
    }
    /// Where PHP keeps the value of an operand.
    pub fn php_place(&mut self, e: &Expr, operand: &Operand) -> PhpPlace {
        match operand {
            Operand::Var(_) => PhpPlace::Variable,
            _ if self.is_call_result(e) => PhpPlace::Result,
            _ if self.is_php_literal(e) => PhpPlace::Literal,
            _ => PhpPlace::Temporary,
        }
    }
    /// Names of methods that cannot be any.
    fn check_method_name(&mut self, name: &MemberName) -> Result<()> {
        match name {
            MemberName::Expr(e) => match self.try_const(e) {
                Some(v) if v.as_str().is_none() => self.fail(e.line, "Method name must be a string"),
                _ => Ok(()),
            },
            MemberName::Ident(_) => Ok(()),
        }
    }
    /// `call_user_func` and `call_user_func_array`: calls of what their first argument names.
    pub(super) fn user_call(&mut self, name: &[u8], list: &[Argument], e: &Expr, mark: u16) -> Result<Operand> {
        let callback = self.expr(&list[0].value)?;
        let s = self.b().slot(&callback);
        self.b().release_to(mark);
        let w = self.b().window(5);
        self.line(e.line);
        let k = self.b().string(name);
        let cache = self.b().cache(Op::InitUserCall);
        self.b().emit(Op::InitUserCall, w, s, k);
        self.b().ext(cache, 0, 0);
        self.b().consumed(&callback);
        self.b().used(s);
        self.b().define_as(w, LiveKind::Call);
        let at = if name == b"call_user_func" {
            let mut slots = Vec::with_capacity(list.len());
            for (i, a) in list[1..].iter().enumerate() {
                let m = self.b().mark();
                let v = self.expr(&a.value)?;
                let t = self.into_temp(m, v);
                self.b().emit(Op::SendUser, w, i as u16, t);
                slots.push(t);
            }
            self.line(last_argument_line(&list[1..], e.line));
            let at = self.b().emit(Op::DoCall, 0, w, slots.len() as u16);
            for t in slots {
                self.b().used(t);
            }
            at
        } else {
            let array = self.b().temp();
            self.b().emit(Op::ArgsInit, array, 0, 0);
            self.b().define(array);
            let v = self.expr(&list[1].value)?;
            let s = self.b().slot(&v);
            self.line(super::expression::last_line(&list[1].value));
            self.b().emit(Op::SendUserArray, array, s, w);
            self.b().consumed(&Operand::Temp(s));
            let at = self.b().emit(Op::CallArray, 0, w, array);
            self.b().used(array);
            at
        };
        Ok(self.call_result(w, at, mark))
    }
    fn assert(&mut self, name: &Name, args: &Arguments, e: &Expr, mark: u16) -> Result<Operand> {
        if !self.env.assertions() {
            return Ok(Operand::Const(Value::TRUE));
        }
        let end = self.b().label();
        let t0 = self.b().temp();
        let k = self.b().literal(&Value::TRUE);
        self.b().emit(Op::LoadK, t0, k, 0);
        self.b().jump(Op::Assert, 0, end);
        self.b().release_to(mark);
        let resolved = self.names.function(name);
        let full = self.b().string(&resolved.name);
        let fallback = match &resolved.fallback {
            Some(f) => self.b().string(f),
            None => full,
        };
        let w = self.b().window(5);
        let cache = self.b().cache(Op::InitCall);
        self.b().emit(Op::InitCall, w, full, fallback);
        self.b().ext(cache, 0, 0);
        let list = args.list();
        let result = if list.len() == 1
            && let ArgumentKind::Named(parameter) = &list[0].kind
        {
            self.named_assertion(w, list, parameter, mark, e.line)?
        } else if list.len() == 1 && matches!(list[0].kind, ArgumentKind::Positional) {
            self.b().define_as(w, LiveKind::Call);
            let mut slots = self.plain_args(w, &as_written(list), Known { by_ref: Some(0), ..Known::default() })?;
            let text =
                [b"assert(", &phant_syntax::ast::print::print_expr(&list[0].value, self.env.precision())[..], b")"].concat();
            let text = Value::from(self.str(&text));
            if let Operand::Temp(t) = self.load(&text) {
                slots.push(t);
            }
            self.line(e.line);
            let at = self.b().emit(Op::DoCall, 0, w, 2);
            for t in slots {
                self.b().used(t);
            }
            self.b().used(w);
            self.b().release_to(mark);
            let t = self.b().temp();
            self.b().set_a(at, t);
            Operand::Temp(t)
        } else {
            self.finish_call(w, args, Known { by_ref: Some(0), ..Known::default() }, mark, e.line)?
        };
        let t = result.temp().expect("a temporary");
        self.b().used(t);
        self.b().place(end);
        self.b().define(t);
        Ok(result)
    }
    pub fn exit(&mut self, args: &Arguments, line: u32) -> Result<Operand> {
        let mark = self.b().mark();
        let w = self.b().window(5);
        let k = self.b().string(b"exit");
        let cache = self.b().cache(Op::InitCall);
        self.b().emit(Op::InitCall, w, k, k);
        self.b().ext(cache, 0, 0);
        self.finish_call(w, args, Known { by_ref: Some(0), ..Known::default() }, mark, line)
    }
    pub fn clone_call(&mut self, args: &Arguments, line: u32) -> Result<Operand> {
        let mark = self.b().mark();
        if let Arguments::List(list) = args
            && (1..=2).contains(&list.len())
            && list.iter().all(|a| matches!(a.kind, ArgumentKind::Positional))
        {
            let o = self.expr(&list[0].value)?;
            if list.len() == 1 {
                return Ok(self.emit_result(mark, Op::Clone, &o, None));
            }
            let with = self.expr(&list[1].value)?;
            self.line(line);
            return Ok(self.emit_result(mark, Op::CloneWith, &o, Some(&with)));
        }
        let w = self.b().window(5);
        let k = self.b().string(b"clone");
        let cache = self.b().cache(Op::InitCall);
        self.b().emit(Op::InitCall, w, k, k);
        self.b().ext(cache, 0, 0);
        self.finish_call(w, args, Known { by_ref: Some(0), ..Known::default() }, mark, line)
    }

    pub fn new_object(&mut self, n: &New, e: &Expr) -> Result<Operand> {
        let object = self.b().temp();
        let class = match &n.class {
            NewClass::Ref(class) => {
                if let ClassRef::Name(name) = class
                    && let Some(special) = names_special(name)
                    && !self.f().is_const_expr
                {
                    self.check_special_class(special, name.line)?;
                }
                self.class_operand(class)?
            }
            NewClass::Anonymous(class) => {
                let index = self.anonymous_class(class)?;
                let t = self.b().temp();
                self.line(e.line);
                self.b().emit(Op::DeclareClass, t, index, 0);
                Operand::Temp(t)
            }
        };
        let empty = Arguments::List(Vec::new());
        let args = n.args.as_ref().unwrap_or(&empty);
        if args.is_placeholder() {
            return self.fail(e.line, "Cannot create Closure for new expression");
        }
        let c = self.b().slot(&class);
        let inner = object_after(object);
        self.b().release_to(inner);
        let w = self.b().window(5);
        let end = self.b().label();
        self.line(e.line);
        self.b().emit(Op::InitNew, w, c, object);
        let count = args.list().len() as u16;
        self.b().ext_jump(0, count, 0, end);
        let start = self.b().here();
        let r = self.finish_call(w, args, Known::default(), inner, e.line)?;
        if let Operand::Temp(t) = r {
            let call = self.b().consumer() as usize;
            self.b().set_a(call, 0);
            self.b().used(t);
        }
        self.b().release_to(inner);
        // The constructor's call is a part of the range: an object whose constructor throws is freed by it.
        self.b().live_range(object, LiveKind::New, start);
        self.b().place(end);
        self.b().define(object);
        Ok(Operand::Temp(object))
    }
}

/// The variable that a destructuring by reference yields as such: it can be passed by reference.
pub(super) fn bound_by(e: &Expr) -> Option<&Expr> {
    let ExprKind::Assign(target, value) = &e.kind else { return None };
    let ExprKind::Array(pattern) = &target.kind else { return None };
    let plain = super::assign::pattern_has_ref(pattern) && matches!(value.kind, ExprKind::Variable(_));
    plain.then_some(&**value)
}

/// The line that a call of a method is on: that of the method's name.
fn name_line(name: &MemberName) -> u32 {
    match name {
        MemberName::Ident(i) => i.line,
        MemberName::Expr(e) => e.line,
    }
}

/// The mark right behind a temporary.
fn object_after(temp: u16) -> u16 {
    temp - crate::builder::TEMP + 1
}

/// Property and hook, if a call has the form `parent::$name::get()`.
fn parent_hook(c: &StaticCall) -> Option<(Vec<u8>, Vec<u8>)> {
    let (ClassRef::Expr(class), MemberName::Ident(hook)) = (&c.class, &c.name) else { return None };
    if class.parenthesized || !(hook.name.eq_ignore_case(b"get") || hook.name.eq_ignore_case(b"set")) {
        return None;
    }
    let ExprKind::StaticProperty(p) = &class.kind else { return None };
    let ClassRef::Name(name) = &p.class else { return None };
    if names_special(name) != Some(SpecialClass::Parent) {
        return None;
    }
    let property = match &p.name {
        MemberName::Ident(i) => i.name.to_vec(),
        MemberName::Expr(Expr { kind: ExprKind::String(s), .. }) => s.to_vec(),
        MemberName::Expr(Expr { kind: ExprKind::Int(i), .. }) => i.to_string().into_bytes(),
        MemberName::Expr(_) => return None,
    };
    Some((property, hook.name.to_vec()))
}

/// Expressions whose place can be passed by reference.
pub(super) fn is_referenceable(e: &Expr) -> bool {
    e.is_variable() && !e.is_call() && !e.is_this() && !is_globals(e) && !super::assign::chain_has_nullsafe(e)
}

/// Whether evaluating an expression shows in nothing but its value, and in warnings.
fn is_quiet(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Constant(_)
        | ExprKind::MagicConstant(_)
        | ExprKind::Variable(_)
        | ExprKind::ClassName(_)
        | ExprKind::ClassConstant(_)
        | ExprKind::StaticProperty(_)
        | ExprKind::Closure(_)
        | ExprKind::ArrowFunction(_) => true,
        ExprKind::Array(list) => {
            list.elements.iter().flatten().all(|i| is_quiet(&i.value) && i.key.as_ref().is_none_or(is_quiet))
        }
        ExprKind::Index(base, Some(index)) => is_quiet(base) && is_quiet(index),
        ExprKind::Property(p) => is_quiet(&p.object) && matches!(p.name, MemberName::Ident(_)),
        ExprKind::Unary(_, operand) | ExprKind::Cast(_, operand) => is_quiet(operand),
        ExprKind::Binary(_, left, right) => is_quiet(left) && is_quiet(right),
        ExprKind::Interpolated(parts) => parts.iter().all(|part| match part {
            StringPart::Literal(_) => true,
            StringPart::Expr(e, _) => is_quiet(e),
        }),
        _ => false,
    }
}

/// Expressions that a by-reference parameter takes with a notice, or without one if they give a reference.
pub(super) fn is_result(e: &Expr) -> bool {
    e.is_call()
        || matches!(
            e.kind,
            ExprKind::New(_)
                | ExprKind::AssignRef(..)
                | ExprKind::Yield { .. }
                | ExprKind::YieldFrom(_)
                | ExprKind::Include(..)
                | ExprKind::Eval(_)
        )
}

/// Those of them that are no call, and a call whose errors are silenced, which is none any more.
pub(super) fn is_silent_result(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Silence(inner) => is_result(inner),
        _ => is_result(e) && !e.is_call(),
    }
}

/// The line of the last argument, where PHP calls what it compiles apart.
fn last_argument_line(list: &[Argument], line: u32) -> u32 {
    list.last().map_or(line, |a| super::expression::last_line(&a.value))
}
