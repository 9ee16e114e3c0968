//! A filter with its flags and options, applied to a value.

use crate::{
    constants::{NAMES, filter, flag},
    sanitize, validate,
};
use phant_memory::{Array, Str, Value, View};
use phant_native::{Ctx, ObjectExt, PhpResult, convert};

/// What to do with a value.
#[derive(Clone)]
pub struct Plan {
    filter: i64,
    flags: i64,
    /// The options: an array, or the callback of `FILTER_CALLBACK`.
    options: Option<Value>,
}

/// Whether there is a filter of this number.
pub fn exists(number: i64) -> bool {
    NAMES.iter().any(|entry| entry.1 == number)
}

/// Scalars are asked for where nothing is said of arrays.
fn with_shape(flags: i64) -> i64 {
    if flags & (flag::REQUIRE_ARRAY | flag::FORCE_ARRAY) == 0 { flags | flag::REQUIRE_SCALAR } else { flags }
}

impl Plan {
    /// A filter with flags only.
    pub fn simple(filter: i64, flags: i64) -> Plan {
        Plan { filter, flags, options: None }
    }

    /// From the argument that has flags, or an array with "flags" and "options".
    pub fn new(filter: i64, argument: &Value) -> Plan {
        match argument.as_array() {
            Some(argument) => Plan::from_array(filter, &argument),
            None => Plan::simple(filter, with_shape(convert::to_int(argument))),
        }
    }

    /// From an array with "flags", "options", and perhaps "filter".
    pub fn from_array(filter: i64, argument: &Array) -> Plan {
        let mut plan = Plan::simple(filter, flag::REQUIRE_SCALAR);
        if let Some(flags) = argument.get_bytes(b"flags") {
            plan.flags = with_shape(convert::to_int(&flags.deref()));
        }
        if let Some(options) = argument.get_bytes(b"options").map(Value::deref) {
            if plan.filter == filter::CALLBACK {
                plan.flags = 0;
                plan.options = Some(options.into_owned());
            } else if options.is_array() {
                plan.options = Some(options.into_owned());
            }
        }
        plan
    }

    /// From an element of a definition: a filter, or an array that may name one.
    pub fn from_definition(definition: &Value) -> Plan {
        match definition.as_array() {
            Some(definition) => {
                let filter = definition.get_bytes(b"filter").map_or(filter::UNSAFE_RAW, |f| convert::to_int(&f.deref()));
                Plan::from_array(filter, &definition)
            }
            None => Plan::simple(convert::to_int(definition), flag::REQUIRE_SCALAR),
        }
    }

    /// What stands for a value that is not valid.
    fn failure(&self) -> Value {
        if self.flags & flag::NULL_ON_FAILURE != 0 { Value::NULL } else { Value::FALSE }
    }

    /// The filtered value.
    pub fn apply(&self, ctx: &Ctx, value: &Value) -> PhpResult {
        if let Some(array) = value.as_array() {
            if self.flags & flag::REQUIRE_SCALAR != 0 {
                return Ok(self.failure());
            }
            let array = array.clone();
            return self.each(ctx, &array);
        }
        if self.flags & flag::REQUIRE_ARRAY != 0 {
            return Ok(self.failure());
        }
        let result = self.one(ctx, value)?;
        Ok(if self.flags & flag::FORCE_ARRAY != 0 { Value::from(Array::list([result])) } else { result })
    }

    /// All elements, those of nested arrays too. Elements that are references change where they are.
    fn each(&self, ctx: &Ctx, array: &Array) -> PhpResult {
        ctx.check_stack()?;
        let mut out = Array::new();
        for (key, value) in array.iter() {
            let filtered = match value.deref().as_array() {
                Some(inner) => self.each(ctx, &inner.clone())?,
                None => self.one(ctx, &value.deref())?,
            };
            match value.as_ref() {
                Some(reference) => {
                    reference.set(filtered);
                    out.set(key.to_key(), Value::from(reference.clone()));
                }
                None => out.set(key.to_key(), filtered),
            }
        }
        Ok(Value::from(out))
    }

    fn one(&self, ctx: &Ctx, value: &Value) -> PhpResult {
        let is_plain_object = matches!(value.view(), View::Object(object) if object.class().magic.to_string.is_none());
        let found = if is_plain_object {
            None
        } else {
            let text = convert::to_str(ctx, value)?;
            self.text(ctx, text)?
        };
        let result = found.unwrap_or_else(|| self.failure());
        let failed = if self.flags & flag::NULL_ON_FAILURE != 0 { result.is_null() } else { result.as_bool() == Some(false) };
        let default =
            self.options.as_ref().and_then(Value::as_array).and_then(|options| Some(options.get_bytes(b"default")?.unref()));
        Ok(match default {
            Some(default) if failed => default,
            _ => result,
        })
    }

    /// What the filter makes of a text; `None` if it is not valid.
    fn text(&self, ctx: &Ctx, text: Str) -> PhpResult<Option<Value>> {
        let flags = self.flags;
        let options = self.options.as_ref().and_then(Value::as_array);
        let options = options.as_deref();
        // The flags of shape are not the filter's.
        let own = flags & !(flag::REQUIRE_SCALAR | flag::REQUIRE_ARRAY | flag::FORCE_ARRAY | flag::NULL_ON_FAILURE);
        let valid = match self.filter {
            filter::INT => return Ok(validate::int(&text, own, options)),
            filter::BOOL => return Ok(validate::bool(&text)),
            filter::FLOAT => return validate::float(ctx, &text, own, options),
            filter::REGEXP => return validate::regexp(ctx, &text, options),
            filter::DOMAIN => validate::domain(&text, own),
            filter::URL => validate::url(&text, own),
            filter::EMAIL => validate::email(&text, own),
            filter::IP => validate::ip(&text, own),
            filter::MAC => validate::mac(ctx, &text, options)?,
            filter::STRING => return sanitize::string(ctx, &text, own).map(Some),
            filter::ENCODED => return Ok(Some(sanitize::url_encoded(&text, own))),
            filter::SPECIAL_CHARS => return Ok(Some(sanitize::special_chars(&text, own))),
            filter::FULL_SPECIAL_CHARS => return sanitize::full_special_chars(ctx, text, own).map(Some),
            filter::SANITIZE_EMAIL => return Ok(Some(sanitize::email(&text))),
            filter::SANITIZE_URL => return Ok(Some(Value::str(sanitize::url(&text)))),
            filter::NUMBER_INT => return Ok(Some(sanitize::number_int(&text))),
            filter::NUMBER_FLOAT => return Ok(Some(sanitize::number_float(&text, own))),
            filter::ADD_SLASHES => return sanitize::add_slashes(ctx, text).map(Some),
            filter::CALLBACK => return self.callback(ctx, text).map(Some),
            _ => return Ok(Some(sanitize::unsafe_raw(text, own))),
        };
        Ok(valid.then(|| Value::from(text)))
    }

    fn callback(&self, ctx: &Ctx, text: Str) -> PhpResult {
        let callable = self.options.as_ref().and_then(|callback| ctx.resolve_callable(callback).ok());
        let Some(callable) = callable else {
            ctx.check()?;
            let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
            return Err(ctx.type_error(format!("{name}(): Option must be a valid callback")));
        };
        ctx.call(&callable, &[Value::from(text)])
    }
}
