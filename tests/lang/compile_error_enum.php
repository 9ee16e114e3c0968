<?php

enum E: int
{
    case A = 1;
    case B = 1;
}
echo "reached\n";
var_dump(E::from(1));
