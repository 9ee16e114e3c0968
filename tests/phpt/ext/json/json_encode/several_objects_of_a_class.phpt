--TEST--
json_encode(): several objects of a class, with properties unset, uninitialised and added
--FILE--
<?php
#[AllowDynamicProperties]
class Node
{
    public $name = 'n';
    protected $list = [1];
    public ?int $typed;
    private $own = 1;
    public $next;
}
class Odd { public $größe = 1; public $b = 2; }
class Own implements JsonSerializable { public $x = 1; public $y; function jsonSerialize(): mixed { return $this->y ?? $this; } }
enum Kind: int { case One = 1; }
$second = new Node;
$second->typed = 2;
$second->added = 'a/b';
$third = new Node;
unset($third->name);
$third->next = new Node;
$third->next->next = new Odd;
$own = new Own;
$own->y = [new Own, new Own];
$all = [new Node, $second, $third, new Node, new Odd, new Odd, new Own, new Own, $own, new Node, Kind::One, new stdClass, (object) ['k' => new Node]];
foreach ([0, JSON_PRETTY_PRINT, JSON_UNESCAPED_UNICODE | JSON_FORCE_OBJECT, JSON_NUMERIC_CHECK | JSON_HEX_QUOT, JSON_PARTIAL_OUTPUT_ON_ERROR] as $flags) {
    echo json_encode($all, $flags), "\n";
}
$third->next->next = $third;
var_dump(json_encode([new Node, $third]), json_last_error_msg());
echo json_encode([new Node, $third, new Node], JSON_PARTIAL_OUTPUT_ON_ERROR), "\n";
echo json_encode([new Node, (object) ['n' => new Node]], JSON_PARTIAL_OUTPUT_ON_ERROR, 2), "\n";
--EXPECT--
[{"name":"n","next":null},{"name":"n","typed":2,"next":null,"added":"a\/b"},{"next":{"name":"n","next":{"gr\u00f6\u00dfe":1,"b":2}}},{"name":"n","next":null},{"gr\u00f6\u00dfe":1,"b":2},{"gr\u00f6\u00dfe":1,"b":2},{"x":1,"y":null},{"x":1,"y":null},[{"x":1,"y":null},{"x":1,"y":null}],{"name":"n","next":null},1,{},{"k":{"name":"n","next":null}}]
[
    {
        "name": "n",
        "next": null
    },
    {
        "name": "n",
        "typed": 2,
        "next": null,
        "added": "a\/b"
    },
    {
        "next": {
            "name": "n",
            "next": {
                "gr\u00f6\u00dfe": 1,
                "b": 2
            }
        }
    },
    {
        "name": "n",
        "next": null
    },
    {
        "gr\u00f6\u00dfe": 1,
        "b": 2
    },
    {
        "gr\u00f6\u00dfe": 1,
        "b": 2
    },
    {
        "x": 1,
        "y": null
    },
    {
        "x": 1,
        "y": null
    },
    [
        {
            "x": 1,
            "y": null
        },
        {
            "x": 1,
            "y": null
        }
    ],
    {
        "name": "n",
        "next": null
    },
    1,
    {},
    {
        "k": {
            "name": "n",
            "next": null
        }
    }
]
{"0":{"name":"n","next":null},"1":{"name":"n","typed":2,"next":null,"added":"a\/b"},"2":{"next":{"name":"n","next":{"größe":1,"b":2}}},"3":{"name":"n","next":null},"4":{"größe":1,"b":2},"5":{"größe":1,"b":2},"6":{"x":1,"y":null},"7":{"x":1,"y":null},"8":{"0":{"x":1,"y":null},"1":{"x":1,"y":null}},"9":{"name":"n","next":null},"10":1,"11":{},"12":{"k":{"name":"n","next":null}}}
[{"name":"n","next":null},{"name":"n","typed":2,"next":null,"added":"a\/b"},{"next":{"name":"n","next":{"gr\u00f6\u00dfe":1,"b":2}}},{"name":"n","next":null},{"gr\u00f6\u00dfe":1,"b":2},{"gr\u00f6\u00dfe":1,"b":2},{"x":1,"y":null},{"x":1,"y":null},[{"x":1,"y":null},{"x":1,"y":null}],{"name":"n","next":null},1,{},{"k":{"name":"n","next":null}}]
[{"name":"n","next":null},{"name":"n","typed":2,"next":null,"added":"a\/b"},{"next":{"name":"n","next":{"gr\u00f6\u00dfe":1,"b":2}}},{"name":"n","next":null},{"gr\u00f6\u00dfe":1,"b":2},{"gr\u00f6\u00dfe":1,"b":2},{"x":1,"y":null},{"x":1,"y":null},[{"x":1,"y":null},{"x":1,"y":null}],{"name":"n","next":null},1,{},{"k":{"name":"n","next":null}}]
bool(false)
string(18) "Recursion detected"
[{"name":"n","next":null},{"next":{"name":"n","next":null}},{"name":"n","next":null}]
[{"name":"n","next":null},{"n":{"name":"n","next":null}}]
