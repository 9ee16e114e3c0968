//! The regular expressions of XML Schema: matched by sets of places, so that no pattern takes long.

use crate::chars;

/// What a pattern is made of.
enum Piece {
    /// Characters, or all but these.
    Class(Class),
    Group(Vec<Vec<(Piece, u32, Option<u32>)>>),
}

#[derive(Clone, Default)]
struct Class {
    negated: bool,
    ranges: Vec<(u32, u32)>,
    /// `\d \w \s \i \c` and their opposites.
    kinds: Vec<(u8, bool)>,
    without: Option<Box<Class>>,
}

impl Class {
    fn has(&self, c: u32) -> bool {
        let kind = |kind: u8| {
            let letter = char::from_u32(c);
            match kind {
                b'd' => letter.is_some_and(|c| c.is_numeric() && c.is_ascii_digit()),
                b's' => matches!(c, 9 | 10 | 13 | 32),
                b'w' => letter.is_some_and(|c| c.is_alphanumeric()),
                b'i' => chars::is_name_start(c),
                b'c' => chars::is_name_char(c),
                b'.' => !matches!(c, 10 | 13),
                b'L' => letter.is_some_and(char::is_alphabetic),
                b'u' => letter.is_some_and(char::is_uppercase),
                b'l' => letter.is_some_and(char::is_lowercase),
                b'N' => letter.is_some_and(char::is_numeric),
                _ => false,
            }
        };
        let inside = self.ranges.iter().any(|&(from, to)| (from..=to).contains(&c))
            || self.kinds.iter().any(|&(name, opposite)| kind(name) != opposite);
        inside != self.negated && !self.without.as_ref().is_some_and(|without| without.has(c))
    }
}

/// A pattern that can be matched.
pub(crate) struct Pattern(Vec<Vec<(Piece, u32, Option<u32>)>>);

/// How deep groups nest.
const MAX_DEPTH: usize = 50;

impl Pattern {
    /// Reads a pattern; `None` if it makes no sense, or has classes that are not known here.
    pub fn new(text: &[u8]) -> Option<Pattern> {
        let text: Vec<char> = std::str::from_utf8(text).ok()?.chars().collect();
        let mut reader = Reader { text: &text, at: 0 };
        let branches = reader.branches(0)?;
        (reader.at == text.len()).then_some(Pattern(branches))
    }
    /// Whether the whole text matches.
    pub fn matches(&self, text: &[u8]) -> bool {
        let text: Vec<u32> = String::from_utf8_lossy(text).chars().map(u32::from).collect();
        let mut start = vec![false; text.len() + 1];
        start[0] = true;
        group(&self.0, &text, &start)[text.len()]
    }
}

fn group(branches: &[Vec<(Piece, u32, Option<u32>)>], text: &[u32], from: &[bool]) -> Vec<bool> {
    let mut all = vec![false; from.len()];
    for branch in branches {
        let mut places = from.to_vec();
        for (piece, least, most) in branch {
            places = repeated(piece, *least, *most, text, places);
        }
        all.iter_mut().zip(places).for_each(|(known, new)| *known |= new);
    }
    all
}

fn repeated(piece: &Piece, least: u32, most: Option<u32>, text: &[u32], from: Vec<bool>) -> Vec<bool> {
    let mut reached = if least == 0 { from.clone() } else { vec![false; from.len()] };
    let (mut current, mut count) = (from, 0);
    // More rounds than there are characters reach nothing new once the least number is behind.
    while most.is_none_or(|most| count < most) && current.contains(&true) {
        if phant_interrupt::is_urgent() {
            return reached;
        }
        current = once(piece, text, &current);
        count += 1;
        if count >= least {
            let mut new = false;
            for (known, &place) in reached.iter_mut().zip(&current) {
                new |= place && !*known;
                *known |= place;
            }
            if !new {
                break;
            }
        }
    }
    reached
}

fn once(piece: &Piece, text: &[u32], from: &[bool]) -> Vec<bool> {
    match piece {
        Piece::Class(class) => {
            let mut to = vec![false; from.len()];
            for (at, &c) in text.iter().enumerate() {
                to[at + 1] = from[at] && class.has(c);
            }
            to
        }
        Piece::Group(branches) => group(branches, text, from),
    }
}

