<?php
// What an output handler throws at the end of the request nobody hears of, and what was buffered is gone.
echo "before\n";
ob_start(function ($b) { throw new Exception('x'); });
echo "lost";
