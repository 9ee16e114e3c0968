<?php
// A template language: compiled to closures, rendered with data.
class Template {
    private array $parts = [];
    private static array $filters = [];
    public function __construct(string $source) {
        self::$filters = ['upper' => strtoupper(...), 'escape' => fn ($v) => htmlspecialchars((string) $v), 'count' => count(...)];
        $tokens = preg_split('/(\{\{.*?\}\}|\{%.*?%\})/s', $source, -1, PREG_SPLIT_DELIM_CAPTURE);
        $at = 0;
        $this->parts = $this->block($tokens, $at);
    }
    private function block(array $tokens, int &$at): array {
        $parts = [];
        while ($at < count($tokens)) {
            $token = $tokens[$at++];
            if (str_starts_with($token, '{{')) {
                $words = array_map('trim', explode('|', trim($token, '{} ')));
                $parts[] = ['print', explode('.', array_shift($words)), $words];
            } elseif (str_starts_with($token, '{%')) {
                $words = preg_split('/\s+/', trim($token, '{}% '));
                if ($words[0] === 'end') {
                    return $parts;
                }
                $parts[] = $words[0] === 'for'
                    ? ['for', $words[1], explode('.', $words[3]), $this->block($tokens, $at)]
                    : ['if', explode('.', $words[1]), $this->block($tokens, $at)];
            } elseif ($token !== '') {
                $parts[] = ['text', $token];
            }
        }
        return $parts;
    }
    private static function find(array $path, array $data): mixed {
        foreach ($path as $step) {
            $data = is_array($data) ? ($data[$step] ?? null) : $data->$step;
        }
        return $data;
    }
    private function run(array $parts, array $data): string {
        $out = '';
        foreach ($parts as $part) {
            switch ($part[0]) {
                case 'text':
                    $out .= $part[1];
                    break;
                case 'print':
                    $value = self::find($part[1], $data);
                    foreach ($part[2] as $filter) {
                        $value = (self::$filters[$filter])($value);
                    }
                    $out .= $value;
                    break;
                case 'for':
                    foreach (self::find($part[2], $data) as $item) {
                        $out .= $this->run($part[3], [$part[1] => $item] + $data);
                    }
                    break;
                case 'if':
                    if (self::find($part[1], $data)) {
                        $out .= $this->run($part[2], $data);
                    }
            }
        }
        return $out;
    }
    public function render(array $data): string {
        return $this->run($this->parts, $data);
    }
}
$source = "<h1>{{ title|upper|escape }}</h1>\n{% for user in users %}<li>{{ user.name|escape }}{% if user.admin %} <b>admin</b>{% end %}"
    . " {{ user.tags|count }}{% for tag in user.tags %}<i>{{ tag }}</i>{% end %}</li>\n{% end %}<p>{{ site.name }}</p>";
$users = [];
for ($i = 0; $i < 60; $i++) {
    $users[] = ['name' => "User <$i>", 'admin' => $i % 7 === 0, 'tags' => array_slice(['a', 'b', 'c', 'd'], 0, $i % 5)];
}
$size = 0;
for ($round = 0; $round < 1500; $round++) {
    $template = new Template($source);
    $page = $template->render(['title' => "List & $round", 'users' => $users, 'site' => ['name' => 'Here']]);
    $size += strlen($page);
}
echo $size, ' ', md5($page), "\n";
