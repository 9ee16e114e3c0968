//! Calls: setting frames up and taking them down, from the dispatcher and from native code.

use crate::runtime::code::Insn;
use crate::{
    interpreter::{
        finalize::{self, settled},
        ops::DESCRIPTION_SLOTS,
    },
    runtime::{
        closure,
        frame::{self, Frame, FrameAux, HEADER_SLOTS, flags, init_bound, init_header, set_counts, slot},
        function_places::{Runtime, runtime},
        operand::Operand,
        vm::Vm,
    },
};
use phant_bytecode::{Code, LiveKind, LiveRange, code_flags};
use phant_memory::{Array, HeapBox, Key, KeyRef, Object, Reference, RequestHeap, Str, Value, heap_vec, value::tag};
use phant_native::{
    Args, Callable, ClassPtr, Function, FunctionPtr, ObjectExt, PhpResult, Thrown, coerce,
    descriptor::facts,
    function::{FunctionKind, function_flags},
};

impl Vm {
    /// Where a frame pushed by native code may begin.
    #[inline(always)]
    pub fn stack_top(&self) -> *mut Value {
        let f = self.frame.get();
        // SAFETY: frames in the chain are live.
        unsafe {
            if !f.is_null() && (*f).flags & flags::NATIVE != 0 {
                return f.cast::<Value>().add(frame::native_slots(f) + usize::from(DESCRIPTION_SLOTS));
            }
            if !f.is_null()
                && (*f).flags & flags::GENERATOR == 0
                && let Some(code) = (*(*f).func).code()
            {
                let top = f.cast::<Value>().add(code.frame_slots as usize);
                if top >= self.stack_base.get() && top <= self.stack_end.get() {
                    return top;
                }
            }
        }
        self.stack_top_of_any()
    }
    #[inline(never)]
    fn stack_top_of_any(&self) -> *mut Value {
        let f = self.frame.get();
        // SAFETY: frames in the chain are live.
        unsafe {
            if f.is_null() || (*f).flags & flags::GENERATOR == 0 {
                return self.stack_top_of(f);
            }
            // Few generators run one inside the other; how far a long chain reaches is noted.
            let mut outer = f;
            for _ in 0..4 {
                outer = (*outer).prev;
                if outer.is_null() || (*outer).flags & flags::GENERATOR == 0 {
                    return self.stack_top_of(outer);
                }
            }
            let base = crate::interpreter::generator::stack_base(self, f).unwrap_or_else(|| self.stack_top_of(f));
            crate::interpreter::generator::note_stack_base(self, f, base);
            base
        }
    }
    /// Where frames may begin that are pushed behind `f` and its callers.
    ///
    /// # Safety
    /// `f` must be a frame of the chain, or null.
    pub(crate) unsafe fn stack_top_of(&self, mut f: *mut Frame) -> *mut Value {
        // SAFETY: frames in the chain are live.
        unsafe {
            while !f.is_null() && (*f).flags & flags::GENERATOR != 0 {
                f = (*f).prev;
            }
            if f.is_null() {
                return self.stack_base.get();
            }
            if (*f).flags & flags::NATIVE != 0 {
                return f.cast::<Value>().add(frame::native_slots(f) + usize::from(DESCRIPTION_SLOTS));
            }
            let code = (*(*f).func).code().expect("compiled code");
            let top = f.cast::<Value>().add(code.frame_slots as usize);
            // A frame of another stack (the code that resumed a fiber) says nothing about this one. One beyond where the memory
            // limit has the stack stop is of this stack all the same.
            if top < self.stack_base.get() || top > self.stack_end.get() { self.stack_base.get() } else { top }
        }
    }
    /// Whether the PHP code being executed is under `strict_types`.
    pub fn is_strict(&self) -> bool {
        let mut f = self.frame.get();
        // SAFETY: frames in the chain are live.
        unsafe {
            while !f.is_null() {
                if let Some(code) = (*(*f).func).code() {
                    return code.flags & code_flags::STRICT_TYPES != 0;
                }
                f = (*f).prev;
            }
        }
        false
    }
    /// Calls a native function by name.
    pub fn call_named_native(&self, name: &[u8], args: &[Value]) -> PhpResult {
        match self.lookup_function(name) {
            Some(f) => call(self, f, None, None, args, None),
            None => Err(self.ctx.throw_error(format!("Call to undefined function {}()", String::from_utf8_lossy(name)))),
        }
    }
}

/// By what PHP's VM stack grows, as the message about its end tells.
const STACK_PIECE: usize = 256 << 10;

/// Memory is exhausted by the VM stack, in PHP's words.
#[cold]
pub(crate) fn stack_overflow(vm: &Vm) -> Thrown {
    vm.stack_limit.set(vm.stack_stop.get());
    // Unless memory is exhausted already, and this is just where it is noticed.
    phant_memory::heap::exhaust(STACK_PIECE);
    match vm.ctx.check_memory() {
        Err(thrown) => thrown,
        Ok(()) => Thrown,
    }
}
/// Whether native code may go one level deeper.
#[inline]
pub fn check_native_stack(vm: &Vm) -> PhpResult<()> {
    vm.ctx.check_calls()
}

