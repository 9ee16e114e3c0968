//! Where execution is: files, lines, backtraces.

use crate::runtime::{
    frame::{Frame, flags},
    vm::Vm,
};
use phant_bytecode::code_flags;
use phant_memory::{Array, KeyRef, Object, Str, Value, View};
use phant_native::{Ctx, Function, ObjectExt, convert, function::function_flags};

/// File and line of a frame of compiled code.
///
/// # Safety
/// `fp` must be a live frame.
pub unsafe fn frame_location(fp: *mut Frame) -> (Str, u32) {
    // SAFETY: by contract; `pc` is set whenever control has left the dispatcher.
    unsafe {
        let Some(code) = (*(*fp).func).code() else { return (Str::default(), 0) };
        let file = code.file.as_deref().cloned().unwrap_or_default();
        let pc = (*fp).pc;
        if pc.is_null() {
            return (file, code.line);
        }
        let at = pc.offset_from(crate::runtime::frame::first_insn(fp)) as usize;
        (file, code.lines.get(at).copied().unwrap_or(code.line))
    }
}
/// Nearly what [`location`] says, without counting or allocating anything.
///
/// # Safety
/// Nothing else is compiled before the result is done with.
pub unsafe fn place(vm: &Vm) -> Option<(&[u8], u32)> {
    // SAFETY: by contract.
    if let Some((file, line)) = unsafe { &*vm.compiling.as_ptr() } {
        return Some((file.as_bytes(), *line));
    }
    let f = crate::runtime::frame::user_frame(vm.frame.get());
    // SAFETY: frames in the chain are live, and so is their code.
    unsafe {
        let frame = f.as_ref()?;
        let code = (*frame.func).code()?;
        let at = if frame.pc.is_null() { 0 } else { frame.pc.offset_from(crate::runtime::frame::first_insn(f)) as usize };
        Some((code.file.as_ref()?.as_bytes(), code.lines.get(at).copied().unwrap_or(code.line)))
    }
}
/// File and line of the innermost compiled code.
pub fn location(vm: &Vm) -> (Str, u32) {
    if let Some((file, line)) = &vm.compiling.get() {
        return (file.clone(), *line);
    }
    // SAFETY: frames in the chain are live.
    unsafe {
        let mut f = crate::runtime::frame::user_frame(vm.frame.get());
        while !f.is_null()
            && !(*f).prev.is_null()
            && ((*f).flags & flags::LEFT != 0 || is_const_expr(&*(*f).func) && !has_place(&*(*f).func))
        {
            f = crate::runtime::frame::user_frame((*f).prev);
        }
        if f.is_null() { (phant_memory::intern(b"Unknown"), 0) } else { frame_location(f) }
    }
}
fn is_const_expr(func: &Function) -> bool {
    func.code().is_some_and(|c| c.flags & code_flags::CONST_EXPR != 0)
}
/// Whether a constant expression is a place of its own in messages: one of a class is, unless it is just a constant's name.
/// Others are part of the code around them.
fn has_place(expr: &Function) -> bool {
    expr.class.is_some() && expr.code().is_some_and(|c| c.flags & code_flags::PLAIN_CONSTANT == 0)
}
/// Constant expressions, and frames that are being left, are not shown.
unsafe fn is_hidden(f: *mut Frame) -> bool {
    // SAFETY: a live frame.
    unsafe {
        (*f).flags & flags::LEFT != 0 || is_const_expr(&*(*f).func) || is_generator_step(f) || is_instruction(f) || is_handler(f)
    }
}
/// Elements of some native classes are reached without a call.
unsafe fn is_handler(f: *mut Frame) -> bool {
    use phant_bytecode::Op;
    // SAFETY: a live frame.
    unsafe {
        let (func, caller) = (&*(*f).func, (*f).prev);
        let Some(class) = func.class.filter(|class| class.is_native() && func.code().is_none()) else { return false };
        // What is no object is given to the method itself.
        let argument = crate::runtime::frame::arguments(f).into_iter().next();
        if class.is_named("SplObjectStorage") && argument.is_some_and(|v| !v.deref().is_object()) {
            return false;
        }
        let known = matches!(
            class.lower.as_bytes(),
            b"splobjectstorage" | b"splfixedarray" | b"weakmap" | b"arrayobject" | b"arrayiterator"
        );
        known
            && func.name.as_bytes().starts_with(b"offset")
            && !caller.is_null()
            && (*(*caller).func).code().is_some()
            && !(*caller).pc.is_null()
            && ![Op::DoCall as u16, Op::CallNamed as u16, Op::CallArray as u16].contains(&(*(*caller).pc).op)
    }
}
/// What PHP has an instruction for is no call: `count`, `strlen` and their kind.
unsafe fn is_instruction(f: *mut Frame) -> bool {
    use phant_bytecode::Op;
    const INSTRUCTIONS: [u16; 4] = [Op::Count as u16, Op::StrLen as u16, Op::ArrayKeyExists as u16, Op::GlobalExists as u16];
    // SAFETY: a live frame.
    unsafe {
        let (func, caller) = (&*(*f).func, (*f).prev);
        func.class.is_none()
            && func.code().is_none()
            && !caller.is_null()
            && (*(*caller).func).code().is_some()
            && !(*caller).pc.is_null()
            && (INSTRUCTIONS.contains(&(*(*caller).pc).op) || is_class_instruction(func, (*f).nargs))
    }
}
fn is_class_instruction(func: &Function, args: u32) -> bool {
    match func.name.as_bytes() {
        b"get_class" => args <= 1,
        b"get_called_class" => args == 0,
        _ => false,
    }
}
/// What a native function does with a generator that it walks is no call in PHP.
unsafe fn is_generator_step(f: *mut Frame) -> bool {
    // SAFETY: a live frame.
    unsafe {
        let (func, caller) = (&*(*f).func, (*f).prev);
        if func.code().is_some() || caller.is_null() || func.class.is_none_or(|c| c.lower.as_bytes() != b"generator") {
            return false;
        }
        let caller = &*(*caller).func;
        caller.code().is_none() && (caller.class.is_some() || caller.name.as_bytes().starts_with(b"iterator_"))
    }
}
/// The frame that a call appears to come from.
unsafe fn shown_caller(mut f: *mut Frame) -> *mut Frame {
    // SAFETY: frames in the chain are live.
    unsafe {
        while !f.is_null() && is_hidden(f) && !(*f).prev.is_null() {
            f = (*f).prev;
        }
    }
    f
}
/// Where execution is, if a constant expression of a class is being evaluated somewhere else: PHP shows that as a call.
unsafe fn around_const_expr(vm: &Vm) -> Option<(Str, u32)> {
    // SAFETY: frames in the chain are live.
    unsafe {
        let mut expr = vm.frame.get();
        while !expr.is_null() && expr != vm.autoload_frame.get() && !(is_const_expr(&*(*expr).func) && has_place(&*(*expr).func))
        {
            expr = (*expr).prev;
        }
        if expr.is_null() || expr == vm.autoload_frame.get() {
            return None;
        }
        let mut outer = crate::runtime::frame::user_frame(vm.frame.get());
        while !outer.is_null() && is_hidden(outer) && !(*outer).prev.is_null() {
            outer = crate::runtime::frame::user_frame((*outer).prev);
        }
        if outer.is_null() {
            return None;
        }
        let at = frame_location(outer);
        (at != frame_location(expr)).then_some(at)
    }
}

