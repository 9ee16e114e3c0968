//! Functions that calls of compile to instructions instead.

use super::{Lower, place::is_globals};
use crate::{builder::Operand, error::Result, names::lower};
use phant_bytecode::{Op, code_flags};
use phant_memory::{Array, Key, KeyRef, Str, Value};
use phant_syntax::ast::*;

impl Lower<'_> {
    /// An instruction instead of a call with one argument.
    fn single(&mut self, op: Op, c: u16, list: &[Argument], e: &Expr, mark: u16) -> Result<Option<Operand>> {
        let [argument] = list else { return Ok(None) };
        let v = self.expr(&argument.value)?;
        let s = self.b().slot(&v);
        self.line(super::expression::last_line(&argument.value).max(e.line));
        let at = self.b().emit(op, 0, s, c);
        self.b().consumed(&Operand::Temp(s));
        Ok(Some(self.result_at(at, mark)))
    }
    /// A function with an instruction of its own that does in a namespace what it does elsewhere, as no trace ever shows the call
    /// there and not here.
    pub(super) fn quiet_function(&mut self, name: &[u8], list: &[Argument], e: &Expr, mark: u16) -> Result<Option<Operand>> {
        if let Some(v) = self.type_test(name, list, e, mark)? {
            return Ok(Some(v));
        }
        if name == b"in_array" { self.search(list, e, mark) } else { Ok(None) }
    }
    /// `in_array` among literals of one type, which become the keys of an array.
    fn search(&mut self, list: &[Argument], e: &Expr, mark: u16) -> Result<Option<Operand>> {
        let Some((literals, strict)) = plain_search(list) else { return Ok(None) };
        let op = match &literals[..] {
            all if all.iter().all(Value::is_int) => Op::InIntegers,
            all if all.iter().all(|v| v.own_str().is_some_and(|s| phant_numeric::array_key(s).is_none())) => Op::InStrings,
            _ => return Ok(None),
        };
        let mut keys = Array::with_hash_capacity(literals.len());
        for literal in literals {
            let key = literal.as_int().map_or_else(|| literal.as_str().map(Key::from), |i| Some(Key::Int(i)));
            keys.set(key.expect("integers and strings"), Value::bool(strict));
        }
        let keys = self.b().literal(&Value::from(keys));
        self.single(op, keys, &list[..1], e, mark)
    }
    /// `compact` of literal names, each once. Whatever else is among them, variables that are named get slots, so that they are found
    /// without a search of the symbol table.
    fn compact(&mut self, list: &[Argument], line: u32, mark: u16) -> Option<Operand> {
        let mut slots = Array::with_hash_capacity(list.len());
        for a in list {
            if let ExprKind::String(name) = &a.value.kind
                && !name.is_empty()
                && *name != "this"
            {
                let slot = self.b().var(name);
                slots.set(Key::from(Str::new(name)), Value::int(slot.into()));
            }
        }
        let are_names = slots.keys().all(|key| matches!(key, KeyRef::Str(_)));
        if list.is_empty() || slots.len() < list.len() || !are_names {
            return None;
        }
        let slots = self.b().literal(&Value::from(slots));
        self.line(line);
        let at = self.b().emit(Op::Compact, 0, slots, 0);
        Some(self.result_at(at, mark))
    }
    /// A function that asks for the type of a value, which nothing can be wrong with.
    fn type_test(&mut self, name: &[u8], list: &[Argument], e: &Expr, mark: u16) -> Result<Option<Operand>> {
        let mask = match name {
            b"is_null" => 1 << 1,
            b"is_bool" => 3 << 2,
            b"is_int" | b"is_integer" | b"is_long" => 1 << 4,
            b"is_float" | b"is_double" => 1 << 5,
            b"is_string" => 1 << 6,
            b"is_array" => 1 << 7,
            b"is_object" => 1 << 8,
            b"is_scalar" => 3 << 2 | 7 << 4,
            _ => return Ok(None),
        };
        self.single(Op::TypeIs, mask, list, e, mark)
    }
    /// Functions with instructions of their own.
    pub(super) fn special_function(&mut self, name: &[u8], args: &Arguments, e: &Expr, mark: u16) -> Result<Option<Operand>> {
        let Arguments::List(list) = args else { return Ok(None) };
        if !list.iter().all(|a| matches!(a.kind, ArgumentKind::Positional)) {
            return Ok(None);
        }
        if self.local_functions.contains_key(name) || self.env.native_function(name).is_none() {
            return Ok(None);
        }
        if let Some(v) = self.quiet_function(name, list, e, mark)? {
            return Ok(Some(v));
        }
        if matches!(name, b"intval" | b"floatval" | b"doubleval" | b"strval" | b"boolval")
            && let Some(known) = self.folded(name, list)
        {
            return Ok(Some(known));
        }
        match name {
            b"call_user_func" if !list.is_empty() => self.user_call(name, list, e, mark).map(Some),
            b"call_user_func_array" if list.len() == 2 => self.user_call(name, list, e, mark).map(Some),
            b"strlen" => self.single(Op::StrLen, 0, list, e, mark),
            b"sprintf" if list.len() <= super::rope::MOST_VALUES && is_plain_format(list) => match &list[0].value.kind {
                ExprKind::String(format) => self.plain_format(format, &list[1..], mark).map(Some),
                _ => Ok(None),
            },
            b"boolval" if list.len() == 1 => {
                let v = self.expr(&list[0].value)?;
                self.line(e.line);
                Ok(Some(self.emit_result(mark, Op::ToBool, &v, None)))
            }
            b"strval" if list.len() == 1 => self.cast(Cast::String, &list[0].value, e.line, mark).map(Some),
            b"intval" if list.len() == 1 => self.cast(Cast::Int, &list[0].value, e.line, mark).map(Some),
            b"floatval" | b"doubleval" if list.len() == 1 => self.cast(Cast::Float, &list[0].value, e.line, mark).map(Some),
            b"count" => self.single(Op::Count, 0, list, e, mark),
            b"sizeof" => self.single(Op::Count, 1, list, e, mark),
            b"array_key_exists" if list.len() == 2 => {
                let k = self.expr(&list[0].value)?;
                let a = if is_globals(&list[1].value) { None } else { Some(self.expr(&list[1].value)?) };
                self.line(e.line);
                let op = if a.is_some() { Op::ArrayKeyExists } else { Op::GlobalExists };
                Ok(Some(self.emit_result(mark, op, &k, a.as_ref())))
            }
            b"func_get_args" | b"func_num_args" if list.is_empty() && self.b().flags & code_flags::MAIN == 0 => {
                self.line(e.line);
                let op = if name == b"func_get_args" { Op::FuncGetArgs } else { Op::FuncNumArgs };
                let at = self.b().emit(op, 0, 0, 0);
                Ok(Some(self.result_at(at, mark)))
            }
            b"compact" => Ok(self.compact(list, e.line, mark)),
            _ => Ok(None),
        }
    }
}

