//! The functions that take the calendar as a number.

use crate::day::{self, Date};
use phant_memory::{Array, Value};
use phant_native::{Ctx, PhpResult, Thrown, descriptor::FunctionGroup, functions, php};

pub const FUNCTIONS: FunctionGroup = functions![cal_days_in_month, cal_from_jd, cal_info, cal_to_jd];

pub const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
pub const FRENCH_MONTHS: [&str; 13] = [
    "Vendemiaire",
    "Brumaire",
    "Frimaire",
    "Nivose",
    "Pluviose",
    "Ventose",
    "Germinal",
    "Floreal",
    "Prairial",
    "Messidor",
    "Thermidor",
    "Fructidor",
    "Extra",
];
const JEWISH_MONTHS: [&str; 13] =
    ["Tishri", "Heshvan", "Kislev", "Tevet", "Shevat", "Adar I", "Adar II", "Nisan", "Iyyar", "Sivan", "Tammuz", "Av", "Elul"];
pub const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// The name of a month of a list, its first letters if so many are named; empty without a month.
pub fn month_name(list: &[&'static str], month: i64, letters: usize) -> &'static str {
    let name = usize::try_from(month - 1).ok().and_then(|at| list.get(at)).copied().unwrap_or_default();
    name.get(..letters).unwrap_or(name)
}
/// The name of a month of a Jewish year.
pub fn jewish_month_name(date: Date) -> &'static str {
    if date.month == 7 && !day::is_jewish_leap(date.year) {
        return "Adar";
    }
    month_name(&JEWISH_MONTHS, date.month, usize::MAX)
}

struct Calendar {
    name: &'static str,
    symbol: &'static str,
    to_day: fn(Date) -> i64,
    from_day: fn(i64) -> Date,
    most_days: i64,
    months: &'static [&'static str],
    /// How many letters an abbreviation has.
    letters: usize,
}

const CALENDARS: [Calendar; 4] = [
    Calendar {
        name: "Gregorian",
        symbol: "CAL_GREGORIAN",
        to_day: day::from_gregorian,
        from_day: day::to_gregorian,
        most_days: 31,
        months: &MONTHS,
        letters: 3,
    },
    Calendar {
        name: "Julian",
        symbol: "CAL_JULIAN",
        to_day: day::from_julian,
        from_day: day::to_julian,
        most_days: 31,
        months: &MONTHS,
        letters: 3,
    },
    Calendar {
        name: "Jewish",
        symbol: "CAL_JEWISH",
        to_day: day::from_jewish,
        from_day: day::to_jewish,
        most_days: 30,
        months: &JEWISH_MONTHS,
        letters: usize::MAX,
    },
    Calendar {
        name: "French",
        symbol: "CAL_FRENCH",
        to_day: day::from_french,
        from_day: day::to_french,
        most_days: 30,
        months: &FRENCH_MONTHS,
        letters: usize::MAX,
    },
];
const JEWISH: i64 = 2;
const FRENCH: i64 = 3;

fn calendar(ctx: &Ctx, number: usize, id: i64) -> PhpResult<&'static Calendar> {
    let known = usize::try_from(id).ok().and_then(|id| CALENDARS.get(id));
    known.ok_or_else(|| ctx.argument_error(number, "must be a valid calendar ID"))
}

/// PHP's numbers for months and years have 32 bits, and one more month or year must be one.
const MOST: i64 = i32::MAX as i64 - 1;

fn checked_month(ctx: &Ctx, month: i64) -> PhpResult<()> {
    if (1..=MOST).contains(&month) { Ok(()) } else { Err(ctx.argument_error(2, format!("must be between 1 and {MOST}"))) }
}
fn checked_year(ctx: &Ctx, number: usize, year: i64) -> PhpResult<()> {
    if year > MOST {
        return Err(ctx.argument_error(number, format!("must be less than {MOST}")));
    }
    if year < i64::from(i32::MIN) {
        return Err(ctx.argument_error(number, format!("must be between {} and {}", i32::MIN, i32::MAX)));
    }
    Ok(())
}
fn invalid_date(ctx: &Ctx) -> Thrown {
    ctx.value_error("Invalid date")
}

