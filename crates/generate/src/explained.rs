//! Differences that are explained: what PHP does not survive, and what `docs/differences.md` lists. They are no faults, so
//! that the number of those which nobody has looked into can be told.

/// What ends a program of the engine's where PHP takes memory until something ends it.
const OVERFLOW: &str = "Fatal error: Possible integer overflow in memory allocation";
/// Where the text of a stream is refused when its functions are declared. PHP has not closed the stream by then.
const REFUSED: &str = "Fatal error: Cannot redeclare function ";
/// What the wrappers of the prelude print when they are closed.
const CLOSE: &str = "close\n";

/// Whether all that two outputs differ in is known.
pub fn is_explained(expected: &[u8], actual: &[u8]) -> bool {
    let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
    let (expected, actual) = (without_class_numbers(&expected), without_class_numbers(&actual));
    expected == actual || is_overflow(&expected, &actual) || is_refused_stream(&expected, &actual)
}

/// Anonymous classes are numbered in each file, not in the whole request.
fn without_class_numbers(text: &str) -> String {
    const ANONYMOUS: &str = "@anonymous";
    let mut parts = text.split(ANONYMOUS);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(ANONYMOUS);
        let line_end = part.find('\n').unwrap_or(part.len());
        match part[..line_end].find('$') {
            Some(at) => {
                out.push_str(&part[..=at]);
                out.push_str(part[at + 1..].trim_start_matches(|c: char| c.is_ascii_hexdigit()));
            }
            None => out.push_str(part),
        }
    }
    out
}
fn is_overflow(expected: &str, actual: &str) -> bool {
    actual.find(OVERFLOW).is_some_and(|at| expected.trim_end().starts_with(actual[..at].trim_end()))
}
/// The output before the error, whenever the stream was closed.
fn before_refusal(text: &str) -> Option<String> {
    let before = &text[..text.find(REFUSED)?];
    Some(before.trim_end().strip_suffix(CLOSE.trim_end()).unwrap_or(before).trim_end().to_owned())
}
fn is_refused_stream(expected: &str, actual: &str) -> bool {
    before_refusal(expected).is_some_and(|before| before_refusal(actual) == Some(before))
}

#[cfg(test)]
mod tests {
    use super::is_explained;

    #[test]
    fn numbers_of_anonymous_classes_do_not_matter() {
        assert!(is_explained(b"class@anonymous\0f.php:3$d::m", b"class@anonymous\0f.php:3$0::m"));
        assert!(!is_explained(b"class@anonymous\0f.php:3$d::m", b"class@anonymous\0f.php:4$d::m"));
        assert!(!is_explained(b"P@anonymous\n$a", b"P@anonymous\n$b"));
    }

    #[test]
    fn what_php_does_not_survive_says_nothing() {
        let fatal = b"1\n\nFatal error: Possible integer overflow in memory allocation (1 * 9 + 32)\n";
        assert!(is_explained(b"1\n", fatal));
        assert!(!is_explained(b"2\n", fatal));
    }

    #[test]
    fn a_stream_that_is_refused_is_closed_at_another_time() {
        let php = b"1\n\nFatal error: Cannot redeclare function f()\nclose\n";
        assert!(is_explained(php, b"1\nclose\n\nFatal error: Cannot redeclare function f()\n"));
        assert!(!is_explained(php, b"2\nclose\n\nFatal error: Cannot redeclare function f()\n"));
        assert!(!is_explained(b"1\nclose\n", b"1\n"));
    }
}
