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
    first_as_key(ctx, args)
}

/// The same for a method that takes no more than its parameters. Those that were not passed are null.
pub fn prepare_few(ctx: &Ctx, args: &mut Args<'_>, least: usize) -> PhpResult<()> {
    args.refuse_named(ctx)?;
    let most = args.function.descriptor().map_or(0, |descriptor| descriptor.params.len());
    let (limit, bound) = if args.passed < least { ("at least", least) } else { ("at most", most) };
    if !(least..=most).contains(&args.passed) {
        let text = format!("{}() expects {limit} {bound} arguments, {} given", args.function_name(), args.passed);
        return Err(ctx.throw("ArgumentCountError", text));
    }
    let (passed, others) = args.values.split_at_mut(args.passed);
    for value in passed.iter_mut().filter(|value| value.is_ref()) {
        *value = value.unref();
    }
    others.fill(Value::NULL);
    first_as_key(ctx, args)
}

fn first_as_key(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<()> {
    let Some(first) = args.values.first_mut() else { return Ok(()) };
    let key = match first.view() {
        View::Str(_) => return Ok(()),
        View::Int(_) | View::Float(_) | View::Bool(_) => Some(convert::to_str(ctx, first)?),
        View::Object(object) => convert::object_to_str(ctx, &object.clone())?,
        View::Null => {
            ctx.deprecated("Passing null to parameter #1 ($key) of type string is deprecated");
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
