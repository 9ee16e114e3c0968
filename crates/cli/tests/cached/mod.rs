//! Files for tests of what the process keeps of them.

use crate::capture;
use std::{
    fs,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

/// Tests count what the process does, so they take turns.
static TURN: Mutex<()> = Mutex::new(());

/// Runs a test when no other one runs.
pub fn in_turn(test: impl FnOnce() + Send + 'static) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    capture::on_a_stack(64 << 20, test);
}

/// Settings under which a file is looked at again whenever it is asked for.
pub const WATCHFUL: [(&str, &str); 4] =
    [("opcache.file_update_protection", "0"), ("opcache.revalidate_freq", "0"), ("html_errors", "0"), ("log_errors", "0")];

/// A folder that goes with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let name = format!("phant-{}-{name}-{}", env!("CARGO_CRATE_NAME"), std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let folder = Folder(folder.canonicalize().unwrap());
        files.iter().for_each(|(file, text)| folder.write(file, text));
        folder
    }
    /// Writes a file as if it were another one than before: in place of it.
    pub fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join("next"), text).unwrap();
        fs::rename(self.0.join("next"), self.0.join(file)).unwrap();
    }
    pub fn main(&self) -> PathBuf {
        self.0.join("index.php")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
