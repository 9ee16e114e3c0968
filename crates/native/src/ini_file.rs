//! The syntax of php.ini: what `parse_ini_string` and the configuration loader read.
//!
//! Nothing of a request is needed here: constants and `${variables}` are asked of the caller.

/// How values are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Constants, operators and `${variables}` are evaluated, words such as `on` become `1` or nothing.
    Normal,
    /// Values are text to the end of the line.
    Raw,
    /// As normal, but truth values, null and plain numbers keep their type.
    Typed,
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum IniValue {
    Text(Vec<u8>),
    Int(i64),
    Float(f64),
    Bool(bool),
    Null,
}

impl IniValue {
    /// The value as settings keep it.
    pub fn into_text(self) -> Vec<u8> {
        match self {
            IniValue::Text(text) => text,
            IniValue::Int(i) => i.to_string().into_bytes(),
            IniValue::Float(f) => f.to_string().into_bytes(),
            IniValue::Bool(true) => b"1".to_vec(),
            IniValue::Bool(false) | IniValue::Null => Vec::new(),
        }
    }
    fn to_int(&self) -> i32 {
        let wide = match self {
            IniValue::Text(text) => phant_numeric::parse::to_int(text),
            IniValue::Int(i) => *i,
            IniValue::Float(f) => *f as i64,
            IniValue::Bool(b) => i64::from(*b),
            IniValue::Null => 0,
        };
        wide as i32
    }
}

/// One line's meaning.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// `[name]`
    Section(Vec<u8>),
    /// `name = value`
    Entry(Vec<u8>, IniValue),
    /// `name[offset] = value`; the offset may be empty
    Element(Vec<u8>, Vec<u8>, IniValue),
}

/// What names in values stand for.
pub trait Names {
    /// A constant's value as text.
    fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>>;
    /// What `${name}` stands for: a setting or an environment variable.
    fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>>;
}

/// A syntax error, in PHP's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// `syntax error, unexpected …`
    pub message: String,
    /// From 1.
    pub line: u32,
}

/// Reads a configuration text and gives its items in order, up to the first error.
pub fn parse(source: &[u8], mode: Mode, names: &mut dyn Names, each: &mut dyn FnMut(Item)) -> Result<(), SyntaxError> {
    // A NUL byte ends the text, as the end of the file does.
    let end = source.iter().position(|&b| b == 0).unwrap_or(source.len());
    let mut parser = Parser { src: &source[..end], at: 0, line: 1, depth: 0, mode, names };
    while parser.at < parser.src.len() {
        if let Some(item) = parser.statement()? {
            each(item);
        }
    }
    Ok(())
}

struct Parser<'a> {
    src: &'a [u8],
    at: usize,
    line: u32,
    /// Nesting of operators and variables.
    depth: u32,
    mode: Mode,
    names: &'a mut dyn Names,
}

/// How deep operators and variables may nest.
const MAX_DEPTH: u32 = 1000;

type Result<T, E = SyntaxError> = std::result::Result<T, E>;

fn is_blank(c: u8) -> bool {
    matches!(c, b' ' | b'\t')
}
fn is_newline(c: u8) -> bool {
    matches!(c, b'\n' | b'\r')
}
/// What a setting's name may consist of.
fn is_label(c: u8) -> bool {
    !matches!(
        c,
        b'=' | b'\n' | b'\r' | b';' | b'&' | b'|' | b'^' | b'$' | b'~' | b'(' | b')' | b'{' | b'}' | b'!' | b'"' | b'[' | b']'
    )
}
/// What unquoted text in a value may consist of.
fn is_value(c: u8) -> bool {
    !matches!(
        c,
        b'$' | b'=' | b' ' | b'\t' | b'\n' | b'\r' | b';' | b'&' | b'|' | b'^' | b'~' | b'(' | b')' | b'!' | b'"' | b'\''
    )
}
fn is_name(word: &[u8]) -> bool {
    word.first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_')
        && word.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_')
}
/// `-12`, `1.5`, `.5`, `1.`
fn is_number(word: &[u8]) -> bool {
    let (digits, whole) = match word.strip_prefix(b"-") {
        Some(rest) => (rest, true),
        None => (word, false),
    };
    let dots = digits.iter().filter(|&&c| c == b'.').count();
    digits.iter().all(|c| c.is_ascii_digit() || *c == b'.') && digits.len() > dots && dots <= usize::from(!whole)
}

