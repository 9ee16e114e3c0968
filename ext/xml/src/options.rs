//! What may be set.

use crate::{encoding::Target, errors, parser::XMLParser};
use phant_memory::{Object, Value, View};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    xml_get_error_code,
    xml_error_string,
    xml_get_current_line_number,
    xml_get_current_column_number,
    xml_get_current_byte_index,
    xml_parser_set_option,
    xml_parser_get_option,
];

/// `XML_OPTION_CASE_FOLDING`: names are given in capital letters.
pub(crate) const CASE_FOLDING: i64 = 1;
/// `XML_OPTION_TARGET_ENCODING`: the encoding of what handlers get.
pub(crate) const TARGET_ENCODING: i64 = 2;
/// `XML_OPTION_SKIP_TAGSTART`: how many bytes of names are left out.
pub(crate) const SKIP_TAGSTART: i64 = 3;
/// `XML_OPTION_SKIP_WHITE`: texts that are nothing but blanks are left out of `xml_parse_into_struct`'s arrays.
pub(crate) const SKIP_WHITE: i64 = 4;
/// `XML_OPTION_PARSE_HUGE`: no limits.
pub(crate) const PARSE_HUGE: i64 = 5;

/// Sets an option.
#[php("function xml_parser_set_option(XMLParser $parser, int $option, $value): bool")]
fn xml_parser_set_option(ctx: &Ctx, parser: &Object, option: i64, value: &Value) -> PhpResult<bool> {
    let state = XMLParser::state(parser);
    if !matches!(value.view(), View::Bool(_) | View::Int(_) | View::Str(_)) {
        let given = convert::value_name(value);
        ctx.warning(format!("Argument #3 ($value) must be of type string|int|bool, {given} given"));
        ctx.check()?;
    }
    match option {
        CASE_FOLDING => state.case_folding.set(convert::to_bool(value)),
        SKIP_WHITE => state.skip_white.set(convert::to_bool(value)),
        PARSE_HUGE => {
            if state.is_parsing.get() {
                return Err(ctx.throw_error("Cannot change option XML_OPTION_PARSE_HUGE while parsing"));
            }
            state.huge.set(convert::to_bool(value));
        }
        SKIP_TAGSTART => {
            if value.as_object().is_some() {
                let given = convert::value_name(value);
                ctx.report(phant_native::Level::Warning, format!("Object of class {given} could not be converted to int"));
                ctx.check()?;
            }
            let start = convert::to_int(value);
            if !(0..=i64::from(i32::MAX)).contains(&start) {
                let limit = i32::MAX;
                ctx.warning(format!("Argument #3 ($value) must be between 0 and {limit} for option XML_OPTION_SKIP_TAGSTART"));
                ctx.check()?;
                return Ok(false);
            }
            state.tag_start.set(start as usize);
        }
        TARGET_ENCODING => {
            let name = convert::to_str(ctx, value)?;
            let Some(target) = Target::find(&name) else {
                return Err(ctx.argument_error(3, "is not a supported target encoding"));
            };
            state.target.set(target);
        }
        _ => return Err(ctx.argument_error(2, "must be a XML_OPTION_* constant")),
    }
    Ok(true)
}

/// What an option is.
#[php("function xml_parser_get_option(XMLParser $parser, int $option): string|int|bool")]
fn xml_parser_get_option(ctx: &Ctx, parser: &Object, option: i64) -> PhpResult<Value> {
    let state = XMLParser::state(parser);
    Ok(match option {
        CASE_FOLDING => Value::bool(state.case_folding.get()),
        SKIP_WHITE => Value::bool(state.skip_white.get()),
        PARSE_HUGE => Value::bool(state.huge.get()),
        SKIP_TAGSTART => Value::int(state.tag_start.get() as i64),
        TARGET_ENCODING => Value::from(state.target.get().name()),
        _ => return Err(ctx.argument_error(2, "must be a XML_OPTION_* constant")),
    })
}

/// The number of the last error.
#[php("function xml_get_error_code(XMLParser $parser): int")]
fn xml_get_error_code(parser: &Object) -> i64 {
    i64::from(XMLParser::state(parser).error.get())
}

/// What an error number means.
#[php("function xml_error_string(int $error_code): ?string", pure)]
fn xml_error_string(code: i64) -> &'static str {
    errors::text(code)
}

/// The line, from 1.
#[php("function xml_get_current_line_number(XMLParser $parser): int")]
fn xml_get_current_line_number(parser: &Object) -> i64 {
    i64::from(XMLParser::state(parser).position.get().line)
}

/// The column, from 1.
#[php("function xml_get_current_column_number(XMLParser $parser): int")]
fn xml_get_current_column_number(parser: &Object) -> i64 {
    i64::from(XMLParser::state(parser).position.get().column)
}

/// How many bytes there are in front.
#[php("function xml_get_current_byte_index(XMLParser $parser): int")]
fn xml_get_current_byte_index(parser: &Object) -> i64 {
    XMLParser::state(parser).position.get().offset as i64
}
