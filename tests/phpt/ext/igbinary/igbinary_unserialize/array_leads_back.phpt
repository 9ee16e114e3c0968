--TEST--
An array may lead back to itself, through an object or a reference that is in it
--EXTENSIONS--
igbinary
--FILE--
<?php
class Node { public $back; public array $typed = []; }
class Own {
    public $data;
    function __serialize(): array { return [$this->data]; }
    function __unserialize(array $data): void { $this->data = $data[0]; }
}
function again(string $what, $value): void {
    echo "== $what\n";
    $bytes = igbinary_serialize($value);
    echo bin2hex($bytes), "\n";
    $read = igbinary_unserialize($bytes);
    echo serialize($read) === serialize($value) ? 'same' : 'other', "\n";
    var_dump($read);
}

$node = new Node;
$shared = [$node, null];
$array = ['x', &$shared];
$node->back = $array;
again('through a reference and an object', [$array, &$shared]);

$node = new Node;
$array = ['a', $node];
$node->back = $array;
again('through an object', $array);

$node = new Node;
$array = ['a', $node];
$node->typed = ['deep' => ['deeper' => $array]];
again('through a typed property, deeper', $array);

$own = new Own;
$array = ['a', $own];
$own->data = ['in' => $array];
again('through data for __unserialize', $array);

$node = new Node;
$array = ['a', &$node];
$also = &$array[1];
$node->back = $array;
again('through a reference to an object', [$array]);

$object = new stdClass;
$array = [1, $object];
$object->{'7'} = $array;
$object->both = [$array, $array];
again('through dynamic properties', $array);
$read = igbinary_unserialize(igbinary_serialize($array));
$read[1]->both[0][0] = 'changed';
echo $read[0], $read[1]->both[0][0], $read[1]->both[1][0], $read[1]->{'7'}[0], "\n";
--EXPECT--
== through a reference and an object
0000000214020600140206001101780601251402060017044e6f6465140211046261636b01011105747970656414000601000601250102
same
array(2) {
  [0]=>
  array(2) {
    [0]=>
    string(1) "x"
    [1]=>
    &array(2) {
      [0]=>
      object(Node)#2 (2) {
        ["back"]=>
        *RECURSION*
        ["typed"]=>
        array(0) {
        }
      }
      [1]=>
      NULL
    }
  }
  [1]=>
  &array(2) {
    [0]=>
    object(Node)#2 (2) {
      ["back"]=>
      array(2) {
        [0]=>
        string(1) "x"
        [1]=>
        *RECURSION*
      }
      ["typed"]=>
      array(0) {
      }
    }
    [1]=>
    NULL
  }
}
== through an object
0000000214020600110161060117044e6f6465140211046261636b140206000e0006012201110574797065641400
same
array(2) {
  [0]=>
  string(1) "a"
  [1]=>
  object(Node)#4 (2) {
    ["back"]=>
    array(2) {
      [0]=>
      string(1) "a"
      [1]=>
      *RECURSION*
    }
    ["typed"]=>
    array(0) {
    }
  }
}
== through a typed property, deeper
0000000214020600110161060117044e6f6465140211046261636b0011057479706564140111046465657014011106646565706572140206000e0006012201
same
array(2) {
  [0]=>
  string(1) "a"
  [1]=>
  object(Node)#6 (2) {
    ["back"]=>
    NULL
    ["typed"]=>
    array(1) {
      ["deep"]=>
      array(1) {
        ["deeper"]=>
        array(2) {
          [0]=>
          string(1) "a"
          [1]=>
          *RECURSION*
        }
      }
    }
  }
}
== through data for __unserialize
0000000214020600110161060117034f776e1401060014011102696e140206000e0006012201
same
array(2) {
  [0]=>
  string(1) "a"
  [1]=>
  object(Own)#8 (1) {
    ["data"]=>
    array(1) {
      ["in"]=>
      array(2) {
        [0]=>
        string(1) "a"
        [1]=>
        *RECURSION*
      }
    }
  }
}
== through a reference to an object
00000002140106001402060011016106012517044e6f6465140211046261636b0101110574797065641400
other
array(1) {
  [0]=>
  array(2) {
    [0]=>
    string(1) "a"
    [1]=>
    object(Node)#10 (2) {
      ["back"]=>
      *RECURSION*
      ["typed"]=>
      array(0) {
      }
    }
  }
}
== through dynamic properties
0000000214020600060106011708737464436c6173731402110137140206000601060122011104626f746814020600010206010102
same
array(2) {
  [0]=>
  int(1)
  [1]=>
  object(stdClass)#12 (2) {
    ["7"]=>
    array(2) {
      [0]=>
      int(1)
      [1]=>
      *RECURSION*
    }
    ["both"]=>
    array(2) {
      [0]=>
      array(2) {
        [0]=>
        int(1)
        [1]=>
        *RECURSION*
      }
      [1]=>
      array(2) {
        [0]=>
        int(1)
        [1]=>
        *RECURSION*
      }
    }
  }
}
1changed11
