<?php

$x = 1;
$y = ;
