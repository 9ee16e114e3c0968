<?php
// A small virtual machine that runs programs of its own: switch and match over strings, stacks, exceptions for jumps.
final class Machine {
    private array $stack = [];
    private array $variables = [];
    private array $calls = [];
    public int $steps = 0;
    public function __construct(private array $code) {}
    private function pop(): int|float|string { return array_pop($this->stack) ?? throw new UnderflowException('empty'); }
    public function run(int ...$arguments): mixed {
        $this->variables = ['arguments' => $arguments];
        $pc = 0;
        while (isset($this->code[$pc])) {
            $this->steps++;
            [$name, $operand] = $this->code[$pc++] + [1 => null];
            switch ($name) {
                case 'push': $this->stack[] = $operand; break;
                case 'load': $this->stack[] = $this->variables[$operand] ?? 0; break;
                case 'store': $this->variables[$operand] = $this->pop(); break;
                case 'argument': $this->stack[] = $this->variables['arguments'][$operand]; break;
                case 'add': case 'sub': case 'mul': case 'mod': case 'less':
                    $b = $this->pop();
                    $a = $this->pop();
                    $this->stack[] = match ($name) { 'add' => $a + $b, 'sub' => $a - $b, 'mul' => $a * $b % 1000003, 'mod' => $a % $b, 'less' => (int) ($a < $b) };
                    break;
                case 'jump': $pc = $operand; break;
                case 'unless': if (!$this->pop()) { $pc = $operand; } break;
                case 'call': $this->calls[] = $pc; $pc = $operand; break;
                case 'return': $pc = array_pop($this->calls) ?? count($this->code); break;
                default: throw new DomainException("unknown $name");
            }
        }
        return end($this->stack);
    }
}
$code = [['push', 1], ['store', 'r'], ['push', 0], ['store', 'i'], ['load', 'i'], ['argument', 0], ['less'], ['unless', 14], ['call', 15], ['load', 'i'], ['push', 1], ['add'], ['store', 'i'], ['jump', 4], ['jump', 24], ['load', 'r'], ['load', 'i'], ['push', 7], ['mod'], ['push', 2], ['add'], ['mul'], ['store', 'r'], ['return'], ['load', 'r']];
$machine = new Machine($code);
echo $machine->run(14000), ' ', $machine->steps, "\n";
foreach ([[['pop']], [['add']]] as $bad) {
    try {
        (new Machine($bad))->run();
    } catch (DomainException | UnderflowException $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
