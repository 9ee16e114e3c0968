//! Query strings: `http_build_query`, `parse_str`, and the variables that a request brings.

use crate::url;
use phant_memory::{Array, Held, KeyRef, PhpArray, PhpStr, Str, StrBuilder, Value, View};
use phant_native::{
    Ctx, Level, ObjectExt, PhpResult, RefArg, convert,
    descriptor::FunctionGroup,
    functions,
    host::PropertyView,
    php,
    sapi::{self, BodyError},
};
use phant_sapi::variables;

pub(crate) const FUNCTIONS: FunctionGroup = functions![http_build_query, parse_str, request_parse_body];

struct Query<'a> {
    out: StrBuilder,
    separator: Str,
    raw: bool,
    numeric_prefix: &'a [u8],
}

/// A query string of the elements of an array or the visible properties of an object.
#[php(
    "function http_build_query(array|object $data, string $numeric_prefix = \"\", ?string $arg_separator = null, int $encoding_type = PHP_QUERY_RFC1738): string"
)]
fn http_build_query(
    ctx: &Ctx,
    data: &Value,
    numeric_prefix: &PhpStr,
    arg_separator: Option<&PhpStr>,
    encoding_type: i64,
) -> PhpResult<Str> {
    if let Some(object) = data.as_object()
        && object.class().is_enum()
    {
        let text = format!("must not be an enum, {} given", object.class().name);
        return Err(ctx.argument_type_error(1, text));
    }
    let separator = match arg_separator {
        Some(s) => s.to_handle(),
        None => match ctx.ini.get("arg_separator.output") {
            Some(s) if !s.is_empty() => s,
            _ => Str::from("&"),
        },
    };
    let mut query = Query { out: StrBuilder::new(), separator, raw: encoding_type == url::RFC3986, numeric_prefix };
    query.container(ctx, data, None)?;
    Ok(query.out.finish())
}

impl Query<'_> {
    fn container(&mut self, ctx: &Ctx, data: &Value, prefix: Option<&[u8]>) -> PhpResult<()> {
        if phant_native::stack::is_low() {
            return Err(ctx.throw_error("Maximum call stack size reached."));
        }
        ctx.check_memory()?;
        if let Some(object) = data.as_object() {
            let object = object.clone();
            if !object.protect() {
                return Ok(());
            }
            let result = ctx.properties(&object, PropertyView::FromScope).and_then(|p| self.elements(ctx, &p, prefix));
            object.unprotect();
            return result;
        }
        let Some(array) = data.as_array().map(Held::into_owned) else { return Ok(()) };
        if !array.protect() {
            return Ok(());
        }
        let result = self.elements(ctx, &array, prefix);
        array.unprotect();
        result
    }

    fn elements(&mut self, ctx: &Ctx, array: &PhpArray, prefix: Option<&[u8]>) -> PhpResult<()> {
        for (key, value) in array.iter() {
            let nested = match value.view() {
                View::Null | View::Resource(_) => continue,
                View::Array(_) => true,
                View::Object(o) => !o.class().is_enum(),
                _ => false,
            };
            let mut name = StrBuilder::new();
            name.push_bytes(prefix.unwrap_or_default());
            match key {
                KeyRef::Int(i) => {
                    if prefix.is_none() {
                        name.push_bytes(self.numeric_prefix);
                    }
                    name.push_int(i);
                }
                KeyRef::Str(s) => url::push_encoded(&mut name, s, self.raw),
            }
            if nested {
                name.push_bytes(if prefix.is_some() { b"%5D%5B" } else { b"%5B" });
                self.container(ctx, &value.unref(), Some(name.as_bytes()))?;
                continue;
            }
            if prefix.is_some() {
                name.push_bytes(b"%5D");
            }
            self.scalar(ctx, name.as_bytes(), value)?;
        }
        Ok(())
    }

    /// Writes what comes before a value.
    fn begin(&mut self, name: &[u8]) {
        if !self.out.is_empty() {
            self.out.push_bytes(&self.separator);
        }
        self.out.push_bytes(name);
        self.out.push(b'=');
    }

    fn scalar(&mut self, ctx: &Ctx, name: &[u8], value: &Value) -> PhpResult<()> {
        if let Some(number) = value.as_int() {
            self.begin(name);
            self.out.push_int(number);
            return Ok(());
        }
        let value = match value.view() {
            View::Bool(b) => Str::from(if b { "1" } else { "0" }),
            View::Object(object) => {
                if object.class().backing.is_none() {
                    let text = format!("Unbacked enum {} cannot be converted to a string", object.class().name);
                    return Err(ctx.value_error(text));
                }
                let object = object.clone();
                let value = ctx.get_property(&object, "value")?;
                convert::to_str(ctx, &value)?
            }
            _ => convert::to_str(ctx, &value.unref())?,
        };
        self.begin(name);
        url::push_encoded(&mut self.out, &value, self.raw);
        Ok(())
    }
}

/// The fields and files of the request's body, whatever its method.
#[php("function request_parse_body(?array $options = null): array")]
fn request_parse_body(ctx: &Ctx, options: Option<&Array>) -> PhpResult<Array> {
    const LIMITS: [&str; 5] =
        ["max_file_uploads", "max_input_vars", "max_multipart_body_parts", "post_max_size", "upload_max_filesize"];
    let mut limits = Vec::new();
    for (key, value) in options.into_iter().flat_map(|options| options.iter()) {
        let KeyRef::Str(key) = key else { return Err(ctx.value_error("Invalid integer key in $options argument")) };
        let Some(name) = LIMITS.into_iter().find(|name| name.as_bytes() == key.as_bytes()) else {
            return Err(ctx.value_error(format!("Invalid key \"{}\" in $options argument", key.to_text())));
        };
        let limit = match value.view() {
            View::Int(i) => i,
            View::Str(text) => {
                let (limit, error) = phant_native::quantity::quantity(&text);
                if let Some(error) = error {
                    ctx.report(Level::Warning, error);
                    ctx.check()?;
                }
                limit
            }
            _ => {
                let given = convert::type_name(&value.deref());
                return Err(ctx.value_error(format!("Invalid {given} value in $options argument")));
            }
        };
        limits.push((name, limit));
    }
    let failure = match sapi::current().parse_body(ctx, &limits) {
        Ok((fields, files)) => return Ok(Array::list([Value::from(fields), Value::from(files)])),
        Err(failure) => failure,
    };
    const EXCEPTION: &str = "RequestParseBodyException";
    Err(match failure {
        BodyError::NoType => ctx.throw(EXCEPTION, "Request does not provide a content type"),
        BodyError::OtherType(kind) => {
            ctx.throw("InvalidArgumentException", [b"Content-Type \"", &kind[..], b"\" is not supported"].concat())
        }
        BodyError::Bad(text) => ctx.throw(EXCEPTION, text),
    })
}

/// Puts the variables of a query string into an array.
#[php("function parse_str(string $string, &$result): void")]
fn parse_str(ctx: &Ctx, string: &PhpStr, mut result: RefArg<'_>) {
    let mut variables = Array::new();
    // It ends at a NUL, as it does in C.
    let text = string.split(|&byte| byte == 0).next().unwrap_or_default();
    variables::parse_query(ctx, text, &mut variables);
    result.set(variables);
}
