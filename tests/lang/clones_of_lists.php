<?php
// A clone of a list stands at its first element, whichever way the list is walked.
foreach (['SplQueue', 'SplStack', 'SplDoublyLinkedList'] as $class) {
    $list = new $class;
    $list->push('a');
    $list->push('b');
    $clone = clone $list;
    echo $class, ': ', var_export($list->current(), true), ' ', var_export($clone->current(), true), ' ', $clone->key(), "\n";
    $clone->next();
    echo var_export($clone->current(), true), ' ', $clone->key(), "\n";
    $list->rewind();
    $list->next();
    $clone = clone $list;
    $clone->prev();
    echo var_export($clone->current(), true), ' ', $clone->key(), ' ', var_export((clone new $class)->valid(), true), "\n";
}
