//! Keys and lookups: `array_keys`, `array_search`, `array_column`, `array_flip`, `array_fill`, …

use crate::{
    array::{MAX_SIZE, no_free_key},
    text::may_be_numeric,
};
use phant_memory::{Array, Key, KeyRef, Object, Str, Value, View, array::LookedUp, value::tag};
use phant_native::{
    Ctx, Late, ObjectExt, PhpResult, compare, convert,
    descriptor::{FunctionGroup, modifiers},
    functions,
    host::PropertyView,
    php,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    array_keys,
    array_key_first,
    array_key_last,
    array_key_exists,
    in_array,
    array_search,
    array_flip,
    array_fill,
    array_fill_keys,
    array_combine,
    array_count_values,
    array_column,
    array_change_key_case,
];

#[php("function array_keys(array $array, mixed $filter_value = UNKNOWN, bool $strict = false): array", pure)]
fn array_keys(late: Late<'_>, passed: usize, array: &Array, filter_value: &Value, strict: bool) -> PhpResult<Array> {
    if passed < 2 {
        let mut out = Array::with_capacity(array.len());
        match array.as_slice() {
            Some(_) => out.make_mut().push_all((0..array.len() as i64).map(Value::int)),
            None => out.make_mut().push_all(array.keys().map(KeyRef::to_value)),
        }
        return Ok(out);
    }
    if let (Some(n), Some(values)) = (filter_value.as_int(), array.as_slice())
        && values.iter().all(|value| value.is_int() && !value.is_ref())
    {
        let found = values.iter().enumerate().filter(|(_, value)| value.as_int() == Some(n));
        return Ok(Array::list(found.map(|(at, _)| Value::int(at as i64))));
    }
    if let Some(n) = filter_value.as_int()
        && array.values().all(Value::is_int)
    {
        let found = array.iter().filter(|(_, value)| value.as_int() == Some(n));
        return Ok(Array::list(found.map(|(key, _)| key.to_value())));
    }
    let ctx = late.ctx()?;
    let mut out = Array::new();
    if let Some(text) = filter_value.own_str()
        && !may_be_numeric(text)
    {
        // Compared with such a text, texts call nothing.
        let mut left = array.iter();
        let others = loop {
            let Some((key, value)) = left.next() else { break false };
            match value.own_str() {
                Some(own) if own.same_bytes(text) => {
                    let _ = out.push(key.to_value());
                }
                Some(_) => {}
                None => break true,
            }
        };
        if !others {
            return Ok(out);
        }
        out = Array::new();
    }
    for (key, value) in array.iter() {
        let found =
            if strict { compare::identical(ctx, filter_value, value)? } else { compare::equals(ctx, filter_value, value)? };
        if found {
            let _ = out.push(key.to_value());
        }
    }
    Ok(out)
}

#[php("function array_key_first(array $array): int|string|null", pure)]
fn array_key_first(array: &Array) -> Value {
    array.first().map_or(Value::NULL, |(k, _)| k.to_value())
}

#[php("function array_key_last(array $array): int|string|null", pure)]
fn array_key_last(array: &Array) -> Value {
    array.last().map_or(Value::NULL, |(k, _)| k.to_value())
}

#[php("function array_key_exists($key, array $array): bool", pure, alias = "key_exists")]
fn array_key_exists(late: Late<'_>, key: &Value, array: &Array) -> PhpResult<bool> {
    if let Some(name) = key.own_str() {
        return Ok(array.contains(&KeyRef::from_str(name)));
    }
    if let Some(i) = key.as_int() {
        return Ok(array.get_int(i).is_some());
    }
    let ctx = late.ctx()?;
    match convert::to_key(ctx, key)? {
        Some(key) => Ok(array.contains(&key.as_ref())),
        None => Err(ctx.argument_type_error(1, "must be a valid array offset type")),
    }
}

