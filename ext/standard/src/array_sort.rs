//! Sorting arrays: comparators by flag, `sort`, `asort`, `ksort`, `usort` and their kin, `array_unique`.
//!
//! Each sort first finds the new order of positions and then rearranges. Where the comparison is a total order that
//! calls nothing (all integers, all plain strings, …) the result is the same whatever the algorithm, and the library's
//! sort is used; everywhere else PHP's own algorithm decides, because comparisons may call back or contradict
//! themselves.

use crate::{
    array::{drain, keeping_walks, take_array},
    array_keys::string_key,
    sort::hybrid_sort,
    text::may_be_numeric,
};
use phant_memory::{Array, Held, Key, KeyRef, OwnView, Str, Value, View};
use phant_native::{Callable, Ctx, ObjectExt, PhpResult, RefArg, compare, convert, descriptor::FunctionGroup, functions, php};
use phant_numeric::parse;
use phant_text::natural;
use std::{cell::Cell, cmp::Ordering, rc::Rc};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![sort, rsort, asort, arsort, ksort, krsort, usort, uasort, uksort, natsort, natcasesort, array_unique,];

/// What `SORT_*` flags ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    Regular,
    Numeric,
    Text,
    TextNoCase,
    Locale,
    Natural,
    NaturalNoCase,
}

impl By {
    /// Reads the flags; unknown ones are `SORT_REGULAR`.
    pub(crate) fn flags(flags: i64) -> By {
        const NO_CASE: i64 = 8;
        match (flags & !NO_CASE, flags & NO_CASE != 0) {
            (1, _) => By::Numeric,
            (2, false) => By::Text,
            (2, true) => By::TextNoCase,
            (5, _) => By::Locale,
            (6, false) => By::Natural,
            (6, true) => By::NaturalNoCase,
            _ => By::Regular,
        }
    }
}

fn sign(o: Ordering) -> i32 {
    o as i32
}

/// Floats by `<` and `==`; NaN is greater than anything, itself included.
fn floats(a: f64, b: f64) -> i32 {
    if a == b {
        0
    } else if a < b {
        -1
    } else {
        1
    }
}

/// Case-insensitive by ASCII rules.
fn no_case(a: &[u8], b: &[u8]) -> Ordering {
    a.iter().map(u8::to_ascii_lowercase).cmp(b.iter().map(u8::to_ascii_lowercase))
}

/// As C's `strcoll` in the C locale: up to the first NUL.
fn collate(a: &[u8], b: &[u8]) -> Ordering {
    let c_text = |s: &'_ [u8]| s.iter().position(|&c| c == 0).unwrap_or(s.len());
    a[..c_text(a)].cmp(&b[..c_text(b)])
}

fn texts(by: By, a: &[u8], b: &[u8]) -> i32 {
    match by {
        By::TextNoCase => sign(no_case(a, b)),
        By::Locale => sign(collate(a, b)),
        By::Natural => sign(natural::compare(a, b, false)),
        By::NaturalNoCase => sign(natural::compare(a, b, true)),
        _ => sign(a.cmp(b)),
    }
}

/// Compares two elements as the flag says.
pub(crate) fn values(ctx: &Ctx, by: By, a: &Value, b: &Value) -> PhpResult<i32> {
    match by {
        By::Regular => {
            let result = compare::compare(ctx, a, b)?;
            if result != 0
                && a.own_str().is_none()
                && !a.is_int()
                && let (View::Object(x), View::Object(y)) = (a.view(), b.view())
                && x.class().is_enum()
                && y.class().is_enum()
            {
                // Cases have no order; sorting only needs equal ones side by side.
                return Ok(sign(x.handle().cmp(&y.handle())));
            }
            Ok(result)
        }
        By::Numeric => Ok(floats(convert::float(ctx, a)?, convert::float(ctx, b)?)),
        _ => match (a.own_str(), b.own_str()) {
            (Some(a), Some(b)) => Ok(texts(by, a, b)),
            _ => {
                let a = convert::to_str_onward(ctx, a);
                let b = convert::to_str_onward(ctx, b);
                Ok(texts(by, &a, &b))
            }
        },
    }
}

