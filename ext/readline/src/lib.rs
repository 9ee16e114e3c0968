//! PHP's readline extension.
//!
//! `edit` reads lines from the terminal, `history` keeps them; the interactive shell (`-a`) uses both too.

#![forbid(unsafe_code)]

pub mod edit;
pub mod history;

use edit::{Line, Word};
use phant_memory::{Array, Held, Str, Value};
use phant_native::{
    Constant, ConstantValue, Ctx, Extension, IniSetting, PhpResult, convert, descriptor::FunctionGroup, functions, php,
    ret::OrFalse,
};
use phant_streams::path;
use std::{
    cell::{Cell, RefCell},
    io::{self, BufRead, Write},
};

const FUNCTIONS: FunctionGroup = functions![
    readline,
    readline_info,
    readline_add_history,
    readline_clear_history,
    readline_list_history,
    readline_read_history,
    readline_write_history,
    readline_completion_function,
    readline_callback_handler_install,
    readline_callback_read_char,
    readline_callback_handler_remove,
    readline_redisplay,
    readline_on_new_line,
];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "readline",
    functions: &[FUNCTIONS],
    constants: &[&[Constant { name: "READLINE_LIB", value: ConstantValue::Str("libedit") }]],
    ini: &[
        IniSetting { name: "cli.pager", default: Some(""), access: 7, on_change: None },
        IniSetting { name: "cli.prompt", default: Some("\\b \\> "), access: 7, on_change: None },
    ],
    info: &[("Readline Support", "enabled")],
    ..Extension::EMPTY
};

/// What `readline_info()` shows and PHP code has set.
#[derive(Default)]
struct State {
    line: RefCell<Option<Str>>,
    name: RefCell<Option<Str>>,
    point: Cell<i64>,
    end: Cell<i64>,
    erase_empty_line: Cell<i64>,
    attempted_completion_over: Cell<i64>,
    completion: RefCell<Value>,
    /// Prompt and callback of `readline_callback_handler_install()`, and the characters read so far.
    handler: RefCell<Option<(Str, Value)>>,
    typed: RefCell<Option<Str>>,
}

/// Reads a line from the terminal.
#[php("function readline(?string $prompt = null): string|false")]
fn readline(ctx: &Ctx, prompt: Option<&Str>) -> PhpResult<OrFalse<Vec<u8>>> {
    let prompt = prompt.map_or(&b""[..], |prompt| prompt.as_bytes());
    let callback = ctx.state::<State>().completion.borrow().clone();
    let mut complete = |word: &Word<'_>| completions(ctx, &callback, word);
    let wanted: Option<edit::Complete<'_>> = if callback.is_null() { None } else { Some(&mut complete) };
    let line = edit::read(prompt, wanted);
    ctx.check()?;
    Ok(match line {
        Line::Text(text) => {
            let state = ctx.state::<State>();
            state.end.set(text.len() as i64);
            state.point.set(text.len() as i64);
            let old = state.line.replace(Some(Str::new(&text)));
            drop(old);
            OrFalse::Some(text)
        }
        Line::End | Line::Interrupted => OrFalse::False,
    })
}

/// What the script's function offers for a word.
fn completions(ctx: &Ctx, callback: &Value, word: &Word<'_>) -> Vec<String> {
    let state = ctx.state::<State>();
    let old = state.line.replace(Some(Str::from(word.line)));
    drop(old);
    state.point.set(word.end as i64);
    state.end.set(word.line.len() as i64);
    let arguments = [Value::str(word.text), Value::int(word.start as i64), Value::int(word.end as i64)];
    let Ok(offered) = ctx.call_value(callback, &arguments) else { return Vec::new() };
    let Some(offered) = offered.as_array().map(Held::into_owned) else { return Vec::new() };
    let mut out = Vec::new();
    for (_, offer) in offered.iter() {
        let Ok(offer) = convert::to_str(ctx, &offer.deref()) else { break };
        if offer.starts_with(word.text.as_bytes()) {
            out.push(offer.to_text().into_owned());
        }
    }
    out
}

/// The line editor's variables: one of them, or all.
#[php("function readline_info(?string $var_name = null, $value = null): mixed")]
fn readline_info(ctx: &Ctx, var_name: Option<&Str>, value: &Value) -> PhpResult {
    let state = ctx.state::<State>();
    let text = |cell: &RefCell<Option<Str>>| Value::from(cell.borrow().clone().unwrap_or_default());
    let Some(name) = var_name else {
        let mut all = Array::new();
        all.set_name("line_buffer", text(&state.line));
        all.set_name("point", Value::int(state.point.get()));
        all.set_name("end", Value::int(state.end.get()));
        all.set_name("erase_empty_line", Value::int(state.erase_empty_line.get()));
        all.set_name("library_version", Value::str("EditLine wrapper"));
        all.set_name("readline_name", text(&state.name));
        all.set_name("attempted_completion_over", Value::int(state.attempted_completion_over.get()));
        return Ok(Value::from(all));
    };
    let number = |ctx: &Ctx, cell: &Cell<i64>| -> PhpResult {
        let before = cell.get();
        if !value.is_null() {
            cell.set(convert::int(ctx, value)?);
        }
        Ok(Value::int(before))
    };
    let string = |ctx: &Ctx, cell: &RefCell<Option<Str>>| -> PhpResult {
        let before = text(cell);
        if !value.is_null() {
            let new = convert::to_str(ctx, value)?;
            let old = cell.replace(Some(new));
            drop(old);
        }
        Ok(before)
    };
    match name.to_ascii_lowercase().as_slice() {
        b"line_buffer" => string(ctx, &state.line),
        b"readline_name" => string(ctx, &state.name),
        b"point" => Ok(Value::int(state.point.get())),
        b"end" => Ok(Value::int(state.end.get())),
        b"erase_empty_line" => number(ctx, &state.erase_empty_line),
        b"attempted_completion_over" => number(ctx, &state.attempted_completion_over),
        b"library_version" => Ok(Value::str("EditLine wrapper")),
        _ => Ok(Value::NULL),
    }
}

