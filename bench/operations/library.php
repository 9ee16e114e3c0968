// What the operations of library.txt use: documents, texts in several scripts, keys. It follows prelude.php when one of them is measured.

$v['xml'] = '<?xml version="1.0" encoding="UTF-8"?>
<!-- a configuration as many programs have it -->
<config version="1.0">
  <database driver="mysql"><host>localhost</host><port>3306</port><name>shop</name></database>
  <paths><path id="cache" mode="0755">/var/cache/app</path><path id="log">/var/log/app</path></paths>
  <text><![CDATA[some <raw> text]]> &amp; more</text>
</config>
';
$items = '';
for ($k = 0; $k < 700; $k++) {
    $items .= sprintf("  <item id=\"i%d\" class=\"%s\" stock=\"%d\">\n    <title>Product number %d &amp; more</title>\n    <price currency=\"EUR\">%.2f</price>\n"
        . "    <tags><tag>alpha</tag><tag>beta%d</tag></tags>\n    <note>Eine Beschreibung mit Umlauten: äöü, und etwas Text dahinter, der länger ist.</note>\n  </item>\n",
        $k, ['red', 'green', 'blue'][$k % 3], $k % 11, $k, $k * 1.37, $k % 7);
}
$v['catalog'] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<catalog xmlns:x=\"urn:example\">\n$items</catalog>\n";
$v['small_catalog'] = preg_replace('~(<item id="i20".*)</catalog>~s', '</catalog>', $v['catalog']);
$v['html_page'] = '<!DOCTYPE html><html><head><title>Page</title></head><body>' . str_repeat(
    '<div class="post"><h2><a href="/post?id=1&amp;x=2">A title</a></h2><p>Some <b>text</b> with a <br> break, &eacute; and <img src="a.png" alt="x">.</p><ul><li>one<li>two</ul></div>', 40)
    . '</body></html>';
foreach (['small_dom' => 'xml', 'dom' => 'small_catalog', 'big_dom' => 'catalog'] as $name => $from) {
    $v[$name] = new DOMDocument;
    $v[$name]->loadXML($v[$from]);
    $v[$name . '_xpath'] = new DOMXPath($v[$name]);
}
$v['html_dom'] = new DOMDocument;
@$v['html_dom']->loadHTML($v['html_page']);
$v['sx'] = simplexml_load_string($v['small_catalog']);
$v['sx_small'] = simplexml_load_string($v['xml']);

$v['ascii'] = strrev(strrev('The quick brown fox jumps over the lazy dog, and then it goes home again.'));
$v['mixed'] = strrev(strrev('naive')) . ' Grüße aus Köln, où l’été arrive; Привет, мир и 日本語のテキスト。';
$v['long_ascii'] = str_repeat($v['ascii'] . ' ', 60);
$v['long_mixed'] = str_repeat($v['mixed'] . ' ', 60);
$v['latin'] = mb_convert_encoding(str_repeat('Grüße aus Köln, où l’été arrive. ', 60), 'ISO-8859-1', 'UTF-8');
$v['sjis'] = mb_convert_encoding(str_repeat('日本語のテキストです。ABC ', 60), 'SJIS', 'UTF-8');
$v['wide'] = mb_convert_encoding($v['long_mixed'], 'UTF-16LE', 'UTF-8');
$v['japanese'] = str_repeat('日本語のテキストです。ABC ', 60);

$v['data'] = substr($v['catalog'], 0, 65536);
$v['random'] = substr(str_repeat(hash('sha512', 'seed', true), 1024), 0, 65536);
$v['deflated'] = gzdeflate($v['data']); $v['compressed'] = gzcompress($v['data']); $v['gzipped'] = gzencode($v['data']);
$v['small_compressed'] = gzcompress($v['xml']);
$v['password'] = str_repeat('k', 32); $v['iv'] = str_repeat('i', 16); $v['nonce'] = str_repeat('n', 12);
$v['cbc'] = openssl_encrypt($v['data'], 'aes-256-cbc', $v['password'], OPENSSL_RAW_DATA, $v['iv']);
$v['tag'] = null;
$v['gcm'] = openssl_encrypt($v['data'], 'aes-256-gcm', $v['password'], OPENSSL_RAW_DATA, $v['nonce'], $v['tag']);
$v['log'] = '';
for ($k = 0; $k < 100; $k++) {
    $v['log'] .= sprintf("192.168.%d.%d - - [%02d/Jan/2024:10:%02d:00 +0000] \"GET /page/%d?x=%d HTTP/1.1\" 200 %d\n", $k % 7, $k, $k % 28 + 1, $k % 60, $k, $k * 3, $k * 101);
}
$v['source'] = str_repeat("    public function find(\$id, array \$options = []) { return \$this->repository->find(\$id, 'x' . \$options['y']); } // a comment\n", 40);
$v['mail'] = strrev(strrev('john.doe+test@mail.example.com')); $v['url'] = strrev(strrev('https://www.example.com:8080/path/to/page.html?query=1&b=2#frag'));
$v['zone'] = new DateTimeZone('Europe/Berlin'); $v['utc'] = new DateTimeZone('UTC');
$v['day'] = new DateTimeImmutable('2024-05-17 12:34:56', $v['zone']); $v['other_day'] = new DateTimeImmutable('2021-11-03 01:02:03', $v['zone']);
$v['week'] = new DateInterval('P1W2DT3H');
function walk_dom(DOMNode $node): int { $n = 1; foreach ($node->childNodes as $child) { $n += walk_dom($child); } return $n; }
function walk_siblings(DOMNode $node): int { $n = 1; for ($c = $node->firstChild; $c; $c = $c->nextSibling) { $n += walk_siblings($c); } return $n; }
function walk_simple(SimpleXMLElement $e): int { $n = 1; foreach ($e->children() as $child) { $n += walk_simple($child); } return $n; }
