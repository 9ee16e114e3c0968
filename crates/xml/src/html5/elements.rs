//! Which elements the standard treats alike.

/// The namespaces that a parser makes elements of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Space {
    Html,
    Svg,
    MathMl,
    /// Only the element around a fragment can be of another one.
    Other,
}

pub(super) const SVG: &[u8] = b"http://www.w3.org/2000/svg";
pub(super) const MATHML: &[u8] = b"http://www.w3.org/1998/Math/MathML";
pub(super) const XLINK: &[u8] = b"http://www.w3.org/1999/xlink";

/// Elements that the standard calls special.
pub(super) fn is_special(space: Space, name: &[u8]) -> bool {
    match space {
        Space::Html => is_special_html(name),
        Space::MathMl => is_mathml_text_point(name) || name == b"annotation-xml",
        Space::Svg => matches!(name, b"foreignObject" | b"desc" | b"title"),
        Space::Other => false,
    }
}

#[rustfmt::skip]
fn is_special_html(name: &[u8]) -> bool {
    matches!(name,
        b"address" | b"applet" | b"area" | b"article" | b"aside" | b"base" | b"basefont" | b"bgsound" | b"blockquote" | b"body" | b"br"
        | b"button" | b"caption" | b"center" | b"col" | b"colgroup" | b"dd" | b"details" | b"dir" | b"div" | b"dl" | b"dt" | b"embed"
        | b"fieldset" | b"figcaption" | b"figure" | b"footer" | b"form" | b"frame" | b"frameset" | b"h1" | b"h2" | b"h3" | b"h4"
        | b"h5" | b"h6" | b"head" | b"header" | b"hgroup" | b"hr" | b"html" | b"iframe" | b"img" | b"input" | b"keygen" | b"li"
        | b"link" | b"listing" | b"main" | b"marquee" | b"menu" | b"meta" | b"nav" | b"noembed" | b"noframes" | b"noscript"
        | b"object" | b"ol" | b"p" | b"param" | b"plaintext" | b"pre" | b"script" | b"search" | b"section" | b"select" | b"source"
        | b"style" | b"summary" | b"table" | b"tbody" | b"td" | b"template" | b"textarea" | b"tfoot" | b"th" | b"thead" | b"title"
        | b"tr" | b"track" | b"ul" | b"wbr" | b"xmp")
}

/// Elements that end what "in scope" means.
pub(super) fn ends_scope(space: Space, name: &[u8]) -> bool {
    match space {
        Space::Html => matches!(
            name,
            b"applet" | b"caption" | b"html" | b"table" | b"td" | b"th" | b"marquee" | b"object" | b"select" | b"template"
        ),
        _ => is_special(space, name),
    }
}

pub(super) fn is_mathml_text_point(name: &[u8]) -> bool {
    matches!(name, b"mi" | b"mo" | b"mn" | b"ms" | b"mtext")
}

/// Elements whose end tags may be left out.
pub(super) fn is_implied_end(name: &[u8]) -> bool {
    matches!(name, b"dd" | b"dt" | b"li" | b"optgroup" | b"option" | b"p" | b"rb" | b"rp" | b"rt" | b"rtc")
}

pub(super) fn is_formatting(name: &[u8]) -> bool {
    matches!(
        name,
        b"a" | b"b"
            | b"big"
            | b"code"
            | b"em"
            | b"font"
            | b"i"
            | b"nobr"
            | b"s"
            | b"small"
            | b"strike"
            | b"strong"
            | b"tt"
            | b"u"
    )
}

pub(super) fn is_heading(name: &[u8]) -> bool {
    matches!(name, b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6")
}

/// Elements without content.
pub(crate) fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"area"
            | b"base"
            | b"br"
            | b"col"
            | b"embed"
            | b"hr"
            | b"img"
            | b"input"
            | b"link"
            | b"meta"
            | b"param"
            | b"source"
            | b"track"
            | b"wbr"
    ) || matches!(name, b"basefont" | b"bgsound" | b"frame" | b"keygen")
}

