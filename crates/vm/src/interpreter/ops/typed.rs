//! Instructions on operands whose types the compiler inferred.
//!
//! They trust it: an integer instruction reads the payload of what the analysis says is an integer. Integer overflow is
//! still looked for, because its result is a double.

use super::*;

op!(CopyScalar(pc, fp, vm) {
    move_words(slot(fp, (*pc).b), slot(fp, (*pc).a));
    next!(pc, fp, vm)
});
op!(IncInt(pc, fp, vm) {
    let v = slot(fp, (*pc).a);
    v.write(Value::int(int(&*v).wrapping_add(1)));
    next!(pc, fp, vm)
});
op!(DecInt(pc, fp, vm) {
    let v = slot(fp, (*pc).a);
    v.write(Value::int(int(&*v).wrapping_sub(1)));
    next!(pc, fp, vm)
});

macro_rules! typed {
    ($int:ident, $float:ident, $checked:ident, $op:tt, |$pc:ident, $fp:ident| $x:expr, $y:expr) => {
        op!($int($pc, $fp, vm) {
            let (x, y) = (int(&*$x), int(&*$y));
            if let Some(r) = x.$checked(y) {
                set($fp, (*$pc).a, Value::int(r));
                next!($pc, $fp, vm);
            }
            // What integers cannot hold becomes a double.
            let r = x as f64 $op y as f64;
            set($fp, (*$pc).a, Value::float(r));
            next!($pc, $fp, vm)
        });
        op!($float($pc, $fp, vm) {
            let r = float(&*$x) $op float(&*$y);
            set($fp, (*$pc).a, Value::float(r));
            next!($pc, $fp, vm)
        });
    };
}
typed!(AddIntVV, AddFloatVV, checked_add, +, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
typed!(AddIntVK, AddFloatVK, checked_add, +, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
typed!(SubIntVV, SubFloatVV, checked_sub, -, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
typed!(SubIntVK, SubFloatVK, checked_sub, -, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
typed!(SubIntKV, SubFloatKV, checked_sub, -, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
typed!(MulIntVV, MulFloatVV, checked_mul, *, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
typed!(MulIntVK, MulFloatVK, checked_mul, *, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));

macro_rules! typed_jump {
    ($int:ident, $float:ident, $when:literal, $op:tt, |$pc:ident, $fp:ident| $x:expr, $y:expr) => {
        op!($int($pc, $fp, vm) {
            if (int(&*$x) $op int(&*$y)) == $when {
                jump_short!($pc, $fp, vm);
            }
            next!($pc, $fp, vm)
        });
        op!($float($pc, $fp, vm) {
            if (float(&*$x) $op float(&*$y)) == $when {
                jump_short!($pc, $fp, vm);
            }
            next!($pc, $fp, vm)
        });
    };
}
typed_jump!(JmpLessIntVV, JmpLessFloatVV, true, <, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
typed_jump!(JmpLessIntVK, JmpLessFloatVK, true, <, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
typed_jump!(JmpLessIntKV, JmpLessFloatKV, true, <, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
typed_jump!(JmpNotLessIntVV, JmpNotLessFloatVV, false, <, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
typed_jump!(JmpNotLessIntVK, JmpNotLessFloatVK, false, <, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
typed_jump!(JmpNotLessIntKV, JmpNotLessFloatKV, false, <, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
typed_jump!(JmpLessEqualIntVV, JmpLessEqualFloatVV, true, <=, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
typed_jump!(JmpLessEqualIntVK, JmpLessEqualFloatVK, true, <=, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
typed_jump!(JmpLessEqualIntKV, JmpLessEqualFloatKV, true, <=, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));
typed_jump!(JmpNotLessEqualIntVV, JmpNotLessEqualFloatVV, false, <=, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
typed_jump!(JmpNotLessEqualIntVK, JmpNotLessEqualFloatVK, false, <=, |pc, fp| slot(fp, (*pc).b), lit(fp, (*pc).c));
typed_jump!(JmpNotLessEqualIntKV, JmpNotLessEqualFloatKV, false, <=, |pc, fp| lit(fp, (*pc).b), slot(fp, (*pc).c));

macro_rules! count_up {
    ($name:ident, $typed:ident, |$pc:ident, $fp:ident| $y:expr) => {
        op!($name($pc, $fp, vm) {
            let v = slot($fp, (*$pc).a);
            if (*v).tag() == tag::INT
                && let Some(n) = int(&*v).checked_add(1)
            {
                v.write(Value::int(n));
                let $pc = $pc.add(1);
                let y = &*$y;
                if y.tag() == tag::INT {
                    if n < int(y) {
                        jump_short!($pc, $fp, vm);
                    }
                    next!($pc, $fp, vm);
                }
                crate::interpreter::dispatch::go!($pc, $fp, vm);
            }
            return variable::drop_tail($pc, $fp, vm)
        });
        op!($typed($pc, $fp, vm) {
            let v = slot($fp, (*$pc).a);
            let n = int(&*v).wrapping_add(1);
            v.write(Value::int(n));
            let $pc = $pc.add(1);
            if n < int(&*$y) {
                jump_short!($pc, $fp, vm);
            }
            next!($pc, $fp, vm)
        });
    };
}
count_up!(IncJmpLessVV, IncJmpLessIntVV, |pc, fp| slot(fp, (*pc).c));
count_up!(IncJmpLessVK, IncJmpLessIntVK, |pc, fp| lit(fp, (*pc).c));
