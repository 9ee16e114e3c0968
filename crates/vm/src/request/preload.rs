//! Preloading: a script runs before the first request, and the classes and functions of all files that it includes or compiles
//! are there in every request from then on (`opcache.preload`).
//!
//! Classes are linked in whatever order their files came. One that cannot be, since something that it is made of is in none of
//! the files, is left out with a warning, as in PHP. Classes of `eval()`, and those made of them, belong to one request; the
//! log of the cache tells of them. The files stay as they were: whether they change is not looked at again.

use crate::{
    request::{
        engine::{Setup, Worker},
        include, popular, preload_user,
    },
    runtime::{
        cache::{self, Entry},
        class, code,
        preloaded::Preloaded,
        vm::Vm,
    },
};
use phant_bytecode::{ClassDecl, ClassName, Op};
use phant_memory::{Name, Str};
use phant_native::{
    Level,
    code_cache::{Severity, log},
    config::{self, ConfigValue},
};
use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// Preloads what the settings of the process ask for, if that was not done yet; `prepare` makes the request like others of its
/// kind. False if it failed, which was reported: there is nothing to be served then.
pub fn preload(setup: &Setup, kind: Kind, prepare: impl FnOnce(&Vm)) -> bool {
    let is_wanted = matches!(config::get().value(b"opcache.preload"), Some(ConfigValue::Text(script)) if !script.is_empty());
    if !is_wanted || BEGUN.swap(true, Relaxed) {
        return true;
    }
    let mut preloaded = true;
    let mut worker = Worker::new();
    worker.preload(setup, |vm| {
        prepare(vm);
        if !cache::is_started(vm) {
            return;
        }
        preloaded = run(vm, kind);
        if preloaded {
            keep(vm, true);
            preloaded = vm.ctx.ending.get().is_none();
        }
    });
    preloaded
}

/// Preloads files by their paths, without running them, unless something was preloaded already. What cannot be compiled or
/// declared is left out: what requests would say of it they say themselves. False if nothing could be preloaded.
pub fn preload_files(setup: &Setup, paths: &[Vec<u8>]) -> bool {
    if BEGUN.swap(true, Relaxed) {
        return true;
    }
    let mut preloaded = false;
    Worker::new().preload(setup, |vm| {
        if !cache::is_started(vm) {
            return;
        }
        let mut seen = HashSet::new();
        for path in paths {
            let Some(entry) = include::compile_quietly(vm, &Str::new(path)) else { continue };
            let names = popular::declared(&entry);
            if names.iter().all(|name| is_free(vm, name) && !seen.contains(name)) {
                seen.extend(names);
                if include::declare_first(vm, &entry).is_err() {
                    return;
                }
            }
        }
        keep(vm, false);
        preloaded = vm.ctx.ending.get().is_none();
    });
    preloaded
}

/// Whether nothing is declared under a name yet.
fn is_free(vm: &Vm, (is_class, name): &(bool, Vec<u8>)) -> bool {
    if *is_class { vm.lookup_class_quiet(name).is_none() } else { vm.lookup_function(name).is_none() }
}

static BEGUN: AtomicBool = AtomicBool::new(false);

/// Who runs the process.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whoever started it.
    Own,
    /// One that may have been started by root for others.
    Manager,
}

/// Runs the script; false after an error.
fn run(vm: &Vm, kind: Kind) -> bool {
    let script = &vm.ctx.ini.text("opcache.preload");
    let Some(_user) = preload_user::switch(&vm.ctx, kind == Kind::Manager) else { return false };
    if std::fs::metadata(phant_streams::path::os(script)).is_err() {
        let nowhere = Str::from("Unknown");
        let text = b"PHP Startup: Failed to open stream: No such file or directory";
        crate::runtime::errors::report_at(vm, Level::Warning, text, &nowhere, 0);
        let text = format!("Failed opening required '{script}' (include_path='{}')", vm.ctx.ini.text("include_path"));
        crate::runtime::errors::fatal_at(vm, Level::CompileError, text.as_bytes(), &nowhere, 0);
        return false;
    }
    let ended = vm.begin_main(script, |vm| include::include(vm, std::ptr::null_mut(), script, REQUIRE));
    if let Err(_thrown) = ended {
        return false;
    }
    !vm.ctx.has_exception() && vm.ctx.ending.get().is_none()
}

const REQUIRE: u16 = 2;

