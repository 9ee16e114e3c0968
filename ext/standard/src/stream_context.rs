//! Stream contexts.

use phant_memory::{Array, PhpStr, Resource, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, resource};
use phant_streams::{self as streams, Context, Stream};
use std::rc::Rc;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    stream_context_create,
    stream_context_set_params,
    stream_context_get_params,
    stream_context_set_option,
    stream_context_set_options,
    stream_context_get_options,
    stream_context_get_default,
    stream_context_set_default,
];

const SHAPE: &str = "Options should have the form [\"wrappername\"][\"optionname\"] = $value";

fn merge_options(ctx: &Ctx, context: &Context, options: &Array) -> PhpResult<()> {
    if context.merge(options) { Ok(()) } else { Err(ctx.value_error(SHAPE)) }
}

fn merge_params(ctx: &Ctx, context: &Context, params: &Array) -> PhpResult<()> {
    if let Some(notifier) = params.get_bytes(b"notification") {
        let old = context.notifier.replace(notifier.unref());
        drop(old);
    }
    if let Some(options) = params.get_bytes(b"options") {
        match options.as_array() {
            Some(options) => merge_options(ctx, context, &options.clone())?,
            None => return Err(ctx.type_error("Invalid stream/context parameter")),
        }
    }
    Ok(())
}

/// The context of an argument: a context, or that of a stream, which gets one if it has none.
fn context_of(ctx: &Ctx, value: &Value) -> PhpResult<Rc<Context>> {
    let r = streams::resource_argument(ctx, value, 1)?;
    if let Some(context) = Context::of(&r) {
        return Ok(context);
    }
    if let Some(stream) = resource::get::<Stream>(&r) {
        let fresh = Context::create();
        let context = resource::get::<Context>(&fresh);
        stream.set_context(Some(fresh));
        if let Some(context) = context {
            return Ok(context);
        }
    }
    Err(ctx.argument_type_error(1, "must be a valid stream/context"))
}

#[php("function stream_context_create(?array $options = null, ?array $params = null)")]
fn stream_context_create(ctx: &Ctx, options: Option<&Array>, params: Option<&Array>) -> PhpResult<Resource> {
    let r = Context::create();
    if let Some(context) = resource::get::<Context>(&r) {
        if let Some(options) = options {
            merge_options(ctx, &context, &options.clone())?;
        }
        if let Some(params) = params {
            merge_params(ctx, &context, &params.clone())?;
        }
    }
    Ok(r)
}

#[php("function stream_context_set_params(resource $context, array $params): true")]
fn stream_context_set_params(ctx: &Ctx, context: &Value, params: &Array) -> PhpResult<bool> {
    let context = context_of(ctx, context)?;
    merge_params(ctx, &context, &params.clone())?;
    Ok(true)
}

#[php("function stream_context_get_params(resource $context): array")]
fn stream_context_get_params(ctx: &Ctx, context: &Value) -> PhpResult<Array> {
    let context = context_of(ctx, context)?;
    let mut out = Array::with_hash_capacity(2);
    let notifier = context.notifier.borrow().clone();
    if !notifier.is_null() {
        out.set_name("notification", notifier);
    }
    out.set_name("options", context.options.borrow().clone().into());
    Ok(out)
}

#[php("function stream_context_get_options($stream_or_context): array")]
fn stream_context_get_options(ctx: &Ctx, stream_or_context: &Value) -> PhpResult<Array> {
    let context = context_of(ctx, stream_or_context)?;
    Ok(context.options.borrow().clone())
}

#[php(
    "function stream_context_set_option(resource $context, array|string $wrapper_or_options, ?string $option_name = null, mixed $value = UNKNOWN): true"
)]
fn stream_context_set_option(
    ctx: &Ctx,
    context: &Value,
    wrapper_or_options: &Value,
    option_name: Option<&PhpStr>,
    value: Option<&Value>,
    passed: usize,
) -> PhpResult<bool> {
    // The check of the first argument's resource comes last in PHP only for arrays; the order does not show otherwise.
    if passed == 2 {
        let text = "Calling stream_context_set_option() with 2 arguments is deprecated, use stream_context_set_options() instead";
        ctx.report(phant_native::Level::Deprecated, text);
        ctx.check()?;
    }
    let context = context_of(ctx, context)?;
    if let Some(options) = wrapper_or_options.as_array() {
        if option_name.is_some() {
            return Err(ctx.argument_error(3, "must be null when argument #2 ($wrapper_or_options) is an array"));
        }
        if passed > 3 {
            return Err(ctx.argument_error(4, "cannot be provided when argument #2 ($wrapper_or_options) is an array"));
        }
        merge_options(ctx, &context, &options.clone())?;
        return Ok(true);
    }
    let Some(name) = option_name else {
        return Err(ctx.argument_error(3, "cannot be null when argument #2 ($wrapper_or_options) is a string"));
    };
    if passed < 4 {
        return Err(ctx.argument_error(4, "must be provided when argument #2 ($wrapper_or_options) is a string"));
    }
    if let Some(wrapper) = wrapper_or_options.as_str() {
        context.set_option(&wrapper, &name.to_handle(), value.map(Value::unref).unwrap_or_default());
    }
    Ok(true)
}

#[php("function stream_context_set_options(resource $context, array $options): true")]
fn stream_context_set_options(ctx: &Ctx, context: &Value, options: &Array) -> PhpResult<bool> {
    let context = context_of(ctx, context)?;
    merge_options(ctx, &context, &options.clone())?;
    Ok(true)
}

#[php("function stream_context_get_default(?array $options = null)")]
fn stream_context_get_default(ctx: &Ctx, options: Option<&Array>) -> PhpResult<Resource> {
    let r = Context::default_resource(ctx);
    if let (Some(options), Some(context)) = (options, resource::get::<Context>(&r)) {
        merge_options(ctx, &context, &options.clone())?;
    }
    Ok(r)
}

#[php("function stream_context_set_default(array $options)")]
fn stream_context_set_default(ctx: &Ctx, options: &Array) -> PhpResult<Resource> {
    stream_context_get_default(ctx, Some(options))
}
