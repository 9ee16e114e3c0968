//! Compiling and running files and text: `include`, `eval`, the main script.

use crate::{
    interpreter::{call, dispatch, symbols},
    request::multibyte::Source,
    runtime::{
        cache::{self, Candidate, CompileKey, Entry},
        code,
        frame::{Frame, flags},
        lookup,
        outline::Outline,
        own_functions,
        vm::Vm,
    },
};
use phant_bytecode::{ClassDecl, Code, Unit};
use phant_compiler::{Diagnostic, Environment, NativeFunction};
use phant_memory::{Name, Str, Value, permanent::Pool};
use phant_native::{
    Ctx, Function, Level, PhpResult, Thrown, coerce,
    descriptor::{ByRef, ConstantValue, ParamDescriptor, facts},
    function::{UnitUse, UsedUnit},
    registry,
};
use phant_streams::IncludeFile;
use phant_syntax::{ParseErrorKind, ParseOptions, ast::Program};
use std::{
    cell::Cell,
    fs::Metadata,
    io,
    os::unix::ffi::OsStrExt,
    path::Path,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// What the compiler asks about the running system.
struct Surroundings<'a> {
    vm: Cell<Option<&'a Vm>>,
    key: &'a CompileKey,
    /// The unit will be run by other requests too.
    shared: bool,
}
impl Surroundings<'_> {
    fn with<R>(&self, f: impl FnOnce(&Vm) -> R) -> R {
        let vm = self.vm.take().expect("not re-entered");
        let r = f(vm);
        self.vm.set(Some(vm));
        r
    }
}
impl Environment for Surroundings<'_> {
    fn native_function(&self, lower: &[u8]) -> Option<NativeFunction> {
        let name = std::str::from_utf8(lower).ok()?;
        let d = registry::get().functions.get(name)?.item;
        if self.key.is_disabled(lower) {
            return None;
        }
        let mut info = NativeFunction {
            reads_vars: d.facts & facts::READS_VARS != 0,
            writes_vars: d.facts & facts::WRITES_VARS != 0,
            pure: d.facts & facts::PURE != 0,
            in_place: d.facts & facts::IN_PLACE != 0,
            direct: (d.facts & (facts::RAW | facts::NO_DISCARD | facts::READS_VARS | facts::WRITES_VARS) == 0
                && d.deprecated.is_none()
                && d.params.iter().all(|p| p.by_ref == ByRef::No || p.by_ref == ByRef::Yes && !p.variadic))
            .then(|| {
                let variadic = d.params.last().is_some_and(|p| p.variadic);
                (d.required, if variadic { u16::MAX } else { d.params.len() as u16 })
            }),
            ..NativeFunction::default()
        };
        for (i, p) in d.params.iter().enumerate() {
            let bits = if p.variadic { u32::MAX << i.min(31) } else { 1 << i.min(31) };
            if p.by_ref != ByRef::No {
                info.by_ref |= bits;
            }
            if p.by_ref == ByRef::Prefer {
                info.prefers |= bits;
            }
        }
        Some(info)
    }
    fn native_parameters(&self, lower: &[u8]) -> Vec<(Vec<u8>, Option<Value>)> {
        let found = std::str::from_utf8(lower).ok().and_then(|name| registry::get().functions.get(name));
        let params = found.map_or(&[][..], |found| found.item.params);
        let default = |p: &ParamDescriptor| {
            p.default.filter(|text| *text != "UNKNOWN")?;
            self.with(|vm| coerce::default_value(&vm.ctx, p).ok())
        };
        params.iter().filter(|p| !p.variadic).map(|p| (p.name.as_bytes().to_vec(), default(p))).collect()
    }
    fn constant(&self, name: &[u8]) -> Option<Value> {
        let name = std::str::from_utf8(name).ok().filter(|name| !crate::runtime::constant::is_deprecated(name.as_bytes()))?;
        // Constants that describe the process may differ between runs of one compiled unit.
        match registry::get().constants.get(name)?.item.value {
            ConstantValue::Null => Some(Value::NULL),
            ConstantValue::Bool(b) => Some(Value::bool(b)),
            ConstantValue::Int(i) => Some(Value::int(i)),
            ConstantValue::Float(f) => Some(Value::float(f)),
            ConstantValue::Str(s) => Some(Value::from(phant_memory::intern(s.as_bytes()))),
            ConstantValue::Computed(_) => None,
        }
    }
    fn has_extension(&self, name: &[u8]) -> bool {
        std::str::from_utf8(name).is_ok_and(|name| registry::get().has_extension(name))
    }
    fn fold_call(&self, lower: &[u8], args: &[Value]) -> Option<Value> {
        self.with(|vm| {
            if !code::codes(vm).optimizes() {
                return None;
            }
            let f = vm.lookup_function(lower)?;
            // Anything a call would report makes it unfit for folding.
            let d = f.descriptor()?;
            let rest = d.params.last().filter(|p| p.variadic);
            if args.len() < f.required as usize || args.len() > f.params as usize && rest.is_none() {
                return None;
            }
            if vm.ctx.ending.get().is_some() {
                return None;
            }
            for (v, p) in args.iter().zip(d.params.iter().chain(rest.into_iter().cycle())) {
                let given = phant_bytecode::TypeMask::of_tag(v.raw_type());
                // An integer is taken as a float without a word.
                let becomes_float =
                    v.is_int() && p.ty.as_ref().is_some_and(|ty| ty.mask.intersects(phant_bytecode::TypeMask::FLOAT));
                if !becomes_float && p.ty.as_ref().is_some_and(|ty| !ty.mask.intersects(given)) {
                    return None;
                }
            }
            let before = (vm.ctx.ini.hot.error_reporting.get(), vm.errors.last.take());
            vm.ctx.ini.hot.error_reporting.set(0);
            let handler = vm.errors.handler.take();
            let result = call::call(vm, f, None, None, args, None);
            vm.errors.handler.set(handler);
            let reported = vm.errors.last.is_some();
            vm.ctx.ini.hot.error_reporting.set(before.0);
            vm.errors.last.set(before.1);
            // What memory or time does not suffice for ends the request when it is run, not when it is compiled.
            let ended = vm.ctx.ending.take().is_some();
            if vm.ctx.exception.take().is_some() || reported || ended {
                return None;
            }
            result.ok().filter(|v| {
                !v.is_object() && v.as_str().is_none_or(|s| s.len() < 4096) && v.as_array().is_none_or(|a| a.len() < 64)
            })
        })
    }
    fn unique(&self) -> u64 {
        static SHARED: AtomicU64 = AtomicU64::new(0);
        if self.shared {
            return SHARED.fetch_add(1, Ordering::Relaxed);
        }
        self.with(|vm| {
            vm.anonymous.set(vm.anonymous.get() + 1);
            u64::from(vm.anonymous.get()) - 1
        })
    }
    fn assertions(&self) -> bool {
        self.key.assertions
    }
    fn precision(&self) -> i32 {
        self.key.precision
    }
}

