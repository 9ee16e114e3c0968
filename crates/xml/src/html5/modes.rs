//! What a token does, by where the parser is: everything but tables, templates and framesets.

use super::{
    builder::{Active, Builder},
    elements::{Space, is_formatting, is_heading, is_special, quirks},
    foreign::UNWANTED_SOLIDUS,
    tokenizer::{Content, Doctype, Tag, Token},
};
use crate::tree::{External, Kind};
use phant_memory::Str;

/// The standard's insertion modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// How much white space a text begins with.
pub(super) fn leading_space(text: &[u8]) -> usize {
    text.iter().position(|&byte| !is_space(byte)).unwrap_or(text.len())
}

/// The tag of an element that the text has no tag for.
pub(super) fn made_up(name: &[u8]) -> Tag {
    Tag { name: name.to_vec(), ..Tag::default() }
}

impl Builder<'_, '_> {
    pub fn dispatch(&mut self, token: Token) {
        if self.is_foreign(&token) {
            self.foreign(token);
        } else {
            self.process(self.mode, token);
        }
    }
    /// The token again, in another mode.
    pub fn again(&mut self, mode: Mode, token: Token) {
        self.mode = mode;
        self.dispatch(token);
    }
    /// A token by the rules of a mode.
    pub fn process(&mut self, mode: Mode, token: Token) {
        match mode {
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::InBody => self.in_body(token),
            Mode::Text => self.in_text(token),
            Mode::InTable => self.in_table(token),
            Mode::InTableText => self.in_table_text(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    fn initial(&mut self, token: Token) {
        match token {
            Token::Text(text) => {
                let rest = &text[leading_space(&text)..];
                if rest.is_empty() {
                    return;
                }
                self.skipped += text.len() - rest.len();
                let rest = Token::Text(rest.to_vec());
                self.no_doctype(rest);
            }
            Token::Comment(text) => self.insert_comment(text, Some(self.document_place())),
            Token::Doctype(doctype) => self.doctype(doctype),
            token => self.no_doctype(token),
        }
    }
    fn no_doctype(&mut self, token: Token) {
        self.error("unexpected-token-in-initial-mode");
        self.quirks = 1;
        self.again(Mode::BeforeHtml, token);
    }
    fn doctype(&mut self, doctype: Doctype) {
        let bad = doctype.name.as_deref() != Some(b"html")
            || doctype.public_id.is_some()
            || doctype.system_id.as_deref().is_some_and(|id| id != b"about:legacy-compat");
        if bad {
            self.error("bad-doctype-token-in-initial-mode");
        }
        let bytes = |id: &Option<Vec<u8>>| id.clone();
        self.quirks = quirks(
            doctype.name.as_deref(),
            bytes(&doctype.public_id).as_deref(),
            bytes(&doctype.system_id).as_deref(),
            doctype.force_quirks,
        );
        let name = Str::new(doctype.name.as_deref().unwrap_or_default());
        let node = self.forest.create(Kind::DocumentType, self.document, name, Str::from(""));
        let id = |id: Option<Vec<u8>>| id.filter(|id| !id.is_empty()).map(Str::new);
        let external = External { public_id: id(doctype.public_id), system_id: id(doctype.system_id), ..External::default() };
        self.forest.set_identifiers(node, external);
        // PHP has the document type first, whatever comments are before it.
        let place = super::builder::Place { parent: self.document, before: self.forest.first_child(self.document) };
        self.put(node, place);
        self.mode = Mode::BeforeHtml;
    }

    fn before_html(&mut self, token: Token) {
        match token {
            Token::Doctype(_) => self.error("doctype-token-in-before-html-mode"),
            Token::Comment(text) => self.insert_comment(text, Some(self.document_place())),
            Token::Start(tag) if tag.name == b"html" => {
                self.explicit[0] = true;
                self.root_element(&tag);
                self.mode = Mode::BeforeHead;
            }
            Token::End(tag) if !matches!(&tag.name[..], b"head" | b"body" | b"html" | b"br") => {
                self.error("unexpected-closed-token-in-before-html-mode");
            }
            Token::Text(text) if leading_space(&text) == text.len() => {}
            token => {
                let token = self.without_space(token);
                self.root_element(&made_up(b"html"));
                self.again(Mode::BeforeHead, token);
            }
        }
    }
    /// A text without the white space at its beginning.
    fn without_space(&mut self, token: Token) -> Token {
        let Token::Text(text) = token else { return token };
        let length = leading_space(&text);
        self.skipped += length;
        Token::Text(text[length..].to_vec())
    }
    fn root_element(&mut self, tag: &Tag) {
        let node = self.element(Space::Html, &tag.name, &tag.attributes);
        self.put(node, self.document_place());
        self.push(node, Space::Html, b"html");
    }

    fn before_head(&mut self, token: Token) {
        match token {
            Token::Comment(text) => self.insert_comment(text, None),
            Token::Doctype(_) => self.error("doctype-token-in-before-head-mode"),
            Token::Start(tag) if tag.name == b"html" => self.in_body(Token::Start(tag)),
            Token::Start(tag) if tag.name == b"head" => {
                self.explicit[1] = true;
                self.head = self.insert(&tag);
                self.mode = Mode::InHead;
            }
            Token::End(tag) if !matches!(&tag.name[..], b"head" | b"body" | b"html" | b"br") => {
                self.error("unexpected-closed_token-in-before-head-mode");
            }
            Token::Text(text) if leading_space(&text) == text.len() => {}
            token => {
                let token = self.without_space(token);
                self.head = self.insert_named(b"head");
                self.again(Mode::InHead, token);
            }
        }
    }
    /// White space at the beginning is put into the tree; the rest.
    fn after_space(&mut self, token: Token) -> Option<Token> {
        let Token::Text(text) = token else { return Some(token) };
        let length = leading_space(&text);
        self.insert_text(&text[..length]);
        self.skipped += length;
        (length < text.len()).then(|| Token::Text(text[length..].to_vec()))
    }
    /// Text of a kind that has no tags in it.
    pub fn special_text(&mut self, tag: &Tag, content: Content) {
        self.insert(tag);
        self.tokenizer.content = content;
        self.original = self.mode;
        self.mode = Mode::Text;
    }

    fn in_head(&mut self, token: Token) {
        let Some(token) = self.after_space(token) else { return };
        match token {
            Token::Comment(text) => self.insert_comment(text, None),
            Token::Doctype(_) => self.error("doctype-token-in-head-mode"),
            Token::Start(tag) if self.head_start(&tag) => {}
            Token::End(tag) if tag.name == b"head" => {
                self.pop();
                self.mode = Mode::AfterHead;
            }
            Token::End(tag) if tag.name == b"template" => self.end_template(),
            Token::End(tag) if !matches!(&tag.name[..], b"body" | b"html" | b"br") => {
                self.error("unexpected-closed-token-in-head-mode");
            }
            token => {
                self.pop();
                self.again(Mode::AfterHead, token);
            }
        }
    }
    /// A start tag that belongs into a head; false if it is none.
    fn head_start(&mut self, tag: &Tag) -> bool {
        match &tag.name[..] {
            b"html" => self.in_body(Token::Start(tag.clone())),
            b"base" | b"basefont" | b"bgsound" | b"link" | b"meta" => {
                if tag.self_closing && matches!(&tag.name[..], b"basefont" | b"bgsound") {
                    self.error(UNWANTED_SOLIDUS);
                }
                self.insert(tag);
                self.pop();
            }
            b"title" => self.special_text(tag, Content::Rcdata),
            b"noframes" | b"style" => self.special_text(tag, Content::Rawtext),
            b"noscript" => {
                self.insert(tag);
                self.mode = Mode::InHeadNoscript;
            }
            b"script" => self.special_text(tag, Content::Script),
            b"template" => {
                self.insert(tag);
                self.active.push(Active::Marker);
                self.frameset_ok = false;
                self.mode = Mode::InTemplate;
                self.template_modes.push(Mode::InTemplate);
            }
            b"head" => self.error("head-token-in-head-mode"),
            _ => return false,
        }
        true
    }
    pub fn end_template(&mut self) {
        if !self.has_open(b"template") {
            return self.error("template-closed-token-without-opening-in-head-mode");
        }
        self.generate_all_implied_ends();
        if !self.current_is(&[b"template"]) {
            self.error("template-element-is-not-current-in-head-mode");
        }
        self.pop_until(&[b"template"]);
        self.clear_to_marker();
        self.template_modes.pop();
        self.reset_mode();
    }
    fn in_head_noscript(&mut self, token: Token) {
        let Some(token) = self.after_space(token) else { return };
        match token {
            Token::Doctype(_) => self.error("doctype-token-in-head-noscript-mode"),
            Token::Start(tag) if tag.name == b"html" => self.in_body(Token::Start(tag)),
            Token::End(tag) if tag.name == b"noscript" => {
                self.pop();
                self.mode = Mode::InHead;
            }
            Token::Comment(text) => self.insert_comment(text, None),
            Token::Start(tag)
                if matches!(&tag.name[..], b"basefont" | b"bgsound" | b"link" | b"meta" | b"noframes" | b"style") =>
            {
                self.in_head(Token::Start(tag));
            }
            Token::Start(tag) if matches!(&tag.name[..], b"head" | b"noscript") => self.error("unexpected-token"),
            Token::End(tag) if tag.name != b"br" => self.error("unexpected-closed-token"),
            token => {
                self.error("unexpected-token");
                self.pop();
                self.again(Mode::InHead, token);
            }
        }
    }
    fn after_head(&mut self, token: Token) {
        let Some(token) = self.after_space(token) else { return };
        match token {
            Token::Comment(text) => self.insert_comment(text, None),
            Token::Doctype(_) => self.error("doctype-token-after-head-mode"),
            Token::Start(tag) if tag.name == b"html" => self.in_body(Token::Start(tag)),
            Token::Start(tag) if tag.name == b"body" => {
                self.explicit[2] = true;
                self.insert(&tag);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
            }
            Token::Start(tag) if tag.name == b"frameset" => {
                self.insert(&tag);
                self.mode = Mode::InFrameset;
            }
            Token::Start(tag) if is_head_content(&tag.name) => {
                self.error("unexpected-token");
                let head = self.head;
                self.push(head, Space::Html, b"head");
                self.in_head(Token::Start(tag));
                self.remove_open(head);
            }
            Token::End(tag) if tag.name == b"template" => self.end_template(),
            Token::Start(tag) if tag.name == b"head" => self.error("head-token-after-head-mode"),
            Token::End(tag) if !matches!(&tag.name[..], b"body" | b"html" | b"br") => self.error("unexpected-closed-token"),
            token => {
                self.insert_named(b"body");
                self.again(Mode::InBody, token);
            }
        }
    }

    pub fn in_body(&mut self, token: Token) {
        match token {
            Token::Text(text) => {
                let text = self.without_nuls(text);
                if text.is_empty() {
                    return;
                }
                self.reconstruct();
                self.insert_text(&text);
                if leading_space(&text) < text.len() {
                    self.frameset_ok = false;
                }
            }
            Token::Comment(text) => self.insert_comment(text, None),
            Token::Doctype(_) => self.error("doctype-token-in-body-mode"),
            Token::Start(tag) => self.start_in_body(tag),
            Token::End(tag) => self.end_in_body(tag),
            Token::EndOfFile if !self.template_modes.is_empty() => self.in_template(Token::EndOfFile),
            Token::EndOfFile => self.done = true,
        }
    }
    /// Text without NUL characters, which are errors.
    pub fn without_nuls(&mut self, mut text: Vec<u8>) -> Vec<u8> {
        if text.contains(&0) {
            self.error("null-character");
            text.retain(|&byte| byte != 0);
        }
        text
    }
    fn start_in_body(&mut self, tag: Tag) {
        match &tag.name[..] {
            b"html" => {
                self.error("unexpected-token");
                if !self.has_open(b"template") {
                    self.add_attributes(self.root(), &tag.attributes);
                }
            }
            name if is_head_content(name) => self.in_head(Token::Start(tag)),
            b"body" => {
                self.error("unexpected-token");
                if self.open.get(1).is_some_and(|open| open.is(b"body")) && !self.has_open(b"template") {
                    self.frameset_ok = false;
                    self.add_attributes(self.open[1].node, &tag.attributes);
                }
            }
            b"frameset" => {
                self.error("unexpected-token");
                if self.open.get(1).is_some_and(|open| open.is(b"body")) && self.frameset_ok {
                    let body = self.open[1].node;
                    self.forest.remove(body);
                    while self.open.len() > 1 {
                        self.pop();
                    }
                    self.insert(&tag);
                    self.mode = Mode::InFrameset;
                }
            }
            b"caption" | b"col" | b"colgroup" | b"frame" | b"head" | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead" | b"tr" => {
                self.error("unexpected-token");
            }
            name if is_block(name) => {
                if self.in_button_scope(b"p") {
                    self.close_p();
                }
                if is_heading(name) && self.current_is(&[b"h1", b"h2", b"h3", b"h4", b"h5", b"h6"]) {
                    self.error("unexpected-element-in-open-elements-stack");
                    self.pop();
                }
                self.insert(&tag);
                match &tag.name[..] {
                    b"pre" | b"listing" => {
                        self.skip_newline = true;
                        self.frameset_ok = false;
                    }
                    b"plaintext" => self.tokenizer.content = Content::Plaintext,
                    _ => {}
                }
            }
            _ => self.special_start_in_body(tag),
        }
    }
    fn special_start_in_body(&mut self, tag: Tag) {
        match &tag.name[..] {
            b"form" => {
                let in_template = self.has_open(b"template");
                if self.form.is_some() && !in_template {
                    return self.error("unexpected-token");
                }
                if self.in_button_scope(b"p") {
                    self.close_p();
                }
                let node = self.insert(&tag);
                if !in_template {
                    self.form = node;
                }
            }
            b"li" => self.list_item(&tag, &[b"li"]),
            b"dd" | b"dt" => self.list_item(&tag, &[b"dd", b"dt"]),
            b"button" => {
                if self.in_scope(b"button") {
                    self.error("unexpected-token");
                    self.generate_implied_ends(b"");
                    self.pop_until(&[b"button"]);
                }
                self.reconstruct();
                self.insert(&tag);
                self.frameset_ok = false;
            }
            b"a" => {
                if let Some(known) = self.last_active(b"a") {
                    self.error("unexpected-element-in-active-formatting-stack");
                    self.adoption_agency(b"a");
                    self.remove_active(known);
                    self.remove_open(known);
                }
                self.formatting_element(&tag);
            }
            b"nobr" => {
                self.reconstruct();
                if self.in_scope(b"nobr") {
                    self.error("unexpected-element-in-scope");
                    self.adoption_agency(b"nobr");
                }
                self.formatting_element(&tag);
            }
            name if is_formatting(name) => self.formatting_element(&tag),
            b"applet" | b"marquee" | b"object" => {
                self.reconstruct();
                self.insert(&tag);
                self.active.push(Active::Marker);
                self.frameset_ok = false;
            }
            b"table" => {
                if self.quirks != 1 && self.in_button_scope(b"p") {
                    self.close_p();
                }
                self.insert(&tag);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            _ => self.void_or_other_start(tag),
        }
    }
    fn formatting_element(&mut self, tag: &Tag) {
        self.reconstruct();
        let node = self.insert(tag);
        self.push_active(node, tag);
    }
    fn list_item(&mut self, tag: &Tag, names: &[&[u8]]) {
        self.frameset_ok = false;
        for at in (0..self.open.len()).rev() {
            let open = self.open[at].clone();
            if open.space == Space::Html && names.contains(&open.name.as_bytes()) {
                self.generate_implied_ends(&open.name);
                if !self.current_is(&[&open.name]) {
                    self.error("unexpected-element-in-open-elements-stack");
                }
                self.pop_until(&[&open.name]);
                break;
            }
            let is_passed = open.is(b"address") || open.is(b"div") || open.is(b"p");
            if is_special(open.space, &open.name) && !is_passed {
                break;
            }
        }
        if self.in_button_scope(b"p") {
            self.close_p();
        }
        self.insert(tag);
    }
    fn void_or_other_start(&mut self, mut tag: Tag) {
        match &tag.name[..] {
            b"area" | b"br" | b"embed" | b"img" | b"keygen" | b"wbr" | b"image" | b"input" => {
                if tag.name == b"image" {
                    self.error("unexpected-token");
                    tag.name = b"img".to_vec();
                }
                if tag.name == b"input" && self.in_scope(b"select") {
                    self.error("unexpected-token");
                    self.pop_until(&[b"select"]);
                }
                if tag.name == b"keygen" && tag.self_closing {
                    self.error(UNWANTED_SOLIDUS);
                }
                self.reconstruct();
                self.insert(&tag);
                self.pop();
                let is_hidden = tag.attribute(b"type").is_some_and(|kind| kind.eq_ignore_ascii_case(b"hidden"));
                if tag.name != b"input" || !is_hidden {
                    self.frameset_ok = false;
                }
            }
            b"param" | b"source" | b"track" => {
                if tag.name == b"param" && tag.self_closing {
                    self.error(UNWANTED_SOLIDUS);
                }
                self.insert(&tag);
                self.pop();
            }
            b"hr" => {
                if self.in_button_scope(b"p") {
                    self.close_p();
                }
                if self.in_scope(b"select") {
                    self.generate_implied_ends(b"");
                    if self.any_in_scope(&[b"option", b"optgroup"]) {
                        self.error("unexpected-element-in-scope");
                    }
                }
                self.insert(&tag);
                self.pop();
                self.frameset_ok = false;
            }
            b"textarea" => {
                self.skip_newline = true;
                self.frameset_ok = false;
                self.special_text(&tag, Content::Rcdata);
            }
            b"xmp" => {
                if self.in_button_scope(b"p") {
                    self.close_p();
                }
                self.reconstruct();
                self.frameset_ok = false;
                self.special_text(&tag, Content::Rawtext);
            }
            b"iframe" => {
                self.frameset_ok = false;
                self.special_text(&tag, Content::Rawtext);
            }
            b"noembed" => self.special_text(&tag, Content::Rawtext),
            b"select" => self.start_select(&tag),
            b"option" | b"optgroup" => self.start_option(&tag),
            b"rb" | b"rtc" | b"rp" | b"rt" => {
                let is_inner = matches!(&tag.name[..], b"rp" | b"rt");
                if self.in_scope(b"ruby") {
                    self.generate_implied_ends(if is_inner { b"rtc" } else { b"" });
                }
                let fits = if is_inner { self.current_is(&[b"rtc", b"ruby"]) } else { self.current_is(&[b"ruby"]) };
                if !fits {
                    self.error("missing-element-in-open-elements-stack");
                }
                self.insert(&tag);
            }
            b"math" | b"svg" => self.start_foreign(tag),
            _ => {
                self.reconstruct();
                self.insert(&tag);
            }
        }
    }
    fn start_select(&mut self, tag: &Tag) {
        if self.context.as_ref().is_some_and(|context| context.is(b"select")) {
            return self.error("unexpected-token");
        }
        if self.in_scope(b"select") {
            self.error("unknown error");
            return self.pop_until(&[b"select"]);
        }
        self.reconstruct();
        self.insert(tag);
        self.frameset_ok = false;
    }
    fn start_option(&mut self, tag: &Tag) {
        if self.in_scope(b"select") {
            let is_option = tag.name == b"option";
            self.generate_implied_ends(if is_option { b"optgroup" } else { b"" });
            let wrong = if is_option { self.in_scope(b"option") } else { self.any_in_scope(&[b"option", b"optgroup"]) };
            if wrong {
                self.error("unexpected-element-in-scope");
            }
        } else if self.current_is(&[b"option"]) {
            self.pop();
        }
        self.reconstruct();
        self.insert(tag);
    }

    fn end_in_body(&mut self, tag: Tag) {
        match &tag.name[..] {
            b"template" => self.end_template(),
            b"body" | b"html" => {
                if !self.in_scope(b"body") {
                    return self.error("no-body-element-in-scope");
                }
                if tag.name == b"html" {
                    return self.again(Mode::AfterBody, Token::End(tag));
                }
                self.mode = Mode::AfterBody;
            }
            b"form" => self.end_form(),
            b"p" => {
                if !self.in_button_scope(b"p") {
                    self.error("unexpected-closed-token");
                    self.insert_named(b"p");
                }
                self.close_p();
            }
            b"li" => {
                if !self.in_list_scope(b"li") {
                    return self.error("unexpected-closed-token");
                }
                self.end_with_implied(&tag.name, &[b"li"]);
            }
            b"dd" | b"dt" => {
                if !self.in_scope(&tag.name) {
                    return self.error("unexpected-closed-token");
                }
                self.end_with_implied(&tag.name, &[&tag.name]);
            }
            name if is_heading(name) => {
                let all: [&[u8]; 6] = [b"h1", b"h2", b"h3", b"h4", b"h5", b"h6"];
                if !self.any_in_scope(&all) {
                    return self.error("unexpected-closed-token");
                }
                self.generate_implied_ends(b"");
                if !self.current_is(&[name]) {
                    self.error("unexpected-element-in-open-elements-stack");
                }
                self.pop_until(&all);
            }
            b"applet" | b"marquee" | b"object" => {
                if !self.in_scope(&tag.name) {
                    return self.error("unexpected-closed-token");
                }
                self.end_with_implied(b"", &[&tag.name]);
                self.clear_to_marker();
            }
            name if is_block_end(name) => {
                if !self.in_scope(name) {
                    return self.error("unexpected-closed-token");
                }
                self.end_with_implied(b"", &[name]);
            }
            b"br" => {
                self.reconstruct();
                self.insert_named(b"br");
                self.pop();
                self.frameset_ok = false;
            }
            name if is_formatting(name) => {
                if !self.adoption_agency(name) {
                    self.any_other_end(name, false);
                }
            }
            name => self.any_other_end(name, true),
        }
    }
    fn end_with_implied(&mut self, except: &[u8], names: &[&[u8]]) {
        self.generate_implied_ends(except);
        if !self.current_is(names) {
            self.error("unexpected-element-in-open-elements-stack");
        }
        self.pop_until(names);
    }
    fn end_form(&mut self) {
        if self.has_open(b"template") {
            if !self.in_scope(b"form") {
                return self.error("unexpected-closed-token");
            }
            return self.end_with_implied(b"", &[b"form"]);
        }
        let form = std::mem::take(&mut self.form);
        if form.is_none() || !self.node_in_scope(form) {
            return self.error("unexpected-closed-token");
        }
        self.generate_implied_ends(b"");
        if self.current().node != form {
            self.error("unexpected-element-in-open-elements-stack");
        }
        self.remove_open(form);
    }
    fn any_other_end(&mut self, name: &[u8], is_reported: bool) {
        for at in (0..self.open.len()).rev() {
            let open = self.open[at].clone();
            if open.is(name) {
                self.generate_implied_ends(name);
                if self.current().node != open.node {
                    self.error("unexpected-element-in-open-elements-stack");
                }
                while let Some(popped) = self.pop() {
                    if popped.node == open.node {
                        return;
                    }
                }
                return;
            }
            if is_special(open.space, &open.name) {
                if is_reported {
                    self.error("unexpected-closed-token");
                }
                return;
            }
        }
    }

    fn in_text(&mut self, token: Token) {
        match token {
            Token::Text(text) => self.insert_text(&text),
            Token::EndOfFile => {
                self.pop();
                self.tokenizer.content = Content::Data;
                self.again(self.original, Token::EndOfFile);
            }
            _ => {
                self.pop();
                self.mode = self.original;
            }
        }
    }
    fn after_body(&mut self, token: Token) {
        match token {
            Token::Text(text) if leading_space(&text) == text.len() => self.in_body(Token::Text(text)),
            Token::Comment(text) => {
                let place = super::builder::Place { parent: self.root(), before: crate::tree::Node::NONE };
                self.insert_comment(text, Some(place));
            }
            Token::Doctype(_) => self.error("doctype-token-after-body-mode"),
            Token::Start(tag) if tag.name == b"html" => self.in_body(Token::Start(tag)),
            Token::End(tag) if tag.name == b"html" => {
                if self.context.is_some() {
                    return self.error("unexpected-closed-token");
                }
                self.mode = Mode::AfterAfterBody;
            }
            Token::EndOfFile => self.done = true,
            token => {
                self.error("unexpected-token");
                self.again(Mode::InBody, token);
            }
        }
    }
    fn after_after_body(&mut self, token: Token) {
        match token {
            Token::Comment(text) => self.insert_comment(text, Some(self.document_place())),
            Token::Doctype(_) => self.in_body(token),
            Token::Text(text) if leading_space(&text) == text.len() => self.in_body(Token::Text(text)),
            Token::Start(tag) if tag.name == b"html" => self.in_body(Token::Start(tag)),
            Token::EndOfFile => self.done = true,
            token => {
                self.error("unexpected-token");
                self.again(Mode::InBody, token);
            }
        }
    }
}

fn is_head_content(name: &[u8]) -> bool {
    matches!(
        name,
        b"base" | b"basefont" | b"bgsound" | b"link" | b"meta" | b"noframes" | b"script" | b"style" | b"template" | b"title"
    )
}

/// Start tags that end a paragraph and mean no more than that.
#[rustfmt::skip]
fn is_block(name: &[u8]) -> bool {
    matches!(name,
        b"address" | b"article" | b"aside" | b"blockquote" | b"center" | b"details" | b"dialog" | b"dir" | b"div" | b"dl"
        | b"fieldset" | b"figcaption" | b"figure" | b"footer" | b"header" | b"hgroup" | b"main" | b"menu" | b"nav" | b"ol" | b"p"
        | b"search" | b"section" | b"summary" | b"ul" | b"pre" | b"listing" | b"plaintext") || is_heading(name)
}

#[rustfmt::skip]
fn is_block_end(name: &[u8]) -> bool {
    matches!(name,
        b"address" | b"article" | b"aside" | b"blockquote" | b"button" | b"center" | b"details" | b"dialog" | b"dir" | b"div"
        | b"dl" | b"fieldset" | b"figcaption" | b"figure" | b"footer" | b"header" | b"hgroup" | b"listing" | b"main" | b"menu"
        | b"nav" | b"ol" | b"pre" | b"search" | b"section" | b"select" | b"summary" | b"ul")
}
