//! Whether what was typed is complete, and if not, what is still open.

/// What the code is in the middle of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// A statement.
    Statement,
    /// `{`
    Brace,
    /// `(`
    Parenthesis,
    /// `'`
    Single,
    /// `"`
    Double,
    /// `/*`
    Comment,
    /// `<<<`
    Heredoc,
    /// Behind `?>`.
    Html,
}

impl Open {
    /// What `\b` and `\>` of the prompt stand for.
    pub fn prompt(self) -> (&'static str, char) {
        match self {
            Open::Statement => ("php", '>'),
            Open::Brace => ("php", '{'),
            Open::Parenthesis => ("php", '('),
            Open::Single => ("php", '\''),
            Open::Double => ("php", '"'),
            Open::Comment => ("/* ", '>'),
            Open::Heredoc => ("<<<", '>'),
            Open::Html => ("   ", '>'),
        }
    }
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Looks over code. `None`: it can be run.
pub fn open(code: &[u8]) -> Option<Open> {
    let mut scan = Scan { code, at: 0, braces: 0, parentheses: 0, complete: false };
    scan.run()
}

struct Scan<'a> {
    code: &'a [u8],
    at: usize,
    braces: usize,
    parentheses: usize,
    /// The last thing was the end of a statement.
    complete: bool,
}

impl Scan<'_> {
    fn rest(&self) -> &[u8] {
        self.code.get(self.at..).unwrap_or_default()
    }
    /// Goes behind the next occurrence of a text; false if there is none.
    fn skip_to(&mut self, text: &[u8]) -> bool {
        match self.rest().windows(text.len()).position(|w| w == text) {
            Some(found) => {
                self.at += found + text.len();
                true
            }
            None => false,
        }
    }
    fn quoted(&mut self, quote: u8) -> bool {
        while let Some(&byte) = self.code.get(self.at) {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote {
                return true;
            }
        }
        false
    }
    /// Goes behind a heredoc's end mark, which may be indented and stands in front of what cannot be part of a name.
    /// `None` if what follows `<<<` begins no heredoc.
    fn heredoc(&mut self) -> Option<bool> {
        let line_end = self.rest().iter().position(|&c| c == b'\n')?;
        let head = self.rest()[..line_end].trim_ascii();
        let name = match head {
            [q @ (b'\'' | b'"'), name @ .., end] if q == end => name,
            name => name,
        };
        if name.is_empty() || !name.iter().all(|&c| in_name(c)) {
            return None;
        }
        let name = name.to_vec();
        self.at += line_end + 1;
        loop {
            let line = self.rest();
            let indent = line.iter().take_while(|c| matches!(c, b' ' | b'\t')).count();
            let mark = &line[indent..];
            if mark.starts_with(&name) && mark.get(name.len()).is_some_and(|&c| !in_name(c)) {
                self.at += indent + name.len();
                return Some(true);
            }
            match line.iter().position(|&c| c == b'\n') {
                Some(end) => self.at += end + 1,
                None => return Some(false),
            }
        }
    }
    fn run(&mut self) -> Option<Open> {
        while let Some(&byte) = self.code.get(self.at) {
            self.at += 1;
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {}
                b'{' => {
                    self.braces += 1;
                    self.complete = false;
                }
                b'}' => {
                    self.braces = self.braces.saturating_sub(1);
                    self.complete = self.braces == 0;
                }
                b'(' => {
                    self.parentheses += 1;
                    self.complete = false;
                }
                b')' => {
                    self.parentheses = self.parentheses.saturating_sub(1);
                    self.complete = false;
                }
                b';' => self.complete = self.braces == 0 && self.parentheses == 0,
                b'\'' | b'"' => {
                    self.complete = false;
                    if !self.quoted(byte) {
                        return Some(if byte == b'"' { Open::Double } else { Open::Single });
                    }
                }
                b'#' if self.rest().first() != Some(&b'[') => {
                    if !self.skip_to(b"\n") {
                        break;
                    }
                }
                b'/' if self.rest().first() == Some(&b'/') => {
                    if !self.skip_to(b"\n") {
                        break;
                    }
                }
                b'/' if self.rest().first() == Some(&b'*') => {
                    self.at += 1;
                    if !self.skip_to(b"*/") {
                        return Some(Open::Comment);
                    }
                }
                b'?' if self.rest().first() == Some(&b'>') => {
                    if !self.skip_to(b"<?") {
                        return Some(Open::Html);
                    }
                    self.complete = false;
                }
                b'<' if self.rest().starts_with(b"<<") => {
                    self.complete = false;
                    self.at += 2;
                    if self.heredoc() == Some(false) {
                        return Some(Open::Heredoc);
                    }
                }
                _ => self.complete = false,
            }
        }
        if self.complete {
            return None;
        }
        Some(match (self.braces, self.parentheses) {
            (0, 0) => Open::Statement,
            (0, _) => Open::Parenthesis,
            _ => Open::Brace,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_and_open() {
        for code in [
            "echo 1;\n",
            "function f() {}\n",
            "echo 'a;b';\n",
            "/* x */ echo 5;\n",
            "echo 1; // done\n",
            "echo <<<A\n x\n A;\n",
            "f(<<<'A'\nA);\n",
            "#[X] function f() {}\n",
            "echo 1; # c\n",
        ] {
            assert_eq!(open(code.as_bytes()), None, "{code}");
        }
        for (code, what) in [
            ("echo 1\n", Open::Statement),
            ("if (1)\n", Open::Statement),
            ("f(\n", Open::Parenthesis),
            ("if (1) {\n", Open::Brace),
            ("f(function () {\n", Open::Brace),
            ("echo 'a;\n", Open::Single),
            ("echo \"a\\\";\n", Open::Double),
            ("/* a;\n", Open::Comment),
            ("echo <<<A\nAB;\n", Open::Heredoc),
            ("?>\nx\n", Open::Html),
            ("// only\n", Open::Statement),
            ("", Open::Statement),
        ] {
            assert_eq!(open(code.as_bytes()), Some(what), "{code}");
        }
    }
}
