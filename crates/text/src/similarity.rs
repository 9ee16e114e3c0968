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
        for j in 0..b.len() {
            if b.len() - j <= best.2 || a.len() - i <= best.2 {
                break;
            }
            // A longer part than the best goes on where that one ended.
            if a[i] == b[j] && a[i + best.2] == b[j + best.2] {
                let len = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y).count();
                if len > best.2 {
                    best = (i, j, len);
                }
            }
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
