<?php
echo "not reached\n";
echo implode(', ', array_slice(array: [1, 2, 3], 1, 2));
