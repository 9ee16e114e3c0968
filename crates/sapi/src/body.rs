//! Bodies of requests as they arrive: what is small stays in memory, the rest goes to a file, and the parts of a form are
//! taken apart at once. How much memory a request takes does not depend on how much the client sends.

use crate::upload::{self, Reader, Sink};
use phant_native::ini::{parse_bool, parse_int, parse_size};
use phant_streams::php;
use std::{
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::FileExt,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

/// The largest body that is kept in memory.
const IN_MEMORY: usize = 1 << 20;
/// The most that is read of a body when `post_max_size` sets no limit.
const UNLIMITED: u64 = 1 << 40;

/// The settings that say what becomes of bodies. They are the server's: no script can change them.
#[derive(Clone, Debug)]
pub struct Limits {
    /// `post_max_size`: the largest body.
    pub body: u64,
    /// `upload_max_filesize`; 0 for no limit.
    file: u64,
    /// `file_uploads`
    takes_files: bool,
    /// `max_file_uploads`
    most_files: i64,
    /// `max_input_vars`
    most_variables: i64,
    /// `max_multipart_body_parts`; negative for the sum of the other two.
    most_parts: i64,
    /// `enable_post_data_reading`
    reads_forms: bool,
    /// `upload_tmp_dir`
    folder: Vec<u8>,
    /// How many bytes the fields of a form may have: more would not fit under `memory_limit` anyway.
    fields: usize,
}

impl Limits {
    /// What the configuration says.
    pub fn new(settings: &[(String, Vec<u8>)]) -> Limits {
        let text = |name: &str| settings.iter().rfind(|(n, _)| n == name).map(|(_, value)| value.as_slice());
        let size = |name: &str, default: i64| text(name).map_or(default, parse_size);
        let int = |name: &str, default: i64| text(name).map_or(default, parse_int);
        let bool = |name: &str| text(name).is_none_or(parse_bool);
        Limits {
            body: match size("post_max_size", 8 << 20) {
                n if n > 0 => n as u64,
                _ => UNLIMITED,
            },
            file: size("upload_max_filesize", 2 << 20).max(0) as u64,
            takes_files: bool("file_uploads"),
            most_files: int("max_file_uploads", 20),
            most_variables: int("max_input_vars", 1000),
            most_parts: int("max_multipart_body_parts", -1),
            reads_forms: bool("enable_post_data_reading"),
            folder: text("upload_tmp_dir").filter(|f| !f.is_empty()).map_or_else(php::temp_dir, <[u8]>::to_vec),
            fields: usize::try_from(size("memory_limit", 128 << 20)).unwrap_or(usize::MAX),
        }
    }
    /// With some of them given anew, by the settings' names.
    pub fn with(mut self, given: &[(&str, i64)]) -> Limits {
        for &(name, value) in given {
            match name {
                "upload_max_filesize" => self.file = value.max(0) as u64,
                "max_file_uploads" => self.most_files = value,
                "max_input_vars" => self.most_variables = value,
                "max_multipart_body_parts" => self.most_parts = value,
                _ => {}
            }
        }
        self
    }
    /// How many parts a form may have.
    pub fn most_parts(&self) -> i64 {
        if self.most_parts < 0 { self.most_variables.saturating_add(self.most_files) } else { self.most_parts }
    }
}

/// What came of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// All of it.
    Whole,
    /// It is larger than the limit; this large, as the client says.
    TooLarge(u64),
}

/// A body that has arrived.
#[derive(Debug)]
pub enum Body {
    /// All of it.
    Memory(Vec<u8>),
    /// All of it, in a file without a name.
    File(File, u64),
    /// The parts of a form.
    Form(Vec<Part>),
    /// It is larger than the limit; this large, as the client says.
    TooLarge(u64),
}

