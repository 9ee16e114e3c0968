//! `-a`: the interactive shell.

mod complete;
mod scan;

use crate::{globals, run, source};
use phant_ext_readline::{
    edit::{self, Line},
    history,
};
use phant_native::{
    Ctx,
    ini::{Ini, Stage},
    sapi::{self, Console, Sapi},
};
use phant_vm::Vm;
use scan::Open;
use std::{
    cell::{Cell, RefCell},
    io::Write,
    process::{Child, Command, Stdio},
};

/// What `__FILE__` and messages call what is typed.
const CODE_NAME: &str = "php shell code";

thread_local! {
    /// The last byte of output since the code began to run.
    static LAST: Cell<Option<u8>> = const { Cell::new(None) };
    /// The program that `cli.pager` names, while it shows output.
    static PAGER: RefCell<Option<Child>> = const { RefCell::new(None) };
}

/// Standard output that remembers how it ended.
struct Screen;

impl Sapi for Screen {
    fn write(&self, ctx: &Ctx, bytes: &[u8]) -> bool {
        if let Some(&last) = bytes.last() {
            LAST.set(Some(last));
        }
        let paged = PAGER.with_borrow_mut(|pager| {
            let input = pager.as_mut().and_then(|pager| pager.stdin.as_mut());
            input.is_some_and(|input| input.write_all(bytes).is_ok())
        });
        paged || Console.write(ctx, bytes)
    }
}

/// Reads and runs code until there is no more.
pub fn interactive() -> i32 {
    run::request(source::STDIN_NAME.as_bytes(), &[], |vm| {
        globals::fill(&vm.ctx, None);
        sapi::set(&Screen);
        vm.ctx.echo("Interactive shell\n\n");
        let file = history::default_file();
        if let Some(file) = &file {
            history::load(file);
        }
        session(vm, file.as_deref());
        sapi::set(&Console);
    })
}

fn session(vm: &Vm, file: Option<&[u8]>) {
    let mut code: Vec<u8> = Vec::new();
    let mut state = Open::Statement;
    loop {
        let prompt = prompt(&vm.ctx, state);
        let line = edit::read(&prompt, Some(&mut |word| complete::offers(vm, word)));
        let line = match line {
            Line::Text(line) => line,
            Line::Interrupted => {
                // What was typed so far is not wanted.
                code.clear();
                state = Open::Statement;
                continue;
            }
            Line::End => break,
        };
        // As in PHP, these two words and settings count wherever a line has them.
        if line == b"exit" || line == b"quit" {
            break;
        }
        if let Some(setting) = line.strip_prefix(b"#").filter(|rest| !rest.starts_with(b"["))
            && let Some(equals) = setting.iter().position(|&c| c == b'=')
        {
            remember(&line, file);
            let name = String::from_utf8_lossy(setting[..equals].trim_ascii()).into_owned();
            // An unknown setting is passed over in silence, as in PHP.
            let _unknown = Ini::set(&vm.ctx, &name, setting[equals + 1..].trim_ascii(), Stage::Runtime);
            continue;
        }
        if !line.is_empty() {
            remember(&line, file);
        }
        code.extend_from_slice(&line);
        code.push(b'\n');
        match scan::open(&code) {
            None => {
                execute(vm, &std::mem::take(&mut code));
                state = Open::Statement;
            }
            // Nothing but comments and empty lines need not be kept.
            Some(Open::Statement) if code.trim_ascii().is_empty() => code.clear(),
            Some(open) => state = open,
        }
    }
}

fn remember(line: &[u8], file: Option<&[u8]>) {
    history::add(line);
    if let Some(file) = file {
        history::save(file);
    }
}

/// The setting `cli.prompt` with its escapes filled in.
fn prompt(ctx: &Ctx, state: Open) -> Vec<u8> {
    let form = ctx.ini.text("cli.prompt");
    let (block, mark) = state.prompt();
    let mut out = Vec::new();
    let mut rest = form.as_bytes().iter();
    while let Some(&byte) = rest.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'\\') => out.push(b'\\'),
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            Some(b'e') => out.push(0x1b),
            Some(b'v') => out.extend_from_slice(crate::help::PHP_VERSION.as_bytes()),
            Some(b'b') => out.extend_from_slice(block.as_bytes()),
            Some(b'>') => out.extend_from_slice(mark.to_string().as_bytes()),
            Some(b'`') => out.push(b'`'),
            Some(&other) => out.extend_from_slice(&[b'\\', other]),
            None => out.push(b'\\'),
        }
    }
    out
}

/// Runs what was typed. An exception is a warning here, and `exit` ends only this.
fn execute(vm: &Vm, code: &[u8]) {
    let pager = vm.ctx.ini.text("cli.pager");
    if !pager.is_empty() {
        let child = Command::new("sh").args(["-c", &pager.to_text()]).stdin(Stdio::piped()).spawn();
        PAGER.set(child.ok());
    }
    LAST.set(None);
    let _reported = vm.run_code(code, CODE_NAME);
    if let Some(mut child) = PAGER.take() {
        drop(child.stdin.take());
        // It shows what it has until the user leaves it.
        let _status = child.wait();
    } else if LAST.get().is_some_and(|last| last != b'\n') {
        Screen.write(&vm.ctx, b"\n");
    }
    vm.settle_as_warning();
}
