//! Sets of types.

use phant_bytecode::ops::Rule;
use phant_memory::Value;

/// The types a slot may hold: one bit for each raw tag, and for integers whether they may be the largest or smallest one,
/// because a counter that was just found to be below a limit can be counted up without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Types(u16);

const UNDEF: u16 = 1;
const INT_BIT: u16 = 1 << 4;
const MAY_BE_MAX: u16 = 1 << 15;
const MAY_BE_MIN: u16 = 1 << 14;
/// Null, booleans, numbers, and strings and what is above them.
const UNCOUNTED: u16 = 0x3f | MAY_BE_MAX | MAY_BE_MIN;

impl Types {
    /// Anything.
    pub const ANY: Types = Types(u16::MAX);
    /// No value.
    pub const UNDEF: Types = Types(UNDEF);
    /// `null`
    pub const NULL: Types = Types(1 << 1);
    /// `true` or `false`
    pub const BOOL: Types = Types(3 << 2);
    /// An integer.
    pub const INT: Types = Types(INT_BIT | MAY_BE_MAX | MAY_BE_MIN);
    /// An integer that is neither the largest nor the smallest one.
    pub const SMALL: Types = Types(INT_BIT);
    /// A double.
    pub const FLOAT: Types = Types(1 << 5);
    /// An integer or a double.
    pub const NUMBER: Types = Types(INT_BIT | MAY_BE_MAX | MAY_BE_MIN | 1 << 5);
    /// A string.
    pub const STRING: Types = Types(1 << 6);

    /// The type of a literal.
    pub fn of(value: &Value) -> Types {
        let mut bits = value.type_bit() as u16;
        if let Some(i) = value.as_int() {
            bits |= if i == i64::MAX { MAY_BE_MAX } else { 0 } | if i == i64::MIN { MAY_BE_MIN } else { 0 };
        }
        Types(bits)
    }
    /// Values that passed a type check of scalar types, as bits of raw tags.
    pub fn of_mask(mask: u16) -> Types {
        Types(mask & 0x3fff | if mask & INT_BIT != 0 { MAY_BE_MAX | MAY_BE_MIN } else { 0 })
    }
    /// What an operator makes of two types; `k` is the right side if it is an integer literal.
    pub fn of_operator(rule: Rule, x: Types, y: Types, k: Option<i64>) -> Types {
        match rule {
            Rule::Add | Rule::Sub | Rule::Mul | Rule::Div => {
                if !x.is_number() || !y.is_number() {
                    return Types::ANY;
                }
                if x.is_float() || y.is_float() {
                    return Types::FLOAT;
                }
                match (rule, k) {
                    (Rule::Add, Some(1)) if x.can_increment() => Types::INT.above(),
                    (Rule::Sub, Some(1)) if x.can_decrement() => Types::INT.below(),
                    _ => Types::NUMBER,
                }
            }
            Rule::Mod if x.is_int() && k.is_some_and(|k| k > 0) => Types::SMALL,
            Rule::And if x.is_int() && k.is_some_and(|k| (0..i64::MAX).contains(&k)) => Types::SMALL,
            Rule::Mod | Rule::And | Rule::Or | Rule::Xor | Rule::Shl | Rule::Shr if x.is_int() && y.is_int() => Types::INT,
            _ => Types::ANY,
        }
    }
    /// What either may hold.
    #[must_use]
    pub fn or(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }
    /// What reading a variable yields: no value reads as null, and references are not known.
    #[must_use]
    pub fn read(self) -> Types {
        if self.0 & 1 << 10 != 0 {
            return Types::ANY;
        }
        Types(if self.0 & UNDEF != 0 { self.0 & !UNDEF | 2 } else { self.0 })
    }
    /// Whether it certainly is an integer.
    pub fn is_int(self) -> bool {
        self.0 & !(MAY_BE_MAX | MAY_BE_MIN) == INT_BIT
    }
    /// Whether it certainly is a double.
    pub fn is_float(self) -> bool {
        self == Types::FLOAT
    }
    /// Whether it certainly is an integer or a double.
    pub fn is_number(self) -> bool {
        self.0 != 0 && self.0 & !Types::NUMBER.0 == 0
    }
    /// Whether it certainly is a value that nothing has to be done about when it is copied or overwritten.
    pub fn is_uncounted(self) -> bool {
        self.0 != 0 && self.0 & !UNCOUNTED == 0
    }
    /// The same, and not "no value".
    pub fn is_scalar(self) -> bool {
        self.is_uncounted() && self.0 & UNDEF == 0
    }
    /// Whether every possible type is in a set of raw tags.
    pub fn is_within(self, mask: u16) -> bool {
        self.0 != 0 && self.0 & 0x3fff & !mask == 0
    }
    /// Whether an integer here can be counted up without overflow.
    pub fn can_increment(self) -> bool {
        self.is_int() && self.0 & MAY_BE_MAX == 0
    }
    /// Whether an integer here can be counted down without overflow.
    pub fn can_decrement(self) -> bool {
        self.is_int() && self.0 & MAY_BE_MIN == 0
    }
    /// The integer was found to be below another one.
    #[must_use]
    pub fn below(self) -> Types {
        if self.is_int() { Types(self.0 & !MAY_BE_MAX) } else { self }
    }
    /// The integer was found to be above another one.
    #[must_use]
    pub fn above(self) -> Types {
        if self.is_int() { Types(self.0 & !MAY_BE_MIN) } else { self }
    }
}