impl Body {
    /// What `php://input` has: nothing of forms that were taken apart.
    pub fn size(&self) -> u64 {
        match self {
            Body::Memory(bytes) => bytes.len() as u64,
            Body::File(_, size) => *size,
            Body::Form(_) | Body::TooLarge(_) => 0,
        }
    }
    /// Reads what `php://input` has; how much, 0 at the end.
    pub fn read(&self, at: u64, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Body::Memory(bytes) => {
                let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
                let n = rest.len().min(out.len());
                out[..n].copy_from_slice(&rest[..n]);
                Ok(n)
            }
            Body::File(file, _) => file.read_at(out, at),
            Body::Form(_) | Body::TooLarge(_) => Ok(0),
        }
    }
    /// The uploaded files.
    pub fn files(&self) -> impl Iterator<Item = &Saved> {
        let parts = if let Body::Form(parts) = self { parts.as_slice() } else { &[] };
        parts.iter().filter_map(|part| match part {
            Part::File { saved, .. } => saved.as_ref(),
            Part::Field(..) | Part::Garbled => None,
        })
    }
}

/// A part of a form.
#[derive(Debug)]
pub enum Part {
    /// A field and its value.
    Field(Vec<u8>, Vec<u8>),
    /// An uploaded file.
    File {
        /// The field's name.
        name: Vec<u8>,
        /// The file's name as the client has it, folders included.
        path: Vec<u8>,
        /// `Content-Type` as sent.
        content_type: Vec<u8>,
        /// `UPLOAD_ERR_*`
        error: i64,
        /// How many bytes it has.
        size: u64,
        /// The temporary file with the content.
        saved: Option<Saved>,
    },
    /// Header lines that name nothing; the last part.
    Garbled,
}

/// `UPLOAD_ERR_*`
pub mod upload_error {
    #![allow(missing_docs)]
    pub const OK: i64 = 0;
    pub const INI_SIZE: i64 = 1;
    pub const FORM_SIZE: i64 = 2;
    pub const PARTIAL: i64 = 3;
    pub const NO_FILE: i64 = 4;
    pub const NO_TMP_DIR: i64 = 6;
    pub const CANT_WRITE: i64 = 7;
}

/// A temporary file that goes with the request, unless the script has taken it.
#[derive(Debug)]
pub struct Saved {
    /// Where it is.
    pub path: PathBuf,
    taken: AtomicBool,
}