/// Prepares a frame whose header fields `func`, `prev`, `this`, `called`, `nargs` and `flags` are set and whose
/// arguments are in place. Returns the instruction to start with, or null if an exception is pending.
///
/// # Safety
/// `f` must be at the top of the VM stack, for the compiled function `func`.
#[inline(always)]
pub unsafe fn enter(vm: &Vm, f: *mut Frame, func: &Function, code: &'static Code) -> *const Insn {
    // SAFETY: by contract.
    unsafe {
        let rt = vm.places.get(func);
        let rt = if rt.is_null() { runtime(vm, func, code) } else { rt };
        if f.byte_add((*rt).frame_size as usize).cast() >= vm.stack_limit.get() {
            return enter_overflow(vm, f);
        }
        let mut first = (*f).nargs;
        if i64::from(first) > i64::from((*rt).params) {
            first = extra_arguments(vm, f, code);
        }
        begin(f, rt, frame::counts((*f).nargs, (*f).flags, Operand::NONE), first)
    }
}
/// Fills the header of a frame that has room, with `set` parameters in place and these [`counts`](frame::counts), but for
/// `first_temp`; returns the instruction to start with.
///
/// # Safety
/// As [`enter`].
#[inline(always)]
pub unsafe fn begin(f: *mut Frame, rt: *const Runtime, counts: u64, set: u32) -> *const Insn {
    // SAFETY: by contract.
    unsafe {
        (*f).cache = (*rt).cache;
        (*f).literals = (*rt).literals;
        let first_temp = (*rt).first_temp;
        set_counts(f, counts | frame::counts(0, 0, first_temp));
        let mut v = slot(f, HEADER_SLOTS).add(set as usize);
        let end = slot(f, first_temp);
        // Volatile, as a loop that becomes a call of `memset` needs registers saved. Nobody looks at more of it than this word.
        // Two at a time: what lies behind the last variable is a temporary that nothing is in yet, or free.
        while v < end {
            v.cast::<u64>().write_volatile(u64::from(tag::UNDEF));
            v.add(1).cast::<u64>().write_volatile(u64::from(tag::UNDEF));
            v = v.add(2);
        }
        (*rt).insns.add((set & (*rt).skip) as usize)
    }
}
#[cold]
#[inline(never)]
unsafe fn enter_overflow(vm: &Vm, f: *mut Frame) -> *const Insn {
    // SAFETY: the frame's arguments are still in place and are dropped.
    unsafe {
        for i in 0..(*f).nargs {
            drop(f.cast::<Value>().add(HEADER_SLOTS as usize + i as usize).read());
        }
        release_header(f);
        stack_overflow(vm);
        std::ptr::null()
    }
}
/// Moves arguments beyond the declared parameters (and the variadic rest) aside; returns how many parameters are set.
///
/// # Safety
/// `f` must be a window with `nargs` arguments for `code`.
#[inline(never)]
pub(crate) unsafe fn extra_arguments(vm: &Vm, f: *mut Frame, code: &Code) -> u32 {
    // SAFETY: called by `enter`.
    unsafe {
        let params = code.params.len() as u32;
        let fixed = if code.flags & code_flags::VARIADIC != 0 { params - 1 } else { params };
        let nargs = (*f).nargs;
        let rest = code_flags::VARIADIC | code_flags::USES_ARGS;
        if code.flags & rest == code_flags::VARIADIC && nargs >= fixed && (*f).flags & flags::AUX == 0 {
            // Nobody asks for the arguments as they were passed: the rest goes straight into its parameter.
            let first = f.cast::<Value>().add(HEADER_SLOTS as usize + fixed as usize);
            let list = Array::taking(first, nargs - fixed);
            first.write(Value::from(list));
            return params;
        }
        if nargs > fixed {
            if (*f).flags & flags::AUX == 0 && !vm.spare_aux.get().is_null() {
                (*f).aux = vm.spare_aux.replace(std::ptr::null_mut());
                (*f).flags |= flags::AUX;
            }
            let extra = &mut (*aux(f)).extra_args;
            let more = (nargs - fixed) as usize;
            extra.reserve_exact(more);
            let first = f.cast::<Value>().add(HEADER_SLOTS as usize + fixed as usize);
            std::ptr::copy_nonoverlapping(first, extra.as_mut_ptr().add(extra.len()), more);
            extra.set_len(extra.len() + more);
        }
        nargs.min(fixed)
    }
}
/// The rare part of a frame, made on first use.
///
/// # Safety
/// `f` must be a live frame.
pub unsafe fn aux(f: *mut Frame) -> *mut FrameAux {
    // SAFETY: by contract.
    unsafe {
        if (*f).flags & flags::AUX == 0 {
            let fresh = FrameAux { symbols: None, extra_args: heap_vec(), named: None };
            (*f).aux = HeapBox::into_raw(HeapBox::new_in(fresh, RequestHeap));
            (*f).flags |= flags::AUX;
        }
        (*f).aux
    }
}

/// Gives back surplus arguments of a frame that ends, if nothing but counts that are not the last are given back; false, and
/// nothing is done, for others.
///
/// # Safety
/// `f` must be a frame with the flag `AUX` that ends.
#[inline(never)]
pub(crate) unsafe fn let_go_of_aux(vm: &Vm, f: *mut Frame) -> bool {
    // SAFETY: by contract; a count above one stays above zero.
    unsafe {
        let aux = &mut *(*f).aux;
        let shared = |v: &Value| v.is_str() || v.header().is_none_or(|h| phant_memory::header::is_shared(h));
        if aux.symbols.is_some() || aux.named.is_some() || !aux.extra_args.iter().all(shared) {
            return false;
        }
        // Two arguments may be the only holders of one object.
        while let Some(v) = aux.extra_args.pop() {
            drop(v);
        }
        (*f).flags &= !flags::AUX;
        if vm.spare_aux.get().is_null() {
            vm.spare_aux.set((*f).aux);
        } else {
            drop(HeapBox::from_raw_in((*f).aux, RequestHeap));
        }
        true
    }
}

