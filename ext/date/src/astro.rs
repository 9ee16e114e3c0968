//! Sunrise and sunset, by the formulas of Paul Schlyter, in the order that PHP computes them: last digits show.

use crate::{state, time::Time};
use phant_memory::{Array, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![date_sunrise, date_sunset, date_sun_info];

const SECONDS_PER_DAY: i64 = 86_400;
/// Noon of the first day of 2000, which the formulas count days from.
const J2000: f64 = 946_728_000.0;

fn sin(degrees: f64) -> f64 {
    degrees.to_radians().sin()
}
fn cos(degrees: f64) -> f64 {
    degrees.to_radians().cos()
}
/// An angle from 0 to 360 degrees.
fn revolution(degrees: f64) -> f64 {
    degrees - 360.0 * (degrees * (1.0 / 360.0)).floor()
}

/// The sun in the sky: right ascension and declination in degrees, distance in astronomical units.
fn sun(day: f64) -> (f64, f64, f64) {
    let anomaly = revolution(356.0470 + 0.985_600_258_5 * day);
    let perihelion = 282.9404 + 4.709_35e-5 * day;
    let eccentricity = 0.016_709 - 1.151e-9 * day;
    let eccentric = anomaly + eccentricity.to_degrees() * sin(anomaly) * (1.0 + eccentricity * cos(anomaly));
    let (x, y) = (cos(eccentric) - eccentricity, (1.0 - eccentricity * eccentricity).sqrt() * sin(eccentric));
    let distance = (x * x + y * y).sqrt();
    let longitude = y.atan2(x).to_degrees() + perihelion;
    let longitude = if longitude >= 360.0 { longitude - 360.0 } else { longitude };
    let obliquity = 23.4393 - 3.563e-7 * day;
    let (x, y) = (distance * cos(longitude), distance * sin(longitude));
    let (y, z) = (y * cos(obliquity), y * sin(obliquity));
    (y.atan2(x).to_degrees(), z.atan2((x * x + y * y).sqrt()).to_degrees(), distance)
}

/// When the sun passes an altitude.
enum Passing {
    /// It stays below.
    Never,
    /// It stays above.
    Always,
    /// Moments, and hours from midnight (UTC).
    At { rise: i64, set: i64, rise_hour: f64, set_hour: f64 },
}

/// What happens on the day of a local time, and when the sun is highest.
fn passing(time: &Time, latitude: f64, longitude: f64, altitude: f64, upper_limb: bool) -> (Passing, i64) {
    let midnight = time.epoch_days().saturating_mul(SECONDS_PER_DAY);
    let day = (midnight as f64 - J2000) / SECONDS_PER_DAY as f64 + 2.0 - longitude / 360.0;
    let greenwich = revolution((180.0 + 356.0470 + 282.9404) + (0.985_600_258_5 + 4.709_35e-5) * day);
    let sidereal = revolution(greenwich + 180.0 + longitude);
    let (ascension, declination, distance) = sun(day);
    let off = sidereal - ascension;
    let south = 12.0 - (off - 360.0 * (off * (1.0 / 360.0) + 0.5).floor()) / 15.0;
    let altitude = if upper_limb { altitude - 0.2666 / distance } else { altitude };
    let arc = (sin(altitude) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination));
    let moment = |hour: f64| (hour * 3600.0 + midnight as f64) as i64;
    let transit = moment(south);
    if arc >= 1.0 {
        return (Passing::Never, transit);
    }
    if arc <= -1.0 {
        return (Passing::Always, transit);
    }
    let half = arc.acos().to_degrees() / 15.0;
    let (rise_hour, set_hour) = (south - half, south + half);
    (Passing::At { rise: moment(rise_hour), set: moment(set_hour), rise_hour, set_hour }, transit)
}

/// The arguments of `date_sunrise` and `date_sunset` behind the time.
struct Place {
    form: i64,
    latitude: Option<f64>,
    longitude: Option<f64>,
    zenith: Option<f64>,
    offset: Option<f64>,
}

