//! The sorting algorithm behind every PHP sort: a quick sort with insertion sort for short runs.
//!
//! A user callback sees each comparison, so their order is part of PHP's behaviour: the pivots, the insertion scheme
//! and the recursion order here are those of PHP's hybrid sort. Stability is the comparator's business: callers compare
//! original positions last. Comparators may contradict themselves; the result is then some permutation, as in PHP. A sort
//! ends early when memory or time is used up.

/// Sorts with a comparator that says whether its first operand goes after the second.
pub fn hybrid_sort<T>(items: &mut [T], greater: &mut impl FnMut(&T, &T) -> bool) {
    let mut items = items;
    while items.len() > 16 && !phant_native::limits::reached() {
        let at = partition(items, greater);
        let (before, rest) = items.split_at_mut(at);
        let after = &mut rest[1..];
        // The shorter side first, by recursion; the depth stays logarithmic.
        if before.len() < after.len() {
            hybrid_sort(before, greater);
            items = after;
        } else {
            hybrid_sort(after, greater);
            items = before;
        }
    }
    insertion_sort(items, greater);
}

/// Splits around a pivot and returns where the pivot ended up.
fn partition<T>(items: &mut [T], greater: &mut impl FnMut(&T, &T) -> bool) -> usize {
    let len = items.len();
    let middle = len / 2;
    if len >= 1024 {
        let quarter = middle / 2;
        sort_5(items, [0, quarter, middle, middle + quarter, len - 1], greater);
    } else {
        sort_3(items, [0, middle, len - 1], greater);
    }
    items.swap(1, middle);
    let pivot = 1;
    let (mut i, mut j) = (2, len - 1);
    'scan: loop {
        while greater(&items[pivot], &items[i]) {
            i += 1;
            if i == j {
                break 'scan;
            }
        }
        j -= 1;
        if j == i {
            break;
        }
        while greater(&items[j], &items[pivot]) {
            j -= 1;
            if j == i {
                break 'scan;
            }
        }
        items.swap(i, j);
        i += 1;
        if i == j {
            break;
        }
    }
    items.swap(pivot, i - 1);
    i - 1
}

fn sort_3<T>(v: &mut [T], [a, b, c]: [usize; 3], greater: &mut impl FnMut(&T, &T) -> bool) {
    if !greater(&v[a], &v[b]) {
        if greater(&v[b], &v[c]) {
            v.swap(b, c);
            if greater(&v[a], &v[b]) {
                v.swap(a, b);
            }
        }
    } else if !greater(&v[c], &v[b]) {
        v.swap(a, c);
    } else {
        v.swap(a, b);
        if greater(&v[b], &v[c]) {
            v.swap(b, c);
        }
    }
}

fn sort_4<T>(v: &mut [T], [a, b, c, d]: [usize; 4], greater: &mut impl FnMut(&T, &T) -> bool) {
    sort_3(v, [a, b, c], greater);
    sink(v, &[d, c, b, a], greater);
}

fn sort_5<T>(v: &mut [T], [a, b, c, d, e]: [usize; 5], greater: &mut impl FnMut(&T, &T) -> bool) {
    sort_4(v, [a, b, c, d], greater);
    sink(v, &[e, d, c, b, a], greater);
}

/// Moves the element at the first position down through sorted ones.
fn sink<T>(v: &mut [T], path: &[usize], greater: &mut impl FnMut(&T, &T) -> bool) {
    for step in path.windows(2) {
        if !greater(&v[step[1]], &v[step[0]]) {
            return;
        }
        v.swap(step[1], step[0]);
    }
}

fn insertion_sort<T>(v: &mut [T], greater: &mut impl FnMut(&T, &T) -> bool) {
    match v.len() {
        0 | 1 => {}
        2 => {
            if greater(&v[0], &v[1]) {
                v.swap(0, 1);
            }
        }
        3 => sort_3(v, [0, 1, 2], greater),
        4 => sort_4(v, [0, 1, 2, 3], greater),
        5 => sort_5(v, [0, 1, 2, 3, 4], greater),
        len => {
            for i in 1..len {
                if greater(&v[i - 1], &v[i]) {
                    let to = if i < 6 { linear_place(v, i, greater) } else { skipping_place(v, i, greater) };
                    v[to..=i].rotate_right(1);
                }
            }
        }
    }
}

/// Where element `i` belongs among the sorted ones before it; its neighbour is known to be greater.
fn linear_place<T>(v: &[T], i: usize, greater: &mut impl FnMut(&T, &T) -> bool) -> usize {
    let mut j = i - 1;
    while j > 0 {
        j -= 1;
        if !greater(&v[j], &v[i]) {
            return j + 1;
        }
    }
    0
}

/// The same, looking at every second element first.
fn skipping_place<T>(v: &[T], i: usize, greater: &mut impl FnMut(&T, &T) -> bool) -> usize {
    let mut j = i - 1;
    loop {
        j -= 2;
        if !greater(&v[j], &v[i]) {
            j += 1;
            if !greater(&v[j], &v[i]) {
                j += 1;
            }
            return j;
        }
        if j == 0 {
            return 0;
        }
        if j == 1 {
            return usize::from(greater(&v[i], &v[0]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::hybrid_sort;

    fn trace(mut v: Vec<i32>) -> (Vec<i32>, String) {
        let mut calls = String::new();
        hybrid_sort(&mut v, &mut |a: &i32, b: &i32| {
            calls.push_str(&format!("({a},{b})"));
            a > b
        });
        (v, calls)
    }

    #[test]
    fn comparisons_come_in_php_order() {
        assert_eq!(trace(vec![3, 2, 1]).1, "(3,2)(1,2)");
        assert_eq!(trace(vec![2, 1, 3]).1, "(2,1)(3,1)(2,3)");
        assert_eq!(
            trace(vec![5, 3, 9, 1, 4, 7, 2, 8]).1,
            "(5,3)(5,9)(9,1)(5,1)(3,1)(9,4)(5,4)(3,4)(9,7)(5,7)(9,2)(5,2)(3,2)(2,1)(9,8)(5,8)(7,8)"
        );
    }

    #[test]
    fn longer_runs_are_sorted() {
        for len in [17, 18, 100, 1023, 1024, 5000] {
            let v: Vec<i32> = (0..len).map(|i| (i * 7919 + 13) % 1009).collect();
            let mut wanted = v.clone();
            wanted.sort();
            assert_eq!(trace(v).0, wanted);
        }
    }

    #[test]
    fn contradictions_do_no_harm() {
        let mut v: Vec<u32> = (0..3000).collect();
        let mut state = 1u32;
        hybrid_sort(&mut v, &mut |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state & 0x8000_0000 != 0
        });
        v.sort();
        assert!(v.iter().copied().eq(0..3000));
    }
}
