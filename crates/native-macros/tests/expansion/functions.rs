use crate::{
    args::Args,
    class::{ClassPtr, ObjectHandlers},
    ctx::Ctx,
    descriptor::*,
    error::PhpResult,
};
use phant_memory::{Object, PhpStr, Value};
use phant_native_macros::{functions, php, php_class, php_methods};

const FUNCTIONS: FunctionGroup = functions![starts_with, add_all, swap, raw_one, r#move];

/// Whether a string starts
/// with another.
///
/// More.
#[php("function starts_with(string $haystack, string $needle): bool", pure, leaf)]
fn starts_with(haystack: &PhpStr, needle: &PhpStr) -> bool {
    haystack.as_bytes().starts_with(needle.as_bytes())
}

#[php("function add_all(int $first = 1, ?int $second = null, int ...$rest): int", alias = "sum_all", alias = "plus")]
fn add_all(first: i64, second: Option<i64>, rest: &[Value]) -> i64 {
    first + second.unwrap_or(0) + rest.iter().filter_map(Value::as_int).sum::<i64>()
}

#[php("function swap(mixed &$a, array prefer &$b): void")]
fn swap(_ctx: &mut Ctx, a: &mut Value, b: &mut Value) {
    std::mem::swap(a, b);
}

#[php("function raw_one(mixed ...$args): int", raw, frame)]
fn raw_one(_ctx: &mut Ctx, args: &mut Args<'_>) -> i64 {
    args.values.len() as i64
}

#[php(
    "function move(#[\\SensitiveParameter] iterable|callable|null $x = UNKNOWN, mixed $y = null)",
    deprecated = " since 8.1",
    no_gc
)]
fn r#move<'a>(x: &'a Value, y: Option<&'a Value>) -> PhpResult<i64> {
    Ok(i64::from(x.as_int().is_some() && y.is_none()))
}

fn call(function: &FunctionDescriptor, values: &mut [Value]) -> Option<Value> {
    (function.call)(&mut Ctx, &mut Args { values, this: None, class: None }).ok()
}

#[test]
fn descriptor_of_a_function() {
    let f = &starts_with::PHP;
    assert_eq!((f.name, f.required, f.facts), ("starts_with", 2, facts::PURE | facts::LEAF));
    assert_eq!(f.doc, "Whether a string starts with another.");
    assert_eq!(f.params[1].name, "needle");
    assert_eq!(f.params[1].ty.expect("typed").mask, TypeMask::STRING);
    assert_eq!(f.returns.expect("typed").mask, TypeMask::BOOL);
    assert!(!f.tentative_return && f.modifiers == 0 && f.deprecated.is_none());

    let f = &r#move::PHP;
    let ty = f.params[0].ty.expect("typed");
    assert_eq!(ty.mask, TypeMask(TypeMask::ARRAY.0 | TypeMask::ITERABLE.0 | TypeMask::CALLABLE.0 | TypeMask::NULL.0));
    assert_eq!(ty.classes, ["Traversable"]);
    assert!(f.params[0].sensitive && f.params[0].default == Some("UNKNOWN") && f.required == 0);
    assert_eq!(f.deprecated, Some(" since 8.1"));

    let f = &swap::PHP;
    assert!(f.params[0].by_ref == ByRef::Yes && f.params[1].by_ref == ByRef::Prefer);
}

#[test]
fn calls_unpack() {
    let mut three = [Value::int(1), Value::int(2), Value::int(4)];
    assert_eq!(call(&add_all::PHP, &mut three).and_then(|v| v.as_int()), Some(7));
    let mut two = [Value::int(1), Value::NULL];
    assert_eq!(call(&add_all::PHP, &mut two).and_then(|v| v.as_int()), Some(1));
    assert!(call(&swap::PHP, &mut two).is_some());
    assert_eq!(two[1].as_int(), Some(1));
    assert_eq!(call(&raw_one::PHP, &mut three).and_then(|v| v.as_int()), Some(3));
}

#[test]
fn lists_hold_aliases() {
    let names: Vec<&str> = FUNCTIONS.iter().flat_map(|all| all.iter()).map(|f| f.name).collect();
    assert_eq!(names, ["starts_with", "add_all", "sum_all", "plus", "swap", "raw_one", "move"]);
}

