<?php

// Twig: renders a list of thirty users, with inheritance, a macro and filters; the template is compiled already.

class User
{
    public function __construct(private string $name, public int $age, public bool $admin, public array $tags, public int $born)
    {
    }

    public function getName(): string
    {
        return $this->name;
    }
}

$loader = new Twig\Loader\ArrayLoader([
    'base' => '<html><head><title>{% block title %}x{% endblock %}</title></head><body>{% block body %}{% endblock %}</body></html>',
    'page' => <<<'TWIG'
        {% extends "base" %}
        {% macro input(name, value) %}<input name="{{ name }}" value="{{ value|e }}">{% endmacro %}
        {% block title %}{{ title|upper }}{% endblock %}
        {% block body %}{% for user in users %}
        <li class="{{ cycle(["odd", "even"], loop.index0) }}">{{ loop.index }}/{{ loop.length }} {{ user.name|capitalize }}
            ({{ user.age + 1 }}) {% if user.admin %}*{% else %}-{% endif %} {{ user.tags|join(", ") }}
            {{ _self.input("n" ~ loop.index, user.name) }} {{ user.born|date("Y-m-d") }} {{ (user.age / 3)|number_format(2) }}</li>
        {% endfor %}{% endblock %}
        TWIG,
]);
$twig = new Twig\Environment($loader, ['autoescape' => 'html', 'strict_variables' => true]);
$users = [];
for ($i = 0; $i < 30; $i++) {
    $users[] = new User("user <$i>", 20 + $i, $i % 3 == 0, ['a', "b$i"], 86400 * $i * 300);
}

return fn () => $twig->render('page', ['title' => 'List & more', 'users' => $users]);
