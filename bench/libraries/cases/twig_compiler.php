<?php

// Twig: reads a template and writes its PHP code.

$source = <<<'TWIG'
    {% extends "base" %}
    {% block body %}{% for user in users %}<li>{{ loop.index }} {{ user.name|capitalize }}
    {% if user.admin and user.age > 3 or not user.x %}*{% elseif user.b is defined %}-{% endif %}
    {{ user.tags|join(", ")|e }} {{ user.age ?: "none" }}</li>{% else %}none{% endfor %}
    {{ include("a") }}{% set x = [1, 2, 3]|map(v => v * 2) %}{% endblock %}
    TWIG;
$twig = new Twig\Environment(new Twig\Loader\ArrayLoader(['base' => '', 'a' => '', 'page' => '']));

return fn () => $twig->compileSource(new Twig\Source($source, 'page'));