#[php("function cal_days_in_month(int $calendar, int $month, int $year): int")]
fn cal_days_in_month(ctx: &Ctx, id: i64, month: i64, year: i64) -> PhpResult<i64> {
    let calendar = calendar(ctx, 1, id)?;
    checked_month(ctx, month)?;
    checked_year(ctx, 3, year)?;
    let start = (calendar.to_day)(Date::new(year, month, 1));
    if start == 0 {
        return Err(invalid_date(ctx));
    }
    let mut next = (calendar.to_day)(Date::new(year, month + 1, 1));
    if next == 0 {
        // The last month ends with the year, the last year with the calendar. There is no year 0.
        let after = if year == -1 { 1 } else { year + 1 };
        next = (calendar.to_day)(Date::new(after, 1, 1));
        if next == 0 && id == FRENCH {
            next = day::FRENCH_LAST + 1;
        }
    }
    Ok(next - start)
}

#[php("function cal_to_jd(int $calendar, int $month, int $day, int $year): int")]
fn cal_to_jd(ctx: &Ctx, id: i64, month: i64, day: i64, year: i64) -> PhpResult<i64> {
    let calendar = calendar(ctx, 1, id)?;
    checked_month(ctx, month)?;
    if i32::try_from(day).is_err() {
        return Err(ctx.argument_error(3, format!("must be between {} and {}", i32::MIN, i32::MAX)));
    }
    checked_year(ctx, 4, year)?;
    Ok((calendar.to_day)(Date::new(year, month, day)))
}

#[php("function cal_from_jd(int $julian_day, int $calendar): array")]
fn cal_from_jd(ctx: &Ctx, julian_day: i64, id: i64) -> PhpResult<Array> {
    let calendar = calendar(ctx, 2, id)?;
    let date = (calendar.from_day)(julian_day);
    let mut out = Array::new();
    out.set_name("date", Value::from(format!("{}/{}/{}", date.month, date.day, date.year)));
    out.set_name("month", Value::int(date.month));
    out.set_name("day", Value::int(date.day));
    out.set_name("year", Value::int(date.year));
    if id != JEWISH || date.year > 0 {
        let weekday = day::weekday(julian_day);
        let name = WEEKDAYS[weekday as usize];
        out.set_name("dow", Value::int(weekday));
        out.set_name("abbrevdayname", Value::from(&name[..3]));
        out.set_name("dayname", Value::from(name));
    } else {
        out.set_name("dow", Value::NULL);
        out.set_name("abbrevdayname", Value::from(""));
        out.set_name("dayname", Value::from(""));
    }
    let (short, long) = match id {
        JEWISH => (jewish_month_name(date), jewish_month_name(date)),
        _ => {
            let name = |letters| month_name(calendar.months, date.month, letters);
            (name(calendar.letters), name(usize::MAX))
        }
    };
    out.set_name("abbrevmonth", Value::from(short));
    out.set_name("monthname", Value::from(long));
    Ok(out)
}

fn info(calendar: &Calendar) -> Array {
    let names = |letters: usize| -> Value {
        let names = (1..).zip(calendar.months);
        let all: Array =
            names.map(|(n, name)| (phant_memory::Key::Int(n), Value::from(name.get(..letters).unwrap_or(name)))).collect();
        Value::from(all)
    };
    let mut out = Array::new();
    out.set_name("months", names(usize::MAX));
    out.set_name("abbrevmonths", names(calendar.letters));
    out.set_name("maxdaysinmonth", Value::int(calendar.most_days));
    out.set_name("calname", Value::from(calendar.name));
    out.set_name("calsymbol", Value::from(calendar.symbol));
    out
}

#[php("function cal_info(int $calendar = -1): array")]
fn cal_info(ctx: &Ctx, id: i64) -> PhpResult<Array> {
    if id == -1 {
        return Ok(Array::list(CALENDARS.iter().map(|calendar| Value::from(info(calendar)))));
    }
    Ok(info(calendar(ctx, 1, id)?))
}
