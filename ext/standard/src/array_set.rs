//! Differences and intersections of arrays, by value, by key and by both, with and without callbacks.
//!
//! Functions that compare with a callback sort every list first and walk them side by side, as PHP does: the callback
//! sees the same comparisons. The others use hash lookups where the outcome cannot differ.

use crate::{
    array_keys::string_key,
    array_merge::arrays,
    array_sort::{By, UserOrder, values},
    sort::hybrid_sort,
};
use phant_memory::{Array, Key, KeyRef, Value, View};
use phant_native::{Args, Callable, Ctx, Late, PhpResult, convert, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    array_diff,
    array_diff_key,
    array_diff_assoc,
    array_udiff,
    array_diff_ukey,
    array_udiff_assoc,
    array_diff_uassoc,
    array_udiff_uassoc,
    array_intersect,
    array_intersect_key,
    array_intersect_assoc,
    array_uintersect,
    array_intersect_ukey,
    array_uintersect_assoc,
    array_intersect_uassoc,
    array_uintersect_uassoc,
];

/// How two values or two keys are compared.
enum Order {
    /// As strings.
    Text,
    User(UserOrder),
}

impl Order {
    fn values(&self, ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
        match self {
            Order::Text => values(ctx, By::Text, a, b),
            Order::User(user) => user.compare(ctx, a, b),
        }
    }
    fn keys(&self, ctx: &Ctx, a: &Key, b: &Key) -> PhpResult<i32> {
        match self {
            Order::Text => Ok(a.as_ref().to_str().cmp(&b.as_ref().to_str()) as i32),
            Order::User(user) => user.compare(ctx, &a.to_value(), &b.to_value()),
        }
    }
}

fn ask(ctx: &Ctx, callback: &Callable, operands: [Value; 2]) -> PhpResult<i32> {
    let answer = ctx.call_with(callback, operands)?;
    Ok(convert::int(ctx, &answer)?.signum() as i32)
}

/// The arrays of a function that takes `callbacks` callbacks at the end, and those callbacks.
fn split(ctx: &Ctx, args: &Args<'_>, callbacks: usize) -> PhpResult<(Vec<Array>, Vec<Callable>)> {
    let (lists, found) = split_unchecked(ctx, args, callbacks)?;
    Ok((arrays(ctx, &lists, 1)?, found))
}

/// The same for a function that asks whether a list is an array when it sorts it ([`sorted`]).
fn split_unchecked(ctx: &Ctx, args: &Args<'_>, callbacks: usize) -> PhpResult<(Vec<Value>, Vec<Callable>)> {
    args.refuse_named(ctx)?;
    let given = args.passed;
    if given <= callbacks {
        let text = format!("{}() expects at least {} arguments, {given} given", args.function_name(), callbacks + 1);
        return Err(ctx.throw("ArgumentCountError", text));
    }
    let (lists, functions) = args.values[..given].split_at(given - callbacks);
    let mut found = Vec::with_capacity(callbacks);
    for (i, function) in functions.iter().enumerate() {
        match ctx.resolve_callable(function) {
            Ok(callable) => found.push(callable),
            Err(reason) => {
                ctx.check()?;
                let number = lists.len() + i + 1;
                return Err(ctx.argument_type_error(number, format!("must be a valid callback, {reason}")));
            }
        }
    }
    Ok((lists.to_vec(), found))
}

/// Whether turning the values into strings calls nothing and warns of nothing.
fn all_simple(array: &Array) -> bool {
    array.values().all(|v| !matches!(v.view(), View::Array(_) | View::Object(_)))
}

/// Adds the values, as texts, to the keys of `into`.
fn texts(ctx: &Ctx, array: &Array, into: &mut Array) -> PhpResult<()> {
    let into = into.make_mut();
    for value in array.values() {
        into.get_or_insert(string_key(ctx, value)?);
    }
    Ok(())
}

/// Adds an element under a key that is not there yet.
fn add(to: &mut Array, key: KeyRef<'_>, value: &Value) {
    to.make_mut().add_new_key(key, value.copied());
}

