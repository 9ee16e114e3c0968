<?php

interface HasLabel
{
    public function label(): string;
}
trait Labels
{
    public function label(): string
    {
        return ucfirst(strtolower($this->name));
    }
}
enum Status: string implements HasLabel
{
    use Labels;

    case Active = 'active';
    case Closed = 'closed';
    const DEFAULT = self::Active;

    public static function fromLabel(string $label): static
    {
        foreach (static::cases() as $case) {
            if ($case->label() === $label) {
                return $case;
            }
        }
        throw new ValueError("no $label");
    }
}
enum Level: int
{
    case Low = 1;
    case High = 1 << 4;
}
var_dump(Status::from('active'), Status::tryFrom('none'), Status::Closed->value, Level::High->value);
var_dump(Level::from('1'), Level::tryFrom(16));
echo Status::Active->label(), ' ', Status::fromLabel('Closed')->name, ' ', Status::DEFAULT->value, "\n";
echo json_encode(['s' => Status::Active, 'l' => [Level::Low]]), "\n";
foreach ([fn () => Status::from('bad'), fn () => Level::from(3), fn () => Level::from('x'), fn () => Status::fromLabel('?')] as $try) {
    try {
        $try();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
function f(Status $s = Status::Active, Level ...$levels)
{
    return $s->name . count($levels);
}
echo f(), f(Status::Closed, Level::Low), "\n";
class Holder
{
    const S = Status::Active;
    public Level $level = Level::Low;
    public readonly Status $status;

    public function __construct(Status $status = self::S)
    {
        $this->status = $status;
    }
}
var_dump(new Holder());
var_dump(array_column(Status::cases(), 'value', 'name'));
var_dump(array_map(fn (Level $l) => $l->name, Level::cases()));
echo match (Status::tryFrom('closed')) {
    Status::Active => 'is active',
    Status::Closed => 'is closed',
    null => 'is nothing',
}, "\n";
var_dump(Status::Active instanceof HasLabel, (array) Status::Active);
