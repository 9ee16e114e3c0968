//! Positions in texts as ICU counts them: in units of UTF-16.

/// The number of units that characters take.
pub(crate) fn length(text: &[char]) -> usize {
    text.iter().map(|c| c.len_utf16()).sum()
}

/// The character at a position. `None` outside the text.
pub(crate) fn character_at(text: &[char], position: i64) -> Option<usize> {
    let mut left = usize::try_from(position).ok()?;
    for (at, c) in text.iter().enumerate() {
        if left == 0 {
            return Some(at);
        }
        left = left.saturating_sub(c.len_utf16());
    }
    (left == 0).then_some(text.len())
}
