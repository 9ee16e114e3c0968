//! Settings, and facts about encodings.

use crate::{
    codec::Substitute,
    convert::{convert, source_of},
    encoding,
    state::{self, Reach, find_language, named},
};
use phant_memory::{Array, Literal, PhpStr, Reference, Str, Value, View, string::literal};
use phant_native::{Ctx, PhpResult, RefArg, ctx::Late, descriptor::FunctionGroup, functions, php};
use std::sync::OnceLock;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    mb_language,
    mb_internal_encoding,
    mb_http_input,
    mb_http_output,
    mb_detect_order,
    mb_substitute_character,
    mb_preferred_mime_name,
    mb_parse_str,
    mb_list_encodings,
    mb_encoding_aliases,
    mb_get_info
];

/// The language, which decides how mail is written and what `auto` means.
#[php("function mb_language(?string $language = null): string|bool")]
fn mb_language(ctx: &Ctx, language: Option<&PhpStr>) -> PhpResult<Value> {
    let Some(name) = language else { return Ok(Value::from(state::of(ctx).language.get().name)) };
    match find_language(name) {
        Some(language) => {
            state::of(ctx).language.set(language);
            Ok(Value::TRUE)
        }
        None => Err(ctx.argument_error(1, format!("must be a valid language, \"{name}\" given"))),
    }
}

/// The encoding that the first argument names, without a word about those that should not be used.
fn plainly_named<'a>(request: impl Reach<'a>, name: Option<&PhpStr>) -> PhpResult<encoding::EncodingRef> {
    let name = name.map_or(&b""[..], |name| name.as_bytes());
    match encoding::find(name) {
        Some(encoding) => Ok(encoding),
        None => Err(state::unknown(request.ctx()?, 1, name)),
    }
}

/// The encoding of texts whose encoding nobody names.
#[php("function mb_internal_encoding(?string $encoding = null): string|bool")]
fn mb_internal_encoding(late: Late<'_>, encoding: Option<&PhpStr>) -> PhpResult<Value> {
    if encoding.is_none() {
        return Ok(Value::from(state::internal(late).name));
    }
    let encoding = plainly_named(late, encoding)?;
    Reach::state(late).internal.set(Some(encoding));
    Ok(Value::TRUE)
}

/// The encodings request parameters may have, and the one that those read last had.
#[php("function mb_http_input(?string $type = null): array|string|false")]
fn mb_http_input(ctx: &Ctx, kind: Option<&PhpStr>) -> PhpResult<Value> {
    let identified = state::of(ctx).identified.get();
    let names = || -> Vec<&str> { state::http_input(ctx).iter().map(|e| e.name).collect() };
    let kind = match kind.map(|k| k.as_bytes()) {
        None => b'P',
        Some([kind]) => kind.to_ascii_uppercase(),
        Some(_) => b'?',
    };
    Ok(match kind {
        b'G' | b'P' | b'C' | b'S' => identified.map_or(Value::FALSE, |e| Value::from(e.name)),
        b'I' | b'L' => match (kind, names()) {
            (_, names) if names.is_empty() => Value::FALSE,
            (b'I', names) => Value::from(Array::list(names.into_iter().map(Value::from))),
            (_, names) => Value::from(names.join(",")),
        },
        _ => return Err(ctx.argument_error(1, "must be one of \"G\", \"P\", \"C\", \"S\", \"I\", or \"L\"")),
    })
}

/// The encoding that `mb_output_handler` writes.
#[php("function mb_http_output(?string $encoding = null): string|bool")]
fn mb_http_output(ctx: &Ctx, encoding: Option<&PhpStr>) -> PhpResult<Value> {
    if encoding.is_none() {
        return Ok(Value::from(literal(state::http_output(ctx).name)));
    }
    let encoding = match encoding {
        Some(name) if name.eq_ignore_ascii_case(b"pass") => &encoding::PASS,
        _ => plainly_named(ctx, encoding)?,
    };
    state::of(ctx).http_output.set(Some(encoding));
    Ok(Value::TRUE)
}

