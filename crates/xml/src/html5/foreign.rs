//! SVG and MathML inside HTML.

use super::{
    builder::{Builder, Open},
    elements::{MATHML, SVG, Space, XLINK, is_mathml_text_point},
    modes::leading_space,
    tokenizer::{Attribute, Tag, Token},
};
use crate::chars::{XML_NAMESPACE, XMLNS_NAMESPACE};

/// The prefix, local name and namespace that an attribute of a foreign element is in.
pub(super) fn attribute_space(name: &[u8]) -> Option<(Option<&'static [u8]>, &'static [u8], &'static [u8])> {
    Some(match name {
        b"xlink:actuate" => (Some(b"xlink"), b"actuate", XLINK),
        b"xlink:arcrole" => (Some(b"xlink"), b"arcrole", XLINK),
        b"xlink:href" => (Some(b"xlink"), b"href", XLINK),
        b"xlink:role" => (Some(b"xlink"), b"role", XLINK),
        b"xlink:show" => (Some(b"xlink"), b"show", XLINK),
        b"xlink:title" => (Some(b"xlink"), b"title", XLINK),
        b"xlink:type" => (Some(b"xlink"), b"type", XLINK),
        b"xml:lang" => (Some(b"xml"), b"lang", XML_NAMESPACE),
        b"xml:space" => (Some(b"xml"), b"space", XML_NAMESPACE),
        b"xmlns" => (None, b"xmlns", XMLNS_NAMESPACE),
        b"xmlns:xlink" => (Some(b"xmlns"), b"xlink", XMLNS_NAMESPACE),
        _ => return None,
    })
}

/// Names of elements of SVG that are not all in small letters.
const TAGS: &[&str] = &[
    "altGlyph",
    "altGlyphDef",
    "altGlyphItem",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "clipPath",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "foreignObject",
    "glyphRef",
    "linearGradient",
    "radialGradient",
    "textPath",
];

/// The same for attributes.
const ATTRIBUTES: &[&str] = &[
    "attributeName",
    "attributeType",
    "baseFrequency",
    "baseProfile",
    "calcMode",
    "clipPathUnits",
    "diffuseConstant",
    "edgeMode",
    "filterUnits",
    "glyphRef",
    "gradientTransform",
    "gradientUnits",
    "kernelMatrix",
    "kernelUnitLength",
    "keyPoints",
    "keySplines",
    "keyTimes",
    "lengthAdjust",
    "limitingConeAngle",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "numOctaves",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "refX",
    "refY",
    "repeatCount",
    "repeatDur",
    "requiredExtensions",
    "requiredFeatures",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "textLength",
    "viewBox",
    "viewTarget",
    "xChannelSelector",
    "yChannelSelector",
    "zoomAndPan",
];

fn adjusted<'n>(names: &[&'n str], name: &[u8]) -> Option<&'n str> {
    names.iter().find(|known| known.as_bytes().eq_ignore_ascii_case(name)).copied()
}

fn adjust_attributes(space: Space, attributes: &mut [Attribute]) {
    for attribute in attributes {
        if space == Space::Svg
            && let Some(name) = adjusted(ATTRIBUTES, &attribute.name)
        {
            attribute.name = name.as_bytes().to_vec();
        }
        if space == Space::MathMl && attribute.name == b"definitionurl" {
            attribute.name = b"definitionURL".to_vec();
        }
    }
}

// `sup` is in the standard's list, but not in lexbor's.
#[rustfmt::skip]
fn breaks_out(tag: &Tag) -> bool {
    matches!(&tag.name[..],
        b"b" | b"big" | b"blockquote" | b"body" | b"br" | b"center" | b"code" | b"dd" | b"div" | b"dl" | b"dt" | b"em" | b"embed"
        | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"head" | b"hr" | b"i" | b"img" | b"li" | b"listing" | b"menu" | b"meta"
        | b"nobr" | b"ol" | b"p" | b"pre" | b"ruby" | b"s" | b"small" | b"span" | b"strong" | b"strike" | b"sub"
        | b"table" | b"tt" | b"u" | b"ul" | b"var")
        || tag.name == b"font" && [&b"color"[..], b"face", b"size"].iter().any(|name| tag.attribute(name).is_some())
}

/// lexbor's name for `/>` where it means nothing.
pub(super) const UNWANTED_SOLIDUS: &str = "non-void-html-element-start-tag-with-trailing-solidus";

