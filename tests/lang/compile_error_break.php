<?php

function f()
{
    if (true) {
        break;
    }
}
