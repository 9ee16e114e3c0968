//! The list of classes, the interface of dates, and exceptions.

use crate::{
    date_interval::DateInterval,
    date_period::DatePeriod,
    date_time::{DateTime, DateTimeImmutable},
    date_time_zone::DateTimeZone,
};
use phant_memory::{Array, KeyRef, Object, Str};
use phant_native::{ClassDescriptor, Ctx, ObjectExt, PhpResult, php_class};

pub(crate) const CLASSES: &[&ClassDescriptor] = &[
    DateTimeInterface::PHP,
    DateTime::PHP,
    DateTimeImmutable::PHP,
    DateTimeZone::PHP,
    DateInterval::PHP,
    DatePeriod::PHP,
    DateError::PHP,
    DateObjectError::PHP,
    DateRangeError::PHP,
    DateException::PHP,
    DateInvalidTimeZoneException::PHP,
    DateInvalidOperationException::PHP,
    DateMalformedStringException::PHP,
    DateMalformedIntervalStringException::PHP,
    DateMalformedPeriodStringException::PHP,
];

/// Dates.
#[php_class(
    r#"interface DateTimeInterface {
        public const string ATOM = "Y-m-d\\TH:i:sP";
        public const string COOKIE = "l, d-M-Y H:i:s T";
        public const string ISO8601 = "Y-m-d\\TH:i:sO";
        public const string ISO8601_EXPANDED = "X-m-d\\TH:i:sP";
        public const string RFC822 = "D, d M y H:i:s O";
        public const string RFC850 = "l, d-M-y H:i:s T";
        public const string RFC1036 = "D, d M y H:i:s O";
        public const string RFC1123 = "D, d M Y H:i:s O";
        public const string RFC7231 = "D, d M Y H:i:s \\G\\M\\T";
        public const string RFC2822 = "D, d M Y H:i:s O";
        public const string RFC3339 = "Y-m-d\\TH:i:sP";
        public const string RFC3339_EXTENDED = "Y-m-d\\TH:i:s.vP";
        public const string RSS = "D, d M Y H:i:s O";
        public const string W3C = "Y-m-d\\TH:i:sP";
        #[tentative] public function format(string $format): string;
        #[tentative] public function getTimezone(): DateTimeZone|false;
        #[tentative] public function getOffset(): int;
        #[tentative] public function getTimestamp(): int;
        #[strict_return] public function getMicrosecond(): int;
        #[tentative] public function diff(DateTimeInterface $targetObject, bool $absolute = false): DateInterval;
        #[tentative] public function __wakeup(): void;
        #[strict_return] public function __serialize(): array;
        #[strict_return] public function __unserialize(array $data): void;
    }"#
)]
pub(crate) struct DateTimeInterface;

#[php_class("class DateError extends Error {}")]
struct DateError;
#[php_class("class DateObjectError extends DateError {}")]
struct DateObjectError;
#[php_class("class DateRangeError extends DateError {}")]
struct DateRangeError;
#[php_class("class DateException extends Exception {}")]
struct DateException;
#[php_class("class DateInvalidTimeZoneException extends DateException {}")]
struct DateInvalidTimeZoneException;
#[php_class("class DateInvalidOperationException extends DateException {}")]
struct DateInvalidOperationException;
#[php_class("class DateMalformedStringException extends DateException {}")]
struct DateMalformedStringException;
#[php_class("class DateMalformedIntervalStringException extends DateException {}")]
struct DateMalformedIntervalStringException;
#[php_class("class DateMalformedPeriodStringException extends DateException {}")]
struct DateMalformedPeriodStringException;

/// The properties a subclass declares and those set dynamically, names mangled as casts to arrays have them.
pub(crate) fn own_properties(_ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    use phant_native::descriptor::modifiers;
    let mut array = Array::with_hash_capacity(4);
    for (slot, property) in object.class().slots.iter().enumerate() {
        let value = object.slot(slot as u16);
        if value.is_undef() {
            continue;
        }
        let name = property.name.to_text();
        let name = match property.modifiers & modifiers::VISIBILITY {
            modifiers::PRIVATE => format!("\0{}\0{name}", property.class.name),
            modifiers::PROTECTED => format!("\0*\0{name}"),
            _ => name.into_owned(),
        };
        array.set_text(&name, value.clone());
    }
    if let Some(dynamic) = object.dynamic() {
        for (key, value) in dynamic.iter() {
            array.set(key, value.clone());
        }
    }
    Ok(array)
}

/// Adds those properties to what `__serialize` returns.
pub(crate) fn add_own_properties(ctx: &Ctx, object: &Object, array: &mut Array) -> PhpResult<()> {
    for (key, value) in own_properties(ctx, object)?.iter() {
        if array.get(&key).is_none() {
            array.set(key, value.clone());
        }
    }
    Ok(())
}

/// Sets the properties that `__serialize` of a subclass has written, all but the class's own.
pub(crate) fn restore_properties(ctx: &Ctx, object: &Object, data: &Array, but: &[&str]) -> PhpResult<()> {
    for (key, value) in data.clone().iter() {
        let KeyRef::Str(key) = key else { continue };
        if but.iter().any(|b| b.as_bytes() == key.as_bytes()) || value.is_ref() {
            continue;
        }
        // "\0class\0name": private; "\0*\0name": protected.
        let mut parts = key.as_bytes().splitn(3, |&b| b == 0);
        let (scope, name) = match (parts.next(), parts.next(), parts.next()) {
            (Some([]), Some(class), Some(name)) => {
                let scope = if class == b"*" { Some(object.class()) } else { ctx.class(class) };
                // What was private to a class that is not there is lost.
                if scope.is_none() {
                    continue;
                }
                (scope, Str::new(name))
            }
            _ => (Some(object.class()), key.to_handle()),
        };
        ctx.host.write_property(ctx, object, &name, value.clone(), scope)?;
    }
    Ok(())
}
