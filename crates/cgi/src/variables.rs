//! The variables that describe a request, and what follows from them: which script, and what its address leaves over.
//!
//! Servers name the script in different ways. With `cgi.fix_pathinfo` what they say is brought into one form, and what they
//! said is kept under names with `ORIG_` in front.

use std::{
    collections::HashMap,
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
};

/// How the script is looked for.
#[derive(Clone, Debug)]
pub struct Rules {
    /// `cgi.fix_pathinfo`
    pub fix_path_info: bool,
    /// `cgi.discard_path`
    pub discard_path: bool,
    /// `doc_root`, if it is set.
    pub document_root: Option<Vec<u8>>,
}

/// A request as its variables describe it.
#[derive(Clone, Debug, Default)]
pub struct Request {
    variables: Vec<(Vec<u8>, Vec<u8>)>,
    /// Where variables go that nobody has sent; at the end if nothing is said.
    new_at: Option<usize>,
    /// Names whose values are not those of the process's environment any more.
    changed: Vec<&'static str>,
    /// The script's file.
    pub script: Option<Vec<u8>>,
    /// The address of the script, for `PHP_SELF`.
    address: Option<Vec<u8>>,
    /// `REQUEST_METHOD`
    pub method: Vec<u8>,
    /// `QUERY_STRING`
    pub query: Option<Vec<u8>>,
    /// `CONTENT_TYPE`
    pub content_type: Vec<u8>,
    /// `CONTENT_LENGTH`
    pub content_length: u64,
}

type Text = Option<Vec<u8>>;