/// `DEBUG_BACKTRACE_PROVIDE_OBJECT`
pub const PROVIDE_OBJECT: i64 = 1;
/// `DEBUG_BACKTRACE_IGNORE_ARGS`
pub const IGNORE_ARGS: i64 = 2;

/// The stack as `debug_backtrace` shows it, without the `skip` innermost calls.
pub fn backtrace(vm: &Vm, options: i64, limit: i64, skip: usize) -> Array {
    let from = vm.frame.get();
    // SAFETY: frames in the chain are live.
    unsafe { backtrace_from(vm, from, options, limit, skip) }
}

/// The stack from a frame on.
///
/// # Safety
/// The frame, and those that it leads to, must be live.
pub unsafe fn backtrace_from(vm: &Vm, from: *mut Frame, options: i64, limit: i64, skip: usize) -> Array {
    let mut out = Array::new();
    let mut f = crate::runtime::frame::entered(from);
    let mut skipped = 0;
    let mut last_file = None;
    // SAFETY: frames in the chain are live.
    unsafe {
        if let Some((file, line)) = around_const_expr(vm) {
            let mut entry = Array::with_hash_capacity(3);
            entry.set_name("file", Value::from(file));
            entry.set_name("line", Value::int(i64::from(line)));
            entry.set_name("function", Value::str("[constant expression]"));
            push(&mut out, Value::from(entry));
        }
        while !f.is_null() {
            let hidden = is_hidden(f) && !(*f).prev.is_null();
            let prev = if hidden { (*f).prev } else { shown_caller(crate::runtime::frame::entered((*f).prev)) };
            let func = &*(*f).func;
            let main = func.code().is_some_and(|c| c.flags & code_flags::MAIN != 0);
            let dummy = func.name.is_empty() && !main;
            if hidden || dummy {
                f = prev;
                continue;
            }
            if main && prev.is_null() {
                break;
            }
            if skipped < skip {
                skipped += 1;
                f = prev;
                continue;
            }
            let invoked = (*f).flags & flags::INVOKED != 0;
            let magic = stands_for_magic(f);
            let caller = if magic { std::ptr::null_mut() } else { prev };
            let entry = entry_of(vm, f, caller, options, out.is_empty());
            push(&mut out, Value::from(entry));
            if magic && (limit <= 0 || (out.len() as i64) < limit) {
                let entry = magic_entry(f, prev, options);
                push(&mut out, Value::from(entry));
            }
            if invoked && (limit <= 0 || (out.len() as i64) < limit) {
                let entry = invoke_entry(vm, f, prev, options);
                push(&mut out, Value::from(entry));
            }
            if limit > 0 && out.len() as i64 >= limit {
                break;
            }
            // What an include calls before its file runs (a stream wrapper, an error handler) is called by the include.
            if !main
                && !prev.is_null()
                && (*(*prev).func).code().is_some()
                && !(*prev).pc.is_null()
                && (*(*prev).pc).op == phant_bytecode::Op::Include as u16
            {
                push(&mut out, Value::from(include_entry(prev, last_file.take())));
                if limit > 0 && out.len() as i64 >= limit {
                    break;
                }
            }
            last_file = (!prev.is_null() && (*(*prev).func).code().is_some()).then(|| frame_location(prev).0);
            f = prev;
        }
    }
    out
}
/// Adds the place of a call: the caller, if it is compiled code.
///
/// # Safety
/// The caller must be live or null.
unsafe fn place_of_call(entry: &mut Array, caller: *mut Frame) {
    // SAFETY: by contract.
    unsafe {
        if !caller.is_null() && (*(*caller).func).code().is_some() {
            let (file, line) = frame_location(caller);
            entry.set_name("file", Value::from(file));
            entry.set_name("line", Value::int(i64::from(line)));
        }
    }
}
/// An include whose file does not run yet as the trace shows it. PHP takes the file that it showed last for the one that is included.
///
/// # Safety
/// The frame must be live, and at an include.
unsafe fn include_entry(caller: *mut Frame, last_file: Option<Str>) -> Array {
    let mut entry = Array::with_hash_capacity(4);
    // SAFETY: by contract.
    unsafe {
        place_of_call(&mut entry, caller);
        let word = include_word(caller);
        if let Some(file) = last_file.filter(|_| word != b"eval") {
            entry.set_name("args", Value::from(Array::list([Value::from(file)])));
        }
        entry.set_name("function", Value::str(word));
    }
    entry
}
/// The arguments of a call as the trace shows them.
///
/// # Safety
/// The frame must be live.
unsafe fn arguments_of(vm: &Vm, f: *mut Frame) -> Array {
    // SAFETY: by contract.
    unsafe {
        let func = &*(*f).func;
        let mut args = Array::new();
        for (i, v) in crate::runtime::frame::arguments(f).into_iter().enumerate() {
            push(&mut args, hide_sensitive(vm, func, i, v));
        }
        if (*f).flags & flags::AUX != 0 {
            let named = (*(*f).aux).named.clone();
            for (k, v) in named.iter().flat_map(|n| n.iter()) {
                let v = hide_sensitive(vm, func, usize::MAX, v.unref());
                args.make_mut().set(k.to_key(), v);
            }
        }
        args
    }
}
/// A call as the trace shows it.
///
/// # Safety
/// The frame must be live, and its caller live or null.
unsafe fn entry_of(vm: &Vm, f: *mut Frame, prev: *mut Frame, options: i64, innermost: bool) -> Array {
    // SAFETY: by contract.
    unsafe {
        let func = &*(*f).func;
        let main = func.code().is_some_and(|c| c.flags & code_flags::MAIN != 0);
        let mut entry = Array::with_hash_capacity(8);
        place_of_call(&mut entry, prev);
        if main {
            let kind = func.code().expect("checked").attributes.first().map(|a| a.name.clone());
            let word = kind.unwrap_or_else(|| phant_memory::intern(include_word(prev)));
            let evaluated = word.as_bytes() == b"eval";
            // The file is known from the calls inside it, and shown where arguments are not.
            if !evaluated && !innermost {
                let file = func.code().and_then(|c| c.file.as_deref().cloned()).unwrap_or_default();
                entry.set_name("args", Value::from(Array::list([Value::from(file)])));
            }
            entry.set_name("function", Value::from(word));
        } else {
            entry.set_name("function", Value::from(func.name.clone()));
            let this = crate::runtime::frame::this_of(f);
            if let Some(class) = func.class {
                entry.set_name("class", Value::from(class.name.clone()));
                if let Some(o) = &this
                    && options & PROVIDE_OBJECT != 0
                {
                    entry.set_name("object", Value::from(o.clone()));
                }
                entry.set_name("type", Value::str(if this.is_some() { "->" } else { "::" }));
            } else if let Some(o) = this {
                entry.set_name("class", Value::from(o.class().name.clone()));
                if options & PROVIDE_OBJECT != 0 {
                    entry.set_name("object", Value::from(o));
                }
                entry.set_name("type", Value::str("->"));
            }
            if options & IGNORE_ARGS == 0 {
                entry.set_name("args", Value::from(arguments_of(vm, f)));
            }
        }
        entry
    }
}
/// The call of a closure's method `__invoke` as the trace shows it.
///
/// # Safety
/// The frame must be live, that of a closure, and its caller live or null.
unsafe fn invoke_entry(vm: &Vm, f: *mut Frame, prev: *mut Frame, options: i64) -> Array {
    // SAFETY: by contract; the caller or the frame has a count of the closure.
    unsafe {
        let mut entry = Array::with_hash_capacity(8);
        place_of_call(&mut entry, prev);
        entry.set_name("function", Value::str("__invoke"));
        entry.set_name("class", Value::str("Closure"));
        if options & PROVIDE_OBJECT != 0 {
            let closure = std::mem::ManuallyDrop::new(Object::from_raw((*f).closure));
            entry.set_name("object", Value::from((*closure).clone()));
        }
        entry.set_name("type", Value::str("->"));
        if options & IGNORE_ARGS == 0 {
            entry.set_name("args", Value::from(arguments_of(vm, f)));
        }
        entry
    }
}
/// Whether `__call` or `__callStatic` runs for a closure made of a name: in PHP that closure is a native function, which calls it.
///
/// # Safety
/// The frame must be live.
unsafe fn stands_for_magic(f: *mut Frame) -> bool {
    // SAFETY: by contract; the frame has a count of the closure.
    unsafe {
        if (*f).flags & flags::OWNS_CLOSURE == 0 || (*f).nargs != 2 {
            return false;
        }
        let closure = std::mem::ManuallyDrop::new(Object::from_raw((*f).closure));
        crate::runtime::closure::function(&closure).is_some_and(|made| made.flags & function_flags::TRAMPOLINE != 0)
    }
}
/// The call of such a closure as the trace shows it.
///
/// # Safety
/// The frame must be one of `__call` or `__callStatic`, live, and its caller live or null.
unsafe fn magic_entry(f: *mut Frame, prev: *mut Frame, options: i64) -> Array {
    let mut entry = Array::with_hash_capacity(8);
    // SAFETY: by contract.
    unsafe {
        place_of_call(&mut entry, prev);
        let arguments = crate::runtime::frame::arguments(f);
        let closure = std::mem::ManuallyDrop::new(Object::from_raw((*f).closure));
        if let Some(made) = crate::runtime::closure::function(&closure) {
            entry.set_name("function", Value::from(made.name.clone()));
        }
        let this = crate::runtime::frame::this_of(f);
        if let Some(class) = (*(*f).func).class {
            entry.set_name("class", Value::from(class.name.clone()));
        }
        entry.set_name("type", Value::str(if this.is_some() { "->" } else { "::" }));
        if let Some(o) = this.filter(|_| options & PROVIDE_OBJECT != 0) {
            entry.set_name("object", Value::from(o));
        }
        if options & IGNORE_ARGS == 0 {
            entry.set_name("args", arguments.into_iter().nth(1).map_or(Value::NULL, |list| list.unref()));
        }
    }
    entry
}
/// Appends to a list of which no element has a key near the end of the integers.
fn push(list: &mut Array, v: Value) {
    if list.push(v).is_err() {
        debug_assert!(false, "a list that grew from nothing has room");
    }
}
fn hide_sensitive(vm: &Vm, func: &Function, i: usize, v: Value) -> Value {
    let sensitive = match func.kind {
        phant_native::function::FunctionKind::User(c) => {
            c.params.get(i).or(c.params.last().filter(|p| p.variadic)).is_some_and(|p| p.sensitive)
        }
        phant_native::function::FunctionKind::Native(d) => {
            d.params.get(i).or(d.params.last().filter(|p| p.variadic)).is_some_and(|p| p.sensitive)
        }
    };
    if !sensitive {
        return v;
    }
    let Some(class) = vm.lookup_class_quiet(b"SensitiveParameterValue") else { return v };
    match crate::runtime::object::property::allocate(vm, class) {
        Ok(o) => {
            if let Some(slot) = class.properties.get(b"value").and_then(|p| p.slot) {
                o.set_slot(slot, v);
            }
            Value::from(o)
        }
        Err(_) => v,
    }
}
unsafe fn include_word(caller: *mut Frame) -> &'static [u8] {
    // SAFETY: a live frame or null.
    unsafe {
        if caller.is_null() || (*caller).pc.is_null() || (*(*caller).func).code().is_none() {
            return b"include";
        }
        let pc = (*caller).pc;
        if (*pc).op != phant_bytecode::Op::Include as u16 {
            return b"include";
        }
        match (*pc).c.number() {
            0 => b"include",
            1 => b"include_once",
            2 => b"require",
            3 => b"require_once",
            _ => b"eval",
        }
    }
}