/// Compiles source text. Errors are reported (a parse error in included code is an exception) and end up as `Err`.
pub fn compile(vm: &Vm, source: &[u8], file: &Str, options: &ParseOptions) -> PhpResult<Unit> {
    let text = Text { source, file, options, is_eval: false, optimize: VERIFIED };
    let pool = code::codes(vm).pool();
    let key = CompileKey::now(vm);
    compile_with(vm, &text, &key, pool, false).map(|(unit, _)| unit)
}

/// The instructions that a file is compiled to, as they run.
pub fn listing(vm: &Vm, source: &[u8], file: &Str, options: &ParseOptions) -> PhpResult<String> {
    let text = Text { source, file, options, is_eval: false, optimize: true };
    let (unit, _) = compile_with(vm, &text, &CompileKey::now(vm), code::codes(vm).pool(), false)?;
    Ok(phant_bytecode::disassemble::unit(&unit))
}

/// What is compiled.
struct Text<'a> {
    source: &'a [u8],
    file: &'a Str,
    options: &'a ParseOptions,
    is_eval: bool,
    /// At once, and not when code is first run.
    optimize: bool,
}

/// Compiled code is verified, and what is verified is what runs.
const VERIFIED: bool = cfg!(any(debug_assertions, feature = "checked"));

/// Compiles a text for this request, or for all that the key fits; what was reported about it is the second result.
fn compile_with(vm: &Vm, text: &Text, key: &CompileKey, pool: Arc<Pool>, shared: bool) -> PhpResult<(Unit, Vec<Diagnostic>)> {
    let file = text.file;
    code::release_unused(vm);
    let program = parse(vm, text)?;
    let direct = code::codes(vm).optimizes();
    let optimize = text.optimize && direct;
    let options = phant_compiler::Options { file: file.clone(), is_eval: text.is_eval, pool, optimize, direct };
    let env = Surroundings { vm: Cell::new(Some(vm)), key, shared };
    let result = phant_compiler::compile(&program, &options, &env);
    let vm = env.vm.take().expect("given back");
    drop(program);
    report(vm, file, &result.diagnostics)?;
    match result.unit {
        Ok(unit) => {
            if VERIFIED {
                let faults = phant_analysis::verify::unit(&unit);
                assert!(faults.is_empty(), "{file}: {}", faults[0]);
            }
            Ok((unit, result.diagnostics))
        }
        Err(e) if e.thrown => Err(syntax_error(vm, b"CompileError", &e.message, file, e.line)),
        Err(e) => Err(crate::runtime::errors::fatal_at(vm, Level::CompileError, &e.message, file, e.line)),
    }
}