impl Request {
    /// The request of the process's environment.
    pub fn of_process(rules: &Rules) -> Request {
        let variables = std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).collect();
        Request::new(variables, rules)
    }
    /// The request that these variables describe.
    pub fn new(variables: Vec<(Vec<u8>, Vec<u8>)>, rules: &Rules) -> Request {
        Request { variables, ..Request::default() }.understood(rules)
    }
    /// The request that parameters of FastCGI describe, beside an environment. Scripts see the parameters from the last to the
    /// first. One that comes twice counts as it came last.
    pub fn of_parameters(environment: &[(Vec<u8>, Vec<u8>)], parameters: Vec<(Vec<u8>, Vec<u8>)>, rules: &Rules) -> Request {
        let mut places: HashMap<Vec<u8>, usize> = HashMap::with_capacity(parameters.len());
        let mut sent: Vec<(Vec<u8>, Vec<u8>)> = Vec::with_capacity(parameters.len() + environment.len() + 4);
        for (name, value) in parameters {
            match places.get(&name) {
                Some(&at) => sent[at].1 = value,
                None => {
                    places.insert(name.clone(), sent.len());
                    sent.push((name, value));
                }
            }
        }
        let mut variables: Vec<_> = environment.iter().filter(|(name, _)| !places.contains_key(name)).cloned().collect();
        let new_at = Some(variables.len());
        variables.extend(sent.into_iter().rev());
        Request { variables, new_at, ..Request::default() }.understood(rules)
    }
    /// Finds the script, and what else the variables say.
    fn understood(self, rules: &Rules) -> Request {
        let mut request = self;
        // Without a script's name this is somebody at a terminal, and nothing else counts.
        let Some(given) = request.text("SCRIPT_FILENAME").or_else(|| request.text("PATH_TRANSLATED")) else { return request };
        request.method = request.text("REQUEST_METHOD").unwrap_or_default();
        request.query = request.text("QUERY_STRING");
        request.content_type = request.text("CONTENT_TYPE").unwrap_or_default();
        request.content_length = request.text("CONTENT_LENGTH").map_or(0, |text| length(&text));
        let script = if rules.fix_path_info {
            request.fix(given, rules)
        } else {
            request.address = request.text("PATH_INFO").or_else(|| request.text("SCRIPT_NAME"));
            Some(request.text("PATH_TRANSLATED").filter(|_| !rules.discard_path).unwrap_or(given))
        };
        if rules.fix_path_info {
            request.address = request.text("SCRIPT_NAME");
        }
        // With a root for documents nothing else is run, whatever the server says.
        let in_root = |root: &Vec<u8>, address: &Vec<u8>| {
            let root = root.strip_suffix(b"/").unwrap_or(root);
            [root, b"/", address.strip_prefix(b"/").unwrap_or(address)].concat()
        };
        let absolute_root = rules.document_root.as_ref().filter(|root| root.starts_with(b"/"));
        let script = match (absolute_root, &request.address) {
            (Some(root), Some(address)) => Some(in_root(root, address)),
            _ => script,
        };
        request.script = script.filter(|path| is_safe(path));
        request
    }

    /// A variable.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.variables.iter().find(|(n, _)| n == name.as_bytes()).map(|(_, value)| value.as_slice())
    }
    /// All variables.
    pub fn all(&self) -> &[(Vec<u8>, Vec<u8>)] {
        &self.variables
    }
    /// What the server has sent, where that is not the process's environment.
    pub fn sent(&self) -> &[(Vec<u8>, Vec<u8>)] {
        self.new_at.map_or(&[], |at| &self.variables[at..])
    }
    /// What differs from the process's environment.
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, Option<&[u8]>)> {
        self.changed.iter().filter(|_| self.new_at.is_none()).map(|name| (*name, self.get(name)))
    }
    /// `PHP_SELF`: the address as far as it leads to the script, and the rest if addresses are put right.
    pub fn php_self(&self, fixed: bool) -> Vec<u8> {
        if fixed {
            return [self.get("SCRIPT_NAME").unwrap_or_default(), self.get("PATH_INFO").unwrap_or_default()].concat();
        }
        self.address.clone().unwrap_or_default()
    }

    fn text(&self, name: &str) -> Text {
        self.get(name).map(<[u8]>::to_vec)
    }
    fn put(&mut self, name: &'static str, value: Option<&[u8]>) {
        match (self.variables.iter().position(|(n, _)| n == name.as_bytes()), value) {
            (Some(at), Some(value)) => self.variables[at].1 = value.to_vec(),
            (None, Some(value)) => {
                let at = self.new_at.unwrap_or(self.variables.len());
                self.variables.insert(at, (name.as_bytes().to_vec(), value.to_vec()));
            }
            (Some(at), None) => drop(self.variables.remove(at)),
            (None, None) => return,
        }
        if !self.changed.contains(&name) {
            self.changed.push(name);
        }
    }
    /// Sets a variable and keeps what it was, if it was there, under another name.
    fn replace(&mut self, name: &'static str, original: &'static str, value: Option<&[u8]>) {
        if let Some(old) = self.text(name) {
            self.put(original, Some(&old));
        }
        self.put(name, value);
    }

    /// Brings the variables into one form; the script is the result.
    fn fix(&mut self, given: Vec<u8>, rules: &Rules) -> Text {
        if self.get("DOCUMENT_ROOT").is_none()
            && let Some(root) = &rules.document_root
        {
            self.put("DOCUMENT_ROOT", Some(root));
        }
        let (mut script, mut name) = (given, self.text("SCRIPT_NAME"));
        // Apache's `Action` names the interpreter as the script, and the script behind it.
        let redirected = self.text("REDIRECT_URL");
        if let (Some(translated), Some(url)) = (self.text("PATH_TRANSLATED"), &redirected)
            && translated != script
        {
            script = translated;
            name = Some(url.clone());
        }
        if !script.is_empty() && (script.ends_with(b"/") || fs::metadata(path(&script)).is_err()) {
            return self.split(&script, name);
        }
        if self.get("SCRIPT_FILENAME") != Some(&script) {
            self.replace("SCRIPT_FILENAME", "ORIG_SCRIPT_FILENAME", Some(&script));
        }
        if redirected.is_some() {
            for (own, original) in [("PATH_INFO", "ORIG_PATH_INFO"), ("PATH_TRANSLATED", "ORIG_PATH_TRANSLATED")] {
                if self.get(own).is_some() {
                    self.replace(own, original, None);
                }
            }
        }
        if name != self.text("SCRIPT_NAME") {
            self.replace("SCRIPT_NAME", "ORIG_SCRIPT_NAME", name.as_deref());
        }
        Some(script)
    }

    /// The path is no file: a part of it may be, and the rest is the address's `PATH_INFO`.
    fn split(&mut self, given: &[u8], name: Text) -> Text {
        let mut file = given;
        loop {
            let Some(slash) = file.iter().rposition(|&c| c == b'/' || c == b'\\') else {
                // No part of it is.
                self.replace("SCRIPT_FILENAME", "ORIG_SCRIPT_FILENAME", None);
                self.rename(name.as_deref());
                return None;
            };
            file = &file[..slash];
            if fs::metadata(path(file)).is_ok_and(|facts| facts.is_file()) {
                break;
            }
        }
        let rest = given.len() - file.len();
        let mut renamed = false;
        if let Some(info) = self.text("PATH_INFO") {
            // Of what the server took for `PATH_INFO` the end is, and the script's address the beginning.
            let (address, behind) = info.split_at(info.len().saturating_sub(rest));
            if !address.is_empty() {
                self.replace("PATH_INFO", "ORIG_PATH_INFO", Some(behind));
                self.rename(Some(address));
                renamed = true;
            }
        }
        if self.get("SCRIPT_FILENAME") != Some(file) {
            self.replace("SCRIPT_FILENAME", "ORIG_SCRIPT_FILENAME", Some(file));
        }
        let info = self.text("PATH_INFO").unwrap_or_default();
        let root = match self.text("DOCUMENT_ROOT") {
            Some(root) => Some(root.strip_suffix(b"/").map(<[u8]>::to_vec).unwrap_or(root)),
            // The script's file without its address.
            None => name.as_ref().filter(|n| contains(file, n)).map(|n| file[..file.len() - n.len()].to_vec()),
        };
        if let Some(root) = root {
            self.replace("PATH_TRANSLATED", "ORIG_PATH_TRANSLATED", Some(&[root, info].concat()));
        }
        if !renamed {
            self.rename(name.as_deref());
        }
        Some(file.to_vec())
    }

    /// The script has another address than the server said.
    fn rename(&mut self, name: Option<&[u8]>) {
        if self.get("SCRIPT_NAME") != name {
            self.replace("SCRIPT_NAME", "ORIG_SCRIPT_NAME", name);
        }
    }
}