/// Links what is not linked yet, and makes all of it every request's. `tells` of what cannot be.
fn keep(vm: &Vm, tells: bool) {
    let entries = code::codes(vm).preloading();
    // Classes are those of the files, whatever the script could load besides, and it does not hear of those that are missing.
    vm.autoloaders.borrow_mut().clear();
    vm.errors.handler.set(None);
    if !tells {
        vm.ctx.ini.hot.error_reporting.set(0);
    }
    let left = link(vm, &entries);
    vm.linker.trying.set(false);
    if vm.ctx.ending.get().is_some() {
        return;
    }
    let mut names = phant_preloaded::Names::default();
    let (mut classes, mut shapes) = (Vec::new(), Vec::new());
    for (name, class) in vm.class_order.borrow().iter() {
        if class.is_native() {
            continue;
        }
        let is_alias = name.as_bytes() != class.lower.as_bytes();
        if class.decl.is_some_and(|decl| left.iter().any(|left| std::ptr::eq(*left, decl))) {
            continue;
        }
        let Some(shape) = code::shared_shape(vm, class) else {
            // It is of no file, or made of one that is.
            log(&vm.ctx, Severity::Warning, format!("Can't preload class {}: requests cannot share it", class.name));
            continue;
        };
        names.classes.push(if is_alias { name.as_bytes().into() } else { class.name.as_bytes().into() });
        classes.push((Name::forever(name), *class));
        if !is_alias {
            shapes.push(shape);
        }
    }
    names.classes.extend(left.iter().map(|decl| decl.name.as_bytes().into()));
    let mut functions = Vec::new();
    for function in vm.user_functions.borrow().iter() {
        let Some(code) = function.code() else { continue };
        let is_cached =
            entries.iter().any(|entry| code.file.as_ref().is_some_and(|file| file.as_bytes() == entry.unit.file.as_bytes()));
        if is_cached {
            names.functions.push(function.name.to_ascii_lowercase().into());
            functions.push((Name::forever(&function.name.to_lower()), code));
        }
    }
    for entry in &entries {
        entry.pin();
        let (path, bytes) = entry.weight();
        names.scripts.push(path.into());
        names.bytes += bytes;
    }
    Preloaded::install(classes, functions, shapes, entries);
    phant_preloaded::set(names);
}

/// Declares the classes of files that are not declared yet, each when all that it is made of is there. Those for which that
/// never comes are the result, after a warning.
fn link(vm: &Vm, entries: &[Arc<Entry>]) -> Vec<&'static ClassDecl> {
    let mut waiting: Vec<&'static ClassDecl> = Vec::new();
    for entry in entries {
        let main = &entry.unit.main;
        for insn in main.insns.iter().filter(|insn| insn.op == Op::DeclareClass as u16 && insn.c == 1) {
            // SAFETY: the worker holds the unit until its request is over, and what is preloaded holds it from then on.
            let decl: &'static ClassDecl = unsafe { &*Arc::as_ptr(&main.classes[usize::from(insn.b)]) };
            if vm.classes.borrow().named(&decl.lower).is_none() {
                waiting.push(decl);
            }
        }
    }
    let mut wrong = Vec::new();
    vm.linker.trying.set(true);
    loop {
        let before = waiting.len();
        waiting.retain(|decl| {
            if missing(vm, decl).is_some() {
                return true;
            }
            if vm.classes.borrow().named(&decl.lower).is_none() && class::declare_class(vm, decl).is_err() {
                let (text, file, line) = vm.linker.failure.take().unwrap_or_default();
                warn(vm, decl, &text.to_text(), Some((&file, line)));
                wrong.push(*decl);
            }
            false
        });
        if waiting.len() == before || vm.ctx.ending.get().is_some() {
            break;
        }
    }
    for decl in &waiting {
        let (kind, name) = missing(vm, decl).expect("waits for something");
        warn(vm, decl, &format!("Unknown {kind} {}", name.name), None);
    }
    waiting.extend(wrong);
    waiting
}

/// The first of the classes that a class is made of that is not there, and what it is to it.
fn missing<'a>(vm: &Vm, decl: &'a ClassDecl) -> Option<(&'static str, &'a ClassName)> {
    let parent = decl.parent.iter().map(|name| ("parent", name));
    let interfaces = decl.interfaces.iter().map(|name| ("interface", name));
    let traits = decl.traits.iter().flat_map(|used| used.traits.iter()).map(|name| ("trait", name));
    parent.chain(interfaces).chain(traits).find(|(_, name)| vm.lookup_class_quiet(&name.name).is_none())
}

/// Tells why a class cannot be preloaded, at its declaration or where that is.
fn warn(vm: &Vm, decl: &ClassDecl, why: &str, place: Option<(&Str, u32)>) {
    let own = decl.file.as_deref().cloned().unwrap_or_default();
    let (file, line) = place.unwrap_or((&own, decl.line));
    let text = format!("Can't preload unlinked class {}: {why}", decl.name);
    crate::runtime::errors::report_at(vm, Level::Warning, text.as_bytes(), file, line);
}
