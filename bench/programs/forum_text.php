<?php
// BBCode and a wiki's text with tables, nested lists and footnotes, as old forum software reads it.
class TextParser {
    var $smilies = array(':)' => 'smile', ':(' => 'sad', ';)' => 'wink');
    var $toc = array();
    var $notes;
    protected $stash = [];
    static $count = 0;
    function __construct($options = array()) {
        $this->options = array_merge(array('nofollow' => true, 'max' => 3), $options);
        self::$count++;
    }
    public $options;
    function parse($text) {
        $this->notes = array();
        $text = str_replace(array("\r\n", "\r"), "\n", $text);
        $text = preg_replace_callback('~\[code(?:=(\w+))?\](.*?)\[/code\]~s', array($this, '_code'), $text);
        $text = htmlspecialchars($text, ENT_NOQUOTES);
        $search = array('~\[b\](.*?)\[/b\]~is', '~\[i\](.*?)\[/i\]~is', "~\[color=(#[0-9a-f]{3,6}|[a-z]+)\](.*?)\[/color\]~is",
            '~\[size=(\d{1,2})\](.*?)\[/size\]~is', '~(?<![="\w>])(https?://[^\s<\]]+)~', '~\[img\](\S+?\.(?:png|jpe?g|gif))\[/img\]~i');
        $replace = array('<strong>$1</strong>', '<em>$1</em>', '<span style="color:$1">\2</span>',
            '<span style="font-size:${1}px">$2</span>', '<a href="$1">$1</a>', '<img src="$1" alt="">');
        do {
            $before = $text;
            $text = preg_replace($search, $replace, $text, -1, $n);
        }
        while ($before !== $text);
        $text = preg_replace_callback('~\[url=([^\]]+)\](.+?)\[/url\]~s', function ($m) {
            return sprintf('<a href="%s"%s>%s</a>', $m[1], $this->options['nofollow'] ? ' rel="nofollow"' : '', $m[2]);
        }, $text);
        while (preg_match('~\[quote(?:=([^\]]*))?\]((?:(?!\[/?quote).)*)\[/quote\]~is', $text, $m,
            PREG_OFFSET_CAPTURE)) $text = substr_replace($text,
            '<blockquote>' . ($m[1][0] !== '' && $m[1][1] >= 0 ? "<cite>{$m[1][0]}:</cite>" : '') . trim($m[2][0]) . '</blockquote>',
            $m[0][1], strlen($m[0][0]));
        $text = preg_replace_callback('/^(={1,4})\s*(.+?)\s*\1$/m', array(&$this, '_heading'), $text);
        $text = preg_replace_callback('/\(\((.+?)\)\)/', function ($m) {
            $this->notes[] = $m[1];
            return '<sup>' . count($this->notes) . '</sup>';
        }, $text);
        $text = preg_replace_callback('/(?:^[*#]+ .*(?:\n|$))+/m', function ($m) {
            return self::lists(explode("\n", rtrim($m[0]))) . "\n";
        }, $text);
        $text = preg_replace_callback('/(?:^\|.*\|[ ]*(?:\n|$))+/m', fn ($m) => $this->table($m[0]), $text);
        $text = strtr($text, array_map(function ($s) {
            return "<i class=\"$s\"></i>";
        }, $this->smilies));
        $text = preg_replace('~(^|\n\n)(?!<(?:h\d|ul|ol|table|blockquote|pre))([^\n]+(?:\n(?!\n)[^\n]+)*)~', "$1<p>$2</p>", trim($text));
        $text = preg_replace_callback("/\x02(\d+)\x03/", function ($m) {
            return $this->stash[$m[1]];
        }, $text);
        if ($this->notes) {
            $text .= "\n<ol class=notes>";
            foreach ($this->notes as $i => $note) $text .= "<li id=\"n" . ($i + 1) . "\">$note</li>";
            $text .= '</ol>';
        }
        return $text;
    }
    function _code($m) {
        @list(, $lang, $code) = $m;
        $code = preg_replace_callback('/\b(function|return|if|else|echo)\b|(\$\w+)|("[^"]*")/', function ($t) {
            switch (true) {
                case !empty($t[3]): return '<s>' . $t[3] . '</s>';
                case !empty($t[2]): return "<var>$t[2]</var>";
                default: return "<b>$t[1]</b>";
            }
        }, $code);
        $this->stash[] = "<pre class='" . ($lang ? $lang : 'text') . "'>" . $code . '</pre>';
        return "\x02" . (count($this->stash) - 1) . "\x03";
    }
    function _heading($m) {
        $level = strlen($m[1]);
        $id = trim(preg_replace('/[^a-z0-9]+/', '-', strtolower($m[2])), '-');
        $n = 2;
        $base = $id;
        while (isset($this->toc[$id])) $id = $base . '-' . $n++;
        $this->toc[$id] = array($level, $m[2]);
        return "<h$level id=\"$id\">$m[2]</h$level>\n";
    }
    static function lists($lines, $depth = 1) {
        $html = '';
        $open = '';
        for ($i = 0; $i < count($lines); $i++) {
            preg_match('/^([*#]+) (.*)$/', $lines[$i], $m);
            $tag = $m[1][$depth - 1] == '#' ? 'ol' : 'ul';
            if ($open != $tag) {
                if ($open) $html .= "</$open>";
                $html .= "<$tag>";
                $open = $tag;
            }
            $sub = array();
            while (isset($lines[$i + 1]) && strspn($lines[$i + 1], '*#') > $depth) $sub[] = $lines[++$i];
            $html .= '<li>' . $m[2] . ($sub ? self::lists($sub, $depth + 1) : '') . '</li>';
        }
        return $html . "</$open>";
    }
    function table($text) {
        $out = '<table>';
        foreach (explode("\n", trim($text)) as $r => $line) {
            $cells = preg_split('/(?<!\\\\)\|/', trim(trim($line), '|'));
            $out .= '<tr>';
            foreach ($cells as $c) {
                $t = strpos($c, '=') === 0 ? 'th' : 'td';
                $align = preg_match('/^\s{2,}\S/', ltrim($c, '=')) ? (preg_match('/\s{2,}$/', $c) ? 'center' : 'right') : null;
                $out .= "<$t" . ($align ? " align=$align" : '') . '>' . str_replace('\|', '|', trim(ltrim($c, '='))) . "</$t>";
            }
            $out .= '</tr>';
        }
        return "$out</table>\n";
    }
    function toc() {
        $s = '';
        foreach ($this->toc as $id => $e) {
            list($level, $title) = $e;
            $s .= str_repeat('  ', $level - 1) . "- [$title](#$id)\n";
        }
        return $s;
    }
}
$source = <<<'TXT'
= Welcome =
Hello [b]bold [i]and italic[/i][/b] :) see http://example.org/a?b=1&c=2 and [url=/x]a [b]link[/b][/url].
Second line with <script> & ((A note)) and ((another [b]note[/b])).

== Lists ==
* one
** one a
** one b
*# num
*# num 2
* two
# first
# second ;)

== Lists ==
|= Name |= Price |
| Tea |  4.50|
|  mid  | a\|b |

[quote=Ann]Outer [quote]inner[/quote] text[/quote]
[color=#f00]red[/color] [size=14]big[/size] [img]a.png[/img] [img]a.exe[/img]

[code=php]function f($x) { return "a $x [b]no[/b]"; }[/code]
Unclosed [b]tag and [quote]q
TXT;
$p = new TextParser(array('max' => 5));
echo $html = $p->parse($source), "\n\n", $p->toc();
$p2 = new TextParser;
$len = 0;
for ($i = 0; $i < 400; $i++) {
    $p2->toc = array();
    $len += strlen($p2->parse(str_replace('Welcome', "Page $i", $source) . "\n[b]" . str_repeat("word $i ", 20) . '[/b]'));
}
echo $len, ' ', TextParser::$count, ' ', md5($p2->parse($source)), "\n";