/// Gives back what a frame's header owns.
///
/// # Safety
/// `f` must be a frame that ends.
#[inline]
pub unsafe fn release_header(f: *mut Frame) {
    // SAFETY: by contract; flags say what is owned.
    unsafe {
        let bits = (*f).flags;
        (*f).flags = bits | flags::LEFT;
        if bits & flags::AUX != 0 {
            let aux = HeapBox::from_raw_in((*f).aux, RequestHeap);
            (*f).flags &= !flags::AUX;
            crate::interpreter::symbols::drop_table(&aux);
            drop(aux);
        }
        if bits & flags::MAGIC != 0
            && let Some(vm) = Vm::current()
        {
            crate::runtime::object::guard::leave_frame(vm, f);
        }
        if bits & flags::OWNS_THIS != 0 {
            (*f).flags &= !flags::OWNS_THIS;
            drop(Object::from_raw((*f).this));
        }
        if bits & flags::TRAMPOLINE != 0 {
            // A call that was prepared but not made.
            (*f).flags &= !flags::TRAMPOLINE;
            crate::runtime::callable::free_trampoline(&*(*f).func);
        }
        if bits & flags::OWNS_CLOSURE != 0 {
            (*f).flags &= !flags::OWNS_CLOSURE;
            drop(Object::from_raw((*f).closure));
        }
    }
}
/// Drops a frame's variables and gives back its header.
///
/// # Safety
/// `f` must be a frame of compiled code that ends.
#[inline(always)]
pub unsafe fn leave_frame(vm: &Vm, f: *mut Frame) {
    // SAFETY: by contract; variables are initialised from entry on.
    unsafe {
        if (*f).flags & (flags::MAIN | flags::GENERATOR) != 0 {
            crate::interpreter::symbols::end(vm, f);
        }
        // Destructors of what a variable held run while the frame is still the innermost, before the next one gives its value
        // back. A destructor's own caller comes to them at once: a chain of them needs no native stack.
        let waits = ends_destructor(f);
        if !waits {
            settled(vm);
        }
        let mut v = slot(f, HEADER_SLOTS);
        let end = slot(f, (*f).first_temp);
        while v < end {
            if (*v).is_counted() {
                (*f).flags |= flags::LEFT;
                let value = v.read();
                v.write(Value::UNDEF);
                drop(value);
                if !waits {
                    settled(vm);
                }
            }
            v = v.add(1);
        }
        // Those of the object and of the closure, which may own the function, run when the caller goes on.
        if (*f).flags & (flags::AUX | flags::OWNS_THIS | flags::OWNS_CLOSURE) != 0 {
            release_header(f);
        }
    }
}

/// Whether a frame is that of a destructor which the engine called.
#[inline(always)]
unsafe fn ends_destructor(f: *mut Frame) -> bool {
    // SAFETY: the frame's function is live.
    unsafe {
        (*f).flags & flags::TOP != 0
            && (*(*f).func).class.is_some_and(|c| c.magic.destruct.is_some_and(|d| std::ptr::eq(d, (*f).func)))
    }
}

/// Frees what is live in a frame at an instruction, when an exception passes: first the calls that have not been made, and then
/// what else is being computed, in the order of its making.
///
/// # Safety
/// `f` must be a live frame of `code`, stopped at instruction number `at`.
pub unsafe fn free_live(vm: &Vm, f: *mut Frame, code: &Code, at: u32, keep_until: Option<u32>) {
    // What is still live at the catching instruction stays.
    let stays = |range: &LiveRange| keep_until.is_some_and(|target| range.start <= target && target < range.end);
    let live = || code.live.iter().take_while(|range| range.start <= at).filter(|range| at < range.end && !stays(range));
    // SAFETY: ranges name initialised slots of the frame.
    unsafe {
        free_calls(f, live().filter(|range| is_of_call(range)));
        for range in live().filter(|range| !is_of_call(range)) {
            let v = slot(f, range.slot);
            match range.kind {
                LiveKind::Value | LiveKind::Rope | LiveKind::Kept => drop(std::ptr::replace(v, Value::UNDEF)),
                LiveKind::Iterator => crate::interpreter::ops::free_iteration(v),
                LiveKind::Silence => crate::interpreter::ops::end_silence(vm, v),
                LiveKind::New => {
                    let object = std::ptr::replace(v, Value::UNDEF);
                    // An object whose constructor failed has no destructor.
                    if let Some(o) = object.as_object() {
                        o.set_flag(phant_memory::object::DESTRUCTED, true);
                    }
                    drop(object);
                }
                LiveKind::Call | LiveKind::Argument => {}
            }
        }
    }
}

/// Whether it is a part of a call that has not been made.
fn is_of_call(range: &LiveRange) -> bool {
    matches!(range.kind, LiveKind::Call | LiveKind::Argument)
}

/// Frees calls that have not been made, the innermost first: its arguments from the first to the last, and then its object. Inner
/// calls have higher slots, and those of a call's arguments are neighbours.
unsafe fn free_calls<'c>(f: *mut Frame, parts: impl Iterator<Item = &'c LiveRange>) {
    let mut parts: Vec<(u16, LiveKind)> = parts.map(|range| (range.slot, range.kind)).collect();
    parts.sort_unstable_by_key(|part| part.0);
    // SAFETY: as in `free_live`.
    unsafe {
        while let Some(&(last, kind)) = parts.last() {
            if kind == LiveKind::Call {
                release_header(slot(f, last).cast::<Frame>());
                parts.pop();
                continue;
            }
            let neighbours = parts.iter().rev().zip((0..=last).rev());
            let count = neighbours.take_while(|(part, at)| **part == (*at, LiveKind::Argument)).count();
            for (argument, _) in parts.drain(parts.len() - count..) {
                drop(std::ptr::replace(slot(f, argument), Value::UNDEF));
            }
        }
    }
}

