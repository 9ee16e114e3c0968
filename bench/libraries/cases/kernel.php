<?php

// Symfony HttpKernel: a request through events, router, argument resolver and controller to its response.

use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpFoundation\{JsonResponse, Request, RequestStack};
use Symfony\Component\HttpKernel\Controller\{ArgumentResolver, ControllerResolver};
use Symfony\Component\HttpKernel\EventListener\RouterListener;
use Symfony\Component\HttpKernel\HttpKernel;
use Symfony\Component\Routing\{Generator\UrlGenerator, Matcher\UrlMatcher, RequestContext, Route, RouteCollection};

class Controller
{
    public function show(Request $request, int $id, string $slug = 'x'): JsonResponse
    {
        return new JsonResponse([
            'id' => $id,
            'slug' => $slug,
            'q' => $request->query->get('q'),
            'agent' => $request->headers->get('user-agent'),
        ]);
    }
}

$routes = new RouteCollection();
for ($i = 0; $i < 40; $i++) {
    $defaults = ['_controller' => [new Controller(), 'show'], 'slug' => 'none'];
    $routes->add("r$i", new Route("/section$i/{id}/{slug}", $defaults, ['id' => '\d+']));
}

return function () use ($routes): string {
    $events = new EventDispatcher();
    $context = new RequestContext();
    $stack = new RequestStack();
    $events->addSubscriber(new RouterListener(new UrlMatcher($routes, $context), $stack, $context));
    $events->addListener('kernel.response', function ($event): void {
        $event->getResponse()->headers->set('X-A', 'b');
    });
    $kernel = new HttpKernel($events, new ControllerResolver(), $stack, new ArgumentResolver());
    $server = ['HTTP_USER_AGENT' => 'test', 'HTTP_ACCEPT' => 'text/html,application/json;q=0.9'];
    $request = Request::create('/section25/42/hello-world?q=abc&x[]=1', 'GET', [], ['c' => '1'], [], $server);
    $response = $kernel->handle($request);
    $kernel->terminate($request, $response);
    $urls = new UrlGenerator($routes, $context);
    return $response->getContent() . $urls->generate('r3', ['id' => 3, 'slug' => 'abc', 'z' => 5]);
};
