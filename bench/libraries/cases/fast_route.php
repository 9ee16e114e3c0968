<?php

// FastRoute: fifty paths among a hundred and twenty routes.

require LIBRARIES . '/FastRoute/functions.php';

$dispatcher = FastRoute\simpleDispatcher(function ($routes): void {
    for ($i = 0; $i < 60; $i++) {
        $routes->addRoute('GET', "/u$i/{id:\d+}[/{name}]", "h$i");
        $routes->addRoute(['POST', 'PUT'], "/p$i", "g$i");
    }
});

return function () use ($dispatcher): array {
    $found = [$dispatcher->dispatch('POST', '/p7'), $dispatcher->dispatch('GET', '/none')];
    for ($i = 0; $i < 50; $i++) {
        $found[] = $dispatcher->dispatch('GET', "/u$i/5/joe");
    }
    return $found;
};