/// Reports what was found in a file.
fn report(vm: &Vm, file: &Str, diagnostics: &[Diagnostic]) -> PhpResult<()> {
    for d in diagnostics {
        let level = match d.level {
            2 => Level::Warning,
            128 => Level::CompileWarning,
            8192 => Level::Deprecated,
            _ => Level::Notice,
        };
        crate::runtime::errors::report_at(vm, level, &d.message, file, d.line);
        vm.ctx.check()?;
    }
    Ok(())
}

fn parse(vm: &Vm, text: &Text) -> PhpResult<Program> {
    let Text { source, file, options, is_eval, .. } = *text;
    cache::count_parsed();
    let mut encoded = Source::open(vm, source, is_eval);
    loop {
        let parsed = match &encoded {
            Some(encoded) => {
                let options = ParseOptions { encodings: Some(encoded.options()), ..options.clone() };
                phant_syntax::parse(encoded.text(), &options)
            }
            None => phant_syntax::parse(source, options),
        };
        let e = match parsed {
            Ok(mut program) => {
                if let (Some(encoded), Some(offset)) = (&encoded, &mut program.halt_offset) {
                    *offset = u32::try_from(encoded.raw_offset(*offset as usize)).unwrap_or(u32::MAX);
                }
                return Ok(program);
            }
            Err(e) => e,
        };
        if let (ParseErrorKind::Encoding { offset, is_float }, Some(encoded)) = (e.kind, &mut encoded) {
            let number = std::str::from_utf8(&e.message).ok().and_then(|text| text.parse().ok()).filter(|_| is_float);
            let name = number.map(|number| phant_native::convert::float_to_str(&vm.ctx, number));
            let name = name.as_ref().map_or(&e.message[..], |name| name.as_bytes());
            if !encoded.declare(name, offset) {
                let text = [b"Unsupported encoding [", name, b"]"].concat();
                crate::runtime::errors::report_at(vm, Level::CompileWarning, &text, file, e.line);
                vm.ctx.check()?;
            }
            continue;
        }
        let class: &[u8] = if e.kind == ParseErrorKind::Parse { b"ParseError" } else { b"CompileError" };
        return Err(syntax_error(vm, class, &e.message, file, e.line));
    }
}
/// Throws what is wrong with a source text.
fn syntax_error(vm: &Vm, class: &[u8], message: &[u8], file: &Str, line: u32) -> Thrown {
    let Some(class) = vm.lookup_class_quiet(class) else {
        return crate::runtime::errors::fatal_at(vm, Level::Parse, message, file, line);
    };
    let e = vm.ctx.host.make_exception(&vm.ctx, class, message, 0);
    let base = crate::runtime::throwable::base(vm, &e);
    for (name, v) in [("file", Value::from(file.clone())), ("line", Value::int(i64::from(line)))] {
        if let Some(slot) = base.properties.get(name.as_bytes()).and_then(|p| p.slot) {
            e.set_slot(slot, v);
        }
    }
    vm.throw(e);
    Thrown
}

