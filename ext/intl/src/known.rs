//! Which locales constructors take.

use crate::{
    data::Chain,
    error::{self, ILLEGAL_ARGUMENT},
    locale::default_name,
    locale_id::LocaleId,
};
use phant_memory::Str;
use phant_native::{Ctx, PhpResult};

const LONGEST: usize = 156;

/// A locale that a constructor is given, the default one for none. `Ok(None)` if it is too long, which has been noted; an
/// exception if there is no such language.
pub(crate) fn locale(ctx: &Ctx, argument: usize, name: &Str) -> PhpResult<Option<String>> {
    let Some(name) = named(ctx, name)? else { return Ok(None) };
    if !is_language(&name) {
        return Err(ctx.argument_error(argument, format!("\"{name}\" is invalid")));
    }
    Ok(Some(name))
}

/// The same without a look at the language.
pub(crate) fn named(ctx: &Ctx, name: &Str) -> PhpResult<Option<String>> {
    if name.len() > LONGEST {
        error::set(ctx, ILLEGAL_ARGUMENT, "Locale string too long, should be no longer than 156 characters")?;
        return Ok(None);
    }
    Ok(Some(if name.is_empty() { default_name(ctx) } else { String::from_utf8_lossy(name.as_bytes()).into_owned() }))
}

/// Whether a locale's language is one that there is.
pub(crate) fn is_language(name: &str) -> bool {
    let canonical = crate::locale_id::canonical(name).unwrap_or_else(|| name.to_owned());
    let language = LocaleId::new(canonical.split('@').next().unwrap_or_default()).language;
    if language.is_empty() {
        return false;
    }
    Chain::new("lang", "en").text(&["Languages", &language]).is_some() || crate::data::exists("", &language)
}