struct Reader<'t> {
    text: &'t [char],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }
    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }
    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }
    fn branches(&mut self, depth: usize) -> Option<Vec<Vec<(Piece, u32, Option<u32>)>>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut all = vec![Vec::new()];
        while let Some(c) = self.peek() {
            match c {
                ')' => break,
                '|' => {
                    self.at += 1;
                    all.push(Vec::new());
                }
                _ => {
                    let piece = self.piece(depth)?;
                    let (least, most) = self.quantity()?;
                    all.last_mut()?.push((piece, least, most));
                }
            }
        }
        Some(all)
    }
    fn piece(&mut self, depth: usize) -> Option<Piece> {
        let c = self.next()?;
        Some(match c {
            '(' => {
                let branches = self.branches(depth + 1)?;
                self.take(')').then_some(Piece::Group(branches))?
            }
            '[' => Piece::Class(self.class(depth)?),
            '.' => Piece::Class(Class { kinds: vec![(b'.', false)], ..Class::default() }),
            '\\' => {
                let mut class = Class::default();
                self.escape(&mut class)?;
                Piece::Class(class)
            }
            '?' | '*' | '+' | '{' | '}' | ']' => return None,
            c => Piece::Class(Class { ranges: vec![(c.into(), c.into())], ..Class::default() }),
        })
    }
    fn quantity(&mut self) -> Option<(u32, Option<u32>)> {
        Some(match self.peek() {
            Some('?') => {
                self.at += 1;
                (0, Some(1))
            }
            Some('*') => {
                self.at += 1;
                (0, None)
            }
            Some('+') => {
                self.at += 1;
                (1, None)
            }
            Some('{') => {
                self.at += 1;
                let least = self.number()?;
                let most =
                    if self.take(',') { if self.peek() == Some('}') { None } else { Some(self.number()?) } } else { Some(least) };
                if !self.take('}') {
                    return None;
                }
                (least, most)
            }
            _ => (1, Some(1)),
        })
    }
    fn number(&mut self) -> Option<u32> {
        let mut digits = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_digit) {
            digits.push(c);
            self.at += 1;
        }
        digits.parse().ok()
    }
    /// What follows a backslash, put into a class; the character, if it is one.
    fn escape(&mut self, class: &mut Class) -> Option<Option<char>> {
        let c = self.next()?;
        let one = match c {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'd' | 's' | 'w' | 'i' | 'c' => {
                class.kinds.push((c as u8, false));
                return Some(None);
            }
            'D' | 'S' | 'W' | 'I' | 'C' => {
                class.kinds.push((c.to_ascii_lowercase() as u8, true));
                return Some(None);
            }
            'p' | 'P' => {
                if !self.take('{') {
                    return None;
                }
                let mut name = String::new();
                while let Some(c) = self.next().filter(|&c| c != '}') {
                    name.push(c);
                }
                let kind = match &name[..] {
                    "L" => b'L',
                    "Lu" => b'u',
                    "Ll" => b'l',
                    "N" => b'N',
                    "Nd" => b'd',
                    _ => return None,
                };
                class.kinds.push((kind, c == 'P'));
                return Some(None);
            }
            c if !c.is_alphanumeric() => c,
            _ => return None,
        };
        class.ranges.push((one.into(), one.into()));
        Some(Some(one))
    }
    fn class(&mut self, depth: usize) -> Option<Class> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut class = Class { negated: self.take('^'), ..Class::default() };
        loop {
            let c = self.next()?;
            let from = match c {
                ']' => return Some(class),
                '-' if self.peek() == Some('[') => {
                    self.at += 1;
                    class.without = Some(Box::new(self.class(depth + 1)?));
                    return self.take(']').then_some(class);
                }
                '\\' => match self.escape(&mut class)? {
                    Some(c) => c,
                    None => continue,
                },
                c => {
                    class.ranges.push((c.into(), c.into()));
                    c
                }
            };
            let is_range = self.peek() == Some('-') && !matches!(self.text.get(self.at + 1), Some(']' | '[') | None);
            if is_range {
                self.at += 1;
                let to = match self.next()? {
                    '\\' => self.escape(&mut class)??,
                    c => c,
                };
                class.ranges.push((from.into(), to.into()));
            }
        }
    }
}
