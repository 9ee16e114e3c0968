<?php

declare(strict_types=1);

namespace Guestbook;

/** Finds the action for a request. */
final class Application
{
    private const int PER_PAGE = 5;

    public function __construct(private EntryRepository $entries, private View $view)
    {
    }

    public function handle(Request $request): Response
    {
        $routes = [
            'GET /' => $this->list(...),
            'POST /' => $this->sign(...),
            'GET /entries/(?<id>\d+)' => $this->show(...),
            'GET /entries\.json' => $this->export(...),
        ];
        $allowed = [];
        foreach ($routes as $route => $action) {
            [$method, $pattern] = explode(' ', $route, 2);
            if (!preg_match("~^$pattern$~D", $request->path, $match)) {
                continue;
            }
            if ($method === $request->method) {
                return $action($request, $match);
            }
            $allowed[] = $method;
        }
        return $allowed === [] ? $this->notFound($request) : $this->notAllowed($request, $allowed);
    }

    private function list(Request $request, array $match, ?EntryForm $form = null): Response
    {
        $page = new Pagination($request->page(), self::PER_PAGE, $this->entries->count());
        if ($page->number > $page->last) {
            return $this->notFound($request);
        }
        $flash = Flash::tryFrom($request->cookies['flash'] ?? '');
        $response = new Response($this->view->page('list', 'Guestbook', [
            'entries' => $this->entries->page($page),
            'page' => $page,
            'form' => $form ?? new EntryForm(),
            'flash' => $flash,
        ]), $form === null ? 200 : 422);
        return $flash === null ? $response : $response->withCookie('flash', '', 1);
    }

    private function sign(Request $request, array $match): Response
    {
        $form = EntryForm::fromInput($request->form);
        if (!$form->isValid()) {
            return $this->list($request, $match, $form);
        }
        $this->entries->add($form->name, $form->message, time());
        return Response::redirect('/')->withCookie('flash', Flash::Signed->value, 0);
    }

    private function show(Request $request, array $match): Response
    {
        $entry = $this->entries->find((int) $match['id']);
        if ($entry === null) {
            return $this->notFound($request);
        }
        return new Response($this->view->page('entry', "{$entry->name} wrote", ['entry' => $entry]));
    }

    private function export(Request $request, array $match): Response
    {
        $json = json_encode(iterator_to_array($this->entries->all(), false), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
        return new Response($json . "\n", 200, ['Content-Type' => 'application/json']);
    }

    private function notFound(Request $request): Response
    {
        return new Response($this->view->page('not_found', 'Not found', ['path' => $request->path]), 404);
    }

    /** @param list<string> $allowed */
    private function notAllowed(Request $request, array $allowed): Response
    {
        $text = "{$request->method} is not possible here.\n";
        return new Response($text, 405, ['Allow' => implode(', ', $allowed), 'Content-Type' => 'text/plain; charset=utf-8']);
    }
}