/// A scalar as messages of the engine show it: strings quoted, escaped and shortened.
pub fn show_scalar(ctx: &Ctx, v: &Value) -> Vec<u8> {
    match v.view() {
        View::Null => b"NULL".to_vec(),
        View::Bool(b) => b.to_string().into_bytes(),
        View::Int(i) => i.to_string().into_bytes(),
        View::Float(f) => float_text(ctx, f).into_bytes(),
        View::Str(s) => {
            let limit = usize::try_from(ctx.ini.int("zend.exception_string_param_max_len")).unwrap_or(0);
            let mut out = b"'".to_vec();
            escape(&mut out, &s[..s.len().min(limit)]);
            out.extend_from_slice(if s.len() > limit { b"...'" } else { b"'" });
            out
        }
        _ => convert::value_name(v).into_bytes(),
    }
}
/// Appends text with control and non-ASCII bytes as escape sequences.
fn escape(out: &mut Vec<u8>, text: &[u8]) {
    for &c in text {
        match c {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x0b => out.extend_from_slice(b"\\v"),
            0x0c => out.extend_from_slice(b"\\f"),
            0x1b => out.extend_from_slice(b"\\e"),
            0x20..=0x7e => out.push(c),
            _ => out.extend_from_slice(format!("\\x{c:02X}").as_bytes()),
        }
    }
}
fn float_text(ctx: &Ctx, f: f64) -> String {
    let text = convert::float_to_str(ctx, f).to_text().into_owned();
    if text.bytes().all(|b| b.is_ascii_digit() || b == b'-') { format!("{text}.0") } else { text }
}
/// A name as traces show it: an anonymous class's generated name ends for readers at its NUL.
pub fn shown_name(name: &[u8]) -> &[u8] {
    name.split(|&b| b == 0).next().unwrap_or_default()
}

