//! The configuration of the process: what php.ini and the command line set. Read once, before the first request.

use std::{os::unix::ffi::OsStrExt, path::PathBuf, sync::OnceLock};

/// A configured value, as `get_cfg_var` shows it.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfigValue {
    /// `name = value`
    Text(Vec<u8>),
    /// `name[offset] = value`, with the offsets as array keys (empty: the next number).
    List(Vec<(Vec<u8>, Vec<u8>)>),
}

/// See the [module documentation](self).
#[derive(Default, Debug)]
pub struct Config {
    /// Where php.ini is looked for, as `--ini` shows it.
    pub search_path: String,
    /// The php.ini that was read.
    pub loaded: Option<PathBuf>,
    /// Folders whose `*.ini` files are read too.
    pub scan_dir: String,
    /// Those files, in the order they were read.
    pub scanned: Vec<PathBuf>,
    /// All values, in order of their first appearance.
    pub values: Vec<(Vec<u8>, ConfigValue)>,
}

static CONFIG: OnceLock<Config> = OnceLock::new();

/// Sets the configuration, once.
pub fn install(config: Config) {
    let _ = CONFIG.set(config);
}

/// The configuration; an empty one before [`install`].
pub fn get() -> &'static Config {
    CONFIG.get_or_init(Config::default)
}

impl Config {
    /// A configured value.
    pub fn value(&self, name: &[u8]) -> Option<&ConfigValue> {
        self.values.iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }
    /// Sets a value; the last one counts.
    pub fn set(&mut self, name: &[u8], value: Vec<u8>) {
        match self.values.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = ConfigValue::Text(value),
            None => self.values.push((name.to_vec(), ConfigValue::Text(value))),
        }
    }
    /// Adds an element to a list.
    pub fn push(&mut self, name: &[u8], offset: Vec<u8>, value: Vec<u8>) {
        let entry = match self.values.iter_mut().find(|(n, _)| n == name) {
            Some((_, entry)) => entry,
            None => {
                self.values.push((name.to_vec(), ConfigValue::List(Vec::new())));
                &mut self.values.last_mut().expect("just pushed").1
            }
        };
        match entry {
            ConfigValue::List(list) => list.push((offset, value)),
            ConfigValue::Text(_) => *entry = ConfigValue::List(vec![(offset, value)]),
        }
    }
    /// What a new request is given. `get_cfg_var` and its kin find the files' names among it.
    pub fn settings(&self) -> Vec<(String, Vec<u8>)> {
        let mut settings = Vec::with_capacity(self.values.len() + 2);
        for (name, value) in &self.values {
            if let ConfigValue::Text(value) = value
                && let Ok(name) = std::str::from_utf8(name)
            {
                settings.push((name.to_owned(), value.clone()));
            }
        }
        if let Some(path) = &self.loaded {
            settings.push(("cfg_file_path".to_owned(), path.as_os_str().as_bytes().to_vec()));
        }
        if !self.scanned.is_empty() {
            settings.push(("cfg_scanned_files".to_owned(), self.scanned_list().into_bytes()));
        }
        settings
    }
    /// The files of the scanned folders, as `--ini` lists them.
    pub fn scanned_list(&self) -> String {
        self.scanned.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(",\n") + "\n"
    }
}
