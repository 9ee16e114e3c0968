//! The `T_` constants and names, from the lexer's table.

use phant_memory::{Name, Value};
use phant_native::{Constant, ConstantValue};
use phant_syntax::lexer::TokenKind;
use std::sync::LazyLock;

/// The last number of PHP 8.4. What comes after it in the table is newer syntax.
const LAST: u16 = TokenKind::BadCharacter.id();

const FIRST: u16 = TokenKind::LNumber.id();

const COUNT: usize = (LAST - FIRST) as usize + 1;

/// The constants, but for the second name of `::`.
pub static CONSTANTS: [Constant; COUNT] = {
    let mut constants = [const { Constant { name: "", value: ConstantValue::Null } }; COUNT];
    let mut at = 0;
    while at < COUNT {
        // The table opens with them, in order of their numbers.
        let kind = TokenKind::ALL[at];
        assert!(kind.id() == FIRST + at as u16);
        let name = match kind {
            TokenKind::DoubleColon => "T_PAAMAYIM_NEKUDOTAYIM",
            _ => kind.name(),
        };
        constants[at] = Constant { name, value: ConstantValue::Int(kind.id() as i64) };
        at += 1;
    }
    constants
};

/// The name of a number.
pub fn name(id: i64) -> Option<&'static str> {
    let at = usize::try_from(id.checked_sub(i64::from(FIRST))?).ok()?;
    Some(TokenKind::ALL[..COUNT].get(at)?.name())
}
/// The name of a number, or `UNKNOWN`. Programs ask for hundreds of them in a row: the strings are made once.
pub fn shared(id: i64) -> Value {
    static NAMES: LazyLock<Vec<Name>> = LazyLock::new(|| {
        let known = TokenKind::ALL[..COUNT].iter().map(|kind| kind.name());
        known.chain(["UNKNOWN"]).map(|name| Name::forever(name.as_bytes())).collect()
    });
    let at = id.checked_sub(i64::from(FIRST)).and_then(|at| usize::try_from(at).ok());
    Value::from(at.and_then(|at| NAMES.get(at)).unwrap_or(&NAMES[COUNT]))
}