/// Whether PHP has an instruction for a function, so that its result is never a variable.
pub(crate) fn is_inlined(name: &[u8], args: &Arguments) -> bool {
    let count = args.list().len();
    !args.is_placeholder()
        && match name {
            b"strlen" | b"is_null" | b"is_bool" | b"is_int" | b"is_integer" | b"is_long" | b"is_float" | b"is_double"
            | b"is_string" | b"is_array" | b"is_object" | b"is_resource" | b"is_scalar" | b"boolval" | b"intval"
            | b"floatval" | b"doubleval" | b"strval" | b"count" | b"sizeof" | b"gettype" => count == 1,
            b"get_class" => count <= 1,
            b"defined" => count == 1,
            b"chr" | b"ord" => matches!(args.list(), [a] if matches!(a.value.kind, ExprKind::Int(_) | ExprKind::String(_))),
            b"array_key_exists" => count == 2,
            b"get_called_class" | b"func_num_args" | b"func_get_args" => count == 0,
            b"sprintf" => is_plain_format(args.list()),
            b"in_array" => plain_search(args.list()).is_some(),
            _ => false,
        }
}

/// Whether PHP calls a function without a frame: some do with these numbers of arguments.
pub(super) fn is_frameless(name: &[u8], args: &Arguments) -> bool {
    let count = args.list().len();
    let plain = args.list().iter().all(|a| matches!(a.kind, ArgumentKind::Positional));
    !args.is_placeholder()
        && plain
        && match name {
            b"class_exists" | b"dirname" | b"implode" | b"trim" => matches!(count, 1 | 2),
            b"in_array" | b"strpos" | b"strtr" | b"substr" => matches!(count, 2 | 3),
            b"max" | b"min" | b"preg_match" | b"property_exists" | b"str_contains" | b"str_starts_with" | b"strstr" => count == 2,
            b"is_numeric" => count == 1,
            b"preg_replace" | b"str_replace" => count == 3,
            _ => false,
        }
}

/// Whether PHP makes a string of the arguments of `sprintf` without calling it: `%s`, `%d` and `%%`, and an argument for each.
fn is_plain_format(list: &[Argument]) -> bool {
    let Some(ExprKind::String(format)) = list.first().map(|a| &a.value.kind) else { return false };
    let (mut wanted, mut rest) = (0, format.iter());
    while let Some(&c) = rest.next() {
        match (c, if c == b'%' { rest.next() } else { None }) {
            (b'%', Some(b's' | b'd')) => wanted += 1,
            (b'%', Some(b'%')) => {}
            (b'%', _) => return false,
            _ => {}
        }
    }
    wanted == list.len() - 1 && list.iter().all(|a| matches!(a.kind, ArgumentKind::Positional))
}

/// What `in_array` searches among, and whether types count, if PHP looks the value up by its hash: literal strings that are no
/// numbers, or, strictly, literal strings and integers.
fn plain_search(list: &[Argument]) -> Option<(Vec<Value>, bool)> {
    let (array, strict) = match list {
        [_, array] => (array, false),
        [_, array, Argument { value: Expr { kind: ExprKind::Constant(c), .. }, .. }] => {
            (array, lower(c.last_segment()) == b"true")
        }
        _ => return None,
    };
    let ExprKind::Array(literal) = &array.value.kind else { return None };
    if literal.elements.is_empty() {
        return None;
    }
    let key = |e: &Option<ArrayElement>| match e.as_ref().map(|e| &e.value.kind) {
        Some(ExprKind::String(s)) if strict || phant_numeric::parse::classify(s).whole().is_none() => {
            Some(Value::from(Str::new(s)))
        }
        Some(ExprKind::Int(i)) if strict => Some(Value::int(*i)),
        _ => None,
    };
    Some((literal.elements.iter().map(key).collect::<Option<_>>()?, strict))
}
