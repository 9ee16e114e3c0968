<?php
require 'inc/common.php';
$redis = client();
$redis->flushAll();
calls($redis, [
    ['sAdd', 's', 1, 2, 'three'], ['sAdd', 's', 1], ['sAdd', 's'], ['sAddArray', 's', [4, 'five']], ['sAddArray', 's', []], ['scard', 's'], ['scard', 'n'], ['sismember', 's', 1], ['sismember', 's', 9], ['sMisMember', 's', 1, 9], ['sMisMember', 's', 'three', 'q', 4], ['sMisMember', 'n', 'a'], ['srem', 's', 1, 9], ['sMove', 's', 'o', 2], ['sMove', 's', 'o', 99], ['sMembers', 'o'], ['sMembers', 'n'], ['sPop', 'o'], ['sPop', 'o'], ['sPop', 'o', 2], ['sAdd', 'o', 'x'], ['sPop', 'o', 5], ['sAdd', 'o', 'x'], ['sRandMember', 'o'], ['sRandMember', 'o', 3], ['sRandMember', 'o', -3], ['sRandMember', 'n'], ['sRandMember', 'n', 2], ['sRandMember', 'o', 0],
    ['sAdd', 'a', 1, 2, 3], ['sAdd', 'b', 2, 3, 4], ['sInter', 'a', 'b'], ['sInter', ['a', 'b']], ['sUnion', 'a', 'b'], ['sDiff', 'a', 'b'], ['sInter', 'a'], ['sInter', []], ['sInterStore', 'd', 'a', 'b'], ['sInterStore', ['d', 'a', 'b']], ['sUnionStore', 'd', 'a', 'b'], ['sDiffStore', 'd', 'a', 'b'], ['sintercard', ['a', 'b']], ['sintercard', ['a', 'b'], 1], ['sintercard', [], 1], ['sintercard', ['a'], -1], ['set', 'str', 1], ['sAdd', 'str', 1], ['sMembers', 'str'], ['sInter', 'str', 'a'], ['sPop', 'str'], ['sRandMember', 'str'], ['sMisMember', 'str', 'a'],
    ['pfadd', 'p', ['a', 'b', 'c']], ['pfadd', 'p', ['a']], ['pfadd', 'p', []], ['pfcount', 'p'], ['pfcount', ['p', 'q']], ['pfcount', []], ['pfadd', 'q', ['z']], ['pfmerge', 'm', ['p', 'q']], ['pfcount', 'm'], ['pfmerge', 'm', []], ['pfadd', 'str', ['x']], ['pfcount', 'a'],
]);
