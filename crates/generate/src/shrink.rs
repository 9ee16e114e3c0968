//! Making a program small that shows a fault: delta debugging over its lines, as the tree that their indentation says,
//! then over bracketed parts and words inside the lines (Zeller and Hildebrandt, 2002; Misherghi and Su, 2006).

/// Makes `text` smaller as long as `shows` holds, which it does for `text`.
pub fn shrink(text: &str, shows: &mut dyn FnMut(&str) -> bool) -> String {
    let mut best = text.to_owned();
    loop {
        let before = best.len();
        by_lines(&mut best, shows);
        by_parts(&mut best, shows);
        if best.len() >= before {
            return best;
        }
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The end of the block that begins with a line: what is indented more, and the lines that close or continue it.
fn block_end(lines: &[&str], start: usize) -> usize {
    let depth = indent(lines[start]);
    let mut end = start + 1;
    while end < lines.len() {
        let line = lines[end];
        let inside = line.trim().is_empty() || indent(line) > depth;
        let closes = indent(line) == depth && line.trim_start().starts_with(['}', ')', ']']);
        if !inside && !closes {
            break;
        }
        end += 1;
        if closes && !line.ends_with(['{', '(', '[']) {
            break;
        }
    }
    end
}

fn try_text(best: &mut String, candidate: String, shows: &mut dyn FnMut(&str) -> bool) -> bool {
    if candidate.len() < best.len() && shows(&candidate) {
        *best = candidate;
        return true;
    }
    false
}

fn without(lines: &[&str], from: usize, to: usize) -> String {
    let mut text = lines[..from].join("\n");
    text.push('\n');
    text.push_str(&lines[to..].join("\n"));
    text
}

/// Takes away runs of blocks, blocks, and the lines around what is in a block, from the outermost level inwards: most of a
/// program goes with few attempts.
fn by_lines(best: &mut String, shows: &mut dyn FnMut(&str) -> bool) {
    let mut level = 0;
    while best.lines().any(|l| indent(l) >= level) {
        for run in [64, 16, 4, 2, 1] {
            by_runs(best, level, run, shows);
        }
        level += 1;
    }
}

/// Takes away what begins with a line at an indentation, `run` blocks at a time.
fn by_runs(best: &mut String, level: usize, run: usize, shows: &mut dyn FnMut(&str) -> bool) {
    let mut at = 1;
    loop {
        let text = best.clone();
        let lines: Vec<&str> = text.lines().collect();
        let begins = |n: &usize| indent(lines[*n]) == level && !lines[*n].trim_start().starts_with('}');
        let Some(start) = (at..lines.len()).find(begins) else { return };
        let mut end = start;
        for _ in 0..run {
            if end < lines.len() && begins(&end) {
                end = block_end(&lines, end);
            }
        }
        let smaller = try_text(best, without(&lines, start, end), shows)
            || run == 1 && end > start + 2 && try_text(best, unwrapped(&lines, start, end), shows);
        at = if smaller { start } else { end };
    }
}

/// A block replaced by what is in it.
fn unwrapped(lines: &[&str], at: usize, end: usize) -> String {
    let depth = indent(lines[at]);
    let inner = lines[at..end].iter().filter(|l| indent(l) > depth).map(|l| l.get(2..).unwrap_or(l));
    let kept: Vec<&str> = lines[..at].iter().copied().chain(inner).chain(lines[end..].iter().copied()).collect();
    kept.join("\n") + "\n"
}

/// Where the bracket that opens at `at` closes.
fn closing(text: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text.iter().enumerate().skip(at) {
        match c {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'\n' => return None,
            _ => continue,
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// The spans of a line that may be taken away or replaced, longest first.
fn spans(text: &str, line: (usize, usize)) -> Vec<(usize, usize, &'static str)> {
    let bytes = text.as_bytes();
    let mut spans = Vec::new();
    let mut starts = vec![line.0];
    for at in line.0..line.1 {
        if !text.is_char_boundary(at) {
            continue;
        }
        match bytes[at] {
            b'(' | b'[' | b'{' => {
                starts.push(at + 1);
                let Some(end) = closing(&bytes[..line.1], at) else { continue };
                spans.push((at, end + 1, ""));
                spans.push((at + 1, end, ""));
                spans.push((at + 1, end, "1"));
                // What is in the brackets instead of what has them.
                let start = text[line.0..at].rfind(|c: char| " ([{,!@".contains(c)).map_or(line.0, |n| line.0 + n + 1);
                spans.push((start, end + 1, "1"));
                spans.push((start, end + 1, "null"));
            }
            b',' | b';' | b' ' => starts.push(at),
            _ => continue,
        }
    }
    for (i, start) in starts.iter().enumerate() {
        for end in starts[i + 1..].iter().take(8).chain([&line.1]) {
            spans.push((*start, *end, ""));
        }
    }
    spans.retain(|s| s.0 + s.2.len() < s.1 && text.is_char_boundary(s.0) && text.is_char_boundary(s.1));
    spans.sort_by_key(|s| std::cmp::Reverse(s.1 - s.0 - s.2.len()));
    spans.dedup();
    spans
}

/// Takes away or simplifies parts of lines.
fn by_parts(best: &mut String, shows: &mut dyn FnMut(&str) -> bool) {
    let mut number = 1;
    loop {
        let starts: Vec<usize> = std::iter::once(0).chain(best.match_indices('\n').map(|m| m.0 + 1)).collect();
        let Some(start) = starts.get(number).copied() else { return };
        let end = starts.get(number + 1).map_or(best.len(), |e| e - 1);
        let smaller = spans(best, (start, end)).into_iter().any(|(from, to, with)| {
            let candidate = format!("{}{with}{}", &best[..from], &best[to..]);
            try_text(best, candidate, shows)
        });
        if !smaller {
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let text = "<?php\nfunction f() {\n  echo 1;\n  if (true) {\n    fault(1, [2, 3]);\n  }\n}\necho 2;\nf();\n";
        let small = shrink(text, &mut |t| t.contains("fault(") && t.matches('{').count() == t.matches('}').count());
        assert_eq!(small.trim(), "<?php\nfault(");
    }

    #[test]
    fn a_block_ends_with_what_closes_it() {
        let lines = ["try {", "  a", "} catch (E $e) {", "  b", "} finally {", "  c", "}", "d"];
        assert_eq!(block_end(&lines, 0), 7);
        assert_eq!(block_end(&["a", "b"], 0), 1);
    }
}