/// Declares what exists before the first statement runs: functions, and classes that need nothing unknown.
fn hoist(vm: &Vm, unit: &'static Unit, unit_use: Option<&UnitUse>, outline: &Outline) -> PhpResult<()> {
    hoist_some(vm, unit, unit_use, outline, |_| true)
}

/// Declares what PHP declares while it compiles a file, so that a syntax check finds what is wrong with it: not classes
/// with interfaces or traits.
pub(crate) fn declare_compiled(vm: &Vm, unit: Unit) -> PhpResult<()> {
    let (unit, unit_use) = code::hold(vm, unit);
    hoist_some(vm, unit, Some(&unit_use), &Outline::of(unit), |decl| decl.interfaces.is_empty() && decl.traits.is_empty())
}

fn hoist_some(
    vm: &Vm,
    unit: &'static Unit,
    unit_use: Option<&UnitUse>,
    outline: &Outline,
    wanted: impl Fn(&ClassDecl) -> bool,
) -> PhpResult<()> {
    match code::entry_with_functions(vm, unit) {
        Some(entry) => lookup::declare_file_functions(vm, entry.functions())?,
        None => {
            for code in &unit.functions {
                unit_use.inspect(|unit| UsedUnit::keep(unit));
                // SAFETY: the unit lives as long as the request.
                lookup::declare_function(vm, unsafe { &*Arc::as_ptr(code) })?;
            }
        }
    }
    // Unconditional classes in order; those that need something that is not there yet wait for their statement.
    for &class in &outline.early {
        unit_use.inspect(|unit| UsedUnit::keep(unit));
        // SAFETY: as above.
        let decl: &'static ClassDecl = unsafe { &*Arc::as_ptr(&unit.main.classes[usize::from(class)]) };
        if wanted(decl) {
            declare_early(vm, decl)?;
        }
    }
    Ok(())
}

/// Declares a class if it is not too early. What is wrong with it while something is preloaded is told when all that is there.
fn declare_early(vm: &Vm, decl: &'static ClassDecl) -> PhpResult<()> {
    let linker = &vm.linker;
    let outer = linker.trying.replace(linker.trying.get() || code::codes(vm).is_preloading());
    let declared = crate::runtime::class::link::declare_early(vm, decl);
    linker.trying.set(outer);
    declared.or_else(|thrown| linker.failure.take().filter(|_| !outer).map(drop).ok_or(thrown))
}

/// Runs a unit's top-level code on the variables of `caller` (null: the globals).
pub fn run(vm: &Vm, unit: Unit, caller: *mut Frame) -> PhpResult {
    let (unit, unit_use) = code::hold(vm, unit);
    run_held(vm, unit, Some(unit_use), &Outline::of(unit), caller)
}

/// Runs an entry of the code cache.
fn run_cached(vm: &Vm, entry: &Arc<Entry>, caller: *mut Frame) -> PhpResult {
    let unit = code::hold_cached(vm, entry);
    if let Some(offset) = unit.halt_offset {
        crate::runtime::constant::define_halt_offset(vm, &unit.file, offset);
    }
    let outline = entry.outline();
    if let Some(result) = declare_again(vm, unit, outline) {
        return Ok(result);
    }
    run_held(vm, unit, None, outline, caller)
}

/// The result of a file that does nothing but declare classes, if all of them may be declared as they were before: nothing runs
/// and nothing is reported then, so it takes no frame. Otherwise what is not declared yet is left to the usual way.
fn declare_again(vm: &Vm, unit: &'static Unit, outline: &Outline) -> Option<Value> {
    let only = outline.only.as_ref().filter(|_| unit.functions.is_empty())?;
    if vm.ctx.poll().is_err() {
        return None;
    }
    let code = &unit.main;
    for &(class, is_unconditional) in &only.classes {
        // SAFETY: the unit lives as long as the request.
        let decl: &'static ClassDecl = unsafe { &*Arc::as_ptr(&code.classes[usize::from(class)]) };
        if !is_unconditional || !lookup::declared_early(vm, decl) {
            crate::runtime::class::link::declare_again(vm, decl)?;
        }
    }
    Some((*code.literals[usize::from(only.result)]).clone())
}