/// `true` and its kin: the name of PHP's token, and the value.
fn keyword(word: &[u8]) -> Option<(&'static str, IniValue)> {
    const WORDS: [(&str, Option<bool>); 8] = [
        ("true", Some(true)),
        ("on", Some(true)),
        ("yes", Some(true)),
        ("false", Some(false)),
        ("off", Some(false)),
        ("no", Some(false)),
        ("none", Some(false)),
        ("null", None),
    ];
    let (_, value) = WORDS.iter().find(|(w, _)| word.eq_ignore_ascii_case(w.as_bytes()))?;
    Some(match value {
        Some(true) => ("BOOL_TRUE", IniValue::Bool(true)),
        Some(false) => ("BOOL_FALSE", IniValue::Bool(false)),
        None => ("NULL_NULL", IniValue::Null),
    })
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.src.get(self.at).copied()
    }
    fn skip_while(&mut self, test: impl Fn(u8) -> bool) -> &'a [u8] {
        let start = self.at;
        while self.peek().is_some_and(&test) {
            self.at += 1;
        }
        &self.src[start..self.at]
    }
    fn skip_blanks(&mut self) {
        self.skip_while(is_blank);
    }
    fn error<T>(&self, unexpected: &str, expecting: &str) -> Result<T> {
        let expecting = if expecting.is_empty() { String::new() } else { format!(", expecting {expecting}") };
        Err(SyntaxError { message: format!("syntax error, unexpected {unexpected}{expecting}"), line: self.line })
    }
    fn unexpected<T>(&self) -> Result<T> {
        match self.peek() {
            None => self.error("end of file", ""),
            Some(c) if is_newline(c) || c == b';' => self.error("END_OF_LINE", ""),
            Some(c) => self.error(&format!("'{}'", c as char), ""),
        }
    }
    fn newline(&mut self) {
        if self.src[self.at..].starts_with(b"\r\n") {
            self.at += 1;
        }
        self.at += 1;
        self.line += 1;
    }
    /// The rest of the line, when only blanks or a comment may come.
    fn end_of_line(&mut self) -> bool {
        let start = self.at;
        self.skip_blanks();
        if self.peek() == Some(b';') {
            self.skip_while(|c| !is_newline(c));
        }
        match self.peek() {
            None => true,
            Some(c) if is_newline(c) => {
                self.newline();
                true
            }
            Some(_) => {
                self.at = start;
                false
            }
        }
    }

    fn statement(&mut self) -> Result<Option<Item>> {
        if self.end_of_line() {
            return Ok(None);
        }
        if self.peek() == Some(b'[') {
            self.at += 1;
            let name = self.bracketed(self.mode == Mode::Raw)?;
            self.skip_blanks();
            if self.peek().is_some_and(is_newline) {
                self.newline();
            }
            return Ok(Some(Item::Section(name)));
        }
        let label = self.skip_while(is_label);
        let name = label.trim_ascii();
        if name.is_empty() {
            return self.unexpected();
        }
        if let Some((token, _)) = keyword(name) {
            return self.error(token, "");
        }
        let name = name.to_vec();
        match self.peek() {
            Some(b'=') => {
                self.at += 1;
                let value = self.value()?;
                Ok(Some(Item::Entry(name, value)))
            }
            Some(b'[') => {
                self.at += 1;
                self.skip_blanks();
                let offset = self.bracketed(false)?;
                self.skip_blanks();
                if self.peek() != Some(b'=') {
                    return match self.peek() {
                        None => self.error("end of file", "'='"),
                        Some(c) if is_newline(c) || c == b';' => self.error("END_OF_LINE", "'='"),
                        Some(c) => self.error(&format!("'{}'", c as char), "'='"),
                    };
                }
                self.at += 1;
                let value = self.value()?;
                Ok(Some(Item::Element(name, offset, value)))
            }
            // A name alone says nothing.
            None => Ok(None),
            Some(c) if is_newline(c) || c == b';' => Ok(None),
            Some(_) => self.unexpected(),
        }
    }

    /// What stands between brackets, up to and with the closing one.
    fn bracketed(&mut self, raw: bool) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        if raw {
            let all = self.skip_while(|c| c != b']' && !is_newline(c));
            let quoted = all.len() > 1 && all[0] == b'\'' && all[all.len() - 1] == b'\'';
            text.extend_from_slice(if quoted { &all[1..all.len() - 1] } else { all });
        } else {
            loop {
                match self.peek() {
                    Some(b'\'') => text.extend_from_slice(self.single_quoted()?),
                    Some(b'"') => self.double_quoted(&mut text)?,
                    Some(b'$') if self.src[self.at..].starts_with(b"${") => self.variable(&mut text)?,
                    Some(b'\\') => {
                        text.push(b'\\');
                        self.at += 1;
                    }
                    Some(c) if c == b']' || is_newline(c) || c == b';' => break,
                    Some(c) => {
                        text.push(c);
                        self.at += 1;
                    }
                    None => break,
                }
            }
        }
        match self.peek() {
            Some(b']') => {
                self.at += 1;
                Ok(text)
            }
            Some(c) if is_newline(c) || c == b';' => self.error("END_OF_LINE", "']'"),
            _ => self.error("end of file", "']'"),
        }
    }

    fn value(&mut self) -> Result<IniValue> {
        self.skip_blanks();
        if self.mode == Mode::Raw {
            return Ok(self.raw_value());
        }
        if self.end_of_line() {
            return Ok(IniValue::Text(Vec::new()));
        }
        let start = self.at;
        let word = self.skip_while(is_value);
        if let Some((_, value)) = keyword(word) {
            if self.end_of_line() {
                return Ok(match (self.mode, value) {
                    (Mode::Typed, value) => value,
                    (_, value) => IniValue::Text(value.into_text()),
                });
            }
            self.skip_blanks();
            let next = self.skip_while(is_value);
            let token = match keyword(next) {
                Some((token, _)) => token,
                None if is_name(next) => "TC_CONSTANT",
                None if is_number(next) => "TC_NUMBER",
                None if !next.is_empty() => "TC_STRING",
                None => return self.unexpected(),
            };
            return self.error(token, "");
        }
        self.at = start;
        let value = self.expression()?;
        if !self.end_of_line() {
            return self.unexpected();
        }
        Ok(value)
    }

    fn raw_value(&mut self) -> IniValue {
        let all = self.skip_while(|c| !is_newline(c));
        let quoted = all.first() == Some(&b'"');
        // A semicolon inside quotes is no comment: only one behind the last quote is.
        let from = if quoted { all.iter().rposition(|&c| c == b'"').unwrap_or(0) } else { 0 };
        let comment = all[from..].iter().position(|&c| c == b';').map(|i| i + from);
        let text = all[..comment.unwrap_or(all.len())].trim_ascii_end();
        let text = match text {
            [b'"', inner @ .., b'"'] => inner,
            _ => text,
        };
        let value = IniValue::Text(text.to_vec());
        self.end_of_line();
        value
    }

    /// Operators: `|`, `&` and `^` bind alike, from left to right.
    fn expression(&mut self) -> Result<IniValue> {
        let mut left = self.operand()?;
        loop {
            self.skip_blanks();
            let Some(operator @ (b'|' | b'&' | b'^')) = self.peek() else { return Ok(left) };
            self.at += 1;
            self.skip_blanks();
            let (a, b) = (left.to_int(), self.operand()?.to_int());
            left = self.number(match operator {
                b'|' => a | b,
                b'&' => a & b,
                _ => a ^ b,
            });
        }
    }
    fn number(&self, n: i32) -> IniValue {
        match self.mode {
            Mode::Typed => IniValue::Int(n.into()),
            _ => IniValue::Text(n.to_string().into_bytes()),
        }
    }
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(SyntaxError { message: "memory exhausted".into(), line: self.line });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
    fn operand(&mut self) -> Result<IniValue> {
        match self.peek() {
            Some(operator @ (b'~' | b'!')) => {
                self.at += 1;
                self.skip_blanks();
                let n = self.nested(Self::operand)?.to_int();
                Ok(self.number(if operator == b'~' { !n } else { i32::from(n == 0) }))
            }
            Some(b'(') => {
                self.at += 1;
                self.skip_blanks();
                let value = self.nested(Self::expression)?;
                if self.peek() != Some(b')') {
                    return self.unexpected();
                }
                self.at += 1;
                Ok(value)
            }
            _ => self.text(),
        }
    }

    /// Words, quoted strings and variables, one behind the other.
    fn text(&mut self) -> Result<IniValue> {
        let mut text = Vec::new();
        let mut parts = 0;
        let mut plain_number = false;
        loop {
            match self.peek() {
                Some(b'\'') => text.extend_from_slice(self.single_quoted()?),
                Some(b'"') => {
                    self.double_quoted(&mut text)?;
                    // Blanks behind a closing quote belong to it, unless text without quotes follows.
                    let start = self.at;
                    self.skip_blanks();
                    if !matches!(self.peek(), Some(b'"')) {
                        self.at = start;
                    }
                }
                Some(b'$') if self.src[self.at..].starts_with(b"${") => self.variable(&mut text)?,
                Some(b'$') => {
                    text.push(b'$');
                    self.at += 1;
                    if let Some(c) = self.peek().filter(|&c| !is_newline(c)) {
                        text.push(c);
                        self.at += 1;
                    }
                }
                Some(c) if is_blank(c) => {
                    let start = self.at;
                    let blanks = self.skip_while(is_blank);
                    match self.peek() {
                        None | Some(b'&' | b'|' | b'^' | b')' | b';') => {
                            self.at = start;
                            // A value's trailing blanks stay if nothing else comes on the line.
                            if self.src[start + blanks.len()..].first().is_none_or(|&c| is_newline(c)) && parts > 0 {
                                text.extend_from_slice(blanks);
                            }
                            break;
                        }
                        Some(c) if is_newline(c) => {
                            self.at = start;
                            break;
                        }
                        Some(_) => text.extend_from_slice(blanks),
                    }
                }
                Some(c) if is_value(c) => {
                    let word = self.word();
                    match is_name(word) {
                        true if keyword(word).is_some() && parts > 0 => {
                            let (token, _) = keyword(word).expect("just asked");
                            return self.error(token, "");
                        }
                        true => match self.names.constant(word) {
                            Some(value) => text.extend(value),
                            None => text.extend_from_slice(word),
                        },
                        false => {
                            plain_number = parts == 0 && is_number(word);
                            text.extend_from_slice(word);
                        }
                    }
                }
                _ => break,
            }
            parts += 1;
        }
        if parts == 0 {
            return self.unexpected();
        }
        if self.mode == Mode::Typed && plain_number && parts == 1 {
            return Ok(typed_number(text));
        }
        Ok(IniValue::Text(text))
    }
    /// Unquoted text, in which `$` may stand if no brace follows.
    fn word(&mut self) -> &'a [u8] {
        let start = self.at;
        loop {
            self.skip_while(is_value);
            match (self.peek(), self.src.get(self.at + 1)) {
                (Some(b'$'), Some(&c)) if c != b'{' && !is_newline(c) => self.at += 2,
                _ => return &self.src[start..self.at],
            }
        }
    }
    fn single_quoted(&mut self) -> Result<&'a [u8]> {
        self.at += 1;
        let text = self.skip_while(|c| c != b'\'');
        self.line += text.iter().filter(|&&c| c == b'\n').count() as u32;
        if self.peek().is_none() {
            return self.error("end of file", "");
        }
        self.at += 1;
        Ok(text)
    }
    fn double_quoted(&mut self, text: &mut Vec<u8>) -> Result<()> {
        self.at += 1;
        loop {
            match self.peek() {
                None => return self.error("end of file", "TC_DOLLAR_CURLY or TC_QUOTED_STRING or '\"'"),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'$') if self.src[self.at..].starts_with(b"${") => self.variable(text)?,
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(c @ (b'"' | b'\\' | b'\'')) => text.push(c),
                        Some(c) => {
                            self.line += u32::from(c == b'\n');
                            text.extend([b'\\', c]);
                        }
                        None => continue,
                    }
                    self.at += 1;
                }
                Some(c) => {
                    self.line += u32::from(c == b'\n');
                    text.push(c);
                    self.at += 1;
                }
            }
        }
    }
    /// `${name}` or `${name:-fallback}`
    fn variable(&mut self, text: &mut Vec<u8>) -> Result<()> {
        self.at += 2;
        let start = self.at;
        while self.peek().is_some_and(is_label) && !self.src[self.at..].starts_with(b":-") {
            self.at += 1;
        }
        let name = &self.src[start..self.at];
        let mut fallback = None;
        if self.src[self.at..].starts_with(b":-") {
            self.at += 2;
            let mut text = Vec::new();
            loop {
                match self.peek() {
                    Some(b'$') if self.src[self.at..].starts_with(b"${") => self.nested(|p| p.variable(&mut text))?,
                    Some(b'"') => self.nested(|p| p.double_quoted(&mut text))?,
                    Some(b'\'') => text.extend_from_slice(self.single_quoted()?),
                    Some(c) if !is_newline(c) && c != b'}' && c != b';' => {
                        text.push(c);
                        self.at += 1;
                    }
                    _ => break,
                }
            }
            fallback = Some(text);
        }
        if self.peek() != Some(b'}') {
            return match self.peek() {
                Some(c) if !is_newline(c) && c != b'"' => self.error(&format!("'{}'", c as char), "TC_FALLBACK or '}'"),
                _ => self.error("end of file", "TC_FALLBACK or '}'"),
            };
        }
        self.at += 1;
        match self.names.variable(name) {
            Some(value) if !value.is_empty() || fallback.is_none() => text.extend(value),
            _ => text.extend(fallback.unwrap_or_default()),
        }
        Ok(())
    }
}

