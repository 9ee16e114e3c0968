//! Targets that run PHP code: every input on the same booted state, within limits of memory and time.

use crate::Outcome;
use phant_memory::Value;
use phant_native::{Ctx, sapi};
use phant_vm::request::engine::{Setup, Worker};
use std::{cell::RefCell, time::Instant};

/// What is worth putting into scripts.
pub const WORDS: &[&str] = &[
    "function ",
    "fn() => ",
    "class A ",
    "new ",
    "yield ",
    "yield from ",
    "static ",
    "&",
    "...",
    "??=",
    "?->",
    "::",
    "=> ",
    "match(",
    "try {",
    "} finally {",
    "catch (Throwable $e) {",
    "foreach (",
    " as ",
    "list(",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "$$",
    "${",
    "{$",
    "\"",
    "'",
    "<<<A\n",
    "A;\n",
    "?>",
    "<?php ",
    "goto x;",
    "x:",
    "declare(ticks=1);",
    "namespace A;",
    "use ",
    "enum E ",
    "trait T ",
    "abstract ",
    "readonly ",
    "#[A]",
    "clone ",
    "throw ",
    "unset(",
    "isset(",
    "$this",
    "self",
    "parent",
    "return ",
    "break 2;",
    "continue;",
    "instanceof ",
    "(int)",
    "(array)",
    "(object)",
    "**",
    "<=>",
    "|>",
    "@",
    "print ",
    "eval(",
    "const X = ",
    "__halt_compiler();",
    "get => ",
    "set { ",
    "global $a;",
    "static fn",
    "$GLOBALS",
    "extract(",
    "compact(",
    "func_get_args()",
    "array_map(",
    "usort(",
    "null",
];

/// What a script that is not trusted must not call here.
const DISABLED: &str = "sleep,usleep,time_nanosleep,time_sleep_until,exec,shell_exec,system,passthru,popen,proc_open,mail,unlink,rmdir,rename,\
    copy,file_put_contents,fopen,tempnam,tmpfile,touch,mkdir,symlink,link,chmod,chown,chgrp,lchown,lchgrp,chdir,chroot,umask,fsockopen,pfsockopen,\
    stream_socket_client,stream_socket_server,gethostbyname,gethostbyaddr,gethostbynamel,dns_get_record,dns_check_record,dns_get_mx,checkdnsrr,\
    getmxrr,syslog,error_log,opendir,scandir,glob,dir,set_time_limit,ini_set,ini_restore,ini_alter,stream_select,readfile,file,readline,\
    file_get_contents,move_uploaded_file,fputcsv,posix_kill,pcntl_fork,move_uploaded_file,set_file_buffer";

struct Nowhere;

impl sapi::Sapi for Nowhere {
    fn write(&self, _ctx: &Ctx, _bytes: &[u8]) -> bool {
        true
    }
    fn log(&self, _line: &[u8]) {}
}