/// The number of the parameter with that name.
pub fn param_index(func: &Function, name: &[u8]) -> Option<usize> {
    if func.flags & function_flags::TRAMPOLINE != 0 {
        // `__call` takes what it is given, by whatever name.
        return None;
    }
    match func.kind {
        FunctionKind::User(c) => c.params.iter().position(|p| !p.variadic && p.name.as_bytes() == name),
        FunctionKind::Native(d) => d.params.iter().position(|p| !p.variadic && p.name.as_bytes() == name),
    }
}

/// Whether an argument of that name has somewhere to go.
pub fn accepts_name(func: &Function, name: &[u8]) -> bool {
    func.flags & (function_flags::VARIADIC | function_flags::TRAMPOLINE) != 0 || param_index(func, name).is_some()
}

/// Calls a function from native code.
pub fn call(
    vm: &Vm,
    func: FunctionPtr,
    this: Option<&Object>,
    called: Option<ClassPtr>,
    args: &[Value],
    named: Option<&Array>,
) -> PhpResult {
    if named.is_none()
        && let Some((code, rt)) = simple(vm, func)
    {
        // SAFETY: the run-time part is that of the function; the caller keeps the object.
        return unsafe { run_simple(vm, func, code, rt, this, called, Through::Itself, args.iter().map(Value::unref)) };
    }
    const ASIDE: u32 = function_flags::VARIADIC;
    if named.is_none()
        && func.flags & (function_flags::PLAIN | ASIDE) == function_flags::PLAIN
        && args.len() <= usize::from(func.params)
        // References are passed the long way.
        && u64::from(func.by_ref) & ((1 << args.len().min(32)) - 1) == 0
        && (this.is_some() || func.class().is_none() || !func.takes_object())
    {
        return crate::interpreter::ops::call_plain(vm, func, this.filter(|_| func.takes_object()), called, args);
    }
    call_full(vm, func, this, called, Through::Itself, args, named)
}

/// Calls a callable from native code.
pub fn call_callable(vm: &Vm, c: &Callable, args: &[Value], named: Option<&Array>) -> PhpResult {
    if let Some(name) = &c.magic_name {
        let mut list = Array::list(args.iter().cloned());
        if let Some(named) = named {
            for (k, v) in named.iter() {
                list.make_mut().set(k.to_key(), v.clone());
            }
        }
        let args = [Value::from(name.clone()), Value::from(list)];
        return call_full(vm, c.function, c.this.as_ref(), c.called_class, Through::of(c), &args, None);
    }
    // What a closure is made of a native function for is the function.
    let is_native = c.function.flags & function_flags::PLAIN != 0 && !c.through_invoke;
    if c.closure.is_none() || is_native {
        return call(vm, c.function, c.this.as_ref(), c.called_class, args, named);
    }
    if named.is_none()
        && let Some((code, rt)) = simple(vm, c.function)
    {
        let args = args.iter().map(Value::unref);
        // SAFETY: the run-time part is that of the function; the callable outlives the call.
        return unsafe { run_simple(vm, c.function, code, rt, c.this.as_ref(), c.called_class, Through::of(c), args) };
    }
    call_full(vm, c.function, c.this.as_ref(), c.called_class, Through::of(c), args, named)
}

/// What a function is called as.
#[derive(Clone, Copy)]
pub(super) enum Through<'a> {
    Itself,
    Closure(&'a Object),
    /// The method `__invoke` of a closure.
    Invoke(&'a Object),
}

impl Through<'_> {
    pub(super) fn of(c: &Callable) -> Through<'_> {
        match &c.closure {
            None => Through::Itself,
            Some(closure) if c.through_invoke => Through::Invoke(closure),
            Some(closure) => Through::Closure(closure),
        }
    }
}

