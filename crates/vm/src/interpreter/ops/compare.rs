//! Comparisons, and jumps on comparisons.

use super::*;
use phant_native::compare;

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
}

/// Compares operands of any type; `None` if an exception is pending. Operands are consumed.
#[cold]
#[inline(never)]
unsafe fn slow(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    relation: Relation,
    left_literal: bool,
    right_literal: bool,
) -> Option<bool> {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (b, c) = ((*pc).b, (*pc).c);
        let x = if left_literal { (*lit(fp, b)).clone() } else { read(fp, b, vm) };
        let y = if right_literal { (*lit(fp, c)).clone() } else { read(fp, c, vm) };
        let result = if vm.ctx.has_exception() {
            None
        } else {
            match relation {
                Relation::Equal => compare::equals(&vm.ctx, &x, &y).ok(),
                Relation::NotEqual => compare::equals(&vm.ctx, &x, &y).ok().map(|e| !e),
                // Uncomparable values are neither less nor equal: `compare` yields 1 for them in either order.
                Relation::Less => compare::compare(&vm.ctx, &x, &y).ok().map(|o| o < 0),
                Relation::LessEqual => compare::compare(&vm.ctx, &x, &y).ok().map(|o| o <= 0),
            }
        };
        drop((x, y));
        if !left_literal {
            consume(fp, b);
        }
        if !right_literal {
            consume(fp, c);
        }
        if crate::interpreter::finalize::failed(vm) { None } else { result }
    }
}

/// Whether two strings are the same, if that can be told without a call.
#[inline(always)]
pub(super) fn shortly_identical(x: &Value, y: &Value) -> Option<bool> {
    if x.payload() == y.payload() {
        return Some(true);
    }
    x.own_str()?.shortly_same(y.own_str()?)
}
/// Whether two values are equal strings, if that can be told without a call: one of them begins as no number does.
#[inline(always)]
fn shortly_equal(x: &Value, y: &Value) -> Option<bool> {
    if x.raw_type() != tag::STRING || y.raw_type() != tag::STRING {
        return None;
    }
    // Blanks, signs, the point and digits are all below; an empty string is no number either.
    let wordy = |v: &Value| v.own_str().is_some_and(|s| s.as_bytes().first().is_none_or(|&c| c > b'9'));
    (wordy(y) || wordy(x)).then(|| shortly_identical(x, y))?
}

/// Whether two values are equal, if both are null or booleans.
#[inline(always)]
fn truths_equal(x: &Value, y: &Value) -> Option<bool> {
    let truth = |v: &Value| v.raw_type() <= tag::TRUE && !v.is_undef();
    (truth(x) && truth(y)).then(|| (x.raw_type() == tag::TRUE) == (y.raw_type() == tag::TRUE))
}

#[inline(always)]
fn quick(relation: Relation, x: &Value, y: &Value) -> Option<bool> {
    if ints(x, y) {
        let (x, y) = (int(x), int(y));
        return Some(match relation {
            Relation::Equal => x == y,
            Relation::NotEqual => x != y,
            Relation::Less => x < y,
            Relation::LessEqual => x <= y,
        });
    }
    let (x, y) = match (x.tag(), y.tag()) {
        (tag::FLOAT, tag::FLOAT) => (float(x), float(y)),
        (tag::FLOAT, tag::INT) => (float(x), int(y) as f64),
        (tag::INT, tag::FLOAT) => (int(x) as f64, float(y)),
        _ => return None,
    };
    Some(match relation {
        Relation::Equal => x == y,
        Relation::NotEqual => x != y,
        Relation::Less => x < y,
        Relation::LessEqual => x <= y,
    })
}