/// The first key whose value equals the needle.
#[inline(always)]
fn search<'a>(late: Late<'_>, needle: &Value, haystack: &'a Array, strict: bool) -> PhpResult<Option<KeyRef<'a>>> {
    if let Some(n) = needle.as_int() {
        if let (true, Some(values)) = (strict, haystack.as_slice()) {
            let stop = first_place(values, |v| (v.tag() == tag::INT) & (v.payload() as i64 == n) | v.is_ref());
            let mut rest = values.iter().enumerate().skip(stop);
            return Ok(rest.find(|(_, v)| v.as_int() == Some(n)).map(|(at, _)| KeyRef::Int(at as i64)));
        }
        if strict {
            return Ok(haystack.iter().find(|(_, v)| v.as_int() == Some(n)).map(|(k, _)| k));
        }
        return match search_int(n, haystack) {
            Some(found) => Ok(found),
            None => search_simply(late, needle, haystack, |value| int_equals(n, value)),
        };
    }
    if strict {
        if let (Some(s), Some(values)) = (needle.own_str(), haystack.as_slice()) {
            // Numbers are passed quickly.
            let from = first_place(values, |value| (value.tag() != tag::INT) & (value.tag() != tag::FLOAT));
            let found = values[from..].iter().position(|value| is_text(value, s) == Some(true));
            return Ok(found.map(|at| KeyRef::Int((from + at) as i64)));
        }
        return Ok(match needle.own_str() {
            Some(s) => haystack.iter().find(|(_, v)| is_text(v, s) == Some(true)),
            None if matches!(needle.view(), View::Null | View::Bool(_)) => {
                haystack.iter().find(|(_, v)| v.is_null() == needle.is_null() && v.as_bool() == needle.as_bool())
            }
            None => {
                let ctx = late.ctx()?;
                for (key, v) in haystack.iter() {
                    if compare::identical(ctx, needle, v)? {
                        return Ok(Some(key));
                    }
                }
                None
            }
        }
        .map(|(k, _)| k));
    }
    // Comparing simple values calls nothing, so the needle's kind can be decided once.
    if let Some(text) = needle.own_str()
        && !may_be_numeric(text)
    {
        return match search_text(text, haystack) {
            Some(found) => Ok(found),
            None => search_simply(late, needle, haystack, |value| text_equals(text, value)),
        };
    }
    match needle.tag() {
        tag::FLOAT => {
            let n = f64::from_bits(needle.payload());
            search_simply(late, needle, haystack, |value| float_equals(n, value))
        }
        tag::TRUE | tag::FALSE => {
            let wanted = needle.tag() == tag::TRUE;
            search_simply(late, needle, haystack, |value| truth(value).map(|truth| truth == wanted))
        }
        _ => search_simply(late, needle, haystack, |_| None),
    }
}

/// Whether a value equals a float; `None` if that is not seen at once.
#[inline(always)]
fn float_equals(needle: f64, value: &Value) -> Option<bool> {
    match value.tag() {
        tag::INT => Some(value.payload() as i64 as f64 == needle),
        tag::FLOAT => Some(f64::from_bits(value.payload()) == needle),
        tag::NULL | tag::FALSE => Some(needle == 0.0),
        tag::TRUE => Some(needle != 0.0),
        _ => None,
    }
}

/// What a value is as a boolean; `None` if that is not seen at once.
#[inline(always)]
fn truth(value: &Value) -> Option<bool> {
    match value.tag() {
        tag::INT => Some(value.payload() != 0),
        tag::FLOAT => Some(f64::from_bits(value.payload()) != 0.0),
        tag::NULL | tag::FALSE => Some(false),
        tag::TRUE => Some(true),
        _ => value.own_str().map(|text| !matches!(text.as_bytes(), b"" | b"0")),
    }
}

/// A search that asks `simple` first, which knows of some values whether they equal the needle.
#[inline(always)]
fn search_simply<'a>(
    late: Late<'_>,
    needle: &Value,
    haystack: &'a Array,
    simple: impl Fn(&Value) -> Option<bool>,
) -> PhpResult<Option<KeyRef<'a>>> {
    for (key, value) in haystack.iter() {
        let equal = match simple(value) {
            Some(equal) => equal,
            None => compare::equals(late.ctx()?, needle, value)?,
        };
        if equal {
            return Ok(Some(key));
        }
    }
    Ok(None)
}

/// Whether a value equals an integer; `None` if that is not seen at once.
#[inline(always)]
fn int_equals(needle: i64, value: &Value) -> Option<bool> {
    match value.tag() {
        tag::INT => Some(value.payload() as i64 == needle),
        tag::FLOAT => Some(f64::from_bits(value.payload()) == needle as f64),
        tag::NULL | tag::FALSE => Some(needle == 0),
        tag::TRUE => Some(needle != 0),
        // No number is written like that.
        _ => value.own_str().filter(|text| !may_be_numeric(text)).map(|_| false),
    }
}

/// Whether a value equals a text that is no number; `None` if that is not seen at once.
#[inline(always)]
fn text_equals(needle: &Str, value: &Value) -> Option<bool> {
    match value.tag() {
        tag::INT => Some(false),
        // The others are written as words.
        tag::FLOAT if f64::from_bits(value.payload()).is_finite() => Some(false),
        tag::NULL | tag::FALSE => Some(needle.is_empty()),
        tag::TRUE => Some(!needle.is_empty()),
        _ => value.own_str().map(|text| text.same_bytes(needle)),
    }
}

