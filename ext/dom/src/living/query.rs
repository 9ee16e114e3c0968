//! `querySelector` and its kind.

use super::lists;
use crate::{
    exception::{Fault, throw_text},
    object,
};
use phant_ext_libxml::forest;
use phant_memory::{Object, PhpStr, heap_vec};
use phant_native::{Ctx, PhpResult};
use phant_xml::selectors::{self, Selectors};

fn parsed(ctx: &Ctx, text: &PhpStr) -> PhpResult<Selectors> {
    selectors::parse(text).map_err(|fault| match fault {
        selectors::Fault::Invalid(why) => throw_text(ctx, Fault::Syntax, &format!("Invalid selector ({why})")),
        selectors::Fault::Unsupported => ctx.argument_error(1, "contains an unsupported selector"),
        selectors::Fault::Blank => throw_text(
            ctx,
            Fault::NotSupported,
            ":blank selector is not implemented because CSSWG has not yet decided its semantics \
             (https://github.com/w3c/csswg-drafts/issues/1967)",
        ),
    })
}

/// `querySelector`
pub fn first(ctx: &Ctx, this: &Object, text: &PhpStr) -> PhpResult {
    let node = object::node(ctx, this)?;
    let selectors = parsed(ctx, text)?;
    object::value(ctx, selectors::first(forest(ctx), node, &selectors))
}

/// `querySelectorAll`
pub fn all(ctx: &Ctx, this: &Object, text: &PhpStr) -> PhpResult<Object> {
    let node = object::node(ctx, this)?;
    let selectors = parsed(ctx, text)?;
    let mut values = heap_vec();
    for node in selectors::all(forest(ctx), node, &selectors) {
        values.push(object::value(ctx, node)?);
    }
    ctx.poll()?;
    lists::fixed(ctx, values)
}

/// `closest`
pub fn closest(ctx: &Ctx, this: &Object, text: &PhpStr) -> PhpResult {
    let node = object::node(ctx, this)?;
    let selectors = parsed(ctx, text)?;
    object::value(ctx, selectors::closest(forest(ctx), node, &selectors))
}

/// `matches`
pub fn matches(ctx: &Ctx, this: &Object, text: &PhpStr) -> PhpResult<bool> {
    let node = object::node(ctx, this)?;
    let selectors = parsed(ctx, text)?;
    Ok(selectors::matches(forest(ctx), node, &selectors))
}