fn run_held(vm: &Vm, unit: &'static Unit, unit_use: Option<UnitUse>, outline: &Outline, caller: *mut Frame) -> PhpResult {
    hoist(vm, unit, unit_use.as_ref(), outline)?;
    call::check_native_stack(vm)?;
    // SAFETY: the unit lives as long as its use, and what the code makes has uses of its own.
    let code: &'static Code = unsafe { &*Arc::as_ptr(&unit.main) };
    // SAFETY: a fresh frame at the top of the VM stack.
    unsafe {
        let scope = if caller.is_null() { None } else { crate::runtime::frame::scope_of(caller) };
        let mut function = Function::user(code, scope);
        function.name = Name::default();
        let func = own_functions::make(function, unit_use);
        let top = vm.stack_top();
        let f = top.cast::<Frame>();
        if top.add(code.frame_slots as usize + 64) >= vm.stack_limit.get() {
            free_main(func);
            return Err(call::stack_overflow(vm));
        }
        crate::runtime::frame::init_header(f, func);
        (*f).flags = flags::MAIN | flags::TOP;
        (*f).prev = vm.frame.get();
        let global = caller.is_null() || vm.global_frames.borrow().iter().rev().any(|&frame| frame == caller);
        if !caller.is_null() {
            if let Some(o) = crate::runtime::frame::this_of(caller) {
                (*f).this = o.into_raw();
                (*f).flags |= flags::OWNS_THIS;
            }
            (*f).called = (*caller).called;
        }
        let pc = call::enter(vm, f, func, code);
        if pc.is_null() {
            free_main(func);
            return Err(Thrown);
        }
        // What names no variables has no need of those of its caller.
        let inert = outline.only.is_some();
        if global {
            vm.global_frames.borrow_mut().push(f);
        }
        if inert {
        } else if global {
            let table = std::ptr::from_mut(vm.globals.borrow_mut().make_mut());
            symbols::attach(vm, &mut *table, f, code);
        } else {
            let table = symbols::for_include(vm, caller);
            symbols::attach(vm, &mut *table, f, code);
        }
        let frame_before = vm.frame.get();
        let current = vm.ctx.current.take();
        vm.native_depth.set(vm.native_depth.get() + 1);
        crate::runtime::checked::enters(frame_before, || dispatch::run(pc, f, vm));
        vm.native_depth.set(vm.native_depth.get() - 1);
        vm.ctx.current.set(current);
        vm.frame.set(frame_before);
        if global {
            // Fibers may have left others behind it.
            let frames = &mut *vm.global_frames.borrow_mut();
            if let Some(at) = frames.iter().rposition(|&frame| frame == f) {
                frames.remove(at);
            }
        }
        let result = vm.result.take();
        if !inert && !caller.is_null() && (*(*caller).func).code().is_some() {
            let caller_code = (*(*caller).func).code().expect("checked");
            let table =
                if global { std::ptr::from_mut(vm.globals.borrow_mut().make_mut()) } else { symbols::for_include(vm, caller) };
            symbols::attach(vm, &mut *table, caller, caller_code);
        }
        free_main(func);
        if vm.ctx.has_exception() { Err(Thrown) } else { Ok(result) }
    }
}

/// Frees the function that stood for top-level code, which has ended.
///
/// # Safety
/// `func` must be a box of `run`, and its frame gone.
unsafe fn free_main(func: &'static Function) {
    crate::runtime::function_places::free_runtime(func);
    // SAFETY: by contract; closures and functions that the code declared are functions of their own.
    unsafe { own_functions::free(func) }
}

