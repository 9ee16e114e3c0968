//! The encodings that handlers get their texts in.

use phant_memory::Str;

/// An encoding of texts for handlers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Utf8,
    Latin1,
    Ascii,
}

impl Target {
    /// The encoding of a name.
    pub(crate) fn find(name: &[u8]) -> Option<Target> {
        let all = [Target::Utf8, Target::Latin1, Target::Ascii];
        all.into_iter().find(|t| t.name().as_bytes().eq_ignore_ascii_case(name))
    }
    pub(crate) fn name(self) -> &'static str {
        match self {
            Target::Utf8 => "UTF-8",
            Target::Latin1 => "ISO-8859-1",
            Target::Ascii => "US-ASCII",
        }
    }
    /// A text of the parser's, which is UTF-8; what the encoding lacks becomes a question mark.
    pub(crate) fn encode(self, text: &[u8]) -> Str {
        let last = match self {
            Target::Utf8 => return Str::new(text),
            _ if text.is_ascii() => return Str::new(text),
            Target::Latin1 => 0xff,
            Target::Ascii => 0x7f,
        };
        let text = String::from_utf8_lossy(text);
        let bytes: Vec<u8> = text.chars().map(|c| if u32::from(c) <= last { u32::from(c) as u8 } else { b'?' }).collect();
        Str::new(&bytes)
    }
}