/// A search among integers only; `None` if there is something else.
fn search_int(needle: i64, haystack: &Array) -> Option<Option<KeyRef<'_>>> {
    if let Some(values) = haystack.as_slice() {
        let mut at = 0;
        loop {
            at += first_place(&values[at..], |value| (value.tag() != tag::INT) | (value.payload() as i64 == needle));
            match values.get(at) {
                None => return Some(None),
                Some(value) if value.as_int()? == needle => return Some(Some(KeyRef::Int(at as i64))),
                Some(_) => at += 1,
            }
        }
    }
    for (key, value) in haystack.iter() {
        if value.as_int()? == needle {
            return Some(Some(key));
        }
    }
    Some(None)
}

/// The first place of a value that `stops`, which only compares; how many there are if none does. Four values have one branch.
#[inline(always)]
fn first_place(values: &[Value], stops: impl Fn(&Value) -> bool) -> usize {
    let (fours, _) = values.as_chunks::<4>();
    let without = |four: &&[Value; 4]| !four.iter().fold(false, |any, value| any | stops(value));
    let from = 4 * fours.iter().take_while(without).count();
    values[from..].iter().position(&stops).map_or(values.len(), |at| from + at)
}

/// Whether a value is the text; `None` if it is none at all.
#[inline(always)]
fn is_text(value: &Value, text: &Str) -> Option<bool> {
    match value.own_str() {
        Some(own) => Some(own.same_bytes(text)),
        None if !value.is_ref() => None,
        None => Some(value.as_str()?.same_bytes(text)),
    }
}

/// A search for a text that is no number among texts only; `None` if there is something else.
fn search_text<'a>(needle: &Str, haystack: &'a Array) -> Option<Option<KeyRef<'a>>> {
    for (key, value) in haystack.iter() {
        if is_text(value, needle)? {
            return Some(Some(key));
        }
    }
    Some(None)
}

#[php("function in_array(mixed $needle, array $haystack, bool $strict = false): bool", pure)]
fn in_array(late: Late<'_>, needle: &Value, haystack: &Array, strict: bool) -> PhpResult<bool> {
    Ok(search(late, needle, haystack, strict)?.is_some())
}

#[php("function array_search(mixed $needle, array $haystack, bool $strict = false): int|string|false", pure)]
fn array_search(late: Late<'_>, needle: &Value, haystack: &Array, strict: bool) -> PhpResult {
    Ok(search(late, needle, haystack, strict)?.map_or(Value::FALSE, KeyRef::to_value))
}

#[php("function array_flip(array $array): array", pure)]
fn array_flip(late: Late<'_>, array: &Array) -> PhpResult<Array> {
    let mut out = Array::with_hash_capacity(array.len());
    let elements = out.make_mut();
    for (key, value) in array.iter() {
        if let Some(s) = value.own_str() {
            elements.set(Key::from(s), key.to_value());
            continue;
        }
        if let Some(i) = value.as_int() {
            elements.set_int(i, key.to_value());
            continue;
        }
        match value.view() {
            View::Str(s) => elements.set(Key::from(s), key.to_value()),
            _ => {
                let ctx = late.ctx()?;
                ctx.warning("Can only flip string and integer values, entry skipped");
                ctx.check()?;
            }
        }
    }
    Ok(out)
}

#[php("function array_fill(int $start_index, int $count, mixed $value): array", pure)]
fn array_fill(ctx: &Ctx, start_index: i64, count: i64, value: &Value) -> PhpResult<Array> {
    if count < 0 {
        return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
    }
    if count == 0 {
        return Ok(Array::new());
    }
    if count > MAX_SIZE {
        return Err(ctx.argument_error(2, "is too large"));
    }
    if start_index > i64::MAX - count + 1 {
        return Err(no_free_key(ctx));
    }
    let slot = if start_index == 0 { size_of::<Value>() } else { 3 * size_of::<Value>() };
    ctx.reserve(count as usize * slot)?;
    if start_index == 0 {
        return Ok(Array::list(std::iter::repeat_n(value.clone(), count as usize)));
    }
    // Some holes in front are less than a table.
    if (1..count).contains(&start_index) {
        let mut out = Array::with_capacity((start_index + count) as usize);
        let elements = out.make_mut();
        elements.add_new_int(start_index, value.clone());
        elements.push_all(std::iter::repeat_n(value, count as usize - 1).cloned());
        return Ok(out);
    }
    let mut out = Array::with_hash_capacity(count as usize);
    let elements = out.make_mut();
    elements.set_int(start_index, value.clone());
    for _ in 1..count {
        let _ = elements.push(value.clone());
    }
    Ok(out)
}

