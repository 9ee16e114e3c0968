//! PHP text in, a one-line description (or the error) out.

use super::{
    class::Class,
    function::{ByRef, Param, Signature},
    types::Type,
};

fn ty(ty: &Option<Type>) -> String {
    let Some(ty) = ty else { return "untyped".into() };
    let names = ty.mask.iter().map(ToString::to_string).chain(ty.classes.iter().cloned());
    names.collect::<Vec<_>>().join("|")
}

fn param(p: &Param) -> String {
    let by_ref = match p.by_ref {
        ByRef::No => "",
        ByRef::Yes => "&",
        ByRef::Prefer => "prefer &",
    };
    let dots = if p.variadic { "..." } else { "" };
    let default = p.default.as_ref().map_or(String::new(), |d| format!(" = {d}"));
    let sensitive = if p.sensitive { " sensitive" } else { "" };
    format!("{by_ref}{dots}{}: {}{default}{sensitive}", p.name, ty(&p.ty))
}

fn signature(s: &Signature) -> String {
    let modifiers: String = s.modifiers.iter().map(|m| format!("{m} ")).collect();
    let params: Vec<String> = s.params.iter().map(param).collect();
    format!("{modifiers}{}({}) -> {}, {} required", s.name, params.join(", "), ty(&s.returns), s.required())
}

fn check(text: &str, described: &str) {
    let found = Signature::parse(text).map_or_else(|error| error, |s| signature(&s));
    assert_eq!(found, described, "\n{text}");
}

#[test]
fn functions() {
    check("function f()", "f() -> untyped, 0 required");
    check("function f(): void;", "f() -> VOID, 0 required");
    check("function Ns\\f(): static {}", "Ns\\f() -> STATIC, 0 required");
    check("function &f(): int", "f() -> INT, 0 required");
    check("public static function f(): self", "PUBLIC STATIC f() -> self, 0 required");
    check("final protected function f(): never", "FINAL PROTECTED f() -> NEVER, 0 required");
}

#[test]
fn types() {
    check("function f(?int $a)", "f(a: INT|NULL) -> untyped, 1 required");
    check("function f(int|string|null $a)", "f(a: INT|STRING|NULL) -> untyped, 1 required");
    check("function f(BOOL | False $a)", "f(a: BOOL|FALSE) -> untyped, 1 required");
    check("function f(\\DateTimeInterface|Ns\\A $a)", "f(a: DateTimeInterface|Ns\\A) -> untyped, 1 required");
    check("function f(iterable $a)", "f(a: ARRAY|ITERABLE|Traversable) -> untyped, 1 required");
    check("function f(?callable $a): mixed", "f(a: CALLABLE|NULL) -> MIXED, 1 required");
    check("function f(A&B $a)", "PHP signature: intersection types are not supported in native signatures");
    check("function f((A&B)|C $a)", "PHP signature: intersection types are not supported in native signatures");
    check("function f(void $a)", "PHP signature: $a cannot have the type void");
    check("function f(integer $a)", "PHP signature: `integer` is not a PHP type");
}

#[test]
fn parameters() {
    check("function f($a, $b = 1,)", "f(a: untyped, b: untyped = 1) -> untyped, 1 required");
    check("function f($a = 1, $b)", "f(a: untyped = 1, b: untyped) -> untyped, 2 required");
    check("function f(array &$a, &...$b)", "f(&a: ARRAY, &...b: untyped) -> untyped, 1 required");
    check("function f(array prefer &$a, prefer &$b)", "f(prefer &a: ARRAY, prefer &b: untyped) -> untyped, 2 required");
    check("function f(prefer $a)", "f(a: prefer) -> untyped, 1 required");
    check("function f(mixed ...$rest): int", "f(...rest: MIXED) -> INT, 0 required");
    check("function f(#[\\SensitiveParameter] string $a)", "f(a: STRING sensitive) -> untyped, 1 required");
    check("function f(string $a = \"x, \\\") y\")", "f(a: STRING = \"x, \\\") y\") -> untyped, 0 required");
    check(
        "function f(array $a = [1, [2]], int $b = A::B | C)",
        "f(a: ARRAY = [1, [2]], b: INT = A::B | C) -> untyped, 0 required",
    );
    check("function f(int $a = UNKNOWN)", "f(a: INT = UNKNOWN) -> untyped, 0 required");
    check("function f(/* one */ int $a // two\n)", "f(a: INT) -> untyped, 1 required");
}

