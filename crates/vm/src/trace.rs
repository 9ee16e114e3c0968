//! Where execution is: files, lines, backtraces.

use crate::{
    call,
    frame::{Frame, flags},
    vm::Vm,
};
use phant_bytecode::code_flags;
use phant_memory::{Array, KeyRef, Object, Str, Value, View};
use phant_native::{Ctx, ObjectExt, convert};

/// File and line of a frame of compiled code.
///
/// # Safety
/// `fp` must be a live frame.
pub unsafe fn frame_location(fp: *mut Frame) -> (Str, u32) {
    // SAFETY: by contract; `pc` is set whenever control has left the dispatcher.
    unsafe {
        let Some(code) = (*(*fp).func).code() else { return (Str::default(), 0) };
        let file = code.file.clone().unwrap_or_default();
        let pc = (*fp).pc;
        if pc.is_null() {
            return (file, code.line);
        }
        let at = pc.offset_from(code.insns.as_ptr()) as usize;
        (file, code.lines.get(at).copied().unwrap_or(code.line))
    }
}
/// File and line of the innermost compiled code.
pub fn location(vm: &Vm) -> (Str, u32) {
    if let Some((file, line)) = &vm.compiling {
        return (file.clone(), *line);
    }
    let f = call::user_frame(vm.frame);
    if f.is_null() {
        return (phant_memory::intern(b"Unknown"), 0);
    }
    // SAFETY: frames in the chain are live.
    unsafe { frame_location(f) }
}

/// `DEBUG_BACKTRACE_PROVIDE_OBJECT`
pub const PROVIDE_OBJECT: i64 = 1;
/// `DEBUG_BACKTRACE_IGNORE_ARGS`
pub const IGNORE_ARGS: i64 = 2;

/// The stack as `debug_backtrace` shows it, without the `skip` innermost calls.
pub fn backtrace(vm: &mut Vm, options: i64, limit: i64, skip: usize) -> Array {
    let from = vm.frame;
    // SAFETY: frames in the chain are live.
    unsafe { backtrace_from(vm, from, options, limit, skip) }
}

/// The stack from a frame on.
///
/// # Safety
/// The frame, and those that it leads to, must be live.
pub unsafe fn backtrace_from(vm: &mut Vm, from: *mut Frame, options: i64, limit: i64, skip: usize) -> Array {
    let mut out = Array::new();
    let mut f = call::entered(from);
    let mut skipped = 0;
    // SAFETY: frames in the chain are live.
    unsafe {
        while !f.is_null() {
            let prev = call::entered((*f).prev);
            let func = &*(*f).func;
            let main = func.code().is_some_and(|c| c.flags & code_flags::MAIN != 0);
            let hidden = func.code().is_some_and(|c| c.flags & code_flags::CONST_EXPR != 0);
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
            let mut entry = Array::with_hash_capacity(8);
            // The place of the call: the caller, if it is compiled code.
            if !prev.is_null() && (*(*prev).func).code().is_some() {
                let (file, line) = frame_location(prev);
                entry.set_name("file", Value::from(file));
                entry.set_name("line", Value::int(i64::from(line)));
            }
            if main {
                let kind = func.code().expect("checked").attributes.first().map(|a| a.name.clone());
                let word = kind.unwrap_or_else(|| phant_memory::intern(include_word(prev)));
                let evaluated = word.as_bytes() == b"eval";
                if !evaluated && options & IGNORE_ARGS == 0 {
                    let file = func.code().and_then(|c| c.file.clone()).unwrap_or_default();
                    entry.set_name("args", Value::from(Array::list([Value::from(file)])));
                }
                entry.set_name("function", Value::from(word));
            } else {
                entry.set_name("function", Value::from(func.name.clone()));
                let this = call::this_of(f);
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
                    let mut args = Array::new();
                    for (i, v) in call::arguments(f).into_iter().enumerate() {
                        let _ = args.push(hide_sensitive(vm, func, i, v));
                    }
                    if (*f).flags & flags::AUX != 0
                        && let Some(named) = &(*(*f).aux).named
                    {
                        for (k, v) in named.iter() {
                            args.make_mut().set(k.to_key(), v.unref());
                        }
                    }
                    entry.set_name("args", Value::from(args));
                }
            }
            let _ = out.push(Value::from(entry));
            if limit > 0 && out.len() as i64 >= limit {
                break;
            }
            f = prev;
        }
    }
    out
}
fn hide_sensitive(vm: &mut Vm, func: &phant_native::Function, i: usize, v: Value) -> Value {
    let sensitive = match func.kind {
        phant_native::function::FunctionKind::User(c) => {
            c.params.get(i).or(c.params.last().filter(|p| p.variadic)).is_some_and(|p| p.sensitive)
        }
        phant_native::function::FunctionKind::Native(d) => d.params.get(i).is_some_and(|p| p.sensitive),
    };
    if !sensitive {
        return v;
    }
    let Some(class) = vm.lookup_class_quiet(b"SensitiveParameterValue") else { return v };
    match crate::object::property::allocate(vm, class) {
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
        match (*pc).c {
            0 => b"include",
            1 => b"include_once",
            2 => b"require",
            3 => b"require_once",
            _ => b"eval",
        }
    }
}

