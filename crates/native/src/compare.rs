//! PHP's comparisons: `==`, `===`, `<=>`.

use crate::{
    class::{ClassPtr, ObjectExt},
    convert,
    ctx::Ctx,
    error::PhpResult,
};
use phant_memory::{Object, PhpArray, Value, View, value::tag};
use phant_numeric::{compare as strings, parse};
use std::cmp::Ordering;

/// The result of [`compare`] for values that have no order.
pub const UNCOMPARABLE: i32 = 1;

fn sign(o: Ordering) -> i32 {
    o as i32
}

fn floats(a: f64, b: f64) -> i32 {
    // NaN compares as greater, as in PHP.
    if a == b {
        0
    } else if a < b {
        -1
    } else {
        1
    }
}

/// `===`. Arrays that contain each other are an error.
pub fn identical(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<bool> {
    if !a.is_ref() && !b.is_ref() && a.raw_type() != b.raw_type() {
        // An undefined value is null too.
        return Ok(a.type_of() == b.type_of());
    }
    match (a.raw_type(), b.raw_type()) {
        (tag::INT, tag::INT) => return Ok(a.payload() == b.payload()),
        (tag::FLOAT, tag::FLOAT) => return Ok(f64::from_bits(a.payload()) == f64::from_bits(b.payload())),
        (tag::NULL, tag::NULL) | (tag::FALSE, tag::FALSE) | (tag::TRUE, tag::TRUE) => return Ok(true),
        (tag::STRING, tag::STRING) if a.payload() == b.payload() => return Ok(true),
        (tag::STRING, tag::STRING) => return Ok(a.own_str().map(|s| s.as_bytes()) == b.own_str().map(|s| s.as_bytes())),
        (object, _) if object == tag::OBJECT & tag::TYPE && !b.is_ref() => return Ok(a.payload() == b.payload()),
        _ => {}
    }
    let (View::Array(a), View::Array(b)) = (a.view(), b.view()) else { return Ok(identical_scalars(a, b)) };
    if a.same(&b) {
        return Ok(true);
    }
    ctx.check_stack()?;
    // Nothing that is compared calls PHP code, so neither array changes meanwhile.
    if !a.protect() {
        return Err(nesting(ctx));
    }
    let mut result = Ok(a.len() == b.len());
    for ((key, x), (other, y)) in a.iter().zip(b.iter()) {
        if !matches!(result, Ok(true)) {
            break;
        }
        result = if key == other { identical(ctx, x, y) } else { Ok(false) };
    }
    a.unprotect();
    result
}

/// `===` of values of which one at most is an array.
fn identical_scalars(a: &Value, b: &Value) -> bool {
    match (a.view(), b.view()) {
        (View::Null, View::Null) => true,
        (View::Bool(a), View::Bool(b)) => a == b,
        (View::Int(a), View::Int(b)) => a == b,
        (View::Float(a), View::Float(b)) => a == b,
        (View::Str(a), View::Str(b)) => a == b,
        (View::Object(a), View::Object(b)) => a.same(&b),
        (View::Resource(a), View::Resource(b)) => a.id() == b.id(),
        _ => false,
    }
}

/// `==`
#[inline]
pub fn equals(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<bool> {
    if let (Some(a), Some(b)) = (a.as_int(), b.as_int()) {
        return Ok(a == b);
    }
    if let (Some(a), Some(b)) = (a.own_str(), b.own_str()) {
        return Ok(a.as_ptr() == b.as_ptr() || strings::equal(a, b));
    }
    equals_mixed(ctx, a, b)
}

/// Whether two scalars of different kinds are equal, or a scalar and a string, where that takes no number out of a text.
#[inline]
fn equals_plainly(a: &Value, b: &Value) -> Option<bool> {
    let float = |v: &Value| match v.raw_type() {
        tag::INT => Some(v.payload() as i64 as f64),
        tag::FLOAT => Some(f64::from_bits(v.payload())),
        _ => None,
    };
    match (a.raw_type(), b.raw_type()) {
        (tag::INT | tag::FLOAT, tag::INT | tag::FLOAT) => Some(float(a)? == float(b)?),
        (tag::NULL, tag::STRING) => Some(b.own_str()?.is_empty()),
        (tag::STRING, tag::NULL) => Some(a.own_str()?.is_empty()),
        (tag::NULL | tag::FALSE | tag::TRUE, tag::NULL..=tag::STRING)
        | (tag::NULL..=tag::STRING, tag::NULL | tag::FALSE | tag::TRUE) => Some(convert::to_bool(a) == convert::to_bool(b)),
        _ => None,
    }
}

#[inline(never)]
fn equals_mixed(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<bool> {
    if let Some(equal) = equals_plainly(a, b) {
        return Ok(equal);
    }
    match (a.view(), b.view()) {
        (View::Int(a), View::Int(b)) => Ok(a == b),
        (View::Str(a), View::Str(b)) => Ok(a.as_ptr() == b.as_ptr() || strings::equal(&a, &b)),
        (View::Int(i), View::Str(s)) | (View::Str(s), View::Int(i)) => Ok(match parse::plain_int(&s) {
            Some(n) => n == i,
            None => int_str(i, &s) == 0,
        }),
        (View::Array(x), View::Array(y)) => {
            if x.same(&y) {
                return Ok(true);
            }
            Ok(compare(ctx, a, b)? == 0)
        }
        _ => Ok(compare(ctx, a, b)? == 0),
    }
}

/// `<=>`: negative, zero, positive. What cannot be compared yields 1.
#[inline]
pub fn compare(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    if let (Some(a), Some(b)) = (a.as_int(), b.as_int()) {
        return Ok(sign(a.cmp(&b)));
    }
    if let (Some(a), Some(b)) = (a.own_str(), b.own_str()) {
        return Ok(if a.as_ptr() == b.as_ptr() { 0 } else { sign(strings::compare(a, b)) });
    }
    compare_mixed(ctx, a, b)
}

#[inline(never)]
fn compare_mixed(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    if let (Some(x), Some(y)) = (a.own_object(), b.own_object()) {
        if x.same(y) {
            return Ok(0);
        }
        if let Some(order) = x.class().handlers.order.and_then(|order| order(x, y)) {
            return Ok(sign(order));
        }
        return objects(ctx, &x.clone(), &y.clone(), a, b);
    }
    if let (Some(x), Some(y)) = (a.own_array(), b.own_array()) {
        return arrays(ctx, &x.clone(), &y.clone());
    }
    Ok(match (a.view(), b.view()) {
        (View::Int(a), View::Int(b)) => sign(a.cmp(&b)),
        (View::Int(a), View::Float(b)) => floats(a as f64, b),
        (View::Float(a), View::Int(b)) => floats(a, b as f64),
        (View::Float(a), View::Float(b)) => floats(a, b),
        (View::Str(a), View::Str(b)) => {
            if a.as_ptr() == b.as_ptr() {
                0
            } else {
                sign(strings::compare(&a, &b))
            }
        }
        (View::Null, View::Null) => 0,
        (View::Null, View::Str(s)) => {
            if s.is_empty() {
                0
            } else {
                -1
            }
        }
        (View::Str(s), View::Null) => {
            if s.is_empty() {
                0
            } else {
                1
            }
        }
        (View::Array(x), View::Array(y)) => {
            let (x, y) = (x.clone(), y.clone());
            arrays(ctx, &x, &y)?
        }
        (View::Object(x), _) if !matches!(b.view(), View::Object(_)) => object_and_other(ctx, &x, a, b, false)?,
        (_, View::Object(y)) if !matches!(a.view(), View::Object(_)) => object_and_other(ctx, &y, a, b, true)?,
        (View::Object(x), View::Object(y)) => {
            if x.same(&y) {
                0
            } else {
                let (x, y) = (x.clone(), y.clone());
                objects(ctx, &x, &y, a, b)?
            }
        }
        (View::Null | View::Bool(_), _) | (_, View::Null | View::Bool(_)) => {
            i32::from(convert::to_bool(a)) - i32::from(convert::to_bool(b))
        }
        (View::Int(i), View::Str(s)) => int_str(i, &s),
        (View::Str(s), View::Int(i)) => -int_str_reversed(i, &s),
        (View::Float(f), View::Str(s)) => float_str(ctx, f, &s),
        (View::Str(s), View::Float(f)) => {
            if f.is_nan() {
                1
            } else {
                -float_str(ctx, f, &s)
            }
        }
        (View::Array(_), _) => 1,
        (_, View::Array(_)) => -1,
        _ => floats(convert::to_float(a), convert::to_float(b)),
    })
}

fn int_str(i: i64, s: &[u8]) -> i32 {
    match parse::classify(s).whole() {
        Some(phant_numeric::Number::Int(n)) => sign(i.cmp(&n)),
        Some(phant_numeric::Number::Float(f)) => floats(i as f64, f),
        None => sign(phant_memory::string::decimal(i, &mut [0; 20]).cmp(s)),
    }
}
fn int_str_reversed(i: i64, s: &[u8]) -> i32 {
    int_str(i, s)
}
fn float_str(ctx: &Ctx, f: f64, s: &[u8]) -> i32 {
    if f.is_nan() {
        return 1;
    }
    match parse::classify(s).whole() {
        Some(phant_numeric::Number::Int(n)) => floats(f, n as f64),
        Some(phant_numeric::Number::Float(n)) => floats(f, n),
        None => sign(convert::float_to_str(ctx, f).as_bytes().cmp(s)),
    }
}

/// Too deep: PHP's fatal error for comparing recursive structures.
fn nesting(ctx: &Ctx) -> crate::error::Thrown {
    ctx.throw_error("Nesting level too deep - recursive dependency?")
}

fn arrays(ctx: &Ctx, a: &PhpArray, b: &PhpArray) -> PhpResult<i32> {
    ctx.check_stack()?;
    if !a.protect() {
        return Err(nesting(ctx));
    }
    let result = (|| {
        if a.len() != b.len() {
            return Ok(sign(a.len().cmp(&b.len())));
        }
        let mut others = b.iter();
        for (key, x) in a.iter() {
            // Mostly the keys are in the same order.
            let found = match others.next() {
                Some((other, y)) if other == key => Some(y),
                _ => b.get(&key),
            };
            let Some(y) = found else { return Ok(UNCOMPARABLE) };
            // What is behind a reference may change meanwhile; the elements of an array that is held do not.
            let c = if x.is_ref() || y.is_ref() { compare(ctx, &x.unref(), &y.unref())? } else { compare(ctx, x, y)? };
            if c != 0 {
                return Ok(c);
            }
        }
        Ok(0)
    })();
    a.unprotect();
    result
}

fn objects(ctx: &Ctx, x: &Object, y: &Object, a: &Value, b: &Value) -> PhpResult<i32> {
    let (cx, cy) = (x.class(), y.class());
    if let Some(handler) = cx.handlers.compare.or(cy.handlers.compare) {
        let c = handler(ctx, a, b)?;
        return Ok(if c == 2 { UNCOMPARABLE } else { c });
    }
    if !cx.same(cy) {
        return Ok(UNCOMPARABLE);
    }
    if cx.is_enum() {
        return Ok(UNCOMPARABLE);
    }
    // What has no bits is no lazy object.
    if x.bits() != 0 || y.bits() != 0 {
        let x = if ctx.host.is_lazy_uninitialized(ctx, x) { ctx.host.initialize_lazy(ctx, x)? } else { x.clone() };
        let y = if ctx.host.is_lazy_uninitialized(ctx, y) { ctx.host.initialize_lazy(ctx, y)? } else { y.clone() };
        return if x.same(&y) { Ok(0) } else { same_class(ctx, &x, &y, cx) };
    }
    same_class(ctx, x, y, cx)
}

/// `==` of two objects, where that can be told from declared properties that are scalars and strings; nothing that PHP code could see
/// happens meanwhile.
pub fn plain_objects_equal(x: &Object, y: &Object) -> Option<bool> {
    if x.same(y) {
        return Some(true);
    }
    let class = x.class();
    let handlers = &class.handlers;
    let has_say = handlers.order.is_some() || handlers.compare.is_some() || handlers.properties.is_some();
    if has_say || !class.same(y.class()) || class.is_enum() || x.bits() | y.bits() != 0 || x.has_dynamic() || y.has_dynamic() {
        return None;
    }
    for i in 0..x.slot_count().min(y.slot_count()) {
        match x.slot_order(y, i) {
            Some(std::cmp::Ordering::Equal) => continue,
            Some(_) => return Some(false),
            None => {}
        }
        let (vx, vy) = (x.slot(i), y.slot(i));
        if !strings::equal(vx.own_str()?, vy.own_str()?) {
            return Some(false);
        }
    }
    Some(true)
}

/// Two objects of one class.
fn same_class(ctx: &Ctx, x: &Object, y: &Object, cx: ClassPtr) -> PhpResult<i32> {
    if !x.has_dynamic() && !y.has_dynamic() && (cx.handlers.properties.is_none() || cx.handlers.properties_are_a_view) {
        ctx.check_stack()?;
        if !x.protect() {
            return Err(nesting(ctx));
        }
        let result = (|| {
            for i in 0..x.slot_count().min(y.slot_count()) {
                match x.slot_order(y, i) {
                    Some(std::cmp::Ordering::Equal) => continue,
                    Some(std::cmp::Ordering::Less) => return Ok(-1),
                    Some(std::cmp::Ordering::Greater) => return Ok(1),
                    None => {}
                }
                let (vx, vy) = (x.slot(i), y.slot(i));
                if vx.is_undef() || vy.is_undef() {
                    return Ok(UNCOMPARABLE);
                }
                let c = compare(ctx, &vx, &vy)?;
                if c != 0 {
                    return Ok(c);
                }
            }
            Ok(0)
        })();
        x.unprotect();
        return result;
    }
    if cx.handlers.properties_are_a_view {
        let own = |o: &Object| {
            let slots = (0..o.slot_count()).map(|i| (phant_memory::Key::Int(i64::from(i)), o.slot(i).clone()));
            let mut all: phant_memory::Array = slots.filter(|(_, v)| !v.is_undef()).collect();
            for (key, value) in o.dynamic().iter().flat_map(|d| d.iter()) {
                all.set(key.to_key(), value.clone());
            }
            all
        };
        return arrays(ctx, &own(x), &own(y));
    }
    for object in [x, y] {
        if ctx.host.is_lazy_uninitialized(ctx, object) {
            ctx.host.initialize_lazy(ctx, object)?;
        }
    }
    let px = ctx.host.properties(ctx, x, crate::host::PropertyView::Raw)?;
    let py = ctx.host.properties(ctx, y, crate::host::PropertyView::Raw)?;
    if !x.protect() {
        return Err(nesting(ctx));
    }
    let result = arrays(ctx, &px, &py);
    x.unprotect();
    result
}

/// An object against something else; `reversed` if the object is on the right.
fn object_and_other(ctx: &Ctx, object: &Object, a: &Value, b: &Value, reversed: bool) -> PhpResult<i32> {
    if let Some(handler) = object.class().handlers.compare {
        let c = handler(ctx, a, b)?;
        return Ok(if c == 2 { UNCOMPARABLE } else { c });
    }
    if object.class().is_enum() {
        // Null is below all cases.
        return Ok(if reversed && a.unref().is_null() { -1 } else { UNCOMPARABLE });
    }
    plain_object_and_other(ctx, &object.clone(), a, b, reversed)
}

/// `<=>` of an object and something else, for classes that only compare objects in a way of their own.
pub fn without_handler(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    match (a.as_object(), b.as_object()) {
        (Some(x), None) => plain_object_and_other(ctx, &x.clone(), a, b, false),
        (None, Some(y)) => plain_object_and_other(ctx, &y.clone(), a, b, true),
        _ => Ok(UNCOMPARABLE),
    }
}

fn plain_object_and_other(ctx: &Ctx, object: &Object, a: &Value, b: &Value, reversed: bool) -> PhpResult<i32> {
    let other = if reversed { a } else { b };
    let swap = |c: i32| if reversed { -c } else { c };
    Ok(match other.view() {
        View::Null | View::Bool(_) => {
            let truth = convert::boolean(ctx, &Value::from(object.clone()))?;
            swap(i32::from(truth) - i32::from(convert::to_bool(other)))
        }
        View::Str(s) => {
            let s = s.clone();
            match convert::object_to_str(ctx, object)? {
                Some(text) => swap(sign(strings::compare(&text, &s))),
                None => swap(1),
            }
        }
        View::Int(_) | View::Float(_) => {
            let word = if matches!(other.view(), View::Int(_)) { "int" } else { "float" };
            let mut number = Value::int(1);
            let mut cast = None;
            if let Some(handler) = object.class().handlers.cast {
                let ty = if word == "int" { phant_memory::Type::Int } else { phant_memory::Type::Float };
                cast = handler(ctx, object, ty)?;
            }
            match cast {
                Some(n) => number = n,
                None => {
                    let text = format!("Object of class {} could not be converted to {word}", object.class().name);
                    ctx.report(crate::error::Level::Notice, text);
                    ctx.check()?;
                }
            }
            swap(compare(ctx, &number, other)?)
        }
        _ => swap(1),
    })
}
