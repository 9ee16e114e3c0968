//! The operator table. Levels are those of PHP's grammar; higher binds tighter.

use crate::ast::{BinaryOp, Cast};
use crate::lexer::TokenKind::{self, *};

pub(super) const LOWEST: u8 = 1;
pub(super) const PRINT: u8 = 7;
pub(super) const YIELD: u8 = 8;
pub(super) const DOUBLE_ARROW: u8 = 9;
pub(super) const YIELD_FROM: u8 = 10;
pub(super) const ASSIGN: u8 = 11;
pub(super) const TERNARY: u8 = 12;
pub(super) const NOT: u8 = 26;
pub(super) const INSTANCEOF: u8 = 27;
pub(super) const UNARY: u8 = 28;
pub(super) const CLONE: u8 = 30;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Associativity {
    Left,
    Right,
    None,
}

pub(super) struct Infix {
    pub op: BinaryOp,
    pub level: u8,
    pub associativity: Associativity,
}

/// The operator with two operands that `kind` is, other than assignments, `?` and `instanceof`.
#[inline]
pub(super) fn infix(kind: TokenKind) -> Option<Infix> {
    use Associativity::{Left, None, Right};
    let (op, level, associativity) = match kind {
        LogicalOr => (BinaryOp::Or, 4, Left),
        LogicalXor => (BinaryOp::Xor, 5, Left),
        LogicalAnd => (BinaryOp::And, 6, Left),
        Coalesce => (BinaryOp::Coalesce, 13, Right),
        BooleanOr => (BinaryOp::Or, 14, Left),
        BooleanAnd => (BinaryOp::And, 15, Left),
        Bar => (BinaryOp::BitOr, 16, Left),
        Caret => (BinaryOp::BitXor, 17, Left),
        AmpersandFollowedByVar | AmpersandNotFollowedByVar => (BinaryOp::BitAnd, 18, Left),
        IsEqual => (BinaryOp::Equal, 19, None),
        IsNotEqual => (BinaryOp::NotEqual, 19, None),
        IsIdentical => (BinaryOp::Identical, 19, None),
        IsNotIdentical => (BinaryOp::NotIdentical, 19, None),
        Spaceship => (BinaryOp::Spaceship, 19, None),
        Less => (BinaryOp::Less, 20, None),
        IsSmallerOrEqual => (BinaryOp::LessEqual, 20, None),
        Greater => (BinaryOp::Greater, 20, None),
        IsGreaterOrEqual => (BinaryOp::GreaterEqual, 20, None),
        Pipe => (BinaryOp::Pipe, 21, Left),
        Dot => (BinaryOp::Concat, 22, Left),
        Sl => (BinaryOp::ShiftLeft, 23, Left),
        Sr => (BinaryOp::ShiftRight, 23, Left),
        Plus => (BinaryOp::Add, 24, Left),
        Minus => (BinaryOp::Sub, 24, Left),
        Star => (BinaryOp::Mul, 25, Left),
        Slash => (BinaryOp::Div, 25, Left),
        Percent => (BinaryOp::Mod, 25, Left),
        Pow => (BinaryOp::Pow, 29, Right),
        _ => return Option::None,
    };
    Some(Infix { op, level, associativity })
}

/// The operator of a compound assignment.
pub(super) fn assignment(kind: TokenKind) -> Option<BinaryOp> {
    Some(match kind {
        PlusEqual => BinaryOp::Add,
        MinusEqual => BinaryOp::Sub,
        MulEqual => BinaryOp::Mul,
        DivEqual => BinaryOp::Div,
        ConcatEqual => BinaryOp::Concat,
        ModEqual => BinaryOp::Mod,
        AndEqual => BinaryOp::BitAnd,
        OrEqual => BinaryOp::BitOr,
        XorEqual => BinaryOp::BitXor,
        SlEqual => BinaryOp::ShiftLeft,
        SrEqual => BinaryOp::ShiftRight,
        PowEqual => BinaryOp::Pow,
        CoalesceEqual => BinaryOp::Coalesce,
        _ => return None,
    })
}

/// The type a cast token names.
pub(super) fn cast(kind: TokenKind) -> Option<Cast> {
    Some(match kind {
        IntCast => Cast::Int,
        DoubleCast => Cast::Float,
        StringCast => Cast::String,
        ArrayCast => Cast::Array,
        ObjectCast => Cast::Object,
        BoolCast => Cast::Bool,
        UnsetCast => Cast::Unset,
        _ => return None,
    })
}

/// Whether an expression can start with `kind`.
pub(super) fn starts_expr(kind: TokenKind) -> bool {
    match kind {
        LNumber | DNumber | String | NameFullyQualified | NameRelative | NameQualified | Variable => true,
        ConstantEncapsedString | DoubleQuote | Backtick | StartHeredoc | OpenBracket | OpenParen => true,
        Include | IncludeOnce | Eval | Require | RequireOnce | Print | Yield | YieldFrom | New | Clone | Exit => true,
        Match | Function | Fn | Throw | Static | Isset | Empty | List | Array | Readonly => true,
        Line | File | Dir | ClassC | TraitC | MethodC | FuncC | PropertyC | NsC | Attribute => true,
        Plus | Minus | Bang | Tilde | At | Dollar | Inc | Dec => true,
        kind => cast(kind).is_some(),
    }
}
