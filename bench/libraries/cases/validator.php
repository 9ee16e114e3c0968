<?php

// Symfony Validator: an object with four rules that are broken.

use Symfony\Component\Validator\{Constraints as Rule, Mapping\ClassMetadata, Validation};

class Person
{
    public string $name = 'J';
    public string $email = 'bad';
    public int $age = 17;
    public array $tags = ['a', ''];

    public static function loadValidatorMetadata(ClassMetadata $metadata): void
    {
        $metadata->addPropertyConstraint('name', new Rule\NotBlank());
        $metadata->addPropertyConstraint('name', new Rule\Length(['min' => 2, 'max' => 20]));
        $metadata->addPropertyConstraint('email', new Rule\Email(['mode' => 'html5']));
        $metadata->addPropertyConstraint('age', new Rule\Range(['min' => 18, 'max' => 99]));
        $metadata->addPropertyConstraint('tags', new Rule\All([new Rule\NotBlank(), new Rule\Type('string')]));
    }
}

$validator = Validation::createValidatorBuilder()->addMethodMapping('loadValidatorMetadata')->getValidator();

return function () use ($validator): array {
    $found = [];
    foreach ($validator->validate(new Person()) as $violation) {
        $found[] = $violation->getPropertyPath() . $violation->getMessage();
    }
    return $found;
};
