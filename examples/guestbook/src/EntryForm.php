<?php

declare(strict_types=1);

namespace Guestbook;

/** The fields of the form, and what is wrong with them. */
final class EntryForm
{
    private const int NAME_LENGTH = 60;
    private const int MESSAGE_LENGTH = 1000;

    /** @var array<string, string> field name => message */
    public private(set) array $errors = [];

    public function __construct(public readonly string $name = '', public readonly string $message = '')
    {
    }

    /** @param array<string, mixed> $input */
    public static function fromInput(array $input): self
    {
        $field = static function (string $name) use ($input): string {
            $value = $input[$name] ?? '';
            return is_string($value) ? trim(str_replace("\r\n", "\n", $value)) : '';
        };
        $form = new self($field('name'), $field('message'));
        $form->check('name', 'your name', self::NAME_LENGTH);
        $form->check('message', 'a message', self::MESSAGE_LENGTH);
        return $form;
    }

    public function isValid(): bool
    {
        return $this->errors === [];
    }

    private function check(string $field, string $what, int $most): void
    {
        // Characters, not bytes; false when the text is not UTF-8.
        $length = preg_match_all('/./su', $this->$field);
        $error = match (true) {
            $length === false => 'This is not valid text.',
            $length === 0 => "Please enter $what.",
            $length > $most => "At most $most characters, please: these are $length.",
            default => null,
        };
        if ($error !== null) {
            $this->errors[$field] = $error;
        }
    }
}