/// Compares two keys as the flag says.
fn keys(by: By, a: KeyRef<'_>, b: KeyRef<'_>) -> i32 {
    match by {
        By::Regular => match (a, b) {
            (KeyRef::Int(a), KeyRef::Int(b)) => sign(a.cmp(&b)),
            (KeyRef::Str(a), KeyRef::Str(b)) => sign(phant_numeric::compare::compare(a, b)),
            (KeyRef::Int(a), KeyRef::Str(b)) => int_and_text(a, b),
            (KeyRef::Str(a), KeyRef::Int(b)) => -int_and_text(b, a),
        },
        By::Numeric => {
            let number = |k| match k {
                KeyRef::Int(i) => i as f64,
                KeyRef::Str(s) => parse::to_float(s),
            };
            floats(number(a), number(b))
        }
        _ => match (a, b) {
            (KeyRef::Str(a), KeyRef::Str(b)) => texts(by, a, b),
            _ => texts(by, &a.to_str(), &b.to_str()),
        },
    }
}

fn int_and_text(i: i64, s: &[u8]) -> i32 {
    match parse::classify(s).whole() {
        Some(phant_numeric::Number::Int(n)) => sign(i.cmp(&n)),
        Some(phant_numeric::Number::Float(f)) => floats(i as f64, f),
        None => sign(phant_numeric::IntText::new(i).as_bytes().cmp(s)),
    }
}

/// Something to sort, with its first position: moved together, so that comparing neighbours stays in one place of memory.
type Item<T> = (T, u32);

/// Sorts items under a comparison that may call back. Equal elements keep their order.
fn sort_items<T>(ctx: &Ctx, items: &mut [Item<T>], mut compare: impl FnMut(&Ctx, &T, &T) -> PhpResult<i32>) -> PhpResult<()> {
    let mut result = Ok(());
    hybrid_sort(items, &mut |a: &Item<T>, b: &Item<T>| {
        if result.is_err() {
            return a.1 > b.1;
        }
        match compare(ctx, &a.0, &b.0) {
            Ok(0) => a.1 > b.1,
            Ok(c) => c > 0,
            Err(thrown) => {
                result = Err(thrown);
                a.1 > b.1
            }
        }
    });
    result
}

fn positions<T>(items: &[Item<T>]) -> Vec<u32> {
    items.iter().map(|item| item.1).collect()
}

/// Sorts positions by something that has a total order.
fn order_simply<T>(items: impl Iterator<Item = T>, reverse: bool, compare: impl Fn(&T, &T) -> Ordering) -> Vec<u32> {
    let mut items: Vec<(T, u32)> = items.zip(0..).collect();
    items.sort_unstable_by(|a, b| {
        let c = compare(&a.0, &b.0);
        (if reverse { c.reverse() } else { c }).then(a.1.cmp(&b.1))
    });
    items.into_iter().map(|(_, at)| at).collect()
}

/// A text with its first bytes as a number, which decides most comparisons.
#[derive(Clone, Copy)]
struct Prefixed<'a>(u64, &'a [u8]);

