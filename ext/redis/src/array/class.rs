//! The class RedisArray: PHP's view of it.

use super::{Ring, methods};
use crate::loose::loose;
use phant_native::php_class;

/// Servers among which keys are divided.
pub struct RedisArray;

/// Servers among which keys are divided.
#[php_class(
    "class RedisArray {
        public function __call(string $function_name, array $arguments): mixed;
        public function _continuum(): array|bool;
        public function _distributor(): callable|bool;
        public function _function(): callable|bool;
        public function _hosts(): array|bool;
        public function _instance(string $host): Redis|bool|null;
        public function _target(string $key): string|bool|null;
        public function bgsave(): array;
        public function discard(): ?bool;
        public function exec(): array|bool|null;
        public function flushall(): array|bool;
        public function getOption(int $opt): array|bool;
        public function info(): array|bool;
        public function keys(string $pattern): array|bool;
        public function mget(array $keys): array|bool;
        public function mset(array $pairs): bool;
        public function ping(): array|bool;
        public function save(): array|bool;
        public function select(int $index): array|bool;
        public function setOption(int $opt, string $value): array|bool;
        public function unwatch(): ?bool;
    }",
    create = Ring::create,
    table = crate::array::methods,
    methods = [Self::LOOSE]
)]
impl RedisArray {}

loose! { RedisArray, methods:
    "z|a" __construct: "public function __construct(array|string $name_or_hosts, ?array $options = null)";
    "|f" _rehash: "public function _rehash(?callable $fn = null): ?bool";
    "*" del: "public function del(array|string $key, string ...$otherkeys): int|bool";
    "|b" flushdb: "public function flushdb(): array|bool";
    "sr|Sl" hscan: "public function hscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool";
    "s|l" multi: "public function multi(string $host, ?int $mode = null): RedisArray|bool";
    "rs|Sl" scan: "public function scan(string|int|null &$iterator, string $node, ?string $pattern = null, int $count = 0): array|bool";
    "sr|Sl" sscan: "public function sscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool";
    "*" unlink: "public function unlink(array|string $key, string ...$otherkeys): int|bool";
    "sr|Sl" zscan: "public function zscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool";
}
