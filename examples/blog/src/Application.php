<?php

declare(strict_types=1);

namespace Blog;

/** Finds what answers a request. */
final readonly class Application
{
    private const int PER_PAGE = 5;

    public function __construct(
        private Database $posts,
        private Pictures $pictures,
        private View $view,
        private Session $session,
        private string $password,
    ) {
    }

    public function handle(Request $request): Response
    {
        $is = fn (string $method, string $pattern, ?array &$match = null): bool
            => $request->method === $method && preg_match("~^$pattern$~D", $request->path, $match) === 1;
        return match (true) {
            $is('GET', '/') => $this->list($request),
            $is('GET', '/posts/(\d{1,9})', $match) => $this->show((int) $match[1]),
            $is('GET', '/pictures/([\w.]+)', $match) => $this->picture($match[1]),
            $is('GET', '/login') => $this->form('login', 'Log in'),
            $is('POST', '/login') => $this->logIn($request),
            !$this->session->isAuthor() => $this->notFound(),
            $is('GET', '/write') => $this->form('write', 'Write'),
            $request->method === 'POST' && !hash_equals($this->session->token(), $request->text('token')) => $this->notFound(),
            $is('POST', '/logout') => $this->logOut(),
            $is('POST', '/write') => $this->write($request),
            $is('POST', '/posts/(\d{1,9})/remove', $match) => $this->remove((int) $match[1]),
            default => $this->notFound(),
        };
    }

    private function list(Request $request): Response
    {
        $number = filter_var($request->query['page'] ?? 1, FILTER_VALIDATE_INT, ['options' => ['min_range' => 1, 'max_range' => 1_000_000]]);
        $last = max(1, intdiv($this->posts->count() + self::PER_PAGE - 1, self::PER_PAGE));
        if ($number === false || $number > $last) {
            return $this->notFound();
        }
        $posts = $this->posts->latest(self::PER_PAGE, ($number - 1) * self::PER_PAGE);
        return $this->page('list', ['title' => 'Blog', 'posts' => $posts, 'number' => $number, 'last' => $last]);
    }

    private function show(int $id): Response
    {
        $post = $this->posts->find($id);
        return $post === null ? $this->notFound() : $this->page('post', ['title' => $post->title, 'post' => $post]);
    }

    private function picture(string $name): Response
    {
        [$file, $type] = $this->pictures->find($name) ?? [null, null];
        if ($file === null) {
            return $this->notFound();
        }
        $headers = ['Content-Type' => $type, 'Cache-Control' => 'max-age=31536000, immutable', 'X-Content-Type-Options' => 'nosniff'];
        return new Response((string) file_get_contents($file), 200, $headers);
    }

    /** @param array<string, string> $input */
    private function form(string $name, string $title, ?string $error = null, array $input = []): Response
    {
        $variables = ['title' => $title, 'error' => $error, 'input' => $input + ['title' => '', 'text' => '']];
        return $this->page($name, $variables, $error === null ? 200 : 422);
    }

    private function logIn(Request $request): Response
    {
        if (!password_verify($request->text('password'), $this->password)) {
            return $this->form('login', 'Log in', 'That is not the password.');
        }
        $this->session->logIn();
        $this->session->say('Welcome back.');
        return Response::redirect('/');
    }

    private function logOut(): Response
    {
        $this->session->logOut();
        return Response::redirect('/');
    }

    private function write(Request $request): Response
    {
        $input = ['title' => $request->text('title'), 'text' => $request->text('text')];
        try {
            if ($input['title'] === '' || $input['text'] === '') {
                throw new \InvalidArgumentException('A post has a title and a text.');
            }
            $file = $request->files['picture'] ?? null;
            $sent = $file !== null && $file['error'] !== UPLOAD_ERR_NO_FILE;
            $picture = $sent ? $this->pictures->keep($file) : null;
        } catch (\InvalidArgumentException $error) {
            return $this->form('write', 'Write', $error->getMessage(), $input);
        }
        $id = $this->posts->add($input['title'], $input['text'], $picture, time());
        $this->session->say('Published.');
        return Response::redirect("/posts/$id");
    }

    private function remove(int $id): Response
    {
        $this->posts->remove($id);
        $this->session->say('Removed.');
        return Response::redirect('/');
    }

    private function notFound(): Response
    {
        return $this->page('not_found', ['title' => 'Not found'], 404);
    }

    /** @param array<string, mixed> $variables */
    private function page(string $template, array $variables, int $status = 200): Response
    {
        $isAuthor = $this->session->isAuthor();
        $known = ['isAuthor' => $isAuthor, 'message' => $this->session->message(), 'token' => $isAuthor ? $this->session->token() : ''];
        return new Response($this->view->page($template, $variables + $known), $status);
    }
}
