//! The functions of one calendar each.

use crate::{
    calendars::{FRENCH_MONTHS, MONTHS, WEEKDAYS, jewish_month_name, month_name},
    day::{self, Date},
    hebrew::{self, Style},
};
use phant_memory::Value;
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub const FUNCTIONS: FunctionGroup = functions![
    frenchtojd,
    gregoriantojd,
    jddayofweek,
    jdmonthname,
    jdtofrench,
    jdtogregorian,
    jdtojewish,
    jdtojulian,
    jewishtojd,
    juliantojd,
];

/// A date of arguments, which PHP takes as numbers of 32 bits.
fn date(year: i64, month: i64, day: i64) -> Date {
    let short = |number: i64| i64::from(number as i32);
    Date::new(short(year), short(month), short(day))
}
fn text(date: Date) -> String {
    format!("{}/{}/{}", date.month, date.day, date.year)
}

#[php("function gregoriantojd(int $month, int $day, int $year): int")]
fn gregoriantojd(month: i64, day: i64, year: i64) -> i64 {
    day::from_gregorian(date(year, month, day))
}

#[php("function juliantojd(int $month, int $day, int $year): int")]
fn juliantojd(month: i64, day: i64, year: i64) -> i64 {
    day::from_julian(date(year, month, day))
}

#[php("function frenchtojd(int $month, int $day, int $year): int")]
fn frenchtojd(month: i64, day: i64, year: i64) -> i64 {
    day::from_french(date(year, month, day))
}

#[php("function jewishtojd(int $month, int $day, int $year): int")]
fn jewishtojd(ctx: &Ctx, month: i64, day: i64, year: i64) -> PhpResult<i64> {
    if i32::try_from(year).is_err() {
        return Err(ctx.argument_error(3, format!("must be between {} and {}", i32::MIN, i32::MAX)));
    }
    Ok(day::from_jewish(date(year, month, day)))
}

#[php("function jdtogregorian(int $julian_day): string")]
fn jdtogregorian(julian_day: i64) -> String {
    text(day::to_gregorian(julian_day))
}

#[php("function jdtojulian(int $julian_day): string")]
fn jdtojulian(julian_day: i64) -> String {
    text(day::to_julian(julian_day))
}

#[php("function jdtofrench(int $julian_day): string")]
fn jdtofrench(julian_day: i64) -> String {
    text(day::to_french(julian_day))
}

#[php("function jdtojewish(int $julian_day, bool $hebrew = false, int $flags = 0): string")]
fn jdtojewish(ctx: &Ctx, julian_day: i64, in_hebrew: bool, flags: i64) -> PhpResult<Vec<u8>> {
    let date = day::to_jewish(julian_day);
    if !in_hebrew {
        return Ok(text(date).into_bytes());
    }
    let style = Style { thousands_mark: flags & 2 != 0, thousands_word: flags & 4 != 0, marks: flags & 8 != 0 };
    hebrew::date(date, style).ok_or_else(|| ctx.value_error("Year out of range (0-9999)"))
}

#[php("function jddayofweek(int $julian_day, int $mode = CAL_DOW_DAYNO): int|string")]
fn jddayofweek(julian_day: i64, mode: i64) -> Value {
    let weekday = day::weekday(julian_day);
    let name = WEEKDAYS[weekday as usize];
    match mode {
        1 => Value::from(name),
        2 => Value::from(&name[..3]),
        _ => Value::int(weekday),
    }
}

#[php("function jdmonthname(int $julian_day, int $mode): string")]
fn jdmonthname(julian_day: i64, mode: i64) -> &'static str {
    let gregorian = |letters| month_name(&MONTHS, day::to_gregorian(julian_day).month, letters);
    let julian = |letters| month_name(&MONTHS, day::to_julian(julian_day).month, letters);
    match mode {
        1 => gregorian(usize::MAX),
        2 => julian(3),
        3 => julian(usize::MAX),
        4 => jewish_month_name(day::to_jewish(julian_day)),
        5 => month_name(&FRENCH_MONTHS, day::to_french(julian_day).month, usize::MAX),
        _ => gregorian(3),
    }
}
