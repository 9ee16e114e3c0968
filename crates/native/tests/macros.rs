//! The extension of docs/add-a-function.md, and what the macros and the registry make of it.

#![forbid(unsafe_code)]
#![deny(warnings)]

mod tally;

use phant_native::{
    args::{Args, FromArg, Number, RefArg},
    class::ClassPtr,
    ctx::Ctx,
    descriptor::{ByRef, FunctionGroup, TypeMask, facts, modifiers},
    error::PhpResult,
    function::FunctionPtr,
    functions,
    memory::{Array, Object, PhpStr, Resource, Str, Value},
    php, registry,
    ret::OrFalse,
};

/// Every type that an argument unpacks into, beside the PHP type it is for.
mod unpacking {
    use super::*;

    pub const FUNCTIONS: FunctionGroup = functions![scalars, strings, containers, optional, references, special, raw];

    #[php("function scalars(int $a, float $b, bool $c, int|float $d, false $e): ?int")]
    fn scalars(a: i64, _b: f64, c: bool, _d: Number, _e: bool) -> Option<i64> {
        c.then_some(a)
    }
    #[php("function strings(string $a, string $b, string $c): string|false")]
    fn strings<'a>(_a: &'a PhpStr, _b: &'a Str, c: Str) -> OrFalse<Str> {
        OrFalse::Some(c)
    }
    #[php("function containers(array $a, array $b, object $c, Countable $d, iterable $e, callable $f, mixed $g, $h): array")]
    #[allow(clippy::needless_pass_by_value)]
    fn containers(_a: &Array, b: Array, _c: &Object, _d: Object, _e: &Value, _f: &Value, _g: Value, _h: &Value) -> Array {
        b
    }
    #[php("function optional(?int $a, ?string $b = null, int $c = UNKNOWN, self|int|null $d = null): void")]
    fn optional(_a: Option<i64>, _b: Option<&PhpStr>, _c: Option<i64>, _d: &Value) {}
    #[php("function references(array &$a, &$b = null, array prefer &$c = [], mixed &...$rest)")]
    fn references(_a: RefArg<'_>, mut b: RefArg<'_>, mut c: RefArg<'_>, rest: &mut [Value]) -> PhpResult<Resource> {
        b.set(rest.len());
        c.set(Array::new());
        Ok(Resource::new(1))
    }
    #[php("function special(string $class, mixed ...$named_)", alias = "special_too", deprecated = ", use nothing instead")]
    fn special(
        ctx: &Ctx,
        function: FunctionPtr,
        passed: usize,
        named: Option<Array>,
        class: &PhpStr,
        rest: &[Value],
    ) -> PhpResult<&'static str> {
        ctx.echo(class);
        if named.is_none() && passed == rest.len() {
            return Err(ctx.throw_error(function.display_name()));
        }
        Ok("")
    }
    #[php("function raw(mixed ...$args): string", raw, writes_vars, no_discard)]
    fn raw(_ctx: &Ctx, args: &mut Args<'_>) -> Vec<u8> {
        vec![0; args.values.len()]
    }
}

/// Methods of a class without state.
mod methods {
    use super::*;
    use phant_native::php_class;

    pub struct Registrar;

    #[php_class("class Registrar { protected static int $n = 0; }", not_instantiable)]
    impl Registrar {
        #[php("protected static function of(string $name): ?static", strict_return)]
        fn of(ctx: &Ctx, class: ClassPtr, name: &PhpStr) -> PhpResult<Option<Object>> {
            if name.is_empty() { Ok(None) } else { ctx.new_object(class, &[]).map(Some) }
        }
        #[php("public function with(self $other): self")]
        fn with(_this: &Object, other: Object) -> Object {
            other
        }
    }
}

#[test]
fn accepted_types() {
    assert_eq!(<Option<i64> as FromArg>::ACCEPTS, TypeMask::INT.union(TypeMask::NULL));
    assert!(<&Value as FromArg>::ACCEPTS.contains(TypeMask::MIXED.union(TypeMask::CALLABLE)));
}

#[test]
fn descriptors() {
    let all: Vec<_> = unpacking::FUNCTIONS.iter().flat_map(|f| f.iter()).collect();
    let names: Vec<_> = all.iter().map(|f| (f.name, f.required)).collect();
    assert_eq!(
        names,
        [
            ("scalars", 5),
            ("strings", 3),
            ("containers", 8),
            ("optional", 1),
            ("references", 1),
            ("special", 1),
            ("special_too", 1),
            ("raw", 0),
        ]
    );
    let modes: Vec<_> = all[4].params.iter().map(|p| (p.by_ref, p.variadic)).collect();
    assert_eq!(modes, [(ByRef::Yes, false), (ByRef::Yes, false), (ByRef::Prefer, false), (ByRef::Yes, true)]);
    assert_eq!(all[6].deprecated, Some(", use nothing instead"));
    assert_eq!(all[7].facts, facts::RAW | facts::WRITES_VARS | facts::NO_DISCARD | facts::CALLS_PHP);

    let class = methods::Registrar::PHP;
    let methods: Vec<_> = class.methods.iter().map(|m| (m.name, m.modifiers, m.tentative_return)).collect();
    let expected = [("of", modifiers::PROTECTED | modifiers::STATIC, false), ("with", modifiers::PUBLIC, true)];
    assert_eq!(methods, expected);
}

#[test]
fn registration() {
    registry::install(&[&tally::EXTENSION]);
    let registry = registry::get();
    assert!(registry.has_extension("Tally"));
    let function = registry.functions.get("str_join").expect("an alias is registered");
    assert_eq!((function.item.name, function.extension.name), ("str_join", "tally"));
    assert_eq!(function.item.doc, "Repeats a string with a separator between the copies.");
    let class = registry.classes.get("tally").expect("registered").item;
    assert_eq!((class.doc, class.methods[1].doc), ("Counts words.", "Counts words."));
    let methods: Vec<_> = class.methods.iter().map(|m| m.name).collect();
    assert_eq!(methods, ["__construct", "add", "count", "of"]);
    assert_eq!(registry.classes.get("mode").expect("registered").item.constants.len(), 3);
    assert!(registry.constants.contains_key("TALLY_MAX"));
    assert_eq!(registry.ini_default("tally.limit"), Some(Some("100")));
}

/// The guide shows code that compiles: every Rust block of it is in the extension.
#[test]
fn guide_is_exact() {
    let guide = include_str!("../../../docs/add-a-function.md");
    let source = include_str!("tally/mod.rs");
    for block in guide.split("```rust\n").skip(1) {
        let code = block.split("```").next().expect("a block ends");
        assert!(source.contains(code.trim()), "not in tests/tally/mod.rs:\n{code}");
    }
}
