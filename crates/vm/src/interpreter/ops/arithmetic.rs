//! Arithmetic, concatenation, bit operations, casts.

use super::*;
use phant_bytecode::TypeMask;
use phant_native::{ObjectExt, convert};

/// Where the slow path of a binary instruction finds its operands.
#[derive(Clone, Copy)]
struct Sides {
    left_literal: bool,
    right_literal: bool,
}
const VV: Sides = Sides { left_literal: false, right_literal: false };
const VK: Sides = Sides { left_literal: false, right_literal: true };
const KV: Sides = Sides { left_literal: true, right_literal: false };

/// Any operator on any values.
#[cold]
#[inline(never)]
unsafe fn slow(pc: *const Insn, fp: *mut Frame, vm: &Vm, number: u16, sides: Sides) -> bool {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        match slow_value(pc, fp, vm, number, sides) {
            Some(v) => {
                set(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            None => false,
        }
    }
}
/// The number of `.` among the operators.
const CONCAT: u16 = 6;
/// Whether making text of the left operand may run code, and neither operand has an operator of its own.
fn converts_by_code(x: &Value, y: &Value) -> bool {
    let overloads = |v: &Value| v.as_object().is_some_and(|o| o.class().handlers.operator.is_some());
    x.raw_type() > tag::STRING && !overloads(x) && !overloads(y)
}
/// The result of any operator on any values, which are consumed; `None` if an exception is pending.
unsafe fn slow_value(pc: *const Insn, fp: *mut Frame, vm: &Vm, number: u16, sides: Sides) -> Option<Value> {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        let place = |literal: bool, i: Operand| if literal { &*lit(fp, i) } else { (*slot(fp, i)).deref_lent() };
        if let Some(v) = of_plain(place(sides.left_literal, b), place(sides.right_literal, c), number) {
            if !sides.left_literal {
                consume(fp, b);
            }
            if !sides.right_literal {
                consume(fp, c);
            }
            return Some(v);
        }
        let vm = leave(pc, fp, vm);
        if number == 0
            && let (Some(x), Some(y)) = (place(sides.left_literal, b).own_array(), place(sides.right_literal, c).own_array())
        {
            // An array in a temporary may be all there is of it: then the sum needs no copy.
            let x =
                if !sides.left_literal && is_temp(fp, b) { slot(fp, b).read().into_array().expect("seen") } else { x.clone() };
            let sum = operators::union(x, y);
            if !sides.right_literal {
                consume(fp, c);
            }
            return Some(Value::from(sum));
        }
        let mut x = if sides.left_literal { (*lit(fp, b)).clone() } else { read(fp, b, vm) };
        let mut y = if sides.right_literal { (*lit(fp, c)).clone() } else { read(fp, c, vm) };
        let mut text = Ok(());
        if number == CONCAT && !sides.right_literal && !is_temp(fp, c) && !(*slot(fp, c)).is_undef() && converts_by_code(&x, &y) {
            // The variable on the right is read when the left is text.
            text = convert::to_str(&vm.ctx, &x).map(|text| x = Value::from(text));
            y = (*slot(fp, c)).unref();
        }
        // An error handler that throws for an undefined variable does not keep the operator from throwing too.
        let result = text.and_then(|()| operators::binary(&vm.ctx, number, &x, &y));
        drop((x, y));
        if !sides.left_literal {
            consume(fp, b);
        }
        if !sides.right_literal {
            consume(fp, c);
        }
        result.ok()
    }
}
/// The result of an operator on numbers behind references, and on integers written as text.
#[inline(always)]
fn of_plain(x: &Value, y: &Value, number: u16) -> Option<Value> {
    if x.raw_type() != tag::STRING && y.raw_type() != tag::STRING {
        return quick_op(x, y, number);
    }
    // Two texts are joined, or combined byte by byte.
    if number >= 6 {
        return None;
    }
    let plain = |v: &Value| match v.own_str() {
        Some(text) => phant_numeric::parse::plain_int(text.as_bytes()).map_or(Value::UNDEF, Value::int),
        None if v.is_counted() => Value::UNDEF,
        // SAFETY: what is not counted may be copied.
        None => unsafe { std::ptr::read(v) },
    };
    quick_op(&plain(x), &plain(y), number)
}
/// The same with the result in a variable.
#[cold]
#[inline(never)]
unsafe fn slow_to(pc: *const Insn, fp: *mut Frame, vm: &Vm, number: u16, sides: Sides) -> bool {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        match slow_value(pc, fp, vm, number, sides) {
            // A reference of a typed property asks whose code this is, also where the operator itself did not.
            Some(v) if !vm.ctx.has_exception() => assign(Noted::new(pc, fp, vm), slot(fp, (*pc).a), v) && !vm.ctx.has_exception(),
            _ => false,
        }
    }
}

