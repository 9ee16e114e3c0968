//! Methods that look at their arguments themselves: they want more of them than their declarations require, or take other types.

use phant_memory::{Value, View};
use phant_native::{Args, Ctx, PhpResult, convert};

/// Prepares the arguments of a method that wants at least so many.
pub fn prepare(ctx: &Ctx, args: &mut Args<'_>, least: usize) -> PhpResult<()> {
    args.refuse_named(ctx)?;
    if args.passed < least {
        let plural = if least == 1 { "" } else { "s" };
        let text = format!("{}() expects at least {least} argument{plural}, {} given", args.function_name(), args.passed);
        return Err(ctx.throw("ArgumentCountError", text));
    }
    // Behind what was passed is room for the rest of the parameters.
    args.values = &mut std::mem::take(&mut args.values)[..args.passed];
    for value in args.values.iter_mut() {
        if value.is_ref() {
            *value = value.unref();
        }
    }
    Ok(())
}

/// The same for a method whose first argument is a key.
pub fn prepare_keyed(ctx: &Ctx, args: &mut Args<'_>, least: usize) -> PhpResult<()> {
    prepare(ctx, args, least)?;
    let function = args.function;
    let Some(first) = args.values.first_mut() else { return Ok(()) };
    let key = match first.view() {
        View::Str(_) => return Ok(()),
        View::Int(_) | View::Float(_) | View::Bool(_) => Some(convert::to_str(ctx, first)?),
        View::Object(object) => convert::object_to_str(ctx, &object.clone())?,
        View::Null => {
            let name = function.display_name();
            let text = format!("{name}(): Passing null to parameter #1 ($key) of type string is deprecated");
            ctx.deprecated(text);
            ctx.check()?;
            Some(Default::default())
        }
        _ => None,
    };
    match key {
        Some(key) => *first = Value::from(key),
        None => {
            let text = format!("must be of type string, {} given", convert::value_name(first));
            return Err(ctx.argument_type_error(1, text));
        }
    }
    Ok(())
}