impl Builder<'_, '_> {
    fn is_html_point(&self, open: &Open) -> bool {
        match open.space {
            Space::Svg => matches!(open.name.as_bytes(), b"foreignObject" | b"desc" | b"title"),
            Space::MathMl if open.name.as_bytes() == b"annotation-xml" => {
                let encoding = self.forest.attribute(open.node, b"encoding", None);
                encoding.is_some() && {
                    let value = self.forest.value(encoding).as_bytes().to_ascii_lowercase();
                    value == b"text/html" || value == b"application/xhtml+xml"
                }
            }
            _ => false,
        }
    }
    /// Whether a token is one for the rules of foreign content.
    pub fn is_foreign(&self, token: &Token) -> bool {
        let Some(open) = self.adjusted() else { return false };
        if open.space == Space::Html || matches!(token, Token::EndOfFile) {
            return false;
        }
        let is_text_point = open.space == Space::MathMl && is_mathml_text_point(&open.name);
        match token {
            Token::Text(_) if is_text_point => return false,
            Token::Start(tag) if is_text_point => {
                if !matches!(&tag.name[..], b"mglyph" | b"malignmark") {
                    return false;
                }
            }
            Token::Start(tag)
                if open.space == Space::MathMl && open.name.as_bytes() == b"annotation-xml" && tag.name == b"svg" =>
            {
                return false;
            }
            _ => {}
        }
        !(self.is_html_point(open) && matches!(token, Token::Start(_) | Token::Text(_)))
    }
    pub fn start_foreign(&mut self, mut tag: Tag) {
        self.reconstruct();
        let space = if tag.name == b"svg" { Space::Svg } else { Space::MathMl };
        adjust_attributes(space, &mut tag.attributes);
        self.insert_foreign(space, &tag.name, &tag.attributes);
        if tag.self_closing {
            self.error(UNWANTED_SOLIDUS);
            self.pop();
        }
    }
    pub fn foreign(&mut self, token: Token) {
        match token {
            Token::Text(text) => {
                if text.contains(&0) {
                    self.error("null-character");
                }
                let text = text.split(|&byte| byte == 0).collect::<Vec<_>>().join("\u{FFFD}".as_bytes());
                if leading_space(&text) < text.len() {
                    self.frameset_ok = false;
                }
                self.insert_text(&text);
            }
            Token::Comment(text) => self.insert_comment(text, None),
            Token::Doctype(_) => self.error("doctype-token-foreign-content-mode"),
            Token::Start(tag) if breaks_out(&tag) => {
                self.error("unexpected-token");
                self.leave_foreign();
                self.process(self.mode, Token::Start(tag));
            }
            Token::Start(mut tag) => {
                let space = self.adjusted().map_or(Space::Html, |open| open.space);
                if space == Space::Svg
                    && let Some(name) = adjusted(TAGS, &tag.name)
                {
                    tag.name = name.as_bytes().to_vec();
                }
                adjust_attributes(space, &mut tag.attributes);
                if space == Space::Other {
                    self.insert(&tag);
                } else {
                    self.insert_foreign(space, &tag.name, &tag.attributes);
                }
                if tag.self_closing {
                    self.pop();
                }
            }
            Token::End(tag) => self.end_in_foreign(tag),
            Token::EndOfFile => {}
        }
    }
    fn leave_foreign(&mut self) {
        while self.open.len() > 1 {
            let open = self.current();
            let stays = open.space == Space::Html
                || open.space == Space::MathMl && is_mathml_text_point(&open.name)
                || self.is_html_point(open);
            if stays {
                return;
            }
            self.pop();
        }
    }
    fn end_in_foreign(&mut self, tag: Tag) {
        if matches!(&tag.name[..], b"br" | b"p") {
            self.error("unexpected-token");
            self.leave_foreign();
            return self.process(self.mode, Token::End(tag));
        }
        let mut at = self.open.len() - 1;
        if !self.open[at].name.as_bytes().eq_ignore_ascii_case(&tag.name) {
            self.error("unexpected-element-in-open-elements-stack");
        }
        while at > 0 {
            let open = &self.open[at];
            if open.name.as_bytes().eq_ignore_ascii_case(&tag.name) {
                while self.open.len() > at {
                    self.pop();
                }
                return;
            }
            at -= 1;
            if self.open[at].space == Space::Html {
                return self.process(self.mode, Token::End(tag));
            }
        }
    }
}

/// The namespaces of SVG and MathML.
pub(super) const FOREIGN: [&[u8]; 2] = [SVG, MATHML];