/// The encodings that are tried when nobody says which.
#[php("function mb_detect_order(array|string|null $encoding = null): array|bool")]
fn mb_detect_order(ctx: &Ctx, order: Option<&Value>) -> PhpResult<Value> {
    let Some(order) = order else {
        return Ok(Value::from(Array::list(state::detect_order(ctx).iter().map(|e| Value::from(e.name)))));
    };
    let list = match state::list(ctx, order)? {
        Err(name) => return Err(ctx.argument_error(1, format!("contains invalid encoding \"{name}\""))),
        Ok(list) if list.is_empty() => return Err(ctx.argument_error(1, "must specify at least one encoding")),
        Ok(list) => list,
    };
    state::remember_detect_order(ctx, &list);
    Ok(Value::TRUE)
}

fn substitute_value(substitute: Substitute) -> Value {
    match substitute {
        Substitute::None => Value::from("none"),
        Substitute::Long(_) => Value::from("long"),
        Substitute::Entity(_) => Value::from("entity"),
        Substitute::Char(c) => Value::int(i64::from(c)),
    }
}

/// What is written for what cannot be.
#[php("function mb_substitute_character(string|int|null $substitute_character = null): string|int|bool")]
fn mb_substitute_character(ctx: &Ctx, with: Option<&Value>) -> PhpResult<Value> {
    let state = state::of(ctx);
    let with = match with.map(Value::view) {
        None => return Ok(substitute_value(state.substitute.get())),
        Some(View::Str(text)) => match state::substitute(&text, state.substitute.get()) {
            Some(substitute) => substitute,
            None => return Err(ctx.argument_error(1, "must be \"none\", \"long\", \"entity\" or a valid codepoint")),
        },
        Some(View::Int(code)) => match u32::try_from(code).ok().filter(|&c| char::from_u32(c).is_some()) {
            Some(c) => Substitute::Char(c),
            None => return Err(ctx.argument_error(1, "is not a valid codepoint")),
        },
        Some(_) => return Ok(Value::FALSE),
    };
    state.substitute.set(with);
    Ok(Value::TRUE)
}

/// An encoding's MIME name.
#[php("function mb_preferred_mime_name(string $encoding): string|false")]
fn mb_preferred_mime_name(ctx: &Ctx, name: &PhpStr) -> PhpResult<Value> {
    let Some(encoding) = encoding::find(name) else {
        return Err(state::unknown(ctx, 1, name));
    };
    match encoding.mime {
        Some(mime) => Ok(Value::from(mime)),
        None => {
            ctx.warning(format!("No MIME preferred name corresponding to \"{name}\""));
            Ok(Value::FALSE)
        }
    }
}

/// What a part of a query stands for.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let digit = |b: u8| (b as char).to_digit(16);
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        out.push(match (byte, tail) {
            (b'+', _) => b' ',
            (b'%', [a, b, tail @ ..]) if let (Some(a), Some(b)) = (digit(*a), digit(*b)) => {
                rest = tail;
                (a << 4 | b) as u8
            }
            _ => byte,
        });
    }
    out
}

