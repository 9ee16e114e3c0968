//! The state of an engine as `__serialize()`, `__unserialize()` and `var_dump()` show it.

/// One element of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Bytes in hexadecimal digits.
    Hex(Vec<u8>),
    /// A number.
    Int(i64),
}

impl State {
    pub(crate) fn hex(bytes: &[u8]) -> State {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digits = |byte: &u8| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
        State::Hex(bytes.iter().flat_map(digits).collect())
    }

    /// The bytes, if there are exactly `N`.
    pub(crate) fn bytes<const N: usize>(&self) -> Option<[u8; N]> {
        let State::Hex(text) = self else { return None };
        if text.len() != 2 * N {
            return None;
        }
        let mut bytes = [0; N];
        for (byte, &[high, low]) in bytes.iter_mut().zip(text.as_chunks::<2>().0) {
            let digit = |letter: u8| (letter as char).to_digit(16);
            *byte = (digit(high)? << 4 | digit(low)?) as u8;
        }
        Some(bytes)
    }
}
