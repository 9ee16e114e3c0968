<?php

echo '[once]';