impl Saved {
    /// The file is the script's now.
    pub fn leave(&self) {
        self.taken.store(true, Ordering::Relaxed);
    }
}
impl Drop for Saved {
    fn drop(&mut self) {
        if !self.taken.load(Ordering::Relaxed) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Takes in a body.
pub enum Collector {
    /// In memory so far.
    Memory(Vec<u8>),
    /// In a file, as it has become large.
    File(File, u64),
    /// A form, taken apart.
    Form(Box<Reader>, Box<Form>),
    /// A file could not be written.
    Failed,
}

impl Collector {
    /// Ready for the body of a request, which has this method and, maybe, type.
    pub fn new(method: &[u8], content_type: Option<&[u8]>, limits: &Limits) -> Collector {
        if method == b"POST"
            && limits.reads_forms
            && let Some(Ok(boundary)) = content_type.and_then(upload::boundary)
        {
            return Collector::form(&boundary, limits);
        }
        Collector::Memory(Vec::new())
    }
    /// Ready for a form.
    pub fn form(boundary: &[u8], limits: &Limits) -> Collector {
        Collector::Form(Box::new(Reader::new(boundary)), Box::new(Form::new(limits)))
    }
    /// Takes in all of another body.
    pub fn taking(mut self, body: &Body) -> Option<Body> {
        let mut chunk = vec![0; 64 << 10];
        let mut at = 0;
        while let Ok(n @ 1..) = body.read(at, &mut chunk) {
            self.push(&chunk[..n]);
            at += n as u64;
        }
        self.finish(Received::Whole)
    }
    /// Takes in some more.
    pub fn push(&mut self, bytes: &[u8]) {
        match self {
            Collector::Memory(all) if all.len() + bytes.len() <= IN_MEMORY => all.extend_from_slice(bytes),
            Collector::Memory(_) => {
                self.spill();
                self.push(bytes);
            }
            Collector::File(file, size) => {
                *size += bytes.len() as u64;
                if file.write_all(bytes).is_err() {
                    *self = Collector::Failed;
                }
            }
            Collector::Form(reader, form) => reader.push(bytes, &mut **form),
            Collector::Failed => {}
        }
    }
    /// How much of it is in memory.
    pub fn in_memory(&self) -> usize {
        if let Collector::Memory(all) = self { all.len() } else { 0 }
    }
    /// Puts what is in memory into a file.
    pub fn spill(&mut self) {
        if let Collector::Memory(all) = self {
            *self = match nameless_file().and_then(|mut file| file.write_all(all).map(|()| file)) {
                Ok(file) => Collector::File(file, all.len() as u64),
                Err(_) => Collector::Failed,
            }
        }
    }
    /// All of it has come; `None` if it could not be kept.
    pub fn finish(self, received: Received) -> Option<Body> {
        Some(match (received, self) {
            (Received::TooLarge(size), _) => Body::TooLarge(size),
            (_, Collector::Memory(bytes)) => Body::Memory(bytes),
            (_, Collector::File(file, size)) => Body::File(file, size),
            (_, Collector::Form(reader, mut form)) => {
                reader.finish(&mut *form);
                Body::Form(form.parts)
            }
            (_, Collector::Failed) => return None,
        })
    }
}

/// A file that goes when it is closed.
pub fn nameless_file() -> io::Result<File> {
    let (file, path) = php::unique_file(&php::temp_dir(), b"php")?;
    fs::remove_file(path)?;
    Ok(file)
}

/// The parts of a form, as far as they have come. Parts beyond the limits are noted without their content, so that the
/// request can say what is wrong with it.
pub struct Form {
    limits: Limits,
    parts: Vec<Part>,
    /// `MAX_FILE_SIZE`: the form's own limit for files.
    form_limit: i64,
    files: i64,
    variables: i64,
    /// Bytes that fields have.
    fields: usize,
    /// Where the content of an uploaded file goes.
    file: Option<File>,
}

impl Form {
    fn new(limits: &Limits) -> Form {
        Form { limits: limits.clone(), parts: Vec::new(), form_limit: 0, files: 0, variables: 0, fields: 0, file: None }
    }
    /// Whether nothing further is looked at.
    fn is_over(&self) -> bool {
        self.parts.len() as i64 > self.limits.most_parts() || self.variables > self.limits.most_variables
    }
    /// Gives up the file that is being read.
    fn fail(&mut self, why: i64) {
        self.file = None;
        if let Some(Part::File { error, saved, .. }) = self.parts.last_mut() {
            *error = why;
            *saved = None;
        }
    }
}

impl Sink for Form {
    fn begin(&mut self, name: Option<Vec<u8>>, path: Option<Vec<u8>>, content_type: Vec<u8>) -> bool {
        if self.is_over() {
            return false;
        }
        let Some(path) = path else {
            let Some(name) = name else { return false };
            self.variables += 1;
            self.fields += name.len();
            self.parts.push(Part::Field(name, Vec::new()));
            return true;
        };
        let mut part = Part::File {
            name: name.unwrap_or_default(),
            error: if path.is_empty() { upload_error::NO_FILE } else { upload_error::OK },
            path,
            content_type,
            size: 0,
            saved: None,
        };
        let Part::File { path, error, saved, .. } = &mut part else { return false };
        if !path.is_empty() {
            self.files += 1;
            if self.limits.takes_files && self.files <= self.limits.most_files {
                match php::unique_file(&self.limits.folder, b"php") {
                    Ok((file, path)) => {
                        self.file = Some(file);
                        *saved = Some(Saved { path, taken: AtomicBool::new(false) });
                    }
                    Err(_) => *error = upload_error::NO_TMP_DIR,
                }
            }
        }
        self.parts.push(part);
        true
    }
    fn content(&mut self, bytes: &[u8]) {
        match self.parts.last_mut() {
            Some(Part::Field(_, value)) => {
                let room = self.limits.fields.saturating_sub(self.fields).min(bytes.len());
                value.extend_from_slice(&bytes[..room]);
                self.fields += bytes.len();
            }
            Some(Part::File { size, .. }) => {
                *size += bytes.len() as u64;
                let size = *size;
                let Some(file) = &mut self.file else { return };
                if self.limits.file > 0 && size > self.limits.file {
                    self.fail(upload_error::INI_SIZE);
                } else if self.form_limit > 0 && size > self.form_limit as u64 {
                    self.fail(upload_error::FORM_SIZE);
                } else if file.write_all(bytes).is_err() {
                    self.fail(upload_error::CANT_WRITE);
                }
            }
            Some(Part::Garbled) | None => {}
        }
    }
    fn garbled(&mut self) {
        self.parts.push(Part::Garbled);
    }
    fn end(&mut self, complete: bool) {
        if !complete && self.file.is_some() {
            self.fail(upload_error::PARTIAL);
        }
        self.file = None;
        if let Some(Part::Field(name, value)) = self.parts.last()
            && name.eq_ignore_ascii_case(b"MAX_FILE_SIZE")
        {
            self.form_limit = parse_int(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn settings(text: &[(&str, &str)]) -> Limits {
        Limits::new(&text.iter().map(|(n, v)| ((*n).to_owned(), v.as_bytes().to_vec())).collect::<Vec<_>>())
    }
    fn collect(kind: &str, limits: &Limits, body: &[u8]) -> Body {
        let mut collector = Collector::new(b"POST", Some(kind.as_bytes()), limits);
        body.chunks(1000).for_each(|part| collector.push(part));
        collector.finish(Received::Whole).expect("files can be written")
    }

    #[test]
    fn large_bodies_go_to_a_file() {
        let body: Vec<u8> = (0..3 << 20).map(|i: u32| (i * 7 % 251) as u8).collect();
        let kept = collect("text/plain", &settings(&[]), &body);
        assert!(matches!(kept, Body::File(_, size) if size == body.len() as u64));
        let mut out = [0; 100];
        assert_eq!(kept.read(2 << 20, &mut out).expect("readable"), 100);
        assert_eq!(out, body[2 << 20..(2 << 20) + 100]);
        assert_eq!(kept.read(body.len() as u64, &mut out).expect("readable"), 0);
        assert!(matches!(collect("text/plain", &settings(&[]), b"abc"), Body::Memory(all) if all == b"abc"));
    }

    #[test]
    fn uploads() {
        let part = |name: &str, file: &str, content: &str| {
            format!("--B\r\nContent-Disposition: form-data; name={name}; filename={file}\r\n\r\n{content}\r\n")
        };
        let field = |name: &str, value: &str| format!("--B\r\nContent-Disposition: form-data; name={name}\r\n\r\n{value}\r\n");
        let body = [
            part("a", "a.txt", "12345"),
            part("b", "b.txt", &"x".repeat(2000)),
            field("MAX_FILE_SIZE", "3"),
            part("c", "c.txt", "1234"),
            part("d", "\"\"", ""),
            part("e", "e.txt", "1"),
            part("f", "f.txt", "1"),
        ]
        .concat();
        let limits = settings(&[("upload_max_filesize", "1K"), ("max_file_uploads", "4")]);
        let kept = collect("multipart/form-data; boundary=B", &limits, body.as_bytes());
        let Body::Form(parts) = &kept else { panic!("no form") };
        let errors: Vec<(i64, u64, bool)> = parts
            .iter()
            .filter_map(|part| match part {
                Part::File { error, size, saved, .. } => Some((*error, *size, saved.is_some())),
                Part::Field(..) | Part::Garbled => None,
            })
            .collect();
        // The last one is cut short, and there are too many.
        let expected = [(0, 5, true), (1, 2000, false), (2, 4, false), (4, 0, false), (0, 1, true), (0, 1, false)];
        assert_eq!(errors[..5], expected[..5]);
        assert!(!errors[5].2);
        let path = kept.files().next().expect("a file").path.clone();
        let mut text = String::new();
        File::open(&path).expect("there").read_to_string(&mut text).expect("readable");
        assert_eq!(text, "12345");
        drop(kept);
        assert!(!path.exists());
    }
}
