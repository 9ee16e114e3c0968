<?php
// A calendar of recurring events: DateTimeImmutable, DateInterval, DatePeriod, formats and comparisons.
final class Event {
    public function __construct(public readonly string $title, public readonly DateTimeImmutable $start, public readonly string $rule, public readonly int $times) {}
    public function occurrences(): Generator {
        $at = $this->start;
        for ($i = 0; $i < $this->times; $i++) {
            yield $at;
            $at = match ($this->rule) { 'daily' => $at->modify('+1 day'), 'weekly' => $at->add(new DateInterval('P7D')), 'monthly' => $at->modify('first day of next month'), default => $at->setTime((int) $at->format('G'), 30)->modify($this->rule) };
        }
    }
}
$zone = new DateTimeZone('Europe/Berlin');
$calendar = [];
for ($i = 0; $i < 60; $i++) {
    $start = new DateTimeImmutable(sprintf('2024-%02d-%02d %02d:00', $i % 12 + 1, $i % 28 + 1, $i % 24), $zone);
    $event = new Event("event $i", $start, ['daily', 'weekly', 'monthly', '+3 days', 'next friday'][$i % 5], 60);
    foreach ($event->occurrences() as $at) {
        $calendar[$at->format('Y-m-d')][] = [$at, $event];
    }
}
ksort($calendar);
$hash = '';
foreach ($calendar as $day => $entries) {
    usort($entries, fn ($a, $b) => $a[0] <=> $b[0] ?: strcmp($a[1]->title, $b[1]->title));
    foreach ($entries as [$at, $event]) {
        $hash = md5($hash . $at->format('D, d M y H:i T') . $event->title . $at->getTimestamp());
    }
}
$first = new DateTime(array_key_first($calendar));
$last = new DateTime(array_key_last($calendar));
echo count($calendar), ' ', $hash, ' ', $first->diff($last)->format('%y %m %d %a'), ' ', iterator_count(new DatePeriod($first, new DateInterval('P1W'), $last)), "\n";