/// Adds a line to the history.
#[php("function readline_add_history(string $prompt): bool")]
fn readline_add_history(prompt: &Str) -> bool {
    history::add(prompt);
    true
}

/// Empties the history.
#[php("function readline_clear_history(): bool")]
fn readline_clear_history() -> bool {
    history::clear();
    true
}

/// The lines of the history.
#[php("function readline_list_history(): array")]
fn readline_list_history() -> Array {
    history::all().into_iter().map(Value::from).collect()
}

/// The file to use: the one that is named, if `open_basedir` allows it, or the user's.
fn history_file(ctx: &Ctx, name: Option<&Str>) -> PhpResult<Option<Vec<u8>>> {
    let Some(name) = name else { return Ok(history::default_file()) };
    let allowed = path::check_basedir(ctx, name);
    ctx.check()?;
    Ok(allowed.then(|| name.as_bytes().to_vec()))
}

/// Adds the lines of a file to the history.
#[php("function readline_read_history(?string $filename = null): bool")]
fn readline_read_history(ctx: &Ctx, filename: Option<&Str>) -> PhpResult<bool> {
    let Some(file) = history_file(ctx, filename)? else { return Ok(false) };
    Ok(history::load(&file))
}

/// Writes the history to a file.
#[php("function readline_write_history(?string $filename = null): bool")]
fn readline_write_history(ctx: &Ctx, filename: Option<&Str>) -> PhpResult<bool> {
    let Some(file) = history_file(ctx, filename)? else { return Ok(false) };
    Ok(history::save(&file))
}

/// Sets the function that offers completions.
#[php("function readline_completion_function(callable $callback): bool")]
fn readline_completion_function(ctx: &Ctx, callback: Value) -> bool {
    let old = ctx.state::<State>().completion.replace(callback);
    drop(old);
    true
}

/// Shows a prompt, for a line that is read character by character and given to a function.
#[php("function readline_callback_handler_install(string $prompt, callable $callback): bool")]
fn readline_callback_handler_install(ctx: &Ctx, prompt: &Str, callback: Value) -> bool {
    let state = ctx.state::<State>();
    let old = state.handler.replace(Some((prompt.clone(), callback)));
    drop(old);
    redisplay(ctx);
    true
}

/// Reads a character; at the end of the line the function is called.
#[php("function readline_callback_read_char(): void")]
fn readline_callback_read_char(ctx: &Ctx) -> PhpResult<()> {
    let state = ctx.state::<State>();
    let Some((_, callback)) = state.handler.borrow().clone() else { return Ok(()) };
    let mut input = io::stdin().lock();
    let byte = input.fill_buf().ok().and_then(|bytes| bytes.first().copied());
    input.consume(usize::from(byte.is_some()));
    drop(input);
    let mut typed = state.typed.take();
    let line = match byte {
        Some(b'\n') => Value::from(typed.take().unwrap_or_default()),
        Some(byte) => {
            typed.get_or_insert_with(Str::default).append(&[byte]);
            state.typed.replace(typed);
            return Ok(());
        }
        None if typed.as_ref().is_some_and(|typed| !typed.is_empty()) => Value::from(typed.take().unwrap_or_default()),
        None => Value::NULL,
    };
    ctx.call_value(&callback, &[line])?;
    if ctx.state::<State>().handler.borrow().is_some() && byte.is_some() {
        redisplay(ctx);
    }
    Ok(())
}

/// Removes the function that `readline_callback_handler_install()` set.
#[php("function readline_callback_handler_remove(): bool")]
fn readline_callback_handler_remove(ctx: &Ctx) -> bool {
    let state = ctx.state::<State>();
    let old = (state.handler.take(), state.typed.take());
    old.0.is_some()
}

/// Shows prompt and line again.
#[php("function readline_redisplay(): void")]
fn readline_redisplay(ctx: &Ctx) {
    redisplay(ctx);
}

/// Tells that the cursor is on a new line, where the prompt has to be shown again.
#[php("function readline_on_new_line(): void")]
fn readline_on_new_line(ctx: &Ctx) {
    redisplay(ctx);
}

fn redisplay(ctx: &Ctx) {
    let state = ctx.state::<State>();
    let Some((prompt, _)) = state.handler.borrow().clone() else { return };
    if edit::is_terminal() {
        let typed = state.typed.borrow().clone().unwrap_or_default();
        // Nobody to tell if the terminal is gone.
        let _gone = io::stdout().write_all(&[prompt.as_bytes(), typed.as_bytes()].concat()).and_then(|()| io::stdout().flush());
    }
}
