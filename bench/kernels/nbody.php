<?php
// Gravitation between bodies that are objects with float properties; leapfrog integration.

final class Body
{
    public float $ax = 0.0;
    public float $ay = 0.0;
    public float $az = 0.0;

    public function __construct(
        public float $x,
        public float $y,
        public float $z,
        public float $vx,
        public float $vy,
        public float $vz,
        public readonly float $mass,
    ) {
    }

    public function kick(float $dt): void
    {
        $this->vx += $this->ax * $dt;
        $this->vy += $this->ay * $dt;
        $this->vz += $this->az * $dt;
    }

    public function drift(float $dt): void
    {
        $this->x += $this->vx * $dt;
        $this->y += $this->vy * $dt;
        $this->z += $this->vz * $dt;
    }
}

/** @param list<Body> $bodies */
function accelerate(array $bodies): void
{
    foreach ($bodies as $body) {
        $body->ax = $body->ay = $body->az = 0.0;
    }
    $n = count($bodies);
    for ($i = 0; $i < $n; $i++) {
        $a = $bodies[$i];
        for ($j = $i + 1; $j < $n; $j++) {
            $b = $bodies[$j];
            $dx = $b->x - $a->x;
            $dy = $b->y - $a->y;
            $dz = $b->z - $a->z;
            $squared = $dx * $dx + $dy * $dy + $dz * $dz + 0.01;
            $pull = 1.0 / ($squared * sqrt($squared));
            $a->ax += $dx * $pull * $b->mass;
            $a->ay += $dy * $pull * $b->mass;
            $a->az += $dz * $pull * $b->mass;
            $b->ax -= $dx * $pull * $a->mass;
            $b->ay -= $dy * $pull * $a->mass;
            $b->az -= $dz * $pull * $a->mass;
        }
    }
}

/** @param list<Body> $bodies */
function energy(array $bodies): float
{
    $energy = 0.0;
    foreach ($bodies as $i => $a) {
        $energy += 0.5 * $a->mass * ($a->vx ** 2 + $a->vy ** 2 + $a->vz ** 2);
        foreach (array_slice($bodies, $i + 1) as $b) {
            $energy -= $a->mass * $b->mass / sqrt(($a->x - $b->x) ** 2 + ($a->y - $b->y) ** 2 + ($a->z - $b->z) ** 2 + 0.01);
        }
    }
    return $energy;
}

function main(): void
{
    $bodies = [];
    for ($i = 0; $i < 8; $i++) {
        $bodies[] = new Body(
            ($i * 7 % 5) - 2.0, ($i * 3 % 7) - 3.0, ($i * 5 % 3) - 1.0,
            0.1 * ($i % 3 - 1), 0.05 * ($i % 4 - 2), 0.02 * ($i % 5 - 2),
            1.0 + $i / 4,
        );
    }
    printf("%.9f\n", energy($bodies));
    accelerate($bodies);
    for ($step = 0; $step < 45000; $step++) {
        foreach ($bodies as $body) {
            $body->kick(0.0005);
            $body->drift(0.001);
        }
        accelerate($bodies);
        foreach ($bodies as $body) {
            $body->kick(0.0005);
        }
    }
    printf("%.6f\n", energy($bodies));
}

main();