impl<'a> Prefixed<'a> {
    fn new(text: &'a [u8]) -> Prefixed<'a> {
        let mut head = [0; 8];
        let len = text.len().min(8);
        head[..len].copy_from_slice(&text[..len]);
        Prefixed(u64::from_be_bytes(head), text)
    }
    fn cmp(&self, other: &Prefixed<'_>) -> Ordering {
        self.0.cmp(&other.0).then_with(|| self.1.cmp(other.1))
    }
}

/// A number as a float, if it is the same number then and has an order.
fn as_exact_float(v: &Value) -> Option<f64> {
    const EXACT: u64 = 1 << 53;
    match v.view() {
        View::Int(i) if i.unsigned_abs() <= EXACT => Some(i as f64),
        View::Float(f) if !f.is_nan() => Some(f),
        _ => None,
    }
}

/// The new order of an array's values if their comparison is simple, without calling anything.
pub(crate) fn simple_order(array: &Array, by: By, reverse: bool) -> Option<Vec<u32>> {
    let all = |wanted: fn(&Value) -> bool| array.values().all(wanted);
    match (by, array.values().next()?.view()) {
        (By::Regular, View::Int(_)) if all(|v| v.is_int()) => {
            Some(order_simply(array.values().map(|v| v.as_int().unwrap_or(0)), reverse, i64::cmp))
        }
        (By::Regular | By::Numeric, View::Float(_)) if all(|v| v.as_float().is_some_and(|f| !f.is_nan())) => {
            let floats = array.values().map(|v| v.as_float().unwrap_or(0.0));
            Some(order_simply(floats, reverse, |a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal)))
        }
        (By::Regular | By::Numeric, View::Int(_) | View::Float(_)) if all(|v| as_exact_float(v).is_some()) => {
            let numbers = array.values().map(|v| as_exact_float(v).unwrap_or(0.0));
            Some(order_simply(numbers, reverse, |a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal)))
        }
        (By::Regular | By::Text, View::Str(_)) => {
            let plain = |v: &Value| v.as_str().is_some_and(|s| !may_be_numeric(&s));
            let fits = if by == By::Text { all(|v| v.is_str()) } else { array.values().all(plain) };
            if !fits {
                return if by == By::Text { texts_order(array.values().map(text_of), by, reverse) } else { None };
            }
            let texts: Vec<_> = array.values().filter_map(Value::as_str).collect();
            Some(order_simply(texts.iter().map(|s| Prefixed::new(s)), reverse, Prefixed::cmp))
        }
        (By::Text | By::TextNoCase, View::Str(_) | View::Int(_)) => texts_order(array.values().map(text_of), by, reverse),
        _ => None,
    }
}

/// The text of a value that is one or an integer.
fn text_of(value: &Value) -> Option<Str> {
    match value.view() {
        View::Str(s) => Some(s.into_owned()),
        View::Int(i) => Some(Str::from(i)),
        _ => None,
    }
}

/// The order of texts that are made once, and not for each comparison; `None` if there is something that is none.
fn texts_order(texts: impl Iterator<Item = Option<Str>>, by: By, reverse: bool) -> Option<Vec<u32>> {
    let lowered = |text: Str| if by == By::TextNoCase { text.to_lower() } else { text };
    let texts: Vec<Str> = texts.map(|text| text.map(lowered)).collect::<Option<_>>()?;
    Some(order_simply(texts.iter().map(|text| Prefixed::new(text)), reverse, Prefixed::cmp))
}

/// Rearranges the variable's own array. Nothing was called since `order` was made from it.
fn rearrange(variable: &mut RefArg<'_>, order: &[u32], keep_keys: bool) {
    let mut elements = drain(take_array(variable));
    let mut out = empty_like(elements.len(), keep_keys);
    for &at in order {
        let (key, value) = &mut elements[at as usize];
        let value = std::mem::take(value);
        let out = out.make_mut();
        match std::mem::replace(key, Key::Int(0)) {
            _ if !keep_keys => {
                let _ = out.push(value);
            }
            Key::Int(i) => out.add_new_int(i, value),
            Key::Str(s) => out.add_new(s, value),
        }
    }
    variable.set(out);
}

fn empty_like(len: usize, keep_keys: bool) -> Array {
    if keep_keys { Array::with_hash_capacity(len) } else { Array::with_capacity(len) }
}

/// A copy of the array in another order.
fn reordered(array: &Array, order: &[u32], keep_keys: bool) -> Array {
    let elements: Vec<_> = array.iter().collect();
    let mut out = empty_like(elements.len(), keep_keys);
    for &at in order {
        let (key, value) = elements[at as usize];
        if keep_keys {
            out.make_mut().add_new_key(key, value.copied());
        } else {
            let _ = out.push(value.copied());
        }
    }
    out
}

