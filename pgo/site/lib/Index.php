<?php
declare(strict_types=1);
namespace Wiki;

use Countable, IteratorAggregate, ArrayIterator;

class Index implements Countable, IteratorAggregate
{
    protected ?array $pages = null;

    public function __construct(protected string $folder) {}

    public function all(): array
    {
        if ($this->pages === null) {
            $this->pages = array_filter(list_pages($this->folder), fn ($page) => may('read', $page['id']));
            ksort($this->pages);
        }
        return $this->pages;
    }
    public function count(): int
    {
        return count($this->all());
    }
    public function getIterator(): ArrayIterator
    {
        return new ArrayIterator($this->all());
    }
    public function recent(int $most): array
    {
        $times = array_column($this->all(), 'time', 'id');
        arsort($times);
        return array_slice($times, 0, $most, true);
    }
}
