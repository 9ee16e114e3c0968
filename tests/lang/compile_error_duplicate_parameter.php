<?php

$f = function ($a, $a) {
};
