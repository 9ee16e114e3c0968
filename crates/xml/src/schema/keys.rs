//! Checking identity constraints: when an element ends that is the scope of some, what their paths lead to is looked at.

use super::{
    Content, Kind, TypeId,
    content::shown,
    identity::{Demand, Identity, Paths},
    simple::{self, Builtin, Variety},
    validate::Validator,
};
use crate::tree::{Kind as NodeKind, Node};
use std::collections::{HashMap, HashSet};

/// The error of everything about identity constraints.
const CODE: i32 = 1877;

/// A value, as it is compared and as messages show it.
struct Atom {
    compared: Vec<u8>,
    shown: String,
}

/// What a target's fields are, as they are compared.
type Sequence = Vec<Vec<u8>>;

/// What is kept about elements for constraints whose scope has not ended.
#[derive(Default)]
pub(super) struct Keys {
    /// The order in which an element came, and its type.
    known: HashMap<Node, (usize, TypeId)>,
    /// How many scopes have not ended.
    open: usize,
    /// What keyrefs may refer to: constraints by number, with their sequences, of the scopes that have ended.
    tables: Vec<(usize, HashSet<Sequence>)>,
}

impl Keys {
    /// An element's type is known; `is_scope`: it has constraints, and `end_of_scope` will be called. Returns what that is to be told.
    pub fn element(&mut self, node: Node, kind: TypeId, is_scope: bool) -> usize {
        self.open += usize::from(is_scope);
        if self.open > 0 {
            self.known.insert(node, (self.known.len(), kind));
        }
        self.tables.len()
    }
}

