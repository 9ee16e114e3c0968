//! Break rules given as text: expressions like regular ones, of which the one that matches most says where the text is
//! broken. They are made to a machine of states that is run with all its states at once.

use super::tables::Unit;
use crate::{
    char::set::{self, Set, Variable, Variables},
    error::code,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// What is wrong with rules, and where in its only line or in which one.
pub(super) struct Fault {
    pub(super) code: i64,
    pub(super) line: usize,
    pub(super) offset: usize,
}

#[derive(Clone)]
enum Node {
    Set(Arc<Set>),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat(Box<Node>, bool, bool),
    /// Where the text is broken if all of the rule matches.
    Mark,
}

/// A state: which characters lead on, or which states it is at the same time.
enum State {
    Set(Arc<Set>, usize),
    Split(Vec<usize>),
    Mark(usize, usize),
    Accept { rule: usize, marked: bool, tag: u32 },
}

/// Compiled rules.
pub(super) struct Rules {
    pub(super) source: String,
    states: Vec<State>,
    starts: Vec<usize>,
    chain: bool,
    /// What was found out about states at the same time, where no rule has a place to break at in its middle.
    known: Option<Mutex<Known>>,
}

/// States at the same time, by number, and which of them characters lead to. The first are those of the beginning.
#[derive(Default)]
struct Known {
    sets: Vec<Reached>,
    numbers: HashMap<Vec<usize>, usize>,
    moves: HashMap<(usize, char), usize>,
}

#[derive(Clone, Default)]
struct Reached {
    states: Vec<usize>,
    /// The values of the rules that match, if some do.
    tags: Vec<u32>,
}

struct Names(HashMap<Vec<char>, Node>);

impl Variables for Names {
    fn variable(&self, name: &[char]) -> Option<Variable> {
        match self.0.get(name)? {
            Node::Set(set) => Some(Variable::Set(Set::clone(set))),
            _ => None,
        }
    }
}

struct Parser<'a> {
    text: &'a [char],
    at: usize,
    names: Names,
    depth: usize,
    /// How many nodes variables have been replaced by.
    size: usize,
}

/// How deep parentheses may be, and how large all states together.
const DEEPEST: usize = 100;
const MOST_STATES: usize = 100_000;

/// A rule, with the value that its matches have, and whether others may go on from it.
struct Rule {
    node: Node,
    tag: u32,
    chains: bool,
}

pub(super) fn compile(text: &str) -> Result<Rules, Fault> {
    let text: Vec<char> = text.chars().collect();
    let mut parser = Parser { text: &text, at: 0, names: Names(HashMap::new()), depth: 0, size: 0 };
    let (mut rules, mut chain, mut forward) = (Vec::new(), false, true);
    parser.skip();
    if parser.at == text.len() {
        return Err(parser.fault(code::BRK_RULE_SYNTAX));
    }
    while parser.at < text.len() {
        if parser.text[parser.at..].starts_with(&['!', '!']) {
            let name = parser.option()?;
            match name.as_str() {
                "chain" => chain = true,
                "forward" => forward = true,
                "reverse" | "safe_forward" | "safe_reverse" => forward = false,
                "LBCMNoChain" | "lookAheadHardBreak" | "quoted_literals_only" | "unquoted_literals" => {}
                _ => return Err(parser.fault(code::BRK_UNRECOGNIZED_OPTION)),
            }
        } else if let Some(rule) = parser.statement()? {
            if forward {
                rules.push(rule);
            }
        }
        parser.skip();
    }
    let mut machine = Machine { states: Vec::new() };
    let mut starts = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let accept = State::Accept { rule: number, marked: marked(&rule.node), tag: rule.tag };
        let end = machine.add(accept);
        let start = machine.build(&rule.node, end, number).ok_or_else(|| parser.fault(code::BRK_INTERNAL_ERROR))?;
        if rule.chains || !chain {
            starts.insert(0, start);
        } else {
            starts.push(start);
        }
    }
    let known = (!rules.iter().any(|rule| marked(&rule.node))).then(Mutex::default);
    Ok(Rules { source: stripped(&text), states: machine.states, starts, chain, known })
}

/// How many nodes there are in one, and how deep they are in each other.
fn measure(node: &Node) -> (usize, usize) {
    let all = |nodes: &[Node]| {
        let sizes = nodes.iter().map(measure);
        sizes.fold((1, 1), |(size, depth), (inner, deep)| (size + inner, depth.max(deep + 1)))
    };
    match node {
        Node::Set(_) | Node::Mark => (1, 1),
        Node::Sequence(nodes) | Node::Choice(nodes) => all(nodes),
        Node::Repeat(inner, ..) => {
            let (size, depth) = measure(inner);
            (size + 1, depth + 1)
        }
    }
}

