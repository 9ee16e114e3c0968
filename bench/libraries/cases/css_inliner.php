<?php

// CSS rules written into the elements that they select: Symfony's selectors and DOM XPath.

use TijsVerkoyen\CssToInlineStyles\CssToInlineStyles;

$page = '<html><body>' . str_repeat('<div><p class="x">text <a href="#">link</a></p><span>s</span></div><table><tr><td>1</td></tr></table>', 12) . '</body></html>';

return fn () => (new CssToInlineStyles())->convert($page, 'a{color:red} p.x{margin:0} div > span{font-size:1em} td,th{padding:1px}');