/// The slow path as the rest of the instruction, so that the fast path needs no registers saved.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
unsafe extern "C" fn tail<const NUMBER: u16, const LEFT: bool, const RIGHT: bool, const TO: bool>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let sides = Sides { left_literal: LEFT, right_literal: RIGHT };
        // Numbers behind references, or into one without a type, over a value that nothing has to be done about.
        if (LEFT || is_free(fp, (*pc).b)) && (RIGHT || is_free(fp, (*pc).c)) {
            let x = if LEFT { &*lit(fp, (*pc).b) } else { (*slot(fp, (*pc).b)).deref_lent() };
            let y = if RIGHT { &*lit(fp, (*pc).c) } else { (*slot(fp, (*pc).c)).deref_lent() };
            let to = slot(fp, (*pc).a);
            let to = match TO.then(|| (*to).as_ref()).flatten() {
                Some(r) if r.sources().is_null() => &raw mut *(*to).deref_mut(),
                _ => to,
            };
            if (!TO || !(*to).is_counted())
                && let Some(v) = quick_op(x, y, NUMBER)
            {
                to.write(v);
                next!(pc, fp, vm);
            }
        }
        next_if!(if TO { slow_to(pc, fp, vm, NUMBER, sides) } else { slow(pc, fp, vm, NUMBER, sides) }, pc, fp, vm)
    }
}
/// Whether a result may just be written: to a temporary, or over a value that nothing has to be done about.
#[inline(always)]
unsafe fn writable<const TO: bool>(fp: *mut Frame, i: Operand) -> bool {
    // SAFETY: the instruction's own destination.
    unsafe { !TO || !(*slot(fp, i)).is_counted() }
}

