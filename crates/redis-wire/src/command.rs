//! Commands as bytes.

/// Room for `*` and the number of arguments in front of a command.
const ROOM: usize = 24;

/// A command that is put together argument by argument, in a buffer that is used again.
///
/// How many arguments there are is known at the end, so their number is written into room that is left before them.
#[derive(Debug, Default)]
pub struct Command {
    bytes: Vec<u8>,
    arguments: usize,
}

impl Command {
    /// Begins a command in the buffer of an earlier one.
    pub fn begin(&mut self, name: &[u8]) {
        self.bytes.clear();
        self.bytes.extend_from_slice(&[0; ROOM]);
        self.arguments = 0;
        self.text(name);
    }
    /// Adds an argument.
    pub fn text(&mut self, argument: &[u8]) {
        self.bytes.reserve(argument.len() + 24);
        self.size(argument.len());
        self.bytes.extend_from_slice(argument);
        self.bytes.extend_from_slice(b"\r\n");
        self.arguments += 1;
    }
    /// The line before an argument. Nearly all lengths have up to three digits.
    fn size(&mut self, length: usize) {
        let digit = |of: usize| b'0' + (length / of % 10) as u8;
        match length {
            0..10 => self.bytes.extend_from_slice(&[b'$', digit(1), b'\r', b'\n']),
            10..100 => self.bytes.extend_from_slice(&[b'$', digit(10), digit(1), b'\r', b'\n']),
            100..1000 => self.bytes.extend_from_slice(&[b'$', digit(100), digit(10), digit(1), b'\r', b'\n']),
            _ => {
                let mut digits = Digits::default();
                self.bytes.push(b'$');
                self.bytes.extend_from_slice(digits.of(length as u64));
                self.bytes.extend_from_slice(b"\r\n");
            }
        }
    }
    /// Adds an argument that is put together of pieces.
    pub fn text_of(&mut self, pieces: &[&[u8]]) {
        let length = pieces.iter().map(|p| p.len()).sum::<usize>();
        self.bytes.reserve(length + 24);
        self.size(length);
        for piece in pieces {
            self.bytes.extend_from_slice(piece);
        }
        self.bytes.extend_from_slice(b"\r\n");
        self.arguments += 1;
    }
    /// Adds an integer.
    pub fn int(&mut self, number: i64) {
        let mut digits = Digits::default();
        let text = digits.of(number.unsigned_abs());
        if number < 0 { self.text_of(&[b"-", text]) } else { self.text(text) }
    }
    /// How many arguments it has, its name included.
    pub fn arguments(&self) -> usize {
        self.arguments
    }
    /// The whole command.
    pub fn finish(&mut self) -> &[u8] {
        let mut digits = Digits::default();
        let count = digits.of(self.arguments as u64);
        let start = ROOM - count.len() - 3;
        self.bytes[start] = b'*';
        self.bytes[start + 1..ROOM - 2].copy_from_slice(count);
        self.bytes[ROOM - 2..ROOM].copy_from_slice(b"\r\n");
        &self.bytes[start..]
    }
    /// Gives memory back that one large command took.
    pub fn shrink(&mut self) {
        const KEPT: usize = 1 << 18;
        if self.bytes.capacity() > KEPT {
            self.bytes = Vec::new();
        }
    }
}

/// Decimal digits.
#[derive(Default)]
struct Digits([u8; 20]);

impl Digits {
    fn of(&mut self, mut number: u64) -> &[u8] {
        let mut at = self.0.len();
        loop {
            at -= 1;
            self.0[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return &self.0[at..];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn commands() {
        let mut command = Command::default();
        command.begin(b"SET");
        command.text_of(&[b"pre:", b"key"]);
        command.int(-42);
        assert_eq!(command.finish(), b"*3\r\n$3\r\nSET\r\n$7\r\npre:key\r\n$3\r\n-42\r\n");
        command.begin(b"PING");
        assert_eq!(command.finish(), b"*1\r\n$4\r\nPING\r\n");
        command.begin(b"X");
        for length in [9, 10, 99, 100, 999, 1000] {
            command.begin(b"L");
            command.text(&vec![b'x'; length]);
            let expected = format!("*2\r\n$1\r\nL\r\n${length}\r\n{}\r\n", "x".repeat(length));
            assert_eq!(command.finish(), expected.as_bytes());
        }
        command.begin(b"X");
        (0..12).for_each(|_| command.text(b""));
        assert!(command.finish().starts_with(b"*13\r\n$1\r\nX\r\n$0\r\n\r\n"));
        command.begin(b"I");
        command.int(i64::MIN);
        assert!(command.finish().ends_with(b"$20\r\n-9223372036854775808\r\n"));
    }
}
