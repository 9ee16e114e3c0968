//! Dom\Attr.

use super::names;
use crate::{
    exception::{Fault, throw, throw_text},
    object,
    properties::{HANDLERS, Table, text},
};
use phant_ext_libxml::forest;
use phant_memory::{Held, Object, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, php_class};
use phant_xml::tree::Kind;

pub static TABLE: Table = Table {
    class: "Dom\\Attr",
    kinds: &[Kind::Attribute],
    names: &["namespaceURI", "prefix", "localName", "name", "value", "ownerElement", "specified"],
    writable: &[("value", "string")],
    read: |ctx, _, node, property| {
        let forest = forest(ctx);
        Ok(Some(match property {
            b"namespaceURI" => text(forest.uri(node)),
            b"prefix" => super::node::maybe(forest.prefix(node)),
            b"localName" => Value::from(forest.name(node)),
            b"name" => Value::from(forest.qualified_name(node)),
            b"value" => Value::from(forest.value(node)),
            b"ownerElement" => object::value(ctx, forest.parent(node))?,
            _ => Value::bool(true),
        }))
    },
    write: |ctx, _, node, _, value| {
        forest(ctx).set_attribute_value(node, value.as_str().map(Held::into_owned).unwrap_or_default());
        Ok(true)
    },
};

pub struct Attr;

/// An attribute of an element.
#[php_class(
    "class Dom\\Attr extends Dom\\Node {
        public virtual ?string $namespaceURI;
        public virtual ?string $prefix;
        public virtual string $localName;
        public virtual string $name;
        public virtual string $value;
        public virtual ?Dom\\Element $ownerElement;
        public virtual bool $specified;
    }",
    create = object::create,
    handlers = HANDLERS,
    strict_return
)]
impl Attr {
    #[php("public function isId(): bool")]
    fn is_id(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        Ok(forest(ctx).is_id(node))
    }

    #[php("public function rename(?string $namespaceURI, string $qualifiedName): void")]
    fn rename(ctx: &Ctx, this: &Object, namespace_uri: Option<&PhpStr>, qualified_name: &PhpStr) -> PhpResult<()> {
        let (node, forest) = (object::node(ctx, this)?, forest(ctx));
        let uri = namespace_uri.map(|uri| uri.as_bytes());
        let name = names::extract(uri, qualified_name).map_err(|fault| throw(ctx, fault))?;
        let element = forest.parent(node);
        if element.is_some() {
            let known = forest.attribute(element, name.local, name.uri);
            if known.is_some() && known != node {
                let text = "An attribute with the given name in the given namespace already exists";
                return Err(throw_text(ctx, Fault::InvalidModification, text));
            }
        }
        forest.set_name(node, Str::new(name.local));
        forest.set_namespace(node, name.namespace(forest));
        forest.note_renamed(node);
        Ok(())
    }
}
