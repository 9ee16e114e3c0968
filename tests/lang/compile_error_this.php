<?php

function f($this)
{
}