/// Whether two values of that order are related so.
fn holds(relation: Relation, order: std::cmp::Ordering) -> bool {
    match relation {
        Relation::Equal => order.is_eq(),
        Relation::NotEqual => order.is_ne(),
        Relation::Less => order.is_lt(),
        Relation::LessEqual => order.is_le(),
    }
}
fn relation(n: u8) -> Relation {
    match n {
        0 => Relation::Equal,
        1 => Relation::NotEqual,
        2 => Relation::Less,
        _ => Relation::LessEqual,
    }
}
/// The slow path as the rest of a comparison that yields a value.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn value_tail<const R: u8, const LEFT: bool, const RIGHT: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        if !LEFT
            && !RIGHT
            && let Some(order) = object_dim::order(pc, fp)
        {
            let r = holds(relation(R), order);
            set(fp, (*pc).a, Value::bool(r));
            next!(pc, fp, vm)
        }
        if R <= Relation::NotEqual as u8 {
            if !RIGHT && let Some(equal) = equal_objects(pc, fp) {
                set(fp, (*pc).a, Value::bool(equal == (R == Relation::Equal as u8)));
                next!(pc, fp, vm)
            }
            let found = strings(pc, fp, RIGHT, false);
            if found != Found::Other {
                set(fp, (*pc).a, Value::bool((found == Found::Equal) == (R == Relation::Equal as u8)));
                next!(pc, fp, vm)
            }
        }
        match slow(pc, fp, vm, relation(R), LEFT, RIGHT) {
            Some(r) => {
                set(fp, (*pc).a, Value::bool(r));
                next!(pc, fp, vm)
            }
            None => return crate::interpreter::exception::unwind(pc, fp, vm),
        }
    }
}
/// The slow path as the rest of a comparison that jumps when the relation is `WHEN`.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn jump_tail<const R: u8, const LEFT: bool, const RIGHT: bool, const WHEN: bool>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        if !LEFT
            && !RIGHT
            && let Some(order) = object_dim::order(pc, fp)
        {
            if holds(relation(R), order) == WHEN {
                jump_short!(pc, fp, vm);
            }
            next!(pc, fp, vm)
        }
        if R <= Relation::NotEqual as u8 {
            if !RIGHT && let Some(equal) = equal_objects(pc, fp) {
                if (equal == (R == Relation::Equal as u8)) == WHEN {
                    jump_short!(pc, fp, vm);
                }
                next!(pc, fp, vm)
            }
            let found = strings(pc, fp, RIGHT, false);
            if found != Found::Other {
                if ((found == Found::Equal) == (R == Relation::Equal as u8)) == WHEN {
                    jump_short!(pc, fp, vm);
                }
                next!(pc, fp, vm)
            }
        }
        match slow(pc, fp, vm, relation(R), LEFT, RIGHT) {
            Some(r) => {
                if r == WHEN {
                    jump_short!(pc, fp, vm);
                }
                next!(pc, fp, vm)
            }
            None => return crate::interpreter::exception::unwind(pc, fp, vm),
        }
    }
}

