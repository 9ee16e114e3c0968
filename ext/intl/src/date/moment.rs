//! Moments as arguments: numbers, texts of numbers, dates and calendars.

use crate::calendar::calendar_of;
use phant_ext_date::exchange;
use phant_memory::{Value, View};
use phant_native::{Ctx, PhpResult};

/// Milliseconds since 1970 of a value. The inner error is what is wrong with it.
pub(crate) fn moment_of(_ctx: &Ctx, value: &Value, function: &str) -> PhpResult<Result<f64, String>> {
    Ok(match value.view() {
        View::Int(seconds) => Ok(seconds as f64 * 1000.0),
        View::Float(seconds) => Ok(seconds * 1000.0),
        View::Str(text) => {
            let found = std::str::from_utf8(text.as_bytes()).ok().and_then(|text| text.trim().parse::<f64>().ok());
            let name = String::from_utf8_lossy(text.as_bytes()).into_owned();
            found.map(|seconds| seconds * 1000.0).ok_or_else(|| {
                format!("{function}: string '{name}' is not numeric, which would be required for it to be a valid date")
            })
        }
        View::Object(_) => {
            let Some(object) = value.as_object() else { return Ok(Err(String::new())) };
            if let Some((seconds, micros, _)) = exchange::time_of(&object) {
                Ok(seconds as f64 * 1000.0 + (micros / 1000) as f64)
            } else if let Some(mut cal) = calendar_of(&object) {
                cal.time().map_err(|_| format!("{function}: call to internal method of IntlCalendar failed"))
            } else {
                Err(format!("{function}: invalid object type for date/time (only IntlCalendar and DateTimeInterface permitted)"))
            }
        }
        _ => Err(format!("{function}: invalid PHP type for date")),
    })
}
