//! Dom\CharacterData and its classes.

use super::insert;
use crate::{
    characterdata::{self as classic, range},
    exception::{Fault, throw},
    object,
    properties::{HANDLERS, Table},
};
use phant_ext_libxml::forest;
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, PhpResult, php_class};
use phant_xml::tree::Kind;

pub static TABLE: Table = Table {
    class: "Dom\\CharacterData",
    kinds: &[Kind::Text, Kind::CData, Kind::Comment, Kind::ProcessingInstruction],
    names: &["data", "length", "previousElementSibling", "nextElementSibling"],
    writable: &[("data", "string")],
    read: |ctx, this, node, property| (classic::TABLE.read)(ctx, this, node, property),
    write: |ctx, this, node, property, value| (classic::TABLE.write)(ctx, this, node, property, value),
};

pub static TEXT_TABLE: Table = Table {
    class: "Dom\\Text",
    kinds: &[Kind::Text, Kind::CData],
    names: &["wholeText"],
    writable: &[],
    read: |ctx, this, node, property| (classic::TEXT_TABLE.read)(ctx, this, node, property),
    write: |_, _, _, _, _| Ok(false),
};

pub static PI_TABLE: Table = Table {
    class: "Dom\\ProcessingInstruction",
    kinds: &[Kind::ProcessingInstruction],
    names: &["target"],
    writable: &[],
    read: |ctx, _, node, _| Ok(Some(Value::from(forest(ctx).name(node)))),
    write: |_, _, _, _, _| Ok(false),
};

/// A part by numbers that are unsigned ones of 32 bits.
fn part(ctx: &Ctx, this: &Object, offset: i64, count: i64) -> PhpResult<(Str, usize, usize)> {
    let node = object::node(ctx, this)?;
    let text = forest(ctx).value(node);
    let unsigned = |number: i64| i64::from(number as u32);
    match range(&text, unsigned(offset), unsigned(count)) {
        Some((from, upto)) => Ok((text, from, upto)),
        None => Err(throw(ctx, Fault::IndexSize)),
    }
}

fn splice(ctx: &Ctx, this: &Object, offset: i64, count: i64, new: &[u8]) -> PhpResult<()> {
    let (text, from, upto) = part(ctx, this, offset, count)?;
    let node = object::node(ctx, this)?;
    forest(ctx).set_value(node, Str::new([&text[..from], new, &text[upto..]].concat()));
    Ok(())
}

pub struct CharacterData;

/// Text, of whatever kind.
#[php_class(
    "class Dom\\CharacterData extends Dom\\Node implements Dom\\ChildNode {
        public virtual ?Dom\\Element $previousElementSibling;
        public virtual ?Dom\\Element $nextElementSibling;
        public virtual string $data;
        public virtual int $length;
    }",
    create = object::create,
    handlers = HANDLERS,
    strict_return
)]
impl CharacterData {
    #[php("public function substringData(int $offset, int $count): string")]
    fn substring_data(ctx: &Ctx, this: &Object, offset: i64, count: i64) -> PhpResult<Str> {
        let (text, from, upto) = part(ctx, this, offset, count)?;
        Ok(Str::new(&text[from..upto]))
    }

    #[php("public function appendData(string $data): void")]
    fn append_data(ctx: &Ctx, this: &Object, data: &Str) -> PhpResult<()> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        forest.set_value(node, Str::concat(&forest.value(node), data));
        Ok(())
    }

    #[php("public function insertData(int $offset, string $data): void")]
    fn insert_data(ctx: &Ctx, this: &Object, offset: i64, data: &Str) -> PhpResult<()> {
        splice(ctx, this, offset, 0, data)
    }

    #[php("public function deleteData(int $offset, int $count): void")]
    fn delete_data(ctx: &Ctx, this: &Object, offset: i64, count: i64) -> PhpResult<()> {
        splice(ctx, this, offset, count, b"")
    }

    #[php("public function replaceData(int $offset, int $count, string $data): void")]
    fn replace_data(ctx: &Ctx, this: &Object, offset: i64, count: i64, data: &Str) -> PhpResult<()> {
        splice(ctx, this, offset, count, data)
    }

    #[php("public function remove(): void")]
    fn remove(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        insert::remove(ctx, this)
    }

    #[php("public function before(Dom\\Node|string ...$nodes): void", untyped)]
    fn before(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::before(ctx, this, nodes)
    }

    #[php("public function after(Dom\\Node|string ...$nodes): void", untyped)]
    fn after(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::after(ctx, this, nodes)
    }

    #[php("public function replaceWith(Dom\\Node|string ...$nodes): void", untyped)]
    fn replace_with(ctx: &Ctx, this: &Object, nodes: &[Value]) -> PhpResult<()> {
        insert::replace_with(ctx, this, nodes)
    }
}

pub struct Text;

/// Text between tags.
#[php_class(
    "class Dom\\Text extends Dom\\CharacterData {
        public virtual string $wholeText;
    }",
    create = object::create,
    handlers = HANDLERS,
    strict_return
)]
impl Text {
    #[php("public function splitText(int $offset): Dom\\Text")]
    fn split_text(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult<Object> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        if offset < 0 {
            return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
        }
        let text = forest.value(node);
        let Some((at, _)) = range(&text, offset, 0) else { return Err(throw(ctx, Fault::IndexSize)) };
        forest.set_value(node, Str::new(&text[..at]));
        let rest = forest.create(Kind::Text, forest.document(node), Str::from(""), Str::new(&text[at..]));
        let parent = forest.parent(node);
        if parent.is_some() {
            forest.insert(parent, rest, forest.next(node));
        }
        object::wrap(ctx, rest)
    }
}

pub struct Comment;

/// A comment.
#[php_class("class Dom\\Comment extends Dom\\CharacterData {}", create = object::create, handlers = HANDLERS)]
impl Comment {}

pub struct CdataSection;

/// A CDATA section.
#[php_class("class Dom\\CDATASection extends Dom\\Text {}", create = object::create, handlers = HANDLERS)]
impl CdataSection {}

pub struct ProcessingInstruction;

/// A processing instruction.
#[php_class(
    "class Dom\\ProcessingInstruction extends Dom\\CharacterData {
        public virtual string $target;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl ProcessingInstruction {}