/// A scalar as messages of the engine show it: strings quoted and shortened.
pub fn show_scalar(ctx: &Ctx, v: &Value) -> String {
    match v.view() {
        View::Null => "NULL".into(),
        View::Bool(b) => b.to_string(),
        View::Int(i) => i.to_string(),
        View::Float(f) => float_text(ctx, f),
        View::Str(s) => {
            let limit = ctx.ini.int("zend.exception_string_param_max_len").max(0) as usize;
            let shown =
                if s.len() > limit { format!("{}...", String::from_utf8_lossy(&s[..limit])) } else { s.to_text().into_owned() };
            format!("'{}'", shown.replace('\\', "\\\\").replace('\'', "\\'"))
        }
        _ => convert::value_name(v),
    }
}
fn float_text(ctx: &Ctx, f: f64) -> String {
    let text = convert::float_to_str(ctx, f).to_text().into_owned();
    if text.bytes().all(|b| b.is_ascii_digit() || b == b'-') { format!("{text}.0") } else { text }
}

/// A trace as `getTraceAsString` prints it.
pub fn trace_text(ctx: &Ctx, trace: &Array) -> Vec<u8> {
    let mut out = Vec::new();
    let mut n = 0;
    for (_, entry) in trace.iter() {
        let Some(entry) = entry.as_array() else { continue };
        let get = |name: &[u8]| entry.get_bytes(name);
        out.extend_from_slice(format!("#{n} ").as_bytes());
        match get(b"file").and_then(|v| v.as_str()) {
            Some(file) => {
                out.extend_from_slice(file);
                let line = get(b"line").and_then(Value::as_int).unwrap_or(0);
                out.extend_from_slice(format!("({line}): ").as_bytes());
            }
            None => out.extend_from_slice(b"[internal function]: "),
        }
        for name in [&b"class"[..], b"type", b"function"] {
            if let Some(s) = get(name).and_then(|v| v.as_str()) {
                out.extend_from_slice(shown_name(s));
            }
        }
        out.push(b'(');
        if let Some(args) = get(b"args").and_then(|v| v.as_array()) {
            let mut first = true;
            for (k, v) in args.iter() {
                if !first {
                    out.extend_from_slice(b", ");
                }
                first = false;
                if let KeyRef::Str(name) = k {
                    out.extend_from_slice(name);
                    out.extend_from_slice(b": ");
                }
                out.extend_from_slice(&argument_text(ctx, v));
            }
        }
        out.extend_from_slice(b")\n");
        n += 1;
    }
    out.extend_from_slice(format!("#{n} {{main}}").as_bytes());
    out
}
fn argument_text(ctx: &Ctx, v: &Value) -> Vec<u8> {
    match v.view() {
        View::Null => b"NULL".to_vec(),
        View::Bool(b) => b.to_string().into_bytes(),
        View::Int(i) => i.to_string().into_bytes(),
        View::Float(f) => float_text(ctx, f).into_bytes(),
        View::Str(s) => {
            let limit = ctx.ini.int("zend.exception_string_param_max_len").max(0) as usize;
            let mut out = b"'".to_vec();
            escape(&mut out, &s[..s.len().min(limit)]);
            if s.len() > limit {
                out.extend_from_slice(b"...");
            }
            out.push(b'\'');
            out
        }
        View::Array(_) => b"Array".to_vec(),
        View::Resource(r) => format!("Resource id #{}", r.id()).into_bytes(),
        View::Object(o) => object_text(o),
    }
}
/// A class name as readers see it: a generated one ends at its NUL.
fn shown_name(name: &[u8]) -> &[u8] {
    name.split(|&b| b == 0).next().unwrap_or_default()
}
/// Text on one line, in ASCII.
fn escape(out: &mut Vec<u8>, text: &[u8]) {
    for &byte in text {
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x0b => out.extend_from_slice(b"\\v"),
            0x0c => out.extend_from_slice(b"\\f"),
            0x1b => out.extend_from_slice(b"\\e"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            0x20..=0x7e => out.push(byte),
            _ => out.extend_from_slice(format!("\\x{byte:02X}").as_bytes()),
        }
    }
}
fn object_text(o: &Object) -> Vec<u8> {
    let class = o.class();
    if class.is_enum()
        && let Some(slot) = class.properties.get(b"name").and_then(|p| p.slot)
        && let Some(case) = o.slot(slot).as_str()
    {
        return [class.name.as_bytes(), b"::", case.as_bytes()].concat();
    }
    [b"Object(", shown_name(&class.name), b")"].concat()
}
