//! DOMAttr.

use crate::{
    exception::{Fault, throw},
    object,
    properties::{HANDLERS, Table},
};
use phant_ext_libxml::forest;
use phant_memory::{Held, Object, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, php_class};
use phant_xml::{
    chars,
    tree::{Kind, Node},
};

pub struct DomAttr;

pub static TABLE: Table = Table {
    class: "DOMAttr",
    kinds: &[Kind::Attribute],
    names: &["name", "specified", "value", "ownerElement", "schemaTypeInfo"],
    writable: &[("value", "string")],
    read: |ctx, _, node, property| {
        let forest = forest(ctx);
        Ok(Some(match property {
            b"name" => Value::from(forest.name(node)),
            b"specified" => Value::bool(true),
            b"value" => Value::from(forest.value(node)),
            b"ownerElement" => object::value(ctx, forest.parent(node))?,
            _ => Value::NULL,
        }))
    },
    write: |ctx, _, node, _, value| {
        let value = value.as_str().map(Held::into_owned).unwrap_or_default();
        forest(ctx).set_attribute_value(node, Str::from(""));
        crate::document::set_content(ctx, node, &value)?;
        Ok(true)
    },
};

/// An attribute of an element.
#[php_class(
    "class DOMAttr extends DOMNode {
        public virtual string $name;
        public virtual bool $specified;
        public virtual string $value;
        public virtual ?DOMElement $ownerElement;
        public virtual mixed $schemaTypeInfo;
    }",
    create = object::create,
    handlers = HANDLERS
)]
impl DomAttr {
    #[php("public function __construct(string $name, string $value = '')")]
    fn construct(ctx: &Ctx, this: &Object, name: &PhpStr, value: &Str) -> PhpResult<()> {
        if !chars::is_name(name) {
            return Err(throw(ctx, Fault::InvalidCharacter));
        }
        let node = forest(ctx).create(Kind::Attribute, Node::NONE, Str::new(name.as_bytes()), value.clone());
        object::attach(ctx, this, node);
        Ok(())
    }

    #[php("public function isId(): bool")]
    fn is_id(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let node = object::node(ctx, this)?;
        Ok(forest(ctx).is_id(node))
    }
}
