//! The difference between times, and adding one.

use crate::{
    calendar,
    time::{DAY, Relative, Time, Tz},
};

fn same_zone(one: &Time, two: &Time) -> bool {
    match (one.tz(), two.tz()) {
        (Tz::Id(a), Tz::Id(b)) => a == b,
        (Tz::Id(_), _) | (_, Tz::Id(_)) => false,
        _ => one.offset == two.offset,
    }
}

/// Whole days between two times, the earlier first.
fn whole_days(one: &Time, two: &Time) -> i64 {
    if !same_zone(one, two) {
        return two.sse.wrapping_sub(one.sse).wrapping_abs() / DAY;
    }
    let clock = |t: &Time| (t.h, t.i, t.s, t.us);
    let days = two.epoch_days().wrapping_sub(one.epoch_days()).wrapping_abs();
    if clock(two) < clock(one) && days > 0 { days - 1 } else { days }
}

/// Brings an interval's fields into range; days borrow from the months before or behind the base.
fn normalize(base: (i64, i64), rt: &mut Relative) {
    let carry = |low: &mut i64, size: i64, high: &mut i64| {
        if (0..size).contains(low) {
            return;
        }
        *high = high.wrapping_add(low.div_euclid(size));
        *low = low.rem_euclid(size);
    };
    carry(&mut rt.us, 1_000_000, &mut rt.s);
    carry(&mut rt.s, 60, &mut rt.i);
    carry(&mut rt.i, 60, &mut rt.h);
    carry(&mut rt.h, 24, &mut rt.d);
    carry(&mut rt.m, 12, &mut rt.y);
    let (mut year, mut month) = base;
    year += (month - 1).div_euclid(12);
    month = (month - 1).rem_euclid(12) + 1;
    while rt.d < 0 {
        rt.m -= 1;
        if rt.invert {
            rt.d += calendar::days_in_month(year, month);
            month += 1;
            if month > 12 {
                (month, year) = (1, year + 1);
            }
        } else {
            month -= 1;
            if month < 1 {
                (month, year) = (12, year - 1);
            }
            rt.d += calendar::days_in_month(year, month);
        }
    }
    carry(&mut rt.m, 12, &mut rt.y);
}

/// What is between two times: inverted if the second is the earlier.
pub(crate) fn diff(one: &Time, two: &Time) -> Relative {
    let invert = one.order() > two.order();
    let (one, two) = if invert { (two, one) } else { (one, two) };
    let mut rt = Relative {
        y: two.y.wrapping_sub(one.y),
        m: two.m - one.m,
        d: two.d - one.d,
        h: two.h - one.h,
        i: two.i - one.i,
        s: two.s - one.s,
        us: two.us - one.us,
        invert,
        days: Some(whole_days(one, two)),
        ..Relative::default()
    };
    let base = if invert { (one.y, one.m) } else { (two.y, two.m) };
    match (one.tz(), two.tz()) {
        (Tz::Id(a), Tz::Id(b)) if a == b => {
            diff_in_zone(one, two, a, base, &mut rt);
        }
        _ => {
            rt.s += one.offset - two.offset;
            normalize(base, &mut rt);
        }
    }
    rt
}

/// Within one zone, calendar and clock are compared as they show. Where the offset changed within the last day, the hours
/// are those that really passed.
fn diff_in_zone(one: &Time, two: &Time, zone: &crate::parse_tz::Zone, base: (i64, i64), rt: &mut Relative) {
    let correction = two.offset - one.offset;
    let elapsed = two.sse - one.sse;
    let (_, transition) = zone.at(two.sse);
    if one.dst && !two.dst && elapsed + correction < 0 {
        // The clock shows less than before.
        rt.s -= correction;
        normalize(base, rt);
    } else if one.dst && !two.dst && elapsed + correction < DAY {
        // Less than a day by the clock, however many hours that took.
        normalize(base, rt);
        rt.h -= correction / 3600;
        rt.i -= correction % 3600 / 60;
        if rt.i >= 60 {
            (rt.h, rt.i) = (rt.h + 1, rt.i - 60);
        }
    } else {
        normalize(base, rt);
        if !one.dst && two.dst {
            let a_day_later = one.sse.wrapping_add(DAY);
            let lands_in_gap = a_day_later > transition && a_day_later <= transition + correction;
            if transition != i64::MIN
                && !lands_in_gap
                && two.sse >= transition
                && (elapsed + correction).rem_euclid(DAY) > two.sse - transition
            {
                rt.s -= correction;
                normalize(base, rt);
            }
        } else if elapsed >= DAY {
            // In the hour before the clock goes back, seen from a day or more before.
            let (local, transition) = zone.at(two.sse.wrapping_sub(two.offset));
            let correction = one.offset - local.offset;
            if transition != i64::MIN && two.sse >= transition - correction && two.sse < transition {
                rt.d -= 1;
                rt.h = 24;
            }
        }
    }
}

fn clock_seconds(interval: &Relative) -> i64 {
    let seconds = i128::from(interval.h) * 3600 + i128::from(interval.i) * 60 + i128::from(interval.s);
    seconds as i64
}

/// Adds an interval, or takes it away. Hours and less are time that passes, whatever the clock shows.
pub(crate) fn add_wall(time: &mut Time, interval: &Relative, sign: i64) {
    if interval.weekday.is_some() || interval.special.is_some() {
        return add(time, interval, sign);
    }
    let sign = if interval.invert { -sign } else { sign };
    time.have_relative = true;
    let date = [interval.y, interval.m, interval.d].map(|n| n.wrapping_mul(sign));
    if date != [0, 0, 0] {
        let [y, m, d] = date;
        time.relative = Relative { y, m, d, ..Relative::default() };
        time.update();
    }
    let mut seconds = clock_seconds(interval).wrapping_mul(sign);
    if interval.us != 0 || !(0..1_000_000).contains(&time.us) {
        let micros = i128::from(time.us) + i128::from(interval.us) * i128::from(sign);
        seconds = seconds.wrapping_add(micros.div_euclid(1_000_000) as i64);
        time.us = micros.rem_euclid(1_000_000) as i64;
    }
    time.sse = time.sse.wrapping_add(seconds);
    time.update_from_sse();
    time.have_relative = false;
}

/// Adds what a text such as `next monday` says.
pub(crate) fn add(time: &mut Time, interval: &Relative, sign: i64) {
    if interval.weekday.is_some() || interval.special.is_some() {
        time.relative = *interval;
    } else {
        let sign = if interval.invert { -sign } else { sign };
        let by = |n: i64| n.wrapping_mul(sign);
        time.relative = Relative {
            y: by(interval.y),
            m: by(interval.m),
            d: by(interval.d),
            h: by(interval.h),
            i: by(interval.i),
            s: by(interval.s),
            us: by(interval.us),
            month_end: interval.month_end,
            ..Relative::default()
        };
    }
    time.have_relative = true;
    time.update();
}