/// `eval`
pub fn eval(vm: &Vm, fp: *mut Frame, text: &Str) -> PhpResult {
    // SAFETY: a live frame.
    let (file, line) = unsafe { crate::runtime::trace::frame_location(fp) };
    let name = Str::from(format!("{file}({line}) : eval()'d code"));
    let options = ParseOptions { code_only: true, short_open_tag: vm.ctx.ini.bool("short_open_tag"), ..ParseOptions::default() };
    if text.is_empty() {
        return Ok(Value::FALSE);
    }
    let texts = &code::codes(vm).texts;
    if let Some(entry) = texts.find(vm, text, &name) {
        return run_cached(vm, &entry, fp);
    }
    let source = Text { source: text, file: &name, options: &options, is_eval: true, optimize: VERIFIED };
    let key = CompileKey::now(vm);
    if texts.is_repeated(text, &name, &key) {
        let (unit, _) = compile_with(vm, &source, &key, Arc::default(), true)?;
        return run_cached(vm, &texts.keep(vm, text, unit), fp);
    }
    let (unit, diagnostics) = compile_with(vm, &source, &key, code::codes(vm).pool(), false)?;
    if diagnostics.is_empty() {
        texts.note(vm, text, &name, &key, &unit);
    }
    run(vm, unit, fp)
}

/// `include` and its relatives: kind 0 include, 1 include_once, 2 require, 3 require_once.
pub fn include(vm: &Vm, fp: *mut Frame, path: &Str, kind: u16) -> PhpResult {
    let word = ["include", "include_once", "require", "require_once"][kind as usize];
    let once = kind & 1 == 1;
    if path.is_empty() {
        return Err(vm.ctx.value_error("Path must not be empty"));
    }
    if let Some(entry) = cache::find(vm, path) {
        return include_cached(vm, fp, &entry, once);
    }
    // The stream layer reports failures in the name of the running function.
    let d = crate::interpreter::pass::word(kind);
    let func = vm.word_function(kind, d);
    let saved = vm.ctx.current.replace(Some(func));
    let found = find_relative(vm, path);
    let known = once
        && found.is_none()
        && crate::request::files::resolve_include(vm, path).is_some_and(|r| vm.included.borrow().contains(&r));
    let read = (!known && found.is_none()).then(|| phant_streams::include::read_file_for_include(&vm.ctx, path));
    vm.ctx.current.set(saved);
    if let Some(entry) = found {
        return include_cached(vm, fp, &entry, once);
    }
    let Some(read) = read else { return Ok(Value::TRUE) };
    let Some(file) = read? else {
        let include_path = vm.ctx.ini.text("include_path");
        // Messages end at a NUL byte, as C strings do.
        let path = Str::new(path.split(|&c| c == 0).next().unwrap_or_default());
        if kind >= 2 {
            return Err(vm.ctx.throw_error(format!("Failed opening required '{path}' (include_path='{include_path}')")));
        }
        vm.ctx.report(Level::Warning, format!("{word}(): Failed opening '{path}' for inclusion (include_path='{include_path}')"));
        return Ok(Value::FALSE);
    };
    let (opened, source, open) = (Str::new(&file.path), file.source, file.open);
    if once && vm.included.borrow().contains(&opened) {
        IncludeFile::close(open, &vm.ctx);
        vm.ctx.check()?;
        return Ok(Value::TRUE);
    }
    vm.included.borrow_mut().insert(opened.clone(), ());
    let Some(open) = open else { return run_file(vm, fp, &source, &opened, path, file.file.as_ref()) };
    // The stream is closed when the text is compiled. If that fails, an exception is pending, and no PHP code closes it.
    let unit = compile_streamed(vm, &source, &opened);
    IncludeFile::close(Some(open), &vm.ctx);
    let unit = unit?;
    if !crate::interpreter::finalize::settled(vm) || vm.ctx.has_exception() {
        return Err(Thrown);
    }
    run(vm, unit, fp)
}

/// Includes a file that the code cache has.
fn include_cached(vm: &Vm, fp: *mut Frame, entry: &Arc<Entry>, once: bool) -> PhpResult {
    let file = entry.unit.file.to_str();
    if once && vm.included.borrow().named(&file).is_some() {
        return Ok(Value::TRUE);
    }
    vm.included.borrow_mut().insert(file.clone(), ());
    report(vm, &file, &entry.diagnostics)?;
    run_cached(vm, entry, fp)
}

