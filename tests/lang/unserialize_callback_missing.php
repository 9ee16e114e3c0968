<?php
class None {}
function callback($class) { echo "callback $class\n"; }
foreach (['nowhere', 'Nowhere::at', 'None::at', 'callback', ''] as $name) {
    ini_set('unserialize_callback_func', $name);
    foreach (['O:3:"Abc":1:{s:1:"a";i:1;}', 'a:2:{i:0;O:3:"Abd":0:{}i:1;O:3:"Abe":0:{}}'] as $text) {
        try { var_dump(unserialize($text)); } catch (Error $e) { echo get_class($e), ': ', $e->getMessage(), "\n"; }
    }
}