/// What a document type makes of a document: 0 nothing, 1 quirks, 2 limited quirks.
pub(super) fn quirks(name: Option<&[u8]>, public: Option<&[u8]>, system: Option<&[u8]>, force: bool) -> u8 {
    const EXACT: [&[u8]; 3] = [b"-//w3o//dtd w3 html strict 3.0//en//", b"-/w3c/dtd html 4.0 transitional/en", b"html"];
    #[rustfmt::skip]
    const BEGINNINGS: &[&[u8]] = &[
        b"+//silmaril//dtd html pro v0r11 19970101//", b"-//as//dtd html 3.0 aswedit + extensions//",
        b"-//advasoft ltd//dtd html 3.0 aswedit + extensions//", b"-//ietf//dtd html 2.0 level 1//",
        b"-//ietf//dtd html 2.0 level 2//", b"-//ietf//dtd html 2.0 strict level 1//", b"-//ietf//dtd html 2.0 strict level 2//",
        b"-//ietf//dtd html 2.0 strict//", b"-//ietf//dtd html 2.0//", b"-//ietf//dtd html 2.1e//", b"-//ietf//dtd html 3.0//",
        b"-//ietf//dtd html 3.2 final//", b"-//ietf//dtd html 3.2//", b"-//ietf//dtd html 3//", b"-//ietf//dtd html level 0//",
        b"-//ietf//dtd html level 1//", b"-//ietf//dtd html level 2//", b"-//ietf//dtd html level 3//",
        b"-//ietf//dtd html strict level 0//", b"-//ietf//dtd html strict level 1//", b"-//ietf//dtd html strict level 2//",
        b"-//ietf//dtd html strict level 3//", b"-//ietf//dtd html strict//", b"-//ietf//dtd html//",
        b"-//metrius//dtd metrius presentational//", b"-//microsoft//dtd internet explorer 2.0 html strict//",
        b"-//microsoft//dtd internet explorer 2.0 html//", b"-//microsoft//dtd internet explorer 2.0 tables//",
        b"-//microsoft//dtd internet explorer 3.0 html strict//", b"-//microsoft//dtd internet explorer 3.0 html//",
        b"-//microsoft//dtd internet explorer 3.0 tables//", b"-//netscape comm. corp.//dtd html//",
        b"-//netscape comm. corp.//dtd strict html//", b"-//o'reilly and associates//dtd html 2.0//",
        b"-//o'reilly and associates//dtd html extended 1.0//", b"-//o'reilly and associates//dtd html extended relaxed 1.0//",
        b"-//sq//dtd html 2.0 hotmetal + extensions//", b"-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
        b"-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//", b"-//spyglass//dtd html 2.0 extended//",
        b"-//sun microsystems corp.//dtd hotjava html//", b"-//sun microsystems corp.//dtd hotjava strict html//",
        b"-//w3c//dtd html 3 1995-03-24//", b"-//w3c//dtd html 3.2 draft//", b"-//w3c//dtd html 3.2 final//", b"-//w3c//dtd html 3.2//",
        b"-//w3c//dtd html 3.2s draft//", b"-//w3c//dtd html 4.0 frameset//", b"-//w3c//dtd html 4.0 transitional//",
        b"-//w3c//dtd html experimental 19960712//", b"-//w3c//dtd html experimental 970421//", b"-//w3c//dtd w3 html//",
        b"-//w3o//dtd w3 html 3.0//", b"-//webtechs//dtd mozilla html 2.0//", b"-//webtechs//dtd mozilla html//",
    ];
    let public = public.map(<[u8]>::to_ascii_lowercase);
    let begins =
        |beginnings: &[&[u8]]| public.as_ref().is_some_and(|id| beginnings.iter().any(|beginning| id.starts_with(beginning)));
    let old_system =
        system.is_some_and(|id| id.eq_ignore_ascii_case(b"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"));
    let html4: [&[u8]; 2] = [b"-//w3c//dtd html 4.01 frameset//", b"-//w3c//dtd html 4.01 transitional//"];
    let is_quirky = force
        || name != Some(b"html")
        || public.as_ref().is_some_and(|id| EXACT.contains(&&id[..]))
        || old_system
        || begins(BEGINNINGS)
        || system.is_none() && begins(&html4);
    if is_quirky {
        return 1;
    }
    let is_limited = begins(&[b"-//w3c//dtd xhtml 1.0 frameset//", b"-//w3c//dtd xhtml 1.0 transitional//"]) || begins(&html4);
    if is_limited { 2 } else { 0 }
}
