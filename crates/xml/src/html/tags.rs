//! What HTML 4 knows of elements and attributes.

const KNOWN: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "address",
    "applet",
    "area",
    "b",
    "base",
    "basefont",
    "bdo",
    "big",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "dfn",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "fieldset",
    "font",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "isindex",
    "kbd",
    "label",
    "legend",
    "li",
    "link",
    "map",
    "menu",
    "meta",
    "noframes",
    "noscript",
    "object",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "pre",
    "q",
    "s",
    "samp",
    "script",
    "select",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
];

/// Whether there is such an element.
pub fn is_known(name: &[u8]) -> bool {
    KNOWN.iter().any(|known| known.as_bytes() == name)
}

/// Whether an element has no content.
pub fn is_empty(name: &[u8]) -> bool {
    matches!(
        name,
        b"area"
            | b"base"
            | b"basefont"
            | b"br"
            | b"col"
            | b"frame"
            | b"hr"
            | b"img"
            | b"input"
            | b"isindex"
            | b"link"
            | b"meta"
            | b"param"
    )
}

/// Whether a known element stands within lines.
pub fn is_inline(name: &[u8]) -> bool {
    matches!(
        name,
        b"a" | b"abbr"
            | b"acronym"
            | b"applet"
            | b"b"
            | b"basefont"
            | b"bdo"
            | b"big"
            | b"br"
            | b"button"
            | b"cite"
            | b"code"
            | b"del"
            | b"dfn"
            | b"em"
            | b"embed"
            | b"font"
            | b"i"
            | b"iframe"
            | b"img"
            | b"input"
            | b"ins"
            | b"kbd"
            | b"label"
            | b"map"
            | b"object"
            | b"q"
            | b"s"
            | b"samp"
            | b"script"
            | b"select"
            | b"small"
            | b"span"
            | b"strike"
            | b"strong"
            | b"sub"
            | b"sup"
            | b"textarea"
            | b"tt"
            | b"u"
            | b"var"
    )
}

/// Whether an end tag that is left out is an error.
pub fn must_be_closed(name: &[u8]) -> bool {
    matches!(
        name,
        b"abbr"
            | b"acronym"
            | b"b"
            | b"bdo"
            | b"big"
            | b"center"
            | b"cite"
            | b"code"
            | b"dfn"
            | b"em"
            | b"font"
            | b"i"
            | b"kbd"
            | b"s"
            | b"samp"
            | b"small"
            | b"strike"
            | b"strong"
            | b"sub"
            | b"sup"
            | b"tt"
            | b"u"
            | b"var"
    )
}

/// Whether an attribute says something by being there.
pub fn is_boolean(name: &[u8]) -> bool {
    matches!(
        name,
        b"checked"
            | b"compact"
            | b"declare"
            | b"defer"
            | b"disabled"
            | b"ismap"
            | b"multiple"
            | b"nohref"
            | b"noresize"
            | b"noshade"
            | b"nowrap"
            | b"readonly"
            | b"selected"
    )
}

/// An end tag closes elements of lower or the same rank.
pub fn priority(name: &[u8]) -> u32 {
    match name {
        b"div" => 150,
        b"td" | b"th" => 160,
        b"tr" => 170,
        b"thead" | b"tbody" | b"tfoot" => 180,
        b"table" => 190,
        b"head" | b"body" => 200,
        b"html" => 220,
        _ => 100,
    }
}

/// Whether white space inside is text.
pub fn has_text(name: &[u8]) -> bool {
    matches!(
        name,
        b"em"
            | b"strong"
            | b"cite"
            | b"dfn"
            | b"code"
            | b"samp"
            | b"kbd"
            | b"var"
            | b"abbr"
            | b"acronym"
            | b"address"
            | b"pre"
            | b"a"
            | b"b"
            | b"i"
            | b"big"
            | b"small"
            | b"sub"
            | b"sup"
            | b"span"
            | b"bdo"
            | b"font"
            | b"p"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"q"
            | b"div"
            | b"td"
            | b"th"
            | b"li"
            | b"dt"
            | b"dd"
            | b"label"
            | b"legend"
            | b"caption"
            | b"option"
            | b"textarea"
            | b"button"
            | b"tt"
            | b"u"
            | b"s"
            | b"strike"
            | b"fieldset"
    )
}

/// What an element that is open is ended by: start tags.
const CLOSED_BY: &[(&str, &str)] = &[
    ("a", "a fieldset table td th"),
    ("address", "dd dl dt form li ul"),
    ("b", "center p td th"),
    ("big", "p"),
    ("caption", "col colgroup tbody tfoot thead tr"),
    ("col", "col colgroup tbody tfoot thead tr"),
    ("colgroup", "colgroup tbody tfoot thead tr"),
    ("dd", "dt"),
    ("dir", "dd dl dt form ul"),
    ("dl", "form ul"),
    ("dt", "dd dl"),
    ("font", "center td th"),
    ("form", "form"),
    ("h1", "fieldset form li p table"),
    ("h2", "fieldset form li p table"),
    ("h3", "fieldset form li p table"),
    ("h4", "fieldset form li p table"),
    ("h5", "fieldset form li p table"),
    ("h6", "fieldset form li p table"),
    (
        "head",
        "a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div dl dt em fieldset font form \
         frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li listing map menu ol p pre q s samp small span strike strong sub \
         sup table tt u ul var xmp",
    ),
    ("hr", "form"),
    ("i", "center"),
    ("legend", "fieldset"),
    ("li", "li"),
    ("link", "body frameset"),
    ("listing", "dd dl dt fieldset form li table ul"),
    ("menu", "dd dl dt form ul"),
    ("ol", "form"),
    ("option", "optgroup option"),
    (
        "p",
        "address blockquote body caption center col colgroup dd dir div dl dt frameset h1 h2 h3 h4 h5 h6 head hr li listing \
         menu multicol ol p pre table tbody td tfoot th title tr ul xmp",
    ),
    ("pre", "dd dl dt fieldset form li table ul"),
    ("s", "p"),
    ("script", "noscript"),
    ("small", "p"),
    ("span", "td th"),
    ("strike", "p"),
    ("style", "body frameset"),
    ("tbody", "tbody tfoot"),
    ("td", "tbody td tfoot th tr"),
    ("tfoot", "tbody"),
    ("th", "tbody td tfoot th tr"),
    ("thead", "tbody tfoot"),
    ("title", "body frameset"),
    ("tr", "tbody tfoot tr"),
    ("tt", "p"),
    ("u", "p td th"),
    ("ul", "address form menu ol pre"),
    ("xmp", "dd dl dt fieldset form li table ul"),
];

/// Whether a start tag ends an element that is open.
pub fn closes(new: &[u8], old: &[u8]) -> bool {
    let rule = CLOSED_BY.iter().find(|(name, _)| name.as_bytes() == old);
    rule.is_some_and(|(_, names)| names.split_ascii_whitespace().any(|name| name.as_bytes() == new))
}