fn marked(node: &Node) -> bool {
    match node {
        Node::Mark => true,
        Node::Sequence(nodes) | Node::Choice(nodes) => nodes.iter().any(marked),
        Node::Repeat(inner, ..) => marked(inner),
        Node::Set(_) => false,
    }
}

/// The rules without comments and white space, as ICU shows them.
fn stripped(text: &[char]) -> String {
    let (mut out, mut quoted, mut at) = (String::new(), false, 0);
    while let Some(&c) = text.get(at) {
        at += 1;
        match c {
            '\\' => {
                out.push(c);
                out.extend(text.get(at));
                at += 1;
            }
            '\'' => {
                quoted = !quoted;
                out.push(c);
            }
            '#' if !quoted => {
                while text.get(at).is_some_and(|c| !matches!(c, '\n' | '\r' | '\u{85}')) {
                    at += 1;
                }
            }
            _ if set::is_white(c) && !quoted => {}
            _ => out.push(c),
        }
    }
    out
}

impl Parser<'_> {
    fn fault(&self, code: i64) -> Fault {
        let before = &self.text[..self.at.min(self.text.len())];
        let line = before.iter().filter(|&&c| c == '\n').count();
        let offset = before.iter().rev().take_while(|&&c| c != '\n').count();
        Fault { code, line: line + 1, offset }
    }
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }
    fn skip(&mut self) {
        while let Some(c) = self.peek() {
            if c == '#' {
                while self.peek().is_some_and(|c| !matches!(c, '\n' | '\r' | '\u{85}')) {
                    self.at += 1;
                }
            } else if set::is_white(c) {
                self.at += 1;
            } else {
                return;
            }
        }
    }
    fn option(&mut self) -> Result<String, Fault> {
        self.at += 2;
        let name: String = self.text[self.at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
        self.at += name.chars().count();
        self.skip();
        if self.peek() != Some(';') {
            return Err(self.fault(code::BRK_SEMICOLON_EXPECTED));
        }
        self.at += 1;
        Ok(name)
    }

    /// A variable's definition, or a rule.
    fn statement(&mut self) -> Result<Option<Rule>, Fault> {
        if self.peek() == Some('$') {
            let length = set::name_length(&self.text[self.at + 1..]);
            let start = self.at;
            self.at += 1 + length;
            self.skip();
            if length > 0 && self.peek() == Some('=') {
                let name = self.text[start + 1..start + 1 + length].to_vec();
                self.at += 1;
                if self.names.0.contains_key(&name) {
                    return Err(self.fault(code::BRK_VARIABLE_REDFINITION));
                }
                let node = self.choice()?;
                self.end()?;
                let (size, depth) = measure(&node);
                if size > MOST_STATES || depth > DEEPEST {
                    return Err(self.fault(code::BRK_INTERNAL_ERROR));
                }
                self.names.0.insert(name, node);
                return Ok(None);
            }
            self.at = start;
        }
        let chains = self.peek() != Some('^');
        if !chains {
            self.at += 1;
        }
        let node = self.choice()?;
        let mut tag = 0;
        if self.peek() == Some('{') {
            self.at += 1;
            self.skip();
            let digits: String = self.text[self.at..].iter().take_while(|c| c.is_ascii_digit()).collect();
            self.at += digits.len();
            self.skip();
            tag = digits.parse().map_err(|_| self.fault(code::BRK_MALFORMED_RULE_TAG))?;
            if self.peek() != Some('}') {
                return Err(self.fault(code::BRK_MALFORMED_RULE_TAG));
            }
            self.at += 1;
        }
        self.end()?;
        Ok(Some(Rule { node, tag, chains }))
    }

    fn end(&mut self) -> Result<(), Fault> {
        self.skip();
        match self.peek() {
            Some(';') => {
                self.at += 1;
                Ok(())
            }
            Some(')') => Err(self.fault(code::BRK_MISMATCHED_PAREN)),
            _ => Err(self.fault(code::BRK_RULE_SYNTAX)),
        }
    }

    fn choice(&mut self) -> Result<Node, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault(code::BRK_INTERNAL_ERROR));
        }
        let mut choices = vec![self.sequence()?];
        while self.peek() == Some('|') {
            self.at += 1;
            choices.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(if choices.len() == 1 { choices.remove(0) } else { Node::Choice(choices) })
    }

    fn sequence(&mut self) -> Result<Node, Fault> {
        let mut parts = Vec::new();
        loop {
            self.skip();
            let Some(c) = self.peek() else { break };
            let part = match c {
                '(' => {
                    self.at += 1;
                    let inner = self.choice()?;
                    if self.peek() != Some(')') {
                        return Err(self.fault(code::BRK_MISMATCHED_PAREN));
                    }
                    self.at += 1;
                    inner
                }
                ';' | ')' | '|' | '{' => break,
                '/' => {
                    self.at += 1;
                    Node::Mark
                }
                '.' => {
                    self.at += 1;
                    Node::Set(Arc::new(Set::default().inverted()))
                }
                '$' => self.variable()?,
                '\'' => self.quoted()?,
                _ if set::begins(&self.text[self.at..]) => self.set()?,
                '\\' => {
                    let (c, length) =
                        set::unescape(&self.text[self.at + 1..]).ok_or_else(|| self.fault(code::BRK_HEX_DIGITS_EXPECTED))?;
                    self.at += 1 + length;
                    Node::Set(Arc::new(Set::from_ranges(vec![(c, c)])))
                }
                '*' | '+' | '?' | '!' | '=' | '}' | ']' | '^' | '&' | '-' | ':' | '<' | '>' | '@' | '~' | '`' | '"' | ','
                | '%' => {
                    return Err(self.fault(code::BRK_RULE_SYNTAX));
                }
                c => {
                    self.at += 1;
                    Node::Set(Arc::new(Set::from_ranges(vec![(u32::from(c), u32::from(c))])))
                }
            };
            parts.push(self.repeated(part));
        }
        if parts.is_empty() {
            return Err(self.fault(code::BRK_RULE_SYNTAX));
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Node::Sequence(parts) })
    }

    fn repeated(&mut self, part: Node) -> Node {
        self.skip();
        let (none, many) = match self.peek() {
            Some('*') => (true, true),
            Some('+') => (false, true),
            Some('?') => (true, false),
            _ => return part,
        };
        self.at += 1;
        Node::Repeat(Box::new(part), none, many)
    }

    fn variable(&mut self) -> Result<Node, Fault> {
        let length = set::name_length(&self.text[self.at + 1..]);
        let name = &self.text[self.at + 1..self.at + 1 + length];
        let node = self.names.0.get(name).cloned();
        // Variables of variables may stand for very much.
        self.size += node.as_ref().map_or(0, |node| measure(node).0);
        if self.size > MOST_STATES {
            return Err(self.fault(code::BRK_INTERNAL_ERROR));
        }
        self.at += 1 + length;
        node.ok_or_else(|| {
            self.at += 1;
            self.fault(code::BRK_UNDEFINED_VARIABLE)
        })
    }

    fn quoted(&mut self) -> Result<Node, Fault> {
        let mut parts = Vec::new();
        self.at += 1;
        loop {
            match self.peek() {
                Some('\'') => break,
                Some('\n') | None => return Err(self.fault(code::BRK_NEW_LINE_IN_QUOTED_STRING)),
                Some(c) => parts.push(Node::Set(Arc::new(Set::from_ranges(vec![(u32::from(c), u32::from(c))])))),
            }
            self.at += 1;
        }
        self.at += 1;
        Ok(Node::Sequence(parts))
    }

    fn set(&mut self) -> Result<Node, Fault> {
        match set::parse(self.text, self.at, &self.names) {
            Ok((set, _)) if set.is_empty() => Err(self.fault(code::BRK_RULE_EMPTY_SET)),
            Ok((set, end)) => {
                self.at = end;
                Ok(Node::Set(Arc::new(set)))
            }
            Err(_) => {
                self.at += 1;
                Err(self.fault(code::MALFORMED_SET))
            }
        }
    }
}

