//! A value as the cache keeps it.
//!
//! What consists of scalars, strings and arrays is kept as literals are: immutable, outside every heap, in a pool of its own.
//! Requests of all threads read it where it is (see `lent`); they copy an array when they write to it. Anything else, with
//! objects and references, is kept as text, and made anew at each fetch.

use crate::lent::Pooled;
use phant_memory::{Literal, Str, Value, View, account};
use phant_native::{Ctx, PhpResult};

/// Deeper arrays are kept as text.
const DEEPEST: usize = 200;
/// Longer strings have a pool.
const SHORT: usize = 256;

/// See the module's documentation.
pub(crate) enum Stored {
    /// A number, a truth or null.
    Scalar(Literal),
    /// A short string. A copy of it takes no longer than to keep a pool for the request.
    Short(Box<[u8]>),
    /// A string or an array.
    Pooled(Pooled),
    /// As `serialize` or igbinary has it.
    Text(Box<[u8]>, Format),
}

/// Who can read a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Php,
    Igbinary,
}

/// Whether a value can be a literal.
fn is_plain(value: &Value, depth: usize) -> bool {
    if value.is_ref() || depth > DEEPEST {
        return false;
    }
    match value.view() {
        View::Object(_) | View::Resource(_) => false,
        View::Array(array) => array.values().all(|value| is_plain(value, depth + 1)),
        _ => true,
    }
}

impl Stored {
    /// Keeps a copy of a value. Writing objects may run PHP code.
    pub(crate) fn new(ctx: &Ctx, value: &Value) -> PhpResult<Stored> {
        let value = &value.unref();
        // What other requests use is on nobody's account.
        let before = account::taken();
        let stored = Stored::make(ctx, value);
        account::add(before - account::taken());
        stored
    }

    fn make(ctx: &Ctx, value: &Value) -> PhpResult<Stored> {
        if let Some(text) = value.as_str().filter(|text| text.len() <= SHORT) {
            return Ok(Stored::Short(text.as_bytes().into()));
        }
        if is_plain(value, 0) {
            if !value.is_str() && !value.is_array() {
                if let Some(literal) = Literal::new(value) {
                    return Ok(Stored::Scalar(literal));
                }
            }
            if let Some(pooled) = Pooled::new(value) {
                return Ok(Stored::Pooled(pooled));
            }
        }
        if ctx.ini.text("apc.serializer").as_bytes() == b"igbinary" {
            let text = phant_ext_igbinary::serialize(ctx, value)?;
            return Ok(Stored::Text(text.as_bytes().into(), Format::Igbinary));
        }
        let text = phant_ext_standard::serialize::to_text(ctx, value)?;
        Ok(Stored::Text(text.as_bytes().into(), Format::Php))
    }

    /// An integer.
    pub(crate) fn int(i: i64) -> Stored {
        Stored::Scalar(Literal::int(i))
    }

    /// The number, if it is one.
    pub(crate) fn as_int(&self) -> Option<i64> {
        match self {
            Stored::Scalar(literal) => literal.as_int(),
            Stored::Short(_) | Stored::Pooled(_) | Stored::Text(..) => None,
        }
    }

    /// The value for the running request, if it is there as it is.
    #[inline]
    pub(crate) fn ready(&self) -> Option<Value> {
        match self {
            Stored::Scalar(literal) => Some((**literal).clone()),
            Stored::Short(text) => Some(Value::from(Str::new(text))),
            Stored::Pooled(pooled) => Some(pooled.lend()),
            Stored::Text(..) => None,
        }
    }

    /// The value for the running request. `None`: its text cannot be read any more.
    pub(crate) fn value(&self, ctx: &Ctx) -> PhpResult<Option<Value>> {
        match self {
            Stored::Scalar(_) | Stored::Short(_) | Stored::Pooled(_) => Ok(self.ready()),
            Stored::Text(text, Format::Php) => phant_ext_standard::unserialize::from_text(ctx, text),
            Stored::Text(text, Format::Igbinary) => phant_ext_igbinary::unserialize(ctx, text),
        }
    }

    /// Bytes it takes.
    pub(crate) fn size(&self) -> usize {
        match self {
            Stored::Scalar(_) => 0,
            Stored::Pooled(pooled) => pooled.size(),
            Stored::Short(text) | Stored::Text(text, _) => text.len(),
        }
    }
}
