//! Predicates: arrays that say what a query wants.

use crate::{arguments, class::Aerospike, key::is_primary, records::MOST_NAME};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, PhpResult, php_methods};

/// The array of a predicate, unless the bin's name is too long.
fn predicate(bin: Str, entries: impl IntoIterator<Item = (&'static str, Value)>) -> Option<Array> {
    if bin.len() > MOST_NAME {
        return None;
    }
    let mut array = Array::new();
    array.set_name("bin", Value::from(bin));
    entries.into_iter().for_each(|(name, value)| array.set_name(name, value));
    Some(array)
}

fn pair(min: i64, max: i64) -> Value {
    Value::from(Array::list([Value::int(min), Value::int(max)]))
}
fn number(value: f64) -> String {
    phant_native::convert::repr(value)
}

#[php_methods(PREDICATES)]
impl Aerospike {
    #[php("public static function predicateEquals($bin, $val)")]
    fn predicate_equals(ctx: &Ctx, bin: &Value, val: &Value) -> PhpResult<Option<Array>> {
        let bin = arguments::text(ctx, 1, bin)?;
        if !is_primary(val) {
            return Ok(None);
        }
        Ok(predicate(bin, [("op", Value::str("=")), ("val", val.unref())]))
    }
    #[php("public static function predicateGeoContainsGeoJSONPoint($bin, $point)")]
    fn predicate_geo_point(ctx: &Ctx, bin: &Value, point: &Value) -> PhpResult<Option<Array>> {
        let (bin, point) = (arguments::text(ctx, 1, bin)?, arguments::text(ctx, 2, point)?);
        Ok(predicate(bin, [("op", Value::str("GEOCONTAINS")), ("val", Value::from(point))]))
    }
    #[php("public static function predicateGeoContainsPoint($bin, $long, $lat)")]
    fn predicate_geo_contains(ctx: &Ctx, bin: &Value, long: &Value, lat: &Value) -> PhpResult<Option<Array>> {
        let bin = arguments::text(ctx, 1, bin)?;
        let (long, lat) = (number(arguments::float(ctx, 2, long)?), number(arguments::float(ctx, 3, lat)?));
        let point = format!("{{\"type\":\"Point\",\"coordinates\":[{long},{lat}]}}");
        Ok(predicate(bin, [("op", Value::str("GEOCONTAINS")), ("val", Value::str(point))]))
    }
    #[php("public static function predicateGeoWithinRadius($bin, $long, $lat, $radiusMeter)")]
    fn predicate_geo_radius(ctx: &Ctx, bin: &Value, long: &Value, lat: &Value, radius_meter: &Value) -> PhpResult<Option<Array>> {
        let bin = arguments::text(ctx, 1, bin)?;
        let (long, lat) = (number(arguments::float(ctx, 2, long)?), number(arguments::float(ctx, 3, lat)?));
        let radius = number(arguments::float(ctx, 4, radius_meter)?);
        let circle = format!("{{\"type\":\"AeroCircle\",\"coordinates\":[[{long},{lat}],{radius}]}}");
        Ok(predicate(bin, [("op", Value::str("GEOCONTAINS")), ("val", Value::str(circle))]))
    }
    #[php("public static function predicateGeoWithinGeoJSONRegion($bin, $region)")]
    fn predicate_geo_region(ctx: &Ctx, bin: &Value, region: &Value) -> PhpResult<Option<Array>> {
        let (bin, region) = (arguments::text(ctx, 1, bin)?, arguments::text(ctx, 2, region)?);
        Ok(predicate(bin, [("op", Value::str("GEOWITHIN")), ("val", Value::from(region))]))
    }
    #[php("public static function predicateRange($bin, $index_type, $min, $max)")]
    fn predicate_range(ctx: &Ctx, bin: &Value, index_type: &Value, min: &Value, max: &Value) -> PhpResult<Option<Array>> {
        let (bin, over) = (arguments::text(ctx, 1, bin)?, arguments::int(ctx, 2, index_type)?);
        let (min, max) = (arguments::int(ctx, 3, min)?, arguments::int(ctx, 4, max)?);
        Ok(predicate(bin, [("index_type", Value::int(over)), ("op", Value::str("RANGE")), ("val", pair(min, max))]))
    }
    #[php("public static function predicateBetween($bin, $min, $max)")]
    fn predicate_between(ctx: &Ctx, bin: &Value, min: &Value, max: &Value) -> PhpResult<Option<Array>> {
        let bin = arguments::text(ctx, 1, bin)?;
        let (min, max) = (arguments::int(ctx, 2, min)?, arguments::int(ctx, 3, max)?);
        Ok(predicate(bin, [("op", Value::str("BETWEEN")), ("val", pair(min, max))]))
    }
    #[php("public static function predicateContains($bin, $index_type, $val = UNKNOWN)")]
    fn predicate_contains(ctx: &Ctx, bin: &Value, index_type: &Value, val: Option<Value>) -> PhpResult<Option<Array>> {
        let (bin, over) = (arguments::text(ctx, 1, bin)?, arguments::int(ctx, 2, index_type)?);
        let Some(val) = val.filter(is_primary) else { return Ok(None) };
        Ok(predicate(bin, [("op", Value::str("CONTAINS")), ("index_type", Value::int(over)), ("val", val.unref())]))
    }
}
