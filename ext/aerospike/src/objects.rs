//! The classes Aerospike\Bytes and Aerospike\GeoJSON.

use crate::instance::{Step, cannot};
use phant_ext_json as json;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{ClassPtr, Ctx, PhpResult, convert, host::PropertyView, php_class};

/// The class of bytes.
pub const BYTES: &str = "Aerospike\\Bytes";
/// The class of places and regions.
pub const GEO: &str = "Aerospike\\GeoJSON";

/// What can be stored as GeoJSON.
#[php_class(
    "interface Aerospike\\GeoJSON\\Serializable extends JsonSerializable { public function toObject(); public function toArray(); }"
)]
pub struct Serializable;

pub struct Bytes;

/// Bytes that are stored as such.
#[php_class("class Aerospike\\Bytes implements Serializable { public $s; }")]
impl Bytes {
    #[php("public function __construct($bin_str)")]
    fn construct(ctx: &Ctx, this: &Object, bin_str: Value) -> PhpResult<()> {
        ctx.set_property(this, "s", bin_str)
    }
    #[php("public function serialize()")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        ctx.get_property(this, "s")
    }
    #[php("public function unserialize($bin_str)")]
    fn unserialize(ctx: &Ctx, this: &Object, bin_str: Value) -> PhpResult<Value> {
        ctx.set_property(this, "s", bin_str.clone())?;
        Ok(bin_str)
    }
    #[php("public function __toString()")]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        convert::to_str(ctx, &ctx.get_property(this, "s")?)
    }
    #[php("public static function unwrap(Aerospike\\Bytes $bytes_wrap)")]
    fn unwrap(ctx: &Ctx, bytes_wrap: &Object) -> PhpResult<Value> {
        ctx.get_property(bytes_wrap, "s")
    }
}

/// Bytes as an object, made without its constructor.
pub fn bytes(ctx: &Ctx, bytes: &[u8]) -> Step<Value> {
    let object = ctx.allocate(ctx.known_class(BYTES))?;
    ctx.set_property(&object, "s", Value::str(bytes))?;
    Ok(Value::from(object))
}

pub struct GeoJson;

impl GeoJson {
    fn parts(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let mut array = Array::new();
        let all = ctx.properties(this, PropertyView::Raw)?;
        for (name, key) in [("type", b"\0*\0type".as_slice()), ("coordinates", b"\0*\0coordinates")] {
            array.set_name(name, all.get_bytes(key).map_or(Value::NULL, Value::unref));
        }
        Ok(array)
    }
    fn make(ctx: &Ctx, class: ClassPtr, from: Value) -> PhpResult<Object> {
        ctx.new_object(class, &[from])
    }
}

/// A place or region.
#[php_class(
    "class Aerospike\\GeoJSON implements Aerospike\\GeoJSON\\Serializable {
        protected $type;
        protected $coordinates;
    }"
)]
impl GeoJson {
    #[php("public function __construct($geojson)")]
    fn construct(ctx: &Ctx, this: &Object, geojson: &Value) -> PhpResult<()> {
        let Some(object) = geojson.as_object() else {
            return Err(ctx.type_error("Aerospike\\GeoJSON takes an object with type and coordinates"));
        };
        for name in ["type", "coordinates"] {
            let value = ctx.get_property(&object, name)?;
            ctx.set_property(this, name, value)?;
        }
        Ok(())
    }
    #[php("public function getType()")]
    fn get_type(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        ctx.get_property(this, "type")
    }
    #[php("public function __toString()")]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        json::to_text(ctx, &Value::from(GeoJson::parts(ctx, this)?))
    }
    #[php("public function jsonSerialize(): mixed")]
    fn json_serialize(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        ctx.std_object(GeoJson::parts(ctx, this)?)
    }
    #[php("public function toObject()")]
    fn to_object(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        ctx.std_object(GeoJson::parts(ctx, this)?)
    }
    #[php("public function toArray()")]
    fn to_array(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        GeoJson::parts(ctx, this)
    }
    #[php("public static function fromArray(array $geojson)")]
    fn from_array(ctx: &Ctx, class: ClassPtr, geojson: &Array) -> PhpResult<Object> {
        let object = ctx.std_object(geojson.clone())?;
        GeoJson::make(ctx, class, Value::from(object))
    }
    #[php("public static function fromJson($geojson)")]
    fn from_json(ctx: &Ctx, class: ClassPtr, geojson: &Value) -> PhpResult<Object> {
        let text = convert::to_str(ctx, geojson)?;
        let value = json::from_text(ctx, &text, false)?.unwrap_or(Value::NULL);
        GeoJson::make(ctx, class, value)
    }
}

/// A place or region as an object.
pub fn geo(ctx: &Ctx, text: &[u8]) -> Step<Value> {
    let value = json::from_text(ctx, &Str::new(text), false)?.unwrap_or(Value::NULL);
    if !value.is_object() {
        return Err(cannot("GeoJSON that is none"));
    }
    Ok(Value::from(GeoJson::make(ctx, ctx.known_class(GEO), value)?))
}