fn call_full(
    vm: &Vm,
    func: FunctionPtr,
    this: Option<&Object>,
    called: Option<ClassPtr>,
    through: Through<'_>,
    args: &[Value],
    named: Option<&Array>,
) -> PhpResult {
    // What native code let go of ends before the PHP code begins that it calls.
    if !settled(vm) || vm.ctx.has_exception() {
        return Err(Thrown);
    }
    check_native_stack(vm)?;
    // What reports call runs where the window will be.
    if func.flags & function_flags::DEPRECATED != 0 && matches!(func.kind, FunctionKind::User(_)) && !report_deprecated(vm, func)
    {
        return Err(Thrown);
    }
    if func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) != 0 {
        for (i, v) in args.iter().enumerate() {
            if !v.is_ref() && func.by_ref_mode(i) == phant_native::descriptor::ByRef::Yes {
                warn_value_for_ref(vm, func, i, matches!(through, Through::Invoke(_)));
                vm.ctx.check()?;
            }
        }
        for (k, v) in named.into_iter().flat_map(|named| named.iter()) {
            // What is collected counts as the first that is.
            if let KeyRef::Str(name) = k
                && !v.is_ref()
                && let i = param_index(func, name).unwrap_or_else(|| func.named_params())
                && func.by_ref_mode(i) == phant_native::descriptor::ByRef::Yes
            {
                warn_value_for_ref(vm, func, i, matches!(through, Through::Invoke(_)));
                vm.ctx.check()?;
            }
        }
    }
    let top = vm.stack_top();
    let room = args.len() + HEADER_SLOTS as usize + func.params as usize + 8;
    // SAFETY: the window lies above everything in use; its bounds are checked first.
    unsafe {
        if top.add(room) >= vm.stack_limit.get() {
            return Err(stack_overflow(vm));
        }
        let f = top.cast::<Frame>();
        init_header(f, func);
        (*f).prev = vm.frame.get();
        (*f).called = called.or_else(|| this.map(|o| o.class())).map_or(std::ptr::null(), std::ptr::from_ref);
        if let Some(o) = this
            && func.takes_object()
        {
            (*f).this = o.clone().into_raw();
            (*f).flags |= flags::OWNS_THIS;
        }
        if let Through::Closure(c) | Through::Invoke(c) = through {
            (*f).closure = c.clone().into_raw();
            (*f).flags |= flags::OWNS_CLOSURE | if matches!(through, Through::Invoke(_)) { flags::INVOKED } else { 0 };
        }
        for (i, v) in args.iter().enumerate() {
            let v = if func.takes_ref(i) {
                if v.is_ref() { v.clone() } else { Value::from(Reference::new(v.clone())) }
            } else {
                v.unref()
            };
            top.add(HEADER_SLOTS as usize + i).write(v);
        }
        (*f).nargs = args.len() as u32;
        if let Some(named) = named
            && !named.is_empty()
        {
            if let Err(e) = place_named(vm, f, func, named.iter()) {
                abandon(f);
                return Err(e);
            }
        }
        if vm.ctx.has_exception() {
            abandon(f);
            return Err(Thrown);
        }
        run_frame(vm, f, func)
    }
}
/// Warns of a value given where a reference is wanted. `invoked`: to a closure through its method `__invoke`.
#[cold]
pub(super) fn warn_value_for_ref(vm: &Vm, func: FunctionPtr, i: usize, invoked: bool) {
    let name = func.param_name(i).filter(|_| i < func.named_params()).map(|n| format!(" (${n})")).unwrap_or_default();
    let function = if invoked { "Closure::__invoke".to_owned() } else { func.display_name() };
    let text = format!("{function}(): Argument #{}{name} must be passed by reference, value given", i + 1);
    vm.ctx.report(phant_native::Level::Warning, text);
}
/// Drops a prepared call that will not be made.
///
/// # Safety
/// `f` must be a window with header and `nargs` arguments.
pub(crate) unsafe fn abandon(f: *mut Frame) {
    // SAFETY: by contract. Destructors may run where the window is, so everything is taken out of it first.
    unsafe {
        let mut header = f.read();
        (*f).flags = flags::LEFT;
        let base = f.cast::<Value>().add(HEADER_SLOTS as usize);
        let args: Vec<Value> = (0..header.nargs as usize).map(|i| std::ptr::replace(base.add(i), Value::UNDEF)).collect();
        drop(args);
        release_header(&mut header);
    }
}

/// Runs a prepared frame (header and arguments in place) from native code, to its end.
///
/// # Safety
/// `f` must be a window at the top of the VM stack.
pub unsafe fn run_frame(vm: &Vm, f: *mut Frame, func: FunctionPtr) -> PhpResult {
    // SAFETY: by contract.
    unsafe {
        match func.kind {
            FunctionKind::Native(_) => {
                let mut out = Value::NULL;
                if call_native(vm, f, func, true, &mut out) { Ok(out) } else { Err(Thrown) }
            }
            FunctionKind::User(code) => {
                (*f).flags |= flags::TOP;
                let caller = vm.frame.get();
                closure::bind_frame(f, code);
                let pc = enter(vm, f, func, code);
                if pc.is_null() {
                    return Err(Thrown);
                }
                closure::bind_uses(f, code);
                run_entered(vm, pc, f, caller)
            }
        }
    }
}
/// Runs an entered frame to its end; `caller` is the frame that native code runs in.
#[inline(always)]
pub(super) unsafe fn run_entered(vm: &Vm, pc: *const Insn, f: *mut Frame, caller: *mut Frame) -> PhpResult {
    // SAFETY: called with a frame set up for the code that `pc` points into.
    unsafe {
        let current = vm.ctx.current.take();
        let destructor = ends_destructor(f);
        vm.native_depth.set(vm.native_depth.get() + 1);
        crate::runtime::checked::enters(caller, || crate::interpreter::dispatch::run(pc, f, vm));
        vm.native_depth.set(vm.native_depth.get() - 1);
        vm.ctx.current.set(current);
        vm.frame.set(caller);
        let result = vm.result.take();
        if !destructor {
            settled(vm);
        }
        if vm.ctx.has_exception() {
            vm.errors.declined.set(result.as_bool() == Some(false));
            drop(result);
            return Err(Thrown);
        }
        Ok(result)
    }
}