fn typed_number(text: Vec<u8>) -> IniValue {
    match phant_numeric::parse::classify(&text).whole() {
        Some(phant_numeric::Number::Float(f)) if text.contains(&b'.') => IniValue::Float(f),
        Some(phant_numeric::Number::Int(i)) => IniValue::Int(i),
        _ => IniValue::Text(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed;
    impl Names for Fixed {
        fn constant(&mut self, name: &[u8]) -> Option<Vec<u8>> {
            match name {
                b"E_ALL" => Some(b"32767".to_vec()),
                b"E_NOTICE" => Some(b"8".to_vec()),
                _ => None,
            }
        }
        fn variable(&mut self, name: &[u8]) -> Option<Vec<u8>> {
            (name == b"HOME").then(|| b"/h".to_vec())
        }
    }

    fn read(source: &str, mode: Mode) -> String {
        let mut out = Vec::new();
        let show = |v: IniValue| match v {
            IniValue::Text(t) => format!("{:?}", String::from_utf8_lossy(&t)),
            other => format!("{other:?}"),
        };
        let result = parse(source.as_bytes(), mode, &mut Fixed, &mut |item| {
            out.push(match item {
                Item::Section(name) => format!("[{}]", String::from_utf8_lossy(&name)),
                Item::Entry(name, v) => format!("{}={}", String::from_utf8_lossy(&name), show(v)),
                Item::Element(name, offset, v) => {
                    format!("{}[{}]={}", String::from_utf8_lossy(&name), String::from_utf8_lossy(&offset), show(v))
                }
            })
        });
        if let Err(e) = result {
            out.push(format!("{} on line {}", e.message, e.line));
        }
        out.join(" ")
    }

    /// source, normal, raw, typed: as the reference reads them
    const TABLE: &[[&str; 4]] = &[
        ["a=yes;c", r#"a="1""#, r#"a="yes""#, "a=Bool(true)"],
        ["a=null", r#"a="""#, r#"a="null""#, "a=Null"],
        ["a = foo  bar  ", r#"a="foo  bar  ""#, r#"a="foo  bar""#, r#"a="foo  bar  ""#],
        ["a=  x ; com", r#"a="x""#, r#"a="x""#, r#"a="x""#],
        ["a=E_ALL & ~E_NOTICE", r#"a="32759""#, r#"a="E_ALL & ~E_NOTICE""#, "a=Int(32759)"],
        ["a=(1|2)&2", r#"a="2""#, r#"a="(1|2)&2""#, "a=Int(2)"],
        [r#"a="x" "y""#, r#"a="xy""#, r#"a="x\" \"y""#, r#"a="xy""#],
        ["a='it''s'", r#"a="its""#, r#"a="'it''s'""#, r#"a="its""#],
        [r#"a="a\"b\\c\n""#, r#"a="a\"b\\c\\n""#, r#"a="a\\\"b\\\\c\\n""#, r#"a="a\"b\\c\\n""#],
        ["a=${HOME}x", r#"a="/hx""#, r#"a="${HOME}x""#, r#"a="/hx""#],
        ["a=${NOPE:-def}", r#"a="def""#, r#"a="${NOPE:-def}""#, r#"a="def""#],
        ["[a b]\nx=1\n[c]", r#"[a b] x="1" [c]"#, r#"[a b] x="1" [c]"#, "[a b] x=Int(1) [c]"],
        ["x[]=1\n x [ z ] = 4", r#"x[]="1" x[z ]="4""#, r#"x[]="1" x[z ]="4""#, "x[]=Int(1) x[z ]=Int(4)"],
        ["a=007", r#"a="007""#, r#"a="007""#, "a=Int(7)"],
        ["a=-5", r#"a="-5""#, r#"a="-5""#, "a=Int(-5)"],
        ["a=1.50", r#"a="1.50""#, r#"a="1.50""#, "a=Float(1.5)"],
        ["a=1e5", r#"a="1e5""#, r#"a="1e5""#, r#"a="1e5""#],
        [r#"a="x;y" ; com"#, r#"a="x;y""#, r#"a="x;y""#, r#"a="x;y""#],
        ["a=a$b", r#"a="a$b""#, r#"a="a$b""#, r#"a="a$b""#],
        ["a='a' b", r#"a="a b""#, r#"a="'a' b""#, r#"a="a b""#],
        ["[sec]x=1", r#"[sec] x="1""#, r#"[sec] x="1""#, "[sec] x=Int(1)"],
        ["a=x\r\nb=y\rc=z", r#"a="x" b="y" c="z""#, r#"a="x" b="y" c="z""#, r#"a="x" b="y" c="z""#],
        ["lonely", "", "", ""],
    ];

    #[test]
    fn as_the_reference_reads() {
        for [source, normal, raw, typed] in TABLE {
            assert_eq!(read(source, Mode::Normal), *normal, "{source}");
            assert_eq!(read(source, Mode::Raw), *raw, "{source} raw");
            assert_eq!(read(source, Mode::Typed), *typed, "{source} typed");
        }
    }

    #[test]
    fn errors() {
        for (source, message) in [
            ("a=yes foo", "unexpected TC_CONSTANT on line 1"),
            ("a=true false", "unexpected BOOL_FALSE on line 1"),
            ("a=b=c", "unexpected '=' on line 1"),
            ("\nyes=1", "unexpected BOOL_TRUE on line 2"),
            ("[x", "unexpected end of file, expecting ']' on line 1"),
            ("a='x", "unexpected end of file on line 1"),
            ("a=a(b)", "unexpected '(' on line 1"),
            ("a=1|\n", "unexpected END_OF_LINE on line 1"),
            ("=1", "unexpected '=' on line 1"),
            ("{=1", "unexpected '{' on line 1"),
        ] {
            assert_eq!(read(source, Mode::Normal), format!("syntax error, {message}"), "{source}");
        }
    }
}
