<?php

declare(strict_types=1);

namespace Guestbook;

/** A message for the page after a redirect; the cookie holds its name only. */
enum Flash: string
{
    case Signed = 'signed';

    public function text(): string
    {
        return match ($this) {
            self::Signed => 'Thank you for signing the guestbook!',
        };
    }
}
