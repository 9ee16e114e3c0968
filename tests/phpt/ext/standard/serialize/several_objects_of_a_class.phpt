--TEST--
serialize(): several objects of a class, with properties unset, uninitialised, shared and added
--FILE--
<?php
#[AllowDynamicProperties]
class Node
{
    public $name = 'n';
    protected $list = [1];
    private ?int $typed;
    public $next;
    public $a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full = true;
    function type(int $typed): static { $this->typed = $typed; return $this; }
    function list(array $list): static { $this->list = $list; return $this; }
}
$shared = [1, 2];
$third = (new Node)->type(3)->list($shared);
$third->added = 'dynamic';
$fourth = new Node;
unset($fourth->name);
$fourth->next = &$fourth->name;
$fifth = new Node;
$fifth->next = &$alone;
unset($alone);
$sixth = new Node;
$sixth->next = new Node;
$sixth->next->next = new Node;
$sixth->next->list([$third, &$shared]);
$all = [new Node, (new Node)->type(2), $third, $fourth, $fifth, $sixth, $sixth, new ArrayObject([new Node]), new Node];
$text = serialize($all);
echo str_replace("\0", '~', $text), "\n";
var_dump(serialize(unserialize($text)) === $text);
--EXPECT--
a:9:{i:0;O:4:"Node":4:{s:4:"name";s:1:"n";s:7:"~*~list";a:1:{i:0;i:1;}s:4:"next";N;s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;}i:1;O:4:"Node":5:{s:4:"name";s:1:"n";s:7:"~*~list";a:1:{i:0;i:1;}s:11:"~Node~typed";i:2;s:4:"next";N;s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;}i:2;O:4:"Node":6:{s:4:"name";s:1:"n";s:7:"~*~list";a:2:{i:0;i:1;i:1;i:2;}s:11:"~Node~typed";i:3;s:4:"next";N;s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;s:5:"added";s:7:"dynamic";}i:3;O:4:"Node":4:{s:4:"name";N;s:7:"~*~list";a:1:{i:0;i:1;}s:4:"next";R:25;s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;}i:4;O:4:"Node":4:{s:4:"name";s:1:"n";s:7:"~*~list";a:1:{i:0;i:1;}s:4:"next";N;s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;}i:5;O:4:"Node":4:{s:4:"name";s:1:"n";s:7:"~*~list";a:1:{i:0;i:1;}s:4:"next";O:4:"Node":4:{s:4:"name";s:1:"n";s:7:"~*~list";a:2:{i:0;r:15;i:1;a:2:{i:0;i:1;i:1;i:2;}}s:4:"next";O:4:"Node":4:{s:4:"name";s:1:"n";s:7:"~*~list";a:1:{i:0;i:1;}s:4:"next";N;s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;}s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;}s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;}i:6;r:35;i:7;O:11:"ArrayObject":4:{i:0;i:0;i:1;a:1:{i:0;O:4:"Node":4:{s:4:"name";s:1:"n";s:7:"~*~list";a:1:{i:0;i:1;}s:4:"next";N;s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;}}i:2;a:0:{}i:3;N;}i:8;O:4:"Node":4:{s:4:"name";s:1:"n";s:7:"~*~list";a:1:{i:0;i:1;}s:4:"next";N;s:108:"a_property_whose_name_is_long_enough_to_have_a_length_of_more_than_two_digits_when_it_is_written_out_in_full";b:1;}}
bool(true)
