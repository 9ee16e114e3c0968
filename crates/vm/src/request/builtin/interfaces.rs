//! Interfaces that the engine knows, and stdClass.

use phant_native::php_class;

#[php_class("interface Traversable {}")]
pub struct Traversable;

#[php_class("interface IteratorAggregate extends Traversable { public function getIterator(): Traversable; }")]
pub struct IteratorAggregate;

#[php_class(
    "interface Iterator extends Traversable {
        public function current(): mixed;
        public function next(): void;
        public function key(): mixed;
        public function valid(): bool;
        public function rewind(): void;
    }"
)]
pub struct Iterator;

#[php_class("interface Serializable { public function serialize(); public function unserialize(string $data); }")]
pub struct Serializable;

#[php_class(
    "interface ArrayAccess {
        public function offsetExists(mixed $offset): bool;
        public function offsetGet(mixed $offset): mixed;
        public function offsetSet(mixed $offset, mixed $value): void;
        public function offsetUnset(mixed $offset): void;
    }"
)]
pub struct ArrayAccess;

#[php_class("interface Countable { public function count(): int; }")]
pub struct Countable;

#[php_class("interface Stringable { public function __toString(): string; }")]
pub struct Stringable;

#[php_class("interface UnitEnum { #[strict_return] public static function cases(): array; }")]
pub struct UnitEnum;

#[php_class(
    "interface BackedEnum extends UnitEnum {
        #[strict_return] public static function from(int|string $value): static;
        #[strict_return] public static function tryFrom(int|string $value): ?static;
    }"
)]
pub struct BackedEnum;

#[php_class("class stdClass {}", allow_dynamic, attributes = ["AllowDynamicProperties"])]
pub struct StdClass;
