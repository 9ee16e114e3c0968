<?php

// Egulias' validator takes addresses apart by the grammar of RFC 5322.

use Egulias\EmailValidator\{EmailValidator, Validation\RFCValidation};

$addresses = ['a@b.example', 'first.last+tag@sub.example.org', '"quoted x"@example.com', 'bad@@x', 'user@[127.0.0.1]', 'trailing.@x.example'];

return function () use ($addresses): array {
    $validator = new EmailValidator();
    return array_map(fn (string $address) => $validator->isValid($address, new RFCValidation()), $addresses);
};