#[test]
fn mistakes() {
    check("functio f()", "PHP signature: expected `function` at `functio f()`");
    check("function f(int $a", "PHP signature: expected `,` or `)` at the end");
    check("function f(int a)", "PHP signature: expected `$` at `a)`");
    check("function f(int $a int $b)", "PHP signature: expected `,` or `)` at `int $b)`");
    check("function f(...$a, $b)", "PHP signature: a variadic parameter must be the last one");
    check("function f(...$a = 1)", "PHP signature: the variadic parameter $a cannot have a default");
    check("function f(): ", "PHP signature: expected a return type at the end");
    check("function f() x", "PHP signature: expected the end of the signature at `x`");
    check("function f(#[Deprecated] $a)", "PHP signature: the attribute `Deprecated` is not supported on parameters");
    check("function f($a = )", "PHP signature: expected an expression at `)`");
}

fn check_class(text: &str, described: &str) {
    let checked = |c: Class| c.check_abstract().map(|()| c);
    let found = Class::parse(text).and_then(checked).map_or_else(|error| error, |c| class(&c));
    assert_eq!(found, described, "\n{text}");
}

fn class(c: &Class) -> String {
    let mut lines = vec![format!("{} {} {}", c.modifiers.join(" "), c.kind, c.name).trim_start().to_string()];
    if let Some(parent) = &c.parent {
        lines.push(format!("extends {parent}"));
    }
    if !c.interfaces.is_empty() {
        lines.push(format!("implements {}", c.interfaces.join(" ")));
    }
    if c.backing.is_some() {
        lines.push(format!("of {}", ty(&c.backing)));
    }
    for k in &c.constants {
        let word = if k.is_case { "case" } else { "const" };
        lines.push(format!("{} {word} {}: {} = {}", k.modifiers.join(" "), k.name, ty(&k.ty), k.value));
    }
    for p in &c.properties {
        let default = p.default.as_ref().map_or(String::new(), |d| format!(" = {d}"));
        lines.push(format!("{} ${}: {}{default}", p.modifiers.join(" "), p.name, ty(&p.ty)));
    }
    for m in &c.methods {
        let tentative = m.tentative.map_or("", |t| if t { " tentative" } else { " strict" });
        lines.push(format!("{}{tentative}", signature(&m.signature)));
    }
    lines.join("; ")
}

#[test]
fn class_headers() {
    check_class("class A", "Class A");
    check_class("final class A extends \\B implements C, D\\E {}", "FINAL Class A; extends B; implements C D\\E");
    check_class("abstract class A {}", "ABSTRACT Class A");
    check_class("interface A extends B, C", "Interface A; implements B C");
    check_class("trait A {}", "Trait A");
    check_class("enum A: string implements B {}", "Enum A; implements B; of STRING");
    check_class("final readonly class A {}", "FINAL READONLY_CLASS Class A");
    check_class("struct A", "PHP signature: expected a class, interface, trait or enum, not `struct`");
    check_class("class A using B", "PHP signature: expected `{`, a clause of the class header or the end at `using B`");
}

#[test]
fn class_members() {
    check_class(
        "class A { const X = 1, Y = 'a;b'; final protected const ?int Z = self::X; }",
        "Class A; PUBLIC const X: untyped = 1; PUBLIC const Y: untyped = 'a;b'; FINAL PROTECTED const Z: INT|NULL = self::X",
    );
    check_class("enum A { case B; case C = 2; }", "Enum A; PUBLIC case B: untyped = ; PUBLIC case C: untyped = 2");
    check_class(
        "class A { $a; public int $b = 1, $c; protected static ?A $d = null; public private(set) string $e; }",
        "Class A; PUBLIC $a: untyped; PUBLIC $b: INT = 1; PUBLIC $c: INT; PROTECTED STATIC $d: NULL|A = null; \
         PUBLIC PRIVATE_SET $e: STRING",
    );
    check_class("readonly class A { public int $a; }", "READONLY_CLASS Class A; PUBLIC READONLY PROTECTED_SET $a: INT");
    check_class("class A { public virtual int $a; }", "Class A; PUBLIC VIRTUAL $a: INT");
    check_class(
        "interface A { function f(): int; #[strict_return] public static function g(): static; }",
        "Interface A; PUBLIC ABSTRACT f() -> INT, 0 required; PUBLIC STATIC ABSTRACT g() -> STATIC, 0 required strict",
    );
    check_class(
        "abstract class A { abstract protected function f(); }",
        "ABSTRACT Class A; ABSTRACT PROTECTED f() -> untyped, 0 required",
    );
    check_class(
        "class A { function f(); }",
        "class stub: f() is neither abstract nor has it Rust code: put #[php(\"…\")] on a function of the impl",
    );
    check_class("class A { int $a }", "PHP signature: expected `;` at `}`");
    check_class("class A { int $a;", "PHP signature: expected `$` at the end");
}