macro_rules! comparison {
    ($value:ident, $jump:ident, $jump_not:ident, $relation:ident, $ll:literal, $rl:literal, |$pc:ident, $fp:ident| $x:expr, $y:expr) => {
        op!($value($pc, $fp, vm) {
            let r = match quick(Relation::$relation, &*$x, &*$y) {
                Some(r) => r,
                None => return value_tail::<{ Relation::$relation as u8 }, $ll, $rl>($pc, $fp, vm),
            };
            set($fp, (*$pc).a, Value::bool(r));
            next!($pc, $fp, vm)
        });
        op!($jump($pc, $fp, vm) {
            let r = match quick(Relation::$relation, &*$x, &*$y) {
                Some(r) => r,
                None => return jump_tail::<{ Relation::$relation as u8 }, $ll, $rl, true>($pc, $fp, vm),
            };
            if r {
                jump_short!($pc, $fp, vm);
            }
            next!($pc, $fp, vm)
        });
        op!($jump_not($pc, $fp, vm) {
            let r = match quick(Relation::$relation, &*$x, &*$y) {
                Some(r) => r,
                None => return jump_tail::<{ Relation::$relation as u8 }, $ll, $rl, false>($pc, $fp, vm),
            };
            if !r {
                jump_short!($pc, $fp, vm);
            }
            next!($pc, $fp, vm)
        });
    };
}
comparison!(LessVV, JmpLessVV, JmpNotLessVV, Less, false, false, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
comparison!(LessVK, JmpLessVK, JmpNotLessVK, Less, false, true, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
comparison!(LessKV, JmpLessKV, JmpNotLessKV, Less, true, false, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
comparison!(
    LessEqualVV,
    JmpLessEqualVV,
    JmpNotLessEqualVV,
    LessEqual,
    false,
    false,
    |pc, fp| slot(fp, (*pc).b),
    slot(fp, (*pc).c)
);
comparison!(LessEqualVK, JmpLessEqualVK, JmpNotLessEqualVK, LessEqual, false, true, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
comparison!(LessEqualKV, JmpLessEqualKV, JmpNotLessEqualKV, LessEqual, true, false, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));

macro_rules! equality {
    ($value:ident, $jump:ident, $texts:ident, $relation:ident, $rl:literal, |$pc:ident, $fp:ident| $x:expr, $y:expr) => {
        op!($value($pc, $fp, vm) {
            let r = match quick(Relation::$relation, &*$x, &*$y) {
                Some(r) => r,
                None if let Some(equal) = truths_equal(&*$x, &*$y) => equal == (Relation::$relation as u8 == Relation::Equal as u8),
                None if is_free($fp, (*$pc).b)
                    && ($rl || is_free($fp, (*$pc).c))
                    && let Some(equal) = shortly_equal(&*$x, &*$y) =>
                {
                    equal == (Relation::$relation as u8 == Relation::Equal as u8)
                }
                None => return value_tail::<{ Relation::$relation as u8 }, false, $rl>($pc, $fp, vm),
            };
            set($fp, (*$pc).a, Value::bool(r));
            next!($pc, $fp, vm)
        });
        op!($jump($pc, $fp, vm) {
            let r = match quick(Relation::$relation, &*$x, &*$y) {
                Some(r) => r,
                None if let Some(equal) = truths_equal(&*$x, &*$y) => equal == (Relation::$relation as u8 == Relation::Equal as u8),
                None if is_free($fp, (*$pc).b)
                    && ($rl || is_free($fp, (*$pc).c))
                    && let Some(equal) = shortly_equal(&*$x, &*$y) =>
                {
                    quick::quicken($pc, $texts);
                    equal == (Relation::$relation as u8 == Relation::Equal as u8)
                }
                None => return jump_tail::<{ Relation::$relation as u8 }, false, $rl, true>($pc, $fp, vm),
            };
            if r {
                jump_short!($pc, $fp, vm);
            }
            next!($pc, $fp, vm)
        });
        // Strings.
        handler!($texts of $jump($pc, $fp, vm) {
            let (x, y): (*const Value, *const Value) = ($x, $y);
            if (*x).raw_type() != tag::STRING || (*y).raw_type() != tag::STRING {
                return quick::again_tail($pc, $fp, vm);
            }
            let Some(equal) = shortly_equal(&*x, &*y) else {
                return jump_tail::<{ Relation::$relation as u8 }, false, $rl, true>($pc, $fp, vm);
            };
            consume_text($fp, (*$pc).b);
            if !$rl {
                consume_text($fp, (*$pc).c);
            }
            if equal == (Relation::$relation as u8 == Relation::Equal as u8) {
                jump_short!($pc, $fp, vm);
            }
            next!($pc, $fp, vm)
        });
    };
}
equality!(EqualVV, JmpEqualVV, JmpEqualVVTexts, Equal, false, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
equality!(EqualVK, JmpEqualVK, JmpEqualVKTexts, Equal, true, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
equality!(NotEqualVV, JmpNotEqualVV, JmpNotEqualVVTexts, NotEqual, false, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
equality!(NotEqualVK, JmpNotEqualVK, JmpNotEqualVKTexts, NotEqual, true, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));

/// `===` where nothing has to be looked at closely or dropped.
#[inline(always)]
unsafe fn identical(pc: *const Insn, fp: *mut Frame, right_literal: bool) -> Option<bool> {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let x = &*slot(fp, (*pc).b);
        let y = if right_literal { &*lit(fp, (*pc).c) } else { &*slot(fp, (*pc).c) };
        if ints(x, y) {
            return Some(int(x) == int(y));
        }
        const OBJECT: u32 = tag::OBJECT & tag::TYPE;
        let (left, right) = (x.raw_type(), y.raw_type());
        let known = |raw: u32| raw != tag::UNDEF && raw <= tag::ARRAY || raw == OBJECT;
        let free = || is_free(fp, (*pc).b) && (right_literal || is_free(fp, (*pc).c));
        if left != right {
            return (known(left) && known(right) && free()).then_some(false);
        }
        match left {
            tag::NULL..=tag::TRUE => Some(true),
            tag::FLOAT => Some(float(x) == float(y)),
            tag::STRING if free() => shortly_identical(x, y),
            OBJECT if free() => Some(x.payload() == y.payload()),
            _ => None,
        }
    }
}
/// What [`strings`] found.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Found {
    Different,
    Equal,
    /// The long way will find out.
    Other,
}
/// `==` of two strings, and, if it is to be `exact`, `===` of two strings or of values of different types; operands are consumed, and
/// none of them is an object that ends with this.
#[inline(never)]
unsafe fn strings(pc: *const Insn, fp: *mut Frame, right_literal: bool, exact: bool) -> Found {
    // SAFETY: called by handlers with their own instruction; to compare what lies behind references calls no PHP code.
    unsafe {
        let x = &*slot(fp, (*pc).b);
        let y = if right_literal { &*lit(fp, (*pc).c) } else { &*slot(fp, (*pc).c) };
        if exact
            && x.is_ref() | y.is_ref()
            && is_free(fp, (*pc).b)
            && (right_literal || is_free(fp, (*pc).c))
            && let Some(equal) = behind_references(x.deref_lent(), y.deref_lent())
        {
            return if equal { Found::Equal } else { Found::Different };
        }
        if !exact
            && is_free(fp, (*pc).b)
            && (right_literal || is_free(fp, (*pc).c))
            && let Some(equal) = scalars_equal(x.deref_lent(), y.deref_lent())
        {
            return if equal { Found::Equal } else { Found::Different };
        }
        // Of different types, as an object and null: the same.
        let plain = |v: &Value| !v.is_undef() && (v.raw_type() <= tag::ARRAY || v.tag() == tag::OBJECT);
        let light = |v: &Value| !v.is_counted() || v.raw_type() == tag::STRING || v.refcount() > 1;
        if exact && x.raw_type() != y.raw_type() && plain(x) && plain(y) && light(x) && light(y) {
            consume(fp, (*pc).b);
            if !right_literal {
                consume(fp, (*pc).c);
            }
            return Found::Different;
        }
        let (Some(a), Some(b)) = (x.own_str(), y.own_str()) else { return Found::Other };
        let equal =
            x.payload() == y.payload() || if exact { a.as_bytes() == b.as_bytes() } else { phant_numeric::compare::equal(a, b) };
        consume(fp, (*pc).b);
        if !right_literal {
            consume(fp, (*pc).c);
        }
        if equal { Found::Equal } else { Found::Different }
    }
}
/// `==` of null, booleans, and what is compared with them; nothing is reported about these.
#[inline(always)]
fn scalars_equal(x: &Value, y: &Value) -> Option<bool> {
    let truth = |v: &Value| v.raw_type() <= tag::TRUE && !v.is_undef();
    match (truth(x), truth(y), x.own_str(), y.own_str()) {
        (true, true, ..) => Some((x.raw_type() == tag::TRUE) == (y.raw_type() == tag::TRUE)),
        (true, _, _, Some(text)) => Some(text_equals(text, x)),
        (_, true, Some(text), _) => Some(text_equals(text, y)),
        _ => None,
    }
}
/// `==` of a string and null or a boolean.
#[inline(always)]
fn text_equals(text: &phant_memory::Str, other: &Value) -> bool {
    if other.raw_type() == tag::NULL {
        return text.is_empty();
    }
    !matches!(text.as_bytes(), b"" | b"0") == (other.raw_type() == tag::TRUE)
}
/// Whether what lies behind references is identical, where that is easily told.
#[inline(always)]
fn behind_references(x: &Value, y: &Value) -> Option<bool> {
    let (left, right) = (x.raw_type(), y.raw_type());
    if x.is_undef() || y.is_undef() || left > tag::ARRAY || right > tag::ARRAY {
        return None;
    }
    if left != right {
        return Some(false);
    }
    match left {
        tag::INT => Some(x.payload() == y.payload()),
        tag::STRING if x.payload() == y.payload() => Some(true),
        tag::STRING => Some(x.own_str()?.as_bytes() == y.own_str()?.as_bytes()),
        _ if left < tag::INT => Some(true),
        _ => None,
    }
}
/// The operands, if both are objects of which neither ends here, such as cases of enums.
#[inline(always)]
unsafe fn two_objects<'a>(pc: *const Insn, fp: *mut Frame) -> Option<(&'a Value, &'a Value)> {
    // SAFETY: called by handlers with their own instruction, whose operands are both in slots.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        let (x, y) = (&*slot(fp, b), &*slot(fp, c));
        if x.tag() != tag::OBJECT || y.tag() != tag::OBJECT {
            return None;
        }
        // A variable keeps its object.
        let (left, right) = (is_temp(fp, b), is_temp(fp, c));
        let held = 1 + u32::from(left && right && x.payload() == y.payload());
        let ends = left && x.refcount() <= held || right && y.refcount() <= held;
        (!ends).then_some((x, y))
    }
}
/// `===` of two objects of which neither ends here; operands are consumed then.
#[inline(always)]
unsafe fn same_object(pc: *const Insn, fp: *mut Frame) -> Option<bool> {
    // SAFETY: as in `two_objects`.
    unsafe {
        let (x, y) = two_objects(pc, fp)?;
        let equal = x.payload() == y.payload();
        let_go(fp, (*pc).b);
        let_go(fp, (*pc).c);
        Some(equal)
    }
}
/// `==` of two objects of one class with nothing but scalars and strings in declared properties, of which neither ends here; operands
/// are consumed then.
#[inline(never)]
unsafe fn equal_objects(pc: *const Insn, fp: *mut Frame) -> Option<bool> {
    // SAFETY: as in `two_objects`. Nothing of PHP's runs.
    unsafe {
        let (x, y) = two_objects(pc, fp)?;
        let equal = compare::plain_objects_equal(x.own_object()?, y.own_object()?)?;
        let_go(fp, (*pc).b);
        let_go(fp, (*pc).c);
        Some(equal)
    }
}
#[inline(never)]
unsafe fn identical_slow(pc: *const Insn, fp: *mut Frame, vm: &Vm, right_literal: bool) -> Option<bool> {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        let x = slot(fp, b);
        let y = if right_literal { lit(fp, c) } else { slot(fp, c).cast_const() };
        if (*x).is_undef() {
            let vm = leave(pc, fp, vm);
            undefined(fp, b, vm);
        }
        if !right_literal && (*y).is_undef() {
            let vm = leave(pc, fp, vm);
            undefined(fp, c, vm);
        }
        let r = if (*x).is_array() {
            let vm = leave(pc, fp, vm);
            // A handler may have changed the variables; in here nothing does.
            compare::identical(&vm.ctx, &*x, &*y).unwrap_or(false)
        } else {
            compare::identical(&vm.ctx, &*x, &*y).unwrap_or(false)
        };
        if is_temp(fp, b) || !right_literal && is_temp(fp, c) {
            leave(pc, fp, vm);
        }
        consume(fp, b);
        if !right_literal {
            consume(fp, c);
        }
        // A warning's handler, or the destructor of an operand, may have thrown.
        if crate::interpreter::finalize::failed(vm) { None } else { Some(r) }
    }
}
macro_rules! identity {
    ($value:ident, $jump:ident, $not:literal, $rl:literal) => {
        op!($value(pc, fp, vm) {
            if $rl {
                literal_forms::suit(pc, lit(fp, (*pc).c));
            }
            let Some(r) = identical(pc, fp, $rl) else { return identical_tail::<$not, $rl>(pc, fp, vm) };
            set(fp, (*pc).a, Value::bool(r != $not));
            next!(pc, fp, vm)
        });
        op!($jump(pc, fp, vm) {
            if $rl {
                literal_forms::suit(pc, lit(fp, (*pc).c));
            }
            let Some(r) = identical(pc, fp, $rl) else { return jump_identical_tail::<$not, $rl>(pc, fp, vm) };
            if r != $not {
                jump_short!(pc, fp, vm);
            }
            next!(pc, fp, vm)
        });
    };
}
/// The closer look of `===` or, with `NOT`, `!==`, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn identical_tail<const NOT: bool, const LITERAL: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        if !LITERAL && let Some(equal) = same_object(pc, fp) {
            set(fp, (*pc).a, Value::bool(equal != NOT));
            next!(pc, fp, vm)
        }
        let found = strings(pc, fp, LITERAL, true);
        if found != Found::Other {
            set(fp, (*pc).a, Value::bool((found == Found::Equal) != NOT));
            next!(pc, fp, vm)
        }
        let Some(r) = identical_slow(pc, fp, vm, LITERAL) else { return crate::interpreter::exception::unwind(pc, fp, vm) };
        set(fp, (*pc).a, Value::bool(r != NOT));
        next!(pc, fp, vm)
    }
}
/// The same for a jump.
///
/// # Safety
/// As every handler.
#[inline(never)]
pub(super) unsafe extern "C" fn jump_identical_tail<const NOT: bool, const LITERAL: bool>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
) {
    // SAFETY: called by handlers with their own instruction.
    unsafe {
        if !LITERAL && let Some(equal) = same_object(pc, fp) {
            if equal != NOT {
                jump_short!(pc, fp, vm);
            }
            next!(pc, fp, vm)
        }
        let found = strings(pc, fp, LITERAL, true);
        if found != Found::Other {
            if (found == Found::Equal) != NOT {
                jump_short!(pc, fp, vm);
            }
            next!(pc, fp, vm)
        }
        let Some(r) = identical_slow(pc, fp, vm, LITERAL) else { return crate::interpreter::exception::unwind(pc, fp, vm) };
        if r != NOT {
            jump_short!(pc, fp, vm);
        }
        next!(pc, fp, vm)
    }
}
identity!(IdenticalVV, JmpIdenticalVV, false, false);
identity!(IdenticalVK, JmpIdenticalVK, false, true);
identity!(NotIdenticalVV, JmpNotIdenticalVV, true, false);
identity!(NotIdenticalVK, JmpNotIdenticalVK, true, true);

#[inline(never)]
unsafe fn spaceship(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let x = take(fp, (*pc).b, vm);
        let y = take(fp, (*pc).c, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let order = compare::compare(&vm.ctx, &x, &y);
        // The left operand goes first.
        drop(x);
        drop(y);
        match order {
            Ok(o) => {
                set(fp, (*pc).a, Value::int(i64::from(o.signum())));
                true
            }
            Err(_) => false,
        }
    }
}
op!(SpaceshipVV(pc, fp, vm) {
    let (x, y) = (&*slot(fp, (*pc).b), &*slot(fp, (*pc).c));
    if ints(x, y) {
        let o = int(x).cmp(&int(y)) as i64;
        set(fp, (*pc).a, Value::int(o));
        next!(pc, fp, vm);
    }
    otherwise!(spaceship(pc, fp, vm), pc, fp, vm)
});