static HANDLERS: ObjectHandlers = ObjectHandlers;

/// A bag.
struct Bag;

#[php_class(
    r#"abstract class Bag extends Base implements ArrayAccess, \Countable {
        const int A = 1;
        protected const B = "x;y", C = [1, 2];
        public readonly string $name;
        public private(set) ?int $n = 5;
        abstract protected function current(int $at = 0): mixed;
    }"#,
    create = Self::create,
    handlers = HANDLERS,
    methods = [Self::MORE],
    not_serializable,
    attributes = ["Attribute(Attribute::TARGET_CLASS)"]
)]
/// Holds things.
impl Bag {
    fn create(_ctx: &mut Ctx, _object: &Object) {}

    /// How many.
    #[php("public function count(): int")]
    pub fn count(this: &Object) -> i64 {
        let _ = this;
        Self::HELPER
    }

    const HELPER: i64 = 3;

    #[php("public static function make(string $class, Bag ...$bags): void", alias = "build")]
    fn make(class: ClassPtr, name: &PhpStr, bags: &[Value]) {
        let _ = (class, name, bags);
    }

    #[php("function __toString(): string", strict_return)]
    fn text(_this: &Object) -> bool {
        true
    }
}

#[php_methods(MORE)]
impl Bag {
    #[php("final private function more(self $other): void")]
    fn more(_this: &Object, other: &Object) {
        let _ = other;
    }
}

#[php_class(
    "interface Shape extends A, B { const X = self::Y | 1; public function area(): float; #[strict_return] public static function f(): static; }"
)]
struct Shape;

#[php_class("enum Suit: string implements Shape { case Hearts = 'H'; case Spades = 'S'; const Wild = self::Spades; }")]
pub(crate) struct Suit;

#[test]
fn descriptor_of_a_class() {
    let c = Bag::PHP;
    assert_eq!((c.name, c.kind, c.modifiers, c.parent), ("Bag", ClassKind::Class, modifiers::ABSTRACT, Some("Base")));
    assert_eq!(c.interfaces, ["ArrayAccess", "Countable"]);
    assert_eq!(c.doc, "Holds things.");
    assert!(c.create.is_some() && c.handlers.is_some() && c.facts == class_facts::NOT_SERIALIZABLE);
    assert_eq!(c.attributes, ["Attribute(Attribute::TARGET_CLASS)"]);
    let constants: Vec<_> = c.constants.iter().map(|c| (c.name, c.value, c.modifiers, c.ty.is_some())).collect();
    assert_eq!(constants, [("A", "1", 1, true), ("B", "\"x;y\"", 2, false), ("C", "[1, 2]", 2, false)]);
    let properties: Vec<_> = c.properties.iter().map(|p| (p.name, p.default, p.modifiers)).collect();
    assert_eq!(properties, [("name", None, 1 | 128), ("n", Some("5"), 1 | 4096)]);
    let methods: Vec<_> = c.methods.iter().map(|m| (m.name, m.modifiers, m.tentative_return)).collect();
    assert_eq!(
        methods,
        [
            ("current", 2 | 64, true),
            ("count", 1, true),
            ("make", 1 | 16, true),
            ("build", 1 | 16, true),
            ("__toString", 1, false),
            ("more", 4 | 32, false),
        ]
    );
    assert_eq!(c.methods[1].doc, "How many.");
}

#[test]
fn descriptor_of_an_interface_and_an_enum() {
    let c = Shape::PHP;
    assert_eq!((c.kind, c.interfaces, c.constants[0].value), (ClassKind::Interface, &["A", "B"][..], "self::Y | 1"));
    let methods: Vec<_> = c.methods.iter().map(|m| (m.name, m.modifiers, m.tentative_return)).collect();
    assert_eq!(methods, [("area", 1 | 64, true), ("f", 1 | 16 | 64, false)]);

    let c = Suit::PHP;
    assert_eq!((c.kind, c.backing), (ClassKind::Enum, Some(TypeMask::STRING)));
    let constants: Vec<_> = c.constants.iter().map(|c| (c.name, c.value, c.is_case)).collect();
    assert_eq!(constants, [("Hearts", "'H'", true), ("Spades", "'S'", true), ("Wild", "self::Spades", false)]);
}