/// Sorts the variable's array by value.
fn sort_values(ctx: &Ctx, variable: &mut RefArg<'_>, by: By, reverse: bool, keep_keys: bool) -> PhpResult<()> {
    keeping_walks(variable, 0, |variable| sort_by_value(ctx, variable, by, reverse, keep_keys))
}
fn sort_by_value(ctx: &Ctx, variable: &mut RefArg<'_>, by: By, reverse: bool, keep_keys: bool) -> PhpResult<()> {
    let array = variable.get().as_array().map(Held::into_owned).unwrap_or_default();
    if array.is_empty() {
        return Ok(());
    }
    if !keep_keys && by == By::Regular && (sort_ints(variable, &array, reverse) || sort_floats(variable, &array, reverse)) {
        return Ok(());
    }
    if array.len() <= FEW {
        let mut order = [0; FEW];
        let order = &mut order[..array.len()];
        if order_few_values(&array, order, by, reverse) {
            drop(array);
            if keep_keys && is_in_order(order) {
                rewind(variable);
            } else {
                rearrange_few(variable, order, keep_keys);
            }
            return Ok(());
        }
    }
    if let Some(order) = simple_order(&array, by, reverse) {
        drop(array);
        if keep_keys && is_in_order(&order) {
            rewind(variable);
        } else {
            rearrange(variable, &order, keep_keys);
        }
        return Ok(());
    }
    let mut items: Vec<Item<&Value>> = array.values().zip(0..).collect();
    let result = sort_items(ctx, &mut items, |ctx, a, b| {
        let c = values(ctx, by, a, b)?;
        Ok(if reverse { -c } else { c })
    });
    let order = positions(&items);
    drop(items);
    put_in_order(variable, array, &order, keep_keys);
    result
}

/// Gives the variable the array in its order. The variable may have changed while that was made; it is forgotten then.
fn put_in_order(variable: &mut RefArg<'_>, array: Array, order: &[u32], keep_keys: bool) {
    let is_there = || variable.get().as_array().is_some_and(|now| now.same(&array));
    if keep_keys && is_in_order(order) && is_there() {
        drop(array);
        rewind(variable);
    } else {
        variable.set_array(reordered(&array, order, keep_keys));
    }
}

/// Whether nothing changes its place.
fn is_in_order(order: &[u32]) -> bool {
    order.iter().zip(0..).all(|(&at, i)| at == i)
}
/// What is left of sorting an array that is in order, with its keys.
fn rewind(variable: &mut RefArg<'_>) {
    variable.update(|value| {
        if let Some(array) = value.own_array_mut() {
            let first = array.next_from(0).unwrap_or(0);
            if array.current_pos() != Some(first) {
                array.make_mut().set_current_pos(first);
            }
        }
    });
}

/// The commonest sort: integers, keys dropped.
fn sort_ints(variable: &mut RefArg<'_>, array: &Array, reverse: bool) -> bool {
    let mut ints = Vec::with_capacity(array.len());
    for value in array.values() {
        match value.as_int() {
            Some(i) if !value.is_ref() => ints.push(i),
            _ => return false,
        }
    }
    ints.sort_unstable();
    if reverse {
        ints.reverse();
    }
    variable.set_array(Array::list(ints.into_iter().map(Value::int)));
    true
}

/// The same for floats; zeros of either sign are equal and keep their order.
fn sort_floats(variable: &mut RefArg<'_>, array: &Array, reverse: bool) -> bool {
    let mut floats = Vec::with_capacity(array.len());
    for value in array.values() {
        match value.as_float() {
            Some(f) if !value.is_ref() && !f.is_nan() => floats.push(f),
            _ => return false,
        }
    }
    let ascending = |a: &f64, b: &f64| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    if reverse {
        floats.sort_by(|a, b| ascending(b, a));
    } else {
        floats.sort_by(ascending);
    }
    variable.set_array(Array::list(floats.into_iter().map(Value::float)));
    true
}

