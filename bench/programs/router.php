<?php
// Routes with parameters: a tree for what is fixed, expressions for the rest, handlers as closures and methods.
final class Route {
    public function __construct(public readonly string $method, public readonly string $pattern, public readonly mixed $handler) {}
}
final class Router {
    /** @var Route[][] */
    private array $fixed = [];
    private array $dynamic = [];
    public function add(string $method, string $pattern, mixed $handler): static {
        $route = new Route($method, $pattern, $handler);
        if (!str_contains($pattern, '{')) {
            $this->fixed[$method][$pattern] = $route;
        } else {
            $expression = preg_replace_callback('/\{(\w+)(?::([^}]+))?\}/', fn ($m) => "(?<$m[1]>" . ($m[2] ?? '[^/]+') . ')', $pattern);
            $this->dynamic[$method][] = ["#^$expression$#", $route];
        }
        return $this;
    }
    public function dispatch(string $method, string $path): array {
        if (isset($this->fixed[$method][$path])) {
            return [$this->fixed[$method][$path], []];
        }
        foreach ($this->dynamic[$method] ?? [] as [$expression, $route]) {
            if (preg_match($expression, $path, $found)) {
                return [$route, array_filter($found, is_string(...), ARRAY_FILTER_USE_KEY)];
            }
        }
        throw new RuntimeException("No route for $method $path");
    }
}
class Controller {
    public function show(string $id): string { return "show $id"; }
    public function post(string $year, string $slug): string { return "$year/$slug"; }
}
$router = new Router;
$controller = new Controller;
for ($i = 0; $i < 40; $i++) {
    $router->add('GET', "/page/$i", fn () => "page $i")->add('GET', "/module$i/{id:\\d+}", [$controller, 'show']);
}
$router->add('GET', '/blog/{year:\d{4}}/{slug}', [$controller, 'post'])->add('POST', '/form', 'strtoupper');
$seen = [];
for ($i = 0; $i < 90000; $i++) {
    $path = ['/page/' . $i % 40, '/module' . $i % 40 . "/$i", '/blog/20' . 10 + $i % 20 . "/entry-$i", '/missing/' . $i][$i % 4];
    try {
        [$route, $arguments] = $router->dispatch('GET', $path);
        $answer = ($route->handler)(...$arguments);
    } catch (RuntimeException $e) {
        $answer = $e->getMessage();
    }
    $seen[strlen($answer)] = ($seen[strlen($answer)] ?? 0) + 1;
}
ksort($seen);
echo json_encode($seen), "\n";
