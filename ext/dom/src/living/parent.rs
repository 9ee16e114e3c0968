//! Dom\ParentNode and Dom\ChildNode.

use phant_native::php_class;

#[php_class(
    "interface Dom\\ParentNode {
        #[strict_return] public function append(Dom\\Node|string ...$nodes): void;
        #[strict_return] public function prepend(Dom\\Node|string ...$nodes): void;
        #[strict_return] public function replaceChildren(Dom\\Node|string ...$nodes): void;
        #[strict_return] public function querySelector(string $selectors): ?Dom\\Element;
        #[strict_return] public function querySelectorAll(string $selectors): Dom\\NodeList;
    }"
)]
pub struct ParentNode;

#[php_class(
    "interface Dom\\ChildNode {
        #[strict_return] public function remove(): void;
        #[strict_return] public function before(Dom\\Node|string ...$nodes): void;
        #[strict_return] public function after(Dom\\Node|string ...$nodes): void;
        #[strict_return] public function replaceWith(Dom\\Node|string ...$nodes): void;
    }"
)]
pub struct ChildNode;

#[php_class(
    "enum Dom\\AdjacentPosition: string {
        case BeforeBegin = 'beforebegin';
        case AfterBegin = 'afterbegin';
        case BeforeEnd = 'beforeend';
        case AfterEnd = 'afterend';
    }"
)]
pub struct AdjacentPosition;
