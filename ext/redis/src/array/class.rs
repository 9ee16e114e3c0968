//! The class RedisArray: PHP's view of it.

use super::Ring;
use phant_native::php_class;

/// Servers among which keys are divided.
pub struct RedisArray;

/// Servers among which keys are divided.
#[php_class(
    "class RedisArray {
        public function __call(string $function_name, array $arguments): mixed;
        public function __construct(array|string $name_or_hosts, ?array $options = null);
        public function _continuum(): array|bool;
        public function _distributor(): callable|bool;
        public function _function(): callable|bool;
        public function _hosts(): array|bool;
        public function _instance(string $host): Redis|bool|null;
        public function _rehash(?callable $fn = null): ?bool;
        public function _target(string $key): string|bool|null;
        public function bgsave(): array;
        public function del(array|string $key, string ...$otherkeys): int|bool;
        public function discard(): ?bool;
        public function exec(): array|bool|null;
        public function flushall(): array|bool;
        public function flushdb(): array|bool;
        public function getOption(int $opt): array|bool;
        public function hscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool;
        public function info(): array|bool;
        public function keys(string $pattern): array|bool;
        public function mget(array $keys): array|bool;
        public function mset(array $pairs): bool;
        public function multi(string $host, ?int $mode = null): RedisArray|bool;
        public function ping(): array|bool;
        public function save(): array|bool;
        public function scan(string|int|null &$iterator, string $node, ?string $pattern = null, int $count = 0): array|bool;
        public function select(int $index): array|bool;
        public function setOption(int $opt, string $value): array|bool;
        public function sscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool;
        public function unlink(array|string $key, string ...$otherkeys): int|bool;
        public function unwatch(): ?bool;
        public function zscan(string $key, string|int|null &$iterator, ?string $pattern = null, int $count = 0): array|bool;
    }",
    create = Ring::create,
    table = crate::array::methods
)]
impl RedisArray {}
