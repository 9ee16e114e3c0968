<?php

return ['key' => 'returned value'];