/// Parses a query string into a variable, converted from the encoding it has.
#[php("function mb_parse_str(string $string, &$result): bool")]
fn mb_parse_str(ctx: &Ctx, string: &Str, mut result: RefArg<'_>) -> PhpResult<bool> {
    let Some(parse) = ctx.host.lookup_function(ctx, b"parse_str") else {
        return Err(ctx.throw_error("parse_str() is not available in this build"));
    };
    let separators = ctx.ini.text("arg_separator.input");
    // Names and values, with the marks that join them to a query again.
    let mut texts: Vec<(Option<u8>, Vec<u8>)> = Vec::new();
    for part in string.split(|b| separators.contains(b)).filter(|part| !part.is_empty()) {
        let mark = (!texts.is_empty()).then(|| separators[0]);
        match part.iter().position(|&b| b == b'=') {
            Some(at) => texts.extend([(mark, unescaped(&part[..at])), (Some(b'='), unescaped(&part[at + 1..]))]),
            None => texts.push((mark, unescaped(part))),
        }
    }
    let bytes: Vec<&[u8]> = texts.iter().map(|(_, text)| text.as_slice()).collect();
    let from = source_of(ctx, &bytes, &state::http_input(ctx));
    state::of(ctx).identified.set(from);
    let mut query = Vec::with_capacity(string.len());
    for (mark, text) in &texts {
        query.extend(mark);
        let text = match from {
            Some(from) => convert(ctx, &Str::new(text), state::internal(ctx), from)?,
            None => Str::new(text),
        };
        query.extend(text.iter().flat_map(|b| format!("%{b:02X}").into_bytes()));
    }
    let parsed = Reference::new(Value::NULL);
    ctx.host.call_function(ctx, parse, None, None, &[Value::from(Str::new(&query)), Value::from(parsed.clone())])?;
    result.set(parsed.get().clone());
    Ok(!string.is_empty())
}

/// The names of all encodings.
#[php("function mb_list_encodings(): array")]
fn mb_list_encodings() -> Value {
    static ALL: OnceLock<Literal> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let names = Array::list(encoding::ALL.iter().map(|e| Value::from(literal(e.name))));
        Literal::forever(&Value::from(names)).expect("texts alone")
    });
    (**all).clone()
}

/// An encoding's other names.
#[php("function mb_encoding_aliases(string $encoding): array")]
fn mb_encoding_aliases(ctx: &Ctx, name: &PhpStr) -> PhpResult<Array> {
    let encoding = named(ctx, 1, name)?;
    Ok(Array::list(encoding.aliases.iter().map(|&a| Value::from(literal(a)))))
}

/// The settings of the extension.
#[php("function mb_get_info(string $type = 'all'): array|string|int|false|null")]
fn mb_get_info(ctx: &Ctx, kind: &PhpStr) -> Value {
    let state = state::of(ctx);
    let language = state.language.get();
    let on = |on: bool| Value::from(if on { "On" } else { "Off" });
    let read: [(&str, &dyn Fn() -> Value); 13] = [
        ("internal_encoding", &|| Value::from(state::internal(ctx).name)),
        ("http_input", &|| state.identified.get().map_or(Value::NULL, |e| Value::from(e.name))),
        ("http_output", &|| Value::from(state::http_output(ctx).name)),
        ("http_output_conv_mimetypes", &|| Value::from(ctx.ini.text("mbstring.http_output_conv_mimetypes"))),
        ("mail_charset", &|| Value::from(language.mail.0)),
        ("mail_header_encoding", &|| Value::from(language.mail.1)),
        ("mail_body_encoding", &|| Value::from(language.mail.2)),
        ("illegal_chars", &|| Value::from(state.illegal.get())),
        ("encoding_translation", &|| on(ctx.ini.bool("mbstring.encoding_translation"))),
        ("language", &|| Value::from(language.name)),
        ("detect_order", &|| Value::from(Array::list(state::detect_order(ctx).iter().map(|e| Value::from(e.name))))),
        ("substitute_character", &|| substitute_value(state.substitute.get())),
        ("strict_detection", &|| on(ctx.ini.bool("mbstring.strict_detection"))),
    ];
    if kind.eq_ignore_ascii_case(b"all") {
        let mut all = Array::with_hash_capacity(read.len());
        for (name, value) in read.iter().map(|(name, value)| (name, value())).filter(|(_, value)| !value.is_null()) {
            all.set_name(name, value);
        }
        return Value::from(all);
    }
    match read.iter().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(kind)) {
        Some((_, value)) => value(),
        None => {
            ctx.warning("argument #1 ($type) must be a valid type");
            Value::FALSE
        }
    }
}