#[php("function array_diff(array $array, array ...$arrays): array", pure)]
fn array_diff(ctx: &Ctx, array: &Array, arrays: &[Value]) -> PhpResult<Array> {
    if let [other] = arrays
        && let Some(kept) = other.own_array().and_then(|other| diff_few(array, other))
    {
        return Ok(kept);
    }
    let others = self::arrays(ctx, arrays, 2)?;
    if array.is_empty() || others.iter().all(|a| a.is_empty()) {
        return Ok(array.clone());
    }
    let array = array.clone();
    if array.len() == 1 {
        return diff_one(ctx, &array, &others);
    }
    let mut excluded = Array::with_hash_capacity(others.iter().map(|other| other.len()).sum());
    for other in &others {
        texts(ctx, other, &mut excluded)?;
    }
    let mut out = if array.is_packed() { Array::with_capacity(8) } else { Array::with_hash_capacity(8) };
    let elements = out.make_mut();
    for (key, value) in array.iter() {
        let known = match value.own_str() {
            Some(text) => excluded.contains(&KeyRef::from_str(text)),
            None => excluded.contains(&string_key(ctx, value)?.as_ref()),
        };
        if !known {
            elements.add_new_key(key, value.copied());
        }
    }
    Ok(out)
}

/// What is not among a few others, where all are texts or all are integers: they are compared as they are.
fn diff_few(array: &Array, other: &Array) -> Option<Array> {
    const FEW: usize = 4;
    if array.len() < 2 || !(1..=FEW).contains(&other.len()) {
        return None;
    }
    let all = || array.values().chain(other.values());
    let is_other: fn(&Value, &Value) -> bool = if all().all(|value| value.own_str().is_some()) {
        |a, b| a.own_str().zip(b.own_str()).is_some_and(|(a, b)| a.same_bytes(b))
    } else if all().all(Value::is_int) {
        |a, b| a.as_int() == b.as_int()
    } else {
        return None;
    };
    let mut out = if array.is_packed() { Array::with_capacity(8) } else { Array::with_hash_capacity(8) };
    let elements = out.make_mut();
    for (key, value) in array.iter() {
        if !other.values().any(|other| is_other(value, other)) {
            elements.add_new_key(key, value.copied());
        }
    }
    Some(out)
}

/// One element: it is searched for, and the search ends when it is found.
fn diff_one(ctx: &Ctx, array: &Array, others: &[Array]) -> PhpResult<Array> {
    let Some((_, value)) = array.first() else { return Ok(Array::new()) };
    let text = convert::to_str(ctx, value)?;
    for other in others {
        for value in other.values() {
            if convert::to_str(ctx, value)? == text {
                return Ok(Array::new());
            }
        }
    }
    Ok(array.clone())
}

/// Keeps the elements of the first array that have (or do not have) their like under the same key in the others.
fn by_key(
    ctx: &Ctx,
    lists: &[Array],
    intersect: bool,
    same: &mut dyn FnMut(&Ctx, &Value, &Value) -> PhpResult<bool>,
) -> PhpResult<Array> {
    let (first, others) = lists.split_first().expect("one array at least");
    let likely = match intersect {
        true => others.iter().map(|other| other.len()).min().unwrap_or(0).min(first.len()),
        false => first.len().saturating_sub(others.iter().map(|other| other.len()).sum()),
    };
    let room = likely.max(8);
    let mut out = if first.is_packed() { Array::with_capacity(room) } else { Array::with_hash_capacity(room) };
    let elements = out.make_mut();
    'element: for (key, value) in first.iter() {
        for other in others {
            let found = match other.get(&key) {
                Some(v) => same(ctx, value, v)?,
                None => false,
            };
            if found != intersect {
                continue 'element;
            }
        }
        elements.add_new_key(key, value.copied());
    }
    Ok(out)
}

