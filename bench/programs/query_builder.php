<?php
// SQL by a fluent builder: clones, closures bound to objects, static constructors, implode and sprintf.
namespace App\Query;
interface Expression { public function toSql(array &$bindings): string; }
final class Comparison implements Expression {
    public function __construct(private string $column, private string $operator, private mixed $value) {}
    public function toSql(array &$bindings): string {
        if (is_array($this->value)) {
            array_push($bindings, ...array_values($this->value));
            return sprintf('%s IN (%s)', quote($this->column), implode(', ', array_fill(0, count($this->value), '?')));
        }
        if (null === $this->value) {
            return quote($this->column) . ' IS NULL';
        }
        $bindings[] = $this->value;
        return quote($this->column) . " {$this->operator} ?";
    }
}
final class Group implements Expression {
    /** @var array{string, Expression}[] */
    private array $parts = [];
    public function add(string $glue, Expression $part): static { $this->parts[] = [$glue, $part]; return $this; }
    public function isEmpty(): bool { return [] === $this->parts; }
    public function toSql(array &$bindings): string {
        $sql = '';
        foreach ($this->parts as $i => [$glue, $part]) {
            $inner = $part->toSql($bindings);
            $sql .= ($i ? " $glue " : '') . ($part instanceof self ? "($inner)" : $inner);
        }
        return $sql;
    }
}
function quote(string $name): string { return implode('.', array_map(static fn (string $part): string => '*' === $part ? $part : "`$part`", explode('.', $name))); }
class Builder {
    private array $columns = ['*'];
    private array $joins = [];
    private array $orders = [];
    private Group $where;
    private ?int $limit = null;
    private function __construct(private readonly string $table) { $this->where = new Group; }
    public static function table(string $table): static { return new static($table); }
    public function __clone() { $this->where = clone $this->where; }
    public function select(string ...$columns): static { $copy = clone $this; $copy->columns = $columns; return $copy; }
    public function where(string|\Closure $column, mixed $operator = null, mixed $value = null, string $glue = 'AND'): static {
        $copy = clone $this;
        if ($column instanceof \Closure) {
            $group = new Group;
            $column->call($group);
            $copy->where->add($glue, $group);
            return $copy;
        }
        if (\func_num_args() === 2) {
            [$operator, $value] = ['=', $operator];
        }
        $copy->where->add($glue, new Comparison($column, $operator, $value));
        return $copy;
    }
    public function orWhere(string $column, mixed $operator, mixed $value): static { return $this->where($column, $operator, $value, glue: 'OR'); }
    public function join(string $table, string $left, string $right, string $type = 'INNER'): static {
        $copy = clone $this;
        $copy->joins[] = compact('table', 'left', 'right', 'type');
        return $copy;
    }
    public function orderBy(string $column, string $direction = 'asc'): static { $copy = clone $this; $copy->orders[$column] = strtoupper($direction); return $copy; }
    public function limit(?int $limit): static { $copy = clone $this; $copy->limit = $limit; return $copy; }
    public function toSql(): array {
        $bindings = [];
        $sql = 'SELECT ' . implode(', ', array_map(quote(...), $this->columns)) . ' FROM ' . quote($this->table);
        foreach ($this->joins as ['table' => $table, 'left' => $left, 'right' => $right, 'type' => $type]) {
            $sql .= sprintf(' %s JOIN %s ON %s = %s', $type, quote($table), quote($left), quote($right));
        }
        if (!$this->where->isEmpty()) {
            $sql .= ' WHERE ' . $this->where->toSql($bindings);
        }
        if ($this->orders) {
            $orders = [];
            foreach ($this->orders as $column => $direction) {
                $orders[] = quote($column) . " $direction";
            }
            $sql .= ' ORDER BY ' . implode(', ', $orders);
        }
        return [$sql . ($this->limit === null ? '' : " LIMIT {$this->limit}"), $bindings];
    }
}
$hash = '';
for ($i = 0; $i < 9000; $i++) {
    $query = Builder::table('users')->select('users.id', 'name', 'posts.title')->join('posts', 'users.id', 'posts.user_id', type: $i % 2 ? 'LEFT' : 'INNER')
        ->where('age', '>', $i % 90)->where('role', ['admin', 'editor'])->where('deleted_at', null)
        ->where(function () use ($i) { $this->add('AND', new Comparison('a', '=', $i))->add('OR', new Comparison('b', '<', $i * 2)); })
        ->orWhere('email', 'LIKE', "user$i%")->orderBy('name')->orderBy('posts.id', 'desc')->limit($i % 3 ? 10 : null);
    [$sql, $bindings] = $query->toSql();
    $hash = md5($hash . $sql . serialize($bindings));
}
echo $sql, "\n", $hash, "\n";
