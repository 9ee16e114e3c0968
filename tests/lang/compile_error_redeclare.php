<?php

echo "never printed\n";
function same()
{
}
function same()
{
}