/// What the code cache has for a path that is not a full one, and leads to a plain file.
fn find_relative(vm: &Vm, path: &Str) -> Option<Rc<cache::Lent>> {
    // To look for a file in what is not a folder may call PHP code, which must not happen twice.
    let schemes = |text: &[u8]| text.windows(3).any(|part| part == b"://");
    if path.starts_with(b"/") || path.contains(&b':') || schemes(&vm.ctx.ini.get("include_path").unwrap_or_default()) {
        return None;
    }
    cache::find(vm, &crate::request::files::resolve_include(vm, path)?)
}

/// Compiles the text of a file that is not for the code cache.
fn compile_streamed(vm: &Vm, source: &[u8], file: &Str) -> PhpResult<Unit> {
    let key = CompileKey::now(vm);
    let options = ParseOptions { short_open_tag: key.short_open_tag, skip_shebang: true, ..ParseOptions::default() };
    let text = Text { source, file, options: &options, is_eval: false, optimize: VERIFIED };
    let (unit, _) = compile_with(vm, &text, &key, code::codes(vm).pool(), false)?;
    if let Some(offset) = unit.halt_offset {
        crate::runtime::constant::define_halt_offset(vm, file, offset);
    }
    Ok(unit)
}
/// Compiles and runs a file's text.
pub fn run_source(vm: &Vm, fp: *mut Frame, source: &[u8], file: &Str) -> PhpResult {
    // The command line has read its script already; the cache wants to know the file that it is from.
    let known = cache::is_enabled(vm).then(|| std::fs::metadata(phant_streams::path::os(file)).ok()).flatten();
    let known = known.filter(|known| known.is_file() && known.len() == source.len() as u64);
    run_file(vm, fp, source, file, file, known.as_ref())
}

/// The entry of a file that may go into the code cache: as it is on disk, or compiled.
fn compile_cached(vm: &Vm, candidate: Candidate, text: Text, known: &Metadata) -> PhpResult<Arc<Entry>> {
    if let Some(entry) = candidate.stored(vm, text.file, known) {
        return report(vm, text.file, &entry.diagnostics).map(|()| entry);
    }
    // What later processes take from disk is to be run as it is.
    let text = Text { optimize: text.optimize || candidate.is_kept(), ..text };
    let (unit, diagnostics) = compile_with(vm, &text, candidate.key(), Arc::default(), true)?;
    Ok(candidate.compiled(vm, unit, diagnostics))
}

/// The path that a file is found by again: one that is not a full one leads elsewhere from elsewhere.
fn lasting<'a>(path: &'a [u8], file: &'a [u8]) -> &'a [u8] {
    if path.starts_with(b"/") { path } else { file }
}

/// Compiles and runs a file that was included by a path. A plain file may go into the code cache.
fn run_file(vm: &Vm, fp: *mut Frame, source: &[u8], file: &Str, path: &[u8], known: Option<&Metadata>) -> PhpResult {
    let key = CompileKey::now(vm);
    let options = ParseOptions { short_open_tag: key.short_open_tag, skip_shebang: true, ..ParseOptions::default() };
    let text = Text { source, file, options: &options, is_eval: false, optimize: VERIFIED };
    if let Some(known) = known
        && let Some(candidate) = Candidate::of_file(vm, lasting(path, file), known)
    {
        return run_cached(vm, &compile_cached(vm, candidate, text, known)?, fp);
    }
    let (unit, _) = compile_with(vm, &text, &key, code::codes(vm).pool(), false)?;
    if let Some(offset) = unit.halt_offset {
        crate::runtime::constant::define_halt_offset(vm, file, offset);
    }
    run(vm, unit, fp)
}

