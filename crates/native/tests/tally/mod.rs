//! An extension with one of everything, for the guide.

use phant_native::{
    args::{Number, RefArg},
    class::{ClassPtr, ObjectHandlers},
    convert,
    ctx::Ctx,
    descriptor::{Constant, ConstantValue, Extension, FunctionGroup, IniSetting},
    error::PhpResult,
    functions,
    memory::{Array, HeapMap, NativeData, Object, PhpStr, Str, Value, heap_map},
    php, php_class,
    ret::OrFalse,
};
use std::cell::{Cell, RefCell};

const FUNCTIONS: FunctionGroup = functions![str_repeat_with, str_cut, array_take_first, sum_of, array_find_text, tally_calls];

/// Repeats a string with a separator between the copies.
///
/// Only the first paragraph becomes the documentation that `phant` shows.
#[php("function str_repeat_with(string $string, int $times, string $separator = ''): string", alias = "str_join")]
fn str_repeat_with(ctx: &Ctx, string: &PhpStr, times: i64, separator: &PhpStr) -> PhpResult<Str> {
    let Ok(times) = usize::try_from(times) else {
        return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
    };
    Ok(Str::from(vec![string.as_bytes(); times].join(separator.as_bytes())))
}

/// The text before a marker, or `false` if it is not there.
#[php("function str_cut(string $string, string $marker, ?int $from = null): string|false", pure)]
fn str_cut(string: &PhpStr, marker: &PhpStr, from: Option<i64>) -> OrFalse<Str> {
    let from = usize::try_from(from.unwrap_or(0)).unwrap_or(0);
    let text = string.as_bytes().get(from..).unwrap_or_default();
    OrFalse::from(text.windows(marker.len().max(1)).position(|w| w == marker.as_bytes()).map(|at| Str::new(&text[..at])))
}

/// Removes elements from the front of an array and returns how many there were.
#[php("function array_take_first(array &$array, int $count, &$taken = null): int")]
fn array_take_first(mut array: RefArg<'_>, count: i64, mut taken: RefArg<'_>) -> i64 {
    let all = array.take().into_array().unwrap_or_default();
    let count = usize::try_from(count).unwrap_or(0).min(all.len());
    let (mut head, mut tail) = (Array::new(), Array::new());
    for (i, (key, value)) in all.iter().enumerate() {
        let half = if i < count { &mut head } else { &mut tail };
        half.set(key.to_key(), value.clone());
    }
    array.set(tail);
    taken.set(head);
    count as i64
}

/// The sum of numbers.
#[php("function sum_of(int|float $first, int|float ...$rest): float", pure)]
fn sum_of(first: Number, rest: &[Value]) -> f64 {
    first.to_f64() + rest.iter().map(convert::to_float).sum::<f64>()
}

/// The first key whose element's text a callback accepts.
#[php("function array_find_text(iterable $haystack, callable $accept): mixed")]
fn array_find_text(ctx: &Ctx, haystack: &Value, accept: &Value) -> PhpResult<Value> {
    let accept = ctx.callable(accept)?;
    let mut found = Value::NULL;
    ctx.iterate(haystack, &mut |ctx, key, value| {
        let text = convert::to_str(ctx, &value)?;
        let accepted = ctx.call(&accept, &[Value::from(text)])?;
        if convert::to_bool(&accepted) {
            found = key;
            return Ok(false);
        }
        Ok(true)
    })?;
    Ok(found)
}

/// What a Tally object owns beside its properties.
struct TallyState {
    counts: RefCell<HeapMap<Str, i64>>,
    owner: RefCell<Value>,
}

impl NativeData for TallyState {
    fn trace(&self, tracer: &mut phant_memory::Tracer<'_>) {
        tracer.value(&self.owner.borrow());
    }
}

struct Tally;

/// Counts words.
#[php_class(
    "class Tally implements Countable {
        final public const int LIMIT = 100;
        public protected(set) int $total = 0;
    }",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable
)]
impl Tally {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(TallyState { counts: RefCell::new(heap_map()), owner: RefCell::new(Value::NULL) });
    }
    fn state(object: &Object) -> &TallyState {
        object.native().expect("made by create")
    }
    fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        *Self::state(to).counts.borrow_mut() = Self::state(from).counts.borrow().clone();
        Ok(())
    }

    #[php("public function __construct(mixed $owner = null)")]
    fn construct(this: &Object, owner: Value) {
        Self::state(this).owner.replace(owner);
    }

    /// Counts words.
    #[php("public function add(string $word, string ...$more): static")]
    fn add(ctx: &Ctx, this: &Object, word: &Str, more: &[Value]) -> PhpResult<Object> {
        let state = Self::state(this);
        for word in [word].into_iter().chain(more.iter().filter_map(Value::own_str)) {
            *state.counts.borrow_mut().entry(word.clone()).or_insert(0) += 1;
        }
        let total: i64 = state.counts.borrow().values().sum();
        ctx.set_property(this, "total", total)?;
        Ok(this.clone())
    }

    #[php("public function count(): int")]
    fn count(this: &Object) -> usize {
        Self::state(this).counts.borrow().len()
    }

    /// A tally of words.
    #[php("public static function of(string ...$words): static")]
    fn of(ctx: &Ctx, class: ClassPtr, words: &[Value]) -> PhpResult<Object> {
        let tally = ctx.new_object(class, &[])?;
        for word in words {
            ctx.call_method(&tally, "add", std::slice::from_ref(word))?;
        }
        Ok(tally)
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers { clone: Some(Tally::copy), ..ObjectHandlers::DEFAULT };

#[php_class("interface Countdown extends Countable { public function next(int $step = 1): ?static; }")]
struct Countdown;

#[php_class("enum Mode: string { case Words = 'w'; case Letters = 'l'; const Usual = self::Words; }")]
struct Mode;

const CONSTANTS: &[Constant] = &[
    Constant { name: "TALLY_MAX", value: ConstantValue::Int(1 << 20) },
    Constant { name: "TALLY_VERSION", value: ConstantValue::Str("1.0") },
];

const INI: &[IniSetting] = &[IniSetting { name: "tally.limit", default: Some("100"), access: 7, on_change: None }];

/// What the extension remembers for the length of a request.
#[derive(Default)]
struct State {
    calls: Cell<i64>,
}

/// How often this was called, up to the setting `tally.limit`.
#[php("function tally_calls(): int")]
fn tally_calls(ctx: &Ctx) -> i64 {
    let state = ctx.state::<State>();
    state.calls.set(state.calls.get() + 1);
    state.calls.get().min(ctx.ini.int("tally.limit"))
}

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "tally",
    functions: &[FUNCTIONS],
    classes: &[Tally::PHP, Countdown::PHP, Mode::PHP],
    constants: &[CONSTANTS],
    ini: INI,
    ..Extension::EMPTY
};