impl Validator<'_> {
    /// Checks the constraints of an element declaration, at whose beginning there were so many tables.
    pub(super) fn end_of_scope(&mut self, scope: Node, element: usize, tables: usize) {
        let schema = self.schema;
        let identities: Vec<usize> = schema.elements[element].identities.clone();
        let mut own: Vec<(usize, HashSet<Sequence>)> = Vec::new();
        let (mut wrong, mut references) = (Vec::new(), Vec::new());
        for &number in &identities {
            let identity = &schema.identities[number];
            let mut sequences = HashSet::new();
            for target in self.targets(&identity.selector, scope) {
                if phant_interrupt::is_urgent() {
                    return;
                }
                let Some(fields) = self.fields(identity, target, &mut wrong) else { continue };
                let (compared, words): (Sequence, Vec<String>) =
                    fields.into_iter().map(|field| (field.compared, field.shown)).unzip();
                let words = format!("['{}']", words.join("', '"));
                if identity.demand == Demand::Keyref {
                    references.push((identity, target, compared, words));
                } else if !sequences.insert(compared) {
                    wrong.push((target, target, format!("Duplicate key-sequence {words} in {}.", identity.designation())));
                }
            }
            if identity.demand != Demand::Keyref {
                own.push((number, sequences));
            }
        }
        self.tell(wrong);
        self.join_tables(own, tables);
        for (identity, target, compared, words) in references {
            let is_there =
                |(number, table): &(usize, HashSet<Sequence>)| Some(*number) == identity.refers && table.contains(&compared);
            if !self.keys.tables[tables..].iter().any(is_there) {
                let name = shown(&identity.name);
                self.element_error(target, CODE, &format!("No match found for key-sequence {words} of keyref '{name}'."));
            }
        }
        self.keys.open -= 1;
        if self.keys.open == 0 {
            self.keys.known.clear();
            self.keys.tables.clear();
        }
    }
    /// The tables of a scope and of those in it become one for each constraint: a sequence of several of them that is not the scope's own
    /// says nothing, and goes.
    fn join_tables(&mut self, own: Vec<(usize, HashSet<Sequence>)>, from: usize) {
        let inner = self.keys.tables.split_off(from);
        let is_referred_to = |number| self.schema.identities.iter().any(|identity| identity.refers == Some(number));
        let mut joined: HashMap<usize, HashMap<Sequence, usize>> = HashMap::new();
        for (number, table) in inner.into_iter().filter(|(number, _)| is_referred_to(*number)) {
            let counts = joined.entry(number).or_default();
            table.into_iter().for_each(|sequence| *counts.entry(sequence).or_default() += 1);
        }
        for (number, table) in own.into_iter().filter(|(number, _)| is_referred_to(*number)) {
            let counts = joined.entry(number).or_default();
            counts.extend(table.into_iter().map(|sequence| (sequence, 1)));
        }
        let single =
            |counts: HashMap<Sequence, usize>| counts.into_iter().filter(|(_, count)| *count == 1).map(|(one, _)| one).collect();
        self.keys.tables.extend(joined.into_iter().map(|(number, counts)| (number, single(counts))));
    }
    /// Reports what is wrong in the order in which its targets end.
    fn tell(&mut self, wrong: Vec<(Node, Node, String)>) {
        let targets: Vec<Node> = wrong.iter().map(|(target, ..)| *target).collect();
        let places: HashMap<Node, usize> = self.by_end(targets).into_iter().zip(0..).collect();
        let mut wrong = wrong;
        wrong.sort_by_key(|(target, ..)| places.get(target).copied());
        for (_, node, text) in wrong {
            if self.forest.kind(node) == NodeKind::Attribute {
                self.attribute_error(self.forest.parent(node), node, CODE, &text);
            } else {
                self.element_error(node, CODE, &text);
            }
        }
    }
    /// Elements in the order in which they end, each once: inner ones come before outer ones.
    fn by_end(&self, mut nodes: Vec<Node>) -> Vec<Node> {
        let known = &self.keys.known;
        nodes.retain(|node| known.contains_key(node));
        nodes.sort_by_key(|node| known[node].0);
        nodes.dedup();
        let (mut ended, mut open): (Vec<Node>, Vec<Node>) = (Vec::with_capacity(nodes.len()), Vec::new());
        for node in nodes {
            while let Some(outer) = open.pop_if(|outer| !self.forest.contains(*outer, node)) {
                ended.push(outer);
            }
            open.push(node);
        }
        ended.extend(open.into_iter().rev());
        ended
    }
    fn targets(&self, selector: &Paths, scope: Node) -> Vec<Node> {
        self.by_end(selector.nodes(self.forest, scope))
    }
    /// The values of a target's fields, if all are there.
    fn fields(&self, identity: &Identity, target: Node, wrong: &mut Vec<(Node, Node, String)>) -> Option<Vec<Atom>> {
        let fields: Vec<_> = identity.fields.iter().map(|field| self.field(identity, field, target, wrong)).collect();
        if identity.demand == Demand::Key && fields.iter().any(Option::is_none) {
            wrong.push((target, target, format!("Not all fields of {} evaluate to a node.", identity.designation())));
        }
        fields.into_iter().collect()
    }
    fn field(&self, identity: &Identity, field: &Paths, target: Node, wrong: &mut Vec<(Node, Node, String)>) -> Option<Atom> {
        let mut found = None;
        // Attributes are looked at as an element begins, its content later.
        let mut nodes = field.nodes(self.forest, target);
        nodes.sort_by_key(|&node| self.forest.kind(node) != NodeKind::Attribute);
        for node in nodes {
            let complain = |what: &str| format!("The XPath '{}' of a field of {} {what}.", field.text, identity.designation());
            if found.is_some() {
                wrong.push((target, node, complain("evaluates to a node-set with more than one member")));
                continue;
            }
            let is_attribute = self.forest.kind(node) == NodeKind::Attribute;
            let kind = if is_attribute { self.attribute_type(node) } else { self.simple_type(node) };
            let Some(kind) = kind else {
                if !is_attribute && self.keys.known.contains_key(&node) {
                    wrong.push((target, node, complain("does evaluate to a node of non-simple type")));
                }
                continue;
            };
            let value = if is_attribute { self.forest.value(node) } else { self.forest.text(node) };
            found = self.atom(kind, value.as_bytes()).filter(|_| is_attribute || !self.is_nil(node));
            if found.is_none() {
                let text = "Warning: No precomputed value available, the value was either invalid or something strange happened.";
                wrong.push((target, node, text.to_owned()));
            }
        }
        found.or_else(|| self.default_of(field, target))
    }
    /// The value of an attribute that is not there but has a default.
    fn default_of(&self, field: &Paths, target: Node) -> Option<Atom> {
        let name = field.own_attribute()?;
        let Kind::Complex(complex) = &self.schema.types[self.keys.known.get(&target)?.1].kind else { return None };
        let declared = complex.attributes.iter().find(|declared| declared.name == *name && !declared.prohibited)?;
        if self.forest.attributes(target).any(|attribute| self.name(attribute) == *name) {
            return None;
        }
        self.atom(declared.kind, declared.default.as_ref().or(declared.fixed.as_ref())?)
    }
    fn attribute_type(&self, attribute: Node) -> Option<TypeId> {
        let Kind::Complex(complex) = &self.schema.types[self.keys.known.get(&self.forest.parent(attribute))?.1].kind else {
            return None;
        };
        let name = self.name(attribute);
        let declared = complex.attributes.iter().find(|declared| declared.name == name && !declared.prohibited);
        declared.or_else(|| self.schema.global_attributes.get(&name)).map(|declared| declared.kind)
    }
    /// The type of an element's text, unless it has other content.
    fn simple_type(&self, element: Node) -> Option<TypeId> {
        let kind = self.keys.known.get(&element)?.1;
        match &self.schema.types[kind].kind {
            Kind::Simple(_) => Some(kind),
            Kind::Complex(complex) => match complex.content {
                Content::Simple(kind) => Some(kind),
                _ => None,
            },
            Kind::Pending => None,
        }
    }
    /// A text as a value of a type, if it is one. Values of types that have nothing to do with each other are never the same.
    fn atom(&self, kind: TypeId, text: &[u8]) -> Option<Atom> {
        let schema = self.schema;
        simple::check(schema, kind, text).ok()?;
        let Kind::Simple(simple) = &schema.types[kind].kind else { return None };
        let value = simple::normalized(text, simple.white_space);
        let builtin = match &simple.variety {
            Variety::Atomic(builtin) => *builtin,
            Variety::List(_) => Builtin::Token,
            Variety::Union(members) => return members.iter().find_map(|&member| self.atom(member, &value)),
        };
        let text = String::from_utf8_lossy(&value).into_owned();
        let (family, shown) = match builtin {
            Builtin::Decimal | Builtin::Integer { .. } => {
                let number = plain_decimal(&text);
                let shown = match builtin {
                    Builtin::Decimal if !number.contains('.') => format!("{number}.0"),
                    _ => number.clone(),
                };
                return Some(Atom { compared: format!("number {number}").into_bytes(), shown });
            }
            Builtin::Double => ("double", text.parse::<f64>().map_or(text, exponential)),
            Builtin::Boolean => {
                ("boolean", if matches!(&text[..], "1" | "true") { "true".to_owned() } else { "false".to_owned() })
            }
            Builtin::DateTime(_) => ("time", text),
            Builtin::Duration => ("duration", text),
            Builtin::HexBinary => ("hex", text.to_ascii_uppercase()),
            Builtin::Base64 => ("base64", text.replace(' ', "")),
            Builtin::QName => ("name", text),
            Builtin::AnyUri => ("uri", text),
            _ => ("text", text),
        };
        Some(Atom { compared: format!("{family} {shown}").into_bytes(), shown })
    }
}

/// A decimal number without what does not count: its sign if it is zero or above, and zeros at either end.
fn plain_decimal(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    match (whole, fraction) {
        ("", "") => "0".to_owned(),
        (whole, "") => format!("{sign}{whole}"),
        (whole, fraction) => format!("{sign}{}.{fraction}", if whole.is_empty() { "0" } else { whole }),
    }
}

/// A floating-point number as libxml2 writes it.
fn exponential(number: f64) -> String {
    let text = format!("{number:.14e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
            format!("{mantissa}e{sign}{digits:0>2}")
        }
        None => text,
    }
}
