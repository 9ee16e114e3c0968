//! The environment of the process, which nothing here changes: it is read once, so that a look costs no lock and no copy.

use std::{os::unix::ffi::OsStringExt, sync::OnceLock};

/// Names and values, in the order of the names.
fn all() -> &'static [(Vec<u8>, Vec<u8>)] {
    static ALL: OnceLock<Vec<(Vec<u8>, Vec<u8>)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: Vec<_> = std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())).collect();
        // C's `getenv` finds no name with an equals sign, and of two entries the first.
        all.retain(|(name, _)| !name.contains(&b'='));
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all.dedup_by(|later, first| later.0 == first.0);
        all
    })
}

/// The value of a variable.
pub fn variable(name: &[u8]) -> Option<&'static [u8]> {
    let all = all();
    let at = all.binary_search_by(|(known, _)| known.as_slice().cmp(name)).ok()?;
    Some(&all[at].1)
}

#[cfg(test)]
mod tests {
    #[test]
    fn finds_what_the_standard_library_finds() {
        for (name, value) in std::env::vars_os() {
            let (name, value) = (name.into_encoded_bytes(), value.into_encoded_bytes());
            assert_eq!(super::variable(&name), Some(value.as_slice()));
        }
        assert_eq!(super::variable(b""), None);
        assert_eq!(super::variable(b"PHANT_NO_SUCH=VARIABLE"), None);
    }
}
