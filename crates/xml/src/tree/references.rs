//! Text in which references are references: `a&b;c&#100;`.

use super::{Forest, HAS_NODES, Kind, Node};
use crate::{chars, parser};
use phant_memory::Str;

/// What is wrong with such a text: libxml2's number and words.
#[derive(Debug, PartialEq, Eq)]
pub struct Complaint {
    /// libxml2's number.
    pub code: i32,
    /// Its words.
    pub text: String,
}

/// The number of a character reference, as far as it can be read, and how long it is without what is in front of the digits.
fn number(digits: &[u8], radix: u32) -> (Option<u32>, usize) {
    let mut value = 0u32;
    for (at, &byte) in digits.iter().enumerate() {
        match char::from(byte).to_digit(radix) {
            Some(digit) => value = value.wrapping_mul(radix).wrapping_add(digit),
            None if byte == b';' => return (Some(value), at + 1),
            None => return (None, at),
        }
    }
    (None, digits.len())
}

impl Forest {
    /// Gives an element or attribute children by a text with references. Where a reference does not end, what is not yet
    /// in a node is lost with the rest. `keeps_empty`: nothing is an empty text.
    pub fn set_reference_text(&self, node: Node, text: &[u8], keeps_empty: bool) -> Vec<Complaint> {
        let document = self.document(node);
        self.remove_children(node);
        if self.kind(node) == Kind::Attribute {
            self.change(node, |entry| entry.flags |= HAS_NODES);
        }
        let (mut pending, mut rest, mut complaints) = (Vec::new(), text, Vec::new());
        while let Some((&byte, behind)) = rest.split_first() {
            rest = behind;
            if byte != b'&' {
                pending.push(byte);
                continue;
            }
            if let Some(digits) = behind.strip_prefix(b"#") {
                let (digits, radix) = digits.strip_prefix(b"x").map_or((digits, 10), |digits| (digits, 16));
                let (value, length) = number(digits, radix);
                rest = &digits[length..];
                match value {
                    Some(0) => {}
                    Some(c @ ..0x11_0000) => chars::push(&mut pending, c),
                    Some(c) => complaints
                        .push(Complaint { code: 9, text: format!("Internal error, xmlCopyCharMultiByte 0x{c:X} out of bound") }),
                    None => {
                        let (code, kind) = if radix == 16 { (1300, "hexadecimal") } else { (1301, "decimal") };
                        complaints.push(Complaint { code, text: format!("invalid {kind} character value") });
                    }
                }
                continue;
            }
            let Some(end) = behind.iter().position(|&byte| byte == b';') else {
                let shown = String::from_utf8_lossy(behind);
                complaints.push(Complaint { code: 1302, text: format!("unterminated entity reference {shown:>15}") });
                return complaints;
            };
            let name = &behind[..end];
            rest = &behind[end + 1..];
            if name.is_empty() {
                continue;
            }
            if let Some(c) = parser::character(name) {
                chars::push(&mut pending, c);
                continue;
            }
            if !pending.is_empty() {
                self.append_text(node, std::mem::take(&mut pending));
            }
            let reference = self.create(Kind::EntityReference, document, Str::new(name), Str::from(""));
            self.append_quietly(node, reference);
        }
        if !pending.is_empty() || keeps_empty && self.first_child(node).is_none() {
            self.append_text(node, pending);
        }
        complaints
    }
    fn append_text(&self, node: Node, text: Vec<u8>) {
        let text = self.create(Kind::Text, self.document(node), Str::from(""), Str::new(text));
        self.append_quietly(node, text);
    }
}
