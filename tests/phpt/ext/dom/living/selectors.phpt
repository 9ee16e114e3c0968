--TEST--
Dom\ParentNode::querySelectorAll(): selectors, and what is wrong with them
--EXTENSIONS--
dom
libxml
--FILE--
<?php
$document = Dom\HTMLDocument::createFromString('<!doctype html><main id=m lang=en-GB><p class="a b">1<p class=B>2<ul><li>x<li class=a>y<li>z</ul><form><input type=CHECKBOX checked required><input disabled placeholder=q><select><option selected>o</select></form><a href=x>l</a><svg viewBox=1><g/></svg></main>');
$selectors = ['p', 'P.a', '.a.b', '#m > p', 'p + p', 'p ~ ul', 'li:nth-child(2n+1)', 'li:nth-last-child(-n+2)', 'li:not(.a)', ':is(li, p).a', 'ul:has(> .a)', '[lang|=en]', '[class~=b]', '[type=checkbox]', '[type="checkbox" s]', '[viewBox]', '[viewbox]', ':checked', ':required', ':disabled', ':enabled', ':link', ':root', 'li:first-child, li:last-child', ':empty', 'g', 'p:only-of-type', ':scope', 'main *:first-of-type', '', '>', 'p >', 'p::before', ':nope', ':not()', '[a', '..', ':nth-child(x)', ':dir(ltr)', 'a:is(::x, [href])', '\\70', 'p/* c */.a'];
foreach ($selectors as $selector) {
    echo $selector, ": ";
    try {
        foreach ($document->querySelectorAll($selector) as $element) {
            echo $element->localName, "(", substr($element->textContent, 0, 3), ") ";
        }
        echo "\n";
    } catch (Throwable $e) {
        echo get_class($e), " ", $e->getCode(), " ", $e->getMessage(), "\n";
    }
}
--EXPECT--
p: p(1) p(2) 
P.a: p(1) 
.a.b: p(1) 
#m > p: p(1) p(2) 
p + p: p(2) 
p ~ ul: ul(xyz) 
li:nth-child(2n+1): li(x) li(z) 
li:nth-last-child(-n+2): li(y) li(z) 
li:not(.a): li(x) li(z) 
:is(li, p).a: p(1) li(y) 
ul:has(> .a): ul(xyz) 
[lang|=en]: main(12x) 
[class~=b]: p(1) 
[type=checkbox]: input() 
[type="checkbox" s]: input() 
[viewBox]: svg() 
[viewbox]: 
:checked: input() option(o) 
:required: input() 
:disabled: input() 
:enabled: html(12x) head() body(12x) main(12x) p(1) p(2) ul(xyz) li(x) li(y) li(z) form(o) input() select(o) option(o) a(l) svg() g() 
:link: a(l) 
:root: html(12x) 
li:first-child, li:last-child: li(x) li(z) 
:empty: head() input() input() g() 
g: g() 
p:only-of-type: 
:scope: DOMException 12 Invalid selector (Selectors. Not supported: scope)
main *:first-of-type: p(1) ul(xyz) li(x) form(o) input() select(o) option(o) a(l) svg() g() 
: DOMException 12 Invalid selector (Selectors. Unexpected token: END-OF-FILE)
>: DOMException 12 Invalid selector (Selectors. Unexpected token: >)
p >: DOMException 12 Invalid selector (Selectors. Unexpected token: END-OF-FILE)
p::before: DOMException 12 Invalid selector (Selectors. Not supported: before)
:nope: DOMException 12 Invalid selector (Selectors. Unexpected token: nope)
:not(): DOMException 12 Invalid selector (Selectors. Pseudo function can't be empty: not())
[a: DOMException 12 Invalid selector (Selectors. Unexpected token: END-OF-FILE)
..: DOMException 12 Invalid selector (Selectors. Unexpected token: .)
:nth-child(x): DOMException 12 Invalid selector (Selectors. Unexpected token: x)
:dir(ltr): DOMException 12 Invalid selector (Selectors. Not supported: dir)
a:is(::x, [href]): a(l) 
\70: p(1) p(2) 
p/* c */.a: p(1) 
