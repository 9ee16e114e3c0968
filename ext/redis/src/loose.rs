//! Methods that look at their arguments themselves: they take others than they declare, or do not look how many there are.
//!
//! Each has a rule beside its declaration. A letter stands for an argument: `s` text, `l` an integer, `d` a float, `b` a truth,
//! `a` an array, as a capital letter also null; `f` is what can be called, `z` takes anything, `r` a variable with anything in it. What is behind `|` need
//! not be passed, and of what `*` stands for there may be any number. `wrong:` says of a wrong number that it is one, `3or5:`
//! takes no other numbers.

use phant_memory::{Str, Value};
use phant_native::{
    Args, Ctx, PhpResult, coerce, convert,
    descriptor::{ParamDescriptor, TypeMask},
};

/// Methods of a class, each with its rule.
macro_rules! loose {
    ($class:ident, $table:ident: $($rule:literal $name:ident: $declaration:literal $(, $fact:ident = $text:literal)?;)*) => {
        #[allow(non_snake_case)]
        #[phant_native::php_methods(LOOSE)]
        impl $class {
            $(
                #[php($declaration, raw $(, $fact = $text)?)]
                fn $name(ctx: &phant_native::Ctx, args: &mut phant_native::Args<'_>) -> phant_native::PhpResult {
                    if !$crate::loose::take(ctx, args, $rule)? {
                        return Ok(phant_memory::Value::FALSE);
                    }
                    $table::call(ctx, args, &const { $table::row(stringify!($name)) })
                }
            )*
        }
    };
}
pub(crate) use loose;

/// Makes the arguments what the rule says; `false` after a warning. Those that were not passed have their defaults.
pub fn take(ctx: &Ctx, args: &mut Args<'_>, rule: &str) -> PhpResult<bool> {
    args.refuse_named(ctx)?;
    let (count, forms) = rule.split_once(':').unwrap_or(("", rule));
    let (needed, further) = forms.split_once('|').unwrap_or((forms, ""));
    let any = needed.ends_with('*');
    let needed = needed.trim_end_matches('*');
    if !has_number(ctx, args, count, [needed.len(), needed.len() + further.len()], any)? {
        return Ok(false);
    }
    let params = args.function.descriptor().map_or(&[][..], |descriptor| descriptor.params);
    let letters = needed.bytes().chain(further.bytes());
    for (at, letter) in letters.chain(std::iter::repeat(b'z')).enumerate().take(args.passed) {
        let param = params.get(at);
        if args.values[at].is_undef() {
            let Some(param) = param.filter(|param| param.default.is_some()) else {
                let text = format!("{}(): Argument #{} not passed", args.function_name(), at + 1);
                return Err(ctx.throw("ArgumentCountError", text));
            };
            args.values[at] = coerce::default_value(ctx, param)?;
        }
        if letter != b'r' {
            let taken = one(ctx, at, letter, param, args.values[at].unref())?;
            args.values[at] = taken;
        }
    }
    // Behind what was passed is room for the rest of the parameters.
    let room = if any { args.passed } else { args.values.len().min(needed.len() + further.len()) };
    args.values = &mut std::mem::take(&mut args.values)[..room];
    for (value, param) in args.values.iter_mut().zip(params).skip(args.passed) {
        *value = if param.default.is_some() { coerce::default_value(ctx, param)? } else { Value::NULL };
    }
    Ok(true)
}

/// Whether there are as many arguments as there must be, if not, with an error or a warning.
fn has_number(ctx: &Ctx, args: &Args<'_>, count: &str, [least, most]: [usize; 2], any: bool) -> PhpResult<bool> {
    if count == "3or5" {
        let good = matches!(args.passed, 3 | 5);
        if !good {
            ctx.warning("Must pass either 3 or 5 arguments");
        }
        return Ok(good);
    }
    if args.passed >= least && (any || args.passed <= most) {
        return Ok(true);
    }
    let name = args.function_name();
    if count == "wrong" {
        return Err(ctx.throw("ArgumentCountError", format!("Wrong parameter count for {name}()")));
    }
    let few = args.passed < least;
    let number = if few { least } else { most };
    let word = match (few, least == most && !any) {
        (_, true) => "exactly",
        (true, _) => "at least",
        (false, _) => "at most",
    };
    let plural = if number == 1 { "" } else { "s" };
    let text = format!("{name}() expects {word} {number} argument{plural}, {} given", args.passed);
    Err(ctx.throw("ArgumentCountError", text))
}

/// One argument as its letter wants it.
fn one(ctx: &Ctx, at: usize, letter: u8, param: Option<&'static ParamDescriptor>, value: Value) -> PhpResult {
    let (mask, name, empty) = match letter.to_ascii_lowercase() {
        b's' => (TypeMask::STRING, "string", Value::from(Str::default())),
        b'l' => (TypeMask::INT, "int", Value::int(0)),
        b'd' => (TypeMask::FLOAT, "float", Value::float(0.0)),
        b'b' => (TypeMask::BOOL, "bool", Value::FALSE),
        b'a' => (TypeMask::ARRAY, "array", Value::empty_array()),
        b'f' => {
            let unfit = ctx.resolve_callable(&value).err();
            ctx.check()?;
            let Some(reason) = unfit else { return Ok(value) };
            return Err(ctx.argument_type_error(at + 1, format!("must be a valid callback, {reason}")));
        }
        _ => return Ok(value),
    };
    let nullable = letter.is_ascii_uppercase();
    if mask.intersects(TypeMask::of_tag(value.raw_type())) || (nullable && value.is_null()) {
        return Ok(value);
    }
    if letter != b'a' {
        let strict = ctx.host.caller_is_strict(ctx);
        if value.is_null() && !strict {
            let shown = match param {
                Some(param) => {
                    let declared = param.ty.as_ref().map_or("mixed".to_owned(), coerce::type_text);
                    format!(" (${}) of type {declared}", param.name)
                }
                None => format!(" of type {name}"),
            };
            ctx.deprecated(format!("Passing null to parameter #{}{shown} is deprecated", at + 1));
            ctx.check()?;
            return Ok(empty);
        }
        if let Some(converted) = coerce::scalar_to(ctx, &value, mask, strict)? {
            return Ok(converted);
        }
        ctx.check()?;
    }
    let or_null = if nullable { "?" } else { "" };
    let text = format!("must be of type {or_null}{name}, {} given", convert::value_name(&value));
    Err(ctx.argument_type_error(at + 1, text))
}