/// The text of a key that is one.
fn key_text(key: KeyRef<'_>) -> &[u8] {
    match key {
        KeyRef::Str(s) => s.as_bytes(),
        KeyRef::Int(_) => &[],
    }
}

/// Sorts the variable's array by key.
fn sort_keys(variable: &mut RefArg<'_>, by: By, reverse: bool) {
    keeping_walks(variable, 0, |variable| sort_by_key(variable, by, reverse));
}
fn sort_by_key(variable: &mut RefArg<'_>, by: By, reverse: bool) {
    let array = variable.get().as_array().map(Held::into_owned).unwrap_or_default();
    if array.is_empty() || !reverse && by == By::Regular && array.is_packed() {
        return;
    }
    if by == By::Regular && array.len() <= FEW {
        let mut order = [0; FEW];
        let order = &mut order[..array.len()];
        if order_few_keys(&array, order, reverse) {
            drop(array);
            return arrange_keys(variable, order);
        }
    }
    let all: Vec<KeyRef<'_>> = array.keys().collect();
    let order = if by == By::Regular && all.iter().all(|k| matches!(k, KeyRef::Int(_))) {
        let int = |k: &KeyRef<'_>| if let KeyRef::Int(i) = k { *i } else { 0 };
        order_simply(all.iter().map(int), reverse, i64::cmp)
    } else if matches!(by, By::Regular | By::Text)
        && all.iter().all(|k| matches!(k, KeyRef::Str(s) if by == By::Text || !may_be_numeric(s)))
    {
        order_simply(array.keys().map(|k| Prefixed::new(key_text(k))), reverse, Prefixed::cmp)
    } else if matches!(by, By::Text | By::TextNoCase)
        && let Some(order) = texts_order(all.iter().map(|key| Some(key.to_str())), by, reverse)
    {
        order
    } else {
        let mut order: Vec<u32> = (0..all.len() as u32).collect();
        hybrid_sort(&mut order, &mut |&a, &b| {
            let c = keys(by, all[a as usize], all[b as usize]);
            let c = if reverse { -c } else { c };
            if c == 0 { a > b } else { c > 0 }
        });
        order
    };
    drop(all);
    drop(array);
    arrange_keys(variable, &order);
}
fn arrange_keys(variable: &mut RefArg<'_>, order: &[u32]) {
    if is_in_order(order) {
        rewind(variable);
    } else if order.len() <= FEW {
        rearrange_few(variable, order, true);
    } else {
        rearrange(variable, order, true);
    }
}
/// Sorts this many without memory of its own.
const FEW: usize = 16;
/// The order of a few keys, by insertion, where all are integers or none may be a number; false for others.
fn order_few_keys(array: &Array, order: &mut [u32], reverse: bool) -> bool {
    let mut keys = [KeyRef::Int(0); FEW];
    let keys = &mut keys[..order.len()];
    keys.iter_mut().zip(array.keys()).for_each(|(to, key)| *to = key);
    let integers = keys.iter().filter(|key| matches!(key, KeyRef::Int(_))).count();
    let known = integers == keys.len() || integers == 0 && keys.iter().all(|k| matches!(k, KeyRef::Str(s) if !may_be_numeric(s)));
    if !known {
        return false;
    }
    let less = |a: &KeyRef<'_>, b: &KeyRef<'_>| match (a, b) {
        (KeyRef::Int(a), KeyRef::Int(b)) => a < b,
        (KeyRef::Str(a), KeyRef::Str(b)) => a.as_bytes() < b.as_bytes(),
        _ => false,
    };
    insert_few(keys, order, reverse, less);
    true
}
/// The order of a few things, by insertion.
#[inline(always)]
fn insert_few<T>(items: &[T], order: &mut [u32], reverse: bool, less: impl Fn(&T, &T) -> bool) {
    for (i, item) in items.iter().enumerate() {
        let mut at = i;
        while at > 0 && {
            let before = &items[order[at - 1] as usize];
            if reverse { less(before, item) } else { less(item, before) }
        } {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = i as u32;
    }
}
/// The order of a few values: integers, floats, or texts that are compared as such; false for others.
fn order_few_values(array: &Array, order: &mut [u32], by: By, reverse: bool) -> bool {
    match (by, array.values().next().map(Value::own_view)) {
        (By::Regular, Some(OwnView::Int(_))) => {
            let mut ints = [0; FEW];
            fill_few(&mut ints, array, |value| if let OwnView::Int(i) = value.own_view() { Some(i) } else { None })
                .map(|ints| insert_few(ints, order, reverse, |a, b| a < b))
                .is_some()
        }
        (By::Regular | By::Numeric, Some(OwnView::Float(_))) => {
            let mut floats = [0.0; FEW];
            let float = |value: &Value| if let OwnView::Float(f) = value.own_view() { Some(f) } else { None };
            fill_few(&mut floats, array, |value| float(value).filter(|f| !f.is_nan()))
                .map(|floats| insert_few(floats, order, reverse, |a, b| a < b))
                .is_some()
        }
        (By::Regular | By::Text, Some(OwnView::Str(_))) => {
            let mut texts = [Prefixed(0, &[]); FEW];
            let text = |value: &Value| value.own_str().is_some_and(|text| by == By::Text || !may_be_numeric(text));
            if !array.values().all(text) {
                return false;
            }
            let all = array.values().filter_map(Value::own_str);
            texts.iter_mut().zip(all).for_each(|(to, text)| *to = Prefixed::new(text));
            insert_few(&texts[..order.len()], order, reverse, |a, b| a.cmp(b).is_lt());
            true
        }
        _ => false,
    }
}
/// What `get` makes of a few values; `None` if there is one it makes nothing of.
#[inline(always)]
fn fill_few<'r, T>(room: &'r mut [T; FEW], array: &Array, get: impl Fn(&Value) -> Option<T>) -> Option<&'r [T]> {
    for (to, value) in room.iter_mut().zip(array.values()) {
        *to = get(value)?;
    }
    Some(&room[..array.len()])
}
/// As [`rearrange`], for a few elements.
fn rearrange_few(variable: &mut RefArg<'_>, order: &[u32], keep_keys: bool) {
    let array = take_array(variable);
    let is_unique = array.is_unique();
    let null = Value::NULL;
    let mut elements = [(KeyRef::Int(0), &null); FEW];
    elements.iter_mut().zip(array.iter()).for_each(|(to, element)| *to = element);
    let mut out = empty_like(order.len(), keep_keys);
    let to = out.make_mut();
    for &at in order {
        let (key, value) = elements[at as usize];
        let value = if is_unique { value.clone() } else { value.copied() };
        if keep_keys {
            to.add_new_key(key, value);
        } else {
            let _ = to.push(value);
        }
    }
    variable.set(out);
}