/// The key that a value stands for where anything is converted to a string first.
#[inline]
pub(crate) fn string_key(ctx: &Ctx, v: &Value) -> PhpResult<Key> {
    if let Some(s) = v.own_str() {
        return Ok(Key::from(s));
    }
    Ok(match v.as_int() {
        Some(i) => Key::Int(i),
        None => Key::from(convert::to_str_onward(ctx, v)),
    })
}

/// The same, asking for the request only if there is something to convert.
#[inline]
fn string_key_late(late: Late<'_>, v: &Value) -> PhpResult<Key> {
    match (v.own_str(), v.as_int()) {
        (Some(s), _) => Ok(Key::from(s)),
        (None, Some(i)) => Ok(Key::Int(i)),
        (None, None) => string_key(late.ctx()?, v),
    }
}

/// An array for `len` keys that are values like the first: a list if they may be a list's numbers, with room for the holes before it.
fn room_by(first: Option<(KeyRef<'_>, &Value)>, len: usize) -> Array {
    match first.and_then(|(_, value)| value.as_int()) {
        Some(holes @ 0..8) => Array::with_capacity(len + holes as usize),
        _ => Array::with_hash_capacity(len),
    }
}

#[php("function array_fill_keys(array $keys, mixed $value): array", pure)]
fn array_fill_keys(late: Late<'_>, keys: &Array, value: &Value) -> PhpResult<Array> {
    let mut out = room_by(keys.first(), keys.len());
    let elements = out.make_mut();
    for key in keys.clone().values() {
        if let Some(s) = key.own_str() {
            elements.set(Key::from(s), value.clone());
            continue;
        }
        match key.as_int() {
            Some(i) if elements.is_next(i) => {
                let _ = elements.push(value.clone());
            }
            Some(i) => elements.set_int(i, value.clone()),
            None => elements.set(string_key_late(late, key)?, value.clone()),
        }
    }
    Ok(out)
}

#[php("function array_combine(array $keys, array $values): array", pure)]
fn array_combine(late: Late<'_>, keys: &Array, values: &Array) -> PhpResult<Array> {
    if keys.len() != values.len() {
        return Err(late.ctx()?.value_error(
            "array_combine(): Argument #1 ($keys) and argument #2 ($values) must have the same number of elements",
        ));
    }
    let (keys, values) = (keys.clone(), values.clone());
    let mut out = room_by(keys.first(), keys.len());
    let elements = out.make_mut();
    for (key, value) in keys.values().zip(values.values()) {
        match key.as_int() {
            Some(i) => elements.set_int(i, value.clone()),
            None => elements.set(string_key_late(late, key)?, value.clone()),
        }
    }
    Ok(out)
}

#[php("function array_count_values(array $array): array", pure)]
fn array_count_values(ctx: &Ctx, array: &Array) -> PhpResult<Array> {
    let mut out = room_by(array.first(), array.len().min(64));
    let elements = out.make_mut();
    for value in array.values() {
        let key = match value.own_str() {
            Some(s) => Key::from(s),
            None if value.tag() == tag::INT => Key::Int(value.payload() as i64),
            None => match value.view() {
                View::Int(i) => Key::Int(i),
                View::Str(s) => Key::from(s),
                _ => {
                    ctx.warning("Can only count string and integer values, entry skipped");
                    ctx.check()?;
                    continue;
                }
            },
        };
        let slot = elements.get_or_insert(key);
        let count = slot.as_int().unwrap_or(0);
        slot.set(Value::int(count + 1));
    }
    Ok(out)
}

#[php("function array_change_key_case(array $array, int $case = CASE_LOWER): array", pure)]
fn array_change_key_case(array: &Array, case: i64) -> Array {
    if let Some(values) = array.as_slice() {
        return Array::list(values.iter().map(Value::copied));
    }
    let mut out = Array::with_hash_capacity(array.len());
    for (key, value) in array.iter() {
        if let KeyRef::Int(i) = key {
            out.make_mut().add_new_int(i, value.copied());
            continue;
        }
        let key = match key {
            KeyRef::Str(s) if case != 0 => Key::Str(s.to_handle().to_upper()),
            KeyRef::Str(s) => Key::Str(s.to_handle().to_lower()),
            KeyRef::Int(i) => Key::Int(i),
        };
        out.set(key, value.copied());
    }
    out
}

/// A column's name.
enum Column {
    Whole,
    Int(i64),
    /// A name that is no decimal integer.
    Str(Str),
    /// One that is.
    Digits(i64, Str),
}

impl Column {
    fn new(v: &Value) -> Column {
        match v.view() {
            View::Int(i) => Column::Int(i),
            View::Str(s) => match KeyRef::from_str(&s) {
                KeyRef::Int(i) => Column::Digits(i, s.into_owned()),
                KeyRef::Str(_) => Column::Str(s.into_owned()),
            },
            _ => Column::Whole,
        }
    }
    /// What an array has in the column.
    #[inline(always)]
    fn in_array(&self, row: &Array) -> Option<Value> {
        match self {
            Column::Whole => None,
            Column::Int(i) | Column::Digits(i, _) => row.get_int(*i),
            Column::Str(s) => match row.look_up(s) {
                LookedUp::Found(v) => Some(v),
                _ => row.get_str(s),
            },
        }
        .map(Value::unref)
    }
    /// What a row has in the column.
    #[inline(always)]
    fn of(&self, ctx: &Ctx, row: &Value) -> PhpResult<Option<Value>> {
        if let Some(row) = row.own_array() {
            return Ok(self.in_array(row));
        }
        self.of_other(ctx, row)
    }
    #[inline(never)]
    fn of_other(&self, ctx: &Ctx, row: &Value) -> PhpResult<Option<Value>> {
        match row.view() {
            View::Array(a) => Ok(self.in_array(&a)),
            View::Object(o) => match self {
                Column::Whole => Ok(None),
                Column::Int(i) => property(ctx, &o.clone(), &Str::from(*i)),
                Column::Str(s) | Column::Digits(_, s) => property(ctx, &o.clone(), s),
            },
            _ => Ok(None),
        }
    }
}

/// The value of a declared property that everybody means by its name and may read without further ado.
fn public_property(object: &Object, name: &Str) -> Option<Value> {
    let class = object.class();
    if object.bits() != 0 || class.handlers.properties.is_some() {
        return None;
    }
    let property = class.properties.get(name.as_bytes())?;
    let is_plain = property.modifiers & (modifiers::PUBLIC | modifiers::STATIC) == modifiers::PUBLIC;
    if !is_plain || property.hides_private || property.has_hooks() {
        return None;
    }
    let value = object.slot(property.slot?);
    (!value.is_undef()).then(|| value.into_unref())
}

/// A visible property that exists, be it null, or that `__isset` claims to exist.
fn property(ctx: &Ctx, object: &Object, name: &Str) -> PhpResult<Option<Value>> {
    if let Some(value) = public_property(object, name) {
        return Ok(Some(value));
    }
    let scope = ctx.host.calling_scope(ctx);
    let exists = ctx.properties(object, PropertyView::FromScope)?.contains(&KeyRef::from_str(name))
        || ctx.host.isset_property(ctx, object, name, false, scope)?;
    if !exists {
        return Ok(None);
    }
    Ok(Some(ctx.host.read_property(ctx, object, name, scope)?.into_unref()))
}

#[php("function array_column(array $array, int|string|null $column_key, int|string|null $index_key = null): array", pure)]
fn array_column(ctx: &Ctx, array: &Array, column_key: &Value, index_key: &Value) -> PhpResult<Array> {
    let (column, index) = (Column::new(column_key), Column::new(index_key));
    let mut out = match index {
        Column::Whole => Array::with_capacity(array.len()),
        _ => Array::with_hash_capacity(array.len()),
    };
    let elements = out.make_mut();
    for row in array.clone().values() {
        if let (Column::Whole, Column::Str(_), Some(row)) = (&index, &column, row.own_array()) {
            if let Some(value) = column.in_array(row) {
                let _ = elements.push(value);
            }
            continue;
        }
        let row = row.deref();
        let value = match column {
            Column::Whole => row.clone(),
            _ => match column.of(ctx, &row)? {
                Some(value) => value,
                None => continue,
            },
        };
        match index.of(ctx, &row)? {
            Some(key) => match convert::to_key(ctx, &key)? {
                Some(key) => elements.set(key, value),
                None => {
                    // The other rows are looked at all the same.
                    let text = format!("Cannot access offset of type {} on array", convert::type_name(&key));
                    let _ = ctx.type_error(text);
                }
            },
            None => {
                let _ = elements.push(value);
            }
        }
    }
    ctx.check()?;
    Ok(out)
}
