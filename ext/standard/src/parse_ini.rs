//! `parse_ini_string` and `parse_ini_file`.

use phant_ini::{self as ini, IniValue, Item, Mode, Names};
use phant_memory::{Array, Key, Str, Value};
use phant_native::{Ctx, Level, PhpResult, Thrown, convert, descriptor::FunctionGroup, functions, php};
use phant_numeric::{Numeric, parse};
use phant_streams::{IncludeFile, read_file_for_include};

pub(crate) const FUNCTIONS: FunctionGroup = functions![parse_ini_string, parse_ini_file];

/// Constants, settings and the environment, as a running script sees them.
struct Known<'a> {
    ctx: &'a Ctx,
    thrown: Option<Thrown>,
}

impl Names for Known<'_> {
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        if self.thrown.is_some() {
            return None;
        }
        let value = match self.ctx.host.constant(self.ctx, name) {
            Ok(value) => value?,
            Err(thrown) => {
                self.thrown = Some(thrown);
                return None;
            }
        };
        match convert::to_str(self.ctx, &value) {
            Ok(text) => Some(text.to_vec()),
            Err(thrown) => {
                self.thrown = Some(thrown);
                None
            }
        }
    }
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        match self.ctx.ini.configured(&String::from_utf8_lossy(name)) {
            Some(value) => Some(value.to_vec()),
            None => crate::environment::get(self.ctx, name).map(|value| value.to_vec()),
        }
    }
}

fn value(value: IniValue) -> Value {
    match value {
        IniValue::Text(text) => Value::from(text),
        IniValue::Int(i) => Value::int(i),
        IniValue::Float(f) => Value::float(f),
        IniValue::Bool(b) => Value::from(b),
        IniValue::Null => Value::NULL,
    }
}

/// Puts an entry into an array.
fn store(array: &mut Array, item: Item) {
    match item {
        Item::Section(_) => {}
        Item::Entry(name, content) => array.set(Str::from(name), value(content)),
        Item::Element(name, offset, content) => {
            let leading_zero = name.len() > 1 && name[0] == b'0';
            let key = match parse::classify(&name) {
                Numeric::Int(i) if !leading_zero => Key::Int(i),
                _ => Key::Str(Str::from(name)),
            };
            let slot = array.make_mut().get_or_insert(key);
            if !slot.is_array() {
                slot.set(Value::empty_array());
            }
            let Some(list) = slot.own_array_mut() else { return };
            if offset.is_empty() {
                let _ = list.push(value(content));
            } else {
                list.set(Str::from(offset), value(content));
            }
        }
    }
}

/// The mode with a number; `None` after a warning if there is none.
fn mode(ctx: &Ctx, number: i64) -> PhpResult<Option<Mode>> {
    Ok(match number {
        0 => Some(Mode::Normal),
        1 => Some(Mode::Raw),
        2 => Some(Mode::Typed),
        _ => {
            ctx.report(Level::Warning, "Invalid scanner mode");
            ctx.check()?;
            None
        }
    })
}

/// Reads ini text into an array; `file` is where messages say it is.
fn read(ctx: &Ctx, text: &[u8], file: &str, sections: bool, mode: Mode) -> PhpResult {
    let mut all = Array::new();
    let mut section: Option<Str> = None;
    let mut known = Known { ctx, thrown: None };
    let result = ini::parse(text, mode, &mut known, &mut |item| match (item, &section) {
        (Item::Section(name), _) => {
            if sections {
                let name = Str::from(name);
                all.set(&name, Value::empty_array());
                section = Some(name);
            }
        }
        (item, None) => store(&mut all, item),
        (item, Some(name)) => {
            let slot = all.make_mut().get_or_insert(Key::from(name));
            if let Some(inner) = slot.own_array_mut() {
                store(inner, item);
            }
        }
    });
    if let Some(thrown) = known.thrown {
        return Err(thrown);
    }
    if let Err(error) = result {
        ctx.report(Level::Warning, format!("{} in {file} on line {}\n", error.message, error.line));
        ctx.check()?;
        return Ok(Value::FALSE);
    }
    Ok(Value::from(all))
}

#[php(
    "function parse_ini_string(string $ini_string, bool $process_sections = false, int $scanner_mode = INI_SCANNER_NORMAL): array|false"
)]
fn parse_ini_string(ctx: &Ctx, ini_string: &Str, process_sections: bool, scanner_mode: i64) -> PhpResult {
    let Some(mode) = mode(ctx, scanner_mode)? else { return Ok(Value::FALSE) };
    read(ctx, ini_string, "Unknown", process_sections, mode)
}

#[php(
    "function parse_ini_file(string $filename, bool $process_sections = false, int $scanner_mode = INI_SCANNER_NORMAL): array|false"
)]
fn parse_ini_file(ctx: &Ctx, filename: &Str, process_sections: bool, scanner_mode: i64) -> PhpResult {
    if filename.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if filename.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let filename = filename.clone();
    // Found and opened as `include` does.
    let Some(file) = read_file_for_include(ctx, &filename)? else { return Ok(Value::FALSE) };
    let result = match mode(ctx, scanner_mode) {
        Ok(Some(mode)) => read(ctx, &file.source, &filename.to_text(), process_sections, mode),
        Ok(None) => Ok(Value::FALSE),
        Err(thrown) => Err(thrown),
    };
    IncludeFile::close(file.open, ctx);
    result
}