fn sun_time(ctx: &Ctx, timestamp: i64, place: &Place, setting: bool) -> PhpResult<Value> {
    const TIMESTAMP: i64 = 0;
    const STRING: i64 = 1;
    const DOUBLE: i64 = 2;
    let configured = |name: &str| phant_numeric::parse::to_float(&ctx.ini.text(name));
    let latitude = place.latitude.unwrap_or_else(|| configured("date.default_latitude"));
    let longitude = place.longitude.unwrap_or_else(|| configured("date.default_longitude"));
    let zenith_setting = if setting { "date.sunset_zenith" } else { "date.sunrise_zenith" };
    let zenith = place.zenith.unwrap_or_else(|| configured(zenith_setting));
    if ![TIMESTAMP, STRING, DOUBLE].contains(&place.form) {
        let text = "must be one of SUNFUNCS_RET_TIMESTAMP, SUNFUNCS_RET_STRING, or SUNFUNCS_RET_DOUBLE";
        return Err(ctx.argument_error(2, text));
    }
    let time = state::local(ctx, Some(timestamp));
    // PHP takes the zone's offset of 1970.
    let offset = place.offset.unwrap_or_else(|| time.tz().at(0).0 as f64 / 3600.0);
    let (Passing::At { rise, set, rise_hour, set_hour }, _) = passing(&time, latitude, longitude, 90.0 - zenith, true) else {
        return Ok(Value::FALSE);
    };
    if place.form == TIMESTAMP {
        return Ok(Value::int(if setting { set } else { rise }));
    }
    let hour = if setting { set_hour } else { rise_hour } + offset;
    if !hour.is_finite() {
        return Ok(Value::FALSE);
    }
    let hour = if !(0.0..=24.0).contains(&hour) { hour - (hour / 24.0).floor() * 24.0 } else { hour };
    Ok(match place.form {
        STRING => Value::from(format!("{:02}:{:02}", hour as i64, ((hour - hour.trunc()) * 60.0) as i64)),
        _ => Value::float(hour),
    })
}

/// When the sun rises.
#[php(
    "function date_sunrise(int $timestamp, int $returnFormat = SUNFUNCS_RET_STRING, ?float $latitude = null, ?float $longitude = null, ?float $zenith = null, ?float $utcOffset = null): string|int|float|false",
    deprecated = " since 8.1, use date_sun_info() instead"
)]
fn date_sunrise(
    ctx: &Ctx,
    timestamp: i64,
    form: i64,
    latitude: Option<f64>,
    longitude: Option<f64>,
    zenith: Option<f64>,
    offset: Option<f64>,
) -> PhpResult<Value> {
    sun_time(ctx, timestamp, &Place { form, latitude, longitude, zenith, offset }, false)
}

/// When the sun sets.
#[php(
    "function date_sunset(int $timestamp, int $returnFormat = SUNFUNCS_RET_STRING, ?float $latitude = null, ?float $longitude = null, ?float $zenith = null, ?float $utcOffset = null): string|int|float|false",
    deprecated = " since 8.1, use date_sun_info() instead"
)]
fn date_sunset(
    ctx: &Ctx,
    timestamp: i64,
    form: i64,
    latitude: Option<f64>,
    longitude: Option<f64>,
    zenith: Option<f64>,
    offset: Option<f64>,
) -> PhpResult<Value> {
    sun_time(ctx, timestamp, &Place { form, latitude, longitude, zenith, offset }, true)
}

/// Sunrise, sunset, and the twilights.
#[php("function date_sun_info(int $timestamp, float $latitude, float $longitude): array")]
fn date_sun_info(ctx: &Ctx, timestamp: i64, latitude: f64, longitude: f64) -> PhpResult<Array> {
    for (number, angle) in [(2, latitude), (3, longitude)] {
        if !angle.is_finite() {
            return Err(ctx.argument_error(number, "must be finite"));
        }
    }
    let time = state::local(ctx, Some(timestamp));
    let mut out = Array::new();
    // Refraction lifts the sun by 35 minutes; the twilights are of its centre.
    for (begin, end, altitude, upper_limb) in [
        ("sunrise", "sunset", -35.0 / 60.0, true),
        ("civil_twilight_begin", "civil_twilight_end", -6.0, false),
        ("nautical_twilight_begin", "nautical_twilight_end", -12.0, false),
        ("astronomical_twilight_begin", "astronomical_twilight_end", -18.0, false),
    ] {
        let (passing, transit) = passing(&time, latitude, longitude, altitude, upper_limb);
        let (from, to) = match passing {
            Passing::Never => (Value::FALSE, Value::FALSE),
            Passing::Always => (Value::TRUE, Value::TRUE),
            Passing::At { rise, set, .. } => (Value::int(rise), Value::int(set)),
        };
        out.set_name(begin, from);
        out.set_name(end, to);
        if begin == "sunrise" {
            out.set_name("transit", Value::int(transit));
        }
    }
    Ok(out)
}