/// The code of a function that is called with arguments as they are.
#[inline(always)]
pub(super) fn compiled(vm: &Vm, func: FunctionPtr) -> Option<(&'static Code, *const Runtime)> {
    const ASIDE: u32 = function_flags::NATIVE | function_flags::DEPRECATED | function_flags::TRAMPOLINE;
    let FunctionKind::User(code) = func.kind else { return None };
    let rt = vm.places.get(func);
    let fits = func.flags & ASIDE == 0 && !rt.is_null();
    fits.then_some((code, rt))
}
/// Whether a function takes no references.
#[inline(always)]
pub(super) fn by_value(func: FunctionPtr) -> bool {
    func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) == 0
}
/// The code of a function that is called with arguments by value.
#[inline(always)]
fn simple(vm: &Vm, func: FunctionPtr) -> Option<(&'static Code, *const Runtime)> {
    compiled(vm, func).filter(|_| by_value(func))
}
/// Room for the frame of a method that the running frame is about to enter.
pub(crate) struct MethodRoom {
    func: FunctionPtr,
    rt: *const Runtime,
    frame: *mut Frame,
}
impl MethodRoom {
    /// Where the frame will be.
    pub(crate) fn place(&self) -> *const Frame {
        self.frame
    }
}
/// Room for a method with `count` arguments, to be entered from the running frame. `None`: it has to be called the long way.
#[inline(always)]
pub(crate) fn room_for_method(vm: &Vm, func: FunctionPtr, count: usize) -> Option<MethodRoom> {
    let (code, rt) = simple(vm, func)?;
    if code.flags & (code_flags::RETURNS_REF | code_flags::CLOSURE) != 0
        || func.flags & function_flags::GENERATOR != 0
        || !settled(vm)
        || vm.ctx.has_exception()
    {
        return None;
    }
    let top = vm.stack_top();
    // SAFETY: the run-time part is the function's; the frame lies above everything in use.
    let fits =
        unsafe { count as i64 <= i64::from((*rt).params) && top.byte_add((*rt).frame_size as usize) < vm.stack_limit.get() };
    fits.then_some(MethodRoom { func, rt, frame: top.cast() })
}
/// Enters a method from the running frame, whose instruction is noted: what it returns is the result of that instruction, or with
/// the flag [`flags::MAGIC`] among `bits` what that makes of it.
///
/// # Safety
/// The running frame must be in the dispatcher, at an instruction that has its result's slot where calls have it; nothing has run
/// since there was found to be room.
#[inline(always)]
pub(crate) unsafe fn begin_method<const N: usize>(
    vm: &Vm,
    room: MethodRoom,
    this: &Object,
    args: [Value; N],
    bits: u16,
) -> (*const Insn, *mut Frame) {
    // SAFETY: by contract.
    unsafe {
        let MethodRoom { func, rt, frame: f } = room;
        init_bound(f, func, this.clone().into_raw(), this.class_ptr().cast(), flags::OWNS_THIS);
        (*f).prev = vm.frame.get();
        for (i, v) in args.into_iter().enumerate() {
            slot(f, HEADER_SLOTS).add(i).write(v);
        }
        (begin(f, rt, frame::counts(N as u32, flags::OWNS_THIS | bits, Operand::NONE), N as u32), f)
    }
}
/// Calls a function that [`simple`] has found to be so.
///
/// # Safety
/// `code` and `rt` belong to the function; the closure outlives the call.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub(super) unsafe fn run_simple(
    vm: &Vm,
    func: FunctionPtr,
    code: &'static Code,
    rt: *const Runtime,
    this: Option<&Object>,
    called: Option<ClassPtr>,
    through: Through<'_>,
    args: impl ExactSizeIterator<Item = Value>,
) -> PhpResult {
    if !settled(vm) || vm.ctx.has_exception() {
        return Err(Thrown);
    }
    check_native_stack(vm)?;
    // SAFETY: by contract. The frame lies above everything in use; its bounds are checked first.
    unsafe {
        let top = vm.stack_top();
        // Arguments that are no parameters have no room in the frame.
        if top.byte_add((*rt).frame_size as usize).add(args.len()) >= vm.stack_limit.get() {
            return Err(stack_overflow(vm));
        }
        let f = top.cast::<Frame>();
        init_header(f, func);
        let caller = vm.frame.get();
        (*f).prev = caller;
        (*f).called = called.or_else(|| this.map(|o| o.class())).map_or(std::ptr::null(), std::ptr::from_ref);
        let mut given = flags::TOP;
        // The callable keeps the closure alive; only a generator's frame outlives this call.
        let lent = func.flags & function_flags::GENERATOR == 0;
        if let Some(o) = this
            && func.takes_object()
        {
            (*f).this = o.clone().into_raw();
            given |= flags::OWNS_THIS;
        }
        let is_closure = matches!(through, Through::Closure(_) | Through::Invoke(_));
        if let Through::Closure(c) | Through::Invoke(c) = through {
            (*f).closure = if lent { c.as_ptr() } else { c.clone().into_raw() };
            given |= if matches!(through, Through::Invoke(_)) { flags::INVOKED } else { 0 };
            given |= if lent { 0 } else { flags::OWNS_CLOSURE };
            given |= closure::bind_header(f, code);
        }
        let count = args.len() as u32;
        for (i, v) in args.enumerate() {
            top.add(HEADER_SLOTS as usize + i).write(v);
        }
        let mut counts = frame::counts(count, given, Operand::NONE);
        let mut set = count;
        if i64::from(count) > i64::from((*rt).params) {
            set_counts(f, counts);
            set = extra_arguments(vm, f, code);
            counts = frame::counts((*f).nargs, (*f).flags, Operand::NONE);
        }
        let pc = begin(f, rt, counts, set);
        if is_closure {
            closure::bind_captured(f, code);
        }
        run_entered(vm, pc, f, caller)
    }
}