thread_local! {
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
    static LAST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The input being tried on this thread.
pub fn last() -> Vec<u8> {
    LAST.with(|l| l.try_borrow().map(|l| l.clone()).unwrap_or_default())
}

fn setup() -> Setup {
    let ini = [
        ("memory_limit", "32M"),
        ("max_execution_time", "1"),
        ("display_errors", "1"),
        ("html_errors", "0"),
        ("open_basedir", "/nonexistent"),
        ("disable_functions", DISABLED),
        ("pcre.backtrack_limit", "20000"),
    ];
    Setup { ini: ini.iter().map(|(k, v)| (k.to_string(), v.as_bytes().to_vec())).collect(), ..Setup::default() }
}

/// Does something with the engine on the booted state.
fn with(input: &[u8], f: impl FnOnce(&phant_vm::Vm)) {
    LAST.set(input.to_vec());
    WORKER.with_borrow_mut(|worker| {
        let worker = worker.get_or_insert_with(|| {
            sapi::set(&Nowhere);
            let mut worker = Worker::new();
            let booted = worker.boot(&setup(), |vm| {
                let _ = vm.run_main(b"/boot.php", include_bytes!("boot.php"));
            });
            booted.expect("the script with the targets boots");
            worker
        });
        worker.run(&setup(), f).expect("the state is restored");
    });
}

/// A whole script.
pub fn run(input: &[u8]) {
    with(input, |vm| {
        let _ = vm.run_main(b"/fuzz.php", input);
    });
}

fn call(function: &str, input: &[u8]) {
    with(input, |vm| {
        let said = vm.ctx.call_value(&Value::str(b"tried"), &[Value::str(function.as_bytes()), Value::str(input)]);
        if let Ok(said) = said
            && let Some(fault) = said.as_str()
        {
            assert!(!fault.starts_with(format!("{function} has thrown").as_bytes()), "{}", *fault);
        }
    });
}

/// `igbinary_unserialize()` and back.
pub fn igbinary(inputs: &[Vec<u8>], tried: &mut dyn FnMut(&[u8], Outcome)) {
    there_and_back("fuzz_igbinary", inputs, bytes, tried);
}

/// `msgpack_unpack()` and back, whole and piece by piece.
pub fn msgpack(inputs: &[Vec<u8>], tried: &mut dyn FnMut(&[u8], Outcome)) {
    there_and_back("fuzz_msgpack", inputs, bytes, tried);
}

/// `unserialize()`, and what serializes again.
pub fn unserialize(inputs: &[Vec<u8>], tried: &mut dyn FnMut(&[u8], Outcome)) {
    there_and_back("fuzz_unserialize", inputs, <[u8]>::to_vec, tried);
}

/// `json_decode()` and back.
pub fn json(inputs: &[Vec<u8>], tried: &mut dyn FnMut(&[u8], Outcome)) {
    there_and_back("fuzz_json", inputs, <[u8]>::to_vec, tried);
}

/// `session_decode()` and back, with each serializer of sessions.
pub fn session(inputs: &[Vec<u8>], tried: &mut dyn FnMut(&[u8], Outcome)) {
    there_and_back("fuzz_session", inputs, <[u8]>::to_vec, tried);
}

/// Calls a function that says what is wrong, or whether it got a value, for inputs until one ends the request.
fn there_and_back(function: &str, inputs: &[Vec<u8>], form: fn(&[u8]) -> Vec<u8>, tried: &mut dyn FnMut(&[u8], Outcome)) {
    with(&[], |vm| {
        for input in inputs {
            LAST.set(input.clone());
            let began = Instant::now();
            let said = vm.ctx.call_value(&Value::str(b"tried"), &[Value::str(function.as_bytes()), Value::str(form(input))]);
            let took = began.elapsed();
            let Ok(said) = said else {
                // Memory or time is at an end.
                return tried(input, Outcome { took, understood: false });
            };
            if let Some(fault) = said.as_str() {
                panic!("{function}: {}", *fault);
            }
            tried(input, Outcome { took, understood: said.as_bool() == Some(true) });
        }
    });
}

/// Bytes from two digits each. What is no digit stands for one all the same, so that every input is something.
pub(crate) fn bytes(digits: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| (byte as char).to_digit(16).unwrap_or(u32::from(byte) & 15) as u8;
    digits.chunks(2).map(|pair| digit(pair[0]) << 4 | pair.get(1).map_or(0, |&low| digit(low))).collect()
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* pub fn $name(input: &[u8]) {
            call(concat!("fuzz_", stringify!($name)), input);
        })*
    };
}

functions! {
    /// A pattern in the first line, its subject in the others.
    pattern
    /// Dates, intervals, periods, zones; a format in the first line.
    date
    /// `printf` and `scanf` formats in the first line, text in the others.
    format
    /// A text in the encodings that the first two bytes choose.
    encodings
    /// `pack` and `unpack`: the format in the first line.
    pack
    /// XML, HTML, schemas, and an expression in the first line.
    xml
    /// A RELAX NG schema and, behind a line of dashes, a document, which goes through `XMLReader`, too.
    relaxng
    /// Changes to pictures and compressed data that are right: three bytes each, of which two say where.
    media
    /// Rules, patterns or encodings in the first line, a text in the others.
    intl
    /// Ini files, and the other small formats: URLs, queries, CSV.
    ini
}