#[php("function sort(array &$array, int $flags = SORT_REGULAR): true", leaves_arrays)]
fn sort(ctx: &Ctx, mut array: RefArg<'_>, flags: i64) -> PhpResult<bool> {
    sort_values(ctx, &mut array, By::flags(flags), false, false)?;
    Ok(true)
}

#[php("function rsort(array &$array, int $flags = SORT_REGULAR): true", leaves_arrays)]
fn rsort(ctx: &Ctx, mut array: RefArg<'_>, flags: i64) -> PhpResult<bool> {
    sort_values(ctx, &mut array, By::flags(flags), true, false)?;
    Ok(true)
}

#[php("function asort(array &$array, int $flags = SORT_REGULAR): true", leaves_arrays)]
fn asort(ctx: &Ctx, mut array: RefArg<'_>, flags: i64) -> PhpResult<bool> {
    sort_values(ctx, &mut array, By::flags(flags), false, true)?;
    Ok(true)
}

#[php("function arsort(array &$array, int $flags = SORT_REGULAR): true", leaves_arrays)]
fn arsort(ctx: &Ctx, mut array: RefArg<'_>, flags: i64) -> PhpResult<bool> {
    sort_values(ctx, &mut array, By::flags(flags), true, true)?;
    Ok(true)
}