/// Calls a native function whose frame is prepared; the result goes to `out`. False if an exception is pending.
/// Arguments and header are given back.
///
/// # Safety
/// `f` must be a window with header and `nargs` arguments.
#[inline(never)]
pub unsafe fn call_native(vm: &Vm, f: *mut Frame, func: FunctionPtr, wanted: bool, out: *mut Value) -> bool {
    // SAFETY: by contract; the slots behind the arguments are free stack.
    unsafe {
        let d = func.descriptor().expect("native");
        (*f).prev = vm.frame.get();
        (*f).flags |= flags::NATIVE;
        (*f).pc = std::ptr::null();
        let passed = (*f).nargs as usize;
        let args = f.cast::<Value>().add(HEADER_SLOTS as usize);
        let fixed = d.params.len().saturating_sub(usize::from(func.flags & function_flags::VARIADIC != 0));
        let mut count = passed;
        while count < fixed {
            args.add(count).write(Value::UNDEF);
            count += 1;
        }
        (*f).first_temp = Operand::behind(usize::from(HEADER_SLOTS) + count);
        if args.add(count) >= vm.stack_limit.get() {
            abandon(f);
            stack_overflow(vm);
            return false;
        }
        vm.frame.set(f);
        let saved = vm.ctx.current.replace(Some(func));
        let values = std::slice::from_raw_parts_mut(args, count);
        let ok = func.flags & function_flags::DEPRECATED == 0 || report_deprecated(vm, func);
        let result = if !ok || vm.ctx.has_exception() {
            Err(Thrown)
        } else if d.facts & facts::RAW != 0 {
            Ok(())
        } else {
            coerce::arguments(&vm.ctx, func, values, passed)
        };
        let result = match result {
            Ok(()) => {
                // The frame has them, too: traces show them.
                let named = if (*f).flags & flags::AUX != 0 { (*(*f).aux).named.clone() } else { None };
                let this =
                    if (*f).this.is_null() { None } else { Some(std::mem::ManuallyDrop::new(Object::from_raw((*f).this))) };
                let called: Option<ClassPtr> = if (*f).called.is_null() { None } else { Some(&*(*f).called) };
                let by_ref = func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) != 0;
                let bound = if by_ref { crate::runtime::object::property::bound_arguments(values) } else { Vec::new() };
                let mut a = Args { values, passed, named, this: this.as_deref(), called_class: called, function: func };
                let result = crate::runtime::checked::body(func, || (d.call)(&vm.ctx, &mut a));
                let result = if finalize::wants_attention(vm) { finalize::after_native(vm, result) } else { result };
                if bound.is_empty() || result.is_err() {
                    result
                } else {
                    crate::runtime::object::property::check_bound(vm, bound).and(result)
                }
            }
            Err(e) => Err(e),
        };
        let ok = result.is_ok() && !vm.ctx.has_exception();
        match result {
            Ok(v) => out.write(v),
            Err(_) => out.write(Value::NULL),
        }
        (*f).flags |= flags::LEFT;
        for i in 0..count {
            let v = args.add(i);
            if (*v).is_counted() {
                drop(std::ptr::replace(v, Value::UNDEF));
            }
        }
        if !wanted {
            drop(std::ptr::replace(out, Value::NULL));
        }
        if (*f).flags & (flags::AUX | flags::OWNS_THIS | flags::OWNS_CLOSURE) != 0 {
            release_header(f);
        }
        vm.frame.set((*f).prev);
        vm.ctx.current.set(saved);
        let ok = ok && settled(vm) && !vm.ctx.has_exception();
        if !ok {
            drop(std::ptr::replace(out, Value::NULL));
        }
        ok
    }
}
/// "Function f() is deprecated"; false if a handler threw.
pub fn report_deprecated(vm: &Vm, func: FunctionPtr) -> bool {
    let word = if func.class.is_some() { "Method" } else { "Function" };
    let (since, level) = match func.kind {
        FunctionKind::Native(d) => (d.deprecated.unwrap_or_default().to_owned(), phant_native::Level::Deprecated),
        FunctionKind::User(code) => {
            (crate::runtime::attribute::deprecation_text(vm, code, func.class), phant_native::Level::UserDeprecated)
        }
    };
    if !vm.ctx.has_exception() {
        vm.ctx.report(level, format!("{word} {}() is deprecated{since}", func.display_name()));
    }
    !vm.ctx.has_exception()
}