/// `opcache_compile_file`: what including a file would do before its first statement. False if it cannot be read.
pub(crate) fn compile_file(vm: &Vm, path: &Str) -> PhpResult<bool> {
    if let Some(entry) = cache::find(vm, path) {
        report(vm, &entry.unit.file.to_str(), &entry.diagnostics)?;
        return hoist(vm, code::hold_cached(vm, &entry), None, entry.outline()).map(|()| true);
    }
    let Some(file) = phant_streams::include::read_file_for_include(&vm.ctx, path)? else {
        let include_path = vm.ctx.ini.text("include_path");
        vm.ctx.warning(format!("Failed opening '{path}' for inclusion (include_path='{include_path}')"));
        return Ok(false);
    };
    let name = Str::new(&file.path);
    if file.open.is_some() {
        let unit = compile_streamed(vm, &file.source, &name);
        phant_streams::include::IncludeFile::close(file.open, &vm.ctx);
        let (unit, unit_use) = code::hold(vm, unit?);
        return hoist(vm, unit, Some(&unit_use), &Outline::of(unit)).map(|()| true);
    }
    let key = CompileKey::now(vm);
    let options = ParseOptions { short_open_tag: key.short_open_tag, skip_shebang: true, ..ParseOptions::default() };
    let text = Text { source: &file.source, file: &name, options: &options, is_eval: false, optimize: VERIFIED };
    if let Some(known) = &file.file
        && let Some(candidate) = Candidate::of_file(vm, lasting(path, &name), known)
    {
        let entry = compile_cached(vm, candidate, text, known)?;
        return hoist(vm, code::hold_cached(vm, &entry), None, entry.outline()).map(|()| true);
    }
    let (unit, _) = compile_with(vm, &text, &key, code::codes(vm).pool(), false)?;
    let (unit, unit_use) = code::hold(vm, unit);
    hoist(vm, unit, Some(&unit_use), &Outline::of(unit)).map(|()| true)
}

/// Compiles a file for the code cache, without running or declaring anything. What is wrong with it is not reported.
pub(crate) fn compile_quietly(vm: &Vm, path: &Str) -> Option<Arc<Entry>> {
    let full = Path::new(std::ffi::OsStr::from_bytes(path));
    let (source, known) = phant_streams::include::read_plain(full).ok()?;
    let candidate = Candidate::of_file(vm, path, &known)?;
    let options = ParseOptions { short_open_tag: candidate.key().short_open_tag, skip_shebang: true, ..ParseOptions::default() };
    let text = Text { source: &source, file: path, options: &options, is_eval: false, optimize: VERIFIED };
    let level = vm.ctx.ini.hot.error_reporting.replace(0);
    let compiled = compile_cached(vm, candidate, text, &known);
    vm.ctx.ini.hot.error_reporting.set(level);
    vm.ctx.exception.set(None);
    compiled.ok()
}

/// Declares what including a file of the code cache declares before its first statement.
pub(crate) fn declare_first(vm: &Vm, entry: &Arc<Entry>) -> PhpResult<()> {
    hoist(vm, code::hold_cached(vm, entry), None, entry.outline())
}

/// Runs the main script, from the code cache if it is there.
pub(crate) fn run_main(vm: &Vm, path: &Path) -> io::Result<PhpResult> {
    let bytes = path.as_os_str().as_bytes();
    if let Some(entry) = cache::find(vm, bytes) {
        let file = entry.unit.file.to_str();
        return Ok(vm.begin_main(&file, |vm| {
            report(vm, &file, &entry.diagnostics)?;
            code::codes(vm).expect(vm, &file);
            run_cached(vm, &entry, std::ptr::null_mut())
        }));
    }
    let (source, known) = phant_streams::include::read_plain(path)?;
    let full = path.canonicalize().map_or_else(|_| Str::new(bytes), |full| Str::new(full.as_os_str().as_bytes()));
    Ok(vm.begin_main(&full, |vm| {
        let inside = phant_streams::inside::source(&vm.ctx, &full, &source);
        let known = inside.is_none().then_some(&known);
        run_file(vm, std::ptr::null_mut(), inside.as_deref().unwrap_or(&source), &full, bytes, known)
    }))
}

/// Whether native code may call the engine (it is not being torn down).
pub fn is_alive(ctx: &Ctx) -> bool {
    ctx.ending.get().is_none()
}
