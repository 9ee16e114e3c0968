<?php
// A wiki in the style of many applications: libraries of functions, globals, templates, files that are looked at in each request.
define('ROOT', __DIR__);
foreach (['config', 'files', 'text', 'markup', 'html', 'menu', 'user'] as $library) {
    require_once ROOT . "/lib/$library.php";
}
spl_autoload_register(static function (string $class): void {
    static $known = null;
    $known ??= ['wiki\\page' => 'Page', 'wiki\\index' => 'Index', 'wiki\\event' => 'Event'];
    $name = strtolower($class);
    if (isset($known[$name])) {
        require ROOT . '/lib/' . $known[$name] . '.php';
    }
});

session_start();
$conf = read_config();
$lang = read_language($conf['language'] ?? 'en');
$INFO = ['user' => current_user(), 'id' => clean_id($_GET['id'] ?? $conf['start'])];
$page = new Wiki\Page($INFO['id'], page_file($INFO['id']));
$index = new Wiki\Index(ROOT . '/pages');
Wiki\Event::on('render', fn (array $data): array => ['html' => add_anchors($data['html'])] + $data);
$rendered = Wiki\Event::trigger('render', ['html' => $page->render(), 'id' => $page->id()]);
$menu = build_menu($index->all(), $INFO['id']);
$title = $page->title() ?: sprintf($lang['missing'], hsc($INFO['id']));
$_SESSION['visited'] = array_slice(array_unique([...($_SESSION['visited'] ?? []), $INFO['id']]), -5);

header('Content-Type: text/html; charset=utf-8');
header('X-Generator: wiki');
ob_start();
include ROOT . '/templates/page.php';
$html = ob_get_clean();
echo trim(preg_replace('/^\s+/m', '', $html)), "\n";
session_destroy();
