//! Distances between texts: `similar_text` and `levenshtein`. They take quadratic time and more, so they look at the
//! interrupt word once for each byte of the first text, and then return what they have.

/// `similar_text($a, $b)`: the bytes in the longest common substring and, on both its sides, in the rest.
pub fn similar_text(a: &[u8], b: &[u8]) -> usize {
    if a.len() * b.len() <= SHORT {
        return similar_short(a, b);
    }
    let mut total = 0;
    let mut work = vec![(a, b)];
    let mut rows = Vec::new();
    while let Some((a, b)) = work.pop() {
        if phant_interrupt::is_urgent() {
            break;
        }
        let (at_a, at_b, len) = longest_common(a, b, &mut rows);
        if len > 0 {
            total += len;
            work.push((&a[..at_a], &b[..at_b]));
            work.push((&a[at_a + len..], &b[at_b + len..]));
        }
    }
    total
}

/// What is searched for common parts without a table: at most this many pairs of bytes.
const SHORT: usize = 1024;

fn similar_short(a: &[u8], b: &[u8]) -> usize {
    let mut best = (0, 0, 0);
    for i in 0..a.len() {
        if a.len() - i <= best.2 {
            break;
        }
        let first = a[i];
        let mut from = 0;
        // A longer part than the best one begins where there is room for it, and goes on where that one ended.
        while let Some(at) = b.get(from..b.len() - best.2).and_then(|rest| rest.iter().position(|&c| c == first)) {
            let j = from + at;
            if a.len() - i <= best.2 {
                break;
            }
            if a[i + best.2] == b[j + best.2] {
                let len = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y).count();
                if len > best.2 {
                    best = (i, j, len);
                }
            }
            from = j + 1;
        }
    }
    let (i, j, len) = best;
    if len == 0 {
        return 0;
    }
    let before = if i == 0 || j == 0 { 0 } else { similar_short(&a[..i], &b[..j]) };
    let (a, b) = (&a[i + len..], &b[j + len..]);
    len + before + if a.is_empty() || b.is_empty() { 0 } else { similar_short(a, b) }
}

/// The percentage that `similar_text` reports through its third parameter.
pub fn similar_percent(similar: usize, a: &[u8], b: &[u8]) -> f64 {
    let sum = a.len() + b.len();
    if sum == 0 { 0.0 } else { similar as f64 * 2.0 * 100.0 / sum as f64 }
}

/// The first longest common substring: where it starts in `a` and `b`, and its length.
fn longest_common(a: &[u8], b: &[u8], row: &mut Vec<usize>) -> (usize, usize, usize) {
    row.clear();
    row.resize(b.len() + 1, 0);
    let mut best = (0, 0, 0);
    // row[j] is the length of the common prefix of a[i..] and b[j..]. Going backwards, ">=" leaves the first one.
    for i in (0..a.len()).rev() {
        if phant_interrupt::is_urgent() {
            break;
        }
        let mut best_of_row = (0, 0);
        for j in 0..b.len() {
            row[j] = if a[i] == b[j] { row[j + 1] + 1 } else { 0 };
            if row[j] > best_of_row.1 {
                best_of_row = (j, row[j]);
            }
        }
        if best_of_row.1 > 0 && best_of_row.1 >= best.2 {
            best = (i, best_of_row.0, best_of_row.1);
        }
    }
    best
}

/// `levenshtein($a, $b, …)` with the costs of an insertion, a replacement and a deletion.
pub fn levenshtein(a: &[u8], b: &[u8], insertion: i64, replacement: i64, deletion: i64) -> i64 {
    if a.is_empty() {
        return (b.len() as i64).wrapping_mul(insertion);
    }
    if b.is_empty() {
        return (a.len() as i64).wrapping_mul(deletion);
    }
    if (insertion, replacement, deletion) == (1, 1, 1) && (8..=64).contains(&a.len()) && b.len() >= 8 {
        return unit_distance(a, b);
    }
    let mut row: Vec<i64> = (0..=b.len() as i64).map(|i| i.wrapping_mul(insertion)).collect();
    for &x in a {
        if phant_interrupt::is_urgent() {
            break;
        }
        let mut diagonal = row[0];
        row[0] = row[0].wrapping_add(deletion);
        for (j, &y) in b.iter().enumerate() {
            let replaced = if x == y { diagonal } else { diagonal.wrapping_add(replacement) };
            diagonal = row[j + 1];
            let deleted = row[j + 1].wrapping_add(deletion);
            let inserted = row[j].wrapping_add(insertion);
            row[j + 1] = replaced.min(deleted).min(inserted);
        }
    }
    row[b.len()]
}

/// The distance where everything costs one and `a` has 1 to 64 bytes: a column of differences is two words (Myers 1999, as Hyyrö
/// has it for whole texts).
fn unit_distance(a: &[u8], b: &[u8]) -> i64 {
    let mut places = [0u64; 256];
    for (i, &byte) in a.iter().enumerate() {
        places[usize::from(byte)] |= 1 << i;
    }
    let last = 1 << (a.len() - 1);
    let (mut up, mut down, mut distance) = (!0u64, 0u64, a.len() as i64);
    for &byte in b {
        let equal = places[usize::from(byte)];
        let vertical = equal | down;
        let horizontal = (((equal & up).wrapping_add(up)) ^ up) | equal;
        let (mut more, mut less) = (down | !(horizontal | up), up & horizontal);
        distance += i64::from(more & last != 0) - i64::from(less & last != 0);
        (more, less) = (more << 1 | 1, less << 1);
        (up, down) = (less | !(vertical | more), more & vertical);
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_by_words_are_those_by_rows() {
        let mut seed = 1u32;
        let mut text = |len: usize| -> Vec<u8> {
            let byte = |_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                b'a' + (seed >> 24) as u8 % 3
            };
            (0..len).map(byte).collect()
        };
        for len in 8..=64 {
            for other in [8, 20, 64, 100] {
                let (a, b) = (text(len), text(other));
                // Twice the costs, by rows, are twice the distance.
                assert_eq!(2 * levenshtein(&a, &b, 1, 1, 1), levenshtein(&a, &b, 2, 2, 2), "{a:?} {b:?}");
            }
        }
        assert_eq!(
            levenshtein(b"kitten sitting", b"sitting kitten", 1, 1, 1),
            levenshtein(b"kitten sitting", b"sitting kitten", 2, 2, 2) / 2
        );
    }
}