struct Machine {
    states: Vec<State>,
}

impl Machine {
    fn add(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }
    /// The states for a node in front of others. `None` if there are too many.
    fn build(&mut self, node: &Node, next: usize, rule: usize) -> Option<usize> {
        if self.states.len() > MOST_STATES {
            return None;
        }
        Some(match node {
            Node::Set(set) => self.add(State::Set(set.clone(), next)),
            Node::Mark => self.add(State::Mark(rule, next)),
            Node::Sequence(nodes) => {
                let mut next = next;
                for node in nodes.iter().rev() {
                    next = self.build(node, next, rule)?;
                }
                next
            }
            Node::Choice(nodes) => {
                let starts: Option<Vec<usize>> = nodes.iter().map(|node| self.build(node, next, rule)).collect();
                self.add(State::Split(starts?))
            }
            Node::Repeat(inner, none, many) => {
                let again = self.add(State::Split(vec![next]));
                let start = self.build(inner, if *many { again } else { next }, rule)?;
                if let State::Split(list) = &mut self.states[again] {
                    list.push(start);
                }
                if *none { again } else { start }
            }
        })
    }
}

impl Rules {
    /// All states that are reached without a character, and what they accept.
    fn close(&self, from: &[usize], at: usize, marks: &mut HashMap<usize, usize>) -> Vec<usize> {
        let (mut seen, mut open) = (vec![false; self.states.len()], from.to_vec());
        let mut all = Vec::new();
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut seen[state], true) {
                continue;
            }
            all.push(state);
            match &self.states[state] {
                State::Split(list) => open.extend(list),
                State::Mark(rule, next) => {
                    marks.insert(*rule, at);
                    open.push(*next);
                }
                State::Set(..) | State::Accept { .. } => {}
            }
        }
        all
    }

    fn step(&self, states: &[usize], c: char) -> Vec<usize> {
        let next = |&state: &usize| match &self.states[state] {
            State::Set(set, next) if set.has(c) => Some(*next),
            _ => None,
        };
        states.iter().filter_map(next).collect()
    }

    /// The states that a character leads to.
    fn reach(&self, first: &[usize], states: &[usize], c: char) -> Reached {
        let mut marks = HashMap::new();
        let mut reached = self.step(states, c);
        let accepts = |state: &usize| matches!(self.states[*state], State::Accept { .. });
        if self.chain && self.close(&reached, 0, &mut marks).iter().any(accepts) {
            reached.extend(self.step(first, c));
        }
        let mut states = self.close(&reached, 0, &mut marks);
        states.sort_unstable();
        let tag = |state: &usize| if let State::Accept { tag, .. } = &self.states[*state] { Some(*tag) } else { None };
        let mut tags: Vec<u32> = states.iter().filter_map(tag).collect();
        tags.sort_unstable();
        tags.dedup();
        Reached { states, tags }
    }

    /// As `next`, with what is known of earlier texts.
    fn next_known(&self, known: &mut Known, text: &[Unit], start: usize) -> (usize, Vec<u32>) {
        const MOST: usize = 100_000;
        if known.sets.is_empty() || known.moves.len() > MOST {
            *known = Known::default();
            let first = self.close(&self.starts, 0, &mut HashMap::new());
            known.sets.push(Reached { states: first, tags: Vec::new() });
        }
        let (mut at, mut end, mut ended) = (0, start, 0);
        for (i, unit) in text.iter().enumerate().skip(start) {
            let to = match known.moves.get(&(at, unit.0)) {
                Some(&to) => to,
                None => {
                    let reached = self.reach(&known.sets[0].states, &known.sets[at].states, unit.0);
                    let next = known.sets.len();
                    let to = *known.numbers.entry(reached.states.clone()).or_insert(next);
                    if to == next {
                        known.sets.push(reached);
                    }
                    known.moves.insert((at, unit.0), to);
                    to
                }
            };
            at = to;
            let set = &known.sets[at];
            if !set.tags.is_empty() {
                (end, ended) = (i + 1, at);
            }
            if set.states.is_empty() || phant_native::limits::reached() {
                break;
            }
        }
        if end == start { (start + 1, vec![0]) } else { (end, known.sets[ended].tags.clone()) }
    }

    /// Where what begins at a character ends, and the values of the rules that say so.
    fn next(&self, text: &[Unit], start: usize) -> (usize, Vec<u32>) {
        if let Some(known) = &self.known {
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            return self.next_known(&mut known, text, start);
        }
        let mut marks = HashMap::new();
        let first = self.close(&self.starts, start, &mut marks);
        let mut states = first.clone();
        let (mut end, mut tags) = (start, vec![0]);
        for (at, unit) in text.iter().enumerate().skip(start) {
            let mut reached = self.step(&states, unit.0);
            // What may end with this character may go on with what begins with it.
            let accepts = |state: &usize| matches!(self.states[*state], State::Accept { .. });
            let closed = self.close(&reached, at + 1, &mut marks);
            if self.chain && closed.iter().any(accepts) {
                reached.extend(self.step(&first, unit.0));
            }
            states = self.close(&reached, at + 1, &mut marks);
            let mut found: Vec<u32> = Vec::new();
            for state in &states {
                if let State::Accept { rule, marked, tag } = &self.states[*state] {
                    match marks.get(rule) {
                        Some(&mark) if *marked && mark > start => return (mark, vec![*tag]),
                        _ => found.push(*tag),
                    }
                }
            }
            if !found.is_empty() {
                found.sort_unstable();
                found.dedup();
                (end, tags) = (at + 1, found);
            }
            if states.is_empty() || phant_native::limits::reached() {
                break;
            }
        }
        if end == start { (start + 1, vec![0]) } else { (end, tags) }
    }

    /// All places where the text may be broken, without its beginning, with the values there.
    pub(super) fn each_break(&self, text: &[Unit], mut found: impl FnMut(usize, Vec<u32>)) {
        let mut start = 0;
        while start < text.len() && !phant_native::limits::reached() {
            let (end, tags) = self.next(text, start);
            found(end, tags);
            start = end;
        }
    }
}