/// Puts named arguments into their parameters' slots of a prepared window, and defaults before them.
///
/// # Safety
/// `f` must be a window at the top of what is in use, with `nargs` arguments and room for all parameters.
pub(super) unsafe fn place_named<'a>(
    vm: &Vm,
    f: *mut Frame,
    func: FunctionPtr,
    named: impl Iterator<Item = (KeyRef<'a>, &'a Value)>,
) -> PhpResult<()> {
    // SAFETY: called with a window whose first `nargs` arguments are set; room for all parameters was checked.
    unsafe {
        let args = f.cast::<Value>().add(HEADER_SLOTS as usize);
        for (k, v) in named {
            let made;
            let name = match k {
                KeyRef::Str(s) => s,
                KeyRef::Int(i) => {
                    made = Str::from(i);
                    &*made
                }
            };
            match param_index(func, name) {
                Some(i) => {
                    let passed = (*f).nargs as usize;
                    if i < passed && !(*args.add(i)).is_undef() {
                        let text = format!("Named parameter ${name} overwrites previous argument");
                        return Err(vm.ctx.throw_error(text));
                    }
                    for gap in passed..i {
                        args.add(gap).write(Value::UNDEF);
                    }
                    let v = if func.takes_ref(i) {
                        if v.is_ref() { v.clone() } else { Value::from(Reference::new(v.clone())) }
                    } else {
                        v.unref()
                    };
                    args.add(i).write(v);
                    (*f).nargs = (*f).nargs.max(i as u32 + 1);
                }
                None if func.flags & function_flags::VARIADIC != 0 => {
                    let aux = aux(f);
                    let by_ref = func.flags & function_flags::REST_BY_REF != 0;
                    let v = match v.as_ref() {
                        Some(r) if by_ref => Value::from(r.clone()),
                        None if by_ref => Value::from(Reference::new(v.clone())),
                        _ => v.unref(),
                    };
                    (*aux).named.get_or_insert_with(Array::new).make_mut().set(Key::Str(name.to_handle()), v);
                }
                None => {
                    let text = format!("Unknown named parameter ${name}");
                    return Err(vm.ctx.throw_error(text));
                }
            }
        }
        fill_gaps(vm, f, func)
    }
}
/// Skipped parameters get their defaults; a required one is an error.
///
/// # Safety
/// `f` must be a window at the top of what is in use, with `nargs` arguments or gaps between them.
pub(super) unsafe fn fill_gaps(vm: &Vm, f: *mut Frame, func: FunctionPtr) -> PhpResult<()> {
    // SAFETY: as in `place_named`.
    unsafe {
        let args = f.cast::<Value>().add(HEADER_SLOTS as usize);
        for i in 0..(*f).nargs as usize {
            if !(*args.add(i)).is_undef() {
                continue;
            }
            let missing = |vm: &Vm| {
                let text = format!(
                    "{}(): Argument #{} (${}) not passed",
                    func.display_name(),
                    i + 1,
                    func.param_name(i).unwrap_or_default()
                );
                // The trace begins with the call that fails.
                guarding(vm, f, 0, |vm| vm.ctx.throw("ArgumentCountError", text))
            };
            let v = match func.kind {
                FunctionKind::User(code) => match &code.params[i].default {
                    Some(expr) => {
                        let expr = expr.clone();
                        // Evaluated as if the function ran already, so that its window is in nobody's way.
                        guarding(vm, f, 0, |vm| crate::runtime::constant::evaluate(vm, &expr, func.class))?
                    }
                    None => return Err(missing(vm)),
                },
                FunctionKind::Native(d) => match d.params[i].default {
                    Some("UNKNOWN") => {
                        let text = format!(
                            "{}(): Argument #{} (${}) must be passed explicitly, because the default value is not known",
                            func.display_name(),
                            i + 1,
                            d.params[i].name
                        );
                        return Err(vm.ctx.throw("ArgumentCountError", text));
                    }
                    Some(_) => coerce::default_value(&vm.ctx, &d.params[i])?,
                    None => return Err(missing(vm)),
                },
            };
            let v = if func.takes_ref(i) { Value::from(Reference::new(v)) } else { v };
            args.add(i).write(v);
        }
        Ok(())
    }
}

/// Runs something while a window that is above everything in use holds arguments: as if it was the frame of a native
/// function that is running, with these flags too.
///
/// # Safety
/// `f` must be a window with header and `nargs` arguments.
pub(crate) unsafe fn guarding<R>(vm: &Vm, f: *mut Frame, more: u16, run: impl FnOnce(&Vm) -> R) -> R {
    // SAFETY: by contract; what is changed of the header is put back.
    unsafe {
        let outer = vm.frame.get();
        let saved = ((*f).flags, (*f).first_temp, (*f).pc);
        (*f).prev = outer;
        // Nothing of it has run.
        (*f).pc = std::ptr::null();
        (*f).flags |= flags::NATIVE | more;
        let count = ((*f).nargs as usize).max(usize::from((*(*f).func).params));
        (*f).first_temp = Operand::behind(usize::from(HEADER_SLOTS) + count);
        vm.frame.set(f);
        let result = run(vm);
        vm.frame.set(outer);
        ((*f).flags, (*f).first_temp, (*f).pc) = saved;
        result
    }
}

/// Spreads collected arguments (integer keys, then names) into a window's slots.
///
/// # Safety
/// `f` must be a window at the top of what is in use, its header initialised, without arguments yet.
pub unsafe fn spread(vm: &Vm, f: *mut Frame, args: Array) -> PhpResult<()> {
    // SAFETY: by contract; bounds are checked first.
    unsafe {
        let func: FunctionPtr = &*(*f).func;
        let base = f.cast::<Value>().add(HEADER_SLOTS as usize);
        if base.add(args.len() + func.params as usize + 8) >= vm.stack_limit.get() {
            return Err(stack_overflow(vm));
        }
        let mut named = None;
        let mut n = 0;
        for (at, (k, v)) in args.iter().enumerate() {
            match k {
                KeyRef::Int(_) => {
                    let v = if func.takes_ref(n) {
                        if v.is_ref() { v.clone() } else { Value::from(Reference::new(v.clone())) }
                    } else if func.flags & function_flags::TRAMPOLINE != 0 {
                        // `__call` gets references as they are.
                        v.clone()
                    } else {
                        v.unref()
                    };
                    base.add(n).write(v);
                    n += 1;
                    (*f).nargs = n as u32;
                }
                KeyRef::Str(s) => {
                    named.get_or_insert(at);
                    // What follows without a name goes behind the parameter.
                    if let Some(i) = param_index(func, s).filter(|i| *i >= n) {
                        (n..=i).for_each(|gap| base.add(gap).write(Value::UNDEF));
                        n = i + 1;
                        (*f).nargs = n as u32;
                    }
                }
            }
        }
        let Some(first) = named else { return Ok(()) };
        place_named(vm, f, func, args.iter().skip(first).filter(|(k, _)| matches!(k, KeyRef::Str(_))))
    }
}