#[php("function ksort(array &$array, int $flags = SORT_REGULAR): true", leaves_arrays)]
fn ksort(mut array: RefArg<'_>, flags: i64) -> bool {
    sort_keys(&mut array, By::flags(flags), false);
    true
}

#[php("function krsort(array &$array, int $flags = SORT_REGULAR): true", leaves_arrays)]
fn krsort(mut array: RefArg<'_>, flags: i64) -> bool {
    sort_keys(&mut array, By::flags(flags), true);
    true
}

#[php("function natsort(array &$array): true", leaves_arrays)]
fn natsort(ctx: &Ctx, mut array: RefArg<'_>) -> PhpResult<bool> {
    sort_values(ctx, &mut array, By::Natural, false, true)?;
    Ok(true)
}

#[php("function natcasesort(array &$array): true", leaves_arrays)]
fn natcasesort(ctx: &Ctx, mut array: RefArg<'_>) -> PhpResult<bool> {
    sort_values(ctx, &mut array, By::NaturalNoCase, false, true)?;
    Ok(true)
}

/// A user's comparison function.
pub(crate) struct UserOrder {
    callback: Callable,
    /// The deprecation of boolean results is reported once a call, whichever of its functions gives them.
    warned: Rc<Cell<bool>>,
}

impl UserOrder {
    pub(crate) fn new(callback: Callable) -> UserOrder {
        UserOrder { callback, warned: Rc::default() }
    }
    /// The order of another function in the same call.
    pub(crate) fn beside(&self, callback: Callable) -> UserOrder {
        UserOrder { callback, warned: self.warned.clone() }
    }
    /// Asks the function. A function that answers `true` and `false` is asked again the other way round.
    pub(crate) fn compare(&self, ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
        if self.warned.get() {
            // Who handles the deprecation may have thrown.
            ctx.check()?;
        }
        let result = ctx.call_with(&self.callback, [a.clone(), b.clone()])?;
        if let Some(order) = result.as_int() {
            return Ok(order.signum() as i32);
        }
        self.unusual(ctx, &result, a, b)
    }
    /// A result that is no integer.
    #[cold]
    fn unusual(&self, ctx: &Ctx, result: &Value, a: &Value, b: &Value) -> PhpResult<i32> {
        if let Some(answer) = result.as_bool() {
            if !self.warned.replace(true) {
                ctx.deprecated(
                    "Returning bool from comparison function is deprecated, \
                     return an integer less than, equal to, or greater than zero",
                );
            }
            if !answer {
                // As in PHP: the first answer counts also where the deprecation was thrown, but nothing is asked any more.
                if ctx.has_exception() {
                    return Ok(0);
                }
                let result = ctx.call(&self.callback, &[b.clone(), a.clone()])?;
                return Ok(-(convert::int(ctx, &result)?.signum() as i32));
            }
        }
        Ok(convert::int(ctx, result)?.signum() as i32)
    }
}

/// Sorts the variable's array with a user's function. The function never sees a half-sorted array.
fn sort_with(ctx: &Ctx, mut variable: RefArg<'_>, callback: &Value, keep_keys: bool) -> PhpResult<bool> {
    let user = UserOrder::new(ctx.callable(callback)?);
    let array = variable.get().as_array().map(Held::into_owned).unwrap_or_default();
    if array.is_empty() {
        return Ok(true);
    }
    let mut items: Vec<Item<Value>> = array.values().map(Value::copied).zip(0..).collect();
    let result = sort_items(ctx, &mut items, |ctx, a, b| user.compare(ctx, a, b));
    let plain = |v: &Value| !v.is_ref();
    if !keep_keys && array.values().all(plain) {
        variable.set_array(Array::list(items.into_iter().map(|(value, _)| value)));
    } else {
        let order = positions(&items);
        drop(items);
        put_in_order(&mut variable, array, &order, keep_keys);
    }
    result?;
    ctx.check()?;
    Ok(true)
}

