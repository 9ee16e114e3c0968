//! DOMCharacterData and its classes: text, comments, CDATA sections.

use crate::{
    exception::{Fault, fail},
    object, parentnode,
    properties::{HANDLERS, Table},
};
use phant_ext_libxml::forest;
use phant_memory::{Held, Object, Str, Value};
use phant_native::{Ctx, PhpResult, php_class};
use phant_xml::{
    chars,
    tree::{Kind, Node},
};

pub static TABLE: Table = Table {
    class: "DOMCharacterData",
    kinds: &[Kind::Text, Kind::CData, Kind::Comment],
    names: &["data", "length", "previousElementSibling", "nextElementSibling"],
    writable: &[("data", "string")],
    read: |ctx, _, node, property| {
        Ok(Some(match property {
            b"data" => Value::from(forest(ctx).value(node)),
            b"length" => Value::int(length(&forest(ctx).value(node)) as i64),
            _ => return parentnode::read(ctx, node, property),
        }))
    },
    write: |ctx, _, node, _, value| {
        forest(ctx).set_value(node, value.as_str().map(Held::into_owned).unwrap_or_default());
        Ok(true)
    },
};

pub static TEXT_TABLE: Table = Table {
    class: "DOMText",
    kinds: &[Kind::Text, Kind::CData],
    names: &["wholeText"],
    writable: &[],
    read: |ctx, _, node, _| {
        let forest = forest(ctx);
        let is_text = |node: Node| node.is_some() && matches!(forest.kind(node), Kind::Text | Kind::CData);
        let mut first = node;
        while is_text(forest.previous(first)) {
            first = forest.previous(first);
        }
        let mut text = Vec::new();
        while is_text(first) {
            text.extend_from_slice(&forest.value(first));
            first = forest.next(first);
        }
        Ok(Some(Value::from(Str::new(text))))
    },
    write: |_, _, _, _, _| Ok(false),
};

/// How many characters a text has.
fn length(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// Where the n-th character begins.
fn place(text: &[u8], index: usize) -> usize {
    let mut starts = text.iter().enumerate().filter(|(_, byte)| **byte & 0xC0 != 0x80).map(|(at, _)| at);
    starts.nth(index).unwrap_or(text.len())
}

/// A part of a text by characters; `None` if it does not begin inside.
pub fn range(text: &[u8], offset: i64, count: i64) -> Option<(usize, usize)> {
    let length = length(text);
    let (offset, count) = (usize::try_from(offset).ok()?, usize::try_from(count).ok()?);
    if offset > length {
        return None;
    }
    let from = place(text, offset);
    let upto = if count >= length - offset { text.len() } else { place(text, offset + count) };
    Some((from, upto))
}

/// Replaces a part; `otherwise` is the result if there is no such part.
pub fn splice(ctx: &Ctx, this: &Object, offset: i64, count: i64, new: &[u8]) -> PhpResult<bool> {
    let (node, forest) = (object::node(ctx, this)?, forest(ctx));
    let text = forest.value(node);
    let Some((from, upto)) = range(&text, offset, count) else { return fail(ctx, this, Fault::IndexSize, false) };
    forest.set_value(node, Str::new([&text[..from], new, &text[upto..]].concat()));
    Ok(true)
}

fn make(ctx: &Ctx, this: &Object, kind: Kind, data: &Str) {
    let node = forest(ctx).create(kind, Node::NONE, Str::from(""), data.clone());
    object::attach(ctx, this, node);
}

pub struct DomCharacterData;

/// Text, of whatever kind.
#[php_class(
    "class DOMCharacterData extends DOMNode implements DOMChildNode {
        public virtual string $data;
        public virtual int $length;
        public virtual ?DOMElement $previousElementSibling;
        public virtual ?DOMElement $nextElementSibling;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl DomCharacterData {
    #[php("public function appendData(string $data): true")]
    fn append_data(ctx: &Ctx, this: &Object, data: &Str) -> PhpResult<bool> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        forest.set_value(node, Str::concat(&forest.value(node), data));
        Ok(true)
    }

    #[php("public function substringData(int $offset, int $count)")]
    fn substring_data(ctx: &Ctx, this: &Object, offset: i64, count: i64) -> PhpResult {
        let node = object::node(ctx, this)?;
        let text = forest(ctx).value(node);
        match range(&text, offset, count) {
            Some((from, upto)) => Ok(Value::from(Str::new(&text[from..upto]))),
            None => fail(ctx, this, Fault::IndexSize, Value::bool(false)),
        }
    }

    #[php("public function insertData(int $offset, string $data): bool")]
    fn insert_data(ctx: &Ctx, this: &Object, offset: i64, data: &Str) -> PhpResult<bool> {
        splice(ctx, this, offset, 0, data)
    }

    #[php("public function deleteData(int $offset, int $count): bool")]
    fn delete_data(ctx: &Ctx, this: &Object, offset: i64, count: i64) -> PhpResult<bool> {
        splice(ctx, this, offset, count, b"")
    }

    #[php("public function replaceData(int $offset, int $count, string $data): bool")]
    fn replace_data(ctx: &Ctx, this: &Object, offset: i64, count: i64, data: &Str) -> PhpResult<bool> {
        splice(ctx, this, offset, count, data)
    }

    #[php("public function replaceWith(...$nodes): void", strict_return)]
    fn replace_with(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        parentnode::replace_with(ctx, this, nodes)
    }

    #[php("public function remove(): void", strict_return)]
    fn remove(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        parentnode::remove(ctx, this)
    }

    #[php("public function before(...$nodes): void", strict_return)]
    fn before(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        parentnode::before(ctx, this, nodes)
    }

    #[php("public function after(...$nodes): void", strict_return)]
    fn after(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        parentnode::after(ctx, this, nodes)
    }
}

pub struct DomText;

/// Text between tags.
#[php_class(
    "class DOMText extends DOMCharacterData {
        public virtual string $wholeText;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl DomText {
    #[php("public function __construct(string $data = '')")]
    fn construct(ctx: &Ctx, this: &Object, data: &Str) {
        make(ctx, this, Kind::Text, data);
    }

    #[php("public function isWhitespaceInElementContent(): bool", alias = "isElementContentWhitespace")]
    fn is_whitespace(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        Ok(forest(ctx).value(node).iter().all(|&byte| chars::is_blank(byte)))
    }

    #[php("public function splitText(int $offset)")]
    fn split_text(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        if offset < 0 {
            return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
        }
        let text = forest.value(node);
        let Some((at, _)) = range(&text, offset, 0) else { return Ok(Value::bool(false)) };
        forest.set_value(node, Str::new(&text[..at]));
        let rest = forest.create(Kind::Text, forest.document(node), Str::from(""), Str::new(&text[at..]));
        let parent = forest.parent(node);
        if parent.is_some() {
            forest.insert(parent, rest, forest.next(node));
        }
        object::value(ctx, rest)
    }
}

pub struct DomComment;

/// A comment.
#[php_class("class DOMComment extends DOMCharacterData {}", create = object::create, handlers = HANDLERS)]
impl DomComment {
    #[php("public function __construct(string $data = '')")]
    fn construct(ctx: &Ctx, this: &Object, data: &Str) {
        make(ctx, this, Kind::Comment, data);
    }
}

pub struct DomCdataSection;

/// A CDATA section.
#[php_class("class DOMCdataSection extends DOMText {}", create = object::create, handlers = HANDLERS)]
impl DomCdataSection {
    #[php("public function __construct(string $data)")]
    fn construct(ctx: &Ctx, this: &Object, data: &Str) {
        make(ctx, this, Kind::CData, data);
    }
}
