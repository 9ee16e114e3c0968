<?php
// Changes something in 256 pages of the heap: 1 MB.
for ($i = 0, $step = intdiv(count($texts), 256); $i < 256; $i++) $texts[$i * $step][5] = '!';