fn path(bytes: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(bytes))
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|w| w == part)
}

/// A path that does not climb.
fn is_safe(path: &[u8]) -> bool {
    !path.is_empty() && !path.split(|&c| c == b'/').any(|part| part == b"..")
}

/// The number at the beginning, as C reads it.
fn length(text: &[u8]) -> u64 {
    let text = text.trim_ascii_start();
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let digits = text.iter().take_while(|c| c.is_ascii_digit());
    digits.fold(0u64, |sum, c| sum.saturating_mul(10).saturating_add(u64::from(c - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a request with these variables runs, and how its variables differ from those given.
    fn request(given: &[(&str, &str)], rules: &Rules) -> (Option<String>, Vec<(String, Option<String>)>) {
        let variables = given.iter().map(|(n, v)| (n.as_bytes().to_vec(), v.as_bytes().to_vec())).collect();
        let request = Request::new(variables, rules);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut changes: Vec<_> = request.changes().map(|(n, v)| (n.to_owned(), v.map(text))).collect();
        changes.sort();
        (request.script.as_deref().map(text), changes)
    }
    fn changed(text: &[(&str, Option<&str>)]) -> Vec<(String, Option<String>)> {
        text.iter().map(|(n, v)| ((*n).to_owned(), v.map(str::to_owned))).collect()
    }

    #[test]
    fn scripts_are_found() {
        let folder = std::env::temp_dir().join(format!("phant-cgi-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("a.php"), "").expect("a file");
        let folder = folder.to_string_lossy().into_owned();
        let file = format!("{folder}/a.php");
        let with_rest = format!("{file}/x/y");
        let rules = Rules { fix_path_info: true, discard_path: false, document_root: None };

        assert_eq!(request(&[("SCRIPT_FILENAME", &file), ("SCRIPT_NAME", "/a.php")], &rules), (Some(file.clone()), vec![]));
        let info = [("SCRIPT_FILENAME", with_rest.as_str()), ("SCRIPT_NAME", "/a.php"), ("PATH_INFO", "/a.php/x/y")];
        let expected = [
            ("ORIG_PATH_INFO", Some("/a.php/x/y")),
            ("ORIG_SCRIPT_FILENAME", Some(with_rest.as_str())),
            ("PATH_INFO", Some("/x/y")),
            ("PATH_TRANSLATED", Some(&format!("{folder}/x/y"))),
            ("SCRIPT_FILENAME", Some(&file)),
        ];
        assert_eq!(request(&info, &rules), (Some(file.clone()), changed(&expected)));
        let action = [
            ("SCRIPT_FILENAME", "/usr/bin/php-cgi"),
            ("SCRIPT_NAME", "/cgi-bin/php"),
            ("PATH_INFO", "/a.php/q"),
            ("PATH_TRANSLATED", &format!("{file}/q")),
            ("REDIRECT_URL", "/a.php/q"),
            ("DOCUMENT_ROOT", &folder),
        ];
        let (script, changes) = request(&action, &rules);
        assert_eq!(script, Some(file.clone()));
        assert!(changes.contains(&("SCRIPT_NAME".to_owned(), Some("/a.php".to_owned()))));
        assert!(changes.contains(&("ORIG_SCRIPT_NAME".to_owned(), Some("/cgi-bin/php".to_owned()))));
        let none = [("SCRIPT_FILENAME", "/nowhere/x.php")];
        assert_eq!(request(&none, &rules).0, None);
        assert_eq!(request(&[("PATH_INFO", "/x")], &rules), (None, vec![]));

        let plain = Rules { fix_path_info: false, ..rules.clone() };
        let both = [("SCRIPT_FILENAME", "/usr/bin/php-cgi"), ("PATH_TRANSLATED", file.as_str())];
        assert_eq!(request(&both, &plain).0, Some(file.clone()));
        assert_eq!(request(&both, &Rules { discard_path: true, ..plain }).0, Some("/usr/bin/php-cgi".to_owned()));
        let rooted = Rules { document_root: Some(b"/srv/".to_vec()), ..rules };
        assert_eq!(request(&[("SCRIPT_FILENAME", &file), ("SCRIPT_NAME", "/a.php")], &rooted).0, Some("/srv/a.php".to_owned()));
        assert_eq!(request(&[("SCRIPT_FILENAME", &file), ("SCRIPT_NAME", "/../a.php")], &rooted).0, None);
        let _ = fs::remove_dir_all(folder);
    }

    #[test]
    fn lengths() {
        for (text, number) in [("", 0), ("12", 12), (" +7x", 7), ("-3", 0), ("99999999999999999999", u64::MAX)] {
            assert_eq!(length(text.as_bytes()), number, "{text}");
        }
    }
}