#[php("function usort(array &$array, callable $callback): true", leaves_arrays)]
fn usort(ctx: &Ctx, array: RefArg<'_>, callback: &Value) -> PhpResult<bool> {
    sort_with(ctx, array, callback, false)
}

#[php("function uasort(array &$array, callable $callback): true", leaves_arrays)]
fn uasort(ctx: &Ctx, array: RefArg<'_>, callback: &Value) -> PhpResult<bool> {
    sort_with(ctx, array, callback, true)
}

#[php("function uksort(array &$array, callable $callback): true", leaves_arrays)]
fn uksort(ctx: &Ctx, mut array: RefArg<'_>, callback: &Value) -> PhpResult<bool> {
    let user = UserOrder::new(ctx.callable(callback)?);
    let unsorted = array.get().as_array().map(Held::into_owned).unwrap_or_default();
    if unsorted.is_empty() {
        return Ok(true);
    }
    let mut items: Vec<Item<Value>> = unsorted.keys().map(KeyRef::to_value).zip(0..).collect();
    let result = sort_items(ctx, &mut items, |ctx, a, b| user.compare(ctx, a, b));
    put_in_order(&mut array, unsorted, &positions(&items), true);
    result?;
    ctx.check()?;
    Ok(true)
}

#[php("function array_unique(array $array, int $flags = SORT_STRING): array", pure)]
fn array_unique(ctx: &Ctx, array: &Array, flags: i64) -> PhpResult<Array> {
    if array.len() <= 1 {
        return Ok(array.clone());
    }
    let by = By::flags(flags);
    if by == By::Text {
        return unique_texts(ctx, array);
    }
    let items: Vec<&Value> = array.values().collect();
    let order = match simple_order(array, by, false) {
        Some(order) => order,
        None => compared_order(ctx, by, &items)?,
    };
    // Of neighbours that compare equal the one that came first stays.
    let mut gone = vec![false; items.len()];
    let mut kept = order[0];
    for &next in &order[1..] {
        if values(ctx, by, items[kept as usize], items[next as usize])? != 0 {
            kept = next;
        } else if kept > next {
            gone[kept as usize] = true;
            kept = next;
        } else {
            gone[next as usize] = true;
        }
    }
    if !gone.contains(&true) {
        return Ok(array.clone());
    }
    let mut out = Array::new();
    for ((key, value), gone) in array.iter().zip(gone) {
        if !gone {
            out.make_mut().add_new_key(key, value.copied());
        }
    }
    Ok(out)
}

/// The new order of values whose comparison may call something. Equal ones come in any order.
fn compared_order(ctx: &Ctx, by: By, items: &[&Value]) -> PhpResult<Vec<u32>> {
    let mut order: Vec<u32> = (0..items.len() as u32).collect();
    let mut result = Ok(());
    hybrid_sort(&mut order, &mut |&a, &b| {
        result.is_ok()
            && match values(ctx, by, items[a as usize], items[b as usize]) {
                Ok(c) => c > 0,
                Err(thrown) => {
                    result = Err(thrown);
                    false
                }
            }
    });
    result.map(|()| order)
}

fn unique_texts(ctx: &Ctx, array: &Array) -> PhpResult<Array> {
    let array = array.clone();
    // As keys, texts are equal when they are equal as texts, and integers need none.
    let mut seen = Array::with_hash_capacity(array.len());
    let seen = seen.make_mut();
    let mut out = if array.is_packed() { Array::with_capacity(8) } else { Array::with_hash_capacity(8) };
    let elements = out.make_mut();
    for (key, value) in array.iter() {
        let place = seen.get_or_insert(string_key(ctx, value)?);
        if place.is_null() {
            place.set(Value::TRUE);
            elements.add_new_key(key, value.copied());
        }
    }
    ctx.check()?;
    Ok(out)
}