/// A trace as `getTraceAsString` prints it. It may be an array of the user's making, which is warned of.
pub fn trace_text(ctx: &Ctx, trace: &Array) -> Vec<u8> {
    let mut out = Vec::with_capacity(128 * (trace.len() + 1));
    let mut n = 0;
    for (k, entry) in trace.iter() {
        let Some(entry) = entry.as_array() else {
            let at = match k {
                KeyRef::Int(i) => i,
                KeyRef::Str(_) => 0,
            };
            ctx.report(phant_native::Level::Warning, format!("Expected array for frame {at}"));
            continue;
        };
        number_text(n, &mut out);
        frame_text(ctx, &entry, &mut out);
        n += 1;
    }
    number_text(n, &mut out);
    out.extend_from_slice(b"{main}");
    out
}
fn number_text(n: i64, out: &mut Vec<u8>) {
    out.push(b'#');
    phant_numeric::append_int(out, n);
    out.push(b' ');
}
fn frame_text(ctx: &Ctx, entry: &Array, out: &mut Vec<u8>) {
    let get = |name: &[u8]| entry.get_bytes(name).map(Value::unref);
    match get(b"file") {
        Some(file) => match file.as_str() {
            Some(file) => {
                let line = get(b"line").unwrap_or(Value::int(0));
                if line.as_int().is_none() {
                    ctx.report(phant_native::Level::Warning, "Line is not an int");
                }
                out.extend_from_slice(&file);
                out.push(b'(');
                phant_numeric::append_int(out, line.as_int().unwrap_or(0));
                out.extend_from_slice(b"): ");
            }
            None => {
                ctx.report(phant_native::Level::Warning, "File name is not a string");
                out.extend_from_slice(b"[unknown file]: ");
            }
        },
        None => out.extend_from_slice(b"[internal function]: "),
    }
    for name in ["class", "type", "function"] {
        if let Some(v) = get(name.as_bytes()) {
            match v.as_str() {
                Some(s) => out.extend_from_slice(shown_name(&s)),
                None => {
                    ctx.report(phant_native::Level::Warning, format!("Value for {name} is not a string"));
                    out.extend_from_slice(b"[unknown]");
                }
            }
        }
    }
    out.push(b'(');
    if let Some(args) = get(b"args") {
        match args.as_array() {
            Some(args) => {
                for (i, (k, v)) in args.iter().enumerate() {
                    if i > 0 {
                        out.extend_from_slice(b", ");
                    }
                    if let KeyRef::Str(name) = k {
                        out.extend_from_slice(name);
                        out.extend_from_slice(b": ");
                    }
                    argument_text(ctx, &v.deref(), out);
                }
            }
            None => ctx.report(phant_native::Level::Warning, "args element is not an array"),
        }
    }
    out.extend_from_slice(b")\n");
}
fn argument_text(ctx: &Ctx, v: &Value, out: &mut Vec<u8>) {
    match v.view() {
        View::Array(_) => out.extend_from_slice(b"Array"),
        View::Resource(r) => {
            out.extend_from_slice(b"Resource id #");
            phant_numeric::append_int(out, r.id() as i64);
        }
        View::Object(o) => match enum_case(&o) {
            Some(case) => out.extend_from_slice(&case),
            None => {
                out.extend_from_slice(b"Object(");
                out.extend_from_slice(shown_name(&o.class().name));
                out.push(b')');
            }
        },
        View::Int(i) => phant_numeric::append_int(out, i),
        _ => out.extend_from_slice(&show_scalar(ctx, v)),
    }
}
/// An enum's case as messages show it.
pub fn enum_case(o: &Object) -> Option<Vec<u8>> {
    let class = o.class();
    let slot = class.properties.get(b"name").and_then(|p| p.slot).filter(|_| class.is_enum())?;
    let value = o.slot(slot);
    let case = value.as_str()?;
    Some([class.name.as_bytes(), b"::", case.as_bytes()].concat())
}