/// The same where only keys count, for arguments that are no references; else `None`.
fn by_key_alone(first: &Array, others: &[Value], intersect: bool) -> Option<Array> {
    if !others.iter().all(|other| other.own_array().is_some()) {
        return None;
    }
    let mut out = if first.is_packed() { Array::with_capacity(8) } else { Array::with_hash_capacity(8) };
    let elements = out.make_mut();
    for (key, value) in first.iter() {
        if others.iter().filter_map(Value::own_array).all(|other| other.get(&key).is_some() == intersect) {
            elements.add_new_key(key, value.copied());
        }
    }
    Some(out)
}

fn with_first(ctx: &Ctx, array: &Array, rest: &[Value]) -> PhpResult<Vec<Array>> {
    let mut all = Vec::with_capacity(1 + rest.len());
    all.push(array.clone());
    match rest {
        [one] if let Some(one) = one.own_array() => all.push(one.clone()),
        _ => all.extend(arrays(ctx, rest, 2)?),
    }
    Ok(all)
}

fn same_text(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<bool> {
    if let (Some(a), Some(b)) = (a.as_int(), b.as_int()) {
        return Ok(a == b);
    }
    if let (Some(a), Some(b)) = (a.own_str(), b.own_str()) {
        return Ok(a.same_bytes(b));
    }
    Ok(values(ctx, By::Text, a, b)? == 0)
}

#[php("function array_diff_key(array $array, array ...$arrays): array", pure)]
fn array_diff_key(late: Late<'_>, array: &Array, arrays: &[Value]) -> PhpResult<Array> {
    if let Some(kept) = by_key_alone(array, arrays, false) {
        return Ok(kept);
    }
    let ctx = late.ctx()?;
    let lists = with_first(ctx, array, arrays)?;
    by_key(ctx, &lists, false, &mut |_, _, _| Ok(true))
}

#[php("function array_diff_assoc(array $array, array ...$arrays): array", pure)]
fn array_diff_assoc(ctx: &Ctx, array: &Array, arrays: &[Value]) -> PhpResult<Array> {
    let lists = with_first(ctx, array, arrays)?;
    by_key(ctx, &lists, false, &mut same_text)
}

#[php("function array_udiff_assoc(array $array, ...$rest): array", raw)]
fn array_udiff_assoc(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split(ctx, args, 1)?;
    by_key(ctx, &lists, false, &mut |ctx, a, b| Ok(ask(ctx, &callbacks[0], [a.clone(), b.clone()])? == 0))
}

#[php("function array_intersect_key(array $array, array ...$arrays): array", pure)]
fn array_intersect_key(late: Late<'_>, array: &Array, arrays: &[Value]) -> PhpResult<Array> {
    if let Some(kept) = by_key_alone(array, arrays, true) {
        return Ok(kept);
    }
    let ctx = late.ctx()?;
    let lists = with_first(ctx, array, arrays)?;
    by_key(ctx, &lists, true, &mut |_, _, _| Ok(true))
}

#[php("function array_intersect_assoc(array $array, array ...$arrays): array", pure)]
fn array_intersect_assoc(ctx: &Ctx, array: &Array, arrays: &[Value]) -> PhpResult<Array> {
    let lists = with_first(ctx, array, arrays)?;
    by_key(ctx, &lists, true, &mut same_text)
}

#[php("function array_uintersect_assoc(array $array, ...$rest): array", raw)]
fn array_uintersect_assoc(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split(ctx, args, 1)?;
    by_key(ctx, &lists, true, &mut |ctx, a, b| Ok(ask(ctx, &callbacks[0], [a.clone(), b.clone()])? == 0))
}

#[php("function array_udiff(array $array, ...$rest): array", raw)]
fn array_udiff(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split_unchecked(ctx, args, 1)?;
    diff(ctx, &lists, &Compared::Values(user(callbacks)))
}

#[php("function array_diff_ukey(array $array, ...$rest): array", raw)]
fn array_diff_ukey(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split_unchecked(ctx, args, 1)?;
    diff(ctx, &lists, &Compared::Keys(user(callbacks)))
}

#[php("function array_diff_uassoc(array $array, ...$rest): array", raw)]
fn array_diff_uassoc(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split_unchecked(ctx, args, 1)?;
    diff(ctx, &lists, &Compared::Both { keys: user(callbacks), values: Order::Text })
}

#[php("function array_udiff_uassoc(array $array, ...$rest): array", raw)]
fn array_udiff_uassoc(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split_unchecked(ctx, args, 2)?;
    diff(ctx, &lists, &users(callbacks))
}

#[php("function array_intersect(array $array, array ...$arrays): array", pure)]
fn array_intersect(ctx: &Ctx, array: &Array, arrays: &[Value]) -> PhpResult<Array> {
    let simple = |other: &Value| other.own_array().is_some_and(all_simple);
    if !all_simple(array) || !arrays.iter().all(simple) {
        let lists: Vec<Value> = [Value::from(array.clone())].into_iter().chain(arrays.iter().cloned()).collect();
        return intersect(ctx, &lists, &Compared::Values(Order::Text));
    }
    let lists = with_first(ctx, array, arrays)?;
    let mut sets = Vec::with_capacity(lists.len() - 1);
    for other in &lists[1..] {
        let mut set = Array::with_hash_capacity(other.len());
        texts(ctx, other, &mut set)?;
        sets.push(set);
    }
    let mut out = Array::new();
    for (key, value) in lists[0].iter() {
        let text = string_key(ctx, value)?;
        if sets.iter().all(|set| set.contains(&text.as_ref())) {
            add(&mut out, key, value);
        }
    }
    Ok(out)
}

#[php("function array_uintersect(array $array, ...$rest): array", raw)]
fn array_uintersect(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split_unchecked(ctx, args, 1)?;
    intersect(ctx, &lists, &Compared::Values(user(callbacks)))
}

#[php("function array_intersect_ukey(array $array, ...$rest): array", raw)]
fn array_intersect_ukey(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split_unchecked(ctx, args, 1)?;
    intersect(ctx, &lists, &Compared::Keys(user(callbacks)))
}

#[php("function array_intersect_uassoc(array $array, ...$rest): array", raw)]
fn array_intersect_uassoc(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split_unchecked(ctx, args, 1)?;
    intersect(ctx, &lists, &Compared::Both { keys: user(callbacks), values: Order::Text })
}

#[php("function array_uintersect_uassoc(array $array, ...$rest): array", raw)]
fn array_uintersect_uassoc(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
    let (lists, callbacks) = split_unchecked(ctx, args, 2)?;
    intersect(ctx, &lists, &users(callbacks))
}

fn user(mut callbacks: Vec<Callable>) -> Order {
    Order::User(UserOrder::new(callbacks.pop().expect("as many as were asked for")))
}
/// What two callbacks compare by: values, and keys.
fn users(mut callbacks: Vec<Callable>) -> Compared {
    let mut next = || callbacks.pop().expect("as many as were asked for");
    let (keys, values) = (next(), next());
    let keys = UserOrder::new(keys);
    Compared::Both { values: Order::User(keys.beside(values)), keys: Order::User(keys) }
}

/// What makes two elements alike.
enum Compared {
    Values(Order),
    Keys(Order),
    Both { keys: Order, values: Order },
}

impl Compared {
    /// The comparison that lists are sorted by.
    fn order(&self, ctx: &Ctx, a: &(Key, Value), b: &(Key, Value)) -> PhpResult<i32> {
        match self {
            Compared::Values(values) => values.values(ctx, &a.1, &b.1),
            Compared::Keys(keys) | Compared::Both { keys, .. } => keys.keys(ctx, &a.0, &b.0),
        }
    }
    fn by_value(&self) -> bool {
        matches!(self, Compared::Values(_))
    }
}

type List = Vec<(Key, Value)>;

/// The lists in order. That one is no array is told when those before it have been sorted, as PHP does.
fn sorted(ctx: &Ctx, lists: &[Value], compared: &Compared) -> PhpResult<Vec<List>> {
    let mut out = Vec::with_capacity(lists.len());
    for (i, list) in lists.iter().enumerate() {
        let list = array_at(ctx, list, i)?;
        let mut items: List = list.iter().map(|(k, v)| (k.to_key(), v.copied())).collect();
        let mut result = Ok(());
        hybrid_sort(&mut items, &mut |a, b| {
            result.is_ok()
                && match compared.order(ctx, a, b) {
                    Ok(c) => c > 0,
                    Err(thrown) => {
                        result = Err(thrown);
                        false
                    }
                }
        });
        result?;
        out.push(items);
    }
    Ok(out)
}

/// A list as the array that it has to be.
fn array_at(ctx: &Ctx, list: &Value, index: usize) -> PhpResult<Array> {
    let list = arrays(ctx, std::slice::from_ref(list), index + 1)?.pop();
    Ok(list.expect("one for one"))
}

fn remove(from: &mut Array, key: &Key) {
    from.remove(&key.as_ref());
}

fn diff(ctx: &Ctx, arrays: &[Value], compared: &Compared) -> PhpResult<Array> {
    let lists = sorted(ctx, arrays, compared)?;
    let mut out = array_at(ctx, &arrays[0], 0)?;
    let (first, others) = lists.split_first().expect("one array at least");
    let mut at = vec![0; others.len()];
    let mut i = 0;
    while i < first.len() {
        let mut found = false;
        for (list, at) in others.iter().zip(&mut at) {
            found = match compared {
                Compared::Values(_) => diff_value(ctx, compared, &first[i], list, at)?,
                _ => diff_key(ctx, compared, &first[i], list)?,
            };
            if found {
                break;
            }
        }
        // What was decided holds for all equal values that follow.
        loop {
            if found {
                remove(&mut out, &first[i].0);
            }
            i += 1;
            if i == first.len() || !compared.by_value() || compared.order(ctx, &first[i - 1], &first[i])? != 0 {
                break;
            }
        }
    }
    Ok(out)
}

fn diff_value(ctx: &Ctx, compared: &Compared, item: &(Key, Value), list: &List, at: &mut usize) -> PhpResult<bool> {
    while *at < list.len() {
        let c = compared.order(ctx, item, &list[*at])?;
        if c <= 0 {
            *at += usize::from(c == 0);
            return Ok(c == 0);
        }
        *at += 1;
    }
    Ok(false)
}

fn diff_key(ctx: &Ctx, compared: &Compared, item: &(Key, Value), list: &List) -> PhpResult<bool> {
    for other in list {
        if compared.order(ctx, item, other)? == 0 {
            return match compared {
                Compared::Both { values, .. } => Ok(values.values(ctx, &item.1, &other.1)? == 0),
                _ => Ok(true),
            };
        }
    }
    Ok(false)
}

fn intersect(ctx: &Ctx, arrays: &[Value], compared: &Compared) -> PhpResult<Array> {
    let lists = sorted(ctx, arrays, compared)?;
    let mut out = array_at(ctx, &arrays[0], 0)?;
    let (first, others) = lists.split_first().expect("one array at least");
    let mut at = vec![0; others.len()];
    let mut i = 0;
    'element: while i < first.len() {
        let mut missing = None;
        for (which, list) in others.iter().enumerate() {
            let mut c = 0;
            while at[which] < list.len() {
                c = compared.order(ctx, &first[i], &list[at[which]])?;
                if c <= 0 {
                    break;
                }
                at[which] += 1;
            }
            let Some(other) = list.get(at[which]) else {
                // Nothing further can be in this list.
                for (key, _) in &first[i..] {
                    remove(&mut out, key);
                }
                break 'element;
            };
            if let (0, Compared::Both { values, .. }) = (c, compared)
                && values.values(ctx, &first[i].1, &other.1)? != 0
            {
                c = 1;
            }
            if c != 0 {
                missing = Some(which);
                break;
            }
            at[which] += 1;
        }
        match missing {
            Some(which) => loop {
                remove(&mut out, &first[i].0);
                i += 1;
                if i == first.len() {
                    break 'element;
                }
                if !compared.by_value() || compared.order(ctx, &first[i], &others[which][at[which]])? >= 0 {
                    break;
                }
            },
            None => {
                i += 1;
                while i < first.len() && compared.by_value() && compared.order(ctx, &first[i - 1], &first[i])? == 0 {
                    i += 1;
                }
            }
        }
    }
    Ok(out)
}
