<?php
// A form validator: rules by name, callbacks by array and string, variadic arguments, sprintf messages.
class Validator {
    private array $errors = [];
    private static array $messages = ['required' => '%s is required', 'min' => '%s must have at least %d characters', 'between' => '%s must be between %d and %d', 'in' => '%s must be one of %s', 'email' => '%s is no address', 'regex' => '%s has a wrong format', 'same' => '%s must equal %s'];
    public function __construct(protected array $data, protected array $rules) {}
    public function validate(): bool {
        $this->errors = [];
        foreach ($this->rules as $field => $rules) {
            foreach (explode('|', $rules) as $rule) {
                [$name, $parameters] = array_pad(explode(':', $rule, 2), 2, null);
                $arguments = $parameters === null ? [] : explode(',', $parameters);
                $method = 'validate' . ucfirst($name);
                $value = $this->data[$field] ?? null;
                if ($name !== 'required' && ($value === null || $value === '')) {
                    continue;
                }
                if (!call_user_func_array([$this, $method], [$value, ...$arguments])) {
                    $this->errors[$field][] = $this->message($name, $field, $arguments);
                    break;
                }
            }
        }
        return !$this->errors;
    }
    private function message(string $rule, string $field, array $arguments): string {
        if ($rule === 'in') {
            $arguments = [implode(', ', $arguments)];
        }
        return vsprintf(self::$messages[$rule], [str_replace('_', ' ', ucfirst($field)), ...$arguments]);
    }
    public function errors(): array { return $this->errors; }
    protected function validateRequired(mixed $value): bool { return is_string($value) ? trim($value) !== '' : !is_null($value); }
    protected function validateMin(string $value, string $length): bool { return mb_strlen($value) >= (int) $length; }
    protected function validateBetween(mixed $value, string $low, string $high): bool { return is_numeric($value) && $value >= $low && $value <= $high; }
    protected function validateIn(mixed $value, string ...$allowed): bool { return in_array($value, $allowed, true); }
    protected function validateEmail(mixed $value): bool { return filter_var($value, FILTER_VALIDATE_EMAIL) !== false; }
    protected function validateRegex(string $value, string $pattern): bool { return preg_match("/$pattern/", $value) === 1; }
    protected function validateSame(mixed $value, string $other): bool { return $value === ($this->data[$other] ?? null); }
}
$rules = ['name' => 'required|min:3', 'age' => 'required|between:18,99', 'email' => 'required|email', 'role' => 'in:admin,editor,reader', 'zip_code' => 'regex:^\d{5}$', 'password' => 'required|min:8', 'repeated' => 'same:password'];
$counts = [];
for ($i = 0; $i < 5000; $i++) {
    $form = ['name' => str_repeat('n', $i % 7), 'age' => (string) ($i % 120), 'email' => $i % 3 ? "user$i@example.org" : "user$i", 'role' => ['admin', 'editor', 'guest', ''][$i % 4], 'zip_code' => (string) ($i * 31 % 120000), 'password' => 'secret' . $i, 'repeated' => 'secret' . ($i % 5 ? $i : 0)];
    $validator = new Validator($form, $rules);
    if (!$validator->validate()) {
        foreach ($validator->errors() as $field => [$first]) {
            $counts[$first] = ($counts[$first] ?? 0) + 1;
        }
    } else {
        $counts['fine'] = ($counts['fine'] ?? 0) + 1;
    }
}
ksort($counts);
print_r($counts);