macro_rules! arithmetic {
    ($name:ident, $to:literal, $sides:ident, $number:literal, $checked:ident, $op:tt, |$pc:ident, $fp:ident| $x:expr, $y:expr) => {
        op!($name($pc, $fp, vm) {
            let x = &*$x;
            let y = &*$y;
            if !writable::<$to>($fp, (*$pc).a) {
            } else if ints(x, y) {
                if let Some(r) = int(x).$checked(int(y)) {
                    set($fp, (*$pc).a, Value::int(r));
                    next!($pc, $fp, vm);
                }
            } else if x.tag() == tag::FLOAT {
                if y.tag() == tag::FLOAT {
                    if !$to && !$sides.left_literal && !$sides.right_literal {
                        quick::quicken($pc, quick::FLOATS[$number]);
                    }
                    let r = float(x) $op float(y);
                    set($fp, (*$pc).a, Value::float(r));
                    next!($pc, $fp, vm);
                }
                if y.tag() == tag::INT {
                    let r = float(x) $op int(y) as f64;
                    set($fp, (*$pc).a, Value::float(r));
                    next!($pc, $fp, vm);
                }
            } else if x.tag() == tag::INT && y.tag() == tag::FLOAT {
                let r = int(x) as f64 $op float(y);
                set($fp, (*$pc).a, Value::float(r));
                next!($pc, $fp, vm);
            }
            return tail::<{ $number }, { $sides.left_literal }, { $sides.right_literal }, $to>($pc, $fp, vm)
        });
    };
}
arithmetic!(AddVV, false, VV, 0, checked_add, +, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(AddToVV, true, VV, 0, checked_add, +, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(AddVK, false, VK, 0, checked_add, +, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
arithmetic!(AddToVK, true, VK, 0, checked_add, +, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
arithmetic!(AddKV, false, KV, 0, checked_add, +, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(AddToKV, true, KV, 0, checked_add, +, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(SubVV, false, VV, 1, checked_sub, -, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(SubToVV, true, VV, 1, checked_sub, -, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(SubVK, false, VK, 1, checked_sub, -, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
arithmetic!(SubToVK, true, VK, 1, checked_sub, -, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
arithmetic!(SubKV, false, KV, 1, checked_sub, -, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(SubToKV, true, KV, 1, checked_sub, -, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(MulVV, false, VV, 2, checked_mul, *, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(MulToVV, true, VV, 2, checked_mul, *, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(MulVK, false, VK, 2, checked_mul, *, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
arithmetic!(MulToVK, true, VK, 2, checked_mul, *, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
arithmetic!(MulKV, false, KV, 2, checked_mul, *, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
arithmetic!(MulToKV, true, KV, 2, checked_mul, *, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));

macro_rules! divide {
    ($name:ident, $to:literal, $sides:ident, |$pc:ident, $fp:ident| $x:expr, $y:expr) => {
        op!($name($pc, $fp, vm) {
            let x = &*$x;
            let y = &*$y;
            let writable = writable::<$to>($fp, (*$pc).a);
            if writable && x.tag() == tag::FLOAT && y.tag() == tag::FLOAT && float(y) != 0.0 {
                let r = float(x) / float(y);
                set($fp, (*$pc).a, Value::float(r));
                next!($pc, $fp, vm);
            }
            if writable && ints(x, y) && int(y) > 0 {
                let r = if int(x) % int(y) == 0 { Value::int(int(x) / int(y)) } else { Value::float(int(x) as f64 / int(y) as f64) };
                set($fp, (*$pc).a, r);
                next!($pc, $fp, vm);
            }
            if writable && x.tag() == tag::FLOAT && y.tag() == tag::INT && int(y) != 0 {
                let r = float(x) / int(y) as f64;
                set($fp, (*$pc).a, Value::float(r));
                next!($pc, $fp, vm);
            }
            if writable && x.tag() == tag::INT && y.tag() == tag::FLOAT && float(y) != 0.0 {
                let r = int(x) as f64 / float(y);
                set($fp, (*$pc).a, Value::float(r));
                next!($pc, $fp, vm);
            }
            return tail::<3, { $sides.left_literal }, { $sides.right_literal }, $to>($pc, $fp, vm)
        });
    };
}
divide!(DivVV, false, VV, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
divide!(DivToVV, true, VV, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
divide!(DivVK, false, VK, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
divide!(DivToVK, true, VK, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
divide!(DivKV, false, KV, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
divide!(DivToKV, true, KV, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));

macro_rules! integer {
    ($name:ident, $to:literal, $sides:ident, $number:literal, |$i:ident, $j:ident| $ok:expr, $result:expr; |$pc:ident, $fp:ident| $x:expr, $y:expr) => {
        op!($name($pc, $fp, vm) {
            let x = &*$x;
            let y = &*$y;
            if writable::<$to>($fp, (*$pc).a) && ints(x, y) {
                let ($i, $j) = (int(x), int(y));
                if $ok {
                    set($fp, (*$pc).a, Value::int($result));
                    next!($pc, $fp, vm);
                }
            }
            return tail::<{ $number }, { $sides.left_literal }, { $sides.right_literal }, $to>($pc, $fp, vm)
        });
    };
}
integer!(ModVV, false, VV, 4, |i, j| j > 0, i % j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ModToVV, true, VV, 4, |i, j| j > 0, i % j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ModVK, false, VK, 4, |i, j| j > 0, i % j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(ModToVK, true, VK, 4, |i, j| j > 0, i % j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(ModKV, false, KV, 4, |i, j| j > 0, i % j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ModToKV, true, KV, 4, |i, j| j > 0, i % j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitAndVV, false, VV, 7, |i, j| true, i & j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitAndToVV, true, VV, 7, |i, j| true, i & j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitAndVK, false, VK, 7, |i, j| true, i & j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(BitAndToVK, true, VK, 7, |i, j| true, i & j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(BitAndKV, false, KV, 7, |i, j| true, i & j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitAndToKV, true, KV, 7, |i, j| true, i & j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitOrVV, false, VV, 8, |i, j| true, i | j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitOrToVV, true, VV, 8, |i, j| true, i | j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitOrVK, false, VK, 8, |i, j| true, i | j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(BitOrToVK, true, VK, 8, |i, j| true, i | j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(BitOrKV, false, KV, 8, |i, j| true, i | j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitOrToKV, true, KV, 8, |i, j| true, i | j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitXorVV, false, VV, 9, |i, j| true, i ^ j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitXorToVV, true, VV, 9, |i, j| true, i ^ j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitXorVK, false, VK, 9, |i, j| true, i ^ j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(BitXorToVK, true, VK, 9, |i, j| true, i ^ j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(BitXorKV, false, KV, 9, |i, j| true, i ^ j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(BitXorToKV, true, KV, 9, |i, j| true, i ^ j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ShlVV, false, VV, 10, |i, j| (0..64).contains(&j), i << j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ShlToVV, true, VV, 10, |i, j| (0..64).contains(&j), i << j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ShlVK, false, VK, 10, |i, j| (0..64).contains(&j), i << j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(ShlToVK, true, VK, 10, |i, j| (0..64).contains(&j), i << j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(ShlKV, false, KV, 10, |i, j| (0..64).contains(&j), i << j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ShlToKV, true, KV, 10, |i, j| (0..64).contains(&j), i << j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ShrVV, false, VV, 11, |i, j| (0..64).contains(&j), i >> j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ShrToVV, true, VV, 11, |i, j| (0..64).contains(&j), i >> j; |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ShrVK, false, VK, 11, |i, j| (0..64).contains(&j), i >> j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(ShrToVK, true, VK, 11, |i, j| (0..64).contains(&j), i >> j; |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
integer!(ShrKV, false, KV, 11, |i, j| (0..64).contains(&j), i >> j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
integer!(ShrToKV, true, KV, 11, |i, j| (0..64).contains(&j), i >> j; |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));

/// `**` of integers whose result is one.
#[inline(never)]
fn int_power(x: &Value, y: &Value) -> Option<Value> {
    if !ints(x, y) {
        return None;
    }
    int(x).checked_pow(u32::try_from(int(y)).ok()?).map(Value::int)
}
macro_rules! power {
    ($name:ident, $sides:ident, |$pc:ident, $fp:ident| $x:expr, $y:expr) => {
        op!($name($pc, $fp, vm) {
            if let Some(v) = int_power(&*$x, &*$y) {
                set($fp, (*$pc).a, v);
                next!($pc, $fp, vm);
            }
            otherwise!(slow($pc, $fp, vm, 5, $sides), $pc, $fp, vm)
        });
    };
}
power!(PowVV, VV, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
power!(PowVK, VK, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
power!(PowKV, KV, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));

/// The text of a string or integer, integers written into the buffer.
#[inline(always)]
pub(super) fn piece<'a>(v: &'a Value, buffer: &'a mut [u8; 20]) -> Option<&'a [u8]> {
    // SAFETY: what is made of the pieces is made before anything else runs.
    let v = unsafe { v.deref_lent() };
    match v.own_str() {
        Some(s) => Some(s.as_bytes()),
        None => Some(phant_memory::string::decimal(v.as_int()?, buffer)),
    }
}
/// Concatenation of strings and integers, appending to an unshared left temporary; false, and nothing is done, for others.
#[inline(never)]
unsafe fn concat(pc: *const Insn, fp: *mut Frame, sides: Sides) -> bool {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let (a, b, c) = ((*pc).a, (*pc).b, (*pc).c);
        let x = if sides.left_literal { lit(fp, b) } else { slot(fp, b).cast_const() };
        let y = if sides.right_literal { lit(fp, c) } else { slot(fp, c).cast_const() };
        if let (Some(left), Some(right)) = ((*x).own_str(), (*y).own_str())
            && (sides.left_literal || is_free(fp, b) || !left.is_unique())
            && !left.as_bytes().is_empty()
            && !right.as_bytes().is_empty()
            && left.as_bytes().len() + right.as_bytes().len() <= 1 << 20
        {
            let joined = phant_memory::Str::concat(left.as_bytes(), right.as_bytes());
            if !sides.left_literal && !is_free(fp, b) {
                drop(slot(fp, b).read());
            }
            if !sides.right_literal && !is_free(fp, c) {
                drop(slot(fp, c).read());
            }
            set(fp, a, Value::from(joined));
            return true;
        }
        if let Some(left) = (*x).own_str()
            && (*y).tag() == tag::INT
            && (sides.left_literal || is_free(fp, b))
            && left.as_bytes().len() <= 1 << 20
            && let Some(joined) = phant_memory::Str::concat_int(left.as_bytes(), int(&*y))
        {
            set(fp, a, Value::from(joined));
            return true;
        }
        let (mut left_digits, mut right_digits) = ([0; 20], [0; 20]);
        let (Some(left), Some(right)) = (piece(&*x, &mut left_digits), piece(&*y, &mut right_digits)) else {
            return false;
        };
        if left.len() + right.len() > 1 << 20 {
            return false;
        }
        let own = !sides.left_literal && is_temp(fp, b) && !(*x).is_ref();
        let result = if own && (*x).as_str().is_some_and(|s| s.is_unique()) {
            let mut s = slot(fp, b).read().into_str().expect("viewed as string");
            s.append(right);
            Value::from(s)
        } else {
            let r = if right.is_empty() && (*x).is_str() {
                (*x).unref()
            } else if left.is_empty() && (*y).is_str() {
                (*y).unref()
            } else {
                Value::from(phant_memory::Str::concat(left, right))
            };
            if !sides.left_literal {
                consume(fp, b);
            }
            r
        };
        if !sides.right_literal {
            consume(fp, c);
        }
        set(fp, a, result);
        true
    }
}
macro_rules! concatenate {
    ($name:ident, $sides:ident) => {
        op!($name(pc, fp, vm) {
            if concat(pc, fp, $sides) {
                next_settled!(pc, fp, vm);
            }
            otherwise_go!(pc, fp, vm, {
                if let Some((entry, frame)) = text::begin_concat(pc, fp, vm) {
                    crate::interpreter::dispatch::go!(entry.as_ptr(), frame, vm);
                }
                next_if!(slow(pc, fp, vm, CONCAT, $sides), pc, fp, vm)
            })
        });
    };
}
concatenate!(ConcatVV, VV);
concatenate!(ConcatVK, VK);
concatenate!(ConcatKV, KV);

/// Instructions with one operand and no fast path.
#[inline(never)]
pub(super) unsafe fn unary(pc: *const Insn, fp: *mut Frame, vm: &Vm, f: fn(&Vm, Value, u16) -> phant_native::PhpResult) -> bool {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        match f(vm, v, (*pc).c.number()) {
            Ok(r) => {
                set(fp, (*pc).a, r);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}

op!(BitNot(pc, fp, vm) { next_if!(unary(pc, fp, vm, |vm, v, _| operators::bit_not(&vm.ctx, &v)), pc, fp, vm) });

/// The truth of an operand; `None` if it takes the slow path.
#[inline(always)]
pub(super) fn quick_truth(v: &Value) -> Option<bool> {
    match v.tag() {
        tag::TRUE => Some(true),
        tag::FALSE | tag::NULL => Some(false),
        tag::INT => Some(v.payload() != 0),
        _ => None,
    }
}
/// The truth of a string or an array; `None` for all else.
#[inline(always)]
fn truth_of_many(v: &Value) -> Option<bool> {
    // SAFETY: the value's own string or array.
    unsafe {
        if v.raw_type() == tag::STRING {
            let s = (*(v.payload() as *const phant_memory::PhpStr)).as_bytes();
            Some(s.len() > 1 || s.len() == 1 && s[0] != b'0')
        } else if v.raw_type() == tag::ARRAY {
            Some(!(*(v.payload() as *const phant_memory::PhpArray)).is_empty())
        } else {
            None
        }
    }
}
/// The truth of an element or property, where that is nobody's business but its own; for code outside handlers.
#[inline(always)]
pub(super) fn plain_truth(v: &Value) -> Option<bool> {
    quick_truth(v).or_else(|| truth_of_many(v))
}
/// The truth of an operand that is a string or an array, which is consumed; `None` also where it ends here.
#[inline(always)]
pub(super) unsafe fn text_truth(fp: *mut Frame, i: Operand) -> Option<bool> {
    // SAFETY: called by handlers with their own operand; what is let go of is held by others.
    unsafe {
        let truth = truth_of_many(&*slot(fp, i))?;
        let_go(fp, i).then_some(truth)
    }
}
/// The truth of an operand, which is consumed.
#[inline(never)]
pub(super) unsafe fn slow_truth(pc: *const Insn, fp: *mut Frame, vm: &Vm, i: Operand) -> Option<bool> {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let v = slot(fp, i);
        // An object that lives on and has nothing to say about it is true.
        if !is_temp(fp, i) && (*v).as_object().is_some_and(|o| o.class().handlers.cast.is_none()) {
            return Some(true);
        }
        if (*v).is_undef() || (*v).is_object() {
            let vm = leave(pc, fp, vm);
            let v = take(fp, i, vm);
            let truth = convert::boolean(&vm.ctx, &v);
            drop(v);
            return if crate::interpreter::finalize::failed(vm) { None } else { truth.ok() };
        }
        let truth = convert::to_bool(&*v);
        consume(fp, i);
        leave(pc, fp, vm);
        if crate::interpreter::finalize::failed(vm) { None } else { Some(truth) }
    }
}
op!(Not(pc, fp, vm) {
    let Some(truth) = quick_truth(&*slot(fp, (*pc).b)) else {
        otherwise_go!(pc, fp, vm, {
            if let Some(truth) = text_truth(fp, (*pc).b) {
                give_truth!((*pc).a, pc.add(1), fp, vm, !truth);
            }
            let Some(truth) = slow_truth(pc, fp, vm, (*pc).b) else { return crate::interpreter::exception::unwind(pc, fp, vm) };
            set(fp, (*pc).a, Value::bool(!truth));
            next!(pc, fp, vm)
        })
    };
    give_truth!((*pc).a, pc.add(1), fp, vm, !truth)
});
op!(ToBool(pc, fp, vm) {
    let Some(truth) = quick_truth(&*slot(fp, (*pc).b)) else {
        otherwise_go!(pc, fp, vm, {
            if let Some(truth) = text_truth(fp, (*pc).b) {
                give_truth!((*pc).a, pc.add(1), fp, vm, truth);
            }
            let Some(truth) = slow_truth(pc, fp, vm, (*pc).b) else { return crate::interpreter::exception::unwind(pc, fp, vm) };
            set(fp, (*pc).a, Value::bool(truth));
            next!(pc, fp, vm)
        })
    };
    give_truth!((*pc).a, pc.add(1), fp, vm, truth)
});
#[inline(never)]
unsafe fn bool_xor(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let x = take(fp, (*pc).b, vm);
        let y = take(fp, (*pc).c, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let (Ok(a), Ok(b)) = (convert::boolean(&vm.ctx, &x), convert::boolean(&vm.ctx, &y)) else { return false };
        set(fp, (*pc).a, Value::bool(a != b));
        true
    }
}
op!(BoolXor(pc, fp, vm) { next_if!(bool_xor(pc, fp, vm), pc, fp, vm) });

#[inline(never)]
unsafe fn str_len(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe { unary(pc, fp, vm, |vm, v, _| vm.call_named_native(b"strlen", &[v])) }
}
op!(StrLen(pc, fp, vm) {
    if let Some(s) = (*slot(fp, (*pc).b)).deref_lent().own_str() {
        let n = s.len() as i64;
        if is_free(fp, (*pc).b) {
            set(fp, (*pc).a, Value::int(n));
            next!(pc, fp, vm);
        }
        otherwise_go!(pc, fp, vm, {
            let n = (*slot(fp, (*pc).b)).as_str().map_or(0, |v| v.len());
            consume(fp, (*pc).b);
            set(fp, (*pc).a, Value::int(n as i64));
            next_settled!(pc, fp, vm)
        });
    }
    otherwise_go!(pc, fp, vm, {
        if let Some((entry, frame)) = text::begin_length(pc, fp, vm) {
            crate::interpreter::dispatch::go!(entry.as_ptr(), frame, vm);
        }
        next_if!(str_len(pc, fp, vm), pc, fp, vm)
    })
});
#[inline(never)]
unsafe fn count(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let countable = (*slot(fp, (*pc).b)).deref_lent().as_object().map(phant_memory::Held::into_owned).filter(|o| {
            let class = phant_native::ObjectExt::class(o);
            class.handlers.count.is_some() || class.has_flag(phant_native::class::class_flags::COUNTABLE)
        });
        if let Some(o) = countable {
            let vm = leave(pc, fp, vm);
            let counted = match phant_native::ObjectExt::class(&o).handlers.count {
                Some(count) => count(&vm.ctx, &o),
                None => crate::runtime::dim::known_method(vm, &o, |m| m.count, "count", &[])
                    .and_then(|n| phant_native::convert::int(&vm.ctx, &n)),
            };
            drop(o);
            consume(fp, (*pc).b);
            let Ok(n) = counted else { return false };
            set(fp, (*pc).a, Value::int(n));
            return !vm.ctx.has_exception();
        }
        if (*pc).c.is_none() {
            unary(pc, fp, vm, |vm, v, _| vm.call_named_native(b"count", &[v]))
        } else {
            unary(pc, fp, vm, |vm, v, _| vm.call_named_native(b"sizeof", &[v]))
        }
    }
}
op!(Count(pc, fp, vm) {
    if let Some(a) = (*slot(fp, (*pc).b)).deref_lent().own_array() {
        let n = a.len() as i64;
        if is_free(fp, (*pc).b) {
            set(fp, (*pc).a, Value::int(n));
            next!(pc, fp, vm);
        }
        otherwise_go!(pc, fp, vm, {
            let n = (*slot(fp, (*pc).b)).as_array().map_or(0, |v| v.len());
            consume(fp, (*pc).b);
            set(fp, (*pc).a, Value::int(n as i64));
            next_settled!(pc, fp, vm)
        });
    }
    otherwise_go!(pc, fp, vm, {
        if let Some(n) = object_dim::own_len(fp, (*pc).b)
            && let_go(fp, (*pc).b)
        {
            set(fp, (*pc).a, Value::int(n as i64));
            next!(pc, fp, vm);
        }
        next_if!(count(pc, fp, vm), pc, fp, vm)
    })
});
/// Whether the type is among those of the instruction.
#[inline(always)]
unsafe fn type_is(pc: *const Insn, fp: *mut Frame) -> bool {
    // SAFETY: called by the handler below.
    unsafe {
        let raw = (*slot(fp, (*pc).b)).raw_type_behind().max(tag::NULL);
        let negated = (*pc).c.number() & 0x8000 != 0;
        let is = u32::from((*pc).c.number() & 0x7fff) & TypeMask::of_tag(raw).0 != 0;
        is != negated
    }
}
op!(TypeIs(pc, fp, vm) {
    if !(*slot(fp, (*pc).b)).is_undef() && is_free(fp, (*pc).b) {
        quick::quicken(pc, quick::by_branch(pc, [TypeIsValue, TypeIsJmpZ, TypeIsJmpNz]));
        give_truth!((*pc).a, pc.add(1), fp, vm, type_is(pc, fp));
    }
    otherwise_go!(pc, fp, vm, {
        if (*slot(fp, (*pc).b)).is_undef() && (*pc).c.number() & 0x8000 == 0 && !is_temp(fp, (*pc).b) {
            let engine = leave(pc, fp, vm);
            undefined(fp, (*pc).b, engine);
            if engine.ctx.has_exception() {
                return crate::interpreter::exception::unwind(pc, fp, vm);
            }
        }
        let is = type_is(pc, fp);
        consume(fp, (*pc).b);
        set(fp, (*pc).a, Value::bool(is));
        next_settled!(pc, fp, vm)
    })
});
// Tests whose operand is a variable, or holds nothing counted, by what follows them.
macro_rules! type_is {
    ($name:ident, $then:ident) => {
        handler!($name of TypeIs(pc, fp, vm) {
            if (*slot(fp, (*pc).b)).is_undef() || !is_free(fp, (*pc).b) {
                return quick::again_tail(pc, fp, vm);
            }
            branch_truth!($then, (*pc).a, pc.add(1), fp, vm, type_is(pc, fp))
        });
    };
}
type_is!(TypeIsValue, Value);
type_is!(TypeIsJmpZ, JmpZ);
type_is!(TypeIsJmpNz, JmpNz);
